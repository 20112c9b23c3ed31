//! What was worked out for one snapshot of a conversation and holds for those after it.

use std::sync::Arc;

use crate::program::Program;
use crate::snapshot::{Snapshot, Trust};
use crate::words::Conversation;

use super::history::Index;
use super::said;

/// The words and the calls of a conversation, each read once. It goes on: a later snapshot has what an earlier one had, and
/// more.
#[derive(Clone, Debug, Default)]
pub(crate) struct Story {
    pub(super) words: Arc<Conversation>,
    pub(super) calls: Arc<Index>,
    /// How many segments were looked at.
    segments: usize,
}

impl Story {
    /// Reads what this snapshot has beyond those before it.
    pub(crate) fn learn(&mut self, program: &Program, snapshot: &Snapshot) {
        let new = snapshot.instruction.get(self.segments..).unwrap_or_default();
        if new.iter().any(|segment| segment.trust == Trust::User) {
            self.words = Arc::new(said::read(snapshot, &self.words));
        }
        self.segments = snapshot.instruction.len();
        Arc::make_mut(&mut self.calls).extend(program, snapshot);
    }
}
