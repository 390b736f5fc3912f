"""A round of Baloot put to the engine on the genome: the same calls and cards, in its own words.

The genome asks what a table asks; a server asks in its own order. So answers that belong to one
question are gathered, a double that was said after the buyer's last word is given where the genome
asks for it, and where the recorded calls cannot lead to the contract, the shortest legal auction
that does is played instead: the replay goes on from the recorded fact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from darwindeck.archives.again import NotPlayable, PlayedAgain, played_by_steps
from darwindeck.archives.record import MatchRecord
from darwindeck.archives.replay import Deed, Follower, Replay, ReplayStep, StepVerdict
from darwindeck.cards import Card
from darwindeck.genome.options import apply_options
from darwindeck.library import create_baloot_genome
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.auction import PASSES, RAISES, Contract, Spoken
from darwindeck.oracles.baloot.baloot_cards import ACE, FACES, SUIT_WORDS, code
from darwindeck.oracles.baloot.projects import Project
from darwindeck.oracles.baloot.recompute import account_of
from darwindeck.oracles.baloot.rules import OUTSIDE

SERVER_RULES: Mapping[str, str] = {"announcing": "by_choice", "claims": "on_lead"}
"""What players decide for themselves on a server."""


IN_TURN = ("first_calls", "second_calls")
"""The phases in which seats call one after the other."""


@lru_cache(maxsize=64)
def _follower(chosen: tuple[tuple[str, str], ...]) -> Follower:
    return Follower(apply_options(create_baloot_genome(), {**SERVER_RULES, **dict(chosen)}))


def follower(options: Mapping[str, str] | None = None) -> Follower:
    """The genome under some options, ready to follow records; unknown options are left out."""
    chosen = {name: value for name, value in (options or {}).items() if name not in OUTSIDE}
    return _follower(tuple(sorted(chosen.items())))


@lru_cache(maxsize=64)
def _card_steps(game: Follower) -> tuple[tuple[ReplayStep, ...], ...]:
    """The step of every card, by seat and number."""
    return tuple(tuple(game.card(seat, card) for card in FACES) for seat in range(4))


@dataclass(frozen=True)
class EngineRound:
    """What the engine makes of a round."""

    replay: Replay
    recorded_auction: bool
    """Whether the recorded calls were followed, and not others that lead to the same contract."""
    refused_calls: tuple[int, ...]
    """The numbers of the recorded calls, in the round, that the engine did not take."""
    implied_calls: int
    """Calls that the engine asked for in turn and the record does not have."""
    forced: tuple[int, ...]
    """The events of cards that the engine would not have allowed."""
    refused_cards: tuple[int, ...]
    refused_others: tuple[int, ...]
    """The events of announcements and claims that the engine did not take."""

    @property
    def complete(self) -> bool:
        return self.replay.hand_over


def deck_of(account: Account) -> list[Card] | None:
    """The deck that deals the recorded hands; unknown cards come last in any order."""
    opening, first = account.opening, account.first
    if opening is None or account.dealer is None or opening.turned_up is None or first is None:
        return None
    floor = code(opening.turned_up)
    seats = [(account.dealer + place) % 4 for place in (1, 2, 3, 4)]
    five = [sorted(first[seat]) for seat in seats]
    deck = [card for hand in five for card in hand[:3]]
    deck += [card for hand in five for card in hand[3:]]
    deck.append(floor)
    if account.full is not None:
        for seat in seats:
            deck += sorted(account.full[seat] - first[seat] - {floor})
    else:
        deck += [card for card in range(32) if card not in deck]
    if len(deck) != 32 or len(set(deck)) != 32:
        return None
    return [FACES[card] for card in deck]


# --- calls ---------------------------------------------------------------------------------------


class _Script(NamedTuple):
    """One step, with the event it comes from."""

    at: int | None
    step: ReplayStep
    matters: bool
    """Whether it counts if the engine refuses it."""


def _recorded_calls(game: Follower, account: Account) -> list[_Script]:
    auction = account.auction
    assert auction is not None
    spoken = auction.spoken
    turns = [item for item in spoken if item.stage == "turn"]
    script = [_Script(item.call.at, _bid(game, item), True) for item in turns]
    raises = [item for item in spoken if item.call.word in RAISES]
    bought = turns[-1] if turns else None
    early: list[Spoken] = []
    if bought is not None and bought.call.word in ("hokom", "hokom2"):
        # In the first round the genome asks about doubling together with the other answers.
        hokum = [item for item in raises if item.call.values.get("gm") == 2]
        early = hokum[:1] if bought.round == 1 else []
        answers = {item.call.seat: item for item in spoken if item.stage == "answer"}
        for item in spoken:
            if item.stage == "answer" and item.call.word not in PASSES:
                answers[item.call.seat] = item
        for item in early:
            answers[item.call.seat] = item
        for item in answers.values():
            step = _raise(game, item, 1) if item in early else _bid(game, item)
            script.append(_Script(item.call.at, step, item.call.word not in PASSES))
        if not early:
            words = [item for item in spoken if item.stage in ("last word", "naming")]
            script += [_Script(item.call.at, _bid(game, item), True) for item in words]
    for item in spoken:
        if item.stage == "before you":
            matters = item.call.word not in PASSES
            script.append(_Script(item.call.at, _bid(game, item), matters))
    level = 1
    for item in raises:
        if item not in early:
            script.append(_Script(item.call.at, _raise(game, item, level), True))
        level = min(4, level + 1)
    return script


def _bid(game: Follower, item: Spoken) -> ReplayStep:
    seat, word = item.call.seat, item.call.word
    if word in PASSES:
        return game.decline(seat)
    if word in SUIT_WORDS:
        return game.call(seat, "name_trumps", word)
    if word in RAISES:
        return _raise(game, item, 1)
    name = {
        "hokom": "hokum",
        "hokom2": "second_hokum",
        "sun": "sun",
        "ashkal": "ashkal" if item.round == 1 else "second_ashkal",
        "turntosun": "turn_to_sun",
        "beforeyou": "before_you",
    }.get(word)
    return game.decline(seat) if name is None else game.call(seat, name)


def _raise(game: Follower, item: Spoken, level: int) -> ReplayStep:
    word, seat = item.call.word, item.call.seat
    if word == "double" and item.call.values.get("gm") in (1, 3):
        return game.call(seat, "double_sun")
    return game.call(seat, _raise_name(level, closed=word == "hokomclose"))


def _raise_name(level: int, *, closed: bool) -> str:
    names = {
        1: "double_closed" if closed else "double_open",
        2: "triple",
        3: "four_closed" if closed else "four_open",
        4: "gahwa",
    }
    return names[level]


def _shortest_auction(game: Follower, account: Account, contract: Contract) -> list[_Script]:
    """The shortest legal calls that lead to a contract."""
    assert account.dealer is not None
    floor = account.opening.turned_up if account.opening else None
    first_round = contract.mode == "sun" or (
        contract.trump is not None
        and floor is not None
        and str(floor.suit) == SUIT_WORDS[contract.trump]
    )
    steps: list[ReplayStep] = []
    order = [(account.dealer + place) % 4 for place in (1, 2, 3, 4)]
    if not first_round:
        steps += [game.decline(seat) for seat in order]
    steps += [game.decline(seat) for seat in order[: order.index(contract.buyer)]]
    opponent, buyer = (contract.buyer + 1) % 4, contract.buyer
    if contract.mode == "sun":
        steps.append(game.call(buyer, "sun" if contract.taker == buyer else "ashkal"))
        if contract.level > 1:
            steps.append(game.call(opponent, "double_sun"))
        return [_Script(None, step, True) for step in steps]
    steps.append(game.call(buyer, "hokum" if first_round else "second_hokum"))
    if not first_round and contract.trump is not None:
        steps.append(game.call(buyer, "name_trumps", SUIT_WORDS[contract.trump]))
    top = 5 if contract.gahwa else contract.level
    for level in range(1, top):
        seat = opponent if level % 2 else buyer
        steps.append(game.call(seat, _raise_name(level, closed=contract.closed)))
    return [_Script(None, step, True) for step in steps]


# --- cards ---------------------------------------------------------------------------------------


def _pattern(project: Project) -> str:
    if project.kind != "hundred":
        return {"four hundred": "four hundred"}.get(project.kind, project.kind)
    if not project.of_a_kind:
        return "hundred in sequence"
    return "hundred in aces" if project.cards[0] & 7 == ACE else "hundred of a kind"


def _card_script(game: Follower, account: Account) -> list[_Script]:
    course = account.course
    if course is None:
        return []
    script: list[_Script] = []
    cards = _card_steps(game)
    akkas = {event.at: event.seat for event, wrong in course.akkas if not wrong}
    callers = {event.seat for event in account.baloot_calls}
    begun: set[int] = set()
    for trick in course.tricks:
        for laid in trick.cards:
            if laid.seat not in begun:
                begun.add(laid.seat)
                for project in account.projects[laid.seat]:
                    held = (FACES[card] for card in project.cards)
                    step = game.declare(laid.seat, _pattern(project), held)
                    script.append(_Script(None, step, True))
                if laid.seat in callers:
                    script.append(_Script(None, game.declare(laid.seat, "baloot"), False))
            for at in [at for at, seat in akkas.items() if seat == laid.seat and at < laid.at]:
                del akkas[at]
                # The genome does not ask about the last card, which is no use.
                script.append(_Script(at, game.call(laid.seat, "akka"), trick.number < 8))
            script.append(_Script(laid.at, cards[laid.seat][laid.card], True))
    claim = course.claim
    if claim is not None and claim.kind == "rest" and course.tricks:
        leader = course.tricks[-1].winner if course.tricks[-1].whole else None
        if leader is not None:
            script.append(_Script(claim.at, game.call(leader, "sawa"), False))
    return script


# --- the round -----------------------------------------------------------------------------------


def put_to_engine(account: Account, game: Follower) -> EngineRound | None:
    """What the engine makes of a round; None if hands, dealer or floor card are not known."""
    deck = deck_of(account)
    if deck is None or account.auction is None or account.dealer is None:
        return None
    contract = account.contract
    calls = _recorded_calls(game, account)
    if account.outcome == "kawesh":
        seat = account.kawesh_seat
        calls = calls if seat is None else [*calls, _Script(None, game.call(seat, "kawesh"), True)]
    cards = _card_script(game, account)
    scores = account.opening.scores if account.opening else (0, 0)
    found = _follow(game, account, deck, scores, calls, cards, recorded=True)
    if contract is None or account.outcome != "played" or _same_contract(found.replay, contract):
        return found
    if contract.mode == "sun" and contract.level > 1:
        scores = (101, 0) if contract.side == 0 else (0, 101)
    shortest = _shortest_auction(game, account, contract)
    again = _follow(game, account, deck, scores, shortest, cards, recorded=False)
    return replace(again, refused_calls=found.refused_calls, implied_calls=found.implied_calls)


def round_again(record: MatchRecord, index: int) -> PlayedAgain:
    """A round as moves of the engine, up to a card that the rules forbid."""
    account = account_of(next(item for item in record.rounds if item.index == index))
    game = follower()
    deck, found = deck_of(account), put_to_engine(account, game)
    if deck is None or found is None or account.dealer is None:
        raise NotPlayable("the hands, the dealer or the card turned up are not known")
    calls = _recorded_calls(game, account)
    if not found.recorded_auction and account.contract is not None:
        calls = _shortest_auction(game, account, account.contract)
    numbers = {card: number for number, card in enumerate(game.game.cards)}
    dealt = [numbers[card] for card in reversed(deck)]
    first = game.game.core.deal(0, single_hand=True, deck=dealt, dealer=account.dealer)
    script = [*calls, *_card_script(game, account)]
    return played_by_steps(game.game, first, [item.step for item in script])


def match_over(account: Account, game: Follower) -> bool | None:
    """Whether the engine ends the match with this round; None if it cannot follow it."""
    deck, opening = deck_of(account), account.opening
    if deck is None or opening is None or account.dealer is None or account.auction is None:
        return None
    script = [*_recorded_calls(game, account), *_card_script(game, account)]
    replay = game.follow(
        [item.step for item in script],
        deck=deck,
        dealer=account.dealer,
        scores=opening.scores,
        single_hand=False,
    )
    return replay.over if replay.hand_over else None


def _follow(
    game: Follower,
    account: Account,
    deck: Sequence[Card],
    scores: Sequence[int],
    calls: Sequence[_Script],
    cards: Sequence[_Script],
    *,
    recorded: bool,
) -> EngineRound:
    script = [*calls, *cards]
    assert account.dealer is not None
    replay = game.follow(
        [item.step for item in script], deck=deck, dealer=account.dealer, scores=scores
    )
    refused: list[int] = []
    implied = 0
    others: list[int] = []
    forced: list[int] = []
    lost: list[int] = []
    for number, (item, verdict) in enumerate(zip(script, replay.verdicts, strict=True)):
        if item.step.deed is Deed.CARD:
            at = -1 if item.at is None else item.at
            if verdict is StepVerdict.FORCED:
                forced.append(at)
            elif verdict is StepVerdict.REFUSED:
                lost.append(at)
        elif number < len(calls):
            if verdict is StepVerdict.REFUSED and item.matters and item.at is not None:
                refused.append(item.at)
            if replay.declined[number]:
                phase = game.phase_name(replay.asked[number])
                implied += replay.declined[number] if phase in IN_TURN else 0
        elif verdict is StepVerdict.REFUSED and item.matters:
            others.append(-1 if item.at is None else item.at)
    return EngineRound(
        replay,
        recorded,
        tuple(refused),
        implied,
        tuple(forced),
        tuple(lost),
        tuple(others),
    )


def _same_contract(replay: Replay, contract: Contract) -> bool:
    trump = None if contract.trump is None else SUIT_WORDS[contract.trump]
    return (
        replay.mode == contract.mode
        and replay.trump == (trump if contract.mode == "hokum" else None)
        and replay.roles["buyer"] == contract.buyer
        and replay.roles["taker"] == contract.taker
        and replay.counters["level"] == (contract.level,)
        and replay.counters["gahwa"] == (int(contract.gahwa),)
        and replay.counters["closed"] == (int(contract.closed),)
    )
