"""A game in a few words: what a hand is, what one tries in it, and when it is all over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import TypeGuard

from darwindeck.english import figure, figured, infinitive, join, number_word, plural
from darwindeck.genome.expressions import (
    Binary,
    Call,
    Name,
    Negative,
    Node,
    Not,
    Number,
    nodes_of,
)
from darwindeck.genome.schema import (
    Action,
    Award,
    BettingPhase,
    BlockPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    ChoicePhase,
    Choose,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    FillHands,
    MeldPhase,
    Moment,
    PassPhase,
    Phase,
    PlayPhase,
    RepeatPhase,
    Scope,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetMode,
    SetTrump,
    Stake,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
    WinComparison,
    WinCondition,
)
from darwindeck.rulebook.document import Path, Sentence
from darwindeck.rulebook.sections.base import lowered, say
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.hand_numbers import evaluated
from darwindeck.rulebook.words.persons import A_SIDE
from darwindeck.rulebook.words.trees import OWN_HAND, flat

LONGEST_TURN = 40
"""How many words the course of a turn may have in a few words."""
SHORT_DEED = 5
"""After so many words one still sees that a deed is free."""


def deciding(words: Words) -> tuple[int, WinCondition] | None:
    """The first win condition that can ever hold."""
    for index, win in enumerate(words.genome.win_conditions):
        if win.when is None or not never_holds(win.when):
            return index, win
    return None


# what a hand is


def course(words: Words) -> list[Sentence]:
    """What the players do in a hand, one thing after the other."""
    if words.genome.player_count == 1:
        alone = turn_deeds(words)
        if not alone or alone[0] == ["move a card"]:
            return []
        return [say(f"at each step you {', then '.join(alone[0])}", alone[1])]
    deeds = list(_deeds(words))
    if not deeds:
        return []
    texts = list(dict.fromkeys(_either(words, deeds)))
    paths = [path for _, path in deeds]
    who = "both players" if words.genome.player_count == 2 else "the players"
    if words.genome.house is not None:
        who = "the players"
    told = []
    if texts not in (["take turns"], ["call"], [NAMING], [CHOOSING]):
        hand = "" if words.lexicon.hand_word == "game" else "in each hand "
        order = _in_order(who, texts)
        if _something_before(words, paths[0]):
            # What is told first here is not always the first thing in a hand.
            order = order.replace(" first ", " ", 1)
        told.append(say(f"{hand}{order}", *paths))
    parts = stages(words)
    turn = turn_deeds(words)
    if turn is not None and not parts:
        text = f"on your turn you {', then '.join(turn[0])}"
        text = text.replace("you if you like, ", "may, if you like, ", 1)
        text = text.replace("turn may", "turn you may", 1)
        if len(text.split()) <= LONGEST_TURN:
            told.append(say(text, turn[1]))
    return [*told, *parts]


NAMING = "one of them names trumps"
CHOOSING = "one of them chooses the game"
OF_ONE = (NAMING, CHOOSING)
"""What one of the players does for all."""


def _something_before(words: Words, first: Path) -> bool:
    """Whether players may have to say something, in some hands, before what is told first."""
    return any(
        isinstance(part, CallPhase)
        and path[:2] == first[:2]
        and len(path) > 2
        and int(path[2]) < int(first[2])
        for path, part in words.lexicon.all_parts
    )


def _either(words: Words, deeds: list[tuple[str, Path]]) -> list[str]:
    """The deeds; two of which one is done in each hand are told as one."""
    parts = dict(words.lexicon.all_parts)
    found: list[str] = []
    before: Node = Name("true")
    for deed, path in deeds:
        phase = parts[path]
        when = tree(phase.when) if isinstance(phase, Phase) else Name("true")
        if found and (when == Not(before) or before == Not(when)):
            found[-1] = f"{found[-1]} or {deed}"
        else:
            found.append(deed)
        before = when
    return found


def _in_order(who: str, texts: list[str]) -> str:
    """What the players do one after the other; what one of them does is set apart."""
    if len(texts) == 1:
        return f"{who} {texts[0]}"
    first = texts[0]
    two = who == "both players"
    some = "one of the two players" if two else f"one of {who}"
    start = f"{who} first {first}"
    if first in OF_ONE:
        start = f"{some} first {first.removeprefix('one of them ')}"
    later = []
    for before, text in pairwise(texts):
        everybody = before in OF_ONE and text not in OF_ONE
        later.append(f"{'both' if two else 'all'} {text}" if everybody else text)
    return ", then ".join([start, *later])


def _deeds(words: Words) -> Iterator[tuple[str, Path]]:
    inside: list[Path] = []
    for path, part in words.lexicon.all_parts:
        if not isinstance(part, Phase) or path[:1] != ("turn_structure",):
            continue
        dead = never_holds(part.when)
        if dead or any(path[: len(other)] == other for other in inside):
            inside += [path] if dead else []
            continue
        deed = _deed(part)
        some = evaluated(tree(part.when), 1) == 0 or _is_sold(words, path)
        some = some or _needs_more_cards(words, part)
        if some or (deed in OF_ONE and (len(path) > 3 or not holds_always(part.when))):
            # What happens in some hands only is told where it belongs.
            deed = ""
        if deed:
            yield deed, path
            inside.append(path)


def _is_sold(words: Words, path: Path) -> bool:
    """Whether a call is made only if something was chosen before, in a part of the hand that need
    not take place."""
    parts = dict(words.lexicon.all_parts)
    around = [parts.get(path[:length]) for length in range(3, len(path))]
    blocks = [part for part in around if isinstance(part, BlockPhase | ChoicePhase)]
    free = any(not holds_always(block.when) for block in blocks)
    phase = parts[path]
    return isinstance(phase, CallPhase) and (
        free or (_deed(phase) == "bid" and not holds_always(phase.when))
    )


def _needs_more_cards(words: Words, phase: Phase) -> bool:
    """Whether all that can be called is a number that is too high for the cards of some hands."""
    if not isinstance(phase, CallPhase):
        return False
    least: list[int] = []
    for call in phase.calls:
        match [(tree(choice.low), tree(choice.high)) for choice in call.choices]:
            case [(Number(low), high)] if high in OWN_HAND:
                least.append(low)
            case _:
                return False
    sizes = [tree(part.size) for _, part in words.lexicon.all_parts if isinstance(part, FillHands)]
    lets = {let.name: tree(let.value) for let in words.genome.lets}
    sizes = [lets.get(size.id, size) if isinstance(size, Name) else size for size in sizes]
    hands = words.genome.match.hands if words.genome.match is not None else None
    held = [evaluated(size, hand) for size in sizes for hand in range(1, (hands or 1) + 1)]
    return any(size is not None and size < min(least) for size in held)


def _deed(phase: Phase) -> str:
    """What all players do in a phase; nothing, if it concerns one of them."""
    if isinstance(phase, CallPhase):
        bids = any(call.key is not None or call.label.startswith("bid") for call in phase.calls)
        everybody = phase.who is None or str(phase.who).startswith(("each", "from(each"))
        if not everybody and all(
            any(isinstance(action, SetTrump) for action in call.do) for call in phase.calls
        ):
            return NAMING
        chosen = [any(isinstance(a, SetMode) for a in call.do) for call in phase.calls]
        if not everybody and sum(chosen) > 1 and sum(chosen) >= len(chosen) - 1:
            return CHOOSING
        bets = any(call.label.split(" ")[0] == "bet" and call.choices for call in phase.calls)
        if bets and not bids and phase.rounds is None:
            return _USUAL[BettingPhase]
        return "bid" if bids else "call" if everybody else ""
    if isinstance(phase, DrawPhase | MeldPhase | DoPhase):
        return ""
    if isinstance(phase, TrickPhase) and phase.choose is Choose.TOP:
        return "turn up cards"
    return _USUAL.get(type(phase), "")


_USUAL: dict[type[Phase], str] = {
    BettingPhase: "bet on their cards",
    DeclarePhase: "show their combinations",
    PassPhase: "pass cards on",
    TrickPhase: "play tricks",
    TurnsPhase: "take turns",
}


def turn_deeds(words: Words) -> tuple[list[str], Path] | None:
    """What a turn is made of, in a few words."""
    for path, part in words.lexicon.all_parts:
        if isinstance(part, TurnsPhase):
            deeds = _deeds_of(words, part)
            return (deeds, (*path, "phases")) if deeds else None
    for path, part in words.lexicon.all_parts:
        match part:
            case RepeatPhase(phases=(CallPhase() as calls,)) if len(path) == 3 and str(
                part.who
            ).startswith(("each", "from(each")):
                return [words.deeds.deed(calls)], (*path, "phases")
    return None


def _deeds_of(words: Words, turns: TurnsPhase) -> list[str]:
    deeds: list[str] = []
    before: Phase | None = None
    for phase in _steps(turns):
        acting = not isinstance(phase, DoPhase | CallPhase)
        out = tree("hand_size == 0") in flat("and", tree(phase.when))
        rare = out or _is_owed(words, tree(phase.when))
        if acting and not (deeds or rare or phase.who) and not _in_every_turn(phase):
            # What is done in some turns only comes first, and says more of them than what follows.
            return []
        if _in_every_turn(phase) and not (deeds and _nothing_yet(phase)):
            deed = _told(words, phase)
            if deeds and isinstance(phase, DiscardPhase) and _may_not_draw(before, phase):
                deeds[-1] = _drawing_or_not(words, before)
            else:
                deeds += [deed] if deed and deed not in deeds else []
        elif not deeds and isinstance(phase, CallPhase) and not phase.who and phase.label:
            # What may be said at the beginning of some turns.
            deeds += [f"{deed} if you like"] if (deed := infinitive(phase.label)) else []
        elif deeds and deeds[-1].endswith(_FREE) and _draws_instead(phase):
            deeds[-1] += ", otherwise draw"
        before = phase
    happening = [phase for phase in turns.phases if isinstance(phase, DoPhase) and phase.label]
    if not deeds and len(happening) == 1 and holds_always(happening[0].when):
        # Nobody chooses anything: what happens is what a turn is.
        deeds = [deed] if (deed := infinitive(happening[0].label)) else []
    return deeds


def _may_not_draw(before: Phase | None, phase: Phase) -> TypeGuard[ChoicePhase]:
    """Whether only those discard who have drawn, and not everybody draws."""
    if not isinstance(before, ChoicePhase) or tree(phase.when) != tree("drawn > 0"):
        return False
    drawing = [isinstance(option, DrawPhase) for option in before.options]
    return any(drawing) and not all(drawing)


def _drawing_or_not(words: Words, choice: ChoicePhase) -> str:
    """What is done by those who draw, and what else one may do."""
    draws = [words.deeds.deed(one) for one in choice.options if isinstance(one, DrawPhase)]
    others = [words.deeds.deed(one) for one in choice.options if not isinstance(one, DrawPhase)]
    return f"{join(draws, 'or')} and then discard one, or else {join(others, 'or')}"


_FREE = (" if you can", " if you like")
"""How a deed ends that is not done in every turn."""


def _is_owed(words: Words, when: Node) -> bool:
    """Whether something is done only as long as a number of the table is above nought, which it is
    not at the beginning of a hand."""
    match when:
        case Binary(">", Name(name), Number(0)) if name in words.lexicon.counters:
            counter = words.lexicon.counters[name]
            return counter.scope is Scope.TABLE and not counter.start
    return False


def _draws_instead(phase: Phase) -> bool:
    """Whether players draw as long as they have played nothing."""
    if not isinstance(phase, RepeatPhase | BlockPhase):
        return False
    if not isinstance(phase.phases[0], DrawPhase):
        return False
    condition = phase.as_long_as if isinstance(phase, RepeatPhase) else phase.when
    return tree("played == 0") in flat("and", tree(condition))


def stages(words: Words) -> list[Sentence]:
    """The parts of a turn that have names, where what one does first says little of it."""
    for path, part in words.lexicon.all_parts:
        if isinstance(part, TurnsPhase):
            named = [lowered(phase.label) for phase in part.phases if phase.label]
            if len(named) >= 3 and not _deeds_of(words, part):
                return [say(f"a turn goes through these parts: {join(named)}", (*path, "phases"))]
    return []


def _steps(turns: TurnsPhase) -> Iterator[Phase]:
    """What a turn is made of; a block that only says when it takes place is no step of its own."""
    for phase in turns.phases:
        if isinstance(phase, ChoicePhase) and len(phase.options) == 1:
            phase = phase.options[0]
        if isinstance(phase, BlockPhase) and not phase.label and _in_every_turn(phase):
            yield from phase.phases
        else:
            yield phase


def _in_every_turn(phase: Phase) -> bool:
    named = isinstance(phase, BuildPhase) and bool(phase.label)
    if isinstance(phase, DoPhase | BuildPhase) and not named:
        return False
    if phase.who is not None:
        return False
    if isinstance(phase, RepeatPhase) and not holds_always(phase.as_long_as):
        return False
    if holds_always(phase.when) or tree(phase.when) in _AS_A_RULE:
        return True
    match tree(phase.when):
        case Binary(">", Call("size", (Call("joined", zones),)), Number(0)) if (
            Name("hand") in zones
        ):
            return True
    return _nothing_yet(phase)


def _nothing_yet(phase: Phase) -> bool:
    """Whether cards are played by whoever has done nothing in this turn so far."""
    nothing = {tree("drawn == 0"), tree("played == 0")}
    return isinstance(phase, PlayPhase) and set(flat("and", tree(phase.when))) <= nothing


_AS_A_RULE = (tree("hand_size > 0"), tree("drawn > 0"))


def _told(words: Words, phase: Phase) -> str:
    deed = words.deeds.deed(phase)
    if isinstance(phase, RepeatPhase) and holds_always(phase.may_stop) and deed:
        return f"{deed} if you like" if len(deed.split()) <= SHORT_DEED else f"if you like, {deed}"
    inner = phase
    while isinstance(inner, RepeatPhase | BlockPhase) and inner.phases:
        inner = inner.phases[0]
    if isinstance(inner, PlayPhase) and inner.mandatory:
        unable = inner.valid_play_condition is not None or inner.beating is not None
        unable = unable or not holds_always(inner.after)
        return f"{deed} if you can" if unable and inner.pass_if_unable else deed
    if isinstance(inner, ChoicePhase):
        free = not never_holds(inner.may_pass)
    elif isinstance(inner, CallPhase):
        free = False
    else:
        free = not getattr(inner, "automatic", False) and not getattr(inner, "mandatory", True)
    if not free or not deed:
        return deed
    return f"{deed} if you like" if len(deed.split()) <= SHORT_DEED else f"if you like, {deed}"


# what one tries


def trying(words: Words, *, told: bool) -> list[Sentence]:
    """What one tries in a hand, where it is plain from what ends and what scores.

    `told` says whether the text speaks of a hand already.
    """
    found = deciding(words)
    if found is None:
        return []
    word = words.lexicon.hand_word
    seekers = (
        _to_go_out,
        _to_come_near,
        _to_avoid,
        _to_keep_a_bid,
        _to_win_cards,
        _to_meld,
        _to_have_less,
        _to_have_few,
        _not_to_be_lowest,
        _to_form,
        _to_win_pots,
        _to_be_better,
        _to_win_bets,
    )
    for seek in seekers:
        tried = seek(words, found[1])
        if tried is not None:
            text, *paths = tried
            hand = "" if told or word == "game" else f"in each {word} "
            return [say(f"{hand}you try {text}", *paths), *_at_stake(words)]
    return (
        _one_out_first(words)
        or _by_what_is_called(words)
        or _contract(words)
        or _one_against_the_others(words, found[1])
        or _one_alone(words, found[1])
        or _two_camps(words, found[1])
    )


def _by_what_is_called(words: Words) -> list[Sentence]:
    """That a call decides what one tries: most scores ask for one, and some of them are losses."""
    rules = [r for r in words.genome.scoring_rules or () if r.into == "hand_score"]
    asked: list[str] = []
    for rule in rules:
        for node in flat("and", tree(rule.when)):
            match node:
                case Call("called", (Name(name), *_)):
                    asked.append(name)
    losses = [rule for rule in rules if str(rule.amount).startswith("-")]
    if len(set(asked)) < 3 or len(asked) < len(rules) - 1 or not 0 < len(losses) < len(rules):
        return []
    for path, part in words.lexicon.all_parts:
        if not isinstance(part, CallPhase) or not part.label:
            continue
        if {call.name for call in part.calls} >= set(asked):
            text = f"what one tries in a hand depends on what is called under “{part.label}”"
            return [say(text, path, ("scoring_rules",))]
    return []


def _at_stake(words: Words) -> list[Sentence]:
    """That somebody loses what they have bid if they do not come to it."""
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        amount, who = tree(rule.amount), tree(rule.who)
        match amount, who:
            case Negative(Name(bid)), Call("team", (Name(name),)) | Name(name) if (
                bid in _bids(words) and name in words.lexicon.roles
            ):
                short = [
                    node
                    for node in flat("and", tree(rule.when))
                    if isinstance(node, Binary)
                    and node.operator == "<"
                    and node.right == Name(bid)
                    and node.left != Name("tricks")
                ]
            case _:
                continue
        if short:
            person = words.seats.seat(who, words.scene(A_SIDE))
            its, it, do = ("its", "it", "does") if person.side else ("their", "they", "do")
            text = f"{person.name} loses {its} bid if {it} {do} not score as much"
            return [say(text, ("scoring_rules", index))]
    return []


Tried = tuple[str, Path] | tuple[str, Path, Path]


def _to_go_out(words: Words, win: WinCondition) -> Tried | None:
    out = tree("any(each, hand_size == 0)")
    welcome = win.comparison is not WinComparison.LOWEST
    if _alone_out(words) is not None:
        return None
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        match tree(rule.who):
            case Call("where", (_, Binary("==", _, Number(1)) as first)) if (
                welcome and words.books.names_one(first) and not str(rule.amount).startswith("-")
            ):
                text = "to get rid of your cards before the others do"
                return text, ("scoring_rules", index, "who")
    paid = [tree(p.amount) for _, p in words.lexicon.all_parts if isinstance(p, Stake)]
    for path, part in words.lexicon.all_parts:
        ends = flat("or", tree(part.until)) if isinstance(part, TurnsPhase) else []
        if welcome and ends == [out] and Name("hand_size") in paid:
            # A chip is paid for every card that is left in a hand.
            return "to be the first to get rid of all your cards", (*path, "until")
        if welcome and isinstance(part, TurnsPhase) and tree(part.until) == out:
            winners = [tree(rule.who) for rule in words.genome.scoring_rules or ()]
            if tree("where(each, hand_size == 0)") in winners and not words.lexicon.teams:
                text = "to be the first to get rid of all your cards"
                return text, (*path, "until"), ("scoring_rules",)
        if isinstance(part, TurnsPhase) and out in ends and not words.lexicon.teams:
            rules = words.genome.scoring_rules or ()
            if rules and all(_pays_going_out(words, rule, win) for rule in rules[:1]):
                text = "to be the first to get rid of all your cards"
                return text, (*path, "until"), ("scoring_rules", 0)
    return None


def _alone_out(words: Words) -> tuple[str, Path] | None:
    """The one who plays to be the first without cards against all others, who win together."""
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        role = words.lexicon.roles.get(str(rule.who))
        others = [other for other in words.genome.scoring_rules or () if other.who != rule.who]
        if role is None or rule.into != "hand_score" or words.lexicon.teams:
            continue
        out = tree(f"hand_size({rule.who}) == 0")
        decides = out in list(reads(words, [rule.amount, rule.when]))
        shared = [tree(other.who) == tree(f"others({rule.who})") for other in others]
        if decides and shared and all(shared):
            return role.label, ("scoring_rules", index, "who")
    return None


def _one_out_first(words: Words) -> list[Sentence]:
    found = _alone_out(words)
    if found is None:
        return []
    label, path = found
    text = (
        f"the {label} tries to get rid of all cards first; the others play together and win if one "
        "of them is first"
    )
    return [say(text, path)]


def _pays_going_out(words: Words, rule: ScoringRule, win: WinCondition) -> bool:
    """Whether cards left in hand cost points, or having none brings some."""
    node = tree(rule.amount)
    match node:
        case Binary("*", Number(value), Name(_) as factor) if value > 0:
            node = factor
    if isinstance(node, Name) and node.id in words.lexicon.lets:
        node = tree(words.lexicon.lets[node.id].value)
    if win.comparison is WinComparison.LOWEST:
        held = [n for n in nodes_of(node) if n in (Name("hand_size"), tree("size(hand)"))]
        worth = (
            isinstance(node, Call)
            and node.function == "points"
            and tree("hand") in (node.arguments[:1])
        )
        left = bool(held) or worth
        return tree(rule.who) == Name("each") and left and words.amounts.never_negative(node)
    match node:
        case Call("if", (Binary("==", Call("hand_size", (seat,)), Number(0)), yes, _)):
            return seat == tree(rule.who) and not isinstance(yes, Negative)
    return False


def _to_come_near(words: Words, win: WinCondition) -> Tried | None:
    evaluation = words.genome.hand_evaluation
    if words.genome.house is None or evaluation is None or not evaluation.target_value:
        return None
    target, house = figure(evaluation.target_value), words.lexicon.house
    text = f"to come nearer to {target} than the {house}, without going over it"
    return text, ("hand_evaluation", "target_value")


def _to_avoid(words: Words, win: WinCondition) -> Tried | None:
    """Cards that cost points when they are won, where few points are good."""
    rules = [
        rule
        for rule in words.genome.card_scoring or ()
        if rule.trigger is ScoringTrigger.TRICK_WIN and rule.points > 0
    ]
    lowest = win.comparison is WinComparison.LOWEST
    if not lowest or not rules or len(rules) != len(words.genome.card_scoring or ()):
        return None
    cards = join([words.cards.all(rule.condition) for rule in rules])
    wanted = [
        one for rule in words.genome.scoring_rules or () if (one := _worth_winning(words, rule))
    ]
    but = f", but to win {join(wanted)}" if wanted else ""
    return f"not to win {cards} in tricks{but}", ("card_scoring",)


def _worth_winning(words: Words, rule: ScoringRule) -> str:
    """A card that takes points off whoever has won it, where few points are good."""
    amount = tree(rule.amount)
    less = isinstance(amount, Negative) or (isinstance(amount, Number) and amount.value < 0)
    less = less and rule.op is ScoreOp.ADD
    match tree(rule.who):
        case Call(
            "where", (Name("each"), Binary(">" | "==" | ">=", Call("count", asked), Number()))
        ) if less and rule.into == "hand_score":
            zone, cards = asked
            phrase = words.cards.phrase(words.card_set(cards))
            return phrase.with_article if zone == Name("captured") and phrase.unique else ""
    return ""


def _to_keep_a_bid(words: Words, win: WinCondition) -> Tried | None:
    """As many tricks as one has bid, where that is what scores."""
    bids = _bids(words)
    if win.comparison is WinComparison.LOWEST:
        return None
    for let in words.genome.lets:
        match tree(let.value):
            case Binary("==", Name("tricks"), Name(bid)) if _is_laid_away(words, bid):
                side = "your side has" if words.lexicon.teams else "you have"
                text = f"to take exactly as many tricks as {side} bid"
                return text, words.lexicon.let_path(let.name)
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        if rule.into != "hand_score" or str(rule.amount).startswith("-"):
            continue
        for node in flat("and", tree(rule.when)):
            match node:
                case Binary("==" | ">=" as operator, Name("tricks"), Name(bid)) if bid in bids:
                    exact = "exactly" if operator == "==" else "at least"
                    side = "your side" if words.lexicon.teams else "you"
                    have = "has" if words.lexicon.teams else "have"
                    text = f"to take {exact} as many tricks as {side} {have} bid"
                    return text, ("scoring_rules", index, "when")
    return None


def _bids(words: Words) -> set[str]:
    """The numbers that calls set."""
    return {
        str(action.counter)
        for _, part in words.lexicon.all_parts
        if isinstance(part, CallPhase)
        for call in part.calls
        for action in call.do
        if isinstance(action, Set) and action.counter in words.lexicon.counters
    }


def _is_laid_away(words: Words, name: str) -> bool:
    """Whether a number is told by cards that a player has laid away for it."""
    let = words.lexicon.lets.get(name)
    laid = [tree(p.target) for _, p in words.lexicon.all_parts if isinstance(p, DiscardPhase)]
    match tree(let.value) if let is not None else None:
        case Call("points", (zone, _)):
            return zone in laid
    return False


def _to_win_cards(words: Words, win: WinCondition) -> Tried | None:
    """Tricks, cards in tricks or captured cards, whatever the scores are made of."""
    if win.comparison is WinComparison.LOWEST:
        return None
    parts = [part for _, part in words.lexicon.all_parts]
    capturing = any(isinstance(part, CapturePhase) for part in parts)
    tricks = [part for part in parts if isinstance(part, TrickPhase)]
    if not capturing and not tricks:
        return _to_win_points(words)
    rules = words.genome.scoring_rules or ()
    path: Path = ("scoring_rules",) if rules else ("turn_structure",)
    if _costs(words):
        return None
    if capturing and rules:
        return "to capture cards from the table", path
    read = list(reads(words, [text for rule in rules for text in (rule.amount, rule.when)]))
    for node in read:
        match node:
            case Call("points", (_, table)) if isinstance(table, Name):
                return f"to win tricks with many {plural(words.table_label(table))}", path
    if any(node == Name("tricks") or _is_call(node, "tricks") for node in read) and tricks:
        if _contract(words):
            return None
        least = _tricks_needed(words)
        partner = " with your partner" if words.lexicon.teams else ""
        if least > 1:
            return f"to take at least {number_word(least)} tricks{partner}", path
        return "to win tricks", path
    won = [part.after_trick for part in tricks]
    if any(_pays_the_winner(action) for actions in won for action in actions):
        return "to win tricks", ("turn_structure",)
    asked = reads(words, [rule.who for rule in rules])
    high = [node for node in asked if isinstance(node, Call) and node.function == "highest_in"]
    if any(Name("captured") in node.arguments for node in high):
        return "to win tricks with cards that score", path
    return _to_stay_in(words)


def _tricks_needed(words: Words) -> int:
    """How many tricks bring anything at all; 0 if each of them counts."""
    if words.genome.card_scoring:
        return 0
    needed: list[int] = []
    for rule in words.genome.scoring_rules or ():
        read = list(reads(words, [rule.who, rule.when, rule.amount]))
        asked = [least for node in read if (least := _least_tricks(node))]
        counted = any(node == Name("tricks") or _is_call(node, "tricks") for node in read)
        if rule.moment is not Moment.HAND_END or (counted and not asked):
            return 0
        needed += [min(asked)] if asked else []
    return min(needed, default=0)


def _least_tricks(node: Node) -> int:
    """How many tricks a condition asks for, or an amount begins to count after."""
    match node:
        case Binary(">=" | "==", Name("tricks") | Call("tricks", _), Number(least)):
            return least
        case Binary(">" | "-", Name("tricks") | Call("tricks", _), Number(most)):
            return most + 1
    return 0


def _contract(words: Words) -> list[Sentence]:
    """A side that has bid how many tricks it will take, and what decides is whether it does."""
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        match tree(rule.who):
            case Call("team", (Name(name),)) if name in words.lexicon.roles:
                won = Call("tricks", (tree(rule.who),))
            case _:
                continue
        for node in reads(words, [rule.when]):
            match node:
                case Binary(">=", left, bid) if left == won and _is_told(words, bid):
                    break
                case Binary("-", bid, right) if right == won and _is_told(words, bid):
                    break
        else:
            continue
        side = f"the {words.lexicon.roles[name].label}'s side"
        text = f"{side} tries to take as many tricks as it has bid, the others to prevent it"
        return [say(text, ("scoring_rules", index, "when"))]
    return []


def _is_told(words: Words, bid: Node) -> bool:
    """Whether a number has been set by a call, or follows from one that has."""
    names = [node.id for node in nodes_of(bid) if isinstance(node, Name)]
    values = [words.lexicon.lets[name].value for name in names if name in words.lexicon.lets]
    names += [
        node.id for value in values for node in nodes_of(tree(value)) if isinstance(node, Name)
    ]
    return bool(_bids(words) & set(names))


def _to_stay_in(words: Words) -> Tried | None:
    """A trick, where whoever takes none is out of the game."""
    match = words.genome.match
    without = tree("where(each, tricks == 0)")
    for path, part in words.lexicon.all_parts:
        puts_out = isinstance(part, Set) and match is not None and str(match.out) == part.counter
        if puts_out and isinstance(part, Set) and tree(part.who) == without:
            return "to take at least one trick", path
    return None


def _to_win_points(words: Words) -> Tried | None:
    """Cards of some worth that go to those who win them, though no tricks are played."""
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        match tree(rule.amount):
            case Call("points", (Name("captured"), Name() as table)):
                worth = plural(words.table_label(table))
                return f"to win cards that are worth many {worth}", ("scoring_rules", index)
    return None


def _pays_the_winner(action: Action) -> bool:
    """Whether whoever has won a trick scores for it."""
    if not isinstance(action, Award) or action.who not in ("winner", "turn"):
        return False
    amount = tree(action.amount)
    return isinstance(amount, Number) and amount.value > 0


def _costs(words: Words) -> bool:
    """Whether tricks or the cards in them cost something, so that one does not want all of them."""
    if any(rule.points < 0 for rule in words.genome.card_scoring or ()):
        return True
    for rule in words.genome.scoring_rules or ():
        read = list(reads(words, [rule.amount]))
        won = any(_is_call(node, "points") or node == Name("tricks") for node in read)
        taken_off = any(
            isinstance(node, Negative)
            or (isinstance(node, Number) and node.value < 0)
            or (isinstance(node, Binary) and node.operator == "-" and not _is_number(node.right))
            for node in read
        )
        if won and taken_off:
            return True
    return False


def _is_number(node: Node) -> bool:
    return isinstance(node, Number)


def _to_meld(words: Words, win: WinCondition) -> Tried | None:
    """Melds whose cards score, where many points are good."""
    melds = {tree(p.target) for _, p in words.lexicon.all_parts if isinstance(p, MeldPhase)}
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        match tree(rule.amount):
            case Call("points", (zone, Name(table))) if (
                zone in melds and win.comparison is not WinComparison.LOWEST
            ):
                text = f"to meld cards that are worth many {plural(words.table_label(Name(table)))}"
                return text, ("scoring_rules", index, "amount")
    return None


def _to_have_less(words: Words, win: WinCondition) -> Tried | None:
    """Less of something than the other player, where one scores the difference."""
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        match tree(rule.amount):
            case Binary("-", Call(name, (_,)), Name(same)) if (
                name == same
                and name in words.lexicon.lets
                and words.seats.two_players
                and win.comparison is not WinComparison.LOWEST
            ):
                match tree(words.lexicon.lets[name].value):
                    case Call("points", (Name("hand"), Name(table))):
                        points = plural(words.table_label(Name(table)))
                        text = f"to hold fewer {points} than your opponent"
                        return text, ("scoring_rules", index, "amount")
    return None


def _to_have_few(words: Words, win: WinCondition) -> Tried | None:
    """Cards that are worth little, where everybody scores what some of theirs are worth."""
    tables = set()
    for rule in words.genome.scoring_rules or ():
        match tree(rule.amount):
            case Call("points", (zone, Name(table))) if tree(rule.who) == Name("each"):
                if words.zones.zone(zone, words.scene()).is_hand:
                    return None
                tables.add(table)
            case _:
                return None
    if len(tables) != 1 or win.comparison is not WinComparison.LOWEST:
        return None
    worth = plural(words.table_label(Name(tables.pop())))
    return f"to be left with as few {worth} as possible", ("scoring_rules",)


def _not_to_be_lowest(words: Words, win: WinCondition) -> Tried | None:
    """Not to have the least of something, where that costs something."""
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        costs = all(
            _may_be_below_zero(value) for _, value in words.amounts.cases(tree(rule.amount))
        )
        if not costs or win.comparison is WinComparison.LOWEST:
            continue
        for node in reads(words, [rule.who, rule.when]):
            match node:
                case Binary("==", what, Call("lowest", (Name("each"), same))) if what == same:
                    quantity = words.quantities.of(what, words.scene())
                    if quantity is not None:
                        return f"not to have the lowest {quantity.bare}", ("scoring_rules", index)
    return None


def _to_form(words: Words, win: WinCondition) -> Tried | None:
    """Combinations in which cards score, each by itself."""
    if win.comparison is WinComparison.LOWEST:
        return None
    amounts = [p.amount for _, p in words.lexicon.all_parts if isinstance(p, Award)]
    names: list[str] = []
    for node in reads(words, amounts):
        match node:
            case Call("ways" | "in_ways" | "forms", (_, Name(name))) if name not in names:
                names.append(name)
    if len(names) < 2:
        return None
    listed = [name for name in words.lexicon.patterns if name in names]
    what = join([plural(words.lexicon.pattern_name(name)) for name in listed])
    return f"to form {what}", ("patterns",)


def _to_win_pots(words: Words, win: WinCondition) -> Tried | None:
    stakes = any(counter.pot for counter in words.genome.counters) or words.lexicon.has(Stake)
    alone = words.genome.house is not None or words.lexicon.has(BettingPhase)
    if stakes and words.genome.hand_evaluation is not None and not alone:
        others = "your opponent drop out" if words.seats.two_players else "the others drop out"
        return f"to have the best hand, or to make {others}", ("hand_evaluation",)
    for path, part in words.lexicon.all_parts:
        if isinstance(part, BettingPhase) and win.comparison is not WinComparison.LOWEST:
            two = words.seats.two_players
            best, fold = ("better", "your opponent fold") if two else ("best", "the others fold")
            evaluation = words.genome.hand_evaluation
            if evaluation is not None and evaluation.lowest:
                best = "lower" if two else "lowest"
            hands = [f"the {best} hand"]
            shares = evaluation.shares if evaluation is not None else ()
            hands += [f"the best {share.label}" for share in shares]
            return f"to have {join(hands, 'or')}, or to make {fold}", path
    return None


def _to_be_better(words: Words, win: WinCondition) -> Tried | None:
    """Better cards than the opponent in places where each better one counts."""
    if win.comparison is WinComparison.LOWEST or not words.seats.two_players:
        return None
    places: list[str] = []
    amounts = [
        rule.amount
        for rule in words.genome.scoring_rules or ()
        if rule.into == "hand_score" and tree(rule.who) == Name("each") and rule.op is ScoreOp.ADD
    ]
    for node in reads(words, list(amounts)):
        match node:
            case Negative() | Binary("-", _, _):
                return None
            case Call("if", (Call("better", (Name(own), Call(other, (_,)))), Number(n), Number(0))):
                if n > 0 and own == other and own not in places:
                    places.append(own)
    if len(places) < 2:
        return None
    rows = join([f"your {words.lexicon.zones[name].label}" for name in places])
    return f"to have better cards in {rows} than your opponent has in theirs", ("scoring_rules",)


def _one_against_the_others(words: Words, win: WinCondition) -> list[Sentence]:
    """One who plays for many points in tricks, where their score rises with these by steps."""
    if win.comparison is WinComparison.LOWEST:
        return []
    for index, rule in enumerate(words.genome.scoring_rules or ()):
        who, amount = tree(rule.who), tree(rule.amount)
        match amount:
            case Binary("*", Number(n), Name() as factor) if n > 0:
                amount = factor
        role = words.lexicon.roles.get(who.id) if isinstance(who, Name) else None
        if role is None or rule.into != "hand_score" or not isinstance(amount, Name):
            continue
        table = _rises_with(words, amount)
        if table is not None:
            points = plural(words.table_label(table))
            text = f"the {role.label} tries to win tricks with many {points}"
            return [
                say(f"{text}, the others try to prevent it", ("scoring_rules", index, "amount"))
            ]
    return []


def _one_alone(words: Words, win: WinCondition) -> list[Sentence]:
    """One who plays against all others, where something that is so or not decides what they score,
    or the others lose what that one wins."""
    if win.comparison is WinComparison.LOWEST or words.lexicon.teams or words.seats.two_players:
        return []
    rules = [(rule, tree(rule.who), tree(rule.amount)) for rule in words.genome.scoring_rules or ()]
    for index, (rule, who, amount) in enumerate(rules):
        role = words.lexicon.roles.get(who.id) if isinstance(who, Name) else None
        if role is None or _may_be_below_zero(amount):
            continue
        at: Path = ("scoring_rules", index, "who")
        alone = f"the {role.label} plays alone against the others"
        for node in flat("and", tree(rule.when)):
            let = words.lexicon.lets.get(node.id) if isinstance(node, Name) else None
            lost = any(
                other == who and Not(node) in flat("and", tree(opposite.when))
                for opposite, other, _ in rules
            )
            if let is not None and lost:
                return [say(f"{alone}, and gains if the hand is {let.label}", at)]
        match amount:
            case Binary("*", Number(), Name() as stake):
                if any(
                    seats == Call("others", (who,)) and paid == Negative(stake)
                    for _, seats, paid in rules
                ):
                    return [say(f"{alone}, who lose what that player wins", at)]
    return []


def _two_camps(words: Words, win: WinCondition) -> list[Sentence]:
    """Two sides that form anew in each hand, of which one gains what the other loses."""
    if win.comparison is WinComparison.LOWEST or words.lexicon.teams:
        return []
    rules = words.genome.scoring_rules or ()
    for (index, one), (_, other) in combinations(enumerate(rules), 2):
        match tree(one.who), tree(other.who), tree(other.amount):
            case (
                Call("where", (Name("each"), camp)),
                Call("where", (Name("each"), Not(rest))),
                Negative(Name() as worth),
            ) if camp == rest and worth in nodes_of(tree(one.amount)):
                at: Path = ("scoring_rules", index, "who")
                text = "some of the players play together against the others"
                asked = list(reads(words, [one.amount]))
                for _, part in words.lexicon.all_parts:
                    # What is counted when the play is over may stand in a number of its own.
                    if isinstance(part, Set) and Name(part.counter) in asked:
                        asked += reads(words, [part.to])
                for node in asked:
                    match node:
                        case Call("points" | "sum", (_, Name(table))) if (
                            table in words.lexicon.tables
                        ):
                            points = plural(words.table_label(Name(table)))
                            more = f"each side tries to win tricks with many {points}"
                            return [say(f"{text}, and {more}", at)]
                return [say(f"{text}, who lose what these gain", at)]
    return []


def _to_win_bets(words: Words, win: WinCondition) -> Tried | None:
    """What is bet on, each for itself, where there is a winner of each."""
    if win.comparison is WinComparison.LOWEST:
        return None
    names: list[str] = []
    for rule in words.genome.scoring_rules or ():
        match tree(rule.who):
            case Call("team", (Name(name),)) | Name(name) if name in words.lexicon.lets:
                label = words.lexicon.lets[name].label
                if label.startswith("winner of ") and not _may_be_below_zero(tree(rule.amount)):
                    names.append(label.removeprefix("winner of "))
    if len(names) < 2:
        return None
    return f"to win {join(names)}", ("scoring_rules",)


def _rises_with(words: Words, name: Name) -> Name | None:
    """The values of the cards in tricks by which a number rises in steps."""
    let = words.lexicon.lets.get(name.id)
    steps: list[tuple[Name, int, int]] = []
    node = tree(let.value) if let is not None else None
    while isinstance(node, Call) and node.function == "if":
        condition, value, node = node.arguments
        match condition, value:
            case Binary(">" | ">=", Name() as term, Number(least)), Number(worth):
                steps.append((term, least, worth))
    if node is not None and not _may_be_below_zero(node):
        return None
    falling = all(a[1] > b[1] and a[2] > b[2] for a, b in pairwise(steps))
    if len(steps) < 2 or len({term for term, _, _ in steps}) > 1 or not falling:
        return None
    stepped = words.lexicon.lets.get(steps[0][0].id)
    for part in nodes_of(tree(stepped.value)) if stepped is not None else ():
        match part:
            case Negative() | Binary("-", _, _):
                return None
            case Call("points", (Name("captured") | Call("captured", _), Name() as table)):
                return table
    return None


def _may_be_below_zero(node: Node) -> bool:
    """Whether a number has a part that is a loss."""
    return any(
        isinstance(part, Negative) or (isinstance(part, Number) and part.value < 0)
        for part in nodes_of(node)
    )


def _is_call(node: Node, name: str) -> bool:
    return isinstance(node, Call) and node.function == name


def reads(words: Words, texts: list[str | int]) -> Iterator[Node]:
    """All that some expressions ask, also by way of terms."""
    waiting, seen = list(texts), set()
    while waiting:
        for node in nodes_of(tree(waiting.pop())):
            yield node
            name = node.id if isinstance(node, Name) else None
            name = node.function if isinstance(node, Call) else name
            if name in words.lexicon.lets and name not in seen:
                seen.add(name)
                waiting.append(words.lexicon.lets[name].value)


# how long it goes on


def going_on(words: Words, stated: bool, said: str) -> list[Sentence]:
    """How many hands make a game, or until when hands are played, unless what was said tells it."""
    match = words.genome.match
    if match is None or match.hands is None or words.genome.player_count == 1:
        return []
    at: Path = ("match", "hands")
    if match.hands == 1:
        return [say("a game is a single deal", at)]
    if stated and len(words.genome.win_conditions) == 1:
        alone = "hand_number" in str(words.genome.win_conditions[0].when)
        ways = flat("or", tree(words.genome.win_conditions[0].when)) if alone else []
        most = "at most " if len(ways) > 1 else ""
        return [say(f"a game has {most}{number_word(match.hands)} hands", at)]
    for index, win in for_everybody_first(words):
        points = points_to_reach(win)
        if points:
            side = "a side" if words.lexicon.teams else "a player"
            if _of_a_role(win) and words.lexicon.teams:
                side = words.seats.seat(tree(win.who), words.scene(A_SIDE)).name
            text = f"hand after hand is played until {side} has {figured(points, 'point')}"
            text += " and is ahead" if _needs_a_lead(win) else ""
            other = _other_end(words, index, points)
            if not other and not stated and f" {figure(points)}" in said:
                return []
            text += other
            text += f", but no more than {number_word(match.hands)} hands" if stated else ""
            return [say(text, at, ("win_conditions", index))]
    for index, win in enumerate(words.genome.win_conditions):
        first = _first_end(words, win)
        if first and win.trigger_mode is TriggerMode.THRESHOLD_GATE:
            text = f"a game has {number_word(first)} hands or more"
            return [say(text, at, ("win_conditions", index))]
    return [say(f"a game has at most {number_word(match.hands)} hands", at)]


def _first_end(words: Words, win: WinCondition) -> int:
    """The first hand after which the game can end, where only the number of the hand decides."""
    let = words.lexicon.lets.get(win.when or "")
    for part in flat("and", tree(let.value)) if let is not None else ():
        match part:
            case Binary(">=", Name("hand_number"), Number(first)):
                return first
            case Binary("==", Call("mod", (Name("hand_number"), Number(_))), Number(_)):
                continue
            case _:
                return 0
    return 0


def _other_end(words: Words, first: int, points: int) -> str:
    """How a game may end before somebody has the points for it."""
    side = "side" if words.lexicon.teams else "player"
    for index, win in enumerate(words.genome.win_conditions):
        if index == first or win.when is None or never_holds(win.when):
            continue
        if points_to_reach(win) == points or "hand_number" in str(win.when):
            continue
        low = _points_to_fall_to(win)
        if low is None:
            return ", unless the game ends before that"
        least = any(_is_call(node, "least") for node in nodes_of(tree(win.when)))
        behind = " and is behind" if least else ""
        return f", or a {side} has minus {figured(low, 'point')}{behind}"
    return ""


def _points_to_fall_to(win: WinCondition) -> int | None:
    """The loss of points that brings the game to its end."""
    node = tree(win.when) if win.when is not None else None
    match node:
        case Call("any", (_, condition)):
            node = condition
    for part in flat("and", node) if node is not None else ():
        match part:
            case Binary("<=", Name("score") | Call("score", _), Number(points)) if points < 0:
                return -points
            case Binary("<=", Name("score") | Call("score", _), Negative(Number(points))):
                return points
    return None


def _needs_a_lead(win: WinCondition) -> bool:
    """Whether reaching the points is not enough as long as somebody else has as many."""
    match tree(win.when) if win.when is not None else None:
        case Call("any", (_, condition)):
            return any(_is_call(part, "most") for part in flat("and", condition))
    return False


def for_everybody_first(words: Words) -> list[tuple[int, WinCondition]]:
    """The win conditions, those last that ask for the points of somebody with a role where others
    ask for anybody's."""
    wins = list(enumerate(words.genome.win_conditions))
    if not any(points_to_reach(win) and not _of_a_role(win) for _, win in wins):
        return wins
    return sorted(wins, key=lambda pair: _of_a_role(pair[1]))


def _of_a_role(win: WinCondition) -> bool:
    return win.when is not None and any(_is_call(n, "score") for n in nodes_of(tree(win.when)))


def points_to_reach(win: WinCondition) -> int:
    """The points of a player that bring the game to its end; 0 if it is something else."""
    if win.when is None:
        scored = win.type in ("high_score", "low_score", "first_to_score")
        return win.threshold if scored else 0
    node = tree(win.when)
    match node:
        case Call("any", (_, condition)):
            node = condition
    for part in flat("and", node):
        match part:
            case Binary(">=", Name("score") | Call("score", _), Number(points)):
                return points
    return 0
