//! Guards: what each phase judges, and what it may do.

use std::collections::HashMap;
use std::sync::Arc;

use crate::check::roots::Reach;
use crate::check::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Guard, Owner, ToolId};
use crate::resolve::{duplicate, select};
use crate::snapshot::Phase;
use crate::span::Span;
use crate::syntax::ast::{self, ActionArgument, ItemKind};

use super::checklist::{Checklist, Origin, Stand, owner};
use super::expr::Lowerer;
use super::session::Session;

/// What a guard can do, and what follows each word.
const ACTIONS: &[(&str, &str)] = &[
    ("hide", "a selector"),
    ("append", "a message"),
    ("attach", "a path"),
    ("reply", "a message"),
    ("hold", "a message"),
    ("retry", "a message"),
    ("replay", "nothing"),
    ("escalate", "nothing"),
    ("strip", "a pattern"),
    ("record", "nothing"),
];

/// What a phase may do besides `record`.
fn actions(phase: Phase, owner: Owner) -> Vec<&'static str> {
    let all: &[&str] = match phase {
        Phase::Request => &["hide", "append", "attach", "reply", "hold"],
        Phase::Call => &["retry", "reply", "replay", "hold"],
        Phase::Result => &["strip", "append", "hold"],
        Phase::Answer => &["retry", "hide", "attach", "reply", "escalate", "strip", "append", "hold"],
        Phase::Memory => &["retry", "strip", "hold"],
    };
    let provider = ["hold", "retry", "replay", "append"];
    let allowed = all.iter().copied().filter(|word| owner != Owner::Provider || provider.contains(word));
    allowed.chain(["record"]).collect()
}

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
        guards.extend(guard(session, tree, stand, tools, id.into()));
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
    for step in &tree.steps {
        lowerer.step_of_guard(step, phase, owner);
    }
    Some(Guard { id, phase, tools, when, declared: tree.name.span })
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
        tools.retain(|tool| around.contains(tool));
    }
    Some(tools)
}

impl Lowerer<'_, '_, '_> {
    fn step_of_guard(&mut self, step: &ast::GuardStep, phase: Phase, owner: Owner) {
        let retries = step.actions.iter().any(|action| action.word.text == "retry");
        for action in &step.actions {
            self.action(action, phase, owner, retries);
        }
        let Some((limit, per)) = &step.at_most else { return };
        let whole = limit.value.as_number().and_then(|number| number.as_usize()).is_some_and(|number| number > 0);
        if !whole {
            self.report(
                Diagnostic::new(Code::TypeMismatch, limit.span, "`at most` counts in whole numbers from 1")
                    .help("write how often it may act: `at most 2 per message`"),
            );
        }
        if !words::SCOPES.contains(&per.text.as_str()) {
            self.report(words::unknown(per, "span of time", words::SCOPES));
        }
    }

    fn action(&mut self, action: &ast::Action, phase: Phase, owner: Owner, retries: bool) {
        let word = action.word.text.as_str();
        let Some((_, follows)) = ACTIONS.iter().find(|(known, _)| *known == word) else {
            let known: Vec<&str> = ACTIONS.iter().map(|(known, _)| *known).collect();
            self.report(words::unknown(&action.word, "action", &known));
            return;
        };
        let allowed = actions(phase, owner);
        let place = match owner {
            Owner::Provider => format!("a provider's guard on `{}`", phase.as_str()),
            _ => format!("a guard on `{}`", phase.as_str()),
        };
        if !allowed.contains(&word) {
            self.report(
                Diagnostic::new(Code::WrongPhase, action.word.span, format!("{place} cannot `{word}`"))
                    .help(format!("it can {}", words::list(&allowed))),
            );
        } else if phase == Phase::Answer && matches!(word, "hide" | "attach") && !retries {
            self.report(
                Diagnostic::new(
                    Code::WrongPhase,
                    action.word.span,
                    format!("{place} can `{word}` only beside a `retry`"),
                )
                .help("it holds for the round that `retry` starts: add the `retry`"),
            );
        }
        let found = match &action.argument {
            ActionArgument::None => "nothing",
            ActionArgument::Message(_) => "a message",
            ActionArgument::Selector(_) => "a selector",
            ActionArgument::Path(_) => "a path",
            ActionArgument::Pattern(_) => "a pattern",
        };
        if found != *follows {
            let message = format!("`{word}` is followed by {follows}, and this is {found}");
            self.report(Diagnostic::new(Code::WrongArguments, action.word.span, message));
            return;
        }
        match &action.argument {
            ActionArgument::None => {}
            ActionArgument::Message(message) => {
                self.message(message, true);
            }
            ActionArgument::Selector(selector) => {
                if let Err(finding) = select(self.session.model, self.stand.section, selector) {
                    self.report(*finding);
                }
            }
            ActionArgument::Path(path) => {
                self.path(path);
            }
            ActionArgument::Pattern(pattern) => {
                self.pattern(pattern);
            }
        }
    }
}
