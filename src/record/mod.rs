//! The record: an append-only log of verdicts and of what followed from them.
//!
//! ```
//! use chk::record::Record;
//! use chk::value::DateTime;
//! use chk::{Decision, Policy, Snapshot};
//!
//! # let folder = std::env::temp_dir().join(format!("chk-doc-record-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("record.jsonl");
//! # let _ = std::fs::remove_file(&path);
//! let policy = Policy::from_path("policies/examples/bank.chk")?;
//! let snapshot = Snapshot::from_bytes(&std::fs::read("policies/examples/bank.snapshot.yaml")?)?;
//! let now = DateTime::parse("2026-03-11T09:24:07Z").ok_or("no time")?;
//!
//! let mut record = Record::open(&path)?;
//! let recorded = record.verdict(&policy, &snapshot, now)?;
//! assert_eq!(recorded.verdict().decision, Decision::Execute);
//!
//! let found = chk::record::verify_file(&path, Some(recorded.line()))?;
//! assert!(found.is_intact());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Each line holds the digest of the line before it, so that a changed, dropped, inserted or reordered one shows: [`verify`]. The values of
//! `secret` slots never reach it. `docs/record.md` tells the whole of it.

mod deferred;
mod entry;
mod error;
mod key;
pub mod limits;
mod log;
mod permit;
mod prior;
mod recorded;
mod redact;
mod redeem;
mod secret;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod verify;

use std::path::Path;
use std::sync::Arc;

use crate::Policy;
use crate::snapshot::{Approval, PriorRecord, Snapshot};
use crate::value::{DateTime, Value};
use crate::verdict::Decision;

pub use deferred::{Deferred, Drift, Standing};
pub use entry::{Digest, Fault, Head, Kind, Line};
pub use error::RecordError;
pub use key::{KeyError, Signer, Verifier};
pub use log::Log;
pub use permit::{Permit, PermitError};
pub use recorded::{Enforcement, Recorded};
pub use redeem::{Execution, Redeemer, Refusal, RefusalReason, Returned};
#[cfg(feature = "sqlite")]
pub use sqlite::Sqlite;
pub use store::{Store, Torn};
pub use verify::{Broken, Verified, verify, verify_file};

use entry::Entry;
use limits::{MAX_LINE, is_readable};
use prior::Index;
use recorded::{GivenApproval, approval_digest};
use redact::{Redacted, redact};
use secret::Secrets;

/// A record that is open.
///
/// Appending waits for the other writers of the record, in this and every other process, and returns once the line is on the disk. Whatever
/// ends in an error was not acknowledged: nothing may follow from it.
#[derive(Debug)]
pub struct Record {
    store: Box<dyn Store>,
    index: Index,
    secrets: Secrets,
    enforcement: Enforcement,
    torn: Vec<Torn>,
}

/// A line that was recorded: its number and its digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    seq: u64,
    digest: Digest,
}

impl Record {
    /// Opens a record in a file, or begins one: see [`Log`].
    ///
    /// # Errors
    /// Where the file can be neither opened nor made. What stands in it is looked at when something is recorded.
    pub fn open(path: impl AsRef<Path>) -> Result<Record, RecordError> {
        Ok(Record::over(Log::open(path.as_ref())?))
    }

    /// A record in a store.
    pub fn over(store: impl Store + 'static) -> Record {
        Record {
            store: Box::new(store),
            index: Index::default(),
            secrets: Secrets::default(),
            enforcement: Enforcement::Enforce,
            torn: Vec::new(),
        }
    }

    /// Whether what is recorded from now on is enforced. Without this it is.
    pub fn enforce(mut self, enforcement: Enforcement) -> Record {
        self.enforcement = enforcement;
        self
    }

    /// A value that never reaches the record, wherever it stands: what the host knows to be secret before any verdict says so. It is known to
    /// this handle alone, and kept in memory.
    pub fn hide(&mut self, secret: &Value) {
        self.secrets.add(secret);
    }

    /// Judges a snapshot and records the verdict with what it was made from.
    ///
    /// Approvals that the record knows to be used up are so for the verdict too, whatever the snapshot says of them.
    ///
    /// # Errors
    /// Where it cannot be recorded. There is then no verdict: what is not recorded did not happen.
    pub fn verdict(&mut self, policy: &Policy, snapshot: &Snapshot, now: DateTime) -> Result<Recorded, RecordError> {
        self.judge(policy, snapshot, now, None)
    }

