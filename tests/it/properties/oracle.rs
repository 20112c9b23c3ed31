//! A second evaluator for a small part of the language, written from its description alone: slots of one number with four
//! sources, and conditions of exact arithmetic in Kleene's logic. The engine has to come to the same.

use std::collections::BTreeMap;

use chk::Policy;
use proptest::test_runner::TestRunner;
use serde_json::{Value as Json, json};

use super::snapshot::judge;
use super::tape::{Tape, tape};
use super::{config, list, report, verdict_of};

/// An exact fraction: numerator and positive denominator, not shortened.
#[derive(Clone, Copy, Debug)]
struct Fraction(i128, i128);

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

/// What numbers are used: as they are written, and in hundredths.
const NUMBERS: [(&str, i128); 7] =
    [("3", 300), ("40", 4000), ("2.5", 250), ("0.1", 10), ("0.2", 20), ("0", 0), ("500", 50_000)];

fn number(tape: &mut Tape) -> (&'static str, Fraction) {
    let (text, hundredths) = NUMBERS[tape.below(NUMBERS.len())];
    (text, Fraction(hundredths, 100))
}

struct Slot {
    name: &'static str,
    answer: bool,
    instruction: bool,
    preset: bool,
    measured: bool,
}

/// Where one slot stands.
#[derive(Debug, PartialEq)]
enum Stand {
    Known(Fraction),
    /// Reason and route.
    Unknown(&'static str, &'static str),
}

/// What is said of one slot in the snapshot.
struct Facts {
    proposed: Option<Fraction>,
    answered: Option<Fraction>,
    said: Vec<Fraction>,
    /// Of these, the ones that bear no other slot out.
    free: Vec<Fraction>,
    set: Option<Fraction>,
    measured: Measured,
}

#[derive(Clone, Copy)]
enum Measured {
    Missing,
    Failed,
    Holds(Fraction),
}

/// The number of the words that bears a slot out.
fn by_words(slot: &Slot, facts: &Facts) -> Option<Fraction> {
    let answered = slot.answer && facts.answered.is_some();
    facts.proposed.filter(|proposed| slot.instruction && !answered && facts.said.contains(proposed))
}

/// The search in its fixed order, as the language describes it.
fn stand(slot: &Slot, facts: &Facts) -> Stand {
    // To the model where a searched source holds a value, else to the person where one may answer, else nobody.
    let route = |holds: bool| {
        let asks = slot.answer || slot.instruction;
        if facts.proposed.is_some() && holds {
            "revise"
        } else if asks {
            "ask_user"
        } else {
            "definition_repair"
        }
    };
    let mut holds = false;
    if let (true, Some(answer)) = (slot.answer, facts.answered) {
        return Stand::Known(answer);
    }
    if slot.instruction {
        // A number fills nothing: it has no role of its own.
        match facts.proposed {
            Some(proposed) if facts.said.contains(&proposed) => return Stand::Known(proposed),
            _ => holds |= !facts.free.is_empty(),
        }
    }
    let single = |value: Fraction| match facts.proposed {
        Some(proposed) if proposed != value => Stand::Unknown("conflict", "revise"),
        _ => Stand::Known(value),
    };
    if let (true, Some(value)) = (slot.preset, facts.set) {
        return single(value);
    }
    if slot.measured {
        match facts.measured {
            Measured::Holds(value) => return single(value),
            Measured::Failed => return Stand::Unknown("lookup_failed", route(holds)),
            Measured::Missing => {
                let reason = if facts.proposed.is_some() { "not_borne_out" } else { "no_result" };
                return Stand::Unknown(reason, "system_lookup");
            }
        }
    }
    let reason = if facts.proposed.is_some() { "not_borne_out" } else { "no_result" };
    Stand::Unknown(reason, route(holds))
}

/// Why an expression has no value: slots that are unknown, or nothing to compare.
#[derive(Clone, Debug, PartialEq)]
struct Nothing {
    is_blocked: bool,
}

type Held<T> = Result<T, Nothing>;

fn both<T, U>(left: Held<T>, right: Held<U>) -> Held<(T, U)> {
    match (left, right) {
        (Ok(left), Ok(right)) => Ok((left, right)),
        (left, right) => {
            let blocked = |held: Option<&Nothing>| held.is_some_and(|nothing| nothing.is_blocked);
            Err(Nothing { is_blocked: blocked(left.as_ref().err()) || blocked(right.as_ref().err()) })
        }
    }
}

