"""When the game ends, who wins, and what becomes of ties."""

from __future__ import annotations

import re

from darwindeck.english import counted, figure, figured, join, ordinal
from darwindeck.genome.expressions import Binary, Call, Name, Node, Not, Number, nodes_of
from darwindeck.genome.expressions.simplify import FALSE, TRUE
from darwindeck.genome.schema import (
    Award,
    FillHands,
    Set,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    WinComparison,
    WinCondition,
)
from darwindeck.rulebook.document import ENDING, Block, Bullets, Paragraph, Path, Section, Sentence
from darwindeck.rulebook.sections.base import item, paragraph, say
from darwindeck.rulebook.sections.limits import out_of_reach, too_long, turn_word, won_by
from darwindeck.rulebook.sections.placing import placed
from darwindeck.rulebook.sections.rivals import counted_one_by_one, first_to_come, one_scores
from darwindeck.rulebook.sections.terms import definitions
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.hand_numbers import evaluated
from darwindeck.rulebook.words.persons import A_PLAYER, A_SIDE, THEY, YOU, Person
from darwindeck.rulebook.words.trees import OWN_HAND, flat

SCORE_TYPES = ("high_score", "low_score", "first_to_score")
CHIP_TYPES = ("most_chips", "last_with_chips")


def ending_section(words: Words) -> Section:
    wins = [
        (index, win)
        for index, win in enumerate(words.genome.win_conditions)
        if win.when is None or not never_holds(win.when)
    ]
    blocks: list[Block] = []
    if len(wins) == 1:
        index, win = wins[0]
        blocks += paragraph(_win(words, win, ("win_conditions", index), _timing(words, win)))
    elif wins:
        blocks += _several(words, wins)
    blocks = placed(blocks, definitions(words))
    ends = [*paragraph(_match(words)), *paragraph(_ties(words))]
    blocks += placed(ends, definitions(words))
    blocks += paragraph(_limit(words))
    return Section(ENDING, tuple(blocks))


def short_ends(words: Words) -> list[Sentence]:
    """What ends the game and who has won, in as few words as possible."""
    found: list[Sentence] = []
    for index, win in enumerate(words.genome.win_conditions):
        if win.when is not None and never_holds(win.when):
            continue
        path: Path = ("win_conditions", index)
        winner = _winner(words, win)
        clause = _after_hand(words, win) or _ends(words, win)
        if words.genome.player_count == 1 and win.who is not None:
            winner = _won_alone(words, win)
        opening = clause if clause.startswith("after ") else f"if {clause}"
        text = f"{opening}, {winner}" if clause else winner
        if not clause and found:
            text = f"otherwise {winner}"
        found.append(say(text, path))
    return found[:2]


def _several(words: Words, wins: list[tuple[int, WinCondition]]) -> list[Block]:
    """Several ways to end: the first that applies decides."""
    gates = {win.trigger_mode for _, win in wins}
    word = words.lexicon.hand_word
    paths: list[Path] = [("win_conditions", index, "trigger_mode") for index, _ in wins]
    together = len(gates) == 1
    if gates == {TriggerMode.THRESHOLD_GATE} and word == "hand":
        intro = (
            "after each hand, the game ends if one of these applies; the first that does decides:"
        )
    elif gates == {TriggerMode.IMMEDIATE}:
        intro = "the game ends as soon as one of these applies; the first that does decides:"
    else:
        intro = "the game ends when one of these applies; the first that does decides:"
        together = False
    items = []
    for index, win in wins:
        timing = "if" if together else _timing(words, win)
        items.append(item(_win(words, win, ("win_conditions", index), timing)))
    return [Paragraph((say(intro, *paths),)), Bullets(tuple(items), numbered=True)]


def _timing(words: Words, win: WinCondition) -> str:
    """How a condition that ends the game is introduced."""
    one = words.lexicon.hand_word == "game"
    return {
        TriggerMode.IMMEDIATE: "as soon as",
        TriggerMode.THRESHOLD_GATE: "if, when the play is over," if one else "if, after a hand,",
        TriggerMode.ALL_HANDS_EMPTY: "if, when nobody has cards left,",
        TriggerMode.DECK_EMPTY: "if, when the stock is empty,",
        TriggerMode.EACH_SCORE: "as soon as, points being counted in their order,",
    }[win.trigger_mode]


