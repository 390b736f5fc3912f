"""The game in a paragraph."""

from __future__ import annotations

import re

from darwindeck.english import (
    capitalised,
    counted,
    figure,
    figured,
    join,
    number_word,
    ordinal,
    plural,
    sentence,
)
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number, nodes_of
from darwindeck.genome.expressions.simplify import FALSE
from darwindeck.genome.schema import ScoringTrigger, WinComparison, WinCondition
from darwindeck.rulebook.document import Block, Path, Section, Sentence, strong
from darwindeck.rulebook.sections.base import paragraph, say
from darwindeck.rulebook.sections.deck import is_standard
from darwindeck.rulebook.sections.ending import (
    in_the_last_hand,
    side_word,
    stated_hands,
    winner_name,
)
from darwindeck.rulebook.sections.gist import (
    course,
    for_everybody_first,
    going_on,
    points_to_reach,
    trying,
)
from darwindeck.rulebook.sections.options import only_players
from darwindeck.rulebook.sections.scoring import set_word
from darwindeck.rulebook.words import Words, never_holds, tree
from darwindeck.rulebook.words.persons import A_PLAYER, YOU, Person
from darwindeck.rulebook.words.trees import OWN_HAND, flat


def title_of(words: Words) -> str:
    genome = words.genome
    return genome.name or capitalised(genome.genome_id.replace("-", " ").replace("_", " "))


def overview_section(words: Words) -> Section:
    blocks: list[Block] = []
    description = words.genome.description.strip()
    if description:
        blocks += paragraph([Sentence(sentence(description), (("description",),))])
    goal = aim(words)
    blocks += paragraph([players(words), *teams(words), *goal, *other_numbers(words)])
    said = " ".join(one.text for one in goal)
    long = going_on(words, stated_hands(words), said)
    hand = course(words)
    told = any(told.text.startswith("In each hand") for told in hand)
    blocks += paragraph([*hand, *trying(words, told=told), *long])
    return Section("The game", tuple(blocks))


def facts(words: Words) -> tuple[str, ...]:
    """Players, sides and cards, as they stand under a title."""
    genome = words.genome
    total = len(words.lexicon.cards)
    found = [capitalised(counted(genome.player_count, "player"))]
    if words.lexicon.teams:
        found.append(f"{number_word(len(genome.teams))} sides")
    if genome.house is not None:
        found.append(f"against the {words.lexicon.house}")
    found.append("standard pack" if is_standard(words) else f"{total} cards")
    match = genome.match
    if match is not None and match.hands == 1 and genome.player_count > 1:
        found.append("a single deal")
    return tuple(found)


def players(words: Words) -> Sentence:
    genome = words.genome
    n = genome.player_count
    total = len(words.lexicon.cards)
    cards = f"a standard pack of {total} cards" if is_standard(words) else f"{total} cards"
    who = "one player" if n == 1 else f"{number_word(n)} players"
    house = f" against the {words.lexicon.house}" if genome.house is not None else ""
    deck: Path = ("deck",) if genome.deck is not None else ("setup", "initial_deck")
    sources: list[Path] = [("player_count",), deck, ("name",)]
    if genome.house is not None:
        sources.append(("house",))
    return say(f"{strong(title_of(words))} is a game for {who}{house} with {cards}", *sources)


def other_numbers(words: Words) -> list[Sentence]:
    """For how many players else the game is meant."""
    found = []
    for index, option in enumerate(words.genome.options):
        if only_players(option):
            others = [c.label for c in option.choices if c.name != option.value]
            own = [c.label for c in option.choices if c.name == option.value]
            at: list[Path] = [("options", index, "choices", i) for i in range(len(option.choices))]
            if not all(label.isdecimal() for label in (*own, *others)):
                # The game on other sides is another one, of which these rules do not speak.
                words.told.unsaid += [("options", index), *at]
                continue
            text = _for_how_many(sorted(int(label) for label in (*own, *others)), own[0])
            found.append(say(text, ("options", index), *at))
    return found


