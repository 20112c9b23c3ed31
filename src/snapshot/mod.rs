//! The snapshot: everything that is known when one verdict is made. From YAML or JSON to typed parts, with the place of
//! everything that is wrong.

mod advice;
mod canonical;
mod decode;
mod digest;
mod encode;
mod json;
pub mod limits;
mod model;
mod node;
mod plain;
mod printed;
mod problem;
mod reader;
mod scalar;
mod yaml;

use std::borrow::Cow;

use crate::value::Value;

pub use digest::SnapshotDigest;
pub use model::*;
pub use node::{Entry, Node, NodeKind, Text};
pub(crate) use printed::parse_printed_result;
pub(crate) use problem::Problems;
pub use problem::{Problem, SnapshotError};
pub(crate) use reader::{parse_json, parse_json_first, read_json};
pub use reader::{read, read_bytes};

impl Snapshot {
    /// Reads a snapshot from YAML, or from JSON, of which the same is read.
    ///
    /// ```
    /// let snapshot = chk::Snapshot::from_yaml("chk: 1\ncall: { tool: bank.transfer, arguments: { amount: 500 } }")?;
    /// assert_eq!(&*snapshot.call.unwrap().tool, "bank.transfer");
    /// # Ok::<(), chk::SnapshotError>(())
    /// ```
    ///
    /// # Errors
    /// Everything that is wrong with it, with its places.
    pub fn from_yaml(text: &str) -> Result<Snapshot, SnapshotError> {
        // What is right as JSON is the same as YAML, and read at a fraction of the cost.
        if text.starts_with('{')
            && let Ok(snapshot) = Snapshot::from_json(text)
        {
            return Ok(snapshot);
        }
        let mut problems = Problems::default();
        let root = reader::read_with(text, &mut problems);
        finish(root, problems, text)
    }

    /// Reads a snapshot from JSON and from nothing else.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its places.
    pub fn from_json(text: &str) -> Result<Snapshot, SnapshotError> {
        let mut snapshot = match plain::read(text) {
            Some(snapshot) => {
                debug_assert_eq!(
                    Some(format!("{snapshot:?}")),
                    with_places(text).ok().map(|snapshot| format!("{snapshot:?}")),
                    "what is read plainly is what is read with places"
                );
                snapshot
            }
            None => with_places(text)?,
        };
        snapshot.digest = SnapshotDigest::of_json(text);
        Ok(snapshot)
    }

    /// The same as [`Snapshot::from_yaml`] for a text that is not known to be UTF-8.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its places.
    pub fn from_bytes(bytes: &[u8]) -> Result<Snapshot, SnapshotError> {
        Snapshot::from_yaml(reader::utf8(bytes)?)
    }

    /// Decodes a document that was read before; `text` is what its places stand in.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its places.
    pub fn from_node(root: &Node, text: &str) -> Result<Snapshot, SnapshotError> {
        finish(Some(root.clone()), Problems::default(), text)
    }

    /// Decodes a document that a program made. Places in the error are those of its canonical JSON.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its places.
    pub fn from_value(value: &Value) -> Result<Snapshot, SnapshotError> {
        let Some(root) = Node::from_value(value) else {
            return Err(reader::too_deep_value());
        };
        let mut problems = Problems::default();
        match decode::decode(&root, &mut problems) {
            Some(snapshot) if problems.is_empty() => Ok(Snapshot { digest: SnapshotDigest::of(root), ..snapshot }),
            // Only now is the text needed: it has the places.
            _ => Snapshot::from_json(&crate::digest::canonical_json(&root.to_value())),
        }
    }
}

/// The snapshot of a JSON text, but for its digest, read so that everything that is wrong with it has its place.
fn with_places(text: &str) -> Result<Snapshot, SnapshotError> {
    let mut problems = Problems::default();
    let root = reader::read_json_with::<Cow<'_, str>>(text, &mut problems);
    match root.and_then(|root| decode::decode(&root, &mut problems)) {
        Some(snapshot) if problems.is_empty() => Ok(snapshot),
        _ => Err(problems.into_error(text)),
    }
}

fn finish(root: Option<Node>, mut problems: Problems, text: &str) -> Result<Snapshot, SnapshotError> {
    let decoded = root.and_then(|root| Some((decode::decode(&root, &mut problems)?, root)));
    match decoded {
        Some((snapshot, root)) if problems.is_empty() => Ok(Snapshot { digest: SnapshotDigest::of(root), ..snapshot }),
        _ => Err(problems.into_error(text)),
    }
}
