//! `--fix`: findings whose repair is certain are mended, unless a case of the policy's own tests would come out otherwise.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use chk::diagnostic::{Diagnostic, mended};
use chk::lint::lint;
use chk::load::{Disk, Files, Unread};
use chk::span::FileSet;
use chk::testing::{Options, Report, run_text};
use chk::{Policy, PolicyErrors};

use super::folder::Folders;
use super::levels::Levels;
use super::{Checked, real};
use crate::exit::{Exit, Stop};
use crate::output::diff::diff;
use crate::output::human::{Page, Style};
use crate::terminal::Terminal;

/// A repair can show the next one; more rounds than these would go on for ever.
const MOST_ROUNDS: usize = 20;

/// What would be written.
#[derive(Default)]
pub(super) struct Repairs {
    /// The files by name: as they are, and mended.
    files: BTreeMap<String, (String, String)>,
    /// How many findings of each policy are mended, and in which files.
    counts: Vec<(usize, Vec<String>)>,
    /// Why a policy is left as it is.
    refused: Vec<String>,
}

impl Repairs {
    pub(super) fn of(policies: &[Checked], root: Option<&Path>, levels: &Levels, folders: &mut Folders) -> Repairs {
        let mut repairs = Repairs::default();
        for policy in policies {
            repairs.add(policy, policies, root, levels, folders);
        }
        repairs
    }

    fn add(
        &mut self,
        checked: &Checked,
        policies: &[Checked],
        root: Option<&Path>,
        levels: &Levels,
        folders: &mut Folders,
    ) {
        let Ok(policy) = &checked.outcome else { return self.add_broken(checked, root) };
        let Some(mut reader) = Reader::of(&checked.found.path, root) else { return };
        // What an earlier policy mended in a file that this one uses too is mended here as well.
        reader.texts.extend(self.files.iter().map(|(name, (_, text))| (name.clone(), text.clone())));
        let (mut first, mut left) = (None, 0);
        let Ok(mut latest) = reader.load() else { return };
        for _ in 0..MOST_ROUNDS {
            let mut findings = lint(&latest);
            findings.retain(|finding| !levels.allows(finding) && !folders.allows(&checked.found, finding));
            left = fixable(&findings);
            first.get_or_insert(left);
            let texts = mended(latest.files(), &findings);
            if texts.is_empty() {
                break;
            }
            let before = reader.texts.clone();
            for (id, text) in texts {
                if let Some(file) = latest.files().file(id) {
                    reader.texts.insert(file.name().to_owned(), text);
                }
            }
            match reader.load() {
                Ok(next) => latest = next,
                Err(_) => {
                    reader.texts = before;
                    break;
                }
            }
        }
        // Of repairs that touch each other one waits for the next round: it is one finding all the same.
        let count = first.unwrap_or(0).saturating_sub(left);
        if count == 0 {
            return;
        }
        let mended = self.changed(policy.files(), &reader.texts);
        // What is mended in a file that others use too is mended for them.
        let why = policies.iter().find_map(|other| {
            let old = other.outcome.as_ref().ok()?;
            let is_touched = old.files().iter().any(|(_, file)| mended.contains_key(file.name()));
            is_touched.then(|| otherwise(&other.found.path, old, root, &reader.texts)).flatten()
        });
        match why {
            Some(why) => self.refused.push(format!("{}: {why}", checked.found.path.display())),
            None => {
                self.counts.push((count, mended.keys().cloned().collect()));
                self.files.extend(mended);
            }
        }
    }

    /// Mends what keeps a policy from loading, where that is beyond doubt; a policy that does not load has no verdicts to change.
    fn add_broken(&mut self, checked: &Checked, root: Option<&Path>) {
        let Some(mut reader) = Reader::of(&checked.found.path, root) else { return };
        reader.texts.extend(self.files.iter().map(|(name, (_, text))| (name.clone(), text.clone())));
        let Err(mut latest) = reader.load() else { return };
        let first = latest.diagnostics().len();
        let mut left = first;
        for _ in 0..MOST_ROUNDS {
            let texts = mended(latest.files(), latest.diagnostics());
            let before = reader.texts.clone();
            for (id, text) in texts {
                if let Some(file) = latest.files().file(id) {
                    reader.texts.insert(file.name().to_owned(), text);
                }
            }
            // What does not make the mistakes fewer mended none.
            match reader.load() {
                Ok(_) => {
                    left = 0;
                    break;
                }
                Err(next) if next.diagnostics().len() < left => {
                    left = next.diagnostics().len();
                    latest = next;
                }
                Err(_) => {
                    reader.texts = before;
                    break;
                }
            }
        }
        if left < first {
            let changed = self.changed(checked.files(), &reader.texts);
            self.counts.push((first - left, changed.keys().cloned().collect()));
            self.files.extend(changed);
        }
    }

    /// The files of a policy that are not as these texts have them, or as an earlier policy of this run left them.
    fn changed(&self, files: &FileSet, texts: &BTreeMap<String, String>) -> BTreeMap<String, (String, String)> {
        let changed = files.iter().filter_map(|(_, file)| {
            let text = texts.get(file.name()).filter(|text| ***text != **file.text())?;
            let is_known = self.files.get(file.name()).is_some_and(|(_, known)| known == text);
            (!is_known).then(|| (file.name().to_owned(), (file.text().to_string(), text.clone())))
        });
        changed.collect()
    }

