//! What is wanted of coverage: how it is told, where, and how much there has to be.

use std::io::Write;

use chk::nearest::nearest;
use chk::testing::{Clause, Coverage};
use chk::verdict::Layout;

use crate::args::{CoverageArgs, CoverageFormat, TestFormat};
use crate::exit::{Exit, Stop};
use crate::output::human::coverage as people;
use crate::output::human::coverage::Missed;
use crate::output::{coverage, json, lcov};
use crate::terminal::Terminal;

/// What is wanted.
pub(super) struct Wanted<'a> {
    args: &'a CoverageArgs,
    format: CoverageFormat,
    /// What is told of the cases: standard output holds one document.
    cases: TestFormat,
    thresholds: Vec<(Clause, f64)>,
}

impl<'a> Wanted<'a> {
    pub(super) fn new(args: &'a CoverageArgs, cases: Option<TestFormat>) -> Result<Wanted<'a>, Stop> {
        let thresholds = args.threshold.iter().map(|text| threshold(text)).collect::<Result<_, _>>()?;
        let format = args.format.unwrap_or(CoverageFormat::Table);
        let cases = cases.unwrap_or(TestFormat::Human);
        let wanted = Wanted { args, format, cases, thresholds };
        if wanted.takes_output() && cases != TestFormat::Human && !wanted.is_part_of_json() {
            return Err(Stop::Usage(
                "standard output holds one document: write the coverage to a file with `--coverage-out FILE`".into(),
            ));
        }
        Ok(wanted)
    }

    pub(super) fn is_asked(&self) -> bool {
        self.args.is_asked()
    }

    /// Whether the coverage alone is what goes to standard output.
    pub(super) fn takes_output(&self) -> bool {
        self.args.format.is_some_and(|format| format != CoverageFormat::Table) && self.args.out.is_none()
    }

    /// Whether it is told within the document about the cases.
    pub(super) fn is_part_of_json(&self) -> bool {
        let is_value = matches!(self.args.format, None | Some(CoverageFormat::Json));
        self.is_asked() && self.cases == TestFormat::Json && is_value && self.args.out.is_none()
    }

    /// Tells what was reached, and whether that is enough.
    pub(super) fn tell(&self, reached: &Coverage, terminal: Terminal, out: &mut dyn Write) -> Result<Exit, Stop> {
        if !self.is_asked() {
            return Ok(Exit::Clean);
        }
        let document = match self.format {
            CoverageFormat::Table => {
                // A file is no terminal.
                let colour = terminal.colour && self.args.out.is_none();
                people::table(Terminal { colour, ..terminal }, reached)
            }
            CoverageFormat::Json => json::document(&coverage::value(reached), Layout::Pretty),
            CoverageFormat::Lcov => lcov::document(reached),
            CoverageFormat::Html => coverage::page(reached),
        };
        match &self.args.out {
            Some(path) => {
                let unwritten = |error| Stop::Usage(format!("`{}` cannot be written: {error}", path.display()));
                std::fs::write(path, document).map_err(unwritten)?;
            }
            // A table has no place in a document for programs.
            None if self.cases != TestFormat::Human => {}
            None => out.write_all(document.as_bytes())?,
        }
        let missed: Vec<Missed> = self
            .thresholds
            .iter()
            .map(|(clause, wanted)| Missed { clause: *clause, got: reached.share(*clause).percent(), wanted: *wanted })
            .filter(|missed| missed.got < missed.wanted)
            .collect();
        let wrong = reached.files.iter().map(|file| file.exemptions.len()).sum::<usize>();
        if self.thresholds.is_empty() || (missed.is_empty() && wrong == 0) {
            return Ok(Exit::Clean);
        }
        let told = people::missed(terminal, &missed, wrong);
        match self.cases == TestFormat::Human && !self.takes_output() {
            true => out.write_all(told.as_bytes())?,
            false => std::io::stderr().write_all(told.as_bytes())?,
        }
        Ok(Exit::Findings)
    }
}

/// `100`, `slots=80`
fn threshold(text: &str) -> Result<(Clause, f64), Stop> {
    let (kind, percent) = text.split_once('=').map_or((Clause::Condition.as_str(), text), |(kind, rest)| (kind, rest));
    let names = || Clause::ALL.iter().map(|clause| clause.as_str());
    let Some(clause) = Clause::from_name(kind) else {
        let near = nearest(kind, names()).map_or_else(
            || format!("; there are {}", names().collect::<Vec<_>>().join(", ")),
            |near| format!("; did you mean `{near}`?"),
        );
        return Err(Stop::Usage(format!("`--threshold` knows no kind `{kind}`{near}")));
    };
    let number = percent.strip_suffix('%').unwrap_or(percent).parse().ok();
    match number.filter(|number| (0.0..=100.0).contains(number)) {
        Some(number) => Ok((clause, number)),
        None => Err(Stop::Usage(format!("`--threshold` takes a number from 0 to 100, and `{percent}` is none"))),
    }
}
