//! The tokens of JSON, and where they stand.

use std::borrow::Cow;
use std::ops::Range;

use super::super::problem::Problem;
use super::super::reader::Stop;
use crate::diagnostic::Code;

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
    #[inline]
    pub(in crate::snapshot) fn string(&mut self) -> Result<Cow<'t, str>, Stop> {
        self.at += 1;
        let piece = self.piece();
        if self.eat(b'"') { Ok(Cow::Borrowed(piece)) } else { self.rest_of_string(piece).map(Cow::Owned) }
    }

    /// What stands in a text up to its end, an escape or what no text can hold.
    #[inline]
    fn piece(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let length = length_of_piece(rest.as_bytes());
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

/// How many bytes come before the first that ends a piece. Eight are asked at a time, since most bytes of a document are.
#[inline]
fn length_of_piece(bytes: &[u8]) -> usize {
    let (eights, last) = bytes.as_chunks();
    for (index, eight) in eights.iter().enumerate() {
        let ends = ends_of_pieces(u64::from_le_bytes(*eight));
        if ends != 0 {
            return 8 * index + ends.trailing_zeros() as usize / 8;
        }
    }
    let end = last.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..0x20)).unwrap_or(last.len());
    8 * eights.len() + end
}

/// A bit for each of eight bytes that ends a piece, of which only the lowest counts: a subtraction borrows from the bytes
/// above one that it finds.
fn ends_of_pieces(eight: u64) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    let below = |bytes: u64, limit: u8| bytes.wrapping_sub(EACH * u64::from(limit)) & !bytes;
    let is = |byte: u8| below(eight ^ (EACH * u64::from(byte)), 1);
    (is(b'"') | is(b'\\') | below(eight, 0x20)) & (EACH << 7)
}

#[cfg(test)]
mod tests {
    use super::length_of_piece;

    #[test]
    fn a_piece_ends_at_the_first_byte_that_ends_one_wherever_it_stands() {
        for byte in 0..=u8::MAX {
            let is_end = byte < 0x20 || byte == b'"' || byte == b'\\';
            for at in 0..20 {
                for others in [b' ', b'#', b'[', 0x7f, 0x80, 0xa2, 0xff] {
                    let mut bytes = [others; 20];
                    bytes.iter_mut().skip(at).take(1).for_each(|place| *place = byte);
                    assert_eq!(length_of_piece(&bytes), if is_end { at } else { 20 }, "{byte:#x} at {at}");
                    // Whatever comes behind it.
                    bytes.iter_mut().skip(at + 1).for_each(|place| *place = b'"');
                    assert_eq!(length_of_piece(&bytes), if is_end { at } else { at + 1 }, "{byte:#x} at {at}");
                }
            }
        }
    }
}
