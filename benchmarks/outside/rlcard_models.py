"""RLCard's rule models and its CFR model for Leduc poker, asked about what a seat of ours sees.

Rules are matched by data. Leduc is played with antes of two chips: RLCard's blinds of one and two
after the first has been called. (There the player after the one who acted last begins the second
round, here always the same one.) Hold'em is played by two, with limits. UNO is played by two; its
model knows nothing of challenges and of drawing by choice, and does neither.
"""

from __future__ import annotations

import importlib
import pickle
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.betting import leduc
from benchmarks.outside.contest import Contest, Row
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import DoPhase, Stake
from darwindeck.genome.validator import checked
from darwindeck.library import get_genome
from darwindeck.simulation import Game, Move, MoveKind, View
from darwindeck.tournament import play_tournament

Model = Callable[[View], Move]

LETTERS = {"10": "T"}


def _text(card: Any) -> str:
    """A card as RLCard writes it: suit, then rank."""
    rank = str(card.rank)
    return str(card.suit)[0].upper() + LETTERS.get(rank, rank)


def _words(view: View) -> dict[str, Move]:
    """What RLCard calls the moves of a betting round."""
    owed = max(view.staked) - view.staked[view.seat]
    names = {
        MoveKind.BET: "raise",
        MoveKind.MATCH: "call" if owed else "check",
        MoveKind.FOLD: "fold",
    }
    return {names[move.kind]: move for move in view.legal_moves if move.kind in names}


def _betting(agent: Any, hand: Callable[[View], Any], public: str) -> Model:
    """A rule model of a poker game; what it says and may not is a check, a call or a fold."""

    def choose(view: View) -> Move:
        words = _words(view)
        board = [_text(card) for pile in view.zone("board") for card in pile.cards]
        seen = {"hand": hand(view), public: _public(public, board)}
        told = str(agent.step({"raw_legal_actions": list(words), "raw_obs": seen}))
        for word in (told, "check", "call", "fold"):
            if word in words:
                return words[word]
        return view.legal_moves[0]

    return choose


def _public(name: str, board: list[str]) -> Any:
    return board if name == "public_cards" else (board[0] if board else None)


def _rule_agent(module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"rlcard.models.{module}"), name)()


@cache
def _cfr() -> dict[bytes, Any]:
    folder = Path(str(importlib.import_module("rlcard").__file__)).parent
    path = folder / "models" / "pretrained" / "leduc_holdem_cfr" / "average_policy.pkl"
    with path.open("rb") as file:
        found: dict[bytes, Any] = pickle.load(file)
    return found


def _cfr_model(dice: random.Random) -> Model:
    """What the CFR model does, drawn by its shares."""
    numpy = importlib.import_module("numpy")
    order = ("call", "raise", "fold", "check")

    def choose(view: View) -> Move:
        words = _words(view)
        seen = numpy.zeros(36)
        (own,) = [card for pile in view.zone("hand") for card in pile.cards if card is not None]
        seen["JQK".index(str(own.rank))] = 1
        for pile in view.zone("board"):
            for card in pile.cards:
                assert card is not None, "the board is open"
                seen[3 + "JQK".index(str(card.rank))] = 1
        seen[6 + view.staked[view.seat]] = 1
        seen[21 + view.staked[1 - view.seat]] = 1
        shares = _cfr().get(seen.tobytes())
        assert shares is not None, f"the model does not know {seen}"
        likely = [max(0.0, float(shares[order.index(word)])) for word in words]
        if not sum(likely):
            likely = [1.0] * len(likely)
        return words[dice.choices(list(words), likely)[0]]

    return choose


def _uno_model(dice: random.Random) -> Model:
    """As RLCard's: a wild card with four to draw at once, in the commonest colour; otherwise any
    card that is not wild."""

    def choose(view: View) -> Move:
        cards = [move for move in view.legal_moves if move.kind is MoveKind.CARD]
        if not cards:
            return dice.choice(view.legal_moves)
        fours = [move for move in cards if "wild draw" in move.text]
        plain = [move for move in cards if "wild" not in move.text]
        colours = [str(card.suit) for card in view.hand if card.suit]
        if fours:
            common = max(sorted(set(colours)), key=colours.count) if colours else ""
            named = [move for move in fours if common in move.text]
            return (named or fours)[0]
        return dice.choice(plain or cards)

    return choose


@cache
def _leduc() -> Game:
    genome = leduc()
    (ante,) = genome.setup.before_deal
    assert isinstance(ante, DoPhase)
    (stake,) = ante.actions
    assert isinstance(stake, Stake)
    ante = replace(ante, actions=(replace(stake, amount=2),))
    setup = replace(genome.setup, before_deal=(ante,), starting_chips=14)
    return Game(checked(replace(genome, setup=setup)))


@cache
def _holdem() -> Game:
    options = {"betting": "limit", "players": "2"}
    return Game(apply_options(get_genome("texas-holdem"), options))


@cache
def _uno() -> Game:
    return Game(checked(replace(get_genome("uno"), player_count=2)))


def _contest(game: Callable[[], Game], model: Callable[[random.Random], Model]) -> Any:
    def play(player: str, number: int) -> Row:
        table = game()
        table.prepare([player])
        dice = random.Random(f"outside rlcard {number}")
        (duel,) = play_tournament(table, [player, model(dice)], 1, seed=1_000 + number).duels
        return {"a hand": duel.margin.value, "took": duel.share.value}

    return play


def contests() -> dict[str, Contest]:
    told = ("a hand", "took")

    def card(view: View) -> str:
        return "".join(_text(one) for one in view.hand)

    def two(view: View) -> list[str]:
        return [_text(one) for one in view.hand]

    def rules(module: str, name: str, hand: Any, public: str) -> Callable[[random.Random], Model]:
        return lambda _: _betting(_rule_agent(module, name), hand, public)

    leducs = "leducholdem_rule_models"
    return {
        "leduc-rule-1": Contest(
            "Leduc",
            "RLCard's first rule model",
            _contest(_leduc, rules(leducs, "LeducHoldemRuleAgentV1", card, "public_card")),
            told,
        ),
        "leduc-rule-2": Contest(
            "Leduc",
            "RLCard's second rule model",
            _contest(_leduc, rules(leducs, "LeducHoldemRuleAgentV2", card, "public_card")),
            told,
        ),
        "leduc-cfr": Contest("Leduc", "RLCard's CFR model", _contest(_leduc, _cfr_model), told),
        "limit-holdem": Contest(
            "Limit hold'em",
            "RLCard's rule model",
            _contest(
                _holdem,
                rules("limitholdem_rule_models", "LimitholdemRuleAgentV1", two, "public_cards"),
            ),
            told,
        ),
        "uno": Contest("UNO", "RLCard's rule model", _contest(_uno, _uno_model), told),
    }
