//! What is left of the budgets.

use std::sync::Arc;

use crate::program::{Budget, BudgetKind, ToolId};
use crate::snapshot::CallOutcome;
use crate::value::{Map, Number, Value};
use crate::verdict::Undecided;

use super::history::Past;
use super::scene::Scene;

/// The budgets of a message that a judgement concerns, with what was used of each.
#[derive(Debug)]
pub(crate) struct Budgets<'a> {
    /// None where the snapshot does not say what was used.
    counts: Vec<(&'a Budget, Option<Number>)>,
}

impl<'a> Budgets<'a> {
    /// Those of the call's tool; without a call, those that count every tool. Rounds are the whole message's.
    pub(crate) fn of(scene: &Scene<'a>) -> Budgets<'a> {
        let turn = scene.snapshot.turn.as_ref();
        let budgets = scene.program.budgets.iter().enumerate();
        let counts = budgets.filter_map(|(index, budget)| {
            let concerns = match scene.tool {
                Some(tool) => tool.budgets.contains(&index),
                None => budget.tools.is_none(),
            };
            let used = match budget.what {
                BudgetKind::Rounds => turn.and_then(|turn| turn.rounds).map(Number::from),
                BudgetKind::Calls if concerns => scene.history.is_known.then(|| calls(scene, budget.tools.as_deref())),
                BudgetKind::Cost if concerns => match budget.tools.as_deref() {
                    None => turn.and_then(|turn| turn.cost.clone()),
                    Some(tools) => scene.history.is_known.then(|| cost(scene, tools)).flatten(),
                },
                _ => return None,
            };
            Some((budget, used))
        });
        Budgets { counts: counts.collect() }
    }

    /// What is left, by id.
    pub(crate) fn left(&self) -> Map {
        let counted = self.counts.iter().filter_map(|(budget, used)| Some((budget, left(budget, used.as_ref()?))));
        counted.map(|(budget, left)| (Arc::clone(&budget.id), Value::Number(left))).collect()
    }

    /// Whether one of these kinds is used up, or cannot be shown to hold.
    pub(crate) fn is_over(&self, kinds: &[BudgetKind]) -> bool {
        self.of_kinds(kinds).any(|(budget, used)| used.as_ref().is_none_or(|used| left(budget, used).is_zero()))
    }

    /// Those of these kinds that can be counted, each with whether nothing is left of it.
    pub(crate) fn used_up<'k>(
        &'k self,
        kinds: &'k [BudgetKind],
    ) -> impl Iterator<Item = (&'a Budget, bool)> + use<'k, 'a> {
        let counted = self.of_kinds(kinds).filter_map(|(budget, used)| Some((*budget, used.as_ref()?)));
        counted.map(|(budget, used)| (budget, left(budget, used).is_zero()))
    }

    /// Those of these kinds that cannot be counted.
    pub(crate) fn undecided(&self, kinds: &[BudgetKind]) -> Vec<Undecided> {
        let why = "the snapshot does not say what was used: `turn` is missing or incomplete";
        let uncounted = self.of_kinds(kinds).filter(|(_, used)| used.is_none());
        uncounted.map(|(budget, _)| Undecided { id: Arc::clone(&budget.id), why: why.into() }).collect()
    }

    /// The least that is left of a kind; none where no budget limits it, nothing where one cannot be counted.
    pub(crate) fn least(&self, kind: BudgetKind) -> Option<Number> {
        let of_kind = self.of_kinds(std::slice::from_ref(&kind)).collect::<Vec<_>>().into_iter();
        of_kind.map(|(budget, used)| used.as_ref().map_or_else(Number::zero, |used| left(budget, used))).min()
    }

    /// What guards read as `budget`.
    pub(crate) fn root(&self) -> Value {
        let kinds = [("rounds", BudgetKind::Rounds), ("calls", BudgetKind::Calls), ("cost", BudgetKind::Cost)];
        let least = kinds.into_iter().filter_map(|(name, kind)| {
            // What cannot be counted is not there.
            let counted = self.of_kinds(&[kind]).all(|(_, used)| used.is_some());
            self.least(kind).filter(|_| counted).map(|least| (name, Value::Number(least)))
        });
        Value::map(least)
    }

    fn of_kinds<'k>(&'k self, kinds: &'k [BudgetKind]) -> impl Iterator<Item = &'k (&'a Budget, Option<Number>)> {
        self.counts.iter().filter(|(budget, _)| kinds.contains(&budget.what))
    }
}

fn left(budget: &Budget, used: &Number) -> Number {
    budget.limit.subtract(used).max(Number::zero())
}

/// The calls of this message that ran.
fn calls(scene: &Scene<'_>, tools: Option<&[ToolId]>) -> Number {
    Number::from(ran(scene, tools).count())
}

/// What those of these tools cost. One whose cost is not known could have been dear.
fn cost(scene: &Scene<'_>, tools: &[ToolId]) -> Option<Number> {
    ran(scene, Some(tools)).try_fold(Number::zero(), |sum, past| Some(sum.add(past.call.cost.as_ref()?)))
}

fn ran<'s>(scene: &'s Scene<'_>, tools: Option<&'s [ToolId]>) -> impl Iterator<Item = Past<'s>> {
    scene.history.calls().filter(move |past| {
        past.in_turn
            && past.call.outcome == CallOutcome::Executed
            && tools.is_none_or(|tools| past.tool.is_some_and(|(id, _)| tools.contains(&id)))
    })
}
