//! Calls: functions, tables, `find`.

use crate::check::{Ty, functions, operators, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::nearest::nearest;
use crate::program::{ExprKind, Function, PatternId};
use crate::syntax::ast::{self, Argument};
use crate::value::Value;

use super::super::render;
use super::{Lowerer, Typed};

impl Lowerer<'_, '_, '_> {
    /// `NAME(...)`, without the steps behind it.
    pub(super) fn call(&mut self, path: &ast::Path, arguments: &[Argument]) -> Typed {
        let name = path.head.text.as_str();
        let span = path.head.span;
        if name == "find" {
            return self.find(path, arguments);
        }
        if let Some(function) = functions::named(name) {
            return self.function(path, function, arguments);
        }
        let model = self.session.model;
        if model.tables.contains_key(name) {
            return self.table(path, arguments);
        }
        if model.bad_names.contains(name) {
            return Typed::unknown(span);
        }
        let lookup = model.section(self.stand.section).is_some_and(|section| section.lookups.contains_key(name));
        if lookup {
            self.report(
                Diagnostic::new(Code::MisplacedItem, span, format!("the lookup `{name}` is no function"))
                    .help(format!("declare a fact: `fact NAME: TYPE from measured({name}(...))`, and read that")),
            );
        } else {
            let tables = model.tables.keys().copied();
            let known = functions::FUNCTIONS.iter().map(|(known, _)| *known).chain(["find"]).chain(tables);
            let help = match function_of_elsewhere(name) {
                Some(ours) => format!("write {ours}"),
                None => match nearest(name, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        let all = functions::FUNCTIONS.iter().map(|(_, function)| functions::signature(*function));
                        let all: Vec<&str> = all.collect();
                        format!("there are {}, and tables that are declared", words::list(&all).replace(" or ", ", "))
                    }
                },
            };
            self.report(
                Diagnostic::new(Code::UnknownName, span, format!("no function or table is called `{name}`")).help(help),
            );
        }
        Typed::unknown(span)
    }

    fn function(&mut self, path: &ast::Path, function: crate::program::Function, arguments: &[Argument]) -> Typed {
        let span = path.head.span;
        let lowered = self.arguments(arguments);
        if lowered.len() != arguments.len() {
            return Typed::unknown(span);
        }
        if lowered.len() != functions::arity(function) {
            self.wrong_arguments(path, functions::arity(function), functions::signature(function));
            return Typed::unknown(span);
        }
        for argument in &lowered {
            if let Some(wanted) = functions::misfit(function, &argument.ty) {
                let message = format!("`{}` takes {wanted}, and this is {}", path.head.text, argument.ty.describe());
                let help = match function {
                    Function::Size if argument.ty.may_be_text() => {
                        Some("the letters of a text are counted by `length(text)`")
                    }
                    Function::Length if argument.ty.element().is_some() => {
                        Some("the elements of a list are counted by `size(list)`")
                    }
                    _ => None,
                };
                let finding = Diagnostic::new(Code::TypeMismatch, argument.expr.span, message);
                self.report(finding.maybe_help(help.map(str::to_owned)));
            }
        }
        if let [a, b] = lowered.as_slice() {
            self.same_unit(a, b, path.span);
            if !operators::ordered(&a.ty, &b.ty) && [a, b].iter().all(|side| operators::has_order(&side.ty)) {
                let message = format!("{} and {} have no order between them", a.ty.describe(), b.ty.describe());
                self.mismatch(path.span, message);
            }
        }
        let types: Vec<Ty> = lowered.iter().map(|argument| argument.ty.clone()).collect();
        let empty = lowered.iter().any(|argument| argument.empty);
        let unit = match function {
            crate::program::Function::Min | crate::program::Function::Max => {
                lowered.iter().find_map(|argument| argument.unit.clone())
            }
            _ => None,
        };
        let kind = ExprKind::Call(function, lowered.into_iter().map(|argument| argument.expr).collect());
        Typed { empty, unit, ..Typed::new(kind, span, functions::result(function, &types)) }
    }

    fn find(&mut self, path: &ast::Path, arguments: &[Argument]) -> Typed {
        let span = path.head.span;
        let [pattern, Argument::Expr(text)] = arguments else {
            self.wrong_arguments(path, 2, "find(PATTERN, text)");
            return Typed::unknown(span);
        };
        let pattern = match pattern {
            Argument::Pattern(pattern) => self.pattern(pattern),
            Argument::Expr(expr) => {
                let message = "`find` takes a pattern first".to_owned();
                self.report(
                    Diagnostic::new(Code::WrongArguments, expr.span, message)
                        .help("a pattern's name, `/.../` or `words { \"...\" }`"),
                );
                PatternId(0)
            }
            Argument::Any(_) => PatternId(0),
        };
        let text_tree = text;
        let text = self.expr(text);
        if !text.ty.may_be_text() {
            self.mismatch(text_tree.span, format!("`find` reads a text, and this is {}", text.ty.describe()));
        }
        Typed::new(ExprKind::Find(pattern, Box::new(text.expr)), span, Ty::Any)
    }

    fn table(&mut self, path: &ast::Path, arguments: &[Argument]) -> Typed {
        let name = path.head.text.as_str();
        let span = path.head.span;
        let model = self.session.model;
        let lowered = self.arguments(arguments);
        let found = model.table_id(name).zip(model.tables.get(name));
        let (Some((id, declared)), [_, _]) = (found, lowered.as_slice()) else {
            self.wrong_arguments(path, 2, &format!("{name}(row, column)"));
            return Typed::unknown(span);
        };
        let table = declared.tree;
        let rows: Vec<Value> = table.rows.iter().map(|(row, ..)| super::super::table::value(row)).collect();
        let columns: Vec<Value> = table.columns.iter().map(super::super::table::value).collect();
        for (argument, (what, values)) in lowered.iter().zip([("row", &rows), ("column", &columns)]) {
            self.one_of(argument, values, &format!("{what} of `{name}`"));
        }
        let cells = table.rows.iter().flat_map(|(_, cells, _)| cells);
        let ty = Ty::common(cells.map(|cell| Ty::of_value(&super::super::table::value(cell))));
        let empty = lowered.iter().any(|argument| argument.empty);
        let mut sides = lowered.into_iter().map(|argument| Box::new(argument.expr));
        match (sides.next(), sides.next()) {
            (Some(row), Some(column)) => Typed { empty, ..Typed::new(ExprKind::Table(id, row, column), span, ty) },
            _ => Typed::unknown(span),
        }
    }

    /// Checks that an argument may be one of these values.
    fn one_of(&mut self, argument: &Typed, values: &[Value], what: &str) {
        if let ExprKind::Literal(literal) = &argument.expr.kind
            && *literal != Value::Null
            && !values.contains(literal)
        {
            let texts: Vec<&str> = values.iter().filter_map(Value::as_text).collect();
            self.report(words::unknown_name(what, &literal.to_string(), argument.expr.span, texts));
            return;
        }
        let ty = Ty::common(values.iter().map(Ty::of_value));
        if !operators::comparable(&argument.ty, &ty) {
            self.mismatch(
                argument.expr.span,
                format!("a {what} is {}, and this is {}", ty.describe(), argument.ty.describe()),
            );
        }
    }

    fn arguments(&mut self, arguments: &[Argument]) -> Vec<Typed> {
        let mut lowered = Vec::new();
        for argument in arguments {
            match argument {
                Argument::Expr(expr) => lowered.push(self.expr(expr)),
                Argument::Any(span) => self.report(
                    Diagnostic::new(Code::WrongArguments, *span, "`*` is no value")
                        .help("`*` stands for every observation, in `measured(LOOKUP(*))`"),
                ),
                Argument::Pattern(pattern) => self.report(
                    Diagnostic::new(Code::WrongArguments, pattern.span, "a pattern is no value")
                        .help("a pattern stands after `matches` and in `find`"),
                ),
            }
        }
        lowered
    }

    fn wrong_arguments(&mut self, path: &ast::Path, wanted: usize, signature: &str) {
        let found = path.arguments.as_ref().map_or(0, Vec::len);
        let message = format!("`{}` takes {}, and has {found}", path.head.text, render::count(wanted, "argument"));
        self.report(
            Diagnostic::new(Code::WrongArguments, path.head.span, message).help(format!("write `{signature}`")),
        );
    }
}

