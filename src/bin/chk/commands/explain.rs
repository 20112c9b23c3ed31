//! `chk explain`: the page of a code, or what the documentation says of a word, without a network.

use std::io::Write;

use chk::Code;
use chk::nearest::did_you_mean;
use chk::value::Value;
use chk::verdict::Layout;

use crate::args::ExplainArgs;
use crate::exit::{Exit, Stop};
use crate::output::human::{Page, Style};
use crate::output::json;
use crate::reference::{self, Explained, Kind};
use crate::terminal::Terminal;

pub(crate) fn run(args: &ExplainArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let word = args.word.join(" ").trim().to_owned();
    let is_json = args.format.is_json();
    let text = match (Code::from_name(&word), word.is_empty()) {
        (Some(code), _) if is_json => json::document(&described(code), Layout::Pretty),
        (Some(code), _) => page(code, terminal),
        (None, true) if is_json => json::document(&everything(), Layout::Pretty),
        (None, true) => list(terminal),
        (None, false) => {
            let explained = reference::explain(&word).ok_or_else(|| unknown(&word))?;
            match is_json {
                true => json::document(&explained_word(&word, &explained), Layout::Pretty),
                false => passages(&word, &explained, terminal),
            }
        }
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}

fn unknown(word: &str) -> Stop {
    let words: Vec<&str> = reference::words().iter().flat_map(|section| section.words.clone()).collect();
    let known = Code::ALL.iter().map(|code| code.as_str()).chain(words);
    let help = did_you_mean(word, known).map_or_else(String::new, |help| format!("; {help}"));
    Stop::Usage(format!("`explain`: no code and no word is called `{word}`{help}; `chk explain` lists them"))
}

/// `{"codes": [...], "words": [{"section", "words"}]}`
fn everything() -> Value {
    let sections = reference::words().into_iter().map(|section| {
        let words = Value::list(section.words.into_iter().map(Value::from));
        Value::map([("section", section.section.into()), ("words", words)])
    });
    Value::map([
        ("codes", Value::list(Code::ALL.iter().map(|code| described(*code)))),
        ("words", Value::list(sections)),
    ])
}

/// `{"word", "passages": [{"page", "section", "term", "text"}], "example"}`
fn explained_word(word: &str, explained: &Explained) -> Value {
    let passages = explained.passages.iter().map(|passage| {
        Value::map([
            ("page", Value::from(passage.page)),
            ("section", passage.section.into()),
            ("term", passage.term.into()),
            ("text", passage.text.as_str().into()),
        ])
    });
    let example = explained.example.as_deref().map_or(Value::Null, Value::from);
    Value::map([("word", word.into()), ("passages", Value::list(passages)), ("example", example)])
}

/// What is said of a word, under the titles that it stands below, and an example.
fn passages(word: &str, explained: &Explained, terminal: Terminal) -> String {
    let mut page = Page::new(terminal);
    page.line(0, &[(Style::Strong, word)]);
    let mut above = ("", "");
    for passage in &explained.passages {
        if above != (passage.page, passage.section) {
            above = (passage.page, passage.section);
            page.empty_line();
            page.line(0, &[(Style::Strong, passage.section), (Style::Faint, &format!("  {}", passage.page))]);
        }
        let text = without_links(&passage.text);
        match passage.kind {
            Kind::Row => page.say(2, &format!("{}: {text}", without_links(passage.term))),
            // It holds its own term.
            Kind::Introduction | Kind::Paragraph => page.say(2, &text),
        }
    }
    if let Some(example) = &explained.example {
        page.title("Example");
        page.verbatim(4, example);
    }
    page.finish()
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

/// `[always-true](always-true.md)` as `always-true`: there is nothing to click on, nor is anything bold.
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
    (shown + rest).replace("**", "")
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
    for section in reference::words() {
        page.title(&format!("Words: {}", section.section));
        page.say(2, &section.words.join(", "));
    }
    page.empty_line();
    page.say(0, "`chk explain CODE` and `chk explain WORD` say more.");
    page.finish()
}
