//! One file a command.

pub(crate) mod check;
pub(crate) mod eval;
mod files;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod test;
pub(crate) mod why;

use std::path::Path;

use chk::{Policy, PolicyErrors};

/// Reads a policy; without a root of its own, its folder is the root.
fn load(path: &Path, root: Option<&Path>) -> Result<Policy, PolicyErrors> {
    match root {
        Some(root) => Policy::from_path_in(root, path),
        None => Policy::from_path(path),
    }
}
