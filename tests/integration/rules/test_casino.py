"""Casino: captures of several sets, builds, trailing, sweeps and points."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from darwindeck.simulation import Game, MoveKind, State
from darwindeck.simulation.moves import fields_of
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, game_of, same_cards, sit


def deal(south: str, north: str, table: str, game: Game | str = "casino") -> Sitting:
    """Hands of four cards, dealt two at a time, and four cards on the table."""
    one, other = south.split(), north.split()
    dealt = [*one[:2], *other[:2], *one[2:], *other[2:]]
    return sit(game, " ".join(dealt), table)


NORTH = "J♣ Q♣ K♣ 9♣"


# --- capturing ---------------------------------------------------------------------------------


def test_one_card_takes_equal_cards_and_sums_at_once() -> None:
    game = deal("8♣ K♠ Q♥ J♥", NORTH, "8♦ 5♥ 3♠ 2♦")
    game.play("South: play 8♣ (capture)")
    assert game.may() == {"take 8♦", "take 5♥", "take 3♠"}
    game.play("South: take 5♥")
    assert game.may() == {"take 8♦", "take no more"}
    game.play("South: take 8♦")
    assert same_cards(game.cards("South's captured cards"), "8♣ 8♦ 5♥ 3♠")
    assert same_cards(game.cards("the table"), "2♦")


def test_nobody_has_to_take_all_that_there_is() -> None:
    game = deal("8♣ K♠ Q♥ J♥", NORTH, "8♦ 8♥ 3♠ 2♦").play("South: play 8♣ (capture)")
    game.play("South: take 8♥", "South: take no more")
    assert same_cards(game.cards("South's captured cards"), "8♣ 8♥")
    assert same_cards(game.cards("the table"), "8♦ 3♠ 2♦")


def test_no_card_belongs_to_two_sets() -> None:
    game = deal("8♣ K♠ Q♥ J♥", NORTH, "5♥ 3♠ 3♦ A♦").play("South: play 8♣ (capture)")
    game.play("South: take 3♠")
    assert same_cards(game.cards("South's captured cards"), "8♣ 5♥ 3♠")


def test_a_court_card_takes_one_of_its_rank() -> None:
    game = deal("K♠ 2♣ 4♣ 6♣", NORTH, "K♦ K♥ 3♠ 10♦").play("South: play K♠ (capture")
    assert game.may() == {"take K♦", "take K♥"}
    game.play("South: take K♥")
    assert same_cards(game.cards("the table"), "K♦ 3♠ 10♦")


def test_a_card_that_could_capture_may_be_trailed() -> None:
    game = deal("8♣ K♠ Q♥ J♥", NORTH, "8♦ 5♥ 3♠ 2♦").play("South: play 8♣ (trailing)")
    assert same_cards(game.cards("the table"), "8♣ 8♦ 5♥ 3♠ 2♦")


# --- building ----------------------------------------------------------------------------------


def test_a_build_waits_for_the_card_that_was_kept() -> None:
    game = deal("3♣ 8♠ Q♥ J♥", "K♣ Q♦ J♦ 9♣", "5♥ K♦ 10♠ 2♦").play("South: build 8 with 3♣")
    assert same_cards(game.cards("South's build 8"), "3♣ 5♥")
    game.play("North: play 9♣")
    assert "play Q♥" not in game.may(), "whoever has a build does not trail"
    game.play("South: play 8♠")
    assert same_cards(game.cards("South's captured cards"), "3♣ 5♥ 8♠")


def test_nobody_builds_to_a_value_they_do_not_keep() -> None:
    game = deal("3♣ 9♠ Q♥ J♥", NORTH, "5♥ K♦ 10♠ 2♦")
    assert not any(text.startswith("build 8") for text in game.may())
    assert "build 5 with 3♣" not in game.may()


def test_the_other_player_may_take_a_build() -> None:
    game = deal("3♣ 8♠ Q♥ J♥", "8♥ Q♦ J♦ 9♣", "5♥ K♦ 10♠ 2♦").play("South: build 8 with 3♣")
    game.play("North: play 8♥ (capture)")
    assert same_cards(game.cards("North's captured cards"), "3♣ 5♥ 8♥")
    assert game.cards("South's build 8") == []
    assert "play Q♥" in game.may()


def test_a_build_is_no_part_of_a_sum() -> None:
    game = deal("3♣ 6♠ Q♥ J♥", "8♥ Q♦ J♦ 9♣", "3♥ K♦ 10♠ 2♦").play("South: build 6 with 3♣")
    assert not any(text.startswith("play 8♥ (capture") for text in game.may())


def test_a_build_may_be_raised_by_a_card_from_the_hand() -> None:
    game = deal("3♣ 6♠ Q♥ J♥", "2♥ 8♥ J♦ 9♣", "3♥ K♦ 10♠ A♦").play("South: build 6 with 3♣")
    game.play("North: build 8 with 2♥")
    assert same_cards(game.cards("North's build 8"), "3♣ 3♥ 2♥")
    assert game.cards("South's build 6") == []


def test_a_build_of_two_sets_keeps_its_value() -> None:
    game = deal("6♣ 6♠ Q♥ J♥", "2♥ 8♥ J♦ 9♣", "6♥ K♦ 10♠ 7♦").play("South: build 6 with 6♣")
    assert same_cards(game.cards("South's build 6"), "6♣ 6♥")
    assert not any(text.startswith("build 8") for text in game.may())


def test_sets_are_added_to_a_build_of_ones_own() -> None:
    game = deal("3♣ 8♠ 6♥ J♥", "K♣ Q♦ J♦ 9♣", "5♥ K♦ 8♦ 2♦").play("South: build 8 with 3♣")
    assert game.may() == {"add 8♦", "add no more"}
    game.play("South: add no more", "North: play 9♣", "South: build 8 with 6♥")
    assert game.may() >= {"add South's build 8: 3♣ 5♥", "add 8♦", "add no more"}
    game.play("South: add 8♦", "South: add no more")
    assert same_cards(game.cards("South's build 8"), "3♣ 5♥ 6♥ 2♦ 8♦")


def test_a_capture_takes_the_build_and_what_lies_beside_it() -> None:
    game = deal("3♣ 8♠ Q♥ J♥", "K♣ Q♦ J♦ 6♣", "5♥ K♦ 10♠ 2♦").play("South: build 8 with 3♣")
    game.play("North: play 6♣", "South: play 8♠")
    game.play("South: take South's build 8: 3♣ 5♥", "South: take 6♣")
    assert same_cards(game.cards("South's captured cards"), "3♣ 5♥ 8♠ 6♣ 2♦")


# --- points ------------------------------------------------------------------------------------


SWEPT = ("10♣ 8♠ Q♥ J♥", "K♣ Q♦ J♦ 9♣", "5♥ 5♦ 10♠ 10♥")
SWEEPING = ("South: play 10♣ (capture)", "South: take 5♥", "South: take 10♠", "South: take 10♥")


def test_whoever_takes_everything_has_a_sweep() -> None:
    game = deal(*SWEPT).play(*SWEEPING)
    assert game.cards("the table") == []
    assert game.scored() == ["South: +1 (Sweep)"]


def test_sweeps_may_be_left_out() -> None:
    game = deal(*SWEPT, game=game_of("casino", sweeps="do_not_count")).play(*SWEEPING)
    assert game.cards("the table") == []
    assert game.scored() == []


def test_while_a_build_lies_there_is_no_sweep() -> None:
    game = deal("3♣ 8♠ Q♥ J♥", "10♣ Q♦ K♣ 9♣", "5♥ 7♠ 3♦ 10♦").play("South: build 8 with 3♣")
    if "add no more" in game.may():
        game.play("South: add no more")
    game.play("North: play 10♣ (capture)", "North: take 10♦", "North: take 7♠")
    assert game.cards("the table") == []
    assert game.scored() == []


# --- a second account --------------------------------------------------------------------------

VALUES = {rank: place + 1 for place, rank in enumerate("A 2 3 4 5 6 7 8 9 10".split())}

Item = tuple[str, ...]
"""A card of the table, or all the cards of a build."""


def value(card: str) -> int:
    return VALUES.get(card[:-1], 0)


@dataclass
class Account:
    """A hand of Casino, told without the engine."""

    hands: list[set[str]]
    table: set[str]
    builds: dict[tuple[int, int], set[str]] = field(default_factory=dict)
    captured: list[set[str]] = field(default_factory=lambda: [set(), set()])
    sweeps: list[int] = field(default_factory=lambda: [0, 0])
    last: int = -1

    def sets(self, goal: int, gone: set[str]) -> list[Item]:
        """Everything that is worth so much: a card, a build, or cards that add up to it."""
        lying = sorted(card for card in self.table - gone if value(card))
        found = [
            some
            for size in range(1, len(lying) + 1)
            for some in combinations(lying, size)
            if sum(map(value, some)) == goal
        ]
        found += [
            tuple(sorted(cards))
            for (_, worth), cards in self.builds.items()
            if worth == goal and not cards & gone
        ]
        return found

    def beside(self, card: str, goal: int) -> list[Item]:
        """What a card is put together with to build to a value."""
        if value(card) == goal:
            return self.sets(goal, {card})
        rest = goal - value(card)
        return [item for item in self.sets(rest, {card}) if sum(map(value, item)) == rest]

    def first(self, seat: int) -> set[tuple[str, str, int]]:
        """What may be done, with which card, and of a build to which value."""
        hand = self.hands[seat]
        found: set[tuple[str, str, int]] = set()
        for card in hand:
            if value(card):
                if self.sets(value(card), set()):
                    found.add(("capture", card, 0))
            elif any(other[:-1] == card[:-1] for other in self.table):
                found.add(("court", card, 0))
            kept = {value(other) for other in hand - {card}} - {0}
            if value(card):
                found |= {
                    ("build", card, goal)
                    for goal in kept
                    if goal >= value(card) and self.beside(card, goal)
                }
        if not any(owner == seat and cards for (owner, _), cards in self.builds.items()):
            found |= {("trail", card, 0) for card in hand}
        return found or {("trail", card, 0) for card in hand}

    def take_away(self, cards: set[str]) -> None:
        self.table -= cards
        for key in list(self.builds):
            if self.builds[key] <= cards:
                del self.builds[key]

    def finish(self, seat: int, deed: str, card: str, goal: int, taken: set[str]) -> None:
        self.hands[seat].discard(card)
        if deed == "trail":
            self.table.add(card)
            return
        self.take_away(taken)
        if deed == "build":
            self.builds.setdefault((seat, goal), set()).update({card, *taken})
            return
        self.captured[seat] |= {card, *taken}
        self.last = seat


DEEDS = ("capture", "court", "build", "trail")


def cards_in(state: State, zone: str) -> dict[tuple[int, int], set[str]]:
    """By owner and place among the owner's piles: the cards there."""
    names = [spec.name for spec in state.game.genome.zones or ()]
    texts = state.game.labels.card_texts
    found: dict[tuple[int, int], set[str]] = {}
    for number, owner, _, cards, _ in state.position.places():
        if number < len(names) and names[number] == zone:
            place = sum(key[0] == owner for key in found)
            found[owner, place] = {texts[card] for card in cards}
    return found


