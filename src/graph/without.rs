//! What follows where a source, a setting or a lookup is not there, as if the policy listed it nowhere.

use std::fmt;
use std::sync::Arc;

use crate::nearest::nearest;
use crate::program::{EntryKind, LookupId, Program, Quote, Slot, SourceSpec, Type};
use crate::verdict::SourceKind;

use super::sheet::{Item, Origin, Sheet};
use super::{Mark, NodeKind};

/// What a name on the command line takes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Removed {
    /// As it is spoken of.
    pub(super) name: Arc<str>,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    Source(SourceKind),
    /// A setting, and what stands below it.
    Setting(String),
    AllSettings,
    Lookup(LookupId),
    AllLookups,
}

/// A name that stands for nothing here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnamed {
    what: &'static str,
    name: String,
    near: Option<String>,
}

impl Unnamed {
    pub(super) fn new<'a>(what: &'static str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Unnamed {
        Unnamed { what, name: name.to_owned(), near: nearest(name, known).map(str::to_owned) }
    }
}

impl fmt::Display for Unnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} is called `{}`", self.what, self.name)?;
        self.near.iter().try_for_each(|near| write!(f, "; did you mean `{near}`?"))
    }
}

impl std::error::Error for Unnamed {}

/// The sources that can be taken away as a whole.
const SOURCES: &[SourceKind] = &[SourceKind::UserAnswer, SourceKind::Instruction, SourceKind::PriorState];

