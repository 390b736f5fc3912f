//! A cursor over UTF-8 text that takes the tokens of JSON one at a time.

use std::borrow::Cow;

use super::Fault;

/// How much of someone's text an error message repeats, in characters.
const EXCERPT: usize = 40;

pub(super) struct Text<'a> {
    source: &'a str,
    at: usize,
}

/// A number as written.
pub(super) struct Number<'a> {
    pub digits: usize,
    pub literal: &'a str,
}

/// How the reading of a string ended.
pub(super) enum End<'a> {
    Closed(Cow<'a, str>),
    TooLong,
}

impl<'a> Text<'a> {
    pub fn new(source: &'a str) -> Self {
        Text { source, at: 0 }
    }

    /// The byte offset of the cursor.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    /// Steps over the byte under the cursor.
    pub fn advance(&mut self) {
        self.at += 1;
    }

    pub fn skip_space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    pub fn starts_with_byte_order_mark(&self) -> bool {
        self.source.starts_with('\u{feff}')
    }

    /// Takes the whole word under the cursor if it is one of `words`.
    pub fn take_word(&mut self, words: &[&str]) -> bool {
        let word = self.word();
        let known = words.contains(&word);
        if known {
            self.at += word.len();
        }
        known
    }

    /// What stands under the cursor, for an error message.
    pub fn found(&self) -> String {
        let word = self.word();
        if !word.is_empty() {
            return format!("'{}'", excerpt(word));
        }
        match self.rest().chars().next() {
            Some(character) => format!("{character:?}"),
            None => "the end of the file".to_owned(),
        }
    }

    pub fn take_number(&mut self) -> Result<Number<'a>, Fault> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.advance();
        }
        let leading_zero = self.peek() == Some(b'0');
        let mut digits = self.take_digits()?;
        if leading_zero && digits > 1 {
            return Err(Fault::not_json(start, "a number may not have a leading zero"));
        }
        if self.peek() == Some(b'.') {
            self.advance();
            digits += self.take_digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.advance();
            if let Some(b'+' | b'-') = self.peek() {
                self.advance();
            }
            digits += self.take_digits()?;
        }
        let literal = self.source.get(start..self.at).unwrap_or_default();
        Ok(Number { digits, literal })
    }

    fn take_digits(&mut self) -> Result<usize, Fault> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.advance();
        }
        if self.at == start {
            let message = format!("expected a digit, found {}", self.found());
            return Err(Fault::not_json(start, message));
        }
        Ok(self.at - start)
    }

    /// Takes the string whose opening quote is under the cursor, and gives what it says.
    pub fn take_string(&mut self, max_characters: usize) -> Result<End<'a>, Fault> {
        let opening = self.at;
        self.advance();
        let mut decoded: Option<String> = None;
        let mut plain_from = self.at;
        let mut characters = 0;
        loop {
            match self.peek() {
                None => {
                    return Err(Fault::not_json(opening, "this string is never closed"));
                }
                Some(b'"') => {
                    let plain = self.source.get(plain_from..self.at).unwrap_or_default();
                    self.advance();
                    return Ok(End::Closed(match decoded {
                        None => Cow::Borrowed(plain),
                        Some(start) => Cow::Owned(start + plain),
                    }));
                }
                Some(b'\\') => {
                    let plain = self.source.get(plain_from..self.at).unwrap_or_default();
                    let character = self.take_escape()?;
                    let start = decoded.get_or_insert_default();
                    start.push_str(plain);
                    start.push(character);
                    plain_from = self.at;
                    characters += 1;
                }
                Some(byte) if byte < 0x20 => {
                    let message = format!(
                        "a string may not hold {} as such; write it as an escape",
                        self.found()
                    );
                    return Err(Fault::not_json(self.at, message));
                }
                Some(byte) => {
                    self.advance();
                    characters += usize::from(!continues_character(byte));
                }
            }
            if characters > max_characters {
                return Ok(End::TooLong);
            }
        }
    }

    /// Takes the escape whose backslash is under the cursor.
    fn take_escape(&mut self) -> Result<char, Fault> {
        let backslash = self.at;
        self.advance();
        let letter = self.peek();
        let character = match letter {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.advance();
                return self.take_code_point(backslash);
            }
            _ => {
                let message = format!("expected an escape after '\\', found {}", self.found());
                return Err(Fault::not_json(backslash, message));
            }
        };
        self.advance();
        Ok(character)
    }

    /// Takes the digits after `\u`, and the second half of a surrogate pair where one must follow.
    fn take_code_point(&mut self, backslash: usize) -> Result<char, Fault> {
        let first = self.take_hex()?;
        let code = match first {
            0xd800..=0xdbff if self.rest().starts_with("\\u") => {
                self.at += 2;
                let second = self.take_hex()?;
                match second {
                    0xdc00..=0xdfff => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                    _ => first,
                }
            }
            _ => first,
        };
        char::from_u32(code).ok_or_else(|| {
            let message = format!("\\u{first:04x} is half of a surrogate pair, alone");
            Fault::not_json(backslash, message)
        })
    }

    fn take_hex(&mut self) -> Result<u32, Fault> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                let message =
                    format!("expected four hexadecimal digits after '\\u', found {}", self.found());
                return Err(Fault::not_json(self.at, message));
            };
            code = code * 16 + digit;
            self.advance();
        }
        Ok(code)
    }

    /// The letters, digits and underscores from the cursor on: `NaN`, `True`, `x`, or nothing.
    fn word(&self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|character: char| !character.is_alphanumeric() && character != '_')
            .unwrap_or(rest.len());
        rest.get(..end).unwrap_or_default()
    }

    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or_default()
    }
}

/// Whether `byte` is a second or later byte of a UTF-8 character.
pub(super) fn continues_character(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The start of `text`, safe to print on one line.
pub(super) fn excerpt(text: &str) -> String {
    let mut shown: String = text.chars().take(EXCERPT).flat_map(char::escape_debug).collect();
    if text.chars().nth(EXCERPT).is_some() {
        shown.push('…');
    }
    shown
}
