//! Formulas, character by character: blanks around an operator say nothing, and `**` is `^`.

use super::letter::letters;
use super::reading::Reading;
use super::segment::Segment;

/// Signs that make a formula of a text.
const OPERATORS: &[char] = &['+', '-', '*', '/', '^', '=', '<', '>', '(', ')'];

/// The most characters of a formula: each is compared at each place.
const MOST: usize = 200;

/// A formula as it is compared.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    chars: Vec<char>,
}

/// A text as formulas are compared, each character with its place.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    chars: Vec<char>,
    places: Vec<(u32, u32)>,
}

impl Line {
    pub(super) fn new(text: &str) -> Line {
        let mut line = Line::default();
        let letters = letters(text);
        let mut letters = letters.iter().peekable();
        let mut blank = false;
        while let Some(letter) = letters.next() {
            let mut end = letter.end;
            let c = match letter.c {
                ' ' => {
                    blank = true;
                    continue;
                }
                '*' if letters.peek().is_some_and(|next| next.c == '*') => {
                    end = letters.next().map_or(end, |next| next.end);
                    '^'
                }
                '−' | '–' => '-',
                '·' | '×' => '*',
                c => c,
            };
            let is_bare = |c: char| OPERATORS.contains(&c);
            if blank && !is_bare(c) && line.chars.last().is_some_and(|last| !is_bare(*last)) {
                line.chars.push(' ');
                line.places.push((letter.start, letter.start));
            }
            blank = false;
            line.chars.push(c);
            line.places.push((letter.start, end));
        }
        line
    }
}

impl Formula {
    /// The formula that a value is: digits or a variable, and an operator between two of them.
    pub(super) fn new(value: &str) -> Option<Formula> {
        let line = Line::new(value.trim());
        let is_formula = (3..=MOST).contains(&line.chars.len())
            && line.chars.iter().skip(1).any(|c| matches!(c, '+' | '-' | '*' | '/' | '^' | '='))
            && line.chars.iter().any(char::is_ascii_digit)
            && line.chars.iter().any(|c| matches!(c, '+' | '*' | '^' | '='))
            && line.chars.iter().all(|c| c.is_alphanumeric() || *c == '.' || *c == ' ' || OPERATORS.contains(c));
        is_formula.then_some(Formula { chars: line.chars })
    }

    pub(super) fn readings(&self, segment: &Segment) -> Vec<Reading<()>> {
        let line = segment.line();
        let size = self.chars.len();
        // What a formula would go on with.
        let goes_on = |at: Option<usize>| {
            at.and_then(|at| line.chars.get(at))
                .is_some_and(|c| c.is_alphanumeric() || matches!(c, '^' | '*' | '/' | '_' | '+' | '-'))
        };
        let point =
            |at: usize| line.chars.get(at) == Some(&'.') && line.chars.get(at + 1).is_some_and(char::is_ascii_digit);
        let first = self.chars.first();
        let found = line
            .chars
            .windows(size)
            .enumerate()
            .filter(|(_, part)| part.first() == first && *part == self.chars.as_slice());
        found
            .filter(|(at, _)| !goes_on(at.checked_sub(1)) && !goes_on(Some(at + size)) && !point(at + size))
            .filter_map(|(at, _)| {
                let (start, end) = (line.places.get(at)?.0 as usize, line.places.get(at + size - 1)?.1 as usize);
                let tokens = &segment.tokens;
                let place = tokens.first_from(start);
                let mut reading = Reading::new(tokens, (), place, place, "formula");
                reading.mention.span = [start, end];
                Some(reading)
            })
            .collect()
    }
}
