//! Numbers in words: "twenty-five", "two hundred and five", "half a million", "two dozen", "three quarters", "the third".
//! English in this version, by the short scale; a lakh is 100 000 and a crore 10 000 000.
//!
//! What does not add up is no number ("two three", "nineteen ninety"): a list of digits or a year is said in other ways.
//! "one" is a number only before a noun: not in "the red one", "one of them", "no one". An ordinal is one with an article
//! or a possessive before it and a noun behind it, so that a day of the month and "first, ..." are none.

use std::sync::LazyLock;

use crate::value::Number;

use super::fraction::fraction as parts_of_one;
use super::role::Roles;
use super::scale::scale;
use super::token::{Gap, Tokens};
use super::word_map::{WordMap, WordSet};

/// A number in words, where it ends, and the rule.
pub(super) struct Numeral {
    pub number: Number,
    pub last: usize,
    pub read_as: &'static str,
}

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS: [&str; 20] = [
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];
const ORDINAL_TENS: [&str; 8] =
    ["twentieth", "thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth"];

/// Before "one" where it stands for a thing, and before a noun that an ordinal does not count.
const DETERMINERS: &[&str] = &[
    "the", "this", "that", "these", "those", "which", "each", "every", "any", "some", "no", "another", "only", "other",
    "last", "next", "former", "latter", "a", "an", "good", "new", "same", "right", "wrong", "whole",
];

/// Behind an article or before an ordinal.
const POSSESSIVES: &[&str] = &["the", "my", "our", "your", "his", "her", "their", "its"];

/// Words that are no noun.
static NO_NOUNS: LazyLock<WordSet> = LazyLock::new(|| {
    WordSet::of([
        "of",
        "that",
        "which",
        "who",
        "is",
        "was",
        "are",
        "were",
        "be",
        "and",
        "or",
        "for",
        "to",
        "in",
        "on",
        "at",
        "with",
        "please",
        "by",
        "from",
        "as",
        "but",
        "if",
        "i",
        "you",
        "we",
        "it",
        "can",
        "could",
        "will",
        "would",
        "has",
        "have",
        "the",
        "a",
        "an",
        "until",
        "till",
        "through",
        "this",
        "next",
        "last",
        "about",
        "instead",
        "then",
        "so",
        "not",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
    ])
});

/// The words that a number may begin with.
pub(super) fn openings() -> impl Iterator<Item = &'static str> {
    small_names().chain(ORDINALS).chain(ORDINAL_TENS).chain(["half", "a", "an"])
}

/// The words of ordinals, but those in two words.
pub(super) fn ordinal_names() -> impl Iterator<Item = &'static str> {
    ORDINALS.into_iter().chain(ORDINAL_TENS).filter(|name| !name.is_empty())
}

/// The words of numbers below a hundred.
pub(super) fn small_names() -> impl Iterator<Item = &'static str> {
    ONES.into_iter().chain(TENS)
}

/// The numbers of the words below twenty, and of the tens behind them.
fn counted(ones: &'static [&str], tens: &'static [&str]) -> WordMap<i64> {
    let tens = tens.iter().zip((20..).step_by(10));
    ones.iter()
        .zip(0..)
        .chain(tens)
        .filter(|(word, _)| !word.is_empty())
        .map(|(word, number)| (*word, number))
        .collect()
}

/// One word of a number below a hundred: "twelve", "thirty".
pub(super) fn small(word: &str) -> Option<i64> {
    static SMALL: LazyLock<WordMap<i64>> = LazyLock::new(|| counted(&ONES, &TENS));
    SMALL.get(word).copied()
}

/// "first" to "nineteenth", and the tens.
pub(super) fn ordinal(word: &str) -> Option<i64> {
    static ORDINAL: LazyLock<WordMap<i64>> = LazyLock::new(|| counted(&ORDINALS, &ORDINAL_TENS));
    ORDINAL.get(word).copied()
}

/// Whether a noun stands there, as far as one can tell.
pub(super) fn is_noun(tokens: &Tokens, at: usize) -> bool {
    let is_apart = tokens.get(at).is_some_and(|token| token.gap == Gap::Blank);
    is_apart && tokens.word(at).is_some_and(|word| !NO_NOUNS.has(word) && word.starts_with(char::is_alphabetic))
}

fn number(value: i64) -> Number {
    Number::from(value)
}

fn fraction(over: i64, under: i64) -> Option<Number> {
    number(over).divide(&number(under))
}

