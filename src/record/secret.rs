//! Secrets that are known, and a value or a text without them.

use std::sync::Arc;

use super::entry::Digest;
use crate::digest::{canonical_json, digest};
use crate::value::{Map, Value};

/// What stands in a text for a letter of a secret.
pub(super) const HIDDEN: char = '•';

/// A secret shorter than this is found as a whole word alone: two digits stand in every date.
const SHORT: usize = 4;

/// Secrets that are known, to be taken out of whatever is written. They live in memory as long as the record's handle.
#[derive(Clone, Default)]
pub(super) struct Secrets {
    known: Vec<Secret>,
}

#[derive(Clone)]
struct Secret {
    canonical: String,
    letters: Vec<char>,
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secrets({} of them)", self.known.len())
    }
}

impl Secrets {
    pub(super) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Adds the scalars of a value. Of two possible values nothing can be kept secret, and blanks stand everywhere.
    pub(super) fn add(&mut self, value: &Value) {
        match value {
            Value::List(list) => list.iter().for_each(|value| self.add(value)),
            Value::Map(map) => map.values().for_each(|value| self.add(value)),
            Value::Null | Value::Bool(_) => {}
            Value::Text(text) if text.trim().is_empty() || Digest::parse(text).is_some() => {}
            scalar => {
                let canonical = canonical_json(scalar);
                if !self.known.iter().any(|known| known.canonical == canonical) {
                    let letters = scalar.to_string().trim().chars().map(folded).collect();
                    self.known.push(Secret { canonical, letters });
                    // The longest first: of a secret that stands inside another nothing is left over.
                    self.known.sort_by_key(|secret| std::cmp::Reverse(secret.letters.len()));
                }
            }
        }
    }

    /// A value without them.
    pub(super) fn value(&self, value: &Value) -> Value {
        match value {
            Value::List(list) => Value::list(list.iter().map(|value| self.value(value))),
            Value::Map(map) => Value::Map(Arc::new(self.map(map))),
            Value::Null | Value::Bool(_) => value.clone(),
            scalar => {
                let canonical = canonical_json(scalar);
                match (self.known.iter().any(|secret| secret.canonical == canonical), scalar) {
                    (true, _) => Value::text(digest(scalar)),
                    (false, Value::Text(text)) => Value::Text(self.text(text)),
                    // A number is written in more than one way, and a part of it may be the secret.
                    (false, scalar) => {
                        let (written, hidden) = (scalar.to_string(), self.text(&scalar.to_string()));
                        if written == *hidden { scalar.clone() } else { Value::Text(hidden) }
                    }
                }
            }
        }
    }

    pub(super) fn map(&self, map: &Map) -> Map {
        map.iter().map(|(key, value)| (self.text(key), self.value(value))).collect()
    }

    /// A text without them, as long as it was.
    pub(super) fn text(&self, text: &str) -> Arc<str> {
        if self.known.is_empty() || Digest::parse(text).is_some() {
            return text.into();
        }
        let mut letters: Vec<char> = text.chars().collect();
        let mut folded: Vec<char> = letters.iter().copied().map(self::folded).collect();
        for secret in &self.known {
            hide(&secret.letters, &mut letters, &mut folded);
        }
        letters.into_iter().collect::<String>().into()
    }

    pub(super) fn string(&self, text: &str) -> String {
        (*self.text(text)).to_owned()
    }
}

fn folded(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

fn hide(secret: &[char], letters: &mut [char], folded: &mut [char]) {
    let (Some(first), length) = (secret.first().copied(), secret.len()) else { return };
    let mut at = 0;
    while let Some(found) = folded.get(at..).and_then(|rest| rest.iter().position(|letter| *letter == first)) {
        let start = at + found;
        let end = start + length;
        let is_here = folded.get(start..end).is_some_and(|here| here == secret);
        let is_inner = |place: Option<usize>| {
            place.and_then(|place| folded.get(place)).is_some_and(|letter| letter.is_alphanumeric())
        };
        if is_here && (length >= SHORT || !(is_inner(start.checked_sub(1)) || is_inner(Some(end)))) {
            for text in [&mut *letters, &mut *folded] {
                text.get_mut(start..end).into_iter().flatten().for_each(|letter| *letter = HIDDEN);
            }
            at = end;
        } else {
            at = start + 1;
        }
    }
}
