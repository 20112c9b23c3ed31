//! Expressions: total, typed, every name an index.

use std::sync::Arc;

use crate::span::Span;
use crate::value::Value;

pub use crate::syntax::ast::{ArithmeticOp, CompareOp, LogicOp, QuantifierKind};

use super::{EntryId, PatternId, Step, TableId, WhitelistId};

/// An expression with its place.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it says.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Literal(Value),
    /// A slot, a fact or a `let` of the tool's checklist.
    Entry(EntryId),
    /// A field of the object that is being looked up, by name (a sibling of the slot that says so).
    Sibling(Arc<str>),
    /// A bound name: `it` or a quantifier's variable. The innermost is 0.
    Local(usize),
    /// `now`
    Now,
    /// `today`
    Today,
    /// What a root holds.
    Root(Root),
    /// A value and steps into it.
    Path(Box<Expr>, Box<[Step]>),
    /// `not E`
    Not(Box<Expr>),
    /// `A and B`, `A or B`
    Logic(LogicOp, Box<Expr>, Box<Expr>),
    /// `A == B` and its like
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `A in LIST`, A in the values of a list
    In {
        /// A
        item: Box<Expr>,
        /// The list.
        set: Box<Expr>,
        /// `not in`
        negated: bool,
    },
    /// `A in WHITELIST`
    InWhitelist {
        /// A
        item: Box<Expr>,
        /// The whitelist.
        set: WhitelistId,
        /// `not in`
        negated: bool,
    },
    /// `A in tool.effects`: the tool produces the effect, and no literal contradicts what the intent fixes
    InToolEffects {
        /// A
        item: Box<Expr>,
        /// `not in`
        negated: bool,
    },
    /// `A in ("a", "b")`
    InLiterals {
        /// A
        item: Box<Expr>,
        /// The literals.
        values: Box<[Value]>,
        /// `not in`
        negated: bool,
    },
    /// `A matches PATTERN`
    Matches(Box<Expr>, PatternId),
    /// `A is known` and its like
    Is {
        /// A
        of: Box<Expr>,
        /// Which.
        what: Is,
        /// `is not`
        negated: bool,
    },
    /// `A + B` and its like
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// `if A then B else C`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `any(x in P where C: E)` and its like
    Quantifier {
        /// Which.
        kind: QuantifierKind,
        /// The lists; each binds one name, the last one is the innermost.
        lists: Box<[Expr]>,
        /// `where C`
        filter: Option<Box<Expr>>,
        /// `: E`
        body: Option<Box<Expr>>,
    },
    /// A function's call.
    Call(Function, Box<[Expr]>),
    /// `find(PATTERN, text)`
    Find(PatternId, Box<Expr>),
    /// `TABLE(row, column)`
    Table(TableId, Box<Expr>, Box<Expr>),
}

/// What `is` asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// There is a value.
    Known,
    /// There is none, or null.
    Null,
    /// None, null, `""`, `[]` or `{}`.
    Empty,
    /// Its lookup failed.
    Failed,
    /// The person's words bear it out.
    Said,
}

/// The functions of the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// `size(list)`
    Size,
    /// `length(text)`, in Unicode scalars
    Length,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
    /// `first(list)`
    First,
    /// `last(list)`
    Last,
    /// `date(datetime)`
    Date,
    /// `calls_in(text)`
    CallsIn,
    /// `asserted(text)`
    Asserted,
    /// `quotes(text)`
    Quotes,
}

/// The roots that are no slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Root {
    /// The person's latest message.
    Message,
    /// What happened since.
    Turn,
    /// The same for the whole session.
    Session,
    /// The proposed call.
    Call,
    /// The tool of the call: `name`, `provider`, `tier`, `effects`.
    Tool,
    /// What is about to be sent.
    Request,
    /// What came back.
    Result,
    /// The model's text.
    Answer,
    /// What is about to be remembered.
    Entry,
    /// The envelope.
    Envelope,
    /// What is left of the budgets.
    Budget,
    /// The policy: its `tools`.
    Policy,
    /// `elapsed`, in a result
    Elapsed,
    /// `deadline`, in a result
    Deadline,
    /// `status`, in a result
    Status,
    /// `exit`, in a result
    Exit,
    /// `is_error`, in a result
    IsError,
    /// `text`, in a result
    Text,
    /// `body`, in a result
    Body,
    /// `data`, in a result
    Data,
}

impl Expr {
    /// Calls `visit` on this expression and on all below it.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        self.each_part(&mut |part| part.walk(visit));
    }

    /// Calls `visit` on each expression directly below this one, in order.
    pub fn each_part<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Literal(_)
            | ExprKind::Entry(_)
            | ExprKind::Sibling(_)
            | ExprKind::Local(_)
            | ExprKind::Now
            | ExprKind::Today
            | ExprKind::Root(_) => {}
            ExprKind::Path(head, steps) => {
                visit(head);
                Step::exprs(steps).for_each(visit);
            }
            ExprKind::Not(of)
            | ExprKind::InWhitelist { item: of, .. }
            | ExprKind::InToolEffects { item: of, .. }
            | ExprKind::InLiterals { item: of, .. }
            | ExprKind::Matches(of, _)
            | ExprKind::Is { of, .. }
            | ExprKind::Find(_, of) => visit(of),
            ExprKind::Logic(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Arithmetic(_, left, right)
            | ExprKind::In { item: left, set: right, .. }
            | ExprKind::Table(_, left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::If(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            ExprKind::Quantifier { lists, filter, body, .. } => {
                lists.iter().for_each(&mut *visit);
                filter.iter().chain(body).for_each(|part| visit(part));
            }
            ExprKind::Call(_, arguments) => arguments.iter().for_each(visit),
        }
    }

    /// The entries that it reads, in order, each once.
    pub fn entries(&self) -> Vec<EntryId> {
        let mut entries = Vec::new();
        self.walk(&mut |expr| {
            if let ExprKind::Entry(id) = expr.kind
                && !entries.contains(&id)
            {
                entries.push(id);
            }
        });
        entries
    }
}

impl Step {
    /// Calls `visit` on every expression in the steps.
    pub fn walk<'a>(steps: &'a [Step], visit: &mut dyn FnMut(&'a Expr)) {
        Step::exprs(steps).for_each(|expr| expr.walk(visit));
    }

    /// The keys and conditions in the steps.
    fn exprs(steps: &[Step]) -> impl Iterator<Item = &Expr> {
        steps.iter().filter_map(|step| match step {
            Step::Key(expr) | Step::Where(expr) => Some(&**expr),
            Step::Field(_) | Step::All => None,
        })
    }
}
