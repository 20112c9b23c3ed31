//! `chk check`: what is wrong with policies.

mod fix;
mod folder;
mod levels;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chk::diagnostic::{Code, Diagnostic, Severity};
use chk::lint::lint;
use chk::span::FileSet;
use chk::verdict::Layout;
use chk::{Policy, PolicyErrors};

use super::files::{Found, find};
use super::load;
use super::watch::{Round, watch};
use crate::args::{CheckArgs, CheckFormat};
use crate::exit::{Exit, Stop};
use crate::output::human::diagnostics::{draw, tally};
use crate::output::human::{Page, Style};
use crate::output::{github, json, sarif};
use crate::terminal::Terminal;

use fix::Repairs;
use folder::Folders;
use levels::Levels;

pub(crate) fn run(args: &CheckArgs, terminal: Terminal, errors: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    if !args.watch {
        return once(args, terminal, errors, out).map(|round| round.exit);
    }
    if args.format != CheckFormat::Human {
        return Err(Stop::Usage("`--watch` is for people: leave `--format` out".into()));
    }
    watch(&args.paths, terminal, out, |out| once(args, terminal, errors, out))
}

fn once(args: &CheckArgs, terminal: Terminal, errors: Terminal, out: &mut impl Write) -> Result<Round, Stop> {
    let levels = Levels::new(args)?;
    let root = args.root.root.as_deref();
    let found = find(&args.paths, ".chk")?;
    let mut folders = match Folders::around(&found) {
        Ok(folders) => folders,
        Err(wrong) => {
            match args.format {
                CheckFormat::Human => {
                    io::stderr().write_all(draw(errors, &wrong.files, &wrong.diagnostics).as_bytes())?
                }
                format => programs(format, &[(&wrong.files, wrong.diagnostics.as_slice())], out)?,
            }
            return Ok(Round { exit: Exit::Failure, read: read([&wrong.files].into_iter()) });
        }
    };
    let check = |found: &[Found]| worth_saying(found.iter().map(|found| Checked::new(found.clone(), root)).collect());
    let mut checked = check(&found);
    let mut left = Exit::Clean;
    if args.fix {
        let mut repairs = Repairs::of(&checked, root, &levels, &mut folders);
        if args.diff {
            repairs.show(terminal, out)?;
            folders.forget();
            let mut findings = Findings::default();
            checked.iter().for_each(|policy| findings.add(policy, &levels, &mut folders));
            let is_wrong = !repairs.is_empty() || findings.exit() != Exit::Clean;
            return Ok(Round { exit: if is_wrong { Exit::Findings } else { Exit::Clean }, read: Vec::new() });
        }
        left = repairs.make();
        io::stderr().write_all(repairs.told("mended", errors).as_bytes())?;
        folders.forget();
        checked = check(&found);
    }
    let mut findings = Findings::default();
    for policy in &checked {
        findings.add(policy, &levels, &mut folders);
    }
    let unmatched = folders.unmatched(&args.paths);
    findings.groups.extend(unmatched.iter().map(|wrong| Group::new(&wrong.files, wrong.diagnostics.clone(), &levels)));
    let exit = findings.exit().max(left);
    match args.format {
        CheckFormat::Human => {
            people(&findings, checked.iter().filter(|policy| policy.was_read()).count(), exit, terminal, out)?
        }
        format => {
            let groups: Vec<_> =
                findings.groups.iter().map(|group| (group.files, group.diagnostics.as_slice())).collect();
            programs(format, &groups, out)?;
        }
    }
    let policies = read(checked.iter().map(Checked::files));
    Ok(Round { exit, read: policies.into_iter().chain(folders.paths()).collect() })
}

/// The files that a run has read.
fn read<'f>(sets: impl Iterator<Item = &'f FileSet>) -> Vec<PathBuf> {
    sets.flat_map(FileSet::iter).map(|(_, file)| PathBuf::from(file.name())).collect()
}

