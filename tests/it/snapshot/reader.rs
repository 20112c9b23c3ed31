//! The reader: YAML and JSON to one kind of document.

use chk::digest::canonical_json;
use chk::snapshot::{Node, NodeKind, limits, read, read_bytes};
use chk::value::{Number, Value};
use proptest::prelude::*;

use super::{told, unread};

fn value(text: &str) -> Value {
    read(text).unwrap_or_else(|error| panic!("{error}")).to_value()
}

/// The value as canonical JSON.
fn shown(text: &str) -> String {
    canonical_json(&value(text))
}

#[test]
fn plain_scalars_follow_the_core_schema() {
    assert_eq!(shown("[true, False, TRUE]"), "[true,false,true]");
    assert_eq!(shown("[null, ~, Null, '', \"~\"]"), r#"[null,null,null,"","~"]"#);
    assert_eq!(shown("a:\nb: # nothing\n"), r#"{"a":null,"b":null}"#);
    assert_eq!(shown("[yes, no, on, off, y, n]"), r#"["yes","no","on","off","y","n"]"#);
    assert_eq!(shown("['true', \"5\", '~']"), r#"["true","5","~"]"#);
}

#[test]
fn numbers_are_exact() {
    assert_eq!(shown("[5, -5, 0, 1e2, 1E+2, 10.0, -0]"), "[5,-5,0,100,100,10,0]");
    assert_eq!(shown("- 12345678901234567890123\n- 9007199254740993"), "[12345678901234567890123,9007199254740993]");
    assert_eq!(value("0.1").as_number().unwrap().add(&Number::parse("0.2").unwrap()), Number::parse("0.3").unwrap());
    assert_eq!(value("25e-1"), value("2.5"));
}

#[test]
fn dates_and_times_stay_text() {
    assert_eq!(
        shown("[2026-03-11, 2026-03-11T09:24:07Z, 09:24, 12:30:45, 1.2.3, 5s, 1-2]"),
        r#"["2026-03-11","2026-03-11T09:24:07Z","09:24","12:30:45","1.2.3","5s","1-2"]"#
    );
}

#[test]
fn a_number_in_another_notation_is_to_be_quoted() {
    for text in [
        "017",
        "1_000",
        "0x1F",
        "0o17",
        "0b11",
        "+5",
        "+821012345678",
        ".5",
        "5.",
        "-.5",
        "01.5",
        "1_0.5",
        "00",
        "-017",
        "5.e3",
        "1.e-2",
    ] {
        let message = format!("bad-number 1:4 {text} | `{text}` is no number here");
        assert_eq!(unread(&format!("a: {text}")), [message]);
        assert_eq!(shown(&format!("a: '{text}'")), format!(r#"{{"a":"{text}"}}"#));
    }
    // Texts that only begin like one.
    for text in ["0xyz", "1-000", "5 apples", "_1", "1e", "e5", "+", ".", "...x", "v1.0", "1,000"] {
        assert_eq!(value(text), Value::from(text), "{text}");
    }
}

#[test]
fn what_is_no_number_is_an_error() {
    for text in [".inf", "-.Inf", ".nan", ".NaN", "NaN", "Infinity", "-Infinity"] {
        assert_eq!(
            unread(&format!("a: {text}")),
            [format!("bad-number 1:4 {text} | `{text}` is no number that can be compared")]
        );
    }
    assert_eq!(unread(r#"{"a": NaN}"#), ["bad-number 1:7 NaN | `NaN` is no number that can be compared"]);
}

#[test]
fn a_number_out_of_reach_is_an_error() {
    let message = "`1e400` is out of reach: an exponent is at most 308";
    assert_eq!(unread("a: 1e400"), [format!("bad-number 1:4 1e400 | {message}")]);
    assert_eq!(unread(r#"{"a": 1e400}"#), [format!("bad-number 1:7 1e400 | {message}")]);
    assert_eq!(unread("1e99999999999999999999").len(), 1);
    assert_eq!(unread("1e-1000000000").len(), 1);
    let long = "9".repeat(10_000);
    assert_eq!(unread(&format!("a: {long}")), [format!("bad-number 1:4 {long} | a number has more than 1000 digits")]);
    assert_eq!(unread(&format!("[{long}, 1.{long}]")).len(), 2);
    assert!(read(&"9".repeat(1_000)).is_ok());
}

#[test]
fn a_key_twice_is_an_error_with_both_places() {
    for text in ["a: 1\nb: 2\na: 3\n", "{\"a\": 1,\n\"b\": 2, \"a\": 3}"] {
        let error = read(text).unwrap_err();
        let problem = &error.problems()[0];
        let (first, what) = problem.other_place().unwrap();
        assert_eq!(problem.message(), "the key `a` stands twice in one map");
        assert!(problem.span().start > first.start);
        assert_eq!((text[problem.span()].trim_matches('"'), text[first].trim_matches('"')), ("a", "a"));
        assert_eq!(what, "first here");
        assert_eq!(error.problems().len(), 1);
    }
    // The same key however it is written, and in maps of their own it is none.
    assert_eq!(unread("{a: 1, \"\\u0061\": 2}").len(), 1);
    assert_eq!(shown("- a: 1\n- a: 2"), r#"[{"a":1},{"a":2}]"#);
}

#[test]
fn every_problem_that_can_be_passed_over_is_found() {
    assert_eq!(
        unread("a: 017\na: 2\nb: !t x\nc: *d\n5: e\n"),
        [
            "bad-number 1:4 017 | `017` is no number here",
            "duplicate-key 2:1 a | the key `a` stands twice in one map",
            "unsupported-yaml 3:4 !t | tags are not read",
            "unsupported-yaml 4:4 *d | aliases are not read",
            "wrong-type 5:1 5 | the key `5` is no text",
        ]
    );
}

#[test]
fn what_makes_yaml_say_something_else_is_not_read() {
    assert_eq!(
        unread("a: &x 1\nb: *x"),
        ["unsupported-yaml 1:7 1 | anchors are not read", "unsupported-yaml 2:4 *x | aliases are not read",]
    );
    assert_eq!(unread("a: !!str 5"), ["unsupported-yaml 1:4 !!str | tags are not read"]);
    assert_eq!(unread("a: !!binary aGVsbG8="), ["unsupported-yaml 1:4 !!binary | tags are not read"]);
    assert_eq!(unread("a: ! 5"), ["unsupported-yaml 1:4 ! | tags are not read"]);
    assert_eq!(unread("a: !!map { b: 1 }"), ["unsupported-yaml 1:4 !!map | tags are not read"]);
    assert_eq!(unread("a: { <<: { b: 1 } }"), ["unsupported-yaml 1:6 << | merge keys are not read"]);
    assert_eq!(shown("a: { '<<': 1 }"), r#"{"a":{"<<":1}}"#);
    assert_eq!(unread("%YAML 1.1\n---\na: 1"), ["unsupported-yaml 1:1 % | directives are not read"]);
    assert_eq!(unread("? [a, b]\n: 1"), ["wrong-type 1:3 [ | a list or a map stands where a key belongs"]);
    assert_eq!(unread("{ ~: 1 }"), ["wrong-type 1:3 ~ | the key `~` is no text"]);
    assert_eq!(unread("true: 1"), ["wrong-type 1:1 true | the key `true` is no text"]);
}

#[test]
fn one_text_holds_one_document() {
    assert_eq!(unread("a: 1\n---\nb: 2\n"), ["not-a-document 2:1 - | a second document begins here"]);
    assert_eq!(unread("{\"a\": 1} {\"b\": 2}").len(), 1);
    assert_eq!(shown("---\na: 1\n...\n"), r#"{"a":1}"#);
    for text in ["", "\n", "# nothing\n", "\u{feff}"] {
        assert_eq!(read(text).unwrap_err().problems()[0].message(), "the document is empty");
    }
    assert_eq!(shown("---\n"), "null");
}

#[test]
fn one_byte_order_mark_is_skipped_and_places_count_it() {
    assert_eq!(shown("\u{feff}{\"a\": 1}"), r#"{"a":1}"#);
    assert_eq!(shown("\u{feff}a: 1"), r#"{"a":1}"#);
    let text = "\u{feff}a: 017";
    assert_eq!(&text[read(text).unwrap_err().problems()[0].span()], "017");
    assert!(read("\u{feff}\u{feff}{\"a\": 1}").is_err());
    assert!(read("a: 1\n\u{feff}b: 2").is_err());
}

#[test]
fn line_ends_and_tabs() {
    assert_eq!(shown("a: 1\r\nb:\r\n  - x\r\n"), r#"{"a":1,"b":["x"]}"#);
    assert_eq!(shown("a: |\r\n  one\r\n  two\r\n"), r#"{"a":"one\ntwo\n"}"#);
    assert_eq!(shown("{\r\n\t\"a\":\t1\r\n}"), r#"{"a":1}"#);
    let told = unread("a:\n\tb: 1");
    assert!(told[0].starts_with("not-a-document 2:"), "{told:?}");
    assert_eq!(shown("a: \"x\\ty\""), r#"{"a":"x\ty"}"#);
}

#[test]
fn control_characters_are_refused() {
    let nul = "not-a-document 1:5 NUL | the control character U+0000 stands in the document";
    assert_eq!(unread("a: 1\0\nb: 2"), [nul]);
    assert_eq!(unread("a: \u{1b}[31m").len(), 1);
    assert_eq!(shown(r#"{"a": "\u0000\u001b"}"#), r#"{"a":"\u0000\u001b"}"#);
}

#[test]
fn bytes_that_are_no_utf8_are_refused_with_their_place() {
    let error = read_bytes(b"a: caf\xe9\n").unwrap_err();
    assert_eq!(told(&error), ["not-utf8 1:7 \u{fffd} | byte 6 is not UTF-8"]);
    assert!(read_bytes("a: café".as_bytes()).is_ok());
}

#[test]
fn strict_json() {
    assert_eq!(shown(r#"{"a": "\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\"}"#), r#"{"a":"é😀/\b\f\n\r\t\"\\"}"#);
    assert_eq!(unread(r#"{"a": "\ud83d"}"#), [r"not-a-document 1:8 \ud83d | half of a surrogate pair is no character"]);
    assert_eq!(unread(r#"{"a": "\ude00x"}"#).len(), 1);
    assert_eq!(unread(r#"{"a": "\ud83d\u0041"}"#).len(), 1);
    assert_eq!(unread(r#"{"a": 1"#), ["not-a-document 1:7 1 | expected `,` or `}`, found the end"]);
    assert_eq!(unread("{\"a\": \"x"), ["not-a-document 1:8 x | expected the end of the text, `\"`, found the end"]);
    assert_eq!(unread("[1, 2}"), ["not-a-document 1:6 } | expected `,` or `]`, found `}`"]);
}

#[test]
fn what_begins_like_json_may_be_yaml() {
    assert_eq!(shown("{ a: 1, b: [x, y] }"), r#"{"a":1,"b":["x","y"]}"#);
    assert_eq!(shown("{\"a\": 1,}"), r#"{"a":1}"#);
    assert_eq!(shown("{'a': True, b: ~}"), r#"{"a":true,"b":null}"#);
    assert_eq!(shown("# first\n{ a: 1 }"), r#"{"a":1}"#);
    assert_eq!(unread(r#"{"a": 01}"#), ["bad-number 1:7 01 | `01` is no number here"]);
}

#[test]
fn deep_nesting_is_over_the_limit_and_costs_nothing() {
    let deep = |open: &str, n: usize| open.repeat(n);
    for text in [
        deep("[", 100_000),
        deep("{\"a\":", 100_000),
        deep("{a: ", 100_000),
        deep("- ", 100_000),
        deep("[{a: ", 50_000),
    ] {
        let error = read(&text).unwrap_err();
        assert_eq!(error.problems()[0].code().as_str(), "over-limit", "{}", error.problems()[0].message());
    }
    assert!(read(&deep("? ", 100_000)).is_err());
    assert!(read(&deep("&a ", 100_000)).is_err());
    assert!(read(&deep("a: ", 100_000)).is_err());
    assert!(read(&deep("\"", 100_001)).is_err());
    let blocks: String = (0..1_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
    assert_eq!(read(&blocks).unwrap_err().problems()[0].code().as_str(), "over-limit");
    let most = limits::MAX_DEPTH;
    for (open, close) in [("[", "]"), ("[ ", "]\n")] {
        assert!(read(&(open.repeat(most) + "x" + &close.repeat(most))).is_ok());
        assert!(read(&(open.repeat(most) + &close.repeat(most))).is_ok());
        assert!(read(&(open.repeat(most + 1) + &close.repeat(most + 1))).is_err());
    }
}

#[test]
fn an_alias_bomb_is_refused() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..10 {
        let uses = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb += &format!("a{level}: &a{level} [{uses}]\n");
    }
    let error = read(&bomb).unwrap_err();
    assert!(error.problems().iter().all(|problem| problem.code().as_str() == "unsupported-yaml"));
}

#[test]
fn size_count_and_problems_are_bounded() {
    let long = " ".repeat(limits::MAX_BYTES + 1);
    assert_eq!(unread(&long)[0].split(' ').next(), Some("over-limit"));
    let many = format!("[{}0]", "0,".repeat(limits::MAX_NODES));
    assert_eq!(read(&many).unwrap_err().problems()[0].message(), "the document has more than 500000 values");
    let wrong = "- 017\n".repeat(1_000);
    assert_eq!(read(&wrong).unwrap_err().problems().len(), limits::MAX_PROBLEMS);
}

#[test]
fn spans_are_what_was_written() {
    let text = "a: 'x'\nb:\n  - 5\n  - {c: \"d\"}\nlast: end # remark\n";
    let root = read(text).unwrap();
    let cut = |node: &Node| &text[node.span.clone()];
    assert_eq!(cut(root.get("a").unwrap()), "'x'");
    let items = root.get("b").unwrap().items().unwrap();
    assert_eq!((cut(&items[0]), cut(&items[1])), ("5", "{c: \"d\"}"));
    assert_eq!(cut(items[1].get("c").unwrap()), "\"d\"");
    assert_eq!(cut(root.get("last").unwrap()), "end");
    let NodeKind::Map(entries) = &root.kind else { panic!("a map") };
    assert_eq!(&text[entries[1].key_span.clone()], "b");
}

/// Any value that JSON can hold, as its text.
fn json() -> impl Strategy<Value = String> {
    let number = "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,9})?([eE][+-]?[0-9]{1,2})?";
    let text = prop_oneof![
        "[ -~]{0,12}".prop_map(|text| serde_json::to_string(&text).unwrap()),
        any::<String>().prop_map(|text| serde_json::to_string(&text).unwrap()),
        Just(r#""\u0041\ud83d\ude00\/""#.to_owned()),
    ];
    let leaf = prop_oneof![number, text.clone(), Just("true".into()), Just("null".into())];
    leaf.prop_recursive(4, 32, 5, move |inner| {
        let blank = prop_oneof![Just(""), Just(" "), Just("\n  ")];
        let list = (prop::collection::vec(inner.clone(), 0..5), blank.clone())
            .prop_map(|(items, blank)| format!("[{blank}{}{blank}]", items.join(&format!(",{blank}"))));
        let map = (prop::collection::vec((text.clone(), inner), 0..5), blank).prop_map(|(entries, blank)| {
            let entries: Vec<_> = entries.iter().map(|(key, value)| format!("{key}:{blank}{value}")).collect();
            format!("{{{blank}{}{blank}}}", entries.join(&format!("{blank},{blank}")))
        });
        prop_oneof![list, map]
    })
}

/// What another reader makes of an ordinary document.
fn other(value: &serde_yaml::Value) -> Value {
    match value {
        serde_yaml::Value::Null => Value::Null,
        serde_yaml::Value::Bool(truth) => Value::Bool(*truth),
        serde_yaml::Value::Number(number) => Value::Number(Number::parse(&number.to_string()).unwrap()),
        serde_yaml::Value::String(text) => Value::from(text.as_str()),
        serde_yaml::Value::Sequence(items) => Value::list(items.iter().map(other)),
        serde_yaml::Value::Mapping(map) => {
            Value::map(map.iter().map(|(key, value)| (key.as_str().unwrap(), other(value))))
        }
        serde_yaml::Value::Tagged(_) => panic!("a tag"),
    }
}

/// A block of YAML as people write it.
fn yaml() -> impl Strategy<Value = String> {
    let scalar = prop_oneof![
        "-?(0|[1-9][0-9]{0,15})",
        "[1-9][0-9]{0,4}\\.[0-9]{0,3}[1-9]",
        "[a-zA-Z][a-zA-Z0-9 ._/@-]{0,15}[a-z]",
        "'[ -&(-~]{0,12}'",
        "\"[ !#-\\[\\]-~]{0,12}\"",
        Just("true".to_owned()),
        Just("~".to_owned()),
        Just("2026-03-11T09:24:07Z".to_owned()),
        Just("{ x: 1, y: [a, b] }".to_owned()),
    ];
    prop::collection::vec(("[a-z]{1,8}", prop::collection::vec(scalar, 1..4), 0..4_u8), 1..6).prop_map(|entries| {
        let mut text = String::new();
        for (at, (key, values, shape)) in entries.into_iter().enumerate() {
            let first = &values[0];
            text += &match shape {
                0 => format!("{key}_{at}: {first} # a remark\n"),
                1 => format!("{key}_{at}:\n{}", values.iter().map(|v| format!("  - {v}\n")).collect::<String>()),
                2 => format!("{key}_{at}:\n- k: {first}\n  l:\n    m: {first}\n"),
                _ => format!("{key}_{at}: |\n  one\n\n  two {at}\n"),
            };
        }
        text
    })
}

proptest! {
    #[test]
    fn json_read_as_yaml_is_the_same_value(text in json()) {
        // A blank line in front of a comment makes it YAML, which JSON knows nothing of.
        let as_yaml = read(&format!("# YAML\n{text}"));
        match (read(&text), as_yaml) {
            (Ok(json), Ok(yaml)) => prop_assert_eq!(json.to_value(), yaml.to_value()),
            (Err(json), Err(yaml)) => {
                prop_assert!(json.problems().iter().zip(yaml.problems()).all(|(a, b)| a.code() == b.code()));
            }
            (json, yaml) => prop_assert!(false, "{text}\n{json:?}\n{yaml:?}"),
        }
    }

    #[test]
    fn another_reader_agrees_on_ordinary_documents(text in yaml()) {
        let theirs: serde_yaml::Value = serde_yaml::from_str(&text).unwrap();
        prop_assert_eq!(value(&text), other(&theirs), "{}", text);
    }

    #[test]
    fn canonical_json_reads_as_itself(text in json()) {
        if let Ok(node) = read(&text) {
            let canonical = canonical_json(&node.to_value());
            prop_assert_eq!(shown(&canonical), canonical);
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_bytes(&bytes);
        let _ = chk::Snapshot::from_bytes(&bytes).map_err(|error| error.to_string());
    }

    #[test]
    fn random_marks_never_panic(text in "[ \\n\\t\\[\\]{}:,\\-?&*!|>'\"%@`#~<.0-9a-eéλ\\\\]{0,60}") {
        let _ = read(&text).map_err(|error| error.to_string());
        let _ = read(&format!("chk: 1\ncall: {text}")).map_err(|error| error.to_string());
    }

    #[test]
    fn every_span_is_a_piece_of_the_text(text in "[ \\n\\[\\]{}:,\\-'\"#0-9a-ceé]{0,60}") {
        if let Err(error) = read(&text) {
            for problem in error.problems() {
                prop_assert!(text.get(problem.span()).is_some(), "{problem:?}");
            }
        }
    }
}

#[test]
fn hostile_documents_end_in_an_error() {
    let keys: String = (0..100_000).map(|at| format!("key_{at}_mesured: 1\n")).collect();
    assert_eq!(chk::Snapshot::from_yaml(&keys).unwrap_err().problems().len(), limits::MAX_PROBLEMS);
    let numbers = format!("chk: 1\ncall: {{ tool: t.x }}\nextra: [{}]", "1e308, 1e-308, ".repeat(20_000));
    assert_eq!(
        chk::Snapshot::from_yaml(&numbers).unwrap_err().problems()[0].message(),
        "the exponents of the document's numbers sum up to more than 1000000"
    );
    assert!(read(&numbers.replace("308", "8")).is_ok());
    for text in [
        "a",
        "\"",
        "'",
        "- ",
        "a: ",
        "# ",
        "|\n ",
        ">\n\n",
        "[a, ",
        "a\n",
        "é ",
        "%",
        "--- ",
        "? a\n: b\n",
        "*a ",
        "!a ",
        ",",
        "a:\n",
    ] {
        let long = text.repeat(200_000 / text.len());
        assert!(chk::Snapshot::from_yaml(&long).is_err());
        let long = format!("{{ \"a\": {long}");
        assert!(chk::Snapshot::from_yaml(&long).is_err());
    }
}

/// What is said first of a text that is no snapshot: the message, the place and the help.
fn advice(text: &str) -> String {
    let error = chk::Snapshot::from_yaml(text).unwrap_err();
    let problem =
        error.problems().iter().find(|problem| problem.code() == chk::diagnostic::Code::NotADocument).unwrap();
    let message = problem.message().trim_start_matches("this is no YAML: ");
    let other = problem.other_place().map_or_else(String::new, |(place, _)| format!(" ({place:?})"));
    format!("{message}; at {:?}{other}; {}", &text[problem.span()], problem.help_text().unwrap_or("-"))
}

#[test]
fn what_an_author_did_is_said_where_a_text_is_no_yaml() {
    let quote = "`: ` stands inside a text that is not quoted; at \":\"; quote a text that holds `: `";
    assert_eq!(advice("instruction:\n  - { text: order: 2 large, trust: user }\n"), quote);
    assert_eq!(advice("instruction:\n  - text: say: what\n    trust: user\n"), quote);
    assert_eq!(advice("call: { tool: a.b user: me }\n"), format!("{quote}, or write `,` between two entries"));
    let dash = |place: &str| format!("an entry of a list begins with `- `; at {place:?}; write `- ` in front of it");
    assert_eq!(advice("instruction:\n  - text: a\n    trust: user\n  text: b\n"), dash("text: b"));
    assert_eq!(advice("instruction:\n    text: a\n    trust: user\n  - text: b\n"), dash("text: a"));
    assert_eq!(advice("instruction:\n  text: a\n  - text: b\n"), dash("text: a"));
    assert_eq!(advice("instruction:\n  { text: a }\n  { text: b }\n"), dash("{ text: a }"));
    let indent = |place: &str, blanks: usize| {
        format!(
            "this line is indented like none of those above it; at {place:?}; \
             indent it like the line above that it belongs beside, perhaps by {blanks} blanks"
        )
    };
    assert_eq!(advice("call:\n  tool: a.b\n arguments: {}\n"), indent("arguments: {}", 2));
    assert_eq!(advice("call:\n  tool: a.b\n   arguments: {}\n"), indent("arguments: {}", 2));
    assert_eq!(advice("measured:\n  - tool: a\n    at: b\n   value: 1\n"), indent("value: 1", 4));
    let closed = "write `}` where its entries end";
    let text = "call: { tool: a, arguments: { b: '}' }\ninstruction:\n  - { text: \"{\" } # }\n";
    assert_eq!(advice(text), format!("a `{{` is not closed; at \"i\" (6..7); {closed}"));
    assert_eq!(advice("call: { tool: a"), format!("a `{{` is not closed; at \"{{\"; {closed}"));
    assert_eq!(
        advice("call: { tool: a, weight:3 }\n"),
        "`weight:3` is a key without a value; at \"weight:3\"; a blank follows the colon: `weight: 3`"
    );
    assert_eq!(
        advice("call:\n  tool:a.b\n  arguments: {}\n"),
        "`tool:a.b` is one word; at \"tool:a.b\"; a blank follows the colon: `tool: a.b`"
    );
}

#[test]
fn a_key_with_a_colon_in_it_is_a_key_where_it_has_a_value_or_is_quoted() {
    for answers in ["{ q:0123: ~ }", "{ \"a:b\": 1, 'c:d': ~ }", "{ a:b: 1 }"] {
        let text = format!("chk: 1\ncall: {{ tool: a.b, arguments: {{}} }}\nanswers: {answers}\n");
        assert!(chk::Snapshot::from_yaml(&text).is_ok(), "{text}");
    }
}
