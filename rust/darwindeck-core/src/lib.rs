//! The DarwinDeck core. It knows no Python; `darwindeck-py` is its thin binding.

pub mod door;
pub mod fingerprint;
pub mod program;
