//! Regular expressions that match every text, or none.

use std::collections::HashSet;

use regex_syntax::ParserBuilder;
use regex_syntax::hir::{Dot, Hir, HirKind, Look};

use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::Matcher;
use crate::span::Span;
use crate::syntax::ast::{ActionArgument, ClauseKind, ItemKind};

use super::desk::Desk;

pub(super) fn lint(desk: &Desk, findings: &mut Findings) {
    let stripped = stripped(desk);
    for matcher in desk.program.patterns.iter().flat_map(|pattern| &pattern.any) {
        if let Matcher::Regex(regex, span) = matcher
            && desk.is_own(*span)
            && let Some(regex) = regex.get()
            && let Some(hir) = parsed(regex.as_str(), desk.text(*span))
        {
            let never = finding_of_none(regex, &hir, *span);
            findings
                .extend(never.or_else(|| finding_of_every(regex, &hir, *span).filter(|_| !stripped.contains(span))));
        }
    }
}

/// The patterns that are only stripped: to take nothing out where there is nothing is no mistake.
fn stripped(desk: &Desk) -> HashSet<Span> {
    let mut found = HashSet::new();
    for item in desk.items() {
        match &item.kind {
            ItemKind::Slot(slot) | ItemKind::Fact(slot) => slot.clauses.iter().for_each(|clause| match &clause.kind {
                ClauseKind::Strip(pattern) => found.extend([pattern.span]),
                ClauseKind::From(sources) => {
                    let modes = sources.iter().flat_map(|source| &source.modes);
                    found.extend(modes.filter_map(|mode| Some(mode.strip.as_ref()?.span)));
                }
                _ => {}
            }),
            ItemKind::Guard(guard) => {
                let actions = guard.steps.iter().flat_map(|step| &step.actions);
                found.extend(actions.filter_map(|action| match &action.argument {
                    ActionArgument::Pattern(pattern) => Some(pattern.span),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    found
}

/// The expression as the engine reads it, with the flags that the author wrote behind it.
fn parsed(source: &str, written: &str) -> Option<Hir> {
    let (_, flags) = written.rsplit_once('/')?;
    ParserBuilder::new()
        .case_insensitive(flags.contains('i'))
        .multi_line(flags.contains('m'))
        .dot_matches_new_line(flags.contains('s'))
        .ignore_whitespace(flags.contains('x'))
        .build()
        .parse(source)
        .ok()
}

fn finding_of_every(regex: &regex::Regex, hir: &Hir, span: Span) -> Option<Diagnostic> {
    // A text of one letter that is hardly anywhere, and none: what matches every text matches them.
    let every = [Edge::Start, Edge::End].into_iter().any(|edge| needs_nothing(hir, edge));
    (every && ["", "\u{fffc}"].iter().all(|text| regex.is_match(text))).then(|| {
        let message = "this matches every text, since it matches where there is nothing";
        Diagnostic::new(Code::VacuousPattern, span, message).help(match asks_for_anything(hir) {
            true => "it asks for nothing: leave it out, or write what has to be there, as `/^[0-9]{10}$/`",
            false => "write `+` for the `*` or `?` that leaves nothing to match, or `^` and `$` around it",
        })
    })
}

/// Whether it is nothing but any letters, however many: `.*`.
fn asks_for_anything(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Repetition(of) => [Dot::AnyCharExceptLF, Dot::AnyChar].into_iter().any(|dot| *of.sub == Hir::dot(dot)),
        HirKind::Capture(of) => asks_for_anything(&of.sub),
        HirKind::Empty | HirKind::Look(_) => true,
        HirKind::Concat(parts) => parts.iter().all(asks_for_anything),
        HirKind::Literal(_) | HirKind::Class(_) | HirKind::Alternation(_) => false,
    }
}

fn finding_of_none(regex: &regex::Regex, hir: &Hir, span: Span) -> Option<Diagnostic> {
    (never(hir) && !regex.is_match("")).then(|| {
        Diagnostic::new(Code::VacuousPattern, span, "no text matches this").help(
            match hir.properties().look_set().is_empty() {
                true => "the brackets leave no character to match; write the ones that are meant",
                false => "`^` is only before the first character and `$` only behind the last one: `^a`, `a$`",
            },
        )
    })
}

/// One end of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Start,
    End,
}

impl Edge {
    /// Whether what is looked for is at this end of every text.
    fn is(self, look: Look) -> bool {
        match self {
            Edge::Start => matches!(look, Look::Start | Look::StartLF | Look::StartCRLF),
            Edge::End => matches!(look, Look::End | Look::EndLF | Look::EndCRLF),
        }
    }

    /// Whether what is looked for is at this end and nowhere else.
    fn is_only(self, look: Look) -> bool {
        look == if self == Edge::Start { Look::Start } else { Look::End }
    }
}

/// Whether it matches nothing at this end of every text.
fn needs_nothing(hir: &Hir, edge: Edge) -> bool {
    match hir.kind() {
        HirKind::Empty => true,
        HirKind::Literal(_) | HirKind::Class(_) => false,
        HirKind::Look(look) => edge.is(*look),
        HirKind::Repetition(of) => of.min == 0 || needs_nothing(&of.sub, edge),
        HirKind::Capture(of) => needs_nothing(&of.sub, edge),
        HirKind::Concat(parts) => parts.iter().all(|part| needs_nothing(part, edge)),
        HirKind::Alternation(parts) => parts.iter().any(|part| needs_nothing(part, edge)),
    }
}

/// Whether nothing can match it.
fn never(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Literal(_) | HirKind::Look(_) => false,
        HirKind::Class(_) => hir.properties().minimum_len().is_none(),
        HirKind::Repetition(of) => of.min > 0 && never(&of.sub),
        HirKind::Capture(of) => never(&of.sub),
        HirKind::Alternation(parts) => parts.iter().all(never),
        HirKind::Concat(parts) => {
            let takes = |part: &Hir| part.properties().minimum_len().is_some_and(|least| least > 0);
            let after = |edge, at: usize| parts.iter().skip(at).any(|part| stands_at(part, edge));
            parts.iter().any(never)
                || parts.iter().enumerate().any(|(at, part)| takes(part) && after(Edge::Start, at + 1))
                || parts
                    .iter()
                    .enumerate()
                    .any(|(at, part)| takes(part) && parts.iter().take(at).any(|before| stands_at(before, Edge::End)))
        }
    }
}

/// Whether it can only match at this end of a text.
fn stands_at(hir: &Hir, edge: Edge) -> bool {
    match hir.kind() {
        HirKind::Look(look) => edge.is_only(*look),
        HirKind::Repetition(of) => of.min > 0 && stands_at(&of.sub, edge),
        HirKind::Capture(of) => stands_at(&of.sub, edge),
        HirKind::Concat(parts) => parts.iter().any(|part| stands_at(part, edge)),
        HirKind::Alternation(parts) => parts.iter().all(|part| stands_at(part, edge)),
        HirKind::Empty | HirKind::Literal(_) | HirKind::Class(_) => false,
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::*;

    fn hir(source: &str) -> Hir {
        parsed(source, "//").unwrap()
    }

    #[test]
    fn what_matches_nothing_at_an_end_matches_every_text() {
        for source in ["a*", "(a|b)?", "^a*", "a*$", "^", "x|", "^|b"] {
            assert!([Edge::Start, Edge::End].iter().any(|edge| needs_nothing(&hir(source), *edge)), "{source}");
        }
        for source in ["a+", "^a*$", "^$", "\\b", "a*b", "^.*$"] {
            assert!(![Edge::Start, Edge::End].iter().any(|edge| needs_nothing(&hir(source), *edge)), "{source}");
        }
    }

    #[test]
    fn what_looks_behind_its_own_beginning_matches_nothing() {
        for source in ["a^", "$a", "(a|b)^c", "a^|$b", "[^\\s\\S]", "a(x^)b", "a?b^"] {
            assert!(never(&hir(source)), "{source}");
        }
        for source in ["^a", "a$", "a?^b", "a^|b", "^$", "(?m)a\n^b", "[^a]"] {
            assert!(!never(&hir(source)), "{source}");
        }
    }
}
