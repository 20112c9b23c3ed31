//! The executor's side: a permit is redeemed, once, and only then does the call run.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::entry::{Digest, Entry, Kind, count};
use super::error::RecordError;
use super::key::Verifier;
use super::permit::{Claims, Permit, call_digest, opened};
use super::recorded::GivenApproval;
use super::redact::clean_envelope;
use super::{Record, Written};
use crate::snapshot::CallResult;
use crate::value::{DateTime, Map, Value};
use crate::verdict::Verdict;

/// Redeems permits, and records each redemption before the call runs and each refusal.
///
/// It is the record that knows which permits are used up: the one in which the verdicts stand, so that a permit ends with its record. Two executors that
/// share a record, in one process or in many, cannot both redeem one, since the look and the line are under one lock. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Redeemer {
    verifier: Verifier,
    record: Arc<Mutex<Record>>,
    policies: Option<BTreeSet<String>>,
    is_apart: bool,
}

/// A permit that was redeemed: the leave to run one call, and its arguments. It is the only thing that an executor takes.
///
/// ```compile_fail
/// // No execution without a permit.
/// let execution = chk::record::Execution { tool: "bank.transfer".into() };
/// ```
///
/// ```compile_fail
/// // And none is run twice.
/// fn twice(execution: chk::record::Execution) {
///     let run = |_: &str, _: &chk::value::Map| chk::snapshot::CallResult::default();
///     execution.run(run);
///     execution.run(run);
/// }
/// ```
#[must_use = "the permit is redeemed: if the call does not run now, it never does"]
pub struct Execution {
    tool: Arc<str>,
    arguments: Map,
    place: Place,
}

/// What came back from a call that ran, to be recorded.
#[must_use = "what came back is not recorded yet"]
pub struct Returned {
    result: CallResult,
    place: Place,
}

/// Which execution it is, and where it is recorded.
struct Place {
    record: Arc<Mutex<Record>>,
    written: Written,
    tool: Arc<str>,
    action_key: Arc<str>,
    nonce: Digest,
}

/// Why a permit was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RefusalReason {
    /// The text is no permit.
    Malformed,
    /// It was signed with another key.
    Forged,
    /// It names this key, and the signature is not of what stands there; or a secret is not the one that was signed for.
    Altered,
    /// It was made under a policy that this executor does not run under.
    OtherPolicy,
    /// It is not in force yet.
    NotYet,
    /// It is no longer in force, or the time has no zone and nobody can tell.
    Expired,
    /// The call is another one than it was made for.
    Mismatched,
    /// Its verdict stands nowhere in this record.
    UnknownVerdict,
    /// The verdict was executed already.
    Replayed,
    /// An approval that it rests on was used up by another execution.
    ApprovalUsed,
    /// The record cannot be written or read, and what is not recorded does not run.
    Unrecorded,
}

impl RefusalReason {
    /// Every reason, in the order in which they are looked for.
    pub const ALL: [RefusalReason; 11] = [
        RefusalReason::Malformed,
        RefusalReason::Forged,
        RefusalReason::Altered,
        RefusalReason::OtherPolicy,
        RefusalReason::NotYet,
        RefusalReason::Expired,
        RefusalReason::Mismatched,
        RefusalReason::UnknownVerdict,
        RefusalReason::Replayed,
        RefusalReason::ApprovalUsed,
        RefusalReason::Unrecorded,
    ];

