//! Calls that a model wrote as text instead of making them.
//!
//! A call begins a line or follows a tag and stands neither in code nor in quotation marks. In JSON it is an object of a
//! `name` and of `arguments` or `parameters` and nothing else, bare or wrapped as interfaces do it, alone, in a list, or one
//! after another. Behind a tag the other ways of writing that model families have are read too. What names no tool is no
//! call.
//!
//! Some forms are ones that other texts have too: an object of a `tool` or an `action`, the lines `Action:` and `Action
//! Input:`, a fence of code that is the whole text. Without a tag before them they are calls of tools that are known to be
//! offered alone.
//!
//! Behind a tag that announces a call, one whose arguments are broken or cut off is a call all the same, as long as its
//! name is whole: a person must not be shown it, and its arguments are `null`, since half of them would be guessed.
//!
//! In reading order: `tag`, `object` (JSON), `expression` (calls in brackets), `markup` (tags that name the tool), `leading`
//! (the name before the arguments), `channel` (the name in a message's header), `lines` (`Action:`).

mod channel;
mod expression;
mod leading;
mod lines;
mod markup;
mod object;
mod tag;

use std::ops::Range;
use std::sync::Arc;

use crate::value::Value;

use super::code::{code, merged};
use super::quotation::quotations;
use object::Read;
use tag::tag;

/// A call that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenCall {
    /// The tool that it names.
    pub tool: Arc<str>,
    /// An object, or null where it is broken or cut off.
    pub arguments: Value,
    /// Whether the text, apart from blanks and tags, is nothing but calls.
    pub whole: bool,
    /// Whether it stands between tags or after one.
    pub tagged: bool,
}

/// How sure it is from the form alone that what is written is a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Nothing but a call is written like this.
    Sure,
    /// Other texts have this form too: it is a call where the tool is known to be offered.
    Loose,
}

/// The calls in a text. `tool` is asked which tool a written name means; where it knows none, that is no call.
///
/// ```
/// use chk::words::written_calls;
/// let tool = |name: &str, _| (name == "wind").then(|| name.into());
/// let calls = written_calls("<tool_call>{\"name\": \"wind\", \"arguments\": {\"place\": \"Orvik\"}}</tool_call>", &tool);
/// assert_eq!(&*calls[0].tool, "wind");
/// assert!(calls[0].whole && calls[0].tagged);
/// assert!(written_calls("`{\"name\": \"wind\", \"arguments\": {}}` calls it.", &tool).is_empty());
/// ```
pub fn written_calls(text: &str, tool: &dyn Fn(&str, Form) -> Option<Arc<str>>) -> Vec<WrittenCall> {
    if let Some(inner) = fenced(text) {
        let loose = |name: &str, _| tool(name, Form::Loose);
        return calls(inner, &loose).filter(|calls| calls.iter().all(|call| call.whole)).unwrap_or_default();
    }
    calls(text, tool).unwrap_or_default()
}

/// The calls of a text, and none where it has none.
fn calls(text: &str, tool: &dyn Fn(&str, Form) -> Option<Arc<str>>) -> Option<Vec<WrittenCall>> {
    let code = code(&leading::unfenced(text));
    let walk = Walk { text, tool, at: 0, place: Place::Line, found: Vec::new(), machine: Vec::new(), residue: false };
    let Walk { mut found, machine, mut residue, .. } = walk.run(&code);
    if found.is_empty() {
        return None;
    }
    let quoted = quoted(text, code, machine);
    found.retain(|call| {
        let is_quoted = quoted.iter().any(|range| range.start <= call.at && call.at < range.end);
        residue |= is_quoted;
        !is_quoted
    });
    let call =
        |call: Found| WrittenCall { tool: call.tool, arguments: call.arguments, whole: !residue, tagged: call.tagged };
    Some(found.into_iter().map(call).collect())
}

