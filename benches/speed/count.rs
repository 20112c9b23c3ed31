//! Counts what a process costs.

use std::process::Command;

use crate::Failure;
use crate::work::Work;

/// Counts under valgrind.
pub(crate) struct Counter;

/// What something costs.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    pub(crate) instructions: u64,
    pub(crate) allocations: u64,
    /// Bytes that are never given back.
    pub(crate) kept: u64,
}

impl Counter {
    pub(crate) fn find() -> Option<Counter> {
        Command::new("valgrind")
            .arg("--version")
            .output()
            .is_ok_and(|output| output.status.success())
            .then_some(Counter)
    }

    /// One piece of work.
    pub(crate) fn each(&self, work: Work, tools: usize, times: u64) -> Result<Cost, Failure> {
        let (once, twice) = (self.process(work, tools, times)?, self.process(work, tools, 2 * times)?);
        let each = |once: u64, twice: u64| (twice.saturating_sub(once) + times / 2) / times;
        Ok(Cost {
            instructions: each(once.instructions, twice.instructions),
            allocations: each(once.allocations, twice.allocations),
            kept: each(once.kept, twice.kept),
        })
    }

    /// What a loaded policy keeps for each of its tools: the difference between one of 50 and one of 100.
    pub(crate) fn kept_per_tool(&self) -> Result<u64, Failure> {
        let (few, many) = (self.each(Work::Keep, 50, 1)?, self.each(Work::Keep, 100, 1)?);
        Ok(many.kept.saturating_sub(few.kept) / 50)
    }

    /// The instructions of one time of what a command does as often as its last argument says.
    pub(crate) fn instructions(&self, command: &[&str]) -> Result<u64, Failure> {
        let run = |times| {
            let command: Vec<String> = command.iter().chain(&[times]).map(|word| (*word).to_owned()).collect();
            figure(&valgrind(INSTRUCTIONS, &command)?, "refs:")
        };
        Ok(run("2")?.saturating_sub(run("1")?))
    }

    fn process(&self, work: Work, tools: usize, times: u64) -> Result<Cost, Failure> {
        let run = ["run".to_owned(), work.name().to_owned(), tools.to_string(), times.to_string()];
        let instructions = valgrind(INSTRUCTIONS, &run)?;
        let memory = valgrind(&["--tool=memcheck", "--undef-value-errors=no", "--leak-check=no"], &run)?;
        Ok(Cost {
            instructions: figure(&instructions, "refs:")?,
            allocations: figure(&memory, "total heap usage:")?,
            kept: figure(&memory, "in use at exit:")?,
        })
    }
}

const INSTRUCTIONS: &[&str] = &["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"];

/// What valgrind says of this program at work.
fn valgrind(options: &[&str], run: &[String]) -> Result<String, Failure> {
    let me = std::env::current_exe()?;
    let output = Command::new("valgrind").args(options).arg(me).args(run).output()?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(said) } else { Err(said.into()) }
}

/// The number behind a label: `==7== I refs: 1,234`.
fn figure(said: &str, label: &str) -> Result<u64, Failure> {
    let (_, behind) = said.split_once(label).ok_or_else(|| format!("valgrind tells no `{label}`"))?;
    let number = behind.split_whitespace().next().unwrap_or_default();
    Ok(number.replace(',', "").parse()?)
}
