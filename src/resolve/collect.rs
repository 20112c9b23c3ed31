//! Every declaration of every file in one model; second definitions and misplaced items are reported here.

use std::collections::HashSet;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::check::words;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::program::{LookupId, Owner, Tier, ToolId};
use crate::span::{FileId, Span};
use crate::syntax::ast::{self, ItemKind};

use super::placement::misplaced;
use super::{Block, Declared, Lookup, Model, Place, Produces, Section, Tool, dotted, to_u32};

/// Collects the declarations of `files`, in their order.
pub(super) fn collect<'a>(
    files: &[(FileId, &'a ast::File)],
    bad_names: HashSet<String>,
    findings: &mut Findings,
) -> Model<'a> {
    let section = |owner| Section {
        owner,
        name: None,
        items: Vec::new(),
        beside_guards: Vec::new(),
        lookups: IndexMap::new(),
        tools: IndexMap::new(),
    };
    let mut model =
        Model { sections: vec![section(Owner::Fixed), section(Owner::User)], bad_names, ..Model::default() };
    model.file_ranks = files.iter().enumerate().map(|(rank, (id, _))| (*id, rank)).collect();
    let mut collector = Collector { model, findings };
    for (_, file) in files {
        for item in &file.items {
            collector.top(item);
        }
    }
    collector.produced();
    collector.model
}

/// Reports a second definition of a name, with both places.
pub(crate) fn duplicate(kind: &str, name: &str, first: Span, second: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, second, format!("a second {kind} is called `{name}`"))
        .here("defined again here")
        .label(first, "defined first here")
        .help("give one of them another name, or take it out")
}

struct Collector<'a, 'f> {
    model: Model<'a>,
    findings: &'f mut Findings,
}

