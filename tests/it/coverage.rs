//! What of a policy test cases reach: through the library, and as the command line tells it.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use chk::Policy;
use chk::testing::{Clause, Coverage, Options, Side, run_file_with, run_text};

use crate::support::{cases, chk};

const DOOR: &str = include_str!("../cases/cli/cover/door.chk");

/// What a case starts from: the call is well said, and the door is not locked.
const BASE: &str = r#"
policy: door.chk
base:
  chk: 1
  now: 2026-03-11T09:24:07Z
  call: { tool: door.open, arguments: { door: garage, minutes: 3 } }
  instruction: [{ text: "Open the garage for 3 minutes", trust: user }]
  measured: [{ tool: door.read, arguments: { door: garage }, at: 2026-03-11T09:24:00Z, value: { locked: false } }]
cases:
"#;

/// The coverage of one case for each overlay, whatever its verdict.
fn reached(policy: &str, overlays: &[&str]) -> Coverage {
    let case = |overlay: &&str| format!("  - {{ name: a, with: {overlay}, expect: {{ decision: hold }} }}\n");
    let text = format!("{BASE}{}", overlays.iter().map(case).collect::<String>());
    let options = Options { coverage: true, ..Options::default() };
    let report = run_text("door.test.yaml", &text, |name| Policy::from_text(name, policy), options);
    report.unwrap_or_else(|errors| panic!("{:?}", errors.diagnostics())).coverage.unwrap()
}

/// The sides of the clause of a kind whose text begins so, each with how often it was seen.
fn sides(coverage: &Coverage, clause: Clause, text: &str) -> Vec<(String, usize)> {
    let items = coverage.files.iter().flat_map(|file| &file.items);
    let mut found = items.filter(|item| item.clause == clause && (item.text.starts_with(text) || &*item.id == text));
    let item = found.next().unwrap_or_else(|| panic!("no {clause:?} `{text}`"));
    item.sides.iter().map(|side| (side.side.to_string(), side.times)).collect()
}

fn counts(counts: &[(&str, usize)]) -> Vec<(String, usize)> {
    counts.iter().map(|(side, times)| ((*side).to_owned(), *times)).collect()
}

const LOCKED: &str = "{ measured: [{ tool: door.read, arguments: { door: garage }, at: 2026-03-11T09:24:00Z, value: { locked: true } }] }";
const UNREAD: &str = "{ measured: [] }";
const LONG: &str =
    "{ call: { arguments: { minutes: 30 } }, instruction: [{ text: Open the garage for 30 minutes, trust: user }] }";
const LESS: &str =
    "{ call: { arguments: { minutes: 0 } }, instruction: [{ text: Open the garage for 0 minutes, trust: user }] }";
const UNSAID: &str = "{ call: { arguments: { minutes: 4 } } }";

#[test]
fn a_condition_is_seen_true_false_and_unknown() {
    let seen = |overlays| sides(&reached(DOOR, overlays), Clause::Condition, "locked == false");
    assert_eq!(seen(&["{}"]), counts(&[("true", 1), ("false", 0), ("unknown", 0)]));
    assert_eq!(seen(&["{}", LOCKED]), counts(&[("true", 1), ("false", 1), ("unknown", 0)]));
    assert_eq!(seen(&["{}", LOCKED, UNREAD, UNREAD]), counts(&[("true", 1), ("false", 1), ("unknown", 2)]));
}

/// In the verdict it is blocked by the slot that it sent back; what it came to before is that it does not hold.
#[test]
fn a_requirement_that_sends_its_slot_back_was_false() {
    let coverage = reached(DOOR, &[LONG]);
    let short = "minutes > 0 and minutes <= 10";
    assert_eq!(sides(&coverage, Clause::Condition, short), counts(&[("true", 0), ("false", 1), ("unknown", 0)]));
    let operand = |text| sides(&coverage, Clause::Operand, text);
    assert_eq!(operand("minutes > 0"), counts(&[("true", 1), ("false", 0), ("unknown", 0)]));
    assert_eq!(operand("minutes <= 10"), counts(&[("true", 0), ("false", 1), ("unknown", 0)]));
}

