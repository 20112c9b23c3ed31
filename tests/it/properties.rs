//! What must always hold, over random policies and random snapshots. Each test is named by the promise that it keeps.

macro_rules! ensure {
    ($holds:expr, $($why:tt)*) => {
        if !$holds {
            return Err(format!($($why)*));
        }
    };
}

mod conditions;
mod format;
mod found;
mod guards;
mod oracle;
mod policy;
mod resolve;
mod snapshot;
mod tape;

use std::collections::{BTreeMap, BTreeSet};

use chk::load::Memory;
use chk::{Decision, Policy, Snapshot, Verdict};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, FileFailurePersistence, TestCaseResult, TestRunner};
use serde_json::{Value as Json, json};

use policy::{Item, Model, Source, Tool, Ty};
use snapshot::{called, judge, push, settle};
use tape::{Tape, tape};

/// A policy, loaded, with a snapshot for it.
struct World {
    model: Model,
    policy: Policy,
    snapshot: Json,
}

impl World {
    fn verdict(&self) -> Json {
        verdict_of(&judge(&self.policy, &self.snapshot))
    }

    /// What a failure is shown with.
    fn shown(&self) -> String {
        format!("{}\n{:#}\n{:#}", self.model.text(), self.snapshot, self.verdict())
    }
}

fn config(cases: u32) -> Config {
    // What fails once is tried first from then on: its seed stands in `tests/proptest-regressions/properties.txt`.
    let mut config = Config {
        failure_persistence: Some(Box::new(FileFailurePersistence::SourceParallel("proptest-regressions"))),
        source_file: Some(file!()),
        max_shrink_iters: 1500,
        ..Config::default()
    };
    if std::env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
    }
    config
}

fn load(model: &Model) -> Result<Policy, chk::PolicyErrors> {
    Policy::from_text("main.chk", &model.text())
}

fn verdict_of(verdict: &Verdict) -> Json {
    serde_json::from_str(&verdict.to_json()).unwrap()
}

/// A world, where the policy loads.
fn world(tape: &mut Tape) -> Option<World> {
    let model = policy::model(tape);
    let policy = load(&model).ok()?;
    let mut snapshot = snapshot::snapshot(tape, &model);
    settle(tape, &policy, &mut snapshot);
    Some(World { model, policy, snapshot })
}

/// Runs a property over random worlds. What is found out is handed on with the world.
fn always(cases: u32, property: impl Fn(&World, &mut Tape) -> Result<(), String>) {
    let mut runner = TestRunner::new(config(cases));
    let result = runner.run(&tape(), |mut tape| -> TestCaseResult {
        let Some(world) = world(&mut tape) else { return Ok(()) };
        property(&world, &mut tape).map_err(|why| TestCaseError::fail(format!("{why}\n{}", world.shown())))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// The same tapes in every run.
fn sample(count: usize) -> Vec<Tape> {
    let mut runner = TestRunner::deterministic();
    let strategy = tape();
    (0..count).map(|_| strategy.new_tree(&mut runner).unwrap().current()).collect()
}

fn list<'j>(value: &'j Json, key: &str) -> &'j [Json] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn runs(verdict: &Json) -> bool {
    verdict["decision"] == "execute" || verdict["decision"] == "pass"
}

fn report<'v>(verdict: &'v Json, id: &str) -> Option<&'v Json> {
    list(verdict, "slots").iter().find(|slot| slot["id"] == id)
}

/// A verdict but for the digest of what it was made from, and the names in it that stand for nothing.
fn without_digest(verdict: &Json) -> Json {
    let mut verdict = verdict.clone();
    verdict["snapshot_digest"] = Json::Null;
    verdict["unused"] = Json::Null;
    verdict
}

#[test]
fn the_decision_alone_is_that_of_the_verdict() {
    always(400, |world, _| {
        let snapshot = Snapshot::from_json(&world.snapshot.to_string()).map_err(|error| error.to_string())?;
        let (alone, verdict) = (world.policy.decide(&snapshot), world.policy.evaluate(&snapshot));
        ensure!(alone == verdict.decision, "decided alone it is {alone:?}");
        Ok(())
    });
}

