"""Ranks that count as others, hands compared card by card, terms that are seats, lots, leads."""

from __future__ import annotations

from collections import Counter as Tally
from dataclasses import replace
from random import Random

import pytest

from darwindeck import get_genome
from darwindeck.evolution.making.operators.packs import StandInMutation
from darwindeck.evolution.making.repair import with_deck
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.decks import STANDARD_52, deck_spec
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    CardBlock,
    CardCondition,
    Choose,
    Counter,
    DeclareLimit,
    DoPhase,
    DrawLots,
    Extension,
    GameGenome,
    Let,
    RoleSpec,
    Scope,
    Set,
    StandIn,
    TurnsPhase,
)
from darwindeck.genome.tree import put
from darwindeck.genome.validation import problems_as_written
from darwindeck.rulebook import generate_rulebook
from darwindeck.simulation import Game
from tests.reference.running import Done, play_game
from tests.support.seeds import for_seeds
from tests.support.table import Table

ORDER = "A 4 5 6 7 sota horse rey".split()
COUNTS_AS = {"3": "rey", "2": "A"}
FROM = "from(each, left(dealer))"


def codes(genome: GameGenome) -> list[str]:
    return [problem.code for problem in problems_as_written(genome)]


def whist(*stand_ins: StandIn) -> GameGenome:
    """Whist with a pack in which ranks count as others."""
    genome = get_genome("whist")
    deck = replace(STANDARD_52, stand_ins=stand_ins)
    (ranking,) = genome.rankings or ()
    gone = {rank for each in stand_ins for rank in each.ranks}
    plain = tuple(rank for rank in ranking.plain if rank not in gone)
    setup = replace(genome.setup, initial_deck="custom")
    return replace(genome, deck=deck, setup=setup, rankings=(replace(ranking, plain=plain),))


# --- ranks that count as others -------------------------------------------------------------------


def test_a_card_takes_tricks_as_the_rank_it_counts_as() -> None:
    genome = whist(StandIn(("3",), "K"))
    table = Table(genome, "3C 2C", "QC 4C", "AD 5C", "6C 7C").play("3C QC 5C 6C")
    assert table.turn == 0, "the three is a king"


def test_of_two_cards_that_count_as_one_rank_the_first_wins_and_both_are_offered() -> None:
    genome = whist(StandIn(("3",), "K"))
    table = Table(genome, "KC 2D", "3C 4D", "5C 5D", "6C 6D").play("KC 3C 5C 6C")
    assert table.turn == 0
    held = Table(genome, "KC 3C", "4C 4D", "5C 5D", "6C 6D")
    assert {"KC", "3C"} <= held.playable, "they are different cards"


def test_rules_name_the_rank_that_cards_count_as() -> None:
    genome = whist(StandIn(("3",), "K"))
    asked = put(genome, ("card_sets",), ())
    assert codes(asked) == []
    order = ("rankings", 0, "plain")
    (problem,) = [
        p
        for p in problems_as_written(put(genome, order, ("3", *genome.rankings[0].plain)))  # type: ignore[index]
        if p.code == "unknown-rank"
    ]
    assert "count as 'K'" in str(problem)


@pytest.mark.parametrize(
    "stand_ins",
    [
        (StandIn(("3",), "K"), StandIn(("3",), "A")),
        (StandIn(("3",), "K"), StandIn(("K",), "A")),
        (StandIn(("3",), "3"),),
    ],
)
def test_what_a_rank_counts_as_must_be_clear(stand_ins: tuple[StandIn, ...]) -> None:
    assert "confused-stand-in" in codes(whist(*stand_ins))


def test_a_rank_that_no_card_shows_counts_as_nothing() -> None:
    genome = whist(StandIn(("3",), "K"))
    short = tuple(rank for rank in STANDARD_52.blocks[0].ranks if rank != "3")
    block = CardBlock(STANDARD_52.blocks[0].suits, short)
    assert "confused-stand-in" in codes(put(genome, ("deck", "blocks"), (block,)))


def test_the_book_says_what_counts_as_what() -> None:
    assert "threes count as kings and twos as aces" in generate_rulebook(get_genome("mus"))


