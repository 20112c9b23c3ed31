//! `chk record`, and `chk eval --record`.

use std::fs;

use chk::record::Digest;

use super::{fresh, notes};
use crate::support::chk;

#[test]
fn the_commands_have_examples_and_their_exit_codes() {
    for command in ["verify", "show"] {
        let ran = chk(&["record", command, "--help"]).run();
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains(&format!("chk record {command} record.jsonl")), "{}", ran.shown());
        assert!(ran.stdout.contains("Exit codes: 0 "), "{}", ran.shown());
    }
    assert_eq!(chk(&["record"]).run().code, 2);
}

#[test]
fn an_intact_record_is_zero_a_broken_one_is_one_none_is_two() {
    let path = fresh("cli");
    let name = path.to_str().unwrap();
    let recorded = notes(&path, &["one", "two", "three"]);
    let ran = chk(&["record", "verify", name, "--format", "json"]).run();
    assert_eq!((ran.code, ran.json()["lines"].as_u64(), ran.json()["intact"].as_bool()), (0, Some(3), Some(true)));
    assert_eq!(ran.json()["head"], recorded[2].line().to_string());
    let first = recorded[0].line().to_string();
    assert_eq!(chk(&["record", "verify", name, "--head", &first]).run().code, 0);
    let other = Digest::of(b"").to_string();
    let ran = chk(&["record", "verify", name, "--head", &other]).run();
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("the noted head stands nowhere"), "{}", ran.shown());
    assert_eq!(chk(&["record", "verify", name, "--head", "abc"]).run().code, 2);

    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"execute\"", "\"hold\"", 1)).unwrap();
    let ran = chk(&["record", "verify", name]).run();
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.contains("line 2 does not follow from the line before it"), "{}", ran.shown());
    let ran = chk(&["record", "verify", name, "--format", "json"]).run();
    assert_eq!(
        (ran.json()["broken"]["line"].as_u64(), ran.json()["broken"]["fault"].as_str()),
        (Some(2), Some("unchained"))
    );
    let ran = chk(&["record", "verify", "no-such-file"]).run();
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(!crate::support::cases().join("no-such-file").exists());
}

#[test]
fn a_record_is_listed_and_a_line_is_shown() {
    let path = fresh("shown");
    let name = path.to_str().unwrap();
    notes(&path, &["one", "two"]);
    let ran = chk(&["record", "show", name]).run();
    assert_eq!(ran.code, 0);
    let rows: Vec<&str> = ran.stdout.lines().map(str::trim).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows[1].starts_with("2  2026-03-11T09:00:00Z  verdict    execute"), "{}", rows[1]);
    assert!(rows[1].ends_with("ann:bank.note"), "{}", rows[1]);
    let ran = chk(&["record", "show", name, "--format", "json"]).run();
    assert_eq!(ran.json()["lines"][0]["outcome"], "execute");
    let ran = chk(&["record", "show", name, "--seq", "2"]).run();
    assert_eq!((ran.code, ran.json()["seq"].as_u64()), (0, Some(2)));
    let ran = chk(&["record", "show", name, "--seq", "9"]).run();
    assert_eq!((ran.code, ran.stdout.contains("has no line 9")), (1, true));
    fs::write(&path, "what\n").unwrap();
    for seq in [&[][..], &["--seq", "1"]] {
        assert_eq!(chk(&[&["record", "show", name], seq].concat()).run().code, 1);
    }
}

#[test]
fn a_shadow_ends_with_zero_whatever_it_says() {
    let path = fresh("cli-shadow");
    let name = path.to_str().unwrap();
    let eval = ["eval", "policies/lamp.chk", "--context", "-", "--format", "json", "--record", name];
    let snapshot = "chk: 1\ncall: { tool: lamp.no_such_tool }\n";
    let ran = chk(&eval).stdin(snapshot).run();
    assert_eq!((ran.code, ran.json()["decision"].as_str()), (1, Some("hold")), "{}", ran.shown());
    let ran = chk(&[&eval[..], &["--shadow"]].concat()).stdin(snapshot).run();
    assert_eq!((ran.code, ran.json()["decision"].as_str()), (0, Some("hold")), "{}", ran.shown());
    let ran = chk(&["record", "show", name]).run();
    assert!(ran.stdout.contains("hold (shadow)"), "{}", ran.shown());
    assert_eq!(chk(&["eval", "policies/lamp.chk", "--context", "-", "--shadow"]).run().code, 2);
}

#[test]
fn a_verdict_that_cannot_be_recorded_is_not_given() {
    let snapshot = "{\"chk\": 1, \"call\": {\"tool\": \"lamp.turn_on\"}}\n";
    let path = fresh("cli-foreign");
    fs::write(&path, "somebody's notes").unwrap();
    for (path, why) in [(path.to_str().unwrap(), "is no line of a record"), ("no/such/folder", "cannot be opened")] {
        let eval = ["eval", "policies/lamp.chk", "--record", path];
        let ran = chk(&[&eval[..], &["--context", "-"]].concat()).env("COLUMNS", "400").stdin(snapshot).run();
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.shown());
        assert!(ran.stderr.contains(why), "{}", ran.shown());
        let ran = chk(&[&eval[..], &["--stream"]].concat()).stdin(snapshot).run();
        assert_eq!(ran.code, 2);
        assert!(ran.stdout.contains(why) && !ran.stdout.contains("decision"), "{}", ran.shown());
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "somebody's notes");
}
