//! Numbers without a unit beside others that have one.

use std::collections::HashMap;
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{ArithmeticOp, CompareOp, EntryKind, Expr, ExprKind, Slot, Tool, Type};
use crate::span::Span;

use super::condition::{conditions, each_place};
use super::desk::Desk;
use super::reason::context::Context;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    each_place(desk, &mut |shared| {
        let context = shared.context();
        let mut look = |context: &Context<'_, '_>, expr: &Expr| {
            if desk.is_own(expr.span) {
                expr.walk(&mut |expr| findings.extend(beside(context, expr)));
            }
        };
        conditions(shared, &mut |context, condition| look(context, condition.expr));
        let entries = shared.tool.into_iter().flat_map(|tool| &tool.entries);
        for entry in entries {
            match &entry.kind {
                EntryKind::Let(expr) => look(&context, expr),
                EntryKind::Slot(slot) => slot.computed.iter().for_each(|expr| look(&context, expr)),
                _ => {}
            }
        }
    });
    alike(desk, findings);
}

/// What is known of the unit of an operand.
enum Unit<'p> {
    /// It is in this one.
    In(Arc<str>, &'p Slot),
    /// A slot that says none.
    Bare(&'p Slot, Span),
    /// A literal, or something that has none of its own.
    Free,
}

fn unit<'p>(context: &Context<'_, 'p>, expr: &'p Expr) -> Unit<'p> {
    let expr = context.open(expr);
    match &expr.kind {
        ExprKind::Entry(_) | ExprKind::Path(..) => match context.slot_of(expr) {
            Some(slot) if is_number(&slot.ty) => match &slot.unit {
                Some(unit) => Unit::In(Arc::clone(unit), slot),
                None => Unit::Bare(slot, expr.span),
            },
            _ => Unit::Free,
        },
        ExprKind::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract, left, right) => {
            match (unit(context, left), unit(context, right)) {
                (known @ Unit::In(..), _) | (_, known @ Unit::In(..)) => known,
                (Unit::Bare(slot, span), _) | (_, Unit::Bare(slot, span)) => Unit::Bare(slot, span),
                _ => Unit::Free,
            }
        }
        _ => Unit::Free,
    }
}

fn is_number(ty: &Type) -> bool {
    matches!(ty.base(), Type::Integer | Type::Decimal)
}

/// The finding of one comparison or sum.
fn beside<'p>(context: &Context<'_, 'p>, expr: &'p Expr) -> Option<Diagnostic> {
    let (left, right) = match &expr.kind {
        ExprKind::Compare(op, left, right) if !is_textual(*op) => (left, right),
        ExprKind::Arithmetic(ArithmeticOp::Add | ArithmeticOp::Subtract, left, right) => (left, right),
        _ => return None,
    };
    let ((Unit::In(unit, with), Unit::Bare(without, span)) | (Unit::Bare(without, span), Unit::In(unit, with))) =
        (unit(context, left), unit(context, right))
    else {
        return None;
    };
    let message = format!("`{}` has no unit, and `{}` beside it is in `{unit}`", without.name, with.name);
    Some(
        Diagnostic::new(Code::MissingUnit, span, message)
            .label(without.declared, "says no unit")
            .label(with.declared, format!("is in `{unit}`"))
            .help(format!("add `unit {unit}` to `{}` if it is in that, or convert it first", without.name)),
    )
}

fn is_textual(op: CompareOp) -> bool {
    matches!(op, CompareOp::Contains | CompareOp::SubsetOf | CompareOp::StartsWith | CompareOp::EndsWith)
}

/// Arguments of one provider's tools that are called alike, of which some have a unit or are lengths of time.
fn alike(desk: &Desk<'_>, findings: &mut Findings) {
    let mut first: HashMap<(&str, &str), (&Tool, &Slot)> = HashMap::new();
    let mut bare: Vec<(&Tool, &Slot)> = Vec::new();
    for tool in &desk.program.tools {
        for id in &tool.arguments {
            let Some(EntryKind::Slot(slot)) = tool.entries.get(id.index()).map(|entry| &entry.kind) else { continue };
            let says = matches!(slot.ty.base(), Type::Duration) || (is_number(&slot.ty) && slot.unit.is_some());
            if says {
                first.entry((&tool.provider, &slot.name)).or_insert((tool, slot));
            } else if is_number(&slot.ty) && desk.is_own(slot.declared) {
                bare.push((tool, slot));
            }
        }
    }
    for (tool, slot) in bare {
        let Some((other, with)) = first.get(&(&*tool.provider, &*slot.name)) else { continue };
        let what = with.unit.as_ref().map_or("a length of time".to_owned(), |unit| format!("in `{unit}`"));
        let message = format!("`{}` says no unit, and that of `{}` is {what}", slot.name, other.bare_name);
        let help = match &with.unit {
            Some(unit) => format!("add `unit {unit}` if it is in that, and its own unit if not"),
            None => "say in what it is, `unit s` for seconds, or write `duration`".to_owned(),
        };
        findings.add(
            Diagnostic::new(Code::MissingUnit, slot.declared, message)
                .label(with.declared, format!("is {what}"))
                .help(help),
        );
    }
}
