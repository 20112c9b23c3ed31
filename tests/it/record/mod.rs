//! The record: what is written stays as it was written, or shows that it did not.

mod altered;
mod chain;
mod cli;
mod deferred;
mod disk;
mod permit;
mod process;
mod secrets;
#[cfg(feature = "sqlite")]
mod sqlite;
mod torn;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use chk::record::{Record, Recorded};
use chk::value::DateTime;
use chk::{Policy, Snapshot};

/// A policy with a secret, an approval and something to read.
pub(crate) const BANK: &str = r#"
language 1
provider bank {
  tool pay {
    irreversible
    slot amount: decimal where it > 0 from user_answer, instruction
    slot pin: text secret from user_answer, instruction
      ask "Which PIN?"
    confirm large when amount > 1000 ask "Pay {amount}?"
  }
  tool note { reversible  slot text: text from user_answer, instruction }
}
"#;

pub(crate) fn at(second: u32) -> DateTime {
    DateTime::parse(&format!("2026-03-11T09:{:02}:{:02}Z", second / 60, second % 60)).unwrap()
}

pub(crate) fn bank() -> Policy {
    Policy::from_text("bank.chk", BANK).unwrap()
}

pub(crate) fn snapshot(text: &str) -> Snapshot {
    Snapshot::from_yaml(&format!("chk: 1\nnow: 2026-03-11T09:00:00Z\nuser: ann\n{text}")).unwrap()
}

/// A note, which has no secret in it.
pub(crate) fn note(word: &str) -> Snapshot {
    let said = format!("instruction: [{{ text: \"note {word}\", trust: user }}]");
    snapshot(&format!("call: {{ tool: bank.note, arguments: {{ text: {word} }} }}\n{said}\n"))
}

/// A path of its own in a fresh folder.
pub(crate) fn fresh(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let one = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("record").join(format!("{name}-{one}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder.join("record.jsonl")
}

/// A payment of this amount with a PIN, which the words bear out.
pub(crate) fn payment(amount: u32, approvals: &str) -> Snapshot {
    snapshot(&format!(
        "call: {{ tool: bank.pay, arguments: {{ amount: {amount}, pin: Zq81xx }} }}
instruction: [{{ text: 'pay {amount} with Zq81xx', trust: user }}]
approvals: [{approvals}]
"
    ))
}

/// Records a few notes and gives the file's text.
pub(crate) fn notes(path: &PathBuf, words: &[&str]) -> Vec<Recorded> {
    let mut record = Record::open(path).unwrap();
    let policy = bank();
    words.iter().map(|word| record.verdict(&policy, &note(word), at(0)).unwrap()).collect()
}
