//! What hangs together in a policy, as data.

use std::fmt;
use std::sync::Arc;

use crate::program::{Entry, EntryKind};
use crate::value::Value;

/// What hangs together: in one tool's checklist, or among the tools of a policy.
///
/// ```
/// let policy = chk::Policy::from_text("lamp.chk", r#"
/// language 1
/// provider lamp { tool dim { reversible  slot level: integer from user_answer, preset(lamp.level) } }
/// "#)?;
/// let graph = policy.graph_of("lamp.dim").unwrap();
/// let ids: Vec<&str> = graph.nodes.iter().map(|node| &*node.id).collect();
/// assert_eq!(ids, ["user_answer", "preset(lamp.level)", "provider.lamp.dim.level"]);
/// assert_eq!(graph.edges[1].to, 2);
/// assert_eq!(graph.edges[1].tie.as_str(), "bears_out");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    /// What it is about: a tool's full name, or the policy's first file.
    pub title: Arc<str>,
    /// In a word or two: a tool's tier, or how many tools there are.
    pub subtitle: String,
    /// Where things come from first, then what hangs on them.
    pub nodes: Vec<Node>,
    /// What hangs on what.
    pub edges: Vec<Edge>,
    /// What was taken away, where something was.
    pub without: Option<Without>,
}

/// Something that a policy names.
#[derive(Clone, Debug)]
pub struct Node {
    /// An entry's id; a source's name, `preset(PATH)` or `measured(LOOKUP)`; a tool's name; `effect(NAME)`; `PROVIDER.*`. No two
    /// nodes have the same.
    pub id: Arc<str>,
    /// What it is.
    pub kind: NodeKind,
    /// Its name as people read it.
    pub label: Arc<str>,
    /// What else is to be said of it: how a lookup is measured, a tool's tier.
    pub note: Option<String>,
    /// Where it is declared.
    pub place: Option<Place>,
    /// What becomes of it without what was taken away.
    pub mark: Option<Mark>,
}

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: Arc<str>,
    /// From 1.
    pub line: usize,
}

/// Two nodes that hang together.
#[derive(Clone, Debug)]
pub struct Edge {
    /// What the other hangs on, as an index into [`Graph::nodes`].
    pub from: usize,
    /// What hangs on it.
    pub to: usize,
    /// How.
    pub tie: Tie,
    /// As the policy writes it, or how many there are.
    pub detail: Option<String>,
}

