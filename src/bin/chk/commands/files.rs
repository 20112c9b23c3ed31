//! The files that a command is about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::exit::Stop;

/// Deeper folders are not looked into: no project is, and a loop of mounts ends.
const DEEPEST: usize = 64;

/// A file that was named, or found in a folder that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// Whether the path itself stands on the command line.
    pub(super) named: bool,
}

/// The files that the paths name, and those below the folders that they name whose names end in `ending`: each once, in
/// the order of the command line, those of a folder in the order of their names.
pub(super) fn find(paths: &[PathBuf], ending: &str) -> Result<Vec<Found>, Stop> {
    let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
    for path in paths {
        if !path.is_dir() {
            // Whether a file is there is said by whatever reads it, with its reason.
            add(&mut found, &mut seen, path.clone(), true);
            continue;
        }
        let before = found.len();
        let mut below = Vec::new();
        walk(path, ending, 0, &mut below)?;
        let any = !below.is_empty();
        for file in below {
            // `bank.chk` reads better than `./bank.chk`.
            let file = file.strip_prefix(".").map(Path::to_owned).unwrap_or(file);
            add(&mut found, &mut seen, file, false);
        }
        if !any && found.len() == before {
            return Err(Stop::Usage(format!("there is no file `*{ending}` in the folder `{}`", path.display())));
        }
    }
    Ok(found)
}

fn add(found: &mut Vec<Found>, seen: &mut BTreeSet<PathBuf>, path: PathBuf, named: bool) {
    let same = path.canonicalize().unwrap_or_else(|_| path.clone());
    if seen.insert(same) {
        found.push(Found { path, named });
    }
}

/// Hidden folders and links are passed over: what is in them was not put there for a policy, or is met elsewhere.
fn walk(folder: &Path, ending: &str, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Stop> {
    let unreadable = |error| Stop::Usage(format!("the folder `{}` cannot be read: {error}", folder.display()));
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        entries.push((entry.file_name(), entry.file_type().map_err(unreadable)?));
    }
    entries.sort_by(|left, right| left.0.cmp(&right.0));
    for (name, kind) in entries {
        let path = folder.join(&name);
        let text = name.to_string_lossy();
        if kind.is_dir() && depth < DEEPEST && !text.starts_with('.') {
            walk(&path, ending, depth + 1, files)?;
        } else if text.ends_with(ending) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
