"""The library: card games as files. No other part of the package knows any of them.

For each file there is a function that makes the game: `create_hearts_genome` for `hearts.json`.
"""

from darwindeck.library.shelf import LIBRARY, get_genome, get_seed_genomes, library_ids

_MAKERS = {make.__name__: make for make in LIBRARY.values()}
globals().update(_MAKERS)

__all__ = ["LIBRARY", "get_genome", "get_seed_genomes", "library_ids", *_MAKERS]
