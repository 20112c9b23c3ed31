//! Test results as JUnit writes them: a suite a test file, which every build service reads.

use std::fmt::Write;

use chk::diagnostic::sanitise;
use chk::testing::{CaseReport, TestErrors};
use chk::value::Value;
use chk::verdict::{Layout, write_json};

use super::xml::escape;
use crate::commands::test::Tested;

/// The document. Times are 0: what a run takes says nothing of a policy, and the same cases give the same bytes.
pub(crate) fn document(tested: &[Tested]) -> String {
    let suites: Vec<Suite> = tested.iter().map(Suite::of).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let (tests, failures, errors) = (sum(|suite| suite.tests), sum(|suite| suite.failures), sum(|suite| suite.errors));
    let mut document = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"");
    put(&mut document, format_args!("<testsuites name=\"chk test\" {counts} time=\"0\">\n"));
    suites.iter().for_each(|suite| document.push_str(&suite.text));
    document.push_str("</testsuites>\n");
    document
}

struct Suite {
    tests: usize,
    failures: usize,
    errors: usize,
    text: String,
}

impl Suite {
    fn of(tested: &Tested) -> Suite {
        let mut cases = String::new();
        let (tests, failures, errors) = match &tested.outcome {
            Ok(report) if tested.is_empty => {
                broken(&mut cases, &tested.file, "the test file has no case", "");
                (report.cases.len() + 1, 0, 1)
            }
            Ok(report) => {
                report.cases.iter().for_each(|one| case(&mut cases, &tested.file, one));
                (report.cases.len(), report.cases.iter().filter(|case| !case.is_ok()).count(), 0)
            }
            Err(errors) => {
                broken(&mut cases, &tested.file, &errors.to_string(), &mistakes(errors));
                (1, 0, 1)
            }
        };
        let name = escape(&tested.file);
        let counts = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\"");
        let text = format!("  <testsuite name=\"{name}\" {counts} time=\"0\">\n{cases}  </testsuite>\n");
        Suite { tests, failures, errors, text }
    }
}

fn case(text: &mut String, file: &str, case: &CaseReport) {
    let (name, place) = (escape(&case.name), escape(file));
    let head = format!(
        "    <testcase name=\"{name}\" classname=\"{}\" file=\"{place}\" line=\"{}\" time=\"0\"",
        class(file),
        case.line
    );
    if case.is_ok() {
        return put(text, format_args!("{head}/>\n"));
    }
    let shown = |value: &Value| write_json(value, Layout::Line);
    let lines: Vec<String> = case
        .differences
        .iter()
        .map(|found| {
            let got = found.got.as_ref().map_or_else(|| "nothing".to_owned(), shown);
            format!("{}: expected {}, got {got} ({file}:{})", found.path, shown(&found.expected), found.line)
        })
        .collect();
    let message = match lines.as_slice() {
        [first, rest @ ..] if !rest.is_empty() => format!("{first}, and {} more", rest.len()),
        [first, ..] => first.clone(),
        [] => String::new(),
    };
    put(
        text,
        format_args!(
            "{head}>\n      <failure message=\"{}\" type=\"difference\">{}</failure>\n    </testcase>\n",
            escape(&message),
            lines.iter().map(|line| escape(line)).collect::<Vec<_>>().join("\n")
        ),
    );
}

/// A file that could not be run: one case that says so.
fn broken(text: &mut String, file: &str, message: &str, details: &str) {
    let (place, class, message) = (escape(file), class(file), escape(message));
    put(
        text,
        format_args!(
            "    <testcase name=\"{place}\" classname=\"{class}\" file=\"{place}\" line=\"1\" time=\"0\">\n      \
             <error message=\"{message}\" type=\"file\">{}</error>\n    </testcase>\n",
            details.lines().map(escape).collect::<Vec<_>>().join("\n")
        ),
    );
}

/// Services group cases by their class, at dots.
fn class(file: &str) -> String {
    let bare = file.strip_suffix(".test.yaml").unwrap_or(file);
    escape(&bare.trim_start_matches(['.', '/']).replace(['/', '\\'], "."))
}

fn mistakes(errors: &TestErrors) -> String {
    let lines = errors.diagnostics().iter().map(|diagnostic| {
        let at = diagnostic.span().and_then(|span| {
            let file = errors.files().file(span.file)?;
            let at = file.location(span.start as usize);
            Some(format!("{}:{}:{}: ", file.name(), at.line, at.column))
        });
        let help = diagnostic.help_text().map(|help| format!(" ({help})")).unwrap_or_default();
        format!("{}{}: {}{help}", at.unwrap_or_default(), diagnostic.code(), diagnostic.message())
    });
    sanitise(&lines.collect::<Vec<_>>().join("\n")).into_owned()
}

/// Writing to a text does not fail.
fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}
