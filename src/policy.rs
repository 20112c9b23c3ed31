//! A loaded policy: the stages in a row, from files to verdicts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::compile;
use crate::diagnostic::{Code, Diagnostic, Report, Severity, reports};
use crate::digest::sha256_hex;
use crate::eval::{self, Pins, Seen, Story};
use crate::graph::{Drawer, Graph, Unnamed};
use crate::handbook::Handbook;
use crate::load::{Disk, Files, Loaded, Memory, Unread, did_you_mean_file, load};
use crate::nearest::did_you_mean;
use crate::program::{Program, Quote};
use crate::snapshot::{self, Snapshot};
use crate::span::{FileId, FileSet, Span};
use crate::verdict::{Decision, Verdict};

/// A policy that loaded without an error. Immutable, cheap to share between threads.
///
/// ```
/// let policy = chk::Policy::from_text("lamp.chk", r#"
/// language 1
/// provider lamp {
///   tool dim {
///     reversible
///     slot level: integer where it >= 0 and it <= 100 from user_answer, instruction
///   }
/// }
/// "#)?;
/// let snapshot = chk::Snapshot::from_yaml(r#"
/// chk: 1
/// call: { tool: lamp.dim, arguments: { level: 40 } }
/// instruction: [{ text: "Dim the lamp to 40", trust: user }]
/// "#)?;
/// assert_eq!(policy.evaluate(&snapshot).decision, chk::Decision::Execute);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Policy {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    program: Program,
    pins: Pins,
    files: FileSet,
    /// The files of it that are checklists, the first one in front.
    sources: Vec<FileId>,
    warnings: Vec<Diagnostic>,
    /// Computed for whoever asks: a decision alone does not need it.
    digest: OnceLock<Arc<str>>,
}

impl Inner {
    fn digest(&self) -> &Arc<str> {
        self.digest.get_or_init(|| digest(&self.files))
    }
}

/// Everything that is wrong with a policy, at once.
#[derive(Debug, thiserror::Error)]
#[error("the policy does not load: {}", summary(.diagnostics))]
pub struct PolicyErrors {
    files: FileSet,
    diagnostics: Vec<Diagnostic>,
    /// The same as miette draws them.
    reports: Vec<Report>,
}

fn summary(diagnostics: &[Diagnostic]) -> String {
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|one| one.severity() == Severity::Error).collect();
    match errors.as_slice() {
        [] => "nothing could be read".into(),
        [only] => only.message().into(),
        [first, rest @ ..] => format!("{}, and {} more", first.message(), rest.len()),
    }
}

