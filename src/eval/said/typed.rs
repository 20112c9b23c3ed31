//! What the words say of a type, whatever is proposed.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::program::{Slot, Type, Words};
use crate::value::{Number, Value};
use crate::words::{Amount, Family, Segment, Settled};

use super::super::spent::Spent;
use super::super::spoken;
use super::choice::wants;
use super::{Hit, Said, Text, distinct, is_allowed};

impl Said<'_> {
    /// The values that phrases of the latest message say: they fill.
    pub(crate) fn fills(&self, slot: &Slot, words: &Words, spent: &Spent<'_>) -> Vec<(Value, Hit)> {
        let Some(latest) = self.latest() else { return Vec::new() };
        let mut fills = self.phrases(Text::Conversation(self.conversation()), &slot.ty, Some(slot));
        fills.retain(|(value, hit)| hit.segment == latest && !spent.covers(hit, value) && is_allowed(hit, words));
        distinct(fills)
    }

    /// The values that phrases of one segment say.
    pub(crate) fn fills_at(&self, segment: usize, slot: &Slot) -> Vec<(Value, Hit)> {
        let mut fills = self.phrases(Text::Conversation(self.conversation()), &slot.ty, Some(slot));
        fills.retain(|(_, hit)| hit.segment == segment);
        fills
    }

    /// What of a type the words say, each value once: the first so many values.
    pub(crate) fn readings(&self, ty: &Type, most: usize) -> Vec<(Value, Hit)> {
        let Some(is_whole) = number(ty) else {
            let mut seen = HashSet::new();
            return self.places(ty).filter(|(value, _)| seen.insert(value.clone())).take(most).collect();
        };
        let mut seen = HashSet::new();
        let first = self.amounts(is_whole).filter(|(amount, _)| seen.insert(&amount.number)).take(most);
        first.map(|(amount, hit)| (Value::Number(amount.number.clone()), hit)).collect()
    }

    /// Everything of a type that the words say, with every place.
    pub(crate) fn places(&self, ty: &Type) -> Box<dyn Iterator<Item = (Value, Hit)> + '_> {
        match number(ty) {
            Some(is_whole) => {
                let amounts = self.amounts(is_whole);
                Box::new(amounts.map(|(amount, hit)| (Value::Number(amount.number.clone()), hit)))
            }
            None if matches!(ty.base(), Type::Date) => self.dates(),
            None => Box::new(self.of_type(Text::Conversation(self.conversation()), ty).into_iter()),
        }
    }

    /// Every day that the words may mean. They are many too.
    fn dates(&self) -> Box<dyn Iterator<Item = (Value, Hit)> + '_> {
        fn each((day, said): &(Settled, crate::words::Said)) -> impl Iterator<Item = (Value, Hit)> {
            day.candidates().map(|day| (Value::Date(day), Hit::of(*said)))
        }
        match self.conversation().days(self.today()) {
            Cow::Borrowed(days) => Box::new(days.iter().flat_map(each)),
            Cow::Owned(days) => Box::new(days.iter().flat_map(each).collect::<Vec<_>>().into_iter()),
        }
    }

    /// The amounts that are numbers by themselves. They are many: each is looked at where it stands.
    fn amounts(&self, is_whole: bool) -> impl Iterator<Item = (&Amount, Hit)> {
        let fits = move |amount: &Amount| !amount.needs_unit && (!is_whole || amount.number.is_integer());
        let amounts = self.conversation().amounts().filter(move |(amount, _)| fits(amount));
        amounts.map(|(amount, said)| (amount, Hit::of(said)))
    }

    /// Everything of a type that one text says.
    pub(crate) fn readings_in(&self, segment: &Segment, ty: &Type) -> Vec<(Value, Hit)> {
        distinct(self.of_type(Text::Segment(segment), ty))
    }

    /// What the phrases of a type say, for a slot. An enum's count only where every value declares some.
    pub(super) fn phrases(&self, text: Text<'_>, ty: &Type, slot: Option<&Slot>) -> Vec<(Value, Hit)> {
        match ty.base() {
            Type::Enum(values) | Type::Boolean(Some(values))
                if values.iter().all(|value| !value.phrases.is_empty()) =>
            {
                let mut said = self.of_type(text, ty);
                said.retain(|(value, hit)| match value {
                    Value::Bool(value) => text.is_wished(hit, wants(slot, *value)),
                    _ => true,
                });
                said
            }
            Type::Effect | Type::Trigger => self.of_type(text, ty),
            _ => Vec::new(),
        }
    }

    pub(super) fn of_type(&self, text: Text<'_>, ty: &Type) -> Vec<(Value, Hit)> {
        match ty.base() {
            Type::Integer => text.numbers().into_iter().filter(|(value, _)| is_integer(value)).collect(),
            Type::Decimal => text.numbers(),
            Type::Date => {
                let days = text.days(self.today(), |day| Some(day.candidates().collect::<Vec<_>>())).into_iter();
                days.flat_map(|(days, hit)| days.into_iter().map(move |day| (Value::Date(day), hit.clone()))).collect()
            }
            Type::DateTime => {
                let moments = text.moments(self.today(), self.now()).into_iter();
                moments
                    .flat_map(|(all, hit)| all.into_iter().map(move |at| (Value::DateTime(at), hit.clone())))
                    .collect()
            }
            Type::Duration => {
                text.durations().into_iter().map(|(length, hit)| (Value::Duration(length), hit)).collect()
            }
            Type::Enum(values) | Type::Boolean(Some(values)) => {
                let said = text.family(values.said.get_or_init(|| spoken::phrases(values))).into_iter();
                said.filter_map(|(index, hit)| Some((values.get(index)?.value.clone(), hit))).collect()
            }
            Type::Effect => {
                let effects = &self.program.effects;
                let family = self.effects.get_or_init(|| Family::new(effects.iter().map(|effect| &effect.said_as)));
                let said = text.family(family).into_iter();
                said.filter_map(|(index, hit)| Some((Value::text(effects.get(index)?.name.clone()), hit))).collect()
            }
            Type::Trigger => text.triggers(),
            Type::List(inner) => self.of_type(text, inner),
            Type::Union(types) => types.iter().flat_map(|each| self.of_type(text, each)).collect(),
            _ => Vec::new(),
        }
    }
}

/// Of a type of numbers, whether it is one of whole ones.
fn number(ty: &Type) -> Option<bool> {
    match ty.base() {
        Type::Integer => Some(true),
        Type::Decimal => Some(false),
        _ => None,
    }
}

fn is_integer(value: &Value) -> bool {
    value.as_number().is_some_and(Number::is_integer)
}
