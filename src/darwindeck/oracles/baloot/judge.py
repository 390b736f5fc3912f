"""Holds the result of a round, as the source states it, against what the cards come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from darwindeck.archives.divergences import Category, IrregularityKind, Triage
from darwindeck.oracles.baloot.account import Credit
from darwindeck.oracles.baloot.awards import AwardedResult
from darwindeck.oracles.baloot.categories import CARD_ABNAT, KABOOT, KHASARA, QAYD
from darwindeck.oracles.baloot.credit import credits, facts_of
from darwindeck.oracles.baloot.scoring import (
    LAST_TRICK,
    Pair,
    ScoreReading,
    ScoringFacts,
    Sheet,
    card_scores,
    foul_readings,
    open_readings,
    score,
    settled_readings,
)


class Judge(AwardedResult):
    """Judges the result of one round."""

    def judge(self) -> None:
        account = self.account
        contract = account.contract
        if contract is None or account.course is None:
            return
        self._contract()
        self.credit = self._credit()
        baloots = self._baloots()
        best = self._best()
        facts = facts_of(account, self.credit, baloots, best)
        if self._announcements_doubtful():
            facts = replace(facts, projects=self.paid_projects, baloots=self.paid_baloots)
        self.facts = facts
        self.sheet = score(facts, account.rules)
        self._unshown()
        if account.foul:
            self._foul(facts)
            return
        if account.course.doubtful or (account.full is None and not account.course.whole):
            self._by_itself()
            return
        cards = self._card_points(facts)
        last = self._last_trick(facts)
        kaboot = self._kaboot(facts)
        declared = self._declarations(facts)
        explained = not (cards and last and kaboot and declared)
        self._totals(facts, explained)
        self._scores(facts, explained)
        self._winner(facts)
        self._multiplier()

    # --- the contract ----------------------------------------------------------------------------

    def _contract(self) -> None:
        contract = self.account.contract
        assert contract is not None
        mode, buyer = self._value("m"), self.result.declarer
        modes = (2,) if contract.mode == "hokum" else (1, 3) if contract.ashkal else (1,)
        if mode not in modes:
            self.add(
                Category.CONTRACT,
                f"m {mode}",
                f"m {modes[0]}",
                f"the result is of mode {mode}, the calls make it {contract}",
                Triage.SOURCE,
                "the calls and the result of the same round name different modes",
            )
        if buyer != contract.side:
            named = "nobody" if buyer is None else f"team {buyer + 1}"
            self.add(
                Category.CONTRACT,
                named,
                f"team {contract.side + 1}",
                f"the result names {named} as buyer, the calls make it {contract}",
                Triage.SOURCE,
                "the calls and the result of the same round name different buyers",
            )

    # --- cards -----------------------------------------------------------------------------------

    def _credit(self) -> Credit:
        found = credits(self.account)
        stated = self._value("lmw")
        for credit in found:
            if credit.cards == self.cards and credit.last is not None and credit.last + 1 == stated:
                break
        else:
            fitting = [credit for credit in found if credit.cards == self.cards]
            credit = (fitting or found)[0]
        if credit.reading and not self.account.foul:
            whose = {
                "claimer": "go to the side that led and claimed them",
                "others": "go to the other side",
                "holders": "count for the sides that hold them",
            }[credit.reading]
            if not stated:
                credit = credit._replace(last=None)
                whose += ", and nobody is given the last trick"
            self.remark(IrregularityKind.OPEN, f"sawa: the cards not played {whose}")
            self.readings.append(ScoreReading(self.scores, "sawa", credit.reading))
        return credit

    def _card_points(self, facts: ScoringFacts) -> bool:
        if self.cards == facts.cards:
            return True
        total = 120 if facts.sun else 152
        awarded = self._awarded_raw()
        last = self._value("lmw")
        implied = tuple(
            self.totals[side] - awarded[side] - (LAST_TRICK if last == side + 1 else 0)
            for side in (0, 1)
        )
        if sum(self.cards) != total:
            triage, reason = Triage.SOURCE, f"e1 + e2 is {sum(self.cards)} and must be {total}"
        elif implied == facts.cards and not self._value("kbt"):
            triage = Triage.SOURCE
            reason = "p1 and p2 of the same result agree with the cards, e1 and e2 do not"
        elif self.sheet is not None and self.scores == self.sheet.scores != self._own_sheet():
            triage = Triage.SOURCE
            reason = "s1 and s2 of the same result agree with the cards, e1 and e2 do not"
        elif self._tricks_doubtful():
            triage, reason = Triage.SOURCE, "the tricks of the round contradict each other, too"
        else:
            triage = Triage.RULE
            reason = "the result is at one with itself; its cards are worth or won otherwise"
        self.add(
            CARD_ABNAT,
            self.cards,
            facts.cards,
            f"card points are {_versus(self.cards)}; the tricks come to {_versus(facts.cards)}",
            triage,
            reason,
        )
        return False

    def _tricks_doubtful(self) -> bool:
        doubtful = (Category.TRICK, Category.PLAY, Category.HANDS)
        return any(finding.category in doubtful for finding in self.account.findings)

    def _awarded_raw(self) -> Pair:
        sums = [sum(award.value for award in awards) for awards in self.result.awarded]
        return sums[0], sums[1]

    def _last_trick(self, facts: ScoringFacts) -> bool:
        stated = self._value("lmw")
        if stated == facts.last + 1:
            return True
        reason = "the tricks are at one with each other, the result says otherwise"
        self.add(
            Category.LAST_TRICK,
            f"team {stated}" if stated else "nobody",
            f"team {facts.last + 1}",
            f"the last trick is given to {f'team {stated}' if stated else 'nobody'}; "
            f"team {facts.last + 1} won it",
            Triage.SOURCE,
            reason,
        )
        return False

    def _kaboot(self, facts: ScoringFacts) -> bool:
        stated = bool(self._value("kbt"))
        if stated == (facts.swept is not None):
            return True
        credit = self.credit
        assert credit is not None
        counts = f"{credit.tricks[0]} to {credit.tricks[1]} tricks"
        said = "is said to be" if stated else "is not said to be"
        self.add(
            KABOOT,
            stated,
            not stated,
            f"the round {said} a kaboot with {counts}",
            Triage.SOURCE,
            "the flag of the result contradicts the tricks of the round",
        )
        return False

    def _by_itself(self) -> None:
        """Cards are missing: only the numbers of the result are held against each other."""
        facts = self._own_facts()
        total = 120 if facts.sun else 152
        if sum(self.cards) != total:
            self.add(
                CARD_ABNAT,
                self.cards,
                f"{total} together",
                f"card points are {_versus(self.cards)} and must be {total} together",
                Triage.SOURCE,
                f"e1 + e2 is {sum(self.cards)}",
            )
            return
        self.sheet = score(facts, self.account.rules)
        self._scores(facts, explained=False)

    # --- totals and scores -----------------------------------------------------------------------

    def _totals(self, facts: ScoringFacts, explained: bool) -> None:
        raw: Pair = (facts.raw(0), facts.raw(1))
        sheet = self.sheet
        assert sheet is not None
        if facts.swept is not None:
            self._kaboot_totals(facts, sheet)
            return
        if self.totals == raw:
            return
        if "four hundred" in (*facts.projects[0], *facts.projects[1]):
            less = tuple(
                raw[side] - 200 * facts.projects[side].count("four hundred") for side in (0, 1)
            )
            if self.totals == less:
                self.remark(IrregularityKind.OPEN, "four hundred counts 200 in the totals")
                return
        awarded, last = self._awarded_raw(), self._value("lmw")
        own = tuple(
            self.cards[side] + awarded[side] + (LAST_TRICK if last == side + 1 else 0)
            for side in (0, 1)
        )
        if self.totals == own and explained:
            return
        if self.totals == own:
            triage, reason = Triage.RULE, "the result is at one with itself"
        else:
            triage = Triage.SOURCE
            reason = f"e, lmw and r of the same result come to {_versus(own)}"
        self.add(
            Category.TOTAL_POINTS,
            self.totals,
            raw,
            f"totals are {_versus(self.totals)}; cards, last trick and declarations come to "
            f"{_versus(raw)}",
            triage,
            reason,
        )

    def _kaboot_totals(self, facts: ScoringFacts, sheet: Sheet) -> None:
        """In a kaboot the totals are game points; whether doubled, and with baloot, is open."""
        level = facts.contract.level
        points = {sheet.scores, self.scores}
        points |= {(a // level, b // level) for a, b in list(points)}
        points |= {(a - 2 * facts.baloots[0], b - 2 * facts.baloots[1]) for a, b in list(points)}
        if self.totals in points:
            return
        self.add(
            Category.TOTAL_POINTS,
            self.totals,
            sheet.scores,
            f"totals are {_versus(self.totals)} in a kaboot that scores {_versus(self.scores)}",
            Triage.SOURCE,
            "the totals of a kaboot are its game points",
        )

    def _own_facts(self) -> ScoringFacts:
        """The facts as the result itself states them."""
        facts = self.facts
        assert facts is not None
        last = self._value("lmw")
        swept = facts.swept
        if not self._value("kbt"):
            swept = None
        elif swept is None:
            swept = 0 if self.scores[0] > self.scores[1] else 1
        return replace(
            facts,
            cards=self.cards,
            last=last - 1 if last in (1, 2) else facts.last,
            projects=self.paid_projects,
            baloots=self.paid_baloots,
            swept=swept,
        )

    def _own_sheet(self) -> Pair:
        return score(self._own_facts(), self.account.rules).scores

    def _scores(self, facts: ScoringFacts, explained: bool) -> None:
        sheet, rules = self.sheet, self.account.rules
        assert sheet is not None
        if self.scores == sheet.scores:
            return
        for reading in open_readings(facts, rules, self.before):
            if reading.scores == self.scores:
                self.readings.append(reading)
                self.remark(IrregularityKind.OPEN, f"the score fits {reading.text}")
                return
        if explained and self.scores == self._own_sheet():
            return
        category, hint = self._kind_of_error(facts, sheet)
        gained = self._gained()
        if gained == sheet.scores:
            triage = Triage.SOURCE
            reason = "the scores before and after the round differ by what the rules give"
        else:
            triage, reason = self._rule_or_source(facts)
        self.add(
            category,
            self.scores,
            sheet.scores,
            f"the round scores {_versus(self.scores)}; by the rules it scores "
            f"{_versus(sheet.scores)}{hint}",
            triage,
            reason,
        )

    def _rule_or_source(self, facts: ScoringFacts) -> tuple[Triage, str]:
        for reading in settled_readings(facts, self.account.rules):
            if reading.scores == self.scores:
                return Triage.RULE, f"it fits the reading {reading.text}"
        winner = self.result.winner
        if winner is not None and self.scores[winner] < self.scores[1 - winner]:
            return Triage.SOURCE, f"team {winner + 1} is said to win and scores less"
        gained = self._gained()
        if gained is not None and gained != self.scores:
            return Triage.SOURCE, f"the scores before and after the round differ by {gained}"
        return Triage.RULE, "the source goes on with this score; no known reading gives it"

    def _kind_of_error(self, facts: ScoringFacts, sheet: Sheet) -> tuple[Category, str]:
        contract = facts.contract
        for level in (1, 2, 3, 4):
            other = replace(contract, level=level, gahwa=False, raiser=contract.raiser or 0)
            if level == contract.level and not contract.gahwa:
                continue
            if score(replace(facts, contract=other), self.account.rules).scores == self.scores:
                return Category.MULTIPLIER, f" (it fits a multiplier of {level})"
        for times in (2, 3, 4):
            if self.scores == (times * sheet.scores[0], times * sheet.scores[1]):
                return Category.MULTIPLIER, f" (it fits a multiplier of {times})"
        if facts.swept is not None or self._value("kbt"):
            return KABOOT, ""
        if contract.level > 1:
            return Category.MULTIPLIER, ""
        cards = card_scores(facts, self.account.rules)
        points = [cards[side] + facts.project_points(side) for side in (0, 1)]
        total = sum(points)
        lost = (0, total) if contract.side == 0 else (total, 0)
        with_baloot = 2 * sum(facts.baloots)
        if sheet.khasara:
            hint = " (the buyer failed)"
            return KHASARA, hint
        if self.scores in (lost, tuple(score_ + with_baloot if score_ else 0 for score_ in lost)):
            return KHASARA, " (the buyer did not fail)"
        return Category.GAME_POINTS, ""

    def _foul(self, facts: ScoringFacts) -> None:
        """A charge of foul play decided the round; what it costs is not settled."""
        sheet = self.sheet
        assert sheet is not None
        offenders = {
            revoke.seat % 2
            for revoke in (self.account.course.revokes if self.account.course else ())
        }
        offender = next(iter(offenders)) if len(offenders) == 1 else None
        for reading in foul_readings(facts, None):
            if reading.scores == self.scores:
                self.readings.append(reading)
                self.remark(IrregularityKind.OPEN, f"the score fits {reading.text}")
                loser = 0 if self.scores[0] < self.scores[1] else 1
                if offender is not None and loser != offender:
                    self.remark(
                        IrregularityKind.OPEN, "the side that did not play a wrong card pays"
                    )
                return
        if self.scores == sheet.scores:
            self.remark(IrregularityKind.OPEN, "the charge of foul play changed nothing")
            return
        for reading in open_readings(facts, self.account.rules, self.before):
            if reading.scores == self.scores:
                self.remark(IrregularityKind.OPEN, f"the score fits {reading.text}")
                return
        gained = self._gained()
        contradicts = gained is not None and gained != self.scores
        self.add(
            QAYD,
            self.scores,
            [reading.scores for reading in foul_readings(facts, offender)][:2],
            f"a round with a charge of foul play scores {_versus(self.scores)}, which no reading "
            "of its cost gives",
            Triage.SOURCE if contradicts else Triage.RULE,
            f"the scores before and after the round differ by {gained}"
            if contradicts
            else "what a foul costs is not known",
        )

    def _winner(self, facts: ScoringFacts) -> None:
        stated, sheet = self.result.winner, self.sheet
        assert sheet is not None
        raw = (facts.raw(0), facts.raw(1))
        if facts.swept is not None:
            winners = {facts.swept}
        elif raw[0] == raw[1]:
            return
        else:
            winners = {0 if raw[0] > raw[1] else 1}
        scores = self.scores
        if stated in winners:
            return
        if stated is None:
            self.add(
                Category.RESULT,
                "no winner",
                f"team {min(winners) + 1}",
                f"no winner is named of a round that came out {_versus(raw)}",
                Triage.SOURCE,
                "every round that is not equal has a winner",
            )
            return
        if scores[stated] > scores[1 - stated] and sheet.scores == scores:
            self.remark(IrregularityKind.OPEN, "the winner is the side with more game points")
            return
        if self.divergences and scores[stated] > scores[1 - stated]:
            return
        if scores[0] == scores[1]:
            self.remark(IrregularityKind.OPEN, "the winner of equal scores has the lower total")
            return
        self.add(
            Category.RESULT,
            f"team {stated + 1}",
            f"team {min(winners) + 1}",
            f"team {stated + 1} is named as winner of a round that came out {_versus(raw)}",
            Triage.SOURCE,
            "the winner contradicts the totals of the round",
        )

    def _multiplier(self) -> None:
        contract = self.account.contract
        assert contract is not None
        stated = self._value("em")
        expected = (5, 100, 4) if contract.gahwa else (contract.level,)
        if (stated or 1) not in expected and not contract.gahwa:
            self.remark(
                IrregularityKind.UNRELIABLE,
                f"em is {stated}; the calls raise the round to {contract.level}",
            )


def _versus(pair: Sequence[int]) -> str:
    return f"{pair[0]} to {pair[1]}"
