//! What a slot's own words and the shipped vocabularies add to what its value is said by: written forms of days and times,
//! other spellings, codes, and places with what they lie in.

mod code;
mod place;

use std::collections::BTreeMap;

use crate::program::{Type, Words};
use crate::value::{Date, DateTime, Value};
use crate::words::{Edge, Half, Listed, Part, Settled, month_names, names_of_month};

use super::said::{Hit, Said, Text};
pub(super) use code::is_meant;
pub(super) use place::by_names;

/// Before the figures of a year.
const BEFORE_YEAR: &[&str] = &["in", "year", "since", "during", "until", "till", "from", "for", "of"];

/// Before the name of a month.
const BEFORE_MONTH: &[&str] = &["in", "of", "for", "since", "until", "till", "during", "by", "from", "to", "month"];

impl Said<'_> {
    /// Where a text of the slot is said in another way than by its own words.
    pub(super) fn documented(&self, text: Text<'_>, value: &str, ty: &Type, words: &Words) -> Vec<Hit> {
        let mut hits = Vec::new();
        if matches!(ty.base(), Type::Text | Type::Any) && !self.is_phrase(value) {
            hits.extend(text.spellings(value));
            hits.extend(self.written(text, value, words));
            hits.extend(place::hits(text, value, words));
            if words.asked.is_url {
                // Another port is another place.
                let is_port = |hit: &Hit| {
                    let port = text.behind(hit).and_then(|behind| behind.strip_prefix(':'));
                    port.is_some_and(|port| port.starts_with(|c: char| c.is_ascii_digit()))
                };
                let said = without_scheme(value).into_iter().flat_map(|bare| text.texts(bare));
                hits.extend(said.filter(|hit| !is_port(hit)).map(trimmed));
            }
            if let Some(half) = words.asked.repository {
                hits.extend(in_repository(text, value, half));
            }
            if words.asked.is_packed && hits.is_empty() {
                hits.extend(text.packed(value));
            }
            if words.asked.is_query && hits.is_empty() {
                hits.extend(text.thinned(value));
            }
        }
        for listed in &words.asked.codes {
            hits.extend(listed.by_code(value).map(|row| by_names(text, *listed, row)).unwrap_or_default());
        }
        if let Some(listed) = words.shipped {
            hits.extend(vocabulary(text, value, listed));
        }
        hits
    }

    /// Where the words say the day, the time or the length of time that the text writes.
    fn written(&self, text: Text<'_>, value: &str, words: &Words) -> Vec<Hit> {
        let asked = &words.asked;
        let mut hits = Vec::new();
        if let Some(date) = asked.date(value) {
            hits.extend(self.days_equal(text, date, words));
        }
        if let Some(clock) = asked.clock(value) {
            hits.extend(text.clocks().into_iter().filter(|(said, _)| *said == clock).map(|(_, hit)| hit));
        }
        if let Some(at) = asked.datetime(value) {
            hits.extend(self.moments_equal(text, at));
            hits.extend(self.days_around(text, at, words));
        }
        if let Some(length) = asked.duration(value) {
            hits.extend(text.durations().into_iter().filter(|(said, _)| *said == length).map(|(_, hit)| hit));
        }
        hits
    }

    /// Where a day is said whose beginning or end is the moment, for a slot that asks for the end of a range: from the first
    /// of May on is from its midnight, until the last until that is over. A day with a time of its own says only that.
    pub(super) fn days_around(&self, text: Text<'_>, at: DateTime, words: &Words) -> Vec<Hit> {
        let Some(edge) = words.asked.range else { return Vec::new() };
        let timed = text.moments(self.today(), self.now());
        let is_timed = |hit: &Hit| {
            timed.iter().any(|(_, of)| of.segment == hit.segment && of.span.0 <= hit.span.0 && hit.span.1 <= of.span.1)
        };
        let is_edge = |day: Date| {
            let edges = match edge {
                Edge::First => vec![DateTime::on(day, 0, 0, 0)],
                Edge::Last => vec![
                    DateTime::on(day, 23, 59, 0),
                    DateTime::on(day, 23, 59, 59),
                    day.plus_days(1).and_then(|next| DateTime::on(next, 0, 0, 0)),
                ],
            };
            edges.into_iter().flatten().any(|edge| self.is_same(&edge, &at))
        };
        let days = text.days(self.today(), |day| day.date(Some(edge))).into_iter();
        let said = days.filter(|(day, hit)| is_edge(*day) && !is_timed(hit));
        said.map(|(_, hit)| Hit { read_as: "whole-day", ..hit }).collect()
    }

    /// Where a year or a month is said that the slot asks for as a number.
    pub(super) fn part_of_day(&self, text: Text<'_>, number: &str, part: Part) -> Vec<Hit> {
        let is_part = |date: Date| match part {
            Part::Year => date.year().to_string() == number,
            Part::Month => date.month().to_string() == number,
        };
        // Of a stretch both ends: "next month" is in one month, and "next year" in twelve.
        let is_part = |day: &Settled| {
            if let Settled::Yearless(day) | Settled::YearlessOn(day, _) = day {
                return part == Part::Month && day.month.to_string() == number;
            }
            let mut days = day.candidates().peekable();
            days.peek().is_some() && days.all(is_part)
        };
        let sure = |day: &Settled| !matches!(day, Settled::Open(_));
        let days = text.days(self.today(), |day| (sure(day) && is_part(day)).then_some(()));
        let mut hits: Vec<Hit> = days.into_iter().map(|((), hit)| hit).collect();
        hits.extend(match part {
            Part::Year => years(text, number),
            Part::Month => months(text, number),
        });
        hits.into_iter().map(|hit| Hit { read_as: "date", ..hit }).collect()
    }

    /// The days that the words hold, as a text of the slot writes them: what is to be offered where it asks for one.
    pub(crate) fn days_to_offer(&self, ty: &Type, words: &Words) -> Vec<Value> {
        if !matches!(ty.base(), Type::Text) || !words.asked.is_date() {
            return Vec::new();
        }
        let days = self.conversation().days(self.today());
        days.iter().flat_map(|(day, _)| day.candidates()).map(|day| Value::text(words.asked.written(day))).collect()
    }

    /// Where a day is said: by itself, as the end of a stretch that the slot asks for, or, with `soonest`, without its year.
    pub(super) fn days_equal(&self, text: Text<'_>, date: crate::value::Date, words: &Words) -> Vec<Hit> {
        let edge = words.asked.edge;
        let soonest = |day: &Settled, edge: Option<Edge>| {
            words.soonest.then(|| self.any_today().and_then(|today| day.soonest(today, edge))).flatten()
        };
        let is_said = |day: &Settled| match day.date(edge) {
            Some(said) => (said == date).then_some(None),
            None => (soonest(day, edge) == Some(date)).then_some(Some("soonest")),
        };
        let said = text.days(self.today(), is_said).into_iter();
        said.map(|(rule, hit)| Hit { read_as: rule.unwrap_or(hit.read_as), ..hit }).collect()
    }
}

