//! What was measured: finding the observation that a lookup reads, and judging its age.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;

use crate::digest;
use crate::program::{Changed, Lookup, LookupArgument, LookupRead, Program, Tool};
use crate::snapshot::{Observation, Observed, Snapshot};
use crate::value::{DateTime, Map, Value};
use crate::verdict::LookupRequest;

use super::arguments::Arguments;
use super::expr::View;
use super::history::{self, Past};
use super::operate;
use super::outcome::Unknown;
use super::path;
use super::scene::Scene;

/// The most observations of one lookup that a verdict asks to be made again: the rest is asked for once these are there.
const MOST_STALE: usize = 100;

/// An observation that a lookup may read.
#[derive(Clone, Copy, Debug)]
struct Seen<'s> {
    /// Index into `measured`; executed reads follow, in the order of the session's and the turn's calls.
    index: usize,
    arguments: &'s Map,
    at: Option<DateTime>,
    of: Of<'s>,
}

/// From the host's log, or an executed read.
#[derive(Clone, Copy, Debug)]
enum Of<'s> {
    Log(&'s Observation),
    Read(Past<'s>),
}

impl<'s> Seen<'s> {
    /// What it holds, or that it failed.
    fn outcome(&self) -> Result<&'s Value, ()> {
        match self.of {
            Of::Log(observation) => observation.outcome.as_ref().map_err(|_| ()),
            Of::Read(past) => past.observed(),
        }
    }
}

/// The arguments of the observations that are looked for.
struct Wanted {
    arguments: Map,
    /// Those that may be anything.
    open: Vec<Arc<str>>,
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

/// The arguments of each of the host's observations, under their own names.
pub(super) fn measured(program: &Program, snapshot: &Snapshot) -> Vec<Map> {
    let named = |observed: &Observed| match observed {
        Observed::Tool { tool, arguments } => match program.tool(tool) {
            Some((_, tool)) => Arguments::normalise(tool, &Value::Map(Arc::new(arguments.clone()))).proposed,
            None => arguments.clone(),
        },
        Observed::Lookup { arguments, .. } => arguments.clone(),
    };
    snapshot.measured.iter().map(|observation| named(&observation.of)).collect()
}

/// The observations of a lookup, whatever their arguments, in the order of their indices.
fn observations<'s>(scene: &'s Scene<'_>, lookup: &'s Lookup) -> impl DoubleEndedIterator<Item = Seen<'s>> {
    let tool = tool(scene, lookup);
    let is_own = move |of: &Observed| match of {
        Observed::Lookup { lookup: name, .. } => *name == lookup.name || *name == lookup.id,
        Observed::Tool { tool: name, .. } => {
            tool.is_some_and(|tool| scene.program.tool(name).is_some_and(|(_, own)| std::ptr::eq(own, tool)))
        }
    };
    let log = scene.snapshot.measured.iter().zip(scene.measured()).enumerate();
    let log = log.filter(move |(_, (observation, _))| is_own(&observation.of));
    let log = log.map(|(index, (observation, arguments))| Seen {
        index,
        arguments,
        at: observation.at,
        of: Of::Log(observation),
    });
    let offset = scene.snapshot.measured.len();
    let reads = tool.into_iter().flat_map(|tool| scene.history.of_tool(tool)).filter(|(_, past)| past.is_observation());
    log.chain(reads.map(move |(at, past)| Seen {
        index: offset + at,
        arguments: past.arguments,
        at: past.call.at,
        of: Of::Read(past),
    }))
}

/// Whether observations have these values for the lookup's parameters (none: any).
fn fits<'s>(
    scene: &'s Scene<'_>,
    lookup: &Lookup,
    parameters: Option<&[Value]>,
    free: &[Arc<str>],
) -> impl Fn(&Seen<'_>) -> bool {
    let (measured, called) = (Wanted::measured(lookup, parameters, free), Wanted::called(lookup, parameters, free));
    let tool = tool(scene, lookup);
    move |seen| match (&seen.of, tool) {
        (Of::Log(Observation { of: Observed::Lookup { .. }, .. }), _) | (_, None) => measured.are_all(seen.arguments),
        (_, Some(tool)) => called.are_of(tool, seen.arguments),
    }
}

fn tool<'s>(scene: &'s Scene<'_>, lookup: &Lookup) -> Option<&'s Tool> {
    lookup.tool.and_then(|id| scene.program.tools.get(id.index()))
}

