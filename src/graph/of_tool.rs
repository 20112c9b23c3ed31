//! The checklist of one tool as a graph.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::program::{Expr, ExprKind, Guard, LookupArgument, LookupId, Program, Quote, Root, Step, Tool, ToolId};
use crate::snapshot::Phase;
use crate::span::Span;
use crate::verdict::SourceKind;

use super::sheet::{Origin, Sheet};
use super::without::{Fate, Removed};
use super::{Edge, Graph, Mark, Node, NodeKind, Place, Tie, Without};

pub(super) fn of_tool(
    program: &Program,
    id: ToolId,
    tool: &Tool,
    quote: Quote<'_>,
    removed: Option<&Removed>,
) -> Graph {
    let sheet = Sheet::of(tool, quote);
    let fate = removed.map(|removed| (Fate::of(&sheet, removed), removed));
    let mut builder = Builder { program, quote, nodes: Vec::new(), edges: Vec::new() };
    let origins = origins(&sheet);
    for origin in &origins {
        let mark = removed.filter(|removed| removed.takes(origin)).map(|_| Mark::Gone);
        builder.origin(origin, mark);
    }
    let first = builder.nodes.len();
    for (at, item) in sheet.items.iter().enumerate() {
        let node = builder.node(item.id.clone(), item.kind, &item.label, Some(item.declared));
        builder.nodes.push(Node { mark: fate.as_ref().and_then(|(fate, _)| fate.mark(at)), ..node });
    }
    for (at, item) in sheet.items.iter().enumerate() {
        let to = first + at;
        for way in &item.ways {
            let from = origins.iter().position(|origin| *origin == way.origin);
            builder.edges.extend(from.map(|from| Edge {
                from,
                to,
                tie: Tie::BearsOut,
                detail: Some(way.written.clone()),
            }));
        }
        let reads: BTreeSet<usize> =
            item.reads.iter().chain(item.ways.iter().flat_map(|way| &way.reads)).copied().collect();
        let ties = [(Tie::IsReadBy, reads), (Tie::IsShownBy, item.shows.iter().copied().collect())];
        for (tie, from) in ties {
            builder.edges.extend(from.into_iter().map(|from| Edge { from: first + from, to, tie, detail: None }));
        }
        let fields = item.fields.iter().map(|field| Edge { from: first + field, to, tie: Tie::IsPartOf, detail: None });
        builder.edges.extend(fields);
    }
    let judges = |guard: &&Guard| {
        matches!(guard.phase, Phase::Call | Phase::Result)
            && guard.tools.as_ref().is_some_and(|tools| tools.contains(&id))
    };
    for guard in program.guards.iter().filter(judges) {
        builder.guard(guard, tool, first);
    }
    builder.effects(tool, first);
    let tier = super::tier(tool.tier);
    Graph {
        title: Arc::clone(&tool.name),
        subtitle: tier.to_owned(),
        nodes: builder.nodes,
        edges: builder.edges,
        without: fate.map(|(fate, removed)| Without {
            what: Arc::clone(&removed.name),
            runs: Some(fate.runs(&sheet)),
            sentences: fate.sentences(&sheet, removed, &tool.name),
        }),
    }
}

/// Where the values of a checklist come from, each once: people, settings, lookups, the model.
fn origins(sheet: &Sheet) -> Vec<Origin> {
    let mut found: Vec<Origin> = Vec::new();
    for way in sheet.items.iter().flat_map(|item| &item.ways) {
        if !found.contains(&way.origin) {
            found.push(way.origin.clone());
        }
    }
    found.sort_by_key(|origin| match origin {
        Origin::Source(SourceKind::UserAnswer) => 0,
        Origin::Source(SourceKind::Instruction) => 1,
        Origin::Setting(_) => 2,
        Origin::Lookup(_) => 3,
        Origin::Source(SourceKind::PriorState) => 4,
        Origin::Source(_) => 5,
    });
    found
}

pub(super) struct Builder<'p> {
    pub(super) program: &'p Program,
    pub(super) quote: Quote<'p>,
    pub(super) nodes: Vec<Node>,
    pub(super) edges: Vec<Edge>,
}

