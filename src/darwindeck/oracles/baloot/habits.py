"""How people play their cards in Baloot: leads, voids, discards, tens and aces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.archives.statistics import Statistics
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.auction import Contract
from darwindeck.oracles.baloot.baloot_cards import (
    ACE,
    PLAIN_HEIGHT,
    TEN,
    beats,
)
from darwindeck.oracles.baloot.play import Laid, Trick, best_of

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
HIGHEST_FIRST = ("A", "10", "K", "Q", "J", "9", "8", "7")


class Habits:
    """Counts what is played when, trick by trick."""

    def __init__(self, statistics: Statistics) -> None:
        self.leads = statistics.table(
            "Leads", "What opens the first trick, and when trumps are led."
        )
        self.voids = statistics.table(
            "Without a card of the suit led",
            "In Hokum, when plain suits are led; trick by trick, whatever is left in hand.",
        )
        self.discards = statistics.table(
            "Discards", "A card of another plain suit, where several suits were possible."
        )
        self.gifts = statistics.table(
            "High cards", "An ace or ten that is given to a trick, if there was one to give."
        )
        self.catches = statistics.table(
            "Tens and aces", "What becomes of tens and aces of plain suits that are played."
        )

        self.voids.expect(*(f"trick {number}: a trump" for number in range(1, 9)))
        self.catches.expect(
            "tens lost to the opponents", "tens that win their trick", "aces that win their trick"
        )

    def round(self, account: Account, contract: Contract) -> None:
        course, hands = account.course, account.full
        if course is None or hands is None or course.doubtful:
            return
        left = [set(hand) for hand in hands]
        for trick in course.tricks:
            if trick.cards:
                self._lead(trick, contract)
            so_far: list[Laid] = []
            for laid in trick.cards:
                if so_far:
                    self._follow(trick, so_far, laid, left[laid.seat], contract)
                so_far.append(laid)
                left[laid.seat].discard(laid.card)
            if trick.whole:
                self._caught(trick, contract)

    def _lead(self, trick: Trick, contract: Contract) -> None:
        laid = trick.cards[0]
        if trick.number == 1:
            ranks = tuple(f"first lead: {rank}" for rank in HIGHEST_FIRST)
            self.leads.among(f"first lead: {RANKS[laid.card & 7]}", ranks)
        if contract.trump is not None and not contract.closed:
            trumps = laid.card >> 3 == contract.trump
            side = "buyers" if laid.seat % 2 == contract.side else "opponents"
            self.leads.share("Hokum: a trump is led", trumps)
            self.leads.share(f"Hokum: a trump is led by the {side}", trumps)

    def _follow(
        self,
        trick: Trick,
        so_far: Sequence[Laid],
        laid: Laid,
        hand: set[int],
        contract: Contract,
    ) -> None:
        trump, led = contract.trump, so_far[0].card >> 3
        best = best_of(so_far, trump)
        partner = best.seat % 2 == laid.seat % 2
        void = all(card >> 3 != led for card in hand)
        if void and trump is not None and led != trump:
            ruffed = laid.card >> 3 == trump
            self.voids.share(f"trick {trick.number}: a trump", ruffed)
            if any(card >> 3 == trump for card in hand):
                whose = "the partner" if partner else "an opponent"
                self.voids.share(f"with trumps in hand, {whose} winning: a trump", ruffed)
        if void and laid.card >> 3 != trump:
            self._discard(laid, hand, trump)
        wins = beats(laid.card, best.card, trump)
        playable = hand if void else {card for card in hand if card >> 3 == led}
        spare = [
            card
            for card in playable
            if card & 7 in (ACE, TEN) and card >> 3 != trump and not beats(card, best.card, trump)
        ]
        if spare and len(playable) > len(spare) and not wins:
            whose = "partner’s" if partner else "opponents’"
            high = laid.card & 7 in (ACE, TEN) and laid.card >> 3 != trump
            self.gifts.share(f"given to the {whose} trick", high)

    def _discard(self, laid: Laid, hand: set[int], trump: int | None) -> None:
        plain = [card for card in hand if card >> 3 != trump]
        lengths = Counter(card >> 3 for card in plain)
        if len(lengths) < 2:
            return
        shortest = lengths[laid.card >> 3] == min(lengths.values())
        self.discards.share("from a shortest suit", shortest)
        same = [card for card in plain if card >> 3 == laid.card >> 3]
        if len(same) > 1:
            top = max(same, key=lambda card: PLAIN_HEIGHT[card & 7])
            self.discards.share("the highest of its suit", laid.card == top)

    def _caught(self, trick: Trick, contract: Contract) -> None:
        """Whether tens and aces come home, and what takes them."""
        trump = contract.trump
        best = best_of(trick.cards, trump)
        for at, laid in enumerate(trick.cards):
            if laid.card >> 3 == trump:
                continue
            lost = trick.winner % 2 != laid.seat % 2
            if laid.card & 7 == TEN:
                self.catches.share("tens lost to the opponents", lost)
                self.catches.share("tens that win their trick", best == laid)
                if lost:
                    how = (
                        "a trump"
                        if best.card >> 3 == trump
                        else "the ace"
                        if best.card & 7 == ACE and best.card >> 3 == laid.card >> 3
                        else "another card"
                    )
                    names = ("the ace", "a trump", "another card")
                    self.catches.among(
                        f"tens lost: to {how}", tuple(f"tens lost: to {name}" for name in names)
                    )
            elif laid.card & 7 == ACE:
                self.catches.share("aces that win their trick", best == laid)
                if at == 0:
                    self.catches.share(
                        "aces led: trumped by an opponent", lost and trump is not None
                    )
                if best == laid:
                    tens = [
                        other
                        for other in trick.cards
                        if other.card & 7 == TEN and other.card >> 3 != trump
                    ]
                    caught = any(other.seat % 2 != laid.seat % 2 for other in tens)
                    given = any(other.seat % 2 == laid.seat % 2 for other in tens)
                    self.catches.share("winning aces: catch a ten", caught)
                    self.catches.share("winning aces: are given a partner’s ten", given)
                    if caught:
                        self.catches.share("aces that catch a ten: led", at == 0)
