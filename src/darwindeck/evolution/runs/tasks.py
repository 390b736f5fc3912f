"""What workers do: make a new game and measure it, or measure an elite again.

Measuring goes by stages, each dearer than the one before, and ends as soon as a game fails a gate,
is too near to the library, or is not promising.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial

from darwindeck.evaluation import (
    DeadClause,
    Evaluation,
    Gate,
    Stage,
    Verdict,
    evaluate_game,
    find_faults,
    judge,
    play_key,
    pooled,
    with_dead_clauses,
)
from darwindeck.evaluation.complexity import rulebook_words
from darwindeck.evaluation.efforts import GLANCE, INSPECTION
from darwindeck.evaluation.faults import faults_in_rules
from darwindeck.evolution.clones import play_digest
from darwindeck.evolution.grid import cells_within, measures_of
from darwindeck.evolution.ideas import ENOUGH
from darwindeck.evolution.kinds import family_in_rules
from darwindeck.evolution.making.ceremony import without_ceremony
from darwindeck.evolution.making.children import make_child, nameless
from darwindeck.evolution.making.coherence import (
    coherent,
    is_convoluted,
    is_soon_over,
    is_uneven,
    is_unwieldy,
    only_swaps,
)
from darwindeck.evolution.making.crossing import Crossing, NoCrossover
from darwindeck.evolution.making.door import readable
from darwindeck.evolution.making.general_names import with_general_names
from darwindeck.evolution.making.lengths import with_length
from darwindeck.evolution.making.operators import (
    NoMutation,
    create_default_pipeline,
    create_shortening_pipeline,
)
from darwindeck.evolution.making.partners import is_idle_bidding
from darwindeck.evolution.making.pruning import without_dead, without_idle_calls
from darwindeck.evolution.making.simplifying import simplified
from darwindeck.evolution.making.tidy import tidy
from darwindeck.evolution.novelty import (
    Nearest,
    is_known,
    is_variant,
    likest_known,
    nearest_origin,
    newness,
)
from darwindeck.evolution.runs.records import (
    CONVOLUTED,
    IDLE_BIDDING,
    NEAR,
    OUTDONE,
    SOON_OVER,
    SWAPS,
    UNEVEN,
    UNWIELDY,
)
from darwindeck.evolution.runs.work import (
    BreedTask,
    Child,
    MeasureTask,
    Score,
    Sibling,
    SimplifyTask,
    Task,
    TaskOutcome,
    TaskResult,
)
from darwindeck.evolution.seeds import derived_seed
from darwindeck.evolution.wanted import Wanted
from darwindeck.genome.checked import is_sound
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import GameGenome

UNPROMISING = "not promising"
NO_LOSS = 0.005
"""A clause goes if the game without it is not worse than this, in the same few games."""
FURTHER, AT_ONCE = 2, 3
"""So often, at the most, a child is changed on whose rules are too long or say nothing new, and by
how many changes."""
MOST_LENT = 3
"""So many other games, at the most, lend a mechanic to a child."""
A_LITTLE = 0.5
"""So much of an idea, at the least, a mechanic brings into a game that is too near to others."""
FINALISTS = 3
"""So many of a litter are looked at with greedy players."""
HOPELESS = 6
"""If none of so many children can go on, their parents have no more of them."""
SAFELY, ROOMY = 0.85, 1.6
"""A game should take at most so much of the time that is asked for, and is made so many times
shorter than the most, or longer than the least, where it does not fit."""
TWINS = 10
"""So many of a litter have the same beginning, if that was sound."""


UNFIT = (
    (is_unwieldy, UNWIELDY, "more cards are held in a hand than people can hold"),
    (is_soon_over, SOON_OVER, "the stock is gone before everybody has had three turns"),
    (is_convoluted, CONVOLUTED, "what is scored is told by cases of cases"),
    (only_swaps, SWAPS, "players only draw cards and throw as many away"),
    (is_idle_bidding, IDLE_BIDDING, "what is bid counts for nothing"),
)
"""What is seen in the rules without their book, and what is said of it."""


class Rejected(Exception):
    """A new game that goes no further."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


