"""Play in words: moves, events and results, a match as a story and in notation.

The play model knows no sentence; what it hands out in words it gets from here (`words`).
"""
