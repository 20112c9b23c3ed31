//! Slots and facts.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::check::{Ty, clauses, operators, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::program::{ArithmeticOp, Expr, ExprKind, Optional, Slot, Source, SourceSpec};
use crate::span::Span;
use crate::syntax::ast::{self, ClauseKind, TypeKind};
use crate::value::Value;

use super::expr::Lowerer;
use super::table;

/// What must bear a slot out.
#[derive(Clone, Debug)]
pub(super) struct Bearing {
    /// Whether a slot without sources is a mistake: in a gated tool.
    pub(super) gated: bool,
    /// Whether the slot around it is borne out as a whole, or a group over it.
    pub(super) covered: bool,
    /// Whether it is a field of an object.
    pub(super) nested: bool,
    /// Whether it is an argument of a tool.
    pub(super) argument: bool,
    /// What the object around it is called and documented as: a field without a comment is asked for by that.
    pub(super) around: Option<String>,
}

impl Bearing {
    /// Nothing has to bear it out by itself.
    pub(super) fn covered() -> Bearing {
        Bearing { gated: false, covered: true, nested: true, argument: false, around: None }
    }

    /// For the fields of an object.
    pub(super) fn inside(&self) -> Bearing {
        Bearing { nested: true, ..self.clone() }
    }
}

/// The clauses of a slot by kind.
#[derive(Default)]
struct Clauses<'t> {
    refinement: Option<&'t ast::Expr>,
    from: Option<&'t [ast::Source]>,
    optional: Option<&'t Option<ast::Expr>>,
    default: Option<&'t ast::ValueOrName>,
    aliases: &'t [ast::Name],
    unit: Option<&'t ast::Name>,
    strip: Option<&'t ast::Pattern>,
    ask: Option<&'t ast::Message>,
    drafted: bool,
    supplied: bool,
    cosmetic: bool,
    required: bool,
    secret: bool,
    at_trigger: bool,
}

