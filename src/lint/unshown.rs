//! Values that nobody chose and nobody sees, where that is no error.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{Entry, EntryKind, Slot, Source, SourceSpec, Tier};

use super::desk::Desk;

/// In a reversible tool what only a set bears out, and drafts. In an irreversible one both are errors; there, what an
/// earlier call rested on.
pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for tool in &desk.program.tools {
        let asks = tool.entries.iter().find(|entry| matches!(entry.kind, EntryKind::Confirm(_)));
        let slots = tool.entries.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Slot(slot) if !slot.is_fact && slot.shown_by.is_empty() => Some(&**slot),
            _ => None,
        });
        let found: Vec<(&Slot, Diagnostic)> = slots
            .flat_map(|slot| {
                let found = match tool.tier {
                    Tier::ReadOnly => None,
                    Tier::Reversible => set(slot).or_else(|| asks.and_then(|confirm| draft(slot, confirm))),
                    Tier::Irreversible => repeated(slot),
                };
                found.map(|finding| (slot, finding))
            })
            .collect();
        // Whoever adds a confirm for the one shows the others in it, and what the model wrote with them.
        let is_draft = |slot: &&Slot| slot.drafted && slot.shown_by.is_empty() && tool.tier == Tier::Reversible;
        let drafts = tool.entries.iter().filter_map(|entry| match &entry.kind {
            EntryKind::Slot(slot) => Some(&**slot),
            _ => None,
        });
        let mut inserted: Vec<String> = Vec::new();
        for slot in found.iter().map(|(slot, _)| *slot).chain(drafts.filter(is_draft)) {
            let name = format!("{{{}}}", slot.name);
            if !inserted.contains(&name) {
                inserted.push(name);
            }
        }
        let what = if inserted.len() == 1 { "it" } else { "them" };
        let inserted = inserted.join(" ");
        let help = match asks {
            Some(confirm) => format!("show {what} in `{}`: `... {inserted} ...`", confirm.name),
            None => format!("show {what} in a confirm: `confirm NAME ask \"... {inserted} ...\"`"),
        };
        findings.extend(found.into_iter().map(|(_, finding)| finding.help(help.clone())));
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
            .here("that it exists does not say that it was chosen"),
    )
}

/// Where nobody is asked at all, that is a choice. Whoever is asked has to see what the model wrote.
fn draft(slot: &Slot, confirm: &Entry) -> Option<Diagnostic> {
    slot.drafted.then(|| {
        let message = format!("`{}` asks the person, and does not show the draft `{}`", confirm.name, slot.name);
        Diagnostic::new(Code::UnshownDraft, slot.declared, message)
            .here("the model writes it, and nobody sees it before the call")
            .label(confirm.declared, "asked here")
    })
}

fn repeated(slot: &Slot) -> Option<Diagnostic> {
    let source = slot.sources.iter().find(|source| matches!(source.kind, SourceSpec::PriorState(..)))?;
    let message = format!("an earlier call bears `{}` out, and no confirm shows it", slot.name);
    Some(
        Diagnostic::new(Code::UnshownPriorState, source.declared, message)
            .here("what was right then is done again unseen"),
    )
}
