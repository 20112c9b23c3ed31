//! What depends on what: the order in which a checklist is judged, and circles that leave no order; and the same as data, to
//! be drawn, with what follows where a source is not there.

mod build;
mod description;
mod of_tool;
mod order;
mod overview;
mod render;
mod sheet;
mod without;

use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Program, Quote, Tier, Tool, ToolId};
use crate::span::Span;

pub use description::{Edge, Graph, Mark, Node, NodeKind, Place, Tie, Without};
use without::Removed;
pub use without::Unnamed;

pub(crate) use build::reads;
pub(crate) use order::{cycles, order};

/// What is said of a circle: a place for every name in it.
pub(crate) fn cycle_finding(places: &[(&str, Span)], help: &str) -> Option<Diagnostic> {
    let (first, rest) = places.split_first()?;
    let names = places.iter().chain([first]).map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(" reads ");
    let next = |at: usize| places.get((at + 1) % places.len()).map_or("", |(name, _)| name);
    let message = match rest {
        [] => format!("`{}` reads itself", first.0),
        _ => format!("a circle: {names}"),
    };
    let mut finding =
        Diagnostic::new(Code::DependencyCycle, first.1, message).here(format!("reads `{}`", next(0))).help(help);
    for (at, (_, span)) in (1..).zip(rest) {
        finding = finding.label(*span, format!("reads `{}`", next(at)));
    }
    Some(finding)
}

/// What a policy is drawn from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawer<'p> {
    /// What it was compiled to.
    pub(crate) program: &'p Program,
    /// Its files' texts.
    pub(crate) quote: Quote<'p>,
}

impl Drawer<'_> {
    /// The checklist of a tool.
    pub(crate) fn tool(self, name: &str) -> Result<Graph, Unnamed> {
        let (id, tool) = self.found(name)?;
        Ok(of_tool::of_tool(self.program, id, tool, self.quote, None))
    }

    /// The same where something is not there.
    pub(crate) fn tool_without(self, name: &str, what: &str) -> Result<Graph, Unnamed> {
        let (id, tool) = self.found(name)?;
        let removed = Removed::of(what, self.program, self.quote)?;
        Ok(of_tool::of_tool(self.program, id, tool, self.quote, Some(&removed)))
    }

    /// All tools.
    pub(crate) fn overview(self, title: &str) -> Graph {
        overview::overview(self.program, title, self.quote, None)
    }

    /// The same where something is not there.
    pub(crate) fn overview_without(self, title: &str, what: &str) -> Result<Graph, Unnamed> {
        let removed = Removed::of(what, self.program, self.quote)?;
        Ok(overview::overview(self.program, title, self.quote, Some(&removed)))
    }

    fn found(&self, name: &str) -> Result<(ToolId, &Tool), Unnamed> {
        self.program.tool(name).ok_or_else(|| {
            let known = self.program.tools_by_name.keys().chain(self.program.tools_by_bare_name.keys());
            Unnamed::new("tool", name, known.map(|name| &**name))
        })
    }
}

/// A tier as people read it.
fn tier(tier: Tier) -> &'static str {
    match tier {
        Tier::ReadOnly => "read only",
        Tier::Reversible => "reversible",
        Tier::Irreversible => "irreversible",
    }
}
