"""How well players guess hidden hands: whether what others did makes worlds truer.

`python -m benchmarks.worlds bridge hearts` plays hands (without names: of some games), and whenever
somebody is asked draws worlds that agree with what they see, once each as likely as any other and
once as `--player` weighs them. Told is what part of the cards that others hold unseen lies in the
right hand there. `--actor` says who plays. Prints a table in Markdown.
"""

from __future__ import annotations

import argparse
import time
from statistics import fmean

from darwindeck._core import Position
from darwindeck.evaluation.intervals import standard_error
from darwindeck.library import get_genome
from darwindeck.simulation import Game

GAMES = "bridge hearts spades euchre skat gin-rummy go-fish draw-poker".split()


def main() -> None:
    """Prints one line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--player", default="strong", help="whose worlds are looked at")
    parser.add_argument("--actor", default="learned", help="who plays")
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--every", type=int, default=4, help="one of so many decisions")
    parser.add_argument("--worlds", type=int, default=6, help="at each decision, of each kind")
    parser.add_argument("--seed", type=int, default=99)
    wanted = parser.parse_args()
    print("| game | decisions | equally likely | weighed | gain | seconds |")
    print("|---|--:|--:|--:|--:|--:|", flush=True)
    for name in wanted.games:
        game = Game(get_genome(name))
        game.prepare([wanted.player, wanted.actor])
        begun = time.process_time()
        found = [
            pair for hand in range(wanted.hands) for pair in hits(game, wanted, wanted.seed + hand)
        ]
        plain, weighed = ([100 * pair[kind] for pair in found] for kind in (0, 1))
        gain = [b - a for a, b in zip(plain, weighed, strict=True)]
        spent = time.process_time() - begun
        print(
            f"| {game.genome.name} | {len(found)} | {fmean(plain):.1f} | {fmean(weighed):.1f} | "
            f"{fmean(gain):+.1f} ± {standard_error(gain):.1f} | {spent:.0f} |",
            flush=True,
        )


def hits(game: Game, wanted: argparse.Namespace, seed: int) -> list[tuple[float, float]]:
    """At some decisions of a hand, what part of others' unseen cards lies right: with all worlds
    equally likely, and as they are weighed."""
    position, made, found = game.hand(seed).position, 0, []
    while (seat := position.asked()) is not None:
        made += 1
        truth = held(game, position, seat)
        if truth and made % wanted.every == 0:
            found.append(
                (
                    right(game, position, seat, truth, wanted.worlds, None),
                    right(game, position, seat, truth, wanted.worlds, wanted.player),
                )
            )
        position = position.apply(seat, position.choose(seat, wanted.actor, made))
    return found


def held(game: Game, position: Position, seat: int) -> dict[int, int]:
    """Who holds the cards of others' hands that a seat does not know."""
    hand = game.labels.zone_number.get("hand")
    unseen = set(position.view(seat).to_dict()["unseen"])
    return {
        card: owner
        for zone, owner, _, cards, _ in position.places()
        if zone == hand and owner != seat
        for card in cards
        if card in unseen
    }


def right(
    game: Game,
    position: Position,
    seat: int,
    truth: dict[int, int],
    worlds: int,
    player: str | None,
) -> float:
    """What part of some cards lies in the right hand, on average over some worlds."""
    shares = []
    for number in range(worlds):
        guess = held(game, position.redeal(seat, number, player), seat)
        shares.append(fmean(guess.get(card) == owner for card, owner in truth.items()))
    return fmean(shares)


if __name__ == "__main__":
    main()
