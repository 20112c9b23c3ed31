//! The first clause of a result that matches decides: one whose condition an earlier one takes in never does.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{ExprKind, Owner, ResultClause, ResultClauseKind, ResultPlan};
use crate::span::Span;
use crate::verdict::ErrorKind;

use super::alternatives::Condition;
use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let mut hidden = Hidden { desk, conditions: HashMap::new(), pairs: HashMap::new(), uses: HashMap::new() };
    let plans = desk.program.tools.iter().map(|tool| &tool.result).chain([&desk.program.unlisted_result]);
    for plan in plans {
        hidden.plan(plan);
        findings.extend(hidden.data(plan));
    }
    findings.extend(hidden.uses.into_iter().filter_map(|(clause, uses)| uses.finding(clause)));
}

struct Hidden<'d, 'a> {
    desk: &'d Desk<'a>,
    /// The condition of a clause, where it can be told.
    conditions: HashMap<Span, Option<Rc<Condition>>>,
    /// Whether the first clause takes the second one in.
    pairs: HashMap<(Span, Span), bool>,
    uses: HashMap<Span, Uses>,
}

/// For how many tools a clause is tried, and behind what.
#[derive(Default)]
struct Uses {
    all: usize,
    hidden: usize,
    by: Option<Span>,
}

impl Uses {
    /// A clause that decides for one tool is there for a reason.
    fn finding(self, clause: Span) -> Option<Diagnostic> {
        let by = self.by.filter(|_| self.hidden == self.all)?;
        Some(
            Diagnostic::new(Code::HiddenClause, clause, "this clause never decides")
                .here("tried second")
                .label(by, "matches whatever it would match")
                .help("put the narrower clause first, or take it out"),
        )
    }
}

impl Hidden<'_, '_> {
    fn plan(&mut self, plan: &ResultPlan) {
        let leaves_patterns_out = plan.data.as_ref().is_some_and(|data| data.verbatim);
        for (at, clause) in plan.clauses.iter().enumerate() {
            if !self.desk.is_own(clause.declared) || self.condition(clause).is_none() {
                continue;
            }
            let earlier = plan.clauses.iter().take(at);
            let by = earlier
                .filter(|by| decides_before(by, clause) && !(leaves_patterns_out && by.is_default))
                .find(|by| self.takes_in(by, clause))
                .map(|by| by.declared);
            let uses = self.uses.entry(clause.declared).or_default();
            uses.all += 1;
            uses.hidden += usize::from(by.is_some());
            uses.by = uses.by.or(by);
        }
    }

    /// The payload of which a clause says that it is a failure once it is there.
    fn data(&mut self, plan: &ResultPlan) -> Option<Diagnostic> {
        let data = plan.data.as_ref().filter(|data| self.desk.is_own(data.path.span))?;
        let path = self.desk.text(data.path.span);
        let whole = ["known", "not null", "not empty"].map(|what| format!("{path} is {what}"));
        let by = plan.clauses.iter().find(|clause| {
            clause.own
                && self.condition(clause).is_some_and(|condition| whole.iter().any(|one| condition.holds_by(one)))
        })?;
        let message = format!("`{path}` never arrives: where it is there, the result is a failure");
        Some(
            Diagnostic::new(Code::HiddenClause, data.path.span, message)
                .label(by.declared, "decides first")
                .help("read the payload from elsewhere, or say more narrowly when it is a failure"),
        )
    }

    fn takes_in(&mut self, by: &ResultClause, clause: &ResultClause) -> bool {
        let pair = (by.declared, clause.declared);
        if let Some(known) = self.pairs.get(&pair) {
            return *known;
        }
        let conditions = self.condition(by).zip(self.condition(clause));
        let takes_in = conditions.is_some_and(|(by, clause)| by.takes_in(&clause));
        self.pairs.insert(pair, takes_in);
        takes_in
    }

    fn condition(&mut self, clause: &ResultClause) -> Option<Rc<Condition>> {
        let ResultClauseKind::Failure { when, .. } = &clause.kind else { return None };
        let condition = self.conditions.entry(clause.declared);
        condition.or_insert_with(|| Condition::of(self.desk, when).map(Rc::new)).clone()
    }
}

/// Whether a clause that matches ends the search: a provider's `not_found` gives way to `fixed` and `user`.
fn decides_before(by: &ResultClause, clause: &ResultClause) -> bool {
    let ResultClauseKind::Failure { kind, when, .. } = &by.kind else { return false };
    let gives_way = by.owner == Owner::Provider && *kind == ErrorKind::NotFound && clause.owner != Owner::Provider;
    !gives_way && !matches!(when.kind, ExprKind::Literal(_))
}
