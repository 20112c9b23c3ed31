//! How far a negation reaches beyond the words directly behind it. The words are data in `negator.rs`.
//!
//! **A clause that forbids** takes back what stands in it, an object or two later: "don't pay the landlord 500", "I don't want
//! to send 500", "stop sending him 500", "you should not send it to Ann". So does one that begins with "don't" or "never",
//! or says "should not" and the like of anybody. Behind a subject "don't" has to speak of a wish: "I don't have a receipt for 500" denies no 500. The reach
//! ends at a mark, at one of [`JOINTS`] ("but", "if", "more than"), at a verb that makes a request of the negation ("don't
//! forget"), at "and" with another verb, and where the verb that is forbidden comes again ("don't send 500 send 300").
//!
//! **One of several** that are joined by "or", "nor", "and" or commas is taken back with the first: "not 500 or 600", "except
//! Ann and Bob". What an "and" joins to a plain "not" has the same look, a figure or a name.

use super::negation::{before_marks, is_wrapping, starts_clause};
use super::negator::{
    FORBIDDING, NEGATORS, OBLIGING, OF_VERBS, TELLING, UNWILLING, UNWISHED, VERB_NEGATORS, WISHES, phrase_before,
    word_before,
};
use super::role::Roles;
use super::token::Tokens;

/// How many words and marks a clause reaches.
const MAX_REACH: usize = 12;
/// How many words and marks one of several may have.
const MAX_ITEM: usize = 8;
/// How many words and marks before a value a negation ends at most that takes it back with others.
pub(super) const MAX_LINKED: usize = MAX_REACH + MAX_ITEM + 1;

/// Whether a negation further before it takes back what stands at `first..=last`.
pub(super) fn is_reached(tokens: &Tokens, first: usize, last: usize) -> bool {
    if !tokens.has_any(Roles::FAR_DENIAL) {
        return false;
    }
    let mut joint = is_listed(tokens, last).then_some((first, false));
    for end in (first.saturating_sub(MAX_REACH)..=first).rev().filter(|end| *end > 0) {
        let at = end - 1;
        let Some(word) = tokens.word(at) else {
            let is_inside = tokens.is_glued(at) || tokens.is_glued(at + 1);
            if (tokens.mark(at) == Some(",") && joint.is_some())
                || tokens.mark(at).is_some_and(is_wrapping)
                || is_inside
            {
                continue;
            }
            return tokens.mark(at) == Some(",") && is_interrupted(tokens, at);
        };
        if tokens.has(at, Roles::FAR_DENIAL)
            && let Some(is_negated) = judged(tokens, end, first, joint)
        {
            return is_negated;
        }
        let is_copula = matches!(word, "is" | "are" | "was")
            && !word_before(tokens, at).is_some_and(|(_, word)| matches!(word, "that" | "which" | "who"));
        if tokens.has(at, Roles::JOINT) || is_copula {
            return false;
        }
        if matches!(word, "and" | "or" | "nor") {
            let is_and = word == "and";
            // "and pay 500" is another clause, and so is what a comma parts.
            let is_same = !is_and || (end..first).all(|at| tokens.has(at, Roles::FILLER) || tokens.mark(at).is_some());
            let is_parted = at.checked_sub(1).and_then(|at| tokens.mark(at)) == Some(",");
            let is_third =
                || (2..=MAX_ITEM).any(|back| at.checked_sub(back + 1).and_then(|at| tokens.mark(at)) == Some(","));
            if joint.is_none() && (!is_same || (is_parted && !is_third())) {
                return false;
            }
            joint = joint.or(Some((at, is_and)));
        }
    }
    false
}

/// Whether the comma at `at` closes what interrupts a clause that forbids: "do not, under any circumstances, pay Ann".
fn is_interrupted(tokens: &Tokens, at: usize) -> bool {
    let opened = (at.saturating_sub(MAX_ITEM)..at).rev().find(|at| tokens.mark(*at).is_some());
    opened.filter(|comma| tokens.mark(*comma) == Some(",")).is_some_and(|comma| {
        let start = phrase_before(tokens, comma, FORBIDDING).filter(|start| starts_clause(tokens, *start));
        let is_other = |at: usize| matches!(tokens.text(at), "but" | "if" | "so" | "because" | "thanks");
        start.is_some() && !(comma..at).any(is_other)
    })
}