impl Policy {
    /// Reads the policy at `path` and everything that it uses. The root, outside of which nothing is read, is the
    /// folder of `path`.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Policy, PolicyErrors> {
        let (disk, main) = Disk::around(path);
        Policy::from_files(&main, &disk)
    }

    /// Reads the policy at `path`, with another root than its folder.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_path_in(root: impl AsRef<Path>, path: impl AsRef<Path>) -> Result<Policy, PolicyErrors> {
        let disk = Disk::new(root.as_ref());
        match disk.within(&path) {
            Ok(main) => Policy::from_files(&main, &disk),
            Err(unread) => {
                let mut files = FileSet::new();
                let name = path.as_ref().to_string_lossy().into_owned();
                let file = files.add(name.as_str(), "");
                let span = Span::new(file, 0, 0);
                let diagnostic = match unread {
                    Unread::Missing => Diagnostic::new(Code::MissingFile, span, format!("there is no file `{name}`"))
                        .maybe_help(did_you_mean_file(path.as_ref())),
                    _ => Diagnostic::new(Code::UnreadableFile, span, format!("`{name}`: {unread}")),
                };
                Err(PolicyErrors::new(files, vec![diagnostic]))
            }
        }
    }

    /// Reads a policy of one text, which may use `std/...` and nothing else.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_text(name: &str, text: &str) -> Result<Policy, PolicyErrors> {
        Policy::from_files(name, &Memory::new([(name, text)]))
    }

    /// Reads the policy at `main` from wherever `files` are.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_files(main: &str, files: &dyn Files) -> Result<Policy, PolicyErrors> {
        let Loaded { files: mut set, sources, shipped, mut diagnostics } = load(main, files);
        let has_gap = diagnostics.iter().any(|one| one.code().leaves_a_gap());
        let trees: Vec<_> = sources.iter().map(|(file, parsed)| (*file, &parsed.file)).collect();
        let bad_names: Vec<_> = sources.iter().flat_map(|(_, parsed)| parsed.bad_names.iter().cloned()).collect();
        let (program, mut found) = compile::compile(&trees, &bad_names, shipped);
        // What stands in a file that could not be read is defined all the same, nobody knows as what.
        found.retain(|one| !(has_gap && one.code().is_about_a_definition()));
        // What a confirm shows that could not be read, nobody knows.
        let lost_confirm = sources.iter().any(|(_, parsed)| parsed.lost_confirm);
        found.retain(|one| !(lost_confirm && one.code().is_about_a_confirm()));
        // Nor where something stands whose brace is missing.
        let lost_head = sources.iter().any(|(_, parsed)| parsed.lost_head);
        found.retain(|one| !(lost_head && one.code() == Code::MisplacedItem));
        // What is wrong with a text that could not be read as it stands follows from that.
        let misread: Vec<Span> = diagnostics.iter().filter_map(Diagnostic::span).collect();
        found.retain(|one| !one.span().is_some_and(|span| misread.iter().any(|other| span.overlaps(*other))));
        diagnostics.extend(found);
        let tools = program.as_ref().map(|program| program.tools_by_name.keys().map(|name| &**name).collect());
        let pins = match pins(main, files, &mut set, tools) {
            Ok(pins) => pins,
            Err(found) => {
                diagnostics.extend(found);
                Pins::new()
            }
        };
        diagnostics.sort_by_key(|one| one.span().map(|span| (span.file, span.start, span.end)));
        let failed = diagnostics.iter().any(|one| one.severity() == Severity::Error);
        match program.filter(|_| !failed) {
            None => Err(PolicyErrors::new(set, diagnostics)),
            Some(program) => {
                let sources = sources.iter().map(|(id, _)| *id).collect();
                let inner =
                    Inner { program, pins, files: set, sources, warnings: diagnostics, digest: OnceLock::new() };
                Ok(Policy { inner: Arc::new(inner) })
            }
        }
    }

    /// Judges a snapshot: no clock, no file, no environment, and never a panic. What goes wrong inside is a state, a
    /// reason and a route of the verdict.
    pub fn evaluate(&self, snapshot: &Snapshot) -> Verdict {
        eval::evaluate(&self.inner.program, &self.inner.pins, self.inner.digest(), snapshot, None, None)
    }

    /// The decision alone: that of [`Policy::evaluate`], for whoever asks nothing further. Where the call plainly runs,
    /// nothing is allocated.
    ///
    /// ```
    /// # let policy = chk::Policy::from_text("lamp.chk", "language 1\nprovider lamp {\n tool dim { read_only }\n}\n")?;
    /// let snapshot = chk::Snapshot::from_yaml("chk: 1\ncall: { tool: lamp.dim }")?;
    /// assert_eq!(policy.decide(&snapshot), policy.evaluate(&snapshot).decision);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decide(&self, snapshot: &Snapshot) -> Decision {
        eval::decide(&self.inner.program, &self.inner.pins, snapshot)
    }

    /// The whole verdict on the next snapshot of a conversation.
    pub(crate) fn evaluate_next(&self, snapshot: &Snapshot, story: &mut Story) -> Verdict {
        story.learn(&self.inner.program, snapshot);
        eval::evaluate(&self.inner.program, &self.inner.pins, self.inner.digest(), snapshot, Some(story), None)
    }

    /// The same, and what the policy's clauses came to.
    pub(crate) fn evaluate_seen(&self, snapshot: &Snapshot, seen: &mut Seen) -> Verdict {
        eval::evaluate(&self.inner.program, &self.inner.pins, self.inner.digest(), snapshot, None, Some(seen))
    }

    /// The effects that the snapshot's answer asserts and no call had; none where the policy asserts none, or it cannot
    /// be told.
    pub(crate) fn claims(&self, snapshot: &Snapshot, story: Option<&Story>) -> Option<Vec<Arc<str>>> {
        let program = &self.inner.program;
        let asserts = program.effects.iter().any(|effect| !effect.assertions.is_empty());
        if asserts { eval::claims(program, snapshot, story) } else { None }
    }

    /// The full name of a tool.
    pub(crate) fn tool_name(&self, name: &str) -> Option<Arc<str>> {
        self.inner.program.tool(name).map(|(_, tool)| tool.name.clone())
    }

    /// What is judged by.
    pub(crate) fn program(&self) -> &Program {
        &self.inner.program
    }

    /// The files that it was read from.
    pub fn files(&self) -> &FileSet {
        &self.inner.files
    }

    /// The files of it that are checklists, the first one in front.
    pub(crate) fn sources(&self) -> &[FileId] {
        &self.inner.sources
    }

    /// Findings that do not keep it from loading. [`lint`](crate::lint::lint) says more.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.inner.warnings
    }

    /// `sha256:...` of all that it was read from.
    pub fn digest(&self) -> &str {
        self.inner.digest()
    }

    /// The full names of its tools, as declared.
    pub fn tools(&self) -> impl Iterator<Item = &str> {
        self.inner.program.tools.iter().map(|tool| &*tool.name)
    }

    /// The names of its lookups, as declared.
    pub fn lookups(&self) -> impl Iterator<Item = &str> {
        self.inner.program.lookups.iter().map(|lookup| &*lookup.name)
    }

    /// The ids of everything that a call of a tool is judged by: slots, facts, conditions, confirms and notices.
    pub fn ids(&self, tool: &str) -> Vec<&str> {
        let entries = self.inner.program.tool(tool).map(|(_, tool)| &tool.entries);
        entries.into_iter().flatten().map(|entry| &*entry.id).collect()
    }
}

/// What hangs together, and what it says in sentences.
impl Policy {
    /// What hangs together in the checklist of a tool.
    ///
    /// # Errors
    /// There is no such tool.
    pub fn graph_of(&self, tool: &str) -> Result<Graph, Unnamed> {
        self.drawer().tool(tool)
    }

