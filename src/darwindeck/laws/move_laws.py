"""Laws of moves: what is listed may be done, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from darwindeck.laws.moment import WatchedMoment
from darwindeck.simulation.moves import amount_of, bet_code

FORGED = 40
"""How many moves that are not listed are tried at a moment."""
FIELDS = ((0, 8), (8, 8), (16, 8), (24, 8), (32, 16), (48, 16))
"""Where the parts of a move's number begin, and how many bits they have."""


def listed(moment: WatchedMoment) -> Iterator[str]:
    """A move is accepted if and only if it is listed, and never changes the position it leaves."""
    position, digest = moment.position, moment.position.digest()
    for seat in moment.seats:
        codes = position.legal(seat)
        doubled = [code for code, often in Counter(codes).items() if often > 1]
        if doubled:
            yield f"{moment.game.seats[seat]} has the moves {doubled} listed more than once"
        for code in (*codes, *_other_amounts(moment, seat, codes)):
            yield from _must_work(moment, seat, code)
        for code in _forged(moment, seat, codes):
            yield from _must_fail(moment, seat, code)
    if position.digest() != digest:
        yield "trying moves has changed the position they were tried in"


def _other_amounts(moment: WatchedMoment, seat: int, codes: list[int]) -> list[int]:
    """Bets of other amounts than the one listed: the most, and one in between."""
    bets = [code for code in codes if amount_of(code)]
    bounds = moment.position.amounts(seat) if bets else None
    if bounds is None:
        return []
    between = moment.chance("amounts").randint(*bounds)
    return [bet_code(code, amount) for code in bets for amount in (between, bounds[1])]


def _is_bet(moment: WatchedMoment, seat: int, code: int, codes: list[int]) -> bool:
    """Whether a number is a bet of an amount that the one listed allows."""
    bounds = moment.position.amounts(seat) if amount_of(code) else None
    listed = [bet_code(listed, amount_of(code)) for listed in codes if amount_of(listed)]
    return bounds is not None and code in listed and bounds[0] <= amount_of(code) <= bounds[1]


def _must_work(moment: WatchedMoment, seat: int, code: int) -> Iterator[str]:
    try:
        moment.position.apply(seat, code)
    except (ValueError, RuntimeError) as error:
        yield f"{moment.game.seats[seat]} has the move {code} listed and cannot make it: {error}"


def _must_fail(moment: WatchedMoment, seat: int, code: int) -> Iterator[str]:
    name = moment.game.seats[seat]
    try:
        moment.position.apply(seat, code)
    except ValueError:
        return
    except RuntimeError as error:
        yield f"{name} tries {code}, which is not listed, and the core fails: {error}"
        return
    yield f"{name} can make the move {code}, which is not listed"


def _forged(moment: WatchedMoment, seat: int, codes: list[int]) -> set[int]:
    """Numbers of moves that a seat may not make: those of others, and some that are only alike."""
    chance = moment.chance("forged")
    others = [code for other in moment.seats for code in moment.position.legal(other)]
    models = codes or others or [0]
    alike = {_changed(chance.choice(models), chance) for _ in range(FORGED)}
    forged = (alike | set(others)) - set(codes)
    return {code for code in forged if not _is_bet(moment, seat, code, codes)}


def _changed(code: int, chance: Random) -> int:
    """A number of which one part is another one."""
    begin, bits = chance.choice(FIELDS)
    part = (1 << bits) - 1
    return code & ~(part << begin) | chance.choice((chance.getrandbits(bits), 0, part)) << begin


def words(moment: WatchedMoment) -> Iterator[str]:
    """Every move has words of its own, and means the same by its words as by its number."""
    state = moment.state()
    for seat in moment.to_move:
        moves = state.legal_moves(seat)
        if not moves:
            continue
        for text, often in Counter(move.text for move in moves).items():
            if often > 1:
                yield f'{moment.game.seats[seat]} has {often} moves called "{text}"'
        move = moment.chance("words").choice(moves)
        by_number = moment.position.apply(seat, move.code).digest()
        if state.apply(move.text, seat).digest != by_number:
            yield f'"{move.text}" and its number {move.code} lead to different positions'