#[test]
fn a_name_that_stands_for_nothing_changes_nothing() {
    always(120, |world, _| {
        let before = world.verdict();
        let mut snapshot = world.snapshot.clone();
        for key in ["answers", "asked", "revised"] {
            snapshot[key]["nothing_is_called_so"] = json!(1);
        }
        let quote = json!({ "segment": 0, "span": [0, 1] });
        snapshot["quotes"]["nothing_is_called_so"] = quote;
        push(&mut snapshot, "shown", json!({ "notice": "nothing_is_called_so", "text": "so" }));
        push(&mut snapshot, "measured", json!({ "tool": "nothing_is_called_so", "arguments": {}, "value": 1 }));
        let approval = json!({ "tool": "nothing.called_so", "confirm": "nothing_is_called_so", "bound": {} });
        push(&mut snapshot, "approvals", approval);
        let after = verdict_of(&judge(&world.policy, &snapshot));
        let said = list(&after, "unused").iter().filter(|unused| unused["name"].to_string().contains("called_so"));
        ensure!(said.count() == 8, "not all are said: {}", after["unused"]);
        // Executed reads are counted on behind `measured`, so that their places move.
        let without_places = |verdict: &Json| {
            let mut verdict = without_digest(verdict);
            for slot in verdict["slots"].as_array_mut().into_iter().flatten() {
                slot["evidence"]["observation"] = Json::Null;
            }
            verdict
        };
        ensure!(without_places(&after) == without_places(&before), "{after:#}");
        Ok(())
    });
}

#[test]
fn random_policies_load_and_decisions_are_spread() {
    let mut decisions: BTreeMap<String, usize> = BTreeMap::new();
    let mut loaded = 0;
    for mut tape in sample(400) {
        if let Some(world) = world(&mut tape) {
            loaded += 1;
            *decisions.entry(judge(&world.policy, &world.snapshot).decision.to_string()).or_default() += 1;
        }
    }
    assert!(loaded >= 360, "only {loaded} of 400 policies load");
    for decision in ["execute", "hold", "lookup", "revise", "ask_user", "deferred", "replay"] {
        assert!(decisions.contains_key(decision), "no {decision} among {decisions:?}");
    }
    assert!(decisions["execute"] >= 40, "{decisions:?}");
}

/// Promise 1, recomputed from the verdict and the snapshot.
fn nothing_is_open(model: &Model, snapshot: &Json, verdict: &Json) -> Result<(), String> {
    for slot in list(verdict, "slots") {
        ensure!(slot["state"] != "unknown" || slot["needed"] == false, "{} is unknown", slot["id"]);
        ensure!(slot["waits"] != true, "{} waits", slot["id"]);
    }
    ensure!(verdict["unknown_count"] == 0, "the count is {}", verdict["unknown_count"]);
    ensure!(list(verdict, "unmet").is_empty(), "unmet: {}", verdict["unmet"]);
    ensure!(list(verdict, "questions").is_empty(), "questions: {}", verdict["questions"]);
    let tool = called(model, snapshot).ok_or("no tool of the policy is called")?;
    for confirm in &tool.confirms {
        let own = report(verdict, &tool.id(&confirm.name)).ok_or(format!("{} is not reported", confirm.name))?;
        if own["state"] == "not_due" {
            ensure!(!confirm.is_always, "{} is always due", confirm.name);
            continue;
        }
        let is_bound = |approval: &Json| {
            let bound = approval["bound"].as_object().cloned().unwrap_or_default();
            bound.len() == confirm.binds.iter().collect::<BTreeSet<_>>().len()
                && confirm.binds.iter().all(|name| {
                    let value = report(verdict, &tool.id(name)).map(|slot| slot["value"].clone()).unwrap_or_default();
                    bound.get(name).is_some_and(|bound| resolve::plain(bound) == resolve::plain(&value))
                })
        };
        let now = snapshot["now"].as_str();
        let in_time =
            |approval: &Json| approval["expires"].as_str().is_none_or(|expires| now.is_some_and(|now| now <= expires));
        let given = |approval: &Json| approval["at"].as_str().is_none_or(|at| now.is_none_or(|now| at <= now));
        let counts = |approval: &&Json| {
            approval["tool"] == verdict["tool"]
                && approval["confirm"] == confirm.name.as_str()
                && approval["used_by"].is_null()
                && in_time(approval)
                && given(approval)
                && is_bound(approval)
        };
        ensure!(
            list(snapshot, "approvals").iter().any(|approval| counts(&approval)),
            "{} has no approval",
            confirm.name
        );
    }
    // The arguments are the slots' values, and nothing else.
    for (name, value) in verdict["arguments"].as_object().into_iter().flatten() {
        match report(verdict, &tool.id(name)) {
            Some(slot) => ensure!(slot["value"] == *value, "the argument {name} is not its slot's value"),
            None => ensure!(
                tool.items.iter().any(|item| item == "other arguments pass"),
                "nothing declares the argument {name}"
            ),
        }
    }
    Ok(())
}

