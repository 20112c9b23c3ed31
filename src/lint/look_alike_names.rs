//! Names that a reader takes for one: they differ in case, in what joins their words, or in letters that look alike.

use std::collections::HashMap;

use unicode_normalization::UnicodeNormalization;

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::EntryKind;
use crate::span::Span;
use crate::syntax::ast::{ItemKind, TypeKind};

use super::desk::Desk;

/// Letters of other scripts that look like those of the Latin one.
const LOOK_ALIKES: &[(&str, &str)] = &[
    // Cyrillic
    ("аесіјорѕхуһԁԛԝ", "aecijopsxyhdqw"),
    ("АВЕЅІЈКМНОРСТУХ", "abesijkmhopctyx"),
    // Greek
    ("αινορυχκ", "aivopuxk"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "abezhikmnoptyx"),
    // Latin beyond ASCII
    ("ıɡ", "ig"),
];

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let (program, model) = (desk.program, &desk.model);
    let mut look = |what: &str, names: &mut dyn Iterator<Item = (&str, Span)>| {
        let mut seen = Seen::default();
        for (name, span) in names {
            let Some((first, place)) = seen.see(name, span) else { continue };
            // What the library brings is not for the author to mend.
            let ((first, place), (name, span)) = match desk.is_own(span) {
                true => ((&*first, place), (name, span)),
                false => ((name, span), (&*first, place)),
            };
            findings.add(
                Diagnostic::new(Code::LookAlikeNames, span, format!("two {what} look alike: `{first}` and `{name}`"))
                    .label(place, "the other one")
                    .help("give them names that nobody takes for each other, or make them one"),
            );
        }
    };
    look("tools", &mut program.tools.iter().map(|tool| (&*tool.name, tool.declared)));
    look("lookups", &mut program.lookups.iter().map(|lookup| (&*lookup.id, lookup.declared)));
    look("effects", &mut model.effects.iter().map(|(name, effect)| (name.as_str(), effect.span)));
    look("patterns", &mut model.patterns.iter().map(|(name, pattern)| (*name, pattern.span)));
    look("whitelists", &mut model.whitelists.iter().map(|(name, whitelist)| (*name, whitelist.span)));
    look("vocabularies", &mut model.vocabularies.iter().map(|(name, vocabulary)| (*name, vocabulary.span)));
    look("tables", &mut model.tables.iter().map(|(name, table)| (*name, table.span)));
    for tool in &program.tools {
        let named = |kind: &EntryKind| matches!(kind, EntryKind::Slot(_) | EntryKind::Let(_));
        let entries = tool.entries.iter().filter(|entry| named(&entry.kind));
        look("names of one tool", &mut entries.map(|entry| (&*entry.name, entry.declared)));
    }
    for slot in desk.slots() {
        match &slot.ty.kind {
            TypeKind::Enum(values) => {
                let texts = values.iter().filter_map(|each| Some((each.value.value.as_text()?, each.value.span)));
                look("values", &mut { texts });
            }
            TypeKind::Object(items) => {
                let fields = items.iter().filter_map(|item| match &item.kind {
                    ItemKind::Slot(field) => Some((field.name.text.as_str(), field.name.span)),
                    _ => None,
                });
                look("fields", &mut { fields });
            }
            _ => {}
        }
    }
}

/// The names so far, by what they look like.
#[derive(Default)]
struct Seen {
    names: HashMap<String, (String, Span)>,
}

impl Seen {
    /// The name before it that it looks like.
    fn see(&mut self, name: &str, span: Span) -> Option<(String, Span)> {
        let mut found = None;
        for key in [letters(name), shapes(name)] {
            match self.names.get(&key) {
                Some((first, _)) if first == name => {}
                Some(first) => found = found.or_else(|| Some(first.clone())),
                None => {
                    self.names.insert(key, (name.to_owned(), span));
                }
            }
        }
        found
    }
}

/// What is left of a name without case, and without what joins its words.
fn letters(name: &str) -> String {
    let letters = name.nfkc().filter(|c| !matches!(c, '_' | '-')).map(latin);
    letters.flat_map(char::to_lowercase).collect()
}

/// The same of a name that is read letter by letter: `0` and `O`, `1`, `l` and `I`. In front stands what no name holds.
fn shapes(name: &str) -> String {
    let shape = |c: char| match c {
        '0' | 'O' => 'o',
        '1' | 'I' => 'l',
        c => c,
    };
    std::iter::once(' ').chain(name.nfkc().map(latin).map(shape)).collect()
}

/// The Latin letter that it looks like, in lower case; or the letter itself.
fn latin(c: char) -> char {
    let find = |(others, own): &(&str, &str)| others.chars().zip(own.chars()).find(|(other, _)| *other == c);
    if c.is_ascii() { c } else { LOOK_ALIKES.iter().find_map(find).map_or(c, |(_, own)| own) }
}
