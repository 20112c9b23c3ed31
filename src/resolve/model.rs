//! The resolved policy: declarations by name, sections merged, what each `for` selects.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use indexmap::IndexMap;

use crate::program::{EffectId, LookupId, Owner, PatternId, TableId, Tier, ToolId, VocabularyId, WhitelistId};
use crate::span::{FileId, Span};
use crate::syntax::ast;

/// All declarations of all files.
#[derive(Debug, Default)]
pub(crate) struct Model<'a> {
    /// The order of the files: the main one first.
    pub(crate) file_ranks: HashMap<FileId, usize>,
    /// Effects by name.
    pub(crate) effects: IndexMap<String, Declared<'a, ast::EffectDef>>,
    /// Patterns by name.
    pub(crate) patterns: IndexMap<&'a str, Declared<'a, ast::PatternDef>>,
    /// Whitelists by name.
    pub(crate) whitelists: IndexMap<&'a str, Declared<'a, ast::Whitelist>>,
    /// Vocabularies by name.
    pub(crate) vocabularies: IndexMap<&'a str, Declared<'a, ast::Vocabulary>>,
    /// Tables by name.
    pub(crate) tables: IndexMap<&'a str, Declared<'a, ast::Table>>,
    /// How effects are claimed.
    pub(crate) assertions: Vec<&'a ast::Assertion>,
    /// `fixed`, `user`, then the providers as met.
    pub(crate) sections: Vec<Section<'a>>,
    /// Providers by name.
    pub(crate) providers: IndexMap<&'a str, usize>,
    /// Every tool.
    pub(crate) tools: Vec<Tool<'a>>,
    /// Tools by `provider.name`.
    pub(crate) tools_by_name: IndexMap<Arc<str>, ToolId>,
    /// Tools by bare name.
    pub(crate) tools_by_bare_name: IndexMap<&'a str, Vec<ToolId>>,
    /// Every lookup.
    pub(crate) lookups: Vec<Lookup<'a>>,
    /// Every `for`.
    pub(crate) blocks: Vec<Block<'a>>,
    /// Names of items that could not be read: declared, of unknown type.
    pub(crate) bad_names: HashSet<String>,
}

/// Something declared at top level.
#[derive(Debug)]
pub(crate) struct Declared<'a, T> {
    /// The declaration.
    pub(crate) tree: &'a T,
    /// Its doc comment.
    pub(crate) doc: Option<&'a str>,
    /// Its name's place.
    pub(crate) span: Span,
}

/// A section with the items of all its blocks.
#[derive(Debug)]
pub(crate) struct Section<'a> {
    /// Whose.
    pub(crate) owner: Owner,
    /// The provider's name.
    pub(crate) name: Option<&'a str>,
    /// Its unscoped items, lookups, tools and `for` excluded.
    pub(crate) items: Vec<&'a ast::Item>,
    /// The same without its guards, which are no part of a checklist and may be many.
    pub(crate) beside_guards: Vec<&'a ast::Item>,
    /// Its lookups by name.
    pub(crate) lookups: IndexMap<&'a str, LookupId>,
    /// Its tools by name.
    pub(crate) tools: IndexMap<&'a str, ToolId>,
}

impl Section<'_> {
    /// What the ids of its items begin with: `fixed`, `provider.bank`, `user`.
    pub(crate) fn prefix(&self) -> String {
        match (self.owner, self.name) {
            (Owner::Fixed, _) => "fixed".to_owned(),
            (Owner::User, _) => "user".to_owned(),
            (Owner::Provider, name) => format!("provider.{}", name.unwrap_or_default()),
        }
    }

    /// What its names are called by elsewhere: `fixed`, `bank`, `user`.
    pub(crate) fn qualifier(&self) -> &str {
        match self.owner {
            Owner::Fixed => "fixed",
            Owner::User => "user",
            Owner::Provider => self.name.unwrap_or_default(),
        }
    }
}

/// `fixed` among the sections.
pub(crate) const FIXED: usize = 0;
/// `user` among the sections.
pub(crate) const USER: usize = 1;

