//! What the lints say of conditions, held against every value there is: over a domain small enough to try all of it.

use std::collections::BTreeMap;

use chk::diagnostic::{Code, Diagnostic};
use chk::span::Span;
use chk::{Policy, Snapshot};
use serde_json::{Value as Json, json};

use super::tape::Tape;
use super::{list, report, sample, verdict_of};

const CONDITIONS: usize = 12;
const POLICIES: usize = 30;

/// What conditions are made over: slots, every call that is tried, and what is asked of the slots.
struct Domain {
    slots: &'static str,
    calls: fn() -> Vec<Json>,
    atom: fn(&mut Tape) -> String,
}

/// Small enough that every call is tried: 4 values of `a`, 2 of `b`, 3 of `c`, 2 of `d`, and `e` with 3 or left out.
const WHOLE: Domain = Domain {
    slots: "  slot a: integer where it >= 0 and it <= 3
  slot b: integer where it >= 1 and it <= 2
  slot c: enum { x, y, z }
  slot d: boolean
  slot e: integer where it >= 0 and it <= 2 optional
",
    calls: || {
        let mut calls = Vec::new();
        for (a, b) in (0..4).flat_map(|a| [(a, 1), (a, 2)]) {
            for (c, d) in ["x", "y", "z"].into_iter().flat_map(|c| [(c, true), (c, false)]) {
                calls.push(json!({ "a": a, "b": b, "c": c, "d": d }));
                calls.extend((0..3).map(|e| json!({ "a": a, "b": b, "c": c, "d": d, "e": e })));
            }
        }
        calls
    },
    atom,
};

/// Of each kind of value some, those among them that the conditions name.
const SOME: Domain = Domain {
    slots: "  slot f: decimal where it > 0
  slot t: date where it >= 2026-01-01
  slot w: duration
  slot s: text
",
    calls: || {
        let mut calls = Vec::new();
        for f in [0.25, 0.5, 1.0, 1.5, 2.0, 3.0] {
            for t in ["2026-01-01", "2026-01-02", "2026-01-03", "2027-01-01"] {
                for w in ["30m", "1h", "61m", "2d"] {
                    calls.extend(["", "a", "b", "a b"].map(|s| json!({ "f": f, "t": t, "w": w, "s": s })));
                }
            }
        }
        calls
    },
    atom: |tape| {
        let order = *tape.of(&["==", "!=", "<", "<=", ">", ">="]);
        let equality = *tape.of(&["==", "!="]);
        let n = *tape.of(&["0", "0.5", "1", "2", "-1"]);
        let day = *tape.of(&["2026-01-01", "2026-01-02", "2025-12-31"]);
        let length = *tape.of(&["1h", "60m", "30m", "1d", "0s"]);
        let word = *tape.of(&["a", "b", "a b", ""]);
        match tape.below(15) {
            0..=2 => format!("f {order} {n}"),
            3 => format!("f {} {n} {order} 1", tape.of(&["+", "-", "*"])),
            4 => format!("f / 2 {order} {n}"),
            5 | 6 => format!("t {order} {day}"),
            7 => format!("t + 1d {order} {day}"),
            8 => format!("w {order} {length}"),
            9 => format!("s {equality} \"{word}\""),
            10 => format!("s {} (\"{word}\", \"a\")", tape.of(&["in", "not in"])),
            11 => format!("s {} empty", tape.of(&["is", "is not"])),
            12 => format!("s {} \"a\"", tape.of(&["contains", "starts with", "ends with"])),
            13 => format!("s matches {}", tape.of(&["/^a/", "/b/", "/^$/"])),
            _ => format!("length(s) {order} {}", tape.below(3)),
        }
    },
};

fn number(tape: &mut Tape) -> i64 {
    tape.below(7) as i64 - 1
}

