"""Transplants of what goes before the play or into a turn: exchanges, special cards, steps."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in, names_in
from darwindeck.evolution.making.crossing.fitting import Fitting
from darwindeck.evolution.making.crossing.mechanic import (
    Mechanic,
    Proposal,
    dealt_zones,
    outside_writers,
    scoring,
    with_deal_steps,
    with_phases,
)
from darwindeck.evolution.making.crossing.mending import with_hand
from darwindeck.evolution.making.repair import hand_size, with_hand_size
from darwindeck.evolution.making.tidy import written_by
from darwindeck.genome.schema import (
    BlockPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    CardScoringRule,
    ChoicePhase,
    ClaimPhase,
    Deal,
    DiscardPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    Location,
    MeldPhase,
    Moment,
    Move,
    Part,
    PassPhase,
    Phase,
    PlayAgain,
    PlayPhase,
    ScoringRule,
    ScoringTrigger,
    Skip,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.tree import walk


class Exchange(Mechanic):
    """Cards passed on, drawn from a neighbour, or thrown away and drawn anew, before the play."""

    name = "exchange"
    weight = 2
    tries = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        if host.hand < 3 or not host.play or host.genome.player_count < 2:
            return None
        unseen = any(
            z.name == Location.HAND and z.sees == "nobody" for z in host.genome.zones or ()
        )
        if (
            unseen
            or kinds_in(host.before) & {PassPhase, DiscardPhase}
            or host.genome.setup.deal == ()
        ):
            return None
        written = names_written(donor)
        roomy = host
        if host.deals_all:
            roomy = Anatomy(_with_fewer(host.genome, max(3, host.hand * 2 // 3)))
        both = zip(_exchanges(donor, host), _exchanges(donor, roomy), strict=True)
        found = [pair for pair in both if not names_in(pair) & written]
        if _collects_everything(host):
            found = [pair for pair in found if Location.DISCARD not in names_in(pair)]
        if not found:
            return None
        taken, from_stock = rng.choice(found)
        if Location.DECK in names_in(from_stock):
            host, taken = roomy, from_stock
        fitting = Fitting(host.genome, donor.genome, taken)
        child = fitting.added(host.genome)
        child = with_deal_steps(child, dealt_zones(donor.genome, fitting, host.genome))
        new = fitting.clause(taken)
        at = host.span[0]
        child = with_phases(child, (*host.phases[:at], *new, *host.phases[at:]))
        what = "the passing of cards" if isinstance(new[0], PassPhase) else "the exchange of cards"
        return Proposal(child, what, new, new)


def _collects_everything(host: Anatomy) -> bool:
    """Whether the play is over only when all cards are laid down in combinations."""
    return any(isinstance(part, MeldPhase) and part.automatic for _, part in walk(host.phases))


def _with_fewer(genome: GameGenome, size: int) -> GameGenome:
    """The game with smaller hands, so that a stock is left."""
    return with_hand_size(genome, size) if hand_size(genome) else with_hand(genome, size)


EVERYBODY = "from(each, left(dealer))"


def _exchanges(donor: Anatomy, host: Anatomy) -> list[tuple[Phase, ...]]:
    """What the donor has that can be done once by everybody before the play."""
    found: list[tuple[Phase, ...]] = []
    phases = donor.phases
    for index, phase in enumerate(phases):
        if isinstance(phase, PassPhase):
            passing = _passing(phase, host)
            if passing is not None:
                found.append((passing,))
        throws = isinstance(phase, DiscardPhase) or (
            isinstance(phase, ChoicePhase)
            and all(isinstance(option, DiscardPhase) for option in phase.options)
        )
        after = phases[index + 1] if index + 1 < len(phases) else None
        if throws and isinstance(after, DrawPhase):
            found.append((phase, replace(after, count=f"max(0, {host.hand} - hand_size)")))
    steps = inner_steps(donor)
    gains = [_simple(step) for step in steps if is_gain(step)]
    throws_one = [step for step in steps if isinstance(step, DiscardPhase) and step.count == 1]
    for gain in gains[:1]:
        if not _from_stock(gain):
            found.append((replace(gain, who=EVERYBODY, when="true", label="The exchange"),))
        elif throws_one:
            discard = replace(throws_one[0], cards=None, then=(), who=None)
            block = BlockPhase(
                (replace(gain, then=()), discard), who=EVERYBODY, label="The exchange"
            )
            found.append((block,))
    return found


def inner_steps(game: Anatomy) -> list[Phase]:
    """The steps of a turn, those in blocks and choices one by one."""
    found: list[Phase] = []
    for step in game.steps:
        if isinstance(step, BlockPhase):
            found += step.phases
        elif isinstance(step, ChoicePhase) and not is_gain(step):
            for option in step.options:
                found += option.phases if isinstance(option, BlockPhase) else (option,)
        else:
            found.append(step)
    return found


def _simple(step: Phase) -> Phase:
    """A way of drawing without what its game does when the pile runs out."""
    if isinstance(step, ChoicePhase):
        return replace(step, options=tuple(_simple(option) for option in step.options))
    return replace(step, when_empty=None, then=()) if isinstance(step, DrawPhase) else step


def is_gain(step: Phase) -> bool:
    """Whether it is there to bring cards into the hand, from the stock, a pile or a player."""
    if isinstance(step, ChoicePhase):
        return all(isinstance(option, DrawPhase) for option in step.options)
    if isinstance(step, CallPhase):
        targets = {str(p.target) for _, p in walk(step) if isinstance(p, Move)}
        return Location.HAND in targets
    return isinstance(step, DrawPhase)


def _from_stock(step: Phase) -> bool:
    return not isinstance(step, DrawPhase) or str(step.source).partition("(")[0] != Location.HAND


def _passing(phase: PassPhase, host: Anatomy) -> PassPhase | None:
    """As many cards as the hand allows, to players who are there."""
    players = host.genome.player_count
    gone = {"across(turn)"} if players % 2 or players == 2 else set()
    if players == 2:
        gone |= {"right(turn)", "none"}
    if not host.genome.teams:
        gone |= {"partner(turn)"}
    to = tuple(seat for seat in phase.to if str(seat) not in gone)
    if not any(str(seat) != "none" for seat in to):
        return None
    split = phase.split and len(to) > 1
    count = phase.count
    if isinstance(count, int):
        count = max(1, min(count, host.hand // (3 * len(to) if split else 3)))
    match = host.genome.match
    if match is not None and match.hands == 1 and not split:
        to = tuple(seat for seat in to if str(seat) != "none")[:1]
    return replace(phase, to=to, count=count, split=split)


def names_written(donor: Anatomy) -> set[str]:
    return {name for _, part in walk(donor.genome) if (name := written_by(part)) is not None}


_PLAYED = Moment.PLAYED
_PLAYS = {BuildPhase, CapturePhase, ClaimPhase, PlayPhase, TrickPhase}
"""Phases in which cards of the hand are played one by one."""
_MOMENTS = {Moment.PLAYED, Moment.DRAWN, Moment.LED, Moment.CAPTURED, Moment.MELDED}


class SpecialCards(Mechanic):
    """Cards that do something when they are played, drawn or taken; where cards are laid down in
    combinations, when they are melded."""

    name = "special cards"
    weight = 4
    tries = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        written = names_written(donor)
        theirs = {zone.name for zone in donor.genome.zones or ()}
        strange = theirs - {zone.name for zone in host.genome.zones or ()}
        effects = [
            effect
            for effect in donor.genome.special_effects
            if effect.moment in _MOMENTS
            and effect.cards.rank
            and not names_in(effect) & (written | strange)
        ]
        turns = bool(host.steps)
        if not turns:
            effects = [e for e in effects if not kinds_in(e) & {Skip, PlayAgain}]
        kinds = kinds_in(host.phases)
        if not kinds & _PLAYS and any(
            isinstance(part, MeldPhase) and not part.automatic for _, part in walk(host.phases)
        ):
            effects = [replace(e, moment=Moment.MELDED) for e in effects if e.moment is _PLAYED]
        draws = kinds & {DrawPhase, Deal, FillHands}
        if not draws:
            effects = [e for e in effects if e.moment is not Moment.DRAWN]
        if not effects or not kinds & {*_PLAYS, MeldPhase}:
            return None
        if host.genome.special_effects:
            return None
        count = rng.randint(1, min(3, len(effects)))
        places = sorted(rng.sample(range(len(effects)), count))
        taken = tuple(effects[place] for place in places)
        fitting = Fitting(host.genome, donor.genome, taken)
        child = fitting.added(host.genome)
        new = fitting.clause(taken)
        child = replace(child, special_effects=new)
        return Proposal(child, "the special cards", new, new)


class Melding(Mechanic):
    """Laying combinations down in one's turn, and what that scores."""

    name = "melds"
    weight = 2
    tries = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        if (
            not host.steps
            or MeldPhase in kinds_in(host.phases)
            or host.genome.setup.cards_per_player < 4
        ):
            return None
        steps = [
            step
            for step in donor.steps
            if MeldPhase in kinds_in(step)
            and not kinds_in(step) & {DiscardPhase, DrawPhase, CallPhase}
        ]
        if not steps:
            return None
        step = rng.choice(steps)
        rules = tuple(
            rule
            for rule in scoring(donor.genome)
            if _scores_melds(rule, donor) and not outside_writers(donor, (rule,))
        )
        fitting = Fitting(host.genome, donor.genome, (step, rules))
        child = fitting.added(host.genome)
        child = with_deal_steps(child, dealt_zones(donor.genome, fitting, host.genome))
        new = fitting.clause(step)
        child = _with_step(child, host, new)
        if not child.rankings:
            child = replace(child, rankings=fitting.rankings())
        added = fitting.clause(rules)
        child = replace(
            child,
            scoring_rules=(
                *(child.scoring_rules or ()),
                *(r for r in added if isinstance(r, ScoringRule)),
            ),
            card_scoring=(
                *(child.card_scoring or ()),
                *(r for r in added if isinstance(r, CardScoringRule)),
            ),
        )
        return Proposal(child, "the melds", (new,), added)


