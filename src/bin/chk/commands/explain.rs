//! `chk explain`: the page of a code, without a network.

use std::io::Write;

use chk::Code;
use chk::value::Value;
use chk::verdict::Layout;

use crate::args::ExplainArgs;
use crate::exit::{Exit, Stop};
use crate::output::human::{Page, Style};
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &ExplainArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let code = args.code.as_deref().map(|word| super::code("explain", word, |_| true)).transpose()?;
    let text = match (code, args.format.is_json()) {
        (Some(code), true) => json::document(&described(code), Layout::Pretty),
        (None, true) => {
            let all = Value::list(Code::ALL.iter().map(|code| described(*code)));
            json::document(&Value::map([("codes", all)]), Layout::Pretty)
        }
        (Some(code), false) => page(code, terminal),
        (None, false) => list(terminal),
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

/// `{"code", "severity", "summary", "page"}`
fn described(code: Code) -> Value {
    Value::map([
        ("code", Value::from(code.as_str())),
        ("severity", code.severity().as_str().into()),
        ("summary", code.summary().into()),
        ("page", code.page().into()),
    ])
}

/// The page with its headings as titles and its examples set off.
fn page(code: Code, terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    let mut is_example = false;
    let mut paragraph = String::new();
    for line in code.page().lines().chain([""]) {
        let is_fence = line.starts_with("```");
        let is_break = is_example || is_fence || line.is_empty() || line.starts_with('#');
        if is_break && !paragraph.is_empty() {
            page.say(0, &without_links(&std::mem::take(&mut paragraph)));
        }
        if is_fence {
            is_example = !is_example;
        } else if is_example {
            page.verbatim(4, if line.is_empty() { " " } else { line });
        } else if let Some(title) = line.strip_prefix("## ") {
            page.title(title);
        } else if let Some(name) = line.strip_prefix("# ") {
            page.line(0, &[(Style::Strong, name), (Style::Faint, &format!("  {}", code.severity().as_str()))]);
        } else if !line.is_empty() {
            paragraph.push_str(if paragraph.is_empty() { "" } else { " " });
            paragraph.push_str(line);
        }
    }
    page.finish()
}

/// `[always-true](always-true.md)` as `always-true`: there is nothing to click on.
fn without_links(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, (name, after))) = rest.split_once('[').and_then(|(before, from)| {
        let (name, target) = from.split_once("](")?;
        let (_, after) = target.split_once(')')?;
        (!name.contains(['[', ']'])).then_some((before, (name, after)))
    }) {
        shown.push_str(before);
        shown.push_str(name);
        rest = after;
    }
    shown + rest
}

/// Every code in a line.
fn list(terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    let width = Code::ALL.iter().map(|code| code.as_str().len()).max().unwrap_or(0);
    for code in Code::ALL {
        let name = format!("{:width$}", code.as_str());
        let severity = format!("  {:7}  ", code.severity().as_str());
        page.line(0, &[(Style::Strong, &name), (Style::Faint, &severity), (Style::Plain, code.summary())]);
    }
    page.empty_line();
    page.say(0, "`chk explain CODE` says more.");
    page.finish()
}
