//! The door for untrusted JSON: one bounded pass that decides whether a real parser may read the bytes.
//!
//! Strict RFC 8259, and stricter where parsers disagree or come to harm: a key appears once per object, an
//! escaped surrogate comes in a pair, a number with a fraction or exponent fits a finite double.
//! There is no recursion; memory is proportional to the depth and to the keys of the objects still open.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

mod text;

use text::{End, Number, Text};

/// How much a file may ask of us.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Length of the whole file in bytes.
    pub max_bytes: usize,
    /// Levels of nested arrays and objects; `[[1]]` has two.
    pub max_depth: usize,
    /// Number of values of any kind; keys do not count.
    pub max_values: usize,
    /// Characters in one string or key, escapes counted as what they stand for.
    pub max_string: usize,
    /// Digits in one number: whole part, fraction and exponent together.
    pub max_digits: usize,
}

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// More bytes than the limit.
    TooLarge,
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// Nothing but white space.
    Empty,
    /// The grammar of JSON is broken.
    NotJson,
    /// Something follows the value.
    TrailingText,
    /// Nested beyond the limit.
    TooDeep,
    /// More values than the limit.
    TooManyValues,
    /// A string or key beyond the limit.
    StringTooLong,
    /// A number with more digits than the limit.
    NumberTooLong,
    /// A number that no double can hold.
    NumberOutOfRange,
    /// The same key twice in one object.
    DuplicateKey,
}

impl Kind {
    /// Every kind, in the order of declaration.
    pub const ALL: [Kind; 11] = [
        Kind::TooLarge,
        Kind::NotUtf8,
        Kind::Empty,
        Kind::NotJson,
        Kind::TrailingText,
        Kind::TooDeep,
        Kind::TooManyValues,
        Kind::StringTooLong,
        Kind::NumberTooLong,
        Kind::NumberOutOfRange,
        Kind::DuplicateKey,
    ];

    /// The name callers may rely on.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::TooLarge => "too_large",
            Kind::NotUtf8 => "not_utf8",
            Kind::Empty => "empty",
            Kind::NotJson => "not_json",
            Kind::TrailingText => "trailing_text",
            Kind::TooDeep => "too_deep",
            Kind::TooManyValues => "too_many_values",
            Kind::StringTooLong => "string_too_long",
            Kind::NumberTooLong => "number_too_long",
            Kind::NumberOutOfRange => "number_out_of_range",
            Kind::DuplicateKey => "duplicate_key",
        }
    }
}

/// Why the bytes were turned away, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoorError {
    /// What is wrong.
    pub kind: Kind,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The reason in words, without the place.
    pub message: String,
}

impl fmt::Display for DoorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            // About the whole file: a place would only distract.
            Kind::TooLarge | Kind::Empty => f.write_str(&self.message),
            _ => write!(f, "line {}, column {}: {}", self.line, self.column, self.message),
        }
    }
}

impl std::error::Error for DoorError {}

/// Checks that `data` is strict JSON within `limits`.
///
/// # Errors
/// The first fault met, reading from the start.
pub fn check(data: &[u8], limits: &Limits) -> Result<(), DoorError> {
    if data.len() > limits.max_bytes {
        return Err(DoorError {
            kind: Kind::TooLarge,
            line: 1,
            column: 1,
            message: format!("{} bytes; the limit is {}", data.len(), limits.max_bytes),
        });
    }
    let source = std::str::from_utf8(data).map_err(|bad| {
        let at = bad.valid_up_to();
        let (line, column) = place(data, at);
        let found = data.get(at).copied().unwrap_or_default();
        DoorError {
            kind: Kind::NotUtf8,
            line,
            column,
            message: format!("not UTF-8 text: found the byte 0x{found:02x}"),
        }
    })?;
    let mut scan = Scan { text: Text::new(source), limits, open: Vec::new(), values: 0 };
    scan.run().map_err(|fault| {
        let (line, column) = place(data, fault.at);
        DoorError { kind: fault.kind, line, column, message: fault.message }
    })
}

/// Line and column, from 1, of the byte offset `at`; everything before it is UTF-8.
fn place(data: &[u8], at: usize) -> (usize, usize) {
    let before = data.get(..at).unwrap_or(data);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let column = before
        .iter()
        .rev()
        .take_while(|&&byte| byte != b'\n')
        .filter(|&&byte| !text::continues_character(byte))
        .count()
        + 1;
    (line, column)
}

/// A fault at a byte offset; the line and column are worked out only when it is reported.
pub(crate) struct Fault {
    kind: Kind,
    at: usize,
    message: String,
}

impl Fault {
    fn new(kind: Kind, at: usize, message: impl Into<String>) -> Self {
        Fault { kind, at, message: message.into() }
    }

    fn not_json(at: usize, message: impl fmt::Display) -> Self {
        Fault::new(Kind::NotJson, at, format!("not JSON: {message}"))
    }
}

/// An array or object whose closing bracket has not come yet.
enum Open<'a> {
    Array,
    Object(HashSet<Cow<'a, str>>),
}

/// What the grammar allows next.
#[derive(Clone, Copy)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    CommaOrEnd,
}

struct Scan<'a> {
    text: Text<'a>,
    limits: &'a Limits,
    open: Vec<Open<'a>>,
    values: usize,
}

