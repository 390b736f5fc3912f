"""Faults that a designer sees at once.

Each is a function and a row of `FAULTS`. What can be read off the rules is found without play; all
else is measured in games of players who have learnt the game, and counts only if it is certain: the
whole 95 % interval must lie beyond the bound. A fault is a sentence that somebody can act on, with
the clause that it is about. `docs/worth.md` says what each bound is, and why.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from darwindeck.evaluation.choices import SPOKEN, Choice
from darwindeck.evaluation.clauses import in_force
from darwindeck.evaluation.evidence import Evidence
from darwindeck.evaluation.intervals import mean_of, ratio_of, share_of, wilson
from darwindeck.evaluation.results import Fault, Metric
from darwindeck.evaluation.traces import TracedDeal
from darwindeck.genome.decks import card_count
from darwindeck.genome.expressions import Call, Name, Negative, Number, nodes_of, parse
from darwindeck.genome.problems import Path, path_text
from darwindeck.genome.schema import (
    Change,
    Choose,
    Deal,
    DealStep,
    FillHands,
    GameGenome,
    Life,
    Location,
    Move,
    Reverse,
    ScoreOp,
    ScoringRule,
    Sees,
    Set,
    TrickPhase,
    WinComparison,
)
from darwindeck.genome.tree import walk
from darwindeck.simulation.moves import MoveKind

NEVER = 0.02
"""Good players never choose what they choose more rarely than this."""
HARDLY_EVER = 0.05
"""What brings more to good players more rarely than this, where they try it, they rightly shun."""
LUCKY = 0.15
"""What brings more to random players oftener than this may only be hard to learn."""
PROMISING = 1 / 3
"""Of the decisions at which a clause was tried, those at which it promised most."""
FEW = 12
"""What was tried more rarely than this says nothing."""
GOOD_PLAYERS = 100_000
"""From so many steps of learning on players know what to choose."""
OFTEN = 60
"""What never pays in so many trials does not pay once in twenty, by the rule of three."""
NO_EFFECT = 0.95
"""Choices have no effect if this share of them changes nothing."""
BARE = 0.02
"""At most at this share of the decisions in a trick somebody may have no card left."""
OPEN = 0.5
"""At most this share of the cards that were dealt hidden may be known to others."""
ONE_CARD = 0.6
"""At most this share of the hands may be decided by who was dealt a card."""
FIRST_HAND = 0.5
"""At most this share of the matches may end with the first hand, if there is a target."""
OUT_OF_REACH = 0.8
"""At most this share of the matches may end before anybody has come to the target."""
NOBODY = 0.1
"""At most this share of the hands may be won by nobody."""
KINGMAKING = 0.6
"""At most so often may whoever cannot win decide who does."""
RUNAWAY = 0.85
"""At most so often may whoever leads after a third of the match win it."""
WATCHING = 0.4
"""At most for this share of a match may players be out, on average."""
CARDS_TRIED = 52
"""As many cards are looked at at once; the interval allows for that."""

Found = Iterator[tuple[Path, str]]


@dataclass(frozen=True)
class FaultKind:
    """One fault: what it is, and how it is found."""

    name: str
    meaning: str
    in_rules: Callable[[GameGenome], Found] | None = None
    in_play: Callable[[Evidence], Found] | None = None


# --- what is chosen ------------------------------------------------------------------------------


def _never_chosen(evidence: Evidence) -> Found:
    """Of all that can be chosen in a phase, good players choose always the same, and everything
    else loses; where cards are concerned, what they always choose is to do nothing."""
    phases: dict[int, list[Choice]] = defaultdict(list)
    for choice in evidence.choices:
        phases[choice.phase].append(choice)
    never_pay = {(one.phase, one.clause) for one in _losing(evidence)}
    for found in phases.values():
        shunned = [one for one in found if _is_shunned(one, evidence)]
        if len(shunned) + 1 != len(found) or any(
            (one.phase, one.clause) in never_pay for one in shunned
        ):
            continue
        (taken,) = (one for one in found if one not in shunned)
        spoken = all(one.deed in SPOKEN for one in shunned)
        if not spoken and taken.deed not in (MoveKind.PASS, MoveKind.STOP):
            continue
        path, what = evidence.words.clause(shunned[0])
        always = evidence.words.clause(taken)[1]
        text = f"good players never choose {what} but always {always}: it loses even at its best"
        yield path, text


def _is_shunned(choice: Choice, evidence: Evidence) -> bool:
    """Never chosen, and rightly: it hardly ever gains where they try it, or, if it is said, where
    random players do, who go on with the same dice. Otherwise they must have
    learnt for long, and it must lose even where it promises most, and random players must gain by
    it but rarely: they may only not have learnt how to use it."""
    if share_of("", choice.chosen, choice.offered).high >= NEVER:
        return False
    gains = choice.gains()
    gained = share_of("", sum(gain > 0 for gain in gains), len(gains))
    if len(gains) >= OFTEN and gained.high < HARDLY_EVER and mean_of("", gains).high < 0:
        return True
    place = (choice.phase, choice.clause)
    blind = [one for one in evidence.blind_choices if (one.phase, one.clause) == place]
    blindly = [gain for one in blind for gain in one.gains()]
    luck = share_of("", sum(gain > 0 for gain in blindly), len(blindly))
    losing = len(blindly) >= OFTEN and mean_of("", blindly).high < 0
    if choice.deed in SPOKEN and losing and luck.high < HARDLY_EVER:
        return True
    tried = choice.promising(PROMISING)
    return (
        choice.deed in SPOKEN
        and evidence.lesson >= GOOD_PLAYERS
        and min(len(tried), len(blindly)) >= FEW
        and mean_of("", tried).high < 0
        and luck.high < LUCKY
    )


def _never_pays(evidence: Evidence) -> Found:
    """Whatever else one could have done would have brought as much or more."""
    for choice in _losing(evidence):
        path, what = evidence.words.clause(choice)
        yield path, f"{what} never pays: doing something else brought as much or more, every time"


def _losing(evidence: Evidence) -> Iterator[Choice]:
    """What hardly ever brings more than something else, if everybody goes on as before.

    That is asked of random players, who go on with the same dice: others may be put off by it.
    """
    for choice in evidence.blind_choices:
        if choice.deed in SPOKEN and _comes_up(choice.phase, evidence):
            gains = choice.gains()
            idle = evidence.words.is_pass(choice)
            if not idle and len(gains) >= OFTEN and max(gains) <= 0 and mean_of("", gains).high < 0:
                yield choice


def _comes_up(phase: int, evidence: Evidence) -> bool:
    """Whether players who have learnt the game decide something there now and then. What only
    random players come to, after a bid that nobody would make, says nothing."""
    return len(evidence.able_forks.get(phase, ())) >= FEW


def _no_effect(evidence: Evidence) -> Found:
    """Another choice would have changed nothing, for anybody."""
    if evidence.sides < 2:
        return
    same: dict[int, list[bool]] = defaultdict(list)
    for fork in evidence.blind_forks():
        same[fork.phase].append(fork.same)
    spoken = {choice.phase for choice in evidence.blind_choices if choice.deed in SPOKEN}
    for phase, found in sorted(same.items()):
        certain = share_of("", sum(found), len(found)).low > NO_EFFECT
        if certain and phase not in spoken:
            # Who bids blindly may have lost before the first card; what is said only puts good
            # players off.
            able = [fork.same for fork in evidence.able_forks.get(phase, ())]
            certain = share_of("", sum(able), len(able)).high > NO_EFFECT
        if certain and _comes_up(phase, evidence):
            name = evidence.words.name(phase)
            text = f"what players choose in “{name}” has no effect: the hand ends the same way"
            yield evidence.words.path(phase), text


# --- cards ---------------------------------------------------------------------------------------


def _bare(evidence: Evidence) -> Found:
    parts = [trace.notes.tricks for trace in evidence.hands if trace.notes is not None]
    share = ratio_of("", [(float(bare), float(all_)) for all_, bare in parts])
    if share.low > BARE:
        yield (), f"in {_percent(share)} of the plays to a trick somebody has no card left to play"


def _laid_open(evidence: Evidence) -> Found:
    if evidence.has_house:
        return
    parts = [trace.notes.hidden for trace in evidence.hands if trace.notes is not None]
    share = ratio_of("", [(float(known), float(all_)) for all_, known in parts])
    if share.low > OPEN:
        yield (), f"{_percent(share)} of the cards that are dealt hidden are known to others"


def _one_card(evidence: Evidence) -> Found:
    """How much oftener one guesses who wins a hand if one knows who was dealt a card."""
    sides = evidence.sides
    if sides < 2 or evidence.has_house:
        return
    fair = 1 / sides
    won: dict[int, list[float]] = defaultdict(list)
    hands = [deal for deal in evidence.deals() if any(deal.margins)]
    for deal in hands:
        best = [side for side in range(sides) if deal.margins[side] == max(deal.margins)]
        for side, cards in enumerate(deal.cards):
            for card in _bits(cards):
                won[card].append((side in best) / len(best))
    z = NormalDist().inv_cdf(1 - 0.025 / CARDS_TRIED)
    for card, results in sorted(won.items()):
        share = math.fsum(results) / len(results)
        low, high = wilson(share, len(results), z)
        guessed = max(low, (1 - high) / (sides - 1))
        decided = (guessed - fair) / (1 - fair) * len(results) / len(hands)
        if decided > ONE_CARD:
            how = "wins" if share > fair else "loses"
            name = evidence.game.cards[card]
            yield (), f"one card decides: whoever is dealt {name} nearly always {how} the hand"


def _bits(cards: int) -> Iterator[int]:
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


# --- the match -----------------------------------------------------------------------------------

_TARGETS = ("high_score", "low_score", "first_to_score")


def _first_hand(evidence: Evidence) -> Found:
    wins = evidence.genome.win_conditions
    targets = [number for number, win in enumerate(wins) if win.type in _TARGETS and win.threshold]
    match = evidence.genome.match
    if not targets or (match is not None and match.hands == 1):
        return
    played = [trace for trace in evidence.matches if trace.finished]
    ended = share_of("", sum(trace.hands <= 1 for trace in played), len(played))
    if ended.low > FIRST_HAND:
        target = wins[targets[0]].threshold
        text = f"the target of {target} is reached in the first hand in {_percent(ended)} of games"
        yield ("win_conditions", targets[0]), text


def _out_of_reach(evidence: Evidence) -> Found:
    """The match is said to be played to a target, and ends by the number of hands instead."""
    wins = evidence.genome.win_conditions
    targets = [number for number, win in enumerate(wins) if win.type in _TARGETS and win.threshold]
    played = [trace for trace in evidence.matches if trace.finished]
    if not targets or len(targets) < len(wins) or evidence.has_house:
        return
    least = min((wins[number].threshold for number in targets), key=abs)
    # Standings are the better, the higher they are.
    sign = -1 if wins[targets[0]].comparison is WinComparison.LOWEST else 1
    missed = [_furthest(trace.standings, sign, least) < abs(least) for trace in played]
    share = share_of("", sum(missed), len(missed))
    if share.low > OUT_OF_REACH:
        text = f"nobody comes to {least} points in {_percent(share)} of games: the hands run out"
        yield ("win_conditions", targets[0]), text


def _furthest(standings: Sequence[int], sign: int, target: int) -> int:
    """How far anybody has come on the way to a target, which may lie below 0."""
    way = 1 if target > 0 else -1
    return max((sign * way * standing for standing in standings), default=0)


def _nobody(evidence: Evidence) -> Found:
    """Whoever plays: hands that some players pass out or cannot bring to an end are no fault, nor
    are those that they spoil by calls whose meaning they have not learnt."""
    if evidence.sides < 2 or evidence.has_house:
        return
    speaks = any(choice.deed in SPOKEN for choice in evidence.choices)
    if speaks and evidence.lesson < GOOD_PLAYERS:
        return
    if not evidence.hands_are_settled:
        played = [trace.shares for trace in evidence.matches if trace.finished]
        able = share_of("", sum(len(set(shares)) == 1 for shares in played), len(played))
        if able.low > NOBODY:
            yield (), f"nobody wins {_percent(able)} of the games"
        return
    able = _undecided(evidence.deals())
    if able.low <= NOBODY or _undecided(evidence.blind_deals()).low <= NOBODY:
        return
    if _undecided(evidence.greedy_deals()).low > NOBODY:
        yield (), f"nobody wins {_percent(able)} of the hands"


def _undecided(deals: Sequence[TracedDeal]) -> Metric:
    return share_of("", sum(len(set(deal.margins)) == 1 for deal in deals), len(deals))


def _kingmaking(evidence: Evidence) -> Found:
    if evidence.sides < 3:
        return
    moved: dict[int, list[bool]] = defaultdict(list)
    for trace in evidence.matches:
        for fork in trace.notes.forks if trace.notes is not None else ():
            won, then = fork.winners
            if won and then and not (won | then) >> fork.side & 1:
                moved[fork.phase].append(won != then)
    for phase, found in sorted(moved.items()):
        share = share_of("", sum(found), len(found))
        if share.low > KINGMAKING:
            name = evidence.words.name(phase)
            yield (
                evidence.words.path(phase),
                f"whoever cannot win any more decides who does: in “{name}” {_percent(share)} of "
                "their choices change the winner",
            )


def _runaway(evidence: Evidence) -> Found:
    won = []
    for trace in evidence.finished():
        deals = [deal for deal in (trace.notes.deals if trace.notes else ()) if deal.standings]
        if len(deals) < 3 or evidence.sides < 2:
            continue
        standings = deals[math.ceil(len(deals) / 3) - 1].standings
        leaders = [side for side, has in enumerate(standings) if has == max(standings)]
        if len(leaders) == 1:
            won.append(trace.shares[leaders[0]])
    share = share_of("", math.fsum(won), len(won))
    if share.low > RUNAWAY:
        text = f"whoever leads after a third of the match wins {_percent(share)} of the time"
        yield (), text


def _watching(evidence: Evidence) -> Found:
    if evidence.sides < 3:
        return
    idle = []
    for trace in evidence.finished():
        last = trace.notes.last if trace.notes is not None else ()
        if trace.decisions < len(last):
            continue
        idle.append(1 - math.fsum(last) / (len(last) * trace.decisions))
    share = mean_of("", idle, (0.0, 1.0))
    if share.low > WATCHING:
        yield (), f"players are out and watch for {_percent(share)} of the game"


# --- what can be read off the rules --------------------------------------------------------------


def _cannot_happen(genome: GameGenome) -> Found:
    if genome.player_count == 2:
        for path, part in walk(genome):
            if isinstance(part, Reverse):
                yield path, "the direction of play is reversed, which means nothing between two"


UNKNOWN = 2
"""So many cards that are not dealt keep nothing secret."""


def _no_secrets(genome: GameGenome) -> Found:
    """Who holds half of the pack, or nearly so, knows what the other one of two holds."""
    blind = any(
        zone.name == Location.HAND and zone.sees is Sees.NOBODY for zone in genome.zones or ()
    )
    if genome.player_count != 2 or genome.house is not None or blind:
        return
    cards = card_count(genome)
    hands = [step for step in _deal_of(genome) if step.zone == Location.HAND and step.to == "each"]
    dealt = sum(cards if step.all_cards else 2 * sum(step.packets) for step in hands)
    if dealt >= cards - UNKNOWN:
        whole = "all the cards" if dealt >= cards else "nearly all the cards"
        text = f"two players hold {whole}, so that each knows what the other has"
        yield ("setup",), text


def _deal_of(genome: GameGenome) -> tuple[DealStep, ...]:
    setup = genome.setup
    return setup.deal if setup.deal is not None else (DealStep((setup.cards_per_player,)),)


SHORT_HAND = 5
"""With so many cards a hand is short enough to play any of them at any time."""


def draws_after_trick(phase: TrickPhase) -> bool:
    """Whether cards are drawn after each trick."""
    return any(
        isinstance(part, FillHands | Deal)
        or (isinstance(part, Move) and part.source == Location.DECK)
        for _, part in walk(phase.after_trick)
    )


def binds_nobody(phase: TrickPhase, genome: GameGenome) -> bool:
    """Whether anybody may play anything to a trick that only the suit led and trumps can win, and
    hands are not filled up after it."""
    across = any(ranking.across_suits for ranking in genome.rankings or ())
    bound = bool(phase.follow) or phase.lead_suit_required or phase.playable is not None
    if across or bound or phase.choose is not Choose.PICK or genome.player_count < 2:
        return False
    return not draws_after_trick(phase)


def _anything_goes(genome: GameGenome) -> Found:
    """Where a long hand is played out and nobody must follow suit, nobody can say what a card is
    worth: others throw away what they like."""
    cards = card_count(genome) // max(1, genome.player_count)
    hands = [step for step in _deal_of(genome) if step.zone == Location.HAND]
    if hands and sum(cards if one.all_cards else sum(one.packets) for one in hands) <= SHORT_HAND:
        return
    for path, part in walk(genome.turn_structure, ("turn_structure",)):
        if isinstance(part, TrickPhase) and binds_nobody(part, genome):
            yield path, "nobody has to follow suit, though no cards are drawn after the tricks"


def _endless_penalty(genome: GameGenome) -> Found:
    """A loss that comes again in every hand, since nothing ever lowers what it is for."""
    lasting = {one.name for one in genome.counters if one.life is Life.MATCH}
    lowered = {name for _, part in walk(genome) for name in _lowers(part)}
    for number, rule in enumerate(genome.scoring_rules or ()):
        if rule.into in lasting or not _is_loss(str(rule.amount)):
            continue
        read = _names(str(rule.when)) | _names(str(rule.amount))
        for name in sorted((read & lasting) - lowered):
            label = next(one.label for one in genome.counters if one.name == name)
            text = f"the penalty for “{label}” comes again in every hand: nothing ever lowers it"
            yield ("scoring_rules", number), text


def _lowers(part: object) -> Iterator[str]:
    if isinstance(part, Set) or (isinstance(part, Change) and _is_loss(str(part.by))):
        yield part.counter
    elif isinstance(part, ScoringRule) and (part.op is ScoreOp.SET or _is_loss(str(part.amount))):
        yield part.into


def _names(text: str) -> set[str]:
    nodes = list(nodes_of(parse(text)))
    asked = {node.function for node in nodes if isinstance(node, Call)}
    return asked | {node.id for node in nodes if isinstance(node, Name)}


def _is_loss(text: str) -> bool:
    """Whether an amount is written as something that is taken away."""
    nodes = list(nodes_of(parse(text)))
    return any(isinstance(node, Negative) for node in nodes) or any(
        isinstance(node, Number) and node.value < 0 for node in nodes
    )


def _percent(share: Metric) -> str:
    return f"{100 * share.value:.0f} %"


FAULTS: dict[str, FaultKind] = {
    kind.name: kind
    for kind in (
        FaultKind(
            "cannot happen",
            "a rule about something that cannot happen",
            in_rules=_cannot_happen,
        ),
        FaultKind(
            "no secrets",
            "all cards dealt to two players",
            in_rules=_no_secrets,
        ),
        FaultKind(
            "endless penalty",
            "a penalty without the rule that ends it",
            in_rules=_endless_penalty,
        ),
        FaultKind(
            "anything goes",
            "tricks of a long hand in which nobody must follow suit",
            in_rules=_anything_goes,
        ),
        FaultKind(
            "never pays",
            "a call, contract or option that never brings more than something else",
            in_play=_never_pays,
        ),
        FaultKind(
            "never chosen",
            "a call, contract or option that good players never choose",
            in_play=_never_chosen,
        ),
        FaultKind("no effect", "choices without effect", in_play=_no_effect),
        FaultKind("no cards", "players without cards in the midst of a trick", in_play=_bare),
        FaultKind("laid open", "hidden cards that are mostly laid open", in_play=_laid_open),
        FaultKind("one card", "one card that decides most hands", in_play=_one_card),
        FaultKind("first hand", "a target that the first hand reaches", in_play=_first_hand),
        FaultKind("out of reach", "a target that nobody reaches", in_play=_out_of_reach),
        FaultKind("nobody wins", "hands that nobody wins", in_play=_nobody),
        FaultKind("kingmaking", "who cannot win decides who does", in_play=_kingmaking),
        FaultKind("runaway", "an early lead decides the match", in_play=_runaway),
        FaultKind("watching", "players who are out long before the end", in_play=_watching),
    )
}
"""Every fault by its name, in the order in which they are asked for."""


def faults_in_rules(genome: GameGenome) -> tuple[Fault, ...]:
    """The faults that can be read off the rules in force."""
    rules = in_force(genome)
    return tuple(
        Fault(kind.name, path_text(path), text)
        for kind in FAULTS.values()
        if kind.in_rules is not None
        for path, text in kind.in_rules(rules)
    )


def faults_in_play(evidence: Evidence) -> tuple[Fault, ...]:
    """The faults that show in play."""
    return tuple(
        Fault(kind.name, path_text(path) if path else "", text)
        for kind in FAULTS.values()
        if kind.in_play is not None
        for path, text in kind.in_play(evidence)
    )
