//! A budget of nothing is used up before anything happens.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::BudgetKind;

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for budget in desk.program.budgets.iter().filter(|budget| budget.limit.is_zero()) {
        let (message, help) = match budget.what {
            BudgetKind::Rounds => ("no round of the model ever starts", "allow a number of rounds, or take it out"),
            BudgetKind::Calls => {
                ("no call ever runs", "what is never to run is forbidden: `forbid NAME when true ...`")
            }
            BudgetKind::Cost => {
                ("no call ever runs, one that costs nothing neither", "allow what a message may cost, or take it out")
            }
            // Never to ask and never to send back are ways to run.
            BudgetKind::Asks | BudgetKind::Revisions => continue,
        };
        findings
            .add(Diagnostic::new(Code::ZeroBudget, budget.declared, message).here("used up from the start").help(help));
    }
}
