"""Actions: what happens by itself (§7.1-7.21)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.reference import places, scoring
from tests.reference.conditions import fitting
from tests.reference.genome import Action
from tests.reference.patterns import best_declaration
from tests.reference.places import Unforeseen, pile_for, piles_of, stock, top_card
from tests.reference.rankings import strength
from tests.reference.rules import STOCK, Rules
from tests.reference.state import NOBODY, Declared, Env, Place, Position, places_in
from tests.reference.words import (
    ZoneRef,
    hand_size,
    holds,
    number,
    seat,
    seats,
    single_seats,
    suit,
    zone,
)

MOST_CARDS = 128
MOST_SKIPS = 1_000


def run(position: Position, listed: Sequence[Action], player: int) -> None:
    """Actions of a list, in order, for one player (§7.1). What follows `end_phase`, `end_hand` or
    `redeal` is not done (§6.49-6.51)."""
    for action in listed:
        ACTIONS[action.kind](position, action, player)
        if position.ending or position.phase_ended:
            return


def tell(position: Position, *event: Any) -> None:
    if position.events is not None:
        position.events.append(event)


# --- names and numbers ----------------------------------------------------------------------------


def assign_role(position: Position, action: Any, player: int) -> None:
    """The role is the seat's alone; `none`: nobody's (§7.2)."""
    holder = seat(position, action.to, Env(player))
    position.roles[action.role] = holder
    tell(position, "role", action.role, holder)


def draw_lots(position: Position, action: Any, player: int) -> None:
    """One of some seats has the role by lot; of nobody, nobody has it (§7.2)."""
    among = single_seats(position, seats(position, action.among, Env(player)))
    if among and position.foreseeing is not None:
        raise Unforeseen
    holder = position.chance.take("seat")[1] if among else NOBODY
    position.roles[action.role] = holder
    tell(position, "role", action.role, holder)


def award(position: Position, action: Any, player: int) -> None:
    """Adds to the points of the hand; nothing is told of 0 (§7.2)."""
    for subject in seats(position, action.who, Env(player)):
        amount = number(position, action.amount, Env(subject))
        scoring.add_points(position, subject, amount)
        if amount:
            scoring.tell_points(position, subject, amount, scoring.NO_RULE)


def change(position: Position, action: Any, player: int) -> None:
    """Adds to a counter (§7.4)."""
    count(position, action.counter, action.by, action.who, player, True)


def set_(position: Position, action: Any, player: int) -> None:
    """Gives a counter a value (§7.4)."""
    count(position, action.counter, action.to, action.who, player, False)


def count(position: Position, name: str, amount: Any, who: Any, player: int, adds: bool) -> None:
    """A counter of the table: `who` is not used. Others: for each of `who` in order (§7.4)."""
    counter = scoring.counter_named(position, name)
    if counter.scope == "table":
        value = number(position, amount, Env(player))
        scoring.put_counter(position, counter, player, value, adds)
        return
    for subject in seats(position, who, Env(player)):
        value = number(position, amount, Env(subject))
        scoring.put_counter(position, counter, subject, value, adds)


def name_suit(position: Position, action: Any, player: int) -> None:
    """A suit is in force for the pile of zone `discard` (§7.2)."""
    position.in_force = suit(position, action.suit, Env(player))
    tell(position, "named", position.in_force)


def set_mode(position: Position, action: Any, player: int) -> None:
    """Puts one of the modes in force (§7.2)."""
    position.mode = action.mode
    tell(position, "mode", action.mode)


def set_trump(position: Position, action: Any, player: int) -> None:
    """Makes a suit trumps (§7.2)."""
    position.trump = suit(position, action.suit, Env(player))
    tell(position, "trump", position.trump)


# --- seats ----------------------------------------------------------------------------------------


def control(position: Position, action: Any, player: int) -> None:
    """`by` decides what `seat` would decide; nobody: nothing happens (§7.2)."""
    env = Env(player)
    whom, by = seat(position, action.seat, env), seat(position, action.by, env)
    if whom != NOBODY and by != NOBODY:
        position.control[whom] = by


def sit_out(position: Position, action: Any, player: int) -> None:
    """Takes seats out of the rest of the hand (§6.53)."""
    for who in single_seats(position, seats(position, action.who, Env(player))):
        leave_hand(position, who)


def leave_hand(position: Position, who: int) -> None:
    """A seat sits out; told once for each seat and hand (§6.53, §9.14)."""
    if who != position.rules.house and position.active[who]:
        position.active[who] = False
        tell(position, "sits_out", who)


def reverse(position: Position, action: Any, player: int) -> None:
    """Turns the direction of play round for the rest of the hand (§6.2)."""
    position.direction = -position.direction
    tell(position, "reversed")


def skip(position: Position, action: Any, player: int) -> None:
    """Adds to the pending skips, at most 1,000; a negative number counts as 0 (§7.2)."""
    more = max(0, number(position, action.count, Env(player)))
    position.skips = min(MOST_SKIPS, position.skips + more)


def play_again(position: Position, action: Any, player: int) -> None:
    """Somebody has the next turn, by default the same player (§6.26)."""
    position.play_again = seat(position, action.who, Env(player))


def who_deals(position: Position, action: Any, player: int) -> None:
    """A player is the dealer from now on; nobody or the house: nothing happens (§7.2)."""
    who = seat(position, action.who, Env(player))
    if who not in (NOBODY, position.rules.house):
        position.dealer = who


# --- the course -----------------------------------------------------------------------------------


def end_hand(position: Position, action: Any, player: int) -> None:
    """Ends the hand (§6.50)."""
    position.ending = "scored" if action.scored else "unscored"


def redeal(position: Position, action: Any, player: int) -> None:
    """Throws the hand in (§6.51)."""
    position.ending = f"redeal {action.dealer}"


def end_phase(position: Position, action: Any, player: int) -> None:
    """Ends the phase whose list it stands in (§6.49)."""
    position.phase_ended = True


def for_each(position: Position, action: Any, player: int) -> None:
    """Does something for each of some seats in order, who is then `turn` (§7.2)."""
    for who in single_seats(position, seats(position, action.who, Env(player))):
        run(position, action.do, who)
        if position.ending or position.phase_ended:
            return


def if_(position: Position, action: Any, player: int) -> None:
    """Some actions or others (§7.2)."""
    held = holds(position, action.condition, Env(player))
    run(position, action.then if held else action.otherwise, player)


def while_(position: Position, action: Any, player: int) -> None:
    """As long as the condition holds, at most as often as the deck has cards (§7.2)."""
    for _ in range(len(position.rules.deck)):
        if not holds(position, action.condition, Env(player)):
            return
        run(position, action.do, player)
        if position.ending or position.phase_ended:
            return


# --- cards ----------------------------------------------------------------------------------------


class Renewal:
    """Whether the stock has been renewed already for this receiver, move or share (§7.14)."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = False


