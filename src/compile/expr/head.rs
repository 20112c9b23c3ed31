//! What the first name of a path means.

use crate::check::{Field, roots, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::{EntryId, ExprKind, Root};
use crate::resolve::Produces;
use crate::span::Span;
use crate::syntax::ast::{self, ItemKind, StepKind, ValueOrName};
use crate::value::Value;

use super::super::checklist::{Known, Origin, What};
use super::{Local, Lowerer, Reach, Ty, Typed};

/// Our word for a value that is written so elsewhere.
fn value_of_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name {
        "None" | "nil" | "NULL" | "Null" | "undefined" => "null",
        "True" | "TRUE" => "true",
        "False" | "FALSE" => "false",
        "self" | "this" | "value" => "it",
        _ => return None,
    })
}

/// The most `let`s that one expression of a guard or a result takes in: each that reads another one twice doubles it.
const MAX_INLININGS: usize = 1_000;

/// What a name means.
#[derive(Debug)]
pub(in crate::compile) enum Head<'a> {
    /// A bound name, by its place among them.
    Local(usize),
    /// A field of the object around.
    Sibling(Field),
    /// An entry of the checklist; after so many steps.
    Entry(EntryId, usize),
    /// A `let` where there are no entries.
    Let(&'a ast::Let),
    /// A root.
    Root(Root),
    /// `now`
    Now,
    /// `today`
    Today,
    /// `effect.FIELD`
    Effect,
}