/// A tool as declared.
#[derive(Debug)]
pub(crate) struct Tool<'a> {
    /// Its name.
    pub(crate) name: &'a ast::Name,
    /// `bank.transfer`
    pub(crate) full_name: Arc<str>,
    /// Its provider among the sections.
    pub(crate) section: usize,
    /// Its doc comment.
    pub(crate) doc: Option<&'a str>,
    /// Its items.
    pub(crate) items: Vec<&'a ast::Item>,
    /// Its slots by name.
    pub(crate) slots: IndexMap<&'a str, &'a ast::Slot>,
    /// The strictest tier of all sections.
    pub(crate) tier: Tier,
    /// Every tier that it had on the way there: a rule for any of them is a rule for it.
    pub(crate) tiers: Vec<Tier>,
    /// Its mappings of known effects.
    pub(crate) produces: Vec<Produces<'a>>,
    /// The `for` blocks that select it, in order.
    pub(crate) uses: Vec<BlockUse>,
}

/// A mapping of an effect.
#[derive(Debug)]
pub(crate) struct Produces<'a> {
    /// As written.
    pub(crate) tree: &'a ast::Produces,
    /// The effect.
    pub(crate) effect: EffectId,
}

/// A lookup as declared.
#[derive(Debug)]
pub(crate) struct Lookup<'a> {
    /// As written.
    pub(crate) tree: &'a ast::Lookup,
    /// Its doc comment.
    pub(crate) doc: Option<&'a str>,
    /// Its section.
    pub(crate) section: usize,
}

/// A `for` with what it selects.
#[derive(Debug)]
pub(crate) struct Block<'a> {
    /// Its section.
    pub(crate) section: usize,
    /// Its doc comment.
    pub(crate) doc: Option<&'a str>,
    /// As written.
    pub(crate) tree: &'a ast::For,
    /// Its items that may stand there.
    pub(crate) items: Vec<&'a ast::Item>,
    /// The tools that it selects, in their order.
    pub(crate) tools: Vec<ToolId>,
}

/// How a `for` selects one tool.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BlockUse {
    /// Which block.
    pub(crate) block: usize,
    /// How narrow the narrowest of its selectors is that selects the tool.
    pub(crate) narrowness: Narrowness,
    /// The mappings that an `effect` selector selects: the rules are unfolded once for each.
    pub(crate) mappings: Vec<usize>,
}

/// Selectors from the narrowest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Narrowness {
    /// `bank.transfer`
    Tool,
    /// `bank.*`
    Provider,
    /// `effect money.moved`
    Effect,
    /// `irreversible`
    Tier,
}

macro_rules! lookup_by_name {
    ($($method:ident, $map:ident, $id:ident;)*) => {
        impl Model<'_> {$(
            /// The index of the declaration with this name.
            pub(crate) fn $method(&self, name: &str) -> Option<$id> {
                self.$map.get_index_of(name).map(|index| $id(to_u32(index)))
            }
        )*}
    };
}

lookup_by_name! {
    effect_id, effects, EffectId;
    pattern_id, patterns, PatternId;
    whitelist_id, whitelists, WhitelistId;
    vocabulary_id, vocabularies, VocabularyId;
    table_id, tables, TableId;
}

/// An index as an id; more than 2^32 items do not fit the limits on files.
pub(crate) fn to_u32(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl<'a> Model<'a> {
    /// The section with this index.
    pub(crate) fn section(&self, index: usize) -> Option<&Section<'a>> {
        self.sections.get(index)
    }

    /// The tool with this id.
    pub(crate) fn tool(&self, id: ToolId) -> Option<&Tool<'a>> {
        self.tools.get(id.index())
    }

    /// The order of places: by file, then by byte.
    pub(crate) fn position(&self, span: Span) -> (usize, u32) {
        (self.file_ranks.get(&span.file).copied().unwrap_or(usize::MAX), span.start)
    }

    /// The section that is called by this name outside of it.
    pub(crate) fn section_named(&self, name: &str) -> Option<usize> {
        match name {
            "fixed" => Some(FIXED),
            "user" => Some(USER),
            _ => self.providers.get(name).copied(),
        }
    }
}

/// The parts of a dotted name as one text.
pub(crate) fn dotted(name: &ast::DottedName) -> String {
    let parts: Vec<&str> = name.parts.iter().map(|part| part.text.as_str()).collect();
    parts.join(".")
}
