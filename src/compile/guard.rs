//! Guards: what each phase judges, and what it may do.

use std::collections::HashMap;
use std::sync::Arc;

use crate::check::roots::Reach;
use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Guard, GuardStep, Owner, ToolId};
use crate::resolve::{duplicate, select};
use crate::snapshot::Phase;
use crate::span::Span;
use crate::syntax::ast::{self, ItemKind};

use super::checklist::{Checklist, Origin, Stand, owner};
use super::expr::Lowerer;
use super::session::Session;

/// Every guard, in the order of their ids.
pub(super) fn guards<'a>(session: &mut Session<'_, 'a>) -> Vec<Guard> {
    let model = session.model;
    let mut found: Vec<(Stand, Option<Vec<ToolId>>, String, &ast::Item)> = Vec::new();
    // A guard shares the ids of the items beside it.
    let mut ids: HashMap<String, Span> = HashMap::new();
    let mut scope = |stand, tools: Option<Vec<ToolId>>, prefix: String, items: &[&'a ast::Item]| {
        for item in items.iter().filter(|item| matches!(item.kind, ItemKind::Guard(_))) {
            found.push((stand, tools.clone(), prefix.clone(), item));
        }
        for name in items.iter().filter_map(|item| shared_name(item)) {
            ids.entry(format!("{prefix}.{}", name.text)).or_insert(name.span);
        }
    };
    for (index, section) in model.sections.iter().enumerate() {
        let stand = Stand { section: index, origin: Origin::Section };
        scope(stand, None, section.prefix(), &section.items);
    }
    for (index, block) in model.blocks.iter().enumerate() {
        let Some(section) = model.section(block.section) else { continue };
        let stand = Stand { section: block.section, origin: Origin::Block { block: index, mapping: None } };
        scope(stand, Some(block.tools.clone()), section.prefix(), &block.items);
    }
    for (id, tool) in (0..).map(ToolId).zip(&model.tools) {
        let Some(section) = model.section(tool.section) else { continue };
        if tool.items.iter().any(|item| matches!(item.kind, ItemKind::Guard(_))) {
            let stand = Stand { section: tool.section, origin: Origin::Tool };
            scope(stand, Some(vec![id]), format!("{}.{}", section.prefix(), tool.name.text), &tool.items);
        }
    }
    let mut guards = Vec::new();
    for (stand, tools, prefix, item) in found {
        let ItemKind::Guard(tree) = &item.kind else { continue };
        let id = format!("{prefix}.{}", tree.name.text);
        match ids.get(&id) {
            Some(first) => session.findings.add(duplicate("item", &tree.name.text, *first, tree.name.span)),
            None => {
                ids.insert(id.clone(), tree.name.span);
            }
        }
        guards.extend(guard(session, tree, item.doc.as_deref(), stand, tools, id.into()));
    }
    guards.sort_by(|a, b| a.id.cmp(&b.id));
    guards
}

/// The name of an item that stands in the report under its id.
fn shared_name(item: &ast::Item) -> Option<&ast::Name> {
    match &item.kind {
        ItemKind::Slot(tree) | ItemKind::Fact(tree) => Some(&tree.name),
        ItemKind::Let(tree) => Some(&tree.name),
        ItemKind::Require(tree) => Some(&tree.name),
        ItemKind::Forbid(tree) => Some(&tree.name),
        ItemKind::Confirm(tree) => Some(&tree.name),
        ItemKind::Notice(tree) => Some(&tree.name),
        _ => None,
    }
}

fn guard(
    session: &mut Session<'_, '_>,
    tree: &ast::Guard,
    doc: Option<&str>,
    stand: Stand,
    tools: Option<Vec<ToolId>>,
    id: Arc<str>,
) -> Option<Guard> {
    let model = session.model;
    let tools = selected(session, tree, stand, tools);
    let Some(phase) = Phase::from_name(&tree.phase.text) else {
        session.findings.add(words::unknown(&tree.phase, "phase", words::PHASES));
        return None;
    };
    let owner = owner(model, stand);
    if owner == Owner::Provider && !matches!(phase, Phase::Call | Phase::Result) {
        session.findings.add(
            Diagnostic::new(
                Code::WrongPhase,
                tree.phase.span,
                format!("a provider's guard cannot stand on `{}`", tree.phase.text),
            )
            .help("it stands on `call` or `result`; move it to `fixed` or `user`"),
        );
        return None;
    }
    if !matches!(phase, Phase::Call | Phase::Result) && tools.is_some() {
        session.findings.add(
            Diagnostic::new(
                Code::WrongPhase,
                tree.phase.span,
                format!("a guard on `{}` judges no call, so it cannot be for some tools", tree.phase.text),
            )
            .help("let it read what was called: `any(c in turn.calls: c.tool == \"PROVIDER.TOOL\")`"),
        );
        return None;
    }
    // A guard of one tool sees that tool's `let`s.
    let list = match (stand.origin, tools.as_deref()) {
        (Origin::Tool, Some([only])) => {
            session.findings.mute();
            let list = Checklist::of_tool(model, *only, &mut session.findings);
            session.findings.unmute();
            Some(list)
        }
        _ => None,
    };
    let mut lowerer = Lowerer::new(session, list.as_ref(), stand, Reach::Guard(phase));
    lowerer.tools = tools.clone();
    let when = lowerer.condition(&tree.when);
    let steps: Vec<GuardStep> = tree.steps.iter().map(|step| lowerer.step_of_guard(step, phase, owner)).collect();
    Some(Guard { id, doc: doc.map(Arc::from), phase, tools, when, steps, declared: tree.name.span })
}

fn selected(
    session: &mut Session<'_, '_>,
    tree: &ast::Guard,
    stand: Stand,
    around: Option<Vec<ToolId>>,
) -> Option<Vec<ToolId>> {
    if tree.selectors.is_empty() {
        return around;
    }
    let mut tools: Vec<ToolId> = Vec::new();
    for selector in &tree.selectors {
        match select(session.model, stand.section, selector) {
            Ok(found) => tools.extend(found.tools.into_iter().map(|(tool, _)| tool)),
            Err(finding) => session.findings.add(*finding),
        }
    }
    tools.sort_unstable();
    tools.dedup();
    if let Some(around) = around {
        let named = !tools.is_empty();
        tools.retain(|tool| around.contains(tool));
        if let (true, true, Some(first), Some(last)) =
            (named, tools.is_empty(), tree.selectors.first(), tree.selectors.last())
        {
            session.findings.add(
                Diagnostic::new(
                    Code::EmptySelector,
                    first.span.to(last.span),
                    "none of these is among the tools that the guard stands under",
                )
                .here("selects nothing")
                .help("take the guard out of the `for` or the tool around it, or select among its tools"),
            );
        }
    }
    Some(tools)
}
