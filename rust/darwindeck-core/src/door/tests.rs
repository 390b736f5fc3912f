use super::*;

const LIMITS: Limits =
    Limits { max_bytes: 1000, max_depth: 4, max_values: 8, max_string: 10, max_digits: 6 };

fn accepted(source: &str) {
    assert_eq!(check(source.as_bytes(), &LIMITS), Ok(()), "{source}");
}

fn refused(source: impl AsRef<[u8]>) -> DoorError {
    check(source.as_ref(), &LIMITS).expect_err("this should be turned away")
}

#[track_caller]
fn refused_as(source: impl AsRef<[u8]>, kind: Kind, line: usize, column: usize, message: &str) {
    let error = refused(source);
    assert_eq!(
        (error.kind, error.line, error.column, error.message.as_str()),
        (kind, line, column, message)
    );
}

#[track_caller]
fn not_json(source: impl AsRef<[u8]>, line: usize, column: usize, message: &str) {
    let message = format!("not JSON: {message}");
    refused_as(source, Kind::NotJson, line, column, &message);
}

#[test]
fn plain_json_passes() {
    for source in [
        "null",
        " true\n",
        "false",
        "0",
        "-0",
        "-12.50e+3",
        "1E-2",
        "\"\"",
        "[]",
        "[ ]",
        "{}",
        "{ }",
        "\r\n\t[1, 2 , [3]]",
        r#"{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}"#,
        r#""\"\\\/\b\f\n\r\t""#,
        "\"\u{7f}♠\u{1f0a1}\"",
    ] {
        accepted(source);
    }
}

#[test]
fn a_file_without_a_value_is_empty() {
    for source in ["", " ", "\n\t\r\n"] {
        refused_as(source, Kind::Empty, 1, 1, "the file is empty");
    }
}

#[test]
fn too_many_bytes_are_refused_before_they_are_read() {
    let error = refused(vec![0xff; 1001]);
    assert_eq!(error.kind, Kind::TooLarge);
    assert_eq!(error.to_string(), "1001 bytes; the limit is 1000");
    accepted(&format!("1{}", " ".repeat(999)));
}

#[test]
fn bytes_that_are_not_text_are_placed() {
    refused_as(
        b"[\n\"\xe2\x99\xa0\xff\"]",
        Kind::NotUtf8,
        2,
        3,
        "not UTF-8 text: found the byte 0xff",
    );
    assert_eq!(refused(b"\"\xe2\x99").kind, Kind::NotUtf8);
    assert_eq!(refused(b"\"\xed\xa0\x80\"").kind, Kind::NotUtf8);
}

#[test]
fn a_byte_order_mark_is_named() {
    not_json("\u{feff}{}", 1, 1, "the file starts with a byte order mark; save it as plain UTF-8");
}

#[test]
fn words_other_than_the_three_are_not_values() {
    not_json("x", 1, 1, "expected a value, found 'x'");
    not_json("[NaN]", 1, 2, "expected a value, found 'NaN'");
    not_json("[Infinity]", 1, 2, "expected a value, found 'Infinity'");
    not_json("-Infinity", 1, 2, "expected a digit, found 'Infinity'");
    not_json("True", 1, 1, "expected a value, found 'True'");
    not_json("nulls", 1, 1, "expected a value, found 'nulls'");
    not_json("'a'", 1, 1, r"expected a value, found '\''");
    not_json("// hi", 1, 1, "expected a value, found '/'");
    not_json("\0", 1, 1, r"expected a value, found '\0'");
    not_json("\u{a0}1", 1, 1, r"expected a value, found '\u{a0}'");
}