fn atom(tape: &mut Tape) -> String {
    let order = *tape.of(&["==", "!=", "<", "<=", ">", ">="]);
    let equality = *tape.of(&["==", "!="]);
    let (n, m) = (number(tape), number(tape));
    let word = *tape.of(&["x", "y", "z"]);
    match tape.below(17) {
        13 | 14 => format!("a {order} b"),
        15 => format!("b {order} {n}"),
        16 => format!("a {} b {order} {n}", tape.of(&["+", "-"])),
        0..=3 => format!("a {order} {n}"),
        4 => format!("a {} ({n}, {m})", tape.of(&["in", "not in"])),
        5 => format!("a + {} {order} {n}", tape.below(3)),
        6 => format!("c {equality} \"{word}\""),
        7 => format!("c {} (\"{word}\", \"x\")", tape.of(&["in", "not in"])),
        8 => "d".to_owned(),
        9 => format!("e {} {}", tape.of(&["is", "is not"]), tape.of(&["null", "known", "empty"])),
        10 => format!("e {equality} {n}"),
        11 => format!("(e is null or e {order} {n})"),
        _ => format!("a {order} a"),
    }
}

fn condition(domain: &Domain, tape: &mut Tape, depth: usize) -> String {
    if depth == 0 {
        return (domain.atom)(tape);
    }
    let part = |tape: &mut Tape| condition(domain, tape, depth - 1);
    match tape.below(8) {
        0..=2 => format!("({} and {})", part(tape), part(tape)),
        3..=5 => format!("({} or {})", part(tape), part(tape)),
        6 => format!("not ({})", part(tape)),
        _ => format!("(if {} then {} else {})", part(tape), part(tape), part(tape)),
    }
}

fn policy(domain: &Domain, conditions: &[String]) -> (String, Vec<(usize, usize)>) {
    let mut text = format!("language 1\nprovider p {{ tool t {{ read_only\n{}", domain.slots);
    let mut places = Vec::new();
    for (at, condition) in conditions.iter().enumerate() {
        text.push_str(&format!("  require r{at}: "));
        places.push((text.len(), text.len() + condition.len()));
        text.push_str(&format!("{condition} else hold \"no\"\n"));
    }
    text.push_str("} }\n");
    (text, places)
}

/// What every condition comes to in every call.
fn outcomes(domain: &Domain, policy: &Policy, count: usize) -> Vec<Vec<Option<bool>>> {
    let judged = (domain.calls)().into_iter().map(|arguments| {
        let snapshot = json!({ "chk": 1, "call": { "tool": "p.t", "arguments": arguments } });
        let verdict = verdict_of(&policy.evaluate(&Snapshot::from_json(&snapshot.to_string()).unwrap()));
        let of = |at: usize| {
            let id = format!("provider.p.t.r{at}");
            if list(&verdict, "unmet").iter().any(|unmet| unmet["slot"] == *id) {
                return Some(false);
            }
            report(&verdict, &id).filter(|report| report["state"] == "known").map(|_| true)
        };
        (0..count).map(of).collect()
    });
    judged.collect()
}

/// The condition in which a place lies, and whether it is the whole of it.
fn within(places: &[(usize, usize)], text: &str, span: Span) -> Option<(usize, bool)> {
    let (start, end) = (span.start as usize, span.end as usize);
    let at = places.iter().position(|(from, to)| *from <= start && end <= *to)?;
    // Brackets around it are no part of an expression.
    let bare = |text: &str| text.replace(['(', ')'], "");
    Some((at, bare(&text[places[at].0..places[at].1]) == bare(&text[start..end])))
}

#[test]
fn what_is_said_of_conditions_is_so_for_every_value_there_is() {
    let Counted { constant, told, pairs, parts } = counted(&WHOLE);
    println!("{told} of {constant} constant conditions told, {pairs} pairs, {parts} parts");
    assert!(told * 100 >= constant * FLOOR, "{told} of {constant}");
    assert!(pairs >= 20 && parts >= 20, "{pairs} pairs, {parts} parts");
}

#[test]
fn what_is_said_of_conditions_is_so_for_values_of_every_kind() {
    let Counted { constant, told, pairs, parts } = counted(&SOME);
    println!("{told} of {constant} conditions told that are constant over some values, {pairs} pairs, {parts} parts");
    assert!(told >= 20 && pairs >= 20 && parts >= 20, "{told} told, {pairs} pairs, {parts} parts");
}

/// What was counted: conditions that come to one thing only, those of them that are told, and what else is said.
struct Counted {
    constant: usize,
    told: usize,
    pairs: usize,
    parts: usize,
}

