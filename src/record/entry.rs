//! What a line of a record says, and how it is written and read.

use std::fmt;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::limits::MAX_LINE;
use crate::snapshot::parse_json;
use crate::value::{DateTime, Map, Value};
use crate::verdict::{Layout, write_json};

/// The version of the lines.
pub(super) const VERSION: i64 = 1;

/// A SHA-256 digest: of a line (its bytes without the end of the line), of a call, of an approval.
///
/// ```
/// use chk::record::Digest;
/// let digest = Digest::of(b"");
/// assert_eq!(digest.to_string(), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
/// assert_eq!(Digest::parse(&digest.to_string()), Some(digest));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    /// Reads `sha256:` and 64 hexadecimal digits in lower case.
    pub fn parse(text: &str) -> Option<Digest> {
        Some(Digest(from_hex(text.strip_prefix("sha256:")?)?.try_into().ok()?))
    }

    pub(super) fn of_value(value: &Value) -> Digest {
        Digest::of(crate::digest::canonical_json(value).as_bytes())
    }

    pub(super) fn to_value(self) -> Value {
        Value::text(self.to_string())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sha256:")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The bytes that these lower-case hexadecimal digits write; none where they are something else.
pub(super) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let nibble = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    rest.is_empty().then_some(())?;
    pairs.iter().map(|[high, low]| Some(nibble(*high)? << 4 | nibble(*low)?)).collect()
}

pub(super) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A number of lines or bytes.
pub(super) fn count(number: u64) -> Value {
    Value::from(usize::try_from(number).unwrap_or(usize::MAX))
}

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A verdict, with what it was made from.
    Verdict,
    /// A person's approval.
    Approval,
    /// A permit was redeemed: the call runs.
    Execution,
    /// What came back from an execution.
    Result,
    /// A permit was refused: nothing runs.
    Refusal,
    /// What a deferred verdict carries over to its time.
    Deferred,
    /// A writer was killed in the middle of a line, which was set aside.
    Torn,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] =
        [Kind::Verdict, Kind::Approval, Kind::Execution, Kind::Result, Kind::Refusal, Kind::Deferred, Kind::Torn];

    /// The word of the line.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Verdict => "verdict",
            Kind::Approval => "approval",
            Kind::Execution => "execution",
            Kind::Result => "result",
            Kind::Refusal => "refusal",
            Kind::Deferred => "deferred",
            Kind::Torn => "torn",
        }
    }

    /// The kind of this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// What is to be recorded, before it has its place.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: Kind,
    pub(super) action_key: Option<Arc<str>>,
    pub(super) fields: Map,
}

impl Entry {
    pub(super) fn new(kind: Kind, action_key: Option<&str>) -> Entry {
        Entry { kind, action_key: action_key.map(Arc::from), fields: Map::default() }
    }

    pub(super) fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.fields.insert(key.into(), value.into());
    }

    pub(super) fn maybe(&mut self, key: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// The line, without its end, behind a record that ends so.
    pub(super) fn line(&self, head: &Head, at: &DateTime) -> String {
        let mut line = Map::default();
        let mut put = |key: &str, value: Value| line.insert(key.into(), value);
        put("chk", VERSION.into());
        put("seq", count(head.lines.saturating_add(1)));
        put("prev", head.last.map_or(Value::Null, Digest::to_value));
        put("at", Value::text(at.to_string()));
        put("kind", self.kind.as_str().into());
        if let Some(key) = &self.action_key {
            put("action_key", Value::Text(Arc::clone(key)));
        }
        line.extend(self.fields.iter().map(|(key, value)| (Arc::clone(key), value.clone())));
        write_json(&Value::Map(Arc::new(line)), Layout::Line)
    }
}

/// Where a record ends: how many lines it has, and the digest of the last one.
///
/// Whoever keeps a head elsewhere can tell later whether anything in front of it was changed, cut off or written anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// How many lines there are.
    pub lines: u64,
    /// The digest of the last one; none where there is none.
    pub last: Option<Digest>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It is no JSON object of this form.
    Malformed,
    /// It has more bytes than a line may have.
    TooLong,
    /// It is of another version.
    OtherVersion,
    /// It has another number than its place says.
    Misplaced {
        /// The number that it has.
        seq: u64,
    },
    /// It does not hold the digest of the line before it.
    Unchained,
    /// The noted head is no line of this record.
    NoHead,
}