def _scores_melds(rule: Part, donor: Anatomy) -> bool:
    if isinstance(rule, CardScoringRule):
        return rule.trigger is ScoringTrigger.SET_COMPLETE
    return isinstance(rule, ScoringRule) and bool(
        names_in(rule) & {z.name for z in donor.genome.zones or () if z.piles == "many"}
    )


def _with_step(child: GameGenome, host: Anatomy, step: Phase) -> GameGenome:
    """The host with one more step in each turn, before anything is discarded or played."""
    steps = list(host.steps)
    at = next(
        (i for i, known in enumerate(steps) if kinds_in(known) & {DiscardPhase, PlayPhase}),
        len(steps),
    )
    steps.insert(at, step)
    return with_steps(child, host, tuple(steps))


class WayOfDrawing(Mechanic):
    """How cards come into the hand in a turn: from the stock, from a pile, by asking for them."""

    name = "drawing"
    weight = 3
    tries = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        if not host.steps or host.genome.setup.deal == ():
            return None
        mine = [step for step in host.steps if is_gain(step)]
        written = names_written(donor)
        gains = [_simple(step) for step in inner_steps(donor) if is_gain(step)]
        theirs = [step for step in gains if not names_in(step) & written]
        theirs = [s for s in theirs if s.when in ("true", "hand_size > 0")]
        if not theirs:
            return None
        taken = replace(rng.choice(theirs), who=None)
        fitting = Fitting(host.genome, donor.genome, (taken,))
        child = fitting.added(host.genome)
        child = with_deal_steps(child, dealt_zones(donor.genome, fitting, host.genome))
        new = fitting.clause(taken)
        if new in mine or (mine and kinds_in(new) == kinds_in(mine[0]) == {DrawPhase}):
            return None
        if mine:
            steps = tuple(new if step == mine[0] else step for step in host.steps)
        elif _sheds(host):
            return None
        else:
            steps = (new, *host.steps)
        child = with_steps(child, host, steps)
        if Location.DECK in names_in(new) and host.deals_all:
            child = _with_fewer(child, max(3, host.hand // 2))
        return Proposal(child, "the way of drawing", (new,))


def _sheds(host: Anatomy) -> bool:
    """Whether players only get rid of cards: one more in each turn would never end."""
    return not kinds_in(host.steps) & {MeldPhase, CapturePhase}


def with_steps(child: GameGenome, host: Anatomy, steps: tuple[Phase, ...]) -> GameGenome:
    """The host with other steps in each turn."""
    if host.turns is None:
        return with_phases(child, steps)
    turns: TurnsPhase = replace(host.turns, phases=steps)
    phases = tuple(turns if phase == host.turns else phase for phase in host.phases)
    return with_phases(child, phases)