    fn judge(
        &mut self,
        policy: &Policy,
        snapshot: &Snapshot,
        now: DateTime,
        deferred: Option<&Deferred>,
    ) -> Result<Recorded, RecordError> {
        let snapshot = self.with_used_approvals(policy, snapshot)?;
        let verdict = policy.evaluate(&snapshot);
        let drift = deferred.map(|deferred| deferred.drift(&verdict)).unwrap_or_default();
        let redacted = redact(policy.program(), &snapshot, &verdict, &mut self.secrets);
        let approvals: Vec<GivenApproval> =
            verdict.call().map(|call| recorded::given(call, &snapshot, self.index.head.lines)).unwrap_or_default();
        let mut entry = self.entry(&redacted, &approvals);
        if let Some(deferred) = deferred {
            entry.put("deferred", deferred.verdict().to_value());
            entry.put("drift", self.drift_value(&drift));
        }
        let written = self.locked(&now, |record| {
            let written = record.write(&entry, &now)?;
            if verdict.decision == Decision::Deferred {
                let entry = record.deferred_entry(&redacted.snapshot, &verdict, written);
                record.write(&entry, &now)?;
            }
            Ok(written)
        })?;
        let deferred = Deferred::of(&verdict, &snapshot, written.digest).map(Box::new);
        let (line, seq, enforcement) = (written.digest, written.seq, self.enforcement);
        Ok(Recorded { verdict, line, seq, at: now, enforcement, approvals, deferred, drift })
    }

    /// Records that a person approved what a confirm showed them: what was shown, what it binds, until when.
    ///
    /// Gives its digest, under which the execution that uses it up names it. An approval counts without this, too; recorded, it can be told
    /// afterwards what the person saw.
    ///
    /// # Errors
    /// Where it cannot be recorded.
    pub fn approved(&mut self, action_key: &str, approval: &Approval, now: DateTime) -> Result<Digest, RecordError> {
        let digest = approval_digest(action_key, approval);
        let mut entry = Entry::new(Kind::Approval, Some(action_key));
        entry.put("approval", digest.to_value());
        entry.put("tool", Value::Text(Arc::clone(&approval.tool)));
        entry.put("confirm", Value::Text(Arc::clone(&approval.confirm)));
        entry.maybe("id", approval.id.clone().map(Value::Text));
        entry.put("bound", Value::Map(Arc::new(self.secrets.map(&approval.bound))));
        entry.maybe("shown", approval.shown.as_deref().map(|shown| Value::Text(self.secrets.text(shown))));
        entry.maybe("given", approval.at.map(|at| Value::text(at.to_string())));
        entry.maybe("expires", approval.expires.map(|at| Value::text(at.to_string())));
        self.append(&[entry], &now)?;
        Ok(digest)
    }

    /// The execution that used an approval up, by the line of its verdict; none where it is unused, as far as this record knows.
    ///
    /// # Errors
    /// Where the record cannot be read, or is broken.
    pub fn used_by(&mut self, approval: Digest) -> Result<Option<Digest>, RecordError> {
        self.index.catch_up(&mut *self.store)?;
        Ok(self.index.used.get(&approval).map(|used| used.by))
    }

    /// The newest executions of an action key (`user:tool`), oldest first: what `prior_state` reads. A value keeps the source that the verdict
    /// found for it, and the first source of all, which no recording erases.
    ///
    /// Give them to a [`Conversation`](crate::turn::Conversation::recorded), or put them into a snapshot's `prior`.
    ///
    /// # Errors
    /// Where the record cannot be read, or is broken.
    pub fn prior(&mut self, action_key: &str) -> Result<Vec<PriorRecord>, RecordError> {
        self.index.catch_up(&mut *self.store)?;
        self.index.prior(&mut *self.store, action_key)
    }

    /// One line, by its number, from 1.
    ///
    /// # Errors
    /// Where the record cannot be read, or what stands there is no line.
    pub fn line(&mut self, seq: u64) -> Result<Option<Line>, RecordError> {
        prior::line(&mut *self.store, seq)
    }

    /// Gives each line from this number on, until `visit` says `false`.
    ///
    /// # Errors
    /// Where the record cannot be read, or what stands there is no line.
    pub fn lines(&mut self, from: u64, mut visit: impl FnMut(Line) -> bool) -> Result<(), RecordError> {
        let (mut broken, name) = (None, self.store.name());
        self.store.lines(from, &mut |seq, bytes| match Line::read(bytes) {
            Ok(line) => visit(line),
            Err(fault) => {
                broken = Some(RecordError::Broken { name: name.clone(), line: seq, fault });
                false
            }
        })?;
        broken.map_or(Ok(()), Err)
    }

