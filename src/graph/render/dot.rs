//! For Graphviz.

use std::fmt::Write;

use super::super::{Graph, NodeKind, Tie};
use super::{is_grave, lines, one_line};

pub(super) fn write(graph: &Graph) -> String {
    let mut dot = String::new();
    let mut put = |line: std::fmt::Arguments<'_>| {
        // Writing to a text does not fail.
        let _ = dot.write_fmt(line);
        dot.push('\n');
    };
    put(format_args!("digraph \"{}\" {{", escape(&graph.title)));
    put(format_args!("  rankdir=LR;"));
    put(format_args!("  node [fontname=\"sans-serif\", fontsize=11];"));
    put(format_args!("  edge [fontname=\"sans-serif\", fontsize=9];"));
    for (at, node) in graph.nodes.iter().enumerate() {
        let label = lines(node).iter().map(|line| escape(line)).collect::<Vec<_>>().join("\\n");
        let marked = match node.mark {
            Some(mark) if is_grave(mark) => ", penwidth=3, style=bold",
            Some(_) => ", style=dashed",
            None => "",
        };
        let (shape, tooltip) = (shape(node.kind), escape(&node.id));
        put(format_args!("  n{at} [label=\"{label}\", shape={shape}, tooltip=\"{tooltip}\"{marked}];"));
    }
    for pair in graph.pairs() {
        let (from, to, says, style) = (pair.from, pair.to, pair.says(), style(pair.tie()));
        let tooltip = escape(&pair.details.join("; "));
        put(format_args!("  n{from} -> n{to} [label=\"{says}\", tooltip=\"{tooltip}\", style={style}];"));
    }
    for sentence in graph.without.iter().flat_map(|without| &without.sentences) {
        put(format_args!("  // {}", one_line(sentence)));
    }
    put(format_args!("}}"));
    dot
}

fn shape(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Source => "oval",
        NodeKind::Setting => "folder",
        NodeKind::Lookup => "cylinder",
        NodeKind::Slot => "box",
        NodeKind::Fact => "note",
        NodeKind::Let => "parallelogram",
        NodeKind::Condition => "hexagon",
        NodeKind::Confirm => "octagon",
        NodeKind::Notice => "tab",
        NodeKind::Guard => "house",
        NodeKind::Effect => "cds",
        NodeKind::Tool => "component",
        NodeKind::Group => "box3d",
    }
}

fn style(tie: Tie) -> &'static str {
    match tie {
        Tie::BearsOut | Tie::Measures | Tie::Produces => "solid",
        Tie::IsReadBy | Tie::Guards => "dashed",
        Tie::IsShownBy => "dotted",
        Tie::IsPartOf | Tie::Fills => "bold",
    }
}

fn escape(text: &str) -> String {
    one_line(text).replace('\\', "\\\\").replace('"', "\\\"")
}
