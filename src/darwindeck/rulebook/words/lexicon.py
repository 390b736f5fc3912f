"""What the parts of one genome are called."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from darwindeck.cards import Card, Rank, Suit, as_rank, as_suit
from darwindeck.english import is_plural, plural, singular
from darwindeck.genome.decks import deck_cards, deck_spec
from darwindeck.genome.expressions import Call as Call_
from darwindeck.genome.expressions import Name
from darwindeck.genome.schema import (
    BettingPhase,
    Call,
    CallChoice,
    CardCondition,
    CardRanking,
    Change,
    ChoicePhase,
    Counter,
    Direction,
    DoPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    HandPattern,
    HouseSpec,
    Let,
    Moment,
    Move,
    NamedCards,
    NameSuit,
    NoOption,
    OutOfCards,
    Owner,
    Part,
    Phase,
    PointTable,
    Reverse,
    RoleSpec,
    Set,
    SetTrump,
    SitOut,
    TrickPhase,
    Wording,
)
from darwindeck.genome.short_forms import USUAL_ZONES
from darwindeck.genome.tree import expressions, walk
from darwindeck.rulebook.document import Face, Path
from darwindeck.rulebook.words.trees import flat, never_holds, tree
from darwindeck.simulation.game import Game

LONGEST_RANK = 2
"""How many signs there is room for in the corner of a card."""


class Lexicon:
    """The names, labels and cards of a genome, and where each is declared."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.all_parts: list[tuple[Path, Part]] = list(walk(genome))
        self.zones = {zone.name: zone for zone in USUAL_ZONES}
        self.zones |= {zone.name: zone for zone in genome.zones or ()}
        for name in self.passing_tricks:
            self.zones[name] = replace(self.zones[name], label="trick")
        self.wordings: dict[str, Wording] = {wording.of: wording for wording in genome.words}
        self.roles: dict[str, RoleSpec] = {
            role.name: replace(role, label=self.called(role.name, role.label))
            for role in genome.roles
        }
        self.counters: dict[str, Counter] = {
            c.name: replace(c, label=self.called(c.name, c.label)) for c in genome.counters
        }
        self.lets: dict[str, Let] = {let.name: let for let in genome.lets}
        self.card_sets: dict[str, NamedCards] = {c.name: _unmistakable(c) for c in genome.card_sets}
        self.tables: dict[str, PointTable] = _told_apart(genome.point_tables or ())
        self.patterns: dict[str, HandPattern] = {p.name: p for p in genome.patterns}
        self.phases: dict[str, Phase] = {}
        self.calls: dict[str, Call] = {}
        self.choices: dict[str, CallChoice] = {}
        for _, part in self.all_parts:
            if isinstance(part, Phase) and part.name:
                self.phases.setdefault(part.name, part)
            elif isinstance(part, Call):
                self.calls.setdefault(part.name, part)
            elif isinstance(part, CallChoice):
                self.choices.setdefault(part.name, part)
        self.modes = {
            r.mode: r.label or r.mode.replace("_", " ") for r in genome.rankings or () if r.mode
        }
        self.cards: tuple[Card, ...] = deck_cards(genome)
        self.faces: Tally[Card] = Tally(self.cards)
        self.meant: dict[CardCondition, dict[Card, bool | None]] = {}
        """Which cards selectors mean, as far as it has been asked."""
        spec = deck_spec(genome)
        self.suit_word = spec.suit_word if spec else "suit"
        self.rank_word = spec.rank_word if spec else "rank"
        self.suit_specs = {s.name: s for s in spec.suits} if spec else {}
        self.rank_specs = {r.name: r for r in spec.ranks} if spec else {}
        self.suits: tuple[Suit | str, ...] = tuple(
            dict.fromkeys(c.suit for c in self.cards if c.suit)
        )
        self.ranks: tuple[Rank | str, ...] = tuple(dict.fromkeys(c.rank for c in self.cards))

    @cached_property
    def expressions(self) -> list[str]:
        """Every expression of the genome."""
        return list(expressions(self.genome))

    @cached_property
    def played(self) -> Game:
        """The game as the core plays it; raises `GenomeError` of rules nobody can play.

        Its options are taken as they stand; what else they could be concerns no book.
        """
        return Game(replace(self.genome, options=()))

    # words of the game's own

    def called(self, name: str, label: str) -> str:
        """What a counter or a role is called, in the plural if it is counted in that."""
        wording = self.wordings.get(name)
        return (wording.many or wording.one or label) if wording is not None else label

    def one_of(self, name: str, label: str) -> str:
        """One of what a counter counts or a tag gathers; its label is in the plural."""
        wording = self.wordings.get(name)
        return (wording.one if wording is not None else "") or singular(label)

    def is_counted(self, name: str, label: str) -> bool:
        """Whether a counter counts things, rather than to be a measure itself."""
        wording = self.wordings.get(name)
        return bool(wording is not None and wording.many) or is_plural(label)

    def tag_name(self, tag: str) -> str:
        """What the combinations of a tag are called together."""
        return self.called(tag, "") or plural(tag.replace("_", " "))

    def having(self, name: str) -> str:
        """What is so while somebody has a role or a flag, in the infinitive: "be out"."""
        wording = self.wordings.get(name)
        head, _, rest = wording.having.partition(" ") if wording is not None else ("", "", "")
        return f"{'be' if head == 'is' else 'have'} {rest}" if rest else ""

    def wording_path(self, name: str) -> tuple[Path, ...]:
        """Where a thing was given words, if it was."""
        names = list(self.wordings)
        return (("words", names.index(name)),) if name in names else ()

    # what the game has

    def has(self, *kinds: type[Part]) -> bool:
        return any(isinstance(part, kinds) for _, part in self.all_parts)

    @cached_property
    def only_cards_in_hand(self) -> bool:
        """Whether the cards that players have of their own are those in their hands: no others are
        dealt to them."""
        dealt = {str(step.zone) for step in self.genome.setup.deal or ()}
        owned = {zone.name for zone in self.zones.values() if zone.owner is Owner.SEAT}
        return not (dealt & owned) - {"hand"}

    @cached_property
    def teams(self) -> bool:
        return self.genome.team_mode and bool(self.genome.teams)

    @cached_property
    def lasts_a_trick(self) -> dict[str, Path]:
        """States that come about in a trick and end with it, and where it is said that they end."""
        found: dict[str, Path] = {}
        for path, part in self.all_parts:
            if not isinstance(part, TrickPhase):
                continue
            for index, action in enumerate(part.after_trick):
                if not isinstance(action, Set) or action.who != "each":
                    continue
                counter = self.counters.get(action.counter)
                within = all(
                    self._in_trick(at, path)
                    for at, other in self.all_parts
                    if isinstance(other, Set | Change) and other.counter == action.counter
                )
                if counter is not None and counter.flag and within and action.to == counter.start:
                    found[counter.name] = (*path, "after_trick", index)
        return found

    @cached_property
    def passing_tricks(self) -> frozenset[str]:
        """Places where each finished trick lies only until it is given away as a whole."""
        found = set()
        for path, part in self.all_parts:
            if isinstance(part, TrickPhase) and part.collect_to in self.zones:
                zone = str(part.collect_to)
                moves = [
                    (at, p) for at, p in self.all_parts if isinstance(p, Move) and p.source == zone
                ]
                filled = [
                    at
                    for at, p in self.all_parts
                    if zone in (getattr(p, "target", ""), getattr(p, "collect_to", ""))
                ]
                whole = [
                    at
                    for at, p in moves
                    if p.count is None and p.cards == CardCondition() and at[-2] == "after_trick"
                ]
                if len(whole) == len(moves) == 1 and filled == [path]:
                    found.add(zone)
        return frozenset(found)

    @cached_property
    def late_tricks(self) -> dict[str, tuple[Path, str]]:
        """Places where a finished trick lies until the next begins, where that is told, and where
        it goes then; only that it has been won is ever asked of it there."""
        found: dict[str, tuple[Path, str]] = {}
        for path, part in self.all_parts:
            if not isinstance(part, TrickPhase) or part.collect_to not in self.zones:
                continue
            zone = str(part.collect_to)
            moves = [
                (at, p) for at, p in self.all_parts if isinstance(p, Move) and p.source == zone
            ]
            if len(moves) != 1 or moves[0][1].count is not None:
                continue
            at, move = moves[0]
            phase = dict(self.all_parts).get(at[:-2])
            first = {tree("trick > 1"), tree("turn == leader")}
            parts = flat("and", tree(phase.when)) if isinstance(phase, DoPhase) else []
            own = isinstance(phase, DoPhase) and len(phase.actions) == 1 and set(parts) == first
            goes = tree(str(move.target))
            if not own or at[:-3] != (*path, "before_card") or not isinstance(goes, Call_):
                continue
            word = re.compile(rf"\b{re.escape(goes.function)}\b")
            reads = [t for t in self.expressions if word.search(str(t))]
            if goes.arguments == (Name("winner"),) and len(reads) == 1:
                found[zone] = (at[:-2], str(move.target))
        return found

    def _in_trick(self, at: Path, trick: Path) -> bool:
        """Whether an action can happen in the course of a trick only."""
        if at[0] == "special_effects":
            effect = self.genome.special_effects[int(at[1])]
            return effect.moment is Moment.LED or never_holds(effect.when)
        return at[: len(trick)] == trick

    @cached_property
    def reverses(self) -> bool:
        return self.has(Reverse)

    @cached_property
    def names_suits(self) -> bool:
        return self.has(NameSuit)

    @cached_property
    def changes_trump(self) -> bool:
        return self.has(SetTrump)

    @cached_property
    def fixed_trump(self) -> Suit | str | None:
        if self.genome.setup.trump_suit is not None:
            return self.genome.setup.trump_suit
        for _, part in self.all_parts:
            if isinstance(part, TrickPhase) and part.trump_suit is not None:
                return part.trump_suit
        return None

    @cached_property
    def has_trumps(self) -> bool:
        promoted = (p for r in self.genome.rankings or () for p in r.promote)
        return self.fixed_trump is not None or self.changes_trump or any(p.always for p in promoted)

    @cached_property
    def alone(self) -> bool:
        """Whether there is only one player, who is everybody."""
        return self.genome.player_count == 1 and self.genome.house is None

    @cached_property
    def drawing(self) -> str:
        """What is done with cards that are drawn: from elsewhere than a stock or a hand they are
        "taken", which counts as drawing."""
        sources = [p.source for _, p in self.all_parts if isinstance(p, DrawPhase)]
        taken = [
            source in self.zones and source != "deck" and self.zones[source].owner is Owner.TABLE
            for source in sources
        ]
        if not any(taken):
            return "drawn"
        return "taken" if all(taken) and not self.has(FillHands) else "drawn or taken"

    @cached_property
    def drop_out(self) -> bool:
        """Whether a player may drop out of a hand before it is over."""
        parts = [part for _, part in self.all_parts]
        return self.has(SitOut, BettingPhase) or any(
            (isinstance(part, TrickPhase) and part.out is OutOfCards.SIT_OUT)
            or (isinstance(part, ChoicePhase) and part.none_open is NoOption.SIT_OUT)
            for part in parts
        )

    @cached_property
    def clockwise(self) -> bool:
        match = self.genome.match
        return match is None or match.direction is not Direction.COUNTERCLOCKWISE

    @cached_property
    def house(self) -> str:
        return (self.genome.house or HouseSpec()).label

    @cached_property
    def hand_word(self) -> str:
        """What a deal with its play is called: the whole game, if there is only one."""
        match = self.genome.match
        return "game" if match is not None and match.hands == 1 else "hand"

    def pattern_name(self, name: str) -> str:
        """What a combination is called in the midst of a sentence."""
        text = name.replace("_", " ")
        return text.lower() if text.istitle() else text

    # names of cards

    def suit_name(self, suit: Suit | str) -> str:
        """The suit itself: "hearts", "red"."""
        if suit == "none":
            return "no trumps"
        spec = self.suit_specs.get(suit)
        return spec.label if spec else str(as_suit(suit)).replace("_", " ")

    def suit_card(self, suit: Suit | str) -> str:
        """One card of the suit: "heart", "red card"."""
        suit = as_suit(suit)
        if isinstance(suit, Suit):
            return str(suit)[:-1]
        name = self.suit_name(suit)
        return f"card of {name}" if is_plural(name) else f"{name} card"

    def suit_symbol(self, suit: Suit | str) -> str:
        if isinstance(suit, Suit):
            return suit.symbol
        spec = self.suit_specs.get(suit)
        return spec.symbol if spec else self.suit_name(suit)

    def rank_name(self, rank: Rank | str) -> str:
        rank = as_rank(rank)
        if isinstance(rank, Rank):
            return rank.word
        spec = self.rank_specs.get(rank)
        return spec.label if spec else str(rank).replace("_", " ")

    def rank_symbol(self, rank: Rank | str) -> str:
        """The rank in symbols, or in words where the deck has symbols of its own."""
        rank = as_rank(rank)
        if isinstance(rank, Rank):
            return str(rank)
        spec = self.rank_specs.get(rank)
        return spec.symbol if spec and spec.symbol.isdecimal() else self.rank_name(rank)

    def card_name(self, suit: Suit | str, rank: Rank | str) -> str:
        """ "queen of spades", "red seven", "joker"."""
        name = self.rank_name(rank)
        if not suit:
            return name
        if isinstance(suit, Suit):
            return f"{name} of {suit}"
        return f"{self.suit_name(suit)} {name}"

    def of_suit(self, rank: str, suit: str) -> str:
        """ "red 7", and "7 of cups" where suits are things rather than colours."""
        return f"{rank} of {suit}" if self.suit_word == "suit" else f"{suit} {rank}"

    def card_symbol(self, card: Card) -> str:
        """ "Q♠", "knight of hearts", "red 7", "7 of cups", "joker"."""
        rank = self.rank_symbol(card.printed_rank)
        if not card.suit:
            return rank
        if isinstance(card.suit, Suit) and not (rank.isalpha() and rank.islower()):
            return f"{rank}{card.suit.symbol}"
        return self.of_suit(rank, self.suit_name(card.suit))

    def face(self, card: Card) -> Face:
        """A card as it is drawn."""
        spec = self.rank_specs.get(card.printed_rank)
        rank = spec.symbol if spec else str(as_rank(card.printed_rank))
        word = self.rank_symbol(card.printed_rank)
        letters = spec is not None and spec.symbol.isascii() and spec.symbol.isalpha()
        if letters and word.isalpha() and word[:1].upper() != rank[:1].upper():
            # A letter of another language: the text calls the card by a word.
            others = {self.rank_symbol(other) for other in self.ranks} - {word}
            initial = word[:1].upper()
            taken = any(other[:1].upper() == initial for other in others)
            rank = word[:2].capitalize() if taken else initial
        suit, colour = "", ""
        if card.suit:
            own = self.suit_specs.get(card.suit)
            suit = card.suit.symbol if isinstance(card.suit, Suit) else self.suit_name(card.suit)
            suit = suit[:2].capitalize() if own is not None else suit
            colour = self.colour_of(card.suit)
        return Face(
            rank if len(rank) <= LONGEST_RANK else rank[:1].upper(),
            suit,
            colour,
            self.card_symbol(card),
        )

    def colour_of(self, suit: Suit | str) -> str:
        if isinstance(suit, Suit):
            return str(suit.colour)
        spec = self.suit_specs.get(suit)
        return spec.colour if spec else ""

    # declarations

    def let_path(self, name: str) -> Path:
        return ("lets", [let.name for let in self.genome.lets].index(name))

    def counter_path(self, name: str) -> Path:
        return ("counters", [c.name for c in self.genome.counters].index(name))

    def role_path(self, name: str) -> Path:
        return ("roles", [role.name for role in self.genome.roles].index(name))

    def card_set_path(self, name: str) -> Path:
        return ("card_sets", [c.name for c in self.genome.card_sets].index(name))

    @cached_property
    def no_trumps(self) -> str:
        """That no suit is trumps; some cards may be trumps all the same."""
        return f"no {self.suit_word} is trumps" if self._some_always else "there are no trumps"

    @property
    def some_trumps(self) -> str:
        return f"a {self.suit_word} is trumps" if self._some_always else "there are trumps"

    @cached_property
    def _some_always(self) -> bool:
        rankings = self.genome.rankings or ()
        return any(promotion.always for each in rankings for promotion in each.promote)

    @cached_property
    def parts_at(self) -> dict[Path, object]:
        """Every part of the genome by its place."""
        return dict(self.all_parts)

    def ranking(self, mode: str = "") -> CardRanking | None:
        """The order in force in a mode."""
        rankings = self.genome.rankings or ()
        for ranking in rankings:
            if ranking.mode == mode:
                return ranking
        return rankings[0] if rankings else None

    @cached_property
    def sequence_order(self) -> tuple[Rank | str, ...]:
        """The order that runs follow: that of the first ranking, or the deck's own."""
        ranking = self.ranking()
        if ranking is None:
            return self.ranks
        return ranking.sequence or ranking.plain

    def row_of(self, cards: Iterable[Card]) -> str:
        """Cards beside each other; names of several words are kept apart by commas."""
        symbols = [self.card_symbol(card) for card in cards]
        return (", " if any(" " in symbol for symbol in symbols) else " ").join(symbols)

    def table_label(self, name: str) -> str:
        """What a table counts; its points are not those that are scored."""
        table = self.tables.get(name)
        label = table.label if table else "points"
        return "card points" if label == "points" else label


