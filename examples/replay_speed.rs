//! How fast transcripts are replayed: `cargo run --release --example replay_speed -- POLICY TRACE [TIMES]`.
//!
//! Prints calls a second on one core, and the ratio of the time to that of parsing the same JSON alone, once with
//! `serde_json` and once with the crate's own strict reader.

use std::time::Instant;

use chk::Policy;
use chk::replay::{Options, Replay, Stream};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let policy = Policy::from_path(arguments.next().ok_or("which policy?")?)?;
    let text = std::fs::read_to_string(arguments.next().ok_or("which transcript?")?)?;
    let times: u32 = arguments.next().map_or(Ok(50), |times| times.parse())?;

    let begun = Instant::now();
    // The mean of several, in seconds: the system tells the time of a thread in coarse steps.
    let mean = |run: &mut dyn FnMut()| -> f64 {
        let start = seconds(begun);
        (0..times).for_each(|_| run());
        (seconds(begun) - start) / f64::from(times)
    };
    let mut calls = 0;
    let whole = mean(&mut || {
        let mut replay = Replay::new(policy.clone());
        replay.read("trace", text.as_bytes());
        calls = replay.finish().figures.calls.count;
    });
    let options = Options::default();
    let read = mean(&mut || {
        let _ = Stream::new("trace", text.as_bytes(), &options).count();
    });
    let parsed = mean(&mut || {
        for line in text.lines() {
            let _ = serde_json::from_str::<serde_json::Value>(line);
        }
    });
    let per_second = f64::from(u32::try_from(calls)?) / whole;
    println!(
        "{calls} calls in {:.1} ms of one core: {per_second:.0} calls a second\n\
         reading the transcripts alone: {:.1} ms, {:.0} % of it\n\
         parsing the same JSON with serde_json: {:.1} ms; the replay takes {:.1} times as long",
        whole * 1e3,
        read * 1e3,
        100.0 * read / whole,
        parsed * 1e3,
        whole / parsed
    );
    Ok(())
}

/// The time that this thread has run, where the system tells it; else the time that has passed. Others may share the
/// machine.
fn seconds(begun: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    ran.map_or_else(|| begun.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
