"""What beats what, and what the cards are worth."""

from __future__ import annotations

import re
from collections.abc import Mapping

from darwindeck.cards import Rank, Suit
from darwindeck.english import join
from darwindeck.genome.expressions import Binary, Name, Node, nodes_of
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import (
    Attribute,
    BettingPhase,
    CardCondition,
    CardRanking,
    Choose,
    ClaimPhase,
    ClaimRankMode,
    Contest,
    FirstDealer,
    HandPattern,
    If,
    Part,
    PlayPhase,
    SetMode,
    SetTrump,
    ShowdownPhase,
    TableauMode,
    TrickPhase,
)
from darwindeck.genome.tree import expressions
from darwindeck.genome.validation.patterns import most_size, unit_size
from darwindeck.rulebook.document import Block, Path, Section, Sentence
from darwindeck.rulebook.sections.base import paragraph, say
from darwindeck.rulebook.sections.sample import Sample, fits, sample_context, sample_trump
from darwindeck.rulebook.sections.values import total_blocks, value_blocks
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.trees import flat


def ranking_section(words: Words) -> Section | None:
    orders = _orders(words)
    values = [*value_blocks(words), *total_blocks(words)]
    blocks = [*orders, *values]
    if not blocks:
        return None
    if not orders:
        title = "Card values"
    elif values:
        title = "Ranking and values of the cards"
    else:
        title = "The ranking of the cards" if compares(words) else "The order of the cards"
    return Section(title, tuple(blocks))


def _orders(words: Words) -> list[Block]:
    rankings = words.genome.rankings or ()
    found: list[Block] = paragraph(_modes(words))
    told: dict[tuple[str, ...], str] = {}
    alike: dict[str, tuple[list[str], list[Path]]] = {}
    orders = [_order(words, ranking, ("rankings", i)) for i, ranking in enumerate(rankings)]
    common = _common(orders)
    for ranking, all_said in zip(rankings, orders, strict=True):
        mode = _mode(ranking)
        said = [one for one in all_said if one.text not in common]
        key = tuple(s.text.lower().removeprefix(mode.lower()) for s in said)
        if len(rankings) > 1 and key in told and said:
            modes, paths = alike.setdefault(told[key], ([], []))
            modes.append(mode.rstrip(", "))
            paths += [path for s in said for path in s.sources]
            continue
        told.setdefault(key, mode)
        found += paragraph(said)
    for mode, (modes, paths) in alike.items():
        text = f"{join(modes)}, the cards rank as {mode.rstrip(', ')}"
        found += paragraph([say(text, *paths)])
    found += paragraph([Sentence(text, paths) for text, paths in common.items()])
    if len(rankings) > 1 and _one_sequence(words) and has_sequences(words):
        sequence = rankings[0].sequence or rankings[0].plain
        order = " ".join(words.lexicon.rank_symbol(rank) for rank in sequence)
        every = join([f"in {r.label or r.mode.replace('_', ' ')}" for r in rankings])
        text = f"in sequences the order of the cards is, {every} alike, from low to high, {order}"
        at: list[Path] = [("rankings", i, "sequence") for i in range(len(rankings))]
        found += paragraph([say(text, *at)])
    setup = words.genome.setup
    if setup.trump_suit is not None and not _trumps_matter(words):
        words.told.unsaid.append(("setup", "trump_suit"))
    elif setup.trump_suit is not None:
        text = f"{words.lexicon.suit_name(setup.trump_suit)} are always trumps"
        sentences = [say(text, ("setup", "trump_suit"))]
        if compares(words) and not all(r.across_suits for r in rankings):
            sentences.append(say("every trump beats every card of another suit", ("rankings",)))
        found += paragraph(sentences)
    return found


_OF_TRUMPS = ("Every trump beats", "Of trumps of the same")


