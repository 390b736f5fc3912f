//! The door and `serde_json` agree on what is JSON, whatever the bytes.

use darwindeck_core::door::{Kind, Limits, check};
use drawn::drawn;
use proptest::prelude::*;

mod drawn;

/// Wide enough for everything generated here; digits stay below what a double can hold.
const LIMITS: Limits = Limits {
    max_bytes: 1 << 20,
    max_depth: 100,
    max_values: 1 << 20,
    max_string: 1 << 20,
    max_digits: 300,
};

/// Pieces that, put together blindly, come close to JSON and often miss it.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "\"",
    "\\",
    "\"a\"",
    "\"b\":",
    "\"a\":",
    "\"\\u0061\":",
    "0",
    "1",
    "-",
    "12",
    "3.5",
    ".",
    "e",
    "E+2",
    "1e400",
    "true",
    "false",
    "null",
    "NaN",
    "♠",
    "\\u2660",
    "\\ud83c",
    "\\udca1",
    "\\n",
    "\t",
    "\r",
    "\u{c}",
    "\0",
    "\u{feff}",
    "[1,2]",
    "{\"c\":[]}",
    "/",
    "'",
];

fn agrees(data: &[u8]) -> Result<(), TestCaseError> {
    let ours = check(data, &LIMITS);
    let theirs = serde_json::from_slice::<serde_json::Value>(data);
    match &ours {
        Ok(()) => prop_assert!(theirs.is_ok(), "only the door accepts: {:?}", theirs),
        // serde_json keeps the last of two equal keys.
        Err(error) if error.kind == Kind::DuplicateKey => {}
        Err(error) => {
            prop_assert!(theirs.is_err(), "only serde_json accepts: {}", error);
            prop_assert!(error.line >= 1 && error.column >= 1);
            prop_assert!(error.column <= data.len() + 1);
        }
    }
    Ok(())
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let scalar = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    scalar.prop_recursive(6, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|map| map.into_iter().collect::<serde_json::Map<_, _>>().into()),
        ]
    })
}

proptest! {
    #![proptest_config(drawn(20_000))]

    #[test]
    fn on_any_bytes(data in prop::collection::vec(any::<u8>(), 0..64)) {
        agrees(&data)?;
    }

    #[test]
    fn on_near_json(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..16)) {
        agrees(pieces.concat().as_bytes())?;
    }

    #[test]
    fn on_arrays_of_near_json(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..5)) {
        agrees(format!("[{}]", pieces.join(",")).as_bytes())?;
    }

    #[test]
    fn on_near_strings(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..5)) {
        agrees(format!("\"{}\"", pieces.concat()).as_bytes())?;
    }
}

proptest! {
    #![proptest_config(drawn(2_000))]

    #[test]
    fn real_json_passes_and_a_damaged_copy_agrees(value in json(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut data = serde_json::to_vec(&value).expect("a value can be written");
        prop_assert_eq!(check(&data, &LIMITS), Ok(()));
        let at = at.index(data.len());
        data[at] = byte;
        agrees(&data)?;
        agrees(&data[..at])?;
    }

    #[test]
    fn tight_limits_never_panic(
        value in json(),
        limits in prop::array::uniform5(0_usize..20),
    ) {
        let data = serde_json::to_vec_pretty(&value).expect("a value can be written");
        let [bytes, max_depth, max_values, max_string, max_digits] = limits;
        let limits = Limits { max_bytes: bytes * 40, max_depth, max_values, max_string, max_digits };
        if let Err(error) = check(&data, &limits) {
            prop_assert!(!matches!(error.kind, Kind::NotJson | Kind::NotUtf8 | Kind::Empty | Kind::TrailingText));
        }
    }
}
