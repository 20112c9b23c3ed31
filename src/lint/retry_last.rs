//! Once a guard's last `retry` is used up, the guard only reports: the call runs, the entry is remembered.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::snapshot::Phase;
use crate::syntax::ast::{Guard, ItemKind};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for item in desk.items() {
        if let ItemKind::Guard(guard) = &item.kind {
            findings.extend(finding(guard));
        }
    }
}

/// Only where something is done with what the guard objects to: an answer that is shown all the same is what most of
/// these guards are content with.
fn finding(guard: &Guard) -> Option<Diagnostic> {
    let after = match Phase::from_name(&guard.phase.text)? {
        Phase::Call => "this guard lets the same call through",
        Phase::Memory => "the same entry is remembered",
        Phase::Request | Phase::Result | Phase::Answer => return None,
    };
    let last = guard.steps.last()?;
    let retry = last.actions.iter().find(|action| action.word.text == "retry")?;
    if last.actions.iter().any(|action| matches!(action.word.text.as_str(), "hold" | "replay")) {
        return None;
    }
    let message = format!("once this `retry` is used up, {after}");
    Some(
        Diagnostic::new(Code::RetryLast, retry.word.span, message)
            .here("no step follows")
            .help("say what happens then: `then hold \"...\"`"),
    )
}
