//! The nearest known name to one that nothing defines.

/// The candidate nearest to `word`, where one is near enough to be what was meant.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut previous = i;
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
        for (j, cb) in b.iter().enumerate() {
            let left = row.get(j).copied().unwrap_or(0);
            let Some(cell) = row.get_mut(j + 1) else { break };
            let above = *cell;
            *cell = (previous + usize::from(ca != *cb)).min(above + 1).min(left + 1);
            previous = above;
        }
    }
    row.last().copied().unwrap_or(0)
}
