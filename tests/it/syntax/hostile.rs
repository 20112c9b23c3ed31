//! Texts that nobody would write: too deep, too long, cut off, or noise. Nothing panics, and everything ends soon.

use chk::diagnostic::{Code, Severity};
use proptest::prelude::*;

use super::{cases, read, without_expectations};

fn codes(text: &str) -> Vec<Code> {
    read(text).diagnostics.iter().map(|diagnostic| diagnostic.code()).collect()
}

fn nested(open: &str, inner: &str, close: &str, times: usize) -> String {
    format!("language 1\nfixed {{ let a = {}{inner}{} }}\n", open.repeat(times), close.repeat(times))
}

#[test]
fn what_nests_too_deep_is_over_the_limit() {
    let many = 100_000;
    for text in [
        nested("(", "1", ")", many),
        nested("(", "1", "", many),
        nested("size(", "1", ")", many),
        nested("a[", "1", "]", many),
        nested("not ", "true", "", many),
        nested("if a then b else ", "c", "", many),
        nested("if ", "a", " then b else c", many),
        nested("(if a then ", "c", " else d)", many),
        nested("any(x in p: ", "true", ")", many),
        format!("language 1\nfixed {{ slot a: {}text }}", "list of ".repeat(many)),
        format!("language 1\nfixed {{ slot a: {}text{} }}", "(".repeat(many), ")".repeat(many)),
        format!("language 1\n{}{}", "fixed {".repeat(many), "}".repeat(many)),
        format!("language 1\nfixed {{ {}{} }}", "slot a: object { ".repeat(many), "}".repeat(many)),
        nested("1 + ", "1", "", many),
        nested("a or ", "b", "", many),
    ] {
        let found = codes(&text);
        assert!(found.contains(&Code::OverLimit) || found == [Code::SyntaxError], "{}…: {found:?}", &text[..60]);
    }
}

#[test]
fn what_nests_within_the_limit_is_read() {
    for text in [
        nested("(", "1", ")", 60),
        nested("not ", "true", "", 60),
        nested("if a then b else ", "c", "", 60),
        nested("1 + ", "1", "", 200),
        format!("language 1\nfixed {{ slot a: {}text }}", "list of ".repeat(60)),
        format!("language 1\nfixed {{ let a = b{} }}", ".c".repeat(10_000)),
        format!("language 1\nfixed {{ slot a: text{} }}", " or text".repeat(10_000)),
        format!("language 1\nwhitelist a {{ {} }}", "1, ".repeat(10_000)),
        format!("language 1\nfixed {{ {} }}", "let a = if b then c else d\n".repeat(1_000)),
    ] {
        assert_eq!(codes(&text), [], "{}…", &text[..60]);
    }
}

#[test]
fn what_never_ends_is_one_mistake() {
    let long = "x".repeat(100_000);
    for (text, code) in [
        (format!("language 1\nuse \"{long}"), Code::Unterminated),
        (format!("language 1\nfixed {{ let `{long} = 1\n}}"), Code::Unterminated),
        (format!("language 1\npattern a = /{long}"), Code::Unterminated),
        (format!("language 1\nwhitelist a {{ {} }}", "1".repeat(10_000)), Code::OverLimit),
        (format!("language 1\nfixed {{ let a = {long} b }}"), Code::SyntaxError),
        ("language 1\n}".to_owned(), Code::UnbalancedBracket),
        ("language 1\n\0".to_owned(), Code::InvisibleCharacter),
        (format!("language 1\n#{}", " ".repeat(5_000_000)), Code::OverLimit),
        (String::new(), Code::LanguageLine),
        ("\u{feff}".to_owned(), Code::LanguageLine),
    ] {
        assert_eq!(codes(&text), [code], "{}", text.chars().take(60).collect::<String>());
    }
}

#[test]
fn a_long_text_full_of_mistakes_is_read_soon() {
    for line in
        ["slot a text\n", "}\n", "{\n", "( ", "\"\n", "foo ", "slot a: text from , b\n", "tool {\n", "fixed { x }\n"]
    {
        let parsed = read(&format!("language 1\n{}", line.repeat(20_000)));
        assert!(!parsed.diagnostics.is_empty());
        assert!(parsed.diagnostics.len() <= chk::syntax::limits::MAX_DIAGNOSTICS);
    }
}

#[test]
fn a_byte_order_mark_and_other_line_ends_are_accepted() {
    assert_eq!(codes("\u{feff}language 1\r\nfixed {\r\n\tlet a = 1 # one\r\n}\r\n"), []);
}

