//! The decoder: every part of a snapshot, and what is wrong with each.

use chk::snapshot::{CallOutcome, Observed, Phase, PresetTree, Settled, Trust};
use chk::value::{DateTime, Duration, Number, Value};
use chk::{Snapshot, SnapshotError};
use proptest::prelude::*;

use super::{refused, told};

fn read(text: &str) -> Snapshot {
    Snapshot::from_yaml(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A call's snapshot with these further lines.
fn with(lines: &str) -> String {
    format!("chk: 1\ncall: {{ tool: t.x }}\n{lines}")
}

fn at(text: &str) -> Option<DateTime> {
    Some(DateTime::parse(text).unwrap())
}

/// The snapshot of the contract, with every part of it.
const WHOLE: &str = include_str!("../../cases/snapshot/whole.yaml");

#[test]
fn every_part_of_the_contract_is_read() {
    let snapshot = read(WHOLE);
    assert_eq!(snapshot.phase, Phase::Call);
    assert_eq!(snapshot.now, at("2026-03-11T09:24:07Z"));
    assert!(snapshot.zone.is_some());
    assert_eq!(snapshot.user.as_deref(), Some("u_1042"));

    let call = snapshot.call.unwrap();
    assert_eq!(&*call.tool, "bank.transfer");
    assert_eq!(call.arguments.field("amount"), Some(&Value::from(500_i64)));
    assert_eq!(call.definition.as_deref(), Some("sha256:00"));

    let trust: Vec<Trust> = snapshot.instruction.iter().map(|segment| segment.trust).collect();
    assert_eq!(trust, [Trust::User, Trust::Untrusted]);
    assert_eq!(snapshot.instruction[1].origin.as_deref(), Some("mail:881"));

    let (name, quote) = &snapshot.quotes[0];
    assert_eq!((&**name, quote.value.is_none(), quote.segment, quote.span), ("action", true, 0, (0, 23)));
    assert_eq!(snapshot.quotes[1].1.value, Some(Value::from("money.moved")));
    assert_eq!(snapshot.answers.get("trigger"), Some(&Value::from("immediate")));
    assert_eq!(snapshot.answers.get("memo"), Some(&Value::Null));

    let PresetTree::Branch(preset) = &snapshot.preset else { panic!("a branch") };
    let PresetTree::Branch(accounts) = &preset["accounts"] else { panic!("a branch") };
    let PresetTree::Leaf(main) = &accounts["main"] else { panic!("a leaf") };
    assert_eq!((main.value.as_text(), main.trust), (Some("2209981107"), Trust::User));
    assert_eq!(main.origin.as_deref(), Some("settings"));

    assert_eq!(snapshot.measured.len(), 4);
    assert!(matches!(&snapshot.measured[0].of, Observed::Tool { tool, arguments }
        if &**tool == "bank.list_payees" && arguments.is_empty()));
    assert!(matches!(&snapshot.measured[2].of, Observed::Lookup { lookup, .. } if &**lookup == "ledger"));
    assert_eq!(snapshot.measured[2].outcome, Err("connection refused".into()));
    assert_eq!(snapshot.measured[3].outcome, Ok(Value::Null));

    assert_eq!(&*snapshot.prior[0].decision, "executed");
    assert_eq!(snapshot.prior[0].slots[0].origin_source.as_deref(), Some("instruction"));
    assert_eq!(snapshot.approvals[0].id.as_deref(), Some("k1"));
    assert_eq!(snapshot.approvals[0].bound.get("memo"), Some(&Value::Null));
    assert_eq!(snapshot.approvals[0].used_by, None);
    assert_eq!(&*snapshot.shown[0].notice, "final");
    assert_eq!(snapshot.asked, [("to_account".into(), 1)]);
    assert_eq!(snapshot.revised, [("amount".into(), 2)]);
    assert!(!snapshot.trigger.fired && snapshot.trigger.at.is_none());
    assert_eq!(snapshot.message.unwrap().text.as_deref(), Some("send 500 to my landlord"));

    let turn = snapshot.turn.unwrap();
    assert_eq!((turn.rounds, turn.cost, turn.answered), (Some(2), Number::parse("0.02"), Some(false)));
    assert_eq!(turn.tools, Some(Value::list([Value::from("bank.transfer")])));
    assert_eq!(turn.hidden, Some(Value::list([])));
    assert_eq!(turn.fired, ["fixed.narrated#1".into()]);
    let past = &turn.calls.unwrap()[0];
    assert_eq!((past.outcome, past.attempt, past.disclosed), (CallOutcome::Executed, Some(1), false));
    assert_eq!(past.settled, Some(Settled::NotHappened));
    assert_eq!(past.result.as_ref().unwrap().field("data"), Some(&Value::from("R-1")));
    assert_eq!(snapshot.session.unwrap().calls.unwrap().len(), 0);

    assert!(snapshot.request.unwrap().field("tokens").is_some());
    let result = snapshot.result.unwrap();
    assert_eq!(result.elapsed, Duration::parse("5s"));
    assert_eq!((result.status, result.exit), (Some(Value::from(200_i64)), Some(Value::from(0_i64))));
    assert_eq!(result.body, Some(Value::Null));
    assert_eq!(snapshot.answer.unwrap().field("timed_out"), Some(&Value::Bool(false)));
    assert_eq!(snapshot.entry.unwrap().field("kind"), Some(&Value::from("anomaly")));
    assert!(snapshot.extra.unwrap().field("anything").is_some());
}

#[test]
fn the_same_as_json_is_the_same_snapshot() {
    let value = chk::snapshot::read(WHOLE).unwrap().to_value();
    let json = Snapshot::from_json(&chk::digest::canonical_json(&value)).unwrap();
    let made = Snapshot::from_value(&value).unwrap();
    let yaml = read(WHOLE);
    for other in [json, made] {
        let (mut a, mut b) = (format!("{other:?}"), format!("{yaml:?}"));
        // The keys of a map may stand in another order.
        for text in [&mut a, &mut b] {
            let mut parts: Vec<&str> =
                text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
            parts.sort_unstable();
            *text = parts.join(" ");
        }
        assert_eq!(a, b);
    }
}

#[test]
fn a_snapshot_written_again_is_the_same() {
    let snapshot = read(WHOLE);
    let again = Snapshot::from_value(&snapshot.to_value()).unwrap();
    assert_eq!(again.to_value(), snapshot.to_value());
    assert_eq!(again.digest, Snapshot::from_value(&again.to_value()).unwrap().digest);
    let keys = chk::snapshot::read(WHOLE).unwrap();
    let lost: Vec<_> =
        keys.entries().unwrap().iter().filter(|entry| again.to_value().field(&entry.key).is_none()).collect();
    // What says what is so without it is left out.
    assert_eq!(lost.iter().map(|entry| &*entry.key).collect::<Vec<_>>(), ["trigger"]);
}

#[test]
fn only_the_version_and_the_part_of_the_phase_are_needed() {
    assert_eq!(read("chk: 1\ncall: { tool: t.x }").phase, Phase::Call);
    let parts =
        [("request", "request"), ("call", "call"), ("result", "result"), ("answer", "answer"), ("memory", "entry")];
    for (phase, part) in parts {
        assert_eq!(
            refused(&format!("chk: 1\nphase: {phase}")),
            [format!("missing-key 1:1 chk | the snapshot has no `{part}`")]
        );
        let content = if part == "call" { "{ tool: t.x }" } else { "{}" };
        assert_eq!(read(&format!("chk: 1\nphase: {phase}\n{part}: {content}")).phase.as_str(), phase);
    }
    assert_eq!(refused("call: { tool: t.x }"), ["missing-key 1:1 call | the snapshot has no `chk`"]);
    assert_eq!(refused("[]"), ["wrong-type 1:1 [] | the snapshot is a list, not a map"]);
    assert_eq!(refused("hello"), ["wrong-type 1:1 hello | the snapshot is a text, not a map"]);
    assert_eq!(refused("{}").len(), 2);
}

#[test]
fn another_version_is_refused_and_nothing_else_is_said_of_it() {
    assert_eq!(refused("chk: 2\nkall: 1"), ["other-version 1:6 2 | this is a snapshot of version 2"]);
    assert_eq!(
        refused(&with("").replace("chk: 1", "chk: '1'")),
        ["wrong-type 1:6 '1' | `chk` is a text, not a number"]
    );
    assert_eq!(read(&with("").replace("chk: 1", "chk: 1.0")).phase, Phase::Call);
}

#[test]
fn an_unknown_key_gets_the_nearest_name() {
    let help = |text: &str| {
        let error = Snapshot::from_yaml(text).unwrap_err();
        let problem = &error.problems()[0];
        (problem.code().as_str(), text[problem.span()].to_owned(), problem.help_text().unwrap_or_default().to_owned())
    };
    let near = |key: &str, name: &str| ("unknown-key", key.to_owned(), format!("did you mean `{name}`?"));
    assert_eq!(help(&with("mesured: []")), near("mesured", "measured"));
    assert_eq!(help(&with("answer_s: {}")), near("answer_s", "answers"));
    assert_eq!(help("chk: 1\ncall: { tool: t.x, arguements: {} }"), near("arguements", "arguments"));
    assert_eq!(help(&with("turn: { calls: [{ tool: t.x, outcome: executed, reslt: ~ }] }")), near("reslt", "result"));
    assert_eq!(help(&with("trigger: { fierd: true }")), near("fierd", "fired"));
    assert_eq!(help(&with("result: { is_eror: true }")), near("is_eror", "is_error"));
    assert_eq!(help(&with("preset: { a: { value: 1, thrust: user } }")), near("thrust", "trust"));
    assert_eq!(help(&with("trigger: { xyz: 1 }")).2, "it knows `fired`, `at`");
    assert!(Snapshot::from_yaml(&with("extra: { anything: [1, { goes: ~ }] }")).is_ok());
}

#[test]
fn all_independent_problems_are_found_in_one_run() {
    let text = "chk: 1\nphase: cal\nnow: yesterday\nzone: Asia/Soul\nuser: 1042\ncall: { arguments: [1] }\n\
                instruction: [{ text: 5, trust: admin }, {}]\nasked: { a: -1, b: 1.5, c: x }\nextra: 017\n";
    assert_eq!(
        refused(text),
        [
            "bad-value 2:8 cal | `phase` cannot be `cal`",
            "bad-value 3:6 yesterday | `now` is no time: `yesterday`",
            "bad-value 4:7 Asia/Soul | there is no zone `Asia/Soul`",
            "wrong-type 5:7 1042 | `user` is a number, not a text",
            "missing-key 6:9 arguments | `call` has no `tool`",
            "wrong-type 6:20 [1] | `arguments` is a list, not a map",
            "wrong-type 7:23 5 | `text` is a number, not a text",
            "bad-value 7:33 admin | `trust` cannot be `admin`",
            "missing-key 7:42 {} | an entry of `instruction` has no `text`",
            "missing-key 7:42 {} | an entry of `instruction` has no `trust`",
            "bad-value 8:13 -1 | `a` of `asked` is -1, not a whole number from 0",
            "bad-value 8:20 1.5 | `b` of `asked` is 1.5, not a whole number from 0",
            "wrong-type 8:28 x | `c` of `asked` is a text, not a number",
            "bad-number 9:8 017 | `017` is no number here",
        ]
    );
}

#[test]
fn a_deadline_is_a_length_of_time_or_a_time() {
    let of = |deadline: &str| format!("chk: 1\nphase: request\nrequest: {{ deadline: {deadline} }}");
    for good in ["90s", "2026-03-11T09:24:07Z"] {
        assert!(Snapshot::from_yaml(&of(good)).is_ok(), "{good}");
    }
    let refusal = "`deadline` is no length of time and no time: ";
    for bad in ["soon", "-5s"] {
        assert_eq!(refused(&of(bad)), [format!("bad-value 3:22 {bad} | {refusal}`{bad}`")]);
    }
}

#[test]
fn a_value_that_could_not_be_read_is_complained_about_once() {
    assert_eq!(refused("chk: 1\ncall: { tool: 017 }"), ["bad-number 2:15 017 | `017` is no number here"]);
    assert_eq!(refused(&with("user: *u")), ["unsupported-yaml 3:7 *u | aliases are not read"]);
    assert_eq!(refused("chk: 01\ncall: { tool: t.x }"), ["bad-number 1:6 01 | `01` is no number here"]);
}

#[test]
fn null_under_an_optional_key_is_as_if_it_were_not_there() {
    let keys = "phase: ~\nnow: ~\nzone: ~\nuser: ~\ninstruction: ~\nquotes: ~\nanswers: ~\npreset: { a: ~ }\nmeasured: ~\n\
                turn: { rounds: ~, calls: ~ }\nsession: ~\nresult: { text: ~ }\ntrigger: { at: ~ }";
    let snapshot = read(&with(keys));
    assert!(snapshot.now.is_none() && snapshot.session.is_none());
    assert!(snapshot.turn.unwrap().calls.is_none());
    assert_eq!(refused("chk: 1\ncall: ~"), ["missing-key 1:1 chk | the snapshot has no `call`"]);
}

#[test]
fn a_body_that_is_null_is_a_body() {
    let body = |text: &str| read(&with(text)).result.unwrap().body;
    assert_eq!(body("result: { text: x }"), None);
    assert_eq!(body("result: { body: ~ }"), Some(Value::Null));
    assert_eq!(body("result: { body: [] }"), Some(Value::list([])));
}

#[test]
fn arguments_are_a_map_or_a_text_that_holds_one() {
    let arguments =
        |text: &str| read(&format!("chk: 1\ncall: {{ tool: t.x, arguments: {text} }}")).call.unwrap().arguments;
    assert_eq!(arguments("~"), Value::Null);
    assert_eq!(arguments("'{\"a\": 1}'"), Value::from("{\"a\": 1}"));
    assert_eq!(arguments("{ a: 1 }").field("a"), Some(&Value::from(1_i64)));
    for text in ["[1]", "5", "true"] {
        assert!(refused(&format!("chk: 1\ncall: {{ tool: t.x, arguments: {text} }}"))[0].starts_with("wrong-type"));
    }
}

#[test]
fn an_observation_is_of_one_thing_and_holds_one() {
    let entry = |text: &str| refused(&with(&format!("measured: [{text}]")));
    assert_eq!(
        entry("{ at: 2026-03-11T09:24Z }"),
        [
            "missing-key 3:14 at | an entry of `measured` has no `tool` and no `lookup`",
            "missing-key 3:14 at | an entry of `measured` has no `value` and no `failed`",
        ]
    );
    assert_eq!(
        entry("{ tool: a.b, lookup: c, value: 1, failed: x }"),
        [
            "bad-value 3:14 tool | an entry of `measured` is of a tool and of a lookup",
            "bad-value 3:14 tool | an entry of `measured` holds a value and failed",
        ]
    );
    assert_eq!(entry("{ tool: a.b, failed: true }"), ["wrong-type 3:33 true | `failed` is a boolean, not a text"]);
    assert_eq!(entry("{ tool: a.b, arguments: '{}', value: 1 }").len(), 1);
    let one = |text: &str| read(&with(&format!("measured: [{text}]"))).measured.remove(0).outcome;
    assert_eq!(one("{ tool: a.b, value: ~ }"), Ok(Value::Null));
    assert_eq!(one("{ tool: a.b, value: ~, failed: x }"), Err("x".into()));
    assert_eq!(one("{ tool: a.b, value: 1, failed: ~ }"), Ok(Value::from(1_i64)));
}

#[test]
fn a_setting_is_a_map_with_a_value() {
    let preset = |text: &str| read(&with(&format!("preset: {text}"))).preset;
    let PresetTree::Branch(tree) = preset("{ a: { value: 1 }, b: { c: {} } }") else { panic!("a branch") };
    let PresetTree::Leaf(a) = &tree["a"] else { panic!("a leaf") };
    assert_eq!(a.trust, Trust::Untrusted);
    assert!(matches!(&tree["b"], PresetTree::Branch(b) if b.len() == 1));
    assert_eq!(
        refused(&with("preset: { limit: 5 }")),
        ["wrong-type 3:18 5 | the setting `limit` is a number, not a map"]
    );
}

#[test]
fn quotes_point_at_words() {
    let quote = |text: &str| refused(&with(&format!("quotes: {{ amount: {text} }}")));
    assert_eq!(
        quote("{ segment: 0, span: [3, 1] }"),
        ["bad-value 3:39 [3, 1] | `span` is no pair of a start and an end"]
    );
    assert_eq!(quote("{ segment: 0, span: [0, 1, 2] }").len(), 1);
    assert_eq!(quote("{ segment: -1, span: [0, 1.5] }").len(), 2);
    assert_eq!(
        quote("{ segment: 0, span: [0, .nan] }"),
        ["bad-number 3:43 .nan | `.nan` is no number that can be compared"]
    );
    assert_eq!(quote("{}").len(), 2);
}

#[test]
fn times_lengths_and_words_are_what_they_say() {
    assert!(refused(&with("now: 2026-13-01T00:00Z"))[0].starts_with("bad-value 3:6"));
    assert!(refused(&with("now: 5"))[0].starts_with("wrong-type"));
    assert!(refused(&with("result: { elapsed: 5 }"))[0].starts_with("wrong-type"));
    assert!(refused(&with("result: { elapsed: 5 apples }"))[0].starts_with("bad-value"));
    assert!(refused(&with("result: { elapsed: -5s }"))[0].starts_with("bad-value"));
    assert!(refused(&with("turn: { cost: -1 }"))[0].starts_with("bad-value"));
    assert!(refused(&with("turn: { calls: [{ tool: t, outcome: exected }] }"))[0].starts_with("bad-value"));
    assert!(refused(&with("turn: { tools: { failed: 401 } }"))[0].starts_with("wrong-type"));
    assert!(Snapshot::from_yaml(&with("turn: { tools: { failed: '401' } }")).is_ok());
    let error = Snapshot::from_yaml(&with("zone: Europe/Berlni")).unwrap_err();
    assert_eq!(error.problems()[0].help_text(), Some("did you mean `Europe/Berlin`?"));
}

#[test]
fn an_error_lists_line_and_column() {
    let error: SnapshotError = Snapshot::from_yaml("chk: 1\ncall:\n  tool: 5\n").unwrap_err().named("now.yaml");
    assert_eq!(error.to_string(), "now.yaml:3:9: `tool` is a number, not a text (quote it: `\"5\"`)");
}

#[test]
fn a_made_value_that_is_wrong_has_places_too() {
    let error =
        Snapshot::from_value(&Value::map([("chk", Value::from(1_i64)), ("user", Value::Bool(true))])).unwrap_err();
    assert_eq!(
        told(&error),
        [
            "missing-key 1:2 \"chk\" | the snapshot has no `call`",
            "wrong-type 1:17 true | `user` is a boolean, not a text",
        ]
    );
    let mut deep = Value::Null;
    for _ in 0..1_000 {
        deep = Value::list([deep]);
    }
    assert!(Snapshot::from_value(&deep).unwrap_err().to_string().contains("deep"));
}

#[test]
fn the_digest_is_of_what_is_said() {
    let digest = |text: &str| read(text).digest.to_string();
    let one = digest("chk: 1\ncall: { tool: t.x, arguments: { b: 10, a: \"\\u00e9\" } }\n");
    assert_eq!(one, digest("{\"call\": {\"arguments\": {\"a\": \"é\", \"b\": 1e1}, \"tool\": \"t.x\"}, \"chk\": 1.0}"));
    assert_ne!(one, digest("chk: 1\ncall: { tool: t.x, arguments: { b: \"10\", a: \"é\" } }"));
    let canonical = "{\"call\":{\"tool\":\"t.x\"},\"chk\":1}";
    assert_eq!(digest(&with("")), chk::digest::sha256_hex(canonical.as_bytes()));
    assert_eq!(read(&with("")).digest.len(), "sha256:".len() + 64);
}

#[test]
fn keys_are_ordered_by_their_utf16_code_units() {
    // The example of RFC 8785, 3.2.3.
    let text = r#"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#;
    let value = chk::snapshot::read(text).unwrap().to_value();
    let expected = "{\"\\r\":2,\"1\":4,\"\u{80}\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\u{fb33}\":3}";
    assert_eq!(chk::digest::canonical_json(&value), expected);
}

/// Documents that are nearly snapshots.
fn nearly() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "phase",
        "now",
        "zone",
        "user",
        "instruction",
        "quotes",
        "answers",
        "preset",
        "measured",
        "prior",
        "approvals",
        "shown",
        "asked",
        "revised",
        "trigger",
        "message",
        "turn",
        "session",
        "request",
        "result",
        "answer",
        "entry",
        "x",
    ]);
    let leaf = prop::sample::select(vec![
        "~",
        "1",
        "-1",
        "x",
        "[]",
        "{}",
        "[1]",
        "{ text: x, trust: user }",
        "[{ text: x, trust: user }]",
        "{ value: 1, trust: user }",
        "[{ tool: t, value: 1 }]",
        "{ calls: [{ tool: t, outcome: held }] }",
        "{ a: { segment: 0, span: [0, 1] } }",
        "2026-03-11T09:24:07Z",
        "{ at: 2026-03-11 }",
        "UTC",
        "call",
    ]);
    prop::collection::vec((key, leaf), 0..8).prop_map(|entries| {
        entries
            .iter()
            .fold("chk: 1\ncall: { tool: t.x }\n".to_owned(), |text, (key, value)| text + key + ": " + value + "\n")
    })
}

