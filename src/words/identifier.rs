//! Long runs of figures that are written in groups: telephone, card and account numbers. `+1 (555) 123-4567` says
//! 15551234567.
//!
//! The groups are parted by hyphens, points or brackets; by blanks only behind a `+` or a bracket, or where every group has
//! four figures, so that two numbers one behind the other are never one.

use super::reading::Reading;
use super::segment::Segment;

/// The fewest figures of such a number.
const FEWEST: usize = 7;

/// The fewest letters and figures of an id that is written in groups.
const FEWEST_MARKS: usize = 6;

/// The figures of a telephone number of North America.
const NORTH_AMERICAN: usize = 10;

/// The figures of a value that is such a number.
pub(super) fn figures(value: &str) -> Option<String> {
    let is_written = value.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '(' | ')' | ' '));
    let figures: String = value.chars().filter(char::is_ascii_digit).collect();
    (is_written && figures.len() >= FEWEST && value.matches('.').count() != 1).then_some(figures)
}

/// Where figures are written in groups.
pub(super) fn readings(segment: &Segment, figures: &str) -> Vec<Reading<()>> {
    let tokens = &segment.tokens;
    let mut readings = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (last, groups) = match run(segment, at) {
            Ok(found) => found,
            // What holds no figures from here on holds none from any place in it.
            Err(end) => {
                at = end.max(at + 1);
                continue;
            }
        };
        let is_whole =
            (at == 0 || tokens.get(at).is_some_and(|token| token.gap.is_blank()) || tokens.mark(at - 1).is_some())
                && !tokens.is_glued(last + 1);
        // Two groups of four with a blank between are two numbers as well.
        let is_pair = groups.len() == 2
            && !matches!(tokens.mark(at), Some("+" | "("))
            && tokens.get(last).is_some_and(|token| token.gap.is_blank());
        if is_whole && !is_pair && groups.len() > 1 && is_of(&groups, figures, tokens.mark(at) == Some("+")) {
            readings.push(Reading::new(tokens, (), at, last, "digits"));
        }
        at = last + 1;
    }
    readings
}

/// Whether groups are a number; behind a `+` the one of North America may lack its `1`, as it does there.
fn is_of(groups: &[&str], figures: &str, is_international: bool) -> bool {
    let is_national = |rest: &[&str]| is_international && figures.len() == NORTH_AMERICAN && rest.concat() == figures;
    groups.concat() == figures || groups.strip_prefix(&["1"]).is_some_and(is_national)
}

/// Where the letters and figures of an id are written in groups, with blanks or hyphens between: for `KX77BDE` "kx-77 bde".
pub(super) fn packed(segment: &Segment, id: &str) -> Vec<Reading<()>> {
    let tokens = &segment.tokens;
    let id = id.to_lowercase();
    let is_id =
        id.len() >= FEWEST_MARKS && id.chars().all(char::is_alphanumeric) && id.contains(|c: char| c.is_ascii_digit());
    let begins = |word: &str| is_id && !word.is_empty() && id.len() > word.len() && id.starts_with(word);
    let from = |first: usize| {
        let (mut rest, mut last) = (id.strip_prefix(tokens.word(first)?)?, first);
        while !rest.is_empty() {
            let is_hyphen = tokens.text(last + 1) == "-" && tokens.is_glued(last + 1);
            let next = if is_hyphen { last + 2 } else { last + 1 };
            rest = rest.strip_prefix(tokens.word(next)?)?;
            last = next;
        }
        tokens.is_whole(first, last).then(|| Reading::new(tokens, (), first, last, "packed"))
    };
    segment.openings(begins).into_iter().filter_map(from).collect()
}

/// The longest run of groups from `first` on: its end and the groups. Where there is none, how far was looked.
fn run(segment: &Segment, first: usize) -> Result<(usize, Vec<&str>), usize> {
    let tokens = &segment.tokens;
    let opens = matches!(tokens.mark(first), Some("+" | "("));
    let mut groups: Vec<&str> = Vec::new();
    let (mut at, mut last) = (first, None);
    while at < tokens.len() {
        let is_apart = at > first && tokens.get(at).is_some_and(|token| token.gap.is_blank());
        match tokens.word(at) {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') => {
                let is_four = word.len() == 4 && groups.last().is_some_and(|group| group.len() == 4);
                if is_apart && !opens && !is_four {
                    break;
                }
                groups.extend(word.split('.'));
                last = Some(at);
            }
            Some(_) => break,
            None if at == first && opens => {}
            None if matches!(tokens.text(at), "-" | ")") && !is_apart => {}
            None if tokens.text(at) == "(" && opens => {}
            None => break,
        }
        at += 1;
    }
    last.map(|last| (last, groups)).ok_or(at)
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    fn says(text: &str, value: &str) -> bool {
        Segment::new(text).find_forms(value).iter().any(|mention| mention.read_as == "digits")
    }

    #[test]
    fn a_number_in_groups_is_said_by_its_figures() {
        for (text, value) in [
            ("call 555-123-4567 now", "5551234567"),
            ("call +1 (555) 123-4567.", "+15551234567"),
            ("call (555) 123-4567", "555-123-4567"),
            ("pay with 4111 1111 1111 1111", "4111111111111111"),
            ("call 555.123.4567", "5551234567"),
            ("call +1 (555) 123-4567", "5551234567"),
        ] {
            assert!(says(text, value), "{text}");
        }
    }

    #[test]
    fn two_numbers_are_never_one() {
        for (text, value) in [
            ("send 500 5551234567", "5005551234567"),
            ("555-123-45678", "5551234567"),
            ("not 555-123-4567", "5551234567"),
            ("A555-123-4567", "5551234567"),
            ("orders 1234 5678", "12345678"),
            ("call +2 (555) 123-4567", "5551234567"),
            ("1.5-123-4567", "51234567"),
        ] {
            assert!(!says(text, value), "{text}");
        }
    }
}
