//! Random guards on random texts, judged a second time by rules that are written here alone: which step acts, what decides,
//! what is shown.

use chk::{Policy, Snapshot};
use proptest::test_runner::{TestCaseError, TestCaseResult, TestRunner};
use serde_json::{Value as Json, json};

use super::tape::{Tape, tape};
use super::{config, list, verdict_of};

/// Phases whose guards are about a text, with its path, and what a guard may do there.
const PHASES: &[(&str, &str, &[&str])] = &[
    ("request", "request.purpose", &["hold", "reply", "append", "hide", "record"]),
    ("answer", "answer.text", &["hold", "retry", "reply", "escalate", "append", "strip", "record"]),
    ("memory", "entry.text", &["hold", "retry", "strip", "record"]),
];

const WORDS: &[&str] = &["alpha", "beta", "gamma"];

/// The most rounds of a message.
const ROUNDS: usize = 4;

#[derive(Clone)]
struct Guard {
    name: String,
    /// What it looks for; none for a path that is not there.
    word: Option<&'static str>,
    steps: Vec<Step>,
}

#[derive(Clone)]
struct Step {
    actions: Vec<&'static str>,
    /// How often, and whether per session.
    limit: Option<(usize, bool)>,
}

/// What the rules say of a case.
#[derive(Default)]
struct Expected {
    /// Each guard that acts with its step; none where all are used up.
    acted: Vec<(String, Option<usize>)>,
    undecided: Vec<String>,
    actions: Vec<&'static str>,
}

struct Case {
    phase: usize,
    guards: Vec<Guard>,
    text: String,
    rounds: usize,
    fired: Vec<String>,
    fired_earlier: Vec<String>,
}

impl Case {
    fn random(tape: &mut Tape) -> Case {
        let phase = tape.below(PHASES.len());
        let guards: Vec<Guard> = (0..1 + tape.below(4)).map(|at| guard(tape, phase, format!("g{at}"))).collect();
        let said: Vec<&str> = (0..tape.below(4)).map(|_| *tape.of(WORDS)).collect();
        let text = format!("Well, {}.", if said.is_empty() { "nothing".to_owned() } else { said.join(" and ") });
        let mut fired = || {
            let acted = (0..tape.below(4)).map(|_| format!("fixed.g{}#{}", tape.below(4), 1 + tape.below(2)));
            acted.collect::<Vec<_>>()
        };
        let (fired, fired_earlier) = (fired(), fired());
        Case { phase, guards, text, rounds: tape.below(ROUNDS), fired, fired_earlier }
    }

    fn phase(&self) -> (&'static str, &'static str) {
        (PHASES[self.phase].0, PHASES[self.phase].1)
    }

    fn policy(&self) -> String {
        let (phase, path) = self.phase();
        let mut text = format!(
            "language 1\nprovider shop {{ tool look {{ read_only }} tool act {{ reversible }} }}\nfixed {{ budget rounds {ROUNDS} per message\n"
        );
        for guard in &self.guards {
            let when = match guard.word {
                Some(word) => format!("{path} matches words {{ \"{word}\" }}"),
                None => "turn.answered == true".to_owned(),
            };
            text.push_str(&format!("guard {} on {phase} when {when}\n", guard.name));
            for (at, step) in guard.steps.iter().enumerate() {
                let actions = step.actions.iter().map(|action| written(action, &guard.name, at));
                text.push_str(&format!("  then {}", actions.collect::<Vec<_>>().join(", ")));
                if let Some((times, per_session)) = step.limit {
                    let per = if per_session { "session" } else { "message" };
                    text.push_str(&format!(" at most {times} per {per}"));
                }
                text.push('\n');
            }
        }
        text + "}\n"
    }

    fn snapshot(&self) -> Json {
        let (phase, path) = self.phase();
        let (part, key) = path.split_once('.').unwrap();
        json!({
            "chk": 1, "phase": phase,
            part: { key: self.text },
            "turn": { "rounds": self.rounds, "calls": [], "fired": self.fired },
            "session": { "calls": [], "fired": self.fired_earlier },
        })
    }

    fn expected(&self) -> Expected {
        let Expected { mut acted, mut undecided, mut actions } = Expected::default();
        for guard in &self.guards {
            let id = format!("fixed.{}", guard.name);
            let step = (0..guard.steps.len()).find(|at| !self.is_used_up(guard, *at));
            let of_step = || step.map_or(Vec::new(), |at| guard.steps[at].actions.clone());
            match guard.word {
                Some(word) if !self.text.contains(word) => {}
                Some(_) => {
                    actions.extend(of_step());
                    // An entry that only the rounds keep from going back is not kept for that.
                    if step.is_none() && self.phase().0 == "memory" && self.is_passed_over(guard) {
                        actions.push("hold");
                    }
                    acted.push((id, step.map(|at| at + 1)));
                }
                None => {
                    undecided.push(id.clone());
                    if of_step().contains(&"hold") {
                        actions.push("hold");
                        acted.push((id, step.map(|at| at + 1)));
                    }
                }
            }
        }
        Expected { acted, undecided, actions }
    }

