//! A deferred action carries over what a person gave, and nothing that was measured.

use chk::record::{Kind, Record};
use chk::value::{DateTime, Value};
use chk::{Decision, Policy, Reason, Snapshot};

use super::{fresh, snapshot};

const POLICY: &str = r#"
language 1
fixed { slot when: trigger from user_answer, instruction }
provider bank {
  lookup account by bank.get_account within 1h
  tool get_account { read_only }
  tool pay {
    irreversible
    slot amount: decimal from user_answer, instruction
    slot fee: decimal from measured(account().fee)
    slot iban: text from preset(landlord)
    fact balance: decimal from measured(account().balance) at trigger
    require enough: amount + fee <= balance else hold "Not enough."
    confirm all ask "Pay {amount} with {fee} to {iban}?"
  }
}
"#;

fn policy() -> Policy {
    Policy::from_text("later.chk", POLICY).unwrap()
}

fn time(text: &str) -> DateTime {
    DateTime::parse(text).unwrap()
}

const SAID: &str = "instruction: [{ text: pay 500 tomorrow, trust: user }]";

fn account(at: &str, fee: u32) -> String {
    format!(
        "measured: [{{ tool: bank.get_account, arguments: {{}}, at: {at}, value: {{ fee: {fee}, balance: 900 }} }}]"
    )
}

/// Everything is settled, and a day is waited for.
fn deferred() -> Snapshot {
    snapshot(&format!(
        "call: {{ tool: bank.pay, arguments: {{ amount: 500 }} }}
{SAID}
preset: {{ landlord: {{ value: NL91, trust: user }} }}
approvals: [{{ id: k, tool: bank.pay, confirm: all, bound: {{ amount: 500, fee: 1, iban: NL91 }}, at: '2026-03-11T08:59:00Z' }}]
{}
",
        account("2026-03-11T08:59:00Z", 1)
    ))
}

fn later(rest: &str) -> Snapshot {
    let text = format!(
        "chk: 1\nnow: 2026-03-12T09:00:10Z\nuser: ann\ncall: {{ tool: bank.pay }}\nturn: {{ calls: [] }}\n{rest}\n"
    );
    Snapshot::from_yaml(&text).unwrap()
}

fn fire(rest: &str) -> chk::record::Recorded {
    let mut record = Record::open(fresh("deferred")).unwrap();
    let recorded = record.verdict(&policy(), &deferred(), time("2026-03-11T09:00:00Z")).unwrap();
    assert_eq!(recorded.verdict().decision, Decision::Deferred, "{}", recorded.verdict().to_json_pretty());
    assert_eq!(record.line(2).unwrap().unwrap().kind, Kind::Deferred);
    let at = time("2026-03-12T09:00:00Z");
    // What the process has and what the record gives back are the same where nothing is secret.
    let (own, read) = (recorded.deferred().unwrap(), record.deferred(1).unwrap().unwrap());
    assert_eq!(own.input().to_value(), read.input().to_value());
    let fired = own.fire(at, &later(rest)).unwrap();
    assert_eq!(read.fire(at, &later(rest)).unwrap().to_value(), fired.to_value());
    let done = record.fired(&policy(), &read, &fired, time("2026-03-12T09:00:10Z")).unwrap();
    let line = record.line(done.seq()).unwrap().unwrap();
    assert_eq!(line.field("deferred").unwrap().as_text(), Some(&*recorded.line().to_string()));
    assert_eq!(line.field("drift").unwrap().as_list().unwrap().len(), done.drift().len());
    done
}

#[test]
fn nothing_that_was_measured_is_carried_over() {
    let fired = fire("");
    assert_eq!(fired.verdict().decision, Decision::Lookup);
    let input = deferred().measured.len();
    assert_eq!(input, 1);
}

#[test]
fn a_measurement_from_before_the_trigger_is_stale() {
    let fired = fire(&account("2026-03-12T08:59:59Z", 1));
    let slots = &fired.verdict().call().unwrap().slots;
    let fee = slots.iter().find(|slot| slot.id.ends_with(".fee")).unwrap();
    assert_eq!(fee.reason, Some(Reason::Stale));
}

#[test]
fn what_did_not_change_is_not_asked_again() {
    let fired = fire(&account("2026-03-12T09:00:05Z", 1));
    assert_eq!(fired.verdict().decision, Decision::Execute, "{}", fired.verdict().to_json_pretty());
    assert_eq!(fired.drift(), []);
}

#[test]
fn drift_of_what_was_approved_asks_again() {
    let fired = fire(&account("2026-03-12T09:00:05Z", 2));
    assert_eq!(fired.verdict().decision, Decision::AskUser);
    let drift: Vec<(&str, bool)> = fired.drift().iter().map(|one| (&*one.slot, one.was_approved)).collect();
    assert_eq!(drift, [("provider.bank.pay.fee", true), ("provider.bank.pay.all", false)]);
    let fee = &fired.drift()[0];
    assert_eq!(fee.then.as_ref().unwrap().value, Some(Value::from(1_i64)));
    assert_eq!(fee.now.as_ref().unwrap().value, Some(Value::from(2_i64)));
}

#[test]
fn a_setting_of_now_replaces_the_one_of_then() {
    let rest = "preset: { landlord: { value: NL92, trust: user } }\n";
    let fired = fire(&format!("{rest}{}", account("2026-03-12T09:00:05Z", 1)));
    assert_eq!(&*fired.drift()[0].slot, "provider.bank.pay.iban");
    assert!(fired.drift()[0].was_approved);
}

#[test]
fn what_was_taken_back_in_the_same_conversation_is_seen() {
    let words = "instruction: [{ text: pay 500 tomorrow, trust: user }, { text: 'no, make it 300', trust: user }]\n";
    let fired = fire(&format!("{words}{}", account("2026-03-12T09:00:05Z", 1)));
    assert_ne!(fired.verdict().decision, Decision::Execute);
    assert!(fired.drift().iter().any(|one| one.slot.ends_with(".amount")));
    // What another conversation says is not about this action.
    let words = "instruction: [{ text: 'send 300', trust: user }]\n";
    let fired = fire(&format!("{words}{}", account("2026-03-12T09:00:05Z", 1)));
    assert_eq!(fired.verdict().decision, Decision::Execute);
}

#[test]
fn an_approval_that_ended_before_the_trigger_is_asked_for_again() {
    let mut said = deferred();
    let mut end = |text: &str| said.approvals[0].expires = Some(time(text));
    // In force when the action was deferred, and when its time comes not by a second.
    end("2026-03-12T09:00:09Z");
    let mut record = Record::open(fresh("ended")).unwrap();
    let recorded = record.verdict(&policy(), &said, time("2026-03-11T09:00:00Z")).unwrap();
    assert_eq!(recorded.verdict().decision, Decision::Deferred);
    let fresh = later(&account("2026-03-12T09:00:05Z", 1));
    let at = time("2026-03-12T09:00:00Z");
    for deferred in [recorded.deferred().unwrap().clone(), record.deferred(recorded.seq()).unwrap().unwrap()] {
        let fired = deferred.fire(at, &fresh).unwrap();
        let done = record.fired(&policy(), &deferred, &fired, time("2026-03-12T09:00:10Z")).unwrap();
        assert_eq!(done.verdict().decision, Decision::AskUser, "{}", done.verdict().to_json_pretty());
    }
}
