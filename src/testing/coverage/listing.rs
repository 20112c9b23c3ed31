//! Everything in a policy that cases can reach.

use std::collections::HashMap;
use std::sync::Arc;

use crate::eval::is_joined;
use crate::program::{
    Budget, Condition, Entry, EntryKind, Expr, ExprKind, Filter, Guard, Otherwise, Program, ResultClause,
    ResultClauseKind, Slot, Source, SourceSpec, Tool, Type,
};
use crate::span::{FileSet, Span};
use crate::verdict::SourceKind;

use super::{Clause, Form, Item, Side, SideCount};

/// Every clause with its place, each once, whatever number of tools it is unfolded for.
pub(super) fn items(program: &Program, files: &FileSet) -> Vec<(Span, Item)> {
    let mut listing = Listing { program, files, items: Vec::new(), known: HashMap::new() };
    for tool in &program.tools {
        tool.entries.iter().for_each(|entry| listing.entry(tool, entry));
        listing.repeated(tool);
        tool.result.clauses.iter().for_each(|clause| listing.result(Some(tool), clause));
    }
    program.unlisted_result.clauses.iter().for_each(|clause| listing.result(None, clause));
    program.guards.iter().for_each(|guard| listing.guard(guard));
    program.budgets.iter().for_each(|budget| listing.budget(budget));
    listing.items
}

struct Listing<'a> {
    program: &'a Program,
    files: &'a FileSet,
    items: Vec<(Span, Item)>,
    /// Where in `items` each stands.
    known: HashMap<(Clause, Span), usize>,
}

/// What an item belongs to.
#[derive(Clone, Copy)]
struct Part<'a> {
    id: &'a Arc<str>,
    declared: Span,
    tool: Option<&'a Tool>,
}

const TRUTHS: [Side; 3] = [Side::True, Side::False, Side::Unknown];

