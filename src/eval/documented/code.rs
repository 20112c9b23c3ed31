//! Codes that are also words of any text: the one of Austria, of Norway, of the Turkish lira.

use crate::program::Words;
use crate::words::Listed;

use super::super::said::{Hit, Text};

/// Words that answer or greet: even in capitals they stand for a code only behind a place or a small word.
const ANSWERS: &[&str] = &["no", "ok", "hi", "oh", "so", "yo", "ya", "ye"];

/// What is no code behind a number.
const UNITS: &[&str] = &["am", "pm", "gb", "km", "kg", "mg", "ml", "mm", "hr", "ms", "in", "tv"];

/// Before a code.
const BEFORE: &[&str] =
    &["in", "to", "from", "for", "of", "near", "at", "state", "country", "code", "via", "and", "or"];

/// Before the colon behind which a code stands.
const NAMES: &[&str] = &["code", "country", "state", "language", "lang", "currency", "airport", "symbol", "ticker"];

/// Words that are values as often as codes where only a pattern asks for capitals.
const SETTINGS: &[&str] = &["ALL", "AND", "OR", "NO", "ON"];

/// Whether a value is a code of a system that the slot asks for, or capitals that a pattern asks for.
pub(super) fn may_be_one(value: &str, words: &Words) -> bool {
    let is_capital = (2..=4).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut systems = words.asked.codes.iter().chain(&words.shipped).peekable();
    match systems.peek() {
        Some(_) => is_capital || systems.any(|listed| listed.by_code(value).is_some()),
        None => words.asked.has_pattern && is_capital && !SETTINGS.contains(&value),
    }
}

/// Whether a code is said where a text holds its letters. One that is also a word counts as it is written, in capitals,
/// where the words around it are not all in capitals; in quotation marks; behind "country:" and the like, or "country" where nothing follows; or as the whole answer.
pub(in crate::eval) fn is_meant(text: Text<'_>, hit: &Hit, code: &str) -> bool {
    let said = text.slice(hit).unwrap_or_default();
    let low = said.to_lowercase();
    if low != code.to_lowercase() || !Listed::is_common(&low) {
        return true;
    }
    let before = text.before(hit).unwrap_or_default().trim_end();
    let whole = text.segment(hit.segment).map(|segment| segment.text()).unwrap_or_default();
    let is_whole = whole.trim_matches(|c: char| !c.is_alphanumeric()) == said;
    let is_capital = said.chars().all(char::is_uppercase);
    let is_shouted = || {
        let mut around =
            before.chars().chain(text.behind(hit).unwrap_or_default().chars()).filter(|c| c.is_alphabetic());
        around.next().is_some_and(|first| !first.is_lowercase() && !around.any(char::is_lowercase))
    };
    let last_word = |text: &str| text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    if text.is_quoted(hit) || before.ends_with('=') {
        return true;
    }
    if let Some(name) = before.strip_suffix(':').filter(|_| !is_whole) {
        return NAMES.contains(&&*last_word(name.trim_end()));
    }
    // "language de", and not "which language it is"
    let is_last = || !text.behind(hit).unwrap_or_default().trim_start().starts_with(char::is_alphanumeric);
    if NAMES.contains(&&*last_word(before)) && is_last() {
        return true;
    }
    if UNITS.contains(&&*low) && before.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    if ANSWERS.contains(&&*low) {
        let is_behind_place = before.ends_with(',') || BEFORE.contains(&&*last_word(before));
        return is_capital && is_behind_place && !is_shouted();
    }
    (is_capital && !is_shouted()) || (is_whole && (is_capital || said == code))
}
