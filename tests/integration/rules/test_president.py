"""President: climbing, passing, clearing the pile, places and the exchange of cards."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.genome.schema import DealStep
from darwindeck.simulation import EventKind
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, changed, rounds, same_cards, sit, won_at
from tests.support.table import Table

ORDER = "3 4 5 6 7 8 9 10 J Q K A 2".split()
SEATS = ("South", "West", "North", "East")


def deal(*hands: str, match: bool = False) -> Sitting:
    """Hands of a few cards; the others stay out of play."""
    size = len(hands[0].split())
    setup = replace(
        get_genome("president").setup, cards_per_player=size, deal=(DealStep(packets=(1,) * size),)
    )
    return sit(changed("president", setup=setup), rounds(*hands), match=match)


def play(game: Sitting, *lines: str) -> Sitting:
    """ "South: 3♣ 3♦" plays a set, "West: pass" passes."""
    for line in lines:
        seat, _, cards = line.partition(": ")
        if cards == "pass":
            game.play(line)
            continue
        first, *others = cards.split()
        game.play(f"{seat}: play {first}")
        for card in others:
            if game.picked(seat):
                game.play(f"{seat}: play {card} as well")
        if game.picked(seat):
            game.play(f"{seat}: play just")
    return game


# --- climbing ----------------------------------------------------------------------------------


def test_any_set_of_one_rank_may_be_led() -> None:
    game = deal("3♣ 3♦ 4♣ 5♣", "6♣ 6♦ 7♣ 8♣", "9♣ 9♦ 10♣ J♣", "Q♣ K♣ A♣ 2♣")
    assert game.may() == {"play 3♣", "play 3♦", "play 4♣", "play 5♣"}, "nobody passes on the lead"
    game.play("South: play 3♣")
    assert game.may() == {"play 3♦ as well", "play just 3♣"}
    game.play("South: play 3♦ as well")
    assert game.turn == "West", "there is no third three"


def test_as_many_cards_of_a_higher_rank_must_follow() -> None:
    game = deal("5♣ 5♦ 4♣ 3♣", "6♣ 6♦ 7♣ 4♥", "9♣ 9♦ 10♣ J♣", "Q♣ K♣ A♣ 2♣")
    play(game, "South: 5♣ 5♦")
    assert game.may("West") == {"play 6♣", "play 6♦", "pass"}
    play(game, "West: 6♣ 6♦")
    assert game.may("North") == {"play 9♣", "play 9♦", "pass"}
    play(game, "North: 9♣ 9♦")
    assert game.may("East") == {"pass"}


def test_a_single_card_is_beaten_by_one_card_though_one_holds_two() -> None:
    game = deal("5♣ 4♣ 3♣", "6♣ 6♦ 7♣", "9♣ 10♣ J♣", "Q♣ K♣ A♣")
    play(game, "South: 5♣", "West: 6♣")
    assert game.turn == "North"
    assert same_cards(game.cards("the table"), "6♣")


def test_the_two_is_highest_and_the_three_lowest_and_equals_do_not_beat() -> None:
    game = deal("A♣ 4♣ 3♣", "2♦ A♦ K♦", "2♥ 10♣ J♣", "Q♣ K♣ 5♣")
    play(game, "South: A♣")
    assert game.may("West") == {"play 2♦", "pass"}
    play(game, "West: 2♦")
    assert game.may("North") == {"pass"}


# --- passing -----------------------------------------------------------------------------------


def test_who_passed_may_play_again_later() -> None:
    game = deal("3♣ 6♣ Q♣", "4♣ 9♣ K♣", "5♣ 10♣ A♣", "7♣ J♣ 2♣")
    play(game, "South: 3♣", "West: pass", "North: 5♣", "East: pass", "South: pass")
    assert "play 9♣" in game.may("West")


def test_when_all_others_pass_the_pile_goes_away_and_the_last_player_leads() -> None:
    game = deal("3♣ 6♣ Q♣", "4♣ 9♣ K♣", "5♣ 10♣ A♣", "7♣ J♣ 2♣")
    play(game, "South: 3♣", "West: 9♣", "North: pass", "East: pass")
    assert same_cards(game.cards("the table"), "9♣"), "South may still answer"
    play(game, "South: pass")
    assert game.cards("the table") == []
    assert same_cards(game.cards("the discard pile"), "3♣ 9♣")
    assert game.may("West") == {"play 4♣", "play K♣"}


def test_when_the_last_player_is_out_the_next_one_leads() -> None:
    """West goes out with the ace, nobody beats it: North leads."""
    game = deal("3♣ 6♣", "9♣ A♣", "5♣ 10♣", "7♣ J♣")
    play(game, "South: 3♣", "West: 9♣", "North: 10♣", "East: J♣", "South: pass", "West: A♣")
    play(game, "North: pass", "East: pass", "South: pass")
    assert game.cards("the table") == []
    assert game.turn == "North"
    assert game.may() == {"play 5♣"}


def test_a_player_without_cards_is_passed_over() -> None:
    game = deal("3♣ 6♣", "9♣ A♣", "5♣ 10♣", "7♣ 2♣")
    play(game, "South: 3♣", "West: 9♣", "North: 10♣", "East: pass", "South: pass", "West: A♣")
    play(game, "North: pass", "East: 2♣", "South: pass")
    assert game.turn == "North", "West has no cards"


# --- places ------------------------------------------------------------------------------------


def test_first_and_second_out_score_two_points_and_one() -> None:
    game = deal("A♣", "3♣", "K♣", "4♣")
    play(game, "South: A♣", "West: pass", "North: pass", "East: pass")
    assert game.turn == "West"
    play(game, "West: 3♣", "North: K♣")
    assert game.state.over, "only East has cards left"
    assert game.result.scores == (2, 1, 0, 0)


def test_the_hand_ends_when_one_player_has_cards_left() -> None:
    game = deal("3♣", "4♣", "5♣", "6♣")
    play(game, "South: 3♣", "West: 4♣", "North: 5♣")
    assert game.state.over
    assert game.result.scores == (2, 1, 0, 0)
    assert game.cards("East's hand") == ["6♣"]


# --- the exchange ------------------------------------------------------------------------------


def second_hand(seed: int) -> tuple[Sitting, list[int], dict[str, list[str]]]:
    """A match at the beginning of its second hand: the order in which the players went out, and
    the hands as they were dealt."""
    game = Sitting(sit("president").game.deal(seed, dealer=seed % 4))
    out: list[int] = []
    while game.number("hand_number") == 1:
        held = {seat: len(game.cards(f"{name}'s hand")) for seat, name in enumerate(SEATS)}
        game.step()
        seat = game.state.log[-1].seat
        if game.number("hand_number") > 1 or not game.cards(f"{SEATS[seat]}'s hand"):
            out.append(seat)
        assert held[seat]
    out.extend(seat for seat in range(4) if seat not in out)
    hands = {}
    for event in game.state.events:
        source, _, target = event.text.partition(" from ")[2].partition(" to ")
        if source == "the stock" and target.endswith("hand"):
            hands[target.removesuffix("'s hand")] = [str(card) for card in event.cards]
    return game, out, hands


def height(card: str) -> int:
    return ORDER.index(card[:-1])


@for_seeds(6)
def test_the_scum_gives_the_two_highest_cards_and_gets_any_two(seed: int) -> None:
    game, out, dealt = second_hand(seed)
    president, vice, vice_scum, scum = (SEATS[seat] for seat in out)
    best = sorted(map(height, dealt[scum]))[-2:]
    given = [card for card in game.cards(f"{president}'s hand") if card not in dealt[president]]
    assert sorted(map(height, given)) == best
    assert set(given) < set(dealt[scum])
    assert game.turn == president
    back = sorted(game.cards(f"{president}'s hand"))[:2]
    game.play(f"{president}: {find(game, back[0])}")
    game.play(f"{president}: {find(game, back[1])}")
    assert set(back) <= set(game.cards(f"{scum}'s hand"))
    taken = [card for card in game.cards(f"{vice}'s hand") if card not in dealt[vice]]
    assert [height(card) for card in taken] == [max(map(height, dealt[vice_scum]))]
    assert game.turn == vice
    gift = sorted(game.cards(f"{vice}'s hand"))[0]
    game.play(f"{vice}: {find(game, gift)}")
    assert gift in game.cards(f"{vice_scum}'s hand")
    assert all(len(game.cards(f"{seat}'s hand")) == 13 for seat in SEATS)
    assert game.turn == president, "the president leads"


def find(game: Sitting, card: str) -> str:
    return next(text for text in game.may() if f" {card}" in text)


def test_there_is_no_exchange_before_the_first_hand() -> None:
    game = sit("president")
    assert game.turn == "South"
    assert all(text.startswith("play") for text in game.may())


# --- the match ---------------------------------------------------------------------------------


def test_the_first_with_enough_points_wins_and_equals_play_on() -> None:
    game = sit(won_at("president", 3), match=True, seed=5)
    while not game.state.over:
        scores = game.scores()
        assert max(scores) < 3 or scores.count(max(scores)) > 1
        game.play_hand()
    scores = game.result.scores
    assert max(scores) >= 3
    assert scores.count(max(scores)) == 1
    assert game.result.winner == scores.index(max(scores))


@for_seeds(3)
def test_every_hand_gives_three_points(seed: int) -> None:
    game = sit("president", match=True, seed=seed).play_out()
    hands = len(game.text_of(EventKind.HAND_OVER))
    assert sum(game.result.scores) == 3 * hands
    assert max(game.result.scores) >= 11


@for_seeds(4)
def test_who_was_left_with_cards_deals_the_next_hand(seed: int) -> None:
    table = Table("president", match=True, seed=seed)
    for _ in range(3):
        table.play_hand()
        assert table.view.dealer == table.counter("place").index(4)
