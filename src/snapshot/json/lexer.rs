//! The tokens of JSON, and where they stand.

use std::borrow::Cow;
use std::ops::Range;

use super::super::problem::Problem;
use super::super::reader::Stop;
use crate::diagnostic::Code;

/// Which bytes end a piece of a text that stands for itself; looked up, since most bytes of a document are asked.
#[expect(clippy::indexing_slicing, reason = "what is out of bounds in a constant does not compile")]
static ENDS_A_PIECE: [bool; 256] = {
    let mut ends = [false; 256];
    ends[b'"' as usize] = true;
    ends[b'\\' as usize] = true;
    let mut control = 0;
    while control < 0x20 {
        ends[control] = true;
        control += 1;
    }
    ends
};

/// Goes through a text token by token.
pub(in crate::snapshot) struct Lexer<'t> {
    text: &'t str,
    /// Where the text begins in the whole.
    base: usize,
    at: usize,
}

impl<'t> Lexer<'t> {
    pub(in crate::snapshot) fn new(text: &'t str, base: usize) -> Lexer<'t> {
        Lexer { text, base, at: 0 }
    }

    /// How far it went.
    pub(in crate::snapshot) fn at(&self) -> usize {
        self.at
    }

    /// What a number could be made of, from here on.
    pub(in crate::snapshot) fn number(&mut self) -> &'t str {
        self.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_'))
    }

    /// `null`, `true` or `false`.
    pub(in crate::snapshot) fn word(&mut self) -> Result<&'t str, Stop> {
        let start = self.at;
        match self.take_while(|byte| byte.is_ascii_alphanumeric()) {
            word @ ("null" | "true" | "false") => Ok(word),
            _ => {
                self.at = start;
                Err(self.unexpected("a value"))
            }
        }
    }

    /// Passes over one byte.
    pub(in crate::snapshot) fn step(&mut self) {
        self.at += 1;
    }

    /// A text; the quote in front of it is the next character.
    pub(in crate::snapshot) fn string(&mut self) -> Result<Cow<'t, str>, Stop> {
        self.at += 1;
        let piece = self.piece();
        if self.eat(b'"') { Ok(Cow::Borrowed(piece)) } else { self.rest_of_string(piece).map(Cow::Owned) }
    }

    /// What stands in a text up to its end, an escape or what no text can hold.
    fn piece(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let ends = |byte: u8| ENDS_A_PIECE.get(usize::from(byte)).is_some_and(|ends| *ends);
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// A text that does not end behind its first piece.
    #[cold]
    #[inline(never)]
    fn rest_of_string(&mut self, first: &str) -> Result<String, Stop> {
        let mut text = first.to_owned();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    text.push(self.escape()?);
                    text.push_str(self.piece());
                }
                Some(_) => return Err(self.unexpected("an escape (`\\n`, `\\t`) or the end of the text")),
                None => return Err(self.unexpected("the end of the text, `\"`")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Stop> {
        let start = self.at;
        self.at += 1;
        let c = match self.peek() {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(start),
            _ => return Err(self.unexpected("one of `\" \\ / b f n r t u`")),
        };
        self.at += 1;
        Ok(c)
    }

    fn unicode(&mut self, start: usize) -> Result<char, Stop> {
        let first = self.hex()?;
        let scalar = match first {
            0xd800..=0xdbff if self.text.get(self.at..).is_some_and(|rest| rest.starts_with("\\u")) => {
                self.at += 1;
                match self.hex()? {
                    second @ 0xdc00..=0xdfff => 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00),
                    _ => first,
                }
            }
            _ => first,
        };
        char::from_u32(scalar).ok_or_else(|| {
            let problem =
                Problem::new(Code::NotADocument, self.range(start), "half of a surrogate pair is no character");
            Stop::Refused(problem.help("write both halves, or U+FFFD where the character is lost").into())
        })
    }

    /// The four digits after `u`.
    fn hex(&mut self) -> Result<u32, Stop> {
        let digits = self.text.get(self.at + 1..self.at + 5).unwrap_or_default();
        let well_formed = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        match u32::from_str_radix(digits, 16) {
            Ok(number) if well_formed => {
                self.at += 5;
                Ok(number)
            }
            _ => Err(self.unexpected("four hexadecimal digits")),
        }
    }

    pub(in crate::snapshot) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(in crate::snapshot) fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn take_while(&mut self, belongs: impl Fn(u8) -> bool) -> &'t str {
        let start = self.at;
        while self.peek().is_some_and(&belongs) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    pub(in crate::snapshot) fn skip_blanks(&mut self) {
        self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    pub(in crate::snapshot) fn range(&self, start: usize) -> Range<usize> {
        self.base + start..self.base + self.at
    }

    pub(in crate::snapshot) fn unexpected(&self, expected: &str) -> Stop {
        let at = self.at;
        let (range, found) = match self.text.get(at..).and_then(|rest| rest.chars().next()) {
            Some('\n' | '\r') => (at..at + 1, "the end of the line".to_owned()),
            Some(c) => (at..at + c.len_utf8(), format!("`{c}`")),
            None => {
                let last = self.text.chars().next_back().map_or(0, char::len_utf8);
                (self.text.len() - last..self.text.len(), "the end".to_owned())
            }
        };
        let span = self.base + range.start..self.base + range.end;
        Stop::Syntax(Problem::new(Code::NotADocument, span, format!("expected {expected}, found {found}")).into())
    }
}
