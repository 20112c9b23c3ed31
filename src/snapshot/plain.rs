//! Reads a snapshot of a call from JSON at once, without a tree of places in between: the shortcut for what is plainly right.
//!
//! It knows the keys that most snapshots have, each with the kind of value that belongs there. Whatever else it meets, right
//! or wrong, it says nothing, and the document is read as any other. So it never has to say what is wrong; and whether it
//! comes to the same is checked wherever debug assertions are.

use std::borrow::Cow;
use std::sync::Arc;

use indexmap::IndexMap;

use super::decode::{TRUST, VERSION};
use super::json::Lexer;
use super::limits::{MAX_BYTES, MAX_NODES};
use super::scalar;
use super::{Approval, Call, Message, Observation, Observed, Preset, PresetTree, Segment, Shown, Snapshot, Trust};
use crate::value::{DateTime, Map, Number, Value, Zone};

/// How deep values and settings stand in each other where this is still plain; far below what is allowed.
const MAX_PLAIN_DEPTH: usize = 32;

/// The snapshot that a text is, but for its digest.
pub(super) fn read(text: &str) -> Option<Snapshot> {
    whole(text, Reader::snapshot)
}

/// The value that a text is.
pub(super) fn value(text: &str) -> Option<Value> {
    whole(text, |reader| reader.value(0))
}

/// What a text is as a whole.
fn whole<'t, T>(text: &'t str, read: impl FnOnce(&mut Reader<'t>) -> Option<T>) -> Option<T> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let (items, entries) = (Vec::with_capacity(16), Vec::with_capacity(16));
    let mut reader = Reader { lexer: Lexer::new(text, 0), values: 1, items, entries };
    let read = read(&mut reader)?;
    reader.lexer.skip_blanks();
    reader.lexer.peek().is_none().then_some(read)
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    /// How many values there are, the whole among them.
    values: usize,
    /// The elements of the lists that are not at their end, the innermost last.
    items: Vec<Value>,
    /// The entries of the maps that are not at their end.
    entries: Vec<(Arc<str>, Value)>,
}

impl<'t> Reader<'t> {
    fn snapshot(&mut self) -> Option<Snapshot> {
        let (mut version, mut now, mut zone, mut user, mut call) = (None, None, None, None, None);
        let (mut instruction, mut answers, mut preset, mut measured) = (None, None, None, None);
        let (mut approvals, mut shown, mut message, mut extra) = (None, None, None, None);
        self.map(|reader, key| match &*key {
            "chk" => once(&mut version, reader.number()),
            "now" => once(&mut now, reader.datetime()),
            "zone" => once(&mut zone, reader.string().and_then(|name| Zone::parse(&name))),
            "user" => once(&mut user, reader.text()),
            "call" => once(&mut call, reader.call()),
            "instruction" => once(&mut instruction, reader.list(Reader::segment)),
            "answers" => once(&mut answers, reader.values(0)),
            "preset" => once(&mut preset, reader.preset(0)),
            "measured" => once(&mut measured, reader.list(Reader::observation)),
            "approvals" => once(&mut approvals, reader.list(Reader::approval)),
            "shown" => once(&mut shown, reader.list(Reader::shown)),
            "message" => once(&mut message, reader.message()),
            "extra" => once(&mut extra, reader.value(0).filter(|extra| *extra != Value::Null)),
            _ => None,
        })?;
        (version? == Number::from(VERSION) && call.is_some()).then(|| Snapshot {
            now,
            zone,
            user,
            call,
            instruction: instruction.unwrap_or_default(),
            answers: answers.unwrap_or_default(),
            preset: preset.unwrap_or_default(),
            measured: measured.unwrap_or_default(),
            approvals: approvals.unwrap_or_default(),
            shown: shown.unwrap_or_default(),
            message,
            extra,
            ..Snapshot::default()
        })
    }

