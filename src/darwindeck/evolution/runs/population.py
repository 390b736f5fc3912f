"""What a run knows: its games, its archive, and what to try next.

Nothing here plays a game or touches a file. `Population.plan` says what the workers are to do in a
generation, from what was known when it began; `Population.absorb` draws the conclusions, in the
order of the tasks, whatever order they were finished in. So the outcome depends on the settings
alone.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from darwindeck.evaluation.results import Evaluation, Stage
from darwindeck.evolution.archive import Archive, Entry
from darwindeck.evolution.grid import GRID
from darwindeck.evolution.ideas import library_ideas
from darwindeck.evolution.runs.names import description_of, genome_id_of, library_names, name_for
from darwindeck.evolution.runs.records import (
    BRED_ORIGIN,
    GIVEN_ORIGIN,
    LIBRARY_ORIGIN,
    RANDOM_ORIGIN,
    ArchiveEvent,
    GenerationRecord,
    Proposal,
    Standing,
    StoredEvaluation,
    StoredGame,
)
from darwindeck.evolution.runs.selection import Selection
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import family_of_stored, traits_of
from darwindeck.evolution.runs.work import (
    BreedTask,
    Child,
    MeasureTask,
    Measuring,
    Score,
    Sibling,
    SimplifyTask,
    Task,
    TaskOutcome,
    TaskResult,
)
from darwindeck.evolution.seeds import chance, derived_seed

MEMORY = 60
"""So many of the latest scores of half-measured games say what is promising."""
POOR = 0.25
"""Nor is a game with less than this."""
ENOUGH = 6
"""An elite that was measured so often is not measured again."""
LONGER = 0.95
"""Games of the library are changed whose rules have at most so many times the words that are
wanted, so that a mechanic may come in and nothing must go; the others only lend mechanics."""
CAUTION = 0.03
"""How much an elite must be better than another to be measured once more than that one."""


@dataclass(frozen=True)
class ArchiveChange:
    """What a generation adds to the records of the run."""

    record: GenerationRecord
    games: tuple[StoredGame, ...]
    evaluations: tuple[StoredEvaluation, ...]
    standings: tuple[Standing, ...]
    proposals: tuple[Proposal, ...]
    events: tuple[ArchiveEvent, ...]


@dataclass
class _Ledger:
    """What is gathered while the results of a generation are gone through."""

    games: list[StoredGame] = field(default_factory=list)
    evaluations: list[StoredEvaluation] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)


class Population:
    """The games of a run and the archive of its elites."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.archive = Archive(GRID)
        self.standings: dict[str, Standing] = {}
        self._texts: dict[str, str] = {}
        self._roots: dict[str, Mapping[str, float]] = {}
        self._ids = set(library_names())
        self._digests: set[str] = set()
        self._promises: list[float] = []
        self._selection = Selection(settings)
        self._origins: list[str] = []

    # --- what is known ---------------------------------------------------------------------------

    def learn(
        self,
        games: Iterable[StoredGame],
        standings: Iterable[Standing] = (),
        proposals: Iterable[Proposal] = (),
    ) -> None:
        """Takes up what was recorded before, each in its order."""
        for game in games:
            self._remember(game)
        for standing in standings:
            self.standings[standing.key] = standing
            self._enter(standing)
        for proposal in proposals:
            self._consider(proposal)

    def _remember(self, game: StoredGame) -> None:
        self._texts[game.key] = game.text
        self._roots[game.key] = game.roots
        self._ids.add(game.genome_id)
        self._digests.add(game.digest)
        self._selection.know(game.key, game.distance, family_of_stored(game))
        if game.origin == GIVEN_ORIGIN:
            self._origins.append(game.text)
            self._selection.add_given(game.key)
        elif game.origin == LIBRARY_ORIGIN:
            ideas = len(library_ideas().get(game.genome_id, ()))
            is_parent = self._may_be_changed(game)
            self._selection.add_library(game.key, parent=is_parent, ideas=1 + ideas)

    def _may_be_changed(self, game: StoredGame) -> bool:
        """Whether a game of the library is near enough to what is wanted to be a parent: another
        number of players, rules that are too long, or nothing to decide would only be handed
        down."""
        traits, settings = traits_of(game), self.settings
        if settings.players is not None and traits.players != settings.players:
            return False
        if not traits.choices or (traits.players == 1 and settings.players != 1):
            return False
        return traits.words <= settings.words * LONGER

    def _enter(self, standing: Standing) -> None:
        """Puts a game into the archive, or takes it out if it turned out to fail a gate."""
        if standing.score > 0.0:
            measures = [standing.measures[axis.name] for axis in GRID.axes]
            self.archive.add(standing.key, standing.low, measures)
        else:
            self.archive.remove(standing.key)

    def _consider(self, proposal: Proposal) -> None:
        if proposal.slot < self.settings.population:
            # Parents are judged by what came of the best of their children.
            self._selection.note(proposal)
        if proposal.promise > 0.0:
            self._promises.append(proposal.promise)

    @property
    def bar(self) -> float:
        """The score at which a game that greedy players have played is worth a closer look.

        Half of the games of late were better; and a poor game is worth none, whoever came before.
        """
        latest = sorted(self._promises[-MEMORY:])
        return max(POOR, latest[len(latest) // 2]) if latest else POOR

    # --- what to do ------------------------------------------------------------------------------

    def plan(self, generation: int) -> dict[int, Task]:
        """The tasks of a generation by number. Elites to measure again take longest: they are done
        first."""
        settings = self.settings
        known_keys, known_digests = frozenset(self._texts), frozenset(self._digests)
        bars = {entry.index: entry.objective for entry in self.archive}
        tasks: dict[int, Task] = {}
        families = self._selection.spread(settings.population, self.archive)
        for slot, family in enumerate(families):
            dice = chance(settings.seed, "child", generation, slot)
            attempt = self._selection.choose(dice, self.archive, family)
            tasks[slot] = BreedTask(
                measuring=self._measuring,
                method=attempt.method,
                steps=attempt.steps,
                seed=derived_seed(settings.seed, "make", generation, slot),
                parents=tuple(self._texts[key] for key in attempt.parents),
                parent_keys=attempt.parents,
                known_keys=known_keys,
                known_digests=known_digests,
                bars=bars,
                bar=self.bar,
                litter=settings.litter,
                family=attempt.family,
            )
        again = self.doubtful(math.ceil(settings.again * settings.population))
        return self._remeasure(again, first=settings.population) | tasks

    def plan_again(self, keys: Sequence[str]) -> dict[int, Task]:
        """Tasks that measure these games once more, and nothing else."""
        return self._remeasure(keys, first=0)

    def plan_simpler(self, keys: Sequence[str]) -> dict[int, Task]:
        """Tasks that make these games simpler."""
        return {
            place: SimplifyTask(self._measuring, key, self._texts[key])
            for place, key in enumerate(keys)
        }

    def _remeasure(self, keys: Sequence[str], first: int) -> dict[int, Task]:
        return {
            first + place: MeasureTask(
                measuring=self._measuring,
                key=key,
                genome=self._texts[key],
                number=self.standings[key].evaluations,
            )
            for place, key in enumerate(keys)
        }

    @property
    def _measuring(self) -> Measuring:
        settings = self.settings
        return Measuring(
            settings.seed,
            settings.taste,
            settings.effort,
            Stage(settings.deepest),
            settings.wanted(tuple(self._origins)),
        )

    def doubtful(self, count: int) -> list[str]:
        """The elites that should be measured again: the best, unless they were often already."""
        elites = [standing for standing in self.ranking() if standing.evaluations < ENOUGH]
        elites.sort(key=lambda one: (CAUTION * one.evaluations - one.score, one.key))
        return [standing.key for standing in elites[:count]]

    def ranking(self) -> list[Standing]:
        """The elites, the best first."""
        elites = [self.standings[entry.solution] for entry in self.archive]
        return sorted(elites, key=lambda one: (-one.score, one.key))

    # --- what came of it -------------------------------------------------------------------------

    def absorb(
        self,
        generation: int,
        tasks: Mapping[int, Task],
        results: Mapping[int, TaskResult],
    ) -> ArchiveChange:
        """Draws the conclusions from all results of a generation."""
        before = {entry.index: entry for entry in self.archive}
        standings_before = dict(self.standings)
        ledger = _Ledger()
        for number, task in sorted(tasks.items(), key=lambda item: item[0]):
            if isinstance(task, BreedTask):
                self._take_child(generation, number, task, results[number], ledger)
            elif isinstance(task, SimplifyTask):
                self._take_simpler(generation, number, task, results[number], ledger)
            else:
                self._take_measures(generation, task, results[number], ledger)
        self._mark_elites()
        proposals = [self._settled(proposal) for proposal in ledger.proposals]
        for proposal in proposals:
            self._consider(proposal)
        changed = [
            standing
            for key, standing in sorted(self.standings.items())
            if standings_before.get(key) != standing
        ]
        return ArchiveChange(
            record=self._record(generation, proposals, ledger.evaluations),
            games=tuple(ledger.games),
            evaluations=tuple(ledger.evaluations),
            standings=tuple(changed),
            proposals=tuple(proposals),
            events=tuple(self._events(generation, before)),
        )

    def _take_child(
        self, generation: int, slot: int, task: BreedTask, result: TaskResult, ledger: _Ledger
    ) -> None:
        child, evaluation, score = result.child, result.evaluation, result.score
        ledger.proposals += self._outdone(generation, slot, task, result)
        stage = Stage.DOOR.value if evaluation is None else evaluation.stage.value
        proposal = _proposal(generation, slot, task, result, result.outcome, stage)
        if child is None or evaluation is None or score is None:
            ledger.proposals.append(proposal)
            return
        if child.key in self._texts or child.digest in self._digests:
            proposal = replace(
                proposal,
                outcome=TaskOutcome.REJECTED.value,
                reason="clone",
                detail="the same game was made twice in this generation",
            )
        else:
            proposal = replace(proposal, key=child.key, score=score.score, promise=child.promise)
            game = self._named_game(proposal, child, evaluation, task.method == "random")
            self._remember(game)
            ledger.games.append(game)
            named = replace(evaluation, genome_id=game.genome_id)
            ledger.evaluations.append(StoredEvaluation(child.key, 0, generation, named))
            if result.outcome is TaskOutcome.MEASURED:
                self._rank(child.key, 1, score)
        ledger.proposals.append(proposal)

    def _outdone(
        self, generation: int, slot: int, task: BreedTask, result: TaskResult
    ) -> Iterable[Proposal]:
        """The children that did not go on, under numbers of their own."""
        for number, sibling in enumerate(result.siblings, 1):
            own = slot + number * self.settings.population
            made = _proposal(generation, own, task, sibling, TaskOutcome.REJECTED, sibling.stage)
            yield replace(made, score=sibling.score)

    def _take_simpler(
        self, generation: int, slot: int, task: SimplifyTask, result: TaskResult, ledger: _Ledger
    ) -> None:
        """Lets a simpler game take the place of its parent, if it is not clearly worse."""
        child, evaluation, score = result.child, result.evaluation, result.score
        before = self.standings[task.key]
        if child is None or evaluation is None or score is None:
            return
        known = child.key in self._texts or child.digest in self._digests
        if known or score.score <= 0.0 or score.high < before.low:
            return
        made = Proposal(
            generation=generation,
            slot=slot,
            outcome=TaskOutcome.MEASURED.value,
            reason="",
            detail="",
            key=child.key,
            story=result.story,
            parents=(task.key,),
            stage=evaluation.stage.value,
            score=score.score,
        )
        game = self._named_game(made, child, evaluation)
        self._remember(game)
        ledger.games.append(game)
        named = replace(evaluation, genome_id=game.genome_id)
        ledger.evaluations.append(StoredEvaluation(child.key, 0, generation, named))
        self._withdraw(task.key)
        self._rank(child.key, 1, score)

    def _withdraw(self, key: str) -> None:
        """Takes a game out of the archive for good."""
        standing = replace(self.standings[key], score=0.0, low=0.0, high=0.0, elite=False)
        self.standings[key] = standing
        self._enter(standing)

    def _named_game(
        self, proposal: Proposal, child: Child, evaluation: Evaluation, made_up: bool = False
    ) -> StoredGame:
        """The new game with a name, and with a description that speaks of itself alone."""
        name = name_for(child.key, self._ids)
        parents = [self._roots[parent] for parent in proposal.parents]
        roots = mixed_roots([{}, *parents] if made_up else parents)
        data = json.loads(child.genome)
        data["name"] = name
        data["genome_id"] = genome_id_of(name)
        data["description"] = description_of(evaluation.family, evaluation.player_count, roots)
        data["generation"] = proposal.generation
        return StoredGame(
            key=child.key,
            name=name,
            genome_id=genome_id_of(name),
            origin=BRED_ORIGIN if proposal.parents else RANDOM_ORIGIN,
            generation=proposal.generation,
            slot=proposal.slot,
            text=json.dumps(data, ensure_ascii=False, separators=(",", ":")),
            story=proposal.story,
            parents=proposal.parents,
            roots=roots,
            nearest=child.nearest,
            distance=child.distance,
            family=evaluation.family,
            digest=child.digest,
        )

    def _take_measures(
        self, generation: int, task: MeasureTask, result: TaskResult, ledger: _Ledger
    ) -> None:
        if result.evaluation is None or result.score is None:
            # What cannot be measured again cannot be shown either.
            self._withdraw(task.key)
            return
        ledger.evaluations.append(
            StoredEvaluation(task.key, task.number, generation, result.evaluation)
        )
        self._rank(task.key, task.number + 1, result.score)

    def _rank(self, key: str, count: int, score: Score) -> None:
        standing = Standing(
            key=key,
            cell=GRID.index_of([score.measures[axis.name] for axis in GRID.axes]),
            measures=score.measures,
            score=score.score,
            low=score.low,
            high=score.high,
            evaluations=count,
            elite=False,
        )
        self.standings[key] = standing
        self._enter(standing)

    def _mark_elites(self) -> None:
        for key, standing in self.standings.items():
            elite = self.archive.is_elite(key)
            if standing.elite != elite:
                self.standings[key] = replace(standing, elite=elite)

    def _settled(self, proposal: Proposal) -> Proposal:
        """The proposal with what became of it in the archive."""
        if proposal.outcome != TaskOutcome.MEASURED:
            return proposal
        outcome = "elite" if self.archive.is_elite(proposal.key) else "bench"
        return replace(proposal, outcome=outcome)

    def _events(self, generation: int, before: Mapping[int, Entry]) -> Iterable[ArchiveEvent]:
        after = {entry.index: entry for entry in self.archive}
        for cell in sorted(before.keys() | after.keys()):
            old, new = before.get(cell), after.get(cell)
            if old == new:
                continue
            if new is None:
                yield ArchiveEvent(generation, cell, "emptied", "", 0.0)
                continue
            if old is None:
                event = "new"
            elif old.solution == new.solution:
                event = "confirmed"
            elif new.objective > old.objective:
                event = "improved"
            else:
                event = "fallen"
            yield ArchiveEvent(generation, cell, event, new.solution, new.objective)

    def _record(
        self,
        generation: int,
        proposals: Sequence[Proposal],
        evaluations: Sequence[StoredEvaluation],
    ) -> GenerationRecord:
        stats = self.archive.stats
        best = self.archive.best()
        rejected = Counter(one.reason for one in proposals if one.outcome == "rejected")
        return GenerationRecord(
            number=generation,
            proposals=len(proposals),
            rejected=dict(sorted(rejected.items())),
            evaluations=len(evaluations),
            played=sum(one.evaluation.played for one in evaluations),
            num_elites=stats.num_elites,
            coverage=stats.coverage,
            qd_score=stats.qd_score,
            norm_qd_score=stats.norm_qd_score,
            obj_max=stats.obj_max or 0.0,
            obj_mean=stats.obj_mean or 0.0,
            best=best.solution if best else "",
        )


HOST = 2 / 3
"""The share of a crossover that comes from the first parent, which takes mechanics in."""


def mixed_roots(parents: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """What a child of these parents descends from, the largest share first."""
    lenders = len(parents) - 1
    weights = (HOST, *[(1 - HOST) / lenders] * lenders) if lenders else (1.0,)
    shares: dict[str, float] = {}
    for roots, weight in zip(parents, weights, strict=False):
        for genome_id, share in roots.items():
            shares[genome_id] = shares.get(genome_id, 0.0) + share * weight
    ordered = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return {genome_id: round(share, 6) for genome_id, share in ordered}


def _proposal(
    generation: int,
    slot: int,
    task: BreedTask,
    told: TaskResult | Sibling,
    outcome: TaskOutcome,
    stage: str,
) -> Proposal:
    """What became of a child of which no game is kept."""
    return Proposal(
        generation=generation,
        slot=slot,
        outcome=outcome.value,
        reason=told.reason,
        detail=told.detail,
        key="",
        story=told.story,
        parents=told.parents,
        stage=stage,
        score=0.0,
        family=told.family or task.family,
    )
