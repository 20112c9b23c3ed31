//! The runnable policy: every name an index, every rule unfolded for each tool that it concerns, every expression typed.
//!
//! `resolve` and `compile` build it from the trees, `eval` reads it. A tool's [`Tool::entries`] is its whole checklist:
//! what `fixed`, its provider and `user` ask of it, `for` rules included, in the order of the report.

mod expr;
mod filter;
mod guard;
mod names;
mod needs;
mod pattern;
mod quote;
mod slot;

use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;

use crate::span::Span;
use crate::value::{Duration, Number, Value};
use crate::verdict::ErrorKind;
use crate::words::Family;

pub use crate::syntax::ast::Owner;
pub use expr::*;
pub(crate) use filter::Filter;
pub use guard::*;
pub use names::{Named, Names};
pub use pattern::*;
pub use quote::Quote;
pub use slot::*;

macro_rules! index {
    ($(#[doc = $doc:literal] $name:ident)*) => {$(
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// An index into [`Program::tools`].
    ToolId
    /// An index into [`Program::lookups`].
    LookupId
    /// An index into [`Program::effects`].
    EffectId
    /// An index into [`Program::patterns`].
    PatternId
    /// An index into [`Program::whitelists`].
    WhitelistId
    /// An index into [`Program::vocabularies`].
    VocabularyId
    /// An index into [`Program::tables`].
    TableId
    /// An index into the entries of one tool.
    EntryId
    /// An index into the groups of one tool.
    GroupId
}

/// A whole policy, ready to judge.
#[derive(Debug, Default)]
pub struct Program {
    /// Every tool.
    pub tools: Vec<Tool>,
    /// Tools by `provider.name`.
    pub tools_by_name: IndexMap<Arc<str>, ToolId>,
    /// Tools by bare name; usable where one provider alone has it.
    pub tools_by_bare_name: IndexMap<Arc<str>, Vec<ToolId>>,
    /// Every lookup.
    pub lookups: Vec<Lookup>,
    /// Every effect.
    pub effects: Vec<Effect>,
    /// Every pattern, anonymous ones included.
    pub patterns: Vec<Pattern>,
    /// Every whitelist.
    pub whitelists: Vec<Whitelist>,
    /// Every vocabulary.
    pub vocabularies: Vec<Vocabulary>,
    /// Every table.
    pub tables: Vec<Table>,
    /// Every guard, in the order of their ids.
    pub guards: Vec<Guard>,
    /// Every budget, as declared.
    pub budgets: Vec<Budget>,
    /// The result clauses of `fixed` that hold for undeclared tools too.
    pub unlisted_result: ResultPlan,
    /// What a failure of an undeclared tool does.
    pub unlisted_on_failure: Option<OnFailure>,
    /// What a snapshot can name.
    pub names: Names,
}

impl Program {
    /// A tool by its full name, or by its bare name where one provider alone has it.
    pub fn tool(&self, name: &str) -> Option<(ToolId, &Tool)> {
        let id = match self.tools_by_name.get(name) {
            Some(id) => *id,
            None => match self.tools_by_bare_name.get(name)?.as_slice() {
                [id] => *id,
                _ => return None,
            },
        };
        self.tools.get(id.index()).map(|tool| (id, tool))
    }
}

impl Tool {
    /// Whether one entry alone has this name; what is only derived has none that a snapshot could speak of.
    pub fn is_unique(&self, name: &str) -> bool {
        let named = |entry: &&Entry| *entry.name == *name && !matches!(entry.kind, EntryKind::Let(_));
        self.entries.iter().filter(named).count() == 1
    }

    /// Whether a name of the snapshot means this entry: its full id, or its name where that is unique.
    pub fn is_named(&self, entry: &Entry, name: &str) -> bool {
        *entry.id == *name || (*entry.name == *name && self.is_unique(name))
    }

    /// The name under which a question says what an approval of it binds.
    pub fn key(&self, entry: &Entry) -> Arc<str> {
        Arc::clone(if self.is_unique(&entry.name) { &entry.name } else { &entry.id })
    }
}

/// How much a tool changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Changes nothing and tells nobody outside.
    ReadOnly,
    /// Gated; can be undone.
    Reversible,
    /// Gated; cannot be undone.
    Irreversible,
}

impl Tier {
    /// The tier of this name.
    pub fn from_name(name: &str) -> Option<Tier> {
        match name {
            "read_only" => Some(Tier::ReadOnly),
            "reversible" => Some(Tier::Reversible),
            "irreversible" => Some(Tier::Irreversible),
            _ => None,
        }
    }

    /// Whether a call needs its checklist.
    pub fn is_gated(self) -> bool {
        self != Tier::ReadOnly
    }
}

/// A tool with its whole checklist.
#[derive(Debug)]
pub struct Tool {
    /// `bank.transfer`
    pub name: Arc<str>,
    /// `transfer`
    pub bare_name: Arc<str>,
    /// `bank`
    pub provider: Arc<str>,
    /// Its doc comment.
    pub doc: Option<String>,
    /// The strictest tier of all sections.
    pub tier: Tier,
    /// The effects that it produces, one for each mapping.
    pub effects: Vec<Mapping>,
    /// Everything that is confirmed before a call: in the order of the report
    /// (`fixed`, `provider`, `user`; in each values, conditions, approvals, notices; as declared).
    pub entries: Vec<Entry>,
    /// The entries in an order in which each comes after all that it reads: the first stage, then when and what for,
    /// then the rest.
    pub order: Vec<EntryId>,
    /// Which entries are judged before the rest, by index: the unscoped ones of `fixed`, which read nothing of the
    /// tool's. Everything else waits until they say that the tool fits.
    pub first_stage: Vec<bool>,
    /// The top-level slots of the tool: what a call's arguments are, as declared.
    pub arguments: Vec<EntryId>,
    /// Rows that are borne out as one thing.
    pub groups: Vec<Group>,
    /// What becomes of arguments that no slot declares.
    pub other_arguments: OtherArguments,
    /// What makes two calls the same: these of the arguments (all but cosmetic ones by default).
    pub same_by: Vec<EntryId>,
    /// Whether the same call is not run again.
    pub once: Option<Scope>,
    /// Where it says so itself; a `confirm` implies it.
    pub once_at: Option<Span>,
    /// What verifies a call that timed out.
    pub verify: Option<Box<Verify>>,
    /// The lookups that a call of it makes stale; where it does not say so itself, the same for all tools of its provider.
    pub changes: Arc<[Changed]>,
    /// What its failure does.
    pub on_failure: OnFailure,
    /// How its result is read.
    pub result: ResultPlan,
    /// Indices of the budgets that count it.
    pub budgets: Vec<usize>,
    /// The declared phrases of each of its enums, made where a text is first asked whether it is one of them.
    pub(crate) phrases: OnceLock<Vec<Family>>,
    /// Where it is declared.
    pub declared: Span,
}

/// `message` or `session`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Since the person's latest message.
    Message,
    /// The whole session, this message included.
    Session,
}