def perform(task: Task) -> TaskResult:
    """Does a task. What goes wrong in it is its result: one odd game must not end a run."""
    began, own, all_threads = time.perf_counter(), time.thread_time(), time.process_time()
    try:
        if isinstance(task, BreedTask):
            result = _breed(task)
        else:
            result = _measure(task) if isinstance(task, MeasureTask) else _simplify(task)
    except Exception as error:
        result = TaskResult.rejected("error", f"{type(error).__name__}: {error}")
    # The core plays on threads of its own while this one waits.
    core = (time.process_time() - all_threads) - (time.thread_time() - own)
    return replace(result, busy=time.perf_counter() - began, core=max(0.0, core))


class TooNear(Rejected):
    """A new game that goes no further, but may be a parent."""

    def __init__(self) -> None:
        super().__init__(NEAR)


class _Candidate:
    """A new game on its way through the stages."""

    def __init__(self, genome: GameGenome, task: BreedTask) -> None:
        self._task = task
        self.genome = nameless(genome)
        self.key = play_key(self.genome)
        self.evaluation: Evaluation | None = None
        self._stages: dict[Stage, Evaluation] = {}
        self._glance: Evaluation | None = None
        if self.key in task.known_keys:
            raise Rejected("clone", "the same rules as a game that is known already")

    @cached_property
    def digest(self) -> str:
        """How it plays; only asked of games that go on, since it must be played for that."""
        return play_digest(self.genome)

    def require_new_play(self) -> None:
        if self.digest in self._task.known_digests:
            raise Rejected("clone", "plays exactly like a game that is known already")

    @property
    def is_variant(self) -> bool:
        """Whether it is a known game with an idea more at the most: seen without its rulebook."""
        wanted = self._task.measuring.wanted
        return is_variant(self.genome, wanted.novelty, wanted.origins)

    @cached_property
    def is_known(self) -> bool:
        """Whether everybody knows it, by another name."""
        wanted = self._task.measuring.wanted
        return is_known(self.genome, wanted.novelty, wanted.origins)

    @cached_property
    def likest(self) -> Nearest:
        """The game of the library that is most like it."""
        return likest_known(self.genome, self._task.measuring.wanted.origins)

    @cached_property
    def strayed(self) -> float:
        """How far it is from the nearest of the games that are bred from."""
        origins = self._task.measuring.wanted.origins
        return nearest_origin(self.genome, origins).distance

    def measure(self, until: Stage) -> tuple[Evaluation, Verdict]:
        """Measures it up to a stage; raises `Rejected` if it fails a gate."""
        evaluation = self.evaluation = self._evaluated(until)
        return evaluation, self._judged(evaluation)

    def dead_clauses(self) -> Sequence[DeadClause]:
        """The clauses that never matter: dear to find, so that only the best of a litter is
        asked."""
        return with_dead_clauses(self._evaluated(Stage.DOOR), self.genome).dead

    def glance(self, until: Stage) -> Verdict:
        """What a few games show; raises `Rejected` if that is enough to turn it away."""
        seed = derived_seed(self._task.measuring.run_seed, "glance", self.key)
        self.evaluation = self._glance = evaluate_game(
            self.genome,
            until=until,
            effort=GLANCE.name,
            seed=seed,
            threads=1,
            start=self._glance,
            longest=self._task.measuring.wanted.longest,
        )
        return self._judged(self.evaluation)

    @property
    def measured(self) -> Evaluation:
        assert self.evaluation is not None, "nothing is measured"
        return self.evaluation

    def _judged(self, evaluation: Evaluation) -> Verdict:
        verdict = judge(evaluation, self._task.measuring.style)
        if verdict.gate is not None:
            raise Rejected(verdict.gate.value, "; ".join(verdict.reasons))
        return verdict

    def _evaluated(self, until: Stage) -> Evaluation:
        """The evaluation up to a stage; each stage is measured once."""
        if until not in self._stages:
            earlier = [one for stage, one in self._stages.items() if stage.rank < until.rank]
            found = evaluate_game(
                self.genome,
                until=until,
                effort=self._task.measuring.effort,
                seed=derived_seed(self._task.measuring.run_seed, "evaluate", self.key, 0),
                threads=1,
                start=earlier[-1] if earlier else None,
                clauses=False,
            )
            if found.stage is Stage.GREEDY:
                found = with_dead_clauses(found, self.genome)
            self._stages[until] = found
        return self._stages[until]


