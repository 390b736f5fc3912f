"""Every genome an environment: arrays, batches, and the faces that researchers know.

Nothing of it is imported before it is asked for: `Batch` needs NumPy, `aec_env` and `parallel_env`
PettingZoo, `SeatEnv` and `VectorEnv` Gymnasium, `darwindeck.envs.openspiel` OpenSpiel. What is
missing is named together with the extra that brings it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from darwindeck.envs.batch import Batch
    from darwindeck.envs.encoding import Encoding
    from darwindeck.envs.gymnasium_env import SeatEnv, VectorEnv
    from darwindeck.envs.pettingzoo_env import aec_env, as_module, parallel_env, raw_env
    from darwindeck.envs.source import as_game

_HOMES = {
    "Batch": "batch",
    "Encoding": "encoding",
    "SeatEnv": "gymnasium_env",
    "VectorEnv": "gymnasium_env",
    "aec_env": "pettingzoo_env",
    "as_game": "source",
    "as_module": "pettingzoo_env",
    "parallel_env": "pettingzoo_env",
    "raw_env": "pettingzoo_env",
}


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{home}"), name)


__all__ = [
    "Batch",
    "Encoding",
    "SeatEnv",
    "VectorEnv",
    "aec_env",
    "as_game",
    "as_module",
    "parallel_env",
    "raw_env",
]
