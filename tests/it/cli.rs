//! The command line: exit codes, and what is written for people and for programs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::support::{cases, chk, folder};

#[test]
fn without_a_command_the_help_says_what_there_is() {
    let ran = chk(&[]).run();
    assert_eq!(ran.code, 2);
    for command in ["check", "eval", "graph", "docs", "test", "replay"] {
        assert!(ran.stderr.contains(&format!("  {command} ")), "{}", ran.shown());
    }
}

#[test]
fn every_command_has_examples_and_its_exit_codes() {
    for command in ["check", "eval", "graph", "docs", "test", "replay"] {
        let ran = chk(&[command, "--help"]).run();
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains(&format!("chk {command} policies")), "{}", ran.shown());
        assert!(ran.stdout.contains("Exit codes: 0 "), "{}", ran.shown());
    }
    assert_eq!(chk(&["--version"]).run().stdout, format!("chk {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_approval_and_a_notice_say_whence_they_are() {
    let policy = "language 1\nprovider bank {\n  tool pay {\n    irreversible\n    slot amount: integer from user_answer, instruction\n    \
                  confirm large ask \"Pay {amount}?\"\n    notice rate show \"It costs 1.\"\n  }\n}\n";
    let snapshot = "chk: 1\nnow: 2026-03-11T09:00:00Z\ncall: { tool: bank.pay, arguments: { amount: 5 } }\n\
                    instruction: [{ text: Pay 5, trust: user }]\n\
                    approvals:\n\
                    - { id: old, tool: bank.pay, confirm: large, bound: { amount: 5 }, used_by: x1 }\n\
                    - { id: k1, tool: bank.pay, confirm: large, bound: { amount: 5 } }\n\
                    shown: [{ notice: rate, text: It costs 1. }]\n";
    let folder = folder("whence", &[("bank.chk", policy), ("call.yaml", snapshot)]);
    let ran = chk(&["eval", "bank.chk", "--context", "call.yaml"]).within(&folder).run();
    assert_eq!(ran.code, 0, "{}", ran.shown());
    assert!(
        ran.stdout.contains("large  bank.chk:6\n    the person approved it: 1 (k1) of `approvals`\n"),
        "{}",
        ran.shown()
    );
    assert!(ran.stdout.contains("rate  bank.chk:7\n    the person was shown it: 0 of `shown`\n"), "{}", ran.shown());
}

#[test]
fn a_command_line_that_cannot_be_meant_is_two() {
    let lines: &[&[&str]] = &[
        &["check"],
        &["chekc", "policies"],
        &["check", "empty"],
        &["check", "policies", "--deny", "warning"],
        &["check", "policies", "--format", "xml"],
        &["eval", "policies/lamp.chk"],
        &["eval", "policies/lamp.chk", "--stream", "--context", "snapshots/good.yaml"],
        &["eval", "policies/lamp.chk", "--stream", "--format", "human"],
        &["test", "empty"],
    ];
    for line in lines {
        let ran = chk(line).run();
        assert_eq!(ran.code, 2, "{line:?} {}", ran.shown());
        assert!(ran.stdout.is_empty() && ran.stderr.starts_with("error"), "{line:?} {}", ran.shown());
    }
    let ran = chk(&["check", "policies", "--deny", "warning"]).run();
    assert_eq!(
        ran.stderr,
        "error: `--deny` takes `warnings` or a code, and `warning` is none; did you mean `warnings`?\n"
    );
}

#[test]
fn a_clean_policy_is_zero() {
    let ran = chk(&["check", "policies"]).run();
    assert_eq!(ran.shown(), "exit: 0\n--- stdout\n1 policy checked: nothing is wrong\n--- stderr\n");
    let ran = chk(&["check", "policies", "policies/lamp.chk", "--format", "json"]).run();
    assert_eq!((ran.code, ran.json()), (0, serde_json::json!({"diagnostics": []})));
}

#[test]
fn a_policy_with_errors_is_one() {
    let ran = chk(&["check", "policies/wrong.txt", "--format", "json"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    let first = &ran.json()["diagnostics"][0];
    assert_eq!(first["severity"], "error");
    assert_eq!(first["labels"][0]["file"], "policies/wrong.txt");
    assert!(first["labels"][0]["start"]["line"].is_u64());
    let ran = chk(&["check", "policies/wrong.txt"]).run();
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("\n1 policy checked: 1 error\n`chk explain "), "{}", ran.shown());
}

#[test]
fn files_that_use_each_other_are_reported_once() {
    let ran = chk(&["check", "circle", "--format", "json"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    let document = ran.json();
    let codes: Vec<&str> =
        document["diagnostics"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["use-cycle"]);
}

#[test]
fn a_policy_that_cannot_be_read_is_two() {
    for path in ["policies/none.chk", "snapshots/latin.yaml"] {
        let ran = chk(&["check", path]).run();
        assert_eq!(ran.code, 2, "{}", ran.shown());
        assert!(ran.stdout.contains(path), "{}", ran.shown());
    }
    for command in [&["eval", "policies/none.chk", "--context", "snapshots/good.yaml"][..], &["test", "nowhere"]] {
        let ran = chk(command).run();
        assert_eq!(ran.code, 2, "{}", ran.shown());
    }
}

#[test]
fn the_cases_of_a_policy_hold() {
    let ran = chk(&["test", "policies"]).run();
    assert_eq!(
        ran.shown(),
        "exit: 0\n--- stdout\nok   policies/lamp.test.yaml 3 cases\n\n3 cases passed\n--- stderr\n"
    );
}

#[test]
fn a_bad_snapshot_gets_no_verdict() {
    let ran = chk(&["eval", "policies/lamp.chk", "--context", "snapshots/bad.yaml"]).run();
    insta::assert_snapshot!(ran.shown());
    let ran = chk(&["eval", "policies/lamp.chk", "--context", "snapshots/bad.yaml", "--format", "json"]).run();
    assert_eq!(ran.code, 2);
    let found = &ran.json()["diagnostics"][0];
    assert_eq!(found["code"], "unknown-key");
    assert_eq!(found["help"], "did you mean `tool`?");
    let place = serde_json::json!({"line": 2, "column": 9, "offset": 15});
    assert_eq!((&found["labels"][0]["start"], &found["labels"][0]["file"]), (&place, &"snapshots/bad.yaml".into()));
}

#[test]
fn a_snapshot_that_is_no_text_gets_no_verdict() {
    for (path, code) in [("snapshots/latin.yaml", "not-utf8"), ("snapshots/none.yaml", "missing-file")] {
        let ran = chk(&["eval", "policies/lamp.chk", "--context", path, "--format", "json"]).run();
        assert_eq!(ran.code, 2, "{}", ran.shown());
        assert_eq!(ran.json()["diagnostics"][0]["code"], code);
    }
    let ran = chk(&["eval", "policies/lamp.chk", "--context", "snapshots"]).run();
    assert_eq!(ran.code, 2, "a folder: {}", ran.shown());
}

#[test]
fn nothing_of_a_snapshot_steers_the_terminal() {
    for format in ["human", "json"] {
        let ran = chk(&["eval", "policies/lamp.chk", "--context", "snapshots/hostile.yaml", "--format", format]).run();
        assert_eq!(ran.code, 2);
        let shown = ran.shown();
        assert!(!shown.contains(['\u{1b}', '\u{202e}']) && shown.contains("oops"), "{shown:?}");
    }
}

#[test]
fn standard_input_is_read_as_a_dash() {
    let ran =
        chk(&["eval", "policies/lamp.chk", "--context", "-", "--format", "json"]).stdin("chk: 1\ncall: {}\n").run();
    assert_eq!(ran.code, 2);
    assert_eq!(ran.json()["diagnostics"][0]["labels"][0]["file"], "stdin");
    let ran = chk(&["eval", "policies/lamp.chk", "--context", "-", "--format", "json"])
        .stdin("{\"chk\": 1, \"phase\": \"call\", \"call\": {\"tool\": \"lamp.turn_on\"}}")
        .run();
    assert!(ran.code < 2, "{}", ran.shown());
    assert_eq!(ran.json()["phase"], "call");
}

#[test]
fn a_stream_answers_every_line_in_its_place() {
    let good = "{\"chk\": 1, \"call\": {\"tool\": \"lamp.turn_on\"}}";
    let input = [good.as_bytes(), b"\n\r\n{\"chk\": 2}\n", b"not json\n", b"\xff\n", good.as_bytes()].concat();
    let ran = chk(&["eval", "policies/lamp.chk", "--stream"]).stdin(input).run();
    assert_eq!(ran.code, 2, "{}", ran.shown());
    let lines: Vec<serde_json::Value> = ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let codes: Vec<Option<&str>> = lines.iter().map(|line| line["error"]["diagnostics"][0]["code"].as_str()).collect();
    assert_eq!(codes, [None, Some("other-version"), Some("not-a-document"), Some("not-utf8"), None]);
    assert_eq!(lines[0], lines[4]);
    let ran = chk(&["eval", "policies/lamp.chk", "--stream"]).stdin(format!("{good}\n")).run();
    assert_eq!(ran.code, 0, "whatever the decisions are: {}", ran.shown());
}

#[test]
fn a_stream_answers_before_the_next_line_comes() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chk"))
        .args(["eval", "policies/lamp.chk", "--stream"])
        .env_clear()
        .current_dir(cases())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut ask, mut answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for _ in 0..3 {
        ask.write_all(b"{\"chk\": 1, \"call\": {\"tool\": \"lamp.turn_on\"}}\n").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.starts_with("{\"chk\":1,"), "{answer}");
    }
    drop(ask);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_panic() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_chk"))
        .args(["eval", "policies/lamp.chk", "--stream"])
        .env_clear()
        .current_dir(cases())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut ask = child.stdin.take().unwrap();
    // The first answer already has no reader; whether a second question is read no longer matters.
    for _ in 0..2 {
        let _ = ask.write_all(b"{\"chk\": 1, \"call\": {\"tool\": \"lamp.turn_on\"}}\n");
    }
    drop(ask);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap()), (Some(2), String::new()));
}

