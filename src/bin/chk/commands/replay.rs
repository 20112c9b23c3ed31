//! `chk replay`: transcripts judged as if a policy had been there.

use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::Path;

use chk::diagnostic::Diagnostic;
use chk::replay::{Form, Options, Replay, Report, Start, Unread};
use chk::snapshot::{self, Entry, Node, NodeKind, Snapshot};
use chk::span::FileSet;
use chk::value::Value;
use chk::verdict::Layout;
use chk::{Policy, SnapshotError};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::files::find;
use super::{complain, load};
use crate::args::{From, ReplayArgs};
use crate::exit::{Exit, Stop};
use crate::output::human::replay as people;
use crate::output::{html, json, sheet};
use crate::terminal::Terminal;

pub(crate) fn run(args: &ReplayArgs, terminal: Terminal, errors: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let is_json = args.format.is_json();
    let say = |files: &FileSet, diagnostics: &[Diagnostic], out: &mut dyn Write| {
        complain(is_json, errors, files, diagnostics, out)
    };
    let mut policies: Vec<Policy> = Vec::new();
    for path in std::iter::once(&args.policy).chain(&args.against) {
        match load(path, args.root.root.as_deref()) {
            Ok(policy) => policies.push(policy),
            Err(errors) => return say(errors.files(), errors.diagnostics(), out),
        }
    }
    if let Some(path) = &args.start
        && let Err(error) = std::fs::metadata(path)
    {
        return Err(Stop::Usage(format!("`{}` cannot be read: {error}", path.display())));
    }
    let start = match args.start.as_deref().map(start).transpose() {
        Ok(start) => start.unwrap_or_default(),
        Err(error) => {
            let mut files = FileSet::new();
            let diagnostics = error.diagnostics(&mut files);
            return say(&files, &diagnostics, out);
        }
    };
    let mut policies = policies.into_iter();
    let Some(policy) = policies.next() else { return Ok(Exit::Failure) };
    let options = Options { form: args.from.map(form), runs: args.runs.clone(), machine: args.machine.clone() };
    let mut replay = Replay::new(policy).options(options).start(start);
    if let Some(old) = policies.next() {
        replay = replay.against(old);
    }
    read(args, &mut replay)?;
    let report = replay.finish();
    if let Some(path) = &args.html {
        let page = html::page(&args.policy.display().to_string(), &report, &sheet::sheet(&report));
        let unwritten = |error| Stop::Usage(format!("`{}` cannot be written: {error}", path.display()));
        std::fs::write(path, page).map_err(unwritten)?;
    }
    match is_json {
        true => out.write_all(json::document(&document(&report), Layout::Pretty).as_bytes())?,
        false => {
            out.write_all(people::write(terminal, &args.policy.display().to_string(), &report).as_bytes())?;
            // What was not read goes beside the figures, so that nobody takes them for the whole.
            io::stderr().write_all(people::unread(errors, &report).as_bytes())?;
        }
    }
    Ok(if report.unread_count > 0 { Exit::Failure } else { Exit::Clean })
}

/// Reads every transcript. One that cannot be opened keeps none of the others from being read.
fn read(args: &ReplayArgs, replay: &mut Replay) -> Result<(), Stop> {
    let found = find(&args.traces, ".jsonl")?;
    let bytes = found.iter().filter_map(|one| Some(std::fs::metadata(&one.path).ok()?.len())).sum();
    let bar = bar(bytes);
    for one in found {
        let name = one.path.display().to_string();
        if one.path == Path::new("-") {
            replay.read("stdin", io::stdin().lock());
            continue;
        }
        let file: Box<dyn BufRead> = match std::fs::File::open(&one.path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 16, bar.wrap_read(file))),
            Err(error) => Box::new(BufReader::new(Unopened(Some(error)))),
        };
        replay.read(&name, file);
    }
    bar.finish_and_clear();
    Ok(())
}

/// How far it is: on a terminal alone, so that nothing of it gets into what others read.
fn bar(bytes: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr_with_hz(5));
    match ProgressStyle::with_template("replaying {percent} % of {total_bytes}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A file that could not be opened: reading it says why.
struct Unopened(Option<io::Error>);

impl io::Read for Unopened {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

fn form(from: From) -> Form {
    match from {
        From::Openai => Form::OpenAi,
        From::Anthropic => Form::Anthropic,
        From::Mcp => Form::Mcp,
        From::Record => Form::Record,
    }
}

/// Reads what conversations begin with: a snapshot in which the part that is judged may be missing.
fn start(path: &Path) -> Result<Start, SnapshotError> {
    let name = path.display().to_string();
    let named = |error: SnapshotError| error.named(name.as_str());
    let bytes = std::fs::read(path).unwrap_or_default();
    let mut node = snapshot::read_bytes(&bytes).map_err(named)?;
    let text = String::from_utf8_lossy(&bytes);
    if node.get("call").is_none() && node.get("phase").is_none() {
        let blank = |kind: NodeKind| Node { kind, span: 0..0 };
        let entry = |key: &str, value: Node| Entry { key: key.into(), key_span: 0..0, value };
        let call = blank(NodeKind::Map(vec![entry("tool", blank(NodeKind::Text("start".into())))]));
        if let NodeKind::Map(entries) = &mut node.kind {
            entries.push(entry("call", call));
        }
    }
    Snapshot::from_node(&node, &text).map(Start::new).map_err(named)
}

/// The report, and what is wrong with what was not read.
fn document(report: &Report) -> Value {
    let diagnostics = report.unread.iter().flat_map(|Unread { error, .. }| {
        let mut files = FileSet::new();
        let list = error.diagnostics(&mut files);
        json::diagnostics(&files, &list)
    });
    let diagnostics = Value::list(diagnostics);
    match report.to_value() {
        Value::Map(map) => {
            let mut map = chk::value::Map::clone(&map);
            map.insert("diagnostics".into(), diagnostics);
            Value::Map(map.into())
        }
        other => other,
    }
}
