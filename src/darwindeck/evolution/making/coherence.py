"""Rules that belong together: what a rule needs comes with it, what lost its partner goes.

A game may be sound and still make no sense: a contract that can only be lost, a card that turns
round a direction which two players have not got. Each function here mends one such fault that can
be seen in the rules, and leaves every game alone that has it not. `docs/evolution.md` gives the
reasons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from darwindeck.evaluation.complexity import rulebook_of
from darwindeck.evaluation.faults import binds_nobody
from darwindeck.evolution.making.accounts import (
    only_ranks,
    with_courts_above_numbers,
    with_numbers_that_count_themselves,
    with_one_account_of_cards_left,
    with_queens_between_jacks_and_kings,
    with_tricks_of_one_size,
)
from darwindeck.evolution.making.aims import (
    opposite_amount,
    sign_of,
    with_as_many_drawn_as_played,
    with_cards_left_that_cost,
    with_melds_that_pay,
    with_one_say_about_a_suit,
    without_throwing_away,
)
from darwindeck.evolution.making.crossing.mechanic import (
    all_words,
    is_about_cards,
    leaves_choices,
    words_in,
)
from darwindeck.evolution.making.mentions import spoken_of
from darwindeck.evolution.making.operators.endings import SCORE_TYPES, reversed_aim
from darwindeck.evolution.making.partners import (
    with_a_card_that_names_trumps,
    with_bids_that_pay,
    with_bids_worth_making,
    with_nil_in_proportion,
    with_scores_up_to_all_tricks,
    without_a_stock_that_never_ends,
    without_an_order_of_no_trumps,
    without_choices_for_nothing,
    without_scores_for_nothing,
)
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.checked import is_sound
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.expressions import ExpressionError, parse
from darwindeck.genome.expressions.reading import names_read
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Attribute,
    BlockPhase,
    BreakingRule,
    CallPhase,
    CardCondition,
    CardPoints,
    CardRanking,
    CardRule,
    CardScoringRule,
    Change,
    ChoicePhase,
    ClaimPhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    GameGenome,
    If,
    Location,
    MeldPhase,
    Moment,
    NameSuit,
    NextDealer,
    Owner,
    PassPhase,
    Phase,
    PlayPhase,
    PointTable,
    Rank,
    Reference,
    RepeatPhase,
    Reverse,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    Sees,
    Set,
    SetTrump,
    SpecialEffect,
    TrickPhase,
    TurnsPhase,
    WhoDeals,
    WinComparison,
)
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import at, transform, walk, without
from darwindeck.rulebook.document import plain, statements
from darwindeck.rulebook.sections.limits import out_of_reach
from darwindeck.rulebook.sections.play.tricks import PASSED_OVER
from darwindeck.rulebook.words import Words

HOLES = 0.5
"""A table has holes if there are at most so many of them for each card that is worth its number."""
ROUNDS = 4
"""So often, at most, it is looked for something to mend."""
MADE, FAILED = "Contract made", "Contract failed"


def coherent(genome: GameGenome) -> GameGenome:
    """The game with the rules that belong together; as it is, if it cannot be mended so.

    What is mended may show something else that wants mending: nothing is left in the end.
    """
    for _ in range(ROUNDS):
        before = genome
        for mend in MENDERS:
            mended = mend(genome)
            if mended != genome:
                tidied = tidy(mended)
                genome = tidied if is_sound(tidied) else genome
        if genome == before:
            break
    return genome


# --- a contract has two ends ---------------------------------------------------------------------


def with_both_ends_of_a_contract(genome: GameGenome) -> GameGenome:
    """Who gains by making a contract must risk something, and who risks something must gain.

    Else the highest bid costs nothing, or bidding can only lose.
    """
    roles = set(_roles_by_call(genome))
    rules = genome.scoring_rules or ()
    added = []
    for rule in rules:
        opposite = _negated(str(rule.when))
        if rule.who not in roles or opposite is None or sign_of(rule) == 0:
            continue
        if not any(_settles(other, opposite, rule) for other in rules):
            failed = opposite.startswith("not ")
            label = (FAILED if failed else MADE) if rule.label in (MADE, FAILED) else ""
            amount = opposite_amount(rule.amount)
            added.append(replace(rule, amount=amount, when=opposite, label=label))
            # One partner for each condition is enough.
            rules = (*rules, added[-1])
    if not added:
        return genome
    return replace(genome, scoring_rules=(*(genome.scoring_rules or ()), *added))


def _roles_by_call(genome: GameGenome) -> Iterator[str]:
    """Roles that players bid for."""
    for _, part in walk(genome.turn_structure):
        if isinstance(part, CallPhase):
            for call in part.calls:
                if call.key is not None:
                    yield from (one.role for one in call.do if isinstance(one, AssignRole))


def _settles(rule: ScoringRule, when: str, other: ScoringRule) -> bool:
    """Whether a rule already says what happens in the opposite case, to anybody."""
    if when in str(rule.when).split(" and "):
        return True
    # What is scored in any case, and the other way round, is the other end as well.
    return (
        rule.when == "true" and rule.who in (other.who, "each") and sign_of(rule) == -sign_of(other)
    )


def _negated(condition: str) -> str | None:
    """The opposite of a condition that is a name, such as ``made``; None if it is anything else."""
    name = condition.removeprefix("not ")
    if not name.isidentifier() or name in ("true", "false"):
        return None
    return name if name != condition else f"not {name}"


# --- what cannot do anything ---------------------------------------------------------------------


def without_reversing_for_two(genome: GameGenome) -> GameGenome:
    """Two players have no direction that could be turned round."""
    if genome.player_count > 2:
        return genome
    return _without_actions(genome, lambda action: isinstance(action, Reverse))


def without_endless_penalties(genome: GameGenome) -> GameGenome:
    """A penalty that cards heap up, and that nothing ever takes back, grows until the hand ends."""
    endless = set(_heaped_up(genome))
    if not endless:
        return genome
    return _without_actions(
        genome, lambda action: isinstance(action, Change) and action.counter in endless
    )


def _heaped_up(genome: GameGenome) -> Iterator[str]:
    """Counters that effects of cards raise, that say how many cards are taken, and that nothing
    sets."""
    effects = genome.special_effects or ()
    raised = {
        part.counter for effect in effects for _, part in walk(effect) if isinstance(part, Change)
    }
    changed = [part for _, part in walk(genome) if isinstance(part, Set | Change)]
    taken_back = {
        part.counter
        for part in changed
        if isinstance(part, Set) or str(part.by).strip().startswith("-")
    }
    read = {
        name
        for _, phase in walk(genome.turn_structure)
        if (count := getattr(phase, "count", None)) is not None
        for name in _names(str(count))
    }
    return iter((raised - taken_back) & read)


def _names(expression: str) -> set[str]:
    try:
        return set(names_read(parse(expression)))
    except ExpressionError:
        return set()


def _without_actions(genome: GameGenome, gone: Callable[[Action], bool]) -> GameGenome:
    """The game without some actions of its cards; a card that does nothing else is plain again."""
    kept = []
    for effect in genome.special_effects or ():
        do = tuple(_kept(effect.do, gone))
        if do:
            kept.append(effect if do == effect.do else replace(effect, do=do, note=""))
    effects: tuple[SpecialEffect, ...] = tuple(kept)
    if effects == (genome.special_effects or ()):
        return genome
    return replace(genome, special_effects=effects)


def _kept(actions: tuple[Action, ...], gone: Callable[[Action], bool]) -> Iterator[Action]:
    for action in actions:
        if gone(action):
            continue
        if isinstance(action, If):
            then = tuple(_kept(action.then, gone))
            otherwise = tuple(_kept(action.otherwise, gone))
            if then:
                yield replace(action, then=then, otherwise=otherwise)
            continue
        yield action


# --- an aim that fits the play --------------------------------------------------------------------

_OUT = "hand_size == 0"
_PLACED = re.compile(r"where\(each, (\w+) == [12]\)")
_OWN_CARDS = ("hand_size", "size(hand", "points(hand")


def with_an_aim_that_fits(genome: GameGenome) -> GameGenome:
    """Where a hand ends when somebody has got rid of their cards, that must be worth something.

    If the cards that one has left are what wins, nobody wants to play any. Where nothing else is
    scored, the aim is turned round.
    """
    ends = any(
        "hand_size" in str(getattr(part, "until", "")) for _, part in walk(genome.turn_structure)
    )
    rules = genome.scoring_rules or ()
    places = {
        part.counter
        for _, part in walk(genome.turn_structure)
        if isinstance(part, Set) and _OUT in str(part.to)
    }
    wanted = {_wanted(rule, places) for rule in rules}
    if not ends or genome.card_scoring or len(wanted) != 1 or None in wanted:
        return genome
    wins = genome.win_conditions
    if any(win.type not in SCORE_TYPES or win.comparison in wanted for win in wins):
        return genome
    return replace(genome, win_conditions=tuple(map(reversed_aim, wins)))


def _wanted(rule: ScoringRule, places: AbstractSet[str]) -> WinComparison | None:
    """Who must win if it is to be good to have no cards left; None if a rule does not tell.
    `places` count who went out first, second and so on."""
    amount, sign = str(rule.amount), sign_of(rule)
    if rule.moment is not Moment.HAND_END or rule.op is not ScoreOp.ADD or sign == 0:
        return None
    placed = _PLACED.fullmatch(str(rule.who))
    if rule.who == f"where(each, {_OUT})" or (placed and placed[1] in places):
        good = sign > 0
    elif (
        rule.who == "each"
        and any(part in amount for part in _OWN_CARDS)
        and "others(" not in amount
    ):
        good = sign < 0
    else:
        return None
    return WinComparison.HIGHEST if good else WinComparison.LOWEST


# --- to whom cards are passed --------------------------------------------------------------------


def with_plain_passing(genome: GameGenome) -> GameGenome:
    """Of two players, each is to the left, to the right and opposite of the other; and what is the
    same in every hand is said once."""

    def changed(part: Part) -> Part:
        if not isinstance(part, PassPhase):
            return part
        to = part.to
        if genome.player_count == 2:
            to = tuple(_LEFT if one in _NEIGHBOURS else one for one in to)
        if part.split:
            to = tuple(dict.fromkeys(to))
            return replace(part, to=to, split=len(to) > 1)
        period = next(n for n in range(1, len(to) + 1) if to[:n] * (len(to) // n) == to)
        return replace(part, to=to[:period])

    return transform(genome, changed)


_LEFT = "left(turn)"
_NEIGHBOURS = (_LEFT, "right(turn)", "across(turn)")


# --- a miss costs --------------------------------------------------------------------------------

_BY_HOW_MUCH = re.compile(r"(?:(\d+) \* )?abs\((\w+) - (\w+)\)")


def with_misses_that_cost(genome: GameGenome) -> GameGenome:
    """Where whoever takes as many tricks as they said is paid, a miss does not pay the more the
    wider it is: it costs as much."""
    rules = genome.scoring_rules or ()
    wanted = {str(rule.when) for rule in rules if sign_of(rule) > 0}
    mended = tuple(_that_costs(rule) if _pays_for_a_miss(rule, wanted) else rule for rule in rules)
    return replace(genome, scoring_rules=mended) if mended != rules else genome


def _pays_for_a_miss(rule: ScoringRule, wanted: AbstractSet[str]) -> bool:
    found = _BY_HOW_MUCH.fullmatch(str(rule.amount))
    if found is None:
        return False
    one, other = found[2], found[3]
    return not wanted.isdisjoint({f"{one} == {other}", f"{other} == {one}"})


def _that_costs(rule: ScoringRule) -> ScoringRule:
    return replace(rule, amount=f"-{rule.amount}", label=rule.label or "Missed bid")


# --- tables without holes ------------------------------------------------------------------------


def with_whole_tables(genome: GameGenome) -> GameGenome:
    """Where cards are worth the number on them, all of them are: nobody remembers that the eight
    alone is worth nothing."""
    known = genome.point_tables or ()
    blocks = genome.deck.blocks if genome.deck is not None else ()
    numbers = [rank for block in blocks for rank in block.ranks if rank.isdigit()]
    tables = tuple(_whole(table, list(dict.fromkeys(numbers))) for table in known)
    return replace(genome, point_tables=tables) if tables != known else genome


def _whole(table: PointTable, numbers: Sequence[str]) -> PointTable:
    named = [rank for line in table.lines for rank in _ranks_of(line.cards)]
    own = [
        rank for line in table.lines for rank in _ranks_of(line.cards) if str(line.points) == rank
    ]
    missing = [rank for rank in numbers if rank not in named]
    plain = all(_is_by_rank(line) for line in table.lines)
    if not plain or not 0 < len(missing) <= HOLES * len(own):
        return table
    lines = (CardPoints(CardCondition(rank=Rank(rank)), int(rank)) for rank in missing)
    return replace(table, lines=(*table.lines, *lines))


def _ranks_of(cards: CardCondition) -> list[str]:
    return [str(rank) for rank in (cards.rank, *cards.ranks) if rank is not None]


def _is_by_rank(line: CardPoints) -> bool:
    return line.cards == CardCondition(rank=line.cards.rank, ranks=line.cards.ranks)


# --- ends that nobody has to count for -----------------------------------------------------------

_TURNS = re.compile(r"turns >= \d+")
ROOM = 3
"""So many turns for each card of each hand are enough for a game that comes to an end at all."""
ROUND = 1000


def without_counting_turns(genome: GameGenome) -> GameGenome:
    """Nobody counts turns by the hundred: where players have a say and there is another end, a game
    ends by that one, or is turned away as one that does not. The safety net lies far beyond."""
    if genome.player_count < 2 or not leaves_choices(genome):
        return genome
    wins = tuple(win for win in genome.win_conditions if not _TURNS.fullmatch(str(win.when)))
    if not wins:
        return genome
    if wins == genome.win_conditions and out_of_reach(Words(genome)):
        return genome
    hands = (genome.match.hands if genome.match is not None else None) or 1
    room = -(-ROOM * hands * len(deck_cards(genome)) // ROUND) * ROUND
    return replace(genome, win_conditions=wins, max_turns=max(genome.max_turns, room))


# --- wild cards are wild -------------------------------------------------------------------------

WILD = "wild card"
_NAMES_A_SUIT = re.compile(r"count\(top\(\w+\), (\w+)\) == 1")


def with_wild_cards_that_fit(genome: GameGenome) -> GameGenome:
    """A card that is called wild, and whose player names the suit to match, fits every time."""
    sets = {named.name: named for named in genome.card_sets or ()}
    wild = {
        name
        for _, phase in walk(genome.turn_structure)
        if isinstance(phase, CallPhase) and any(isinstance(p, NameSuit) for _, p in walk(phase))
        for name in _NAMES_A_SUIT.findall(str(phase.when))
        if name in sets and sets[name].label == WILD
    }
    fitting = {
        phase.valid_play_condition.named
        for _, phase in walk(genome.turn_structure)
        if isinstance(phase, PlayPhase) and phase.valid_play_condition is not None
    }
    changed = []
    for named in genome.card_sets or ():
        ways = named.cards.any_of
        if named.name in fitting and any(way.same for way in ways):
            own = {rank for way in ways for rank in _ranks_of(way)}
            # Cards with a name of their own may have a rule of their own.
            own |= {
                rank
                for name, other in sets.items()
                if name not in wild
                for rank in _ranks_of(other.cards)
            }
            missing = [
                rest
                for name in sorted(wild)
                if CardCondition(named=name) not in ways
                and (rest := _without(sets[name].cards, own)) is not None
            ]
            if missing:
                cards = replace(named.cards, any_of=(*ways, *missing))
                named = replace(named, cards=cards)
        changed.append(named)
    return replace(genome, card_sets=tuple(changed)) if sets else genome


def _without(cards: CardCondition, ranks: AbstractSet[str]) -> CardCondition | None:
    """The cards but for some ranks; None if nothing is left, as they are if they are no ranks."""
    own = only_ranks(cards)
    left = tuple(rank for rank in own if rank not in ranks)
    if own == left:
        return cards
    return CardCondition(ranks=left) if left else None


# --- orders, suits and values that people can remember -------------------------------------------

LIFTED = 3
"""So many cards, at most, rank higher among trumps than their place among plain cards says."""


def with_trumps_in_order(genome: GameGenome) -> GameGenome:
    """Trumps rank as other cards do, but for a few on top; an order with more to it is known from
    no game, and nobody remembers two orders."""
    changed = tuple(_with_trumps_in_order(ranking) for ranking in genome.rankings or ())
    return replace(genome, rankings=changed) if genome.rankings else genome


def _with_trumps_in_order(ranking: CardRanking) -> CardRanking:
    usual, trumps = list(ranking.plain or ()), list(ranking.trump or ())
    places = [usual.index(rank) for rank in trumps[:-LIFTED] if rank in usual]
    if not trumps or set(usual) != set(trumps) or places == sorted(places):
        return ranking
    top = trumps[-1]
    return replace(ranking, trump=(*(rank for rank in usual if rank != top), top))


NATURAL = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""The order of ranks that everybody knows; the ace may also be the highest."""
RAISED = 4
"""So many ranks, at most, are known to beat all others out of their turn."""