    fn call(&mut self) -> Option<Call> {
        let (mut tool, mut arguments, mut definition) = (None, None, None);
        self.map(|reader, key| match &*key {
            "tool" => once(&mut tool, reader.text()),
            "arguments" => once(&mut arguments, reader.values(0)),
            "definition" => once(&mut definition, reader.text()),
            _ => None,
        })?;
        let arguments = arguments.map_or(Value::Null, |arguments| Value::Map(Arc::new(arguments)));
        Some(Call { tool: tool?, arguments, definition })
    }

    fn segment(&mut self) -> Option<Segment> {
        let (mut text, mut trust, mut origin) = (None, None, None);
        self.map(|reader, key| match &*key {
            "text" => once(&mut text, reader.text()),
            "trust" => once(&mut trust, reader.trust()),
            "origin" => once(&mut origin, reader.text()),
            _ => None,
        })?;
        Some(Segment { text: text?, trust: trust?, origin })
    }

    /// A setting that says its value first, as most are written; a map with another key in front is a branch.
    fn preset(&mut self, depth: usize) -> Option<PresetTree> {
        let (mut value, mut trust, mut origin) = (None, None, None);
        let mut branch = IndexMap::new();
        self.map(|reader, key| match &*key {
            "value" if branch.is_empty() => once(&mut value, reader.value(0)),
            "trust" if value.is_some() => once(&mut trust, reader.trust()),
            "origin" if value.is_some() => once(&mut origin, reader.text()),
            key if key == "value" || value.is_some() || depth >= MAX_PLAIN_DEPTH => None,
            key => first(branch.insert(key.into(), reader.preset(depth + 1)?)),
        })?;
        Some(match value {
            Some(value) => PresetTree::Leaf(Preset { value, trust: trust.unwrap_or(Trust::Untrusted), origin }),
            None => PresetTree::Branch(branch),
        })
    }

    fn observation(&mut self) -> Option<Observation> {
        let (mut tool, mut lookup, mut arguments, mut at, mut outcome) = (None, None, None, None, None);
        self.map(|reader, key| match &*key {
            "tool" => once(&mut tool, reader.text()),
            "lookup" => once(&mut lookup, reader.text()),
            "arguments" => once(&mut arguments, reader.values(0)),
            "at" => once(&mut at, reader.datetime()),
            "value" => once(&mut outcome, reader.value(0).map(Ok)),
            "failed" => once(&mut outcome, reader.text().map(Err)),
            _ => None,
        })?;
        let arguments = arguments.unwrap_or_default();
        let of = match (tool, lookup) {
            (Some(tool), None) => Observed::Tool { tool, arguments },
            (None, Some(lookup)) => Observed::Lookup { lookup, arguments },
            _ => return None,
        };
        Some(Observation { of, at, outcome: outcome? })
    }

    fn approval(&mut self) -> Option<Approval> {
        let (mut id, mut tool, mut confirm, mut bound) = (None, None, None, None);
        let (mut shown, mut at, mut expires, mut used_by) = (None, None, None, None);
        self.map(|reader, key| match &*key {
            "id" => once(&mut id, reader.text()),
            "tool" => once(&mut tool, reader.text()),
            "confirm" => once(&mut confirm, reader.text()),
            "bound" => once(&mut bound, reader.values(0)),
            "shown" => once(&mut shown, reader.text()),
            "at" => once(&mut at, reader.datetime()),
            "expires" => once(&mut expires, reader.datetime()),
            "used_by" => once(&mut used_by, reader.text()),
            _ => None,
        })?;
        let bound = bound.unwrap_or_default();
        Some(Approval { id, tool: tool?, confirm: confirm?, bound, shown, at, expires, used_by })
    }

    fn shown(&mut self) -> Option<Shown> {
        let (mut notice, mut text) = (None, None);
        self.map(|reader, key| match &*key {
            "notice" => once(&mut notice, reader.text()),
            "text" => once(&mut text, reader.text()),
            _ => None,
        })?;
        Some(Shown { notice: notice?, text: text? })
    }

