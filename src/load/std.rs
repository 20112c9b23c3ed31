//! The policies that the library brings, reachable as `use "std/..."`.

/// Every shipped file by its path, in the order of the paths.
const SHIPPED: &[(&str, &str)] = &[
    ("std/envelope.chk", include_str!("../../policies/std/envelope.chk")),
    ("std/fixed.chk", include_str!("../../policies/std/fixed.chk")),
    ("std/patterns.chk", include_str!("../../policies/std/patterns.chk")),
    ("std/turn.chk", include_str!("../../policies/std/turn.chk")),
];

/// The text of a shipped file.
pub fn text(path: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// The paths of all shipped files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(path, _)| *path)
}
