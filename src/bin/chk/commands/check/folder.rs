//! `chk.toml`: what is allowed and denied for the policies of a folder.
//!
//! ```toml
//! deny = ["warnings"]
//!
//! [allow]
//! source-order = "the hand-book names the words first"
//! ```

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use chk::Code;
use chk::diagnostic::{Diagnostic, Severity};
use chk::nearest::did_you_mean;
use chk::span::{FileId, FileSet, Span};
use chk::syntax::limits::MAX_FILE_BYTES;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::levels::Denied;
use crate::commands::files::Found;

/// The name of the file.
const NAME: &str = "chk.toml";

/// What is wrong with files that are no policies.
pub(super) struct Wrong {
    pub(super) files: FileSet,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Every `chk.toml` that holds for a policy of this run: the nearest one above it.
#[derive(Default)]
pub(super) struct Folders {
    list: Vec<Folder>,
    /// Which of them holds for a policy.
    of: BTreeMap<PathBuf, usize>,
}

/// One `chk.toml`.
struct Folder {
    path: PathBuf,
    text: String,
    denied: Denied,
    allowed: Vec<Allowed>,
}

/// What a folder allows.
struct Allowed {
    code: Code,
    place: Range<usize>,
    is_matched: bool,
}

impl Folders {
    /// # Errors
    /// What is wrong with one of them.
    pub(super) fn around(policies: &[Found]) -> Result<Folders, Wrong> {
        let mut folders = Folders::default();
        for policy in policies {
            let Some(path) = above(&policy.path) else { continue };
            let known = folders.list.iter().position(|folder| folder.path == path);
            let at = match known {
                Some(at) => at,
                None => {
                    folders.list.push(Folder::read(path)?);
                    folders.list.len() - 1
                }
            };
            folders.of.insert(policy.path.clone(), at);
        }
        Ok(folders)
    }

    /// Where they stand.
    pub(super) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.list.iter().map(|folder| folder.path.clone())
    }

    /// What is denied for a policy.
    pub(super) fn denied(&self, policy: &Found) -> Option<&Denied> {
        self.list.get(*self.of.get(&policy.path)?).map(|folder| &folder.denied)
    }

    /// Whether a finding of a policy is allowed.
    pub(super) fn allows(&mut self, policy: &Found, finding: &Diagnostic) -> bool {
        let folder = self.of.get(&policy.path).and_then(|at| self.list.get_mut(*at));
        let allowed =
            folder.and_then(|folder| folder.allowed.iter_mut().find(|allowed| allowed.code == finding.code()));
        allowed.map(|allowed| allowed.is_matched = true).is_some()
    }

    /// Forgets what was matched: everything is looked at once more.
    pub(super) fn forget(&mut self) {
        self.list.iter_mut().flat_map(|folder| &mut folder.allowed).for_each(|allowed| allowed.is_matched = false);
    }

    /// The allowances that no finding matched, of the folders whose every policy was looked at.
    pub(super) fn unmatched(&self, paths: &[PathBuf]) -> Vec<Wrong> {
        let is_whole = |folder: &&Folder| {
            let own = folder.path.parent().map(real);
            paths.iter().any(|path| path.is_dir() && own.as_ref().is_some_and(|own| own.starts_with(real(path))))
        };
        self.list.iter().filter(is_whole).filter_map(Folder::unmatched).collect()
    }
}

impl Folder {
    fn read(path: PathBuf) -> Result<Folder, Wrong> {
        let name = path.display().to_string();
        let mut files = FileSet::new();
        let text = match text(&path) {
            Ok(text) => text,
            Err((code, why)) => {
                let span = Span::new(files.add(name.as_str(), ""), 0, 0);
                let diagnostic = Diagnostic::new(code, span, format!("`{name}` {why}"));
                return Err(Wrong { files, diagnostics: vec![diagnostic] });
            }
        };
        let file = files.add(name, text.as_str());
        let mut reader = Reader { file, diagnostics: Vec::new() };
        let (denied, allowed) = reader.settings(&text);
        match reader.diagnostics.is_empty() {
            true => Ok(Folder { path, text, denied, allowed }),
            false => Err(Wrong { files, diagnostics: reader.diagnostics }),
        }
    }

    fn unmatched(&self) -> Option<Wrong> {
        let mut files = FileSet::new();
        let file = files.add(self.path.display().to_string(), self.text.as_str());
        let unmatched = self.allowed.iter().filter(|allowed| !allowed.is_matched).map(|allowed| {
            let span = Span::new(file, allowed.place.start, allowed.place.end);
            let message = format!("no policy here has a `{}`, so that there is nothing to allow", allowed.code);
            Diagnostic::new(Code::UnmatchedAllowance, span, message).help("take the line out")
        });
        let diagnostics: Vec<_> = unmatched.collect();
        (!diagnostics.is_empty()).then_some(Wrong { files, diagnostics })
    }
}

