//! Why a record cannot be kept or read.

use std::io;
use std::path::{Path, PathBuf};

use super::entry::Fault;

/// Why a record cannot be kept or read. Whatever was being recorded is not acknowledged, and nothing may follow from it.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file system refuses.
    #[error("the record `{path}` cannot be {doing}: {source}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// To which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// What stands there is no record, or not the one that was written.
    #[error(
        "line {line} of the record `{name}` {fault}; run `chk record verify` on it, and begin a new file if it is broken"
    )]
    Broken {
        /// The file, or the store's own name.
        name: String,
        /// Which line, from 1; of a file that holds none, 1.
        line: u64,
        /// What is wrong.
        fault: Fault,
    },
    /// Lines are gone that this handle has seen.
    #[error(
        "the record `{path}` is shorter than it was: somebody cut it; run `chk record verify --head {head}` on a copy"
    )]
    Shrunk {
        /// The file.
        path: PathBuf,
        /// The digest of the last line that was seen.
        head: String,
    },
    /// The name leads to another file than the one that is open.
    #[error(
        "another file stands at `{path}` than the one that is being written; open the record again after it was moved"
    )]
    Moved {
        /// The file.
        path: PathBuf,
    },
    /// One entry is larger than a line may be.
    #[error(
        "what is to be recorded needs a line of {size} bytes, and a line has at most {most}; leave data out of the snapshot"
    )]
    TooLarge {
        /// Its size.
        size: usize,
        /// The limit.
        most: usize,
    },
    /// Another store than a file refuses.
    #[error("the record's store cannot be {doing}: {why}")]
    Store {
        /// What was being done.
        doing: &'static str,
        /// Why not.
        why: String,
    },
}

impl RecordError {
    pub(super) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> RecordError + use<> {
        let path = path.to_owned();
        move |source| RecordError::Io { doing, path, source }
    }
}
