//! What a word may do in a text: begin a day or an amount, end a negation, and the like. Most words do nothing of it. Each is
//! judged once, where it is read, so that looking for the days of a text looks at no other word.

use std::ops::BitOr;
use std::sync::LazyLock;

use super::negator::Ending;
use super::word_map::WordMap;
use super::{
    ahead, clock, date, duration, negator, numeral, quantity, retraction, spelling, trigger, unit, withdrawal,
};

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Roles(u32);

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
    /// Ends a negation that may reach far.
    pub(super) const FAR_DENIAL: Roles = Roles(1 << 9);
    /// May stand between a negation and its value.
    pub(super) const FILLER: Roles = Roles(1 << 10);
    /// May stand between a correction and its value.
    pub(super) const LINK: Roles = Roles(1 << 11);
    /// Is spelt in another way too.
    pub(super) const SPELT: Roles = Roles(1 << 12);
    /// Begins a number in words.
    pub(super) const NUMERAL: Roles = Roles(1 << 13);
    /// Begins what takes the last sentence back.
    pub(super) const RETRACTION: Roles = Roles(1 << 14);
    /// Begins a correction.
    pub(super) const CORRECTION: Roles = Roles(1 << 15);
    /// May stand before a clause.
    pub(super) const OPENER: Roles = Roles(1 << 16);
    /// Ends the reach of a negation.
    pub(super) const JOINT: Roles = Roles(1 << 17);
    /// Stands second in the name of a unit that has several words.
    pub(super) const UNIT_MORE: Roles = Roles(1 << 18);
    /// A number may go on with it: "5 million", "2 thirds".
    pub(super) const MORE: Roles = Roles(1 << 19);
    /// Begins with a digit.
    pub(super) const FIGURE: Roles = Roles(1 << 20);
    /// Begins what takes a wish back without a name for it.
    pub(super) const WITHDRAWAL: Roles = Roles(1 << 21);
    /// Makes a number a part of a reckoning.
    pub(super) const RECKONING: Roles = Roles(1 << 22);

    /// Ends a negation or a correction behind the word before it alone: the "longer" of "no longer".
    const DENIAL_END: Roles = Roles(Roles::DENIAL.0 << Roles::ENDS);
    /// The same of a negation that may reach far.
    const FAR_END: Roles = Roles(Roles::FAR_DENIAL.0 << Roles::ENDS);
    /// Stands before such a word.
    const BEFORE_END: Roles = Roles(1 << 31);
    /// How many bits higher these stand than what they become.
    const ENDS: u32 = 16;

    /// All whose places are looked for.
    pub(super) const NOTED: Roles = Roles(Roles::FIGURES.0 | Roles::TRIGGER.0 | Roles::SPELT.0);

    /// What begins with a digit may begin.
    const FIGURES: Roles =
        Roles(Roles::FIGURE.0 | Roles::DAY.0 | Roles::CLOCK.0 | Roles::AMOUNT.0 | Roles::DURATION.0 | Roles::AHEAD.0);

    /// Whether one of these is among them.
    #[inline]
    pub(super) fn has(self, role: Roles) -> bool {
        self.0 & role.0 != 0
    }

    /// The same behind another word, with which it may end a phrase.
    #[inline]
    pub(super) fn behind(self, before: Roles) -> Roles {
        let ends = self.0 & (Roles::DENIAL_END.0 | Roles::FAR_END.0);
        if before.has(Roles::BEFORE_END) { Roles(self.0 | ends >> Roles::ENDS) } else { self }
    }

    /// The roles of a normalised word with its hash.
    #[inline]
    pub(super) fn of(word: &str, hash: u64) -> Roles {
        TABLE.get_hashed(word, hash).copied().unwrap_or_else(|| Roles::written(word))
    }

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
            (false, _) => begun | Roles::UNIT | Roles::SPELT | Roles::MORE,
        }
    }
}

impl BitOr for Roles {
    type Output = Roles;

    fn bitor(self, roles: Roles) -> Roles {
        Roles(self.0 | roles.0)
    }
}

/// The roles of all words that have any.
static TABLE: LazyLock<WordMap<Roles>> = LazyLock::new(|| {
    let mut table = WordMap::default();
    let mut add = |role: Roles, words: &mut dyn Iterator<Item = &'static str>| {
        for word in words.filter(|word| !word.is_empty()) {
            if let Some(roles) = table.entry(word, || Roles::written(word)) {
                *roles = *roles | role;
            }
        }
    };
    add(Roles::DAY, &mut date::openings());
    add(Roles::CLOCK, &mut clock::openings());
    add(Roles::AMOUNT, &mut quantity::openings());
    add(Roles::DURATION, &mut duration::openings());
    add(Roles::AHEAD, &mut ahead::openings());
    add(Roles::TRIGGER, &mut trigger::openings());
    add(Roles::UNIT, &mut unit::openings());
    add(Roles::UNIT_NAME, &mut unit::long_names().map(|(first, _)| first));
    add(Roles::UNIT_MORE, &mut unit::long_names().map(|(_, second)| second));
    add(Roles::RETRACTION, &mut retraction::openings());
    add(Roles::WITHDRAWAL, &mut withdrawal::openings());
    add(Roles::FILLER, &mut negator::FILLERS.iter().copied());
    add(Roles::LINK, &mut negator::LINKS.iter().copied());
    add(Roles::OPENER, &mut negator::OPENERS.iter().copied());
    add(Roles::JOINT, &mut negator::JOINTS.iter().chain(negator::AFFIRMING).copied());
    add(Roles::CORRECTION, &mut negator::correction_openings());
    add(Roles::SPELT, &mut spelling::other_words());
    add(Roles::NUMERAL, &mut numeral::openings());
    add(Roles::MORE, &mut quantity::continuations());
    add(Roles::RECKONING, &mut quantity::reckonings());
    for (role, is_far) in [(Roles::DENIAL, false), (Roles::FAR_DENIAL, true)] {
        for ending in negator::endings(is_far) {
            match ending {
                Ending::Alone(word) => add(role, &mut [word].into_iter()),
                Ending::Behind(before, word) => {
                    add(Roles(role.0 << Roles::ENDS), &mut [word].into_iter());
                    add(Roles::BEFORE_END, &mut [before].into_iter());
                }
            }
        }
    }
    table
});

#[cfg(test)]
mod tests {
    use super::super::hash::hash;
    use super::*;

    fn of(word: &str) -> Roles {
        Roles::of(word, hash(word))
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

    #[test]
    fn a_word_that_ends_a_phrase_takes_back_behind_the_rest_of_it() {
        let longer = of("longer").behind(of("no"));
        assert!(longer.has(Roles::DENIAL) && longer.has(Roles::FAR_DENIAL));
        assert!(!of("longer").behind(of("a")).has(Roles::DENIAL) && !of("longer").has(Roles::FAR_DENIAL));
        // "every friend but": any word may stand there.
        assert!(of("but").has(Roles::DENIAL));
    }
}
