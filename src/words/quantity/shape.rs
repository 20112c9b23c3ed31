//! Numbers that are told by their shape: the terms of a polynomial, the parts of a point, a fraction, two readings over each
//! other, feet and inches.

use crate::value::Number;

use super::super::amount::Amount;
use super::super::negation::Stance;
use super::super::number;
use super::super::reading::Reading;
use super::super::token::Gap;
use super::super::unit::Unit;
use super::Reader;

/// The most groups of thousands of one number.
const MAX_GROUPS: usize = 6;

impl Reader<'_> {
    /// A term of a polynomial: the 3, the 2 and the -4 of `3x^2 + 2x - 4`. A variable is one letter with an operator near.
    pub(super) fn coefficient(&mut self, at: usize, number: &Number, rest: &str) -> Option<usize> {
        let tokens = self.tokens;
        let operator =
            |at: Option<usize>| at.and_then(|at| tokens.mark(at)).filter(|mark| matches!(*mark, "+" | "-" | "="));
        let before = at.checked_sub(1);
        let follows_term =
            before.and_then(|before| before.checked_sub(1)).is_some_and(|term| Some(term) == self.term_end);
        let is_variable = rest.len() == 1 && rest.starts_with(char::is_alphabetic);
        let end = tokens.token_end(at);
        let is_power = end == at || (end == at + 2 && matches!(tokens.mark(at + 1), Some("^")));
        let is_term = match is_variable {
            true => {
                is_power
                    && (end > at
                        || operator(before).is_some()
                        || (operator(Some(end + 1)).is_some() && tokens.word(end + 2).is_some()))
            }
            false => rest.is_empty() && end == at && follows_term && operator(before).is_some(),
        };
        if !is_term || (tokens.is_glued(at) && operator(before).is_none()) {
            return None;
        }
        let is_negative = operator(before) == Some("-") && !number.is_negative();
        let number = if is_negative { number.negate() } else { number.clone() };
        let first = if is_negative { at - 1 } else { at };
        self.push(Amount::of(number), first, at, "coefficient");
        self.term_end = Some(end);
        Some(end)
    }

    /// Both numbers of `1920x1080` and `10×20`.
    pub(super) fn product(&mut self, at: usize, first: usize, number: &Number, rest: &str) -> Option<usize> {
        let tokens = self.tokens;
        let is_mark =
            rest.is_empty() && tokens.mark(at + 1) == Some("×") && tokens.is_glued(at + 1) && tokens.is_glued(at + 2);
        let (second, last) = if is_mark { (tokens.word(at + 2)?, at + 2) } else { (rest.strip_prefix('x')?, at) };
        let is_plain = second.bytes().all(|byte| byte.is_ascii_digit()) && !second.starts_with('0');
        let other = Number::parse(second).filter(|_| is_plain && first == at && !tokens.is_glued(last + 1))?;
        let [start, end] = tokens.span(at, last);
        let length = second.len();
        let mut one = Reading::new(tokens, Amount::of(number.clone()), at, at, "listed");
        one.mention.span = [start, end - length - 1];
        self.out.push(one);
        self.push_more(Amount::of(other), (at, at), [end - length, end], "listed");
        Some(last)
    }

    /// `1 000 000`: thousands parted by blanks, where the groups cannot be numbers of their own: one begins with a nought,
    /// the blanks are those that do not break or are thin, or there are several behind a shorter one.
    pub(super) fn grouped(&self, at: usize, digits: &str, is_negative: bool) -> Option<(Number, usize)> {
        let tokens = self.tokens;
        if digits.len() > 3 || digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if !tokens.word(at + 1).is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit())) {
            return None;
        }
        let (mut whole, mut fraction) = (digits.to_owned(), "");
        let (mut last, mut has_nought, mut is_narrow) = (at, false, true);
        while last < at + MAX_GROUPS && fraction.is_empty() {
            let next = last + 1;
            let Some(word) = tokens.word(next).filter(|_| tokens.get(next).is_some_and(|next| next.gap == Gap::Blank))
            else {
                break;
            };
            let (group, behind) = word.split_once(['.', ',']).unwrap_or((word, ""));
            // "1 250,50 €"
            let is_comma = word.contains(',');
            if is_comma && (behind.is_empty() || behind.len() > 2 || tokens.is_glued(next + 1)) {
                break;
            }
            if is_comma && (!self.currency(at, next).is_empty() || self.unit_behind(next).is_some()) {
                has_nought = true;
            } else if is_comma {
                break;
            }
            let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            if group.len() != 3 || !is_digits(group) || !is_digits(behind) {
                break;
            }
            has_nought |= group.starts_with('0');
            is_narrow = is_narrow && {
                let [_, from] = tokens.span(last, last);
                let [to, _] = tokens.span(next, next);
                matches!(&*self.original(from, to), "\u{a0}" | "\u{2009}" | "\u{202f}")
            };
            whole.push_str(group);
            (fraction, last) = (behind, next);
        }
        let is_long = last > at + 1 && digits.len() < 3;
        if last == at || !(has_nought || is_narrow || is_long) || tokens.is_glued(last + 1) {
            return None;
        }
        let number = Number::parse(&if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") })?;
        Some((if is_negative { number.negate() } else { number }, last))
    }

    /// `1/2` where it is less than one, with no digit to spare.
    pub(super) fn fraction(&self, at: usize) -> Option<(Number, usize)> {
        let tokens = self.tokens;
        if tokens.mark(at + 1) != Some("/") {
            return None;
        }
        let part = |at: usize| {
            let word =
                tokens.word(at).filter(|word| word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()))?;
            Number::parse(word).filter(|_| !word.starts_with('0'))
        };
        let (over, under) = (part(at)?, part(at + 2)?);
        let is_whole = !tokens.is_glued(at) && tokens.token_end(at) == at + 2;
        let is_proper = under.subtract(&over).as_i64().is_some_and(|more| more > 0);
        (is_whole && is_proper).then(|| over.divide(&under)).flatten().map(|value| (value, at + 2))
    }

    /// `120/80`: two readings over each other, where the first is the larger and neither can be a day and a month.
    pub(super) fn pair(&mut self, at: usize, first: usize, number: Number, digits: &str) -> Option<usize> {
        let tokens = self.tokens;
        let second = tokens
            .word(at + 2)
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()) && !word.starts_with('0'))?;
        let under = Number::parse(second)?;
        let is_pair = first == at
            && digits.bytes().all(|byte| byte.is_ascii_digit())
            && number.as_i64().zip(under.as_i64()).is_some_and(|(over, under)| over > under && over > 31)
            && tokens.token_end(at) == at + 2;
        if !is_pair {
            return None;
        }
        self.push(Amount::of(number), at, at, "pair");
        self.push_more(Amount::of(under), (at, at), tokens.span(at + 2, at + 2), "pair");
        Some(at + 2)
    }

    /// `2,3,4`: the parts of a point or a list, where the commas part no thousands.
    pub(super) fn listed(&mut self, at: usize, digits: &str) -> Option<()> {
        if !digits.bytes().any(|byte| byte == b',') {
            return None;
        }
        let tokens = self.tokens;
        let span = tokens.span(at, at);
        // `[1,2]` is a list of two; elsewhere the comma may part a fraction.
        let is_bracketed = at.checked_sub(1).is_some_and(|before| tokens.mark(before) == Some("["))
            && tokens.mark(at + 1) == Some("]");
        let least = if is_bracketed { 1 } else { 2 };
        let is_list = digits.bytes().filter(|byte| *byte == b',').count() >= least
            && number::plain(digits).is_none()
            && tokens.is_whole(at, at)
            && span[1] - span[0] == digits.len();
        if !is_list {
            return None;
        }
        let parts: Vec<&str> = digits.split(',').collect();
        let numbers: Option<Vec<Number>> = parts
            .iter()
            .map(|part| {
                Number::parse(part).filter(|_| *part == "0" || part.starts_with("0.") || !part.starts_with('0'))
            })
            .collect();
        let mut start = span[0];
        for (index, (part, number)) in parts.iter().zip(numbers?).enumerate() {
            let mut reading = Reading::new(tokens, Amount::of(number), at, at, "listed");
            reading.mention.span = [start, start + part.len()];
            if index > 0 && reading.stance == Stance::Correcting {
                reading.stance = Stance::Said;
            }
            self.out.push(reading);
            start += part.len() + 1;
        }
        Some(())
    }

    /// `5'10"` is feet and inches, `1'234'567` is written in Switzerland.
    pub(super) fn apostrophes(&mut self, at: usize, word: &str) -> Option<usize> {
        let tokens = self.tokens;
        if !tokens.is_whole(at, at) && tokens.mark(at + 1) != Some("\"") {
            return None;
        }
        // "12'500.00"
        let (whole, behind) = word.split_once('.').unwrap_or((word, ""));
        let parts: Vec<&str> = whole.split('\'').collect();
        let is_digits = parts.iter().all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
        let (head, rest) = parts.split_first()?;
        if !is_digits || (head.len() > 1 && head.starts_with('0')) {
            return None;
        }
        if rest.iter().all(|part| part.len() == 3) && head.len() <= 3 {
            if !behind.bytes().all(|byte| byte.is_ascii_digit()) || tokens.is_glued(at + 1) {
                return None;
            }
            let whole = parts.concat();
            let number = Number::parse(&if behind.is_empty() { whole } else { format!("{whole}.{behind}") })?;
            return self.behind(number, at, at, "continental");
        }
        let [inches] = rest else { return None };
        if !behind.is_empty() {
            return None;
        }
        let (feet, inches) = (Number::parse(head)?, Number::parse(inches).filter(|_| inches.len() <= 2)?);
        let unit = Unit::named("in").first()?;
        let whole = Unit::named("ft").first()?.convert(&feet, *unit)?.add(&inches);
        self.push(Amount::of(whole).only_in_units(vec![*unit]), at, at, "unit");
        Some(at)
    }
}

