"""Betting rounds and showdowns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.english import figured, times
from darwindeck.genome.schema import (
    BettingPhase,
    HandEvaluationMethod,
    ShowdownMethod,
    ShowdownPhase,
)
from darwindeck.rulebook.document import Block, Bullets, Item, Path, Sentence, strong
from darwindeck.rulebook.sections.base import item, paragraph, say
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter


def betting(writer: PlayWriter, phase: BettingPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    earlier = _earlier(writer, path)
    if earlier is not None:
        return _again(writer, phase, path, prefix, earlier)
    word = words.lexicon.hand_word
    first = words.seats.seat(tree(phase.first), writer.scene)
    two = writer.genome.player_count == 2
    going = "the players act in turn" if two else "the betting goes round the table"
    lead = say(
        f"{prefix}{first.does('begin')}, and {going}; on your turn you do one of the following:",
        path,
        (*path, "first"),
    )
    folded = "when all but one have folded, that player"
    if two:
        folded = "when a player folds, the other"
    end = [
        say(
            "the round is over when everybody who is still in and has chips has acted and has "
            "staked as much as the highest",
            path,
        ),
        say("it is left out if fewer than two players have chips", path),
        say(
            f"{folded} takes the pot without showing a card, and the {word} ends",
            path,
        ),
    ]
    blocks: list[Block] = [
        Bullets(tuple(_moves(writer, phase, path))),
        *paragraph(end),
        *paragraph(_decision(writer, phase.showdown_method, path)),
        *paragraph(_side_pots(phase.showdown_method, path, two=two) if phase.all_in else []),
    ]
    return item([lead], blocks)


def _moves(writer: PlayWriter, phase: BettingPhase, path: Path) -> list[Item]:
    word = writer.words.lexicon.hand_word
    chips = figured(phase.min_bet, "chip")
    bet = (*path, "min_bet")
    too_few = "a player who has too few chips for that cannot do so"
    found = []
    if phase.may_check:
        text = f"{strong('Check:')} stay in without betting, as long as nobody has bet"
        found.append(item([say(text, (*path, "may_check"))]))
        opening = f"{strong('Bet')} {chips}, if nobody has bet yet"
    else:
        opening = (
            f"{strong('Bet')} {chips}, if nobody has bet yet; nobody may stay in without betting"
        )
    found.append(item([say(opening, bet, (*path, "may_check")), say(too_few, bet)]))
    found.append(
        item(
            [say(f"{strong('Call:')} after a bet, bring your stake up to the highest so far", path)]
        )
    )
    raising = (
        "nobody may raise"
        if phase.max_raises == 0
        else f"the bet may be raised {times(phase.max_raises)} a round, by all players together"
    )
    if phase.max_raises:
        text = f"{strong('Raise:')} after a bet, call and add {chips} more"
        found.append(item([say(text, bet), say(raising, (*path, "max_raises"))]))
    else:
        found.append(item([say(raising, (*path, "max_raises"))]))
    text = f"{strong('Fold:')} drop out of the {word} and leave what you have staked in the pot"
    found.append(item([say(text, path)]))
    if phase.all_in:
        text = (
            f"{strong('All-in:')} a player with too few chips to call may call with all they have, "
            "and stays in without acting again"
        )
    else:
        text = "a player with too few chips to call must fold"
    found.append(item([say(text, (*path, "all_in"))]))
    return found


def _earlier(writer: PlayWriter, path: Path) -> BettingPhase | None:
    """The first betting round, if it comes before this one."""
    for place, part in writer.words.lexicon.all_parts:
        if isinstance(part, BettingPhase):
            return None if place == path else part
    return None


def _again(
    writer: PlayWriter, phase: BettingPhase, path: Path, prefix: str, earlier: BettingPhase
) -> Item:
    """A later round, as far as it differs from the first."""
    first = writer.words.seats.seat(tree(phase.first), writer.scene)
    sentences = [
        say(
            f"{prefix}there is another betting round by the same rules; {first.does('begin')}",
            path,
            (*path, "first"),
        )
    ]
    if phase.min_bet != earlier.min_bet:
        text = f"this time a bet or a raise is {figured(phase.min_bet, 'chip')}"
        sentences.append(say(text, (*path, "min_bet")))
    if phase.max_raises != earlier.max_raises:
        text = f"this time the bet may be raised {times(phase.max_raises)}"
        sentences.append(say(text, (*path, "max_raises")))
    if phase.may_check != earlier.may_check:
        text = "players may check" if phase.may_check else "nobody may check"
        sentences.append(say(f"this time {text}", (*path, "may_check")))
    if phase.all_in != earlier.all_in:
        text = "may call with all they have" if phase.all_in else "must fold"
        text = f"this time a player with too few chips to call {text}"
        sentences.append(say(text, (*path, "all_in")))
    blocks = paragraph(_decision(writer, phase.showdown_method, path, "after that, "))
    if phase.all_in:
        two = writer.genome.player_count == 2
        blocks += paragraph(_side_pots(phase.showdown_method, path, two=two))
    return item(sentences, blocks)


def showdown(writer: PlayWriter, phase: ShowdownPhase, path: Path, actor: Actor) -> Item:
    prefix = writer.prefix(phase, actor)
    blocks = paragraph(_side_pots(phase.method, path, "method"))
    return item(_decision(writer, phase.method, path, prefix, "method"), blocks)


def _decision(
    writer: PlayWriter,
    method: ShowdownMethod,
    path: Path,
    prefix: str = "",
    field: str = "showdown_method",
) -> list[Sentence]:
    """How the pot is decided."""
    at = (*path, field)
    if method is ShowdownMethod.FOLD_ONLY:
        if field == "method":
            return [say(f"{prefix}the pot stays where it is unless all others have folded", at)]
        return [say("otherwise the pot stays for the next round", at)]
    evaluation = writer.genome.hand_evaluation
    best = "highest card"
    if method is ShowdownMethod.HAND_EVALUATION and evaluation is not None:
        best = {
            HandEvaluationMethod.HIGH_CARD: "highest card",
            HandEvaluationMethod.POINT_TOTAL: "best total",
            HandEvaluationMethod.PATTERN_MATCH: "best hand",
            HandEvaluationMethod.CARD_COUNT: "most cards",
            HandEvaluationMethod.NONE: "best hand",
        }[evaluation.method]
    return [
        say(
            f"{prefix}otherwise those who are still in show their hands, and the player with the "
            f"{best} takes the pot"
            if not prefix
            else f"{prefix}those who are still in show their hands, and the player with the {best} "
            "takes the pot",
            at,
        ),
        say(
            "equal hands share the pot; chips that cannot be shared evenly go one each to the "
            "sharers in order of play after the dealer",
            at,
        ),
    ]


def _side_pots(
    method: ShowdownMethod, path: Path, field: str = "showdown_method", *, two: bool = False
) -> list[Sentence]:
    if method is ShowdownMethod.FOLD_ONLY:
        return []
    at = (*path, field)
    if two:
        text = (
            "if one player could stake less than the other, what the other has staked beyond that "
            "goes back to them"
        )
        return [say(text, at)]
    return [
        say(
            "a player takes part in the pot only as far as they have staked: from each other "
            "player they can win no more than their own stake",
            at,
        ),
        say(
            "the stakes therefore form side pots, from the smallest stake up, and each goes to the "
            "best hand among those who are still in and have paid into it; chips that only one "
            "player has staked go back to that player",
            at,
        ),
    ]
