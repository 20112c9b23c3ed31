//! The words that open something, for what reads a text that the grammar does not take.

/// The words that open an item.
pub(super) const ITEM_WORDS: &[&str] = &[
    "slot",
    "fact",
    "tool",
    "provider",
    "fixed",
    "user",
    "require",
    "forbid",
    "confirm",
    "notice",
    "guard",
    "lookup",
    "let",
    "effect",
    "budget",
    "for",
    "group",
    "result",
    "pattern",
    "whitelist",
    "vocabulary",
    "table",
    "assertion",
    "use",
    "only",
    "once",
    "on",
    "same",
    "after",
    "other",
    "unlisted",
    "tier",
    "changes",
    "language",
    "read_only",
    "reversible",
    "irreversible",
];

/// The words that open a clause of a slot.
pub(super) const CLAUSE_WORDS: &[&str] = &[
    "from", "where", "ask", "optional", "drafted", "supplied", "cosmetic", "default", "required", "alias", "unit",
    "strip", "secret", "at",
];

/// The words that open a clause of a result.
pub(super) const RESULT_WORDS: &[&str] =
    &["timeout", "exception", "upstream_error", "partial", "not_found", "parts", "data", "scope"];

/// The modes of a source.
pub(super) const MODE_WORDS: &[&str] = &["quoted", "unambiguous", "via", "whole", "soonest", "without", "text"];

/// The words that are no names where a value is expected.
pub(super) const RESERVED_WORDS: &[&str] =
    &["and", "or", "not", "in", "is", "matches", "contains", "if", "then", "else", "true", "false", "null"];

pub(super) fn is_item_word(word: &str) -> bool {
    ITEM_WORDS.contains(&word)
}

pub(super) fn is_clause_word(word: &str) -> bool {
    CLAUSE_WORDS.contains(&word)
}
