//! One way to ask a conversation and a single text.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::value::{Date, DateTime, Duration, Number, Value};
use crate::words::{Amount, Clock, Conversation, Family, Flag, Segment, Settled, Target, Thing, TriggerKind, Unit};

use super::super::spoken;
use super::Hit;

/// How many scalars around a hit are looked at.
const NEAR: usize = 48;

/// A conversation or one text.
#[derive(Clone, Copy)]
pub(in crate::eval) enum Text<'t> {
    Conversation(&'t Conversation),
    Segment(&'t Segment),
}

impl Text<'_> {
    fn read<T, C, S>(&self, conversation: C, segment: S) -> Vec<(T, Hit)>
    where
        C: FnOnce(&Conversation) -> Vec<(T, crate::words::Said)>,
        S: FnOnce(&Segment) -> Vec<(T, crate::words::Mention)>,
    {
        let hit = |segment: usize, mention: crate::words::Mention| {
            let [start, end] = mention.span;
            Hit { segment, span: (start, end), read_as: mention.read_as }
        };
        match self {
            Text::Conversation(all) => {
                conversation(all).into_iter().map(|(value, said)| (value, hit(said.segment, said.mention))).collect()
            }
            Text::Segment(one) => segment(one).into_iter().map(|(value, mention)| (value, hit(0, mention))).collect(),
        }
    }

    pub(super) fn numbers(&self) -> Vec<(Value, Hit)> {
        let numbers = self.read(Conversation::numbers, Segment::numbers);
        numbers.into_iter().map(|(number, hit)| (Value::Number(number), hit)).collect()
    }

    /// Where amounts stand by which a value is said, by the rule that `reads` names.
    pub(super) fn amounts_by(&self, reads: impl Fn(&Amount, &'static str) -> Option<&'static str>) -> Vec<Hit> {
        let hit = |amount: &Amount, segment: usize, mention: crate::words::Mention| {
            let read_as = reads(amount, mention.read_as)?;
            let [start, end] = mention.span;
            // A conversion rests on the unit too.
            let end = amount.end.filter(|_| read_as == "unit").map_or(end, |end| end as usize);
            Some(Hit { segment, span: (start, end), read_as })
        };
        match self {
            Text::Conversation(all) => {
                all.amounts().filter_map(|(amount, said)| hit(amount, said.segment, said.mention)).collect()
            }
            Text::Segment(one) => {
                one.amounts().iter().filter_map(|(amount, mention)| hit(amount, 0, *mention)).collect()
            }
        }
    }

    pub(super) fn flags(&self, flag: &Flag) -> Vec<(bool, Hit)> {
        self.read(|all| all.find_flag(flag), |one| one.find_flag(flag))
    }

    /// Where a switch's thing is turned on or off, or set to something.
    pub(super) fn things(&self, thing: &Thing) -> Vec<(bool, Hit)> {
        self.read(|all| all.find_thing(thing), |one| one.find_thing(thing))
    }

    /// Leaves out what was taken back later without a name for it, as something that shall be or not: "no, without it".
    pub(super) fn retain_wished(&self, hits: &mut Vec<Hit>, is_on: bool) {
        hits.retain(|hit| self.is_wished(hit, is_on));
    }

    /// Whether a hit was not taken back so.
    pub(super) fn is_wished(&self, hit: &Hit, is_on: bool) -> bool {
        let withdrawn = match self {
            Text::Conversation(all) => all.withdrawn(is_on),
            Text::Segment(one) => one.withdrawn(is_on).map(|at| (0, at)),
        };
        withdrawn.is_none_or(|at| (hit.segment, hit.span.0) > at)
    }

    /// Where the words stand by which a comment explains the value.
    pub(super) fn documented(&self, value: &str, doc: &str) -> Vec<Hit> {
        match spoken::legend(value, doc) {
            Some((family, own)) => {
                let said = self.family(&family).into_iter();
                said.filter(|(index, _)| own.contains(index)).map(|(_, hit)| hit).collect()
            }
            None => Vec::new(),
        }
    }

    /// Where the words stand by which a comment explains a boolean.
    pub(super) fn told(&self, value: bool, doc: &str) -> Vec<Hit> {
        let legend = crate::words::of_boolean(doc);
        let mut family = Family::new(Vec::<Vec<&str>>::new());
        for (index, (_, said)) in legend.iter().enumerate() {
            family.add_phrase(index, said, "documented");
        }
        let is_own = |index: usize| legend.get(index).is_some_and(|(own, _)| *own == value);
        self.family(&family).into_iter().filter(|(index, _)| is_own(*index)).map(|(_, hit)| hit).collect()
    }

    pub(super) fn forms(&self, value: &str) -> Vec<Hit> {
        let found = self.read(
            |all| all.find_forms(value).into_iter().map(|said| ((), said)).collect(),
            |one| one.find_forms(value).into_iter().map(|mention| ((), mention)).collect(),
        );
        found.into_iter().map(|((), hit)| hit).collect()
    }

    pub(super) fn amounts_equal(&self, number: &Number, target: &Target) -> Vec<Hit> {
        let converted: RefCell<BTreeMap<(Unit, Unit), Option<Number>>> = RefCell::default();
        let wanted = |from: Unit, to: Unit| {
            converted.borrow_mut().entry((from, to)).or_insert_with(|| from.convert(number, to)).clone()
        };
        self.amounts_by(|amount, rule| target.reads_by(amount, rule, number, wanted))
    }

    /// The days that are some value, with every place.
    pub(in crate::eval) fn days<T>(&self, today: Option<Date>, value: impl Fn(&Settled) -> Option<T>) -> Vec<(T, Hit)> {
        let said = |(day, said): &(Settled, crate::words::Said)| Some((value(day)?, *said));
        self.read(
            |all| all.days(today).iter().filter_map(said).collect(),
            |one| one.days(today).iter().filter_map(|(day, mention)| Some((value(day)?, *mention))).collect(),
        )
    }

    pub(in crate::eval) fn moments(&self, today: Option<Date>, now: Option<&DateTime>) -> Vec<(Vec<DateTime>, Hit)> {
        self.read(|all| all.moments(today, now).into_owned(), |one| one.moments(today, now))
    }

    pub(in crate::eval) fn clocks(&self) -> Vec<(Clock, Hit)> {
        self.read(Conversation::clocks, Segment::clocks)
    }

    pub(in crate::eval) fn durations(&self) -> Vec<(Duration, Hit)> {
        self.read(|all| all.durations().to_vec(), Segment::durations)
    }

    pub(in crate::eval) fn durations_equal(&self, length: Duration) -> Vec<Hit> {
        self.durations().into_iter().filter(|(said, _)| *said == length).map(|(_, hit)| hit).collect()
    }

    /// Where the letters and figures of an id stand in groups.
    pub(in crate::eval) fn packed(&self, id: &str) -> Vec<Hit> {
        self.unvalued(|all| all.find_packed(id), |one| one.find_packed(id))
    }

    pub(in crate::eval) fn spellings(&self, text: &str) -> Vec<Hit> {
        self.unvalued(|all| all.find_spelling(text), |one| one.find_spelling(text))
    }

    /// Where a text's words stand in their order, with small words between them that it leaves out.
    pub(in crate::eval) fn thinned(&self, text: &str) -> Vec<Hit> {
        self.unvalued(|all| all.find_thinned(text), |one| one.find_thinned(text))
    }

    pub(in crate::eval) fn signs(&self, sign: &str) -> Vec<Hit> {
        self.unvalued(|all| all.find_sign(sign), |one| one.find_sign(sign))
    }

    pub(in crate::eval) fn segment(&self, at: usize) -> Option<&Segment> {
        match self {
            Text::Conversation(all) => all.segment(at),
            Text::Segment(one) => Some(one),
        }
    }

    /// The text of a hit.
    pub(in crate::eval) fn slice(&self, hit: &Hit) -> Option<&str> {
        self.segment(hit.segment)?.slice([hit.span.0, hit.span.1])
    }

    /// Whether a hit is all that stands in quotation marks.
    pub(in crate::eval) fn is_quoted(&self, hit: &Hit) -> bool {
        let before =
            self.segment(hit.segment).and_then(|segment| segment.slice([hit.span.0.checked_sub(1)?, hit.span.0]));
        let behind = self.segment(hit.segment).and_then(|segment| segment.slice([hit.span.1, hit.span.1 + 1]));
        before.is_some_and(|mark| matches!(mark, "\"" | "'" | "“" | "‘" | "`" | "«"))
            && behind.is_some_and(|mark| matches!(mark, "\"" | "'" | "”" | "’" | "`" | "»"))
    }

    /// What stands behind a hit, and before it: as much as a name may have.
    pub(in crate::eval) fn behind(&self, hit: &Hit) -> Option<&str> {
        let segment = self.segment(hit.segment)?;
        let most = (1..=NEAR).rev().map(|more| [hit.span.1, hit.span.1 + more]);
        most.into_iter().find_map(|span| segment.slice(span))
    }

    pub(in crate::eval) fn before(&self, hit: &Hit) -> Option<&str> {
        self.segment(hit.segment)?.slice([hit.span.0.saturating_sub(NEAR), hit.span.0])
    }

    pub(in crate::eval) fn texts(&self, text: &str) -> Vec<Hit> {
        self.unvalued(|all| all.find_text(text), |one| one.find_text(text))
    }

    fn unvalued(
        &self,
        conversation: impl FnOnce(&Conversation) -> Vec<crate::words::Said>,
        segment: impl FnOnce(&Segment) -> Vec<crate::words::Mention>,
    ) -> Vec<Hit> {
        let found = self.read(
            |all| conversation(all).into_iter().map(|said| ((), said)).collect(),
            |one| segment(one).into_iter().map(|mention| ((), mention)).collect(),
        );
        found.into_iter().map(|((), hit)| hit).collect()
    }

    pub(super) fn family(&self, family: &Family) -> Vec<(usize, Hit)> {
        self.read(|all| all.find_family(family), |one| one.find_family(family))
    }

    pub(super) fn triggers(&self) -> Vec<(Value, Hit)> {
        let kinds = self.read(|all| all.trigger_kinds().to_vec(), Segment::trigger_kinds);
        kinds.into_iter().map(|(kind, hit): (TriggerKind, Hit)| (Value::text(kind.name()), hit)).collect()
    }
}