impl Scope {
    /// The span of time of this name.
    pub fn from_name(name: &str) -> Option<Scope> {
        match name {
            "message" => Some(Scope::Message),
            "session" => Some(Scope::Session),
            _ => None,
        }
    }
}

/// What becomes of arguments that no slot declares. By default a gated call is held and a read drops them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherArguments {
    /// The call is held.
    Hold,
    /// They are left out.
    Drop,
    /// They stay as they are.
    Pass,
}

/// One mapping of an effect that a tool produces.
#[derive(Debug)]
pub struct Mapping {
    /// The effect.
    pub effect: EffectId,
    /// A slot or a literal for each field of the effect, in its order.
    pub fields: Vec<Expr>,
    /// Where.
    pub declared: Span,
}

/// One line of a checklist.
#[derive(Debug)]
pub struct Entry {
    /// Section, provider, tool and item joined by dots.
    pub id: Arc<str>,
    /// The last name.
    pub name: Arc<str>,
    /// Whose section it stands in.
    pub owner: Owner,
    /// Its doc comment, or else that of the `for` around it where it is the only rule there.
    pub doc: Option<Arc<str>>,
    /// What it is.
    pub kind: EntryKind,
    /// Where it is declared.
    pub declared: Span,
}

/// The kinds of entries.
#[derive(Debug)]
pub enum EntryKind {
    /// A slot or a fact.
    Slot(Box<Slot>),
    /// `let`: a derived value, never reported.
    Let(Box<Expr>),
    /// `require` or `forbid`.
    Condition(Box<Condition>),
    /// `confirm`.
    Confirm(Box<Confirm>),
    /// `notice`, the implied ones included.
    Notice(Box<Notice>),
}