impl Wanted {
    /// Of an observation of the lookup by its own name.
    fn measured(lookup: &Lookup, parameters: Option<&[Value]>, free: &[Arc<str>]) -> Wanted {
        let mut wanted = Wanted { arguments: Map::default(), open: free.to_vec() };
        for (index, name) in lookup.parameters.iter().enumerate() {
            wanted.put(name, parameters.map(|values| values.get(index)));
        }
        wanted
    }

    /// Of a call of the tool that it is made by.
    fn called(lookup: &Lookup, parameters: Option<&[Value]>, free: &[Arc<str>]) -> Wanted {
        let mut wanted = Wanted { arguments: Map::default(), open: free.to_vec() };
        for (name, from) in &lookup.arguments {
            match from {
                LookupArgument::Literal(value) => wanted.put(name, Some(Some(value))),
                LookupArgument::Parameter(index) => wanted.put(name, parameters.map(|values| values.get(*index))),
            }
        }
        wanted
    }

    /// An argument that may be anything, or has this value; null where there is none.
    fn put(&mut self, name: &Arc<str>, value: Option<Option<&Value>>) {
        match value {
            None => self.open.push(Arc::clone(name)),
            Some(value) if !self.open.contains(name) => {
                self.arguments.insert(Arc::clone(name), value.cloned().unwrap_or(Value::Null));
            }
            Some(_) => {}
        }
    }

    /// Whether these are the arguments, and no others.
    fn are_all(&self, arguments: &Map) -> bool {
        let own = arguments.keys().filter(|name| !self.open.contains(name)).count();
        own == self.arguments.len() && self.are_among(arguments)
    }

    /// Whether a call of the tool had these arguments, and no others that tell it apart.
    fn are_of(&self, tool: &Tool, arguments: &Map) -> bool {
        history::exactly(tool, arguments, &self.arguments, &self.open)
    }

    fn are_among(&self, arguments: &Map) -> bool {
        self.arguments.iter().all(|(name, value)| arguments.get(name).is_some_and(|own| operate::same(own, value)))
    }
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
    let fits = fits(scene, lookup, parameters.as_deref(), &read.free);
    let all = observations(scene, lookup);
    match &parameters {
        Some(parameters) if read.free.is_empty() => one(lookup, parameters, newest(all, fits, scene), read, view),
        _ => every(lookup, all.filter(fits).collect(), read, view),
    }
}

fn one(lookup: &Lookup, parameters: &[Value], newest: Option<Seen<'_>>, read: &LookupRead, view: &View<'_>) -> Reading {
    let want = || {
        // A secret is shown to nobody: its digest stands where the value would.
        let shown = parameters.iter().zip(read.arguments.iter().flatten()).map(|(value, expr)| {
            if view.scene.is_secret(expr) { Value::text(digest::digest(value)) } else { value.clone() }
        });
        Some(request(view.scene, lookup, &shown.collect::<Vec<_>>()))
    };
    match newest {
        None => Reading::Missing(want()),
        Some(seen) => match (age(&seen, lookup, view.scene), seen.outcome()) {
            (Age::Incomparable, _) => Reading::Unknown(Unknown::not_comparable(format!(
                "the age of `{}` cannot be told: the snapshot has no `now`",
                lookup.name
            ))),
            (Age::Stale | Age::Future, _) => Reading::Stale(want().into_iter().collect()),
            (Age::Fresh, Err(())) => Reading::Failed,
            (Age::Fresh, Ok(value)) => match path::walk(value.clone(), &read.steps, view) {
                Err(unknown) => Reading::Unknown(unknown),
                Ok(found) => Reading::Values {
                    lost: found.lost.map(|lost| told(lookup, &seen, lost)),
                    values: found.values.into_iter().map(|(value, path)| (value, path, seen.index)).collect(),
                    is_set: found.is_set,
                    stale: Vec::new(),
                },
            },
        },
    }
}