#[test]
fn what_stands_behind_the_operand_that_decides_is_not_reached() {
    let coverage = reached(DOOR, &[LESS]);
    let operand = |text| sides(&coverage, Clause::Operand, text);
    assert_eq!(operand("minutes > 0"), counts(&[("true", 0), ("false", 1), ("unknown", 0)]));
    assert_eq!(operand("minutes <= 10"), counts(&[("true", 0), ("false", 0), ("unknown", 0)]));
}

#[test]
fn the_when_of_a_confirm_is_a_condition() {
    let seven = "{ answers: { minutes: 7 } }";
    let seen = sides(&reached(DOOR, &["{}", seven, UNSAID]), Clause::Condition, "minutes > 5");
    assert_eq!(seen, counts(&[("true", 1), ("false", 1), ("unknown", 1)]));
    let approval = sides(&reached(DOOR, &["{}", seven]), Clause::Slot, "provider.door.open.long");
    assert_eq!(approval, counts(&[("given", 0), ("unknown", 1)]));
}

#[test]
fn a_slot_is_seen_by_each_of_its_sources() {
    let coverage = reached(DOOR, &["{}", "{ answers: { minutes: 7 } }", UNSAID]);
    let minutes = sides(&coverage, Clause::Slot, "provider.door.open.minutes");
    assert_eq!(minutes, counts(&[("user_answer", 1), ("instruction", 1), ("unknown", 1)]));
    let locked = sides(&coverage, Clause::Slot, "provider.door.open.locked");
    assert_eq!(locked, counts(&[("measured(state)", 3), ("unknown", 0)]));
}

#[test]
fn each_step_of_a_guard_is_taken_and_not() {
    let answer = |text: &str, fired: &str| {
        format!(
            "{{ phase: answer, answer: {{ text: \"{text}\" }}, turn: {{ rounds: 1, calls: [], fired: [{fired}] }} }}"
        )
    };
    let fired = "\"fixed.shouting#1\"";
    let seen = |overlays: &[String]| {
        let overlays: Vec<&str> = overlays.iter().map(String::as_str).collect();
        sides(&reached(DOOR, &overlays), Clause::Guard, "fixed.shouting")
    };
    assert_eq!(seen(&[answer("Yes!!", "")]), counts(&[("then 1", 1), ("then 2", 0), ("not taken", 0)]));
    let all = [answer("Yes!!", ""), answer("Yes!!", fired), answer("Yes.", "")];
    assert_eq!(seen(&all), counts(&[("then 1", 1), ("then 2", 1), ("not taken", 1)]));
}

#[test]
fn a_clause_of_a_result_is_taken_where_it_is_the_first_to_match() {
    let result = |status: u32| format!("{{ phase: result, result: {{ status: {status}, body: {{ id: 1 }} }} }}");
    let (missing, broken, fine) = (result(404), result(503), result(200));
    let coverage = reached(DOOR, &[&missing]);
    let seen = |coverage: &Coverage, text| sides(coverage, Clause::Result, text);
    assert_eq!(seen(&coverage, "not_found when"), counts(&[("taken", 1), ("not taken", 0)]));
    // Nothing behind it was tried.
    assert_eq!(seen(&coverage, "upstream_error when"), counts(&[("taken", 0), ("not taken", 0)]));
    let coverage = reached(DOOR, &[&broken, &fine]);
    assert_eq!(seen(&coverage, "not_found when"), counts(&[("taken", 0), ("not taken", 2)]));
    assert_eq!(seen(&coverage, "upstream_error when"), counts(&[("taken", 1), ("not taken", 1)]));
}

const OVEN: &str = r#"
language 1
provider oven {
  lookup programs by oven.list_programs within 1h
  tool heat {
    reversible
    once per message
    after timeout verify by oven.status { degrees: degrees }
    slot degrees: integer where it <= 250 from user_answer
    slot levels: list of (integer where it > 0) optional from user_answer
    slot program: text optional when degrees < 200 from measured(programs[where it.name is said].id)
    fact rows: list of any from measured(programs)
    let hot = count(row in rows where row.hot == true)
    require one: hot <= 1 else hold "Too many."
  }
  tool list_programs { read_only }
  tool status { read_only  slot degrees: integer }
}
fixed {
  budget calls 2 per message
  budget asks 2 per slot
  budget revisions 1 per slot
  budget rounds 3 per message
}
"#;

