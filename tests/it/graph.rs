//! What hangs together, and what follows where a source is not there.

use std::path::{Path, PathBuf};

use chk::graph::{Graph, Mark, Tie};
use chk::verdict::{Part, State};
use chk::{Decision, Policy, Snapshot};
use serde_json::{Value as Json, json};

use crate::support::chk;

const BANK: &str = r#"language 1
effect money.moved { to: text, amount: decimal } said as "send"
provider bank {
  lookup account(id) by bank.get_account { account_id: id } within 30s
  lookup payees by bank.list_payees within 1h
  tool transfer {
    irreversible
    effect money.moved { to: to, amount: amount }
    slot from_account: text from preset(accounts.main)
    slot to: text from user_answer, measured(payees[where it.name is said].account)
    slot amount: decimal from user_answer, instruction
    slot cap: decimal optional from preset(limits.cap)
    slot fee: decimal = amount * rate
    fact rate: decimal from preset(limits.rate)
    fact balance: decimal from measured(account(from_account).balance)
    fact spent: decimal from measured(user.ledger.spent)
    let left = balance - amount
    require covered: left >= 0 else hold "The balance does not cover {amount}."
    require small: amount < 1000 or spent < 10 else hold "Too much for today."
    require capped: cap is null or amount <= cap else hold "More than {cap}."
    forbid odd when amount == 13 because "Not thirteen."
    confirm agreed ask "Send {amount} to {to}?"
    notice final show "It cannot be taken back."
    guard again on call when call.arguments.amount > 5 and call.repeated > 2 then hold "Again?"
  }
  tool get_account { read_only slot account_id: text }
  tool list_payees { read_only }
}
user { lookup ledger by host within 1m }
"#;

fn bank() -> Policy {
    Policy::from_text("bank.chk", BANK).unwrap_or_else(|errors| panic!("{:?}", errors.diagnostics()))
}

/// Everything that every source of `bank.transfer` can hold.
fn full() -> Json {
    json!({
        "chk": 1, "now": "2026-03-11T09:24:07Z", "user": "ann",
        "call": { "tool": "bank.transfer", "arguments": { "to": "11", "amount": 500 } },
        "instruction": [{ "text": "send 500 to my landlord", "trust": "user" }],
        "turn": { "calls": [] },
        "preset": {
            "accounts": { "main": { "value": "22", "trust": "user" } },
            "limits": { "cap": { "value": 900, "trust": "user" }, "rate": { "value": 2, "trust": "user" } },
        },
        "measured": [
            { "tool": "bank.list_payees", "arguments": {}, "at": "2026-03-11T09:24:00Z", "value": [{ "name": "landlord", "account": "11" }] },
            { "tool": "bank.get_account", "arguments": { "account_id": "22" }, "at": "2026-03-11T09:24:00Z", "value": { "balance": 800 } },
            { "lookup": "ledger", "arguments": {}, "at": "2026-03-11T09:24:00Z", "value": { "spent": 5 } },
        ],
        "answers": { "to": "11", "amount": 500 },
        "approvals": [{ "tool": "bank.transfer", "confirm": "agreed", "bound": { "to": "11", "amount": 500 }, "shown": "x", "at": "2026-03-11T09:24:05Z" }],
        "shown": [{ "notice": "final", "text": "It cannot be taken back." }],
    })
}

/// The same without what `name` stands for.
fn full_without(name: &str) -> Json {
    let mut snapshot = full();
    let drop = |snapshot: &mut Json, key: &str, value: &str| {
        snapshot["measured"].as_array_mut().unwrap().retain(|one| one[key] != value);
    };
    match name {
        "user_answer" => snapshot["answers"] = json!({}),
        "instruction" => snapshot["instruction"] = json!([]),
        "measured" => snapshot["measured"] = json!([]),
        "preset" => snapshot["preset"] = json!({}),
        "preset(accounts.main)" => snapshot["preset"]["accounts"] = json!({}),
        "settings(limits)" => snapshot["preset"]["limits"] = json!({}),
        "account" => drop(&mut snapshot, "tool", "bank.get_account"),
        "bank.payees" => drop(&mut snapshot, "tool", "bank.list_payees"),
        "ledger" => drop(&mut snapshot, "lookup", "ledger"),
        other => panic!("{other}"),
    }
    snapshot
}

/// The states of a call's slots by id, and the decision.
fn states(policy: &Policy, snapshot: &Json) -> (Vec<(String, State)>, Decision) {
    let verdict = policy.evaluate(&Snapshot::from_json(&snapshot.to_string()).unwrap());
    let Part::Call(call) = &verdict.part else { panic!("no call") };
    let mut states: Vec<(String, State)> = call.slots.iter().map(|slot| (slot.id.to_string(), slot.state)).collect();
    // What is unmet is decided.
    states.retain(|(id, _)| !call.unmet.iter().any(|unmet| *unmet.slot == **id));
    (states, verdict.decision)
}

