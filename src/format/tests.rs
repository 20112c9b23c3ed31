//! What holds for whatever is formatted: nothing is lost, nothing is said otherwise, and once is enough.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;

use super::format;
use crate::span::FileSet;
use crate::syntax::ast::{Item, ItemKind, Type, TypeKind};
use crate::syntax::{Parsed, parse, tokens};

/// A policy with something of everything that has a layout of its own.
const SAMPLE: &str = r#"language 1
use "std/fixed.chk"
pattern code = /^[0-9]{3}$/, words { "a b", "c" }
effect a.b { x: text, y: decimal } said as "do", "did"
assertion a.b by words { "did" } unless code
whitelist w { "a", "b" }
vocabulary v { "NYC" = "JFK" or "LGA" }
table t(row, column) { column { a, b } x { 1, 2 } }
provider p {
  lookup l(id) by p.r { id: id } within 1h outside
  tool s {
    irreversible
    effect a.b { x: x, y: 1 }
    slot x: enum { a ("one", "two"), b } unit m optional when y > 1 default a
      from user_answer, instruction via v unambiguous, measured(l(x)[where it.a == x].b[0])
      alias q, z
      ask "Which?"
    slot o: list of object { slot i: text slot j: date from user_answer }
    fact y: decimal = if a > 1 then -2 else (b + 3) * 4
    group g { x, o } from measured(l(*) { page: * })
    require r: y >= 1 and not (x in w or x in ("a", "b")) else ask x "{x}?"
    forbid f when any(e, d in o, c where e.i is said: e.i == d) because "No."
    confirm c when first(find(/a/, x)) is known ask "{call}"
    after timeout verify by p.r { id: x }
    result {
      timeout when elapsed > 5s retriable because "Late."
      data body.x: map of text verbatim
    }
    on failure retry 2
    same by x, o
    changes l(x), l
  }
  tool r { read_only slot id: text }
}
user {
  for effect a.b, p.* { budget calls 3 per message only effect.x from user_answer }
  guard n on answer when answer.text matches code then retry "Once.", hide p.s at most 1 per message then hold "No."
}
"#;

static PLACE: LazyLock<regex::Regex> =
    LazyLock::new(|| regex::Regex::new(r"Span \{ file: FileId\(\d+\), start: \d+, end: \d+ \}").unwrap());

fn read(text: &str) -> Parsed {
    parse(FileSet::new().add("case.chk", text), text)
}

/// What a text says, without places, and with the clauses of a slot in one order.
fn said(text: &str) -> String {
    let mut file = read(text).file;
    file.items.iter_mut().for_each(in_one_order);
    PLACE.replace_all(&format!("{file:?}"), "-").into_owned()
}

fn in_one_order(item: &mut Item) {
    match &mut item.kind {
        ItemKind::Section(section) => section.items.iter_mut().for_each(in_one_order),
        ItemKind::For(block) => block.items.iter_mut().for_each(in_one_order),
        ItemKind::Tool(tool) => {
            tool.items.iter_mut().for_each(in_one_order);
            tool.items.sort_by_key(|item| !matches!(item.kind, ItemKind::Tier(_)));
        }
        ItemKind::Slot(slot) | ItemKind::Fact(slot) => {
            slot.clauses.sort_by_key(|clause| clause.kind.word());
            type_in_one_order(&mut slot.ty);
        }
        _ => {}
    }
}

fn type_in_one_order(ty: &mut Type) {
    match &mut ty.kind {
        TypeKind::Object(items) => items.iter_mut().for_each(in_one_order),
        TypeKind::List(inner) | TypeKind::Map(inner) => type_in_one_order(inner),
        _ => {}
    }
}

/// The comments, and which of them begin a line.
fn comments(text: &str) -> Vec<(&str, bool)> {
    let written = |span: crate::span::Span| text.get(span.start as usize..span.end as usize).unwrap().trim_end();
    read(text).comments.iter().map(|comment| (written(comment.span), comment.own_line)).collect()
}

/// The words, numbers and marks, but for commas, in whatever order.
fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = tokens(text).map(|token| token.text(text)).filter(|word| *word != ",").collect();
    words.sort_unstable();
    words
}

