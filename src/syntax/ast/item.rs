//! Items: what stands at top level, in sections and in tools.

use crate::span::Span;

use super::{
    AfterTimeout, Budget, Confirm, DottedName, Forbid, Group, Guard, Let, Literal, LookupCall, Name, Notice, OnFailure,
    Only, Pattern, PatternDef, Produces, Require, ResultBlock, Slot, Text, Type, ValueOrName,
};

/// An item with its doc comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The lines of `##` directly above, joined by line feeds.
    pub doc: Option<String>,
    /// What it is.
    pub kind: ItemKind,
    /// The whole item.
    pub span: Span,
}

/// Every kind of item; which may stand where is not the grammar's business.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    // top level
    /// `use "PATH"`
    Use(Text),
    /// `effect NAME { field: TYPE, ... } said as "...", ...` (a definition: it has braces and types)
    EffectDef(EffectDef),
    /// `assertion EFFECT by PATTERN unless PATTERN`
    Assertion(Assertion),
    /// `whitelist NAME { VALUE, ... }`
    Whitelist(Whitelist),
    /// `vocabulary NAME { "x" = "y" or "z", ... }`
    Vocabulary(Vocabulary),
    /// `table NAME(row, column) { ... }`
    Table(Table),
    /// `pattern NAME = PATTERN, ...`
    PatternDef(PatternDef),
    /// `fixed { }`, `provider NAME { }`, `user { }`
    Section(Section),
    // sections
    /// `lookup NAME(param, ...) by TOOL { argument: param } within D outside`
    Lookup(Lookup),
    /// `tool NAME { }`
    Tool(Tool),
    /// `for SELECTOR, ... { }`
    For(For),
    /// `unlisted tools hold`
    UnlistedTools,
    /// `slot NAME: TYPE ...`
    Slot(Slot),
    /// `fact NAME: TYPE ...`
    Fact(Slot),
    /// `let NAME = EXPR`
    Let(Let),
    /// `require NAME: EXPR else ...`
    Require(Require),
    /// `forbid NAME when EXPR because "..."`
    Forbid(Forbid),
    /// `confirm NAME [when EXPR] ask "..."`
    Confirm(Confirm),
    /// `notice NAME [when EXPR] show "..."`
    Notice(Notice),
    /// `guard NAME on PHASE ...`
    Guard(Guard),
    /// `budget rounds|calls|cost|asks|revisions N per message|slot`
    Budget(Budget),
    // tools
    /// `read_only`, `reversible`, `irreversible`: a tier alone (any bare name in an item's place; checked later)
    Tier(Name),
    /// `tier irreversible`, under `for`
    TierAtLeast(Name),
    /// `only SLOT from SOURCE, ...`
    Only(Only),
    /// `effect NAME { field: slot-or-literal, ... }` in a tool
    Produces(Produces),
    /// `group NAME { a, b, c } from ...`
    Group(Group),
    /// `result { }`
    Result(ResultBlock),
    /// `on failure halt|retry N|continue`
    OnFailure(OnFailure),
    /// `same by SLOT, ...`
    SameBy(Vec<Name>),
    /// `once per message|session`
    OncePer(Name),
    /// `after timeout verify by TOOL { argument: slot }`
    AfterTimeout(AfterTimeout),
    /// `changes LOOKUP(args), ...`, `changes nothing` (empty)
    Changes(Vec<LookupCall>),
    /// `other arguments hold|drop|pass`
    OtherArguments(Name),
}

impl ItemKind {
    /// The name under which others refer to the item; none where it has none, or one with dots.
    pub fn name(&self) -> Option<&Name> {
        match self {
            ItemKind::Whitelist(item) => Some(&item.name),
            ItemKind::Vocabulary(item) => Some(&item.name),
            ItemKind::Table(item) => Some(&item.name),
            ItemKind::PatternDef(item) => Some(&item.name),
            ItemKind::Section(item) => item.name.as_ref(),
            ItemKind::Lookup(item) => Some(&item.name),
            ItemKind::Tool(item) => Some(&item.name),
            ItemKind::Slot(item) | ItemKind::Fact(item) => Some(&item.name),
            ItemKind::Let(item) => Some(&item.name),
            ItemKind::Require(item) => Some(&item.name),
            ItemKind::Forbid(item) => Some(&item.name),
            ItemKind::Confirm(item) => Some(&item.name),
            ItemKind::Notice(item) => Some(&item.name),
            ItemKind::Guard(item) => Some(&item.name),
            ItemKind::Group(item) => Some(&item.name),
            _ => None,
        }
    }
}

/// An effect: the shared contract between intent, tools and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectDef {
    /// `money.moved`
    pub name: DottedName,
    /// Its fields.
    pub fields: Vec<(Name, Type)>,
    /// How a person asks for it.
    pub said_as: Vec<Text>,
}

/// How a model's text claims an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// Which effect.
    pub effect: DottedName,
    /// What claims it.
    pub by: Pattern,
    /// What takes the claim back.
    pub unless: Option<Pattern>,
}

/// A named set of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Whitelist {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub values: Vec<Literal>,
}

/// Other words for values.
#[derive(Clone, Debug, PartialEq)]
pub struct Vocabulary {
    /// Its name.
    pub name: Name,
    /// What is said, and the values that it may mean.
    pub entries: Vec<(Text, Vec<Literal>)>,
}

/// A table of two parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// The row parameter and the column parameter.
    pub parameters: Vec<Name>,
    /// The name in front of the column values: the column parameter's.
    pub column_head: Name,
    /// The column values.
    pub columns: Vec<ValueOrName>,
    /// Row values with their cells.
    pub rows: Vec<(ValueOrName, Vec<ValueOrName>, Span)>,
}

/// `fixed { }`, `provider NAME { }`, `user { }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Whose.
    pub owner: Owner,
    /// The provider's name.
    pub name: Option<Name>,
    /// What it holds.
    pub items: Vec<Item>,
    /// `fixed`, `provider NAME`, `user`.
    pub head: Span,
}

/// Who owns a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// The adopting system.
    Fixed,
    /// Whoever offers the tools.
    Provider,
    /// The person or the environment.
    User,
}

/// Which call measures a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// `bank.get_account`, `get_account`, or `host`.
    pub by: DottedName,
    /// `argument: param` or `argument: literal`.
    pub arguments: Vec<(Name, ValueOrName)>,
    /// `within 30s`
    pub within: Option<Literal>,
    /// `outside`: others wrote what it holds.
    pub outside: bool,
}

/// A tool of a provider.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name as served.
    pub name: Name,
    /// What it holds.
    pub items: Vec<Item>,
}

/// Rules for what is selected.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// For which.
    pub selectors: Vec<Selector>,
    /// The rules.
    pub items: Vec<Item>,
}

/// What a rule is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// What kind.
    pub kind: SelectorKind,
    /// Where.
    pub span: Span,
}

/// The kinds of selectors.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectorKind {
    /// `bank.transfer`, `transfer`, or a tier's name.
    Name(DottedName),
    /// `bank.*`
    AllOf(DottedName),
    /// `effect NAME`
    Effect(DottedName),
}