def with_orders_that_people_know(genome: GameGenome) -> GameGenome:
    """Ranks rank as everybody knows, but for a few that are higher: nobody remembers that the ace
    lies between the six and the seven."""
    changed = tuple(
        replace(ranking, plain=order)
        if (order := _known_order(tuple(ranking.plain or ()))) is not None
        else ranking
        for ranking in genome.rankings or ()
    )
    return replace(genome, rankings=changed) if genome.rankings else genome


def _known_order(order: tuple[str, ...]) -> tuple[str, ...] | None:
    """An order that is known, in place of one that is not. Nobody thinks of the ace as the one
    below a five."""
    if not set(order) <= set(NATURAL):
        return None
    below_nothing = order[:1] == ("A",) and "2" not in order
    if _is_known_order(order) and below_nothing:
        return (*order[1:], "A")
    if _is_known_order(order) or _is_known_order(order[::-1]):
        return None
    usual = sorted(order, key=NATURAL.index)
    if "A" in order and ("2" not in order or order.index("A") >= len(order) / 2):
        usual = [*usual[1:], "A"]
    return tuple(usual)


def _is_known_order(order: tuple[str, ...]) -> bool:
    places = [NATURAL.index(rank) for rank in order]
    kept = max(0, len(places) - RAISED)
    return places[:kept] == sorted(places[:kept])


