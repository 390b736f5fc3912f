"""Games that have exactly one fault which a designer would see at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from darwindeck.evolution import generate_random_genome
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    Action,
    Award,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    ChoiceKind,
    DealStep,
    Expose,
    GameGenome,
    If,
    MatchRules,
    Moment,
    Move,
    Part,
    Phase,
    Reverse,
    ScoringRule,
    SpecialEffect,
    TrickPhase,
    WinCondition,
)
from darwindeck.genome.tree import transform


def plain(name: str) -> GameGenome:
    """A game of the library without options."""
    return replace(fold_options(get_genome(name)), options=())


def with_first_phase(genome: GameGenome, phase: Phase) -> GameGenome:
    turns = genome.turn_structure
    return replace(genome, turn_structure=replace(turns, phases=(phase, *turns.phases)))


def with_effect(genome: GameGenome, effect: SpecialEffect) -> GameGenome:
    return replace(genome, special_effects=(*genome.special_effects, effect))


def with_boast(*do: Action) -> GameGenome:
    """Before the first trick everybody may boast."""
    boast = CallPhase(
        name="boasting",
        label="Boasting",
        calls=(Call("pass", "pass", is_pass=True), Call("boast", "boast", do=do)),
    )
    return with_first_phase(plain("briscola"), boast)


def cannot_happen() -> GameGenome:
    """Between two, the direction of play is reversed."""
    effect = SpecialEffect(CardCondition(rank="7"), Moment.PLAYED, (Reverse(),))
    return with_effect(plain("briscola"), effect)


def no_secrets() -> GameGenome:
    """Two players are dealt the whole pack."""
    genome = generate_random_genome(128)
    assert genome.player_count == 2
    return genome


def endless_penalty() -> GameGenome:
    """Ten bags cost a hundred points, and stay."""
    genome = plain("spades")
    rules = tuple(
        rule for rule in genome.scoring_rules or () if not str(rule.amount).startswith("mod(")
    )
    return replace(genome, scoring_rules=rules)


def never_pays() -> GameGenome:
    """Whoever boasts pays a point for it."""
    return with_boast(Award(-1, "turn"))


def never_chosen() -> GameGenome:
    """Whoever boasts wins a point if the next card is one of three aces, else loses one."""
    lucky = If(
        "rank(deck) == A and suit(deck) != hearts", (Award(1, "turn"),), (Award(-1, "turn"),)
    )
    return with_boast(lucky)


def better_idle() -> GameGenome:
    """Who has most cards left when somebody has none wins, and whoever wants to may pass."""
    genome = plain("president")
    turns = genome.turn_structure
    play = replace(
        turns.phases[1], until="any(each, hand_size == 0)", first="left(dealer)", then=()
    )  # type: ignore[call-arg]
    kept = ScoringRule("hand_size", moment=Moment.HAND_END, who="each", label="Cards left")
    return tidy(
        replace(
            genome,
            setup=replace(genome.setup, cards_per_player=5, deal=(DealStep((5,)),)),
            turn_structure=replace(turns, phases=(play,)),
            scoring_rules=(kept,),
            win_conditions=(WinCondition("high_score", when="hand_number == 2"),),
            match=replace(genome.match or MatchRules(), hands=2),
        )
    )


def no_effect() -> GameGenome:
    """Everybody nods or smiles."""
    talk = CallPhase(
        name="small_talk", label="Small talk", calls=(Call("nod", "nod"), Call("smile", "smile"))
    )
    return with_first_phase(plain("briscola"), talk)


def no_cards() -> GameGenome:
    """Whoever plays a queen throws a card away: hands run out in the midst of tricks."""
    loss = Move("hand", "captured(turn)", count=1)
    return with_effect(
        plain("hearts"), SpecialEffect(CardCondition(rank="Q"), Moment.PLAYED, (loss,))
    )


def laid_open() -> GameGenome:
    """Hands lie open from the first card on."""
    genome = plain("briscola")
    effect = SpecialEffect(CardCondition(), Moment.LED, (Expose("hand(each)"),))
    return with_effect(genome, effect)


def one_card() -> GameGenome:
    """Whoever is dealt the ace of spades has as good as won the hand."""
    effect = SpecialEffect(
        CardCondition(rank="A", suit="spades"), Moment.DEALT, (Award(-200, "turn"),)
    )
    return with_effect(plain("hearts"), effect)


def first_hand() -> GameGenome:
    """A game to a single point."""
    genome = plain("briscola")
    (win, *rest) = genome.win_conditions
    return replace(genome, win_conditions=(replace(win, threshold=1), *rest))


def out_of_reach() -> GameGenome:
    """A game to more points than its hands bring."""
    genome = plain("briscola")
    (win, *rest) = genome.win_conditions
    match = replace(genome.match or MatchRules(), hands=5)
    return replace(genome, match=match, win_conditions=(replace(win, threshold=50), *rest))


def nobody_wins() -> GameGenome:
    """A hand counts only if somebody takes nearly all the points."""
    genome = plain("briscola")
    (rule,) = genome.scoring_rules or ()
    won = replace(rule, when="points(captured, card_points) > 80")
    (win, *rest) = genome.win_conditions
    return replace(genome, scoring_rules=(won,), win_conditions=(replace(win, threshold=2), *rest))


def kingmaking() -> GameGenome:
    """The dealer, who cannot win, gives the last points to whom they like."""
    genome = plain("hearts")
    (win,) = genome.win_conditions
    gift = CallPhase(
        name="gift",
        label="The gift",
        who="dealer",
        calls=(
            Call(
                "give",
                "give the points",
                choices=(CallChoice("friend", "player", ChoiceKind.SEAT),),
                do=(Award(-300, "friend"),),
            ),
        ),
    )
    turns = genome.turn_structure
    return replace(
        genome,
        turn_structure=replace(turns, phases=(*turns.phases, gift)),
        win_conditions=(replace(win, threshold=5),),
        match=replace(genome.match or MatchRules(), hands=1),
    )


def runaway() -> GameGenome:
    """The first hand counts a hundred times as much as the others."""
    genome = plain("briscola")
    (rule,) = genome.scoring_rules or ()
    return replace(
        genome,
        scoring_rules=(replace(rule, amount="if(hand_number == 1, 100, 1)"),),
        win_conditions=(WinCondition("high_score", when="hand_number >= 6"),),
        match=replace(genome.match or MatchRules(), hands=6),
    )


def watching() -> GameGenome:
    """Two of four are out after the first of nineteen hands."""
    genome = plain("oh-hell")
    out = "hand_number == 2 and (turn == dealer or turn == left(dealer))"
    return replace(genome, match=replace(genome.match or MatchRules(), out=out))


def anything_goes() -> GameGenome:
    """Hearts without the duty to follow suit."""
    hearts = plain("hearts")

    def free(part: Part) -> Part:
        if not isinstance(part, TrickPhase):
            return part
        return replace(part, follow=(), lead_suit_required=False)

    return transform(hearts, free)


FAULTY: dict[str, Callable[[], GameGenome]] = {
    "cannot happen": cannot_happen,
    "no secrets": no_secrets,
    "endless penalty": endless_penalty,
    "anything goes": anything_goes,
    "never pays": never_pays,
    "never chosen": never_chosen,
    "no effect": no_effect,
    "no cards": no_cards,
    "laid open": laid_open,
    "one card": one_card,
    "first hand": first_hand,
    "out of reach": out_of_reach,
    "nobody wins": nobody_wins,
    "kingmaking": kingmaking,
    "runaway": runaway,
    "watching": watching,
}
"""A game for every fault."""
