//! Rules: conditions, guards, budgets, what a tool produces, and how its result is read.

use crate::span::Span;

use super::{DottedName, Expr, Literal, Message, Name, Path, Pattern, Selector, Source, Type, ValueOrName};

/// `let NAME = EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// `require NAME: EXPR else ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Require {
    /// Its name.
    pub name: Name,
    /// What must hold.
    pub condition: Expr,
    /// What happens where it does not.
    pub otherwise: Otherwise,
}

/// The `else` of a `require`.
#[derive(Clone, Debug, PartialEq)]
pub enum Otherwise {
    /// `else hold "..."`
    Hold(Message),
    /// `else ask SLOT "..."`
    Ask(DottedName, Message),
}

/// `forbid NAME when EXPR because "..."`
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// Its name.
    pub name: Name,
    /// What must not hold.
    pub condition: Expr,
    /// Why.
    pub because: Message,
}

/// `confirm NAME [when EXPR] ask "..."`
#[derive(Clone, Debug, PartialEq)]
pub struct Confirm {
    /// Its name.
    pub name: Name,
    /// When it is due; always where nothing stands.
    pub when: Option<Expr>,
    /// The question.
    pub ask: Message,
}

/// `notice NAME [when EXPR] show "..."`
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its name.
    pub name: Name,
    /// When it is due; always where nothing stands.
    pub when: Option<Expr>,
    /// What is shown.
    pub show: Message,
}

/// `guard NAME on PHASE [for SELECTOR, ...] when EXPR then ACTION, ... [at most N per message|session] [then ...]`
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// Its name.
    pub name: Name,
    /// `request`, `call`, `result`, `answer`, `memory`, or whatever stands there.
    pub phase: Name,
    /// For which calls.
    pub selectors: Vec<Selector>,
    /// When it acts.
    pub when: Expr,
    /// The steps, the first that is not used up acts.
    pub steps: Vec<GuardStep>,
}

/// One `then` of a guard.
#[derive(Clone, Debug, PartialEq)]
pub struct GuardStep {
    /// What is done.
    pub actions: Vec<Action>,
    /// `at most N per message|session`
    pub at_most: Option<(Literal, Name)>,
    /// Where.
    pub span: Span,
}

/// One action of a guard.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its word: `hide`, `append`, `attach`, `reply`, `hold`, `retry`, `replay`, `escalate`, `strip`, `record`.
    pub word: Name,
    /// What follows the word.
    pub argument: ActionArgument,
}

/// What follows an action's word.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionArgument {
    /// Nothing: `replay`, `record`, `escalate`.
    None,
    /// A message: `append`, `reply`, `hold`, `retry`.
    Message(Message),
    /// A selector: `hide`.
    Selector(Selector),
    /// A path: `attach`.
    Path(Path),
    /// A pattern: `strip`.
    Pattern(Pattern),
}

/// `budget WHAT N per SCOPE`
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// `rounds`, `calls`, `cost`, `asks`, `revisions`, or whatever stands there.
    pub what: Name,
    /// How many, or how much.
    pub limit: Literal,
    /// `message`, `slot`.
    pub per: Name,
}

/// `only SLOT from SOURCE, ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Only {
    /// The slot, or `effect.FIELD`.
    pub slot: DottedName,
    /// Its only sources.
    pub sources: Vec<Source>,
}

/// `effect NAME { field: slot-or-literal, ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Produces {
    /// Which effect.
    pub effect: DottedName,
    /// Its fields: a slot's name or a literal.
    pub fields: Vec<(Name, ValueOrName)>,
}

/// `group NAME { a, b, c } from ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: Name,
    /// Its slots.
    pub slots: Vec<Name>,
    /// What bears the row out.
    pub sources: Vec<Source>,
}

/// `result { }`
#[derive(Clone, Debug, PartialEq)]
pub struct ResultBlock {
    /// The clauses in order.
    pub clauses: Vec<ResultClause>,
}

/// One clause of a result block.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultClause {
    /// Its doc comment.
    pub doc: Option<String>,
    /// What it says.
    pub kind: ResultClauseKind,
    /// Where.
    pub span: Span,
}

/// The clauses of a result block.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultClauseKind {
    /// `KIND when EXPR [retriable] [keep PATH] [because "..."]`
    Kind {
        /// `timeout`, `exception`, `upstream_error`, `partial`, `not_found`, or whatever stands there.
        kind: Name,
        /// When.
        when: Expr,
        /// `retriable`
        retriable: bool,
        /// `keep PATH`
        keep: Option<Path>,
        /// `because "..."`
        because: Option<Message>,
    },
    /// `parts PATH ok when EXPR`
    Parts {
        /// The list of sub-results.
        path: Path,
        /// When one of them (`it`) is ok.
        ok_when: Expr,
    },
    /// `data PATH [: TYPE] [verbatim]`
    Data {
        /// The payload.
        path: Path,
        /// Its type.
        ty: Option<Type>,
        /// `verbatim`
        verbatim: bool,
    },
    /// `scope "..."`
    Scope(Message),
}

/// `on failure halt|retry N|continue`
#[derive(Clone, Debug, PartialEq)]
pub struct OnFailure {
    /// `halt`, `retry`, `continue`, or whatever stands there.
    pub word: Name,
    /// How often, after `retry`.
    pub times: Option<Literal>,
}

/// `after timeout verify by TOOL { argument: slot }`
#[derive(Clone, Debug, PartialEq)]
pub struct AfterTimeout {
    /// The tool that verifies.
    pub tool: DottedName,
    /// Its arguments.
    pub arguments: Vec<(Name, ValueOrName)>,
}

/// `order(order_id)`, in `changes`.
#[derive(Clone, Debug, PartialEq)]
pub struct LookupCall {
    /// The lookup.
    pub lookup: DottedName,
    /// Its arguments; none where no brackets stand.
    pub arguments: Option<Vec<Expr>>,
    /// Where.
    pub span: Span,
}
