//! Random policies as text, with a model of what they say: which slot may come from where, what each confirm shows.

use serde_json::{Value as Json, json};

use super::tape::Tape;

/// A policy, as a model and ready to be written down.
#[derive(Clone)]
pub(crate) struct Model {
    pub(crate) uses_std: bool,
    /// Sections in order: head and items. A tool's items stand in `tools`, its place is held by [`Item::Tool`].
    pub(crate) sections: Vec<Section>,
    pub(crate) tools: Vec<Tool>,
}

#[derive(Clone)]
pub(crate) struct Section {
    pub(crate) head: String,
    pub(crate) items: Vec<Item>,
}

#[derive(Clone)]
pub(crate) enum Item {
    Text(String),
    Tool(usize),
}

#[derive(Clone)]
pub(crate) struct Tool {
    pub(crate) provider: &'static str,
    pub(crate) name: &'static str,
    pub(crate) tier: &'static str,
    pub(crate) items: Vec<String>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) confirms: Vec<Confirm>,
    /// Slots that a requirement may send back.
    pub(crate) sent_back: Vec<String>,
}

impl Tool {
    pub(crate) fn full_name(&self) -> String {
        format!("{}.{}", self.provider, self.name)
    }

    pub(crate) fn id(&self, name: &str) -> String {
        format!("provider.{}.{}.{name}", self.provider, self.name)
    }
}

