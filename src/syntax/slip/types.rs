//! Types as other languages write them.

use super::super::token::TokenKind;
use super::super::words::is_clause_word;
use super::{Slip, Spot};

/// Our word for a type that is called so elsewhere.
pub(crate) fn ours(word: &str) -> Option<&'static str> {
    Some(match word.to_ascii_lowercase().as_str() {
        "text" | "string" | "str" | "char" | "varchar" | "uuid" | "url" | "uri" | "email" => "text",
        "integer" | "int" | "int32" | "int64" | "long" | "bigint" => "integer",
        "decimal" | "number" | "float" | "double" | "numeric" | "money" | "currency" | "amount" => "decimal",
        "boolean" | "bool" => "boolean",
        "date" => "date",
        "datetime" | "timestamp" | "time" => "datetime",
        "duration" | "timedelta" | "interval" => "duration",
        "any" | "unknown" | "json" => "any",
        _ => return None,
    })
}

/// What a type of elsewhere comes to.
struct Meant {
    kind: Kind,
    /// Whether nothing may stand in its place.
    optional: bool,
}

enum Kind {
    /// A type of ours, as it is written.
    Type(String),
    /// A word, which may be a type's or a value's.
    Word(String),
    /// A value, as it is written in an enum.
    Value(String),
}

impl Kind {
    fn into_type(self) -> Option<String> {
        match self {
            Kind::Type(ty) => Some(ty),
            Kind::Word(word) => ours(&word).map(str::to_owned),
            Kind::Value(_) => None,
        }
    }

    fn into_value(self) -> Option<String> {
        match self {
            Kind::Type(ty) => Some(ty.strip_prefix("enum { ")?.strip_suffix(" }")?.to_owned()),
            Kind::Word(value) | Kind::Value(value) => Some(value),
        }
    }
}

impl Spot<'_> {
    /// A type that is written as elsewhere.
    pub(super) fn foreign_type(&self) -> Option<Slip> {
        let colon = self.type_colon()?;
        let (from, item) = (colon + 1, self.text_of(colon - 2));
        let head = self.text.get(self.token(colon - 2).start..self.token(colon).end)?;
        let mut reader = Reader { spot: *self, at: from };
        if let Some(meant) = reader.union(0)
            && reader.at > self.at
            && (self.is_first(reader.at) || self.goes_on(reader.at))
        {
            let ty = match meant.kind {
                Kind::Value(value) => format!("enum {{ {value} }}"),
                kind => kind.into_type()?,
            };
            let optional = meant.optional && item == "slot" && self.text_of(reader.at) != "optional";
            let written = format!("{ty}{}", if optional { " optional" } else { "" });
            return Some(self.replaced(from, reader.at, &written, format!("write `{written}`")));
        }
        Some(Slip::told(match self.text_of(from) {
            "enum" => format!("write `{head} enum {{ a, b }}`, with its values in the braces"),
            "object" => {
                format!(
                    "write `{head} object {{ slot NAME: TYPE }}` with its fields, or `any` where they do not matter"
                )
            }
            "list" => format!("a list says of what: `{head} list of text`"),
            "map" => format!("a map says of what its values are: `{head} map of text`"),
            _ => return None,
        }))
        .filter(|_| self.at == from + 1)
    }

    /// The colon behind the name of the slot in whose type the spot is.
    fn type_colon(&self) -> Option<usize> {
        let colon = (2..=self.at).rev().take(40).find(|at| self.text_of(*at) == ":")?;
        let inside = colon + 2..self.at;
        let is_head = matches!(self.text_of(colon - 2), "slot" | "fact");
        (is_head && colon < self.at && !inside.into_iter().any(|at| is_clause_word(self.text_of(at)))).then_some(colon)
    }

    /// Whether a slot may go on with what stands here.
    fn goes_on(&self, at: usize) -> bool {
        let word = self.text_of(at);
        is_clause_word(word) || matches!(word, "}" | "=" | "") || super::is_item_word(word)
    }
}

/// Reads a type of elsewhere from its tokens.
struct Reader<'t> {
    spot: Spot<'t>,
    at: usize,
}

/// How deep such types are read.
const MOST_DEPTH: usize = 8;

