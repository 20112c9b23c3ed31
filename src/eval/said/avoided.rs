//! Slots whose name avoids: for one called `avoid`, "avoid tolls" says `tolls`, which it denies everywhere else.

use crate::words::words_of_name;

use super::{Asked, Hit, Text};

/// The words of such names, and what is said before the value then.
const AVOIDING: &[(&[&str], &[&str])] = &[
    (&["avoid", "avoiding", "avoided", "avoids"], &["avoid", "avoiding"]),
    (&["exclude", "excluding", "excluded", "excludes"], &["exclude", "excluding"]),
    (&["omit", "omitting", "omitted"], &["omit", "omitting"]),
    (&["skip", "skipping", "skipped"], &["skip", "skipping"]),
    (&["without"], &["without"]),
];

/// Between the two.
const SMALL: &[&str] = &["", "the ", "any ", "all "];

/// Reads such a slot's value where its own word stands directly before it, and nowhere where that is denied: "don't avoid tolls".
pub(super) fn avoided(text: Text<'_>, value: &str, asked: Asked<'_>, hits: &mut Vec<Hit>) {
    let names = asked.slot.map(|slot| words_of_name(&slot.name)).unwrap_or_default();
    let own = AVOIDING.iter().find(|(own, _)| names.iter().any(|name| own.contains(&name.as_str())));
    let Some((_, said)) = own else { return };
    let opened = || said.iter().flat_map(|said| SMALL.iter().map(move |small| format!("{said} {small}")));
    hits.retain(|hit| {
        let before = text.before(hit).unwrap_or_default().to_lowercase();
        let is_behind =
            |opening: String| before.strip_suffix(&opening).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric));
        !opened().any(is_behind)
    });
    if hits.is_empty() {
        let name = value.replace('_', " ");
        let said = opened().flat_map(|opening| text.texts(&(opening + &name)));
        hits.extend(said.map(|hit| Hit { read_as: "avoided", ..hit }));
    }
}
