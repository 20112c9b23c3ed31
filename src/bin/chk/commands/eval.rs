//! `chk eval`: snapshots judged under a policy.

use std::io::{self, BufRead, Write};
use std::path::Path;

use chk::Policy;
use chk::diagnostic::{Code, Diagnostic};
use chk::load::FileKind;
use chk::record::{Enforcement, Record};
use chk::snapshot::limits::MAX_BYTES;
use chk::snapshot::{Snapshot, SnapshotError};
use chk::span::{FileSet, Span};
use chk::value::{DateTime, Value};
use chk::verdict::{Decision, Layout, Verdict};

use super::input::{self, STDIN, Unread, one};
use super::{complain, load};
use crate::args::{EvalArgs, Format};
use crate::exit::{Exit, Stop};
use crate::output::human;
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &EvalArgs, terminal: Terminal, errors: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    if args.stream && args.format.chosen == Some(Format::Human) {
        return Err(Stop::Usage("`--stream` writes JSON alone; leave out `--format human`".to_owned()));
    }
    let is_json = args.stream || args.format.is_json();
    let say = |files: &FileSet, diagnostics: &[Diagnostic], out: &mut dyn Write| {
        complain(is_json, errors, files, diagnostics, out)
    };
    let policy = match load(&args.policy, args.root.root.as_deref()) {
        Ok(policy) => policy,
        Err(errors) => return say(errors.files(), errors.diagnostics(), out),
    };
    let mut judge = match Judge::new(policy, args) {
        Ok(judge) => judge,
        Err((files, diagnostics)) => return say(&files, &diagnostics, out),
    };
    let Some(context) = args.context.as_deref() else { return stream(&mut judge, io::stdin().lock(), out) };
    let snapshot = match read(context) {
        Ok(snapshot) => snapshot,
        Err((files, diagnostics)) => return say(&files, &diagnostics, out),
    };
    let verdict = match judge.judge(&snapshot) {
        Ok(verdict) => verdict,
        Err((files, diagnostics)) => return say(&files, &diagnostics, out),
    };
    if is_json {
        out.write_all(json::document(&verdict.to_value(), Layout::Pretty).as_bytes())?;
    } else {
        out.write_all(human::verdict::write(terminal, judge.policy.files(), &snapshot, &verdict).as_bytes())?;
    }
    Ok(if args.shadow { Exit::Clean } else { exit(&verdict) })
}

/// A policy, and the record that its verdicts go to.
struct Judge {
    policy: Policy,
    record: Option<(String, Record)>,
}

impl Judge {
    fn new(policy: Policy, args: &EvalArgs) -> Result<Judge, Unread> {
        let Some(path) = &args.record else { return Ok(Judge { policy, record: None }) };
        let name = path.display().to_string();
        let record = Record::open(path).map_err(|error| one(&name, Code::UnreadableFile, error.to_string()))?;
        let enforcement = if args.shadow { Enforcement::Shadow } else { Enforcement::Enforce };
        Ok(Judge { policy, record: Some((name, record.enforce(enforcement))) })
    }

    /// The verdict, once it is recorded where it is to be.
    fn judge(&mut self, snapshot: &Snapshot) -> Result<Verdict, Unread> {
        let Some((name, record)) = &mut self.record else { return Ok(self.policy.evaluate(snapshot)) };
        // What is judged for a time is recorded for it; only where nobody says when, the clock does.
        let now = snapshot.now.or_else(clock).ok_or("the clock cannot be read");
        let now = now.map_err(|error| one(name, Code::UnreadableFile, error.to_owned()))?;
        let recorded = record.verdict(&self.policy, snapshot, now);
        recorded
            .map(|recorded| recorded.verdict().clone())
            .map_err(|error| one(name, Code::UnreadableFile, error.to_string()))
    }
}

fn clock() -> Option<DateTime> {
    DateTime::parse(&jiff::Timestamp::now().to_string())
}

fn exit(verdict: &Verdict) -> Exit {
    match verdict.decision {
        Decision::Execute | Decision::Pass => Exit::Clean,
        _ => Exit::Findings,
    }
}

/// Reads a snapshot, from standard input where the path is `-`.
fn read(path: &Path) -> Result<Snapshot, Unread> {
    let (name, bytes) = (input::name(path), input::read(path, "snapshot", MAX_BYTES)?);
    Snapshot::from_bytes(&bytes).map_err(|error| other_kind(&name, &bytes).unwrap_or_else(|| listed(&name, error)))
}

/// A policy or a test file in the place of a snapshot is one mistake.
fn other_kind(name: &str, bytes: &[u8]) -> Option<Unread> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (kind, line) = FileKind::of(text).filter(|(kind, _)| *kind != FileKind::Snapshot)?;
    let mut files = FileSet::new();
    let span = Span::new(files.add(name, text), line.start, line.end);
    let message = format!("`{name}` is {}, not a snapshot", kind.as_str());
    Some((files, vec![Diagnostic::new(Code::WrongType, span, message).help(kind.usage(name))]))
}

fn listed(name: &str, error: SnapshotError) -> Unread {
    let mut files = FileSet::new();
    let diagnostics = error.named(name).diagnostics(&mut files);
    (files, diagnostics)
}

/// One JSON snapshot a line, one verdict a line. A line that is no snapshot does not end the stream.
fn stream(judge: &mut Judge, mut lines: impl BufRead, out: &mut impl Write) -> Result<Exit, Stop> {
    let mut exit = Exit::Clean;
    let (mut line, mut number) = (Vec::new(), 0);
    loop {
        number += 1;
        let name = format!("{STDIN}:{number}");
        let snapshot = match next_line(&mut lines, &mut line) {
            Ok(Line::End) => return Ok(exit),
            Ok(Line::Whole) if line.trim_ascii().is_empty() => continue,
            Ok(Line::Whole) => match std::str::from_utf8(&line) {
                Ok(text) => Snapshot::from_json(text).map_err(|error| listed(&name, error)),
                Err(_) => Err(one(&name, Code::NotUtf8, "the line is not UTF-8".to_owned())),
            },
            Ok(Line::TooLong) => Err(one(&name, Code::OverLimit, format!("the line has more than {MAX_BYTES} bytes"))),
            Err(error) => {
                let message = format!("standard input cannot be read: {error}");
                out.write_all(failure(&one(&name, Code::UnreadableFile, message)).as_bytes())?;
                return Ok(Exit::Failure);
            }
        };
        match snapshot.and_then(|snapshot| judge.judge(&snapshot)) {
            Ok(verdict) => out.write_all(json::document(&verdict.to_value(), Layout::Line).as_bytes())?,
            Err(unread) => {
                out.write_all(failure(&unread).as_bytes())?;
                exit = Exit::Failure;
            }
        }
        out.flush()?;
    }
}

fn failure((files, diagnostics): &Unread) -> String {
    let error = json::all(json::diagnostics(files, diagnostics));
    json::document(&Value::map([("error", error)]), Layout::Line)
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads the next line without its end. Of a line over the limit no more than that is kept; the rest is passed over.
fn next_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let (mut read_any, mut too_long) = (false, false);
    loop {
        let piece = match lines.fill_buf() {
            Ok(piece) => piece,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if piece.is_empty() {
            break;
        }
        read_any = true;
        let end = piece.iter().position(|byte| *byte == b'\n');
        let part = piece.get(..end.unwrap_or(piece.len())).unwrap_or_default();
        too_long |= line.len() + part.len() > MAX_BYTES;
        if !too_long {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        lines.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (read_any, too_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => Line::Whole,
    })
}
