//! What stands in quotation marks.
//!
//! The pairs are `"…"` `“…”` `„…“` `„…”` `”…”` `«…»` `»…«` `‹…›` `‘…’` `‚…‘` `'…'` `「…」` `『…』`. Marks that are
//! alike at both ends open before a word and close behind one; so `5"` opens nothing, and an apostrophe is no mark.
//! A quotation stays in its paragraph, one in single marks on its line. What is quoted inside of it is part of it.

use std::collections::HashMap;
use std::ops::Range;

use super::code::code;

/// What stands in quotation marks, without them and in order. Code is left out: its marks are none.
///
/// ```
/// use chk::words::quotes;
/// assert_eq!(quotes("It said \"no such file\", didn't it? So `echo \"x\"`."), ["no such file"]);
/// assert_eq!(quotes("“One”, «deux» und ‚drei‘"), ["One", "deux", "drei"]);
/// ```
pub fn quotes(text: &str) -> Vec<&str> {
    let inner = |quotation: Quotation| text.get(quotation.inner).map(str::trim);
    quotations(text, &code(text)).into_iter().filter_map(inner).filter(|inner| !inner.is_empty()).collect()
}

/// A quotation, in bytes: with its marks and without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quotation {
    pub outer: Range<usize>,
    pub inner: Range<usize>,
}

/// Stands for what is passed over, as the neighbour of a mark: neither a blank nor part of a word.
const PASSED: char = '\u{fffc}';

struct Mark {
    at: usize,
    c: char,
    before: char,
    after: char,
    /// Which paragraph it stands in, and which line.
    place: [usize; 2],
    /// Whether an apostrophe is more likely: `'tis`, `'90s`.
    elides: bool,
}

/// The quotations of a text, outermost ones only. What is passed over holds no marks; it is in order.
pub(super) fn quotations(text: &str, passed: &[Range<usize>]) -> Vec<Quotation> {
    let marks = marks(text, passed);
    // Where no mark closes one of this kind, none closes a later one in the same paragraph or line either.
    let mut barren: HashMap<char, usize> = HashMap::new();
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(mark) = marks.get(index) {
        index += 1;
        let scope = usize::from(matches!(mark.c, '\'' | '‘' | '‚'));
        let reach = |mark: &Mark| mark.place.get(scope).copied().unwrap_or_default();
        if !mark.opens() || barren.get(&mark.c) == Some(&reach(mark)) {
            continue;
        }
        let behind = marks.get(index..).unwrap_or_default().iter();
        let mut near = behind.take_while(|other| reach(other) == reach(mark)).enumerate();
        match near.find(|(_, other)| mark.is_closed_by(other)) {
            Some((offset, closing)) => {
                let (start, end) = (mark.at, closing.at + closing.c.len_utf8());
                found.push(Quotation { outer: start..end, inner: start + mark.c.len_utf8()..closing.at });
                index += offset + 1;
            }
            None => {
                barren.insert(mark.c, reach(mark));
            }
        }
    }
    found
}

fn marks(text: &str, passed: &[Range<usize>]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut passed = passed.iter().peekable();
    let (mut before, mut place) = (' ', [0, 0]);
    let mut line_is_blank = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        while passed.next_if(|range| range.end <= at).is_some() {}
        if passed.peek().is_some_and(|range| range.contains(&at)) {
            (before, line_is_blank) = (PASSED, false);
            continue;
        }
        let after = match chars.peek() {
            Some((next, _)) if passed.peek().is_some_and(|range| range.contains(next)) => PASSED,
            Some((_, next)) => *next,
            None => ' ',
        };
        if c == '\n' {
            let [paragraph, line] = place;
            place = [paragraph + usize::from(line_is_blank), line + 1];
            line_is_blank = true;
        } else if !c.is_whitespace() {
            line_is_blank = false;
        }
        if is_mark(c) {
            let elides = c == '\'' && text.get(at + 1..).is_some_and(elides);
            marks.push(Mark { at, c, before, after, place, elides });
        }
        before = c;
    }
    marks
}

