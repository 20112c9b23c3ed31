//! The tools of a policy as a graph: what each looks up and changes. Many of a kind are drawn as one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::program::{EffectId, EntryKind, Guard, LookupId, Program, Quote, Tier, ToolId};

use super::of_tool::{Builder, effect_id};
use super::sheet::{Origin, Sheet};
use super::without::{Fate, Removed};
use super::{Edge, Graph, Mark, Node, NodeKind, Tie, Without};

/// More nodes of a kind than this, and they are drawn by provider, or by the first part of their names.
const MOST: usize = 60;

pub(super) fn overview(program: &Program, title: &str, quote: Quote<'_>, removed: Option<&Removed>) -> Graph {
    let mut overview = Overview {
        many: Many {
            tools: program.tools.len() > MOST,
            lookups: program.lookups.len() > MOST,
            effects: program.effects.len() > MOST,
            settings: super::without::settings(program, quote).len() > MOST,
        },
        builder: Builder { program, quote, nodes: Vec::new(), edges: Vec::new() },
        places: BTreeMap::new(),
        ties: BTreeMap::new(),
        counts: BTreeMap::new(),
        sentences: Vec::new(),
    };
    // As declared, whatever speaks of them first.
    for (id, _) in (0..).map(ToolId).zip(&program.tools) {
        overview.tool_node(id);
    }
    for (id, tool) in (0..).map(ToolId).zip(&program.tools) {
        overview.tool(id, tool, removed);
    }
    for guard in &program.guards {
        overview.guard(guard);
    }
    overview.finish(title, removed)
}

#[derive(Clone, Copy)]
struct Many {
    tools: bool,
    lookups: bool,
    effects: bool,
    settings: bool,
}

/// What stands behind a node that may stand for many.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Setting(String),
    Settings(String),
    Lookup(LookupId),
    Lookups(String),
    Tool(ToolId),
    Provider(Arc<str>),
    Effect(EffectId),
    Effects(String),
    Guards(&'static str),
}

struct Overview<'p> {
    many: Many,
    builder: Builder<'p>,
    places: BTreeMap<Key, usize>,
    /// How many slots, lookups or tools tie two nodes.
    ties: BTreeMap<(usize, usize, Tie), usize>,
    /// Of a node that stands for many, how many of each sort.
    counts: BTreeMap<usize, BTreeMap<&'static str, usize>>,
    sentences: Vec<String>,
}

impl<'p> Overview<'p> {
    fn tool(&mut self, id: ToolId, tool: &'p crate::program::Tool, removed: Option<&Removed>) {
        let Some(at) = self.tool_of(id) else { return };
        let sheet = Sheet::of(tool, self.builder.quote);
        if let Some(removed) = removed {
            let fate = Fate::of(&sheet, removed);
            let marks = (0..sheet.items.len()).filter_map(|item| fate.mark(item));
            let worst = if fate.runs(&sheet) { marks.max_by_key(|mark| gravity(*mark)) } else { Some(Mark::Undecided) };
            let worst = worst.map(|mark| if mark == Mark::Unknown { Mark::Touched } else { mark });
            if let (Some(mark), Some(node)) = (worst, self.builder.nodes.get_mut(at)) {
                node.mark = graver(node.mark, mark);
                self.sentences.push(format!(
                    "{}: {}",
                    tool.name,
                    fate.sentences(&sheet, removed, &tool.name).join("; ")
                ));
            }
        }
        for item in &sheet.items {
            for way in &item.ways {
                let from = match &way.origin {
                    Origin::Source(_) => continue,
                    origin => self.origin_node(origin, removed),
                };
                *self.ties.entry((from, at, Tie::BearsOut)).or_default() += 1;
            }
        }
        for mapping in &tool.effects {
            if let Some(effect) = self.effect_node(mapping.effect) {
                *self.ties.entry((at, effect, Tie::Produces)).or_default() += 1;
            }
        }
    }