#[test]
fn a_call_runs_only_with_nothing_unknown_nothing_unmet_and_every_due_approval_bound_to_its_values() {
    always(80, |world, _| {
        let verdict = world.verdict();
        if verdict["decision"] == "execute" {
            nothing_is_open(&world.model, &world.snapshot, &verdict)?;
        } else {
            ensure!(verdict["arguments"].is_null(), "arguments stand without execute");
            ensure!(!verdict["tell"].is_null(), "nothing is told");
        }
        Ok(())
    });
}

/// A rule more, somewhere.
fn with_another_rule(model: &Model, tool: &Tool, tape: &mut Tape) -> Model {
    let mut more = model.clone();
    let rule = match tape.below(8) {
        0 => "budget calls 1 per message".to_owned(),
        1 => "budget cost 0.7 per message".into(),
        2 => format!("budget {} {} per slot", tape.of(&["asks", "revisions"]), tape.below(3)),
        3 => format!("guard another on call when call.repeated >= {} then hold \"Again.\"", tape.below(2)),
        _ => policy::general_rule(tape, "another"),
    };
    if tape.chance(50) && !rule.starts_with("budget") {
        // Inside the tool a rule reads its slots.
        let condition = policy::condition(tape, &tool.slots);
        let slots: Vec<&str> = tool
            .slots
            .iter()
            .filter(|slot| slot.ty.is_leaf() && !slot.is_fact)
            .map(|slot| slot.name.as_str())
            .collect();
        let name = slots.first().copied().unwrap_or("tool.name");
        let rule = match tape.below(6) {
            0 => format!("require another: {condition} else hold \"Not so.\""),
            1 => format!("forbid another when {condition} because \"Not so.\""),
            2 => format!("confirm another ask \"Is {{{name}}} right?\""),
            3 => format!("confirm another when {condition} ask \"Is {{{name}}} right?\""),
            4 => format!("require another: {condition} else ask {name} \"Which one?\""),
            _ => format!("notice another when {condition} show \"Mind {{{name}}}.\""),
        };
        let own = more.tools.iter_mut().find(|own| own.full_name() == tool.full_name()).unwrap();
        own.items.push(rule);
        return more;
    }
    let head = *tape.of(&["fixed", "user", "provider shop"]);
    let scope = if head == "provider shop" { "act" } else { "shop.act" };
    let scoped = rule.starts_with("budget calls") || head == "provider shop" || tape.chance(30);
    let item = if scoped && !rule.contains("per slot") && !rule.starts_with("guard") && !rule.contains("cost") {
        format!("for {scope} {{ {rule} }}")
    } else {
        rule
    };
    more.sections.push(policy::Section { head: head.into(), items: vec![Item::Text(item)] });
    more
}

#[test]
fn a_rule_more_never_lets_a_call_run_that_did_not() {
    always(90, |world, tape| {
        let Some(tool) = called(&world.model, &world.snapshot) else { return Ok(()) };
        for _ in 0..3 {
            let more = with_another_rule(&world.model, tool, tape);
            let Ok(policy) = load(&more) else { continue };
            let (before, after) = (world.verdict(), verdict_of(&judge(&policy, &world.snapshot)));
            ensure!(
                runs(&before) || !runs(&after),
                "{} became {} with\n{}",
                before["decision"],
                after["decision"],
                more.text()
            );
        }
        Ok(())
    });
}

