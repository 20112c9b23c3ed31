//! A file's text exchanged for another as a whole: whoever reads it sees the old one or the new one, never a part.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Exchanges the text of the file at `path`, which keeps its permissions. Where the path is a link, what it leads to is
/// exchanged, and the link stays.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let permissions = path.metadata()?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // In the same folder, since only within one file system a file takes the place of another at once.
    let beside = path.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let file = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    let done = fill(file, text, permissions).and_then(|()| fs::rename(&beside, &path));
    if done.is_err() {
        let _ = fs::remove_file(&beside);
    }
    done
}

fn fill(mut file: File, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.set_permissions(permissions)?;
    file.sync_all()
}