impl Removed {
    /// What `name` takes away: a source, `preset(PATH)` or `settings(PATH)`, or a lookup: `NAME` or
    /// `measured(NAME)`.
    pub(super) fn of(name: &str, program: &Program, quote: Quote<'_>) -> Result<Removed, Unnamed> {
        // As a lookup is written where it is a source, and as pictures name it.
        let name = name.strip_prefix("measured(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(name);
        let source = |name: &str| SourceKind::from_name(name).filter(|kind| SOURCES.contains(kind));
        let inside = name.strip_prefix("preset(").or_else(|| name.strip_prefix("settings("));
        let lookups: Vec<LookupId> = (0..)
            .map(LookupId)
            .zip(&program.lookups)
            .filter(|(_, lookup)| *lookup.id == *name || *lookup.name == *name)
            .map(|(id, _)| id)
            .collect();
        let removed = |name: &str, what| Ok(Removed { name: name.into(), what });
        match (name, inside.and_then(|rest| rest.strip_suffix(')')), lookups.as_slice()) {
            ("measured", ..) => removed(name, What::AllLookups),
            ("preset" | "settings", ..) => removed("preset", What::AllSettings),
            (_, Some(path), _) => {
                let what = What::Setting(path.to_owned());
                let known = settings(program, quote);
                match known.iter().any(|known| covers(path, known)) {
                    true => removed(&format!("preset({path})"), what),
                    false => Err(Unnamed::new("setting", path, known.iter().map(String::as_str))),
                }
            }
            (_, None, [one]) => removed(name, What::Lookup(*one)),
            _ => match source(name) {
                Some(kind) => removed(name, What::Source(kind)),
                None => Err(unnamed(name, program, quote, lookups.len() > 1)),
            },
        }
    }

    pub(super) fn takes(&self, origin: &Origin) -> bool {
        match (&self.what, origin) {
            (What::Source(kind), Origin::Source(other)) => kind == other,
            (What::Setting(path), Origin::Setting(other)) => covers(path, other),
            (What::Lookup(id), Origin::Lookup(other)) => id == other,
            (What::AllSettings, Origin::Setting(_)) | (What::AllLookups, Origin::Lookup(_)) => true,
            _ => false,
        }
    }
}

fn unnamed(name: &str, program: &Program, quote: Quote<'_>, several: bool) -> Unnamed {
    let words = ["measured", "preset"].into_iter().map(str::to_owned);
    let sources = SOURCES.iter().map(|kind| kind.as_str().to_owned());
    let bare = program.lookups.iter().map(|lookup| lookup.name.to_string()).filter(|_| !several);
    let full = program.lookups.iter().map(|lookup| lookup.id.to_string());
    let settings = settings(program, quote).into_iter().map(|path| format!("preset({path})"));
    let known: Vec<String> = bare.chain(full).chain(words).chain(sources).chain(settings).collect();
    let suffix = format!(".{name}");
    let mut error = Unnamed::new("source, setting or lookup", name, known.iter().map(String::as_str));
    if several {
        error.what = "one lookup alone";
        error.near = known.into_iter().find(|known| known.ends_with(&suffix));
    }
    error
}

/// Whether a setting's path is another or stands around it: `limits` covers `limits.daily`.
fn covers(path: &str, other: &str) -> bool {
    other.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The paths of all settings that some slot lists, each once, in order.
pub(super) fn settings(program: &Program, quote: Quote<'_>) -> Vec<String> {
    fn of_slot(slot: &Slot, quote: Quote<'_>, found: &mut Vec<String>) {
        found.extend(slot.sources.iter().filter_map(|source| match &source.kind {
            SourceSpec::Preset(steps) => Some(quote.steps(steps)),
            _ => None,
        }));
        of_type(&slot.ty, quote, found);
    }
    fn of_type(ty: &Type, quote: Quote<'_>, found: &mut Vec<String>) {
        match ty {
            Type::Object(fields) => fields.iter().for_each(|field| of_slot(field, quote, found)),
            Type::List(of) | Type::Map(of) | Type::Refined(of, _) => of_type(of, quote, found),
            Type::Union(types) => types.iter().for_each(|ty| of_type(ty, quote, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for tool in &program.tools {
        for entry in &tool.entries {
            if let EntryKind::Slot(slot) = &entry.kind {
                of_slot(slot, quote, &mut found);
            }
        }
        for source in tool.groups.iter().flat_map(|group| &group.sources) {
            if let SourceSpec::Preset(steps) = &source.kind {
                found.push(quote.steps(steps));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What becomes of each item of a checklist, and which others it is because of.
#[derive(Debug)]
pub(super) struct Fate {
    marks: Vec<Option<(Mark, Vec<usize>)>>,
}

impl Fate {
    /// What follows where `removed` is not there.
    pub(super) fn of(sheet: &Sheet, removed: &Removed) -> Fate {
        let mut fate = Fate { marks: vec![None; sheet.items.len()] };
        // An item is settled once those that it reads are; a checklist has no circles, so that this ends.
        for _ in 0..=sheet.items.len() {
            let next: Vec<_> = sheet.items.iter().map(|item| fate.item(item, removed)).collect();
            if next == fate.marks {
                break;
            }
            fate.marks = next;
        }
        fate
    }

    pub(super) fn mark(&self, at: usize) -> Option<Mark> {
        self.marks.get(at).and_then(|mark| mark.as_ref()).map(|(mark, _)| *mark)
    }

    /// Whether a call can still run. What is only touched may keep it from that, and is given the benefit of the doubt.
    pub(super) fn runs(&self, sheet: &Sheet) -> bool {
        !sheet.items.iter().enumerate().any(|(at, item)| match self.mark(at) {
            Some(Mark::Unknown) => item.required,
            Some(Mark::Undecided) => true,
            _ => false,
        })
    }

    fn item(&self, item: &Item, removed: &Removed) -> Option<(Mark, Vec<usize>)> {
        let are = |of: &[usize], marks: &[Mark]| -> Vec<usize> {
            of.iter().copied().filter(|at| self.mark(*at).is_some_and(|mark| marks.contains(&mark))).collect()
        };
        let unknown = |of: &[usize]| are(of, &[Mark::Unknown]);
        let needed = unknown(&item.needs);
        let is_value = matches!(item.kind, NodeKind::Slot | NodeKind::Fact | NodeKind::Let);
        if !needed.is_empty() {
            let mark = match (is_value, item.optional) {
                (true, true) => Mark::Touched,
                (true, false) => Mark::Unknown,
                (false, _) => Mark::Undecided,
            };
            return Some((mark, needed));
        }
        let lost: Vec<_> =
            item.ways.iter().filter(|way| removed.takes(&way.origin) || !unknown(&way.needs).is_empty()).collect();
        if !lost.is_empty() {
            let because = lost.iter().flat_map(|way| unknown(&way.needs)).collect();
            let mark = match (lost.len() == item.ways.len(), item.fields.is_empty(), item.optional) {
                (true, true, true) => Mark::Empty,
                (true, true, false) => Mark::Unknown,
                // Its fields may have ways of their own.
                (true, false, _) => Mark::Touched,
                (false, ..) => Mark::Fewer,
            };
            return Some((mark, because));
        }
        let fields = unknown(&item.fields);
        if !fields.is_empty() && !item.is_many && !item.optional && item.ways.is_empty() {
            return Some((Mark::Unknown, fields));
        }
        let shown = unknown(&item.shows);
        if item.kind == NodeKind::Confirm && item.always && !shown.is_empty() {
            return Some((Mark::Undecided, shown));
        }
        let all = [Mark::Unknown, Mark::Empty, Mark::Touched];
        let mut touched = are(&item.reads, &all);
        touched.extend(item.ways.iter().flat_map(|way| are(&way.reads, &all)));
        touched.extend(are(&item.fields, &all));
        touched.extend(shown);
        touched.sort_unstable();
        touched.dedup();
        (!touched.is_empty()).then_some((Mark::Touched, touched))
    }

    /// What follows, a sentence each: what is taken away first, then what hangs on it.
    pub(super) fn sentences(&self, sheet: &Sheet, removed: &Removed, tool: &str) -> Vec<String> {
        let marked = || sheet.items.iter().zip(&self.marks).filter_map(|(item, mark)| Some((item, mark.as_ref()?)));
        let names = |of: &[usize]| {
            let labels = of.iter().filter_map(|at| sheet.items.get(*at)).map(|item| format!("`{}`", item.label));
            and(&labels.collect::<Vec<_>>())
        };
        let mut sentences = Vec::new();
        let alone: Vec<String> = marked()
            .filter(|(_, (mark, because))| *mark == Mark::Unknown && because.is_empty())
            .map(|(item, _)| format!("`{}`", item.label))
            .collect();
        if !alone.is_empty() {
            sentences.push(format!("without `{}` nothing bears out {}", removed.name, and(&alone)));
        }
        for (item, (mark, because)) in marked() {
            let label = &item.label;
            let why =
                if because.is_empty() { String::new() } else { format!(", since it hangs on {}", names(because)) };
            sentences.push(match mark {
                Mark::Unknown if because.is_empty() => continue,
                Mark::Unknown => format!("`{label}` is unknown too{why}"),
                Mark::Empty => format!("`{label}` can only stay empty{why}"),
                Mark::Undecided if item.kind == NodeKind::Condition => format!("`{label}` can never be decided{why}"),
                Mark::Undecided => format!("`{label}` is never settled{why}"),
                Mark::Fewer => {
                    let kept = item.ways.iter().filter(|way| !removed.takes(&way.origin));
                    let kept: Vec<String> = kept
                        .filter(|way| !way.needs.iter().any(|at| self.mark(*at) == Some(Mark::Unknown)))
                        .map(|way| format!("`{}`", way.written))
                        .collect();
                    format!("`{label}` loses a way, and keeps {}{why}", and(&kept))
                }
                Mark::Touched => {
                    format!("`{label}` hangs on {} in part, and may be settled all the same", names(because))
                }
                Mark::Gone => continue,
            });
        }
        sentences.push(match (sentences.is_empty(), self.runs(sheet)) {
            (true, _) => format!("nothing of `{tool}` hangs on `{}`", removed.name),
            (false, true) => format!("a call of `{tool}` can still run"),
            (false, false) => format!("so no call of `{tool}` can run"),
        });
        sentences
    }
}

/// `a`, `a and b`, `a, b and c`
fn and(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}
