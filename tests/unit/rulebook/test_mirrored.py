"""Points of a list that say the same of several players or places."""

from __future__ import annotations

from darwindeck.rulebook.document import Bullets, Item, Section, Sentence, strong
from darwindeck.rulebook.sections.mirrored import mirrored


def told(*texts: str, numbered: bool = False) -> list[str]:
    items = tuple(Item((Sentence(text, (("calls", at),)),)) for at, text in enumerate(texts))
    block = mirrored(Section("", (Bullets(items, numbered),))).blocks[0]
    assert isinstance(block, Bullets)
    said = [sentence for one in block.items for sentence in one.sentences]
    assert {path for one in said for path in one.sources} == {
        ("calls", n) for n in range(len(items))
    }
    return [" ".join(sentence.text for sentence in one.sentences) for one in block.items]


LEFT = "Take a card from the player to your left if the player to your right has none."
ACROSS = "Take a card from the player opposite you if the player opposite you has none."
RIGHT = "Take a card from the player to your right if the player to your left has none."


def test_what_is_said_of_three_players_is_said_once() -> None:
    assert told(LEFT, ACROSS, RIGHT) == [
        f"{LEFT} The same with the player opposite you and with the player to your right."
    ]


def test_points_with_names_keep_them() -> None:
    sides = ("on your left", "opposite", "on your right")
    points = [f"{strong(f'Double the player {side}')}, if you like." for side in sides]
    assert told(*points) == [
        points[0],
        f"{strong('Double the player opposite')} in the same way.",
        f"{strong('Double the player on your right')} in the same way.",
    ]


def test_things_in_a_row_are_told_like_players() -> None:
    rows = [f"Put it onto your {which} pile." for which in ("first", "second", "third")]
    assert told(*rows) == [f"{rows[0]} The same with your second pile and with your third pile."]


def test_what_differs_in_more_than_that_is_told_in_full() -> None:
    other = LEFT.replace("a card", "two cards").replace("left", "right")
    for points in ((LEFT, ACROSS, other), (LEFT, ACROSS), (LEFT, LEFT, LEFT)):
        assert told(*points) == list(points)
    # What the first says of the right, the last would have to say of the left.
    unlike = RIGHT.replace("to your left", "to your right")
    assert told(LEFT, ACROSS, unlike) == [LEFT, ACROSS, unlike]


def test_steps_are_told_one_after_the_other() -> None:
    assert told(LEFT, ACROSS, RIGHT, numbered=True) == [LEFT, ACROSS, RIGHT]
