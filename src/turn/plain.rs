//! Values as a document holds them: days, moments and lengths of time are texts there.

use std::borrow::Cow;
use std::sync::Arc;

use crate::snapshot::Snapshot;
use crate::value::Value;

/// Makes the values of a snapshot's own parts such that a document holds them; those of past calls were made so when the
/// calls were kept.
pub(super) fn snapshot(snapshot: &mut Snapshot) {
    if let Some(call) = &mut snapshot.call {
        value(&mut call.arguments);
    }
    snapshot.approvals.iter_mut().flat_map(|approval| approval.bound.values_mut()).for_each(value);
    snapshot.answers.values_mut().for_each(value);
}

/// The same for one value.
pub(super) fn value(value: &mut Value) {
    if let Cow::Owned(plain) = plain(value) {
        *value = plain;
    }
}

fn plain(value: &Value) -> Cow<'_, Value> {
    let is_plain = |value: &Value| matches!(plain(value), Cow::Borrowed(_));
    match value {
        Value::Date(_) | Value::DateTime(_) | Value::Duration(_) => Cow::Owned(Value::text(value.to_string())),
        Value::List(items) if !items.iter().all(is_plain) => {
            Cow::Owned(Value::list(items.iter().map(|item| plain(item).into_owned())))
        }
        Value::Map(map) if !map.values().all(is_plain) => {
            let plain = map.iter().map(|(key, value)| (key.clone(), plain(value).into_owned()));
            Cow::Owned(Value::Map(Arc::new(plain.collect())))
        }
        other => Cow::Borrowed(other),
    }
}
