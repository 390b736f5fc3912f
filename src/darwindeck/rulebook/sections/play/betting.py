"""Betting rounds and showdowns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.english import a, counted, figured, join
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number, nodes_of
from darwindeck.genome.schema import (
    BettingPhase,
    HandEvaluationMethod,
    PotShare,
    ShowdownMethod,
    ShowdownPhase,
    Stake,
)
from darwindeck.rulebook.document import Block, Bullets, Item, Path, Sentence, strong
from darwindeck.rulebook.sections.base import item, paragraph, say
from darwindeck.rulebook.sections.dealt import beginner
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.words import tree

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter

FOLD_ONLY = ShowdownMethod.FOLD_ONLY


def betting(writer: PlayWriter, phase: BettingPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    earlier = _earlier(writer, path)
    if earlier is not None:
        return _again(writer, phase, path, prefix, earlier)
    word = words.lexicon.hand_word
    first = beginner(words, tree(phase.first), writer.scene)
    two = writer.genome.player_count == 2
    going = "the players act in turn" if two else "the betting goes round the table"
    lead = say(
        f"{prefix}{first.does('begin')}, and {going}; on your turn you do one of the following:",
        path,
        (*path, "first"),
    )
    uneven = any(
        isinstance(part, Stake) and not part.dead and part.who != "each"
        for _, part in words.lexicon.all_parts
    )
    folded = "when all but one have folded, that player"
    if two:
        folded = "when a player folds, the other"
    end = [
        *(
            [
                say(
                    "if some have staked more than others before the round, that counts as a bet",
                    path,
                )
            ]
            if uneven
            else []
        ),
        say(
            "the round is over when everybody who is still in and has chips has acted and has "
            "staked as much as the highest",
            path,
        ),
        say(
            "there is no betting once all who are still in have staked their last chips, or all "
            "but one who has nothing to call",
            path,
        ),
        say(
            f"{folded} takes the pot without showing a card, and the {word} ends",
            path,
        ),
    ]
    blocks: list[Block] = [
        Bullets(tuple(_moves(writer, phase, path))),
        *paragraph(_more_on_raising(writer, phase, path)),
        *paragraph(_bringing_in(writer, phase, path)),
        *paragraph(end),
        *paragraph(_decision(writer, phase.showdown_method, path)),
        *paragraph(
            _side_pots(writer, phase.showdown_method, path, two=two) if phase.all_in else []
        ),
    ]
    return item([lead], blocks)


def _bringing_in(writer: PlayWriter, phase: BettingPhase, path: Path) -> list[Sentence]:
    """What the first player to act must do."""
    if phase.bring_in is None:
        return []
    at = (*path, "bring_in")
    first = writer.words.seats.seat(tree(phase.first), writer.scene)
    chips = _chips(writer, phase.bring_in)
    return [
        say(
            f"{first.does('bring')} the betting in, and neither checks nor folds: they stake "
            f"{chips}, or bet at once",
            at,
            (*path, "first"),
        ),
        say("a player who has too few chips for that brings in with all they have", at),
        say(
            "the bring-in counts as a bet that the others call or raise; whoever bets at once has "
            "made both",
            at,
        ),
    ]


def _moves(writer: PlayWriter, phase: BettingPhase, path: Path) -> list[Item]:
    if phase.max_bet is not None:
        return _named_amounts(writer, phase, path)
    word = writer.words.lexicon.hand_word
    chips = _chips(writer, phase.min_bet)
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
    raising = say(_raising(phase), (*path, "max_raises"))
    if phase.max_raises != 0:
        text = f"{strong('Raise:')} after a bet, call and add {chips} more"
        found.append(item([say(text, bet), raising]))
    else:
        found.append(item([raising]))
    text = f"{strong('Fold:')} drop out of the {word} and leave what you have staked in the pot"
    found.append(item([say(text, path)]))
    if phase.all_in:
        text = (
            f"{strong('All-in:')} a player with too few chips to call may call with all they have, "
            "and stays in without betting again"
        )
    else:
        text = "a player with too few chips to call must fold"
    found.append(item([say(text, (*path, "all_in"))]))
    return found


def _more_on_raising(writer: PlayWriter, phase: BettingPhase, path: Path) -> list[Sentence]:
    """Who may not bet or raise although they have the chips for it, and how much it is."""
    if phase.max_bet is None:
        return [_reopening(writer, phase, path)] if phase.reopening is not None else []
    text = (
        "nobody bets or raises if none of the others who are still in has the chips to stake more "
        "than the highest stake"
    )
    return [
        _bounds(writer, phase, path),
        _reopening(writer, phase, path),
        say(text, (*path, "max_bet")),
    ]


def _named_amounts(writer: PlayWriter, phase: BettingPhase, path: Path) -> list[Item]:
    """What one may do where players say how much they bet."""
    word = writer.words.lexicon.hand_word
    unless = "" if phase.may_check else "; nobody may stay in without betting"
    found = []
    if phase.may_check:
        text = (
            f"{strong('Check:')} stay in without betting, as long as nobody has bet or your stake "
            "is as high as the highest"
        )
        found.append(item([say(text, (*path, "may_check"))]))
    fixed = phase.max_bet == phase.min_bet
    many = "the amount of a bet" if fixed else "as many chips as you say"
    text = f"{strong('Bet:')} if nobody has bet yet, stake {many}{unless}"
    found.append(item([say(text, path, (*path, "may_check"))]))
    text = f"{strong('Call:')} after a bet, bring your stake up to the highest so far"
    found.append(item([say(text, path)]))
    raising = say(_raising(phase), (*path, "max_raises"))
    if phase.max_raises == 0:
        found.append(item([raising]))
    else:
        text = f"{strong('Raise:')} after a bet, call and add {many}"
        found.append(item([say(text, path), raising]))
    once = "once somebody has bet, " if phase.may_check else ""
    text = (
        f"{strong('Fold:')} {once}drop out of the {word} and leave what you have staked in the pot"
    )
    found.append(item([say(text, path)]))
    found.append(item(_too_few(phase, path)))
    return found


def _bounds(writer: PlayWriter, phase: BettingPhase, path: Path, lead: str = "") -> Sentence:
    """How much a bet or a raise is."""
    assert phase.max_bet is not None, "players name the amount"
    sources = ((*path, "min_bet"), (*path, "max_bet"))
    parted = _first_and_later(writer, phase)
    if parted:
        return say(f"{lead}{parted}", *sources)
    least = _chips(writer, phase.min_bet)
    what = f"{lead}a bet, or what a raise adds, is"
    if phase.max_bet == phase.min_bet:
        return say(f"{what} {least}", *sources)
    if phase.max_bet == "chips":
        most = "all the chips you have"
    else:
        most = f"{_chips(writer, phase.max_bet)}, as far as you have the chips"
    if "otherwise" in least or "otherwise" in most:
        return say(f"{what} at least {least}. It is at most {most}", *sources)
    return say(f"{what} at least {least} and at most {most}", *sources)


_NOBODY_YET = tree("raised == 0")
_HIGHEST_STAKE = tree("highest(each, staked)")


def _first_and_later(writer: PlayWriter, phase: BettingPhase) -> str:
    """Where the first bet of a round is another than those after it: how much they are."""
    amounts = [tree(phase.min_bet), tree(phase.max_bet or phase.min_bet)]
    firsts, laters, ups = [], [], []
    for amount in amounts:
        match amount:
            case Call("if", (condition, first, later)) if condition == _NOBODY_YET:
                laters.append(_in_chips(writer, later))
            case _:
                return ""
        match first:
            case Binary("-", whole, stake) if stake == _HIGHEST_STAKE:
                ups.append(True)
                firsts.append(_in_chips(writer, whole))
            case _:
                ups.append(False)
                firsts.append(_in_chips(writer, first))
    if ups[0] != ups[1]:
        return ""
    verb = "brings the highest stake up to" if ups[0] else "is"
    return (
        f"the first bet or raise of the round {verb} {_between(firsts)}; every later one is "
        f"{_between(laters)}"
    )


def _between(amounts: list[str]) -> str:
    least, most = amounts
    return least if least == most else f"at least {least} and at most {most}"


def _in_chips(writer: PlayWriter, node: Node) -> str:
    if isinstance(node, Number):
        return figured(node.value, "chip")
    return writer.words.amounts.noun(node, writer.scene)


def _too_few(phase: BettingPhase, path: Path) -> list[Sentence]:
    at = (*path, "all_in")
    if not phase.all_in:
        text = "a player with too few chips for a whole bet or raise cannot make one"
        return [say(text, at), say("a player with too few chips to call must fold", at)]
    text = (
        f"{strong('All-in:')} a player with too few chips for a whole bet or raise may bet or "
        "raise, and one with too few to call may call, with all they have, and stays in without "
        "betting again"
    )
    return [say(text, at)]


def _reopening(writer: PlayWriter, phase: BettingPhase, path: Path) -> Sentence:
    least = "the greatest bet or raise of the round"
    if _is_half_a_bet(phase):
        least = f"half a bet (rounded up), and by less than {least}"
    elif phase.reopening is not None:
        least = _chips(writer, phase.reopening)
    text = (
        "a player who has acted in the round already, and whose stake falls short of the highest "
        f"by less than {least}, because somebody went all-in, may not raise"
    )
    return say(text, (*path, "reopening") if phase.reopening is not None else path)


def _is_half_a_bet(phase: BettingPhase) -> bool:
    """Whether half of what is usually bet lets players raise again."""
    usual = tree(phase.min_bet)
    match usual:
        case Call("if", (condition, _, later)) if condition == _NOBODY_YET:
            usual = later
    half = Call("div", (usual, Number(2), Name("up")))
    return phase.reopening is not None and tree(phase.reopening) == Call(
        "min", (Name("raised"), half)
    )


def _reopen_alike(one: BettingPhase, other: BettingPhase) -> bool:
    return one.reopening == other.reopening or (_is_half_a_bet(one) and _is_half_a_bet(other))


def _raising(phase: BettingPhase) -> str:
    if phase.max_raises is None:
        return "the bet may be raised as often as players like"
    if phase.max_raises == 0:
        return "nobody may raise"
    most = counted(phase.max_raises + 1, "bet")
    return f"at most {most} and raises are made in a round, by all players together"


def _chips(writer: PlayWriter, amount: str | int) -> str:
    """An amount of chips: "10 chips", "the pot"."""
    if isinstance(amount, int):
        return figured(amount, "chip")
    return writer.words.amounts.noun(tree(amount), writer.scene)


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
    before = _before(writer, path)
    if before is not None and before != earlier and _alike(before, phase):
        return _like_the_last(writer, phase, path, prefix, before)
    begins = _first_still_in(writer, phase)
    sentences = [
        say(
            f"{prefix}there is another betting round by the same rules; {begins}",
            path,
            (*path, "first"),
        )
    ]
    sentences += _bringing_in(writer, phase, path)
    if phase.bring_in is None and earlier.bring_in is not None:
        sentences.append(say("nobody has to bring it in", path))
    amounts, usual = (phase.min_bet, phase.max_bet), (earlier.min_bet, earlier.max_bet)
    if phase.max_bet is None and amounts != usual:
        text = f"this time a bet or a raise is {_chips(writer, phase.min_bet)}"
        sentences.append(say(text, (*path, "min_bet"), (*path, "max_bet")))
    elif amounts != usual:
        sentences.append(_bounds(writer, phase, path, "this time "))
    if phase.max_bet is not None and earlier.max_bet is None:
        sentences.append(say("players then say how much they bet", (*path, "max_bet")))
        sentences += _too_few(phase, path)
    if not _reopen_alike(phase, earlier):
        sentences.append(_reopening(writer, phase, path))
    if phase.max_raises != earlier.max_raises:
        text = _raising(phase).replace(" in a round", "")
        sentences.append(say(f"this time {text}", (*path, "max_raises")))
    if phase.may_check != earlier.may_check:
        text = "players may check" if phase.may_check else "nobody may check"
        sentences.append(say(f"this time {text}", (*path, "may_check")))
    if phase.all_in != earlier.all_in:
        text = "may call with all they have" if phase.all_in else "must fold"
        text = f"this time a player with too few chips to call {text}"
        sentences.append(say(text, (*path, "all_in")))
    return item(sentences, _settling(writer, phase, path, earlier))


def _first_still_in(writer: PlayWriter, phase: BettingPhase) -> str:
    """Who begins a later round, when somebody may have folded."""
    node = tree(phase.first)
    if node == tree("left(dealer)"):
        return "the first player after the dealer who is still in begins"
    first = writer.words.seats.seat(node, writer.scene)
    if tree("where(each, active)") in nodes_of(node):
        return first.does("begin")
    return f"{first.does('begin')}, or the next player who is still in"


def _settling(
    writer: PlayWriter, phase: BettingPhase, path: Path, earlier: BettingPhase
) -> list[Block]:
    """Who gets the pot after a later round."""
    blocks: list[Block] = []
    if (phase.showdown_method, earlier.showdown_method) != (FOLD_ONLY, FOLD_ONLY):
        blocks += paragraph(_decision(writer, phase.showdown_method, path, "after that, "))
    if phase.all_in:
        two = writer.genome.player_count == 2
        blocks += paragraph(_side_pots(writer, phase.showdown_method, path, two=two))
    return blocks


def _before(writer: PlayWriter, path: Path) -> BettingPhase | None:
    """The betting round before this one."""
    parts = writer.words.lexicon.all_parts
    rounds = [(place, part) for place, part in parts if isinstance(part, BettingPhase)]
    at = [place for place, _ in rounds].index(path)
    return rounds[at - 1][1] if at else None


def _alike(one: BettingPhase, other: BettingPhase) -> bool:
    """Whether two rounds differ in nothing but the amounts and what comes after them."""
    fields = (
        "first",
        "bring_in",
        "max_raises",
        "may_check",
        "all_in",
        "when",
        "who",
    )
    same = all(getattr(one, name) == getattr(other, name) for name in fields)
    same = same and _reopen_alike(one, other)
    return same and (one.max_bet is None) == (other.max_bet is None)


def _like_the_last(
    writer: PlayWriter, phase: BettingPhase, path: Path, prefix: str, before: BettingPhase
) -> Item:
    text = f"{prefix}there is another betting round like the one before"
    sources = [path, (*path, "first"), (*path, "max_raises")]
    if phase.reopening is not None:
        sources.append((*path, "reopening"))
    if (phase.min_bet, phase.max_bet) != (before.min_bet, before.max_bet):
        if phase.max_bet is None:
            text += f", but a bet or a raise is {_chips(writer, phase.min_bet)}"
        else:
            bounds = _bounds(writer, phase, path).text.rstrip(".")
            text += f", but {bounds[0].lower()}{bounds[1:]}"
        sources += [(*path, "min_bet"), (*path, "max_bet")]
    return item([say(text, *sources)], _settling(writer, phase, path, before))


def showdown(writer: PlayWriter, phase: ShowdownPhase, path: Path, actor: Actor) -> Item:
    prefix = writer.prefix(phase, actor)
    blocks = paragraph(_side_pots(writer, phase.method, path, "method"))
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
        best = _LOWEST.get(best, best) if evaluation.lowest else best
    otherwise = "" if prefix else "otherwise "
    lead = f"{prefix}{otherwise}those who are still in show their hands, and"
    shares = () if evaluation is None else evaluation.shares
    if method is not ShowdownMethod.HAND_EVALUATION or not shares:
        found, what = [say(f"{lead} the player with the {best} takes the pot", at)], "the pot"
        if method is ShowdownMethod.HIGHEST_CARD and writer.genome.setup.cards_per_player > 1:
            found.append(say("if these are equal, the next highest decide, and so on", at))
    else:
        found, what = _parted(lead, best, shares, at), "what they have won"
    odd = (
        f"equal hands share {what}; chips that cannot be shared evenly go one each to the "
        "sharers in order of play after the dealer"
    )
    return [*found, say(odd, at)]


_LOWEST = {
    "highest card": "lowest cards",
    "best total": "lowest total",
    "most cards": "fewest cards",
}
"""What wins the pot where the lowest hand is the best."""


def _parted(lead: str, best: str, shares: tuple[PotShare, ...], at: Path) -> list[Sentence]:
    """How a pot is parted between several comparisons of hands."""
    paths: list[Path] = [("hand_evaluation", "shares", index) for index in range(len(shares))]
    names = [f"the best {share.label}" for share in shares]
    takers = join([f"the player with {name}" for name in (f"the {best}", *names)])
    part = {1: "half", 2: "a third", 3: "a quarter"}.get(len(shares), "an equal part")
    found = [
        say(
            f"{lead} the pot is split evenly: {takers} each take "
            f"{part} of it, and one player may take {'both' if len(shares) == 1 else 'several'}",
            at,
            *paths,
        )
    ]
    if len(shares) == 1:
        text = f"a chip too many goes to the half for the {best}"
    else:
        text = f"chips too many go one each to the parts in this order, that for the {best} first"
    found.append(say(text, at))
    if len(shares) == 1:
        text = f"has {a(shares[0].label)}, the {best} takes all"
    else:
        text = "has a hand that counts for a part, the other parts are larger"
    found.append(say(f"if none of those who play for it {text}", at))
    return found


def _side_pots(
    writer: PlayWriter,
    method: ShowdownMethod,
    path: Path,
    field: str = "showdown_method",
    *,
    two: bool = False,
) -> list[Sentence]:
    if method is ShowdownMethod.FOLD_ONLY:
        return []
    at = (*path, field)
    evaluation = writer.genome.hand_evaluation
    parted = method is ShowdownMethod.HAND_EVALUATION and evaluation and evaluation.shares
    decided = "is split so" if parted else "goes to the best hand"
    if two:
        text = (
            "if one player could stake less than the other, what the other has staked beyond that "
            "goes back to them"
        )
        return [say(text, at)]
    return [
        say(
            "when hands are shown, a player takes part in the pot only as far as they have staked: "
            "from each other player they can win no more than their own stake",
            at,
        ),
        say(
            f"the stakes therefore form side pots, from the smallest stake up, and each {decided} "
            "among those who are still in and have paid into it; chips that only one player has "
            "staked go back to that player",
            at,
        ),
    ]
