"""Which cards a condition means, as far as the cards themselves, trumps and mode decide it.

A plain reference, written for clearness and not for speed. Conditions that read the course of play
(the card led, the top of a pile, what was drawn) are refused here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import chain

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.ranking import CardRanking, PointTable
from darwindeck.genome.schema.selectors import CardCondition, CardRule
from darwindeck.genome.schema.worth import CardScoringRule

TWO_TO_ACE: tuple[str, ...] = (*(rank for rank in Rank if rank is not Rank.ACE), Rank.ACE)


@dataclass(frozen=True)
class CardContext:
    """What cards count as at one moment of a game. By default: the French pack, ace high."""

    ranking: CardRanking = CardRanking(plain=TWO_TO_ACE)
    trump: str | None = None
    card_sets: Mapping[str, CardCondition] = field(default_factory=dict)
    point_tables: Sequence[PointTable] = ()
    colours: Mapping[str, str] = field(default_factory=lambda: {suit: suit.colour for suit in Suit})

    @classmethod
    def of(cls, genome: GameGenome, *, mode: str = "", trump: str | None = None) -> CardContext:
        """The context of a genome, in one of its modes and with this trump suit."""
        ranking = next((r for r in genome.rankings or () if r.mode in ("", mode)), None)
        tables = [t for t in genome.point_tables or () if t.mode in ("", mode)]
        own_suits = genome.deck.suits if genome.deck is not None else ()
        colours: dict[str, str] = {suit: suit.colour for suit in Suit}
        colours |= {suit.name: suit.colour for suit in own_suits}
        in_deck = {card.suit for card in deck_cards(genome)}
        return cls(
            ranking=ranking or CardRanking(plain=TWO_TO_ACE),
            trump=trump or genome.setup.trump_suit,
            card_sets={cards.name: cards.cards for cards in genome.card_sets},
            point_tables=tuple(tables),
            colours={suit: colour for suit, colour in colours.items() if suit in in_deck},
        )

    @property
    def sequence(self) -> tuple[str, ...]:
        """The order that runs and sequences follow."""
        return self.ranking.sequence or self.ranking.plain

    def is_promoted(self, card: Card) -> bool:
        promotions = self.ranking.promote
        holding = [p for p in promotions if p.always or self.trump is not None]
        return any(card_matches(card, p.cards, self) for p in holding)

    def suit(self, card: Card) -> str:
        """The suit that the card counts as; empty for promoted cards while no suit is trumps."""
        if self.is_promoted(card):
            return self.trump or ""
        return card.suit

    def points(self, card: Card, table: str) -> int:
        """What the card is worth: the first line of the table that fits it."""
        lines = [line for t in self.point_tables if t.name == table for line in t.lines]
        return next((line.points for line in lines if card_matches(card, line.cards, self)), 0)


FRENCH = CardContext()


_OF_THE_CARD = {
    "suit",
    "rank",
    "suits",
    "ranks",
    "colour",
    "named",
    "trump",
    "printed_suit",
    "printed_trump",
    "trump_colour",
    "point_table",
    "min_points",
    "max_points",
    "any_of",
    "all_of",
    "not_",
}
_OF_THE_PLAY = {f.name: f.default for f in fields(CardCondition) if f.name not in _OF_THE_CARD}


def field_of_the_play(condition: CardCondition, sets: Mapping[str, CardCondition]) -> str | None:
    """A field of a condition, or of one in it, that does not look at the card alone; `sets`: the
    card sets that it may name."""
    for name, default in _OF_THE_PLAY.items():
        if getattr(condition, name) != default:
            return name
    inner = [*condition.any_of, *condition.all_of]
    if condition.not_ is not None:
        inner.append(condition.not_)
    found: Iterable[str | None] = (field_of_the_play(each, sets) for each in inner)
    if condition.named is not None and condition.named in sets:
        # A set that names itself is refused elsewhere.
        others = {name: cards for name, cards in sets.items() if name != condition.named}
        found = chain(found, [field_of_the_play(sets[condition.named], others)])
    return next((name for name in found if name is not None), None)


def card_matches(card: Card, condition: CardCondition, context: CardContext = FRENCH) -> bool:
    """Whether the condition means this card; all its given fields must hold."""
    return all(_judgements(card, condition, context))


def card_matches_rule(
    card: Card,
    rule: CardCondition | CardScoringRule | CardRule,
    context: CardContext = FRENCH,
) -> bool:
    """Whether the rule is about this card.

    Of a scoring rule its condition decides, of a line of duties its cards; when the line holds is a
    matter of the play and is not judged here.
    """
    if isinstance(rule, CardScoringRule):
        return card_matches(card, rule.condition, context)
    if isinstance(rule, CardRule):
        return card_matches(card, rule.cards, context)
    return card_matches(card, rule, context)


def _judgements(card: Card, wanted: CardCondition, context: CardContext) -> list[bool]:
    for name, default in _OF_THE_PLAY.items():
        if getattr(wanted, name) != default:
            raise ValueError(f"'{name}' depends on the play, not on the card alone")
    judged = []
    if wanted.suit is not None:
        judged.append(context.suit(card) == wanted.suit)
    if wanted.suits:
        judged.append(context.suit(card) in wanted.suits)
    if wanted.printed_suit is not None:
        judged.append(card.suit == wanted.printed_suit)
    if wanted.rank is not None:
        judged.append(card.rank == wanted.rank)
    if wanted.ranks:
        judged.append(card.rank in wanted.ranks)
    if wanted.colour is not None:
        judged.append(context.colours.get(card.suit) == wanted.colour)
    if wanted.trump is not None:
        is_trump = context.trump is not None and context.suit(card) == context.trump
        judged.append(is_trump == wanted.trump)
    if wanted.printed_trump is not None:
        judged.append((card.suit == context.trump) == wanted.printed_trump)
    if wanted.trump_colour is not None:
        colour = context.colours.get(card.suit)
        of_trump = context.trump is not None and colour == context.colours.get(context.trump)
        judged.append(of_trump == wanted.trump_colour)
    if wanted.point_table is not None:
        worth = context.points(card, wanted.point_table)
        judged.append(wanted.min_points is None or worth >= wanted.min_points)
        judged.append(wanted.max_points is None or worth <= wanted.max_points)
    if wanted.named is not None:
        judged.append(card_matches(card, context.card_sets[wanted.named], context))
    if wanted.any_of:
        judged.append(any(card_matches(card, option, context) for option in wanted.any_of))
    judged += [card_matches(card, part, context) for part in wanted.all_of]
    if wanted.not_ is not None:
        judged.append(not card_matches(card, wanted.not_, context))
    return judged


__all__ = ["card_matches_rule"]