impl<'t> Clauses<'t> {
    fn of(slot: &'t ast::Slot) -> Clauses<'t> {
        let mut clauses = Clauses::default();
        for clause in &slot.clauses {
            match &clause.kind {
                ClauseKind::Where(expr) => clauses.refinement = Some(expr),
                ClauseKind::From(sources) => clauses.from = Some(sources),
                ClauseKind::Drafted => clauses.drafted = true,
                ClauseKind::Supplied => clauses.supplied = true,
                ClauseKind::Cosmetic => clauses.cosmetic = true,
                ClauseKind::Optional(when) => clauses.optional = Some(when),
                ClauseKind::Default(value) => clauses.default = Some(value),
                ClauseKind::Required => clauses.required = true,
                ClauseKind::Alias(names) => clauses.aliases = names,
                ClauseKind::Unit(name) => clauses.unit = Some(name),
                ClauseKind::Strip(pattern) => clauses.strip = Some(pattern),
                ClauseKind::Secret => clauses.secret = true,
                ClauseKind::Ask(message) => clauses.ask = Some(message),
                ClauseKind::AtTrigger => clauses.at_trigger = true,
            }
        }
        clauses
    }
}

impl Lowerer<'_, '_, '_> {
    /// A slot or a fact.
    ///
    /// What bears it out is said in three ways: by `sources`; by the row that it belongs to, when `needs_source` stands
    /// and `sources` is empty (a group's, or those of the object around it); or, for an object without sources of its
    /// own, by the sources of its fields.
    pub(super) fn slot(&mut self, tree: &ast::Slot, doc: Option<Arc<str>>, is_fact: bool, bearing: &Bearing) -> Slot {
        clauses::check(tree, is_fact, bearing.argument || bearing.nested, &mut self.session.findings);
        let clauses = Clauses::of(tree);
        let name = self.session.name(&tree.name.text);
        let filled = tree.computed.is_some() || clauses.drafted || clauses.supplied || clauses.cosmetic;
        let asked_by = doc.as_deref().or(bearing.around.as_deref());
        let inner = Bearing {
            covered: bearing.covered || filled || clauses.from.is_some(),
            around: Some(format!("{name} {}", asked_by.unwrap_or_default())),
            ..bearing.clone()
        };
        let ty = self.slot_type(&tree.ty, &inner);
        let known = Ty::of(&tree.ty);
        let computed = tree.computed.as_ref().map(|computed| {
            let typed = self.expr(computed);
            if !operators::assignable(&typed.ty, &known) {
                let message = format!("`{name}` is {}, and this is {}", known.describe(), typed.ty.describe());
                self.report(
                    Diagnostic::new(Code::TypeMismatch, computed.span, message).label(tree.ty.span, "declared here"),
                );
            }
            // A factor converts, whatever it is.
            if let (Some(own), Some(unit)) = (clauses.unit, &typed.unit)
                && own.text != **unit
                && !scales(&typed.expr)
            {
                let message = format!("`{name}` is in `{}`, and this comes out in `{unit}`", own.text);
                self.report(
                    Diagnostic::new(Code::UnitMismatch, computed.span, message)
                        .label(own.span, "declared here")
                        .help(format!("convert it: write the factor, `VALUE * FACTOR unit {}`", own.text)),
                );
            }
            typed.expr
        });
        let mut sources = clauses.from.map(|sources| self.sources(sources, &name)).unwrap_or_default();
        if clauses.supplied && clauses.from.is_none() {
            sources.push(Source::preset_of(&name, tree.name.span));
        }
        let has_pattern = clauses.refinement.is_some_and(asks_for_pattern);
        let asked = self.session.asked(&name, asked_by, has_pattern);
        for source in &mut sources {
            if let SourceSpec::Instruction(words) | SourceSpec::Measured { text: Some(words), .. } = &mut source.kind {
                words.asked = Arc::clone(&asked);
            }
        }
        let bare = clauses.from.is_none() && !filled && !bearing.covered && !has_own_fields(&tree.ty);
        if bare && (bearing.gated || is_fact) {
            self.without_source(tree, is_fact, clauses.optional.is_some());
        }
        let refinement = clauses.refinement.map(|refinement| self.refinement(refinement, known.clone()));
        let optional = match (clauses.optional, clauses.default) {
            (Some(Some(when)), _) => Optional::When(Box::new(self.condition(when))),
            (Some(None), _) | (None, Some(_)) => Optional::Always,
            (None, None) => Optional::No,
        };
        let default = clauses.default.map(|default| Box::new(self.default(default, &known, &name)));
        if let Some(unit) = clauses.unit
            && !known.may_be_number()
        {
            let message = format!("a unit belongs to a number, and `{name}` is {}", known.describe());
            self.report(Diagnostic::new(Code::TypeMismatch, unit.span, message).label(tree.ty.span, "declared here"));
        }
        if let Some(strip) = clauses.strip
            && !known.may_be_text()
        {
            let message = format!("`strip` takes something out of a text, and `{name}` is {}", known.describe());
            self.report(Diagnostic::new(Code::TypeMismatch, strip.span, message).label(tree.ty.span, "declared here"));
        }
        Slot {
            ty,
            is_fact,
            refinement: refinement.map(Box::new),
            computed: computed.map(Box::new),
            needs_source: !clauses.cosmetic && (bearing.gated || is_fact || clauses.from.is_some() || bearing.covered),
            sources,
            drafted: clauses.drafted,
            supplied: clauses.supplied,
            cosmetic: clauses.cosmetic,
            optional,
            default,
            required: clauses.required,
            aliases: clauses.aliases.iter().map(|alias| self.session.name(&alias.text)).collect(),
            unit: clauses.unit.map(|unit| self.session.name(&unit.text)),
            strip: clauses.strip.map(|strip| self.pattern(strip)),
            secret: clauses.secret,
            ask: clauses.ask.map(|ask| Box::new(self.message(ask, false))),
            doc,
            asked,
            target: OnceLock::new(),
            at_trigger: clauses.at_trigger,
            group: None,
            shown_by: Box::default(),
            declared: tree.name.span,
            name,
        }
    }

    fn without_source(&mut self, tree: &ast::Slot, is_fact: bool, optional: bool) {
        let name = &tree.name.text;
        let (message, help) = if is_fact {
            (
                format!("nothing can fill the fact `{name}`"),
                "say where it is looked up: `from measured(...)` or `from preset(...)`",
            )
        } else if optional {
            (
                format!("nothing bears `{name}` out"),
                "add `from` where it is looked up; or `drafted` where the model writes it, or `cosmetic` where it is shown to people and changes nothing",
            )
        } else {
            (
                format!("nothing bears `{name}` out"),
                "add `from user_answer, instruction`, or wherever it may be looked up",
            )
        };
        self.report(Diagnostic::new(Code::SlotWithoutSource, tree.name.span, message).here("has no `from`").help(help));
    }