def _breed(task: BreedTask) -> TaskResult:
    """Makes some new games, and measures the most promising one as far as it is worth it.

    Some are made from the parents; the others are near twins of these, a change or two away, which
    costs a fraction. All are played by random players, the best of them looked at with greedy ones,
    and one goes on.
    """
    children: list[_Entrant] = []
    stem: _Entrant | None = None
    for number in range(task.litter):
        if number % TWINS == 0 or (stem is not None and not stem.is_able):
            stem = None
        child = _Entrant(task, number)
        child.enter(stem)
        children.append(child)
        stem = stem or child
        if number + 1 >= HOPELESS and not any(one.is_able for one in children):
            break
    able = sorted(
        (one for one in children if one.is_able), key=lambda one: (-one.score, one.number)
    )
    racing = task.measuring.deepest.rank >= Stage.GREEDY.rank
    places = FINALISTS if racing else 1
    runners: list[_Entrant] = []
    for child in able:
        if len(runners) == places:
            child.outdone()
        elif child.has_new_rules():
            runners.append(child)
    able = runners
    if racing:
        for child in runners:
            child.race()
        able = _ranked(runners)
    winner = able[0] if able else _best_of_the_rest(children)
    for child in able[1:]:
        child.outdone()
    result = winner.finish()
    siblings = (one.sibling for one in children if one is not winner)
    return replace(result, siblings=tuple(siblings))


def _ranked(children: Sequence[_Entrant]) -> list[_Entrant]:
    """Those that may go on, the most promising first."""
    able = [one for one in children if one.is_able]
    return sorted(able, key=lambda one: (-one.score, one.number))


def _best_of_the_rest(children: Sequence[_Entrant]) -> _Entrant:
    """Which one is told of where none goes on: one that may be a parent, or that came furthest."""
    return max(children, key=lambda one: (one.is_near, one.depth, one.score, -one.number))


