//! What the clauses of a policy came to in one judgement, for whoever measures which of them test cases reach.
//!
//! Everything is told where the verdict itself is made, from the same standings and views, and only where somebody asks.

use std::cell::RefCell;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use crate::program::{
    BudgetKind, Entry, EntryId, EntryKind, Expr, ExprKind, Filter, LogicOp, ResultClause, ResultClauseKind, Tool,
};
use crate::snapshot::Phase;
use crate::span::Span;
use crate::verdict::{Evidence, Route, SourceKind, State};

use super::budget::Budgets;
use super::expr::View;
use super::guard::{Guarded, concerns};
use super::judge::Judged;
use super::outcome::truth;
use super::report::Reports;
use super::scene::Scene;
use super::standing::Standing;

/// What a clause is, as far as its sides go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Clause {
    /// `require`, `forbid`, and the `when` of a `confirm` or `notice`: true, false, unknown.
    Condition,
    /// What stands beside `and` and `or`, and behind `if`: true, false, unknown.
    Operand,
    /// A `where` of a slot, a type or rows, and `optional when`: true, and false.
    Filter,
    /// A slot, a fact, an approval or a notice: known by each source, and unknown.
    Slot,
    /// Each step taken, and not.
    Guard,
    /// A clause of a `result`: taken, and not.
    Result,
    /// A budget, `once per` and `after timeout`: applied, and not.
    Limit,
}

impl Clause {
    /// Every kind, in the order in which they are told.
    pub const ALL: [Clause; 7] = [
        Clause::Condition,
        Clause::Operand,
        Clause::Filter,
        Clause::Slot,
        Clause::Guard,
        Clause::Result,
        Clause::Limit,
    ];

    /// The word for several of them: `conditions`.
    pub fn as_str(self) -> &'static str {
        match self {
            Clause::Condition => "conditions",
            Clause::Operand => "operands",
            Clause::Slot => "slots",
            Clause::Guard => "guards",
            Clause::Result => "results",
            Clause::Filter => "filters",
            Clause::Limit => "limits",
        }
    }

    /// The kind of this word.
    pub fn from_name(name: &str) -> Option<Clause> {
        Clause::ALL.into_iter().find(|clause| clause.as_str() == name)
    }
}

/// One side of a clause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// It was true.
    True,
    /// It was false.
    False,
    /// This source bore it out; of `measured`, the lookup.
    Known(SourceKind, Option<Arc<str>>),
    /// It was approved, or shown.
    Given,
    /// It acted, or matched.
    Taken,
    /// This step of a guard with several acted, from 1.
    Step(usize),
    /// It was judged, and neither acted nor matched.
    NotTaken,
    /// It kept something back.
    Applied,
    /// It was counted, and kept nothing back.
    NotApplied,
    /// It was unknown.
    Unknown,
}

impl Side {
    /// The word by which an exemption names it: `unknown`, `measured`, `then 2`.
    pub fn word(&self) -> String {
        match self {
            Side::Known(source, _) => source.as_str().to_owned(),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Side::True => f.write_str("true"),
            Side::False => f.write_str("false"),
            Side::Known(source, None) => write!(f, "{source}"),
            Side::Known(source, Some(lookup)) => write!(f, "{source}({lookup})"),
            Side::Given => f.write_str("given"),
            Side::Taken => f.write_str("taken"),
            Side::Step(step) => write!(f, "then {step}"),
            Side::NotTaken => f.write_str("not taken"),
            Side::Applied => f.write_str("applied"),
            Side::NotApplied => f.write_str("not applied"),
            Side::Unknown => f.write_str("unknown"),
        }
    }
}

/// Which filters took something, and which did not, by their places.
#[derive(Debug, Default)]
pub(crate) struct Watched(RefCell<HashSet<(Span, bool)>>);

impl Watched {
    pub(super) fn note(&self, filter: Span, holds: bool) {
        self.0.borrow_mut().insert((filter, holds));
    }

    fn has(&self, filter: Span, holds: bool) -> bool {
        self.0.borrow().contains(&(filter, holds))
    }
}

/// What was seen, one entry each time: which clause, by its place, from which side.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    pub(crate) list: Vec<(Clause, Span, Side)>,
}

impl Seen {
    fn add(&mut self, clause: Clause, at: Span, side: Side) {
        self.list.push((clause, at, side));
    }

