//! This program's own record: the lines of verdicts hold the snapshots that were judged.

use crate::Snapshot;
use crate::SnapshotError;
use crate::snapshot::Node;

/// Whether a line is one of a record.
pub(super) fn is_line(line: &Node) -> bool {
    line.get("kind").is_some_and(|kind| kind.as_text().is_some()) && line.get("messages").is_none()
}

/// The snapshot of a line, where it is a verdict's. One in which sources were masked, since a secret might stand in them, says nothing of what
/// another verdict would be.
pub(super) fn read(line: &Node, text: &str) -> Option<Result<Snapshot, SnapshotError>> {
    let is_verdict = line.get("kind").and_then(Node::as_text).is_some_and(|kind| &**kind == "verdict");
    let is_whole = is_verdict && line.get("withheld").is_none();
    let snapshot = line.get("snapshot").filter(|snapshot| is_whole && !snapshot.is_null())?;
    Some(Snapshot::from_node(snapshot, text))
}
