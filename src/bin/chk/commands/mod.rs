//! One file a command.

pub(crate) mod check;
pub(crate) mod eval;
pub(crate) mod explain;
mod files;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod test;
pub(crate) mod why;
mod write;

use std::io::{self, Write};
use std::path::Path;

use chk::Code;
use chk::diagnostic::{Diagnostic, Severity};
use chk::nearest::did_you_mean;
use chk::span::FileSet;
use chk::verdict::Layout;
use chk::{Policy, PolicyErrors};

use crate::exit::{Exit, Stop};
use crate::output::human::diagnostics::draw;
use crate::output::json;
use crate::terminal::Terminal;

/// Says what is wrong in the place of what was asked for. Standard output is for that alone, unless it is JSON.
fn complain(
    is_json: bool,
    errors: Terminal,
    files: &FileSet,
    diagnostics: &[Diagnostic],
    out: &mut dyn Write,
) -> Result<Exit, Stop> {
    if is_json {
        let list = json::all(json::diagnostics(files, diagnostics));
        out.write_all(json::document(&list, Layout::Pretty).as_bytes())?;
    } else {
        io::stderr().write_all(draw(errors, files, diagnostics).as_bytes())?;
    }
    Ok(Exit::Failure)
}

/// Reads a policy; without a root of its own, its folder is the root.
fn load(path: &Path, root: Option<&Path>) -> Result<Policy, PolicyErrors> {
    match root {
        Some(root) => Policy::from_path_in(root, path),
        None => Policy::from_path(path),
    }
}

/// The code of this name, where it is of one of these severities.
fn code(option: &str, word: &str, is_fit: fn(Severity) -> bool) -> Result<Code, Stop> {
    if let Some(code) = Code::from_name(word).filter(|code| is_fit(code.severity())) {
        return Ok(code);
    }
    let known = Code::ALL.iter().filter(|code| is_fit(code.severity())).map(|code| code.as_str());
    let help = did_you_mean(word, known).map_or_else(String::new, |help| format!("; {help}"));
    let message = match Code::from_name(word) {
        Some(code) => format!("`{option}`: `{code}` is an error, and errors cannot be allowed"),
        None => format!("`{option}`: no code is called `{word}`{help}; `chk explain` lists them"),
    };
    Err(Stop::Usage(message))
}
