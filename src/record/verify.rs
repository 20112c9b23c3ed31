//! Whether a record is as it was written.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use super::entry::{Digest, Fault, Front, Head, Kind};
use super::error::RecordError;
use super::limits::MAX_LINE;

/// What was found in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Where it ends; of a broken one, the last line that is as it was written.
    pub head: Head,
    /// How many lines of each kind there are.
    pub kinds: BTreeMap<Kind, u64>,
    /// How many bytes stand behind the last whole line: a writer was killed there, or is writing now. The next writer sets them aside.
    pub unfinished: u64,
    /// The first line that is not as it was written.
    pub broken: Option<Broken>,
}

/// A line that is not as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Verified {
    /// Whether every line is as it was written.
    pub fn is_intact(&self) -> bool {
        self.broken.is_none()
    }
}

/// Reads a record from its first line on and says whether each follows from the one before. One line at a time stands in memory.
///
/// A changed, dropped, inserted or reordered line breaks the chain. That the last lines were cut off, or that all was written anew by somebody
/// who can write the file, shows only beside a digest that was noted elsewhere: with `head`, that digest has to be the digest of a line.
///
/// ```
/// let found = chk::record::verify("".as_bytes(), None)?;
/// assert!(found.is_intact());
/// assert_eq!(found.head.lines, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Where it cannot be read.
pub fn verify(mut record: impl BufRead, head: Option<Digest>) -> io::Result<Verified> {
    let mut found = Verified { head: Head::default(), kinds: BTreeMap::new(), unfinished: 0, broken: None };
    let most = u64::try_from(MAX_LINE).unwrap_or(u64::MAX);
    let mut has_head = head.is_none();
    let mut line = Vec::new();
    loop {
        line.clear();
        let number = found.head.lines.saturating_add(1);
        let broken = |fault| Some(Broken { line: number, fault });
        let read = (&mut record).take(most.saturating_add(1)).read_until(b'\n', &mut line)?;
        let Some((b'\n', whole)) = line.split_last() else {
            found.unfinished = u64::try_from(read).unwrap_or(u64::MAX);
            if found.unfinished > most {
                found.broken = broken(Fault::TooLong);
            } else if !has_head {
                found.broken = Some(Broken { line: found.head.lines, fault: Fault::NoHead });
            }
            return Ok(found);
        };
        let front = Front::read(whole).and_then(|front| front.follows(&found.head).map(|()| front));
        match front {
            Ok(front) => {
                if let Some(kind) = front.kind() {
                    *found.kinds.entry(kind).or_default() += 1;
                }
            }
            Err(fault) => {
                found.broken = broken(fault);
                return Ok(found);
            }
        }
        let digest = Digest::of(whole);
        has_head |= head == Some(digest);
        found.head = Head { lines: number, last: Some(digest) };
    }
}

/// The same of a file, as long as it is now: what others append meanwhile is not looked at.
///
/// # Errors
/// Where it cannot be read.
pub fn verify_file(path: impl AsRef<Path>, head: Option<Digest>) -> Result<Verified, RecordError> {
    let path = path.as_ref();
    let read = || RecordError::io("read", path);
    let file = File::open(path).map_err(read())?;
    // While the lock is held nobody is in the middle of a line. Where there are no locks, a line in the making counts as unfinished.
    let locked = file.lock_shared().is_ok();
    let length = file.metadata().map_err(read())?.len();
    if locked {
        file.unlock().map_err(read())?;
    }
    verify(BufReader::with_capacity(256 * 1024, file.take(length)), head).map_err(read())
}
