//! Quotes: where the model says it found a slot. The quote's own text must read as the value.

use crate::program::{EffectId, Slot, Type, Words};
use crate::snapshot::{Quote, Trust};
use crate::value::{Map, Value};
use crate::verdict::{Evidence, SourceKind};

use super::super::accept;
use super::super::expr::View;
use super::super::operate;
use super::super::said::Hit;
use super::super::standing::Standing;
use super::{At, base};

/// The slot as its quote bears it out. A quote that fails bears nothing, and the search goes on.
pub(super) fn quoted(
    at: &At<'_>,
    slot: &Slot,
    words: &Words,
    accepted: Option<&Value>,
    view: &View<'_>,
) -> Option<Standing> {
    let quote = view.scene.quote(at)?;
    let segment = view.scene.snapshot.instruction.get(quote.segment)?;
    if segment.trust != Trust::User || quote.span.0 >= quote.span.1 {
        return None;
    }
    let whole = view.scene.said.segment(quote.segment)?;
    let span = [quote.span.0, quote.span.1];
    if !whole.is_on_word_boundaries(span) || whole.is_negated(span) {
        return None;
    }
    let text = whole.slice(span)?;
    let part = crate::words::Segment::new(text);
    let hit = |span: (usize, usize), read_as: &'static str| Hit {
        segment: quote.segment,
        span: (span.0 + quote.span.0, span.1 + quote.span.0),
        read_as,
    };
    let spent = view.scene.spent(at);
    let (value, hit) = match &quote.value {
        None if matches!(base(&slot.ty), Type::Text | Type::Any) => {
            (Value::text(text), Hit { segment: quote.segment, span: quote.span, read_as: "quote" })
        }
        None => match view.scene.said.fills_in(&part, &slot.ty).as_slice() {
            [(value, span, read_as)] => (value.clone(), hit(*span, read_as)),
            _ => return None,
        },
        Some(value) => {
            let value = accept::read(&slot.ty, value, view).ok()?;
            let (span, read_as) = view.scene.said.bears_in(&part, &value, &slot.ty, words)?;
            (value, hit(span, read_as))
        }
    };
    if spent.covers(&hit, &value) {
        return None;
    }
    if accepted.is_some_and(|proposed| operate::equal(proposed, &value, view.zone()) != Some(true)) {
        return None;
    }
    let value = accept::accept(slot, &value, view).ok()?;
    let with = fields(quote, &value, slot, &part, view)?;
    let mut standing = Standing::known(value, SourceKind::Instruction, Some(hit.evidence(Vec::new())));
    standing.with = with;
    Some(standing)
}

/// The fields that a quoted intent fixes, each read in the quote's own text.
fn fields(quote: &Quote, value: &Value, slot: &Slot, part: &crate::words::Segment, view: &View<'_>) -> Option<Map> {
    let mut with = Map::new();
    if quote.with.is_empty() {
        return Some(with);
    }
    if !matches!(base(&slot.ty), Type::Effect) {
        return None;
    }
    let index = view.scene.program.effects.iter().position(|effect| value.as_text() == Some(&effect.name))?;
    let effect = view.scene.program.effects.get(EffectId(u32::try_from(index).ok()?).index())?;
    for (name, proposed) in &quote.with {
        let (_, ty) = effect.fields.iter().find(|(field, _)| field == name)?;
        let read = accept::read(ty, proposed, view).ok()?;
        view.scene.said.bears_in(part, &read, ty, &Words::default())?;
        with.insert(name.clone(), read);
    }
    Some(with)
}

impl Hit {
    pub(crate) fn evidence(&self, others: Vec<Value>) -> Evidence {
        Evidence::Words { segment: self.segment, span: self.span, read_as: self.read_as, others }
    }
}
