//! Transcripts of what happened, judged as if a policy had been there: how often it would have held, asked or sent back,
//! what it would have found in the results, and what another policy would have done instead.
//!
//! ```
//! use chk::replay::Replay;
//! use chk::{Decision, Policy};
//!
//! let policy = Policy::from_text("lamp.chk", r#"
//! language 1
//! provider lamp { tool dim { reversible  slot level: integer from user_answer, instruction } }
//! "#)?;
//! let trace = r#"{"messages": [
//!   {"role": "user", "content": "dim the lamp to 40"},
//!   {"role": "assistant", "tool_calls": [{"id": "1", "function": {"name": "dim", "arguments": "{\"level\": 40}"}}]},
//!   {"role": "tool", "tool_call_id": "1", "content": "done"},
//!   {"role": "assistant", "content": "It is dimmed."}
//! ]}"#;
//! let mut replay = Replay::new(policy);
//! replay.read("trace.json", trace.as_bytes());
//! let report = replay.finish();
//! assert_eq!(report.figures.calls.verdicts.of(Decision::Execute), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Calls of a transcript count as executed, with the results that it has, whatever the verdict on them is: it is replayed
//! what happened. `docs/replay.md` has the rules.

mod change;
mod consent;
mod figures;
mod interval;
mod report;
mod runs;
mod told;
mod transcript;
mod walk;

use std::io::BufRead;

use crate::Policy;

pub use change::{Change, Changes, Decided};
pub use consent::{is_plain_yes, shows};
pub use figures::{Answers, Calls, Decisions, Figures, Questions, Results, RuleFigures, Tally, ToolFigures};
pub use interval::Rate;
pub use report::Report;
pub use runs::{RunCounts, Runs};
pub use transcript::{Event, Form, Options, Step, Stream, Transcript, Unread};
pub use walk::Start;

use change::Point;
use walk::Walk;

/// The most conversations that were not read and are kept with what is wrong with them; all are counted.
const MOST_UNREAD: usize = 20;

/// Transcripts on their way through a policy.
#[derive(Debug)]
pub struct Replay {
    policy: Policy,
    against: Option<Policy>,
    start: Start,
    options: Options,
    walks: Option<(Walk, Option<Walk>)>,
    report: Report,
}

impl Replay {
    /// Through this policy.
    pub fn new(policy: Policy) -> Replay {
        let (start, options, report) = (Start::default(), Options::default(), Report::default());
        Replay { policy, against: None, start, options, walks: None, report }
    }

    /// And through an older one, to list what has changed.
    pub fn against(mut self, old: Policy) -> Replay {
        self.report.changes = Some(Changes::default());
        self.against = Some(old);
        self
    }

    /// With other options than the defaults.
    pub fn options(mut self, options: Options) -> Replay {
        self.report.runs = options.runs.as_ref().map(|_| Runs::default());
        self.options = options;
        self
    }

    /// With what every conversation begins with.
    pub fn start(mut self, start: Start) -> Replay {
        self.start = start;
        self
    }

    /// Reads an input to its end. What cannot be read is listed in the report, and the rest goes on.
    pub fn read(&mut self, name: &str, input: impl BufRead) {
        let (policy, against, start) = (&self.policy, &self.against, &self.start);
        let (new, mut old) = self.walks.take().unwrap_or_else(|| {
            let walk = |policy: &Policy| Walk::new(policy.clone(), start.clone());
            (walk(policy), against.as_ref().map(walk))
        });
        let mut new = new;
        for next in Stream::new(name, input, &self.options) {
            match next {
                Ok(transcript) => self.report.transcript(&transcript, &mut new, old.as_mut()),
                Err(unread) => self.report.unread(unread),
            }
        }
        self.report.figures.end();
        self.walks = Some((new, old));
    }

    /// What came of it.
    pub fn finish(self) -> Report {
        self.report
    }
}

impl Report {
    fn transcript(&mut self, transcript: &Transcript, new: &mut Walk, old: Option<&mut Walk>) {
        let is_record = matches!(transcript.steps.first().map(|step| &step.event), Some(Event::Judged(_)));
        self.figures.begin(transcript.is_cut, is_record);
        let compares = old.is_some();
        let (mut after, mut goes_through) = (Vec::new(), true);
        new.go(transcript, &mut |moment| {
            self.figures.add(&moment);
            if let Some(point) = Point::at(&moment) {
                goes_through &= point.goes_through();
                if compares {
                    after.push(point);
                }
            }
        });
        if !is_record {
            self.figures.end();
            if let Some(runs) = &mut self.runs {
                runs.add(transcript.case.as_ref(), goes_through);
            }
        }
        if let (Some(old), Some(changes)) = (old, &mut self.changes) {
            let mut before = Vec::new();
            old.go(transcript, &mut |moment| before.extend(Point::at(&moment)));
            changes.add(transcript, &before, &after);
        }
    }

    fn unread(&mut self, unread: Unread) {
        self.unread_count += 1;
        if self.unread.len() < MOST_UNREAD {
            self.unread.push(unread);
        }
    }
}