@for_seeds(12)
def test_a_hand_goes_as_a_second_account_has_it(seed: int) -> None:
    state = game_of("casino").hand(seed)
    texts = state.game.labels.card_texts
    rng = Random(seed)
    hands = cards_in(state, "hand")
    (table,) = cards_in(state, "tableau").values()
    account = Account([hands[0, 0], hands[1, 0]], table)
    seen: set[str] = set()
    while not state.over:
        seat = state.asked
        assert seat is not None
        moves = {}
        for move in state.legal_moves():
            parts = fields_of(move.code)
            assert move.kind is MoveKind.CARD
            deed = DEEDS[parts.option] if parts.option < len(DEEDS) else "trail"
            goal = 0
            if deed == "build":
                piles = [n for z, o, n, _, _ in state.position.places() if (z, o) == (3, seat)]
                goal = piles.index(parts.b) + 1
            moves[deed, texts[parts.card], goal] = move
        assert set(moves) == account.first(seat)
        deed, card, goal = rng.choice(sorted(moves))
        seen.add(deed)
        stock = any(cards_in(state, "deck").values())
        state = state.apply(moves[deed, card, goal])
        taken: set[str] = set()
        if deed in ("capture", "build"):
            worth = goal or value(card)
            sets = account.sets(worth, {card})
            if deed == "build":
                sets = account.beside(card, worth)
            while True:
                state, picked = pick(state, seat, account, sets, bool(taken), rng)
                taken |= picked
                sets = account.sets(worth, {card, *taken}) if picked else []
                if not sets:
                    break
        elif deed == "court":
            equal = sorted(other for other in account.table if other[:-1] == card[:-1])
            chosen = equal[0]
            if len(equal) > 1:
                assert {m.text for m in state.legal_moves()} == {f"take {c}" for c in equal}
                chosen = rng.choice(equal)
                state = state.apply(f"take {chosen}")
            taken = {chosen}
        account.finish(seat, deed, card, goal, taken)
        if deed in ("capture", "court") and not account.table and not account.builds:
            account.sweeps[seat] += stock or any(account.hands)
        if not any(account.hands) and not state.over:
            dealt = cards_in(state, "hand")
            account.hands = [dealt[0, 0], dealt[1, 0]]
        if not state.over:
            compare(state, account)
    assert account.last >= 0
    rest = account.table | {card for cards in account.builds.values() for card in cards}
    account.captured[account.last] |= rest
    assert sum(map(len, account.captured)) == 52
    assert state.result is not None
    assert state.result.scores == points(account)
    assert {"capture", "trail"} <= seen