@for_seeds(6)
def test_the_engines_agree_on_games_whose_ranks_were_made_to_count_as_others(seed: int) -> None:
    rng = Random(seed)
    name = rng.choice(["hearts", "rummy", "gin-rummy", "scopa"])
    genome = replace(fold_options(get_genome(name)), options=())
    spec = deck_spec(genome)
    assert spec is not None
    ranks = [rank for block in spec.blocks for rank in block.ranks]
    rank, other = rng.sample(sorted(set(ranks)), 2)
    changed = with_deck(genome, replace(spec, stand_ins=(StandIn((rank,), other),)))
    assert changed is not None
    assert not codes(changed)
    done = Done("bred", 0, changed.name)
    play_game("bred", changed, seed, 60, done)
    assert not done.differences, done.differences
    (place,) = StandInMutation().places(Draft(changed))
    back = StandInMutation().change(Draft(changed), place, rng)
    assert back is not None
    assert back.deck is not None
    assert not back.deck.stand_ins, "evolution lets a rank count as itself again"


# --- words ----------------------------------------------------------------------------------------


def noted(*values: str) -> GameGenome:
    """Mus in which each player's numbers are noted, and nothing else happens."""
    genome = get_genome("mus")
    names = [f"noted_{index}" for index in range(len(values))]
    counters = [Counter(name, name, Scope.SEAT, high=10**6, announced=True) for name in names]
    actions = tuple(Set(name, value, "each") for name, value in zip(names, values, strict=True))
    structure = replace(
        genome.turn_structure, phases=(DoPhase(actions), *genome.turn_structure.phases)
    )
    return replace(genome, counters=(*genome.counters, *counters), turn_structure=structure)


@for_seeds(20)
def test_hands_are_numbers_that_compare_them_card_by_card(seed: int) -> None:
    numbers = ("from_highest(hand)", "from_lowest(hand)")
    parts = [f"div({one}, 32768, down)" for one in numbers] + [
        f"mod({one}, 32768)" for one in numbers
    ]
    genome = noted(*parts, *(f"strongest(hand, {n})" for n in range(5)))
    table = Table(genome, seed=seed)
    for seat in range(4):
        ranks = [card.partition("-")[0] for card in table.hand(seat)]
        strong = sorted(ORDER.index(COUNTS_AS.get(rank, rank)) + 1 for rank in ranks)
        for place, order in enumerate((strong[::-1], strong)):
            high, low = (table.counter(f"noted_{place + n}")[seat] for n in (0, 2))
            digits = [*order, 0, 0]
            wanted = sum(digit * 32 ** (5 - at) for at, digit in enumerate(digits))
            assert high * 32768 + low == wanted
        many = Tally(strong)
        for n in range(5):
            most = max((rank for rank in many if many[rank] >= max(1, n)), default=0)
            assert table.counter(f"noted_{n + 4}")[seat] == most


def test_a_term_that_is_a_seat_is_the_tables() -> None:
    genome = get_genome("mus")
    index = next(i for i, let in enumerate(genome.lets) if let.name == "grande_winner")
    changed = put(genome, ("lets", index, "scope"), Scope.SEAT)
    assert "let-is-a-seat" in codes(changed)


def test_a_term_that_is_a_seat_may_be_nobody() -> None:
    genome = get_genome("mus")
    nobody = Let("nobody_yet", "bettor or nobody", "if(set(grande_bettor), grande_bettor, none)")
    changed = replace(genome, lets=(*genome.lets, nobody))
    counter = Counter("seen", "seen", high=9)
    note = DoPhase((Set("seen", "if(nobody_yet == none, 1, 2)"),))
    structure = replace(changed.turn_structure, phases=(note, *changed.turn_structure.phases))
    changed = replace(changed, counters=(*changed.counters, counter), turn_structure=structure)
    assert Table(changed).counter("seen") == (1,)


# --- lots -----------------------------------------------------------------------------------------


def old_maid_begun_by_lot(among: str = "each") -> GameGenome:
    """Old Maid, in which the lot says who begins."""
    genome = get_genome("old-maid")
    phases = genome.turn_structure.phases
    at = next(i for i, phase in enumerate(phases) if isinstance(phase, TurnsPhase))
    genome = put(genome, ("turn_structure", "phases", at, "first"), "beginner")
    lots = DoPhase((DrawLots("beginner", among),))
    structure = replace(genome.turn_structure, phases=(lots, *genome.turn_structure.phases))
    roles = (*genome.roles, RoleSpec("beginner", "player who begins"))
    return replace(genome, roles=roles, turn_structure=structure)