/// What an overlay on the oven reaches of a kind, as "side times" without those that were not seen.
fn of_oven(clause: Clause, text: &str, overlays: &[&str]) -> Vec<String> {
    let base = r#"{ chk: 1, phase: call, now: 2026-03-11T09:00:00Z, call: { tool: oven.heat, arguments: {} }, answers: { degrees: 180 },
        instruction: [{ text: "Bake the bread", trust: user }], turn: { rounds: 1, calls: [] },
        measured: [{ tool: oven.list_programs, arguments: {}, at: 2026-03-11T08:59:00Z, value: [{ name: bread, id: p1, hot: true }, { name: cake, id: p2 }] }] }"#;
    let case = |overlay: &&str| format!("  - {{ name: a, with: {overlay}, expect: {{ decision: hold }} }}\n");
    let text_of = format!("policy: oven.chk\nbase: {base}\ncases:\n{}", overlays.iter().map(case).collect::<String>());
    let options = Options { coverage: true, ..Options::default() };
    let report = run_text("oven.test.yaml", &text_of, |name| Policy::from_text(name, OVEN), options);
    let coverage = report.unwrap_or_else(|errors| panic!("{:?}", errors.diagnostics())).coverage.unwrap();
    let seen = sides(&coverage, clause, text).into_iter().filter(|(_, times)| *times > 0);
    seen.map(|(side, times)| format!("{side} {times}")).collect()
}

#[test]
fn a_filter_is_seen_where_it_takes_and_where_it_does_not() {
    let filter = |text: &str, overlays: &[&str]| of_oven(Clause::Filter, text, overlays);
    assert_eq!(filter("it <= 250", &["{}"]), ["true 1"]);
    assert_eq!(filter("it <= 250", &["{}", "{ answers: { degrees: 900 } }"]), ["true 1", "false 1"]);
    assert_eq!(filter("it > 0", &["{ answers: { levels: [1, 2] } }"]), ["true 1"]);
    assert_eq!(filter("it > 0", &["{ answers: { levels: [1, 0] } }"]), ["true 1", "false 1"]);
    // One row is kept and another one is dropped, in one case.
    assert_eq!(filter("it.name is said", &["{}"]), ["true 1", "false 1"]);
    assert_eq!(filter("row.hot == true", &["{}"]), ["true 1"]);
    // Whether it may be empty is asked only where it is.
    assert!(filter("degrees < 200", &["{}"]).is_empty());
    let unsaid = "instruction: [{ text: Bake, trust: user }]";
    assert_eq!(filter("degrees < 200", &[&format!("{{ {unsaid} }}")]), ["true 1"]);
    assert_eq!(filter("degrees < 200", &[&format!("{{ {unsaid}, answers: {{ degrees: 220 }} }}")]), ["false 1"]);
}

