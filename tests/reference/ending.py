"""The end of a game: win conditions, ties, the result (§8)."""

from __future__ import annotations

from typing import Any

from tests.reference.genome import WinCondition
from tests.reference.places import stock
from tests.reference.rules import Rules
from tests.reference.scoring import MOST_SCORE, within
from tests.reference.showdown import best_hand
from tests.reference.state import NOBODY, SIDE, Env, Position, places_in
from tests.reference.words import hand_size, holds, number, round_from, seats, single_seats, step

HELD_AT_ONCE = ("immediate", "all_hands_empty", "deck_empty", "each_score")


class Over(Exception):
    """The game is over."""


# --- rivals ---------------------------------------------------------------------------------------


def has_sides(rules: Rules) -> bool:
    """Whether a side has more than one player (§8.1)."""
    return any(len(side) > 1 for side in rules.sides)


def rivals(rules: Rules) -> list[tuple[int, ...]]:
    """The sides, where a side has more than one player, otherwise the players, each as its seats
    (§8.1)."""
    if has_sides(rules):
        return list(rules.sides)
    return [(seat,) for seat in range(rules.players)]


def subject_of(rules: Rules, index: int) -> int:
    """A rival as the subject of an expression: a side, or a player."""
    return SIDE + index if has_sides(rules) else index


def total(position: Position, index: int) -> int:
    """The score and the points of the hand of a rival (§8.1)."""
    rules: Rules = position.rules
    members = rivals(rules)[index]
    points = sum(position.score[seat] + position.hand_score[seat] for seat in members)
    if has_sides(rules):
        points += position.side_score[index] + position.side_hand_score[index]
    return points


# --- judging --------------------------------------------------------------------------------------


def judge(position: Position, at_once: bool) -> None:
    """Win conditions in the order of the list; the first that holds decides (§8.2). `at_once`:
    after a step, otherwise after a hand."""
    rules: Rules = position.rules
    for win in rules.genome.win_conditions:
        if at_once and win.trigger_mode not in HELD_AT_ONCE:
            continue
        if ends(position, win):
            decide(position, win, at_once)
            return


def is_decided(position: Position) -> bool:
    """Whether a win condition with `each_score` holds: then no scoring rule applies (§7.29)."""
    wins = position.rules.genome.win_conditions
    return any(win.trigger_mode == "each_score" and ends(position, win) for win in wins)


def ends(position: Position, win: WinCondition) -> bool:
    """Whether a win condition holds (§8.3)."""
    rules: Rules = position.rules
    if win.trigger_mode == "all_hands_empty":
        if any(hand_size(position, seat) for seat in range(rules.players)):
            return False
    elif win.trigger_mode == "deck_empty" and stock(position).cards:
        return False
    if win.when is not None:
        return holds(position, win.when, Env(position.turn))
    return type_holds(position, win)


def type_holds(position: Position, win: WinCondition) -> bool:
    """What the type of a win condition says ends the game (§8.3)."""
    rules: Rules = position.rules
    if win.type == "empty_hand":
        return any(
            position.in_game[seat] and few_cards(position, win, seat)
            for seat in range(rules.players)
        )
    if win.type in ("high_score", "low_score", "first_to_score"):
        if win.threshold == 0:
            return True
        return any(total(position, i) >= win.threshold for i in range(len(rivals(rules))))
    if win.type == "capture_all":
        return any(captured(position, side) == len(rules.deck) for side in rivals(rules))
    if win.type == "last_with_chips":
        return sum(has_chips(position, seat) for seat in range(rules.players)) <= 1
    return True


def few_cards(position: Position, win: WinCondition, seat: int) -> bool:
    """No cards in hand, or at most `required_hand_size` (§8.3)."""
    return hand_size(position, seat) <= (win.required_hand_size or 0)


def captured(position: Position, side: tuple[int, ...]) -> int:
    """Cards in the zone `captured` of a rival (§8.3)."""
    zone = position.rules.zones.get("captured")
    if zone is None:
        return 0
    if zone.owner == "table":
        owners: tuple[int, ...] = (NOBODY,)
    elif zone.owner == "seat":
        owners = side
    else:
        owners = tuple({position.rules.side_of[seat] for seat in side})
    return sum(
        len(pile.cards) for owner in owners for pile in places_in(position, "captured", owner)
    )


def has_chips(position: Position, seat: int) -> bool:
    """Whether a player has chips or a stake in the pot (§8.3)."""
    return position.chips[seat] > 0 or position.staked[seat] > 0


def able(position: Position, win: WinCondition) -> list[int]:
    """The rivals that can win (§8.3, §8.4)."""
    rules: Rules = position.rules
    found = list(range(len(rivals(rules))))
    sides = rivals(rules)
    if win.value is None or win.type not in ("empty_hand", "capture_all"):
        found = [index for index in found if type_allows(position, win, index)]
    if win.who is not None:
        named = set(single_seats(position, seats(position, win.who, Env(position.turn))))
        found = [index for index in found if named & set(sides[index])]
    return found


