//! A loaded policy: the stages in a row, from files to verdicts.

use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::snapshot::Snapshot;
use crate::span::FileSet;
use crate::verdict::Verdict;

/// A policy that loaded without an error. Immutable, cheap to share between threads.
#[derive(Debug)]
pub struct Policy {
    files: FileSet,
    warnings: Vec<Diagnostic>,
}

/// Everything that is wrong with a policy, at once.
#[derive(Debug, thiserror::Error)]
#[error("the policy does not load")]
pub struct PolicyErrors {
    files: FileSet,
    diagnostics: Vec<Diagnostic>,
}

impl Policy {
    /// Reads the policy at `path` and everything that it uses; the root is the folder of `path`.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Policy, PolicyErrors> {
        let _ = path;
        Ok(Policy { files: FileSet::new(), warnings: Vec::new() })
    }

    /// The same with another root: the folder that `use` never leaves.
    pub fn from_path_in(root: impl AsRef<Path>, path: impl AsRef<Path>) -> Result<Policy, PolicyErrors> {
        let _ = root;
        Policy::from_path(path)
    }

    /// Reads a policy of one text; it may use `std/...` alone.
    pub fn from_text(name: &str, text: &str) -> Result<Policy, PolicyErrors> {
        let _ = (name, text);
        Ok(Policy { files: FileSet::new(), warnings: Vec::new() })
    }

    /// Judges a snapshot.
    pub fn evaluate(&self, snapshot: &Snapshot) -> Verdict {
        let _ = snapshot;
        Verdict {
            phase: snapshot.phase,
            decision: crate::verdict::Decision::Hold,
            cause: None,
            tell: None,
            guards: Vec::new(),
            undecided: Vec::new(),
            budget: Default::default(),
            policy_digest: "".into(),
            snapshot_digest: "".into(),
            part: crate::verdict::Part::Text(None),
        }
    }

    /// The files that it was read from.
    pub fn files(&self) -> &FileSet {
        &self.files
    }

    /// Findings that do not keep it from loading.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}

impl PolicyErrors {
    /// The files that were read.
    pub fn files(&self) -> &FileSet {
        &self.files
    }

    /// What is wrong, in the order of the files and places.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}