#[test]
fn a_limit_is_seen_where_it_applies_and_where_it_does_not() {
    let limit = |text: &str, overlays: &[&str]| of_oven(Clause::Limit, text, overlays);
    let call = |tool: &str, degrees: u32, result: &str| {
        format!(
            "{{ tool: oven.{tool}, arguments: {{ degrees: {degrees} }}, outcome: executed, at: 2026-03-11T08:59:30Z, result: {{ {result} }} }}"
        )
    };
    let after = |calls: &[String]| format!("{{ turn: {{ rounds: 1, calls: [{}] }} }}", calls.join(", "));
    let ran = call("heat", 180, "ok: true, data: R-1");
    assert_eq!(limit("once per message", &["{}", &after(std::slice::from_ref(&ran))]), ["applied 1", "not applied 1"]);
    assert_eq!(limit("budget calls", &["{}", &after(&[ran.clone(), ran])]), ["applied 1", "not applied 1"]);
    let timed_out = call("heat", 180, "ok: false, error_kind: timeout");
    let not_there = call("status", 180, "ok: false, error_kind: not_found");
    assert!(limit("after timeout", &["{}"]).is_empty(), "nothing timed out");
    assert_eq!(limit("after timeout", &[&after(std::slice::from_ref(&timed_out))]), ["applied 1"]);
    assert_eq!(limit("after timeout", &[&after(&[timed_out, not_there])]), ["not applied 1"]);
    let open = "answers: ~";
    assert_eq!(limit("budget asks", &[&format!("{{ {open} }}")]), ["not applied 1"]);
    assert_eq!(limit("budget asks", &[&format!("{{ {open}, asked: {{ degrees: 2 }} }}")]), ["applied 1"]);
    let refused = "call: { arguments: { program: p9 } }";
    assert_eq!(limit("budget revisions", &[&format!("{{ {refused} }}")]), ["not applied 1"]);
    assert_eq!(limit("budget revisions", &[&format!("{{ {refused}, revised: {{ program: 1 }} }}")]), ["applied 1"]);
    let round = |rounds: u32| {
        format!("{{ phase: request, request: {{ purpose: chat }}, call: ~, turn: {{ rounds: {rounds} }} }}")
    };
    assert_eq!(limit("budget rounds", &[&round(1), &round(3)]), ["applied 1", "not applied 1"]);
}

/// Until the tool fits, the verdict carries the fixed questions alone.
#[test]
fn what_waits_for_the_first_stage_was_not_judged() {
    let policy = format!(
        "{DOOR}\nfixed {{ slot intent: effect from user_answer\n require fits: intent in tool.effects else ask intent \"What for?\" }}\n"
    );
    let coverage = reached(&policy, &["{}"]);
    let fits = sides(&coverage, Clause::Condition, "intent in tool.effects");
    assert_eq!(fits, counts(&[("true", 0), ("false", 0), ("unknown", 1)]));
    let waiting = sides(&coverage, Clause::Condition, "locked == false");
    assert_eq!(waiting, counts(&[("true", 0), ("false", 0), ("unknown", 0)]));
}

/// Puts a comment in front of the first requirement.
fn exempting(comment: &str) -> String {
    DOOR.replace("    require not_locked", &format!("    {comment}\n    require not_locked"))
}

#[test]
fn an_exempt_side_need_not_be_seen_and_its_reason_is_kept() {
    let coverage = reached(&exempting("# chk-cover: false, unknown: the door has no lock"), &["{}"]);
    let file = &coverage.files[0];
    assert_eq!(file.exemptions, []);
    let item = file.items.iter().find(|item| item.text == "locked == false").unwrap();
    let exempt: Vec<(&Side, Option<&str>)> =
        item.sides.iter().map(|side| (&side.side, side.exempt.as_deref())).collect();
    let reason = Some("the door has no lock");
    assert_eq!(exempt, [(&Side::True, None), (&Side::False, reason), (&Side::Unknown, reason)]);
    // Three conditions with three sides each, of which two need not be seen.
    let share = coverage.share(Clause::Condition);
    assert_eq!((share.of, share.exempt), (7, 2));
}

#[test]
fn an_exemption_that_is_wrong_is_reported() {
    let wrong = |comment: &str| -> Vec<(usize, String)> {
        let coverage = reached(&exempting(comment), &["{}"]);
        coverage.files[0].exemptions.iter().map(|wrong| (wrong.line, wrong.message.clone())).collect()
    };
    assert_eq!(
        wrong("# chk-cover: true: never met"),
        [(12, "an exemption of `true` is covered after all, or there is no such side".to_owned())]
    );
    assert_eq!(
        wrong("# chk-cover: unknown:"),
        [(12, "an exemption has no reason: write why no case can show it".to_owned())]
    );
    let nowhere = DOOR.replace("provider door", "# chk-cover: it is so\nprovider door");
    assert_eq!(reached(&nowhere, &["{}"]).files[0].exemptions.len(), 1);
}

