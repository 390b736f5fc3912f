"""Gin Rummy as OpenSpiel plays it.

OpenSpiel plays one hand without a dealer: its player 0, who may take the first upcard, is the
dealer's opponent in ours. Changed in our data:

- The card just taken from the discards may be discarded, which ours forbids. If both players do so
  in turn the hand is over; so it is when upcards have been taken fifty times.
- A discard that leaves two cards in the stock is not the end: the other player may still knock with
  the card discarded, or end the hand. Such ends score nothing.
- A run is laid with at most five cards; ours may be longer. (A longer one is laid as two.)
- The other player first lays off, only on the knocker's melds, and then melds; ours melds first.
- Equal deadwood scores nothing; in ours it is an undercut.

A move of several cards in ours, picked one by one, is one action there; so all that can be picked
is found first. A pass that is the only action is no decision in ours.

What is left are two bugs of OpenSpiel. The positions are counted, and the hand goes on with what
both allow:

- Whether a knock is possible is judged by one arrangement of the eleven cards, the best before a
  card is discarded; another one may leave less when its highest card goes. OpenSpiel's own search
  for the discards of a knock, which ours must agree with, finds those knocks.
- Runs may be extended by two cards at each end only.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from darwindeck._core import Position
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    CardCondition,
    Change,
    ChoicePhase,
    Counter,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    GameGenome,
    If,
    LayOff,
    Life,
    Location,
    MeldPhase,
    Phase,
    RepeatPhase,
    Set,
    TurnsPhase,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of
from tests.integration.openspiel.harness import (
    Choice,
    Duel,
    Ours,
    Policy,
    covered,
    dealt,
    hand_named,
    hands,
    pyspiel,
    with_phases,
)

DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK, FIRST_MELD = 52, 53, 54, 55, 56
LIMIT = 10
UTILS = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
SUITS = (1, 2, 3, 0)
"""OpenSpiel's numbers of our suits, clubs to spades."""
NO_SCORE = (EndHand(scored=False),)
JUST_TAKEN = CardCondition(taken_from=Location.DISCARD)
LAY_MELDS = RepeatPhase((MeldPhase(("set", "run")),))


