"""What a seat sees, drawn with letters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest

from darwindeck.cards import Card
from darwindeck.english import capitalised, counted, is_plural, join, plural
from darwindeck.genome.expressions import Name, nodes_of, parse
from darwindeck.genome.expressions.environment import Environment
from darwindeck.genome.expressions.inference import type_of
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    Owner,
    PileKey,
    Scope,
    Sees,
    TrickPhase,
)
from darwindeck.genome.tree import walk
from darwindeck.simulation import Game, Pile, View
from darwindeck.simulation.view import Term
from darwindeck.text.kept import Keeping

_GAP = "  "
_COUNTING = {"points", "total", "best", "groups", "piles", "declared"}
"""Words that say what the cards of somebody come to."""


class TablePicture:
    """Draws views of one game. It knows the names of things, but no state."""

    def __init__(self, game: Game) -> None:
        self.name = game.genome.name or game.genome.genome_id
        self._cards = game.cards
        self._text: dict[Card, str] = dict(zip(game.cards, game.labels.card_texts, strict=True))
        self._place = {card: index for index, card in enumerate(dict.fromkeys(game.cards))}
        self._labels = game.labels
        self._keeping = Keeping(game.labels)
        self._suit_name: Callable[[str], str] = game.labels.suit_name
        self._for_chips = game.genome.setup.starting_chips > 0
        self._for_points = bool(game.labels.genome.scoring_rules or game.genome.card_scoring)
        self._hand_is_set = not any(
            zone.name == "hand" and zone.order == "stack" for zone in game.labels.zones
        )
        tricks = [phase for phase in game.labels.phases if isinstance(phase, TrickPhase)]
        self._for_tricks = bool(tricks)
        self._won = {game.labels.zone_of(str(phase.collect_to))[0] for phase in tricks}
        self._by_suit = self._for_tricks or _suits_matter(game)
        self._yes, self._sums = _terms_worth_telling(game)
        self._zone = {str(zone.name): zone for zone in game.labels.zones}

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
        if len(view.seat_names) == 1:
            return self.name if view.hand_number == 1 else f"{self.name}, hand {view.hand_number}"
        dealer = view.seat_names[view.dealer] if view.dealer < len(view.seat_names) else "nobody"
        by = "you" if view.dealer == view.seat else dealer
        return f"{self.name}, hand {view.hand_number} (dealt by {by})"

    # --- cards -----------------------------------------------------------------------------------

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(self._text[card] for card in cards)

    def hand(self, view: View) -> str:
        """The seat's own hand, sorted as the game needs it."""
        held = [card for pile in view.zone("hand", view.seat) for card in pile.cards]
        seen = [card for card in held if card is not None]
        hidden = len(held) - len(seen)
        shown = self.sorted_cards(view, seen) if self._hand_is_set else self.cards(seen)
        unseen = [f"{counted(hidden, 'card')} face down"] if hidden else []
        return _GAP.join([*([shown] if shown else []), *unseen])

    def sorted_cards(self, view: View, cards: Iterable[Card]) -> str:
        """Cards by what they count as now, with a gap after each suit where suits matter."""
        place = self.order(view)
        ordered = sorted(cards, key=place)
        if not self._by_suit:
            return self.cards(ordered)
        suits = groupby(ordered, key=lambda card: place(card)[:2])
        return _GAP.join(self.cards(held) for _, held in suits)

    def order(self, view: View) -> Callable[[Card], tuple[int, ...]]:
        """Where a card stands in a hand: trumps first, promoted cards among them, then suit by
        suit; strong cards first where there are tricks, else from low to high."""
        orders = dict(zip(self._cards, view.orders, strict=True))
        suits = {suit: number for number, suit in enumerate(self._labels.suits)}
        ranks = {rank: number for number, rank in enumerate(self._labels.ranks)}
        way = -1 if self._for_tricks else 1

        def place(card: Card) -> tuple[int, ...]:
            order = orders[card]
            suit = suits.get(order.suit or "", len(suits))
            height = (way * order.strength, ranks[str(card.rank)], self._place[card])
            if not self._by_suit:
                return (0, 0, *height)
            return (0 if order.suit == view.trump and view.trump else 1, suit, *height)

        return place

    # --- who has what ----------------------------------------------------------------------------

    def _standings(self, view: View) -> Iterator[str]:
        if len(view.seat_names) == 1 and not any(self._of_seat(view, 0)):
            return
        names = [self._who(view, seat) for seat in range(len(view.seat_names))]
        width = max(map(len, names))
        for seat, name in enumerate(names):
            facts = ", ".join(self._of_seat(view, seat))
            yield f"  {name:<{width}}  {facts}".rstrip()
        for side, members in enumerate(view.teams):
            names_of_side = join([view.seat_names[seat] for seat in members])
            facts = ", ".join(self._of_side(view, side, members))
            yield f"  {names_of_side}: {facts}"

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
        hidden = [pile for pile in view.zone("hand", seat) if None in pile.cards]
        if seat != view.seat and hidden:
            yield counted_in_figures(sum(pile.count for pile in hidden), "card")
        yield from self._kept(view, Scope.SEAT, seat)
        yield from self._told_terms(view, Scope.SEAT, seat)
        yield from (label for label, holder in self._keeping.roles(view) if holder == seat)
        if seat in view.out and seat < len(view.scores):
            yield "out of this hand"

    def _of_side(self, view: View, side: int, members: Sequence[int]) -> Iterator[str]:
        yield _points(view.team_scores[side], view.team_hand_scores[side])
        if any(view.tricks):
            yield counted_in_figures(sum(view.tricks[seat] for seat in members), "trick")
        yield from self._kept(view, Scope.TEAM, side)
        yield from self._told_terms(view, Scope.TEAM, side)

    def _kept(self, view: View, of: Scope, number: int) -> Iterator[str]:
        """The numbers that are kept for a seat, a side or the table, unless they are nothing."""
        for kept in self._keeping.counters(view):
            counter = kept.counter
            if counter.of == of.value and (counter.values[number] or kept.always):
                value = counter.values[number]
                yield counter.label if counter.flag else f"{counter.label}: {value}"

    def _told_terms(self, view: View, scope: Scope, number: int) -> Iterator[str]:
        """What the terms of the game come to for a seat or side, as far as the seat knows."""
        for term in view.terms:
            own = term.of == scope.value and number < len(term.values)
            value = term.values[number] if own else None
            if value and term.name in self._sums:
                yield f"{term.label}: {value}"
            elif value and term.name in self._yes and _is_own(view, term, number):
                yield term.label

    def _facts(self, view: View) -> Iterator[str]:
        if view.trump:
            yield f"Trumps: {self._suit_name(view.trump)}{self._promoted(view)}"
        if view.mode:
            yield f"The game: {view.mode}"
        if view.breaking:
            suit = self._suit_name(view.breaking)
            verb = "are" if is_plural(suit) else "is"
            yield f"{capitalised(suit)} {verb} {'' if view.broken else 'not yet '}broken"
        if view.suit_in_force:
            yield f"To be matched: {self._suit_name(view.suit_in_force)}"
        if view.pot:
            yield f"In the pot: {counted_in_figures(view.pot, 'chip')}"
        yield from map(_capital, self._keeping.facts(view))
        yield from map(_capital, self._kept(view, Scope.TABLE, 0))
        for declared in view.declarations:
            shown = f": {self.cards(declared.cards)}" if declared.cards else ""
            yield f"{view.seat_names[declared.seat]} declared {declared.pattern}{shown}"

    def _promoted(self, view: View) -> str:
        """Cards of other suits that are trumps now."""
        orders = zip(self._cards, view.orders, strict=True)
        added = dict.fromkeys(
            card for card, order in orders if order.suit == view.trump and card.suit != view.trump
        )
        return f", with {self.cards(added)}" if added else ""

    # --- what lies where -------------------------------------------------------------------------

    def _piles(self, view: View) -> Iterator[str]:
        drawn: set[str] = set()
        for pile in view.piles:
            if pile.zone in drawn:
                continue
            if self._is_grid(pile.zone):
                drawn.add(pile.zone)
                yield from self._grid(view, pile.zone)
                continue
            hand = pile.zone == "hand" and (pile.owner == view.seat or _is_closed(pile))
            won = pile.zone in self._won and not any(pile.cards)
            # An empty pile of the table is worth a line where others lie beside it.
            alone = pile.owner is not None or len(view.zone(pile.zone)) == 1
            missing = not pile.cards and alone
            if pile.zone and not hand and not won and not missing:
                yield f"{_capital(pile.label)}: {self._pile(view, pile)}"
        if view.trick:
            played = [f"{view.seat_names[by]} {self._text[card]}" for by, card in view.trick]
            yield f"The trick: {', '.join(played)}"

    def _pile(self, view: View, pile: Pile) -> str:
        """Its cards from the bottom up, those that cannot be seen only counted."""
        if pile.zone == "hand" and pile.cards and None not in pile.cards and self._hand_is_set:
            return self.sorted_cards(view, [card for card in pile.cards if card is not None])
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
            return f"{text}, among them {self.sorted_cards(view, pile.known)}"
        return text

    # --- piles side by side ----------------------------------------------------------------------

    def _is_grid(self, name: str) -> bool:
        """Whether the piles of a zone lie side by side on the table."""
        zone = self._zone.get(name)
        return (
            zone is not None
            and zone.owner is Owner.TABLE
            and (zone.piles is PileKey.BY_SUIT or zone.piles is PileKey.FIXED)
        )

    def _grid(self, view: View, name: str) -> Iterator[str]:
        zone, piles = self._zone[name], view.zone(name)
        label = _capital(self._labels.zone_label(name))
        if any(other.beneath == name for other in self._zone.values()):
            return  # drawn with the piles that lie on top
        if zone.piles is PileKey.BY_SUIT:
            suits = map(self._suit_name, self._labels.suits)
            tops = (
                self._top(pile) if pile.cards else f"no {suit}"
                for suit, pile in zip(suits, piles, strict=True)
            )
            yield f"{label}: {', '.join(tops)}"
            return
        columns = [[str(number)] for number in range(1, len(piles) + 1)]
        heads = [label]
        if zone.beneath is not None:
            heads.append("face down")
            for column, under in zip(columns, view.zone(str(zone.beneath)), strict=True):
                column.append(f"({under.count})" if under.count else "")
        for column, pile in zip(columns, piles, strict=True):
            faces = [self._text[card] if card else "?" for card in pile.cards]
            if zone.sees is Sees.ALL:
                column.extend(faces or ["–"])
            else:
                column.append(self._top(pile) if faces else "–")
        wide = max(map(len, heads))
        width = max(len(cell) for column in columns for cell in column) + len(_GAP)
        yield ""
        for head, *row in zip_longest(heads, *columns, fillvalue=""):
            yield f"{head:<{wide}}{''.join(f'{cell:>{width}}' for cell in row)}".rstrip()

    def _top(self, pile: Pile) -> str:
        card = pile.cards[-1] if pile.cards else None
        if card is not None:
            return self._text[card]
        return f"({pile.count})" if pile.cards else "–"


