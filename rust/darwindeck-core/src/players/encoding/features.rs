//! The kinds of features, each with a name and what its two numbers mean.

/// What a kind of feature is, for people.
#[derive(Clone, Copy, Debug)]
pub struct Description {
    /// Its name.
    pub name: &'static str,
    /// What it says if it is there.
    pub meaning: &'static str,
    /// What its first number is; empty if it is always 0.
    pub first: &'static str,
    /// What its second number is; empty if it is always 0.
    pub second: &'static str,
}

macro_rules! features {
    ($($name:ident: $meaning:literal, $first:literal, $second:literal;)*) => {
        /// A kind of feature.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        #[allow(missing_docs)]
        pub enum Feature { $($name,)* }

        /// All kinds in order.
        pub const ALL: &[Description] = &[$(
            Description {
                name: stringify!($name),
                meaning: $meaning,
                first: $first,
                second: $second,
            },
        )*];
    };
}

features! {
    // The moment.
    Stage: "how far the phase has come", "stage", "";
    Held: "a card in the own hand", "face", "";
    HandSize: "how many cards the own hand has", "cards", "";
    Size: "how many cards lie somewhere", "zone and whose", "steps of the number";
    Undealt: "how many cards are not dealt yet", "steps of the number", "";
    TopCard: "the card on top of a pile", "zone and whose", "face";
    TopRank: "its rank", "zone and whose", "rank";
    TopSuit: "its suit", "zone and whose", "suit";
    PileTop: "the rank on top of one of many piles", "zone, whose, number of the pile", "rank";
    AnyTop: "a card that is on top of any of many piles", "zone and whose", "face";
    PileSize: "how many cards one of many piles has", "zone, whose, number of the pile", "steps";
    PileHidden: "how many of them are hidden", "zone, whose, number of the pile", "steps";
    Lies: "a card that is seen or known to lie somewhere", "zone and whose", "face";
    ActsFor: "whose cards are played now", "seat from the observer", "";
    Played: "a card that was played in this hand and is not held", "face", "";
    InTrick: "a card of the trick", "seat from the observer", "face";
    TrickSize: "how many cards the trick has", "cards", "";
    LedSuit: "the suit that was led", "suit", "";
    Winning: "who is winning the trick, and how strong the card is", "seat from the observer", "strength";
    TrickPoints: "points in the trick", "steps of the points", "who wins it: 1 own side, 2 another";
    Trump: "the trump suit", "suit", "";
    TrumpHeld: "a trump in the own hand", "rank", "whether it is of the trump suit by its face";
    TrumpsHeld: "how many trumps are held", "cards", "";
    TrumpsUnseen: "how many trumps are not seen", "cards", "";
    SuitHeld: "how many cards of a suit are held", "suit", "cards";
    SuitUnseen: "how many cards of a suit are not seen", "suit", "steps of the number";
    Lengths: "how long the suits of the hand are, longest first", "longest two", "next two";
    Mode: "the mode of the game", "mode", "";
    NamedSuit: "a suit that was named", "suit", "";
    NamedSuitHeld: "how many cards of it are held", "cards", "";
    NamedRank: "a rank that was named", "rank", "cards of it that are held";
    SuitInForce: "a suit that holds for the pile", "suit", "";
    Standing: "the call that stands, in steps", "steps of its height", "";
    StandingExactly: "the call that stands", "its height", "";
    Bids: "how many bids were made", "bids", "";
    Calls: "how many calls were made", "calls", "";
    PassesInRow: "how many passed one after the other", "passes", "";
    Dealer: "who deals", "seat from the observer", "";
    Leader: "who leads", "seat from the observer", "";
    Turn: "whose turn it is", "seat from the observer", "whether the phase is the observer's";
    Claim: "the rank that is claimed", "rank", "steps of the number of claims";
    ClaimHeld: "cards of that rank that are held", "cards, cards moved in this phase", "";
    ClaimUnseen: "cards of that rank that are unseen", "cards, cards moved in this phase", "";
    Broken: "whether a suit is broken, and play reversed", "broken", "reversed";
    TrickNumber: "the number of the trick", "steps of the number", "";
    Counter: "a counter that is not what it began with", "counter and whose", "steps of its value";
    Role: "who has a role", "role", "seat from the observer";
    Choice: "what was named last", "choice", "value";
    Called: "who has made a call", "call", "seat from the observer";
    Said: "something that was named in this hand", "choice and seat", "value";
    SaidLately: "the same, by how long ago", "how long ago, choice and seat", "value";
    Declared: "a combination that was declared", "seat from the observer", "pattern";
    OthersHand: "how many cards somebody holds", "seat from the observer", "cards";
    Tricks: "tricks won", "seat from the observer", "tricks";
    HandPoints: "points of this hand", "seat from the observer", "steps of the points";
    SidePoints: "points of this hand of a side", "side from the own one", "steps of the points";
    Staked: "chips at stake", "seat from the observer", "steps of the chips";
    StillIn: "who is still in", "seat from the observer", "";
    Lacks: "who is known to have none of a suit", "seat from the observer", "suit";
    Pot: "the pot", "steps of the chips", "";
    Owed: "what it costs to stay in", "steps of the chips", "";
    Chips: "own chips", "steps of the chips", "";
    Score: "the own score of the match", "steps of the points", "";
    Ahead: "how far ahead of the best other side", "steps of the points", "";
    Melded: "cards of the hand that form sets or runs", "cards", "cards held";
    Paired: "cards of the hand that could become sets or runs", "cards", "";
    Pairs: "pairs in the hand", "pairs", "";
    CardPoints: "what the cards of the hand are worth", "steps of the points", "";
    Deadwood: "what those are worth that form nothing", "steps of the points", "";
    RankHeld: "a rank that is held more than once", "rank", "cards";
    RankOnTable: "a rank that lies open on the table", "rank", "cards";
    Strength: "how good the hand is at a showdown", "class of the hand", "";
    Total: "the total of the hand", "steps of the total", "";
    Picked: "a card that was picked just now", "face", "";
    PickedCount: "how many were picked", "cards", "";
    CounterTricks: "a counter less the tricks taken", "counter and whose", "steps of the difference";
    Drawn: "a card that was drawn in this turn and is held", "face", "";
    // The move.
    Kind: "what a move does", "option of a choice", "call, build or number";
    Card: "the card of a move", "option and face", "whether it is taken from the table";
    Rank: "its rank", "rank", "option";
    Suit: "its suit", "suit", "";
    Class: "trump, follows, beats, leads", "class", "who wins the trick, seats still to play";
    ClassRank: "the same with its rank", "class and seats still to play", "rank";
    ClassPoints: "the same with the points of the trick", "class and seats still to play", "steps";
    Beaten: "how many unseen cards beat it", "class and seats still to play", "cards";
    Sure: "whether none does", "class, who wins, seats still to play", "yes or no";
    Worth: "what the card is worth", "table of points", "steps of the points";
    ClassWorth: "the same by class", "class and who wins", "steps of the points";
    SameRank: "cards of its rank", "held", "on the table, unseen";
    SuitLength: "cards of its suit that are held", "cards", "trump, follows";
    Fits: "whether it forms or could form something", "melded, paired", "";
    FitsRank: "the same with its rank", "melded, paired", "rank";
    Neighbours: "held neighbours in its suit", "which of two below and two above", "held of its rank";
    NeighboursLeft: "the same with those that are unseen", "which", "";
    Due: "whether it is of the rank that is to be claimed", "yes or no", "held of its rank";
    Together: "what the cards picked with it have in common", "cards", "rank, suit";
    TogetherDue: "how many of them are of the rank that is claimed", "of it", "not of it";
    Own: "whether it comes from the hand", "yes or no", "cards held";
    Order: "held cards of its suit", "above it", "below it, follows";
    BuildBetween: "a move between piles", "zones", "build";
    BuildCount: "how many cards it moves", "zones", "cards";
    BuildLeaves: "how many stay behind", "zones", "cards";
    BuildTurns: "whether it empties a pile over hidden cards", "yes or no", "hidden cards";
    BuildTurnsTo: "the same by where to", "empties, hidden", "zone";
    BuildOnto: "which card comes to lie on which", "face beneath", "face";
    BuildRank: "the rank that is moved", "zones", "rank";
    Names: "something that a call names", "choice", "value";
    NamesHolding: "the same with the size of the hand", "choice, cards held", "value";
    NamesAll: "everything that a call names", "all of it", "";
    NamesSuitHeld: "the same with the length of the suit it names", "all of it", "cards";
    NamesRank: "a rank that is named", "rank", "cards of it that are held";
    Raise: "how much higher it is than the call that stands", "call", "steps";
    NamesHeld: "how many of a rank that is named are held", "cards", "how many are unseen";
    NamesTarget: "how many of it a seat that is named is known to hold", "cards", "unseen";
    NamesAfter: "how long ago that seat and the own one named it", "of that seat", "own";
    Pattern: "a combination that is declared", "pattern", "";
    Plain: "any other move by its numbers", "first number", "second number";
    MateRank: "a card held in the suit of the move", "rank", "trump, call";
    OtherRank: "a card held outside it", "rank", "trump, call";
    MatesHeld: "how many are held in it", "cards", "trump, call";
    MatesUnseen: "how many of it are unseen", "cards", "trump, call";
    // What it brings about at once.
    GoesOn: "whether the same seat goes on", "yes or no", "";
    Gets: "a card that comes to an own place", "zone", "face";
    Change: "by how many cards a place changes", "zone and whose", "steps of the number";
    ChangeWorth: "by how much in points", "zone and whose", "steps of the points";
    GainsHand: "points of the hand", "steps of the points", "";
    GainsScore: "points of the match", "steps of the points", "";
    GainsTrick: "tricks", "tricks", "";
    GainsCounter: "a counter changes", "counter and whose", "steps of the change";
    GainsChips: "chips change hands", "steps of the chips", "";
    TableThen: "how many cards then lie on the table", "cards", "";
    TableRankThen: "a rank that then lies there", "rank", "";
    TablePointsThen: "what they are worth", "steps of the points", "";
    MeldedThen: "cards of the hand that then form something", "cards", "cards held";
    PairedThen: "cards that then could", "cards", "cards held";
    DeadwoodThen: "what the rest is worth", "steps of the points", "";
    StrengthThen: "how good the hand then is at a showdown", "class of the hand", "";
    TotalThen: "the total of the hand then", "steps of the total", "";
    Over: "whether the hand is over with it", "won, lost or neither", "";
    Again: "whether a lone player has been there before", "", "";
    // How often a hand wins where hands are bet on.
    Odds: "how often the hand beats another at a showdown", "share", "";
    OddsOthers: "the same with how many others are in", "share", "others";
    OddsPrice: "how far a chance to win exceeds what it costs", "difference of shares", "others";
    OddsBets: "how often the hand wins, after so many bets", "rough share", "bets and raises";
    OddsRisk: "the same with what staying in costs", "share", "part of the own chips";
    StakesOdds: "how often the hand wins, and what a move stakes", "share", "part of the own chips";
    StakesPot: "the same beside the pot", "rough share, others", "times the pot";
    OddsKept: "how often the hand wins that is kept and filled up", "share", "cards given away";
    OddsGain: "how much more often than now", "steps of the difference", "";
    // What is left of a hand when combinations are taken out.
    Left: "the least that can be left, in points", "points", "";
    LeftCards: "how many cards that are", "cards", "cards held";
    LeftOuts: "unseen cards that would help", "new combinations", "larger ones";
    LeftOutsWorth: "the same with the points that are left", "cards", "steps of the points";
    LeftThen: "the least that can then be left, in points", "points", "cards held";
    LeftCardsThen: "how many cards that then are", "cards", "cards held";
    LeftLessThen: "what is left without the dearest of them", "points", "cards held";
    LeftGain: "by how much less than now", "steps of the points", "";
    LeftOutsThen: "unseen cards that would then help", "new combinations", "larger ones";
    LeftOutsWorthThen: "the same with the points that are then left", "cards", "steps";
    Loose: "whether a card is left over, and near a combination", "left, near", "steps of its worth";
    Gift: "combinations that others could make with a card", "all", "with cards known to be held";
}
