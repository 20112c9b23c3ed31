//! Follows `use` from the first file to all that it needs. What is wrong with a file or on the way to it is found in one
//! run, with both ends.

mod files;
mod kind;
mod path;
mod std;

use ::std::collections::{BTreeMap, HashSet};
use ::std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::span::{FileId, FileSet, Span};
use crate::syntax::ast::{ItemKind, Text};
use crate::syntax::{self, Parsed};
use path::{BadPath, Place};

pub use self::std::{paths as shipped_paths, text as shipped_text};
pub use files::{Disk, Files, Memory, Unread};
pub(crate) use kind::nearest_file;
pub use kind::{FileKind, did_you_mean_file};

/// The most files of one policy.
pub const MAX_FILES: usize = 1_000;

/// A policy's files, read and parsed.
#[derive(Debug, Default)]
pub struct Loaded {
    /// Every file that could be read, the first one in front.
    pub files: FileSet,
    /// What each of them says, in the order in which they were met: a file before those that it uses.
    pub sources: Vec<(FileId, Parsed)>,
    /// Of these the files that the library brings.
    pub shipped: HashSet<FileId>,
    /// What is wrong, in the order of the files and places. Those of the parsed files are here and no longer there.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the file at `main`, a path below the root, and all that it uses.
///
/// ```
/// use chk::load::{Memory, load};
/// let files = Memory::new([("bank.chk", "language 1\nuse \"std/fixed.chk\"\nuse \"limits.chk\"\n"), ("limit.chk", "language 1\n")]);
/// let loaded = load("bank.chk", &files);
/// assert_eq!(loaded.sources.len(), 2);
/// assert_eq!(loaded.diagnostics[0].message(), "there is no file `limits.chk`");
/// assert_eq!(loaded.diagnostics[0].help_text(), Some("did you mean `limit.chk`?"));
/// ```
pub fn load(main: &str, files: &dyn Files) -> Loaded {
    let mut loader = Loader { from: files, loaded: Loaded::default(), ids: BTreeMap::new(), open: Vec::new() };
    loader.main(main);
    let mut loaded = loader.loaded;
    loaded.diagnostics.sort_by_key(|diagnostic| diagnostic.span().map(|span| (span.file, span.start)));
    loaded
}

struct Loader<'a> {
    from: &'a dyn Files,
    loaded: Loaded,
    /// The files that were met; none where one could not be read.
    ids: BTreeMap<Place, Option<FileId>>,
    /// The files from the first one to the one whose uses are followed.
    open: Vec<Open>,
}

/// A file whose uses are being followed.
struct Open {
    place: Place,
    /// What is still to be followed, the next one last.
    rest: Vec<Text>,
    /// Where each place was used first.
    used: BTreeMap<Place, Span>,
    /// The use that is being followed.
    at: Option<Span>,
}

