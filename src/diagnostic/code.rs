//! The one table of codes. A code names its fault and stays what it is: others build on it.

use std::fmt;

/// How bad a mistake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Advice,
    /// Probably not what was meant; the policy still loads.
    Warning,
    /// The policy does not load.
    Error,
}

impl Severity {
    /// The word of the JSON form.
    pub fn as_str(self) -> &'static str {
        match self {
            Severity::Advice => "advice",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal, $severity:ident;)*) => {
        /// The kinds of mistakes that a policy can hold.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code { $($(#[doc = $doc])+ $variant,)* }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Code] = &[$(Code::$variant,)*];

            /// The stable kebab-case name.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $name,)* }
            }

            /// How bad a mistake of this kind is.
            pub fn severity(self) -> Severity {
                match self { $(Code::$variant => Severity::$severity,)* }
            }

            /// Its page: what it means, why it matters, an example to avoid and one to prefer, in Markdown.
            ///
            /// ```
            /// assert!(chk::Code::SourceOrder.page().contains("## Avoid"));
            /// ```
            #[cfg(feature = "cli")]
            pub fn page(self) -> &'static str {
                match self { $(Code::$variant => include_str!(concat!("../../docs/rules/", $name, ".md")),)* }
            }

            /// What is wrong, in one line.
            pub fn summary(self) -> &'static str {
                match self { $(Code::$variant => concat!($($doc),+).trim_ascii(),)* }
            }
        }
    };
}