def stock_card(position: Position, renewal: Renewal) -> int:
    """The top card of the stock; if it is empty, what `deck_empty_action` says happens once
    (§7.14)."""
    pile = stock(position)
    if not pile.cards and not renewal.used:
        renewal.used = True
        run_out(position)
    return top_card(position, pile)


def run_out(position: Position) -> None:
    """The stock has run out (§7.14, §6.52)."""
    rules: Rules = position.rules
    action = rules.game_rules.deck_empty_action
    if action == "game_ends":
        position.ending = "game"
    elif action == "reshuffle_discard":
        renew_stock(position)


def renewable(position: Position) -> list[int]:
    """The cards that would renew the stock: those of the pile of zone `discard`, but its top card
    if it is kept (§7.14)."""
    rules: Rules = position.rules
    if "discard" not in rules.zones:
        return []
    pile = places_in(position, "discard", NOBODY)[0]
    kept = top_card(position, pile) if rules.game_rules.keep_top_discard else NOBODY
    return [card for card in sorted(pile.cards) if card != kept]


def renew_stock(position: Position) -> None:
    """Those cards go into the stock, in the order of the deck, and it is shuffled (§7.14)."""
    cards = renewable(position)
    if not cards:
        return
    if position.foreseeing is not None:
        raise Unforeseen
    pile = stock(position)
    for card in cards:
        places.move_card(position, card, pile, counts=False)
    places.shuffle(position, pile)


