"""What a seat sees, drawn with letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from darwindeck.cards import Card
from darwindeck.english import counted, join, plural
from darwindeck.simulation import Game, Pile, View

_GAP = "  "


class Picture:
    """Draws views of one game. It knows the names of things, but no state."""

    def __init__(self, game: Game) -> None:
        self.name = game.genome.name or game.genome.genome_id
        self._text: dict[Card, str] = dict(zip(game.cards, game.labels.card_texts, strict=True))
        self._place = {card: index for index, card in enumerate(dict.fromkeys(game.cards))}
        self._suit_name: Callable[[str], str] = game.labels.suit_name
        self._for_chips = game.genome.setup.starting_chips > 0
        self._for_points = bool(game.labels.genome.scoring_rules or game.genome.card_scoring)
        self._hand_is_set = not any(
            zone.name == "hand" and zone.order == "stack" for zone in game.labels.zones
        )

    def table(self, view: View) -> list[str]:
        """The whole table in lines: who has what, what lies where, and the seat's own hand."""
        lines = [self.heading(view), *self._standings(view)]
        facts = [*self._facts(view)]
        piles = [*self._piles(view)]
        lines += ["", *facts] if facts else []
        lines += ["", *piles] if piles else []
        hand = self.hand(view)
        lines += ["", f"Your hand: {hand}"] if hand else []
        if view.picked:
            lines.append(f"Picked:    {self.cards(view.picked)}")
        return lines

    def heading(self, view: View) -> str:
        dealer = view.seat_names[view.dealer] if view.dealer < len(view.seat_names) else "nobody"
        return f"{self.name}, hand {view.hand_number} (dealt by {dealer})"

    # --- cards -----------------------------------------------------------------------------------

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(self._text[card] for card in cards)

    def hand(self, view: View) -> str:
        """The seat's own hand by suits and ranks, with a gap after each suit."""
        held = [card for pile in view.zone("hand", view.seat) for card in pile.cards]
        seen = [card for card in held if card is not None]
        hidden = len(held) - len(seen)
        shown = self._by_suit(seen) if self._hand_is_set else self.cards(seen)
        unseen = [f"{counted(hidden, 'card')} face down"] if hidden else []
        return _GAP.join([*([shown] if shown else []), *unseen])

    def _by_suit(self, cards: Sequence[Card]) -> str:
        suits: dict[str, list[Card]] = {}
        for card in sorted(cards, key=self._place.__getitem__):
            suits.setdefault(str(card.suit), []).append(card)
        return _GAP.join(self.cards(held) for held in suits.values())

    # --- who has what ----------------------------------------------------------------------------

    def _standings(self, view: View) -> Iterator[str]:
        names = [self._who(view, seat) for seat in range(len(view.seat_names))]
        width = max(map(len, names))
        for seat, name in enumerate(names):
            facts = ", ".join(self._of_seat(view, seat))
            yield f"  {name:<{width}}  {facts}".rstrip()
        for side, members in enumerate(view.teams):
            names_of_side = join([view.seat_names[seat] for seat in members])
            points = _points(view.team_scores[side], view.team_hand_scores[side])
            kept = _kept(view, "team", side)
            yield f"  {', '.join([f'{names_of_side}: {points}', *kept])}"

    def _who(self, view: View, seat: int) -> str:
        name = view.seat_names[seat]
        return f"{name} (you)" if seat == view.seat else name

    def _of_seat(self, view: View, seat: int) -> Iterator[str]:
        if seat < len(view.scores):
            if self._for_chips:
                yield counted_in_figures(view.chips[seat], "chip")
                if view.staked[seat]:
                    yield f"{view.staked[seat]} staked"
            elif self._for_points and not view.teams:
                yield _points(view.scores[seat], view.hand_scores[seat])
            if any(view.tricks):
                yield counted_in_figures(view.tricks[seat], "trick")
        hidden = [pile for pile in view.zone("hand", seat) if _is_closed(pile)]
        if seat != view.seat and hidden:
            yield counted_in_figures(sum(pile.count for pile in hidden), "card")
        yield from _kept(view, "seat", seat)
        yield from (label for label, holder in view.roles if holder == seat)
        if seat in view.out and seat < len(view.scores):
            yield "out of this hand"

    def _facts(self, view: View) -> Iterator[str]:
        if view.trump:
            yield f"Trumps: {self._suit_name(view.trump)}"
        if view.mode:
            yield f"The game: {view.mode}"
        if view.suit_in_force:
            yield f"To be matched: {self._suit_name(view.suit_in_force)}"
        if view.pot:
            yield f"In the pot: {counted_in_figures(view.pot, 'chip')}"
        yield from (kept[:1].upper() + kept[1:] for kept in _kept(view, "table", 0))
        for declared in view.declarations:
            shown = f": {self.cards(declared.cards)}" if declared.cards else ""
            yield f"{view.seat_names[declared.seat]} declared {declared.pattern}{shown}"

    # --- what lies where -------------------------------------------------------------------------

    def _piles(self, view: View) -> Iterator[str]:
        for pile in view.piles:
            hand = pile.zone == "hand" and (pile.owner == view.seat or _is_closed(pile))
            # An empty pile of the table is worth a line where others lie beside it.
            alone = pile.owner is not None or len(view.zone(pile.zone)) == 1
            missing = not pile.cards and alone
            if pile.zone and not hand and not missing:
                yield f"{_capital(pile.label)}: {self._pile(pile)}"
        if view.trick:
            played = [f"{view.seat_names[by]} {self._text[card]}" for by, card in view.trick]
            yield f"The trick: {', '.join(played)}"

    def _pile(self, pile: Pile) -> str:
        """Its cards from the bottom up, those that cannot be seen only counted."""
        parts: list[str] = []
        hidden = 0
        for card in pile.cards:
            if card is None:
                hidden += 1
                continue
            if hidden:
                parts.append(f"({hidden} face down)")
                hidden = 0
            parts.append(self._text[card])
        if not parts:
            text = counted_in_figures(hidden, "card") if hidden else "empty"
        else:
            text = " ".join([*parts, *([f"({hidden} face down)"] if hidden else [])])
        if pile.known and pile.zone == "hand":
            return f"{text}, among them {self.cards(pile.known)}"
        return text


def _is_closed(pile: Pile) -> bool:
    """Whether nothing is known of a pile but how many cards it has."""
    return not pile.known and all(card is None for card in pile.cards)


def counted_in_figures(count: int, noun: str) -> str:
    """ "1 point", "-3 points"."""
    return f"{count} {noun if count == 1 else plural(noun)}"


def _points(score: int, in_hand: int) -> str:
    gained = f" ({in_hand:+d} in this hand)" if in_hand else ""
    return f"{counted_in_figures(score, 'point')}{gained}"


def _kept(view: View, of: str, number: int) -> Iterator[str]:
    """The numbers that are kept for a seat, a side or the table, unless they are nothing."""
    for counter in view.counters:
        if counter.of == of and counter.values[number]:
            value = counter.values[number]
            yield counter.label if counter.flag else f"{counter.label}: {value}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def columns(items: Sequence[str], width: int) -> list[str]:
    """Items side by side, downwards first, in as many columns as fit."""
    if not items:
        return []
    widest = max(map(len, items)) + len(_GAP)
    across = max(1, min(width // widest, 4 if len(items) > 9 else 1))
    rows = -(-len(items) // across)
    lines = ["".join(f"{item:<{widest}}" for item in items[row::rows]) for row in range(rows)]
    return [line.rstrip() for line in lines]


__all__ = ["Picture", "columns", "counted_in_figures"]