def with_suits_broken_for_a_reason(genome: GameGenome) -> GameGenome:
    """A suit that may not be led before it is broken is one that matters: trumps, or a suit that
    scores. A suit like the others may be led like the others."""

    def mended(part: Part) -> Part:
        if not isinstance(part, TrickPhase) or part.breaking_suit is None:
            return part
        if part.breaking_suit in special:
            return part
        return replace(part, breaking_suit=None, breaking_rule=BreakingRule.NONE)

    special = _suits_that_are_named(genome)
    return transform(genome, mended)


def _suits_that_are_named(genome: GameGenome) -> set[str]:
    """The suits of which a rule speaks that says more than how they may be led."""
    found: set[str] = set()
    for _, part in walk(genome):
        if isinstance(part, CardCondition):
            found |= {str(suit) for suit in (part.suit, *part.suits) if suit is not None}
        elif isinstance(part, SetTrump):
            found |= set(_names(str(part.suit)))
        elif isinstance(part, TrickPhase) and part.trump_suit is not None:
            found.add(str(part.trump_suit))
    return found


def with_duties_for_a_reason(genome: GameGenome) -> GameGenome:
    """A duty about certain cards belongs to what these cards score: where they count for nothing,
    and nobody leads because they hold one, it is one more thing to be told."""
    sets = {named.name: named.cards for named in genome.card_sets}

    def cards_in(value: object) -> list[CardCondition]:
        plain = [one for _, one in walk(value) if isinstance(one, CardCondition)]
        said = words_in(value) | {str(one.named) for one in plain}
        named = [sets[name] for name in sorted(said & sets.keys())]
        return plain + [one for _, one in walk(tuple(named)) if isinstance(one, CardCondition)]

    counted = cards_in(
        (genome.scoring_rules, genome.card_scoring, genome.point_tables, genome.special_effects)
    )
    suits = {one for cards in counted for one in (cards.suit, *cards.suits)}
    ranks = {one for cards in counted for one in (cards.rank, *cards.ranks)}
    suits, ranks = (suits | {genome.setup.trump_suit}) - {None}, ranks - {None}

    def has_a_reason(duty: CardRule) -> bool:
        cards = cards_in(duty)
        return not is_about_cards(duty, genome) or any(
            {one.suit, *one.suits} & suits or {one.rank, *one.ranks} & ranks for one in cards
        )

    def mended(part: Part) -> Part:
        if not isinstance(part, TrickPhase) or "holder" in words_in(part.leader):
            return part
        lead = tuple(filter(has_a_reason, part.lead))
        return replace(part, lead=lead, follow=tuple(filter(has_a_reason, part.follow)))

    return transform(genome, mended)


