//! What a slot or a fact is, where it comes from and what becomes of it.

use crate::program::{EntryKind, EnumValue, Optional, Slot, Source, Tier, Tool, Type};
use crate::value::Value;
use crate::verdict::{Layout, write_json};

use super::sentence::{Piece, Sentence, code, doc, listed, names, say};
use super::{Author, Point};

impl Author<'_> {
    /// A slot or a fact of a tool's checklist.
    pub(super) fn slot(self, name: &str, slot: &Slot, tool: &Tool) -> Point {
        let mut head = say![code(name), ", ", self.ty(&slot.ty), "."];
        if let Some(text) = &slot.doc {
            head.0.push(" ".into());
            head.0.push(doc(text));
        }
        let mut below = Vec::new();
        below.push(Point::new(self.presence(slot)));
        below.extend(self.origin(slot, tool));
        below.extend(self.limits(slot));
        below.extend(shown(slot, tool));
        let fields = fields(&slot.ty);
        if !fields.is_empty() {
            let below_it = fields.iter().map(|field| self.slot(&field.name, field, tool)).collect();
            below.push(Point { text: say!["It is made of:"], below: below_it });
        }
        Point { text: head, below }
    }

    fn presence(self, slot: &Slot) -> Sentence {
        let default = slot.default.as_ref().map(|value| code(write_json(value, Layout::Line)));
        match (&slot.optional, default, slot.is_fact) {
            (Optional::Always, Some(default), _) => {
                say!["It may be left out: the tool then takes ", default, ", its own default."]
            }
            (Optional::When(when), ..) => say!["It may stay empty where ", code(self.quote.span(when.span)), "."],
            (Optional::Always, None, true) => say!["It may be empty, once it was looked up."],
            (Optional::Always, None, false) => say!["It may stay empty."],
            (Optional::No, _, true) if slot.required => say!["It must be known before the call runs."],
            (Optional::No, _, true) => say!["It must be known where something else in this chapter needs it."],
            (Optional::No, _, false) if slot.cosmetic => say!["It may be left out."],
            (Optional::No, ..) => say!["It must be filled."],
        }
    }

    /// Where its value may come from.
    fn origin(self, slot: &Slot, tool: &Tool) -> Vec<Point> {
        let group = slot.group.and_then(|id| tool.groups.get(id.index()));
        let row = group.map(|group| group.sources.as_slice()).unwrap_or_default();
        let mut points = Vec::new();
        if let Some(computed) = &slot.computed {
            let expr = code(self.quote.span(computed.span));
            points.push(Point::new(say!["It is computed: ", expr, ". A proposal that differs is a conflict."]));
        }
        if slot.drafted {
            points.push(Point::new(say!["The model writes it; nothing has to bear it out."]));
        }
        if slot.supplied {
            points.push(Point::new(say!["It is supplied, and what the model proposes is ignored."]));
        }
        if slot.cosmetic {
            points.push(Point::new(say!["It is shown to people only: it never keeps a call from running."]));
        }
        let own = slot.sources.as_slice();
        match (own, row) {
            ([], []) if points.is_empty() && !fields(&slot.ty).is_empty() => {
                points.push(Point::new(say!["Each of its parts is borne out by itself."]));
            }
            ([], []) if points.is_empty() && slot.needs_source => {
                points.push(Point::new(say!["It is borne out with the whole that it belongs to."]));
            }
            ([], []) if points.is_empty() => {
                points.push(Point::new(say!["The model may propose any such value: nothing has to bear it out."]));
            }
            ([], []) => {}
            (own, []) if slot.supplied => points.push(self.sources("It is", own, slot, tool.tier)),
            (own, []) => points.push(self.sources("A value counts only if it is borne out by", own, slot, tool.tier)),
            (own, row) => {
                if !own.is_empty() {
                    points.push(self.sources("A value counts if it is borne out by", own, slot, tool.tier));
                }
                let slots = group.map(|group| group.slots.as_slice()).unwrap_or_default();
                let together = names(slots.iter().filter_map(|id| name(tool, id.index())));
                let also = if own.is_empty() { "Values of " } else { "Besides, values of " };
                let begin = say![also, together, " count together, as one row that is borne out by"];
                points.push(self.sources(begin, row, slot, tool.tier));
            }
        }
        points
    }

    /// The sources in the order of the search.
    fn sources(self, begin: impl Into<Piece>, sources: &[Source], slot: &Slot, tier: Tier) -> Point {
        let begin = begin.into();
        match sources {
            [one] => Point::new(say![begin, ": ", self.source(one, Some(slot), tier)].stop()),
            many => {
                let below = many.iter().map(|one| Point::new(self.source(one, Some(slot), tier))).collect();
                Point { text: say![begin, " one of these, which are searched in this order:"], below }
            }
        }
    }

    fn limits(self, slot: &Slot) -> Vec<Point> {
        let mut said = Vec::new();
        if let Some(refinement) = &slot.refinement {
            let expr = code(self.quote.span(refinement.span));
            said.push(say!["It is accepted only if ", expr, ", where ", code("it"), " is the value."]);
        }
        if let Some(pattern) = slot.strip {
            said.push(say!["Before it is accepted, ", self.pattern(pattern), " is taken out of it."]);
        }
        if let Some(unit) = &slot.unit {
            said.push(say!["Its unit is ", code(unit), "."]);
        }
        if !slot.aliases.is_empty() {
            said.push(say!["The model may also call it ", listed(slot.aliases.iter().map(code), "or"), "."]);
        }
        if slot.secret {
            said.push(say!["It is secret: verdicts and records show its digest alone."]);
        }
        if slot.at_trigger {
            said.push(say!["Of an action that waits for its time, it is looked up only when the time has come."]);
        }
        said.into_iter().map(Point::new).collect()
    }

    /// A type in words.
    fn ty(self, ty: &Type) -> Sentence {
        match ty {
            Type::Any => say!["any value"],
            Type::Text => say!["a text"],
            Type::Integer => say!["a whole number"],
            Type::Decimal => say!["a number"],
            Type::Boolean(None) => say!["yes or no"],
            Type::Boolean(Some(values)) => say!["yes or no: ", values_of(values)],
            Type::Date => say!["a day"],
            Type::DateTime => say!["a date with a time"],
            Type::Duration => say!["a length of time"],
            Type::Null => say!["nothing"],
            Type::Enum(values) => say!["one of: ", values_of(values)],
            Type::List(of) => say!["a list, each element ", self.ty(of)],
            Type::Map(of) => say!["values by name, each ", self.ty(of)],
            Type::Object(_) => say!["an object"],
            Type::Union(types) => say![listed(types.iter().map(|ty| Piece::from(self.ty(ty))), "or")],
            Type::Refined(of, refinement) => {
                say![self.ty(of), " for which ", code(self.quote.span(refinement.span))]
            }
            Type::Effect => say!["what should be different afterwards: an effect"],
            Type::Trigger => say!["when it should happen: at once, at a time, on a condition, or again and again"],
        }
    }
}