/// What the negation that ends before `end` makes of the value at `first`; none where there is none.
fn judged(tokens: &Tokens, end: usize, first: usize, joint: Option<(usize, bool)>) -> Option<bool> {
    let phrase = |phrases| phrase_before(tokens, end, phrases);
    let before = |start| word_before(tokens, start).map(|(_, word)| word);
    let is_affirmed = |start| before(start) == Some("why") || is_negator(tokens, start);
    if phrase(OF_VERBS).or_else(|| phrase(NEGATORS)).is_some_and(is_affirmed) {
        return Some(false);
    }
    let verb = tokens.word(end)?;
    let is_again = (end + 1..first).any(|at| tokens.word(at) == Some(verb)) && !tokens.has(end, Roles::FILLER);
    let forbids = |start| !is_affirmed(start) && !is_again;
    if let Some(start) = phrase(OBLIGING) {
        return Some(forbids(start));
    }
    if let Some(start) = phrase(FORBIDDING).filter(|start| starts_clause(tokens, *start)) {
        let is_question = matches!(verb, "you" | "we" | "i" | "they" | "it") && tokens.word(end + 1) != Some("dare");
        return Some(forbids(start) && !is_question);
    }
    if let Some(start) = phrase(UNWISHED).filter(|_| WISHES.contains(&verb)) {
        return Some(forbids(start));
    }
    if let Some(start) = phrase(UNWILLING).filter(|start| matches!(before(*start), Some("i" | "we" | "you"))) {
        return Some(forbids(start));
    }
    if let Some(start) = phrase(OF_VERBS)
        && verb.len() > 4
        && verb.ends_with("ing")
        && !TELLING.contains(&verb)
    {
        return Some(forbids(start));
    }
    // What follows the negation directly, up to the joint.
    let start = phrase(NEGATORS)?;
    let (joint, is_and) = joint?;
    let item = (end..joint).find(|at| tokens.word(*at).is_some() && !tokens.has(*at, Roles::FILLER))?;
    let look = |at| (tokens.is_figure(at), tokens.get(at).is_some_and(|token| token.is_capital()));
    let is_near = joint - item <= if tokens.mark(item + 1) == Some(",") { MAX_REACH } else { MAX_ITEM };
    Some(!is_affirmed(start) && (joint == first || is_near) && (!is_and || look(item) == look(first)))
}

/// Whether a negation ends before `start`: two of them make a request.
pub(super) fn is_negator(tokens: &Tokens, start: usize) -> bool {
    phrase_before(tokens, start, VERB_NEGATORS).is_some()
        || word_before(tokens, start).is_some_and(|(_, word)| word == "not")
}

/// Whether more of the same look follow, the last behind an "or" or an "and": "Ann, Bob or Cara" at Ann and at Bob.
fn is_listed(tokens: &Tokens, last: usize) -> bool {
    let is_alike = |at| {
        tokens.is_figure(at) == tokens.is_figure(last)
            && tokens.get(at).map(|token| token.is_capital()) == tokens.get(last).map(|token| token.is_capital())
    };
    let mut has_comma = false;
    for at in last + 1..=last + MAX_REACH {
        match (tokens.mark(at), tokens.word(at)) {
            (Some(","), _) => has_comma = true,
            (_, Some("or" | "nor" | "and")) => return true,
            (_, Some(_)) if has_comma && is_alike(at) => {}
            _ => return false,
        }
    }
    false
}