def with_suits_that_matter(genome: GameGenome) -> GameGenome:
    """Where there are trumps, a card of another suit than the one led does not win by its rank."""
    rankings = genome.rankings or ()
    if (
        not any(ranking.across_suits for ranking in rankings)
        or not Words(genome).lexicon.has_trumps
    ):
        return genome
    changed = tuple(
        ranking if ranking.mode else replace(ranking, across_suits=False) for ranking in rankings
    )
    return replace(genome, rankings=changed)


def with_one_value_for_each_card(genome: GameGenome) -> GameGenome:
    """No rank is counted once for itself and once more among others."""
    rules = genome.card_scoring or ()
    changed = [_without_ranks_of_others(rule, rules) for rule in rules]
    kept = tuple(rule for rule in changed if rule is not None)
    return replace(genome, card_scoring=kept) if kept != rules else genome


def _without_ranks_of_others(
    rule: CardScoringRule, rules: Sequence[CardScoringRule]
) -> CardScoringRule | None:
    """The rule without the ranks that a narrower one counts at the same moment."""
    own = rule.condition.ranks
    if not own or rule.condition != CardCondition(ranks=own):
        return rule
    counted = {
        rank
        for other in rules
        if other is not rule and other.trigger is rule.trigger
        for rank in only_ranks(other.condition)
        if set(only_ranks(other.condition)) < set(own)
    }
    left = tuple(rank for rank in own if rank not in counted)
    if left == own:
        return rule
    return replace(rule, condition=CardCondition(ranks=left)) if left else None


