"""Recorded deals of Bridge: auction, play and score worked out again, and put to the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from darwindeck.archives.again import NotPlayable, PlayedAgain
from darwindeck.archives.divergences import (
    AuctionResult,
    Category,
    Comparison,
    Divergence,
    Irregularity,
    IrregularityKind,
    Triage,
)
from darwindeck.archives.examination import Extent, unreadable_values
from darwindeck.archives.record import (
    Claim,
    Hands,
    MatchRecord,
    Opening,
    Play,
    RecordedCall,
    RoundRecord,
    StatedResult,
)
from darwindeck.cards import Card
from darwindeck.oracles.bridge.auction import Auction, hear
from darwindeck.oracles.bridge.engine import EngineDeal, played, put_to_engine
from darwindeck.oracles.bridge.notation import CARDS, SEAT_NAMES, SIDE_NAMES, beats
from darwindeck.oracles.bridge.scoring import Contract, score
from darwindeck.quoting import QuotedValueError
from darwindeck.simulation import State

NAMES = {card: name for name, card in CARDS.items()}


@dataclass
class Deal:
    """One deal, from every side."""

    record: RoundRecord
    hands: tuple[tuple[Card, ...], ...] | None = None
    dealer: int | None = None
    calls: list[RecordedCall] = field(default_factory=list)
    plays: list[Play] = field(default_factory=list)
    claim: Claim | None = None
    result: StatedResult | None = None
    auction: Auction | None = None
    contract: Contract | None = None
    tricks: list[tuple[list[Play], int]] = field(default_factory=list)
    """The cards of each whole trick, and who won it."""
    scores: tuple[int, int] | None = None
    """What the deal scores by contract, tricks and vulnerability."""
    revokes: set[int] = field(default_factory=set)
    followed: int = 0
    """How many cards were held against the hands."""
    compared: int = 0
    """How many statements of contract, declarer, tricks and score were held against the rest."""
    engine: EngineDeal | None = None
    divergences: list[Divergence] = field(default_factory=list)
    irregularities: list[Irregularity] = field(default_factory=list)

    def taken(self, side: int) -> int:
        return sum(winner % 2 == side for _, winner in self.tricks)

    def stated(self, name: str) -> object:
        return None if self.result is None else self.result.values.get(name)

    @property
    def claimed(self) -> int | None:
        """How many tricks the declarer is given by a claim."""
        tricks = None if self.claim is None else self.claim.values.get("tricks")
        return tricks if isinstance(tricks, int) else None


@dataclass
class BridgeAuctions(AuctionResult):
    """What the auctions of one file come to."""

    doubled_count: int = 0


@dataclass
class BridgeReport:
    """The deals of one file, from every side."""

    record: MatchRecord
    deals: list[Deal] = field(default_factory=list)
    divergences: list[Divergence] = field(default_factory=list)

    def all_divergences(self) -> list[Divergence]:
        return [*self.divergences, *(item for deal in self.deals for item in deal.divergences)]

    def all_irregularities(self) -> list[Irregularity]:
        return [item for deal in self.deals for item in deal.irregularities]

    def figures(self) -> Extent:
        return Extent(
            rounds=len(self.deals),
            judged=sum(deal.compared > 0 for deal in self.deals),
            followed=sum(deal.engine is not None and deal.engine.complete for deal in self.deals),
            tricks=sum(len(deal.tricks) for deal in self.deals),
            cards=sum(deal.followed for deal in self.deals),
            calls=sum(len(deal.calls) for deal in self.deals if deal.auction is not None),
        )

    def comparisons(self) -> list[Comparison]:
        return [_comparison(self.record.file, deal) for deal in self.deals]

    def auctions(self) -> BridgeAuctions:
        result = BridgeAuctions(self.record.file)
        for deal in self.deals:
            result.rounds_validated += 1
            result.all_pass_count += deal.auction is not None and deal.auction.passed_out
            result.doubled_count += deal.contract is not None and deal.contract.times > 1
            result.unfinished_count += deal.auction is None or not deal.auction.closed
        about = (Category.AUCTION, Category.CONTRACT, Category.DEALER)
        result.issues += [str(item) for item in self.all_divergences() if item.category in about]
        return result


def examine_deals(
    record: MatchRecord, readings: Mapping[str, str], *, engine: bool = True
) -> BridgeReport:
    """Examines every deal of a file; no rule of Bridge is disputed, so there are no readings."""
    if readings:
        raise QuotedValueError(
            f"no option '{next(iter(readings))}': no rule of this game is disputed"
        )
    report = BridgeReport(record, divergences=unreadable_values(record))
    flawed = {flaw.round for flaw in record.flaws}
    for item in record.rounds:
        examiner = _Examiner(record.file, item)
        if item.index not in flawed:
            examiner.examine(engine)
        report.deals.append(examiner.deal)
    return report


def deal_again(record: MatchRecord, index: int) -> PlayedAgain:
    """A deal as moves of the engine, as far as it takes them."""
    item = next(item for item in record.rounds if item.index == index)
    deal = _Examiner(record.file, item).deal
    if deal.hands is None or deal.dealer is None or any(len(hand) != 13 for hand in deal.hands):
        raise NotPlayable("the hands of the deal are not known")
    if len({card for hand in deal.hands for card in hand}) != 52:
        raise NotPlayable("a card of the deal is there twice")
    vulnerable = deal.stated("vulnerable")
    sides = vulnerable if isinstance(vulnerable, tuple) else ()
    state, refused = played(deal.hands, deal.dealer, sides, deal.calls, deal.plays)
    first = State.begin(state.game, state.start).position
    moves = tuple((made.seat, made.move.code) for made in state.log)
    stopped = "" if refused is None else f"event {refused} of the record is against the rules"
    return PlayedAgain(state.game, first, moves, stopped)


class _Examiner:
    def __init__(self, file: str, record: RoundRecord) -> None:
        self.file = file
        self.deal = deal = Deal(record)
        for event in record.events:
            if isinstance(event, Hands):
                deal.hands = event.cards
            elif isinstance(event, Opening):
                deal.dealer = event.dealer
            elif isinstance(event, RecordedCall):
                deal.calls.append(event)
            elif isinstance(event, Play):
                deal.plays.append(event)
            elif isinstance(event, Claim):
                deal.claim = event
            elif isinstance(event, StatedResult):
                deal.result = event

    def examine(self, engine: bool) -> None:
        deal = self.deal
        sound = self._hands()
        self._auction()
        self._contract()
        if sound:
            self._play()
        self._tricks()
        self._score()
        legal = deal.auction is not None and deal.auction.fault is None and deal.auction.closed
        regular = not deal.revokes and not deal.divergences and not deal.record.marked
        if engine and sound and legal and regular:
            self._engine()

    def _add(
        self,
        at: int | None,
        category: Category,
        expected: object,
        computed: object,
        details: str,
        triage: Triage,
        reason: str,
    ) -> None:
        index = self.deal.record.index
        self.deal.divergences.append(
            Divergence(self.file, index, at, category, expected, computed, details, triage, reason)
        )

    def _hands(self) -> bool:
        """Whether the hands are known and can be."""
        hands = self.deal.hands
        if hands is None:
            return False
        sizes = tuple(map(len, hands))
        cards = {card for hand in hands for card in hand}
        if sizes == (13, 13, 13, 13) and len(cards) == 52:
            return True
        said = "the four hands are not thirteen cards each, every card once"
        reason = "no pack can be dealt like that"
        self._add(0, Category.HANDS, sizes, (13,) * 4, said, Triage.SOURCE, reason)
        return False

    def _auction(self) -> None:
        deal = self.deal
        if not deal.calls or deal.dealer is None:
            return
        deal.auction = auction = hear(deal.calls, deal.dealer)
        if auction.fault is not None:
            at, called, instead = auction.fault
            said = f"{called} where there must be {instead}"
            reason = "the calls of a deal must fit each other and the dealer"
            if not self._marked("auction", at, IrregularityKind.AUCTION, said):
                self._add(at, Category.AUCTION, called, instead, said, Triage.SOURCE, reason)
        elif not auction.closed:
            self._remark(None, IrregularityKind.UNFINISHED, "the auction is not closed")

    def _contract(self) -> None:
        deal = self.deal
        heard = deal.auction
        settled = heard is not None and heard.closed and heard.fault is None
        if heard is not None and settled:
            deal.contract = heard.contract
        stated, declarer = deal.stated("contract"), deal.stated("declarer")
        named = _stated(stated, declarer)
        if not settled:
            deal.contract = named
            return
        reason = "the calls and the result of the same deal contradict each other"
        at = deal.result.at if deal.result is not None else None
        ours = "Pass" if deal.contract is None else deal.contract.written
        deal.compared += stated is not None
        if stated is not None and stated != ours:
            said = f"the contract is said to be {stated}; the calls come to {ours}"
            self._add(at, Category.CONTRACT, stated, ours, said, Triage.SOURCE, reason)
        elif (
            deal.contract is not None
            and isinstance(declarer, int)
            and declarer != deal.contract.declarer
        ):
            one, other = SEAT_NAMES[declarer], SEAT_NAMES[deal.contract.declarer]
            said = f"{one} is said to be the declarer; by the calls it is {other}"
            if self._marked("declarer", at, IrregularityKind.OPEN, said):
                # Whoever is named plays, as after a lead that made the partner dummy.
                deal.contract = deal.contract._replace(declarer=declarer)
            else:
                self._add(at, Category.CONTRACT, one, other, said, Triage.SOURCE, reason)

    def _play(self) -> None:
        deal = self.deal
        hands, contract = deal.hands, deal.contract
        if not deal.plays or hands is None or contract is None:
            return
        left = [set(hand) for hand in hands]
        leader = (contract.declarer + 1) % 4
        if deal.record.marked & {"declarer", "play"}:
            leader = deal.plays[0].seat
        trick: list[Play] = []
        for play in deal.plays:
            turn = (leader + len(trick)) % 4
            if play.seat != turn or play.card not in left[play.seat]:
                self._misplayed(play, turn, left)
                return
            if trick and play.card.suit != trick[0].card.suit and _holds(left[play.seat], trick):
                deal.revokes.add(play.at)
            left[play.seat].discard(play.card)
            deal.followed += 1
            trick.append(play)
            if len(trick) == 4:
                leader = _winner(trick, contract.strain)
                deal.tricks.append((trick, leader))
                trick = []
        if deal.revokes and len(deal.tricks) < 13:
            self._lost_row(hands, contract.strain)
        for play in deal.plays:
            if play.at in deal.revokes:
                said = f"{play.card} although a card of the suit led was held"
                self._remark(play.at, IrregularityKind.REVOKE, said, play.seat)

    def _misplayed(self, play: Play, turn: int, left: list[set[Card]]) -> None:
        """A card that is not its player's, or not on turn."""
        expected = f"{play.card} by {SEAT_NAMES[play.seat]}"
        held = play.card in left[play.seat]
        due = f"a card by {SEAT_NAMES[turn]}" if held else "a card of the hand"
        said = f"{expected} is played where there must be {due}"
        holder = next((seat for seat in range(4) if play.card in left[seat]), None)
        if not held and holder is not None:
            said += f"; {SEAT_NAMES[holder]} holds it, so a card before it may be lost"
        reason = "hands, contract and cards of one deal must fit each other"
        if not self._marked("play", play.at, IrregularityKind.REVOKE, said):
            self._add(play.at, Category.PLAY, expected, due, said, Triage.SOURCE, reason)

    def _lost_row(self, hands: Sequence[Sequence[Card]], strain: str) -> None:
        """Where a trick is not recorded, those after it look as if nobody had followed suit.

        They fit the hands if somebody else led to the first of them.
        """
        deal = self.deal
        revoked = next(
            (
                number
                for number, (trick, _) in enumerate(deal.tricks)
                if any(play.at in deal.revokes for play in trick)
            ),
            len(deal.tricks),
        )
        rows = [{play.seat: play.card for play in trick} for trick, _ in deal.tricks]
        for number in range(min(revoked, len(rows) - 1), -1, -1):
            gone = {card for row in rows[:number] for card in row.values()}
            left = [[card for card in hand if card not in gone] for hand in hands]
            # The same seat may lead as if nothing were lost; then only a single trick can be.
            same = deal.tricks[number][0][0].seat
            leaders = [seat for seat in range(4) if seat != same or len(rows) == 12]
            if any(_fits(left, rows[number:], leader, strain) for leader in leaders):
                break
        else:
            return
        first = deal.tricks[number][0][0].at
        del deal.tricks[number:]
        deal.revokes = {at for at in deal.revokes if at < first}
        said = f"what is recorded as trick {number + 1} cannot follow trick {number}"
        if number == 0:
            said = (
                "what is recorded as the first trick cannot be led by the seat after the declarer"
            )
        self._add(
            first,
            Category.READING,
            f"trick {number + 1}",
            "a trick before it",
            f"{said}: a trick before it is not recorded",
            Triage.READING,
            "without a trick in between nobody would have followed suit; the file is damaged",
        )

    def _tricks(self) -> None:
        deal = self.deal
        stated, claimed, contract = deal.stated("tricks"), deal.claimed, deal.contract
        if contract is None:
            return
        taken = deal.taken(contract.side)
        rest = 13 - len(deal.tricks)
        computed = str(taken) if not rest else f"{taken} to {taken + rest}"
        reason = "the cards and the result of the same deal contradict each other"
        for number, event, what in (
            (stated, deal.result, "is said to take"),
            (claimed, deal.claim, "is given, by a claim,"),
        ):
            if not isinstance(number, int) or event is None:
                continue
            deal.compared += bool(deal.tricks)
            said = f"the declarer {what} {number} tricks; the cards give {computed}"
            if taken <= number <= taken + rest:
                continue
            if not self._marked("tricks", event.at, IrregularityKind.OPEN, said):
                self._add(event.at, Category.TRICK, number, computed, said, Triage.SOURCE, reason)
        if isinstance(stated, int) and claimed is not None and deal.claim is not None:
            deal.compared += 1
            if stated != claimed:
                said = f"the declarer claims {claimed} tricks, and the result gives {stated}"
                reason = "the claim and the result of the same deal contradict each other"
                at = deal.claim.at
                self._add(at, Category.TRICK, stated, claimed, said, Triage.SOURCE, reason)
        self._played_out(rest, isinstance(stated, int) or claimed is not None)

    def _played_out(self, rest: int, ended: bool) -> None:
        """Whether the play came to its end, or to a claim and nothing after it."""
        deal = self.deal
        if not deal.plays:
            return
        claim = deal.claim
        if claim is not None and claim.at < deal.plays[-1].at:
            said = "the rest is claimed, and cards are played after that"
            reason = "a claim ends the play"
            self._add(claim.at, Category.PLAY, "a claim", "a card", said, Triage.SOURCE, reason)
        if deal.hands is None:
            said = "the hands are not recorded: the play is not checked"
            self._remark(None, IrregularityKind.OPEN, said)
        elif not rest or deal.followed < len(deal.plays):
            return
        elif ended:
            self._remark(None, IrregularityKind.OPEN, f"{rest} tricks were not played out")
        else:
            said = f"the play breaks off after {len(deal.tricks)} tricks, without a result"
            self._remark(None, IrregularityKind.UNFINISHED, said)

    def _score(self) -> None:
        deal = self.deal
        vulnerable, tricks = deal.stated("vulnerable"), deal.stated("tricks")
        tricks = deal.claimed if tricks is None else tricks
        result, contract = deal.result, deal.contract
        if result is None:
            return
        if deal.stated("contract") == "Pass" and contract is None:
            deal.scores = (0, 0)
        elif contract is None or not isinstance(tricks, int) or not isinstance(vulnerable, tuple):
            return
        else:
            deal.scores = score(contract, tricks, contract.side in vulnerable)
        stated = result.scores
        deal.compared += stated is not None
        if stated is not None and stated != deal.scores:
            ours = deal.scores
            said = (
                f"the deal scores {stated[0]} for {SIDE_NAMES[0]} and {stated[1]} for "
                f"{SIDE_NAMES[1]}; by the table it scores {ours[0]} and {ours[1]}"
            )
            reason = "contract, tricks and vulnerability of the same deal give another score"
            triage = Triage.SOURCE
            self._add(result.at, Category.GAME_POINTS, stated, ours, said, triage, reason)

    def _engine(self) -> None:
        deal = self.deal
        assert deal.hands is not None
        assert deal.dealer is not None
        if deal.contract is None:
            return
        vulnerable = deal.stated("vulnerable")
        sides = vulnerable if isinstance(vulnerable, tuple) else ()
        made = put_to_engine(deal.hands, deal.dealer, sides, deal.calls, deal.plays)
        deal.engine = made
        reason = "engine and recomputation do not agree"
        if made.refused is not None:
            said = "the engine does not take a call or card that the rules allow"
            self._add(made.refused, Category.PLAY, "taken", "refused", said, Triage.MAPPING, reason)
        ours = score(deal.contract, deal.taken(deal.contract.side), deal.contract.side in sides)
        if made.complete and made.scores != ours:
            said = f"the engine scores {made.scores}, the table {ours}"
            self._add(None, Category.GAME_POINTS, ours, made.scores, said, Triage.MAPPING, reason)

    def _marked(self, what: str, at: int | None, kind: IrregularityKind, said: str) -> bool:
        """Whether the source itself marks something as irregular; then it is only told."""
        if what not in self.deal.record.marked:
            return False
        self._remark(at, kind, f"{said}; the record marks the {what} as irregular")
        return True

    def _remark(
        self, at: int | None, kind: IrregularityKind, details: str, seat: int | None = None
    ) -> None:
        index = self.deal.record.index
        self.deal.irregularities.append(Irregularity(self.file, index, at, kind, details, seat))


