//! A permit of which anything was changed is refused, and what says the same call is the same call.

use std::sync::Arc;

use chk::digest::canonical_json;
use chk::record::{Redeemer, RefusalReason, Signer};
use chk::value::{Map, Value};

use super::permit::{arguments, minute, permit, redeemer, refused, signer};
use super::{at, fresh, payment};

fn read(text: &str) -> Value {
    chk::snapshot::read(text).unwrap().to_value()
}

/// Every value that differs from this one in one part: a leaf that is another, a part that is left out, doubled or put in.
fn altered(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Map(map) => {
            for (key, part) in map.iter() {
                let with = |part: Option<Value>| {
                    let mut map: Map = (**map).clone();
                    map.shift_remove(key);
                    map.extend(part.map(|part| (Arc::clone(key), part)));
                    Value::Map(Arc::new(map))
                };
                all.push(with(None));
                all.extend(altered(part).into_iter().map(|part| with(Some(part))));
            }
            let mut more: Map = (**map).clone();
            more.insert("more".into(), Value::Null);
            all.push(Value::Map(Arc::new(more)));
        }
        Value::List(list) => {
            for (index, part) in list.iter().enumerate() {
                let with = |parts: &[Value]| {
                    let mut list = list.to_vec();
                    list.splice(index..=index, parts.iter().cloned());
                    Value::list(list)
                };
                all.extend([with(&[]), with(&[part.clone(), part.clone()])]);
                all.extend(altered(part).into_iter().map(|part| with(&[part])));
            }
            all.push(Value::list(list.iter().cloned().chain([Value::Null])));
        }
        Value::Text(text) => {
            let last = text.chars().last().map_or('a', |last| if last == '1' { '2' } else { '1' });
            let cut: String = text.chars().take(text.chars().count().saturating_sub(1)).collect();
            all.extend([Value::text(format!("{cut}{last}")), Value::text(cut), Value::text(format!("{text}1"))]);
            all.push(Value::Null);
        }
        Value::Null => all.extend([Value::from(1_i64), Value::from(true)]),
        other => all.extend([Value::Null, Value::text(other.to_string()), Value::from(77_i64)]),
    }
    all.retain(|other| other != value);
    all
}

#[test]
fn every_part_of_a_permit_is_held() {
    for signer in [signer(), Signer::hmac(&[3; 32]).unwrap()] {
        let path = fresh("parts");
        let given = "{ id: k1, tool: bank.pay, confirm: large, bound: { amount: 5000 }, at: '2026-03-11T09:00:00Z' }";
        let (recorded, _) = permit(&path, &payment(5000, given));
        let text = recorded.permit(&signer, minute()).unwrap().to_text();
        let call = arguments(&recorded);
        let record = chk::record::Record::open(&path).unwrap();
        let redeemer = Redeemer::new(signer.verifier(), record);
        let all = altered(&read(&text));
        assert!(all.len() > 40, "{}", all.len());
        for other in all {
            let other = canonical_json(&other);
            let reason = refused(&redeemer, &other, "bank.pay", &call, at(1));
            assert!(
                matches!(reason, RefusalReason::Malformed | RefusalReason::Forged | RefusalReason::Altered),
                "{reason}: {other}"
            );
        }
        redeemer.redeem(&text, "bank.pay", &call, at(1)).map(drop).unwrap();
    }
}

#[test]
fn a_secret_that_is_left_out_or_put_elsewhere_runs_nothing() {
    let path = fresh("left-out");
    let (recorded, text) = permit(&path, &payment(5, ""));
    let (call, redeemer) = (arguments(&recorded), redeemer(&path));
    assert!(text.contains(r#""secrets":["Zq81xx"]"#), "{text}");
    for secrets in ["[]", r#"["Zq81xx","Zq81xx"]"#, r#"["Zq81xy"]"#, "[null]"] {
        let other = text.replace(r#""secrets":["Zq81xx"]"#, &format!(r#""secrets":{secrets}"#));
        assert_eq!(refused(&redeemer, &other, "bank.pay", &call, at(1)), RefusalReason::Altered, "{secrets}");
    }
    let other = text.replace(r#""secret":[["pin"]]"#, r#""secret":[]"#);
    assert_ne!(other, text);
    assert_eq!(refused(&redeemer, &other, "bank.pay", &call, at(1)), RefusalReason::Altered);
}

#[test]
fn arguments_that_say_the_same_are_the_same_call() {
    let pin = |recorded: &chk::record::Recorded| arguments(recorded)["pin"].to_string();
    for written in ["5", "5.0", "5e0", "0.5e1", "50E-1"] {
        let path = fresh("canonical");
        let (recorded, text) = permit(&path, &payment(5, ""));
        for call in [
            format!(r#"{{"amount":{written},"pin":"{}"}}"#, pin(&recorded)),
            format!(r#"{{ "p\u0069n" : "{}", "amount" : {written} }}"#, pin(&recorded)),
        ] {
            let call = read(&call).as_map().unwrap().clone();
            let mut other = call.clone();
            for amount in [Value::from("5"), Value::from(-5_i64), Value::list([Value::from(5_i64)])] {
                other.insert("amount".into(), amount);
                assert_eq!(refused(&redeemer(&path), &text, "bank.pay", &other, at(1)), RefusalReason::Mismatched);
            }
            let (recorded, text) = permit(&path, &payment(5, ""));
            assert_eq!(pin(&recorded), call["pin"].to_string());
            redeemer(&path).redeem(&text, "bank.pay", &call, at(1)).map(drop).unwrap();
        }
    }
}

#[test]
fn a_clock_that_goes_back_redeems_nothing_twice_and_nothing_too_early() {
    let path = fresh("clock");
    let (recorded, text) = permit(&path, &payment(5, ""));
    let (call, redeemer) = (arguments(&recorded), redeemer(&path));
    assert_eq!(refused(&redeemer, &text, "bank.pay", &call, at(60)), RefusalReason::Expired);
    let before = chk::value::DateTime::parse("2026-03-11T08:59:59.999Z").unwrap();
    assert_eq!(refused(&redeemer, &text, "bank.pay", &call, before), RefusalReason::NotYet);
    redeemer.redeem(&text, "bank.pay", &call, at(59)).map(drop).unwrap();
    assert_eq!(refused(&redeemer, &text, "bank.pay", &call, at(0)), RefusalReason::Replayed);
}
