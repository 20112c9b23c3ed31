//! How fast transcripts are replayed: `cargo run --release --example replay_speed -- POLICY TRACE [TIMES]`.
//!
//! Prints calls a second on one core, and the ratio of the time to that of parsing the same JSON alone, once with
//! `serde_json` and once with the crate's own strict reader.

use std::time::{Duration, Instant};

use chk::Policy;
use chk::replay::{Options, Replay, Stream};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let policy = Policy::from_path(arguments.next().ok_or("which policy?")?)?;
    let text = std::fs::read_to_string(arguments.next().ok_or("which transcript?")?)?;
    let times: u32 = arguments.next().map_or(Ok(5), |times| times.parse())?;

    // The best of several: others share the machine.
    let best = |run: &mut dyn FnMut()| -> Duration {
        let measured = (0..times.max(1)).map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        });
        measured.min().unwrap_or_default()
    };
    let mut calls = 0;
    let whole = best(&mut || {
        let mut replay = Replay::new(policy.clone());
        replay.read("trace", text.as_bytes());
        calls = replay.finish().figures.calls.count;
    });
    let options = Options::default();
    let read = best(&mut || {
        let mut stream = Stream::new("trace", text.as_bytes(), &options);
        while stream.next().is_some() {}
    });
    let parsed = best(&mut || {
        for line in text.lines() {
            let _ = serde_json::from_str::<serde_json::Value>(line);
        }
    });
    let seconds = whole.as_secs_f64();
    println!("{calls} calls in {:.1} ms: {:.0} calls a second", seconds * 1e3, f64::from(u32::try_from(calls)?) / seconds);
    println!("reading the transcripts alone: {:.1} ms, {:.1} of it", read.as_secs_f64() * 1e3, read.as_secs_f64() / seconds);
    println!("parsing the same JSON with serde_json: {:.1} ms; the replay takes {:.1} times as long",
        parsed.as_secs_f64() * 1e3, seconds / parsed.as_secs_f64());
    Ok(())
}
