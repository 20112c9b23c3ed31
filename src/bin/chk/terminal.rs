//! What the reader of an output can show. The environment is read here and nowhere else.

use std::env;
use std::io::IsTerminal;

use crate::args::Colour;

/// The width of a line where there is no terminal to ask.
const WIDTH: usize = 100;

/// Narrower than this nothing can be read.
const NARROWEST: usize = 20;

/// What the reader of one output can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terminal {
    /// Colours.
    pub(crate) colour: bool,
    /// Lines and signs beyond ASCII.
    pub(crate) unicode: bool,
    /// Words instead of drawings.
    pub(crate) narrated: bool,
    /// Columns.
    pub(crate) width: usize,
}

impl Terminal {
    /// What can be written to standard output.
    pub(crate) fn of_output(colour: Colour) -> Terminal {
        Terminal::new(colour, std::io::stdout().is_terminal())
    }

    /// What can be written to standard error.
    pub(crate) fn of_errors(colour: Colour) -> Terminal {
        Terminal::new(colour, std::io::stderr().is_terminal())
    }

    fn new(colour: Colour, is_terminal: bool) -> Terminal {
        let asked = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        Terminal {
            colour: match colour {
                Colour::Always => true,
                Colour::Never => false,
                Colour::Auto => is_terminal && !dumb && !asked("NO_COLOR"),
            },
            // A file is read by whatever will read it; a terminal says what it can show.
            unicode: !is_terminal || (!dumb && speaks_utf8()),
            narrated: asked("NO_GRAPHICS"),
            width: width(is_terminal).max(NARROWEST),
        }
    }
}

fn width(is_terminal: bool) -> usize {
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|columns| *columns > 0);
    let seen = || is_terminal.then(terminal_size::terminal_size).flatten().map(|(width, _)| usize::from(width.0));
    told.or_else(seen).unwrap_or(WIDTH)
}

fn speaks_utf8() -> bool {
    if cfg!(windows) {
        return true;
    }
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default()
        .to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}
