//! What a file is by its first words, for whoever gives one in the place of another.

use ::std::ops::Range;
use ::std::path::Path;

use crate::nearest::nearest;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// It begins with `language 1`.
    Policy,
    /// It has a key `chk`.
    Snapshot,
    /// It has a key `cases`.
    TestFile,
}

impl FileKind {
    /// What a text most likely is, and the line that says so; none where nothing tells.
    ///
    /// ```
    /// use chk::load::FileKind;
    /// assert_eq!(FileKind::of("# a bank\nlanguage 1\n"), Some((FileKind::Policy, 9..19)));
    /// assert_eq!(FileKind::of("hello").map(|(kind, _)| kind), None);
    /// ```
    pub fn of(text: &str) -> Option<(FileKind, Range<usize>)> {
        let mut start = 0;
        let mut snapshot = None;
        let mut is_first = true;
        for whole in text.split_inclusive('\n') {
            let (line, place) = (whole.trim_end(), start..start + whole.trim_end().len());
            start += whole.len();
            let line = line.trim_start_matches('\u{feff}');
            if line.is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            match line {
                _ if is_first && line.starts_with("language ") => return Some((FileKind::Policy, place)),
                _ if is_first && line.starts_with('{') && line.contains("\"chk\"") => snapshot = Some(place),
                _ if line.starts_with("cases:") => return Some((FileKind::TestFile, place)),
                _ if snapshot.is_none() && line.starts_with("chk:") => snapshot = Some(place),
                _ => {}
            }
            is_first = false;
        }
        snapshot.map(|place| (FileKind::Snapshot, place))
    }

    /// In prose.
    pub fn as_str(self) -> &'static str {
        match self {
            FileKind::Policy => "a policy",
            FileKind::Snapshot => "a snapshot",
            FileKind::TestFile => "a test file",
        }
    }

    /// How a file of this kind, `path`, is given to the command line.
    pub fn usage(self, path: &str) -> String {
        match self {
            FileKind::Policy => format!("write `chk eval {path} --context FILE`, or `chk check {path}`"),
            FileKind::Snapshot => format!("write `chk eval POLICY --context {path}`"),
            FileKind::TestFile => format!("write `chk test {path}`"),
        }
    }
}

/// What may have been meant by the path of a file that is not there: the nearest name in that folder.
pub fn did_you_mean_file(path: &Path) -> Option<String> {
    let near = path.parent().unwrap_or(Path::new("")).join(nearest_file(path)?);
    Some(format!("did you mean `{}`?", near.display()))
}

/// The same name alone.
pub(crate) fn nearest_file(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let listed = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let mut names: Vec<String> =
        listed.read_dir().ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.sort();
    nearest(name, names.iter().map(String::as_str)).map(str::to_owned)
}
