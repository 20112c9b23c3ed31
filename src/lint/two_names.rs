//! Two names for one thing in several tools: a model that learnt the one in one tool sends it to the other.

use indexmap::IndexMap;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{Slot, Tool};

use super::desk::Desk;
use super::meaning::Meaning;
use super::misleading_alias::arguments;

/// Where one thing is called by one name: the tools and their slots.
type Uses<'p> = Vec<(&'p Tool, &'p Slot)>;

/// One thing are texts that are looked up in the same places. Where any tool has two such slots, they are two parts that
/// such things play, and names that differ are right.
pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let mut things: IndexMap<Meaning, Option<IndexMap<&str, Uses>>> = IndexMap::new();
    for tool in &desk.program.tools {
        let mut own: IndexMap<Meaning, Vec<&Slot>> = IndexMap::new();
        for slot in arguments(tool) {
            let meaning = Meaning::of(slot, desk.program);
            if meaning.names_a_thing() {
                own.entry(meaning).or_default().push(slot);
            }
        }
        for (meaning, slots) in own {
            let thing = things.entry(meaning).or_insert_with(|| Some(IndexMap::new()));
            match (slots.as_slice(), thing.as_mut()) {
                ([only], Some(names)) => names.entry(&*only.name).or_default().push((tool, *only)),
                _ => *thing = None,
            }
        }
    }
    for (meaning, names) in things.iter().filter_map(|(meaning, names)| Some((meaning, names.as_ref()?))) {
        let Some((common, uses)) = names.iter().rev().max_by_key(|(_, uses)| uses.len()) else { continue };
        let Some(first) = uses.first() else { continue };
        for (_, others) in names.iter().filter(|(name, _)| *name != common) {
            // Where both stand in one tool, they are two things there.
            let known = |(tool, slot): &&(&Tool, &Slot)| {
                slot.aliases.iter().any(|alias| **alias == **common)
                    || arguments(tool).any(|slot| *slot.name == **common)
            };
            findings.extend(others.iter().find(|other| !known(other)).map(|other| finding(meaning, *other, *first)));
        }
    }
}

fn finding(meaning: &Meaning, (tool, slot): (&Tool, &Slot), (other, common): (&Tool, &Slot)) -> Diagnostic {
    let place = meaning.places.iter().next().map_or("", String::as_str);
    let (name, common_name) = (&slot.name, &common.name);
    let message = format!("`{name}` of `{}` is called `{common_name}` in `{}`", tool.name, other.name);
    Diagnostic::new(Code::TwoNames, slot.declared, message)
        .here(format!("looked up in `{place}`"))
        .label(common.declared, "looked up in the same place")
        .help(format!("give both one name; where the tool's own name is fixed, write `alias {common_name}`"))
}