class _Entrant:
    """A child among its siblings."""

    def __init__(self, task: BreedTask, number: int) -> None:
        self._task = task
        self.number = number
        self.score = 0.0
        self.is_near = False
        self._story = ""
        self._parents: tuple[str, ...] = task.parent_keys[:1] if task.method != "random" else ()
        self._genome: GameGenome | None = None
        self._stages = _Stages(task)
        self._fate: Rejected | None = None

    @property
    def is_able(self) -> bool:
        """Whether it may go on."""
        return self._fate is None

    @property
    def depth(self) -> int:
        """How far it was measured."""
        evaluation = self._stages.evaluation
        return 0 if evaluation is None else evaluation.stage.rank

    @property
    def sibling(self) -> Sibling:
        """What is told of it if another one goes on."""
        fate = self._fate or Rejected(OUTDONE)
        evaluation = self._stages.evaluation
        stage = Stage.DOOR if evaluation is None else evaluation.stage
        return Sibling(
            fate.reason,
            fate.detail,
            self._story,
            stage.value,
            self.score,
            self.family,
            self._parents,
        )

    @property
    def family(self) -> str:
        """The family of its rules; empty if it did not come about."""
        return "" if self._genome is None else family_in_rules(self._genome)

    def enter(self, stem: _Entrant | None = None) -> None:
        """Comes about, as a change of another one if there is one, and is played by random
        players."""
        try:
            if stem is None or stem._genome is None:
                made = _new_child(self._task, self.number)
                genome, self._story, self._parents = made.genome, made.story, made.parents
            else:
                genome, changes = _twin(self._task, stem._genome, self.number)
                self._story, self._parents = f"{stem._story}; {changes}", stem._parents
            self._genome = genome
            self.score = self._stages.enter(self._made_whole(genome))
        except (NoMutation, NoCrossover) as error:
            self._fate = Rejected("no child", str(error))
        except Rejected as rejection:
            self.is_near = isinstance(rejection, TooNear)
            self._fate = rejection

    def _made_whole(self, genome: GameGenome) -> GameGenome:
        """The game with what belongs together. Who breeds from games of their own keeps the manners
        of these."""
        if not self._task.measuring.wanted.origins:
            genome = without_ceremony(genome)
        return coherent(tidy(with_general_names(genome)))

    def has_new_rules(self) -> bool:
        """Whether its rulebook is short enough, and says what no known one says. To write it takes
        as long as the games of random players: only who would go on is asked. So it is with calls
        that change nothing, which go."""
        try:
            self._stages.leave_out_idle_calls()
            self._stages.require_readable()
            if self._stages.is_near():
                raise TooNear
        except Rejected as rejection:
            self.is_near = isinstance(rejection, TooNear)
            self._fate = rejection
        return self.is_able

    def race(self) -> None:
        """Is looked at with greedy players."""
        try:
            self._stages.require_new_play()
            self.score = self._stages.glance()
        except Rejected as rejection:
            self._fate = rejection

    def outdone(self) -> None:
        """Goes no further."""
        self._fate = Rejected(OUTDONE)

    def finish(self) -> TaskResult:
        """Goes on alone."""
        if self._fate is None:
            try:
                result = TaskResult(self._stages.go_through())
                return self._told(result)
            except Rejected as rejection:
                self._fate = rejection
        result = TaskResult.rejected(self._fate.reason, self._fate.detail)
        if self.is_near:
            try:
                self._stages.play_variant()
                result = TaskResult(TaskOutcome.STOCK)
            except Rejected as rejection:
                result = TaskResult.rejected(rejection.reason, rejection.detail)
        return self._told(result)

    def _told(self, result: TaskResult) -> TaskResult:
        """The result with all that is known of the game."""
        told = replace(result, story=self._story, family=self.family, parents=self._parents)
        return self._stages.recorded(told)


@dataclass(frozen=True)
class _Made:
    """A new game, and how it came about."""

    genome: GameGenome
    stories: tuple[str, ...]
    parents: tuple[str, ...]
    """The keys of those that it has something of."""

    @property
    def story(self) -> str:
        return "; ".join(self.stories)

    def changed(self, genome: GameGenome, story: str, *parents: str) -> _Made:
        """The game after a change."""
        return _Made(genome, (*self.stories, story), (*self.parents, *parents))


def _new_child(task: BreedTask, number: int) -> _Made:
    """A child, changed on while its rules are too long or too near to those of a known game.

    To look at the rules costs little; to play what can be no elite costs much.
    """
    wanted = task.measuring.wanted
    seed = task.seed if number == 0 else derived_seed(task.seed, "litter", number)
    made = _begun(task, seed)
    if task.method == "mutate":
        return _changed_on(task, made, seed)
    made = _with_mechanics(task, made, seed)
    for step in range(task.steps):
        pipeline = create_default_pipeline(allowed=wanted.allows, door=readable)
        chance = derived_seed(seed, "step", step)
        made = made.changed(*pipeline.mutate_with_story(made.genome, seed=chance))
    return made if task.method == "random" else _changed_on(task, made, seed)


