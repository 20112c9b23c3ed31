//! What a command reads: a file, or standard input.

use std::io::{self, Read};
use std::path::Path;

use chk::diagnostic::{Code, Diagnostic};
use chk::load::did_you_mean_file;
use chk::span::{FileSet, Span};

/// The name of standard input in diagnostics.
pub(super) const STDIN: &str = "stdin";

/// What is wrong with what could not be read.
pub(super) type Unread = (FileSet, Vec<Diagnostic>);

/// Whether a path stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What an input is called.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { STDIN.to_owned() } else { path.display().to_string() }
}

/// Reads a file, or standard input where the path is `-`: at most one byte more than `most`, which is enough to be told
/// that it has too many. `what` is what it should be.
pub(super) fn read(path: &Path, what: &str, most: usize) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    let most = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    let read = if is_stdin(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    read.map(|_| bytes).map_err(|error| unread(path, what, &error))
}

fn unread(path: &Path, what: &str, error: &io::Error) -> Unread {
    let name = name(path);
    if error.kind() == io::ErrorKind::NotFound {
        let (files, list) = one(&name, Code::MissingFile, format!("there is no file `{name}`"));
        let list = list.into_iter().map(|one| one.maybe_help(did_you_mean_file(path)));
        return (files, list.collect());
    }
    let message = match path.is_dir() {
        true => format!("`{name}` is a folder, not a {what}"),
        false => format!("the {what} `{name}` cannot be read: {error}"),
    };
    one(&name, Code::UnreadableFile, message)
}

/// One mistake that has no place in a text.
pub(super) fn one(name: &str, code: Code, message: String) -> Unread {
    let mut files = FileSet::new();
    let file = files.add(name, "");
    (files, vec![Diagnostic::new(code, Span::new(file, 0, 0), message)])
}