def side_word(words: Words) -> str:
    return "side" if words.lexicon.teams else "player"


def _one(words: Words) -> Person:
    teams = words.lexicon.teams
    return Person(f"a {side_word(words)}", later="it" if teams else "they", side=teams)


def _win(words: Words, win: WinCondition, path: Path, timing: str) -> list[Sentence]:
    sources = (
        path,
        *((*path, name) for name in ("when", "threshold", "trigger_mode", "comparison", "value")),
    )
    winner = _winner(words, win)
    clause = _ends(words, win)
    alone = words.genome.player_count == 1
    if alone and win.who is not None:
        ends = (
            f"{timing} {clause}, the game ends" if clause else "the game ends when the play is over"
        )
        won = _won_alone(words, win)
        place = won_by(words)
        if place is not None:
            return _alone_at_once(words, won, place, sources, path)
        if " if " not in won:
            return [say(f"{ends}, and {won}", *sources, (*path, "who"))]
        return [say(ends, *sources), say(f"{won}; otherwise the game is lost", (*path, "who"))]
    hand = _after_hand(words, win)
    if hand and timing == "if":
        text = hand.replace("after the", "it was the", 1).replace("after an earlier one if ", "", 1)
        found = [say(f"if {text}, {winner}", *sources)]
    elif hand:
        found = [say(f"the game ends {hand}; {winner}", *sources)]
    elif timing == "if" and clause:
        found = [say(f"if {clause}, {winner}", *sources)]
    elif clause.startswith("the hand is ") and timing == "if, after a hand,":
        last = clause.removeprefix("the hand is ")
        found = [say(f"the game ends after a hand that is {last}, and {winner}", *sources)]
    elif clause:
        found = [say(f"{timing} {clause}, the game ends, and {winner}", *sources)]
    else:
        found = [say(f"{_always(words, win)}; {winner}", *sources)]
    if _only_who_ends(win):
        found[0] = say(found[0].text, *found[0].sources, (*path, "who"))
    elif win.who is not None and win.comparison is not WinComparison.NONE:
        who = words.seats.group(tree(win.who), words.scene(A_PLAYER))
        text = f"only {who} can win; if there are none, everybody has lost"
        if in_the_last_hand(words, win):
            text = "only those who took part in the last hand can win"
        elif _always_one_left(words, win.who):
            text = f"only {who} can win"
        found.append(say(text, (*path, "who")))
    return found


def in_the_last_hand(words: Words, win: WinCondition) -> bool:
    """Whether it is for all who played the last hand to the end, where nobody drops out of one."""
    return not words.lexicon.drop_out and tree(win.who or "each") == tree("where(each, active)")


def _alone_at_once(
    words: Words, won: str, place: Path, sources: tuple[Path, ...], path: Path
) -> list[Sentence]:
    """The end of a patience that is over as soon as it is won."""
    until = (*place, "until")
    text = f"{won.replace(' if ', ' as soon as ', 1)}; if the game ends before that, it is lost"
    found = [say(text, *sources, (*path, "who"), until)]
    part = next(part for at, part in words.lexicon.all_parts if at == place)
    assert isinstance(part, TurnsPhase)
    most, _ = too_long(tree(part.until))
    if most is not None and most < BEYOND_PATIENCE * len(words.lexicon.cards):
        text = f"if it takes too long, it ends after {figure(most)} {turn_word(words)}"
        found.append(say(text, until))
    return found


BEYOND_PATIENCE = 9
"""So often nobody who plays alone moves each card: before that they give up, which is the same."""


