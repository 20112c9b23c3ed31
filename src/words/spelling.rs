//! Ways to spell the same words: hyphens and blanks, apostrophes, `&` and "and", accents, and short forms.
//!
//! | rule | takes as the same |
//! |---|---|
//! | `spelling` | the British and the American spelling of [`VARIANTS`], `ice cream` and `ice-cream`, `O'Brien` and `OBrien`, `Johnson & Johnson` and `Johnson and Johnson`, `St. Louis` and `St Louis`; a comma of the value may be missing in the text |
//! | `accents` | `café` and `cafe`, `Łódź` and `Lodz`: letters of the Latin script with and without their marks |
//! | `abbreviation` | the short forms of [`SHORT`], in values of more than one word |
//!
//! They are for values of letters, blanks and these marks alone. An id or an address is said mark by mark.

use std::collections::HashSet;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::correction::is_text_corrected;
use super::lexicon::Lexicon;
use super::reading::Reading;
use super::role::Roles;
use super::search::{Bounds, Needle};
use super::segment::Segment;
use super::sketch::Sketch;
use super::token::{Gap, Shape, Tokens};
use super::word_map::WordMap;

/// Words and their usual short forms (for streets those of USPS Publication 28, appendix C1).
const SHORT: &[(&str, &str)] = &[
    ("saint", "st"),
    ("street", "st"),
    ("avenue", "ave"),
    ("boulevard", "blvd"),
    ("road", "rd"),
    ("lane", "ln"),
    ("mount", "mt"),
    ("fort", "ft"),
    ("doctor", "dr"),
    ("drive", "dr"),
    ("mister", "mr"),
    ("professor", "prof"),
    ("incorporated", "inc"),
    ("corporation", "corp"),
    ("company", "co"),
    ("limited", "ltd"),
    ("department", "dept"),
    ("university", "univ"),
];

/// What stands before a name and what stands behind one: "St. Paul" is no street, and no street is a saint.
const TITLES: &[&str] = &["saint", "mount", "fort", "doctor", "mister", "professor"];
const STREETS: &[&str] = &["street", "avenue", "boulevard", "road", "lane", "drive"];

/// Words without an apostrophe that are others than those with one: "well" is no "we'll".
const OTHERS: &[&str] = &["were", "well", "ill", "shell", "hell", "id", "wed", "shed", "its", "lets"];

/// Words as they are spelt in Britain and in the USA.
const VARIANTS: &[(&str, &str)] = &[
    ("aluminium", "aluminum"),
    ("analyse", "analyze"),
    ("behaviour", "behavior"),
    ("cancelled", "canceled"),
    ("catalogue", "catalog"),
    ("centimetre", "centimeter"),
    ("centre", "center"),
    ("cheque", "check"),
    ("colour", "color"),
    ("customise", "customize"),
    ("defence", "defense"),
    ("dialogue", "dialog"),
    ("doughnut", "donut"),
    ("favourite", "favorite"),
    ("fibre", "fiber"),
    ("flavour", "flavor"),
    ("grey", "gray"),
    ("harbour", "harbor"),
    ("honour", "honor"),
    ("humour", "humor"),
    ("jewellery", "jewelry"),
    ("kilometre", "kilometer"),
    ("labour", "labor"),
    ("licence", "license"),
    ("litre", "liter"),
    ("metre", "meter"),
    ("neighbour", "neighbor"),
    ("neighbourhood", "neighborhood"),
    ("optimise", "optimize"),
    ("organisation", "organization"),
    ("organise", "organize"),
    ("programme", "program"),
    ("pyjamas", "pajamas"),
    ("rumour", "rumor"),
    ("summarise", "summarize"),
    ("theatre", "theater"),
    ("travelled", "traveled"),
    ("traveller", "traveler"),
    ("travelling", "traveling"),
    ("tyre", "tire"),
    ("yoghurt", "yogurt"),
];

/// The words that these make others.
pub(super) fn other_words() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().chain(SHORT).map(|(word, _)| *word)
}