#[test]
fn colour_is_for_terminals_and_whoever_asks() {
    let command = ["eval", "policies/lamp.chk", "--context", "snapshots/bad.yaml"];
    let ran = chk(&command).env("TERM", "xterm-256color").run();
    assert!(!ran.stderr.contains('\u{1b}'), "{}", ran.shown());
    let ran = chk(&[&command[..], &["--color", "always"]].concat()).run();
    assert!(ran.stderr.contains("\u{1b}["), "{}", ran.shown());
}

#[test]
fn a_screen_reader_gets_words() {
    let ran = chk(&["eval", "policies/lamp.chk", "--context", "snapshots/bad.yaml"]).env("NO_GRAPHICS", "1").run();
    assert!(ran.stderr.contains("Begin snippet for snapshots/bad.yaml starting at line"), "{}", ran.shown());
    assert!(ran.stderr.contains("diagnostic help: did you mean `tool`?"), "{}", ran.shown());
}

#[test]
fn a_malformed_test_file_is_two_with_everything_wrong_in_it() {
    for file in ["keys", "snapshot", "syntax"] {
        let ran = chk(&["test", &format!("broken/{file}.test.yaml")]).run();
        assert_eq!(ran.code, 2, "{}", ran.shown());
        insta::assert_snapshot!(format!("malformed_{file}"), ran.shown());
    }
    let ran = chk(&["test", "broken/name.test.yaml"]).run();
    assert_eq!(ran.code, 2, "{}", ran.shown());
    for place in ["`rom`\n   ╭─[broken/name.test.yaml:5:24]", "`roof`\n   ╭─[broken/name.test.yaml:5:59]"] {
        assert!(ran.stdout.contains(place), "{}", ran.shown());
    }
    let ran = chk(&["test", "broken", "--format", "json"]).run();
    assert_eq!(ran.code, 2);
    let document = ran.json();
    assert_eq!(document["files"].as_array().unwrap().len(), 6);
    assert_eq!(document["files"][0]["diagnostics"][0]["code"], "unknown-key");
}