#[test]
fn what_no_slot_may_come_from_and_what_others_say_changes_nothing() {
    always(80, |world, tape| {
        let mut other = world.snapshot.clone();
        let Some(tool) = called(&world.model, &other) else { return Ok(()) };
        let has = |source: &str| {
            tool.slots.iter().any(|slot| {
                slot.sources
                    .iter()
                    .chain(slot.ty.fields().iter().flat_map(|field| &field.sources))
                    .any(|own| own.name() == source)
            })
        };
        for _ in 0..=tape.below(3) {
            match tape.below(6) {
                0 | 1 => {
                    let text = *tape.of(&[
                        "Take Anna and harbor, not 40",
                        "no, make it 500 right now",
                        "arrange it tomorrow, crimson with milk",
                        "lighthouse 12.5 mill road",
                    ]);
                    push(
                        &mut other,
                        "instruction",
                        json!({ "text": text, "trust": tape.of(&["untrusted", "assistant"]), "origin": "mail:9" }),
                    );
                }
                2 => other["preset"]["elsewhere"] = json!({ "alpha": { "value": "harbor", "trust": "user" } }),
                3 => {
                    let seen = json!({ "lookup": "nothing_reads_this", "at": "2026-03-11T09:24:00Z", "value": { "label": "harbor" } });
                    // Observations that are calls of the turn are counted after these.
                    if !has("measured")
                        || other.pointer("/turn/calls/0").is_none() && other.pointer("/session/calls/0").is_none()
                    {
                        push(&mut other, "measured", seen);
                    }
                }
                4 if !has("prior_state") => {
                    let record = json!({ "action_key": format!("u_1:{}", tool.full_name()), "decision": "executed", "at": "2026-03-11T09:00:00Z",
                        "slots": [{ "id": tool.id("alpha"), "value": "harbor", "source": "preset" }] });
                    push(&mut other, "prior", record);
                }
                _ => {
                    // A slot that may not be answered takes no answer.
                    for slot in &tool.slots {
                        let group = ["name", "label"].contains(&slot.name.as_str());
                        if !group
                            && slot.ty.is_leaf()
                            && !slot.sources.contains(&Source::Answer)
                            && other["answers"].get(&slot.name).is_none()
                        {
                            other["answers"][&slot.name] = json!("harbor");
                        }
                    }
                }
            }
        }
        let (before, after) =
            (without_digest(&world.verdict()), without_digest(&verdict_of(&judge(&world.policy, &other))));
        ensure!(before == after, "{other:#}\nmakes it\n{after:#}");
        Ok(())
    });
}

#[test]
fn with_a_value_at_an_earlier_source_later_ones_are_irrelevant() {
    always(90, |world, tape| {
        let Some(tool) = called(&world.model, &world.snapshot) else { return Ok(()) };
        let before = world.verdict();
        for slot in tool.slots.iter().filter(|slot| slot.ty.is_leaf() && !tool.sent_back.contains(&slot.name)) {
            let id = tool.id(&slot.name);
            let Some(own) = report(&before, &id).filter(|own| own["state"] == "known") else { continue };
            let Some(rank) = slot.sources.iter().find(|source| own["source"] == source.name()).map(Source::rank) else {
                continue;
            };
            let mut other = world.snapshot.clone();
            for source in slot.sources.iter().filter(|source| source.rank() > rank) {
                match source {
                    Source::Preset(path) => {
                        let name = path.rsplit('.').next().unwrap();
                        let value = [json!("mill road"), json!(3), Json::Null][tape.below(3)].clone();
                        other["preset"]["settings"][name] =
                            json!({ "value": value, "trust": tape.of(&["user", "untrusted"]) });
                    }
                    Source::Measured(..) => match tape.below(3) {
                        0 => other["measured"] = json!([]),
                        1 => list_mut(&mut other, "measured").iter_mut().for_each(|seen| {
                            seen.as_object_mut().unwrap().remove("value");
                            seen["failed"] = json!("refused");
                        }),
                        _ => list_mut(&mut other, "measured").iter_mut().for_each(|seen| {
                            if seen.get("value").is_some() {
                                seen["value"] = json!([{ "name": "lighthouse", "label": "mill road", "count": 3 }]);
                            }
                        }),
                    },
                    Source::Prior(_) => {
                        other.as_object_mut().unwrap().remove("prior");
                    }
                    _ => {}
                }
            }
            let after = verdict_of(&judge(&world.policy, &other));
            // While the tool does not fit, or is replayed, less is reported.
            if let Some(after) = report(&after, &id) {
                ensure!(own == after, "{id} becomes {after:#} under\n{other:#}");
            }
        }
        Ok(())
    });
}

fn list_mut<'j>(value: &'j mut Json, key: &str) -> &'j mut Vec<Json> {
    value[key].as_array_mut().unwrap()
}

