use super::*;
use crate::words::contains_words;
use proptest::prelude::*;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(Number::zero)
}

/// Whether a text value is said.
fn says(text: &str, value: &str) -> bool {
    !Segment::new(text).find_text(value).is_empty()
}

#[test]
fn a_text_is_said_as_whole_words() {
    for (text, value) in [
        ("pay ANN now", "Ann"),
        ("pay “Ann”.", "Ann"),
        ("my landlord's account", "landlord"),
        ("my landlord’s account", "landlord"),
        ("the Jameses' flat", "jameses"),
        ("fly to New\n York, please", "new york"),
        ("Café", "Cafe\u{301}"),
        ("(HAT001).", "HAT001"),
        ("use credit_card_7815826!", "credit_card_7815826"),
        ("order #W2378156", "#W2378156"),
        ("order #W2378156", "W2378156"),
        ("mail a@b.co.", "a@b.co"),
        ("mail <a@b.co>", "a@b.co"),
        ("see /etc/passwd, then", "/etc/passwd"),
        ("ping 10.0.0.1?", "10.0.0.1"),
        ("Straße", "STRASSE"),
        ("I can't", "can’t"),
        ("دفع إلى أحمد", "أحمد"),
        ("집주인 에게 보내", "집주인"),
        ("to Acme Inc. today", "Acme Inc."),
        ("Acme™ shares", "acme"),
        ("list '.'", "."),
        ("list /", "/"),
        ("list / now", "/"),
        ("send 👍", "👍"),
    ] {
        assert!(says(text, value), "{text}: {value}");
    }
}

#[test]
fn a_part_of_a_word_or_token_is_not_said() {
    for (text, value) in [
        ("pay Anna", "Ann"),
        ("pay Ann-Marie", "Ann"),
        ("pay Ann\u{200b}a", "Ann"),
        ("a@b.com", "a@b.co"),
        ("xa@b.co", "a@b.co"),
        ("10.0.0.12", "10.0.0.1"),
        ("10.0.0.1:8080", "10.0.0.1"),
        ("bob@x.com", "bob"),
        ("/etc/passwd", "etc"),
        ("/etc/passwd2", "/etc/passwd"),
        ("C++", "C"),
        ("non-refundable", "refundable"),
        ("/data/file(1).txt", "/data/file"),
        ("credit_card_78158260", "credit_card_7815826"),
        ("12", "1"),
        ("new yorker", "new york"),
        ("newyork", "new york"),
        ("cafe", "café"),
        // Cyrillic а
        ("pаy Аnn", "Ann"),
        ("大阪市に行く", "大阪"),
        ("집주인에게 보내", "집주인"),
        ("list it.", "."),
        ("list it .", "."),
        ("and... so", "..."),
        ("so - well", "-"),
        ("a/b", "/"),
        ("what?", "?"),
        ("", "a"),
        ("a", ""),
        ("a", " "),
    ] {
        assert!(!says(text, value), "{text}: {value}");
    }
}

#[test]
fn quotation_marks_and_possessives_are_no_part_of_the_mention() {
    let said =
        |text: &str, value| Segment::new(text).find_text(value).first().map(|mention| (mention.span, mention.read_as));
    assert_eq!(said("pay 'Ann'", "ann"), Some(([5, 8], "words")));
    assert_eq!(said("Ann's", "ann"), Some(([0, 3], "words")));
    assert_eq!(said("to a@b.co.", "a@b.co"), Some(([3, 9], "token")));
}

#[test]
fn a_span_is_cut_and_judged_in_scalars() {
    let segment = Segment::new("é send 500");
    assert_eq!(segment.slice([2, 6]), Some("send"));
    assert_eq!(segment.slice([0, 10]), Some("é send 500"));
    assert_eq!(segment.slice([3, 3]), Some(""));
    assert_eq!(segment.slice([0, 11]), None);
    assert_eq!(segment.slice([6, 2]), None);
    assert!(segment.is_on_word_boundaries([2, 10]));
    for span in [[2, 5], [3, 6], [2, 2], [6, 7], [7, 11], [7, 9]] {
        assert!(!segment.is_on_word_boundaries(span), "{span:?}");
    }
}

#[test]
fn a_long_text_is_read_in_one_pass() {
    for unit in ["a ", "!", "1 ", "no, ", "'", "(", "2024-", "not ", "a", "\u{301}", "--", ",", "$"] {
        let text = unit.repeat(200_000 / unit.len());
        let segment = Segment::new(&text);
        // The worst for a search that compares at every place.
        assert!(segment.find_text(&format!("{}b", "a ".repeat(1_000))).is_empty());
        assert_eq!(segment.find_text("zebra").len() + segment.find_number(&number("7")).len(), 0, "{unit}");
    }
}

/// How often words and marks are looked at where everything is read and looked for.
fn steps(text: &str) -> u64 {
    use crate::words::token::steps::taken;
    let before = taken();
    let segment = Segment::new(text);
    let (today, now) = (Date::parse("2026-03-11"), DateTime::parse("2026-03-11T09:24Z"));
    let _ = (segment.numbers(), segment.days(today), segment.clocks(), segment.moments(today, now.as_ref()));
    let _ = (segment.durations(), segment.trigger_kinds());
    for value in ["zebra", "a a b", "the crossings", "St. Louis", "5551234567", "3x^2 + 1", "\"", "-"] {
        let _ = (segment.find_text(value), segment.find_forms(value), segment.find_spelling(value));
    }
    let _ = segment.find_text(&format!("{}b", "a ".repeat(50)));
    let _ = segment.find_family(&Family::new([["a"], ["a a"], ["half"]]));
    taken() - before
}

