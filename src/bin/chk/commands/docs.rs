//! `chk docs`: a policy as a page that a person reads and signs.

use std::io::Write;

use chk::verdict::Layout;

use super::{complain, load};
use crate::args::{DocsArgs, Written};
use crate::exit::{Exit, Stop};
use crate::output::json;
use crate::terminal::Terminal;

pub(crate) fn run(args: &DocsArgs, errors: Terminal, out: &mut impl Write) -> Result<Exit, Stop> {
    let policy = match load(&args.policy, args.root.root.as_deref()) {
        Ok(policy) => policy,
        Err(found) => return complain(args.format == Written::Json, errors, found.files(), found.diagnostics(), out),
    };
    let handbook = policy.handbook();
    let text = match args.format {
        Written::Markdown => handbook.to_markdown(),
        Written::Html => handbook.to_html(),
        Written::Json => json::document(&handbook.to_value(), Layout::Pretty),
    };
    out.write_all(text.as_bytes())?;
    Ok(Exit::Clean)
}
