"""Sentences that could be taken two ways, and the clearer ones that are written instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import NextDealer, WinComparison
from darwindeck.rulebook import generate_rulebook


@pytest.mark.parametrize(
    ("game", "said", "not_said"),
    [
        ("tichu", "; Tichu: 100 points if a player is the first player out", "; tichu: 100"),
        (
            "german-whist",
            "The suit of this first turned card is trumps, whatever is",
            "card is trumps.",
        ),
        ("bezique", "You may lay out one combination of your hand", "only one of them at a time"),
        ("tute", "unless another player of their side has just done so", "any combinations"),
        ("piquet", "may announce one long suit in their hand", "declare only one of them"),
        ("wizard", "a jester or a wizard; otherwise you may play any", "no such card may play"),
        (
            "guinote",
            "As long as there is a turned card, you may play any",
            "If there is no turned card",
        ),
        (
            "big-two",
            "In sequences the cards follow each other in the same order.",
            "in any order",
        ),
        ("knock-out-whist", "seven cards in the first hand, and one fewer in each hand", "8, less"),
        ("knock-out-whist", "You try to take at least one trick.", "to win tricks"),
        (
            "knock-out-whist",
            "the player who has the choice of trumps names",
            "all players have won",
        ),
        (
            "knock-out-whist",
            "Only the players who are not knocked out can win.",
            "there are no trumps",
        ),
        ("imperial", "Of two points, the one whose cards are worth more", "equal in this"),
        ("imperial", "for their imperials of equals and imperials of a suit", "of what kind it is"),
        ("elevens", "Play an eleven or a court from the layout", "must form"),
        ("schwimmen", "whose count in half points is the lowest of all", "runs out"),
        ("schwimmen", "If you have taken a single card this turn, put one", "If you have no such"),
        ("schwimmen", "On your turn you take a card from the open cards", "drawn or taken"),
        ("gin-rummy", "put face down as the stock", "you discard nothing"),
        (
            "schwimmen",
            "The remaining 17 cards are put face down as the stock.",
            "nobody uses them",
        ),
        ("schwimmen", "exchange all the cards in your hand for all the open", "are put into the"),
        ("schwimmen", "the player to your left has knocked, the hand ends", "the knocker"),
        ("spoil-five", "they take the turned card into their hand.", "robber"),
        (
            "skat",
            "**Pass**, the listener only if the last call was not",
            "takes the place of the listener",
        ),
        ("bezique", "may count in more than one combination.", "If cards can be grouped"),
        ("gin-rummy", "the cards are thrown in and the same player", "does not count as a hand"),
        ("skat", "which does not count as a hand,", "the first dealer deals"),
        ("uno", "as soon as a player has no cards left; it also", "in the middle of a turn"),
        ("war", "The dealer is chosen by lot.", "first dealer"),
        ("all-fours", "Then one card is turned up: the turned-up card.", "the game is a draw"),
        ("euchre", "a side has 10 points or more, the game ends", "If it takes too long"),
        ("oh-hell", "only those who make their bid score", "as in these rules"),
        (
            "wizard",
            "Wizards do not count as cards of the suit led.",
            "A **card of the suit led** is",
        ),
        ("bezique", "(one exception is told under “Declaring”)", "sequence. A card counts"),
        ("texas-holdem", "No suit is higher than another when hands are", "Suits do not matter"),
        ("texas-holdem", "the first player after the dealer who is still in begins", "not alike"),
        (
            "doppelkopf",
            "the game is a queen solo and no suit is trumps",
            "queen solo and there are",
        ),
        ("imperial", "Each player who has announced the best point", "has announced a point, in"),
        ("cribbage", "each player takes back all cards that they played.", "from the cards turned"),
        ("guinote", "3. **Drawing.**", "- **Drawing.**"),
        ("kings-in-the-corner", "make any of these moves as often as you like", "make one of"),
        ("texas-holdem", "The higher pair, then the lower pair, then", "larger groups first"),
        ("texas-holdem", "| 10, J, Q, K and A, all of the same suit |", "among them"),
        ("omaha-hi-lo", "(an ace below the two counts as low)", "it counts as low"),
        ("omaha-hi-lo", "Five cards of different ranks, each an ace, a", "Five aces"),
        ("imperial", "Four cards of the same suit: king, queen, jack and", "of different ranks"),
        ("big-two", "from the straight on, each also beats all that", "The flush also beats"),
        ("big-two", "of the same rank | 2♠ 2♥ | The highest card |", "2♥ | The rank"),
        ("euchre", "(any suit but that of the turned card)", "is not that of the turned"),
        ("go-fish", "Once the stock is empty nothing is drawn", "only those are drawn"),
        ("seven-card-stud", "deals one card face down to each player", "only those are drawn"),
        ("draw-poker", "the players who are still in the hand act one", "left, the players act"),
        (
            "teen-patti",
            "have not looked at the cards or the nearest",
            "at the cards, or you have looked",
        ),
        (
            "go-fish",
            "ask any other player, even one who has no cards, for any rank of",
            "(any other",
        ),
        ("omaha", "shuffled. Then, before the cards are dealt,", "and the small blind puts the"),
        (
            "uno",
            "the card turned up is a wild draw four, it is put back",
            "lies on the discard pile, the",
        ),
        (
            "twenty-five",
            "Clubs are trumps. A♣ is led, and the others play A♥",
            "Hearts are trumps. 8♥",
        ),
        (
            "oh-hell",
            "the next card is turned up (the turned card)",
            "top card of the stock is turned",
        ),
        ("michigan", "last to play", "is the player who has played last"),
        ("doppelkopf", "at any moment, even out of turn:", "Announce nothing"),
        (
            "omaha",
            "into the pot (or, whoever has less, all they have).",
            "that is less), and the big",
        ),
        ("teen-patti", "the rival drops out of the hand", "sits out the rest of the hand"),
        ("casino", "The card played then goes to your captured cards", ". It then goes"),
        ("all-fours", "the player who is not the dealer |", "and is not the dealer"),
        (
            "twenty-five",
            "If the dealer has robbed the pack, they discard",
            "If somebody has robbed",
        ),
        ("piquet", "until one is ahead after a hand that is the end of the", "ahead."),
        (
            "schafkopf",
            "but “partner game” only if you can call an ace",
            "contract is partner game and you",
        ),
        ("schafkopf", "binds you (the first and the third only if", "1. If the contract"),
        (
            "teen-patti",
            "The player who is still in the hand takes what lies",
            "if that is less), and",
        ),
        (
            "teen-patti",
            "**Stake the same blind**, if you have the chips for it, but",
            "as many chips",
        ),
        ("teen-patti", "You and the rival show your hands to all", "the rival's face-down"),
        (
            "uno",
            "If the top card of the discard pile is a wild card, the next",
            "one wild card lies",
        ),
        (
            "bezique",
            "Before you lead, from the second trick on, if there is a turned",
            "to lead and",
        ),
        (
            "klaverjas",
            "its sequences, its kings and queens of trumps and its",
            "kings and queens of trumps and f",
        ),
        ("skat", "If they name “ouvert”, they lay", "the level is ouvert"),
        ("tichu", "The player who has cards left is the last player", "counts in only one"),
        ("french-tarot", "and the excuse was in it: if the taker has won", "is over in the"),
        ("michigan", "put face down as the widow", "a call is one of these"),
        (
            "schafkopf",
            "In a Wenz, the cards rank, from high to low, A 10 K Q 9 8 7. The only",
            "if it is led",
        ),
        (
            "bezique",
            "If you hold a seven of trumps, do one of the following",
            "either nobody has shown",
        ),
        ("piquet", "if either player's total of the partie is less than 100", "the lowest total"),
        (
            "piquet",
            "their own total of the partie, less the other player's), plus",
            "among the players",
        ),
        ("draw-poker", "only if afterwards you hold exactly one ace", "hold only one ace"),
        ("schwimmen", "If all players have passed in a row and there", "still in the hand"),
        ("chinese-poker", "if neither they nor their opponent is out of order", "opponent is not"),
        # Empty places, and what is put down later, do not lie face up.
        ("freecell", "There are four free cells, empty at first.", "free cells lie"),
        ("sevens", "There is one upper row for each suit, empty at first.", "rows lie"),
        ("gin-rummy", "Each player's melds will lie face up, each meld by itself.", "melds lie"),
        ("spider", "The ten columns lie face up.", "Nobody may look"),
        ("teen-patti", "At first nobody may look at the face-down cards.", "Nobody may look"),
        # Only who has drawn discards, and who plays alone wins alone.
        ("thirty-one", "the discard pile and then discard one, or else knock.", "knock, then"),
        ("dou-dizhu", "The landlord tries to get rid of all cards first", "You try"),
        ("whist", "You try to take at least seven tricks with your partner.", "to win tricks"),
        ("spoil-five", "You try to take at least three tricks.", "to win tricks"),
        ("bridge", "The declarer's side tries to take as many tricks as it has bid", "You try"),
        ("knock-out-whist", "the last player who is not knocked out", "to be one of"),
        # What is noted besides a score stands with it, and what is kept after what is scored.
        ("spades", "1 point for each overtrick; as many are added to their bags", "| Bags |"),
        ("partnership-spades", "; only bags beyond the last full ten are kept |", "Bags left"),
        ("knock-out-whist", "out of the game", "It is remembered"),
        (
            "all-fours",
            "The player with more card points in tricks; if both are equal, the",
            "whose card",
        ),
        (
            "forty-fives",
            "The side with the highest trump in the tricks it has won",
            "Each side whose",
        ),
        ("forty-fives", "The bidder's side loses its bid if it does not score as much.", "!!"),
        ("palace", "On your turn you play cards or take the pile.", "goes through these parts"),
        ("spite-and-malice", "to the centre if you like, then end the turn.", "these parts"),
        ("teen-patti", "to have the best hand, or to make the others drop out.", "these parts"),
        ("schafkopf", "and each side tries to win tricks with many card points.", "!!"),
        ("freecell", "You make one move after another.", "At each step"),
        (
            "barbu",
            "When the hand is over, each player scores, in this order:",
            "Each player scores:",
        ),
        ("spade-casino", "Cards that count 0 take nothing by that, and are not taken by it.", "!!"),
        ("imperial", "When the first card of a hand is led:", "in the first trick |"),
        (
            "piquet",
            "When the first card of a hand is led, each player scores:",
            "In the first trick, each",
        ),
        # With so many points alone a side has not won yet.
        ("five-hundred", "to reach 500 points as the contractor's side", "first side to reach"),
        # What only some players may do, or not in every hand, is not what a hand is.
        ("michigan", "On your turn you start a sequence if you can. In each", "the players bid"),
        ("barbu", "2. Doubling; 3. The tricks or dominoes.", "4. Dominoes"),
        ("casino", "and that player has won.", "the game is a draw"),
        ("ninety-nine", "When the hand is over, the score is worked out:", "in this order"),
        ("pitch", "When the hand is over, the score is worked out in this order:", "Hand after"),
        ("hearts", "that player scores 0 points instead, and every other", "instead of all"),
        (
            "solitaire",
            "You have won as soon as all 52 cards are on the foundations; if the game ends before "
            "that, it is lost.",
            "The play ends",
        ),
        ("beggar-my-neighbour", "If it takes too long, the play ends after 5,000", "as soon as 5"),
        ("piquet", "The dealer draws as many cards as the number of their", "talon runs out"),
        ("jass", "a side has 2,500 points or more", "broken off"),
        ("texas-holdem", "when a hand begins is out of the game.", "what they have still counts"),
        ("blackjack", "what they have still counts when the game is decided", "pass out"),
        ("gin-rummy", "If you have drawn or taken a card this turn", "If you have drawn a card"),
        ("barbu", "| Any other ♥ | 2 |", "Of several lines that fit"),
        ("belote", "until each holds eight cards.", "as far as the stock lasts"),
        ("belote", "What a side scores in a hand is added", "What a player scores counts"),
        ("bezique", "The play ends when all cards have been played", "than should be drawn"),
        ("schnapsen", "if the stock is empty, takes the turned card", "than should be drawn"),
        ("german-whist", "Once the stock is empty nothing is drawn", "no stock"),
        ("elevens", "the top card of the stock is turned up into", "When the stock runs out"),
        (
            "michigan",
            "but no more than you have. It must be higher",
            "more chips than the highest",
        ),
        ("pope-joan", "- When you play the ace of trumps, you take", "very trump beats"),
        ("durak", "of its own suit, and a trump every card of another", "- When you play"),
        ("tichu", "you may wish for a rank, but only if", "any rank"),
        ("tichu", "gives the trick to an opponent. That opponent", "any of their opponents"),
        ("wizard", "play a wizard, K♥ and 2♥: the wizard wins", "play wizard"),
        ("piquet", "discards and cards looked at may be seen by that", "at may be looked at"),
        ("piquet", "| A♠ K♠ J♠ 10♠ 8♠ |", "8♠ K♠"),
        ("doppelkopf", "minus all of this together: 1, the points", "minus 1, the points"),
        ("euchre", "when five tricks have been played.", "or when nobody has a card left"),
        ("french-tarot", "by 40 if you hold at least 15 handful cards; by 30 if", "; 30 if"),
        ("thirty-one", "but not one taken from the discard pile this turn.", "no such card"),
        ("rummy", "If you have no such card, you discard nothing.", "or nothing"),
        ("cribbage", "listed under “The starter”, “The show” and “The crib”", "under “Scoring”"),
        ("preferans", "10 9 8 7, and there are no trumps.", "In a misère and in an all-pass"),
        ("omnibus-hearts", "but to win the jack of diamonds", "queen of spades in tricks."),
        ("mus", "; what is scored at the end of it goes as there, too", "the last paragraph"),
        ("solitaire", "is turned over and becomes the new stock", "put into the stock"),
        ("president", "the player who was left with cards deals the next", "from now on"),
        ("whist", "Then every player but the dealer gets one card", "deals one card to every"),
        (
            "freecell",
            "Move the top card of a column or a free cell to another column",
            "these moves:",
        ),
        (
            "spite-and-malice",
            "Only an ace or a king may be moved to an empty",
            "played to an empty centre",
        ),
        ("scopa", "| The player who has captured the seven of diamonds |", "| Each player who has"),
        ("crazy-eights", "| The player who has no cards left |", "| Each player who"),
        ("jass", "As soon as, points being counted in their order, a side", "while points are"),
        ("bezique", "another hand is played, and so on until one is ahead", "even after the last"),
        ("tute", "king of cups, horse of cups", "king of cups horse of cups"),
        ("casino", "On your turn you capture, build or play a card", "capture, capture"),
        ("elevens", "The aim is to bring all 52 cards to the discard pile", "cards to the cards"),
        ("canasta", "only if at least two natural cards come from your hand", "when it is done"),
        (
            "cribbage",
            "only if afterwards the cards on the pile are worth at most",
            "when it is done",
        ),
        ("storehouse", "shuffled and put face down as the stock", "are shuffled.\n"),
        (
            "crazy-eights",
            "**Fitting cards:** A card of the suit in force",
            "Fitting cards:** An eight.",
        ),
        (
            "sevens",
            "cards left in hand: 1 point for each card a player holds",
            ": 1 point for each card they",
        ),
        ("bridge", "grand slam, vulnerable: 1,500 points; ", "contract: the contract points"),
        ("schnapsen", "| The closer's opponent, if nobody has claimed", "| The other player, if"),
        ("skat", "The declarer plays alone against the others, and gains if", "tries to see"),
        (
            "razz",
            "You try to have the lowest hand, or to make the others fold",
            "the best hand, or",
        ),
        ("durak", "The number of **attacking cards** is the number", "cards** are the number"),
        ("palace", "**cards left** are the cards in their hand", "are the number of cards in"),
        ("sevens", "Only a six of a suit of which a card lies among the upper", "that lies among"),
        ("doppelkopf", "re (three times that if the hand is played alone) |", "otherwise 1) times"),
        ("michigan", "it also ends when nobody has been able to do", "without an end"),
        (
            "blackjack",
            "If the house is bust and the player is neither bust nor holding a natural",
            "If the house is bust, they are",
        ),
        (
            "blackjack",
            "If a player is still in the hand and is not holding a natural",
            "and they are not holding a natural",
        ),
        (
            "blackjack",
            "when it is your turn, you do one of the following again and again, as long as the "
            "total of your hand is less than 21",
            "as long as the total of their hand",
        ),
        (
            "euchre",
            "the players call in turn, once each; on your turn you do one of these:",
            "each player in turn makes one of these calls:",
        ),
        (
            "baloot",
            "The caller is the buyer, the caller's partner is the taker",
            "They are the buyer",
        ),
        (
            "baloot",
            "Of equal calls, here and wherever several players call at the same time",
            "Of equal calls, that of",
        ),
        (
            "baloot",
            "you are playing akka until the end of the trick",
            "no longer playing akka",
        ),
        (
            "baloot",
            "In Hokum, if the multiplier is 1 and the buyer is on that side.",
            "or otherwise",
        ),
        (
            "bridge",
            "A side is **vulnerable** in any of these cases:",
            "if the dealer is on that side, or in the fourth hand",
        ),
        (
            "canasta",
            "Lay on the table a group made of the top card of the discard pile",
            "cards from your hand on the table or add",
        ),
        ("canasta", "If you have asked for leave", "If a player has asked"),
        (
            "go-fish",
            "If your fished card is a card of the rank asked for",
            "in your fished card",
        ),
        (
            "scopa",
            "is 0 unless they have cards of all four suits among their captured cards; then it is",
            "among their captured cards if they",
        ),
        (
            "simple-poker",
            "to win all the chips or, failing that, to have the most in the end",
            "to win all the chips.",
        ),
        (
            "oh-hell",
            "; the dealer may not bid so that all bids add up to the hand size",
            "but not if they are the dealer",
        ),
        (
            "durak",
            "play into the attack a card that beats its top card",
            "beats the top card into the attack",
        ),
        (
            "uno",
            "of the same number or symbol as the top card (but not a wild draw four)",
            "as the top card other than",
        ),
        ("uno", "; and, of no colour, four wilds", "; and four wilds"),
        ("pinochle", "Nobody may keep silent about a combination", "keep a combination silent"),
        ("durak", "and your opponent misses a turn", "the other player misses a turn"),
        (
            "durak",
            "the defender takes all cards from the attack and all the beaten cards into their hand",
            "into their hand and takes",
        ),
        ("go-fish", "you show it to all and take another turn after this one", "another turn."),
        ("uno", "when a skip, a reverse or a draw two is turned up", "when one is turned up"),
        ("baloot", "A hand is played in Sun or in Hokum; the calls before the play decide", "!"),
        ("hearts", "to have the fewest points when a player reaches 100", "as few points as"),
        ("oh-hell", "deals each player as many cards as the hand size", "as far as the stock"),
        (
            "seven-card-stud",
            "another betting round like the one before, but a bet, or what a raise adds, is",
            "whose strength",
        ),
        ("schnapsen", "| The claimant, if their points made are", "if somebody has claimed to"),
        (
            "texas-holdem",
            "When hands are shown, a player takes part in the pot",
            ". A player takes",
        ),
    ],
)
def test_one_reading_only(game: str, said: str, not_said: str) -> None:
    text = generate_rulebook(get_genome(game))
    assert said in text
    assert not_said not in text


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("war", "- **Aim:** To win all the cards."),
        # What the partner or the others say is no part of one's own turn.
        ("canasta", "- **Your turn:** draw or take the pile, then meld and discard."),
        (
            "schnapsen",
            "you may play any card when you follow to a trick. Otherwise, as far as you can, in "
            "this order: follow suit and win; follow suit; play a trump.",
        ),
        # Where the aim says it all, the end is not said once more.
        ("euchre", "first side to reach 10 points.\n- **Deal:**"),
        # What ends a game in two ways tells the aim, too.
        (
            "pidro",
            "- **End:** If the bidder's side has at least 62 points, the bidder's",
        ),
        ("all-fours", "- **Following:** Follow suit, or play a trump; without a card of the suit,"),
        ("canasta", "natural canasta: 500 points for each meld with"),
        # Nothing of the deal may be left out: it would be another one.
        ("blackjack", "All this is done once more."),
    ],
)
def test_the_summary(game: str, line: str) -> None:
    assert line in generate_rulebook(get_genome(game)).split("## Summary")[1]


def test_what_any_card_sets_off_is_not_called_a_special_card() -> None:
    assert "**Special cards:**" not in generate_rulebook(get_genome("bridge"))


@pytest.mark.parametrize(
    ("comparison", "said"),
    [
        (WinComparison.HIGHEST, "The winner of a hand deals the next."),
        (WinComparison.LOWEST, "The loser of a hand deals the next."),
    ],
)
def test_who_has_most_points_in_a_hand_has_lost_it_where_the_fewest_win(
    comparison: WinComparison, said: str
) -> None:
    hearts = get_genome("hearts")
    assert hearts.match is not None
    wins = tuple(replace(win, comparison=comparison) for win in hearts.win_conditions)
    match = replace(hearts.match, next_dealer=NextDealer.WINNER)
    assert said in generate_rulebook(replace(hearts, win_conditions=wins, match=match))
