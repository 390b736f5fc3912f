"""Trick-taking games: trumps or none, bids or none, duties, and many ways to score."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from darwindeck.cards import Rank, Suit
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.families.trick_scoring import Scoring, score_tricks
from darwindeck.evolution.making.materials import (
    Pack,
    by_score,
    deal_hands,
    random_match,
    random_order,
    random_pack,
    random_rules,
    random_teams,
    whole_game,
    with_top,
)
from darwindeck.genome.examples.common import (
    FOLLOW_SUIT,
    HAND,
    STOCK,
    SUIT_LED,
    SUITS,
    TRICKS_WON,
)
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    BreakingRule,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardRanking,
    CardRule,
    ChoiceKind,
    Counter,
    DealStep,
    DiscardPhase,
    DoPhase,
    FillHands,
    GameGenome,
    Location,
    Move,
    NamedCards,
    PassPhase,
    Phase,
    Promotion,
    Reference,
    RoleSpec,
    Scope,
    Sees,
    Set,
    SetTrump,
    SetupRules,
    TrickPhase,
    TrickTie,
    TurnStructure,
    ZoneSpec,
)

TURNED_CARD = ZoneSpec("turned_card", "turned card", sees=Sees.ALL)
WIDOW = ZoneSpec("widow", "widow", sees=Sees.NOBODY)
PUT_ASIDE = ZoneSpec("put_aside", "cards put aside", sees=Sees.NOBODY)
DECLARER = RoleSpec("declarer", "declarer")
TRUMP = CardCondition(trump=True)
BEATS = CardCondition(beats=Reference.WINNER)


class Trumps(Enum):
    """How a suit becomes trumps."""

    NONE = auto()
    FIXED = auto()
    TURNED = auto()
    ROTATING = auto()
    NAMED = auto()
    BID = auto()


class Bidding(Enum):
    """What players say before the play."""

    NONE = auto()
    EVERYBODY = auto()
    AUCTION = auto()


@dataclass(frozen=True)
class TricksPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    teams: tuple[tuple[int, ...], ...]
    cards: int
    """In each hand."""
    trumps: Trumps
    bidding: Bidding
    draws: bool
    """Whether everybody draws from the stock after each trick."""
    widow: int
    """Cards that the declarer takes up and replaces."""
    fixed: Suit

    @property
    def has_trumps(self) -> bool:
        return self.trumps is not Trumps.NONE

    @property
    def tricks(self) -> int:
        return self.pack.size // self.players if self.draws else self.cards

    @property
    def left_over(self) -> int:
        return self.pack.size - self.players * self.cards


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    scores = score_tricks(dice, _scoring(plan))
    ending = by_score(dice, scores.a_hand, low=scores.low)
    trick, starter = _trick_phase(dice, plan)
    asked = plan.players * (4 * plan.cards if plan.bidding is Bidding.AUCTION else 2)
    turns = ending.hands * (plan.players * plan.tricks + asked)
    return whole_game(
        plan.pack,
        player_count=plan.players,
        team_mode=bool(plan.teams),
        teams=plan.teams,
        max_turns=2 * turns,
        zones=_zones(plan),
        card_sets=starter,
        rankings=(_ranking(dice, plan),),
        point_tables=scores.tables,
        roles=(DECLARER,) if plan.bidding is Bidding.AUCTION else (),
        counters=_counters(plan),
        lets=scores.lets,
        setup=_setup(dice, plan),
        turn_structure=TurnStructure(
            phases=(*_before_play(dice, plan), trick),
            is_trick_based=True,
            tricks_per_hand=None if plan.draws else plan.cards,
        ),
        card_scoring=scores.card_scoring,
        scoring_rules=scores.rules,
        win_conditions=ending.wins,
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, ordered=True, scored=not plan.teams),
    )


# --- the plan ------------------------------------------------------------------------------------


def _plan(dice: Dice) -> TricksPlan:
    players = dice.between(2, 6)
    draws = dice.chance(0.2)
    bidding = Bidding.NONE if draws else dice.pick(tuple(Bidding))
    pack = random_pack(dice, 24 if players < 6 else 32, 64)
    if draws and pack.size % players:
        draws = False
    cards = _hand_size(dice, pack, players, draws)
    left_over = pack.size - players * cards
    auction = bidding is Bidding.AUCTION
    takes_widow = auction and 2 <= left_over <= 6 and dice.chance(0.6)
    return TricksPlan(
        pack=pack,
        players=players,
        teams=random_teams(dice, players, 0.5),
        cards=cards,
        trumps=_trumps(dice, bidding, 0 if draws or takes_widow else left_over),
        bidding=bidding,
        draws=draws,
        widow=left_over if takes_widow else 0,
        fixed=dice.pick(SUITS),
    )


def _hand_size(dice: Dice, pack: Pack, players: int, draws: bool) -> int:
    most = min(13, pack.size // players)
    if draws:
        return dice.between(2, min(6, most))
    return most if dice.chance(0.5) else dice.between(min(4, most), most)


def _trumps(dice: Dice, bidding: Bidding, spare: int) -> Trumps:
    """`spare`: cards of which one may be turned up."""
    ways = [Trumps.NONE, Trumps.FIXED, Trumps.NAMED]
    if bidding is Bidding.AUCTION:
        ways += [Trumps.BID, Trumps.BID]
    else:
        ways.append(Trumps.ROTATING)
        if spare:
            ways += [Trumps.TURNED, Trumps.TURNED]
    return dice.pick(ways)


def _scoring(plan: TricksPlan) -> Scoring:
    return Scoring(
        pack=plan.pack,
        tricks=plan.tricks,
        sides=len(plan.teams) or plan.players,
        teams=bool(plan.teams),
        bids=plan.bidding is Bidding.EVERYBODY,
        auction=plan.bidding is Bidding.AUCTION,
        whole_pack=plan.draws or plan.left_over == 0,
    )


# --- things --------------------------------------------------------------------------------------


def _zones(plan: TricksPlan) -> tuple[ZoneSpec, ...]:
    zones = [HAND, STOCK, TRICKS_WON]
    if plan.trumps is Trumps.TURNED:
        zones.append(TURNED_CARD)
    if plan.widow:
        zones += [WIDOW, PUT_ASIDE]
    return tuple(zones)


def _ranking(dice: Dice, plan: TricksPlan) -> CardRanking:
    plain = random_order(dice, plan.pack.ranks)
    if not plan.has_trumps or dice.chance(0.6):
        return CardRanking(plain=plain)
    top = dice.pick((Rank.JACK, Rank.QUEEN))
    trump = with_top(plain, top)
    if dice.chance(0.6):
        return CardRanking(plain=plain, trump=trump)
    twin = CardCondition(rank=top, trump_colour=True, printed_trump=False)
    promoted = Promotion(twin, above=trump[-2], label=f"second {top.word}")
    return CardRanking(plain=plain, trump=trump, promote=(promoted,))


def _counters(plan: TricksPlan) -> tuple[Counter, ...]:
    if plan.bidding is Bidding.EVERYBODY:
        return (Counter("bid", "bid", scope=Scope.SEAT, low=0, high=plan.cards),)
    if plan.bidding is Bidding.AUCTION:
        return (Counter("contract", "contract", low=0, high=plan.cards),)
    return ()


def _setup(dice: Dice, plan: TricksPlan) -> SetupRules:
    deal = [deal_hands(dice, plan.cards)]
    after: list[Action] = []
    if plan.trumps is Trumps.TURNED:
        deal.append(DealStep(packets=(1,), zone="turned_card"))
        after.append(SetTrump("suit(turned_card)"))
    if plan.trumps is Trumps.ROTATING:
        first, second, third = dice.some(SUITS, 3)
        after.append(
            SetTrump(
                f"if(mod(hand_number, 3) == 1, {first}, "
                f"if(mod(hand_number, 3) == 2, {second}, {third}))"
            )
        )
    if plan.widow:
        deal.append(DealStep(packets=(plan.widow,), zone="widow"))
    return SetupRules(
        cards_per_player=plan.cards,
        initial_deck=plan.pack.name,
        trump_suit=plan.fixed if plan.trumps is Trumps.FIXED else None,
        deal=tuple(deal),
        after_deal=tuple(after),
    )


# --- what is said before the play ----------------------------------------------------------------


def _before_play(dice: Dice, plan: TricksPlan) -> tuple[Phase, ...]:
    phases: list[Phase] = []
    if plan.cards > 3 and not plan.draws and dice.chance(0.25):
        phases.append(_passing(dice, plan))
    if plan.bidding is Bidding.EVERYBODY:
        phases.append(_bids(dice, plan))
    if plan.bidding is Bidding.AUCTION:
        phases.append(_auction(dice, plan))
    if plan.widow:
        phases += _taking_the_widow(plan)
    if plan.trumps is Trumps.NAMED:
        who = "declarer" if plan.bidding is Bidding.AUCTION else "left(dealer)"
        phases.append(_naming(who))
    return tuple(phases)


def _passing(dice: Dice, plan: TricksPlan) -> PassPhase:
    ways: list[tuple[str, ...]] = [("left(turn)",)]
    if plan.players > 2:
        ways += [("right(turn)", "none"), ("left(turn)", "right(turn)")]
    if plan.players == 4:
        ways.append(("across(turn)",))
    return PassPhase(dice.between(1, 3), to=dice.pick(ways), label="Passing")


def _bids(dice: Dice, plan: TricksPlan) -> CallPhase:
    hooked = dice.chance(0.4)
    return CallPhase(
        name="bidding",
        label="Bidding",
        calls=(
            Call(
                "bid_tricks",
                "bid a number of tricks",
                choices=(
                    CallChoice("amount", "number of tricks", ChoiceKind.NUMBER, 0, plan.cards),
                ),
                when=f"not (turn == dealer and sum(each, bid) + amount == {plan.cards})"
                if hooked
                else "true",
                do=(Set("bid", "amount"),),
            ),
        ),
    )


def _auction(dice: Dice, plan: TricksPlan) -> CallPhase:
    """The dealer must bid if nobody else has, so that there is always a declarer."""
    least = dice.between(1, max(1, plan.cards // 2))
    level = CallChoice("level", "number of tricks", ChoiceKind.NUMBER, least, plan.cards)
    strain = CallChoice("strain", "suit", ChoiceKind.SUIT)
    with_suit = plan.trumps is Trumps.BID
    takes: list[Action] = [AssignRole("declarer"), Set("contract", "level")]
    if with_suit:
        takes.append(SetTrump("strain"))
    once = dice.chance(0.5)
    last_bidder = f"bids > 0 and number(where(each, called(pass_by))) == {plan.players - 1}"
    return CallPhase(
        name="auction",
        label="The auction",
        calls=(
            Call("pass_by", "pass", is_pass=True, when="not (turn == dealer and bids == 0)"),
            Call(
                "bid_tricks",
                "bid a number of tricks in a suit" if with_suit else "bid a number of tricks",
                choices=(level, strain) if with_suit else (level,),
                key="4 * level + place(strain)" if with_suit else "level",
                do=tuple(takes),
            ),
        ),
        rounds=1 if once else None,
        pass_is_final=not once,
        close="false" if once else last_bidder,
    )


def _taking_the_widow(plan: TricksPlan) -> tuple[Phase, ...]:
    return (
        DoPhase((Move("widow", Location.HAND),), label="The widow", who="declarer"),
        DiscardPhase("put_aside", plan.widow, who="declarer"),
    )


def _naming(who: str) -> CallPhase:
    return CallPhase(
        name="naming",
        label="Naming trumps",
        who=who,
        calls=(
            Call(
                "name_trumps",
                "name the trump suit",
                choices=(CallChoice("chosen", "suit", ChoiceKind.SUIT),),
                do=(SetTrump("chosen"),),
            ),
        ),
    )


# --- the play ------------------------------------------------------------------------------------


def _trick_phase(dice: Dice, plan: TricksPlan) -> tuple[TrickPhase, tuple[NamedCards, ...]]:
    """The trick phase, and the card that must be led first, if there is one."""
    follow = _follow(dice, plan)
    suit, rule = _breaking(dice, plan)
    starter = _starter(dice, plan)
    lead: list[CardRule] = []
    if starter:
        lead.append(CardRule(CardCondition(named="first_card"), when="trick == 1"))
    phase = TrickPhase(
        label="Tricks",
        lead_suit_required=bool(follow),
        trump_suit=plan.fixed if plan.trumps is Trumps.FIXED else None,
        high_card_wins=dice.chance(0.93),
        breaking_suit=suit,
        breaking_rule=rule,
        leader=_leader(dice, plan, bool(starter)),
        lead=tuple(lead),
        follow=follow,
        tie=TrickTie.LAST if plan.pack.copies > 1 and dice.chance(0.4) else TrickTie.FIRST,
        after_trick=(FillHands(plan.cards, to="from(each, winner)"),) if plan.draws else (),
    )
    return phase, starter


def _follow(dice: Dice, plan: TricksPlan) -> tuple[CardRule, ...]:
    """The duties of those who follow; none: they play what they like."""
    if dice.chance(0.5 if plan.draws else 0.08):
        return ()
    heads = dice.chance(0.2)
    trumps_in = plan.has_trumps and dice.chance(0.3)
    rules = [FOLLOW_SUIT]
    if heads:
        rules.insert(0, CardRule(CardCondition(all_of=(SUIT_LED, BEATS))))
    if trumps_in:
        if heads:
            rules.append(CardRule(CardCondition(all_of=(TRUMP, BEATS))))
        rules.append(CardRule(TRUMP))
    return tuple(rules)


def _breaking(dice: Dice, plan: TricksPlan) -> tuple[Suit | None, BreakingRule]:
    fixed = plan.trumps in (Trumps.FIXED, Trumps.NONE)
    if not fixed or not dice.chance(0.35):
        return None, BreakingRule.NONE
    return plan.fixed, BreakingRule.CANNOT_LEAD_UNTIL_BROKEN


def _starter(dice: Dice, plan: TricksPlan) -> tuple[NamedCards, ...]:
    """A card whose holder leads it to the first trick; somebody must hold it."""
    all_dealt = plan.left_over == 0 and plan.pack.copies == 1
    if not all_dealt or plan.bidding is Bidding.AUCTION or not dice.chance(0.3):
        return ()
    suit = dice.pick([suit for suit in SUITS if suit is not plan.fixed])
    rank = plan.pack.ranks[0]
    card = CardCondition(printed_suit=suit, rank=rank)
    return (NamedCards("first_card", f"{rank.word} of {suit}", card),)


def _leader(dice: Dice, plan: TricksPlan, has_starter: bool) -> str:
    if has_starter:
        return "holder(first_card)"
    if plan.trumps is Trumps.NAMED and plan.bidding is not Bidding.AUCTION:
        # Who names trumps leads.
        return "left(dealer)"
    leaders = ["left(dealer)", "left(dealer)", "dealer"]
    if plan.bidding is Bidding.AUCTION:
        leaders += ["declarer", "declarer", "left(declarer)"]
    return dice.pick(leaders)
