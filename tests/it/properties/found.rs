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

#[test]
fn of_two_answers_the_one_under_the_full_id_counts_whatever_their_order() {
    let policy = "provider p { tool write { reversible slot name: text from user_answer } }";
    for answers in ["{ name: Ben, provider.p.write.name: Anna }", "{ provider.p.write.name: Anna, name: Ben }"] {
        let verdict = verdict(policy, &format!("call: {{ tool: p.write }}\nanswers: {answers}"));
        assert_eq!(verdict["arguments"]["name"], "Anna", "{answers}");
    }
}

#[test]
fn two_names_of_one_slot_of_a_row_with_different_values_are_a_conflict() {
    let policy = r#"provider p {
         lookup people by p.list within 1h
         tool list { read_only }
         tool write { reversible
           slot name: text alias who, person
           slot mail: text
           group contact { name, mail } from measured(people[*]) } }"#;
    let verdict = verdict(
        policy,
        "
now: 2026-03-11T09:24:07Z
call: { tool: p.write, arguments: { who: Anna, person: Ben, mail: a@b.example } }
measured: [{ tool: p.list, arguments: {}, at: 2026-03-11T09:24:00Z, value: [{ name: Anna, mail: a@b.example }] }]
",
    );
    assert_eq!(slot(&verdict, "provider.p.write.name")["reason"], "conflict");
}

#[test]
fn two_names_of_one_field_with_different_values_are_a_conflict() {
    let policy = r#"provider p {
         tool write { reversible slot card: object { slot name: text from instruction alias who, person } } }"#;
    let verdict = verdict(
        policy,
        "
call: { tool: p.write, arguments: { card: { who: Anna, person: Ben } } }
instruction: [{ text: \"Write to Anna and Ben\", trust: user }]
",
    );
    assert_eq!(slot(&verdict, "provider.p.write.card.name")["reason"], "conflict");
}

#[test]
fn a_refused_proposal_is_not_replaced_by_a_quote() {
    let policy = "provider p { tool write { reversible slot name: text where it != \"Anna\" from instruction } }";
    let verdict = verdict(
        policy,
        "
call: { tool: p.write, arguments: { name: Anna } }
instruction: [{ text: \"Write to Ben soon\", trust: user }]
quotes: { name: { segment: 0, span: [9, 12] } }
",
    );
    let name = slot(&verdict, "provider.p.write.name");
    assert_eq!((&name["state"], &name["reason"]), (&"unknown".into(), &"violates".into()));
}

#[test]
fn a_quote_says_no_more_than_the_search_finds() {
    let policy = "provider p { tool write { reversible slot name: text from instruction quoted } }";
    let state = |said: &str, span: [usize; 2]| {
        let said = serde_json::to_string(said).unwrap();
        let snapshot = format!(
            "
call: {{ tool: p.write }}
instruction: [{{ text: {said}, trust: user }}]
quotes: {{ name: {{ segment: 0, span: {span:?} }} }}
"
        );
        slot(&verdict(policy, &snapshot), "provider.p.write.name")["state"].clone()
    };
    for (said, span) in [
        ("Mail:\n> pay Ann\nok?", [12, 15]),
        ("to Anna, no, to Bob", [3, 7]),
        ("\u{202e}Ann\u{202c}", [1, 4]),
        ("see a.b.com", [6, 11]),
        ("Ann-Marie", [0, 3]),
        ("don't send it to Ann", [17, 20]),
        ("Write to Ann. Scratch that.", [9, 12]),
    ] {
        assert_eq!(state(said, span), "unknown", "{said}");
    }
    for (said, span) in [("Write to Ann.", [9, 12]), ("to Anna, no, to Bob", [16, 19]), ("see a.b.com", [4, 11])] {
        assert_eq!(state(said, span), "known", "{said}");
    }
}

#[test]
fn an_approval_bound_to_what_its_question_binds_counts_for_a_secret_too() {
    let policy = r#"provider p { tool open { reversible
         slot pin: text secret from user_answer
         confirm sure ask "Open it with {pin}?" } }"#;
    let call = "call: { tool: p.open }\nanswers: { pin: \"1234\" }";
    let asked = verdict(policy, call);
    assert_eq!(asked["decision"], "ask_user");
    let bound = &asked["questions"][0]["binds"];
    let approved =
        verdict(policy, &format!("{call}\napprovals: [{{ id: k, tool: p.open, confirm: sure, bound: {bound} }}]"));
    assert_eq!(approved["decision"], "execute");
}

#[test]
fn an_element_is_no_member_of_a_list_that_holds_another_type() {
    let policy = r#"provider p {
         lookup flags by p.list within 1h
         tool list { read_only }
         tool write { reversible slot names: list of text from measured(flags[*].on) } }"#;
    let verdict = verdict(
        policy,
        "
now: 2026-03-11T09:24:07Z
call: { tool: p.write, arguments: { names: [\"true\"] } }
measured: [{ tool: p.list, arguments: {}, at: 2026-03-11T09:24:00Z, value: [{ on: true }] }]
",
    );
    assert_eq!(slot(&verdict, "provider.p.write.names")["state"], "unknown");
}

#[test]
fn a_question_binds_an_empty_secret_as_null_like_every_empty_slot() {
    let policy = r#"provider p { tool open { reversible
         slot pin: text optional secret from user_answer
         confirm sure ask "Open it with {pin}?" } }"#;
    let asked = verdict(policy, "call: { tool: p.open }");
    assert_eq!(asked["questions"][0]["binds"], serde_json::json!({ "pin": null }));
}

#[test]
fn a_running_text_that_others_wrote_bears_nothing_out_where_its_confirm_is_not_due() {
    let policy = r#"provider p {
         lookup page by p.read outside
         tool read { read_only }
         tool write { reversible
           slot to: text from measured(page.body) text
           slot sum: integer optional from user_answer
           confirm sure when sum is known ask "To {to}?" } }"#;
    let verdict = verdict(
        policy,
        "
now: 2026-03-11T09:24:07Z
call: { tool: p.write, arguments: { to: harbor } }
measured: [{ tool: p.read, arguments: {}, at: 2026-03-11T09:24:00Z, value: { body: send it to harbor } }]
",
    );
    assert_eq!(slot(&verdict, "provider.p.write.to")["reason"], "not_borne_out");
}

