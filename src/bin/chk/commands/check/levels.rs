//! What findings are worth: which are passed over, and which end the run with 1.

use chk::Code;
use chk::diagnostic::{Diagnostic, Severity};

use crate::args::CheckArgs;
use crate::commands::code;
use crate::exit::Stop;

/// What `--deny` and `--allow` make of findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    allowed: Vec<Code>,
    denied: Denied,
}

/// What counts as much as an error.
#[derive(Clone, Debug, Default)]
pub(super) struct Denied {
    /// Every warning.
    pub(super) warnings: bool,
    /// Findings of these codes.
    pub(super) codes: Vec<Code>,
}

impl Levels {
    pub(super) fn new(args: &CheckArgs) -> Result<Levels, Stop> {
        let mut levels = Levels::default();
        for word in &args.deny {
            match word.as_str() {
                "warnings" => levels.denied.warnings = true,
                word => levels.denied.codes.push(code("--deny", word, |_| true)?),
            }
        }
        for word in &args.allow {
            levels.allowed.push(code("--allow", word, |severity| severity != Severity::Error)?);
        }
        Ok(levels)
    }

    /// These with what a folder denies besides.
    pub(super) fn and(&self, denied: Option<&Denied>) -> Levels {
        let mut levels = self.clone();
        if let Some(denied) = denied {
            levels.denied.warnings |= denied.warnings;
            levels.denied.codes.extend(&denied.codes);
        }
        levels
    }

    pub(super) fn allows(&self, diagnostic: &Diagnostic) -> bool {
        self.allowed.contains(&diagnostic.code())
    }

    pub(super) fn denies(&self, diagnostic: &Diagnostic) -> bool {
        let denied = &self.denied;
        (denied.warnings && diagnostic.severity() == Severity::Warning) || denied.codes.contains(&diagnostic.code())
    }
}
