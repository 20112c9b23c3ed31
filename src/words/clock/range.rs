//! What a time says of another: "3 to 4 pm" which half of the day, and one in 24 hours that the others are so too.

use super::super::reading::Reading;
use super::super::token::Tokens;
use super::{Bare, Clock, SaidTime, exactly_two, half_of, plain, two};

/// "3 to 4 pm", "3-4pm", "9:30 to 11 am": the first time is in the same half of the day where it is the earlier one so. With
/// its last word and that of the range. "5 to 6 pm" may be five minutes to six.
pub(super) fn ranged(tokens: &Tokens, at: usize) -> Option<(SaidTime, usize, usize)> {
    let mut clock = Clock { hour: two(tokens.word(at)?, 13)?, minute: 0, second: 0 };
    let mut last = at;
    if tokens.text(at + 1) == ":" && tokens.is_glued(at + 2) {
        clock.minute = exactly_two(tokens.word(at + 2)?)?;
        last = at + 2;
    }
    let before = at.checked_sub(1).map_or("", |at| tokens.text(at));
    let is_range = match tokens.text(last + 1) {
        "and" => before == "between",
        "to" | "till" => before == "from" || last > at || !matches!(clock.hour, 5 | 10),
        joint => matches!(joint, "until" | "-" | "–"),
    };
    let (bare, end_last) = plain(tokens, last + 2).filter(|(_, end)| is_range && has_half(tokens, last + 2, *end))?;
    let Bare::Sure(end) = bare else { return None };
    let half = if end.hour < 12 { "am" } else { "pm" };
    let clock = half_of(clock, half)?;
    ((clock.hour, clock.minute) < (end.hour, end.minute)).then_some((SaidTime::One(clock), last, end_last))
}

/// Whether "am" or "pm" ends what stands there.
fn has_half(tokens: &Tokens, first: usize, last: usize) -> bool {
    let written = tokens.joined(first, last);
    written.ends_with("am") || written.ends_with("pm") || matches!(tokens.text(last), "am" | "pm" | "m")
}

/// Who writes one time from 13:00 on, and none with "am" or "pm", writes all in 24 hours.
pub(super) fn in_24_hours(tokens: &Tokens, found: &mut [(Reading<SaidTime>, usize, usize)]) {
    let is_written = |at: usize| tokens.text(at + 1) == ":" && tokens.is_glued(at + 1);
    let is_late = |(_, first, _): &(Reading<SaidTime>, usize, usize)| {
        is_written(*first) && matches!(plain(tokens, *first), Some((Bare::Sure(clock), _)) if clock.hour > 12)
    };
    let has_halves = found.iter().any(|(_, first, last)| has_half(tokens, *first, *last));
    if has_halves || !found.iter().any(is_late) {
        return;
    }
    for (time, first, _) in found.iter_mut().filter(|(_, first, _)| is_written(*first)) {
        if let (SaidTime::Either(_), Some((Bare::Open(clock), _))) = (time.value, plain(tokens, *first)) {
            time.value = SaidTime::One(clock);
        }
    }
}
