//! What takes a text back. A text has no type whose other values could be known, so a correction has to follow it: directly
//! ("to Anna, no, to Bob"), or at the start of the next message ("to Anna", then "no, to Bob").
//!
//! What follows the correction has the same preposition, begins with a capital letter, or is all there is; of figures it is
//! figures. Words that go on with a name, and for the same preposition a few others, may stand between the text and its
//! correction ("to Anna Smith, no, to Bob", "to Anna today, no, to Bob").

use super::negator::{NEGATORS, SMALL_TALK, correction_after, word_before};
use super::role::Roles;
use super::token::{Gap, Tokens};

const MAX_LINKS: usize = 5;
/// How many corrections may stand one behind the other.
const MAX_CHAIN: usize = 4;
/// How many words may stand between a text and its correction.
const MAX_BETWEEN: usize = 5;
/// How many words a new value has that is all there is.
const MAX_NAME: usize = 3;

/// Before what is no person: "to" may go without saying.
const PREPOSITIONS: &[&str] = &["on", "in", "at", "by", "from", "of", "for", "with", "about"];

/// The new value behind a correction.
struct New<'t> {
    preposition: Option<&'t str>,
    is_figure: bool,
    /// With a capital that no sentence gives it.
    is_name: bool,
    /// Whether no word follows it.
    is_all: bool,
    /// Whether its sentence ends with it.
    is_sentence: bool,
}

/// What is corrected to at `start`, past its marks.
fn correction(tokens: &Tokens, start: usize) -> Option<New<'_>> {
    let (mut at, mut corrections) = (past_openers(tokens, start), 0);
    while let Some(end) = correction_after(tokens, at).filter(|_| corrections < MAX_CHAIN) {
        corrections += 1;
        at = after_marks(tokens, end);
    }
    let mut preposition = None;
    for _ in 0..MAX_LINKS {
        let Some(word) = tokens.word(at).filter(|_| tokens.has(at, Roles::LINK)) else { break };
        preposition = Some(word);
        at = after_marks(tokens, at + 1);
    }
    let (word, token) = (tokens.word(at)?, tokens.get(at)?);
    let is_end = |at: usize| tokens.get(at).is_none_or(|next| !next.is_word() || next.gap == Gap::Line);
    let mut end = at + 1;
    while end < at + MAX_NAME
        && tokens.get(end).is_some_and(|next| next.is_word() && next.is_capital() && next.gap == Gap::Blank)
    {
        end += 1;
    }
    // "Bob instead" has its correction behind it, and "make it Bob please" a courtesy.
    let is_instead = tokens.word(end) == Some("instead") && tokens.word(end + 1) != Some("of");
    if (corrections == 0 && !is_instead) || SMALL_TALK.contains(&word) || NEGATORS.has(word) {
        return None;
    }
    let courtesy = end + usize::from(tokens.mark(end) == Some(","));
    let is_polite = matches!(tokens.word(courtesy), Some("please" | "thanks" | "instead"));
    let close = if is_polite { courtesy + 1 } else { end };
    let is_sentence = tokens.get(close).is_none_or(|next| next.gap == Gap::Line)
        || (matches!(tokens.mark(close), Some("." | "!" | "?")) && !tokens.is_glued(close));
    let is_all = is_end(at + 1) || is_end(end) || is_sentence;
    Some(New { preposition, is_figure: tokens.is_figure(at), is_name: token.is_capital(), is_all, is_sentence })
}

/// Past "oh" and the like, two of them at most.
fn past_openers(tokens: &Tokens, start: usize) -> usize {
    (0..2).fold(start, |at, _| if tokens.has(at, Roles::OPENER) { after_marks(tokens, at + 1) } else { at })
}

/// Whether a text at `first..=last` is corrected behind it.
pub(super) fn is_text_corrected(tokens: &Tokens, first: usize, last: usize) -> bool {
    let mut is_name = true;
    for end in last + 1..=last + 1 + MAX_BETWEEN {
        let at = after_marks(tokens, end);
        if at > end {
            let Some(new) = correction(tokens, at) else { return false };
            if tokens.is_figure(first) || new.is_figure {
                return is_name && tokens.is_figure(first) && new.is_figure;
            }
            let is_direct = is_name && (new.is_name || new.is_all);
            return is_direct || is_same_place(tokens, first, &new);
        }
        // The rest of a name that the text begins.
        let next = tokens.get(end);
        is_name &= next.is_some_and(|next| next.is_capital() && next.gap == Gap::Blank)
            && tokens.get(first).is_some_and(|own| own.is_capital());
    }
    false
}

