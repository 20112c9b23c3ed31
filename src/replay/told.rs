//! Whether an answer says that something failed.

/// What says that something did not work. An answer with one of these does not pass a failure over in silence, whatever
/// else it says.
const WORDS: &[&str] = &[
    "aborted",
    "aren't",
    "cannot",
    "can't",
    "couldn't",
    "denied",
    "didn't",
    "doesn't",
    "don't",
    "error",
    "errors",
    "fail",
    "failed",
    "failing",
    "fails",
    "failure",
    "failures",
    "haven't",
    "hasn't",
    "invalid",
    "isn't",
    "issue",
    "issues",
    "missing",
    "neither",
    "no",
    "none",
    "not",
    "nothing",
    "problem",
    "problems",
    "refused",
    "rejected",
    "timed",
    "timeout",
    "unable",
    "unavailable",
    "unexpected",
    "unfortunately",
    "unsuccessful",
    "wasn't",
    "weren't",
    "without",
    "wrong",
];

/// Whether a text has a word for a failure. Rather one too many: what is counted as silent is silent.
pub(super) fn mentions_a_failure(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    lower.split(|c: char| !c.is_alphanumeric() && c != '\'').any(|word| WORDS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_mentioned_by_whole_words_alone() {
        assert!(mentions_a_failure("I couldn’t reach the bank."));
        assert!(mentions_a_failure("The transfer FAILED"));
        assert!(!mentions_a_failure("All done: your notebook was sent."));
    }
}
