"""Transplants of the play itself: whole play, the rules of tricks, trumps, auctions, drawing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in, names_in, written_in
from darwindeck.evolution.making.crossing.card_mechanics import is_plain, whole_deck
from darwindeck.evolution.making.crossing.fitting import Fitting
from darwindeck.evolution.making.crossing.mechanic import (
    Mechanic,
    Proposal,
    all_words,
    as_taken,
    dealt_zones,
    leaves_choices,
    needed,
    outside_writers,
    plain_tricks,
    provided,
    scoring,
    speaks_of_teams,
    with_deal_steps,
    with_phases,
    with_scoring,
    with_teams_of,
    without_phases,
    without_scoring,
    without_trumps,
)
from darwindeck.evolution.making.crossing.mending import with_hand
from darwindeck.evolution.making.mentions import spoken_of
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.schema import (
    CallChoice,
    CallPhase,
    CardCondition,
    CardRanking,
    CardScoringRule,
    ChoiceKind,
    Choose,
    FillHands,
    GameGenome,
    GameRules,
    Location,
    MatchRules,
    Move,
    Part,
    PassPhase,
    Phase,
    ScoringRule,
    SetMode,
    SetTrump,
    TrickPhase,
    TrickTie,
)
from darwindeck.genome.tree import walk


class WholePlay(Mechanic):
    """The play of the donor in the place of the host's: what comes before it stays, and how it is
    scored, where the other play brings about what is scored."""

    name = "play"
    weight = 3

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        alike = host.style == donor.style and host.style != "card play"
        if alike and leaves_choices(host.genome):
            return None
        if not donor.play or not is_plain(host.genome):
            return None
        if len(donor.genome.roles) > host.genome.player_count < donor.genome.player_count:
            # places at the table that nobody would fill
            return None
        host = Anatomy(replace(host.genome, deck=whole_deck(host.genome)))
        rules = scoring(host.genome)
        offers = provided(donor)
        fitting = [rule for rule in rules if needed(host, (rule,)) <= offers]
        keeps = (
            not host.calls
            and 2 * len(fitting) >= len(rules) > 0
            and not (outside_writers(host, fitting) - written_in(host.before))
            and bool(needed(host, fitting) & {"tricks", "captured", "melds"})
        )
        if keeps:
            host = Anatomy(_with_only(host.genome, as_taken(fitting, donor)))
        before = self._kept_before(host, keeps)
        other_cards = set(host.cards) != set(donor.cards)
        other_table = host.genome.player_count != donor.genome.player_count
        if self.last_resort is bool(keeps or before):
            return None
        if not (keeps or before or other_cards or other_table):
            return None
        child = self._child(host.genome, donor, before, keeps)
        return Proposal(child, f"the {donor.style}", donor.play)

    def _kept_before(self, host: Anatomy, keeps: bool) -> tuple[Phase, ...]:
        """What the host does before the play and can go on doing."""
        if keeps:
            return host.before
        return tuple(phase for phase in host.before if isinstance(phase, PassPhase))

    def _child(
        self, host: GameGenome, donor: Anatomy, before: tuple[Phase, ...], keeps: bool
    ) -> GameGenome:
        given = donor.genome
        others = () if keeps else tuple(p for p in donor.before if not isinstance(p, PassPhase))
        phases = (*others, *donor.play, *donor.after)
        rules = () if keeps else (*scoring(given), *given.win_conditions)
        clauses = (phases, rules, given.special_effects, given.setup, given.hand_evaluation)
        base = with_phases(host, before)
        base = replace(base, special_effects=(), hand_evaluation=None, rankings=())
        setup = replace(host.setup, deal=(), after_deal=(), before_deal=(), starting_chips=0)
        base = replace(base, setup=setup, house=given.house)
        if not keeps:
            base = without_scoring(base)
        theirs = {zone.name for zone in given.zones or ()}
        kept = _spoken_of(base) - theirs
        base = replace(tidy(base), zones=tuple(z for z in host.zones or () if z.name in kept))
        fitting = Fitting(base, given, clauses)
        child = fitting.added(base)
        child = with_phases(child, (*before, *fitting.clause(phases)))
        if not keeps:
            child = with_scoring(child, given, fitting)
        match = host.match or MatchRules()
        if not keeps and given.match is not None:
            match = replace(match, hands=given.match.hands, out=fitting.clause(given.match).out)
        child = replace(
            child,
            setup=replace(fitting.clause(given.setup), initial_deck=host.setup.initial_deck),
            special_effects=fitting.clause(given.special_effects),
            hand_evaluation=fitting.clause(given.hand_evaluation),
            rankings=fitting.rankings() if given.rankings else host.rankings,
            game_rules=_edges_of(host, given),
            match=match,
            max_turns=max(host.max_turns, given.max_turns),
            house=given.house,
        )
        if speaks_of_teams(given, clauses):
            child = with_teams_of(child, given)
        if donor.deals_all:
            spare = sum(sum(s.packets) for s in given.setup.deal or () if s.zone != Location.HAND)
            size = (len(Anatomy(child).cards) - spare) // max(1, child.player_count)
            child = with_hand(child, max(1, size))
        return child


def _spoken_of(genome: GameGenome) -> set[str]:
    """What the course and the scoring of a game speak of."""
    clauses = (genome.turn_structure, scoring(genome), genome.lets)
    return {mention.name for mention in spoken_of(clauses)}


def _with_only(genome: GameGenome, rules: tuple[Part, ...]) -> GameGenome:
    """The game with these rules of scoring."""
    return replace(
        genome,
        scoring_rules=tuple(rule for rule in rules if isinstance(rule, ScoringRule)),
        card_scoring=tuple(rule for rule in rules if isinstance(rule, CardScoringRule)),
    )


class PlayAtTable(WholePlay):
    """The play of the donor with the host's cards, or by the host's number of players."""

    name = "play at the table"
    last_resort = True


def _edges_of(host: GameGenome, donor: GameGenome) -> GameRules:
    """The edges belong to the play; how ties are broken to the table."""
    rules = donor.game_rules or GameRules()
    return replace(rules, tie_breaker=(host.game_rules or rules).tie_breaker)


class TrickRules(Mechanic):
    """What may be led and played to a trick, and what beats what."""

    name = "trick play"
    weight = 3

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine, theirs = host.trick, donor.trick
        if mine is None or theirs is None or not _is_distinctive(donor):
            return None
        orders = () if _modes(host.genome) else _one_mode(donor.genome.rankings or ())
        clauses = (theirs, orders)
        needs_trumps = _speaks_of_trumps(clauses) and not host.has_trumps
        base = host.genome
        if needs_trumps:
            if donor.calls and SetTrump in kinds_in(donor.calls):
                return None
            base = _with_trumps_of(base, donor)
        fitting = Fitting(base, donor.genome, clauses)
        trick = replace(
            fitting.clause(theirs),
            name=mine.name,
            label=mine.label,
            source=mine.source,
            choose=theirs.choose if theirs.choose is Choose.PICK else mine.choose,
            leader=mine.leader,
            next_leader=mine.next_leader,
            collect_to=mine.collect_to,
            collect_order=mine.collect_order,
            collect_to_bottom=mine.collect_to_bottom,
            after_trick=mine.after_trick,
            before_card=mine.before_card,
            until=mine.until,
            then=mine.then,
            keep=mine.keep,
            trump_suit=base.setup.trump_suit,
            playable=mine.playable,
            out=mine.out,
            out_to=mine.out_to,
        )
        rankings = fitting.orders(orders) if orders else host.genome.rankings
        if trick.choose is Choose.TOP:
            trick = replace(trick, follow=(), lead=(), lead_suit_required=False, playable=None)
        if trick == mine and rankings == host.genome.rankings:
            return None
        child = fitting.added(base)
        phases = tuple(trick if phase == mine else phase for phase in host.phases)
        child = replace(with_phases(child, phases), rankings=rankings)
        if trick.choose is not mine.choose:
            hands = [zone for zone in donor.genome.zones or () if zone.name == Location.HAND]
            zones = [zone for zone in child.zones or () if zone.name != Location.HAND]
            child = replace(child, zones=(*hands, *zones))
        return Proposal(child, "the rules of tricks", (trick,))


def _is_distinctive(donor: Anatomy) -> bool:
    """Whether tricks are played otherwise than by following suit and nothing else."""
    trick = donor.trick
    orders = donor.genome.rankings or ()
    if trick is None:
        return False
    return bool(
        not trick.lead_suit_required
        or trick.lead
        or len(trick.follow) > 1
        or trick.breaking_suit
        or not trick.high_card_wins
        or trick.tie is TrickTie.BATTLE
        or any(order.trump or order.promote or order.across_suits for order in orders)
    )


def _modes(genome: GameGenome) -> bool:
    return SetMode in kinds_in(genome)


def _one_mode(rankings: tuple[CardRanking, ...]) -> tuple[CardRanking, ...]:
    """The order that holds where there are no modes."""
    plain = [ranking for ranking in rankings if not ranking.mode] or list(rankings)
    return tuple(replace(ranking, mode="", label="") for ranking in plain[:1])


def _speaks_of_trumps(clauses: object) -> bool:
    for _, part in walk(clauses):
        if isinstance(part, CardRanking) and (part.trump or part.promote):
            return True
        if isinstance(part, CardCondition) and part.trump is not None:
            return True
    return False


def _with_trumps_of(host: GameGenome, donor: Anatomy) -> GameGenome:
    """The host with a trump suit that comes about as the donor's does, apart from calls."""
    given = donor.genome
    if given.setup.trump_suit is not None:
        fitting = Fitting(host, given, ())
        return replace(
            host, setup=replace(host.setup, trump_suit=fitting.clause(given.setup).trump_suit)
        )
    actions = tuple(a for a in given.setup.after_deal if not isinstance(a, FillHands))
    turning = tuple(a for a in actions if isinstance(a, Move | SetTrump))
    fitting = Fitting(host, given, turning)
    child = with_deal_steps(fitting.added(host), dealt_zones(given, fitting, host))
    after = (*child.setup.after_deal, *fitting.clause(turning))
    return replace(child, setup=replace(child.setup, after_deal=after))