    fn place(&mut self, key: Key, node: impl FnOnce(&mut Builder<'p>) -> Node) -> usize {
        if let Some(at) = self.places.get(&key) {
            return *at;
        }
        let node = node(&mut self.builder);
        self.builder.nodes.push(node);
        let at = self.builder.nodes.len() - 1;
        self.places.insert(key, at);
        at
    }

    fn group(&mut self, key: Key, id: &str, label: &str, count: &'static str) -> usize {
        let at = self.group_place(key, id, label);
        *self.counts.entry(at).or_default().entry(count).or_default() += 1;
        at
    }

    fn group_place(&mut self, key: Key, id: &str, label: &str) -> usize {
        self.place(key, |builder| builder.node(id.into(), NodeKind::Group, label, None))
    }

    fn tool_node(&mut self, id: ToolId) -> Option<usize> {
        let tool = self.builder.program.tools.get(id.index())?;
        if self.many.tools {
            return Some(self.group(
                Key::Provider(tool.provider.clone()),
                &format!("{}.*", tool.provider),
                &tool.provider,
                super::tier(tool.tier),
            ));
        }
        Some(self.place(Key::Tool(id), |builder| {
            let node = builder.node(tool.name.clone(), NodeKind::Tool, &tool.name, Some(tool.declared));
            let approvals = tool.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Confirm(_))).count();
            let note = match approvals {
                0 => super::tier(tool.tier).to_owned(),
                1 => format!("{}, 1 approval", super::tier(tool.tier)),
                many => format!("{}, {many} approvals", super::tier(tool.tier)),
            };
            Node { note: Some(note), ..node }
        }))
    }

    fn effect_node(&mut self, id: EffectId) -> Option<usize> {
        let effect = self.builder.program.effects.get(id.index())?;
        if self.many.effects {
            let head = effect.name.split('.').next().unwrap_or_default().to_owned();
            let all = format!("{head}.*");
            return Some(self.group(Key::Effects(head), &effect_id(&all), &all, "use of effects"));
        }
        Some(self.place(Key::Effect(id), |builder| {
            builder.node(effect_id(&effect.name), NodeKind::Effect, &effect.name, Some(effect.declared))
        }))
    }

    /// A setting or a lookup, with the tool that measures it.
    fn origin_node(&mut self, origin: &Origin, removed: Option<&Removed>) -> usize {
        let mark = removed.filter(|removed| removed.takes(origin)).map(|_| Mark::Gone);
        let whole = |builder: &mut Builder<'p>| {
            builder.origin(origin, mark);
            builder.nodes.pop().unwrap_or_else(|| builder.node("".into(), NodeKind::Group, "", None))
        };
        match origin {
            Origin::Setting(path) if self.many.settings => {
                let head = path.split(['.', '[']).next().unwrap_or_default().to_owned();
                self.group(Key::Settings(head.clone()), &format!("preset({head})"), &head, "use of settings")
            }
            Origin::Setting(path) => self.place(Key::Setting(path.clone()), whole),
            Origin::Source(_) => self.place(Key::Setting(String::new()), whole),
            Origin::Lookup(id) => {
                let lookup = self.builder.program.lookups.get(id.index());
                let section = lookup.and_then(|lookup| lookup.id.split('.').next()).unwrap_or_default().to_owned();
                let known = self.places.contains_key(&Key::Lookup(*id));
                let at = match self.many.lookups {
                    true => self.group(
                        Key::Lookups(section.clone()),
                        &format!("measured({section}.*)"),
                        &format!("lookups of {section}"),
                        "use of lookups",
                    ),
                    false => self.place(Key::Lookup(*id), whole),
                };
                let measured_by = lookup.and_then(|lookup| lookup.tool).and_then(|tool| self.tool_of(tool));
                if let Some(by) = measured_by.filter(|_| !known) {
                    *self.ties.entry((by, at, Tie::Measures)).or_insert(0) += 1;
                }
                at
            }
        }
    }

    /// The node of a tool that is spoken of, which is not counted for that.
    fn tool_of(&mut self, id: ToolId) -> Option<usize> {
        let tool = self.builder.program.tools.get(id.index())?;
        match self.many.tools {
            true => Some(self.group_place(
                Key::Provider(tool.provider.clone()),
                &format!("{}.*", tool.provider),
                &tool.provider,
            )),
            false => self.places.get(&Key::Tool(id)).copied(),
        }
    }

    fn guard(&mut self, guard: &Guard) {
        let phase = guard.phase.as_str();
        let at = self.group(Key::Guards(phase), &format!("guards({phase})"), &format!("guards on {phase}"), "guard");
        let tools: Vec<usize> = guard.tools.iter().flatten().filter_map(|tool| self.tool_of(*tool)).collect();
        for tool in tools {
            *self.ties.entry((at, tool, Tie::Guards)).or_default() += 1;
        }
    }

    fn finish(mut self, title: &str, removed: Option<&Removed>) -> Graph {
        for (at, counts) in &self.counts {
            let words: Vec<String> = counts.iter().map(|(what, count)| of_many(*count, what)).collect();
            if let Some(node) = self.builder.nodes.get_mut(*at) {
                node.note = Some(words.join(", "));
            }
        }
        let edge = |((from, to, tie), count): (&(usize, usize, Tie), &usize)| {
            let ways = if *count == 1 { "way" } else { "ways" };
            let detail = (*tie == Tie::BearsOut).then(|| format!("{count} {ways}"));
            Edge { from: *from, to: *to, tie: *tie, detail }
        };
        let edges = self.ties.iter().map(edge).collect();
        let program = self.builder.program;
        let gated = program.tools.iter().filter(|tool| tool.tier != Tier::ReadOnly).count();
        let tools = program.tools.len();
        Graph {
            title: title.into(),
            subtitle: format!("{tools} {}, {gated} of them gated", if tools == 1 { "tool" } else { "tools" }),
            nodes: self.builder.nodes,
            edges,
            without: removed.map(|removed| {
                let mut sentences = self.sentences;
                if sentences.is_empty() {
                    sentences.push(format!("no tool hangs on `{}`", removed.name));
                }
                Without { what: Arc::clone(&removed.name), runs: None, sentences }
            }),
        }
    }
}

/// `1 guard`, `3 uses of lookups`, `12 irreversible`
fn of_many(count: usize, what: &str) -> String {
    match what.split_once(' ') {
        _ if count == 1 => format!("1 {what}"),
        Some(("use", of)) => format!("{count} uses {of}"),
        None if what == "guard" => format!("{count} guards"),
        _ => format!("{count} {what}"),
    }
}

/// The graver of two marks.
fn graver(one: Option<Mark>, other: Mark) -> Option<Mark> {
    one.into_iter().chain([other]).max_by_key(|mark| gravity(*mark))
}

/// How grave a mark is.
fn gravity(mark: Mark) -> u8 {
    match mark {
        Mark::Gone => 5,
        Mark::Undecided => 4,
        Mark::Unknown => 3,
        Mark::Empty => 2,
        Mark::Touched => 1,
        Mark::Fewer => 0,
    }
}
