"""Card selectors in words: "a heart", "any card of the suit led", "the other jack of the trump
colour"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from darwindeck.cards import Card, Rank, Suit
from darwindeck.english import a, figure, is_plural, join, number_word, plural, singular
from darwindeck.genome.schema import Among, Attribute, CardCondition, Reference
from darwindeck.rulebook.words.faces import fields_set, matching, only
from darwindeck.rulebook.words.places import names_one_card

if TYPE_CHECKING:
    from darwindeck.rulebook.words.lexicon import Lexicon
    from darwindeck.rulebook.words.told import Told

ANY = CardCondition()
PLAYED_BY_THEM = "that they played"
PLAYED_BY_OTHERS = "that others played"

REFERENCE_WORDS = {
    Reference.LED: "the card led",
    Reference.WINNER: "the card that is winning the trick",
    Reference.TOP: "the top card",
    Reference.IN_FORCE: "the top card",
    Reference.NAMED: "the one named",
}


@dataclass(frozen=True)
class CardPhrase:
    """A noun phrase for some cards, without article."""

    one: str
    many: str
    unique: bool = False
    """Whether it names one single card, so that "the" belongs before it."""
    alternatives: tuple[CardPhrase, ...] = ()
    anything: bool = False

    @property
    def with_article(self) -> str:
        if self.alternatives:
            return _any_of([alternative.with_article for alternative in self.alternatives])
        if self.one.startswith("other ") and not self.unique:
            return f"every {self.one}"
        return f"the {self.one}" if self.unique else a(self.one)

    @property
    def with_any(self) -> str:
        """ "any card", "any heart", "the queen of spades"."""
        return self.with_article if self.unique or self.alternatives else f"any {self.one}"

    @property
    def all_of_them(self) -> str:
        """ "hearts", "the queen of spades"."""
        if self.alternatives:
            return join([alternative.all_of_them for alternative in self.alternatives], "and")
        return f"the {self.one}" if self.unique else self.many

    def counted(self, n: int) -> str:
        if n == 1:
            if self.unique or " or " in self.one:
                return self.with_article
            return f"one {self.one}"
        return f"{number_word(n)} {self.many}"


_PLAIN = re.compile(r"(?:(?:an?|the) )?[\w♣♦♥♠-]+(?: of [\w-]+)?")


_CLAUSE = re.compile(r" that (?:is|are|beats?|lies|they|others)\b")
"""What is said of a card in a clause of its own."""


def _has_clause(phrase: CardPhrase) -> bool:
    return _CLAUSE.search(phrase.one) is not None


def _any_of(texts: Sequence[str]) -> str:
    """Things of which any will do; those that are alternatives themselves are drawn in."""
    found: list[str] = []
    for text in texts:
        parts = re.split(r", | or ", text)
        simple = all(_PLAIN.fullmatch(part) for part in parts)
        # "An ace or jack of trumps": what is said at the end holds for all that stands before it.
        simple = simple and len({" of " in part for part in parts}) == 1
        found += parts if simple else [text]
    if any(_CLAUSE.search(text) for text in found[:-1]):
        # So that what follows does not seem to be part of the clause before it.
        return f"{', '.join(found[:-1])}, or {found[-1]}"
    return join(found, "or")


@dataclass
class _Draft:
    """A noun phrase in the making."""

    one: str = "card"
    many: str = "cards"
    unique: bool = False
    of_suit: bool = False
    """Whether the head noun says already of which suit the card is."""
    after_one: str = ""
    after_many: str = ""

    def add(self, text: str, many: str | None = None) -> None:
        many = text if many is None else many
        if text.startswith("that ") and " that " in self.after_one:
            text = text.replace("that ", "and ", 1)
            many = many.replace("that ", "and ", 1)
        self.after_one += f" {text}"
        self.after_many += f" {many}"

    def finished(self) -> CardPhrase:
        kinds: tuple[CardPhrase, ...] = ()
        if " or " in self.one and " of " not in self.one and not self.after_one:
            # "A joker or a two": each kind has its own article.
            names = zip(_kinds(self.one), _kinds(self.many), strict=True)
            kinds = tuple(CardPhrase(one, many) for one, many in names)
        one, many = self.one + self.after_one, self.many + self.after_many
        return CardPhrase(one, many, self.unique, kinds)


def _kinds(text: str) -> list[str]:
    return [kind for part in text.split(" or ") for kind in part.split(", ")]


class CardWords:
    """Puts card selectors of one game into words."""

    def __init__(self, lexicon: Lexicon, told: Told) -> None:
        self.lexicon = lexicon
        self.told = told

    # the ways to speak of cards

    def one(self, cards: CardCondition | None) -> str:
        """ "a heart", "the queen of spades", "a card"."""
        return self.phrase(cards).with_article

    def any(self, cards: CardCondition | None) -> str:
        """ "any heart", "any card", "the queen of spades"."""
        return self.phrase(cards).with_any

    def all(self, cards: CardCondition | None) -> str:
        """ "hearts", "cards", "the queen of spades"."""
        return self.phrase(cards).all_of_them

    def counted(self, cards: CardCondition | None, n: int) -> str:
        return self.phrase(cards).counted(n)

    def phrase(self, cards: CardCondition | None) -> CardPhrase:
        if cards is None or cards == ANY:
            return CardPhrase("card", "cards", anything=True)
        if cards in self.told.card_names:
            return CardPhrase(self.told.card_names[cards], plural(self.told.card_names[cards]))
        cards = self._flattened(cards)
        elsewhere = self._counting_as(cards)
        if elsewhere is not None:
            return elsewhere
        cards = self._simplified(cards)
        if cards.any_of and only(cards, "any_of"):
            merged = _merged_alternatives(cards.any_of)
            if merged is not None:
                return self.phrase(merged)
            if all(only(c, "rank_in") and c.rank_in for c in cards.any_of):
                places = join([self._place(c.rank_in) for c in cards.any_of if c.rank_in], "or")
                which = f"of a {self.rank_word} that lies {places}"
                return CardPhrase(f"card {which}", f"cards {which}")
            phrases = [self.phrase(alternative) for alternative in cards.any_of]
            # What is said of one kind, or excluded from it, must not seem to hold for the next.
            phrases.sort(key=lambda phrase: ("other than" in phrase.one, _has_clause(phrase)))
            alternatives = tuple(phrases)
            return CardPhrase(
                _any_of([alternative.one for alternative in alternatives]),
                _any_of([alternative.many for alternative in alternatives]),
                alternatives=alternatives,
            )
        return self._single(cards)

    def _single(self, cards: CardCondition) -> CardPhrase:
        draft = _Draft()
        rest = self._head(cards, draft)
        compared = rest.highest is not None or rest.beats is not None
        if rest.not_ is not None and compared and not _asks_to_beat(rest.not_):
            # Said first, so that it is clear what is excluded from what.
            phrase = self.phrase(rest.not_)
            draft.add(f"other than {phrase.with_article}", f"other than {phrase.all_of_them}")
            rest = replace(rest, not_=None)
        simple = rest.not_ is not None and fields_set(rest.not_) <= {"rank", "named"}
        if rest.not_ is not None and simple and rest.trump is False:
            phrase = self.phrase(rest.not_)
            neither = f"that is neither a trump nor {phrase.with_article}"
            draft.add(neither, f"that are neither trumps nor {phrase.all_of_them}")
            rest = replace(rest, trump=None, not_=None)
        self._relations(rest, draft)
        for other in rest.all_of:
            if other in self.told.card_names:
                draft.add("that fits", "that fit")
                continue
            phrase = self.phrase(other)
            draft.add(f"that is {phrase.with_article}", f"that are {phrase.many}")
        if rest.any_of:
            phrase = self.phrase(CardCondition(any_of=rest.any_of))
            draft.add(f"that is {phrase.with_article}", f"that are {phrase.many}")
        if rest.not_ is not None and simple and rest.same:
            # After another card has been named, "other than" could be taken to belong to that.
            phrase = self.phrase(rest.not_)
            draft.add(f"(but not {phrase.with_article})", f"(but not {phrase.all_of_them})")
        elif rest.not_ is not None:
            self._excluded(rest.not_, draft)
        if cards.rank is not None and only(cards, "rank", "same", "of"):
            one_each = max(self.lexicon.faces.values(), default=0) == 1
            beside = one_each and tuple(cards.same) == (Attribute.SUIT,)
            draft.unique = beside or len(matching(self.lexicon, cards) or ()) == 1
        if set(cards.same) == {Attribute.SUIT, Attribute.RANK} and only(cards, "same", "of"):
            draft.unique = max(self.lexicon.faces.values(), default=0) == 1
        if cards.rank is not None and cards.printed_trump and only(cards, "rank", "printed_trump"):
            draft.unique = max(self.lexicon.faces.values(), default=0) == 1
        return draft.finished()

    def _flattened(self, cards: CardCondition) -> CardCondition:
        """Conditions that must all hold, drawn into one where their fields do not clash."""
        if not cards.all_of:
            return cards
        merged = replace(cards, all_of=())
        left = []
        for part in cards.all_of:
            if part in self.told.card_names:
                left.append(part)
                continue
            part = self._flattened(part)
            clash = fields_set(part) & fields_set(merged) - {"of"}
            same_reference = part.of is None or merged.of is None or part.of == merged.of
            if clash or not same_reference:
                left.append(part)
                continue
            given = {name: getattr(part, name) for name in fields_set(part) - {"all_of"}}
            merged = replace(merged, **given)
            left.extend(part.all_of)
        if len(left) == 1 and not fields_set(merged) and left[0] not in self.told.card_names:
            return left[0]
        return replace(merged, all_of=tuple(left))

    def _simplified(self, cards: CardCondition) -> CardCondition:
        """A card by its face alone; ranks from which some are excluded, as those that are left."""
        named = (cards.rank is not None) != (len(cards.ranks) == 1)
        if cards.printed_suit is not None and named and cards.suit is None and not cards.suits:
            cards = replace(cards, suit=cards.printed_suit, printed_suit=None)
        no = cards.not_
        ranks_only = only(cards, "rank", "ranks", "not_") and fields_set(cards) - {"not_"}
        if no is None or not ranks_only or not only(no, "rank", "ranks"):
            return cards
        left = dict.fromkeys(card.rank for card in matching(self.lexicon, cards) or ())
        return CardCondition(ranks=tuple(left)) if left else cards

    # the head noun

    def _head(self, cards: CardCondition, draft: _Draft) -> CardCondition:
        """Finds the noun; returns what is still to be said."""
        if cards.named is not None:
            self._named_head(cards.named, draft)
            said = replace(cards, named=None)
            return self._head_with_name(said, draft)
        suits = cards.suits or ((cards.suit,) if cards.suit is not None else ())
        ranks = cards.ranks or ((cards.rank,) if cards.rank is not None else ())
        both = cards.suits and cards.suit is not None, cards.ranks and cards.rank is not None
        if both[0]:
            suits = tuple(suit for suit in cards.suits if suit == cards.suit)
        if both[1]:
            ranks = tuple(rank for rank in cards.ranks if rank == cards.rank)
        rest = replace(cards, suit=None, suits=(), rank=None, ranks=())
        colour = cards.colour
        if colour is None and len(suits) > 1 and (shared := self._whole_colour(suits)):
            colour, suits = shared, ()
        if rest.trump is True and not suits:
            rest = replace(rest, trump=None)
            draft.one = join([f"{self.lexicon.rank_name(r)}" for r in ranks], "or")
            draft.many = join([plural(self.lexicon.rank_name(r)) for r in ranks], "or")
            draft.one = f"{draft.one} of trumps" if ranks else "trump"
            draft.many = f"{draft.many} of trumps" if ranks else "trumps"
            draft.unique = len(ranks) == 1 and max(self.lexicon.faces.values(), default=0) == 1
            draft.unique = draft.unique and not self._promoted(ranks[0])
        elif ranks and rest.trump_colour is True and rest.printed_trump is False:
            rest = replace(rest, trump_colour=None, printed_trump=None)
            names = [self.lexicon.rank_name(r) for r in ranks]
            draft.one = f"other {join(names, 'or')} of the trump colour"
            draft.many = f"other {join([plural(n) for n in names], 'or')} of the trump colour"
            draft.unique = len(ranks) == 1 and max(self.lexicon.faces.values(), default=0) == 1
        elif ranks:
            self._rank_head(ranks, suits, draft)
        elif suits:
            names = [self.lexicon.suit_card(s) for s in suits]
            draft.one = join(names, "or")
            draft.many = join([plural(name) for name in names], "or")
        if colour is not None:
            rest = replace(rest, colour=None)
            draft.one = f"{colour} {draft.one}"
            draft.many = f"{colour} {draft.many}"
        only_head = not fields_set(rest)
        if only_head and len(matching(self.lexicon, cards) or ()) == 1:
            draft.unique = True
        return rest

    def _promoted(self, rank: Rank | str) -> bool:
        return any(
            promotion.cards.rank == rank or rank in promotion.cards.ranks
            for ranking in self.lexicon.genome.rankings or ()
            for promotion in ranking.promote
        )

    def _counting_as(self, cards: CardCondition) -> CardPhrase | None:
        """Cards of a rank that count as a suit, where cards of that rank and other suits may count
        as trumps: then it is not the suit on their faces that decides."""
        rank, suit = cards.rank, cards.suit
        if rank is None or suit is None or not only(cards, "rank", "suit"):
            return None
        moved = [
            promotion
            for ranking in self.lexicon.genome.rankings or ()
            for promotion in ranking.promote
            if promotion.cards in (CardCondition(rank=rank), CardCondition(ranks=(rank,)))
            or (promotion.cards.printed_trump is False and promotion.cards.rank == rank)
        ]
        if not moved:
            return None
        name, one = self.lexicon.rank_name(rank), a(self.lexicon.suit_card(suit))
        many = plural(self.lexicon.suit_card(suit))
        return CardPhrase(f"{name} that counts as {one}", f"{plural(name)} that count as {many}")

    def _named_head(self, name: str, draft: _Draft) -> None:
        named = self.lexicon.card_sets.get(name)
        label = named.label if named else name.replace("_", " ")
        self.told.speak_of(name, self.told.card_sets)
        draft.one, draft.many = singular(label), plural(label)
        if named is None or named.cards.named == name:
            return
        draft.of_suit = Attribute.SUIT in named.cards.same
        one_each = max(self.lexicon.faces.values(), default=0) == 1
        beside = bool(named.cards.step) and tuple(named.cards.same) == (Attribute.SUIT,)
        # There is only one card so far from another in its suit.
        beside = beside and only(named.cards, "step", "same", "of")
        draft.unique = self.phrase(named.cards).unique or (beside and one_each)

    def _head_with_name(self, cards: CardCondition, draft: _Draft) -> CardCondition:
        """Suit, rank and colour beside a named set follow its name."""
        if fields_set(cards) & {"suit", "suits", "rank", "ranks", "colour"}:
            face = CardCondition(
                suit=cards.suit,
                suits=cards.suits,
                rank=cards.rank,
                ranks=cards.ranks,
                colour=cards.colour,
            )
            phrase = self.phrase(face)
            draft.add(f"that is {phrase.with_article}", f"that are {phrase.many}")
        if cards.trump is True:
            draft.add("of trumps")
        rest = replace(cards, suit=None, suits=(), rank=None, ranks=(), colour=None)
        return replace(rest, trump=None) if cards.trump is True else rest

    def _rank_head(
        self, ranks: Sequence[Rank | str], suits: Sequence[Suit | str], draft: _Draft
    ) -> None:
        lexicon = self.lexicon
        names = [lexicon.rank_name(r) for r in ranks]
        if not suits:
            span = self._span(ranks)
            if span is not None:
                draft.one, draft.many = f"card from {span}", f"cards from {span}"
                return
            draft.one = join(names, "or")
            draft.many = join([plural(name) for name in names], "or")
            return
        if all(isinstance(suit, Suit) for suit in suits):
            of = join([str(suit) for suit in suits], "or")
            draft.one = f"{join(names, 'or')} of {of}"
            draft.many = f"{join([plural(name) for name in names], 'or')} of {of}"
            return
        colours = join([lexicon.suit_name(s) for s in suits], "or")
        draft.one = lexicon.of_suit(join(names, "or"), colours)
        draft.many = lexicon.of_suit(join([plural(name) for name in names], "or"), colours)

    def _span(self, ranks: Sequence[Rank | str]) -> str | None:
        """ "two to six", if the ranks are four or more neighbours in the order of the cards."""
        order = self.lexicon.sequence_order
        if len(ranks) < 4 or not all(rank in order for rank in ranks):
            return None
        places = sorted(order.index(rank) for rank in ranks)
        if places != list(range(places[0], places[0] + len(places))):
            return None
        name = self.lexicon.rank_name
        return f"{name(order[places[0]])} to {name(order[places[-1]])}"

    def _whole_colour(self, suits: Sequence[Suit | str]) -> str | None:
        """The colour, if the suits are exactly those of one colour."""
        colours = {self.lexicon.colour_of(suit) for suit in suits}
        if len(colours) != 1:
            return None
        colour = colours.pop()
        of_colour = {s for s in self.lexicon.suits if self.lexicon.colour_of(s) == colour}
        return colour if set(suits) == of_colour and colour else None

    # what follows the noun

    def _relations(self, cards: CardCondition, draft: _Draft) -> None:
        self._comparison(cards, draft)
        if cards.trump is True:
            draft.add("that is a trump", "that are trumps")
        elif cards.trump is False:
            draft.add("that is not a trump", "that are not trumps")
        if cards.printed_suit is not None:
            name = self.lexicon.suit_name(cards.printed_suit)
            draft.add(f"with {name} printed on it", f"with {name} printed on them")
        if cards.printed_trump is True:
            draft.add("of the trump suit itself")
        elif cards.printed_trump is False:
            draft.add("of another suit than the trump suit")
        if cards.trump_colour is True:
            draft.add("of the trump colour")
        elif cards.trump_colour is False:
            draft.add("of the colour that trumps do not have")
        self._worth(cards, draft)
        if cards.beats is not None:
            reference = REFERENCE_WORDS[cards.beats]
            draft.add(f"that beats {reference}", f"that beat {reference}")
        if cards.highest is Among.UNPLAYED:
            draft.add(
                f"that is the highest of its {self.suit_word} still to be played",
                f"that are the highest of their {self.suit_word} still to be played",
            )
        elif cards.highest is Among.UNSEEN:
            other = "that another player may still hold"
            draft.add(
                f"higher than every card of its {self.suit_word} {other}",
                f"higher than every card of their {self.suit_word} {other}",
            )
        if cards.rank_in is not None:
            draft.add(self._lying(self.rank_word, cards.rank_in))
        if cards.suit_in is not None:
            draft.add(self._lying(self.suit_word, cards.suit_in))
        if cards.own_play is not None:
            own = "that you played" if self.lexicon.alone else PLAYED_BY_THEM
            draft.add(own if cards.own_play else PLAYED_BY_OTHERS)
        if cards.taken_from is not None:
            draft.add(f"taken {self._from_place(cards.taken_from)} this turn")
        if cards.drawn is True:
            draft.add("drawn this turn")
        elif cards.drawn is False:
            draft.add("not drawn this turn")

    def _lying(self, word: str, name: str) -> str:
        """Of a rank or a suit that is found somewhere."""
        zone = self.lexicon.zones.get(name)
        if zone is not None and names_one_card(zone.label):
            return f"of the same {word} as the {zone.label}"
        return f"of a {word} of which a card lies {self._place(name)}"

    def _place(self, name: str) -> str:
        zone = self.lexicon.zones.get(name)
        label = zone.label if zone else name.replace("_", " ")
        if is_plural(label):
            return f"among the {label}"
        return f"{'on' if 'table' in label or 'pile' in label else 'in'} the {label}"

    def _from_place(self, name: str) -> str:
        zone = self.lexicon.zones.get(name)
        return f"from the {zone.label if zone else name.replace('_', ' ')}"

    def _worth(self, cards: CardCondition, draft: _Draft) -> None:
        label = self.lexicon.table_label(cards.point_table or "")
        low, high = cards.min_points, cards.max_points
        if low is None and high is None:
            return
        if high is not None and high <= 0 and (low is None or low == high):
            draft.add(f"worth no {label}")
        elif low is not None and high is None:
            draft.add(f"worth {label}" if low == 1 else f"worth at least {figure(low)} {label}")
        elif low is None:
            draft.add(f"worth at most {figure(high or 0)} {label}")
        elif low == high:
            draft.add(f"worth {figure(low)} {label}")
        else:
            draft.add(f"worth {figure(low)} to {figure(high or 0)} {label}")

    def _comparison(self, cards: CardCondition, draft: _Draft) -> None:
        if cards.of is None or not (cards.same or cards.step is not None):
            return
        shared = self._shared(cards.same, cards.of)
        if cards.step is None and draft.of_suit and shared.startswith("of the "):
            # Two suits are told of one card: "a card of the called suit that is of the suit led".
            is_so = "if it is" if draft.unique else "that is"
            draft.add(f"{is_so} {shared}", f"that are {shared}")
            return
        if cards.step is None:
            draft.add(shared)
            return
        higher = "higher" if cards.step > 0 else "lower"
        places = abs(cards.step)
        step = f"{'one rank' if places == 1 else f'{number_word(places)} ranks'} {higher} than"
        step = f"that is {step} {REFERENCE_WORDS[cards.of]}"
        draft.add(step, step.replace("that is", "that are", 1))
        if cards.same:
            same = [self.attribute(attribute) for attribute in cards.same]
            draft.add(f"and of the same {join(same)}")

    def attribute(self, attribute: Attribute) -> str:
        if attribute is Attribute.SUIT:
            return self.suit_word
        return self.rank_word if attribute is Attribute.RANK else str(attribute)

    @property
    def suit_word(self) -> str:
        """ "suit", or what this deck calls it."""
        return self.lexicon.suit_word

    @property
    def rank_word(self) -> str:
        return self.lexicon.rank_word

    def _shared(self, same: Sequence[Attribute], of: Reference) -> str:
        names = join([self.attribute(attribute) for attribute in same])
        if of is Reference.NAMED:
            return f"of the {names} named"
        if of is Reference.IN_FORCE and Attribute.SUIT in same and self.lexicon.names_suits:
            self.told.suit_in_force = True
            text = f"of the {self.suit_word} in force"
            others = [self.attribute(x) for x in same if x is not Attribute.SUIT]
            return text + (f" and the same {join(others)} as the top card" if others else "")
        if of is Reference.LED and tuple(same) == (Attribute.SUIT,):
            return f"of the {self.suit_word} led"
        return f"of the same {names} as {REFERENCE_WORDS[of]}"

    def _excluded(self, cards: CardCondition, draft: _Draft) -> None:
        if cards.same and cards.of is not None and only(cards, "same", "of"):
            names = join([self.attribute(attribute) for attribute in cards.same], "or")
            joint = "and " if draft.after_one.strip().startswith("that is") else ""
            draft.add(f"{joint}of a different {names}" + _from(cards.of, joint))
            return
        if cards.highest is not None and only(cards, "highest"):
            if cards.highest is Among.UNSEEN:
                draft.add(f"of whose {self.suit_word} another player may still hold a higher one")
            else:
                draft.add(
                    f"that is not the highest of its {self.suit_word} still to be played",
                    f"that are not the highest of their {self.suit_word} still to be played",
                )
            return
        if cards.beats is not None and only(cards, "beats"):
            reference = REFERENCE_WORDS[cards.beats]
            draft.add(f"that does not beat {reference}", f"that do not beat {reference}")
            return
        if _asks_to_beat(cards):
            # Of several cards each is meant only in that case.
            others = self.phrase(replace(cards, all_of=_others(cards.all_of), beats=None))
            best = cards.beats or next(c.beats for c in cards.all_of if c.beats is not None)
            if not others.anything:
                best_card = REFERENCE_WORDS[best]
                one = f"(unless it beats {best_card} and is {others.with_article})"
                many = f"(unless they beat {best_card} and are {others.all_of_them})"
                draft.add(one, many)
                return
        if cards.taken_from is not None and only(cards, "taken_from"):
            draft.add(f"other than one taken {self._from_place(cards.taken_from)} this turn")
            return
        if cards.drawn is True and only(cards, "drawn"):
            draft.add("other than the one drawn this turn")
            return
        phrase = self.phrase(cards)
        if phrase.anything:
            draft.add("of no kind")
            return
        one = phrase.with_article
        draft.add(f"other than {one}", f"other than {phrase.all_of_them}")

    # for tables

    def short(self, cards: CardCondition) -> str:
        """For tables: "J, Q, K", "Q♠", "any ♥"; in words where symbols do not reach."""
        cards = self._flattened(cards)
        trumps = self._short_trumps(cards)
        if trumps:
            return trumps
        suits = cards.suits or ((cards.suit,) if cards.suit is not None else ())
        ranks = cards.ranks or ((cards.rank,) if cards.rank is not None else ())
        lexicon = self.lexicon
        if only(cards, "suit", "suits", "rank", "ranks"):
            french = all(isinstance(suit, Suit) for suit in suits)
            if suits and not ranks and french:
                return join([f"any {lexicon.suit_symbol(suit)}" for suit in suits], "or")
            if ranks and not suits:
                return ", ".join(lexicon.rank_symbol(rank) for rank in ranks)
            if ranks and suits and french and len(suits) * len(ranks) <= 8:
                faces = [Card(suit, rank) for suit in suits for rank in ranks]
                return ", ".join(lexicon.card_symbol(face) for face in faces)
        if cards.any_of and only(cards, "any_of"):
            return "; ".join(self.short(option) for option in cards.any_of)
        return self.all(cards)

    def _short_trumps(self, cards: CardCondition) -> str:
        """ "ace, jack, ten and two of trumps", with promoted cards by their names."""
        ranks = cards.ranks or ((cards.rank,) if cards.rank is not None else ())
        single = max(self.lexicon.faces.values(), default=0) == 1
        if cards.trump is not True or not ranks or not single:
            return ""
        if not only(cards, "rank", "ranks", "trump"):
            return ""
        names = join([self.lexicon.rank_name(rank) for rank in ranks])
        promoted = [
            promotion.label or self.one(promotion.cards)
            for ranking in self.lexicon.genome.rankings or ()
            for promotion in ranking.promote
            if promotion.cards.rank in ranks
        ]
        return join([f"{names} of trumps", *promoted])


def _asks_to_beat(cards: CardCondition) -> bool:
    return cards.beats is not None or len(_others(cards.all_of)) < len(cards.all_of)


def _others(parts: tuple[CardCondition, ...]) -> tuple[CardCondition, ...]:
    """Those that do not ask for a card to be beaten."""
    return tuple(part for part in parts if not (part.beats is not None and only(part, "beats")))


def _from(reference: Reference, joint: str) -> str:
    return "" if joint else f" from {REFERENCE_WORDS[reference]}"


def _merged_alternatives(alternatives: Sequence[CardCondition]) -> CardCondition | None:
    """One condition for alternatives that name only ranks, or only suits."""
    if all(fields_set(c) in ({"rank"}, {"ranks"}) for c in alternatives):
        ranks = [r for c in alternatives for r in (c.ranks or (c.rank,)) if r is not None]
        return CardCondition(ranks=tuple(dict.fromkeys(ranks)))
    if all(fields_set(c) in ({"suit"}, {"suits"}) for c in alternatives):
        suits = [s for c in alternatives for s in (c.suits or (c.suit,)) if s is not None]
        return CardCondition(suits=tuple(dict.fromkeys(suits)))
    return None
