//! One text, read once.

mod cut;

use std::borrow::Cow;
use std::sync::{Arc, LazyLock, OnceLock};

use crate::value::{Date, DateTime, Duration, Number};

use super::ahead::ahead;
use super::amount::Amount;
use super::clock::{Clock, SaidTime, clocks};
use super::correction::{is_day_corrected, is_text_corrected};
use super::date::Days;
use super::day::{Day, Settled, YearlessDay};
use super::duration::durations;
use super::family::Family;
use super::flag::Flag;
use super::form::Forms;
use super::formula::Line;
use super::identifier;
use super::lexicon::Lexicon;
use super::moment::{Moment, moments};
use super::negation::{Stance, is_denied};
use super::quantity::amounts;
use super::reading::{Mention, Reading, standing};
use super::role::Roles;
use super::search::{Bounds, Hit, Needle};
use super::spelling::{Folded, Spelling, Spelt};
use super::stem::Stems;
use super::thing::Thing;
use super::thinned::Thinned;
use super::token::Tokens;
use super::trigger::{TriggerKind, triggers};
use super::unit::Unit;
use super::withdrawal::withdrawn;

/// A value with the first and last word of where it is said.
type Placed<T> = (Reading<T>, usize, usize);

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
    // Each kind is read where it is first asked for, and once: a slot of text needs no days. What is large stands apart, so
    // that a message costs little in a conversation of many.
    /// None where the text says none.
    days: OnceLock<Option<Box<Days>>>,
    clocks: OnceLock<Box<[Placed<SaidTime>]>>,
    moments: OnceLock<Box<[Reading<Moment>]>>,
    ahead: OnceLock<Box<[Reading<Duration>]>>,
    durations: OnceLock<Box<[Reading<Duration>]>>,
    amounts: OnceLock<Box<[Reading<Amount>]>>,
    /// Where every [`STEP`]th scalar begins, made where a part of the text is first cut out: many parts of a long text must
    /// not each be counted from its start.
    places: OnceLock<Vec<usize>>,
    /// Made where a value is first looked for in another spelling.
    spelling: OnceLock<Box<Spelling>>,
    /// The words that another spelling makes other words; most messages have none.
    folded: OnceLock<Option<Box<Folded>>>,
    lexicon: OnceLock<Box<Lexicon>>,
    /// Made when a formula is looked for.
    line: OnceLock<Box<Line>>,
}

impl Segment {
    /// Reads a text.
    pub fn new(text: &str) -> Segment {
        Segment::of(text.into())
    }

    /// Reads a text that somebody else keeps too.
    pub(super) fn of(text: Arc<str>) -> Segment {
        Segment {
            tokens: Tokens::new(&text),
            text,
            days: OnceLock::new(),
            clocks: OnceLock::new(),
            moments: OnceLock::new(),
            ahead: OnceLock::new(),
            durations: OnceLock::new(),
            amounts: OnceLock::new(),
            places: OnceLock::new(),
            spelling: OnceLock::new(),
            folded: OnceLock::new(),
            lexicon: OnceLock::new(),
            line: OnceLock::new(),
        }
    }

    fn read_days(&self) -> &Days {
        static NONE: LazyLock<Days> = LazyLock::new(Days::default);
        let read = || Some(Days::new(&self.tokens, self.tokens.with(Roles::DAY))).filter(|days| !days.is_empty());
        self.days.get_or_init(|| read().map(Box::new)).as_deref().unwrap_or(&NONE)
    }

    fn read_clocks(&self) -> &[Placed<SaidTime>] {
        self.clocks.get_or_init(|| clocks(&self.tokens, self.read_days(), self.tokens.with(Roles::CLOCK)).into())
    }

    pub(super) fn read_times(&self) -> impl DoubleEndedIterator<Item = &Reading<SaidTime>> {
        self.read_clocks().iter().map(|(time, ..)| time)
    }

    fn read_moments(&self) -> &[Reading<Moment>] {
        self.moments.get_or_init(|| moments(&self.tokens, self.read_days(), self.read_clocks()).into())
    }

    pub(super) fn read_durations(&self) -> &[Reading<Duration>] {
        self.durations.get_or_init(|| {
            // A length may stand in a day that is counted: "in 2 days".
            let all = || amounts(&self.text, &self.tokens, self.tokens.with(Roles::AMOUNT), &[]);
            let amounts = if self.spent().is_empty() { self.read_amounts().into() } else { Cow::Owned(all()) };
            durations(&self.tokens, &amounts, self.tokens.with(Roles::DURATION)).into()
        })
    }

    pub(super) fn read_amounts(&self) -> &[Reading<Amount>] {
        let read = || amounts(&self.text, &self.tokens, self.tokens.with(Roles::AMOUNT), &self.spent()).into();
        self.amounts.get_or_init(read)
    }

