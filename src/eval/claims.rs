//! What an answer says was done, and no call did.

use std::sync::Arc;

use crate::program::{Expr, ExprKind, Function, Program, Root};
use crate::snapshot::Snapshot;
use crate::span::{FileId, Span};
use crate::value::Value;

use super::Story;
use super::expr::View;
use super::scene::Scene;
use super::standing::Standings;

/// The effects that the snapshot's answer asserts and that no call of the session had; none where that cannot be told.
pub(crate) fn claims(program: &Program, snapshot: &Snapshot, story: Option<&Story>) -> Option<Vec<Arc<str>>> {
    let text = snapshot.answer.as_ref()?.field("text")?.clone();
    let scene = Scene::new(program, snapshot, None, story);
    let standings = Standings::default();
    let view = View::new(&scene, &standings);
    let expr = |kind| Expr { kind, span: Span::new(FileId(0), 0, 0) };
    let asserted = expr(ExprKind::Call(Function::Asserted, [expr(ExprKind::Literal(text))].into()));
    let done = view.evaluate(&expr(ExprKind::Root(Root::Session))).ok()?;
    let done = done.field("effects").and_then(Value::as_list).unwrap_or_default();
    let Ok(Value::List(asserted)) = view.evaluate(&asserted) else { return None };
    let mut claims: Vec<Arc<str>> = Vec::new();
    for effect in asserted.iter().filter(|effect| !done.contains(effect)) {
        if let Value::Text(name) = effect
            && !claims.contains(name)
        {
            claims.push(name.clone());
        }
    }
    Some(claims)
}
