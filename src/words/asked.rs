//! What a slot's own words ask for: its name and its doc comment say how its value is to be written.
//!
//! A person says "May 3rd", and the slot's documentation asks for `YYYY-MM-DD`: both are the same day. So for a text a
//! written form is read only where the documentation names it, or speaks of a day, a time or a length of time, and a code
//! stands for a name only where it names the system of codes.

use crate::value::{Date, DateTime, Duration};

use super::clock::Clock;
use super::day::Edge;
use super::listed::Listed;
use super::segment::Segment;

/// What the documentation of a slot asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The written forms of a day that are named.
    forms: Vec<&'static str>,
    is_day: bool,
    /// Whether it is a day, and does not only speak of one.
    is_date: bool,
    is_time: bool,
    is_length: bool,
    /// Of a stretch of days its first or its last.
    pub edge: Option<Edge>,
    /// The end of a range of moments, which whole days may be said for.
    pub range: Option<Edge>,
    /// The systems of codes that are named.
    pub codes: Vec<Listed>,
    /// A city with its state, its country, or both ways.
    pub places: Vec<Listed>,
    /// The state or the country in which a city lies that is said.
    pub around: Vec<Listed>,
    /// The year or the month of a day, as a number.
    pub part: Option<Part>,
    /// Several things in one text, with commas between them.
    pub is_listed: bool,
    /// A street with its city.
    pub is_address: bool,
    /// A URL.
    pub is_url: bool,
    /// Words to search for.
    pub is_query: bool,
    /// A time zone by its name.
    pub is_zone: bool,
    /// What something is called, to the letter: a table, a branch, a file.
    pub is_name: bool,
    /// An id without the blanks and hyphens with which people write it.
    pub is_packed: bool,
    /// A number that something is called by: of an order, a pull request.
    pub is_number: bool,
    /// The slot's `where` matches a pattern.
    pub has_pattern: bool,
    /// The owner or the name of a repository.
    pub repository: Option<Half>,
}

/// A half of `owner/name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Before the slash.
    Owner,
    /// Behind it.
    Name,
}

/// A part of a day that is a number of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// 2026
    Year,
    /// 1 to 12
    Month,
}

/// The written forms of a day, as documentations name them. Where one stands inside another the longer is meant.
const FORMS: &[&str] = &[
    "yyyy-mm-dd",
    "yyyy/mm/dd",
    "yyyy.mm.dd",
    "yyyymmdd",
    "dd/mm/yyyy",
    "mm/dd/yyyy",
    "dd-mm-yyyy",
    "mm-dd-yyyy",
    "dd.mm.yyyy",
    "mm.dd.yyyy",
    "ddmmyyyy",
    "mmddyyyy",
];
/// The same as programmers write them, in the order of `FORMS`.
const PERCENT_FORMS: &[(&str, &str)] = &[
    ("%y-%m-%d", "yyyy-mm-dd"),
    ("%y/%m/%d", "yyyy/mm/dd"),
    ("%d/%m/%y", "dd/mm/yyyy"),
    ("%m/%d/%y", "mm/dd/yyyy"),
    ("%y%m%d", "yyyymmdd"),
];

const DAY_WORDS: &[&str] =
    &["date", "dates", "datetime", "day", "deadline", "birthday", "birthdate", "dob", "timestamp", "8601", "today"];
const TIME_WORDS: &[&str] = &["time", "times", "datetime", "timestamp", "hh", "clock", "hour", "8601"];
const LENGTH_WORDS: &[&str] =
    &["duration", "durations", "length", "long", "interval", "timeout", "timer", "countdown", "period"];
const FIRST_WORDS: &[&str] = &[
    "start",
    "starts",
    "starting",
    "begin",
    "begins",
    "beginning",
    "from",
    "since",
    "first",
    "earliest",
    "checkin",
    "departure",
    "depart",
    "pickup",
];
const LAST_WORDS: &[&str] = &[
    "end", "ends", "ending", "to", "until", "till", "through", "last", "latest", "checkout", "return", "dropoff",
    "due", "deadline",
];