    /// What this handle found unfinished and set aside.
    pub fn torn(&self) -> &[Torn] {
        &self.torn
    }

    fn with_used_approvals(&mut self, policy: &Policy, snapshot: &Snapshot) -> Result<Snapshot, RecordError> {
        let Some(call) = snapshot.call.as_ref().filter(|_| !snapshot.approvals.is_empty()) else {
            return Ok(snapshot.clone());
        };
        self.index.catch_up(&mut *self.store)?;
        let tool = policy.program().tool(&call.tool).map_or(&call.tool, |(_, tool)| &tool.name);
        let key = format!("{}:{tool}", snapshot.user.as_deref().unwrap_or(""));
        let mut marked = snapshot.clone();
        let mut is_changed = false;
        for approval in marked.approvals.iter_mut().filter(|approval| approval.used_by.is_none()) {
            if let Some(used) = self.index.used.get(&approval_digest(&key, approval)) {
                approval.used_by = Some(used.by.to_string().into());
                is_changed = true;
            }
        }
        // It reads as the same snapshot, and has the digest of what it says now.
        Ok(if is_changed { Snapshot::from_value(&marked.to_value()).unwrap_or(marked) } else { marked })
    }

    /// The line of a verdict.
    fn entry(&self, redacted: &Redacted, approvals: &[GivenApproval]) -> Entry {
        let key = redacted.verdict.call().map(|call| &*call.action_key);
        let mut entry = Entry::new(Kind::Verdict, key);
        entry.put("decision", redacted.verdict.decision.as_str());
        entry.put("enforcement", self.enforcement.as_str());
        if !approvals.is_empty() {
            entry.put("approvals", Value::list(approvals.iter().map(|approval| approval.digest.to_value())));
        }
        if redacted.is_changed {
            entry.put("redacted", true);
        }
        let mut withheld: Vec<Value> = redacted.withheld.iter().map(|key| Value::from(*key)).collect();
        let judged = redacted.verdict.to_value();
        let shown = redacted.snapshot.to_value();
        // Half a line each; what is left over is for the line's own parts.
        let size = crate::verdict::write_json(&shown, crate::verdict::Layout::Line).len();
        if is_readable(&shown) && size <= MAX_LINE / 2 {
            entry.put("snapshot", shown);
        } else {
            entry.put("snapshot", Value::Null);
            withheld = vec!["snapshot".into()];
        }
        if !withheld.is_empty() {
            entry.put("withheld", Value::list(withheld));
        }
        entry.put("verdict", judged);
        entry
    }

    /// Appends entries and gives the first one's place.
    fn append(&mut self, entries: &[Entry], at: &DateTime) -> Result<Written, RecordError> {
        self.locked(at, |record| {
            let mut first = None;
            for entry in entries {
                let written = record.write(entry, at)?;
                first.get_or_insert(written);
            }
            first.ok_or(RecordError::TooLarge { size: 0, most: MAX_LINE })
        })
    }

    /// Does something under the writer's lock.
    fn locked<T>(
        &mut self,
        at: &DateTime,
        work: impl FnOnce(&mut Record) -> Result<T, RecordError>,
    ) -> Result<T, RecordError> {
        let torn = self.store.lock()?;
        let done = self.report(torn, at).and_then(|()| work(self));
        let unlocked = self.store.unlock();
        let done = done?;
        unlocked.map(|()| done)
    }

    /// What was found unfinished is said in the record itself.
    fn report(&mut self, torn: Option<Torn>, at: &DateTime) -> Result<(), RecordError> {
        let Some(torn) = torn else { return Ok(()) };
        let mut entry = Entry::new(Kind::Torn, None);
        entry.put("bytes", entry::count(torn.bytes));
        entry.put("digest", torn.digest.to_value());
        entry.put("kept_in", torn.kept_in.as_str());
        self.torn.push(torn);
        self.write(&entry, at).map(|_| ())
    }

    /// Writes a line; only under the lock.
    fn write(&mut self, entry: &Entry, at: &DateTime) -> Result<Written, RecordError> {
        let head = self.store.head()?;
        let line = entry.line(&head, at);
        if line.len() >= MAX_LINE {
            return Err(RecordError::TooLarge { size: line.len(), most: MAX_LINE });
        }
        self.store.append(line.as_bytes())?;
        Ok(Written { seq: head.lines.saturating_add(1), digest: Digest::of(line.as_bytes()) })
    }
}