#[test]
fn what_is_said_to_follow_is_what_the_verdict_says() {
    let policy = bank();
    let (all, decision) = states(&policy, &full());
    assert_eq!(decision, Decision::Execute, "{all:?}");
    assert!(all.iter().all(|(_, state)| *state == State::Known), "{all:?}");
    let names = [
        "user_answer",
        "instruction",
        "measured",
        "preset",
        "preset(accounts.main)",
        "settings(limits)",
        "account",
        "bank.payees",
        "ledger",
    ];
    for name in names {
        let graph = policy.graph_of_without("transfer", name).unwrap();
        let (states, decision) = states(&policy, &full_without(name));
        for node in &graph.nodes {
            let Some((_, state)) = states.iter().find(|(id, _)| *id == *node.id) else { continue };
            let expected = match node.mark {
                Some(Mark::Unknown | Mark::Undecided) => State::Unknown,
                Some(Mark::Empty) => State::Empty,
                // Whatever is touched alone is settled by the rest here: 500 < 1000.
                Some(Mark::Fewer | Mark::Touched) | None => State::Known,
                Some(Mark::Gone) => panic!("{} is no source", node.id),
            };
            assert_eq!(*state, expected, "{} without {name}: {:?}", node.id, node.mark);
        }
        let runs = graph.without.as_ref().unwrap().runs.unwrap();
        assert_eq!(decision == Decision::Execute, runs, "{decision} without {name}");
    }
}

#[test]
fn what_follows_is_said_in_words() {
    let sentences = |name: &str| bank().graph_of_without("bank.transfer", name).unwrap().without.unwrap().sentences;
    assert_eq!(
        sentences("preset(accounts.main)"),
        [
            "without `preset(accounts.main)` nothing bears out `from_account`",
            "`balance` is unknown too, since it hangs on `from_account`",
            "`left` is unknown too, since it hangs on `balance`",
            "`covered` can never be decided, since it hangs on `left`",
            "so no call of `bank.transfer` can run",
        ]
    );
    assert_eq!(
        sentences("payees"),
        ["`to` loses a way, and keeps `user_answer`", "a call of `bank.transfer` can still run"]
    );
    assert_eq!(
        sentences("preset(limits.cap)"),
        [
            "`cap` can only stay empty",
            "`capped` hangs on `cap` in part, and may be settled all the same",
            "a call of `bank.transfer` can still run",
        ]
    );
    assert_eq!(
        sentences("ledger"),
        [
            "without `ledger` nothing bears out `spent`",
            "`small` hangs on `spent` in part, and may be settled all the same",
            "a call of `bank.transfer` can still run",
        ]
    );
    assert_eq!(sentences("prior_state"), ["nothing of `bank.transfer` hangs on `prior_state`"]);
}

#[test]
fn the_parts_of_an_object_hang_together() {
    let policy = Policy::from_text(
        "shop.chk",
        r#"language 1
provider shop {
  lookup order(id) by shop.get { id: id } within 1h
  tool get { read_only slot id: text }
  tool back {
    reversible
    slot order_id: text from instruction
    slot parcel: object {
      slot weight: decimal from instruction
      slot sku: text from measured(order(order_id).items[where it.weight == weight].sku)
      slot note: text optional from preset(note)
    }
    slot items: list of object { slot sku: text from measured(order(order_id).items[*].sku) }
  }
}
"#,
    )
    .unwrap();
    let graph = policy.graph_of_without("back", "order").unwrap();
    let mark = |id: &str| graph.nodes.iter().find(|node| node.id.ends_with(id)).unwrap().mark;
    assert_eq!(mark("back.parcel.sku"), Some(Mark::Unknown));
    assert_eq!(mark("back.parcel"), Some(Mark::Unknown));
    assert_eq!(mark("back.items[*].sku"), Some(Mark::Unknown));
    // A list without elements needs none of them.
    assert_eq!(mark("back.items"), Some(Mark::Touched));
    let tie = |from: &str, to: &str| {
        let ends = |at: usize, id: &str| graph.nodes[at].id.ends_with(id);
        graph.edges.iter().find(|edge| ends(edge.from, from) && ends(edge.to, to)).map(|edge| edge.tie)
    };
    assert_eq!(tie("parcel.weight", "parcel.sku"), Some(Tie::IsReadBy));
    assert_eq!(tie("parcel.sku", "back.parcel"), Some(Tie::IsPartOf));
    assert_eq!(tie("(shop.order)", "parcel.sku"), Some(Tie::BearsOut));
}

