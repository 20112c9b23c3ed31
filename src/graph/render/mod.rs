//! A graph as text, DOT, Mermaid and SVG.

mod dot;
mod layout;
mod mermaid;
mod svg;
mod text;

use crate::diagnostic::sanitise;

use super::{Graph, Mark, Node, Tie};

impl Graph {
    /// As a tree in text: what each thing rests on. Two blanks deeper is below; nothing in it steers a terminal.
    pub fn to_text(&self) -> String {
        text::write(self)
    }

    /// For Graphviz.
    pub fn to_dot(&self) -> String {
        dot::write(self)
    }

    /// For Mermaid, as Markdown pages show it.
    pub fn to_mermaid(&self) -> String {
        mermaid::write(self)
    }

    /// A picture that needs nothing else to be seen: no script, no font, nothing from elsewhere.
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// The ties of each pair of nodes, as one: a value that is both read and shown is one line in a picture.
    fn pairs(&self) -> Vec<Pair<'_>> {
        let mut pairs: std::collections::BTreeMap<(usize, usize), Pair<'_>> = std::collections::BTreeMap::new();
        for edge in &self.edges {
            let pair = pairs.entry((edge.from, edge.to)).or_insert_with(|| Pair {
                from: edge.from,
                to: edge.to,
                ties: Vec::new(),
                details: Vec::new(),
            });
            if !pair.ties.contains(&edge.tie) {
                pair.ties.push(edge.tie);
            }
            pair.details.extend(edge.detail.as_deref());
        }
        pairs.into_values().collect()
    }
}

/// Two nodes and all that ties them.
#[derive(Debug)]
struct Pair<'g> {
    from: usize,
    to: usize,
    ties: Vec<Tie>,
    details: Vec<&'g str>,
}

impl Pair<'_> {
    /// The tie that the line is drawn by: the strongest.
    fn tie(&self) -> Tie {
        self.ties.iter().copied().min().unwrap_or(Tie::IsReadBy)
    }

    /// `bears out`, `is read by, is shown by`
    fn says(&self) -> String {
        self.ties.iter().map(|tie| tie.plain()).collect::<Vec<_>>().join(", ")
    }
}

/// What stands in a node: what it is, its name, what is to be said of it.
fn lines(node: &Node) -> Vec<String> {
    let mark = node.mark.map_or_else(String::new, |mark| format!(": {}", mark.plain()));
    let mut lines = vec![format!("{}{mark}", node.kind.plain()), one_line(&node.label)];
    lines.extend(node.note.as_deref().map(one_line));
    lines
}

/// Whether a mark says that something is lost, rather than only weakened.
fn is_grave(mark: Mark) -> bool {
    matches!(mark, Mark::Gone | Mark::Unknown | Mark::Empty | Mark::Undecided)
}

/// A text that is safe to show, in one line.
fn one_line(text: &str) -> String {
    sanitise(text).replace(['\n', '\t'], " ")
}