/// A number in an expression: its text, and what it comes to.
fn sum(tape: &mut Tape, slots: &BTreeMap<&'static str, Stand>, depth: usize) -> (String, Held<Fraction>) {
    if depth == 0 || tape.below(3) == 0 {
        let names: Vec<&&str> = slots.keys().collect();
        if tape.chance(30) {
            let (text, value) = number(tape);
            return (text.into(), Ok(value));
        }
        let name = **tape.of(&names);
        return match &slots[name] {
            Stand::Known(value) => (name.into(), Ok(*value)),
            Stand::Unknown(..) => (name.into(), Err(Nothing { is_blocked: true })),
        };
    }
    let (left_text, left) = sum(tape, slots, depth - 1);
    let (right_text, right) = sum(tape, slots, depth - 1);
    let op = *tape.of(&["+", "-", "*", "/"]);
    let value = both(left, right).and_then(|(left, right)| match op {
        "+" => Ok(Fraction(left.0 * right.1 + right.0 * left.1, left.1 * right.1)),
        "-" => Ok(Fraction(left.0 * right.1 - right.0 * left.1, left.1 * right.1)),
        "*" => Ok(Fraction(left.0 * right.0, left.1 * right.1)),
        // Nothing is divided by nothing.
        _ if right.0 == 0 => Err(Nothing { is_blocked: false }),
        _ => Ok(Fraction(left.0 * right.1 * right.0.signum(), left.1 * right.0.abs())),
    });
    (format!("({left_text} {op} {right_text})"), value)
}

/// A condition: its text, and whether it holds.
fn logic(tape: &mut Tape, slots: &BTreeMap<&'static str, Stand>, depth: usize) -> (String, Held<bool>) {
    match if depth == 0 { 0 } else { tape.below(5) } {
        2 => {
            let (text, held) = logic(tape, slots, depth - 1);
            (format!("not ({text})"), held.map(|held| !held))
        }
        word @ (3 | 4) => {
            let (left_text, left) = logic(tape, slots, depth - 1);
            let (right_text, right) = logic(tape, slots, depth - 1);
            // One side alone decides `or` when true, `and` when false.
            let decisive = word == 4;
            let held = if left == Ok(decisive) || right == Ok(decisive) {
                Ok(decisive)
            } else {
                both(left, right).map(|_| !decisive)
            };
            (format!("({left_text}) {} ({right_text})", if decisive { "or" } else { "and" }), held)
        }
        _ => {
            let (left_text, left) = sum(tape, slots, 2);
            let (right_text, right) = sum(tape, slots, 1);
            let op = *tape.of(&["==", "!=", "<", "<=", ">", ">="]);
            let held = both(left, right).map(|(left, right)| {
                let order = (left.0 * right.1).cmp(&(right.0 * left.1));
                match op {
                    "==" => order.is_eq(),
                    "!=" => order.is_ne(),
                    "<" => order.is_lt(),
                    "<=" => order.is_le(),
                    ">" => order.is_gt(),
                    _ => order.is_ge(),
                }
            });
            (format!("{left_text} {op} {right_text}"), held)
        }
    }
}

/// The number of a verdict, as a fraction.
fn fraction(value: &Json) -> Fraction {
    let text = value.to_string();
    let (_, hundredths) = NUMBERS.iter().find(|(number, _)| *number == text).unwrap_or_else(|| panic!("{text}"));
    Fraction(*hundredths, 100)
}

#[test]
fn a_second_evaluator_comes_to_the_same() {
    let result = TestRunner::new(config(250))
        .run(&tape(), |mut tape| compare(&mut tape).map_err(proptest::test_runner::TestCaseError::fail));
    if let Err(error) = result {
        panic!("{error}");
    }
}