def deal(position: Position, action: Any, player: int) -> None:
    """For each packet, each of `to` gets so many cards from the top of the stock; to a zone of the
    table once for each packet (§7.12)."""
    rules: Rules = position.rules
    for packet in action.packets:
        env = Env(player)
        amount = max(0, min(MOST_CARDS, number(position, packet, env)))
        target = zone(position, action.zone, env)
        if rules.zones[target.name].owner == "table":
            deal_packet(position, target, amount)
            if position.ending:
                return
            continue
        for who in single_seats(position, seats(position, action.to, env)):
            deal_packet(position, zone(position, action.zone, Env(who)), amount)
            if position.ending:
                return


def deal_packet(position: Position, target: ZoneRef, amount: int) -> None:
    """So many cards to a zone; in one with a fixed number of piles to each of them (§7.12)."""
    if position.rules.zones[target.name].piles != "fixed":
        give(position, target, amount)
        return
    for place in piles_of(position, target):
        give(position, ZoneRef(place.zone, (place.owner,), pile=place.number), amount)
        if position.ending:
            return


def give(position: Position, target: ZoneRef, amount: int) -> None:
    """So many cards from the top of the stock to a zone, as far as they go (§7.12, §7.14)."""
    renewal = Renewal()
    for _ in range(amount):
        card = stock_card(position, renewal)
        if card == NOBODY or position.ending:
            return
        put_into(position, card, target)


def put_into(position: Position, card: int, target: ZoneRef, *, to_bottom: bool = False) -> None:
    """A card goes to the pile of a zone that gets it; nobody's pile: it stays (§P1.10)."""
    place = pile_for(position, target, card)
    if place is not None:
        places.move_card(position, card, place, to_bottom=to_bottom)


def fill_hands(position: Position, action: Any, player: int) -> None:
    """Each of `to` in order gets cards from the top of the stock until their hand has so many
    (§7.13)."""
    env = Env(player)
    size = number(position, action.size, env)
    for who in single_seats(position, seats(position, action.to, env)):
        renewal = Renewal()
        while hand_size(position, who) < size:
            card = stock_card(position, renewal)
            if position.ending:
                return
            if card == NOBODY:
                break
            places.move_card(position, card, places_in(position, "hand", who)[0])


def move(position: Position, action: Any, player: int) -> None:
    """Moves cards from one zone to another (§7.15-7.19)."""
    env = Env(player)
    source = zone(position, action.source, env)
    target = zone(position, action.target, env)
    wanted = MOST_CARDS
    if action.count is not None:
        wanted = max(0, min(MOST_CARDS, number(position, action.count, env)))
    renewal = Renewal()
    renewal.used = action.count is None or source.name != STOCK
    piles = piles_of(position, source)
    fit = set(fitting(position, action.cards, [c for p in piles for c in p.cards], env))
    for pile in piles:
        wanted -= move_from(position, action, source, target, pile, fit, wanted)
        if not renewal.used and wanted > 0 and not pile.cards:
            renewal.used = True
            run_out(position)
            if position.ending:
                return
            fit = set(fitting(position, action.cards, pile.cards, env))
            wanted -= move_from(position, action, source, target, pile, fit, wanted)


def move_from(
    position: Position,
    action: Any,
    source: ZoneRef,
    target: ZoneRef,
    pile: Place,
    fit: set[int],
    wanted: int,
) -> int:
    """Takes cards of one pile and moves them one by one; says how many (§7.16, §7.17)."""
    if source.top:
        cards = [card for card in [top_card(position, pile)] if card in fit]
    else:
        cards = chosen(position, pile, [card for card in pile.cards if card in fit], action, wanted)
    cards = cards[:wanted]
    packet = action.count is None and places.is_stack(position, pile)
    if packet and bool(action.turned_over) == bool(action.to_bottom):
        cards.reverse()
    for card in cards:
        put_into(position, card, target, to_bottom=action.to_bottom)
    return len(cards)


def chosen(
    position: Position, pile: Place, cards: list[int], action: Any, wanted: int
) -> list[int]:
    """The cards of a pile in the order in which they are taken (§7.16)."""
    if action.choose == "random":
        return places.random_cards(position, pile, cards, wanted)
    if action.choose == "highest":
        return sorted(cards, key=lambda card: (-strength(position, card), card))
    return cards[::-1] if places.is_stack(position, pile) else cards


