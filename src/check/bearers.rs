//! Slots that nothing can ever bear out: a set, or what others wrote, where no confirm shows the slot.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Group, Lookup, LookupRead, Slot, Source, SourceSpec, Step, Tier, Tool, Type};
use crate::span::Span;

/// What no confirm shows, and the slots that one would have to show.
struct Unshown {
    finding: Diagnostic,
    slots: Vec<String>,
}

/// Checks one tool whose confirms are known.
pub(crate) fn check(tool: &Tool, lookups: &[Lookup], findings: &mut Findings) {
    let mut unshown = Vec::new();
    for entry in &tool.entries {
        let EntryKind::Slot(slot) = &entry.kind else { continue };
        if !slot.shown_by.is_empty() {
            continue;
        }
        for source in &slot.sources {
            unshown.extend(of_source(
                source,
                &format!("`{}`", slot.name),
                &[&slot.name],
                slot.is_fact,
                tool.tier,
                lookups,
            ));
        }
        nested(&slot.ty, &slot.name, tool.tier, lookups, &mut unshown);
        if tool.tier == Tier::Irreversible && slot.drafted {
            unshown.push(not_shown(slot, &slot.name));
        }
    }
    for group in tool.groups.iter().filter(|group| !is_shown(group, tool)) {
        let slots = group.slots.iter().filter_map(|id| tool.entries.get(id.index()).map(|entry| &*entry.name));
        let slots: Vec<&str> = slots.collect();
        let what = format!("the row `{}`", group.name);
        unshown.extend(group.sources.iter().filter_map(|one| of_source(one, &what, &slots, false, tool.tier, lookups)));
    }
    // What an insertion would have shown that means nothing is not known.
    if unshown.is_empty() || confirms(tool).any(|place| findings.has(Code::BadInsertion, place)) {
        return;
    }
    let help = help(&unshown, tool);
    findings.extend(unshown.into_iter().map(|one| one.finding.help(help.clone())));
}

/// Where the questions of a tool's confirms are written.
fn confirms(tool: &Tool) -> impl Iterator<Item = Span> {
    tool.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Confirm(confirm) => confirm.ask.declared,
        _ => None,
    })
}

/// One confirm for all of them: one that showed the first alone would leave the others.
fn help(unshown: &[Unshown], tool: &Tool) -> String {
    let mut inserted: Vec<String> = Vec::new();
    for slot in unshown.iter().flat_map(|one| &one.slots).map(|slot| format!("{{{slot}}}")) {
        if !inserted.contains(&slot) {
            inserted.push(slot);
        }
    }
    let what = if inserted.len() == 1 { "it" } else { "them" };
    let inserted = inserted.join(" ");
    let asked_always =
        tool.entries.iter().find(|entry| matches!(&entry.kind, EntryKind::Confirm(one) if one.when.is_none()));
    match asked_always {
        Some(confirm) => format!("show {what} in `{}`: `ask \"... {inserted} ...\"`", confirm.name),
        None => format!("show {what} in a confirm: `confirm NAME ask \"... {inserted} ...\"`"),
    }
}

/// A row is shown where all of it is: the rest would be chosen unseen.
fn is_shown(group: &Group, tool: &Tool) -> bool {
    group.slots.iter().all(|id| match tool.entries.get(id.index()).map(|entry| &entry.kind) {
        Some(EntryKind::Slot(slot)) => !slot.shown_by.is_empty(),
        _ => false,
    })
}

fn nested(ty: &Type, top: &str, tier: Tier, lookups: &[Lookup], unshown: &mut Vec<Unshown>) {
    match ty {
        Type::Object(slots) => {
            for slot in slots.iter() {
                for source in &slot.sources {
                    unshown.extend(of_source(source, &format!("`{}`", slot.name), &[top], false, tier, lookups));
                }
                nested(&slot.ty, top, tier, lookups, unshown);
                if tier == Tier::Irreversible && slot.drafted {
                    unshown.push(not_shown(slot, top));
                }
            }
        }
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => nested(of, top, tier, lookups, unshown),
        Type::Union(types) => types.iter().for_each(|ty| nested(ty, top, tier, lookups, unshown)),
        _ => {}
    }
}

fn not_shown(slot: &Slot, top: &str) -> Unshown {
    let message = format!("no confirm shows the draft `{}`", slot.name);
    let finding = Diagnostic::new(Code::DraftNotShown, slot.declared, message)
        .here("the model writes it, and it cannot be taken back");
    Unshown { finding, slots: vec![top.to_owned()] }
}

/// `what` is what the source bears out, `slots` are those that a confirm has to show.
fn of_source(
    source: &Source,
    what: &str,
    slots: &[&str],
    is_fact: bool,
    tier: Tier,
    lookups: &[Lookup],
) -> Option<Unshown> {
    let SourceSpec::Measured { read, .. } = &source.kind else { return None };
    let outside = lookups.get(read.lookup.index()).filter(|lookup| lookup.outside);
    let finding = if let Some(lookup) = outside {
        let message = format!("others write what `{}` holds, and no confirm shows {what}", lookup.name);
        Diagnostic::new(Code::SetNotShown, source.declared, message)
            .here("never bears it out")
            .label(lookup.declared, "`outside`")
    } else if tier == Tier::Irreversible && !is_fact && always_a_set(read) {
        let whole = if slots.len() > 1 { "all of it" } else { "it" };
        let message = format!("a set bears {what} out, and no confirm shows {whole}");
        Diagnostic::new(Code::SetNotShown, source.declared, message)
            .here("that it exists does not say that it was chosen")
    } else {
        return None;
    };
    Some(Unshown { finding, slots: slots.iter().map(|slot| (*slot).to_owned()).collect() })
}

/// Whether a read never fills by itself. `[where ...]` may leave exactly one value, so it may.
fn always_a_set(read: &LookupRead) -> bool {
    read.arguments.is_none() || !read.free.is_empty() || read.steps.iter().any(|step| matches!(step, Step::All))
}
