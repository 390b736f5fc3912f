"""The command line."""

from darwindeck.cli.app import app, main

__all__ = ["app", "main"]
