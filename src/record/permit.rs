//! A signed leave to run one call, once.

use std::fmt;
use std::sync::Arc;

use super::entry::{Digest, count, from_hex, to_hex};
use super::key::Signer;
use super::limits::{MAX_LIFETIME_SECONDS, MAX_PERMIT};
use super::recorded::{Enforcement, GivenApproval, Recorded};
use crate::digest::canonical_json;
use crate::snapshot::parse_json;
use crate::value::{DateTime, Duration, Map, Number, Value};
use crate::verdict::Decision;

/// A signed leave to run exactly one call, once, in time. Only [`Recorded::permit`] makes one, and only of `execute`.
///
/// It travels to the executor as a text. What it is bound to: the tool and its arguments, the policy, the approvals, whose action it is, from
/// when until when, and the line of the record that holds the verdict. The digest of that line is its nonce: a verdict is executed once,
/// however many permits are made of it, and no randomness is needed for it.
///
/// The values of `secret` arguments travel in the text, beside what is signed, and are held against the digests that stand in the arguments.
/// Their places are signed for, so that none is left out or put in. The text is as secret as they are; nothing of it is recorded.
///
/// ```compile_fail
/// // There is no other way to a permit than a recorded verdict.
/// let permit = chk::record::Permit { claims: todo!(), secrets: Vec::new(), signature: Vec::new() };
/// ```
///
/// ```compile_fail
/// // Nor from a verdict that was not recorded.
/// fn unrecorded(verdict: chk::Verdict, signer: &chk::record::Signer, lifetime: chk::value::Duration) {
///     let _ = verdict.permit(signer, lifetime);
/// }
/// ```
#[derive(Clone)]
pub struct Permit {
    pub(super) claims: Claims,
    /// The values that stand in the secret places.
    pub(super) secrets: Vec<Value>,
    pub(super) signature: Vec<u8>,
}

/// What is signed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Claims {
    pub(super) key: String,
    pub(super) tool: Arc<str>,
    /// The digest of the tool and its arguments.
    pub(super) call: Digest,
    pub(super) policy: Arc<str>,
    pub(super) approvals: Vec<GivenApproval>,
    pub(super) action_key: Arc<str>,
    pub(super) issued: DateTime,
    pub(super) expires: DateTime,
    pub(super) nonce: Digest,
    /// The places of secret values in the arguments.
    pub(super) secret: Vec<Vec<Step>>,
}

/// One step to a part of the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(Arc<str>),
    Index(usize),
}

impl Step {
    fn to_value(&self) -> Value {
        match self {
            Step::Key(key) => Value::Text(Arc::clone(key)),
            Step::Index(index) => Value::from(*index),
        }
    }

    fn from_value(value: &Value) -> Option<Step> {
        match value {
            Value::Text(key) => Some(Step::Key(Arc::clone(key))),
            Value::Number(number) => number.as_usize().map(Step::Index),
            _ => None,
        }
    }
}

/// Why there is no permit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PermitError {
    /// The verdict lets nothing run.
    #[error("the verdict is `{0}`, and only `execute` lets a call run; do what it asks for and judge again")]
    NotExecute(Decision),
    /// The record only watches.
    #[error("the record is in shadow and gives no leave; run the call without, or record with `Enforcement::Enforce`")]
    Shadow,
    /// It would be in force for too long, or not at all.
    #[error(
        "a permit is in force for more than no time and at most {MAX_LIFETIME_SECONDS} seconds; what waits longer is judged again"
    )]
    Lifetime,
    /// Nobody could tell when it ends.
    #[error(
        "the verdict was recorded at a time without a zone, so that nobody could tell when a permit ends; record it at a time with one"
    )]
    NoZone,
    /// The secrets that it would carry are too large.
    #[error(
        "the permit would have more than {MAX_PERMIT} bytes, for its secret values; pass large data to the tool by a reference"
    )]
    TooLarge,
}

