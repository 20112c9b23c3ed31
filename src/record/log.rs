//! The record as a file of JSON lines.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::entry::{Digest, Fault, Front, Head};
use super::error::RecordError;
use super::limits::MAX_LINE;
use super::store::{Store, Torn};

/// Every so many lines their place is noted, so that a line is found without reading all in front of it.
const MARK: u64 = 1024;

/// How much is read at once, going backwards for the end of the line before.
const BLOCK: u64 = 64 * 1024;

/// How every line begins, as far as it is the same in all.
const BEGINNING: &[u8] = b"{\"chk\":1,\"seq\":";

/// A record in a file: one JSON object a line, appended and never changed. Several processes may have it open and append; each line is
/// written at once under the file's lock, and reaches the disk before it is acknowledged.
///
/// A writer that is killed leaves at most the beginning of one line, which nobody was told is recorded. The next writer moves it to the
/// file with the same name and `.torn`, and a line of the record says so.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
    is_durable: bool,
    /// How long the file was when it was read or written last, and how it ended.
    known: Option<(u64, Head)>,
    /// Where lines begin, by number: not all, but every so many.
    marks: Vec<(u64, u64)>,
    /// Where the line behind the last one that was read begins, with its number: whoever reads on does not read again.
    reached: (u64, u64),
}

impl Log {
    /// Opens a file, or makes it. What stands in it is read when it is needed.
    ///
    /// # Errors
    /// Where it can be neither.
    pub fn open(path: impl Into<PathBuf>) -> Result<Log, RecordError> {
        let path = path.into();
        let is_new = !path.exists();
        let opened = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let file = opened.map_err(RecordError::io("opened", &path))?;
        if is_new {
            sync_folder(&path)?;
        }
        Ok(Log::over(path, file))
    }

    /// Opens a file that is there, to be read alone: nothing can be recorded in it.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open_to_read(path: impl Into<PathBuf>) -> Result<Log, RecordError> {
        let path = path.into();
        let file = File::open(&path).map_err(RecordError::io("opened", &path))?;
        Ok(Log::over(path, file))
    }

    fn over(path: PathBuf, file: File) -> Log {
        Log { path, file, is_durable: true, known: None, marks: Vec::new(), reached: (1, 0) }
    }

    /// Acknowledges a line once it is written, whether or not it reached the disk. A killed process loses nothing by it; a machine that loses
    /// its power may lose what it acknowledged last.
    pub fn without_sync(mut self) -> Log {
        self.is_durable = false;
        self
    }

    fn io(&self, doing: &'static str) -> impl FnOnce(std::io::Error) -> RecordError + use<> {
        RecordError::io(doing, &self.path)
    }

    fn broken(&self, line: u64, fault: Fault) -> RecordError {
        RecordError::Broken { name: self.name(), line, fault }
    }

    fn read_at(&self, from: u64, to: u64) -> Result<Vec<u8>, RecordError> {
        let mut file = &self.file;
        let mut bytes = Vec::new();
        let read =
            file.seek(SeekFrom::Start(from)).and_then(|_| file.take(to.saturating_sub(from)).read_to_end(&mut bytes));
        read.map_err(self.io("read"))?;
        Ok(bytes)
    }

    /// The place behind the last end of a line in front of `to`; 0 where there is none.
    fn line_start(&self, to: u64) -> Result<u64, RecordError> {
        let mut end = to;
        while end > 0 {
            let start = end.saturating_sub(BLOCK);
            let block = self.read_at(start, end)?;
            if let Some(at) = block.iter().rposition(|byte| *byte == b'\n') {
                return Ok(start + size(at) + 1);
            }
            if to - start > size(MAX_LINE) {
                return Err(self.broken(1, Fault::TooLong));
            }
            end = start;
        }
        Ok(0)
    }

    /// What was appended since this handle looked: under the lock, so that no line is half written by somebody who is still at it.
    fn catch_up(&mut self) -> Result<Option<Torn>, RecordError> {
        let length = self.file.metadata().map_err(self.io("read"))?.len();
        is_same_file(&self.path, &self.file)?;
        match self.known {
            Some((known, _)) if known == length => return Ok(None),
            Some((known, head)) if length < known => {
                let head = head.last.map(|head| head.to_string()).unwrap_or_default();
                return Err(RecordError::Shrunk { path: self.path.clone(), head });
            }
            _ => {}
        }
        let end = self.line_start(length)?;
        let head = self.last_line(end)?;
        let torn = if end < length { Some(self.set_aside(end, length, &head)?) } else { None };
        self.known = Some((end, head));
        Ok(torn)
    }

    /// How the record ends, of which `end` is the end of a line.
    fn last_line(&self, end: u64) -> Result<Head, RecordError> {
        let Some(before) = end.checked_sub(1) else { return Ok(Head::default()) };
        let start = self.line_start(before)?;
        let line = self.read_at(start, before)?;
        let front = Front::read(&line).map_err(|fault| self.broken(1, fault))?;
        Ok(Head { lines: front.seq, last: Some(Digest::of(&line)) })
    }

    /// Moves an unfinished line out of the record, in an order in which a kill loses none of its bytes.
    fn set_aside(&mut self, end: u64, length: u64, head: &Head) -> Result<Torn, RecordError> {
        let bytes = self.read_at(end, length)?;
        // Not every file that ends without a new line is a record, and a file of somebody else is left as it is.
        if !bytes.iter().zip(BEGINNING).all(|(is, ought)| is == ought) {
            return Err(self.broken(head.lines + 1, Fault::Malformed));
        }
        let aside = beside(&self.path);
        let sync = |file: &File| if self.is_durable { file.sync_data() } else { Ok(()) };
        let kept = OpenOptions::new().append(true).create(true).open(&aside).and_then(|mut file| {
            file.write_all(&[&bytes, b"\n".as_slice()].concat())?;
            sync(&file)
        });
        kept.map_err(RecordError::io("set aside", &aside))?;
        self.file.set_len(end).and_then(|()| sync(&self.file)).map_err(self.io("written"))?;
        let kept_in = aside.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Torn { bytes: size(bytes.len()), digest: Digest::of(&bytes), kept_in })
    }
}