impl<'t> Reader<'t> {
    fn word(&self) -> &'t str {
        self.spot.text_of(self.at)
    }

    fn takes(&mut self, word: &str) -> bool {
        let is = self.word() == word;
        self.at += usize::from(is);
        is
    }

    /// `x | y`
    fn union(&mut self, depth: usize) -> Option<Meant> {
        let mut members = vec![self.member(depth)?];
        while matches!(self.word(), "|" | "or" | "||") {
            self.at += 1;
            members.push(self.member(depth)?);
        }
        joined(members)
    }

    fn member(&mut self, depth: usize) -> Option<Meant> {
        if depth > MOST_DEPTH || self.at > self.spot.at + super::MOST_TOKENS {
            return None;
        }
        let token = self.spot.token(self.at);
        let word = self.word();
        self.at += 1;
        let mut meant = match token.kind {
            TokenKind::Text => value(named(word).unwrap_or_else(|| word.to_owned())),
            TokenKind::Number => value(word.to_owned()),
            TokenKind::Open if word != "{" => {
                self.at -= 1;
                match self.bracketed(depth)? {
                    inner if word == "[" => values(inner)?,
                    inner => joined(inner)?,
                }
            }
            TokenKind::Word => self.named(word, depth)?,
            _ => return None,
        };
        loop {
            if self.takes("?") {
                meant.optional = true;
            } else if self.word() == "[" && self.spot.text_of(self.at + 1) == "]" {
                self.at += 2;
                meant = list("list", meant)?;
            } else {
                return Some(meant);
            }
        }
    }

    fn named(&mut self, word: &str, depth: usize) -> Option<Meant> {
        let opens = matches!(self.word(), "<" | "[" | "(") && self.spot.text_of(self.at + 1) != "]";
        Some(match word.to_ascii_lowercase().as_str() {
            "list" | "array" | "sequence" | "set" | "tuple" | "iterable" | "collection" | "vec" | "slice" => {
                let inner = if opens { joined(self.bracketed(depth)?)? } else { self.of(depth)? };
                list("list", inner)?
            }
            "map" | "dict" | "record" | "mapping" | "hashmap" | "dictionary" => {
                let inner = if opens { self.bracketed(depth)?.pop()? } else { self.of(depth)? };
                list("map", inner)?
            }
            "optional" | "maybe" | "option" | "nullable" => {
                let inner = if opens { joined(self.bracketed(depth)?)? } else { self.member(depth + 1)? };
                Meant { optional: true, ..inner }
            }
            "union" | "anyof" | "either" if opens => joined(self.bracketed(depth)?)?,
            "enum" | "literal" | "choice" | "choices" | "oneof" if opens => values(self.bracketed(depth)?)?,
            "enum" if self.word() == "{" => values(self.bracketed(depth)?)?,
            "enum" => values(self.listed(depth)?)?,
            "one" | "any" if self.takes("of") => values(if matches!(self.word(), "<" | "[" | "(" | "{") {
                self.bracketed(depth)?
            } else {
                self.listed(depth)?
            })?,
            "null" | "none" | "nil" | "undefined" => Meant { kind: Kind::Type("null".to_owned()), optional: true },
            "not" | "where" | "when" => return None,
            _ if is_clause_word(word) || super::is_item_word(word) => return None,
            _ => Meant { kind: Kind::Word(word.to_owned()), optional: false },
        })
    }

    /// `of TYPE`
    fn of(&mut self, depth: usize) -> Option<Meant> {
        let named = ours(self.word()).is_some() && !self.spot.is_first(self.at);
        if self.takes("of") || named { self.member(depth + 1) } else { None }
    }

    /// What stands in brackets of any kind, parted by commas, by bars or by nothing.
    fn bracketed(&mut self, depth: usize) -> Option<Vec<Meant>> {
        let close = match self.word() {
            "<" => ">",
            "[" => "]",
            "(" => ")",
            _ => "}",
        };
        self.at += 1;
        let mut inner = Vec::new();
        while !self.takes(close) {
            inner.push(self.union(depth + 1)?);
            self.takes(",");
        }
        Some(inner)
    }

    /// What stands one after another on its line, parted by commas.
    fn listed(&mut self, depth: usize) -> Option<Vec<Meant>> {
        let mut listed = Vec::new();
        loop {
            if self.spot.is_first(self.at) || (listed.is_empty() && is_clause_word(self.word())) {
                return None;
            }
            let before = self.at;
            let word = self.word();
            if is_clause_word(word) {
                self.at += 1;
                listed.push(value(word.to_owned()));
            } else {
                listed.push(self.member(depth + 1)?);
            }
            if self.at == before || !self.takes(",") {
                return Some(listed);
            }
        }
    }
}

fn value(value: String) -> Meant {
    Meant { kind: Kind::Value(value), optional: false }
}

/// The name that a text holds.
fn named(text: &str) -> Option<String> {
    let name = text.strip_prefix('"')?.strip_suffix('"')?;
    let plain = name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.ends_with('-');
    (plain && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')).then(|| name.to_owned())
}

fn list(of: &str, inner: Meant) -> Option<Meant> {
    let optional = inner.optional;
    let ty = inner.kind.into_type()?;
    let ty = if optional { format!("{ty} or null") } else { ty };
    let ty = if ty.contains(" or ") { format!("{of} of ({ty})") } else { format!("{of} of {ty}") };
    Some(Meant { kind: Kind::Type(ty), optional: false })
}

/// One of several types, or of several values.
fn joined(mut members: Vec<Meant>) -> Option<Meant> {
    let optional = members.iter().any(|member| member.optional);
    if members.len() > 1 {
        members.retain(|member| !matches!(&member.kind, Kind::Type(ty) if ty == "null"));
    }
    if members.len() == 1 {
        return members.pop().map(|only| Meant { optional, ..only });
    }
    let is_type = |member: &Meant| match &member.kind {
        Kind::Type(_) => true,
        Kind::Word(word) => ours(word).is_some(),
        Kind::Value(_) => false,
    };
    if !members.iter().all(is_type) {
        return values(members).map(|meant| Meant { optional, ..meant });
    }
    let mut types: Vec<String> = members.into_iter().filter_map(|member| member.kind.into_type()).collect();
    types.dedup();
    Some(Meant { kind: Kind::Type(types.join(" or ")), optional })
}

/// An enum of these values.
fn values(members: Vec<Meant>) -> Option<Meant> {
    let optional = members.iter().any(|member| member.optional);
    let written: Vec<String> = members.into_iter().map(|member| member.kind.into_value()).collect::<Option<_>>()?;
    let ty = format!("enum {{ {} }}", written.join(", "));
    (!written.is_empty()).then_some(Meant { kind: Kind::Type(ty), optional })
}
