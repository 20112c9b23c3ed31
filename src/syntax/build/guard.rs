//! Guards and `result { }`.

use super::Builder;
use crate::span::Span;
use crate::syntax::ast::{Action, ActionArgument, Guard, GuardStep, ResultBlock, ResultClause, ResultClauseKind};
use crate::syntax::grammar::{Children, Node, Rule};

impl Builder<'_> {
    pub(super) fn guard(&mut self, mut children: Children<'_>) -> Option<Guard> {
        let name = self.next_name(&mut children)?;
        let phase = self.next_name(&mut children)?;
        let (mut selectors, mut when, mut steps) = (Vec::new(), None, Vec::new());
        for node in children {
            match node.as_rule() {
                Rule::selector => selectors.extend(self.selector(node)),
                Rule::expr => when = Some(self.expr(node)?),
                Rule::guard_step => steps.push(self.guard_step(node)?),
                _ => {}
            }
        }
        Some(Guard { name, phase, selectors, when: when?, steps })
    }

    fn guard_step(&mut self, node: Node<'_>) -> Option<GuardStep> {
        let span = self.span(&node);
        let (mut actions, mut at_most) = (Vec::new(), None);
        for node in node.into_inner() {
            match node.as_rule() {
                Rule::action => actions.push(self.action(node)?),
                Rule::at_most => {
                    let mut children = Children::of(node);
                    let limit = children.seek(Rule::number).and_then(|node| self.number_literal(&node))?;
                    at_most = Some((limit, self.next_name(&mut children)?));
                }
                _ => {}
            }
        }
        Some(GuardStep { actions, at_most, span })
    }

    fn action(&mut self, node: Node<'_>) -> Option<Action> {
        let mut children = Children::of(node);
        let word = self.name(&children.next()?);
        let argument = match children.next() {
            None => ActionArgument::None,
            Some(node) => match node.as_rule() {
                Rule::selector => ActionArgument::Selector(self.selector(node)?),
                Rule::path => ActionArgument::Path(self.path(node)?),
                Rule::pattern => ActionArgument::Pattern(self.pattern(node)?),
                _ => ActionArgument::Message(self.message(&node)),
            },
        };
        Some(Action { word, argument })
    }

    pub(super) fn result_block(&mut self, children: Children<'_>) -> ResultBlock {
        ResultBlock { clauses: children.filter_map(|node| self.result_clause(node)).collect() }
    }

    pub(in crate::syntax) fn result_clause(&mut self, node: Node<'_>) -> Option<ResultClause> {
        let span = self.span(&node);
        let rule = node.as_rule();
        let mut children = Children::of(node);
        let doc = match rule {
            Rule::kind_clause | Rule::parts_clause | Rule::data_clause | Rule::scope_clause => self.doc(span),
            _ => return None,
        };
        let kind = match rule {
            Rule::parts_clause => ResultClauseKind::Parts {
                path: self.next_path(&mut children)?,
                ok_when: self.next_expr(&mut children)?,
            },
            Rule::data_clause => {
                let path = self.next_path(&mut children)?;
                let ty = match children.pass(Rule::colon) {
                    true => Some(self.next_type(&mut children)?),
                    false => None,
                };
                ResultClauseKind::Data { path, ty, verbatim: children.pass(Rule::kw_verbatim) }
            }
            Rule::scope_clause => ResultClauseKind::Scope(self.next_message(&mut children)?),
            _ => self.kind_clause(children)?,
        };
        Some(ResultClause { doc, kind, span })
    }

    fn kind_clause(&mut self, mut children: Children<'_>) -> Option<ResultClauseKind> {
        let kind = children.seek(Rule::result_kind).map(|node| self.name(&node))?;
        let when = self.next_expr(&mut children)?;
        let (mut retriable, mut keep, mut because) = (None, None, None);
        for node in children {
            let span = self.span(&node);
            match node.as_rule() {
                Rule::kw_retriable => self.once("retriable", span, &mut retriable, ()),
                Rule::keep => {
                    let path = self.next_path(&mut Children::of(node))?;
                    self.once("keep", span, &mut keep, path);
                }
                _ => {
                    let message = self.next_message(&mut Children::of(node))?;
                    self.once("because", span, &mut because, message);
                }
            }
        }
        let (retriable, keep) = (retriable.is_some(), keep.map(|(path, _)| path));
        Some(ResultClauseKind::Kind { kind, when, retriable, keep, because: because.map(|(message, _)| message) })
    }

    /// Puts a part in its place, or reports it where one is there already.
    pub(super) fn once<T>(&mut self, word: &str, span: Span, place: &mut Option<(T, Span)>, part: T) {
        let head = Span { end: span.start + word.len() as u32, ..span };
        match place {
            Some((_, first)) => self.twice(word, *first, head),
            None => *place = Some((part, head)),
        }
    }
}
