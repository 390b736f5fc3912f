"""Bridge by four of our players, judged by a double-dummy solver (DDS through `endplay`).

Of every deal: what was bid and whether it was made; by how many tricks each side's cards fell short
of the best with all cards face up; and by how many IMPs the score was away from par. What the
auction alone is worth is told apart: by how many IMPs the contract would be away from par, and
whether it would be made, if all played their best with all cards face up. Nobody is vulnerable; a
deal that is passed out scores nothing.
"""

from __future__ import annotations

import random
from typing import Any

from benchmarks.outside.contest import Contest, Row
from tests.integration.openspiel import test_bridge as bridge
from tests.integration.openspiel.harness import Ours

SUITS = "CDHS"
RANKS = "23456789TJQKA"
NO_TRUMPS = -1
PENALTIES = {"double": "doubled", "redouble": "redoubled"}
SWINGS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750),
    *(2000, 2250, 2500, 3000, 3500, 4000),
)


def imps(difference: int) -> int:
    """A difference of scores in IMPs."""
    return sum(abs(difference) >= step for step in SWINGS)


def _name(card: int) -> str:
    return SUITS[card // 13] + RANKS[card % 13]


def _pbn(hands: list[list[int]]) -> str:
    """A deal as `endplay` reads it, from the first seat on, which is north."""

    def held(hand: list[int], suit: int) -> str:
        ranks = sorted((card % 13 for card in hand if card // 13 == suit), reverse=True)
        return "".join(RANKS[rank] for rank in ranks)

    return "N:" + " ".join(".".join(held(hand, suit) for suit in (3, 2, 1, 0)) for hand in hands)


def _play(player: str, number: int) -> Row:
    from endplay.dds import analyse_play, calc_dd_table, par
    from endplay.types import Contract, Deal, Denom, Penalty, Player, Vul

    denominations = {0: Denom.clubs, 1: Denom.diamonds, 2: Denom.hearts, 3: Denom.spades}
    game = bridge.game(False, False)
    game.prepare([player])
    dealer = number % 4
    deck = random.Random(f"outside bridge {number}").sample(range(52), 52)
    ours = Ours(game, deck, dealer)
    deal = Deal(_pbn([sorted(ours.zone("hand", seat)) for seat in range(4)]))
    seats = [Player.north, Player.east, Player.south, Player.west]
    bids: list[tuple[int, int, int]] = []
    cards: list[tuple[int, int]] = []
    made, penalty = 0, Penalty.passed
    while not ours.over:
        seat, made = ours.asked, made + 1
        code = ours.position.choose(seat, player, made)
        choice = next(name for name, own in ours.choices(seat).items() if own == code)
        if choice[0] == "card":
            # The declarer plays the dummy's cards as well.
            held = [at for at in range(4) if int(choice[2]) in ours.zone("hand", at)]
            cards.append((held[0], int(choice[2])))
        elif choice[1] == "bid":
            bids.append((seat, int(choice[2]), int(choice[3])))
            penalty = Penalty.passed
        elif choice[1] in PENALTIES:
            penalty = Penalty[PENALTIES[str(choice[1])]]
        ours.do(seat, code)
    score = ours.side_score(0) - ours.side_score(1)
    table = calc_dd_table(deal)
    best = par(table, Vul.none, seats[dealer]).score
    row: Row = {"IMPs from par": imps(score - best), "ahead of par": float(score - best)}
    if not bids:
        return {**row, "contract's IMPs from par": imps(best), "passed out": 1.0}
    seat, level, strain = bids[-1]
    declarer = next(at for at, _, named in bids if named == strain and (at - seat) % 2 == 0)
    deal.trump = denominations.get(strain, Denom.nt)
    deal.first = seats[cards[0][0]]
    assert cards[0][0] == (declarer + 1) % 4, "the lead comes from the declarer's left"
    solved: list[Any] = list(analyse_play(deal, [_name(card) for _, card in cards]))
    lost = [0, 0]
    # The last trick is not analysed: nobody has a choice in it.
    for (at, _), before, after in zip(cards, solved[:-1], solved[1:], strict=False):
        lost[(at - declarer) % 2] += abs(after - before)
    own = score if declarer % 2 == 0 else -score
    tricks = table[deal.trump, seats[declarer]]
    contract = Contract(
        level=level,
        denom=deal.trump,
        declarer=seats[declarer],
        penalty=penalty,
        result=tricks - (level + 6),
    )
    worth = contract.score(Vul.none) * (1 if declarer % 2 == 0 else -1)
    return {
        **row,
        "contract's IMPs from par": imps(worth - best),
        "makeable": float(tricks >= level + 6),
        "doubled": float(penalty != Penalty.passed),
        "passed out": 0.0,
        "level": level,
        "at level seven": float(level == 7),
        "made": float(own > 0),
        "tricks lost by declarers": lost[0],
        "tricks lost by defenders": lost[1],
    }


def contests() -> dict[str, Contest]:
    return {
        "bridge": Contest(
            "Bridge",
            "par and double-dummy play (DDS)",
            _play,
            (
                "IMPs from par",
                "contract's IMPs from par",
                "makeable",
                "made",
                "doubled",
                "level",
                "at level seven",
                "passed out",
                "tricks lost by declarers",
                "tricks lost by defenders",
            ),
            ("<", 4.0),
        )
    }
