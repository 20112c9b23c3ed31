//! A value of an enum that no person's words are: an internal code, or a phrase that is read as something else.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::eval::spoken::explained;
use crate::program::EnumValue;
use crate::syntax::ast::{self, ItemKind};
use crate::words::{Segment, legend, words_of_name};

use super::desk::Desk;
use super::phrases::{Choice, choices, phrases};

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    for item in desk.items() {
        if let ItemKind::Slot(slot) | ItemKind::Fact(slot) = &item.kind {
            let doc = item.doc.as_deref().unwrap_or_default();
            for choice in choices(slot, item.doc.as_deref()) {
                findings.extend(unread(desk, &choice));
                findings.extend(codes(desk, &choice, doc));
            }
        }
    }
}

/// The phrases and names that do not say their own value, even where they stand alone.
fn unread(desk: &Desk, choice: &Choice) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (tree, value) in &choice.values {
        for (text, span) in phrases(tree) {
            // What says another value is told elsewhere.
            if Segment::new(text).find_family(&choice.family).is_empty() {
                let message = format!("no words say `{}`: \"{text}\" is not read as that", value.value);
                found.push(Diagnostic::new(Code::UnsayableValue, span, message).help(with_phrase(desk, tree)));
            }
        }
    }
    found
}

/// The values whose names are codes, with nothing that says what they mean.
fn codes(desk: &Desk, choice: &Choice, doc: &str) -> Vec<Diagnostic> {
    let legend = legend(doc);
    let is_numbered = is_numbered(choice);
    let is_code = |(tree, value): &&(&ast::EnumValue, EnumValue)| {
        let is_named = !tree.phrases.is_empty() || !explained(value, &legend).is_empty();
        !is_named && (is_numbered || is_a_code(&value.value.to_string()))
    };
    let found = choice.values.iter().filter(is_code).map(|(tree, value)| {
        Diagnostic::new(Code::UnsayableValue, tree.value.span, format!("no person says `{}`", value.value))
            .here("has no phrase")
            .help(with_phrase(desk, tree))
    });
    found.collect()
}

fn with_phrase(desk: &Desk, tree: &ast::EnumValue) -> String {
    format!("say what a person calls it: `{} (\"...\")`", desk.text(tree.value.span))
}

/// Whether the values only number something: from 0 on, each one more, which no amount is.
fn is_numbered(choice: &Choice) -> bool {
    let is = |(at, (_, value)): (usize, &(&ast::EnumValue, EnumValue))| value.value.to_string() == at.to_string();
    choice.values.len() > 1 && choice.values.iter().enumerate().all(is)
}

/// Whether a name holds a number, set apart, and no word: `X_17`. A letter and a number glued to each other are one whatever
/// stands beside them: `M3`, `auto_q7`.
fn is_a_code(name: &str) -> bool {
    if name.split(['_', '-', ' ', '.']).any(is_numbered_letter) && !is_paper(name) {
        return true;
    }
    let words = words_of_name(name);
    let has_word = words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 2);
    let is_apart = name.contains(['_', '-']) && name.contains(|c: char| c.is_ascii_digit());
    let has_letters = name.contains(char::is_alphabetic);
    !has_word && is_apart && has_letters
}

fn is_numbered_letter(part: &str) -> bool {
    let mut letters = part.chars();
    letters.next().is_some_and(char::is_alphabetic)
        && !letters.as_str().is_empty()
        && letters.all(|letter| letter.is_ascii_digit())
}

/// The sizes of paper are what people call them.
fn is_paper(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a' | b'A' | b'b' | b'B', b'0'..=b'9'])
}