/// The values of an enum, each with the words by which a person says it.
fn values_of(values: &[EnumValue]) -> Piece {
    let one = |value: &EnumValue| {
        let name = code(match &value.value {
            Value::Text(text) => text.to_string(),
            other => other.to_string(),
        });
        if value.phrases.is_empty() {
            return name;
        }
        let phrases = listed(value.phrases.iter().map(|phrase| Piece::Said(phrase.to_string())), "or");
        Piece::from(say![name, " (said as ", phrases, ")"])
    };
    listed(values.iter().map(one), "or")
}

/// The fields of the objects that a type is made of.
fn fields(ty: &Type) -> &[Slot] {
    match ty.base() {
        Type::Object(fields) => fields,
        Type::List(of) | Type::Map(of) => fields(of),
        Type::Union(types) => types.iter().map(fields).find(|found| !found.is_empty()).unwrap_or_default(),
        _ => &[],
    }
}

fn name(tool: &Tool, at: usize) -> Option<&str> {
    tool.entries.get(at).map(|entry| &*entry.name)
}

/// The approvals in which a person sees it.
fn shown(slot: &Slot, tool: &Tool) -> Option<Point> {
    let confirms: Vec<&str> = slot.shown_by.iter().filter_map(|id| name(tool, id.index())).collect();
    let confirms = names((!confirms.is_empty()).then_some(confirms)?);
    let is_drafted = slot.drafted && tool.tier == Tier::Irreversible;
    let text = match is_drafted {
        true => say!["The person sees it in the approval ", confirms, ", which is due whenever it is not empty."],
        false => say!["The person sees it in the approval ", confirms, "."],
    };
    Some(Point::new(text))
}

/// Whether an entry is a fact.
pub(super) fn is_fact(kind: &EntryKind) -> bool {
    matches!(kind, EntryKind::Slot(slot) if slot.is_fact)
}
