//! Test files: cases that say what a policy's verdicts have to be.
//!
//! ```yaml
//! policy: bank.chk
//! base: { chk: 1, now: 2026-03-11T09:24:07Z }
//! cases:
//!   - name: an account that only a forwarded mail names is asked about
//!     with: { call: { tool: bank.transfer, arguments: { to_account: "9999999999" } } }
//!     expect: { decision: ask_user, questions: [to_account] }
//! ```

mod case;
mod expect;
mod names;
pub mod overlay;
mod shape;

use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::policy::{Policy, PolicyErrors};
use crate::snapshot::{Node, Snapshot, SnapshotError, read};
use crate::span::{FileId, FileSet, Span};
use crate::value::Value;
use crate::verdict::Verdict;

use case::{Case, TestFile};
use expect::{Known, compare};
use names::Names;

pub use expect::Difference;

/// What came of a test file.
#[derive(Debug)]
pub struct Report {
    /// The cases that ran, in their order.
    pub cases: Vec<CaseReport>,
}

/// What came of a case.
#[derive(Debug)]
pub struct CaseReport {
    /// Its name, with the number of its row where it has rows.
    pub name: String,
    /// Its line in the test file, from 1.
    pub line: usize,
    /// Where the verdict is not what was expected.
    pub differences: Vec<Difference>,
    /// The verdict.
    pub verdict: Verdict,
}

impl CaseReport {
    /// Whether the verdict is what was expected.
    pub fn is_ok(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Why a test file cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum TestErrors {
    /// Its policy does not load.
    #[error("the policy of the test file does not load")]
    Policy(PolicyErrors),
    /// The file itself is malformed.
    #[error("the test file is malformed")]
    File {
        /// The test file.
        files: FileSet,
        /// What is wrong with it.
        diagnostics: Vec<Diagnostic>,
    },
}

impl TestErrors {
    /// The files that the diagnostics speak of.
    pub fn files(&self) -> &FileSet {
        match self {
            TestErrors::Policy(errors) => errors.files(),
            TestErrors::File { files, .. } => files,
        }
    }

    /// What is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            TestErrors::Policy(errors) => errors.diagnostics(),
            TestErrors::File { diagnostics, .. } => diagnostics,
        }
    }
}

/// Which cases run, and how the policy is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Only the cases whose name contains this.
    pub filter: Option<&'a str>,
    /// The root of the policy; without one, its folder.
    pub root: Option<&'a Path>,
}

/// Runs a test file. Its policy's path is read from the folder of the file.
///
/// # Errors
/// When the file is malformed or its policy does not load; a case that does not hold is no error.
pub fn run_file(path: impl AsRef<Path>, options: Options<'_>) -> Result<Report, TestErrors> {
    let path = path.as_ref();
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => {
            let code = match error.kind() {
                std::io::ErrorKind::InvalidData => Code::NotUtf8,
                _ => Code::UnreadableFile,
            };
            let (mut files, message) = (FileSet::new(), format!("the test file cannot be read: {error}"));
            let file = files.add(path.display().to_string(), "");
            return Err(TestErrors::File {
                diagnostics: vec![Diagnostic::new(code, Span::new(file, 0, 0), message)],
                files,
            });
        }
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let load = |policy: &str| {
        let policy = folder.join(policy);
        match options.root {
            Some(root) => Policy::from_path_in(root, policy),
            None => Policy::from_path(policy),
        }
    };
    run_text(&path.display().to_string(), &text, load, options.filter)
}

/// Runs the text of a test file with a policy that is loaded by the path in it.
///
/// # Errors
/// As [`run_file`].
pub fn run_text(
    name: &str,
    text: &str,
    load: impl FnOnce(&str) -> Result<Policy, PolicyErrors>,
    filter: Option<&str>,
) -> Result<Report, TestErrors> {
    let document = match read(text) {
        Ok(document) => document,
        Err(error) => return Err(unreadable(name, error)),
    };
    let mut files = FileSet::new();
    let file = files.add(name, text);
    let test_file = match case::parse(file, &document) {
        Ok(test_file) => test_file,
        Err(diagnostics) => return Err(TestErrors::File { files, diagnostics }),
    };
    let policy = load(&test_file.policy).map_err(TestErrors::Policy)?;
    let mut run = Run { text, file, files: &files, policy: &policy, wrong: Vec::new() };
    let chosen: Vec<&Case> =
        test_file.cases.iter().filter(|case| filter.is_none_or(|filter| case.name.contains(filter))).collect();
    let cases = run.cases(&test_file, &chosen);
    let wrong = run.wrong;
    if wrong.is_empty() { Ok(Report { cases }) } else { Err(TestErrors::File { files, diagnostics: wrong }) }
}

