"""What null and short forms mean, written out at length (§2.7 to §2.16).

All this is done to the JSON text, before it is read into parts.
"""

from __future__ import annotations

import re
from typing import Any

from tests.reference.cards import FRENCH_RANKS, FRENCH_SUITS
from tests.reference.text import Node, parse

Part = dict[str, Any]

MOVES_OF_ONE_PLAYER = ("draw", "play", "discard", "meld", "capture", "build", "claim", "choice")


def written_out(genome: Part) -> Part:
    """The same game in its long form."""
    drop_what_never_holds(genome)
    write_deck(genome)
    write_zones(genome)
    write_rankings(genome)
    write_rules(genome)
    write_deal(genome["setup"])
    write_trump(genome)
    write_tableau(genome)
    for phase in all_phases(genome["turn_structure"]["phases"]):
        if phase["kind"] == "trick":
            write_follow(phase)
            write_breaking(phase)
    write_turns(genome)
    return genome


def all_phases(phases: list[Part]) -> list[Part]:
    """Phases and those inside them."""
    found = []
    for phase in phases:
        found.append(phase)
        for inside in ("phases", "options", "before_card", "before_turn"):
            found.extend(all_phases(phase.get(inside, [])))
    return found


def drop_what_never_holds(genome: Part) -> None:
    """A clause whose `when` is false, by itself or by an option, does not stand there (§2.6)."""
    options = {option["name"]: option["value"] for option in genome.get("options", [])}
    used = words_used(genome)

    def may_hold(clause: Part) -> bool:
        when = clause.get("when")
        return when is None or settled(parse_when(when), options) is not False

    def drop(part: Part) -> None:
        for name in LISTS_OF_CLAUSES:
            if part.get(name):
                part[name] = [
                    clause
                    for clause in part[name]
                    if may_hold(clause) or (name == "calls" and is_used(clause, used))
                ]
                for clause in part[name]:
                    drop(clause)

    drop(genome)
    drop(genome["setup"])
    drop(genome["turn_structure"])


def is_used(call: Part, used: set[str]) -> bool:
    """Whether an expression uses the name or a choice of a call: then the call is still counted,
    though nobody can make it (§P19.3)."""
    return call["name"] in used or any(choice["name"] in used for choice in call.get("choices", []))


def words_used(part: Any, field: str = "") -> set[str]:
    """All words that stand in expressions of a part."""
    if isinstance(part, dict):
        return {word for name, inner in part.items() for word in words_used(inner, name)}
    if isinstance(part, list):
        return {word for inner in part for word in words_used(inner, field)}
    if isinstance(part, str) and field not in ("name", "label", "description", "note", "sources"):
        return set(re.findall(r"\w+", part))
    return set()


LISTS_OF_CLAUSES = (
    "win_conditions",
    "special_effects",
    "scoring_rules",
    "before_deal",
    "phases",
    "options",
    "before_card",
    "before_turn",
    "calls",
    "allowed",
    "duties",
    "lead",
    "follow",
)
"""The fields that list clauses with a `when`. (The options of a genome have none, and stay.)"""


def parse_when(when: Any) -> Node:
    """The tree of a condition, which may also be given as yes or no (§P4.1)."""
    if isinstance(when, bool):
        return parse("true" if when else "false")
    return parse(when)


def settled(node: Node, options: dict[str, str]) -> bool | None:
    """Whether a condition is true or false whatever happens: options are decided before play (§2.5,
    §2.6). None: it is not settled."""
    if node.word in ("true", "false"):
        return node.word == "true"
    if node.word == "not":
        inner = settled(node.arguments[0], options)
        return None if inner is None else not inner
    if node.word in ("and", "or"):
        deciding = node.word == "or"
        parts = [settled(each, options) for each in node.arguments]
        if deciding in parts:
            return deciding
        return None if None in parts else not deciding
    if node.word in ("==", "!="):
        one, two = (each.word for each in node.arguments)
        if one in options:
            return (options[one] == two) == (node.word == "==")
        if two in options:
            return (options[two] == one) == (node.word == "==")
    return None


def write_deck(genome: Part) -> None:
    """`deck: null` is the French pack, ranks from the ace to the king (§2.8)."""
    if genome.get("deck") is None:
        block = {"suits": list(FRENCH_SUITS), "ranks": list(FRENCH_RANKS)}
        genome["deck"] = {"blocks": [block]}


def write_zones(genome: Part) -> None:
    """`zones: null` stands for five zones (§2.9)."""
    if genome.get("zones") is None:
        genome["zones"] = [
            zone("deck", "table", "stack", "nobody"),
            zone("hand", "seat", "set", "owner"),
            zone("discard", "table", "stack", "top"),
            zone("tableau", "table", "stack", "all"),
            zone("captured", "seat", "set", "nobody"),
        ]


def zone(name: str, owner: str, order: str, sees: str) -> Part:
    return {"name": name, "label": name, "owner": owner, "order": order, "sees": sees}


def write_rankings(genome: Part) -> None:
    """`rankings: null` is the order of the ranks in the deck, with the ace moved to the end
    (§2.10)."""
    if genome.get("rankings") is None:
        ranks = ranks_of(genome)
        order = [rank for rank in ranks if rank != "A"] + [rank for rank in ranks if rank == "A"]
        genome["rankings"] = [{"plain": order}]


