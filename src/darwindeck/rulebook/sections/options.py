"""House rules: which readings there are beside the one in force."""

from __future__ import annotations

from darwindeck.english import capitalised
from darwindeck.genome.schema import Option
from darwindeck.rulebook.document import HOUSE_RULES, Bullets, Paragraph, Path, Section, strong
from darwindeck.rulebook.sections.base import item, say
from darwindeck.rulebook.words import Words


def only_players(option: Option) -> bool:
    """Whether an option is about nothing but how many play, and on which sides."""
    about = {setting.path for choice in option.choices for setting in choice.sets}
    return "/player_count" in about and about <= {"/player_count", "/team_mode", "/teams"}


def options_section(words: Words) -> Section | None:
    options = [
        (index, option)
        for index, option in enumerate(words.genome.options)
        if not only_players(option)
    ]
    if not options:
        return None
    items = []
    for index, option in options:
        path = ("options", index)
        chosen = [c for c in option.choices if c.name == option.value]
        others = [c for c in option.choices if c.name != option.value]
        if not others:
            continue
        lead = strong(capitalised(option.label) + ":")
        at: list[Path] = [
            (*path, "choices", option.choices.index(choice)) for choice in (*chosen, *others)
        ]
        readings = "; or ".join(choice.label for choice in others)
        items.append(item([say(f"{lead} {readings}", path, *at)]))
    if not items:
        return None
    intro = say("some play otherwise:", ("options",))
    return Section(HOUSE_RULES, (Paragraph((intro,)), Bullets(tuple(items))))
