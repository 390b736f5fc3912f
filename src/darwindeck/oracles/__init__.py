"""Independent accounts of single games, one package each: what proves a genome from outside it.

They are the only programs that know a game. Generic code finds them through `darwindeck.plugins`.
"""
