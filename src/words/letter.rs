//! The letters that a reader sees: a text normalised, each letter with its place in the original.
//!
//! - Canonical and compatibility forms are alike (NFKC), upper and lower case too. Numbers that are no digits (`½`,
//!   `²`, `①`) and signs that would become letters (`™`, `№`) stay as they stand: `10²` is not 102.
//! - Digits of every script are their ASCII digits, and so are their decimal and thousands marks.
//! - All apostrophes are `'`, all hyphens and the minus are `-`, all slashes are `/`, all white
//!   space is a blank or a line break.
//! - What has no width (zero-width blanks and joiners, soft hyphens, direction marks) is not there: `Ann` is not found
//!   in `Ann\u{200b}a`, which reads as `Anna`.
//! - What stands under a direction override reads in another order than it is written in, so it is nothing that a
//!   query can find.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A normalised character and the Unicode scalars of the original that it came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Letter {
    pub c: char,
    pub start: u32,
    pub end: u32,
    /// Whether it was an upper-case letter.
    pub upper: bool,
}

/// How many bytes a part of a text has at least: as few as pay, so that a curly quotation mark makes little of a text slow.
const PART: usize = 1 << 9;

/// The letters of a part of a text, each at its place.
pub(super) trait Letters {
    /// The letter at a place.
    fn at(&self, at: usize) -> Option<char>;
    /// How many letters from a place on are of a kind.
    fn run(&self, from: usize, fits: impl Fn(char) -> bool) -> usize;
    /// The letter with where it came from.
    fn letter(&self, at: usize) -> Option<Letter>;
    /// Appends those from one place to another.
    fn append(&self, start: usize, end: usize, out: &mut String);
}

impl Letters for [Letter] {
    #[inline]
    fn at(&self, at: usize) -> Option<char> {
        self.get(at).map(|letter| letter.c)
    }

    #[inline]
    fn run(&self, from: usize, fits: impl Fn(char) -> bool) -> usize {
        self.get(from..).unwrap_or_default().iter().take_while(|letter| fits(letter.c)).count()
    }

    #[inline]
    fn letter(&self, at: usize) -> Option<Letter> {
        self.get(at).copied()
    }

    #[inline]
    fn append(&self, start: usize, end: usize, out: &mut String) {
        out.extend(self.get(start..end).unwrap_or_default().iter().map(|letter| letter.c));
    }
}

/// A part of a text in ASCII: every byte of it is a letter, and is where it came from.
pub(super) struct Plain<'t> {
    text: &'t str,
    /// The same, normalised.
    read: &'t str,
    from: u32,
}

impl<'t> Plain<'t> {
    /// The letters of such a part, which begins at a scalar; `read` is where they are put. None where there is more in it.
    pub(super) fn new(text: &'t str, from: u32, read: &'t mut String) -> Option<Plain<'t>> {
        // Without an early end, which would keep the processor from looking at many bytes at once.
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\t'..=b'\r');
        if !text.bytes().fold(true, |all, byte| all & is_plain(byte)) {
            return None;
        }
        let mut bytes = std::mem::take(read).into_bytes();
        bytes.clear();
        bytes.extend(text.bytes().map(|byte| match byte {
            b'\t' => b' ',
            b'\n'..=b'\r' => b'\n',
            b'`' => b'\'',
            _ => byte.to_ascii_lowercase(),
        }));
        *read = String::from_utf8(bytes).unwrap_or_default();
        Some(Plain { text, read, from })
    }
}

impl Letters for Plain<'_> {
    #[inline]
    fn at(&self, at: usize) -> Option<char> {
        self.read.as_bytes().get(at).map(|byte| char::from(*byte))
    }

    #[inline]
    fn run(&self, from: usize, fits: impl Fn(char) -> bool) -> usize {
        let bytes = self.read.as_bytes().get(from..).unwrap_or_default();
        bytes.iter().take_while(|byte| fits(char::from(**byte))).count()
    }

    #[inline]
    fn letter(&self, at: usize) -> Option<Letter> {
        let start = self.from.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        let upper = self.text.as_bytes().get(at)?.is_ascii_uppercase();
        Some(Letter { c: self.at(at)?, start, end: start + 1, upper })
    }

    #[inline]
    fn append(&self, start: usize, end: usize, out: &mut String) {
        out.push_str(self.read.get(start..end).unwrap_or_default());
    }
}