#[derive(Clone)]
pub(crate) struct Confirm {
    pub(crate) name: String,
    pub(crate) is_always: bool,
    /// Its condition, where it has one.
    pub(crate) when: String,
    pub(crate) binds: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    Text,
    Integer,
    Decimal,
    Boolean,
    Date,
    /// With phrases for every value, or with none.
    Enum(bool),
    Texts,
    /// Fields with sources of their own.
    Object(Vec<Slot>),
    Objects(Vec<Slot>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    Answer,
    Instruction(&'static str),
    /// Under this path.
    Preset(String),
    /// Of this lookup, as it is written; after ` text` inside a running text.
    Measured(Lookup, String),
    Prior(String),
    /// What the model proposes.
    Proposal,
    Draft,
    Computed(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Lookup {
    /// `row(key)`: one row by its key.
    Row,
    /// `rows`: all of them.
    Rows,
    /// `page`: rows that others wrote.
    Page,
    /// `log`: the host's own.
    Log,
}

impl Source {
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Source::Answer => "user_answer",
            Source::Instruction(_) => "instruction",
            Source::Preset(_) => "preset",
            Source::Measured(..) => "measured",
            Source::Prior(_) => "prior_state",
            Source::Proposal => "proposal",
            Source::Draft => "model_draft",
            Source::Computed(_) => "computed",
        }
    }

    pub(crate) fn rank(&self) -> usize {
        ["user_answer", "instruction", "preset", "measured", "prior_state"]
            .iter()
            .position(|name| *name == self.name())
            .unwrap_or(9)
    }

    fn written(&self) -> String {
        match self {
            Source::Answer => "user_answer".into(),
            Source::Instruction("") => "instruction".into(),
            Source::Instruction(mode) => format!("instruction {mode}"),
            Source::Preset(path) => format!("preset({path})"),
            Source::Measured(_, path) => match path.strip_suffix(" text") {
                Some(path) => format!("measured({path}) text"),
                None => format!("measured({path})"),
            },
            Source::Prior(name) => format!("prior_state({name})"),
            Source::Proposal | Source::Draft | Source::Computed(_) => String::new(),
        }
    }

    /// Whether it can yield more than one value, or is what others wrote.
    fn is_choice(&self) -> bool {
        matches!(self, Source::Measured(lookup, path)
            if *lookup == Lookup::Page || path.contains("[*]") || path.contains("(*)") || path.contains("[where"))
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) is_fact: bool,
    pub(crate) sources: Vec<Source>,
    pub(crate) is_required: bool,
    pub(crate) is_secret: bool,
    pub(crate) is_supplied: bool,
    pub(crate) is_cosmetic: bool,
    pub(crate) alias: Option<String>,
    pub(crate) default: Option<Json>,
    text: String,
}

/// What values of a type are generated, so that proposals and sources meet often.
pub(crate) fn pool(ty: &Ty) -> Vec<Json> {
    match ty {
        Ty::Text => vec![json!("harbor"), json!("Anna"), json!("4471100223"), json!("mill road")],
        Ty::Integer => vec![json!(40), json!(3), json!(500)],
        Ty::Decimal => vec![json!(12.5), json!(40), json!(500)],
        Ty::Boolean => vec![json!(true), json!(false)],
        Ty::Date => vec![json!("2026-03-12"), json!("2026-04-01")],
        Ty::Enum(_) => vec![json!("red"), json!("blue"), json!("green")],
        Ty::Texts => vec![json!(["harbor"]), json!(["harbor", "Anna"]), json!(["mill road"])],
        Ty::Object(_) | Ty::Objects(_) => vec![],
    }
}

/// The ways in which a person says a value.
pub(crate) fn spoken(ty: &Ty, value: &Json) -> Vec<String> {
    let plain = match value {
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    match (ty, value) {
        (Ty::Boolean, Json::Bool(true)) => vec!["with milk".into(), "milky".into()],
        (Ty::Boolean, Json::Bool(false)) => vec!["pure".into()],
        (Ty::Enum(true), Json::String(name)) if name == "red" => vec!["crimson".into(), "ruby red".into()],
        (Ty::Enum(true), Json::String(name)) if name == "blue" => vec!["navy".into()],
        (Ty::Enum(true), Json::String(name)) if name == "green" => vec!["olive".into()],
        (Ty::Date, Json::String(day)) if day == "2026-03-12" => {
            vec![
                plain,
                "12 March 2026".into(),
                "March 12th, 2026".into(),
                "2026/3/12".into(),
                "14.03.2026 or 12 March 2026".into(),
            ]
        }
        (Ty::Integer | Ty::Decimal, Json::Number(_)) => {
            let words: &[&str] = match plain.as_str() {
                "3" => &["three"],
                "40" => &["forty"],
                "500" => &["five hundred", "0.5k", "half a thousand"],
                "12.5" => &["twelve and a half", "12 1/2", "12½"],
                _ => &[],
            };
            words.iter().map(|words| (*words).to_owned()).chain([plain.clone(), plain]).collect()
        }
        (Ty::Text, Json::String(text)) if text == "harbor" => vec![plain, "harbors".into()],
        (Ty::Text, Json::String(text)) if text == "mill road" => {
            vec![plain, "mill-road".into(), "Mill Rd".into(), "mìll road".into(), "mill roads".into()]
        }
        (Ty::Enum(false), Json::String(name)) if name == "blue" => vec![plain, "blues".into()],
        (_, Json::Array(items)) => {
            vec![items.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" and ")]
        }
        _ => vec![plain],
    }
}

/// The field of a row that holds values of a type.
pub(crate) fn field(ty: &Ty) -> &'static str {
    match ty {
        Ty::Text => "label",
        Ty::Integer => "count",
        Ty::Decimal => "price",
        Ty::Boolean => "open",
        Ty::Date => "day",
        Ty::Enum(_) => "color",
        Ty::Texts => "tags",
        Ty::Object(_) | Ty::Objects(_) => "thing",
    }
}

impl Ty {
    fn written(&self) -> String {
        let fields =
            |fields: &[Slot]| fields.iter().map(|field| field.text.clone()).collect::<Vec<_>>().join("\n        ");
        match self {
            Ty::Text => "text".into(),
            Ty::Integer => "integer".into(),
            Ty::Decimal => "decimal".into(),
            Ty::Boolean => "boolean { true (\"with milk\", \"milky\"), false (\"pure\") }".into(),
            Ty::Date => "date".into(),
            Ty::Enum(true) => "enum { red (\"crimson\", \"ruby red\"), blue (\"navy\"), green (\"olive\") }".into(),
            Ty::Enum(false) => "enum { red, blue, green }".into(),
            Ty::Texts => "list of text".into(),
            Ty::Object(own) => format!("object {{\n        {}\n      }}", fields(own)),
            Ty::Objects(own) => format!("list of object {{\n        {}\n      }}", fields(own)),
        }
    }

    pub(crate) fn is_leaf(&self) -> bool {
        !matches!(self, Ty::Object(_) | Ty::Objects(_))
    }