    /// The word of the record.
    pub fn as_str(self) -> &'static str {
        match self {
            RefusalReason::Malformed => "malformed",
            RefusalReason::Forged => "forged",
            RefusalReason::Altered => "altered",
            RefusalReason::OtherPolicy => "other_policy",
            RefusalReason::NotYet => "not_yet",
            RefusalReason::Expired => "expired",
            RefusalReason::Mismatched => "mismatched",
            RefusalReason::UnknownVerdict => "unknown_verdict",
            RefusalReason::Replayed => "replayed",
            RefusalReason::ApprovalUsed => "approval_used",
            RefusalReason::Unrecorded => "unrecorded",
        }
    }

    fn says(self) -> &'static str {
        match self {
            RefusalReason::Malformed => "the text is no permit; pass on what `Permit::to_text` wrote, as it stands",
            RefusalReason::Forged => {
                "it was signed with another key; give the executor the key of whoever makes the permits"
            }
            RefusalReason::Altered => "its signature is not of what stands there; judge the call again",
            RefusalReason::OtherPolicy => "it was made under another policy; judge the call under the present one",
            RefusalReason::NotYet => "it is not in force yet; compare the clocks of both sides",
            RefusalReason::Expired => "it is no longer in force; judge the call again",
            RefusalReason::Mismatched => {
                "the call is another one than it was made for; run what the verdict says, and nothing else"
            }
            RefusalReason::UnknownVerdict => {
                "its verdict stands nowhere in this record; redeem against the record that it was made from, or judge again"
            }
            RefusalReason::Replayed => {
                "its verdict was executed already; judge the call again where it is meant to run again"
            }
            RefusalReason::ApprovalUsed => "an approval that it rests on was used up; ask the person again",
            RefusalReason::Unrecorded => {
                "the record takes no line, and what is not recorded does not run; see to the record"
            }
        }
    }
}

impl fmt::Display for RefusalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A permit that was refused. Nothing ran.
#[derive(Debug, thiserror::Error)]
#[error("the permit is refused ({reason}): {}", .reason.says())]
pub struct Refusal {
    /// Why.
    pub reason: RefusalReason,
    /// Why the record could not be read or written, where it could not. The refusal holds all the same.
    #[source]
    pub unrecorded: Option<RecordError>,
}

/// A permit that is what it says, and the arguments with their secrets.
struct Checked {
    claims: Claims,
    whole: Map,
    secrets: Vec<Value>,
}

/// Why it is not; with what it says, where that was signed.
struct Refused {
    reason: RefusalReason,
    claims: Option<Box<Claims>>,
}

impl Redeemer {
    /// Redeems the permits of this key against this record.
    pub fn new(verifier: Verifier, record: Record) -> Redeemer {
        Redeemer { verifier, record: Arc::new(Mutex::new(record)), policies: None, is_apart: false }
    }

    /// Redeems permits of this policy alone, by its [`digest`](crate::Policy::digest); may be said of several. Without it, of whatever policy
    /// the key signs for.
    pub fn under(mut self, policy_digest: impl Into<String>) -> Redeemer {
        self.policies.get_or_insert_default().insert(policy_digest.into());
        self
    }

    /// Redeems against a record of the executors' own, in which no verdicts stand. Such a record must never be begun anew while a permit is in force:
    /// what was redeemed stands in the old one alone.
    pub fn apart(mut self) -> Redeemer {
        self.is_apart = true;
        self
    }

    /// Redeems a permit for a call: the tool's full name, and the arguments as the verdict gives them. Once this has returned an [`Execution`],
    /// no other permit of the same verdict is redeemed, whether or not the call runs.
    ///
    /// # Errors
    /// Where it is refused, which is recorded.
    pub fn redeem(&self, permit: &str, tool: &str, arguments: &Map, now: DateTime) -> Result<Execution, Refusal> {
        let mut record = locked(&self.record);
        let call = call_digest(tool, arguments);
        let checked = self.check(permit, tool, arguments, call, now);
        let Checked { claims, whole, secrets } = match checked {
            Ok(checked) => checked,
            Err(Refused { reason, claims }) => {
                return Err(refuse(&mut record, reason, permit, tool, call, claims.as_deref(), now));
            }
        };
        secrets.iter().for_each(|secret| record.hide(secret));
        let entry = entry(&claims, arguments, &record);
        match record.redeem(&claims, &entry, &now, self.is_apart) {
            Ok(Ok(written)) => Ok(Execution {
                tool: Arc::clone(&claims.tool),
                arguments: whole,
                place: Place {
                    record: Arc::clone(&self.record),
                    written,
                    tool: claims.tool,
                    action_key: claims.action_key,
                    nonce: claims.nonce,
                },
            }),
            Ok(Err(reason)) => Err(refuse(&mut record, reason, permit, tool, call, Some(&claims), now)),
            Err(error) => Err(Refusal { reason: RefusalReason::Unrecorded, unrecorded: Some(error) }),
        }
    }

