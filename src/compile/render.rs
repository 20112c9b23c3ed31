//! Trees as their author wrote them, near enough to quote in a message.

use crate::syntax::ast::{Argument, Expr, ExprKind, LogicOp, Path, Step, StepKind};
use crate::value::Value;

/// An expression; what is long is left out.
pub(super) fn expr(tree: &Expr) -> String {
    match &tree.kind {
        ExprKind::Literal(value) => literal(value),
        ExprKind::Path(tree) => path(tree),
        ExprKind::Not(of) => format!("not {}", expr(of)),
        ExprKind::Logic(op, left, right) => {
            let word = if *op == LogicOp::And { "and" } else { "or" };
            format!("{} {word} {}", expr(left), expr(right))
        }
        ExprKind::Compare(op, left, right) => format!("{} {} {}", expr(left), op.as_str(), expr(right)),
        ExprKind::Arithmetic(op, left, right) => format!("{} {} {}", expr(left), op.as_str(), expr(right)),
        _ => "...".to_owned(),
    }
}

/// What in an expression may be empty: the first path in it that is no call.
pub(super) fn cause(tree: &Expr) -> String {
    match &tree.kind {
        ExprKind::Path(path) => {
            let arguments = path.arguments.iter().flatten();
            let mut inner = arguments.filter_map(|argument| match argument {
                Argument::Expr(tree) if !matches!(tree.kind, ExprKind::Literal(_)) => Some(cause(tree)),
                _ => None,
            });
            inner.next().unwrap_or_else(|| self::path(path))
        }
        ExprKind::If(_, then, otherwise) => match &then.kind {
            ExprKind::Literal(_) => cause(otherwise),
            _ => cause(then),
        },
        _ => expr(tree),
    }
}

/// A path.
pub(super) fn path(tree: &Path) -> String {
    let mut text = tree.head.text.clone();
    if let Some(list) = &tree.arguments {
        text.push_str(&arguments(list));
    }
    text.push_str(&steps(&tree.steps));
    text
}

/// The steps of a path.
pub(super) fn steps(steps: &[Step]) -> String {
    let one = |step: &Step| match &step.kind {
        StepKind::Field(name) => format!(".{}", name.text),
        StepKind::Call(name, list, _) => format!(".{}{}", name.text, arguments(list)),
        StepKind::Index(index) => format!("[{}]", index.value),
        StepKind::Key(key) => format!("[{}]", expr(key)),
        StepKind::All => "[*]".to_owned(),
        StepKind::Where(condition) => format!("[where {}]", expr(condition)),
    };
    steps.iter().map(one).collect()
}

/// The arguments of a call in their brackets.
pub(super) fn arguments(list: &[Argument]) -> String {
    let one = |argument: &Argument| match argument {
        Argument::Any(_) => "*".to_owned(),
        Argument::Expr(tree) => expr(tree),
        Argument::Pattern(_) => "...".to_owned(),
    };
    format!("({})", list.iter().map(one).collect::<Vec<_>>().join(", "))
}

/// A literal as it is written.
pub(super) fn literal(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{text:?}"),
        Value::Null => "null".to_owned(),
        value => value.to_string(),
    }
}

/// `1 argument`, `2 arguments`
pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