    /// The first and last word of all that was read as a day or a time, in which no number is found.
    fn spent(&self) -> Vec<(usize, usize)> {
        let days = self.read_days().spent.iter().copied();
        let mut spent: Vec<_> = days.chain(self.read_clocks().iter().map(|(_, first, last)| (*first, *last))).collect();
        // Two rows in order, one behind the other, which a stable sort only joins.
        spent.sort();
        spent
    }

    /// The text as it was given.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where a text value is said: as whole words, or as a whole token where it has more in it than words.
    pub fn find_text(&self, text: &str) -> Vec<Mention> {
        alone(&self.text_readings(&Needle::new(text)))
    }

    /// Where a text value is said in another spelling: the rules are in `spelling.rs`.
    pub fn find_spelling(&self, text: &str) -> Vec<Mention> {
        Spelt::new(text).map(|value| alone(&self.spelling_readings(&value))).unwrap_or_default()
    }

    /// Where a text's words stand in their order, with no more than small words between them that it leaves out.
    pub fn find_thinned(&self, text: &str) -> Vec<Mention> {
        alone(&Thinned::new(text).readings(self))
    }

    /// Where the letters and figures of an id stand in groups.
    pub fn find_packed(&self, id: &str) -> Vec<Mention> {
        alone(&identifier::packed(self, id))
    }

    /// Where the sign of a currency stands, at its amount or alone.
    pub fn find_sign(&self, sign: &str) -> Vec<Mention> {
        alone(&self.sign_readings(&Needle::new(sign)))
    }

    /// All lengths of time said.
    pub fn durations(&self) -> Vec<(Duration, Mention)> {
        all(self.read_durations())
    }

    /// Whether the whole text is one amount: a number, and behind the span nothing but its unit.
    pub fn is_amount(&self, span: &[usize; 2]) -> bool {
        let behind = self.tokens.iter().filter(|(_, token)| token.start as usize >= span[1]);
        let words: Vec<&str> = behind.map(|(at, _)| self.tokens.text(at)).collect();
        words.is_empty() || !Unit::by_name(&words.join(" ")).is_empty() || !Unit::named(&words.concat()).is_empty()
    }

    /// The index of a text that is not short.
    pub(super) fn lexicon(&self) -> Option<&Lexicon> {
        (!self.tokens.is_short()).then(|| &**self.lexicon.get_or_init(|| Lexicon::new(&self.tokens).into()))
    }

    /// Every occurrence of a needle.
    pub(super) fn find(&self, needle: &Needle, bounds: Bounds) -> Vec<Hit> {
        if !self.tokens.sketch().covers(needle.sketch()) {
            return Vec::new();
        }
        match self.lexicon() {
            Some(lexicon) => needle.find_by(&self.tokens, lexicon, bounds),
            None => needle.find(&self.tokens, bounds),
        }
    }

    /// Where words with these stems stand one behind the other.
    pub(super) fn find_stems(&self, stems: &Stems) -> Vec<(usize, usize)> {
        if stems.may_be_in(&self.tokens) { stems.find(&self.tokens, self.lexicon()) } else { Vec::new() }
    }

    /// Where a word stands.
    pub(super) fn places_of(&self, word: &str) -> Vec<usize> {
        if !self.tokens.sketch().may_have(word) {
            return Vec::new();
        }
        match self.lexicon() {
            Some(lexicon) => lexicon.places(&self.tokens, word).collect(),
            None => (0..self.tokens.len()).filter(|at| self.tokens.word(*at) == Some(word)).collect(),
        }
    }

    /// The places of all words that something may begin with; each different word of a long text is judged once.
    pub(super) fn openings(&self, begins: impl Fn(&str) -> bool) -> Vec<usize> {
        match self.lexicon() {
            Some(lexicon) => lexicon.openings(&self.tokens, begins),
            None => (0..self.tokens.len()).filter(|at| self.tokens.word(*at).is_some_and(&begins)).collect(),
        }
    }

    /// Its words as they are compared in another spelling, where some of them are others there.
    pub(super) fn folded(&self) -> Option<&Folded> {
        self.folded.get_or_init(|| Folded::new(&self.tokens, self.lexicon()).map(Box::new)).as_deref()
    }

    pub(super) fn line(&self) -> &Line {
        self.line.get_or_init(|| Line::new(&self.text).into())
    }

    /// Where a text value is said in another form than its own: the words of a name, another inflection, a formula
    /// with other blanks, or without an article and quotation marks.
    pub fn find_forms(&self, text: &str) -> Vec<Mention> {
        alone(&Forms::new(text).readings(self))
    }

    /// Where a flag is said, and what.
    pub fn find_flag(&self, flag: &Flag) -> Vec<(bool, Mention)> {
        all(&flag.readings(self))
    }

