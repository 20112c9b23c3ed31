//! Budgets.

use std::collections::HashMap;

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Budget, BudgetKind, Owner, ToolId};
use crate::syntax::ast::{self, ItemKind};

use super::session::Session;

/// Every budget, as declared.
pub(super) fn budgets(session: &mut Session<'_, '_>) -> Vec<Budget> {
    let model = session.model;
    let mut found: Vec<(String, Option<Vec<ToolId>>, bool, &ast::Item)> = Vec::new();
    for section in &model.sections {
        let tools = (section.owner == Owner::Provider).then(|| section.tools.values().copied().collect::<Vec<_>>());
        let budgets = section.items.iter().filter(|item| matches!(item.kind, ItemKind::Budget(_)));
        found.extend(budgets.map(|item| (section.prefix(), tools.clone(), false, *item)));
    }
    for block in &model.blocks {
        let Some(section) = model.section(block.section) else { continue };
        let budgets = block.items.iter().filter(|item| matches!(item.kind, ItemKind::Budget(_)));
        found.extend(budgets.map(|item| (section.prefix(), Some(block.tools.clone()), true, *item)));
    }
    found.sort_by_key(|(.., item)| model.position(item.span));
    let mut budgets = Vec::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for (prefix, tools, scoped, item) in found {
        let ItemKind::Budget(tree) = &item.kind else { continue };
        let Some((what, limit)) = checked(session, tree, scoped) else { continue };
        let id = format!("{prefix}.budget-{}", tree.what.text);
        let count = counts.entry(id.clone()).or_default();
        let id = if *count == 0 { id } else { format!("{id}[{count}]") };
        *count += 1;
        budgets.push(Budget { id: id.into(), what, limit, tools, declared: item.span });
    }
    budgets
}

fn checked(
    session: &mut Session<'_, '_>,
    tree: &ast::Budget,
    scoped: bool,
) -> Option<(BudgetKind, crate::value::Number)> {
    let findings = &mut session.findings;
    let word = tree.what.text.as_str();
    let (what, per) = match word {
        "rounds" => (BudgetKind::Rounds, "message"),
        "calls" => (BudgetKind::Calls, "message"),
        "cost" => (BudgetKind::Cost, "message"),
        "asks" => (BudgetKind::Asks, "slot"),
        "revisions" => (BudgetKind::Revisions, "slot"),
        _ => {
            findings.add(words::unknown(&tree.what, "budget", words::BUDGETS));
            return None;
        }
    };
    if tree.per.text != per {
        let finding = words::unknown(&tree.per, &format!("scope of `budget {word}`"), &[per]);
        findings.add(finding.help(format!("write `per {per}`")));
    }
    if scoped && what == BudgetKind::Rounds {
        findings.add(
            Diagnostic::new(Code::MisplacedItem, tree.what.span, "`budget rounds` may not stand under `for`")
                .help("a round is no call of a tool: put it directly in the section, or count `calls`"),
        );
    }
    let whole = what == BudgetKind::Cost || tree.limit.value.as_number().is_some_and(|limit| limit.is_integer());
    match tree.limit.value.as_number() {
        Some(limit) if whole && !limit.is_negative() => Some((what, limit.clone())),
        _ => {
            let wanted = if what == BudgetKind::Cost { "a number from 0 on" } else { "a whole number from 0 on" };
            findings.add(Diagnostic::new(
                Code::TypeMismatch,
                tree.limit.span,
                format!("`budget {word}` takes {wanted}"),
            ));
            None
        }
    }
}