#[test]
fn a_broken_array_says_what_was_expected() {
    not_json("[", 1, 2, "expected a value, found the end of the file");
    not_json("[1", 1, 3, "expected ',' or ']', found the end of the file");
    not_json("[1,", 1, 4, "expected a value, found the end of the file");
    not_json("[1,]", 1, 4, "expected a value, found ']'");
    not_json("[,1]", 1, 2, "expected a value, found ','");
    not_json("[1 2]", 1, 4, "expected ',' or ']', found '2'");
    not_json("[1}", 1, 3, "expected ',' or ']', found '}'");
    not_json("]", 1, 1, "expected a value, found ']'");
}

#[test]
fn a_broken_object_says_what_was_expected() {
    not_json("{", 1, 2, "expected a key in double quotes, found the end of the file");
    not_json("{1: 2}", 1, 2, "expected a key in double quotes, found '1'");
    not_json("{a: 2}", 1, 2, "expected a key in double quotes, found 'a'");
    not_json("{\"a\" 2}", 1, 6, "expected ':' after the key, found '2'");
    not_json("{\"a\":}", 1, 6, "expected a value, found '}'");
    not_json("{\"a\":1,}", 1, 8, "expected a key in double quotes, found '}'");
    not_json("{\"a\":1]", 1, 7, "expected ',' or '}', found ']'");
    not_json("{\"a\":1 \"b\":2}", 1, 8, "expected ',' or '}', found '\"'");
}

#[test]
fn a_broken_number_says_what_was_expected() {
    not_json("[01]", 1, 2, "a number may not have a leading zero");
    not_json("-01", 1, 1, "a number may not have a leading zero");
    not_json("[-]", 1, 3, "expected a digit, found ']'");
    not_json("1.", 1, 3, "expected a digit, found the end of the file");
    not_json("[1.e3]", 1, 4, "expected a digit, found 'e3'");
    not_json("[1e+]", 1, 5, "expected a digit, found ']'");
    not_json("+1", 1, 1, "expected a value, found '+'");
    not_json(".5", 1, 1, "expected a value, found '.'");
    not_json("[0x10]", 1, 3, "expected ',' or ']', found 'x10'");
}

