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
mod coverage;
mod expect;
mod names;
pub mod overlay;
mod run;
mod shape;

use std::io::{ErrorKind, Read};
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::load::{FileKind, did_you_mean_file, nearest_file};
use crate::policy::{Policy, PolicyErrors};
use crate::snapshot::limits::MAX_BYTES;
use crate::snapshot::{SnapshotError, read};
use crate::span::{FileSet, Span};
use crate::verdict::Verdict;

use case::{Case, TestFile};
use run::Run;

pub use coverage::{Clause, Coverage, Exemption, FileCoverage, Form, Item, Share, Side, SideCount};
pub use expect::Difference;

/// What came of a test file.
#[derive(Debug)]
pub struct Report {
    /// The cases that ran, in their order.
    pub cases: Vec<CaseReport>,
    /// The policy that they ran under.
    pub policy: Policy,
    /// What of it they reach, where that was asked for.
    pub coverage: Option<Coverage>,
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
    fn one(name: &str, text: &str, at: usize, code: Code, message: String) -> TestErrors {
        let mut files = FileSet::new();
        let file = files.add(name, text);
        let diagnostics = vec![Diagnostic::new(code, Span::new(file, at, at), message)];
        TestErrors::File { files, diagnostics }
    }

    /// The same with a help for what is wrong.
    fn helped(self, help: Option<String>) -> TestErrors {
        match self {
            TestErrors::File { files, diagnostics } => {
                let diagnostics = diagnostics.into_iter().map(|one| one.maybe_help(help.clone())).collect();
                TestErrors::File { files, diagnostics }
            }
            policy => policy,
        }
    }

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
    /// Also measure what of the policy the cases reach.
    pub coverage: bool,
}

/// Runs every case of a test file. Its policy's path is read from the folder of the file.
///
/// # Errors
/// When the file is malformed or its policy does not load; a case that does not hold is no error.
pub fn run_file(path: impl AsRef<Path>) -> Result<Report, TestErrors> {
    run_file_with(path.as_ref(), Options::default())
}

/// The same with a choice of cases or another root.
///
/// # Errors
/// As [`run_file`].
pub fn run_file_with(path: &Path, options: Options<'_>) -> Result<Report, TestErrors> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    // One byte over the limit is enough to be told that it is.
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    if let Err(error) = std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
        return Err(match error.kind() {
            ErrorKind::NotFound => {
                let message = format!("there is no file `{name}`");
                TestErrors::one(&name, "", 0, Code::MissingFile, message).helped(did_you_mean_file(path))
            }
            _ => {
                let message = format!("the test file `{name}` cannot be read: {error}");
                TestErrors::one(&name, "", 0, Code::UnreadableFile, message)
            }
        });
    }
    let text = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let message = format!("byte {at} of the test file is not UTF-8");
            return Err(TestErrors::one(&name, &String::from_utf8_lossy(error.as_bytes()), at, Code::NotUtf8, message));
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
    run_text(&name, &text, load, options)
}

/// Runs the text of a test file with a policy that is loaded by the path in it; the root in the options is not read.
///
/// # Errors
/// As [`run_file`].
pub fn run_text(
    name: &str,
    text: &str,
    load: impl FnOnce(&str) -> Result<Policy, PolicyErrors>,
    options: Options<'_>,
) -> Result<Report, TestErrors> {
    if let Some((kind @ (FileKind::Policy | FileKind::Snapshot), line)) = FileKind::of(text) {
        let message = format!("`{name}` is {}, not a test file", kind.as_str());
        let help = match kind {
            FileKind::Policy => {
                let tests = name.strip_suffix(".chk").unwrap_or(name);
                format!("name its test file, as `chk test {tests}.test.yaml`, or write `chk check {name}`")
            }
            _ => kind.usage(name),
        };
        return Err(TestErrors::one(name, text, line.start, Code::WrongType, message).helped(Some(help)));
    }
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
    let policy = match load(&test_file.policy) {
        Ok(policy) => policy,
        Err(errors) => return Err(unloaded(errors, files, &test_file)),
    };
    let mut run = Run::new(text, (&files, file), &policy, options.coverage.then(|| Coverage::of(&policy)));
    let is_chosen = |case: &&Case| options.filter.is_none_or(|filter| case.name.contains(filter));
    let chosen: Vec<&Case> = test_file.cases.iter().filter(is_chosen).collect();
    let cases = run.cases(&test_file, &chosen);
    let (wrong, coverage) = run.finish();
    match wrong.is_empty() {
        true => Ok(Report { cases, policy, coverage }),
        false => Err(TestErrors::File { files, diagnostics: wrong }),
    }
}

/// That the policy is not there is a mistake of the test file, in the line that names it.
fn unloaded(errors: PolicyErrors, files: FileSet, test_file: &TestFile) -> TestErrors {
    let read = errors.files().iter().next().map(|(_, file)| (file.name(), file.text().is_empty()));
    match (errors.diagnostics(), read) {
        ([only], Some((path, true))) if only.code() == Code::MissingFile => {
            let written = Path::new(&*test_file.policy);
            let near = only.help_text().and_then(|_| nearest_file(Path::new(path)));
            // As it is written here: from the folder of the test file.
            let near = near.map(|near| written.parent().unwrap_or(Path::new("")).join(near));
            let message = format!("there is no file `{}`", test_file.policy);
            let diagnostic = Diagnostic::new(Code::MissingFile, test_file.policy_span, message)
                .maybe_help(near.map(|near| format!("did you mean `{}`?", near.display())));
            TestErrors::File { files, diagnostics: vec![diagnostic] }
        }
        _ => TestErrors::Policy(errors),
    }
}

fn unreadable(name: &str, error: SnapshotError) -> TestErrors {
    let mut files = FileSet::new();
    let diagnostics = error.named(name).diagnostics(&mut files);
    TestErrors::File { files, diagnostics }
}
