//! A tool's chapter.

use std::sync::Arc;

use crate::program::{
    Changed, Entry, EntryKind, ExprKind, Guard, LookupId, Mapping, OtherArguments, Slot, Source, SourceSpec, Tier,
    Tool, Type,
};
use crate::snapshot::Phase;
use crate::verdict::{Layout, write_json};

use super::guards::scope;
use super::sentence::{Piece, Sentence, code, doc, listed, names, say};
use super::slot::is_fact;
use super::{Author, Chapter, Part, Point, Row};

impl Author<'_> {
    /// A tool in a line.
    pub(super) fn row(self, tool: &Tool) -> Row {
        let conditions = |unmet_when: bool| {
            let is = |entry: &&Entry| matches!(&entry.kind, EntryKind::Condition(condition) if condition.unmet_when == unmet_when);
            tool.entries.iter().filter(is).count()
        };
        let approvals = tool.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Confirm(_)));
        Row {
            tool: Arc::clone(&tool.name),
            tier: tier(tool.tier),
            approvals: approvals.map(|entry| Arc::clone(&entry.name)).collect(),
            lookups: self.lookups_of(tool),
            required: conditions(false),
            forbidden: conditions(true),
        }
    }

    /// The ids of the lookups that some value of a tool is held against, as declared.
    fn lookups_of(self, tool: &Tool) -> Vec<Arc<str>> {
        let mut found: Vec<LookupId> = Vec::new();
        for entry in &tool.entries {
            if let EntryKind::Slot(slot) = &entry.kind {
                of_slot(slot, &mut found);
            }
        }
        found.extend(tool.groups.iter().flat_map(|group| &group.sources).filter_map(lookup));
        found.sort_unstable();
        found.dedup();
        let ids = found.iter().filter_map(|id| self.program.lookups.get(id.index()));
        ids.map(|lookup| Arc::clone(&lookup.id)).collect()
    }

    /// The whole checklist of a tool.
    pub(super) fn tool(self, tool: &Tool) -> Chapter {
        let mut lead: Vec<Sentence> = tool.doc.iter().map(|text| say![doc(text)]).collect();
        lead.push(say![means(tool.tier)]);
        lead.extend(self.effects(tool));
        let is_argument = |at: usize| tool.arguments.iter().any(|id| id.index() == at);
        let slots = |wanted: &dyn Fn(usize, &Entry) -> bool| -> Vec<Point> {
            let entries = tool.entries.iter().enumerate().filter(|(at, entry)| wanted(*at, entry));
            let slot = |entry: &Entry| match &entry.kind {
                EntryKind::Slot(slot) => Some(self.slot(&entry.name, slot, tool)),
                _ => None,
            };
            entries.filter_map(|(_, entry)| slot(entry)).collect()
        };
        let rules = |wanted: fn(&EntryKind) -> bool| -> Vec<Point> {
            let entries = tool.entries.iter().filter(|entry| wanted(&entry.kind));
            entries.filter_map(|entry| self.rule(entry, tool)).collect()
        };
        let mut arguments = slots(&|at, _| is_argument(at));
        arguments.push(Point::new(self.other_arguments(tool)));
        let guards = self.program.guards.iter().filter(|guard| self.is_of(guard, tool));
        let parts = [
            ("What is asked of the person besides", slots(&|at, entry| !is_argument(at) && !is_fact(&entry.kind))),
            ("Arguments", arguments),
            ("Facts", slots(&|_, entry| is_fact(&entry.kind))),
            ("Derived values", rules(|kind| matches!(kind, EntryKind::Let(_)))),
            ("Conditions", rules(|kind| matches!(kind, EntryKind::Condition(_)))),
            ("Approvals", rules(|kind| matches!(kind, EntryKind::Confirm(_)))),
            ("Notices", rules(|kind| matches!(kind, EntryKind::Notice(_)))),
            ("Guards", guards.map(|guard| self.guard(guard)).collect()),
            ("Limits", self.limits_of(tool)),
            ("Repetition", self.repetition(tool)),
            ("Results", self.result(tool)),
        ];
        let parts = parts.into_iter().filter(|(_, points)| !points.is_empty());
        Chapter {
            title: say![code(&tool.name)],
            lead,
            parts: parts.map(|(title, points)| Part { title: Some(title), points }).collect(),
        }
    }

    /// Whether a guard judges this tool alone, or a few among which it is.
    fn is_of(self, guard: &Guard, tool: &Tool) -> bool {
        let is = |id: &crate::program::ToolId| {
            self.program.tools.get(id.index()).is_some_and(|found| found.name == tool.name)
        };
        matches!(guard.phase, Phase::Call | Phase::Result)
            && guard.tools.as_ref().is_some_and(|tools| tools.iter().any(is))
    }

    fn effects(self, tool: &Tool) -> Vec<Sentence> {
        if tool.effects.is_empty() && tool.tier.is_gated() {
            return vec![say!["The policy does not say what it changes."]];
        }
        tool.effects.iter().filter_map(|mapping| self.effect(mapping, tool)).collect()
    }

    fn effect(self, mapping: &Mapping, tool: &Tool) -> Option<Sentence> {
        let effect = self.program.effects.get(mapping.effect.index())?;
        let mut text = say!["What it changes: ", code(&effect.name)];
        let fields = mapping.fields.iter().zip(&effect.fields).map(|(value, (field, _))| {
            let value: Piece = match &value.kind {
                ExprKind::Entry(id) => match tool.entries.get(id.index()) {
                    Some(entry) => say!["the value of ", code(&entry.name)].into(),
                    None => code(self.quote.span(value.span)),
                },
                ExprKind::Literal(value) => code(write_json(value, Layout::Line)),
                _ => self.expr(value),
            };
            Piece::from(say![code(field), " is ", value])
        });
        let fields: Vec<Piece> = fields.collect();
        if !fields.is_empty() {
            text.0.push(" (".into());
            text.0.push(listed(fields, "and"));
            text.0.push(")".into());
        }
        text.0.push(".".into());
        if let Some(found) = &effect.doc {
            text.0.push(" ".into());
            text.0.push(doc(found));
        }
        Some(text)
    }

    fn other_arguments(self, tool: &Tool) -> Sentence {
        match tool.other_arguments {
            OtherArguments::Hold => say!["An argument that is not listed here holds the call."],
            OtherArguments::Drop => say!["An argument that is not listed here is left out of the call."],
            OtherArguments::Pass => say!["An argument that is not listed here is passed on as it is."],
        }
    }

    fn limits_of(self, tool: &Tool) -> Vec<Point> {
        let of = tool.budgets.iter().filter_map(|at| self.program.budgets.get(*at));
        of.filter(|budget| budget.tools.is_some()).map(|budget| self.budget(budget)).collect()
    }

    fn repetition(self, tool: &Tool) -> Vec<Point> {
        if !tool.tier.is_gated() {
            return Vec::new();
        }
        let mut said = Vec::new();
        if let Some(once) = tool.once {
            said.push(say![
                "The same call runs once per ",
                scope(once),
                ": after a success its outcome is given again, after a person's refusal the refusal."
            ]);
        }
        let same: Vec<&str> =
            tool.same_by.iter().filter_map(|id| tool.entries.get(id.index())).map(|entry| &*entry.name).collect();
        said.push(match same.is_empty() {
            true => say!["Any two calls of it count as the same."],
            false => say!["Two calls are the same if they agree in ", names(same), "."],
        });
        said.push(match tool.verify.as_ref().and_then(|verify| self.program.tools.get(verify.tool.index())) {
            Some(verify) => say![
                "A call that timed out may have happened: the same call is held until ",
                code(&verify.name),
                " shows whether it did."
            ],
            None => say!["A call that timed out may have happened: the same call is held until a person settles that."],
        });
        said.push(match &*tool.changes {
            [] => say!["It makes nothing stale that was looked up before."],
            changes => say![
                "Once it ran, what was looked up before no longer counts: ",
                listed(changes.iter().filter_map(|changed| self.changed(changed)), "and"),
                "."
            ],
        });
        said.into_iter().map(Point::new).collect()
    }

    fn changed(self, changed: &Changed) -> Option<Piece> {
        let lookup = self.program.lookups.get(changed.lookup.index())?;
        Some(match changed.arguments.as_deref() {
            None | Some([]) => code(&lookup.id),
            Some(arguments) => {
                say![code(&lookup.id), " for ", listed(arguments.iter().map(|one| self.expr(one)), "and")].into()
            }
        })
    }
}

