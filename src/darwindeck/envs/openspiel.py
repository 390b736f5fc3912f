"""Every genome as a game of OpenSpiel: ``pyspiel.load_game("python_darwindeck", {"genome": …})``.

Importing this module registers the game. Parameters:

- ``genome``: the name of a game of the library, the path of a file, or JSON.
- ``chance``: ``explicit`` (a chance node for every card as it is dealt, where the first shuffle is
  all that is left to chance), ``sampled`` (one chance node, whose outcome is the seed of the deal)
  or ``auto`` (explicit for packs of at most twelve cards where that is possible).
- ``dealer``: the seat that deals; -1: the last one, so that seat 0 is the first to act as a rule.
- ``single_hand``, ``reward``: as everywhere in `darwindeck.envs`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

from darwindeck._core import CoreTable
from darwindeck.envs.encoding import Encoding
from darwindeck.envs.source import as_game, checked_reward, needed

for _package in ("numpy", "pyspiel"):
    needed(_package, "openspiel")

import numpy as np  # noqa: E402
import pyspiel  # type: ignore[import-not-found]  # noqa: E402

SHORT_NAME = "python_darwindeck"
SMALL = 12
"""Packs of at most so many cards are dealt card by card, if nothing is said."""
SEEDS = 2**20
"""How many deals there are where they are sampled."""
LONGEST = 1_000_000
CHANCES = ("auto", "explicit", "sampled")

_TYPE = {
    "short_name": SHORT_NAME,
    "long_name": "DarwinDeck",
    "dynamics": pyspiel.GameType.Dynamics.SEQUENTIAL,
    "chance_mode": pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
    "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    "utility": pyspiel.GameType.Utility.GENERAL_SUM,
    "reward_model": pyspiel.GameType.RewardModel.TERMINAL,
    "max_num_players": 12,
    "min_num_players": 1,
    "provides_information_state_string": True,
    "provides_information_state_tensor": False,
    "provides_observation_string": True,
    "provides_observation_tensor": True,
    "default_loadable": False,
    "parameter_specification": {
        "genome": "hearts",
        "chance": "auto",
        "dealer": -1,
        "single_hand": True,
        "reward": "gain",
    },
}


class DarwinDeckGame(pyspiel.Game):  # type: ignore[misc]
    """A genome as a game of OpenSpiel."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_TYPE["parameter_specification"], **(params or {})}
        self.params = given
        self.game = as_game(given["genome"])
        self.core = self.game.core
        players = self.core.players
        self.reward = checked_reward(given["reward"])
        self.single_hand = bool(given["single_hand"])
        self.dealer = int(given["dealer"]) if int(given["dealer"]) >= 0 else players - 1
        if self.dealer >= len(self.game.seats):
            raise ValueError(f"there is no seat {self.dealer} to deal")
        if given["chance"] not in CHANCES:
            raise ValueError(f"there is no chance {given['chance']!r}: {', '.join(CHANCES)}")
        self.cards = len(self.game.cards)
        explicit = given["chance"] == "explicit"
        if given["chance"] == "auto":
            explicit = self.cards <= SMALL and self.is_dealt_once()
        self.explicit = explicit
        self.encoding = Encoding(self.game)
        chips = self.game.genome.setup.starting_chips
        zero_sum = self.reward == "margin" or bool(
            self.reward == "gain" and chips and self.game.genome.house is None
        )
        most = float(chips * (players - 1)) if chips else 1e6
        modes = pyspiel.GameType.ChanceMode
        kind = pyspiel.GameType(
            **{
                **_TYPE,
                "chance_mode": modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
                "utility": (
                    pyspiel.GameType.Utility.ZERO_SUM
                    if zero_sum and players > 1
                    else pyspiel.GameType.Utility.GENERAL_SUM
                ),
            }
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.core.array_sizes()[1],
            max_chance_outcomes=self.cards if explicit else SEEDS,
            num_players=players,
            min_utility=-float(chips) if chips else -most,
            max_utility=most,
            max_game_length=LONGEST,
            **({"utility_sum": 0.0} if zero_sum else {}),
        )
        super().__init__(kind, info, params or {})
        self.seeds = Random(0)
        self.beginning = HistoryPoint(self).dealt_on() if explicit else HistoryPoint(self)

    def __repr__(self) -> str:
        # OpenSpiel's own cannot speak of a game whose parameters were refused.
        return f"DarwinDeckGame({self.params['genome']!r:.80})"

    def is_dealt_once(self) -> bool:
        """Whether nothing but the first shuffle is left to chance, as far as some games tell."""
        for seed in range(20):
            table, random = self.begun(None, seed), Random(seed)
            while not table.over:
                table.step(random.choice(table.legal_ids()))
                if table.chance_decided:
                    return False
        return True

    def begun(self, deck: list[int] | None, seed: int) -> CoreTable:
        """A game that begins with a deck in the order dealt, or with any."""
        # The core deals from the end of its list.
        order = None if deck is None else list(reversed(deck))
        position = self.core.deal(
            seed, single_hand=self.single_hand, deck=order, dealer=self.dealer
        )
        return self.core.table(position=position)

    def new_initial_state(self) -> DarwinDeckState:
        return DarwinDeckState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self, iig_obs_type, params)


