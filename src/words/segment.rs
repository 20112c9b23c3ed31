//! One text, read once.

use std::sync::Arc;

use crate::value::{Date, DateTime, Number};

use super::date::{Days, YearlessDay};
use super::family::Family;
use super::negation::{Stance, is_negated, is_text_corrected};
use super::number::numbers;
use super::reading::{Mention, Reading, standing};
use super::search::{Bounds, Needle};
use super::token::Tokens;
use super::trigger::{TriggerKind, triggers};

/// A text with its words, numbers and days. Reading it and every query take time in proportion to the text.
///
/// What a query finds still stands at the end of the text: negated and corrected mentions are none (the rules are in
/// `negation.rs`). All spans are half open and in Unicode scalars of the text as it was given.
///
/// ```
/// use chk::{value::Number, words::Segment};
/// let segment = Segment::new("send 500 to my landlord, no, make it 1,300");
/// assert!(segment.find_number(&Number::from(500i64)).is_empty());
/// let said = segment.find_number(&Number::from(1300i64));
/// assert_eq!(said[0].span, [37, 42]);
/// assert_eq!(segment.slice(said[0].span), Some("1,300"));
/// assert_eq!(segment.find_text("Landlord").len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Segment {
    text: Arc<str>,
    pub(super) tokens: Tokens,
    pub(super) days: Days,
    pub(super) numbers: Vec<Reading<Number>>,
}

impl Segment {
    /// Reads a text.
    pub fn new(text: &str) -> Segment {
        let tokens = Tokens::new(text);
        let days = Days::new(&tokens);
        let numbers = numbers(&tokens, &days.spent);
        Segment { text: text.into(), tokens, days, numbers }
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a text value is said: as whole words, or as a whole token where it has more in it than words.
    pub fn find_text(&self, text: &str) -> Vec<Mention> {
        alone(&self.text_readings(&Needle::new(text)))
    }

    /// All numbers said.
    pub fn numbers(&self) -> Vec<(Number, Mention)> {
        all(&self.numbers)
    }

    /// Where a number is said, by value.
    pub fn find_number(&self, number: &Number) -> Vec<Mention> {
        of(&self.numbers, number)
    }

    /// All days said with their year.
    pub fn dates(&self) -> Vec<(Date, Mention)> {
        all(&self.days.dates)
    }

    /// Where a day is said.
    pub fn find_date(&self, date: &Date) -> Vec<Mention> {
        of(&self.days.dates, date)
    }

    /// All moments said.
    pub fn datetimes(&self) -> Vec<(DateTime, Mention)> {
        all(&self.days.datetimes)
    }

    /// Where a moment is said, with the zone that it has or has not.
    pub fn find_datetime(&self, datetime: &DateTime) -> Vec<Mention> {
        of(&self.days.datetimes, datetime)
    }

    /// All days said without a year.
    pub fn dates_without_year(&self) -> Vec<(YearlessDay, Mention)> {
        all(&self.days.yearless)
    }

    /// Where a phrase is said.
    pub fn find_phrase(&self, phrase: &str) -> Vec<Mention> {
        alone(&Family::new([[phrase]]).readings(&self.tokens))
    }

    /// Where the values of a family are said, each by its place in the family.
    pub fn find_family(&self, family: &Family) -> Vec<(usize, Mention)> {
        all(&family.readings(&self.tokens))
    }

    /// Where each of these phrases is said, longer ones covering shorter ones. A [`Family`] made once is cheaper.
    pub fn find_phrases_longest(&self, phrases: &[&str]) -> Vec<Vec<Mention>> {
        let said = self.find_family(&Family::new(phrases.iter().map(|phrase| [phrase])));
        let of = |value| said.iter().filter(|(found, _)| *found == value).map(|(_, mention)| *mention).collect();
        (0..phrases.len()).map(of).collect()
    }

    /// When it shall happen, in the phrases shipped. Of two kinds both are said, whichever is the longer phrase.
    pub fn trigger_kinds(&self) -> Vec<(TriggerKind, Mention)> {
        let readings = triggers(&self.tokens, &self.days);
        // Kinds are not corrected like values: "not now" is none, but "now, no, tomorrow" still says both.
        let said = readings.iter().filter(|reading| reading.stance != Stance::Negated);
        said.map(|reading| (reading.value, reading.mention)).collect()
    }

    /// The text of a span; none where it reaches past the end or is turned around.
    pub fn slice(&self, span: [usize; 2]) -> Option<&str> {
        let [start, end] = span;
        let mut places = self.text.char_indices().map(|(at, _)| at).chain([self.text.len()]);
        let first = places.nth(start)?;
        let last = if end == start { first } else { places.nth(end.checked_sub(start + 1)?)? };
        self.text.get(first..last)
    }

    /// Whether a span is not empty, lies in the text and begins and ends inside no word.
    pub fn is_on_word_boundaries(&self, span: [usize; 2]) -> bool {
        span[0] < span[1]
            && self.slice(span).is_some_and(|text| !text.trim().is_empty())
            && span.iter().all(|scalar| self.tokens.is_boundary(*scalar))
    }

    /// Whether what begins at the span's first word is negated: a quote out of "not 500" says no 500.
    pub fn is_negated(&self, span: [usize; 2]) -> bool {
        let first = self.tokens.iter().find(|(_, token)| token.start as usize >= span[0]);
        first.is_some_and(|(at, _)| is_negated(&self.tokens, at))
    }

    /// The readings of a text value. What is corrected directly behind it is left out.
    pub(super) fn text_readings(&self, needle: &Needle) -> Vec<Reading<()>> {
        let tokens = &self.tokens;
        let hits = needle.find(tokens, Bounds::Tokens).into_iter();
        hits.filter(|hit| !is_text_corrected(tokens, hit.first, hit.last))
            .map(|hit| {
                let read_as = if needle.is_words() { "words" } else { "token" };
                let mut reading = Reading::new(tokens, (), hit.first, hit.last, read_as);
                reading.mention.span = hit.span;
                reading
            })
            .collect()
    }
}

fn all<T: Clone + Eq + std::hash::Hash>(readings: &[Reading<T>]) -> Vec<(T, Mention)> {
    let standing = standing(readings.iter().map(|reading| (0, reading)));
    standing.into_iter().map(|(_, reading)| (reading.value.clone(), reading.mention)).collect()
}

fn of<T: Eq + std::hash::Hash>(readings: &[Reading<T>], value: &T) -> Vec<Mention> {
    let standing = standing(readings.iter().map(|reading| (0, reading)));
    standing.into_iter().filter(|(_, reading)| reading.value == *value).map(|(_, reading)| reading.mention).collect()
}

fn alone<T: Eq + std::hash::Hash>(readings: &[Reading<T>]) -> Vec<Mention> {
    standing(readings.iter().map(|reading| (0, reading))).into_iter().map(|(_, reading)| reading.mention).collect()
}
