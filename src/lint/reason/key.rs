//! What tells one expression from another: the same key, the same value.

use std::fmt::Write as _;

use crate::program::{Expr, ExprKind, Step};

/// The key of an expression, without its place.
pub(in crate::lint) fn of(expr: &Expr) -> String {
    let mut key = String::new();
    write(expr, &mut key);
    key
}

/// Writing to a string cannot fail.
fn write(expr: &Expr, key: &mut String) {
    let all = |name: &str, parts: &[&Expr], key: &mut String| {
        let _ = write!(key, "{name}(");
        for part in parts {
            write(part, key);
            key.push(',');
        }
        key.push(')');
    };
    match &expr.kind {
        ExprKind::Literal(value) => drop(write!(key, "{value:?}")),
        ExprKind::Entry(id) => drop(write!(key, "entry {}", id.0)),
        ExprKind::Sibling(name) => drop(write!(key, "sibling {name:?}")),
        ExprKind::Local(depth) => drop(write!(key, "local {depth}")),
        ExprKind::Now => key.push_str("now"),
        ExprKind::Today => key.push_str("today"),
        ExprKind::Root(root) => drop(write!(key, "root {root:?}")),
        ExprKind::Path(head, steps) => {
            write(head, key);
            steps.iter().for_each(|step| write_step(step, key));
        }
        ExprKind::Not(of) => all("not", &[of], key),
        ExprKind::Logic(op, left, right) => all(&format!("{op:?}"), &[left, right], key),
        ExprKind::Compare(op, left, right) => all(&format!("{op:?}"), &[left, right], key),
        ExprKind::In { item, set, negated } => all(&format!("in {negated}"), &[item, set], key),
        ExprKind::InWhitelist { item, set, negated } => all(&format!("whitelist {negated} {}", set.0), &[item], key),
        ExprKind::InLiterals { item, values, negated } => all(&format!("in {negated} {values:?}"), &[item], key),
        ExprKind::InToolEffects { item, negated } => all(&format!("effects {negated}"), &[item], key),
        ExprKind::Matches(of, pattern) => all(&format!("matches {}", pattern.0), &[of], key),
        ExprKind::Is { of, what, negated } => all(&format!("is {what:?} {negated}"), &[of], key),
        ExprKind::Arithmetic(op, left, right) => all(&format!("{op:?}"), &[left, right], key),
        ExprKind::If(condition, then, otherwise) => all("if", &[condition, then, otherwise], key),
        ExprKind::Quantifier { kind, lists, filter, body } => {
            all(&format!("{kind:?}"), &lists.iter().collect::<Vec<_>>(), key);
            all("where", &filter.iter().map(|filter| &**filter).collect::<Vec<_>>(), key);
            all("body", &body.iter().map(|body| &**body).collect::<Vec<_>>(), key);
        }
        ExprKind::Call(function, arguments) => {
            all(&format!("{function:?}"), &arguments.iter().collect::<Vec<_>>(), key)
        }
        ExprKind::Find(pattern, of) => all(&format!("find {}", pattern.0), &[of], key),
        ExprKind::Table(table, row, column) => all(&format!("table {}", table.0), &[row, column], key),
    }
}

fn write_step(step: &Step, key: &mut String) {
    match step {
        Step::Field(name) => drop(write!(key, ".{name:?}")),
        Step::Key(of) => {
            key.push('[');
            write(of, key);
            key.push(']');
        }
        Step::All => key.push_str("[*]"),
        Step::Where(filter) => {
            key.push_str("[where ");
            write(filter, key);
            key.push(']');
        }
    }
}

/// The key of something that is true or false, and whether the expression says the opposite of it.
pub(in crate::lint) fn fact(expr: &Expr) -> (String, bool) {
    let plain = match &expr.kind {
        ExprKind::In { item, set, negated: true } => {
            ExprKind::In { item: item.clone(), set: set.clone(), negated: false }
        }
        ExprKind::InToolEffects { item, negated: true } => {
            ExprKind::InToolEffects { item: item.clone(), negated: false }
        }
        ExprKind::Is { of, what, negated: true } => ExprKind::Is { of: of.clone(), what: *what, negated: false },
        _ => return (of(expr), false),
    };
    (of(&Expr { kind: plain, span: expr.span }), true)
}
