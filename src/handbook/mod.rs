//! A policy in plain sentences, as a page that a person reads and signs.
//!
//! Every sentence is derived from what is judged by, and quotes the author where the author says it better.

mod guards;
mod html;
mod markdown;
mod results;
mod rules;
mod sentence;
mod shared;
mod slot;
mod source;
mod tool;

use std::sync::Arc;

use crate::program::{Program, Quote};
use crate::value::Value;

pub use sentence::{Piece, Sentence};

/// A policy in plain sentences.
///
/// ```
/// let policy = chk::Policy::from_text("lamp.chk", r#"
/// language 1
/// provider lamp { tool dim { reversible  slot level: integer from user_answer ask "How bright?" } }
/// "#)?;
/// let page = policy.handbook().to_markdown();
/// assert!(page.contains("the person's answer to “How bright?”"));
/// assert!(page.contains(policy.digest()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Handbook {
    /// The policy's first file.
    pub policy: Arc<str>,
    /// Its digest: what a signature stands for.
    pub digest: Arc<str>,
    /// The names of all its files.
    pub files: Vec<Arc<str>>,
    /// Every tool in a line.
    pub rows: Vec<Row>,
    /// A chapter for each tool, then those that hold for several.
    pub chapters: Vec<Chapter>,
}

/// A tool in a line.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its full name.
    pub tool: Arc<str>,
    /// How much it changes.
    pub tier: &'static str,
    /// The names of what the person has to agree to.
    pub approvals: Vec<Arc<str>>,
    /// The lookups that its values are held against.
    pub lookups: Vec<Arc<str>>,
    /// How many conditions have to hold.
    pub required: usize,
    /// How many things are forbidden.
    pub forbidden: usize,
}

/// A chapter.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Its title: a tool's name, or what it is about.
    pub title: Sentence,
    /// What stands before its parts.
    pub lead: Vec<Sentence>,
    /// Its parts.
    pub parts: Vec<Part>,
}

/// A part of a chapter.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its title; none where the chapter has one part alone.
    pub title: Option<&'static str>,
    /// What it says.
    pub points: Vec<Point>,
}

/// Something that is said, with what belongs below it.
#[derive(Clone, Debug)]
pub struct Point {
    /// The sentence.
    pub text: Sentence,
    /// What belongs to it.
    pub below: Vec<Point>,
}

impl Point {
    fn new(text: Sentence) -> Point {
        Point { text, below: Vec::new() }
    }
}

/// What has to be known to read the rest.
const PREFACE: &[&str] = &[
    "A language model proposes calls of the tools below. What it proposes counts only where a place that is listed here bears it out. A call runs only when nothing that it needs is unknown and no condition is broken; nothing on this page permits a call by itself.",
    "Words in this type are names and expressions of the policy, as they are written there.",
];

/// What the sentences are made from.
#[derive(Clone, Copy, Debug)]
struct Author<'p> {
    program: &'p Program,
    quote: Quote<'p>,
}

impl Handbook {
    pub(crate) fn of(program: &Program, quote: Quote<'_>, policy: &str, digest: &str) -> Handbook {
        let author = Author { program, quote };
        let mut chapters: Vec<Chapter> = program.tools.iter().map(|tool| author.tool(tool)).collect();
        chapters.extend(author.shared());
        Handbook {
            policy: policy.into(),
            digest: digest.into(),
            files: quote.names().map(Arc::from).collect(),
            rows: program.tools.iter().map(|tool| author.row(tool)).collect(),
            chapters,
        }
    }

    /// As Markdown.
    pub fn to_markdown(&self) -> String {
        markdown::write(self)
    }

    /// As a page that needs nothing else to be seen: no script, nothing from elsewhere.
    pub fn to_html(&self) -> String {
        html::write(self)
    }

    /// `{"policy", "digest", "files", "tools": [{"tool", "tier", "approvals", "lookups", "required", "forbidden"}], "chapters":
    /// [{"title", "lead", "parts": [{"title", "points": [{"text", "below"}]}]}]}`
    pub fn to_value(&self) -> Value {
        let texts = |texts: &[Arc<str>]| Value::list(texts.iter().map(|text| Value::Text(Arc::clone(text))));
        let row = |row: &Row| {
            Value::map([
                ("tool", Value::Text(Arc::clone(&row.tool))),
                ("tier", row.tier.into()),
                ("approvals", texts(&row.approvals)),
                ("lookups", texts(&row.lookups)),
                ("required", row.required.into()),
                ("forbidden", row.forbidden.into()),
            ])
        };
        Value::map([
            ("policy", Value::Text(Arc::clone(&self.policy))),
            ("digest", Value::Text(Arc::clone(&self.digest))),
            ("files", texts(&self.files)),
            ("tools", Value::list(self.rows.iter().map(row))),
            ("chapters", Value::list(self.chapters.iter().map(Chapter::to_value))),
        ])
    }
}

impl Chapter {
    fn to_value(&self) -> Value {
        let part = |part: &Part| {
            Value::map([
                ("title", part.title.map_or(Value::Null, Value::from)),
                ("points", Value::list(part.points.iter().map(Point::to_value))),
            ])
        };
        Value::map([
            ("title", Value::text(self.title.to_string())),
            ("lead", Value::list(self.lead.iter().map(|sentence| Value::text(sentence.to_string())))),
            ("parts", Value::list(self.parts.iter().map(part))),
        ])
    }
}

impl Point {
    fn to_value(&self) -> Value {
        Value::map([
            ("text", Value::text(self.text.to_string())),
            ("below", Value::list(self.below.iter().map(Point::to_value))),
        ])
    }
}
