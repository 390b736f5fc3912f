"""Words of a game's own do not outlive the clauses they were said of."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.evaluation import play_key
from darwindeck.evolution.making.general_names import with_general_names
from darwindeck.evolution.making.operators import create_default_pipeline
from darwindeck.evolution.making.spoken_words import with_true_words
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import Call, Part, Set
from darwindeck.genome.tree import transform
from darwindeck.genome.validator import GenomeValidator


def test_words_stay_as_long_as_the_clauses_are_the_same() -> None:
    parent = tidy(get_genome("schnapsen"))
    assert parent.words
    child = replace(parent, win_conditions=parent.win_conditions[:1], max_turns=900)
    assert with_true_words(child, (parent,)).words == parent.words


def test_words_go_when_a_clause_that_writes_the_thing_changes() -> None:
    parent = tidy(get_genome("schnapsen"))

    def changed(part: Part) -> Part:
        if isinstance(part, Set) and part.counter == "leading_marriage" and part.to == 1:
            return replace(part, who="others(turn)")
        return part

    assert with_true_words(transform(parent, changed), (parent,)).words == ()


def test_words_go_when_what_surrounds_such_a_clause_changes() -> None:
    parent = tidy(get_genome("schnapsen"))

    def changed(part: Part) -> Part:
        writes = isinstance(part, Call) and "leading_marriage" in str(part.do)
        return replace(part, when="tricks > 0") if writes else part  # type: ignore[call-arg]

    child = transform(parent, changed)
    assert child != parent
    assert with_true_words(child, (parent,)).words == ()


def test_words_of_what_is_gone_go_with_it() -> None:
    genome = get_genome("schnapsen")
    without = transform(
        genome,
        lambda part: part,
        lambda part: getattr(part, "counter", "") != "leading_marriage",
    )
    assert tidy(without).words == ()


def test_children_of_the_operators_keep_only_words_that_are_true() -> None:
    kept = set()
    pipeline = create_default_pipeline()
    parent = tidy(get_genome("canasta"))
    for seed in range(12):
        child = pipeline.mutate(parent, seed)
        assert with_true_words(child, (parent,)).words == child.words
        kept.add(len(child.words))
    assert len(parent.words) in kept


def test_what_only_one_game_calls_so_is_called_in_general_words() -> None:
    scopa = with_general_names(fold_options(get_genome("scopa")))
    assert GenomeValidator.validate(scopa) == []
    labels = {rule.label for rule in scopa.scoring_rules or ()}
    assert "Prized card" in labels
    assert not {"Sette bello", "Primiera"} & labels
    hearts = fold_options(get_genome("hearts"))
    assert with_general_names(hearts) == hearts
    assert play_key(scopa) == play_key(fold_options(get_genome("scopa")))