const LISTS: &[&str] = &[
    "comma-separated",
    "comma separated",
    "comma-delimited",
    "separated by commas",
    "separated by a comma",
    "separated by comma",
    "separated with commas",
];
const NAME_WORDS: &[&str] = &[
    "name",
    "id",
    "table",
    "folder",
    "directory",
    "file",
    "filename",
    "path",
    "repo",
    "repository",
    "branch",
    "tag",
    "bucket",
    "collection",
    "database",
    "schema",
    "column",
    "group",
    "channel",
    "queue",
    "namespace",
    "user",
    "username",
    "key",
];
const PACKED: &[&str] =
    &["without spaces", "no spaces", "without blanks", "without dashes", "no dashes", "without hyphens", "no hyphens"];
const ADDRESS_WORDS: &[&str] = &["address", "addresses", "street", "location", "destination", "pickup", "place"];
const URL_WORDS: &[&str] = &["url", "urls", "uri", "link", "website", "webpage"];
const QUERY_WORDS: &[&str] = &["query", "queries", "search", "keyword", "keywords"];

impl Asked {
    /// What the name and the documentation ask for. `has_pattern` says that the slot's `where` matches a pattern, which
    /// asks for a written form too.
    ///
    /// ```
    /// use chk::{value::Date, words::Asked};
    /// let asked = Asked::of("day", Some("In the format DD/MM/YYYY."), false);
    /// assert_eq!(asked.date("03/04/2026"), Date::parse("2026-04-03"));
    /// ```
    pub fn of(name: &str, doc: Option<&str>, has_pattern: bool) -> Asked {
        let doc = doc.unwrap_or_default();
        let low = doc.to_lowercase();
        let names = words(name);
        let of_doc = words(doc);
        let has = |list: &[&str]| names.iter().chain(&of_doc).any(|word| list.contains(&&**word));
        let mut forms: Vec<&str> = FORMS.iter().copied().filter(|form| low.contains(form)).collect();
        forms.extend(PERCENT_FORMS.iter().filter(|(written, _)| low.contains(written)).map(|(_, form)| *form));
        Asked {
            // Who asks when something begins or ends may ask for a day.
            is_day: has_pattern || !forms.is_empty() || has(DAY_WORDS) || (edge(&names).is_some() && has(TIME_WORDS)),
            is_date: !forms.is_empty() || names.iter().any(|word| DAY_WORDS.contains(&&**word)),
            is_time: has_pattern || low.contains("hh:mm") || has(TIME_WORDS),
            is_length: has_pattern || has(LENGTH_WORDS),
            edge: edge(&names).or_else(|| edge(&of_doc).filter(|_| names.iter().any(|name| name == "date"))),
            range: range(&names, &of_doc),
            codes: Listed::named_in(&low, doc, &names),
            places: places(&low, doc),
            around: around(&names, &of_doc),
            part: match names.last().map(String::as_str) {
                Some("year") => Some(Part::Year),
                Some("month") => Some(Part::Month),
                _ => None,
            },
            is_listed: LISTS.iter().any(|words| low.contains(words)),
            is_address: has(ADDRESS_WORDS),
            is_url: has(URL_WORDS),
            is_query: has(QUERY_WORDS),
            is_zone: ["timezone", "time zone", "time_zone", "iana"]
                .iter()
                .any(|word| low.contains(word) || name.to_lowercase().contains(word)),
            is_name: names.last().is_some_and(|name| NAME_WORDS.contains(&name.as_str())),
            is_packed: PACKED.iter().any(|words| low.contains(words)),
            is_number: names.last().is_some_and(|name| matches!(name.as_str(), "number" | "no" | "num" | "id")),
            repository: repository(&names, &of_doc),
            has_pattern,
            forms,
        }
    }