def _common(orders: list[list[Sentence]]) -> dict[str, tuple[Path, ...]]:
    """What is said of trumps in several modes, and alike in all that have any."""
    found: dict[str, tuple[Path, ...]] = {}
    for text in dict.fromkeys(one.text for said in orders for one in said):
        having = [said for said in orders if any(one.text == text for one in said)]
        without = [said for said in orders if said not in having]
        none = all(any("there are no trumps" in one.text for one in said) for said in without)
        if text.startswith(_OF_TRUMPS) and len(having) > 1 and none:
            same = [one for said in having for one in said if one.text == text]
            found[text] = tuple(path for one in same for path in one.sources)
    return found


def _modes(words: Words) -> list[Sentence]:
    """In which ways a hand may be played, where what beats what depends on that."""
    modes = [(i, r.mode) for i, r in enumerate(words.genome.rankings or ()) if r.mode]
    if len(modes) < 2 or not words.lexicon.has(SetMode):
        return []
    names = [words.lexicon.modes[mode] for _, mode in modes]
    kinds = [f"as {name}" if name.startswith(("a ", "an ")) else f"in {name}" for name in names]
    ways = join(kinds, "or")
    paths: list[Path] = [("rankings", index, "mode") for index, _ in modes]
    word = words.lexicon.hand_word
    return [say(f"a {word} is played {ways}; the calls before the play decide which", *paths)]


def _suits_meet(words: Words) -> bool:
    """Whether cards of different suits are ever compared."""
    within: list[Path] = []
    for path, part in words.lexicon.all_parts:
        if isinstance(part, CardCondition) and Attribute.SUIT in part.same:
            within.append(path)
        compared = isinstance(part, CardCondition) and (part.beats or part.highest)
        if compared and not any(path[: len(at)] == at for at in within):
            return True
    other = words.lexicon.has(TrickPhase, BettingPhase, ShowdownPhase, Contest)
    return other or not within or any(_COMPARING.search(t) for t in expressions(words.genome))


def _beaten_one_by_one(words: Words) -> bool:
    """Whether single cards must beat each other, and nobody has been told how as of tricks."""
    parts = [part for _, part in words.lexicon.all_parts]
    beats = any(isinstance(part, CardCondition) and part.beats for part in parts)
    return beats and not any(isinstance(part, TrickPhase) for part in parts)


def _trumps_matter(words: Words) -> bool:
    """Whether it makes a difference which suit is trumps."""
    if not all(ranking.across_suits for ranking in words.genome.rankings or ()):
        return True
    asked = [part for _, part in words.lexicon.all_parts if isinstance(part, CardCondition)]
    if any((c.trump, c.printed_trump, c.trump_colour) != (None, None, None) for c in asked):
        return True
    return any(Name("trump") in nodes_of(tree(text)) for text in words.lexicon.expressions)


def high_to_low(words: Words, ranks: tuple[Rank | str, ...]) -> str:
    return " ".join(words.lexicon.rank_symbol(rank) for rank in reversed(ranks))


def _mode(ranking: CardRanking) -> str:
    return f"in {ranking.label or ranking.mode.replace('_', ' ')}, " if ranking.mode else ""


