//! What was measured: finding the observation that a lookup reads, and judging its age.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use crate::digest;
use crate::program::{Changed, Lookup, LookupArgument, LookupRead};
use crate::snapshot::{CallOutcome, Observed};
use crate::value::{DateTime, Map, Value};
use crate::verdict::LookupRequest;

use super::expr::View;
use super::history;
use super::operate;
use super::outcome::Unknown;
use super::path;
use super::scene::Scene;

/// The most observations of one lookup that a verdict asks to be made again: the rest is asked for once these are there.
const MOST_STALE: usize = 100;

/// One observation, from the host's log or an executed read.
#[derive(Debug)]
pub(crate) struct Seen<'a> {
    /// Index into `measured`; executed reads follow, in the order of the session's and the turn's calls.
    pub(crate) index: usize,
    of: Of<'a>,
    arguments: Map,
    at: Option<DateTime>,
    outcome: Result<Value, ()>,
}

#[derive(Debug, PartialEq)]
enum Of<'a> {
    Tool(&'a str),
    Lookup(&'a str),
}

/// What a lookup's read comes to.
#[derive(Debug)]
pub(crate) enum Reading {
    /// The path's values, each with its path and its observation; where it does not fit what was observed, that; and what to
    /// run again, since other observations of the lookup are too old to be among them.
    Values { values: Vec<(Value, String, usize)>, is_set: bool, lost: Option<String>, stale: Vec<LookupRequest> },
    /// There is no observation; what to run, where that is known.
    Missing(Option<LookupRequest>),
    /// There is one, and it is too old; what to run.
    Stale(Vec<LookupRequest>),
    /// The lookup failed.
    Failed,
    /// Its arguments, or a row of its path, are unknown.
    Unknown(Unknown),
}

enum Age {
    Fresh,
    Stale,
    Future,
    Incomparable,
}

/// Every observation of the snapshot.
pub(crate) fn collect<'a>(scene: &Scene<'a>) -> Vec<Seen<'a>> {
    let mut seen: Vec<Seen<'a>> = Vec::new();
    for (index, observation) in scene.snapshot.measured.iter().enumerate() {
        let (of, arguments) = match &observation.of {
            Observed::Tool { tool, arguments } => match scene.program.tool(tool) {
                Some((_, tool)) => {
                    let arguments = Value::Map(Arc::new(arguments.clone()));
                    (Of::Tool(&tool.name), super::arguments::Arguments::normalise(tool, &arguments).proposed)
                }
                None => (Of::Tool(tool), arguments.clone()),
            },
            Observed::Lookup { lookup, arguments } => (Of::Lookup(lookup), arguments.clone()),
        };
        let outcome = observation.outcome.clone().map_err(|_| ());
        seen.push(Seen { index, of, arguments, at: observation.at, outcome });
    }
    let offset = seen.len();
    for (at, past) in scene.history.calls.iter().enumerate() {
        if let Some((_, tool)) = past.tool
            && !tool.tier.is_gated()
            && past.call.outcome == CallOutcome::Executed
            && let Some(result) = &past.call.result
        {
            let outcome = match (past.is_ok(), past.error_kind()) {
                (true, _) => Ok(result.field("data").cloned().unwrap_or(Value::Null)),
                (false, Some("not_found")) => Ok(Value::Null),
                _ => Err(()),
            };
            let (index, arguments) = (offset + at, past.arguments.clone());
            seen.push(Seen { index, of: Of::Tool(&tool.name), arguments, at: past.call.at, outcome });
        }
    }
    seen
}

