//! Running cases: every snapshot is judged first, so that a name can be looked for in all verdicts of the file.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::eval::Seen;
use crate::policy::Policy;
use crate::snapshot::{Node, Snapshot};
use crate::span::{FileId, FileSet, Span};
use crate::value::Value;
use crate::verdict::{Unused, Verdict};

use super::CaseReport;
use super::case::{Case, TestFile};
use super::coverage::Coverage;
use super::expect::{Difference, Known, compare};
use super::names::Names;
use super::overlay::{Step, parse_path};

/// One run over the cases of a file.
pub(super) struct Run<'a> {
    text: &'a str,
    file: FileId,
    files: &'a FileSet,
    policy: &'a Policy,
    wrong: Vec<Diagnostic>,
    coverage: Option<Coverage>,
}

/// A case with its verdict, and the verdict as it is written.
struct Judged<'a> {
    case: &'a Case,
    verdict: Verdict,
    form: Value,
    names: Names,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        text: &'a str,
        (files, file): (&'a FileSet, FileId),
        policy: &'a Policy,
        coverage: Option<Coverage>,
    ) -> Run<'a> {
        Run { text, file, files, policy, wrong: Vec::new(), coverage }
    }

    /// What is wrong with the test file itself, in the order of its places; and what the cases reach.
    pub(super) fn finish(mut self) -> (Vec<Diagnostic>, Option<Coverage>) {
        self.wrong.sort_by_key(Diagnostic::span);
        (self.wrong, self.coverage)
    }

    pub(super) fn cases(&mut self, test_file: &TestFile, cases: &[&Case]) -> Vec<CaseReport> {
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
        let verdict = match &mut self.coverage {
            None => self.policy.evaluate(&snapshot),
            Some(coverage) => {
                let mut seen = Seen::default();
                let verdict = self.policy.evaluate_seen(&snapshot, &mut seen);
                coverage.count(&seen, self.policy.files());
                verdict
            }
        };
        for unused in &verdict.unused {
            let span = place(&node, unused).map_or(case.span, |span| Span::new(self.file, span.start, span.end));
            self.say(Diagnostic::new(Code::UnknownName, span, unused.to_string()).maybe_help(unused.help()));
        }
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
        let lookups: Vec<&str> = self.policy.lookups().collect();
        let known = Known { lookups: &lookups, here: &judged.names, everywhere, in_policy: &in_policy };
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

/// Where a name stands in the snapshot of a case: as a key of a map, or at its path.
fn place(snapshot: &Node, unused: &Unused) -> Option<Range<usize>> {
    let steps = parse_path(&unused.at)?;
    let node = steps.iter().try_fold(snapshot, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.items()?.get(*index),
    })?;
    let key = node.entries().and_then(|entries| entries.iter().find(|entry| entry.key == unused.name));
    Some(key.map_or_else(|| node.span.clone(), |entry| entry.key_span.clone()))
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
