//! Patterns.

use super::Builder;
use crate::syntax::ast::{Pattern, PatternKind};
use crate::syntax::grammar::{Children, Node, Rule};

impl Builder<'_> {
    /// A pattern: a `pattern` node, or the regular expression or the words in one.
    pub(super) fn pattern(&mut self, node: Node<'_>) -> Option<Pattern> {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::pattern => return self.pattern(node.into_inner().next()?),
            Rule::dotted_name => PatternKind::Name(self.dotted(node)),
            Rule::words => PatternKind::Words(self.texts(Children::of(node))),
            Rule::regex => {
                let (body, flags) = node.as_str().get(1..)?.rsplit_once('/')?;
                PatternKind::Regex(body.replace("\\/", "/"), flags.to_owned())
            }
            _ => return None,
        };
        Some(Pattern { kind, span })
    }

    /// The next pattern among the children.
    pub(super) fn next_pattern(&mut self, children: &mut Children<'_>) -> Option<Pattern> {
        let node = children.seek(Rule::pattern)?;
        self.pattern(node)
    }
}