codes! {
    // -- reading --
    /// A file could not be read
    UnreadableFile = "unreadable-file", Error;
    /// A file is not UTF-8
    NotUtf8 = "not-utf8", Error;
    /// A file, a nesting or a list is larger than the limits allow
    OverLimit = "over-limit", Error;
    /// A text that is neither YAML nor JSON, is empty, or goes on after its end
    NotADocument = "not-a-document", Error;
    /// A part of YAML that is not read: tags, aliases, merge keys, directives
    UnsupportedYaml = "unsupported-yaml", Error;
    /// A number in a notation that readers read differently, or out of reach
    BadNumber = "bad-number", Error;
    /// A key stands twice in one map
    DuplicateKey = "duplicate-key", Error;
    /// A key that nothing reads
    UnknownKey = "unknown-key", Error;
    /// A key without which the rest cannot be read
    MissingKey = "missing-key", Error;
    /// A value of another type than its key holds
    WrongType = "wrong-type", Error;
    /// A value of the right type that says nothing: a word that is none, a time that is none
    BadValue = "bad-value", Error;
    /// A snapshot of another version
    OtherVersion = "other-version", Error;

    // -- syntax --
    /// The text is not what the grammar expects here
    SyntaxError = "syntax-error", Error;
    /// `language 1` does not open the file, or stands in it twice
    LanguageLine = "language-line", Error;
    /// A string, a backquoted name or a regular expression does not end on its line
    Unterminated = "unterminated", Error;
    /// A control character, or another that nobody can see
    InvisibleCharacter = "invisible-character", Error;
    /// A bracket is not closed, or closes nothing
    UnbalancedBracket = "unbalanced-bracket", Error;
    /// Two comparisons stand in a row
    ChainedComparison = "chained-comparison", Error;
    /// A minus without a blank on both sides
    MinusWithoutBlanks = "minus-without-blanks", Error;
    /// A number, a date or a duration that is none
    BadLiteral = "bad-literal", Error;
    /// A string with an escape or an insertion that is none
    BadEscape = "bad-escape", Error;
    /// A clause is given twice
    DuplicateClause = "duplicate-clause", Error;
    /// A doc comment belongs to nothing
    StrayDocComment = "stray-doc-comment", Warning;

    // -- loading --
    /// A used file is missing
    MissingFile = "missing-file", Error;
    /// A used file lies outside the root
    OutsideRoot = "outside-root", Error;
    /// Files use each other in a circle
    UseCycle = "use-cycle", Error;
    /// A file is used twice
    DuplicateUse = "duplicate-use", Error;

    // -- names --
    /// A name that nothing defines
    UnknownName = "unknown-name", Error;
    /// A word of the language that is none: a source, a type, a tier, a phase, a unit
    UnknownWord = "unknown-word", Error;
    /// A second definition of one name
    DuplicateName = "duplicate-name", Error;
    /// An effect's name without a dot
    UndottedEffect = "undotted-effect", Error;
    /// A name that the language keeps for itself
    ReservedName = "reserved-name", Error;
    /// An item or a clause where it may not stand
    MisplacedItem = "misplaced-item", Error;
    /// An alias of two slots, or an alias that is itself a slot
    AmbiguousAlias = "ambiguous-alias", Error;
    /// A `for` that selects nothing
    EmptySelector = "empty-selector", Error;

    // -- slots --
    /// A slot of a gated tool that nothing can fill
    SlotWithoutSource = "slot-without-source", Error;
    /// Clauses of a slot that exclude each other
    ClauseConflict = "clause-conflict", Error;
    /// A draft of an irreversible tool that no confirm shows
    DraftNotShown = "draft-not-shown", Error;
    /// A slot of an irreversible tool that only a set bears out, and no confirm shows
    SetNotShown = "set-not-shown", Error;
    /// A lookup whose tool is not declared, or not `read_only`
    LookupNotRead = "lookup-not-read", Error;
    /// A lookup called with other arguments than it has
    LookupArguments = "lookup-arguments", Error;
    /// An effect's fields and their mapping do not match
    EffectMapping = "effect-mapping", Error;

    // -- expressions --
    /// Types that do not fit
    TypeMismatch = "type-mismatch", Error;
    /// Different units in one comparison or sum
    UnitMismatch = "unit-mismatch", Error;
    /// A slot that may be empty where a value is needed
    MayBeEmpty = "may-be-empty", Error;
    /// A function or a table called with other arguments than it has
    WrongArguments = "wrong-arguments", Error;
    /// A pattern that is no valid regular expression, or too large
    BadPattern = "bad-pattern", Error;
    /// A message inserts something that is not in reach
    BadInsertion = "bad-insertion", Error;
    /// Values that depend on each other in a circle
    DependencyCycle = "dependency-cycle", Error;
    /// A table whose cells do not match its columns
    TableCells = "table-cells", Error;

    // -- guards and budgets --
    /// An action that this phase does not know
    WrongPhase = "wrong-phase", Error;

    // -- lints: what loads and is probably not meant --
    /// A `# chk-allow:` that names no code, or an error's, or gives no reason
    BadAllowance = "bad-allowance", Warning;
    /// A `# chk-allow:` that no finding matches
    UnmatchedAllowance = "unmatched-allowance", Warning;
    /// Sources written in another order than they are searched in
    SourceOrder = "source-order", Advice;

    // -- lints: what is never used, never settled, never shown, and names that mislead --
    /// A definition that nothing uses
    UnusedDefinition = "unused-definition", Warning;
    /// A slot or a fact that a source of it can never settle
    NeverSettled = "never-settled", Warning;
    /// A question about a slot that no answer fills
    UnanswerableQuestion = "unanswerable-question", Warning;
    /// A question that names a tool
    ToolInQuestion = "tool-in-question", Warning;
    /// An answer that is taken for an id, beside rows in which a name stands for it
    NameAsId = "name-as-id", Advice;
    /// A provider's rule that holds as soon as the person says so
    SelfAttested = "self-attested", Warning;
    /// A slot of a reversible tool that only a set bears out, and no confirm shows
    UnshownSet = "unshown-set", Advice;
    /// A draft of a reversible tool that its confirms do not show
    UnshownDraft = "unshown-draft", Advice;
    /// A slot of an irreversible tool that an earlier call bears out, and no confirm shows
    UnshownPriorState = "unshown-prior-state", Warning;
    /// An alias that is the name of something else in another tool
    MisleadingAlias = "misleading-alias", Warning;
    /// Two names for one thing in several tools
    TwoNames = "two-names", Advice;
    /// Names that a reader takes for one
    LookAlikeNames = "look-alike-names", Warning;
    /// An example value in the description of an argument
    ExampleInDescription = "example-in-description", Advice;
    // -- what can never happen --
    /// A value of an enum, or a phrase of one, that nobody says
    UnsayableValue = "unsayable-value", Advice;
    /// A phrase that says two values or two effects
    SharedPhrase = "shared-phrase", Warning;
    /// A name that is compared with what never has it
    NeverMatches = "never-matches", Warning;
    /// A guard that reads what is never there
    IdleGuard = "idle-guard", Warning;
    /// A step of a guard that is never done
    UnreachableStep = "unreachable-step", Warning;
    /// An action of a guard that does nothing beside a stronger one
    IdleAction = "idle-action", Warning;
    /// A guard that lets through what it objects to, once its last `retry` is used up
    RetryLast = "retry-last", Advice;
    /// A clause of a result that an earlier one hides
    HiddenClause = "hidden-clause", Warning;
    /// A message that inserts what is not known there
    BlankInsertion = "blank-insertion", Warning;
    /// A table without a row or a column for a value that its argument may have
    TableGap = "table-gap", Warning;
    /// A clause that does nothing beside another
    IdleClause = "idle-clause", Warning;
    /// A failed call that is tried again only after another yes
    RetryAsksAgain = "retry-asks-again", Advice;
    /// A budget that never binds, since another one is used up before it
    IdleBudget = "idle-budget", Warning;
    /// A budget of nothing
    ZeroBudget = "zero-budget", Advice;
    // - conditions -
    /// A condition that cannot be false
    AlwaysTrue = "always-true", Warning;
    /// A condition that cannot be true
    AlwaysFalse = "always-false", Warning;
    /// A condition that follows from another
    ImpliedCondition = "implied-condition", Advice;
    /// Conditions that cannot hold together
    ContradictingConditions = "contradicting-conditions", Warning;
    /// An `all` that an empty list fulfils
    AllOverEmpty = "all-over-empty", Advice;
    /// A regular expression that matches every text, or none
    VacuousPattern = "vacuous-pattern", Warning;
    /// A number without a unit beside one that has one
    MissingUnit = "missing-unit", Advice;
}

impl Code {
    /// Whether a part of the policy is missing because of it, so that names in the rest have nothing to refer to.
    pub(crate) fn leaves_a_gap(self) -> bool {
        matches!(
            self,
            Code::UnreadableFile
                | Code::NotUtf8
                | Code::OverLimit
                | Code::MissingFile
                | Code::OutsideRoot
                | Code::UseCycle
        )
    }

    /// Whether it may be the mistake of a definition that is missing.
    pub(crate) fn is_about_a_definition(self) -> bool {
        matches!(self, Code::UnknownName | Code::EmptySelector | Code::BadInsertion)
    }

    /// Whether it says that no confirm shows something.
    pub(crate) fn is_about_a_confirm(self) -> bool {
        matches!(self, Code::DraftNotShown | Code::SetNotShown)
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
