//! A tool's checklist as a flat list: each entry, and each field of an object, with its ways to a value and what it
//! reads. What is drawn and what hangs on a source are both read from it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::{
    Confirm, Entry, EntryId, EntryKind, Expr, ExprKind, LookupId, Message, MessagePart, Optional, Otherwise, Program,
    Quote, Slot, Source, SourceSpec, Step, Tool, Type,
};
use crate::span::Span;
use crate::verdict::SourceKind;

use super::NodeKind;

/// A tool's checklist; the entries first, in their order, then the fields of objects.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) items: Vec<Item>,
}

/// An entry, or a field of one.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) id: Arc<str>,
    /// The last name, or `flights[*].date` of a field.
    pub(super) label: String,
    pub(super) kind: NodeKind,
    pub(super) declared: Span,
    /// What bears it out, in the order of the search.
    pub(super) ways: Vec<Way>,
    /// Without any of these it is not decided.
    pub(super) needs: Vec<usize>,
    /// All that it reads besides.
    pub(super) reads: Vec<usize>,
    /// What its words show to a person.
    pub(super) shows: Vec<usize>,
    /// The fields that it is made of.
    pub(super) fields: Vec<usize>,
    /// Whether these are the fields of its elements, of which there may be none.
    pub(super) is_many: bool,
    /// Whether it may stay empty.
    pub(super) optional: bool,
    /// Whether a call hangs on it even where nothing reads it.
    pub(super) required: bool,
    /// Whether it is put to a person without a condition.
    pub(super) always: bool,
}

impl Item {
    /// One that a call hangs on, and of which nothing further is known yet.
    fn new(id: Arc<str>, label: String, kind: NodeKind, declared: Span) -> Item {
        Item {
            id,
            label,
            kind,
            declared,
            ways: Vec::new(),
            needs: Vec::new(),
            reads: Vec::new(),
            shows: Vec::new(),
            fields: Vec::new(),
            is_many: false,
            optional: false,
            required: true,
            always: true,
        }
    }
}

/// A way to a value.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) origin: Origin,
    /// As the policy has it.
    pub(super) written: String,
    /// Without any of these it leads nowhere.
    pub(super) needs: Vec<usize>,
    pub(super) reads: Vec<usize>,
}

/// Where a way begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Origin {
    Source(SourceKind),
    Setting(String),
    Lookup(LookupId),
}

impl Origin {
    /// As `--what-if` names it.
    pub(super) fn id(&self, program: &Program) -> Arc<str> {
        match self {
            Origin::Source(kind) => kind.as_str().into(),
            Origin::Setting(path) => format!("preset({path})").into(),
            Origin::Lookup(id) => {
                let name = program.lookups.get(id.index()).map_or("", |lookup| &lookup.id);
                format!("measured({name})").into()
            }
        }
    }
}

impl Sheet {
    /// The checklist of a tool.
    pub(super) fn of(tool: &Tool, quote: Quote<'_>) -> Sheet {
        let mut builder = Builder { tool, quote, items: Vec::new() };
        builder.items = tool.entries.iter().map(|entry| builder.entry(entry)).collect();
        for (at, entry) in tool.entries.iter().enumerate() {
            if let EntryKind::Slot(slot) = &entry.kind {
                builder.fields(at, slot);
            }
        }
        Sheet { items: builder.items }
    }
}

struct Builder<'p> {
    tool: &'p Tool,
    quote: Quote<'p>,
    items: Vec<Item>,
}

impl<'p> Builder<'p> {
    fn entry(&self, entry: &Entry) -> Item {
        let mut item = Item::new(Arc::clone(&entry.id), entry.name.to_string(), NodeKind::of(entry), entry.declared);
        match &entry.kind {
            EntryKind::Slot(slot) => self.slot(slot, &BTreeMap::new(), &mut item),
            EntryKind::Let(expr) => {
                item.required = false;
                read(&mut item, expr);
            }
            EntryKind::Condition(condition) => {
                read(&mut item, &condition.expr);
                let (Otherwise::Hold(message) | Otherwise::Ask(_, message)) = &condition.otherwise;
                item.shows = shown(message);
            }
            EntryKind::Confirm(confirm) => {
                let Confirm { when, ask, binds } = &**confirm;
                when.iter().for_each(|when| read(&mut item, when));
                item.always = when.is_none();
                item.shows = shown(ask);
                item.shows.extend(binds.iter().map(|id| id.index()));
            }
            EntryKind::Notice(notice) => {
                notice.when.iter().for_each(|when| read(&mut item, when));
                item.always = notice.when.is_none();
                item.shows = shown(&notice.show);
            }
        }
        item.shows.sort_unstable();
        item.shows.dedup();
        item
    }