    fn is_passed_over(&self, guard: &Guard) -> bool {
        ROUNDS - self.rounds < 2
            && guard.steps.iter().enumerate().any(|(at, step)| {
                let entry = format!("fixed.{}#{}", guard.name, at + 1);
                let (times, per_session) = step.limit.unwrap_or((1, false));
                let count = |fired: &[String]| fired.iter().filter(|fired| **fired == entry).count();
                let fired = count(&self.fired) + if per_session { count(&self.fired_earlier) } else { 0 };
                step.actions.contains(&"retry") && fired < times
            })
    }

    fn is_used_up(&self, guard: &Guard, at: usize) -> bool {
        let step = &guard.steps[at];
        let retries = step.actions.contains(&"retry");
        let entry = format!("fixed.{}#{}", guard.name, at + 1);
        let count = |fired: &[String]| fired.iter().filter(|fired| **fired == entry).count();
        let limit = step.limit.or(retries.then_some((1, false)));
        let used = limit.is_some_and(|(times, per_session)| {
            count(&self.fired) + if per_session { count(&self.fired_earlier) } else { 0 } >= times
        });
        // Of the rounds of the message one has to be left for the answer to what a retry asks.
        used || (retries && ROUNDS - self.rounds < 2)
    }
}

fn guard(tape: &mut Tape, phase: usize, name: String) -> Guard {
    let allowed = PHASES[phase].2;
    let steps = (0..1 + tape.below(3)).map(|_| {
        let mut actions: Vec<&'static str> = (0..1 + tape.below(2)).map(|_| *tape.of(allowed)).collect();
        actions.dedup();
        Step { actions, limit: tape.chance(40).then(|| (1 + tape.below(2), tape.chance(50))) }
    });
    let steps = steps.collect();
    Guard { name, word: tape.chance(80).then(|| *tape.of(WORDS)), steps }
}

fn written(action: &str, guard: &str, step: usize) -> String {
    match action {
        "hold" | "retry" | "reply" | "append" => format!("{action} \"{action} {guard} {step}\""),
        "hide" => "hide shop.*".into(),
        "strip" => "strip words { \"alpha\" }".into(),
        other => other.into(),
    }
}

/// The strongest action decides.
fn decision(actions: &[&str]) -> &'static str {
    let order = ["hold", "retry", "reply", "escalate"];
    order.into_iter().find(|strongest| actions.contains(strongest)).unwrap_or("pass")
}

fn judged(case: &Case) -> Option<Json> {
    let policy = Policy::from_text("main.chk", &case.policy()).ok()?;
    let snapshot = Snapshot::from_json(&case.snapshot().to_string()).unwrap();
    Some(verdict_of(&policy.evaluate(&snapshot)))
}

