"""OpenSpiel's bots, with our data changed to its rules as in the tests of both engines."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.outside.contest import Contest, Row
from tests.integration.openspiel import test_euchre as euchre
from tests.integration.openspiel import test_gin_rummy as gin
from tests.integration.openspiel import test_hearts as hearts
from tests.integration.openspiel.harness import Duel, Ours, dealt, in_turn, pyspiel, rank_major

MOST = 10_000_000
"""Simulations that time will not suffice for."""


class Thought:
    """Time that was spent on decisions, by whom."""

    def __init__(self) -> None:
        self.seconds, self.moves = [0.0, 0.0], [0, 0]

    def timed(self, who: int, decide: Callable[[], int]) -> int:
        begun = time.perf_counter()
        found = decide()
        self.seconds[who] += time.perf_counter() - begun
        self.moves[who] += 1
        return found

    def told(self) -> Row:
        ours, theirs = (
            1000 * spent / max(1, moves)
            for spent, moves in zip(self.seconds, self.moves, strict=True)
        )
        return {"ms a move": ours, "its ms": theirs}


def search_bot(seed: int, milliseconds: float) -> Any:
    """OpenSpiel's search over worlds, with random playouts."""
    return pyspiel.ISMCTSBot(
        seed,
        pyspiel.RandomRolloutEvaluator(1, seed),
        2.0,
        MOST,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        True,
        milliseconds / 1000,
    )


class Table:
    """One hand in both engines: some seats are ours."""

    def __init__(self, duel: Duel, ours: set[int], player: str, bots: dict[int, Any]) -> None:
        self.duel, self.ours, self.player, self.bots = duel, ours, player, bots
        self.thought = Thought()
        self.made = 0

    def code(self, seat: int) -> int:
        """What our player does."""
        self.made += 1
        position = self.duel.ours.position
        return self.thought.timed(0, lambda: position.choose(seat, self.player, self.made))

    def action(self, seat: int, legal: list[int]) -> int:
        """What the other does."""
        if len(legal) == 1:
            return legal[0]
        bot = self.bots[self.duel.player(seat)]
        return self.thought.timed(1, lambda: int(bot.step(self.duel.theirs)))

    def decide(self) -> None:
        duel = self.duel
        seat, allowed = duel.ours.asked, duel.allowed()
        if seat in self.ours:
            code = self.code(seat)
            action = next(action for action, own in allowed.items() if own == code)
        else:
            action = self.action(seat, list(allowed))
        duel.do(action, allowed[action])


def _hearts(milliseconds: int, player: str, number: int) -> Row:
    """Twice the same deal, ours at every other seat. Nothing is passed: OpenSpiel's search
    fails where cards are."""
    margins, thought = [], []
    for swap in (0, 1):
        dice = random.Random(f"outside hearts {number}")
        duel = hearts.begin("hearts(qs_breaks_hearts=false)", "none", dice)
        duel.ours.game.prepare([player])
        bots = {seat: search_bot(4 * number + seat, milliseconds) for seat in range(4)}
        table = Table(duel, {swap, swap + 2}, player, bots)
        while not duel.ours.over:
            table.decide()
        duel.finish()
        points = list(duel.ours.numbers["score"])
        own = sum(points[seat] for seat in table.ours)
        margins.append((sum(points) - 2 * own) / 2)
        thought.append(table.thought.told())
    return _mean(margins, thought)


def _euchre(milliseconds: int, player: str, number: int) -> Row:
    margins, thought = [], []
    for swap in (0, 1):
        dice = random.Random(f"outside euchre {number}")
        deck, dealer = dice.sample(range(24), 24), dice.randrange(4)
        ours = Ours(euchre.game(True, False), deck, dealer)
        ours.game.prepare([player])
        options = "euchre(stick_the_dealer=true,allow_lone_defender=false)"
        theirs = pyspiel.load_game(options).new_initial_state()
        duel = Duel(ours, theirs, dice, action=partial(euchre.to_action, deck[20]))
        duel.chance(dealer)
        cards = in_turn(dealt(deck, dealer, (3, 2)), dealer)
        duel.chance(*(rank_major(card, ranks=6) for card in (*cards, deck[20])))
        bots = {seat: search_bot(4 * number + seat, milliseconds) for seat in range(4)}
        table = Table(duel, {swap, swap + 2}, player, bots)
        while not duel.theirs.is_terminal():
            table.decide()
        duel.finish()
        margins.append(float(duel.returns[swap]))
        thought.append(table.thought.told())
    return _mean(margins, thought)


