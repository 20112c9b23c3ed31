//! The calls that a model wrote as text, of the tools that it was offered.

use std::sync::Arc;

use crate::program::Program;
use crate::value::Value;
use crate::words::{self, Form};

use super::expr::View;

/// What interfaces put before a name.
const PREFIXES: &[&str] = &[
    "functions.",
    "functions/",
    "functions:",
    "function.",
    "tools.",
    "default_api.",
    "default_api:",
    "mcp__",
    "mcp_",
    "mcp.",
    "mcp/",
    "mcp-",
];
/// What parts a server's name from a tool's, where a point may not stand in a name.
const SEPARATORS: &[&str] = &["__", "--", ".", "-", "/", ":", "_"];

/// The calls written in a text, of tools that were offered where that is known.
pub(crate) fn calls_in(view: &View<'_>, text: &str) -> Value {
    let turn = view.snapshot().turn.as_ref();
    let offered = turn.and_then(|turn| turn.tools.as_ref()).and_then(Value::as_list);
    let offered = offered.map(|tools| tools.iter().filter_map(Value::as_text).collect::<Vec<_>>());
    let named = |name: &str, form: Form| meant(view.scene.program, offered.as_deref(), name, form);
    let call = |call: words::WrittenCall| {
        Value::map([
            ("tool", Value::Text(call.tool)),
            ("arguments", call.arguments),
            ("whole", Value::Bool(call.whole)),
            ("tagged", Value::Bool(call.tagged)),
        ])
    };
    Value::list(words::written_calls(text, &named).into_iter().map(call))
}

/// The tool that a written name means: as it is written, or else without an interface's prefix and with a point between
/// server and tool. Where nobody knows what was offered, a sure form may name anything.
fn meant(program: &Program, offered: Option<&[&str]>, name: &str, form: Form) -> Option<Arc<str>> {
    let full = |name: &str| program.tool(name).map(|(_, tool)| Arc::clone(&tool.name));
    let own = |name: &str| full(name).unwrap_or_else(|| name.into());
    let Some(offered) = offered else {
        let declared = || written(name).find_map(|name| full(&name));
        return (form == Form::Sure).then(|| declared().unwrap_or_else(|| own(name)));
    };
    written(name).find_map(|name| {
        let means =
            |other: &&&str| own(other) == own(&name) || other.split_once('.').is_some_and(|(_, bare)| bare == name);
        let mut meant = offered.iter().filter(means);
        match (meant.next()?, meant.next()) {
            (one, None) => Some(own(one)),
            // A bare name that two tools have stays as it is written.
            (_, Some(_)) => Some(own(&name)),
        }
    })
}

/// The names that a written one may stand for, itself first.
fn written(name: &str) -> impl Iterator<Item = String> {
    let bare = PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)).filter(|bare| !bare.is_empty());
    let names: Vec<String> = [name].into_iter().chain(bare).map(str::to_owned).collect();
    let parted: Vec<String> = names.iter().flat_map(|name| pointed(name)).collect();
    names.into_iter().chain(parted)
}

/// The name with a point in the place of each separator in turn.
fn pointed(name: &str) -> Vec<String> {
    let at = |separator: &&str| name.match_indices(*separator).map(|(at, found)| (at, found.len())).collect::<Vec<_>>();
    let places = SEPARATORS.iter().flat_map(at);
    let with_point = |(at, len): (usize, usize)| {
        let server = name.get(..at).filter(|server| !server.is_empty())?;
        let tool = name.get(at + len..).filter(|tool| !tool.is_empty())?;
        Some(format!("{server}.{tool}"))
    };
    places.filter_map(with_point).collect()
}
