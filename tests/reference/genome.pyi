# What the reference lists is known when it is read.
from typing import Any

def __getattr__(name: str) -> Any: ...
