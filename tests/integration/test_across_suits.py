"""Where suits do not matter the highest card takes the trick; a trump is a card like any other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from darwindeck.cards import Suit
from darwindeck.genome.examples import create_spades_genome
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook
from darwindeck.simulation import Game, MoveKind

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def test_trumps_beat_nothing_where_suits_do_not_matter() -> None:
    spades = create_spades_genome()
    rankings = tuple(replace(one, across_suits=True) for one in spades.rankings or ())
    genome = replace(spades, rankings=rankings)
    assert GenomeValidator.validate(genome) == []
    assert "The highest card wins the trick, whatever its suit" in generate_rulebook(genome)

    game = Game(genome)
    checked = trumps_beaten = 0
    for seed in range(20):
        dice = Random(seed)
        state = game.hand(seed)
        trick = []
        while (seat := state.asked) is not None:
            move = dice.choice(state.legal_moves(seat))
            state = state.apply(move, seat)
            if move.kind is MoveKind.CARD and move.card is not None:
                trick.append((ORDER.index(move.card.rank), seat, move.card.suit))
            if len(trick) == 4 and not state.over:
                best = max(trick)
                if [place for place, _, _ in trick].count(best[0]) == 1:
                    checked += 1
                    assert state.asked == best[1]
                    suits = [suit for _, _, suit in trick]
                    trumps_beaten += Suit.SPADES in suits and best[2] != Suit.SPADES
            if len(trick) == 4:
                trick = []
    assert checked > 100
    assert trumps_beaten > 20