impl Store for Log {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn lock(&mut self) -> Result<Option<Torn>, RecordError> {
        self.file.lock().map_err(self.io("locked"))?;
        let caught_up = self.catch_up();
        if caught_up.is_err() {
            // Whoever gets an error holds nothing; closing the file would give the lock back all the same.
            let _ = self.file.unlock();
        }
        caught_up
    }

    fn unlock(&mut self) -> Result<(), RecordError> {
        self.file.unlock().map_err(self.io("unlocked"))
    }

    fn head(&mut self) -> Result<Head, RecordError> {
        Ok(self.known.map(|(_, head)| head).unwrap_or_default())
    }

    fn append(&mut self, line: &[u8]) -> Result<(), RecordError> {
        let (length, head) = self.known.unwrap_or_default();
        let bytes = [line, b"\n"].concat();
        if let Err(error) = (&self.file).write_all(&bytes) {
            // A part of it may stand there. Should this fail as well, the next lock finds it.
            let _ = self.file.set_len(length);
            return Err(self.io("written")(error));
        }
        if self.is_durable {
            self.file.sync_data().map_err(self.io("brought to the disk"))?;
        }
        self.known = Some((length + size(bytes.len()), Head { lines: head.lines + 1, last: Some(Digest::of(line)) }));
        Ok(())
    }

    fn lines(&mut self, from: u64, visit: &mut dyn FnMut(u64, &[u8]) -> bool) -> Result<(), RecordError> {
        let near = self.marks.partition_point(|(seq, _)| *seq <= from).checked_sub(1).and_then(|at| self.marks.get(at));
        let reached = Some(self.reached).filter(|(seq, _)| *seq <= from);
        let (mut seq, mut at) = near.copied().max(reached).unwrap_or((1, 0));
        let mut file = &self.file;
        file.seek(SeekFrom::Start(at)).map_err(self.io("read"))?;
        let mut lines = BufReader::with_capacity(256 * 1024, file);
        let mut line = Vec::new();
        loop {
            line.clear();
            let most = size(MAX_LINE) + 1;
            let read = (&mut lines).take(most).read_until(b'\n', &mut line).map_err(self.io("read"))?;
            // What has no end yet is still being written, or torn.
            let Some((b'\n', whole)) = line.split_last() else {
                return if size(read) >= most { Err(self.broken(seq, Fault::TooLong)) } else { Ok(()) };
            };
            if seq.is_multiple_of(MARK) && self.marks.last().is_none_or(|(last, _)| *last < seq) {
                self.marks.push((seq, at));
            }
            let goes_on = seq < from || visit(seq, whole);
            seq += 1;
            at += size(read);
            self.reached = self.reached.max((seq, at));
            if !goes_on {
                return Ok(());
            }
        }
    }
}

/// The file in which unfinished lines are kept.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".torn");
    name.into()
}

fn size(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// A file whose name is not on the disk is lost with all that was brought there.
fn sync_folder(path: &Path) -> Result<(), RecordError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Where folders cannot be opened as files, their names need no bringing.
        Err(_) if !cfg!(unix) => Ok(()),
        done => done.map_err(RecordError::io("made", path)),
    }
}

/// Two processes that write two files of one name would each let a permit be redeemed.
#[cfg(unix)]
fn is_same_file(path: &Path, file: &File) -> Result<(), RecordError> {
    use std::os::unix::fs::MetadataExt;
    let own = file.metadata().map_err(RecordError::io("read", path))?;
    match std::fs::metadata(path) {
        Ok(named) if (named.dev(), named.ino()) == (own.dev(), own.ino()) => Ok(()),
        _ => Err(RecordError::Moved { path: path.to_owned() }),
    }
}

#[cfg(not(unix))]
fn is_same_file(_: &Path, _: &File) -> Result<(), RecordError> {
    Ok(())
}