def _order(words: Words, ranking: CardRanking, path: Path) -> list[Sentence]:
    mode = _mode(ranking)
    alone = any(promotion.always for promotion in ranking.promote)
    without_suit = _no_trumps(words, ranking.mode)
    trumps = words.lexicon.has_trumps and not without_suit
    own_order = trumps and bool(ranking.trump) and ranking.trump != ranking.plain
    found: list[Sentence] = []
    if compares(words):
        all_suits = trumps and not own_order and not ranking.across_suits
        cards = (
            "cards of a plain suit"
            if own_order or (all_suits and _always_trumps(words, ranking))
            else "cards of every suit"
            if all_suits
            else "cards"
        )
        others = [s for s in words.lexicon.suits if all(s not in x.suits for x in ranking.by_suit)]
        if ranking.by_suit:
            cards = f"cards of {join([words.lexicon.suit_name(suit) for suit in others])}"
        plain = tuple(r for r in ranking.plain if r not in _always_trumps(words, ranking))
        if cards != "cards":
            # Cards of no suit are of no plain suit either.
            suited = {card.rank for card in words.lexicon.cards if card.suit}
            plain = tuple(rank for rank in plain if rank in suited)
        for kind, ranks in _kinds_of_suits(words, ranking, plain) or [(cards, plain)]:
            text = f"{mode}the {kind} rank, from high to low, {high_to_low(words, ranks)}"
            found.append(say(text, (*path, "plain"), (*path, "trump")))
        own = tuple(r for r in ranking.trump if r not in _own_promoted(words, ranking))
        fixed = words.lexicon.fixed_trump is not None and len(ranking.promote) > 2
        if own_order and own == plain and fixed and _trump_example(words, ranking):
            # All trumps are listed below, and the rest of them rank as the other cards do.
            words.told.unsaid.append((*path, "trump"))
        elif own_order:
            text = f"the trumps rank {high_to_low(words, own)}"
            if ranking.by_suit:
                text = f"if one of these suits is trumps, {text}"
            found.append(say(text, (*path, "trump")))
        found += _own_orders(words, ranking, path, trumps)
        found += _promotions(words, ranking, path) if trumps else []
        if alone and ranking.across_suits:
            # Where suits do not matter, a trump beats no more than another card.
            words.told.unsaid += [(*path, "promote", i) for i in range(len(ranking.promote))]
            trumps = True
        elif alone:
            found += _trumps_alone(words, ranking, path, without_suit)
            trumps = True
        if words.lexicon.has_trumps and not trumps:
            found.append(_and_no_trumps(found.pop(), path))
        elif trumps and words.genome.setup.trump_suit is None and not ranking.across_suits:
            # Where suits do not matter in another mode, it is said of which mode this is true.
            where = mode if any(r.across_suits for r in words.genome.rankings or ()) else ""
            if _suits_meet(words) and _beaten_one_by_one(words):
                text = "a card beats every lower one of its own suit, and a trump every card of"
                found.append(say(f"{where}{text} another", path))
            elif _suits_meet(words):
                found.append(say(f"{where}every trump beats every card of another suit", path))
            else:
                words.told.unsaid.append(path)
        if ranking.across_suits:
            text = f"{mode}{words.lexicon.suit_word}s do not matter: a card beats every lower one"
            tricks = [p for _, p in words.lexicon.all_parts if isinstance(p, TrickPhase)]
            if not tricks and words.lexicon.has(BettingPhase):
                # Some hands are made of cards of one suit all the same.
                suit = words.lexicon.suit_word
                text = f"{mode}no {suit} is higher than another when hands are compared"
            if any(not trick.high_card_wins for trick in tricks):
                text = f"{mode}{words.lexicon.suit_word}s do not matter when cards are compared"
            if not ranking.suits and not ranking.by_suit:
                found.append(say(text, (*path, "across_suits")))
            else:
                text = f"a card beats every lower one, whatever its {words.lexicon.suit_word}"
                found.append(say(text, (*path, "across_suits")))
        if ranking.suits:
            suits = [words.lexicon.suit_name(suit) for suit in reversed(ranking.suits)]
            only_trumps = trumps and ranking.promote and not ranking.across_suits
            cards = "trumps" if only_trumps and not _cut_for_deal(words) else "cards"
            text = (
                f"of {cards} of the same {words.lexicon.rank_word} the {words.lexicon.suit_word} "
                f"decides, from high to low: {join(suits)}"
            )
            found.append(say(text, (*path, "suits")))
    sequence = ranking.sequence or ranking.plain
    if _one_sequence(words) and len(words.genome.rankings or ()) > 1:
        return found
    if has_sequences(words) and (sequence != ranking.plain or not compares(words)):
        order = " ".join(words.lexicon.rank_symbol(rank) for rank in sequence)
        where = "in sequences " if compares(words) else ""
        text = f"{mode}{where}the order of the cards is, from low to high, {order}"
        found.append(say(text, (*path, "sequence"), (*path, "plain")))
    elif has_sequences(words) and not _is_usual(sequence):
        text = f"{mode}in sequences the cards follow each other in the same order"
        found.append(say(text, (*path, "sequence"), (*path, "plain")))
    return found


