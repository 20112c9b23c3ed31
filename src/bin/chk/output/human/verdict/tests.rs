#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on ends")]

use chk::snapshot::Phase;
use chk::value::{Map, Value};
use chk::verdict::{
    Cause, Envelope, ErrorKind, Evidence, GuardReport, LookupRequest, Normalised, Question, Reason, Route, SourceKind,
    Undecided, Unmet,
};

use super::*;

fn slot(id: &str, kind: Kind, state: State, declared: Option<Span>) -> SlotReport {
    SlotReport { declared, ..SlotReport::new(id, kind, state) }
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
        policy_digest: "".into(),
        snapshot_digest: "".into(),
        part,
    }
}

fn terminal(width: usize) -> Terminal {
    Terminal { colour: false, unicode: true, narrated: false, width }
}

fn snapshot() -> Snapshot {
    Snapshot::from_yaml(
        "chk: 1
call: { tool: bank.transfer }
instruction: [{ text: 'Hello there, please send 500 to my landlord as soon as you can', trust: user }]
measured: [{ tool: bank.list_payees, arguments: {}, at: 2026-03-11T09:24:01Z, value: [] }]
",
    )
    .unwrap()
}

fn transfer(files: &mut FileSet) -> Verdict {
    let file = files.add("bank.chk", "language 1\nslot to_account\nslot amount\nrequire holds\n");
    let at = |line: usize| Some(Span::new(file, [0, 11, 27, 39][line - 1], [0, 12, 28, 40][line - 1]));
    let payees = Evidence::Observation {
        lookup: "payees".into(),
        observation: 0,
        path: "[0].account".into(),
        of: 2,
        read: None,
    };
    let words = Evidence::Words { segment: 0, span: (25, 28), read_as: "number", others: vec![7i64.into()] };
    let amount = "provider.bank.transfer.amount";
    let call = CallVerdict {
        tool: "bank.transfer".into(),
        unknown_count: Some(2),
        slots: vec![
            SlotReport {
                value: Some("1102534471".into()),
                source: Some(SourceKind::Measured),
                origin_source: Some(SourceKind::UserAnswer),
                evidence: Some(payees),
                ..slot("provider.bank.transfer.to_account", Kind::Value, State::Known, at(2))
            },
            SlotReport {
                value: Some(500i64.into()),
                source: Some(SourceKind::Instruction),
                origin_source: Some(SourceKind::Instruction),
                evidence: Some(words),
                ..slot(amount, Kind::Value, State::Known, at(3))
            },
            slot("provider.bank.transfer.memo", Kind::Value, State::Empty, None),
            SlotReport {
                reason: Some(Reason::Conflict),
                route: Some(Route::AskUser),
                proposed: Some("1111111111".into()),
                found: Some("2209981107".into()),
                note: Some("a note \u{1b}[2J\u{202e}".into()),
                ..slot("provider.bank.transfer.from_account", Kind::Value, State::Unknown, at(2))
            },
            SlotReport {
                reason: Some(Reason::Blocked),
                blocked_by: vec!["provider.bank.transfer.from_account".into()],
                ..slot("user.holds", Kind::Condition, State::Unknown, at(4))
            },
            SlotReport { needed: false, ..slot("user.idle", Kind::Value, State::Unknown, None) },
        ],
        unmet: vec![Unmet { slot: "user.open".into(), message: "The bank is closed.".into(), declared: at(4) }],
        lookups: vec![LookupRequest {
            lookup: "account".into(),
            tool: "bank.get_account".into(),
            arguments: [("id".into(), Value::from("7"))].into_iter().collect(),
            slots: vec![amount.into()],
        }],
        questions: vec![Question {
            id: "q:1".into(),
            kind: Kind::Value,
            slots: vec!["provider.bank.transfer.from_account".into()],
            text: "From which account?".into(),
            candidates: vec!["2209981107".into()],
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
        cause: Some(Cause::Unmet),
        tell: Some("Not run, and nothing has failed.".into()),
        guards: vec![GuardReport { id: "fixed.narrated".into(), step: Some(1), found: Some("x".into()) }],
        undecided: vec![Undecided { id: "user.idle".into(), why: "it waits".into() }],
        ..verdict(Phase::Call, Decision::Hold, Part::Call(Box::new(call)))
    }
}

#[test]
fn a_call_is_told_from_the_decision_to_what_is_missing() {
    let mut files = FileSet::new();
    let verdict = transfer(&mut files);
    insta::assert_snapshot!(write(terminal(100), &files, &snapshot(), &verdict));
}

#[test]
fn a_narrow_terminal_is_kept_to() {
    let mut files = FileSet::new();
    let verdict = transfer(&mut files);
    let told = write(terminal(40), &files, &snapshot(), &verdict);
    for line in told.lines() {
        let is_one_word = line.trim().split(' ').count() == 1;
        assert!(textwrap::core::display_width(line) <= 40 || is_one_word, "{line}");
    }
}

#[test]
fn colours_carry_no_meaning_alone() {
    let mut files = FileSet::new();
    let verdict = transfer(&mut files);
    let coloured = write(Terminal { colour: true, ..terminal(400) }, &files, &snapshot(), &verdict);
    let mut bare = coloured.replace("\u{1b}[0m", "");
    for code in ["1", "2", "1;31", "1;32", "1;33"] {
        bare = bare.replace(&format!("\u{1b}[{code}m"), "");
    }
    assert_ne!(coloured, bare);
    assert_eq!(bare, write(terminal(400), &files, &snapshot(), &verdict));
}

#[test]
fn what_runs_is_shown_with_its_arguments() {
    let arguments = [("amount".into(), Value::from(500i64))].into_iter().collect();
    let call = CallVerdict { tool: "bank.transfer".into(), arguments: Some(arguments), ..CallVerdict::default() };
    let verdict = verdict(Phase::Call, Decision::Execute, Part::Call(Box::new(call)));
    assert_eq!(
        write(terminal(100), &FileSet::new(), &snapshot(), &verdict),
        "execute bank.transfer: the call may run, with exactly these arguments\n\narguments\n  {\n    \"amount\": 500\n  }\n"
    );
}

#[test]
fn a_result_is_shown_as_the_model_reads_it() {
    let envelope = Envelope {
        ok: false,
        error_kind: Some(ErrorKind::Timeout),
        retriable: true,
        partial_results: None,
        data: None,
        message: Some("it did not finish".into()),
    };
    let verdict = verdict(Phase::Result, Decision::Pass, Part::Result { envelope: Some(envelope), withheld: None });
    insta::assert_snapshot!(write(terminal(100), &FileSet::new(), &snapshot(), &verdict));
}