    fn message(&mut self) -> Option<Message> {
        let (mut text, mut at) = (None, None);
        self.map(|reader, key| match &*key {
            "text" => once(&mut text, reader.text()),
            "at" => once(&mut at, reader.datetime()),
            _ => None,
        })?;
        Some(Message { text, at })
    }

    /// Values by name.
    fn values(&mut self, depth: usize) -> Option<Map> {
        let start = self.entries.len();
        self.map(|reader, key| {
            let entry = (key.into(), reader.value(depth + 1)?);
            reader.entries.push(entry);
            Some(())
        })?;
        let length = self.entries.len() - start;
        let map: Map = self.entries.drain(start..).collect();
        // Fewer than there were: a key stands there twice.
        (map.len() == length).then_some(map)
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        self.lexer.skip_blanks();
        match self.lexer.peek()? {
            b'{' | b'[' if depth >= MAX_PLAIN_DEPTH => None,
            b'{' => Some(Value::Map(Arc::new(self.values(depth)?))),
            b'[' => {
                let start = self.items.len();
                self.elements(|reader| {
                    let item = reader.value(depth + 1)?;
                    reader.items.push(item);
                    Some(())
                })?;
                Some(Value::List(self.items.drain(start..).collect()))
            }
            b'"' => Some(Value::Text(self.lexer.string().ok()?.into())),
            b'-' | b'0'..=b'9' => self.number().map(Value::Number),
            _ => match self.lexer.word().ok()? {
                "null" => Some(Value::Null),
                word => Some(Value::Bool(word == "true")),
            },
        }
    }

    /// Goes through a map, whose values `entry` reads.
    fn map(&mut self, mut entry: impl FnMut(&mut Self, Cow<'t, str>) -> Option<()>) -> Option<()> {
        self.within(b'{', b'}', |reader| {
            let key = reader.string()?;
            reader.lexer.skip_blanks();
            reader.expect(b':')?;
            entry(reader, key)
        })
    }

    /// Every element of a list.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.elements(|reader| {
            items.push(item(reader)?);
            Some(())
        })?;
        Some(items)
    }

    fn elements(&mut self, item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.within(b'[', b']', item)
    }

    /// Goes through what stands between two brackets, with commas.
    fn within(&mut self, open: u8, close: u8, mut part: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.lexer.skip_blanks();
        self.expect(open)?;
        self.lexer.skip_blanks();
        if self.lexer.eat(close) {
            return Some(());
        }
        loop {
            self.values += 1;
            (self.values <= MAX_NODES).then(|| part(self))??;
            self.lexer.skip_blanks();
            if self.lexer.eat(close) {
                return Some(());
            }
            self.expect(b',')?;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.lexer.eat(byte).then_some(())
    }

    fn string(&mut self) -> Option<Cow<'t, str>> {
        self.lexer.skip_blanks();
        (self.lexer.peek() == Some(b'"')).then(|| self.lexer.string().ok()).flatten()
    }

    fn text(&mut self) -> Option<Arc<str>> {
        self.string().map(Arc::from)
    }

    fn datetime(&mut self) -> Option<DateTime> {
        DateTime::parse(&self.string()?)
    }

    fn trust(&mut self) -> Option<Trust> {
        let word = self.string()?;
        TRUST.iter().find(|(name, _)| *name == word).map(|(_, trust)| *trust)
    }

    /// A number without an exponent; those are counted over a whole document.
    fn number(&mut self) -> Option<Number> {
        self.lexer.skip_blanks();
        let text = self.lexer.number();
        scalar::short_number(text).or_else(|| {
            let is_plain = scalar::is_json_number(text) && !text.contains(['e', 'E']);
            is_plain.then(|| scalar::number(text).ok()).flatten()
        })
    }
}

/// Fills what stands under a key, unless the key stands twice.
fn once<T>(part: &mut Option<T>, read: Option<T>) -> Option<()> {
    first(part.replace(read?))
}

/// Nothing stood there before.
fn first<T>(before: Option<T>) -> Option<()> {
    before.is_none().then_some(())
}

#[cfg(test)]
mod tests;
