//! Clauses that change nothing beside others.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::Tier;
use crate::resolve::Tool;
use crate::span::Span;
use crate::syntax::ast::{self, ClauseKind, ItemKind, Mode, ResultClauseKind, Slot, Source, TypeKind};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let items = desk.items();
    for item in &items {
        match &item.kind {
            ItemKind::Slot(slot) | ItemKind::Fact(slot) => findings.extend(of_slot(desk, slot)),
            ItemKind::Result(block) => findings.extend(block.clauses.iter().filter_map(kept)),
            _ => {}
        }
    }
    for tool in desk.model.tools.iter().filter(|tool| desk.is_own(tool.name.span)) {
        findings.extend(tool.items.iter().filter_map(|item| of_tool(desk, tool, item)));
    }
}

fn idle(span: Span, what: &str, beside: &str) -> Diagnostic {
    Diagnostic::new(Code::IdleClause, span, format!("`{what}` does nothing {beside}"))
}

fn of_slot(desk: &Desk, slot: &Slot) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for clause in &slot.clauses {
        let default = slot.clauses.iter().find(|other| matches!(other.kind, ClauseKind::Default(_)));
        match &clause.kind {
            ClauseKind::Optional(None) => found.extend(default.map(|default| {
                idle(clause.span, "optional", "beside `default`")
                    .label(default.span, "says that it may stay empty")
                    .help("take `optional` out")
                    .edit(desk.cut(clause.span), "")
            })),
            ClauseKind::From(sources) => {
                found.extend(sources.iter().flat_map(|source| modes(desk, slot, source)));
                found.extend(repeated(desk, sources));
            }
            _ => {}
        }
    }
    found
}

/// The words after a source that change nothing there.
fn modes(desk: &Desk, slot: &Slot, source: &Source) -> Vec<Diagnostic> {
    let mode = |word: &str| source.modes.iter().find(|mode| mode.word.text == word);
    let (whole, quoted) = (mode("whole"), mode("quoted"));
    let kind = source.word.text.as_str();
    let one = |each: &Mode| {
        let word = each.word.text.as_str();
        let label = |other: &Mode, text: &str| Some((other.word.span, text.to_owned()));
        let (beside, label) = match word {
            "whole" if quoted.is_some() => ("beside `quoted`", label(quoted?, "only a quote bears it out")),
            // Nothing is a list as it stands, and the other readings of its elements still end the search.
            "unambiguous" if whole.is_some() && is_list(&slot.ty) => return None,
            "unambiguous" | "via" | "without" | "soonest" if whole.is_some() => {
                ("beside `whole`", label(whole?, "takes the message as it stands"))
            }
            "soonest" if !may_hold_a_day(&slot.ty) => {
                ("for what holds no day", Some((slot.ty.span, "no date and no text".to_owned())))
            }
            "unambiguous" if matches!(kind, "user_answer" | "preset" | "prior_state") => {
                ("behind a source of one value", None)
            }
            _ => return None,
        };
        let finding = idle(each.word.span, word, beside);
        let finding = match label {
            Some((span, text)) => finding.label(span, text),
            None => finding,
        };
        let finding = finding.help(format!("take `{word}` out"));
        // What follows a word goes with it.
        let span = each.argument.iter().fold(each.word.span, |span, name| span.to(name.span));
        Some(finding.edit(desk.cut(span), ""))
    };
    source.modes.iter().filter_map(one).collect()
}

fn may_hold_a_day(ty: &ast::Type) -> bool {
    match &ty.kind {
        TypeKind::Name(name) => matches!(name.text.as_str(), "date" | "datetime" | "text" | "any"),
        TypeKind::Enum(_) | TypeKind::Boolean(_) => false,
        TypeKind::List(of) | TypeKind::Map(of) | TypeKind::Refined(of, _) => may_hold_a_day(of),
        TypeKind::Union(types) => types.iter().any(may_hold_a_day),
        TypeKind::Object(_) => true,
    }
}

fn is_list(ty: &ast::Type) -> bool {
    match &ty.kind {
        TypeKind::List(_) => true,
        TypeKind::Refined(of, _) => is_list(of),
        TypeKind::Union(types) => types.iter().any(is_list),
        TypeKind::Name(_) | TypeKind::Enum(_) | TypeKind::Boolean(_) | TypeKind::Map(_) | TypeKind::Object(_) => false,
    }
}

/// A source that stands a second time, word for word.
fn repeated(desk: &Desk, sources: &[Source]) -> Vec<Diagnostic> {
    let text = |source: &Source| desk.text(source.span).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for (at, source) in sources.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| sources.get(before));
        let first = sources.iter().take(at).find(|first| text(first) == text(source));
        if let (Some(first), Some(before)) = (first, before) {
            // The comma goes with it.
            let cut = Span { start: before.span.end, ..source.span };
            found.push(
                idle(source.span, desk.text(source.span), "a second time")
                    .label(first.span, "searched here already")
                    .help("take it out")
                    .edit(cut, ""),
            );
        }
    }
    found
}

/// What a failure keeps is handed on with `partial` alone.
fn kept(clause: &ast::ResultClause) -> Option<Diagnostic> {
    let ResultClauseKind::Kind { kind, keep: Some(keep), .. } = &clause.kind else { return None };
    (kind.text != "partial").then(|| {
        idle(keep.span, "keep", &format!("with `{}`", kind.text))
            .label(kind.span, "hands on nothing of what came back")
            .help("write `partial`, or take `keep` out")
    })
}

fn of_tool(desk: &Desk, tool: &Tool<'_>, item: &ast::Item) -> Option<Diagnostic> {
    match &item.kind {
        ItemKind::AfterTimeout(_) if tool.tier == Tier::ReadOnly => Some(
            idle(item.span, "after timeout", "in a `read_only` tool")
                .label(tool.name.span, "may always be called again")
                .help("take it out, or give the tool the tier that it has"),
        ),
        ItemKind::OncePer(scope) if scope.text == "session" => {
            let confirm = tool.items.iter().find_map(|item| match &item.kind {
                ItemKind::Confirm(confirm) => Some(confirm.name.span),
                _ => None,
            })?;
            Some(
                idle(item.span, "once per session", "beside a `confirm`")
                    .label(confirm, "implies it")
                    .help("take `once per session` out")
                    .edit(desk.cut(item.span), ""),
            )
        }
        _ => None,
    }
}
