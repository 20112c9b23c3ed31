//! Names in a snapshot that stand for nothing in the policy: they change nothing, and they are said.

use chk::testing::{Options, TestErrors, run_text};
use chk::{Policy, Snapshot, Verdict};

const POLICY: &str = r#"language 1
provider bank {
  lookup rates by bank.get_rates within 1h
  lookup clock by host within 1h
  tool get_rates { read_only }
  tool pay {
    irreversible
    slot amount: decimal from user_answer, instruction
    slot items: list of object { slot sku: text from user_answer } optional
    confirm sure ask "Pay {amount}?"
    notice final show "It is final."
    notice rated show "It is rated."
  }
  tool mail { irreversible  slot to: text from user_answer, instruction  confirm sent ask "Send to {to}?" }
}
user { for bank.pay { confirm sure ask "Really {call}?"  notice final show "Really final." } }
"#;

const SNAPSHOT: &str = r#"
chk: 1
now: 2026-03-11T09:00:00Z
call: { tool: bank.pay, arguments: { amount: 500 } }
instruction: [{ text: "Pay 500", trust: user }]
"#;

fn verdict(more: &str) -> Verdict {
    let policy = Policy::from_text("bank.chk", POLICY).unwrap();
    policy.evaluate(&Snapshot::from_yaml(&format!("{SNAPSHOT}{more}")).unwrap())
}

/// What the verdict says of names that stand for nothing.
fn unused(more: &str) -> Vec<String> {
    let said = verdict(more).unused.into_iter().map(|unused| {
        let help = unused.help().map_or_else(String::new, |help| format!("; {help}"));
        format!("{}: {unused}{help}", unused.at)
    });
    said.collect()
}

#[test]
fn a_name_that_stands_for_nothing_is_said_with_the_nearest() {
    assert_eq!(unused("answers: { amuont: 1 }"), ["answers: no slot is called `amuont`; did you mean `amount`?"]);
    assert_eq!(
        unused("quotes: { amont: { segment: 0, span: [0, 3] } }"),
        ["quotes: no slot is called `amont`; did you mean `amount`?"]
    );
    assert_eq!(unused("asked: { send: 1 }"), ["asked: no slot is called `send`; did you mean `sent`?"]);
    assert_eq!(unused("revised: { sent: 1 }"), ["revised: no slot is called `sent`"]);
    assert_eq!(
        unused("shown: [{ notice: raetd, text: a }]"),
        ["shown[0].notice: no notice is called `raetd`; did you mean `rated`?"]
    );
    assert_eq!(
        unused("approvals: [{ tool: bank.male, confirm: sentt, bound: {} }]"),
        [
            "approvals[0].tool: no tool is called `bank.male`; did you mean `bank.mail`?",
            "approvals[0].confirm: no confirm is called `sentt`; did you mean `sent`?"
        ]
    );
    let measured = "measured: [{ tool: get_rate, value: 1 }, { lookup: rate, value: 1 }, { tool: get_rate, value: 2 }]";
    assert_eq!(
        unused(measured),
        [
            "measured[0].tool: no tool is called `get_rate`; did you mean `get_rates`?",
            "measured[1].lookup: no lookup is called `rate`; did you mean `rates`?"
        ]
    );
}

#[test]
fn a_name_that_several_have_stands_for_neither_and_is_said() {
    assert_eq!(
        unused("shown: [{ notice: final, text: It is final. }]"),
        [
            "shown[0].notice: `final` is the name of more than one notice; write the full name, as `provider.bank.pay.final`"
        ]
    );
    let sure = "approvals: [{ tool: bank.pay, confirm: sure, bound: { amount: 500 } }]";
    assert_eq!(verdict(sure).decision, chk::Decision::AskUser);
    assert_eq!(
        unused(sure),
        [
            "approvals[0].confirm: `sure` is the name of more than one confirm; write the full name, as `provider.bank.pay.sure`"
        ]
    );
}

#[test]
fn a_name_of_any_tool_of_the_policy_stands_for_something() {
    for more in [
        "answers: { to: Ann, q:0123: 1, provider.bank.pay.amount: 1, 'items[0].sku': a }",
        "asked: { sent: 1, amount: 2 }",
        "approvals: [{ tool: mail, confirm: sent, bound: {} }]",
        "measured: [{ tool: get_rates, value: 1 }, { lookup: clock, value: 1 }, { lookup: rates, value: 1 }]",
        "shown: [{ notice: user.final, text: a }]",
    ] {
        assert_eq!(unused(more), Vec::<String>::new(), "{more}");
    }
    assert_eq!(unused("answers: { 'items[0].sk': a, 'items[x].sku': a, amount.sku: a }").len(), 3);
}

#[test]
fn the_form_of_a_verdict_speaks_of_them_only_where_there_are_any() {
    assert!(!verdict("").to_json().contains("unused"));
    let json = verdict("answers: { amuont: 1, zzz: 2 }").to_json();
    let form = r#""unused":[{"at":"answers","name":"amuont","near":"amount"},{"at":"answers","name":"zzz"}]"#;
    assert!(json.contains(form), "{json}");
}

#[test]
fn in_a_test_file_such_a_name_is_a_mistake_where_it_stands() {
    let text = "
policy: bank.chk
base: { chk: 1, call: { tool: bank.pay, arguments: {} }, shown: [{ notice: raetd, text: a }] }
cases:
  - { name: one, expect: { decision: ask_user } }
  - { name: two, with: { answers: { amuont: 1 } }, expect: { decision: ask_user } }
";
    let run = run_text("bank.test.yaml", text, |name| Policy::from_text(name, POLICY), Options::default());
    let Err(TestErrors::File { diagnostics, .. }) = run else { panic!("it has two mistakes") };
    let said: Vec<(&str, &str)> = diagnostics
        .iter()
        .map(|one| (one.message(), &text[one.span().unwrap().start as usize..one.span().unwrap().end as usize]))
        .collect();
    assert_eq!(said, [("no notice is called `raetd`", "raetd"), ("no slot is called `amuont`", "amuont")]);
}
