//! Slots, facts, their clauses and sources.

use super::Builder;
use crate::span::Span;
use crate::syntax::ast::{Clause, ClauseKind, Literal, Mode, Slot, Source, ValueOrName};
use crate::syntax::grammar::{Children, Node, Rule};
use crate::value::Value;

impl Builder<'_> {
    /// A slot or a fact.
    pub(super) fn slot(&mut self, node: Node<'_>) -> Option<Slot> {
        let mut children = Children::of(node);
        let name = self.next_name(&mut children)?;
        let ty = self.next_type(&mut children)?;
        let computed = match children.take_if(Rule::computed) {
            Some(node) => Some(self.next_expr(&mut Children::of(node))?),
            None => None,
        };
        let clauses = self.clauses(children);
        Some(Slot { name, ty, computed, clauses })
    }

    /// The clauses that are left, each kind once; a second one is reported.
    pub(in crate::syntax) fn clauses(&mut self, children: Children<'_>) -> Vec<Clause> {
        let mut clauses: Vec<Clause> = Vec::new();
        for node in children {
            let span = self.span(&node);
            let doc = self.doc(span);
            let Some(kind) = self.clause(node) else { continue };
            match clauses.iter().find(|clause| clause.kind.word() == kind.word()) {
                Some(first) => self.twice(kind.word(), word_span(first.span, &kind), word_span(span, &kind)),
                None => clauses.push(Clause { kind, span, doc }),
            }
        }
        clauses
    }

    fn clause(&mut self, node: Node<'_>) -> Option<ClauseKind> {
        let rule = node.as_rule();
        if rule == Rule::from_clause {
            return Some(ClauseKind::From(self.sources(node)));
        }
        let mut children = Children::of(node);
        Some(match rule {
            Rule::where_clause => ClauseKind::Where(self.next_expr(&mut children)?),
            Rule::drafted => ClauseKind::Drafted,
            Rule::supplied => ClauseKind::Supplied,
            Rule::cosmetic => ClauseKind::Cosmetic,
            Rule::optional_clause => match children.seek(Rule::expr) {
                Some(condition) => ClauseKind::Optional(Some(self.expr(condition)?)),
                None => ClauseKind::Optional(None),
            },
            Rule::default_clause => ClauseKind::Default(self.default_value(children)?),
            Rule::required => ClauseKind::Required,
            Rule::alias_clause => ClauseKind::Alias(self.names(children)),
            Rule::unit_clause => ClauseKind::Unit(self.name(&children.seek(Rule::plain_name)?)),
            Rule::strip_clause => ClauseKind::Strip(self.next_pattern(&mut children)?),
            Rule::secret => ClauseKind::Secret,
            Rule::ask_clause => ClauseKind::Ask(self.next_message(&mut children)?),
            Rule::at_trigger => ClauseKind::AtTrigger,
            _ => return None,
        })
    }

    fn default_value(&mut self, mut children: Children<'_>) -> Option<ValueOrName> {
        let node = children.nth(1)?;
        if node.as_rule() == Rule::empty_list {
            return Some(ValueOrName::Literal(Literal { value: Value::list([]), span: self.span(&node) }));
        }
        self.value_or_name(&node)
    }

    /// The sources of a `from`.
    pub(super) fn sources(&mut self, node: Node<'_>) -> Vec<Source> {
        let sources = node.into_inner().filter(|node| node.as_rule() == Rule::source);
        sources.filter_map(|node| self.source(node)).collect()
    }

    fn source(&mut self, node: Node<'_>) -> Option<Source> {
        let span = self.span(&node);
        let mut children = Children::of(node);
        let word = self.name(&children.seek(Rule::source_word)?);
        let path = match children.pass(Rule::open_paren) {
            true => Some(self.next_path(&mut children)?),
            false => None,
        };
        let modes = children.filter(|node| node.as_rule() == Rule::mode).filter_map(|node| self.mode(node)).collect();
        Some(Source { word, path, modes, span })
    }

    fn mode(&mut self, node: Node<'_>) -> Option<Mode> {
        let mut children = Children::of(node);
        let word = self.name(&children.next()?);
        let argument = self.next_dotted(&mut children);
        Some(Mode { word, argument, strip: None })
    }
}

/// The word that opens a clause.
fn word_span(clause: Span, kind: &ClauseKind) -> Span {
    let word = kind.word().len() as u32;
    // `at trigger` may hold more than one blank; then its first word will do.
    Span { end: clause.end.min(clause.start + word), ..clause }
}
