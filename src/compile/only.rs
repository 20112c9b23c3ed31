//! `only SLOT from ...`: sources that a rule takes away.

use std::sync::Arc;

use crate::check::roots::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Entry, EntryId, EntryKind, Slot, SourceSpec, ToolId};
use crate::resolve::dotted;
use crate::syntax::ast::{self, ItemKind};

use super::checklist::{Checklist, Origin, Stand};
use super::expr::Lowerer;
use super::render;
use super::session::Session;
use super::source::{MEASURED, rank};

/// Narrows the sources of a tool's slots as the `for` blocks that select it say.
pub(super) fn narrow<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: &Checklist<'m, 'a>,
    id: ToolId,
    entries: &mut [Entry],
) {
    let model = session.model;
    let Some(tool) = model.tool(id) else { return };
    for used in &tool.uses {
        let Some(block) = model.blocks.get(used.block) else { continue };
        let plain = [None];
        let selected: Vec<Option<usize>> = used.mappings.iter().copied().map(Some).collect();
        let mappings = if selected.is_empty() { plain.as_slice() } else { selected.as_slice() };
        for item in &block.items {
            let ItemKind::Only(only) = &item.kind else { continue };
            for mapping in mappings {
                let origin = Origin::Block { block: used.block, mapping: *mapping };
                let stand = Stand { section: block.section, origin };
                let mut lowerer = Lowerer::new(session, Some(list), stand, Reach::Checklist);
                let Some(target) = lowerer.only_target(only) else { continue };
                let Some(Entry { kind: EntryKind::Slot(slot), .. }) = entries.get_mut(target.index()) else { continue };
                lowerer.only(only, slot, target);
            }
        }
    }
}

/// One source that an `only` leaves.
struct Wanted {
    rank: u8,
    path: Option<String>,
    unambiguous: bool,
    quoted: bool,
}

impl Lowerer<'_, '_, '_> {
    /// The slot that an `only` is about; none where an effect's field is a literal.
    fn only_target(&mut self, only: &ast::Only) -> Option<EntryId> {
        let path = super::message::as_path(&only.slot)?;
        if path.head.text == "effect" && !path.steps.is_empty() {
            return match self.path(&path).expr.kind {
                crate::program::ExprKind::Entry(slot) => Some(slot),
                _ => None,
            };
        }
        let list = self.list?;
        let text = dotted(&only.slot);
        let found = list.argument(&text).or_else(|| list.find(self.stand, &text));
        let found = found.filter(|id| list.slot(*id).is_some());
        if found.is_none() && !self.session.model.bad_names.contains(&text) {
            let tool = list.tool.and_then(|id| self.session.model.tool(id));
            let what = tool.map_or_else(|| "slot".to_owned(), |tool| format!("slot of `{}`", tool.full_name));
            let names = tool.map(|tool| tool.slots.keys().copied().collect::<Vec<_>>()).unwrap_or_default();
            self.report(crate::check::words::unknown_name(&what, &text, only.slot.span, names));
        }
        found
    }

    fn only(&mut self, only: &ast::Only, slot: &mut Slot, target: EntryId) {
        let name = slot.name.clone();
        let wanted: Vec<Wanted> = only.sources.iter().filter_map(|tree| self.wanted(tree, &name)).collect();
        // What is wrong with a source, or with an `only` before this one, was said there.
        if wanted.len() < only.sources.len() || (slot.sources.is_empty() && !slot.supplied) {
            return;
        }
        let declared = self.list.and_then(|list| list.slot(target).zip(list.line(target)));
        let trees: Vec<(&ast::Source, Stand)> = declared
            .into_iter()
            .flat_map(|((tree, _), line)| {
                tree.clauses.iter().filter_map(move |clause| match &clause.kind {
                    ast::ClauseKind::From(sources) => Some(sources.iter().map(move |source| (source, line.stand))),
                    _ => None,
                })
            })
            .flatten()
            .collect();
        slot.sources.retain_mut(|source| {
            let tree = trees.iter().find(|(tree, _)| tree.span == source.declared);
            let key = tree.map(|(tree, stand)| self.source_key(tree, *stand));
            let allowed = wanted
                .iter()
                .find(|wanted| wanted.rank == rank(&source.kind) && (wanted.path.is_none() || wanted.path == key));
            let Some(wanted) = allowed else { return false };
            source.unambiguous |= wanted.unambiguous;
            if let SourceSpec::Instruction(words) = &mut source.kind {
                words.quoted |= wanted.quoted;
            }
            true
        });
        if slot.sources.is_empty() && slot.needs_source {
            self.report(
                Diagnostic::new(
                    Code::SlotWithoutSource,
                    only.slot.span,
                    format!("this leaves nothing to bear `{name}` out"),
                )
                .label(slot.declared, "its own sources stand here")
                .help("name a source that the slot has: `only` takes away and never adds"),
            );
        }
    }

    /// One source of an `only`. Without a path it stands for every source of its kind.
    fn wanted(&mut self, tree: &ast::Source, slot: &Arc<str>) -> Option<Wanted> {
        let word = tree.word.text.as_str();
        let mode = |word: &str| tree.modes.iter().any(|mode| mode.word.text == word);
        let rank =
            if word == "measured" && tree.path.is_none() { MEASURED } else { rank(&self.source(tree, slot)?.kind) };
        let path = tree.path.as_ref().map(|_| self.source_key(tree, self.stand));
        Some(Wanted { rank, path, unambiguous: mode("unambiguous"), quoted: mode("quoted") })
    }

    /// A source as a text that is the same from every section.
    fn source_key(&mut self, tree: &ast::Source, stand: Stand) -> String {
        let Some(path) = &tree.path else { return tree.word.text.clone() };
        if tree.word.text != "measured" {
            return format!("{}({})", tree.word.text, render::path(path));
        }
        self.session.findings.mute();
        let outer = std::mem::replace(&mut self.stand, stand);
        let (name, arguments, _, taken) = self.lookup_head(path);
        let lookup = self.lookup_named(&name, path.head.span);
        self.stand = outer;
        self.session.findings.unmute();
        let arguments = arguments.map(render::arguments).unwrap_or_default();
        let steps = render::steps(path.steps.get(taken..).unwrap_or_default());
        format!("measured({}{arguments}{steps})", lookup.map_or(u32::MAX, |id| id.0))
    }
}
