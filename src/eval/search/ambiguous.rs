//! `unambiguous`: a source that may hold one value alone holds several.

use crate::value::Value;

use super::super::distinct::Distinct;
use super::super::expr::View;
use super::super::message::shortened;
use super::super::operate;
use super::super::standing::Standing;
use super::conflict;
use super::trail::MOST_CANDIDATES;

/// The most values that a note lists.
const MOST: usize = 5;

/// Several values where one may be: nobody but the person knows which is meant, so that all of them are offered in the question
/// and the model is not asked to choose.
pub(super) fn ambiguous<'v>(
    proposed: &Value,
    values: impl Iterator<Item = &'v Value>,
    holds: &str,
    view: &View<'_>,
) -> Standing {
    let mut all = Distinct::default();
    values.for_each(|value| all.add(value, view.zone()));
    let all = all.into_values();
    let other = all.iter().find(|value| operate::equal(value, proposed, view.zone()) != Some(true));
    let mut standing = conflict(proposed, other.unwrap_or(proposed));
    standing.holds_value = false;
    let note = format!("{holds} more than one: {}", listed(&all));
    standing.candidates = all.into_iter().take(MOST_CANDIDATES).collect();
    standing.note(note)
}

/// `3 and 4`; of many the first ones.
fn listed(values: &[Value]) -> String {
    let mut shown: Vec<String> = values.iter().take(MOST).map(|value| shortened(&value.to_string())).collect();
    match (values.len().saturating_sub(MOST), shown.pop()) {
        (0, Some(last)) if !shown.is_empty() => format!("{} and {last}", shown.join(", ")),
        (0, last) => last.unwrap_or_default(),
        (more, last) => {
            shown.extend(last);
            format!("{} and {more} more", shown.join(", "))
        }
    }
}

/// The first value that the list does not hold.
pub(super) fn stranger<'v>(
    mut values: impl Iterator<Item = &'v Value>,
    list: &[Value],
    view: &View<'_>,
) -> Option<&'v Value> {
    values.find(|value| !list.iter().any(|own| operate::equal(own, value, view.zone()) == Some(true)))
}
