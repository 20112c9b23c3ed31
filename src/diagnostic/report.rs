//! Diagnostics as miette draws them: with the source, a label at every place and a help line.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use miette::LabeledSpan;

use super::source::Source;
use super::{Code, Diagnostic, Label, Severity, sanitise};
use crate::span::{FileId, FileSet};

/// A drawing shows so many places of one diagnostic; the JSON form has them all.
const MOST_LABELS: usize = 24;

/// A diagnostic together with the texts it speaks of; what it says is safe for a terminal.
#[derive(Debug)]
pub struct Report {
    message: String,
    code: Option<&'static str>,
    severity: Severity,
    help: Option<String>,
    source: Option<Arc<Source>>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Report>,
}

/// A report for each diagnostic. Each file is prepared once, however many diagnostics speak of it.
pub fn reports(files: &FileSet, diagnostics: &[Diagnostic]) -> Vec<Report> {
    let mut sources = Sources { files, prepared: BTreeMap::new() };
    diagnostics.iter().map(|diagnostic| report(&mut sources, diagnostic)).collect()
}

fn report(sources: &mut Sources<'_>, diagnostic: &Diagnostic) -> Report {
    // Of a file that could not be read there is nothing to show; its name stands in the message.
    let is_unread = |span: crate::span::Span| {
        matches!(diagnostic.code(), Code::MissingFile | Code::UnreadableFile)
            && sources.files.file(span.file).is_some_and(|file| file.text().is_empty())
    };
    let home = diagnostic.span().filter(|span| !is_unread(*span)).map(|span| span.file);
    let readable = diagnostic.labels().iter().filter(|label| !is_unread(label.span));
    let shown: Vec<&Label> = readable.take(MOST_LABELS).collect();
    let mut others: Vec<FileId> = Vec::new();
    for label in &shown {
        if Some(label.span.file) != home && !others.contains(&label.span.file) {
            others.push(label.span.file);
        }
    }
    let (source, labels) = home.map_or((None, Vec::new()), |file| sources.labels(file, &shown));
    let elsewhere = others.into_iter().map(|file| aside(sources, file, &shown)).collect();
    Report {
        message: sanitise(diagnostic.message()).into_owned(),
        code: Some(diagnostic.code().as_str()),
        severity: diagnostic.severity(),
        help: diagnostic.help_text().map(|help| sanitise(help).into_owned()),
        source,
        labels,
        elsewhere,
    }
}

/// The places of a diagnostic in another file than its first: miette draws one file at a time.
fn aside(sources: &mut Sources<'_>, file: FileId, shown: &[&Label]) -> Report {
    let (source, labels) = sources.labels(file, shown);
    let name = source.as_ref().map_or("another file", |source| source.name());
    Report {
        message: format!("also involved: {name}"),
        code: None,
        severity: Severity::Advice,
        help: None,
        source,
        labels,
        elsewhere: Vec::new(),
    }
}

struct Sources<'a> {
    files: &'a FileSet,
    prepared: BTreeMap<FileId, Option<Arc<Source>>>,
}

impl Sources<'_> {
    fn source(&mut self, id: FileId) -> Option<Arc<Source>> {
        let files = self.files;
        self.prepared.entry(id).or_insert_with(|| files.file(id).map(|file| Arc::new(Source::new(file)))).clone()
    }

    /// The labels that stand in one file; the first of them is the primary one.
    fn labels(&mut self, file: FileId, labels: &[&Label]) -> (Option<Arc<Source>>, Vec<LabeledSpan>) {
        let Some(source) = self.source(file) else { return (None, Vec::new()) };
        let mut drawn = Vec::new();
        let own: Vec<&&Label> = labels.iter().filter(|label| label.span.file == file).collect();
        // A place that says nothing and holds others that do would be drawn through them.
        let is_around = |outer: &Label| {
            let holds = |inner: &Label| {
                inner.span != outer.span && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end
            };
            outer.text.is_empty() && own.iter().any(|inner| !inner.text.is_empty() && holds(inner))
        };
        for label in own.iter().filter(|label| !is_around(label)) {
            let (start, length) = source.visible(label.span);
            let text = (!label.text.is_empty()).then(|| sanitise(&label.text).into_owned());
            drawn.push(if drawn.is_empty() {
                LabeledSpan::new_primary_with_span(text, (start, length))
            } else {
                LabeledSpan::new_with_span(text, (start, length))
            });
        }
        (Some(source), drawn)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.source.as_deref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        (!self.labels.is_empty())
            .then(|| Box::new(self.labels.iter().cloned()) as Box<dyn Iterator<Item = LabeledSpan>>)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        let elsewhere = self.elsewhere.iter().map(|report| report as &dyn miette::Diagnostic);
        (!self.elsewhere.is_empty()).then(|| Box::new(elsewhere) as Box<dyn Iterator<Item = &dyn miette::Diagnostic>>)
    }
}