impl Recorded {
    /// A permit for the call that the verdict lets run, in force from when it was recorded.
    ///
    /// # Errors
    /// Where the verdict is not `execute` or was recorded in shadow; where the lifetime is none or too long, or has no zone to be read in.
    pub fn permit(&self, signer: &Signer, lifetime: Duration) -> Result<Permit, PermitError> {
        let verdict = &self.verdict;
        let call = verdict.call().filter(|_| verdict.decision == Decision::Execute);
        let Some((call, arguments)) = call.and_then(|call| Some((call, call.arguments.as_ref()?))) else {
            return Err(PermitError::NotExecute(verdict.decision));
        };
        if self.enforcement == Enforcement::Shadow {
            return Err(PermitError::Shadow);
        }
        let most = i128::from(MAX_LIFETIME_SECONDS) * 1_000_000_000;
        if lifetime.as_nanos() <= 0 || lifetime.as_nanos() > most {
            return Err(PermitError::Lifetime);
        }
        if !self.at.has_zone() {
            return Err(PermitError::NoZone);
        }
        let mut found = Vec::new();
        for (name, value) in &call.ground.arguments {
            if let Some(shown) = arguments.get(name) {
                hidden(shown, value, &mut vec![Step::Key(Arc::clone(name))], &mut found);
            }
        }
        let (secret, secrets) = found.into_iter().unzip();
        let claims = Claims {
            key: signer.id().to_owned(),
            tool: Arc::clone(&call.tool),
            call: call_digest(&call.tool, arguments),
            policy: Arc::clone(&verdict.policy_digest),
            approvals: self.approvals.clone(),
            action_key: Arc::clone(&call.action_key),
            issued: self.at,
            expires: self.at.plus(lifetime).ok_or(PermitError::Lifetime)?,
            nonce: self.line,
            secret,
        };
        let signature = signer.sign(claims.to_text().as_bytes());
        let permit = Permit { claims, secrets, signature };
        if permit.to_text().len() > MAX_PERMIT { Err(PermitError::TooLarge) } else { Ok(permit) }
    }
}

/// The digest of a call: the tool's full name and its arguments, secrets as their digests.
pub(super) fn call_digest(tool: &str, arguments: &Map) -> Digest {
    let arguments = Value::Map(Arc::new(arguments.clone()));
    Digest::of_value(&Value::map([("arguments", arguments), ("tool", Value::from(tool))]))
}

/// Where what is shown of a value is not the value.
fn hidden(shown: &Value, value: &Value, path: &mut Vec<Step>, found: &mut Vec<(Vec<Step>, Value)>) {
    match (shown, value) {
        (Value::Map(shown), Value::Map(map)) => {
            for (key, shown) in shown.iter() {
                path.push(Step::Key(Arc::clone(key)));
                map.get(key).into_iter().for_each(|value| hidden(shown, value, path, found));
                path.pop();
            }
        }
        (Value::List(shown), Value::List(list)) => {
            for (index, (shown, value)) in shown.iter().zip(list.iter()).enumerate() {
                path.push(Step::Index(index));
                hidden(shown, value, path, found);
                path.pop();
            }
        }
        _ if shown == value => {}
        _ => found.push((path.clone(), value.clone())),
    }
}

/// The arguments with secret values in their places; none where one is not what its digest says, or is missing, or has no place.
pub(super) fn opened(arguments: &Map, places: &[Vec<Step>], secrets: &[Value]) -> Option<Map> {
    if places.len() != secrets.len() {
        return None;
    }
    let mut whole = Value::Map(Arc::new(arguments.clone()));
    for (path, secret) in places.iter().zip(secrets) {
        whole = put(&whole, path, secret)?;
    }
    match whole {
        Value::Map(map) => Some(Arc::unwrap_or_clone(map)),
        _ => None,
    }
}

fn put(value: &Value, path: &[Step], secret: &Value) -> Option<Value> {
    match (path.split_first(), value) {
        (None, Value::Text(digest)) => (**digest == *crate::digest::digest(secret)).then(|| secret.clone()),
        (Some((Step::Key(key), rest)), Value::Map(map)) => {
            let mut map = (**map).clone();
            let inner = map.get_mut(key)?;
            *inner = put(inner, rest, secret)?;
            Some(Value::Map(Arc::new(map)))
        }
        (Some((Step::Index(index), rest)), Value::List(list)) => {
            let mut list = list.to_vec();
            let inner = list.get_mut(*index)?;
            *inner = put(inner, rest, secret)?;
            Some(Value::list(list))
        }
        _ => None,
    }
}

