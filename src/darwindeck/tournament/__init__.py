"""Tournaments: players against each other on the same deals, at every seat, with ratings."""

from darwindeck.tournament.files import FileProblem, load, save, to_csv, to_dict, to_page
from darwindeck.tournament.rating import Rating, ratings
from darwindeck.tournament.run import Duel, Player, Tournament, lineups, play_tournament

__all__ = [
    "Duel",
    "FileProblem",
    "Player",
    "Rating",
    "Tournament",
    "lineups",
    "load",
    "play_tournament",
    "ratings",
    "save",
    "to_csv",
    "to_dict",
    "to_page",
]