impl Listing<'_> {
    fn entry(&mut self, tool: &Tool, entry: &Entry) {
        let part = Part { id: &entry.id, declared: entry.declared, tool: Some(tool) };
        self.filters(&tool.filters(entry), part);
        match &entry.kind {
            EntryKind::Let(_) => {}
            EntryKind::Condition(condition) => self.judged(form(condition), &condition.expr, part),
            EntryKind::Slot(slot) => self.slot(slot, part),
            EntryKind::Confirm(confirm) => {
                confirm.when.iter().for_each(|when| self.judged(Form::Confirm, when, part));
                self.add(Form::Approval, entry.declared, part, [Side::Given, Side::Unknown]);
            }
            EntryKind::Notice(notice) => {
                notice.when.iter().for_each(|when| self.judged(Form::Notice, when, part));
                self.add(Form::Shown, entry.declared, part, [Side::Given, Side::Unknown]);
            }
        }
    }

    fn slot(&mut self, slot: &Slot, part: Part<'_>) {
        let row = slot.group.and_then(|group| part.tool?.groups.get(group.index())).map(|group| &group.sources);
        let mut sides = self.sources(row.unwrap_or(&slot.sources));
        if slot.computed.is_some() {
            sides = vec![Side::Known(SourceKind::Computed, None)];
        } else if slot.drafted {
            sides = vec![Side::Known(SourceKind::ModelDraft, None)];
        } else if !slot.needs_source {
            sides = vec![Side::Known(SourceKind::Proposal, None)];
        }
        // A field without sources is borne out with its row; what only people see is never unknown.
        if !sides.is_empty() {
            sides.extend((!slot.cosmetic).then_some(Side::Unknown));
            self.add(Form::Slot, slot.declared, part, sides);
        }
        for field in fields(&slot.ty) {
            let id = format!("{}.{}", part.id, field.name).into();
            self.slot(field, Part { id: &id, declared: field.declared, ..part });
        }
    }

    fn sources(&self, sources: &[Source]) -> Vec<Side> {
        let mut sides = Vec::new();
        for source in sources {
            let side = match &source.kind {
                SourceSpec::UserAnswer => Side::Known(SourceKind::UserAnswer, None),
                SourceSpec::Instruction(_) => Side::Known(SourceKind::Instruction, None),
                SourceSpec::Preset(_) => Side::Known(SourceKind::Preset, None),
                SourceSpec::PriorState(..) => Side::Known(SourceKind::PriorState, None),
                SourceSpec::Measured { read, .. } => {
                    let lookup = self.program.lookups.get(read.lookup.index()).map(|lookup| Arc::clone(&lookup.name));
                    Side::Known(SourceKind::Measured, lookup)
                }
            };
            if !sides.contains(&side) {
                sides.push(side);
            }
        }
        sides
    }

    fn judged(&mut self, form: Form, expr: &Expr, part: Part<'_>) {
        self.add(form, expr.span, part, TRUTHS);
        self.read(clause(form), expr, part);
        self.operands(expr, part);
    }

    fn operands(&mut self, expr: &Expr, part: Part<'_>) {
        match &expr.kind {
            ExprKind::Not(of) => self.operands(of, part),
            ExprKind::Logic(_, left, right) => [left, right].into_iter().for_each(|expr| self.operand(expr, part)),
            ExprKind::If(condition, then, otherwise) => {
                self.operand(condition, part);
                [then, otherwise].into_iter().for_each(|branch| self.operands(branch, part));
            }
            _ => {}
        }
    }

    fn operand(&mut self, expr: &Expr, part: Part<'_>) {
        match is_joined(expr) {
            true => self.operands(expr, part),
            false => self.judged(Form::Operand, expr, part),
        }
    }

    fn guard(&mut self, guard: &Guard) {
        let part = Part { id: &guard.id, declared: guard.declared, tool: None };
        let mut sides = match guard.steps.len() {
            1 => vec![Side::Taken],
            several => (1..=several).map(Side::Step).collect(),
        };
        sides.push(Side::NotTaken);
        self.add(Form::Guard(guard.phase), guard.declared, part, sides);
        let when = self.text(guard.when.span);
        if let Some(item) = self.item(Clause::Guard, guard.declared) {
            item.text = when;
        }
        self.operands(&guard.when, part);
        self.filters(&guard.when.filters(), part);
    }

    fn filters(&mut self, filters: &[Filter<'_>], part: Part<'_>) {
        for filter in filters {
            let form = match filter {
                Filter::Value(_) => Form::Where,
                Filter::Row(_) => Form::Rows,
                Filter::Optional(_) => Form::Optional,
            };
            self.add(form, filter.expr().span, part, [Side::True, Side::False]);
        }
    }

    fn budget(&mut self, budget: &Budget) {
        let tool = budget.tools.iter().flatten().find_map(|id| self.program.tools.get(id.index()));
        let part = Part { id: &budget.id, declared: budget.declared, tool };
        self.add(Form::Budget(budget.what), budget.declared, part, [Side::Applied, Side::NotApplied]);
    }

    /// `once per` and `after timeout`.
    fn repeated(&mut self, tool: &Tool) {
        let clauses = [(Form::Once, tool.once_at), (Form::Verify, tool.verify.as_ref().map(|verify| verify.declared))];
        for (form, at) in clauses.into_iter().filter_map(|(form, at)| Some((form, at?))) {
            let part = Part { id: &tool.name, declared: at, tool: Some(tool) };
            self.add(form, at, part, [Side::Applied, Side::NotApplied]);
        }
    }

    fn result(&mut self, tool: Option<&Tool>, clause: &ResultClause) {
        let id: Arc<str> = match &clause.kind {
            ResultClauseKind::Failure { kind, .. } => kind.as_str().into(),
            ResultClauseKind::Parts { .. } => "parts".into(),
        };
        let part = Part { id: &id, declared: clause.declared, tool };
        self.add(Form::Result, clause.declared, part, [Side::Taken, Side::NotTaken]);
        if let ResultClauseKind::Failure { when, .. } = &clause.kind {
            self.operands(when, part);
            self.filters(&when.filters(), part);
        }
    }

    fn add(&mut self, form: Form, at: Span, part: Part<'_>, sides: impl IntoIterator<Item = Side>) {
        let sides = sides.into_iter().map(|side| SideCount { side, times: 0, exempt: None }).collect();
        let line = |span: Span| self.files.file(span.file).map_or(1, |file| file.location(span.start as usize).line);
        let item = Item {
            clause: clause(form),
            form,
            id: Arc::clone(part.id),
            tool: part.tool.map(|tool| Arc::clone(&tool.name)),
            text: self.text(at),
            place: (at.start, at.end),
            line: line(at),
            declared: line(part.declared),
            reads: Vec::new(),
            sides,
        };
        match self.item(item.clause, at) {
            Some(own) => own.join(item),
            None => {
                self.known.insert((item.clause, at), self.items.len());
                self.items.push((at, item));
            }
        }
    }

    fn item(&mut self, clause: Clause, at: Span) -> Option<&mut Item> {
        let index = *self.known.get(&(clause, at))?;
        self.items.get_mut(index).map(|(_, item)| item)
    }

    /// What stands there, in one line.
    fn text(&self, at: Span) -> String {
        self.files.text(at).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Notes which names an expression reads.
    fn read(&mut self, clause: Clause, expr: &Expr, part: Part<'_>) {
        let Some(item) = self.item(clause, expr.span) else { return };
        let entries = expr.entries();
        let names = entries.iter().filter_map(|id| Some(&part.tool?.entries.get(id.index())?.name));
        for name in names {
            if !item.reads.contains(name) {
                item.reads.push(Arc::clone(name));
            }
        }
    }
}

fn form(condition: &Condition) -> Form {
    match (condition.unmet_when, &condition.otherwise) {
        (true, _) => Form::Forbid,
        (false, Otherwise::Ask(..)) => Form::Ask,
        (false, Otherwise::Hold(_)) => Form::Require,
    }
}

fn clause(form: Form) -> Clause {
    match form {
        Form::Require | Form::Ask | Form::Forbid | Form::Confirm | Form::Notice => Clause::Condition,
        Form::Operand => Clause::Operand,
        Form::Slot | Form::Approval | Form::Shown => Clause::Slot,
        Form::Guard(_) => Clause::Guard,
        Form::Result => Clause::Result,
        Form::Where | Form::Rows | Form::Optional => Clause::Filter,
        Form::Budget(_) | Form::Once | Form::Verify => Clause::Limit,
    }
}

/// The slots inside a type.
fn fields(ty: &Type) -> Vec<&Slot> {
    match ty.base() {
        Type::Object(fields) => fields.iter().collect(),
        Type::List(of) | Type::Map(of) => fields(of),
        Type::Union(types) => types.iter().flat_map(fields).collect(),
        _ => Vec::new(),
    }
}
