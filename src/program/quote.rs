//! Parts of a policy as their author wrote them.

use crate::span::{FileSet, Span};

use super::{Message, MessagePart, Step};

/// The files of a policy, to quote from.
#[derive(Clone, Copy, Debug)]
pub struct Quote<'a> {
    files: &'a FileSet,
}

impl<'a> Quote<'a> {
    /// From these files.
    pub fn new(files: &'a FileSet) -> Quote<'a> {
        Quote { files }
    }

    /// What a span covers: of several lines one, without their comments.
    pub fn span(&self, span: Span) -> String {
        let text = self.files.text(span);
        if !text.contains('\n') {
            return text.to_owned();
        }
        let lines = text.lines().map(|line| without_comment(line).trim()).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join(" ")
    }

    /// A message with its insertions as they are written: `Send {amount}?`
    pub fn message(&self, message: &Message) -> String {
        let part = |part: &MessagePart| match part {
            MessagePart::Literal(text) => text.to_string(),
            MessagePart::Insert(expr) => format!("{{{}}}", self.span(expr.span)),
            MessagePart::Call => "{call}".to_owned(),
            MessagePart::Found => "{found}".to_owned(),
        };
        message.parts.iter().map(part).collect()
    }

    /// A path: `payees[where it.name is said].account`.
    pub fn steps(&self, steps: &[Step]) -> String {
        let mut path = String::new();
        for step in steps {
            match step {
                Step::Field(name) if path.is_empty() => path.push_str(name),
                Step::Field(name) => path.push_str(&format!(".{name}")),
                Step::Key(key) => path.push_str(&format!("[{}]", self.span(key.span))),
                Step::All => path.push_str("[*]"),
                Step::Where(condition) => path.push_str(&format!("[where {}]", self.span(condition.span))),
            }
        }
        path
    }

    /// The names of all files.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.files.iter().map(|(_, file)| file.name())
    }

    /// The file in which a span stands, and its first line.
    pub fn place(&self, span: Span) -> Option<(&'a str, usize)> {
        let file = self.files.file(span.file)?;
        Some((file.name(), file.location(span.start as usize).line))
    }
}

/// A line up to its comment; a `#` in a text is none.
fn without_comment(line: &str) -> &str {
    let (mut quoted, mut before) = (false, ' ');
    for (at, letter) in line.char_indices() {
        match letter {
            '"' if before != '\\' => quoted = !quoted,
            '#' if !quoted && before.is_whitespace() => return line.get(..at).unwrap_or(line),
            _ => {}
        }
        before = letter;
    }
    line
}
