"""Every field of the language plays: for each there is a game in which changing it changes play.

`WHERE` names, for each field, a game in which some change of that field can be seen in play: what
is dealt, what may be done, what scores, who knows what. `PAIRS` are for fields that cannot be
changed alone. Fields that say again what others say cannot be changed at all: `SAID_TWICE` has
changes that are refused. Text is for people and not even in the bytecode. `NO_PLAY` lists the rest,
with reasons, and it is checked that they still hold. A field that is nowhere would be one that the
engine ignores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import islice

import pytest

from darwindeck._core import CoreGame
from darwindeck.genome import schema
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.bytecode.writer import TEXT
from darwindeck.genome.codec import kinds_of
from darwindeck.genome.decks import STANDARD_52
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    AIHints,
    CardCondition,
    CardPoints,
    Change,
    Contest,
    ContestSide,
    DeclareLimit,
    DeclarePhase,
    DoPhase,
    DrawLots,
    Extension,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    PassAction,
    PointTable,
    Rank,
    RoleSpec,
    Setting,
    StandIn,
    Suit,
)
from darwindeck.genome.schema.base import Part, PlainSlot, fields_of, innermost
from darwindeck.genome.tree import at as part_at
from darwindeck.genome.tree import put as put_at
from darwindeck.genome.tree import walk
from darwindeck.genome.validator import GenomeValidator
from tests.support import small_games as small
from tests.support.sound_genomes import auction_genome, put
from tests.support.variations import Variations
from tests.support.watching import Watched, is_valid

Field = tuple[str, str]

WHERE: dict[str, str] = {
    # games of the library
    "war": """
        CardBlock: ranks
        CardRanking: across_suits plain
        GameGenome: deck max_turns rankings win_conditions zones
        MatchRules: out
        SetupRules: starting_chips
        TrickPhase: battle_cards choose collect_order collect_to collect_to_bottom high_card_wins
        TrickPhase: source until when who
        WinCondition: comparison trigger_mode value when who
        ZoneSpec: order
    """,
    "scopa": """
        ZoneSpec: owner
        CapturePhase: by exact_first mandatory source table target then values when who
        CardBlock: copies suits
        CardCondition: all_of any_of colour drawn named not_ printed_suit rank rank_in ranks suit
        CardCondition: suits taken_from
        CardPoints: cards points
        Deal: packets to zone
        DealStep: packets to zone
        DeckSpec: blocks
        DoPhase: actions then when who
        GameGenome: match player_count scoring_rules
        GameRules: same_player_on_win
        If: condition
        Let: value
        MatchRules: hands next_dealer
        Move: cards choose count source target
        NamedCards: cards
        PointTable: lines
        ScoringRule: amount moment op when who
        SetupRules: deal
        TurnStructure: phases
        TurnsPhase: first phases until when who
        WinCondition: type
        ZoneSpec: beneath sees
    """,
    "tichu": """
        PassPhase: split
        TurnsPhase: before_turn
    """,
    "casino": """
        CapturePhase: building builds must_take several
    """,
    "crazy-eights": """
        Call: do out_of_turn when
        CallChoice: suits
        CallPhase: rounds simultaneous when who
        CardCondition: of same
        DrawPhase: choose count mandatory source target when when_empty who
        GameRules: deck_empty_action keep_top_discard
        NameSuit: suit
        PlayPhase: after mandatory max_cards min_cards pass_if_unable source target
        PlayPhase: valid_play_condition when who
        RepeatPhase: as_long_as may_stop phases then when who
        SetupRules: after_deal
        Shuffle: zone
        While: condition do
        WinCondition: threshold
    """,
    "old-maid": """
        BlockPhase: phases then when who
        CardFace: rank suit
        HandPattern: different max_size min_size required_ranks same same_rank_groups
        HandPattern: same_suit_count when
        MeldPhase: after automatic source target then when who with_top_of
    """,
    "go-fish": """
        Call: choices
        CallChoice: ranks_in seats
        CardScoringRule: condition points trigger
        GameGenome: card_scoring game_rules
        GameRules: tie_breaker
        If: otherwise then
        Show: zone
    """,
    "rummy": """
        CardCondition: beats highest
        ChoicePhase: may_pass options then when who
        Counter: high life scope start
        DiscardPhase: after cards choose count mandatory source target then when who
        DrawPhase: then
        HandPattern: cards consecutive natural_min required_count sequence_length sequence_wrap
        MeldPhase: lay_off mandatory new_melds patterns
        Move: turned_over
        ZoneSpec: piles
        RepeatPhase: after
        Set: to
    """,
    "spider": """
        BuildMove: after packet
    """,
    "french-tarot": """
        TrickPhase: open_lead
    """,
    "solitaire": """
        BuildMove: on_empty onto source target unit
        BuildPhase: moves then when who
        CardCondition: step
        CardRanking: sequence
        DealStep: piles
    """,
    "hearts": """
        CardRule: cards when
        PassPhase: cards count then to when who
        TrickPhase: breaking_rule breaking_suit follow lead leader next_leader playable then
    """,
    "spades": """
        Call: key
        CallChoice: high low step
        CallPhase: close
        CardCondition: printed_trump trump trump_colour
        ScoringRule: into
        Set: who
    """,
    "partnership-spades": """
        GameGenome: teams
    """,
    "simple-poker": """
        BettingPhase: first max_raises may_check min_bet showdown_method then when who
        HandEvaluation: patterns
        HandPattern: tie_keys
        SetupRules: before_deal
        Stake: amount who
    """,
    "texas-holdem": """
        BettingPhase: max_bet reopening
        HandEvaluation: parts
        HandPart: count zone
        Stake: dead
    """,
    "omaha-hi-lo": """
        HandEvaluation: shares
        PotShare: lowest parts patterns ranks
    """,
    "razz": """
        BettingPhase: bring_in
        HandEvaluation: lowest
    """,
    "blackjack": """
        CallPhase: calls
        CardValue: alternate_value value
        EndHand: scored
        Expose: zone
        ForEach: who
        HandEvaluation: bust_threshold target_value
        MatchRules: first_dealer
        Set: counter
        SitOut: who
    """,
    "bridge": """
        AssignRole: to
        Call: equal_ok is_pass
        CallPhase: pass_is_final
        Control: by seat
        GameGenome: special_effects
        SetTrump: suit
        SpecialEffect: do moment when
    """,
    "pinochle": """
        DealStep: all_cards
        DeclarePhase: announce automatic patterns then when who
        HandPattern: exact tags values
        PatternValue: amount
        TrickPhase: tie
    """,
    "euchre": """
        CardRanking: promote trump
        Promotion: above
    """,
    "cheat": """
        ClaimPhase: allow_challenge max_cards min_cards pile_penalty rank_mode starting_rank
        ClaimPhase: target then when who
        WinCondition: required_hand_size
    """,
    "skat": """
        CallChoice: numbers
        Promotion: always
    """,
    "twenty-five": """
        CardRanking: by_suit
        SuitOrder: plain suits trump
    """,
    "dealing": """
        WhoDeals: who
    """,
    "michigan": """
        Pay: amount pot who
        PlayAgain: who
        Stake: pot
    """,
    "briscola": """
        ForEach: do
        TrickPhase: after_trick lead_suit_required
    """,
    "durak": """
        Move: to_bottom
        FillHands: size to
        Skip: count
    """,
    "klaverjas": """
        Declare: patterns who zone
    """,
    "president": """
        PlayPhase: then
        TurnsPhase: then
    """,
    "big-two": """
        CardRanking: suits
        PlayPhase: beaten_to beating together
    """,
    "dou-dizhu": """
        DrawLots: among
        HandPattern: any_size at_most_one attached attached_of sequence_of
    """,
    "cribbage": """
        CardCondition: own_play suit_in
        HandPattern: sum
    """,
    "schnapsen": """
        AssignRole: role
        Change: by
        TrickPhase: before_card
    """,
    "uno": """
        BlockPhase: after
        CallPhase: then
        MatchRules: direction
        PlayPhase: allowed duties
        SpecialEffect: cards
    """,
    "pidro": """
        Promotion: cards
        CardCondition: max_points min_points
        Keep: cards to
        TrickPhase: keep out out_to
    """,
    "baloot": """
        Call: rank
        Contest: side ties winner_scores
        DeclarePhase: contest shown_when
        HandPattern: rank_priority wild
        PatternValue: name
        SetMode: mode
    """,
    "gin-rummy": """
        Redeal: dealer
    """,
    # small games
    "award": """
        Award: amount who
        CallChoice: words
    """,
    "capped": """
        ChoicePhase: none_open
    """,
    "claim": """
        ClaimPhase: fixed_rank
    """,
    "contest": """
        Contest: trumps_first
    """,
    "counting": """
        Change: who
        Counter: low
    """,
    "discard": """
        SetupRules: cards_per_player initial_discard_count
    """,
    "faces": """
        DeckSpec: without
    """,
    "naming": """
        CallChoice: type
    """,
    "passing": """
        GameRules: consecutive_pass_action passes_to_trigger
    """,
    "piles": """
        ZoneSpec: pile_count
    """,
    "sequence": """
        SetupRules: sequence_direction sequence_gap_allowed sequence_must_match_suit sequence_wrap
        SetupRules: tableau_mode
    """,
    "showdown": """
        ShowdownPhase: method then when who
    """,
    "table": """
        CardCondition: point_table
    """,
    "terms": """
        Let: scope
    """,
    "ties": """
        WinCondition: ties
    """,
    "totals": """
        BettingPhase: all_in
    """,
    "wild": """
        HandPattern: wild_max
    """,
}
"""For each game the fields that are changed in it."""

SMALL: dict[str, Callable[[], GameGenome]] = {
    "award": small.award_genome,
    "capped": small.capped_genome,
    "claim": small.claim_genome,
    "contest": small.contest_genome,
    "counting": small.counting_genome,
    "dealing": small.dealing_genome,
    "discard": small.discard_genome,
    "faces": small.faces_genome,
    "naming": small.naming_genome,
    "passing": lambda: small.passing_genome(PassAction.CLEAR_TABLEAU),
    "piles": small.piles_genome,
    "sequence": small.sequence_genome,
    "showdown": small.showdown_genome,
    "table": small.table_genome,
    "terms": small.term_genome,
    "ties": small.ties_genome,
    "totals": small.totals_genome,
    "wild": small.wild_genome,
}

Pair = Callable[[], tuple[GameGenome, GameGenome]]


def exchanged(genome: GameGenome, one: str, other: str) -> tuple[GameGenome, GameGenome]:
    """A genome, and the same with the values of two fields exchanged."""
    first, second = at(genome, one), at(genome, other)
    return genome, put(put(genome, one, second), other, first)


def at(value: object, path: str) -> object:
    for step in path.split("."):
        value = value[int(step)] if isinstance(value, tuple) else getattr(value, step)
    return value


def chosen(genome: GameGenome) -> GameGenome:
    """The genome with its second choice in force."""
    return apply_options(genome, {"length": "long"})


def by_choice(*settings: Setting) -> Pair:
    """A genome whose choice in force sets something, and one in which it sets something else."""

    def pair() -> tuple[GameGenome, GameGenome]:
        genome = small.option_genome()
        return chosen(genome), chosen(put(genome, "options.0.choices.1.sets", settings))

    return pair


def turned_values() -> tuple[GameGenome, GameGenome]:
    """What is worth much is worth little."""
    genome = small.totals_genome()
    assert genome.hand_evaluation is not None
    values = [replace(v, value=14 - v.value) for v in genome.hand_evaluation.card_values]
    return genome, put(genome, "hand_evaluation.card_values", tuple(values))


def without_values(method: HandEvaluationMethod) -> GameGenome:
    return put(small.totals_genome(), "hand_evaluation", HandEvaluation(method))


def another_counter() -> tuple[GameGenome, GameGenome]:
    """A game with one counter more in which another is changed twice, and the same where one of the
    two changes is of that one."""
    genome = get_genome("schnapsen")
    path, change = next((path, part) for path, part in walk(genome) if isinstance(part, Change))
    counter = next(one for one in genome.counters if one.name == change.counter)
    spare = replace(counter, name="spare", label="spare number")
    *around, place = path
    actions = part_at(genome, tuple(around))
    twice = (*actions[:place], change, *actions[place:])
    one = put_at(genome, tuple(around), twice)
    one = replace(one, counters=(*genome.counters, spare))
    return one, put_at(one, (*path, "counter"), "spare")


def another_sum() -> tuple[GameGenome, GameGenome]:
    """A game with one point table more, and the same where cards add up by that one."""
    genome = get_genome("cribbage")
    assert genome.point_tables is not None
    threes = PointTable("threes", "threes", (CardPoints(CardCondition(), 3),))
    one = replace(genome, point_tables=(*genome.point_tables, threes))
    return one, put(one, "patterns.0.sum_of", "threes")


def kings(*stand_ins: StandIn) -> GameGenome:
    """High cards win tricks; the pack has ranks that count as others."""
    genome = get_genome("whist")
    gone = {rank for each in stand_ins for rank in each.ranks}
    (ranking,) = genome.rankings or ()
    plain = tuple(rank for rank in ranking.plain if rank not in gone)
    genome = replace(genome, rankings=(replace(ranking, plain=plain),))
    return replace(genome, deck=replace(STANDARD_52, stand_ins=stand_ins))


def sequences(**changes: object) -> GameGenome:
    """Piquet with other rules for declaring sequences."""
    genome = get_genome("piquet")
    at, phase = next(
        (index, phase)
        for index, phase in enumerate(genome.turn_structure.phases)
        if isinstance(phase, DeclarePhase) and "tierce" in phase.patterns
    )
    return put(genome, f"turn_structure.phases.{at}", replace(phase, **changes))  # type: ignore[arg-type]


def taking_up(pattern: str, of: str) -> GameGenome:
    return sequences(extensions=(Extension(pattern, of),))


def songs(side: ContestSide) -> GameGenome:
    """Tute in which any two cards of a suit are a song; a player or a side sings one at a time."""
    genome = put(get_genome("tute"), "patterns.1.exact", (CardCondition(), CardCondition()))
    phase = "turn_structure.phases.0.before_card.0"
    return put(genome, f"{phase}.limit", DeclareLimit(1, side))


def drawn(*roles: str) -> GameGenome:
    """Dou Dizhu, where lots are drawn twice and one of them says who bids first."""
    genome = get_genome("dou-dizhu")
    genome = replace(genome, roles=(*genome.roles, RoleSpec("second", "second")))
    lots = DoPhase(tuple(DrawLots(role) for role in roles))
    return put(genome, "turn_structure.phases.0", lots)


PAIRS: dict[Field, Pair] = {
    ("DeckSpec", "stand_ins"): lambda: (kings(), kings(StandIn(("3",), "K"))),
    ("StandIn", "ranks"): lambda: (kings(StandIn(("3",), "K")), kings(StandIn(("4",), "K"))),
    ("StandIn", "count_as"): lambda: (kings(StandIn(("3",), "K")), kings(StandIn(("3",), "6"))),
    ("DeclarePhase", "limit"): lambda: (sequences(), sequences(limit=DeclareLimit(1))),
    ("DeclarePhase", "extensions"): lambda: (sequences(), taking_up("quart", "tierce")),
    ("DeclareLimit", "count"): lambda: (
        sequences(limit=DeclareLimit(1)),
        sequences(limit=DeclareLimit(2)),
    ),
    ("DeclareLimit", "side"): lambda: (songs(ContestSide.SEAT), songs(ContestSide.TEAM)),
    ("DeclareLimit", "largest"): lambda: (
        sequences(limit=DeclareLimit(2)),
        sequences(limit=DeclareLimit(2, largest=True)),
    ),
    ("Contest", "by"): lambda: (
        sequences(contest=Contest(ContestSide.SEAT)),
        sequences(contest=Contest(ContestSide.SEAT, by="pips")),
    ),
    ("Extension", "pattern"): lambda: (taking_up("quart", "tierce"), taking_up("quint", "tierce")),
    ("Extension", "of"): lambda: (taking_up("quart", "tierce"), taking_up("quart", "quint")),
    ("DrawLots", "role"): lambda: (
        drawn("first_bidder", "second"),
        drawn("second", "first_bidder"),
    ),
    ("Change", "counter"): another_counter,
    ("HandPattern", "sum_of"): another_sum,
    ("SetupRules", "trump_suit"): lambda: (
        get_genome("hearts"),
        put(
            put(get_genome("hearts"), "setup.trump_suit", "clubs"),
            "turn_structure.phases.1.trump_suit",
            "clubs",
        ),
    ),
    ("CardRanking", "mode"): lambda: exchanged(
        small.mode_genome(), "rankings.0.mode", "rankings.1.mode"
    ),
    ("PointTable", "mode"): lambda: exchanged(
        small.mode_genome(), "point_tables.0.mode", "point_tables.1.mode"
    ),
    ("PointTable", "name"): lambda: exchanged(
        small.table_genome(), "point_tables.0.name", "point_tables.1.name"
    ),
    ("CardValue", "rank"): lambda: exchanged(
        small.totals_genome(),
        "hand_evaluation.card_values.0.rank",
        "hand_evaluation.card_values.12.rank",
    ),
    ("HandEvaluation", "card_values"): turned_values,
    ("HandEvaluation", "method"): lambda: (
        without_values(HandEvaluationMethod.CARD_COUNT),
        without_values(HandEvaluationMethod.HIGH_CARD),
    ),
    ("GameGenome", "hand_evaluation"): lambda: (
        small.totals_genome(),
        without_values(HandEvaluationMethod.HIGH_CARD),
    ),
    ("ClaimPhase", "source"): lambda: (
        small.claim_genome(),
        small.claim_genome(source="second"),
    ),
    ("Show", "cards"): lambda: (
        small.showing_genome(),
        small.showing_genome(CardCondition(rank=Rank.KING)),
    ),
    ("SuitSpec", "colour"): lambda: exchanged(
        small.faces_genome(), "deck.suits.0.colour", "deck.suits.2.colour"
    ),
    ("GameGenome", "team_mode"): lambda: (
        small.tricks_genome(team_mode=True, teams=((0, 2), (1, 3))),
        small.tricks_genome(),
    ),
    ("GameGenome", "options"): lambda: (
        small.option_genome(),
        chosen(small.option_genome()),
    ),
    ("Option", "choices"): by_choice(Setting("/match/hands", "9")),
    ("Option", "value"): lambda: (
        small.option_genome(),
        chosen(small.option_genome()),
    ),
    ("OptionChoice", "sets"): by_choice(),
    ("Setting", "path"): by_choice(Setting("/setup/cards_per_player", "6")),
    ("Setting", "value"): by_choice(Setting("/match/hands", "7")),
}
"""Two genomes that differ in this field, and in what must be changed with it."""

SAID_TWICE: dict[Field, tuple[Callable[[], GameGenome], str]] = {
    ("SetupRules", "cards_per_player"): (
        lambda: put(auction_genome(), "setup.cards_per_player", 7),
        "contradicting-deal",
    ),
    ("SetupRules", "initial_discard_count"): (
        lambda: put(auction_genome(), "setup.initial_discard_count", 1),
        "contradicting-deal",
    ),
    ("SetupRules", "initial_deck"): (
        lambda: put(auction_genome(), "setup.initial_deck", "standard_52"),
        "contradicting-deck",
    ),
    ("TurnStructure", "is_trick_based"): (
        lambda: put(auction_genome(), "turn_structure.is_trick_based", False),
        "contradicting-tricks",
    ),
    ("TurnStructure", "tricks_per_hand"): (
        lambda: put(auction_genome(), "turn_structure.tricks_per_hand", 7),
        "contradicting-tricks",
    ),
    ("TrickPhase", "trump_suit"): (
        lambda: put(auction_genome(), "turn_structure.phases.1.trump_suit", Suit.CLUBS),
        "contradicting-trump",
    ),
    ("TrickPhase", "lead_suit_required"): (
        lambda: put(auction_genome(), "turn_structure.phases.1.lead_suit_required", False),
        "contradicting-follow",
    ),
    ("GameGenome", "team_mode"): (
        lambda: put(auction_genome(), "team_mode", False),
        "teams-without-team-mode",
    ),
}
"""Fields that say again what others say: a genome in which they disagree, and its problem."""

DECLARED = "what is declared counts only where something names it, and then it cannot go"
NO_PLAY: dict[Field, tuple[str, str]] = {
    ("GameGenome", "generation"): ("war", "says where the genome comes from"),
    ("GameGenome", "words"): ("durak", "says how one speaks of things"),
    ("GameGenome", "table"): ("bridge", "says how the game lies on a table"),
    ("Wording", "bookkeeping"): ("canasta", "says where a thing is told"),
    ("Counter", "announced"): ("rummy", "says that what it tells is meant"),
    ("RoleSpec", "announced"): ("schnapsen", "says that what it tells is meant"),
    ("GameGenome", "setup"): ("war", "always one; its own fields play"),
    ("GameGenome", "turn_structure"): ("war", "always one; its own fields play"),
    ("GameGenome", "card_sets"): ("scopa", DECLARED),
    ("GameGenome", "counters"): ("rummy", DECLARED),
    ("GameGenome", "house"): ("blackjack", DECLARED),
    ("GameGenome", "lets"): ("scopa", DECLARED),
    ("GameGenome", "patterns"): ("old-maid", DECLARED),
    ("GameGenome", "point_tables"): ("scopa", DECLARED),
    ("GameGenome", "roles"): ("schnapsen", DECLARED),
    ("DeckSpec", "suits"): ("faces", DECLARED),
    ("DeckSpec", "ranks"): ("uno", DECLARED),
    ("Counter", "pot"): ("michigan", "says that it counts chips, which only stakes and pays move"),
    ("Counter", "flag"): ("rummy", "says whether expressions take it as yes or no"),
}
"""Fields that no play shows: a game in which no change of them does, and why."""

HINTS: dict[str, tuple[AIHints, AIHints]] = {
    "raise_threshold": (AIHints(raise_threshold=0.4), AIHints(raise_threshold=1.1)),
    "call_threshold": (AIHints(call_threshold=0.0), AIHints(call_threshold=0.9)),
    "bluff_frequency": (AIHints(bluff_frequency=0.0), AIHints(bluff_frequency=1.0)),
    "pair_weight": (AIHints(pair_weight=0.0), AIHints(pair_weight=5.0)),
    "high_card_weight": (AIHints(high_card_weight=0.0), AIHints(high_card_weight=5.0)),
    "suit_weight": (AIHints(suit_weight=0.0), AIHints(suit_weight=5.0)),
}
"""Hints that make a player who heeds them play in another way."""


def parts_of_the_language() -> Iterator[type[Part]]:
    for name in schema.__all__:
        found = getattr(schema, name)
        if isinstance(found, type) and issubclass(found, Part) and not kinds_of(found):
            yield found


PARTS = {part.__name__: part for part in parts_of_the_language()}
FIELDS: list[Field] = [(name, field.name) for name, part in PARTS.items() for field in fields(part)]


def is_text(part: str, field: str) -> bool:
    """Whether it is a name, or words for people: no bytecode holds them."""
    if field == "name" and (part, field) not in PAIRS:
        return True
    slot = next(one.slot for one in fields_of(PARTS[part]) if one.name == field)
    plain = innermost(slot) == PlainSlot(str)
    return plain and (part, field) not in TEXT and field not in ("value", "path", "words")


def listed(text: str) -> Iterator[Field]:
    for line in text.strip().splitlines():
        part, names = line.split(":")
        yield from ((part.strip(), name) for name in names.split())


@cache
def watched(name: str) -> tuple[Watched, Variations]:
    genome = SMALL[name]() if name in SMALL else get_genome(name)
    genome = replace(fold_options(genome), options=())
    return Watched(genome), Variations(genome)


MOST = 60
"""How many changes of one field are tried in a game."""


def changed(name: str, field: Field) -> Iterator[GameGenome]:
    """Valid genomes that differ from the game in this field."""
    found = (change.genome for change in watched(name)[1].of(PARTS[field[0]], field[1]))
    return islice(filter(is_valid, found), MOST)


ON_THE_TABLE = ("TableHints", "ZoneHint", "ShowHint", "TableFact")
"""Parts that only say how a game lies on a table: `tests/unit/table/test_hints.py` looks at it."""


def test_every_field_has_a_case() -> None:
    played = [field for text in WHERE.values() for field in listed(text)]
    hints = [("AIHints", name) for name in (*HINTS, "stand_threshold")]
    cases = {*played, *PAIRS, *SAID_TWICE, *NO_PLAY, *hints, ("GameGenome", "ai_hints")}
    rules = {f for f in FIELDS if not is_text(*f) and f[0] not in ON_THE_TABLE}
    assert sorted(rules - cases) == []
    assert sorted(cases - set(FIELDS)) == []
    assert len(played) == len(set(played))
    assert set(WHERE) <= {*library_ids(), *SMALL}


@pytest.mark.parametrize("game", WHERE)
def test_a_change_of_each_field_is_seen_in_play(game: str) -> None:
    seen, _ = watched(game)
    silent = [
        field
        for field in listed(WHERE[game])
        if all(seen.is_played_like(genome) for genome in changed(game, field))
    ]
    assert silent == []


@pytest.mark.parametrize("field", PAIRS, ids=".".join)
def test_what_must_be_changed_with_other_things_is_seen_in_play(field: Field) -> None:
    one, other = PAIRS[field]()
    assert not Watched(one).is_played_like(other)


@pytest.mark.parametrize("field", SAID_TWICE, ids=".".join)
def test_what_is_said_twice_must_be_said_alike(field: Field) -> None:
    make, code = SAID_TWICE[field]
    assert code in {getattr(problem, "code", "") for problem in GenomeValidator.validate(make())}


@pytest.mark.parametrize("field", NO_PLAY, ids=".".join)
def test_an_exception_is_one(field: Field) -> None:
    game, _ = NO_PLAY[field]
    seen, _ = watched(game)
    shown = [genome for genome in changed(game, field) if not seen.is_played_like(genome)]
    assert shown == []


def played_by_hints(genome: GameGenome) -> dict[str, object]:
    game = CoreGame(BytecodeCompiler().compile_genome(genome))
    return game.simulate(6, seed=5, players=["greedy"], single_hand=True)


@pytest.mark.parametrize("hint", HINTS)
def test_players_heed_the_hints(hint: str) -> None:
    one, other = HINTS[hint]
    assert getattr(one, hint) != getattr(other, hint)
    found = [played_by_hints(small.exchange_genome(hints)) for hints in (one, other)]
    assert found[0] != found[1]


def test_players_stand_where_the_hints_say() -> None:
    genome = get_genome("blackjack")
    assert genome.ai_hints is not None
    hints = [replace(genome.ai_hints, stand_threshold=total) for total in (12, 20)]
    found = [played_by_hints(replace(genome, ai_hints=hint)) for hint in (*hints, None)]
    assert found[0] != found[1]
    assert found[0] != found[2]
