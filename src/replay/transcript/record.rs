//! This program's own record: the lines of verdicts hold the snapshots that were judged.

use crate::Snapshot;
use crate::SnapshotError;
use crate::snapshot::Node;

/// Whether a line is one of a record.
pub(super) fn is_line(line: &Node) -> bool {
    line.get("kind").is_some_and(|kind| kind.as_text().is_some()) && line.get("messages").is_none()
}

/// The snapshot of a line, where it is a verdict's.
pub(super) fn read(line: &Node, text: &str) -> Option<Result<Snapshot, SnapshotError>> {
    let is_verdict = line.get("kind").and_then(Node::as_text).is_some_and(|kind| &**kind == "verdict");
    let snapshot = line.get("snapshot").filter(|snapshot| is_verdict && !snapshot.is_null())?;
    Some(Snapshot::from_node(snapshot, text))
}