class Order(Mechanic):
    """What beats what: the order of the cards."""

    name = "order of cards"
    weight = 2
    last_resort = True

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine, theirs = host.genome.rankings or (), _one_mode(donor.genome.rankings or ())
        if len(mine) != 1 or not theirs or _modes(host.genome) or not _compares(host):
            return None
        fitting = Fitting(host.genome, donor.genome, ())
        order = fitting.orders((replace(theirs[0], trump=(), promote=(), sequence=()),))[0]
        if order.plain == mine[0].plain:
            return None
        rankings = (replace(mine[0], plain=order.plain),)
        return Proposal(replace(host.genome, rankings=rankings), "the order of the cards", ())


def _compares(host: Anatomy) -> bool:
    """Whether single cards are compared in the play."""
    beats = any(isinstance(p, CardCondition) and p.beats for _, p in walk(host.phases))
    highest = any(getattr(p, "showdown_method", "") == "highest_card" for p in host.phases)
    return host.trick is not None or beats or highest


class Trumps(Mechanic):
    """How a suit becomes trumps."""

    name = "trumps"
    weight = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        if host.trick is None or not donor.has_trumps or SetTrump in kinds_in(host.phases):
            return None
        mine, given = host.genome, donor.genome
        if given.setup.trump_suit is not None and given.setup.trump_suit == mine.setup.trump_suit:
            return None
        if host.genome.rankings and host.genome.rankings[0].across_suits:
            return None
        base = tidy(without_trumps(mine)) if host.has_trumps else mine
        naming = [p for p in donor.before if SetTrump in kinds_in(p)]
        if not naming:
            if host.has_trumps and given.setup.trump_suit is None and mine.setup.trump_suit is None:
                return None
            child = _with_trumps_of(base, donor)
            return Proposal(child, "the trumps", (host.trick,))
        phase = naming[-1]
        if (
            not isinstance(phase, CallPhase)
            or len(phase.calls) > 2
            or any(c.key for c in phase.calls)
        ):
            return None
        phase = replace(phase, when="true", who="left(dealer)", then=())
        fitting = Fitting(base, given, (phase,))
        child = fitting.added(base)
        new = fitting.clause(phase)
        before = host.span[0]
        phases = (*host.phases[:before], new, *host.phases[before:])
        return Proposal(with_phases(child, phases), "the naming of trumps", (new,))


