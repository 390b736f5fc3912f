"""Trick play: who leads, what must be played, who wins, where the cards go."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from darwindeck.english import counted, join, ordinal
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number, nodes_of
from darwindeck.genome.expressions.simplify import TRUE
from darwindeck.genome.schema import (
    Attribute,
    BreakingRule,
    CardCondition,
    CardRule,
    Choose,
    CollectOrder,
    DiscardPhase,
    DrawPhase,
    EndHand,
    FillHands,
    ForEach,
    MeldPhase,
    Move,
    OutOfCards,
    PassPhase,
    Phase,
    PlayPhase,
    Reference,
    SitOut,
    TrickPhase,
    TrickTie,
)
from darwindeck.genome.tree import walk
from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Path, Sentence
from darwindeck.rulebook.sections.base import item, paragraph, say
from darwindeck.rulebook.sections.dealt import all_in_hands, beginner, dealt_cards
from darwindeck.rulebook.sections.effects import event_sentences
from darwindeck.rulebook.sections.examples import duty_examples, trick_example
from darwindeck.rulebook.sections.placing import placed
from darwindeck.rulebook.sections.play.actor import Actor
from darwindeck.rulebook.sections.play.calls import made_at_any_time
from darwindeck.rulebook.sections.terms import definitions
from darwindeck.rulebook.words import Words, holds_always, never_holds, tree
from darwindeck.rulebook.words.conditions import conjunction
from darwindeck.rulebook.words.faces import matching
from darwindeck.rulebook.words.hand_numbers import most_in_a_hand
from darwindeck.rulebook.words.persons import THEY, YOU, Person
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.trees import flat

if TYPE_CHECKING:
    from darwindeck.rulebook.sections.play.writer import PlayWriter

SUIT_LED = CardCondition(same=(Attribute.SUIT,), of=Reference.LED)

LEADS = tree("turn == leader")
"""That whoever acts is the leader of the trick."""
PASSED_OVER = "a player who has no card left is passed over, in leading as in following"
"""What a book says where hands may run out unevenly in the midst of a trick."""


def trick(writer: PlayWriter, phase: TrickPhase, path: Path, actor: Actor) -> Item:
    words = writer.words
    during = writer.at(in_trick=True)
    opening = _course(during, phase, path, replace(actor, at=during.scene))
    blocks: list[Block] = []
    blocks += _before_card(during, phase, path)
    blocks += _leading(during, phase, path)
    blocks += _following(during, phase, path)
    blocks = placed(blocks, definitions(words))
    blocks += paragraph(_winning(writer, phase, path))
    if not words.lexicon.alone:
        blocks += trick_example(words, phase, path)
    blocks += paragraph(event_sentences(words))
    blocks += paragraph(_ending(writer, phase, path))
    words.told.tricks = True
    return item(opening, blocks)


def _course(writer: PlayWriter, phase: TrickPhase, path: Path, actor: Actor) -> list[Sentence]:
    words = writer.words
    prefix = writer.prefix(phase, actor)
    if phase.choose is Choose.TOP:
        pile = words.zones.zone(tree(phase.source), writer.scene.about(THEY))
        everybody = "both players" if words.seats.two_players else "all players who have cards left"
        found = [
            say(
                f"{prefix}{everybody} turn up the top card of {pile.text} at the same time",
                path,
                (*path, "choose"),
                (*path, "source"),
            )
        ]
        if _counts_turns(writer):
            found.append(say("each trick, with its battles, is one turn", (*path, "choose")))
        return found
    leader = beginner(words, tree(phase.leader), writer.scene)
    following = words.seats.seat(tree(phase.next_leader), writer.scene)
    if tree(phase.next_leader) == Name("winner"):
        then = "the winner of each trick leads to the next"
    elif tree(phase.next_leader) == Name("leader"):
        then = "the same player leads to every later trick"
    elif tree(phase.next_leader) == tree(phase.leader):
        then = "the same holds for every later trick"
    else:
        then = _exceptional_leader(writer, phase) or (
            f"to every later trick, {following.does('lead')}"
        )
    way = "clockwise" if words.lexicon.clockwise else "counterclockwise"
    two = writer.genome.player_count == 2
    going = "" if two else f"going {way} from the leader, "
    each = "each player"
    if words.lexicon.has(SitOut) or phase.out is OutOfCards.SIT_OUT:
        each = f"each player who is still in the {words.lexicon.hand_word}"
    opening = [
        say(f"{prefix}{leader.does('lead')} to the first trick", path, (*path, "leader")),
        say(then, (*path, "next_leader")),
    ]
    if holds_always(phase.until):
        text = f"{prefix}one trick is played, to which {leader.does('lead')}"
        opening = [say(text, path, (*path, "leader"), (*path, "until"))]
    found = [
        *opening,
        say(
            f"{going}{each} plays one card to the trick",
            path,
            ("match", "direction"),
        ),
    ]
    if words.lexicon.alone:
        one = "each trick" if not holds_always(phase.until) else "the one trick there is"
        found = [say(f"{prefix}you play one card to {one}, and it wins", path, (*path, "leader"))]
        words.told.unsaid += [(*path, "next_leader"), ("match", "direction")]
    short = None if words.lexicon.alone else _uneven_hands(writer)
    if words.lexicon.alone:
        words.told.unsaid.append((*path, "tie"))
    elif phase.tie is TrickTie.BATTLE:
        # Some have played more cards than others then.
        short = (*path, "tie")
    if short is not None and phase.out is not OutOfCards.SIT_OUT:
        found.append(say(PASSED_OVER, short))
    source = tree(phase.source)
    if source != Name("hand"):
        found.append(say(_source(writer, source), (*path, "source")))
    if phase.playable is not None:
        found.append(
            say(
                f"only {words.cards.phrase(phase.playable).many} may be played", (*path, "playable")
            )
        )
    if phase.out is OutOfCards.SIT_OUT:
        found += _dropping_out(writer, phase, path)
    elif phase.playable is not None:
        found.append(say("a player who has no such card plays any card", (*path, "out")))
    return found


def _exceptional_leader(writer: PlayWriter, phase: TrickPhase) -> str:
    """Who leads next, where it is the winner of the trick but in some case."""
    match tree(phase.next_leader):
        case Call("if", (condition, other, Name("winner"))):
            who = writer.words.seats.seat(other, writer.scene)
            occasion = writer.words.conditions.occasion(condition, writer.scene)
            # It is asked when a trick is over.
            occasion = re.sub(r"\bin (the \w+ trick)\b", r"after \1", occasion)
            return (
                "the winner of each trick leads to the next; but "
                f"{occasion}, {who.does('lead')} to the next"
            )
    return ""


def _uneven_hands(writer: PlayWriter) -> Path | None:
    """Where some may be dealt fewer cards than others, because there are not enough."""
    words = writer.words
    cards, players = len(words.lexicon.cards), writer.genome.player_count
    in_play = cards - _set_aside(writer)
    for index, step in enumerate(writer.genome.setup.deal or ()):
        if step.all_cards and cards % players:
            return ("setup", "deal", index)
        some = tree(step.zone) == Name("hand") and tree(step.to) not in (
            Name("each"),
            Name("house"),
        )
        taken = [a for a in writer.genome.setup.after_deal if isinstance(a, Move)]
        if some and not any(str(action.target).startswith("hand") for action in taken):
            return ("setup", "deal", index)
    for path, part in words.lexicon.all_parts:
        if isinstance(part, PassPhase) and words.lexicon.has(SitOut):
            # What is passed to somebody who sits out is lost to the play.
            return path
        if isinstance(part, FillHands) and tree(part.to) in (Name("each"), _FROM_THE_LEFT):
            most = most_in_a_hand(words, tree(part.size))
            if most is not None and most * players > in_play:
                return path
            if most is not None and _too_few_to_fill(writer, path, most):
                return path
        if isinstance(part, Move) and _is_one_more(writer, path, part):
            return path
        if isinstance(part, DiscardPhase) and not part.mandatory and _is_kept(writer, path, part):
            return path
        if isinstance(part, DiscardPhase) and not part.mandatory and "before_card" in path:
            return path
        if isinstance(part, Move) and _is_kept_within_the_trick(writer, path, part):
            return path
        if isinstance(part, DrawPhase) and not part.mandatory and _is_left(writer, path, part):
            return path
        if isinstance(part, Move) and _only_some_draw(writer, path):
            return path
        if isinstance(part, PlayPhase | MeldPhase) and _before_tricks(writer, path) is not None:
            return path
        if isinstance(part, TrickPhase) and (more := _unbalanced(writer, path)) is not None:
            return more
        if isinstance(part, Move) and "before_card" in path and tree(part.source) == Name("hand"):
            phrase = words.cards.phrase(part.cards)
            if part.count is None and not phrase.anything and not phrase.unique:
                return path
        unlike = isinstance(part, Move) and "after_trick" in path and part.target.startswith("hand")
        if unlike and isinstance(part, Move) and part.count not in (None, 1, "1"):
            return path
        if isinstance(part, FillHands) and "after_trick" in path:
            dealt = dealt_cards(words)
            if dealt is None or (cards - dealt) % players or _drawn_before(writer):
                # The last cards do not go round.
                return path
        if isinstance(part, Move) and _draws_several(writer, path, part):
            return path
        into_hand = isinstance(part, Move) and str(part.target).startswith("hand")
        drawn = into_hand and "after_trick" in path
        if isinstance(part, Move) and "before_card" in path:
            drawn = into_hand and tree(part.source) == Name("deck")
        if drawn and writer.genome.setup.deal and (in_play % players or _drawn_before(writer)):
            # The stock gives out in the midst of a round.
            return path
    return None


def _drawn_before(writer: PlayWriter) -> bool:
    """Whether players draw from the stock before the tricks in which they draw, too."""
    return any(
        isinstance(part, DrawPhase)
        and path[:2] == ("turn_structure", "phases")
        and tree(part.source) == Name("deck")
        and not {"after_trick", "before_card"} & set(path)
        for path, part in writer.words.lexicon.all_parts
    )


def _draws_several(writer: PlayWriter, path: Path, part: Move) -> bool:
    """Whether everybody draws more than one card between tricks, and the stock may give out before
    all have."""
    between = {"after_trick", "before_card"} & set(path)
    count = tree(part.count) if part.count is not None else Number(1)
    dealt = dealt_cards(writer.words)
    if (
        not between
        or tree(part.source) != Name("deck")
        or part.target != "hand"
        or count == Number(1)
    ):
        return False
    round_ = count.value * writer.genome.player_count if isinstance(count, Number) else 0
    return dealt is None or not round_ or (len(writer.words.lexicon.cards) - dealt) % round_ != 0


def _too_few_to_fill(writer: PlayWriter, path: Path, size: int) -> bool:
    """Whether the stock may give out when hands are filled up after cards were laid away."""
    laid_away = [
        other
        for at, other in writer.words.lexicon.all_parts
        if isinstance(other, DiscardPhase)
        and at[:2] == path[:2]
        and at < path
        and not other.mandatory
        and tree(other.source) == Name("hand")
    ]
    dealt = dealt_cards(writer.words)
    if not laid_away or dealt is None:
        return False
    players = writer.genome.player_count
    gone = 0
    for other in laid_away:
        count = tree(other.count)
        each = count.value if isinstance(count, Number) else size
        alone = (
            other.who is not None
            and not writer.words.seats.seat(tree(other.who), writer.scene).quantified
        )
        gone += each * (1 if alone else players)
    return min(gone, size * players) > len(writer.words.lexicon.cards) - dealt


def _is_one_more(writer: PlayWriter, path: Path, part: Move) -> bool:
    """Whether one player alone gets a card before the tricks, and keeps as many."""
    words = writer.words
    before = path[:2] == ("turn_structure", "phases") and len(path) == 5
    target = tree(part.target)
    if not before or not isinstance(target, Call) or target.function != "hand":
        return False
    if words.seats.seat(target.arguments[0], writer.scene).quantified:
        return False
    later = _before_tricks(writer, path)
    if later is None:
        return False
    evened = (DiscardPhase, PassPhase, Move)
    held = sum(sum(s.packets) for s in writer.genome.setup.deal or () if str(s.zone) == "hand")
    sizes = [tree(other.size) for other in later if isinstance(other, FillHands)]
    if any(not isinstance(size, Number) or size.value > held for size in sizes):
        return False
    return not any(isinstance(other, evened) for other in later)


def _unbalanced(writer: PlayWriter, begin: Path) -> Path | None:
    """Where, before tricks, one player alone gets cards and does not lay as many away, or the other
    way round."""
    if begin[:2] != ("turn_structure", "phases") or writer.genome.setup.deal is None:
        return None
    balance, filled, last = 0, 0, None
    held = sum(sum(step.packets) for step in writer.genome.setup.deal if str(step.zone) == "hand")
    for path, part in writer.words.lexicon.all_parts:
        if path[:2] != begin[:2] or path >= begin:
            continue
        if isinstance(part, FillHands):
            size = tree(part.size)
            filled = max(filled, size.value if isinstance(size, Number) else 0)
        if isinstance(part, Move | DrawPhase | DiscardPhase):
            change = _change_of_one_hand(writer, path, part)
            if change is None:
                return None
            balance += change
            last = path if change else last
    return last if balance and held + balance > filled else None


def _change_of_one_hand(
    writer: PlayWriter, path: Path, part: Move | DrawPhase | DiscardPhase
) -> int | None:
    """By how many cards the hand of one player grows; None if nobody can say."""
    count = tree(part.count) if part.count is not None else None
    into, out = _hand_of(writer, path, part.target), _hand_of(writer, path, part.source)
    if isinstance(part, DiscardPhase) and not part.mandatory and out:
        return 0
    if not into and not out:
        return 0
    whole = isinstance(part, Move | DrawPhase) and part.choose is Choose.ALL
    if isinstance(count, Number) and not whole:
        number = count.value
    else:
        # All that lies there: as many as were dealt.
        steps = writer.genome.setup.deal or ()
        dealt = [sum(step.packets) for step in steps if step.zone == part.source]
        if not dealt:
            # Or as many as were dealt to where all that lies there came from.
            first = {
                other.source
                for at, other in writer.words.lexicon.all_parts
                if isinstance(other, Move) and other.target == part.source and other.count is None
                if at < path
            }
            dealt = [sum(step.packets) for step in steps if step.zone in first]
        if (count is not None and not whole) or len(dealt) != 1:
            return None
        number = dealt[0] + _laid_there(writer, path, part.source)
    return number * (int(into) - int(out))


def _laid_there(writer: PlayWriter, path: Path, zone: str) -> int:
    """How many cards somebody has laid down in a place just before all of it is taken."""
    laid = 0
    for at, part in writer.words.lexicon.all_parts:
        beside = at[:-1] == path[: len(at) - 1] and at < path
        if beside and isinstance(part, DiscardPhase | Move) and part.target == zone:
            count = tree(part.count) if part.count is not None else None
            laid += count.value if isinstance(count, Number) else 0
    return laid


def _hand_of(writer: PlayWriter, path: Path, zone: str) -> bool:
    """Whether a place is the hand of one player, rather than of everybody in turn."""
    match tree(zone):
        case Call("hand", (seat, *_)):
            return not writer.words.seats.seat(seat, writer.scene).quantified
        case Name("hand"):
            parts = dict(writer.words.lexicon.all_parts)
            for length in range(len(path), 1, -1):
                who = getattr(parts.get(path[:length]), "who", None)
                if isinstance(who, str) and who != "turn":
                    return not writer.words.seats.seat(tree(who), writer.scene).quantified
    return False


def _only_some_draw(writer: PlayWriter, path: Path) -> bool:
    """Whether between tricks single players get a card, and not all of them do."""
    if "after_trick" in path:
        at = path[: path.index("after_trick") + 1]
    elif "before_card" in path:
        at = path[: path.index("before_card") + 2]
    else:
        return False
    drawing = [
        part
        for place, part in writer.words.lexicon.all_parts
        if place[: len(at)] == at and isinstance(part, Move) and part.source == "deck"
    ]
    if "before_card" in path and not drawing:
        return False
    seats: set[Node] = set()
    for place, part in writer.words.lexicon.all_parts:
        if place[: len(at)] == at and isinstance(part, ForEach):
            return False
        if place[: len(at)] == at and isinstance(part, Move):
            match tree(part.target):
                case Call("hand", (seat, *_)):
                    seats.add(seat)
                case Name("hand"):
                    seats.add(Name("turn"))
    if any(writer.words.seats.seat(seat, writer.scene).quantified for seat in seats):
        return False
    return 0 < len(seats) < writer.genome.player_count


def _is_kept_within_the_trick(writer: PlayWriter, path: Path, part: Move) -> bool:
    """Whether somebody takes a card before they play to the trick, and lays away more or fewer for
    it."""
    if "before_card" not in path or not str(part.target).startswith("hand"):
        return False
    at = path[: path.index("before_card") + 2]
    inside = [other for place, other in writer.words.lexicon.all_parts if place[: len(at)] == at]
    moves = [other for other in inside if isinstance(other, Move | DiscardPhase)]
    if any(isinstance(other, Move) and other.source == "deck" for other in moves):
        return False
    balance = 0
    for other in moves:
        count = tree(other.count) if other.count is not None else Number(1)
        size = count.value if isinstance(count, Number) else 0
        balance += size * str(other.target).startswith("hand")
        balance -= size * str(other.source).startswith("hand")
    return balance != 0


def _is_kept(writer: PlayWriter, path: Path, part: DiscardPhase) -> bool:
    """Whether what somebody keeps who need not lay it away makes hands differ in the tricks."""
    later = _before_tricks(writer, path)
    if later is None or any(isinstance(other, FillHands) for other in later):
        return later is not None and _filled_short(writer, later)
    return not any(
        isinstance(other, DrawPhase)
        and _draws_as_many(other, part)
        and _stock_lasts(writer, path, part, other)
        for other in later
    )


def _is_left(writer: PlayWriter, path: Path, part: DrawPhase) -> bool:
    """Whether what somebody leaves who may draw it makes hands differ in the tricks."""
    later = _before_tricks(writer, path)
    into_hand = str(part.target).startswith("hand")
    return later is not None and into_hand and not any(isinstance(p, FillHands) for p in later)


def _filled_short(writer: PlayWriter, later: list[object]) -> bool:
    """Whether hands are filled up to fewer cards than everybody was dealt, so that who has laid
    away none keeps more."""
    held = sum(sum(s.packets) for s in writer.genome.setup.deal or () if str(s.zone) == "hand")
    sizes = [tree(other.size) for other in later if isinstance(other, FillHands)]
    return any(isinstance(size, Number) and size.value < held for size in sizes)


def _draws_as_many(draw: DrawPhase, part: DiscardPhase) -> bool:
    """Whether who lays cards away must draw as many as lie there then."""
    as_many = Call("size", (tree(part.target),))
    return (
        (draw.who, draw.when) == (part.who, part.when)
        and draw.mandatory
        and tree(draw.target) == tree(part.source) == Name("hand")
        and tree(draw.count) == as_many
    )


def _stock_lasts(writer: PlayWriter, path: Path, part: DiscardPhase, draw: DrawPhase) -> bool:
    """Whether there are cards to draw for all that may be laid away up to here."""
    before = [
        other
        for at, other in writer.words.lexicon.all_parts
        if isinstance(other, DiscardPhase) and at[:2] == path[:2] and at < path
    ]
    match tree(part.count):
        case Binary("-", Call("size", (pile,)), Number(less)) if pile == tree(draw.source):
            # No more than lie there still, but for what the same player lays away besides.
            own = [tree(other.count) for other in before if other.who == part.who]
            numbers = [count.value for count in own if isinstance(count, Number)]
            return len(numbers) == len(own) and sum(numbers) <= less
    steps = writer.genome.setup.deal or ()
    if tree(draw.source) != Name("deck") or not steps or any(step.all_cards for step in steps):
        return False
    players = writer.genome.player_count
    left = len(writer.words.lexicon.cards)
    for step in steps:
        of_all = writer.words.zones.zone(tree(step.zone), writer.scene).owner is None
        left -= (sum(step.packets) + sum(step.piles)) * (1 if of_all else players)
    for other in (*before, part):
        count = tree(other.count)
        if not isinstance(count, Number):
            return False
        one = other.who is not None
        one = one and not writer.words.seats.seat(tree(other.who or ""), writer.scene).quantified
        left -= count.value * (1 if one else players)
    return left >= 0


def _before_tricks(writer: PlayWriter, path: Path) -> list[object] | None:
    """All that comes after a place and before the tricks; None if no tricks come after it."""
    parts = writer.words.lexicon.all_parts
    begin = min(
        (at for at, part in parts if isinstance(part, TrickPhase) and at > path), default=None
    )
    if begin is None or path[:2] != ("turn_structure", "phases"):
        return None
    return [part for at, part in parts if path < at < begin]


def _set_aside(writer: PlayWriter) -> int:
    """How many cards the deal puts where nobody takes them into a hand."""
    taken = {
        tree(part.source)
        for _, part in writer.words.lexicon.all_parts
        if (isinstance(part, Move) and part.target.startswith("hand"))
        or isinstance(part, DrawPhase)
    }
    aside = 0
    for step in writer.genome.setup.deal or ():
        place = writer.words.zones.zone(tree(step.zone), writer.scene)
        if place.owner is None and tree(step.zone) not in taken and not step.all_cards:
            aside += sum(step.packets) + sum(step.piles)
    return aside


_FROM_THE_LEFT = tree("from(each, left(dealer))")


def _source(writer: PlayWriter, source: Node) -> str:
    """From where the cards are played, if not from the hand."""
    words = writer.words
    they = writer.scene.about(THEY)

    def card(node: Node) -> str:
        place = words.zones.zone(node, they)
        return place.text if place.top else f"a card from {place.text}"

    match source:
        case Call("if", (condition, yes, no)):
            clause = words.conditions.occasion(condition, they)
            return f"{clause}, a player plays {card(yes)}; otherwise {card(no)}"
    return f"a player plays {card(source)}"


def _counts_turns(writer: PlayWriter) -> bool:
    return any("turns" in str(win.when) for win in writer.genome.win_conditions)


def _dropping_out(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    words = writer.words
    card = words.cards.phrase(phase.playable).one if phase.playable is not None else "card"
    word = words.lexicon.hand_word
    text = f"a player whose turn comes without a {card} to play drops out of the {word}"
    if phase.out_to is not None:
        place = words.zones.zone(tree(phase.out_to), writer.scene.about(THEY))
        text += f" and puts the rest of their cards {place.into}"
    return [
        say(text, (*path, "out"), (*path, "out_to")),
        say(
            f"if the player who should lead has dropped out, the next player who is still in the "
            f"{word} leads",
            (*path, "out"),
        ),
    ]


# duties


def _leading(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Block]:
    rules = [r for r in phase.lead if not never_holds(r.when)]
    sentences: list[Sentence] = []
    blocks: list[Block] = []
    scene = writer.scene
    if len(rules) == 1:
        index = phase.lead.index(rules[0])
        at = (*path, "lead", index)
        leader = tree(phase.leader)
        held = isinstance(leader, Call) and leader.function == "holder"
        able = held and all_in_hands(writer.words)
        sentences.append(_single_duty(writer, rules[0], at, scene, "lead", able=able))
    elif rules:
        blocks = duty_list(writer, phase.lead, (*path, "lead"), scene, "lead")
    if rules and _binds_only_after(phase, rules):
        # What may not be led yet is the last of the duties, and gives way to the others.
        last = _last_duty(writer, phase, path)
        blocks = duty_list(writer, phase.lead, (*path, "lead"), scene, "lead", last=last)
        sentences = []
    else:
        sentences += _breaking(writer, phase, path)
    if not rules and not sentences and phase.choose is not Choose.TOP:
        if phase.playable is not None and not phase.lead_suit_required and not phase.follow:
            which = writer.words.cards.phrase(phase.playable).many
            text = f"the leader and everybody after them may play any of their {which}"
            sentences.append(say(text, (*path, "lead"), (*path, "lead_suit_required")))
        else:
            which = "any card" if phase.playable is None else "any of these"
            who = "you" if writer.words.lexicon.alone else "the leader"
            sentences.append(say(f"{who} may play {which}", (*path, "lead")))
    sentences += _open_lead(writer, phase, path)
    return [*blocks, *paragraph(sentences)]


def _open_lead(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    """Cards that say nothing when they are led."""
    if phase.open_lead is None:
        return []
    cards = writer.words.cards.phrase(phase.open_lead)
    what = f"the {cards.one}" if cards.unique else cards.with_article
    meant = matching(writer.words.lexicon, phase.open_lead)
    # Even a trump: only what beats the card that is followed may win.
    strong = meant is None or any(card.suit for card in meant)
    if cards.unique:
        lost = f", while {what} cannot win the trick" if strong else ""
        text = (
            f"if {what} is led, the next player may play as if they were leading, and their card "
            f"is the one to be followed and beaten{lost}"
        )
    else:
        lost = f", while {what} played before it cannot win the trick" if strong else ""
        text = (
            f"if {what} is led, the next player may play as if they were leading, and so on; the "
            f"first card other than {what} is the one to be followed and beaten{lost}"
        )
        if meant is None or len(meant) >= writer.genome.player_count:
            text += "; if there is none, the first card of all wins the trick"
    return [say(text, (*path, "open_lead"))]


def _single_duty(
    writer: PlayWriter,
    rule: CardRule,
    path: Path,
    scene: Scene,
    verb: str,
    *,
    following: bool = False,
    able: bool = False,
) -> Sentence:
    words = writer.words
    phrase = words.cards.phrase(rule.cards)
    when = ""
    if not holds_always(rule.when):
        when = f"{words.conditions.occasion(tree(rule.when), scene)}, "
    alone = words.lexicon.alone
    leading = verb == "lead" and "you" not in when.split() and not alone
    others = following and "you" not in when.split()
    others_text = "the other player" if words.seats.two_players else "the others"
    who = "the leader" if leading else others_text if others else "you"
    sure = able and phrase.unique and when.startswith("in the first trick")
    can = "" if sure else f", if {'they' if leading or others else 'you'} can"
    return say(f"{when}{who} must {verb} {phrase.with_article}{can}", path)


def _following(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Block]:
    if phase.choose is Choose.TOP:
        return []
    if writer.words.lexicon.alone:
        # Nobody follows.
        writer.words.told.unsaid += [(*path, "follow"), (*path, "lead_suit_required")]
        return []
    rules = [(i, r) for i, r in enumerate(phase.follow) if not never_holds(r.when)]
    if not phase.follow:
        if phase.lead_suit_required:
            return [
                *paragraph([_follow_suit(writer, (*path, "lead_suit_required"))]),
                *duty_examples(writer.words, phase, path),
            ]
        if phase.playable is not None:
            return []
        others = "the other player" if writer.words.seats.two_players else "the others"
        free = f"nobody has to follow suit: {others} may play any card"
        return paragraph([say(free, (*path, "lead_suit_required"))])
    if len(rules) == 1 and rules[0][1].cards == SUIT_LED and holds_always(rules[0][1].when):
        return [
            *paragraph([_follow_suit(writer, (*path, "follow", rules[0][0]))]),
            *duty_examples(writer.words, phase, path),
        ]
    return [
        *duty_list(writer, phase.follow, (*path, "follow"), writer.scene, "play", following=True),
        *duty_examples(writer.words, phase, path),
    ]


def _follow_suit(writer: PlayWriter, path: Path) -> Sentence:
    follow = "must follow suit, that is, play a card of the suit led, if they can"
    if writer.words.seats.two_players:
        return say(f"the other player {follow}; otherwise they may play any card", path)
    return say(f"the others {follow}; a player who has none may play any card", path)


def duty_list(
    writer: PlayWriter,
    rules: tuple[CardRule, ...],
    path: Path,
    scene: Scene,
    verb: str,
    following: bool = False,
    last: Item | None = None,
) -> list[Block]:
    """Duties in order: the first that can be met binds; `last` is one that is told already."""
    words = writer.words
    kept = [(i, r) for i, r in enumerate(rules) if not never_holds(r.when)]
    # A duty that stands there twice binds nobody the second time.
    kept = [(i, r) for at, (i, r) in enumerate(kept) if r not in [one for _, one in kept[:at]]]
    if not kept:
        return []
    items = []
    parts = [flat("and", tree(rule.when)) for _, rule in kept]
    common = [part for part in parts[0] if all(part in others for others in parts)]
    if len(kept) == 1 or last is not None or TRUE in common:
        common = []
    under = _under_one_condition(words, [rule for _, rule in kept], common, scene)
    for index, rule in kept:
        what = words.cards.one(rule.cards)
        if Name("led_trump") in flat("and", tree(rule.when)):
            what = what.replace("a card of the suit led", "a trump", 1)
        when = ""
        own = [part for part in flat("and", tree(rule.when)) if part not in common]
        if own and not holds_always(rule.when) and not (under and rule in under[1]):
            when = f"{words.conditions.occasion(conjunction(own), scene)}: "
        items.append(item([say(f"{when}{verb} {what}", (*path, index))]))
    if last is not None:
        items.append(last)
    if len(items) == 1:
        index, rule = kept[0]
        if verb == "lead":
            return paragraph([_single_duty(writer, rule, (*path, index), scene, verb)])
        if following and _holds_what_it_asks(writer, rule):
            clause = words.conditions.occasion(tree(rule.when), scene)
            must = f"{clause}, you must play {words.cards.one(rule.cards)}"
            return paragraph([say(f"{must}; otherwise you may play any card", (*path, index))])
        told = [
            _single_duty(writer, rule, (*path, index), scene, verb, following=following),
            say("a player who has no such card may play any card", path),
        ]
        if following and not holds_always(rule.when):
            told.append(say("whenever that does not apply, everybody may play any card", path))
        return paragraph(told)
    who = (
        "when you follow to a trick"
        if following
        else ("when you lead" if verb == "lead" else "when you play a card")
    )
    binding = "the first of these duties that you can fulfil binds you"
    if under:
        which = [f"the {ordinal(at)}" for at, (_, rule) in enumerate(kept, 1) if rule in under[1]]
        binding += f" ({join(which)} only {under[0]})"
    lead = [say(f"{who}, {binding}:", path)]
    if common:
        free = words.conditions.clause(conjunction(common), scene, yes=False)
        lead = [
            say(f"as long as {free}, you may play any card {who}", path),
            say(f"otherwise {binding}:", path),
        ]
    return [
        Paragraph(tuple(lead)),
        Bullets(tuple(items), numbered=True),
        Paragraph((say("if you can fulfil none of them, you may play any card", path),)),
    ]


LONG_CONDITION = 60
"""A condition of so many letters is told once, if several duties share it."""


def _under_one_condition(
    words: Words, rules: list[CardRule], common: list[Node], scene: Scene
) -> tuple[str, list[CardRule]] | None:
    """A long condition under which several duties bind, but not all of them, and which they are."""
    for rule in rules:
        alike = [other for other in rules if other.when == rule.when]
        if holds_always(rule.when) or common or not 1 < len(alike) < len(rules):
            continue
        occasion = words.conditions.occasion(tree(rule.when), scene)
        if len(occasion) > LONG_CONDITION and Name("led_trump") not in flat("and", tree(rule.when)):
            return occasion, alike
    return None


def _holds_what_it_asks(writer: PlayWriter, rule: CardRule) -> bool:
    """Whether a duty binds only those who hold a card that fulfils it."""
    allowed = (rule.cards, *rule.cards.any_of)
    for part in flat("and", tree(rule.when)):
        match part:
            case Binary(">", Call("count", (Name("hand"), Name(held))), Number(0)):
                named = writer.words.lexicon.card_sets.get(held)
                meant = named.cards if named is not None else None
                if meant in allowed or CardCondition(named=held) in allowed:
                    return True
    return False


def _binds_only_after(phase: TrickPhase, rules: list[CardRule]) -> bool:
    """Whether the leader has duties that come before what may not be led yet, other than for the
    first trick alone."""
    if phase.breaking_rule is not BreakingRule.CANNOT_LEAD_UNTIL_BROKEN:
        return False
    return phase.breaking_suit is not None and any(
        tree(rule.when) != _FIRST_TRICK for rule in rules
    )


_FIRST_TRICK = tree("trick == 1")


def _last_duty(writer: PlayWriter, phase: TrickPhase, path: Path) -> Item:
    lexicon = writer.words.lexicon
    assert phase.breaking_suit is not None
    one = lexicon.suit_card(phase.breaking_suit)
    text = (
        f"as long as {lexicon.suit_name(phase.breaking_suit)} are not broken, that is, as long as "
        f"no {one} has been played to a trick: lead a card other than a {one}"
    )
    return item([say(text, (*path, "breaking_rule"), (*path, "breaking_suit"))])


def _breaking(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    if phase.breaking_rule is BreakingRule.NONE or phase.breaking_suit is None:
        return []
    lexicon = writer.words.lexicon
    name = lexicon.suit_name(phase.breaking_suit)
    one = lexicon.suit_card(phase.breaking_suit)
    sources = ((*path, "breaking_rule"), (*path, "breaking_suit"))
    if phase.breaking_rule is BreakingRule.CANNOT_LEAD_UNTIL_BROKEN:
        text = (
            f"{name} may not be led until they are broken, that is, until a {one} has been played "
            "to a trick, unless the leader has nothing else"
        )
    else:
        text = (
            f"{name} may not be played until they are broken, that is, until a player who has "
            f"nothing else has played a {one}"
        )
    return [say(text, *sources)]


def _before_card(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Block]:
    shared = _asked_of_all(phase.before_card)
    inside = replace(writer, given=shared, given_to=phase.before_card) if shared else writer
    items = [
        written
        for index, inner in enumerate(phase.before_card)
        if (written := inside.step(inner, (*path, "before_card", index), Actor(YOU))) is not None
        and written.sentences
    ]
    if not items:
        return []
    if all(made_at_any_time(inner) for inner in phase.before_card):
        lead = "as long as tricks are played"
        return [Paragraph((say(f"{lead}:", (*path, "before_card")),)), Bullets(tuple(items))]
    asked = [part for part in shared if part != LEADS]
    lead = "before you lead" if LEADS in shared else "before you play a card"
    if asked:
        lead += f", {writer.words.conditions.occasion(conjunction(asked), Actor(YOU).scene)}"
    # They are done one after the other, and none instead of another.
    steps = Bullets(tuple(items), numbered=len(items) > 1)
    return [Paragraph((say(f"{lead}:", (*path, "before_card")),)), steps]


def _asked_of_all(phases: tuple[Phase, ...]) -> tuple[Node, ...]:
    """What several things that are done before a card is played all depend on, if none of them
    brings it about or ends it but the last."""
    if len(phases) < 2:
        return ()
    parts = [flat("and", tree(phase.when)) for phase in phases]
    shared = [part for part in parts[0] if all(part in other for other in parts[1:])]
    written = {
        getattr(part, name)
        for phase in phases
        for _, part in walk(phase)
        for name in ("counter", "role")
        if isinstance(getattr(part, name, None), str)
    }
    for phase in phases[:-1]:
        moves = [part for _, part in walk(phase) if isinstance(part, Move)]
        written |= {m.source for m in moves} ^ {m.target for m in moves}
    asked = {node.id for part in shared for node in nodes_of(part) if isinstance(node, Name)}
    return tuple(shared) if len(shared) > 1 and not asked & written else ()


# winning


def _winning(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    words = writer.words
    lexicon = words.lexicon
    high = "highest" if phase.high_card_wins else "lowest"
    rankings = writer.genome.rankings or ()
    across = any(r.across_suits for r in rankings)
    source = (*path, "high_card_wins")
    found: list[Sentence] = []
    modes = [lexicon.modes[r.mode] for r in rankings if r.across_suits and r.mode]
    mixed = across and not all(r.across_suits for r in rankings)
    if lexicon.alone:
        words.told.unsaid.append(source)
        return [*_collecting(writer, phase, path), *_after_trick(writer, phase, path)]
    if mixed and modes and phase.choose is not Choose.TOP:
        # What is so in one mode need not be so in another.
        ways = join([f"in {mode}" for mode in modes])
        found.append(say(f"{ways}, the {high} card wins the trick, whatever its suit", source))
        usual = f"the {high} card of the suit led"
        if lexicon.has_trumps:
            usual = f"the {high} trump or, if the trick holds no trump, {usual}"
        found.append(say(f"otherwise the winner is {usual}", source))
    elif across or phase.choose is Choose.TOP:
        found.append(say(f"the {high} card wins the trick, whatever its suit", source))
    elif phase.playable == CardCondition(trump=True):
        found.append(say(f"the {high} trump wins the trick", source))
    elif lexicon.has_trumps:
        fixed: list[Path] = []
        if lexicon.fixed_trump is not None:
            in_setup = writer.genome.setup.trump_suit is not None
            fixed = [("setup", "trump_suit") if in_setup else (*path, "trump_suit")]
        found.append(
            say(
                f"the {high} trump wins the trick or, if it holds no trump, the {high} card of the "
                "suit led",
                source,
                *fixed,
            )
        )
    else:
        found.append(say(f"the {high} card of the suit led wins the trick", source))
    found += _ties(writer, phase, path)
    found += _collecting(writer, phase, path)
    return [*found, *_after_trick(writer, phase, path)]


def _after_trick(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    """What happens between tricks; that a state lasts for one trick is said where it begins."""
    words = writer.words
    winner = writer.scene.about(Person("the winner of the trick"))
    at = (*path, "after_trick")
    ended = set(words.lexicon.lasts_a_trick.values())
    told = words.actions.sentences(phase.after_trick, at, winner, "after each trick", ended)
    short = _uneven_hands(writer)
    lasts = any("as far as the" in sentence.text for sentence in told)
    if lasts and short is not None and short[: len(at)] == at:
        words.told.unsaid.append(short)
    elif short is not None and short[: len(at)] == at:
        told.append(say("whoever finds no card left to draw gets none", short))
    return told


def _ties(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    words = writer.words
    lexicon = words.lexicon
    across = any(r.across_suits for r in writer.genome.rankings or ())
    duplicates = max(lexicon.faces.values(), default=1) > 1
    at = (*path, "tie")
    if phase.tie is TrickTie.BATTLE:
        down = ""
        if phase.battle_cards:
            down = f"{counted(phase.battle_cards, 'card')} face down and then "
        best, better = ("highest", "higher") if phase.high_card_wins else ("lowest", "lower")
        found = [
            say(
                f"if the {best} cards are equal, there is a battle for the whole trick: each of "
                f"those players lays {down}one card face up, and the {better} of these wins it "
                "all; if they are equal again, the battle goes on",
                at,
                (*path, "battle_cards"),
            )
        ]
        if phase.battle_cards:
            found.append(
                say(
                    "a player who has too few cards for that turns up the last one they have",
                    (*path, "battle_cards"),
                )
            )
        found.append(
            say(
                "a player who has no card left for a battle loses it; if none of them has, nobody "
                "takes the trick",
                at,
            )
        )
        return found
    if not duplicates and not across:
        return []
    which = "first" if phase.tie is TrickTie.FIRST else "last"
    what = "identical cards" if not across else "equal cards"
    if phase.choose is Choose.TOP:
        # All cards are turned up at once: the order of play decides.
        leader = words.seats.seat(tree(phase.leader), writer.scene)
        later = words.seats.seat(tree(phase.next_leader), writer.scene)
        text = (
            f"of two {what} the one wins whose player comes {which} in turn, counted from "
            f"{leader.obj} in the first trick and from {later.obj} before it in every later one"
        )
        paths = [(*path, "leader"), (*path, "next_leader")]
        return [say(text, at, *paths)]
    return [say(f"of two {what} the one played {which} wins", at)]


def _collecting(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    words = writer.words
    node = tree(phase.collect_to)
    late = words.lexicon.late_tricks.get(str(phase.collect_to))
    if late is not None:
        # For players it goes there at once.
        node = tree(late[1])
        words.told.unsaid += [late[0], (*late[0], "actions", 0)]
    winner = Person("the winner")
    scene = writer.scene.about(winner)
    place = words.zones.zone(node, scene)
    own = place.owner is not None and "winner of the trick" in place.owner.name
    found: list[Sentence] = []
    below = ", below the cards already there" if phase.collect_to_bottom else ""
    if phase.collect_to_bottom and own:
        text = f"the winner puts the cards face down at the bottom of their {place.label}"
    elif own and place.text.startswith("the "):
        text = "the winner takes the cards of the trick and keeps them face down"
        if place.spec is not None and str(place.spec.sees) != "nobody":
            text = "the winner takes the cards of the trick"
    elif own:
        text = f"the winner adds the cards of the trick to their {place.label}"
    else:
        text = f"the cards of the trick go {place.to}{below}"
    if isinstance(node, Name) and node.id in words.lexicon.passing_tricks:
        # What is done with the trick then is told by itself.
        words.told.unsaid += [(*path, "collect_to"), (*path, "collect_to_bottom")]
    else:
        found.append(say(text, (*path, "collect_to"), (*path, "collect_to_bottom")))
    if phase.collect_order is CollectOrder.WINNER_FIRST:
        found.append(
            say(
                "the winner's own cards go first and then the others', each in the order played",
                (*path, "collect_order"),
            )
        )
    elif phase.collect_to_bottom:
        found.append(say("the cards go in the order played", (*path, "collect_order")))
    for index, keep in enumerate(phase.keep):
        to = words.zones.zone(tree(keep.to), writer.scene.about(Person("the player who played it")))
        where = to.to
        if to.owner is not None and to.owner.name == "the player who played it":
            where = f"to the player who played it, with {words.zones.again(to).text}"
        unless = ""
        match tree(keep.to):
            case Call(zone, (Call("if", (condition, one, other)),)) if Name("winner") in (
                one,
                other,
            ):
                # In one of two cases it goes where everything goes.
                kept = other if one == Name("winner") else one
                clause = words.conditions.clause(condition, writer.scene, yes=one == Name("winner"))
                scene = writer.scene.about(Person("the player who played it"))
                to = words.zones.zone(Call(zone, (kept,)), scene)
                where, unless = to.to, f", unless {clause}"
                if to.owner is not None and to.owner.name == "the player who played it":
                    where = f"to the player who played it, with {words.zones.again(to).text}"
        found.append(
            say(
                f"{words.cards.one(keep.cards)}, however, does not go to the winner but {where}"
                f"{unless}",
                (*path, "keep", index),
            )
        )
    return found


def _all_lay_away(writer: PlayWriter, begin: Path) -> bool:
    """Whether everybody gives cards up before the tricks, or hands differ."""
    before = [part for path, part in writer.words.lexicon.all_parts if path < begin]
    given_up = any(
        isinstance(part, DiscardPhase | PlayPhase | MeldPhase)
        and (part.who is None or writer.words.seats.seat(tree(part.who), writer.scene).quantified)
        for part in before
    )
    return given_up or _uneven_hands(writer) is not None


def _ending(writer: PlayWriter, phase: TrickPhase, path: Path) -> list[Sentence]:
    words = writer.words
    condition = tree(phase.until)
    if condition == Name("false"):
        if phase.out is OutOfCards.SIT_OUT:
            return [say("the play ends when nobody has a card to play", (*path, "until"))]
        if phase.choose is Choose.TOP:
            return []
        if words.lexicon.has(SitOut):
            still_in = f"who is still in the {words.lexicon.hand_word}"
            return [say(f"the play ends when nobody {still_in} has a card left", (*path, "until"))]
        cut_short = any(isinstance(part, EndHand) for _, part in walk(phase))
        before = "unless the hand has ended before, " if cut_short else ""
        text = f"{before}the play ends when all cards have been played"
        return [say(text, (*path, "until"))]
    if holds_always(phase.until):
        return []
    about = writer.scene.about(Person("a player"))
    ways = flat("or", condition)
    if len(ways) > 1 and all(isinstance(way, Binary) and way.operator == "and" for way in ways):
        at = (*path, "until")
        told = [say("the play ends when nobody has a card left", at)]
        for place, way in enumerate(ways):
            too = ", too," if place else ""
            told.append(say(f"it ends earlier{too} if {words.conditions.clause(way, about)}", at))
        return told
    clause = words.conditions.clause(condition, about)
    dealt = {sum(s.packets) for s in writer.genome.setup.deal or () if str(s.zone) == "hand"}
    match condition:
        case Binary("==" | ">=", Name("tricks_played"), Number(n)) if dealt == {
            n
        } and not _all_lay_away(writer, path):
            # By then nobody who plays has a card left, and if some sit out, they have theirs.
            return [say(f"the play ends when {clause}", (*path, "until"))]
    return [say(f"the play ends when {clause}, or when nobody has a card left", (*path, "until"))]
