//! What is secret never reaches the record.

use std::fs;

use chk::record::{Digest, Record, verify_file};
use chk::value::Value;
use chk::{Decision, Policy, Snapshot};
use proptest::prelude::*;

use super::{at, bank, fresh, snapshot};
use crate::support::chk;

fn pay(pin: &str, said: &str) -> Snapshot {
    let text = format!("call: {{ tool: bank.pay, arguments: {{ amount: 5, pin: {pin:?} }} }}\n");
    snapshot(&format!("{text}instruction: [{{ text: {said:?}, trust: user }}]\n"))
}

#[test]
fn a_secret_that_words_bore_out_stands_nowhere() {
    let path = fresh("words");
    let mut record = Record::open(&path).unwrap();
    let recorded = record.verdict(&bank(), &pay("Zq81xx", "pay 5 with zq81XX please"), at(0)).unwrap();
    assert_eq!(recorded.verdict().decision, Decision::Execute, "{}", recorded.verdict().to_json_pretty());
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.to_lowercase().contains("zq81xx"), "{text}");
    // The other evidence stays true: the words are as long as they were, and the five stands where it stood.
    assert!(text.contains("pay 5 with •••••• please"), "{text}");
    let digest = chk::digest::digest(&Value::from("Zq81xx"));
    assert!(text.contains(&digest), "{text}");
    assert!(!format!("{recorded:?}").contains("Zq81xx"));
}

#[test]
fn what_one_verdict_found_to_be_secret_is_so_from_then_on() {
    let path = fresh("later");
    let mut record = Record::open(&path).unwrap();
    record.verdict(&bank(), &pay("Zq81xx", "pay 5 with Zq81xx"), at(0)).unwrap();
    let answer = snapshot("phase: answer\nanswer: { text: \"I paid with Zq81xx, ok?\" }\n");
    let recorded = record.verdict(&bank(), &answer, at(1)).unwrap();
    assert_eq!(recorded.verdict().text(), Some("I paid with Zq81xx, ok?"), "the person is shown it all the same");
    assert!(!fs::read_to_string(&path).unwrap().contains("Zq81xx"));
}

