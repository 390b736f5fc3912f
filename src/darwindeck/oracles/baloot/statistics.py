"""How Baloot is played, from records: deals, contracts, results, declarations, and the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from darwindeck.archives.record import MatchRecord
from darwindeck.archives.statistics import Statistics
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.auction import PASSES, RAISES, Contract
from darwindeck.oracles.baloot.baloot_cards import ACE, JACK, NINE, SUIT_WORDS, TEN
from darwindeck.oracles.baloot.habits import Habits
from darwindeck.oracles.baloot.judge import Judge
from darwindeck.oracles.baloot.match import MatchReport, RoundReport, examine

MODES = ("Hokum", "Sun", "ashkal")
KINDS = ("sira", "fifty", "hundred", "four hundred", "baloot", "akka")
LEVELS = ("not raised", "×2", "×3", "×4", "gahwa")
NUMBERS = ("0", "1", "2", "3", "4", "5 and more")
CLASSES = ("0–19", "20–39", "40–59", "60–79", "80–99", "100–119", "120 and more")


def count_matches(records: Iterable[MatchRecord]) -> Statistics:
    """Everything that can be counted in matches."""
    count = _Count()
    for record in records:
        count.match(examine(record, engine=False))
    return count.statistics


def mode_of(contract: Contract) -> str:
    """Hokum, Sun, or Sun that an ashkal gave to the partner."""
    if contract.ashkal:
        return "ashkal"
    return "Sun" if contract.mode == "sun" else "Hokum"


def level_of(contract: Contract) -> str:
    return "gahwa" if contract.gahwa else LEVELS[contract.level - 1]


class _Count:
    def __init__(self) -> None:
        self.statistics = made = Statistics("baloot")
        self.deals = made.table("Deals", "How deals end; means are per match.")
        self.contracts = made.table("Contracts", "Of the rounds played.")
        self.buyers = made.table(
            "Who buys", "Position 1 sits next to the dealer and calls first; 4 is the dealer."
        )
        self.strength = made.table(
            "Strength to buy",
            "How often a turn of the first round buys Hokum, by the trumps in hand with the floor "
            "card, and by its strong cards: aces, tens, and jack and nine of trumps.",
        )
        self.raised = made.table("Raising", "How far rounds are raised, and who wins then.")
        self.lost = made.table(
            "Bids won and lost", "Khasara: the buyer comes out behind. Kaboot counts apart."
        )
        self.kaboot = made.table("Kaboot", "One side takes every trick.")
        self.fouls = made.table(
            "Fouls and claims", "Revokes are illegal cards that the server let pass."
        )
        self.declared = made.table(
            "Declarations", "Shares of the rounds in which there is at least one; means per round."
        )
        self.paid = made.table("Declarations paid", "What results pay, in raw points.")
        self.points = made.table(
            "Card points of the buyers", "With the last trick, by mode, in classes of twenty."
        )
        self.scores = made.table("Scores", "Game points of a round.")
        self.habits = Habits(made)
        self._expect()

    def _expect(self) -> None:
        """The order of what occurs now and then."""
        self.contracts.expect(*MODES, *(f"{mode}: in the second round" for mode in MODES))
        self.strength.expect(*(f"trumps: {number}" for number in NUMBERS[1:]))
        self.strength.expect(*(f"strong cards: {number}" for number in NUMBERS))
        self.raised.expect(*LEVELS, *(f"{mode}: raised" for mode in MODES), "Hokum raised: closed")
        self.raised.expect(*(f"the last to raise wins: {level}" for level in LEVELS[1:]))
        self.lost.expect("khasara: all", *(f"khasara: {mode}" for mode in MODES))
        self.lost.expect(*(f"khasara: Hokum in {suit}" for suit in SUIT_WORDS))
        self.lost.expect(*(f"khasara: bought in round {number}" for number in (1, 2)))
        self.lost.expect(*(f"the buyers score more: {mode}" for mode in ("all", *MODES)))
        self.kaboot.expect("all", *MODES)

    def match(self, report: MatchReport) -> None:
        self.statistics.matches += 1
        self.statistics.deals += len(report.rounds)
        if report.record.whole:
            played = [item for item in report.rounds if item.account.outcome == "played"]
            self.deals.mean("deals per match", len(report.rounds))
            self.deals.mean("rounds played per match", len(played))
        for item in report.rounds:
            self._deal(item)

    def _deal(self, item: RoundReport) -> None:
        account = item.account
        self.deals.among(account.outcome, ("played", "all passed", "kawesh", "unfinished"))
        if account.auction is not None and account.calls:
            spoken = account.auction.spoken
            second = any(said.round == 2 for said in spoken)
            self.deals.share("reached the second round", second)
            for said in spoken:
                self.deals.share("calls that pass", said.call.word in PASSES)
            self._strength(account)
        contract = account.contract
        if account.outcome != "played" or contract is None:
            return
        self._contract(account, contract)
        self._fouls(account)
        self._declared(account)
        if account.result is not None and item.judge is not None and not account.foul:
            self._result(contract, item.judge)
        self.habits.round(account, contract)

    # --- the auction -----------------------------------------------------------------------------

    def _strength(self, account: Account) -> None:
        """Turns of the first round before anybody bought, by what the caller holds."""
        auction, floor, hands = account.auction, account.floor, account.first
        if auction is None or floor is None or hands is None:
            return
        trump = floor >> 3
        for said in auction.spoken:
            if said.stage != "turn" or said.round != 1:
                break
            cards = (*hands[said.call.seat], floor)
            trumps = sum(card >> 3 == trump for card in cards)
            strong = sum(
                card & 7 in (ACE, TEN) or (card >> 3 == trump and card & 7 in (JACK, NINE))
                for card in cards
            )
            bought = said.call.word == "hokom"
            self.strength.share(f"trumps: {NUMBERS[min(trumps, 5)]}", bought)
            self.strength.share(f"strong cards: {NUMBERS[min(strong, 5)]}", bought)
            if said.call.word not in PASSES:
                break

    def _contract(self, account: Account, contract: Contract) -> None:
        mode = mode_of(contract)
        self.contracts.among(mode, MODES)
        self.contracts.share(f"{mode}: in the second round", contract.round == 2)
        if contract.trump is not None:
            suits = tuple(f"trumps: {word}" for word in SUIT_WORDS)
            self.contracts.among(suits[contract.trump], suits)
        words = {call.word for call in account.calls}
        self.contracts.share("turned into Sun", "turntosun" in words)
        self.contracts.share("taken before another", "beforeyou" in words)
        if account.dealer is not None:
            places = tuple(f"position {place}" for place in (1, 2, 3, 4))
            place = (contract.buyer - account.dealer - 1) % 4
            self.buyers.among(places[place], places)
        self.raised.among(level_of(contract), LEVELS)
        self.raised.share(f"{mode}: raised", contract.level > 1 or contract.gahwa)
        raises = [call.word for call in account.calls if call.word in RAISES]
        if contract.mode == "hokum" and raises:
            self.raised.share("Hokum raised: closed", contract.closed)

    # --- results ---------------------------------------------------------------------------------

    def _result(self, contract: Contract, judge: Judge) -> None:
        facts, sheet = judge.facts, judge.sheet
        if facts is None or sheet is None:
            return
        mode, buyer = mode_of(contract), contract.side
        swept = facts.swept
        self.kaboot.share("all", swept is not None)
        self.kaboot.share(mode, swept is not None)
        if swept is not None:
            self.kaboot.share("of kaboots: by the buyers", swept == buyer)
        scores = judge.scores
        lost = sheet.khasara
        self.lost.share("khasara: all", lost)
        self.lost.share(f"khasara: {mode}", lost)
        if contract.trump is not None:
            self.lost.share(f"khasara: Hokum in {SUIT_WORDS[contract.trump]}", lost)
        self.lost.share(f"khasara: bought in round {contract.round}", lost)
        ahead = scores[buyer] > scores[1 - buyer]
        self.lost.share("the buyers score more: all", ahead)
        self.lost.share(f"the buyers score more: {mode}", ahead)
        if contract.raiser is not None:
            side = contract.raiser % 2
            wins = scores[side] > scores[1 - side]
            self.raised.share(f"the last to raise wins: {level_of(contract)}", wins)
        own = facts.with_last()[buyer]
        names = tuple(f"{mode}: {name}" for name in CLASSES)
        self.points.among(names[min(own // 20, len(CLASSES) - 1)], names)
        self.points.mean(f"{mode}: mean", own)
        self.scores.mean(f"{mode}: buyers", scores[buyer])
        self.scores.mean(f"{mode}: opponents", scores[1 - buyer])
        for kind in KINDS[:5]:
            paid = sum(awards[kind] for awards in judge.awards)
            self.paid.share(f"{kind} is paid", paid > 0)
        worth = [sum(award.value for award in awards) for awards in judge.result.awarded]
        self.paid.mean("raw points paid per round", sum(worth))
        if sum(worth):
            self.paid.share("paid to the buyers", worth[buyer] > worth[1 - buyer])

    def _fouls(self, account: Account) -> None:
        course = account.course
        self.fouls.share("rounds charged with a foul", account.foul)
        if course is None:
            return
        self.fouls.share("rounds with a revoke", bool(course.revokes))
        self.fouls.mean("revokes per round", len(course.revokes))
        claimed = course.claim is not None and course.claim.kind == "rest"
        self.fouls.share("rounds ended by a claim", claimed)
        self.fouls.mean("tricks per round", sum(trick.whole for trick in course.tricks))

    def _declared(self, account: Account) -> None:
        kinds = Counter(event.kind for event in account.declared if event.kind)
        for kind in KINDS:
            self.declared.share(kind, kinds[kind] > 0)
        self.declared.mean("announcements per round", sum(kinds.values()))
        if account.full is not None:
            projects = [bool(announced) for announced in account.announced]
            self.declared.share("a project on some side", any(projects))
            both = any(projects[0::2]) and any(projects[1::2])
            self.declared.share("projects on both sides", both)