/// Where the words and marks of a text stand.
fn places(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut places = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, c)) = chars.next() {
        let mut end = start + c.len_utf8();
        let mut last = c;
        let goes_on = |next: char, last: char| match c {
            '#' => next != '\n',
            // Up to the closing mark, which is taken in.
            '"' => last != '"',
            _ => c.is_alphanumeric() && (next.is_alphanumeric() || next == '_'),
        };
        let mut opened = false;
        while let Some((at, next)) = chars.next_if(|(_, next)| (c == '"' && !opened) || goes_on(*next, last)) {
            opened = true;
            last = next;
            end = at + next.len_utf8();
            if c == '"' && next == '\\' {
                // A mark that is escaped does not close the text.
                chars.next();
            }
        }
        if !c.is_whitespace() && c != '#' {
            places.push(start..end);
        }
    }
    places
}

fn sound(name: &str) -> String {
    let path = cases("ok").into_iter().find(|path| path.ends_with(name)).unwrap();
    std::fs::read_to_string(path).unwrap()
}

/// What is said of a damaged text, if that is more than one thing.
fn more_than_one(damaged: &str, at: usize) -> Option<String> {
    let found = read(damaged).diagnostics;
    let messages = found.iter().map(|diagnostic| diagnostic.message()).collect::<Vec<_>>();
    let line = damaged[at..].lines().next().unwrap_or("");
    (found.len() > 1).then(|| format!("at `{line}`: {messages:#?}"))
}

#[test]
fn one_damage_is_at_most_one_mistake() {
    let text = sound("bank.chk");
    let mut wrong = Vec::new();
    for place in places(&text) {
        let (before, what, after) = (&text[..place.start], &text[place.clone()], &text[place.end..]);
        for damaged in [
            format!("{before}{after}"),
            format!("{before}banana {what}{after}"),
            format!("{before}; {what}{after}"),
            format!("{before}{what} {what}{after}"),
        ] {
            wrong.extend(more_than_one(&damaged, place.start));
        }
    }
    assert!(wrong.is_empty(), "{} damages\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_brace_or_the_first_word_of_a_line_left_out_is_at_most_one_mistake() {
    let text = sound("everything.chk");
    let mut wrong = Vec::new();
    for place in places(&text) {
        let (before, what, after) = (&text[..place.start], &text[place.clone()], &text[place.end..]);
        let first = before.rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
        if first || "{}".contains(what) {
            wrong.extend(more_than_one(&format!("{before}{after}"), place.start));
        }
    }
    assert!(wrong.is_empty(), "{} places\n{}", wrong.len(), wrong.join("\n"));
}

const TOKENS: &[&str] = &[
    "language 1",
    "fixed",
    "provider",
    "user",
    "tool",
    "slot",
    "fact",
    "a",
    "b",
    "from",
    "where",
    "ask",
    "\"x\"",
    "\"",
    "`",
    "/",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "=",
    "==",
    "<",
    "-",
    " - ",
    "+",
    "*",
    ".",
    "1",
    "0.5",
    "30s",
    "2026-03-11",
    "not",
    "and",
    "if",
    "then",
    "else",
    "hold",
    "require",
    "when",
    "guard",
    "on",
    "result",
    "not_found",
    "effect",
    "object",
    "list of",
    "enum",
    "text",
    "any(",
    "x in",
    "matches",
    "find(",
    "#",
    "##",
    "\n",
    "\r\n",
    "\t",
    "é",
    "\0",
    "\u{202e}",
    "budget",
    "for",
    "optional",
];

proptest! {
    #[test]
    fn noise_never_panics(text in any::<String>(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read(&text);
        read(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_soup_of_tokens_never_panics(tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..120)) {
        read(&format!("language 1\n{}", tokens.join(" ")));
        read(&tokens.concat());
    }

    #[test]
    fn a_damaged_file_never_panics(
        seed in any::<prop::sample::Index>(),
        cuts in prop::collection::vec((any::<prop::sample::Index>(), 0usize..30, prop::sample::select(TOKENS)), 1..8),
    ) {
        let mut paths = cases("ok");
        paths.extend(cases("err"));
        let path = seed.get(&paths);
        let mut text = without_expectations(&std::fs::read_to_string(path).unwrap());
        for (at, length, insert) in cuts {
            let mut chars: Vec<char> = text.chars().collect();
            if chars.is_empty() { break; }
            let at = at.index(chars.len());
            chars.splice(at..(at + length).min(chars.len()), insert.chars());
            text = chars.into_iter().collect();
        }
        let parsed = read(&text);
        for diagnostic in &parsed.diagnostics {
            for label in diagnostic.labels() {
                prop_assert!(text.get(label.span.start as usize..label.span.end as usize).is_some());
                prop_assert!(label.span.start < label.span.end || text.is_empty() || diagnostic.severity() < Severity::Error);
            }
        }
    }
}