    pub(crate) fn fields(&self) -> &[Slot] {
        match self {
            Ty::Object(fields) | Ty::Objects(fields) => fields,
            _ => &[],
        }
    }
}

/// How a value stands in an expression of the language.
fn literal(ty: &Ty, value: &Json) -> String {
    match (ty, value) {
        (Ty::Date, Json::String(day)) => day.clone(),
        _ => value.to_string(),
    }
}

const NAMES: [&str; 5] = ["alpha", "beta", "gamma", "delta", "epsilon"];

fn leaf_type(tape: &mut Tape) -> Ty {
    let all = [Ty::Text, Ty::Integer, Ty::Decimal, Ty::Boolean, Ty::Date, Ty::Enum(true), Ty::Enum(false), Ty::Texts];
    tape.of(&all).clone()
}

/// What a slot of a tool is generated under.
struct Surroundings<'s> {
    is_gated: bool,
    earlier: &'s [Slot],
}

fn measured(tape: &mut Tape, ty: &Ty, keys: &[String]) -> Source {
    let field = field(ty);
    let key = match keys.first() {
        Some(key) if tape.chance(40) => key.clone(),
        _ => "\"k1\"".to_owned(),
    };
    // A list is one value, or borne out element by element.
    let element = if *ty == Ty::Texts { "label" } else { field };
    let (lookup, path) = match tape.below(8) {
        0 | 1 => (Lookup::Row, format!("row({key}).{field}")),
        2 => (Lookup::Rows, format!("rows[where it.name is said].{element}")),
        3 => (Lookup::Rows, format!("rows[*].{element}")),
        4 => (Lookup::Row, format!("row(*).{element}")),
        5 => (Lookup::Page, format!("page[*].{element}")),
        6 => (Lookup::Rows, format!("rows[0].{field}")),
        _ => (Lookup::Log, format!("log.{field}")),
    };
    let inside = *ty == Ty::Text && tape.chance(35);
    Source::Measured(lookup, if inside { format!("{path} text") } else { path })
}