    /// Shows what would be written, and writes nothing.
    pub(super) fn show(&self, terminal: Terminal, out: &mut impl Write) -> Result<(), Stop> {
        for (name, (old, new)) in &self.files {
            out.write_all(diff(terminal, name, old, new).as_bytes())?;
        }
        out.write_all(self.told("would be mended", terminal).as_bytes())?;
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Writes what is mended. A file that cannot be written is told of, and the others are written all the same.
    pub(super) fn make(&mut self) -> Exit {
        let mut unwritten = BTreeSet::new();
        for (name, (_, new)) in &self.files {
            if let Err(error) = crate::replace::replace(Path::new(name), new) {
                self.refused.push(format!("{name} cannot be written: {error}"));
                unwritten.insert(name.clone());
            }
        }
        self.files.retain(|name, _| !unwritten.contains(name));
        self.counts.retain(|(_, names)| !names.iter().any(|name| unwritten.contains(name)));
        if unwritten.is_empty() { Exit::Clean } else { Exit::Failure }
    }

    /// How much is mended, or would be, and what is not.
    pub(super) fn told(&self, what: &str, terminal: Terminal) -> String {
        let mut page = Page::new(terminal);
        let files = if self.files.len() == 1 { "1 file".to_owned() } else { format!("{} files", self.files.len()) };
        let message = match self.counts.iter().map(|(count, _)| count).sum() {
            0 => "nothing that could be mended without a doubt".to_owned(),
            1 => format!("1 finding {what} in {files}"),
            count => format!("{count} findings {what} in {files}"),
        };
        page.line(0, &[(Style::Plain, &message)]);
        for refused in &self.refused {
            page.line(0, &[(Style::Bad, "left as it is"), (Style::Plain, &format!(": {refused}"))]);
        }
        page.finish()
    }
}

fn fixable(findings: &[Diagnostic]) -> usize {
    findings.iter().filter(|finding| !finding.fix().is_empty()).count()
}

/// The files of a policy on disk, some of them with other texts.
struct Reader {
    disk: Disk,
    main: String,
    texts: BTreeMap<String, String>,
}

impl Reader {
    fn of(path: &Path, root: Option<&Path>) -> Option<Reader> {
        let (disk, main) = match root {
            None => Disk::around(path),
            Some(root) => {
                let disk = Disk::new(root);
                let main = disk.within(path).ok()?;
                (disk, main)
            }
        };
        Some(Reader { disk, main, texts: BTreeMap::new() })
    }

    fn load(&self) -> Result<Policy, PolicyErrors> {
        Policy::from_files(&self.main, self)
    }
}

impl Files for Reader {
    fn locate(&self, path: &str) -> Result<String, Unread> {
        self.disk.locate(path)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, Unread> {
        match self.texts.get(&self.disk.name(path)) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => self.disk.read(path),
        }
    }

    fn name(&self, path: &str) -> String {
        self.disk.name(path)
    }
}

/// What would be otherwise about a policy with these texts: it would not load, or a case would have another verdict.
fn otherwise(path: &Path, old: &Policy, root: Option<&Path>, texts: &BTreeMap<String, String>) -> Option<String> {
    let mut reader = Reader::of(path, root)?;
    reader.texts.clone_from(texts);
    match reader.load() {
        Ok(new) => changed_case(path, old, &new),
        Err(_) => Some(format!("{} would not load any more", path.display())),
    }
}

/// A case of the policy's own tests, beside it, whose verdict would be another one.
fn changed_case(path: &Path, old: &Policy, new: &Policy) -> Option<String> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(folder).ok()?;
    let mut tests: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    tests.retain(|test| test.to_string_lossy().ends_with(".test.yaml"));
    tests.sort();
    tests.iter().find_map(|test| {
        let name = test.display().to_string();
        let text = std::fs::read_to_string(test).ok()?;
        let before = run_of(&name, &text, folder, path, old)?;
        let Some(after) = run_of(&name, &text, folder, path, new) else {
            return Some(format!("{name} could not be run any more"));
        };
        let pairs = before.cases.iter().zip(&after.cases);
        let changed = pairs.into_iter().find(|(before, after)| {
            before.verdict.to_json().replace(old.digest(), "") != after.verdict.to_json().replace(new.digest(), "")
        });
        changed.map(|(case, _)| format!("the case `{}` of {name} would come out otherwise", case.name))
    })
}

/// What comes of a test file under a policy; none where it is another policy's, or no test file.
fn run_of(name: &str, text: &str, folder: &Path, path: &Path, policy: &Policy) -> Option<Report> {
    let is_own = Cell::new(false);
    let load = |named: &str| {
        is_own.set(real(&folder.join(named)) == real(path));
        Ok(policy.clone())
    };
    let report = run_text(name, text, load, Options::default()).ok()?;
    is_own.into_inner().then_some(report)
}
