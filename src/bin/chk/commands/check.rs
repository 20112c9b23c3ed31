//! `chk check`: what is wrong with policies.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use chk::diagnostic::{Code, Diagnostic, Severity};
use chk::nearest::nearest;
use chk::span::FileSet;
use chk::verdict::Layout;
use chk::{Policy, PolicyErrors};

use super::files::{Found, find};
use super::load;
use super::watch::{Round, watch};
use crate::args::CheckArgs;
use crate::exit::{Exit, Stop};
use crate::output::human::diagnostics::{draw, tally};
use crate::output::human::{Page, Style};
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &CheckArgs, terminal: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    if !args.watch {
        return once(args, terminal, out).map(|round| round.exit);
    }
    if args.format.is_json() {
        return Err(Stop::Usage("`--watch` is for people: leave `--format` out".into()));
    }
    watch(&args.paths, terminal, out, |out| once(args, terminal, out))
}

fn once(args: &CheckArgs, terminal: Terminal, out: &mut impl Write) -> Result<Round, Stop> {
    let denied = Denied::new(&args.deny)?;
    let root = args.root.root.as_deref();
    let checked: Vec<Checked> = find(&args.paths, ".chk")?.into_iter().map(|found| Checked::new(found, root)).collect();
    let mut findings = Findings::default();
    worth_saying(checked).into_iter().for_each(|policy| findings.add(policy));
    let exit = exit(&findings, &denied);
    if args.format.is_json() {
        let list = findings.policies.iter().flat_map(|(policy, list)| json::diagnostics(policy.files(), list));
        out.write_all(json::document(&json::all(list.collect()), Layout::Pretty).as_bytes())?;
    } else {
        people(&findings, exit, terminal, out)?;
    }
    let read = findings.policies.iter().flat_map(|(policy, _)| policy.files().iter());
    Ok(Round { exit, read: read.map(|(_, file)| PathBuf::from(file.name())).collect() })
}

fn people(findings: &Findings, exit: Exit, terminal: Terminal, out: &mut impl Write) -> Result<(), Stop> {
    let mut all = Vec::new();
    for (policy, diagnostics) in &findings.policies {
        out.write_all(draw(terminal, policy.files(), diagnostics).as_bytes())?;
        all.extend(diagnostics.iter().cloned());
    }
    let mut page = Page::new(terminal);
    let count = findings.policies.len();
    let style = if exit == Exit::Clean { Style::Good } else { Style::Bad };
    let checked = if count == 1 { "1 policy checked: ".to_owned() } else { format!("{count} policies checked: ") };
    page.line(0, &[(Style::Plain, &checked), (style, &tally(&all))]);
    out.write_all(page.finish().as_bytes())?;
    Ok(())
}

/// The exit code for these findings.
fn exit(findings: &Findings, denied: &Denied) -> Exit {
    let of = |files: &FileSet, diagnostic: &Diagnostic| {
        if is_no_text(files, diagnostic) {
            Exit::Failure
        } else if diagnostic.severity() == Severity::Error || denied.hits(diagnostic) {
            Exit::Findings
        } else {
            Exit::Clean
        }
    };
    let exits = findings.policies.iter().flat_map(|(policy, list)| list.iter().map(|one| of(policy.files(), one)));
    exits.max().unwrap_or(Exit::Clean)
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

/// What `--deny` adds to the errors.
struct Denied {
    warnings: bool,
    codes: Vec<Code>,
}

impl Denied {
    fn new(words: &[String]) -> Result<Denied, Stop> {
        let mut denied = Denied { warnings: false, codes: Vec::new() };
        for word in words {
            match Code::from_name(word) {
                Some(code) => denied.codes.push(code),
                None if word == "warnings" => denied.warnings = true,
                None => {
                    let known = std::iter::once("warnings").chain(Code::ALL.iter().map(|code| code.as_str()));
                    let help =
                        nearest(word, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
                    return Err(Stop::Usage(format!(
                        "`--deny` takes `warnings` or a code, and `{word}` is none{help}"
                    )));
                }
            }
        }
        Ok(denied)
    }

    fn hits(&self, diagnostic: &Diagnostic) -> bool {
        (self.warnings && diagnostic.severity() == Severity::Warning) || self.codes.contains(&diagnostic.code())
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
}

impl Checked {
    fn new(found: Found, root: Option<&Path>) -> Checked {
        let outcome = load(&found.path, root);
        Checked { found, outcome }
    }

    fn files(&self) -> &FileSet {
        self.outcome.as_ref().map_or_else(PolicyErrors::files, Policy::files)
    }

    fn diagnostics(&self) -> &[Diagnostic] {
        self.outcome.as_ref().map_or_else(PolicyErrors::diagnostics, Policy::warnings)
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

/// What was found, each mistake once: a file that two policies use is wrong in both.
#[derive(Default)]
struct Findings {
    policies: Vec<(Checked, Vec<Diagnostic>)>,
    seen: BTreeSet<String>,
}

impl Findings {
    fn add(&mut self, policy: Checked) {
        let files = policy.files();
        let mut kept = Vec::new();
        for diagnostic in policy.diagnostics() {
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
        self.policies.push((policy, kept));
    }
}