/// Takes out where a code is only a word, and a name only a part of a longer one.
pub(super) fn retain_meant(text: Text<'_>, value: &str, words: &Words, hits: &mut Vec<Hit>) {
    if code::may_be_one(value, words) {
        hits.retain(|hit| is_meant(text, hit, value));
    }
    for listed in words.asked.codes.iter().chain(&words.shipped) {
        if let Some(row) = listed.by_name(value) {
            hits.retain(|hit| place::is_own(text, *listed, row, hit));
        }
    }
}

/// With `via std.NAME`: any name or code of a row says every other.
fn vocabulary(text: Text<'_>, value: &str, listed: Listed) -> Vec<Hit> {
    let Some(row) = listed.by_code(value).or_else(|| listed.by_name(value)) else { return Vec::new() };
    let mut hits = by_names(text, listed, row);
    // Which segments are written in capitals throughout: asked once for each.
    let mut shouted = BTreeMap::new();
    for code in &row.codes {
        let is_code = |hit: &Hit| {
            let is_shouted = *shouted.entry(hit.segment).or_insert_with(|| {
                text.segment(hit.segment).is_none_or(|segment| !segment.text().chars().any(char::is_lowercase))
            });
            // "in" and "IN" are two words, unless all is written in capitals.
            text.slice(hit) == Some(*code) && (code.len() > 3 || !is_shouted) && is_meant(text, hit, code)
        };
        hits.extend(text.texts(code).into_iter().filter(is_code));
    }
    hits.into_iter().map(|hit| Hit { read_as: "vocabulary", ..hit }).collect()
}