def _begun(task: BreedTask, seed: int) -> _Made:
    """What a child is before it gets mechanics of others: made up, a parent, or changed."""
    wanted = task.measuring.wanted
    if task.method == "random":
        genome, story = make_child("random", (), 0, seed, wanted.allows, family=task.family)
        return _Made(genome, (story,), ())
    first = task.parent_keys[:1]
    if task.method == "crossover":
        return _Made(from_json(task.parents[0]), (), first)
    genome, story = make_child(
        "mutate", task.parents[:1], task.steps, seed, wanted.allows, door=readable
    )
    return _Made(genome, (story,), first)


def _with_mechanics(task: BreedTask, made: _Made, seed: int) -> _Made:
    """The game with mechanics of others, one at least, until it is no variant of a known game.

    Each brings it further from what is known, or far enough, and leaves it in its family.
    """
    own = 0 if task.method == "random" else 1
    keys = list(task.parent_keys[own:])
    lenders = [_lender(text) for text in task.parents[own:]]
    for number in range(MOST_LENT):
        if number and not _is_variant(task, made.genome):
            break
        is_new = _brings_something_new(task, made.genome)
        crossing = Crossing(allowed=partial(_fits, task), hopeful=is_new)
        chance = derived_seed(seed, "lent", number)
        try:
            genome, story, place = crossing.graft(made.genome, lenders, chance)
        except NoCrossover:
            if not number:
                raise
            break
        made = made.changed(genome, story, keys.pop(place))
        del lenders[place]
    return made


@lru_cache(maxsize=256)
def _lender(text: str) -> GameGenome:
    """A game that lends to many is read once."""
    return from_json(text)


def _fits(task: BreedTask, genome: GameGenome) -> bool:
    """Whether a mechanic may stay: one that makes the rules too long gives way to another one."""
    wanted = task.measuring.wanted
    return wanted.allows(genome) and rulebook_words(nameless(genome)) <= wanted.words


def _is_variant(task: BreedTask, genome: GameGenome) -> bool:
    wanted = task.measuring.wanted
    return is_variant(genome, wanted.novelty, wanted.origins)


def _brings_something_new(task: BreedTask, host: GameGenome) -> Callable[[GameGenome], bool]:
    """Says of a game whether it is further from what is known than its host, or far enough, and
    still of its family. Who breeds from games of their own wants variants of them."""
    wanted = task.measuring.wanted
    if wanted.origins or not wanted.novelty:
        return lambda _: True
    least = min(newness(host) + A_LITTLE, ENOUGH)

    def is_new(genome: GameGenome) -> bool:
        return newness(genome) >= least and task.family in ("", family_in_rules(genome))

    return is_new


def _changed_on(task: BreedTask, made: _Made, seed: int) -> _Made:
    """The game with further changes, while its rules are too long or those of a known game."""
    wanted = task.measuring.wanted
    for step in range(FURTHER):
        plain = nameless(tidy(made.genome))
        if _is_variant(task, plain) and task.method == "crossover":
            break
        if rulebook_words(plain) > wanted.words:
            if not wanted.origins:
                # What loses rules until it is short enough is seldom whole.
                break
            pipeline = create_shortening_pipeline(allowed=wanted.allows, door=readable)
        elif is_known(plain, wanted.novelty, wanted.origins):
            pipeline = create_default_pipeline(allowed=wanted.allows, door=readable)
        else:
            break
        for change in range(AT_ONCE):
            chance = derived_seed(seed, "further", step, change)
            made = made.changed(*pipeline.mutate_with_story(made.genome, seed=chance))
    return made


def _twin(task: BreedTask, stem: GameGenome, number: int) -> tuple[GameGenome, str]:
    """A child that is a change or two away from its sibling."""
    wanted = task.measuring.wanted
    seed = derived_seed(task.seed, "litter", number)
    genome, stories = stem, []
    for change in range(1 + number % 2):
        pipeline = create_default_pipeline(allowed=wanted.allows, door=readable)
        genome, story = pipeline.mutate_with_story(genome, derived_seed(seed, "twin", change))
        stories.append(story)
    return genome, "; ".join(stories)


