use super::*;

/// The tokens of a text, a blank between their words and marks.
fn tokens(text: &str) -> Vec<String> {
    let tokens = Tokens::new(text);
    let mut read: Vec<String> = Vec::new();
    for (at, _) in tokens.iter() {
        match read.last_mut().filter(|_| tokens.is_glued(at)) {
            Some(last) => last.push_str(tokens.text(at)),
            None => read.push(tokens.text(at).to_owned()),
        }
    }
    read
}

#[test]
fn a_token_is_what_nothing_parts() {
    for text in [
        "a@b.co",
        "10.0.0.1",
        "/etc/passwd",
        "ann-marie",
        "2026-03-11t09:24:07z",
        "c++",
        ".env",
        "../x",
        "1,234.56",
        "https://a.b/c?d=e&f=g",
        "x_1",
        "50%",
        "c:\\users",
        "~/notes.txt",
        "--force",
        "10:30",
        "-5",
        "can't",
        "l'hôtel",
    ] {
        assert_eq!(tokens(text), [text], "{text}");
    }
}

#[test]
fn what_parts_is_no_part_of_a_token() {
    assert_eq!(tokens("(HAT001)."), ["(", "hat001", ")", "."]);
    assert_eq!(tokens("“Bob”, ‘Al’"), ["“", "bob", "”", ",", "'", "al", "'"]);
    assert_eq!(tokens("a@b.co, x!?"), ["a@b.co", ",", "x", "!", "?"]);
    assert_eq!(
        tokens("amount:500 wait...500 a--b"),
        ["amount", ":", "500", "wait", ".", ".", ".", "500", "a", "-", "-", "b"]
    );
    assert_eq!(tokens("$500 500€ #12 a#1"), ["$", "500", "500", "€", "#", "12", "a#1"]);
    assert_eq!(tokens("5–10 👍500"), ["5", "–", "10", "👍", "500"]);
    assert_eq!(tokens("500- no"), ["500", "-", "no"]);
    assert_eq!(tokens("f(1).txt"), ["f(1", ")", ".txt"]);
    assert_eq!(tokens(""), [""; 0]);
}

/// A long text is read in parts.
#[test]
fn where_a_text_is_cut_changes_nothing() {
    let line = "Ann's a@b.co, 5 (é) \u{1112}\u{1161}\u{11ab} \"x\". #12 a=2 wait...\n";
    let long = line.repeat(600);
    let (tokens, one) = (Tokens::new(&long), Tokens::new(line));
    let length = line.chars().count() as u32;
    for (at, token) in tokens.iter() {
        let (line, own) = (at / one.len(), at % one.len());
        let start = token.start - length * line as u32;
        let expected = one.get(own).map(|expected| (one.text(own), expected.gap, expected.start));
        assert_eq!(Some((tokens.text(at), token.gap, start)), expected, "{at}");
    }
    assert_eq!(tokens.len(), 600 * one.len());
}

#[test]
fn a_boundary_lies_in_no_word() {
    let tokens = Tokens::new("ab c");
    let at: Vec<bool> = (0..=4).map(|scalar| tokens.is_boundary(scalar)).collect();
    assert_eq!(at, [true, false, true, true, true]);
}