class GinTable(gin.GinDuel):
    """Gin Rummy, in which a meld is several moves of ours."""

    def __init__(
        self, ours: Ours, theirs: Any, dice: random.Random, dealer: int, seat: int, player: str
    ) -> None:
        super().__init__(ours, theirs, dice, dealer)
        them = self.player(1 - seat)
        rules = {"hand_size": 10, "num_ranks": 13, "num_suits": 4}
        self.them, self.bot = them, pyspiel.make_simple_gin_rummy_bot(rules, them)
        self.table = Table(self, {seat}, player, {})
        self.told = -1
        """What the other does now. It is asked at every turn, since it plans several ahead."""

    def play(self, stock: list[int]) -> None:
        while not self.theirs.is_terminal():
            if self.theirs.current_player() == self.them:
                self.told = self.table.thought.timed(1, lambda: int(self.bot.step(self.theirs)))
            if self.theirs.is_chance_node():
                self.chance(gin.theirs(stock.pop(0)))
            elif self.phase == "LAYOFF" or (self.phase == "KNOCK" and not self.discards()):
                self.lay()
            else:
                self.step_of_one()

    def step_of_one(self) -> None:
        seat, allowed = self.ours.asked, self.allowed()
        legal = self.theirs.legal_actions()
        if seat in self.table.ours:
            code = self.table.code(seat)
            action = next(action for action, own in allowed.items() if own == code)
            # A knock that OpenSpiel does not see.
            action = action if action in legal else self.possible(sorted(allowed))[0]
        else:
            action = self.told
        self.do(action, allowed[action])

    def choose_lay(self, seat: int, allowed: dict[int, tuple[int, ...]]) -> int:
        """As the one whose turn it is lays; what ours lays is found by its cards."""
        legal = self.theirs.legal_actions()
        if seat not in self.table.ours:
            return self.told
        before, position = gin.on_the_table(self.ours.game, self.ours.position), self.ours.position
        laid: frozenset[int] = frozenset()
        while not position.over and position.asked() == seat and not laid:
            self.table.made += 1
            position = position.apply(
                seat, position.choose(seat, self.table.player, self.table.made)
            )
            laid = gin.on_the_table(self.ours.game, position) - before
            if not laid and not position.picked(seat):
                break
        for action, codes in allowed.items():
            after = self.ours.position
            for code in codes:
                after = after.apply(seat, code)
            if gin.on_the_table(self.ours.game, after) - before == laid and action in legal:
                return action
        rest = [action for action in sorted(allowed) if action in legal]
        return rest[0]


def _gin(player: str, number: int) -> Row:
    won, margins, thought = [], [], []
    for seat in (0, 1):
        dice = random.Random(f"outside gin {number}")
        deck, dealer = dice.sample(range(52), 52), dice.randrange(2)
        ours = Ours(gin.game(), deck, dealer)
        ours.game.prepare([player])
        state = pyspiel.load_game("gin_rummy").new_initial_state()
        table = GinTable(ours, state, dice, dealer, seat, player)
        table.play(table.deal(deck, dealer))
        lead = float(table.returns[seat])
        margins.append(lead)
        won.append(0.5 if lead == 0 else float(lead > 0))
        thought.append(table.table.thought.told())
    return {"won %": sum(won) / 2, **_mean(margins, thought)}


def _mean(margins: list[float], thought: list[Row]) -> Row:
    times = {name: sum(row[name] for row in thought) / len(thought) for name in thought[0]}
    return {"points": sum(margins) / len(margins), **times}


def contests(milliseconds: int) -> dict[str, Contest]:
    """Those of OpenSpiel. Its search cannot play Spades: it cannot deal hidden cards there."""
    search = f"OpenSpiel's ISMCTS, {milliseconds} ms"
    told = ("points", "ms a move", "its ms")
    return {
        "gin": Contest(
            "Gin Rummy",
            "OpenSpiel's simple bot",
            _gin,
            ("won %", *told),
            (">", 0.6),
            percent=True,
        ),
        "hearts": Contest("Hearts", search, partial(_hearts, milliseconds), told),
        "euchre": Contest("Euchre", search, partial(_euchre, milliseconds), told),
    }
