//! Reads JSON (RFC 8259), strictly: exact numbers, no key twice, no half of a surrogate pair.

use std::marker::PhantomData;
use std::ops::Range;

use super::limits::MAX_DEPTH;
use super::node::{Node, NodeKind, Text};
use super::problem::{Problem, Problems, shortened};
use super::reader::{Count, MapBuilder, Stop, too_deep};
use super::scalar;
use crate::diagnostic::Code;

/// Reads one document, whose first byte is `base` of the whole text.
pub(super) fn read<'t, S>(text: &'t str, base: usize, problems: &mut Problems) -> Result<Node<S>, Stop>
where
    S: Text + From<&'t str> + From<String>,
{
    let mut reader = Reader { text, base, at: 0, problems, count: Count::default(), of: PhantomData };
    let node = reader.value(0)?;
    reader.skip_blanks();
    match reader.peek() {
        None => Ok(node),
        Some(_) => Err(reader.unexpected("nothing more")),
    }
}

/// Reads the value that a text begins with; its span says where it ends.
pub(super) fn read_first<'t, S>(text: &'t str, max_depth: usize, problems: &mut Problems) -> Result<Node<S>, Stop>
where
    S: Text + From<&'t str> + From<String>,
{
    // As if it stood inside of others already.
    let depth = MAX_DEPTH.saturating_sub(max_depth);
    Reader { text, base: 0, at: 0, problems, count: Count::default(), of: PhantomData }.value(depth)
}

struct Reader<'a, 't, S> {
    text: &'t str,
    base: usize,
    at: usize,
    problems: &'a mut Problems,
    count: Count,
    of: PhantomData<S>,
}

impl<'t, S: Text + From<&'t str> + From<String>> Reader<'_, 't, S> {
    fn value(&mut self, depth: usize) -> Result<Node<S>, Stop> {
        self.skip_blanks();
        let start = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.map(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => NodeKind::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z') => self.word()?,
            _ => return Err(self.unexpected("a value")),
        };
        let span = self.range(start);
        self.count.one(&span)?;
        Ok(Node { kind, span })
    }

    fn map(&mut self, depth: usize) -> Result<NodeKind<S>, Stop> {
        self.enter(depth)?;
        let mut map = MapBuilder::new();
        self.skip_blanks();
        if self.eat(b'}') {
            return Ok(map.finish());
        }
        loop {
            self.skip_blanks();
            let start = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.unexpected("a key in double quotes"));
            }
            let key = self.string()?;
            let key_span = self.range(start);
            self.skip_blanks();
            if !self.eat(b':') {
                return Err(self.unexpected("`:`"));
            }
            let value = self.value(depth + 1)?;
            map.add(key, key_span, value, self.problems);
            self.skip_blanks();
            if self.eat(b'}') {
                return Ok(map.finish());
            }
            if !self.eat(b',') {
                return Err(self.unexpected("`,` or `}`"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<NodeKind<S>, Stop> {
        self.enter(depth)?;
        let mut items = Vec::new();
        self.skip_blanks();
        if self.eat(b']') {
            return Ok(NodeKind::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.skip_blanks();
            if self.eat(b']') {
                return Ok(NodeKind::List(items));
            }
            if !self.eat(b',') {
                return Err(self.unexpected("`,` or `]`"));
            }
        }
    }

    /// Steps over the bracket of a list or map.
    fn enter(&mut self, depth: usize) -> Result<(), Stop> {
        self.at += 1;
        if depth >= MAX_DEPTH { Err(too_deep(self.range(self.at - 1))) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<NodeKind<S>, Stop> {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'+' | b'-' | b'_'));
        let text = self.text.get(start..self.at).unwrap_or_default();
        if let Some(number) = scalar::short_number(text) {
            return Ok(NodeKind::Number(number));
        }
        if !scalar::is_json_number(text) {
            let problem =
                Problem::new(Code::NotADocument, self.range(start), format!("`{}` is no JSON number", shortened(text)));
            return Err(Stop::Syntax(problem.into()));
        }
        self.count.number(text, &self.range(start))?;
        Ok(scalar::number(text).map_or_else(
            |bad| {
                self.problems.push(Problem::new(Code::BadNumber, self.range(start), bad.message).help(bad.help));
                NodeKind::Null
            },
            NodeKind::Number,
        ))
    }

    fn word(&mut self) -> Result<NodeKind<S>, Stop> {
        let start = self.at;
        self.skip_while(|byte| byte.is_ascii_alphanumeric());
        match self.text.get(start..self.at) {
            Some("null") => Ok(NodeKind::Null),
            Some("true") => Ok(NodeKind::Bool(true)),
            Some("false") => Ok(NodeKind::Bool(false)),
            _ => {
                self.at = start;
                Err(self.unexpected("a value"))
            }
        }
    }

    fn string(&mut self) -> Result<S, Stop> {
        self.at += 1;
        let mut owned = String::new();
        loop {
            let start = self.at;
            let rest = self.text.as_bytes().get(start..).unwrap_or_default();
            let ends = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
            self.at = start + rest.iter().position(ends).unwrap_or(rest.len());
            let piece = self.text.get(start..self.at).unwrap_or_default();
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(if owned.is_empty() { piece.into() } else { (owned + piece).into() });
                }
                Some(b'\\') => {
                    owned.push_str(piece);
                    let c = self.escape()?;
                    owned.push(c);
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

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn skip_while(&mut self, belongs: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&belongs) {
            self.at += 1;
        }
    }

    fn skip_blanks(&mut self) {
        self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn range(&self, start: usize) -> Range<usize> {
        self.base + start..self.base + self.at
    }

    fn unexpected(&self, expected: &str) -> Stop {
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