/// Promise 5 for every known slot of a verdict.
fn evidence_holds(world: &World, snapshot: &Json, verdict: &Json) -> Result<(), String> {
    let Some(tool) = called(&world.model, snapshot) else { return Ok(()) };
    for own in list(verdict, "slots") {
        let is_value = own["kind"] == "value" || own["kind"] == "intent";
        if own["state"] != "known" || !is_value {
            continue;
        }
        let id = own["id"].as_str().unwrap();
        let known = resolve::slot_of(&world.model, tool, id).ok_or(format!("the policy has no {id}"))?;
        let is_secret = known.slot.as_ref().is_some_and(|slot| slot.is_secret);
        let is_whole = known.slot.as_ref().is_some_and(|slot| !slot.ty.is_leaf())
            || (known.ty == Ty::Texts && own.get("evidence").is_none());
        // A whole is known through its parts, or was answered as one.
        if is_whole && own["source"] != "user_answer" {
            continue;
        }
        let source = own["source"].as_str().ok_or(format!("{id} is known from nowhere"))?;
        ensure!(known.sources.contains(&source), "{id} comes from {source}, not from {:?}", known.sources);
        ensure!(
            source == "prior_state" || own["origin_source"] == source,
            "{id}: the first source of {source} is {}",
            own["origin_source"]
        );
        // Of a secret only the digest is shown.
        if is_secret && own["evidence"].get("span").is_some() {
            continue;
        }
        let found = resolve::resolve(tool, &known, own, snapshot).map_err(|why| format!("{id}: {why}"))?;
        if is_secret {
            continue;
        }
        ensure!(
            resolve::plain(&found) == resolve::plain(&own["value"]),
            "{id} is {}, and there stands {found}",
            own["value"]
        );
    }
    Ok(())
}

#[test]
fn the_evidence_of_a_known_slot_gives_its_value() {
    always(90, |world, _| evidence_holds(world, &world.snapshot, &world.verdict()));
}

/// What others wrote, and in an irreversible call one of several, was shown by a confirm that is due.
fn choices_are_shown(world: &World, verdict: &Json) -> Result<(), String> {
    let Some(tool) = called(&world.model, &world.snapshot) else { return Ok(()) };
    let is_irreversible = tool.tier == "irreversible" || world.model.text().contains("tier irreversible");
    for own in list(verdict, "slots").iter().filter(|own| own["state"] == "known" && own["source"] == "measured") {
        let Some(name) = own["id"].as_str().and_then(|id| id.strip_prefix(&tool.id(""))) else { continue };
        let name = &name[..name.find(['.', '[']).unwrap_or(name.len())];
        let Some(slot) = tool.slots.iter().find(|slot| slot.name == name) else { continue };
        let mut paths =
            slot.sources.iter().chain(slot.ty.fields().iter().flat_map(|field| &field.sources)).filter_map(|source| {
                match source {
                    Source::Measured(_, path) => Some(path),
                    _ => None,
                }
            });
        let Some(path) = paths.next().filter(|_| paths.next().is_none()) else { continue };
        let is_set = path.contains("[*]") || path.contains("(*)");
        if !(path.starts_with("page") || is_irreversible && is_set) {
            continue;
        }
        let is_shown =
            tool.confirms.iter().filter(|confirm| confirm.binds.iter().any(|shown| shown == name)).any(|confirm| {
                let is_due = report(verdict, &tool.id(&confirm.name)).is_none_or(|own| own["state"] != "not_due");
                is_due || confirm.when.contains(name)
            });
        ensure!(is_shown, "{} is one of `{path}`, and nobody is shown it", own["id"]);
    }
    Ok(())
}

#[test]
fn one_of_several_and_what_others_wrote_counts_only_where_a_due_confirm_shows_it() {
    always(90, |world, _| choices_are_shown(world, &world.verdict()));
}

/// A group's slots that are known from elsewhere than answers and words stand in one row with the answers.
#[test]
fn a_row_is_never_a_mixture() {
    always(90, |world, _| {
        let verdict = world.verdict();
        let Some(tool) = called(&world.model, &world.snapshot) else { return Ok(()) };
        if !tool.items.iter().any(|item| item.starts_with("group pair")) {
            return Ok(());
        }
        let [name, label] = ["name", "label"].map(|name| report(&verdict, &tool.id(name)));
        let (Some(name), Some(label)) = (name, label) else { return Ok(()) };
        let is_measured = [name, label].iter().any(|own| own["source"] == "measured");
        if name["state"] != "known" || label["state"] != "known" || !is_measured {
            return Ok(());
        }
        let mut rows: Vec<&Json> =
            list(&world.snapshot, "measured").iter().flat_map(|seen| list(seen, "value")).collect();
        let past = ["/session/calls", "/turn/calls"].map(|at| world.snapshot.pointer(at).and_then(Json::as_array));
        rows.extend(past.into_iter().flatten().flatten().flat_map(|call| list(&call["result"], "data")));
        let is_row = |row: &&Json| {
            [("name", name), ("label", label)]
                .iter()
                .all(|(field, own)| resolve::plain(&row[*field]) == resolve::plain(&own["value"]))
        };
        ensure!(rows.iter().any(is_row), "{} and {} stand in no row", name["value"], label["value"]);
        Ok(())
    });
}