#[test]
fn one_of_several_running_texts_bears_nothing_out_in_an_irreversible_call_where_its_confirm_is_not_due() {
    let policy = r#"provider p {
         lookup notes by p.list within 1h
         tool list { read_only }
         tool write { irreversible
           slot to: text from measured(notes[*].body) text
           slot sum: integer optional from user_answer
           confirm sure when sum is known ask "To {to}?" } }"#;
    let verdict = verdict(
        policy,
        "
now: 2026-03-11T09:24:07Z
call: { tool: p.write, arguments: { to: harbor } }
measured: [{ tool: p.list, arguments: {}, at: 2026-03-11T09:24:00Z, value: [{ body: to harbor }, { body: to mill }] }]
",
    );
    assert_eq!(slot(&verdict, "provider.p.write.to")["reason"], "not_borne_out");
}

const PAYEES: &str = r#"
now: 2026-03-11T09:24:07Z
measured:
  - { tool: p.list, arguments: {}, at: 2026-03-11T09:24:00Z, value: [{ name: Anna, account: "1" }, { name: Ben, account: "2" }] }
"#;

fn payees(from: &str) -> String {
    format!(
        "provider p {{
           lookup payees by p.list within 1h
           tool list {{ read_only }}
           tool write {{ reversible
             slot name: text
             slot account: text
             group payee {{ name, account }} from {from} }} }}"
    )
}

#[test]
fn the_row_beside_an_answer_is_a_row_of_that_answer() {
    let account = "provider.p.write.account";
    let mixed = verdict(
        &payees("user_answer, measured(payees[*])"),
        &format!(
            "{PAYEES}call: {{ tool: p.write, arguments: {{ name: Ben, account: \"2\" }} }}\nanswers: {{ name: Anna }}"
        ),
    );
    assert_eq!(slot(&mixed, account)["reason"], "not_borne_out");
    let filled = verdict(
        &payees("user_answer, measured(payees[where it.name is said])"),
        &format!(
            "{PAYEES}call: {{ tool: p.write }}\nanswers: {{ name: Anna }}\ninstruction: [{{ text: to Ben, trust: user }}]"
        ),
    );
    assert_eq!((&filled["decision"], &slot(&filled, account)["state"]), (&"ask_user".into(), &"unknown".into()));
    let one = verdict(
        &payees("user_answer, measured(payees[*])"),
        &format!("{PAYEES}call: {{ tool: p.write, arguments: {{ account: \"1\" }} }}\nanswers: {{ name: Anna }}"),
    );
    assert_eq!(one["arguments"], serde_json::json!({ "name": "Anna", "account": "1" }));
}

