//! How a finding about conditions tells its example.

use crate::diagnostic::Diagnostic;
use crate::eval::trial::Given;
use crate::program::{Expr, ExprKind};
use crate::value::Value;

use super::desk::Desk;
use super::reason::context::Context;
use super::reason::replay::Example;
use super::reason::state::State;

/// The most values that an example names.
const MAX_NAMED: usize = 4;

/// `with \`amount\` 5 and \`cap\` empty`; nothing where the example holds nothing that the author wrote.
pub(super) fn example(desk: &Desk<'_>, example: &Example<'_>) -> Option<String> {
    let mut named: Vec<String> = Vec::new();
    for (expr, given) in example.shown() {
        let text = shown(desk, expr);
        let value = match given {
            Given::Value(Value::Null) => "empty".to_owned(),
            Given::Value(Value::Text(text)) => format!("\"{text}\""),
            Given::Value(value) => value.to_string(),
            Given::Nowhere => "missing".to_owned(),
            Given::Unknown => "unknown".to_owned(),
        };
        let part = format!("`{text}` {value}");
        if !named.contains(&part) {
            named.push(part);
        }
    }
    (!named.is_empty() && named.len() <= MAX_NAMED).then(|| format!("with {}", named.join(" and ")))
}

/// What the author wrote, on one line.
pub(super) fn shown(desk: &Desk<'_>, expr: &Expr) -> String {
    desk.text(expr.span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether every value of an example is one that a reader can take in.
pub(super) fn is_plain(example: &Example<'_>) -> bool {
    example.shown().all(|(_, given)| match given {
        Given::Value(Value::Null) => false,
        Given::Value(Value::Text(text)) => !text.is_empty(),
        Given::Value(_) => true,
        _ => false,
    })
}

/// What its declaration says of each slot that the conditions read.
pub(super) fn declarations<'p>(context: &Context<'_, 'p>, exprs: &[&'p Expr], mut finding: Diagnostic) -> Diagnostic {
    let mut told = Vec::new();
    for expr in exprs {
        expr.walk(&mut |expr| {
            let ExprKind::Entry(id) = expr.kind else { return };
            let Some(slot) = context.shared.slot(id) else { return };
            if told.iter().any(|(known, _)| *known == slot.declared) {
                return;
            }
            if let Some(says) = context.start(expr, &State::default()).values.describe() {
                told.push((slot.declared, format!("`{}` is {says}", slot.name)));
            }
        });
    }
    for (span, text) in told {
        finding = finding.label(span, text);
    }
    finding
}