impl Loader<'_> {
    fn main(&mut self, main: &str) {
        let place = match self.from.locate(main) {
            Ok(path) => Place::Root(path),
            Err(why) => {
                let name = self.from.name(main);
                let span = Span::new(self.loaded.files.add(name.as_str(), ""), 0, 0);
                let beside = self.from.beside("");
                let near = nearest(main, beside.iter().map(String::as_str)).filter(|_| why == Unread::Missing);
                let help = near.map(|near| format!("did you mean `{}`?", self.from.name(near)));
                self.loaded.diagnostics.push(unread(why, &name, span).maybe_help(help));
                return;
            }
        };
        self.read(place, None);
        while let Some(open) = self.open.last_mut() {
            match open.rest.pop() {
                Some(path) => self.follow(&path),
                None => {
                    self.open.pop();
                }
            }
        }
    }

    /// Follows one `use` of the file that was opened last.
    fn follow(&mut self, path: &Text) {
        let Some(open) = self.open.last_mut() else { return };
        let place = match open.place.of_use(&path.text) {
            Ok(place) => place,
            Err(bad) => return self.report(bad_path(bad, path)),
        };
        let located = match &place {
            Place::Shipped(name) if std::text(name).is_some() => Ok(place.clone()),
            Place::Shipped(_) => Err(Unread::Missing),
            Place::Root(path) => self.from.locate(path).map(Place::Root),
        };
        let known = located.clone().unwrap_or_else(|_| place.clone());
        if let Some(first) = open.used.get(&known) {
            let message = format!("`{}` is used twice", path.text);
            let diagnostic = Diagnostic::new(Code::DuplicateUse, path.span, message)
                .here("used again")
                .label(*first, "used first")
                .help("remove one of them");
            return self.report(diagnostic);
        }
        open.used.insert(known.clone(), path.span);
        open.at = Some(path.span);
        if let Err(why) = located {
            let help = if why == Unread::Missing { self.meant(&place, &path.text) } else { None };
            return self.report(unread(why, &path.text, path.span).maybe_help(help));
        }
        if let Some(start) = self.open.iter().position(|open| open.place == known) {
            return self.report(self.cycle(start, path));
        }
        if !self.ids.contains_key(&known) {
            self.read(known, Some(path));
        }
    }

    /// Reads and parses a file, and opens it for its uses.
    fn read(&mut self, place: Place, used: Option<&Text>) {
        let name = match &place {
            Place::Shipped(path) => path.clone(),
            Place::Root(path) => self.from.name(path),
        };
        let shown = used.map_or(name.as_str(), |used| &used.text);
        let bytes = match &place {
            _ if self.ids.len() >= MAX_FILES => {
                self.ids.insert(place, None);
                if let Some(used) = used {
                    let message = format!("a policy has more than {MAX_FILES} files");
                    self.report(Diagnostic::new(Code::OverLimit, used.span, message));
                }
                return;
            }
            Place::Shipped(path) => Ok(std::text(path).unwrap_or_default().as_bytes().to_vec()),
            Place::Root(path) => self.from.read(path),
        };
        let (id, text) = match bytes.map(String::from_utf8) {
            Ok(Ok(text)) => {
                // One byte order mark is no part of the text.
                let text: Arc<str> = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
                (self.loaded.files.add(name.as_str(), text.clone()), text)
            }
            Ok(Err(error)) => {
                let at = error.utf8_error().valid_up_to();
                // What could not be read is one U+FFFD in the text that is shown.
                let id = self.loaded.files.add(name, String::from_utf8_lossy(error.as_bytes()));
                let span = Span::new(id, at, at + char::REPLACEMENT_CHARACTER.len_utf8());
                let diagnostic = Diagnostic::new(Code::NotUtf8, span, format!("byte {at} is not UTF-8"))
                    .help("write the file in UTF-8");
                self.report(match used {
                    Some(used) => diagnostic.label(used.span, "used here"),
                    None => diagnostic,
                });
                self.ids.insert(place, None);
                return;
            }
            Err(why) => {
                let span =
                    used.map_or_else(|| Span::new(self.loaded.files.add(name.clone(), ""), 0, 0), |used| used.span);
                self.report(unread(why, shown, span));
                self.ids.insert(place, None);
                return;
            }
        };
        if let (None, Some((kind @ (FileKind::Snapshot | FileKind::TestFile), line))) = (used, FileKind::of(&text)) {
            let message = format!("`{shown}` is {}, not a policy", kind.as_str());
            let span = Span::new(id, line.start, line.end);
            self.report(Diagnostic::new(Code::LanguageLine, span, message).help(kind.usage(shown)));
            self.ids.insert(place, None);
            return;
        }
        let mut parsed = syntax::parse(id, &text);
        self.loaded.diagnostics.append(&mut parsed.diagnostics);
        let mut rest: Vec<Text> = parsed
            .file
            .items
            .iter()
            .filter_map(|item| match &item.kind {
                ItemKind::Use(path) => Some(path.clone()),
                _ => None,
            })
            .collect();
        rest.reverse();
        self.loaded.sources.push((id, parsed));
        if matches!(place, Place::Shipped(_)) {
            self.loaded.shipped.insert(id);
        }
        self.ids.insert(place.clone(), Some(id));
        self.open.push(Open { place, rest, used: BTreeMap::new(), at: None });
    }

    /// The circle that a use closes, with the use of every file on it.
    fn cycle(&self, start: usize, path: &Text) -> Diagnostic {
        let round = self.open.get(start..).unwrap_or_default();
        let names: Vec<String> = round.iter().map(|open| format!("`{}`", open.place.path())).collect();
        let (message, closes) = match names.as_slice() {
            [one] => (format!("{one} uses itself"), "its own name".to_owned()),
            _ => {
                let back = names.first().cloned().unwrap_or_default();
                (format!("files use each other in a circle: {}, {back}", names.join(", ")), format!("back to {back}"))
            }
        };
        let mut diagnostic = Diagnostic::new(Code::UseCycle, path.span, message)
            .here(closes)
            .help("move what both need into a file of its own");
        // The last one is the use that closes the circle.
        let before = round.len().saturating_sub(1);
        for (open, next) in round.iter().take(before).zip(names.iter().skip(1)) {
            if let Some(at) = open.at {
                diagnostic = diagnostic.label(at, format!("uses {next}"));
            }
        }
        diagnostic
    }

    /// What was probably meant by the path of a missing file.
    fn meant(&self, place: &Place, written: &str) -> Option<String> {
        let shipped = format!("std/{written}");
        if std::text(&shipped).is_some() {
            return Some(format!("did you mean `{shipped}`?"));
        }
        let near = match place {
            Place::Shipped(path) => nearest(path, std::paths()).map(str::to_owned),
            Place::Root(path) => {
                let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
                let beside = self.from.beside(folder);
                let names = beside.iter().map(|path| path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name));
                // As it has to be written here: the same folder, the other name.
                nearest(name, names).map(|near| match written.rsplit_once('/') {
                    Some((folder, _)) => format!("{folder}/{near}"),
                    None => near.to_owned(),
                })
            }
        };
        near.map(|near| format!("did you mean `{near}`?"))
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.loaded.diagnostics.push(diagnostic);
    }
}

fn bad_path(bad: BadPath, path: &Text) -> Diagnostic {
    let written = &path.text;
    match bad {
        BadPath::Outside => outside(written, path.span),
        BadPath::Separator => Diagnostic::new(Code::MissingFile, path.span, format!("there is no file `{written}`"))
            .help("folders are separated by `/`"),
        BadPath::Nothing => Diagnostic::new(Code::MissingFile, path.span, "the path names no file")
            .help("name a file beside this one, or `std/...`"),
    }
}

fn unread(why: Unread, written: &str, span: Span) -> Diagnostic {
    match why {
        Unread::Missing => Diagnostic::new(Code::MissingFile, span, format!("there is no file `{written}`")),
        Unread::Outside => outside(written, span),
        Unread::TooLarge => Diagnostic::new(Code::OverLimit, span, format!("`{written}`: {why}")),
        Unread::Failed(_) => Diagnostic::new(Code::UnreadableFile, span, format!("`{written}`: {why}")),
    }
}

fn outside(written: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::OutsideRoot, span, format!("`{written}` lies outside the root"))
        .help("the root is the folder of the first file, or `--root`; move the file below it")
}
