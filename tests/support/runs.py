"""Small runs written through the real store, without breeding or playing anything."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from darwindeck.evaluation.labels import BALANCE, LABELS, NUMBER
from darwindeck.evaluation.results import Curve, Evaluation, Metric, Stage
from darwindeck.evolution.grid import GRID
from darwindeck.evolution.runs.records import (
    BRED_ORIGIN,
    LIBRARY_ORIGIN,
    ArchiveEvent,
    GenerationRecord,
    Proposal,
    Standing,
    StoredEvaluation,
    StoredGame,
    Timing,
)
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import GenerationResult, RunStore
from darwindeck.genome.codec import to_json
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome


def invented_evaluation(genome: GameGenome, key: str, seed: int = 0) -> Evaluation:
    """Numbers that could have been measured of a good game; nothing is played."""
    dice = random.Random(seed)
    metrics = {}
    for name, label in LABELS.items():
        low, high, error = {NUMBER: (3, 30, 1.0), BALANCE: (0.2, 0.7, 0.05)}.get(
            label.form, (0.3, 0.7, 0.04)
        )
        value = dice.uniform(low, high)
        metrics[name] = Metric(name, value, value - error, value + error, 100)
    metrics |= {
        "completion": Metric("completion", 1.0, 0.995, 1.0, 400),
        "stuck": Metric("stuck", 0.0, 0.0, 0.01, 400),
        "draws": Metric("draws", 0.01, 0.0, 0.02, 400),
        "seat_balance": Metric("seat_balance", 0.99, 0.97, 1.0, 400),
        "dead_share": Metric("dead_share", 0.0, 0.0, 0.0, 0),
        "words": Metric("words", 420.0, 420.0, 420.0, 0),
    }
    points = []
    for step in range(11):
        open_still = 1 - 0.9 * (step / 10) ** 2
        points.append(
            (step / 10, open_still, max(0.0, open_still - 0.05), min(1, open_still + 0.05))
        )
    return Evaluation(
        genome_id=genome.genome_id,
        key=key,
        seeds=(seed,),
        effort="quick",
        stage=Stage.SEARCH,
        family="trick",
        player_count=genome.player_count,
        team_count=len(genome.teams) if genome.team_mode else 0,
        problems=(),
        metrics=metrics,
        curves={"uncertainty": Curve("uncertainty", tuple(points))},
        played=12_345,
    )


def renamed(genome: GameGenome, name: str, **changes: object) -> GameGenome:
    """The game under another name, with some fields changed."""
    data = {
        **genome.to_dict(),
        "name": name,
        "genome_id": name.lower().replace(" ", "-"),
        **changes,
    }
    return GameGenome.from_dict({**data, "description": ""})


def stored(
    genome: GameGenome, key: str, generation: int, slot: int, *parents: StoredGame, story: str = ""
) -> StoredGame:
    """A game as the store keeps it."""
    library = not parents
    roots: dict[str, float] = {genome.genome_id: 1.0} if library else {}
    for parent in parents:
        for root, share in parent.roots.items():
            roots[root] = roots.get(root, 0.0) + share / len(parents)
    return StoredGame(
        key=key,
        name=genome.name,
        genome_id=genome.genome_id,
        origin=LIBRARY_ORIGIN if library else BRED_ORIGIN,
        generation=generation,
        slot=slot,
        text=to_json(genome),
        story=story,
        parents=tuple(parent.key for parent in parents),
        roots=dict(sorted(roots.items(), key=lambda item: -item[1])),
        nearest=max(roots, key=lambda root: roots[root]),
        distance=0.0 if library else 0.41,
        family="trick",
        digest=key,
    )


def small_games() -> list[StoredGame]:
    """Two games of the library and three that descend from them."""
    hearts = stored(get_genome("hearts"), "k-hearts", 0, 0)
    scopa = stored(get_genome("scopa"), "k-scopa", 0, 1)
    scoring = get_genome("hearts").to_dict()["card_scoring"]
    dearer = [scoring[0], {**scoring[1], "points": 20}]
    first = renamed(get_genome("hearts"), "Balodine", card_scoring=dearer)
    balodine = stored(first, "k-balodine", 1, 0, hearts, story="the queen of spades costs 20")
    second = renamed(first, "Tamavel", max_turns=4000)
    tamavel = stored(second, "k-tamavel", 2, 0, balodine, story="fewer turns are allowed")
    third = renamed(get_genome("scopa"), "Coralette", max_turns=3000)
    coralette = stored(
        third, "k-coralette", 2, 1, scopa, tamavel, story="took the deal from Tamavel"
    )
    return [hearts, scopa, balodine, tamavel, coralette]


def small_run(path: Path, games: list[StoredGame] | None = None, finished: bool = True) -> Path:
    """A run of two generations as a file."""
    made = small_games() if games is None else games
    settings = Settings(seed=7, generations=2, population=3)
    with RunStore.create(path, settings.to_dict()) as store:
        store.save_generation(_generation(0, [game for game in made if game.generation == 0]))
        for number in (1, 2):
            store.save_generation(
                _generation(number, [game for game in made if game.generation == number])
            )
        store.save_facts({"finished": finished})
    return path


def _generation(number: int, games: list[StoredGame]) -> GenerationResult:
    bred = [game for game in games if game.origin == BRED_ORIGIN]
    standings = [_standing(game) for game in bred]
    best = max(standings, key=lambda one: one.low, default=None)
    record = GenerationRecord(
        number=number,
        proposals=len(bred) + 2,
        rejected={"does_not_finish": 1, "known_before": 1},
        evaluations=len(games),
        played=12_345 * len(games),
        num_elites=number,
        coverage=number / GRID.cells,
        qd_score=0.5 * number,
        norm_qd_score=0.5 * number / GRID.cells,
        obj_max=0.4 + 0.1 * number,
        obj_mean=0.35 + 0.1 * number,
        best=best.key if best else "",
    )
    rejected = [
        Proposal(number, slot, "rejected", reason, f"it was {reason}", "", "", (), "door", 0.0)
        for slot, reason in ((8, "does_not_finish"), (9, "known_before"))
    ]
    accepted = [
        Proposal(
            number, game.slot, "elite", "", "", game.key, game.story, game.parents, "search", 0.6
        )
        for game in bred
    ]
    return GenerationResult(
        record=record,
        timing=Timing(number, 10.0, 18.0, 15.0, len(games), 2),
        games=games,
        evaluations=[
            StoredEvaluation(
                game.key, 0, number, invented_evaluation(game.genome(), game.key, place)
            )
            for place, game in enumerate(bred)
        ],
        standings=standings,
        proposals=[*accepted, *rejected],
        events=[ArchiveEvent(number, one.cell, "new", one.key, one.low) for one in standings],
    )


def _standing(game: StoredGame) -> Standing:
    bins = (game.slot, 1 + game.generation, 2, 1)
    low = 0.5 + 0.04 * game.generation + 0.02 * game.slot
    measures = {"family": 0.5 + game.slot, "length": 4.0, "skill": 0.35, "interaction": 0.5}
    cell = GRID.grid_to_int_index(bins)
    return Standing(game.key, cell, measures, low + 0.05, low, low + 0.1, 1, True)


def hostile(game: StoredGame, text: str) -> StoredGame:
    """The same game, with a text from a stranger wherever the store keeps one."""
    return replace(game, name=text, story=text, nearest=text, roots={text: 1.0}, family=text)