/// Reads a lookup.
pub(crate) fn read(read: &LookupRead, view: &View<'_>) -> Reading {
    let scene = view.scene;
    let Some(lookup) = scene.program.lookups.get(read.lookup.index()) else { return Reading::Missing(None) };
    let mut parameters = None;
    if let Some(arguments) = &read.arguments {
        let mut values = Vec::new();
        let mut unknown: Option<Unknown> = None;
        for argument in arguments {
            match view.evaluate(argument) {
                Ok(value) => values.push(value),
                Err(reason) => unknown = Some(unknown.take().unwrap_or_default().and(reason)),
            }
        }
        if let Some(unknown) = unknown {
            return Reading::Unknown(unknown);
        }
        parameters = Some(values);
    }
    let candidates: Vec<&Seen<'_>> =
        scene.seen.iter().filter(|seen| seen.is_of(scene, lookup, parameters.as_deref(), &read.free)).collect();
    match parameters {
        Some(parameters) if read.free.is_empty() => one(lookup, &parameters, candidates, read, view),
        _ => every(lookup, candidates, read, view),
    }
}

fn one(
    lookup: &Lookup,
    parameters: &[Value],
    candidates: Vec<&Seen<'_>>,
    read: &LookupRead,
    view: &View<'_>,
) -> Reading {
    let want = || {
        // A secret is shown to nobody: its digest stands where the value would.
        let shown = parameters.iter().zip(read.arguments.iter().flatten()).map(|(value, expr)| {
            if view.scene.is_secret(expr) { Value::text(digest::digest(value)) } else { value.clone() }
        });
        Some(request(view.scene, lookup, &shown.collect::<Vec<_>>()))
    };
    match newest(candidates, view.scene) {
        None => Reading::Missing(want()),
        Some(seen) => match (age(seen, lookup, view.scene), &seen.outcome) {
            (Age::Incomparable, _) => Reading::Unknown(Unknown::not_comparable(format!(
                "the age of `{}` cannot be told: the snapshot has no `now`",
                lookup.name
            ))),
            (Age::Stale | Age::Future, _) => Reading::Stale(want().into_iter().collect()),
            (Age::Fresh, Err(())) => Reading::Failed,
            (Age::Fresh, Ok(value)) => match path::walk(value.clone(), &read.steps, view) {
                Err(unknown) => Reading::Unknown(unknown),
                Ok(found) => Reading::Values {
                    lost: found.lost.map(|lost| told(lookup, seen, lost)),
                    values: found.values.into_iter().map(|(value, path)| (value, path, seen.index)).collect(),
                    is_set: found.is_set,
                    stale: Vec::new(),
                },
            },
        },
    }
}

/// Every observation of a lookup whose arguments are left free: of each set of arguments the newest.
fn every(lookup: &Lookup, candidates: Vec<&Seen<'_>>, read: &LookupRead, view: &View<'_>) -> Reading {
    let (mut values, mut stale, mut failed, mut any, mut lost) = (Vec::new(), Vec::new(), false, false, None);
    for (arguments, group) in by_arguments(candidates) {
        let Some(seen) = newest(group, view.scene) else { continue };
        match (age(seen, lookup, view.scene), &seen.outcome) {
            (Age::Fresh, Ok(value)) => match path::walk(value.clone(), &read.steps, view) {
                Err(unknown) => return Reading::Unknown(unknown),
                Ok(found) => {
                    any = true;
                    lost = lost.or(found.lost.map(|lost| told(lookup, seen, lost)));
                    values.extend(found.values.into_iter().map(|(value, path)| (value, path, seen.index)));
                }
            },
            (Age::Fresh, Err(())) => failed = true,
            _ if stale.len() < MOST_STALE => stale.push(LookupRequest {
                lookup: Arc::clone(&lookup.name),
                tool: tool_name(view.scene, lookup),
                arguments: arguments.clone(),
                slots: Vec::new(),
            }),
            _ => {}
        }
    }
    match (any, stale.is_empty(), failed) {
        (true, _, _) => Reading::Values { values, is_set: true, lost, stale },
        (false, false, _) => Reading::Stale(stale),
        (false, true, true) => Reading::Failed,
        (false, true, false) => Reading::Missing(None),
    }
}

