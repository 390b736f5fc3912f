"""Families of games: each makes up a game of its kind with everything about it drawn by lot."""
