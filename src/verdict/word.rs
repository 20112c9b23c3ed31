//! The words of a verdict, each a closed set.

macro_rules! words {
    ($(#[doc = $outer:literal])* $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $word:literal,)* }) => {
        $(#[doc = $outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[doc = $doc])* $variant,)* }

        impl $name {
            /// Every one, in the order of precedence.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// The word of the JSON form.
            pub fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

words! {
    /// What follows from a verdict.
    Decision {
        /// Nothing runs until something outside this call changes.
        Hold = "hold",
        /// The model is asked once more.
        Retry = "retry",
        /// The turn ends with a fixed text.
        Reply = "reply",
        /// The outcome of the same call is given again.
        Replay = "replay",
        /// The host runs the listed lookups.
        Lookup = "lookup",
        /// Back to the model, with the reason and the place to look.
        Revise = "revise",
        /// The person is asked.
        AskUser = "ask_user",
        /// Everything is settled and waits for its trigger.
        Deferred = "deferred",
        /// The call may run, with exactly the verdict's arguments.
        Execute = "execute",
        /// Handed over to the host's fallback.
        Escalate = "escalate",
        /// No guard objects.
        Pass = "pass",
    }
}

words! {
    /// Why a call is held.
    Cause {
        /// The tool is not declared.
        UnlistedTool = "unlisted_tool",
        /// The tool's definition is not the pinned one.
        DefinitionChanged = "definition_changed",
        /// An argument that no slot declares.
        UndeclaredArgument = "undeclared_argument",
        /// The same call timed out and may have happened.
        OutcomeUnknown = "outcome_unknown",
        /// An earlier failure was neither made good nor disclosed.
        FailureUnresolved = "failure_unresolved",
        /// A budget is used up.
        Budget = "budget",
        /// A guard holds.
        Guard = "guard",
        /// A condition does not hold.
        Unmet = "unmet",
        /// Nobody can supply a value as things are defined.
        DefinitionRepair = "definition_repair",
        /// Asked as often as the ceiling allows.
        Conversation = "conversation",
    }
}

words! {
    /// What kind of thing is confirmed.
    Kind {
        /// A value.
        Value = "value",
        /// What should be different afterwards.
        Intent = "intent",
        /// A condition.
        Condition = "condition",
        /// A person's yes.
        Approval = "approval",
        /// A text that the person was shown.
        Notice = "notice",
    }
}

words! {
    /// What is known of a slot.
    State {
        /// Borne out; of a condition: decided.
        Known = "known",
        /// Looked up, and confirmed nothing.
        Empty = "empty",
        /// A confirm or notice whose condition is false.
        NotDue = "not_due",
        /// Still empty after every whitelisted source was searched.
        Unknown = "unknown",
    }
}

words! {
    /// Why a slot is unknown; the first that applies.
    Reason {
        /// Its type or its `where` refuses the value.
        Violates = "violates",
        /// A requirement sent it back.
        Rejected = "rejected",
        /// A lookup failed.
        LookupFailed = "lookup_failed",
        /// Sources, or a source and the proposal, contradict each other.
        Conflict = "conflict",
        /// Something that it needs is unknown.
        Blocked = "blocked",
        /// The observation is too old.
        Stale = "stale",
        /// There is a proposal, and no source bears it out.
        NotBorneOut = "not_borne_out",
        /// No source holds anything.
        NoResult = "no_result",
        /// What cannot be compared.
        NotComparable = "not_comparable",
        /// A person's yes is missing.
        NeedsApproval = "needs_approval",
        /// The person was not shown the text.
        NotShown = "not_shown",
    }
}

words! {
    /// Who can answer an unknown; the first that applies.
    Route {
        /// The ceiling on questions is reached.
        Conversation = "conversation",
        /// A lookup is missing or stale, and its arguments are known.
        SystemLookup = "system_lookup",
        /// Back to the model.
        Revise = "revise",
        /// The person.
        AskUser = "ask_user",
        /// Whoever maintains the policy and its sources.
        DefinitionRepair = "definition_repair",
    }
}

words! {
    /// What bore a value out.
    SourceKind {
        /// The person's answer.
        UserAnswer = "user_answer",
        /// The person's words.
        Instruction = "instruction",
        /// A setting.
        Preset = "preset",
        /// An observation.
        Measured = "measured",
        /// An earlier execution.
        PriorState = "prior_state",
        /// Other slots.
        Computed = "computed",
        /// The model wrote it.
        ModelDraft = "model_draft",
        /// The tool needs no source for it: as proposed.
        Proposal = "proposal",
    }
}

impl SourceKind {
    /// The source of this name.
    pub fn from_name(name: &str) -> Option<SourceKind> {
        SourceKind::ALL.iter().copied().find(|source| source.as_str() == name)
    }
}

words! {
    /// How a call failed.
    ErrorKind {
        /// Unknown whether it happened.
        Timeout = "timeout",
        /// The tool broke.
        Exception = "exception",
        /// What the tool relies on refused or broke.
        UpstreamError = "upstream_error",
        /// A part is missing.
        Partial = "partial",
        /// It ran, and there is nothing.
        NotFound = "not_found",
    }
}
