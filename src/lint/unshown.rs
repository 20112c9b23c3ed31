//! Values that nobody chose and nobody sees, where that is no error.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Slot, Source, SourceSpec, Tier, Tool};

use super::desk::Desk;

/// In a reversible tool what only a set bears out, and drafts. In an irreversible one both are errors; there, what an
/// earlier call rested on.
pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for tool in &desk.program.tools {
        for entry in &tool.entries {
            let EntryKind::Slot(slot) = &entry.kind else { continue };
            if slot.is_fact || !slot.shown_by.is_empty() {
                continue;
            }
            match tool.tier {
                Tier::ReadOnly => {}
                Tier::Reversible => findings.extend(set(slot).into_iter().chain(draft(slot, tool))),
                Tier::Irreversible => findings.extend(repeated(slot)),
            }
        }
    }
}

fn set(slot: &Slot) -> Option<Diagnostic> {
    let is_set = |source: &&Source| matches!(&source.kind, SourceSpec::Measured { read, .. } if read.never_fills());
    let mut others = slot.sources.iter().filter(|source| !matches!(source.kind, SourceSpec::UserAnswer));
    let first = others.next().filter(is_set)?;
    if !others.all(|source| is_set(&source)) {
        return None;
    }
    let message = format!("a set alone bears `{}` out, and no confirm shows it", slot.name);
    Some(
        Diagnostic::new(Code::UnshownSet, first.declared, message)
            .here("that it exists does not say that it was chosen")
            .help(show(slot)),
    )
}

/// Where nobody is asked at all, that is a choice. Whoever is asked has to see what the model wrote.
fn draft(slot: &Slot, tool: &Tool) -> Option<Diagnostic> {
    let confirm = tool.entries.iter().find(|entry| matches!(entry.kind, EntryKind::Confirm(_)))?;
    slot.drafted.then(|| {
        let message = format!("`{}` asks the person, and does not show the draft `{}`", confirm.name, slot.name);
        Diagnostic::new(Code::UnshownDraft, slot.declared, message)
            .here("the model writes it, and nobody sees it before the call")
            .label(confirm.declared, "asked here")
            .help(format!("show it there: `... {{{}}} ...`", slot.name))
    })
}

fn repeated(slot: &Slot) -> Option<Diagnostic> {
    let source = slot.sources.iter().find(|source| matches!(source.kind, SourceSpec::PriorState(..)))?;
    let message = format!("an earlier call bears `{}` out, and no confirm shows it", slot.name);
    Some(
        Diagnostic::new(Code::UnshownPriorState, source.declared, message)
            .here("what was right then is done again unseen")
            .help(show(slot)),
    )
}

fn show(slot: &Slot) -> String {
    format!("show it in a confirm: `confirm NAME ask \"... {{{}}} ...\"`", slot.name)
}
