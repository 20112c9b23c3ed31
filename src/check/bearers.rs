//! Slots that nothing can ever bear out: a set, or what others wrote, where no confirm shows the slot.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Group, Lookup, LookupRead, Slot, Source, SourceSpec, Step, Tier, Tool, Type};

/// Checks one tool whose confirms are known.
pub(crate) fn check(tool: &Tool, lookups: &[Lookup], findings: &mut Findings) {
    for entry in &tool.entries {
        let EntryKind::Slot(slot) = &entry.kind else { continue };
        if !slot.shown_by.is_empty() {
            continue;
        }
        for source in &slot.sources {
            report(source, &format!("`{}`", slot.name), &[&slot.name], slot.is_fact, tool.tier, lookups, findings);
        }
        nested(&slot.ty, &slot.name, tool.tier, lookups, findings);
        if tool.tier == Tier::Irreversible && slot.drafted {
            not_shown(slot, &slot.name, findings);
        }
    }
    for group in &tool.groups {
        if !is_shown(group, tool) {
            for source in &group.sources {
                let slots: Vec<&str> = group
                    .slots
                    .iter()
                    .filter_map(|id| tool.entries.get(id.index()).map(|entry| &*entry.name))
                    .collect();
                report(source, &format!("the row `{}`", group.name), &slots, false, tool.tier, lookups, findings);
            }
        }
    }
}

/// A row is shown where all of it is: the rest would be chosen unseen.
fn is_shown(group: &Group, tool: &Tool) -> bool {
    group.slots.iter().all(|id| match tool.entries.get(id.index()).map(|entry| &entry.kind) {
        Some(EntryKind::Slot(slot)) => !slot.shown_by.is_empty(),
        _ => false,
    })
}

fn nested(ty: &Type, top: &str, tier: Tier, lookups: &[Lookup], findings: &mut Findings) {
    match ty {
        Type::Object(slots) => {
            for slot in slots.iter() {
                for source in &slot.sources {
                    report(source, &format!("`{}`", slot.name), &[top], false, tier, lookups, findings);
                }
                nested(&slot.ty, top, tier, lookups, findings);
                if tier == Tier::Irreversible && slot.drafted {
                    not_shown(slot, top, findings);
                }
            }
        }
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => nested(of, top, tier, lookups, findings),
        Type::Union(types) => types.iter().for_each(|ty| nested(ty, top, tier, lookups, findings)),
        _ => {}
    }
}

fn not_shown(slot: &Slot, top: &str, findings: &mut Findings) {
    let name = &slot.name;
    findings.add(
        Diagnostic::new(Code::DraftNotShown, slot.declared, format!("no confirm shows the draft `{name}`"))
            .here("the model writes it, and it cannot be taken back")
            .help(format!("show it: `confirm NAME ask \"... {{{top}}} ...\"`")),
    );
}

/// `what` is what the source bears out, `slots` are those that a confirm has to show.
fn report(
    source: &Source,
    what: &str,
    slots: &[&str],
    is_fact: bool,
    tier: Tier,
    lookups: &[Lookup],
    findings: &mut Findings,
) {
    let SourceSpec::Measured { read, .. } = &source.kind else { return };
    let outside = lookups.get(read.lookup.index()).filter(|lookup| lookup.outside);
    let inserted: Vec<String> = slots.iter().map(|slot| format!("{{{slot}}}")).collect();
    let help = format!("show it in a confirm: `confirm NAME ask \"... {} ...\"`", inserted.join(" "));
    if let Some(lookup) = outside {
        let message = format!("others write what `{}` holds, and no confirm shows {what}", lookup.name);
        findings.add(
            Diagnostic::new(Code::SetNotShown, source.declared, message)
                .here("never bears it out")
                .label(lookup.declared, "`outside`")
                .help(help),
        );
    } else if tier == Tier::Irreversible && !is_fact && always_a_set(read) {
        let whole = if slots.len() > 1 { "all of it" } else { "it" };
        let message = format!("a set bears {what} out, and no confirm shows {whole}");
        findings.add(
            Diagnostic::new(Code::SetNotShown, source.declared, message)
                .here("that it exists does not say that it was chosen")
                .help(help),
        );
    }
}

/// Whether a read never fills by itself. `[where ...]` may leave exactly one value, so it may.
fn always_a_set(read: &LookupRead) -> bool {
    read.arguments.is_none() || !read.free.is_empty() || read.steps.iter().any(|step| matches!(step, Step::All))
}
