//! A picture that stands alone. What a node or a line is, its shape and its words say; colour only helps.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::diagnostic::sanitise;

use super::super::{Graph, Node, NodeKind, Tie};
use super::layout::{Layout, Spot, layout};
use super::{Pair, is_grave, lines};

/// The width of a node, of what lies between two columns, and of the rim.
const WIDTH: f64 = 230.0;
const BETWEEN: f64 = 90.0;
const RIM: f64 = 24.0;
/// The height of a line of text, and of what lies above and below the text of a node.
const LINE: f64 = 15.0;
const PAD: f64 = 8.0;
/// So many letters of a name, and of a smaller line, are shown; the whole stands in the title, which a pointer brings up.
const MOST_LETTERS: usize = 32;
const MOST_SMALL: usize = 40;
/// How far the upper edge of a lookup bows into it.
const BOW: f64 = 5.0;
/// The height of the heading.
const HEAD: f64 = 52.0;
/// So many letters of a sentence stand in a line below the picture.
const SENTENCE: usize = 110;

/// Plain rules, and others for dark screens behind them: not every viewer knows more of CSS.
const STYLE: &str = "\
svg { font-family: system-ui, sans-serif }
text { fill: #1b1f24; font-size: 12px }
.back { fill: #ffffff }
.kind, .note { fill: #57606a; font-size: 10px }
.name { font-weight: 600 }
.head { font-size: 18px; font-weight: 600 }
.node { fill: #f3f5f8; stroke: #6b7580; stroke-width: 1.2 }
.from { fill: #e3eefb }
.asks { fill: #fdf1dc }
.weak { stroke-dasharray: 5 3; stroke-width: 2.2 }
.grave { stroke: #b3261e; stroke-width: 3.5 }
.edge { fill: none; stroke: #6b7580; stroke-width: 1.2 }
.read { stroke-dasharray: 6 4 }
.shown { stroke-dasharray: 1.5 3.5; stroke-width: 1.8 }
.measured { stroke-dasharray: 8 3 2 3 }
.thick { stroke-width: 2.6 }
.part { stroke-dasharray: 12 3 }
.tip { fill: #6b7580 }
@media (prefers-color-scheme: dark) {
text { fill: #e6e9ee }
.back { fill: #14171c }
.kind, .note { fill: #9aa4b1 }
.node { fill: #20252c; stroke: #8b95a1 }
.from { fill: #1c2f45 }
.asks { fill: #3a2f17 }
.grave { stroke: #ff8a80 }
.edge { stroke: #8b95a1 }
.tip { fill: #8b95a1 }
}";

pub(super) fn write(graph: &Graph) -> String {
    let pairs = graph.pairs();
    let heights: Vec<f64> =
        graph.nodes.iter().map(|node| lines(node).len() as f64 * LINE + 2.0 * PAD + bow(node.kind)).collect();
    let ends: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.from, pair.to)).collect();
    let layout = layout(&heights, &ends);
    let sentences = sentences(graph);
    let legend = legend_height(graph);
    let width = (x(layout.columns) - BETWEEN + RIM).max(720.0);
    let below = RIM + HEAD + layout.height + 2.0 * RIM;
    let height = below + legend + sentences.len() as f64 * (LINE + 3.0) + RIM;
    let mut svg = Svg { text: String::new() };
    svg.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-labelledby=\"title\">"
    ));
    let heading = format!("{}: {}", graph.title, graph.subtitle);
    svg.put(format_args!("<title id=\"title\">{}</title>", escape(&heading)));
    svg.put(format_args!("<style>\n{STYLE}\n</style>"));
    svg.put(format_args!(
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"tip\" d=\"M0 0 L8 4 L0 8 z\"/></marker></defs>"
    ));
    svg.put(format_args!("<rect class=\"back\" width=\"{width:.0}\" height=\"{height:.0}\"/>"));
    svg.put(format_args!(
        "<text class=\"head\" x=\"{RIM}\" y=\"{}\">{}</text>",
        RIM + 18.0,
        escape(&cut(&heading, 90))
    ));
    for (pair, route) in pairs.iter().zip(&layout.routes) {
        svg.edge(graph, pair, route, &layout);
    }
    for (node, spot) in graph.nodes.iter().zip(&layout.spots) {
        svg.node(node, *spot);
    }
    svg.legend(graph, below);
    for (row, sentence) in sentences.iter().enumerate() {
        let y = below + legend + (row as f64 + 0.5) * (LINE + 3.0);
        svg.put(format_args!("<text x=\"{RIM}\" y=\"{y:.1}\">{}</text>", escape(sentence)));
    }
    svg.put(format_args!("</svg>"));
    svg.text
}

/// The left edge of a column.
fn x(column: usize) -> f64 {
    RIM + column as f64 * (WIDTH + BETWEEN)
}

/// The upper edge of a spot in the picture.
fn y(spot: Spot) -> f64 {
    RIM + HEAD + spot.y
}

struct Svg {
    text: String,
}

impl Svg {
    /// Writing to a text does not fail.
    fn put(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(line);
        self.text.push('\n');
    }

    fn edge(&mut self, graph: &Graph, pair: &Pair<'_>, route: &[usize], layout: &Layout) {
        let spots: Vec<Spot> = route.iter().filter_map(|spot| layout.spots.get(*spot)).copied().collect();
        let (Some(first), Some(last)) = (spots.first(), spots.last()) else { return };
        let middle = |spot: &Spot| y(*spot) + spot.height / 2.0;
        let mut path = format!("M{:.1} {:.1}", x(first.column) + WIDTH, middle(first));
        let mut from = (x(first.column) + WIDTH, middle(first));
        let passages = spots.get(1..spots.len().saturating_sub(1)).unwrap_or_default();
        for spot in passages.iter().chain([last]) {
            let to = (x(spot.column), middle(spot));
            // A line that leads back, in a circle, takes a wider turn.
            let reach = if to.0 > from.0 { (to.0 - from.0) / 2.0 } else { BETWEEN };
            path.push_str(&format!(
                " C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}",
                from.0 + reach,
                from.1,
                to.0 - reach,
                to.1,
                to.0,
                to.1
            ));
            from = to;
            if !std::ptr::eq(spot, last) {
                from.0 += WIDTH;
                path.push_str(&format!(" L{:.1} {:.1}", from.0, from.1));
            }
        }
        let name = |at: usize| graph.nodes.get(at).map_or("", |node| &*node.label);
        let mut says = format!("{} {} {}", name(pair.from), pair.says(), name(pair.to));
        if !pair.details.is_empty() {
            says.push_str(&format!(": {}", pair.details.join("; ")));
        }
        let (class, says) = (class(pair.tie()), escape(&says));
        self.put(format_args!(
            "<path class=\"edge {class}\" d=\"{path}\" marker-end=\"url(#tip)\"><title>{says}</title></path>"
        ));
    }

    fn node(&mut self, node: &Node, spot: Spot) {
        let (left, top) = (x(spot.column), y(spot));
        let lines = lines(node);
        let title = match &node.place {
            Some(place) => format!("{}\n{}:{}", lines.join("\n"), place.file, place.line),
            None => lines.join("\n"),
        };
        self.put(format_args!("<g><title>{}</title>", escape(&title)));
        let mark = match node.mark {
            Some(mark) if is_grave(mark) => " grave",
            Some(_) => " weak",
            None => "",
        };
        self.shape(node.kind, mark, left, top, WIDTH, spot.height);
        for (row, line) in lines.iter().enumerate() {
            let class = ["kind", "name", "note"].get(row).copied().unwrap_or("note");
            let y = top + bow(node.kind) + PAD + (row as f64 + 0.75) * LINE;
            let line = escape(&cut(line, if class == "name" { MOST_LETTERS } else { MOST_SMALL }));
            self.put(format_args!(
                "<text class=\"{class}\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{y:.1}\">{line}</text>",
                left + WIDTH / 2.0
            ));
        }
        self.put(format_args!("</g>"));
    }

    /// The outline of a kind: no two are alike.
    fn shape(&mut self, kind: NodeKind, mark: &str, x: f64, y: f64, w: f64, h: f64) {
        let (right, low, middle) = (x + w, y + h, y + h / 2.0);
        let tint = match kind {
            NodeKind::Source | NodeKind::Setting | NodeKind::Lookup => " from",
            NodeKind::Confirm | NodeKind::Notice => " asks",
            _ => "",
        };
        let mut rect = |radius: f64, inset: f64| {
            self.put(format_args!(
                "<rect class=\"node{tint}{mark}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius:.1}\"/>",
                x + inset, y + inset, w - 2.0 * inset, h - 2.0 * inset
            ));
        };
        let corners = match kind {
            NodeKind::Source => return rect(h / 2.0, 0.0),
            NodeKind::Slot => return rect(9.0, 0.0),
            NodeKind::Fact => return rect(0.0, 0.0),
            NodeKind::Tool | NodeKind::Group => {
                rect(if kind == NodeKind::Tool { 4.0 } else { 12.0 }, 0.0);
                return rect(if kind == NodeKind::Tool { 2.0 } else { 9.0 }, 3.0);
            }
            NodeKind::Lookup => {
                return self.put(format_args!(
                    "<path class=\"node{tint}{mark}\" d=\"M{x:.1} {:.1} a{:.1} {BOW} 0 0 1 {w:.1} 0 V{:.1} a{:.1} {BOW} 0 0 1 {:.1} 0 z m0 0 a{:.1} {BOW} 0 0 0 {w:.1} 0\"/>",
                    y + BOW, w / 2.0, low - BOW, w / 2.0, -w, w / 2.0
                ));
            }
            NodeKind::Setting => {
                vec![(x, y), (x + 60.0, y), (x + 66.0, y + 5.0), (right, y + 5.0), (right, low), (x, low)]
            }
            NodeKind::Let => vec![(x + 12.0, y), (right, y), (right - 12.0, low), (x, low)],
            NodeKind::Condition => {
                vec![
                    (x + 12.0, y),
                    (right - 12.0, y),
                    (right, middle),
                    (right - 12.0, low),
                    (x + 12.0, low),
                    (x, middle),
                ]
            }
            NodeKind::Confirm => vec![
                (x + 12.0, y),
                (right - 12.0, y),
                (right, y + 12.0),
                (right, low - 12.0),
                (right - 12.0, low),
                (x + 12.0, low),
                (x, low - 12.0),
                (x, y + 12.0),
            ],
            NodeKind::Notice => vec![(x, y), (right - 14.0, y), (right, y + 14.0), (right, low), (x, low)],
            NodeKind::Guard => vec![(x, y), (right, y), (right, low - 12.0), (x + w / 2.0, low), (x, low - 12.0)],
            NodeKind::Effect => vec![(x, y), (right - 16.0, y), (right, middle), (right - 16.0, low), (x, low)],
        };
        let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        self.put(format_args!("<polygon class=\"node{tint}{mark}\" points=\"{}\"/>", points.join(" ")));
    }

    /// The shapes and lines that occur, each with its name.
    fn legend(&mut self, graph: &Graph, top: f64) {
        let (kinds, ties) = occurring(graph);
        self.put(format_args!("<text class=\"name\" x=\"{RIM}\" y=\"{:.1}\">Legend</text>", top + 12.0));
        let across = 8;
        for (place, kind) in kinds.iter().enumerate() {
            let (left, y) = (RIM + (place % across) as f64 * 86.0, top + 22.0 + (place / across) as f64 * 32.0);
            self.shape(*kind, "", left, y, 78.0, 26.0);
            self.put(format_args!(
                "<text class=\"kind\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 39.0,
                y + 17.0 + bow(*kind) / 2.0,
                kind.plain()
            ));
        }
        let below = top + 22.0 + kinds.len().div_ceil(across) as f64 * 32.0;
        for (place, tie) in ties.iter().enumerate() {
            let (left, y) = (RIM + (place % 4) as f64 * 172.0, below + 14.0 + (place / 4) as f64 * 20.0);
            let class = class(*tie);
            self.put(format_args!(
                "<path class=\"edge {class}\" d=\"M{left:.1} {y:.1} h44\" marker-end=\"url(#tip)\"/><text class=\"kind\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                left + 52.0, y + 3.5, tie.plain()
            ));
        }
    }
}

/// What the upper edge of a node takes from the room for its text.
fn bow(kind: NodeKind) -> f64 {
    if kind == NodeKind::Lookup { BOW } else { 0.0 }
}

/// The kinds of nodes and ties that a graph has.
fn occurring(graph: &Graph) -> (BTreeSet<NodeKind>, BTreeSet<Tie>) {
    (graph.nodes.iter().map(|node| node.kind).collect(), graph.edges.iter().map(|edge| edge.tie).collect())
}

fn legend_height(graph: &Graph) -> f64 {
    let (kinds, ties) = occurring(graph);
    22.0 + kinds.len().div_ceil(8) as f64 * 32.0 + 14.0 + ties.len().div_ceil(4) as f64 * 20.0 + RIM
}

/// What follows where something was taken away, in lines that fit.
fn sentences(graph: &Graph) -> Vec<String> {
    let mut lines = Vec::new();
    for sentence in graph.without.iter().flat_map(|without| &without.sentences) {
        let mut line = String::new();
        for word in sentence.split_whitespace() {
            if !line.is_empty() && line.chars().count() + word.chars().count() >= SENTENCE {
                lines.push(std::mem::take(&mut line));
                line.push_str("    ");
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

fn class(tie: Tie) -> &'static str {
    match tie {
        Tie::BearsOut => "plain",
        Tie::Measures => "measured",
        Tie::IsReadBy | Tie::Guards => "read",
        Tie::IsShownBy => "shown",
        Tie::IsPartOf => "thick part",
        Tie::Fills | Tie::Produces => "thick",
    }
}

fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// A text as text, in elements and in attributes; what XML does not allow is left out.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in sanitise(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            other => escaped.push(other),
        }
    }
    escaped
}
