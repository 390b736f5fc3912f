"""The words of play that states, results and logs ask for; see `darwindeck.simulation.words`."""

from darwindeck.text.events import tell
from darwindeck.text.moves import task, worded
from darwindeck.text.notation import read, written
from darwindeck.text.results import outcome

__all__ = ["outcome", "read", "task", "tell", "worded", "written"]
