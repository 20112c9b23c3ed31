//! `only SLOT from ...`: sources that a rule takes away.

use std::sync::Arc;

use crate::check::roots::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Entry, EntryId, EntryKind, Group, Slot, Source, SourceSpec, ToolId, Type};
use crate::resolve::dotted;
use crate::span::Span;
use crate::syntax::ast::{self, ItemKind};

use super::checklist::{Checklist, Origin, Stand};
use super::expr::Lowerer;
use super::render;
use super::session::Session;
use super::source::{MEASURED, rank};

/// Narrows the sources of a tool's slots, and of the rows that they belong to, as the `for` blocks that select it say.
pub(super) fn narrow<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: &Checklist<'m, 'a>,
    id: ToolId,
    entries: &mut [Entry],
    groups: &mut [(&'a ast::Group, Group)],
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
                let group = groups.iter_mut().find(|(_, group)| group.slots.contains(&target));
                lowerer.only(only, slot, target, group);
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

    fn only(&mut self, only: &ast::Only, slot: &mut Slot, target: EntryId, group: Option<&mut (&ast::Group, Group)>) {
        let name = slot.name.clone();
        let wanted: Vec<Wanted> = only.sources.iter().filter_map(|tree| self.wanted(tree, &name)).collect();
        // What is wrong with a source was said there.
        if wanted.len() < only.sources.len() {
            return;
        }
        let mut trees = Vec::new();
        if let Some(list) = self.list
            && let Some(((tree, _), line)) = list.slot(target).zip(list.line(target))
        {
            sources_of(tree, line.stand, &mut trees);
            trees.extend(group.iter().flat_map(|(tree, _)| &tree.sources).map(|source| (source, line.stand)));
        }
        if trees.is_empty() {
            let message = format!("`{name}` has no sources that could be taken away");
            let help = match (slot.drafted, slot.supplied) {
                (true, _) => "the model writes it: leave `only` out, or show it in a confirm",
                (_, true) => "the application supplies it: leave `only` out",
                _ => "leave `only` out",
            };
            self.report(
                Diagnostic::new(Code::SlotWithoutSource, only.slot.span, message)
                    .label(slot.declared, "declared here")
                    .help(help),
            );
            return;
        }
        let is_borne_by_row = match group {
            Some((_, group)) => {
                let had = !group.sources.is_empty();
                self.narrow(&mut group.sources, &wanted, &trees);
                if had && group.sources.is_empty() {
                    self.nothing_left(only, &name, group.declared);
                }
                true
            }
            None => false,
        };
        self.narrow_slot(only, slot, &wanted, &trees, is_borne_by_row);
    }

    /// Narrows a slot's own sources and those of its fields; each has to keep one, unless a row around it bears it out.
    fn narrow_slot(
        &mut self,
        only: &ast::Only,
        slot: &mut Slot,
        wanted: &[Wanted],
        trees: &[(&ast::Source, Stand)],
        is_borne_by_row: bool,
    ) {
        // An `only` before this one may have taken them all: that was said there.
        let had = !slot.sources.is_empty();
        self.narrow(&mut slot.sources, wanted, trees);
        let has = !slot.sources.is_empty();
        if had && !has && slot.needs_source && !is_borne_by_row {
            self.nothing_left(only, &slot.name, slot.declared);
        }
        match fields(&mut slot.ty) {
            Some(fields) => {
                for field in fields {
                    self.narrow_slot(only, field, wanted, trees, is_borne_by_row || has);
                }
            }
            // Whatever cannot be narrowed is not left as it was.
            None => self.nothing_left(only, &slot.name, slot.declared),
        }
    }

    /// Keeps the sources that are wanted.
    fn narrow(&mut self, sources: &mut Vec<Source>, wanted: &[Wanted], trees: &[(&ast::Source, Stand)]) {
        sources.retain_mut(|source| {
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
    }

    fn nothing_left(&mut self, only: &ast::Only, name: &str, declared: Span) {
        self.report(
            Diagnostic::new(
                Code::SlotWithoutSource,
                only.slot.span,
                format!("this leaves nothing to bear `{name}` out"),
            )
            .label(declared, "its own sources stand here")
            .help("name a source that the slot has: `only` takes away and never adds"),
        );
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

/// Every source that is written for a slot or for a field of it, with where it stands.
fn sources_of<'a>(tree: &'a ast::Slot, stand: Stand, found: &mut Vec<(&'a ast::Source, Stand)>) {
    for clause in &tree.clauses {
        if let ast::ClauseKind::From(sources) = &clause.kind {
            found.extend(sources.iter().map(|source| (source, stand)));
        }
    }
    sources_within(&tree.ty, stand, found);
}

fn sources_within<'a>(ty: &'a ast::Type, stand: Stand, found: &mut Vec<(&'a ast::Source, Stand)>) {
    match &ty.kind {
        ast::TypeKind::List(inner) | ast::TypeKind::Map(inner) | ast::TypeKind::Refined(inner, _) => {
            sources_within(inner, stand, found);
        }
        ast::TypeKind::Union(types) => types.iter().for_each(|ty| sources_within(ty, stand, found)),
        ast::TypeKind::Object(items) => {
            for item in items {
                if let ItemKind::Slot(field) = &item.kind {
                    sources_of(field, stand, found);
                }
            }
        }
        ast::TypeKind::Name(_) | ast::TypeKind::Enum(_) | ast::TypeKind::Boolean(_) => {}
    }
}

/// The fields of an object, or of the objects of a list; none where something else holds the type too, which nothing does
/// that was just compiled.
fn fields(ty: &mut Type) -> Option<Vec<&mut Slot>> {
    match ty {
        Type::Object(fields) => Some(Arc::get_mut(fields)?.iter_mut().collect()),
        Type::List(inner) | Type::Map(inner) | Type::Refined(inner, _) => fields(inner),
        Type::Union(types) => {
            let each: Option<Vec<_>> = Arc::get_mut(types)?.iter_mut().map(fields).collect();
            Some(each?.into_iter().flatten().collect())
        }
        _ => Some(Vec::new()),
    }
}