fn sources(tape: &mut Tape, name: &str, ty: &Ty, keys: &[String]) -> Vec<Source> {
    let mut sources = Vec::new();
    if !tape.chance(40) {
        sources.push(Source::Answer);
    }
    if tape.chance(60) {
        let modes: &[&'static str] =
            if *ty == Ty::Text { &["", "", "", "unambiguous", "quoted"] } else { &["", "", "unambiguous"] };
        let mode: &&'static str = tape.of(modes);
        sources.push(Source::Instruction(mode));
    }
    if tape.chance(40) {
        sources.push(Source::Preset(format!("settings.{name}")));
    }
    if tape.chance(45) {
        sources.push(measured(tape, ty, keys));
    }
    if tape.chance(20) {
        sources.push(Source::Prior(name.to_owned()));
    }
    if sources.is_empty() {
        sources.push(Source::Answer);
    }
    sources
}

/// One slot, written and modelled.
fn slot(tape: &mut Tape, name: &str, around: &Surroundings<'_>, depth: usize) -> Slot {
    let composite = depth == 0 && tape.chance(14);
    let ty = if composite {
        let under = Surroundings { is_gated: around.is_gated, earlier: &[] };
        let fields: Vec<Slot> =
            ["label", "count"].iter().map(|field| slot_of(tape, field, &under, field_type(field))).collect();
        if tape.chance(50) { Ty::Objects(fields) } else { Ty::Object(fields) }
    } else {
        leaf_type(tape)
    };
    if composite {
        let mut made = Slot {
            name: name.into(),
            ty,
            is_fact: false,
            sources: vec![Source::Answer],
            is_required: true,
            is_secret: false,
            is_supplied: false,
            is_cosmetic: false,
            alias: None,
            default: None,
            text: String::new(),
        };
        let mut text = format!("slot {name}: {}", made.ty.written());
        // A row is borne out as one thing where the object has sources and its fields have none.
        text.push_str(" from user_answer");
        if tape.chance(20) {
            made.is_required = false;
            text.push_str(" optional");
        }
        made.text = text;
        return made;
    }
    slot_of(tape, name, around, ty)
}

fn field_type(field: &str) -> Ty {
    if field == "label" { Ty::Text } else { Ty::Integer }
}

fn slot_of(tape: &mut Tape, name: &str, around: &Surroundings<'_>, ty: Ty) -> Slot {
    let is_plain = |slot: &&Slot| slot.is_required && !slot.is_supplied && !slot.is_cosmetic && !slot.is_secret;
    let keys: Vec<String> = around
        .earlier
        .iter()
        .filter(|slot| slot.ty == Ty::Text)
        .filter(is_plain)
        .map(|slot| slot.name.clone())
        .collect();
    let numbers: Vec<&Slot> = around.earlier.iter().filter(|slot| slot.ty == Ty::Integer).filter(is_plain).collect();
    let mut made = Slot {
        name: name.into(),
        sources: Vec::new(),
        is_fact: false,
        is_required: true,
        is_secret: false,
        is_supplied: false,
        is_cosmetic: false,
        alias: None,
        default: None,
        text: String::new(),
        ty,
    };
    let mut text = format!("slot {name}: {}", made.ty.written());
    match tape.below(24) {
        20 if made.ty == Ty::Integer && !numbers.is_empty() => {
            text.push_str(&format!(" = {} * 2", numbers[0].name));
            made.sources = vec![Source::Computed(numbers[0].name.clone())];
            made.text = text;
            return made;
        }
        21 if made.ty == Ty::Text && around.is_gated => {
            text.push_str(" drafted");
            made.sources = vec![Source::Draft];
            if tape.chance(40) {
                text.push_str(" optional");
                made.is_required = false;
            }
            made.text = text;
            return made;
        }
        22 => {
            text.push_str(" optional cosmetic");
            made.sources = vec![Source::Proposal];
            made.is_required = false;
            made.is_cosmetic = true;
            made.text = text;
            return made;
        }
        23 => {
            text.push_str(&format!(" supplied from preset(settings.{name})"));
            made.sources = vec![Source::Preset(format!("settings.{name}"))];
            made.is_supplied = true;
            made.text = text;
            return made;
        }
        _ => {}
    }
    if !around.is_gated && tape.chance(50) {
        made.sources = vec![Source::Proposal];
    } else {
        made.sources = sources(tape, name, &made.ty, &keys);
        let written: Vec<String> = made.sources.iter().map(Source::written).collect();
        let written = tape.shuffled(&written);
        text.push_str(&format!(" from {}", written.join(", ")));
    }
    if tape.chance(20) {
        match made.ty {
            Ty::Integer | Ty::Decimal => {
                text.push_str(if tape.chance(50) { " where it <= 100" } else { " where it > 0" })
            }
            Ty::Text => text.push_str(if tape.chance(30) { " where it != \"Anna\"" } else { " where length(it) < 20" }),
            Ty::Texts => text.push_str(" where size(it) < 5"),
            _ => {}
        }
    }
    match tape.below(12) {
        9 | 10 => {
            text.push_str(" optional");
            made.is_required = false;
        }
        11 if made.ty != Ty::Texts => {
            let values = pool(&made.ty);
            let value = tape.of(&values).clone();
            let written = match made.ty {
                Ty::Enum(_) => value.as_str().unwrap_or("red").to_owned(),
                _ => literal(&made.ty, &value),
            };
            text.push_str(&format!(" default {written}"));
            made.default = Some(value);
            made.is_required = false;
        }
        _ => {}
    }
    if tape.chance(15) {
        text.push_str(&format!(" alias {name}_too, {name}_as_well"));
        made.alias = Some(format!("{name}_too"));
    }
    if tape.chance(8) {
        text.push_str(" secret");
        made.is_secret = true;
    }
    if around.is_gated && tape.chance(5) {
        text.push_str(" at trigger");
    }
    if tape.chance(20) {
        text.push_str(&format!(" ask \"Which {name}?\""));
    }
    made.text = text;
    made
}

/// A condition over what is in reach.
pub(crate) fn condition(tape: &mut Tape, reach: &[Slot]) -> String {
    let leaves: Vec<&Slot> = reach.iter().filter(|slot| slot.ty.is_leaf() && !slot.is_cosmetic).collect();
    let one = |tape: &mut Tape| {
        if leaves.is_empty() || tape.chance(8) {
            let others = [
                "count(c in session.done where c.tool == \"shop.act\") < 2",
                "now > 2026-03-11T00:00:00Z",
                "size(turn.refusals) < 2",
                "tool.tier != \"read_only\"",
                "today >= 2026-03-11",
            ];
            return (*tape.of(&others)).to_owned();
        }
        let slot = *tape.of(&leaves);
        let name = &slot.name;
        let plain = match slot.ty {
            Ty::Integer | Ty::Decimal => {
                let partner = leaves.iter().find(|other| {
                    matches!(other.ty, Ty::Integer | Ty::Decimal) && other.name != *name && other.is_required
                });
                let op = *tape.of(&["<=", "!=", "<", ">", ">=", "=="]);
                match partner {
                    Some(other) if tape.chance(40) => {
                        let arithmetic = *tape.of(&["+", "-", "*", "/"]);
                        format!("{name} {arithmetic} {} {op} 100", other.name)
                    }
                    _ => {
                        (*tape.of(&["NAME <= 1000", "NAME > 2", "NAME != 7", "NAME >= 40", "NAME == 40", "NAME < 100"]))
                            .replace("NAME", name)
                    }
                }
            }
            Ty::Text => (*tape.of(&[
                "NAME != \"nowhere\"",
                "NAME in (\"harbor\", \"Anna\", \"mill road\")",
                "length(NAME) > 2",
                "NAME is said",
                "not (NAME starts with \"mill\")",
            ]))
            .replace("NAME", name),
            Ty::Boolean => (*tape.of(&["NAME", "not NAME", "NAME or not NAME", "NAME == true"])).replace("NAME", name),
            Ty::Date => (*tape.of(&["NAME > 2026-03-11", "NAME >= today", "NAME != 2026-04-01"])).replace("NAME", name),
            Ty::Enum(_) => (*tape.of(&["NAME != \"green\"", "NAME == \"red\"", "NAME in (\"red\", \"blue\")"]))
                .replace("NAME", name),
            Ty::Texts => (*tape.of(&[
                "size(NAME) < 3",
                "any(t in NAME: t == \"harbor\")",
                "all(t in NAME: t != \"x\")",
                "NAME contains \"harbor\"",
            ]))
            .replace("NAME", name),
            Ty::Object(_) | Ty::Objects(_) => "true == true".into(),
        };
        if slot.is_required {
            plain
        } else {
            (*tape.of(&["(NAME is null or CONDITION)", "(NAME is null or CONDITION)", "NAME is known"]))
                .replace("NAME", name)
                .replace("CONDITION", &plain)
        }
    };
    let first = one(tape);
    match tape.below(6) {
        3 => format!("({first}) and ({})", one(tape)),
        4 => format!("({first}) or ({})", one(tape)),
        5 => format!("not (not ({first}))"),
        _ => first,
    }
}

fn shown(tape: &mut Tape, slots: &[Slot]) -> Vec<String> {
    slots
        .iter()
        .filter(|slot| slot.ty.is_leaf() && !slot.is_cosmetic && tape.chance(35))
        .map(|slot| slot.name.clone())
        .collect()
}

fn inserted(names: &[String]) -> String {
    names.iter().map(|name| format!("{{{name}}}")).collect::<Vec<_>>().join(", ")
}

fn tool(tape: &mut Tape, provider: &'static str, name: &'static str) -> Tool {
    let tier = *tape.of(&["reversible", "irreversible", "reversible", "irreversible", "read_only"]);
    let is_gated = tier != "read_only";
    let mut made = Tool {
        provider,
        name,
        tier,
        items: Vec::new(),
        slots: Vec::new(),
        confirms: Vec::new(),
        sent_back: Vec::new(),
    };
    let count = 1 + tape.below(5);
    for name in &NAMES[..count] {
        let around = Surroundings { is_gated, earlier: &made.slots };
        let new = slot(tape, name, &around, 0);
        made.items.push(new.text.clone());
        made.slots.push(new);
    }
    if is_gated {
        let text = made
            .slots
            .iter()
            .find(|slot| slot.ty == Ty::Text && slot.is_required && !slot.is_cosmetic && !slot.is_secret)
            .map(|slot| slot.name.clone());
        let what = match text {
            Some(name) if tape.chance(50) => name,
            _ => "\"harbor\"".into(),
        };
        made.items.push(format!("effect thing.done {{ what: {what} }}"));
    }
    // A row borne out as one thing.
    if tape.chance(12) {
        made.items.push("slot name: text alias name_too, name_as_well".into());
        made.items.push("slot label: text".into());
        let path = *tape.of(&["rows[*]", "rows[where it.name is said]"]);
        let from = Source::Measured(Lookup::Rows, path.into());
        let mut sources = vec![from];
        if tape.chance(40) {
            sources.insert(0, Source::Answer);
        }
        let written: Vec<String> = sources.iter().map(Source::written).collect();
        made.items.push(format!("group pair {{ name, label }} from {}", written.join(", ")));
        for name in ["name", "label"] {
            made.slots.push(Slot {
                name: name.into(),
                ty: Ty::Text,
                is_fact: false,
                sources: sources.clone(),
                is_required: true,
                is_secret: false,
                is_supplied: false,
                is_cosmetic: false,
                alias: (name == "name").then(|| "name_too".into()),
                default: None,
                text: String::new(),
            });
        }
    }
    // Facts.
    for name in ["first_fact", "second_fact"] {
        if tape.chance(35) {
            let ty = leaf_type(tape);
            let keys: Vec<String> = made
                .slots
                .iter()
                .filter(|slot| {
                    slot.ty == Ty::Text && slot.is_required && !slot.is_cosmetic && !slot.is_fact && !slot.is_secret
                })
                .map(|slot| slot.name.clone())
                .collect();
            let source = match tape.below(3) {
                0 => Source::Preset(format!("settings.{name}")),
                _ => loop {
                    // A fact is one value: a set has nothing to be a member of it.
                    let source = measured(tape, &ty, &keys);
                    if !source.is_choice() {
                        break source;
                    }
                    if tape.below(2) == 0 {
                        break Source::Measured(Lookup::Log, format!("log.{}", field(&ty)));
                    }
                },
            };
            let trigger = if is_gated && tape.chance(20) { " at trigger" } else { "" };
            let required = if tape.chance(20) { " required" } else { "" };
            made.items.push(format!("fact {name}: {} from {}{trigger}{required}", ty.written(), source.written()));
            made.slots.push(Slot {
                name: name.into(),
                ty,
                is_fact: true,
                sources: vec![source],
                is_required: true,
                is_secret: false,
                is_supplied: false,
                is_cosmetic: false,
                alias: None,
                default: None,
                text: String::new(),
            });
        }
    }
    let reach = made.slots.clone();
    if tape.chance(20) {
        made.items.push(format!("let handy = {}", condition(tape, &reach)));
        made.items.push("forbid handy_rule when not handy because \"Not handy.\"".into());
    }
    for index in 0..tape.below(3) {
        let condition = condition(tape, &reach);
        let askable: Vec<&Slot> = reach
            .iter()
            .filter(|slot| !slot.is_fact && slot.ty.is_leaf() && slot.sources.iter().any(|source| source.rank() < 2))
            .collect();
        if !askable.is_empty() && tape.chance(20) {
            let slot = *tape.of(&askable);
            made.sent_back.push(slot.name.clone());
            made.items
                .push(format!("require rule{index}: {condition} else ask {} \"Please choose again.\"", slot.name));
        } else if tape.chance(50) {
            made.items.push(format!("forbid rule{index} when not ({condition}) because \"Not now.\""));
        } else {
            made.items.push(format!("require rule{index}: {condition} else hold \"Not so.\""));
        }
    }
    // What an irreversible tool must show, and what others wrote.
    let mut must: Vec<String> = reach
        .iter()
        .filter(|slot| slot.sources.iter().any(Source::is_choice) || slot.sources == [Source::Draft])
        .map(|slot| slot.name.clone())
        .collect();
    let nested = reach.iter().any(|slot| {
        slot.ty
            .fields()
            .iter()
            .any(|field| field.sources.iter().any(Source::is_choice) || field.sources == [Source::Draft])
    });
    if nested {
        must.extend(reach.iter().filter(|slot| !slot.ty.is_leaf()).map(|slot| slot.name.clone()));
    }
    if !must.is_empty() {
        // Now and then it hangs on something else, and mostly is not due then.
        let others: Vec<Slot> = reach.iter().filter(|slot| !must.contains(&slot.name)).cloned().collect();
        let when = match tape.below(10) {
            8 => format!(" when {}", condition(tape, &others)),
            9 => format!(" when not ({})", condition(tape, &others)),
            _ => String::new(),
        };
        made.items.push(format!("confirm seen{when} ask \"Is {} right?\"", inserted(&must)));
        made.confirms.push(Confirm { name: "seen".into(), is_always: when.is_empty(), when, binds: must });
    }
    if tape.chance(25) {
        let names = shown(tape, &reach);
        let when = if tape.chance(60) { format!(" when {}", condition(tape, &reach)) } else { String::new() };
        let (is_always, binds) = (when.is_empty(), names.clone());
        made.confirms.push(Confirm { name: "agreed".into(), is_always, when: when.clone(), binds });
        made.items.push(format!("confirm agreed{when} ask \"Really {}?\"", inserted(&names)));
    }
    if tape.chance(20) {
        let names = shown(tape, &reach);
        let when = if tape.chance(60) { format!(" when {}", condition(tape, &reach)) } else { String::new() };
        made.items.push(format!("notice told{when} show \"Mind {}.\"", inserted(&names)));
    }
    if is_gated {
        if tape.chance(25) {
            made.items.push(format!("once per {}", tape.of(&["message", "session"])));
        }
        if tape.chance(25) {
            made.items.push("changes nothing".into());
        }
        if tape.chance(10) {
            made.items.push("on failure continue".into());
        }
        if tape.chance(10) {
            made.items.push("on failure retry 2".into());
            made.items.retain(|item| item != "on failure continue");
        }
    }
    if tape.chance(8) {
        made.items.push(format!("other arguments {}", tape.of(&["hold", "drop", "pass"])));
    }
    made
}

/// A rule for a section, a tool or a `for`, that reads nothing but what is in reach everywhere.
pub(crate) fn general_rule(tape: &mut Tape, name: &str) -> String {
    let condition = condition(tape, &[]);
    match tape.below(6) {
        0 => format!("require {name}: {condition} else hold \"Not in general.\""),
        1 => format!("forbid {name} when {condition} because \"Never in general.\""),
        2 => format!("confirm {name} ask \"Really?\""),
        3 => format!("confirm {name} when {condition} ask \"Really, as it stands?\""),
        4 => format!("notice {name} show \"By the way.\""),
        _ => format!("notice {name} when {condition} show \"By the way, then.\""),
    }
}

fn selector(tape: &mut Tape, tier: &'static str) -> &'static str {
    let selectors = ["shop.act", "shop.*", tier, "effect thing.done", "read_only"];
    // Only a gated tool produces the effect.
    match selectors[tape.below(selectors.len())] {
        "effect thing.done" if tier == "read_only" => "shop.act",
        other => other,
    }
}

/// A whole policy.
pub(crate) fn model(tape: &mut Tape) -> Model {
    let uses_std = tape.chance(30);
    let mut tools = vec![tool(tape, "shop", "act")];
    let mut shop: Vec<Item> = [
        "lookup row(id) by shop.get_row { key: id } within 10m",
        "lookup rows by shop.list_rows within 1h",
        "lookup page by shop.read_page outside",
        "lookup log by host within 10m",
        "tool get_row { read_only slot key: text }",
        "tool list_rows { read_only slot query: text optional cosmetic }",
        "tool read_page { read_only }",
    ]
    .iter()
    .map(|text| Item::Text((*text).into()))
    .collect();
    shop.push(Item::Tool(0));
    let is_gated = tools[0].tier != "read_only";
    let mut sections = Vec::new();
    let (mut fixed, mut user): (Vec<Item>, Vec<Item>) = (Vec::new(), Vec::new());
    if tape.chance(30) {
        shop.push(Item::Text(format!("for act {{ {} }}", general_rule(tape, "provider_rule"))));
    }
    if tape.chance(20) {
        let rule = general_rule(tape, "fixed_rule");
        fixed.push(Item::Text(format!("for {} {{ {rule} }}", selector(tape, tools[0].tier))));
    }
    if tape.chance(20) {
        user.push(Item::Text(general_rule(tape, "user_rule")));
    }
    if tape.chance(12) && is_gated {
        fixed.push(Item::Text("for effect thing.done { require effect_rule: effect.what != \"mill road\" else hold \"Not {effect.what}.\" }".into()));
    }
    if tape.chance(12) {
        user.push(Item::Text("slot purse: decimal from user_answer, preset(settings.purse)".into()));
        user.push(Item::Text("require purse_rule: purse > 0 else hold \"The purse is empty.\"".into()));
    }
    if tape.chance(8) && is_gated {
        user.push(Item::Text("for shop.act { tier irreversible }".into()));
    }
    if tape.chance(12) && is_gated {
        user.push(Item::Text("for effect thing.done { fact spent: decimal from measured(house.price) forbid spent_rule when spent > 400 because \"Too much: {spent}.\" }".into()));
        user.push(Item::Text("lookup house by host within 10m".into()));
    }
    if tape.chance(10) {
        fixed.push(Item::Text("budget calls 2 per message".into()));
    }
    if tape.chance(8) {
        user.push(Item::Text("for shop.act { budget calls 1 per message }".into()));
    }
    if tape.chance(6) {
        fixed.push(Item::Text("budget cost 1.5 per message".into()));
    }
    if tape.chance(10) && !uses_std {
        fixed.push(Item::Text("budget asks 1 per slot".into()));
    }
    if tape.chance(10) {
        fixed.push(Item::Text(format!("budget revisions {} per slot", tape.below(3))));
    }
    if !fixed.is_empty() {
        sections.push(Section { head: "fixed".into(), items: fixed });
    }
    sections.push(Section { head: "provider shop".into(), items: shop });
    if tape.chance(20) {
        tools.push(tool(tape, "depot", "haul"));
        let items = [
            "lookup row(id) by get_row { key: id } within 10m",
            "lookup rows by list_rows within 1h",
            "lookup page by read_page outside",
            "lookup log by host within 10m",
            "tool get_row { read_only slot key: text }",
            "tool list_rows { read_only }",
            "tool read_page { read_only }",
        ];
        let mut items: Vec<Item> = items.iter().map(|text| Item::Text((*text).into())).collect();
        items.push(Item::Tool(1));
        sections.push(Section { head: "provider depot".into(), items });
    }
    if !user.is_empty() {
        sections.push(Section { head: "user".into(), items: user });
    }
    Model { uses_std, sections, tools }
}

const EFFECTS: &str = "effect thing.done { what: text } said as \"arrange\", \"sort out\"\n";

impl Model {
    /// The policy as one text.
    pub(crate) fn text(&self) -> String {
        let uses = if self.uses_std { "use \"std/fixed.chk\"\n" } else { "" };
        let sections: Vec<String> = self.sections.iter().map(|section| self.section(section)).collect();
        format!("language 1\n{uses}\n{EFFECTS}\n{}", sections.join("\n"))
    }

    /// The policy as several files, of which the first uses the rest in this order.
    pub(crate) fn files(&self, order: &[usize]) -> Vec<(String, String)> {
        let mut main = "language 1\n".to_owned();
        let mut files = Vec::new();
        if self.uses_std {
            main.push_str("use \"std/fixed.chk\"\n");
        }
        for index in order {
            main.push_str(&format!("use \"part{index}.chk\"\n"));
            files.push((format!("part{index}.chk"), format!("language 1\n{}", self.section(&self.sections[*index]))));
        }
        main.push_str(EFFECTS);
        files.insert(0, ("main.chk".into(), main));
        files
    }

    fn section(&self, section: &Section) -> String {
        let items: Vec<String> = section
            .items
            .iter()
            .map(|item| match item {
                Item::Text(text) => format!("  {text}"),
                Item::Tool(index) => {
                    let tool = &self.tools[*index];
                    let items: Vec<String> = tool.items.iter().map(|item| format!("    {item}")).collect();
                    format!("  tool {} {{\n    {}\n{}\n  }}", tool.name, tool.tier, items.join("\n"))
                }
            })
            .collect();
        format!("{} {{\n{}\n}}\n", section.head, items.join("\n"))
    }

    /// The same with sections, items and the items of tools in another order.
    pub(crate) fn shuffled(&self, tape: &mut Tape) -> Model {
        let mut other = self.clone();
        other.sections = tape.shuffled(&other.sections);
        for section in &mut other.sections {
            section.items = tape.shuffled(&section.items);
        }
        for tool in &mut other.tools {
            tool.items = tape.shuffled(&tool.items);
        }
        other
    }
}