def _comparison(file: str, deal: Deal) -> Comparison:
    """What the result of a deal says, beside what its calls, cards and the table give."""
    heard, contract = deal.auction, deal.contract
    bid = heard.contract if heard is not None and heard.closed and heard.fault is None else None
    declarer = deal.stated("declarer")
    played = contract is not None and len(deal.tricks) == 13
    stated = deal.result.scores if deal.result is not None else None
    tricks = deal.stated("tricks")
    pairs: list[tuple[str, object, object]] = [
        ("contract", deal.stated("contract"), None if bid is None else bid.written),
        (
            "declarer",
            SEAT_NAMES[declarer] if isinstance(declarer, int) else None,
            None if bid is None else SEAT_NAMES[bid.declarer],
        ),
        (
            "tricks",
            deal.claimed if tricks is None else tricks,
            deal.taken(contract.side) if played and contract is not None else None,
        ),
    ]
    for side, name in enumerate(SIDE_NAMES):
        given = None if stated is None else stated[side]
        pairs.append((f"score {name}", given, None if deal.scores is None else deal.scores[side]))
    what = "passed out" if heard is not None and heard.passed_out else "not known"
    if contract is not None:
        what = f"{contract.written} by {SEAT_NAMES[contract.declarer]}"
    return Comparison(file, deal.record.index, what, tuple(pairs))