impl Fault {
    /// The word of the command line's JSON.
    pub fn as_str(&self) -> &'static str {
        match self {
            Fault::Malformed => "malformed",
            Fault::TooLong => "too_long",
            Fault::OtherVersion => "other_version",
            Fault::Misplaced { .. } => "misplaced",
            Fault::Unchained => "unchained",
            Fault::NoHead => "no_head",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Malformed => f.write_str("is no line of a record"),
            Fault::TooLong => write!(f, "has more than {MAX_LINE} bytes, and no line has"),
            Fault::OtherVersion => write!(f, "is of another version than {VERSION}"),
            Fault::Misplaced { seq } => {
                write!(f, "has the number {seq}: lines were dropped, inserted or put in another order")
            }
            Fault::Unchained => {
                f.write_str("does not follow from the line before it: one of the two was changed or exchanged")
            }
            Fault::NoHead => {
                f.write_str("is the last, and the noted head stands nowhere: lines were cut off or written anew")
            }
        }
    }
}

/// What every line begins with.
#[derive(serde::Deserialize)]
pub(super) struct Front<'a> {
    chk: i64,
    pub(super) seq: u64,
    #[serde(borrow)]
    prev: Option<&'a str>,
    at: &'a str,
    kind: &'a str,
    #[serde(default)]
    decision: Option<&'a str>,
}

impl<'a> Front<'a> {
    /// Reads only what the chain needs, and whether the rest is JSON.
    pub(super) fn read(line: &'a [u8]) -> Result<Front<'a>, Fault> {
        let front: Front<'a> = serde_json::from_slice(line).map_err(|_| Fault::Malformed)?;
        if front.chk != VERSION {
            return Err(Fault::OtherVersion);
        }
        let is_whole = DateTime::parse(front.at).is_some()
            && front.kind().is_some()
            && front.prev.is_none_or(|prev| Digest::parse(prev).is_some());
        if is_whole { Ok(front) } else { Err(Fault::Malformed) }
    }

    pub(super) fn kind(&self) -> Option<Kind> {
        Kind::from_name(self.kind)
    }

    /// Whether it is a verdict that lets its call run.
    pub(super) fn is_execute(&self) -> bool {
        self.decision == Some("execute")
    }

    /// Whether it stands where it says, behind a record that ends so.
    pub(super) fn follows(&self, head: &Head) -> Result<(), Fault> {
        if self.seq != head.lines.saturating_add(1) {
            return Err(Fault::Misplaced { seq: self.seq });
        }
        match (self.prev.and_then(Digest::parse), head.last) {
            (prev, last) if prev == last => Ok(()),
            _ => Err(Fault::Unchained),
        }
    }
}

/// A line of a record, as it was read.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its number, from 1.
    pub seq: u64,
    /// Its own digest, which the next line holds.
    pub digest: Digest,
    /// When it was recorded.
    pub at: DateTime,
    /// What it is about.
    pub kind: Kind,
    /// Whose action it concerns: `user:tool`.
    pub action_key: Option<Arc<str>>,
    /// Everything that it says.
    pub value: Value,
}

impl Line {
    /// Reads a line without its end.
    ///
    /// # Errors
    /// What is wrong with it. Whether it follows from the line before is for [`verify`](super::verify) to say.
    pub fn read(bytes: &[u8]) -> Result<Line, Fault> {
        let front = Front::read(bytes)?;
        let text = std::str::from_utf8(bytes).map_err(|_| Fault::Malformed)?;
        let value = parse_json(text).ok_or(Fault::Malformed)?;
        let kind = front.kind().ok_or(Fault::Malformed)?;
        let at = DateTime::parse(front.at).ok_or(Fault::Malformed)?;
        let action_key = value.field("action_key").and_then(Value::as_text).map(Arc::from);
        Ok(Line { seq: front.seq, digest: Digest::of(bytes), at, kind, action_key, value })
    }

    /// A part of it.
    pub fn field(&self, name: &str) -> Option<&Value> {
        self.value.field(name)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.field(name).and_then(Value::as_text)
    }

    pub(super) fn digest_of(&self, name: &str) -> Option<Digest> {
        self.text(name).and_then(Digest::parse)
    }
}
