"""What a rulebook has told so far, in the order of its text."""

from __future__ import annotations

from dataclasses import dataclass, field

from darwindeck.genome.schema import Action, CardCondition
from darwindeck.rulebook.document import Path


@dataclass
class Told:
    """What was spoken of and what was explained: a term is explained where it first comes up.

    The text grows from its beginning to its end, and this grows with it. It decides what has to be
    said besides a clause, or not a second time; how the clause reads is a matter of its scene.
    """

    counters: list[str] = field(default_factory=list)
    """Counters in the order in which they were first spoken of."""
    lets: list[str] = field(default_factory=list)
    card_sets: list[str] = field(default_factory=list)
    side_sums: list[str] = field(default_factory=list)
    """Numbers of single players that have been asked of a side."""
    suit_in_force: bool = False
    tricks: bool = False
    """Whether the play of tricks has been told: what follows in the text is about afterwards."""
    turns: bool = False
    """Whether the turns have been told: what the text tells before them happens before them."""
    last_hand: bool = False
    """Whether it has just been said that it is about the hand before."""
    explained: set[tuple[str, str]] = field(default_factory=set)
    """Terms that have been explained: kind and name."""
    effects: set[int] = field(default_factory=set)
    """Effects that the meaning of a term has told already."""
    special_cards: bool = False
    """Whether the section on what single cards bring about has been told."""
    card_names: dict[CardCondition, str] = field(default_factory=dict)
    """Cards that the text has given a name to: "fitting card"."""
    roles: list[str] = field(default_factory=list)
    announced: set[str] = field(default_factory=set)
    """Numbers and roles of which it was said that everybody is told of them."""
    unsaid: list[Path] = field(default_factory=list)
    """Clauses that need no words of their own beside those around them."""
    sentences: set[str] = field(default_factory=set)
    """Sentences that need not be said a second time."""
    happenings: dict[tuple[Action, ...], str] = field(default_factory=dict)
    """What happens in parts of the play that have names, and these."""
    actions: set[Path] = field(default_factory=set)
    """Actions that an earlier section has told of."""
    secret_answers: bool = False
    """Whether it has been said what answering at the same time means."""
    equal_answers: bool = False
    """Whether it has been said which of equal answers counts."""

    def speak_of(self, name: str, kind: list[str]) -> None:
        """Notes that something of a kind was spoken of."""
        if name not in kind:
            kind.append(name)