    /// Where a switch's thing is turned on or off, or set to something, so that it is to be on.
    pub fn find_thing(&self, thing: &Thing) -> Vec<(bool, Mention)> {
        all(&thing.readings(self))
    }

    /// Where it last takes back, without a name for it, that something shall be (`is_on`) or that it shall not.
    pub(crate) fn withdrawn(&self, is_on: bool) -> Option<usize> {
        withdrawn(&self.tokens, is_on)
    }

    /// All numbers said.
    pub fn numbers(&self) -> Vec<(Number, Mention)> {
        let amounts = self.amounts().into_iter().filter(|(amount, _)| !amount.needs_unit);
        amounts.map(|(amount, mention)| (amount.number, mention)).collect()
    }

    /// All amounts said: numbers with their units.
    pub fn amounts(&self) -> Vec<(Amount, Mention)> {
        all(self.read_amounts())
    }

    /// Where a number is said, by value.
    pub fn find_number(&self, number: &Number) -> Vec<Mention> {
        let numbers = self.numbers().into_iter().filter(|(said, _)| said == number);
        numbers.map(|(_, mention)| mention).collect()
    }

    /// All days said, those that are counted from today among them where it is known which day it is.
    ///
    /// ```
    /// use chk::{value::Date, words::Segment};
    /// let segment = Segment::new("not today, the day after tomorrow");
    /// let days = segment.days(Date::parse("2026-03-11"));
    /// assert_eq!(days.iter().map(|(day, _)| day.date(None)).collect::<Vec<_>>(), [Date::parse("2026-03-13")]);
    /// ```
    pub fn days(&self, today: Option<Date>) -> Vec<(Settled, Mention)> {
        all(&self.settled(today))
    }

    /// All days said with their year.
    pub fn dates(&self) -> Vec<(Date, Mention)> {
        let days = self.days(None).into_iter();
        days.filter_map(|(day, mention)| Some((day.date(None)?, mention))).collect()
    }

    /// Where a day is said.
    pub fn find_date(&self, date: &Date) -> Vec<Mention> {
        self.dates().into_iter().filter(|(said, _)| said == date).map(|(_, mention)| mention).collect()
    }

    /// All days said without a year.
    pub fn dates_without_year(&self) -> Vec<(YearlessDay, Mention)> {
        let days = self.days(None).into_iter();
        days.filter_map(|(day, mention)| match day {
            Settled::Yearless(day) | Settled::YearlessOn(day, _) => Some((day, mention)),
            _ => None,
        })
        .collect()
    }

    /// The day that the person says it is: "today is 2026-03-11".
    pub fn stated_today(&self) -> Option<Date> {
        // Few messages say `today`, and only their days need to be read.
        self.tokens.sketch().may_have("today").then(|| self.read_days().today).flatten()
    }

    /// All times of the day that are one.
    pub fn clocks(&self) -> Vec<(Clock, Mention)> {
        let times = self.read_times().cloned().collect::<Vec<_>>();
        let times = all(&times).into_iter();
        times.filter_map(|(time, mention)| Some((time.one()?, mention))).collect()
    }

    /// All moments said, each with everything that it may be; those that are counted from now where it is known.
    pub fn moments(&self, today: Option<Date>, now: Option<&DateTime>) -> Vec<(Vec<DateTime>, Mention)> {
        all(&self.settled_moments(today, now))
    }

    /// All moments said that are one.
    pub fn datetimes(&self) -> Vec<(DateTime, Mention)> {
        let moments = self.moments(None, None).into_iter();
        moments
            .filter_map(|(times, mention)| match times.as_slice() {
                [time] => Some((*time, mention)),
                _ => None,
            })
            .collect()
    }

    /// Where a moment is said, with the zone that it has or has not.
    pub fn find_datetime(&self, datetime: &DateTime) -> Vec<Mention> {
        self.datetimes().into_iter().filter(|(said, _)| said == datetime).map(|(_, mention)| mention).collect()
    }

    /// Where a phrase is said.
    pub fn find_phrase(&self, phrase: &str) -> Vec<Mention> {
        alone(&Family::new([[phrase]]).readings(self))
    }

    /// Where the values of a family are said, each by its place in the family.
    pub fn find_family(&self, family: &Family) -> Vec<(usize, Mention)> {
        all(&family.readings(self))
    }

    /// Where each of these phrases is said, longer ones covering shorter ones. A [`Family`] made once is cheaper.
    pub fn find_phrases_longest(&self, phrases: &[&str]) -> Vec<Vec<Mention>> {
        let said = self.find_family(&Family::new(phrases.iter().map(|phrase| [phrase])));
        let of = |value| said.iter().filter(|(found, _)| *found == value).map(|(_, mention)| *mention).collect();
        (0..phrases.len()).map(of).collect()
    }

