//! What the random worlds found, each as the smallest case that shows it.

use chk::{Policy, Snapshot};
use serde_json::Value as Json;

/// The verdict on a snapshot under a policy of one text.
fn verdict(policy: &str, snapshot: &str) -> Json {
    let policy = Policy::from_text("main.chk", &format!("language 1\n{policy}")).unwrap();
    let verdict = policy.evaluate(&Snapshot::from_yaml(&format!("chk: 1\n{snapshot}")).unwrap());
    serde_json::from_str(&verdict.to_json()).unwrap()
}

fn slot<'v>(verdict: &'v Json, id: &str) -> &'v Json {
    verdict["slots"].as_array().unwrap().iter().find(|slot| slot["id"] == id).unwrap()
}

#[test]
fn a_row_that_may_not_be_answered_takes_no_answer() {
    let verdict = verdict(
        r#"provider p {
             lookup people by p.list within 1h
             tool list { read_only }
             tool write { reversible
               slot name: text
               slot mail: text
               group person { name, mail } from measured(people[*]) } }"#,
        r#"
now: 2026-03-11T09:24:07Z
call: { tool: p.write, arguments: { name: Anna, mail: a@b.example } }
answers: { mail: "x@y.example" }
measured: [{ tool: p.list, arguments: {}, at: 2026-03-11T09:24:00Z, value: [{ name: Anna, mail: a@b.example }] }]
"#,
    );
    assert_eq!(verdict["decision"], "execute");
    assert_eq!(slot(&verdict, "provider.p.write.mail")["source"], "measured");
}

#[test]
fn an_object_that_may_not_be_answered_takes_no_answer() {
    let verdict = verdict(
        r#"provider p {
             tool write { reversible
               slot card: object { slot name: text from preset(name) } } }"#,
        "
call: { tool: p.write, arguments: { card: { name: Anna } } }
answers: { card: { name: Ben } }
preset: { name: { value: Anna, trust: user } }
",
    );
    assert_eq!(verdict["decision"], "execute");
    assert_eq!(verdict["arguments"]["card"]["name"], "Anna");
}
