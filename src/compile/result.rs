//! How a result is read: the clauses of all sections in the order in which they are tried.

use std::sync::Arc;

use crate::check::roots::Reach;
use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{DataClause, OnFailure, Owner, ResultClause, ResultClauseKind, ResultPlan, ToolId};
use crate::resolve::{FIXED, duplicate};
use crate::syntax::ast::{self, ItemKind};
use crate::value::Value;
use crate::verdict::ErrorKind;

use super::checklist::{Checklist, Origin, Stand, owner};
use super::expr::Lowerer;
use super::render;
use super::session::Session;

/// An item that judges a result, with its place in the order: how narrow, whose, where.
type Ranked<'a> = ((u8, u8, (usize, u32)), Stand, &'a ast::Item);

/// The plan of a tool, and what its failure does where anything says so.
pub(super) fn of_tool<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: &Checklist<'m, 'a>,
    id: ToolId,
) -> (ResultPlan, Option<OnFailure>) {
    let model = session.model;
    let Some(tool) = model.tool(id) else { return Default::default() };
    let mut ranked: Vec<Ranked<'_>> = Vec::new();
    let own = Stand { section: tool.section, origin: Origin::Tool };
    ranked.extend(tool.items.iter().map(|item| ((0, 0, model.position(item.span)), own, *item)));
    for used in &tool.uses {
        let Some(block) = model.blocks.get(used.block) else { continue };
        let stand = Stand {
            section: block.section,
            origin: Origin::Block { block: used.block, mapping: used.mappings.first().copied() },
        };
        let whose = match owner(model, stand) {
            Owner::Fixed => 0,
            Owner::User => 1,
            Owner::Provider => 2,
        };
        let narrow = 1 + used.narrowness as u8;
        ranked.extend(block.items.iter().map(|item| ((narrow, whose, model.position(item.span)), stand, *item)));
    }
    ranked.extend(unscoped(session));
    plan(session, Some(list), Some(id), ranked)
}

/// The plan of tools that nothing declares.
pub(super) fn of_unlisted(session: &mut Session<'_, '_>) -> (ResultPlan, Option<OnFailure>) {
    let ranked = unscoped(session);
    plan(session, None, None, ranked)
}

fn unscoped<'a>(session: &Session<'_, 'a>) -> Vec<Ranked<'a>> {
    let model = session.model;
    let stand = Stand { section: FIXED, origin: Origin::Section };
    let items = model.section(FIXED).map(|section| section.items.as_slice()).unwrap_or_default();
    items.iter().map(|item| ((u8::MAX, 0, model.position(item.span)), stand, *item)).collect()
}

fn plan<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: Option<&Checklist<'m, 'a>>,
    tool: Option<ToolId>,
    mut ranked: Vec<Ranked<'_>>,
) -> (ResultPlan, Option<OnFailure>) {
    ranked.retain(|(_, _, item)| matches!(item.kind, ItemKind::Result(_) | ItemKind::OnFailure(_)));
    ranked.sort_by_key(|(key, ..)| *key);
    let mut plan = ResultPlan::default();
    let mut on_failure = None;
    for ((rank, ..), stand, item) in ranked {
        let mut lowerer = Lowerer::new(session, list, stand, Reach::Result);
        lowerer.tools = tool.map(|tool| vec![tool]);
        match &item.kind {
            ItemKind::Result(block) => lowerer.result(block, rank == 0, &mut plan),
            ItemKind::OnFailure(tree) => {
                let found = lowerer.on_failure(tree);
                on_failure = on_failure.or(found);
            }
            _ => {}
        }
    }
    (plan, on_failure)
}

impl Lowerer<'_, '_, '_> {
    fn result(&mut self, block: &ast::ResultBlock, own: bool, plan: &mut ResultPlan) {
        let owner = owner(self.session.model, self.stand);
        let (mut data, mut scope) = (None, None);
        for clause in &block.clauses {
            let kind = match &clause.kind {
                ast::ResultClauseKind::Kind { kind, when, retriable, keep, because } => {
                    let when = self.condition(when);
                    let keep = keep.as_ref().map(|keep| self.path(keep).expr);
                    let because = because.as_ref().map(|because| self.message(because, false));
                    let Some(kind) = ErrorKind::ALL.iter().copied().find(|known| known.as_str() == kind.text) else {
                        self.report(words::unknown(kind, "kind of result", words::KINDS));
                        continue;
                    };
                    ResultClauseKind::Failure { kind, when, retriable: *retriable, keep, because }
                }
                ast::ResultClauseKind::Parts { path, ok_when } => {
                    let typed = self.path(path);
                    let part = typed.ty.element().unwrap_or(crate::check::Ty::Any);
                    ResultClauseKind::Parts { path: typed.expr, ok_when: self.refinement(ok_when, part) }
                }
                ast::ResultClauseKind::Data { path, ty, verbatim } => {
                    if let Some(first) = data.replace(clause.span) {
                        self.report(duplicate("clause", "data", first, clause.span));
                    }
                    let lowered = DataClause {
                        path: self.path(path).expr,
                        path_text: Arc::from(render::path(path)),
                        ty: ty.as_ref().map(|ty| self.ty(ty)),
                        verbatim: *verbatim,
                    };
                    plan.data.get_or_insert_with(|| Box::new(lowered));
                    continue;
                }
                ast::ResultClauseKind::Scope(message) => {
                    if let Some(first) = scope.replace(clause.span) {
                        self.report(duplicate("clause", "scope", first, clause.span));
                    }
                    let message = self.message(message, false);
                    plan.scope.get_or_insert_with(|| Box::new(message));
                    continue;
                }
            };
            let is_default = matches!(self.stand.origin, Origin::Section);
            plan.clauses.push(ResultClause { own, is_default, owner, kind, declared: clause.span });
        }
    }

    fn on_failure(&mut self, tree: &ast::OnFailure) -> Option<OnFailure> {
        let times = tree.times.as_ref();
        match tree.word.text.as_str() {
            "halt" => Some(OnFailure::Halt),
            "continue" => Some(OnFailure::Continue),
            "retry" => {
                let number = times.and_then(|times| match &times.value {
                    Value::Number(number) => number.as_usize().filter(|number| *number > 0),
                    _ => None,
                });
                if number.is_none() {
                    let span = times.map_or(tree.word.span, |times| times.span);
                    self.report(
                        Diagnostic::new(Code::WrongArguments, span, "`retry` does not say how often")
                            .help("write a whole number: `on failure retry 2`"),
                    );
                }
                number.map(OnFailure::Retry)
            }
            _ => {
                self.report(words::unknown(&tree.word, "way with failures", words::ON_FAILURE));
                None
            }
        }
    }
}