#[test]
fn what_the_library_brings_counts_in_no_share_and_is_shown_whole_by_the_examples() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("policies/examples");
    let mut coverage = Coverage::default();
    for name in ["bank", "home", "mail"] {
        let options = Options { coverage: true, ..Options::default() };
        let report = run_file_with(&folder.join(format!("{name}.test.yaml")), options).unwrap();
        coverage.join(report.coverage.unwrap());
    }
    assert!(coverage.files.iter().all(|file| !file.name.starts_with("std/")));
    let fixed = coverage.shipped.iter().find(|file| file.name == "std/fixed.chk").unwrap();
    let share = fixed.share(Clause::Condition);
    assert_eq!((share.seen, share.of), (3, 3));
}

/// What of some kinds the cases below a folder of shipped policies do not show.
fn missed(folder: &str, kinds: &[&str]) -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut command = Command::new(env!("CARGO_BIN_EXE_chk"));
    command.args(["test", "."]).args(kinds.iter().flat_map(|kind| ["--threshold", kind]));
    let ran = command.current_dir(folder).env_clear().output().unwrap();
    let told = String::from_utf8_lossy(&ran.stdout).into_owned();
    let missed: Vec<String> = told.lines().filter(|line| line.starts_with("coverage of ")).map(str::to_owned).collect();
    assert_eq!(ran.status.success(), missed.is_empty(), "{told}");
    missed
}

#[test]
fn the_cases_of_the_shipped_policies_show_what_they_say() {
    assert_eq!(missed("policies", &["100", "filters=100", "guards=100", "results=100", "limits=100"]), [""; 0]);
    // Those that are read as examples show each source as well.
    assert_eq!(missed("policies/examples", &["operands=100", "slots=100"]), [""; 0]);
}

// --- the command line ---

#[test]
fn the_table_lists_only_what_no_case_shows() {
    let ran = chk(&["test", "cover/door.test.yaml", "--coverage"]).run();
    assert_eq!(ran.code, 0, "{}", ran.shown());
    insta::assert_snapshot!(ran.shown());
}