/// The text of a file that is no larger than a policy may be, or why there is none.
fn text(path: &Path) -> Result<String, (Code, String)> {
    let unreadable = |error: std::io::Error| (Code::UnreadableFile, format!("cannot be read: {error}"));
    // Whoever opens a pipe waits until somebody writes into it.
    if !path.metadata().map_err(unreadable)?.is_file() {
        return Err((
            Code::UnreadableFile,
            "is no file: take it away, or write the settings into a file of that name".to_owned(),
        ));
    }
    let mut bytes = Vec::new();
    let most = MAX_FILE_BYTES as u64 + 1;
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() > MAX_FILE_BYTES {
        return Err((Code::OverLimit, format!("has more than {MAX_FILE_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| (Code::NotUtf8, "is not UTF-8".to_owned()))
}

struct Reader {
    file: FileId,
    diagnostics: Vec<Diagnostic>,
}

impl Reader {
    fn settings(&mut self, text: &str) -> (Denied, Vec<Allowed>) {
        let (mut denied, mut allowed) = (Denied::default(), Vec::new());
        let table = match DeTable::parse(text) {
            Ok(table) => table.into_inner(),
            Err(error) => {
                self.wrong(Code::NotADocument, error.span().unwrap_or(0..0), error.message().to_owned(), None);
                return (denied, allowed);
            }
        };
        for (key, value) in table {
            match (&**key.get_ref(), value.get_ref()) {
                ("deny", DeValue::Array(words)) => words.iter().for_each(|word| self.denied(word, &mut denied)),
                ("deny", _) => self.wrong(
                    Code::WrongType,
                    value.span(),
                    "`deny` is a list".into(),
                    Some("write `deny = [\"warnings\"]`, or codes in the place of `warnings`".into()),
                ),
                ("allow", DeValue::Table(codes)) => {
                    allowed.extend(codes.iter().filter_map(|(code, reason)| self.allowed(code, reason)));
                }
                ("allow", _) => self.wrong(
                    Code::WrongType,
                    value.span(),
                    "`allow` is a table of codes with reasons".into(),
                    Some("write `[allow]`, and below it `CODE = \"reason\"`".into()),
                ),
                (other, _) => {
                    let help = did_you_mean(other, ["deny", "allow"]);
                    let help = help.unwrap_or_else(|| "there are `deny` and `[allow]`".into());
                    self.wrong(Code::UnknownKey, key.span(), format!("nothing reads the key `{other}`"), Some(help));
                }
            }
        }
        (denied, allowed)
    }

    fn denied(&mut self, word: &Spanned<DeValue<'_>>, denied: &mut Denied) {
        match word.get_ref().as_str() {
            Some("warnings") => denied.warnings = true,
            Some(name) => denied.codes.extend(self.code(name, word.span())),
            None => self.wrong(Code::WrongType, word.span(), "a code is a text".into(), None),
        }
    }

    fn allowed(&mut self, code: &Spanned<std::borrow::Cow<'_, str>>, reason: &Spanned<DeValue<'_>>) -> Option<Allowed> {
        let (name, place) = (&**code.get_ref(), code.span());
        let code = self.code(name, place.clone())?;
        if code.severity() == Severity::Error {
            let message = format!("`{code}` is an error, and errors cannot be allowed");
            self.wrong(Code::BadAllowance, place, message, None);
            return None;
        }
        if reason.get_ref().as_str().is_none_or(|reason| reason.trim().is_empty()) {
            let help = format!("write `{code} = \"reason\"`");
            self.wrong(
                Code::BadAllowance,
                reason.span(),
                format!("this allowance of `{code}` gives no reason"),
                Some(help),
            );
            return None;
        }
        Some(Allowed { code, place, is_matched: false })
    }

    fn code(&mut self, name: &str, place: Range<usize>) -> Option<Code> {
        let code = Code::from_name(name);
        if code.is_none() {
            let help = did_you_mean(name, Code::ALL.iter().map(|code| code.as_str()));
            let help = help.unwrap_or_else(|| "`chk explain` lists them".into());
            self.wrong(Code::UnknownName, place, format!("no code is called `{name}`"), Some(help));
        }
        code
    }

    fn wrong(&mut self, code: Code, place: Range<usize>, message: String, help: Option<String>) {
        let span = Span::new(self.file, place.start, place.end);
        self.diagnostics.push(Diagnostic::new(code, span, message).maybe_help(help));
    }
}

/// The nearest `chk.toml` in the folder of a policy or above it. One that is there and is no file is not passed over: what
/// was to be denied would not be.
fn above(policy: &Path) -> Option<PathBuf> {
    let whole = std::path::absolute(policy).ok()?;
    let folder = whole.ancestors().skip(1).find(|folder| folder.join(NAME).symlink_metadata().is_ok())?;
    // As people write it: from where the program runs, where it lies below that.
    let here = std::env::current_dir().ok();
    let short = here.and_then(|here| folder.strip_prefix(here).ok().map(Path::to_owned));
    Some(short.unwrap_or_else(|| folder.to_owned()).join(NAME))
}

fn real(path: &Path) -> PathBuf {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}
