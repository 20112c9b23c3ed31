//! Several values that have to be said together: the elements of a list, the names and values of a record.

use std::collections::BTreeMap;

use super::Hit;

/// Where every one of several is said: from the first of them to the last, in the first message that says them all, else in
/// the first that says the first.
pub(super) fn all_of(each: impl Iterator<Item = Vec<Hit>>) -> Vec<Hit> {
    let mut common: Option<BTreeMap<usize, Hit>> = None;
    let mut first = None;
    for hits in each {
        let mut own = BTreeMap::new();
        for hit in hits {
            first = first.or_else(|| Some(hit.clone()));
            own.entry(hit.segment).or_insert(hit);
        }
        if own.is_empty() {
            return Vec::new();
        }
        common = Some(match common {
            None => own,
            Some(mut common) => {
                common.retain(|segment, said| {
                    let more = own.get(segment);
                    if let Some(more) = more {
                        said.span = (said.span.0.min(more.span.0), said.span.1.max(more.span.1));
                    }
                    more.is_some()
                });
                common
            }
        });
    }
    let shared = common.and_then(|common| common.into_values().next());
    shared.or(first).into_iter().collect()
}
