"""Tasks for pools of workers in tests."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.waiting import until


def where(task: Mapping[str, Any]) -> dict[str, Any]:
    """Says which process did the task, once the file that is its gate, if it has one, is there."""
    if "gate" in task:
        until(Path(task["gate"]).exists)
    return {"twice": 2 * task["n"], "process": os.getpid()}


def end_the_first_worker(task: Mapping[str, Any]) -> dict[str, Any]:
    """Ends the process that begins it, unless one was ended by it before."""
    mark = Path(task["mark"])
    if not mark.exists():
        mark.touch()
        os._exit(1)
    return {"twice": 2 * task["n"]}