    /// Everything that the text alone tells.
    fn check(&self, text: &str, tool: &str, arguments: &Map, call: Digest, now: DateTime) -> Result<Checked, Refused> {
        let permit = Permit::from_text(text).ok_or(Refused { reason: RefusalReason::Malformed, claims: None })?;
        let Permit { claims, secrets, signature } = permit;
        // What is not signed says nothing: it is not even written down.
        if claims.key != self.verifier.id() {
            return Err(Refused { reason: RefusalReason::Forged, claims: None });
        }
        if !self.verifier.is_signed(claims.to_text().as_bytes(), &signature) {
            return Err(Refused { reason: RefusalReason::Altered, claims: None });
        }
        let refused = |reason, claims| Err(Refused { reason, claims: Some(Box::new(claims)) });
        if self.policies.as_ref().is_some_and(|policies| !policies.contains(&*claims.policy)) {
            return refused(RefusalReason::OtherPolicy, claims);
        }
        match (now.compare(&claims.issued, None), now.compare(&claims.expires, None)) {
            (Some(issued), _) if issued.is_lt() => return refused(RefusalReason::NotYet, claims),
            (Some(_), Some(expires)) if expires.is_lt() => {}
            _ => return refused(RefusalReason::Expired, claims),
        }
        if *claims.tool != *tool || claims.call != call {
            return refused(RefusalReason::Mismatched, claims);
        }
        match opened(arguments, &claims.secret, &secrets) {
            Some(whole) => Ok(Checked { claims, whole, secrets }),
            None => refused(RefusalReason::Altered, claims),
        }
    }

    /// The record, for what else an executor has to say or to ask.
    pub fn record<T>(&self, work: impl FnOnce(&mut Record) -> T) -> T {
        work(&mut locked(&self.record))
    }
}

impl Record {
    /// Looks whether a permit is used up and writes that it is now, under one lock.
    fn redeem(
        &mut self,
        claims: &Claims,
        entry: &Entry,
        now: &DateTime,
        is_apart: bool,
    ) -> Result<Result<Written, RefusalReason>, RecordError> {
        self.locked(now, |record| {
            record.index.catch_up(&mut *record.store)?;
            if !is_apart && !record.index.verdicts.contains_key(&claims.nonce) {
                return Ok(Err(RefusalReason::UnknownVerdict));
            }
            if record.index.redeemed.contains_key(&claims.nonce) {
                return Ok(Err(RefusalReason::Replayed));
            }
            // A verdict that lets an approval count again knew of the uses until then, and of none since.
            let is_free = |given: &GivenApproval| match (record.index.used.get(&given.digest), given.again) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(used), Some(_)) if is_apart => used.at.compare(&claims.issued, None).is_some_and(Ordering::is_lt),
                (Some(used), Some(lines)) => used.last <= lines,
            };
            if !claims.approvals.iter().all(is_free) {
                return Ok(Err(RefusalReason::ApprovalUsed));
            }
            record.write(entry, now).map(Ok)
        })
    }
}

