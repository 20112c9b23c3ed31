//! Several processes, and processes that are killed.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use chk::record::{Kind, Log, Record, verify_file};

use super::fresh;
use crate::support::{cases, chk};

/// A process that judges what it is told, and records it.
fn judge(record: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_chk"))
        .args(["eval", "policies/lamp.chk", "--stream", "--record"])
        .arg(record)
        .env_clear()
        .current_dir(cases())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn line(user: &str, extra: usize) -> String {
    let extra = "x".repeat(extra);
    format!("{{\"chk\":1,\"user\":\"{user}\",\"call\":{{\"tool\":\"lamp.turn_on\"}},\"extra\":\"{extra}\"}}\n")
}

fn keys(record: &Path) -> Vec<String> {
    let mut keys = Vec::new();
    let mut record = Record::over(Log::open_to_read(record).unwrap());
    record
        .lines(1, |line| {
            keys.extend(line.action_key.map(|key| (*key).to_owned()));
            true
        })
        .unwrap();
    keys
}

/// How many lines each of two processes appends.
const EACH: usize = 1000;

#[test]
fn two_processes_append_without_mixing() {
    let path = fresh("two-processes");
    std::thread::scope(|scope| {
        for process in ["a", "b"] {
            let path = &path;
            scope.spawn(move || {
                let mut child = judge(path);
                let mut ask = child.stdin.take().unwrap();
                let answers = BufReader::new(child.stdout.take().unwrap());
                let asked = scope.spawn(move || {
                    (0..EACH).for_each(|one| ask.write_all(line(&format!("{process}{one}"), 0).as_bytes()).unwrap());
                });
                assert_eq!(answers.lines().count(), EACH);
                asked.join().unwrap();
                assert!(child.wait().unwrap().success());
            });
        }
    });
    let found = verify_file(&path, None).unwrap();
    assert!(found.is_intact() && found.unfinished == 0, "{found:?}");
    assert_eq!(found.kinds[&Kind::Verdict], 2 * EACH as u64);
    let keys = keys(&path);
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 2 * EACH);
    for process in ["a", "b"] {
        let own: Vec<&str> = keys.iter().map(String::as_str).filter(|key| key.starts_with(process)).collect();
        let asked: Vec<String> = (0..EACH).map(|one| format!("{process}{one}:lamp.turn_on")).collect();
        assert_eq!(own, asked, "each in its own order");
    }
}

/// How long a long line is made: writing it takes the time in which a kill finds it half written.
const LONG: usize = 1 << 19;

/// Waits until the record has grown past a byte inside a long line that is being written, or for the longest time that a
/// writer is let live. A file's size is seen to grow while a long line is written, so that most kills after it land inside one.
fn until_inside_a_line(path: &Path, at: u64) {
    let length = || path.metadata().map_or(0, |data| data.len());
    let (begun, before) = (Instant::now(), length());
    while begun.elapsed() < Duration::from_secs(2) && length() <= before + at {}
}

/// Kills a writer again and again, and gives how many lines were torn. One kill of four comes at some time, perhaps before anything
/// was judged. The others come after the first answer, however slow the machine is: at some time, or when the record has grown into a
/// long line.
fn kill(times: u64) -> u64 {
    let path = fresh("killed");
    let (mut acknowledged, mut answered) = (BTreeSet::new(), 0);
    // Not random, so that a failure comes again: a few bits of a linear congruence.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    for round in 0..times {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut child = judge(&path);
        let mut ask = child.stdin.take().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        let asking = std::thread::spawn(move || {
            (0..200).all(|one| {
                ask.write_all(line(&format!("{round}-{one}"), if one % 2 == 0 { 0 } else { LONG }).as_bytes()).is_ok()
            })
        });
        let (first, began) = mpsc::channel();
        let reading = std::thread::spawn(move || {
            let answers = answers.lines().map_while(Result::ok);
            answers.inspect(|_| _ = first.send(())).collect::<Vec<String>>()
        });
        let some = state >> 40;
        if round % 4 != 0 {
            began.recv().unwrap();
            answered += 1;
        }
        match round % 2 {
            0 => std::thread::sleep(Duration::from_micros(4_000 + some % 80_000)),
            _ => until_inside_a_line(&path, 8_192 + some % (LONG as u64 / 2)),
        }
        child.kill().unwrap();
        child.wait().unwrap();
        asking.join().unwrap();
        for answer in reading.join().unwrap() {
            // An answer that was cut is none.
            if let Ok(answer) = serde_json::from_str::<serde_json::Value>(&answer) {
                acknowledged.insert(answer["action_key"].as_str().unwrap().to_owned());
            }
        }
        if round % 50 == 0 && path.exists() {
            assert!(verify_file(&path, None).unwrap().is_intact(), "after {round} kills");
        }
    }
    // One that is let live sets aside what the last one left.
    let asked =
        chk(&["eval", "policies/lamp.chk", "--stream", "--record", path.to_str().unwrap()]).stdin(line("last", 0));
    assert_eq!(asked.run().code, 0);
    let found = verify_file(&path, None).unwrap();
    assert!(found.is_intact() && found.unfinished == 0, "{found:?}");
    let recorded: BTreeSet<String> = keys(&path).into_iter().collect();
    let lost: Vec<&String> = acknowledged.difference(&recorded).collect();
    assert!(lost.is_empty(), "acknowledged and lost: {lost:?}");
    assert!(acknowledged.len() >= answered, "{} acknowledged of at least {answered}", acknowledged.len());
    let torn = found.kinds.get(&Kind::Torn).copied().unwrap_or(0);
    println!(
        "{times} kills: {} verdicts acknowledged, {} recorded, {torn} torn lines set aside, none lost",
        acknowledged.len(),
        recorded.len()
    );
    torn
}

#[test]
fn a_kill_loses_nothing_that_was_acknowledged() {
    kill(25);
}

/// `cargo test --test it -- --ignored --nocapture a_thousand_kills`
#[test]
#[ignore = "takes minutes"]
fn a_thousand_kills_lose_nothing_that_was_acknowledged() {
    // Were no line torn, the loop would have shown nothing of lines that are.
    assert!(kill(1000) > 0, "no kill landed inside a line");
}
