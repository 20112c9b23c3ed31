//! What is written: verdicts as JSON, diagnostics as drawings.

use std::sync::Arc;

use chk::diagnostic::{Code, Diagnostic, reports};
use chk::snapshot::Phase;
use chk::span::{FileSet, Span};
use chk::value::{Map, Number, Value};
use chk::verdict::{
    AnswerPart, CallVerdict, Cause, Decision, Envelope, ErrorKind, Evidence, Kind, Layout, Normalised, Part, Question,
    Reason, Route, SlotReport, SourceKind, State, Verdict, write_json,
};
use miette::{GraphicalReportHandler, GraphicalTheme, NarratableReportHandler};

fn slot(id: &str, kind: Kind, state: State) -> SlotReport {
    SlotReport::new(id, kind, state)
}

fn known(id: &str, value: Value, source: SourceKind, evidence: Evidence) -> SlotReport {
    SlotReport {
        value: Some(value),
        source: Some(source),
        origin_source: Some(source),
        evidence: Some(evidence),
        ..slot(id, Kind::Value, State::Known)
    }
}

fn unknown(id: &str, reason: Reason) -> SlotReport {
    SlotReport { reason: Some(reason), route: Some(Route::DefinitionRepair), ..slot(id, Kind::Value, State::Unknown) }
}

fn verdict(phase: Phase, decision: Decision, part: Part) -> Verdict {
    Verdict {
        phase,
        decision,
        cause: None,
        tell: None,
        guards: Vec::new(),
        undecided: Vec::new(),
        budget: Map::default(),
        unused: Vec::new(),
        policy_digest: "sha256:p".into(),
        snapshot_digest: "sha256:s".into(),
        part,
    }
}

/// The verdict of the design's example.
fn transfer() -> Verdict {
    let ids = |names: &[&str]| names.iter().map(|name| Arc::from(*name)).collect::<Vec<Arc<str>>>();
    let payees = Evidence::Observation {
        lookup: "payees".into(),
        observation: 0,
        path: "[0].account".into(),
        of: 1,
        read: None,
    };
    let words = Evidence::Words { segment: 0, span: (5, 8), read_as: "number", others: Vec::new() };
    let call = CallVerdict {
        tool: "bank.transfer".into(),
        action_key: "u_1042:bank.transfer".into(),
        unknown_count: Some(4),
        slots: vec![
            known("provider.bank.transfer.to_account", "1102534471".into(), SourceKind::Measured, payees),
            known("provider.bank.transfer.amount", 500i64.into(), SourceKind::Instruction, words),
            unknown("user.spent_today", Reason::LookupFailed),
            unknown("user.daily_limit", Reason::NoResult),
            SlotReport {
                reason: Some(Reason::Blocked),
                blocked_by: ids(&["user.spent_today", "user.daily_limit"]),
                ..slot("user.daily_limit_holds", Kind::Condition, State::Unknown)
            },
        ],
        repairs: ids(&["user.spent_today", "user.daily_limit"]),
        questions: vec![Question {
            id: "q:1".into(),
            kind: Kind::Notice,
            slots: ids(&["provider.bank.transfer.final"]),
            text: "A transfer cannot be taken back.".into(),
            candidates: Vec::new(),
            binds: None,
        }],
        normalised: vec![Normalised {
            what: "alias",
            from: "recipient".into(),
            to: Some("to_account".into()),
            slot: None,
        }],
        ..CallVerdict::default()
    };
    Verdict {
        cause: Some(Cause::DefinitionRepair),
        tell: Some("Not run, and nothing has failed.".into()),
        ..verdict(Phase::Call, Decision::Hold, Part::Call(Box::new(call)))
    }
}