fn entry(claims: &Claims, arguments: &Map, record: &Record) -> Entry {
    let mut entry = Entry::new(Kind::Execution, Some(&claims.action_key));
    entry.put("tool", Value::Text(Arc::clone(&claims.tool)));
    entry.put("arguments", Value::Map(Arc::new(record.secrets.map(arguments))));
    entry.put("nonce", claims.nonce.to_value());
    entry.put("call", claims.call.to_value());
    entry.put("policy", Value::Text(Arc::clone(&claims.policy)));
    entry.put("approvals", Value::list(claims.approvals.iter().map(|given| given.digest.to_value())));
    entry
}

/// Writes a refusal down. The text itself is not: it may hold secrets, and be redeemed by whoever reads it.
fn refuse(
    record: &mut Record,
    reason: RefusalReason,
    permit: &str,
    tool: &str,
    call: Digest,
    claims: Option<&Claims>,
    now: DateTime,
) -> Refusal {
    let mut entry = Entry::new(Kind::Refusal, claims.map(|claims| &*claims.action_key));
    entry.put("reason", reason.as_str());
    // Anybody may have written the name, of any length.
    entry.put("tool", Value::text(record.secrets.text(tool).chars().take(MOST_OF_A_NAME).collect::<String>()));
    entry.put("call", call.to_value());
    entry.put("permit", Digest::of(permit.as_bytes()).to_value());
    entry.maybe("nonce", claims.map(|claims| claims.nonce.to_value()));
    Refusal { reason, unrecorded: record.append(&[entry], &now).err() }
}

/// How much of a tool's name a refusal holds.
const MOST_OF_A_NAME: usize = 200;

impl Execution {
    /// The tool's full name.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// The line of the record that says that it runs.
    pub fn seq(&self) -> u64 {
        self.place.written.seq
    }

    /// Runs the call: with exactly these arguments, secret values in their places, once.
    pub fn run(self, call: impl FnOnce(&str, &Map) -> CallResult) -> Returned {
        let result = call(&self.tool, &self.arguments);
        Returned { result, place: self.place }
    }
}

impl Returned {
    /// What came back.
    pub fn result(&self) -> &CallResult {
        &self.result
    }

    /// Records what the policy makes of it: a verdict of phase `result`, of which the envelope is what the model reads.
    ///
    /// # Errors
    /// Where it cannot be recorded. That the call ran stands there already.
    pub fn judged(self, verdict: &Verdict, now: DateTime) -> Result<CallResult, RecordError> {
        let envelope = verdict.envelope().map_or(Value::Null, |envelope| envelope.to_value());
        self.write(envelope, Some(verdict.decision.as_str()), now)
    }

    /// Records an envelope of the executor's own, which has no policy: `ok`, `error_kind` and the rest, or null where there is none.
    ///
    /// # Errors
    /// Where it cannot be recorded. That the call ran stands there already.
    pub fn enveloped(self, envelope: Value, now: DateTime) -> Result<CallResult, RecordError> {
        self.write(envelope, None, now)
    }

    fn write(self, envelope: Value, decision: Option<&str>, now: DateTime) -> Result<CallResult, RecordError> {
        let Place { record, written, tool, action_key, nonce } = self.place;
        let mut record = locked(&record);
        let mut entry = Entry::new(Kind::Result, Some(&action_key));
        entry.put("tool", Value::Text(tool));
        entry.put("nonce", nonce.to_value());
        entry.put("execution", count(written.seq));
        entry.maybe("decision", decision);
        entry.put("envelope", clean_envelope(&envelope, &record.secrets));
        record.append(&[entry], &now)?;
        Ok(self.result)
    }
}

/// Without the arguments, which hold secret values.
impl fmt::Debug for Execution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Execution").field("tool", &self.tool).field("nonce", &self.place.nonce).finish_non_exhaustive()
    }
}

impl fmt::Debug for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Returned").field("nonce", &self.place.nonce).finish_non_exhaustive()
    }
}

/// A thread that panicked left the record as it is on the disk: whatever is asked next is read from there.
fn locked(record: &Mutex<Record>) -> MutexGuard<'_, Record> {
    record.lock().unwrap_or_else(PoisonError::into_inner)
}
