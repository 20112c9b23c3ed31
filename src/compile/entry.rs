//! The lines of a checklist, compiled.

use std::collections::HashSet;
use std::sync::Arc;

use crate::check::roots::Reach;
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::{
    Condition, Confirm, EffectId, Entry, EntryId, EntryKind, Expr, ExprKind, Message, MessagePart, Notice, Otherwise,
    Root, Tier,
};
use crate::resolve::dotted;
use crate::syntax::ast::{self, ItemKind};

use super::checklist::{Checklist, Line, Origin, What, owner};
use super::expr::Lowerer;
use super::session::Session;
use super::slot::Bearing;

/// Compiles every line. `grouped` names the slots that a group bears out.
pub(super) fn entries<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: &Checklist<'m, 'a>,
    grouped: &HashSet<&str>,
) -> Vec<Entry> {
    let tier = list.tool.and_then(|id| session.model.tool(id)).map_or(Tier::Irreversible, |tool| tool.tier);
    let mut entries = Vec::with_capacity(list.lines.len());
    for line in &list.lines {
        let doc = doc(list, line);
        let mut lowerer = Lowerer::new(session, Some(list), line.stand, Reach::Checklist);
        let kind = match line.what {
            What::Also(effect) => also(lowerer.session, effect),
            What::Item(item) => lowerer.line(item, line, doc.as_ref(), tier, grouped),
        };
        entries.push(Entry {
            id: line.id.clone(),
            name: session.name(&line.name),
            owner: owner(list.model, line.stand),
            doc,
            kind,
            declared: line.declared,
        });
    }
    speaks_of_tool(&mut entries);
    entries
}

/// The doc comment of a line, or else of the `for` around it, where the line is its only rule.
fn doc(list: &Checklist<'_, '_>, line: &Line<'_>) -> Option<Arc<str>> {
    let What::Item(item) = line.what else { return None };
    let around = match line.stand.origin {
        Origin::Block { block, .. } => list.model.blocks.get(block),
        Origin::Tool | Origin::Section => None,
    };
    let only = around.filter(|block| is_rule(item) && block.items.iter().filter(|item| is_rule(item)).count() == 1);
    item.doc.as_deref().or_else(|| only.and_then(|block| block.doc)).map(Arc::from)
}

fn is_rule(item: &ast::Item) -> bool {
    use ItemKind::{Confirm, Forbid, Notice, Require};
    matches!(item.kind, Require(_) | Forbid(_) | Confirm(_) | Notice(_))
}

/// The implied notice of a further effect.
fn also(session: &Session<'_, '_>, effect: EffectId) -> EntryKind {
    let text = match session.model.effects.get_index(effect.index()) {
        Some((_, declared)) if declared.doc.is_some() => {
            format!("This call also does something else: {}", declared.doc.unwrap_or_default())
        }
        Some((name, _)) => format!("This call also has the effect {name}."),
        None => String::new(),
    };
    let show = Message { parts: vec![MessagePart::Literal(text.into())], declared: None };
    EntryKind::Notice(Box::new(Notice { when: None, show }))
}

