//! `chk fmt`: policies in their canonical form.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use chk::diagnostic::{Code, Diagnostic};
use chk::format::{FormatError, format};
use chk::span::{FileSet, Span};
use chk::syntax::limits::MAX_FILE_BYTES;

use super::files::find;
use super::input;
use crate::args::FmtArgs;
use crate::exit::{Exit, Stop};
use crate::output::diff::diff;
use crate::output::formatted::{Report, document};
use crate::output::human::diagnostics::draw;
use crate::output::human::formatted::summary;
use crate::replace::replace;
use crate::terminal::Terminal;

/// A file and what came of it.
pub(crate) struct Formatted {
    pub(crate) file: String,
    pub(crate) outcome: Outcome,
}

pub(crate) enum Outcome {
    /// It is in its canonical form.
    Same { text: String },
    /// It is not, or was not.
    Changed { before: String, after: String },
    /// It could not be read, or has mistakes.
    Wrong { files: FileSet, diagnostics: Vec<Diagnostic> },
    /// It is left as it is, for this reason.
    Kept { why: String },
}

pub(crate) fn run(args: &FmtArgs, terminal: Terminal, errors: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let is_stdin = args.paths.iter().any(|path| input::is_stdin(path));
    if is_stdin && args.paths.len() > 1 {
        return Err(Stop::Usage("`-` is standard input, and stands alone".to_owned()));
    }
    let report = Report { keeps: args.check || args.diff, diff: args.diff, text: is_stdin };
    let mut all = Vec::new();
    for path in paths(args)? {
        let mut one = Formatted { file: input::name(&path), outcome: outcome(&path) };
        if let Outcome::Changed { after, .. } = &one.outcome
            && !(report.keeps || is_stdin)
            && let Err(error) = replace(&path, after)
        {
            one.outcome = Outcome::Kept { why: format!("it cannot be written: {error}") };
        }
        if !args.format.is_json() {
            people(&one, report, terminal, errors, out)?;
        }
        all.push(one);
    }
    if args.format.is_json() {
        out.write_all(document(&all, report).as_bytes())?;
    } else if !args.diff && (args.check || !is_stdin) {
        out.write_all(summary(terminal, &all, report).as_bytes())?;
    }
    Ok(all.iter().map(|one| one.exit(report)).max().unwrap_or(Exit::Clean))
}

fn paths(args: &FmtArgs) -> Result<Vec<PathBuf>, Stop> {
    Ok(find(&args.paths, ".chk")?.into_iter().map(|found| found.path).collect())
}

fn outcome(path: &Path) -> Outcome {
    let name = input::name(path);
    let bytes = match input::read(path, "policy", MAX_FILE_BYTES) {
        Ok(bytes) => bytes,
        Err((files, diagnostics)) => return Outcome::Wrong { files, diagnostics },
    };
    let before = match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let mut files = FileSet::new();
            let file = files.add(name, String::from_utf8_lossy(error.as_bytes()));
            let span = Span::new(file, at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let diagnostic = Diagnostic::new(Code::NotUtf8, span, format!("byte {at} is not UTF-8"));
            return Outcome::Wrong { files, diagnostics: vec![diagnostic.help("write the file in UTF-8")] };
        }
    };
    match format(&name, &before) {
        Ok(after) if after == before => Outcome::Same { text: after },
        Ok(after) => Outcome::Changed { before, after },
        Err(FormatError::Mistakes { files, diagnostics }) => Outcome::Wrong { files, diagnostics },
        Err(error) => Outcome::Kept { why: error.to_string() },
    }
}

impl Formatted {
    fn exit(&self, report: Report) -> Exit {
        match self.outcome {
            Outcome::Same { .. } => Exit::Clean,
            Outcome::Changed { .. } if report.keeps => Exit::Findings,
            Outcome::Changed { .. } => Exit::Clean,
            Outcome::Wrong { .. } | Outcome::Kept { .. } => Exit::Failure,
        }
    }
}

/// What came of one file. What is wrong goes to standard error, so that a text or a difference stands alone.
fn people(
    one: &Formatted,
    report: Report,
    terminal: Terminal,
    errors: Terminal,
    out: &mut impl Write,
) -> Result<(), Stop> {
    match &one.outcome {
        Outcome::Wrong { files, diagnostics } => io::stderr().write_all(draw(errors, files, diagnostics).as_bytes())?,
        Outcome::Changed { before, after } if report.diff => {
            out.write_all(diff(terminal, &one.file, before, after).as_bytes())?;
        }
        Outcome::Changed { after: text, .. } | Outcome::Same { text } if report.text && !report.keeps => {
            out.write_all(text.as_bytes())?;
        }
        _ => {}
    }
    Ok(())
}
