//! What depends on what: the order in which a checklist is judged, and circles that leave no order.

mod build;
mod order;

use crate::diagnostic::{Code, Diagnostic};
use crate::span::Span;

pub(crate) use build::reads;
pub(crate) use order::{cycles, order};

/// What is said of a circle: a place for every name in it.
pub(crate) fn cycle_finding(places: &[(&str, Span)], help: &str) -> Option<Diagnostic> {
    let (first, rest) = places.split_first()?;
    let names = places.iter().chain([first]).map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(" reads ");
    let next = |at: usize| places.get((at + 1) % places.len()).map_or("", |(name, _)| name);
    let message = match rest {
        [] => format!("`{}` reads itself", first.0),
        _ => format!("a circle: {names}"),
    };
    let mut finding =
        Diagnostic::new(Code::DependencyCycle, first.1, message).here(format!("reads `{}`", next(0))).help(help);
    for (at, (_, span)) in (1..).zip(rest) {
        finding = finding.label(*span, format!("reads `{}`", next(at)));
    }
    Some(finding)
}
