//! What a decision costs, in instructions and allocations: `cargo bench --bench speed`. docs/speed.md says what each line means.
//!
//! Counted by valgrind, as the difference between a process that does something `2 n` times and one that does it `n` times:
//! what both do besides falls out, and the figures hardly move from run to run. `smoke` in the place of the tables runs
//! everything once and counts nothing.

mod count;
mod talk;
mod work;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use count::{Cost, Counter};
use work::Work;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => tables(),
        ["talk"] => talk(),
        ["talk", text, slots, times] => talk::run(text, slots.parse()?, times.parse()?),
        ["smoke"] => {
            Work::ALL.iter().try_for_each(|work| work.run(2, 1))?;
            talk::KINDS.iter().try_for_each(|(kind, _)| talk::run(kind, talk::SLOTS.len(), 1))
        }
        ["run", work, tools, times] => Work::named(work)?.run(tools.parse()?, times.parse()?),
        ["nothing"] => Ok(()),
        _ => Err("usage: speed [smoke | talk | run WORK TOOLS TIMES | talk TEXT SLOTS TIMES]".into()),
    }
}

fn tables() -> Result<(), Failure> {
    match Counter::find() {
        None => println!("skipped: instructions and allocations, since there is no valgrind"),
        Some(counter) => {
            println!("| one of | tools | instructions | allocations |\n|---|--:|--:|--:|");
            for (work, tools, times) in work::COUNTED {
                let Cost { instructions, allocations, .. } = counter.each(*work, *tools, *times)?;
                println!("| {} | {tools} | {instructions} | {allocations} |", work.says());
            }
            println!("\n{} bytes are kept for each tool of a loaded policy", counter.kept_per_tool()?);
        }
    }
    process()?;
    talk()
}

/// A conversation of 1 MB, of different kinds: in the library, and as a whole process.
fn talk() -> Result<(), Failure> {
    let (chk, counter) = (PathBuf::from(env!("CARGO_BIN_EXE_chk")), Counter::find());
    let many = [1, 5, talk::SLOTS.len()];
    println!(
        "\n| 1 MB of | million instructions: {} slots | process, best of 11 |\n|---|--:|--:|",
        many.map(|n| n.to_string()).join(", ")
    );
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (kind, _) in talk::KINDS {
        let counted = |slots: usize| match &counter {
            Some(counter) => Ok(format!("{}", counter.instructions(&["talk", kind, &slots.to_string()])? / 1_000_000)),
            None => Ok::<String, Failure>("-".to_owned()),
        };
        let counted = many.into_iter().map(counted).collect::<Result<Vec<String>, Failure>>()?.join(", ");
        let mut best = Vec::new();
        for slots in many {
            let (policy, snapshot) = (folder.join("talk.chk"), folder.join("talk.json"));
            std::fs::write(&policy, talk::policy(slots))?;
            std::fs::write(&snapshot, talk::snapshot(kind, slots)?)?;
            let mut run = command(&chk, &["eval".into(), policy, "--context".into(), snapshot]);
            let mut times = Vec::new();
            for _ in 0..11 {
                let start = Instant::now();
                run.stdout(Stdio::null()).status()?;
                times.push(start.elapsed());
            }
            best.push(format!("{:.0} ms", times.iter().min().copied().unwrap_or_default().as_secs_f64() * 1e3));
        }
        println!("| {kind} | {counted} | {} |", best.join(", "));
    }
    Ok(())
}

/// Whole processes, each measured in turn with the others.
fn process() -> Result<(), Failure> {
    let (me, chk) = (std::env::current_exe()?, PathBuf::from(env!("CARGO_BIN_EXE_chk")));
    let eval = |policy, snapshot| ["eval".into(), work::path(policy), "--context".into(), work::path(snapshot)];
    let mut runs = [
        ("a process that does nothing", command(&me, &["nothing".into()]), Vec::new()),
        ("`chk eval` of this call", command(&chk, &eval("bank.chk", "call.json")), Vec::new()),
        (
            "the same under `std/fixed.chk` and `std/turn.chk`",
            command(&chk, &eval("turn.chk", "call.json")),
            Vec::new(),
        ),
    ];
    for _ in 0..41 {
        for (_, command, times) in &mut runs {
            let start = Instant::now();
            command.stdout(Stdio::null()).status()?;
            times.push(start.elapsed());
        }
    }
    println!("\n| process | best | median |\n|---|--:|--:|");
    for (name, _, times) in &mut runs {
        times.sort();
        let at = |place: usize| times.get(place).copied().unwrap_or_default().as_secs_f64() * 1e3;
        println!("| {name} | {:.2} ms | {:.2} ms |", at(0), at(times.len() / 2));
    }
    Ok(())
}

fn command(program: &Path, arguments: &[PathBuf]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}