def with_one_card_of_its_own(genome: GameGenome) -> GameGenome:
    """One card is hunted, or one is shunned: several single cards, each with points of its own,
    nobody remembers."""
    rules = genome.card_scoring or ()
    single = [rule for rule in rules if _is_single(rule.condition)]
    most = {
        sign: max((rule for rule in single if (rule.points > 0) is sign), key=_size, default=None)
        for sign in (True, False)
    }
    kept = tuple(rule for rule in rules if rule not in single or rule is most[rule.points > 0])
    return replace(genome, card_scoring=kept) if kept != rules else genome


def _is_single(cards: CardCondition) -> bool:
    return cards.suit is not None and cards.rank is not None


def _size(rule: CardScoringRule) -> int:
    return abs(rule.points)


def with_dealers_in_turn(genome: GameGenome) -> GameGenome:
    """Where nothing else says who deals, nobody deals every hand."""
    match = genome.match
    named = any(isinstance(part, WhoDeals) for _, part in walk(genome))
    if match is None or match.next_dealer is not NextDealer.SAME or named or genome.house:
        return genome
    if genome.player_count < 2 or match.hands == 1:
        return genome
    return replace(genome, match=replace(match, next_dealer=NextDealer.LEFT))


# --- auctions and tricks -------------------------------------------------------------------------


