"""The catalogue of problem codes: what each means and how it is mended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CodeEntry:
    """One code: a title, what it means, and what would be right."""

    code: str
    title: str
    meaning: str
    mend: str


_THEMES: dict[str, dict[str, tuple[str, str, str]]] = {
    "Reading a file": {
        "not-json": (
            "The text is not JSON within bounds",
            "The text cannot be read as JSON, or it is too long, too deep or has numbers too long.",
            "Look at the place the message names; mostly a comma or a quotation mark is missing.",
        ),
        "wrong-type": (
            "A value of the wrong type",
            "A number, string, list or object stands where another of these is expected.",
            "Write a value of the type the message names.",
        ),
        "wrong-choice": (
            "Not one of the choices",
            "The field takes one of a few words, and this is none of them.",
            "Use one of the words listed in the message.",
        ),
        "number-too-large": (
            "A number beyond the limit",
            "Numbers in a genome lie between minus and plus one thousand million.",
            "Use a smaller number.",
        ),
        "unknown-kind": (
            "An unknown kind of phase or action",
            "`kind` says which phase or action an object is; there is none of that kind.",
            "Use one of the kinds listed in the message.",
        ),
        "unknown-field": (
            "A field that does not exist",
            "The part has no field of this name. Misspelled fields are never ignored.",
            "Correct the spelling or remove the field.",
        ),
        "missing-field": (
            "A required field is missing",
            "The part cannot be read without this field, which has no default.",
            "Add the field.",
        ),
        "unknown-version": (
            "An unknown schema version",
            "The file says that it follows a version of the language that is not known.",
            "Use the version the message names.",
        ),
    },
    "What parts need of each other": {
        "win-needs-scoring": (
            "A score decides, but nothing scores",
            "`high_score`, `low_score` and `first_to_score` compare scores.",
            "Add `card_scoring`, `scoring_rules` or an `award` action.",
        ),
        "win-needs-patterns": (
            "The best hand decides, but hands are not compared",
            "`best_hand` compares hands by patterns.",
            "Add a `hand_evaluation` with the method `pattern_match`.",
        ),
        "betting-needs-chips": (
            "Betting without chips",
            "A betting phase needs chips to bet.",
            "Give `setup.starting_chips` a number above 0.",
        ),
        "showdown-needs-evaluation": (
            "A showdown without a way to compare hands",
            "The pot goes to the best hand by the hand evaluation, and there is none.",
            "Add a `hand_evaluation`, or decide the pot in another way.",
        ),
        "win-needs-capture": (
            "Captured cards decide, but nobody captures",
            "`capture_all` and `most_captured` count captured cards.",
            "Add trick play, a capture phase, a `tableau_mode` that captures, or another way "
            "for cards to reach the zone `captured`.",
        ),
        "pattern-groups-too-large": (
            "More cards in groups than in the hand",
            "The groups of equal ranks take more cards than the pattern has.",
            "Make the groups smaller or `required_count` larger.",
        ),
        "card-values-missing": (
            "A rank without a value",
            "A total can be worked out only if every rank of the deck has a value.",
            "Add a line to `card_values` for each rank listed.",
        ),
    },
    "Teams": {
        "teams-missing": (
            "Team play without teams",
            "`team_mode` is on, but nobody says who plays with whom.",
            "List the seats of each side in `teams`.",
        ),
        "teams-without-team-mode": (
            "Teams without team play",
            "`teams` lists sides although `team_mode` is off.",
            "Turn `team_mode` on or remove the teams.",
        ),
        "team-empty": (
            "A team without players",
            "One of the teams has no seats.",
            "Give it seats or remove it.",
        ),
        "team-player-unknown": (
            "A seat that does not exist",
            "Seats are counted from 0 to one less than `player_count`.",
            "Correct the seat.",
        ),
        "team-player-twice": (
            "A player in two teams",
            "Everybody is in one team only.",
            "Remove the seat from one of the teams.",
        ),
        "team-player-missing": (
            "A player without a team",
            "In team play everybody is in a team.",
            "Add the seats listed to a team.",
        ),
        "too-few-teams": (
            "Only one team",
            "There must be somebody to play against.",
            "List at least two teams.",
        ),
    },
    "Sizes": {
        "too-large": (
            "More than can be handled",
            "The genome, a list or a label in it is larger than the limits that keep checking "
            "and play quick.",
            "Say it with fewer parts.",
        ),
        "nested-too-deep": (
            "Parts nested too deeply",
            "Phases, actions or conditions lie inside each other beyond the limit.",
            "Use names (card sets, lets) or separate phases.",
        ),
        "out-of-range": (
            "A number out of its range",
            "The number cannot be meant: no player, a packet of no cards, a negative stake.",
            "Use a number in the range the message names.",
        ),
        "deck-too-large": (
            "Too many cards",
            "A deck has at most 128 cards.",
            "Use fewer ranks, suits or copies.",
        ),
        "expression-too-large": (
            "An expression beyond the limits",
            "The expression is nested too deeply or, with its lets written out, too long.",
            "Split it, or build it on fewer lets.",
        ),
        "expression-too-slow": (
            "An expression that takes too long to work out",
            "Words such as `sum`, `any` and `piles` ask the same of every player or pile; within "
            "each other they multiply.",
            "Nest fewer of them, or keep the inner result in a counter.",
        ),
        "call-too-large": (
            "A call that names too much",
            "A call names at most three things, each with at most 256 values.",
            "Name fewer things, narrow `low` and `high`, or widen `step`.",
        ),
    },
    "Names": {
        "bad-name": (
            "Not a usable name",
            "Expressions refer to things by name, so names are words of letters, digits and `_`.",
            "Choose another name; how things are called in the rulebook is said by labels.",
        ),
        "duplicate-name": (
            "The same name twice",
            "Two things of one kind have the same name.",
            "Rename one of them.",
        ),
        "name-clash": (
            "A name that means something else already",
            "The name is a word of the expression language or belongs to a thing of another kind.",
            "Rename it.",
        ),
        "unknown-name": (
            "A name that nothing declares",
            "A clause refers to a zone, role, counter, card set, table, pattern, mode, phase, "
            "call or choice that does not exist.",
            "Declare it or correct the spelling.",
        ),
        "unknown-suit": (
            "A suit that the deck does not have",
            "A clause refers to a suit of which there is no card, or the deck uses a suit that "
            "is neither French nor declared.",
            "Declare the suit in `deck.suits`, add its cards, or use another one.",
        ),
        "unknown-rank": (
            "A rank that the deck does not have",
            "A clause refers to a rank of which there is no card, or the deck uses a rank that "
            "is neither French nor declared.",
            "Declare the rank in `deck.ranks`, add its cards, or use another one.",
        ),
        "circular-card-set": (
            "A card set defined by itself",
            "The card set refers to itself, directly or by way of others.",
            "Define it by suits and ranks.",
        ),
        "label-missing": (
            "A thing without a word for it",
            "The rulebook speaks of it and needs to know what it is called.",
            "Give it a label.",
        ),
        "words-say-a-rule": (
            "Words that say a rule",
            "Words of a counter, a role or a tag hold a number, a duty or an amount. Nothing "
            "checks words against the play, so what they claim could be untrue.",
            "Say it in the rules, and give the thing a plain name.",
        ),
        "words-do-not-fit": (
            "Words that make no sentence",
            "What is so while somebody has a role or a flag begins with 'is' or 'has', as in "
            '"is out of the bidding".',
            "Write it so that it goes on after somebody's name.",
        ),
        "hint-cannot-be-drawn": (
            "A hint that no table can follow",
            "A hint for the table gives a zone a place, row or column that it cannot have, or lays "
            "it over one whose place it cannot share.",
            "Zones of players lie at their front or side, others in the middle; rows and columns "
            "are counted from 1.",
        ),
        "unprintable-text": (
            "Text with hidden characters",
            "A name, label or description holds a control character or another that cannot be "
            "printed.",
            "Remove the character the message names.",
        ),
    },
    "Cards and deal": {
        "unknown-deck": (
            "An unknown deck",
            "`setup.initial_deck` names no known deck, or says `custom` while no deck is "
            "spelled out.",
            "Name a known deck or spell the cards out in `deck`.",
        ),
        "empty-deck": (
            "A deck without cards",
            "There is nothing to deal.",
            "Add cards.",
        ),
        "card-not-in-deck": (
            "A card is taken out that is not there",
            "`deck.without` lists a card that no block has (or not so often).",
            "Remove the line or correct the card.",
        ),
        "confused-stand-in": (
            "A rank that stands in for another is not clear",
            "`deck.stand_ins` lists a rank twice, one of which there is no card, or one that "
            "counts as itself or as another rank that stands in.",
            "Say of each rank once what it counts as; that must be a rank that counts as itself.",
        ),
        "missing-zone": (
            "A zone that is needed is missing",
            "Something in the genome speaks of the stock, the hands, the discards or the table, "
            "and `zones` does not have it.",
            "Add the zone.",
        ),
        "deal-exceeds-deck": (
            "More cards are dealt than there are",
            "The deal, with all players, piles and cards turned up, takes more cards than the "
            "deck (or what is left of it) has.",
            "Deal fewer cards, to fewer players, or from a larger deck.",
        ),
        "deals-nothing": (
            "A deal of no cards",
            "The step has neither packets nor piles, or cards of the stock are dealt to the stock.",
            "Say how many cards and to which other zone, or remove the step.",
        ),
    },
    "Orders and values": {
        "order-misses-rank": (
            "An order that misses a rank",
            "Every rank of the deck must have its place in the order.",
            "Add the ranks listed.",
        ),
        "order-repeats-rank": (
            "An order that lists a rank twice",
            "A rank has one place in an order.",
            "Remove one of them.",
        ),
        "circular-promotion": (
            "A promotion that depends on itself",
            "Promoted cards count as trumps; which they are must be said by what is printed on "
            "them.",
            "Use `printed_suit`, `printed_trump` and `trump_colour`.",
        ),
        "depends-on-play": (
            "A worth that depends on the play",
            "What a card is worth, whether it is promoted and which combination it forms is the "
            "same wherever it lies and however it came there.",
            "Use fields that look at the card alone.",
        ),
        "no-order": (
            "Cards are compared without an order",
            "`rankings` is empty, which says that no card beats another, yet something compares "
            "cards.",
            "Add a ranking.",
        ),
        "ambiguous-mode": (
            "An order or table that holds always and in a mode",
            "In that mode it would be open which of the two counts.",
            "Give each of them its mode.",
        ),
        "mode-not-covered": (
            "A point table that is silent in a mode",
            "The table exists for some modes only; in the others cards would have no value.",
            "Add a table of that name for each mode, or one without a mode.",
        ),
        "unreachable-line": (
            "A line that never counts",
            "The first line that fits a card counts; earlier lines already fit all cards of "
            "this one.",
            "Move the line up or remove it.",
        ),
        "no-such-card": (
            "A condition that no card fits",
            "No card of the deck can ever fit the condition.",
            "Correct the suits and ranks, or remove the clause.",
        ),
    },
    "Patterns": {
        "pattern-contradiction": (
            "A pattern at odds with itself",
            "Its constraints exclude each other.",
            "Remove one of the constraints the message names.",
        ),
        "pattern-impossible": (
            "A pattern that this deck can never show",
            "It asks for more equal, different or consecutive cards than the deck has.",
            "Ask for fewer cards, or use another deck.",
        ),
        "pattern-says-nothing": (
            "A pattern without constraints",
            "Any cards would match it.",
            "Say what makes the combination.",
        ),
        "same-cards-twice": (
            "A zone that is two parts of a hand",
            "The parts of a compared hand name the same zone twice.",
            "Name each zone once; `count` says how many of its cards are used.",
        ),
        "equal-priority": (
            "Two hands of equal rank",
            "Two patterns of the hand evaluation have the same priority, so which is better is "
            "open.",
            "Give every pattern a priority of its own.",
        ),
    },
    "Expressions": {
        "expression-syntax": (
            "Not an expression",
            "The text does not follow the grammar of expressions.",
            "Look at the column the message names.",
        ),
        "unknown-word": (
            "An unknown word",
            "The word is neither in the vocabulary nor declared by the genome.",
            "Correct the spelling or declare the name.",
        ),
        "wrong-argument-count": (
            "Too many or too few arguments",
            "The word takes another number of arguments.",
            "Write it as the message shows.",
        ),
        "wrong-argument": (
            "An argument of the wrong type",
            "A player stands where a number is expected, a number where a condition is, and so on.",
            "Use an argument of the type the message names.",
        ),
        "wrong-expression-type": (
            "An expression of the wrong type for its field",
            "The expression is sound, but not what this field holds.",
            "Write an expression of the type the message names.",
        ),
        "not-here": (
            "Something that does not exist here",
            "The clause speaks of a trick, a call, a pile, a turn or a player where there is "
            "none: the number of the trick outside trick play, what a call named before it was "
            "made.",
            "Move the clause, or keep the value in a counter while it exists.",
        ),
        "not-provided": (
            "Something that this game does not have",
            "The clause reads tricks, trumps, chips, partners, a house or the like, and nothing "
            "in the genome brings them about.",
            "Add what is missing, or do not speak of it.",
        ),
        "overflow": (
            "A number that may become too large",
            "Numbers are kept in 32 bits; the ranges of the quantities in this expression allow "
            "results beyond that.",
            "Give counters their true `low` and `high`, or cap the result with min and max.",
        ),
        "division-by-zero": (
            "Division by zero",
            "`div` and `mod` divide by a number above 0.",
            "Use another number.",
        ),
        "divisor-not-a-number": (
            "A divisor that is not a plain number",
            "`div` and `mod` divide only by a number written out, so that it cannot be 0.",
            "Write the number, or choose among several divisions with `if`.",
        ),
        "circular-let": (
            "A let defined by itself",
            "The let reads itself, directly or by way of others.",
            "Define it by quantities of the game, or keep the value in a counter.",
        ),
        "let-needs-scope": (
            "A let of the table that speaks of somebody",
            "The let reads something that every player or side has, but its scope is the table, "
            "so it is open whose is meant.",
            "Give the let the scope `seat` or `team`, or name the player.",
        ),
        "let-is-a-seat": (
            "A let of players or sides that stands for a player",
            "A let that stands for a player means the same player whoever asks, so it cannot have "
            "the scope `seat` or `team`, nor speak of `turn`.",
            "Leave out its scope, and name in it whom it starts from (`left(dealer)`), or write "
            "the expression itself where it is used.",
        ),
        "contradicting-declare": (
            "A declare phase that contradicts itself",
            "`limit` or `extensions` are said where everything is declared by itself, a limit "
            "where nobody hears of declarations, or an extension of combinations that the phase "
            "does not have.",
            "Let players choose what they declare (`automatic: false`), or leave the field out.",
        ),
        "contradicting-lead": (
            "A card that is led openly where nobody leads",
            "`open_lead` says of a card that it may be led, but everybody turns up a top card.",
            "Leave out `open_lead`, or let players choose their cards.",
        ),
        "circular-can": (
            "A question that rests on itself",
            "Whether a player could act in a phase (`can`) must not depend on whether the player "
            "could act in that phase, nor on a long row of such questions.",
            "Say in another way when the phase is open.",
        ),
        "reads-hidden-cards": (
            "A duty that depends on hidden cards",
            "What a player may do is decided by cards which that player cannot see, such as the "
            "top of a pile that lies face down; nobody could keep to such a rule.",
            "Let the condition read only what the player sees, or let the zone be seen.",
        ),
        "picks-unseen-cards": (
            "A choice among cards that cannot be seen",
            "A player picks cards from a zone at which that player cannot look: the stock, "
            "somebody else's hand.",
            "Take the top card (`choose` is `top`, or `top(…)` as source), one at random, or let "
            "the player see the zone.",
        ),
        "tells-hidden-cards": (
            "A counter or role that tells about hidden cards",
            "Counters and roles are known to everybody as soon as they change. This one is worked "
            "out from cards that not all can see, or changes only if such cards lie in a certain "
            "way, so that it tells about them.",
            "If the players are told so at the table, give the counter or role `announced`; "
            "otherwise work it out from what everybody sees, or when the hand ends.",
        ),
    },
    "What nothing brings about": {
        "role-never-assigned": (
            "A role that nobody ever has",
            "Something reads the role, but no action gives it to anybody.",
            "Add an `assign_role` action or remove what reads it.",
        ),
        "counter-never-changes": (
            "A counter that never changes",
            "Something reads the counter, but nothing ever sets or changes it.",
            "Add a `set` or `change` action, or write the number itself. A counter kept for the "
            "match may stay as it is: it is a stake that a match can begin with.",
        ),
        "zone-never-filled": (
            "A zone to which no cards ever come",
            "Cards are taken from the zone, but nothing is dealt, played or moved there.",
            "Deal or move cards to it, or take them from another zone.",
        ),
        "trump-never-set": (
            "Trumps that never come about",
            "A clause speaks of trumps, but no suit is ever made trumps.",
            "Give `setup.trump_suit` or add a `set_trump` action.",
        ),
        "mode-never-set": (
            "A mode that is never in force",
            "A ranking holds in a mode that no action puts in force.",
            "Add a `set_mode` action or remove the ranking.",
        ),
        "chips-missing": (
            "Chips that nobody has",
            "Chips are staked, paid or compared, but none are given out.",
            "Give `setup.starting_chips` a number above 0.",
        ),
        "house-missing": (
            "A house that does not exist",
            "The house deals or pays, but the genome has none.",
            "Add `house`.",
        ),
        "moment-never-comes": (
            "A moment that never comes",
            "An effect or a score waits for something that no phase does.",
            "Choose another moment or add the phase.",
        ),
        "win-out-of-reach": (
            "A win that nobody can reach",
            "The condition waits for something that cannot happen in this game.",
            "Choose another condition, or let it happen.",
        ),
        "unknown-win-type": (
            "An unknown win condition",
            "`type` names a usual case, or is `custom`.",
            "Use one of the types listed in the message.",
        ),
        "win-says-nothing": (
            "A win condition that says nothing",
            "A custom win condition must say when the game ends.",
            "Add `when`.",
        ),
        "reference-missing": (
            "A comparison without its other half",
            "A card condition compares with a card or a table and does not say which, or names "
            "one without comparing.",
            "Give both: `same` or `step` with `of`, points with `point_table`.",
        ),
    },
    "The course of a game": {
        "empty-list": (
            "An empty list",
            "The list says what the part does; without entries it would do nothing.",
            "Add an entry or remove the part.",
        ),
        "does-nothing": (
            "A clause without effect",
            "As it is written the clause can never do anything.",
            "Complete it or remove it.",
        ),
        "bad-count": (
            "A number that cannot be meant",
            "A count is never above 0, a least number lies above the greatest, or a stake is "
            "more than anybody has.",
            "Correct the number.",
        ),
        "open-bet": (
            "A bet of any amount that must be foreseen",
            "Inside a block or repeat with `after` players may only do what can still be brought "
            "to that end. Whether it can is not looked for over every amount that could be bet.",
            "Leave out `max_bet`, so that a bet is a fixed amount, or take the betting out of the "
            "phase with `after`.",
        ),
        "pass-exceeds-hand": (
            "More cards are passed than a hand can have",
            "The deal gives every player fewer cards than the phase has them pass, and nothing "
            "before it brings more into the hands.",
            "Pass fewer cards or deal more.",
        ),
        "endless-game": (
            "A game that nothing ends",
            "There is neither a win condition nor a number of hands nor a turn limit, or every "
            "hand is thrown in before it is played.",
            "Add a win condition, `match.hands` or `max_turns`.",
        ),
        "endless-phase": (
            "A phase that nothing ends",
            "Turns, calls or repetitions could go on for ever.",
            "Add `until`, `close`, `as_long_as` or an action that ends the phase.",
        ),
        "no-winner": (
            "A game that nobody can win",
            "There is no win condition, so that nothing says who wins: whether the most points are "
            "good or bad is never implied.",
            "Add a win condition; `high_score` or `low_score` with the threshold 0 compare what "
            "everybody has in the end.",
        ),
        "pot-never-decided": (
            "A pot that nobody gets",
            "Chips are staked, but the pot is never decided except by folding.",
            "Let the last betting phase end in a showdown, or add one.",
        ),
        "limit-too-low": (
            "A turn limit below one hand",
            "`max_turns` is a safety net over the whole game; it would stop even the first hand.",
            "Raise `max_turns`.",
        ),
    },
    "Contradictions": {
        "contradicting-deck": (
            "Two different decks",
            "`setup.initial_deck` names one deck, `deck` spells out another.",
            "Write `custom` for a deck that is spelled out.",
        ),
        "contradicting-zone": (
            "A zone at odds with itself",
            "Owner, viewers, piles and what lies beneath do not go together.",
            "Correct the field the message names.",
        ),
        "contradicting-deal": (
            "Two different deals",
            "`cards_per_player` or `initial_discard_count` does not say what the steps of the "
            "deal do, or cards are dealt to piles that are not there.",
            "Make them say the same.",
        ),
        "contradicting-trump": (
            "Two different trumps",
            "A trump suit that holds in every hand is said in the set-up and again in each trick "
            "phase; they do not say the same, or an action sets trumps besides.",
            "Give `trump_suit` of the set-up and of every trick phase the same suit; `null` in all "
            "of them if there are no trumps or actions set them.",
        ),
        "contradicting-tricks": (
            "Two different accounts of the tricks",
            "`is_trick_based` or `tricks_per_hand` does not fit the phases and the deal.",
            "Make them say the same.",
        ),
        "contradicting-follow": (
            "Two different duties to follow suit",
            "`lead_suit_required` does not say what `follow` says.",
            "Make them say the same.",
        ),
        "contradicting-breaking": (
            "Half a rule about breaking a suit",
            "`breaking_suit` and `breaking_rule` belong together.",
            "Give both or neither.",
        ),
        "contradicting-capture": (
            "Builds that cannot be",
            "Piles that are taken as a whole are worth their place, so they need a zone of their "
            "own with a fixed number of piles; and building takes nothing.",
            "Give `builds` (with `building` also `target`) a zone with `piles: fixed` that is not "
            "the table.",
        ),
        "contradicting-play": (
            "Half a rule about beating combinations",
            "`together` names the combinations that are compared, `beating` the zone where one "
            "lies that must be beaten, `beaten_to` where it goes.",
            "Give `together` with `beating`, and `beating` with `beaten_to`.",
        ),
        "contradicting-tie": (
            "A battle that cannot happen",
            "Cards are laid down for a battle, but ties are decided in another way.",
            "Set `tie` to `battle` or `battle_cards` to 0.",
        ),
        "contradicting-claim": (
            "Half a rule about claims",
            "`rank_mode` is `fixed` exactly if `fixed_rank` is given.",
            "Give both or neither.",
        ),
        "claim-in-sight": (
            "A claim about cards that others can see",
            "Cards are laid face down with a claim of what they are, but the pile they go to lies "
            "open to others.",
            "Let the zone be seen by `nobody`.",
        ),
        "contradicting-counter": (
            "A counter outside its own range",
            "It starts or is set outside `low` to `high`, or a yes-or-no gets another number.",
            "Correct the number or the range.",
        ),
        "contradicting-call": (
            "A call at odds with itself or its phase",
            "Its height, its choices and the way the phase asks do not go together.",
            "Correct the field the message names.",
        ),
        "contradicting-rules": (
            "Rules at odds with each other",
            "Two fields of the game's or match's rules exclude each other.",
            "Correct the field the message names.",
        ),
        "contradicting-pot": (
            "A pot by name that is none",
            "A pot by name is a counter with `pot`, one number of chips for the table that is kept "
            "from hand to hand; only `stake` and `pay` name it as a pot and change it.",
            "Correct the counter, or use another one.",
        ),
        "contradicting-evaluation": (
            "A hand evaluation at odds with itself",
            "It has patterns or values that its method does not use, a target beyond its limit, a "
            "lowest hand among patterns of different sizes, or shares of a pot that no showdown "
            "parts or that have nothing to compare.",
            "Choose the method that uses them, or remove them.",
        ),
        "contradicting-option": (
            "An option at odds with the genome",
            "A choice is said to be in force, but the genome does not have what it sets.",
            "Write the genome as the choice in force sets it.",
        ),
    },
    "Options": {
        "unknown-option": (
            "An option that does not exist",
            "The genome has no option of that name.",
            "Use one of the options listed in the message.",
        ),
        "unknown-choice": (
            "A choice that does not exist",
            "The option has no choice of that name.",
            "Use one of the choices listed in the message.",
        ),
        "bad-pointer": (
            "A setting that points nowhere",
            "A setting names its field by a JSON pointer into the genome, and there is none, or "
            "it may not be set.",
            "Correct the pointer.",
        ),
        "bad-setting": (
            "A setting with an unfit value",
            "The value is not JSON, or not of the type of the field it is for.",
            "Write the value as it would stand in the file.",
        ),
        "option-breaks-genome": (
            "A choice that makes the genome unsound",
            "With this choice the genome would have the problem that follows.",
            "Let the choice set everything that belongs to it.",
        ),
    },
}
"""For each code its title, its meaning and how it is mended."""

CATALOGUE: dict[str, CodeEntry] = {
    code: CodeEntry(code, *words) for codes in _THEMES.values() for code, words in codes.items()
}
"""Every code that a problem can have."""


def catalogue_text() -> str:
    """The catalogue as a page of Markdown."""
    lines = [
        "# Problems of a genome",
        "",
        "Generated from the catalogue of codes (`make generate`). Every problem has a code, a path"
        " into the file and a message with the value and what was expected.",
        "",
    ]
    for theme, codes in _THEMES.items():
        lines += [f"## {theme}", ""]
        for code in codes:
            entry = CATALOGUE[code]
            lines += [f"### `{code}`", "", f"{entry.title}. {entry.meaning}", ""]
            lines += [f"*Mend:* {entry.mend}", ""]
    return "\n".join(lines).rstrip() + "\n"
