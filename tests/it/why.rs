//! Why a verdict is what it is: where each value came from, and what changes a decision.

use std::sync::Arc;

use chk::why::{Change, Why};
use chk::{Policy, Snapshot};
use proptest::prelude::*;
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

#[test]
fn words_that_say_a_secret_are_not_shown() {
    let policy = Policy::from_text(
        "door.chk",
        "language 1\nprovider door { tool open { reversible  slot code: text secret from user_answer, instruction } }",
    );
    let snapshot = Snapshot::from_yaml(
        "{ chk: 1, call: { tool: door.open, arguments: { code: Zq81xx } }, instruction: [{ text: open it with Zq81xx, trust: user }] }",
    )
    .unwrap();
    let why = Why::of(&policy.unwrap().evaluate(&snapshot).to_value(), &snapshot.to_value());
    assert!(why.chains[0].to_string().contains("\"••••••\" in segment 0"), "{}", why.chains[0]);
    assert!(!format!("{why:?}{}", why.to_value()).contains("Zq81xx"));
}

/// A small policy: each slot is looked up, looked up by the answer before it, asked for, or said; some are shown for a yes.
fn small(kinds: &[usize], confirms: &[usize], has_notice: bool) -> String {
    let (mut lookups, mut tools, mut slots) = (String::new(), String::new(), String::new());
    let mut answered = None;
    for (at, kind) in kinds.iter().enumerate() {
        match (kind, answered) {
            (0, _) | (1, None) => {
                lookups += &format!("  lookup l{at} by p.read{at} within 1h\n");
                tools += &format!("  tool read{at} {{ read_only }}\n");
                slots += &format!("    slot s{at}: integer from measured(l{at}().v)\n");
            }
            (1, Some(by)) => {
                lookups += &format!("  lookup l{at}(k) by p.read{at} {{ k: k }} within 1h\n");
                tools += &format!("  tool read{at} {{ read_only  slot k: text }}\n");
                slots += &format!("    slot s{at}: integer from measured(l{at}(s{by}).v)\n");
            }
            (2, _) => {
                slots += &format!("    slot s{at}: text from user_answer ask \"What is s{at}?\"\n");
                answered = Some(at);
            }
            _ => slots += &format!("    slot s{at}: integer from instruction\n"),
        }
    }
    for (at, slot) in confirms.iter().map(|slot| slot % kinds.len()).enumerate() {
        slots += &format!("    confirm c{at} ask \"Is {{s{slot}}} right ({at})?\"\n");
    }
    let notice = if has_notice { "    notice final show \"It stays.\"\n" } else { "" };
    format!("language 1\nprovider p {{\n{lookups}{tools}  tool act {{\n    irreversible\n{slots}{notice}  }}\n}}\n")
}

/// What tells a change from another.
fn name(change: &Change) -> String {
    match change {
        Change::LookUp { lookup, arguments, .. } => format!("{lookup} {arguments}"),
        Change::Ask { question, .. } => question.to_string(),
        other => other.to_string(),
    }
}

/// Does what a change says, by what the verdict itself says of it.
fn obey(snapshot: &mut Json, change: &Change, verdict: &Json) {
    let at = "2026-03-11T09:24:00Z";
    let mut push = |list: &str, item: Json| snapshot[list].as_array_mut().unwrap().push(item);
    match change {
        Change::LookUp { tool, arguments, .. } => {
            let arguments: Json = serde_json::from_str(&chk::digest::canonical_json(arguments)).unwrap();
            push("measured", json!({ "tool": &**tool, "arguments": arguments, "at": at, "value": { "v": 7 } }));
        }
        Change::Ask { question, kind, slots, text } => match &**kind {
            "approval" => {
                let questions = verdict["questions"].as_array().unwrap();
                let own = questions.iter().find(|other| other["id"] == **question).unwrap();
                for slot in slots {
                    push(
                        "approvals",
                        json!({ "tool": "p.act", "confirm": &**slot, "bound": own["binds"], "shown": &**text, "at": at }),
                    );
                }
            }
            "notice" => push("shown", json!({ "notice": &*slots[0], "text": &**text })),
            _ => snapshot["answers"][&*slots[0]] = json!("blue"),
        },
        other => panic!("nothing supplies {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn while_any_of_the_changes_is_left_the_call_does_not_run_and_behind_all_of_them_it_does(
        kinds in prop::collection::vec(0..4_usize, 1..6),
        confirms in prop::collection::vec(0..6_usize, 0..3),
        has_notice in any::<bool>(),
    ) {
        let source = small(&kinds, &confirms, has_notice);
        let policy = Policy::from_text("small.chk", &source);
        let policy = policy.unwrap_or_else(|errors| panic!("{errors}\n{source}"));
        let arguments: serde_json::Map<String, Json> =
            kinds.iter().enumerate().filter(|(_, kind)| **kind == 3).map(|(at, _)| (format!("s{at}"), json!(at + 40))).collect();
        let said: String = arguments.iter().map(|(_, value)| format!("take {value}. ")).collect();
        let mut snapshot = json!({
            "chk": 1, "now": "2026-03-11T09:24:07Z", "user": "ann",
            "call": { "tool": "p.act", "arguments": arguments },
            "instruction": [{ "text": format!("do it. {said}"), "trust": "user" }],
            "measured": [], "answers": {}, "approvals": [], "shown": [],
        });
        let judge = |snapshot: &Json| {
            let snapshot = Snapshot::from_json(&snapshot.to_string()).unwrap();
            let verdict = policy.evaluate(&snapshot).to_value();
            let json: Json = serde_json::from_str(&chk::digest::canonical_json(&verdict)).unwrap();
            (Why::of(&verdict, &snapshot.to_value()), json)
        };
        for round in 0.. {
            let (why, verdict) = judge(&snapshot);
            if &*why.decision == "execute" {
                prop_assert!(why.changes.is_empty());
                break;
            }
            prop_assert!(round < 12, "no end: {verdict}\n{source}");
            prop_assert!(matches!(&*why.decision, "lookup" | "ask_user"), "{verdict}\n{source}");
            let count = why.changes.len();
            prop_assert!((1..=8).contains(&count));
            for set in 0..1_usize << count {
                let mut other = snapshot.clone();
                let (done, left): (Vec<_>, Vec<_>) = why.changes.iter().enumerate().partition(|(at, _)| set >> at & 1 == 1);
                done.iter().for_each(|(_, change)| obey(&mut other, change, &verdict));
                let (then, said) = judge(&other);
                let names: Vec<String> = then.changes.iter().map(name).collect();
                // What a part leads on to stands in front; what was left is asked for all the same.
                let asked = |one: &str| said["questions"].as_array().unwrap().iter().any(|question| question["id"] == one);
                for one in left.iter().map(|(_, change)| name(change)) {
                    prop_assert!(names.contains(&one) || asked(&one), "{one} is no longer asked for: {said}\n{source}");
                }
                for (_, change) in &done {
                    prop_assert!(!names.contains(&name(change)), "{} is asked for again: {said}\n{source}", name(change));
                }
                prop_assert!(left.is_empty() || &*then.decision != "execute", "{said}\n{source}");
            }
            why.changes.iter().for_each(|change| obey(&mut snapshot, change, &verdict));
        }
    }
}
