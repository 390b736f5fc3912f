"""Whether two sides can ever have enough points at the same time."""

from __future__ import annotations

from darwindeck.genome.conditions import CardContext
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number
from darwindeck.genome.schema import (
    Award,
    DeclarePhase,
    Moment,
    ScoreOp,
    ScoringRule,
    TrickPhase,
    TriggerMode,
    WinComparison,
)
from darwindeck.rulebook.sections.gist import reads
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.trees import flat


def first_to_come(words: Words) -> bool:
    """Whether points come to one player at a time, and whoever has enough has won at once."""
    genome = words.genome
    if genome.card_scoring or any(
        win.trigger_mode is not TriggerMode.IMMEDIATE or not win.threshold
        for win in genome.win_conditions
    ):
        return False
    rules = [rule.who for rule in genome.scoring_rules or () if rule.into == "hand_score"]
    awards = [part.who for _, part in words.lexicon.all_parts if isinstance(part, Award)]
    return all(tree(who) in _SINGLE for who in (*rules, *awards))


def counted_one_by_one(words: Words) -> bool:
    """Whether points are counted in an order in which no rule pays several at once, so that
    somebody has enough of them first."""
    genome = words.genome
    rules = [rule for rule in genome.scoring_rules or () if rule.into == "hand_score"]
    each = all(win.trigger_mode is TriggerMode.EACH_SCORE for win in genome.win_conditions)
    return each and all(_pays_one(words, rule) for rule in rules)


def _pays_one(words: Words, rule: ScoringRule) -> bool:
    who = tree(rule.who)
    match who:
        case Name(name):
            one = who in _SINGLE or name in words.lexicon.roles
            return one or _is_contested(words, rule)
        case Call("team" | "opponents" | "left" | "right" | "partner", (Name(),)):
            return True
        case Call("where", (Name("each"), Call("most" | "least", _))):
            return True
        case Call("where", (Name("each"), Binary(">", Call("count", (_, cards)), Number(0)))):
            return words.cards.phrase(words.card_set(cards)).unique
        case Call("where", (Name("each"), condition)):
            return len(words.genome.teams) < 2 and _is_ahead(words, condition)
    return False


def _is_contested(words: Words, rule: ScoringRule) -> bool:
    """Whether a rule pays what is declared in a contest, which one side alone wins."""
    kinds = {
        node.arguments[0]
        for node in reads(words, [rule.amount])
        if isinstance(node, Call) and node.function == "declared"
    }
    names = {
        name
        for name, pattern in words.lexicon.patterns.items()
        if kinds & {Name(tag) for tag in pattern.tags}
    }
    phases = [part for _, part in words.lexicon.all_parts if isinstance(part, DeclarePhase)]
    declaring = [phase for phase in phases if names & set(phase.patterns)]
    return bool(declaring) and all(phase.contest is not None for phase in declaring)


def _is_ahead(words: Words, condition: Node) -> bool:
    """Whether a condition holds for one of two players at most: who has more of something, and if
    both have as much, who took the last trick or is not the dealer."""
    if words.genome.player_count != 2:
        return False
    match condition:
        case Binary(">", what, Call("other", (same,))):
            return what == same
        case Binary(
            "or",
            Binary(">", what, Call("other", (same,))),
            Binary("and", Binary("==", equal, Call("other", (too,))), last),
        ):
            decides = last in (Name("took_last"), tree("turn != dealer"), tree("turn == dealer"))
            return what == same == equal == too and decides
    return False


_SINGLE = (Name("turn"), Name("winner"), Name("dealer"), Name("leader"))


def one_scores(words: Words) -> bool:
    """Whether in every hand one of two sides alone scores, so that never both come to the points
    that end the game."""
    genome = words.genome
    rivals = len(genome.teams) if words.lexicon.teams else genome.player_count
    if rivals != 2 or genome.card_scoring or words.lexicon.has(Award):
        return False
    wins = [win for win in genome.win_conditions if win.comparison is not WinComparison.NONE]
    if any(win.comparison is not WinComparison.HIGHEST or win.value for win in wins):
        return False
    if any(win.trigger_mode is not TriggerMode.THRESHOLD_GATE or not win.threshold for win in wins):
        return False
    rules = [rule for rule in genome.scoring_rules or () if rule.into == "hand_score"]
    if any(rule.op is not ScoreOp.ADD or rule.moment is not Moment.HAND_END for rule in rules):
        return False
    if len(rules) == 1:
        return _one_of_two(words, rules[0])
    return bool(rules) and _most_tricks(words, rules)


def _one_of_two(words: Words, rule: ScoringRule) -> bool:
    """Whether a rule that holds for both sides alike never pays both."""
    if tree(rule.who) not in (Name("each"), Name("teams")):
        return False
    match tree(rule.when):
        case Binary(">", what, Call("other", (same,))) if what == same:
            return True
        case Binary(
            "or",
            Binary(">", what, Call("other", (same,))),
            Binary("and", Binary("==", equal, Call("other", (too,))), Name("took_last")),
        ) if what == same == equal == too:
            return True
        case Binary(">", what, Number(n)):
            return _all_points(words, what) <= 2 * n
    match tree(rule.amount):
        case Call("max", (Number(0), Binary("-", Name("tricks"), Number(n)))):
            return _tricks_in_all(words) <= 2 * n + 1
    return False


def _all_points(words: Words, node: Node) -> int:
    """What all cards together are worth, of which a side has those it has won."""
    if isinstance(node, Name) and node.id in words.lexicon.lets:
        node = tree(words.lexicon.lets[node.id].value)
    match node:
        case Call("points", (Name("captured"), Name(table))):
            context = CardContext.of(words.genome)
            try:
                worth = [context.points(card, table) for card in words.lexicon.cards]
            except (ValueError, KeyError):
                return UNKNOWN
            return sum(worth) if min(worth) >= 0 else UNKNOWN
    return UNKNOWN


UNKNOWN = 10**9
"""More than any number of points or tricks that a rule compares."""


def _tricks_in_all(words: Words) -> int:
    """How many tricks a hand has at most."""
    phases = [part for _, part in words.lexicon.all_parts if isinstance(part, TrickPhase)]
    if len(phases) != 1 or str(phases[0].collect_to).startswith("hand"):
        return UNKNOWN
    most = len(words.lexicon.cards) // words.genome.player_count
    for part in flat("or", tree(phases[0].until)):
        match part:
            case Binary(">=" | "==", Name("tricks_played"), Number(n)):
                most = min(most, n)
    return most


def _most_tricks(words: Words, rules: list[ScoringRule]) -> bool:
    """Whether every rule pays one of the two sides, and only if it has most of the tricks."""
    for rule in rules:
        match tree(rule.who):
            case Call("team" | "opponents", (Name(),)):
                least = [_least(node) for node in flat("and", tree(rule.when))]
                if 2 * max(least, default=0) <= _tricks_in_all(words):
                    return False
            case _:
                return False
    return True


def _least(node: Node) -> int:
    match node:
        case Binary(">=" | "==", Name("tricks"), Number(n)):
            return n
        case Binary(">", Name("tricks"), Number(n)):
            return n + 1
    return 0