#[test]
fn twice_the_text_takes_twice_the_steps() {
    for unit in [
        "a ",
        "!",
        "1 ",
        "no, ",
        "'",
        "(",
        "2024-",
        "not ",
        "--",
        ",",
        "$",
        "1 000 ",
        "1 234 567 ",
        "in 2 hours ",
        "PT2H ",
        "May 20 to 25, 2026 ",
        "20 ",
        "two hundred and ",
        "3x^2 + ",
        "5개 ",
        "> a\n",
        ">\n",
        "555-",
        "1234 ",
        "+",
        "half ",
        "\"a\" ",
        "from now ",
        "5'",
        "1,",
        "5ft 10in ",
        "1 hour ",
        "1 hour 40 ",
        "5' 1\" ",
        "2 thousand 500 ",
        "2 thousand and ",
        "one point ",
        "one ",
        "point one ",
        "one and a half ",
        "half of an hour ",
        "2 or 3 or ",
        "USD40 ",
        "1h20m ",
        "next ",
        "on the 12th ",
        "st. louis ",
        "word's ",
    ] {
        let (one, two) = (steps(&unit.repeat(1_500)), steps(&unit.repeat(3_000)));
        assert!(two <= 2 * one + one / 8 + 2_000, "`{unit}`: {one} and {two}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_mention_lies_on_word_boundaries(text in "(([0-9]{1,4}|not|no,|May|at|now|é|Ann's|[a-zA-Z]{1,3}|[-.,:#$'\"/@_ \u{200b}\u{202e}])[ ]?){0,12}") {
        let segment = Segment::new(&text);
        let numbers = segment.numbers().into_iter().map(|(_, mention)| mention);
        let dates = segment.dates_without_year().into_iter().map(|(_, mention)| mention);
        for mention in numbers.chain(dates) {
            prop_assert!(segment.is_on_word_boundaries(mention.span));
        }
        // The possessive is no part of a mention.
        for mention in segment.find_text("ann") {
            let said = segment.slice(mention.span).unwrap_or_default().replace('\u{200b}', "").to_lowercase();
            prop_assert_eq!(said, "ann");
        }
    }

    /// A short text is looked through and a long one by its index; what is found is the same.
    #[test]
    fn a_text_says_the_same_before_a_long_one(
        text in "((ann's?|an|saves?|saving|power|st\\.?|saint|café|cafe|colour|o'brien|obrien|the|not|no,|5[05]|&|and|ice|cream)(, | |-|'s )){1,12}",
        value in "(ann|an|save|saving power|st|saint|cafe|café|color|o'brien|obrien|ice cream|ice & cream|saint ann|the ann|ann cream|50|an ann)",
    ) {
        let long = format!("{text}.\n{}", "zebra ".repeat(200));
        let [short, long] = [text.clone() + ".", long].map(|text| Segment::new(&text));
        prop_assert_eq!(short.find_text(&value), long.find_text(&value));
        prop_assert_eq!(short.find_forms(&value), long.find_forms(&value));
        prop_assert_eq!(short.find_spelling(&value), long.find_spelling(&value));
        prop_assert_eq!(short.find_thinned(&value), long.find_thinned(&value));
        let mut family = Family::new([["an"], ["saint"]]);
        family.add_words(1, &["save".to_owned(), "power".to_owned()]);
        prop_assert_eq!(short.find_family(&family), long.find_family(&family));
        for flag in Flag::new("power_save").iter().chain(&Flag::new("ice_cream")) {
            prop_assert_eq!(short.find_flag(flag), long.find_flag(flag));
        }
    }

    #[test]
    fn no_text_makes_it_crash(text in "\\PC{0,40}", value in "\\PC{0,6}") {
        let segment = Segment::new(&text);
        let _ = (segment.find_text(&value), segment.find_phrase(&value), segment.trigger_kinds(), contains_words(&text, &value));
    }

    /// Evidence, read again, gives its value.
    #[test]
    fn the_span_of_a_number_reads_as_the_number(text in "[-$+0-9.,%#a (]{0,16}") {
        // A term of a polynomial is one by what stands beside it.
        let numbers = Segment::new(&text).numbers().into_iter().filter(|(_, mention)| mention.read_as != "coefficient");
        for (number, mention) in numbers {
            let read = Segment::new(&text).slice(mention.span).map(|quote| Segment::new(quote).numbers()).unwrap_or_default();
            prop_assert_eq!(read.into_iter().map(|(number, _)| number).collect::<Vec<_>>(), [number]);
        }
    }

    /// Case, and what has no width, say nothing.
    #[test]
    fn a_text_says_itself(text in "[a-z0-9@./_#]{1,8}( [a-z]{1,5}){0,2}") {
        // Marks alone stand for themselves only in quotation marks or between blanks.
        prop_assume!(text.contains(|c: char| c.is_ascii_alphanumeric() || c == '_'));
        let shown: String = text.to_uppercase().chars().flat_map(|c| [c, '\u{200b}']).collect();
        prop_assert_eq!(Segment::new(&format!("é {shown} é")).find_text(&text).len(), 1);
    }
}
