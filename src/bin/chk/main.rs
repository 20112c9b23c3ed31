//! The command line of `chk`. It sees the public parts of the library alone.

mod args;
mod commands;
mod exit;
mod output;
mod reference;
mod replace;
mod slips;
mod terminal;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::{Exit, Stop};
use output::human::{Page, Style};
use terminal::Terminal;

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| slips::with_tip(error).exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = run(&cli, &mut out).and_then(|exit| {
        out.flush()?;
        Ok(exit)
    });
    let exit = done.unwrap_or_else(|stop| {
        let message = match stop {
            // Whoever read the output has seen enough.
            Stop::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return Exit::Failure,
            Stop::Output(error) => format!("the output cannot be written: {error}"),
            Stop::Usage(message) => message,
        };
        let mut page = Page::new(Terminal::of_errors(cli.color));
        page.line(0, &[(Style::Bad, "error"), (Style::Plain, &format!(": {message}"))]);
        let _ = io::stderr().write_all(page.finish().as_bytes());
        Exit::Failure
    });
    // What is still in the buffer after a failed write has no reader; dropping it would try again.
    let _ = out.into_parts();
    exit.into()
}

fn run(cli: &Cli, out: &mut impl Write) -> Result<Exit, Stop> {
    let terminal = Terminal::of_output(cli.color);
    match &cli.command {
        Command::Check(args) => commands::check::run(args, terminal, Terminal::of_errors(cli.color), out),
        Command::Explain(args) => commands::explain::run(args, terminal, out),
        Command::Eval(args) => commands::eval::run(args, terminal, Terminal::of_errors(cli.color), out),
        Command::Fmt(args) => commands::fmt::run(args, terminal, Terminal::of_errors(cli.color), out),
        Command::Test(args) => commands::test::run(args, terminal, out),
        Command::Record(args) => commands::record::run(args, terminal, out),
        Command::Why(args) => commands::why::run(args, terminal, out),
        Command::Graph(args) => commands::graph::run(args, terminal, Terminal::of_errors(cli.color), out),
        Command::Docs(args) => commands::docs::run(args, Terminal::of_errors(cli.color), out),
        Command::Replay(args) => commands::replay::run(args, terminal, Terminal::of_errors(cli.color), out),
    }
}
