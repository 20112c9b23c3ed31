//! What compiling shares: the model, what was found, the patterns.

use crate::diagnostic::Findings;
use crate::resolve::Model;

use super::pattern::Patterns;

/// Everything that is shared while a policy is compiled.
#[derive(Debug)]
pub(super) struct Session<'m, 'a> {
    /// The resolved policy.
    pub(super) model: &'m Model<'a>,
    /// What was found so far.
    pub(super) findings: Findings,
    /// The patterns, anonymous ones included.
    pub(super) patterns: Patterns,
}