    /// The day that a text of the slot is.
    pub fn date(&self, text: &str) -> Option<Date> {
        if !self.is_day {
            return None;
        }
        let mut formed: Vec<Date> = self.forms.iter().filter_map(|form| by_form(form, text)).collect();
        formed.dedup();
        match formed.as_slice() {
            [date] => Some(*date),
            [] => {
                let said = Segment::new(text);
                match said.days(None).as_slice() {
                    [(day, mention)] if mention.span == whole(text) => day.date(None),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A day as the slot asks for it to be written: in the one form that is named, else as ISO 8601
    /// has it.
    pub fn written(&self, date: Date) -> String {
        let form = match self.forms.as_slice() {
            [form] => form,
            _ => "yyyy-mm-dd",
        };
        let filled = form.replace("yyyy", &format!("{:04}", date.year()));
        filled.replace("mm", &format!("{:02}", date.month())).replace("dd", &format!("{:02}", date.day()))
    }

    /// Whether it asks for a day.
    pub fn is_date(&self) -> bool {
        self.is_date
    }

    /// The time of the day that a text of the slot is.
    pub fn clock(&self, text: &str) -> Option<Clock> {
        if !self.is_time {
            return None;
        }
        if let Some(clock) = in_24_hours(text) {
            return Some(clock);
        }
        match Segment::new(text).clocks().as_slice() {
            [(clock, mention)] if mention.span == whole(text) => Some(*clock),
            _ => None,
        }
    }

    /// The moment that a text of the slot is.
    pub fn datetime(&self, text: &str) -> Option<DateTime> {
        if !self.is_day || !self.is_time {
            return None;
        }
        DateTime::parse(&text.replacen(' ', "T", 1))
    }

    /// The length of time that a text of the slot is.
    pub fn duration(&self, text: &str) -> Option<Duration> {
        // "2h 15m" is nothing else.
        let counts = text.split(|c: char| !c.is_ascii_digit()).filter(|figures| !figures.is_empty()).count();
        if !self.is_length && counts < 2 {
            return None;
        }
        match Segment::new(text).durations().as_slice() {
            [(duration, mention)] if mention.span == whole(text) => Some(*duration),
            _ => None,
        }
    }
}

fn whole(text: &str) -> [usize; 2] {
    [0, text.chars().count()]
}

/// `HH:MM`, `HH:MM:SS`
fn in_24_hours(text: &str) -> Option<Clock> {
    let mut parts = text.split(':').map(|part| {
        let fits = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        fits.then(|| part.parse::<i8>().ok()).flatten()
    });
    let clock = Clock { hour: parts.next()??, minute: parts.next()??, second: parts.next().unwrap_or(Some(0))? };
    (parts.next().is_none() && clock.hour < 24 && clock.minute < 60 && clock.second < 60).then_some(clock)
}

/// The day that a text is in a form: as many digits as there are letters, and the same marks.
fn by_form(form: &str, text: &str) -> Option<Date> {
    if form.len() != text.len() || !text.is_ascii() {
        return None;
    }
    let (mut year, mut month, mut day) = (0i16, 0i8, 0i8);
    for (letter, c) in form.chars().zip(text.chars()) {
        let digit = c.to_digit(10).and_then(|digit| i8::try_from(digit).ok());
        match letter {
            'y' => year = year * 10 + i16::from(digit?),
            'm' => month = month * 10 + digit?,
            'd' => day = day * 10 + digit?,
            _ if letter == c => {}
            _ => return None,
        }
    }
    Date::new(year, month, day)
}

/// The words of a name or a text, small: `checkInDate` is `check`, `in`, `date`.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut was_small = false;
    for c in text.chars() {
        if (!c.is_alphanumeric() || (c.is_uppercase() && was_small)) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase() || c.is_ascii_digit();
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Which end of a stretch the words ask for; none where they speak of both.
fn edge(words: &[String]) -> Option<Edge> {
    let pair = |one: &str, other: &str| words.windows(2).any(|pair| pair.iter().eq([one, other].iter()));
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&&**word));
    let is_first = has(FIRST_WORDS) || pair("check", "in") || pair("pick", "up");
    let is_last = has(LAST_WORDS) || pair("check", "out") || pair("drop", "off");
    match (is_first, is_last) {
        (true, false) => Some(Edge::First),
        (false, true) => Some(Edge::Last),
        _ => None,
    }
}

/// Which end of a range of moments is asked for: `timeMin`, `until`, "Start of the time range".
fn range(names: &[String], of_doc: &[String]) -> Option<Edge> {
    let has = |list: &[&str]| names.iter().any(|name| list.contains(&name.as_str()));
    match (has(&["min", "since"]), has(&["max", "until"])) {
        (true, false) => Some(Edge::First),
        (false, true) => Some(Edge::Last),
        _ => of_doc
            .iter()
            .any(|word| word == "range" || word == "window")
            .then(|| edge(names).or_else(|| edge(of_doc)))?,
    }
}

/// Which half of a repository is asked for: a slot called its owner or its name.
fn repository(names: &[String], of_doc: &[String]) -> Option<Half> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let is_of_one = of_doc.iter().any(|word| word.starts_with("repo"));
    match names.as_slice() {
        ["repo" | "repository"] | ["repo" | "repository", "name"] => Some(Half::Name),
        ["owner" | "org" | "organization"] if is_of_one => Some(Half::Owner),
        ["repo" | "repository", "owner"] => Some(Half::Owner),
        _ => None,
    }
}

/// What is asked for is where a city lies: a slot called a state or a country whose documentation speaks of a city.
fn around(names: &[String], of_doc: &[String]) -> Vec<Listed> {
    let is_of_city = of_doc.iter().any(|word| matches!(word.as_str(), "city" | "town"));
    match names {
        [name] if is_of_city && name == "state" => vec![Listed::States],
        [name] if is_of_city && name == "country" => vec![Listed::Countries],
        _ => Vec::new(),
    }
}

/// What a city is to be followed by: named ("City, State"), or shown in an example ("New York, NY", "Paris, France").
fn places(low: &str, doc: &str) -> Vec<Listed> {
    let mut places = Vec::new();
    let shows_state = || {
        doc.match_indices(", ").any(|(at, _)| {
            let is_city = doc.get(..at).and_then(|before| before.chars().next_back()).is_some_and(char::is_lowercase);
            let code: String =
                doc.get(at + 2..).unwrap_or_default().chars().take_while(|c| c.is_alphanumeric()).collect();
            is_city && Listed::States.by_code(&code).is_some_and(|row| row.codes.first() == Some(&&*code))
        })
    };
    if low.contains("city, state") || low.contains("city and state") || shows_state() {
        places.push(Listed::States);
    }
    if low.contains("city, country") || low.contains("city and country") {
        places.push(Listed::Countries);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(doc: &str, text: &str) -> Option<String> {
        Asked::of("x", Some(doc), false).date(text).map(|date| date.to_string())
    }

    #[test]
    fn a_written_form_is_read_where_the_documentation_names_it() {
        assert_eq!(date("The date, as YYYY-MM-DD", "2026-04-03").as_deref(), Some("2026-04-03"));
        assert_eq!(date("in MM/DD/YYYY", "03/04/2026").as_deref(), Some("2026-03-04"));
        assert_eq!(date("in DD/MM/YYYY", "03/04/2026").as_deref(), Some("2026-04-03"));
        assert_eq!(date("The date", "03/04/2026"), None);
        assert_eq!(date("The date", "March 4, 2026").as_deref(), Some("2026-03-04"));
        assert_eq!(date("The title", "2026-04-03"), None);
        assert_eq!(date("in YYYYMMDD", "20260403").as_deref(), Some("2026-04-03"));
    }

    #[test]
    fn a_day_is_written_as_it_is_asked_for() {
        let written = |name, doc| Some(Asked::of(name, Some(doc), false).written(Date::new(2026, 4, 3)?));
        assert_eq!(written("x", "as DD/MM/YYYY").as_deref(), Some("03/04/2026"));
        assert_eq!(written("date", "The date").as_deref(), Some("2026-04-03"));
        assert!(!Asked::of("title", Some("The title of the day"), false).is_date());
    }

    #[test]
    fn a_name_says_which_end_of_a_stretch_it_is() {
        let edge = |name| Asked::of(name, None, false).edge;
        assert_eq!(edge("start_date"), Some(Edge::First));
        assert_eq!(edge("checkOut"), Some(Edge::Last));
        assert_eq!(edge("date"), None);
    }

    #[test]
    fn a_place_is_asked_for_by_its_parts_or_by_an_example() {
        let places = |doc| Asked::of("city", Some(doc), false).places;
        assert_eq!(places("in the format 'City, State'"), [Listed::States]);
        assert_eq!(places("such as 'New York, NY'"), [Listed::States]);
        assert_eq!(places("'City, State' or 'City, Country'"), [Listed::States, Listed::Countries]);
        assert!(places("such as Noida, Amritsar, or Indore").is_empty());
    }
}
