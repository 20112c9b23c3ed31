//! Of two budgets of one section for the same calls the smaller one binds, and the other one never does.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{Budget, BudgetKind, ToolId};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let budgets = &desk.program.budgets;
    for budget in budgets.iter().filter(|budget| desk.is_own(budget.declared)) {
        let binding = rivals(desk, budget).find(|other| binds_before(other, budget));
        findings.extend(binding.map(|binding| finding(budget, binding)));
    }
}

/// The other budgets that count what a budget counts: those of its first tool, or all.
fn rivals<'d>(desk: &'d Desk, budget: &'d Budget) -> impl Iterator<Item = &'d Budget> {
    let all = &desk.program.budgets;
    let first = budget.tools.as_ref().and_then(|tools| desk.program.tools.get(tools.first()?.index()));
    let of_first = first.into_iter().flat_map(|tool| &tool.budgets).filter_map(|index| all.get(*index));
    let unscoped = all.iter().filter(|other| budget.tools.is_none() && other.tools.is_none());
    of_first.chain(unscoped).filter(|other| other.declared != budget.declared)
}

/// Whether one is used up whenever the other is. Another section's budget may be taken away without this one.
fn binds_before(other: &Budget, budget: &Budget) -> bool {
    let section = |budget: &Budget| budget.id.rsplit_once(".budget-").map(|(section, _)| section.to_owned());
    let is_earlier = (other.declared.file, other.declared.start) < (budget.declared.file, budget.declared.start);
    other.what == budget.what
        && section(other) == section(budget)
        && covers(other.tools.as_deref(), budget.tools.as_deref())
        && (other.limit < budget.limit || (other.limit == budget.limit && is_earlier))
}

/// Tools are listed in order.
fn covers(wide: Option<&[ToolId]>, narrow: Option<&[ToolId]>) -> bool {
    match (wide, narrow) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(wide), Some(narrow)) => narrow.iter().all(|tool| wide.binary_search(tool).is_ok()),
    }
}

fn finding(budget: &Budget, binding: &Budget) -> Diagnostic {
    let word = match budget.what {
        BudgetKind::Rounds => "rounds",
        BudgetKind::Calls => "calls",
        BudgetKind::Cost => "cost",
        BudgetKind::Asks => "asks",
        BudgetKind::Revisions => "revisions",
    };
    let message = format!("this budget of {} never binds: another one is {}", budget.limit, binding.limit);
    Diagnostic::new(Code::IdleBudget, budget.declared, message)
        .label(binding.declared, "used up before it")
        .help(format!("the smallest `budget {word}` counts: keep one of them"))
}
