//! Static types: what is known of a value before there is one.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::syntax::ast::{self, ClauseKind, ItemKind, TypeKind};
use crate::value::Value;

/// A static type. Unlike a slot's declared type it carries no expressions, and `Any` also stands for what is not known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    /// Nothing is known.
    Any,
    /// `text`
    Text,
    /// `integer`
    Integer,
    /// `decimal`
    Decimal,
    /// `boolean`
    Boolean,
    /// `date`
    Date,
    /// `datetime`
    DateTime,
    /// `duration`
    Duration,
    /// `null`
    Null,
    /// One of these values.
    Enum(Arc<[Value]>),
    /// `list of T`
    List(Box<Ty>),
    /// `map of T`
    Map(Box<Ty>),
    /// Fields by name.
    Object(Arc<IndexMap<String, Field>>),
    /// One of several.
    Union(Vec<Ty>),
    /// An effect.
    Effect,
    /// When an action should happen.
    Trigger,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    /// Its type.
    pub(crate) ty: Ty,
    /// Whether it may be empty.
    pub(crate) optional: bool,
    /// Its unit.
    pub(crate) unit: Option<Arc<str>>,
}

/// The kinds of a trigger.
pub(crate) const TRIGGERS: &[&str] = &["immediate", "scheduled", "conditional", "recurring"];

impl Ty {
    /// The type that a tree says; a word that is no type is anything.
    pub(crate) fn of(tree: &ast::Type) -> Ty {
        match &tree.kind {
            TypeKind::Name(name) => Ty::named(&name.text).unwrap_or(Ty::Any),
            TypeKind::Enum(values) => Ty::Enum(values.iter().map(|value| value.value.value.clone()).collect()),
            TypeKind::Boolean(_) => Ty::Boolean,
            TypeKind::List(of) => Ty::List(Box::new(Ty::of(of))),
            TypeKind::Map(of) => Ty::Map(Box::new(Ty::of(of))),
            TypeKind::Union(types) => Ty::Union(types.iter().map(Ty::of).collect()),
            TypeKind::Refined(of, _) => Ty::of(of),
            TypeKind::Object(items) => {
                let mut fields = IndexMap::new();
                for item in items {
                    if let ItemKind::Slot(slot) = &item.kind {
                        fields.entry(slot.name.text.clone()).or_insert_with(|| Field::of(slot));
                    }
                }
                Ty::Object(Arc::new(fields))
            }
        }
    }

    /// The type that is one word.
    pub(crate) fn named(word: &str) -> Option<Ty> {
        Some(match word {
            "any" => Ty::Any,
            "text" => Ty::Text,
            "integer" => Ty::Integer,
            "decimal" => Ty::Decimal,
            "boolean" => Ty::Boolean,
            "date" => Ty::Date,
            "datetime" => Ty::DateTime,
            "duration" => Ty::Duration,
            "null" => Ty::Null,
            "effect" => Ty::Effect,
            "trigger" => Ty::Trigger,
            _ => return None,
        })
    }

    /// The type of a literal.
    pub(crate) fn of_value(value: &Value) -> Ty {
        match value {
            Value::Null => Ty::Null,
            Value::Bool(_) => Ty::Boolean,
            Value::Number(number) if number.is_integer() => Ty::Integer,
            Value::Number(_) => Ty::Decimal,
            Value::Text(_) => Ty::Text,
            Value::Date(_) => Ty::Date,
            Value::DateTime(_) => Ty::DateTime,
            Value::Duration(_) => Ty::Duration,
            Value::List(values) => Ty::List(Box::new(Ty::common(values.iter().map(Ty::of_value)))),
            Value::Map(_) => Ty::Any,
        }
    }

    /// The type of a value that is one of these.
    pub(crate) fn common(types: impl IntoIterator<Item = Ty>) -> Ty {
        let mut all: Vec<Ty> = Vec::new();
        for ty in types {
            match ty {
                Ty::Any => return Ty::Any,
                Ty::Union(members) => all.extend(members),
                ty if all.contains(&ty) => {}
                ty => all.push(ty),
            }
        }
        match (all.len(), all.pop()) {
            (1, Some(only)) => only,
            (_, None) => Ty::Any,
            (_, Some(last)) => {
                all.push(last);
                Ty::Union(all)
            }
        }
    }

    /// What it may be, unions taken apart.
    pub(crate) fn alternatives(&self) -> Vec<&Ty> {
        match self {
            Ty::Union(types) => types.iter().flat_map(Ty::alternatives).collect(),
            ty => vec![ty],
        }
    }

    /// Whether a value of it may be one that `test` says yes to; anything may.
    pub(crate) fn may_be(&self, test: impl Fn(&Ty) -> bool) -> bool {
        self.alternatives().into_iter().any(|ty| *ty == Ty::Any || test(ty))
    }

    /// Whether it may be a number.
    pub(crate) fn may_be_number(&self) -> bool {
        self.may_be(|ty| match ty {
            Ty::Integer | Ty::Decimal => true,
            Ty::Enum(values) => values.iter().any(|value| value.as_number().is_some()),
            _ => false,
        })
    }

    /// Whether it may be a text.
    pub(crate) fn may_be_text(&self) -> bool {
        self.may_be(|ty| match ty {
            Ty::Text | Ty::Effect | Ty::Trigger => true,
            Ty::Enum(values) => values.iter().any(|value| value.as_text().is_some()),
            _ => false,
        })
    }

    /// Whether it may be a truth value.
    pub(crate) fn may_be_boolean(&self) -> bool {
        self.may_be(|ty| match ty {
            Ty::Boolean => true,
            Ty::Enum(values) => values.iter().any(|value| value.as_bool().is_some()),
            _ => false,
        })
    }

    /// The type of its elements; none where it is no list.
    pub(crate) fn element(&self) -> Option<Ty> {
        let mut elements = Vec::new();
        for ty in self.alternatives() {
            match ty {
                Ty::Any => return Some(Ty::Any),
                Ty::List(of) => elements.push((**of).clone()),
                _ => {}
            }
        }
        (!elements.is_empty()).then(|| Ty::common(elements))
    }

    /// With its article, as a sentence has it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Ty::Any => "anything".to_owned(),
            Ty::Text => "a text".to_owned(),
            Ty::Integer => "an integer".to_owned(),
            Ty::Decimal => "a decimal".to_owned(),
            Ty::Boolean => "a boolean".to_owned(),
            Ty::Date => "a date".to_owned(),
            Ty::DateTime => "a datetime".to_owned(),
            Ty::Duration => "a duration".to_owned(),
            Ty::Null => "null".to_owned(),
            Ty::Enum(_) => "an enum".to_owned(),
            Ty::List(_) => "a list".to_owned(),
            Ty::Map(_) => "a map".to_owned(),
            Ty::Object(_) => "an object".to_owned(),
            Ty::Effect => "an effect".to_owned(),
            Ty::Trigger => "a trigger".to_owned(),
            Ty::Union(types) => {
                let all: Vec<String> = types.iter().map(Ty::describe).collect();
                all.join(" or ")
            }
        }
    }
}

impl Field {
    /// What a slot's clauses say of it.
    pub(crate) fn of(slot: &ast::Slot) -> Field {
        let unit = slot.clauses.iter().find_map(|clause| match &clause.kind {
            ClauseKind::Unit(name) => Some(Arc::from(name.text.as_str())),
            _ => None,
        });
        let optional =
            slot.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Optional(_) | ClauseKind::Default(_)));
        Field { ty: Ty::of(&slot.ty), optional, unit }
    }
}