class _Stages:
    """The way of a new game through the stages."""

    def __init__(self, task: BreedTask) -> None:
        self._task = task
        self._candidate: _Candidate | None = None
        self._promise = 0.0

    @property
    def evaluation(self) -> Evaluation | None:
        """What was measured last."""
        return None if self._candidate is None else self._candidate.evaluation

    def enter(self, genome: GameGenome) -> float:
        """Lets random players play a few games; gives what they promise."""
        self._require_wanted(genome)
        candidate = self._known(genome)
        if candidate.is_variant:
            raise TooNear
        return candidate.glance(Stage.RANDOM).score

    def play_variant(self) -> None:
        """Lets random players play a few games of a variant of a known game, which may be a
        parent."""
        if self._entered.evaluation is None:
            self._entered.glance(Stage.RANDOM)

    def leave_out_idle_calls(self) -> None:
        """The game goes on without calls from which nothing follows."""
        genome = without_idle_calls(self._entered.genome)
        if genome != self._entered.genome:
            self._require_wanted(genome)
            self._known(genome).glance(Stage.RANDOM)

    def require_readable(self) -> None:
        """Raises `Rejected` if its rulebook shows that the game goes no further: it is too long,
        strays too far from its origin, or leaves somebody without cards in the midst of a trick."""
        self._require_few_words(self._entered)
        self._require_nearness(self._entered)
        if is_uneven(self._entered.genome):
            raise Rejected(UNEVEN, "somebody may have no card left in the midst of a trick")

    def require_new_play(self) -> None:
        """Raises `Rejected` if it plays exactly like a game that is known."""
        self._entered.require_new_play()

    def glance(self) -> float:
        """A few games of greedy players; gives what they promise.

        A game goes no further of which they show already that it cannot reach the bar: the whole
        interval must lie below it, so that nothing is turned away by bad luck alone.
        """
        verdict = self._entered.glance(Stage.GREEDY)
        fitted = self._with_fitting_length(self._entered)
        if fitted is not None:
            fitted.glance(Stage.RANDOM)
            verdict = fitted.glance(Stage.GREEDY)
        self._require_an_evening(self._entered.measured)
        if verdict.high < self._task.bar:
            best = f"at first sight at best {verdict.high:.2f}, below the middle"
            raise Rejected(UNPROMISING, best)
        return verdict.score

    def _with_fitting_length(self, candidate: _Candidate) -> _Candidate | None:
        """The game with longer or shorter matches, where it takes more or less time than asked for
        and they can be; None if it stays as it is."""
        wanted, minutes = self._wanted, candidate.measured.metrics["minutes"].value
        if wanted.shortest / SAFELY <= minutes <= SAFELY * wanted.longest or minutes <= 0:
            return None
        aim = (
            wanted.longest / ROOMY if minutes > wanted.longest * SAFELY else ROOMY * wanted.shortest
        )
        aim = min(max(aim, wanted.shortest), wanted.longest)
        genome = with_length(candidate.genome, aim / minutes)
        if genome is None or not is_sound(genome) or not wanted.allows(genome):
            return None
        fitted = self._known(nameless(genome))
        self.require_readable()
        return fitted

    def go_through(self) -> TaskOutcome:
        """Measured to the end, or stock; raises `Rejected` if it goes no further."""
        deepest = self._task.measuring.deepest
        candidate = self._entered
        candidate.require_new_play()
        if deepest.rank >= Stage.GREEDY.rank:
            # What never matters goes before anything is measured that it would not change.
            candidate = self._pruned(candidate)
            if self.is_near():
                return TaskOutcome.STOCK
        candidate.measure(Stage.RANDOM)
        if deepest.rank >= Stage.GREEDY.rank:
            evaluation, verdict = candidate.measure(Stage.GREEDY)
            self._require_an_evening(evaluation)
            self._require_promise(evaluation, verdict)
        if deepest is Stage.SEARCH:
            candidate.measure(Stage.SEARCH)
        return TaskOutcome.MEASURED

    def _known(self, genome: GameGenome) -> _Candidate:
        """The game, if its rules are what is wanted."""
        candidate = self._candidate = _Candidate(genome, self._task)
        for fault in faults_in_rules(genome):
            raise Rejected(Gate.FAULT.value, fault.text)
        for is_so, reason, detail in UNFIT:
            if is_so(genome):
                raise Rejected(reason, detail)
        return candidate

    @property
    def _entered(self) -> _Candidate:
        assert self._candidate is not None, "nobody has entered"
        return self._candidate

    def is_near(self) -> bool:
        """Whether it is too near to the library to be an elite."""
        return self._entered.is_known

    @property
    def _wanted(self) -> Wanted:
        return self._task.measuring.wanted

    def _require_wanted(self, genome: GameGenome) -> None:
        if not self._wanted.allows(genome):
            raise Rejected("not what is wanted", "other players, or a part that must stay is gone")

    def _require_nearness(self, candidate: _Candidate) -> None:
        """It may not stray further from the games it is bred from than its owner wants."""
        most = self._wanted.near
        if most is not None and self._wanted.origins and candidate.strayed > most:
            raise Rejected(
                "strays", f"{candidate.strayed:.2f} from what it is bred from; {most:g} is the most"
            )

    def _require_few_words(self, candidate: _Candidate) -> None:
        words, most = rulebook_words(candidate.genome), self._wanted.words
        if words > most:
            raise Rejected("long rules", f"the rules take {words} words; {most} is the most")

    def _require_an_evening(self, evaluation: Evaluation) -> None:
        """Greedy players show how long a game takes; random ones may never come to its aim."""
        fault = _time_fault(evaluation, self._wanted)
        if fault:
            raise Rejected(*fault)

    def _pruned(self, candidate: _Candidate) -> _Candidate:
        """The game without clauses that never matter, played by random players."""
        dead = candidate.dead_clauses()
        if not dead:
            return candidate
        # What lost its partner may need another one, or another aim.
        pruned = coherent(without_dead(candidate.genome, dead))
        if play_key(pruned) == candidate.key or not self._wanted.allows(pruned):
            return candidate
        candidate = self._known(pruned)
        self.require_readable()
        candidate.measure(Stage.RANDOM)
        return candidate

    def _require_promise(self, evaluation: Evaluation, verdict: Verdict) -> None:
        """Turns away a game that search could hardly make an elite.

        It must be no worse so far than the middle of the games before it, and if all that is not
        measured yet were perfect, it must beat the elite of some cell that it may come to.
        """
        self._promise = verdict.score
        if verdict.score < self._task.bar:
            raise Rejected(UNPROMISING, f"a score of {verdict.score:.2f} is below the middle")
        cells = cells_within(measures_of(evaluation), free="skill")
        least = min(self._task.bars.get(cell, 0.0) for cell in cells)
        if verdict.ceiling <= least:
            raise Rejected(
                UNPROMISING, f"at best {verdict.ceiling:.2f}, and its cells have {least:.2f}"
            )

    def recorded(self, result: TaskResult) -> TaskResult:
        """A result with all that is known of the game, if it was measured at all."""
        candidate = self._candidate
        if candidate is None or candidate.evaluation is None:
            return result
        child = _child(candidate.genome, candidate.digest, candidate.likest, self._promise)
        evaluation = candidate.evaluation
        score = _score(evaluation, judge(evaluation, self._task.measuring.style))
        return replace(result, child=child, evaluation=evaluation, score=score)