def _and_no_trumps(order: Sentence, path: Path) -> Sentence:
    """The order of the cards of a mode, and that no card of it is a trump."""
    return say(f"{order.text.rstrip('.')}, and there are no trumps", *order.sources, path)


def _is_usual(order: tuple[Rank | str, ...]) -> bool:
    """Whether neighbours are those that everybody would take for them: by their numbers, with the
    ace at one end or the other."""
    known = [rank for rank in order if isinstance(rank, Rank)]
    low = [rank for rank in Rank if rank in known]
    high = [rank for rank in low if rank is not Rank.ACE] + low[:1] * (Rank.ACE in known)
    return len(known) < len(order) or known in (low, high, low[::-1], high[::-1])


def _cut_for_deal(words: Words) -> bool:
    """Whether the first dealer is found by cards, so that cards of different suits are compared."""
    match = words.genome.match
    return match is not None and match.first_dealer is FirstDealer.HIGH_CARD


def _one_sequence(words: Words) -> bool:
    """Whether sequences follow the same order in every mode."""
    return len({r.sequence or r.plain for r in words.genome.rankings or ()}) == 1


def _no_trumps(words: Words, mode: str) -> bool:
    """Whether a mode is always put in force together with having no trumps, or a suit becomes
    trumps only together with other modes."""
    if not mode:
        return False
    named, elsewhere = [], words.genome.setup.trump_suit is not None
    parts = dict(words.lexicon.all_parts)
    for path, part in parts.items():
        for name in ("do", "then", "otherwise", "actions", "after_deal"):
            actions = getattr(part, name, None)
            if not isinstance(actions, tuple):
                continue
            modes = {x.mode for x in actions if isinstance(x, SetMode)}
            trumps = [x.suit for x in actions if isinstance(x, SetTrump)]
            if mode in modes:
                named.append(trumps)
            elif any(suit != "none" for suit in trumps) and not modes:
                elsewhere = elsewhere or not _of_another_mode(parts, path, mode)
    if any(suit != "none" for trumps in named for suit in trumps):
        return False
    return bool(named) and (all(named) or not elsewhere)


def _of_another_mode(parts: Mapping[Path, Part], path: Path, mode: str) -> bool:
    """Whether what stands at a path is only ever done in a certain other mode, or after a call with
    other words than those that put the mode in force."""
    calls = _words_of_mode(parts, mode)
    for length in range(len(path) + 1):
        when = getattr(parts.get(path[:length]), "when", None)
        for node in flat("and", tree(when)) if isinstance(when, str) else ():
            match node:
                case Binary("==", Name("mode"), Name(other)) if other != mode:
                    return True
            choice, said = _one_of_words(node)
            if calls and choice == calls[0] and said and not said & calls[1]:
                return True
    return False


def _one_of_words(node: Node) -> tuple[str, frozenset[str]]:
    """The choice of which a condition says that one of some words was named, and these words."""
    found: dict[str, set[str]] = {}
    for way in flat("or", node):
        match way:
            case Binary("==", Name(choice), Name(word)):
                found.setdefault(choice, set()).add(word)
            case _:
                return "", frozenset()
    choice, words = found.popitem()
    return ("", frozenset()) if found else (choice, frozenset(words))


def _words_of_mode(parts: Mapping[Path, Part], mode: str) -> tuple[str, frozenset[str]] | None:
    """The words of a call by which alone a mode is put in force."""
    found = []
    for part in parts.values():
        for name in ("do", "then", "otherwise", "actions", "after_deal"):
            actions = getattr(part, name, None)
            if not isinstance(actions, tuple) or SetMode(mode=mode) not in actions:
                continue
            if not isinstance(part, If) or name != "then":
                return None
            found.append(_one_of_words(tree(part.condition)))
    choices = {choice for choice, _ in found}
    if len(choices) != 1 or "" in choices:
        return None
    return choices.pop(), frozenset(word for _, words in found for word in words)


