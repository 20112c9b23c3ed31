//! One earlier proposal.

use std::sync::Arc;

use crate::program::{OnFailure, Program, Tier, Tool, ToolId};
use crate::snapshot::{CallOutcome, PastCall};
use crate::value::{Map, Value};

use super::super::mask;
use super::super::operate;

/// One earlier proposal, as it stands in the snapshot and as it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'h> {
    pub(crate) call: &'h PastCall,
    /// The tool, where it is declared.
    pub(crate) tool: Option<(ToolId, &'h Tool)>,
    /// Whether it belongs to the latest message.
    pub(crate) in_turn: bool,
    /// The arguments under their own names.
    pub(crate) arguments: &'h Arc<Map>,
}

impl<'h> Past<'h> {
    /// A text that is the same for the same calls; none where such a text could not be told.
    pub(super) fn trace(&self) -> Option<String> {
        if let Some((_, tool)) = self.tool {
            return trace(tool, self.arguments);
        }
        let mut text = String::new();
        operate::trace(&self.call.arguments, &mut text)?;
        Some(text)
    }

    /// The arguments as they are compared with those of the same tool.
    pub(super) fn compared(&self) -> Value {
        match self.tool {
            Some(_) => Value::Map(Arc::clone(self.arguments)),
            None => self.call.arguments.clone(),
        }
    }

    /// The tool's full name; as it was called where it is not declared.
    pub(super) fn name(&self) -> &'h Arc<str> {
        self.tool.map_or(&self.call.tool, |(_, tool)| &tool.name)
    }

    pub(crate) fn is_of(&self, tool: &Tool) -> bool {
        self.tool.is_some_and(|(_, own)| own.name == tool.name)
    }

    fn result(&self, key: &str) -> Option<&'h Value> {
        self.call.result.as_ref().and_then(|result| result.field(key))
    }

    pub(crate) fn is_ok(&self) -> bool {
        self.result("ok") == Some(&Value::Bool(true))
    }

    pub(crate) fn error_kind(&self) -> Option<&'h str> {
        self.result("error_kind").and_then(Value::as_text)
    }

    /// The message of its envelope.
    pub(crate) fn said(&self) -> Option<&'h str> {
        self.result("message").and_then(Value::as_text).filter(|message| !message.trim().is_empty())
    }

    pub(crate) fn is_retriable(&self) -> bool {
        self.result("retriable") == Some(&Value::Bool(true))
    }

    /// It ran and failed; that nothing was found is no failure.
    pub(crate) fn is_failure(&self) -> bool {
        self.call.outcome == CallOutcome::Executed
            && self.call.result.is_some()
            && !self.is_ok()
            && self.error_kind() != Some("not_found")
    }

    /// It ran, and went well.
    pub(crate) fn is_success(&self) -> bool {
        self.call.outcome == CallOutcome::Executed && self.is_ok()
    }

    pub(crate) fn timed_out(&self) -> bool {
        self.call.outcome == CallOutcome::Executed && self.error_kind() == Some("timeout")
    }

    pub(super) fn halts(&self, program: &Program) -> bool {
        let on_failure = match self.tool {
            Some((_, tool)) => Some(tool.on_failure),
            None => program.unlisted_on_failure,
        };
        !matches!(on_failure, Some(OnFailure::Continue))
    }

    /// An executed call that may have changed something.
    pub(super) fn may_have_changed(&self) -> bool {
        self.call.outcome == CallOutcome::Executed && self.tool.is_none_or(|(_, tool)| tool.tier != Tier::ReadOnly)
    }

    /// Whether it is a read that ran, and came to something.
    pub(crate) fn is_observation(&self) -> bool {
        self.call.outcome == CallOutcome::Executed
            && self.call.result.is_some()
            && self.tool.is_some_and(|(_, tool)| !tool.tier.is_gated())
    }

    /// What a read returned, or that it failed.
    pub(crate) fn observed(&self) -> Result<&'h Value, ()> {
        match (self.is_ok(), self.error_kind()) {
            (true, _) => Ok(self.result("data").unwrap_or(&Value::Null)),
            (false, Some("not_found")) => Ok(&Value::Null),
            _ => Err(()),
        }
    }
}

/// A text that is the same for calls of a tool that are the same. Of what is secret a record holds digests: it stands in no
/// text.
pub(super) fn trace(tool: &Tool, arguments: &Map) -> Option<String> {
    let mut text = String::new();
    let entries = tool.same_by.iter().filter_map(|id| tool.entries.get(id.index()));
    for entry in entries.into_iter().filter(|entry| !mask::hides_entry(entry)) {
        match arguments.get(&entry.name) {
            None | Some(Value::Null) => {}
            Some(value) => {
                text.push_str(&entry.name);
                operate::trace(value, &mut text)?;
            }
        }
    }
    Some(text)
}
