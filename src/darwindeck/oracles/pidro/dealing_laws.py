"""Properties 10 to 12, 18 to 23, 45, 47 and 48: dealing, discarding, robbing, killing."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.schema import RepeatPhase
from darwindeck.laws.law import Finding, Law, Need, kept
from darwindeck.oracles.pidro.hand import SEATS, At, Hand, HandStage, Seen
from darwindeck.oracles.pidro.pidro_cards import picking
from darwindeck.oracles.pidro.quoting import (
    ALWAYS_SIX,
    DISCARDS_SEEN,
    KEEPS_TRUMPS,
    option,
    quoted,
)
from darwindeck.simulation.moves import MoveKind, fields_of


def _names(hand: Hand, cards: frozenset[int] | set[int] | list[int]) -> str:
    return hand.game.labels.cards_text(sorted(cards)) or "none"


def nine_each(hand: Hand) -> Iterator[Finding]:
    sizes = [len(cards) for cards in hand.held]
    yield kept(sizes == [9] * 4, f"hands of {sizes} cards were dealt")


def threes(hand: Hand) -> Iterator[Finding]:
    order = [*hand.others, hand.dealer] * 3
    expected = [seat for seat in order for _ in range(3)]
    served = [seat for seat, _ in hand.dealt]
    yield kept(served == expected, f"cards went to {hand.who(served)}")
    if hand.deck is not None:
        dealt = tuple(card for _, card in hand.dealt)
        yield kept(dealt == hand.deck[:36], "the cards dealt are not the first 36 of the deck")


def sixteen(hand: Hand) -> Iterator[Finding]:
    yield kept(len(hand.stock) == 16, f"{len(hand.stock)} cards were left")
    if hand.deck is not None:
        yield kept(hand.stock == hand.deck[36:], "the stock is not what was left of the deck")


def non_trumps_gone(hand: Hand) -> Iterator[Finding]:
    thrown = {card for _, card in hand.thrown}
    lost = hand.trump.of(thrown | set(hand.aside))
    yield kept(not lost, f"trumps were thrown away: {_names(hand, lost)}")
    drawn = {seat: {card for to, card in hand.drawn if to == seat} for seat in SEATS}
    for seat in hand.others:
        left = hand.nine[seat] - thrown - hand.trump.of(hand.nine[seat])
        yield kept(not left, f"{hand.who(seat)} kept {_names(hand, left)}")
        expected = hand.trump.of(hand.nine[seat]) | drawn[seat]
        yield kept(
            hand.six[seat] == expected, f"{hand.who(seat)} holds {_names(hand, hand.six[seat])}"
        )


def six_each(hand: Hand) -> Iterator[Finding]:
    for seat in SEATS:
        size = len(hand.ready[seat])
        short = seat != hand.dealer and not hand.robbed and size < 6
        yield kept(size == 6 or short, f"{hand.who(seat)} has {size} cards")
        if short:
            # Nobody after a player who stays short has been dealt anything.
            later = hand.others[hand.others.index(seat) + 1 :]
            served = [to for to, _ in hand.drawn if to in later]
            yield kept(
                not served, f"{hand.who(seat)} stays short, but {hand.who(served)} were served"
            )


def dealer_selects(hand: Hand) -> Iterator[Finding]:
    pool = hand.nine[hand.dealer] | set(hand.robbed)
    six = hand.ready[hand.dealer]
    yield kept(six <= pool, f"the dealer holds {_names(hand, six - pool)} from elsewhere")
    yield kept(len(six) == 6, f"the dealer has {len(six)} cards")
    lost = {card for card in pool - six if hand.trump.worth.get(card)}
    yield kept(not lost, f"the dealer gave up {_names(hand, lost)}")
    if option(hand.game.genome, "dealer_keeps") == "trumps":
        given_up = hand.trump.of(pool) - six
        killed = {card for seat, card in hand.killed if seat == hand.dealer}
        yield kept(given_up == killed, f"trumps that are not killed: {_names(hand, given_up)}")


def excess_killed(hand: Hand) -> Iterator[Finding]:
    for seat in SEATS:
        killed = {card for by, card in hand.killed if by == seat}
        surplus = max(0, len(hand.six[seat]) - 6)
        if not surplus and not killed:
            continue
        yield kept(len(killed) == surplus, f"{hand.who(seat)} killed {len(killed)}, not {surplus}")
        yield kept(
            killed <= hand.trump.of(hand.six[seat]) and not hand.trump.points(killed),
            f"{hand.who(seat)} killed {_names(hand, killed)}",
        )
        points = hand.trump.points(hand.six[seat]), hand.trump.points(hand.ready[seat])
        yield kept(
            points[0] == points[1], f"{hand.who(seat)} had {points[0]} points, now {points[1]}"
        )


def _killing(seen: Seen) -> int | None:
    """The seat that has to kill a trump now."""
    frames = seen.moment.table.frames
    phases = [seen.moment.game.labels.phases[number] for number, _ in frames]
    killing = any(isinstance(phase, RepeatPhase) and phase.name == "killing" for phase in phases)
    return seen.moment.position.asked() if killing else None


def points_stay(seen: Seen) -> Iterator[Finding]:
    """Whoever has to kill is not offered cards that count, and cannot kill them either."""
    seat = _killing(seen)
    if seat is None:
        return
    position, hand = seen.moment.position, seen.hand
    codes = position.legal(seat)
    offered = {fields_of(code).card for code in codes if fields_of(code).kind is MoveKind.CARD}
    worth = {card for card in hand.held[seat] if hand.trump.worth.get(card)}
    for card in sorted(worth):
        yield kept(card not in offered, f"{_names(hand, [card])} may be killed")
        digest, refused = position.digest(), False
        try:
            position.apply(seat, picking(card))
        except ValueError:
            refused = True
        yield kept(refused and position.digest() == digest, f"{_names(hand, [card])} was killed")
    plain = hand.trump.of(hand.held[seat]) - worth
    yield kept(offered == plain, f"offered are {_names(hand, offered)}")


def face_up(seen: Seen) -> Iterator[Finding]:
    hand, moment = seen.hand, seen.moment
    if hand.trumps is None or not hand.thrown or hand.after is not None:
        return
    thrown = {card for _, card in hand.thrown}
    number = moment.game.labels.zone_number["thrown"]
    lying = next(place for place in moment.places if place.zone == number)
    yield kept(set(lying.cards) == thrown, "a card that was thrown away has come back")
    if HandStage.PLAY not in hand.stages:
        faces = {moment.game.cards[card] for card in thrown}
        for seat in SEATS:
            (pile,) = moment.state().view(seat).zone("thrown")
            yield kept(set(pile.cards) == faces, f"{hand.who(seat)} cannot see all discards")


def hand_limits(seen: Seen) -> Iterator[Finding]:
    hand = seen.hand
    playing = HandStage.PLAY in hand.stages
    most = 6 if playing else 9
    for seat in SEATS:
        if seat == hand.dealer and hand.robbed and not playing:
            continue
        size = len(hand.held[seat])
        yield kept(size <= most, f"{hand.who(seat)} holds {size} cards, more than {most}")


def left_for_dealer(hand: Hand) -> Iterator[Finding]:
    held = [len(hand.trump.of(hand.nine[seat])) for seat in hand.others]
    excess = sum(max(0, count - 6) for count in held)
    expected = max(0, sum(held) - excess - 2)
    yield kept(
        len(hand.robbed) == expected,
        f"the others held {held} trumps, and the dealer got {len(hand.robbed)} cards",
    )


def secret_trumps(hand: Hand) -> Iterator[Finding]:
    """As many cards go aside as must, whatever they are: nobody can count the dealer's trumps."""
    pool = hand.nine[hand.dealer] | set(hand.robbed)
    kept_in_hand = max(6, len(hand.trump.of(pool)))
    expected = len(pool) - kept_in_hand
    yield kept(
        len(hand.aside) == expected and not hand.strays,
        f"the dealer put {len(hand.aside)} of {len(pool)} cards aside, not {expected}; "
        f"then {', '.join(hand.strays) or 'nothing'}",
    )