/// The observations of the same arguments together, in the order of the first of each.
fn by_arguments<'s, 'a>(candidates: Vec<&'s Seen<'a>>) -> Vec<(&'s Map, Vec<&'s Seen<'a>>)> {
    let trace = |seen: &&Seen<'_>| {
        let mut text = String::new();
        operate::trace(&Value::Map(Arc::new(seen.arguments.clone())), &mut text).map(|()| text)
    };
    // Where one cannot be told from its text, each may be any.
    let traces: Option<Vec<String>> = candidates.iter().map(trace).collect();
    let traces = traces.unwrap_or_else(|| vec![String::new(); candidates.len()]);
    let mut groups: Vec<(&Map, Vec<&Seen<'_>>)> = Vec::new();
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (seen, trace) in candidates.into_iter().zip(traces) {
        let places = places.entry(trace).or_default();
        let is_same = |place: &&usize| groups.get(**place).is_some_and(|(own, _)| same_map(own, &seen.arguments));
        match places.iter().find(is_same).and_then(|place| groups.get_mut(*place)) {
            Some((_, group)) => group.push(seen),
            None => {
                places.push(groups.len());
                groups.push((&seen.arguments, vec![seen]));
            }
        }
    }
    groups
}

fn same_map(left: &Map, right: &Map) -> bool {
    left.len() == right.len()
        && left.iter().all(|(key, value)| right.get(key).is_some_and(|other| operate::same(value, other)))
}

/// `menu.items` as observed at ... has no `price`.
fn told(lookup: &Lookup, seen: &Seen<'_>, (path, why): (String, String)) -> String {
    let separator = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    let when = seen.at.map_or_else(String::new, |at| format!(" at {at}"));
    format!("`{}{separator}{path}` as observed{when} {why}", lookup.name)
}

fn newest<'s, 'a>(candidates: Vec<&'s Seen<'a>>, scene: &Scene<'_>) -> Option<&'s Seen<'a>> {
    let zone = scene.snapshot.zone.as_ref();
    let is_future = |seen: &Seen<'_>| {
        seen.at.zip(scene.snapshot.now).is_some_and(|(at, now)| at.compare(&now, zone) == Some(Ordering::Greater))
    };
    let mut best: Option<&'s Seen<'a>> = None;
    for seen in candidates.into_iter().filter(|seen| !is_future(seen)) {
        // Without a time it is the oldest; among equals the later entry of the log counts.
        let newer = match (seen.at, best.and_then(|best| best.at)) {
            (Some(at), Some(other)) => at.compare(&other, zone) != Some(Ordering::Less),
            (None, Some(_)) => false,
            (_, None) => true,
        };
        if newer {
            best = Some(seen);
        }
    }
    best
}

fn age(seen: &Seen<'_>, lookup: &Lookup, scene: &Scene<'_>) -> Age {
    let snapshot = scene.snapshot;
    let zone = snapshot.zone.as_ref();
    let Some(at) = seen.at else { return Age::Stale };
    let before = |other: &DateTime| at.compare(other, zone) == Some(Ordering::Less);
    if snapshot.trigger.fired
        && snapshot.trigger.at.is_none_or(|fired| at.compare(&fired, zone) != Some(Ordering::Greater) && at != fired)
    {
        return Age::Stale;
    }
    let changed = scene.history.calls.iter().any(|past| {
        past.may_have_changed()
            && changes(past, seen, lookup, scene)
            && past.call.at.is_none_or(|done| at.compare(&done, zone) != Some(Ordering::Greater))
    });
    if changed {
        return Age::Stale;
    }
    match (lookup.within, &seen.outcome) {
        (Some(within), _) => match snapshot.now {
            None => Age::Incomparable,
            Some(now) => match now.since(&at, zone) {
                None => Age::Incomparable,
                Some(age) if age.as_nanos() < 0 => Age::Future,
                Some(age) if age > within => Age::Stale,
                Some(_) => Age::Fresh,
            },
        },
        // A failure without a term lasts one message.
        (None, Err(())) => match snapshot.message.as_ref().and_then(|message| message.at) {
            Some(said) if before(&said) => Age::Stale,
            _ => Age::Fresh,
        },
        (None, Ok(_)) => Age::Fresh,
    }
}