#[test]
fn a_name_that_stands_for_nothing_is_told_its_nearest() {
    let policy = bank();
    let says = |what: &str| policy.graph_of_without("transfer", what).unwrap_err().to_string();
    assert_eq!(says("paees"), "no source, setting or lookup is called `paees`; did you mean `payees`?");
    assert_eq!(says("user_anser"), "no source, setting or lookup is called `user_anser`; did you mean `user_answer`?");
    assert_eq!(says("preset(limits.rat)"), "no setting is called `limits.rat`; did you mean `limits.rate`?");
    assert_eq!(
        policy.graph_of("transfr").unwrap_err().to_string(),
        "no tool is called `transfr`; did you mean `transfer`?"
    );
    let ran = chk(&["graph", "policies/lamp.chk", "lamp.turn_onn"]).run();
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (2, "error: no tool is called `lamp.turn_onn`; did you mean `lamp.turn_on`?\n")
    );
    let ran = chk(&["graph", "policies/wrong.txt"]).run();
    assert!(ran.code == 2 && ran.stdout.is_empty() && !ran.stderr.is_empty(), "{}", ran.shown());
    let ran = chk(&["graph", "policies/wrong.txt", "--format", "json"]).run();
    assert!(ran.code == 2 && ran.json()["diagnostics"][0]["code"].is_string(), "{}", ran.shown());
}

#[test]
fn each_form_of_a_tool() {
    let graph = bank().graph_of("transfer").unwrap();
    insta::assert_snapshot!("graph_text", graph.to_text());
    insta::assert_snapshot!("graph_dot", graph.to_dot());
    insta::assert_snapshot!("graph_mermaid", graph.to_mermaid());
    insta::assert_snapshot!("graph_json", chk::verdict::write_json(&graph.to_value(), chk::verdict::Layout::Pretty));
    insta::assert_snapshot!("graph_svg", bank().graph_of("get_account").unwrap().to_svg());
    insta::assert_snapshot!("graph_overview", bank().graph_without("ledger").unwrap().to_text());
}

fn policies() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|kind| kind == "chk") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("policies"), &mut found);
    found.sort();
    assert!(found.len() > 8);
    found
}

/// Checks that a text is well-formed XML, as far as pictures use it: tags that match, quoted attributes, known entities.
pub(crate) fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        check_text(before);
        let (tag, behind) = after.split_once('>').expect("a tag that does not end");
        rest = behind;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "in {tag}");
            continue;
        }
        let name = tag.split(|letter: char| letter.is_whitespace() || letter == '/').next().unwrap();
        assert!(!name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric()), "{tag}");
        let mut attributes = tag[name.len()..].trim_end_matches('/').trim();
        let mut seen = Vec::new();
        while !attributes.is_empty() {
            let (key, value) = attributes.split_once("=\"").expect(tag);
            assert!(!seen.contains(&key), "{tag}");
            seen.push(key);
            let (value, more) = value.split_once('"').expect(tag);
            check_text(value);
            attributes = more.trim_start();
        }
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    check_text(rest);
    assert!(open.is_empty(), "{open:?}");
}

fn check_text(text: &str) {
    assert!(
        !text.contains(['<', '>']) && !text.chars().any(|letter| letter.is_control() && letter != '\n'),
        "{text:?}"
    );
    for (at, _) in text.match_indices('&') {
        let entity = text[at + 1..].split(';').next().unwrap();
        assert!(["amp", "lt", "gt", "quot"].contains(&entity), "{text}");
    }
}

fn check_forms(graph: &Graph) {
    check_xml(&graph.to_svg());
    let count = graph.nodes.len();
    assert_eq!(graph.to_dot().matches(", shape=").count(), count);
    assert_eq!(
        graph.to_mermaid().lines().filter(|line| line.ends_with(['"', ')', ']', '}']) && line.contains("\"")).count(),
        count
    );
    let text = graph.to_text();
    assert!(text.lines().count() > count, "{text}");
    let json: Json =
        serde_json::from_str(&chk::verdict::write_json(&graph.to_value(), chk::verdict::Layout::Line)).unwrap();
    assert_eq!(json["nodes"].as_array().unwrap().len(), count);
    let ids: std::collections::BTreeSet<&str> = graph.nodes.iter().map(|node| &*node.id).collect();
    assert!(graph.edges.iter().all(|edge| edge.from < count && edge.to < count));
    assert_eq!(
        json["edges"].as_array().unwrap().iter().filter(|edge| !ids.contains(edge["from"].as_str().unwrap())).count(),
        0
    );
    assert_eq!(ids.len(), count, "an id stands for two nodes");
}

