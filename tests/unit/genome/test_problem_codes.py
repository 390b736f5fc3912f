"""Every code of the catalogue: a genome, a file or a choice that brings it about.

Each entry breaks one thing in a genome that is sound before.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import darwindeck
from darwindeck import get_genome
from darwindeck.genome.catalogue import CATALOGUE, catalogue_text
from darwindeck.genome.codec import decode_genome, from_json
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    BettingPhase,
    BlockPhase,
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardFace,
    CardPoints,
    CardRanking,
    CardValue,
    Choose,
    ClaimPhase,
    ClaimRankMode,
    Counter,
    DealStep,
    DrawPhase,
    FirstDealer,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPart,
    HandPattern,
    Let,
    MatchRules,
    Moment,
    NamedCards,
    NextDealer,
    OptionChoice,
    Owner,
    PassPhase,
    PlayPhase,
    Promotion,
    Rank,
    Redeal,
    RoleSpec,
    Scope,
    Sees,
    Setting,
    SetTrump,
    SetupRules,
    ShowdownMethod,
    SpecialEffect,
    Stake,
    StandIn,
    Suit,
    TableHints,
    TurnStructure,
    WinCondition,
    Wording,
    ZoneHint,
)
from darwindeck.genome.validator import GenomeValidator
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import (
    HAND,
    SEVEN_UP,
    STOCK,
    WON,
    auction_genome,
    betting_genome,
    melding_genome,
    put,
)

Breaker = Callable[[], GameGenome]


def auction(path: str, value: Any) -> Breaker:
    return lambda: put(auction_genome(), path, value)


def melding(path: str, value: Any) -> Breaker:
    return lambda: put(melding_genome(), path, value)


def betting(path: str, value: Any) -> Breaker:
    return lambda: put(betting_genome(), path, value)


def minimal(**changes: Any) -> Breaker:
    return lambda: minimal_genome(**changes)


def nested(levels: int) -> CardCondition:
    condition = CardCondition(rank=Rank.ACE)
    for _ in range(levels):
        condition = CardCondition(not_=condition)
    return condition


SCORING = "scoring_rules.0.amount"
"""A field of the auction genome that holds a number."""

EMPTY_SET = NamedCards("nothing", "nothing", CardCondition(rank=Rank.ACE, ranks=(Rank.KING,)))
CIRCLE = (
    NamedCards("aces", "ace", CardCondition(named="circle")),
    NamedCards("circle", "card", CardCondition(named="aces")),
)
MODES = (CardRanking(SEVEN_UP, mode="high"), CardRanking(SEVEN_UP, mode="low"))


def with_options(*choices: OptionChoice, value: str) -> Breaker:
    def make() -> GameGenome:
        genome = auction_genome()
        option = replace(genome.options[0], choices=choices, value=value)
        return replace(genome, options=(option,))

    return make


def top_cards_led_openly() -> GameGenome:
    genome = put(auction_genome(), "turn_structure.phases.1.open_lead", CardCondition())
    return put(genome, "turn_structure.phases.1.choose", Choose.TOP)


def singing_all_at_once() -> GameGenome:
    return put(get_genome("tute"), "turn_structure.phases.0.before_card.0.automatic", True)


BREAKERS: dict[str, Breaker] = {
    # the numbered rules and teams
    "win-needs-scoring": minimal(win_conditions=(WinCondition("high_score"),)),
    "win-needs-patterns": minimal(win_conditions=(WinCondition("best_hand"),)),
    "betting-needs-chips": betting("setup.starting_chips", 0),
    "showdown-needs-evaluation": betting("hand_evaluation", None),
    "win-needs-capture": minimal(win_conditions=(WinCondition("capture_all"),)),
    "pattern-groups-too-large": betting("hand_evaluation.patterns.0.same_rank_groups", (3, 3)),
    "card-values-missing": minimal(
        hand_evaluation=HandEvaluation(HandEvaluationMethod.POINT_TOTAL)
    ),
    "teams-missing": auction("teams", ()),
    "teams-without-team-mode": auction("team_mode", False),
    "team-empty": auction("teams", ((0, 2), (1, 3), ())),
    "team-player-unknown": auction("teams", ((0, 2), (1, 4))),
    "team-player-twice": auction("teams", ((0, 2), (1, 2, 3))),
    "team-player-missing": auction("teams", ((0, 2), (1,))),
    "too-few-teams": auction("teams", ((0, 1, 2, 3),)),
    # sizes
    "too-large": auction("lets", tuple(Let(f"l{i}", "let", 1) for i in range(300))),
    "nested-too-deep": auction("card_sets.0.cards", nested(200)),
    "out-of-range": minimal(player_count=13),
    "deck-too-large": auction("deck.blocks.0.copies", 5),
    "expression-too-large": auction(
        "lets",
        (
            Let("made", "made", "l20 > 1"),
            Let("l0", "let", "contract"),
            *(Let(f"l{i}", "let", f"min(l{i - 1}, l{i - 1})") for i in range(1, 21)),
        ),
    ),
    "expression-too-slow": auction(SCORING, "sum(each, " * 10 + "1" + ")" * 10),
    "call-too-large": auction("turn_structure.phases.0.calls.1.choices.0.high", 257),
    # names
    "bad-name": auction("zones", (STOCK, HAND, WON, replace(WON, name="won tricks"))),
    "duplicate-name": auction("zones", (STOCK, HAND, WON, WON)),
    "name-clash": auction("roles", (RoleSpec("maker", "maker"), RoleSpec("dealer", "dealer"))),
    "unknown-name": auction("turn_structure.phases.1.playable", CardCondition(named="kings")),
    "unknown-suit": auction("card_sets.0.cards", CardCondition(suit="cups")),
    "unknown-rank": auction("card_sets.0.cards", CardCondition(rank=Rank.TWO)),
    "circular-card-set": auction("card_sets", CIRCLE),
    "label-missing": auction("roles.0.label", " "),
    "unprintable-text": auction("roles.0.label", "buyer\x1b[31m"),
    "words-say-a-rule": auction("words", (Wording("maker", having="has to lead"),)),
    "hint-cannot-be-drawn": auction("table", TableHints(zones=(ZoneHint("hand", row=1),))),
    "words-do-not-fit": auction("words", (Wording("maker", having="buying"),)),
    # cards and deal
    "unknown-deck": minimal(setup=SetupRules(5, initial_deck="standard_53")),
    "empty-deck": auction("deck.blocks", ()),
    "card-not-in-deck": auction("deck.without", (CardFace(Suit.CLUBS, Rank.TWO),)),
    "missing-zone": auction("zones", (HAND, WON)),
    "deal-exceeds-deck": minimal(setup=SetupRules(26), player_count=3),
    "deals-nothing": auction(
        "setup.deal", (DealStep(packets=(3, 2, 3)), DealStep(packets=(), to="dealer"))
    ),
    # orders and values
    "order-misses-rank": auction("rankings.0.plain", SEVEN_UP[1:]),
    "order-repeats-rank": auction("rankings.0.plain", (*SEVEN_UP, Rank.SEVEN)),
    "circular-promotion": auction(
        "rankings.0.promote.0", Promotion(CardCondition(suit=Suit.CLUBS), Rank.ACE)
    ),
    "depends-on-play": auction(
        "point_tables.0.lines",
        (CardPoints(CardCondition(not_=CardCondition(taken_from="deck")), 4),),
    ),
    "no-order": auction("rankings", ()),
    "ambiguous-mode": auction("rankings", (*MODES, CardRanking(SEVEN_UP))),
    "mode-not-covered": lambda: put(
        put(auction_genome(), "rankings", MODES), "point_tables.0.mode", "high"
    ),
    "unreachable-line": auction(
        "point_tables.0.lines",
        (
            CardPoints(CardCondition(rank=Rank.ACE), 11),
            CardPoints(CardCondition(rank=Rank.ACE, colour="red"), 20),
        ),
    ),
    "no-such-card": auction("card_sets", (auction_genome().card_sets[0], EMPTY_SET)),
    # patterns
    "pattern-contradiction": melding("patterns.0.max_size", 2),
    "pattern-impossible": melding("patterns.0", HandPattern("set", 1, same_rank_groups=(5,))),
    "pattern-says-nothing": melding("patterns.0", HandPattern("set", 1)),
    "equal-priority": betting("hand_evaluation.patterns.0.rank_priority", 10),
    "same-cards-twice": betting("hand_evaluation.parts", (HandPart("hand"), HandPart("hand", 2))),
    # expressions
    "expression-syntax": auction(SCORING, "10 *"),
    "unknown-word": auction(SCORING, "10 * contrat"),
    "wrong-argument-count": auction(SCORING, "min(contract)"),
    "wrong-argument": auction(SCORING, "min(contract, maker)"),
    "wrong-expression-type": auction(SCORING, "maker"),
    "not-here": auction(SCORING, "trick"),
    "not-provided": auction(SCORING, "pot"),
    "overflow": auction(SCORING, "score * score"),
    "division-by-zero": auction(SCORING, "div(contract, 0, down)"),
    "divisor-not-a-number": auction(SCORING, "div(10, contract, down)"),
    "circular-let": auction("lets.0.value", "not made"),
    "let-needs-scope": auction("lets.0.value", "tricks >= contract"),
    "let-is-a-seat": auction("lets.0", Let("made", "made", "dealer", Scope.SEAT)),
    "confused-stand-in": auction("deck.stand_ins", (StandIn((Rank.KING,), Rank.KING),)),
    "contradicting-declare": singing_all_at_once,
    "contradicting-lead": top_cards_led_openly,
    "circular-can": auction("turn_structure.phases.0.when", "can(auction)"),
    "reads-hidden-cards": auction(
        "turn_structure.phases.1.lead.0.when", "count(hand(left(turn)), aces) > 0"
    ),
    "picks-unseen-cards": auction("turn_structure.phases.1.source", "hand(left(turn))"),
    "tells-hidden-cards": auction("setup.after_deal", (AssignRole("maker", "holder(aces)"),)),
    # what nothing brings about
    "role-never-assigned": auction("turn_structure.phases.0.calls.1.do", (SetTrump("strain"),)),
    "counter-never-changes": auction(
        "turn_structure.phases.0.calls.1.do", (AssignRole("maker"), SetTrump("strain"))
    ),
    "zone-never-filled": minimal(
        turn_structure=TurnStructure((PlayPhase("discard"), DrawPhase("captured")))
    ),
    "trump-never-set": auction(
        "turn_structure.phases.0.calls.1.do", auction_genome().turn_structure.phases[0].then
    ),
    "mode-never-set": auction("rankings", MODES),
    "chips-missing": auction("setup.after_deal", (Stake(10, "each"),)),
    "house-missing": lambda: put(
        betting_genome(), "match", MatchRules(5, FirstDealer.HOUSE, NextDealer.SAME)
    ),
    "moment-never-comes": auction(
        "special_effects", (SpecialEffect(CardCondition(), Moment.MELDED, (Redeal(),)),)
    ),
    "win-out-of-reach": auction("win_conditions.0.threshold", 0),
    "unknown-win-type": minimal(win_conditions=(WinCondition("most_fun"),)),
    "win-says-nothing": minimal(win_conditions=(WinCondition("custom"),)),
    "reference-missing": auction(
        "turn_structure.phases.1.playable", CardCondition(same=(Attribute.SUIT,))
    ),
    # the course of a game
    "empty-list": auction("turn_structure.phases.0.calls", ()),
    "does-nothing": melding("turn_structure.phases.0.phases.1.new_melds", False),
    "bad-count": melding("turn_structure.phases.0.phases.0", DrawPhase(count="-hand_size")),
    "endless-game": minimal(win_conditions=()),
    "endless-phase": lambda: put(
        put(melding_genome(), "turn_structure.phases.0.until", "false"), "special_effects", ()
    ),
    "no-winner": lambda: minimal_genome(win_conditions=(), match=MatchRules(hands=1)),
    "open-bet": betting(
        "turn_structure.phases.0",
        BlockPhase((BettingPhase(10, max_bet=50),), after="pot < 100"),
    ),
    "pot-never-decided": betting(
        "turn_structure.phases.0.showdown_method", ShowdownMethod.FOLD_ONLY
    ),
    "limit-too-low": auction("max_turns", 10),
    "pass-exceeds-hand": lambda: put(
        minimal_genome(), "turn_structure", TurnStructure((PassPhase(8, ("left(turn)",)),))
    ),
    # contradictions
    "contradicting-deck": auction("setup.initial_deck", "standard_52"),
    "contradicting-zone": auction(
        "zones", (STOCK, HAND, replace(WON, owner=Owner.TABLE, sees=Sees.OWNER))
    ),
    "contradicting-deal": auction("setup.cards_per_player", 7),
    "contradicting-trump": auction("setup.trump_suit", Suit.SPADES),
    "contradicting-tricks": auction("turn_structure.tricks_per_hand", 13),
    "contradicting-follow": auction("turn_structure.phases.1.lead_suit_required", False),
    "contradicting-breaking": auction("turn_structure.phases.1.breaking_suit", Suit.HEARTS),
    "contradicting-capture": minimal(
        turn_structure=TurnStructure(
            (CapturePhase((CaptureBy.EQUAL,), "values", builds="discard"),)
        )
    ),
    "contradicting-play": minimal(
        turn_structure=TurnStructure((PlayPhase("discard", beating="discard"),))
    ),
    "contradicting-tie": auction("turn_structure.phases.1.battle_cards", 3),
    "contradicting-claim": minimal(
        turn_structure=TurnStructure((ClaimPhase(rank_mode=ClaimRankMode.FIXED),))
    ),
    "claim-in-sight": minimal(turn_structure=TurnStructure((ClaimPhase(),))),
    "contradicting-counter": auction("counters.0.start", 9),
    "contradicting-call": auction("turn_structure.phases.0.calls.0.equal_ok", "true"),
    "contradicting-rules": minimal(game_rules=GameRules(passes_to_trigger=2)),
    "contradicting-evaluation": betting("hand_evaluation.card_values", (CardValue(Rank.ACE, 11),)),
    "contradicting-pot": betting("counters", (Counter("pool", "pool", pot=True),)),
    "contradicting-option": auction("win_conditions.0.threshold", 60),
    # options
    "unknown-choice": auction("options.0.value", "endless"),
    "bad-pointer": with_options(
        OptionChoice("short", "short", (Setting("/no_such_field/0", "1"),)), value="short"
    ),
    "bad-setting": with_options(
        OptionChoice("short", "short", (Setting("/max_turns", '"many"'),)), value="short"
    ),
    "option-breaks-genome": with_options(
        OptionChoice("short", "short"),
        OptionChoice("long", "long", (Setting("/max_turns", "0"),)),
        value="short",
    ),
}

PLACES: dict[str, str] = {
    "win-needs-scoring": "$.win_conditions[0]",
    "win-needs-patterns": "$.win_conditions[0]",
    "betting-needs-chips": "$.turn_structure.phases[0]",
    "showdown-needs-evaluation": "$.turn_structure.phases[0].showdown_method",
    "win-needs-capture": "$.win_conditions[0]",
    "pattern-groups-too-large": "$.hand_evaluation.patterns[0].same_rank_groups",
    "card-values-missing": "$.hand_evaluation.card_values",
    "teams-missing": "$.teams",
    "teams-without-team-mode": "$.teams",
    "team-empty": "$.teams[2]",
    "team-player-unknown": "$.teams[1][1]",
    "team-player-twice": "$.teams[1][1]",
    "team-player-missing": "$.teams",
    "too-few-teams": "$.teams",
    "too-large": "$.lets",
    "out-of-range": "$.player_count",
    "deck-too-large": "$.deck",
    "expression-too-large": "$.scoring_rules[0].when",
    "expression-too-slow": "$.scoring_rules[0].amount",
    "call-too-large": "$.turn_structure.phases[0].calls[1].choices[0]",
    "bad-name": "$.zones[3].name",
    "duplicate-name": "$.zones[3].name",
    "name-clash": "$.roles[1].name",
    "unknown-name": "$.turn_structure.phases[1].playable.named",
    "unknown-suit": "$.card_sets[0].cards.suit",
    "unknown-rank": "$.card_sets[0].cards.rank",
    "circular-card-set": "$.card_sets[0]",
    "label-missing": "$.roles[0].label",
    "unprintable-text": "$.roles[0].label",
    "words-say-a-rule": "$.words[0].having",
    "words-do-not-fit": "$.words[0].having",
    "unknown-deck": "$.setup.initial_deck",
    "empty-deck": "$.deck",
    "card-not-in-deck": "$.deck.without[0]",
    "missing-zone": "$.zones",
    "deal-exceeds-deck": "$.setup.cards_per_player",
    "deals-nothing": "$.setup.deal[1]",
    "order-misses-rank": "$.rankings[0].plain",
    "order-repeats-rank": "$.rankings[0].plain[8]",
    "circular-promotion": "$.rankings[0].promote[0].cards",
    "depends-on-play": "$.point_tables[0].lines[0].cards",
    "no-order": "$.turn_structure.phases[1]",
    "ambiguous-mode": "$.rankings",
    "mode-not-covered": "$.point_tables",
    "unreachable-line": "$.point_tables[0].lines[1]",
    "no-such-card": "$.card_sets[1].cards",
    "pattern-contradiction": "$.patterns[0].min_size",
    "pattern-impossible": "$.patterns[0].same_rank_groups",
    "pattern-says-nothing": "$.patterns[0]",
    "equal-priority": "$.hand_evaluation.patterns[1].rank_priority",
    "same-cards-twice": "$.hand_evaluation.parts[1].zone",
    "expression-syntax": "$.scoring_rules[0].amount",
    "unknown-word": "$.scoring_rules[0].amount",
    "wrong-argument-count": "$.scoring_rules[0].amount",
    "wrong-argument": "$.scoring_rules[0].amount",
    "wrong-expression-type": "$.scoring_rules[0].amount",
    "not-here": "$.scoring_rules[0].amount",
    "not-provided": "$.scoring_rules[0].amount",
    "overflow": "$.scoring_rules[0].amount",
    "division-by-zero": "$.scoring_rules[0].amount",
    "divisor-not-a-number": "$.scoring_rules[0].amount",
    "circular-let": "$.lets[0].value",
    "let-needs-scope": "$.lets[0].value",
    "let-is-a-seat": "$.lets[0].value",
    "confused-stand-in": "$.deck.stand_ins[0].count_as",
    "contradicting-declare": "$.turn_structure.phases[0].before_card[0].limit",
    "contradicting-lead": "$.turn_structure.phases[1].open_lead",
    "circular-can": "$.turn_structure.phases[0]",
    "reads-hidden-cards": "$.turn_structure.phases[1].lead[0].when",
    "picks-unseen-cards": "$.turn_structure.phases[1].source",
    "role-never-assigned": "$.scoring_rules[0].who",
    "counter-never-changes": "$.scoring_rules[0].amount",
    "zone-never-filled": "$.turn_structure.phases[1].source",
    "trump-never-set": "$.turn_structure.phases[1].lead[0].cards.not_.trump",
    "mode-never-set": "$.rankings[0].mode",
    "chips-missing": "$.setup.after_deal[0]",
    "house-missing": "$.match.first_dealer",
    "moment-never-comes": "$.special_effects[0].moment",
    "win-out-of-reach": "$.win_conditions[0].threshold",
    "unknown-win-type": "$.win_conditions[0].type",
    "win-says-nothing": "$.win_conditions[0]",
    "reference-missing": "$.turn_structure.phases[1].playable.of",
    "empty-list": "$.turn_structure.phases[0].calls",
    "does-nothing": "$.turn_structure.phases[0].phases[1]",
    "bad-count": "$.turn_structure.phases[0].phases[0].count",
    "endless-game": "$.win_conditions",
    "endless-phase": "$.turn_structure.phases[0].until",
    "no-winner": "$.win_conditions",
    "open-bet": "$.turn_structure.phases[0].phases[0].max_bet",
    "pot-never-decided": "$.turn_structure.phases[0]",
    "limit-too-low": "$.max_turns",
    "contradicting-deck": "$.setup.initial_deck",
    "contradicting-zone": "$.zones[2].sees",
    "contradicting-deal": "$.setup.cards_per_player",
    "contradicting-trump": "$.turn_structure.phases[0].calls[1].do[2]",
    "contradicting-tricks": "$.turn_structure.tricks_per_hand",
    "contradicting-follow": "$.turn_structure.phases[1].lead_suit_required",
    "contradicting-breaking": "$.turn_structure.phases[1].breaking_suit",
    "contradicting-capture": "$.turn_structure.phases[0].builds",
    "contradicting-play": "$.turn_structure.phases[0].beating",
    "contradicting-tie": "$.turn_structure.phases[1].battle_cards",
    "contradicting-claim": "$.turn_structure.phases[0].fixed_rank",
    "claim-in-sight": "$.turn_structure.phases[0].target",
    "contradicting-counter": "$.counters[0].start",
    "contradicting-call": "$.turn_structure.phases[0].calls[0].equal_ok",
    "contradicting-rules": "$.game_rules.passes_to_trigger",
    "contradicting-evaluation": "$.hand_evaluation.card_values",
    "contradicting-pot": "$.counters[0].life",
    "contradicting-option": "$.options[0].choices[0].sets",
    "unknown-choice": "$.options[0].value",
    "bad-pointer": "$.options[0].choices[0].sets",
    "bad-setting": "$.options[0].choices[0].sets",
    "option-breaks-genome": "$.options[0].choices[1].sets",
}
"""Where the problem is found."""

FILES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "not-json": lambda data: from_json("{"),
    "wrong-type": lambda data: decode_genome({**data, "player_count": "two"}),
    "wrong-choice": lambda data: decode_genome(
        {**data, "match": {"direction": "widdershins"}},
    ),
    "number-too-large": lambda data: decode_genome({**data, "max_turns": 10**12}),
    "unknown-kind": lambda data: decode_genome(
        {**data, "turn_structure": {"phases": [{"kind": "dance"}]}}
    ),
    "unknown-field": lambda data: decode_genome({**data, "player_cuont": 2}),
    "missing-field": lambda data: decode_genome({**data, "setup": {}}),
    "unknown-version": lambda data: decode_genome({**data, "schema_version": "99"}),
    "unknown-option": lambda data: apply_options(auction_genome(), {"gaol": "short"}),
}
"""Codes of what is turned away before there is a genome to validate."""


def codes_of(problems: list[str]) -> set[str]:
    return {problem.code for problem in problems if isinstance(problem, Problem)}


@pytest.mark.parametrize("code", BREAKERS)
def test_a_broken_genome_has_the_problem(code: str) -> None:
    problems = GenomeValidator.validate(BREAKERS[code]())
    assert code in codes_of(problems), problems
    if code in PLACES:
        assert (code, PLACES[code]) in {
            (p.code, p.path) for p in problems if isinstance(p, Problem)
        }


@pytest.mark.parametrize("code", FILES)
def test_a_broken_file_has_the_problem(code: str) -> None:
    with pytest.raises(GenomeError) as caught:
        FILES[code](minimal_genome().to_dict())
    assert code in {problem.code for problem in caught.value.problems}


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_of_the_catalogue_can_be_brought_about(code: str) -> None:
    assert code in BREAKERS or code in FILES


def test_every_broken_genome_has_only_codes_of_the_catalogue() -> None:
    for make in BREAKERS.values():
        assert codes_of(GenomeValidator.validate(make())) <= set(CATALOGUE)


def test_every_code_in_the_source_is_in_the_catalogue() -> None:
    package = Path(darwindeck.__file__).parent / "genome"
    files = [file for file in package.rglob("*.py") if file.name != "catalogue.py"]
    found = {code for file in files for code in _codes_in(file)}
    assert found == set(CATALOGUE)


def _codes_in(file: Path) -> Iterator[str]:
    """The codes that a module gives to problems."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Constant(str(text)) if text in CATALOGUE:
                yield text
            case ast.Call(func=function, args=[ast.Constant(str(text)), *_]):
                if _name(function) in ("Problem", "report", "_refused"):
                    yield text


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    return node.attr if isinstance(node, ast.Attribute) else ""


def test_the_page_lists_every_code_with_what_to_do() -> None:
    page = catalogue_text()
    for entry in CATALOGUE.values():
        assert f"### `{entry.code}`" in page
        assert entry.title in page
        assert entry.meaning in page
        assert entry.mend in page


def test_entries_are_sentences() -> None:
    for entry in CATALOGUE.values():
        assert entry.title[0].isupper()
        assert not entry.title.endswith(".")
        assert entry.meaning.endswith(".")
        assert entry.mend.endswith(".")