def theirs(card: int) -> int:
    """What OpenSpiel calls a card of ours: the ace is low, and spades come first."""
    return SUITS[card // 13] * 13 + (card + 1) % 13


# --- the rules -----------------------------------------------------------------------------------


def knocking(*before: Phase) -> BlockPhase:
    return BlockPhase(
        name="knock" if not before else "last_knock",
        label="Knocking",
        phases=(*before, DiscardPhase(), LAY_MELDS),
        after=f"deadwood <= {LIMIT}",
        then=(AssignRole("knocker"),),
    )


def discarding() -> ChoicePhase:
    return ChoicePhase(
        (
            knocking(),
            DiscardPhase(cards=CardCondition(not_=JUST_TAKEN), then=(Set("put_back", 0),)),
            DiscardPhase(
                cards=JUST_TAKEN, then=(Change("put_back"), If("put_back == 2", NO_SCORE))
            ),
        ),
        when="drawn > 0",
    )


def at_the_end() -> ChoicePhase:
    """What a player may do when only two cards are left in the stock."""
    return ChoicePhase(
        (
            knocking(DrawPhase(Location.DISCARD, when_empty=())),
            DoPhase(NO_SCORE, name="end", label="Ending the hand"),
        ),
        when="size(deck) <= 2",
    )


def drawing(phase: Phase) -> ChoicePhase:
    """As in ours; upcards that are taken are counted, but for the first one."""
    assert isinstance(phase, ChoicePhase)
    upcard, *others = phase.options
    count = (
        If("begun", (Change("upcards"),)),
        *upcard.then,
        If("upcards == 50", NO_SCORE),
    )
    return replace(phase, options=(replace(upcard, then=count), *others), when="size(deck) > 2")


def scored(genome: GameGenome) -> GameGenome:
    """Equal deadwood is no undercut."""
    lets = tuple(
        replace(let, value=str(let.value).replace("<=", "<")) if let.name == "undercut" else let
        for let in genome.lets
    )
    return replace(genome, lets=lets)


@cache
def game() -> Game:
    genome = scored(get_genome("gin-rummy"))
    turns, melding, laying_off = genome.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    assert isinstance(laying_off, RepeatPhase)
    (lay_off,) = laying_off.phases
    assert isinstance(lay_off, MeldPhase)
    turns = replace(turns, phases=(at_the_end(), drawing(turns.phases[0]), discarding()))
    lay_off = replace(lay_off, patterns=("set", "long_run"))
    genome = replace(
        genome,
        patterns=(
            *(replace(p, max_size=5) if p.name == "run" else p for p in genome.patterns),
            replace(get_genome("rummy").patterns[1], name="long_run"),
        ),
        counters=(
            *genome.counters,
            Counter("put_back", "cards put back", life=Life.HAND, high=2),
            Counter("upcards", "upcards taken", life=Life.HAND, high=50),
        ),
    )
    phases = (turns, replace(laying_off, phases=(lay_off,)), melding)
    return Game(checked(with_phases(genome, *phases)))


# --- melds ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lay:
    """Cards that can be laid at once, and the moves that do it."""

    cards: frozenset[int]
    pile: int
    """The pile they are added to."""
    codes: tuple[int, ...]


def on_the_table(game: Game, position: Position) -> frozenset[int]:
    zone = game.labels.zone_number["melds"]
    return frozenset(
        card for number, _, _, cards, _ in position.places() if number == zone for card in cards
    )


def lays(ours: Ours, seat: int) -> list[Lay]:
    """Everything that can be laid now, whatever the order in which the cards are picked."""
    before = on_the_table(ours.game, ours.position)
    found: dict[tuple[int, frozenset[int]], Lay] = {}
    seen: set[tuple[int, bytes]] = set()

    def pick(position: Position, pile: int, codes: tuple[int, ...]) -> None:
        laid = on_the_table(ours.game, position) - before
        if laid:
            found[pile, laid] = Lay(laid, pile, codes)
            return
        picked = pile, bytes(sorted(position.picked(seat)))
        if codes and picked in seen:
            return
        seen.add(picked)
        for code in position.legal(seat):
            move = fields_of(code)
            if move.kind in (MoveKind.CARD, MoveKind.DONE):
                to = pile if codes else move.b
                pick(position.apply(seat, code), to, (*codes, code))

    pick(ours.position, -1, ())
    return list(found.values())


def passing(ours: Ours, seat: int) -> int | None:
    """The move of laying nothing more, if it may be made."""
    codes = (code for code in ours.position.legal(seat) if fields_of(code).kind is MoveKind.PASS)
    return next(codes, None)


class GinDuel(Duel):
    """One hand in both engines."""

    def __init__(self, ours: Ours, state: Any, dice: random.Random, dealer: int) -> None:
        super().__init__(ours, state, dice, action=self.to_action, first_player=(dealer + 1) % 2)
        self.seen: Tally[str] = Tally()

    @property
    def phase(self) -> str:
        return str(self.theirs.current_phase().name)

    def to_action(self, choice: Choice) -> int:
        """What a choice of ours is called, outside melds."""
        kind, option, *card = choice
        if kind == "card":
            return theirs(int(card[0]))
        actions = {
            "WALL": (KNOCK, PASS),
            "DISCARD": (KNOCK,),
        }
        return actions.get(self.phase, (DRAW_UPCARD, DRAW_STOCK, PASS))[int(option)]

    def deal(self, deck: Sequence[int], dealer: int) -> list[int]:
        """Our hands and upcard to OpenSpiel's players; gives the stock, the top card first."""
        both = dealt(deck, dealer, (1,) * 10, 2)
        first, second = both[self.seat(0)], both[self.seat(1)]
        self.chance(*map(theirs, (*first, *second, deck[20])))
        return list(deck[21:])

    def compare_hands(self) -> None:
        for player, hand in enumerate(self.theirs.hands()):
            held = {theirs(card) for card in self.ours.zone("hand", self.seat(player))}
            assert held == set(hand), self.tell(f"player {player} holds {sorted(held)} in ours")

    def step(self, stock: list[int], policy: Policy) -> None:
        """One action in both engines."""
        if self.theirs.is_chance_node():
            self.chance(theirs(stock.pop(0)))
            return
        self.compare_hands()
        if self.phase == "LAYOFF" or (self.phase == "KNOCK" and not self.discards()):
            self.lay()
            return
        at_the_end = self.phase == "WALL"
        action = self.decide(lambda dice, actions: policy(dice, self.possible(actions)))
        self.seen["knocked at the end"] += at_the_end and action == KNOCK

    def possible(self, actions: Sequence[int]) -> list[int]:
        """What OpenSpiel allows of what ours allows."""
        return [action for action in actions if action in self.theirs.legal_actions()]

    def discards(self) -> bool:
        """Whether the knocker has yet to discard."""
        return len(self.theirs.hands()[self.theirs.current_player()]) == 11

    # --- what may be done ------------------------------------------------------------------------

    def compare(self, ours: Any, theirs: Any) -> None:
        """As usual, but OpenSpiel may miss that a knock is possible."""
        own, other = set(ours), set(theirs)
        if own - other == {KNOCK} and self.can_knock():
            self.seen["knock not seen"] += 1
            own.remove(KNOCK)
        super().compare(own, other)

    def can_knock(self) -> bool:
        hand = list(self.theirs.hands()[self.theirs.current_player()])
        if self.phase == "WALL":
            hand.append(self.theirs.upcard())
        return bool(UTILS.legal_discards(hand, LIMIT))

    # --- ways to play ----------------------------------------------------------------------------

    def sensible(self, dice: random.Random, actions: Sequence[int]) -> int:
        """Knocks and keeps melds most of the time."""
        if KNOCK in actions and dice.random() < 0.4:
            return KNOCK
        if self.phase == "DISCARD" and dice.random() < 0.7:
            hand = self.theirs.hands()[self.theirs.current_player()]
            melded = {card for meld in UTILS.best_meld_group(hand) for card in meld}
            kept = {*melded, self.theirs.prev_upcard()}
            loose = [card for card in actions if card < DRAW_UPCARD and card not in kept]
            return int(max(loose or actions[:1], key=UTILS.card_value))
        return dice.choice(actions)

    def fond_of_upcards(self, dice: random.Random, actions: Sequence[int]) -> int:
        """Takes every upcard, hardly ever puts one back at once, and never knocks."""
        if DRAW_UPCARD in actions:
            return DRAW_UPCARD
        others = [action for action in actions if action not in (KNOCK, self.theirs.prev_upcard())]
        return dice.choice(others or actions)

    def undecided(self, dice: random.Random, actions: Sequence[int]) -> int:
        """Takes every upcard and often puts it back at once."""
        if DRAW_UPCARD in actions:
            return DRAW_UPCARD
        taken = self.theirs.prev_upcard()
        return taken if taken in actions and dice.random() < 0.3 else dice.choice(actions)

    # --- laying ----------------------------------------------------------------------------------

    def lay(self) -> None:
        """Laying a meld or laying off a card, or passing."""
        player = self.theirs.current_player()
        laying_off = self.phase == "LAYOFF" and not self.theirs.finished_layoffs()
        if not self.asks_for(self.seat(player), laying_off):
            assert self.theirs.legal_actions() == [PASS], self.tell("ours asks for no meld")
            self.theirs.apply_action(PASS)
            return
        seat = self.ours.asked
        allowed = self.layoffs(seat) if laying_off else self.melds(seat)
        leave = passing(self.ours, seat)
        if leave is not None:
            allowed[PASS] = (leave,)
        limited = set(allowed) - set(self.theirs.legal_actions())
        if laying_off and limited and all(map(self.is_far, limited)):
            self.seen["lay-off not seen"] += 1
            allowed = {action: allowed[action] for action in set(allowed) - limited}
        self.compare(allowed, self.theirs.legal_actions())
        action = self.choose_lay(seat, allowed)
        self.history.append(f"{seat}: {self.word(action)}")
        self.seen["laid off" if laying_off and action != PASS else "other"] += 1
        self.theirs.apply_action(action)
        for code in allowed[action]:
            self.ours.do(seat, code)

    def choose_lay(self, seat: int, allowed: dict[int, tuple[int, ...]]) -> int:
        """Lays something most of the time."""
        more = sorted(set(allowed) - {PASS})
        return self.dice.choice(more if more and self.dice.random() < 0.8 else sorted(allowed))

    def asks_for(self, seat: int, laying_off: bool) -> bool:
        """Whether ours asks the seat to meld, or to lay off."""
        if self.ours.over or self.ours.asked != seat:
            return False
        number, _ = self.ours.position.frames()[-1]
        phase = self.ours.game.labels.phases[number]
        return isinstance(phase, MeldPhase) and laying_off == (phase.lay_off is LayOff.ANY)

    def melds(self, seat: int) -> dict[int, tuple[int, ...]]:
        found = {}
        for lay in lays(self.ours, seat):
            meld = UTILS.meld_to_int(sorted(map(theirs, lay.cards)))
            found[FIRST_MELD + meld] = lay.codes
        return found

    def layoffs(self, seat: int) -> dict[int, tuple[int, ...]]:
        """Single cards that can be laid off; what fits a set and a run goes to the run, for
        OpenSpiel lets the run be extended further in any case."""
        found = lays(self.ours, seat)
        single = [lay for lay in found if len(lay.cards) == 1]
        for lay in found:
            alone = any(one.pile == lay.pile and one.cards <= lay.cards for one in single)
            assert alone, self.tell(f"{lay} cannot be laid one by one")
        single.sort(key=lambda lay: self.is_run(lay.pile))
        return {theirs(card): lay.codes for lay in single for card in lay.cards}

    def is_run(self, place: int) -> bool:
        cards = self.ours.position.places()[place][3]
        return len({card // 13 for card in cards}) == 1

    def is_far(self, card: int) -> bool:
        """Whether a card is more than two steps away from every run that was laid."""
        player = self.theirs.current_player()
        melds = [UTILS.int_to_meld[meld] for meld in self.theirs.layed_melds()[1 - player]]
        runs = [run for run in melds if run[0] // 13 == run[1] // 13 == card // 13]
        return bool(runs) and all(card < min(run) - 2 or card > max(run) + 2 for run in runs)

    def result(self) -> str:
        """How the hand ended."""
        if not any(self.theirs.knocked()):
            ends = {DRAW_UPCARD: "fifty upcards", PASS: "given up"}
            return ends.get(self.theirs.history()[-1], "put back twice")
        own, other = self.theirs.deadwood()
        if self.theirs.knocked()[1]:
            own, other = other, own
        if own == 0:
            return "gin"
        return "undercut" if own > other else "equal" if own == other else "knocked"


def test_gin_rummy() -> None:
    seen: Tally[str] = Tally()
    for number in hands(400):
        with hand_named("gin rummy", number) as dice:
            deck, dealer = dice.sample(range(52), 52), dice.randrange(2)
            ours = Ours(game(), deck, dealer)
            duel = GinDuel(ours, pyspiel.load_game("gin_rummy").new_initial_state(), dice, dealer)
            stock = duel.deal(deck, dealer)
            others = {0: duel.fond_of_upcards, 1: duel.undecided}
            policy = others.get(number % 20, duel.sensible)
            while not duel.theirs.is_terminal():
                duel.step(stock, policy)
            duel.finish()
            scores = list(ours.numbers["score"])
            lead = scores[0] - scores[1]
            assert duel.returns == [lead, -lead], duel.tell(f"ours scores {scores}")
            seen.update(duel.seen)
            seen[duel.result()] += 1
    covered(seen, "gin", "undercut", "equal", "laid off", "lay-off not seen")
    covered(seen, "knocked at the end", "given up", "put back twice", "fifty upcards")


@pytest.mark.parametrize(
    "words", ["3s 4s 5s 6s 4c 5c 6c 2d 3d 5d 6d", "2s 9s 8c 9c 8d 9d Ah 7h 8h 9h Th"]
)
def test_knocks_that_openspiel_does_not_see(words: str) -> None:
    """Hands so rare that random play hardly ever meets one."""
    ours_of = {theirs(card): card for card in range(52)}
    held = [ours_of[card] for card in UTILS.card_strings_to_card_ints(words.split())]
    rest = [card for card in range(52) if card not in held]
    deck = [card for pair in zip(held[:10], rest[:10], strict=True) for card in pair]
    deck += [held[10], *rest[10:]]
    state = pyspiel.load_game("gin_rummy").new_initial_state()
    duel = GinDuel(Ours(game(), deck, dealer=0), state, random.Random(0), dealer=0)
    duel.deal(deck, dealer=0)
    duel.do(DRAW_UPCARD, duel.allowed()[DRAW_UPCARD])
    allowed = duel.allowed()
    assert duel.seen["knock not seen"] == 1
    duel.ours.do(duel.ours.asked, allowed[KNOCK])
    discards = {theirs(int(card)) for _, _, card, _ in duel.ours.choices(duel.ours.asked)}
    assert discards == set(UTILS.legal_discards(list(map(theirs, held)), LIMIT))