#[test]
fn what_was_proposed_is_never_replaced_by_another_value_but_an_answer() {
    always(90, |world, _| {
        let verdict = world.verdict();
        let Some(tool) = called(&world.model, &world.snapshot) else { return Ok(()) };
        let arguments = &world.snapshot["call"]["arguments"];
        for slot in tool
            .slots
            .iter()
            .filter(|slot| slot.ty.is_leaf() && !slot.is_supplied && !slot.is_cosmetic && !slot.is_secret)
        {
            let Some(proposed) = arguments.get(&slot.name).filter(|value| slot.default.as_ref() != Some(*value)) else {
                continue;
            };
            // A list that arrives as a JSON text is opened.
            let opened =
                proposed.as_str().filter(|_| slot.ty == Ty::Texts).and_then(|text| serde_json::from_str(text).ok());
            let proposed = opened.as_ref().unwrap_or(proposed);
            let Some(own) = report(&verdict, &tool.id(&slot.name)) else { continue };
            // Answered with null, it is none.
            let answers = &world.snapshot["answers"];
            let is_answered = [slot.name.clone(), tool.id(&slot.name)].iter().any(|name| answers.get(name).is_some());
            if own["state"] == "known" && own["source"] != "user_answer" {
                ensure!(
                    resolve::plain(&own["value"]) == resolve::plain(proposed),
                    "{} was proposed as {proposed} and is {}",
                    slot.name,
                    own["value"]
                );
            }
            ensure!(
                own["state"] != "empty" || is_answered || proposed.is_null() || slot.sources == [Source::Draft],
                "{} was proposed as {proposed} and is empty",
                slot.name
            );
        }
        Ok(())
    });
}

/// The same with the keys of every map in another order.
fn permuted(value: &Json, tape: &mut Tape) -> Json {
    match value {
        Json::Object(map) => {
            let entries: Vec<(String, Json)> =
                map.iter().map(|(key, value)| (key.clone(), permuted(value, tape))).collect();
            Json::Object(tape.shuffled(&entries).into_iter().collect())
        }
        Json::Array(items) => items.iter().map(|item| permuted(item, tape)).collect(),
        other => other.clone(),
    }
}

/// What a verdict comes to, whatever the order of its lists.
fn essence(verdict: &Json) -> (Json, BTreeSet<String>, BTreeSet<String>) {
    let keys = ["id", "state", "value", "source", "reason", "route", "waits", "needed"];
    let slots = list(verdict, "slots").iter().map(|slot| keys.map(|key| canonical(&slot[key]).to_string()).join(" "));
    let unmet = list(verdict, "unmet").iter().map(|unmet| unmet["slot"].to_string());
    (json!([verdict["decision"], verdict["cause"], verdict["unknown_count"]]), slots.collect(), unmet.collect())
}

fn canonical(value: &Json) -> Json {
    match value {
        Json::Object(map) => {
            let sorted: BTreeMap<_, _> = map.iter().map(|(key, value)| (key.clone(), canonical(value))).collect();
            Json::Object(sorted.into_iter().collect())
        }
        other => other.clone(),
    }
}

