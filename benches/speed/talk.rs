//! A conversation of 1 MB, of different kinds, and a tool whose slots are looked up in it. Nothing of what is proposed is said, so
//! that every rule is tried to the end.

use std::hint::black_box;

use chk::{Policy, Snapshot};
use serde_json::json;

use crate::Failure;

/// How long the conversation is, in bytes.
const LENGTH: usize = 1_000_000;

/// What makes a piece of a text.
type Piece = fn(&mut Dice) -> String;

/// The kinds of texts.
pub(crate) const KINDS: &[(&str, Piece)] = &[
    ("prose", sentence),
    ("prose of ever new words", |dice| format!("{} ", (0..3 + dice.of(7)).map(|_| dice.letter()).collect::<String>())),
    ("prose with accents", |dice| sentence(dice).replace('e', "é").replace('o', "ö")),
    ("quoted lines", |dice| {
        format!("> {}\n{}", sentence(dice), if dice.of(5) == 0 { "I agree with it.\n" } else { "" })
    }),
    ("prose with some numbers", |dice| format!("{}{} ", sentence(dice), number(dice))),
    ("prose with some days", |dice| format!("{}{}, ", sentence(dice), day(dice))),
    ("numbers", |dice| format!("{} ", number(dice))),
    ("days and times", |dice| format!("{} ", day(dice))),
    ("corrections", |dice| format!("not {}, no, make it {}. ", dice.of(999), dice.of(999))),
    ("JSON", |dice| format!("{{\"id\": {}, \"name\": \"{}\", \"ok\": true}},\n", dice.of(999_999), dice.word())),
    ("ideographs", |dice| {
        format!("{}。{}个", (0..14).map(|_| dice.scalar(0x4e00, 20_000)).collect::<String>(), dice.of(99))
    }),
    ("Hangul", |dice| format!("{} ", (0..4).map(|_| dice.scalar(0xac00, 11_000)).collect::<String>())),
    ("one word", |_| "a".repeat(1000)),
    (SEGMENTS, sentence),
];

/// Said in messages of some hundred bytes, and not in one.
const SEGMENTS: &str = "prose in 10,000 messages";

/// The slots, and what is proposed for each.
pub(crate) const SLOTS: [(&str, &str); 12] = [
    ("text", "Zanzibar City"),
    ("integer", "777777123"),
    ("date", "2031-05-05"),
    ("enum { basic_economy, PageView, zinc }", "zinc"),
    ("boolean", "true"),
    ("integer unit seconds", "777777"),
    ("datetime", "2031-05-05T09:31"),
    ("duration", "77h"),
    ("trigger", "conditional"),
    ("list of text", "zanzibar"),
    ("text", "zoe@example.com"),
    ("text", "Zambia"),
];

/// Numbers that look thrown and are the same every time.
pub(crate) struct Dice(u64);

impl Dice {
    fn of(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn letter(&mut self) -> char {
        self.scalar(u32::from('a'), 26)
    }

    fn scalar(&mut self, first: u32, many: u64) -> char {
        u32::try_from(self.of(many)).ok().and_then(|more| char::from_u32(first + more)).unwrap_or('?')
    }

    fn word(&mut self) -> &'static str {
        const WORDS: &str = "the of and to in is that for it was on are as with they at be this have from one had words but \
                             not what all were we when your can said there use each which she how their if will up other \
                             about out many then them these so some her would make like him into time has look two more \
                             write go see number no way could people my than first water been call who oil its now find \
                             long down day did get come made may part account transfer landlord ticket flight hotel please";
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let at = self.of(words.len() as u64);
        usize::try_from(at).ok().and_then(|at| words.get(at).copied()).unwrap_or_default()
    }
}

fn sentence(dice: &mut Dice) -> String {
    let words: Vec<&str> = (0..6 + dice.of(10)).map(|_| dice.word()).collect();
    format!("{}. ", words.join(" "))
}

fn number(dice: &mut Dice) -> String {
    match dice.of(6) {
        0 => dice.of(1_000_000).to_string(),
        1 => format!("{},{:03}", 1 + dice.of(998), dice.of(1000)),
        2 => format!("{}.{}", dice.of(1000), 1 + dice.of(9)),
        3 => format!("${}", dice.of(9999)),
        4 => format!("{} km", dice.of(99)),
        _ => format!("{}%", dice.of(99)),
    }
}

fn day(dice: &mut Dice) -> String {
    match dice.of(6) {
        0 => format!("2026-0{}-{}", 1 + dice.of(9), 10 + dice.of(18)),
        1 => format!("May {}, 2026", 1 + dice.of(28)),
        2 => "on Friday".to_owned(),
        3 => format!("tomorrow at {} pm", 1 + dice.of(11)),
        4 => format!("{}/{}/2026", 13 + dice.of(15), 1 + dice.of(12)),
        _ => format!("in {} days", 2 + dice.of(28)),
    }
}

/// A tool with so many of the slots.
pub(crate) fn policy(slots: usize) -> String {
    let slot = |(at, (ty, _)): (usize, &(&str, &str))| format!("slot s{at}: {ty} from user_answer, instruction\n");
    let slots: String = SLOTS.iter().take(slots).enumerate().map(slot).collect();
    format!("language 1\nprovider p {{ tool t {{ reversible\n{slots}}} }}\n")
}

/// The snapshot of a call of it, as JSON.
pub(crate) fn snapshot(kind: &str, slots: usize) -> Result<String, Failure> {
    let (_, piece) = KINDS.iter().find(|(name, _)| *name == kind).ok_or_else(|| format!("no text is called {kind}"))?;
    let mut dice = Dice(1);
    let mut texts = vec![String::new()];
    let mut length = 0;
    while length < LENGTH {
        let piece = piece(&mut dice);
        length += piece.len();
        match texts.last_mut() {
            Some(text) if kind != SEGMENTS || text.len() < 100 => text.push_str(&piece),
            _ => texts.push(piece),
        }
    }
    let said: Vec<_> = texts.iter().map(|text| json!({ "text": text, "trust": "user" })).collect();
    let proposed = SLOTS.iter().take(slots).enumerate().map(|(at, (ty, value))| {
        let value = match *ty {
            "boolean" => json!(true),
            _ if ty.starts_with("integer") => serde_json::from_str(value).unwrap_or_default(),
            _ if ty.starts_with("list") => json!([value]),
            _ => json!(value),
        };
        (format!("s{at}"), value)
    });
    let arguments: serde_json::Map<_, _> = proposed.collect();
    let call = json!({ "tool": "p.t", "arguments": arguments });
    Ok(json!({ "chk": 1, "now": "2026-03-11T09:24:07Z", "zone": "UTC", "call": call, "instruction": said }).to_string())
}

/// Reads the snapshot and judges it, so often.
pub(crate) fn run(kind: &str, slots: usize, times: u64) -> Result<(), Failure> {
    let (policy, snapshot) = (Policy::from_text("talk.chk", &policy(slots))?, snapshot(kind, slots)?);
    (0..times).try_for_each(|_| {
        let snapshot = Snapshot::from_json(black_box(&snapshot))?;
        black_box(policy.evaluate(&snapshot));
        Ok(())
    })
}
