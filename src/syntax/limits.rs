//! How large and how deep a text may be. Everything past a limit is one `over-limit` error; nothing is cut off in silence.

/// The most bytes of one file.
pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;

/// The most brackets, `not`s, `else if`s or `list of`s inside each other.
///
/// Parsing and every later stage recurse once for each, so that this keeps them well inside the smallest usual stack.
pub const MAX_NESTING: usize = 64;

/// The most levels of one expression; every operator in a row is one (`a + b + c` has three).
pub const MAX_EXPRESSION_DEPTH: usize = 256;

/// The most diagnostics for one file; what comes after them is not reported.
pub const MAX_DIAGNOSTICS: usize = 1_000;

/// The most characters of one number.
pub const MAX_NUMBER_LENGTH: usize = 1_000;
