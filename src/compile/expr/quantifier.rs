//! `any`, `all`, `sum`, `count`.

use crate::check::Ty;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::ExprKind;
use crate::span::Span;
use crate::syntax::ast::{Quantifier, QuantifierKind};

use super::super::render;
use super::{Local, Lowerer, Typed};

impl Lowerer<'_, '_, '_> {
    pub(super) fn quantifier(&mut self, tree: &Quantifier, span: Span) -> Typed {
        let word = tree.kind.as_str();
        let outer = self.locals.len();
        if tree.variables.len() != tree.lists.len() {
            let message = format!(
                "`{word}` binds {} to {}",
                render::count(tree.variables.len(), "name"),
                render::count(tree.lists.len(), "list"),
            );
            let first = tree.variables.first().map_or(span, |name| name.span);
            let place = tree.variables.last().map_or(first, |last| first.to(last.span));
            self.report(
                Diagnostic::new(Code::WrongArguments, place, message)
                    .help("each name walks through one list: `all(a, b in P, Q: a == b)`"),
            );
        }
        let mut lists = Vec::new();
        let mut elements = Vec::new();
        for list in &tree.lists {
            let typed = self.expr(list);
            elements.push(typed.ty.element().unwrap_or_else(|| {
                self.mismatch(list.span, format!("`{word}` walks through a list, and this is {}", typed.ty.describe()));
                Ty::Any
            }));
            lists.push(typed.expr);
        }
        for (at, name) in tree.variables.iter().enumerate() {
            let ty = elements.get(at).cloned().unwrap_or(Ty::Any);
            self.locals.push(Local { name: name.text.clone(), ty });
        }
        let filter = tree.filter.as_deref().map(|filter| Box::new(self.boolean(filter, "what `where` says").expr));
        let facts = tree.filter.as_deref().map(|filter| self.facts(filter, true)).unwrap_or_default();
        let body = self.knowing(facts, |this| this.body(tree, span));
        self.locals.truncate(outer);
        let (body, ty, unit) = match body {
            Some(typed) => (Some(Box::new(typed.expr)), typed.ty, typed.unit),
            None => (None, Ty::Any, None),
        };
        let ty = match tree.kind {
            QuantifierKind::Any | QuantifierKind::All => Ty::Boolean,
            QuantifierKind::Count => Ty::Integer,
            QuantifierKind::Sum => ty,
        };
        Typed {
            unit,
            ..Typed::new(ExprKind::Quantifier { kind: tree.kind, lists: lists.into(), filter, body }, span, ty)
        }
    }

    fn body(&mut self, tree: &Quantifier, span: Span) -> Option<Typed> {
        let word = tree.kind.as_str();
        match (tree.kind, tree.body.as_deref()) {
            (QuantifierKind::Any | QuantifierKind::All, Some(body)) => {
                Some(self.boolean(body, &format!("what `{word}` says")))
            }
            (QuantifierKind::Sum, Some(body)) => {
                let typed = self.expr(body);
                self.needs_value(&typed, body, "sum");
                if !typed.ty.may_be_number() && !typed.ty.may_be(|ty| *ty == Ty::Duration) {
                    self.mismatch(body.span, format!("`sum` adds numbers, and this is {}", typed.ty.describe()));
                    return Some(Typed { ty: Ty::Any, ..typed });
                }
                Some(typed)
            }
            (QuantifierKind::Count, Some(body)) => {
                self.report(
                    Diagnostic::new(Code::WrongArguments, body.span, "`count` only counts")
                        .help("what is counted stands after `where`: `count(x in P where C)`"),
                );
                None
            }
            (QuantifierKind::Count, None) => None,
            (_, None) => {
                self.report(
                    Diagnostic::new(
                        Code::WrongArguments,
                        span,
                        format!("`{word}` says nothing of what it walks through"),
                    )
                    .help(format!("write `{word}(x in P: ...)`")),
                );
                None
            }
        }
    }
}