def _always_one_left(words: Words, who: str) -> bool:
    """Whether there is somebody for certain of whom it is not so that they ever took no trick: of
    those who play a hand one takes the first trick."""
    match tree(who):
        case Call("where", (Name("each"), Not(Name(flag)))):
            match = words.genome.match
            out = match is not None and tree(match.out) == Name(flag)
            lost = Set(counter=flag, to=1, who="where(each, tricks == 0)")
            return out and words.books.written(flag) == [lost]
    return False


def _decided_at_last(words: Words, hands: int) -> bool:
    """Whether the last hand leaves one player for certain: of a single trick, which decides who is
    out, and the game ends as soon as only one is not."""
    sizes = [part.size for _, part in words.lexicon.all_parts if isinstance(part, FillHands)]
    if len(sizes) != 1 or evaluated(tree(sizes[0]), hands) != 1 or words.genome.setup.deal:
        return False
    return any(
        win.who is not None
        and win.when is not None
        and tree(win.when) == Binary("==", Call("number", (tree(win.who),)), Number(1))
        and _always_one_left(words, win.who)
        for win in words.genome.win_conditions
    )


def _only_who_ends(win: WinCondition) -> bool:
    """Whether nobody can win but those of whom what ends the game is so."""
    match tree(win.when or "true"), tree(win.who or "each"):
        case Call("any", (seats, condition)), Call("where", (same, asked)):
            return (seats, condition) == (same, asked) and win.comparison is WinComparison.FIRST
    return False


def _after_hand(words: Words, win: WinCondition) -> str:
    """ "after the 20th hand, or after an earlier one if …", for an end at a stated hand."""
    if win.when is None or win.trigger_mode is not TriggerMode.THRESHOLD_GATE:
        return ""
    last = None
    rest: list[Node] = []
    for node in flat("or", tree(win.when)):
        match node:
            case Binary("==" | ">=", Name("hand_number"), Number(n)) if last is None:
                last = n
            case _:
                rest.append(node)
    if last is None:
        return ""
    text = f"after the {ordinal(last)} hand"
    if rest:
        clauses = [words.conditions.clause(node, words.scene(_one(words))) for node in rest]
        text += f", or after an earlier one if {join(clauses, 'or')}"
    return text


def _won_alone(words: Words, win: WinCondition) -> str:
    """Whether the only player there is has won: "you have won if …"."""
    match tree(win.who):
        case Name("each"):
            return "you have won"
        case Call("where", (_, condition)):
            if condition in (TRUE, FALSE):
                return "you have won" if condition == TRUE else "you have lost"
            return f"you have won if {words.conditions.clause(condition, words.scene(YOU))}"
    return "you have won if you are among the winners"


def _always(words: Words, win: WinCondition) -> str:
    one = words.lexicon.hand_word == "game"
    return {
        TriggerMode.IMMEDIATE: "the game ends at once",
        TriggerMode.THRESHOLD_GATE: (
            "the game ends when the play is over" if one else "the game ends after the hand"
        ),
        TriggerMode.ALL_HANDS_EMPTY: "the game ends when nobody has any cards left",
        TriggerMode.DECK_EMPTY: "the game ends when the stock is empty",
    }[win.trigger_mode]


def _ends(words: Words, win: WinCondition) -> str:
    """What ends the game, as a clause; empty if it just ends."""
    if win.when is not None:
        if holds_always(win.when):
            return ""
        return words.conditions.clause(tree(win.when), words.scene(_one(words)))
    one = f"a {side_word(words)}"
    if win.type in SCORE_TYPES and win.threshold != 0:
        return f"{one} has {figured(win.threshold, 'point')} or more"
    if win.type == "empty_hand":
        left = win.required_hand_size or 0
        return (
            f"a player has only {counted(left, 'card')} left"
            if left
            else "a player has no cards left"
        )
    if win.type == "capture_all":
        return f"{one} has captured all the cards"
    if win.type == "last_with_chips":
        return "only one player has chips left"
    return ""


# winners


def winner_name(words: Words, win: WinCondition) -> str:
    """Who wins by a condition, as a noun: "the player with the most tricks"."""
    return _winner(words, win).removesuffix(" has won")


