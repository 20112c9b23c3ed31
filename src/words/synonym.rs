//! Words that mean the same where somebody chooses: the rule `synonym`, for the values of an enum. General vocabulary, and no
//! more than a reader looks through; two rows never make a third.

use super::inflection::words_of_name;

/// What a value is called, its words with blanks between them, and what else says it.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (&["buy"], &["purchase"]),
    (&["rent"], &["lease"]),
    (&["direct", "nonstop", "non stop"], &["direct", "nonstop", "non-stop"]),
    (&["economy"], &["economy", "coach class", "in coach"]),
    (&["round trip"], &["return ticket", "return flight", "return trip"]),
    (&["mean", "average", "avg"], &["mean", "average"]),
    (&["male"], &["man", "men"]),
    (&["female"], &["woman", "women"]),
    (&["large"], &["big"]),
    (&["small"], &["little"]),
    (&["movie", "film"], &["movie", "film"]),
    (&["taxi", "cab"], &["taxi", "cab"]),
    (&["apartment"], &["flat"]),
    (&["bicycle", "bike"], &["bicycle", "bike"]),
    (&["sci fi", "science fiction"], &["sci-fi", "science fiction"]),
    (&["fall", "autumn"], &["fall", "autumn"]),
    (&["delete", "remove"], &["delete", "remove"]),
    (&["photo", "picture", "photograph"], &["photo", "picture", "photograph"]),
    (&["inexpensive", "cheap"], &["inexpensive", "cheap"]),
    (&["vegetarian"], &["veggie"]),
    (&["child"], &["kid"]),
    (&["annual", "yearly", "annually"], &["annual", "yearly", "annually", "every year", "each year", "once a year"]),
    (&["monthly"], &["every month", "each month", "once a month"]),
    (&["weekly", "1w"], &["weekly", "every week", "each week", "once a week"]),
    (&["daily", "1d"], &["daily", "every day", "each day", "once a day"]),
    (&["hourly", "1h"], &["hourly", "every hour", "each hour", "once a hour"]),
    (&["fahrenheit"], &["°F", "degrees F"]),
    (&["celsius"], &["°C", "degrees C", "centigrade"]),
    (
        &["ascending", "asc"],
        &["low to high", "lowest to highest", "smallest to largest", "oldest to newest", "a to z", "lowest first"],
    ),
    (
        &["descending", "desc"],
        &["high to low", "highest to lowest", "largest to smallest", "newest to oldest", "z to a", "highest first"],
    ),
];

/// The other words for a value of this name.
///
/// ```
/// assert_eq!(chk::words::synonyms("Sci-Fi").collect::<Vec<_>>(), ["science fiction"]);
/// ```
pub fn synonyms(name: &str) -> impl Iterator<Item = &'static str> {
    let name = words_of_name(name).join(" ");
    let row = SYNONYMS.iter().find(|(names, _)| names.contains(&name.as_str()));
    let says = row.map(|(_, says)| *says).unwrap_or_default();
    says.iter().copied().filter(move |said| said.replace('-', " ") != name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_in_one_row() {
        let mut seen = std::collections::HashSet::new();
        assert!(SYNONYMS.iter().flat_map(|(names, _)| *names).all(|name| seen.insert(name)));
    }
}
