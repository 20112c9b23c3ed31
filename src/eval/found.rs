//! What made a condition true: the elements and the matches that a guard found, for its message and its report.

use crate::program::{Expr, ExprKind, Function, LogicOp, QuantifierKind};
use crate::value::Value;

use super::expr::View;
use super::outcome::truth;
use super::pattern;
use super::said;

/// The most that is told of what was found.
const MAX_FOUND: usize = 20;

/// The most scalars of a text that was found.
const MAX_SCALARS: usize = 200;

/// What a condition that holds found: one value, several, or nothing that could be told.
pub(crate) fn found(view: &View<'_>, condition: &Expr) -> Option<Value> {
    let mut values: Vec<Value> = Vec::new();
    for value in search(&view.masked(), condition) {
        let value = short(value);
        if !values.contains(&value) && values.len() < MAX_FOUND {
            values.push(value);
        }
    }
    if values.len() > 1 { Some(Value::list(values)) } else { values.pop() }
}

fn search(view: &View<'_>, expr: &Expr) -> Vec<Value> {
    match &expr.kind {
        ExprKind::Logic(LogicOp::And, left, right) => {
            let (left_found, right_found) = (search(view, left), search(view, right));
            // Elements say what is meant; a match beside them only says when they are looked at.
            match (names_elements(left, &left_found), names_elements(right, &right_found)) {
                (true, false) => left_found,
                (false, true) => right_found,
                _ => [left_found, right_found].concat(),
            }
        }
        ExprKind::Logic(LogicOp::Or, left, right) => {
            let sides = [left, right].into_iter().filter(|side| truth(view.evaluate(side)) == Ok(true));
            sides.flat_map(|side| search(view, side)).collect()
        }
        ExprKind::Matches(of, id) | ExprKind::Find(id, of) => match view.evaluate(of) {
            Ok(Value::Text(text)) => {
                let spans = pattern::find(view.scene.program, *id, &text).into_iter();
                spans.filter_map(|(start, end)| said::scalars(&text, start, end)).map(Value::text).collect()
            }
            _ => Vec::new(),
        },
        ExprKind::Call(Function::CallsIn | Function::Asserted | Function::Quotes, _) => listed(view, expr),
        ExprKind::Call(_, arguments) => arguments.iter().flat_map(|argument| search(view, argument)).collect(),
        ExprKind::Quantifier { kind: QuantifierKind::Any | QuantifierKind::Count, lists, filter, body } => {
            let [list] = &**lists else { return Vec::new() };
            let holds = |view: &View<'_>, expr: &Option<Box<Expr>>| {
                expr.as_ref().is_none_or(|expr| truth(view.evaluate(expr)) == Ok(true))
            };
            let of_element = |element: Value| {
                view.bind(element.clone(), |view| {
                    if !holds(view, filter) || !holds(view, body) {
                        return Vec::new();
                    }
                    // What was found inside it says more than the whole.
                    let inside: Vec<Value> = body.iter().flat_map(|body| search(view, body)).collect();
                    if inside.is_empty() { vec![element] } else { inside }
                })
            };
            listed(view, list).into_iter().flat_map(of_element).collect()
        }
        ExprKind::Path(head, _) => search(view, head),
        ExprKind::Compare(_, left, right) => [search(view, left), search(view, right)].concat(),
        ExprKind::Is { of, .. } => search(view, of),
        ExprKind::In { item, negated: false, .. }
        | ExprKind::InWhitelist { item, negated: false, .. }
        | ExprKind::InLiterals { item, negated: false, .. } => search(view, item),
        _ => Vec::new(),
    }
}

/// Whether what was found are the elements of a list rather than the matches of a pattern.
fn names_elements(expr: &Expr, found: &[Value]) -> bool {
    fn is_quantified(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Logic(_, left, right) | ExprKind::Compare(_, left, right) => {
                is_quantified(left) || is_quantified(right)
            }
            ExprKind::Quantifier { .. } => true,
            _ => false,
        }
    }
    !found.is_empty() && is_quantified(expr)
}

fn listed(view: &View<'_>, expr: &Expr) -> Vec<Value> {
    match view.evaluate(expr) {
        Ok(Value::List(list)) => list.to_vec(),
        Ok(Value::Map(map)) => map.values().cloned().collect(),
        _ => Vec::new(),
    }
}

fn short(value: Value) -> Value {
    match &value {
        Value::Text(text) if text.chars().count() > MAX_SCALARS => {
            Value::text(text.chars().take(MAX_SCALARS).chain(['…']).collect::<String>())
        }
        _ => value,
    }
}