def _winner(words: Words, win: WinCondition) -> str:
    side = side_word(words)
    if win.comparison is WinComparison.NONE:
        return _sharers(words, win)
    if win.comparison is WinComparison.FIRST:
        return f"that {side} has won"
    high = win.comparison is WinComparison.HIGHEST
    if high and _names(win, "most"):
        return f"that {side} has won"
    if high and sides(words) == 2 and _names(win, "least"):
        return f"the other {side} has won"
    if win.value is not None:
        return _by_value(words, win, high)
    most = "most" if high else "fewest"
    usual = {
        "empty_hand": "that player has won",
        "capture_all": f"that {side} has won",
        "most_captured": f"the {side} with the {most} captured cards has won",
        "best_hand": f"the player with the {'best' if high else 'worst'} hand has won",
        "most_chips": f"the player with the {most} chips has won",
        "last_with_chips": "that player has won",
    }
    score = f"the {side} with the {_superlative(words, high)} score has won"
    return usual.get(win.type, score)


def _superlative(words: Words, high: bool) -> str:
    """ "highest", or of two "higher"."""
    ending = "er" if sides(words) == 2 else "est"
    return f"{'high' if high else 'low'}{ending}"


def sides(words: Words) -> int:
    return len(words.genome.teams) if words.lexicon.teams else words.genome.player_count


def _names(win: WinCondition, extreme: str) -> bool:
    """Whether what ends the game names the one who has most (or least) of what is compared."""
    match tree(win.when) if win.when is not None else None:
        case Call("any", (_, condition)):
            parts = flat("and", condition)
            value = tree(win.value) if win.value is not None else Name("score")
            if any(part == Call(extreme, (value,)) for part in parts):
                return True
            match condition:
                case Binary("==", left, Number(_)):
                    return left == value and win.type == "capture_all" and extreme == "most"
    return False


def _sharers(words: Words, win: WinCondition) -> str:
    if win.who is None:
        own = win.type == "last_with_chips" and words.lexicon.teams
        return "that player's side has won" if own else f"that {side_word(words)} has won"
    node = tree(win.who)
    match node:
        case Call("where", (_, condition)) if condition == FALSE:
            return "everybody has lost"
        case Call("where", (Name("each"), condition)):
            clause = words.conditions.clause(condition, words.scene(THEY))
            if not re.search(r"\b(?:they|them|their|theirs)\b", clause):
                # What is so or not for all of them alike.
                return f"everybody has won if {clause}; otherwise everybody has lost"
    match node, tree(win.when) if win.when is not None else None:
        case Call("where", asked), Call("any", held) if asked == held and asked[0] == Name("teams"):
            return f"that {side_word(words)} has won"
    person = words.seats.seat(node, words.scene(A_PLAYER))
    if not person.quantified and not person.plural:
        together = words.lexicon.teams and not person.side
        return f"{person.having('side') if together else person.name} has won"
    group = words.seats.group(node, words.scene(A_PLAYER))
    group = group.replace("the players", "all players", 1)
    if words.lexicon.teams and node != Name("teams"):
        return f"the sides of {group} have won"
    if _one_is_left(words, node):
        rest = words.seats.group(_still_having(node), words.scene(A_PLAYER))
        return f"{rest.replace('the players who have', 'the player who has', 1)} has lost, and " + (
            "all others have won"
        )
    return f"{group} have won, and the others have lost"


def _still_having(node: Node) -> Node:
    """Those who have some of what others have none of."""
    match node:
        case Call("where", (seats, Binary("==", what, Number(0)))):
            return Call("where", (seats, Binary(">", what, Number(0))))
    return node


def _one_is_left(words: Words, node: Node) -> bool:
    """Whether the play ends as soon as one player alone has any of what all others have got rid
    of, and nothing else ends it."""
    rest = _still_having(node)
    alone = Binary("==", Call("number", (rest,)), Number(1))
    turns = [part for _, part in words.lexicon.all_parts if isinstance(part, TurnsPhase)]
    return rest != node and len(turns) == 1 and tree(turns[0].until) == alone