_MORE_TABLES = ("extra", "further")
"""What the values of a second table are called, and of a third, that have the name of the first."""


def _told_apart(tables: Iterable[PointTable]) -> dict[str, PointTable]:
    """Tables by their names; different values of cards are never called the same."""
    found: dict[str, PointTable] = {}
    for table in tables:
        label = "card points" if table.label == "points" else table.label
        others = [one for name, one in found.items() if name != table.name]
        taken = {one.label for one in others if one.lines != table.lines}
        more = [f"{word} {label}" for word in _MORE_TABLES]
        free = next((name for name in (label, *more) if name not in taken), label)
        found[table.name] = table if free == label else replace(table, label=free)
    return found


def _unmistakable(cards: NamedCards) -> NamedCards:
    """Some cards under a name that means nothing else: only trumps are called so."""
    no_trumps = cards.label.lower() in ("trump", "trumps")
    if no_trumps and cards.cards != CardCondition(trump=True):
        return replace(cards, label="special card")
    named = {rank for rank in Rank if rank.word in re.findall(r"\w+", cards.label.lower())}
    ranks: set[Rank | str] = set()
    for _, part in walk(cards.cards):
        if isinstance(part, CardCondition):
            ranks |= {*part.ranks, *([part.rank] if part.rank is not None else [])}
    if ranks and all(isinstance(rank, Rank) for rank in ranks) and not named <= ranks:
        return replace(cards, label="special card")
    compared = {
        str(attribute)
        for _, part in walk(cards.cards)
        if isinstance(part, CardCondition)
        for attribute in part.same
    }
    by_suit = re.search(r"\bthe suit (?:led|named|in force)", cards.label.lower())
    if compared and by_suit and "suit" not in compared:
        return replace(cards, label="special card")
    return cards
