//! Findings as annotations of a workflow on GitHub: a line for each, which its runner shows beside the changed lines.
//!
//! The form is that of the runner's workflow commands:
//! <https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions>

use chk::diagnostic::{Diagnostic, Severity, sanitise};
use chk::span::FileSet;

/// A line for each finding.
pub(crate) fn annotations(files: &FileSet, diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| annotation(files, diagnostic)).collect()
}

fn annotation(files: &FileSet, diagnostic: &Diagnostic) -> String {
    let command = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "notice",
    };
    let place = diagnostic.span().and_then(|span| {
        let file = files.file(span.file)?;
        let (start, end) = (file.location(span.start as usize), file.location(span.end as usize));
        // The runner takes columns only where the place is on one line.
        let columns = match start.line == end.line {
            true => format!(",col={},endColumn={}", start.column, end.column),
            false => String::new(),
        };
        Some(format!("file={},line={},endLine={}{columns},", property(file.name()), start.line, end.line))
    });
    let help = diagnostic.help_text().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
    let message = data(&format!("{}{help}", diagnostic.message()));
    format!("::{command} {}title={}::{message}\n", place.unwrap_or_default(), diagnostic.code())
}

/// What a line can hold of a message.
fn data(text: &str) -> String {
    // A line feed is written as the runner wants it; what else steers a terminal is shown.
    let lines: Vec<String> =
        text.split('\n').map(|line| sanitise(line).replace('%', "%25").replace('\r', "%0D")).collect();
    lines.join("%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
