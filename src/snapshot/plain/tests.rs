use proptest::prelude::*;

use super::super::limits::MAX_NODES;
use super::super::with_places;
use super::{read, value};

/// A call as a host writes it.
const CALL: &str = r#"{"chk":1,"now":"2026-11-30T01:02:03Z","user":"s-42","call":{"tool":"bank.transfer","arguments":{
"to":"payee-007","amount":250.5}},"instruction":[{"text":"Pay payee-007","trust":"user"}],"answers":{"amount":250.5},
"preset":{"currency":{"value":"EUR","trust":"user","origin":"turn-3"},"payees":{"value":["payee-001","payee-007"]}},
"measured":[{"lookup":"accounts","at":"2026-11-30T01:02:01Z","value":{"balance":1200}}],"extra":{"call_id":"call-1"}}"#;

/// What is read plainly is what is read with places; both in the form that shows every part.
fn agrees(text: &str) -> Result<bool, String> {
    let Some(plain) = read(text) else { return Ok(false) };
    let placed = with_places(text).map_err(|error| format!("{text}\n{error}"))?;
    let (plain, placed) = (format!("{plain:?}"), format!("{placed:?}"));
    if plain == placed { Ok(true) } else { Err(format!("{text}\n{plain}\n{placed}")) }
}

#[test]
fn what_most_snapshots_hold_is_read_plainly() {
    for text in [
        CALL,
        r#"{"chk":1,"call":{"tool":"a.b"}}"#,
        r#" { "chk" : 1 , "call" : { "tool" : "a.b" , "arguments" : { } , "definition" : "sha256:0" } } "#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":{"a":[1,[2.50,-3],{"b":[]},true,false,null,"\u00e9\n"]}}}"#,
        r#"{"chk":1,"zone":"Asia/Seoul","message":{"text":"now","at":"2026-03-11T09:24"},"call":{"tool":"a.b"}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"preset":{"a":{"b":{"value":null},"c":{"value":1,"origin":"x"}}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"measured":[{"tool":"c.d","arguments":{"e":1},"failed":"gone"}]}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"approvals":[{"id":"1","tool":"a.b","confirm":"c","bound":{"a":1},"shown":"s",
            "at":"2026-03-11T09:24Z","expires":"2026-03-12T09:24Z","used_by":"x"}],"shown":[{"notice":"n","text":"t"}]}"#,
    ] {
        assert_eq!(agrees(text), Ok(true), "{text}");
    }
}

