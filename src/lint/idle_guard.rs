//! A guard that reads what is never there cannot be decided: it does nothing, or, where it holds, it always holds.

use std::collections::HashSet;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::nearest::nearest;
use crate::program::{BudgetKind, Expr, ExprKind, Function, Guard, Root, Step};
use crate::snapshot::Phase;
use crate::syntax::ast::ItemKind;

use super::desk::Desk;
use super::expressions::walk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let arguments = arguments(desk);
    for guard in desk.program.guards.iter().filter(|guard| desk.is_own(guard.declared)) {
        walk(&guard.when, &mut Vec::new(), &mut |expr, _| {
            findings.extend(budget(desk, guard, expr));
            findings.extend(asserted(desk, expr));
            if let (Phase::Call, None, Some(arguments)) = (guard.phase, &guard.tools, &arguments) {
                findings.extend(argument(arguments, expr));
            }
        });
    }
}

/// The fields that an expression reads of a root.
fn fields(expr: &Expr) -> Option<(Root, Vec<&str>)> {
    let ExprKind::Path(head, steps) = &expr.kind else { return None };
    let ExprKind::Root(root) = head.kind else { return None };
    let names = steps.iter().map_while(|step| match step {
        Step::Field(name) => Some(&**name),
        _ => None,
    });
    Some((root, names.collect()))
}

/// `budget.calls` where no budget of calls is counted.
fn budget(desk: &Desk, guard: &Guard, expr: &Expr) -> Option<Diagnostic> {
    let (Root::Budget, fields) = fields(expr)? else { return None };
    let (kind, word) = match *fields.first()? {
        "rounds" => (BudgetKind::Rounds, "rounds"),
        "calls" => (BudgetKind::Calls, "calls"),
        "cost" => (BudgetKind::Cost, "cost"),
        _ => return None,
    };
    // Where no call is judged, a budget of some tools is none.
    let is_counted = |tools: bool| !tools || kind == BudgetKind::Rounds || is_of_calls(guard.phase);
    let budgets = &desk.program.budgets;
    if budgets.iter().any(|budget| budget.what == kind && is_counted(budget.tools.is_some())) {
        return None;
    }
    let message = format!("nothing is left of `budget {word}`: there is none here");
    Some(
        Diagnostic::new(Code::IdleGuard, expr.span, message)
            .here("never there")
            .help(format!("add the budget to the section, `budget {word} N per message`, or take this out")),
    )
}

/// `asserted(TEXT)` where no `assertion` says how an effect is claimed.
fn asserted(desk: &Desk, expr: &Expr) -> Option<Diagnostic> {
    let ExprKind::Call(Function::Asserted, _) = &expr.kind else { return None };
    // A file without tools is there for others, which may say how.
    let is_said = desk.program.effects.iter().any(|effect| !effect.assertions.is_empty());
    if is_said || desk.program.tools.is_empty() {
        return None;
    }
    Some(
        Diagnostic::new(Code::IdleGuard, expr.span, "nothing is ever asserted: there is no `assertion` here")
            .here("always empty")
            .help("add `assertion EFFECT by words { \"I have sent\" }` for what a model may claim, or take this out"),
    )
}

fn is_of_calls(phase: Phase) -> bool {
    matches!(phase, Phase::Call | Phase::Result)
}

/// The names of all arguments; none where a tool passes on whatever it is sent, or there is no tool.
fn arguments<'a>(desk: &Desk<'a>) -> Option<HashSet<&'a str>> {
    let tools = &desk.model.tools;
    let passes = tools.iter().flat_map(|tool| &tool.items).any(|item| match &item.kind {
        ItemKind::OtherArguments(word) => word.text == "pass",
        _ => false,
    });
    (!passes && !tools.is_empty()).then(|| tools.iter().flat_map(|tool| tool.slots.keys().copied()).collect())
}

/// `call.arguments.NAME` where no tool has that argument.
fn argument(arguments: &HashSet<&str>, expr: &Expr) -> Option<Diagnostic> {
    let (Root::Call, fields) = fields(expr)? else { return None };
    let ["arguments", name, ..] = fields.as_slice() else { return None };
    if arguments.contains(name) {
        return None;
    }
    let mut names: Vec<&str> = arguments.iter().copied().collect();
    names.sort_unstable();
    let near = nearest(name, names).map(|near| format!("did you mean `{near}`?"));
    let message = format!("no tool has an argument `{name}`");
    Some(
        Diagnostic::new(Code::IdleGuard, expr.span, message)
            .here("never there")
            .help(near.unwrap_or_else(|| "read an argument that a tool declares".to_owned())),
    )
}