/// The word at `at`, where a blank stands before it.
fn next(tokens: &Tokens, at: usize) -> Option<&str> {
    tokens.word(at).filter(|_| tokens.get(at).is_some_and(|token| token.gap == Gap::Blank))
}

fn before(tokens: &Tokens, at: usize, many: usize) -> Option<&str> {
    tokens.word(at.checked_sub(many)?)
}

/// The number that begins with the word at `first`.
pub(super) fn numeral(tokens: &Tokens, first: usize) -> Option<Numeral> {
    let word = tokens.word(first).filter(|_| tokens.has(first, Roles::NUMERAL))?;
    if tokens.is_glued(first) {
        return None;
    }
    let found = match word {
        "half" | "a" | "an" => article(tokens, first)?,
        _ => match ordinal(word) {
            Some(value) if small(word).is_none() => return ordinal_at(tokens, first, first, value),
            _ => cardinal(tokens, first)?,
        },
    };
    // "at five pm", "half past five", "the five-year plan" is read by who reads what is glued.
    let is_time = matches!(tokens.text(found.last + 1), "am" | "pm" | "o'clock" | "a.m" | "p.m")
        || matches!(before(tokens, first, 1), Some("past"))
        || (matches!(before(tokens, first, 1), Some("to"))
            && matches!(before(tokens, first, 2), Some("quarter" | "half")));
    if is_time {
        return None;
    }
    Some(found)
}

/// "a hundred", "half a million", "a dozen", "a quarter".
fn article(tokens: &Tokens, first: usize) -> Option<Numeral> {
    let word = tokens.word(first)?;
    let second = next(tokens, first + 1)?;
    let done = |number, last, read_as| Some(Numeral { number, last, read_as });
    if word == "half" {
        if second == "of" {
            return done(fraction(1, 2)?, first, "fraction");
        }
        let (at, scaled) = if second == "a" { (first + 2, next(tokens, first + 2)?) } else { (first + 1, second) };
        let scale = scale(scaled)?;
        return done(fraction(scale, 2)?, at, "number-words");
    }
    match second {
        "dozen" => done(number(12), first + 1, "number-words"),
        "couple" | "pair" if tokens.word(first + 2) == Some("of") => done(number(2), first + 2, "number-words"),
        "half" => done(fraction(1, 2)?, first + 1, "fraction").filter(|_| tokens.word(first + 2) != Some("past")),
        "quarter" if tokens.word(first + 2) == Some("of") => done(fraction(1, 4)?, first + 1, "fraction"),
        "third" | "fifth" | "tenth" if tokens.word(first + 2) == Some("of") => {
            done(fraction(1, ordinal(second)?)?, first + 1, "fraction")
        }
        _ => {
            let scale = scale(second).filter(|scale| *scale >= 100)?;
            let (number, last) = sequence(tokens, Sum::scale(scale), first + 1)?;
            done(number, last, "number-words")
        }
    }
}

/// A number that begins with a digit's word.
fn cardinal(tokens: &Tokens, first: usize) -> Option<Numeral> {
    let word = tokens.word(first)?;
    small(word)?;
    let done = |number, last, read_as| Some(Numeral { number, last, read_as });
    if let Some((number, last)) = parts_of_one(tokens, first) {
        return done(number, last, "fraction");
    }
    let (number, last, is_ordinal) = count(tokens, first)?;
    if is_ordinal {
        let value = number.as_i64()?;
        return ordinal_at(tokens, first, last, value);
    }
    // "one and three quarters"
    let goes_on = tokens.word(last + 1) == Some("and") && parts_of_one(tokens, last + 2).is_some();
    if word == "one" && last == first && !goes_on && !is_one(tokens, first) {
        return None;
    }
    done(number, last, "number-words")
}

/// Whether "one" counts something.
fn is_one(tokens: &Tokens, at: usize) -> bool {
    let is_pronoun = (1..=3)
        .map_while(|back| {
            before(tokens, at, back).filter(|_| tokens.get(at - back + 1).is_some_and(|token| token.gap == Gap::Blank))
        })
        .any(|word| DETERMINERS.contains(&word));
    !is_pronoun && is_noun(tokens, at + 1)
}

fn ordinal_at(tokens: &Tokens, first: usize, last: usize, value: i64) -> Option<Numeral> {
    let is_named = before(tokens, first, 1).is_some_and(|word| POSSESSIVES.contains(&word));
    let is_counted = is_named && is_noun(tokens, last + 1) && !tokens.is_glued(last + 1);
    is_counted.then(|| Numeral { number: number(value), last, read_as: "ordinal" })
}

