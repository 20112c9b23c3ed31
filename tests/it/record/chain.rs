//! A line that was changed, dropped, moved or put in shows.

use std::fs;

use chk::Policy;
use chk::record::{Broken, Digest, Fault, Kind, Record, RecordError, verify, verify_file};

use super::{at, bank, fresh, note, notes};

/// A record of five lines.
fn lines(name: &str) -> Vec<String> {
    let path = fresh(name);
    notes(&path, &["one", "two", "three", "four", "five"]);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn broken(lines: &[String]) -> Option<Broken> {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    verify(text.as_bytes(), None).unwrap().broken
}

#[test]
fn each_line_holds_the_digest_of_the_one_before() {
    let lines = lines("digests");
    for (index, line) in lines.iter().enumerate() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(json["seq"], index + 1);
        match index.checked_sub(1) {
            None => assert!(json["prev"].is_null()),
            Some(before) => assert_eq!(json["prev"], Digest::of(lines[before].as_bytes()).to_string()),
        }
        assert_eq!(json["kind"], "verdict");
    }
    assert_eq!(broken(&lines), None);
}

#[test]
fn a_changed_line_shows() {
    let good = lines("changed");
    for index in 0..good.len() - 1 {
        let mut lines = good.clone();
        lines[index] = lines[index].replace("\"execute\"", "\"hold\"");
        assert_ne!(lines[index], good[index]);
        assert_eq!(broken(&lines), Some(Broken { line: index as u64 + 2, fault: Fault::Unchained }));
    }
    // Of the last line nothing follows yet: that is what a noted head is for.
    let mut lines = good.clone();
    lines[4] = lines[4].replace("\"execute\"", "\"hold\"");
    assert_eq!(broken(&lines), None);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let head = Digest::of(good[4].as_bytes());
    assert_eq!(verify(text.as_bytes(), Some(head)).unwrap().broken, Some(Broken { line: 5, fault: Fault::NoHead }));
}

#[test]
fn every_byte_of_a_line_is_held() {
    let good = lines("bytes");
    let line = good[1].as_bytes();
    for at in 0..line.len() {
        let mut changed = line.to_vec();
        changed[at] ^= 1;
        let text = [good[0].as_bytes(), b"\n", &changed, b"\n", good[2].as_bytes(), b"\n"].concat();
        assert!(!verify(text.as_slice(), None).unwrap().is_intact(), "byte {at}");
    }
}

#[test]
fn a_dropped_line_shows() {
    let good = lines("dropped");
    for index in 0..good.len() - 1 {
        let mut lines = good.clone();
        lines.remove(index);
        let fault = Fault::Misplaced { seq: index as u64 + 2 };
        assert_eq!(broken(&lines), Some(Broken { line: index as u64 + 1, fault }));
    }
    let text: String = good[..4].iter().map(|line| format!("{line}\n")).collect();
    let head = Digest::of(good[4].as_bytes());
    assert!(verify(text.as_bytes(), None).unwrap().is_intact());
    assert_eq!(verify(text.as_bytes(), Some(head)).unwrap().broken, Some(Broken { line: 4, fault: Fault::NoHead }));
}

#[test]
fn a_reordered_line_shows() {
    for index in 0..4 {
        let mut lines = lines("reordered");
        lines.swap(index, index + 1);
        assert!(broken(&lines).is_some_and(|broken| broken.line == index as u64 + 1));
    }
}

#[test]
fn an_inserted_line_shows() {
    let good = lines("inserted");
    for index in 0..good.len() {
        for inserted in [&good[index], &good[0], &"{}".to_owned(), &"not json".to_owned(), &String::new()] {
            let mut lines = good.clone();
            lines.insert(index, inserted.clone());
            let found = broken(&lines);
            let first_again = index == 0 && *inserted == good[0];
            let line = index as u64 + if first_again || *inserted == good[index] { 2 } else { 1 };
            assert_eq!(found.map(|broken| broken.line), Some(line), "{index} {inserted}");
        }
    }
    // Even one that pretends to follow: the next line tells.
    let mut lines = good.clone();
    lines.insert(2, good[2].replace("three", "THREE"));
    assert_eq!(broken(&lines), Some(Broken { line: 4, fault: Fault::Misplaced { seq: 3 } }));
}

