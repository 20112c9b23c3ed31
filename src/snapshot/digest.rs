//! The digest of a snapshot, computed for whoever asks: a decision alone does not need it.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use super::canonical::digest_of_json;
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
    of: Of,
    text: OnceLock<Arc<str>>,
}

/// What was read.
#[derive(Clone, Default)]
enum Of {
    #[default]
    Nothing,
    Document(Arc<Node>),
    /// A text that is known to be a map in JSON.
    Json(Arc<str>),
}

impl SnapshotDigest {
    /// Of this document.
    pub(super) fn of(root: Node) -> SnapshotDigest {
        SnapshotDigest { of: Of::Document(Arc::new(root)), text: OnceLock::new() }
    }

    /// Of the document that this text is: whoever asks has it read again, which most never do.
    pub(super) fn of_json(text: &str) -> SnapshotDigest {
        SnapshotDigest { of: Of::Json(text.into()), text: OnceLock::new() }
    }

    /// To keep.
    pub(crate) fn to_text(&self) -> Arc<str> {
        Arc::clone(self.get())
    }

    fn get(&self) -> &Arc<str> {
        let digest = || match &self.of {
            Of::Nothing => None,
            Of::Document(root) => Some(digest(&root.to_value())),
            Of::Json(text) => digest_of_json(text.strip_prefix('\u{feff}').unwrap_or(text)),
        };
        self.text.get_or_init(|| digest().unwrap_or_default().into())
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