def compares(words: Words) -> bool:
    """Whether anything in the game ever compares two cards by their order."""
    genome = words.genome
    if words.lexicon.has(TrickPhase, BettingPhase, ShowdownPhase, Contest) or _cut_for_deal(words):
        return True
    if genome.setup.tableau_mode is TableauMode.WAR:
        return True
    for _, part in words.lexicon.all_parts:
        if isinstance(part, CardCondition) and (part.beats is not None or part.highest is not None):
            return True
        if isinstance(part, PlayPhase) and part.beating is not None:
            return True
        if getattr(part, "choose", None) is Choose.HIGHEST:
            return True
    return any(_COMPARING.search(text) for text in expressions(genome))


_COMPARING = re.compile(r"\b(?:from_highest|from_lowest|strongest)\b")
"""Words that compare cards by their ranks."""


def has_sequences(words: Words) -> bool:
    """Whether the order of sequences is ever asked."""
    if words.genome.setup.tableau_mode is TableauMode.SEQUENCE:
        return True
    for _, part in words.lexicon.all_parts:
        if isinstance(part, HandPattern) and (part.consecutive or part.sequence_length):
            return True
        if isinstance(part, HandPattern) and part.sequence_of:
            most = most_size(part)
            if most is None or most >= 2 * unit_size(part):
                return True
        if isinstance(part, CardCondition) and part.step is not None:
            return True
        if isinstance(part, ClaimPhase) and part.rank_mode is ClaimRankMode.SEQUENTIAL:
            return True
    return False


def _own_promoted(words: Words, ranking: CardRanking) -> set[Rank | str]:
    """Ranks whose card of the trump suit itself has another place than its own, be it that it alone
    is promoted or that every card of its rank is."""
    return {
        promotion.cards.rank
        for promotion in ranking.promote
        if promotion.cards.rank is not None
        and (
            promotion.cards.printed_trump is True
            or promotion.cards.trump is True
            or promotion.cards == CardCondition(rank=promotion.cards.rank)
        )
    }


def _always_trumps(words: Words, ranking: CardRanking) -> set[Rank | str]:
    """Ranks whose cards are trumps whatever suit is, so that no other suit has them."""
    fixed = words.lexicon.fixed_trump
    always = all(promotion.always for promotion in ranking.promote)
    suits: tuple[Suit | str | None, ...] = (fixed,)
    if fixed is None and not always and _always_a_suit(words, ranking.mode):
        suits = tuple(words.lexicon.suits)
    elif fixed is None and not always:
        return set()
    if not ranking.promote or ranking.across_suits:
        return set()
    try:
        samples = [Sample(words, suit, ranking.mode) for suit in suits]
    except GenomeError:
        return set()
    faces = words.lexicon.faces
    plain = {card.rank for sample in samples for card in faces if not sample.is_trump(card)}
    found = {rank for rank in ranking.plain if rank not in plain}
    return found if len(found) < len(ranking.plain) else set()


def _always_a_suit(words: Words, mode: str) -> bool:
    """Whether a suit is trumps from the deal on, and none only together with another mode."""
    dealt = words.genome.setup.after_deal
    if not any(isinstance(x, SetTrump) and x.suit in words.lexicon.suits for x in dealt):
        return False
    for _, part in words.lexicon.all_parts:
        for name in ("do", "then", "otherwise", "actions", "after_deal"):
            actions = getattr(part, name, None)
            if not isinstance(actions, tuple):
                continue
            modes = {x.mode for x in actions if isinstance(x, SetMode)} - {mode}
            trumps = [tree(x.suit) for x in actions if isinstance(x, SetTrump)]
            if any(not _is_a_suit(words, suit) for suit in trumps) and not modes:
                return False
    return True


def _is_a_suit(words: Words, node: Node) -> bool:
    """Whether an expression names a suit, or a choice among some."""
    if not isinstance(node, Name):
        return False
    choice = words.lexicon.choices.get(node.id)
    return node.id in words.lexicon.suits or (choice is not None and "none" not in choice.suits)


