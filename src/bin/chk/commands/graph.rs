//! `chk graph`: what hangs together in a policy.

use std::io::Write;

use chk::graph::Graph;
use chk::verdict::Layout;

use super::{complain, load};
use crate::args::{Drawing, GraphArgs};
use crate::exit::{Exit, Stop};
use crate::output::human::{Page, Style};
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &GraphArgs, terminal: Terminal, errors: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let policy = match load(&args.policy, args.root.root.as_deref()) {
        Ok(policy) => policy,
        Err(found) => return complain(args.format == Drawing::Json, errors, found.files(), found.diagnostics(), out),
    };
    let graph = match (args.tool.as_deref(), args.what_if.as_deref()) {
        (None, None) => Ok(policy.graph()),
        (None, Some(what)) => policy.graph_without(what),
        (Some(tool), None) => policy.graph_of(tool),
        (Some(tool), Some(what)) => policy.graph_of_without(tool, what),
    };
    let graph = graph.map_err(|unnamed| Stop::Usage(unnamed.to_string()))?;
    let text = match args.format {
        Drawing::Human => people(&graph, terminal),
        Drawing::Json => json::document(&graph.to_value(), Layout::Pretty),
        Drawing::Dot => graph.to_dot(),
        Drawing::Mermaid => graph.to_mermaid(),
        Drawing::Svg => graph.to_svg(),
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

/// The text with its titles and names set off.
fn people(graph: &Graph, terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    for line in graph.to_text().lines() {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        match indent {
            _ if text.is_empty() => page.empty_line(),
            0 => page.line(0, &[(Style::Strong, text)]),
            _ => page.say(indent, text),
        }
    }
    page.finish()
}
