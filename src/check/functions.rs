//! The functions of the language: names, parameters, results.

use crate::program::Function;

use super::Ty;

/// The functions by name; `find` and tables stand apart.
pub(crate) const FUNCTIONS: &[(&str, Function)] = &[
    ("size", Function::Size),
    ("length", Function::Length),
    ("min", Function::Min),
    ("max", Function::Max),
    ("first", Function::First),
    ("last", Function::Last),
    ("date", Function::Date),
    ("calls_in", Function::CallsIn),
    ("asserted", Function::Asserted),
    ("quotes", Function::Quotes),
];

/// The function of this name.
pub(crate) fn named(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}

/// How it is called, as help says it.
pub(crate) fn signature(function: Function) -> &'static str {
    match function {
        Function::Size => "size(list)",
        Function::Length => "length(text)",
        Function::Min => "min(a, b)",
        Function::Max => "max(a, b)",
        Function::First => "first(list)",
        Function::Last => "last(list)",
        Function::Date => "date(datetime)",
        Function::CallsIn => "calls_in(text)",
        Function::Asserted => "asserted(text)",
        Function::Quotes => "quotes(text)",
    }
}

/// How many arguments it takes.
pub(crate) fn arity(function: Function) -> usize {
    match function {
        Function::Min | Function::Max => 2,
        _ => 1,
    }
}

/// What each of its arguments must be, in words; none where the type fits.
pub(crate) fn misfit(function: Function, argument: &Ty) -> Option<&'static str> {
    let (fits, wanted) = match function {
        Function::Size => (argument.may_be(|ty| matches!(ty, Ty::List(_) | Ty::Map(_) | Ty::Object(_))), "a list"),
        Function::First | Function::Last => (argument.element().is_some(), "a list"),
        Function::Length | Function::CallsIn | Function::Asserted | Function::Quotes => {
            (argument.may_be_text(), "a text")
        }
        Function::Min | Function::Max => (super::operators::has_order(argument), "a number, a date or a duration"),
        Function::Date => (argument.may_be(|ty| matches!(ty, Ty::DateTime | Ty::Date)), "a datetime"),
    };
    (!fits).then_some(wanted)
}

/// The type of its result.
pub(crate) fn result(function: Function, arguments: &[Ty]) -> Ty {
    match function {
        Function::Size | Function::Length => Ty::Integer,
        Function::Min | Function::Max => Ty::common(arguments.iter().cloned()),
        Function::First | Function::Last => arguments.first().and_then(Ty::element).unwrap_or(Ty::Any),
        Function::Date => Ty::Date,
        Function::CallsIn => Ty::List(Box::new(Ty::Any)),
        Function::Asserted => Ty::List(Box::new(Ty::Effect)),
        Function::Quotes => Ty::List(Box::new(Ty::Text)),
    }
}