/// What a fence of code holds that is the whole text: an answer of nothing but a call shows nobody anything.
fn fenced(text: &str) -> Option<&str> {
    let text = text.trim();
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let rest = text.trim_start_matches(mark);
    let fence = text.get(..text.len() - rest.len()).filter(|fence| fence.len() >= 3)?;
    let (info, inner) = rest.split_once('\n')?;
    let inner = inner.strip_suffix(fence)?;
    let is_line = inner.is_empty() || inner.ends_with('\n');
    // A second fence inside parts the text.
    (is_line && !info.contains(mark) && !inner.contains(fence)).then_some(inner)
}

/// A name with arguments, whatever the name.
struct Shape {
    name: String,
    arguments: Value,
    /// Whether other texts have this form too.
    is_loose: bool,
}

impl Shape {
    fn new(name: &str, arguments: Value) -> Shape {
        Shape { name: name.to_owned(), arguments, is_loose: false }
    }
}

struct Found {
    at: usize,
    tool: Arc<str>,
    arguments: Value,
    tagged: bool,
}

/// What stands before the place that is looked at, apart from blanks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Nothing on this line.
    Line,
    /// A tag, and whether it announces a call.
    Tag { announces: bool },
    /// A call, and whether a tag stands before it.
    Call { tagged: bool },
    /// Anything else.
    Prose,
}

struct Walk<'t> {
    text: &'t str,
    tool: &'t dyn Fn(&str, Form) -> Option<Arc<str>>,
    at: usize,
    place: Place,
    found: Vec<Found>,
    /// Where tags and calls stand.
    machine: Vec<Range<usize>>,
    /// Whether anything stands there that is no blank, no tag and no call.
    residue: bool,
}

impl Walk<'_> {
    fn run(mut self, code: &[Range<usize>]) -> Self {
        let mut code = code.iter().peekable();
        while let Some(rest) = self.text.get(self.at..)
            && let Some(c) = rest.chars().next()
        {
            while code.next_if(|range| range.start < self.at).is_some() {}
            if let Some(range) = code.next_if(|range| range.start == self.at) {
                self.residue = true;
                self.at = range.end;
                let ends_line = self.text.get(range.clone()).is_some_and(|text| text.ends_with('\n'));
                self.place = if ends_line { Place::Line } else { Place::Prose };
            } else if c.is_whitespace() || matches!(c, '\u{feff}' | '\u{200b}') {
                if c == '\n' && self.place == Place::Prose {
                    self.place = Place::Line;
                }
                self.at += c.len_utf8();
            } else if let Some((shape, end)) = markup::read(rest) {
                self.take(vec![shape], true, end);
            } else if let Some((shape, end)) = self.channel(rest) {
                self.take(vec![shape], true, end);
            } else if let Some(tag) = tag(rest) {
                self.machine.push(self.at..self.at + tag.len);
                self.at += tag.len;
                self.place = Place::Tag { announces: tag.announces };
            } else if matches!((self.place, c), (Place::Call { .. }, ',' | ';' | ']')) {
                // What parts calls, or ends a list that broke off behind them.
                self.at += 1;
            } else if matches!(c, '{' | '[') {
                self.value(rest);
            } else if let Some((shape, end)) = self.leading(rest) {
                self.take(vec![shape], true, end);
            } else if let Some((shape, end)) = self.lines(rest) {
                self.take(vec![shape], false, end);
            } else {
                self.pass(c.len_utf8());
            }
        }
        self
    }

    fn means(&self, name: &str, form: Form) -> bool {
        (self.tool)(name, form).is_some()
    }

    /// A message whose header names a tool. One to somebody else is a message.
    fn channel(&self, rest: &str) -> Option<(Shape, usize)> {
        channel::read(rest).filter(|(shape, _)| self.means(&shape.name, Form::Sure))
    }

    /// A name and its arguments behind a tag that announces them.
    fn leading(&self, rest: &str) -> Option<(Shape, usize)> {
        if !matches!(self.place, Place::Tag { announces: true } | Place::Call { tagged: true }) {
            return None;
        }
        let is_parted = self.text.get(..self.at).is_some_and(leading::ends_parted);
        leading::read(rest, is_parted, &|name| self.means(name, Form::Sure))
    }

    /// Lines of an `Action:` and its input, where a line begins.
    fn lines(&self, rest: &str) -> Option<(Shape, usize)> {
        let before = self.text.get(..self.at)?.trim_end_matches([' ', '\t', '\u{feff}']);
        let begins = before.is_empty() || before.ends_with('\n');
        if begins { lines::read(rest).filter(|(shape, _)| self.means(&shape.name, Form::Loose)) } else { None }
    }

    /// Reads what begins with a brace or a bracket. A JSON value that is no call is passed over as a whole, since what stands
    /// inside of it does not stand alone.
    fn value(&mut self, rest: &str) {
        let (tagged, announced) = match self.place {
            Place::Prose | Place::Line => (false, false),
            Place::Tag { announces } => (true, announces),
            Place::Call { tagged } => (tagged, tagged),
        };
        match object::read(rest) {
            Read::Calls(_, end) | Read::Other(end) if self.place == Place::Prose => self.pass(end),
            Read::Calls(shapes, end) => self.take(shapes, tagged, end),
            Read::Other(end) => self.pass(end),
            Read::Broken if self.place == Place::Prose => self.pass(1),
            Read::Broken => match object::cut_off_list(rest).or_else(|| expression::read(rest).filter(|_| tagged)) {
                Some((shapes, end)) => self.take(shapes, tagged, end),
                None => match object::broken(rest).or_else(|| expression::broken(rest)).filter(|_| announced) {
                    Some(shape) => self.take(vec![shape], tagged, to_next_tag(rest)),
                    None => self.pass(1),
                },
            },
        }
    }

    fn take(&mut self, shapes: Vec<Shape>, tagged: bool, len: usize) {
        for Shape { name, arguments, is_loose } in shapes {
            let form = if is_loose && !tagged { Form::Loose } else { Form::Sure };
            match (self.tool)(&name, form) {
                Some(tool) => self.found.push(Found { at: self.at, tool, arguments, tagged }),
                None => self.residue = true,
            }
        }
        self.machine.push(self.at..self.at + len);
        self.at += len;
        self.place = Place::Call { tagged };
    }

    fn pass(&mut self, len: usize) {
        self.residue = true;
        self.at += len;
        self.place = Place::Prose;
    }
}

