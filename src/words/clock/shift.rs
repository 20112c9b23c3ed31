//! Words before a time that make it another: "ten to 7 pm", "an hour before 5 pm".

use super::super::token::Tokens;

/// The parts of an hour that are told in words. In figures, "5 to 6 pm" is more often from five on.
const MINUTES: &[&str] = &["half", "quarter", "five", "ten", "twenty"];

/// What may be counted before or after a time.
const LENGTHS: &[&str] = &["hour", "hours", "hr", "hrs", "minute", "minutes", "min", "mins", "second", "seconds"];

/// Whether the time at `at` is what another one is counted from. "from ten to 7 pm" is a range.
pub(super) fn is_shifted(tokens: &Tokens, at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map_or("", |at| tokens.text(at));
    match before(1) {
        "to" | "till" | "past" | "before" | "after" if LENGTHS.contains(&before(2)) => true,
        "to" | "till" | "past" | "after" => MINUTES.contains(&before(2)) && !matches!(before(3), "from" | "between"),
        _ => false,
    }
}

/// Whether a bare hour stands where a time does: at the start, behind a mark, or behind its day ("6 in the morning", but
/// "a table for 6 in the morning").
pub(super) fn is_alone(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1) else { return true };
    let text = tokens.text(before);
    matches!(text, "," | "." | ":" | ";" | "!" | "?" | "(" | "tomorrow" | "today")
        || super::super::date::is_weekday(text)
}
