//! Expressions and paths.

use crate::span::Span;
use crate::value::Value;

use super::{Literal, Name, Pattern};

/// A path: a head and steps. The head is a name, or a call of a lookup or a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The first name. (`effect`, `tool` and `it` are heads too.)
    pub head: Name,
    /// `NAME(...)`, directly after the head.
    pub arguments: Option<Vec<Argument>>,
    /// `{ page: * }` after a lookup's call: arguments that are left free.
    pub free: Vec<Name>,
    /// What follows.
    pub steps: Vec<Step>,
    /// Where.
    pub span: Span,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `*`: every observation.
    Any(Span),
    /// An expression.
    Expr(Expr),
    /// A pattern (`find`'s first).
    Pattern(Pattern),
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What kind.
    pub kind: StepKind,
    /// Where.
    pub span: Span,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `.name`
    Field(Name),
    /// `.name(...)`: a lookup of a provider, called by its full name (`bank.account(id)`).
    Call(Name, Vec<Argument>, Vec<Name>),
    /// `[n]`
    Index(Literal),
    /// `[EXPR]`, a key or an index that is looked up
    Key(Box<Expr>),
    /// `[*]`
    All,
    /// `[where EXPR]`
    Where(Box<Expr>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What kind.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal. `now` and `today` are paths; `true`, `false` and `null` are literals.
    Literal(Value),
    /// A path or a call.
    Path(Path),
    /// `not E`
    Not(Box<Expr>),
    /// `A and B`, `A or B`
    Logic(LogicOp, Box<Expr>, Box<Expr>),
    /// `A == B` and its like, `subset of`, `contains`, `starts with`, `ends with`
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `A in B`, `A not in B`: B is a path (a whitelist or a list)
    In {
        /// `not in`
        negated: bool,
        /// A
        item: Box<Expr>,
        /// B
        set: Box<Expr>,
    },
    /// `A in ("a", "b")`
    InList {
        /// `not in`
        negated: bool,
        /// A
        item: Box<Expr>,
        /// The literals.
        values: Vec<Literal>,
    },
    /// `A matches PATTERN`
    Matches(Box<Expr>, Pattern),
    /// `A is known`, `A is not null`
    Is {
        /// A
        of: Box<Expr>,
        /// `is not`
        negated: bool,
        /// `known`, `null`, `empty`, `failed`, `said`, or whatever stands there.
        what: Name,
    },
    /// `A + B`
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// `if A then B else C`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `any(x in P where C: E)` and its like
    Quantifier(Quantifier),
}

/// `and`, `or`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOp {
    /// `and`
    And,
    /// `or`
    Or,
}

/// The comparisons with two operands of which the right one is an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `subset of`
    SubsetOf,
    /// `contains`
    Contains,
    /// `starts with`
    StartsWith,
    /// `ends with`
    EndsWith,
}

impl CompareOp {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            CompareOp::Equal => "==",
            CompareOp::NotEqual => "!=",
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
            CompareOp::SubsetOf => "subset of",
            CompareOp::Contains => "contains",
            CompareOp::StartsWith => "starts with",
            CompareOp::EndsWith => "ends with",
        }
    }
}

/// `+ - * /`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

impl ArithmeticOp {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            ArithmeticOp::Add => "+",
            ArithmeticOp::Subtract => "-",
            ArithmeticOp::Multiply => "*",
            ArithmeticOp::Divide => "/",
        }
    }
}

/// `any(x in P where C: E)`, `all(a, b in P, Q: E)`, `sum(x in P: E)`, `count(x in P where C)`
#[derive(Clone, Debug, PartialEq)]
pub struct Quantifier {
    /// Which.
    pub kind: QuantifierKind,
    /// The variables.
    pub variables: Vec<Name>,
    /// A list each.
    pub lists: Vec<Expr>,
    /// `where C`
    pub filter: Option<Box<Expr>>,
    /// `: E`; none in `count`.
    pub body: Option<Box<Expr>>,
}

/// The quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantifierKind {
    /// At least one.
    Any,
    /// Every one.
    All,
    /// The sum over them.
    Sum,
    /// How many.
    Count,
}

impl QuantifierKind {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            QuantifierKind::Any => "any",
            QuantifierKind::All => "all",
            QuantifierKind::Sum => "sum",
            QuantifierKind::Count => "count",
        }
    }
}