def with_trumps_named_by_the_declarer(genome: GameGenome) -> GameGenome:
    """Who has won the auction names trumps, not whoever sits next to the dealer."""
    roles = list(dict.fromkeys(_roles_by_call(genome)))
    if len(roles) != 1:
        return genome

    def mended(part: Part) -> Part:
        if not isinstance(part, CallPhase) or any(call.key is not None for call in part.calls):
            return part
        if part.who is None or roles[0] in str(part.who):
            return part
        names = any(isinstance(one, SetTrump) for _, one in walk(part.calls))
        return replace(part, who=roles[0]) if names else part

    return transform(genome, mended)


def with_exchanges_for_all(genome: GameGenome) -> GameGenome:
    """Where somebody exchanges cards for no reason but their seat, everybody does. How many may be
    exchanged does not hang on what others have left in the stock."""
    lone = {f"{place}(dealer)" for place in ("left", "right", "across")} | {"dealer"}

    def mended(phase: Phase) -> Phase:
        if not isinstance(phase, DrawPhase | DiscardPhase) or str(phase.who) not in lone:
            return phase
        return replace(phase, who=None)

    course = genome.turn_structure
    plain = tuple(map(_with_a_plain_count, course.phases))
    if plain != course.phases:
        return replace(genome, turn_structure=replace(course, phases=plain))
    phases = tuple(map(mended, course.phases))
    seats = {
        str(before.who)
        for before, after in zip(course.phases, phases, strict=True)
        if before != after
    }
    if len(seats) != 1:
        return genome
    return replace(genome, turn_structure=replace(course, phases=phases))


EXCHANGED = 3
"""So many cards may be exchanged where no number is given."""


def _with_a_plain_count(phase: Phase) -> Phase:
    if isinstance(phase, DiscardPhase) and phase.who is None and "deck" in str(phase.count):
        return replace(phase, count=EXCHANGED)
    return phase


def with_suits_that_are_followed(genome: GameGenome) -> GameGenome:
    """Where the suit led wins tricks, it is the suit that is followed, and not the rank."""
    if any(ranking.across_suits for ranking in genome.rankings or ()):
        return genome

    def mended(part: Part) -> Part:
        if not isinstance(part, TrickPhase):
            return part
        duties = tuple(
            replace(duty, cards=replace(duty.cards, same=(Attribute.SUIT,)))
            if duty.cards == CardCondition(same=(Attribute.RANK,), of=Reference.LED)
            else duty
            for duty in part.follow
        )
        if duties == part.follow:
            return part
        return replace(part, follow=tuple(dict.fromkeys(duties)), lead_suit_required=True)

    return transform(genome, mended)


def with_suits_followed(genome: GameGenome) -> GameGenome:
    """The suit led is followed, unless hands are filled up after each trick: else who leads just
    wins, or others throw away what they like, and nobody can say what a card is worth."""

    def mended(part: Part) -> Part:
        if isinstance(part, TrickPhase) and binds_nobody(part, genome):
            return replace(part, lead_suit_required=True)
        return part

    return transform(genome, mended)


# --- turns ---------------------------------------------------------------------------------------


def with_discards_that_are_made(genome: GameGenome) -> GameGenome:
    """Who draws and melds ends the turn with a discard: it feeds the others, and what to give them
    is half of the game."""

    def mended(part: Part) -> Part:
        if not isinstance(part, TurnsPhase):
            return part
        kinds = {type(one) for _, one in walk(part.phases)}
        if not {DrawPhase, MeldPhase} <= kinds:
            return part
        return replace(part, phases=tuple(map(_with_a_discard, part.phases)))

    return transform(genome, mended)


def _with_a_discard(phase: Phase) -> Phase:
    if not isinstance(phase, DiscardPhase) or phase.count != 1 or phase.when != "true":
        return phase
    return replace(phase, mandatory=True) if phase.target == Location.DISCARD else phase


_IN_MELDS = frozenset({"melds", "hand_size", "hand", "pips"})


