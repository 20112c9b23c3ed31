//! Paths: steps into a value, each checked against what is known of its type.

use crate::check::{Ty, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{Expr, ExprKind, Root, Step};
use crate::resolve::Tool;
use crate::syntax::ast::{self, ItemKind, StepKind};

use super::{Local, Lowerer, Typed};

impl Lowerer<'_, '_, '_> {
    /// A path or a call.
    pub(in crate::compile) fn path(&mut self, path: &ast::Path) -> Typed {
        let (head, skipped) = match &path.arguments {
            Some(arguments) => (self.call(path, arguments), 0),
            None => self.read_head(path),
        };
        let steps = path.steps.get(skipped..).unwrap_or_default();
        if steps.is_empty() {
            return Typed { expr: Expr { span: path.span, ..head.expr }, ..head };
        }
        self.read_argument(&head, steps);
        let mut reading = Reading { typed: head, many: false };
        let mut lowered = Vec::new();
        for step in steps {
            lowered.push(self.typed_step(step, &mut reading));
        }
        let Reading { typed, many } = reading;
        let ty = if many { Ty::List(Box::new(typed.ty)) } else { typed.ty };
        let kind = ExprKind::Path(Box::new(typed.expr), lowered.into());
        Typed { expr: Expr { kind, span: path.span }, ty, ..typed }
    }

    /// Steps into something of which nothing is known: what a lookup or a preset holds.
    pub(in crate::compile) fn steps(&mut self, steps: &[ast::Step]) -> Vec<Step> {
        let Some(first) = steps.first() else { return Vec::new() };
        let mut reading = Reading { typed: Typed::unknown(first.span), many: false };
        steps.iter().map(|step| self.typed_step(step, &mut reading)).collect()
    }

    fn typed_step(&mut self, step: &ast::Step, reading: &mut Reading) -> Step {
        let typed = &mut reading.typed;
        match &step.kind {
            StepKind::Field(name) => {
                self.field(name, typed);
                Step::Field(self.session.name(&name.text))
            }
            StepKind::Call(name, ..) => {
                self.report(
                    Diagnostic::new(
                        Code::UnknownName,
                        name.span,
                        format!("nothing called `{}` can be called here", name.text),
                    )
                    .help(match name.text.to_ascii_lowercase().as_str() {
                        "startswith" | "starts_with" => "write `x starts with \"...\"`",
                        "endswith" | "ends_with" => "write `x ends with \"...\"`",
                        "contains" | "includes" | "has" => "write `x contains y`",
                        "match" | "matches" | "test" => "write `x matches /.../`",
                        "length" | "size" | "len" | "count" => "write `size(list)` or `length(text)`",
                        "lower" | "upper" | "tolowercase" | "touppercase" | "trim" | "strip" => {
                            "leave it out: `contains` and `words { }` fold letters themselves"
                        }
                        "some" | "any" | "every" | "all" => "write `any(x in LIST: CONDITION)` or `all(...)`",
                        "get" => "read a field by `.NAME`, a row by `[where CONDITION]`",
                        _ => "a lookup is called in `measured(...)`; declare a fact and read that",
                    }),
                );
                typed.ty = Ty::Any;
                Step::Field(self.session.name(&name.text))
            }
            StepKind::Index(literal) => {
                self.index(step, &Ty::of_value(&literal.value), typed);
                let kind = ExprKind::Literal(literal.value.clone());
                Step::Key(Box::new(Expr { kind, span: literal.span }))
            }
            StepKind::Key(key) => {
                let key = self.expr(key);
                self.index(step, &key.ty, typed);
                Step::Key(Box::new(key.expr))
            }
            StepKind::All => {
                typed.key = None;
                match typed.ty.element() {
                    Some(element) => {
                        typed.ty = element;
                        reading.many = true;
                    }
                    None => typed.ty = self.element(step, &typed.ty),
                }
                Step::All
            }
            StepKind::Where(condition) => {
                let row = self.element(step, &typed.ty);
                self.locals.push(Local { name: "it".to_owned(), ty: row });
                let condition = self.condition(condition);
                self.locals.pop();
                // One row or several: nobody knows before it runs.
                typed.ty = Ty::Any;
                typed.key = None;
                Step::Where(Box::new(condition))
            }
        }
    }

    fn field(&mut self, name: &ast::Name, typed: &mut Typed) {
        let key = typed.key.take().map(|key| format!("{key}.{}", name.text));
        let mut found = Vec::new();
        let mut optional = false;
        let mut unit = None;
        let mut fields: Vec<String> = Vec::new();
        for ty in typed.ty.alternatives() {
            match ty {
                Ty::Any => found.push(Ty::Any),
                Ty::Map(of) => found.push((**of).clone()),
                Ty::Object(of) => {
                    if let Some(field) = of.get(&name.text) {
                        found.push(field.ty.clone());
                        optional |= field.optional;
                        unit = field.unit.clone();
                    }
                    fields.extend(of.keys().cloned());
                }
                _ => {}
            }
        }
        if found.is_empty() {
            self.report(if fields.is_empty() {
                let message = format!("{} has no fields", typed.ty.describe());
                let finding = Diagnostic::new(Code::TypeMismatch, name.span, message);
                match typed.ty.element() {
                    Some(_) => finding.help("`[*]` in front reads the field of every element, `[0]` of the first"),
                    None => finding,
                }
            } else {
                let finding = words::unknown_name("field", &name.text, name.span, fields.iter().map(String::as_str));
                match finding.help_text() {
                    Some(_) => finding,
                    None => finding.help(format!("there are {}", words::list(&fields).replace(" or ", " and "))),
                }
            });
        }
        let guarded = key.as_ref().is_some_and(|key| self.known.contains(key));
        typed.empty = (typed.empty || optional) && !guarded;
        typed.ty = if found.is_empty() { Ty::Any } else { Ty::common(found) };
        typed.unit = unit;
        typed.key = key;
    }

    fn index(&mut self, step: &ast::Step, key: &Ty, typed: &mut Typed) {
        let mut found = Vec::new();
        for ty in typed.ty.alternatives() {
            match ty {
                Ty::Any => found.push(Ty::Any),
                Ty::List(of) if key.may_be_number() => found.push((**of).clone()),
                Ty::Map(of) if key.may_be_text() => found.push((**of).clone()),
                Ty::Object(_) if key.may_be_text() => found.push(Ty::Any),
                _ => {}
            }
        }
        if found.is_empty() {
            let message = format!("{} has nothing under {}", typed.ty.describe(), key.describe());
            self.report(
                Diagnostic::new(Code::TypeMismatch, step.span, message)
                    .help("a list is read by `[n]`, a map by the text of its key"),
            );
            found.push(Ty::Any);
        }
        typed.ty = Ty::common(found);
        typed.key = None;
        typed.unit = None;
    }

    fn element(&mut self, step: &ast::Step, ty: &Ty) -> Ty {
        ty.element().unwrap_or_else(|| {
            let message = format!("{} has no elements", ty.describe());
            self.report(
                Diagnostic::new(Code::TypeMismatch, step.span, message).help("`[*]` and `[where ...]` read a list"),
            );
            Ty::Any
        })
    }

    /// Checks `call.arguments.NAME`, which reads a slot of the tools that are judged.
    fn read_argument(&mut self, head: &Typed, steps: &[ast::Step]) {
        let ExprKind::Root(Root::Call) = head.expr.kind else { return };
        let [ast::Step { kind: StepKind::Field(arguments), .. }, ast::Step { kind: StepKind::Field(name), .. }, ..] =
            steps
        else {
            return;
        };
        let model = self.session.model;
        let own = self.list.and_then(|list| list.tool).map(|tool| vec![tool]);
        let Some(tools) = self.tools.clone().or(own).filter(|_| arguments.text == "arguments") else { return };
        let tools: Vec<_> = tools.iter().filter_map(|id| model.tool(*id)).collect();
        let has = |tool: &&Tool<'_>| {
            tool.slots.contains_key(name.text.as_str())
                || tool
                    .items
                    .iter()
                    .any(|item| matches!(&item.kind, ItemKind::OtherArguments(word) if word.text == "pass"))
        };
        if tools.is_empty() || tools.iter().any(has) {
            return;
        }
        let slots = tools.iter().flat_map(|tool| tool.slots.keys().copied());
        self.report(words::unknown_name("slot", &name.text, name.span, slots));
    }
}

/// What a path has read so far.
struct Reading {
    typed: Typed,
    /// Whether a `[*]` was on the way.
    many: bool,
}