DEALING_LAWS: tuple[Law, ...] = (
    quoted(10, "initial deal gives exactly 9 cards to each player", nine_each, At.DEAL),
    quoted(
        11,
        "initial deal distributes cards in batches of 3",
        threes,
        At.DEAL,
        "the order in which cards are dealt, from the dealer's left, not just their number",
    ),
    quoted(
        12,
        "after initial deal, 16 cards remain in deck",
        sixteen,
        At.DEAL,
        "and they are the last 16 of a stacked deck",
    ),
    quoted(
        18,
        "after trump selection, all non-trump cards are discarded (except wrong 5)",
        non_trumps_gone,
        At.ROBBED,
        "what the second deal brings may be non-trumps again, and those of the dealer stay in the "
        "pool from which six cards are kept",
        KEEPS_TRUMPS,
    ),
    quoted(
        19,
        "after re-deal, each player has exactly 6 cards",
        six_each,
        At.LEAD,
        "once surplus trumps are killed; others than the dealer have fewer if the stock ran out",
        ALWAYS_SIX,
    ),
    quoted(
        20,
        "dealer takes all remaining cards and selects 6",
        dealer_selects,
        At.LEAD,
        "from the nine cards and the rest of the stock, with every card that counts",
        ALWAYS_SIX,
    ),
    quoted(
        21,
        "if player has >6 trump after re-deal, must discard non-point cards",
        excess_killed,
        At.LEAD,
    ),
    quoted(
        22,
        "cannot discard point cards when reducing hand to 6",
        points_stay,
        At.MOMENT,
        "whichever of them the player holds, if any",
    ),
    quoted(
        23,
        "discarded cards are laid face up and out of game",
        face_up,
        At.MOMENT,
        "those of the dealer are not shown: they would tell how many trumps the dealer has",
        DISCARDS_SEEN,
    ),
    quoted(
        45,
        "player hands never exceed 9 cards initially, then 6 after re-deal",
        hand_limits,
        At.MOMENT,
        "six from the first lead on; until then, seven to nine trumps may wait to be killed, and "
        "what the dealer has robbed is a pool and not a hand",
        KEEPS_TRUMPS,
    ),
    quoted(
        47,
        "cannot discard point cards to reduce hand size",
        points_stay,
        At.MOMENT,
        "property 22 for each of the six cards; the refusal counts, not its words",
    ),
    quoted(
        48,
        "dealer gets no cards if all players keep 6 trump cards",
        left_for_dealer,
        At.ROBBED,
        "three players cannot hold eighteen of fourteen trumps; what is left for the dealer are "
        "max(0, trumps of the others - those above six - 2) cards",
    ),
    Law(
        "secret trumps",
        "How many cards the dealer puts aside does not tell how many trumps the dealer has.",
        secret_trumps,
        At.ROBBED,
        Need(
            "the dealer keeps every trump and always has six cards",
            lambda genome: KEEPS_TRUMPS.holds(genome) and ALWAYS_SIX.holds(genome),
        ),
    ),
)
