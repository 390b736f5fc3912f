"""A table in a browser for any game: alone against computers, or with friends on one network."""