/// Whether what stands before `first` says that it is another: `!= 500`.
pub(super) fn is_unequal(tokens: &Tokens, first: usize) -> bool {
    // Most values have a word before them.
    if first.checked_sub(1).is_none_or(|at| tokens.mark(at).is_none()) {
        return false;
    }
    let end = before_marks(tokens, first, is_wrapping);
    let mark = |back| end.checked_sub(back).and_then(|at| tokens.mark(at));
    mark(1) == Some("≠")
        || (mark(1) == Some("=") && mark(2) == Some("!"))
        || (mark(1) == Some(">") && mark(2) == Some("<"))
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    fn says(text: &str, value: &str) -> bool {
        !Segment::new(text).find_text(value).is_empty()
    }

    #[test]
    fn a_clause_that_forbids_says_none_of_its_values() {
        let wrong: Vec<_> = [
            "don't send it to Ann",
            "Please don't pay the landlord at Ann",
            "I don't want to write to Ann",
            "I won't be sending it to Ann",
            "you should not give any of it to Ann",
            "stop sending him things for Ann",
            "I'm not going to pay the whole of it to Ann",
            "never ever ask Ann",
            "don't even ask Ann",
            "let's not ask Ann",
            "no need to ask Ann",
            "nobody should give it to Ann",
            "without asking Ann",
            "pay Bob but don't give it to Ann",
            "don't copy a.txt to Ann",
            "it isn't for Ann",
            "no longer for Ann",
            "anyone but Ann",
            "any friend but Ann",
            "skip Ann",
            "avoid Ann",
            "excluding Ann",
            "neither Ann nor Bob",
            "don't you dare write to Ann",
            "Do not, under any circumstances, pay Ann",
            "under no circumstances pay Ann",
            "refrain from paying Ann",
        ]
        .into_iter()
        .filter(|text| says(text, "Ann"))
        .collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn one_of_several_is_taken_back_with_the_first() {
        let wrong: Vec<_> = [
            "not Ann or Bob",
            "except Ann and Bob",
            "except Ann, Cara, and Bob",
            "except Ann, Bob and Cara",
            "don't invite Ann or Bob",
            "don't invite Ann and Bob",
            "don't invite Ann, Bob or Cara",
            "neither Ann nor Bob",
            "without Ann or Bob",
            "don't write to Ann and to Bob",
        ]
        .into_iter()
        .filter(|text| says(text, "Bob"))
        .collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn what_asks_for_it_or_speaks_of_something_else_stays() {
        let wrong: Vec<_> = [
            "don't forget to send it to Ann",
            "please do not forget to give the keys to Ann",
            "you must not forget to ask Ann",
            "don't wait, send it to Ann",
            "why not send it to Ann",
            "why not Ann?",
            "why don't you send it to Ann",
            "can't you send it to Ann",
            "not only Ann but Bob",
            "no problem, send it to Ann",
            "nobody but Ann",
            "don't skip Ann",
            "don't stop writing to Ann",
            "not without Ann",
            "I don't have a receipt for Ann",
            "I don't see the mail to Ann",
            "The app won't show the flight of Ann",
            "I never got a mail from Ann",
            "don't send it to Bob but to Ann",
            "don't send it to Bob, and Ann is fine",
            "don't call Bob and send it to Ann",
            "don't send it to Bob send it to Ann",
            "don't send it before asking Ann",
            "I'm not seeing the order of Ann",
            "not Bob, Ann",
            "I don't know, ask Ann",
            "make sure not to forget Ann",
            "no, don't, thanks, ask Ann",
            "skip the intro and ask Ann",
            "a hotel without a pool near Ann",
        ]
        .into_iter()
        .filter(|text| !says(text, "Ann"))
        .collect();
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn numbers_are_reached_like_texts() {
        let numbers = |text: &str| Segment::new(text).numbers().len();
        let wrong: Vec<_> = [
            "don't send him 500",
            "I don't want to send 500",
            "I won't be sending 500",
            "don't pay the landlord 500",
            "please do not send the full 500",
            "it isn't 500",
            "it wasn't 500",
            "neither 500 nor 600",
            "not 500 or 600",
            "without the 500",
            "excluding 500",
            "no longer 500",
            "not exactly 500",
            "not even 500",
            "stop sending him 500",
            "!= 500",
            "don't send $500 or €600",
        ]
        .into_iter()
        .filter(|text| numbers(text) > 0)
        .collect();
        assert_eq!(wrong, [""; 0]);
        let wrong: Vec<_> = [
            "not more than 500",
            "don't spend more than 500",
            "don't go over 500",
            "it should not exceed 500",
            "skip 10 rows",
            "there is no rush and 500 is fine",
            "I don't want to miss flight 500",
            "don't send 300 send 500",
            "no later than 5",
        ]
        .into_iter()
        .filter(|text| numbers(text) == 0)
        .collect();
        assert_eq!(wrong, [""; 0]);
    }
}
