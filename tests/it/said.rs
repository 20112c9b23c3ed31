//! What the person's words bear out, over random values in random neutral text: every form that `docs/words.md` names says
//! its value, by its own rule and by exactly its span; the same form with the next value does not, and neither does one that
//! is negated or corrected.

use std::collections::HashMap;

use chk::{Policy, Snapshot};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseResult};
use serde_json::{Value as Json, json};

/// One way to say a value.
struct Form {
    /// The slot's comment, name and type.
    slot: (&'static str, &'static str, &'static str),
    rule: &'static str,
    /// What is said, and the part of it that is the mention.
    text: String,
    mention: String,
    value: Json,
    /// The same with the next value.
    other_text: String,
    other: Json,
}

const TIME: (&str, &str, &str) = ("When to wake up, in 24-hour time (HH:MM).", "value", "text");
const DATETIME: (&str, &str, &str) = ("", "value", "datetime");
const DATE: (&str, &str, &str) = ("", "value", "date");
const DURATION: (&str, &str, &str) = ("", "value", "duration");
const COUNTRY: (&str, &str, &str) = ("The country, as ISO 3166-1 alpha-2 code.", "value", "text");
const CITY: (&str, &str, &str) = ("The city, as 'City, State', such as 'Seattle, WA'.", "value", "text");
const NUMBER: (&str, &str, &str) = ("", "value", "decimal");
const YEAR: (&str, &str, &str) = ("The year.", "year", "integer");
const MONTH: (&str, &str, &str) = ("The month.", "month", "integer");
const SECONDS: (&str, &str, &str) = ("In seconds.", "value", "integer");
const INCHES: (&str, &str, &str) = ("The height in inches.", "value", "decimal");

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const COUNTRIES: [(&str, &str); 4] = [("Germany", "DE"), ("Denmark", "DK"), ("France", "FR"), ("Japan", "JP")];
const CITIES: [(&str, &str); 3] =
    [("Austin, Texas", "Austin, TX"), ("Portland, Maine", "Portland, ME"), ("San Jose in California", "San Jose, CA")];
const WORDS: [&str; 20] = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];
/// Words that say nothing of any kind.
const NEUTRAL: [&str; 8] = ["kindly", "lamp", "garden", "thanks", "friend", "window", "with", "looking"];

