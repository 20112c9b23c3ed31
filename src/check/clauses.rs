//! Clauses that exclude each other, and clauses where they mean nothing.

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::span::Span;
use crate::syntax::ast::{self, ClauseKind};

/// Pairs of clauses of which a slot has at most one, and why.
const CONFLICTS: &[(&str, &str, &str)] = &[
    ("=", "from", "a computed value is looked up nowhere"),
    ("=", "drafted", "a computed value is written by nobody"),
    ("=", "supplied", "a computed value is supplied by nobody"),
    ("=", "default", "a computed value has no default"),
    ("drafted", "from", "what the model writes is borne out by nothing"),
    ("drafted", "supplied", "either the model writes it or the application supplies it"),
    ("drafted", "default", "what the model writes has no default"),
    ("cosmetic", "from", "what is shown only is borne out by nothing"),
    ("cosmetic", "drafted", "what is shown only needs no confirm"),
    ("cosmetic", "supplied", "what is shown only comes from the model"),
    ("cosmetic", "where", "what is shown only can never veto a call"),
    ("cosmetic", "=", "what is shown only comes from the model"),
    ("supplied", "default", "what the application supplies has no default"),
    ("default", "required", "a `default` may leave it empty"),
];

/// Checks the clauses of one slot or fact. `passed` says whether it is passed to a tool.
pub(crate) fn check(slot: &ast::Slot, is_fact: bool, passed: bool, findings: &mut Findings) {
    let computed = slot.computed.as_ref().map(|expr| ("=", expr.span));
    let clauses: Vec<(&str, Span)> =
        computed.into_iter().chain(slot.clauses.iter().map(|clause| (clause.kind.word(), word_span(clause)))).collect();
    let place = |word: &str| clauses.iter().find(|(known, _)| *known == word).map(|(_, span)| *span);
    for (a, b, why) in CONFLICTS {
        let (Some(first), Some(second)) = (place(a), place(b)) else { continue };
        let (first, second) = if first.start <= second.start { (first, second) } else { (second, first) };
        findings.add(
            Diagnostic::new(Code::ClauseConflict, second, format!("`{}` is both `{a}` and `{b}`", slot.name.text))
                .label(first, "excludes it")
                .help(format!("keep one of them: {why}")),
        );
    }
    for clause in &slot.clauses {
        let word = clause.kind.word();
        let (misplaced, help) = match &clause.kind {
            ClauseKind::Required => (!is_fact, "a slot always counts; `required` belongs to a `fact`"),
            ClauseKind::Alias(_) => (is_fact || !passed, "only an argument of a tool comes under several names"),
            ClauseKind::Drafted | ClauseKind::Cosmetic | ClauseKind::Default(_) => {
                (is_fact, "a fact is looked up and never passed on")
            }
            _ => (false, ""),
        };
        if misplaced {
            let what = if is_fact { "fact" } else { "slot" };
            findings.add(
                Diagnostic::new(
                    Code::MisplacedItem,
                    word_span(clause),
                    format!("`{word}` may not stand in the {what} `{}`", slot.name.text),
                )
                .help(help),
            );
        }
    }
}

/// The word that opens a clause.
fn word_span(clause: &ast::Clause) -> Span {
    let length = clause.kind.word().split(' ').next().map_or(0, str::len);
    let start = clause.span.start as usize;
    Span::new(clause.span.file, start, (start + length).min(clause.span.end as usize))
}