/// What the words from `first` on add up to, the last of them, and whether that one is an ordinal.
fn count(tokens: &Tokens, first: usize) -> Option<(Number, usize, bool)> {
    let value = small(tokens.word(first)?)?;
    let (value, last) = if value >= 20 { with_ones(tokens, first, value) } else { (value, first) };
    if value >= 20
        && let Some(tenth) =
            joined(tokens, last).and_then(|at| Some((at, ordinal(tokens.word(at)?).filter(|one| *one < 10)?)))
        && value % 10 == 0
    {
        return Some((number(value + tenth.1), tenth.0, true));
    }
    let (number, last) = sequence(tokens, Sum::small(value), last)?;
    Some((number, last, false))
}

/// The place of the next word of the same number: behind a blank or a hyphen.
pub(super) fn joined(tokens: &Tokens, last: usize) -> Option<usize> {
    if next(tokens, last + 1).is_some() {
        return Some(last + 1);
    }
    let is_hyphen = tokens.mark(last + 1) == Some("-") && tokens.is_glued(last + 1) && tokens.is_glued(last + 2);
    is_hyphen.then_some(last + 2)
}

/// "twenty" and "five".
fn with_ones(tokens: &Tokens, last: usize, tens: i64) -> (i64, usize) {
    let ones =
        joined(tokens, last).and_then(|at| Some((at, small(tokens.word(at)?).filter(|one| (1..10).contains(one))?)));
    ones.map_or((tens, last), |(at, one)| (tens + one, at))
}

/// What was said so far: whole groups, the group that is open, and what may follow.
struct Sum {
    total: i64,
    group: i64,
    /// A further scale has to be below this one.
    ceiling: i64,
    /// Whether a number below a hundred may follow.
    may_add: bool,
}

impl Sum {
    /// A number below a hundred.
    fn small(value: i64) -> Sum {
        Sum { total: 0, group: value, ceiling: i64::MAX, may_add: false }
    }

    /// "a hundred", "a million".
    fn scale(scale: i64) -> Sum {
        match scale {
            100 => Sum { total: 0, group: 100, ceiling: i64::MAX, may_add: true },
            _ => Sum { total: scale, group: 0, ceiling: scale, may_add: true },
        }
    }

    fn value(&self) -> Number {
        number(self.total + self.group)
    }

    /// Another scale behind the open group; none where that adds up to nothing.
    fn multiply(&mut self, scale: i64) -> Option<()> {
        if self.group == 0 || scale >= self.ceiling {
            return None;
        }
        if scale == 100 && self.group < 100 {
            self.group *= 100;
        } else {
            self.total += self.group.checked_mul(scale)?;
            self.group = 0;
            self.ceiling = scale;
        }
        self.may_add = true;
        Some(())
    }
}

/// Goes on behind the word at `last`: scales, further groups, halves and decimals.
fn sequence(tokens: &Tokens, mut sum: Sum, mut last: usize) -> Option<(Number, usize)> {
    while let Some(at) = joined(tokens, last) {
        let Some(word) = tokens.word(at) else { break };
        let following = next(tokens, at + 1);
        if word == "and" {
            // "two and a half", which what reads amounts goes on with.
            if parts_of_one(tokens, at + 1).is_some() {
                break;
            }
            // "one hundred and five"; "two and three" are two numbers.
            let Some(value) = following.and_then(small).filter(|_| sum.may_add && sum.group % 100 == 0) else { break };
            let (value, end) = if value >= 20 { with_ones(tokens, at + 1, value) } else { (value, at + 1) };
            sum.group += value;
            sum.may_add = false;
            last = end;
        } else if word == "point" {
            let mut digits = String::new();
            let mut end = at;
            while let Some(digit) = next(tokens, end + 1).and_then(small).filter(|digit| *digit < 10) {
                digits.push_str(&digit.to_string());
                end += 1;
            }
            if digits.is_empty() {
                break;
            }
            return Some((Number::parse(&format!("{}.{digits}", sum.total + sum.group))?, end));
        } else if let Some(scale) = scale(word) {
            sum.multiply(scale)?;
            last = at;
        } else if let Some(value) = small(word) {
            if !sum.may_add || sum.group % 100 != 0 {
                // "two three", "nineteen ninety".
                return None;
            }
            let (value, end) = if value >= 20 { with_ones(tokens, at, value) } else { (value, at) };
            sum.group += value;
            sum.may_add = false;
            last = end;
        } else {
            break;
        }
    }
    Some((sum.value(), last))
}

#[cfg(test)]
mod tests;