def _time_fault(evaluation: Evaluation, wanted: Wanted) -> tuple[str, str] | None:
    """Why a game is too long or too short; None if it is neither. At a glance only what is certain
    counts."""
    minutes = evaluation.metrics["minutes"]
    glanced = evaluation.effort == GLANCE.name
    if (minutes.low if glanced else minutes.value) > wanted.longest:
        most = f"{wanted.longest:g} is the most"
        return "long games", f"a game takes {minutes.value:.0f} minutes; {most}"
    if (minutes.high if glanced else minutes.value) < wanted.shortest:
        least = f"{wanted.shortest:g} is the least"
        return "short games", f"a game takes {minutes.value:.0f} minutes; {least}"
    return None


def _child(genome: GameGenome, digest: str, nearest: Nearest, promise: float = 0.0) -> Child:
    return Child(
        genome=json.dumps(genome.to_dict(), ensure_ascii=False),
        key=play_key(genome),
        digest=digest,
        nearest=nearest.genome_id,
        distance=nearest.distance,
        promise=promise,
    )


def _score(evaluation: Evaluation, verdict: Verdict) -> Score:
    return Score(measures_of(evaluation), verdict.score, verdict.low, verdict.high)


def _measure(task: MeasureTask) -> TaskResult:
    """Measures a game once more, on a fresh seed, and judges all its evaluations together."""
    how = task.measuring
    genome = nameless(from_json(task.genome))
    seed = derived_seed(how.run_seed, "evaluate", task.key, task.number)
    evaluation = evaluate_game(genome, until=how.deepest, effort=how.effort, seed=seed, threads=1)
    if task.inspect:
        found = find_faults(genome, effort=INSPECTION.name, seed=seed, threads=1)
        evaluation = replace(evaluation, faults=tuple(dict.fromkeys((*evaluation.faults, *found))))
    whole = pooled([*task.earlier, evaluation])
    if fault := _time_fault(whole, how.wanted):
        return TaskResult.rejected(*fault)
    score = _score(whole, judge(whole, how.style))
    return TaskResult(TaskOutcome.MEASURED, evaluation=evaluation, score=score)


