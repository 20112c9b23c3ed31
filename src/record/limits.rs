//! How large the parts of a record may be. Whatever is larger is an error before it costs anything.

use crate::snapshot::limits::{MAX_BYTES, MAX_DEPTH, MAX_NODES};
use crate::value::Value;

/// The most bytes of one line, its end included: 16 MiB, as of any document. A snapshot that would make it longer is left out, and the line
/// says so.
pub const MAX_LINE: usize = MAX_BYTES;

/// The most executions of one action key that [`Record::prior`](super::Record::prior) gives, newest last.
pub const MAX_PRIOR: usize = 100;

/// The most bytes of one permit: 1 MiB.
pub const MAX_PERMIT: usize = 1024 * 1024;

/// The longest time for which a permit can be made: a day. What waits longer is judged anew.
pub const MAX_LIFETIME_SECONDS: i64 = 24 * 60 * 60;

/// Whether a value can be read back as a part of a line: neither too deep nor of too many parts.
pub(super) fn is_readable(value: &Value) -> bool {
    // The line itself, and the map that it stands in.
    let mut left = MAX_NODES / 2;
    walk(value, MAX_DEPTH - 2, &mut left)
}

fn walk(value: &Value, depth: usize, left: &mut usize) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    let Some(below) = depth.checked_sub(1) else { return !matches!(value, Value::List(_) | Value::Map(_)) };
    match value {
        Value::List(list) => list.iter().all(|value| walk(value, below, left)),
        Value::Map(map) => map.values().all(|value| walk(value, below, left)),
        _ => true,
    }
}
