//! What is counted.

use std::hint::black_box;
use std::path::PathBuf;

use chk::{Decision, Policy, Snapshot};
use pest::Parser;

use crate::Failure;

/// pest's own parse, with the grammar of policies.
#[derive(pest_derive::Parser)]
#[grammar = "grammar/chk.pest"]
struct Grammar;

/// A piece of work.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Work {
    Decide,
    Evaluate,
    Write,
    FromText,
    DecideSaid,
    FromTextSaid,
    ReadSnapshot,
    Parse,
    Load,
    Keep,
}

/// With how many tools, and how often.
pub(crate) const COUNTED: &[(Work, usize, u64)] = &[
    (Work::Decide, 10, 400),
    (Work::Decide, 10_000, 400),
    (Work::Evaluate, 10, 200),
    (Work::Write, 10, 200),
    (Work::FromText, 10, 200),
    (Work::FromText, 10_000, 200),
    (Work::DecideSaid, 10, 200),
    (Work::FromTextSaid, 10, 200),
    (Work::ReadSnapshot, 10, 200),
    (Work::Parse, 40, 1),
    (Work::Load, 40, 1),
];

impl Work {
    pub(crate) const ALL: [Work; 10] = [
        Work::Decide,
        Work::Evaluate,
        Work::Write,
        Work::FromText,
        Work::DecideSaid,
        Work::FromTextSaid,
        Work::ReadSnapshot,
        Work::Parse,
        Work::Load,
        Work::Keep,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Work::Decide => "decide",
            Work::Evaluate => "evaluate",
            Work::Write => "write",
            Work::FromText => "from-text",
            Work::DecideSaid => "decide-said",
            Work::FromTextSaid => "from-text-said",
            Work::ReadSnapshot => "read-snapshot",
            Work::Parse => "parse",
            Work::Load => "load",
            Work::Keep => "keep",
        }
    }

    pub(crate) fn named(name: &str) -> Result<Work, Failure> {
        Work::ALL.into_iter().find(|work| work.name() == name).ok_or_else(|| format!("no work is called {name}").into())
    }

    pub(crate) fn says(self) -> &'static str {
        match self {
            Work::Decide => "decision on a snapshot in memory",
            Work::Evaluate => "verdict on it, with its evidence",
            Work::Write => "verdict on it, written as JSON",
            Work::FromText => "decision from the snapshot's JSON text",
            Work::DecideSaid => "decision in memory that rests on the person's words",
            Work::FromTextSaid => "decision from JSON text that rests on them",
            Work::ReadSnapshot => "snapshot read from its JSON text",
            Work::Parse => "policy parsed by pest alone",
            Work::Load => "policy parsed, checked and compiled",
            Work::Keep => "policy kept",
        }
    }

    /// Does it so often.
    pub(crate) fn run(self, tools: usize, times: u64) -> Result<(), Failure> {
        let said = matches!(self, Work::DecideSaid | Work::FromTextSaid);
        let call = read(if said { "said.json" } else { "call.json" })?.trim_end().to_owned();
        let text = policy(tools, matches!(self, Work::Parse | Work::Load | Work::Keep))?;
        let again = || 0..times;
        if self == Work::Parse {
            return again().try_for_each(|_| {
                black_box(Grammar::parse(Rule::file, &text)?);
                Ok(())
            });
        }
        if matches!(self, Work::Load | Work::Keep) {
            return again().try_for_each(|_| {
                let policy = black_box(Policy::from_text("bank.chk", &text)?);
                if self == Work::Keep {
                    std::mem::forget(policy);
                }
                Ok(())
            });
        }
        let policy = Policy::from_text("bank.chk", &text)?;
        let snapshot = Snapshot::from_json(&call)?;
        if policy.evaluate(&snapshot).decision != Decision::Execute {
            return Err("the call does not run".into());
        }
        again().try_for_each(|_| {
            let snapshot = black_box(&snapshot);
            match self {
                Work::Decide | Work::DecideSaid => drop(black_box(policy.decide(snapshot))),
                Work::Evaluate => drop(black_box(policy.evaluate(snapshot))),
                Work::Write => drop(black_box(policy.evaluate(snapshot).to_json())),
                Work::ReadSnapshot => drop(black_box(Snapshot::from_json(black_box(&call))?)),
                _ => {
                    let snapshot = Snapshot::from_json(black_box(&call))?;
                    black_box(policy.decide(&snapshot));
                }
            }
            Ok(())
        })
    }
}

pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("benches/speed").join(name)
}

fn read(name: &str) -> Result<String, Failure> {
    Ok(std::fs::read_to_string(path(name))?)
}

/// The policy with so many tools: copies of its own under other names, or small ones around it.
fn policy(tools: usize, are_copies: bool) -> Result<String, Failure> {
    let text = read("bank.chk")?;
    let (head, tool) = text.split_once("  tool transfer {").ok_or("bank.chk has no `transfer`")?;
    let tool = tool.trim_end().strip_suffix('}').ok_or("bank.chk does not end with its provider")?;
    let around = |number: usize| match (are_copies, number == tools / 2) {
        (true, _) => format!("  tool transfer_{number} {{{tool}"),
        (false, true) => format!("  tool transfer {{{tool}"),
        (false, false) => format!("  tool other_{number} {{ read_only slot key: text }}\n"),
    };
    Ok(format!("{head}{}}}\n", (0..tools).map(around).collect::<String>()))
}
