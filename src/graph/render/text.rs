//! A graph as a tree in text.

use super::super::{Edge, Graph, Node, NodeKind, Tie};
use super::one_line;

pub(super) fn write(graph: &Graph) -> String {
    let mut tree = Tree {
        graph,
        into: vec![Vec::new(); graph.nodes.len()],
        out: vec![Vec::new(); graph.nodes.len()],
        text: String::new(),
    };
    for edge in &graph.edges {
        if let Some(into) = tree.into.get_mut(edge.to) {
            into.push(edge);
        }
        if let Some(out) = tree.out.get_mut(edge.from) {
            out.push(edge);
        }
    }
    tree.line(0, &format!("{}: {}", graph.title, graph.subtitle));
    for (title, kinds) in PARTS {
        tree.part(title, kinds);
    }
    if let Some(without) = &graph.without {
        tree.title(&format!("without {}", without.what));
        without.sentences.iter().for_each(|sentence| tree.line(2, sentence));
    }
    tree.text
}

/// What is told in which part.
const PARTS: &[(&str, &[NodeKind])] = &[
    ("tools", &[NodeKind::Tool, NodeKind::Group]),
    ("slots", &[NodeKind::Slot]),
    ("facts", &[NodeKind::Fact]),
    ("derived values", &[NodeKind::Let]),
    ("conditions", &[NodeKind::Condition]),
    ("approvals", &[NodeKind::Confirm]),
    ("notices", &[NodeKind::Notice]),
    ("guards", &[NodeKind::Guard]),
    ("effects", &[NodeKind::Effect]),
    ("where values come from", &[NodeKind::Source, NodeKind::Setting, NodeKind::Lookup]),
];

/// So many names are listed in a line.
const MOST_NAMES: usize = 12;

struct Tree<'g> {
    graph: &'g Graph,
    /// The edges into each node, and those out of it.
    into: Vec<Vec<&'g Edge>>,
    out: Vec<Vec<&'g Edge>>,
    text: String,
}

impl Tree<'_> {
    fn part(&mut self, title: &str, kinds: &[NodeKind]) {
        let graph = self.graph;
        let nodes = graph.nodes.iter().enumerate().filter(|(_, node)| kinds.contains(&node.kind));
        let mut nodes = nodes.peekable();
        if nodes.peek().is_none() {
            return;
        }
        self.title(title);
        for (at, node) in nodes {
            self.node(at, node);
        }
    }

    fn node(&mut self, at: usize, node: &Node) {
        let note = node.note.as_deref().map_or_else(String::new, |note| format!(" ({note})"));
        let mark = node.mark.map_or_else(String::new, |mark| format!(" [{}]", mark.plain()));
        let place = node.place.as_ref().map_or_else(String::new, |place| format!("  {}:{}", place.file, place.line));
        let kind = match node.kind {
            NodeKind::Setting | NodeKind::Lookup => format!("{} ", node.kind.plain()),
            _ => String::new(),
        };
        self.line(2, &format!("{kind}{}{note}{mark}{place}", node.label));
        let ways: Vec<String> = self.ways(at);
        let into = self.into.get(at).cloned().unwrap_or_default();
        let out = self.out.get(at).cloned().unwrap_or_default();
        if !ways.is_empty() {
            self.line(4, &format!("from {}", ways.join(", ")));
        }
        for (tie, says) in [
            (Tie::IsPartOf, "is made of"),
            (Tie::IsReadBy, "reads"),
            (Tie::IsShownBy, "shows"),
            (Tie::Fills, "is filled by"),
            (Tie::Measures, "is measured by"),
            (Tie::Produces, "is produced by"),
            (Tie::Guards, "is guarded by"),
        ] {
            self.names(says, &into, tie, |edge| edge.from);
        }
        if matches!(node.kind, NodeKind::Source | NodeKind::Setting | NodeKind::Lookup) {
            self.names("bears out", &out, Tie::BearsOut, |edge| edge.to);
        }
        if matches!(node.kind, NodeKind::Tool | NodeKind::Group) {
            self.names("changes", &out, Tie::Produces, |edge| edge.to);
            self.names("measures", &out, Tie::Measures, |edge| edge.to);
        }
    }

    /// What bears a node out, as the policy writes it, in the order of the search.
    fn ways(&self, at: usize) -> Vec<String> {
        let edges = self.into.get(at).into_iter().flatten().filter(|edge| edge.tie == Tie::BearsOut);
        let way = |edge: &&Edge| -> Option<String> {
            let from = self.graph.nodes.get(edge.from)?;
            Some(match (&edge.detail, self.graph.nodes.get(at).map(|node| node.kind)) {
                (Some(detail), Some(NodeKind::Slot | NodeKind::Fact)) => detail.clone(),
                (Some(count), _) => format!("{} ({count})", from.label),
                (None, _) => from.label.to_string(),
            })
        };
        edges.filter_map(way).collect()
    }

    fn names(&mut self, says: &str, edges: &[&Edge], tie: Tie, end: fn(&Edge) -> usize) {
        let edges = edges.iter().filter(|edge| edge.tie == tie);
        let mut names: Vec<String> =
            edges.filter_map(|edge| self.graph.nodes.get(end(edge))).map(|node| node.label.to_string()).collect();
        names.dedup();
        let more = names.len().saturating_sub(MOST_NAMES);
        names.truncate(MOST_NAMES);
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        if !names.is_empty() {
            self.line(4, &format!("{says} {}", names.join(", ")));
        }
    }

    fn title(&mut self, title: &str) {
        self.text.push('\n');
        self.line(0, title);
    }

    fn line(&mut self, indent: usize, line: &str) {
        self.text.extend(std::iter::repeat_n(' ', indent));
        self.text.push_str(&one_line(line));
        self.text.push('\n');
    }
}