#[test]
fn the_same_input_gives_the_same_bytes_and_its_order_changes_no_decision() {
    always(60, |world, tape| {
        let first = judge(&world.policy, &world.snapshot).to_json();
        let again = judge(&load(&world.model).unwrap(), &world.snapshot).to_json();
        ensure!(first == again, "once more it is {again}");

        let before = world.verdict();
        let other = permuted(&world.snapshot, tape);
        let after = verdict_of(&judge(&world.policy, &other));
        ensure!(before["snapshot_digest"] == after["snapshot_digest"], "the digest depends on the order of keys");
        ensure!(essence(&before) == essence(&after), "with its keys in another order it is\n{other:#}\n{after:#}");

        let shuffled = world.model.shuffled(tape);
        let policy = load(&shuffled).map_err(|error| format!("{error} in\n{}", shuffled.text()))?;
        let after = verdict_of(&judge(&policy, &world.snapshot));
        ensure!(
            essence(&before) == essence(&after),
            "with its rules in another order it is\n{}\n{after:#}",
            shuffled.text()
        );

        let indices: Vec<usize> = (0..world.model.sections.len()).collect();
        let files = world.model.files(&tape.shuffled(&indices));
        let memory = Memory::new(files.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let policy = Policy::from_files("main.chk", &memory).map_err(|error| format!("{error} in {files:?}"))?;
        let after = verdict_of(&judge(&policy, &world.snapshot));
        ensure!(essence(&before) == essence(&after), "over several files it is\n{files:?}\n{after:#}");
        Ok(())
    });
}

/// Every place in a document.
fn places(value: &Json, at: String, found: &mut Vec<String>) {
    match value {
        Json::Object(map) => map.iter().for_each(|(key, value)| {
            let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
            found.push(at.clone());
            places(value, at, found);
        }),
        Json::Array(items) => items.iter().enumerate().for_each(|(index, item)| {
            let at = format!("{at}/{index}");
            found.push(at.clone());
            places(item, at, found);
        }),
        _ => {}
    }
}

/// The same with something damaged.
fn damaged(snapshot: &Json, tape: &mut Tape) -> Json {
    let mut other = snapshot.clone();
    for _ in 0..=tape.below(3) {
        let mut found = Vec::new();
        places(&other, String::new(), &mut found);
        let at = tape.of(&found).clone();
        let (parent, key) = at.rsplit_once('/').unwrap();
        let junk = [
            json!(null),
            json!(-1),
            json!("x"),
            json!([]),
            json!({}),
            json!(true),
            json!(1e300),
            json!("2026-13-99"),
            json!([[[]]]),
            json!({ "a": { "b": 1 } }),
            json!(18_446_744_073_709_551_615_u64),
            json!("\u{202e}\u{0}"),
            json!(0.1),
        ];
        match tape.below(3) {
            0 => match other.pointer_mut(parent) {
                Some(Json::Object(map)) => drop(map.remove(&key.replace("~1", "/").replace("~0", "~"))),
                Some(Json::Array(items)) => drop(items.remove(key.parse().unwrap())),
                _ => {}
            },
            1 => *other.pointer_mut(&at).unwrap() = tape.of(&junk).clone(),
            _ => {
                let from = tape.of(&found).clone();
                let moved = other.pointer(&from).unwrap().clone();
                *other.pointer_mut(&at).unwrap() = moved;
            }
        }
        if !other.is_object() {
            break;
        }
    }
    other
}

#[test]
fn a_damaged_snapshot_is_refused_or_judged_by_the_same_rules() {
    always(90, |world, tape| {
        for _ in 0..4 {
            let other = damaged(&world.snapshot, tape);
            let Ok(snapshot) = Snapshot::from_json(&other.to_string()) else { continue };
            let verdict = world.policy.evaluate(&snapshot);
            let written = verdict_of(&verdict);
            match verdict.decision {
                // The reads behind the lookups are declared too, and nothing of the model is asked of them.
                Decision::Execute if called(&world.model, &with_full_name(&other, &written)).is_none() => {
                    ensure!(written["unknown_count"] == 0, "a read runs with {}", written["unknown_count"])
                }
                Decision::Execute => {
                    nothing_is_open(&world.model, &with_full_name(&other, &written), &written)
                        .map_err(|why| format!("{why} under\n{other:#}\n{written:#}"))?;
                    evidence_holds(world, &with_full_name(&other, &written), &written)
                        .map_err(|why| format!("{why} under\n{other:#}\n{written:#}"))?;
                }
                // These policies have no guards, so that other phases pass.
                Decision::Pass => {
                    ensure!(other["phase"] != "call" && !other["phase"].is_null(), "a call passes: {other:#}")
                }
                _ => {}
            }
        }
        Ok(())
    });
}

/// A bare name stands for the full one.
fn with_full_name(snapshot: &Json, verdict: &Json) -> Json {
    let mut snapshot = snapshot.clone();
    snapshot["call"]["tool"] = verdict["tool"].clone();
    snapshot
}

#[test]
fn a_damaged_policy_is_refused_or_judges_without_a_panic() {
    always(60, |world, tape| {
        let mut text: Vec<char> = world.model.text().chars().collect();
        for _ in 0..=tape.below(3) {
            let at = tape.below(text.len());
            let length = tape.below(12);
            let insert = *tape.of(&[
                "",
                "\"",
                "}",
                "{",
                " or ",
                " where ",
                "is known",
                " 1",
                "from",
                "\u{0}",
                "é",
                "slot x: text",
                "/",
                "every",
            ]);
            text.splice(at..(at + length).min(text.len()), insert.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(policy) = Policy::from_text("main.chk", &text) {
            let verdict = verdict_of(&judge(&policy, &world.snapshot));
            if verdict["decision"] == "execute" {
                ensure!(
                    verdict["unknown_count"] == 0 && list(&verdict, "unmet").is_empty(),
                    "it runs: {verdict:#}\n{text}"
                );
            }
        }
        Ok(())
    });
}

#[test]
fn a_call_that_is_none_never_runs() {
    always(60, |world, tape| {
        let mut other = world.snapshot.clone();
        match tape.below(4) {
            0 => drop(other.as_object_mut().unwrap().remove("call")),
            1 => {
                other["call"]["arguments"] =
                    tape.of(&[json!([1]), json!(4), json!("alpha"), json!(true), json!("[1]"), json!("{")]).clone()
            }
            2 => {
                other["call"]["tool"] =
                    json!(tape.of(&["", "shop", "shop.", "act ", "SHOP.ACT", "shop.act.act", "depot.act"]))
            }
            _ => other["call"] = json!(tape.of(&["shop.act", ""])),
        }
        if let Ok(snapshot) = Snapshot::from_json(&other.to_string()) {
            let verdict = world.policy.evaluate(&snapshot);
            ensure!(!runs(&verdict_of(&verdict)), "{} for {other:#}", verdict.decision);
        }
        Ok(())
    });
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn bytes_that_are_no_snapshot_and_no_policy_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), text in ".{0,200}") {
        let policy = Policy::from_text("main.chk", "language 1\nprovider a { tool b { reversible slot c: text from user_answer } }").unwrap();
        for snapshot in [Snapshot::from_bytes(&bytes), Snapshot::from_yaml(&text), Snapshot::from_json(&text)].into_iter().flatten() {
            prop_assert_ne!(policy.evaluate(&snapshot).decision, Decision::Execute);
        }
        prop_assert!(Policy::from_text("main.chk", &text).is_err());
        prop_assert!(Policy::from_text("main.chk", &String::from_utf8_lossy(&bytes)).is_err());
    }
}

#[test]
fn a_required_slot_whose_sources_are_all_empty_never_leaves_execute() {
    always(90, |world, tape| {
        let Some(tool) = called(&world.model, &world.snapshot) else { return Ok(()) };
        let required: Vec<_> = tool
            .slots
            .iter()
            .filter(|slot| {
                slot.is_required
                    && !slot.is_fact
                    && slot.ty.is_leaf()
                    && slot.sources.iter().all(|source| source.rank() < 9)
            })
            .collect();
        if required.is_empty() {
            return Ok(());
        }
        let slot = *tape.of(&required);
        let id = tool.id(&slot.name);
        let mut other = world.snapshot.clone();
        for source in &slot.sources {
            match source {
                Source::Answer => {
                    other["answers"].as_object_mut().unwrap().retain(|key, _| *key != slot.name && *key != id)
                }
                // Nothing of what is generated is said any more.
                Source::Instruction(_) => list_mut(&mut other, "instruction")
                    .iter_mut()
                    .for_each(|segment| segment["text"] = json!("Please arrange it now")),
                Source::Preset(path) => {
                    drop(other["preset"]["settings"].as_object_mut().unwrap().remove(path.rsplit('.').next().unwrap()))
                }
                Source::Measured(..) => {
                    other["measured"] = match tape.below(2) {
                        0 => json!([]),
                        _ => list(&other, "measured")
                            .iter()
                            .map(|seen| {
                                let mut seen = seen.clone();
                                if seen.get("value").is_some() {
                                    seen["value"] = json!([]);
                                }
                                seen
                            })
                            .collect(),
                    };
                    other.as_object_mut().unwrap().remove("session");
                    if other.get("turn").is_some() {
                        other["turn"]["calls"] = json!([]);
                    }
                }
                Source::Prior(_) => drop(other.as_object_mut().unwrap().remove("prior")),
                Source::Proposal | Source::Draft | Source::Computed(_) => {}
            }
        }
        let verdict = verdict_of(&judge(&world.policy, &other));
        ensure!(!runs(&verdict), "it runs without {id}: {other:#}\n{verdict:#}");
        if let Some(own) = report(&verdict, &id) {
            ensure!(own["state"] == "unknown", "{id} is {} under {other:#}", own["state"]);
        }
        Ok(())
    });
}