def _for_how_many(numbers: list[int], own: str) -> str:
    low, high = numbers[0], numbers[-1]
    these = f"these rules speak of {number_word(int(own))}"
    if numbers == list(range(low, high + 1)) and len(numbers) > 2:
        return f"{number_word(low)} to {number_word(high)} can play; {these}"
    return f"{join([number_word(n) for n in numbers], 'or')} can play; {these}"


def teams(words: Words) -> list[Sentence]:
    if not words.lexicon.teams:
        return []
    sides = words.genome.teams
    if {frozenset(side) for side in sides} == {frozenset((0, 2)), frozenset((1, 3))}:
        text = "two play against two, partners sitting opposite each other"
    else:
        seats = [join([f"the {ordinal(seat + 1)} player" for seat in side]) for side in sides]
        text = (
            f"there are {number_word(len(sides))} sides, counting the players round the table: "
            f"{'; '.join(seats)}"
        )
    return [say(text, ("teams",), ("team_mode",))]


# the aim


def aim(words: Words) -> list[Sentence]:
    for index, win in for_everybody_first(words):
        if win.when is not None and never_holds(win.when):
            continue
        if _all_lose(win):
            continue
        text = _usual_aim(words, win) or _who_aim(words, win)
        if text:
            return [say(f"the aim is {text}", ("win_conditions", index, "type"))]
    return []


def _usual_aim(words: Words, win: WinCondition) -> str:
    lowest = win.comparison is WinComparison.LOWEST
    reach = figured(win.threshold, "point")
    many = "fewest" if lowest else "most"
    most = "to score the most points"
    few = "to score as few points as possible"
    hands = words.genome.match.hands if words.genome.match is not None else None
    somebody = f"a {side_word(words)}"
    points = points_to_reach(win)
    if points and win.when is not None and not lowest:
        most = f"to be the first {side_word(words)} to reach {figured(points, 'point')}"
        if words.lexicon.alone:
            most = f"to reach {figured(points, 'point')}"
    elif win.threshold and win.when is None:
        most = few = f"to have the {many} points when {somebody} reaches {figure(win.threshold)}"
    elif stated_hands(words) and hands is not None and hands > 1:
        most = few = f"to have the {many} points after {number_word(hands)} hands"
    rules = words.genome.card_scoring or ()
    only_sets = all(rule.trigger is ScoringTrigger.SET_COMPLETE for rule in rules)
    if rules and only_sets and not words.genome.scoring_rules:
        most = f"to complete the most {plural(set_word(words))}"
    return {
        "high_score": most,
        "low_score": few if lowest else most,
        "first_to_score": (
            f"to reach {reach}"
            if words.lexicon.alone
            else f"to be the first {side_word(words)} to reach {reach}"
        ),
        "empty_hand": _out_aim(words),
        "capture_all": "to win all the cards",
        "most_captured": "to capture the most cards",
        "best_hand": "to have the best hand",
        "most_chips": f"{_for_the_side(words)}to have the most chips in the end",
        "last_with_chips": _chips_aim(words),
    }.get(win.type, "")


def _out_aim(words: Words) -> str:
    if words.lexicon.teams:
        return "to be the first side with a player who has no cards left"
    return "to be the first to get rid of all your cards"


def _chips_aim(words: Words) -> str:
    """All the chips; where the hands are limited, as a rule only the most."""
    side = _for_the_side(words)
    if any(win.type == "most_chips" for win in words.genome.win_conditions):
        return f"{side}to win all the chips or, failing that, to have the most in the end"
    return f"{side}to win all the chips"


def _for_the_side(words: Words) -> str:
    return "for your side " if words.lexicon.teams else ""