def without_melds_for_nothing(genome: GameGenome) -> GameGenome:
    """To lay a combination down scores, or rids the hand of what costs or must go: else nobody
    would."""
    said = set[str]()
    for rule in genome.scoring_rules or ():
        said |= all_words(genome, rule)
    for win in genome.win_conditions:
        said |= _names(str(win.when)) | _names(str(win.value))
    for _, part in walk(genome):
        until = str(getattr(part, "until", ""))
        said |= {"hand_size"} if "any(each, hand_size == 0)" in until else set()
    sets = any(rule.trigger is ScoringTrigger.SET_COMPLETE for rule in genome.card_scoring or ())
    wins = any(win.type == "empty_hand" for win in genome.win_conditions)
    melds = any(rule.moment is Moment.MELDED for rule in genome.scoring_rules or ())
    moves = any(effect.moment is Moment.MELDED for effect in genome.special_effects)
    if sets or wins or melds or moves or said & _IN_MELDS:
        return genome
    places = {one.name for one in genome.zones or ()} & said
    idle = [
        path
        for path, part in walk(genome.turn_structure.phases)
        if isinstance(part, MeldPhase) and not part.automatic and part.target not in places
    ]
    course = genome.turn_structure
    phases = course.phases
    for path in reversed(idle):
        while len(path) > 2 and len(at(phases, path[:-1])) == 1:
            # A phase that holds nothing else goes with it.
            path = path[:-2]
        phases = without(phases, path)
    if phases == course.phases:
        return genome
    return replace(genome, turn_structure=replace(course, phases=phases))


def with_one_discard(genome: GameGenome) -> GameGenome:
    """Who has discarded, whichever way, has ended the turn: nobody discards twice in a row."""

    def mended(part: Part) -> Part:
        if not isinstance(part, TurnsPhase):
            return part
        pairs = zip((None, *part.phases), part.phases, strict=False)
        kept = [two for one, two in pairs if not (_is_discard(two) and _always_discards(one))]
        return replace(part, phases=tuple(kept)) if len(kept) < len(part.phases) else part

    return transform(genome, mended)


def _is_discard(phase: Phase | None) -> bool:
    return isinstance(phase, DiscardPhase) and phase.target == Location.DISCARD


def _always_discards(phase: Phase | None) -> bool:
    if isinstance(phase, ChoicePhase):
        return all(map(_always_discards, phase.options))
    if isinstance(phase, BlockPhase):
        return any(map(_always_discards, phase.phases))
    return _is_discard(phase)


ROUNDS_OF_DRAWING = 3
"""So many times, at least, everybody can draw before the stock runs out."""


def with_a_stock_that_lasts(genome: GameGenome) -> GameGenome:
    """Where several cards are drawn in a turn, and the stock is gone after a turn or two of each
    player, one is drawn."""
    turns = _turns_of_drawing(genome)
    if turns is None:
        return genome

    def mended(part: Part) -> Part:
        if not isinstance(part, DrawPhase) or part.source != Location.DECK:
            return part
        count = str(part.count)
        if not count.isdigit() or int(count) < 2 or int(count) * ROUNDS_OF_DRAWING <= turns:
            return part
        return replace(part, count=1)

    return transform(genome, mended)


def is_soon_over(genome: GameGenome) -> bool:
    """Whether the stock, with which a hand ends, is gone before everybody has had some turns."""
    turns = _turns_of_drawing(genome)
    return turns is not None and turns < ROUNDS_OF_DRAWING


def _turns_of_drawing(genome: GameGenome) -> float | None:
    """How many cards of the stock there are for each player where a hand ends with the stock; None
    if it does not, or if that is not known."""
    deal = genome.setup.deal or ()
    if not deal or any(step.all_cards for step in deal):
        return None
    ends = any(
        isinstance(part, DrawPhase)
        and part.source == Location.DECK
        and any(isinstance(one, EndHand) for one in part.when_empty or ())
        for _, phase in walk(genome.turn_structure)
        if isinstance(phase, TurnsPhase)
        for _, part in walk(phase)
    )
    dealt = sum(
        sum(step.packets) * (genome.player_count if step.to == "each" else 1)
        for step in deal
        if step.zone == Location.HAND or step.to != "each"
    )
    left = len(deck_cards(genome)) - dealt
    return left / genome.player_count if ends else None


def without_marks_alone(genome: GameGenome) -> GameGenome:
    """When the stock runs out, nothing is noted that only says that it was noted: what was done
    beside it has gone, and what comes the next time comes at once."""

    def mended(part: Part) -> Part:
        if not isinstance(part, DrawPhase) or not part.when_empty:
            return part
        (first, *others) = part.when_empty
        if others or not isinstance(first, If) or not first.then:
            return part
        marks = {one.counter for one in first.then if isinstance(one, Set)}
        if not all(isinstance(one, Set) for one in first.then):
            return part
        return (
            replace(part, when_empty=first.otherwise)
            if _names(str(first.condition)) <= marks
            else part
        )

    return transform(genome, mended)


def with_claims_that_cost(genome: GameGenome) -> GameGenome:
    """Who is caught lying, or doubts without reason, takes the pile: else nobody need care."""

    def mended(part: Part) -> Part:
        if isinstance(part, ClaimPhase) and part.allow_challenge and not part.pile_penalty:
            return replace(part, pile_penalty=True)
        return part

    return transform(genome, mended)


# --- what cannot be mended -----------------------------------------------------------------------