impl Builder<'_> {
    pub(super) fn node(&self, id: Arc<str>, kind: NodeKind, label: &str, declared: Option<Span>) -> Node {
        let place = declared.and_then(|span| self.quote.place(span));
        let place = place.map(|(file, line)| Place { file: file.into(), line });
        Node { id, kind, label: label.into(), note: None, place, mark: None }
    }

    /// Adds what values come from and says where it stands.
    pub(super) fn origin(&mut self, origin: &Origin, mark: Option<Mark>) -> usize {
        let id = origin.id(self.program);
        let mut node = match origin {
            Origin::Source(kind) => self.node(id, NodeKind::Source, spoken(*kind), None),
            Origin::Setting(path) => self.node(id, NodeKind::Setting, path, None),
            Origin::Lookup(lookup) => self.lookup(*lookup, id),
        };
        node.mark = mark;
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn lookup(&self, lookup: LookupId, id: Arc<str>) -> Node {
        let Some(found) = self.program.lookups.get(lookup.index()) else {
            return self.node(id, NodeKind::Lookup, "", None);
        };
        let mut node = self.node(id, NodeKind::Lookup, &found.name, Some(found.declared));
        let tool = found.tool.and_then(|tool| self.program.tools.get(tool.index()));
        let mut note = format!("by {}", tool.map_or("host", |tool| &*tool.name));
        let with: Vec<String> = found
            .arguments
            .iter()
            .map(|(name, value)| match value {
                LookupArgument::Parameter(_) => name.to_string(),
                LookupArgument::Literal(value) => format!("{name} {value}"),
            })
            .collect();
        if !with.is_empty() {
            note.push_str(&format!(" with {}", with.join(", ")));
        }
        found.within.iter().for_each(|within| note.push_str(&format!(", at most {within} old")));
        if found.outside {
            note.push_str(", written by others");
        }
        node.note = Some(note);
        node
    }

    fn guard(&mut self, guard: &Guard, tool: &Tool, first: usize) {
        let to = self.nodes.len();
        let label = guard.id.rsplit('.').next().unwrap_or(&guard.id);
        let node = self.node(guard.id.clone(), NodeKind::Guard, label, Some(guard.declared));
        self.nodes.push(Node { note: Some(format!("on {}", guard.phase.as_str())), ..node });
        let mut read: BTreeSet<usize> = guard.when.entries().into_iter().map(|id| id.index()).collect();
        guard.when.walk(&mut |expr| read.extend(argument(expr, tool)));
        let edges = read.into_iter().map(|at| Edge { from: first + at, to, tie: Tie::IsReadBy, detail: None });
        self.edges.extend(edges);
    }

    fn effects(&mut self, tool: &Tool, first: usize) {
        for mapping in &tool.effects {
            let Some(effect) = self.program.effects.get(mapping.effect.index()) else { continue };
            let id = effect_id(&effect.name);
            // A tool may have one effect twice, on different things.
            let to = self.nodes.iter().position(|node| node.id == id).unwrap_or(self.nodes.len());
            if to == self.nodes.len() {
                let node = self.node(id, NodeKind::Effect, &effect.name, Some(mapping.declared));
                self.nodes.push(node);
            }
            for (value, (field, _)) in mapping.fields.iter().zip(&effect.fields) {
                let edge =
                    |from: usize| Edge { from: first + from, to, tie: Tie::Fills, detail: Some(field.to_string()) };
                self.edges.extend(value.entries().into_iter().map(|id| edge(id.index())));
            }
        }
    }
}

/// The argument that `call.arguments.NAME` reads.
fn argument(expr: &Expr, tool: &Tool) -> Option<usize> {
    let ExprKind::Path(head, steps) = &expr.kind else { return None };
    match (&head.kind, &**steps) {
        (ExprKind::Root(Root::Call), [Step::Field(arguments), Step::Field(name), ..])
            if **arguments == *"arguments" =>
        {
            let of =
                |id: &&crate::program::EntryId| tool.entries.get(id.index()).is_some_and(|entry| entry.name == *name);
            tool.arguments.iter().find(of).map(|id| id.index())
        }
        _ => None,
    }
}

/// The id of an effect, or of those whose names begin alike: a tool may have the same name.
pub(super) fn effect_id(name: &str) -> Arc<str> {
    format!("effect({name})").into()
}

/// A source in plain words.
fn spoken(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::UserAnswer => "the person's answer",
        SourceKind::Instruction => "the person's words",
        SourceKind::Preset => "the settings",
        SourceKind::Measured => "a lookup",
        SourceKind::PriorState => "an earlier execution",
        SourceKind::Computed => "computed",
        SourceKind::ModelDraft => "the model's draft",
        SourceKind::Proposal => "as proposed",
    }
}
