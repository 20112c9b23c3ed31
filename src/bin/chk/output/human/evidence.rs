//! Where a value stands, in words.

use chk::snapshot::{Segment, Snapshot};
use chk::value::Value;
use chk::verdict::{CallVerdict, Evidence, Layout, SlotReport, write_json};

use super::words;

/// So many characters of the conversation are quoted on either side: none where a slot of the call is secret, since its words may stand there.
fn around(call: &CallVerdict) -> usize {
    if call.slots.iter().any(|slot| slot.secret) { 0 } else { 24 }
}

/// A longer value is cut.
const LONGEST_VALUE: usize = 200;

/// A value as people read it: as in JSON, so that a text is not taken for a number.
pub(super) fn value(value: &Value) -> String {
    let json = write_json(value, Layout::Line);
    match json.char_indices().nth(LONGEST_VALUE) {
        Some((at, _)) => format!("{}…", json.get(..at).unwrap_or_default()),
        None => json,
    }
}

/// The source of a slot and where in it, in words.
pub(super) fn origin(report: &SlotReport, call: &CallVerdict, snapshot: &Snapshot) -> String {
    let mut words = match (&report.evidence, report.source) {
        (Some(evidence), source) => {
            // The words that say a secret are the secret.
            let place = match evidence {
                Evidence::Words { segment, .. } if report.secret => format!("in segment {segment}, not shown"),
                evidence => place(evidence, around(call), snapshot),
            };
            source.map_or_else(|| place.clone(), |source| format!("{}: {place}", words::source(source)))
        }
        (None, Some(source)) => words::source(source).to_owned(),
        (None, None) => return String::new(),
    };
    if let Some(first) = report.origin_source.filter(|first| Some(*first) != report.source) {
        words.push_str(&format!("; at first from {}", words::source(first)));
    }
    words
}

fn place(evidence: &Evidence, around: usize, snapshot: &Snapshot) -> String {
    match evidence {
        Evidence::Words { segment, span, read_as, others } => {
            let mut words = match snapshot.instruction.get(*segment).and_then(|segment| quote(segment, *span, around)) {
                Some(quote) => format!("{quote} (segment {segment}, {} to {}, read as {read_as})", span.0, span.1),
                None => format!("segment {segment}, {} to {}, read as {read_as}", span.0, span.1),
            };
            if !others.is_empty() {
                let others: Vec<String> = others.iter().map(value).collect();
                words.push_str(&format!("; also read there: {}", others.join(", ")));
            }
            words
        }
        Evidence::Observation { lookup, observation, path, of, read } => {
            let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
            let mut words = format!("{lookup}{dot}{path}");
            match snapshot.measured.get(*observation).and_then(|observation| observation.at) {
                Some(at) => words.push_str(&format!(" as observed at {at}")),
                None => words.push_str(&format!(" in observation {observation}")),
            }
            if let Some((span, read_as)) = read {
                words.push_str(&format!(", {} to {} of its text, read as {read_as}", span.0, span.1));
            }
            words.push_str(&match of {
                0 | 1 => String::new(),
                many => format!(", one of {many} values"),
            });
            words
        }
        Evidence::Preset(path) => path.clone(),
        Evidence::Question(id) => format!("to {id}"),
        Evidence::Record { record } => format!("record {record}"),
        Evidence::Computed(ids) if ids.is_empty() => "from nothing but itself".to_owned(),
        Evidence::Computed(ids) => format!("from {}", ids.join(", ")),
    }
}

/// `"500" in "send 500 to my landlord"`
fn quote(segment: &Segment, (start, end): (usize, usize), around: usize) -> Option<String> {
    let letters: Vec<char> = segment.text.chars().collect();
    let words: String = letters.get(start..end)?.iter().collect();
    let (from, to) = (start.saturating_sub(around), end.saturating_add(around).min(letters.len()));
    let nearby: String = letters.get(from..to)?.iter().collect();
    let before = if from > 0 { "…" } else { "" };
    let after = if to < letters.len() { "…" } else { "" };
    let in_one_line = |text: &str| value(&Value::from(text));
    if around == 0 || words.len() == segment.text.len() {
        return Some(in_one_line(&words));
    }
    Some(format!("{} in {}", in_one_line(&words), in_one_line(&format!("{before}{nearby}{after}"))))
}
