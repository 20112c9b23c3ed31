//! A tool's whole checklist as trees: what each section asks of it, unfolded, in the order of the report.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::check::{Field, Ty};
use crate::diagnostic::Findings;
use crate::program::{EffectId, EntryId, Owner, ToolId};
use crate::resolve::{FIXED, Model, USER, duplicate, to_u32};
use crate::span::Span;
use crate::syntax::ast::{self, ItemKind};

/// Where a rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Stand {
    /// The section.
    pub(super) section: usize,
    /// Where in it.
    pub(super) origin: Origin,
}

/// Where in a section a rule stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    /// In the tool itself.
    Tool,
    /// Directly in the section.
    Section,
    /// Under a `for`, unfolded for one mapping of an effect.
    Block {
        /// Which `for`.
        block: usize,
        /// Which mapping of the tool, where an `effect` selects it.
        mapping: Option<usize>,
    },
}

/// One line of a checklist.
#[derive(Debug)]
pub(super) struct Line<'a> {
    pub(super) what: What<'a>,
    pub(super) stand: Stand,
    pub(super) id: Arc<str>,
    pub(super) name: Arc<str>,
    pub(super) declared: Span,
}

/// What a line is made from.
#[derive(Clone, Copy, Debug)]
pub(super) enum What<'a> {
    /// An item.
    Item(&'a ast::Item),
    /// A further effect of the tool: an implied notice.
    Also(EffectId),
}

/// What is known of an entry's value before it is there.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) ty: Ty,
    pub(super) optional: bool,
    pub(super) unit: Option<Arc<str>>,
}

impl Known {
    pub(super) fn nothing() -> Known {
        Known { ty: Ty::Any, optional: false, unit: None }
    }
}

impl From<Field> for Known {
    fn from(field: Field) -> Known {
        Known { ty: field.ty, optional: field.optional, unit: field.unit }
    }
}

/// Where a name of an entry can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Shelf {
    Tool,
    Section(usize),
    Block(usize, Option<usize>),
    AnyBlock(usize),
}

