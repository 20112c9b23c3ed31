//! A yes is used up by the call that it allowed: where a `confirm` is always due, a retried call waits for another one.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::syntax::ast::{self, ItemKind};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for item in desk.items() {
        if let ItemKind::Tool(tool) = &item.kind {
            findings.extend(finding(tool));
        }
    }
}

fn finding(tool: &ast::Tool) -> Option<Diagnostic> {
    let retry = tool.items.iter().find_map(|item| match &item.kind {
        ItemKind::OnFailure(tree) if tree.word.text == "retry" => Some(item.span),
        _ => None,
    })?;
    let confirm = tool.items.iter().find_map(|item| match &item.kind {
        ItemKind::Confirm(confirm) if confirm.when.is_none() => Some(confirm),
        _ => None,
    })?;
    Some(
        Diagnostic::new(Code::RetryAsksAgain, retry, "every further try asks the person again")
            .label(confirm.name.span, "its yes is used up by the first try")
            .help("write `on failure halt`, or ask only `when` it matters"),
    )
}