    fn default(&mut self, tree: &ast::ValueOrName, known: &Ty, name: &str) -> Value {
        let value = table::value(tree);
        let span = table::span(tree);
        if !operators::assignable(&Ty::of_value(&value), known) && value != Value::Null {
            let message =
                format!("the default is {}, and the slot is {}", Ty::of_value(&value).describe(), known.describe());
            let help = match &value {
                Value::Text(word) if matches!(&**word, "today" | "now") => format!(
                    "a default is written out: leave it `optional`, and read `if {name} is null then {word} else {name}`"
                ),
                _ => example(known),
            };
            self.report(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
        } else if let Value::Text(text) = &value {
            self.literal_fits(&value, text, known, span);
        }
        value
    }

    /// Reports aliases that do not tell two slots apart.
    pub(super) fn aliases(&mut self, slots: &[&ast::Slot]) {
        let names: HashMap<&str, Span> = slots.iter().map(|slot| (slot.name.text.as_str(), slot.name.span)).collect();
        let mut seen: HashMap<&str, (Span, &str)> = HashMap::new();
        for slot in slots {
            for alias in Clauses::of(slot).aliases {
                let text = alias.text.as_str();
                let clash = match (names.get(text), seen.get(text)) {
                    (Some(place), _) => {
                        Some((*place, format!("`{text}` is an alias of `{}` and itself a slot", slot.name.text)))
                    }
                    (None, Some((place, of))) if *of == slot.name.text => {
                        Some((*place, format!("`{text}` is an alias of `{of}` twice")))
                    }
                    (None, Some((place, of))) => {
                        Some((*place, format!("`{text}` is an alias of `{of}` and of `{}`", slot.name.text)))
                    }
                    (None, None) => None,
                };
                match clash {
                    Some((place, message)) => self.report(
                        Diagnostic::new(Code::AmbiguousAlias, alias.span, message)
                            .label(place, "and here")
                            .help("an argument of that name could be meant for either: keep it in one place"),
                    ),
                    None => {
                        seen.insert(text, (alias.span, &slot.name.text));
                    }
                }
            }
        }
    }
}

/// How a value of a type is written.
fn example(ty: &Ty) -> String {
    match ty {
        Ty::Duration => "write a duration with its unit: `30m`, `24h` or `7d`".to_owned(),
        Ty::Text => "write a text in quotation marks: `default \"...\"`".to_owned(),
        Ty::Integer => "write a whole number without quotation marks: `default 3`".to_owned(),
        Ty::Decimal => "write a number without quotation marks: `default 0.5`".to_owned(),
        Ty::Boolean => "write `default true` or `default false`".to_owned(),
        Ty::Date => "write a day: `default 2026-03-11`".to_owned(),
        Ty::DateTime => "write a day and a time: `default 2026-03-11T09:00:00Z`".to_owned(),
        Ty::List(_) => "write `default []`; a list that is not empty is given by nobody".to_owned(),
        Ty::Enum(values) => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            match words::several(&values) {
                Some(values) => format!("there are {values}"),
                None => "give the enum a value first".to_owned(),
            }
        }
        _ => "write `optional` instead, where it may stay empty".to_owned(),
    }
}

/// Whether a type is an object whose fields say themselves where they come from.
fn has_own_fields(tree: &ast::Type) -> bool {
    match &tree.kind {
        TypeKind::Object(_) => true,
        TypeKind::List(of) | TypeKind::Map(of) | TypeKind::Refined(of, _) => has_own_fields(of),
        // `object { ... } or null`: the null needs nothing.
        TypeKind::Union(types) => {
            let null = |ty: &ast::Type| matches!(&ty.kind, TypeKind::Name(name) if name.text == "null");
            types.iter().all(|ty| null(ty) || has_own_fields(ty)) && types.iter().any(has_own_fields)
        }
        _ => false,
    }
}

/// Whether a refinement holds the value against a pattern, which asks for a written form.
fn asks_for_pattern(refinement: &ast::Expr) -> bool {
    match &refinement.kind {
        ast::ExprKind::Matches(..) => true,
        ast::ExprKind::Logic(_, one, other) => asks_for_pattern(one) || asks_for_pattern(other),
        _ => false,
    }
}

/// Whether a product or a quotient stands in it.
fn scales(expr: &Expr) -> bool {
    let mut scales = false;
    expr.walk(&mut |part| {
        scales |= matches!(&part.kind, ExprKind::Arithmetic(ArithmeticOp::Multiply | ArithmeticOp::Divide, ..));
    });
    scales
}