def _kinds_of_suits(
    words: Words, ranking: CardRanking, plain: tuple[Rank | str, ...]
) -> list[tuple[str, tuple[Rank | str, ...]]]:
    """Where suits have different ranks: the cards of each kind of suit, in their order."""
    if ranking.across_suits or ranking.by_suit or ranking.promote or ranking.trump:
        return []
    held: dict[frozenset[Rank | str], list[Suit | str]] = {}
    for suit in words.lexicon.suits:
        ranks = frozenset(card.rank for card in words.lexicon.faces if card.suit == suit)
        held.setdefault(ranks, []).append(suit)
    if len(held) != 2 or any(one < other for one in held for other in held):
        return []
    return [
        (
            f"cards of {join([words.lexicon.suit_name(suit) for suit in suits])}",
            tuple(rank for rank in plain if rank in ranks),
        )
        for ranks, suits in held.items()
    ]


def _own_orders(words: Words, ranking: CardRanking, path: Path, trumps: bool) -> list[Sentence]:
    """The orders that only some suits have."""
    found = []
    for index, line in enumerate(ranking.by_suit):
        at = (*path, "by_suit", index)
        suits = join([words.lexicon.suit_name(suit) for suit in line.suits])
        text = f"the cards of {suits} rank, from high to low, {high_to_low(words, line.plain)}"
        found.append(say(text, (*at, "suits"), (*at, "plain")))
        if trumps and line.trump and line.trump != line.plain:
            which = "this suit" if len(line.suits) == 1 else "one of these suits"
            text = f"if {which} is trumps, the trumps rank {high_to_low(words, line.trump)}"
            found.append(say(text, (*at, "trump")))
    return found


def _trumps_alone(
    words: Words, ranking: CardRanking, path: Path, without_suit: bool
) -> list[Sentence]:
    """The trumps there are while no suit is trumps."""
    try:
        sample = Sample(words, None, ranking.mode)
    except GenomeError:
        return []
    cards = [card for card in words.lexicon.faces if sample.is_trump(card)]
    cards.sort(key=sample.height, reverse=True)
    names = words.lexicon.row_of(cards)
    paths: list[Path] = [(*path, "promote", i, "always") for i in range(len(ranking.promote))]
    when = "" if without_suit else f"if no {words.lexicon.suit_word} is trumps, "
    order = ", from high to low," if len(cards) > 1 else ""
    verb = "are" if len(cards) > 1 else "is"
    many = "trumps" if len(cards) > 1 else "trump"
    if names.isalpha():
        names = f"the {names}"
    return [say(f"{when}the only {many} {verb}{order} {names}", *paths)]


def _promotions(words: Words, ranking: CardRanking, path: Path) -> list[Sentence]:
    found = []
    together = _promoted_together(words, ranking)
    if together:
        paths: list[Path] = [(*path, "promote", index) for index in range(len(ranking.promote))]
        found.append(say(together, *paths))
    fixed = words.lexicon.fixed_trump
    listed = _trump_example(words, ranking) if fixed and len(ranking.promote) > 2 else ""
    if listed and not together:
        listed_once = join(_promoted_names(words, ranking))
        text = f"{listed_once} count as trumps, not as cards of their own suits"
        at: list[Path] = [(*path, "promote", index) for index in range(len(ranking.promote))]
        return [*found, say(text, *at), say(listed, (*path, "promote"), (*path, "trump"))]
    bare = all(not promotion.label for promotion in ranking.promote)
    if len(ranking.promote) > 2 and bare and not together:
        phrases = [words.cards.phrase(promotion.cards) for promotion in ranking.promote]
        names = [p.with_article if p.unique else f"every {p.one}" for p in phrases]
        ranks = [words.lexicon.rank_name(promotion.above) for promotion in ranking.promote]
        places = [
            f"{name} just above the {rank} of trumps"
            for name, rank in zip(names, ranks, strict=True)
        ]
        text = f"{join(names)} count as trumps, not as cards of their own suits: {join(places)}"
        example = _trump_example(words, ranking)
        if example and ranking.suits:
            # Where suits decide between cards of a rank, only the row shows who is above whom.
            text = f"{join(names)} count as trumps, not as cards of their own suits"
        paths = [(*path, "promote", index) for index in range(len(ranking.promote))]
        found.append(say(text, *paths))
        together = text
    for index, promotion in enumerate(() if together else ranking.promote):
        who = words.cards.one(promotion.cards)
        own = who.split(" ", 1)[-1] == promotion.label
        name = f" (the {promotion.label})" if promotion.label and not own else ""
        above = f"the {words.lexicon.rank_name(promotion.above)} of trumps"
        before = [p for p in ranking.promote[:index] if p.above == promotion.above]
        if before:
            above = f"the {words.cards.phrase(before[-1].cards).many}"
        context = sample_context(words)
        meant = [card for card in words.lexicon.faces if fits(card, promotion.cards, context)]
        suited = not meant or any(card.suit for card in meant)
        apart = ", not as a card of its own suit," if suited else ""
        text = f"{who}{name} counts as a trump{apart} and ranks just above {above}"
        found.append(say(text, (*path, "promote", index)))
    if ranking.promote:
        example = _trump_example(words, ranking)
        if example:
            found.append(say(example, (*path, "promote"), (*path, "trump")))
    return found


