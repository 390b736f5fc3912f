"""Tables whose cards are the same on every run; secrets stay secrets."""

from __future__ import annotations

import random
import secrets

import pytest


@pytest.fixture(autouse=True)
def _same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbits", random.Random(11).getrandbits)
