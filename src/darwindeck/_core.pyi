from typing import Final

__all__ = ["JsonDoorError", "__version__", "check_json", "fingerprint", "verify_bytecode"]

__version__: Final[str]

class JsonDoorError(ValueError):
    """JSON turned away at the door. Its text names the place and the reason."""

    kind: str
    """Why, as a fixed name: ``too_large``, ``not_utf8``, ``empty``, ``not_json``,
    ``trailing_text``, ``too_deep``, ``too_many_values``, ``string_too_long``,
    ``number_too_long``, ``number_out_of_range`` or ``duplicate_key``."""
    line: int
    """From 1."""
    column: int
    """In characters, from 1."""
    message: str
    """The reason without the place."""

def check_json(
    data: bytes,
    *,
    max_bytes: int,
    max_depth: int,
    max_values: int,
    max_string: int,
    max_digits: int,
) -> None:
    """Raise :class:`JsonDoorError` unless ``data`` is strict JSON within the limits.

    ``max_depth`` counts levels of arrays and objects, ``max_values`` values without keys,
    ``max_string`` characters of one string or key, ``max_digits`` all digits of one number.
    Other threads run meanwhile.
    """

def fingerprint(data: bytes) -> int:
    """The stable 64-bit identity of ``data``, the same in every process and on every platform."""

def verify_bytecode(data: bytes) -> None:
    """Raise :class:`ValueError` unless ``data`` is bytecode that the core can run."""
