//! What is written for programs.

use chk::diagnostic::{Diagnostic, Label, sanitise_json};
use chk::span::{FileSet, Location};
use serde::Serialize;

/// Version 1 of the form of diagnostics.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Diagnostics {
    pub(crate) diagnostics: Vec<OneDiagnostic>,
}

#[derive(Debug, PartialEq, Serialize)]
pub(crate) struct OneDiagnostic {
    code: &'static str,
    severity: &'static str,
    message: String,
    help: Option<String>,
    labels: Vec<OneLabel>,
}

#[derive(Debug, PartialEq, Serialize)]
struct OneLabel {
    file: String,
    start: Place,
    end: Place,
    text: String,
}

#[derive(Debug, PartialEq, Serialize)]
struct Place {
    line: usize,
    column: usize,
    offset: usize,
}

impl Diagnostics {
    pub(crate) fn new(files: &FileSet, diagnostics: &[Diagnostic]) -> Diagnostics {
        Diagnostics {
            diagnostics: diagnostics.iter().map(|diagnostic| OneDiagnostic::new(files, diagnostic)).collect(),
        }
    }
}

impl OneDiagnostic {
    fn new(files: &FileSet, diagnostic: &Diagnostic) -> OneDiagnostic {
        OneDiagnostic {
            code: diagnostic.code().as_str(),
            severity: diagnostic.severity().as_str(),
            message: diagnostic.message().to_owned(),
            help: diagnostic.help_text().map(str::to_owned),
            labels: diagnostic.labels().iter().filter_map(|label| OneLabel::new(files, label)).collect(),
        }
    }
}

impl OneLabel {
    fn new(files: &FileSet, label: &Label) -> Option<OneLabel> {
        let file = files.file(label.span.file)?;
        let place = |offset: u32| Place::from(file.location(offset as usize));
        Some(OneLabel {
            file: file.name().to_owned(),
            start: place(label.span.start),
            end: place(label.span.end),
            text: label.text.clone(),
        })
    }
}

impl From<Location> for Place {
    fn from(location: Location) -> Place {
        Place { line: location.line, column: location.column, offset: location.offset }
    }
}

/// One document, with a line for every entry; nothing in it steers a terminal that it is shown on.
pub(crate) fn document(value: &impl Serialize) -> String {
    let mut json = serde_json::to_string_pretty(value).unwrap_or_default();
    json.push('\n');
    sanitise_json(&json).into_owned()
}

/// One document in one line.
pub(crate) fn line(value: &impl Serialize) -> String {
    let mut json = serde_json::to_string(value).unwrap_or_default();
    json.push('\n');
    sanitise_json(&json).into_owned()
}
