//! What is said and what only looks as if it were.

use proptest::prelude::*;

use super::*;
use crate::value::{Date, DateTime, Number};

fn number(text: &str) -> Number {
    Number::parse(text).unwrap_or_else(Number::zero)
}

/// The numbers that stand at the end of a text.
fn numbers(text: &str) -> Vec<String> {
    Segment::new(text).numbers().into_iter().map(|(number, _)| number.to_string()).collect()
}

fn dates(text: &str) -> Vec<String> {
    Segment::new(text).dates().into_iter().map(|(date, _)| date.to_string()).collect()
}

/// Whether a text value is said.
fn says(text: &str, value: &str) -> bool {
    !Segment::new(text).find_text(value).is_empty()
}

/// The kinds of timing that are said, each once.
fn timing(text: &str) -> Vec<&'static str> {
    let mut kinds: Vec<_> = Segment::new(text).trigger_kinds().into_iter().map(|(kind, _)| kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds.into_iter().map(TriggerKind::name).collect()
}

const NONE: [&str; 0] = [];

mod number_values {
    use super::*;

    #[test]
    fn a_number_is_said_by_value() {
        for (text, said) in [
            ("send 500 to Bob", "500"),
            ("500.", "500"),
            ("(500)", "500"),
            ("2,000", "2000"),
            ("1,234,567.89", "1234567.89"),
            ("$1,200.00", "1200"),
            ("500€", "500"),
            ("US$500", "500"),
            ("-$5", "-5"),
            ("$-5", "-5"),
            ("\u{2212}5", "-5"),
            ("+5", "5"),
            (".05", "0.05"),
            ("0.5", "0.5"),
            ("amount:500", "500"),
            ("٥٠٠", "500"),
            ("١٬٢٣٤٫٥", "1234.5"),
            ("５００", "500"),
            ("send \"500\"", "500"),
            ("wait...500", "500"),
            ("5\u{200b}00", "500"),
        ] {
            assert_eq!(numbers(text), [said], "{text}");
        }
        assert_eq!(numbers("５００．５ 500—no"), ["500.5", "500"]);
    }

    #[test]
    fn digits_that_are_no_quantity_say_no_number() {
        for text in [
            "5k",
            "50%",
            "50 %",
            "500won",
            "500원",
            "3rd",
            "A12",
            "12A",
            "v1.2.3",
            "1.2.3",
            "10.0.0.1",
            "2024-05-12",
            "10:30",
            "5 pm",
            "5 p.m. sharp",
            "12 o'clock",
            "1/2",
            "2½",
            "10²",
            "5-10",
            "007",
            "1,2,3",
            "12,34",
            "1,0000",
            "#12345",
            "a#5",
            "~500",
            "May 12",
            "12 May",
            "May 12, 2024",
            "May 2024",
            "--5",
            "–5",
            "x.5",
            "a@5.com",
            "5–10",
            "f(500)",
            "credit_card_7815826",
            "\u{202e}005",
            "5°",
        ] {
            assert_eq!(numbers(text), NONE, "{text}");
        }
    }

    #[test]
    fn a_number_inside_another_is_not_said() {
        assert!(Segment::new("12").find_number(&number("1")).is_empty());
        assert!(Segment::new("1,234").find_number(&number("234")).is_empty());
        assert!(Segment::new("12.5").find_number(&number("12")).is_empty());
    }

    #[test]
    fn a_mention_has_its_place_in_scalars() {
        // é and the two emoji are one scalar each, so 5 stands behind "é 👍👍 " at 5.
        let said = Segment::new("é 👍👍 500").find_number(&number("500"));
        assert_eq!(said, [Mention { span: [5, 8], read_as: "number" }]);
        assert_eq!(
            Segment::new("send 500 to my landlord").find_number(&number("500")).first().map(|said| said.span),
            Some([5, 8])
        );
    }
}

mod text_values {
    use super::*;

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
            ("", "a"),
            ("a", ""),
            ("a", " "),
        ] {
            assert!(!says(text, value), "{text}: {value}");
        }
    }

    #[test]
    fn quotation_marks_and_possessives_are_no_part_of_the_mention() {
        let said = |text: &str, value| {
            Segment::new(text).find_text(value).first().map(|mention| (mention.span, mention.read_as))
        };
        assert_eq!(said("pay 'Ann'", "ann"), Some(([5, 8], "words")));
        assert_eq!(said("Ann's", "ann"), Some(([0, 3], "words")));
        assert_eq!(said("to a@b.co.", "a@b.co"), Some(([3, 9], "token")));
    }
}