/// A tool's checklist, or (without a tool) the unscoped rules of one section.
#[derive(Debug)]
pub(super) struct Checklist<'m, 'a> {
    pub(super) model: &'m Model<'a>,
    pub(super) tool: Option<ToolId>,
    pub(super) lines: Vec<Line<'a>>,
    values: HashMap<(Shelf, &'a str), EntryId>,
    lets: HashMap<(Shelf, &'a str), EntryId>,
    /// What the `let`s hold, as far as they were looked at; none while one is being looked at.
    pub(super) known_lets: RefCell<HashMap<EntryId, Option<Known>>>,
}

impl<'m, 'a> Checklist<'m, 'a> {
    /// The checklist of a tool.
    pub(super) fn of_tool(model: &'m Model<'a>, id: ToolId, findings: &mut Findings) -> Checklist<'m, 'a> {
        let mut list = Checklist::empty(model, Some(id));
        let Some(tool) = model.tool(id) else { return list };
        let mut ids = HashMap::new();
        for section in [FIXED, tool.section, USER] {
            let mut lines = Vec::new();
            if tool.tier.is_gated() {
                list.unscoped(section, &mut lines);
            }
            if section == tool.section {
                let stand = Stand { section, origin: Origin::Tool };
                lines.extend(tool.items.iter().map(|item| (What::Item(item), stand, item.span, 0)));
                if tool.tier.is_gated() {
                    lines.extend(
                        further_effects(model, id)
                            .into_iter()
                            .map(|(effect, span)| (What::Also(effect), stand, span, 0)),
                    );
                }
            }
            for used in &tool.uses {
                let Some(block) = model.blocks.get(used.block).filter(|block| block.section == section) else {
                    continue;
                };
                let plain = [None];
                let selected: Vec<Option<usize>> = used.mappings.iter().copied().map(Some).collect();
                let mappings = if selected.is_empty() { plain.as_slice() } else { selected.as_slice() };
                for (at, mapping) in mappings.iter().enumerate() {
                    let stand = Stand { section, origin: Origin::Block { block: used.block, mapping: *mapping } };
                    lines.extend(block.items.iter().map(|item| (What::Item(item), stand, item.span, at)));
                }
            }
            list.add(lines, &mut ids, findings);
        }
        list
    }

    /// The unscoped rules of one section.
    pub(super) fn of_section(model: &'m Model<'a>, section: usize, findings: &mut Findings) -> Checklist<'m, 'a> {
        let mut list = Checklist::empty(model, None);
        let mut lines = Vec::new();
        list.unscoped(section, &mut lines);
        list.add(lines, &mut HashMap::new(), findings);
        list
    }

    fn empty(model: &'m Model<'a>, tool: Option<ToolId>) -> Checklist<'m, 'a> {
        Checklist {
            model,
            tool,
            lines: Vec::new(),
            values: HashMap::new(),
            lets: HashMap::new(),
            known_lets: RefCell::default(),
        }
    }

    fn unscoped(&self, section: usize, lines: &mut Vec<(What<'a>, Stand, Span, usize)>) {
        let stand = Stand { section, origin: Origin::Section };
        let items = self.model.section(section).map(|section| section.beside_guards.as_slice()).unwrap_or_default();
        lines.extend(items.iter().map(|item| (What::Item(item), stand, item.span, 0)));
    }

    /// Adds the lines of one section in their order.
    fn add(
        &mut self,
        lines: Vec<(What<'a>, Stand, Span, usize)>,
        ids: &mut HashMap<Arc<str>, Span>,
        findings: &mut Findings,
    ) {
        let ranked = lines.into_iter().filter_map(|(what, stand, span, at)| {
            let (rank, name) = rank_and_name(self.model, what)?;
            Some(((rank, self.model.position(span), at), what, stand, name))
        });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_by_key(|(key, ..)| *key);
        for ((.., at), what, stand, (name, declared)) in ranked {
            let id = self.id(stand, &name, at);
            if let Some(first) = ids.get(&id) {
                findings.add(duplicate("item", &name, *first, declared));
                continue;
            }
            ids.insert(Arc::clone(&id), declared);
            self.shelve(what, stand);
            self.lines.push(Line { what, stand, id, name: name.into(), declared });
        }
    }

    fn id(&self, stand: Stand, name: &str, mapping: usize) -> Arc<str> {
        let mut id = self.model.section(stand.section).map(|section| section.prefix()).unwrap_or_default();
        if let (Origin::Tool, Some(tool)) = (stand.origin, self.tool.and_then(|id| self.model.tool(id))) {
            id.push('.');
            id.push_str(&tool.name.text);
        }
        id.push('.');
        id.push_str(name);
        if mapping > 0 {
            id.push_str(&format!("[{mapping}]"));
        }
        id.into()
    }

    fn shelve(&mut self, what: What<'a>, stand: Stand) {
        let id = EntryId(to_u32(self.lines.len()));
        let What::Item(item) = what else { return };
        let (map, name) = match &item.kind {
            ItemKind::Slot(slot) | ItemKind::Fact(slot) => (&mut self.values, slot.name.text.as_str()),
            ItemKind::Let(tree) => (&mut self.lets, tree.name.text.as_str()),
            _ => return,
        };
        let shelves: &[Shelf] = match stand.origin {
            Origin::Tool => &[Shelf::Tool],
            Origin::Section => &[Shelf::Section(stand.section)],
            Origin::Block { block, mapping } => &[Shelf::Block(block, mapping), Shelf::AnyBlock(stand.section)],
        };
        for shelf in shelves {
            map.entry((*shelf, name)).or_insert(id);
        }
    }

    /// The shelves that a rule reaches, the innermost first. A rule that stands directly in a section does not see
    /// into tools: otherwise a tool could take the place of what the section means by a name.
    fn shelves(stand: Stand) -> Vec<Shelf> {
        let section = Shelf::Section(stand.section);
        match stand.origin {
            Origin::Section => vec![section],
            Origin::Tool => vec![Shelf::Tool, section, Shelf::AnyBlock(stand.section)],
            Origin::Block { block, mapping } => {
                vec![Shelf::Block(block, mapping), Shelf::Tool, section, Shelf::AnyBlock(stand.section)]
            }
        }
    }

    /// What a bare name means to a rule: slots and facts first, then `let`s.
    pub(super) fn find(&self, stand: Stand, name: &str) -> Option<EntryId> {
        let shelves = Self::shelves(stand);
        let in_map = |map: &HashMap<(Shelf, &'a str), EntryId>| {
            shelves.iter().find_map(|shelf| map.get(&(*shelf, name)).copied())
        };
        in_map(&self.values).or_else(|| in_map(&self.lets))
    }

    /// What `section.name` means.
    pub(super) fn find_in_section(&self, section: usize, name: &str) -> Option<EntryId> {
        let shelves = [Shelf::Section(section), Shelf::AnyBlock(section)];
        let in_map = |map: &HashMap<(Shelf, &'a str), EntryId>| {
            shelves.iter().find_map(|shelf| map.get(&(*shelf, name)).copied())
        };
        in_map(&self.values).or_else(|| in_map(&self.lets))
    }

    /// The tool's own slot of this name.
    pub(super) fn argument(&self, name: &str) -> Option<EntryId> {
        self.values.get(&(Shelf::Tool, name)).copied().filter(|id| self.slot(*id).is_some_and(|(_, fact)| !fact))
    }

    /// The names that a rule reaches, in the order of the checklist.
    pub(super) fn names(&self, stand: Stand) -> Vec<&'a str> {
        let shelves = Self::shelves(stand);
        let mut names: Vec<(EntryId, &'a str)> = self
            .values
            .iter()
            .chain(&self.lets)
            .filter(|((shelf, _), _)| shelves.contains(shelf))
            .map(|((_, name), id)| (*id, *name))
            .collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|(_, name)| name).collect()
    }

    /// A line.
    pub(super) fn line(&self, id: EntryId) -> Option<&Line<'a>> {
        self.lines.get(id.index())
    }

    /// The slot or fact of a line, and whether it is a fact.
    pub(super) fn slot(&self, id: EntryId) -> Option<(&'a ast::Slot, bool)> {
        match self.line(id)?.what {
            What::Item(ast::Item { kind: ItemKind::Slot(slot), .. }) => Some((slot, false)),
            What::Item(ast::Item { kind: ItemKind::Fact(slot), .. }) => Some((slot, true)),
            _ => None,
        }
    }
}

/// The class of a line in the report and its name; none for items that are no lines.
fn rank_and_name(model: &Model<'_>, what: What<'_>) -> Option<(u8, (String, Span))> {
    let named = |rank, name: &ast::Name| Some((rank, (name.text.clone(), name.span)));
    match what {
        What::Also(effect) => {
            let (name, declared) = model.effects.get_index(effect.index())?;
            Some((3, (format!("also-{name}"), declared.span)))
        }
        What::Item(item) => match &item.kind {
            ItemKind::Slot(tree) | ItemKind::Fact(tree) => named(0, &tree.name),
            ItemKind::Let(tree) => named(0, &tree.name),
            ItemKind::Require(tree) => named(1, &tree.name),
            ItemKind::Forbid(tree) => named(1, &tree.name),
            ItemKind::Confirm(tree) => named(2, &tree.name),
            ItemKind::Notice(tree) => named(3, &tree.name),
            _ => None,
        },
    }
}

/// The effects of a tool beside the first, each once, with the places of their mappings.
fn further_effects(model: &Model<'_>, id: ToolId) -> Vec<(EffectId, Span)> {
    let mut effects: IndexMap<EffectId, Span> = IndexMap::new();
    for produces in model.tool(id).map(|tool| tool.produces.as_slice()).unwrap_or_default() {
        effects.entry(produces.effect).or_insert(produces.tree.effect.span);
    }
    effects.into_iter().skip(1).collect()
}

/// Whose section a line stands in.
pub(super) fn owner(model: &Model<'_>, stand: Stand) -> Owner {
    model.section(stand.section).map_or(Owner::Fixed, |section| section.owner)
}