    /// The same, with what becomes of everything where a source, a setting or a lookup is not there: `user_answer`,
    /// `instruction`, `preset`, `measured`, `prior_state`, `preset(PATH)`, or a lookup's name.
    ///
    /// # Errors
    /// There is no such tool, or nothing of that name.
    pub fn graph_of_without(&self, tool: &str, what: &str) -> Result<Graph, Unnamed> {
        self.drawer().tool_without(tool, what)
    }

    /// What the tools look up and change. Many are drawn as one: by provider.
    pub fn graph(&self) -> Graph {
        self.drawer().overview(self.name())
    }

    /// The same, with what becomes of each tool where a source, a setting or a lookup is not there.
    ///
    /// # Errors
    /// There is nothing of that name.
    pub fn graph_without(&self, what: &str) -> Result<Graph, Unnamed> {
        self.drawer().overview_without(self.name(), what)
    }

    /// Everything that it says, in plain sentences.
    pub fn handbook(&self) -> Handbook {
        Handbook::of(&self.inner.program, Quote::new(&self.inner.files), self.name(), self.inner.digest())
    }

    /// The first file that it was read from.
    fn name(&self) -> &str {
        self.inner.files.iter().next().map_or("", |(_, file)| file.name())
    }

    fn drawer(&self) -> Drawer<'_> {
        Drawer { program: &self.inner.program, quote: Quote::new(&self.inner.files) }
    }
}

impl PolicyErrors {
    fn new(files: FileSet, diagnostics: Vec<Diagnostic>) -> PolicyErrors {
        let reports = reports(&files, &diagnostics);
        PolicyErrors { files, diagnostics, reports }
    }

    /// The files that were read.
    pub fn files(&self) -> &FileSet {
        &self.files
    }

    /// What is wrong, in the order of the files and places.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }
}

/// Everything that is wrong, each with its source: what `?` prints in a `main` that returns `miette::Result`.
impl miette::Diagnostic for PolicyErrors {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.reports.iter().map(|report| report as &dyn miette::Diagnostic)))
    }
}

/// The digest of every file's text, in the order of their names: where a policy lies does not change what it says.
fn digest(files: &FileSet) -> Arc<str> {
    let texts: BTreeMap<&str, &str> = files.iter().map(|(_, file)| (file.name(), &**file.text())).collect();
    let each: Vec<String> = texts.values().map(|text| sha256_hex(text.as_bytes())).collect();
    sha256_hex(each.join("\n").as_bytes()).into()
}

/// The pinned definitions: `NAME.pins.yaml` beside `NAME.chk`, a map from a tool's full name to the digest of its
/// definition. Without the file nothing is pinned.
fn pins(main: &str, files: &dyn Files, set: &mut FileSet, tools: Option<Vec<&str>>) -> Result<Pins, Vec<Diagnostic>> {
    let path = format!("{}.pins.yaml", main.strip_suffix(".chk").unwrap_or(main));
    let Ok(located) = files.locate(&path) else { return Ok(Pins::new()) };
    let name = files.name(&located);
    let whole = |set: &mut FileSet, message: String| {
        let file = set.add(name.as_str(), "");
        vec![Diagnostic::new(Code::UnreadableFile, Span::new(file, 0, 0), message)]
    };
    let bytes = match files.read(&located) {
        Ok(bytes) => bytes,
        Err(unread) => return Err(whole(set, format!("`{name}`: {unread}"))),
    };
    let node = snapshot::read_bytes(&bytes).map_err(|error| error.named(name.as_str()).diagnostics(set))?;
    let file = set.add(name.as_str(), String::from_utf8_lossy(&bytes));
    let mut pins = Pins::new();
    let mut found = Vec::new();
    let Some(entries) = node.entries() else {
        let message = "pins are a map from a tool's full name to a digest";
        return Err(vec![Diagnostic::new(Code::WrongType, Span::new(file, node.span.start, node.span.end), message)]);
    };
    for entry in entries {
        let (key, value) = (&entry.key_span, &entry.value.span);
        if let Some(tools) = tools.as_ref().filter(|tools| !tools.contains(&&*entry.key)) {
            let message = format!("no tool is called `{}`", entry.key);
            let help = did_you_mean(&entry.key, tools.iter().copied());
            let span = Span::new(file, key.start, key.end);
            found.push(Diagnostic::new(Code::UnknownName, span, message).maybe_help(help));
        }
        match entry.value.as_text() {
            Some(digest) if is_digest(digest) => {
                pins.insert(Arc::clone(&entry.key), Arc::clone(digest));
            }
            _ => {
                let message = format!("the pin of `{}` is no digest", entry.key);
                let span = Span::new(file, value.start, value.end);
                let help = "a digest is `sha256:` and 64 digits or letters from `a` to `f`";
                found.push(Diagnostic::new(Code::BadValue, span, message).help(help));
            }
        }
    }
    if found.is_empty() { Ok(pins) } else { Err(found) }
}

fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:")
        .is_some_and(|hex| hex.len() == 64 && hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
}
