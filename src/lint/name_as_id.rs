//! An answer that is taken for the id itself, beside rows in which a name stands for it.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{
    Entry, EntryId, EntryKind, Expr, ExprKind, Is, Lookup, LookupId, LookupRead, Slot, SourceSpec, Step, Tool, Type,
};

use super::desk::Desk;
use super::unanswerable_question::takes_words;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for tool in &desk.program.tools {
        for id in &tool.arguments {
            let Some(EntryKind::Slot(slot)) = tool.entries.get(id.index()).map(|entry| &entry.kind) else { continue };
            findings.extend(of_slot(desk, tool, *id, slot));
        }
    }
}

fn of_slot(desk: &Desk, tool: &Tool, id: EntryId, slot: &Slot) -> Option<Diagnostic> {
    // Whoever says what an id looks like takes no name for one.
    if slot.refinement.is_some() || !matches!(slot.ty, Type::Text) {
        return None;
    }
    let said = slot.sources.iter().find(|source| takes_words(source))?;
    let (source, read, name, picked) = slot.sources.iter().find_map(|source| {
        let SourceSpec::Measured { read, .. } = &source.kind else { return None };
        let (name, picked) = named(&read.steps)?;
        Some((source, read, name, picked))
    })?;
    if is_held_against_rows(tool, id, read.lookup) {
        return None;
    }
    let rows = desk.program.lookups.get(read.lookup.index())?;
    let word = if matches!(said.kind, SourceSpec::UserAnswer) { "is answered" } else { "is said" };
    let message = format!("whatever {word} is taken for the `{picked}` itself, the `{name}` too");
    Some(
        Diagnostic::new(Code::NameAsId, slot.declared, message)
            .label(said.declared, "bears out whatever the person says, in a row or in none")
            .label(source.declared, format!("only here the `{name}` stands for the `{picked}`"))
            .help(help(slot, rows, read, picked)),
    )
}

fn help(slot: &Slot, rows: &Lookup, read: &LookupRead, picked: &str) -> String {
    let form = "say what it looks like: `where it matches /.../`";
    // Of a lookup with arguments there may be several observations, and no fact holds the rows of all; nor are they what it holds
    // where they stand deeper in it.
    if !rows.parameters.is_empty() || read.steps.len() > 2 {
        return form.to_owned();
    }
    let (slot, rows) = (&slot.name, &rows.name);
    format!(
        "{form}, or hold it against the rows: `fact all_{rows}: list of any from measured({rows})` and \
         `require known_{slot}: any(row in all_{rows}: row.{picked} == {slot}) else ask {slot} \"...\"`"
    )
}

/// The field by whose words a row is found, and the other one that is taken from it.
fn named(steps: &[Step]) -> Option<(&str, &str)> {
    let [.., Step::Where(filter), Step::Field(picked)] = steps else { return None };
    let mut name = None;
    filter.walk(&mut |expr| {
        if let ExprKind::Is { of, what: Is::Said, negated: false } = &expr.kind
            && let ExprKind::Path(head, steps) = &of.kind
            && let (ExprKind::Local(0), [Step::Field(field)]) = (&head.kind, &**steps)
        {
            name = Some(&**field);
        }
    });
    name.filter(|name| *name != &**picked).map(|name| (name, &**picked))
}

/// Whether a rule reads the slot together with its rows, or with what is looked up by it: an id that is none does not hold there.
fn is_held_against_rows(tool: &Tool, id: EntryId, rows: LookupId) -> bool {
    tool.entries.iter().filter_map(rule).any(|rule| {
        let mut read = rule.entries();
        let mut looked_up = Vec::new();
        let mut at = 0;
        while let Some(next) = read.get(at).copied() {
            at += 1;
            let further = match tool.entries.get(next.index()).map(|entry| &entry.kind) {
                Some(EntryKind::Let(value)) => value.entries(),
                Some(EntryKind::Slot(slot)) if next != id => {
                    looked_up.extend(slot.sources.iter().filter_map(|source| match &source.kind {
                        SourceSpec::Measured { read, .. } => Some(read.lookup),
                        _ => None,
                    }));
                    let by = slot.sources.iter().filter_map(|source| match &source.kind {
                        SourceSpec::Measured { read, .. } => read.arguments.as_ref(),
                        _ => None,
                    });
                    let by: Vec<EntryId> = by.flatten().flat_map(Expr::entries).collect();
                    if by.contains(&id) {
                        return true;
                    }
                    by.into_iter().chain(slot.computed.iter().flat_map(|value| value.entries())).collect()
                }
                _ => Vec::new(),
            };
            further.into_iter().for_each(|entry| {
                if !read.contains(&entry) {
                    read.push(entry);
                }
            });
        }
        read.contains(&id) && looked_up.contains(&rows)
    })
}

/// What a condition, or a confirm that is not always due, hangs on.
fn rule(entry: &Entry) -> Option<&Expr> {
    match &entry.kind {
        EntryKind::Condition(condition) => Some(&condition.expr),
        EntryKind::Confirm(confirm) => confirm.when.as_ref(),
        _ => None,
    }
}
