//! What a condition on a result says, taken apart so that two can be held against each other.

use crate::check::roots::Reach;
use crate::program::{CompareOp, Expr, ExprKind, LogicOp};
use crate::value::Value;

use super::desk::Desk;

/// The most alternatives that a condition is taken apart into.
const MOST: usize = 64;

/// Alternatives, each of parts that hold together.
pub(super) struct Condition {
    alternatives: Vec<Vec<Part>>,
}

/// One comparison, or whatever else is true or false.
struct Part {
    /// As its author wrote it, blanks aside.
    text: String,
    range: Option<Range>,
}

/// A path that is compared with literals.
struct Range {
    path: String,
    test: Test,
}

enum Test {
    OneOf(Vec<Value>),
    Order(CompareOp, Value),
}

impl Condition {
    /// A condition by its text; none where a name in it is the author's own, which another section may give to something
    /// else, or where it is too long to be taken apart.
    pub(super) fn of(desk: &Desk, expr: &Expr) -> Option<Condition> {
        let mut is_plain = true;
        expr.walk(&mut |part| is_plain &= has_plain_name(desk, part));
        let alternatives = if is_plain { alternatives(desk, expr)? } else { return None };
        Some(Condition { alternatives })
    }

    /// Whether it holds whenever the other does.
    pub(super) fn takes_in(&self, other: &Condition) -> bool {
        let is_taken = |narrow: &Vec<Part>| self.alternatives.iter().any(|wide| takes_in(wide, narrow));
        other.alternatives.iter().all(is_taken)
    }

    /// Whether this alone makes it hold.
    pub(super) fn holds_by(&self, text: &str) -> bool {
        self.alternatives.iter().any(|parts| matches!(parts.as_slice(), [part] if part.text == text))
    }
}

/// A name is a root, or bound where it stands: a `let` is put in under its own name.
fn has_plain_name(desk: &Desk, part: &Expr) -> bool {
    let text = desk.text(part.span);
    let is_name = text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    match part.kind {
        ExprKind::Root(root) => Reach::Result.root(text) == Some(root),
        ExprKind::Local(_) | ExprKind::Literal(_) | ExprKind::Now | ExprKind::Today => true,
        _ => !is_name,
    }
}

fn alternatives(desk: &Desk, expr: &Expr) -> Option<Vec<Vec<Part>>> {
    let found = match &expr.kind {
        ExprKind::Logic(LogicOp::Or, left, right) => {
            let mut all = alternatives(desk, left)?;
            all.extend(alternatives(desk, right)?);
            all
        }
        ExprKind::Logic(LogicOp::And, left, right) => {
            let (left, right) = (alternatives(desk, left)?, alternatives(desk, right)?);
            let pairs = left.iter().flat_map(|one| right.iter().map(move |other| (one, other)));
            pairs.map(|(one, other)| one.iter().chain(other).map(Part::again).collect()).collect()
        }
        _ => vec![vec![Part::of(desk, expr)]],
    };
    (found.len() <= MOST).then_some(found)
}

fn takes_in(wide: &[Part], narrow: &[Part]) -> bool {
    wide.iter().all(|wide| narrow.iter().any(|narrow| wide.is_implied_by(narrow)))
}

impl Part {
    fn of(desk: &Desk, expr: &Expr) -> Part {
        Part { text: plain(desk, expr), range: range(desk, expr) }
    }

    fn again(&self) -> Part {
        let range = self.range.as_ref().map(|range| Range {
            path: range.path.clone(),
            test: match &range.test {
                Test::OneOf(values) => Test::OneOf(values.to_vec()),
                Test::Order(op, value) => Test::Order(*op, value.clone()),
            },
        });
        Part { text: self.text.clone(), range }
    }

    fn is_implied_by(&self, narrow: &Part) -> bool {
        if self.text == narrow.text {
            return true;
        }
        match (&self.range, &narrow.range) {
            (Some(wide), Some(narrow)) => wide.path == narrow.path && wide.test.is_implied_by(&narrow.test),
            _ => false,
        }
    }
}

impl Test {
    fn is_implied_by(&self, narrow: &Test) -> bool {
        match (self, narrow) {
            (_, Test::OneOf(values)) => values.iter().all(|value| self.holds_for(value)),
            (Test::Order(wide, limit), Test::Order(op, narrow)) => {
                is_upward(*wide) == is_upward(*op)
                    // `> 5` holds wherever `> 5` or `>= 6` does, and `>= 5` wherever `> 5` does.
                    && (self.holds_for(narrow) || (limit == narrow && !is_closed(*op)))
            }
            (Test::OneOf(_), Test::Order(..)) => false,
        }
    }

    fn holds_for(&self, value: &Value) -> bool {
        match self {
            Test::OneOf(values) => values.contains(value),
            Test::Order(op, limit) => match (value.as_number(), limit.as_number()) {
                (Some(value), Some(limit)) => match op {
                    CompareOp::Less => value < limit,
                    CompareOp::LessEqual => value <= limit,
                    CompareOp::Greater => value > limit,
                    _ => value >= limit,
                },
                _ => false,
            },
        }
    }
}

fn is_upward(op: CompareOp) -> bool {
    matches!(op, CompareOp::Greater | CompareOp::GreaterEqual)
}

fn is_closed(op: CompareOp) -> bool {
    matches!(op, CompareOp::LessEqual | CompareOp::GreaterEqual)
}

/// The text of an expression, with one blank for each run of them.
fn plain(desk: &Desk, expr: &Expr) -> String {
    desk.text(expr.span).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn range(desk: &Desk, expr: &Expr) -> Option<Range> {
    let (of, test) = match &expr.kind {
        ExprKind::InLiterals { item, values, negated: false } => (item, Test::OneOf(values.to_vec())),
        ExprKind::Compare(op, left, right) => {
            let ExprKind::Literal(value) = &right.kind else { return None };
            let test = match op {
                CompareOp::Equal => Test::OneOf(vec![value.clone()]),
                CompareOp::Less | CompareOp::LessEqual | CompareOp::Greater | CompareOp::GreaterEqual => {
                    value.as_number()?;
                    Test::Order(*op, value.clone())
                }
                _ => return None,
            };
            (left, test)
        }
        _ => return None,
    };
    Some(Range { path: plain(desk, of), test })
}