impl Mark {
    fn opens(&self) -> bool {
        let starts = !is_word(self.before) && !self.after.is_whitespace();
        match self.c {
            '«' | '‹' | '「' | '『' => true,
            '“' | '„' => !self.after.is_whitespace(),
            '\'' => starts && !self.elides && (self.after.is_alphanumeric() || !is_mark(self.after)),
            '"' | '‘' | '‚' | '”' => starts,
            '»' | '›' => starts && is_word(self.after),
            _ => false,
        }
    }

    fn is_closed_by(&self, other: &Mark) -> bool {
        let ends = !other.before.is_whitespace() && !is_word(other.after);
        match (self.c, other.c) {
            ('"', '"') | ('\'', '\'') | ('‘' | '‚', '’') | ('”', '”') => ends,
            ('“' | '„', '”')
            | ('„', '“')
            | ('‚', '‘')
            | ('«', '»')
            | ('»', '«')
            | ('‹', '›')
            | ('›', '‹')
            | ('「', '」')
            | ('『', '』') => true,
            _ => false,
        }
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›' | '「' | '」' | '『' | '』')
}

/// Part of a word, where scripts part words by blanks: `"완료"라고` ends its quotation all the same.
fn is_word(c: char) -> bool {
    let runs_on = matches!(c, '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}');
    (c.is_alphanumeric() && !runs_on) || c == '_'
}

/// Whether what stands behind a mark is a word that lost its beginning: a decade, or one of a few words.
fn elides(rest: &str) -> bool {
    let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    let word = rest.get(..end).unwrap_or_default();
    let is_decade = word.strip_suffix('s').unwrap_or(word).len() == 2 && word.starts_with(|c: char| c.is_ascii_digit());
    is_decade || ["tis", "twas", "em", "til", "cause", "bout", "n"].iter().any(|short| word.eq_ignore_ascii_case(short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_quotes() {
        for text in [
            "a \"x y\" b",
            "a “x y” b",
            "a „x y“ b",
            "a „x y” b",
            "a ”x y” b",
            "a «x y» b",
            "a « x y » b",
            "a »x y« b",
            "a ‹x y› b",
            "a ‘x y’ b",
            "a ‚x y‘ b",
            "a 'x y' b",
            "a 「x y」 b",
            "(\"x y\")",
            "k=\"x y\"",
            "'x y'.",
            "“x y”",
            "\"x y\", she said",
            "그는 \"x y\"라고",
            "他说“x y”了",
        ] {
            assert_eq!(quotes(text), ["x y"], "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_mark_quotes_nothing() {
        for text in [
            "don't, can't and won't",
            "the dogs' and cats' toys",
            "rock 'n' roll",
            "in the '90s the kids' toys",
            "'tis the dogs' day",
            "a 5\" pipe and a 6\" pipe",
            "he said \"never",
            "\"\"",
            "a ' b ' c",
            "O’Brien’s",
            "`echo \"x\"`",
            "```\n\"x\"\n```",
            "\"one\n\ntwo\"",
            "'one\ntwo'",
            "<code>\"x\"</code>",
            "",
        ] {
            assert_eq!(quotes(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn quotations_come_in_order_and_hold_what_they_quote() {
        assert_eq!(quotes("\"a\" and 'b', “c ‘d’ e” or \"f"), ["a", "b", "c ‘d’ e"]);
        assert_eq!(quotes("'I don't know' and 'it's'"), ["I don't know", "it's"]);
        assert_eq!(quotes("\"run `echo \"x\"` now\""), ["run `echo \"x\"` now"]);
        assert_eq!(quotes("\"one\ntwo\""), ["one\ntwo"]);
    }

    #[test]
    fn many_open_marks_cost_one_look() {
        for mark in ["\"a ", "“a ", "'a ", "«a ", "„“", "` ", "``` "] {
            let text = mark.repeat(100_000);
            assert!(quotes(&text).len() <= 50_000, "{mark}");
        }
    }
}
