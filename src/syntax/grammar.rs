//! The parser that pest derives from `grammar/chk.pest`. `Rule` never leaves `syntax`.

#![allow(missing_docs, reason = "the derived rules carry the comments of the grammar")]

use pest::iterators::{Pair, Pairs};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/chk.pest"]
pub(super) struct Grammar;

/// What pest says of one matched rule.
pub(super) type Node<'t> = Pair<'t, Rule>;

/// The end of the last token in `node`: pest counts the white space behind an optional part that is missing.
pub(super) fn end(node: &Node<'_>) -> usize {
    let mut last = node.clone();
    while let Some(inner) = last.clone().into_inner().next_back() {
        last = inner;
    }
    last.as_span().end()
}

/// The children of a node, taken from left to right.
pub(super) struct Children<'t>(Pairs<'t, Rule>);

impl<'t> Children<'t> {
    pub(super) fn of(node: Node<'t>) -> Children<'t> {
        Children(node.into_inner())
    }

    /// The next child of this rule; what stands before it is passed over.
    pub(super) fn seek(&mut self, rule: Rule) -> Option<Node<'t>> {
        self.0.find(|node| node.as_rule() == rule)
    }

    /// The next child, where it is of this rule.
    pub(super) fn take_if(&mut self, rule: Rule) -> Option<Node<'t>> {
        (self.0.peek()?.as_rule() == rule).then(|| self.0.next()).flatten()
    }

    /// Passes over the next child where it is of this rule, and says whether it was.
    pub(super) fn pass(&mut self, rule: Rule) -> bool {
        self.take_if(rule).is_some()
    }
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        self.0.next()
    }
}
