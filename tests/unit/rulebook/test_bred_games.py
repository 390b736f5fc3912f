"""Sentences that bred games have shown to be wrong for some of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    Attribute,
    Award,
    BlockPhase,
    BuildMove,
    BuildPhase,
    Call,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRule,
    CardScoringRule,
    ChoicePhase,
    Counter,
    DealStep,
    DeckSpec,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    Life,
    MeldPhase,
    Moment,
    Move,
    NextDealer,
    Part,
    PassPhase,
    PlayPhase,
    Promotion,
    Rank,
    Reference,
    Scope,
    ScoringRule,
    ScoringTrigger,
    Set,
    SetTrump,
    Skip,
    SpecialEffect,
    Suit,
    TrickPhase,
    TrickTie,
    TurnsPhase,
    WinComparison,
)
from darwindeck.genome.tree import transform
from darwindeck.rulebook import generate_rulebook

PASSED = "A player who has no card left is passed over, in leading as in following."
RACE = "you try to be the first to get rid of all your cards"


def test_nobody_races_to_go_out_where_points_are_bad() -> None:
    eights = get_genome("crazy-eights")
    assert RACE in generate_rulebook(eights)
    wins = tuple(replace(win, comparison=WinComparison.LOWEST) for win in eights.win_conditions)
    assert RACE not in generate_rulebook(replace(eights, win_conditions=wins))


def test_a_captured_card_that_scores_is_one_taken_from_the_table() -> None:
    rule = CardScoringRule(CardCondition(rank=Rank.SIX), 2, ScoringTrigger.CAPTURE)
    book = generate_rulebook(replace(get_genome("scopa"), card_scoring=(rule,)))
    assert "Each six captured from the table scores 2 points" in book


def with_tricks(genome: GameGenome, **changes: object) -> GameGenome:
    def changed(part: Part) -> Part:
        return replace(part, **changes) if isinstance(part, TrickPhase) else part  # type: ignore[arg-type]

    return transform(genome, changed)


def test_what_wins_in_one_mode_is_said_of_that_mode() -> None:
    baloot = get_genome("baloot")
    assert baloot.rankings is not None
    first, second = baloot.rankings
    mixed = replace(baloot, rankings=(first, replace(second, across_suits=True)))
    book = generate_rulebook(mixed)
    assert "In Hokum, the highest card wins the trick, whatever its suit. Otherwise the" in book
    both = replace(baloot, rankings=tuple(replace(r, across_suits=True) for r in baloot.rankings))
    assert "The highest card wins the trick, whatever its suit." in generate_rulebook(both)


def test_who_has_no_card_left_where_there_are_too_few_is_passed_over() -> None:
    passed = "A player who has no card left is passed over, in leading as in following."
    hell = get_genome("oh-hell")
    assert passed not in generate_rulebook(hell)
    many = replace(hell, player_count=6)
    assert passed in generate_rulebook(many)


def test_a_duty_of_one_trick_leaves_the_others_free() -> None:
    rule = CardRule(CardCondition(not_=CardCondition(named="penalty")), "trick == 1")
    hearts = get_genome("hearts")
    names = {named.name for named in hearts.card_sets}
    rule = replace(rule, cards=CardCondition(not_=CardCondition(named=sorted(names)[0])))
    book = generate_rulebook(with_tricks(hearts, follow=(rule,)))
    assert "Whenever that does not apply, everybody may play any card." in book


def test_equal_cards_that_are_turned_up_at_once_are_told_apart_by_the_order_of_play() -> None:
    book = generate_rulebook(with_tricks(get_genome("war"), tie=TrickTie.LAST))
    assert "the one played last" not in book
    assert "of two equal cards the one wins whose player comes last in turn" in book.lower()


def test_of_lines_that_fit_the_same_cards_the_first_counts() -> None:
    first = "Of several lines that fit a card the first one counts."
    rummy = get_genome("rummy")
    assert first not in generate_rulebook(rummy)
    assert rummy.point_tables is not None
    table = rummy.point_tables[0]
    spades = CardPoints(CardCondition(suit=Suit.SPADES), 8)
    mixed = replace(table, lines=(spades, *table.lines))
    assert first in generate_rulebook(replace(rummy, point_tables=(mixed,)))
    jack = CardPoints(CardCondition(rank=Rank.JACK), 6)
    other = replace(table, lines=(jack, *table.lines))
    book = generate_rulebook(replace(rummy, point_tables=(other,)))
    assert "| J | 6 |" in book
    assert "| K, Q | 10 |" in book


def test_what_is_lost_is_not_scored() -> None:
    effect = SpecialEffect(CardCondition(rank=Rank.QUEEN), moment=Moment.PLAYED, do=(Award(-5),))
    book = generate_rulebook(replace(get_genome("spades"), special_effects=(effect,)))
    assert "When you play a queen, you lose 5 points." in book


def changed(genome: GameGenome, kind: type[Part], **changes: object) -> GameGenome:
    """A game in which all parts of a kind are given other values."""

    def other(part: Part) -> Part:
        return replace(part, **changes) if isinstance(part, kind) else part

    return transform(genome, other)


def test_a_stock_that_gives_out_in_the_midst_of_a_round_leaves_hands_uneven() -> None:
    passed = "A player who has no card left is passed over, in leading as in following."
    briscola = get_genome("briscola")
    assert passed not in generate_rulebook(briscola)
    six = generate_rulebook(replace(briscola, player_count=6, options=()))
    assert passed in six
    assert "Whoever finds no card left to draw gets none." in six


def test_who_draws_as_many_as_they_lay_away_holds_as_many_while_the_stock_lasts() -> None:
    passed = "A player who has no card left is passed over, in leading as in following."
    piquet = get_genome("piquet")
    assert passed not in generate_rulebook(piquet)
    assert passed in generate_rulebook(changed(piquet, DrawPhase, mandatory=False))
    assert passed in generate_rulebook(changed(piquet, DrawPhase, count=2))
    assert passed in generate_rulebook(changed(piquet, DiscardPhase, count=9))


def test_a_card_that_stays_on_the_table_is_missing_in_the_hands() -> None:
    passed = "A player who has no card left is passed over, in leading as in following."
    baloot = get_genome("baloot")
    assert passed not in generate_rulebook(baloot)

    def left_there(part: Part) -> Part:
        if isinstance(part, Move) and part.source == "floor":
            return replace(part, target="discard")
        return part

    assert passed in generate_rulebook(transform(baloot, left_there))


def test_a_bid_beyond_what_is_counted_counts_no_more() -> None:
    hell = get_genome("oh-hell")
    assert "no more than" not in generate_rulebook(hell)
    small = replace(hell, counters=tuple(replace(c, high=7) for c in hell.counters))
    text = "That number of tricks is their bid, but no more than 7."
    assert text in generate_rulebook(small)


def test_a_side_goes_out_with_one_of_its_players() -> None:
    cheat = replace(get_genome("cheat"), teams=((0, 2), (1, 3)), team_mode=True)
    aim = "The aim is to be the first side with a player who has no cards left."
    assert aim in generate_rulebook(cheat)


def test_one_of_two_equal_cards_is_missing_from_two_packs() -> None:
    maid = get_genome("old-maid")
    assert maid.deck is not None
    blocks = tuple(replace(block, copies=2) for block in maid.deck.blocks)
    two = replace(maid, deck=replace(maid.deck, blocks=blocks))
    assert "103 cards: two standard packs, without one queen of clubs." in generate_rulebook(two)


def test_what_is_said_of_one_kind_of_cards_does_not_seem_to_hold_for_the_next() -> None:
    """Not "a card that beats the one that is winning or a jack"."""
    beating = CardCondition(beats=Reference.WINNER)
    either = CardCondition(any_of=(beating, CardCondition(rank=Rank.JACK)))
    book = generate_rulebook(with_tricks(get_genome("hearts"), follow=(CardRule(either),)))
    assert "must play a jack or a card that beats the card that is winning the trick" in book
    assert "Play a card that is not a trump, or a trump that beats" in generate_rulebook(
        get_genome("klaverjas")
    )


def test_minus_minus_is_plus() -> None:
    dizhu = get_genome("dou-dizhu")
    rules = tuple(
        replace(rule, amount=f"-({rule.amount})") if str(rule.amount).startswith("-") else rule
        for rule in dizhu.scoring_rules or ()
    )
    book = generate_rulebook(replace(dizhu, scoring_rules=rules))
    assert "minus minus" not in book
    assert "| Each other player | Every player but the landlord | the payment |" in book


def test_a_card_may_score_by_several_rules() -> None:
    told = "A card to which several of these apply scores for each of them."
    hearts = get_genome("hearts")
    assert told not in generate_rulebook(hearts)
    five = CardScoringRule(
        CardCondition(suit=Suit.HEARTS, rank=Rank.FIVE), 26, ScoringTrigger.TRICK_WIN
    )
    more = replace(hearts, card_scoring=(*(hearts.card_scoring or ()), five))
    assert told in generate_rulebook(more)


def test_what_scores_without_a_name_is_called_by_what_it_does() -> None:
    spades = get_genome("spades")
    rules = tuple(replace(rule, label="") for rule in (spades.scoring_rules or ())[:2])
    book = generate_rulebook(
        replace(spades, scoring_rules=(*rules, *(spades.scoring_rules or ())[2:]))
    )
    assert "| Bonus | If their bid is more than 0" in book
    assert "| Penalty | If they have taken fewer tricks than their bid" in book
    assert "|  |" not in book
    hearts = get_genome("hearts")
    fewer = ScoringRule(-5, who="where(each, tricks == 0)", label="")
    more = replace(hearts, scoring_rules=(*(hearts.scoring_rules or ()), fewer))
    assert "| Bonus | Each player who has taken no tricks | minus 5 points |" in generate_rulebook(
        more
    )


def test_any_card_of_a_hand_may_be_built_with() -> None:
    solitaire = get_genome("solitaire")
    moves = BuildMove("hand", "foundations", CardCondition(), on_empty=CardCondition())
    book = generate_rulebook(changed(solitaire, BuildPhase, moves=(moves,)))
    assert "Play a card from your hand to a foundation." in book
    assert "top card of your hand" not in book


def test_whoever_cannot_beat_what_lies_there_is_told_what_to_do() -> None:
    """If nothing but playing is left of a choice, one may be unable to."""
    dizhu = get_genome("dou-dizhu")

    def no_pass(part: Part) -> Part:
        if isinstance(part, ChoicePhase):
            return replace(part, options=part.options[:1])
        return part

    cannot = "If you cannot, you do nothing."
    assert cannot not in generate_rulebook(dizhu)
    assert cannot in generate_rulebook(transform(dizhu, no_pass))


def test_names_of_combinations_are_common_nouns() -> None:
    rummy = get_genome("rummy")
    patterns = tuple(replace(pattern, name=pattern.name.capitalize()) for pattern in rummy.patterns)

    def named(part: Part) -> Part:
        if not isinstance(part, MeldPhase):
            return part
        return replace(part, patterns=tuple(name.capitalize() for name in part.patterns))

    book = generate_rulebook(transform(replace(rummy, patterns=patterns), named))
    assert "You may lay a set or a run from your hand on the table" in book


@pytest.mark.parametrize(
    ("factor", "said"), [(2, "doubled"), (3, "tripled"), (4, "multiplied by four")]
)
def test_a_number_that_is_multiplied(factor: int, said: str) -> None:
    def times(part: Part) -> Part:
        if isinstance(part, Set) and part.to == "2 * bet":
            return replace(part, to=f"{factor} * bet")
        return part

    assert f"Your bet is {said}" in generate_rulebook(transform(get_genome("blackjack"), times))


def test_nobody_tries_to_go_out_first_where_that_costs() -> None:
    before = "you try to get rid of your cards before the others do"
    president = get_genome("president")
    assert before in generate_rulebook(president)
    rules = tuple(replace(rule, amount=-2) for rule in president.scoring_rules or ())
    assert before not in generate_rulebook(replace(president, scoring_rules=rules))


def test_cards_that_nobody_uses_are_no_stock() -> None:
    aside = "cards are laid aside; nobody uses them."
    assert aside in generate_rulebook(get_genome("simple-poker"))
    for name in ("draw-poker", "rummy", "briscola", "crazy-eights", "blackjack", "solitaire"):
        assert aside not in generate_rulebook(get_genome(name))


def test_what_only_the_leader_does_is_said_to_whoever_leads() -> None:
    """Not "if you are to lead, the leader of the trick may"."""

    def by_the_leader(part: Part) -> Part:
        if not isinstance(part, TrickPhase):
            return part
        before = [
            replace(phase, who="leader") if "leader" in phase.when else phase
            for phase in part.before_card
        ]
        return replace(part, before_card=tuple(before))

    book = generate_rulebook(transform(get_genome("schnapsen"), by_the_leader))
    assert "If you are to lead, you may do any of the following" in book


def test_several_promoted_cards_stand_in_their_order() -> None:
    euchre = get_genome("euchre")
    assert euchre.rankings is not None
    ranking = euchre.rankings[0]
    left = ranking.promote[0]
    ten = replace(left, label="other ten", cards=replace(left.cards, rank=Rank.TEN))
    two = replace(euchre, rankings=(replace(ranking, promote=(left, ten)),))
    book = generate_rulebook(two)
    assert "The other ten and the left bower count as trumps" in book
    assert "J♥ 10♦ J♦ A♥ K♥" in book


def test_a_hand_in_which_nobody_can_do_anything_is_over() -> None:
    """Rows can be built no further, and there is nothing left to draw."""
    rows = BuildPhase(moves=(BuildMove("hand", "tableau", CardCondition(rank=Rank.TWO)),))
    draw = DrawPhase("deck", 1, mandatory=True, when="size(deck) > 0")
    turns = TurnsPhase(
        phases=(ChoicePhase(options=(rows, draw)),), until="any(each, hand_size == 0)"
    )
    eights = get_genome("crazy-eights")
    structure = replace(eights.turn_structure, phases=(turns,))
    book = generate_rulebook(replace(eights, turn_structure=structure, special_effects=()))
    assert "it also ends when nobody has been able to do anything for a whole round" in book


def test_an_end_after_some_hands_is_told_with_the_points_to_reach() -> None:
    rummy = get_genome("rummy")
    assert rummy.match is not None
    last = replace(rummy.win_conditions[0], threshold=0, when="hand_number == 8")
    both = replace(
        rummy,
        win_conditions=(*rummy.win_conditions, last),
        match=replace(rummy.match, hands=8),
    )
    text = "Hand after hand is played until a player has 100 points, but no more than eight hands."
    assert text in generate_rulebook(both)


def test_a_card_that_is_named_by_what_is_printed_on_it_is_that_card() -> None:
    def printed(part: Part) -> Part:
        if isinstance(part, CardCondition) and part.suit is not None and part.rank is not None:
            return replace(part, suit=None, printed_suit=part.suit)
        return part

    hearts = get_genome("hearts")
    assert "holds the two of clubs" in generate_rulebook(hearts)
    assert generate_rulebook(transform(hearts, printed)) == generate_rulebook(hearts)


def test_who_leads_if_nobody_was_dealt_the_card_that_leads() -> None:
    hearts = get_genome("hearts")
    assert hearts.setup.deal is not None
    few = tuple(replace(step, packets=step.packets[:10]) for step in hearts.setup.deal)
    book = generate_rulebook(replace(hearts, setup=replace(hearts.setup, deal=few)))
    assert "holds the two of clubs (or, if nobody does, the player to the dealer's left)" in book
    assert "In the first trick, the leader must lead the two of clubs, if they can." in book
    whole = generate_rulebook(hearts)
    assert "if nobody does" not in whole
    assert "the two of clubs, if they can" not in whole


def test_one_player_who_took_a_card_plays_it_when_the_others_have_none() -> None:
    def unfilled(part: Part) -> Part:
        if isinstance(part, DoPhase):
            kept = tuple(a for a in part.actions if not isinstance(a, FillHands))
            return replace(part, actions=kept)
        return part

    passed = "A player who has no card left is passed over, in leading as in following."
    baloot = get_genome("baloot")
    assert passed not in generate_rulebook(baloot)
    assert passed in generate_rulebook(transform(baloot, unfilled))


def test_trumps_beat_nothing_where_suits_do_not_matter() -> None:
    spades = get_genome("spades")
    assert spades.rankings is not None
    plain = tuple(replace(ranking, across_suits=True) for ranking in spades.rankings)
    book = generate_rulebook(with_tricks(replace(spades, rankings=plain), breaking_suit=None))
    assert "Suits do not matter" in book
    assert "Every trump beats" not in book
    assert "always trumps" not in book
    asked = with_tricks(
        replace(spades, rankings=plain),
        breaking_suit=None,
        follow=(CardRule(CardCondition(trump=True)),),
    )
    assert "Spades are always trumps." in generate_rulebook(asked)


def test_partners_win_with_whoever_is_out_of_cards() -> None:
    durak = get_genome("durak")
    sides = replace(durak, player_count=4, team_mode=True, teams=((0, 2), (1, 3)))
    book = generate_rulebook(sides)
    assert "the sides of all players who have no cards left have won" in book
    assert "The aim is that you or your partner get rid of all your cards." in book


def test_a_player_without_cards_captures_nothing() -> None:
    def with_draw(part: Part) -> Part:
        if isinstance(part, TurnsPhase):
            return replace(part, phases=(*part.phases, DrawPhase(mandatory=False)))
        return part

    left_out = "If you have no cards, this is left out."
    scopa = get_genome("scopa")
    assert left_out not in generate_rulebook(scopa)
    assert left_out in generate_rulebook(transform(scopa, with_draw))


def test_later_deals_may_use_up_the_stock() -> None:
    stud = get_genome("seven-card-stud")
    assert stud.setup.deal is not None
    first, *rest = stud.setup.deal
    many = (replace(first, packets=(1,) * 6), *rest)
    book = generate_rulebook(replace(stud, setup=replace(stud.setup, deal=many)))
    assert "When the stock runs out" in book
    assert "When the stock runs out" not in generate_rulebook(stud)


def test_trumps_that_change_in_turn_are_listed_in_their_order() -> None:
    suits = "if(mod(hand_number, 3) == 1, clubs, if(mod(hand_number, 3) == 2, hearts, none))"
    hearts = get_genome("hearts")
    setup = replace(hearts.setup, after_deal=(SetTrump(suit=suits),))
    book = generate_rulebook(replace(hearts, setup=setup))
    order = "first clubs, then hearts, then no trumps, and so on in this order."
    assert f"Trumps change from hand to hand: {order}" in book


def test_numbers_of_players_keep_their_bags_where_there_are_no_sides() -> None:
    alone = replace(get_genome("partnership-spades"), team_mode=False, teams=())
    assert "Each player's bags are kept from hand to hand." in generate_rulebook(alone)


def test_only_trumps_are_called_trumps() -> None:
    durak = get_genome("durak")
    (trumps,) = (named for named in durak.card_sets if named.label == "trump")
    jack = CardCondition(rank=Rank.JACK, suit=Suit.SPADES)
    more = replace(trumps, cards=CardCondition(any_of=(trumps.cards, jack)))
    sets = tuple(more if named is trumps else named for named in durak.card_sets)
    book = generate_rulebook(replace(durak, card_sets=sets))
    assert "A **special card** is a trump or the jack of spades." in book


def test_a_battle_is_for_the_lowest_card_where_that_wins() -> None:
    war = with_tricks(get_genome("whist"), tie=TrickTie.BATTLE, battle_cards=1)
    book = generate_rulebook(with_tricks(war, high_card_wins=False))
    assert "If the lowest cards are equal" in book
    assert "and the lower of these wins it all" in book
    assert "A player who has no card left is passed over" in book


def test_hands_differ_where_a_player_need_not_lay_cards_away() -> None:
    def optional(part: Part) -> Part:
        return replace(part, mandatory=False) if isinstance(part, DiscardPhase) else part

    passed = "A player who has no card left is passed over"
    euchre = get_genome("euchre")
    assert passed not in generate_rulebook(euchre)
    assert passed in generate_rulebook(transform(euchre, optional))


def test_trumps_that_depend_on_a_number_are_listed() -> None:
    book = generate_rulebook(get_genome("ninety-nine"))
    assert "diamonds if it is 0, spades if 1, hearts if 2 and clubs if 3." in book
    assert "In the first hand there are no trumps." in book


def test_a_card_that_one_player_is_not_dealt_leaves_hands_uneven() -> None:
    passed = "A player who has no card left is passed over"
    sueca = get_genome("sueca")
    assert passed not in generate_rulebook(sueca)
    kept = tuple(a for a in sueca.setup.after_deal if not isinstance(a, Move))
    assert passed in generate_rulebook(replace(sueca, setup=replace(sueca.setup, after_deal=kept)))


def test_an_example_of_a_suit_of_three_cards_shows_four_different_ones() -> None:
    doppelkopf = get_genome("doppelkopf")
    assert doppelkopf.rankings is not None
    first, *rest = doppelkopf.rankings
    *others, ten = first.promote
    clubs = replace(ten, cards=CardCondition(rank=Rank.TEN, printed_suit=Suit.CLUBS))
    short = replace(first, promote=(*others, clubs))
    book = generate_rulebook(replace(doppelkopf, rankings=(short, *rest)))
    assert "K♣ is led; if you hold A♣, 9♣, 10♥ and J♠, you must play A♣ or 9♣." in book


def test_of_two_equal_duties_the_second_is_left_out() -> None:
    rule = CardRule(CardCondition(trump=True), "winner in opponents(turn)")
    led = CardRule(CardCondition(same=(Attribute.SUIT,), of=Reference.LED))
    book = generate_rulebook(with_tricks(get_genome("belote"), follow=(led, rule, rule)))
    assert book.count("If an opponent is winning the trick: play a trump.") == 1


def test_trumps_that_change_in_turn_have_a_sentence_of_their_own() -> None:
    def turning(suit: str) -> str:
        trump = replace(get_genome("whist").setup, after_deal=(SetTrump(suit),))
        return generate_rulebook(replace(get_genome("whist"), setup=trump))

    three = "if(mod(hand_number, 3) == 1, clubs, if(mod(hand_number, 3) == 2, hearts, none))"
    assert "first clubs, then hearts, then no trumps, and so on in this order" in turning(three)
    six = "if(mod(hand_number, 2) == 0, clubs, if(mod(hand_number, 3) == 0, hearts, spades))"
    order = "first spades, then clubs, then hearts, then clubs, then spades, then clubs"
    assert f"Trumps change from hand to hand: {order}, and so on" in turning(six)
    some = "if(hand_number > 3, clubs, if(mod(hand_number, 2) == 0, hearts, spades))"
    told = "From the fourth hand on, clubs are trumps; in every second hand, beginning with the"
    assert told in turning(some)
    assert "hearts are trumps; otherwise spades are trumps" in turning(some)


def test_one_who_is_asked_alone_does_not_speak_at_the_same_time_as_others() -> None:
    alone = changed(get_genome("bridge"), CallPhase, simultaneous=True, who="dealer")
    book = generate_rulebook(alone)
    assert "The dealer makes one of these calls:" in book
    assert "at the same time" not in book
    assert "If several players" not in book


def test_a_single_card_is_passed_as_one() -> None:
    book = generate_rulebook(changed(get_genome("hearts"), PassPhase, count=1))
    assert "In the first hand you pass it to the player to your left" in book


def test_what_all_have_in_common_is_won_or_lost_by_all() -> None:
    together = replace(get_genome("freecell"), player_count=3)
    book = generate_rulebook(together)
    won = "everybody has won if all 52 cards are on the foundations; otherwise everybody has lost"
    assert won in book
    assert "for whom" not in book


def test_a_player_who_has_all_the_chips_has_won_for_their_side() -> None:
    sides = replace(get_genome("draw-poker"), teams=((0, 2), (1, 3)), team_mode=True)
    assert "If only one player has chips left, that player's side has won." in generate_rulebook(
        sides
    )


def test_an_example_names_no_trumps_where_suits_do_not_matter() -> None:
    nines = get_genome("ninety-nine")
    assert nines.rankings is not None
    across = tuple(replace(ranking, across_suits=True) for ranking in nines.rankings)
    book = generate_rulebook(replace(nines, rankings=across))
    assert "**Example:**" in book
    assert "are trumps. 10♣ is led" not in book


def test_whoever_gets_cards_and_keeps_them_makes_hands_differ() -> None:
    passed = "A player who has no card left is passed over"
    skat = get_genome("skat")
    assert passed not in generate_rulebook(skat)
    for gone in (DiscardPhase, DrawPhase):

        def without(part: Part, gone: type[Part] = gone) -> Part:
            if isinstance(part, BlockPhase) and any(isinstance(p, gone) for p in part.phases):
                kept = tuple(phase for phase in part.phases if not isinstance(phase, gone))
                return replace(part, phases=kept)
            return part

        assert passed in generate_rulebook(transform(skat, without))


def test_cards_that_are_played_before_the_tricks_make_hands_differ() -> None:
    whist = get_genome("whist")
    play = PlayPhase(who="each", target="discard", mandatory=False)
    phases = (play, *whist.turn_structure.phases)
    book = generate_rulebook(
        replace(whist, turn_structure=replace(whist.turn_structure, phases=phases))
    )
    assert "A player who has no card left is passed over" in book


def test_what_comes_after_the_heart_of_a_turn_is_not_told_as_the_turn() -> None:
    mau_mau = get_genome("mau-mau")

    def longer(part: Part) -> Part:
        if not isinstance(part, TurnsPhase):
            return part
        return replace(part, phases=(*part.phases, DiscardPhase("discard", 1)))

    assert "On your turn you discard" not in generate_rulebook(transform(mau_mau, longer))


def test_two_rules_that_let_the_next_player_miss_a_turn_are_counted() -> None:
    uno = get_genome("uno")
    draws = next(e for e in uno.special_effects if "draw_two" in str(e.cards))
    more = SpecialEffect(draws.cards, moment=Moment.PLAYED, do=(Skip(),))
    book = generate_rulebook(replace(uno, special_effects=(*uno.special_effects, more)))
    assert "As two of these rules are about a draw two, two players in a row miss a turn" in book


def test_where_suits_do_not_matter_in_one_mode_that_is_said_of_it() -> None:
    skat = get_genome("skat")
    assert skat.rankings is not None
    games, null = skat.rankings
    book = generate_rulebook(replace(skat, rankings=(games, replace(null, across_suits=True))))
    assert "In Null, suits do not matter" in book


def test_cards_that_share_what_is_said_at_the_end_are_not_set_apart() -> None:
    forties = get_genome("forty-fives")
    trumps = CardCondition(ranks=(Rank.NINE, Rank.JACK), trump=True)
    hearts = CardCondition(rank=Rank.ACE, printed_suit=Suit.HEARTS)
    sets = tuple(
        replace(named, label="five or jack", cards=CardCondition(any_of=(trumps, hearts)))
        if named.name == "top_three"
        else named
        for named in forties.card_sets
    )
    book = generate_rulebook(replace(forties, card_sets=sets))
    # Neither is it called by a five that is none of these cards.
    assert "A **special card** is a nine or jack of trumps, or the ace of hearts." in book
    assert "a five or jack" not in book


def test_cards_compared_by_colour_are_not_called_cards_of_a_suit() -> None:
    jass = get_genome("jass")
    colour = CardCondition(same=(Attribute.COLOUR,), of=Reference.LED)
    sets = tuple(
        replace(named, cards=colour) if named.name == "card_of_suit_led" else named
        for named in jass.card_sets
    )
    book = generate_rulebook(replace(jass, card_sets=sets))
    assert "you hold a card of the suit led" not in book
    assert "A **special card** is a card of the same colour as the card led." in book


def test_a_declarer_who_lays_more_away_than_they_took_has_fewer_cards() -> None:
    preferans = get_genome("preferans")
    over = "A player who has no card left is passed over"
    assert over not in generate_rulebook(preferans)
    assert over in generate_rulebook(changed(preferans, DiscardPhase, count=3))


def test_only_some_pass_cards_where_a_partner_may_sit_out() -> None:
    euchre = get_genome("euchre")
    *before, tricks = euchre.turn_structure.phases
    passing = PassPhase(count=1, to=("left(turn)",))
    phases = (*before, passing, tricks)
    book = generate_rulebook(
        replace(euchre, turn_structure=replace(euchre.turn_structure, phases=phases))
    )
    assert "Each player who is still in the hand chooses one card from their hand" in book
    assert "All of them pass at the same time" in book


def test_what_somebody_may_do_first_in_a_turn_is_told_in_good_english() -> None:
    maid = changed(get_genome("old-maid"), DrawPhase, mandatory=False)
    book = generate_rulebook(maid)
    assert "On your turn you may, if you like, draw a card from the hand of" in book


def test_several_other_cards_of_the_trump_colour_are_spoken_of_one_by_one() -> None:
    pidro = get_genome("pidro")
    double = DeckSpec((CardBlock(tuple(Suit), tuple(Rank), 2),))
    book = generate_rulebook(replace(pidro, deck=double, options=()))
    assert "Every other five of the trump colour" in book


def test_a_pack_that_lacks_ranks_is_called_so_also_beside_jokers() -> None:
    canasta = get_genome("canasta")
    assert canasta.deck is not None
    cards, *jokers = canasta.deck.blocks
    fewer = replace(cards, ranks=tuple(rank for rank in cards.ranks if rank != Rank.TWO))
    deck = replace(canasta.deck, blocks=(fewer, *jokers))
    book = generate_rulebook(replace(canasta, deck=deck))
    assert "two standard packs without the twos, and four jokers." in book


def test_who_scores_is_named_again_after_another_has_dealt() -> None:
    def dealing(part: Part) -> Part:
        if not isinstance(part, TrickPhase):
            return part
        fill = FillHands(5, "from(each, winner)")
        return replace(part, after_trick=(fill, *part.after_trick))

    book = generate_rulebook(transform(get_genome("twenty-five"), dealing))
    assert "and the winner of the trick scores 5 points" in book


def test_two_players_need_no_order_of_challenging() -> None:
    book = generate_rulebook(replace(get_genome("cheat"), player_count=2))
    assert "Your opponent may challenge the claim." in book


def test_a_number_that_is_no_count_goes_down() -> None:
    lives = get_genome("thirty-one")
    book = generate_rulebook(replace(lives, words=()))
    assert "their count of lives goes down by 1" in book
    assert "minus 1, added" not in book


def test_combinations_of_several_tags_are_called_by_these() -> None:
    klaverjas = get_genome("klaverjas")
    names = tuple(p.name for p in klaverjas.patterns if set(p.tags) & {"sequences", "fours"})
    declare = DeclarePhase(patterns=names)
    phases = (declare, *klaverjas.turn_structure.phases)
    structure = replace(klaverjas.turn_structure, phases=phases)
    book = generate_rulebook(replace(klaverjas, turn_structure=structure))
    assert "shows all fours and sequences in their hand" in book
    assert "keep silent about a four or sequence" in book


def test_a_promoted_card_is_not_called_by_its_own_name_again() -> None:
    skat = get_genome("skat")
    assert skat.rankings is not None
    games, null = skat.rankings
    named = replace(games, promote=(replace(games.promote[0], label="jack"),))
    assert "(the jack)" not in generate_rulebook(replace(skat, rankings=(named, null)))


def test_what_is_only_ever_set_is_not_counted_anew() -> None:
    setting = DoPhase(actions=(Set("due", 0),))
    mau_mau = get_genome("mau-mau")
    without = replace(mau_mau, special_effects=())
    phases = (setting, *without.turn_structure.phases)
    structure = replace(without.turn_structure, phases=phases)
    book = generate_rulebook(replace(without, turn_structure=structure))
    assert "No cards are owed for sevens." in book
    assert "counted anew" not in book


def test_ranks_that_only_trumps_have_are_not_left_out_of_every_suit() -> None:
    sheepshead = get_genome("sheepshead")
    assert sheepshead.rankings is not None
    plain = sheepshead.rankings[0].plain
    same = replace(sheepshead.rankings[0], trump=plain)
    book = generate_rulebook(replace(sheepshead, rankings=(same,)))
    assert "The cards of a plain suit rank, from high to low, A 10 K 9 8 7." in book


def test_states_that_outlive_a_hand_are_told_in_one_sentence() -> None:
    spades = get_genome("spades")
    kept = (
        Counter("bold", "bold", scope=Scope.SEAT, life=Life.MATCH, flag=True, high=1),
        Counter("shy", "shy", scope=Scope.SEAT, life=Life.MATCH, flag=True, high=1),
    )
    setting = DoPhase(actions=(Set("bold", 1, "dealer"), Set("shy", 1, "left(dealer)")))
    structure = replace(spades.turn_structure, phases=(setting, *spades.turn_structure.phases))
    told = replace(spades, counters=(*spades.counters, *kept), turn_structure=structure)
    book = generate_rulebook(told)
    assert "It is remembered from hand to hand who is bold and who is shy." in book
    assert "Each player's bold" not in book


def test_a_last_draw_that_does_not_go_round_is_told() -> None:
    twenty_five = get_genome("twenty-five")
    *before, tricks = twenty_five.turn_structure.phases
    assert isinstance(tricks, TrickPhase)
    filled = replace(tricks, after_trick=(FillHands(5, "from(each, winner)"), *tricks.after_trick))
    structure = replace(twenty_five.turn_structure, phases=(*before, filled))
    book = generate_rulebook(replace(twenty_five, turn_structure=structure))
    assert "until each holds five cards, as far as the stock lasts" in book
    assert "Whoever finds no card" not in book
    assert "as far as the stock lasts" not in generate_rulebook(twenty_five)


def test_passing_to_the_only_other_player_is_told_once() -> None:
    schnapsen = get_genome("schnapsen")
    passing = PassPhase(count=1, to=("left(turn)", "right(turn)"))
    structure = replace(
        schnapsen.turn_structure, phases=(passing, *schnapsen.turn_structure.phases)
    )
    book = generate_rulebook(replace(schnapsen, turn_structure=structure))
    assert "passes it face down to their opponent." in book
    assert "begins again from the start" not in book
    assert "Both players pass at the same time" in book


def test_who_may_leave_a_card_lying_may_have_none_in_the_last_trick() -> None:
    def optional(part: Part) -> Part:
        return replace(part, mandatory=False) if isinstance(part, DrawPhase) else part

    passed = "A player who has no card left is passed over, in leading as in following."
    euchre = get_genome("euchre")
    assert passed not in generate_rulebook(euchre)
    assert passed in generate_rulebook(transform(euchre, optional))


def test_cards_of_players_who_sit_out_are_not_played() -> None:
    all_played = "The play ends when all cards have been played."
    whist, hundred = generate_rulebook(get_genome("whist")), get_genome("five-hundred")
    assert all_played in whist
    book = generate_rulebook(hundred)
    assert "The play ends when nobody who is still in the hand has a card left." in book
    assert all_played not in book


def test_an_answer_to_a_lead_that_something_else_waits_for_is_told_as_a_state() -> None:
    hundred = get_genome("five-hundred")
    rule = ScoringRule(amount="if(nominate_due, 1, 0)", who="contractor", label="Waiting")
    other = replace(hundred, scoring_rules=(*(hundred.scoring_rules or ()), rule))
    assert "the hand is waiting for a nomination" not in generate_rulebook(hundred)
    assert "the hand is waiting for a nomination" in generate_rulebook(other)


def test_a_call_that_another_clause_allows_again_says_so_by_itself() -> None:
    barbu = get_genome("barbu")
    once = "but none that they have chosen before:"
    assert once in generate_rulebook(barbu)
    again = DoPhase(actions=(Set("had_no_tricks", 0, "dealer"),))
    phases = (again, *barbu.turn_structure.phases)
    changed = replace(barbu, turn_structure=replace(barbu.turn_structure, phases=phases))
    book = generate_rulebook(changed)
    assert once not in book
    assert "**Declare no hearts**, but not if they have declared no hearts before." in book


def test_of_four_players_the_next_one_without_a_role_is_not_the_other_one() -> None:
    preferans = get_genome("preferans")
    other = "the whister chooses those of the other player who is not the declarer"
    assert other in generate_rulebook(preferans)
    assert other not in generate_rulebook(replace(preferans, player_count=4))


def test_hands_filled_to_fewer_cards_than_were_dealt_differ() -> None:
    def fewer(part: Part) -> Part:
        return replace(part, size=4) if isinstance(part, FillHands) else part

    passed = "A player who has no card left is passed over, in leading as in following."
    fives = get_genome("forty-fives")
    assert passed not in generate_rulebook(fives)
    assert passed in generate_rulebook(transform(fives, fewer))


def test_a_stock_that_may_give_out_when_hands_are_filled_leaves_them_uneven() -> None:
    fives = get_genome("forty-fives")
    assert fives.deck is not None
    (block,) = fives.deck.blocks
    for missing, short in (("23", False), ("234", True)):
        ranks = tuple(rank for rank in block.ranks if str(rank) not in missing)
        deck = replace(fives.deck, blocks=(replace(block, ranks=ranks),))
        assert (PASSED in generate_rulebook(replace(fives, deck=deck))) == short, missing


def test_what_may_not_be_led_yet_gives_way_to_duties_before_it() -> None:
    hearts = get_genome("hearts")
    always = CardRule(cards=CardCondition(suit=Suit.HEARTS))
    book = generate_rulebook(with_tricks(hearts, lead=(always,)))
    assert "unless the leader has nothing else" not in book
    duties = book.index("When you lead, the first of these duties that you can fulfil binds you:")
    last = book.index("As long as hearts are not broken, that is, as long as no heart has been")
    assert duties < last
    assert "Hearts may not be led until they are broken" in generate_rulebook(hearts)


def test_a_card_without_a_suit_of_its_own_makes_no_suit_trumps() -> None:
    five = get_genome("spoil-five")

    def always(part: Part) -> Part:
        return replace(part, always=True) if isinstance(part, Promotion) else part

    told = "The suit of the turned card is trumps"
    assert f"{told} (if it is the ace of hearts, no suit is)." in generate_rulebook(
        transform(five, always)
    )
    assert f"{told}." in generate_rulebook(five)


def test_a_turn_in_which_cards_are_built_is_told_by_what_is_done() -> None:
    spite = get_genome("spite-and-malice")

    def also_draws(part: Part) -> Part:
        if not isinstance(part, TurnsPhase):
            return part
        return replace(part, phases=(*part.phases, DrawPhase(mandatory=False)))

    book = generate_rulebook(transform(spite, also_draws))
    assert "you play to the centre if you like, then end the turn, then draw a card if" in book


def test_whoever_draws_several_cards_at_once_may_leave_others_without() -> None:
    guinote = get_genome("guinote")
    assert PASSED not in generate_rulebook(guinote)

    def several(part: Part) -> Part:
        drawn = isinstance(part, Move) and part.source == "deck" and part.target == "hand"
        return replace(part, count=3) if drawn and isinstance(part, Move) else part

    assert PASSED in generate_rulebook(transform(guinote, several))


def test_different_values_of_cards_are_not_called_the_same() -> None:
    skat = get_genome("skat")
    table = (skat.point_tables or ())[0]
    other = replace(table, name="others", lines=(CardPoints(CardCondition(rank=Rank.ACE), 9),))
    rule = ScoringRule(
        label="Aces",
        who="each",
        when="points(captured, others) > 60",
        amount=5,
    )
    tables, rules = (table, other), (*(skat.scoring_rules or ()), rule)
    text = generate_rulebook(replace(skat, point_tables=tables, scoring_rules=rules))
    assert "The extra card points of the cards are:" in text
    assert "are worth more than 60 extra card points" in text
    assert text.count("The card points of the cards are:") == 1


def test_what_one_of_a_side_has_scored_is_no_total_of_the_side() -> None:
    pitch = get_genome("pitch")
    pairs = ((0, 2), (1, 3))
    text = generate_rulebook(replace(pitch, teams=pairs, team_mode=True))
    own = "If the pitcher has at least 7 points of their own, the pitcher's side has won."
    assert own in text
    assert "the pitcher has at least 7 points, the pitcher has won" in generate_rulebook(pitch)


def test_who_deals_is_told_also_where_the_deal_then_passes_on() -> None:
    president = get_genome("president")
    match = president.match
    assert match is not None
    text = generate_rulebook(replace(president, match=replace(match, next_dealer=NextDealer.LEFT)))
    assert "passes to the player on the left of whoever is then the dealer" in text
    assert "is the dealer from now on." in text


def test_trumps_that_all_other_cards_of_their_suit_rank_with_are_listed_once() -> None:
    sheepshead = get_genome("sheepshead")
    ranking = (sheepshead.rankings or ())[0]
    kinds = [CardCondition(rank=rank) for rank in (Rank.JACK, Rank.QUEEN)]
    kinds.append(CardCondition(rank=Rank.TEN, suit=Suit.HEARTS))
    promote = tuple(Promotion(cards, Rank.ACE, always=True) for cards in kinds)
    own = replace(ranking, trump=ranking.plain, promote=promote)
    text = generate_rulebook(replace(sheepshead, rankings=(own,)))
    assert "The trumps rank" not in text
    assert "Every jack, every queen and the ten of hearts count as trumps" in text


def test_rows_that_nobody_can_go_on_with_end_the_hand() -> None:
    sevens = get_genome("sevens")
    eight = (DealStep(packets=(1,) * 8, zone="hand", to="each"),)
    fewer = generate_rulebook(replace(sevens, setup=replace(sevens.setup, deal=eight)))
    stuck = "it also ends when nobody has been able to do anything for a whole round."
    assert stuck in fewer
    assert stuck not in generate_rulebook(sevens)


def test_who_takes_a_card_before_playing_and_lays_none_away_makes_hands_differ() -> None:
    def kept(part: Part) -> Part:
        if isinstance(part, TrickPhase):
            robbing, *later = part.before_card
            assert isinstance(robbing, BlockPhase)
            alone = replace(robbing, phases=robbing.phases[:1])
            return replace(part, before_card=(alone, *later))
        return part

    def laid_away(part: Part) -> Part:
        return replace(part, count=2) if isinstance(part, DiscardPhase) else part

    spoil_five = get_genome("spoil-five")
    passed_over = "A player who has no card left is passed over"
    tricks = spoil_five.turn_structure.phases[-1]
    others = spoil_five.turn_structure.phases[:-1]
    two = replace(spoil_five.turn_structure, phases=(*others, transform(tricks, laid_away)))
    assert passed_over in generate_rulebook(replace(spoil_five, turn_structure=two))
    assert passed_over in generate_rulebook(transform(spoil_five, kept))
    assert passed_over not in generate_rulebook(spoil_five)


def test_a_hand_that_can_never_count_is_left_out() -> None:
    poker = get_genome("simple-poker")
    assert poker.hand_evaluation is not None
    patterns = poker.hand_evaluation.patterns
    pair = next(pattern for pattern in patterns if pattern.name == "One Pair")
    again = replace(pair, name="One Pair 2", rank_priority=pair.rank_priority - 1)
    lower = [replace(p, rank_priority=p.rank_priority + 10) for p in patterns]
    lower = [again if p.name == "High Card" else p for p in lower]
    evaluation = replace(poker.hand_evaluation, patterns=tuple(lower))
    book = generate_rulebook(replace(poker, hand_evaluation=evaluation))
    assert "| One Pair | Two cards of the same rank |" in book
    assert "One Pair 2" not in book


def test_whoever_plays_alone_is_spoken_to() -> None:
    cribbage = replace(get_genome("cribbage"), player_count=1)
    book = generate_rulebook(cribbage)
    assert "You deal six cards to yourself" in book
    assert "If the starter is a jack, you score 2 points." in book
    assert "Your **show points** are all of this together:" in book
    assert "you take all cards that you played from" in book
    assert "You add all the cards in your hand to the cards turned down" in book


def test_hands_are_filled_without_a_word_of_a_stock_that_lasts() -> None:
    belote = get_genome("belote")
    short, long = "until each holds eight cards.", "eight cards, as far as the stock lasts."

    def of(ranks: str) -> str:
        assert belote.deck is not None
        blocks = tuple(
            replace(b, ranks=tuple(map(Rank, ranks.split()))) for b in belote.deck.blocks
        )
        return generate_rulebook(replace(belote, deck=replace(belote.deck, blocks=blocks)))

    assert short in of("6 7 8 9 10 J Q K A")
    assert short in of("7 8 9 10 J Q K A")
    assert long in of("8 9 10 J Q K A")


def test_a_card_that_may_count_as_another_suit_is_told_by_what_it_counts_as() -> None:
    jack = CardCondition(rank=Rank.JACK, suit=Suit.SPADES)
    euchre = get_genome("euchre")
    rules = (CardRule(CardCondition(any_of=(CardCondition(trump=True), jack))),)
    assert "a trump or a jack that counts as a spade" in generate_rulebook(
        with_tricks(euchre, follow=rules)
    )
    assert "a trump or the jack of spades" in generate_rulebook(
        with_tricks(get_genome("whist"), follow=rules)
    )


def test_rows_that_leave_cards_out_may_stop_everybody() -> None:
    def wider(part: Part) -> Part:
        if isinstance(part, CardCondition) and part.step == 1:
            return replace(part, step=2)
        return part

    assert "nobody has been able to do anything" in generate_rulebook(
        transform(get_genome("sevens"), wider)
    )


def test_what_is_done_in_few_hands_is_no_part_of_how_a_hand_goes() -> None:
    hearts = get_genome("hearts")
    passing = hearts.turn_structure.phases[0]
    assert isinstance(passing, PassPhase)
    late = replace(passing, when="mod(hand_number, 4) == 0")
    structure = replace(hearts.turn_structure, phases=(late, *hearts.turn_structure.phases[1:]))
    book = generate_rulebook(replace(hearts, turn_structure=structure))
    assert "In each hand the players play tricks." in book
    assert "first pass cards on" in generate_rulebook(hearts)


def test_cards_drawn_before_the_tricks_may_leave_the_last_draw_short() -> None:
    whist = get_genome("german-whist")
    drawing = DrawPhase(source="deck", count=1, who="each", mandatory=False)
    structure = replace(whist.turn_structure, phases=(drawing, *whist.turn_structure.phases))
    passed_over = "A player who has no card left is passed over"
    assert passed_over in generate_rulebook(replace(whist, turn_structure=structure))
    assert passed_over not in generate_rulebook(whist)


def test_who_discards_without_drawing_may_run_out_of_cards() -> None:
    def always(part: Part) -> Part:
        return replace(part, when="true") if isinstance(part, DiscardPhase) else part

    nothing = "If you have no such card, you discard nothing."
    thirty_one = get_genome("thirty-one")
    assert nothing in generate_rulebook(transform(thirty_one, always))
    assert nothing not in generate_rulebook(thirty_one)


def test_tricks_may_end_before_their_number_where_everybody_lays_cards_away() -> None:
    euchre = get_genome("euchre")
    phases = euchre.turn_structure.phases
    away = DiscardPhase(count=1, target="discard", who="each", mandatory=True)
    structure = replace(euchre.turn_structure, phases=(away, *phases))
    fewer = generate_rulebook(replace(euchre, turn_structure=structure))
    assert "when five tricks have been played, or when nobody has a card left." in fewer


def test_where_only_two_of_four_draw_before_a_trick_hands_differ() -> None:
    four = replace(get_genome("two-handed-pinochle"), player_count=4)
    passed_over = "A player who has no card left is passed over"
    assert passed_over in generate_rulebook(four)
    assert passed_over not in generate_rulebook(get_genome("two-handed-pinochle"))
    assert passed_over not in generate_rulebook(get_genome("bezique"))


def test_what_is_led_without_a_word_cannot_win_even_if_it_is_a_trump() -> None:
    def kings(part: Part) -> Part:
        if isinstance(part, TrickPhase):
            return replace(part, open_lead=CardCondition(rank=Rank.KING))
        return part

    lost = "while a king played before it cannot win the trick"
    assert lost in generate_rulebook(transform(get_genome("whist"), kings))
    assert "cannot win the trick" not in generate_rulebook(get_genome("french-tarot"))
    assert "cannot win the trick" not in generate_rulebook(get_genome("wizard"))


def test_a_row_of_passes_is_told_where_everything_else_ends_it() -> None:
    schwimmen = get_genome("schwimmen")
    rows = "all players have passed in a row"
    book = generate_rulebook(schwimmen)
    assert rows in book
    assert "number of passes running" not in book

    def knocking_on(part: Part) -> Part:
        if isinstance(part, Call) and part.name == "knock":
            return replace(part, do=part.do[:1])
        return part

    assert "number of passes running" in generate_rulebook(transform(schwimmen, knocking_on))


def test_a_mode_that_a_call_may_replace_is_told_as_one_choice() -> None:
    book = generate_rulebook(get_genome("schafkopf"))
    choice = "If the contract is wenz or wenz tout, the game is a Wenz; otherwise the game is a"
    assert choice in book
    assert "Play the called ace if it is of the suit led" in book


def test_all_that_follows_a_condition_is_a_point_of_its_own() -> None:
    book = generate_rulebook(get_genome("all-fours"))
    assert "2. If the turned-up card is a trump, the cards are thrown in" in book
    assert "who holds more than six cards discards cards until six cards are left" in book


def test_nobody_follows_where_one_plays_alone() -> None:
    for name in ("oh-hell", "whist", "hearts", "briscola"):
        game = replace(get_genome(name), player_count=1, teams=())
        book = generate_rulebook(game)
        assert "You play one card to each trick, and it wins." in book
        tricks = book[book.index("You play one card to each") : book.index("## Scoring")]
        for word in ("others", "other player", "Going", "suit led", "wins the trick"):
            assert word not in tricks, (name, word)


def test_who_answers_is_named_where_somebody_else_is_spoken_of() -> None:
    book = generate_rulebook(get_genome("teen-patti"))
    answer = book[book.index("**The side show.**") :].split("\n")[0]
    assert "the rival drops out of the hand" in answer
    assert "their hand, they drop out" not in answer
