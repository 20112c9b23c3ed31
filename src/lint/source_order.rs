//! Sources are searched in one order; written in another, they read as if they were searched in that.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::syntax::ast::{ClauseKind, Source};
use crate::verdict::SourceKind;

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for clause in desk.slots().flat_map(|slot| &slot.clauses) {
        if let ClauseKind::From(sources) = &clause.kind {
            findings.extend(finding(desk, sources));
        }
    }
}

fn rank(source: &Source) -> Option<usize> {
    SourceKind::ALL.iter().position(|kind| kind.as_str() == source.word.text)
}

fn finding(desk: &Desk, sources: &[Source]) -> Option<Diagnostic> {
    let mut sorted: Vec<&Source> = sources.iter().collect();
    sorted.sort_by_key(|source| rank(source));
    let (written, first) = sources.iter().zip(&sorted).find(|(written, searched)| written.span != searched.span)?;
    let text = |source: &Source| desk.text(source.span);
    let whole = sources.first()?.span.to(sources.last()?.span);
    let order = sorted.iter().map(|source| text(source)).collect::<Vec<_>>().join(", ");
    let message = format!("`{}` is searched before `{}`", text(first), text(written));
    Some(
        Diagnostic::new(Code::SourceOrder, written.span, message)
            .label(first.span, "searched first")
            .help(format!("write `from {order}`"))
            .edit(whole, order),
    )
}
