//! The closed lists of words that the grammar reads as names, and what is said of a name that is none of them.

use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::Tier;
use crate::span::Span;
use crate::syntax::ast;

/// The tiers, the strictest first: of two that are equally near to a misspelt word it is the one to propose.
pub(crate) const TIERS: &[&str] = &["irreversible", "reversible", "read_only"];
/// The sources.
pub(crate) const SOURCES: &[&str] = &["user_answer", "instruction", "preset", "measured", "prior_state"];
/// The types that are one word.
pub(crate) const TYPES: &[&str] =
    &["text", "integer", "decimal", "boolean", "date", "datetime", "duration", "null", "effect", "trigger", "any"];
/// The words after a source.
pub(crate) const MODES: &[&str] = &["quoted", "unambiguous", "via", "whole", "soonest", "without", "text", "strip"];
/// The rules by which words are read, as evidence names them: what `without` switches off.
pub(crate) const WITHOUT: &[&str] = &[
    "number",
    "number-words",
    "scale",
    "continental",
    "ordinal",
    "percent",
    "fraction",
    "compound",
    "range",
    "pair",
    "listed",
    "coefficient",
    "hemisphere",
    "grouped",
    "counter",
    "unit",
    "flag",
    "documented",
    "name",
    "inflected",
    "derived",
    "abbreviated",
    "digits",
    "trimmed",
    "formula",
    "json",
    "words",
    "token",
    "phrase",
    "date",
    "relative-date",
    "relative-time",
    "datetime",
    "time",
    "duration",
    "iso-duration",
    "soonest",
    "vocabulary",
    "spelling",
    "accents",
    "abbreviation",
    "code",
    "place",
    "synonym",
    "thinned",
];
/// The phases.
pub(crate) const PHASES: &[&str] = &["request", "call", "result", "answer", "memory"];
/// What `is` asks.
pub(crate) const IS: &[&str] = &["known", "null", "empty", "failed", "said"];
/// What a budget counts.
pub(crate) const BUDGETS: &[&str] = &["rounds", "calls", "cost", "asks", "revisions"];
/// The kinds of failures.
pub(crate) const KINDS: &[&str] = &["timeout", "exception", "upstream_error", "partial", "not_found"];
/// What a failure does.
pub(crate) const ON_FAILURE: &[&str] = &["halt", "retry", "continue"];
/// What becomes of other arguments.
pub(crate) const OTHER_ARGUMENTS: &[&str] = &["hold", "drop", "pass"];
/// For how long something counts.
pub(crate) const SCOPES: &[&str] = &["message", "session"];

/// Words that authors bring from elsewhere, with ours.
const SYNONYMS: &[(&str, &str)] = &[
    ("string", "text"),
    ("str", "text"),
    ("int", "integer"),
    ("number", "decimal"),
    ("float", "decimal"),
    ("double", "decimal"),
    ("bool", "boolean"),
    ("timestamp", "datetime"),
    ("time", "datetime"),
    ("user", "user_answer"),
    ("answer", "user_answer"),
    ("conversation", "instruction"),
    ("user_input", "instruction"),
    ("lookup", "measured"),
    ("readonly", "read_only"),
    ("read-only", "read_only"),
];

/// What is said of a word that is none of the known ones.
pub(crate) fn unknown(name: &ast::Name, kind: &str, known: &[&str]) -> Diagnostic {
    let synonym =
        SYNONYMS.iter().find(|(word, ours)| *word == name.text && known.contains(ours)).map(|(_, ours)| *ours);
    let help = match synonym.or_else(|| nearest(&name.text, known.iter().copied())) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", list(known)),
    };
    Diagnostic::new(Code::UnknownWord, name.span, format!("`{}` is no {kind}", name.text)).help(help)
}

/// What is said of a name that nothing defines.
pub(crate) fn unknown_name<'a>(
    kind: &str,
    name: &str,
    span: Span,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let near = nearest(name, candidates);
    Diagnostic::new(Code::UnknownName, span, format!("no {kind} is called `{name}`"))
        .maybe_help(near.map(|near| format!("did you mean `{near}`?")))
}

/// Words as a list in a sentence.
pub(crate) fn list<S: AsRef<str>>(words: &[S]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{}`", word.as_ref())).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// A tier in the words of the language.
pub(crate) fn tier_word(tier: Tier) -> &'static str {
    match tier {
        Tier::ReadOnly => "read_only",
        Tier::Reversible => "reversible",
        Tier::Irreversible => "irreversible",
    }
}
