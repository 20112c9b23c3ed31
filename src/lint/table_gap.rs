//! A table that lacks a row or a column for a value that its argument may have: read there, it has no cell, and what reads
//! it is unknown.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{EntryKind, Expr, ExprKind, Slot, Table, Tool, Type};
use crate::value::Value;

use super::desk::Desk;
use super::expressions::of_entry;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    if desk.program.tables.is_empty() {
        return;
    }
    for tool in &desk.program.tools {
        for whole in tool.entries.iter().flat_map(of_entry).filter(|expr| desk.is_own(expr.span)) {
            whole.walk(&mut |expr| {
                let ExprKind::Table(id, row, column) = &expr.kind else { return };
                let Some(table) = desk.program.tables.get(id.index()) else { return };
                findings.extend(gap(desk, tool, whole, table, row, ("row", &table.rows)));
                findings.extend(gap(desk, tool, whole, table, column, ("column", &table.columns)));
            });
        }
    }
}

fn gap(
    desk: &Desk,
    tool: &Tool,
    whole: &Expr,
    table: &Table,
    argument: &Expr,
    (what, there): (&str, &[Value]),
) -> Option<Diagnostic> {
    let ExprKind::Entry(id) = argument.kind else { return None };
    let EntryKind::Slot(slot) = &tool.entries.get(id.index())?.kind else { return None };
    let Type::Enum(values) = slot.ty.base() else { return None };
    let missing: Vec<String> = values
        .iter()
        .map(|each| &each.value)
        .filter(|value| !there.contains(value) && !is_apart(value, whole, slot))
        .map(|value| format!("`{value}`"))
        .collect();
    if missing.is_empty() {
        return None;
    }
    let (name, missing) = (&table.name, missing.join(", "));
    let finding = Diagnostic::new(Code::TableGap, argument.span, format!("`{name}` has no {what} for {missing}"))
        .here(format!("`{}` may be that", slot.name));
    let declared = desk.model.tables.get(&**name).map(|table| table.span);
    let finding = match declared {
        Some(span) => finding.label(span, "the table"),
        None => finding,
    };
    Some(finding.help(format!("add the {what}, `null` where there is nothing; or do not read the table for it")))
}

/// Whether an author thought of the value: it is named beside the table, or in the slot's `where`.
fn is_apart(value: &Value, whole: &Expr, slot: &Slot) -> bool {
    let mut is_named = false;
    for expr in [Some(whole), slot.refinement.as_deref()].into_iter().flatten() {
        expr.walk(&mut |expr| {
            is_named |= match &expr.kind {
                ExprKind::Literal(literal) => literal == value,
                ExprKind::InLiterals { values, .. } => values.contains(value),
                ExprKind::InWhitelist { .. } => true,
                _ => false,
            };
        });
    }
    is_named
}
