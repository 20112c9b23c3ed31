//! Findings in the Static Analysis Results Interchange Format, version 2.1.0:
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use std::collections::BTreeSet;

use chk::Code;
use chk::diagnostic::{Diagnostic, Edit, Label, Severity};
use chk::span::{FileSet, Span};
use chk::value::Value;

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// A log of one run. Each policy's findings come with the files that they speak of.
pub(crate) fn log(policies: &[(&FileSet, &[Diagnostic])]) -> Value {
    let codes: BTreeSet<Code> = policies.iter().flat_map(|(_, list)| list.iter().map(Diagnostic::code)).collect();
    let codes: Vec<Code> = codes.into_iter().collect();
    let results = policies.iter().flat_map(|(files, list)| list.iter().map(|one| result(files, one, &codes)));
    let driver = Value::map([
        ("name", Value::from("chk")),
        ("semanticVersion", env!("CARGO_PKG_VERSION").into()),
        ("rules", Value::list(codes.iter().map(|code| rule(*code)))),
    ]);
    let run = Value::map([
        ("tool", Value::map([("driver", driver)])),
        // Columns are counted in Unicode scalars.
        ("columnKind", "unicodeCodePoints".into()),
        ("results", Value::list(results)),
    ]);
    Value::map([("$schema", Value::from(SCHEMA)), ("version", "2.1.0".into()), ("runs", Value::list([run]))])
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "note",
    }
}

fn text(text: &str) -> Value {
    Value::map([("text", text)].map(|(key, text)| (key, Value::from(text))))
}

fn rule(code: Code) -> Value {
    Value::map([
        ("id", Value::from(code.as_str())),
        ("shortDescription", text(code.summary())),
        ("help", Value::map([("text", Value::from(code.page())), ("markdown", code.page().into())])),
        ("defaultConfiguration", Value::map([("level", Value::from(level(code.severity())))])),
    ])
}

fn result(files: &FileSet, diagnostic: &Diagnostic, codes: &[Code]) -> Value {
    let code = diagnostic.code();
    let help = diagnostic.help_text().map(|help| format!("\n{help}")).unwrap_or_default();
    let mut entries = vec![
        ("ruleId", Value::from(code.as_str())),
        ("ruleIndex", codes.binary_search(&code).unwrap_or_default().into()),
        ("level", level(code.severity()).into()),
        ("message", text(&format!("{}{help}", diagnostic.message()))),
    ];
    let mut labels = diagnostic.labels().iter().filter_map(|label| location(files, label));
    entries.push(("locations", Value::list(labels.next())));
    let related: Vec<Value> = labels.collect();
    if !related.is_empty() {
        entries.push(("relatedLocations", Value::list(related)));
    }
    if !diagnostic.fix().is_empty() {
        entries.push(("fixes", Value::list([fix(files, diagnostic.fix())])));
    }
    Value::map(entries)
}

fn artifact(files: &FileSet, span: Span) -> Option<Value> {
    Some(Value::map([("uri", Value::from(uri(files.file(span.file)?.name()).as_str()))]))
}

/// A path as a reference: what a reference keeps for itself, or cannot hold, is written as its bytes.
fn uri(path: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let written = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    path.replace('\\', "/").bytes().map(written).collect()
}

fn region(files: &FileSet, span: Span) -> Option<Value> {
    let file = files.file(span.file)?;
    let (start, end) = (file.location(span.start as usize), file.location(span.end as usize));
    Some(Value::map([
        ("startLine", Value::from(start.line)),
        ("startColumn", start.column.into()),
        ("endLine", end.line.into()),
        ("endColumn", end.column.into()),
    ]))
}

fn location(files: &FileSet, label: &Label) -> Option<Value> {
    let place = [("artifactLocation", artifact(files, label.span)?), ("region", region(files, label.span)?)];
    let mut entries = vec![("physicalLocation", Value::map(place))];
    if !label.text.is_empty() {
        entries.push(("message", text(&label.text)));
    }
    Some(Value::map(entries))
}

fn fix(files: &FileSet, edits: &[Edit]) -> Value {
    let change = |edit: &Edit| {
        let replacement = [("deletedRegion", region(files, edit.span)?), ("insertedContent", text(&edit.text))];
        let replacements = Value::list([Value::map(replacement)]);
        Some(Value::map([("artifactLocation", artifact(files, edit.span)?), ("replacements", replacements)]))
    };
    Value::map([("artifactChanges", Value::list(edits.iter().filter_map(change)))])
}
