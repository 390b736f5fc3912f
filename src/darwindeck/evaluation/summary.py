"""A game in two lines: what one does in it, and how it plays."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

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
from darwindeck.evaluation.decisions import minutes
from darwindeck.evaluation.results import Evaluation
from darwindeck.evaluation.traces import Looks, play_games
from darwindeck.genome.decks import card_count
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import CallPhase, GameGenome, Phase
from darwindeck.genome.tree import walk
from darwindeck.rulebook.build import build_rulebook
from darwindeck.rulebook.document import Rulebook, of_section, plain
from darwindeck.rulebook.sections.deck import is_standard
from darwindeck.rulebook.sections.game_kinds import kind_of_game
from darwindeck.rulebook.sections.overview import aim
from darwindeck.rulebook.words import Words
from darwindeck.simulation.game import Game

MOST_LETTERS = 240
"""How long the first line may be with what is special about a game."""
TIMED_GAMES, TIMED_PLAYER, MOST_DECISIONS = 6, "greedy", 20_000
"""How many games are played to say how long one takes, by whom, and when one is given up."""
MOST_CALL = 24
FEW_CALLS = 2
"""How long the name of a call may be among the things that players do, and of how many calls."""

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


def playing_time(genome: GameGenome) -> str:
    """How long a game takes at the table, estimated from some that computers play; empty if one of
    them does not come to its end."""
    game = Game(genome)
    looks = Looks(course=True)
    traces = play_games(
        game, TIMED_GAMES, [[TIMED_PLAYER]], seed=1, most=MOST_DECISIONS, looks=looks
    )
    if not all(trace.finished for trace in traces):
        return ""
    return _about(fmean(minutes(trace, len(game.cards)) for trace in traces))


def _about(minutes: float) -> str:
    """A time in round numbers."""
    if minutes < 1.5:
        return "about a minute"
    if minutes > 90:
        return f"about {minutes / 60:.1f} hours"
    rounded = round(minutes) if minutes < 20 else 5 * round(minutes / 5)
    return f"about {number_word(rounded)} minutes"


def _length(evaluation: Evaluation) -> str:
    """How long a game takes, and of how many hands it is."""
    text = _about(evaluation["minutes"])
    hands = evaluation.metrics.get("hands")
    if hands is not None and hands.value >= 1.5:
        text += f", {counted(round(hands.value), 'hand')}"
    return text


def _skill(evaluation: Evaluation) -> str:
    """How much more often the better player wins: who has practised, or at least has a plan."""
    ahead = evaluation.metrics.get("skill_search")
    plan = evaluation.metrics.get("skill_greedy")
    if ahead is not None and ahead.low > 0:
        return _gain("practice", "a simple plan", ahead.value, evaluation)
    if plan is not None and plan.low > 0:
        more = "" if ahead is None else "; practice does not clearly gain more"
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