@dataclass(frozen=True)
class HistoryPoint:
    """What a state holds. It never changes, so that copies of a state can share it."""

    game: DarwinDeckGame
    dealt: tuple[int, ...] = ()
    """The cards that chance has dealt, in order, where it deals them one by one."""
    said: tuple[int, ...] = ()
    """The actions so far."""
    told: tuple[tuple[str, ...], ...] = ()
    """What each player was told, decision by decision, whenever it was told something."""
    asked: int | None = None
    """The seat of which everybody was told last that it is asked."""
    table: CoreTable | None = None
    """Where the game stands; None while chance has to decide something first."""
    seed: int | None = None
    """The deal, where it is sampled; None before, and where cards were dealt again."""

    def __deepcopy__(self, memo: dict[int, Any]) -> HistoryPoint:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self.table is not None and not self.game.explicit and self.seed is None:
            raise TypeError("a state whose hidden cards were dealt again cannot be written down")
        return _played_again, (self.game.params, self.dealt, self.said, self.seed)

    def after(self, action: int) -> HistoryPoint:
        """What comes of an action, or of an outcome of chance."""
        game = self.game
        if self.table is None:
            if not game.explicit:
                return replace(self, seed=action)._heard(game.begun(None, action))
            if action in self.dealt or not 0 <= action < game.cards:
                raise ValueError(f"card {action} is dealt already, or there is none")
            return replace(self, dealt=(*self.dealt, action)).dealt_on()
        table = self.table.copy()
        table.step(action)
        moment = replace(self, said=(*self.said, action))
        if game.explicit:
            _refuse_chance(table)
            if game.cards - table.undealt > len(self.dealt):
                # A card is needed that nobody has decided yet.
                return replace(moment, table=None)
        return moment._heard(table)

    def dealt_on(self) -> HistoryPoint:
        """What was said, played with the cards dealt so far; if another card is needed, chance has
        to decide first which."""
        game = self.game
        rest = sorted(set(range(game.cards)) - set(self.dealt))
        table = game.begun([*self.dealt, *rest], 0)
        moment = replace(self, told=(), asked=None, table=None)._heard(table)
        for number in self.said:
            table.step(number)
            _refuse_chance(table)
            moment = moment._heard(table)
        if game.cards - table.undealt > len(self.dealt):
            return replace(self, table=None)
        return moment

    def _heard(self, table: CoreTable) -> HistoryPoint:
        before = self.told or ((),) * self.game.core.players
        # Who is asked is seen by all, unless all answer at once: then it is only how we go round.
        asked = self.asked if table.in_secret or table.asked is None else table.asked
        turn = f"a{asked}" if asked != self.asked else ""
        told = []
        for seat, heard in enumerate(before):
            line = " ".join(filter(None, (table.told(seat), turn)))
            told.append((*heard, line) if line else heard)
        return replace(self, told=tuple(told), asked=asked, table=table)


def _played_again(
    params: dict[str, Any], dealt: tuple[int, ...], said: tuple[int, ...], seed: int | None
) -> HistoryPoint:
    """A moment of which only what was dealt and said has been kept."""
    game = pyspiel.load_game(SHORT_NAME, params)
    moment: HistoryPoint = game.beginning
    if seed is not None:
        moment = moment.after(seed)
    for card in dealt:
        while moment.table is not None:
            moment = moment.after(said[len(moment.said)])
        moment = moment.after(card)
    while len(moment.said) < len(said):
        moment = moment.after(said[len(moment.said)])
    return moment


