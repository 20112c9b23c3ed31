//! Which paths of a condition led to what cannot be compared, for whoever has to mend the policy or the tool.

use std::fmt::Write as _;

use crate::program::{Expr, ExprKind, Root, Step};

use super::expr::View;
use super::path;

/// The paths in the smallest part of the condition that cannot be compared, as an author writes them, each once.
pub(crate) fn paths(view: &View<'_>, condition: &Expr) -> Vec<String> {
    let mut smallest = condition;
    while let Some(part) = parts(smallest).into_iter().find(|part| is_incomparable(view, part)) {
        smallest = part;
    }
    let mut paths = Vec::new();
    smallest.walk(&mut |expr| {
        if let Some(path) = written(expr)
            && !paths.contains(&path)
        {
            paths.push(path);
        }
    });
    // A root is walked on its own behind the path that begins with it.
    let begins = |whole: &String, path: &String| {
        whole.strip_prefix(path.as_str()).is_some_and(|rest| rest.starts_with(['.', '[']))
    };
    let all = paths.clone();
    paths.retain(|path| !all.iter().any(|whole| begins(whole, path)));
    paths
}

fn is_incomparable(view: &View<'_>, expr: &Expr) -> bool {
    matches!(view.evaluate(expr), Err(unknown) if unknown.incomparable)
}

/// The parts that have a value by themselves: what a quantifier says of its rows has none.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Path(..) => Vec::new(),
        ExprKind::Quantifier { lists, .. } => lists.iter().collect(),
        _ => {
            let mut parts = Vec::new();
            expr.each_part(&mut |part| parts.push(part));
            parts
        }
    }
}

fn written(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Root(root) => Some(name(*root)?.to_owned()),
        ExprKind::Path(head, steps) => {
            let ExprKind::Root(root) = head.kind else { return None };
            Some(follow(name(root)?.to_owned(), steps))
        }
        _ => None,
    }
}

/// A path as an author writes it, from the name that it begins with.
pub(crate) fn follow(mut written: String, steps: &[Step]) -> String {
    for step in steps {
        match step {
            Step::Field(name) => written = path::join(&written, name),
            Step::Key(key) => match &key.kind {
                // Writing to a string cannot fail.
                ExprKind::Literal(value) => drop(write!(written, "[{value}]")),
                _ => written.push_str("[...]"),
            },
            Step::All => written.push_str("[*]"),
            Step::Where(_) => written.push_str("[where ...]"),
        }
    }
    written
}

/// The name that a path begins with; none where what it begins with has none that everybody would read alike.
pub(crate) fn head(head: &Expr, view: &View<'_>) -> Option<String> {
    match &head.kind {
        ExprKind::Root(root) => Some(name(*root).or_else(|| other_name(*root))?.to_owned()),
        ExprKind::Entry(id) => Some(view.scene.tool?.entries.get(id.index())?.name.to_string()),
        ExprKind::Sibling(name) => Some(name.to_string()),
        _ => None,
    }
}

/// The roots beside those of a result.
fn other_name(root: Root) -> Option<&'static str> {
    match root {
        Root::Message => Some("message"),
        Root::Turn => Some("turn"),
        Root::Session => Some("session"),
        Root::Tool => Some("tool"),
        Root::Request => Some("request"),
        Root::Answer => Some("answer"),
        Root::Entry => Some("entry"),
        Root::Envelope => Some("envelope"),
        Root::Budget => Some("budget"),
        Root::Policy => Some("policy"),
        _ => None,
    }
}

/// What came back, by the names that clauses use.
fn name(root: Root) -> Option<&'static str> {
    match root {
        Root::Call => Some("call"),
        Root::Result => Some("result"),
        Root::Elapsed => Some("elapsed"),
        Root::Deadline => Some("deadline"),
        Root::Status => Some("status"),
        Root::Exit => Some("exit"),
        Root::IsError => Some("is_error"),
        Root::Text => Some("text"),
        Root::Body => Some("body"),
        Root::Data => Some("data"),
        _ => None,
    }
}