mod negation {
    use super::*;

    #[test]
    fn a_negated_mention_is_none() {
        for text in [
            "not 500",
            "not the 500",
            "not \"500\"",
            "not $500",
            "instead of 500",
            "rather than 500",
            "don't send 500",
            "Do not pay the 500",
            "I didn't say 500",
            "send 500. Not 500!",
            "except 500",
        ] {
            assert_eq!(numbers(text), NONE, "{text}");
        }
        assert!(!says("pay Bob, not Ann", "Ann"));
        assert!(says("pay Bob, not Ann", "Bob"));
        assert!(!says("no insurance", "insurance"));
        assert!(!says("pay Ann. No, not Ann, Bob", "Ann"));
    }

    #[test]
    fn a_negation_of_something_else_negates_nothing() {
        for text in [
            "don't forget to send 500",
            "don't wait, send 500",
            "why don't you send 500",
            "no, 500",
            "flight no 500",
            "not more than 500",
            "I do not mind, send 500",
            "not only that: 500",
        ] {
            assert_eq!(numbers(text), ["500"], "{text}");
        }
    }

    #[test]
    fn a_correction_takes_back_what_was_said_before() {
        for text in [
            "send 500, no, make it 300",
            "send 500 ... no wait, 300",
            "send 500. Actually 300",
            "send 500. Actually, please send 300",
            "send 500 - sorry, I meant 300",
            "send 500\nno 300",
            "send 500. Make it 300",
            "send 500. And make that 300",
            "send 500? No, 300.",
            "send 300 instead of 500",
            "send 500. Send 300 euros instead.",
            "not 500 but 300",
            "send 500, or rather 300",
        ] {
            assert_eq!(numbers(text), ["300"], "{text}");
        }
    }

    #[test]
    fn what_is_no_correction_takes_nothing_back() {
        for text in [
            "send 500. No, that is all, and 300 more",
            "I actually have 500 and 300",
            "500, no problem, then 300",
            "send 500 and 300",
        ] {
            assert_eq!(numbers(text), ["500", "300"], "{text}");
        }
        assert_eq!(numbers("not 500? fine: 500"), ["500"]);
        assert_eq!(numbers("send 500. No, on 2026-05-01"), ["500"]);
        assert_eq!(dates("on 2026-05-01, no, on May 2, 2026"), ["2026-05-02"]);
    }

    #[test]
    fn a_text_is_corrected_directly_behind_it() {
        for text in [
            "to Anna, no, to Bob",
            "pay Anna. No, Bob!",
            "pay Anna - I mean Bob",
            "pay anna, no wait, bob",
            "Anna, sorry, Bob please",
        ] {
            assert!(!says(text, "Anna"), "{text}");
            assert!(says(text, "Bob"), "{text}");
        }
        for text in [
            "pay Anna. Actually, what is my balance?",
            "pay Anna. No, thanks",
            "pay Anna, no, 300",
            "pay Anna 500. No, 300",
            "Anna, please",
        ] {
            assert!(says(text, "Anna"), "{text}");
        }
        assert!(!says("from 1102534471, no, 2209981107", "1102534471"));
    }

    #[test]
    fn a_quote_out_of_a_negation_is_known_to_be_one() {
        let segment = Segment::new("not 500 but 300");
        assert!(segment.is_negated([4, 7]));
        assert!(!segment.is_negated([12, 15]));
    }
}

mod days {
    use super::*;

    #[test]
    fn a_date_is_said_in_unambiguous_forms() {
        for text in [
            "on 2024-05-20.",
            "May 20, 2024",
            "May 20 2024",
            "may 20th, 2024",
            "20 May 2024",
            "20th of May 2024",
            "20-May-2024",
            "on the 20th of May, 2024",
            "20. May 2024",
            "(2024-05-20)",
        ] {
            assert_eq!(dates(text), ["2024-05-20"], "{text}");
        }
        assert_eq!(dates("Sept. 3, 2026 and 4 Dec 2026"), ["2026-09-03", "2026-12-04"]);
        for text in [
            "05/06/2024",
            "2024-5-20",
            "2024-02-30",
            "Feb 30, 2024",
            "x2024-05-20",
            "2024-05-201",
            "May 20",
            "20.05.2024",
        ] {
            assert_eq!(dates(text), NONE, "{text}");
        }
    }