def _refuse_chance(table: CoreTable) -> None:
    if table.chance_decided:
        raise ValueError(
            "more than the first deal is left to chance in this game: load it with chance=sampled"
        )


class DarwinDeckState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. Chance comes first and, dealt card by card, whenever a card is needed."""

    def __init__(self, game: DarwinDeckGame) -> None:
        super().__init__(game)
        self._at = game.beginning
        self._deal = game.seeds.randrange(SEEDS)
        """The deal that chance has in store, where deals are sampled."""

    # --- whose turn it is ------------------------------------------------------------------------

    def current_player(self) -> int:
        table = self._at.table
        if table is None:
            return int(pyspiel.PlayerId.CHANCE)
        asked = table.asked
        return int(pyspiel.PlayerId.TERMINAL) if asked is None else asked

    def is_terminal(self) -> bool:
        table = self._at.table
        return table is not None and table.over

    def _legal_actions(self, player: int) -> list[int]:
        table = self._at.table
        return table.legal_ids() if table is not None and player == table.asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        game = self._at.game
        if self._at.table is not None:
            raise ValueError("it is not for chance to decide now")
        if not game.explicit:
            return [(self._deal, 1.0)]
        left = sorted(set(range(game.cards)) - set(self._at.dealt))
        return [(card, 1.0 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        with self._at.game.game.guarded():
            self._at = self._at.after(action)

    def returns(self) -> list[float]:
        game, table = self._at.game, self._at.table
        if table is None or not table.over:
            return [0.0] * game.core.players
        return [float(gained) for gained in table.copy().rewards(game.reward)]

    # --- what players know -----------------------------------------------------------------------

    def information_state_string(self, player: int | None = None) -> str:
        """Everything a player was told since the beginning."""
        seat = self.current_player() if player is None else player
        told = self._at.told[seat] if self._at.told else ()
        return f"seat {seat}: " + " | ".join(told)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now."""
        seat = self.current_player() if player is None else player
        if self._at.table is None:
            return f"seat {seat}: nothing yet"
        return str(self._at.table.view(seat).to_dict())

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        return [float(number) for number in self.observed(seat)]

    def observed(self, seat: int) -> Any:
        """What a player sees now, as an array."""
        seen = np.zeros(self._at.game.encoding.size, np.float32)
        if self._at.table is not None:
            self._at.table.observe(seat, seen)
        return seen

    def resample_from_infostate(self, player: int, sampler: Any) -> DarwinDeckState:
        """A state in which the player would know the same, each as likely as any other that agrees
        with what it sees."""
        other: DarwinDeckState = self.clone()
        if self._at.table is None:
            return other
        game = self._at.game
        world = self._at.table.view(player).redeal(int(sampler() * SEEDS))
        table = game.core.table(position=world)
        # The others are told what they see there: what they were told here is not for this player.
        told = tuple(
            heard if seat == player else (str(table.view(seat).to_dict()),)
            for seat, heard in enumerate(self._at.told)
        )
        # All cards have their places: chance decides nothing more that could be asked for.
        dealt = tuple(range(game.cards))
        other._at = replace(self._at, dealt=dealt, told=told, table=table, seed=None)
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        game = self._at.game
        if player == pyspiel.PlayerId.CHANCE:
            card = game.game.labels.card_texts[action] if game.explicit else str(action)
            return f"deal {card}"
        return game.encoding.action_text(int(action))

    def __str__(self) -> str:
        return " | ".join(str(item) for item in self.history())


class Observer:
    """What a player sees, as OpenSpiel wants it: the planes by name, and all in one array."""

    def __init__(self, game: DarwinDeckGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations: {params}")
        self._recall = kind is not None and kind.perfect_recall
        self.tensor = None if self._recall else np.zeros(game.encoding.size, np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict = {plane.name: self.tensor[plane.span] for plane in game.encoding.planes}

    def set_from(self, state: DarwinDeckState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.observed(player)

    def string_from(self, state: DarwinDeckState, player: int) -> str:
        if self._recall:
            return state.information_state_string(player)
        return state.observation_string(player)


pyspiel.register_game(pyspiel.GameType(**_TYPE), DarwinDeckGame)
