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
type Look = BTreeMap<PathBuf, Option<(SystemTime, u64)>>;

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
        // What only the run led to is taken as it is now.
        let mut now = look(paths, &files);
        now.retain(|path, _| !before.contains_key(path) && (files.contains(path) || !is_seen(&before, path)));
        before.extend(now);
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

/// Whether the folder of a file was looked into.
fn is_seen(look: &Look, path: &Path) -> bool {
    look.keys().any(|seen| seen.parent() == path.parent())
}

/// Waits until the files are other than they were, and then until they stay so; the first that is.
fn wait(paths: &[PathBuf], files: &BTreeSet<PathBuf>, before: &Look) -> PathBuf {
    loop {
        sleep(PAUSE);
        let mut now = look(paths, files);
        let all = now.keys().chain(before.keys());
        let Some(changed) = all.into_iter().find(|path| now.get(*path) != before.get(*path)).cloned() else { continue };
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

/// What was read; and the policies, test files and pins at the paths and beside it.
fn look(paths: &[PathBuf], files: &BTreeSet<PathBuf>) -> Look {
    let mut look = Look::new();
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
    // One file has one name.
    let path = path.strip_prefix(".").map_or(path.clone(), Path::to_owned);
    let how = path.metadata().and_then(|data| io::Result::Ok((data.modified()?, data.len()))).ok();
    look.insert(path, how);
}

/// What cannot be read is not there; whatever reads it says why.
fn walk(folder: &Path, deeper: usize, look: &mut Look) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && deeper > 0 && !name.starts_with('.') {
            walk(&entry.path(), deeper - 1, look);
        } else if !is_folder && (name.ends_with(".chk") || name.ends_with(".yaml")) {
            add(entry.path(), look);
        }
    }
}