#[test]
fn the_only_row_fills_what_was_not_proposed_beside_what_was() {
    let verdict = verdict(
        &payees("measured(payees[where it.name is said])"),
        &format!(
            "{PAYEES}call: {{ tool: p.write, arguments: {{ name: Anna }} }}\ninstruction: [{{ text: to Anna, trust: user }}]"
        ),
    );
    assert_eq!(verdict["arguments"], serde_json::json!({ "name": "Anna", "account": "1" }));
}

#[test]
fn an_action_is_deferred_whichever_section_asks_when() {
    for section in ["fixed", "user"] {
        let verdict = verdict(
            &format!(
                "provider p {{ tool write {{ reversible
                   slot name: text from user_answer
                   slot count: integer at trigger from preset(count) }} }}
                 {section} {{ slot trigger: trigger from user_answer }}"
            ),
            "
call: { tool: p.write }
answers: { trigger: scheduled, name: Anna }
preset: { count: { value: 3, trust: user } }
",
        );
        assert_eq!(verdict["decision"], "deferred", "{section}");
        assert_eq!(slot(&verdict, "provider.p.write.count")["waits"], true, "{section}");
    }
}

const SENDS: &str = r#"
call: { tool: p.send, arguments: { amount: 400 } }
answers: { amount: 400 }
instruction: [{ text: send 500, trust: user }]
quotes: { intent: { value: money.moved, with: { amount: 500 }, segment: 0, span: [0, 8] } }
"#;

fn sends(section: &str, amount: &str) -> String {
    format!(
        r#"effect money.moved {{ amount: decimal }} said as "send"
           provider p {{ tool send {{ reversible
             effect money.moved {{ amount: amount }}
             slot amount: {amount} }} }}
           {section} {{
             slot intent: effect from instruction
             require fits: intent in tool.effects else ask intent "What should happen?" }}"#
    )
}

#[test]
fn an_intent_fixes_a_field_whichever_section_asks_for_it() {
    for section in ["fixed", "user"] {
        let verdict = verdict(&sends(section, "decimal from user_answer"), SENDS);
        assert_eq!(slot(&verdict, "provider.p.send.amount")["reason"], "conflict", "{section}");
    }
}

#[test]
fn a_row_waits_for_the_trigger_as_one_thing() {
    for (name, account) in [("at trigger", ""), ("", "at trigger")] {
        let policy = format!(
            "provider p {{
               lookup payees by p.list within 1h
               tool list {{ read_only }}
               tool write {{ reversible
                 slot name: text {name}
                 slot account: text {account}
                 group payee {{ name, account }} from measured(payees[*]) }} }}
             fixed {{ slot trigger: trigger from user_answer }}"
        );
        let call =
            "call: { tool: p.write, arguments: { name: Anna, account: \"1\" } }\nanswers: { trigger: scheduled }";
        let verdict = verdict(&policy, &format!("{PAYEES}{call}"));
        assert_eq!(verdict["decision"], "deferred");
        for id in ["provider.p.write.name", "provider.p.write.account"] {
            assert_eq!(slot(&verdict, id)["waits"], true, "{id}");
        }
    }
}

#[test]
fn an_empty_slot_is_in_conflict_with_an_intent_that_fixes_it_unless_its_default_says_the_same() {
    let call = SENDS.replace("arguments: { amount: 400 }", "arguments: {}").replace("answers: { amount: 400 }\n", "");
    for (amount, reason) in [
        ("decimal optional from user_answer", Some("conflict")),
        ("decimal default 100 from user_answer", Some("conflict")),
        ("decimal default 500 from user_answer", None),
    ] {
        let verdict = verdict(&sends("fixed", amount), &call);
        assert_eq!(slot(&verdict, "provider.p.send.amount")["reason"].as_str(), reason, "{amount}");
    }
}