/// Stands for what a reader sees otherwise than it is written.
pub(super) const OPAQUE: char = '\u{fffd}';

/// The letters of a text.
pub(super) fn letters(text: &str) -> Vec<Letter> {
    let mut letters = Vec::with_capacity(text.len());
    read(text, 0, &mut letters);
    letters
}

/// Appends the letters of a part of a text that begins at a scalar; says where the part ends.
pub(super) fn read(text: &str, from: u32, letters: &mut Vec<Letter>) -> u32 {
    let mut chars = (from..).zip(text.chars()).peekable();
    let mut overridden = false;
    let mut cluster = String::new();
    let mut next = from;
    while let Some((start, c)) = chars.next() {
        next = start + 1;
        let is_alone = |chars: &mut std::iter::Peekable<_>| {
            chars.peek().is_none_or(|(_, next): &(u32, char)| next.is_ascii() || is_settled(*next))
        };
        if !overridden && (c.is_ascii_graphic() || is_settled(c)) && is_alone(&mut chars) {
            let c_low = if c.is_ascii() { alike(c.to_ascii_lowercase()) } else { c };
            letters.push(Letter { c: c_low, start, end: start + 1, upper: c.is_ascii_uppercase() });
            continue;
        }
        match c {
            '\u{202d}' | '\u{202e}' => overridden = true,
            '\u{202c}' => overridden = false,
            _ if is_invisible(c) => {}
            _ if is_line_break(c) => {
                overridden = false;
                letters.push(Letter { c: '\n', start, end: start + 1, upper: false });
            }
            _ if is_blank(c) => letters.push(Letter { c: ' ', start, end: start + 1, upper: false }),
            _ if overridden => letters.push(Letter { c: OPAQUE, start, end: start + 1, upper: false }),
            _ => {
                cluster.clear();
                let mut end = start + 1;
                while let Some((at, mark)) =
                    chars.next_if(|(_, next)| !next.is_ascii() && !is_settled(*next) && joins(*next))
                {
                    next = at + 1;
                    if !is_invisible(mark) {
                        cluster.push(mark);
                        end = at + 1;
                    }
                }
                let upper = c.is_uppercase();
                let mut push = |c: char| letters.push(Letter { c, start, end, upper });
                if cluster.is_empty() && c.is_ascii() {
                    push(alike(c.to_ascii_lowercase()));
                } else {
                    cluster.insert(0, c);
                    let is_sign = matches!(c, '™' | '℠' | '№' | '℡');
                    fold(&cluster, is_sign || (c.is_numeric() && digit(c).is_none()), &mut push);
                }
            }
        }
    }
    next
}

/// The parts in which a text is read: cut before a blank, which ends all that letters have to do with each other, but for a
/// direction that is overridden.
pub(super) fn parts(text: &str) -> impl Iterator<Item = &str> {
    let is_whole = !text.is_ascii() && (text.contains('\u{202d}') || text.contains('\u{202e}'));
    let mut rest = text;
    std::iter::from_fn(move || {
        let behind = rest.as_bytes().get(PART..).unwrap_or_default();
        let cut = behind.iter().position(|byte| *byte == b' ').map(|at| at + PART).filter(|_| !is_whole);
        let (part, behind) = rest.split_at_checked(cut.unwrap_or(rest.len()))?;
        rest = behind;
        (!part.is_empty()).then_some(part)
    })
}

/// Normalises one character with its marks.
fn fold(cluster: &str, as_it_stands: bool, push: &mut impl FnMut(char)) {
    let mut each = |c: char| match c {
        // Its upper case is the plain I, which would make it a plain i.
        'ı' => push(c),
        // Its lower case would be an `i` with a dot above that nobody writes.
        'İ' => push('i'),
        _ => match digit(c) {
            Some(digit) => push(digit),
            None => c.to_uppercase().flat_map(char::to_lowercase).map(alike).for_each(&mut *push),
        },
    };
    if as_it_stands { cluster.nfc().for_each(&mut each) } else { cluster.nfkc().for_each(&mut each) }
}