/// The word as the USA spell it, where Britain spells it otherwise.
fn american(word: &str) -> Option<&'static str> {
    static AMERICAN: LazyLock<WordMap<&str>> = LazyLock::new(|| VARIANTS.iter().copied().collect());
    AMERICAN.get(word).copied()
}

/// A text whose ways to be spelt are one, with the place of each word in the original.
#[derive(Clone, Debug, Default)]
pub(super) struct Spelling {
    folded: Tokens,
    origin: Vec<usize>,
}

/// How much is taken as the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fold {
    Marks,
    Accents,
    Short,
}

/// A value in all its spellings; none where it is more than letters.
#[derive(Debug)]
pub(super) struct Spelt {
    tokens: Tokens,
    needles: Vec<(Needle, Vec<usize>)>,
}

impl Spelt {
    pub(super) fn new(text: &str) -> Option<Spelt> {
        let is_plain = |c: char| c.is_alphabetic() || c.is_whitespace() || is_joint(c) || is_mark_of_letter(c);
        if !text.chars().all(is_plain) || !text.chars().any(char::is_alphabetic) {
            return None;
        }
        let tokens = Tokens::new(text);
        let own = Spelling::new(&tokens, false);
        let mut needles = vec![(Needle::of(own.folded), own.origin)];
        if text.contains(',') {
            let without = Spelling::new(&tokens, true);
            needles.push((Needle::of(without.folded), without.origin));
        }
        Some(Spelt { tokens, needles })
    }

    /// Whether a text may say it: all words of one of its spellings may stand there.
    pub(super) fn is_among(&self, segment: &Segment) -> bool {
        let folded = segment.folded();
        match segment.lexicon() {
            Some(lexicon) => {
                let is_other = |word: &str| folded.is_some_and(|folded| folded.has(word));
                let has = |word: &str| word == "and" || is_other(word) || lexicon.knows(&segment.tokens, word);
                self.needles.iter().any(|(needle, _)| needle.words().all(has))
            }
            None => {
                let mut sketch = folded.map_or(*segment.tokens.sketch(), |folded| folded.sketch);
                // An ampersand is one too.
                sketch.add_word("and");
                self.needles.iter().any(|(needle, _)| sketch.covers(needle.sketch()))
            }
        }
    }
}

/// Which words a text holds in another spelling.
#[derive(Clone, Debug, Default)]
pub(super) struct Folded {
    /// Those of a long text.
    words: HashSet<String>,
    /// Those of a short one, and all its other words.
    sketch: Sketch,
}

impl Folded {
    /// Those of a text with its index, if it is long; none where there are none.
    pub(super) fn new(tokens: &Tokens, lexicon: Option<&Lexicon>) -> Option<Folded> {
        let other = |word: &str| [fold(word, Fold::Accents), fold(word, Fold::Short)];
        if let Some(lexicon) = lexicon {
            let spelt = tokens.with(Roles::SPELT).filter(|at| is_other(tokens.text(*at)));
            let words = spelt.filter(|at| lexicon.is_first(tokens, *at)).flat_map(|at| other(tokens.text(at)));
            let words: HashSet<String> = words.collect();
            return (!words.is_empty()).then(|| Folded { words, sketch: Sketch::default() });
        }
        let mut spelt = tokens.with(Roles::SPELT).peekable();
        spelt.peek()?;
        let mut sketch = *tokens.sketch();
        for word in spelt.flat_map(|at| other(tokens.text(at))) {
            sketch.add_word(&word);
        }
        Some(Folded { words: HashSet::new(), sketch })
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word) || self.words.contains(&format!("{word}'s"))
    }
}

/// Whether a word is compared as another one.
fn is_other(word: &str) -> bool {
    // Only letters of the Latin script lose their marks.
    let is_marked = |word: &str| {
        let script = |c: char| {
            c.is_ascii_alphabetic() || ('\u{c0}'..='\u{24f}').contains(&c) || ('\u{1e00}'..='\u{1eff}').contains(&c)
        };
        !word.is_ascii() && word.chars().any(script)
    };
    let is_variant = |word: &str| american(word).is_some();
    is_marked(word) || is_variant(word) || word.contains('\'') || SHORT.iter().any(|(long, _)| *long == word)
}