def _suits_matter(game: Game) -> bool:
    """Whether anything that players do or combine depends on suits."""
    genome = game.labels.genome
    done = [part for _, part in walk(genome.turn_structure)]
    named = [part for group in genome.card_sets for _, part in walk(group)]
    return (
        any(
            Attribute.SUIT in part.same or part.beats is not None
            for part in (*done, *named)
            if isinstance(part, CardCondition)
        )
        or any(part.suit or part.suits for part in done if isinstance(part, CardCondition))
        or any(
            Attribute.SUIT in pattern.same or pattern.same_suit_count for pattern in genome.patterns
        )
    )


def _terms_worth_telling(game: Game) -> tuple[set[str], set[str]]:
    """Terms of the game that are worth telling when they hold, and those worth a number.

    The former are conditions on which it depends what players may do; the latter say what the cards
    of somebody come to, and are built on no other such term.
    """
    labels, survey = game.labels, game.checked.survey
    env = Environment.of(labels.genome)
    read = {
        node.id
        for use in survey.expressions
        if use.path[:1] == ("turn_structure",)
        for node in nodes_of(parse(str(use.expr)))
        if isinstance(node, Name)
    }
    kinds = {let.name: type_of(let.value, env) for let in labels.genome.lets}
    readings = labels.readings
    counting = {
        name
        for name, kind in kinds.items()
        if kind == "int" and not _COUNTING.isdisjoint(readings[name].words)
    }
    sums = {name for name in counting if not readings[name].terms & counting}
    return {name for name, kind in kinds.items() if kind == "bool" and name in read}, sums


def _is_own(view: View, term: Term, number: int) -> bool:
    """What somebody may do is worth telling of oneself."""
    return term.of != Scope.SEAT.value or number == view.seat


def _is_closed(pile: Pile) -> bool:
    """Whether nothing is known of a pile but how many cards it has."""
    return not pile.known and all(card is None for card in pile.cards)


def counted_in_figures(count: int, noun: str) -> str:
    """ "1 point", "-3 points"."""
    return f"{count} {noun if count == 1 else plural(noun)}"


def _points(score: int, in_hand: int) -> str:
    gained = f" ({in_hand:+d} in this hand)" if in_hand else ""
    return f"{counted_in_figures(score, 'point')}{gained}"


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


def rows(items: Sequence[str], width: int) -> list[str]:
    """Items one after the other, in as few lines as they fit into."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(_GAP) + len(item) <= width:
            lines[-1] += f"{_GAP}{item}"
        else:
            lines.append(item)
    return lines