    #[test]
    fn a_moment_is_said_in_iso_form() {
        let said = |text: &str| Segment::new(text).datetimes().iter().map(|(time, _)| *time).collect::<Vec<_>>();
        let time: Vec<_> = DateTime::parse("2026-03-11T09:24:07Z").into_iter().collect();
        assert_eq!(said("at 2026-03-11T09:24:07Z."), time);
        assert_eq!(said("2026-03-11 09:24:07Z"), time);
        assert_eq!(dates("2026-03-11 09:24"), ["2026-03-11"]);
        assert_eq!(dates("2026-03-11T09:24"), NONE);
        assert_eq!(said("2026-03-11 and 09:24"), []);
    }

    #[test]
    fn a_day_without_a_year_is_kept_apart() {
        let said = Segment::new("by May 20").dates_without_year();
        assert_eq!(said.iter().map(|(day, _)| (day.month, day.day)).collect::<Vec<_>>(), [(5, 20)]);
        let today = |text| Date::parse(text);
        let day = YearlessDay { month: 5, day: 20 };
        assert_eq!(today("2026-05-20").and_then(|today| day.soonest(today)), Date::parse("2026-05-20"));
        assert_eq!(today("2026-05-21").and_then(|today| day.soonest(today)), Date::parse("2027-05-20"));
    }

    #[test]
    fn a_modal_verb_is_no_month() {
        assert_eq!(numbers("12 may be enough"), ["12"]);
    }
}

mod families {
    use super::*;

    fn values(family: &Family, text: &str) -> Vec<usize> {
        Segment::new(text).find_family(family).iter().map(|(value, _)| *value).collect()
    }

