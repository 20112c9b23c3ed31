//! Test files, run through the library.

use chk::Policy;
use chk::testing::{Options, Report, TestErrors, run_file, run_text};

use crate::support::cases;

/// Whatever the policy, an unknown tool is held.
const UNKNOWN_TOOL: &str = "
policy: any.chk
base: { chk: 1, call: { tool: nobody.knows, arguments: { a: 1 } } }
cases:
  - name: held
    expect: { decision: hold }
  - name: not run
    expect: { decision: execute, arguments: { a: 1 } }
  - name: rows
    each:
      - { user: u_1 }
      - { user: u_2 }
    without: [call.arguments.a]
    expect: { decision: hold, slots: { action: ~ } }
";

fn run(text: &str, filter: Option<&str>) -> Result<Report, TestErrors> {
    run_text(
        "a.test.yaml",
        text,
        |name| Policy::from_text(name, "language 1\n"),
        Options { filter, ..Options::default() },
    )
}

#[test]
fn a_case_runs_once_or_once_a_row() {
    let report = run(UNKNOWN_TOOL, None).unwrap();
    let cases: Vec<(&str, usize, bool)> =
        report.cases.iter().map(|case| (case.name.as_str(), case.line, case.is_ok())).collect();
    let expected = [("held", 5, true), ("not run", 7, false), ("rows (row 1)", 11, true), ("rows (row 2)", 12, true)];
    assert_eq!(cases, expected);
}

#[test]
fn only_what_differs_is_reported_with_its_line() {
    let report = run(UNKNOWN_TOOL, Some("not run")).unwrap();
    assert_eq!(report.cases.len(), 1);
    let differences = &report.cases[0].differences;
    let found: Vec<(&str, usize)> = differences.iter().map(|found| (found.path.as_str(), found.line)).collect();
    assert_eq!(found, [("decision", 8), ("arguments", 8)]);
    assert_eq!(differences[0].got, Some("hold".into()));
    assert_eq!(differences[1].got, None);
}

#[test]
fn a_mistake_of_the_base_is_said_once_however_many_cases_share_it() {
    let text = UNKNOWN_TOOL.replace("chk: 1, call", "chk: 1, cal: 2, call");
    let Err(TestErrors::File { diagnostics, .. }) = run(&text, None) else { panic!("it has a mistake") };
    assert_eq!(diagnostics.len(), 1, "{diagnostics:?}");
    assert_eq!(diagnostics[0].code().as_str(), "unknown-key");
}

#[test]
fn the_policy_is_named_from_the_folder_of_the_test_file() {
    assert!(run_file(cases().join("policies/lamp.test.yaml")).unwrap().cases.iter().all(|case| case.is_ok()));
}

#[test]
fn a_test_file_that_is_no_text_says_so() {
    let Err(errors) = run_file(cases().join("snapshots/latin.yaml")) else { panic!("it is no text") };
    assert_eq!(errors.diagnostics()[0].code().as_str(), "not-utf8");
}
