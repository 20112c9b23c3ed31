//! The values of an enum or a boolean that the person's words may say, and how.

use crate::eval::spoken;
use crate::program::EnumValue;
use crate::span::Span;
use crate::syntax::ast::{self, ClauseKind, Slot, TypeKind};
use crate::words::Family;

/// The values of one type.
pub(super) struct Choice<'a> {
    /// Each as written and as it is run.
    pub(super) values: Vec<(&'a ast::EnumValue, EnumValue)>,
    /// What says them.
    pub(super) family: Family,
}

/// The choices of a slot that the person's words bear out, by its own phrases and names alone.
pub(super) fn choices<'a>(slot: &'a Slot, doc: Option<&str>) -> Vec<Choice<'a>> {
    let is_said = slot.clauses.iter().any(|clause| match &clause.kind {
        ClauseKind::From(sources) => sources.iter().any(|source| {
            source.word.text == "instruction"
                && !source.modes.iter().any(|mode| matches!(mode.word.text.as_str(), "via" | "whole"))
        }),
        _ => false,
    });
    let mut found = Vec::new();
    if is_said {
        of_type(&slot.ty, doc.unwrap_or_default(), &mut found);
    }
    found
}

fn of_type<'a>(ty: &'a ast::Type, doc: &str, found: &mut Vec<Choice<'a>>) {
    match &ty.kind {
        TypeKind::Enum(values) => found.push(choice(values, doc)),
        TypeKind::Boolean(values) if !values.is_empty() => found.push(choice(values, doc)),
        TypeKind::List(of) | TypeKind::Refined(of, _) => of_type(of, doc, found),
        TypeKind::Union(types) => types.iter().for_each(|ty| of_type(ty, doc, found)),
        TypeKind::Name(_) | TypeKind::Boolean(_) | TypeKind::Map(_) | TypeKind::Object(_) => {}
    }
}

fn choice<'a>(trees: &'a [ast::EnumValue], doc: &str) -> Choice<'a> {
    let values: Vec<EnumValue> = trees
        .iter()
        .map(|tree| EnumValue {
            value: tree.value.value.clone(),
            phrases: tree.phrases.iter().map(|phrase| phrase.text.as_str().into()).collect(),
            doc: tree.doc.clone(),
        })
        .collect();
    let family = spoken::family(&values, "", doc);
    Choice { values: trees.iter().zip(values).collect(), family }
}

/// What says a value, as written: its phrases, or its name.
pub(super) fn phrases(tree: &ast::EnumValue) -> Vec<(&str, Span)> {
    match (tree.phrases.as_slice(), tree.value.value.as_text()) {
        ([], Some(name)) => vec![(name, tree.value.span)],
        (phrases, _) => phrases.iter().map(|phrase| (phrase.text.as_str(), phrase.span)).collect(),
    }
}