    #[test]
    fn a_longer_phrase_takes_a_shorter_one_with_it() {
        let cabin = Family::new([["basic_economy"], ["economy"], ["business"]]);
        assert_eq!(values(&cabin, "basic economy"), [0]);
        assert_eq!(values(&cabin, "Basic_Economy"), [0]);
        assert_eq!(values(&cabin, "basic-economy"), [0]);
        assert_eq!(values(&cabin, "economy, the basic one"), [1]);
        assert_eq!(values(&cabin, "basic economy or economy"), [0, 1]);
        assert_eq!(values(&cabin, "economy class, not basic economy"), [1]);
        let said = Segment::new("basic economy").find_phrases_longest(&["basic economy", "economy"]);
        assert_eq!(said.iter().map(Vec::len).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn a_correction_goes_through_the_family() {
        let cabin = Family::new([["economy"], ["business"]]);
        assert_eq!(values(&cabin, "economy for Bob. No, make it business"), [1]);
        assert_eq!(values(&cabin, "business, not economy"), [1]);
        let bag = Family::new([["with"], ["without"]]);
        assert_eq!(values(&bag, "without a bag"), [1]);
    }

    #[test]
    fn a_phrase_is_said_as_whole_words() {
        assert_eq!(Segment::new("Please SEND it").find_phrase("send").len(), 1);
        assert_eq!(Segment::new("the sender").find_phrase("send").len(), 0);
    }
}

mod triggers {
    use super::*;

    #[test]
    fn the_shipped_phrases_say_their_kind() {
        for (kind, texts) in [
            ("immediate", ["do it now", "right now", "right away", "at once!", "Immediately"].as_slice()),
            (
                "scheduled",
                [
                    "tomorrow",
                    "on Friday",
                    "at 5 pm",
                    "at 5pm",
                    "at 17:00",
                    "in two hours",
                    "in 2 hours",
                    "in a few days",
                    "next week",
                    "next Friday",
                    "on 2026-05-01",
                    "on May 1",
                    "at 5 p.m. sharp",
                    "at noon",
                    "this evening",
                ]
                .as_slice(),
            ),
            (
                "recurring",
                ["every month", "each Friday", "daily", "weekly", "weekly, from then on", "once a week"].as_slice(),
            ),
            (
                "conditional",
                ["if it rains", "when it rains", "once it rains", "as soon as it rains", "unless it rains"].as_slice(),
            ),
        ] {
            for text in texts {
                assert_eq!(timing(text), [kind], "{text}");
            }
        }
        for text in [
            "send 500",
            "not now",
            "at 500",
            "in 2 parts",
            "knowing",
            "everyone",
            "every",
            "send it once.",
            "on foot",
            "monthly-ish",
        ] {
            assert_eq!(timing(text), NONE, "{text}");
        }
    }

    #[test]
    fn an_incidental_now_does_not_settle_the_timing() {
        assert_eq!(timing("From now on send 500 every month"), ["immediate", "recurring"]);
        assert_eq!(timing("Tomorrow, not now"), ["scheduled"]);
    }

    #[test]
    fn the_longest_phrase_of_a_kind_is_reported() {
        let said = Segment::new("do it right now").trigger_kinds();
        assert_eq!(said.iter().map(|(_, mention)| mention.span).collect::<Vec<_>>(), [[6, 15]]);
    }
}

mod conversations {
    use super::*;

    #[test]
    fn only_the_person_is_read() {
        let talk = Conversation::new([
            ("send 500", true),
            ("not 500; pay 9000 to Eve, now", false),
            ("ok", true),
            ("Eve", false),
        ]);
        assert_eq!(talk.numbers().len(), 1);
        assert!(talk.find_text("Eve").is_empty());
        assert!(talk.trigger_kinds().is_empty());
        assert_eq!(talk.latest_user(), Some(2));
        assert_eq!(talk.segment(1).map(Segment::text), None);
        assert_eq!(Conversation::default().latest_user(), None);
    }

    #[test]
    fn a_later_segment_corrects_an_earlier_one() {
        let talk = Conversation::new([
            ("send 500", true),
            ("500?", false),
            ("no, make it 300", true),
            ("and 20 for the fee", true),
        ]);
        let said: Vec<_> = talk.numbers().iter().map(|(number, said)| (number.to_string(), said.segment)).collect();
        assert_eq!(said, [("300".to_owned(), 2), ("20".to_owned(), 3)]);
        assert!(talk.find_number(&number("500")).is_empty());
        assert_eq!(talk.other_numbers(&number("300")).len(), 1);
        let talk = Conversation::new([("pay Bob", true), ("not Bob", true)]);
        assert!(talk.find_text("Bob").is_empty());
    }
}

mod patterns {
    use super::*;

    #[test]
    fn words_are_bounded_as_people_read_them() {
        let finds = |phrase: &str, text: &str| WordsPattern::new([phrase]).matches(text);
        assert!(finds("error", "error-prone"));
        assert!(finds("sent", "Done.Sent!"));
        assert!(finds("can't", "can`t"));
        assert!(finds("it is done", "It  is\ndone"));
        assert!(finds("déjà", "DÉJÀ vu"));
        assert!(finds("하겠습니다", "지금 하겠습니다."));
        for (phrase, text) in
            [("error", "errors"), ("caf", "café"), ("can", "can't"), ("not", "not_found"), ("a b", "a, b"), ("", "a")]
        {
            assert!(!finds(phrase, text), "{phrase}: {text}");
        }
        assert_eq!(WordsPattern::new(["b", "a b"]).find("a b"), [[0, 3], [2, 3]]);
    }

    #[test]
    fn the_operators_compare_texts() {
        assert!(contains_words("pay 1,000", "1000"));
        assert!(contains_words("a@example.com", "example.com"));
        assert!(!contains_words("pay 10000", "1000"));
        assert!(!contains_words("abc", ""));
        assert!(contains_number("not 5", &number("5")));
        assert!(starts_with("/home/x", "/home/") && !starts_with("/Home", "/home"));
        assert!(starts_with("e\u{301}a", "é") && ends_with("cafe\u{301}", "é") && ends_with("a", ""));
    }
}

mod spans {
    use super::*;

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

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_mention_lies_on_word_boundaries(text in "(([0-9]{1,4}|not|no,|May|at|now|é|Ann's|[a-zA-Z]{1,3}|[-.,:#$'\"/@_ \u{200b}\u{202e}])[ ]?){0,12}") {
        let segment = Segment::new(&text);
        let numbers = segment.numbers().into_iter().map(|(_, mention)| mention);
        let dates = segment.dates_without_year().into_iter().map(|(_, mention)| mention);
        for mention in numbers.chain(dates).chain(segment.find_text("ann")) {
            prop_assert!(segment.slice(mention.span).is_some_and(|text| !text.is_empty()));
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
        for (number, mention) in Segment::new(&text).numbers() {
            let read = Segment::new(&text).slice(mention.span).map(|quote| Segment::new(quote).numbers()).unwrap_or_default();
            prop_assert_eq!(read.into_iter().map(|(number, _)| number).collect::<Vec<_>>(), [number]);
        }
    }

    /// Case, and what has no width, say nothing.
    #[test]
    fn a_text_says_itself(text in "[a-z0-9@./_#]{1,8}( [a-z]{1,5}){0,2}") {
        let shown: String = text.to_uppercase().chars().flat_map(|c| [c, '\u{200b}']).collect();
        prop_assert_eq!(Segment::new(&format!("é {shown} é")).find_text(&text).len(), 1);
    }
}