/// Half of `owner/name`, said as a whole: by itself, or in a URL, which may go on behind it.
fn in_repository(text: Text<'_>, value: &str, half: Half) -> Vec<Hit> {
    let is_apart =
        |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '(' | ')' | '[' | ']' | '<' | '>' | ',' | ';');
    let is_half = |hit: &Hit| {
        let before = text.before(hit).unwrap_or_default().rsplit(is_apart).next()?;
        let behind = text.behind(hit).unwrap_or_default().split(is_apart).next()?;
        let token = format!("{before}{}{behind}", text.slice(hit)?);
        let path = token.trim_end_matches(['.', ':', '!', '?']);
        let path = path.strip_prefix("https://").or_else(|| path.strip_prefix("http://")).unwrap_or(path);
        let mut parts = path.split('/');
        let first = parts.next()?;
        let owner = if first.contains('.') { parts.next()? } else { first };
        let name = parts.next()?;
        let is_whole = first.contains('.') || parts.next().is_none();
        let name = name.strip_suffix(".git").unwrap_or(name);
        let (own, other) = match half {
            Half::Owner => (owner, name),
            Half::Name => (name, owner),
        };
        Some(is_whole && own.eq_ignore_ascii_case(value) && other.contains(char::is_alphabetic))
    };
    let said = text.signs(value).into_iter().filter(|hit| is_half(hit) == Some(true));
    said.map(|hit| Hit { read_as: "repository", ..hit }).collect()
}

/// Where a number stands behind a `#`, for a slot that is called a number.
pub(super) fn numbered(text: Text<'_>, number: &str) -> Vec<Hit> {
    let said =
        text.texts(number).into_iter().filter(|hit| text.before(hit).is_some_and(|before| before.ends_with('#')));
    said.map(|hit| Hit { read_as: "numbered", ..hit }).collect()
}

/// Where a year is named without a day: "in 2022", "in May 2022", "May, 2022".
fn years(text: Text<'_>, number: &str) -> Vec<Hit> {
    let is_year = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
    let openings = BEFORE_YEAR.iter().map(|word| format!("{word} {number}"));
    let months = month_names().flat_map(|month| [" ", ", "].map(|joint| format!("{month}{joint}{number}")));
    let said = openings.chain(months).filter(|_| is_year).flat_map(|words| text.texts(&words));
    said.filter(|hit| !has_day_before(text, hit)).collect()
}

/// Where the month of a number is named without a day, behind a word or before a year that makes no verb of "may" and "march".
fn months(text: Text<'_>, number: &str) -> Vec<Hit> {
    let Ok(month) = number.parse() else { return Vec::new() };
    let is_month = |name: &str, hit: &Hit| {
        let figures = figures_behind(text, hit);
        let word = words_before(text, hit).next().unwrap_or_default();
        // "mar" and "sep" are months where they are written like one.
        let is_whole = month_names().any(|whole| whole == name);
        let is_name = is_whole || text.slice(hit).is_some_and(|said| said.starts_with(char::is_uppercase));
        let is_named = BEFORE_MONTH.contains(&word.as_str()) && figures == 0 && is_name;
        !has_day_before(text, hit) && (is_named || figures == 4)
    };
    let said = names_of_month(month).flat_map(|name| text.texts(name).into_iter().map(move |hit| (name, hit)));
    said.filter(|(name, hit)| is_month(name, hit)).map(|(_, hit)| hit).collect()
}

/// The words before a hit, the nearest first, small.
fn words_before(text: Text<'_>, hit: &Hit) -> impl Iterator<Item = String> {
    let before = text.before(hit).unwrap_or_default().to_lowercase();
    let words: Vec<String> = before.split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect();
    words.into_iter().rev().filter(|word| !word.is_empty())
}

/// Whether a day may stand before a month: "the 5th of May". What is said of the day is for the rules of days.
fn has_day_before(text: Text<'_>, hit: &Hit) -> bool {
    words_before(text, hit).take(2).any(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// How many figures stand directly behind a hit.
fn figures_behind(text: Text<'_>, hit: &Hit) -> usize {
    let behind = text.behind(hit).unwrap_or_default().trim_start_matches([' ', ',']);
    behind.chars().take_while(char::is_ascii_digit).count()
}

fn trimmed(hit: Hit) -> Hit {
    Hit { read_as: "trimmed", ..hit }
}

/// A URL without what people leave out of it.
fn without_scheme(value: &str) -> Option<&str> {
    let bare = value.strip_prefix("https://").or_else(|| value.strip_prefix("http://"))?;
    let bare = bare.strip_prefix("www.").unwrap_or(bare);
    Some(bare.strip_suffix('/').unwrap_or(bare)).filter(|bare| !bare.is_empty())
}
