"""House rules: which reading is in force, and which others there are."""

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
        sentences = []
        own: list[Path] = [(*path, "choices", option.choices.index(choice)) for choice in chosen]
        lead = strong(capitalised(option.label) + ":")
        for number, choice in enumerate(others):
            at = (*path, "choices", option.choices.index(choice))
            if number:
                sentences.append(say(f"or: {choice.label}", at))
            else:
                sentences.append(say(f"{lead} {choice.label}", path, at, *own))
        items.append(item(sentences))
    intro = say("some play otherwise than these rules say:", ("options",))
    return Section(HOUSE_RULES, (Paragraph((intro,)), Bullets(tuple(items))))
