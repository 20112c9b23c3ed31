//! A tool with its whole checklist.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;

use crate::check::roots::Reach;
use crate::check::{Ty, bearers, operators, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::graph;
use crate::program::{
    Changed, Entry, EntryId, EntryKind, Expr, ExprKind, Group, GroupId, Lookup, LookupId, Mapping, OnFailure,
    OtherArguments, Owner, Scope, Tier, Tool, ToolId, Type, Verify,
};
use crate::resolve::{Produces, dotted, duplicate, to_u32, tool as find_tool};
use crate::span::Span;
use crate::syntax::ast::{self, Argument, ItemKind, ValueOrName};
use crate::value::Value;

use super::checklist::{Checklist, Origin, Stand};
use super::expr::Lowerer;
use super::session::Session;
use super::{entry, lookup, only, result};

/// Compiles one tool.
pub(super) fn tool(session: &mut Session<'_, '_>, id: ToolId, lookups: &[Lookup]) -> Option<Tool> {
    let model = session.model;
    let declared = model.tool(id)?;
    let list = Checklist::of_tool(model, id, &mut session.findings);
    let mut groups = groups(session, &list, &declared.items);
    let grouped: HashSet<&str> =
        groups.iter().flat_map(|(tree, _)| &tree.slots).map(|name| name.text.as_str()).collect();
    let mut entries = entry::entries(session, &list, &grouped);
    only::narrow(session, &list, id, &mut entries, &mut groups);
    let slots: Vec<&ast::Slot> = declared.slots.values().copied().collect();
    let stand = Stand { section: declared.section, origin: Origin::Tool };
    Lowerer::new(session, Some(&list), stand, Reach::Checklist).aliases(&slots);
    let arguments: Vec<EntryId> = declared.slots.keys().filter_map(|name| list.argument(name)).collect();
    let is =
        |id: EntryId, test: fn(&crate::program::Slot) -> bool| match entries.get(id.index()).map(|entry| &entry.kind) {
            Some(EntryKind::Slot(slot)) => test(slot),
            _ => false,
        };
    let shown_by_call: Vec<EntryId> =
        arguments.iter().copied().filter(|id| !is(*id, |slot| slot.cosmetic || slot.supplied)).collect();
    let default_same_by: Vec<EntryId> = arguments.iter().copied().filter(|id| !is(*id, |slot| slot.cosmetic)).collect();
    let groups: Vec<Group> = groups.into_iter().map(|(_, group)| group).collect();
    connect(&mut entries, &groups, &shown_by_call);
    let mut plan = Lowerer::new(session, Some(&list), stand, Reach::Checklist).plan(declared.tier, &declared.items);
    let effects = effects(session, &list, stand, &declared.produces);
    let (result, on_failure) = result::of_tool(session, &list, id);
    if plan.once.is_none() && declared.tier.is_gated() {
        let confirmed = entries.iter().any(|entry| matches!(entry.kind, EntryKind::Confirm(_)));
        plan.once = confirmed.then_some(Scope::Session);
    }
    let reads = graph::reads(&entries, &groups, lookups);
    let mut order = match graph::order(&reads) {
        Some(order) => order,
        None => {
            for cycle in graph::cycles(&reads) {
                let entries: Vec<&Entry> = cycle.iter().filter_map(|index| entries.get(*index)).collect();
                let places: Vec<(&str, Span)> = entries.iter().map(|entry| (&*entry.name, entry.declared)).collect();
                let help = match entries.as_slice() {
                    [own] if refines_itself(own, cycle.first().copied()) => "write `it` for the value itself",
                    [_] => "leave it out of what it is made from",
                    _ => "one of them must be found without the others",
                };
                let finding = graph::cycle_finding(&places, help);
                session.findings.extend(finding);
            }
            (0..entries.len()).collect()
        }
    };
    let first_stage = first_stage(&entries, &reads, &order);
    // When the action is to happen, and what it is for, bears on every slot: both come first, with what they read. Each
    // of the ranks reads none of a later one, so the order stays one.
    let leading = leading(&entries, &reads);
    let is = |set: &[bool], index: usize| set.get(index).copied().unwrap_or(false);
    order.sort_by_key(|index| (!is(&first_stage, *index), !is(&leading, *index)));
    let changes = match plan.changes {
        Some(changes) => changes.into(),
        None if declared.tier.is_gated() => session.own_lookups(declared.section),
        None => Arc::default(),
    };
    let gated = declared.tier.is_gated();
    let tool = Tool {
        name: Arc::clone(&declared.full_name),
        bare_name: session.name(&declared.name.text),
        provider: session.name(model.section(declared.section).map(|section| section.qualifier()).unwrap_or_default()),
        doc: declared.doc.map(str::to_owned),
        tier: declared.tier,
        effects,
        entries,
        first_stage,
        order: order.into_iter().map(|index| EntryId(to_u32(index))).collect(),
        arguments,
        groups,
        other_arguments: plan.other_arguments.unwrap_or(if gated {
            OtherArguments::Hold
        } else {
            OtherArguments::Drop
        }),
        same_by: plan.same_by.unwrap_or(default_same_by),
        once: plan.once,
        once_at: plan.once_at,
        verify: plan.verify.map(Box::new),
        changes,
        on_failure: on_failure.unwrap_or(if gated { OnFailure::Halt } else { OnFailure::Continue }),
        result,
        budgets: Vec::new(),
        phrases: OnceLock::new(),
        declared: declared.name.span,
    };
    bearers::check(&tool, lookups, &mut session.findings);
    Some(tool)
}

/// Whether the slot at this place names itself in its own `where`.
fn refines_itself(entry: &Entry, index: Option<usize>) -> bool {
    let own = index.map(|index| EntryId(to_u32(index)));
    match (&entry.kind, own) {
        (EntryKind::Slot(slot), Some(own)) => {
            slot.refinement.as_ref().is_some_and(|refinement| refinement.entries().contains(&own))
        }
        _ => false,
    }
}

/// Says which slots each confirm binds, which confirms show a slot, and which row it belongs to.
fn connect(entries: &mut [crate::program::Entry], groups: &[Group], call: &[EntryId]) {
    let mut binds: IndexMap<EntryId, Vec<EntryId>> = IndexMap::new();
    for (id, entry) in (0..).map(EntryId).zip(entries.iter()) {
        if let EntryKind::Confirm(confirm) = &entry.kind {
            binds.insert(id, entry::shown(&confirm.ask, entries, call));
        }
    }
    for (id, entry) in (0..).map(EntryId).zip(entries.iter_mut()) {
        if let EntryKind::Slot(slot) = &mut entry.kind {
            slot.shown_by =
                binds.iter().filter(|(_, shown)| shown.contains(&id)).map(|(confirm, _)| *confirm).collect();
        }
    }
    for (id, shown) in binds {
        if let Some(EntryKind::Confirm(confirm)) = entries.get_mut(id.index()).map(|entry| &mut entry.kind) {
            confirm.binds = shown;
        }
    }
    for (id, group) in (0..).map(GroupId).zip(groups) {
        for slot in &group.slots {
            if let Some(EntryKind::Slot(slot)) = entries.get_mut(slot.index()).map(|entry| &mut entry.kind) {
                slot.group = Some(id);
            }
        }
    }
}

fn groups<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: &Checklist<'m, 'a>,
    items: &[&'a ast::Item],
) -> Vec<(&'a ast::Group, Group)> {
    let mut groups: Vec<(&'a ast::Group, Group)> = Vec::new();
    let mut members: IndexMap<EntryId, Span> = IndexMap::new();
    for item in items {
        let ItemKind::Group(tree) = &item.kind else { continue };
        if let Some((first, _)) = groups.iter().find(|(first, _)| first.name.text == tree.name.text) {
            session.findings.add(duplicate("group", &tree.name.text, first.name.span, tree.name.span));
            continue;
        }
        let section = list.tool.and_then(|id| session.model.tool(id)).map_or(0, |tool| tool.section);
        let stand = Stand { section, origin: Origin::Tool };
        let mut lowerer = Lowerer::new(session, Some(list), stand, Reach::Checklist);
        let mut slots = Vec::new();
        for name in &tree.slots {
            let Some(slot) = lowerer.argument(name) else { continue };
            if let Some(first) = members.insert(slot, name.span) {
                lowerer.report(
                    Diagnostic::new(Code::ClauseConflict, name.span, format!("`{}` belongs to two rows", name.text))
                        .label(first, "and here")
                        .help("a value comes from one row: keep it in one group"),
                );
            }
            slots.push(slot);
        }
        let name: Arc<str> = tree.name.text.as_str().into();
        let sources = lowerer.sources(&tree.sources, &name);
        groups.push((tree, Group { name, slots, sources, declared: tree.name.span }));
    }
    groups
}

fn effects<'m, 'a>(
    session: &mut Session<'m, 'a>,
    list: &Checklist<'m, 'a>,
    stand: Stand,
    produces: &[Produces<'_>],
) -> Vec<Mapping> {
    let mut mappings = Vec::new();
    for produced in produces {
        let Some((name, declared)) = session.model.effects.get_index(produced.effect.index()) else { continue };
        let tree = produced.tree;
        let mut lowerer = Lowerer::new(session, Some(list), stand, Reach::Checklist);
        let known = || declared.tree.fields.iter().map(|(field, _)| field.text.as_str());
        for (at, (field, _)) in tree.fields.iter().enumerate() {
            if let Some((first, _)) = tree.fields.iter().take(at).find(|(first, _)| first.text == field.text) {
                lowerer.report(duplicate("field", &field.text, first.span, field.span));
            } else if !known().any(|known| known == field.text) {
                let near = crate::nearest::nearest(&field.text, known());
                let message = format!("`{name}` has no field `{}`", field.text);
                lowerer.report(
                    Diagnostic::new(Code::EffectMapping, field.span, message)
                        .label(declared.span, "declared here")
                        .maybe_help(near.map(|near| format!("did you mean `{near}`?"))),
                );
            }
        }
        let missing: Vec<&str> =
            known().filter(|known| !tree.fields.iter().any(|(field, _)| field.text == *known)).collect();
        let unknown = tree.fields.iter().any(|(field, _)| !known().any(|known| known == field.text));
        if !missing.is_empty() && !unknown {
            let each: Vec<String> = missing.iter().map(|field| format!("{field}: SLOT")).collect();
            let list = words::list(&missing).replace(" or ", " and ");
            lowerer.report(
                Diagnostic::new(
                    Code::EffectMapping,
                    tree.effect.span,
                    format!("{list} of `{name}` {} not mapped", if missing.len() == 1 { "is" } else { "are" }),
                )
                .label(declared.span, "declared here")
                .help(format!("map every field to a slot or a literal: `{}`", each.join(", "))),
            );
        }
        let mut fields = Vec::new();
        for (field, ty) in &declared.tree.fields {
            let mapped = tree.fields.iter().find(|(known, _)| known.text == field.text);
            let ty = Ty::of(ty);
            fields.push(match mapped {
                Some((_, value)) => lowerer.mapped_value(value, &ty, field),
                None => Expr { kind: ExprKind::Literal(Value::Null), span: tree.effect.span },
            });
        }
        mappings.push(Mapping { effect: produced.effect, fields, declared: tree.effect.span });
    }
    mappings
}

/// What a tool says besides its checklist.
#[derive(Debug, Default)]
struct Plan {
    other_arguments: Option<OtherArguments>,
    same_by: Option<Vec<EntryId>>,
    once: Option<Scope>,
    once_at: Option<Span>,
    verify: Option<Verify>,
    changes: Option<Vec<Changed>>,
}

impl Lowerer<'_, '_, '_> {
    /// The tool's own slot of this name.
    fn argument(&mut self, name: &ast::Name) -> Option<EntryId> {
        let list = self.list?;
        let found = list.argument(&name.text);
        if found.is_none() && !self.session.model.bad_names.contains(&name.text) {
            let tool = list.tool.and_then(|id| self.session.model.tool(id));
            let slots = tool.map(|tool| tool.slots.keys().copied().collect::<Vec<_>>()).unwrap_or_default();
            let finding = words::unknown_name("slot", &name.text, name.span, slots);
            self.report(match list.find(self.stand, &name.text) {
                Some(_) => finding.help(format!("`{}` is a fact: it is never passed on", name.text)),
                None => finding,
            });
        }
        found
    }

    fn mapped_value(&mut self, tree: &ValueOrName, ty: &Ty, field: &ast::Name) -> Expr {
        let (kind, span, found) = match tree {
            ValueOrName::Literal(literal) => {
                if let Value::Text(text) = &literal.value {
                    self.literal_fits(&literal.value, text, ty, literal.span);
                }
                (ExprKind::Literal(literal.value.clone()), literal.span, Ty::of_value(&literal.value))
            }
            ValueOrName::Name(name) => {
                let value = Value::text(name.text.as_str());
                let slot = self.list.and_then(|list| list.argument(&name.text));
                let is_value =
                    ty.alternatives().iter().any(|ty| matches!(ty, Ty::Enum(values) if values.contains(&value)));
                if slot.is_none() && is_value {
                    return Expr { kind: ExprKind::Literal(value), span: name.span };
                }
                let slot = slot.or_else(|| self.argument(name));
                let tree = slot.and_then(|slot| self.list?.slot(slot));
                let found = tree.map_or(Ty::Any, |(slot, _)| Ty::of(&slot.ty));
                (slot.map_or(ExprKind::Literal(Value::Null), ExprKind::Entry), name.span, found)
            }
        };
        if !operators::comparable(&found, ty) {
            let message = format!("the field `{}` is {}, and this is {}", field.text, ty.describe(), found.describe());
            self.report(Diagnostic::new(Code::TypeMismatch, span, message).label(field.span, "declared here"));
        }
        Expr { kind, span }
    }

    fn plan(&mut self, tier: Tier, items: &[&ast::Item]) -> Plan {
        let mut plan = Plan::default();
        let mut seen: IndexMap<&'static str, Span> = IndexMap::new();
        for item in items {
            let word = match &item.kind {
                ItemKind::SameBy(_) => "same by",
                ItemKind::OncePer(_) => "once per",
                ItemKind::AfterTimeout(_) => "after timeout",
                ItemKind::Changes(_) => "changes",
                ItemKind::OtherArguments(_) => "other arguments",
                ItemKind::OnFailure(_) => "on failure",
                _ => continue,
            };
            let start = item.span.start as usize;
            let span = Span::new(item.span.file, start, start + word.split(' ').next().map_or(0, str::len));
            if let Some(first) = seen.get(word) {
                self.report(
                    Diagnostic::new(Code::DuplicateName, span, format!("a tool says `{word}` once"))
                        .here("said again here")
                        .label(*first, "said first here")
                        .help("keep one of them"),
                );
                continue;
            }
            seen.insert(word, span);
            match &item.kind {
                ItemKind::SameBy(names) => {
                    plan.same_by = Some(names.iter().filter_map(|name| self.argument(name)).collect());
                }
                ItemKind::OncePer(word) => {
                    plan.once = self.once(word, tier, span);
                    plan.once_at = plan.once.map(|_| item.span);
                }
                ItemKind::AfterTimeout(tree) => plan.verify = self.verify(tree, item.span),
                ItemKind::Changes(calls) => {
                    if let (Tier::ReadOnly, Some(call)) = (tier, calls.first()) {
                        self.report(
                            Diagnostic::new(Code::ClauseConflict, call.span, "a `read_only` tool changes nothing")
                                .help("take the line out, or give the tool the tier that it has"),
                        );
                    }
                    plan.changes = Some(calls.iter().filter_map(|call| self.changed(call)).collect());
                }
                ItemKind::OtherArguments(word) => {
                    plan.other_arguments = match word.text.as_str() {
                        "hold" => Some(OtherArguments::Hold),
                        "drop" => Some(OtherArguments::Drop),
                        "pass" => Some(OtherArguments::Pass),
                        _ => {
                            self.report(words::unknown(word, "way with other arguments", words::OTHER_ARGUMENTS));
                            None
                        }
                    };
                }
                _ => {}
            }
        }
        plan
    }

    fn once(&mut self, word: &ast::Name, tier: Tier, span: Span) -> Option<Scope> {
        let Some(scope) = Scope::from_name(&word.text) else {
            self.report(words::unknown(word, "span of time", words::SCOPES));
            return None;
        };
        if tier == Tier::ReadOnly {
            self.report(
                Diagnostic::new(Code::ClauseConflict, span, "a `read_only` tool may always run again")
                    .help("take `once per` out, or give the tool the tier that it has"),
            );
            return None;
        }
        Some(scope)
    }

    fn verify(&mut self, tree: &ast::AfterTimeout, declared: Span) -> Option<Verify> {
        let model = self.session.model;
        let tool = match find_tool(model, self.stand.section, &tree.tool) {
            Ok(tool) => tool,
            Err(_) if model.bad_names.contains(&dotted(&tree.tool)) => return None,
            Err(finding) => {
                self.report(*finding);
                return None;
            }
        };
        if let Some(found) = model.tool(tool).filter(|tool| tool.tier != Tier::ReadOnly) {
            let message = format!("`{}` is not `read_only`: asking would change something", found.full_name);
            self.report(
                Diagnostic::new(Code::LookupNotRead, tree.tool.span, message)
                    .label(found.name.span, "declared here")
                    .help("verify by a tool that changes nothing"),
            );
        }
        let mut arguments = Vec::new();
        for (argument, value) in &tree.arguments {
            lookup::known_argument(self.session, tool, argument);
            let expr = match value {
                ValueOrName::Literal(literal) => {
                    Some(Expr { kind: ExprKind::Literal(literal.value.clone()), span: literal.span })
                }
                ValueOrName::Name(name) => {
                    self.argument(name).map(|slot| Expr { kind: ExprKind::Entry(slot), span: name.span })
                }
            };
            arguments.extend(expr.map(|expr| (Arc::from(argument.text.as_str()), expr)));
        }
        Some(Verify { tool, arguments, declared })
    }

    fn changed(&mut self, call: &ast::LookupCall) -> Option<Changed> {
        let lookup: LookupId = self.lookup_named(&dotted(&call.lookup), call.lookup.span)?;
        let arguments = call.arguments.as_ref().and_then(|arguments| {
            let arguments: Vec<Argument> = arguments.iter().cloned().map(Argument::Expr).collect();
            self.lookup_arguments(lookup, Some(&arguments), call.lookup.span)
        });
        Some(Changed { lookup, arguments })
    }
}

/// The entries of `fixed` that read none but such entries.
fn first_stage(entries: &[Entry], reads: &[Vec<usize>], order: &[usize]) -> Vec<bool> {
    let mut first = vec![false; entries.len()];
    for index in order {
        let is_fixed = entries.get(*index).is_some_and(|entry| entry.owner == Owner::Fixed);
        let reads_first = |read: &usize| first.get(*read).copied().unwrap_or(false);
        let is_first = is_fixed && reads.get(*index).is_some_and(|reads| reads.iter().all(reads_first));
        if let Some(place) = first.get_mut(*index) {
            *place = is_first;
        }
    }
    first
}

/// The triggers and the intents, and all that they read.
fn leading(entries: &[Entry], reads: &[Vec<usize>]) -> Vec<bool> {
    let mut leading = vec![false; entries.len()];
    let is_leading = |entry: &Entry| match &entry.kind {
        EntryKind::Slot(slot) => matches!(slot.ty.base(), Type::Trigger | Type::Effect),
        _ => false,
    };
    let mut open: Vec<usize> = (0..entries.len()).filter(|index| entries.get(*index).is_some_and(is_leading)).collect();
    while let Some(index) = open.pop() {
        if let Some(place @ false) = leading.get_mut(index) {
            *place = true;
            open.extend(reads.get(index).into_iter().flatten());
        }
    }
    leading
}