    fn slot(&self, slot: &Slot, siblings: &BTreeMap<&str, usize>, item: &mut Item) {
        let group = slot.group.and_then(|id| self.tool.groups.get(id.index()));
        let row = group.map(|group| group.sources.as_slice()).unwrap_or_default();
        item.ways = slot.sources.iter().chain(row).map(|source| self.way(source, siblings)).collect();
        // The search has an order of its own, and a row is searched with what its slots list.
        item.ways.sort_by_key(|way| rank(&way.origin));
        let own = |kind, word: &str| Way {
            origin: Origin::Source(kind),
            written: word.to_owned(),
            needs: Vec::new(),
            reads: Vec::new(),
        };
        if slot.drafted {
            item.ways.push(own(SourceKind::ModelDraft, "drafted"));
        } else if item.ways.is_empty() && slot.computed.is_none() && !slot.needs_source {
            item.ways.push(own(SourceKind::Proposal, if slot.cosmetic { "cosmetic" } else { "as proposed" }));
        }
        for expr in slot.refinement.iter().chain(&slot.computed) {
            read(item, expr);
            item.reads.extend(sibling_reads(expr, siblings));
        }
        if let Optional::When(when) = &slot.optional {
            item.reads.extend(entries(when));
            item.reads.extend(sibling_reads(when, siblings));
        }
        item.optional = !matches!(slot.optional, Optional::No);
        item.required = !item.optional && (!slot.is_fact || slot.required);
        item.reads.sort_unstable();
        item.reads.dedup();
    }

    fn way(&self, source: &Source, siblings: &BTreeMap<&str, usize>) -> Way {
        let (mut needs, mut reads) = (Vec::new(), Vec::new());
        let mut steps = |steps: &[Step]| {
            Step::walk(steps, &mut |expr| match &expr.kind {
                ExprKind::Entry(id) => reads.push(id.index()),
                ExprKind::Sibling(name) => reads.extend(siblings.get(&**name)),
                _ => {}
            });
        };
        let origin = match &source.kind {
            SourceSpec::UserAnswer => Origin::Source(SourceKind::UserAnswer),
            SourceSpec::Instruction(_) => Origin::Source(SourceKind::Instruction),
            SourceSpec::Preset(path) => {
                steps(path);
                Origin::Setting(self.quote.steps(path))
            }
            SourceSpec::PriorState(read) => {
                steps(&read.steps);
                Origin::Source(SourceKind::PriorState)
            }
            SourceSpec::Measured { read, .. } => {
                steps(&read.steps);
                for argument in read.arguments.iter().flatten() {
                    reads.extend(entries(argument));
                    reads.extend(sibling_reads(argument, siblings));
                }
                needs = read.needs().into_iter().map(EntryId::index).collect();
                Origin::Lookup(read.lookup)
            }
        };
        reads.sort_unstable();
        reads.dedup();
        Way { origin, written: self.quote.span(source.declared), needs, reads }
    }

    /// Adds the fields of a slot's objects behind the others.
    fn fields(&mut self, parent: usize, slot: &Slot) {
        let Some((fields, suffix)) = objects(&slot.ty) else { return };
        // Fields that say nothing of their own come and go with the whole.
        if !fields.iter().any(says_something) {
            return;
        }
        let first = self.items.len();
        let siblings: BTreeMap<&str, usize> = fields.iter().map(|field| &*field.name).zip(first..).collect();
        let Some(around) = self.items.get(parent) else { return };
        let (id, label, kind) = (Arc::clone(&around.id), around.label.clone(), around.kind);
        for field in fields {
            let id = format!("{id}{suffix}.{}", field.name).into();
            let mut item = Item::new(id, format!("{label}{suffix}.{}", field.name), kind, field.declared);
            self.slot(field, &siblings, &mut item);
            // A call hangs on the object, which hangs on its fields.
            item.required = false;
            self.items.push(item);
        }
        if let Some(around) = self.items.get_mut(parent) {
            around.fields = siblings.values().copied().collect();
            around.is_many = !suffix.is_empty();
        }
        for (at, field) in (first..).zip(fields) {
            self.fields(at, field);
        }
    }
}

/// The fields of the objects that a type is made of, and how one of these is reached.
fn objects(ty: &Type) -> Option<(&[Slot], String)> {
    match ty.base() {
        Type::Object(fields) => Some((fields, String::new())),
        Type::List(of) | Type::Map(of) => objects(of).map(|(fields, suffix)| (fields, format!("[*]{suffix}"))),
        Type::Union(types) => types.iter().find_map(objects),
        _ => None,
    }
}

/// Whether a field is borne out, computed or held to something by itself.
fn says_something(field: &Slot) -> bool {
    let nested = || objects(&field.ty).is_some_and(|(fields, _)| fields.iter().any(says_something));
    !field.sources.is_empty() || field.drafted || field.computed.is_some() || field.refinement.is_some() || nested()
}

fn rank(origin: &Origin) -> usize {
    match origin {
        Origin::Source(SourceKind::UserAnswer) => 0,
        Origin::Source(SourceKind::Instruction) => 1,
        Origin::Setting(_) => 2,
        Origin::Lookup(_) => 3,
        Origin::Source(_) => 4,
    }
}

fn entries(expr: &Expr) -> impl Iterator<Item = usize> {
    expr.entries().into_iter().map(EntryId::index)
}

fn sibling_reads(expr: &Expr, siblings: &BTreeMap<&str, usize>) -> Vec<usize> {
    let mut found = Vec::new();
    expr.walk(&mut |expr| {
        if let ExprKind::Sibling(name) = &expr.kind {
            found.extend(siblings.get(&**name));
        }
    });
    found
}

fn read(item: &mut Item, expr: &Expr) {
    item.needs.extend(expr.needs().into_iter().map(EntryId::index));
    item.reads.extend(entries(expr));
}

fn shown(message: &Message) -> Vec<usize> {
    let inserted = message.parts.iter().filter_map(|part| match part {
        MessagePart::Insert(expr) => Some(entries(expr)),
        MessagePart::Literal(_) | MessagePart::Call | MessagePart::Found => None,
    });
    inserted.flatten().collect()
}