def test_the_lot_falls_on_everybody_and_on_nobody_else() -> None:
    everybody = old_maid_begun_by_lot()
    begun = {Table(everybody, seed=seed).role("player who begins") for seed in range(60)}
    assert begun == set(range(everybody.player_count))
    others = old_maid_begun_by_lot("others(dealer)")
    begun = {Table(others, seed=seed, dealer=2).role("player who begins") for seed in range(60)}
    assert begun == set(range(others.player_count)) - {2}


def test_the_lot_of_one_seed_is_always_the_same_and_both_engines_know_it() -> None:
    genome = old_maid_begun_by_lot()
    assert len({Table(genome, seed=7).role("player who begins") for _ in range(5)}) == 1
    done = Done("bred", 0, genome.name)
    play_game("bred", genome, 7, 60, done)
    assert not done.differences
    assert "The player who begins is chosen by lot" in generate_rulebook(genome)


def test_the_first_bidder_of_dou_dizhu_is_drawn_in_every_hand() -> None:
    first = {Table("dou-dizhu", seed=seed, dealer=0).turn for seed in range(40)}
    assert first == {0, 1, 2}


# --- declarations and leads -----------------------------------------------------------------------


def declaring(name: str, **fields: object) -> GameGenome:
    """A game with other fields of its declare phase."""
    genome = get_genome(name)
    (trick,) = genome.turn_structure.phases
    phase = replace(trick.before_card[0], **fields)  # type: ignore[attr-defined]
    before = (phase, *trick.before_card[1:])  # type: ignore[attr-defined]
    return put(genome, ("turn_structure", "phases", 0, "before_card"), before)


def test_a_sequence_takes_up_a_royal_marriage() -> None:
    hand = "AC AH AH 10H KH QH JH"
    table = Table("bezique", hand, "7C", turned_card="8H").play("AC 7C")
    table.say(next(move for move in table.moves if "royal marriage" in move))
    table.play("AH").step()
    assert table.turn == 0
    assert [move for move in table.moves if move.startswith("declare sequence")]
    without = declaring("bezique", extensions=())
    table = Table(without, hand, "7C", turned_card="8H").play("AC 7C")
    table.say(next(move for move in table.moves if "royal marriage" in move))
    table.play("AH").step()
    assert not [move for move in table.moves if move.startswith("declare sequence")]


def test_more_may_be_declared_at_a_time_if_the_limit_is_higher() -> None:
    genome = declaring("bezique", limit=DeclareLimit(2))
    table = Table(genome, "AC KS QS KD QD KC QC", "7C", turned_card="8H").play("AC 7C")
    table.say("declare marriage: Q♠ K♠")
    table.say("declare marriage: Q♦ K♦")
    assert not any("declare marriage" in move for move in table.moves)


@pytest.mark.parametrize(
    "fields",
    [
        {"automatic": True},
        {"limit": None, "extensions": (Extension("sequence", "dix"),)},
    ],
)
def test_a_limit_and_extensions_must_make_sense(fields: dict[str, object]) -> None:
    found = codes(declaring("bezique", **fields))
    assert {"contradicting-declare", "unknown-name"} & set(found)


def test_nobody_leads_where_top_cards_are_turned_up() -> None:
    genome = get_genome("war")
    path = ("turn_structure", "phases", 0)
    changed = put(genome, (*path, "open_lead"), CardCondition(rank="A"))
    changed = put(changed, (*path, "choose"), Choose.TOP)
    assert "contradicting-lead" in codes(changed)


def test_what_is_not_used_leaves_no_trace_in_bytecode() -> None:
    """Fields that came later are written only where they are used."""
    compiler = BytecodeCompiler()
    bezique = get_genome("bezique")
    plain = declaring("bezique", limit=None, extensions=())
    assert len(compiler.compile_genome(plain)) < len(compiler.compile_genome(bezique))
    assert Game(plain).core is not None
