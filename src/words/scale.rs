//! The scales of numbers, "thousand" and "million", in words and in short.

use std::sync::LazyLock;

use super::numeral::small;
use super::token::{Gap, Tokens};
use super::word_map::WordMap;

/// Words that a scale is written with, behind digits too.
const SCALES: &[(&str, i64)] = &[
    ("hundred", 100),
    ("thousand", 1_000),
    ("thousands", 1_000),
    ("lakh", 100_000),
    ("lakhs", 100_000),
    ("lac", 100_000),
    ("lacs", 100_000),
    ("million", 1_000_000),
    ("millions", 1_000_000),
    ("mn", 1_000_000),
    ("mln", 1_000_000),
    ("crore", 10_000_000),
    ("crores", 10_000_000),
    ("billion", 1_000_000_000),
    ("billions", 1_000_000_000),
    ("bn", 1_000_000_000),
    ("trillion", 1_000_000_000_000),
    ("trillions", 1_000_000_000_000),
    ("dozen", 12),
    ("dozens", 12),
];

/// Scales of other languages that are no English words.
const FOREIGN: &[(&str, i64)] = &[
    ("tausend", 1_000),
    ("mille", 1_000),
    ("duizend", 1_000),
    ("tusen", 1_000),
    ("tys", 1_000),
    ("tysiące", 1_000),
    ("tysięcy", 1_000),
    ("тыс", 1_000),
    ("тысяча", 1_000),
    ("тысячи", 1_000),
    ("тысяч", 1_000),
    ("тисяч", 1_000),
    ("mio", 1_000_000),
    ("millionen", 1_000_000),
    ("millones", 1_000_000),
    ("milhões", 1_000_000),
    ("milioni", 1_000_000),
    ("miljoen", 1_000_000),
    ("miljoner", 1_000_000),
    ("milionów", 1_000_000),
    ("milyon", 1_000_000),
    ("млн", 1_000_000),
    ("миллион", 1_000_000),
    ("миллиона", 1_000_000),
    ("миллионов", 1_000_000),
    ("tsd", 1_000),
    ("tusind", 1_000),
    ("tuhat", 1_000),
    ("tuhatta", 1_000),
    ("tisíc", 1_000),
    ("ezer", 1_000),
    ("ribu", 1_000),
    ("nghìn", 1_000),
    ("ngàn", 1_000),
    ("हज़ार", 1_000),
    ("हजार", 1_000),
    ("ألف", 1_000),
    ("آلاف", 1_000),
    // As its last letter is folded.
    ("χιλιάδεσ", 1_000),
    ("אלף", 1_000),
    ("พัน", 1_000),
    ("लाख", 100_000),
    ("milion", 1_000_000),
    ("miliony", 1_000_000),
    ("milión", 1_000_000),
    ("millió", 1_000_000),
    ("milj", 1_000_000),
    ("juta", 1_000_000),
    ("triệu", 1_000_000),
    ("مليون", 1_000_000),
    ("εκατομμύρια", 1_000_000),
    ("מיליון", 1_000_000),
    ("ล้าน", 1_000_000),
    ("mrd", 1_000_000_000),
    ("mld", 1_000_000_000),
    ("milyar", 1_000_000_000),
    ("miliarda", 1_000_000_000),
    ("miliardy", 1_000_000_000),
    ("milliarde", 1_000_000_000),
    ("milliarden", 1_000_000_000),
    ("milliard", 1_000_000_000),
    ("milliards", 1_000_000_000),
    ("miliardi", 1_000_000_000),
    ("miljard", 1_000_000_000),
    ("млрд", 1_000_000_000),
    ("миллиард", 1_000_000_000),
    ("миллиарда", 1_000_000_000),
    ("миллиардов", 1_000_000_000),
];

/// What makes a number larger by as much as a reader cannot be sure of.
const UNSETTLED: &[&str] =
    &["mil", "mila", "mill", "mii", "bin", "cr", "tn", "hundreds", "tens", "squared", "cubed", "factorial"];

/// What a number in the scripts of East Asia goes on with: tens to billions.
const IDEOGRAPHIC: &[char] = &['十', '百', '千', '万', '萬', '億', '亿', '兆', '십', '백', '천', '만', '억', '조'];

/// All words that may stand there, each with its scale; none where the words around it decide.
static KNOWN: LazyLock<WordMap<Option<Scale>>> = LazyLock::new(|| {
    let scales = SCALES.iter().chain(FOREIGN).map(|(name, times)| (*name, Some(Scale::Times(*times))));
    let unsettled = UNSETTLED.iter().map(|name| (*name, Some(Scale::Unsettled)));
    scales.chain(unsettled).chain(["k", "grand", "m", "mm", "b", "t", "oh"].map(|name| (name, None))).collect()
});

/// Those words.
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    KNOWN.words()
}

/// What a scale makes of the number before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Times(i64),
    /// Something else, but nobody can say what.
    Unsettled,
}

/// "million" and the like.
pub(super) fn scale(word: &str) -> Option<i64> {
    static WRITTEN: LazyLock<WordMap<i64>> = LazyLock::new(|| SCALES.iter().copied().collect());
    WRITTEN.get(word).copied()
}

/// The scale that stands at `at` behind a blank.
pub(super) fn behind(tokens: &Tokens, at: usize) -> Option<Scale> {
    let word = tokens.word(at).filter(|_| tokens.get(at).is_some_and(|token| token.gap == Gap::Blank))?;
    let known = KNOWN.get(word).copied();
    if known.is_none() && !word.starts_with(IDEOGRAPHIC) {
        return None;
    }
    // "5 thousand-ish", "a 5 million-dollar home"
    if tokens.is_glued(at + 1) {
        return scale(word).map(|_| Scale::Unsettled);
    }
    let has_sign = || tokens.is_sign(at + 1) || at.checked_sub(2).is_some_and(|at| tokens.is_sign(at));
    // "two grand pianos"
    let is_counted = || tokens.word(at + 1).is_some_and(|next| next.len() > 3 && next.ends_with('s'));
    match word {
        "k" => Some(Scale::Times(1_000)),
        "grand" if !is_counted() => Some(Scale::Times(1_000)),
        "m" | "mm" | "b" if has_sign() => {
            Some(if word == "b" { Scale::Times(1_000_000_000) } else { Scale::Times(1_000_000) })
        }
        "t" if has_sign() => Some(Scale::Unsettled),
        // "5 M"
        "m" | "mm" if tokens.get(at).is_some_and(|token| token.is_capital()) => Some(Scale::Unsettled),
        // "five oh five"
        "oh" if tokens.word(at + 1).is_some_and(|next| small(next).is_some()) => Some(Scale::Unsettled),
        _ => match known {
            Some(known) => known,
            // An ideographic one.
            None => Some(Scale::Unsettled),
        },
    }
}
