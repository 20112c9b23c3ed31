//! For Mermaid.

use super::super::{Graph, NodeKind, Tie};
use super::{is_grave, lines, one_line};

pub(super) fn write(graph: &Graph) -> String {
    let mut text = String::from("flowchart LR\n");
    for (at, node) in graph.nodes.iter().enumerate() {
        let label = lines(node).iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br/>");
        let (open, close) = brackets(node.kind);
        text.push_str(&format!("  n{at}{open}\"{label}\"{close}\n"));
    }
    for pair in graph.pairs() {
        let (from, to, arrow, says) = (pair.from, pair.to, arrow(pair.tie()), pair.says());
        text.push_str(&format!("  n{from} {arrow}|{says}| n{to}\n"));
    }
    let of = |grave: bool| -> Vec<String> {
        let marked =
            graph.nodes.iter().enumerate().filter(|(_, node)| node.mark.is_some_and(|mark| is_grave(mark) == grave));
        marked.map(|(at, _)| format!("n{at}")).collect()
    };
    for (grave, name, style) in [(true, "lost", "stroke-width:4px"), (false, "weaker", "stroke-dasharray:4 3")] {
        let nodes = of(grave);
        if !nodes.is_empty() {
            text.push_str(&format!("  classDef {name} {style}\n  class {} {name}\n", nodes.join(",")));
        }
    }
    for sentence in graph.without.iter().flat_map(|without| &without.sentences) {
        text.push_str(&format!("  %% {}\n", one_line(sentence).replace(['{', '}'], "")));
    }
    text
}

fn brackets(kind: NodeKind) -> (&'static str, &'static str) {
    match kind {
        NodeKind::Source => ("([", "])"),
        NodeKind::Setting => ("[/", "/]"),
        NodeKind::Lookup => ("[(", ")]"),
        NodeKind::Slot => ("(", ")"),
        NodeKind::Fact => ("[", "]"),
        NodeKind::Let => ("[\\", "\\]"),
        NodeKind::Condition => ("{{", "}}"),
        NodeKind::Confirm => ("{", "}"),
        NodeKind::Notice => (">", "]"),
        NodeKind::Guard => ("[/", "\\]"),
        NodeKind::Effect => ("((", "))"),
        NodeKind::Tool => ("[[", "]]"),
        NodeKind::Group => ("(((", ")))"),
    }
}

fn arrow(tie: Tie) -> &'static str {
    match tie {
        Tie::BearsOut | Tie::Measures | Tie::Produces => "-->",
        Tie::IsReadBy | Tie::IsShownBy | Tie::Guards => "-.->",
        Tie::IsPartOf | Tie::Fills => "==>",
    }
}

/// What would end a label or be read as markup is written as an entity; `#` begins one.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in one_line(text).chars() {
        match letter {
            '"' | '<' | '>' | '&' | '#' | ';' | '`' | '\\' | '|' => {
                escaped.push_str(&format!("#{};", u32::from(letter)))
            }
            other => escaped.push(other),
        }
    }
    escaped
}
