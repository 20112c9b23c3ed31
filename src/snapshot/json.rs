//! Reads JSON (RFC 8259), strictly: exact numbers, no key twice, no half of a surrogate pair.

mod lexer;

use std::borrow::Cow;
use std::marker::PhantomData;

use super::limits::MAX_DEPTH;
use super::node::{Node, NodeKind, Text};
use super::problem::{Problem, Problems, shortened};
use super::reader::{Count, MapBuilder, Stop, too_deep};
use super::scalar;
use crate::diagnostic::Code;

pub(super) use lexer::Lexer;

/// Reads one document, whose first byte is `base` of the whole text.
pub(super) fn read<'t, S>(text: &'t str, base: usize, problems: &mut Problems) -> Result<Node<S>, Stop>
where
    S: Text + From<Cow<'t, str>>,
{
    let mut reader = Reader { lexer: Lexer::new(text, base), problems, count: Count::default(), of: PhantomData };
    let node = reader.value(0)?;
    reader.lexer.skip_blanks();
    match reader.lexer.peek() {
        None => Ok(node),
        Some(_) => Err(reader.lexer.unexpected("nothing more")),
    }
}

/// Reads the value that a text begins with; its span says where it ends.
pub(super) fn read_first<'t, S>(text: &'t str, max_depth: usize, problems: &mut Problems) -> Result<Node<S>, Stop>
where
    S: Text + From<Cow<'t, str>>,
{
    // As if it stood inside of others already.
    let depth = MAX_DEPTH.saturating_sub(max_depth);
    Reader { lexer: Lexer::new(text, 0), problems, count: Count::default(), of: PhantomData }.value(depth)
}

struct Reader<'a, 't, S> {
    lexer: Lexer<'t>,
    problems: &'a mut Problems,
    count: Count,
    of: PhantomData<S>,
}

impl<'t, S: Text + From<Cow<'t, str>>> Reader<'_, 't, S> {
    fn value(&mut self, depth: usize) -> Result<Node<S>, Stop> {
        self.lexer.skip_blanks();
        let start = self.lexer.at();
        let kind = match self.lexer.peek() {
            Some(b'{') => self.map(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => NodeKind::Text(self.lexer.string()?.into()),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b'a'..=b'z') => self.word()?,
            _ => return Err(self.lexer.unexpected("a value")),
        };
        let span = self.lexer.range(start);
        self.count.one(&span)?;
        Ok(Node { kind, span })
    }

    fn map(&mut self, depth: usize) -> Result<NodeKind<S>, Stop> {
        self.enter(depth)?;
        let mut map = MapBuilder::new();
        self.lexer.skip_blanks();
        if self.lexer.eat(b'}') {
            return Ok(map.finish());
        }
        loop {
            self.lexer.skip_blanks();
            let start = self.lexer.at();
            if self.lexer.peek() != Some(b'"') {
                return Err(self.lexer.unexpected("a key in double quotes"));
            }
            let key = self.lexer.string()?.into();
            let key_span = self.lexer.range(start);
            self.lexer.skip_blanks();
            if !self.lexer.eat(b':') {
                return Err(self.lexer.unexpected("`:`"));
            }
            let value = self.value(depth + 1)?;
            map.add(key, key_span, value, self.problems);
            self.lexer.skip_blanks();
            if self.lexer.eat(b'}') {
                return Ok(map.finish());
            }
            if !self.lexer.eat(b',') {
                return Err(self.lexer.unexpected("`,` or `}`"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<NodeKind<S>, Stop> {
        self.enter(depth)?;
        let mut items = Vec::new();
        self.lexer.skip_blanks();
        if self.lexer.eat(b']') {
            return Ok(NodeKind::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.lexer.skip_blanks();
            if self.lexer.eat(b']') {
                return Ok(NodeKind::List(items));
            }
            if !self.lexer.eat(b',') {
                return Err(self.lexer.unexpected("`,` or `]`"));
            }
        }
    }

    /// Steps over the bracket of a list or map.
    fn enter(&mut self, depth: usize) -> Result<(), Stop> {
        let bracket = self.lexer.at();
        self.lexer.step();
        if depth >= MAX_DEPTH { Err(too_deep(self.lexer.range(bracket))) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<NodeKind<S>, Stop> {
        let start = self.lexer.at();
        let text = self.lexer.number();
        if let Some(number) = scalar::short_number(text) {
            return Ok(NodeKind::Number(number));
        }
        let span = self.lexer.range(start);
        if !scalar::is_json_number(text) {
            let message = format!("`{}` is no JSON number", shortened(text));
            return Err(Stop::Syntax(Problem::new(Code::NotADocument, span, message).into()));
        }
        self.count.number(text, &span)?;
        Ok(scalar::number(text).map_or_else(
            |bad| {
                self.problems.push(Problem::new(Code::BadNumber, span, bad.message).help(bad.help));
                NodeKind::Null
            },
            NodeKind::Number,
        ))
    }

    fn word(&mut self) -> Result<NodeKind<S>, Stop> {
        Ok(match self.lexer.word()? {
            "null" => NodeKind::Null,
            word => NodeKind::Bool(word == "true"),
        })
    }
}
