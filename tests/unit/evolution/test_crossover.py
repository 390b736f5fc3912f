"""Crossing games: whole mechanics, with all they depend on."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from darwindeck.evaluation import play_key
from darwindeck.evaluation.complexity import rulebook_words
from darwindeck.evolution import generate_random_genome
from darwindeck.evolution.making.crossing import (
    MECHANICS,
    Crossing,
    NoCrossover,
    crossover,
    crossover_with_story,
)
from darwindeck.evolution.making.crossing.ablation import GROWTH, SHORT, without_idle_clauses
from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in
from darwindeck.evolution.making.crossing.dependencies import dependencies_of
from darwindeck.evolution.making.crossing.mechanic import Mechanic, Proposal
from darwindeck.evolution.making.crossing.mending import mended
from darwindeck.evolution.making.crossing.turns import SpecialCards
from darwindeck.evolution.making.door import acceptable
from darwindeck.evolution.making.mentions import Mention, mentions, reworded
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.schema import (
    CallPhase,
    CapturePhase,
    GameGenome,
    Moment,
    PassPhase,
    PointTable,
    ScoringRule,
    SetTrump,
    TrickPhase,
)
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import build_rulebook
from darwindeck.simulation import simulate_game
from tests.support.childless import CHILDLESS
from tests.support.no_choice import NO_CHOICE

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
PAIRS = [pair for pair in permutations(library_ids(), 2) if frozenset(pair) not in CHILDLESS]


def anatomy(genome_id: str) -> Anatomy:
    return Anatomy(tidy(get_genome(genome_id)))


def mechanic(name: str) -> Mechanic:
    return next(found for found in MECHANICS if found.name == name)


def transplanted(name: str, host: str, donor: str, seed: int = 0) -> GameGenome:
    """The host with this mechanic of the donor, mended."""
    proposal = mechanic(name).propose(anatomy(host), anatomy(donor), Random(seed))
    assert isinstance(proposal, Proposal)
    child = mended(proposal.genome, proposal.essential)
    assert child is not None
    return child


# --- names ----------------------------------------------------------------------------------------


def test_an_expression_tells_what_its_names_are() -> None:
    assert mentions("count(hand, aces) > bid(maker) and called(pass_turn)") == {
        Mention("", "hand"),
        Mention("card set", "aces"),
        Mention("", "bid"),
        Mention("", "maker"),
        Mention("call", "pass_turn"),
    }


def test_names_are_changed_by_what_they_name() -> None:
    def rename(mention: Mention) -> str:
        return "offer" if mention == Mention("", "bid") else mention.name

    assert reworded("bid > 0 and called(bid)", rename) == "offer > 0 and called(bid)"


# --- what a mechanic brings -----------------------------------------------------------------------


def test_the_auction_of_pidro_brings_its_bid_its_bidder_and_what_they_score() -> None:
    pidro = tidy(get_genome("pidro"))
    dependencies = dependencies_of(pidro, (Anatomy(pidro).calls, pidro.scoring_rules))
    assert [role.name for role in dependencies.roles] == ["bidder"]
    assert [counter.name for counter in dependencies.counters] == ["bid"]
    assert [let.name for let in dependencies.lets] == ["taken"]
    assert [table.name for table in dependencies.point_tables] == ["card_points"]
    assert [zone.name for zone in dependencies.zones] == ["captured"]
    assert not dependencies.patterns
    assert not dependencies.card_sets


def test_the_melding_of_rummy_brings_its_patterns_and_its_zones() -> None:
    rummy = tidy(get_genome("rummy"))
    melding = Anatomy(rummy).steps[1]
    dependencies = dependencies_of(rummy, (melding,))
    assert [pattern.name for pattern in dependencies.patterns] == ["set", "run"]
    assert {zone.name for zone in dependencies.zones} == {"hand", "melds"}
    assert not dependencies.counters


def test_hearts_takes_the_auction_of_pidro_whole() -> None:
    child = transplanted("auction", "hearts", "pidro")
    calls = [phase.name for phase in child.turn_structure.phases if isinstance(phase, CallPhase)]
    assert calls == ["auction", "naming"]
    trick = Anatomy(child).trick
    assert trick is not None
    assert str(trick.leader) == "bidder"
    assert [rule.label for rule in child.scoring_rules or ()] == [
        "Bid made",
        "Bid failed",
        "Defenders",
    ]
    assert not child.card_scoring
    assert child.teams == ((0, 2), (1, 3))
    # what belonged to the old score is gone: hearts are no longer broken, no card must be led
    assert trick.breaking_suit is None
    assert not trick.lead
    assert isinstance(child.turn_structure.phases[0], PassPhase)


def test_bids_follow_the_number_of_tricks() -> None:
    child = transplanted("auction", "euchre", "spades")
    (bidding,) = (p for p in child.turn_structure.phases if isinstance(p, CallPhase))
    assert bidding.calls[0].choices[0].high == 5
    assert next(counter for counter in child.counters if counter.name == "bid").high == 5


def test_a_scoring_of_captured_cards_outlives_the_capturing() -> None:
    child = transplanted("play", "scopa", "hearts")
    assert kinds_in(child) & {TrickPhase}
    assert not kinds_in(child) & {CapturePhase}
    labels = [rule.label for rule in child.scoring_rules or ()]
    assert {"Most diamonds", "Primiera"} <= set(labels)
    assert "Scopa" not in labels
    assert child.setup.cards_per_player == 20


def test_special_cards_are_cards_of_the_host() -> None:
    child = transplanted("special cards", "crazy-eights", "uno", seed=3)
    ranks = {str(effect.cards.rank) for effect in child.special_effects}
    assert ranks
    assert ranks <= set(anatomy("crazy-eights").ranks)


def test_trumps_come_with_the_card_that_decides_them() -> None:
    child = transplanted("trumps", "hearts", "briscola")
    assert "turned_card" in {zone.name for zone in child.zones or ()}
    assert kinds_in(child.setup.after_deal) & {SetTrump}
    # one card less each, since four times thirteen leaves none to turn up
    assert child.setup.cards_per_player == 12
    assert child.turn_structure.tricks_per_hand == 12


def test_values_cover_the_cards_of_another_deck() -> None:
    child = transplanted("deck", "uno", "hearts")
    (table,) = child.point_tables or ()
    assert isinstance(table, PointTable)
    valued = {str(r) for line in table.lines for r in (line.cards.rank, *line.cards.ranks) if r}
    assert valued == set(anatomy("hearts").ranks)


def test_a_bonus_is_in_proportion_and_against_the_grain_where_points_are_shunned() -> None:
    child = transplanted("bonus", "hearts", "klaverjas", seed=1)
    (rule,) = (r for r in child.scoring_rules or () if r.label != "Shooting the moon")
    assert isinstance(rule.amount, int)
    assert -30 <= rule.amount < 0


# --- children -------------------------------------------------------------------------------------


def check_child(a: GameGenome, b: GameGenome, child: GameGenome) -> None:
    """A child must be sound, new and no longer than two games may make it."""
    assert not GenomeValidator.validate(child)
    assert check_genome_completeness(child)
    assert child.generation == max(a.generation, b.generation) + 1
    assert play_key(child) not in (play_key(a), play_key(b))
    assert acceptable(child, (tidy(a), tidy(b))) is None
    assert tidy(child) == child
    longest = max(rulebook_words(tidy(a)), rulebook_words(tidy(b)))
    assert rulebook_words(child) <= max(SHORT, GROWTH * longest)
    assert build_rulebook(child).sections
    simulate_game(child, 3, seed=1, threads=1)


@pytest.mark.parametrize(
    ("first", "second"),
    PAIRS if SCALE >= 10 else Random(4).sample(PAIRS, int(15 * max(1.0, SCALE))),
)
def test_any_two_library_games_have_a_sound_new_child(first: str, second: str) -> None:
    a, b = get_genome(first), get_genome(second)
    check_child(a, b, crossover(a, b, seed=1))


@pytest.mark.parametrize("pair", sorted(map(sorted, CHILDLESS)), ids="-".join)
def test_games_that_have_nothing_to_give_each_other_say_so(pair: list[str]) -> None:
    first, second = map(get_genome, pair)
    with pytest.raises(NoCrossover, match="makes another sound game of"):
        crossover(first, second, seed=1)


def test_random_games_cross_with_library_games() -> None:
    # A game in which nobody decides anything may have nothing to give or to take.
    names = [name for name in library_ids() if name not in NO_CHOICE]
    for seed in range(int(5 * max(1.0, SCALE))):
        a = generate_random_genome(seed)
        b = get_genome(names[(seed + 1) % len(names)])
        check_child(a, b, crossover(a, b, seed=seed))


def test_children_can_be_crossed_again() -> None:
    child = get_genome("hearts")
    for step, other in enumerate(("pidro", "scopa", "klaverjas", "uno")):
        parent, child = child, crossover(child, get_genome(other), seed=step)
        check_child(parent, get_genome(other), child)
    assert child.generation == 4


def test_one_seed_makes_one_child() -> None:
    a, b = get_genome("scopa"), get_genome("klaverjas")
    assert crossover_with_story(a, b, seed=7) == crossover_with_story(a, b, seed=7)
    assert len({play_key(crossover(a, b, seed=seed)) for seed in range(8)}) > 1


def test_the_story_names_what_was_taken_and_from_whom() -> None:
    _, story = crossover_with_story(get_genome("hearts"), get_genome("pidro"), seed=1)
    assert story.startswith("took the ")
    assert story.endswith(" from Pidro")


def test_few_proposals_are_turned_away() -> None:
    crossing = Crossing()
    for first, second in Random(9).sample(PAIRS, int(25 * max(1.0, SCALE))):
        crossing.cross(get_genome(first), get_genome(second), seed=2)
    assert crossing.rates.total.proposals >= 25
    assert crossing.rates.total.share_rejected <= 0.2


def test_a_clause_that_changes_nothing_is_not_kept() -> None:
    hearts = tidy(get_genome("hearts"))
    idle = ScoringRule(5, when="tricks > 13", label="Fourteen tricks")
    alive = ScoringRule(-5, when="tricks == 0", label="No trick")
    child = replace(hearts, scoring_rules=(*(hearts.scoring_rules or ()), idle, alive))
    whole = without_idle_clauses(child, (idle, alive), (hearts, hearts))
    assert whole is not None
    assert alive in (whole.scoring_rules or ())
    assert idle not in (whole.scoring_rules or ())


def test_what_is_no_new_game_without_its_idle_clauses_is_turned_away() -> None:
    hearts = tidy(get_genome("hearts"))
    idle = ScoringRule(5, when="tricks > 13", label="Fourteen tricks")
    child = replace(hearts, scoring_rules=(*(hearts.scoring_rules or ()), idle))
    assert without_idle_clauses(child, (idle,), (hearts, hearts)) is None


def test_a_graft_is_of_whoever_has_one_that_fits_and_says_whose_it_is() -> None:
    host = tidy(get_genome("scopa"))
    donors = [get_genome(name) for name in ("war", "mau-mau", "blackjack")]
    found = set()
    for seed in range(6):
        child, story, place = Crossing().graft(host, donors, seed)
        check_child(host, donors[place], child)
        assert story.endswith(f" from {donors[place].name}")
        assert Crossing().graft(host, donors, seed) == (child, story, place)
        found.add(story)
    assert len(found) > 1


def test_what_is_not_hoped_for_is_not_grafted() -> None:
    host, donors = tidy(get_genome("scopa")), [get_genome("mau-mau"), get_genome("hearts")]
    with pytest.raises(NoCrossover, match="scopa"):
        Crossing(hopeful=lambda _: False).graft(host, donors, 1)
    with pytest.raises(NoCrossover, match="scopa"):
        Crossing(allowed=lambda _: False).graft(host, donors, 1)


@pytest.mark.parametrize(("host", "moment"), [("rummy", Moment.MELDED), ("sevens", Moment.PLAYED)])
def test_special_cards_work_where_cards_are_melded_or_built(host: str, moment: Moment) -> None:
    crossing = Crossing((SpecialCards(),))
    genome = tidy(get_genome(host))
    child, _, _ = crossing.graft(genome, [get_genome("mau-mau"), get_genome("uno")], 3)
    assert {effect.moment for effect in child.special_effects} == {moment}
    check_child(genome, get_genome("mau-mau"), child)