/// Formats a text, and makes sure that all is as it was.
fn sound(text: &str) -> String {
    let once = format("case.chk", text).unwrap_or_else(|error| {
        let written = super::written(text).unwrap_or_default();
        let differs = comments(text).into_iter().zip(comments(&written)).find(|(one, other)| one != other);
        panic!("{error}: {differs:?}\n{text}\n{written}\n{:?}", read(&written).diagnostics)
    });
    assert_eq!(said(text), said(&once), "{text}\n{once}");
    assert_eq!(comments(text), comments(&once), "{text}\n{once}");
    assert_eq!(words(&text.replace('\r', "")), words(&once), "{text}\n{once}");
    assert_eq!(format("case.chk", &once).unwrap(), once, "{text}");
    assert!(once.ends_with('\n') && !once.ends_with("\n\n") && !once.contains("\n\n\n"), "{once}");
    assert!(once.lines().all(|line| line == line.trim_end()), "{once}");
    once
}

/// A text with something in front of each of its tokens; what is glued to a minus stays so.
fn with_gaps<'g>(text: &str, gap: impl Fn(usize) -> &'g str) -> String {
    let (mut changed, mut minus) = (String::new(), None);
    for (index, token) in tokens(text).enumerate() {
        if minus != Some(token.start) {
            changed.push_str(gap(index));
        }
        changed.push_str(token.text(text));
        minus = (token.text(text) == "-").then_some(token.end);
    }
    changed
}

fn files(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "chk") {
            found.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_policy_that_is_one_says_the_same_formatted() {
    let (mut found, root) = (Vec::new(), Path::new(env!("CARGO_MANIFEST_DIR")));
    files(&root.join("policies"), &mut found);
    files(&root.join("tests/cases"), &mut found);
    let mut sound_ones = 0;
    for text in &found {
        match format("case.chk", text) {
            Err(super::FormatError::Mistakes { .. }) => continue,
            _ => sound(text),
        };
        sound_ones += 1;
    }
    assert!(sound_ones > 50, "{sound_ones}");
}

#[test]
fn a_comment_keeps_its_place_between_any_two_tokens() {
    // Seven tokens apart, comments have nothing to do with each other.
    for at in 0..7 {
        for comment in ["\n# own\n", " # behind\n", "\n## doc\n"] {
            sound(&with_gaps(SAMPLE, |index| if index % 7 == at { comment } else { " " }));
        }
    }
}

#[test]
fn comments_between_all_tokens_keep_their_places() {
    for comment in ["\n# own\n", " # behind\n", "\n# one\n\n\n# two\n", " # behind\n\n# own\n\n"] {
        sound(&with_gaps(SAMPLE, |_| comment));
    }
}

#[test]
fn white_space_alone_makes_no_difference() {
    let formatted = sound(SAMPLE);
    for gap in [" ", "\n", "\r\n", "\t\t", "\n   "] {
        assert_eq!(sound(&with_gaps(SAMPLE, |_| gap)), formatted);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_anywhere_keep_their_places(choices in prop::collection::vec(0usize..12, 400)) {
        let gaps = [" # behind\n", "\n# own\n", "\n\n# apart\n\n", "\n## doc\n", "\r\n# dos\r\n", "\n\n\n"];
        let gap = |index: usize| *gaps.get(choices.get(index).copied().unwrap_or(6)).unwrap_or(&" ");
        sound(&with_gaps(SAMPLE, gap));
    }
}

#[test]
fn what_would_be_said_otherwise_is_told_from_what_is_the_same() {
    let text = "language 1\nfixed {\n  # a\n  slot x: text optional from user_answer, instruction ask \"?\"\n}\n";
    let same = |other: &str| super::same::same(text, other);
    assert!(same(text));
    assert!(same("language 1 fixed {\n# a\nslot x: text ask \"?\" from user_answer, instruction optional }"));
    for (from, to) in [
        ("# a", "# b"),
        ("# a", "## a"),
        ("  # a\n", ""),
        ("  # a\n  slot x:", "  slot x:\n  # a\n"),
        ("{\n  # a", "{ # a"),
        ("user_answer, instruction", "instruction, user_answer"),
        ("optional ", ""),
        ("\"?\"", "\"!\""),
        ("slot", "fact"),
    ] {
        assert!(!same(&text.replacen(from, to, 1)), "{from} {to}");
    }
}