/// How far back a quotation mark is looked for.
const MAX_QUOTED: usize = 24;

impl Reader<'_> {
    /// `6' 1"`, `5'` and `15"`, which are feet and inches where no quotation ends there.
    pub(super) fn feet(&mut self, at: usize, digits: &str) -> Option<usize> {
        let tokens = self.tokens;
        let is_behind = |at: usize| tokens.get(at).is_some_and(|mark| !mark.gap.is_blank());
        let name = match tokens.mark(at + 1).filter(|_| is_behind(at + 1))? {
            "'" => "ft",
            "\"" => "in",
            _ => return None,
        };
        let mark = tokens.text(at + 1);
        let opens = |before: usize| tokens.text(before) == mark && is_behind(before + 1);
        let is_quoted = (at.saturating_sub(MAX_QUOTED)..at).any(opens) || tokens.text(at + 2) == mark;
        let is_plain = digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.starts_with('0');
        if is_quoted || !is_plain || is_behind(at) {
            return None;
        }
        let number = Number::parse(digits)?;
        let (inch, unit) = (Unit::named("in").first()?, Unit::named(name).first()?);
        let is_inches =
            name == "ft" && tokens.text(at + 2).len() <= 2 && tokens.text(at + 3) == "\"" && is_behind(at + 3);
        self.chain.clear();
        match tokens.word(at + 2).and_then(Number::parse).filter(|_| is_inches) {
            Some(inches) => {
                let whole = unit.convert(&number, *inch)?.add(&inches);
                self.push(Amount::of(whole).only_in_units(vec![*inch]), at, at + 2, "unit");
                Some(at + 3)
            }
            None => {
                self.push(Amount::of(number).in_units(vec![*unit]), at, at, "number");
                Some(at + 1)
            }
        }
    }

    /// `1,23,456` before rupees or behind their sign: groups of two behind the last three.
    pub(super) fn indian(&self, at: usize, digits: &str) -> Option<Number> {
        // Most numbers have no comma, and no others two.
        if digits.bytes().filter(|byte| *byte == b',').count() < 2 {
            return None;
        }
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let groups: Vec<&str> = whole.split(',').collect();
        let (head, rest) = groups.split_first()?;
        let (thousands, middle) = rest.split_last()?;
        let is_grouped = (1..=2).contains(&head.len())
            && !head.starts_with('0')
            && !middle.is_empty()
            && middle.iter().all(|group| group.len() == 2)
            && thousands.len() == 3
            && !fraction.contains(',');
        if !is_grouped || !self.tokens.is_whole(at, at) {
            return None;
        }
        let rupees = Unit::by_name("rupee");
        let is_rupees =
            self.currency(at, at) == rupees || self.unit_behind(at).is_some_and(|(units, _)| units == rupees);
        let whole = groups.concat();
        Number::parse(&if fraction.is_empty() { whole } else { format!("{whole}.{fraction}") }).filter(|_| is_rupees)
    }

    /// `USD40`.
    pub(super) fn coded(&mut self, at: usize, word: &str) -> Option<usize> {
        let (code, digits) = word.split_at_checked(3).filter(|_| super::super::unit::is_coded(word))?;
        let number = Number::parse(&number::plain(digits)?)
            .filter(|_| self.tokens.is_whole(at, at) && !digits.starts_with('0'))?;
        Some(self.quantity(number, Unit::by_name(code), (at, at, at), "number"))
    }
}