#[test]
fn a_call_verdict_has_the_documented_shape() {
    let documented = r#"{
  "chk": 1, "phase": "call", "tool": "bank.transfer", "action_key": "u_1042:bank.transfer",
  "decision": "hold", "cause": "definition_repair", "unknown_count": 4,
  "slots": [
    {"id": "provider.bank.transfer.to_account", "kind": "value", "state": "known", "value": "1102534471", "source": "measured",
     "origin_source": "measured", "evidence": {"lookup": "payees", "observation": 0, "path": "[0].account", "of": 1}},
    {"id": "provider.bank.transfer.amount", "kind": "value", "state": "known", "value": 500, "source": "instruction",
     "origin_source": "instruction", "evidence": {"segment": 0, "span": [5, 8], "read_as": "number"}},
    {"id": "user.spent_today", "kind": "value", "state": "unknown", "reason": "lookup_failed", "route": "definition_repair"},
    {"id": "user.daily_limit", "kind": "value", "state": "unknown", "reason": "no_result", "route": "definition_repair"},
    {"id": "user.daily_limit_holds", "kind": "condition", "state": "unknown", "reason": "blocked",
     "blocked_by": ["user.spent_today", "user.daily_limit"]}
  ],
  "unmet": [], "lookups": [], "repairs": ["user.spent_today", "user.daily_limit"],
  "questions": [{"id": "q:1", "kind": "notice", "slots": ["provider.bank.transfer.final"], "text": "A transfer cannot be taken back."}],
  "normalised": [{"what": "alias", "from": "recipient", "to": "to_account"}],
  "arguments": null, "guards": [], "tell": "Not run, and nothing has failed.", "policy_digest": "sha256:p", "snapshot_digest": "sha256:s"
}"#;
    // serde_json keeps the order of keys here, so that equal texts mean the same entries in the same order.
    let documented: serde_json::Value = serde_json::from_str(documented).unwrap();
    assert_eq!(transfer().to_json(), documented.to_string());
    let pretty = transfer().to_json_pretty();
    assert_eq!(pretty, serde_json::to_string_pretty(&documented).unwrap());
}

