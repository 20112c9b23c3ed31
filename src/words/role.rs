//! What a word may do in a text: begin a day or an amount, end a negation, and the like. Most words do nothing of it. Each is
//! judged once, where it is read, so that looking for the days of a text looks at no other word.

use std::ops::BitOr;
use std::sync::LazyLock;

use super::sketch::hash;
use super::{ahead, clock, date, duration, negator, numeral, quantity, retraction, spelling, trigger, unit};

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles(u16);

impl Roles {
    /// Begins a day.
    pub(super) const DAY: Roles = Roles(1);
    /// Begins a time of the day.
    pub(super) const CLOCK: Roles = Roles(1 << 1);
    /// Begins an amount.
    pub(super) const AMOUNT: Roles = Roles(1 << 2);
    /// Begins a length of time.
    pub(super) const DURATION: Roles = Roles(1 << 3);
    /// Begins a moment that is counted from now.
    pub(super) const AHEAD: Roles = Roles(1 << 4);
    /// Begins what says when something shall happen.
    pub(super) const TRIGGER: Roles = Roles(1 << 5);
    /// Begins a unit.
    pub(super) const UNIT: Roles = Roles(1 << 6);
    /// Begins the name of a unit that has several words.
    pub(super) const UNIT_NAME: Roles = Roles(1 << 7);
    /// Ends a negation or a correction.
    pub(super) const DENIAL: Roles = Roles(1 << 8);
    /// May stand between a negation and its value.
    pub(super) const FILLER: Roles = Roles(1 << 9);
    /// May stand between a correction and its value.
    pub(super) const LINK: Roles = Roles(1 << 10);
    /// Is spelt in another way too.
    pub(super) const SPELT: Roles = Roles(1 << 11);

    /// Begins a number in words.
    pub(super) const NUMERAL: Roles = Roles(1 << 12);

    /// Ends a negation that may reach far.
    pub(super) const FAR_DENIAL: Roles = Roles(1 << 13);

    /// Begins what takes the last sentence back.
    pub(super) const RETRACTION: Roles = Roles(1 << 14);

    /// What begins with a digit may begin.
    const FIGURES: Roles = Roles(Roles::DAY.0 | Roles::CLOCK.0 | Roles::AMOUNT.0 | Roles::DURATION.0 | Roles::AHEAD.0);

    /// Whether one of these is among them.
    pub(super) fn has(self, role: Roles) -> bool {
        self.0 & role.0 != 0
    }
}

impl Roles {
    /// What a word says by its letters alone.
    #[inline]
    fn written(word: &str) -> Roles {
        let begun = match word.as_bytes() {
            [b'0'..=b'9', ..] => Roles::FIGURES,
            // `pt2h`
            [b'p', b't' | b'0'..=b'9', ..] => Roles::DURATION | Roles::AHEAD,
            // `usd40`
            [_, _, _, b'0'..=b'9', ..] if unit::is_coded(word) => Roles::AMOUNT,
            _ => Roles::default(),
        };
        let (mut all, mut has_apostrophe) = (0, false);
        for byte in word.bytes() {
            all |= byte;
            has_apostrophe |= byte == b'\'';
        }
        match (all.is_ascii(), has_apostrophe) {
            (true, false) => begun,
            (true, true) => begun | Roles::SPELT,
            (false, _) => begun | Roles::UNIT | Roles::SPELT,
        }
    }
}

impl BitOr for Roles {
    type Output = Roles;

    fn bitor(self, roles: Roles) -> Roles {
        Roles(self.0 | roles.0)
    }
}

/// The roles of words.
pub(super) struct Table {
    words: Vec<(&'static str, Roles)>,
    /// One more than the place of the word to which a hash leads, or the next free one; as many as a power of two.
    slots: Vec<u16>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table { words: Vec::new(), slots: vec![0; 1 << 12] };
    table.add(Roles::DAY, date::openings());
    table.add(Roles::CLOCK, clock::openings());
    table.add(Roles::AMOUNT, quantity::openings());
    table.add(Roles::DURATION, duration::openings());
    table.add(Roles::AHEAD, ahead::openings());
    table.add(Roles::TRIGGER, trigger::openings());
    table.add(Roles::UNIT, unit::openings());
    table.add(Roles::UNIT_NAME, unit::long_openings());
    table.add(Roles::DENIAL, negator::endings());
    table.add(Roles::FAR_DENIAL, negator::far_endings());
    table.add(Roles::RETRACTION, retraction::openings());
    table.add(Roles::FILLER, negator::FILLERS.iter().copied());
    table.add(Roles::LINK, negator::LINKS.iter().copied());
    table.add(Roles::SPELT, spelling::other_words());
    table.add(Roles::NUMERAL, numeral::openings());
    table
});

impl Table {
    pub(super) fn shipped() -> &'static Table {
        &TABLE
    }

    fn add(&mut self, role: Roles, words: impl Iterator<Item = &'static str>) {
        for word in words.filter(|word| !word.is_empty()) {
            let (found, slot) = self.slot(word, hash(word));
            match found.and_then(|place| self.words.get_mut(place)) {
                Some((_, roles)) => *roles = *roles | role,
                None => {
                    self.words.push((word, role | Roles::written(word)));
                    let place = u16::try_from(self.words.len()).unwrap_or_default();
                    if let Some(slot) = self.slots.get_mut(slot) {
                        *slot = place;
                    }
                }
            }
        }
    }

    /// The place of a word, and the slot in which it stands, or would stand.
    fn slot(&self, word: &str, hash: u64) -> (Option<usize>, usize) {
        let mask = self.slots.len().saturating_sub(1);
        let mut slot = usize::try_from(hash >> 40).unwrap_or_default() & mask;
        loop {
            let place = self.slots.get(slot).and_then(|place| usize::from(*place).checked_sub(1));
            match place.and_then(|place| self.words.get(place)) {
                Some((own, _)) if *own == word => return (place, slot),
                Some(_) => slot = (slot + 1) & mask,
                None => return (None, slot),
            }
        }
    }

    /// The roles of a normalised word with its hash.
    #[inline]
    pub(super) fn of(&self, word: &str, hash: u64) -> Roles {
        let known = self.slot(word, hash).0.and_then(|place| self.words.get(place));
        known.map_or_else(|| Roles::written(word), |(_, roles)| *roles)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: &str) -> Roles {
        Table::shipped().of(word, hash(word))
    }

    #[test]
    fn a_word_has_its_roles_and_no_others() {
        assert!(of("may").has(Roles::DAY) && of("friday").has(Roles::DAY) && of("third").has(Roles::AMOUNT));
        assert!(of("no").has(Roles::DENIAL) && of("the").has(Roles::FILLER) && of("the").has(Roles::LINK));
        assert!(of("500").has(Roles::AMOUNT) && of("2h").has(Roles::DURATION) && of("pt2h").has(Roles::AHEAD));
        assert!(of("o'brien").has(Roles::SPELT) && of("café").has(Roles::SPELT) && of("saint").has(Roles::SPELT));
        assert!(of("square").has(Roles::UNIT_NAME) && of("km").has(Roles::UNIT) && of("if").has(Roles::TRIGGER));
        for word in ["landlord", "mays", "ticket", "", "<n>", "<weekday>"] {
            assert_eq!(of(word), Roles::default(), "{word}");
        }
    }

    /// The slots are filled to a quarter, so that most words are seen to be none of these at once.
    #[test]
    fn the_table_has_room() {
        assert!(Table::shipped().words.len() < Table::shipped().slots.len() / 2, "{}", Table::shipped().words.len());
    }
}