#[test]
fn a_head_that_was_noted_is_found_after_the_record_grew() {
    let path = fresh("grown");
    let first = notes(&path, &["one", "two"]);
    let head = first[1].line();
    notes(&path, &["three"]);
    let found = verify_file(&path, Some(head)).unwrap();
    assert!(found.is_intact());
    assert_eq!((found.head.lines, found.kinds[&Kind::Verdict]), (3, 3));
    assert!(!verify_file(&path, Some(Digest::of(b"elsewhere"))).unwrap().is_intact());
}

#[test]
fn two_handles_append_one_after_the_other() {
    let path = fresh("two");
    let (mut one, mut two) = (Record::open(&path).unwrap(), Record::open(&path).unwrap());
    let policy = bank();
    for round in 0..20 {
        let handle = if round % 3 == 0 { &mut one } else { &mut two };
        assert_eq!(handle.verdict(&policy, &note("again"), at(round)).unwrap().seq(), u64::from(round) + 1);
    }
    assert_eq!(verify_file(&path, None).unwrap().head.lines, 20);
}

#[test]
fn nothing_is_appended_to_what_is_no_record() {
    for text in [
        "hello",
        "hello\n",
        "{}\n",
        "{\"chk\":2,\"seq\":1,\"prev\":null,\"at\":\"2026-03-11T09:00:00Z\",\"kind\":\"torn\"}\n",
    ] {
        let path = fresh("foreign");
        fs::write(&path, text).unwrap();
        let error = Record::open(&path).unwrap().verdict(&bank(), &note("one"), at(0)).unwrap_err();
        assert!(matches!(error, RecordError::Broken { line: 1, .. }), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_record_that_was_cut_or_moved_takes_no_line() {
    let path = fresh("cut");
    notes(&path, &["one", "two"]);
    let mut record = Record::open(&path).unwrap();
    record.verdict(&bank(), &note("three"), at(0)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let shorter = text.lines().next().unwrap().to_owned() + "\n";
    fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(shorter.len() as u64).unwrap();
    let error = record.verdict(&bank(), &note("four"), at(0)).unwrap_err();
    assert!(matches!(error, RecordError::Shrunk { .. }), "{error}");
    fs::rename(&path, path.with_extension("old")).unwrap();
    fs::write(&path, "").unwrap();
    let error = record.verdict(&bank(), &note("four"), at(0)).unwrap_err();
    assert!(matches!(error, RecordError::Moved { .. }), "{error}");
}

#[test]
fn a_line_says_what_was_judged_and_judges_the_same_again() {
    let path = fresh("again");
    let text = "language 1\nprovider bank { tool note { reversible  slot text: text from user_answer, instruction } }";
    let policy = Policy::from_text("open.chk", text).unwrap();
    let mut record = Record::open(&path).unwrap();
    let recorded = record.verdict(&policy, &note("one"), at(0)).unwrap();
    let line = record.line(1).unwrap().unwrap();
    assert_eq!((line.digest, line.kind), (recorded.line(), Kind::Verdict));
    assert_eq!(line.action_key.as_deref(), Some("ann:bank.note"));
    let snapshot = chk::Snapshot::from_value(line.field("snapshot").unwrap()).unwrap();
    // The digest alone is another: it is of the document that the host wrote, in which the phase is left out.
    let same = |verdict: &chk::Verdict| verdict.to_json().rsplit_once("snapshot_digest").unwrap().0.to_owned();
    assert_eq!(same(&policy.evaluate(&snapshot)), same(recorded.verdict()));
    assert_eq!(line.field("verdict").unwrap().field("slots"), recorded.verdict().to_value().field("slots"));
}
