//! Bytecode from outside: whatever it holds, reading it ends in a program or an error.

use darwindeck_core::program::{HEADER_SIZE, Program};
use drawn::drawn;
use proptest::prelude::*;

mod drawn;

/// A header that points to sections right behind it, then a deck of one suit, one rank and two cards.
fn beginning() -> Vec<u8> {
    let mut data = vec![1];
    data.extend(2u32.to_be_bytes());
    data.extend(7u64.to_be_bytes());
    data.extend(2u32.to_be_bytes());
    data.extend(100u32.to_be_bytes());
    data.resize(HEADER_SIZE, 0);
    data.extend([1, 0, 1, 2, 0, 0, 0, 0]);
    data
}

#[test]
fn what_ends_too_early_is_named_with_its_place() {
    let data = beginning();
    for length in 0..data.len() {
        let error = Program::decode(&data[..length]).expect_err("it is cut off");
        assert!(error.offset <= length);
        assert_eq!(error.what, "the bytecode ends here");
    }
}

#[test]
fn an_unknown_format_is_refused() {
    let mut data = beginning();
    data[0] = 9;
    let error = Program::decode(&data).expect_err("there is no such format");
    assert_eq!(error.to_string(), "byte 0: there is no such bytecode format");
}

#[test]
fn nobody_can_play_without_players() {
    let mut data = beginning();
    data[16] = 0;
    let error = Program::decode(&data).expect_err("nobody plays");
    assert!(error.what.starts_with("0 players"));
}

proptest! {
    #![proptest_config(drawn(256))]

    #[test]
    fn any_bytes_are_read_or_refused(data in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = Program::decode(&data);
    }

    #[test]
    fn any_bytes_after_a_sound_beginning_are_read_or_refused(
        tail in proptest::collection::vec(any::<u8>(), 0..2000)
    ) {
        let mut data = beginning();
        data.extend(tail);
        let _ = Program::decode(&data);
    }

    #[test]
    fn small_numbers_after_a_sound_beginning_are_read_or_refused(
        tail in proptest::collection::vec(0u8..4, 0..2000)
    ) {
        let mut data = beginning();
        data.extend(tail);
        let _ = Program::decode(&data);
    }
}
