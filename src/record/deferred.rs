//! An action that waits for its time: what of it is carried over, and what changed until then.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::entry::{Digest, Entry, Kind, Line, count};
use super::error::RecordError;
use super::recorded::{Recorded, approval_digest};
use super::secret::Secrets;
use super::{Record, Written, prior};
use crate::Policy;
use crate::snapshot::{Preset, PresetTree, Snapshot, SnapshotError, Trigger};
use crate::value::{DateTime, Value};
use crate::verdict::{Decision, SlotReport, Verdict};

/// What a deferred verdict carries over to the time of its trigger.
///
/// | carried over | never |
/// |---|---|
/// | the call as it was proposed, its user and zone | `measured`: what was true then says nothing of now |
/// | the words of the conversation, and which message was the latest | `turn`, `session`, `prior`: what happened until now is the host's to say |
/// | `quotes`, `answers`, `shown` | `asked`, `revised`: drift may be asked about anew |
/// | `approvals`, which count while what they bind is the same | `request`, `result`, `answer`, `entry`, `extra` |
/// | `preset`, where nothing else is set by now | |
///
/// ```
/// # use chk::record::{Record, verify_file};
/// # use chk::value::DateTime;
/// # use chk::{Decision, Policy, Snapshot};
/// # let path = std::env::temp_dir().join(format!("chk-doc-deferred-{}.jsonl", std::process::id()));
/// # let _ = std::fs::remove_file(&path);
/// let policy = Policy::from_text("lamp.chk", r#"
/// language 1
/// fixed { slot when: trigger from instruction }
/// provider lamp { tool dim { reversible  slot level: integer from instruction } }
/// "#)?;
/// let text = |rest: &str| format!("chk: 1\nuser: ann\n{rest}");
/// let said = Snapshot::from_yaml(&text(r#"
/// call: { tool: lamp.dim, arguments: { level: 40 } }
/// instruction: [{ text: "dim the lamp to 40 tomorrow", trust: user }]
/// "#))?;
/// let time = |text| DateTime::parse(text).ok_or("no time");
/// let mut record = Record::open(&path)?;
/// let recorded = record.verdict(&policy, &said, time("2026-03-11T09:00:00Z")?)?;
/// assert_eq!(recorded.verdict().decision, Decision::Deferred);
///
/// // A day later, perhaps in another process.
/// let deferred = record.deferred(recorded.seq())?.ok_or("nothing is deferred")?;
/// let now = time("2026-03-12T09:00:00Z")?;
/// let fresh = text("now: 2026-03-12T09:00:00Z\ncall: { tool: lamp.dim }\nturn: { calls: [] }\n");
/// let fired = deferred.fire(now, &Snapshot::from_yaml(&fresh)?)?;
/// let recorded = record.fired(&policy, &deferred, &fired, now)?;
/// assert_eq!(recorded.verdict().decision, Decision::Execute);
/// assert!(recorded.drift().is_empty());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Deferred {
    carried: Snapshot,
    slots: Vec<(Arc<str>, Standing)>,
    bound: BTreeSet<Arc<str>>,
    verdict: Digest,
}

/// How a slot stood in one verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// `known`, `empty`, `not_due`, `unknown`.
    pub state: Arc<str>,
    /// Its value, as shown.
    pub value: Option<Value>,
    /// What bore it out.
    pub source: Option<Arc<str>>,
}

/// A slot that stands otherwise than when the action was deferred.
#[derive(Clone, Debug, PartialEq)]
pub struct Drift {
    /// Its id.
    pub slot: Arc<str>,
    /// How it stood then; none where it was not there.
    pub then: Option<Standing>,
    /// How it stands now; none where it is gone.
    pub now: Option<Standing>,
    /// Whether an approval was bound to it: the approval is void, and the person is asked again.
    pub was_approved: bool,
}

impl Deferred {
    /// What a deferred verdict carries over; none of any other.
    pub(super) fn of(verdict: &Verdict, snapshot: &Snapshot, line: Digest) -> Option<Deferred> {
        let call = verdict.call().filter(|_| verdict.decision == Decision::Deferred)?;
        let counted = call.ground.approvals.iter().filter_map(|index| snapshot.approvals.get(*index));
        let bound = counted.flat_map(|approval| approval.bound.keys().cloned()).collect();
        // What waits had no standing yet: that it has one now is no drift.
        let settled = call.slots.iter().filter(|slot| !slot.waits);
        let slots = settled.map(|slot| (Arc::clone(&slot.id), Standing::of(slot))).collect();
        Some(Deferred { carried: carried(snapshot), slots, bound, verdict: line })
    }

    /// The line of the verdict that deferred the action.
    pub fn verdict(&self) -> Digest {
        self.verdict
    }

