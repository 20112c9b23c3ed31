//! The digest of a snapshot, computed for whoever asks: a decision alone does not need it.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::node::Node;
use crate::digest::digest;

/// `sha256:...` of what a snapshot was read from, in canonical form; nothing where it was read from nothing.
///
/// It is computed when it is read first, and kept.
///
/// ```
/// let snapshot = chk::Snapshot::from_yaml("chk: 1\ncall: { tool: lamp.dim }")?;
/// assert_eq!(*snapshot.digest, *chk::Snapshot::from_json(r#"{ "chk": 1, "call": { "tool": "lamp.dim" } }"#)?.digest);
/// # Ok::<(), chk::SnapshotError>(())
/// ```
#[derive(Clone, Default)]
pub struct SnapshotDigest {
    of: Option<Arc<Node>>,
    text: OnceLock<Arc<str>>,
}

impl SnapshotDigest {
    /// Of this document.
    pub(super) fn of(root: Node) -> SnapshotDigest {
        SnapshotDigest { of: Some(Arc::new(root)), text: OnceLock::new() }
    }

    /// To keep.
    pub(crate) fn to_text(&self) -> Arc<str> {
        Arc::clone(self.get())
    }

    fn get(&self) -> &Arc<str> {
        let compute = |of: &Arc<Node>| digest(&of.to_value()).into();
        self.text.get_or_init(|| self.of.as_ref().map_or_else(|| "".into(), compute))
    }
}

impl Deref for SnapshotDigest {
    type Target = str;

    fn deref(&self) -> &str {
        self.get()
    }
}

impl fmt::Display for SnapshotDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for SnapshotDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for SnapshotDigest {
    fn eq(&self, other: &SnapshotDigest) -> bool {
        **self == **other
    }
}
