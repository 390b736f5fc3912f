"""Made-up Baloot matches, with everything around the cards that a server records."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from darwindeck.oracles.baloot.players import SteadyPlayers
from darwindeck.oracles.baloot.server import Json, Server, omitting

BROKEN_OFF = 0.03
"""How many matches end before a side has won."""
CHATTER = 0.5
"""How many events of talk a deal has on average."""
LEAVING = 0.04
"""How many deals somebody leaves for a while."""

MESSAGES = ("salam", "yalla", "mashallah", "sah", "gg", "?", "عفوا", "👏")
START = 1_600_000_000_000
DAY = 86_400_000


def made_up_match(seed: int, player: str, readings: Mapping[str, str]) -> dict[str, Any]:
    """The archive of a match; one seed, one match."""
    server = Server(seed, SteadyPlayers(player), readings)
    match = server.match()
    chance = random.Random(f"around the cards {seed}")
    ids = chance.sample(range(10_000, 1_000_000), 4)
    rounds = [item["r"] for item in match["rs"]]
    if chance.random() < BROKEN_OFF:
        _break_off(rounds, match, chance)
    for number, events in enumerate(rounds):
        _talk(events, ids, chance)
        if chance.random() < LEAVING and len(events) > 6:
            _leave(events, ids, chance)
        if number and chance.random() < LEAVING / 2:
            events.insert(2, {"e": 9})
    return {**match, **_header(seed, ids, len(rounds), chance), "rs": match["rs"]}


def _header(seed: int, ids: list[int], rounds: int, chance: random.Random) -> Json:
    begun = START + chance.randrange(400 * DAY)
    header: Json = omitting(
        {
            "v": 3,
            "n": f"made-up match {seed}",
            "ps": ids,
            "psN": [f"Player {seat}" for seat in (1, 2, 3, 4)],
            "psRP": [chance.randrange(1, 5_000) for _ in range(4)],
            "psRN": [chance.randrange(1, 40) for _ in range(4)],
            "psCb": [chance.randrange(3) for _ in range(4)],
            "psV": [chance.randrange(2) for _ in range(4)],
            "psSb": [chance.randrange(2) for _ in range(4)],
            "rL": chance.randrange(4),
            "Id": f"{chance.getrandbits(64):016x}",
            "t": chance.randrange(3),
            "chA": chance.randrange(2),
            "gT": chance.randrange(3),
            "pT": begun + rounds * 90_000,
        }
    )
    return header


def _break_off(rounds: list[list[Json]], match: Json, chance: random.Random) -> None:
    """The match ends in the middle of a round, as when everybody leaves."""
    last = chance.randrange(1, len(rounds)) if len(rounds) > 1 else 0
    del rounds[last + 1 :], match["rs"][last + 1 :]
    events = rounds[last]
    del events[chance.randrange(3, len(events)) :]
    opening = next(event for event in events if event["e"] == 1)
    for name, before in (("s1", "t1s"), ("s2", "t2s")):
        match.pop(name, None)
        if before in opening:
            match[name] = opening[before]


def _talk(events: list[Json], ids: list[int], chance: random.Random) -> None:
    while chance.random() < CHATTER / (1 + CHATTER):
        said = {"e": 8, "uid": chance.choice(ids), "msg": chance.choice(MESSAGES)}
        events.insert(chance.randrange(2, len(events) + 1), said)


def _leave(events: list[Json], ids: list[int], chance: random.Random) -> None:
    """Somebody's place is played by the server for a while."""
    seat = chance.randrange(4)
    gone = chance.randrange(2, len(events) - 1)
    back = chance.randrange(gone + 1, len(events))
    came = {"e": 11, "dbId": ids[seat], "n": f"Player {seat + 1}", "rp": 1, "s": seat + 1}
    events.insert(back, came)
    events.insert(gone, {"e": 10, "dbId": ids[seat]})