def pick(
    state: State, seat: int, account: Account, sets: list[Item], further: bool, rng: Random
) -> tuple[State, set[str]]:
    """One set is picked card by card, or no further one."""
    begun: set[str] = set()
    if not further and len(sets) == 1:
        return state, set(sets[0])
    while True:
        open_sets = [item for item in sets if begun <= set(item)]
        if begun and (len(open_sets) == 1 or tuple(sorted(begun)) in open_sets):
            return state, begun if tuple(sorted(begun)) in open_sets else set(open_sets[0])
        assert state.asked == seat
        builds = {tuple(sorted(cards)) for cards in account.builds.values()}
        texts = state.game.labels.card_texts
        expected: set[str] = set()
        for item in open_sets:
            expected |= {min(item, key=texts.index)} if item in builds else set(item) - begun
        moves = {m.card: m for m in state.legal_moves() if m.kind is MoveKind.CARD}
        done = [m for m in state.legal_moves() if m.kind is MoveKind.DONE]
        assert {texts[state.game.cards.index(card)] for card in moves if card} == expected
        assert bool(done) == (further and not begun)
        if done and rng.random() < 0.4:
            return state.apply(done[0]), set()
        chosen = rng.choice(sorted(expected))
        state = state.apply(moves[state.game.cards[texts.index(chosen)]])
        whole = [item for item in open_sets if item in builds and chosen in item]
        begun |= set(whole[0]) if whole else {chosen}


def compare(state: State, account: Account) -> None:
    held = cards_in(state, "hand")
    assert [held[0, 0], held[1, 0]] == account.hands
    assert list(cards_in(state, "tableau").values()) == [account.table]
    built = {
        (owner, place + 1): cards
        for (owner, place), cards in cards_in(state, "builds").items()
        if cards
    }
    assert built == account.builds
    taken = cards_in(state, "captured")
    assert [taken[0, 0], taken[1, 0]] == account.captured


def points(account: Account) -> tuple[int, ...]:
    totals = list(account.sweeps)
    for own, other in ((0, 1), (1, 0)):
        mine, theirs = account.captured[own], account.captured[other]
        totals[own] += 3 * (len(mine) > len(theirs))
        spades = [sum(card.endswith("♠") for card in cards) for cards in (mine, theirs)]
        totals[own] += spades[0] > spades[1]
        totals[own] += 2 * ("10♦" in mine) + ("2♠" in mine)
        totals[own] += sum(card.startswith("A") for card in mine)
    return tuple(totals)
