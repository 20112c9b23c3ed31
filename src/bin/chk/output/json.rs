//! What is written for programs.

use chk::diagnostic::{Diagnostic, Label, sanitise_json};
use chk::span::{FileSet, Location};
use chk::value::Value;
use chk::verdict::{Layout, write_json};

/// Version 1 of the form of diagnostics, which others build on:
/// `{"code", "severity", "message", "help", "labels": [{"file", "start": {"line", "column", "offset"}, "end", "text"}]}`.
pub(crate) fn diagnostics(files: &FileSet, diagnostics: &[Diagnostic]) -> Vec<Value> {
    diagnostics.iter().map(|diagnostic| one(files, diagnostic)).collect()
}

fn one(files: &FileSet, diagnostic: &Diagnostic) -> Value {
    Value::map([
        ("code", Value::from(diagnostic.code().as_str())),
        ("severity", diagnostic.severity().as_str().into()),
        ("message", diagnostic.message().into()),
        ("help", diagnostic.help_text().map_or(Value::Null, Value::from)),
        ("labels", Value::list(diagnostic.labels().iter().filter_map(|found| label(files, found)))),
    ])
}

fn label(files: &FileSet, label: &Label) -> Option<Value> {
    let file = files.file(label.span.file)?;
    let at = |offset: u32| place(file.location(offset as usize));
    Some(Value::map([
        ("file", Value::from(file.name())),
        ("start", at(label.span.start)),
        ("end", at(label.span.end)),
        ("text", label.text.as_str().into()),
    ]))
}

fn place(location: Location) -> Value {
    Value::map([
        ("line", Value::from(location.line)),
        ("column", location.column.into()),
        ("offset", location.offset.into()),
    ])
}

/// `{"diagnostics": [...]}`
pub(crate) fn all(list: Vec<Value>) -> Value {
    Value::map([("diagnostics", Value::list(list))])
}

/// A document and the end of its line; nothing in it steers a terminal that it is shown on.
pub(crate) fn document(value: &Value, layout: Layout) -> String {
    let mut json = sanitise_json(&write_json(value, layout)).into_owned();
    json.push('\n');
    json
}