/// How far it is to the next tag, or to the end.
fn to_next_tag(text: &str) -> usize {
    let starts = text.match_indices('<').map(|(at, _)| at).filter(|at| *at > 0);
    let mut tags = starts.filter(|at| text.get(*at..).and_then(tag).is_some());
    tags.next().unwrap_or(text.len())
}

/// Where quotations stand around tags and calls. What is inside of those is nothing that quotes: a text of JSON stands in
/// quotation marks too.
fn quoted(text: &str, code: Vec<Range<usize>>, machine: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for range in merged(machine) {
        let joins = |last: &&mut Range<usize>| {
            let between = text.get(last.end..range.start).unwrap_or_default();
            between.chars().all(|c| c.is_whitespace() || matches!(c, ',' | ';'))
        };
        match runs.last_mut().filter(joins) {
            Some(last) => last.end = range.end,
            None => runs.push(range),
        }
    }
    let stands_in_marks = |run: &&Range<usize>| {
        let before = text.get(..run.start).and_then(|text| text.trim_end().chars().next_back());
        let after = text.get(run.end..).and_then(|text| text.trim_start().chars().next());
        matches!(before.zip(after), Some(('"', '"') | ('\'', '\'') | ('“' | '„', '”') | ('„', '“') | ('‘', '’')))
    };
    let mut quoted: Vec<Range<usize>> = runs.iter().filter(stands_in_marks).cloned().collect();
    let passed = merged(code.into_iter().chain(runs).collect());
    quoted.extend(quotations(text, &passed).into_iter().map(|quotation| quotation.outer));
    merged(quoted)
}

#[cfg(test)]
mod tests;