#[test]
fn words_that_may_be_a_secret_are_withheld_until_it_is_settled() {
    let path = fresh("unsettled");
    let mut record = Record::open(&path).unwrap();
    let said = "instruction: [{ text: \"my pin is Zq81xx\", trust: user }]\nanswers: { pin: Zq81xx }\n";
    for phase in
        ["phase: request\nrequest: { purpose: chat }\n", "call: { tool: bank.note, arguments: { text: pin } }\n"]
    {
        record.verdict(&bank(), &snapshot(&format!("{phase}{said}")), at(0)).unwrap();
    }
    // A proposal that nothing bears out is a secret all the same.
    record.verdict(&bank(), &pay("Yy12zz", "my pin is Zq81xx"), at(0)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(!text.contains("Zq81xx") && !text.contains("Yy12zz"), "{text}");
    for seq in 1..=3 {
        let line = record.line(seq).unwrap().unwrap();
        let withheld = line.field("withheld").unwrap().as_list().unwrap().to_vec();
        assert!(withheld.contains(&Value::from("instruction")), "{seq}");
        assert!(Snapshot::from_value(line.field("snapshot").unwrap()).is_ok(), "{seq}");
    }
}

#[test]
fn a_policy_without_secrets_keeps_every_word() {
    let path = fresh("open");
    let policy = Policy::from_text(
        "open.chk",
        "language 1\nprovider shop { tool order { reversible  slot item: text from user_answer, instruction } }",
    );
    let said =
        "call: { tool: shop.order, arguments: { item: tea } }\ninstruction: [{ text: order tea, trust: user }]\n";
    let mut record = Record::open(&path).unwrap();
    record.verdict(&policy.unwrap(), &snapshot(said), at(0)).unwrap();
    let line = record.line(1).unwrap().unwrap();
    assert!(line.field("redacted").is_none() && line.field("withheld").is_none());
    assert!(fs::read_to_string(&path).unwrap().contains("order tea"));
}

#[test]
fn a_secret_under_its_name_is_one_wherever_the_name_stands() {
    let nothing = "call: { tool: bank.note, arguments: { text: hi } }\n";
    for (place, text) in [
        (
            "an earlier execution",
            format!(
                "{nothing}prior: [{{ action_key: 'ann:bank.pay', decision: executed, slots: [{{ id: provider.bank.pay.pin, value: Zq81xx }}] }}]\n"
            ),
        ),
        (
            "an approval",
            format!(
                "{nothing}approvals: [{{ tool: bank.pay, confirm: large, bound: {{ amount: 5000, pin: Zq81xx }}, shown: 'with Zq81xx' }}]\n"
            ),
        ),
        (
            "an approval by the whole id",
            format!(
                "{nothing}approvals: [{{ tool: bank.pay, confirm: large, bound: {{ provider.bank.pay.pin: Zq81xx }} }}]\n"
            ),
        ),
        (
            "an observation",
            format!("{nothing}measured: [{{ tool: bank.pay, arguments: {{ pin: Zq81xx }}, value: {{ ok: true }} }}]\n"),
        ),
        ("a tool that is none", "call: { tool: bank.pya, arguments: { amount: 5, pin: Zq81xx } }\n".to_owned()),
        (
            "an argument that is none",
            "call: { tool: bank.pay, arguments: { amount: 5, the_pin: Zq81xx } }\n".to_owned(),
        ),
        (
            "arguments that are no JSON",
            "call: { tool: bank.pay, arguments: '{\"amount\": 5, \"pin\": \"Zq81xx\"' }\n".to_owned(),
        ),
        ("arguments that are a list", "call: { tool: bank.pay, arguments: '[5, \"Zq81xx\"]' }\n".to_owned()),
        (
            "an earlier call",
            format!("{nothing}turn: {{ calls: [{{ tool: pay, arguments: '{{\"pin\": \"Zq81xx', outcome: held }}] }}\n"),
        ),
        (
            "an earlier call of a tool that is none",
            format!("{nothing}session: {{ calls: [{{ tool: pya, arguments: {{ pin: Zq81xx }}, outcome: held }}] }}\n"),
        ),
    ] {
        let path = fresh("named");
        Record::open(&path).unwrap().verdict(&bank(), &snapshot(&text), at(0)).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(!text.contains("Zq81xx"), "{place}: {text}");
        let line = Record::open(&path).unwrap().line(1).unwrap().unwrap();
        assert!(Snapshot::from_value(line.field("snapshot").unwrap()).is_ok(), "{place}");
    }
}

#[test]
fn what_people_read_of_a_verdict_quotes_no_words_around_which_a_secret_stands() {
    let path = fresh("read");
    let policy = path.with_file_name("bank.chk");
    fs::write(&policy, super::BANK).unwrap();
    let call = "call: { tool: bank.pay, arguments: { amount: 5, pin: Zq81xx } }";
    let said = "instruction: [{ text: pay 5 with Zq81xx, trust: user }]";
    let text = format!("chk: 1\nnow: 2026-03-11T09:00:00Z\nuser: ann\n{call}\n{said}\n");
    let ran = chk(&["eval", policy.to_str().unwrap(), "--context", "-"]).stdin(text).run();
    assert!(ran.stdout.contains("\"5\" (segment 0, 4 to 5") && !ran.stdout.contains("Zq81xx"), "{}", ran.stdout);
}

#[test]
fn a_secret_is_not_cut_in_two_before_it_is_looked_for() {
    let path = fresh("cut");
    let mut record = Record::open(&path).unwrap();
    record.hide(&Value::from("Zq81xx"));
    let redeemer = chk::record::Redeemer::new(chk::record::Signer::ed25519(&[7; 32]).verifier(), record);
    let tool = format!("{}Zq81xx", "t".repeat(197));
    redeemer.redeem("none", &tool, &chk::value::Map::default(), at(0)).unwrap_err();
    assert!(!fs::read_to_string(&path).unwrap().contains("Zq8"));
}

#[test]
fn a_host_hides_what_it_knows() {
    let path = fresh("hidden");
    let mut record = Record::open(&path).unwrap();
    record.hide(&Value::from("sk-live-77"));
    let said = "phase: answer\nanswer: { text: \"the key is sk-live-77.\" }\nextra: { key: sk-live-77 }\n";
    record.verdict(&bank(), &snapshot(said), at(0)).unwrap();
    assert!(!fs::read_to_string(&path).unwrap().contains("sk-live-77"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn wherever_a_secret_stands_it_never_reaches_the_file(
        secret in "[A-Z][a-z0-9]{3,9}Q",
        places in proptest::collection::vec(any::<bool>(), 9),
        before in "[a-z ]{0,12}",
    ) {
        let path = fresh("property");
        let mut record = Record::open(&path).unwrap();
        let has = |place: usize, text: String| if places[place] { text } else { String::new() };
        let mut said = format!("call: {{ tool: bank.pay, arguments: {{ amount: 5, pin: {secret} }} }}\ninstruction:\n");
        said += &format!("  - {{ text: \"pay 5 {before} \", trust: user }}\n");
        said += &has(0, format!("  - {{ text: \"{before} {secret}\", trust: user }}\n"));
        said += &has(1, format!("  - {{ text: \"{before}{secret}!\", trust: assistant }}\n"));
        said += &has(2, format!("answers: {{ pin: {secret} }}\n"));
        said += &has(3, format!("preset: {{ pin: {{ value: \"{secret}\", trust: user, origin: \"x{secret}\" }} }}\n"));
        said += &has(4, format!("measured: [{{ tool: vault.read, arguments: {{ k: \"{secret}\" }}, value: {{ a: [\"{secret}\"] }} }}]\n"));
        said += &has(5, format!("extra: {{ \"{secret}\": 1 }}\n"));
        said += &has(6, format!("approvals: [{{ id: k, tool: bank.pay, confirm: large, bound: {{ pin: {secret} }}, shown: \"with {secret}\" }}]\n"));
        said += &has(7, format!("turn: {{ calls: [{{ tool: pay, arguments: {{ pin: {secret} }}, outcome: held, text: \"no {secret}\" }}] }}\n"));
        let snapshot = snapshot(&said);
        record.verdict(&bank(), &snapshot, at(0)).unwrap();
        // The same words where no slot is there to tell.
        if places[8] {
            let other = Snapshot::from_yaml(&said_elsewhere(&said)).unwrap();
            record.verdict(&bank(), &other, at(1)).unwrap();
        }
        let text = fs::read_to_string(&path).unwrap();
        prop_assert!(!text.contains(&secret), "{}", text);
        prop_assert!(text.contains(&chk::digest::digest(&Value::from(secret.as_str()))), "{}", text);
        let last = record.line(1).unwrap().unwrap();
        prop_assert!(Snapshot::from_value(last.field("snapshot").unwrap()).is_ok());
        prop_assert!(verify_file(&path, None::<Digest>).unwrap().is_intact());
    }
}

fn said_elsewhere(said: &str) -> String {
    format!(
        "chk: 1\n{}",
        said.replace("tool: bank.pay, arguments: { amount: 5", "tool: bank.note, arguments: { amount: 5")
    )
}
