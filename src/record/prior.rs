//! What a record remembers of executions: which permits are used up, on which approvals, and what the actions rested on.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::entry::{Digest, Fault, Front, Head, Kind, Line};
use super::error::RecordError;
use super::limits::MAX_PRIOR;
use super::store::Store;
use crate::snapshot::{PriorRecord, PriorSlot};
use crate::value::{DateTime, Value};

/// What was executed, as far as the record was read. Reading on checks the chain, so that a line that was taken out to redeem a permit
/// again is noticed before it is.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// How far the record was read.
    pub(super) head: Head,
    /// The executions of a nonce.
    pub(super) redeemed: HashMap<Digest, u64>,
    /// Approvals that executions used up.
    pub(super) used: HashMap<Digest, Use>,
    /// Of each action key the newest executions: the line, and the verdict that it rests on.
    executed: HashMap<Arc<str>, VecDeque<(u64, Digest)>>,
    /// The lines of verdicts that may be executed, by their digests.
    pub(super) verdicts: HashMap<Digest, u64>,
}

/// What used an approval up.
#[derive(Debug)]
pub(super) struct Use {
    /// The first execution, by its nonce.
    pub(super) by: Digest,
    /// The line of the latest one, and when it was.
    pub(super) last: u64,
    pub(super) at: DateTime,
}

impl Index {
    /// Reads what was appended since.
    pub(super) fn catch_up(&mut self, store: &mut dyn Store) -> Result<(), RecordError> {
        let (mut broken, name) = (None, store.name());
        store.lines(self.head.lines.saturating_add(1), &mut |seq, bytes| match self.line(bytes) {
            Ok(()) => true,
            Err(fault) => {
                broken = Some(RecordError::Broken { name: name.clone(), line: seq, fault });
                false
            }
        })?;
        broken.map_or(Ok(()), Err)
    }

    fn line(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let front = Front::read(bytes)?;
        front.follows(&self.head)?;
        let (seq, kind) = (front.seq, front.kind());
        let digest = Digest::of(bytes);
        match kind {
            Some(Kind::Verdict) if front.is_execute() => {
                self.verdicts.insert(digest, seq);
            }
            Some(Kind::Execution) => self.execution(&Line::read(bytes)?),
            _ => {}
        }
        self.head = Head { lines: seq, last: Some(digest) };
        Ok(())
    }

    fn execution(&mut self, line: &Line) {
        let Some(nonce) = line.digest_of("nonce") else { return };
        self.redeemed.insert(nonce, line.seq);
        let approvals = line.field("approvals").and_then(Value::as_list).unwrap_or_default();
        for approval in approvals.iter().filter_map(Value::as_text).filter_map(Digest::parse) {
            let used = self.used.entry(approval).or_insert(Use { by: nonce, last: line.seq, at: line.at });
            (used.last, used.at) = (line.seq, line.at);
        }
        if let Some(key) = &line.action_key {
            let newest = self.executed.entry(Arc::clone(key)).or_default();
            newest.push_back((line.seq, nonce));
            if newest.len() > MAX_PRIOR {
                newest.pop_front();
            }
        }
    }

    /// The executions of an action key, oldest first, as a snapshot holds them.
    pub(super) fn prior(&self, store: &mut dyn Store, action_key: &str) -> Result<Vec<PriorRecord>, RecordError> {
        let mut prior = Vec::new();
        for (execution, nonce) in self.executed.get(action_key).into_iter().flatten() {
            // An execution whose verdict stands in another record says that it happened, and nothing of its values.
            let verdict = match self.verdicts.get(nonce) {
                Some(seq) => line(store, *seq)?,
                None => None,
            };
            let at = line(store, *execution)?.map(|line| line.at);
            let slots = verdict.as_ref().map(slots).unwrap_or_default();
            let (action_key, decision) = (Arc::from(action_key), "executed".into());
            prior.push(PriorRecord { action_key, decision, at, slots });
        }
        Ok(prior)
    }
}

/// One line, by its number.
pub(super) fn line(store: &mut dyn Store, seq: u64) -> Result<Option<Line>, RecordError> {
    let mut found = None;
    store.lines(seq, &mut |at, bytes| {
        found = (at == seq).then(|| Line::read(bytes));
        false
    })?;
    let broken = |fault| RecordError::Broken { name: store.name(), line: seq, fault };
    found.transpose().map_err(broken)
}

/// The slots of a recorded verdict. Places in a conversation are left out: they are of the conversation of then, and would make the same place
/// of another one count as used up.
fn slots(line: &Line) -> Vec<PriorSlot> {
    let slots = line.field("verdict").and_then(|verdict| verdict.field("slots")).and_then(Value::as_list);
    let known =
        slots.unwrap_or_default().iter().filter(|slot| slot.field("state").and_then(Value::as_text) == Some("known"));
    known
        .filter_map(|slot| {
            let text = |name: &str| slot.field(name).and_then(Value::as_text).map(Arc::from);
            let evidence = slot.field("evidence").filter(|evidence| evidence.field("segment").is_none());
            Some(PriorSlot {
                id: text("id")?,
                value: slot.field("value").cloned(),
                source: text("source"),
                origin_source: text("origin_source"),
                evidence: evidence.cloned(),
            })
        })
        .collect()
}
