//! The names that a policy uses, by what they are used as. A name counts wherever it may mean what is declared under it,
//! so that something can be called unused only where nothing at all speaks of it.

use std::collections::HashSet;

use crate::resolve::dotted;
use crate::syntax::ast::{
    Action, ActionArgument, Argument, Clause, ClauseKind, DottedName, Expr, ExprKind, Item, ItemKind, Message,
    MessagePart, Otherwise, Path, Pattern, PatternKind, ResultClauseKind, Selector, SelectorKind, Source, StepKind,
    Type, TypeKind, ValueOrName,
};

use super::desk::Desk;

/// What all files of a policy speak of.
#[derive(Debug, Default)]
pub(super) struct Mentions<'a> {
    /// What is read as a value, a table or a whitelist.
    pub(super) values: HashSet<&'a str>,
    /// Lookups.
    pub(super) lookups: HashSet<&'a str>,
    /// Patterns.
    pub(super) patterns: HashSet<&'a str>,
    /// Vocabularies.
    pub(super) vocabularies: HashSet<&'a str>,
    /// Effects.
    pub(super) effects: HashSet<String>,
    /// Whether anything asks which effect is meant.
    pub(super) asks_for_effects: bool,
}

impl<'a> Mentions<'a> {
    /// Of every file, those that the library brings too.
    pub(super) fn of(desk: &Desk<'a>) -> Mentions<'a> {
        let mut mentions = Mentions::default();
        desk.files.iter().flat_map(|(_, parsed)| &parsed.file.items).for_each(|item| mentions.item(item));
        mentions
    }

    fn item(&mut self, item: &'a Item) {
        match &item.kind {
            ItemKind::EffectDef(tree) => tree.fields.iter().for_each(|(_, ty)| self.ty(ty)),
            ItemKind::Assertion(tree) => {
                self.effects.insert(dotted(&tree.effect));
                self.pattern(&tree.by);
                tree.unless.iter().for_each(|pattern| self.pattern(pattern));
            }
            ItemKind::PatternDef(tree) => tree.patterns.iter().for_each(|pattern| self.pattern(pattern)),
            ItemKind::Section(tree) => tree.items.iter().for_each(|item| self.item(item)),
            ItemKind::Tool(tree) => tree.items.iter().for_each(|item| self.item(item)),
            ItemKind::For(tree) => {
                tree.selectors.iter().for_each(|selector| self.selector(selector));
                tree.items.iter().for_each(|item| self.item(item));
            }
            ItemKind::Slot(tree) | ItemKind::Fact(tree) => {
                self.ty(&tree.ty);
                tree.computed.iter().for_each(|expr| self.expr(expr));
                tree.clauses.iter().for_each(|clause| self.clause(clause));
            }
            ItemKind::Let(tree) => self.expr(&tree.value),
            ItemKind::Require(tree) => {
                self.expr(&tree.condition);
                match &tree.otherwise {
                    Otherwise::Hold(message) => self.message(message),
                    Otherwise::Ask(slot, message) => {
                        self.value(slot);
                        self.message(message);
                    }
                }
            }
            ItemKind::Forbid(tree) => {
                self.expr(&tree.condition);
                self.message(&tree.because);
            }
            ItemKind::Confirm(tree) => {
                tree.when.iter().for_each(|when| self.expr(when));
                self.message(&tree.ask);
            }
            ItemKind::Notice(tree) => {
                tree.when.iter().for_each(|when| self.expr(when));
                self.message(&tree.show);
            }
            ItemKind::Guard(tree) => {
                tree.selectors.iter().for_each(|selector| self.selector(selector));
                self.expr(&tree.when);
                tree.steps.iter().flat_map(|step| &step.actions).for_each(|action| self.action(action));
            }
            ItemKind::Only(tree) => {
                self.value(&tree.slot);
                tree.sources.iter().for_each(|source| self.source(source));
            }
            ItemKind::Produces(tree) => {
                self.effects.insert(dotted(&tree.effect));
                self.named(tree.fields.iter().map(|(_, value)| value));
            }
            ItemKind::Group(tree) => {
                self.values.extend(tree.slots.iter().map(|slot| slot.text.as_str()));
                tree.sources.iter().for_each(|source| self.source(source));
            }
            ItemKind::Result(tree) => tree.clauses.iter().for_each(|clause| self.result(&clause.kind)),
            ItemKind::SameBy(slots) => self.values.extend(slots.iter().map(|slot| slot.text.as_str())),
            ItemKind::AfterTimeout(tree) => self.named(tree.arguments.iter().map(|(_, value)| value)),
            ItemKind::Changes(calls) => {
                for call in calls {
                    self.lookups.extend(call.lookup.parts.iter().map(|part| part.text.as_str()));
                    call.arguments.iter().flatten().for_each(|argument| self.expr(argument));
                }
            }
            ItemKind::Use(_)
            | ItemKind::Whitelist(_)
            | ItemKind::Vocabulary(_)
            | ItemKind::Table(_)
            | ItemKind::Lookup(_)
            | ItemKind::UnlistedTools
            | ItemKind::Budget(_)
            | ItemKind::Tier(_)
            | ItemKind::TierAtLeast(_)
            | ItemKind::OnFailure(_)
            | ItemKind::OncePer(_)
            | ItemKind::OtherArguments(_) => {}
        }
    }

    fn clause(&mut self, clause: &'a Clause) {
        match &clause.kind {
            ClauseKind::Where(expr) | ClauseKind::Optional(Some(expr)) => self.expr(expr),
            ClauseKind::From(sources) => sources.iter().for_each(|source| self.source(source)),
            ClauseKind::Strip(pattern) => self.pattern(pattern),
            ClauseKind::Ask(message) => self.message(message),
            _ => {}
        }
    }

    fn source(&mut self, source: &'a Source) {
        for mode in &source.modes {
            let names = mode.argument.iter().flat_map(|name| &name.parts);
            self.vocabularies.extend(names.map(|part| part.text.as_str()));
            mode.strip.iter().for_each(|pattern| self.pattern(pattern));
        }
        let Some(path) = &source.path else { return };
        match source.word.text.as_str() {
            "measured" => {
                self.lookups.extend(names_of(path));
                self.inside(path);
            }
            // The setting's own name is none of the policy's.
            "preset" => self.inside(path),
            _ => self.path(path),
        }
    }

    fn ty(&mut self, ty: &'a Type) {
        match &ty.kind {
            TypeKind::Name(name) => self.asks_for_effects |= name.text == "effect",
            TypeKind::List(of) | TypeKind::Map(of) => self.ty(of),
            TypeKind::Object(items) => items.iter().for_each(|item| self.item(item)),
            TypeKind::Union(types) => types.iter().for_each(|ty| self.ty(ty)),
            TypeKind::Refined(of, refinement) => {
                self.ty(of);
                self.expr(refinement);
            }
            TypeKind::Enum(_) | TypeKind::Boolean(_) => {}
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        if let PatternKind::Name(name) = &pattern.kind {
            self.patterns.extend(name.parts.iter().map(|part| part.text.as_str()));
        }
    }

    fn selector(&mut self, selector: &Selector) {
        if let SelectorKind::Effect(name) = &selector.kind {
            self.effects.insert(dotted(name));
        }
    }

    fn action(&mut self, action: &'a Action) {
        match &action.argument {
            ActionArgument::None => {}
            ActionArgument::Message(message) => self.message(message),
            ActionArgument::Selector(selector) => self.selector(selector),
            ActionArgument::Path(path) => self.path(path),
            ActionArgument::Pattern(pattern) => self.pattern(pattern),
        }
    }

    fn result(&mut self, clause: &'a ResultClauseKind) {
        match clause {
            ResultClauseKind::Kind { when, keep, because, .. } => {
                self.expr(when);
                keep.iter().for_each(|path| self.path(path));
                because.iter().for_each(|message| self.message(message));
            }
            ResultClauseKind::Parts { path, ok_when } => {
                self.path(path);
                self.expr(ok_when);
            }
            ResultClauseKind::Data { path, ty, .. } => {
                self.path(path);
                ty.iter().for_each(|ty| self.ty(ty));
            }
            ResultClauseKind::Scope(message) => self.message(message),
        }
    }

    fn message(&mut self, message: &'a Message) {
        for part in &message.parts {
            if let MessagePart::Insert(name) = part {
                self.value(name);
            }
        }
    }

    /// A name that may have its section in front.
    fn value(&mut self, name: &'a DottedName) {
        self.values.extend(name.parts.iter().map(|part| part.text.as_str()));
    }

    fn named(&mut self, values: impl Iterator<Item = &'a ValueOrName>) {
        self.values.extend(values.filter_map(|value| match value {
            ValueOrName::Name(name) => Some(name.text.as_str()),
            ValueOrName::Literal(_) => None,
        }));
    }

    fn path(&mut self, path: &'a Path) {
        self.values.extend(names_of(path));
        self.inside(path);
    }

    /// What stands in a path's brackets.
    fn inside(&mut self, path: &'a Path) {
        self.arguments(path.arguments.iter().flatten());
        for step in &path.steps {
            match &step.kind {
                StepKind::Call(_, arguments, _) => self.arguments(arguments.iter()),
                StepKind::Key(expr) | StepKind::Where(expr) => self.expr(expr),
                StepKind::Field(_) | StepKind::Index(_) | StepKind::All => {}
            }
        }
    }

    fn arguments(&mut self, arguments: impl Iterator<Item = &'a Argument>) {
        for argument in arguments {
            match argument {
                Argument::Any(_) => {}
                Argument::Expr(expr) => self.expr(expr),
                Argument::Pattern(pattern) => self.pattern(pattern),
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Literal(_) => {}
            ExprKind::Path(path) => self.path(path),
            ExprKind::Not(of) | ExprKind::InList { item: of, .. } | ExprKind::Is { of, .. } => self.expr(of),
            ExprKind::Logic(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::Arithmetic(_, left, right)
            | ExprKind::In { item: left, set: right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Matches(of, pattern) => {
                self.expr(of);
                self.pattern(pattern);
            }
            ExprKind::If(condition, then, otherwise) => {
                [condition, then, otherwise].into_iter().for_each(|expr| self.expr(expr));
            }
            ExprKind::Quantifier(quantifier) => {
                quantifier.lists.iter().for_each(|list| self.expr(list));
                quantifier.filter.iter().chain(&quantifier.body).for_each(|expr| self.expr(expr));
            }
        }
    }
}

/// The names that a path may begin with: its head, and the name after a section's.
fn names_of(path: &Path) -> impl Iterator<Item = &str> {
    let second = path.steps.first().and_then(|step| match &step.kind {
        StepKind::Field(name) | StepKind::Call(name, ..) => Some(name.text.as_str()),
        _ => None,
    });
    std::iter::once(path.head.text.as_str()).chain(second)
}
