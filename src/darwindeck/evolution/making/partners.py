"""Rules that have lost what they were made for in another game: bids that pay when they fail,
names that nobody asks for, trumps without a card that names them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from darwindeck.evolution.making.crossing.anatomy import Anatomy
from darwindeck.evolution.making.crossing.mechanic import all_words, words_in
from darwindeck.evolution.making.operators.endings import SCORE_TYPES
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.expressions import Binary, ExpressionError, Name, Node, Number, parse
from darwindeck.genome.expressions.syntax import print_node
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Call,
    CallPhase,
    CardCondition,
    ChoiceKind,
    Deal,
    DealStep,
    FillHands,
    GameGenome,
    Location,
    Move,
    Owner,
    Part,
    Reference,
    ScoreOp,
    ScoringRule,
    Set,
    SetTrump,
    TurnsPhase,
    WinComparison,
)
from darwindeck.genome.tree import transform, walk

_OPPOSITE = {"!=": "==", "<": ">=", ">": "<="}
"""What a bid made is, by what a bid missed is, the bid standing on the right."""
_TURNED = {"!=": "!=", "==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
A_BID = 10
"""An exact bid pays so much beside the tricks: else nothing would be the best bid of all."""


# --- bids ----------------------------------------------------------------------------------------


def with_bids_worth_making(genome: GameGenome) -> GameGenome:
    """Where a missed bid costs the more the higher it was, one that is made pays as much: else
    nobody bids anything."""
    rules = genome.scoring_rules or ()
    bids = set(_numbers_bid(genome))
    made = {
        (left, bid)
        for rule in rules
        if not _costs(rule)
        for left, operator, bid in _compared(rule, bids)
        if operator in ("==", ">=")
    }
    added = []
    for rule in rules:
        missed = [one for one in _compared(rule, bids) if one[1] == "<"]
        if len(missed) != 1 or not _costs(rule) or rule.who not in ("each", "teams"):
            continue
        (left, _, bid) = missed[0]
        if (left, bid) in made or bid not in words_in(rule.amount):
            continue
        amount = str(rule.amount).strip()[1:].strip()
        added.append(replace(_turned_round(rule, bids), amount=amount))
    added += _both_ends_beside_overtricks(genome, bids)
    if not added:
        return genome
    return replace(genome, scoring_rules=(*added, *rules))


_OVERTRICKS = re.compile(r"max\(0, (\w+) - (\w+)\)")
OF_A_BID = 5
"""A bid pays and costs so many points for each trick where only what goes beyond it scored."""


def _both_ends_beside_overtricks(genome: GameGenome, bids: set[str]) -> Iterator[ScoringRule]:
    """What a bid brings and costs, where nothing scores but what goes beyond it: else the lowest
    bid is always the best."""
    over = {
        let.name: found
        for let in genome.lets
        if (found := _OVERTRICKS.fullmatch(str(let.value))) and found[2] in bids
    }
    rules = genome.scoring_rules or ()
    paid = [rule for rule in rules if not _costs(rule) and words_in(rule.amount) & over.keys()]
    others = [rule for rule in rules if rule not in paid]
    if len(paid) != 1 or any(all_words(genome, rule) & bids for rule in others):
        return
    (name,) = words_in(paid[0].amount) & over.keys()
    (result, bid) = over[name].groups()
    who = paid[0].who
    yield ScoringRule(
        f"{OF_A_BID} * {bid}", who=who, when=f"{bid} > 0 and {result} >= {bid}", label="Bid made"
    )
    yield ScoringRule(f"-{OF_A_BID} * {bid}", who=who, when=f"{result} < {bid}", label="Bid failed")


def _costs(rule: ScoringRule) -> bool:
    return str(rule.amount).strip().startswith("-")


def with_bids_that_pay(genome: GameGenome) -> GameGenome:
    """Where tricks count for those alone who have missed their bid, the bid is turned round: to
    make it pays."""
    rules = genome.scoring_rules or ()
    bids = set(_numbers_bid(genome))
    if any(win.comparison is not WinComparison.HIGHEST for win in genome.win_conditions):
        return genome
    paying = [rule for rule in rules if not _costs(rule)]
    made = {
        (left, bid)
        for rule in paying
        for left, operator, bid in _compared(rule, bids)
        if operator in ("==", ">=", "<=")
    }
    # What is paid in any case is paid for a bid made, too; what a word of the game says that knows
    # of the bid may be.
    if any(bids & all_words(genome, rule) and not _compared(rule, bids) for rule in paying):
        return genome
    mended = tuple(
        _turned_round(rule, bids)
        if rule in paying
        and any(
            operator in ("!=", "<") and (left, bid) not in made and bid not in words_in(rule.amount)
            for left, operator, bid in _compared(rule, bids)
        )
        else rule
        for rule in rules
    )
    return replace(genome, scoring_rules=mended) if mended != rules else genome


def _numbers_bid(genome: GameGenome) -> Iterator[str]:
    """Counters that hold a number that somebody has said."""
    for _, part in walk(genome.turn_structure):
        if isinstance(part, Call):
            said = {one.name for one in part.choices if one.type is ChoiceKind.NUMBER}
            for _, one in walk(part.do):
                if isinstance(one, Set) and said & words_in(one):
                    yield one.counter


def _compared(rule: ScoringRule, bids: set[str]) -> list[tuple[str, str, str]]:
    """What a rule holds against a bid, how, and which bid, the bid on the right."""
    try:
        terms = list(_terms(parse(str(rule.when))))
    except ExpressionError:
        return []
    found = []
    for term in terms:
        if not isinstance(term, Binary) or term.operator not in _TURNED:
            continue
        left, right = term.left, term.right
        if isinstance(right, Name) and right.id in bids:
            found.append((print_node(left), term.operator, right.id))
        elif isinstance(left, Name) and left.id in bids and not isinstance(right, Number):
            found.append((print_node(right), _TURNED[term.operator], left.id))
    return found


def _terms(node: Node) -> Iterator[Node]:
    """What must all be so."""
    if isinstance(node, Binary) and node.operator == "and":
        yield from _terms(node.left)
        yield from _terms(node.right)
    else:
        yield node


def _all_of(terms: list[Node]) -> str:
    if not terms:
        return "true"
    whole, *others = terms
    for term in others:
        whole = Binary("and", whole, term)
    return print_node(whole)


def _turned_round(rule: ScoringRule, bids: set[str]) -> ScoringRule:
    def turned(term: Node) -> Node:
        if not isinstance(term, Binary) or term.operator not in _OPPOSITE:
            return term
        one_is_bid = any(isinstance(x, Name) and x.id in bids for x in (term.left, term.right))
        return replace(term, operator=_OPPOSITE[term.operator]) if one_is_bid else term

    when = _all_of([turned(term) for term in _terms(parse(str(rule.when)))])
    amount = rule.amount
    if isinstance(amount, str) and amount.isidentifier():
        amount = f"{A_BID} + {amount}"
    return replace(rule, when=when, amount=amount, label="Bid made")


def with_nil_in_proportion(genome: GameGenome) -> GameGenome:
    """Who says that they will take no trick, and takes none, gets no more than all tricks would
    bring: in a short hand, where nobody need take any, nothing else would be bid."""
    bids = set(_numbers_bid(genome))
    rules = genome.scoring_rules or ()
    rates = [
        int(found[1])
        for rule in rules
        if (found := _TIMES_BID.fullmatch(str(rule.amount))) and found[2] in bids
    ]
    if not rates:
        return genome
    most = max(rates) * Anatomy(genome).tricks

    def mended(rule: ScoringRule) -> ScoringRule:
        said = str(rule.when)
        is_nil = any(f"{bid} == 0" in said for bid in bids) and "tricks == 0" in said
        too_much = isinstance(rule.amount, int) and rule.amount > most
        return replace(rule, amount=most) if is_nil and too_much else rule

    return replace(genome, scoring_rules=tuple(map(mended, rules)))


_TIMES_BID = re.compile(r"(\d+) \* (\w+)")


def is_idle_bidding(genome: GameGenome) -> bool:
    """Whether players say a number, or outbid each other with one, that then counts for nothing:
    who says most risks nothing."""
    calls = [
        call
        for _, part in walk(genome.turn_structure)
        if isinstance(part, CallPhase)
        for call in part.calls
    ]
    elsewhere = words_in(transform(genome, _without_conditions_of_calls))
    return any(
        _is_talk(call, genome) if call.key is not None else _says_nothing(call, elsewhere)
        for call in calls
    )


def _says_nothing(call: Call, elsewhere: set[str]) -> bool:
    """Whether a number is said that only the conditions of other calls ask for."""
    numbers = {one.name for one in call.choices if one.type is ChoiceKind.NUMBER}
    done = [one for _, one in walk(call.do) if isinstance(one, Action)]
    told = {one.counter for one in done if isinstance(one, Set) and numbers & words_in(one)}
    used = {
        name
        for one in done
        if not isinstance(one, Set | AssignRole)
        for name in numbers & words_in(one)
    }
    return bool(numbers) and not used and bool(told) and not told & elsewhere


def _without_conditions_of_calls(part: Part) -> Part:
    """A call without what must be so for it and without what it notes down."""
    if not isinstance(part, Call):
        return part
    return replace(part, when="true", do=tuple(one for one in part.do if not isinstance(one, Set)))


def _is_talk(call: Call, genome: GameGenome) -> bool:
    numbers = {one.name for one in call.choices if one.type is ChoiceKind.NUMBER}
    if not numbers:
        return False
    done = [one for _, one in walk(call.do) if isinstance(one, Action)]
    if any(not isinstance(one, Set | AssignRole) and numbers & words_in(one) for one in done):
        return False
    kept = {one.counter for one in done if isinstance(one, Set) and numbers & words_in(one)}
    kept |= {one.role for one in done if isinstance(one, AssignRole)}
    scored = all_words(genome, (genome.scoring_rules or (), genome.win_conditions))
    for _, part in walk(genome.turn_structure):
        if isinstance(part, Action) and part not in done:
            scored |= all_words(genome, part)
    return not kept & scored


# --- calls ---------------------------------------------------------------------------------------


def without_choices_for_nothing(genome: GameGenome) -> GameGenome:
    """What is named in a call is named for something: where nothing is done with it, neither it
    nor a condition that speaks of it has any use."""

    def mended(part: Part) -> Part:
        if not isinstance(part, Call) or not part.choices:
            return part
        others = tuple(replace(one, name="", label="") for one in part.choices)
        used = _spoken((part.key, part.do, part.equal_ok, others))
        mute = {one.name for one in part.choices if one.type is ChoiceKind.NUMBER or not by_name}
        idle = mute - used - spoken
        if not idle:
            return part
        try:
            terms = list(_terms(parse(str(part.when))))
        except ExpressionError:
            return part
        when = _all_of([one for one in terms if not idle & _spoken(print_node(one))])
        choices = tuple(one for one in part.choices if one.name not in idle)
        return replace(part, choices=choices, when=when)

    # Cards may be meant by the suit or the rank that was named last.
    by_name = any(
        isinstance(one, CardCondition) and one.of is Reference.NAMED for _, one in walk(genome)
    )
    spoken = _spoken(transform(genome, _without_words))
    return transform(genome, mended)


def _spoken(value: object) -> set[str]:
    """All words that stand in some clauses, whatever they mean there."""
    return set(re.findall(r"\w+", repr(value)))


def _without_words(part: Part) -> Part:
    """A call as the others see it: what it says of itself is left out."""
    if not isinstance(part, Call):
        return part
    return replace(part, choices=(), key=None, when="true", equal_ok="false", do=())


# --- trumps --------------------------------------------------------------------------------------

_SUIT_OF = re.compile(r"suit\((\w+)\)")


def with_a_card_that_names_trumps(genome: GameGenome) -> GameGenome:
    """Where the suit of a card on the table is trumps, such a card is turned up, or there are no
    trumps."""
    after = genome.setup.after_deal
    zones = {zone.name for zone in genome.zones or () if zone.owner is Owner.TABLE}
    filled = words_in((genome.setup.deal, genome.setup.before_deal))
    missing = {
        found[1]
        for one in after
        if isinstance(one, SetTrump) and (found := _SUIT_OF.fullmatch(str(one.suit)))
    }
    missing = (missing & zones) - filled - {"deck"}
    moved = {str(one.target) for one in after if isinstance(one, Move)}
    if not missing or missing & moved:
        return genome
    (zone, *_) = sorted(missing)
    deal = genome.setup.deal or ()
    cards = len(deck_cards(genome)) - sum(_dealt(step, genome.player_count) for step in deal)
    if cards > 0 and len(missing) == 1 and not any(step.all_cards for step in deal):
        deal = (*deal, DealStep(zone=zone))
        return replace(genome, setup=replace(genome.setup, deal=deal))
    others = tuple(one for one in after if not isinstance(one, SetTrump))
    return replace(genome, setup=replace(genome.setup, after_deal=others))


def _dealt(step: DealStep, players: int) -> int:
    """How many cards a step takes from the pack; where that hangs on the seats, at least."""
    if step.zone != Location.HAND:
        return sum(step.packets) + sum(step.piles)
    seats = {"each": players, "others(dealer)": players - 1}.get(str(step.to), 1)
    return seats * sum(step.packets)


def without_an_order_of_no_trumps(genome: GameGenome) -> GameGenome:
    """Where nothing ever is trumps, no card ranks otherwise among them."""
    makers = (part for _, part in walk(genome) if isinstance(part, SetTrump))
    if genome.setup.trump_suit is not None or any(makers):
        return genome
    rankings = tuple(
        replace(ranking, trump=(), promote=())
        if not any(one.always for one in ranking.promote)
        else ranking
        for ranking in genome.rankings or ()
    )
    return replace(genome, rankings=rankings) if rankings != (genome.rankings or ()) else genome


def without_a_stock_that_never_ends(genome: GameGenome) -> GameGenome:
    """Turns do not wait until the stock is used up where nobody ever draws from it."""
    bare = transform(genome.turn_structure, _without_an_end)
    acts = (bare, genome.special_effects)
    dealing = any(isinstance(one, Deal | FillHands) for _, one in walk(acts))
    if dealing or "deck" in _spoken(acts) or any(one.all_cards for one in genome.setup.deal or ()):
        return genome

    def mended(part: Part) -> Part:
        if not isinstance(part, TurnsPhase):
            return part
        terms = list(_terms(parse(str(part.until))))
        kept = [one for one in terms if print_node(one) != "size(deck) == 0"]
        return replace(part, until=_all_of(kept)) if 0 < len(kept) < len(terms) else part

    return transform(genome, mended)


def _without_an_end(part: Part) -> Part:
    return replace(part, until="false") if isinstance(part, TurnsPhase) else part


# --- scores --------------------------------------------------------------------------------------


def with_scores_up_to_all_tricks(genome: GameGenome) -> GameGenome:
    """Where many tricks score, all of them do not score nothing."""
    rules = genome.scoring_rules or ()
    most = genome.turn_structure.tricks_per_hand
    elsewhere = f"tricks == {most}"

    def mended(rule: ScoringRule) -> ScoringRule:
        try:
            terms = list(_terms(parse(str(rule.when))))
        except ExpressionError:
            return rule
        kept = [one for one in terms if print_node(one) != f"tricks < {most}"]
        if len(kept) == len(terms) or str(rule.amount).startswith("-"):
            return rule
        return replace(rule, when=_all_of(kept))

    if most is None or any(elsewhere in str(rule.when) for rule in rules):
        return genome
    mended_rules = tuple(map(mended, rules))
    return replace(genome, scoring_rules=mended_rules) if mended_rules != rules else genome


def without_scores_for_nothing(genome: GameGenome) -> GameGenome:
    """Where who wins hangs on no score, nothing is scored when the play is over."""
    rules = genome.scoring_rules or ()
    if not rules or (genome.match is not None and (genome.match.hands or 1) > 1):
        return genome
    wins = genome.win_conditions
    if any(win.type in SCORE_TYPES for win in wins):
        return genome
    if any("score" in word or word == "chips" for word in all_words(genome, wins)):
        return genome
    kept = tuple(rule for rule in rules if rule.into != "hand_score" or rule.op is not ScoreOp.ADD)
    return replace(genome, scoring_rules=kept) if kept != rules else genome
