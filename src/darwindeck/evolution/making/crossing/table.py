"""Transplants of what a game is played with: the deck, the size of hands, the players."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from darwindeck.evolution.making.crossing.anatomy import Anatomy
from darwindeck.evolution.making.crossing.card_mechanics import (
    Deck,
    is_plain,
    spoken,
    whole_deck,
    with_labels,
)
from darwindeck.evolution.making.crossing.fitting import sized
from darwindeck.evolution.making.crossing.mechanic import Mechanic, Proposal, scoring
from darwindeck.evolution.making.crossing.mending import agreed, with_hand
from darwindeck.evolution.making.mentions import PLAIN, Mention, with_names
from darwindeck.evolution.making.repair import hand_size, repair, with_hand_size, with_players
from darwindeck.genome.decks import CUSTOM
from darwindeck.genome.expressions import Expr
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.tree import with_expressions


class OtherDeck(Mechanic):
    """The donor's cards."""

    name = "deck"
    weight = 4
    last_resort = True

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        donor = Anatomy(replace(donor.genome, deck=whole_deck(donor.genome)))
        if sorted(map(str, host.cards)) == sorted(map(str, donor.cards)):
            return None
        if not is_plain(donor.genome) or not _is_alike(host, donor):
            return None
        child = with_deck(host, donor)
        return Proposal(child, "the deck", ())


def _is_alike(host: Anatomy, donor: Anatomy) -> bool:
    """Whether the game could be dealt from the deck without hands too large or too small."""
    ratio = len(donor.cards) / max(1, len(host.cards))
    players = max(1, host.genome.player_count)
    return 0.4 <= ratio <= 2.2 and not (host.deals_all and len(donor.cards) // players > 20)


def with_deck(host: Anatomy, donor: Anatomy) -> GameGenome:
    """The host played with the donor's cards."""
    genome = host.genome
    deck = Deck(host, donor, genome)

    def rename(mention: Mention) -> str:
        kind, name = mention
        if kind == "suit" or (kind == PLAIN and name in deck.suits):
            return deck.suits.get(name, name)
        if kind == "rank" or (kind == PLAIN and name in deck.ranks):
            return deck.rank(name)
        return name

    own = replace(genome, deck=None)
    deck.fit(own.patterns)
    child = with_labels(with_names(deck.fit(own), rename), genome, donor.genome)
    sets = tuple(
        replace(new, label=spoken(new.cards, donor.genome) or new.label)
        if new.cards != old.cards and spoken(old.cards, genome) == old.label
        else new
        for old, new in zip(genome.card_sets, child.card_sets, strict=True)
    )
    child = replace(
        child,
        deck=donor.genome.deck,
        card_sets=sets,
        setup=replace(
            child.setup,
            initial_deck=CUSTOM if donor.genome.deck else donor.genome.setup.initial_deck,
        ),
    )
    if host.deals_all:
        size = len(donor.cards) // max(1, genome.player_count)
        if size != host.hand and not any(s.all_cards for s in genome.setup.deal or ()):
            child = with_hand(sized(child, host.hand, size), size)
    return agreed(child)


class Partnerships(Mechanic):
    """Two against two, as the donor's players sit."""

    name = "partnerships"

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine, given = host.genome, donor.genome
        if mine.team_mode or not given.team_mode or mine.player_count != given.player_count:
            return None
        if not scoring(mine) or not mine.win_conditions or mine.house is not None:
            return None
        child = replace(mine, team_mode=True, teams=given.teams)
        # what the others hold is what the other side holds
        rules = with_expressions(child.scoring_rules or (), _of_opponents)
        return Proposal(replace(child, scoring_rules=rules), "the partnerships", ())


def _of_opponents(text: str) -> str:
    return Expr(str(text).replace("others(turn)", "opponents(turn)"))


class HandSize(Mechanic):
    """How many cards are dealt."""

    name = "deal"
    last_resort = True

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        genome = host.genome
        mine, theirs = host.hand, donor.hand
        near = mine <= 2 * theirs and theirs <= 2 * mine
        room = len(host.cards) * (1 if host.deals_all else 3) // (1 if host.deals_all else 4)
        size = min(theirs if near else (mine + theirs) // 2, room // max(1, genome.player_count))
        if size in (mine, 0) or not hand_size(genome):
            return None
        return Proposal(with_hand_size(genome, size), "the size of the deal", ())


class Players(Mechanic):
    """How many play, and who with whom."""

    name = "players"
    last_resort = True

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine, given = host.genome, donor.genome
        same = mine.player_count == given.player_count and mine.teams == given.teams
        if same or given.player_count < 2:
            return None
        child = with_players(replace(mine, team_mode=False, teams=()), given.player_count)
        child = repair(replace(child, team_mode=given.team_mode, teams=given.teams))
        return Proposal(child, "the number of players", ())
