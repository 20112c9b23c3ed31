//! What is large or made to be slow comes to a clear error or to the right outcome. That it does so in time shows where
//! these tests end at all: what they hold took minutes or gigabytes before.

use chk::replay::{Figures, Replay};
use chk::{Cause, Code, Decision, Policy, Snapshot};
use serde_json::{Value as Json, json};

const MANY: usize = 20_000;

fn policy(text: &str) -> Policy {
    Policy::from_text("main.chk", text).unwrap()
}

fn snapshot(json: &Json) -> Snapshot {
    Snapshot::from_json(&json.to_string()).unwrap()
}

fn refusal(text: &str) -> (Code, String) {
    let errors = Policy::from_text("main.chk", text).unwrap_err();
    let first = &errors.diagnostics()[0];
    (first.code(), first.message().to_owned())
}

const WRITE: &str = "
language 1
provider t {
  lookup found(x) by t.read { q: x }
  tool read { read_only slot q: text }
  tool write { reversible slot q: text from user_answer, measured(found(*).x) }
}
";

fn past(tool: &str, argument: usize, is_ok: bool) -> Json {
    let result = match is_ok {
        true => json!({ "ok": true, "data": null }),
        false => json!({ "ok": false, "error_kind": "upstream_error", "retriable": false, "message": "broken" }),
    };
    json!({ "tool": tool, "arguments": { "q": format!("a{argument}") }, "outcome": "executed", "result": result })
}

/// The same writes failed and succeeded, the successes in the other order.
fn turn(failed: usize, made_good: usize) -> Json {
    let calls = (0..failed).map(|at| past("t.write", at, false));
    let calls: Vec<Json> = calls.chain((0..made_good).rev().map(|at| past("t.write", at, true))).collect();
    json!({
        "chk": 1,
        "call": { "tool": "t.write", "arguments": { "q": "new" } },
        "answers": { "q": "new" },
        "turn": { "rounds": 1, "calls": calls },
    })
}

#[test]
fn each_of_many_failures_is_held_against_the_success_of_the_same_call() {
    let policy = policy(WRITE);
    let verdict = policy.evaluate(&snapshot(&turn(MANY / 2, MANY / 2)));
    assert_eq!(verdict.decision, Decision::Execute);
    let verdict = policy.evaluate(&snapshot(&turn(MANY / 2, MANY / 2 - 1)));
    assert_eq!((verdict.decision, verdict.cause), (Decision::Hold, Some(Cause::FailureUnresolved)));
}

/// The calls of a long conversation. Were each judged by going through all before it, that would be 8 million calls.
const CALLS: usize = 4_000;

/// A conversation of one message and many calls of one tool.
fn replayed(tool: &str, argument: impl Fn(usize) -> String, fails: bool) -> Figures {
    let mut messages = vec![json!({ "role": "user", "content": "Write what you like." })];
    for at in 0..CALLS {
        let function = json!({ "name": tool, "arguments": { "q": argument(at) } });
        messages.push(json!({ "role": "assistant", "tool_calls": [{ "id": at.to_string(), "function": function }] }));
        let content = "{\"x\": 1}";
        messages.push(json!({ "role": "tool", "tool_call_id": at.to_string(), "content": content, "is_error": fails }));
    }
    let mut replay = Replay::new(policy(WRITE));
    replay.read("here", json!({ "messages": messages }).to_string().as_bytes());
    replay.finish().figures
}

#[test]
fn each_call_of_a_long_conversation_costs_what_one_of_a_short_costs() {
    let other = |at: usize| format!("a{at}");
    let same = |_: usize| "a".to_owned();
    let reads = replayed("read", other, false);
    assert_eq!(reads.calls.verdicts.of(Decision::Execute), CALLS);
    // Nobody said what to write, so no call may run, whether it is like those before or not.
    for argument in [&other as &dyn Fn(usize) -> String, &same] {
        let writes = replayed("write", argument, false);
        assert_eq!((writes.calls.count, writes.calls.verdicts.of(Decision::Execute)), (CALLS, 0));
    }
    let failed = replayed("write", other, true);
    assert_eq!((failed.results.count, failed.results.failed().count), (CALLS, CALLS));
}

#[test]
fn of_many_observations_each_set_of_arguments_counts_by_its_newest() {
    let at = |second: usize| format!("2026-03-11T09:00:{second:02}Z");
    let seen = |argument: usize, second, value: String| {
        let arguments = json!({ "q": format!("a{argument}") });
        json!({ "tool": "t.read", "arguments": arguments, "at": at(second), "value": { "x": value } })
    };
    // The first one is observed again, with another value.
    let mut measured: Vec<Json> = (0..MANY).map(|argument| seen(argument, 1, format!("v{argument}"))).collect();
    measured.push(seen(0, 2, "new".into()));
    let judged = |proposed: &str| {
        let call = json!({ "tool": "t.write", "arguments": { "q": proposed } });
        let json = json!({ "chk": 1, "now": at(3), "call": call, "measured": measured });
        policy(WRITE).evaluate(&snapshot(&json)).decision
    };
    assert_eq!(judged("v7"), Decision::Execute);
    assert_eq!(judged("new"), Decision::Execute);
    assert_eq!(judged("v0"), Decision::Revise);
}

#[test]
fn many_arguments_that_are_none_hold_the_call_once() {
    let arguments: serde_json::Map<String, Json> = (0..MANY).map(|at| (format!("q{at}"), json!("a"))).collect();
    let json = json!({ "chk": 1, "call": { "tool": "t.write", "arguments": arguments } });
    let verdict = policy(WRITE).evaluate(&snapshot(&json));
    assert_eq!((verdict.decision, verdict.cause), (Decision::Hold, Some(Cause::UndeclaredArgument)));
}

#[test]
fn a_regular_expression_that_is_too_long_is_an_error() {
    // Of classes like these a thousand take two megabytes to read.
    let (code, message) = refusal(&format!("language 1\npattern p = /{}/\n", r"[^\w\s]".repeat(100_000)));
    assert_eq!(code, Code::BadPattern);
    assert_eq!(message, "the regular expression has 700000 bytes, more than 16384");
    let (code, message) = refusal(&format!("language 1\npattern p = /{}/\n", "a{1,999}".repeat(1_000)));
    assert_eq!((code, &*message), (Code::BadPattern, "the regular expression is too large"));
}

#[test]
fn a_file_or_a_document_that_is_too_large_is_an_error_before_it_is_read() {
    let (code, _) = refusal(&format!("language 1\n# {}\n", "x".repeat(100_000_000)));
    assert_eq!(code, Code::OverLimit);
    let error = Snapshot::from_json(&format!(r#"{{"chk":1,"extra":"{}"}}"#, "x".repeat(100_000_000))).unwrap_err();
    assert_eq!(error.problems()[0].code(), Code::OverLimit);
}

#[test]
fn a_shipped_pattern_is_a_regular_expression_though_nobody_has_matched_it() {
    for path in chk::load::shipped_paths() {
        // Read as a file of one's own each pattern is compiled at once.
        let text = chk::load::shipped_text(path).unwrap();
        let own = path.trim_start_matches("std/");
        assert_eq!(Policy::from_text(own, text).map(|policy| policy.tools().count()).ok(), Some(0), "{path}");
    }
}
