//! The tree of one file: what stands there, with the place of everything. Nothing is resolved here; words that the
//! language knows only by name (types, sources, phases, units) are still names.

mod expr;
mod item;
mod rule;
mod slot;

use crate::span::Span;
use crate::value::Value;

pub use expr::*;
pub use item::*;
pub use rule::*;
pub use slot::*;

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Everything at top level, in order.
    pub items: Vec<Item>,
}

/// A name as written, backquotes taken off.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where, backquotes included.
    pub span: Span,
    /// Whether it stood in backquotes.
    pub quoted: bool,
}

/// Names joined by dots: `bank.transfer`, `std.countries`, `money.moved`.
#[derive(Clone, Debug, PartialEq)]
pub struct DottedName {
    /// The parts, at least one.
    pub parts: Vec<Name>,
    /// Where, from the first part to the last.
    pub span: Span,
}

/// A string, its escapes already read.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where, quotation marks included.
    pub span: Span,
}

/// A message: a string with insertions.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Literal text and insertions in turn.
    pub parts: Vec<MessagePart>,
    /// Where, quotation marks included.
    pub span: Span,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum MessagePart {
    /// As it stands; `{{` and `}}` are single braces here.
    Literal(String),
    /// `{name}`, `{effect.name}`, `{call}`, `{found}`.
    Insert(DottedName),
}

/// A literal value.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// The value; dates, datetimes and durations have their own kinds.
    pub value: Value,
    /// Where.
    pub span: Span,
}

/// What may stand where a VALUE is expected: a literal, or a name where an enum is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueOrName {
    /// A literal.
    Literal(Literal),
    /// An enum's value by its name.
    Name(Name),
}

/// A named pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternDef {
    /// Its name.
    pub name: Name,
    /// Any of these.
    pub patterns: Vec<Pattern>,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// What kind.
    pub kind: PatternKind,
    /// Where.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// Another pattern by its name.
    Name(DottedName),
    /// `/regex/flags`: the text between the slashes as it stands (`\/` read as `/`), and the flags.
    Regex(String, String),
    /// `words { "...", ... }`
    Words(Vec<Text>),
}
