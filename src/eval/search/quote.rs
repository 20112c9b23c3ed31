//! Quotes: where the model says it found a slot. The quote's own text must read as the value.

use crate::program::{EffectId, Slot, Type, Words};
use crate::snapshot::{Quote, Trust};
use crate::value::{Map, Value};
use crate::verdict::{Evidence, SourceKind};

use super::super::accept;
use super::super::expr::View;
use super::super::operate;
use super::super::said::{Asked, Hit};
use super::super::spent::Spent;
use super::super::standing::Standing;
use super::At;

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
    let spent = Spent::new(view.scene, at);
    let within = |hit: &Hit| hit.span.0 >= quote.span.0 && hit.span.1 <= quote.span.1;
    let (value, hit) = match &quote.value {
        None if matches!(slot.ty.base(), Type::Text | Type::Any) => {
            let said = whole.slice(span)?;
            let value = Value::text(said);
            // What the search would not find there, a quote does not bear out: a corrected name, a part of a token.
            let hits = view.scene.said.hits_at(quote.segment, &value, Asked::slot(slot), words);
            let is_own = |hit: &Hit| within(hit) && whole.slice([hit.span.0, hit.span.1]) == Some(said.trim());
            hits.iter().find(|hit| is_own(hit))?;
            let hit = Hit { segment: quote.segment, span: quote.span, read_as: "quote" };
            (value, hit)
        }
        None => {
            let mut fills = view.scene.said.fills_at(quote.segment, slot);
            fills.retain(|(_, hit)| within(hit));
            match <[_; 1]>::try_from(fills) {
                Ok([only]) => only,
                Err(_) => return None,
            }
        }
        Some(value) => {
            let value = accept::read(&slot.ty, value, view).ok()?;
            let hits = view.scene.said.hits_at(quote.segment, &value, Asked::slot(slot), words);
            let hit = hits.into_iter().find(within)?;
            (value, hit)
        }
    };
    if spent.covers(&hit, &value) {
        return None;
    }
    if accepted.is_some_and(|proposed| operate::equal(proposed, &value, view.zone()) != Some(true)) {
        return None;
    }
    let value = accept::accept(slot, &value, view).ok()?;
    let with = fields(quote, &value, slot, view)?;
    let mut standing = Standing::known(value, SourceKind::Instruction, Some(hit.evidence(Vec::new())));
    standing.with = with;
    Some(standing)
}

/// The fields that a quoted intent fixes, each read in the quote's own text.
fn fields(quote: &Quote, value: &Value, slot: &Slot, view: &View<'_>) -> Option<Map> {
    let mut with = Map::default();
    if quote.with.is_empty() {
        return Some(with);
    }
    if !matches!(slot.ty.base(), Type::Effect) {
        return None;
    }
    let index = view.scene.program.effects.iter().position(|effect| value.as_text() == Some(&effect.name))?;
    let effect = view.scene.program.effects.get(EffectId(u32::try_from(index).ok()?).index())?;
    for (name, proposed) in &quote.with {
        let (_, ty) = effect.fields.iter().find(|(field, _)| field == name)?;
        let read = accept::read(ty, proposed, view).ok()?;
        let hits = view.scene.said.hits_at(quote.segment, &read, Asked::of(ty), &Words::default());
        hits.iter().find(|hit| hit.span.0 >= quote.span.0 && hit.span.1 <= quote.span.1)?;
        with.insert(name.clone(), read);
    }
    Some(with)
}

impl Hit {
    pub(crate) fn evidence(&self, others: Vec<Value>) -> Evidence {
        Evidence::Words { segment: self.segment, span: self.span, read_as: self.read_as, others }
    }
}