fn of_slot(slot: &Slot, found: &mut Vec<LookupId>) {
    found.extend(slot.sources.iter().filter_map(lookup));
    of_type(&slot.ty, found);
}

fn of_type(ty: &Type, found: &mut Vec<LookupId>) {
    match ty {
        Type::Object(fields) => fields.iter().for_each(|field| of_slot(field, found)),
        Type::List(of) | Type::Map(of) | Type::Refined(of, _) => of_type(of, found),
        Type::Union(types) => types.iter().for_each(|ty| of_type(ty, found)),
        _ => {}
    }
}

fn lookup(source: &Source) -> Option<LookupId> {
    match &source.kind {
        SourceSpec::Measured { read, .. } => Some(read.lookup),
        _ => None,
    }
}

fn tier(tier: Tier) -> &'static str {
    match tier {
        Tier::ReadOnly => "read only",
        Tier::Reversible => "reversible",
        Tier::Irreversible => "irreversible",
    }
}

/// What a tier means.
fn means(tier: Tier) -> &'static str {
    match tier {
        Tier::ReadOnly => {
            "It changes nothing and tells nobody outside. Its arguments are held against their types, and against a source where one is listed."
        }
        Tier::Reversible => "It changes something that can be undone.",
        Tier::Irreversible => "It changes something that cannot be undone.",
    }
}
