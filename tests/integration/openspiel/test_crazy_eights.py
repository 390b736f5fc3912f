"""Crazy Eights as OpenSpiel plays it.

OpenSpiel plays one hand. Changed in our data:

- A player may draw instead of playing a card that fits, and pass after the last draw that is
  allowed or when there is nothing to draw; in ours whoever can play must. How many cards may be
  drawn, the number of players and the size of the hands are its parameters.
- The stock is renewed as soon as it is empty (after a draw and after a play), not only when the
  next card is wanted.
- A hand in which nobody can draw is over after one more pass than there are players.
- Everybody loses what is left in hand. OpenSpiel means to count pips but adds the number of the
  card in its list instead of the rank, a bug; our table of points says the same for each card.

Nothing is drawn at random twice: the card that our stock gives is the one that OpenSpiel's chance
gives, and at each draw both stocks hold the same cards.
"""

from __future__ import annotations

import random
from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from darwindeck.cards import Rank
from darwindeck.genome.examples import get_genome
from darwindeck.genome.examples.common import ACE_HIGH, SUITS
from darwindeck.genome.schema import (
    CardCondition,
    CardPoints,
    Change,
    ChoicePhase,
    Counter,
    DealStep,
    DeckEmptyAction,
    DoPhase,
    DrawPhase,
    GameGenome,
    If,
    Life,
    Location,
    Move,
    Owner,
    PlayPhase,
    PointTable,
    RepeatPhase,
    ScoringRule,
    Sees,
    Set,
    Shuffle,
    TurnsPhase,
    ZoneSpec,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game
from tests.integration.openspiel.harness import (
    Choice,
    Duel,
    Ours,
    covered,
    dealt,
    hand_named,
    hands,
    in_turn,
    pyspiel,
    rank_major,
    with_phases,
)

DRAW, PASS, FIRST_SUIT, FIRST_DEALER = 52, 53, 54, 52
PLAYS, DRAWS, PASSES = 0, 1, 2
"""The options of a turn."""
EIGHTS = range(24, 28)

ASIDE = ZoneSpec("aside", "card kept apart", owner=Owner.TABLE, sees=Sees.ALL)
RENEW = If(
    "size(deck) == 0",
    (
        Move(Location.DISCARD, "aside", count=1),
        Move(Location.DISCARD, Location.DECK),
        Shuffle(Location.DECK),
        Move("aside", Location.DISCARD),
    ),
)


def worth(rank: Rank, suit: int) -> int:
    """What a card costs at the end."""
    if rank is Rank.EIGHT:
        return 50
    place = ACE_HIGH.index(rank)
    return 10 if place >= 9 else place * 4 + suit + 2


def hand_size(players: int) -> int:
    return 7 if players == 2 else 5


def turn(most: int) -> RepeatPhase:
    """What a player does in a turn, besides naming a suit."""
    return RepeatPhase(
        as_long_as="played == 0 and not passed",
        phases=(
            ChoicePhase(
                (
                    PlayPhase(
                        Location.DISCARD,
                        CardCondition(named="fitting"),
                        then=(Set("passes", 0), RENEW),
                    ),
                    DrawPhase(
                        when=f"drawn < {most} and size(deck) > 0",
                        then=(Set("passes", 0), RENEW),
                    ),
                    DoPhase(
                        (
                            Set("passed", 1),
                            If("size(deck) == 0", (Change("passes"),), (Set("passes", 0),)),
                        ),
                        name="pass_turn",
                        label="Passing",
                        when=f"drawn == {most} or size(deck) == 0",
                    ),
                )
            ),
        ),
    )


@cache
def game(players: int, most: int) -> Game:
    genome = get_genome("crazy-eights")
    (turns,) = genome.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    naming = turns.phases[2]
    turns = replace(
        turns,
        until=f"any(each, hand_size == 0) or passes == {players + 1}",
        phases=(turn(most), naming),
    )
    return Game(checked(with_phases(fitted(genome, players), turns)))


def fitted(genome: GameGenome, players: int) -> GameGenome:
    """The game with this number of players, OpenSpiel's points and an idle stock."""
    size = hand_size(players)
    assert genome.game_rules is not None
    points = tuple(
        CardPoints(CardCondition(rank=rank, suit=suit), worth(rank, number))
        for rank in ACE_HIGH
        for number, suit in enumerate(SUITS)
    )
    return replace(
        genome,
        player_count=players,
        zones=(*(genome.zones or ()), ASIDE),
        counters=(
            Counter("passed", "passed", life=Life.TURN, high=1, flag=True),
            Counter("passes", "passes in a row", life=Life.HAND, high=players + 1),
        ),
        point_tables=(PointTable("card_points", "card points", points),),
        setup=replace(
            genome.setup,
            cards_per_player=size,
            deal=(DealStep(packets=(1,) * size), DealStep(zone=Location.DISCARD)),
        ),
        scoring_rules=(ScoringRule(label="Cards left", amount="-points(hand, card_points)"),),
        game_rules=replace(genome.game_rules, deck_empty_action=DeckEmptyAction.SKIP_DRAW),
    )


def action(choice: Choice) -> int:
    kind, *rest = choice
    if kind == "card":
        assert rest[0] == PLAYS
        return rank_major(int(rest[1]))
    if kind == "call":
        return FIRST_SUIT + int(rest[1])
    return {DRAWS: DRAW, PASSES: PASS}[int(rest[0])]


def playing(dice: random.Random, actions: Sequence[int]) -> int:
    """Plays a card if there is one, most of the time."""
    cards = [action for action in actions if action < DRAW]
    return dice.choice(cards if cards and dice.random() < 0.8 else actions)


def hoarding(dice: random.Random, actions: Sequence[int]) -> int:
    """Takes all cards there are, and seldom plays one."""
    idle = [action for action in actions if action in (DRAW, PASS)]
    return dice.choice(idle if idle and dice.random() < 0.97 else actions)


def begin(players: int, most: int, dice: random.Random) -> Duel:
    deck, dealer = dice.sample(range(52), 52), dice.randrange(players)
    size = hand_size(players)
    ours = Ours(game(players, most), deck, dealer, seed=dice.randrange(2**32))
    options = f"players={players},max_draw_cards={most},max_turns=100000,reshuffle=true"
    theirs = pyspiel.load_game(f"crazy_eights({options})").new_initial_state()
    duel = Duel(ours, theirs, dice, action=action)
    duel.chance(FIRST_DEALER + dealer)
    cards = in_turn(dealt(deck, dealer, (1,) * size, players), (dealer + 1) % players)
    duel.chance(*map(rank_major, cards))
    first = rank_major(deck[size * players])
    if first in EIGHTS:
        duel.chance(first)
    (turned,) = ours.zone("discard")
    duel.chance(rank_major(turned))
    return duel


def draw(duel: Duel, before: Sequence[int], seat: int, held: Sequence[int]) -> None:
    """The card that our stock gave goes to OpenSpiel's player, too."""
    duel.compare(map(rank_major, before), duel.theirs.legal_actions())
    (card,) = set(duel.ours.zone("hand", seat)) - set(held)
    duel.chance(rank_major(card))


@pytest.mark.parametrize(("players", "most"), [(4, 3), (2, 5), (5, 1), (3, 2)])
def test_crazy_eights(players: int, most: int) -> None:
    seen: Tally[str] = Tally()
    for number in hands(150):
        with hand_named(f"crazy eights {players} {most}", number) as dice:
            duel = begin(players, most, dice)
            ours = duel.ours
            policy = hoarding if number % 5 == 0 else playing
            while not ours.over:
                seat = ours.asked
                stock, held = ours.zone("deck"), ours.zone("hand", seat)
                if duel.decide(policy) == DRAW:
                    draw(duel, stock, seat, held)
                    seen["renewed"] += len(stock) == 1 and len(ours.zone("deck")) > 1
            duel.finish()
            scores = list(ours.numbers["score"])
            assert scores == duel.returns, duel.tell(f"ours scores {scores}")
            seen["gone out" if 0 in scores else "blocked"] += 1
    covered(seen, "gone out", "blocked", "renewed")
