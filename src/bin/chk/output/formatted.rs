//! What `chk fmt` says to programs.

use chk::value::Value;
use chk::verdict::Layout;

use super::diff::unified;
use super::json;
use crate::commands::fmt::{Formatted, Outcome};

/// What is told of each file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report {
    /// Nothing is written.
    pub(crate) keeps: bool,
    /// What would change is shown.
    pub(crate) diff: bool,
    /// The text is asked for, since it goes into no file.
    pub(crate) text: bool,
}

/// `{"files": [{"file", "outcome", "diagnostics", "error", "diff", "text"}]}`, where `outcome` is `unchanged`, `formatted`,
/// `would_change` or `failed`.
pub(crate) fn document(all: &[Formatted], report: Report) -> String {
    let files = all.iter().map(|one| file(one, report));
    json::document(&Value::map([("files", Value::list(files))]), Layout::Pretty)
}

fn file(one: &Formatted, report: Report) -> Value {
    let outcome = match one.outcome {
        Outcome::Same { .. } => "unchanged",
        Outcome::Changed { .. } if report.keeps => "would_change",
        Outcome::Changed { .. } => "formatted",
        Outcome::Wrong { .. } | Outcome::Kept { .. } => "failed",
    };
    let diagnostics = match &one.outcome {
        Outcome::Wrong { files, diagnostics } => json::diagnostics(files, diagnostics),
        _ => Vec::new(),
    };
    let error = match &one.outcome {
        Outcome::Kept { why } => why.as_str().into(),
        _ => Value::Null,
    };
    let mut members = vec![
        ("file", one.file.as_str().into()),
        ("outcome", outcome.into()),
        ("diagnostics", Value::list(diagnostics)),
        ("error", error),
    ];
    if let Outcome::Changed { before, after } = &one.outcome
        && report.diff
    {
        members.push(("diff", unified(&one.file, before, after).as_str().into()));
    }
    if let Outcome::Changed { after: text, .. } | Outcome::Same { text } = &one.outcome
        && report.text
    {
        members.push(("text", text.as_str().into()));
    }
    Value::map(members)
}
