//! The names of months and of the days of the week.

use std::sync::LazyLock;

use super::super::word_map::WordMap;

/// The English names of the months and their usual short forms.
pub(in crate::words) fn month(word: &str) -> Option<i8> {
    static NAMES: LazyLock<WordMap<i8>> = LazyLock::new(|| MONTHS.into_iter().collect());
    NAMES.get(word).copied()
}

/// The whole English names of the months, in their order.
pub(crate) fn month_names() -> impl Iterator<Item = &'static str> {
    (1..=12).filter_map(|month| MONTHS.iter().find(|(_, of)| *of == month)).map(|(name, _)| *name)
}

/// All names of a month, from 1.
pub(crate) fn names_of_month(month: i8) -> impl Iterator<Item = &'static str> {
    MONTHS.iter().filter(move |(_, of)| *of == month).map(|(name, _)| *name)
}

/// The names of the months, of each the whole one first.
pub(super) const MONTHS: [(&str, i8); 24] = [
    ("january", 1),
    ("jan", 1),
    ("february", 2),
    ("feb", 2),
    ("march", 3),
    ("mar", 3),
    ("april", 4),
    ("apr", 4),
    ("may", 5),
    ("june", 6),
    ("jun", 6),
    ("july", 7),
    ("jul", 7),
    ("august", 8),
    ("aug", 8),
    ("september", 9),
    ("sept", 9),
    ("sep", 9),
    ("october", 10),
    ("oct", 10),
    ("november", 11),
    ("nov", 11),
    ("december", 12),
    ("dec", 12),
];

/// The day of the week that a word names, from 1 for Monday.
pub(in crate::words) fn weekday(word: &str) -> Option<i8> {
    static NAMES: LazyLock<WordMap<i8>> = LazyLock::new(|| WEEKDAYS.into_iter().collect());
    NAMES.get(word).copied()
}

/// All of them.
pub(in crate::words) fn weekdays() -> impl Iterator<Item = &'static str> {
    WEEKDAYS.iter().map(|(name, _)| *name)
}

const WEEKDAYS: [(&str, i8); 17] = [
    ("monday", 1),
    ("mon", 1),
    ("tuesday", 2),
    ("tues", 2),
    ("tue", 2),
    ("wednesday", 3),
    ("wed", 3),
    ("thursday", 4),
    ("thurs", 4),
    ("thur", 4),
    ("thu", 4),
    ("friday", 5),
    ("fri", 5),
    ("saturday", 6),
    ("sat", 6),
    ("sunday", 7),
    ("sun", 7),
];

/// The names of the days of the week.
pub(in crate::words) fn is_weekday(word: &str) -> bool {
    weekday(word).is_some()
}