/// Whether a text in a span is corrected by a later message that begins with its correction.
pub(super) fn is_corrected_by(tokens: &Tokens, span: [usize; 2], next: &Tokens) -> bool {
    let (first, end) = (tokens.first_from(span[0]), tokens.first_from(span[1]));
    let Some((new, last)) = correction(next, 0).zip(end.checked_sub(1)) else { return false };
    let upper = tokens.get(first).is_some_and(|own| own.is_capital());
    if tokens.is_figure(first) || new.is_figure {
        return tokens.is_figure(first) && new.is_figure && new.is_sentence;
    }
    let is_end = (last + 1..last + 3).find(|at| tokens.mark(*at).is_none()).is_none_or(|at| at >= tokens.len());
    // "no, on Friday" corrects nobody, but "pay Anna" is to somebody.
    let is_elsewhere = new.preposition.is_some_and(|word| PREPOSITIONS.contains(&word));
    is_same_place(tokens, first, &new) || (new.is_sentence && !is_elsewhere && ((upper && new.is_name) || is_end))
}

/// Whether a message begins with a correction that has a value.
pub(super) fn is_correction(tokens: &Tokens) -> bool {
    correction(tokens, 0).is_some()
}

/// Whether a message says nothing of its own: "ok", "yes please".
pub(super) fn is_small_talk(tokens: &Tokens) -> bool {
    tokens.len() <= MAX_BETWEEN
        && tokens.iter().all(|(at, token)| {
            !token.is_word() || token.roles.has(Roles::OPENER) || SMALL_TALK.contains(&tokens.text(at))
        })
}

fn is_same_place(tokens: &Tokens, first: usize, new: &New<'_>) -> bool {
    new.preposition.is_some() && word_before(tokens, first).map(|(_, word)| word) == new.preposition
}

/// The place of the first word from `start` on, past a few marks.
pub(super) fn after_marks(tokens: &Tokens, start: usize) -> usize {
    (start..start + 4).find(|at| tokens.mark(*at).is_none()).unwrap_or(start + 4)
}

/// Whether a day at the end of `last` is corrected to a day of the month directly behind it: "May 20, no, the 21st".
pub(super) fn is_day_corrected(tokens: &Tokens, last: usize) -> bool {
    let mut at = past_openers(tokens, after_marks(tokens, last + 1));
    let start = at;
    for _ in 0..MAX_CHAIN {
        let Some(end) = correction_after(tokens, at) else { break };
        at = after_marks(tokens, end);
    }
    if at == start {
        return false;
    }
    for _ in 0..MAX_LINKS {
        if !tokens.has(at, Roles::LINK) {
            break;
        }
        at = after_marks(tokens, at + 1);
    }
    let word = tokens.word(at).unwrap_or_default();
    let day = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end));
    day.is_some_and(|day| !day.is_empty() && day.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use crate::words::{Conversation, Segment};

    /// Whether the person's messages say a text value.
    fn says(texts: &[&str], value: &str) -> bool {
        !Conversation::new(texts.iter().map(|text| (*text, true))).find_text(value).is_empty()
    }

    #[test]
    fn a_message_corrects_the_one_before() {
        for next in [
            "no, to Bob",
            "actually Bob",
            "make it Bob",
            "Bob instead",
            "Make it Bob, please",
            "oops! Bob",
            "no, to bob",
        ] {
            assert!(!says(&["to Anna", next], "Anna"), "{next}");
        }
        for (texts, value) in [
            (["pay 500 to Anna today", "no, to Bob"].as_slice(), "Anna"),
            (&["pay Anna 500 today", "sorry, Bob"], "Anna"),
            (&["to Anna", "ok", "no, to Bob"], "Anna"),
            (&["to Anna", "no, to Bob", "no, to Cara"], "Bob"),
            (&["from 1102534471", "no, 2209981107"], "1102534471"),
        ] {
            assert!(!says(texts, value), "{texts:?}");
        }
        for next in [
            "no, thanks",
            "no",
            "Actually, what is my balance?",
            "Actually, Can you tell me my balance?",
            "no, 300",
            "make it 300",
            "yes, to Bob",
            "Bob will be there",
            "no, on Friday",
            "sorry, I am late",
            "Actually, I only need a one-way ticket",
            "no, red, and blue",
        ] {
            assert!(says(&["pay Anna", next], "Anna"), "{next}");
        }
        assert!(says(&["to Anna", "no, to Anna Smith"], "Anna"));
        assert!(says(&["to Anna", "no, to Bob"], "Bob"));
        assert!(says(&["pay Anna for the rent of May", "no, to Bob"], "rent"));
    }

    #[test]
    fn a_name_is_corrected_behind_its_rest() {
        for text in ["to Anna Smith, no, to Bob", "to Anna Smith. Actually Bob", "pay 5 to Anna today, no, to Bob"] {
            assert!(Segment::new(text).find_text("Anna").is_empty(), "{text}");
        }
        for text in ["to Anna for rent, no, for food", "to Anna with Bob, no, with Cara"] {
            assert!(!Segment::new(text).find_text("Anna").is_empty(), "{text}");
        }
    }

    #[test]
    fn a_day_is_corrected_to_a_day_of_the_month() {
        let days = |text: &str| Segment::new(text).dates().len();
        assert_eq!(days("May 20, 2026, no, the 21st"), 0);
        assert_eq!(days("May 20, 2026, and the 21st"), 1);
    }
}
