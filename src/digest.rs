//! Canonical bytes and their digests.
//!
//! The canonical form is that of RFC 8785, except that numbers are written as exact decimals: a digest must not depend on
//! what a double can hold.

use std::cmp::Ordering;
use std::fmt::{self, Write};

use sha2::{Digest, Sha256};

use crate::value::Value;

/// The canonical JSON of a value: keys ordered by their UTF-16 code units, no blanks, numbers as exact decimals without
/// trailing zeros. Days, moments and lengths of time are written as their texts.
///
/// ```
/// use chk::value::Value;
/// let value = Value::map([("b", Value::from(1_i64)), ("a", Value::from("\u{e9}\n"))]);
/// assert_eq!(chk::digest::canonical_json(&value), r#"{"a":"é\n","b":1}"#);
/// ```
pub fn canonical_json(value: &Value) -> String {
    let mut text = String::new();
    // A text takes whatever is written into it.
    let _ = write_canonical(value, &mut text);
    text
}

/// `sha256:` and the digest of these bytes in lower-case hexadecimal.
///
/// ```
/// let empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
/// assert_eq!(chk::digest::sha256_hex(b""), empty);
/// ```
pub fn sha256_hex(bytes: &[u8]) -> String {
    named(&Sha256::digest(bytes))
}

/// The digest of a text that is not put together.
pub(crate) fn digest_of_parts<'p>(parts: impl IntoIterator<Item = &'p str>) -> String {
    let mut sha = Sha256::new();
    parts.into_iter().for_each(|part| sha.update(part));
    named(&sha.finalize())
}

/// The digest of a value's canonical form, without the form ever standing in memory.
pub fn digest(value: &Value) -> String {
    struct Sink(Sha256);
    impl Write for Sink {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.update(text.as_bytes());
            Ok(())
        }
    }
    let mut sink = Sink(Sha256::new());
    let _ = write_canonical(value, &mut sink);
    named(&sink.0.finalize())
}

fn named(digest: &[u8]) -> String {
    let digit = |four: u8| char::from_digit(u32::from(four), 16).unwrap_or_default();
    let hex = digest.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]);
    let mut text = String::with_capacity("sha256:".len() + 2 * digest.len());
    text.push_str("sha256:");
    text.extend(hex);
    text
}

fn write_canonical(value: &Value, out: &mut impl Write) -> fmt::Result {
    match value {
        Value::Null => out.write_str("null"),
        Value::Bool(truth) => write!(out, "{truth}"),
        Value::Number(number) => write!(out, "{number}"),
        Value::Text(text) => write_text(text, out),
        Value::Date(date) => write_text(&date.to_string(), out),
        Value::DateTime(datetime) => write_text(&datetime.to_string(), out),
        Value::Duration(duration) => write_text(&duration.to_string(), out),
        Value::List(items) => {
            out.write_char('[')?;
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.write_char(',')?;
                }
                write_canonical(item, out)?;
            }
            out.write_char(']')
        }
        Value::Map(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by(|(a, _), (b, _)| by_key(a, b));
            out.write_char('{')?;
            for (index, (key, value)) in entries.into_iter().enumerate() {
                if index > 0 {
                    out.write_char(',')?;
                }
                write_text(key, out)?;
                out.write_char(':')?;
                write_canonical(value, out)?;
            }
            out.write_char('}')
        }
    }
}

/// The order of two keys of a map: that of their UTF-16 code units.
pub(crate) fn by_key(one: &str, other: &str) -> Ordering {
    one.encode_utf16().cmp(other.encode_utf16())
}

/// Writes a text in quotes, with what JSON must have escaped in its shortest form, and nothing else escaped.
pub(crate) fn write_text(text: &str, out: &mut impl Write) -> fmt::Result {
    out.write_char('"')?;
    let mut rest = text;
    // All of these are one byte long, and no part of a longer character looks like them.
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, 0..b' ' | b'"' | b'\\')) {
        let (plain, special) = rest.split_at(at);
        out.write_str(plain)?;
        let mut after = special.chars();
        match after.next() {
            Some('"') => out.write_str("\\\"")?,
            Some('\\') => out.write_str("\\\\")?,
            Some('\u{8}') => out.write_str("\\b")?,
            Some('\t') => out.write_str("\\t")?,
            Some('\n') => out.write_str("\\n")?,
            Some('\u{c}') => out.write_str("\\f")?,
            Some('\r') => out.write_str("\\r")?,
            Some(control) => write!(out, "\\u{:04x}", u32::from(control))?,
            None => {}
        }
        rest = after.as_str();
    }
    out.write_str(rest)?;
    out.write_char('"')
}