/// `require` or `forbid`.
#[derive(Debug)]
pub struct Condition {
    /// What is judged.
    pub expr: Expr,
    /// The value of `expr` with which it is unmet: `false` for `require`, `true` for `forbid`.
    pub unmet_when: bool,
    /// What happens then.
    pub otherwise: Otherwise,
    /// Whether it reads `tool`: the provider's and the user's entries wait for it.
    pub speaks_of_tool: bool,
}

/// What happens where a condition does not hold.
#[derive(Debug)]
pub enum Otherwise {
    /// It is unmet, with this message.
    Hold(Message),
    /// The slot becomes unknown, with this question.
    Ask(EntryId, Message),
}

/// `confirm`.
#[derive(Debug)]
pub struct Confirm {
    /// When it is due; always where nothing stands.
    pub when: Option<Expr>,
    /// The question.
    pub ask: Message,
    /// The slots that the question shows (`{call}`: all arguments but cosmetic and supplied ones).
    pub binds: Vec<EntryId>,
}

/// `notice`.
#[derive(Debug)]
pub struct Notice {
    /// When it is due; always where nothing stands.
    pub when: Option<Expr>,
    /// What the person must have been shown.
    pub show: Message,
}

/// A message with its insertions.
#[derive(Debug, Default)]
pub struct Message {
    /// The pieces.
    pub parts: Vec<MessagePart>,
    /// Where.
    pub declared: Option<Span>,
}

/// A piece of a message.
#[derive(Debug)]
pub enum MessagePart {
    /// As it stands.
    Literal(Box<str>),
    /// A value.
    Insert(Box<Expr>),
    /// `{call}`: every argument but cosmetic and supplied ones.
    Call,
    /// `{found}`: what a guard found.
    Found,
}

/// An effect.
#[derive(Debug)]
pub struct Effect {
    /// `money.moved`
    pub name: Arc<str>,
    /// Its fields with their types.
    pub fields: Vec<(Arc<str>, Type)>,
    /// How a person asks for it.
    pub said_as: Vec<Arc<str>>,
    /// How a model claims it: (by, unless).
    pub assertions: Vec<(PatternId, Option<PatternId>)>,
    /// Its doc comment.
    pub doc: Option<String>,
    /// Where it is declared.
    pub declared: Span,
}

/// A lookup.
#[derive(Debug)]
pub struct Lookup {
    /// Its name.
    pub name: Arc<str>,
    /// `bank.payees`, `user.ledger`: section and name.
    pub id: Arc<str>,
    /// The provider that it belongs to, where it is a provider's.
    pub provider: Option<Arc<str>>,
    /// Its parameters.
    pub parameters: Vec<Arc<str>>,
    /// The tool that measures it; none for `host`.
    pub tool: Option<ToolId>,
    /// The tool's arguments: which parameter or which literal.
    pub arguments: Vec<(Arc<str>, LookupArgument)>,
    /// How old an observation may be.
    pub within: Option<Duration>,
    /// Others wrote what it holds.
    pub outside: bool,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
    /// Where it is declared.
    pub declared: Span,
}

/// An argument of a lookup's call.
#[derive(Debug)]
pub enum LookupArgument {
    /// A parameter, by its index.
    Parameter(usize),
    /// A literal.
    Literal(Value),
}

/// What a call makes stale.
#[derive(Debug)]
pub struct Changed {
    /// The lookup.
    pub lookup: LookupId,
    /// Only its observations with these arguments; none: all of them.
    pub arguments: Option<Vec<Expr>>,
}

