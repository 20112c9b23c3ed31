//! The rules of expectations, on verdicts written by hand.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test that cannot go on ends")]

use super::*;
use crate::snapshot::read;
use crate::span::FileSet;
use crate::testing::shape;
use crate::verdict::{Layout, write_json};

const VERDICT: &str = r#"{"chk":1,"phase":"call","decision":"ask_user","cause":null,"unknown_count":2,
  "slots":[
    {"id":"fixed.trigger","kind":"value","state":"known","value":"immediate","evidence":{"segment":0,"span":[12,15]}},
    {"id":"provider.bank.transfer.amount","kind":"value","state":"unknown","reason":"no_result","route":"ask_user"},
    {"id":"provider.bank.transfer.limit","kind":"value","state":"known","value":100.50},
    {"id":"user.limit","kind":"value","state":"empty"},
    {"id":"user.holds","kind":"condition","state":"unknown","blocked_by":["provider.bank.transfer.amount","user.limit"]}
  ],
  "unmet":[{"slot":"user.open","message":"Closed."}],
  "lookups":[{"lookup":"bank.account","tool":"bank.get_account","arguments":{"id":"7"},"for":["user.holds"]}],
  "repairs":["user.limit"],
  "questions":[{"id":"q:1","kind":"intent","slots":["fixed.trigger","provider.bank.transfer.amount"],"text":"How?"}],
  "arguments":{"amount":500,"tags":[{"a":1,"b":2}]},"guards":[{"id":"fixed.narrated","step":1}],"tell":null}"#;

/// The differences, as `path: expected, got`; or what is wrong with the expectation.
fn compared(expected: &str) -> Result<Vec<String>, Vec<String>> {
    let (verdict, expected) = (read(VERDICT).unwrap().to_value(), read(expected).unwrap());
    let file = FileSet::new().add("a.test.yaml", "");
    let say = |wrong: Vec<Diagnostic>| {
        wrong.iter().map(|one| format!("{}; {}", one.message(), one.help_text().unwrap_or("-"))).collect::<Vec<_>>()
    };
    let wrong = shape::check(file, &expected);
    if !wrong.is_empty() {
        return Err(say(wrong));
    }
    let names = Names::of(&verdict);
    let in_policy = |name: &str| matches!(name, "elsewhere" | "memo");
    let known = Known { here: &names, everywhere: &names, lookups: &["bank.account"], in_policy: &in_policy };
    let differences = compare(file, &expected, &verdict, &known).map_err(say)?;
    let json = |value: &Value| write_json(value, Layout::Line);
    let line = |found: &Difference| {
        format!("{}: {}, {}", found.path, json(&found.expected), found.got.as_ref().map_or("nothing".into(), json))
    };
    Ok(differences.iter().map(line).collect())
}

fn holds(expected: &str) {
    assert_eq!(compared(expected), Ok(Vec::new()), "{expected}");
}

fn differs(expected: &str, difference: &str) {
    assert_eq!(compared(expected), Ok(vec![difference.to_owned()]), "{expected}");
}

fn never(expected: &str, message: &str) {
    assert_eq!(compared(expected), Err(vec![message.to_owned()]), "{expected}");
}

#[test]
fn maps_match_as_subsets() {
    holds("{decision: ask_user, unknown_count: 2, arguments: {amount: 500}}");
    holds("{slots: {trigger: {state: known, evidence: {span: [12, 15]}}}}");
    differs("{decision: hold}", r#"decision: "hold", "ask_user""#);
    differs("{arguments: {amount: 500, memo: x}}", r#"arguments.memo: "x", nothing"#);
    differs("{slots: {amount: {state: known, route: ask_user}}}", r#"slots.amount.state: "known", "unknown""#);
}

#[test]
fn numbers_are_equal_by_value_and_never_to_texts() {
    holds("{slots: {provider.bank.transfer.limit: {value: 100.5}}}");
    differs("{arguments: {amount: '500'}}", r#"arguments.amount: "500", 500"#);
}

#[test]
fn lists_match_exactly_and_their_maps_as_subsets() {
    holds("{arguments: {tags: [{a: 1}]}, lookups: [{lookup: account}]}");
    differs("{arguments: {tags: []}}", r#"arguments.tags: [], [{"a":1,"b":2}]"#);
    differs("{arguments: {tags: [{a: 2}]}}", "arguments.tags[0].a: 2, 1");
    differs("{repairs: []}", r#"repairs: [], ["user.limit"]"#);
}

#[test]
fn null_expects_nothing() {
    holds("{cause: ~, tell: ~, replay: ~, envelope: ~, arguments: {memo: ~}}");
    differs("{decision: ~}", r#"decision: null, "ask_user""#);
    differs("{cause: unmet}", r#"cause: "unmet", nothing"#);
}

#[test]
fn slots_are_named_by_their_last_name_where_it_is_unique() {
    holds("{slots: {amount: {reason: no_result}, user.limit: {state: empty}, bank.transfer.limit: {state: known}}}");
    holds("{slots: {holds: {blocked_by: [amount, user.limit]}}}");
    holds("{unmet: [{slot: open}], guards: [{id: narrated}], lookups: [{for: [holds]}]}");
    never(
        "{slots: {limit: {state: known}}}",
        "`limit` is the name of 2 slots or rules; write the full id: provider.bank.transfer.limit or user.limit",
    );
    never(
        "{repairs: [limit]}",
        "`limit` is the name of 2 slots or rules; write the full id: provider.bank.transfer.limit or user.limit",
    );
}

#[test]
fn questions_are_named_by_the_slots_that_they_are_about() {
    holds("{questions: [amount]}");
    holds("{questions: [trigger]}");
    holds("{questions: [trigger, amount]}");
    holds("{questions: [{slots: [trigger, amount], kind: intent}]}");
    differs("{questions: [holds]}", r#"questions[0]: "holds", ["fixed.trigger","provider.bank.transfer.amount"]"#);
    assert!(compared("{questions: [amount, trigger]}").unwrap()[0].starts_with("questions: "));
    assert!(compared("{questions: []}").unwrap()[0].starts_with("questions: "));
}

#[test]
fn a_slot_that_this_verdict_does_not_have_differs() {
    differs("{slots: {elsewhere: {state: known}}}", r#"slots.elsewhere: {"state":"known"}, nothing"#);
    holds("{slots: {elsewhere: ~}}");
}

#[test]
fn what_can_never_match_is_a_mistake_of_the_test() {
    never("{slots: {amuont: {state: known}}}", "no slot or rule is called `amuont`; did you mean `amount`?");
    never("{questions: [amuont]}", "no slot or rule is called `amuont`; did you mean `amount`?");
    never(
        "{slots: {holds: {blocked_by: [amuont, user.limit]}}}",
        "no slot or rule is called `amuont`; did you mean `amount`?",
    );
    never("{lookups: [bank.acount]}", "no lookup is called `bank.acount`; did you mean `bank.account`?");
    never("{arguments: {amuont: 500}}", "no argument is called `amuont`; did you mean `amount`?");
    never("{desicion: hold}", "a verdict has no `desicion`; did you mean `decision`?");
    never("{decision: asks_user}", "`decision` is never `asks_user`; did you mean `ask_user`?");
    never("{slots: {amount: {satte: known}}}", "a slot has no `satte`; did you mean `state`?");
    never("{slots: [amount]}", "`slots` is a map or null, never a list; -");
}
