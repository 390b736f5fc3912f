"""Holds the engine's account of a round against the recomputation: the two must agree."""

from __future__ import annotations

from collections import Counter

from darwindeck.archives.divergences import Category, Divergence, Triage
from darwindeck.oracles.baloot.account import Account
from darwindeck.oracles.baloot.baloot_cards import SUIT_WORDS
from darwindeck.oracles.baloot.categories import CARD_ABNAT
from darwindeck.oracles.baloot.engine import EngineRound
from darwindeck.oracles.baloot.judge import Judge
from darwindeck.oracles.baloot.scoring import NOBODY, score

REASON = "engine and recomputation do not agree, so one of them has the record wrong"
KINDS = {
    "sira": "sira",
    "fifty": "fifty",
    "hundred in sequence": "hundred",
    "hundred of a kind": "hundred",
    "hundred in aces": "hundred",
    "four hundred": "four hundred",
    "baloot": "baloot",
}


def engine_divergences(
    file: str, account: Account, judge: Judge | None, engine: EngineRound
) -> list[Divergence]:
    """What the engine finds otherwise than the recomputation."""
    return _Comparison(file, account, judge, engine).compare()


class _Comparison:
    def __init__(
        self, file: str, account: Account, judge: Judge | None, engine: EngineRound
    ) -> None:
        self.file = file
        self.account = account
        self.judge = judge
        self.engine = engine
        self.found: list[Divergence] = []

    def compare(self) -> list[Divergence]:
        account = self.account
        if account.outcome in ("all passed", "kawesh"):
            self._thrown_in()
        elif account.outcome == "played" and not account.findings:
            self._auction()
            self._contract()
            self._cards()
            if self.engine.complete and self.judge is not None and not account.foul:
                self._scores(self.judge)
        return self.found

    def _add(
        self,
        category: Category,
        recomputed: object,
        engine: object,
        details: str,
        event: int | None = None,
    ) -> None:
        self.found.append(
            Divergence(
                self.file,
                self.account.record.index,
                event,
                category,
                recomputed,
                engine,
                details,
                Triage.MAPPING,
                REASON,
            )
        )

    def _thrown_in(self) -> None:
        account = self.account
        if account.findings or self.engine.refused_calls:
            return
        if not self.engine.replay.thrown_in:
            text = f"the engine does not throw the cards in after {account.outcome}"
            self._add(Category.AUCTION, account.outcome, "goes on", text)

    def _auction(self) -> None:
        auction = self.account.auction
        if auction is not None and auction.remarks:
            # The calls went a way that the genome does not have; the remarks say so.
            return
        for at in self.engine.refused_calls:
            word = next((call.word for call in self.account.calls if call.at == at), "")
            text = f"the engine does not take the call `{word}`"
            self._add(Category.AUCTION, word, "refused", text, at)

    def _contract(self) -> None:
        contract, replay = self.account.contract, self.engine.replay
        assert contract is not None
        trump = None if contract.trump is None else SUIT_WORDS[contract.trump]
        buyer = replay.roles["buyer"]
        ours = (contract.mode, trump, contract.side, contract.level, contract.closed)
        theirs = (
            replay.mode,
            replay.trump,
            None if buyer is None else buyer % 2,
            replay.counters["level"][0],
            bool(replay.counters["closed"][0]),
        )
        if ours != theirs:
            self._add(Category.CONTRACT, ours, theirs, "the engine arrives at another contract")

    def _cards(self) -> None:
        course, engine = self.account.course, self.engine
        assert course is not None
        for at in engine.refused_cards:
            self._add(Category.PLAY, "a card", "refused", "the engine does not take a card", at)
        ours = {revoke.at for revoke in course.revokes}
        theirs = set(engine.forced)
        for at in sorted(ours ^ theirs):
            who = "the engine" if at in theirs else "the recomputation"
            self._add(Category.PLAY, at in ours, at in theirs, f"only {who} forbids a card", at)
        winners = [trick.winner for trick in course.tricks if trick.whole]
        engine_winners = list(engine.replay.winners[: len(winners)])
        if winners != engine_winners:
            text = "the engine gives tricks to other seats"
            self._add(Category.TRICK, winners, engine_winners, text)
        for at in engine.refused_others:
            text = "the engine does not take an announcement"
            self._add(Category.DECLARATION, "announced", "refused", text, None if at < 0 else at)

    def _scores(self, judge: Judge) -> None:
        facts, replay, account = judge.facts, self.engine.replay, self.account
        if facts is None or judge.credit is None or judge.credit.reading not in ("", "claimer"):
            return
        if facts.last == NOBODY:
            # The genome gives the last trick to whoever claims it.
            return
        cards = replay.lets["cards"]
        if cards != facts.with_last():
            text = f"card points with the last trick: {facts.with_last()}, the engine has {cards}"
            self._add(CARD_ABNAT, facts.with_last(), cards, text)
        counted: list[Counter[str]] = [Counter(), Counter()]
        for item in replay.declared:
            if item.counts:
                counted[item.seat % 2][KINDS[item.pattern]] += 1
        baloots = (counted[0].pop("baloot", 0), counted[1].pop("baloot", 0))
        best = account.best
        seats = () if best is None else (best, best + 2)
        ours: list[Counter[str]] = [Counter(), Counter()]
        if best is not None:
            ours[best] = Counter(
                project.kind for seat in seats for project in account.projects[seat]
            )
        if ours != counted:
            text = "the engine counts other projects"
            self._add(Category.DECLARATION, _plain(ours), _plain(counted), text)
            return
        if baloots != facts.baloots or facts.projects != judge.due_projects:
            # An open point was decided as the source has it; the genome holds the usual reading.
            return
        sheet = score(facts, account.rules)
        if replay.side_hand_scores != sheet.scores:
            text = f"the engine scores {replay.side_hand_scores}, the recomputation {sheet.scores}"
            self._add(Category.GAME_POINTS, sheet.scores, replay.side_hand_scores, text)


def _plain(counts: list[Counter[str]]) -> list[list[str]]:
    return [sorted(count.elements()) for count in counts]