#[test]
fn what_is_rarely_there_stands_only_when_it_is() {
    let mut call = CallVerdict { arguments: Some(Map::default()), unknown_count: Some(0), ..CallVerdict::default() };
    call.slots.push(SlotReport {
        waits: true,
        needed: false,
        secret: false,
        proposed: Some(Value::Null),
        candidates: vec!["a".into()],
        note: Some("n".into()),
        ..slot("x", Kind::Value, State::Unknown)
    });
    let json = verdict(Phase::Call, Decision::Execute, Part::Call(Box::new(call))).to_json();
    assert!(json.contains(
        r#"{"id":"x","kind":"value","state":"unknown","proposed":null,"candidates":["a"],"waits":true,"needed":false,"note":"n"}"#
    ));
    assert!(json.contains(r#""arguments":{},"guards":[],"tell":null,"policy_digest""#));
    assert!(json.contains(r#""unknown_count":0,"#));
}

#[test]
fn every_source_has_its_evidence() {
    let evidence = [
        Evidence::Words { segment: 1, span: (0, 2), read_as: "text", others: vec![7i64.into()] },
        Evidence::Observation {
            lookup: "mail".into(),
            observation: 2,
            path: "body".into(),
            of: 3,
            read: Some(((4, 6), "number")),
        },
        Evidence::Preset("accounts.main".into()),
        Evidence::Question("q:2".into()),
        Evidence::Record { record: 0 },
    ];
    let slots = evidence.into_iter().map(|evidence| known("s", Value::Null, SourceKind::Preset, evidence)).collect();
    let call = CallVerdict { slots, ..CallVerdict::default() };
    let json = verdict(Phase::Call, Decision::Hold, Part::Call(Box::new(call))).to_json();
    for part in [
        r#"{"segment":1,"span":[0,2],"read_as":"text","others":[7]}"#,
        r#"{"lookup":"mail","observation":2,"path":"body","of":3,"span":[4,6],"read_as":"number"}"#,
        r#"{"preset":"accounts.main"}"#,
        r#"{"question":"q:2"}"#,
        r#"{"record":0}"#,
    ] {
        assert!(json.contains(part), "{part} in {json}");
    }
}

#[test]
fn the_other_phases_have_their_parts() {
    let envelope = Envelope {
        ok: false,
        error_kind: Some(ErrorKind::Timeout),
        retriable: true,
        partial_results: None,
        data: None,
        message: Some("m".into()),
    };
    let cases = [
        (
            verdict(Phase::Result, Decision::Pass, Part::Result { envelope: Some(envelope), withheld: None }),
            r#"{"chk":1,"phase":"result","decision":"pass","cause":null,"envelope":{"ok":false,"error_kind":"timeout","retriable":true,"partial_results":null,"data":null,"message":"m"},"guards":[],"undecided":[],"tell":null,"budget":{},"policy_digest":"sha256:p","snapshot_digest":"sha256:s"}"#,
        ),
        (
            verdict(
                Phase::Answer,
                Decision::Pass,
                Part::Answer(Box::new(AnswerPart { text: Some("t".into()), ..AnswerPart::default() })),
            ),
            r#"{"chk":1,"phase":"answer","decision":"pass","cause":null,"text":"t","disclosed":[],"hide":[],"attach":[],"guards":[],"undecided":[],"tell":null,"budget":{},"policy_digest":"sha256:p","snapshot_digest":"sha256:s"}"#,
        ),
        (
            verdict(Phase::Memory, Decision::Hold, Part::Text(None)),
            r#"{"chk":1,"phase":"memory","decision":"hold","cause":null,"text":null,"guards":[],"undecided":[],"tell":null,"budget":{},"policy_digest":"sha256:p","snapshot_digest":"sha256:s"}"#,
        ),
    ];
    for (verdict, json) in cases {
        assert_eq!(verdict.to_json(), json);
    }
}

#[test]
fn numbers_keep_every_digit() {
    let exact = |text: &str| write_json(&Value::Number(Number::parse(text).unwrap()), Layout::Line);
    for text in
        ["0", "-1", "1234567890123456789", "8120.5", "-0.001", "0.1", "123456789012345678901234567890.123456789"]
    {
        assert_eq!(exact(text), text);
    }
    assert_eq!(exact("8120.50"), "8120.5");
    let third = write_json(&Value::Number(Number::from(1i64).divide(&Number::from(3i64)).unwrap()), Layout::Line);
    assert!(third.starts_with("0.3333333333") && serde_json::from_str::<f64>(&third).is_ok(), "{third}");
}

#[test]
fn texts_are_escaped_as_json_has_it() {
    let text = "quote \" back \\ line \n tab \t bell \u{7} ü 😀";
    let json = write_json(&Value::from(text), Layout::Line);
    assert_eq!(json, serde_json::to_string(text).unwrap());
}

fn draw(files: &FileSet, diagnostics: &[Diagnostic]) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_links(false).with_width(80);
    let mut drawing = String::new();
    for report in reports(files, diagnostics) {
        handler.render_report(&mut drawing, &report).unwrap();
    }
    drawing
}

#[test]
fn a_drawing_shows_every_place_in_every_file() {
    let mut files = FileSet::new();
    let bank = files.add("bank.chk", "language 1\nuse \"lib.chk\"\npattern iban = /x/\n");
    let lib = files.add("lib.chk", "language 1\npattern iban = /y/\n");
    let twice = Diagnostic::new(Code::DuplicateName, Span::new(bank, 36, 40), "`iban` is defined twice")
        .here("again here")
        .label(Span::new(lib, 19, 23), "first here")
        .label(Span::new(bank, 15, 24), "which this brings in")
        .help("rename one of them");
    insta::assert_snapshot!(draw(&files, &[twice]));
}

#[test]
fn nothing_at_the_end_of_a_file_is_still_seen() {
    for text in ["", "\n\n", "language 1\nuser {", "language 1\nuser {\n\n"] {
        let mut files = FileSet::new();
        let file = files.add("a.chk", text);
        let end = Span::new(file, text.len(), text.len());
        let drawing =
            draw(&files, &[Diagnostic::new(Code::UnbalancedBracket, end, "it ends").here("a `}` is missing")]);
        assert!(drawing.contains("a `}` is missing"), "{text:?}:\n{drawing}");
        assert!(drawing.contains("a.chk:"), "{text:?}:\n{drawing}");
    }
}

#[test]
fn nothing_of_a_policy_steers_the_terminal() {
    let mut files = FileSet::new();
    let text = "language 1\n# \u{1b}[2J\u{202e}\nuse \"x\u{1b}y\" nope\r\n";
    let file = files.add("a\u{1b}.chk", text);
    let at = text.find("nope").unwrap();
    let finding = Diagnostic::new(Code::SyntaxError, Span::new(file, at, at + 4), "a \u{1b}]0;title\u{7} b")
        .here("\u{202e}here")
        .help("\u{9b}31m");
    let drawing = draw(&files, std::slice::from_ref(&finding));
    assert!(!drawing.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}']), "{drawing:?}");
    insta::assert_snapshot!(drawing);
    let mut narrated = String::new();
    for report in reports(&files, &[finding]) {
        NarratableReportHandler::new().render_report(&mut narrated, &report).unwrap();
    }
    assert!(!narrated.contains(['\u{1b}', '\u{202e}', '\u{9b}', '\u{7}']), "{narrated:?}");
}

#[test]
fn a_line_that_is_far_too_long_is_cut_around_its_place() {
    let mut files = FileSet::new();
    let text = format!("language 1\n{}needle{}\n", "a ".repeat(50_000), " b".repeat(50_000));
    let file = files.add("long.chk", text.as_str());
    let at = text.find("needle").unwrap();
    let many: Vec<Diagnostic> =
        (0..200).map(|_| Diagnostic::new(Code::SyntaxError, Span::new(file, at, at + 6), "no").here("this")).collect();
    let drawing = draw(&files, &many);
    assert!(drawing.contains("needle") && drawing.contains("long.chk:2:100001"), "{}", drawing.len());
    assert!(drawing.len() < 400_000, "{}", drawing.len());
    let whole = Diagnostic::new(Code::BadPattern, Span::new(file, 11, text.len() - 1), "no").here("this");
    let drawing = draw(&files, &[whole]);
    assert!(drawing.contains("long.chk:2:1") && drawing.len() < 4_000, "{}", drawing.len());
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    #[test]
    fn every_place_of_every_text_can_be_drawn(
        text in "[a-c \t\r\n\u{0}\u{1b}é안\u{301}\u{202e}😀]{0,60}",
        places in proptest::collection::vec((0usize..150, 0usize..40, "[a\n\u{1b}안]{0,3}"), 1..5),
        width in 20usize..90,
    ) {
        let mut files = FileSet::new();
        let file = files.add("a.chk", text.as_str());
        let mut finding = Diagnostic::new(Code::SyntaxError, Span::new(file, 0, 0), "m").help("h");
        for (start, length, label) in &places {
            finding = finding.label(Span::new(file, *start, start + length), label.as_str());
        }
        for report in reports(&files, &[finding]) {
            let mut drawing = String::new();
            let theme = GraphicalTheme::unicode_nocolor();
            GraphicalReportHandler::new_themed(theme).with_width(width).render_report(&mut drawing, &report).unwrap();
            NarratableReportHandler::new().render_report(&mut drawing, &report).unwrap();
            proptest::prop_assert!(!drawing.contains(['\u{1b}', '\u{202e}', '\u{0}']), "{drawing:?}");
            proptest::prop_assert!(!drawing.contains("Failed to read"), "{drawing}");
        }
    }
}
