//! The operators that compare two texts: `contains`, `starts with`, `ends with`.

use unicode_normalization::UnicodeNormalization;

use crate::value::Number;

use super::amount::Amount;
use super::pattern::WordsPattern;
use super::reading::Reading;
use super::segment::Segment;

/// `contains`: the needle occurs as whole words, or it is one number and an equal number occurs. A needle in
/// which nothing is to be seen is contained nowhere.
///
/// ```
/// use chk::words::contains_words;
/// assert!(contains_words("Refund of $1,200.00, please", "1200"));
/// assert!(contains_words("a refund.", "Refund"));
/// assert!(!contains_words("refundable", "refund"));
/// ```
pub fn contains_words(haystack: &str, needle: &str) -> bool {
    if WordsPattern::new([needle]).matches(haystack) {
        return true;
    }
    Segment::new(needle).only_number().is_some_and(|number| contains_number(haystack, &number))
}

/// `contains` with a number: an equal number stands in the text, negated or not.
pub fn contains_number(haystack: &str, number: &Number) -> bool {
    Segment::new(haystack).read_amounts().iter().any(|reading| is_digits(reading) && reading.value.number == *number)
}

/// `starts with`: letter by letter, case and all, canonically equal forms alike.
pub fn starts_with(text: &str, start: &str) -> bool {
    let mut text = text.nfc();
    start.nfc().all(|c| text.next() == Some(c))
}

/// `ends with`: letter by letter, case and all, canonically equal forms alike.
pub fn ends_with(text: &str, end: &str) -> bool {
    text.nfc().collect::<String>().ends_with(&end.nfc().collect::<String>())
}

/// Whether it is a plain number in digits: `contains` compares what is written.
fn is_digits(reading: &Reading<Amount>) -> bool {
    reading.mention.read_as == "number"
}

impl Segment {
    /// The number, where the text is one and nothing else.
    fn only_number(&self) -> Option<Number> {
        let [reading] = self.read_amounts() else { return None };
        if !is_digits(reading) {
            return None;
        }
        let text = self.slice(reading.mention.span)?;
        (text == self.text().trim()).then(|| reading.value.number.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(Number::zero)
    }

    #[test]
    fn the_operators_compare_texts() {
        assert!(contains_words("pay 1,000", "1000"));
        assert!(contains_words("a@example.com", "example.com"));
        assert!(!contains_words("pay 10000", "1000"));
        assert!(!contains_words("abc", ""));
        assert!(contains_number("not 5", &number("5")));
        assert!(starts_with("/home/x", "/home/") && !starts_with("/Home", "/home"));
        assert!(starts_with("e\u{301}a", "é") && ends_with("cafe\u{301}", "é") && ends_with("a", ""));
    }
}
