"""The cards, where they lie, and the deal."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import groupby, takewhile

from darwindeck.cards import Card, Rank, Suit
from darwindeck.english import counted, figured, join, number_word, plural
from darwindeck.genome.decks import deck_spec
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import (
    CallPhase,
    CardBlock,
    CardCondition,
    Deal,
    DealStep,
    DeckSpec,
    DrawPhase,
    FillHands,
    FirstDealer,
    If,
    Moment,
    Move,
    NextDealer,
    Owner,
    PileKey,
    Sees,
    SetMode,
    SetTrump,
    Shuffle,
    TableauMode,
    TriggerMode,
    WhoDeals,
    WinComparison,
)
from darwindeck.rulebook.document import DEAL, Block, Face, Path, Picture, Section, Sentence, Spread
from darwindeck.rulebook.sections.base import blocks_of, item, lowered, paragraph, say
from darwindeck.rulebook.sections.dealt import dealt_cards
from darwindeck.rulebook.sections.places import place_sentences
from darwindeck.rulebook.sections.play import PlayWriter
from darwindeck.rulebook.words import Words, holds_always, tree
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.hand_numbers import MOST_HANDS, evaluated
from darwindeck.rulebook.words.persons import YOU, Person
from darwindeck.rulebook.words.trees import flat

FRENCH_SUITS = frozenset(Suit)
FRENCH_RANKS = frozenset(Rank)
MANY_RANKS = 8
"""So many ranks are told by their signs as far as these are known."""
MOST_PACKETS = 4
"""So many packets are told one after the other."""


def deal_section(words: Words, writer: PlayWriter) -> Section:
    setup = words.genome.setup
    blocks: list[Block] = []
    blocks += paragraph(deck_sentences(words))
    blocks += paragraph(_dealer(words))
    if setup.starting_chips:
        blocks += paragraph(
            [
                say(
                    f"each player begins the game with {figured(setup.starting_chips, 'chip')}",
                    ("setup", "starting_chips"),
                )
            ]
        )
    shuffled = _shuffling(words)
    for index, phase in enumerate(setup.before_deal):
        written = writer.phase(phase, ("setup", "before_deal", index), None)
        if written is None or not written.sentences:
            continue
        first, *rest = written.sentences
        then = "then, before the cards are dealt," if shuffled else "before the cards are dealt,"
        text = f"{then} {lowered(first.text)}"
        sources = (*first.sources, ("setup", "before_deal", index, "label"))
        blocks += blocks_of(item([*shuffled, say(text, *sources), *rest], written.blocks))
        shuffled = []
    dealt = [*shuffled, *_steps(words)]
    left = _rest(words)
    blocks += paragraph([*dealt, *([left] if left is not None else [])])
    blocks += paragraph(_after_deal(words))
    blocks += paragraph(place_sentences(words))
    blocks += layout(words)
    return Section(DEAL, tuple(blocks))


def _after_deal(words: Words) -> list[Sentence]:
    """What happens when the cards are dealt; also if there are trumps in some hands only."""
    actions, path = words.genome.setup.after_deal, ("setup", "after_deal")
    lead = "unless a call changes this" if _is_only_the_start(words) else ""
    found = _trumps_by_number(words) or words.actions.sentences(
        actions, path, words.scene(Person("the dealer")), lead
    )
    found = [_of_the_first(words, one) for one in found]
    sets = [place for place, part in words.lexicon.all_parts if isinstance(part, SetTrump)]
    chosen = [place for place in sets if place[:2] != path or len(place) == 3]
    if sets and not chosen and words.genome.setup.trump_suit is None:
        first = found and found[0].text.startswith("From the second hand on, trumps depend on ")
        when = "in the first hand" if first else "otherwise"
        found.append(say(f"{when} there are no trumps", *sets))
    elif sets and actions and not _always_named(words):
        match actions[-1]:
            case If(condition, then=then, otherwise=()) if any(
                isinstance(a, SetTrump) for a in then
            ) and not _named_otherwise(words, condition):
                found.append(say("otherwise there are no trumps", *sets))
    return _of_several_cards(found)


_TURNED = re.compile(r"The suit of the (?P<card>[\w ]+ card) is trumps\.")


def _of_the_first(words: Words, sentence: Sentence) -> Sentence:
    """What is said of a card in whose place others come later holds for the first one alone."""
    match = _TURNED.fullmatch(sentence.text)
    later = {
        words.lexicon.zones[str(part.target)].label
        for path, part in words.lexicon.all_parts
        if isinstance(part, Move) and path[0] != "setup" and tree(part.source) == Name("deck")
        if str(part.target) in words.lexicon.zones
    }
    if match is None or match["card"] not in later:
        return sentence
    text = f"The suit of this first {match['card']} is trumps, whatever is turned up later."
    return Sentence(text, sentence.sources)


def _named_otherwise(words: Words, condition: str) -> bool:
    """Whether trumps are named before the play in all hands in which a condition on the number of
    the hand is not so."""
    hands = range(1, MOST_HANDS + 1)
    here = [evaluated(tree(condition), hand) for hand in hands]
    for phase in words.genome.turn_structure.phases:
        named = isinstance(phase, CallPhase) and all(
            any(isinstance(action, SetTrump) for action in call.do) for call in phase.calls
        )
        there = [evaluated(tree(phase.when), hand) for hand in hands]
        if named and None not in here and there == [not so for so in here]:
            return True
    return False


def _always_named(words: Words) -> bool:
    """Whether trumps are named in every hand, whatever was turned up."""
    return any(
        isinstance(part, CallPhase)
        and holds_always(part.when)
        and any(isinstance(action, SetTrump) for call in part.calls for action in call.do)
        for _, part in words.lexicon.all_parts
    )


_IF_IT_IS = re.compile(r"If (?P<it>the [\w ]+) is (?P<card>an? (?P<name>\w+)), (?P<then>.+)\.")


def _of_several_cards(sentences: list[Sentence]) -> list[Sentence]:
    """The sentences; those in a row that say the same of one card after the other, as one."""
    found: list[Sentence] = []
    rows: list[list[str]] = []
    for sentence in sentences:
        match = _IF_IT_IS.fullmatch(sentence.text)
        then = match["then"].replace(f"the {match['name']}", "that card") if match else ""
        told = bool(match) and "that card" in then
        if match and told and rows and rows[-1][:2] == [match["it"], then]:
            rows[-1].append(match["card"])
            cards = join(rows[-1][2:], "or")
            text = f"If {match['it']} is {cards}, {then}."
            found[-1] = Sentence(text, (*found[-1].sources, *sentence.sources))
            continue
        found.append(sentence)
        rows.append([match["it"], then, match["card"]] if match and told else [])
    return found


def _is_only_the_start(words: Words) -> bool:
    """Whether the deal does nothing but settle which game it is, until a call settles it anew."""
    kinds = (SetMode, SetTrump)
    dealt = words.genome.setup.after_deal
    called = [part for place, part in words.lexicon.all_parts if "calls" in place]
    modes = any(isinstance(action, SetMode) for action in dealt)
    changed = any(isinstance(part, SetMode) for part in called)
    return modes and changed and all(isinstance(action, kinds) for action in dealt)


def _trumps_by_number(words: Words) -> list[Sentence]:
    """Trumps that depend on one number: what they are for each value of it."""
    suits: list[tuple[Node, str]] = []
    numbers: set[Node] = set()
    shared: list[list[Node]] = []
    for action in words.genome.setup.after_deal:
        match action:
            case If(condition=condition, then=(SetTrump(suit=suit),), otherwise=()):
                *before, last = flat("and", tree(condition))
            case _:
                return []
        match last:
            case Binary("==", number, Number(_) as value):
                numbers.add(number)
                suits.append((value, words.things.noun(tree(suit), words.scene())))
                shared.append(before)
            case _:
                return []
    if len(suits) < 3 or len(numbers) != 1 or any(part != shared[0] for part in shared):
        return []
    scene = words.scene()
    when = ""
    if shared[0]:
        when = f"{words.conditions.occasion(conjunction(shared[0]), scene)}, "
    first, *rest = [(name, words.amounts.noun(value, scene)) for value, name in suits]
    listed = [f"{first[0]} if it is {first[1]}", *(f"{name} if {value}" for name, value in rest)]
    noun = words.amounts.noun(numbers.pop(), scene)
    at: Path = ("setup", "after_deal")
    inside = [place for place, _ in words.lexicon.all_parts if place[:2] == at]
    return [say(f"{when}trumps depend on {noun}: {join(listed)}", *inside)]


# the deck


def is_standard(words: Words) -> bool:
    """Whether it is the pack of 52 and nothing else."""
    spec = deck_spec(words.genome)
    if spec is None or len(spec.blocks) != 1:
        return False
    block = spec.blocks[0]
    whole = set(block.suits) == FRENCH_SUITS and set(block.ranks) == FRENCH_RANKS
    return whole and block.copies == 1 and not spec.without and not spec.stand_ins


def deck_sentences(words: Words) -> list[Sentence]:
    """Which cards the game is played with, unless it is the standard pack."""
    genome = words.genome
    spec = deck_spec(genome)
    lexicon = words.lexicon
    total = len(lexicon.cards)
    if spec is None or not total or is_standard(words):
        return []
    source: Path = ("deck",) if genome.deck is not None else ("setup", "initial_deck")
    cards = _shortened(words, spec.blocks) or _blocks(words, spec.blocks)
    if spec.without:
        paths: list[Path] = [("deck", "without", index) for index in range(len(spec.without))]
        also = " and" if " without " in cards else ","
        missing = f"{also} without {join(_missing(words, spec))}"
        found = [say(f"there are {total} cards: {cards}{missing}", source, *paths)]
    else:
        found = [say(f"there are {total} cards: {cards}", source)]
    return [*found, *_stand_ins(words, spec)]


def _stand_ins(words: Words, spec: DeckSpec) -> list[Sentence]:
    """Ranks that count as others: "in everything, threes count as kings and twos as aces"."""
    name = words.lexicon.rank_name
    lines = []
    for each in spec.stand_ins:
        ranks = join([plural(name(rank)) for rank in each.ranks])
        lines.append(f"{ranks} count as {plural(name(each.count_as))}")
    if not lines:
        return []
    lines[1:] = [line.replace(" count as ", " as ") for line in lines[1:]]
    paths: list[Path] = [("deck", "stand_ins", index) for index in range(len(lines))]
    return [say(f"in everything, {join(lines)}", *paths)]


def _missing(words: Words, spec: DeckSpec) -> list[str]:
    """Single cards that are taken out; of several alike, how many."""
    lexicon = words.lexicon
    found = []
    for face, removed in Counter((face.suit, face.rank) for face in spec.without).items():
        suit, rank = face
        name = lexicon.card_name(suit, rank)
        left = lexicon.faces[Card(suit, rank)]
        if not left:
            found.append(f"the {name}" if removed == 1 else f"the {plural(name)}")
        else:
            found.append(counted(removed, name))
    return found


def _shortened(words: Words, blocks: tuple[CardBlock, ...]) -> str:
    """ "a standard pack without the eights, nines and tens"."""
    first, *others = blocks
    if others and not any(block.suits for block in others):
        short = _shortened(words, (first,))
        return f"{short}, and {join([_block(words, one) for one in others])}" if short else ""
    if others:
        return _partly(words, blocks)
    block = first
    order = [*(rank for rank in Rank if rank is not Rank.ACE), Rank.ACE]
    missing = [rank for rank in order if rank not in block.ranks]
    french = set(block.suits) == FRENCH_SUITS and set(block.ranks) <= FRENCH_RANKS
    if not french or not missing:
        return ""
    pack = "a standard pack" if block.copies == 1 else _packs(block.copies)
    name = words.lexicon.rank_name
    if len(missing) > len(block.ranks):
        kept = sorted(order.index(rank) for rank in block.ranks if isinstance(rank, Rank))
        if kept != list(range(kept[0], kept[0] + len(kept))):
            return ""
        low, high = plural(name(order[kept[0]])), plural(name(order[kept[-1]]))
        return f"the {low} to {high} of {pack}"
    places = [order.index(rank) for rank in missing]
    if len(missing) > 3 and places == list(range(places[0], places[0] + len(places))):
        span = f"{plural(name(missing[0]))} to {plural(name(missing[-1]))}"
        return f"{pack} without the {span}"
    return f"{pack} without the {join([plural(name(rank)) for rank in missing])}"


def _partly(words: Words, blocks: tuple[CardBlock, ...]) -> str:
    """ "a standard pack without the twos, the threes and the black fours": some ranks are there in
    some suits only."""
    order = [*(rank for rank in Rank if rank is not Rank.ACE), Rank.ACE]
    inside = [block for block in blocks if block.suits]
    faces = Counter((suit, rank) for b in inside for suit in b.suits for rank in b.ranks)
    known = all(suit in FRENCH_SUITS and rank in FRENCH_RANKS for suit, rank in faces)
    single = all(block.copies == 1 for block in inside) and set(faces.values()) == {1}
    missing = []
    for rank in order:
        suits = [suit for suit in Suit if (suit, rank) not in faces]
        name = plural(words.lexicon.rank_name(rank))
        colours = {RED: f"the red {name}", BLACK: f"the black {name}"}
        in_suits = f"the {name} of {join([words.lexicon.suit_name(suit) for suit in suits])}"
        if suits:
            whole = f"the {name}" if len(suits) == len(FRENCH_SUITS) else in_suits
            missing.append(colours.get(frozenset(suits), whole))
    if not known or not single or not 0 < len(missing) < len(order) / 2:
        return ""
    rest = [_block(words, block) for block in blocks if not block.suits]
    also = f", and {join(rest)}" if rest else ""
    return f"a standard pack without {join(missing)}{also}"


RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})
BLACK = frozenset({Suit.CLUBS, Suit.SPADES})


def _blocks(words: Words, blocks: tuple[CardBlock, ...]) -> str:
    """The cards block by block; blocks of the same suits are told together."""
    lexicon = words.lexicon
    own = [block for block in blocks if block.suits and not _is_french(block)]
    if len(own) < 2 or len({block.suits for block in own}) > 1:
        return join([_block(words, block) for block in blocks])
    suits = join([lexicon.suit_name(suit) for suit in own[0].suits])
    parts = []
    for block in own:
        each = "" if len(block.ranks) == 1 else " each of"
        count = number_word(block.copies)
        parts.append(f"{count}{each} {_ranks(words, block)}")
    texts = [f"in each of the {lexicon.suit_word}s {suits}, {join(parts)}"]
    for block in blocks:
        if block not in own:
            apart = "" if block.suits else f", of no {lexicon.suit_word},"
            texts.append(f"and{apart} {_block(words, block)}")
    return "; ".join(texts)


def _is_french(block: CardBlock) -> bool:
    return all(isinstance(suit, Suit) for suit in block.suits)


def _block(words: Words, block: CardBlock) -> str:
    lexicon = words.lexicon
    if not block.suits:
        return join([counted(block.copies, lexicon.rank_name(rank)) for rank in block.ranks])
    if set(block.suits) == FRENCH_SUITS and set(block.ranks) == FRENCH_RANKS:
        return "a standard pack" if block.copies == 1 else _packs(block.copies)
    ranks = _ranks(words, block)
    if len(block.suits) == 1 and not _is_french(block):
        if block.copies == 1 and " to " in ranks:
            return f"{ranks} of {lexicon.suit_name(block.suits[0])}"
        each = [counted(block.copies, lexicon.rank_name(rank)) for rank in block.ranks]
        return f"{join(each)} ({lexicon.suit_name(block.suits[0])})"
    if all(isinstance(suit, Suit) for suit in block.suits):
        suits = join([lexicon.suit_symbol(suit) for suit in block.suits])
    else:
        names = join([lexicon.suit_name(suit) for suit in block.suits])
        suits = f"each of the {lexicon.suit_word}s {names}"
    if block.copies == 1:
        return f"{ranks} in {suits}"
    times = "twice" if block.copies == 2 else f"{number_word(block.copies)} times"
    return f"{ranks} in {suits}, {times} each"


def _packs(number: int) -> str:
    return f"{number_word(number)} standard packs"


def _ranks(words: Words, block: CardBlock) -> str:
    lexicon = words.lexicon
    if set(block.ranks) == FRENCH_RANKS:
        return "2 to 10, J, Q, K and A"
    if len(block.ranks) > 4 and all(_is_digit(words, rank) for rank in block.ranks):
        numbers = [int(lexicon.rank_symbol(rank)) for rank in block.ranks]
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{numbers[0]} to {numbers[-1]}"
    if all(isinstance(rank, Rank) or _is_digit(words, rank) for rank in block.ranks):
        return join(_spans([lexicon.rank_symbol(rank) for rank in block.ranks]))
    if len(block.ranks) < MANY_RANKS:
        return join([lexicon.rank_name(rank) for rank in block.ranks])
    names = [
        lexicon.rank_symbol(rank)
        if isinstance(rank, Rank) or _is_digit(words, rank)
        else lexicon.rank_name(rank)
        for rank in block.ranks
    ]
    return join(_spans(_in_order(names)))


def _in_order(names: list[str]) -> list[str]:
    """The names of ranks, in the order that players know: ace, numbers, courts."""
    numbers = [int(name) for name in names if name.isdecimal()]
    if numbers == sorted(numbers):
        return names
    ace = [name for name in names if name == "A"]
    courts = [name for name in names if name != "A" and not name.isdecimal()]
    return [*ace, *(str(number) for number in sorted(numbers)), *courts]


LEAST_SPAN = 4
"""So many numbers in a row are told by the first and the last."""


def _spans(names: list[str]) -> list[str]:
    """The names of ranks, numbers that follow each other told as "2 to 7"."""
    found: list[list[str]] = []
    for name in names:
        last = found[-1][-1] if found else ""
        if last.isdecimal() and name.isdecimal() and int(name) == int(last) + 1:
            found[-1].append(name)
        else:
            found.append([name])
    rows = [[f"{r[0]} to {r[-1]}"] if len(r) >= LEAST_SPAN else r for r in found]
    return [name for row in rows for name in row]


def _is_digit(words: Words, rank: Rank | str) -> bool:
    return words.lexicon.rank_symbol(rank).isdecimal()


# the dealer


def _dealer(words: Words) -> list[Sentence]:
    genome = words.genome
    match = genome.match
    if match is None or (genome.player_count == 1 and genome.house is None):
        return []
    first = {
        FirstDealer.RANDOM: f"the {'' if match.hands == 1 else 'first '}dealer is chosen by lot",
        FirstDealer.HIGH_CARD: _drawing(words),
        FirstDealer.HOUSE: f"the {words.lexicon.house} deals",
    }.get(match.first_dealer or FirstDealer.RANDOM, "")
    found = [say(first, ("match", "first_dealer"))]
    if match.hands == 1:
        return [*found, *_direction(words)]
    side = "left" if words.lexicon.clockwise else "right"
    # Who has scored most in a hand has lost it where the fewest points win.
    aims = {win.comparison for win in genome.win_conditions}
    low = WinComparison.LOWEST in aims and WinComparison.HIGHEST not in aims
    most, fewest = ("loser", "winner") if low else ("winner", "loser")
    passing = (
        "after that the players deal in turn"
        if genome.player_count == 2
        else f"after each hand the deal passes to the player on the dealer's {side}"
    )
    if words.lexicon.has(WhoDeals):
        passing = (
            "after each hand the deal passes to the player on the "
            f"{side} of whoever is then the dealer"
        )
    following = {
        NextDealer.LEFT: passing,
        NextDealer.WINNER: f"the {most} of a hand deals the next",
        NextDealer.LOSER: f"the {fewest} of a hand deals the next",
    }.get(match.next_dealer or NextDealer.LEFT, "")
    if match.next_dealer is NextDealer.SAME:
        following = _same_dealer(words)
    if match.first_dealer is FirstDealer.HOUSE and match.next_dealer is NextDealer.SAME:
        text = f"the {words.lexicon.house} deals every hand"
        found = [say(text, ("match", "next_dealer"), ("match", "first_dealer"))]
    else:
        found.append(say(following, ("match", "next_dealer")))
    return [*found, *_direction(words)]


def _same_dealer(words: Words) -> str:
    """Who deals where the deal does not pass on by itself; rules may give it to somebody."""
    given = [(path, part) for path, part in words.lexicon.all_parts if isinstance(part, WhoDeals)]
    match given:
        case [(("special_effects", int(index), "do", 0), action)]:
            effect = words.genome.special_effects[index]
            always = holds_always(effect.when) and effect.cards == CardCondition()
            if effect.moment is Moment.HAND_END and always and len(effect.do) == 1:
                # It is told here, and not a second time as an effect.
                words.told.effects.add(index)
                words.told.unsaid += [
                    ("special_effects", index),
                    ("special_effects", index, "do", 0),
                ]
                return _given_deal(words, action)
        case [(("turn_structure", "phases", int(index), "then", int()) as path, action)]:
            phases = words.genome.turn_structure.phases
            if index == len(phases) - 1 and holds_always(phases[index].when):
                # What happens when all is over is told where the first dealer is.
                words.told.actions.add(path)
                words.told.unsaid.append(path)
                return _given_deal(words, action)
    if given:
        return "whoever is the dealer at the end of a hand deals the next"
    return "the same player deals every hand"


def _given_deal(words: Words, action: WhoDeals) -> str:
    """Who deals next, if a rule names them after every hand."""
    who = words.seats.seat(tree(action.who), words.scene())
    least = any(f"{way}(" in str(action.who) for way in ("most", "least"))
    none = "several are equal" if least else "there is none"
    match tree(action.who):
        case Call("next" | "previous", (_, condition)):
            sure = words.books.names_one(condition)
        case node:
            sure = node == Name("winner")
    else_same = "" if sure else f" (if {none}, the same dealer)"
    return f"after each hand, {who.does('deal')} the next{else_same}"


def _drawing(words: Words) -> str:
    if words.seats.two_players:
        return (
            "both players draw a card to choose the first dealer: the higher deals, and if they "
            "are equal, both draw again"
        )
    return (
        "everybody draws a card to choose the first dealer: the highest deals, and those who tie "
        "draw again"
    )


def _direction(words: Words) -> list[Sentence]:
    if words.genome.player_count < 3:
        return []
    way = "clockwise" if words.lexicon.clockwise else "counterclockwise"
    return [say(f"the deal and the play go {way}", ("match", "direction"))]


# the deal


def _shuffling(words: Words) -> list[Sentence]:
    genome = words.genome
    source: Path = ("setup", "deal") if genome.setup.deal is not None else ("setup",)
    if genome.match is None or genome.match.hands == 1:
        if genome.player_count == 1 and dealt_cards(words) == 0 and _uses_stock(words):
            stock = words.lexicon.zones["deck"].label
            return [say(f"the cards are shuffled and put face down as the {stock}", source)]
        return [say("the cards are shuffled", source)]
    return [say("before each deal all the cards are gathered and shuffled", source)]


def _steps(words: Words) -> list[Sentence]:
    genome = words.genome
    setup = genome.setup
    if setup.deal is None:
        who = "you get" if genome.player_count == 1 else "each player gets"
        return [
            say(
                f"{who} {counted(setup.cards_per_player, 'card')}, one at a time",
                ("setup", "cards_per_player"),
            )
        ]
    round_length, rounds = _repeated(setup.deal)
    found: list[Sentence] = []
    told = 0
    for index, step in enumerate(setup.deal):
        at: Path = ("setup", "deal", index)
        if any(before.all_cards for before in setup.deal[:index]):
            # Nothing is left.
            words.told.unsaid.append(at)
            continue
        if round_length <= index < rounds * round_length:
            if index == round_length:
                again: list[Path] = [("setup", "deal", i) for i in range(index, rounds * index)]
                more = "once more" if rounds == 2 else f"{number_word(rounds - 1)} times more"
                found.append(say(f"all this is done {more}", *again))
            continue
        if index < told:
            found[-1] = Sentence(found[-1].text, (*found[-1].sources, at))
            continue
        last = round_length if index < round_length else len(setup.deal)
        alike = list(takewhile(step.__eq__, setup.deal[index:last]))
        if len(alike) > 1 and words.lexicon.zones[str(step.zone)].owner is Owner.TABLE:
            # So many cards one after the other to one place are dealt together.
            told = index + len(alike)
            step = replace(step, packets=step.packets * len(alike))
        before = setup.deal[index - 1] if index else None
        likewise = _likewise(words, before, step) if before is not None else ""
        if likewise and " in the same way " in found[-1].text:
            found[-1] = say(f"{found[-1].text.rstrip('.')}, and {likewise}", *found[-1].sources, at)
        elif likewise:
            found.append(say(f"then they get {likewise.replace(' as ', _SAME_WAY, 1)}", at))
        else:
            found.append(say(_step(words, step, first=index == 0), at))
        if index == 1 and (others := _in_other_packets(setup.deal)):
            paths_left: list[Path] = [("setup", "deal", i) for i in range(2, len(setup.deal))]
            return [*found, say(others, *paths_left)]
    return found


def _in_other_packets(steps: tuple[DealStep, ...]) -> str:
    """ "all this is done again with four cards for each player, and once more with three": two
    steps that come again and again, the first each time with another packet."""
    ones, others = steps[::2], steps[1::2]
    sizes = [step.packets[0] if len(step.packets) == 1 else 0 for step in ones]
    like = all(replace(step, packets=ones[0].packets) == ones[0] for step in ones)
    same = all(step == others[0] for step in others) and len(ones) == len(others) in (2, 3)
    if not like or not same or not all(sizes) or len(set(sizes)) == 1 or ones[0].piles:
        return ""
    first, *rest = [number_word(size) for size in sizes[1:]]
    more = f", and once more with {rest[0]}" if rest else ""
    return f"all this is done again with {first} cards for each player{more}"


_SAME_WAY = " in the same way as "


def _likewise(words: Words, before: DealStep, step: DealStep) -> str:
    """What players get by a step that differs from the one before by its place alone."""
    if before.piles or before.all_cards or replace(before, zone=step.zone) != step:
        return ""
    each = words.scene(Person("each player", quantified=True))
    one, other = (words.zones.zone(tree(at.zone), each) for at in (before, step))
    if one.owner is None or other.owner is None or one.is_hand or other.is_hand:
        return ""
    if one.seen or other.seen or tree(step.to) != Name("each"):
        return ""
    return f"{number_word(sum(step.packets))} as their {other.label}"


def _repeated(steps: tuple[DealStep, ...]) -> tuple[int, int]:
    """How many steps make up a round that is dealt several times at the beginning, and how often;
    what comes after them is told by itself."""
    for size in range(1, len(steps) // 2 + 1):
        rounds = 1
        while steps[rounds * size : (rounds + 1) * size] == steps[:size]:
            rounds += 1
        if rounds * size == len(steps) or (rounds > 2 and size > 1):
            return size, rounds
    return len(steps), 1


def _step(words: Words, step: DealStep, *, first: bool) -> str:
    genome = words.genome
    place = words.zones.zone(tree(step.zone), words.scene(Person("each player", quantified=True)))
    dealer = "the dealer deals"
    if genome.match is not None and genome.match.first_dealer is FirstDealer.HOUSE:
        dealer = f"the {words.lexicon.house} deals"
    elif genome.player_count == 1 and genome.house is None:
        dealer = "you deal"
    then = "" if first else "then "
    if step.piles:
        return then + _to_piles(step, dealer, plural(place.label))
    if step.all_cards:
        rest = "all the cards" if first else "the remaining cards"
        return f"{then}{dealer} out {rest} one at a time{_share(words, first=first)}"
    total = sum(step.packets)
    if place.owner is None:
        verb = "is" if total == 1 else "are"
        if place.seen and place.one_card and total == 1:
            return f"{then}one card is turned up: the {place.label}"
        if place.seen:
            return f"{then}{counted(total, 'card')} {verb} turned up {place.into}"
        alone = [other for other in genome.setup.deal or () if other.zone == step.zone] == [step]
        where = f"as the {place.label}" if alone and not place.plural else place.into
        return f"{then}{counted(total, 'card')} {verb} put face down {where}"
    who = words.seats.seat(tree(step.to), words.scene(YOU))
    name = "itself" if who.name == f"the {words.lexicon.house}" and "house" in dealer else who.name
    name = "yourself" if who.is_you else name
    face = "face up " if place.seen else ""
    joint = "with" if place.plural and total == 1 else "as"
    own = "your" if who.is_you else "their"
    where = "" if place.is_hand else f", {face}{joint} {own} {place.label}"
    cards = counted(total, "card")
    if name.startswith(("every player but ", "all players but ")):
        # Whoever deals passes over themselves or somebody else.
        gets = "get" if name.startswith("all ") else "gets"
        return f"{then}{name} {gets} {cards}{_packets(step)}{where}"
    return f"{then}{dealer} {cards} to {name}{_packets(step)}{where}"


def _share(words: Words, *, first: bool) -> str:
    """How many cards each gets when all are dealt out."""
    if not first:
        return ", as far as they go"
    each, left = divmod(len(words.lexicon.cards), max(1, words.genome.player_count))
    if left:
        return "; some players get one card more than others"
    return f", so that each player has {number_word(each)}"


def _packets(step: DealStep) -> str:
    if len(step.packets) == 1:
        return "" if step.packets[0] == 1 else " in one packet"
    if set(step.packets) == {1}:
        return ", one at a time"
    counts = [number_word(n) for n in step.packets]
    if len(set(counts)) == 1:
        return f", {counts[0]} at a time"
    if len(set(counts[:-1])) == 1 and len(counts) > 2:
        return f", {counts[0]} at a time and {counts[-1]} at the end"
    if len(counts) > MOST_PACKETS:
        return f", in packets of {join(counts)}"
    return f", first {', then '.join(counts)}"


def _to_piles(step: DealStep, dealer: str, noun: str) -> str:
    number = number_word(len(step.piles))
    if len(set(step.piles)) == 1:
        return f"{dealer} {counted(step.piles[0], 'card')} to each of the {number} {noun}"
    if list(step.piles) == list(range(step.piles[0], step.piles[0] + len(step.piles))):
        low, high = step.piles[0], step.piles[-1]
        first = "no card" if low == 0 else counted(low, "card")
        return (
            f"{dealer} {first} to the first of the {number} {noun}, {number_word(low + 1)} to the "
            f"second, and so on up to {number_word(high)} to the last"
        )
    runs = [(n, len(list(same))) for n, same in groupby(step.piles)]
    if len(runs) == 2:
        (many, ahead), (few, behind) = runs
        others = "the last" if behind == 1 else f"each of the other {number_word(behind)}"
        some = "the first" if ahead == 1 else f"each of the first {number_word(ahead)}"
        return (
            f"{dealer} {counted(many, 'card')} to {some} of the {number} {noun} and "
            f"{number_word(few) if few else 'none'} to {others}"
        )
    (many, ahead), *rest = runs
    if rest == [(n, 1) for n in range(many - 1, many - 1 - len(rest), -1)] and rest[-1][0] > 0:
        some = "the first" if ahead == 1 else f"each of the first {number_word(ahead)}"
        return (
            f"{dealer} {counted(many, 'card')} to {some} of the {number} {noun}, "
            f"{number_word(many - 1)} to the next, and so on down to {number_word(rest[-1][0])} to "
            "the last"
        )
    *before, last = step.piles
    counts = join([*map(number_word, before), counted(last, "card")])
    return f"{dealer} {counts} to the {number} {noun}, in this order"


def layout(words: Words) -> list[Block]:
    """A picture of piles that are dealt beside each other, as a game begins with them."""
    zones = words.genome.zones or ()
    piled = [zone for zone in zones if zone.piles is PileKey.FIXED and zone.sees is Sees.ALL]
    dealt = {str(step.zone) for step in words.genome.setup.deal or ()}
    shown = next((zone for zone in piled if zone.name in dealt), None)
    if shown is None or shown.owner is not Owner.TABLE:
        return []
    try:
        game = words.lexicon.played
    except GenomeError:
        return []
    names = [zone.name for zone in game.labels.zones]
    columns: list[list[Face | None]] = [[] for _ in range(shown.pile_count)]
    places = game.core.deal(1).places()
    for name in (shown.beneath, shown.name):
        number = names.index(name) if name else -1
        piles = [cards for zone, _, _, cards, _ in places if zone == number]
        for column, cards in zip(columns, piles, strict=False):
            if name == shown.name:
                column += [words.lexicon.face(game.cards[card]) for card in cards]
            else:
                column += [None] * len(cards)
    spreads = [Spread(tuple(column), column=True) for column in columns]
    return [Picture(tuple(spreads))] if any(spread.cards for spread in spreads) else []


def _rest(words: Words) -> Sentence | None:
    """What becomes of the cards that are not dealt."""
    dealt = dealt_cards(words)
    total = len(words.lexicon.cards)
    if not dealt or dealt >= total:
        return None
    genome = words.genome
    left = total - dealt
    cards = "remaining card is" if left == 1 else f"remaining {number_word(left)} cards are"
    stock = words.lexicon.zones["deck"]
    down = "face down" if stock.sees is Sees.NOBODY else "down"
    put = f"put {down} as the {stock.label}"
    if not _uses_stock(words):
        put = f"laid aside; nobody uses {'it' if left == 1 else 'them'}"
    return say(
        f"the {cards} {put}",
        ("setup", "deal") if genome.setup.deal is not None else ("setup", "cards_per_player"),
        ("deck",) if genome.deck is not None else ("setup", "initial_deck"),
    )


def _uses_stock(words: Words) -> bool:
    """Whether anything is done with the cards that are left, or asked of them."""
    parts = [part for path, part in words.lexicon.all_parts if path[:2] != ("setup", "deal")]
    acts = any(isinstance(part, Deal | FillHands | Shuffle | DrawPhase) for part in parts)
    asked = re.compile(r"\bdeck\b")
    named = any(asked.search(str(text)) for text in words.lexicon.expressions)
    empty = any(win.trigger_mode is TriggerMode.DECK_EMPTY for win in words.genome.win_conditions)
    return acts or named or empty or bool(words.genome.setup.tableau_mode is not TableauMode.NONE)