def shuffle(position: Position, action: Any, player: int) -> None:
    """Every pile of the zone by itself (§7.2, §7.20)."""
    for pile in piles_of(position, zone(position, action.zone, Env(player))):
        places.shuffle(position, pile)


def expose(position: Position, action: Any, player: int) -> None:
    """Every pile of the zone lies open for the rest of the hand (§7.2)."""
    for pile in piles_of(position, zone(position, action.zone, Env(player))):
        places.expose(position, pile)


def show(position: Position, action: Any, player: int) -> None:
    """The cards of the zone that fit are shown to all and stay (§7.2)."""
    env = Env(player)
    source = zone(position, action.zone, env)
    for pile in piles_of(position, source):
        cards = [top_card(position, pile)] if source.top and pile.cards else pile.cards
        for card in sorted(fitting(position, action.cards, cards, env)):
            places.show(position, pile, card)


def declare(position: Position, action: Any, player: int) -> None:
    """The most valuable choice from the cards of a zone is declared and shown (§P14.8)."""
    env = Env(player)
    who = seat(position, action.who, env)
    if who == NOBODY:
        return
    piles = piles_of(position, zone(position, action.zone, env))
    cards = sorted(card for pile in piles for card in pile.cards)
    for pattern, used in best_declaration(position, Env(who), action.patterns, cards):
        declared = Declared(who, pattern, tuple(used), -1)
        position.declared.append(declared)
        tell(position, "declared", who, pattern, True, tuple(used))
        for card in used:
            places.learn(position, card, position.rules.everybody)


def stake(position: Position, action: Any, player: int) -> None:
    """Each of `who` puts chips into the pot, no more than they have; dead ones are no part of
    their stake (§7.21)."""
    env = Env(player)
    amount = number(position, action.amount, env)
    for who in single_seats(position, seats(position, action.who, env)):
        if action.pot is None:
            put_in_pot(position, who, amount, dead=action.dead)
        else:
            put_in_named_pot(position, who, amount, action.pot)


def put_in_named_pot(position: Position, who: int, amount: int, pot: str) -> None:
    """Chips of a seat go to a pot by name, as far as it has room (§7.21)."""
    (held,) = position.counters[pot]
    room = scoring.counter_named(position, pot).high - held
    paid = max(0, min(amount, position.chips[who], room))
    position.counters[pot] = [held + paid]
    scoring.pay(position, who, -paid)


def pay(position: Position, action: Any, player: int) -> None:
    """The chips of a pot are shared among some players (§7.22)."""
    env = Env(player)
    who = single_seats(position, seats(position, action.who, env))
    held = position.pot if action.pot is None else position.counters[action.pot][0]
    amount = held
    if action.amount is not None:
        amount = max(0, min(held, number(position, action.amount, env)))
    if not who:
        return
    if action.pot is None:
        position.pot -= amount
        position.staked = [0] * len(position.staked)
        position.dead = [0] * len(position.dead)
    else:
        position.counters[action.pot] = [held - amount]
    for index, each in enumerate(who):
        scoring.pay(position, each, amount // len(who) + (index < amount % len(who)))


def put_in_pot(position: Position, who: int, amount: int, dead: bool = False) -> None:
    """Chips of a seat go to the pot (§7.21)."""
    paid = max(0, min(amount, position.chips[who]))
    (position.dead if dead else position.staked)[who] += paid
    position.pot += paid
    scoring.pay(position, who, -paid)


ACTIONS: dict[str, Callable[[Position, Any, int], None]] = {
    "assign_role": assign_role,
    "award": award,
    "change": change,
    "control": control,
    "deal": deal,
    "draw_lots": draw_lots,
    "declare": declare,
    "end_hand": end_hand,
    "end_phase": end_phase,
    "expose": expose,
    "fill_hands": fill_hands,
    "for_each": for_each,
    "if": if_,
    "move": move,
    "name_suit": name_suit,
    "pay": pay,
    "play_again": play_again,
    "who_deals": who_deals,
    "redeal": redeal,
    "reverse": reverse,
    "set": set_,
    "set_mode": set_mode,
    "set_trump": set_trump,
    "show": show,
    "shuffle": shuffle,
    "sit_out": sit_out,
    "skip": skip,
    "stake": stake,
    "while": while_,
}