class Auction(Mechanic):
    """The calls before the play, what they decide, and how a contract is scored."""

    name = "auction"
    weight = 4

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        given = donor.genome
        if host.trick is None or donor.trick is None or not donor.calls:
            return None
        decided = written_in(donor.calls)
        rules = scoring(given)
        if not (all_words(given, rules) & decided):
            return None
        if host.trick.choose != donor.trick.choose or host.hand < 3:
            return None
        if "tricks" in needed(donor, rules) and not _bids_fit(donor, host):
            return None
        before = tuple(
            phase
            for phase in donor.before
            if kinds_in(phase) & {CallPhase} or names_in(phase) & decided
        )
        effects = tuple(e for e in given.special_effects if names_in(e) & decided)
        base = self._cleared(host)
        calls_trumps = SetTrump in kinds_in(before)
        if calls_trumps:
            base = tidy(without_trumps(base))
        clauses = (before, effects, rules, given.win_conditions, donor.trick.leader)
        fitting = Fitting(base, given, clauses)
        child = fitting.added(base)
        child = with_deal_steps(child, dealt_zones(given, fitting, base))
        leads = fitting.clause(replace(TrickPhase(), leader=donor.trick.leader)).leader
        taken = names_in(replace(TrickPhase(), leader=donor.trick.leader)) & decided
        cleared = Anatomy(base)
        new = fitting.clause(before)
        at = cleared.span[0]
        phases = [
            replace(phase, leader=leads) if taken and phase == cleared.trick else phase
            for phase in cleared.phases
        ]
        phases[at:at] = new
        child = with_phases(child, phases)
        child = with_scoring(child, given, fitting)
        child = replace(
            child,
            special_effects=(*child.special_effects, *fitting.clause(effects)),
            max_turns=max(host.genome.max_turns, given.max_turns),
        )
        special = _orders_trumps(given) and not _orders_trumps(host.genome)
        if (calls_trumps and special) or fitting.uses_modes or _modes(host.genome):
            child = replace(child, rankings=fitting.rankings())
        if speaks_of_teams(given, clauses):
            child = with_teams_of(child, given)
        calls = tuple(p for p in new if isinstance(p, CallPhase))
        return Proposal(child, "the auction", calls, (*new, *child.special_effects))

    def _cleared(self, host: Anatomy) -> GameGenome:
        """The host without its own calls, what depends on them, and its scoring."""
        decided = written_in(host.calls)
        gone = [p for p in host.before if kinds_in(p) & {CallPhase} or names_in(p) & decided]
        genome = without_scoring(without_phases(plain_tricks(host), gone))
        effects = tuple(e for e in genome.special_effects if not names_in(e) & decided)
        return tidy(replace(genome, special_effects=effects))