/// `after timeout verify by TOOL { argument: slot }`
#[derive(Debug)]
pub struct Verify {
    /// The tool.
    pub tool: ToolId,
    /// Its arguments.
    pub arguments: Vec<(Arc<str>, Expr)>,
    /// Where.
    pub declared: Span,
}

/// A row that is borne out as one thing.
#[derive(Debug)]
pub struct Group {
    /// Its name.
    pub name: Arc<str>,
    /// Its slots.
    pub slots: Vec<EntryId>,
    /// What bears the row out, in search order.
    pub sources: Vec<Source>,
    /// Where.
    pub declared: Span,
}

/// What a failure does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnFailure {
    /// Gated calls are held until it is made good or disclosed.
    Halt,
    /// The same call goes through its verdict again, at most so often; then as `Halt`.
    Retry(usize),
    /// Nothing.
    Continue,
}

/// A named set of values.
#[derive(Debug)]
pub struct Whitelist {
    /// Its name.
    pub name: Arc<str>,
    /// Its values.
    pub values: Vec<Value>,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
}

/// Other words for values.
#[derive(Debug)]
pub struct Vocabulary {
    /// Its name.
    pub name: Arc<str>,
    /// What is said, and what it may mean.
    pub entries: Vec<(Arc<str>, Vec<Value>)>,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
}

/// A table.
#[derive(Debug)]
pub struct Table {
    /// Its name.
    pub name: Arc<str>,
    /// Row values.
    pub rows: Vec<Value>,
    /// Column values.
    pub columns: Vec<Value>,
    /// The cells, row by row.
    pub cells: Vec<Vec<Value>>,
    /// Its doc comment.
    pub doc: Option<Arc<str>>,
}

/// A budget.
#[derive(Debug)]
pub struct Budget {
    /// Section and what it limits: `fixed.budget-calls`, with `[n]` where there are several.
    pub id: Arc<str>,
    /// What is counted.
    pub what: BudgetKind,
    /// How much is allowed.
    pub limit: Number,
    /// The tools that it counts; none: all.
    pub tools: Option<Vec<ToolId>>,
    /// Where.
    pub declared: Span,
}

/// What a budget counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BudgetKind {
    /// Model rounds per message.
    Rounds,
    /// Calls per message.
    Calls,
    /// Cost per message.
    Cost,
    /// Questions per slot.
    Asks,
    /// Revisions per slot.
    Revisions,
}

/// How a tool's result is read: clauses in the order in which they are tried.
#[derive(Debug, Default)]
pub struct ResultPlan {
    /// Failure clauses, the tool's own first, `std/envelope.chk` last.
    pub clauses: Vec<ResultClause>,
    /// The payload.
    pub data: Option<Box<DataClause>>,
    /// Said on `not_found` and on an empty success.
    pub scope: Option<Box<Message>>,
}

/// One clause of a result.
#[derive(Debug)]
pub struct ResultClause {
    /// Whether it stands in the tool's own block.
    pub own: bool,
    /// Whether it is a default: of `fixed`, for no tools in particular, as `std/envelope.chk` is.
    pub is_default: bool,
    /// Whose section it stands in.
    pub owner: Owner,
    /// What it says.
    pub kind: ResultClauseKind,
    /// Where.
    pub declared: Span,
}

/// The failure clauses.
#[derive(Debug)]
pub enum ResultClauseKind {
    /// `KIND when EXPR ...`
    Failure {
        /// Which failure.
        kind: ErrorKind,
        /// When.
        when: Expr,
        /// Whether the same call may succeed later.
        retriable: bool,
        /// What there is.
        keep: Option<Expr>,
        /// Why.
        because: Option<Message>,
    },
    /// `parts PATH ok when EXPR`
    Parts {
        /// The sub-results.
        path: Expr,
        /// When one (`it`) is ok.
        ok_when: Expr,
    },
}

/// `data PATH [: TYPE] [verbatim]`
#[derive(Debug)]
pub struct DataClause {
    /// The payload.
    pub path: Expr,
    /// As the author wrote the path.
    pub path_text: Arc<str>,
    /// Its type.
    pub ty: Option<Type>,
    /// Its text is content.
    pub verbatim: bool,
}
