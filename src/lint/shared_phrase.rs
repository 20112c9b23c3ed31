//! A phrase of two values or of two effects says both: neither fills, and either is borne out by it.

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::span::Span;
use crate::syntax::ast::ItemKind;
use crate::words::{Family, Segment};

use super::desk::Desk;
use super::phrases::{Choice, choices, phrases};

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for item in desk.items() {
        if let ItemKind::Slot(slot) | ItemKind::Fact(slot) = &item.kind {
            for choice in choices(slot, item.doc.as_deref()) {
                findings.extend(of_choice(&choice));
            }
        }
    }
    findings.extend(of_effects(desk));
}

fn of_choice(choice: &Choice) -> Vec<Diagnostic> {
    let said: Vec<(usize, &str, Span)> = choice
        .values
        .iter()
        .enumerate()
        .flat_map(|(index, (tree, _))| phrases(tree).into_iter().map(move |(text, span)| (index, text, span)))
        .collect();
    let names: Vec<String> = choice.values.iter().map(|(_, value)| value.value.to_string()).collect();
    shared(&choice.family, &said, &names)
}

fn of_effects(desk: &Desk) -> Vec<Diagnostic> {
    let effects = &desk.model.effects;
    let names: Vec<String> = effects.keys().cloned().collect();
    let trees = || effects.values().map(|effect| effect.tree);
    let family = Family::new(trees().map(|tree| tree.said_as.iter().map(|phrase| &phrase.text)));
    let said: Vec<(usize, &str, Span)> = trees()
        .enumerate()
        .flat_map(|(index, tree)| tree.said_as.iter().map(move |phrase| (index, phrase.text.as_str(), phrase.span)))
        .collect();
    shared(&family, &said, &names)
}

/// The phrases that say more than their own value, each with the first place of the other one.
fn shared(family: &Family, said: &[(usize, &str, Span)], names: &[String]) -> Vec<Diagnostic> {
    let mut places: HashMap<usize, Vec<(&str, Span)>> = HashMap::new();
    let mut found = Vec::new();
    for (own, text, span) in said {
        let segment = Segment::new(text);
        let whole = [0, text.chars().count()];
        let values = segment.find_family(family).into_iter().filter(|(_, mention)| mention.span == whole);
        for (other, _) in values.filter(|(value, _)| value != own) {
            // Said once, at the later of the two.
            let Some((name, own_name)) = names.get(other).zip(names.get(*own)) else { continue };
            let Some((_, place)) = places.get(&other).and_then(|places| nearest_place(places, text)) else { continue };
            found.push(
                Diagnostic::new(Code::SharedPhrase, *span, format!("\"{text}\" says `{name}` and `{own_name}`"))
                    .here(format!("says `{own_name}`"))
                    .label(*place, format!("says `{name}`"))
                    .help("keep it with one of them, and give the other a phrase of its own"),
            );
        }
        places.entry(*own).or_default().push((text, *span));
    }
    found
}

/// The phrase of the other value that is the same but for its letters' case.
fn nearest_place<'p, 't>(places: &'p [(&'t str, Span)], text: &str) -> Option<&'p (&'t str, Span)> {
    places.iter().find(|(other, _)| other.to_lowercase() == text.to_lowercase()).or(places.first())
}
