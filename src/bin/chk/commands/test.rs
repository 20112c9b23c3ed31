//! `chk test`: the test files beside policies.

use std::io::{self, Write};
use std::path::PathBuf;

use chk::span::FileSet;
use chk::testing::{CaseReport, Coverage, Difference, Options, Report, TestErrors, run_file_with};
use chk::value::Value;
use chk::verdict::Layout;

use super::cover::Wanted;
use super::files::find;
use super::watch::{Round, watch};
use crate::args::{TestArgs, TestFormat};
use crate::exit::{Exit, Stop};
use crate::output::human::tests::People;
use crate::output::{coverage, json, junit};
use crate::terminal::Terminal;

/// A test file and what came of it.
pub(crate) struct Tested {
    pub(crate) file: String,
    pub(crate) outcome: Result<Report, TestErrors>,
    /// It is the file itself, and no choice of its cases, that leaves none.
    pub(crate) is_empty: bool,
}

impl Tested {
    /// The files that it was made from.
    fn files(&self) -> &FileSet {
        match &self.outcome {
            Ok(report) => report.policy.files(),
            Err(errors) => errors.files(),
        }
    }
}

pub(crate) fn run(args: &TestArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let wanted = Wanted::new(&args.coverage, args.format)?;
    if !args.watch {
        return once(args, &wanted, terminal, out).map(|round| round.exit);
    }
    if !matches!(args.format, None | Some(TestFormat::Human)) {
        return Err(Stop::Usage("`--watch` is for people: leave `--format` out".into()));
    }
    watch(&args.paths, terminal, out, |out| once(args, &wanted, terminal, out))
}

fn once(args: &TestArgs, wanted: &Wanted<'_>, terminal: Terminal, out: &mut impl Write) -> Result<Round, Stop> {
    let coverage = wanted.is_asked();
    let options = Options { filter: args.filter.as_deref(), root: args.root.root.as_deref(), coverage };
    let format = args.format.unwrap_or(TestFormat::Human);
    // Where the coverage is what is asked for on standard output, people read of the cases beside it.
    let is_beside = format == TestFormat::Human && wanted.takes_output();
    let say = |out: &mut dyn Write, text: &str| match is_beside {
        true => io::stderr().write_all(text.as_bytes()),
        false => out.write_all(text.as_bytes()).and_then(|()| out.flush()),
    };
    let mut people = People::new(terminal);
    let mut tested = Vec::new();
    for found in find(&args.paths, ".test.yaml")? {
        let outcome = run_file_with(&found.path, options);
        let is_empty = args.filter.is_none() && outcome.as_ref().is_ok_and(|report| report.cases.is_empty());
        let one = Tested { file: found.path.display().to_string(), outcome, is_empty };
        if format == TestFormat::Human {
            say(out, &people.file(&one))?;
        }
        tested.push(one);
    }
    let total = Total::of(&tested);
    let mut reached = Coverage::default();
    let coverages = tested.iter_mut().filter_map(|one| one.outcome.as_mut().ok()?.coverage.take());
    coverages.for_each(|coverage| reached.join(coverage));
    match format {
        TestFormat::Human => say(out, &people.summary(total))?,
        TestFormat::Json => {
            let told = wanted.is_part_of_json().then(|| coverage::value(&reached));
            out.write_all(document(&tested, total, told).as_bytes())?;
        }
        TestFormat::Junit => out.write_all(junit::document(&tested).as_bytes())?,
    }
    let exit = total.exit().max(wanted.tell(&reached, terminal, out)?);
    let read = tested.iter().flat_map(|one| one.files().iter().map(|(_, file)| PathBuf::from(file.name())));
    Ok(Round { exit, read: read.collect() })
}

/// How many cases there were.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Total {
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// Files that could not be run.
    pub(crate) broken: usize,
    /// Files without a case.
    pub(crate) empty: usize,
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
                    total.empty += usize::from(one.is_empty);
                }
                Err(_) => total.broken += 1,
            }
        }
        total
    }

    fn exit(self) -> Exit {
        match self {
            Total { broken: 1.., .. } => Exit::Failure,
            Total { failed: 0, passed: 1.., empty: 0, .. } => Exit::Clean,
            // That no case was found is a failure too: nothing was tested.
            _ => Exit::Findings,
        }
    }
}

/// `{"files": [{"file", "cases": [{"name", "line", "ok", "differences": [...]}]}], "passed", "failed"}`; a file that could
/// not be run has `diagnostics`. With `coverage` where that was asked for.
fn document(tested: &[Tested], total: Total, coverage: Option<Value>) -> String {
    let parts = [
        ("files", Value::list(tested.iter().map(file))),
        ("passed", total.passed.into()),
        ("failed", total.failed.into()),
    ];
    let document = Value::map(parts.into_iter().chain(coverage.map(|coverage| ("coverage", coverage))));
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
