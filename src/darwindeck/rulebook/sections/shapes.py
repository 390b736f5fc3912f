"""The constraints of a combination as a noun phrase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.cards import Rank
from darwindeck.english import a, join, number_word, plural
from darwindeck.genome.expressions import Name, Node
from darwindeck.genome.schema import Attribute, CardCondition, HandPattern
from darwindeck.genome.validation.patterns import unit_size
from darwindeck.rulebook.words import Words, holds_always, tree
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.persons import YOU
from darwindeck.rulebook.words.trees import flat


def describe(words: Words, pattern: HandPattern) -> str:
    """What a combination is made of: "three or more cards of the same suit in sequence"."""
    parts = [_exact(words, pattern) if pattern.exact else _shape(words, pattern)]
    every = _every_rank(words, pattern)
    if every:
        parts = [every]
    elif pattern.required_ranks:
        ranks = join([words.lexicon.rank_symbol(rank) for rank in pattern.required_ranks])
        parts.append(f"with {ranks} among them")
    if pattern.sum is not None and pattern.sum_of is not None:
        label = plural(words.table_label(Name(pattern.sum_of)))
        parts[-1] += f" whose {label} add up to {number_word(pattern.sum)}"
    if pattern.wild is not None:
        parts.append(_wild(words, pattern))
    text = ", ".join(part for part in parts if part)
    shared = shared_conditions(words)
    own = [part for part in flat("and", tree(pattern.when)) if part not in shared]
    if own and not holds_always(pattern.when):
        text += f"; only {words.conditions.occasion(conjunction(own), words.scene(YOU))}"
    return text


def _every_rank(words: Words, pattern: HandPattern) -> str:
    """ "10, J, Q, K and A, all of the same suit": cards of which each has a rank of its own that is
    asked for."""
    ranks = pattern.required_ranks or ()
    size = pattern.required_count if pattern.min_size is None else pattern.min_size
    if len(ranks) < 2 or len(set(ranks)) != size or pattern.exact or pattern.same_rank_groups:
        return ""
    if pattern.sequence_wrap:
        return ""
    text = join([words.lexicon.rank_symbol(rank) for rank in ranks])
    if pattern.same_suit_count == size or Attribute.SUIT in pattern.same:
        return f"{text}, all of the same {words.lexicon.suit_word}"
    return text if pattern.same_suit_count is None else ""


LEAST_SHARED = 3
"""So many combinations that ask for the same are told of it together."""


def shared_conditions(words: Words) -> list[Node]:
    """What every combination that may be declared asks for besides its cards."""
    patterns = words.genome.patterns
    if len(patterns) < LEAST_SHARED:
        return []
    asked = [flat("and", tree(pattern.when)) for pattern in patterns]
    return [
        part for part in asked[0] if part != Name("true") and all(part in parts for parts in asked)
    ]


def _size(pattern: HandPattern) -> str:
    low, high = pattern.min_size, pattern.max_size
    if low is not None and low == high:
        return number_word(low)
    if low is not None and high is not None:
        return f"{number_word(low)} {'or' if high == low + 1 else 'to'} {number_word(high)}"
    if low is not None:
        return f"{number_word(low)} or more"
    if high is not None:
        return f"up to {number_word(high)}"
    return ""


def _shape(words: Words, pattern: HandPattern) -> str:
    grouped = _groups_and_sequences(words, pattern)
    if grouped:
        return grouped
    if pattern.sequence_of is not None:
        return _units(words, pattern)
    if pattern.min_size == pattern.max_size == 1 and pattern.cards is not None:
        # Cards outside the order of sequences are in none, not even alone.
        run = " that can stand in a sequence" if pattern.consecutive else ""
        return f"one {words.cards.phrase(pattern.cards).one}{run}"
    size = _size(pattern)
    if not size and pattern.required_count is not None and pattern in words.genome.patterns:
        # Where it is not looked for within a hand, it is the whole set.
        size = number_word(pattern.required_count)
    text = f"{size} {_nature(words, pattern)}".strip()
    return text.replace("one cards", "one card", 1) if text.startswith("one cards") else text


def _groups_and_sequences(words: Words, pattern: HandPattern) -> str:
    shapes: list[str] = []
    if pattern.same_rank_groups:
        shapes.append(_groups(pattern.same_rank_groups, words.lexicon.rank_word))
    length = pattern.sequence_length
    if length is not None:
        shapes.append(f"{number_word(length)} cards of consecutive ranks{_wrap(words, pattern)}")
    same_suit = pattern.same_suit_count
    if same_suit is None and Attribute.SUIT in pattern.same and shapes:
        same_suit = length or pattern.required_count
    if same_suit is not None:
        suit = f"of the same {words.lexicon.suit_word}"
        if length == same_suit:
            shapes.append(f"all {suit}")
        else:
            shapes.append(f"{number_word(same_suit)} cards {suit}")
    return ", ".join(shapes)


_UNITS = {1: ("card", "cards"), 2: ("pair", "pairs"), 3: ("triplet", "triplets")}


def _units(words: Words, pattern: HandPattern) -> str:
    """Units of cards of one rank and what is attached to them: "three or more pairs of
    neighbouring ranks"."""
    each, rank = pattern.sequence_of or 1, words.lexicon.rank_word
    whole = unit_size(pattern)
    least = max(1, -(-(pattern.min_size or 1) // whole))
    most = None if pattern.max_size is None else pattern.max_size // whole
    alike = f"{number_word(each)} cards of the same {rank}" if each > 1 else "one card"
    one, many = _UNITS.get(each, (f"set of {number_word(each)}", f"sets of {number_word(each)}"))
    if most == 1:
        text = alike
    else:
        row = f"of neighbouring {rank}s{_wrap(words, pattern)}"
        if least == 1:
            text = f"{alike}, or several such {many} {row}"
        elif most == least:
            text = f"{number_word(least)} {many} {row}"
        else:
            text = (
                f"{number_word(least)} {'or more' if most is None else f'to {number_word(most)}'}"
            )
            text += f" {many} {row}"
    if pattern.cards is not None:
        text += f", all {words.cards.phrase(pattern.cards).many}"
    if pattern.attached:
        single = pattern.attached == 1 and most == 1
        text += f", and {_attached(pattern, rank, single=single)}"
        text += "" if most == 1 else f" for each {one}"
        text += "" if single else f", each of a {rank} of its own"
    if pattern.at_most_one:
        few = join([a(words.lexicon.rank_name(name)) for name in pattern.at_most_one], "or")
        text += f"; at most one of these cards may be {few}"
    return text


def _attached(pattern: HandPattern, rank: str, *, single: bool) -> str:
    number, of = pattern.attached or 0, pattern.attached_of or 1
    if single and of <= 2:
        return f"{'one card' if of == 1 else 'a pair'} of another {rank}"
    if of == 1:
        return f"{number_word(number)} other {'card' if number == 1 else 'cards'}"
    if of == 2:
        return f"{number_word(number)} other {'pair' if number == 1 else 'pairs'}"
    cards = f"{number_word(of)} cards of another {rank}"
    return cards if number == 1 else f"{number_word(number)} times {cards}"


def _wrap(words: Words, pattern: HandPattern) -> str:
    order = words.lexicon.sequence_order
    if not pattern.sequence_wrap or not order:
        return ""
    top, low = words.lexicon.rank_name(order[-1]), words.lexicon.rank_name(order[0])
    return f" (the {top} may also stand below the {low}, but never in the middle)"


def _groups(groups: tuple[int, ...], word: str) -> str:
    if len(groups) == 1:
        return f"{number_word(groups[0])} cards of the same {word}"
    first = f"{number_word(groups[0])} cards of one {word}"
    return join([first, *(f"{number_word(size)} of another" for size in groups[1:])])


MOST_NAMED = 6
"""So many ranks at most are named one by one of which cards are all of the same."""


def _of_their_own_ranks(words: Words, pattern: HandPattern, ranks: Sequence[Rank | str]) -> str:
    """Cards of some ranks, no two of the same: "cards of the same suit, one each of …"."""
    names = [words.lexicon.rank_name(rank) for rank in ranks]
    text = "cards"
    common = [what for what in pattern.same if what is not Attribute.RANK]
    if common:
        text += f" of the same {join([words.cards.attribute(what) for what in common])}"
    if pattern.min_size == pattern.max_size == len(ranks):
        return f"{text}: {join(names)}"
    return (
        f"{text} of different {words.lexicon.rank_word}s, each {join([a(n) for n in names], 'or')}"
    )


def _nature(words: Words, pattern: HandPattern) -> str:
    """What the cards of a meld have in common."""
    common = list(pattern.same)
    noun = "cards"
    if pattern.cards is not None:
        noun = words.cards.phrase(pattern.cards).many
        ranks = pattern.cards.ranks or ((pattern.cards.rank,) if pattern.cards.rank else ())
        # "Four aces" are of one rank anyway, and so are "four tens, jacks, queens or kings".
        if pattern.different == (Attribute.RANK,) and len(ranks) > 1 and not pattern.consecutive:
            return _of_their_own_ranks(words, pattern, ranks)
        if ranks and len(ranks) <= MOST_NAMED and Attribute.RANK in common:
            common.remove(Attribute.RANK)
            noun = (
                noun
                if len(ranks) == 1
                else join([plural(words.lexicon.rank_name(rank)) for rank in ranks], "or")
            )
    text = noun
    if common:
        text += f" of the same {join([words.cards.attribute(what) for what in common])}"
    if pattern.different:
        other = [plural(words.cards.attribute(what)) for what in pattern.different]
        text += f"{' and' if common else ''} of different {join(other)}"
    if pattern.consecutive:
        text += f" in sequence{_wrap(words, pattern)}"
    if text == "cards" and pattern.required_count is not None:
        return "any other hand"
    return text


def _wild(words: Words, pattern: HandPattern) -> str:
    assert pattern.wild is not None
    wild = words.lexicon.card_sets.get(pattern.wild)
    words.cards.phrase(CardCondition(named=pattern.wild))
    label = plural(wild.label) if wild is not None else pattern.wild.replace("_", " ")
    text = f"in which {label} may stand for other cards"
    limits = []
    phrase = words.cards.phrase(CardCondition(named=pattern.wild))
    if phrase.unique:
        text = f"in which {phrase.with_article} may stand for another card"
    elif pattern.wild_max is not None:
        limits.append(f"at most {number_word(pattern.wild_max)} of them")
    if pattern.natural_min is not None:
        limits.append(f"with at least {number_word(pattern.natural_min)} cards that are not wild")
    return f"{text} ({', '.join(limits)})" if limits else text


# exact cards


def _exact(words: Words, pattern: HandPattern) -> str:
    """ "the ace, ten, king, queen and jack of trumps", "two aces of each suit"."""
    counts = Counter(pattern.exact)
    conditions = list(counts)
    copies = set(counts.values())
    number = copies.pop() if len(copies) == 1 else 0
    if number:
        each = _one_of_each_suit(words, conditions, number)
        if each:
            return each
        same = _one_suit(words, pattern, conditions)
        if same:
            return same if number == 1 else f"{number_word(number)} each of {same}"
        if number > 1 and len(conditions) > 1:
            cards = [words.cards.phrase(condition).one for condition in conditions]
            return f"{number_word(number)} each of {join(cards)}"
    texts = []
    for condition, count in counts.items():
        phrase = words.cards.phrase(condition)
        texts.append(phrase.with_article if count == 1 else phrase.counted(count))
    return join(texts) + _shared(words, pattern)


def _shared(words: Words, pattern: HandPattern) -> str:
    if not pattern.same:
        return ""
    return f", all of the same {join([words.cards.attribute(what) for what in pattern.same])}"


def _one_of_each_suit(words: Words, conditions: list[CardCondition], number: int) -> str:
    ranks = {condition.rank for condition in conditions}
    suits = [condition.suit for condition in conditions]
    plain = all(c == CardCondition(suit=c.suit, rank=c.rank) for c in conditions)
    every = len(suits) > 1 and set(suits) == set(words.lexicon.suits)
    if not plain or len(ranks) != 1 or not every:
        return ""
    rank = ranks.pop()
    assert rank is not None
    name = words.lexicon.rank_name(rank)
    cards = a(name) if number == 1 else f"{number_word(number)} {plural(name)}"
    return f"{cards} of each {words.lexicon.suit_word}"


def _one_suit(words: Words, pattern: HandPattern, conditions: list[CardCondition]) -> str:
    """Ranks of one suit: of trumps, or of some other suit."""
    ranks = [condition.rank for condition in conditions]
    trumps = {condition.trump for condition in conditions}
    plain = all(c == CardCondition(rank=c.rank, trump=c.trump) for c in conditions)
    if not plain or None in ranks or len(trumps) != 1 or len(ranks) < 2:
        return ""
    names = join([words.lexicon.rank_name(rank) for rank in ranks if rank is not None])
    trump = trumps.pop()
    if trump is True:
        return f"{names} of trumps"
    if Attribute.SUIT not in pattern.same:
        return ""
    return f"{names} of one suit" + (" other than trumps" if trump is False else "")