/// Letters that have neither another form nor an upper case from which they do not come back, which spares looking for
/// one: ideographs, Hangul syllables and kana, and the small letters of Latin-1 and of Cyrillic.
pub(super) fn is_settled(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' | 'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'à'..='ö' | 'ø'..='ÿ' | 'а'..='я')
}

/// Whether it belongs to the character before it: an accent, a later part of a Hangul syllable, or nothing visible.
fn joins(c: char) -> bool {
    is_combining_mark(c) || ('\u{1160}'..='\u{11ff}').contains(&c) || is_invisible(c)
}

/// Punctuation that people type in several ways.
fn alike(c: char) -> char {
    match c {
        '‘' | '’' | '‛' | 'ʼ' | 'ʻ' | '`' | '´' | '′' | '＇' | '\u{5f3}' => '\'',
        '\u{2010}' | '\u{2011}' | '\u{2212}' => '-',
        '\u{2044}' | '\u{2215}' | '\u{29f8}' => '/',
        '\u{2236}' => ':',
        '\u{66b}' => '.',
        '\u{66c}' => ',',
        '\u{66a}' => '%',
        _ => c,
    }
}

/// Takes up no room on the page.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}' | '\u{202b}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e0fff}')
        || (c.is_control() && !c.is_whitespace())
}

fn is_line_break(c: char) -> bool {
    matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// White space, and the Hangul fillers, which look like it.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{3164}' | '\u{ffa0}')
}

/// The noughts of the scripts that write numbers by place; nine digits follow each.
const NOUGHTS: [char; 36] = [
    '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}', '\u{c66}',
    '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}', '\u{1090}', '\u{17e0}', '\u{1810}',
    '\u{1946}', '\u{19d0}', '\u{1a80}', '\u{1a90}', '\u{1b50}', '\u{1bb0}', '\u{1c40}', '\u{1c50}', '\u{a620}',
    '\u{a8d0}', '\u{a900}', '\u{a9d0}', '\u{a9f0}', '\u{aa50}', '\u{abf0}', '\u{ff10}',
];

/// The ASCII digit of a digit.
fn digit(c: char) -> Option<char> {
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let digit = match u32::from(c) {
        // The mathematical digits: five alphabets of ten.
        code @ 0x1d7ce..=0x1d7ff => (code - 0x1d7ce) % 10,
        code => NOUGHTS.iter().find_map(|nought| code.checked_sub(u32::from(*nought)).filter(|digit| *digit < 10))?,
    };
    char::from_digit(digit, 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        letters(text).iter().map(|letter| letter.c).collect()
    }

    #[test]
    fn forms_of_one_letter_are_alike() {
        assert_eq!(read("É"), read("e\u{301}"));
        assert_eq!(read("STRASSE"), read("straße"));
        assert_eq!(read("ΣΊΣΥΦΟΣ"), read("σίσυφος"));
        assert_eq!(read("ＡＢＣ"), "abc");
        assert_eq!(read("한"), read("\u{1112}\u{1161}\u{11ab}"));
        assert_ne!(read("ılık"), read("ilik"));
        // Not folded: another letter, however alike it looks (Cyrillic а).
        assert_ne!(read("аnna"), read("anna"));
    }

    #[test]
    fn digits_of_all_scripts_are_digits_and_other_numbers_stay() {
        assert_eq!(read("٥٠٠ ۵۰۰ ५०० ５００ 𝟓𝟎𝟎"), "500 500 500 500 500");
        assert_eq!(read("10²"), "10²");
        assert_eq!(read("٥،٥ 5 ٥ 1１𝟏"), "5،5 5 5 111");
        assert_eq!(read("2½"), "2½");
    }

    #[test]
    fn what_has_no_width_is_not_there_but_counts_in_places() {
        let read = letters("A\u{200b}b");
        assert_eq!(read.iter().map(|letter| (letter.c, letter.start)).collect::<Vec<_>>(), [('a', 0), ('b', 2)]);
    }

    #[test]
    fn what_is_overridden_is_opaque_to_the_end_of_its_line() {
        assert_eq!(read("\u{202e}005\u{202c} x"), format!("{0}{0}{0} x", OPAQUE));
        assert_eq!(read("\u{202e}5\n5"), format!("{OPAQUE}\n5"));
    }
}
