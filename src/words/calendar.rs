//! Days in digits alone: `2023/03/14`, `14.3.2023`, `03/14/2023`, `2023年3月14日`, `3月14日`.
//!
//! The year has four figures and stands first or last. Where it stands first, month and day follow, as in ISO 8601; where
//! it stands last, both orders are in use (Unicode CLDR has `d/M/y` and `M/d/y`), so that `03/14/2023` is one day and
//! `03/04/2023` may be two.

use crate::value::Date;

use super::day::{Day, YearlessDay};
use super::particle::is_particle;
use super::token::Tokens;

/// The longest such token.
const MOST: usize = 10;

/// The day in digits that begins at `first`, none where the calendar has no such day; and where it ends.
pub(super) fn numeric(tokens: &Tokens, first: usize) -> Option<(Option<Day>, usize)> {
    tokens.word(first).filter(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    if let Some(found) = ideographic(tokens, first) {
        return Some(found);
    }
    let last = tokens.token_end(first);
    let text = tokens.joined(first, last);
    if text.len() > MOST {
        return None;
    }
    let mark = text.chars().find(|c| !c.is_ascii_digit()).filter(|c| matches!(c, '/' | '.' | '-'))?;
    let parts: Vec<&str> = text.split(mark).collect();
    let [a, b, c] = parts.as_slice() else { return None };
    let is_short = |part: &str| (1..=2).contains(&part.len()) && digits(part).is_some();
    let day = match (year(a), year(c)) {
        (Some(year), _) if is_short(b) && is_short(c) => date(year, b, c).map(Day::Date),
        (_, Some(year)) if is_short(a) && is_short(b) => match (date(year, a, b), date(year, b, a)) {
            (Some(one), Some(other)) if one != other => Some(Day::Either(one, other)),
            (one, other) => one.or(other).map(Day::Date),
        },
        _ => return None,
    };
    Some((day, last))
}

/// In Chinese no blank stands behind a day, but "from", "to", "go" and the like do. What makes it another day ("about",
/// "before") is none of these.
const BEHIND_DAY: [char; 18] =
    ['从', '到', '至', '的', '在', '去', '由', '和', '与', '及', '出', '开', '飞', '上', '下', '早', '晚', '中'];

/// `2023年3月14日` and `2023년 3월 14일`, in one word or in three, and both without the year.
fn ideographic(tokens: &Tokens, first: usize) -> Option<(Option<Day>, usize)> {
    let mut parts = [0i16; 3];
    let mut at = first;
    let mut rest = tokens.word(first)?;
    let has_year = rest.contains(['年', '년']);
    let units = [(&['年', '년'][..], 4), (&['月', '월'], 2), (&['日', '일', '号'], 2)];
    for (part, (units, most)) in parts.iter_mut().zip(units).skip(usize::from(!has_year)) {
        if rest.is_empty() {
            at += 1;
            rest = tokens.word(at)?;
        }
        let (number, behind) = rest.split_once(units).filter(|(number, _)| number.len() <= most)?;
        *part = digits(number)?;
        rest = behind;
    }
    let [year, month, day] = parts;
    if !(is_particle(rest) || rest.starts_with(BEHIND_DAY)) || !tokens.is_whole(first, at) {
        return None;
    }
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    if has_year {
        return (1000..3000).contains(&year).then(|| (Date::new(year, month, day).map(Day::Date), at));
    }
    // A leap year has every day that a year may have.
    Some((Date::new(2024, month, day).map(|_| Day::Yearless(YearlessDay { month, day })), at))
}

fn date(year: i16, month: &str, day: &str) -> Option<Date> {
    Date::new(year, i8::try_from(digits(month)?).ok()?, i8::try_from(digits(day)?).ok()?)
}

fn year(text: &str) -> Option<i16> {
    (text.len() == 4).then(|| digits(text)).flatten().filter(|year| (1000..3000).contains(year))
}

fn digits(text: &str) -> Option<i16> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}