/// The power of ten behind `3.2e-9`. Without a point or a sign `5e3` may be anything.
pub(super) fn power(digits: &str, written: &str) -> Option<Number> {
    let exponent = written.strip_prefix(['e', 'E'])?;
    let figures = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let is_sure = digits.contains('.') || figures.len() < exponent.len();
    let is_short = (1..=3).contains(&figures.len()) && figures.bytes().all(|byte| byte.is_ascii_digit());
    (is_sure && is_short).then(|| Number::parse_json(&format!("1e{}", exponent.trim_start_matches('+')))).flatten()
}

/// The fractions that are one character.
pub(super) const VULGAR: &[(&str, i64, i64)] = &[
    ("½", 1, 2),
    ("¼", 1, 4),
    ("¾", 3, 4),
    ("⅓", 1, 3),
    ("⅔", 2, 3),
    ("⅛", 1, 8),
    ("⅜", 3, 8),
    ("⅝", 5, 8),
    ("⅞", 7, 8),
    ("⅕", 1, 5),
    ("⅖", 2, 5),
    ("⅗", 3, 5),
    ("⅘", 4, 5),
    ("⅙", 1, 6),
    ("⅚", 5, 6),
];

pub(super) fn vulgar(text: &str) -> Option<Number> {
    let (_, over, under) = VULGAR.iter().find(|(mark, ..)| *mark == text)?;
    Number::from(*over).divide(&Number::from(*under))
}