proptest! {
    #[test]
    fn what_is_nearly_a_snapshot_is_read_or_refused(text in nearly()) {
        match Snapshot::from_yaml(&text) {
            Ok(snapshot) => {
                let again = Snapshot::from_value(&snapshot.to_value()).unwrap();
                let nameless = |snapshot: &Snapshot| {
                    let mut snapshot = snapshot.clone();
                    snapshot.digest = Default::default();
                    format!("{snapshot:?}")
                };
                prop_assert_eq!(nameless(&again), nameless(&snapshot));
            }
            Err(error) => {
                prop_assert!(!error.problems().is_empty());
                for problem in error.problems() {
                    prop_assert!(text.get(problem.span()).is_some_and(|piece| !piece.is_empty()), "{problem:?}");
                }
            }
        }
    }
}

#[test]
fn a_status_or_an_exit_code_that_is_a_text_is_a_whole_number() {
    let of = |line: &str| format!("chk: 1\nphase: result\ncall: {{ tool: t.x }}\nresult: {{ {line} }}\n");
    let result = read(&of("status: '500', exit: '-1'")).result.unwrap();
    assert_eq!((result.status, result.exit), (Some(Value::from(500_i64)), Some(Value::from(-1_i64))));
    for wrong in ["''", "ok", "'007'", "'200 OK'", "'1.5'", "'-'", "'+1'", "' 1'"] {
        let found = refused(&of(&format!("status: {wrong}")));
        assert!(found.len() == 1 && found[0].contains("`status` is no whole number"), "{wrong}: {found:?}");
    }
    assert_eq!(refused(&of("exit: true")), ["wrong-type 4:17 true | `exit` is a boolean, not a number"]);
}