#[test]
fn every_tool_of_every_shipped_policy_can_be_shown() {
    for path in policies() {
        let policy = Policy::from_path(&path).unwrap();
        check_forms(&policy.graph());
        for tool in policy.tools() {
            let graph = policy.graph_of(tool).unwrap();
            let ids = policy.ids(tool);
            assert!(ids.iter().all(|id| graph.nodes.iter().any(|node| *node.id == **id)), "{tool}");
            check_forms(&graph);
            for what in ["measured", "user_answer", "preset"] {
                check_forms(&policy.graph_of_without(tool, what).unwrap());
            }
        }
        let page = policy.handbook();
        assert_eq!(page.rows.len(), policy.tools().count());
        assert!(page.to_markdown().contains(policy.digest()) && page.to_html().contains(policy.digest()));
        assert!(
            !["<script", "src=", "url(", "href=\"h"].iter().any(|part| page.to_html().contains(part)),
            "{}",
            path.display()
        );
        assert_eq!(page.to_markdown(), Policy::from_path(&path).unwrap().handbook().to_markdown());
    }
}

/// So many tools, ten a provider, each of which reads a lookup of the one before it.
fn many(tools: usize) -> String {
    let mut text = String::from("language 1\n");
    for at in 0..tools {
        if at % 10 == 0 {
            text.push_str(&format!("provider p{} {{\n", at / 10));
        }
        text.push_str(&format!(
            "  lookup l{at}(id) by get{at} {{ id: id }} within 1m\n  tool get{at} {{ read_only slot id: text }}\n  \
             tool t{at} {{ irreversible slot a: text from user_answer fact b: text from measured(l{at}(a).b) \
             require c: b == a else hold \"no\" }}\n"
        ));
        if at % 10 == 9 || at + 1 == tools {
            text.push_str("}\n");
        }
    }
    text
}

#[test]
fn of_many_tools_the_providers_are_shown() {
    let policy = Policy::from_text("many.chk", &many(200)).unwrap();
    let graph = policy.graph();
    // Twenty providers, and the lookups of each.
    assert_eq!(graph.nodes.len(), 40);
    let first = graph.nodes.iter().find(|node| *node.label == *"p0").unwrap();
    assert_eq!(first.note.as_deref(), Some("10 irreversible, 10 read only"));
    check_forms(&graph);
    let without = policy.graph_without("l7").unwrap();
    let marked: Vec<&str> = without.nodes.iter().filter(|node| node.mark.is_some()).map(|node| &*node.label).collect();
    assert_eq!(marked, ["p0"]);
    assert_eq!(without.without.unwrap().sentences.len(), 1);
}

#[test]
fn no_text_of_a_policy_becomes_a_part_of_a_picture_or_a_page() {
    let policy = Policy::from_text(
        "evil.chk",
        "language 1\nprovider p {\n  ## <b>bold</b> | & [x](javascript:y) `code`\n  tool `a\"<b>|` {\n    irreversible\n    \
         slot `x<y>&\"]|`: text from user_answer ask \"<script>alert(1)</script> *b* _i_ | `c`\"\n    \
         slot long_long_long_long_long_long_long_long_name: text from preset(a)\n    \
         confirm ok ask \"--> {call} \\u{1b}\\u{202e}[2J %% ]]>\"\n  }\n}\n",
    )
    .unwrap_or_else(|errors| panic!("{:?}", errors.diagnostics()));
    let tool = policy.tools().next().unwrap().to_owned();
    let graph = policy.graph_of(&tool).unwrap();
    check_forms(&graph);
    let svg = graph.to_svg();
    assert!(svg.contains("long_long_long_long_long_long_l…<") && svg.contains("long_long_name\n"), "{svg}");
    let page = policy.handbook();
    let texts = [graph.to_text(), graph.to_dot(), graph.to_mermaid(), svg, page.to_html(), page.to_markdown()];
    for text in &texts {
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text}");
    }
    assert!(!texts[4].contains("<b>") && !texts[4].contains("<script>"), "{}", texts[4]);
    assert!(!texts[5].contains("<script>") && texts[5].contains("\\<script\\>"), "{}", texts[5]);
    let rows = texts[5].lines().filter(|line| line.starts_with("| ") && line.contains("irreversible"));
    assert!(
        rows.clone().count() == 1 && rows.clone().all(|row| row.replace("\\|", "").matches('|').count() == 7),
        "{}",
        texts[5]
    );
}