impl<'m, 'a> Lowerer<'_, 'm, 'a> {
    /// What the first name of a path means; none where it means nothing here.
    pub(in crate::compile) fn head(&self, path: &ast::Path) -> Option<Head<'a>> {
        let name = path.head.text.as_str();
        if !path.head.quoted {
            match name {
                "now" => return Some(Head::Now),
                "today" => return Some(Head::Today),
                "effect" => return Some(Head::Effect),
                "tool" => return self.reach.root(name).map(Head::Root),
                _ => {}
            }
        }
        if let Some(at) = self.locals.iter().rposition(|local| local.name == name) {
            return Some(Head::Local(at));
        }
        if let Some(field) = self.siblings.as_ref().and_then(|siblings| siblings.get(name)) {
            return Some(Head::Sibling(field.clone()));
        }
        if self.reach == Reach::Checklist {
            let entry = self.list.and_then(|list| list.find(self.stand, name));
            if let Some(entry) = entry {
                return Some(Head::Entry(entry, 0));
            }
            if let Some(root) = self.reach.root(name) {
                return Some(Head::Root(root));
            }
            let section = self.session.model.section_named(name)?;
            let StepKind::Field(item) = &path.steps.first()?.kind else { return None };
            return self.list?.find_in_section(section, &item.text).map(|entry| Head::Entry(entry, 1));
        }
        self.reach.root(name).map(Head::Root).or_else(|| self.find_let(name).map(Head::Let))
    }

    /// What a test on a path is about, without its steps, and how many of them that took.
    pub(super) fn head_key(&self, path: &ast::Path) -> Option<(String, usize)> {
        Some(match self.head(path)? {
            Head::Local(at) => (format!("local {at}"), 0),
            Head::Sibling(_) => (format!("field {}", path.head.text), 0),
            Head::Entry(id, skipped) => (format!("entry {}", id.0), skipped),
            Head::Effect => {
                let StepKind::Field(field) = &path.steps.first()?.kind else { return None };
                (format!("entry {}", self.mapped(&field.text)?.0), 1)
            }
            _ => return None,
        })
    }

    /// The value of a head, and how many steps it took.
    pub(super) fn read_head(&mut self, path: &ast::Path) -> (Typed, usize) {
        let span = path.head.span;
        let Some(head) = self.head(path) else {
            self.unknown_head(path);
            return (Typed::unknown(span), path.steps.len());
        };
        let key = self.head_key(path).map(|(key, _)| key);
        match head {
            Head::Local(at) => {
                let ty = self.locals.get(at).map_or(Ty::Any, |local| local.ty.clone());
                let from_inside = self.locals.len() - 1 - at;
                (Typed { key, ..Typed::new(ExprKind::Local(from_inside), span, ty) }, 0)
            }
            Head::Sibling(field) => {
                let kind = ExprKind::Sibling(path.head.text.as_str().into());
                (self.value(Typed::new(kind, span, Ty::Any), field.into(), key), 0)
            }
            Head::Entry(id, skipped) => {
                let known = self.known_of(id);
                (self.value(Typed::new(ExprKind::Entry(id), span, Ty::Any), known, key), skipped)
            }
            Head::Let(tree) => (self.inline(tree, span), 0),
            Head::Root(root) => (Typed::new(ExprKind::Root(root), span, roots::ty(root)), 0),
            Head::Now => (Typed::new(ExprKind::Now, span, Ty::DateTime), 0),
            Head::Today => (Typed::new(ExprKind::Today, span, Ty::Date), 0),
            Head::Effect => self.effect_field(path, key),
        }
    }

    fn value(&self, typed: Typed, known: Known, key: Option<String>) -> Typed {
        let empty = known.optional && !key.as_ref().is_some_and(|key| self.known.contains(key));
        Typed { ty: known.ty, empty, unit: known.unit, key, ..typed }
    }

    /// What is known of an entry's value. A `let` is looked at ahead of its turn; what is wrong with it is said then.
    fn known_of(&mut self, id: EntryId) -> Known {
        let Some(list) = self.list else { return Known::nothing() };
        if let Some((slot, _)) = list.slot(id) {
            return Field::of(slot).into();
        }
        let Some(line) = list.line(id) else { return Known::nothing() };
        let What::Item(ast::Item { kind: ItemKind::Let(tree), .. }) = line.what else { return Known::nothing() };
        if let Some(known) = list.known_lets.borrow().get(&id) {
            // None while it is being looked at: a circle, which the graph reports.
            return known.clone().unwrap_or_else(Known::nothing);
        }
        list.known_lets.borrow_mut().insert(id, None);
        self.session.findings.mute();
        let typed = Lowerer::new(self.session, self.list, line.stand, self.reach).expr(&tree.value);
        self.session.findings.unmute();
        let known = Known { ty: typed.ty, optional: typed.empty, unit: typed.unit };
        list.known_lets.borrow_mut().insert(id, Some(known.clone()));
        known
    }

    /// A `let` of the tool or the section, seen from a guard or a result.
    fn find_let(&self, name: &str) -> Option<&'a ast::Let> {
        let model = self.session.model;
        let block = match self.stand.origin {
            Origin::Block { block, .. } => model.blocks.get(block).map(|block| block.items.as_slice()),
            _ => None,
        };
        let tool = match self.stand.origin {
            Origin::Tool => {
                let tool = self.tools.as_ref().and_then(|tools| tools.first());
                tool.and_then(|id| model.tool(*id)).map(|tool| tool.items.as_slice())
            }
            _ => None,
        };
        let section = model.section(self.stand.section).map(|section| section.items.as_slice());
        [block, tool, section].into_iter().flatten().flatten().find_map(|item| match &item.kind {
            ItemKind::Let(tree) if tree.name.text == name => Some(tree),
            _ => None,
        })
    }

    fn inline(&mut self, tree: &ast::Let, span: Span) -> Typed {
        if self.inlined.contains(&tree.name.span) {
            let name = tree.name.text.as_str();
            let finding = crate::graph::cycle_finding(&[(name, tree.name.span)], "a `let` cannot read itself");
            self.session.findings.extend(finding);
            return Typed::unknown(span);
        }
        self.inlinings += 1;
        if self.inlinings > MAX_INLININGS {
            let message = format!("this reads `let`s more than {MAX_INLININGS} times, one inside the other");
            self.report(Diagnostic::new(Code::OverLimit, span, message).help("read fewer of them in one guard"));
            return Typed::unknown(span);
        }
        self.inlined.push(tree.name.span);
        let locals = std::mem::take(&mut self.locals);
        let typed = self.expr(&tree.value);
        self.locals = locals;
        self.inlined.pop();
        typed
    }

    /// The mapping for which a rule under `for effect` is unfolded.
    fn produces(&self) -> Option<&'m Produces<'a>> {
        let Origin::Block { mapping: Some(mapping), .. } = self.stand.origin else { return None };
        let tool = self.list?.tool.and_then(|id| self.session.model.tool(id))?;
        tool.produces.get(mapping)
    }

    fn mapped_to(&self, field: &str) -> Option<&'a ValueOrName> {
        let (_, value) = self.produces()?.tree.fields.iter().find(|(name, _)| name.text == field)?;
        Some(value)
    }

    /// The slot that the selected effect's field is mapped to.
    pub(in crate::compile) fn mapped(&self, field: &str) -> Option<EntryId> {
        match self.mapped_to(field)? {
            ValueOrName::Name(name) => self.list?.argument(&name.text),
            ValueOrName::Literal(_) => None,
        }
    }

    /// `effect.FIELD`: what the tool maps the field to, of the type that the effect declares.
    fn effect_field(&mut self, path: &ast::Path, key: Option<String>) -> (Typed, usize) {
        let span = path.head.span;
        let model = self.session.model;
        let Some(effect) = self.produces().and_then(|produces| model.effects.get_index(produces.effect.index())) else {
            self.report(
                Diagnostic::new(Code::UnknownName, span, "`effect` is in reach only under `for effect NAME`")
                    .help("select the effect, or read the slot by its own name"),
            );
            return (Typed::unknown(span), path.steps.len());
        };
        let (name, declared) = effect;
        let Some((StepKind::Field(field), place)) = path.steps.first().map(|step| (&step.kind, step.span)) else {
            self.report(
                Diagnostic::new(Code::TypeMismatch, span, "`effect` alone is no value")
                    .help("read one of its fields: `effect.FIELD`"),
            );
            return (Typed::unknown(span), path.steps.len());
        };
        let span = span.to(place);
        let Some((_, ty)) = declared.tree.fields.iter().find(|(known, _)| known.text == field.text) else {
            let fields = declared.tree.fields.iter().map(|(known, _)| known.text.as_str());
            self.report(words::unknown_name(&format!("field of `{name}`"), &field.text, field.span, fields));
            return (Typed::unknown(span), path.steps.len());
        };
        let ty = Ty::of(ty);
        let typed = match (self.mapped(&field.text), self.mapped_to(&field.text)) {
            (Some(slot), _) => {
                let known = Known { ty, ..self.known_of(slot) };
                self.value(Typed::new(ExprKind::Entry(slot), span, Ty::Any), known, key)
            }
            (None, Some(ValueOrName::Literal(literal))) => {
                Typed::new(ExprKind::Literal(literal.value.clone()), span, ty)
            }
            // An enum's value by its name; anything else was reported at the mapping.
            (None, Some(ValueOrName::Name(name))) => {
                Typed::new(ExprKind::Literal(Value::text(name.text.as_str())), span, ty)
            }
            (None, None) => Typed::unknown(span),
        };
        (typed, 1)
    }

    /// Says what is wrong with a name that means nothing here.
    fn unknown_head(&mut self, path: &ast::Path) {
        let name = path.head.text.as_str();
        let model = self.session.model;
        if model.bad_names.contains(name) {
            return;
        }
        let span = path.head.span;
        let finding = self.stray(path).unwrap_or_else(|| {
            let tool = self.list.and_then(|list| list.tool).or(match self.tools.as_deref() {
                Some([only]) => Some(*only),
                _ => None,
            });
            let tool = tool.and_then(|id| model.tool(id));
            let message = match (tool, self.stand.origin) {
                (Some(tool), Origin::Block { .. }) => format!("nothing is called `{name}` for `{}`", tool.full_name),
                _ => format!("nothing is called `{name}` here"),
            };
            let help = match tool.filter(|_| self.reach != Reach::Checklist) {
                Some(tool) if tool.slots.contains_key(name) => Some(format!("a slot is `call.arguments.{name}` here")),
                _ => {
                    let names = self.names_in_reach();
                    let near = nearest(name, names.iter().map(String::as_str));
                    let meant = near.map(|near| format!("did you mean `{near}`?")).or_else(|| {
                        let is_row = |local: &Local| local.name == "it" && matches!(local.ty, Ty::Any | Ty::Object(_));
                        self.locals.iter().any(is_row).then(|| format!("a field of the row is `it.{name}`"))
                    });
                    value_of_elsewhere(name).map(|ours| format!("write `{ours}`")).or(meant).or_else(|| {
                        match self.stand.origin {
                            Origin::Section if self.reach == Reach::Checklist => Some(
                                "a rule that stands directly in a section sees no tool's slots: put it under `for`"
                                    .to_owned(),
                            ),
                            _ => words::several(&names).map(|known| match self.reach {
                                Reach::Checklist => format!(
                                    "in reach are {known}; what the application sets is a fact: `fact {name}: TYPE from preset({name})`"
                                ),
                                _ => format!("in reach are {known}"),
                            }),
                        }
                    })
                }
            };
            let finding = Diagnostic::new(Code::UnknownName, span, message).maybe_help(help);
            match value_of_elsewhere(name).filter(|_| path.steps.is_empty()) {
                Some(ours) => finding.edit(span, ours),
                None => finding,
            }
        });
        self.report(finding);
    }

    /// A name that is declared as something that is no value.
    fn stray(&self, path: &ast::Path) -> Option<Diagnostic> {
        let name = path.head.text.as_str();
        let span = path.head.span;
        let model = self.session.model;
        let misplaced = |what: &str, help: String| {
            Some(Diagnostic::new(Code::MisplacedItem, span, format!("the {what} `{name}` is no value")).help(help))
        };
        let section = model.section(self.stand.section)?;
        let qualified = model.section_named(name).and_then(|section| model.section(section));
        let foreign = qualified.zip(path.steps.first()).and_then(|(section, step)| match &step.kind {
            StepKind::Field(item) | StepKind::Call(item, ..) => section.lookups.get_key_value(item.text.as_str()),
            _ => None,
        });
        if section.lookups.contains_key(name) {
            return misplaced(
                "lookup",
                format!("declare a fact: `fact NAME: TYPE from measured({name}...)`, and read that"),
            );
        }
        if let Some((lookup, _)) = foreign {
            let help = format!("declare a fact: `fact NAME: TYPE from measured({name}.{lookup}...)`, and read that");
            return Some(
                Diagnostic::new(Code::MisplacedItem, span, format!("the lookup `{name}.{lookup}` is no value"))
                    .help(help),
            );
        }
        if model.whitelists.contains_key(name) {
            return misplaced("whitelist", format!("a whitelist stands after `in`: `... in {name}`"));
        }
        if model.vocabularies.contains_key(name) {
            return misplaced("vocabulary", format!("a vocabulary stands after `via`: `instruction via {name}`"));
        }
        if model.patterns.contains_key(name) {
            return misplaced("pattern", format!("a pattern stands after `matches`: `... matches {name}`"));
        }
        if model.tables.contains_key(name) {
            return misplaced("table", format!("read a cell of it: `{name}(row, column)`"));
        }
        if self.reach.root(name).is_none()
            && let Some(place) = roots::elsewhere(name)
        {
            let message = format!("`{name}` is not in reach here");
            return Some(Diagnostic::new(Code::UnknownName, span, message).help(format!("it is in reach in {place}")));
        }
        (name == "it" && !path.head.quoted).then(|| {
            Diagnostic::new(Code::UnknownName, span, "`it` is in reach only in a `where` and after `ok when`")
                .help("write the slot's name")
        })
    }

    pub(in crate::compile) fn names_in_reach(&self) -> Vec<String> {
        let locals = self.locals.iter().map(|local| local.name.clone());
        let siblings = self.siblings.iter().flat_map(|siblings| siblings.keys().cloned());
        let list = self.list.filter(|_| self.reach == Reach::Checklist);
        let entries = list.map(|list| list.names(self.stand)).unwrap_or_default();
        let roots = self.reach.roots();
        locals
            .chain(siblings)
            .chain(entries.into_iter().map(str::to_owned))
            .chain(roots.into_iter().map(|(name, _)| name.to_owned()))
            .collect()
    }
}
