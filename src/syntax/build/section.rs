//! What holds items: sections, tools, `for`.

use super::Builder;
use crate::span::Span;
use crate::syntax::ast::{For, Item, ItemKind, Name, Owner, Section, Selector, SelectorKind, Tool};
use crate::syntax::grammar::{Children, Node, Rule};

/// `fixed`, `provider NAME`, `user`, without what is in it.
pub(in crate::syntax) struct SectionHead {
    owner: Owner,
    name: Option<Name>,
    head: Span,
}

impl SectionHead {
    pub(in crate::syntax) fn with(self, items: Vec<Item>) -> ItemKind {
        ItemKind::Section(Section { owner: self.owner, name: self.name, items, head: self.head })
    }
}

impl Builder<'_> {
    /// The items among the children that are left.
    pub(in crate::syntax) fn items(&mut self, children: Children<'_>) -> Vec<Item> {
        children.filter_map(|node| self.item(node)).collect()
    }

    pub(in crate::syntax) fn section_head(&mut self, node: Node<'_>) -> Option<SectionHead> {
        let head = self.span(&node);
        let mut children = Children::of(node);
        let owner = match children.next()?.as_rule() {
            Rule::kw_fixed => Owner::Fixed,
            Rule::kw_provider => Owner::Provider,
            _ => Owner::User,
        };
        Some(SectionHead { owner, name: self.next_name(&mut children), head })
    }

    pub(super) fn section(&mut self, mut children: Children<'_>) -> Option<ItemKind> {
        let head = children.seek(Rule::section_head).and_then(|node| self.section_head(node))?;
        Some(head.with(self.items(children)))
    }

    pub(in crate::syntax) fn tool_head(&mut self, node: Node<'_>) -> Option<Name> {
        self.next_name(&mut Children::of(node))
    }

    pub(super) fn tool(&mut self, mut children: Children<'_>) -> Option<ItemKind> {
        let name = children.seek(Rule::tool_head).and_then(|node| self.tool_head(node))?;
        Some(ItemKind::Tool(Tool { name, items: self.items(children) }))
    }

    pub(in crate::syntax) fn for_head(&mut self, node: Node<'_>) -> Vec<Selector> {
        self.selectors(Children::of(node))
    }

    pub(super) fn for_block(&mut self, mut children: Children<'_>) -> Option<ItemKind> {
        let selectors = children.seek(Rule::for_head).map(|node| self.for_head(node))?;
        Some(ItemKind::For(For { selectors, items: self.items(children) }))
    }

    /// The selectors among the children that are left.
    pub(super) fn selectors(&mut self, children: Children<'_>) -> Vec<Selector> {
        let selectors = children.filter(|node| node.as_rule() == Rule::selector);
        selectors.filter_map(|node| self.selector(node)).collect()
    }

    pub(super) fn selector(&mut self, node: Node<'_>) -> Option<Selector> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let effect = children.pass(Rule::kw_effect);
        let name = self.next_dotted(&mut children)?;
        let kind = match (effect, children.seek(Rule::every)) {
            (true, _) => SelectorKind::Effect(name),
            (false, Some(_)) => SelectorKind::AllOf(name),
            (false, None) => SelectorKind::Name(name),
        };
        Some(Selector { kind, span })
    }
}
