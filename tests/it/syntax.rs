//! What the syntax stage accepts, and what it says about the rest.
//!
//! A file under `tests/cases/syntax/err` carries what is to be said about it in comments below the lines concerned:
//!
//! ```text
//!   slot amount decimal
//! #             ^^^^^^^ error[syntax-error]: expected `:`, found `decimal`
//! #             help: it is written `slot NAME: TYPE`, and its clauses behind it
//! ```
//!
//! The carets underline the labelled text exactly; where it begins in the first column, the `#` is the first of them.
//! A further label reads `note: text`. The comments are taken out before the file is parsed. `CHK_BLESS=1` writes what
//! is said into the files, to be read before it is committed.

mod hostile;
mod tree;

use std::path::{Path, PathBuf};

use chk::diagnostic::Diagnostic;
use chk::span::{FileSet, Span};
use chk::syntax::{Parsed, parse};

#[test]
fn valid_files_have_no_diagnostics() {
    for path in cases("ok") {
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = read(&text);
        assert!(parsed.diagnostics.is_empty(), "{}:\n{}", path.display(), annotate(&text, &parsed.diagnostics));
    }
}

#[test]
fn mistakes_are_reported_where_they_are() {
    let bless = std::env::var_os("CHK_BLESS").is_some();
    let mut wrong = Vec::new();
    for path in cases("err") {
        let expected = std::fs::read_to_string(&path).unwrap();
        let text = without_expectations(&expected);
        let found = annotate(&text, &read(&text).diagnostics);
        if found == expected {
            continue;
        }
        if bless {
            std::fs::write(&path, found).unwrap();
        } else {
            wrong.push(format!("{}:\n{found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "something else was said about {} files\n\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn mistakes_are_the_same_with_other_line_ends() {
    for path in cases("err") {
        let text = without_expectations(&std::fs::read_to_string(&path).unwrap());
        let dos = read(&text.replace('\n', "\r\n"));
        let messages = |parsed: &Parsed| parsed.diagnostics.iter().map(|d| d.message().to_owned()).collect::<Vec<_>>();
        assert_eq!(messages(&read(&text)), messages(&dos), "{}", path.display());
    }
}

fn cases(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/syntax").join(folder);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn read(text: &str) -> Parsed {
    parse(FileSet::new().add("case.chk", text), text)
}

/// Whether a line says what is expected of the one above.
fn is_expectation(line: &str) -> bool {
    let said = line.strip_prefix('#').map(|rest| rest.trim_start_matches([' ', '^']));
    said.is_some_and(|said| ["error[", "warning[", "note: ", "help: "].iter().any(|word| said.starts_with(word)))
}

fn without_expectations(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !is_expectation(line)).collect()
}

/// The text with what is said about it below the lines concerned.
fn annotate(text: &str, diagnostics: &[Diagnostic]) -> String {
    let mut notes: Vec<(usize, String)> = Vec::new();
    for diagnostic in diagnostics {
        let head = format!("{}[{}]: {}", diagnostic.severity().as_str(), diagnostic.code(), diagnostic.message());
        let (first, others) = diagnostic.labels().split_first().unwrap();
        let (line, indent, carets) = underline(text, first.span);
        notes.push((line, format!("#{carets} {head}")));
        if let Some(help) = diagnostic.help_text() {
            notes.push((line, format!("#{indent}help: {help}")));
        }
        for label in others {
            let (line, _, carets) = underline(text, label.span);
            notes.push((line, format!("#{carets} note: {}", label.text)));
        }
    }
    let mut annotated = String::new();
    for (number, line) in text.split_inclusive('\n').chain(text.is_empty().then_some("")).enumerate() {
        annotated.push_str(line);
        for (_, note) in notes.iter().filter(|(line, _)| *line == number) {
            annotated.push_str(if annotated.ends_with('\n') || annotated.is_empty() { "" } else { "\n" });
            annotated.push_str(note);
            annotated.push('\n');
        }
    }
    annotated
}

/// The line of a span, and the blanks and carets below it, without the first column.
fn underline(text: &str, span: Span) -> (usize, String, String) {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = &text[..start];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = text[line_start..start].chars().count();
    let covered = text[start..end].split('\n').next().unwrap().chars().count();
    let indent = " ".repeat(column.saturating_sub(1));
    let carets = "^".repeat(if column == 0 { covered.saturating_sub(1) } else { covered });
    (before.matches('\n').count(), indent.clone(), indent + &carets)
}