#[test]
fn that_nothing_was_tested_is_one() {
    let ran = chk(&["test", "broken/none.test.yaml"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.ends_with("no case was run\n"), "{}", ran.shown());
    let ran = chk(&["test", "policies", "--filter", "no such case"]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
}

#[test]
fn a_test_file_that_is_not_there_is_two() {
    let ran = chk(&["test", "policies/none.test.yaml"]).run();
    assert_eq!(ran.code, 2, "{}", ran.shown());
    assert!(ran.stdout.contains("there is no file `policies/none.test.yaml`"), "{}", ran.shown());
}

/// Several command lines with what they write, for one snapshot.
fn all(lines: &[&str]) -> String {
    let shown = |line: &&str| {
        let ran = chk(&line.split(' ').collect::<Vec<_>>()).run();
        assert_eq!(ran.code, 2, "{line}");
        format!("$ chk {line}\n{}{}", ran.stdout, ran.stderr)
    };
    lines.iter().map(shown).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_file_that_is_not_there_is_told_its_nearest_name() {
    insta::assert_snapshot!(all(&[
        "eval policies/lamp.chk --context nope.yaml",
        "eval policies/lamp.chk --context snapshots/goood.yaml",
        "eval policies/lmp.chk --context snapshots/good.yaml",
        "eval policies/lmp.chk --root . --context snapshots/good.yaml",
        "check policies/lmp.chk",
        "test policies/lam.test.yaml",
        "test broken/policy.test.yaml",
        "eval policies --context snapshots/good.yaml",
        "eval policies/lamp.chk --context snapshots",
    ]));
}

#[test]
fn a_file_in_the_place_of_another_is_one_mistake() {
    insta::assert_snapshot!(all(&[
        "eval snapshots/good.yaml --context snapshots/good.yaml",
        "eval policies/lamp.chk --context policies/lamp.chk",
        "eval policies/lamp.chk --context policies/lamp.test.yaml",
        "eval policies/lamp.test.yaml --context snapshots/good.yaml",
        "test policies/lamp.chk",
        "test snapshots/good.yaml",
    ]));
}

#[test]
fn a_slip_on_the_command_line_is_told_what_to_write() {
    insta::assert_snapshot!(all(&[
        "eval policies/lamp.chk --snapshot snapshots/good.yaml",
        "eval policies/lamp.chk --snapshot",
        "eval policies/lamp.chk snapshots/good.yaml",
        "eval policies/lamp.chk --context snapshots/good.yaml --json",
        "test policies --json",
        "eval policies/lamp.chk",
    ]));
}