fn compare(tape: &mut Tape) -> Result<(), String> {
    let mut snapshot = json!({ "chk": 1, "answers": {}, "preset": {}, "measured": [] });
    let mut arguments = serde_json::Map::default();
    let read = |text: &str| -> Json { serde_json::from_str(text).unwrap() };

    let mut said = Vec::new();
    let mut words = Vec::new();
    for _ in 0..tape.below(3) {
        let (text, value) = number(tape);
        words.push(text);
        said.push(value);
    }
    snapshot["instruction"] = json!([{ "text": format!("Please take {}", words.join(" and ")), "trust": "user" },
        { "text": "take 3 and 40 and 2.5 and 0.1 and 0.2 and 0 and 500", "trust": "untrusted" }]);

    let mut row = serde_json::Map::default();
    let failed = tape.chance(10);
    let missing = !failed && tape.chance(20);
    let mut slots = Vec::new();
    let mut stands = BTreeMap::new();
    let mut items = Vec::new();
    for name in &["one", "two", "three"][..1 + tape.below(3)] {
        let slot = Slot {
            name,
            answer: tape.chance(40),
            instruction: tape.chance(50),
            preset: tape.chance(50),
            measured: tape.chance(40),
        };
        let written: Vec<String> = [
            (slot.measured, format!("measured(log.{name})")),
            (slot.answer, "user_answer".into()),
            (slot.preset, format!("preset({name})")),
            (slot.instruction, "instruction".into()),
        ]
        .into_iter()
        .filter(|(is_source, _)| *is_source)
        .map(|(_, text)| text)
        .collect();
        if written.is_empty() {
            continue;
        }
        items.push(format!("slot {name}: decimal from {}", written.join(", ")));
        let right = number(tape);
        let given = |tape: &mut Tape, percent: usize| {
            let value = if tape.chance(25) { number(tape) } else { right };
            tape.chance(percent).then_some(value)
        };
        let proposed = given(tape, 75);
        let answered = given(tape, 30);
        let set = given(tape, 50);
        let held = given(tape, 90).unwrap_or(right);
        if let Some((text, _)) = proposed {
            arguments.insert((*name).into(), read(text));
        }
        if let Some((text, _)) = answered {
            snapshot["answers"][*name] = read(text);
        }
        if let Some((text, _)) = set {
            snapshot["preset"][*name] = json!({ "value": read(text), "trust": "user" });
        }
        row.insert((*name).into(), read(held.0));
        let measured = match (missing, failed) {
            (true, _) => Measured::Missing,
            (_, true) => Measured::Failed,
            _ => Measured::Holds(held.1),
        };
        let facts = Facts {
            proposed: proposed.map(|(_, value)| value),
            answered: answered.map(|(_, value)| value),
            said: said.clone(),
            free: said.clone(),
            set: set.map(|(_, value)| value),
            measured,
        };
        slots.push((slot, facts));
    }
    // The first place that says a number bears out every slot with it.
    let taken: Vec<_> = slots.iter().map(|(slot, facts)| by_words(slot, facts)).collect();
    for (index, (slot, facts)) in slots.iter_mut().enumerate() {
        let mut gone: Vec<Fraction> = Vec::new();
        for value in taken.iter().enumerate().filter(|(other, _)| *other != index).filter_map(|(_, value)| *value) {
            if let (false, Some(at)) = (gone.contains(&value), facts.free.iter().position(|free| *free == value)) {
                facts.free.remove(at);
                gone.push(value);
            }
        }
        stands.insert(slot.name, stand(slot, facts));
    }
    if slots.is_empty() {
        return Ok(());
    }
    if !missing {
        let mut seen = json!({ "lookup": "log", "at": "2026-03-11T09:24:00Z" });
        match failed {
            true => seen["failed"] = json!("refused"),
            false => seen["value"] = Json::Object(row),
        }
        snapshot["measured"] = json!([seen]);
    }
    snapshot["call"] = json!({ "tool": "shop.act", "arguments": arguments });

    let mut conditions = Vec::new();
    for index in 0..tape.below(4) {
        let (text, held) = logic(tape, &stands, 2);
        let forbids = tape.chance(40);
        items.push(match forbids {
            true => format!("forbid rule{index} when {text} because \"No.\""),
            false => format!("require rule{index}: {text} else hold \"No.\""),
        });
        // What is met: a requirement that holds, a prohibition that does not.
        conditions.push((format!("provider.shop.act.rule{index}"), held.map(|held| held != forbids)));
    }
    let text =
        format!("language 1\nprovider shop {{ lookup log by host tool act {{ reversible\n{} }} }}", items.join("\n"));
    let policy = Policy::from_text("main.chk", &text).map_err(|error| format!("{error}\n{text}"))?;
    let verdict = verdict_of(&judge(&policy, &snapshot));
    let fails = |why: String| Err(format!("{why}\n{text}\n{snapshot:#}\n{verdict:#}"));

    for (name, stand) in &stands {
        let own = report(&verdict, &format!("provider.shop.act.{name}")).unwrap();
        let found = match own["state"].as_str().unwrap() {
            "known" => *stand == Stand::Known(fraction(&own["value"])),
            _ => matches!(stand, Stand::Unknown(reason, route) if own["reason"] == *reason && own["route"] == *route),
        };
        if !found {
            return fails(format!("{name} should be {stand:?}"));
        }
    }
    for (id, met) in &conditions {
        let own = report(&verdict, id).unwrap();
        let is_unmet = list(&verdict, "unmet").iter().any(|unmet| unmet["slot"] == id.as_str());
        let found = match met {
            Ok(met) => own["state"] == "known" && is_unmet != *met,
            Err(nothing) => own["reason"] == if nothing.is_blocked { "blocked" } else { "not_comparable" },
        };
        if !found {
            return fails(format!("{id} should be {met:?}"));
        }
    }
    let routes = |route: &str| stands.values().any(|stand| matches!(stand, Stand::Unknown(_, own) if *own == route));
    let incomparable = conditions.iter().any(|(_, met)| *met == Err(Nothing { is_blocked: false }));
    let decision = if conditions.iter().any(|(_, met)| *met == Ok(false)) {
        ("hold", json!("unmet"))
    } else if incomparable || routes("definition_repair") {
        ("hold", json!("definition_repair"))
    } else {
        let next = [("system_lookup", "lookup"), ("revise", "revise"), ("ask_user", "ask_user")];
        (next.iter().find(|(route, _)| routes(route)).map_or("execute", |(_, decision)| decision), Json::Null)
    };
    if verdict["decision"] != decision.0 || verdict["cause"] != decision.1 {
        return fails(format!("it should be {decision:?}"));
    }
    Ok(())
}
