//! Slips on the command line that are met often, and what is to be written instead.

use std::env;

use clap::Error;
use clap::error::{ContextKind, ContextValue};

/// The error with a tip that fits, where one is known.
pub(crate) fn with_tip(mut error: Error) -> Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidArg) else { return error };
    let arguments: Vec<String> = env::args().collect();
    if let Some(tip) = tip(given, &arguments) {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// What to write in place of an argument that there is not.
fn tip(given: &str, arguments: &[String]) -> Option<String> {
    let is_eval = arguments.get(1).is_some_and(|command| command == "eval");
    match given {
        "--json" => Some("write `--format json`".into()),
        "--snapshot" | "--input" | "--file" | "--call" if is_eval => {
            let mut rest = arguments.iter().skip_while(|argument| *argument != given).skip(1);
            let file = rest.next().filter(|file| !file.starts_with('-')).map_or("FILE", String::as_str);
            Some(format!("write `--context {file}`"))
        }
        path if is_eval && !path.starts_with('-') => Some(format!("write `--context {path}`")),
        _ => None,
    }
}
