"""How new games are made: operators, mechanics taken from another game, and games out of nothing.

`operators` make small changes, `crossing` moves whole mechanics, `families` make games up; `repair`
and `tidy` mend what a change has torn, and `door` lets only sound games through. `children` makes
the child that a run asks for.
"""
