//! Types as slots carry them.

use std::sync::Arc;

use crate::check::{Ty, words};
use crate::program::{Choice, EnumValue, Type};
use crate::resolve::{Place, duplicate, misplaced};
use crate::syntax::ast::{self, ItemKind, TypeKind};

use super::expr::Lowerer;
use super::slot::Bearing;

impl Lowerer<'_, '_, '_> {
    /// A type outside of a slot, whose fields need no sources.
    pub(super) fn ty(&mut self, tree: &ast::Type) -> Type {
        self.slot_type(tree, &Bearing::covered())
    }

    /// A slot's type; its fields are borne out as `bearing` says.
    pub(super) fn slot_type(&mut self, tree: &ast::Type, bearing: &Bearing) -> Type {
        match &tree.kind {
            TypeKind::Name(name) => match name.text.as_str() {
                "any" => Type::Any,
                "text" => Type::Text,
                "integer" => Type::Integer,
                "decimal" => Type::Decimal,
                "boolean" => Type::Boolean(None),
                "date" => Type::Date,
                "datetime" => Type::DateTime,
                "duration" => Type::Duration,
                "null" => Type::Null,
                "effect" => Type::Effect,
                "trigger" => Type::Trigger,
                _ => {
                    self.report(words::unknown(name, "type", words::TYPES));
                    Type::Any
                }
            },
            TypeKind::Enum(values) => Type::Enum(self.enum_values(values)),
            TypeKind::Boolean(values) => Type::Boolean(Some(self.enum_values(values))),
            TypeKind::List(of) => Type::List(Box::new(self.slot_type(of, bearing))),
            TypeKind::Map(of) => Type::Map(Box::new(self.slot_type(of, bearing))),
            TypeKind::Union(types) => Type::Union(types.iter().map(|ty| self.slot_type(ty, bearing)).collect()),
            TypeKind::Refined(of, refinement) => {
                let base = Ty::of(of);
                let of = self.slot_type(of, bearing);
                Type::Refined(Box::new(of), Arc::new(self.refinement(refinement, base)))
            }
            TypeKind::Object(items) => self.object(tree, items, bearing),
        }
    }

    fn enum_values(&mut self, values: &[ast::EnumValue]) -> Arc<Choice> {
        for (at, value) in values.iter().enumerate() {
            let first = values.iter().take(at).find(|first| first.value.value == value.value.value);
            if let Some(first) = first {
                let name = value.value.value.to_string();
                self.report(duplicate("value", &name, first.value.span, value.value.span));
            }
        }
        let values = values.iter().map(|value| EnumValue {
            value: value.value.value.clone(),
            phrases: value.phrases.iter().map(|phrase| Arc::from(phrase.text.as_str())).collect(),
            doc: value.doc.clone(),
        });
        Arc::new(values.collect())
    }

    fn object(&mut self, tree: &ast::Type, items: &[ast::Item], bearing: &Bearing) -> Type {
        let Ty::Object(siblings) = Ty::of(tree) else { return Type::Any };
        let mut fields: Vec<(&ast::Slot, Option<&str>)> = Vec::new();
        for item in items {
            if let Some(finding) = misplaced(&item.kind, Place::Object, item.span) {
                self.report(finding);
            }
            let ItemKind::Slot(slot) = &item.kind else { continue };
            match fields.iter().find(|(first, _)| first.name.text == slot.name.text) {
                Some((first, _)) => {
                    let finding = duplicate("field", &slot.name.text, first.name.span, slot.name.span);
                    self.report(finding);
                }
                None => fields.push((slot, item.doc.as_deref())),
            }
        }
        let trees: Vec<&ast::Slot> = fields.iter().map(|(slot, _)| *slot).collect();
        self.aliases(&trees);
        let bearing = bearing.inside();
        Type::Object(self.among(siblings, |this| {
            fields.iter().map(|(slot, doc)| this.slot(slot, doc.map(Arc::from), false, &bearing)).collect()
        }))
    }
}
