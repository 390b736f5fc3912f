//! Combinations of cards: whether cards form one, can still form one, and which are the best.
//!
//! The meaning is that of `HandPattern`: constraints that must all hold, where a wild card may stand
//! for any rank of the orders and for any suit. The usual patterns are decided by counting: cards of
//! one rank or suit, runs, exact lists, groups. Unusual mixes of constraints are searched, and that
//! search is bounded: at the bound the answer is what has been found until then, so that a
//! combination may be missed, while nothing is ever taken for a combination that is none.

mod complete;
mod contest;
mod counts;
mod declare;
mod exact;
mod faces;
mod reading;
mod run;
mod search;
mod shape;
mod showdown;
mod units;
mod ways;

#[cfg(test)]
mod tests;

pub use complete::{can_complete, completions, completions_of, find, matches, smallest};
pub use contest::{Bounds, Counted, Standing, completions_above, counts_as, forms_above};
pub use declare::{Declarable, best_declarations};
pub use faces::Faces;
pub use shape::Shape;
#[cfg(test)]
use showdown::rank_hand;
pub use showdown::{HandKey, rank_hand_from};
pub use ways::ways;
