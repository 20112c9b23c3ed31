//! Conditions, approvals, notices and derived values in words.

use crate::program::{Condition, Confirm, Entry, EntryKind, Expr, MessagePart, Notice, Otherwise, Owner, Tool};

use super::sentence::{Piece, Sentence, code, doc, names, said, say};
use super::{Author, Point};

impl Author<'_> {
    /// A condition, an approval, a notice or a derived value; none for slots.
    pub(super) fn rule(self, entry: &Entry, tool: &Tool) -> Option<Point> {
        let below = match &entry.kind {
            EntryKind::Slot(_) => return None,
            EntryKind::Let(expr) => vec![say!["It is ", self.expr(expr), "."]],
            EntryKind::Condition(condition) => vec![self.condition(condition, tool)],
            EntryKind::Confirm(confirm) => self.confirm(confirm, tool),
            EntryKind::Notice(notice) => vec![self.notice(notice)],
        };
        let mut text = say![code(&entry.name), whose(entry.owner), "."];
        if let Some(found) = &entry.doc {
            text.0.push(" ".into());
            text.0.push(doc(found));
        }
        Some(Point { text, below: below.into_iter().map(Point::new).collect() })
    }

    fn condition(self, condition: &Condition, tool: &Tool) -> Sentence {
        let expr = self.expr(&condition.expr);
        let then: Piece = match &condition.otherwise {
            Otherwise::Hold(message) => say!["the call is held: ", said(self.quote.message(message))].into(),
            Otherwise::Ask(slot, message) => {
                let name = tool.entries.get(slot.index()).map_or("", |entry| &*entry.name);
                let message = said(self.quote.message(message));
                say![code(name), " counts as unknown, and the person is asked: ", message].into()
            }
        };
        match condition.unmet_when {
            false => say![expr, " has to be true; if it is false, ", then],
            true => say![expr, " has to be false; if it is true, ", then],
        }
    }

    fn confirm(self, confirm: &Confirm, tool: &Tool) -> Vec<Sentence> {
        let question = said(self.quote.message(&confirm.ask));
        let asked = match &confirm.when {
            Some(when) => say!["If ", self.expr(when), ", the person has to agree to: ", question],
            None => say!["The person always has to agree to: ", question],
        };
        let bound: Vec<&str> =
            confirm.binds.iter().filter_map(|id| tool.entries.get(id.index())).map(|entry| &*entry.name).collect();
        let bound = match bound.is_empty() {
            true => say!["The yes holds for one execution."],
            false => say!["The yes holds for one execution with exactly these values of ", names(bound), "."],
        };
        let all = confirm.ask.parts.iter().any(|part| matches!(part, MessagePart::Call));
        let call = all.then(|| {
            say![code("{call}"), " shows all arguments but those that are for show, or supplied by the application."]
        });
        [Some(asked), call, Some(bound)].into_iter().flatten().collect()
    }

    fn notice(self, notice: &Notice) -> Sentence {
        let text = said(self.quote.message(&notice.show));
        match &notice.when {
            Some(when) => say!["If ", self.expr(when), ", the person must have been shown: ", text],
            None => say!["The person must always have been shown: ", text],
        }
    }

    /// An expression as it is written.
    pub(super) fn expr(self, expr: &Expr) -> Piece {
        code(self.quote.span(expr.span))
    }
}

/// Whose rule it is, where it is not the tool's provider's.
fn whose(owner: Owner) -> &'static str {
    match owner {
        Owner::Fixed => ", a rule of the system that uses this policy",
        Owner::Provider => "",
        Owner::User => ", a rule of the user",
    }
}