/// A form from what makes it: the text, the mention in it and the value.
fn form(
    slot: (&'static str, &'static str, &'static str),
    rule: &'static str,
    at: u32,
    make: impl Fn(u32) -> (String, String, Json),
) -> Form {
    let (text, mention, value) = make(at);
    let (other_text, _, other) = make(at + 1);
    Form { slot, rule, text, mention, value, other_text, other }
}

/// The same where all of the text is the mention.
fn plain(
    slot: (&'static str, &'static str, &'static str),
    rule: &'static str,
    at: u32,
    make: impl Fn(u32) -> (String, Json),
) -> Form {
    form(slot, rule, at, |at| {
        let (text, value) = make(at);
        (text.clone(), text, value)
    })
}

fn twelve(hour: u32) -> (u32, &'static str) {
    ((hour + 11) % 12 + 1, if hour < 12 { "am" } else { "pm" })
}

fn grouped(mut n: u32, mark: &str) -> String {
    let mut groups = Vec::new();
    while n >= 1000 {
        groups.push(format!("{:03}", n % 1000));
        n /= 1000;
    }
    groups.push(n.to_string());
    groups.reverse();
    groups.join(mark)
}

/// Every documented form, each with a value that `n` picks.
fn forms(n: u32) -> Vec<Form> {
    let hour = |at: u32| 13 + at % 10;
    let minute = 10 + n % 49;
    let day = 13 + n % 15;
    let (month, name) = (1 + n % 12, MONTHS[n as usize % 12]);
    let two = |at: u32| format!("{at:02}");
    let iso = |day: u32| json!(format!("2031-{}-{}", two(month), two(day)));
    let moment = |hour: u32| json!(format!("2031-{}-{}T{}:{}", two(month), two(day), two(hour), two(minute)));
    let now = |minutes: u32| {
        let all = 9 * 60 + 24 + minutes;
        json!(format!("2026-03-11T{}:{}:07Z", two(all / 60), two(all % 60)))
    };
    let pick = |list: &[(&'static str, &'static str)], at: u32| list[at as usize % list.len()];
    let small = 2 + n % 17;
    let large = 100 + n % 700;
    let word = |at: u32| WORDS[at as usize - 1].to_owned();
    vec![
        plain(TIME, "time", n, |at| {
            let (h, half) = twelve(hour(at));
            (format!("{h}:{} {half}", two(minute)), json!(format!("{}:{}", two(hour(at)), two(minute))))
        }),
        plain(TIME, "token", n, |at| {
            (format!("{}:{}", two(hour(at)), two(minute)), json!(format!("{}:{}", two(hour(at)), two(minute))))
        }),
        plain(TIME, "time", n, |at| {
            (format!("{}h{}", hour(at), two(minute)), json!(format!("{}:{}", two(hour(at)), two(minute))))
        }),
        plain(TIME, "time", n, |at| {
            let (h, half) = twelve(hour(at));
            (format!("{h} {half}"), json!(format!("{}:00", two(hour(at)))))
        }),
        plain(DATETIME, "datetime", n, |at| {
            (format!("2031-{}-{}T{}:{}", two(month), two(day), two(hour(at)), two(minute)), moment(hour(at)))
        }),
        plain(DATETIME, "datetime", n, |at| {
            (format!("{name} {day}, 2031 at {}:{}", hour(at), two(minute)), moment(hour(at)))
        }),
        plain(DATETIME, "datetime", n, |at| {
            (format!("{}:{} on {day} {name} 2031", hour(at), two(minute)), moment(hour(at)))
        }),
        plain(DATETIME, "datetime", n, |at| {
            let utc = moment(hour(at)).as_str().map(|at| json!(format!("{at}+02:00"))).unwrap();
            (format!("{name} {day}, 2031 at {}:{} UTC+2", hour(at), two(minute)), utc)
        }),
        plain(DATETIME, "relative-time", 2 + n % 400, |at| (format!("in {at} minutes"), now(at))),
        plain(DATETIME, "relative-time", 2 + n % 10, |at| (format!("{} hours from now", word(at)), now(60 * at))),
        plain(DATE, "date", day, |at| (format!("{name} {at}, 2031"), iso(at))),
        plain(DATE, "date", day, |at| (format!("the {at}th of {name} 2031"), iso(at)))
            .with_mention(|at| format!("{at}th of {name} 2031"), day),
        plain(DATE, "date", day, |at| (format!("2031/{month}/{at}"), iso(at))),
        plain(DATE, "date", day, |at| (format!("{at}.{month}.2031"), iso(at))),
        plain(DATE, "date", day, |at| (format!("2031年{month}月{at}日"), iso(at))),
        plain(DATE, "date", day, |at| (format!("2031년 {month}월 {at}일에"), iso(at))),
        plain(DATE, "relative-date", small, |at| (format!("in {at} days"), json!(format!("2026-03-{}", two(11 + at))))),
        plain(DURATION, "duration", small, |at| (format!("{at} hours"), json!(format!("{at}h")))),
        plain(DURATION, "duration", small, |at| (format!("{at}h"), json!(format!("{at}h")))),
        plain(DURATION, "duration", small, |at| {
            (format!("{at} hours and 15 minutes"), json!(format!("{}m", 60 * at + 15)))
        }),
        plain(DURATION, "iso-duration", small, |at| (format!("PT{at}H"), json!(format!("{at}h")))),
        plain(COUNTRY, "code", n % 3, |at| {
            let (name, code) = pick(&COUNTRIES, at);
            (name.to_owned(), json!(code))
        }),
        form(CITY, "place", n % 2, |at| {
            let (said, value) = pick(&CITIES, at);
            (said.to_owned(), value.split(',').next().unwrap().to_owned(), json!(value))
        }),
        plain(SECONDS, "unit", small, |at| (format!("{at} minutes"), json!(60 * at))),
        plain(SECONDS, "unit", small, |at| (format!("{at} more minutes"), json!(60 * at))),
        plain(SECONDS, "unit", small, |at| (format!("1h {at}min"), json!(3600 + 60 * at))),
        plain(INCHES, "unit", 1 + n % 11, |at| (format!("5ft {at}in"), json!(60 + at))),
        plain(NUMBER, "number", n, |at| (at.to_string(), json!(at))),
        plain(NUMBER, "number", 1000 + n, |at| (grouped(at, ","), json!(at))),
        plain(NUMBER, "number-words", small, |at| (word(at), json!(at))),
        plain(NUMBER, "scale", small, |at| (format!("{at} million"), json!(at * 1_000_000))),
        plain(NUMBER, "scale", small, |at| (format!("{at} hundred thousand"), json!(at * 100_000))),
        plain(NUMBER, "scale", small, |at| (format!("{at} million 200 thousand"), json!(at * 1_000_000 + 200_000))),
        plain(SECONDS, "unit", 10 + n % 40, |at| (format!("1 hour {at}"), json!(3_600 + 60 * at))),
        plain(DURATION, "duration", 10 + n % 40, |at| (format!("1 hour {at}"), json!(format!("{}m", 60 + at)))),
        plain(INCHES, "unit", n % 11, |at| (format!("5 ft {at}"), json!(60 + at))),
        plain(NUMBER, "continental", 1_000_000 + n, |at| (grouped(at, "."), json!(at))),
        form(NUMBER, "ordinal", 4 + n % 15, |at| (format!("{at}th option"), format!("{at}th"), json!(at))),
        plain(NUMBER, "percent", small, |at| (format!("{at}%"), json!(at))),
        plain(NUMBER, "scientific", small, |at| {
            (format!("{at}.5e-3"), serde_json::from_str(&format!("0.{at:03}5")).unwrap())
        }),
        plain(NUMBER, "fraction", small, |at| (format!("{at} and a half"), json!(f64::from(at) + 0.5))),
        plain(NUMBER, "fraction", 1, |at| (format!("{at}/4"), json!(f64::from(at) / 4.0))),
        form(NUMBER, "compound", small, |at| (format!("{at}-bedroom"), at.to_string(), json!(at))),
        form(NUMBER, "range", small, |at| (format!("{at}–{}", at + 40), at.to_string(), json!(at))),
        form(NUMBER, "pair", large, |at| (format!("{at}/80"), at.to_string(), json!(at))),
        form(NUMBER, "listed", small, |at| (format!("{at},90,91"), at.to_string(), json!(at))),
        plain(NUMBER, "hemisphere", small, |at| {
            (format!("{at}.5383 W"), serde_json::from_str(&format!("-{at}.5383")).unwrap())
        }),
        plain(NUMBER, "grouped", 1_000_000 + n, |at| (grouped(at, " "), json!(at))),
        plain(NUMBER, "grouped", 1_000 + n, |at| (grouped(at, "\u{202f}"), json!(at))),
        plain(NUMBER, "counter", small, |at| (format!("{at}개"), json!(at))),
        plain(NUMBER, "counter", small, |at| (format!("{at}个苹果"), json!(at))),
        plain(NUMBER, "counter", small, |at| (format!("{at}도로"), json!(at))),
        plain(YEAR, "date", 2001 + n % 30, |at| (format!("{name} {day}, {at}"), json!(at))),
        plain(MONTH, "date", n % 11, |at| {
            let name = MONTHS[at as usize];
            (format!("{name} {day}, 2031"), json!(at + 1))
        }),
        plain(NUMBER, "counter", large, |at| (format!("{at}원을"), json!(at))),
    ]
}

impl Form {
    fn with_mention(self, mention: impl Fn(u32) -> String, at: u32) -> Form {
        Form { mention: mention(at), ..self }
    }
}

/// Judges a proposal by what is said; the evidence where the words bear it out.
fn evidence(
    policies: &mut HashMap<(&'static str, &'static str, &'static str), Policy>,
    form: &Form,
    said: &str,
    value: &Json,
) -> Option<Json> {
    let (doc, name, ty) = form.slot;
    let policy = policies.entry(form.slot).or_insert_with(|| {
        let text = format!(
            "language 1\nprovider p {{ tool t {{ reversible\n## {doc}\nslot {name}: {ty} from instruction\n}} }}\n"
        );
        Policy::from_text("said.chk", &text).unwrap()
    });
    let snapshot = json!({ "chk": 1, "now": "2026-03-11T09:24:07Z", "zone": "UTC",
        "call": { "tool": "p.t", "arguments": { name: value } }, "instruction": [{ "text": said, "trust": "user" }] });
    let verdict = policy.evaluate(&Snapshot::from_json(&snapshot.to_string()).unwrap());
    let verdict: Json = serde_json::from_str(&verdict.to_json()).unwrap();
    let slot = verdict["slots"][0].clone();
    (slot["state"] == "known").then(|| slot["evidence"].clone())
}

/// The evidence of a text that holds several values reaches from the first that is said to the last.
#[test]
fn evidence_of_several_reaches_over_all_of_them() {
    let mut policies = HashMap::new();
    for (doc, rule, said, value, mention) in [
        (
            "The repositories, comma-separated.",
            "listed",
            "compare octo/moon and octo/sun now",
            "octo/sun,octo/moon",
            "octo/moon and octo/sun",
        ),
        (
            "What to look for.",
            "json",
            "a modern style in a warm tone, please",
            r#"{"style": "modern", "tone": "warm"}"#,
            "modern style in a warm tone",
        ),
    ] {
        let form = Form {
            slot: (doc, "value", "text"),
            rule,
            text: said.to_owned(),
            mention: mention.to_owned(),
            value: json!(value),
            other_text: String::new(),
            other: Json::Null,
        };
        let found = evidence(&mut policies, &form, said, &form.value).unwrap();
        let start = said.find(mention).unwrap();
        assert_eq!(found["span"], json!([start, start + mention.len()]), "{said}");
        assert_eq!(found["read_as"], rule);
    }
}

fn holds(n: u32, before: &str, behind: &str) -> TestCaseResult {
    let mut policies = HashMap::new();
    for form in forms(n) {
        let around = |text: &str| format!("{before}{text}{behind}");
        let said = around(&form.text);
        let Some(found) = evidence(&mut policies, &form, &said, &form.value) else {
            return Err(TestCaseError::fail(format!("`{said}` says no {} ({})", form.value, form.rule)));
        };
        let span = |at: usize| found["span"][at].as_u64().unwrap() as usize;
        let mention: String = said.chars().skip(span(0)).take(span(1) - span(0)).collect();
        prop_assert_eq!(found["read_as"].as_str(), Some(form.rule), "{}", said);
        prop_assert_eq!(&mention, &form.mention, "{}", said);
        for (wrong, value) in [
            (said.clone(), &form.other),
            (around(&format!("not {}", form.text)), &form.value),
            (around(&format!("{}, no, make it {}", form.text, form.other_text)), &form.value),
        ] {
            let found = evidence(&mut policies, &form, &wrong, value);
            prop_assert!(found.is_none(), "`{}` says {} by {}", wrong, value, found.unwrap_or_default());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(Config { cases: 12, failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_documented_form_says_its_value_and_no_other(
        n in 0u32..600,
        before in prop::collection::vec(prop::sample::select(NEUTRAL.to_vec()), 0..4),
        behind in prop::sample::select(vec!["", ".", ", thanks", " (thanks)", "\nthanks", "?"]),
    ) {
        let before: String = before.iter().map(|word| format!("{word} ")).collect();
        holds(n, &before, behind)?;
    }
}