#[test]
fn the_digest_of_a_secret_in_a_record_bears_the_secret_out_and_is_no_value() {
    let policy = "provider p { tool open { reversible slot pin: text secret from prior_state(pin) } }";
    let opens = |arguments: &str, recorded: &str| {
        let record =
            format!("{{ action_key: u_1:p.open, decision: executed, slots: [{{ id: pin, value: {recorded} }}] }}");
        verdict(policy, &format!("user: u_1\ncall: {{ tool: p.open, arguments: {arguments} }}\nprior: [{record}]"))
    };
    let digest = {
        let answered = "provider p { tool open { reversible slot pin: text secret from user_answer } }";
        verdict(answered, "call: { tool: p.open }\nanswers: { pin: \"1234\" }")["arguments"]["pin"].to_string()
    };
    assert_eq!(opens("{ pin: \"1234\" }", &digest)["decision"], "execute");
    assert_eq!(opens("{ pin: \"4321\" }", &digest)["decision"], "revise");
    assert_eq!(opens("{}", &digest)["decision"], "hold");
}

#[test]
fn the_modes_of_words_hold_for_lists_too() {
    let takes = |ty: &str, mode: &str, proposed: &str, text: &str| {
        let policy =
            format!("provider p {{ tool take {{ reversible slot them: list of {ty} from instruction {mode} }} }}");
        let call = format!("call: {{ tool: p.take, arguments: {{ them: [{proposed}] }} }}");
        let verdict = verdict(&policy, &format!("{call}\ninstruction: [{{ text: {text}, trust: user }}]"));
        slot(&verdict, "provider.p.take.them")["reason"].as_str().map(str::to_owned)
    };
    assert_eq!(takes("integer", "unambiguous", "5", "take 5 or 7").as_deref(), Some("conflict"));
    assert_eq!(takes("integer", "unambiguous", "5, 7", "take 5 and 7"), None);
    assert_eq!(takes("text", "whole", "Anna", "write to Anna").as_deref(), Some("not_borne_out"));
}

#[test]
fn an_object_that_comes_as_a_whole_has_all_that_it_needs() {
    let policy = |from: &str| {
        format!(
            "provider p {{ tool write {{ reversible
               slot card: object {{ slot name: text slot mail: text slot note: text optional }} from {from} }} }}"
        )
    };
    let answered = |card: &str| {
        verdict(&policy("user_answer"), &format!("call: {{ tool: p.write }}\nanswers: {{ card: {card} }}"))
    };
    assert_eq!(answered("{ name: Anna }")["decision"], "ask_user");
    assert_eq!(answered("{ name: Anna, mail: a@b.example }")["decision"], "execute");
    let set = verdict(
        &policy("preset(card)"),
        "call: { tool: p.write }\npreset: { card: { value: { name: Anna }, trust: user } }",
    );
    assert_eq!(slot(&set, "provider.p.write.card")["reason"], "violates");
}

#[test]
fn a_draft_inside_an_object_is_due_for_approval_whenever_it_is_not_empty() {
    let writes = |ty: &str, proposed: &str| {
        let policy = format!(
            r#"provider p {{ tool write {{ irreversible
                 slot it: {ty} {{ slot body: text optional drafted slot to: text from user_answer, instruction }}
                   from user_answer
                 confirm sure when 1 == 2 ask "Write {{it}}?" }} }}"#
        );
        let call = format!("call: {{ tool: p.write, arguments: {{ it: {proposed} }} }}");
        let verdict = verdict(&policy, &format!("{call}\ninstruction: [{{ text: to Anna, trust: user }}]"));
        slot(&verdict, "provider.p.write.sure")["reason"].as_str().map(str::to_owned)
    };
    assert_eq!(writes("object", "{ body: Hello, to: Anna }").as_deref(), Some("needs_approval"));
    assert_eq!(writes("list of object", "[{ body: Hello, to: Anna }]").as_deref(), Some("needs_approval"));
    assert_eq!(writes("object", "{ to: Anna }"), None);
}
