"""A tournament of agents of your own: functions on views, against players of the computer.

python examples/own_agents.py briscola --deals 50
"""

from __future__ import annotations

import argparse

from darwindeck.envs import as_game
from darwindeck.simulation import Move, View
from darwindeck.tournament import play_tournament


def lowest(view: View) -> Move:
    """Plays the card that is worth least in the order of the moment; otherwise the first move."""
    strength = {str(card): view.orders[place].strength for place, card in enumerate(DECK)}
    cards = [move for move in view.legal_moves if move.card is not None]
    return min(cards, key=lambda move: strength[str(move.card)], default=view.legal_moves[0])


def highest(view: View) -> Move:
    """Plays the strongest card; otherwise the last move."""
    strength = {str(card): view.orders[place].strength for place, card in enumerate(DECK)}
    cards = [move for move in view.legal_moves if move.card is not None]
    return max(cards, key=lambda move: strength[str(move.card)], default=view.legal_moves[-1])


DECK: tuple[object, ...] = ()
"""The cards of the game, in the order of `View.orders`."""


def main(arguments: list[str] | None = None) -> None:
    global DECK
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", nargs="?", default="briscola")
    parser.add_argument("--deals", type=int, default=20)
    given = parser.parse_args(arguments)
    game = as_game(given.game)
    DECK = game.cards
    played = play_tournament(game, [lowest, highest, "random", "greedy"], deals=given.deals)
    for name, rating in played.ranking():
        print(f"{name}: {rating.value:+.0f}")


if __name__ == "__main__":
    main()
