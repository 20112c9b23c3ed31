//! Reading snapshots: what is read, and what every bad input gets.

mod decode;
mod reader;
mod turn;

use chk::Snapshot;
use chk::snapshot::{SnapshotError, read};

/// `code line:column underlined | message`, a line for each problem.
fn told(error: &SnapshotError) -> Vec<String> {
    let mut files = chk::span::FileSet::new();
    let diagnostics = error.diagnostics(&mut files);
    let line = |diagnostic: &chk::diagnostic::Diagnostic| {
        let span = diagnostic.span().unwrap();
        let (_, file) = files.iter().next().unwrap();
        let place = file.location(span.start as usize);
        let underlined = files.text(span).replace('\0', "NUL").replace('\u{1b}', "ESC");
        format!("{} {}:{} {underlined} | {}", diagnostic.code(), place.line, place.column, diagnostic.message())
    };
    diagnostics.iter().map(line).collect()
}

/// What reading this as any document says.
fn unread(text: &str) -> Vec<String> {
    told(&read(text).unwrap_err())
}

/// What decoding this as a snapshot says.
fn refused(text: &str) -> Vec<String> {
    told(&Snapshot::from_yaml(text).unwrap_err())
}
