//! The exit codes, which scripts rely on.

use std::process::ExitCode;

/// How a command ends.
///
/// | code | `check` | `fmt` | `eval` | `test` | `record` |
/// |---|---|---|---|---|---|
/// | 0 | nothing is wrong, or only what is not denied | formatted, or nothing would change | the decision is `execute` or `pass` | every case holds | intact, shown |
/// | 1 | errors, or what `--deny` adds, or `--fix --diff` would write | a file would change | any other decision | a case does not hold, there is none, or too little is covered | broken, no such line |
/// | 2 | a file cannot be read, is not UTF-8 or over a limit | the same, or it has mistakes | no verdict could be made or recorded | a policy does not load, a test file is malformed | it cannot be read |
///
/// `graph`, `docs`, `why` and `replay` know 0 and 2 alone.
///
/// Mistakes in the command line itself, and output that cannot be written, are 2 everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// As hoped.
    Clean,
    /// The answer is no.
    Findings,
    /// There is no answer.
    Failure,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Failure => 2,
        })
    }
}

/// Why a command cannot go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The command line asks for what cannot be done; the message says what to do instead.
    Usage(String),
    /// The output cannot be written.
    Output(std::io::Error),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Stop {
        Stop::Output(error)
    }
}