def without_cards_turned_for_nothing(genome: GameGenome) -> GameGenome:
    """A card that is turned up after the deal is turned up for something: to name trumps, to be
    built on, to be taken. Where no rule speaks of the place it lies in, it stays in the pack."""
    steps = genome.setup.deal or ()
    rest = replace(genome, setup=replace(genome.setup, deal=()))
    spoken = {mention.name for mention in spoken_of(rest)}
    lone = {
        zone.name
        for zone in genome.zones or ()
        if zone.owner is Owner.TABLE and zone.name not in spoken and not _is_known(zone.name)
    }
    kept = tuple(step for step in steps if str(step.zone) not in lone)
    if kept == steps:
        return genome
    return replace(genome, setup=replace(genome.setup, deal=kept))


def _is_known(zone: str) -> bool:
    """Whether rules may mean a zone without naming it."""
    return zone in {str(location) for location in Location}


def is_uneven(genome: GameGenome) -> bool:
    """Whether somebody may have no card left while others play to a trick: no game that people play
    asks its players to sit and watch then, and its book must say what they do."""
    book = rulebook_of(genome)
    return any(PASSED_OVER in plain(said.text).lower() for said in statements(book))


MOST_IN_A_HAND = 18
"""So many cards are held in one hand at most: as many as in the largest hands of the library."""


def is_unwieldy(genome: GameGenome) -> bool:
    """Whether players must hold more cards in one hand than people do."""
    hand = [zone for zone in genome.zones or () if zone.name == Location.HAND]
    steps = [step for step in genome.setup.deal or () if step.zone == Location.HAND]
    if any(zone.sees is Sees.NOBODY for zone in hand) or not steps:
        return False
    cards = len(deck_cards(genome))
    dealt = sum(
        cards // genome.player_count if step.all_cards else sum(step.packets) for step in steps
    )
    return dealt > MOST_IN_A_HAND


def only_swaps(genome: GameGenome) -> bool:
    """Whether players do nothing in a hand but draw cards and throw as many away: nothing that they
    do ends it, and nobody has anything of it but fewer pips."""
    phases = [part for _, part in walk(genome.turn_structure) if isinstance(part, Phase)]
    done = [part for part in phases if type(part) not in _FRAMES]
    if len(done) == len(phases) or {type(part) for part in done} != {DrawPhase, DiscardPhase}:
        return False
    drawn = all(str(part.target) == "hand" for part in done if isinstance(part, DrawPhase))
    return drawn and all(
        str(part.source) == "hand" for part in done if isinstance(part, DiscardPhase)
    )


def is_convoluted(genome: GameGenome) -> bool:
    """Whether somebody scores an amount that is told by cases: "four times this if that, else
    twice"; taken out of the game it was made for, nobody can say what it is for."""
    terms = {let.name: str(let.value) for let in genome.lets}
    amounts = [str(rule.amount) for rule in genome.scoring_rules or ()]
    amounts += [terms[amount] for amount in amounts if amount in terms]
    return any(amount.count("if(") > 1 for amount in amounts)


_FRAMES = {TurnsPhase, RepeatPhase, ChoicePhase, BlockPhase, DoPhase}
"""Phases in which nothing is done but what stands in them, or what needs nobody."""


MENDERS: tuple[Callable[[GameGenome], GameGenome], ...] = (
    with_an_aim_that_fits,
    with_as_many_drawn_as_played,
    with_melds_that_pay,
    with_cards_left_that_cost,
    with_one_say_about_a_suit,
    without_throwing_away,
    with_plain_passing,
    with_both_ends_of_a_contract,
    with_misses_that_cost,
    without_reversing_for_two,
    without_endless_penalties,
    with_whole_tables,
    without_counting_turns,
    with_wild_cards_that_fit,
    with_orders_that_people_know,
    with_trumps_in_order,
    with_suits_that_matter,
    with_duties_for_a_reason,
    with_suits_broken_for_a_reason,
    with_one_value_for_each_card,
    with_one_card_of_its_own,
    with_dealers_in_turn,
    with_trumps_named_by_the_declarer,
    with_exchanges_for_all,
    with_suits_that_are_followed,
    with_suits_followed,
    with_courts_above_numbers,
    with_queens_between_jacks_and_kings,
    with_numbers_that_count_themselves,
    with_one_account_of_cards_left,
    with_tricks_of_one_size,
    with_discards_that_are_made,
    with_claims_that_cost,
    with_one_discard,
    without_melds_for_nothing,
    with_a_stock_that_lasts,
    without_marks_alone,
    without_cards_turned_for_nothing,
    with_bids_that_pay,
    with_bids_worth_making,
    with_nil_in_proportion,
    without_choices_for_nothing,
    with_a_card_that_names_trumps,
    without_an_order_of_no_trumps,
    with_scores_up_to_all_tricks,
    without_scores_for_nothing,
    without_a_stock_that_never_ends,
)
"""What is mended, in order."""