def type_allows(position: Position, win: WinCondition, index: int) -> bool:
    """Whether the type of a win condition lets a rival win (§8.3)."""
    side = rivals(position.rules)[index]
    if win.type == "empty_hand":
        if win.when is not None:
            return any(hand_size(position, seat) == 0 for seat in side)
        return any(position.in_game[seat] and few_cards(position, win, seat) for seat in side)
    if win.type == "first_to_score":
        return total(position, index) >= win.threshold
    if win.type == "capture_all":
        return captured(position, side) == len(position.rules.deck)
    if win.type == "last_with_chips":
        return any(has_chips(position, seat) for seat in side)
    return True


def value(position: Position, win: WinCondition, index: int) -> Any:
    """What a rival is compared by (§8.3, §8.4)."""
    rules: Rules = position.rules
    side = rivals(rules)[index]
    if win.value is not None:
        return number(position, win.value, Env(subject_of(rules, index)))
    if win.type in ("high_score", "low_score", "first_to_score", "custom"):
        return total(position, index)
    if win.type == "most_captured":
        return captured(position, side)
    if win.type == "most_chips":
        return sum(position.chips[seat] for seat in side)
    if win.type == "best_hand":
        return best_of_side(position, side)
    return 0


def best_of_side(position: Position, side: tuple[int, ...]) -> Any:
    """The best hand of the members of a side (§8.6)."""
    return max(best_hand(position, seat) for seat in side)


def hand(position: Position, seat: int) -> list[int]:
    """The cards of a player's hand."""
    return [card for pile in places_in(position, "hand", seat) for card in pile.cards]


def decide(position: Position, win: WinCondition, at_once: bool) -> None:
    """Who of those able to win has won (§8.5)."""
    best = able(position, win)
    if win.comparison in ("highest", "lowest"):
        best = compared(position, win, best)
        settle_tie(position, best, at_once)
    else:
        finish(position, best)


def compared(position: Position, win: WinCondition, indexes: list[int]) -> list[int]:
    """Those with the best value; `ties` in turn leave those with the highest (§8.5)."""
    values = {index: value(position, win, index) for index in indexes}
    best = extreme(values, win.comparison == "lowest")
    if win.type == "best_hand" and win.value is None:
        return best
    for tie in win.ties:
        if len(best) > 1:
            rules = position.rules
            best = extreme(
                {i: number(position, tie, Env(subject_of(rules, i))) for i in best}, False
            )
    return best


def extreme(values: dict[int, Any], lowest: bool) -> list[int]:
    """Those with the highest value, or the lowest."""
    if not values:
        return []
    best = min(values.values()) if lowest else max(values.values())
    return [index for index, found in values.items() if found == best]


def settle_tie(position: Position, best: list[int], at_once: bool) -> None:
    """If several are still equal, the tie-breaker (§8.7)."""
    rules: Rules = position.rules
    breaker = rules.game_rules.tie_breaker
    sides = rivals(rules)
    if len(best) > 1:
        if breaker == "active_player":
            own = [index for index in best if position.turn in sides[index]]
            best = own or best
        elif breaker == "alternating":
            first = step(position, position.dealer, 1)
            order = round_from(position, first)
            best = [min(best, key=lambda index: nearest(order, sides[index]))]
        elif breaker == "battle" and not at_once and not position.single_hand:
            return
    finish(position, best)


def nearest(order: list[int], side: tuple[int, ...]) -> int:
    """How near the nearest member sits in an order of play."""
    return min((order.index(seat) for seat in side if seat in order), default=len(order))


def last_hand(position: Position) -> None:
    """After the last hand the best total wins, or chips (§8.13)."""
    rules: Rules = position.rules
    wins = rules.genome.win_conditions
    about_chips = any(win.type in ("most_chips", "last_with_chips") for win in wins) or (
        not wins and rules.genome.setup.starting_chips != 0
    )
    values = {}
    for index, side in enumerate(rivals(rules)):
        if about_chips:
            values[index] = sum(position.chips[seat] for seat in side)
        else:
            values[index] = total(position, index)
    lowest = any(win.comparison == "lowest" for win in wins)
    settle_tie(position, extreme(values, lowest), False)


# --- the result -----------------------------------------------------------------------------------


def add_hand(position: Position) -> None:
    """The points of the hand are added to the scores, and are 0 from then on (§6.11)."""
    for seat, points in enumerate(position.hand_score):
        position.score[seat] = within(position.score[seat] + points, MOST_SCORE)
        position.hand_score[seat] = 0
    for side, points in enumerate(position.side_hand_score):
        position.side_score[side] = within(position.side_score[side] + points, MOST_SCORE)
        position.side_hand_score[side] = 0


def finish(position: Position, winners: list[int]) -> None:
    """These rivals have won; a side with all its members (§8.8, §8.15)."""
    sides = rivals(position.rules)
    position.winners = sorted(seat for index in winners for seat in sides[index])
    over(position)


def stop(position: Position, reason: str) -> None:
    """The match is stopped: nobody has won (§6.56, §6.57)."""
    position.winners = []
    position.stop_reason = reason
    over(position)


def over(position: Position) -> None:
    """The game is over; points of a hand in progress are added to the scores (§8.15)."""
    add_hand(position)
    position.over = True
    position.waiting = False
    position.frames.clear()
    if position.events is not None:
        mask = sum(1 << seat for seat in position.winners)
        position.events.append(("game_over", mask, position.stop_reason or None))
    raise Over
