//! Times in words: "half past five", "quarter to 7 pm", "five o'clock".

use super::super::token::Tokens;
use super::{Bare, Clock, half_behind, half_of, hour, meridiem, named_hour, whole};

/// "half past five", "quarter to six", "five o'clock", and the number words that a part of the day makes a time.
pub(super) fn spoken(tokens: &Tokens, at: usize) -> Option<(Bare, usize)> {
    let word = tokens.word(at)?;
    let minutes = match word {
        "half" => Some(30),
        "quarter" => Some(15),
        "five" | "5" => Some(5),
        "ten" | "10" => Some(10),
        "twenty" | "20" => Some(20),
        _ => None,
    };
    if let Some(minutes) = minutes
        && let Some(before) = match tokens.word(at + 1) {
            Some("past" | "after") => Some(false),
            Some("to" | "till") if word != "half" => Some(true),
            _ => None,
        }
        && let Some(hour) = tokens.word(at + 2).and_then(hour).filter(|_| whole(tokens, at + 2).is_some())
    {
        // "five to ten" may be a range; only a quarter is nothing else.
        let is_range = before && !matches!(word, "quarter" | "twenty");
        let is_after = tokens.word(at + 1) == Some("after") && word != "quarter";
        let named = meridiem(tokens, at + 3);
        let has_half = named.is_some() || half_behind(tokens, at + 3).is_some();
        if is_range || is_after || !has_half && matches!(word, "5" | "10" | "20") {
            return None;
        }
        let clock = if before {
            Clock { hour: if hour == 1 { 12 } else { hour - 1 }, minute: 60 - minutes, second: 0 }
        } else {
            Clock { hour, minute: minutes, second: 0 }
        };
        if let Some((half, end)) = named {
            // A quarter to 12 pm is in the morning, if anywhere.
            let is_sure = !(before && hour == 12);
            return half_of(clock, half).filter(|_| is_sure).map(|clock| (Bare::Sure(clock), end));
        }
        let end = if tokens.text(at + 3) == "o'clock" { at + 3 } else { at + 2 };
        return Some((Bare::Open(clock), end));
    }
    let clock = Clock { hour: named_hour(word)?, minute: 0, second: 0 };
    whole(tokens, at)?;
    if tokens.text(at + 1) == "o'clock" {
        return Some((Bare::Open(clock), at + 1));
    }
    if let Some((half, end)) = meridiem(tokens, at + 1) {
        return half_of(clock, half).map(|clock| (Bare::Sure(clock), end));
    }
    Some((Bare::Hour(clock), at))
}
