//! `--watch`: again whenever a file changes. Files are looked at, so that it works wherever there are files.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use crate::exit::{Exit, Stop};
use crate::output::human::{Page, Style};
use crate::terminal::Terminal;

/// How long it waits before it looks again.
const PAUSE: Duration = Duration::from_millis(200);

/// Deeper folders are not looked into.
const DEEPEST: usize = 64;

/// What one run came to.
pub(super) struct Round {
    pub(super) exit: Exit,
    /// The names of what it read.
    pub(super) read: Vec<PathBuf>,
}

/// How the files were when they were looked at.
#[derive(Default, PartialEq)]
struct Look {
    files: BTreeMap<PathBuf, Option<(SystemTime, u64)>>,
    /// Where everything was looked at: a file that is not above was not there.
    folders: BTreeSet<PathBuf>,
}

impl Look {
    /// Adds what only the run led to, as it is now: what it read, and folders that were not looked into before.
    fn led_to(&mut self, mut now: Look, read: &BTreeSet<PathBuf>) {
        now.files.retain(|path, _| {
            let is_seen = path.parent().is_some_and(|folder| self.folders.contains(folder));
            !self.files.contains_key(path) && (read.contains(path) || !is_seen)
        });
        self.files.extend(now.files);
    }
}

/// Runs, and runs again whenever a policy, a file that it uses or a test file changes. It ends with Ctrl-C, as the system
/// ends it, or where the output cannot be written.
pub(super) fn watch<W: Write>(
    paths: &[PathBuf],
    terminal: Terminal,
    out: &mut W,
    mut run: impl FnMut(&mut W) -> Result<Round, Stop>,
) -> Result<Exit, Stop> {
    // What was read once is looked at from then on: a file that is broken for a while leads to no other.
    let mut files: BTreeSet<PathBuf> = BTreeSet::new();
    let mut number = 1usize;
    loop {
        // Looked at before the run, so that what changes during it is seen.
        let mut before = look(paths, &files);
        match run(out) {
            Ok(round) => files.extend(round.read),
            // A command line that cannot be meant is no better the second time.
            Err(Stop::Usage(message)) if number > 1 => {
                let mut page = Page::new(terminal);
                page.line(0, &[(Style::Bad, "error"), (Style::Plain, &format!(": {message}"))]);
                out.write_all(page.finish().as_bytes())?;
            }
            Err(stop) => return Err(stop),
        }
        before.led_to(look(paths, &files), &files);
        let mut page = Page::new(terminal);
        page.empty_line();
        page.line(0, &[(Style::Faint, "waiting for a change; Ctrl-C ends it")]);
        out.write_all(page.finish().as_bytes())?;
        out.flush()?;
        let changed = wait(paths, &files, &before);
        number += 1;
        let mut page = Page::new(terminal);
        page.empty_line();
        let name = changed.display().to_string();
        page.line(
            0,
            &[(Style::Strong, &format!("=== run {number}: ")), (Style::Strong, &name), (Style::Plain, " changed")],
        );
        page.empty_line();
        out.write_all(page.finish().as_bytes())?;
    }
}

/// Waits until the files are other than they were, and then until they stay so; the first that is.
fn wait(paths: &[PathBuf], files: &BTreeSet<PathBuf>, before: &Look) -> PathBuf {
    loop {
        sleep(PAUSE);
        let mut now = look(paths, files);
        let all = now.files.keys().chain(before.files.keys());
        let is_other = |path: &&PathBuf| now.files.get(*path) != before.files.get(*path);
        let Some(changed) = all.into_iter().find(is_other).cloned() else { continue };
        // Whoever writes a file may not be done with it.
        loop {
            sleep(PAUSE);
            let later = look(paths, files);
            if later == now {
                return changed;
            }
            now = later;
        }
    }
}

/// What was read; and the policies, test files, pins and settings at the paths and beside it.
fn look(paths: &[PathBuf], files: &BTreeSet<PathBuf>) -> Look {
    let mut look = Look::default();
    for path in paths {
        match path.is_dir() {
            true => walk(path, DEEPEST, &mut look),
            false => add(path.clone(), &mut look),
        }
    }
    let folders: BTreeSet<&Path> = files.iter().filter_map(|file| file.parent()).collect();
    for folder in folders {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        walk(folder, 0, &mut look);
    }
    files.iter().for_each(|file| add(file.clone(), &mut look));
    look
}

fn add(path: PathBuf, look: &mut Look) {
    let path = plain(&path);
    let how = path.metadata().and_then(|data| io::Result::Ok((data.modified()?, data.len()))).ok();
    look.files.insert(path, how);
}

/// One file has one name.
fn plain(path: &Path) -> PathBuf {
    path.strip_prefix(".").unwrap_or(path).to_owned()
}

/// What cannot be read is not there; whatever reads it says why.
fn walk(folder: &Path, deeper: usize, look: &mut Look) {
    let Ok(entries) = folder.read_dir() else { return };
    look.folders.insert(plain(folder));
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && deeper > 0 && !name.starts_with('.') {
            walk(&entry.path(), deeper - 1, look);
        } else if !is_folder && (name.ends_with(".chk") || name.ends_with(".yaml") || name == "chk.toml") {
            add(entry.path(), look);
        }
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    #[test]
    fn what_stood_beside_a_named_file_all_along_is_no_change() {
        let folder = std::env::temp_dir().join(format!("chk-look-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let paths = [folder.join("a.chk")];
        for name in ["a.chk", "b.chk", "chk.toml"] {
            std::fs::write(folder.join(name), "language 1\n").unwrap();
        }
        let mut before = look(&paths, &BTreeSet::new());
        assert_eq!(before.files.len(), 1);
        let read = BTreeSet::from(paths.clone());
        before.led_to(look(&paths, &read), &read);
        assert!(before.files == look(&paths, &read).files, "a second run would begin at once");
        // From the second run on the folder is known, and what is new in it during the run is a change.
        let mut before = look(&paths, &read);
        std::fs::write(folder.join("c.chk"), "language 1\n").unwrap();
        before.led_to(look(&paths, &read), &read);
        assert!(before.files != look(&paths, &read).files);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
