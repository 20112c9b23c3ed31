//! Other forms in which a text value is said: the words of a name (`living_room`), another inflection ("tablespoons"), a
//! formula with other blanks and another sign of power, and without what only wraps it.

use super::formula::Formula;
use super::identifier;
use super::inflection::words_of_name;
use super::reading::Reading;
use super::search::Needle;
use super::segment::Segment;
use super::stem::{Stems, Step};

/// Words at the start of a value that a person leaves out or says otherwise.
const ARTICLES: &[&str] = &["the", "a", "an", "my", "your", "our", "their", "his", "her", "its", "some"];

/// The other forms of one text value.
#[derive(Clone, Debug)]
pub(super) struct Forms {
    needles: Vec<(Needle, &'static str)>,
    /// The stems of the value's words, and the words themselves.
    stems: Stems,
    formula: Option<Formula>,
    figures: Option<String>,
}

impl Forms {
    pub(super) fn new(value: &str) -> Forms {
        let mut needles = Vec::new();
        let words = words_of_name(value);
        let is_name = !value.contains(char::is_whitespace)
            && value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        let has_letters = words.iter().all(|word| word.starts_with(char::is_alphabetic));
        if is_name && words.len() > 1 && has_letters {
            needles.extend([" ", "-", ""].map(|joint| (Needle::new(&words.join(joint)), "name")));
        } else if value.contains(' ')
            && words.len() > 1
            && has_letters
            && value.chars().all(|c| c.is_alphabetic() || c == ' ')
        {
            needles.push((Needle::new(&words.join("-")), "name"));
        }
        let bare = trimmed(value);
        if bare != value && bare.chars().filter(|c| c.is_alphanumeric()).count() > 1 {
            needles.push((Needle::new(bare), "trimmed"));
        }
        // A name is written in one way: "Jame" is no "James".
        let is_common = value.chars().all(|c| c.is_lowercase() || matches!(c, ' ' | '-' | '_'));
        let is_stemmed = is_common && words.iter().any(|word| word.len() > 3);
        let stemmed = words.iter().filter(|_| is_stemmed).map(String::as_str);
        let stems = Stems::new(Step::Inflected, stemmed);
        Forms { needles, stems, formula: Formula::new(value), figures: identifier::figures(value) }
    }

    /// Where one of them is said: those of the first form that is said at all.
    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<()>> {
        for (needle, read_as) in &self.needles {
            let mut readings = segment.text_readings(needle);
            if !readings.is_empty() {
                readings.iter_mut().for_each(|reading| reading.mention.read_as = read_as);
                return readings;
            }
        }
        let tokens = &segment.tokens;
        let hits = segment.find_stems(&self.stems).into_iter();
        let is_common = |first: usize, last: usize| {
            (first..=last).all(|at| tokens.get(at).is_some_and(|token| !token.is_capital()))
        };
        let mut readings: Vec<Reading<()>> = hits
            .filter(|(first, last)| is_common(*first, *last))
            .map(|(first, last)| Reading::new(tokens, (), first, last, "inflected"))
            .collect();
        if let Some(figures) = &self.figures {
            readings.extend(identifier::readings(segment, figures));
        }
        if let Some(formula) = &self.formula {
            readings.extend(formula.readings(segment));
        }
        readings
    }
}

/// Without an article, quotation marks around it and the marks that end a sentence.
fn trimmed(value: &str) -> &str {
    let marks = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’' | '«' | '»');
    let bare = value.trim_matches(marks).trim_end_matches(['.', '!', '?', ',', ';', ':']).trim_matches(marks);
    match bare.split_once(' ') {
        Some((first, rest)) if ARTICLES.contains(&first.to_lowercase().as_str()) => rest.trim_start(),
        _ => bare,
    }
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    fn read_as(text: &str, value: &str) -> Option<&'static str> {
        let segment = Segment::new(text);
        segment.find_text(value).first().or(segment.find_forms(value).first()).map(|mention| mention.read_as)
    }

    #[test]
    fn a_value_is_said_in_other_forms() {
        for (text, value, rule) in [
            ("use our internal database", "internal_database", "name"),
            ("in the living room", "livingRoom", "name"),
            ("a mid range budget", "mid-range", "name"),
            ("2 tablespoons of sugar", "tablespoon", "inflected"),
            ("the cleaning of rooms", "clean", "inflected"),
            ("see great gatsby", "The Great Gatsby", "trimmed"),
            ("say hello there", "\"Hello there!\"", "trimmed"),
            ("of 3x^2 + 2x - 1.", "3x**2 + 2x - 1", "formula"),
            ("of 3x^2+2x-1 at 5", "3x**2 + 2x - 1", "formula"),
        ] {
            assert_eq!(read_as(text, value), Some(rule), "{text}: {value}");
        }
    }

    #[test]
    fn what_only_looks_like_a_form_is_none() {
        for (text, value) in [
            ("pay Anna", "Ann"),
            ("pay James", "Jame"),
            ("pay James", "jame"),
            ("the news", "new"),
            ("not the tablespoons", "tablespoon"),
            ("13x^2 + 2x - 1", "3x**2 + 2x - 1"),
            ("3x^2 + 2x - 10", "3x**2 + 2x - 1"),
            ("a living in one room", "living_room"),
        ] {
            assert_eq!(read_as(text, value), None, "{text}: {value}");
        }
    }
}