impl<'a> Scan<'a> {
    fn run(&mut self) -> Result<(), Fault> {
        self.text.skip_space();
        if self.text.peek().is_none() {
            return Err(Fault::new(Kind::Empty, 0, "the file is empty"));
        }
        if self.text.starts_with_byte_order_mark() {
            let message = "the file starts with a byte order mark; save it as plain UTF-8";
            return Err(Fault::not_json(0, message));
        }
        let mut next = Next::Value;
        loop {
            next = match next {
                Next::Value => self.value()?,
                Next::ValueOrEnd if self.text.peek() == Some(b']') => self.close(),
                Next::ValueOrEnd => self.value()?,
                Next::Key => self.key()?,
                Next::KeyOrEnd if self.text.peek() == Some(b'}') => self.close(),
                Next::KeyOrEnd => self.key()?,
                Next::CommaOrEnd => self.comma_or_end()?,
            };
            self.text.skip_space();
            if self.open.is_empty() {
                return self.nothing_follows();
            }
        }
    }

    fn value(&mut self) -> Result<Next, Fault> {
        let at = self.text.at();
        let first = self.text.peek();
        if matches!(first, Some(b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n')) {
            self.count_value(at)?;
        }
        match first {
            Some(b'{') => self.enter(Open::Object(HashSet::new()), Next::KeyOrEnd),
            Some(b'[') => self.enter(Open::Array, Next::ValueOrEnd),
            Some(b'"') => {
                self.string("string")?;
                Ok(Next::CommaOrEnd)
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                Ok(Next::CommaOrEnd)
            }
            _ if self.text.take_word(&["true", "false", "null"]) => Ok(Next::CommaOrEnd),
            _ => Err(self.expected("a value")),
        }
    }

    fn count_value(&mut self, at: usize) -> Result<(), Fault> {
        if self.values == self.limits.max_values {
            let message = format!("more than {} values", self.limits.max_values);
            return Err(Fault::new(Kind::TooManyValues, at, message));
        }
        self.values += 1;
        Ok(())
    }

    fn enter(&mut self, bracket: Open<'a>, next: Next) -> Result<Next, Fault> {
        if self.open.len() == self.limits.max_depth {
            let message = format!("nested deeper than {} levels", self.limits.max_depth);
            return Err(Fault::new(Kind::TooDeep, self.text.at(), message));
        }
        self.text.advance();
        self.open.push(bracket);
        Ok(next)
    }

    fn close(&mut self) -> Next {
        self.text.advance();
        self.open.pop();
        Next::CommaOrEnd
    }

    fn key(&mut self) -> Result<Next, Fault> {
        let at = self.text.at();
        if self.text.peek() != Some(b'"') {
            return Err(self.expected("a key in double quotes"));
        }
        let key = self.string("key")?;
        if let Some(Open::Object(keys)) = self.open.last_mut() {
            if keys.contains(&key) {
                let message =
                    format!("the key \"{}\" appears twice in one object", text::excerpt(&key));
                return Err(Fault::new(Kind::DuplicateKey, at, message));
            }
            keys.insert(key);
        }
        self.text.skip_space();
        if self.text.peek() != Some(b':') {
            return Err(self.expected("':' after the key"));
        }
        self.text.advance();
        Ok(Next::Value)
    }

    fn comma_or_end(&mut self) -> Result<Next, Fault> {
        let (end, expected, after_comma) = match self.open.last() {
            Some(Open::Object(_)) => (b'}', "',' or '}'", Next::Key),
            _ => (b']', "',' or ']'", Next::Value),
        };
        match self.text.peek() {
            Some(b',') => {
                self.text.advance();
                Ok(after_comma)
            }
            Some(byte) if byte == end => Ok(self.close()),
            _ => Err(self.expected(expected)),
        }
    }

    fn nothing_follows(&self) -> Result<(), Fault> {
        if self.text.peek().is_none() {
            return Ok(());
        }
        let message = format!("the JSON value ends, but {} follows", self.text.found());
        Err(Fault::new(Kind::TrailingText, self.text.at(), message))
    }

    fn string(&mut self, what: &str) -> Result<Cow<'a, str>, Fault> {
        let at = self.text.at();
        match self.text.take_string(self.limits.max_string)? {
            End::Closed(content) => Ok(content),
            End::TooLong => {
                let message = format!("{what} longer than {} characters", self.limits.max_string);
                Err(Fault::new(Kind::StringTooLong, at, message))
            }
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        let at = self.text.at();
        let Number { digits, literal } = self.text.take_number()?;
        if digits > self.limits.max_digits {
            let message = format!("number with more than {} digits", self.limits.max_digits);
            return Err(Fault::new(Kind::NumberTooLong, at, message));
        }
        // Whole numbers stay whole in the parser behind the door; only the others become doubles.
        let is_whole = !literal.contains(['.', 'e', 'E']);
        let is_finite = || literal.parse::<f64>().is_ok_and(f64::is_finite);
        if is_whole || is_finite() {
            return Ok(());
        }
        let message = format!("the number {} is out of range", text::excerpt(literal));
        Err(Fault::new(Kind::NumberOutOfRange, at, message))
    }

    fn expected(&self, what: &str) -> Fault {
        let message = format!("expected {what}, found {}", self.text.found());
        Fault::not_json(self.text.at(), message)
    }
}

#[cfg(test)]
mod tests;