fn is_joint(c: char) -> bool {
    matches!(c, '-' | '\'' | '’' | '&' | '.' | ',' | '\u{2010}' | '\u{2011}')
}

fn is_mark_of_letter(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

impl Spelling {
    /// Reads a text; `without_commas` also takes the commas out of it.
    pub(super) fn new(tokens: &Tokens, without_commas: bool) -> Spelling {
        let mut spelling = Spelling::default();
        let mut is_dropped = false;
        let is_word = |at: Option<usize>| at.is_some_and(|at| tokens.word(at).is_some());
        let mut words = tokens.iter().filter(|(_, token)| token.is_word());
        let is_single = words.next().is_some() && words.next().is_none();
        let most = if is_single { Fold::Accents } else { Fold::Short };
        for (at, token) in tokens.iter() {
            let text = tokens.text(at);
            let is_between = is_word(at.checked_sub(1)) && tokens.word(at + 1).is_some();
            let is_drop = match text {
                "-" => is_between && tokens.is_glued(at) && tokens.is_glued(at + 1),
                // The point of a short form or an initial; that of a sentence parts what stands on both sides.
                "." => at.checked_sub(1).and_then(|at| tokens.word(at)).is_some_and(is_short),
                "," => without_commas && is_between,
                _ => false,
            };
            if is_drop {
                is_dropped = true;
                continue;
            }
            let mut token = *token;
            if is_dropped || text == "&" || tokens.text(at.wrapping_sub(1)) == "&" {
                token.gap = if token.gap == Gap::Line { Gap::Line } else { Gap::Blank };
            }
            is_dropped = false;
            let folded = if text == "&" { "and".to_owned() } else { fold(text, most) };
            if text == "&" {
                token.shape = Shape::Word;
            }
            spelling.folded.append(&folded, token);
            spelling.origin.push(at);
        }
        spelling
    }

    /// Where a value is said in another spelling.
    pub(super) fn readings(&self, tokens: &Tokens, value: &Spelt) -> Vec<Reading<()>> {
        let mut found = Vec::new();
        for (needle, origin) in &value.needles {
            for hit in needle.find(&self.folded, Bounds::Tokens) {
                let place = self.origin.get(hit.first).zip(self.origin.get(hit.last));
                let Some((first, last)) = place.map(|(first, last)| (*first, *last)) else { continue };
                if !tokens.is_whole(first, last) || is_text_corrected(tokens, first, last) {
                    continue;
                }
                let words = || origin.iter().zip(self.origin.get(hit.first..=hit.last).unwrap_or_default());
                let length = origin.len();
                let is_misplaced = |(at, (own, said)): (usize, (&usize, &usize))| {
                    let (own, said) = (value.tokens.text(*own), tokens.text(*said));
                    let is_one = |list: &[&str]| own != said && (list.contains(&own) || list.contains(&said));
                    (at == 0 && is_one(STREETS)) || (at + 1 == length && is_one(TITLES))
                };
                if words().enumerate().any(is_misplaced) {
                    continue;
                }
                let agrees = |by: Fold| {
                    words().all(|(own, said)| {
                        let (own, said) = (fold(value.tokens.text(*own), by), fold(tokens.text(*said), by));
                        own == said
                            || said.strip_suffix("'s") == Some(&own)
                            || matches!((&*own, &*said), ("&", "and") | ("and", "&"))
                    })
                };
                // A word alone is no short form: "the street" says no "St".
                if origin.len() == 1 && !agrees(Fold::Accents) {
                    continue;
                }
                let rule = if agrees(Fold::Marks) {
                    "spelling"
                } else if agrees(Fold::Accents) {
                    "accents"
                } else {
                    "abbreviation"
                };
                let mut reading = Reading::new(tokens, (), first, last, rule);
                reading.mention.span = [reading.mention.span[0], hit.span[1]];
                found.push(reading);
            }
        }
        found.sort_by_key(|reading| reading.mention.span);
        found.dedup_by_key(|reading| reading.mention.span);
        found
    }
}

/// Whether a point behind it belongs to it.
fn is_short(word: &str) -> bool {
    word.chars().count() == 1
        || matches!(word, "mrs" | "ms" | "jr" | "sr" | "bros")
        || SHORT.iter().any(|(_, short)| *short == word)
}

/// One word as it is compared. The possessive stays to be seen.
fn fold(word: &str, by: Fold) -> String {
    let (stem, ending) = word.strip_suffix("'s").map_or((word, ""), |stem| (stem, "'s"));
    let mut text: String = stem.chars().filter(|c| *c != '\'').collect();
    if text.len() < stem.len() && OTHERS.contains(&&*text) {
        text = stem.to_owned();
    }
    if let Some(american) = american(&text) {
        text = american.to_owned();
    }
    if by != Fold::Marks && !text.is_ascii() {
        text = text.chars().flat_map(without_accent).collect();
    }
    if by == Fold::Short
        && let Some((_, short)) = SHORT.iter().find(|(long, _)| *long == text)
    {
        text = (*short).to_owned();
    }
    text + ending
}

/// A letter of the Latin script without its marks; any other as it is.
fn without_accent(c: char) -> impl Iterator<Item = char> {
    let plain = match c {
        'ø' => 'o',
        'ł' => 'l',
        'đ' => 'd',
        'ı' => 'i',
        _ => {
            let mut parts = std::iter::once(c).nfd();
            parts.next().filter(char::is_ascii_alphabetic).filter(|_| parts.all(is_mark_of_letter)).unwrap_or(c)
        }
    };
    std::iter::once(plain)
}

#[cfg(test)]
mod tests {
    use crate::words::Segment;

    fn rule(text: &str, value: &str) -> Option<&'static str> {
        Segment::new(text).find_spelling(value).first().map(|mention| mention.read_as)
    }

    #[test]
    fn words_are_the_same_in_another_spelling() {
        for (text, value, expected) in [
            ("some ice-cream", "ice cream", "spelling"),
            ("a mid range budget", "mid-range", "spelling"),
            ("Call OBrien", "O'Brien", "spelling"),
            ("Call O'Brien", "OBrien", "spelling"),
            ("from Johnson and Johnson", "Johnson & Johnson", "spelling"),
            ("from Johnson & Johnson", "Johnson and Johnson", "spelling"),
            ("in San Francisco CA", "San Francisco, CA", "spelling"),
            ("at the cafe", "café", "accents"),
            ("at the café", "cafe", "accents"),
            ("in Zürich's center", "Zurich", "accents"),
            ("to Lodz", "Łódź", "accents"),
            ("to Saint Louis", "St. Louis", "abbreviation"),
            ("to St. Louis", "Saint Louis", "abbreviation"),
            ("123 is on Main Street", "Main St", "abbreviation"),
            ("in Saint-Étienne", "St Etienne", "abbreviation"),
        ] {
            assert_eq!(rule(text, value), Some(expected), "{text}: {value}");
        }
    }

    #[test]
    fn other_words_and_ids_are_not_the_same() {
        for (text, value) in [
            ("ask Ann-Marie", "Ann"),
            ("ask Anna", "Ánn"),
            ("booking A 17", "A-17"),
            ("milk. Eggs", "milk eggs"),
            ("Ann, Marie is here", "Ann Marie"),
            ("the street", "st"),
            ("mail a b", "a@b"),
            ("not ice-cream", "ice cream"),
            ("аnna", "ánna"),
            ("to Dr. Oz", "Drive Oz"),
            ("to St. Paul", "Street Paul"),
            ("Main Saint", "Main St"),
            ("we're in", "were in"),
            ("well done", "we'll done"),
        ] {
            assert_eq!(rule(text, value), None, "{text}: {value}");
        }
    }
}