def ranks_of(genome: Part) -> list[str]:
    """The ranks of the deck, in its order (§P1.3)."""
    ranks = [rank for block in genome["deck"]["blocks"] for rank in block["ranks"]]
    return list(dict.fromkeys(ranks))


def write_rules(genome: Part) -> None:
    """What is null is none, or has all its defaults; without a match there is one hand (§2.10)."""
    for name in ("point_tables", "card_scoring", "scoring_rules"):
        if genome.get(name) is None:
            genome[name] = []
    if genome.get("game_rules") is None:
        genome["game_rules"] = {}
    if genome.get("match") is None:
        genome["match"] = {"hands": 1}


def write_deal(setup: Part) -> None:
    """`deal: null`: so many packets of one card to each hand, then cards to the discard pile
    (§2.11)."""
    if setup.get("deal") is None:
        setup["deal"] = []
        if setup.get("cards_per_player"):
            setup["deal"].append({"packets": [1] * setup["cards_per_player"], "zone": "hand"})
        if setup.get("initial_discard_count"):
            setup["deal"].append({"packets": [setup["initial_discard_count"]], "zone": "discard"})
    setup.setdefault("cards_per_player", 0)  # nothing reads it beside a deal


def write_trump(genome: Part) -> None:
    """Without a trump suit in the set-up, the first one of a trick phase holds (§2.12)."""
    if genome["setup"].get("trump_suit") is None:
        for phase in genome["turn_structure"]["phases"]:
            if phase["kind"] == "trick" and phase.get("trump_suit") is not None:
                genome["setup"]["trump_suit"] = phase["trump_suit"]
                break


def write_follow(trick: Part) -> None:
    """The duty to follow suit (§2.14)."""
    if trick.get("lead_suit_required", True) and not trick.get("follow"):
        trick["follow"] = [{"cards": {"same": ["suit"], "of": "led"}}]


def write_breaking(trick: Part) -> None:
    """The duty not to lead, or not to play, a suit until it is broken (§2.15)."""
    rule = trick.get("breaking_rule", "none")
    if trick.get("breaking_suit") is None or rule == "none":
        return
    line = {"cards": {"not_": {"suit": trick["breaking_suit"]}}, "when": "not broken"}
    for name in ("lead", "follow") if rule == "cannot_play_until_broken" else ("lead",):
        lines = trick.get(name, [])
        trick[name] = lines if line in lines else [*lines, line]


def write_tableau(genome: Part) -> None:
    """`tableau_mode` changes the play phases to the tableau (§2.16)."""
    mode = genome["setup"].get("tableau_mode", "none")
    if mode == "none":
        return
    phases = genome["turn_structure"]["phases"]
    for number, phase in enumerate(phases):
        if phase["kind"] == "play" and phase["target"] == "tableau":
            phases[number] = changed_by_tableau(genome, mode, phase)
    if mode == "war":
        for ranking in genome["rankings"]:
            ranking["across_suits"] = True


def changed_by_tableau(genome: Part, mode: str, play: Part) -> Part:
    """What a play phase to the tableau becomes (§2.16)."""
    kept = {name: play[name] for name in ("name", "label", "when", "who", "then") if name in play}
    source = play.get("source", "hand")
    if mode == "war":
        battle = genome["game_rules"].get("tie_breaker") == "battle"
        return kept | {
            "kind": "trick",
            "source": source,
            "lead_suit_required": False,
            "tie": "battle" if battle else "first",
        }
    if mode == "match_rank":
        lines = [
            {"cards": {"rank": rank}, "points": number + 1}
            for number, rank in enumerate(ranks_of(genome))
        ]
        genome["point_tables"].append({"name": MATCH_RANK, "label": MATCH_RANK, "lines": lines})
        return kept | {"kind": "capture", "source": source, "by": ["equal"], "values": MATCH_RANK}
    move = {"source": source, "target": "tableau", "on_empty": {}, "onto": in_sequence(genome)}
    return kept | {"kind": "build", "moves": [move]}


MATCH_RANK = "rank values"
"""The name of the point table that `match_rank` stands for; no expression can name it."""


def in_sequence(genome: Part) -> Part:
    """The cards that may be built on the top card in `sequence` (§2.16)."""
    setup = genome["setup"]
    ranking = genome["rankings"][0]
    ranks = len(ranking.get("sequence") or ranking["plain"])
    steps = list(range(1, setup.get("sequence_gap_allowed", 1) + 1))
    if setup.get("sequence_wrap", False):
        steps += [step - ranks for step in steps]
    direction = setup.get("sequence_direction", "ascending")
    if direction == "descending":
        steps = [-step for step in steps]
    elif direction == "both":
        steps += [-step for step in steps]
    same = ["suit"] if setup.get("sequence_must_match_suit", True) else []
    return {"any_of": [{"step": step, "same": same, "of": "top"} for step in steps]}


def write_turns(genome: Part) -> None:
    """A hand of nothing but moves of one player is turns that go round (§2.13)."""
    options = {option["name"]: option["value"] for option in genome.get("options", [])}
    phases = [
        phase
        for phase in genome["turn_structure"]["phases"]
        if settled(parse_when(phase.get("when", "true")), options) is not False
    ]
    if phases and all(
        phase["kind"] in MOVES_OF_ONE_PLAYER and phase.get("who") is None for phase in phases
    ):
        genome["turn_structure"]["phases"] = [
            {"kind": "turns", "phases": genome["turn_structure"]["phases"]}
        ]