def _most_of_it(words: Words, win: WinCondition) -> str:
    """More of something that is counted than the others have."""
    quantity = words.quantities.of(tree(win.value or "score"), words.scene(YOU))
    high = win.comparison is WinComparison.HIGHEST
    if quantity is None or not quantity.unit or words.lexicon.teams or not high:
        return ""
    out = words.genome.match.out if words.genome.match is not None else "false"
    match tree(out):
        case Binary("==" | "<=", node, Number(0)) if node == tree(win.value or "score"):
            # Whoever has none is out, and the game goes on without them.
            return f"to keep your {quantity.units} longer than the others"
    if words.genome.player_count == 2:
        return f"to have more {quantity.units} than your opponent"
    return f"to have the most {quantity.units}"


def _counts_own_cards(words: Words, node: Node) -> bool:
    """Whether a number is that of all cards somebody has, in the hand and elsewhere."""
    let = words.lexicon.lets.get(node.id) if isinstance(node, Name) else None
    match tree(let.value) if let is not None else None:
        case Call("size", (Call("joined", _) as zones,)):
            return Name("hand") in nodes_of(zones)
    return False


def _who_aim(words: Words, win: WinCondition) -> str:
    """For wins that everybody shares of whom something is true."""
    node = tree(win.who) if win.who is not None else None
    points = points_to_reach(win)
    if points:
        under = _only_under(words, win)
        if under:
            return f"to reach {figured(points, 'point')} {under}"
        return f"to be the first {side_word(words)} to reach {figured(points, 'point')}"
    for_all = win.who is None or in_the_last_hand(words, win)
    if for_all and win.value is not None and win.type == "custom":
        aim = _most_of_it(words, win) or f"to be {winner_name(words, win)} in the end"
        return re.sub(r"^to be the (?:player|side) with ", "to have ", aim)
    if words.genome.player_count == 1 and node == Name("each"):
        # What ends the game is what its only player wants.
        return _deed_aim(words, tree(win.when)) if win.when is not None else ""
    if not isinstance(node, Call) or node.function != "where":
        return ""
    condition = node.arguments[1]
    known = _deed_aim(words, condition)
    if known:
        return known
    group = words.seats.group(node, words.scene(Person("a player")))
    if tree(win.when) == Binary("==", Call("number", (node,)), Number(1)):
        last = words.seats.relative(condition, words.scene(A_PLAYER))
        return f"to be the last player {last}"
    return f"to be one of {group}"


def _only_under(words: Words, win: WinCondition) -> str:
    """As whom, and in what kind of hand alone, points win the game, where that is asked as well."""
    match tree(win.who):
        case Call("team", (Name(name),)) if name in words.lexicon.roles:
            role = words.lexicon.roles[name].label
        case _:
            return ""
    for part in flat("and", tree(win.when)):
        if isinstance(part, Name) and part.id in words.lexicon.lets:
            return f"as the {role}'s side in a hand that is {words.lexicon.lets[part.id].label}"
    return ""


def _all_lose(win: WinCondition) -> bool:
    """Whether it is an end by which nobody wins."""
    match tree(win.who or "each"):
        case Call("where", (_, condition)):
            return condition == FALSE
    return False


def _deed_aim(words: Words, condition: Node) -> str:
    """What is to be done so that a condition holds, if there are words for it."""
    match condition:
        case Binary("==", left, Number(0)) if left in OWN_HAND or _counts_own_cards(words, left):
            if words.lexicon.teams:
                return "that you or your partner get rid of all your cards"
            return "to get rid of all your cards"
        case Binary("==", Call("size", (zone,)), Number(0)):
            place = words.zones.zone(zone, words.scene(YOU))
            if words.genome.player_count == 1 and place.owner is None:
                return f"to empty {place.text}"
            return f"to get rid of {place.text if place.on else f'all cards {place.within}'}"
        case Binary("==" | ">=", Call("size", (zone,)), Number(n)):
            place = words.zones.zone(zone, words.scene(YOU))
            count = f"all {n}" if n == len(words.lexicon.cards) else number_word(n)
            if place.within.startswith("among "):
                return f"to have {count} cards {place.within}"
            return f"to bring {count} cards {place.to}"
    return ""
