//! What a comment says of single values: "'1' for cleaning, '2' for ironing", "1 = low, 2 = high", "(1 for child, 2 for
//! teenager)", "'tentative' (maybe)", "true to start watching, false to stop". So a person says `2` by "ironing".

/// Between a value and its words.
const LINKS: &[&str] =
    &["for", "=", ":", "-", "–", "means", "is", "represents", "denotes", "indicates", "stands for", "refers to"];

/// What says nothing of a value, but that it is one.
const NOTES: &[&str] = &["default", "optional", "required", "recommended", "deprecated", "experimental", "the default"];

/// The most words that say a value.
const MOST: usize = 5;

/// Each value that a comment explains, with its words. A value stands in quotation marks or is a number.
pub fn legend(doc: &str) -> Vec<(String, String)> {
    let doc = ["'", "\"", "`"]
        .iter()
        .fold(doc.to_owned(), |doc, mark| doc.replace(&format!("{mark} ("), &format!("{mark} = ")));
    let doc = doc.replace(" and ", ", ").replace(" or ", ", ").replace(". ", ", ").replace('\n', ", ");
    doc.split([',', ';', '(', ')'])
        .filter_map(entry)
        .filter(|(_, said)| !NOTES.contains(&said.to_lowercase().as_str()))
        .collect()
}

/// What a comment says of a boolean: "true to start watching, false to stop". A verb alone goes on as the other one does.
pub fn of_boolean(doc: &str) -> Vec<(bool, String)> {
    let doc = doc.to_lowercase().replace(" and ", ", ").replace(" or ", ", ").replace(". ", ", ").replace(';', ",");
    let verbs = |clause: &str| {
        let words: Vec<&str> = clause.split_whitespace().collect();
        let at = words.iter().position(|word| matches!(*word, "true" | "false")).filter(|at| *at <= 2)?;
        let said = words.get(at + 1..)?.strip_prefix(&["to"])?;
        let said: Vec<String> = said.iter().map(|word| word.trim_end_matches('.').to_owned()).collect();
        ((1..=MOST).contains(&said.len())).then_some((words.get(at) == Some(&"true"), said))
    };
    let both: Vec<(bool, Vec<String>)> = doc.split([',', '(', ')']).filter_map(verbs).collect();
    let rest = both.iter().find_map(|(_, said)| said.get(1..).filter(|rest| !rest.is_empty())).unwrap_or_default();
    let whole = both.iter().map(|(value, said)| match said.as_slice() {
        [verb] => (*value, [std::slice::from_ref(verb), rest].concat().join(" ")),
        said => (*value, said.join(" ")),
    });
    whole.filter(|(_, said)| said.contains(' ')).collect()
}

fn entry(clause: &str) -> Option<(String, String)> {
    let words: Vec<&str> = clause.split_whitespace().collect();
    let at = words.iter().position(|word| key(word).is_some()).filter(|at| *at <= 3)?;
    let word = words.get(at)?;
    if at > 0 && word.starts_with(|c: char| c.is_ascii_digit()) {
        // "at most 5 for each"
        return None;
    }
    let value = key(word)?;
    let rest = words.get(at + 1..)?;
    let said = if word.ends_with([':', '=']) {
        rest
    } else {
        let (link, said) = rest.split_first()?;
        match (LINKS.contains(link), said.split_first()) {
            (true, _) => said,
            (false, Some((second, said))) if LINKS.contains(&format!("{link} {second}").as_str()) => said,
            _ => return None,
        }
    };
    let said = match said.split_first() {
        Some((first, rest)) if ["a", "an", "the"].contains(&first.to_lowercase().as_str()) => rest,
        _ => said,
    };
    let said: Vec<&str> = said.iter().map(|word| word.trim_matches(['\'', '"', '.', '`'])).collect();
    let is_words =
        !said.is_empty() && said.len() <= MOST && said.iter().all(|word| word.starts_with(char::is_alphabetic));
    is_words.then(|| (value.to_owned(), said.join(" ")))
}

/// The value that a word is: in quotation marks, or digits.
fn key(word: &str) -> Option<&str> {
    let word = word.trim_end_matches([':', '=']);
    let quoted = ['\'', '"', '`'].iter().find_map(|mark| word.strip_prefix(*mark)?.strip_suffix(*mark));
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    quoted.filter(|value| !value.is_empty()).or_else(|| is_number.then_some(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(doc: &str) -> Vec<String> {
        legend(doc).into_iter().map(|(value, words)| format!("{value}: {words}")).collect()
    }

    #[test]
    fn a_comment_explains_values() {
        assert_eq!(
            read(
                "The kind. For example, '1' represents a cleaning service, '2' represents an ironing service, and '3' is both."
            ),
            ["1: cleaning service", "2: ironing service", "3: both"]
        );
        assert_eq!(read("Age (1 for child, 2 for teenager)."), ["1: child", "2: teenager"]);
        assert_eq!(read("The code, such as 'en' for English or 'hi' for Hindi."), ["en: English", "hi: Hindi"]);
        assert_eq!(read("0 = off, 1: on"), ["0: off", "1: on"]);
        assert_eq!(read("'accepted' (accept), 'tentative' (maybe)"), ["accepted: accept", "tentative: maybe"]);
        assert_eq!(
            of_boolean("Set to true to start watching, false to stop"),
            [(true, "start watching".to_owned()), (false, "stop watching".to_owned())]
        );
        assert_eq!(of_boolean("True to enable, false to disable."), []);
        assert_eq!(of_boolean("Whether it is true."), []);
    }

    #[test]
    fn what_explains_no_value_is_none() {
        for doc in [
            "'asc' (default)",
            "At most 5 for each.",
            "Between 1 and 10.",
            "A number.",
            "Use 2 or more",
            "",
            "the 'x' axis",
        ] {
            let read = read(doc);
            assert!(read.is_empty(), "{doc}: {read:?}");
        }
    }
}
