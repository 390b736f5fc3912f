"""A game in two lines: what one does in it, and how it plays."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.english import (
    a,
    capitalised,
    counted,
    join,
    number_word,
    sentence,
    times,
    uncapitalised,
)
from darwindeck.evaluation.results import Evaluation
from darwindeck.genome.decks import card_count
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import CallPhase, GameGenome, Phase
from darwindeck.genome.tree import walk
from darwindeck.rulebook.build import build_rulebook
from darwindeck.rulebook.document import Rulebook, of_section, plain
from darwindeck.rulebook.sections.deck import is_standard
from darwindeck.rulebook.sections.gist import trying
from darwindeck.rulebook.sections.overview import aim
from darwindeck.rulebook.words import Words

MOST_LETTERS = 240
"""How long the first line may be with what is special about a game."""
MOST_CALL = 24
FEW_CALLS = 2
"""How long the name of a call may be among the things that players do, and of how many calls."""

_KINDS = {
    "trick": "trick-taking game",
    "betting": "betting game",
    "capture": "capturing game",
    "meld": "melding game",
    "declare": "melding game",
    "build": "building game",
    "claim": "bluffing game",
    "play": "card-playing game",
    "draw": "drawing game",
    "discard": "discarding game",
    "pass": "card-passing game",
    "showdown": "game of comparing hands",
    "call": "game of calls",
}
"""What a game is whose decisions are mostly taken in phases of a kind."""
_TELLING_KINDS = ("trick", "betting", "capture", "meld", "build", "claim", "play")
"""Kinds of phases that name a game; calls, draws and discards are a part of many."""
_DEEDS = {
    "trick": "take tricks",
    "call": "make calls",
    "betting": "bet",
    "pass": "pass cards on",
    "capture": "capture cards from the table",
    "meld": "meld",
    "declare": "declare",
    "build": "build piles",
    "claim": "lay cards face down and claim what they are",
    "play": "play cards",
    "draw": "draw",
    "discard": "discard",
}
"""What players do in the phases of a kind; phases that only order others are not named."""


def two_lines(genome: GameGenome, evaluation: Evaluation | None = None) -> tuple[str, str]:
    """What one does in the game, from its rules; how it plays, as far as that was measured."""
    words = Words(fold_options(genome))
    first = [_opening(words, evaluation), *_aim(words)]
    first += _special(genome, MOST_LETTERS - len(" ".join(first)))
    second = list(_measured(evaluation)) if evaluation is not None else []
    return " ".join(first), " ".join(second)


def kind_of_game(genome: GameGenome, family: str = "") -> str:
    """What kind of game it is, as a noun phrase without article: "trick-taking game"."""
    words = Words(fold_options(genome))
    tried = [plain(found.text) for found in trying(words, told=True)]
    sheds = "get rid of" in " ".join([*_aim(words), *tried])
    kinds = _phase_kinds(genome)
    kind = family if family in _TELLING_KINDS else next((k for k in _KINDS if k in kinds), "")
    if kind in ("play", "discard") and sheds:
        return "shedding game"
    return _KINDS.get(kind, "card game")


def _phase_kinds(genome: GameGenome) -> list[str]:
    """The kinds of phases, in the order in which they first come."""
    found = (part.kind for _, part in walk(genome.turn_structure) if isinstance(part, Phase))
    return list(dict.fromkeys(found))


# what one does


def _opening(words: Words, evaluation: Evaluation | None) -> str:
    genome = words.genome
    kind = kind_of_game(genome, evaluation.family if evaluation is not None else "")
    count = card_count(genome)
    cards = "a standard pack" if is_standard(words) else f"{count} cards"
    deeds = list(dict.fromkeys(_deeds(words)))
    who = "you" if genome.player_count == 1 else "players"
    course = f": {who} {join(deeds)}" if len(deeds) > 1 else ""
    return sentence(f"{a(kind)} for {_players(words)}, with {cards}{course}")


def _deeds(words: Words) -> Iterator[str]:
    """What players do, in the order in which it first comes; few calls by what is called."""
    phases = [part for _, part in walk(words.genome.turn_structure)]
    few = sum(isinstance(part, CallPhase) for part in phases) <= FEW_CALLS
    for part in phases:
        if isinstance(part, CallPhase):
            named = words.deeds.deed(part)
            good = few and named and len(named) <= MOST_CALL and "," not in named
            yield named if good else "make calls"
        elif isinstance(part, Phase) and part.kind in _DEEDS:
            yield _DEEDS[part.kind]


def _players(words: Words) -> str:
    genome = words.genome
    who = number_word(genome.player_count)
    if genome.house is not None:
        return f"{who} against the {words.lexicon.house}"
    if not genome.team_mode or not genome.teams:
        return who
    sizes = {len(side) for side in genome.teams}
    if sizes == {2}:
        return f"{who} in {counted(len(genome.teams), 'partnership')}"
    if len(sizes) == 1:
        return f"{who} in {counted(len(genome.teams), 'team')} of {number_word(sizes.pop())}"
    return f"{who}, {' against '.join(number_word(len(side)) for side in genome.teams)}"


def _aim(words: Words) -> list[str]:
    return [plain(found.text) for found in aim(words)]


_TELLING = ("setup.trump_suit", "special_effects", "card_scoring")
"""Clauses whose sentences tell games apart, the most telling first."""
_UNUSUAL = "The lowest"
"""How a sentence begins that says that low cards win tricks."""


def _special(genome: GameGenome, room: int) -> Iterator[str]:
    """Short sentences of the rulebook about what other games do not have, as room allows."""
    book = build_rulebook(genome)
    for text in [*_sentences(book), *_labels(genome)]:
        if len(text) < room:
            room -= len(text) + 1
            yield text


def _sentences(book: Rulebook) -> Iterator[str]:
    # The summary at the end of the book says again what the sections before it say.
    rules = [section for section in book.sections if section.title != "Summary"]
    said = [one for section in rules for one in of_section(section)]
    for one in said:
        won_how = one.sources[:1] and one.sources[0][-1] == "high_card_wins"
        if won_how and one.text.startswith(_UNUSUAL):
            yield plain(one.text)
    seen: set[str] = set()
    for clause in _TELLING:
        steps = tuple(clause.split("."))
        for one in said:
            text = plain(one.text)
            fits = one.sources[:1] and one.sources[0][: len(steps)] == steps
            if fits and text not in seen and " | " not in text and not text.endswith(":"):
                seen.add(text)
                yield text


def _labels(genome: GameGenome) -> Iterator[str]:
    """What is scored, by name."""
    labels = [rule.label for rule in genome.scoring_rules or () if rule.label]
    names = [uncapitalised(label) for label in dict.fromkeys(labels)]
    if 2 <= len(names) <= 6:
        yield sentence(f"scored are {join(names)}")


# how it plays


def _measured(evaluation: Evaluation) -> Iterator[str]:
    metrics = evaluation.metrics
    if "minutes" in metrics:
        yield sentence(_length(evaluation))
    if "real_decisions" in metrics:
        yield sentence(_choices(evaluation["real_decisions"]))
    if "skill_search" in metrics or "skill_greedy" in metrics:
        yield sentence(_skill(evaluation))
    if "lead_changes" in metrics and evaluation.player_count > 1:
        changes = round(evaluation["lead_changes"])
        lead = f"changes {times(changes)}" if changes else "hardly ever changes"
        yield sentence(f"the lead {lead}")


def _length(evaluation: Evaluation) -> str:
    """How long a game takes, and of how many hands it is."""
    minutes = evaluation["minutes"]
    if minutes < 1.5:
        text = "about a minute"
    elif minutes > 90:
        text = f"about {minutes / 60:.1f} hours"
    else:
        rounded = round(minutes) if minutes < 20 else 5 * round(minutes / 5)
        text = f"about {number_word(rounded)} minutes"
    hands = evaluation.metrics.get("hands")
    if hands is not None and hands.value >= 1.5:
        text += f", {counted(round(hands.value), 'hand')}"
    return text


def _skill(evaluation: Evaluation) -> str:
    """How much more often the better player wins: who thinks ahead, or at least has a plan."""
    ahead = evaluation.metrics.get("skill_search")
    plan = evaluation.metrics.get("skill_greedy")
    if ahead is not None and ahead.low > 0:
        return _gain("thinking ahead", "a simple plan", ahead.value, evaluation)
    if plan is not None and plan.low > 0:
        more = "" if ahead is None else "; thinking ahead does not clearly gain more"
        return _gain("a simple plan", "random play", plan.value, evaluation) + more
    return "nobody does clearly better than a random player"


def _gain(better: str, worse: str, skill: float, evaluation: Evaluation) -> str:
    sides = evaluation.team_count or evaluation.player_count
    if sides < 2:
        return f"{better} does {'far better' if skill > 0.4 else 'better'} than {worse}"
    fair = 1 / sides
    wins = fair + skill * (1 - fair)
    return f"{better} wins {100 * wins:.0f} % against {worse} ({100 * fair:.0f} % is even)"


_SHARES = (
    (0.05, "hardly any decision matters"),
    (0.15, "one decision in ten matters"),
    (0.29, "a quarter of the decisions matter"),
    (0.42, "a third of the decisions matter"),
    (0.58, "half of the decisions matter"),
    (0.71, "two thirds of the decisions matter"),
    (0.85, "three quarters of the decisions matter"),
    (0.95, "nearly all decisions matter"),
)


def _choices(share: float) -> str:
    return next((words for bound, words in _SHARES if share < bound), "all decisions matter")


def headline(genome: GameGenome) -> str:
    """What a game is called in a list: its name, or else its id."""
    return genome.name or capitalised(genome.genome_id.replace("-", " "))