    /// What is carried over, as a snapshot that has nothing else.
    pub fn input(&self) -> &Snapshot {
        &self.carried
    }

    /// The snapshot of the re-evaluation: what is carried over, beside what the host knows now. Observations from before `at` are stale.
    ///
    /// Of `fresh`, whose call is not looked at but for the tool's definition, everything counts that is never carried over. Its answers, notices and approvals are added, its settings replace those of
    /// then. Its words are taken where they go on from those of then, so that what the person took back since is seen; words of another
    /// conversation are not about this action.
    ///
    /// # Errors
    /// Where both together are over the limits of a snapshot.
    pub fn fire(&self, at: DateTime, fresh: &Snapshot) -> Result<Snapshot, SnapshotError> {
        let mut snapshot = self.carried.clone();
        snapshot.now = fresh.now.or(Some(at));
        snapshot.zone = snapshot.zone.or_else(|| fresh.zone.clone());
        snapshot.trigger = Trigger { fired: true, at: Some(at) };
        if let (Some(call), Some(now)) = (&mut snapshot.call, &fresh.call) {
            // What the tool is now is for the pins to say.
            call.definition = now.definition.clone().or(call.definition.take());
        }
        let then = &self.carried.instruction;
        let goes_on = fresh.instruction.len() > then.len()
            && then.iter().zip(&fresh.instruction).all(|(then, now)| then.text == now.text && then.trust == now.trust);
        if goes_on {
            snapshot.instruction = fresh.instruction.clone();
            snapshot.message = fresh.message.clone();
        }
        snapshot.answers.extend(fresh.answers.iter().map(|(key, answer)| (Arc::clone(key), answer.clone())));
        overlay(&mut snapshot.preset, &fresh.preset);
        let key = "";
        for approval in &fresh.approvals {
            let same =
                |other: &&mut crate::snapshot::Approval| approval_digest(key, other) == approval_digest(key, approval);
            match snapshot.approvals.iter_mut().find(same) {
                Some(own) => own.used_by = approval.used_by.clone().or(own.used_by.take()),
                None => snapshot.approvals.push(approval.clone()),
            }
        }
        snapshot.shown.extend(fresh.shown.iter().cloned());
        snapshot.measured = fresh.measured.clone();
        snapshot.prior = fresh.prior.clone();
        snapshot.asked = fresh.asked.clone();
        snapshot.revised = fresh.revised.clone();
        snapshot.turn = fresh.turn.clone();
        snapshot.session = fresh.session.clone();
        snapshot.extra = fresh.extra.clone();
        Snapshot::from_value(&snapshot.to_value())
    }

    /// The slots that stand otherwise now: whose value, source or state changed since.
    pub fn drift(&self, now: &Verdict) -> Vec<Drift> {
        let slots: Vec<&SlotReport> = now.call().map(|call| call.slots.iter().collect()).unwrap_or_default();
        let mut drift = Vec::new();
        for (id, then) in &self.slots {
            let is = slots.iter().find(|slot| slot.id == *id).map(|slot| Standing::of(slot));
            if is.as_ref() != Some(then) {
                drift.push(self.one(id, Some(then.clone()), is));
            }
        }
        drift
    }

    fn one(&self, id: &Arc<str>, then: Option<Standing>, now: Option<Standing>) -> Drift {
        let last = id.rsplit('.').next().unwrap_or(id);
        let was_approved = self.bound.contains(id) || self.bound.contains(last);
        Drift { slot: Arc::clone(id), then, now, was_approved }
    }
}

impl Standing {
    fn of(slot: &SlotReport) -> Standing {
        Standing {
            state: slot.state.as_str().into(),
            value: slot.value.clone(),
            source: slot.source.map(|source| source.as_str().into()),
        }
    }

    fn to_value(&self, secrets: &Secrets) -> Value {
        Value::map([
            ("state", Value::Text(Arc::clone(&self.state))),
            ("value", self.value.as_ref().map_or(Value::Null, |value| secrets.value(value))),
            ("source", self.source.clone().map_or(Value::Null, Value::Text)),
        ])
    }

    fn from_value(slot: &Value) -> Option<(Arc<str>, Standing)> {
        let text = |name: &str| slot.field(name).and_then(Value::as_text).map(Arc::<str>::from);
        let standing = Standing { state: text("state")?, value: slot.field("value").cloned(), source: text("source") };
        Some((text("id")?, standing))
    }
}

impl Drift {
    fn to_value(&self, secrets: &Secrets) -> Value {
        let standing = |standing: &Option<Standing>| standing.as_ref().map_or(Value::Null, |one| one.to_value(secrets));
        Value::map([
            ("slot", Value::Text(Arc::clone(&self.slot))),
            ("then", standing(&self.then)),
            ("now", standing(&self.now)),
            ("was_approved", self.was_approved.into()),
        ])
    }
}

