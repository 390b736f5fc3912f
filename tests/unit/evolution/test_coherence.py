"""Rules that belong together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from darwindeck.evaluation.complexity import rulebook_of
from darwindeck.evolution.making.accounts import only_ranks, with_queens_between_jacks_and_kings
from darwindeck.evolution.making.aims import with_as_many_drawn_as_played, without_throwing_away
from darwindeck.evolution.making.ceremony import without_ceremony
from darwindeck.evolution.making.children import make_child
from darwindeck.evolution.making.coherence import (
    coherent,
    is_convoluted,
    is_soon_over,
    is_uneven,
    is_unwieldy,
    only_swaps,
    with_a_stock_that_lasts,
    with_one_discard,
    with_orders_that_people_know,
    without_marks_alone,
)
from darwindeck.evolution.making.crossing.mechanic import leaves_choices
from darwindeck.evolution.making.operators.endings import reversed_aim
from darwindeck.evolution.making.partners import (
    is_idle_bidding,
    with_a_card_that_names_trumps,
    without_a_stock_that_never_ends,
    without_an_order_of_no_trumps,
)
from darwindeck.evolution.making.random_genomes import generate_random_genome
from darwindeck.evolution.making.repair import with_players
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.checked import is_sound
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    Action,
    Attribute,
    BreakingRule,
    Call,
    CallPhase,
    CardCondition,
    CardPoints,
    CardScoringRule,
    ClaimPhase,
    DealStep,
    DiscardPhase,
    DrawPhase,
    EndHand,
    FirstDealer,
    GameGenome,
    If,
    Let,
    MatchRules,
    MeldPhase,
    Moment,
    Move,
    NextDealer,
    Part,
    PassPhase,
    Phase,
    PointTable,
    Rank,
    Reverse,
    Scope,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetTrump,
    Suit,
    TrickPhase,
    TurnsPhase,
    WhoDeals,
    WinComparison,
    ZoneSpec,
)
from darwindeck.genome.tree import at, put, transform, walk
from darwindeck.library import library_ids
from darwindeck.rulebook.document import plain, statements


def ready(name: str) -> GameGenome:
    return tidy(fold_options(get_genome(name)))


@pytest.mark.parametrize("name", library_ids())
def test_games_that_people_play_are_coherent(name: str) -> None:
    genome = ready(name)
    assert not only_swaps(genome)
    assert not is_unwieldy(genome)
    assert not is_soon_over(genome)
    assert not is_idle_bidding(genome)
    assert coherent(genome) == genome
    assert not is_uneven(genome)


def rules_of(genome: GameGenome) -> list[tuple[str, str, str]]:
    return [
        (str(rule.who), str(rule.when), str(rule.amount)) for rule in genome.scoring_rules or ()
    ]


def test_a_contract_that_can_only_be_lost_pays_when_it_is_made() -> None:
    genome = _with_contract(1)
    assert is_sound(genome)
    mended = coherent(genome)
    assert ("declarer", "made", "10 * contract") in rules_of(mended)
    assert coherent(mended) == mended


def test_a_contract_that_costs_nothing_to_fail_costs_what_it_pays() -> None:
    mended = coherent(_with_contract(0))
    assert ("declarer", "not made", "-10 * contract") in rules_of(mended)


def _with_contract(end: int) -> GameGenome:
    """A game in which a number of tricks is bid, with one end of the contract alone."""
    genome = generate_random_genome(128)
    assert coherent(genome) == genome
    assert not is_uneven(genome)
    assert rules_of(genome)[:2] == [
        ("declarer", "made", "10 * contract"),
        ("declarer", "not made", "-10 * contract"),
    ]
    return replace(genome, scoring_rules=(genome.scoring_rules or ())[end : end + 1])


def test_a_table_of_numbers_has_no_holes() -> None:
    genome = next(
        made
        for made in map(generate_random_genome, range(200))
        if any(len(table.lines) > 10 for table in made.point_tables or ())
    )
    table, *others = genome.point_tables or ()

    def with_ranks(kept: Callable[[str], bool]) -> GameGenome:
        lines = tuple(line for line in table.lines if kept(str(line.cards.rank)))
        return replace(genome, point_tables=(replace(table, lines=lines), *others))

    def worth(game: GameGenome) -> dict[str, int]:
        (first, *_) = game.point_tables or ()
        return {str(line.cards.rank): line.points for line in first.lines}

    mended = worth(coherent(with_ranks(lambda rank: rank not in ("5", "8"))))
    assert (mended["5"], mended["8"]) == (5, 8)
    sparse = with_ranks(lambda rank: rank in ("5", "8"))
    assert worth(coherent(sparse)) == worth(sparse) == {"5": 5, "8": 8}


def test_two_players_have_no_direction_to_turn_round() -> None:
    uno = ready("uno")
    assert any(isinstance(part, Reverse) for _, part in walk(uno))
    two = coherent(replace(uno, player_count=2))
    plain = [
        effect
        for effect in uno.special_effects or ()
        if not any(isinstance(part, Reverse) for _, part in walk(effect))
    ]
    assert list(two.special_effects or ()) == plain


def passing(genome: GameGenome) -> tuple[str, ...]:
    (phase,) = (part for _, part in walk(genome) if isinstance(part, PassPhase))
    return tuple(map(str, phase.to))


def test_two_players_pass_to_each_other() -> None:
    genome = with_players(ready("hearts"), 2)
    assert is_sound(genome)
    assert passing(coherent(genome)) == ("left(turn)",) * 3 + ("none",)
    assert passing(coherent(ready("hearts"))) == passing(ready("hearts"))


def test_what_is_passed_alike_in_every_hand_is_said_once() -> None:
    assert passing(coherent(with_passing("left(turn)", "left(turn)"))) == ("left(turn)",)
    both = ("left(turn)", "none")
    assert passing(coherent(with_passing(*both, *both))) == both
    assert passing(coherent(with_passing("none", "right(turn)", "none"))) == (
        "none",
        "right(turn)",
        "none",
    )


def with_passing(*to: str) -> GameGenome:
    genome = ready("hearts")
    turns = genome.turn_structure
    phases = tuple(
        replace(phase, to=to) if isinstance(phase, PassPhase) else phase for phase in turns.phases
    )
    return replace(genome, turn_structure=replace(turns, phases=phases))


def test_where_cards_left_are_all_that_counts_it_is_good_to_have_none() -> None:
    genome = ready("sevens")
    (win,) = genome.win_conditions
    turned = replace(
        genome,
        win_conditions=(replace(win, type="high_score", comparison=WinComparison.HIGHEST),),
    )
    (mended,) = coherent(turned).win_conditions
    assert (mended.type, mended.comparison) == ("low_score", WinComparison.LOWEST)
    also = replace(turned, scoring_rules=(*(turned.scoring_rules or ()), _FIRST))
    assert coherent(also).win_conditions == also.win_conditions


_FIRST = ScoringRule(3, moment=Moment.HAND_END, who="dealer")


def test_hands_that_may_run_out_unevenly_in_a_trick_are_seen() -> None:
    whist = tidy(get_genome("german-whist"))
    (drawn, *_) = [
        path
        for path, part in walk(whist)
        if isinstance(part, Move) and "after_trick" in path and part.count == 1
    ]
    assert not is_uneven(whist)
    assert is_uneven(put(whist, (*drawn, "count"), 2))


def test_where_the_first_to_go_out_scores_most_the_most_points_win() -> None:
    president = ready("president")
    lowest = tuple(replace(w, comparison=WinComparison.LOWEST) for w in president.win_conditions)
    turned = replace(president, win_conditions=lowest)
    mended = coherent(turned)
    assert all(win.comparison is WinComparison.HIGHEST for win in mended.win_conditions)


def test_nobody_has_to_count_turns() -> None:
    counted = next(
        genome
        for genome in map(generate_random_genome, range(40))
        if any("turns >=" in str(win.when) for win in genome.win_conditions)
        and coherent(genome) != genome
    )
    mended = coherent(counted)
    assert not any("turns >=" in str(win.when) for win in mended.win_conditions)
    book = plain_text(mended)
    assert "turns have been taken" not in book
    assert "broken off" not in book


def plain_text(genome: GameGenome) -> str:
    return " ".join(plain(said.text) for said in statements(rulebook_of(genome)))


def test_a_wild_card_fits_every_time() -> None:
    whole = next(
        genome
        for genome in map(generate_random_genome, range(60))
        if {"fitting", "wild_cards"} <= {named.name for named in genome.card_sets or ()}
    )
    sets = {named.name: named for named in whole.card_sets or ()}
    ways = sets["fitting"].cards.any_of
    wild = sets["wild_cards"].cards
    lame = replace(
        sets["fitting"],
        cards=replace(sets["fitting"].cards, any_of=tuple(way for way in ways if way != wild)),
    )
    assert wild in ways
    tame = replace(
        whole,
        card_sets=tuple(lame if one.name == "fitting" else one for one in whole.card_sets or ()),
    )
    fitting = {named.name: named for named in coherent(tame).card_sets or ()}["fitting"]
    assert set(fitting.cards.any_of) == set(ways)


def test_trumps_have_no_order_of_their_own_but_for_the_highest() -> None:
    genome = ready("klaverjas")
    ranking = (genome.rankings or ())[0]
    assert ranking.plain is not None
    known = ranking.trump
    queer = (*ranking.plain[-1:], *ranking.plain[:2], *reversed(ranking.plain[2:-1]))
    mended = coherent(put(genome, ("rankings", 0, "trump"), queer))
    trumps = (mended.rankings or ())[0].trump
    assert trumps is not None
    assert trumps[-1] == queer[-1]
    assert list(trumps[:-1]) == [rank for rank in ranking.plain if rank != queer[-1]]
    # Two cards that rank above all others are what people know.
    assert known is not None
    assert known[-2:] != ranking.plain[-2:]


@pytest.mark.parametrize("name", ["klaverjas", "briscola", "spades"])
def test_where_there_are_trumps_suits_matter(name: str) -> None:
    genome = ready(name)
    across = put(genome, ("rankings", 0, "across_suits"), True)
    assert is_sound(across)
    assert coherent(across) == genome


def test_no_rank_is_counted_twice() -> None:
    wide = CardScoringRule(CardCondition(ranks=(Rank.JACK, Rank.KING)), 1, ScoringTrigger.TRICK_WIN)
    narrow = CardScoringRule(CardCondition(rank=Rank.JACK), 13, ScoringTrigger.TRICK_WIN)
    genome = replace(ready("hearts"), card_scoring=(wide, narrow))
    assert is_sound(genome)
    left = coherent(genome).card_scoring
    assert left is not None
    assert [(rule.points, rule.condition.ranks or rule.condition.rank) for rule in left] == [
        (1, (Rank.KING,)),
        (13, Rank.JACK),
    ]


def test_one_card_is_hunted_and_one_is_shunned() -> None:
    game = ready("hearts")
    queen = CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN)
    jack = CardCondition(suit=Suit.DIAMONDS, rank=Rank.JACK)
    ten = CardCondition(suit=Suit.DIAMONDS, rank=Rank("10"))
    won = ScoringTrigger.TRICK_WIN
    rules = [
        CardScoringRule(queen, 13, won),
        CardScoringRule(ten, -3, won),
        CardScoringRule(jack, -10, won),
        CardScoringRule(CardCondition(suit=Suit.HEARTS), 1, won),
    ]
    mended = coherent(replace(game, card_scoring=tuple(rules)))
    assert mended.card_scoring == (rules[0], rules[2], rules[3])


def test_melds_are_for_something() -> None:
    rummy = ready("rummy")
    until = "size(deck) == 0 and all(each, hand_size == 0)"
    tricks = ScoringRule(1, when="turn == dealer", label="Dealer")

    def endless(part: Part) -> Part:
        return replace(part, until=until) if isinstance(part, TurnsPhase) else part

    idle = replace(transform(rummy, endless), scoring_rules=(tricks,))
    assert is_sound(idle)
    assert not any(isinstance(part, MeldPhase) for _, part in walk(coherent(idle)))
    melds = ScoringRule("size(melds)", label="Melds")
    paid = replace(idle, scoring_rules=(tricks, melds))
    assert is_sound(paid)
    assert any(isinstance(part, MeldPhase) for _, part in walk(coherent(paid)))


def test_nobody_exchanges_cards_for_their_seat_alone() -> None:
    game = ready("rummy")
    course = game.turn_structure
    swap = (DiscardPhase(count=2, who="left(dealer)"), DrawPhase(count=2, who="left(dealer)"))
    lone = replace(game, turn_structure=replace(course, phases=(*swap, *course.phases)))
    phases = coherent(lone).turn_structure.phases
    assert [phase.who for phase in phases[:2]] == [None, None]
    odd = (replace(swap[0], count="size(deck) - 1", who=None), replace(swap[1], who=None))
    hanging = replace(game, turn_structure=replace(course, phases=(*odd, *course.phases)))
    (first, *_) = coherent(hanging).turn_structure.phases
    assert isinstance(first, DiscardPhase)
    assert first.count == 3


def test_a_score_told_by_cases_of_cases_is_seen() -> None:
    game = ready("hearts")
    rule = ScoringRule("25 * if(tricks == 9, 4, if(tricks > 5, 2, 1))", label="Bonus")
    assert is_convoluted(replace(game, scoring_rules=(rule,)))
    assert not is_convoluted(replace(game, scoring_rules=(ScoringRule("if(tricks > 5, 2, 1)"),)))


def test_nobody_deals_every_hand() -> None:
    genome = ready("hearts")
    assert genome.match is not None
    alone = replace(genome, match=replace(genome.match, next_dealer=NextDealer.SAME))
    assert coherent(alone) == genome


def test_who_has_won_the_auction_names_trumps() -> None:
    genome = ready("pidro")
    path = next(
        path
        for path, part in walk(genome)
        if isinstance(part, CallPhase) and part.who == "bidder" and part.calls[0].key is None
    )
    other = put(genome, (*path, "who"), "left(dealer)")
    assert is_sound(other)
    assert coherent(other) == genome


def test_suits_are_followed_where_they_win() -> None:
    genome = ready("whist")
    path = next(path for path, part in walk(genome) if isinstance(part, TrickPhase))
    other = put(genome, (*path, "lead_suit_required"), False)
    other = put(other, (*path, "follow", 0, "cards", "same"), (Attribute.RANK,))
    assert is_sound(other)
    assert coherent(other) == genome


def test_court_cards_are_worth_no_less_than_the_ten() -> None:
    rummy = ready("rummy")
    (table, *others) = rummy.point_tables or ()
    low = tuple(
        replace(line, points=5) if set(only_ranks(line.cards)) & {"J", "Q", "K"} else line
        for line in _one_by_one(table)
    )
    changed = replace(rummy, point_tables=(replace(table, lines=low), *others))
    assert is_sound(changed)
    mended = coherent(changed)
    assert _worth(mended) == _worth(rummy) != _worth(changed)


def test_numbers_count_themselves() -> None:
    rummy = ready("rummy")
    (table, *others) = rummy.point_tables or ()

    def with_three_worth(points: int) -> GameGenome:
        lines = tuple(
            replace(line, points=points) if only_ranks(line.cards) == ("3",) else line
            for line in _one_by_one(table)
        )
        return replace(rummy, point_tables=(replace(table, lines=lines), *others))

    assert _worth(coherent(with_three_worth(2))) == _worth(rummy)
    assert _worth(coherent(with_three_worth(50)))["3"] == 50


def _one_by_one(table: PointTable) -> Iterator[CardPoints]:
    for line in table.lines:
        for rank in only_ranks(line.cards):
            yield CardPoints(CardCondition(rank=rank), line.points)


def _worth(genome: GameGenome) -> dict[str, int]:
    (table, *_) = genome.point_tables or ()
    return {rank: line.points for line in table.lines for rank in only_ranks(line.cards)}


def test_cards_left_are_counted_once() -> None:
    rummy = ready("rummy")
    aces = CardScoringRule(CardCondition(rank=Rank.ACE), -2, ScoringTrigger.HAND_END)
    twice = replace(rummy, card_scoring=(aces,))
    assert is_sound(twice)
    assert coherent(twice) == coherent(rummy)
    by_number = replace(twice, scoring_rules=(ScoringRule("-hand_size", who="each"),))
    assert is_sound(by_number)
    assert not coherent(by_number).card_scoring
    hearts = ready("hearts")
    counted = replace(hearts, card_scoring=(*(hearts.card_scoring or ()), aces))
    assert coherent(counted).card_scoring == counted.card_scoring


def test_tricks_of_the_others_count_as_much_as_those_of_a_contract() -> None:
    genome = generate_random_genome(128)
    rule = ScoringRule("tricks", who="others(declarer)")
    small = replace(genome, scoring_rules=(*(genome.scoring_rules or ())[:2], rule))
    assert is_sound(small)
    assert ("others(declarer)", "true", "10 * tricks") in rules_of(coherent(small))


def test_who_draws_and_melds_discards() -> None:
    rummy = ready("rummy")
    places = [path for path, part in walk(rummy) if isinstance(part, DiscardPhase)]
    loose = rummy
    for path in places:
        loose = put(loose, (*path, "mandatory"), False)
    assert is_sound(loose)
    assert loose != rummy
    assert coherent(loose) == rummy


def test_a_lie_that_is_caught_costs_something() -> None:
    cheat = ready("cheat")
    (place,) = (path for path, part in walk(cheat) if isinstance(part, ClaimPhase))
    idle = put(cheat, (*place, "pile_penalty"), False)
    assert is_sound(idle)
    assert coherent(idle) == cheat


def test_a_new_game_has_the_plainest_manners() -> None:
    bred = replace(
        ready("euchre"), match=replace(_match("euchre"), first_dealer=FirstDealer.HIGH_CARD)
    )
    plain_one = without_ceremony(bred)
    assert is_sound(plain_one)
    assert sum(len(step.packets) for step in plain_one.setup.deal or () if step.zone == "hand") == 5
    assert _match_of(plain_one).first_dealer is FirstDealer.RANDOM
    loser_deals = replace(bred, match=replace(_match("euchre"), next_dealer=NextDealer.LOSER))
    assert _match_of(without_ceremony(loser_deals)).next_dealer is NextDealer.LEFT
    skat = ready("skat")
    assert without_ceremony(skat).setup == skat.setup
    mau = ready("mau-mau")
    dealers = [part for _, part in walk(mau) if isinstance(part, WhoDeals)]
    assert dealers
    assert not [part for _, part in walk(without_ceremony(mau)) if isinstance(part, WhoDeals)]


def _match(name: str) -> MatchRules:
    return _match_of(ready(name))


def _match_of(genome: GameGenome) -> MatchRules:
    assert genome.match is not None
    return genome.match


def test_no_game_is_made_up_for_breeding_in_which_nobody_decides() -> None:
    wars = [seed for seed in range(60) if not leaves_choices(generate_random_genome(seed))]
    assert wars
    for seed in wars:
        assert leaves_choices(make_child("random", (), 0, seed)[0])


def test_what_was_mended_shows_nothing_else_to_mend() -> None:
    for genome in map(generate_random_genome, range(60)):
        mended = coherent(tidy(genome))
        assert coherent(mended) == mended


def test_an_aim_is_mended_behind_an_end_by_counting_turns() -> None:
    """A game in which the cards left count for their holders, and turns are counted, too."""
    sevens = ready("sevens")
    (win,) = sevens.win_conditions
    most = replace(win, type="high_score", comparison=WinComparison.HIGHEST)
    counted = replace(most, type="custom", when="turns >= 500")
    wrong = replace(sevens, win_conditions=(most, counted))
    assert is_sound(wrong)
    (mended,) = coherent(wrong).win_conditions
    assert mended.comparison is WinComparison.LOWEST


def test_a_card_that_no_rule_speaks_of_is_not_turned_up() -> None:
    genome = ready("rummy")
    spot = ZoneSpec(name="turned_for_nothing", label="turned card")
    assert genome.setup.deal is not None
    assert genome.zones is not None
    deal = (*genome.setup.deal, DealStep(zone="turned_for_nothing"))
    turned = replace(genome, zones=(*genome.zones, spot), setup=replace(genome.setup, deal=deal))
    assert is_sound(turned)
    mended = coherent(turned)
    zones = [str(step.zone) for step in mended.setup.deal or ()]
    assert "turned_for_nothing" not in zones
    assert all(zone.name != "turned_for_nothing" for zone in mended.zones or ())
    # A card that names trumps, or is built on, stays.
    for name in ("euchre", "briscola", "crazy-eights", "spoil-five"):
        assert coherent(ready(name)).setup.deal == ready(name).setup.deal


def test_a_queen_between_jacks_and_kings_that_count_counts_as_well() -> None:
    numbers = tuple(CardPoints(CardCondition(rank=Rank(str(n))), n) for n in range(2, 8))
    jack, king = (CardCondition(rank=rank) for rank in (Rank.JACK, Rank.KING))
    for low, high, between in ((11, 13, 12), (10, 10, 10)):
        lines = (CardPoints(jack, low), CardPoints(king, high), *numbers)
        genome = _with_table(PointTable("pips", label="pips", lines=lines))
        (table,) = with_queens_between_jacks_and_kings(genome).point_tables or ()
        worth = {rank: line.points for line in table.lines for rank in only_ranks(line.cards)}
        assert worth["Q"] == between
        assert with_queens_between_jacks_and_kings(
            with_queens_between_jacks_and_kings(genome)
        ) == with_queens_between_jacks_and_kings(genome)
    lone = _with_table(PointTable("pips", label="pips", lines=(CardPoints(king, 25), *numbers)))
    assert with_queens_between_jacks_and_kings(lone) == lone


def _with_table(table: PointTable) -> GameGenome:
    return replace(get_genome("rummy"), point_tables=(table,))


def test_a_wide_miss_does_not_pay() -> None:
    genome = ready("oh-hell")
    exact = ScoringRule(amount="10 + bid", when="tricks == bid", label="Exact bid")
    miss = ScoringRule(amount="abs(tricks - bid)", when="tricks != bid")
    paid = replace(genome, scoring_rules=(exact, miss))
    assert is_sound(paid)
    amounts = {when: amount for _, when, amount in rules_of(coherent(paid))}
    assert amounts == {"tricks == bid": "10 + bid", "tricks != bid": "-abs(tricks - bid)"}
    # Where nothing is paid for the bid itself, points are what one keeps away from.
    alone = replace(genome, scoring_rules=(miss,))
    assert ("tricks != bid", "abs(tricks - bid)") in {
        rule[1:] for rule in rules_of(coherent(alone))
    }


@pytest.mark.parametrize(
    ("order", "known"),
    [
        ("5 6 A 7 8 9 10 J Q K", "5 6 7 8 9 10 J Q K A"),
        ("A 5 6 7 8 9 10 J Q K", "5 6 7 8 9 10 J Q K A"),
        ("A 2 3 4 5 6 7 J Q K", "A 2 3 4 5 6 7 J Q K"),
        ("2 3 7 4 5 6 8 A 9 10", "2 3 4 5 6 7 8 9 10 A"),
        ("7 8 9 J Q K 10 A", "7 8 9 J Q K 10 A"),
        ("3 4 5 6 7 8 9 10 J Q K A 2", "3 4 5 6 7 8 9 10 J Q K A 2"),
        ("A K Q J 10 9 8 7 6 5", "A K Q J 10 9 8 7 6 5"),
        ("K Q J 10 9 8 7 6 5 A", "K Q J 10 9 8 7 6 5 A"),
    ],
)
def test_ranks_rank_as_people_know(order: str, known: str) -> None:
    whist = ready("whist")
    (ranking, *_) = whist.rankings or ()
    ranked = replace(ranking, plain=tuple(map(Rank, order.split())), trump=())
    genome = replace(whist, rankings=(ranked,))
    (found, *_) = with_orders_that_people_know(genome).rankings or ()
    assert " ".join(map(str, found.plain or ())) == known


def test_a_suit_like_the_others_may_be_led_like_the_others() -> None:
    def broken(genome: GameGenome) -> str | None:
        (trick,) = (part for _, part in walk(genome) if isinstance(part, TrickPhase))
        return trick.breaking_suit

    whist = ready("whist")
    (path,) = (path for path, part in walk(whist) if isinstance(part, TrickPhase))
    barred = put(whist, (*path, "breaking_suit"), "spades")
    barred = put(barred, (*path, "breaking_rule"), BreakingRule.CANNOT_LEAD_UNTIL_BROKEN)
    assert is_sound(barred)
    assert broken(barred) == "spades"
    assert broken(coherent(barred)) is None
    # Hearts count at Hearts, and spades are trumps at Spades.
    assert broken(coherent(ready("hearts"))) == "hearts"
    assert broken(coherent(ready("spades"))) == "spades"


def test_to_draw_and_to_discard_is_no_game() -> None:
    def without(kind: type[Part]) -> GameGenome:
        """Rummy without phases of a kind."""

        def thinned(part: Part) -> Part:
            if not isinstance(part, TurnsPhase):
                return part
            return replace(part, phases=tuple(_thinned(part.phases, kind)))

        return transform(ready("rummy"), thinned)

    rummy = ready("rummy")
    kinds = {type(part) for _, part in walk(rummy)}
    assert {DrawPhase, DiscardPhase, MeldPhase} <= kinds
    assert not only_swaps(rummy)
    assert not only_swaps(without(DiscardPhase))
    assert only_swaps(without(MeldPhase))
    # At Golf cards are exchanged for those that lie on the table: that is another thing.
    assert not only_swaps(ready("six-card-golf"))


def _thinned(phases: tuple[Phase, ...], kind: type[Part]) -> Iterator[Phase]:
    for phase in phases:
        if not any(isinstance(part, kind) for _, part in walk(phase)):
            yield phase


def drawn(genome: GameGenome) -> list[str]:
    """How many cards are drawn from the stock, draw by draw."""
    phases = (part for _, part in walk(genome) if isinstance(part, DrawPhase))
    return [str(part.count) for part in phases if part.source == "deck"]


def test_a_stock_lasts_for_some_rounds() -> None:
    rummy = ready("rummy")
    (path, *_) = (path for path, part in walk(rummy) if isinstance(part, DrawPhase))
    ending = replace(put(rummy, (*path, "when_empty"), (EndHand(),)), player_count=2)
    assert is_sound(ending)
    for count, mended in ((1, 1), (2, 2), (20, 1)):
        game = put(ending, (*path, "count"), count)
        assert drawn(with_a_stock_that_lasts(game)) == [str(mended)]
    # Ten cards for each of five leave two of 52 to draw.
    assert not is_soon_over(ending)
    (step, *others) = ending.setup.deal or ()
    ten = replace(ending.setup, deal=(replace(step, packets=(10,)), *others))
    assert is_soon_over(replace(ending, setup=ten, player_count=5))
    assert not is_soon_over(replace(ending, setup=ten, player_count=3))


def test_nobody_discards_twice_in_a_row() -> None:
    def discards(genome: GameGenome) -> int:
        return sum(isinstance(part, DiscardPhase) for _, part in walk(genome))

    for name in ("rummy", "gin-rummy"):
        genome = ready(name)
        (path,) = (path for path, part in walk(genome) if isinstance(part, TurnsPhase))
        (turns,) = (part for _, part in walk(genome) if isinstance(part, TurnsPhase))
        twice = put(genome, (*path, "phases"), (*turns.phases, DiscardPhase(mandatory=True)))
        assert discards(twice) == discards(genome) + 1
        assert discards(with_one_discard(twice)) == discards(genome), name


def test_nothing_is_noted_but_what_was_done() -> None:
    rummy = ready("rummy")
    (path, *_) = (path for path, part in walk(rummy) if isinstance(part, DrawPhase))
    mark, end = Set("turned", to=1, who="turn"), EndHand(scored=False)
    turn = Move("discard", "deck")

    def left(*then: Action) -> tuple[Action, ...]:
        marked = If("not turned", then=then, otherwise=(end,))
        genome = without_marks_alone(put(rummy, (*path, "when_empty"), (marked,)))
        (phase, *_) = (part for _, part in walk(genome) if isinstance(part, DrawPhase))
        return phase.when_empty or ()

    assert left(mark) == (end,)
    assert left(turn, mark) == (If("not turned", then=(turn, mark), otherwise=(end,)),)


def test_hands_are_no_larger_than_people_can_hold() -> None:
    for name in ("french-tarot", "dou-dizhu", "bridge", "war", "president"):
        assert not is_unwieldy(ready(name)), name
    assert is_unwieldy(replace(ready("president"), player_count=2))


def test_a_wild_card_fits_beside_others_that_do() -> None:
    uno = ready("uno")
    named = {one.name: one for one in uno.card_sets or ()}
    wild = replace(named["wild_cards"], cards=CardCondition(ranks=("wild", "7")))
    kept = tuple(one for name, one in named.items() if name != "wild_cards")
    genome = replace(uno, card_sets=(wild, *kept))
    ways = {
        rank
        for one in coherent(genome).card_sets or ()
        if one.name == "fitting"
        for way in one.cards.any_of
        for rank in only_ranks(way)
    }
    assert ways == {"wild", "7"}
    # A card with a name of its own may have a rule of its own, as the wild draw four has.
    assert coherent(uno).card_sets == uno.card_sets


def test_a_suit_is_followed_unless_cards_are_drawn_after_tricks() -> None:
    def free(genome: GameGenome) -> GameGenome:
        (path,) = (path for path, part in walk(genome) if isinstance(part, TrickPhase))
        loose = put(put(genome, (*path, "follow"), ()), (*path, "lead_suit_required"), False)
        assert is_sound(loose)
        return loose

    def must_follow(genome: GameGenome) -> bool:
        (trick,) = (part for _, part in walk(genome) if isinstance(part, TrickPhase))
        return trick.lead_suit_required or bool(trick.follow)

    assert must_follow(coherent(free(ready("hearts"))))
    # Trumps beat what is led, and still nobody could say what an ace is worth.
    assert must_follow(coherent(free(ready("spades"))))
    # At Briscola hands are filled up after each trick, and any card may be played.
    assert not must_follow(coherent(free(ready("briscola"))))


def with_scores(name: str, *rules: ScoringRule) -> GameGenome:
    changed = tidy(replace(ready(name), scoring_rules=rules))
    assert is_sound(changed)
    return changed


def test_tricks_do_not_count_for_missed_bids_alone() -> None:
    lost = with_scores("oh-hell", ScoringRule("tricks", when="tricks != bid", label="Tricks only"))
    assert rules_of(coherent(lost)) == [("each", "tricks == bid", "10 + tricks")]
    short = with_scores("oh-hell", ScoringRule("tricks", when="tricks > 0 and tricks < bid"))
    assert rules_of(coherent(short)) == [("each", "tricks > 0 and tricks >= bid", "10 + tricks")]
    # Beside what a bid brings that was made, tricks may count.
    both = with_scores(
        "oh-hell",
        ScoringRule("20 + bid", when="tricks == bid"),
        ScoringRule("tricks", when="tricks != bid"),
    )
    assert rules_of(coherent(both)) == rules_of(both)


def test_a_bid_that_costs_when_it_is_missed_pays_when_it_is_made() -> None:
    lost = with_scores("wizard", ScoringRule("-10 * bid", when="tricks < bid"))
    assert rules_of(coherent(lost)) == [
        ("each", "tricks >= bid", "10 * bid"),
        ("each", "tricks < bid", "-10 * bid"),
    ]


def test_an_auction_in_which_nothing_is_at_stake_is_seen() -> None:
    genome = generate_random_genome(128)
    assert not is_idle_bidding(genome)
    tricks = ScoringRule("tricks", label="Tricks")
    assert is_idle_bidding(tidy(replace(genome, scoring_rules=(tricks,))))


def test_what_is_named_for_nothing_is_not_named() -> None:
    preferans = ready("preferans")
    naming = next(
        call
        for _, call in walk(preferans.turn_structure)
        if isinstance(call, Call) and call.name == "name_contract"
    )
    trumps = tuple(one for one in naming.do if isinstance(one, SetTrump))
    odd = replace(naming, when="10 * tricks_named + place(suit_named) >= 0", do=trumps)
    host = ready("whist")
    assert len(trumps) == 1
    phase = CallPhase(calls=(odd,), who="left(dealer)", name="naming", label="The contract")
    course = replace(host.turn_structure, phases=(phase, *host.turn_structure.phases))
    taken_over = replace(host, turn_structure=course)
    assert is_sound(taken_over)
    mended = next(
        call for _, call in walk(coherent(taken_over).turn_structure) if isinstance(call, Call)
    )
    assert [choice.name for choice in mended.choices] == ["suit_named"]
    assert mended.when == "true"


def test_a_card_that_names_trumps_is_turned_up() -> None:
    genome = ready("sueca")
    deal = genome.setup.deal or ()
    (turned,) = (step for step in deal if step.zone == "turned_card")
    bare = replace(
        genome, setup=replace(genome.setup, deal=tuple(one for one in deal if one != turned))
    )
    assert turned in (with_a_card_that_names_trumps(bare).setup.deal or ())
    all_dealt = replace(DealStep(), all_cards=True)
    none_left = replace(genome, setup=replace(genome.setup, deal=(all_dealt,)))
    after = with_a_card_that_names_trumps(none_left).setup.after_deal
    assert not any(isinstance(one, SetTrump) for one in after)


def test_no_card_ranks_among_trumps_that_are_none() -> None:
    genome = ready("euchre")

    def without_trumps(part: Part) -> Part:
        if isinstance(part, Call):
            kept = tuple(one for one in part.do if not isinstance(one, SetTrump))
            return replace(part, do=kept)
        return part

    bare = transform(genome, without_trumps)
    (ranking,) = without_an_order_of_no_trumps(bare).rankings or ()
    assert not ranking.promote
    assert not ranking.trump
    assert without_an_order_of_no_trumps(genome) == genome


def test_who_bids_on_tricks_follows_suit() -> None:
    genome = ready("oh-hell")

    def free(part: Part) -> Part:
        if isinstance(part, TrickPhase):
            return replace(part, follow=(), lead_suit_required=False)
        return part

    mended = coherent(transform(genome, free))
    assert all(part.lead_suit_required for _, part in walk(mended) if isinstance(part, TrickPhase))


def test_all_tricks_score_no_less_than_many() -> None:
    genome = ready("whist")
    most = genome.turn_structure.tricks_per_hand
    odd = ScoringRule("tricks - 6", when=f"tricks > 6 and tricks < {most}")
    lost = with_scores("whist", replace((genome.scoring_rules or ())[0], when=odd.when))
    assert [rule[1] for rule in rules_of(coherent(lost))] == ["tricks > 6"]


def test_nothing_is_scored_where_no_score_decides() -> None:
    genome = ready("durak")
    scored = replace(genome, scoring_rules=(ScoringRule("hand_size", label="Cards"),))
    assert is_sound(scored)
    assert not coherent(scored).scoring_rules


def test_a_bid_is_more_than_what_it_takes_off_the_overtricks() -> None:
    genome = ready("oh-hell")
    over = Let("overtricks", "overtricks", "max(0, tricks - bid)", scope=Scope.SEAT)
    alone = replace(
        genome,
        lets=(*genome.lets, over),
        scoring_rules=(ScoringRule("2 * overtricks", when="overtricks > 0"),),
    )
    assert is_sound(alone)
    assert rules_of(coherent(alone)) == [
        ("each", "bid > 0 and tricks >= bid", "5 * bid"),
        ("each", "tricks < bid", "-5 * bid"),
        ("each", "overtricks > 0", "2 * overtricks"),
    ]


def test_turns_do_not_wait_for_a_stock_that_nobody_uses() -> None:
    genome = ready("hearts")
    discard = DiscardPhase()
    waiting = TurnsPhase(phases=(discard,), until="size(deck) == 0 and all(each, hand_size == 0)")

    def turns_of(*phases: Phase) -> TurnsPhase:
        course = replace(genome.turn_structure, phases=(replace(waiting, phases=phases),))
        mended = without_a_stock_that_never_ends(
            replace(genome, turn_structure=course, setup=replace(genome.setup, deal=(DealStep(),)))
        )
        (turns,) = mended.turn_structure.phases
        assert isinstance(turns, TurnsPhase)
        return turns

    assert turns_of(discard).until == "all(each, hand_size == 0)"
    assert turns_of(DrawPhase(), discard).until == waiting.until


def shunning(name: str) -> GameGenome:
    """The game with the lowest score winning."""
    genome = ready(name)
    turned = replace(genome, win_conditions=tuple(map(reversed_aim, genome.win_conditions)))
    assert is_sound(turned)
    return turned


def aims(genome: GameGenome) -> set[WinComparison]:
    return {win.comparison for win in genome.win_conditions}


def test_who_lays_down_books_is_not_punished_for_it() -> None:
    assert aims(coherent(shunning("go-fish"))) == {WinComparison.HIGHEST}


def test_where_cards_left_cost_what_is_laid_down_does_not() -> None:
    left = ScoringRule("hand_size", who="each", label="Cards left")
    both = replace(shunning("go-fish"), scoring_rules=(left,))
    assert is_sound(both)
    mended = coherent(both)
    assert aims(mended) == {WinComparison.LOWEST}
    assert [rule.points for rule in mended.card_scoring or ()] == [-1]
    assert rules_of(mended) == rules_of(both)


def test_a_card_left_over_does_its_holder_no_good() -> None:
    jack_of_spades = CardCondition(rank=Rank.JACK, suit=Suit.SPADES)
    jack = CardScoringRule(jack_of_spades, 1, ScoringTrigger.HAND_END)
    out = ScoringRule(10, who="where(each, hand_size == 0)", label="Going out")
    genome = replace(ready("crazy-eights"), scoring_rules=(out,), card_scoring=(jack,))
    assert is_sound(genome)
    assert [rule.points for rule in coherent(genome).card_scoring or ()] == [-1]


def test_a_number_that_only_other_calls_ask_for_is_idle() -> None:
    oh_hell = ready("oh-hell")
    (path,) = (path for path, part in walk(oh_hell) if isinstance(part, CallPhase))
    assert not is_idle_bidding(oh_hell)
    tricks = ScoringRule("tricks", label="Tricks")
    said = replace(oh_hell, scoring_rules=(tricks,))
    assert all(call.key is None for _, call in walk(at(said, path)) if isinstance(call, Call))
    assert is_idle_bidding(tidy(said))


def test_nobody_throws_cards_away_of_which_they_want_to_get_rid() -> None:
    genome = ready("big-two")
    course = genome.turn_structure
    thrown = DiscardPhase(target="discard", count=3, mandatory=False)
    comes_back = replace(thrown, target="tableau")
    for throwing, stays in ((thrown, False), (comes_back, True)):
        odd = replace(genome, turn_structure=replace(course, phases=(throwing, *course.phases)))
        mended = without_throwing_away(odd).turn_structure.phases
        assert mended == (odd.turn_structure.phases if stays else course.phases)


def test_a_suit_is_not_sought_and_shunned_at_once() -> None:
    scopa = ready("scopa")
    (suit,) = {
        str(named.cards.suit)
        for named in scopa.card_sets
        if any(named.name in str(rule.who) for rule in scopa.scoring_rules or ())
    }
    shunned = CardScoringRule(CardCondition(suit=Suit(suit)), -1, ScoringTrigger.CAPTURE)
    odd = replace(scopa, card_scoring=(shunned,))
    assert is_sound(odd)
    assert coherent(odd).card_scoring == ()


def test_a_score_by_cases_is_convoluted_by_whatever_name_it_goes() -> None:
    big_two = ready("big-two")
    assert [str(rule.amount) for rule in big_two.scoring_rules or ()] == ["penalty"]
    assert is_convoluted(big_two)
    assert not is_convoluted(ready("crazy-eights"))


def test_to_take_no_trick_brings_no_more_than_to_take_all() -> None:
    spades = ready("spades")
    assert coherent(spades) == spades
    rules = tuple(
        replace(rule, amount=500) if rule.amount == 100 else rule
        for rule in spades.scoring_rules or ()
    )
    assert rules != spades.scoring_rules
    mended = coherent(replace(spades, scoring_rules=rules))
    assert (
        max(rule.amount for rule in mended.scoring_rules or () if type(rule.amount) is int) == 130
    )


def test_a_duty_about_cards_goes_where_these_count_for_nothing() -> None:
    hearts = ready("hearts")
    (path,) = (path for path, part in walk(hearts) if isinstance(part, TrickPhase))
    phase = at(hearts, path)
    assert coherent(hearts) == hearts
    assert len(phase.follow) > 1
    tricks = ScoringRule("tricks", who="each", label="Tricks")
    odd = put(hearts, path, replace(phase, leader="left(dealer)"))
    odd = replace(odd, scoring_rules=(tricks,), card_scoring=())
    (mended,) = (part for _, part in walk(coherent(odd)) if isinstance(part, TrickPhase))
    assert mended.lead == ()
    assert len(mended.follow) <= 1
    assert mended.breaking_suit is None


def test_hands_do_not_grow_where_one_card_is_played_each_turn() -> None:
    scopa = ready("scopa")
    (path,) = (path for path, part in walk(scopa) if isinstance(part, TurnsPhase))
    turns = at(scopa, path)
    drawing = DrawPhase(source="deck", target="hand", count=2)
    odd = put(scopa, (*path, "phases"), (drawing, *turns.phases))
    mended = with_as_many_drawn_as_played(odd)
    assert [one.count for _, one in walk(mended) if isinstance(one, DrawPhase)] == [1]
    assert with_as_many_drawn_as_played(scopa) == scopa
