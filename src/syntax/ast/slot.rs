//! Slots and facts, their clauses, sources and types.

use crate::span::Span;

use super::{DottedName, Expr, Item, Literal, Message, Name, Path, Pattern, Text, ValueOrName};

/// A slot or a fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// `= EXPR`
    pub computed: Option<Expr>,
    /// The clauses, each kind at most once (`StrayClause`s are reported before).
    pub clauses: Vec<Clause>,
}

/// One clause of a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Where, from its word on.
    pub span: Span,
    /// Its doc comment.
    pub doc: Option<String>,
}

/// The clauses of a slot.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `where EXPR`
    Where(Expr),
    /// `from SOURCE, ...`
    From(Vec<Source>),
    /// `drafted`
    Drafted,
    /// `supplied`
    Supplied,
    /// `cosmetic`
    Cosmetic,
    /// `optional [when EXPR]`
    Optional(Option<Expr>),
    /// `default VALUE`; `[]` is an empty list
    Default(ValueOrName),
    /// `required`
    Required,
    /// `alias A, B`
    Alias(Vec<Name>),
    /// `unit NAME`
    Unit(Name),
    /// `strip PATTERN`
    Strip(Pattern),
    /// `secret`
    Secret,
    /// `ask "..."`
    Ask(Message),
    /// `at trigger`
    AtTrigger,
}

impl ClauseKind {
    /// The word that opens the clause.
    pub fn word(&self) -> &'static str {
        match self {
            ClauseKind::Where(_) => "where",
            ClauseKind::From(_) => "from",
            ClauseKind::Drafted => "drafted",
            ClauseKind::Supplied => "supplied",
            ClauseKind::Cosmetic => "cosmetic",
            ClauseKind::Optional(_) => "optional",
            ClauseKind::Default(_) => "default",
            ClauseKind::Required => "required",
            ClauseKind::Alias(_) => "alias",
            ClauseKind::Unit(_) => "unit",
            ClauseKind::Strip(_) => "strip",
            ClauseKind::Secret => "secret",
            ClauseKind::Ask(_) => "ask",
            ClauseKind::AtTrigger => "at trigger",
        }
    }
}

/// One source of a whitelist.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// `user_answer`, `instruction`, `preset`, `measured`, `prior_state`, or whatever stands there.
    pub word: Name,
    /// What stands in its brackets.
    pub path: Option<Path>,
    /// The words after it, in order.
    pub modes: Vec<Mode>,
    /// Where.
    pub span: Span,
}

/// A word after a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// `quoted`, `unambiguous`, `via`, `whole`, `soonest`, `without`, `text`.
    pub word: Name,
    /// The name after `via` or `without`.
    pub argument: Option<DottedName>,
    /// The pattern after `strip`.
    pub strip: Option<Pattern>,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What kind.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `text`, `integer`, `boolean`, ... or whatever stands there.
    Name(Name),
    /// `enum { a, b ("phrase", "phrase") }`
    Enum(Vec<EnumValue>),
    /// `boolean { true ("with"), false ("without") }`
    Boolean(Vec<EnumValue>),
    /// `list of T`
    List(Box<Type>),
    /// `map of T`
    Map(Box<Type>),
    /// `object { slot ... }`
    Object(Vec<Item>),
    /// `T or U or ...`
    Union(Vec<Type>),
    /// `(T where EXPR)`
    Refined(Box<Type>, Box<Expr>),
}

/// One value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// The value: text from a name or a string, a number, or a boolean.
    pub value: Literal,
    /// How a person says it.
    pub phrases: Vec<Text>,
    /// Its doc comment.
    pub doc: Option<String>,
}
