"""The library: card games as data, one module each.

No other part of the package knows any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from darwindeck.genome.examples.baloot import create_baloot_genome
from darwindeck.genome.examples.betting_war import create_betting_war_genome
from darwindeck.genome.examples.blackjack import create_blackjack_genome
from darwindeck.genome.examples.bridge import create_bridge_genome
from darwindeck.genome.examples.briscola import create_briscola_genome
from darwindeck.genome.examples.canasta import create_canasta_genome
from darwindeck.genome.examples.cheat import create_cheat_genome
from darwindeck.genome.examples.crazy_eights import create_crazy_eights_genome
from darwindeck.genome.examples.draw_poker import create_draw_poker_genome
from darwindeck.genome.examples.durak import create_durak_genome
from darwindeck.genome.examples.euchre import create_euchre_genome
from darwindeck.genome.examples.gin_rummy import create_gin_rummy_genome
from darwindeck.genome.examples.go_fish import create_go_fish_genome
from darwindeck.genome.examples.hearts import create_hearts_genome
from darwindeck.genome.examples.klaverjas import create_klaverjas_genome
from darwindeck.genome.examples.oh_hell import create_oh_hell_genome
from darwindeck.genome.examples.old_maid import create_old_maid_genome
from darwindeck.genome.examples.partnership_spades import create_partnership_spades_genome
from darwindeck.genome.examples.pidro import create_pidro_genome
from darwindeck.genome.examples.pinochle import create_pinochle_genome
from darwindeck.genome.examples.president import create_president_genome
from darwindeck.genome.examples.rummy import create_rummy_genome
from darwindeck.genome.examples.schnapsen import create_schnapsen_genome
from darwindeck.genome.examples.scopa import create_scopa_genome
from darwindeck.genome.examples.simple_poker import create_simple_poker_genome
from darwindeck.genome.examples.solitaire import create_solitaire_genome
from darwindeck.genome.examples.spades import create_spades_genome
from darwindeck.genome.examples.uno import create_uno_genome
from darwindeck.genome.examples.war import create_war_genome
from darwindeck.genome.schema import GameGenome

LIBRARY: dict[str, Callable[[], GameGenome]] = {
    "war": create_war_genome,
    "scopa": create_scopa_genome,
    "uno": create_uno_genome,
    "crazy-eights": create_crazy_eights_genome,
    "old-maid": create_old_maid_genome,
    "go-fish": create_go_fish_genome,
    "rummy": create_rummy_genome,
    "solitaire": create_solitaire_genome,
    "hearts": create_hearts_genome,
    "spades": create_spades_genome,
    "partnership-spades": create_partnership_spades_genome,
    "simple-poker": create_simple_poker_genome,
    "draw-poker": create_draw_poker_genome,
    "blackjack": create_blackjack_genome,
    "betting-war": create_betting_war_genome,
    "bridge": create_bridge_genome,
    "pinochle": create_pinochle_genome,
    "euchre": create_euchre_genome,
    "canasta": create_canasta_genome,
    "cheat": create_cheat_genome,
    "baloot": create_baloot_genome,
    "pidro": create_pidro_genome,
    "briscola": create_briscola_genome,
    "durak": create_durak_genome,
    "gin-rummy": create_gin_rummy_genome,
    "oh-hell": create_oh_hell_genome,
    "klaverjas": create_klaverjas_genome,
    "president": create_president_genome,
    "schnapsen": create_schnapsen_genome,
}
"""Every game by its `genome_id`."""


def library_ids() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(LIBRARY)


@cache
def get_genome(genome_id: str) -> GameGenome:
    """One game of the library; raises `KeyError` if there is none of that name."""
    return LIBRARY[genome_id]()


def get_seed_genomes() -> list[GameGenome]:
    """All games of the library."""
    return [get_genome(genome_id) for genome_id in LIBRARY]


__all__ = [
    "LIBRARY",
    "create_baloot_genome",
    "create_betting_war_genome",
    "create_blackjack_genome",
    "create_bridge_genome",
    "create_briscola_genome",
    "create_canasta_genome",
    "create_cheat_genome",
    "create_crazy_eights_genome",
    "create_draw_poker_genome",
    "create_durak_genome",
    "create_euchre_genome",
    "create_gin_rummy_genome",
    "create_go_fish_genome",
    "create_hearts_genome",
    "create_klaverjas_genome",
    "create_oh_hell_genome",
    "create_old_maid_genome",
    "create_partnership_spades_genome",
    "create_pidro_genome",
    "create_pinochle_genome",
    "create_president_genome",
    "create_rummy_genome",
    "create_schnapsen_genome",
    "create_scopa_genome",
    "create_simple_poker_genome",
    "create_solitaire_genome",
    "create_spades_genome",
    "create_uno_genome",
    "create_war_genome",
    "get_genome",
    "get_seed_genomes",
    "library_ids",
]