def _stated(contract: object, declarer: object) -> Contract | None:
    """The contract as the result names it."""
    if not isinstance(contract, str) or contract == "Pass" or not isinstance(declarer, int):
        return None
    strain = contract[1:].rstrip("X")
    return Contract(int(contract[0]), strain, {0: 1, 1: 2, 2: 4}[contract.count("X")], declarer)


def _holds(hand: set[Card], trick: list[Play]) -> bool:
    """Whether a hand could follow suit."""
    return any(card.suit == trick[0].card.suit for card in hand)


def _fits(
    hands: Sequence[Sequence[Card]], rows: Sequence[Mapping[int, Card]], leader: int, strain: str
) -> bool:
    """Whether tricks can be played from what is left in hands if a seat leads to the first.

    One card of each hand that is never played may have gone with a trick that is lost.
    """
    later = {card for row in rows for card in row.values()}
    left = [set(hand) for hand in hands]
    lost: dict[int, Card] = {}
    for row in rows:
        led = row[leader].suit
        for seat, card in row.items():
            held = {other for other in left[seat] if other.suit == led}
            if card.suit != led and held:
                gone = held.pop()
                if held or gone in later or lost.setdefault(seat, gone) != gone:
                    return False
            left[seat].discard(card)
        order = [(leader + turn) % 4 for turn in range(4)]
        leader = _winner([Play(0, seat, row[seat]) for seat in order], strain)
    return True


def _winner(trick: list[Play], strain: str) -> int:
    best = trick[0]
    for play in trick[1:]:
        if beats(NAMES[play.card], NAMES[best.card], strain):
            best = play
    return best.seat
