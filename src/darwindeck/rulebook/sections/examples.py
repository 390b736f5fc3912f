"""Worked examples: situations are made from the rules, and the core plays them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.cards import Card, Suit
from darwindeck.english import a, capitalised, join
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.expressions import Call, Name, nodes_of
from darwindeck.genome.schema import (
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardRule,
    Choose,
    Reference,
    TrickPhase,
)
from darwindeck.genome.tree import walk
from darwindeck.rulebook.document import Block, Path, Picture, Sentence, Spread, strong
from darwindeck.rulebook.sections.base import paragraph, say
from darwindeck.rulebook.sections.sample import Sample, fits, sample_hand
from darwindeck.rulebook.words import Words, tree

EXAMPLE = strong("Example:")


def _shown(words: Words, cards: Sequence[Card], word: str = "and") -> str:
    return join([words.lexicon.card_symbol(card) for card in cards], word)


def _a_card(words: Words, card: Card) -> str:
    """A card of a trick; one without a suit goes by its name alone."""
    name = words.lexicon.card_symbol(card)
    if card.suit or not name.isalpha():
        return name
    return a(name) if words.lexicon.faces[card] > 1 else f"the {name}"


def _the_card(words: Words, card: Card) -> str:
    name = words.lexicon.card_symbol(card)
    return name if card.suit or not name.isalpha() else f"the {name}"


class _Cards:
    """Cards of the deck by suit, from low to high."""

    def __init__(self, words: Words, sample: Sample, phase: TrickPhase) -> None:
        self.words = words
        self.sample = sample
        # Cards that must be led to the first trick are gone by the time of the example.
        self.gone = [rule.cards for rule in phase.lead if "trick == 1" in str(rule.when)]
        suits = [suit for suit in words.lexicon.suits if suit != sample.trump]
        self.led: Suit | str = suits[0]
        self.other: Suit | str = suits[1] if len(suits) > 1 else suits[0]

    def of(self, suit: Suit | str) -> list[Card]:
        cards = [c for c in self.words.lexicon.faces if self.sample.counts_as(c, suit)]
        here = [
            c for c in cards if not any(fits(c, gone, self.sample.context) for gone in self.gone)
        ]
        return sorted(here, key=self.sample.height)


def _ready(words: Words) -> bool:
    """Whether the deck and the ranking are such that examples can be made."""
    suits = Counter(card.suit for card in words.lexicon.faces if card.suit)
    enough = len(suits) >= 3 and min(suits.values()) >= 4
    return enough and bool(words.genome.rankings)


# tricks


def trick_example(words: Words, phase: TrickPhase, path: Path) -> list[Block]:
    """One trick and who wins it."""
    if not _ready(words) or phase.choose is Choose.TOP or words.genome.player_count < 2:
        return []
    sample = sample_hand(words)
    if sample is None:
        return []
    only_trumps = phase.playable == CardCondition(trump=True)
    cards = _Cards(words, sample, phase)
    if sample.trump is not None and (only_trumps or sample.ranking.promote):
        played = _trump_trick(cards, sample)
    else:
        played = _plain_trick(cards, sample)
    played = _for_everybody(words, sample, played)
    best = sample.winner(phase, played) if len(played) > 1 else None
    if best is None:
        return []
    others = join([_a_card(words, card) for card in played[1:]])
    trumps = ""
    matter = sample.trump is not None and not sample.ranking.across_suits
    if matter and sample.trump is not None and words.lexicon.fixed_trump is None:
        trumps = f"{words.lexicon.suit_name(sample.trump)} are trumps. "
    led = _a_card(words, played[0])
    winner = _the_card(words, best)
    verb = "plays" if len(played) == 2 else "play"
    who = "the other" if len(played) == 2 else "the others"
    text = f"{EXAMPLE} {trumps}{led} is led, and {who} {verb} {others}: {winner} wins the trick"
    text += _reason(words, sample, best, played, phase)
    told = Sentence(_sentences(text), (("rankings",), (*path, "high_card_wins")))
    labels = ["led", *("" for _ in played[1:])]
    at = played.index(best)
    labels[at] = "led, and wins" if at == 0 else "wins"
    spreads = [
        Spread((words.lexicon.face(card),), label, frozenset({0}) if card == best else frozenset())
        for card, label in zip(played, labels, strict=True)
    ]
    return [*paragraph([told]), Picture(tuple(spreads))]


def _for_everybody(words: Words, sample: Sample, played: list[Card]) -> list[Card]:
    """One card of each player: the cards at hand and, if they are too few, low ones that lose."""
    players = words.genome.player_count
    others = [card for card in words.lexicon.faces if card not in played and card.suit]
    plain = [card for card in others if not sample.is_trump(card)]
    low = sorted(plain or others, key=sample.height)
    return [*played, *low][:players] if played else []


def _sentences(text: str) -> str:
    """Each sentence of an example with a capital."""
    head, _, rest = text.partition(f"{EXAMPLE} ")
    parts = [part[0].upper() + part[1:] for part in rest.split(". ") if part]
    return f"{head}{EXAMPLE} {'. '.join(parts)}."


def _plain_trick(cards: _Cards, sample: Sample) -> list[Card]:
    led, other = cards.of(cards.led), cards.of(cards.other)
    if min(len(led), len(other)) < 3:
        return []
    played = [led[len(led) // 2], led[-2], other[-1]]
    trumps = cards.of(sample.trump) if sample.trump is not None else []
    played.append(trumps[0] if trumps else led[0])
    if cards.words.genome.player_count == 2:
        played = [played[0], played[-1] if sample.trump is not None else played[2]]
    return played


def _trump_trick(cards: _Cards, sample: Sample) -> list[Card]:
    assert sample.trump is not None
    trumps = cards.of(sample.trump)
    if len(trumps) < 4:
        return []
    promoted = [card for card in trumps if card.suit != sample.trump]
    own = [card for card in trumps if card.suit == sample.trump]
    at = trumps.index(promoted[0]) if promoted else len(trumps) // 2
    below = [card for card in own if trumps.index(card) < at]
    above = [card for card in own if trumps.index(card) > at]
    led = below[-1] if below else own[0]
    played = [led, *promoted[:1]]
    if above and len(above) > 2:
        played.append(above[len(above) // 2])
    played += [card for card in below if card != led][-1:]
    played += [card for card in own if card not in played][: max(0, 4 - len(played))]
    return played


def _reason(
    words: Words, sample: Sample, best: Card, played: Sequence[Card], phase: TrickPhase
) -> str:
    high = "highest" if phase.high_card_wins else "lowest"
    if sample.ranking.across_suits:
        return f", being the {high} card"
    if sample.is_trump(best):
        trumps = [card for card in played if sample.is_trump(card)]
        promoted = [card for card in played if sample.is_trump(card) and card.suit != sample.trump]
        text = ", being the only trump" if len(trumps) == 1 else f", being the {high} trump"
        if promoted:
            text += f" ({_the_card(words, promoted[0])} counts as a trump)"
        return text
    return f", being the {high} card of the suit led"


# duties


def duty_examples(words: Words, phase: TrickPhase, path: Path) -> list[Block]:
    """What a hand must play, with and without a card of the suit led."""
    rules = phase.follow
    told = all(_speaks_of_the_trick(rule) for rule in rules)
    if not _ready(words) or phase.choose is Choose.TOP or not told:
        return []
    sample = sample_hand(words)
    if sample is None:
        return []
    cards = _Cards(words, sample, phase)
    led_suit, other = cards.of(cards.led), cards.of(cards.other)
    trumps = cards.of(sample.trump) if sample.trump is not None else []
    asks_winner = any("winner" in str(rule.when) or rule.cards.beats for rule in rules)
    # Two of the suit led are held, and what lies in the trick is others still.
    if len(led_suit) < 3 + asks_winner or len(other) < 3:
        return []
    if sample.trump is not None and not trumps:
        return []
    led = led_suit[max(len(led_suit) // 2 - 1, 1)]
    winning = led_suit[-2]
    played = [led, winning] if asks_winner else [led]
    own = [led_suit[-1], led_suit[0], other[len(other) // 2]]
    hand = [*own, trumps[len(trumps) // 2]] if trumps else [*own, other[-1]]
    void = [other[-1], other[0]]
    void += [trumps[len(trumps) // 2]] if trumps else [other[len(other) // 2]]
    void += trumps[:1] if len(trumps) > 1 else []
    found: list[Sentence] = []
    trump_text = ""
    if sample.trump is not None and words.lexicon.fixed_trump is None:
        trump_text = f"{capitalised(words.lexicon.suit_name(sample.trump))} are trumps, and "
    at: list[Path] = [(*path, "follow", index) for index in range(len(rules))]
    at = at or [(*path, "lead_suit_required")]
    free = 0
    for number, held in enumerate((hand, void)):
        legal = sample.playable(phase, played, held)
        if legal is None:
            return []
        free += len(legal) == len(held)
        if number == 0:
            start = f"{EXAMPLE} {trump_text}{words.lexicon.card_symbol(led)} is led"
            if asks_winner:
                start += (
                    f"; {words.lexicon.card_symbol(winning)}, played by an opponent, is winning"
                )
            text = f"{start}; if you hold {_shown(words, held)}, {_must(words, held, legal)}"
        else:
            text = f"if you hold {_shown(words, held)} instead, {_must(words, held, legal)}"
        found.append(say(text, ("rankings",), *at))
        if number == 0:
            trick = tuple(words.lexicon.face(card) for card in played)
            may = frozenset(at for at, card in enumerate(held) if card in legal)
            hold = tuple(words.lexicon.face(card) for card in held)
            picture = Picture((Spread(trick, "the trick"), Spread(hold, "your hand", may)))
    return [*paragraph(found), picture] if free < 2 else []


_OF_THE_TRICK = {"true", "false", "led_trump", "trick", "turn", "winner"}
_OF_ITS_WINNER = {"opponents", "team", "partner"}


def _speaks_of_the_trick(rule: CardRule) -> bool:
    """Whether a duty depends on nothing that an example of one trick leaves open."""
    for node in nodes_of(tree(rule.when)):
        if isinstance(node, Name) and node.id not in _OF_THE_TRICK:
            return False
        if isinstance(node, Call) and node.function not in _OF_ITS_WINNER:
            return False
    parts = [part for _, part in walk(rule.cards) if isinstance(part, CardCondition)]
    told = (None, Reference.LED, Reference.WINNER)
    return all(part.of in told and part.beats in told for part in parts)


def _must(words: Words, held: Sequence[Card], legal: Sequence[Card]) -> str:
    if len(legal) == len(held):
        return "you may play any of them"
    return f"you must play {_shown(words, legal, 'or')}"


# captures


def capture_example(words: Words, phase: CapturePhase, path: Path) -> Sentence | None:
    """A card that finds an equal one and a sum on the table."""
    context = CardContext.of(words.genome)
    suits = list(words.lexicon.suits)
    if len(suits) < 4:
        return None
    values: dict[int, Card] = {}
    for card in words.lexicon.faces:
        try:
            values.setdefault(context.points(card, phase.values), card)
        except (ValueError, KeyError):
            return None
    total = next(
        (v for v in (7, 8, 6, 9, 5, 10) if v in values and v - 3 in values and 3 in values), None
    )
    if total is None or total == 6:
        return None
    rank = values[total].rank
    played, equal = Card(suits[0], rank), Card(suits[1], rank)
    low, high = Card(suits[2], values[3].rank), Card(suits[3], values[total - 3].rank)
    show = words.lexicon.card_symbol
    lying = _shown(words, [low, high, equal])
    single = CaptureBy.EQUAL in phase.by
    several = CaptureBy.SUM in phase.by
    must = "must" if phase.mandatory and not phase.must_take else "may"
    if single and several and phase.exact_first:
        text = (
            f"{show(played)} {must} capture {show(equal)}; if that were not there, it could "
            f"capture {show(low)} and {show(high)} together"
        )
    elif single and several and phase.several:
        text = (
            f"{show(played)} {must} capture {show(equal)}, or {show(low)} and {show(high)} "
            "together, or all three"
        )
    elif single and several:
        text = (
            f"{show(played)} {must} capture {show(equal)} or {show(low)} and {show(high)} together"
        )
    elif single:
        text = f"{show(played)} {must} capture {show(equal)}"
    else:
        text = f"{show(played)} {must} capture {show(low)} and {show(high)} together"
    return say(f"{EXAMPLE} {lying} lie on the table; {text}", (*path, "by"), (*path, "exact_first"))
