//! What is wrong with a snapshot, and where.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

use super::limits::MAX_PROBLEMS;
use crate::diagnostic::{Code, Diagnostic};
use crate::span::{FileSet, Span};

/// One thing that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    code: Code,
    message: String,
    help: Option<String>,
    span: Range<usize>,
    related: Option<(Range<usize>, &'static str)>,
}

impl Problem {
    pub(crate) fn new(code: Code, span: Range<usize>, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), help: None, span, related: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn maybe_help(mut self, help: Option<String>) -> Problem {
        self.help = help.or(self.help);
        self
    }

    pub(crate) fn related(mut self, span: Range<usize>, text: &'static str) -> Problem {
        self.related = Some((span, text));
        self
    }

    /// Its row in the table of codes.
    pub fn code(&self) -> Code {
        self.code
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do.
    pub fn help_text(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The place, in bytes of the text.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The other place that it involves, with what is to be seen there.
    pub fn other_place(&self) -> Option<(Range<usize>, &str)> {
        self.related.as_ref().map(|(span, text)| (span.clone(), *text))
    }
}

/// The problems of one document as they are found: in their order, and never more than [`MAX_PROBLEMS`].
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: Vec<Problem>,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: Problem) {
        if !self.is_full() {
            self.list.push(problem);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether another problem would not be listed.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= MAX_PROBLEMS
    }

    pub(crate) fn spans(&self) -> Vec<Range<usize>> {
        self.list.iter().map(Problem::span).collect()
    }

    /// The problems in the order of their places.
    pub(crate) fn into_error(mut self, text: &str) -> SnapshotError {
        self.list.sort_by_key(|problem| problem.span.start);
        SnapshotError { problems: self.list, name: "snapshot".into(), text: text.into() }
    }
}

/// Everything that is wrong with a snapshot, at once.
///
/// ```
/// let error = chk::Snapshot::from_yaml("chk: 1\ncall: { toool: bank.transfer }\n").unwrap_err();
/// let messages: Vec<&str> = error.problems().iter().map(|problem| problem.message()).collect();
/// assert_eq!(messages, ["`call` knows no key `toool`", "`call` has no `tool`"]);
/// assert_eq!(error.problems()[0].help_text(), Some("did you mean `tool`?"));
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.listing())]
pub struct SnapshotError {
    problems: Vec<Problem>,
    name: Arc<str>,
    text: Arc<str>,
}

impl SnapshotError {
    /// A mistake of the host in the order of things, which no text holds.
    pub(crate) fn told(message: &str, help: &str) -> SnapshotError {
        let mut problems = Problems::default();
        problems.push(Problem::new(Code::MissingKey, 0..0, message).help(help));
        problems.into_error("")
    }

    /// The same problems of a text with this name, as a file's path.
    pub fn named(mut self, name: impl Into<Arc<str>>) -> SnapshotError {
        self.name = name.into();
        self
    }

    /// What is wrong, in the order of the places; never empty.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The text that the places stand in; where it was not UTF-8, what could be read of it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same as diagnostics, of a file that is added to the set.
    pub fn diagnostics(&self, files: &mut FileSet) -> Vec<Diagnostic> {
        let file = files.add(&*self.name, self.text.clone());
        let span = |range: &Range<usize>| Span::new(file, range.start, range.end);
        let diagnostic = |problem: &Problem| {
            let diagnostic =
                Diagnostic::new(problem.code, span(&problem.span), &*problem.message).maybe_help(problem.help.clone());
            match &problem.related {
                Some((place, text)) => diagnostic.label(span(place), *text),
                None => diagnostic,
            }
        };
        self.problems.iter().map(diagnostic).collect()
    }

    /// A line for each problem: `name:line:column: message (help)`.
    fn listing(&self) -> String {
        let mut files = FileSet::new();
        let id = files.add(&*self.name, self.text.clone());
        let place = |offset| {
            files.file(id).map_or((1, 1), |file| {
                let location = file.location(offset);
                (location.line, location.column)
            })
        };
        let mut lines = String::new();
        for (index, problem) in self.problems.iter().enumerate() {
            let (line, column) = place(problem.span.start);
            let newline = if index > 0 { "\n" } else { "" };
            let _ = write!(lines, "{newline}{}:{line}:{column}: {}", self.name, problem.message);
            if let Some(help) = &problem.help {
                let _ = write!(lines, " ({help})");
            }
        }
        lines
    }
}

/// The head of a text of the document, for a message.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        Some((at, _)) => Cow::Owned(format!("{}...", text.get(..at).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}
