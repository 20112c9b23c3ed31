//! Where lines are kept.

use super::entry::{Digest, Head};
use super::error::RecordError;

/// Where a record's lines are kept: an append-only sequence with one writer at a time. [`Log`](super::Log) is a file of JSON lines; hosts that
/// query have `Sqlite` (feature `sqlite`), or their own.
///
/// A store keeps bytes. What they say, how they are chained and what may be redeemed is the [`Record`](super::Record)'s.
pub trait Store: std::fmt::Debug + Send {
    /// What it is called in messages: a file's path.
    fn name(&self) -> String;

    /// Waits for the writer's lock, which excludes every other writer of every process, and sets aside what a writer that was killed left
    /// unfinished.
    ///
    /// # Errors
    /// Where there is no lock to be had, or what is kept is no record. The lock is then not held.
    fn lock(&mut self) -> Result<Option<Torn>, RecordError>;

    /// Gives the lock back. It is called after a line that failed as well: what was appended in front of it stays.
    ///
    /// # Errors
    /// Where that fails: what was appended is then not acknowledged.
    fn unlock(&mut self) -> Result<(), RecordError>;

    /// Where the record ends, as of the lock.
    ///
    /// # Errors
    /// Where it cannot be read.
    fn head(&mut self) -> Result<Head, RecordError>;

    /// Appends a line, which comes without its end and follows from [`head`](Store::head). Only while the lock is held; what this and
    /// `unlock` returned for is there after a crash.
    ///
    /// # Errors
    /// Where it cannot be written.
    fn append(&mut self, line: &[u8]) -> Result<(), RecordError>;

    /// Gives every whole line from this number (from 1) on, in order, until `visit` says `false`. Needs no lock.
    ///
    /// # Errors
    /// Where they cannot be read.
    fn lines(&mut self, from: u64, visit: &mut dyn FnMut(u64, &[u8]) -> bool) -> Result<(), RecordError>;
}

/// What a writer that was killed in the middle of a line left behind. Nobody was told that it was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// How many bytes.
    pub bytes: u64,
    /// Their digest.
    pub digest: Digest,
    /// The name of the file in which they are now.
    pub kept_in: String,
}
