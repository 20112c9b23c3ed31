//! The record as a table, for hosts that query.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use super::entry::{Digest, Front, Head, Line};
use super::error::RecordError;
use super::store::{Store, Torn};

/// How long a writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(60);

/// A record in a file of SQLite (feature `sqlite`): the same lines, each in a row of the table `lines`, beside columns to query by.
///
/// | column | holds |
/// |---|---|
/// | `seq` | the number of the line, from 1 |
/// | `line` | the line itself, as it would stand in a file of JSON lines: written out in order, they verify as one |
/// | `digest`, `at`, `kind`, `action_key` | what [`Line`] has under these names |
/// | `outcome` | `decision` of a verdict, `reason` of a refusal |
///
/// The columns are for reading: the chain is over `line` alone.
///
/// ```
/// # use chk::record::{Record, Sqlite};
/// # let path = std::env::temp_dir().join(format!("chk-doc-{}.sqlite", std::process::id()));
/// # let _ = std::fs::remove_file(&path);
/// let record = Record::over(Sqlite::open(&path)?);
/// # drop(record);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sqlite {
    path: PathBuf,
    database: Connection,
}

impl Sqlite {
    /// Opens a database, or makes it. Nothing else need be in it, and nothing else is touched.
    ///
    /// # Errors
    /// Where it can be neither.
    pub fn open(path: impl AsRef<Path>) -> Result<Sqlite, RecordError> {
        let database = Connection::open(&path).map_err(failed("opened"))?;
        let made = database.busy_timeout(PATIENCE).and_then(|()| {
            // What is committed is on the disk.
            database.execute_batch(
                "PRAGMA synchronous = FULL;
                 CREATE TABLE IF NOT EXISTS lines (
                     seq INTEGER PRIMARY KEY, line TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, at TEXT NOT NULL,
                     kind TEXT NOT NULL, action_key TEXT, outcome TEXT
                 ) STRICT;
                 CREATE INDEX IF NOT EXISTS lines_by_action_key ON lines (action_key);",
            )
        });
        made.map_err(failed("made"))?;
        Ok(Sqlite { path: path.as_ref().to_owned(), database })
    }

    fn batch(&self, sql: &str, doing: &'static str) -> Result<(), RecordError> {
        self.database.execute_batch(sql).map_err(failed(doing))
    }
}

fn failed(doing: &'static str) -> impl Fn(rusqlite::Error) -> RecordError {
    move |error| RecordError::Store { doing, why: error.to_string() }
}

impl Store for Sqlite {
    fn name(&self) -> String {
        self.path.display().to_string()
    }

    fn lock(&mut self) -> Result<Option<Torn>, RecordError> {
        // A line that was not committed is not there: nothing is ever torn.
        self.batch("BEGIN IMMEDIATE", "locked").map(|()| None)
    }

    fn unlock(&mut self) -> Result<(), RecordError> {
        let committed = self.batch("COMMIT", "written");
        if committed.is_err() && !self.database.is_autocommit() {
            // What could not be committed would be in the way of the next lock.
            let _ = self.database.execute_batch("ROLLBACK");
        }
        committed
    }

    fn head(&mut self) -> Result<Head, RecordError> {
        let last = "SELECT line FROM lines ORDER BY seq DESC LIMIT 1";
        let last: Option<String> =
            self.database.query_row(last, [], |row| row.get(0)).optional().map_err(failed("read"))?;
        let Some(line) = last else { return Ok(Head::default()) };
        let broken = |fault| RecordError::Broken { name: self.name(), line: 1, fault };
        let front = Front::read(line.as_bytes()).map_err(broken)?;
        Ok(Head { lines: front.seq, last: Some(Digest::of(line.as_bytes())) })
    }

    fn append(&mut self, line: &[u8]) -> Result<(), RecordError> {
        let broken = |fault| RecordError::Broken { name: self.name(), line: 1, fault };
        let read = Line::read(line).map_err(broken)?;
        let insert =
            "INSERT INTO lines (seq, line, digest, at, kind, action_key, outcome) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let outcome = read.text("decision").or_else(|| read.text("reason"));
        let row = params![
            i64::try_from(read.seq).unwrap_or(i64::MAX),
            String::from_utf8_lossy(line),
            read.digest.to_string(),
            read.at.to_string(),
            read.kind.as_str(),
            read.action_key.as_deref(),
            outcome,
        ];
        self.database.execute(insert, row).map(|_| ()).map_err(failed("written"))
    }

    fn lines(&mut self, from: u64, visit: &mut dyn FnMut(u64, &[u8]) -> bool) -> Result<(), RecordError> {
        let read = || failed("read");
        let select = "SELECT seq, line FROM lines WHERE seq >= ?1 ORDER BY seq";
        let mut statement = self.database.prepare_cached(select).map_err(read())?;
        let mut rows = statement.query([i64::try_from(from).unwrap_or(i64::MAX)]).map_err(read())?;
        while let Some(row) = rows.next().map_err(read())? {
            let seq: i64 = row.get(0).map_err(read())?;
            let line = row.get_ref(1).map_err(read())?.as_str();
            let line = line.map_err(|error| RecordError::Store { doing: "read", why: error.to_string() })?;
            if !visit(u64::try_from(seq).unwrap_or(0), line.as_bytes()) {
                return Ok(());
            }
        }
        Ok(())
    }
}