    /// When it shall happen, in the phrases shipped. Of two kinds both are said, whichever is the longer phrase.
    pub fn trigger_kinds(&self) -> Vec<(TriggerKind, Mention)> {
        let readings = triggers(&self.tokens, self.read_days(), self.tokens.with(Roles::TRIGGER));
        // Kinds are not corrected like values: "not now" is none, but "now, no, tomorrow" still says both.
        let said = readings.iter().filter(|reading| reading.stance != Stance::Negated && reading.stance.counts());
        said.map(|reading| (reading.value, reading.mention)).collect()
    }

    /// Whether what begins at the span's first word is negated: a quote out of "not 500" says no 500.
    pub fn is_negated(&self, span: [usize; 2]) -> bool {
        let (first, end) = (self.tokens.first_from(span[0]), self.tokens.first_from(span[1]));
        first < end && is_denied(&self.tokens, first, end - 1)
    }

    /// Whether a text in a span is corrected directly behind it.
    pub fn is_corrected_behind(&self, span: [usize; 2]) -> bool {
        let (first, end) = (self.tokens.first_from(span[0]), self.tokens.first_from(span[1]));
        end.checked_sub(1).is_some_and(|last| is_text_corrected(&self.tokens, first, last))
    }

    /// The days, today being known or not. Each is counted from the one before where it follows it.
    pub(super) fn settled(&self, today: Option<Date>) -> Vec<Reading<Settled>> {
        let today = self.read_days().today.or(today);
        let mut previous = None;
        let settle = |reading: &Reading<Day>| {
            let value = reading.value.settle(today, previous);
            previous = value.date(None);
            let end = self.tokens.first_from(reading.mention.span[1]);
            let is_corrected = end.checked_sub(1).is_some_and(|last| is_day_corrected(&self.tokens, last));
            let stance = if is_corrected { Stance::Negated } else { reading.stance };
            Reading { value, mention: reading.mention, stance }
        };
        self.read_days().said.iter().map(settle).collect()
    }

    /// The moments, each with everything that it may be.
    pub(super) fn settled_moments(&self, today: Option<Date>, now: Option<&DateTime>) -> Vec<Reading<Vec<DateTime>>> {
        let days = self.settled(today);
        let written = self.read_days().datetimes.iter().map(|reading| Reading {
            value: vec![reading.value],
            mention: reading.mention,
            stance: reading.stance,
        });
        let joined = self.read_moments().iter().map(|reading| {
            let day = days.get(reading.value.day).into_iter().flat_map(|day| day.value.candidates());
            let (clocks, offset) = (reading.value.time.candidates(), reading.value.offset);
            let at = |date: Date| {
                clocks.iter().filter_map(move |clock| {
                    let at = DateTime::on(date, clock.hour, clock.minute, clock.second)?;
                    offset.map_or(Some(at), |offset| at.ahead_of_utc(offset))
                })
            };
            Reading { value: day.flat_map(at).collect(), mention: reading.mention, stance: reading.stance }
        });
        let ahead = self.ahead.get_or_init(|| ahead(&self.tokens, self.tokens.with(Roles::AHEAD)).into());
        let counted = ahead.iter().map(|reading| Reading {
            value: now.and_then(|now| now.plus(reading.value)).into_iter().collect(),
            mention: reading.mention,
            stance: reading.stance,
        });
        let mut moments: Vec<_> = written.chain(joined).chain(counted).collect();
        moments.sort_by_key(|reading| reading.mention.span);
        moments
    }

    /// The readings of a text value in another spelling.
    pub(super) fn spelling_readings(&self, value: &Spelt) -> Vec<Reading<()>> {
        if !value.is_among(self) {
            return Vec::new();
        }
        self.spelling.get_or_init(|| Spelling::new(&self.tokens, false).into()).readings(&self.tokens, value)
    }

    /// The readings of a sign.
    pub(super) fn sign_readings(&self, needle: &Needle) -> Vec<Reading<()>> {
        let hits = self.find(needle, Bounds::Words).into_iter();
        hits.map(|hit| Reading::new(&self.tokens, (), hit.first, hit.last, "token")).collect()
    }

    /// The readings of a text value. What is corrected directly behind it is left out.
    pub(super) fn text_readings(&self, needle: &Needle) -> Vec<Reading<()>> {
        let tokens = &self.tokens;
        let hits = self.find(needle, Bounds::Tokens).into_iter();
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

fn alone<T: Eq + std::hash::Hash>(readings: &[Reading<T>]) -> Vec<Mention> {
    standing(readings.iter().map(|reading| (0, reading))).into_iter().map(|(_, reading)| reading.mention).collect()
}

#[cfg(test)]
mod tests;
