//! Definitions that nothing uses: mostly a rule that was meant to be written, or one that was taken out.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::span::Span;
use crate::syntax::ast::{ClauseKind, Item, ItemKind, Owner, Slot};

use super::desk::{Desk, inside};
use super::mention::Mentions;

/// Only the first file is looked at: what stands in one that it uses may be there for others. So is all that stands in a
/// policy that neither declares a tool nor guards anything.
pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    if desk.program.tools.is_empty() && desk.program.guards.is_empty() {
        return;
    }
    let mentions = Mentions::of(desk);
    let mut items = Vec::new();
    desk.files.iter().take(1).flat_map(|(_, parsed)| &parsed.file.items).for_each(|item| inside(item, &mut items));
    for item in &items {
        if let Some((kind, name, span)) = unused(item, &mentions) {
            findings.add(finding(kind, &name, span));
        }
        if let ItemKind::Section(section) = &item.kind
            && matches!(section.owner, Owner::Fixed | Owner::User)
        {
            let slots = section.items.iter().filter_map(|item| match &item.kind {
                ItemKind::Slot(slot) => Some(slot),
                _ => None,
            });
            for slot in slots.filter(|slot| may_be_empty(slot) && !mentions.values.contains(&*slot.name.text)) {
                findings.add(finding("slot", &slot.name.text, slot.name.span));
            }
        }
    }
}

/// What the item defines, where nothing speaks of it.
fn unused(item: &Item, mentions: &Mentions) -> Option<(&'static str, String, Span)> {
    let (kind, used) = match &item.kind {
        ItemKind::EffectDef(tree) => {
            let name = crate::resolve::dotted(&tree.name);
            // A person may mean what no tool brings about, and then no tool fits.
            let used = mentions.asks_for_effects || mentions.effects.contains(&name);
            return (!used).then_some(("effect", name, tree.name.span));
        }
        ItemKind::Fact(slot) if slot.clauses.iter().any(|clause| clause.kind == ClauseKind::Required) => return None,
        ItemKind::Fact(_) => ("fact", &mentions.values),
        ItemKind::Let(_) => ("`let`", &mentions.values),
        ItemKind::Whitelist(_) => ("whitelist", &mentions.values),
        ItemKind::Table(_) => ("table", &mentions.values),
        ItemKind::Lookup(_) => ("lookup", &mentions.lookups),
        ItemKind::PatternDef(_) => ("pattern", &mentions.patterns),
        ItemKind::Vocabulary(_) => ("vocabulary", &mentions.vocabularies),
        _ => return None,
    };
    let name = item.kind.name().filter(|name| !used.contains(&*name.text))?;
    Some((kind, name.text.clone(), name.span))
}

/// A slot that has to be filled counts, whether anything reads it or not.
fn may_be_empty(slot: &Slot) -> bool {
    slot.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Optional(None) | ClauseKind::Default(_)))
}

fn finding(kind: &str, name: &str, span: Span) -> Diagnostic {
    let help = match kind {
        "fact" => "take it out, read it in a rule, or write `required` where it has to be known all the same",
        "lookup" => "take it out, or read it: `from measured(LOOKUP.FIELD)`",
        "effect" => "take it out, or say which tool brings it about",
        _ => "take it out, or write the rule that it was meant for",
    };
    Diagnostic::new(Code::UnusedDefinition, span, format!("nothing uses the {kind} `{name}`")).help(help)
}