def _by_value(words: Words, win: WinCondition, high: bool) -> str:
    side = side_word(words)
    node = tree(win.value)
    teams = words.lexicon.teams
    scene = words.scene(A_SIDE.again if teams else THEY)
    match node:
        case Call("if", (Call("is", (role, *_)), Number(1), Number(0))) if high:
            person = words.seats.seat(role, scene)
            return f"{person.having('side') if teams else person.name} has won"
        case Call("if", (Call("is", (role, *_)), Number(1), Number(0))) if sides(words) == 2:
            others = words.seats.seat(Call("opponents" if teams else "others", (role,)), scene)
            return f"{others.does('have')} won"
    best = _superlative(words, high)
    quantity = words.quantities.of(node, scene)
    if quantity is None:
        noun = words.amounts.noun(node, scene)
        return f"the {side} for whom this is {best} has won: {noun}"
    if quantity.unit and (not quantity.figures or quantity.unit == "chip"):
        more = "more" if sides(words) == 2 else "the most"
        less = "fewer" if sides(words) == 2 else "the fewest"
        where = f" {quantity.place}" if quantity.place and not _in_hand(words, node) else ""
        return f"the {side} with {more if high else less} {quantity.units}{where} has won"
    return f"the {side} with the {best} {quantity.bare} has won"


def _in_hand(words: Words, node: Node) -> bool:
    """Whether what is counted are the cards of a hand, and there are no others of that player."""
    return node in OWN_HAND and words.lexicon.only_cards_in_hand


# limits and ties


def _match(words: Words) -> list[Sentence]:
    match = words.genome.match
    if match is None:
        return []
    found: list[Sentence] = []
    if not never_holds(match.out):
        clause = words.seats.relative(tree(match.out), words.scene(A_PLAYER))
        still = ", but what they have still counts when the game is decided"
        text = f"a player {clause} when a hand begins is out of the game"
        found.append(say(text + still * _still_counts(words), ("match", "out")))
    if match.hands is not None and match.hands >= BEYOND_AN_EVENING and found_by_points(words):
        words.told.unsaid.append(("match", "hands"))
    elif match.hands is not None and match.hands > 1 and not stated_hands(words):
        winner = f"the {side_word(words)} with {_best_total(words)} has won"
        if not _anything_scores(words):
            winner = f"all {side_word(words)}s have won"
        text = (
            f"if it takes too long, the game ends after {figure(match.hands)} hands, and {winner}"
        )
        if _decided_at_last(words, match.hands):
            words.told.unsaid.append(("match", "hands"))
        else:
            found.append(say(text, ("match", "hands")))
    return found


BEYOND_AN_EVENING = 100
"""A limit of so many hands is a net for those who score next to nothing, where a game ends by what
is scored; nobody plays so many in an evening, and books leave it out."""


def found_by_points(words: Words) -> bool:
    """Whether the game ends by what is scored, and not by the number of its hands."""
    ends = [w for w in words.genome.win_conditions if w.when is None or not never_holds(w.when)]
    reached = any(win.when is not None or win.threshold for win in ends)
    asked = any("hand_number" in str(win.when) for win in ends)
    return reached and not asked and _anything_scores(words)


def _still_counts(words: Words) -> bool:
    """Whether who is out of the game can have anything yet of what decides it."""
    match, wins = words.genome.match, words.genome.win_conditions
    assert match is not None
    out = tree(match.out)
    if wins and all(
        win.who is not None and tree(win.who) == Call("where", (Name("each"), Not(out)))
        for win in wins
    ):
        return False
    match out:
        case Binary("==" | "<=", what, Number(0)) | Binary("<", what, Number(1)):
            chips = CHIP_TYPES if what == Name("chips") else ()
            return not all(
                win.type in chips or (win.value is not None and tree(win.value) == what)
                for win in wins
            )
    return True


def _anything_scores(words: Words) -> bool:
    """Whether anybody ever gets or loses anything by which a game without a winner is decided."""
    genome = words.genome
    chips = genome.setup.starting_chips or any(
        win.type in CHIP_TYPES for win in genome.win_conditions
    )
    return bool(genome.scoring_rules or genome.card_scoring or chips or words.lexicon.has(Award))


