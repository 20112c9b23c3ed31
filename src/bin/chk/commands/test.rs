//! `chk test`: the test files beside policies.

use std::io::Write;

use chk::testing::{CaseReport, Difference, Options, Report, TestErrors, run_file_with};
use chk::value::Value;
use chk::verdict::Layout;

use super::files::find;
use crate::args::TestArgs;
use crate::exit::{Exit, Stop};
use crate::output::human::tests::People;
use crate::output::json;
use crate::terminal::Terminal;

/// A test file and what came of it.
pub(crate) struct Tested {
    pub(crate) file: String,
    pub(crate) outcome: Result<Report, TestErrors>,
}

pub(crate) fn run(args: &TestArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let options = Options { filter: args.filter.as_deref(), root: args.root.root.as_deref() };
    let mut people = People::new(terminal);
    let mut tested = Vec::new();
    for found in find(&args.paths, ".test.yaml")? {
        let one = Tested { file: found.path.display().to_string(), outcome: run_file_with(&found.path, options) };
        if !args.format.is_json() {
            out.write_all(people.file(&one).as_bytes())?;
            out.flush()?;
        }
        tested.push(one);
    }
    let total = Total::of(&tested);
    if args.format.is_json() {
        out.write_all(document(&tested, total).as_bytes())?;
    } else {
        out.write_all(people.summary(total).as_bytes())?;
    }
    Ok(total.exit())
}

/// How many cases there were.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Files that could not be run.
    pub(crate) broken: usize,
}

impl Total {
    fn of(tested: &[Tested]) -> Total {
        let mut total = Total::default();
        for one in tested {
            match &one.outcome {
                Ok(report) => {
                    let passed = report.cases.iter().filter(|case| case.is_ok()).count();
                    total.passed += passed;
                    total.failed += report.cases.len() - passed;
                }
                Err(_) => total.broken += 1,
            }
        }
        total
    }

    fn exit(self) -> Exit {
        match self {
            Total { broken: 1.., .. } => Exit::Failure,
            Total { failed: 0, passed: 1.., .. } => Exit::Clean,
            // That no case was found is a failure too: nothing was tested.
            _ => Exit::Findings,
        }
    }
}

/// `{"files": [{"file", "cases": [{"name", "line", "ok", "differences": [...]}]}], "passed", "failed"}`; a file that could
/// not be run has `diagnostics`.
fn document(tested: &[Tested], total: Total) -> String {
    let document = Value::map([
        ("files", Value::list(tested.iter().map(file))),
        ("passed", total.passed.into()),
        ("failed", total.failed.into()),
    ]);
    json::document(&document, Layout::Pretty)
}

fn file(tested: &Tested) -> Value {
    let file = ("file", Value::from(tested.file.as_str()));
    match &tested.outcome {
        Ok(report) => Value::map([file, ("cases", Value::list(report.cases.iter().map(case)))]),
        Err(errors) => {
            let diagnostics = Value::list(json::diagnostics(errors.files(), errors.diagnostics()));
            Value::map([file, ("cases", Value::list([])), ("diagnostics", diagnostics)])
        }
    }
}

fn case(case: &CaseReport) -> Value {
    Value::map([
        ("name", Value::from(case.name.as_str())),
        ("line", case.line.into()),
        ("ok", case.is_ok().into()),
        ("differences", Value::list(case.differences.iter().map(difference))),
    ])
}

fn difference(difference: &Difference) -> Value {
    Value::map([
        ("path", Value::from(difference.path.as_str())),
        ("expected", difference.expected.clone()),
        ("got", difference.got.clone().unwrap_or(Value::Null)),
        ("line", difference.line.into()),
    ])
}
