"""Properties 3, 24 to 30, 40 and 49: playing trumps, going cold, who takes what."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.schema import TrickPhase
from darwindeck.laws.law import Finding, Law, kept
from darwindeck.oracles.pidro.hand import SEATS, At, Frozen, Hand, Played, Seen
from darwindeck.oracles.pidro.pidro_cards import picking
from darwindeck.oracles.pidro.quoting import KILLED_ARE_DEAD, quoted
from darwindeck.simulation.moves import MoveKind, fields_of


def _cards(hand: Hand, cards: frozenset[int] | set[int] | list[int]) -> str:
    return hand.game.labels.cards_text(sorted(cards)) or "none"


def two_keeps_point(played: Played) -> Iterator[Finding]:
    hand, trick = played.hand, played.trick
    for seat, card in trick.plays:
        if card == hand.trump.two:
            yield kept(
                card in trick.taken.get(seat, ()),
                f"{hand.who(seat)} played the two, and it lies with "
                f"{hand.who(sorted(trick.taken))}",
            )


def only_trumps(seen: Seen) -> Iterator[Finding]:
    """Just the trumps of the hand are listed, and other cards are refused."""
    moment, hand = seen.moment, seen.hand
    seat = moment.position.asked()
    if not isinstance(moment.table.phase, TrickPhase) or seat is None or hand.trumps is None:
        return
    offered = {fields_of(code).card for code in moment.position.legal(seat)}
    yield kept(offered <= set(hand.trump.order), f"{_cards(hand, offered)} may be played")
    for card in sorted(hand.held[seat] - set(hand.trump.order)):
        yield kept(
            _is_refused(seen, seat, card),
            f"{hand.who(seat)} can play {_cards(hand, [card])}, no trump",
        )


def every_trump(seen: Seen) -> Iterator[Finding]:
    """All trumps of the hand may be played: nobody has to hold back or to beat."""
    moment, hand = seen.moment, seen.hand
    seat = moment.position.asked()
    if not isinstance(moment.table.phase, TrickPhase) or seat is None or hand.trumps is None:
        return
    offered = {fields_of(code).card for code in moment.position.legal(seat)}
    yield kept(
        offered == hand.trump.of(hand.held[seat]),
        f"{hand.who(seat)} holds {_cards(hand, hand.held[seat])} and may play "
        f"{_cards(hand, offered)}",
    )


def _is_refused(seen: Seen, seat: int, card: int) -> bool:
    position = seen.moment.position
    digest = position.digest()
    try:
        position.apply(seat, picking(card))
    except ValueError:
        return position.digest() == digest
    return False


def early_plays(seen: Seen) -> Iterator[Finding]:
    """Before the play, cards that are really held cannot be played."""
    moment, hand = seen.moment, seen.hand
    if hand.tricks or hand.cold or isinstance(moment.table.phase, TrickPhase):
        return
    for seat in SEATS:
        # A trump that may be killed now is picked in the same way, but it is not played.
        moves = map(fields_of, moment.position.legal(seat))
        killable = {move.card for move in moves if move.kind is MoveKind.CARD}
        for card in sorted(hand.held[seat] - killable)[:3]:
            yield kept(
                _is_refused(seen, seat, card), f"{hand.who(seat)} can play {_cards(hand, [card])}"
            )


def highest_wins(played: Played) -> Iterator[Finding]:
    hand, trick = played.hand, played.trick
    best = max(trick.plays, key=lambda play: hand.trump.height(play[1]))
    yield kept(
        trick.winner == best[0],
        f"{_cards(hand, [card for _, card in trick.plays])}: {hand.who(trick.winner)} wins",
    )


def winner_leads(played: Played) -> Iterator[Finding]:
    hand, trick = played.hand, played.trick
    first = hand.tricks[played.number - 1].winner if played.number else hand.bidder
    if first is None:
        return
    holding = [seat for seat in SEATS if hand.trump.of(trick.held[seat])]
    expected = next(((first + n) % 4 for n in SEATS if (first + n) % 4 in holding), None)
    yield kept(
        trick.leader == expected, f"{hand.who(trick.leader)} leads instead of {hand.who(expected)}"
    )


def everybody_plays(played: Played) -> Iterator[Finding]:
    hand, trick = played.hand, played.trick
    order = [(trick.leader + n) % 4 for n in SEATS]
    expected = [seat for seat in order if hand.trump.of(trick.held[seat])]
    seats = [seat for seat, _ in trick.plays]
    yield kept(seats == expected, f"{hand.who(seats)} played, and {hand.who(expected)} held trumps")


def goes_cold(frozen: Frozen) -> Iterator[Finding]:
    hand, cold = frozen
    yield kept(
        not hand.trump.of(cold.held),
        f"{hand.who(cold.seat)} goes cold with {_cards(hand, cold.held)}",
    )
    yield kept(
        cold.revealed == cold.held and not hand.held[cold.seat],
        f"{hand.who(cold.seat)} keeps {_cards(hand, hand.held[cold.seat])}",
    )
    yield kept(_is_in_turn(frozen), f"{hand.who(cold.seat)} goes cold before its turn has come")


def _is_in_turn(frozen: Frozen) -> bool:
    """Whether everybody who had the turn before is out of the hand."""
    hand, cold = frozen
    if cold.turn is None:
        return False
    gone = {item.seat for item in hand.cold[: hand.cold.index(cold)]} | cold.empty
    steps = (cold.seat - cold.turn) % 4
    return all((cold.turn + n) % 4 in gone for n in range(steps))


def cold_sits_out(played: Played) -> Iterator[Finding]:
    hand = played.hand
    gone = {cold.seat for cold in hand.cold if cold.tricks <= played.number}
    if gone:
        seats = {seat for seat, _ in played.trick.plays}
        yield kept(not gone & seats, f"{hand.who(sorted(gone & seats))} played, being cold")


def trick_points(played: Played) -> Iterator[Finding]:
    hand, trick = played.hand, played.trick
    if trick.winner is None:
        return
    cards = [card for _, card in trick.plays]
    own = (trick.winner, hand.trump.two) in trick.plays
    expected = hand.trump.points(cards) - (hand.trump.two in cards and not own)
    found = hand.trump.points(trick.taken.get(trick.winner, []))
    yield kept(found == expected, f"the winner takes {found} points, not {expected}")
    taken = sorted(card for pile in trick.taken.values() for card in pile)
    yield kept(taken == sorted(cards), f"{_cards(hand, cards)} were played")


def last_team(hand: Hand) -> Iterator[Finding]:
    """From the trick on in which only one side has trumps, it takes all that is left."""
    for number, trick in enumerate(hand.tricks):
        left = [hand.trump.of(trick.held[seat]) for seat in SEATS]
        sides = [side for side in (0, 1) if left[side] or left[side + 2]]
        if len(sides) == 1:
            (side,) = sides
            rest = hand.trump.points(left[side] | left[side + 2])
            taken = hand.captured(number)[side], hand.captured()[side]
            yield kept(
                taken[1] == taken[0] + rest,
                f"{hand.who(hand.game.teams[side])} had {taken[0]} points and {rest} in hand, and "
                f"end with {taken[1]}",
            )
            return


def revealed_plain(frozen: Frozen) -> Iterator[Finding]:
    shown = frozen.hand.trump.of(frozen.cold.revealed)
    yield kept(
        not shown, f"{frozen.hand.who(frozen.cold.seat)} reveals {_cards(frozen.hand, shown)}"
    )


TRICK_LAWS: tuple[Law, ...] = (
    quoted(
        3,
        "player with 2 of trump always keeps 1 point (cannot be taken)",
        two_keeps_point,
        At.TRICK,
        "the two lies with what its player has taken; nobody holds it once the hand is over, and a "
        "score may still fall",
    ),
    quoted(
        24,
        "only trump cards are valid plays",
        only_trumps,
        At.MOMENT,
        "also those that are not played are looked at: they are not listed and are refused",
        KILLED_ARE_DEAD,
    ),
    quoted(
        25,
        "highest trump card wins the trick (except for 2)",
        highest_wins,
        At.TRICK,
        "also with the two in it: it is the lowest, and just does not go to the winner",
    ),
    quoted(
        26,
        "player who wins trick leads next trick",
        winner_leads,
        At.TRICK,
        "or, if out of trumps, the next player who holds one; the bidder, or the next such player, "
        "leads to the first trick",
    ),
    quoted(
        27,
        "when player has no trump, they go 'cold' and lay down remaining cards",
        goes_cold,
        At.COLD,
        "when their turn comes, not before; who has no card left at all is just passed over",
    ),
    quoted(
        28,
        "cold player does not participate in remaining tricks",
        cold_sits_out,
        At.TRICK,
        "the tricks begun after they went cold",
    ),
    quoted(
        29,
        "highest card in trick wins all points in trick (except 2)",
        trick_points,
        At.TRICK,
        "a lone two counts for its player, who has won that trick",
    ),
    quoted(
        30,
        "team with cards remaining after all others cold keeps all remaining points",
        last_team,
        At.SCORED,
        "the points taken in the hand, not the score",
    ),
    quoted(
        40,
        "cannot play card before playing phase",
        early_plays,
        At.MOMENT,
        "cards that are really held; killing a trump is not playing it",
    ),
    quoted(
        49,
        "player revealing non-trump when going cold shows violation",
        revealed_plain,
        At.COLD,
        "the title says the opposite of the text: all that is revealed are non-trumps",
    ),
    Law(
        "no holding back",
        "Any trump may be played at any time.",
        every_trump,
        At.MOMENT,
        KILLED_ARE_DEAD,
    ),
    Law(
        "whole tricks",
        "Everybody who holds a trump plays one to each trick, in order from the leader.",
        everybody_plays,
        At.TRICK,
        KILLED_ARE_DEAD,
    ),
)
