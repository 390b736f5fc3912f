"""The command line."""

from darwindeck.cli import began
from darwindeck.cli.app import app, main

__all__ = ["app", "began", "main"]
