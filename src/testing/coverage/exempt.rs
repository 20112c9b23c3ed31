//! `# chk-cover: SIDE, SIDE: REASON`: sides of the next item that no case has to show.

use std::sync::Arc;

use super::{FileCoverage, Item};

/// An exemption that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exemption {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
}

/// A comment of a policy.
struct Comment {
    line: usize,
    /// The line of what it stands in front of.
    target: usize,
    /// The sides that it names; none: whatever is not seen.
    sides: Vec<String>,
    reason: Arc<str>,
}

/// The words of all sides.
const WORDS: &[&str] = &[
    "true",
    "false",
    "unknown",
    "given",
    "taken",
    "not taken",
    "applied",
    "not applied",
    "user_answer",
    "instruction",
    "preset",
    "measured",
    "prior_state",
    "computed",
    "model_draft",
    "proposal",
];

/// Marks the sides that the file's comments exempt, and notes the comments that are wrong.
pub(super) fn apply(file: &mut FileCoverage) {
    file.exemptions.clear();
    file.items.iter_mut().flat_map(|item| &mut item.sides).for_each(|side| side.exempt = None);
    for comment in comments(&file.text) {
        if let Some(message) = mark(&comment, &mut file.items) {
            file.exemptions.push(Exemption { line: comment.line, message });
        }
    }
}

/// Exempts what is not seen of the next item; what is wrong with the comment, if anything is.
fn mark(comment: &Comment, items: &mut [Item]) -> Option<String> {
    if comment.reason.is_empty() {
        return Some("an exemption has no reason: write why no case can show it".to_owned());
    }
    let is_next = |item: &&mut Item| item.declared == comment.target || item.line == comment.target;
    let (mut is_met, mut used) = (false, Vec::new());
    for item in items.iter_mut().filter(is_next) {
        is_met = true;
        for side in item.sides.iter_mut().filter(|side| side.times == 0) {
            let word = side.side.word();
            if comment.sides.is_empty() || comment.sides.contains(&word) {
                side.exempt = Some(Arc::clone(&comment.reason));
                used.push(word);
            }
        }
    }
    let idle: Vec<String> =
        comment.sides.iter().filter(|side| !used.contains(side)).map(|side| format!("`{side}`")).collect();
    if !is_met {
        Some("an exemption stands in front of nothing that is covered: move or remove it".to_owned())
    } else if !idle.is_empty() {
        Some(format!("an exemption of {} is covered after all, or there is no such side", idle.join(", ")))
    } else {
        used.is_empty().then(|| "an exemption is covered after all: remove it".to_owned())
    }
}

/// The comments of a text, each with the line of the item behind it: the next that is neither empty nor a comment.
fn comments(text: &str) -> Vec<Comment> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut comments = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        // A text ends on its line, so that a line that begins with `#` is a comment.
        let Some(said) = line.strip_prefix('#').map(str::trim).and_then(|said| said.strip_prefix("chk-cover:")) else {
            continue;
        };
        let behind = lines.iter().enumerate().skip(at + 1);
        let target = behind.into_iter().find(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (sides, reason) = sides(said.trim());
        let target = target.map_or(0, |(at, _)| at + 1);
        comments.push(Comment { line: at + 1, target, sides, reason: reason.into() });
    }
    comments
}

/// The sides in front of the first colon, where all that stands there are words of sides; and the reason.
fn sides(said: &str) -> (Vec<String>, &str) {
    if let Some((front, reason)) = said.split_once(':') {
        let sides: Vec<String> = front.split(',').map(|side| side.trim().to_owned()).collect();
        let is_side = |side: &String| WORDS.contains(&side.as_str()) || side.starts_with("then ");
        if sides.iter().all(is_side) {
            return (sides, reason.trim());
        }
    }
    (Vec::new(), said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_front_of_the_colon_is_a_side_only_where_it_is_a_word_of_one() {
        assert_eq!(sides("unknown: it reads literals"), (vec!["unknown".to_owned()], "it reads literals"));
        let two = vec!["unknown".to_owned(), "false".to_owned()];
        assert_eq!(sides("unknown, false: never"), (two, "never"));
        assert_eq!(sides("the reason: it is so"), (Vec::new(), "the reason: it is so"));
        assert_eq!(sides("unknown:"), (vec!["unknown".to_owned()], ""));
    }

    #[test]
    fn a_comment_holds_for_the_next_item_past_other_comments() {
        let found = comments("a\n# chk-cover: unknown: so\n## doc\n\nrequire b\n");
        assert_eq!(found.iter().map(|one| (one.line, one.target)).collect::<Vec<_>>(), [(2, 5)]);
    }
}
