"""Worked examples, made from the rules themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.cards import Card, Suit
from darwindeck.english import capitalised, join
from darwindeck.genome.expressions import Binary, Call, Name, Node, Not, Number
from darwindeck.genome.schema import (
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardRule,
    Choose,
    TrickPhase,
)
from darwindeck.rulebook.document import Block, Path, Sentence, strong
from darwindeck.rulebook.sections.base import paragraph, say
from darwindeck.rulebook.sections.judge import Judge, Situation, sample_judge
from darwindeck.rulebook.words import Words, tree

EXAMPLE = strong("Example:")


def _shown(words: Words, cards: Sequence[Card], word: str = "and") -> str:
    return join([words.lexicon.card_symbol(card) for card in cards], word)


class _Cards:
    """Cards of the deck by suit, from low to high."""

    def __init__(self, words: Words, judge: Judge, phase: TrickPhase) -> None:
        self.words = words
        self.judge = judge
        # Cards that must be led to the first trick are gone by the time of the example.
        self.gone = [rule.cards for rule in phase.lead if "trick == 1" in str(rule.when)]
        suits = [suit for suit in words.lexicon.suits if suit != judge.trump]
        self.led: Suit | str = suits[0]
        self.other: Suit | str = suits[1] if len(suits) > 1 else suits[0]

    def of(self, suit: Suit | str) -> list[Card]:
        cards = [c for c in self.words.lexicon.faces if self.judge.context.suit(c) == suit]
        here = [c for c in cards if not any(self._means(gone, c) for gone in self.gone)]
        return sorted(here, key=self.judge.strength)

    def _means(self, cards: CardCondition, card: Card) -> bool:
        return self.judge.fits(cards, card, Situation()) is True


def _ready(words: Words) -> bool:
    """Whether the deck and the ranking are such that examples can be made."""
    suits = Counter(card.suit for card in words.lexicon.faces if card.suit)
    enough = len(suits) >= 3 and min(suits.values()) >= 4
    return enough and bool(words.genome.rankings)


# tricks


def trick_example(words: Words, phase: TrickPhase, path: Path) -> Sentence | None:
    """One trick and who wins it."""
    if not _ready(words) or phase.choose is Choose.TOP or words.genome.player_count < 2:
        return None
    judge = sample_judge(words)
    only_trumps = phase.playable == CardCondition(trump=True)
    cards = _Cards(words, judge, phase)
    if judge.trump is not None and (only_trumps or judge.ranking.promote):
        played = _trump_trick(cards, judge)
    else:
        played = _plain_trick(cards, judge)
    played = played[: max(2, min(words.genome.player_count, 4))]
    if len(played) < 2:
        return None
    best = played[0]
    for card in played[1:]:
        higher = judge.beats(card, best)
        compares = judge.ranking.across_suits or (
            judge.context.suit(card) == judge.context.suit(best) or judge.is_trump(card)
        )
        if compares and (higher if phase.high_card_wins else _lower(judge, card, best)):
            best = card
    others = _shown(words, played[1:])
    trumps = ""
    if judge.trump is not None and words.lexicon.fixed_trump is None:
        trumps = f"{words.lexicon.suit_name(judge.trump)} are trumps. "
    led = words.lexicon.card_symbol(played[0])
    winner = words.lexicon.card_symbol(best)
    verb = "plays" if len(played) == 2 else "play"
    who = "the other" if len(played) == 2 else "the others"
    text = f"{EXAMPLE} {trumps}{led} is led, and {who} {verb} {others}: {winner} wins the trick"
    text += _reason(words, judge, best, played, phase)
    return Sentence(_sentences(text), (("rankings",), (*path, "high_card_wins")))


def _sentences(text: str) -> str:
    """Each sentence of an example with a capital."""
    head, _, rest = text.partition(f"{EXAMPLE} ")
    parts = [part[0].upper() + part[1:] for part in rest.split(". ") if part]
    return f"{head}{EXAMPLE} {'. '.join(parts)}."


def _lower(judge: Judge, card: Card, best: Card) -> bool:
    if judge.is_trump(card) and not judge.is_trump(best):
        return True
    return judge.strength(card) < judge.strength(best)


def _plain_trick(cards: _Cards, judge: Judge) -> list[Card]:
    led, other = cards.of(cards.led), cards.of(cards.other)
    if min(len(led), len(other)) < 3:
        return []
    played = [led[len(led) // 2], led[-2], other[-1]]
    trumps = cards.of(judge.trump) if judge.trump is not None else []
    played.append(trumps[0] if trumps else led[0])
    if cards.words.genome.player_count == 2:
        played = [played[0], played[-1] if judge.trump is not None else played[2]]
    return played


def _trump_trick(cards: _Cards, judge: Judge) -> list[Card]:
    assert judge.trump is not None
    trumps = cards.of(judge.trump)
    if len(trumps) < 4:
        return []
    promoted = [card for card in trumps if card.suit != judge.trump]
    own = [card for card in trumps if card.suit == judge.trump]
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
    words: Words, judge: Judge, best: Card, played: Sequence[Card], phase: TrickPhase
) -> str:
    high = "highest" if phase.high_card_wins else "lowest"
    if judge.ranking.across_suits:
        return f", being the {high} card"
    if judge.is_trump(best):
        trumps = [card for card in played if judge.is_trump(card)]
        promoted = [card for card in played if judge.is_trump(card) and card.suit != judge.trump]
        text = ", being the only trump" if len(trumps) == 1 else f", being the {high} trump"
        if promoted:
            text += f" ({words.lexicon.card_symbol(promoted[0])} counts as a trump)"
        return text
    return f", being the {high} card of the suit led"


# duties


def duty_examples(words: Words, phase: TrickPhase, path: Path) -> list[Block]:
    """What a hand must play, with and without a card of the suit led."""
    if not _ready(words) or phase.choose is Choose.TOP:
        return []
    judge = sample_judge(words)
    cards = _Cards(words, judge, phase)
    led_suit, other = cards.of(cards.led), cards.of(cards.other)
    trumps = cards.of(judge.trump) if judge.trump is not None else []
    if min(len(led_suit), len(other)) < 3 or (judge.trump is not None and not trumps):
        return []
    led = led_suit[len(led_suit) // 2 - 1]
    winning = led_suit[-2]
    rules = phase.follow or (CardRule(_SUIT_LED),)
    asks_winner = any("winner" in str(rule.when) or rule.cards.beats for rule in rules)
    now = Situation(led, winning if asks_winner else led)
    own = [led_suit[-1], led_suit[0], other[len(other) // 2]]
    hand = [*own, trumps[len(trumps) // 2]] if trumps else [*own, other[-1]]
    void = [other[-1], other[0]]
    void += [trumps[len(trumps) // 2], trumps[0]] if trumps else [other[len(other) // 2]]
    found: list[Sentence] = []
    trump_text = ""
    if judge.trump is not None and words.lexicon.fixed_trump is None:
        trump_text = f"{capitalised(words.lexicon.suit_name(judge.trump))} are trumps, and "
    at: list[Path] = [(*path, "follow", index) for index in range(len(phase.follow))]
    at = at or [(*path, "lead_suit_required")]
    for number, held in enumerate((hand, void)):
        legal = _legal(words, rules, held, now, judge)
        if legal is None:
            return []
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
    return paragraph(found)


_SUIT_LED = CardCondition()


def _must(words: Words, held: Sequence[Card], legal: Sequence[Card]) -> str:
    if len(legal) == len(held):
        return "you may play any of them"
    return f"you must play {_shown(words, legal, 'or')}"


def _legal(
    words: Words, rules: Sequence[CardRule], held: Sequence[Card], now: Situation, judge: Judge
) -> list[Card] | None:
    """The cards that the first duty that can be met allows; None if that cannot be told."""
    for rule in rules:
        holds = _truth(tree(rule.when), now, judge)
        if holds is None:
            return None
        if not holds:
            continue
        cards = _follow_suit if rule.cards == _SUIT_LED else None
        fits = [
            (cards(card, now, judge) if cards else judge.fits(rule.cards, card, now))
            for card in held
        ]
        if None in fits:
            return None
        legal = [card for card, fit in zip(held, fits, strict=True) if fit]
        if legal:
            return legal
    return list(held)


def _follow_suit(card: Card, now: Situation, judge: Judge) -> bool:
    assert now.led is not None
    return judge.context.suit(card) == judge.context.suit(now.led)


def _truth(node: Node, now: Situation, judge: Judge) -> bool | None:
    """A condition in the middle of a hand, with an opponent winning the trick."""
    match node:
        case Name("true"):
            return True
        case Name("false"):
            return False
        case Name("led_trump"):
            return now.led is not None and judge.is_trump(now.led)
        case Not(operand):
            inner = _truth(operand, now, judge)
            return None if inner is None else not inner
        case Binary("and" | "or" as operator, left, right):
            one, other = _truth(left, now, judge), _truth(right, now, judge)
            decided = operator == "or"
            if one is decided or other is decided:
                return decided
            return None if one is None or other is None else not decided
        case Binary("in", Name("winner"), Call("opponents", (Name("turn"),))):
            return True
        case Binary("in", Name("winner"), Call("team", (Name("turn"),))):
            return False
        case Binary("==", Name("winner"), Call("partner", (Name("turn"),))):
            return False
        case Binary("==" | ">" | ">=" | "<" | "<=" as operator, Name("trick"), Number(n)):
            tests = {"==": n == 3, ">": n < 3, ">=": n <= 3, "<": n > 3, "<=": n >= 3}
            return tests[operator]
    return None


# captures


def capture_example(words: Words, phase: CapturePhase, path: Path) -> Sentence | None:
    """A card that finds an equal one and a sum on the table."""
    judge = sample_judge(words)
    suits = list(words.lexicon.suits)
    if len(suits) < 4:
        return None
    values: dict[int, Card] = {}
    for card in words.lexicon.faces:
        try:
            values.setdefault(judge.context.points(card, phase.values), card)
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
    must = "must" if phase.mandatory else "may"
    if single and several and phase.exact_first:
        text = (
            f"{show(played)} {must} capture {show(equal)}; if that were not there, it could "
            f"capture {show(low)} and {show(high)} together"
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
