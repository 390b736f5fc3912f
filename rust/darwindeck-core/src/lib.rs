//! The DarwinDeck core. It knows no Python; `darwindeck-py` is its thin binding.

pub mod arrays;
pub mod audit;
pub mod door;
#[cfg(test)]
#[path = "../tests/drawn/mod.rs"]
mod drawn;
pub mod fingerprint;
pub mod game;
pub mod measure;
pub mod players;
pub mod processor;
pub mod program;
pub mod simulate;