/// Whether an executed gated call makes observations of the lookup old.
fn changes(past: &history::Past<'_>, seen: &Seen<'_>, lookup: &Lookup, scene: &Scene<'_>) -> bool {
    let Some((_, tool)) = past.tool else { return false };
    let is_own =
        |changed: &&Changed| scene.program.lookups.get(changed.lookup.index()).is_some_and(|own| own.id == lookup.id);
    tool.changes.iter().filter(is_own).any(|changed| match &changed.arguments {
        None => true,
        Some(arguments) => arguments.iter().enumerate().all(|(index, argument)| {
            let changed = history::of_past(tool, argument, &past.arguments);
            let own = lookup.arguments.iter().find_map(|(name, from)| match from {
                LookupArgument::Parameter(parameter) if *parameter == index => seen.arguments.get(name),
                _ => None,
            });
            // What cannot be told apart may have changed.
            changed.zip(own).is_none_or(|(changed, own)| operate::same(&changed, own))
        }),
    })
}

impl Seen<'_> {
    /// Whether it is an observation of the lookup with these values for its parameters (none: with any).
    fn is_of(&self, scene: &Scene<'_>, lookup: &Lookup, parameters: Option<&[Value]>, free: &[Arc<str>]) -> bool {
        let tool = lookup.tool.and_then(|id| scene.program.tools.get(id.index()));
        let is_of = match (&self.of, tool) {
            (Of::Tool(name), Some(tool)) => *name == &*tool.name,
            (Of::Lookup(name), _) => *name == &*lookup.name || *name == &*lookup.id,
            (Of::Tool(_), None) => false,
        };
        if !is_of {
            return false;
        }
        let as_lookup = matches!(self.of, Of::Lookup(_));
        let mut wanted = Map::new();
        let mut open: Vec<Arc<str>> = free.to_vec();
        if as_lookup || tool.is_none() {
            for (index, name) in lookup.parameters.iter().enumerate() {
                match parameters {
                    Some(values) => {
                        wanted.insert(Arc::clone(name), values.get(index).cloned().unwrap_or(Value::Null));
                    }
                    None => open.push(Arc::clone(name)),
                }
            }
        } else {
            for (name, from) in &lookup.arguments {
                match (from, parameters) {
                    (LookupArgument::Literal(value), _) => {
                        wanted.insert(Arc::clone(name), value.clone());
                    }
                    (LookupArgument::Parameter(index), Some(values)) => {
                        wanted.insert(Arc::clone(name), values.get(*index).cloned().unwrap_or(Value::Null));
                    }
                    (LookupArgument::Parameter(_), None) => open.push(Arc::clone(name)),
                }
            }
        }
        let mut own = self.arguments.clone();
        own.retain(|name, _| !open.contains(name));
        wanted.retain(|name, _| !open.contains(name));
        match tool {
            Some(tool) if !as_lookup => history::exactly(tool, &own, &wanted),
            _ => same_map(&own, &wanted),
        }
    }
}

fn tool_name(scene: &Scene<'_>, lookup: &Lookup) -> Arc<str> {
    match lookup.tool.and_then(|id| scene.program.tools.get(id.index())) {
        Some(tool) => Arc::clone(&tool.name),
        None => "host".into(),
    }
}

fn request(scene: &Scene<'_>, lookup: &Lookup, parameters: &[Value]) -> LookupRequest {
    let mut arguments = Map::new();
    if lookup.tool.is_some() {
        for (name, from) in &lookup.arguments {
            let value = match from {
                LookupArgument::Literal(value) => value.clone(),
                LookupArgument::Parameter(index) => parameters.get(*index).cloned().unwrap_or(Value::Null),
            };
            arguments.insert(Arc::clone(name), value);
        }
    } else {
        for (name, value) in lookup.parameters.iter().zip(parameters) {
            arguments.insert(Arc::clone(name), value.clone());
        }
    }
    LookupRequest { lookup: Arc::clone(&lookup.name), tool: tool_name(scene, lookup), arguments, slots: Vec::new() }
}
