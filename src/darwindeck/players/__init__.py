"""Players who learn: how they see positions, and where what they have learnt is kept.

`encoding` tells what a seat sees as features that a person can read; `weights` finds what was
learnt before, or lets it be learnt.
"""

from darwindeck.players import encoding
from darwindeck.players.weights import cache_folder, prepare

__all__ = ["cache_folder", "encoding", "prepare"]
