//! Calls written as expressions in brackets: `[find_page(query='ferry times', limit=5)]`.
//!
//! Arguments are named and literals: texts in either quotation mark, numbers, `True`, `False`, `None` and their
//! lower-case kin (`null`), lists and maps of those. Anything else is no such call.

use crate::value::{Map, Number, Value};

use super::Shape;

/// How deep lists and maps may stand in each other.
const MAX_DEPTH: usize = 32;

/// The calls of a list that the text begins with, and where it ends, in bytes.
pub(super) fn read(text: &str) -> Option<(Vec<Shape>, usize)> {
    let mut reader = Reader { rest: text };
    let mut calls = Vec::new();
    reader.eat('[')?;
    loop {
        calls.push(reader.call()?);
        if reader.eat(',').is_none() {
            reader.eat(']')?;
            return Some((calls, text.len() - reader.rest.len()));
        }
        // A comma may stand behind the last one.
        if reader.eat(']').is_some() {
            return Some((calls, text.len() - reader.rest.len()));
        }
    }
}

/// The name of a call whose arguments are broken or cut off.
pub(super) fn broken(text: &str) -> Option<Shape> {
    let mut reader = Reader { rest: text };
    reader.eat('[')?;
    let name = reader.name(true)?;
    reader.eat('(')?;
    Some(Shape::new(name, Value::Null))
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn call(&mut self) -> Option<Shape> {
        let name = self.name(true)?;
        let mut arguments = Map::default();
        self.eat('(')?;
        while self.eat(')').is_none() {
            let key = self.name(false)?;
            self.eat('=')?;
            let value = self.value(0)?;
            if arguments.insert(key.into(), value).is_some() {
                return None;
            }
            if self.eat(',').is_none() {
                self.eat(')')?;
                break;
            }
        }
        Some(Shape::new(name, Value::Map(arguments.into())))
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.skip();
        match self.rest.chars().next()? {
            '"' | '\'' => self.text().map(Value::text),
            '[' => {
                self.eat('[')?;
                let mut list = Vec::new();
                while self.eat(']').is_none() {
                    list.push(self.value(depth + 1)?);
                    if self.eat(',').is_none() {
                        self.eat(']')?;
                        break;
                    }
                }
                Some(Value::list(list))
            }
            '{' => {
                self.eat('{')?;
                let mut map = Map::default();
                while self.eat('}').is_none() {
                    self.skip();
                    let key = self.text()?;
                    self.eat(':')?;
                    let value = self.value(depth + 1)?;
                    if map.insert(key.into(), value).is_some() {
                        return None;
                    }
                    if self.eat(',').is_none() {
                        self.eat('}')?;
                        break;
                    }
                }
                Some(Value::Map(map.into()))
            }
            _ => {
                let word = self.take(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '_'));
                match word {
                    "True" | "true" => Some(Value::Bool(true)),
                    "False" | "false" => Some(Value::Bool(false)),
                    "None" | "null" => Some(Value::Null),
                    number => Number::parse_json(number).map(Value::Number),
                }
            }
        }
    }

    /// A text in its marks, on one line.
    fn text(&mut self) -> Option<String> {
        let mark = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '\n' => return None,
                '\\' => match chars.next()?.1 {
                    'n' => text.push('\n'),
                    't' => text.push('\t'),
                    'r' => text.push('\r'),
                    escaped @ ('\\' | '\'' | '"') => text.push(escaped),
                    'u' => {
                        let digits: String = chars.by_ref().take(4).map(|(_, digit)| digit).collect();
                        let code = u32::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)?;
                        text.push(char::from_u32(code)?);
                    }
                    // As the language that is meant keeps it.
                    other => text.extend(['\\', other]),
                },
                _ if c == mark => {
                    self.rest = self.rest.get(at + 1..)?;
                    return Some(text);
                }
                _ => text.push(c),
            }
        }
        None
    }

    fn name(&mut self, dotted: bool) -> Option<&'t str> {
        self.skip();
        let starts = self.rest.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let name = self.take(|c| c.is_alphanumeric() || c == '_' || (dotted && matches!(c, '.' | '-' | '/')));
        starts.then_some(name)
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c: char| !belongs(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn eat(&mut self, c: char) -> Option<()> {
        self.skip();
        self.rest = self.rest.strip_prefix(c)?;
        Some(())
    }

    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }
}