macro_rules! words {
    ($(#[doc = $doc:literal])* $name:ident { $($(#[doc = $each:literal])* $variant:ident $word:literal $plain:literal)* }) => {
        $(#[doc = $doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {$($(#[doc = $each])* $variant,)*}

        impl $name {
            /// Every one.
            pub const ALL: &[$name] = &[$($name::$variant),*];

            /// As in JSON.
            pub fn as_str(self) -> &'static str {
                match self {$($name::$variant => $word,)*}
            }

            /// As people read it.
            pub fn plain(self) -> &'static str {
                match self {$($name::$variant => $plain,)*}
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words! {
    /// What a node is.
    NodeKind {
        /// The person's answer or words, an earlier execution, the model.
        Source "source" "source"
        /// A setting.
        Setting "setting" "setting"
        /// A lookup.
        Lookup "lookup" "lookup"
        /// A slot, or a field of one.
        Slot "slot" "slot"
        /// A fact, or a field of one.
        Fact "fact" "fact"
        /// A derived value.
        Let "let" "derived"
        /// A `require` or a `forbid`.
        Condition "condition" "condition"
        /// A `confirm`.
        Confirm "confirm" "approval"
        /// A `notice`.
        Notice "notice" "notice"
        /// A guard that judges the tool's calls or results.
        Guard "guard" "guard"
        /// An effect.
        Effect "effect" "effect"
        /// A tool.
        Tool "tool" "tool"
        /// A provider, for all its tools, or what else stands for many.
        Group "group" "group"
    }
}

words! {
    /// How two nodes hang together, read from the first to the second.
    Tie {
        /// A source, a setting or a lookup that may bear a value out.
        BearsOut "bears_out" "bears out"
        /// A value that decides something, or that something is made from.
        IsReadBy "is_read_by" "is read by"
        /// A value that is put to a person.
        IsShownBy "is_shown_by" "is shown by"
        /// A field of an object.
        IsPartOf "is_part_of" "is part of"
        /// A value that says what an effect changes.
        Fills "fills" "fills"
        /// A tool whose result a lookup is.
        Measures "measures" "measures"
        /// A tool that changes something.
        Produces "produces" "produces"
        /// A guard that stands before a tool.
        Guards "guards" "guards"
    }
}

words! {
    /// What becomes of a node without what was taken away.
    Mark {
        /// It was taken away itself.
        Gone "gone" "taken away"
        /// A value that nothing bears out any more.
        Unknown "unknown" "unknown without it"
        /// A value that can only stay empty.
        Empty "empty" "always empty without it"
        /// What cannot be decided, asked or run any more.
        Undecided "undecided" "never settled without it"
        /// A value that has one way less and keeps another.
        Fewer "fewer" "one way less"
        /// What hangs on one of these and may be settled all the same.
        Touched "touched" "hangs on it in part"
    }
}

/// What was taken away and what follows, in words.
#[derive(Clone, Debug)]
pub struct Without {
    /// What was taken away.
    pub what: Arc<str>,
    /// Whether a call of each tool that the graph shows can still run; none where it shows no checklist.
    pub runs: Option<bool>,
    /// What follows, a sentence each.
    pub sentences: Vec<String>,
}

impl NodeKind {
    pub(super) fn of(entry: &Entry) -> NodeKind {
        match &entry.kind {
            EntryKind::Slot(slot) if slot.is_fact => NodeKind::Fact,
            EntryKind::Slot(_) => NodeKind::Slot,
            EntryKind::Let(_) => NodeKind::Let,
            EntryKind::Condition(_) => NodeKind::Condition,
            EntryKind::Confirm(_) => NodeKind::Confirm,
            EntryKind::Notice(_) => NodeKind::Notice,
        }
    }
}

impl Graph {
    /// `{"title", "subtitle", "nodes": [{"id", "kind", "label", "note", "place", "mark"}], "edges": [{"from", "to", "why",
    /// "detail"}], "without"}`; edges name their nodes by id.
    pub fn to_value(&self) -> Value {
        let text = |text: &Arc<str>| Value::Text(Arc::clone(text));
        let node = |node: &Node| {
            let place = |place: &Place| Value::map([("file", text(&place.file)), ("line", place.line.into())]);
            let mut form = vec![
                ("id", text(&node.id)),
                ("kind", node.kind.as_str().into()),
                ("label", text(&node.label)),
                ("note", node.note.as_deref().map_or(Value::Null, Value::from)),
                ("place", node.place.as_ref().map_or(Value::Null, place)),
            ];
            if self.without.is_some() {
                form.push(("mark", node.mark.map_or(Value::Null, |mark| mark.as_str().into())));
            }
            Value::map(form)
        };
        let id = |at: usize| self.nodes.get(at).map_or(Value::Null, |node| text(&node.id));
        let edge = |edge: &Edge| {
            Value::map([
                ("from", id(edge.from)),
                ("to", id(edge.to)),
                ("why", edge.tie.as_str().into()),
                ("detail", edge.detail.as_deref().map_or(Value::Null, Value::from)),
            ])
        };
        let without = |without: &Without| {
            Value::map([
                ("what", text(&without.what)),
                ("runs", without.runs.map_or(Value::Null, Value::from)),
                ("sentences", Value::list(without.sentences.iter().map(|one| Value::from(one.as_str())))),
            ])
        };
        Value::map([
            ("title", text(&self.title)),
            ("subtitle", Value::from(self.subtitle.as_str())),
            ("nodes", Value::list(self.nodes.iter().map(node))),
            ("edges", Value::list(self.edges.iter().map(edge))),
            ("without", self.without.as_ref().map_or(Value::Null, without)),
        ])
    }
}