/// Every observation of a lookup whose arguments are left free: of each set of arguments the newest.
fn every(lookup: &Lookup, candidates: Vec<Seen<'_>>, read: &LookupRead, view: &View<'_>) -> Reading {
    let (mut values, mut stale, mut failed, mut any, mut lost) = (Vec::new(), Vec::new(), false, false, None);
    for (arguments, group) in by_arguments(candidates) {
        let Some(seen) = newest(group.into_iter(), |_| true, view.scene) else { continue };
        match (age(&seen, lookup, view.scene), seen.outcome()) {
            (Age::Fresh, Ok(value)) => match path::walk(value.clone(), &read.steps, view) {
                Err(unknown) => return Reading::Unknown(unknown),
                Ok(found) => {
                    any = true;
                    lost = lost.or(found.lost.map(|lost| told(lookup, &seen, lost)));
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
fn by_arguments(candidates: Vec<Seen<'_>>) -> Vec<(&Map, Vec<Seen<'_>>)> {
    let trace = |seen: &Seen<'_>| {
        let mut text = String::new();
        operate::trace(&Value::Map(Arc::new(seen.arguments.clone())), &mut text).map(|()| text)
    };
    // Where one cannot be told from its text, each may be any.
    let traces: Option<Vec<String>> = candidates.iter().map(trace).collect();
    let traces = traces.unwrap_or_else(|| vec![String::new(); candidates.len()]);
    let mut groups: Vec<(&Map, Vec<Seen<'_>>)> = Vec::new();
    let mut places: HashMap<String, Vec<usize>> = HashMap::new();
    for (seen, trace) in candidates.into_iter().zip(traces) {
        let places = places.entry(trace).or_default();
        let is_same = |place: &&usize| groups.get(**place).is_some_and(|(own, _)| same_map(own, seen.arguments));
        match places.iter().find(is_same).and_then(|place| groups.get_mut(*place)) {
            Some((_, group)) => group.push(seen),
            None => {
                places.push(groups.len());
                groups.push((seen.arguments, vec![seen]));
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

/// The newest of those that fit. The latest entry is looked at first: of most logs no other is newer, and is not compared
/// further.
fn newest<'s>(
    all: impl DoubleEndedIterator<Item = Seen<'s>>,
    fits: impl Fn(&Seen<'s>) -> bool,
    scene: &Scene<'_>,
) -> Option<Seen<'s>> {
    let zone = scene.snapshot.zone.as_ref();
    let is_after = |at: &DateTime, other: &DateTime| at.compare(other, zone) == Some(Ordering::Greater);
    let is_future = |seen: &Seen<'_>| seen.at.zip(scene.snapshot.now).is_some_and(|(at, now)| is_after(&at, &now));
    let mut best: Option<Seen<'s>> = None;
    for seen in all.rev() {
        // Without a time it is the oldest; among equals the later entry of the log counts.
        let is_newer = match (seen.at, best.map(|best| best.at)) {
            (Some(at), Some(Some(other))) => is_after(&at, &other),
            (Some(_), Some(None)) | (_, None) => true,
            (None, Some(_)) => false,
        };
        if is_newer && !is_future(&seen) && fits(&seen) {
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
    let changed = scene.history.changes().any(|past| {
        past.call.at.is_none_or(|done| at.compare(&done, zone) != Some(Ordering::Greater))
            && changes(&past, seen, lookup, scene)
    });
    if changed {
        return Age::Stale;
    }
    match (lookup.within, seen.outcome()) {
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
fn changes(past: &Past<'_>, seen: &Seen<'_>, lookup: &Lookup, scene: &Scene<'_>) -> bool {
    let Some((_, tool)) = past.tool else { return false };
    let is_own =
        |changed: &&Changed| scene.program.lookups.get(changed.lookup.index()).is_some_and(|own| own.id == lookup.id);
    tool.changes.iter().filter(is_own).any(|changed| match &changed.arguments {
        None => true,
        Some(arguments) => arguments.iter().enumerate().all(|(index, argument)| {
            let changed = history::of_past(tool, argument, past.arguments);
            let own = lookup.arguments.iter().find_map(|(name, from)| match from {
                LookupArgument::Parameter(parameter) if *parameter == index => seen.arguments.get(name),
                _ => None,
            });
            // What cannot be told apart may have changed.
            changed.zip(own).is_none_or(|(changed, own)| operate::same(&changed, own))
        }),
    })
}

fn tool_name(scene: &Scene<'_>, lookup: &Lookup) -> Arc<str> {
    match tool(scene, lookup) {
        Some(tool) => Arc::clone(&tool.name),
        None => "host".into(),
    }
}

fn request(scene: &Scene<'_>, lookup: &Lookup, parameters: &[Value]) -> LookupRequest {
    let mut arguments = Map::default();
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
