//! The names by which a snapshot can speak of a policy's tools, lookups, slots, confirms and notices.

use super::{Entry, EntryId, EntryKind, Program, Tool, ToolId, Type};

/// What a snapshot can name, whichever tool is called.
#[derive(Debug, Default)]
pub struct Names {
    /// By their full ids, in the order of these. The names stand in the entries alone.
    full: Box<[Name]>,
    /// By their last names; of one name in the order of the entries.
    last: Box<[Name]>,
}

/// A name of one entry.
#[derive(Clone, Copy, Debug)]
struct Name {
    tool: ToolId,
    entry: EntryId,
}

/// Which of an entry's names.
type Which = fn(&Entry) -> &str;
const FULL: Which = |entry| &entry.id;
const LAST: Which = |entry| &entry.name;

impl Name {
    fn entry(self, program: &Program) -> Option<(&Tool, &Entry)> {
        let tool = program.tools.get(self.tool.index())?;
        Some((tool, tool.entries.get(self.entry.index())?))
    }

    fn text(self, program: &Program, which: Which) -> &str {
        self.entry(program).map_or("", |(_, entry)| which(entry))
    }
}

/// What a name of the snapshot is meant to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Named {
    /// A slot, or a part of one.
    Slot,
    /// A slot, a confirm or a notice: what can be asked about.
    Asked,
    /// A confirm.
    Confirm,
    /// A notice.
    Notice,
    /// A tool.
    Tool,
    /// A lookup.
    Lookup,
}

impl Named {
    /// In the words of the language.
    pub fn as_str(self) -> &'static str {
        match self {
            Named::Slot | Named::Asked => "slot",
            Named::Confirm => "confirm",
            Named::Notice => "notice",
            Named::Tool => "tool",
            Named::Lookup => "lookup",
        }
    }

    fn is(self, entry: &Entry) -> bool {
        matches!(
            (self, &entry.kind),
            (Named::Slot | Named::Asked, EntryKind::Slot(_))
                | (Named::Confirm | Named::Asked, EntryKind::Confirm(_))
                | (Named::Notice | Named::Asked, EntryKind::Notice(_))
        )
    }
}

impl Names {
    /// The names of these tools' entries.
    pub fn of(program: &Program) -> Names {
        let tools = (0..).map(ToolId).zip(&program.tools);
        let all = tools.flat_map(|(tool, declared)| {
            (0..).map(EntryId).zip(&declared.entries).map(move |(entry, _)| Name { tool, entry })
        });
        let mut full: Box<[Name]> = all.collect();
        let mut last = full.clone();
        full.sort_by(|one, other| one.text(program, FULL).cmp(other.text(program, FULL)));
        last.sort_by(|one, other| one.text(program, LAST).cmp(other.text(program, LAST)));
        Names { full, last }
    }
}

impl Program {
    /// Whether a name of the snapshot stands for anything of this kind, in any tool.
    pub fn is_named(&self, kind: Named, name: &str) -> bool {
        match kind {
            Named::Tool => self.tool(name).is_some(),
            Named::Lookup => self.lookups.iter().any(|lookup| *lookup.name == *name || *lookup.id == *name),
            _ => self.is_entry(kind, name, "") || parts(name).any(|(name, rest)| self.is_entry(kind, name, rest)),
        }
    }

    /// Every name that stands for something of this kind.
    pub fn names_of(&self, kind: Named) -> Vec<&str> {
        match kind {
            Named::Tool => {
                self.tools_by_name.keys().chain(self.tools_by_bare_name.keys()).map(|name| &**name).collect()
            }
            Named::Lookup => self.lookups.iter().map(|lookup| &*lookup.name).collect(),
            _ => {
                let full = self.names.full.iter().map(|name| name.text(self, FULL));
                let last = self.names.last.iter().map(|name| name.text(self, LAST));
                let mut names: Vec<&str> = full.chain(last).collect();
                names.sort_unstable();
                names.dedup();
                names.retain(|name| self.is_entry(kind, name, ""));
                names
            }
        }
    }

    /// The full name that was meant by one which several things have.
    pub fn full_name(&self, kind: Named, name: &str) -> Option<&str> {
        match kind {
            Named::Tool => {
                let id = self.tools_by_bare_name.get(name)?.first()?;
                self.tools.get(id.index()).map(|tool| &*tool.name)
            }
            Named::Lookup => None,
            _ => self.entries_of(name).find(|(_, entry)| kind.is(entry)).map(|(_, entry)| &*entry.id),
        }
    }

    fn entries_of<'p>(&'p self, name: &str) -> impl Iterator<Item = (&'p Tool, &'p Entry)> {
        let among = |entries: &'p [Name], which| {
            let first = entries.partition_point(|one| one.text(self, which) < name);
            let after = entries.partition_point(|one| one.text(self, which) <= name);
            entries.get(first..after).unwrap_or_default().iter().filter_map(|one| one.entry(self))
        };
        among(&self.names.full, FULL).chain(among(&self.names.last, LAST))
    }

    fn is_entry(&self, kind: Named, name: &str, rest: &str) -> bool {
        self.entries_of(name).any(|(tool, entry)| kind.is(entry) && tool.is_named(entry, name) && has_part(entry, rest))
    }
}

/// The ways to read a name as a slot and a part of it: `order.items[0].sku`.
fn parts(name: &str) -> impl Iterator<Item = (&str, &str)> {
    name.match_indices(['.', '[']).filter_map(|(at, _)| name.split_at_checked(at))
}

fn has_part(entry: &Entry, rest: &str) -> bool {
    match &entry.kind {
        EntryKind::Slot(slot) => leads(&slot.ty, rest),
        _ => rest.is_empty(),
    }
}

/// Whether `[0].sku` leads to something inside a value of this type.
fn leads(ty: &Type, rest: &str) -> bool {
    if rest.is_empty() {
        return true;
    }
    match ty.base() {
        Type::List(inner) => rest
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
            .is_some_and(|(index, rest)| index.bytes().all(|byte| byte.is_ascii_digit()) && leads(inner, rest)),
        Type::Object(fields) => rest.strip_prefix('.').is_some_and(|rest| {
            fields.iter().any(|field| rest.strip_prefix(&*field.name).is_some_and(|rest| leads(&field.ty, rest)))
        }),
        Type::Union(types) => types.iter().any(|ty| leads(ty, rest)),
        _ => false,
    }
}
