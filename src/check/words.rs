//! The closed lists of words that the grammar reads as names, and what is said of a name that is none of them.

use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::Tier;
use crate::span::Span;
use crate::syntax::{ast, type_of_elsewhere};

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
    "degree",
    "set",
    "scientific",
    "numbered",
    "repository",
    "packed",
    "whole-day",
    "avoided",
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
    ("user", "user_answer"),
    ("answer", "user_answer"),
    ("conversation", "instruction"),
    ("user_input", "instruction"),
    ("lookup", "measured"),
    ("model", "instruction"),
    ("config", "preset"),
    ("settings", "preset"),
    ("context", "preset"),
    ("tool", "measured"),
    ("readonly", "read_only"),
    ("read-only", "read_only"),
    ("read", "read_only"),
    ("write", "irreversible"),
    ("defined", "known"),
    ("exists", "known"),
    ("present", "known"),
    ("set", "known"),
    ("given", "known"),
    ("none", "null"),
    ("None", "null"),
    ("nil", "null"),
    ("undefined", "null"),
    ("blank", "empty"),
    ("mentioned", "said"),
    ("error", "failed"),
    ("turn", "message"),
    ("tokens", "cost"),
    ("before", "call"),
    ("after", "result"),
    ("response", "answer"),
    ("reject", "hold"),
    ("block", "hold"),
    ("refuse", "hold"),
    ("forbid", "hold"),
    ("abort", "hold"),
    ("deny", "hold"),
    ("ignore", "drop"),
    ("allow", "pass"),
    ("stop", "halt"),
];

/// Words that authors bring from elsewhere and that no one word of ours stands for.
const EXPLAINED: &[(&str, &str, &str)] = &[
    ("type", "list", "a list says of what: `list of text`"),
    ("type", "array", "a list says of what: `list of text`"),
    ("type", "set", "a list says of what: `list of text`"),
    ("type", "map", "a map says of what its values are: `map of text`"),
    ("type", "dict", "a map says of what its values are: `map of text`"),
    ("type", "struct", "write `object { slot NAME: TYPE }` with its fields"),
    ("type", "choice", "write `enum { a, b }` with its values"),
    ("word after `is`", "true", "what is true or false stands alone, or behind `not`; else write `== true`"),
    ("word after `is`", "false", "write `not` in front, or `== false`"),
    ("word after `is`", "missing", "write `is not known`"),
    ("word after `is`", "absent", "write `is not known`"),
    ("source", "model", "what the model writes is `drafted`, without `from`; everything else is looked up"),
    ("source", "drafted", "write `drafted` without `from`"),
    ("source", "system", "write `preset(NAME)` for a setting, or `measured(LOOKUP)` for what is looked up"),
    ("source", "computed", "write `= VALUE` behind the type"),
    ("source", "default", "write `default VALUE` without `from`"),
];

/// The most names that help lists.
const MOST_NAMES: usize = 5;

/// What is said of a word that is none of the known ones.
pub(crate) fn unknown(name: &ast::Name, kind: &str, known: &[&str]) -> Diagnostic {
    let word = name.text.as_str();
    let finding = Diagnostic::new(Code::UnknownWord, name.span, format!("`{word}` is no {kind}"));
    // A type that is called so everywhere else is meant beyond doubt.
    if let Some(ours) = type_of_elsewhere(word).filter(|ours| kind == "type" && known.contains(ours)) {
        return finding.help(format!("write `{ours}`")).edit(name.span, ours);
    }
    if let Some((.., help)) = EXPLAINED.iter().find(|(of, theirs, _)| *of == kind && *theirs == word) {
        return finding.help(*help);
    }
    finding.help(match meant(word, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", list(known)),
    })
}

/// The known word that another one stands for elsewhere, or that is near it.
pub(crate) fn meant<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let synonym = SYNONYMS.iter().filter(|(theirs, _)| *theirs == word);
    let ours = |ours: &str| known.iter().copied().find(|known| *known == ours);
    synonym.filter_map(|(_, word)| ours(word)).next().or_else(|| nearest(word, known.iter().copied()))
}

/// What is said of a name that nothing defines.
pub(crate) fn unknown_name<'a>(
    kind: &str,
    name: &str,
    span: Span,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    Diagnostic::new(Code::UnknownName, span, format!("no {kind} is called `{name}`"))
        .maybe_help(meant_or_known(name, &candidates))
}

/// The name that was meant, or where none is near, what there is; nothing where there is nothing.
pub(crate) fn meant_or_known<S: AsRef<str>>(name: &str, known: &[S]) -> Option<String> {
    match nearest(name, known.iter().map(AsRef::as_ref)) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None => Some(format!("there {} {}", if known.len() == 1 { "is" } else { "are" }, several(known)?)),
    }
}

/// The first of many names, and how many more there are.
pub(crate) fn several<S: AsRef<str>>(names: &[S]) -> Option<String> {
    let quoted = |names: &[S]| names.iter().map(|name| format!("`{}`", name.as_ref())).collect::<Vec<_>>();
    let (last, rest) = names.split_last()?;
    Some(match names.len() {
        1 => format!("`{}`", last.as_ref()),
        // A single one that is left over takes no more room than its number.
        count if count <= MOST_NAMES + 1 => format!("{} and `{}`", quoted(rest).join(", "), last.as_ref()),
        count => {
            format!("{} and {} more", quoted(names.get(..MOST_NAMES)?).join(", "), count - MOST_NAMES)
        }
    })
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