impl Claims {
    /// The canonical form, which is what is signed.
    pub(super) fn to_text(&self) -> String {
        canonical_json(&self.to_value())
    }

    fn to_value(&self) -> Value {
        let approval = |given: &GivenApproval| {
            Value::map([("again", given.again.map_or(Value::Null, count)), ("approval", given.digest.to_value())])
        };
        Value::map([
            ("chk", Value::from(super::entry::VERSION)),
            ("key", self.key.as_str().into()),
            ("tool", Value::Text(Arc::clone(&self.tool))),
            ("call", self.call.to_value()),
            ("policy", Value::Text(Arc::clone(&self.policy))),
            ("approvals", Value::list(self.approvals.iter().map(approval))),
            ("action_key", Value::Text(Arc::clone(&self.action_key))),
            ("issued", Value::text(self.issued.to_string())),
            ("expires", Value::text(self.expires.to_string())),
            ("nonce", self.nonce.to_value()),
            ("secret", Value::list(self.secret.iter().map(|path| Value::list(path.iter().map(Step::to_value))))),
        ])
    }

    fn from_value(value: &Value) -> Option<Claims> {
        let text = |name: &str| value.field(name)?.as_text().map(Arc::<str>::from);
        let digest = |name: &str| Digest::parse(value.field(name)?.as_text()?);
        let time = |name: &str| DateTime::parse(value.field(name)?.as_text()?).filter(DateTime::has_zone);
        let approval = |value: &Value| {
            let digest = Digest::parse(value.field("approval")?.as_text()?)?;
            let again = value.field("again")?.as_number().and_then(Number::as_usize);
            Some(GivenApproval { digest, again: again.and_then(|lines| u64::try_from(lines).ok()) })
        };
        let path = |value: &Value| value.as_list()?.iter().map(Step::from_value).collect::<Option<Vec<_>>>();
        let claims = Claims {
            key: (*text("key")?).to_owned(),
            tool: text("tool")?,
            call: digest("call")?,
            policy: text("policy")?,
            approvals: value.field("approvals")?.as_list()?.iter().map(approval).collect::<Option<_>>()?,
            action_key: text("action_key")?,
            issued: time("issued")?,
            expires: time("expires")?,
            nonce: digest("nonce")?,
            secret: value.field("secret")?.as_list()?.iter().map(path).collect::<Option<_>>()?,
        };
        // Whatever else stands there was not signed as what it is read for.
        (claims.to_value() == *value).then_some(claims)
    }
}

impl Permit {
    /// The text in which it travels to whoever runs the call: canonical JSON. It holds secret values as they are.
    pub fn to_text(&self) -> String {
        canonical_json(&Value::map([
            ("permit", self.claims.to_value()),
            ("secrets", Value::list(self.secrets.iter().cloned())),
            ("signature", Value::text(to_hex(&self.signature))),
        ]))
    }

    /// Reads what [`to_text`](Permit::to_text) wrote; none where it is something else. Whether it is worth anything is for
    /// [`Redeemer::redeem`](super::Redeemer::redeem) to say.
    pub fn from_text(text: &str) -> Option<Permit> {
        if text.len() > MAX_PERMIT {
            return None;
        }
        let value = parse_json(text)?;
        let permit = Permit {
            claims: Claims::from_value(value.field("permit")?)?,
            secrets: value.field("secrets")?.as_list()?.to_vec(),
            signature: from_hex(value.field("signature")?.as_text()?)?,
        };
        (permit.to_text() == text).then_some(permit)
    }

    /// The tool's full name.
    pub fn tool(&self) -> &str {
        &self.claims.tool
    }

    /// When it ends.
    pub fn expires(&self) -> DateTime {
        self.claims.expires
    }

    /// The digest of the recorded verdict, which is redeemed at most once.
    pub fn nonce(&self) -> Digest {
        self.claims.nonce
    }
}

/// Without the secrets that it carries, and without the signature that would let whoever reads a log redeem it.
impl fmt::Debug for Permit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").field("claims", &self.claims).finish_non_exhaustive()
    }
}