#[test]
fn a_broken_string_says_what_was_expected() {
    not_json("[\"abc", 1, 2, "this string is never closed");
    not_json("\"\\", 1, 2, r"expected an escape after '\', found the end of the file");
    not_json(r#""\x""#, 1, 2, r"expected an escape after '\', found 'x'");
    not_json(r#""\u12g4""#, 1, 6, r"expected four hexadecimal digits after '\u', found 'g4'");
    not_json("\"a\nb\"", 1, 3, r"a string may not hold '\n' as such; write it as an escape");
}

#[test]
fn surrogates_come_in_pairs() {
    accepted(r#""\ud83c\udca1""#);
    for alone in
        [r#""\ud83c""#, r#""\udca1""#, r#""\ud83c\u0041""#, r#""\ud83c\n""#, r#""\ud83c\ud83c""#]
    {
        let error = refused(alone);
        assert_eq!((error.kind, error.column), (Kind::NotJson, 2), "{alone}");
        assert!(error.message.contains("half of a surrogate pair"), "{alone}");
    }
}

#[test]
fn text_after_the_value_is_refused() {
    refused_as("{}\n{}", Kind::TrailingText, 2, 1, "the JSON value ends, but '{' follows");
    assert_eq!(refused("1 2").kind, Kind::TrailingText);
    assert_eq!(refused("null,").kind, Kind::TrailingText);
    assert_eq!(refused("[]]").kind, Kind::TrailingText);
    assert_eq!(refused("1\0").kind, Kind::TrailingText);
}

#[test]
fn depth_is_limited() {
    accepted("[[[[]]]]");
    let error = refused("[[\n[{\"a\":\n [");
    assert_eq!(error.to_string(), "line 3, column 2: nested deeper than 4 levels");
    assert_eq!(error.kind, Kind::TooDeep);
}

#[test]
fn depth_is_counted_down_again() {
    accepted("[[[[]]], [[[]]]]");
}

#[test]
fn values_are_limited() {
    accepted("[1,2,3,4,5,6,7]");
    refused_as("[1,2,3,4,5,6,7,8]", Kind::TooManyValues, 1, 16, "more than 8 values");
    accepted(r#"{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7}"#);
    assert_eq!(refused("[[],[],{},{},\"\",\"\",null,0]").kind, Kind::TooManyValues);
}

#[test]
fn strings_are_limited_in_characters() {
    accepted("\"♠♠♠♠♠♠♠♠♠♠\"");
    accepted(r#""\u2660\u2660\u2660\u2660\u2660\u2660\u2660\u2660\ud83c\udca1\n""#);
    refused_as("[\"♠♠♠♠♠♠♠♠♠♠♠\"]", Kind::StringTooLong, 1, 2, "string longer than 10 characters");
    refused_as("{\"12345678901\": 1}", Kind::StringTooLong, 1, 2, "key longer than 10 characters");
}

#[test]
fn digits_are_limited() {
    accepted("[123456, -123456, 123.4e56]");
    refused_as("[1234567]", Kind::NumberTooLong, 1, 2, "number with more than 6 digits");
    assert_eq!(refused("0.000001").kind, Kind::NumberTooLong);
    assert_eq!(refused("1e0000001").kind, Kind::NumberTooLong);
}

#[test]
fn numbers_beyond_a_double_are_refused() {
    accepted("1e308");
    accepted("1e-400");
    refused_as("[-1e309]", Kind::NumberOutOfRange, 1, 2, "the number -1e309 is out of range");
}

#[test]
fn a_key_appears_once_per_object() {
    refused_as(
        "{\"name\": 1,\n \"name\": 2}",
        Kind::DuplicateKey,
        2,
        2,
        "the key \"name\" appears twice in one object",
    );
    assert_eq!(refused(r#"{"name": 1, "n\u0061me": 2}"#).kind, Kind::DuplicateKey);
    assert_eq!(refused(r#"{"": {"": 1}, "": 2}"#).kind, Kind::DuplicateKey);
    assert_eq!(refused(r#"[{"a":{"b":1},"b":2,"a":3}]"#).kind, Kind::DuplicateKey);
}

#[test]
fn messages_stay_on_one_short_line() {
    let limits = Limits { max_string: 500, ..LIMITS };
    let key = "\\n".repeat(200);
    let source = format!("{{\"{key}\":1,\"{key}\":1}}");
    let error = check(source.as_bytes(), &limits).expect_err("duplicate");
    assert!(error.message.chars().count() < 130 && !error.message.contains('\n'));
    assert!(refused("a".repeat(900)).message.chars().count() < 100);
}

#[test]
fn columns_count_characters() {
    not_json("[\"♠♥\", x]", 1, 8, "expected a value, found 'x'");
    not_json("[1,\r\n  x]", 2, 3, "expected a value, found 'x'");
}

#[test]
fn hopeless_depth_needs_no_stack() {
    let limits =
        Limits { max_bytes: usize::MAX, max_depth: usize::MAX, max_values: usize::MAX, ..LIMITS };
    let depth = 1_000_000;
    let source = "[".repeat(depth) + &"]".repeat(depth);
    assert_eq!(check(source.as_bytes(), &limits), Ok(()));
}

#[test]
fn zero_limits_are_limits() {
    let none = Limits { max_bytes: 100, max_depth: 0, max_values: 1, max_string: 0, max_digits: 0 };
    let kind = |source: &str| check(source.as_bytes(), &none).map_err(|error| error.kind);
    assert_eq!(kind("null"), Ok(()));
    assert_eq!(kind("\"\""), Ok(()));
    assert_eq!(kind("[]"), Err(Kind::TooDeep));
    assert_eq!(kind("\"a\""), Err(Kind::StringTooLong));
    assert_eq!(kind("1"), Err(Kind::NumberTooLong));
}

#[test]
fn kinds_have_names_of_their_own() {
    let names: HashSet<_> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names.len(), Kind::ALL.len());
}