/// What is written for a function that other languages have.
fn function_of_elsewhere(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "len" | "count" | "strlen" => "`size(list)` or `length(text)`",
        "every" | "forall" => "`all(x in LIST: CONDITION)`",
        "some" | "exists" | "filter" | "map" => "`any(x in LIST: CONDITION)`, or `LIST[where CONDITION]` for the rows",
        "range" | "between" => "the two ends: `x >= 1 and x <= 5`",
        "now" | "today" => "`now` or `today`, without brackets",
        "regex" | "match" | "re_match" | "regex_match" | "matches" => "`x matches /.../`",
        "contains" | "includes" => "`x contains y`",
        "startswith" | "starts_with" => "`x starts with y`",
        "endswith" | "ends_with" => "`x ends with y`",
        "is_null" | "isnull" | "is_none" => "`x is null`",
        "defined" | "has" | "is_known" | "is_set" => "`x is known`",
        "is_empty" | "empty" => "`x is empty`",
        "lower" | "upper" | "to_lower" | "trim" => {
            "the comparison without it: `contains` and `words { }` fold letters themselves"
        }
        "not" => "`not` without brackets glued to it",
        "int" | "str" | "float" | "number" | "to_number" => {
            "the type where the slot is declared: values are read by it"
        }
        "if" | "iff" | "cond" => "`if CONDITION then VALUE else VALUE`",
        "preset" | "measured" => "a fact, and read that: `fact NAME: TYPE from preset(PATH)`",
        _ => return None,
    })
}
