"""The declarations that a result pays, held against what was announced and held."""

from __future__ import annotations

from collections import Counter

from darwindeck.archives.divergences import Category, IrregularityKind, Triage
from darwindeck.oracles.baloot.baloot_cards import KING, QUEEN
from darwindeck.oracles.baloot.credit import baloot_blocked, baloot_holders, counted_kinds
from darwindeck.oracles.baloot.round_result import NAMES, RoundResult, kind_of, worth_of
from darwindeck.oracles.baloot.scoring import Pair, ScoringFacts


class AwardedResult(RoundResult):
    """Judges which declarations are paid."""

    def _baloots(self) -> Pair:
        """The baloots to score with: as called, or as paid where nothing decides."""
        account, called = self.account, baloot_holders(self.account)
        paid = self.paid_baloots
        if paid == called:
            return called
        if baloot_blocked(account) and sum(paid) < sum(called):
            self.remark(IrregularityKind.OPEN, "a baloot within a hundred is not paid")
            return paid
        course = account.course
        assert course is not None
        more = all(p >= c for p, c in zip(paid, called, strict=True))
        if not course.whole and more and self._may_have_baloot(paid):
            self.remark(IrregularityKind.OPEN, "a baloot is paid in a round that ended early")
            return paid
        swept = self._swept()
        if swept is not None and paid[swept] == called[swept] and not paid[1 - swept]:
            self.remark(IrregularityKind.OPEN, "a side without a trick is not paid for its baloot")
            return paid
        return called

    def _swept(self) -> int | None:
        """The side that took every trick."""
        credit = self.credit
        assert credit is not None
        return next((side for side in (0, 1) if credit.tricks[side] == 8), None)

    def _may_have_baloot(self, paid: Pair) -> bool:
        contract, hands = self.account.contract, self.account.full
        if contract is None or contract.trump is None or hands is None:
            return False
        pair = {8 * contract.trump + QUEEN, 8 * contract.trump + KING}
        course = self.account.course
        if course is None or not pair & course.unplayed:
            return False
        holder = next((seat for seat in range(4) if pair <= hands[seat]), None)
        return holder is not None and paid[1 - holder % 2] == 0 and paid[holder % 2] <= 1

    def _best(self) -> int | None:
        """The side whose projects count: the best one's, or the one paid where they are equal."""
        account = self.account
        paid = [side for side in (0, 1) if self.paid_projects[side]]
        if account.full is None:
            return paid[0] if paid else None
        if account.contested and len(paid) == 1 and paid[0] != account.best:
            self.remark(
                IrregularityKind.OPEN,
                f"of equal projects those of team {paid[0] + 1} are paid",
            )
            return paid[0]
        swept = self._swept()
        if account.contested and not paid and swept is not None and swept == account.best:
            # The other side's projects counted, and went with its tricks.
            self.remark(
                IrregularityKind.OPEN, "of equal projects those of the side without a trick count"
            )
            return 1 - swept
        return account.best

    def _listed_rightly(self) -> bool:
        """Whether every line of what is paid has a name that is known and the value it must have.

        Recorded matches show what a sira and a baloot are called; of the others only that there
        are some, so that a name not known is only remarked where its value fits them.
        """
        fine = True
        for side, awards in enumerate(self.result.awarded):
            for award in awards:
                kind, name = kind_of(award), repr(award.name[:40])
                worth = worth_of(kind)
                if award.value not in worth and award.name in NAMES:
                    due = " or ".join(map(str, worth))
                    said = f"is paid {award.value} for {kind}, which is worth {due}"
                elif award.name in NAMES:
                    continue
                elif award.value in worth and kind != "sira":
                    said = (
                        f"{name}, paid with {award.value}, is no known name; it is read as {kind}"
                    )
                    self.remark(IrregularityKind.UNRELIABLE, said)
                    continue
                else:
                    due = "the name of a declaration"
                    said = f"is paid {award.value} for {name}, which is no declaration"
                fine = False
                self.add(
                    Category.DECLARATION,
                    f"{name} {award.value}",
                    due,
                    f"team {side + 1} {said}",
                    Triage.SOURCE,
                    "names and values of declarations are known",
                )
        return fine

    def _declarations(self, facts: ScoringFacts) -> bool:
        fine = self._listed_rightly()
        for side in (0, 1):
            if self._announcements_doubtful():
                return False
            paid = Counter(self.awards[side])
            due = Counter(facts.projects[side])
            if facts.baloots[side]:
                due["baloot"] = facts.baloots[side]
            if paid == due:
                continue
            fine = False
            self._wrong_award(side, paid, due)
        return fine

    def _announcements_doubtful(self) -> bool:
        """Whether an announcement was found wrong already, so that what it pays follows from it."""
        return any(finding.category is Category.DECLARATION for finding in self.account.findings)

    def _unshown(self) -> None:
        """Projects are shown before they are paid; a server may do that by itself."""
        account = self.account
        for side in (0, 1):
            projects = sum(self.awards[side].values()) - self.awards[side]["baloot"]
            shown = any(e.cards is not None and e.seat % 2 == side for e in account.declared)
            if projects and not shown:
                self.remark(
                    IrregularityKind.SILENT, f"projects of team {side + 1} are paid and not shown"
                )

    def _wrong_award(self, side: int, paid: Counter[str], due: Counter[str]) -> None:
        account = self.account
        stated, owed = _listed(paid), _listed(due)
        seats = (side, side + 2)
        announced = Counter(kind for seat in seats for kind in account.announced[seat])
        held = Counter(kind for seat in seats for kind in counted_kinds(account, seat))
        missing = paid - due
        if missing - announced and set(missing) - {"baloot"}:
            triage, reason = Triage.SOURCE, "it pays for what nobody of the team announced"
        elif missing["baloot"]:
            triage, reason = Triage.SOURCE, "it pays a baloot that nobody of the team called"
        elif missing - held:
            triage, reason = Triage.SOURCE, "it pays for what nobody of the team holds"
        elif due["baloot"] > paid["baloot"] and due - paid == Counter({"baloot": 1}):
            triage, reason = Triage.SOURCE, "a baloot was called with king and queen in one hand"
        elif not paid and due:
            triage, reason = Triage.RULE, "the projects announced are the best, and none is paid"
        else:
            triage, reason = Triage.RULE, "the contest of projects was decided otherwise"
        if triage is Triage.RULE and self._numbers_owe(side):
            triage = Triage.SOURCE
            reason = "the totals of the same result include what its list does not"
        self.add(
            Category.DECLARATION,
            stated,
            owed,
            f"team {side + 1} is paid for {stated}; its announcements are worth {owed}",
            triage,
            reason,
        )

    def _numbers_owe(self, side: int) -> bool:
        """Whether the totals contain the projects that the list does not show."""
        facts = self.facts
        assert facts is not None
        return facts.swept is None and self.totals[side] == facts.raw(side)


def _listed(kinds: Counter[str]) -> str:
    return ", ".join(sorted(kinds.elements())) or "nothing"