def _promoted_names(words: Words, ranking: CardRanking) -> list[str]:
    """The cards that are trumps always; of a rank whose cards are all trumps, the rank alone."""
    phrases = [words.cards.phrase(promotion.cards) for promotion in ranking.promote]
    names = [p.with_article if p.unique else f"every {p.one}" for p in phrases]
    try:
        sample = Sample(words, words.lexicon.fixed_trump, ranking.mode)
    except GenomeError:
        return list(dict.fromkeys(names))
    faces = words.lexicon.faces
    others = {card.rank for card in faces if not sample.is_trump(card)}
    found = []
    for name, promotion in zip(names, ranking.promote, strict=True):
        rank = promotion.cards.rank
        own = promotion.cards.suit is not None or promotion.cards.printed_suit is not None
        whole = rank is not None and own and rank not in others
        found.append(f"every {words.lexicon.rank_name(rank)}" if rank and whole else name)
    return list(dict.fromkeys(found))


def _promoted_together(words: Words, ranking: CardRanking) -> str:
    """Several single cards that all rank above the same one, the later above the former."""
    places = {promotion.above for promotion in ranking.promote}
    if len(ranking.promote) < 2 or len(places) > 1:
        return ""
    phrases = [words.cards.phrase(promotion.cards) for promotion in reversed(ranking.promote)]
    if all(promotion.label for promotion in ranking.promote):
        names = join([f"the {promotion.label}" for promotion in reversed(ranking.promote)])
    elif len(phrases) > 2 and all(phrase.unique for phrase in phrases):
        names = join([phrase.with_article for phrase in phrases])
    else:
        return ""
    above = words.lexicon.rank_name(places.pop())
    return (
        f"{names} count as trumps, not as cards of their own suits; they rank in this order, from "
        f"high to low, just above the {above} of trumps"
    )


def _trump_example(words: Words, ranking: CardRanking) -> str:
    """The order of trumps spelled out for one suit."""
    suit = words.lexicon.fixed_trump or sample_trump(words)
    if suit is None:
        return ""
    try:
        sample = Sample(words, suit, ranking.mode)
    except GenomeError:
        return ""
    cards = [card for card in words.lexicon.faces if sample.is_trump(card)]
    cards.sort(key=sample.height, reverse=True)
    # A rank that counts as another is listed as that one.
    spec = words.genome.deck
    others = {rank for each in (spec.stand_ins if spec is not None else ()) for rank in each.ranks}
    cards = [card for card in cards if card.rank not in others]
    names = words.lexicon.row_of(cards)
    name = words.lexicon.suit_name(suit)
    if words.lexicon.fixed_trump is not None:
        return f"altogether the trumps are, from high to low, {names}"
    return f"if {name} are trumps, for example, the trumps are, from high to low, {names}"