    /// A checklist, as far as the verdict reports it: what waits for a further stage was not judged.
    pub(super) fn call(&mut self, scene: &Scene<'_>, tool: &Tool, judged: &Judged, reports: &Reports) {
        for (index, entry) in tool.entries.iter().enumerate() {
            let Ok(id) = u32::try_from(index).map(EntryId) else { continue };
            let Some(report) = reports.slots.iter().find(|report| report.id == entry.id) else {
                // Nobody is told of a `let`; it was read by what was judged.
                if matches!(entry.kind, EntryKind::Let(_)) {
                    self.filters(&tool.filters(entry), scene);
                }
                continue;
            };
            // Of a condition that sent a slot back, what it came to before it did.
            let refusing = judged.refusing.iter().find(|(ids, _)| ids.contains(&id)).map(|(_, standings)| standings);
            let standings = refusing.unwrap_or(&judged.standings);
            self.entry(entry, id, report.needed, &View::new(scene, standings));
            self.filters(&tool.filters(entry), scene);
        }
        self.questions(scene, tool, reports);
    }

    /// Each filter that was asked, once for each of its sides.
    fn filters(&mut self, filters: &[Filter<'_>], scene: &Scene<'_>) {
        let Some(watched) = &scene.watched else { return };
        for at in filters.iter().map(|filter| filter.expr().span) {
            for (holds, side) in [(true, Side::True), (false, Side::False)] {
                if watched.has(at, holds) {
                    self.add(Clause::Filter, at, side);
                }
            }
        }
    }

    /// The budgets of questions and of what is sent back to the model.
    fn questions(&mut self, scene: &Scene<'_>, tool: &Tool, reports: &Reports) {
        let routes = |route: Route| reports.slots.iter().any(|report| report.route == Some(route));
        let budgets = tool.budgets.iter().filter_map(|index| scene.program.budgets.get(*index));
        for budget in budgets {
            let (reached, left) = match budget.what {
                BudgetKind::Asks => (routes(Route::Conversation), routes(Route::AskUser)),
                BudgetKind::Revisions => (reports.has_no_revision_left, routes(Route::Revise)),
                _ => continue,
            };
            self.limit(budget.declared, reached, left);
        }
    }

    /// The budgets of these kinds, as far as they can be counted.
    pub(super) fn budgets(&mut self, budgets: &Budgets<'_>, kinds: &[BudgetKind]) {
        for (budget, is_over) in budgets.used_up(kinds) {
            self.limit(budget.declared, is_over, !is_over);
        }
    }

    /// `once per` and `after timeout`: whether the call was one that ran before, and whether one that timed out was open or
    /// settled by the tool that verifies it.
    pub(super) fn repeated(&mut self, tool: &Tool, replays: bool, open: bool, verified: bool) {
        tool.once_at.iter().for_each(|at| self.limit(*at, replays, !replays && !open));
        tool.verify.iter().for_each(|verify| self.limit(verify.declared, open, verified));
    }

    fn limit(&mut self, at: Span, reached: bool, left: bool) {
        let sides = [(reached, Side::Applied), (left, Side::NotApplied)];
        sides.into_iter().filter(|(is, _)| *is).for_each(|(_, side)| self.add(Clause::Limit, at, side));
    }

    fn entry(&mut self, entry: &Entry, id: EntryId, needed: bool, view: &View<'_>) {
        let standing = view.standings.get(id);
        match &entry.kind {
            EntryKind::Let(_) => {}
            EntryKind::Condition(condition) => self.judged(Clause::Condition, &condition.expr, view),
            EntryKind::Slot(slot) => standing.iter().for_each(|standing| self.slot(slot.declared, standing, needed)),
            EntryKind::Confirm(confirm) => self.asked(entry, confirm.when.as_ref(), view, standing),
            EntryKind::Notice(notice) => self.asked(entry, notice.when.as_ref(), view, standing),
        }
    }

    fn asked(&mut self, entry: &Entry, when: Option<&Expr>, view: &View<'_>, standing: Option<&Standing>) {
        when.iter().for_each(|when| self.judged(Clause::Condition, when, view));
        match standing.map(|standing| standing.state) {
            Some(State::Known) => self.add(Clause::Slot, entry.declared, Side::Given),
            Some(State::Unknown) => self.add(Clause::Slot, entry.declared, Side::Unknown),
            _ => {}
        }
    }

    /// A slot and its parts, each by what bore it out.
    fn slot(&mut self, at: Span, standing: &Standing, needed: bool) {
        match (standing.state, standing.source) {
            (State::Known, Some(source)) => self.known(at, source, standing),
            (State::Unknown, _) if needed => self.add(Clause::Slot, at, Side::Unknown),
            _ => {}
        }
        for part in &standing.parts {
            if standing.state == State::Known
                && let Some(source) = part.standing.source
            {
                self.known(at, source, &part.standing);
            }
            if let Some(declared) = part.asks.declared.filter(|declared| *declared != at) {
                self.slot(declared, &part.standing, needed && !part.asks.optional);
            }
        }
    }

    fn known(&mut self, at: Span, source: SourceKind, standing: &Standing) {
        let lookup = match &standing.evidence {
            Some(Evidence::Observation { lookup, .. }) if source == SourceKind::Measured => Some(Arc::clone(lookup)),
            _ => None,
        };
        self.add(Clause::Slot, at, Side::Known(source, lookup));
    }

    /// An expression that is true, false or unknown, and what it is put together from.
    fn judged(&mut self, clause: Clause, expr: &Expr, view: &View<'_>) {
        let side = match truth(view.evaluate(expr)) {
            Ok(true) => Side::True,
            Ok(false) => Side::False,
            Err(_) => Side::Unknown,
        };
        self.add(clause, expr.span, side);
        self.operands(expr, view);
    }

    /// What stands beside `and` and `or` and behind `if`, as far as it is evaluated: what comes after the operand that
    /// decides is not reached.
    fn operands(&mut self, expr: &Expr, view: &View<'_>) {
        match &expr.kind {
            ExprKind::Not(of) => self.operands(of, view),
            ExprKind::Logic(op, left, right) => {
                self.operand(left, view);
                if truth(view.evaluate(left)) != Ok(*op == LogicOp::Or) {
                    self.operand(right, view);
                }
            }
            ExprKind::If(condition, then, otherwise) => {
                self.operand(condition, view);
                match truth(view.evaluate(condition)) {
                    Ok(true) => self.operands(then, view),
                    Ok(false) => self.operands(otherwise, view),
                    Err(_) => [then, otherwise].into_iter().for_each(|branch| self.operands(branch, view)),
                }
            }
            _ => {}
        }
    }

    fn operand(&mut self, expr: &Expr, view: &View<'_>) {
        match is_joined(expr) {
            true => self.operands(expr, view),
            false => self.judged(Clause::Operand, expr, view),
        }
    }

    /// The guards of a phase.
    pub(super) fn guards(&mut self, view: &View<'_>, phase: Phase, guarded: &Guarded) {
        let guards = view.scene.program.guards.iter();
        for guard in guards.filter(|guard| guard.phase == phase && concerns(guard, view.scene.tool, view)) {
            self.operands(&guard.when, view);
            self.filters(&guard.when.filters(), view.scene);
            let acted = guarded.reports.iter().find(|report| report.id == guard.id).map(|report| report.step);
            match acted {
                Some(Some(step)) => {
                    let side = if guard.steps.len() == 1 { Side::Taken } else { Side::Step(step) };
                    self.add(Clause::Guard, guard.declared, side);
                }
                // All its steps are used up, or it could not be decided.
                Some(None) => {}
                None if guarded.undecided.iter().any(|undecided| undecided.id == guard.id) => {}
                None => self.add(Clause::Guard, guard.declared, Side::NotTaken),
            }
        }
    }

    /// A clause of a result that was tried.
    pub(super) fn result(&mut self, clause: &ResultClause, is_taken: bool, view: &View<'_>) {
        self.add(Clause::Result, clause.declared, if is_taken { Side::Taken } else { Side::NotTaken });
        if let ResultClauseKind::Failure { when, .. } = &clause.kind {
            self.operands(when, view);
            self.filters(&when.filters(), view.scene);
        }
    }
}

/// Whether an expression is itself put together from others that are true or false.
pub(crate) fn is_joined(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Not(of) => is_joined(of),
        ExprKind::Logic(..) => true,
        _ => false,
    }
}
