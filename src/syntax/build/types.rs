//! Types.

use super::Builder;
use crate::syntax::ast::{EnumValue, Literal, Type, TypeKind, ValueOrName};
use crate::syntax::grammar::{Children, Node, Rule};
use crate::value::Value;

impl Builder<'_> {
    /// A `ty` node: one type, or a union.
    pub(super) fn ty(&mut self, node: Node<'_>) -> Option<Type> {
        let span = self.span(&node);
        let members = node.into_inner().filter(|node| node.as_rule() != Rule::kw_or);
        let mut members: Vec<Type> = members.map(|node| self.type_member(node)).collect::<Option<_>>()?;
        if members.len() == 1 {
            return members.pop();
        }
        Some(Type { kind: TypeKind::Union(members), span })
    }

    /// The next type among the children.
    pub(super) fn next_type(&mut self, children: &mut Children<'_>) -> Option<Type> {
        let node = children.seek(Rule::ty)?;
        self.ty(node)
    }

    fn type_member(&mut self, node: Node<'_>) -> Option<Type> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut children = Children::of(node);
        let kind = match rule {
            Rule::named_type => TypeKind::Name(self.name(&children.seek(Rule::type_word)?)),
            Rule::list_type => TypeKind::List(Box::new(self.type_member(children.last()?)?)),
            Rule::map_type => TypeKind::Map(Box::new(self.type_member(children.last()?)?)),
            Rule::enum_type => TypeKind::Enum(self.enum_values(children, Rule::enum_value)),
            Rule::boolean_type => TypeKind::Boolean(self.enum_values(children, Rule::boolean_value)),
            Rule::object_type => {
                children.pass(Rule::kw_object);
                TypeKind::Object(self.items(children))
            }
            Rule::refined_type => {
                let inner = self.next_type(&mut children)?;
                match children.seek(Rule::expr) {
                    Some(condition) => TypeKind::Refined(Box::new(inner), Box::new(self.expr(condition)?)),
                    None => inner.kind,
                }
            }
            _ => return None,
        };
        Some(Type { kind, span })
    }

    fn enum_values(&mut self, children: Children<'_>, rule: Rule) -> Vec<EnumValue> {
        children.filter(|node| node.as_rule() == rule).filter_map(|node| self.enum_value(node)).collect()
    }

    fn enum_value(&mut self, node: Node<'_>) -> Option<EnumValue> {
        let doc = self.docs.take(self.span(&node).start);
        let mut children = Children::of(node);
        let first = children.next()?;
        let value = match self.value_or_name(&first)? {
            ValueOrName::Literal(literal) => literal,
            ValueOrName::Name(name) => Literal { value: Value::text(name.text), span: name.span },
        };
        let phrases = children.seek(Rule::phrases).map(|node| self.texts(Children::of(node))).unwrap_or_default();
        Some(EnumValue { value, phrases, doc })
    }
}