#[test]
fn what_is_not_plainly_right_is_left_to_the_reader_with_places() {
    let deep = format!(r#"{{"chk":1,"call":{{"tool":"a.b"}},"extra":{}{}}}"#, "[".repeat(40), "]".repeat(40));
    let branches = format!(
        r#"{{"chk":1,"call":{{"tool":"a.b"}},"preset":{}{{"value":1}}{}}}"#,
        r#"{"a":"#.repeat(40),
        "}".repeat(40)
    );
    for text in [
        deep.as_str(),
        branches.as_str(),
        "",
        "{}",
        "[]",
        "chk: 1",
        "\u{feff}{\"chk\":1,\"call\":{\"tool\":\"a.b\"}}",
        r#"{"chk":1}"#,
        r#"{"call":{"tool":"a.b"}}"#,
        r#"{"chk":2,"call":{"tool":"a.b"}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"}} 1"#,
        r#"{"chk":1,"call":{"tool":"a.b"},}"#,
        r#"{"chk":1,"call":{}}"#,
        r#"{"chk":1,"call":null}"#,
        r#"{"chk":1,"call":{"tool":1}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","tool":"a.b"}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","t\u006fol":"a.b"}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":{"a":1,"a":2}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":[]}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":{"a":1e2}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":{"a":01}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":{"a":NaN}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b","arguments":{"a":"\ud800"}}}"#,
        "{\"chk\":1,\"call\":{\"tool\":\"a.b\",\"arguments\":{\"a\":\"\u{1}\"}}}",
        r#"{"chk":1,"chk":1,"call":{"tool":"a.b"}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"other":1}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"phase":"result","result":{}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"now":"today"}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"zone":"Mars/Base"}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"extra":null}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"instruction":[{"text":"a"}]}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"instruction":[{"text":"a","trust":"host"}]}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"preset":{"a":1}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"preset":{"a":{"trust":"user","value":1}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"preset":{"a":{"b":{"value":1},"value":{"value":1}}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"preset":{"a":{"value":1,"b":{"value":1}}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"preset":{"a":{"value":1},"a":{"value":1}}}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"measured":[{"lookup":"c"}]}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"measured":[{"value":1}]}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"measured":[{"lookup":"c","tool":"a.b","value":1}]}"#,
        r#"{"chk":1,"call":{"tool":"a.b"},"measured":[{"lookup":"c","value":null,"failed":"gone"}]}"#,
    ] {
        assert!(read(text).is_none(), "{text}");
    }
}

/// The kinds of maps, each with its keys and what stands there: `*` for a list of it, `?` where it seldom does.
const MAPS: &[(&str, &[(&str, &str)])] = &[
    (
        "snapshot",
        &[
            ("chk", "1"),
            ("call", "call"),
            ("phase", "\"call\""),
            ("now", "time"),
            ("zone", "\"UTC\""),
            ("user", "text"),
            ("instruction", "segment*"),
            ("quotes", "{}?"),
            ("answers", "values"),
            ("preset", "branch"),
            ("measured", "observation*"),
            ("approvals", "approval*"),
            ("shown", "shown*"),
            ("message", "message"),
            ("extra", "value"),
        ],
    ),
    ("call", &[("tool", "text"), ("arguments", "values"), ("definition", "text")]),
    ("segment", &[("text", "text"), ("trust", "\"user\""), ("origin", "text")]),
    ("branch", &[("a", "setting"), ("c", "setting"), ("b", "branch"), ("value", "setting?")]),
    ("setting", &[("value", "value"), ("trust", "\"untrusted\""), ("origin", "text")]),
    (
        "observation",
        &[
            ("lookup", "text"),
            ("value", "value"),
            ("tool", "text?"),
            ("failed", "text?"),
            ("at", "time"),
            ("arguments", "values"),
        ],
    ),
    (
        "approval",
        &[
            ("tool", "text"),
            ("confirm", "text"),
            ("id", "text"),
            ("bound", "values"),
            ("shown", "text"),
            ("at", "time"),
            ("expires", "time"),
            ("used_by", "text"),
        ],
    ),
    ("shown", &[("notice", "text"), ("text", "text")]),
    ("message", &[("text", "text"), ("at", "time")]),
    ("values", &[("a", "value"), ("b", "value"), ("\\u0061", "value?")]),
];

const TEXTS: &[&str] =
    &["\"a.b\"", "\"\"", "\"it is \\\"so\\\"\\n\"", "\"\\ud83d\\ude00 \u{e9}\"", "\"2026-03-11T09:24\""];
const TIMES: &[&str] = &["\"2026-03-11T09:24:07Z\"", "\"2026-03-11T09:24\"", "\"2026-03-11T09:24:07.5+09:00\""];
const VALUES: &[&str] = &["1", "\"a\"", "0", "-0", "12.50", "true", "false", "null", "[]", "{}", "[1, [\"a\"]]"];
const ODD: &[&str] =
    &["null", "1", "\"a\"", "[]", "{}", "[{}]", "{\"value\":1}", "1e2", "01", "-", "nul", "\"\u{1}\"", "2", ""];

/// Writes a document as the tape says; where the tape is at its end, what is plainest.
fn write(what: &str, tape: &mut dyn Iterator<Item = u8>, out: &mut String) {
    let byte = tape.next().unwrap_or(0);
    let one_of = |texts: &[&'static str]| texts.get(usize::from(byte) % texts.len()).copied().unwrap_or_default();
    if byte >= 0xf8 {
        let odd = tape.next().unwrap_or(0);
        return out.push_str(ODD.get(usize::from(odd) % ODD.len()).copied().unwrap_or_default());
    }
    if let Some(item) = what.strip_suffix('*') {
        out.push('[');
        for index in 0..byte % 3 {
            out.push_str(if index > 0 { "," } else { "" });
            write(item, tape, out);
        }
        return out.push(']');
    }
    match (what, MAPS.iter().find(|(name, _)| *name == what)) {
        ("text", _) => out.push_str(one_of(TEXTS)),
        ("time", _) => out.push_str(one_of(TIMES)),
        ("value", _) => out.push_str(one_of(VALUES)),
        (_, Some((_, keys))) => {
            out.push('{');
            let mut is_first = true;
            let turn = usize::from(byte / 16) % keys.len();
            for (place, (key, kind)) in keys.iter().cycle().skip(turn).take(keys.len()).enumerate() {
                // The first keys of a map are those that it needs.
                let is_needed = (place + turn) % keys.len() < 2;
                let often = match tape.next().unwrap_or(0) {
                    0xff => 2,
                    byte if kind.ends_with('?') => usize::from(byte % 16 == 1),
                    byte if is_needed => usize::from(byte % 16 != 15),
                    byte => usize::from(byte % 2 == 1),
                };
                for _ in 0..often {
                    out.push_str(if is_first { "" } else { ", " });
                    is_first = false;
                    out.push_str(&format!("\"{key}\": "));
                    write(kind.trim_end_matches('?'), tape, out);
                }
            }
            out.push('}');
        }
        (literal, None) => out.push_str(literal),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn both_readers_agree(tape in prop::collection::vec(any::<u8>(), 0..160)) {
        let mut text = String::new();
        write("snapshot", &mut tape.into_iter(), &mut text);
        prop_assert!(agrees(&text).is_ok(), "{:?}", agrees(&text));
    }

    #[test]
    fn both_readers_agree_on_a_text_with_a_slip(
        slips in prop::collection::vec((0..CALL.len(), "[\\[\\]{}\":,.0-9ae\\\\nu \\-]?"), 1..3)
    ) {
        let mut text = CALL.to_owned();
        for (at, slip) in slips {
            text.replace_range(at..at + 1, &slip);
            text.push(' ');
        }
        prop_assert!(agrees(&text).is_ok(), "{:?}", agrees(&text));
    }
}

#[test]
fn many_of_the_generated_documents_are_plain() {
    let mut plain = 0;
    for seed in 0..1000_u32 {
        // A linear congruence, for a tape that is the same in every run.
        let mut state = seed;
        let mut tape = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .take(160);
        let mut text = String::new();
        write("snapshot", &mut tape, &mut text);
        plain += usize::from(read(&text).is_some());
    }
    assert!(plain >= 50, "{plain} of 1000");
}

#[test]
fn as_many_values_are_read_as_a_document_may_have() {
    let list = |length: usize| value(&format!("[{}0]", "0,".repeat(length - 1)));
    assert!(list(MAX_NODES - 1).is_some());
    assert!(list(MAX_NODES).is_none());
}
