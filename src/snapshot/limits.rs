//! How large a snapshot may be. Whatever is larger is an error before it costs anything.

/// The most bytes of one document: 16 MiB.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// The most values of one document, those of lists and maps and the lists and maps themselves.
pub const MAX_NODES: usize = 500_000;

/// How many lists and maps may stand in each other. Everything that walks a snapshot may recurse this deep.
pub const MAX_DEPTH: usize = 128;

/// The most digits that a number may be written with.
pub const MAX_DIGITS: usize = 1_000;

/// The largest power of ten that a number may be written with, either way: what a double holds. `1e400` is an error, since
/// no other reader would keep it.
pub const MAX_EXPONENT: u32 = 308;

/// The most that the exponents of all numbers of one document may sum up to: each is written out as that many digits.
pub const MAX_EXPONENTS: usize = 1_000_000;

/// The most problems that are listed for one document.
pub const MAX_PROBLEMS: usize = 100;
