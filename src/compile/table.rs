//! Effects, whitelists, vocabularies and tables.

use std::sync::Arc;

use crate::check::roots::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Effect, Table, Vocabulary, Whitelist};
use crate::resolve::FIXED;
use crate::resolve::{duplicate, effect};
use crate::syntax::ast::{self, ValueOrName};
use crate::value::Value;

use super::checklist::{Origin, Stand};
use super::expr::Lowerer;
use super::render;
use super::session::Session;

/// The value of a cell: a name is a text.
pub(super) fn value(tree: &ValueOrName) -> Value {
    match tree {
        ValueOrName::Literal(literal) => literal.value.clone(),
        ValueOrName::Name(name) => Value::text(name.text.as_str()),
    }
}

/// Where a value or a name stands.
pub(super) fn span(tree: &ValueOrName) -> crate::span::Span {
    match tree {
        ValueOrName::Literal(literal) => literal.span,
        ValueOrName::Name(name) => name.span,
    }
}

pub(super) fn effects(session: &mut Session<'_, '_>) -> Vec<Effect> {
    let model = session.model;
    let mut effects: Vec<Effect> = Vec::new();
    for (name, declared) in &model.effects {
        let mut fields: Vec<(Arc<str>, _)> = Vec::new();
        for (field, ty) in &declared.tree.fields {
            let first = declared.tree.fields.iter().find(|(known, _)| known.text == field.text);
            if let Some((first, _)) = first.filter(|(first, _)| first.span != field.span) {
                session.findings.add(duplicate("field", &field.text, first.span, field.span));
                continue;
            }
            let stand = Stand { section: FIXED, origin: Origin::Section };
            let ty = Lowerer::new(session, None, stand, Reach::Checklist).ty(ty);
            fields.push((field.text.as_str().into(), ty));
        }
        effects.push(Effect {
            name: name.as_str().into(),
            fields,
            said_as: declared.tree.said_as.iter().map(|text| Arc::from(text.text.as_str())).collect(),
            assertions: Vec::new(),
            doc: declared.doc.map(str::to_owned),
            declared: declared.span,
        });
    }
    for assertion in &model.assertions {
        let by = session.patterns.intern(model, &assertion.by, &mut session.findings);
        let unless = assertion.unless.as_ref().map(|tree| session.patterns.intern(model, tree, &mut session.findings));
        match effect(model, &assertion.effect) {
            Ok(id) => {
                if let Some(effect) = effects.get_mut(id.index()) {
                    effect.assertions.push((by, unless));
                }
            }
            Err(finding) => session.findings.add(*finding),
        }
    }
    effects
}

pub(super) fn whitelists(session: &Session<'_, '_>) -> Vec<Whitelist> {
    let whitelists = session.model.whitelists.iter().map(|(name, declared)| Whitelist {
        name: Arc::from(*name),
        values: declared.tree.values.iter().map(|literal| literal.value.clone()).collect(),
        doc: declared.doc.map(Arc::from),
    });
    whitelists.collect()
}

pub(super) fn vocabularies(session: &Session<'_, '_>) -> Vec<Vocabulary> {
    let vocabularies = session.model.vocabularies.iter().map(|(name, declared)| {
        let entries = declared.tree.entries.iter().map(|(said, values)| {
            (Arc::from(said.text.as_str()), values.iter().map(|literal| literal.value.clone()).collect())
        });
        Vocabulary { name: Arc::from(*name), entries: entries.collect(), doc: declared.doc.map(Arc::from) }
    });
    vocabularies.collect()
}

pub(super) fn tables(session: &mut Session<'_, '_>) -> Vec<Table> {
    let model = session.model;
    model.tables.iter().map(|(name, declared)| table(session, name, declared.doc, declared.tree)).collect()
}

fn table(session: &mut Session<'_, '_>, name: &str, doc: Option<&str>, tree: &ast::Table) -> Table {
    let findings = &mut session.findings;
    match tree.parameters.as_slice() {
        [_, column] if column.text != tree.column_head.text => findings.add(
            Diagnostic::new(
                Code::UnknownName,
                tree.column_head.span,
                format!("the first line of `{name}` begins with `{}`", tree.column_head.text),
            )
            .label(column.span, "the column parameter")
            .help(format!("begin it with the column parameter: `{} {{ ... }}`", column.text)),
        ),
        [_, _] => {}
        parameters => findings.add(
            Diagnostic::new(
                Code::TableCells,
                tree.name.span,
                format!("`{name}` has {}", render::count(parameters.len(), "parameter")),
            )
            .help("a table has two, of its rows and of its columns; with one column write `if ... then ... else ...` instead"),
        ),
    }
    for (what, values) in
        [("column", tree.columns.iter().collect::<Vec<_>>()), ("row", tree.rows.iter().map(|(row, ..)| row).collect())]
    {
        for (at, second) in values.iter().enumerate() {
            if let Some(first) = values.iter().take(at).find(|first| value(first) == value(second)) {
                findings.add(duplicate(what, &value(second).to_string(), span(first), span(second)));
            }
        }
    }
    for (row, cells, _) in &tree.rows {
        if cells.len() != tree.columns.len() {
            let (found, wanted) = (cells.len(), tree.columns.len());
            let message = format!(
                "the row `{}` has {} for {}",
                value(row),
                render::count(found, "cell"),
                render::count(wanted, "column"),
            );
            let help =
                if found < wanted { "write every cell; `null` where there is nothing" } else { "take the rest out" };
            findings.add(Diagnostic::new(Code::TableCells, span(row), message).help(help));
        }
    }
    Table {
        name: name.into(),
        doc: doc.map(Arc::from),
        rows: tree.rows.iter().map(|(row, ..)| value(row)).collect(),
        columns: tree.columns.iter().map(value).collect(),
        cells: tree.rows.iter().map(|(_, cells, _)| cells.iter().map(value).collect()).collect(),
    }
}
