//! The nearest of the names that were possible, for whoever misspelt one.

/// The candidate that `word` most likely was meant to be; none where no candidate is near.
///
/// Near is at most a third of the longer word's letters wrong, case aside, two swapped neighbours counting as one. Of
/// equally near candidates the first wins.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded: Vec<char> = fold(word);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        // Nothing is right of a name that is much longer or shorter; of letters outside ASCII the cases differ in length.
        let (long, short) = (folded.len().max(candidate.len()), folded.len().min(candidate.len()));
        if candidate.is_ascii() && candidate.len() <= MAX_LENGTH && long - short > ((long + 1) / 3).max(1) {
            continue;
        }
        let other = fold(candidate);
        let allowed = ((folded.len().max(other.len()) + 1) / 3).max(1);
        let allowed = best.map_or(allowed, |(distance, _)| allowed.min(distance.saturating_sub(1)));
        // Most names need no table: their lengths or their letters alone are too far apart.
        if candidate == word
            || folded.len().abs_diff(other.len()) > allowed
            || at_least(&letters(&folded), &letters(&other)) > allowed
        {
            continue;
        }
        let distance = distance(&folded, &other);
        // A word of which nothing is right is not a misspelling, however short.
        if distance <= allowed && distance < folded.len().max(other.len()) && best.is_none_or(|(d, _)| distance < d) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// The question to ask about a misspelt name: "did you mean `require`?"
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, candidates).map(|candidate| format!("did you mean `{candidate}`?"))
}

/// The longest word that is looked at; nobody misspells one letter in three of a longer name.
const MAX_LENGTH: usize = 64;

fn fold(word: &str) -> Vec<char> {
    word.chars().take(MAX_LENGTH).flat_map(char::to_lowercase).collect()
}

/// How often each letter stands in a word; letters that share a place are taken for one.
fn letters(word: &[char]) -> [u8; 32] {
    let mut counts = [0; 32];
    for &letter in word {
        if let Some(count) = usize::try_from(u32::from(letter) % 32).ok().and_then(|at| counts.get_mut(at)) {
            *count += 1;
        }
    }
    counts
}

/// What the distance is at least: no change puts more than one letter right.
fn at_least(a: &[u8; 32], b: &[u8; 32]) -> usize {
    let missing =
        |a: &[u8; 32], b: &[u8; 32]| a.iter().zip(b).map(|(a, b)| usize::from(a.saturating_sub(*b))).sum::<usize>();
    missing(a, b).max(missing(b, a))
}

/// How many letters have to be put in, taken out, changed or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    // Three rows of the usual table: the last but one, the last, and the one being made.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut previous = None;
    for (row, &x) in a.iter().enumerate() {
        let mut next = vec![row + 1];
        let mut left = None;
        for (column, &y) in b.iter().enumerate() {
            let at = |cells: &[usize], index: usize| cells.get(index).copied().unwrap_or(usize::MAX - 1);
            let mut best = at(&last, column) + usize::from(x != y);
            best = best.min(at(&last, column + 1) + 1).min(at(&next, column) + 1);
            if previous == Some(y) && left == Some(x) && column > 0 {
                best = best.min(at(&before, column - 1) + 1);
            }
            next.push(best);
            left = Some(y);
        }
        before = std::mem::replace(&mut last, next);
        previous = Some(x);
    }
    last.last().copied().unwrap_or(a.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_finds_its_nearest() {
        let words = ["require", "forbid", "confirm", "from", "for"];
        assert_eq!(nearest("requre", words), Some("require"));
        assert_eq!(nearest("reqiure", words), Some("require"));
        assert_eq!(nearest("frm", words), Some("from"));
        assert_eq!(nearest("FORBID", words), Some("forbid"));
        assert_eq!(nearest("banana", words), None);
        assert_eq!(did_you_mean("confrim", words).as_deref(), Some("did you mean `confirm`?"));
    }

    #[test]
    fn short_words_are_not_all_alike() {
        assert_eq!(nearest("a", ["b"]), None);
        assert_eq!(nearest("to", ["is"]), None);
    }

    #[test]
    fn letters_alone_never_say_more_than_the_distance() {
        let words = ["", "ab", "ba", "kitten", "sitting", "get_order", "get_ordre", "transfer", "refund"];
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (*a, *b))) {
            let (a, b) = (fold(a), fold(b));
            assert!(at_least(&letters(&a), &letters(&b)) <= distance(&a, &b));
        }
    }

    #[test]
    fn distance_counts_swapped_neighbours_once() {
        let chars = |word: &str| word.chars().collect::<Vec<_>>();
        assert_eq!(distance(&chars("ab"), &chars("ba")), 1);
        assert_eq!(distance(&chars("kitten"), &chars("sitting")), 3);
        assert_eq!(distance(&chars(""), &chars("abc")), 3);
    }
}