def _simplify(task: SimplifyTask) -> TaskResult:
    """Makes a game simpler as long as a glance shows no loss, and measures it like a new one."""
    how = task.measuring
    wanted = how.wanted
    origin = nameless(from_json(task.genome))
    seed = derived_seed(how.run_seed, "simplify", task.key)

    def worth(genome: GameGenome) -> float:
        return judge(_looked_at(genome, seed), how.style).score

    best = worth(origin)

    def is_as_good(genome: GameGenome) -> bool:
        nonlocal best
        if not wanted.allows(genome) or coherent(genome) != genome:
            return False
        if any(is_so(genome) for is_so, _, _ in UNFIT):
            return False
        if is_known(genome, wanted.novelty, wanted.origins):
            return False
        score = worth(genome)
        if score < best - NO_LOSS:
            return False
        # Many small losses must not add up to a great one.
        best = max(best, score)
        return True

    genome, done = simplified(origin, is_as_good)
    genome = nameless(genome)
    if not done or play_key(genome) == task.key:
        return TaskResult.rejected("simple", "nothing can go")
    evaluation = evaluate_game(
        genome,
        until=how.deepest,
        effort=how.effort,
        seed=derived_seed(how.run_seed, "evaluate", play_key(genome), 0),
        threads=1,
    )
    if fault := _time_fault(evaluation, wanted):
        return TaskResult.rejected(*fault)
    child = _child(genome, play_digest(genome), likest_known(genome, wanted.origins))
    score = _score(evaluation, judge(evaluation, how.style))
    return TaskResult(
        TaskOutcome.MEASURED,
        story=f"made simpler: {', '.join(dict.fromkeys(done))}",
        child=child,
        evaluation=evaluation,
        score=score,
    )


def _looked_at(genome: GameGenome, seed: int) -> Evaluation:
    """What a few games show."""
    return evaluate_game(genome, until=Stage.GREEDY, effort=GLANCE.name, seed=seed, threads=1)
