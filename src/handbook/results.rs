//! What counts as a failure of a tool, in words.

use crate::program::{DataClause, OnFailure, Owner, ResultClause, ResultClauseKind, ResultPlan, Tool};
use crate::verdict::ErrorKind;

use super::sentence::{Piece, code, said, say};
use super::{Author, Point};

impl Author<'_> {
    /// How the result of a tool is read.
    pub(super) fn result(self, tool: &Tool) -> Vec<Point> {
        let plan = &tool.result;
        let mut points: Vec<Point> =
            plan.clauses.iter().filter(|clause| !clause.is_default).map(|clause| self.clause(clause)).collect();
        let begin = if points.is_empty() { "What stands" } else { "Otherwise what stands" };
        points.push(Point::new(say![begin, " under “Results of every tool” decides whether it failed."]));
        points.extend(self.data(plan));
        points.push(Point::new(match tool.on_failure {
            OnFailure::Halt => say![
                "After a failure no call that changes something runs until it was made good or told to the person; \
                 only the same call, where it may succeed later, does."
            ],
            OnFailure::Retry(times) => say![
                "A failure that may pass is tried again at most ",
                super::sentence::times(times),
                "; then no call that changes something runs until it was made good or told to the person."
            ],
            OnFailure::Continue => say!["A failure stops nothing else."],
        }));
        points
    }

    /// The clauses that hold for every tool.
    pub(super) fn default_clauses(self) -> Vec<Point> {
        let plan = &self.program.unlisted_result;
        let built_in = [
            say![
                "If the time it took reaches its deadline: ",
                means(ErrorKind::Timeout),
                ". The same call may succeed later."
            ],
            say!["If the protocol flags it as an error: ", means(ErrorKind::UpstreamError), "."],
            say!["Otherwise, if what the model is to be given is there, it succeeded."],
        ];
        let clauses = plan.clauses.iter().map(|clause| self.clause(clause)).chain(self.data(plan));
        clauses.chain(built_in.into_iter().map(Point::new)).collect()
    }

    fn clause(self, clause: &ResultClause) -> Point {
        let text = match &clause.kind {
            ResultClauseKind::Failure { kind, when, retriable, keep, because } => {
                let gives_way = *kind == ErrorKind::NotFound && clause.owner == Owner::Provider;
                let unless = if gives_way { ", and nobody but the provider sees a failure in it: " } else { ": " };
                let mut text = say!["If ", self.expr(when), unless, means(*kind), "."];
                if let Some(keep) = keep {
                    text.0.push(say![" What there is stands in ", self.expr(keep), "."].into());
                }
                if *retriable {
                    text.0.push(" The same call may succeed later.".into());
                }
                if let Some(because) = because {
                    text.0.push(say![" The model is told: ", said(self.quote.message(because))].into());
                }
                text
            }
            ResultClauseKind::Parts { path, ok_when } => say![
                "It is made of parts, ",
                self.expr(path),
                ", and a part is done if ",
                self.expr(ok_when),
                ". If none is done it failed, if some are it is done in part."
            ],
        };
        Point::new(text)
    }

    fn data(self, plan: &ResultPlan) -> Vec<Point> {
        let mut points = Vec::new();
        if let Some(DataClause { path, verbatim, .. }) = plan.data.as_deref() {
            let content: Piece = match verbatim {
                true => ". That is content: an error that is written in it is none of the tool's".into(),
                false => "".into(),
            };
            points.push(Point::new(say![
                "Of a success the model is given ",
                self.expr(path),
                content,
                ". Where that is missing, or of another type than the policy says, it failed."
            ]));
        }
        if let Some(scope) = &plan.scope {
            let scope = said(self.quote.message(scope));
            points.push(Point::new(say!["Where nothing was found, the model is also told: ", scope]));
        }
        points
    }
}

/// A kind of failure in words.
fn means(kind: ErrorKind) -> Piece {
    let (name, words) = match kind {
        ErrorKind::Timeout => ("timeout", "it is not known whether it happened"),
        ErrorKind::Exception => ("exception", "the tool broke down"),
        ErrorKind::UpstreamError => ("upstream_error", "the service says that it failed"),
        ErrorKind::Partial => ("partial", "it was done in part"),
        ErrorKind::NotFound => ("not_found", "it ran, and there is nothing"),
    };
    say![code(name), ", ", words].into()
}
