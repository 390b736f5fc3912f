"""Sentences of forms that few games of the library have, or none."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.genome.expressions import Expr
from darwindeck.genome.schema import (
    Attribute,
    Award,
    BlockPhase,
    BuildMove,
    BuildPhase,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    ChoiceKind,
    ChoicePhase,
    Counter,
    DiscardPhase,
    DoPhase,
    ForEach,
    GameGenome,
    If,
    Life,
    Moment,
    Move,
    NamedCards,
    Part,
    PassPhase,
    Pay,
    Phase,
    Promotion,
    Reference,
    RepeatPhase,
    Scope,
    ScoringRule,
    Set,
    Show,
    TrickPhase,
    TriggerMode,
    WinComparison,
    WinCondition,
    Wording,
)
from darwindeck.genome.tree import transform
from darwindeck.rulebook import build_rulebook, to_markdown
from darwindeck.rulebook.words import Words, tree
from darwindeck.rulebook.words.persons import YOU
from darwindeck.rulebook.words.scene import Scene


def book(genome: GameGenome) -> str:
    return to_markdown(build_rulebook(genome))


def with_phases(genome_id: str, *phases: Phase) -> GameGenome:
    genome = get_genome(genome_id)
    turns = replace(genome.turn_structure, phases=(*genome.turn_structure.phases, *phases))
    return replace(genome, turn_structure=turns)


def test_a_sequence_all_of_whose_cards_have_the_suit_in_common_says_so() -> None:
    genome = get_genome("draw-poker")
    assert genome.hand_evaluation is not None
    patterns = list(genome.hand_evaluation.patterns)
    at = next(i for i, one in enumerate(patterns) if one.name == "Straight Flush")
    patterns[at] = replace(
        patterns[at], name="running_flush", same_suit_count=None, same=(Attribute.SUIT,)
    )
    hands = replace(genome.hand_evaluation, patterns=tuple(patterns))
    line = next(
        text
        for text in book(replace(genome, hand_evaluation=hands)).splitlines()
        if text.startswith("| Running flush |")
    )
    assert "all of the same suit" in line


def test_nobody_else_passes_where_one_player_does() -> None:
    alone = book(with_phases("hearts", PassPhase("1", ("left(dealer)",), who="dealer")))
    assert "pass at the same time" in book(get_genome("hearts"))
    assert alone.count("pass at the same time") == 1


def test_what_is_done_for_each_is_asked_of_each_alone() -> None:
    lucky = If("took_last", (Award(1),))
    each = "where(each, tricks > 0)"
    text = book(with_phases("hearts", DoPhase((ForEach(each, (lucky,)),))))
    assert "player who has taken at least one trick and took the last trick scores 1 " in text
    text = book(with_phases("hearts", DoPhase((ForEach(each, (Award("tricks"),)),))))
    assert "Each player who has taken at least one trick scores 1 point for each trick" in text
    text = book(with_phases("hearts", DoPhase((ForEach(each, (lucky, Award(1))),))))
    assert "the following is done: if that player took the last trick, that player" in text


def test_those_with_the_most_and_nobody_are_said_shortly() -> None:
    text = book(get_genome("knock-out-whist"))
    assert "One of the players with the most tricks taken, chosen by lot, has the choice" in text
    assert "from now on, and nobody else." in text


def test_a_patience_that_is_lost_at_its_end_says_so() -> None:
    genome = get_genome("elevens")
    won = WinCondition(
        type="custom",
        comparison=WinComparison.NONE,
        trigger_mode=TriggerMode.IMMEDIATE,
        when="size(discard) == 52",
        who="each",
    )
    lost = replace(
        won, trigger_mode=TriggerMode.THRESHOLD_GATE, when="true", who="where(each, false)"
    )
    ends = (won, lost)
    text = book(replace(genome, win_conditions=ends))
    assert "The aim is to bring all 52 cards to the discard pile." in text
    assert "the game ends, and you have won." in text
    assert "The game ends when the play is over, and you have lost." in text
    assert "never" not in text
    assert "among the winners" not in text


def test_the_top_card_of_a_place_is_moved_by_its_own_name() -> None:
    move = BuildMove("top(discard)", "discard", onto=CardCondition(), on_empty=CardCondition())
    text = book(with_phases("crazy-eights", BuildPhase((move,))))
    assert "top card of the top card" not in text
    assert "the top card of the discard pile to the discard pile" in text


def test_what_everybody_may_do_or_leave_is_no_duty() -> None:
    call = CallPhase((Call("sing", "sing", do=(Award(1),)),), rounds=1, when="tricks > 0")
    for who in ("each", "where(each, true)"):
        text = book(with_phases("hearts", ChoicePhase((call,), who=who, may_pass="true")))
        assert "when it is your turn, you may do this:" in text
        assert "in any case" not in text
    text = book(with_phases("hearts", ChoicePhase((call,), who="dealer", may_pass="true")))
    assert "The dealer may do this:" in text


def test_what_is_done_only_if_not_has_no_empty_other_side() -> None:
    text = book(with_phases("hearts", DoPhase((If("took_last", (), (Award(1),)),), who="dealer")))
    assert "did not take the last trick" in text
    assert ",." not in text
    assert ", ." not in text
    flag = Counter("warned", label="warned", flag=True, life=Life.HAND)
    told = DoPhase((If("not warned", (Set("warned", 1),), (Award(1),)),), who="dealer")
    genome = with_phases("hearts", told)
    words = (Wording("warned", bookkeeping=True),)
    text = book(replace(genome, counters=(*(genome.counters or ()), flag), words=words))
    assert "Every time in a hand but the first, the dealer scores 1 point." in text


def test_what_lies_on_the_table_is_shown_by_nobody_in_particular() -> None:
    text = book(with_phases("crazy-eights", DoPhase((Show("deck"),))))
    assert "The stock is shown to all." in text


def test_many_single_cards_above_one_rank_are_listed_once() -> None:
    genome = get_genome("euchre")
    ranks = tuple(
        Promotion(CardCondition(suit=suit, rank="Q"), above="J")
        for suit in ("hearts", "spades", "clubs")
    )
    assert genome.rankings is not None
    first = replace(genome.rankings[0], promote=ranks)
    text = book(replace(genome, rankings=(first, *genome.rankings[1:])))
    assert (
        "The queen of clubs, the queen of spades and the queen of hearts count as trumps, not as "
        "cards of their own suits; they rank in this order, from high to low, just above the jack"
    ) in text


def test_a_height_is_the_highest_only_once_and_has_no_commas() -> None:
    words = Words(get_genome("pitch"))
    person = words.seats.seat(tree("with_most(each, highest_in(captured, trumps))"), Scene(YOU))
    assert person.name.startswith("the player with the highest trump in the tricks they have won ")
    clause = words.conditions.clause(tree("abs(score) >= 100"), Scene(YOU))
    assert clause == "your score without its sign is 100 or more"


def test_a_factor_that_is_one_or_more_is_told_after_what_it_multiplies() -> None:
    amounts = Words(get_genome("spades")).amounts
    for text in ("if(bid == 0, 3, 1) * tricks", "tricks * if(bid == 0, 3, 1)"):
        said = amounts.noun(tree(text), Scene(YOU))
        assert said == "the tricks you have taken (three times that if your bid is 0)"


def test_chips_of_a_pot_are_taken_from_it_by_what_they_are_counted_with() -> None:
    pool = Counter("pool", label="pool", scope=Scope.TABLE)
    genome = with_phases("simple-poker", DoPhase((Pay(pot="pool", amount="hand_size"),)))
    text = book(replace(genome, counters=(*(genome.counters or ()), pool)))
    assert "from the pool chips to the amount of" in text


def test_a_number_that_is_called_in_points_is_not_one_of_them() -> None:
    height = CallChoice("height", "points", ChoiceKind.NUMBER, low=100, high=300)
    raised = Call("raise", "raise", choices=(height,), do=(Set("contract", "height"),))
    genome = with_phases("hearts", CallPhase((raised,), rounds=1, who="dealer"))
    contract = Counter("contract", label="contract", scope=Scope.TABLE, high=400)
    text = book(replace(genome, counters=(*(genome.counters or ()), contract)))
    assert "That number of points is the contract" in text


def test_the_one_card_that_is_asked_for_is_held_or_not() -> None:
    same = (Attribute.SUIT, Attribute.RANK)
    asked = NamedCards("asked", "card asked for", CardCondition(same=same, of=Reference.NAMED))
    genome = replace(get_genome("go-fish"), card_sets=(asked,))
    clause = Words(genome).conditions.clause(tree("count(hand, asked) == 1"), Scene(YOU))
    assert clause == "you hold the card asked for"


def test_cards_dealt_to_one_place_one_after_the_other_are_told_together() -> None:
    sheepshead = get_genome("sheepshead")
    hands, blind, more = sheepshead.setup.deal or ()
    one = replace(blind, packets=(1,))
    dealt = replace(sheepshead.setup, deal=(hands, more, one, one, one))
    text = book(replace(sheepshead, setup=dealt))
    assert "Then three cards are put face down" in text


def test_what_single_cards_bring_about_stands_before_what_presumes_it() -> None:
    for name, before, after in (
        ("schafkopf", "### Tricks", "### Counting"),
        ("sheepshead", "### Tricks", "### The blind in a leaster"),
        ("tichu", "### The play", "### The last cards"),
    ):
        text = book(get_genome(name))
        assert text.count("### Special cards") == 1
        assert text.index(before) < text.index("### Special cards") < text.index(after)


def test_that_all_ask_for_a_role_again_is_told_of_its_player_only_where_nobody_had_it_before() -> (
    None
):
    twenty_five = get_genome("twenty-five")
    assert "If you have robbed the pack, discard one card" in book(twenty_five)

    def without_pile(part: Part) -> Part:
        if isinstance(part, BlockPhase) and part.label == "Robbing":
            return replace(part, when=Expr("trick == 1"))
        return part

    # The dealer may have robbed it before.
    text = book(transform(twenty_five, without_pile))
    assert "If somebody has robbed the pack, discard one card" in text
    assert "If the dealer has robbed the pack, they discard one card" in text


def test_a_duty_to_discard_says_what_becomes_of_those_who_cannot_unless_all_can() -> None:
    gin = get_genome("gin-rummy")
    assert "discard nothing" not in book(gin)

    def open_meld(part: Part) -> Part:
        if isinstance(part, BlockPhase) and part.name == "knock":
            return replace(part, then=())
        return part

    assert "If you have no such card, you discard nothing" in book(transform(gin, open_meld))


def test_a_stock_that_totals_cannot_use_up_does_not_run_out() -> None:
    blackjack = get_genome("blackjack")
    assert "runs out" not in book(blackjack)

    def higher(part: Part) -> Part:
        if isinstance(part, RepeatPhase):
            return replace(part, as_long_as=Expr("total(hand) < 90 and not stands"))
        return part

    assert "### When the stock runs out" in book(transform(blackjack, higher))


def test_a_stock_from_which_more_may_be_drawn_than_was_laid_away_runs_out() -> None:
    piquet = get_genome("piquet")
    assert "runs out" not in book(piquet)

    def more(part: Part) -> Part:
        if isinstance(part, DiscardPhase) and part.count == 4:
            return replace(part, count=9)
        return part

    assert "### When the talon runs out" in book(transform(piquet, more))


def test_calls_say_when_they_may_be_made_and_what_asks_for_them_does_not_say_it_again() -> None:
    pinochle = get_genome("two-handed-pinochle")
    assert "If you hold a nine of trumps, do one of the following:" in book(pinochle)

    def always_shown(part: Part) -> Part:
        if isinstance(part, Call) and part.name == "show_dix":
            return replace(part, when=Expr("true"))
        return part

    # Now it is asked less often than something could be called.
    assert "either nobody has shown the nine of trumps or" in book(
        transform(pinochle, always_shown)
    )


def test_what_is_asked_of_all_before_a_card_is_said_once_unless_it_may_change_meanwhile() -> None:
    bezique = get_genome("bezique")
    assert "Before you lead, from the second trick on, if there is a turned card:" in book(bezique)

    def taken_first(part: Part) -> Part:
        if isinstance(part, TrickPhase):
            return replace(part, before_card=(part.before_card[-1], *part.before_card[:-1]))
        return part

    text = book(transform(bezique, taken_first))
    assert "Before you play a card:" in text
    assert text.count("if you are to lead") > 1


def test_cards_change_places_only_by_way_of_a_place_where_nothing_else_lies() -> None:
    schwimmen = get_genome("schwimmen")
    swap = "exchange all the cards in your hand for all the open cards"
    assert swap in book(schwimmen)

    def put_there(part: Part) -> Part:
        if isinstance(part, Move) and part.source == "tableau" and part.target == "discard":
            return replace(part, target="packet")
        return part

    assert swap not in book(transform(schwimmen, put_there))


def test_a_role_is_named_where_more_is_asked_than_who_did_what_gives_it() -> None:
    robbing = get_genome("twenty-five")
    assert "and are the robber" not in book(robbing)
    bonus = ScoringRule(amount=1, moment=Moment.HAND_END, who="robber", label="Robbing")
    rules = (*(robbing.scoring_rules or ()), bonus)
    assert "and are the robber" in book(replace(robbing, scoring_rules=rules))


def test_rounds_of_the_deal_are_told_once_with_what_comes_after_them() -> None:
    tarot = get_genome("french-tarot")
    steps = tarot.setup.deal or ()
    text = book(replace(tarot, setup=replace(tarot.setup, deal=(*steps[:10], *steps[1:2] * 2))))
    assert "into the dog. All this is done four times more. Then two cards are put" in text


def test_a_rank_with_a_name_is_not_set_before_the_sign_of_a_suit() -> None:
    tarot = Words(get_genome("french-tarot")).lexicon
    knight = next(card for card in tarot.faces if str(card.rank) == "C" and card.suit)
    assert tarot.card_symbol(knight) == f"knight of {knight.suit}"


def test_a_limit_of_hands_is_told_where_players_could_come_to_it() -> None:
    euchre = get_genome("euchre")
    assert euchre.match is not None
    for hands, told in ((19, True), (100, False)):
        text = book(replace(euchre, match=replace(euchre.match, hands=hands)))
        assert (f"If it takes too long, the game ends after {hands} hands" in text) == told


def test_hands_are_uneven_where_all_draw_before_a_trick_from_a_stock_that_does_not_go_round() -> (
    None
):
    guinote = get_genome("guinote")
    passed = "passed over, in leading as in following"
    assert passed not in book(guinote)
    six = replace(guinote, player_count=6, teams=((0, 2, 4), (1, 3, 5)))
    assert passed in book(six)


def test_hands_are_uneven_where_somebody_takes_up_what_they_have_just_laid_down() -> None:
    skat = get_genome("skat")
    passed = "passed over, in leading as in following"
    assert passed not in book(skat)

    def turned_round(part: Part) -> Part:
        if isinstance(part, BlockPhase) and part.label == "Taking the skat":
            return replace(part, phases=tuple(reversed(part.phases)))
        return part

    assert passed in book(transform(skat, turned_round))


def test_what_should_be_dealt_after_all_cards_is_not_told() -> None:
    joan = get_genome("pope-joan")
    steps = joan.setup.deal or ()
    assert "Nine cards are put face down" in book(joan)
    turned = replace(joan, setup=replace(joan.setup, deal=(*steps[1:], steps[0])))
    assert "Nine cards are put face down" not in book(turned)


def test_whoever_plays_a_card_has_its_role_from_the_beginning_unless_it_is_asked_before() -> None:
    sheepshead = get_genome("sheepshead")
    assert "is the picker's partner from the beginning, though it shows only" in book(sheepshead)

    def asked(part: Part) -> Part:
        if isinstance(part, TrickPhase):
            return replace(part, until=Expr("set(helper)"))
        return part

    assert "though it shows only then" not in book(transform(sheepshead, asked))


def test_what_needs_more_cards_than_some_hands_have_is_not_done_in_each() -> None:
    oh_hell = get_genome("oh-hell")
    assert "In each hand the players first bid" in book(oh_hell)

    def at_least_two(part: Part) -> Part:
        return replace(part, low=2) if isinstance(part, CallChoice) else part

    assert "first bid" not in book(transform(oh_hell, at_least_two))