def stated_hands(words: Words) -> bool:
    """Whether a win condition says itself that the game ends after its last hand."""
    match = words.genome.match
    hands = match.hands if match is not None else None
    return any(
        win.when is not None
        and Binary("==", Name("hand_number"), Number(hands or 0)) in flat("or", tree(win.when))
        for win in words.genome.win_conditions
    )


def _best_total(words: Words) -> str:
    wins = words.genome.win_conditions
    if any(win.type in CHIP_TYPES for win in wins):
        return "more chips" if sides(words) == 2 else "the most chips"
    lowest = any(win.comparison is WinComparison.LOWEST for win in wins)
    return f"the {_superlative(words, not lowest)} score"


def _ties(words: Words) -> list[Sentence]:
    genome = words.genome
    if genome.player_count == 1:
        return []
    found: list[Sentence] = []
    side = side_word(words)
    for index, win in enumerate(genome.win_conditions):
        if not win.ties:
            continue
        they = words.scene(THEY)
        texts = [words.amounts.noun(tree(tie), they) for tie in win.ties]
        text = f"between {side}s that are equal, the higher of this decides: {join(texts, 'then')}"
        found.append(say(text, ("win_conditions", index, "ties")))
    rules = genome.game_rules
    if rules is None or not any(_compares(win) for win in genome.win_conditions):
        return found
    hands = genome.match.hands if genome.match is not None else None
    ahead = all(_names(win, "most") or _names(win, "least") for win in genome.win_conditions)
    alone = ahead or one_scores(words) or first_to_come(words) or counted_one_by_one(words)
    if alone and (hands or 1) >= BEYOND_AN_EVENING and not found:
        # Points are counted one after the other, or one alone can have enough of them.
        words.told.unsaid.append(("game_rules", "tie_breaker"))
        return found
    still = "still " if found else ""
    two = (len(genome.teams) if words.lexicon.teams else genome.player_count) == 2
    if two:
        equal = f"if both {side}s are {still}equal"
        shared = f"{equal}, the game is a draw"
    else:
        equal = f"if several {side}s are {still}equal"
        shared = f"{equal}, they share the win"
    after = _only_after(words)
    text = {
        TieBreaker.ACTIVE_PLAYER: f"{equal}, the one whose turn it was has won",
        TieBreaker.ALTERNATING: f"{equal}, the first of them in turn after the dealer has won",
        TieBreaker.SPLIT: shared,
        TieBreaker.BATTLE: f"{equal}, another hand is played, and so on until one is ahead{after}",
    }[rules.tie_breaker]
    return [*found, say(text, ("game_rules", "tie_breaker"))]


def _only_after(words: Words) -> str:
    """After which hands alone a game can end that goes on while players are equal."""
    for win in words.genome.win_conditions:
        clause = _ends(words, win)
        names = [n.id for n in nodes_of(tree(win.when or "false")) if isinstance(n, Name)]
        lets = [words.lexicon.lets[name].value for name in names if name in words.lexicon.lets]
        if clause.startswith("the hand is ") and any("mod(hand_number" in str(x) for x in lets):
            return f" after a hand that is {clause.removeprefix('the hand is ')}"
    return ""


def _compares(win: WinCondition) -> bool:
    """Whether players are compared in the end, so that they can be equal."""
    single = ("empty_hand", "capture_all", "last_with_chips")
    compared = win.comparison in (WinComparison.HIGHEST, WinComparison.LOWEST)
    return compared and (win.value is not None or win.type not in single)


def _limit(words: Words) -> list[Sentence]:
    """The safety net, unless the rules themselves end every game before it."""
    if out_of_reach(words):
        return []
    turns = figure(words.genome.max_turns)
    what = "one call, one card or one move of a player"
    text = f"a game that comes to {turns} turns ({what}) is broken off without a winner"
    return [say(text, ("max_turns",))]
