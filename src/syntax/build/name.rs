//! Names, dotted names, and values that may be names.

use super::Builder;
use crate::syntax::ast::{DottedName, Name, ValueOrName};
use crate::syntax::grammar::{Children, Node, Rule};

impl Builder<'_> {
    /// A name, its backquotes taken off.
    pub(super) fn name(&self, node: &Node<'_>) -> Name {
        let raw = node.as_str();
        let inner = raw.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        Name { text: inner.unwrap_or(raw).to_owned(), span: self.span(node), quoted: inner.is_some() }
    }

    /// The next name among the children.
    pub(super) fn next_name(&self, children: &mut Children<'_>) -> Option<Name> {
        children.seek(Rule::name).map(|node| self.name(&node))
    }

    /// All the names among the children that are left.
    pub(super) fn names(&self, children: Children<'_>) -> Vec<Name> {
        children
            .filter(|node| matches!(node.as_rule(), Rule::name | Rule::plain_name))
            .map(|node| self.name(&node))
            .collect()
    }

    /// Names joined by dots.
    pub(super) fn dotted(&self, node: Node<'_>) -> DottedName {
        let span = self.span(&node);
        DottedName { parts: self.names(Children::of(node)), span }
    }

    /// The next dotted name among the children.
    pub(super) fn next_dotted(&self, children: &mut Children<'_>) -> Option<DottedName> {
        children.seek(Rule::dotted_name).map(|node| self.dotted(node))
    }

    /// A literal or a name; none for punctuation.
    pub(super) fn value_or_name(&mut self, node: &Node<'_>) -> Option<ValueOrName> {
        match node.as_rule() {
            Rule::name | Rule::plain_name => Some(ValueOrName::Name(self.name(node))),
            _ => self.literal(node).map(ValueOrName::Literal),
        }
    }

    /// All the literals and names among the children that are left.
    pub(super) fn values_or_names(&mut self, children: Children<'_>) -> Vec<ValueOrName> {
        children.filter_map(|node| self.value_or_name(&node)).collect()
    }
}