impl Lowerer<'_, '_, '_> {
    fn line(
        &mut self,
        item: &ast::Item,
        line: &Line<'_>,
        doc: Option<&Arc<str>>,
        tier: Tier,
        grouped: &HashSet<&str>,
    ) -> EntryKind {
        match &item.kind {
            ItemKind::Slot(tree) | ItemKind::Fact(tree) => {
                let is_fact = matches!(item.kind, ItemKind::Fact(_));
                let argument = !is_fact && line.stand.origin == Origin::Tool;
                let bearing = Bearing {
                    gated: tier.is_gated(),
                    covered: argument && grouped.contains(tree.name.text.as_str()),
                    nested: false,
                    argument,
                };
                EntryKind::Slot(Box::new(self.slot(tree, doc.cloned(), is_fact, &bearing)))
            }
            ItemKind::Let(tree) => EntryKind::Let(Box::new(self.expr(&tree.value).expr)),
            ItemKind::Require(tree) => {
                let expr = self.condition(&tree.condition);
                let otherwise = match &tree.otherwise {
                    ast::Otherwise::Hold(message) => Otherwise::Hold(self.message(message, false)),
                    ast::Otherwise::Ask(slot, message) => {
                        let slot = self.asked(slot);
                        let message = self.message(message, false);
                        slot.map_or(Otherwise::Hold(Message::default()), |slot| Otherwise::Ask(slot, message))
                    }
                };
                EntryKind::Condition(Box::new(Condition { expr, unmet_when: false, otherwise, speaks_of_tool: false }))
            }
            ItemKind::Forbid(tree) => {
                let expr = self.condition(&tree.condition);
                let otherwise = Otherwise::Hold(self.message(&tree.because, false));
                EntryKind::Condition(Box::new(Condition { expr, unmet_when: true, otherwise, speaks_of_tool: false }))
            }
            ItemKind::Confirm(tree) => EntryKind::Confirm(Box::new(Confirm {
                when: tree.when.as_ref().map(|when| self.condition(when)),
                ask: self.message(&tree.ask, false),
                binds: Vec::new(),
            })),
            ItemKind::Notice(tree) => EntryKind::Notice(Box::new(Notice {
                when: tree.when.as_ref().map(|when| self.condition(when)),
                show: self.message(&tree.show, false),
            })),
            // The checklist holds no other items.
            _ => EntryKind::Notice(Box::new(Notice { when: None, show: Message::default() })),
        }
    }

    /// The slot that an `else ask` asks about.
    fn asked(&mut self, name: &ast::DottedName) -> Option<EntryId> {
        let path = super::message::as_path(name)?;
        let list = self.list?;
        let text = dotted(name);
        let found = if path.steps.is_empty() {
            list.find(self.stand, &path.head.text)
        } else if path.head.text == "effect" {
            return match self.path(&path).expr.kind {
                ExprKind::Entry(slot) => Some(slot),
                ExprKind::Literal(_) => None,
                _ => None,
            };
        } else {
            let section = self.session.model.section_named(&path.head.text);
            section.zip(name.parts.get(1)).and_then(|(section, item)| list.find_in_section(section, &item.text))
        };
        match found.filter(|id| list.slot(*id).is_some()) {
            Some(slot) => Some(slot),
            None if self.session.model.bad_names.contains(&text) => None,
            None => {
                let names = self.names_in_reach();
                let near = nearest(&text, names.iter().map(String::as_str));
                self.report(
                    Diagnostic::new(Code::UnknownName, name.span, format!("no slot is called `{text}` here"))
                        .maybe_help(near.map(|near| format!("did you mean `{near}`?"))),
                );
                None
            }
        }
    }
}

/// Marks the conditions that read `tool`, by themselves or through `let`s.
fn speaks_of_tool(entries: &mut [Entry]) {
    let marks: Vec<bool> = entries
        .iter()
        .map(|entry| match &entry.kind {
            EntryKind::Condition(condition) => reads_tool(&condition.expr, entries, &mut HashSet::new()),
            _ => false,
        })
        .collect();
    for (entry, mark) in entries.iter_mut().zip(marks) {
        if let EntryKind::Condition(condition) = &mut entry.kind {
            condition.speaks_of_tool = mark;
        }
    }
}

fn reads_tool(expr: &Expr, entries: &[Entry], seen: &mut HashSet<EntryId>) -> bool {
    let mut found = false;
    expr.walk(&mut |expr| {
        found |= matches!(expr.kind, ExprKind::Root(Root::Tool) | ExprKind::InToolEffects { .. });
    });
    found
        || expr.entries().into_iter().any(|id| match entries.get(id.index()).map(|entry| &entry.kind) {
            Some(EntryKind::Let(of)) if seen.insert(id) => reads_tool(of, entries, seen),
            _ => false,
        })
}

/// The slots and facts that a message shows, `let`s taken apart; `call` stands for `{call}`.
pub(super) fn shown(message: &Message, entries: &[Entry], call: &[EntryId]) -> Vec<EntryId> {
    let mut shown = Vec::new();
    let mut seen = HashSet::new();
    for part in &message.parts {
        match part {
            MessagePart::Insert(expr) => expand(expr, entries, &mut seen, &mut shown),
            MessagePart::Call => shown.extend(call),
            MessagePart::Literal(_) | MessagePart::Found => {}
        }
    }
    shown.sort_unstable();
    shown.dedup();
    shown
}

fn expand(expr: &Expr, entries: &[Entry], seen: &mut HashSet<EntryId>, shown: &mut Vec<EntryId>) {
    for id in expr.entries() {
        match entries.get(id.index()).map(|entry| &entry.kind) {
            Some(EntryKind::Slot(_)) => shown.push(id),
            Some(EntryKind::Let(of)) if seen.insert(id) => expand(of, entries, seen, shown),
            _ => {}
        }
    }
}
