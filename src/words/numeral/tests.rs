use super::*;

fn read(text: &str) -> Vec<(String, &'static str)> {
    let tokens = Tokens::new(text);
    let mut at = 0;
    let mut found = Vec::new();
    while at < tokens.len() {
        match numeral(&tokens, at) {
            Some(numeral) => {
                at = numeral.last + 1;
                found.push((numeral.number.to_string(), numeral.read_as));
            }
            None => at += 1,
        }
    }
    found
}

#[test]
fn words_add_up() {
    for (text, value) in [
        ("five", "5"),
        ("twenty-five", "25"),
        ("twenty five", "25"),
        ("a hundred", "100"),
        ("one hundred and five", "105"),
        ("two thousand three hundred", "2300"),
        ("nineteen hundred", "1900"),
        ("two hundred thousand", "200000"),
        ("one million two hundred thousand and six", "1200006"),
        ("half a million", "500000"),
        ("three point one four", "3.14"),
        ("two dozen", "24"),
        ("a dozen eggs", "12"),
        ("a couple of days", "2"),
        ("three quarters", "0.75"),
        ("five lakh", "500000"),
    ] {
        let found = read(text);
        assert_eq!(found.first().map(|found| found.0.as_str()), Some(value), "{text}");
        assert_eq!(found.len(), 1, "{text}");
    }
    assert_eq!(read("two and three").len(), 2);
    assert_eq!(read("one room"), [("1".to_owned(), "number-words")]);
    assert_eq!(read("the third option"), [("3".to_owned(), "ordinal")]);
    assert_eq!(read("my twenty-first order"), [("21".to_owned(), "ordinal")]);
}

#[test]
fn what_only_sounds_like_a_number_is_none() {
    for text in [
        "the red one",
        "one of them",
        "no one",
        "this one here",
        "the first of May",
        "first, open it",
        "wait a second",
        "at five pm",
        "half past five",
        "a quarter to six",
        "the second",
        "someone",
        "often",
        "the third of June",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
}