/// What other programs read.
fn programs(format: CheckFormat, groups: &[(&FileSet, &[Diagnostic])], out: &mut impl Write) -> Result<(), Stop> {
    let text = match format {
        CheckFormat::Github => groups.iter().map(|(files, found)| github::annotations(files, found)).collect(),
        CheckFormat::Sarif => json::document(&sarif::log(groups), Layout::Pretty),
        CheckFormat::Json | CheckFormat::Human => {
            let list = groups.iter().flat_map(|(files, found)| json::diagnostics(files, found));
            json::document(&json::all(list.collect()), Layout::Pretty)
        }
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

fn people(findings: &Findings, count: usize, exit: Exit, terminal: Terminal, out: &mut impl Write) -> Result<(), Stop> {
    for group in &findings.groups {
        out.write_all(draw(terminal, group.files, &group.diagnostics).as_bytes())?;
    }
    let all: Vec<Diagnostic> = findings.groups.iter().flat_map(|group| group.diagnostics.iter().cloned()).collect();
    let mut page = Page::new(terminal);
    let style = if exit == Exit::Clean { Style::Good } else { Style::Bad };
    let checked = match count {
        0 => "no policy checked: ".to_owned(),
        1 => "1 policy checked: ".to_owned(),
        count => format!("{count} policies checked: "),
    };
    page.line(0, &[(Style::Plain, &checked), (style, &tally(&all))]);
    if let Some(first) = all.first() {
        let hint = format!("`chk explain {}` says more about the first", first.code());
        page.line(0, &[(Style::Faint, &hint)]);
    }
    if all.iter().any(|finding| finding.severity() == Severity::Error) {
        page.line(0, &[(Style::Faint, "warnings and hints are looked for where there is no error")]);
    }
    if all.iter().any(|finding| !finding.fix().is_empty()) {
        page.line(
            0,
            &[(Style::Faint, "`--fix --diff` shows what can be mended without a doubt, and `--fix` mends it")],
        );
    }
    out.write_all(page.finish().as_bytes())?;
    Ok(())
}

/// The exit code for a finding.
fn exit(files: &FileSet, diagnostic: &Diagnostic, is_denied: bool) -> Exit {
    if is_no_text(files, diagnostic) {
        Exit::Failure
    } else if diagnostic.severity() == Severity::Error || is_denied {
        Exit::Findings
    } else {
        Exit::Clean
    }
}

/// Whether a file could not be read as a text at all. That a used file is missing is a mistake of the file that uses it;
/// that the policy itself is, leaves nothing to check.
fn is_no_text(files: &FileSet, diagnostic: &Diagnostic) -> bool {
    let is_policy = || {
        let file = diagnostic.span().and_then(|span| files.file(span.file));
        file.is_none_or(|file| file.text().is_empty())
    };
    match diagnostic.code() {
        Code::UnreadableFile | Code::NotUtf8 | Code::OverLimit => true,
        Code::MissingFile | Code::OutsideRoot => is_policy(),
        _ => false,
    }
}

/// The policies whose findings are reported. A part of another policy of this run was checked there, where its names mean
/// something; of files that use each other in a circle, the first speaks for all.
fn worth_saying(checked: Vec<Checked>) -> Vec<Checked> {
    let used: BTreeSet<PathBuf> = checked.iter().flat_map(Checked::uses).collect();
    let is_top = |policy: &Checked| policy.found.named || !used.contains(&real(&policy.found.path));
    let mut covered: BTreeSet<PathBuf> =
        checked.iter().filter(|policy| is_top(policy)).flat_map(Checked::uses).collect();
    let mut kept = Vec::new();
    for policy in checked {
        if is_top(&policy) {
            kept.push(policy);
        } else if !covered.contains(&real(&policy.found.path)) {
            covered.extend(policy.uses());
            kept.push(policy);
        }
    }
    kept
}

/// One policy after its check.
struct Checked {
    found: Found,
    outcome: Result<Policy, PolicyErrors>,
    findings: Vec<Diagnostic>,
}

impl Checked {
    fn new(found: Found, root: Option<&Path>) -> Checked {
        let outcome = load(&found.path, root);
        let findings = outcome.as_ref().map_or_else(|errors| errors.diagnostics().to_vec(), lint);
        Checked { found, outcome, findings }
    }

    fn files(&self) -> &FileSet {
        self.outcome.as_ref().map_or_else(PolicyErrors::files, Policy::files)
    }

    /// Whether there was a text to check.
    fn was_read(&self) -> bool {
        let first = self.files().iter().next().map(|(id, _)| id);
        let is_missing = |one: &Diagnostic| {
            matches!(one.code(), Code::MissingFile | Code::OutsideRoot | Code::UnreadableFile | Code::NotUtf8)
                && is_no_text(self.files(), one)
                && one.span().is_none_or(|span| Some(span.file) == first)
        };
        !self.findings.iter().any(is_missing)
    }

    /// The files that it brings in besides itself.
    fn uses(&self) -> Vec<PathBuf> {
        let own = real(&self.found.path);
        let folder = self.found.path.parent().unwrap_or(Path::new(""));
        // What the library brings is no file of this run, even where one has the same name.
        let names = self.files().iter().map(|(_, file)| Path::new(file.name())).filter(|name| !name.starts_with("std"));
        // A name is a path from where the program runs, or from the policy's folder.
        names.flat_map(|name| [real(name), real(&folder.join(name))]).filter(|path| *path != own).collect()
    }
}

/// One path for one file, however it is written.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// What is said of the files of one policy.
struct Group<'a> {
    files: &'a FileSet,
    diagnostics: Vec<Diagnostic>,
    exit: Exit,
}

impl<'a> Group<'a> {
    fn new(files: &'a FileSet, diagnostics: Vec<Diagnostic>, levels: &Levels) -> Group<'a> {
        let exit = diagnostics.iter().map(|one| exit(files, one, levels.denies(one))).max().unwrap_or(Exit::Clean);
        Group { files, diagnostics, exit }
    }
}

/// What was found, each mistake once: a file that two policies use is wrong in both.
#[derive(Default)]
struct Findings<'a> {
    groups: Vec<Group<'a>>,
    seen: BTreeSet<String>,
}

impl<'a> Findings<'a> {
    fn exit(&self) -> Exit {
        self.groups.iter().map(|group| group.exit).max().unwrap_or(Exit::Clean)
    }

    fn add(&mut self, policy: &'a Checked, levels: &Levels, folders: &mut Folders) {
        let files = policy.files();
        let levels = levels.and(folders.denied(&policy.found));
        let mut kept = Vec::new();
        for diagnostic in &policy.findings {
            if levels.allows(diagnostic) || folders.allows(&policy.found, diagnostic) {
                continue;
            }
            let places: Vec<(&str, u32, u32)> = diagnostic
                .labels()
                .iter()
                .map(|label| {
                    (files.file(label.span.file).map_or("", |file| file.name()), label.span.start, label.span.end)
                })
                .collect();
            let key = format!("{} {:?} {}", diagnostic.code(), places, diagnostic.message());
            if self.seen.insert(key) {
                kept.push(diagnostic.clone());
            }
        }
        self.groups.push(Group::new(files, kept, &levels));
    }
}