#[test]
fn a_threshold_that_is_not_met_is_one_and_said() {
    let ran = chk(&["test", "cover/door.test.yaml", "--threshold", "100", "--threshold", "guards=50"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    // `locked == false` both ways, `short` true, `long` false: 4 of 9.
    let said = "coverage of conditions is 44.4 %, below the threshold of 100 %\n\
                coverage of guards is 0 %, below the threshold of 50 %\n";
    assert!(ran.stdout.ends_with(said), "{}", ran.shown());
    let ran = chk(&["test", "cover/door.test.yaml", "--threshold", "44"]).run();
    assert_eq!(ran.code, 0, "{}", ran.shown());
}

#[test]
fn coverage_is_told_also_where_a_case_fails() {
    let ran = chk(&["test", "cover/hostile.test.yaml", "--format", "json", "--coverage"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert_eq!(ran.json()["failed"], 1);
    assert_eq!(ran.json()["coverage"]["shares"]["slots"]["seen"], 1);
}

#[test]
fn lcov_has_a_branch_a_side_on_the_lines_of_the_policy() {
    let ran = chk(&["test", "cover/door.test.yaml", "--coverage-format", "lcov"]).run();
    assert_eq!(ran.code, 0);
    // What came of the cases stands beside it.
    assert!(ran.stderr.ends_with("2 cases passed\n"), "{}", ran.shown());
    assert!(ran.stdout.starts_with("TN:\nSF:cover/door.chk\n"), "{}", ran.shown());
    // Line 12, the first requirement: true once, false once, never unknown.
    for line in ["BRDA:12,0,0,1", "BRDA:12,0,1,1", "BRDA:12,0,2,0", "DA:12,2", "end_of_record"] {
        assert!(ran.stdout.lines().any(|own| own == line), "{line} {}", ran.shown());
    }
    // Line 28, the guard, which no case reaches.
    for line in ["BRDA:28,0,0,-", "BRDA:28,0,1,-", "BRDA:28,0,2,-", "DA:28,0"] {
        assert!(ran.stdout.lines().any(|own| own == line), "{line} {}", ran.shown());
    }
    let number = |name: &str| -> usize {
        let line = ran.stdout.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.parse().unwrap()
    };
    assert_eq!(number("BRF:"), ran.stdout.lines().filter(|line| line.starts_with("BRDA:")).count());
    assert_eq!(number("LF:"), ran.stdout.lines().filter(|line| line.starts_with("DA:")).count());
}

#[test]
fn the_page_needs_nothing_else_and_says_in_words_what_is_missing() {
    let file = std::env::temp_dir().join(format!("chk-coverage-{}.html", std::process::id()));
    let out = file.to_str().unwrap();
    let ran = chk(&["test", "cover/door.test.yaml", "--coverage-format", "html", "--coverage-out", out]).run();
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert!(ran.stdout.ends_with("2 cases passed\n"), "{}", ran.shown());
    let page = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"), "{page}");
    assert!(
        page.contains("require: true 1×, false 1×, NOT unknown (a case of `door.open` in which `locked` is unknown)"),
        "{page}"
    );
}

#[test]
fn junit_holds_any_name_and_any_value() {
    let ran = chk(&["test", "cover", "--format", "junit"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    insta::assert_snapshot!(ran.stdout);
    // XML 1.0 knows these alone below the blank.
    assert!(ran.stdout.chars().all(|c| c == '\n' || (c >= ' ' && c != '\u{fffe}')), "{}", ran.shown());
}

#[test]
fn junit_tells_of_files_that_could_not_be_run() {
    let ran = chk(&["test", "broken", "--format", "junit"]).run();
    assert_eq!(ran.code, 2);
    // Six files: one without a case, one whose mistakes show only where its cases run, four that cannot be read.
    assert!(ran.stdout.contains("<error message=\"the test file has no case\" type=\"file\">"), "{}", ran.shown());
    assert_eq!(ran.stdout.matches("<testsuite ").count(), 6);
}

#[test]
fn a_file_without_a_case_fails_beside_others() {
    let ran = chk(&["test", "broken/none.test.yaml", "policies"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.ends_with("3 cases passed, a file has no case\n"), "{}", ran.shown());
}

#[test]
fn a_wish_for_coverage_that_cannot_be_meant_is_two() {
    let lines: &[(&[&str], &str)] = &[
        (&["--threshold", "slot=5"], "error: `--threshold` knows no kind `slot`; did you mean `slots`?\n"),
        (&["--threshold", "101"], "error: `--threshold` takes a number from 0 to 100, and `101` is none\n"),
        (
            &["--format", "junit", "--coverage-format", "lcov"],
            "error: standard output holds one document: write the coverage to a file with `--coverage-out FILE`\n",
        ),
        (&["--watch", "--format", "json"], "error: `--watch` is for people: leave `--format` out\n"),
    ];
    for (line, said) in lines {
        let ran = chk(&[&["test", "policies"], *line].concat()).run();
        assert_eq!((ran.code, ran.stderr.as_str()), (2, *said), "{line:?}");
    }
}

/// Reads on until a line holds this.
fn until(lines: &mut impl Iterator<Item = std::io::Result<String>>, what: &str) {
    for line in lines {
        if line.unwrap().contains(what) {
            return;
        }
    }
    panic!("it ended before `{what}`");
}

#[test]
fn it_runs_again_when_a_file_changes_and_past_one_that_is_half_written() {
    let folder = std::env::temp_dir().join(format!("chk-watch-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let whole = std::fs::read(cases().join("policies/lamp.test.yaml")).unwrap();
    std::fs::copy(cases().join("policies/lamp.chk"), folder.join("lamp.chk")).unwrap();
    std::fs::write(folder.join("lamp.test.yaml"), &whole).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_chk"));
    let command = command.args(["test", ".", "--watch"]).current_dir(&folder).env_clear();
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    until(&mut lines, "3 cases passed");
    until(&mut lines, "waiting for a change");
    std::fs::write(folder.join("lamp.test.yaml"), "policy: lamp.chk\ncases:\n  - name: \"half").unwrap();
    until(&mut lines, "=== run 2: lamp.test.yaml changed");
    until(&mut lines, "1 file could not be run");
    until(&mut lines, "waiting for a change");
    std::fs::write(folder.join("lamp.test.yaml"), &whole).unwrap();
    until(&mut lines, "=== run 3: lamp.test.yaml changed");
    until(&mut lines, "3 cases passed");
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