fn unreadable(name: &str, error: SnapshotError) -> TestErrors {
    let mut files = FileSet::new();
    let diagnostics = error.named(name).diagnostics(&mut files);
    TestErrors::File { files, diagnostics }
}

/// One run over the cases of a file.
struct Run<'a> {
    text: &'a str,
    file: FileId,
    files: &'a FileSet,
    policy: &'a Policy,
    wrong: Vec<Diagnostic>,
}

/// A case with its verdict, and the verdict as it is written.
struct Judged<'a> {
    case: &'a Case,
    verdict: Verdict,
    form: Value,
    names: Names,
}

impl Run<'_> {
    fn cases(&mut self, test_file: &TestFile, cases: &[&Case]) -> Vec<CaseReport> {
        let judged: Vec<Judged<'_>> =
            cases.iter().filter_map(|case| self.judge(test_file.base.as_ref(), case)).collect();
        let mut everywhere = Names::default();
        judged.iter().for_each(|judged| everywhere.join(&judged.names));
        judged.into_iter().map(|judged| self.report(judged, &everywhere)).collect()
    }

    fn judge<'c>(&mut self, base: Option<&Node>, case: &'c Case) -> Option<Judged<'c>> {
        let (node, wrong) = case.snapshot(base);
        wrong.into_iter().for_each(|wrong| self.say(wrong));
        let snapshot = match Snapshot::from_node(&node, self.text) {
            Ok(snapshot) => snapshot,
            Err(error) => {
                for problem in error.problems() {
                    let span = Span::new(self.file, problem.span().start, problem.span().end);
                    let wrong = Diagnostic::new(problem.code(), span, problem.message())
                        .maybe_help(problem.help_text().map(str::to_owned));
                    self.say(wrong.label(case.span, "in the snapshot of this case"));
                }
                return None;
            }
        };
        let verdict = self.policy.evaluate(&snapshot);
        let form = verdict.to_value();
        let names = Names::of(&form);
        Some(Judged { case, verdict, form, names })
    }

    /// A mistake of the base is one mistake, however many cases it is in.
    fn say(&mut self, wrong: Diagnostic) {
        let same = |other: &Diagnostic| other.span() == wrong.span() && other.message() == wrong.message();
        if !self.wrong.iter().any(same) {
            self.wrong.push(wrong);
        }
    }

    fn report(&mut self, judged: Judged<'_>, everywhere: &Names) -> CaseReport {
        let in_policy = |name: &str| is_named(self.policy.files(), name);
        let known = Known { here: &judged.names, everywhere, in_policy: &in_policy };
        let differences = compare(self.file, &judged.case.expect, &judged.form, &known).unwrap_or_else(|wrong| {
            self.wrong.extend(wrong);
            Vec::new()
        });
        CaseReport {
            name: judged.case.name.clone(),
            line: self.line(judged.case.span),
            differences: differences
                .into_iter()
                .map(|found| Difference { line: self.line(found.span), ..found })
                .collect(),
            verdict: judged.verdict,
        }
    }

    fn line(&self, span: Span) -> usize {
        self.files.file(span.file).map_or(1, |file| file.location(span.start as usize).line)
    }
}

/// Whether a policy's text has this name somewhere: a slot that this verdict does not have may still be one.
fn is_named(files: &FileSet, name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or(name);
    // The language has these slots, whether or not this policy writes them out.
    if matches!(last, "action" | "trigger" | "intent") {
        return true;
    }
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '-';
    let stands_in = |text: &str| {
        text.match_indices(last).any(|(at, _)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            let after = text.get(at + last.len()..).and_then(|text| text.chars().next());
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
    };
    !last.is_empty() && files.iter().any(|(_, file)| stands_in(file.text()))
}