/// A snapshot with all that a text or a number can have.
const JSON: &str = r#"{"chk": 1, "now": "2026-03-11T09:24:07Z", "user": "s-\u00e9", "call": {"tool": "bank.transfer", "arguments":
    {"to": "payee \"é\"", "amount": 250, "rate": -1.50e2, "list": [null, true, 18446744073709551616]}}, "answers": {"to": "x\n"},
    "preset": {"currency": {"value": "EUR", "trust": "user"}}, "measured": [{"lookup": "a", "value": {"balance": 0}}]}"#;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// The texts of JSON are borrowed while it is read, those of a document are shared: it must come to the same.
    #[test]
    fn json_says_the_same_whether_it_is_read_at_once_or_as_a_document(
        damages in prop::collection::vec((any::<prop::sample::Index>(), "[-{}\\[\\]\",:\\\\0-9a-f .+é]{0,2}"), 0..3),
    ) {
        let mut text: Vec<char> = JSON.chars().collect();
        for (at, with) in damages {
            let at = at.index(text.len());
            text.splice(at..=at, with.chars());
        }
        let text: String = text.into_iter().collect();
        let (yaml, json) = (Snapshot::from_yaml(&text), Snapshot::from_json(&text));
        // Its digest stands in it too.
        let said = |snapshot: Snapshot| format!("{snapshot:?}");
        if let Ok(json) = json {
            prop_assert_eq!(Ok(said(json)), yaml.clone().map(said).map_err(|error| error.to_string()));
        }
        let yaml = yaml.map(said).map_err(|error| error.to_string());
        match chk::snapshot::read(&text) {
            Ok(root) => {
                let document = Snapshot::from_node(&root, &text).map(said).map_err(|error| error.to_string());
                prop_assert_eq!(document, yaml);
            }
            Err(_) => prop_assert!(yaml.is_err()),
        }
    }
}
