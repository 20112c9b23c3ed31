//! Why a verdict is what it is: where each value came from, and what changes a decision.

use std::sync::Arc;

use chk::why::{Change, Why};
use chk::{Policy, Snapshot};
use serde_json::{Value as Json, json};

const POLICY: &str = r#"
language 1
provider bank {
  lookup account(id) by bank.get_account { account_id: id } within 30s
  lookup payees by bank.list_payees within 1h
  tool transfer {
    irreversible
    slot from_account: text from preset(accounts.main)
    slot to_account: text from user_answer, measured(payees[where it.name is said].account)
    slot amount: decimal where it > 0 from user_answer, instruction
    slot purpose: text from user_answer
    slot fee: decimal = amount * 2
    fact balance: decimal from measured(account(from_account).balance)
    require covered: balance >= amount else hold "The balance does not cover {amount}."
    confirm large when amount > 100 ask "Send {amount} to {to_account} for {purpose}?"
    notice final show "It cannot be taken back."
  }
  tool get_account { read_only slot account_id: text }
  tool list_payees { read_only }
}
"#;

fn policy() -> Policy {
    Policy::from_text("bank.chk", POLICY).unwrap()
}

fn snapshot() -> Json {
    json!({
        "chk": 1, "now": "2026-03-11T09:24:07Z", "user": "ann",
        "call": { "tool": "bank.transfer", "arguments": { "amount": 500 } },
        "instruction": [{ "text": "send 500 to my landlord", "trust": "user" }],
        "preset": { "accounts": { "main": { "value": "22", "trust": "user", "origin": "settings" } } },
        "measured": [], "answers": {}, "approvals": [], "shown": [],
    })
}

fn why(snapshot: &Json) -> Why {
    let snapshot = Snapshot::from_json(&snapshot.to_string()).unwrap();
    Why::of(&policy().evaluate(&snapshot).to_value(), &snapshot.to_value())
}

/// Does what a change says, with what the world holds.
fn supply(snapshot: &mut Json, change: &Change, binds: &Json) {
    let at = "2026-03-11T09:24:00Z";
    let mut push = |list: &str, item: Json| snapshot[list].as_array_mut().unwrap().push(item);
    match change {
        Change::LookUp { tool, arguments, .. } => {
            let value = match &**tool {
                "bank.list_payees" => json!([{ "name": "landlord", "account": "11" }]),
                _ => json!({ "balance": 800 }),
            };
            let arguments: Json = serde_json::from_str(&chk::digest::canonical_json(arguments)).unwrap();
            push("measured", json!({ "tool": &**tool, "arguments": arguments, "at": at, "value": value }));
        }
        Change::Ask { kind, slots, text, .. } => match &**kind {
            "approval" => push(
                "approvals",
                json!({ "tool": "bank.transfer", "confirm": &*slots[0], "bound": binds, "shown": &**text, "at": at }),
            ),
            "notice" => push("shown", json!({ "notice": &*slots[0], "text": &**text })),
            _ => snapshot["answers"][&*slots[0]] = json!("rent"),
        },
        other => panic!("nothing supplies {other:?}"),
    }
}

/// What the approvals of a verdict would be bound to.
fn binds(snapshot: &Json) -> Json {
    let verdict = policy().evaluate(&Snapshot::from_json(&snapshot.to_string()).unwrap());
    let verdict: Json = serde_json::from_str(&verdict.to_json()).unwrap();
    let questions = verdict["questions"].as_array().unwrap();
    questions.iter().map(|question| question["binds"].clone()).find(|binds| !binds.is_null()).unwrap_or(Json::Null)
}

#[test]
fn exactly_the_changes_change_the_decision_and_none_can_be_left_out() {
    let mut snapshot = snapshot();
    let mut decisions = Vec::new();
    for _ in 0..5 {
        let now = why(&snapshot);
        decisions.push(now.decision.to_string());
        if &*now.decision == "execute" {
            break;
        }
        assert!(!now.changes.is_empty(), "nothing changes {}", now.decision);
        let bound = binds(&snapshot);
        for left_out in 0..now.changes.len() {
            let mut other = snapshot.clone();
            let others = now.changes.iter().enumerate().filter(|(at, _)| *at != left_out);
            others.for_each(|(_, change)| supply(&mut other, change, &bound));
            assert_eq!(why(&other).decision, now.decision, "{} can be left out", now.changes[left_out]);
        }
        now.changes.iter().for_each(|change| supply(&mut snapshot, change, &bound));
    }
    // The two lookups, then what only the person knows, then the yes to what is then known.
    assert_eq!(decisions, ["lookup", "ask_user", "ask_user", "execute"]);
}

#[test]
fn each_argument_leads_back_to_where_it_came_from() {
    let mut snapshot = snapshot();
    for _ in 0..4 {
        let (now, bound) = (why(&snapshot), binds(&snapshot));
        now.changes.iter().for_each(|change| supply(&mut snapshot, change, &bound));
    }
    let chains = why(&snapshot).chains;
    let of = |name: &str| chains.iter().find(|chain| chain.slot.ends_with(name)).unwrap();
    let says = |name: &str| of(name).to_string();
    assert_eq!(
        says(".from_account"),
        r#"provider.bank.transfer.from_account = "22": the setting accounts.main, set in settings"#
    );
    assert_eq!(
        says(".to_account"),
        r#"provider.bank.transfer.to_account = "11": payees[0].account, measured by bank.list_payees {} at 2026-03-11T09:24:00Z"#
    );
    assert_eq!(says(".amount"), r#"provider.bank.transfer.amount = 500: "500" in segment 0, read as number"#);
    assert!(says(".purpose").contains("the person's answer to"), "{}", says(".purpose"));
    assert_eq!(says(".fee"), "provider.bank.transfer.fee = 1000: made from other slots");
    assert_eq!(of(".fee").from[0].to_string(), says(".amount"));
    assert!(says(".balance").contains(r#"measured by bank.get_account {"account_id":"22"}"#), "{}", says(".balance"));
}

#[test]
fn what_holds_names_the_condition_and_each_cause_says_what_it_asks_for() {
    let mut snapshot = snapshot();
    snapshot["measured"] = json!([
        { "tool": "bank.list_payees", "arguments": {}, "at": "2026-03-11T09:24:00Z", "value": [{ "name": "landlord", "account": "11" }] },
        { "tool": "bank.get_account", "arguments": { "account_id": "22" }, "at": "2026-03-11T09:24:00Z", "value": { "balance": 8 } },
    ]);
    let held = why(&snapshot);
    let says: Vec<String> = held.changes.iter().map(Change::to_string).collect();
    assert_eq!(says, ["provider.bank.transfer.covered has to hold: The balance does not cover 500."]);
    for cause in chk::Cause::ALL.iter().filter(|cause| !matches!(cause.as_str(), "unmet" | "definition_repair")) {
        let verdict = chk::value::Value::map([("decision", "hold".into()), ("cause", cause.as_str().into())]);
        let why = Why::of(&verdict, &chk::value::Value::map::<Arc<str>>([]));
        assert_eq!(why.changes.len(), 1, "{cause} says nothing");
    }
}