fn always(cases: u32, property: impl Fn(&Case, &Json, &mut Tape) -> Result<(), String>) {
    let mut runner = TestRunner::new(config(cases));
    let result = runner.run(&tape(), |mut tape| -> TestCaseResult {
        let case = Case::random(&mut tape);
        let Some(verdict) = judged(&case) else {
            return Err(TestCaseError::fail(format!("it does not load\n{}", case.policy())));
        };
        property(&case, &verdict, &mut tape)
            .map_err(|why| TestCaseError::fail(format!("{why}\n{}\n{:#}\n{verdict:#}", case.policy(), case.snapshot())))
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

#[test]
fn the_step_that_acts_and_the_decision_are_those_of_the_rules() {
    always(250, |case, verdict, _| {
        let Expected { acted, undecided, actions } = case.expected();
        let got: Vec<(String, Option<usize>)> = list(verdict, "guards")
            .iter()
            .map(|guard| {
                let step = guard["step"].as_u64().map(|step| usize::try_from(step).unwrap());
                (guard["id"].as_str().unwrap().to_owned(), step)
            })
            .collect();
        ensure!(got == acted, "expected {acted:?}, got {got:?}");
        let open: Vec<&str> = list(verdict, "undecided").iter().filter_map(|entry| entry["id"].as_str()).collect();
        ensure!(open == undecided, "expected {undecided:?} to be undecided, got {open:?}");
        let expected = decision(&actions);
        ensure!(verdict["decision"] == expected, "expected {expected}");
        let cause = if expected == "hold" { json!("guard") } else { Json::Null };
        ensure!(verdict["cause"] == cause, "the cause is {}", verdict["cause"]);
        ensure!(expected == "pass" || !verdict["tell"].is_null(), "nobody is told");
        if expected == "pass" && case.phase().0 != "request" {
            let text = verdict["text"].as_str().unwrap();
            let kept = if actions.contains(&"strip") { "alpha" } else { "\u{0}" };
            ensure!(!text.contains(kept), "what is stripped is shown: {text}");
            ensure!(actions.contains(&"append") == text.contains("append"), "what is appended is not shown: {text}");
        }
        Ok(())
    });
}

#[test]
fn a_guard_more_never_lets_anything_through() {
    always(150, |case, verdict, tape| {
        let mut more = Case {
            guards: case.guards.clone(),
            text: case.text.clone(),
            fired: case.fired.clone(),
            fired_earlier: case.fired_earlier.clone(),
            ..*case
        };
        more.guards.push(guard(tape, case.phase, "another".into()));
        let after = judged(&more).ok_or("it does not load")?;
        ensure!(
            verdict["decision"] == "pass" || after["decision"] != "pass",
            "{} became pass with\n{}",
            verdict["decision"],
            more.policy()
        );
        Ok(())
    });
}

#[test]
fn the_order_of_guards_changes_nothing() {
    always(100, |case, verdict, tape| {
        let other = Case {
            guards: tape.shuffled(&case.guards),
            text: case.text.clone(),
            fired: case.fired.clone(),
            fired_earlier: case.fired_earlier.clone(),
            ..*case
        };
        let mut after = judged(&other).ok_or("it does not load")?;
        after["policy_digest"] = verdict["policy_digest"].clone();
        ensure!(after == *verdict, "it became\n{after:#}\nwith\n{}", other.policy());
        Ok(())
    });
}

/// Calls of a tool that halts, in all the ways in which they can have ended.
fn past(tape: &mut Tape, at: usize) -> Json {
    let outcome = *tape.of(&["executed", "executed", "executed", "refused", "held", "replayed"]);
    let kind = *tape.of(&["upstream_error", "timeout", "partial", "exception", "not_found", "ok"]);
    let result = match kind {
        "ok" => json!({ "ok": true, "data": "R" }),
        kind => json!({ "ok": false, "error_kind": kind, "message": format!("failure ({at})") }),
    };
    json!({
        "tool": tape.of(&["shop.act", "shop.look"]),
        "arguments": { "count": tape.below(3) },
        "outcome": outcome,
        "result": result,
        "disclosed": tape.chance(30),
    })
}

#[test]
fn an_answer_that_is_shown_tells_of_every_failure_that_nobody_was_told_of() {
    let policy = Policy::from_text(
        "main.chk",
        "language 1
         provider shop {
           tool look { read_only slot count: integer }
           tool act { reversible slot count: integer from user_answer, instruction }
         }
         fixed { guard g on answer when answer.text matches words { \"alpha\" } then reply \"No.\" }",
    )
    .unwrap();
    let mut runner = TestRunner::new(config(200));
    let result = runner.run(&tape(), |mut tape| -> TestCaseResult {
        let calls: Vec<Json> = (0..tape.below(5)).map(|at| past(&mut tape, at)).collect();
        let earlier: Vec<Json> = (0..tape.below(3)).map(|at| past(&mut tape, 10 + at)).collect();
        let snapshot = json!({
            "chk": 1, "phase": "answer",
            "answer": { "text": tape.of(&["Well.", "alpha", ""]) },
            "turn": { "rounds": 1, "calls": calls },
            "session": { "calls": earlier },
        });
        let verdict = verdict_of(&policy.evaluate(&Snapshot::from_json(&snapshot.to_string()).unwrap()));
        let all: Vec<&Json> = earlier.iter().chain(&calls).collect();
        let is_same = |one: &Json, other: &Json| one["tool"] == other["tool"] && one["arguments"] == other["arguments"];
        let text = verdict["text"].as_str().unwrap_or_default();
        for (at, call) in all.iter().enumerate() {
            let ran = call["outcome"] == "executed";
            let failed = ran && call["result"]["ok"] == false && call["result"]["error_kind"] != "not_found";
            let made_good = all
                .iter()
                .skip(at + 1)
                .any(|later| later["outcome"] == "executed" && later["result"]["ok"] == true && is_same(call, later));
            let due = failed && !made_good && call["disclosed"] != true && call["tool"] == "shop.act";
            let message = call["result"]["message"].as_str().unwrap_or("\u{0}");
            if text.contains(message) != due {
                return Err(TestCaseError::fail(format!("{call}\n{snapshot:#}\n{verdict:#}")));
            }
            let (list, at) = match at.checked_sub(earlier.len()) {
                Some(at) => ("disclosed", at),
                None => ("disclosed_earlier", at),
            };
            let disclosed = super::list(&verdict, list).contains(&json!(at));
            if disclosed != due {
                return Err(TestCaseError::fail(format!("{list} of {call}\n{snapshot:#}\n{verdict:#}")));
            }
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}