def _orders_trumps(genome: GameGenome) -> bool:
    """Whether trumps have an order of their own."""
    return any(ranking.trump or ranking.promote for ranking in genome.rankings or ())


def _bids_fit(donor: Anatomy, host: Anatomy) -> bool:
    """Whether numbers of tricks that are bid have a sense in the host: as many tricks as cards in
    hand, and as many as in the donor unless the bids go as far as the tricks."""
    if host.trick is None or host.trick.after_trick or donor.genome.setup.deal == ():
        return False
    if host.tricks == donor.tricks:
        return True
    highs = [
        choice.high
        for _, choice in walk(donor.calls)
        if isinstance(choice, CallChoice) and choice.type is ChoiceKind.NUMBER
    ]
    return all(not isinstance(high, int) or high == donor.tricks for high in highs)


class Drawing(Mechanic):
    """Small hands that are filled up from the stock after each trick."""

    name = "drawing after tricks"
    weight = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine, theirs = host.trick, donor.trick
        if mine is None or theirs is None or mine.after_trick or not _draws(theirs):
            return None
        if mine.choose != "pick" or mine.until != "false":
            return None
        given = donor.genome
        base = host.genome
        fitting = Fitting(base, given, theirs.after_trick)
        trick = replace(mine, after_trick=fitting.clause(theirs.after_trick))
        child = with_deal_steps(fitting.added(base), dealt_zones(given, fitting, base))
        phases = tuple(trick if phase == mine else phase for phase in host.phases)
        child = with_hand(with_phases(child, phases), donor.hand)
        turns_up = [z.name for z in fitting.dependencies.zones if z.name not in list(Location)]
        if turns_up and SetTrump in kinds_in(given.setup.after_deal):
            if SetTrump in kinds_in(host.phases):
                return None
            after = fitting.clause(given.setup.after_deal)
            child = without_trumps(child)
            setup = replace(child.setup, after_deal=(*child.setup.after_deal, *after))
            child = replace(child, setup=setup)
        return Proposal(child, "the drawing after each trick", (trick,))


def _draws(trick: TrickPhase) -> bool:
    return bool(kinds_in(trick.after_trick) & {Move, FillHands}) and Location.DECK in names_in(
        trick.after_trick
    )