/// Holds everything that is said of random conditions against what the evaluator makes of them in every call.
fn counted(domain: &Domain) -> Counted {
    let (mut constant, mut told, mut pairs, mut parts) = (0, 0, 0, 0);
    for mut tape in sample(POLICIES) {
        let conditions: Vec<String> = (0..CONDITIONS)
            .map(|_| {
                let depth = 1 + tape.below(2);
                condition(domain, &mut tape, depth)
            })
            .collect();
        let (text, places) = policy(domain, &conditions);
        let loaded = Policy::from_text("main.chk", &text).unwrap_or_else(|errors| panic!("{text}\n{errors:#?}"));
        let outcomes = outcomes(domain, &loaded, CONDITIONS);
        let ever = |at: usize, truth: bool| outcomes.iter().any(|of| of[at] == Some(truth));
        let findings = chk::lint::lint(&loaded);
        let mut without: BTreeMap<usize, (usize, &str)> = BTreeMap::new();
        let mut found = vec![false; CONDITIONS];
        for finding in &findings {
            let shown = || format!("{finding:#?}\n{text}");
            let Some((at, is_whole)) = finding.span().and_then(|span| within(&places, &text, span)) else { continue };
            let other = other(finding, &places, &text).filter(|other| *other != at);
            match (finding.code(), is_whole, other) {
                (Code::AlwaysTrue, true, _) => assert!(!ever(at, false), "{}", shown()),
                (Code::ImpliedCondition, true, None) => assert!(!ever(at, false), "{}", shown()),
                (Code::AlwaysFalse, true, _) => assert!(!ever(at, true), "{}", shown()),
                (Code::ContradictingConditions, true, None) => assert!(!ever(at, true), "{}", shown()),
                (Code::ImpliedCondition, true, Some(other)) => {
                    let breaks = |of: &Vec<Option<bool>>| of[other] == Some(true) && of[at] != Some(true);
                    assert!(!outcomes.iter().any(breaks), "{}", shown());
                    pairs += 1;
                }
                (Code::ContradictingConditions, true, Some(other)) => {
                    let both = |of: &Vec<Option<bool>>| of[other] == Some(true) && of[at] == Some(true);
                    assert!(!outcomes.iter().any(both), "{}", shown());
                    pairs += 1;
                }
                (
                    Code::ImpliedCondition | Code::ContradictingConditions | Code::AlwaysTrue | Code::AlwaysFalse,
                    false,
                    _,
                ) => {
                    without.extend(neutral(finding));
                }
                _ => {}
            }
            found[at] |= is_whole && other.is_none();
        }
        let mut end = 0;
        without.retain(|start, (own_end, _)| {
            let is_outer = *start >= end;
            end = end.max(*own_end);
            is_outer
        });
        parts += without.len();
        if !without.is_empty() {
            let mut changed = text.clone();
            without.iter().rev().for_each(|(start, (end, word))| changed.replace_range(*start..*end, word));
            let changed = Policy::from_text("main.chk", &changed);
            // What guards a slot that may be empty is not said to be superfluous.
            let changed = changed.unwrap_or_else(|errors| panic!("{text}\n{errors:#?}\n{findings:#?}"));
            assert_eq!(self::outcomes(domain, &changed, CONDITIONS), outcomes, "{text}\n{findings:#?}");
        }
        for (at, found) in found.into_iter().enumerate() {
            let is_constant = ever(at, true) != ever(at, false);
            constant += usize::from(is_constant);
            told += usize::from(is_constant && found);
            assert!(is_constant || !found, "r{at}\n{text}");
        }
    }
    Counted { constant, told, pairs, parts }
}

/// Of a hundred conditions that really come to one thing only, so many are told at least.
const FLOOR: usize = 95;

/// The other condition that a finding is about.
fn other(finding: &Diagnostic, places: &[(usize, usize)], text: &str) -> Option<usize> {
    finding.labels().iter().skip(1).find_map(|label| within(places, text, label.span)).map(|(at, _)| at)
}

/// What can stand in the place of a part that is said to change nothing, or to come to one thing only.
fn neutral(finding: &Diagnostic) -> Option<(usize, (usize, &'static str))> {
    let span = finding.span()?;
    let help = finding.help_text()?;
    let word = match finding.code() {
        Code::AlwaysTrue => "(0 == 0)",
        Code::AlwaysFalse => "(0 == 1)",
        _ if help.contains("with its `and`") => "(0 == 0)",
        _ if help.contains("with its `or`") => "(0 == 1)",
        Code::ImpliedCondition => "(0 == 0)",
        _ => "(0 == 1)",
    };
    Some((span.start as usize, (span.end as usize, word)))
}