impl Recorded {
    /// What a deferred verdict carries over, secret values included; none of any other verdict. After the process ended, the record gives it
    /// back without them: [`Record::deferred`].
    pub fn deferred(&self) -> Option<&Deferred> {
        self.deferred.as_deref()
    }

    /// What changed since the action was deferred, of a verdict that [`Record::fired`] gave.
    pub fn drift(&self) -> &[Drift] {
        &self.drift
    }
}

impl Record {
    /// Judges a deferred action whose trigger fired, and records the verdict with what changed since. `fired` is what
    /// [`Deferred::fire`] gave. Everything is judged anew: only what changed is asked about.
    ///
    /// # Errors
    /// As [`verdict`](Record::verdict).
    pub fn fired(
        &mut self,
        policy: &Policy,
        deferred: &Deferred,
        fired: &Snapshot,
        now: DateTime,
    ) -> Result<Recorded, RecordError> {
        self.judge(policy, fired, now, Some(deferred))
    }

    /// What the deferred verdict on this line carries over; none where the line is something else. Secret values are not recorded, so they are
    /// not there any more: a slot that rested on one is asked about again.
    ///
    /// # Errors
    /// Where the record cannot be read.
    pub fn deferred(&mut self, seq: u64) -> Result<Option<Deferred>, RecordError> {
        let Some(verdict) = prior::line(&mut *self.store, seq)? else { return Ok(None) };
        let mut found = None;
        // It stands directly behind, or behind what else was said under the same lock.
        self.lines(seq.saturating_add(1), |line| {
            let is_own = line.kind == Kind::Deferred && line.digest_of("nonce") == Some(verdict.digest);
            found = is_own.then_some(line);
            false
        })?;
        Ok(found.and_then(|line| read(&verdict, &line)))
    }

    /// The line of what a deferred verdict carries over.
    pub(super) fn deferred_entry(&self, redacted: &Snapshot, verdict: &Verdict, written: Written) -> Entry {
        let mut entry = Entry::new(Kind::Deferred, verdict.call().map(|call| &*call.action_key));
        entry.put("nonce", written.digest.to_value());
        entry.put("verdict", count(written.seq));
        entry.put("input", carried(redacted).to_value());
        let counted = verdict.call().map(|call| call.ground.approvals.as_slice()).unwrap_or_default();
        let bound =
            counted.iter().filter_map(|index| redacted.approvals.get(*index)).flat_map(|given| given.bound.keys());
        entry.put("bound", Value::list(bound.cloned().map(Value::Text)));
        entry
    }

    pub(super) fn drift_value(&self, drift: &[Drift]) -> Value {
        Value::list(drift.iter().map(|one| one.to_value(&self.secrets)))
    }
}

fn read(verdict: &Line, line: &Line) -> Option<Deferred> {
    let carried = Snapshot::from_value(line.field("input")?).ok()?;
    let slots = verdict.field("verdict")?.field("slots")?.as_list()?;
    let settled = slots.iter().filter(|slot| slot.field("waits").is_none());
    let bound = line.field("bound")?.as_list()?.iter().filter_map(Value::as_text).map(Arc::from).collect();
    Some(Deferred {
        carried,
        slots: settled.filter_map(Standing::from_value).collect(),
        bound,
        verdict: verdict.digest,
    })
}

/// What is carried over of a snapshot, and nothing else.
fn carried(snapshot: &Snapshot) -> Snapshot {
    Snapshot {
        phase: snapshot.phase,
        zone: snapshot.zone.clone(),
        user: snapshot.user.clone(),
        call: snapshot.call.clone(),
        instruction: snapshot.instruction.clone(),
        quotes: snapshot.quotes.clone(),
        answers: snapshot.answers.clone(),
        preset: snapshot.preset.clone(),
        approvals: snapshot.approvals.clone(),
        shown: snapshot.shown.clone(),
        message: snapshot.message.clone(),
        ..Snapshot::default()
    }
}

/// Settings of now in the place of those of then.
fn overlay(then: &mut PresetTree, now: &PresetTree) {
    match (then, now) {
        (PresetTree::Branch(then), PresetTree::Branch(now)) => {
            for (name, now) in now {
                match then.get_mut(name) {
                    Some(then) => overlay(then, now),
                    None => drop(then.insert(Arc::clone(name), now.clone())),
                }
            }
        }
        (PresetTree::Leaf(then), PresetTree::Leaf(now)) => *then = Preset { ..now.clone() },
        (then, now) => *then = now.clone(),
    }
}
