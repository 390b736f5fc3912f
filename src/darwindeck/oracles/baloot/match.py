"""A whole match of Baloot: every round worked out again, put to the engine, and held together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from darwindeck.archives.divergences import (
    Category,
    Comparison,
    Divergence,
    Irregularity,
    IrregularityKind,
    Triage,
)
from darwindeck.archives.examination import Extent, unreadable_values
from darwindeck.archives.record import MatchRecord, Opening, RoundRecord
from darwindeck.archives.replay import Follower
from darwindeck.oracles.baloot.account import Account, Finding
from darwindeck.oracles.baloot.auctions import BiddingValidationResult
from darwindeck.oracles.baloot.categories import KABOOT, KHASARA, QAYD
from darwindeck.oracles.baloot.compare import engine_divergences
from darwindeck.oracles.baloot.engine import EngineRound, follower, match_over, put_to_engine
from darwindeck.oracles.baloot.judge import Judge
from darwindeck.oracles.baloot.recompute import account_of
from darwindeck.oracles.baloot.rules import DEFAULT, Rules
from darwindeck.oracles.baloot.scoring import TARGET, Pair

BY_THE_SOURCE: Mapping[Category, str] = {
    Category.HANDS: "hands, floor card and played cards of one deal must fit each other",
    Category.DEALER: "dealer, calls and leads of a match must fit each other",
    Category.AUCTION: "the calls of a deal and what the source says about them must fit each other",
    Category.PLAY: "four hands of eight cards make eight tricks of four in turn",
    Category.TRICK: "who wins a trick gathers it with the partner and leads to the next",
    Category.DECLARATION: "what is declared must be in the hand",
    Category.RESULT: "a round that is bought and played has one result",
}
BY_THE_RULES: Mapping[Category, str] = {
    Category.AUCTION: "the source is at one with itself; the rules know no such call here",
    Category.DECLARATION: "the source is at one with itself; the rules know no such declaration",
}


@dataclass
class RoundReport:
    """One round, from every side."""

    account: Account
    judge: Judge | None = None
    engine: EngineRound | None = None
    divergences: list[Divergence] = field(default_factory=list)
    irregularities: list[Irregularity] = field(default_factory=list)

    @property
    def index(self) -> int:
        return self.account.record.index


@dataclass
class MatchReport:
    """One match, from every side."""

    record: MatchRecord
    rounds: list[RoundReport] = field(default_factory=list)
    divergences: list[Divergence] = field(default_factory=list)
    """Those of the match as a whole."""
    irregularities: list[Irregularity] = field(default_factory=list)

    def all_divergences(self) -> list[Divergence]:
        found = [*self.divergences]
        for report in self.rounds:
            found += report.divergences
        return sorted(
            found,
            key=lambda d: (
                -1 if d.round_index is None else d.round_index,
                -1 if d.event_index is None else d.event_index,
            ),
        )

    def all_irregularities(self) -> list[Irregularity]:
        found = [*self.irregularities]
        for report in self.rounds:
            found += report.irregularities
        return found

    def figures(self) -> Extent:
        accounts = [report.account for report in self.rounds]
        courses = [account.course for account in accounts if account.course is not None]
        return Extent(
            rounds=len(self.rounds),
            judged=sum(report.judge is not None for report in self.rounds),
            followed=sum(
                report.engine is not None and report.engine.complete for report in self.rounds
            ),
            tricks=sum(trick.whole for course in courses for trick in course.tricks),
            cards=sum(len(trick.cards) for course in courses for trick in course.tricks),
            calls=sum(len(account.calls) for account in accounts),
        )

    def comparisons(self) -> list[Comparison]:
        return [
            Comparison(
                self.record.file,
                report.index,
                str(report.account.contract or report.account.outcome),
                () if report.judge is None else report.judge.compared(),
            )
            for report in self.rounds
        ]

    def auctions(self) -> BiddingValidationResult:
        result = BiddingValidationResult(self.record.file)
        for report in self.rounds:
            _count_auction(result, report.account)
        about = (Category.AUCTION, Category.CONTRACT, Category.DEALER)
        result.issues += [str(d) for d in self.all_divergences() if d.category in about]
        return result


def _count_auction(result: BiddingValidationResult, account: Account) -> None:
    result.rounds_validated += 1
    result.all_pass_count += account.outcome == "all passed"
    result.kawesh_count += account.outcome == "kawesh"
    result.unfinished_count += account.outcome == "unfinished"
    if account.auction is not None:
        result.second_round_count += any(item.round == 2 for item in account.auction.spoken)
    contract = account.contract
    if contract is None or account.outcome != "played":
        return
    result.hokum_count += contract.mode == "hokum"
    result.sun_count += contract.mode == "sun"
    result.ashkal_count += contract.ashkal
    result.doubled_count += contract.level >= 2
    result.tripled_count += contract.level >= 3


def examine(
    record: MatchRecord,
    rules: Rules = DEFAULT,
    *,
    options: Mapping[str, str] | None = None,
    engine: bool = True,
) -> MatchReport:
    """Examines a match; `options` are those of the genome, by default the same as `rules`."""
    return _Examiner(record, rules, options, engine).examine()


def examine_readings(
    record: MatchRecord, readings: Mapping[str, str], *, engine: bool = True
) -> MatchReport:
    """Examines a match under some readings of disputed rules, by the names of their options."""
    return examine(record, Rules(**readings), engine=engine)


class _Examiner:
    def __init__(
        self,
        record: MatchRecord,
        rules: Rules,
        options: Mapping[str, str] | None,
        engine: bool,
    ) -> None:
        self.record = record
        self.rules = rules
        self.report = MatchReport(record)
        chosen = _changed(rules) if options is None else options
        self.game: Follower | None = follower(chosen) if engine else None
        self.flawed = {flaw.round for flaw in record.flaws}
        self.dealers: set[int] | None = None
        """Who may deal next; None: anybody."""
        self.running: Pair | None = (0, 0) if record.whole else None
        """What the sides have, as the source goes on; not always the sum of its results."""
        self.sum: Pair = (0, 0)
        """What the results so far add up to."""
        self.over = False

    def examine(self) -> MatchReport:
        self.report.divergences += unreadable_values(self.record)
        rounds = self.record.rounds
        for number, item in enumerate(rounds):
            following = rounds[number + 1] if number + 1 < len(rounds) else None
            self._round(item, following)
        self._end()
        return self.report

    # --- rounds ----------------------------------------------------------------------------------

    def _round(self, item: RoundRecord, following: RoundRecord | None) -> None:
        flawed = item.index in self.flawed or None in self.flawed
        account = self._account(item, flawed)
        report = RoundReport(account)
        self.report.rounds.append(report)
        before = self._opening_score(report, following)
        after = self._after(following)
        if account.result is not None and account.outcome == "played":
            judge = Judge(self.record.file, account, account.result, after, before)
            judge.judge()
            report.judge = judge
            report.divergences += judge.divergences
        self._engine(report)
        for number, finding in enumerate(account.findings):
            report.divergences.append(self._divergence(account, number, finding))
        for aside in account.asides:
            report.irregularities.append(
                Irregularity(
                    self.record.file, item.index, aside.at, aside.kind, aside.message, aside.seat
                )
            )
        self._go_on(report, before, following)

    def _account(self, item: RoundRecord, flawed: bool) -> Account:
        account = account_of(item, self.rules, flawed=flawed)
        opening = account.opening
        if opening is None:
            return account
        expected = self.dealers
        wrong = expected is not None and opening.dealer not in expected
        if not wrong and not account.turn_faults:
            return account
        # Calls and leads may show that only the named dealer is wrong.
        others = sorted(expected) if wrong and expected else list(range(4))
        for dealer in others:
            if dealer == opening.dealer or not account.turn_faults:
                continue
            other = account_of(item, self.rules, dealer=dealer, flawed=flawed)
            if not other.turn_faults:
                other.find(
                    opening.at,
                    Category.DEALER,
                    f"seat {opening.dealer + 1}",
                    f"seat {dealer + 1}",
                    f"seat {opening.dealer + 1} is named as dealer; the calls and the first lead "
                    f"show that seat {dealer + 1} dealt",
                )
                return other
        if wrong and expected:
            names = " or ".join(f"seat {seat + 1}" for seat in sorted(expected))
            account.find(
                opening.at,
                Category.DEALER,
                f"seat {opening.dealer + 1}",
                names,
                f"seat {opening.dealer + 1} deals, and it is the turn of {names}",
            )
        return account

    def _divergence(self, account: Account, number: int, finding: Finding) -> Divergence:
        contradiction = number in account.contradictions
        reasons = BY_THE_SOURCE if contradiction else BY_THE_RULES
        return Divergence(
            self.record.file,
            account.record.index,
            finding.at,
            finding.category,
            finding.expected,
            finding.computed,
            finding.message,
            Triage.SOURCE if contradiction else Triage.RULE,
            reasons.get(finding.category, BY_THE_SOURCE.get(finding.category, "")),
        )

    # --- the engine ------------------------------------------------------------------------------

    def _engine(self, report: RoundReport) -> None:
        account = report.account
        if self.game is None:
            return
        report.engine = put_to_engine(account, self.game)
        if report.engine is not None and report.index not in self.flawed:
            report.divergences += engine_divergences(
                self.record.file, account, report.judge, report.engine
            )

    # --- scores and dealers from round to round --------------------------------------------------

    def _opening_score(self, report: RoundReport, following: RoundRecord | None) -> Pair:
        """What the sides have before the round; the source's own opening may be wrong."""
        account = report.account
        opening, running = account.opening, self.running
        if opening is None:
            return running or (0, 0)
        stated = (opening.scores[0], opening.scores[1])
        if running is None or stated == running:
            return stated
        carried = self._carried(account, stated, running, following)
        report.divergences.append(
            Divergence(
                self.record.file,
                report.index,
                opening.at,
                Category.CUMULATIVE,
                stated,
                running,
                f"the round opens at {_versus(stated)}; {self._before(running)}",
                Triage.SOURCE,
                f"the rounds after it go on from {_versus(running)}"
                if carried == running
                else f"the rounds after it go on from {_versus(stated)}"
                if following is not None
                else "the scores of the rounds do not lead to it",
            )
        )
        return carried

    def _before(self, running: Pair) -> str:
        """What the rounds before come to, as far as it was added up."""
        if running == self.sum:
            return f"the results before it add up to {_versus(running)}"
        return f"the round before it leads to {_versus(running)}"

    def _carried(
        self, account: Account, stated: Pair, running: Pair, following: RoundRecord | None
    ) -> Pair:
        """Whether the source goes on from the opening or from the sum of the rounds."""
        after = self._after(following)
        if after is not None:
            scores = account.result.scores if account.result else None
            gained = (scores[0], scores[1]) if scores else (0, 0)
            if after == (running[0] + gained[0], running[1] + gained[1]):
                return running
        return stated

    def _after(self, following: RoundRecord | None) -> Pair | None:
        if following is not None:
            opening = next((e for e in following.events if isinstance(e, Opening)), None)
            return None if opening is None else (opening.scores[0], opening.scores[1])
        final = self.record.final
        return None if final is None else (final[0], final[1])

    def _go_on(self, report: RoundReport, before: Pair, following: RoundRecord | None) -> None:
        after = self._after(following)
        account = report.account
        self._next_dealers(account)
        result = account.result
        if result is not None and result.scores is not None:
            total = (before[0] + result.scores[0], before[1] + result.scores[1])
            self.sum = (self.sum[0] + result.scores[0], self.sum[1] + result.scores[1])
            reported = any(
                d.category
                in (
                    Category.GAME_POINTS,
                    KHASARA,
                    KABOOT,
                    Category.MULTIPLIER,
                    QAYD,
                )
                for d in report.divergences
            )
            if reported and after is not None:
                # What the round scores is in doubt already; the source goes on from here.
                total = after
            self._match_end(report, total, last=following is None)
            self.running = total
        else:
            self.running = self._without_result(report, before, after)
            if following is not None:
                self._cut_short(report, following)

    def _cut_short(self, report: RoundReport, following: RoundRecord) -> None:
        """A deal that breaks off before a card is played, although the next seat deals again.

        The same dealer deals again after a hand that was thrown in or an interruption.
        """
        account = report.account
        opening = next((event for event in following.events if isinstance(event, Opening)), None)
        if account.outcome != "unfinished" or opening is None or report.index in self.flawed:
            return
        if account.dealer is not None and opening.dealer != (account.dealer + 1) % 4:
            return
        calls = "its only call" if len(account.calls) == 1 else f"{len(account.calls)} calls"
        breaks_off = (
            f"the auction breaks off after {calls}" if account.calls else "nothing is called"
        )
        follows = "another hand is dealt" if account.dealer is None else "the next seat deals"
        report.divergences.append(
            Divergence(
                self.record.file,
                report.index,
                account.calls[-1].at if account.calls else None,
                Category.AUCTION,
                f"{len(account.calls)} calls",
                "a whole auction",
                f"{breaks_off}, and then {follows}",
                Triage.SOURCE,
                "the deal passes on after a hand that was played, or that all passed",
            )
        )

    def _without_result(self, report: RoundReport, before: Pair, after: Pair | None) -> Pair:
        account = report.account
        if after is None or after == before or account.outcome in ("all passed", "kawesh"):
            return before
        report.divergences.append(
            Divergence(
                self.record.file,
                report.index,
                None,
                Category.RESULT,
                f"{after[0]} to {after[1]} afterwards",
                f"{before[0]} to {before[1]} afterwards",
                "the round has no result, but the scores move on from "
                f"{before[0]} to {before[1]} to {after[0]} to {after[1]}",
                Triage.SOURCE,
                "a result must be missing",
            )
        )
        return after

    def _next_dealers(self, account: Account) -> None:
        dealer, rules = account.dealer, self.rules
        if dealer is None:
            self.dealers = None
            return
        following = (dealer + 1) % 4
        if account.outcome == "all passed":
            same = rules.all_pass_dealer == "same_dealer"
            self.dealers = {dealer if same else following}
        elif account.outcome == "kawesh":
            bid = account.auction is not None and any(
                item.call.word not in ("pass", "thany", "wala", "waraq", "")
                for item in account.auction.spoken
            )
            same = rules.kawesh_dealer == "same_dealer"
            # After a bid nothing is known.
            self.dealers = {dealer, following} if bid else {dealer if same else following}
        elif account.outcome == "played" and account.result is not None:
            self.dealers = {following}
        else:
            self.dealers = {dealer, following}

    # --- the end of the match --------------------------------------------------------------------

    def _match_end(self, report: RoundReport, total: Pair, *, last: bool) -> None:
        result = report.account.result
        assert result is not None
        flagged = bool(result.values.get("lr"))
        reached = max(total) >= TARGET and total[0] != total[1]
        if self.over:
            self._add(
                report,
                Category.MATCH_END,
                "another round",
                "no more rounds",
                "a round is played after the match was decided",
                Triage.RULE,
                f"a side had {TARGET} before",
            )
        if flagged and not last and not self._only_empty_follow(report):
            self._add(
                report,
                Category.MATCH_END,
                "the last round",
                "more rounds follow",
                f"the round is said to be the last at {total[0]} to {total[1]}, and more follow",
                Triage.SOURCE,
                "the flag contradicts the rounds after it",
            )
        if self.record.whole and flagged != reached:
            said = "said" if flagged else "not said"
            self._remark(
                report,
                IrregularityKind.UNRELIABLE if not flagged else IrregularityKind.OPEN,
                f"the round is {said} to be the last at {total[0]} to {total[1]}",
            )
        self.over = self.over or reached
        if reached and self.game is not None and not report.divergences:
            engine = match_over(report.account, self.game)
            judge = report.judge
            ours = judge is not None and judge.sheet is not None
            if engine is False and ours and judge is not None and judge.agrees:
                self._add(
                    report,
                    Category.MATCH_END,
                    "the end",
                    "no end",
                    f"the engine plays on at {total[0]} to {total[1]}",
                    Triage.MAPPING,
                    "engine and recomputation do not agree",
                )

    def _only_empty_follow(self, report: RoundReport) -> bool:
        number = len(self.report.rounds)
        return all(
            not any(isinstance(event, Opening) for event in item.events)
            for item in self.record.rounds[number:]
        )

    def _end(self) -> None:
        final, running = self.record.final, self.running
        missing = any(d.category is Category.RESULT for d in self.report.all_divergences())
        if running is None:
            return
        if final is None and self.record.header and self.sum != (0, 0):
            said = "no final score is given"
            self._add_final("no final score", said, "only a score of zero is left out")
        elif final is not None and final not in (running, self.sum) and not missing:
            said = f"the match is said to end {final[0]} to {final[1]}"
            self._add_final(
                final, said, "the scores of the rounds do not add up to the final score"
            )
        if self.record.whole and not self.over:
            self.report.irregularities.append(
                Irregularity(
                    self.record.file,
                    None,
                    None,
                    IrregularityKind.UNFINISHED,
                    f"the match breaks off; its results add up to {_versus(self.sum)}",
                )
            )

    def _add_final(self, stated: object, said: str, reason: str) -> None:
        self.report.divergences.append(
            Divergence(
                self.record.file,
                None,
                None,
                Category.CUMULATIVE,
                stated,
                self.sum,
                f"{said}; the results of its rounds add up to {_versus(self.sum)}",
                Triage.SOURCE,
                reason,
            )
        )

    def _add(
        self,
        report: RoundReport,
        category: Category,
        expected: object,
        computed: object,
        details: str,
        triage: Triage,
        reason: str,
    ) -> None:
        result = report.account.result
        at = None if result is None else result.at
        report.divergences.append(
            Divergence(
                self.record.file,
                report.index,
                at,
                category,
                expected,
                computed,
                details,
                triage,
                reason,
            )
        )

    def _remark(self, report: RoundReport, kind: IrregularityKind, message: str) -> None:
        report.irregularities.append(
            Irregularity(self.record.file, report.index, None, kind, message)
        )


def _versus(pair: Pair) -> str:
    return f"{pair[0]} to {pair[1]}"


def _changed(rules: Rules) -> dict[str, str]:
    """The options in which a reading differs from the usual one."""
    return {name: value for name, value in vars(rules).items() if value != getattr(DEFAULT, name)}