impl<'a> Collector<'a, '_> {
    fn allowed(&mut self, item: &ast::Item, place: Place) -> bool {
        match misplaced(&item.kind, place, item.span) {
            Some(finding) => {
                self.findings.add(finding);
                false
            }
            None => true,
        }
    }

    fn top(&mut self, item: &'a ast::Item) {
        if !self.allowed(item, Place::Top) {
            return;
        }
        let doc = item.doc.as_deref();
        let findings = &mut *self.findings;
        match &item.kind {
            ItemKind::EffectDef(tree) => {
                let (name, span) = (dotted(&tree.name), tree.name.span);
                if tree.name.parts.len() < 2 {
                    findings.add(
                        Diagnostic::new(
                            Code::UndottedEffect,
                            span,
                            format!("the effect `{name}` has no dot in its name"),
                        )
                        .help(format!("say what is changed and how: `{name}.changed`")),
                    );
                }
                define(&mut self.model.effects, "effect", name.as_str().into(), Declared { tree, doc, span }, findings);
            }
            ItemKind::Assertion(tree) => self.model.assertions.push(tree),
            ItemKind::Whitelist(tree) => {
                let span = tree.name.span;
                define(
                    &mut self.model.whitelists,
                    "whitelist",
                    &tree.name.text,
                    Declared { tree, doc, span },
                    findings,
                );
            }
            ItemKind::Vocabulary(tree) => {
                let span = tree.name.span;
                let declared = Declared { tree, doc, span };
                define(&mut self.model.vocabularies, "vocabulary", &tree.name.text, declared, findings);
            }
            ItemKind::Table(tree) => {
                let span = tree.name.span;
                define(&mut self.model.tables, "table", &tree.name.text, Declared { tree, doc, span }, findings);
            }
            ItemKind::PatternDef(tree) => {
                let span = tree.name.span;
                define(&mut self.model.patterns, "pattern", &tree.name.text, Declared { tree, doc, span }, findings);
            }
            ItemKind::Section(tree) => self.section(tree),
            _ => {}
        }
    }

    fn section(&mut self, tree: &'a ast::Section) {
        let index = match (tree.owner, &tree.name) {
            (Owner::Fixed, _) => super::FIXED,
            (Owner::User, _) => super::USER,
            (Owner::Provider, Some(name)) => self.provider(name),
            (Owner::Provider, None) => return,
        };
        for item in &tree.items {
            if !self.allowed(item, Place::Section(tree.owner)) {
                continue;
            }
            match &item.kind {
                ItemKind::Lookup(lookup) => self.lookup(index, item.doc.as_deref(), lookup),
                ItemKind::Tool(tool) => self.tool(index, item, tool),
                ItemKind::For(block) => self.block(index, tree.owner, item.doc.as_deref(), block),
                _ => {
                    if let Some(section) = self.model.sections.get_mut(index) {
                        section.items.push(item);
                        if !matches!(item.kind, ItemKind::Guard(_)) {
                            section.beside_guards.push(item);
                        }
                    }
                }
            }
        }
    }

    fn provider(&mut self, name: &'a ast::Name) -> usize {
        if let Some(index) = self.model.providers.get(name.text.as_str()) {
            return *index;
        }
        self.reserved("provider", name);
        let index = self.model.sections.len();
        self.model.providers.insert(&name.text, index);
        self.model.sections.push(Section {
            owner: Owner::Provider,
            name: Some(&name.text),
            items: Vec::new(),
            beside_guards: Vec::new(),
            lookups: IndexMap::new(),
            tools: IndexMap::new(),
        });
        index
    }

    fn reserved(&mut self, kind: &str, name: &ast::Name) {
        let text = name.text.as_str();
        if Tier::from_name(text).is_some() || matches!(text, "effect" | "host") {
            self.findings.add(
                Diagnostic::new(Code::ReservedName, name.span, format!("no {kind} may be called `{text}`"))
                    .here("a word of the language")
                    .help("a selector could not tell them apart: choose another name"),
            );
        }
    }

    fn lookup(&mut self, index: usize, doc: Option<&'a str>, tree: &'a ast::Lookup) {
        let id = LookupId(to_u32(self.model.lookups.len()));
        let Some(section) = self.model.sections.get_mut(index) else { return };
        if let Some(first) = section.lookups.get(tree.name.text.as_str()) {
            if let Some(first) = self.model.lookups.get(first.index()) {
                self.findings.add(duplicate("lookup", &tree.name.text, first.tree.name.span, tree.name.span));
            }
            return;
        }
        section.lookups.insert(&tree.name.text, id);
        self.model.lookups.push(Lookup { tree, doc, section: index });
    }

    fn block(&mut self, index: usize, owner: Owner, doc: Option<&'a str>, tree: &'a ast::For) {
        let items = tree.items.iter().filter(|item| self.allowed(item, Place::For(owner))).collect();
        self.model.blocks.push(Block { section: index, doc, tree, items, tools: Vec::new() });
    }

    fn tool(&mut self, index: usize, item: &'a ast::Item, tree: &'a ast::Tool) {
        self.reserved("tool", &tree.name);
        let id = ToolId(to_u32(self.model.tools.len()));
        let Some(section) = self.model.sections.get_mut(index) else { return };
        let full_name: Arc<str> = format!("{}.{}", section.qualifier(), tree.name.text).into();
        let first = section.tools.get(tree.name.text.as_str()).and_then(|id| self.model.tools.get(id.index()));
        if let Some(first) = first {
            self.findings.add(
                duplicate("tool", &full_name, first.name.span, tree.name.span)
                    .help("a tool is defined once; other files add rules to it under `for`"),
            );
            return;
        }
        section.tools.insert(&tree.name.text, id);
        let items: Vec<&ast::Item> = tree.items.iter().filter(|item| self.allowed(item, Place::Tool)).collect();
        let tier = self.tier(&items);
        let mut slots = IndexMap::new();
        for item in &items {
            if let ItemKind::Slot(slot) = &item.kind {
                slots.entry(slot.name.text.as_str()).or_insert(slot);
            }
        }
        self.model.tools_by_name.insert(Arc::clone(&full_name), id);
        self.model.tools_by_bare_name.entry(&tree.name.text).or_default().push(id);
        self.model.tools.push(Tool {
            name: &tree.name,
            full_name,
            section: index,
            doc: item.doc.as_deref(),
            items,
            slots,
            tier,
            tiers: vec![tier],
            produces: Vec::new(),
            uses: Vec::new(),
        });
    }

    /// The tier that a tool declares; the strictest where it declares none. What is misspelt stands for what was meant, so that
    /// nothing else is said of the tool for that.
    fn tier(&mut self, items: &[&ast::Item]) -> Tier {
        let mut declared: Option<(Tier, Span)> = None;
        let mut meant = None;
        for item in items {
            let ItemKind::Tier(name) = &item.kind else { continue };
            match (Tier::from_name(&name.text), declared) {
                (None, _) => {
                    self.findings.add(words::unknown(name, "tier", words::TIERS));
                    meant = meant.or(words::meant(&name.text, words::TIERS).and_then(Tier::from_name));
                }
                (Some(_), Some((_, first))) => self.findings.add(
                    Diagnostic::new(Code::DuplicateName, name.span, "a tool has one tier")
                        .here("given again here")
                        .label(first, "given first here")
                        .help("keep the one that is true"),
                ),
                (Some(tier), None) => declared = Some((tier, name.span)),
            }
        }
        declared.map(|(tier, _)| tier).or(meant).unwrap_or(Tier::Irreversible)
    }

    /// Finds the effects that the tools produce, once all are known.
    fn produced(&mut self) {
        let mut all = Vec::new();
        for tool in &self.model.tools {
            let mut produces = Vec::new();
            for item in &tool.items {
                let ItemKind::Produces(tree) = &item.kind else { continue };
                match effect(&self.model, &tree.effect) {
                    Ok(effect) => produces.push(Produces { tree, effect }),
                    Err(finding) => self.findings.add(*finding),
                }
            }
            all.push(produces);
        }
        for (tool, produces) in self.model.tools.iter_mut().zip(all) {
            tool.produces = produces;
        }
    }
}

/// The effect of this name, or what is wrong with it.
pub(crate) fn effect(model: &Model<'_>, name: &ast::DottedName) -> Result<crate::program::EffectId, Box<Diagnostic>> {
    let text = dotted(name);
    model.effect_id(&text).ok_or_else(|| {
        Box::new(words::unknown_name("effect", &text, name.span, model.effects.keys().map(String::as_str)))
    })
}

fn define<'a, K, T>(
    map: &mut IndexMap<K, Declared<'a, T>>,
    kind: &str,
    name: K,
    declared: Declared<'a, T>,
    findings: &mut Findings,
) where
    K: std::hash::Hash + Eq + AsRef<str>,
{
    match map.get(&name) {
        Some(first) => findings.add(duplicate(kind, name.as_ref(), first.span, declared.span)),
        None => {
            map.insert(name, declared);
        }
    }
}
