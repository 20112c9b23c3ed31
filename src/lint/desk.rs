//! What a lint looks at.

use std::collections::HashSet;

use crate::diagnostic::Findings;
use crate::load::shipped_text;
use crate::policy::Policy;
use crate::program::Program;
use crate::resolve::{self, Model};
use crate::span::{File, FileId, Span};
use crate::syntax::ast::{self, ItemKind};
use crate::syntax::{self, Parsed};

/// The files of a policy, read again.
pub(super) fn parsed(policy: &Policy) -> Vec<(FileId, Parsed)> {
    let files = policy.files();
    let read = |id: &FileId| Some((*id, syntax::parse(*id, files.file(*id)?.text())));
    policy.sources().iter().filter_map(read).collect()
}

/// A policy as its author wrote it, beside what is run of it.
pub(super) struct Desk<'a> {
    /// The policy.
    pub(super) policy: &'a Policy,
    /// What is run.
    pub(super) program: &'a Program,
    /// Every name that is declared.
    pub(super) model: Model<'a>,
    /// Every file, the first one in front.
    pub(super) files: &'a [(FileId, Parsed)],
    /// The files that the library brings.
    shipped: HashSet<FileId>,
}

impl<'a> Desk<'a> {
    /// The desk of a policy whose files were read again.
    pub(super) fn new(policy: &'a Policy, files: &'a [(FileId, Parsed)]) -> Desk<'a> {
        let trees: Vec<_> = files.iter().map(|(id, parsed)| (*id, &parsed.file)).collect();
        // What is wrong with a policy that loads was said when it was loaded.
        let model = resolve::resolve(&trees, HashSet::new(), &mut Findings::default());
        let is_shipped = |file: &File| shipped_text(file.name()).is_some_and(|text| *text == **file.text());
        let shipped = policy.files().iter().filter(|(_, file)| is_shipped(file)).map(|(id, _)| id).collect();
        Desk { policy, program: policy.program(), model, files, shipped }
    }

    /// Whether its author wrote what stands there: what the library brings is the library's business.
    pub(super) fn is_own(&self, span: Span) -> bool {
        !self.shipped.contains(&span.file)
    }

    /// The author's text.
    pub(super) fn text(&self, span: Span) -> &'a str {
        self.policy.files().text(span)
    }

    /// What goes where something is taken out: its line where it stands alone on it, and else the blanks that it would
    /// leave behind.
    pub(super) fn cut(&self, span: Span) -> Span {
        let Some(text) = self.policy.files().file(span.file).map(File::text) else { return span };
        let (Some(before), Some(after)) = (text.get(..span.start as usize), text.get(span.end as usize..)) else {
            return span;
        };
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        let rest = after.len() - after.trim_start_matches([' ', '\t', '\r']).len();
        let begins =
            before.len() == indent || before.get(..before.len() - indent).is_some_and(|line| line.ends_with('\n'));
        let ends = after.get(rest..).is_some_and(|after| after.starts_with('\n'));
        let (start, end) = (span.start as usize, span.end as usize);
        match (begins, ends) {
            (true, true) => Span::new(span.file, start - indent, end + rest + 1),
            // What follows moves to where it stood.
            (true, false) => Span::new(span.file, start, end + rest),
            (false, _) => Span::new(span.file, start - indent, end),
        }
    }

    /// Whether a comment stands there.
    pub(super) fn is_commented(&self, span: Span) -> bool {
        let own = self.files.iter().filter(|(id, _)| *id == span.file);
        own.flat_map(|(_, parsed)| &parsed.comments).any(|comment| comment.span.overlaps(span))
    }

    /// Every item of every file that the author wrote, those inside of sections, tools, `for` and objects too.
    pub(super) fn items(&self) -> Vec<&'a ast::Item> {
        let own = self.files.iter().filter(|(id, _)| self.is_own(Span::new(*id, 0, 0)));
        let mut items = Vec::new();
        own.for_each(|(_, parsed)| parsed.file.items.iter().for_each(|item| inside(item, &mut items)));
        items
    }

    /// Every slot and fact that the author wrote, fields of objects too.
    pub(super) fn slots(&self) -> impl Iterator<Item = &'a ast::Slot> {
        self.items().into_iter().filter_map(|item| match &item.kind {
            ItemKind::Slot(slot) | ItemKind::Fact(slot) => Some(slot),
            _ => None,
        })
    }
}

/// An item and all that stand in it.
pub(super) fn inside<'a>(item: &'a ast::Item, found: &mut Vec<&'a ast::Item>) {
    found.push(item);
    match &item.kind {
        ItemKind::Section(section) => section.items.iter().for_each(|item| inside(item, found)),
        ItemKind::Tool(tool) => tool.items.iter().for_each(|item| inside(item, found)),
        ItemKind::For(rules) => rules.items.iter().for_each(|item| inside(item, found)),
        ItemKind::Slot(slot) | ItemKind::Fact(slot) => of_type(&slot.ty, found),
        _ => {}
    }
}

fn of_type<'a>(ty: &'a ast::Type, found: &mut Vec<&'a ast::Item>) {
    match &ty.kind {
        ast::TypeKind::Object(items) => items.iter().for_each(|item| inside(item, found)),
        ast::TypeKind::List(of) | ast::TypeKind::Map(of) | ast::TypeKind::Refined(of, _) => of_type(of, found),
        ast::TypeKind::Union(types) => types.iter().for_each(|ty| of_type(ty, found)),
        ast::TypeKind::Name(_) | ast::TypeKind::Enum(_) | ast::TypeKind::Boolean(_) => {}
    }
}
