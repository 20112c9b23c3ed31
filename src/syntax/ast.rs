//! The tree of one file: what stands there, with the place of everything. Nothing is resolved here; words that the
//! language knows only by name (types, sources, phases, units) are still names.

use crate::span::Span;
use crate::value::Value;

/// One file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Everything at top level, in order.
    pub items: Vec<Item>,
}

/// A name as written, backquotes taken off.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Where, backquotes included.
    pub span: Span,
    /// Whether it stood in backquotes.
    pub quoted: bool,
}

/// Names joined by dots: `bank.transfer`, `std.countries`, `money.moved`.
#[derive(Clone, Debug, PartialEq)]
pub struct DottedName {
    /// The parts, at least one.
    pub parts: Vec<Name>,
    /// Where, from the first part to the last.
    pub span: Span,
}

/// A string, its escapes already read.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// What it says.
    pub text: String,
    /// Where, quotation marks included.
    pub span: Span,
}

/// A message: a string with insertions.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Literal text and insertions in turn.
    pub parts: Vec<MessagePart>,
    /// Where, quotation marks included.
    pub span: Span,
}

/// A piece of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum MessagePart {
    /// As it stands; `{{` and `}}` are single braces here.
    Literal(String),
    /// `{name}`, `{effect.name}`, `{call}`, `{found}`.
    Insert(DottedName),
}

/// A literal value.
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// The value; dates, datetimes and durations have their own kinds.
    pub value: Value,
    /// Where.
    pub span: Span,
}

/// What may stand where a VALUE is expected: a literal, or a name where an enum is.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueOrName {
    /// A literal.
    Literal(Literal),
    /// An enum's value by its name.
    Name(Name),
}

/// An item with its doc comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The lines of `##` directly above, joined by line feeds.
    pub doc: Option<String>,
    /// What it is.
    pub kind: ItemKind,
    /// The whole item.
    pub span: Span,
}

/// Every kind of item; which may stand where is not the grammar's business.
#[derive(Clone, Debug, PartialEq)]
pub enum ItemKind {
    // top level
    /// `use "PATH"`
    Use(Text),
    /// `effect NAME { field: TYPE, ... } said as "...", ...` (a definition: it has braces and types)
    EffectDef(EffectDef),
    /// `assertion EFFECT by PATTERN unless PATTERN`
    Assertion(Assertion),
    /// `whitelist NAME { VALUE, ... }`
    Whitelist(Whitelist),
    /// `vocabulary NAME { "x" = "y" or "z", ... }`
    Vocabulary(Vocabulary),
    /// `table NAME(row, column) { ... }`
    Table(Table),
    /// `pattern NAME = PATTERN, ...`
    PatternDef(PatternDef),
    /// `fixed { }`, `provider NAME { }`, `user { }`
    Section(Section),
    // sections
    /// `lookup NAME(param, ...) by TOOL { argument: param } within D outside`
    Lookup(Lookup),
    /// `tool NAME { }`
    Tool(Tool),
    /// `for SELECTOR, ... { }`
    For(For),
    /// `unlisted tools hold`
    UnlistedTools,
    /// `slot NAME: TYPE ...`
    Slot(Slot),
    /// `fact NAME: TYPE ...`
    Fact(Slot),
    /// `let NAME = EXPR`
    Let(Let),
    /// `require NAME: EXPR else ...`
    Require(Require),
    /// `forbid NAME when EXPR because "..."`
    Forbid(Forbid),
    /// `confirm NAME [when EXPR] ask "..."`
    Confirm(Confirm),
    /// `notice NAME [when EXPR] show "..."`
    Notice(Notice),
    /// `guard NAME on PHASE ...`
    Guard(Guard),
    /// `budget rounds|calls|cost|asks|revisions N per message|slot`
    Budget(Budget),
    // tools
    /// `read_only`, `reversible`, `irreversible`: a tier alone (any bare name in an item's place; checked later)
    Tier(Name),
    /// `tier irreversible`, under `for`
    TierAtLeast(Name),
    /// `only SLOT from SOURCE, ...`
    Only(Only),
    /// `effect NAME { field: slot-or-literal, ... }` in a tool
    Produces(Produces),
    /// `group NAME { a, b, c } from ...`
    Group(Group),
    /// `result { }`
    Result(ResultBlock),
    /// `on failure halt|retry N|continue`
    OnFailure(OnFailure),
    /// `same by SLOT, ...`
    SameBy(Vec<Name>),
    /// `once per message|session`
    OncePer(Name),
    /// `after timeout verify by TOOL { argument: slot }`
    AfterTimeout(AfterTimeout),
    /// `changes LOOKUP(args), ...`, `changes nothing` (empty)
    Changes(Vec<LookupCall>),
    /// `other arguments hold|drop|pass`
    OtherArguments(Name),
}

/// An effect: the shared contract between intent, tools and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectDef {
    /// `money.moved`
    pub name: DottedName,
    /// Its fields.
    pub fields: Vec<(Name, Type)>,
    /// How a person asks for it.
    pub said_as: Vec<Text>,
}

/// How a model's text claims an effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// Which effect.
    pub effect: DottedName,
    /// What claims it.
    pub by: Pattern,
    /// What takes the claim back.
    pub unless: Option<Pattern>,
}

/// A named set of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Whitelist {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub values: Vec<Literal>,
}

/// Other words for values.
#[derive(Clone, Debug, PartialEq)]
pub struct Vocabulary {
    /// Its name.
    pub name: Name,
    /// What is said, and the values that it may mean.
    pub entries: Vec<(Text, Vec<Literal>)>,
}

/// A table of two parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// The row parameter and the column parameter.
    pub parameters: Vec<Name>,
    /// The name in front of the column values: the column parameter's.
    pub column_head: Name,
    /// The column values.
    pub columns: Vec<ValueOrName>,
    /// Row values with their cells.
    pub rows: Vec<(ValueOrName, Vec<ValueOrName>, Span)>,
}

/// A named pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternDef {
    /// Its name.
    pub name: Name,
    /// Any of these.
    pub patterns: Vec<Pattern>,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    /// What kind.
    pub kind: PatternKind,
    /// Where.
    pub span: Span,
}

/// The kinds of patterns.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// Another pattern by its name.
    Name(DottedName),
    /// `/regex/flags`: the text between the slashes as it stands (`\/` read as `/`), and the flags.
    Regex(String, String),
    /// `words { "...", ... }`
    Words(Vec<Text>),
}

/// `fixed { }`, `provider NAME { }`, `user { }`.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Whose.
    pub owner: Owner,
    /// The provider's name.
    pub name: Option<Name>,
    /// What it holds.
    pub items: Vec<Item>,
    /// `fixed`, `provider NAME`, `user`.
    pub head: Span,
}

/// Who owns a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// The adopting system.
    Fixed,
    /// Whoever offers the tools.
    Provider,
    /// The person or the environment.
    User,
}

/// Which call measures a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Lookup {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Name>,
    /// `bank.get_account`, `get_account`, or `host`.
    pub by: DottedName,
    /// `argument: param` or `argument: literal`.
    pub arguments: Vec<(Name, ValueOrName)>,
    /// `within 30s`
    pub within: Option<Literal>,
    /// `outside`: others wrote what it holds.
    pub outside: bool,
}

/// A tool of a provider.
#[derive(Clone, Debug, PartialEq)]
pub struct Tool {
    /// Its name as served.
    pub name: Name,
    /// What it holds.
    pub items: Vec<Item>,
}

/// Rules for what is selected.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    /// For which.
    pub selectors: Vec<Selector>,
    /// The rules.
    pub items: Vec<Item>,
}

/// What a rule is for.
#[derive(Clone, Debug, PartialEq)]
pub struct Selector {
    /// What kind.
    pub kind: SelectorKind,
    /// Where.
    pub span: Span,
}

/// The kinds of selectors.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectorKind {
    /// `bank.transfer`, `transfer`, or a tier's name.
    Name(DottedName),
    /// `bank.*`
    AllOf(DottedName),
    /// `effect NAME`
    Effect(DottedName),
}

/// A slot or a fact.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// `= EXPR`
    pub computed: Option<Expr>,
    /// The clauses, each kind at most once (`StrayClause`s are reported before).
    pub clauses: Vec<Clause>,
}

/// One clause of a slot.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// What it says.
    pub kind: ClauseKind,
    /// Where, from its word on.
    pub span: Span,
    /// Its doc comment.
    pub doc: Option<String>,
}

/// The clauses of a slot.
#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `where EXPR`
    Where(Expr),
    /// `from SOURCE, ...`
    From(Vec<Source>),
    /// `drafted`
    Drafted,
    /// `supplied`
    Supplied,
    /// `cosmetic`
    Cosmetic,
    /// `optional [when EXPR]`
    Optional(Option<Expr>),
    /// `default VALUE`; `[]` is an empty list
    Default(ValueOrName),
    /// `required`
    Required,
    /// `alias A, B`
    Alias(Vec<Name>),
    /// `unit NAME`
    Unit(Name),
    /// `strip PATTERN`
    Strip(Pattern),
    /// `secret`
    Secret,
    /// `ask "..."`
    Ask(Message),
    /// `at trigger`
    AtTrigger,
}

impl ClauseKind {
    /// The word that opens the clause.
    pub fn word(&self) -> &'static str {
        match self {
            ClauseKind::Where(_) => "where",
            ClauseKind::From(_) => "from",
            ClauseKind::Drafted => "drafted",
            ClauseKind::Supplied => "supplied",
            ClauseKind::Cosmetic => "cosmetic",
            ClauseKind::Optional(_) => "optional",
            ClauseKind::Default(_) => "default",
            ClauseKind::Required => "required",
            ClauseKind::Alias(_) => "alias",
            ClauseKind::Unit(_) => "unit",
            ClauseKind::Strip(_) => "strip",
            ClauseKind::Secret => "secret",
            ClauseKind::Ask(_) => "ask",
            ClauseKind::AtTrigger => "at trigger",
        }
    }
}

/// One source of a whitelist.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// `user_answer`, `instruction`, `preset`, `measured`, `prior_state`, or whatever stands there.
    pub word: Name,
    /// What stands in its brackets.
    pub path: Option<Path>,
    /// The words after it, in order.
    pub modes: Vec<Mode>,
    /// Where.
    pub span: Span,
}

/// A word after a source.
#[derive(Clone, Debug, PartialEq)]
pub struct Mode {
    /// `quoted`, `unambiguous`, `via`, `whole`, `soonest`, `without`, `text`.
    pub word: Name,
    /// The name after `via` or `without`.
    pub argument: Option<DottedName>,
    /// The pattern after `strip`.
    pub strip: Option<Pattern>,
}

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What kind.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// The kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `text`, `integer`, `boolean`, ... or whatever stands there.
    Name(Name),
    /// `enum { a, b ("phrase", "phrase") }`
    Enum(Vec<EnumValue>),
    /// `boolean { true ("with"), false ("without") }`
    Boolean(Vec<EnumValue>),
    /// `list of T`
    List(Box<Type>),
    /// `map of T`
    Map(Box<Type>),
    /// `object { slot ... }`
    Object(Vec<Item>),
    /// `T or U or ...`
    Union(Vec<Type>),
    /// `(T where EXPR)`
    Refined(Box<Type>, Box<Expr>),
}

/// One value of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct EnumValue {
    /// The value: text from a name or a string, a number, or a boolean.
    pub value: Literal,
    /// How a person says it.
    pub phrases: Vec<Text>,
    /// Its doc comment.
    pub doc: Option<String>,
}

/// `let NAME = EXPR`
#[derive(Clone, Debug, PartialEq)]
pub struct Let {
    /// Its name.
    pub name: Name,
    /// Its value.
    pub value: Expr,
}

/// `require NAME: EXPR else ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Require {
    /// Its name.
    pub name: Name,
    /// What must hold.
    pub condition: Expr,
    /// What happens where it does not.
    pub otherwise: Otherwise,
}

/// The `else` of a `require`.
#[derive(Clone, Debug, PartialEq)]
pub enum Otherwise {
    /// `else hold "..."`
    Hold(Message),
    /// `else ask SLOT "..."`
    Ask(DottedName, Message),
}

/// `forbid NAME when EXPR because "..."`
#[derive(Clone, Debug, PartialEq)]
pub struct Forbid {
    /// Its name.
    pub name: Name,
    /// What must not hold.
    pub condition: Expr,
    /// Why.
    pub because: Message,
}

/// `confirm NAME [when EXPR] ask "..."`
#[derive(Clone, Debug, PartialEq)]
pub struct Confirm {
    /// Its name.
    pub name: Name,
    /// When it is due; always where nothing stands.
    pub when: Option<Expr>,
    /// The question.
    pub ask: Message,
}

/// `notice NAME [when EXPR] show "..."`
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Its name.
    pub name: Name,
    /// When it is due; always where nothing stands.
    pub when: Option<Expr>,
    /// What is shown.
    pub show: Message,
}

/// `guard NAME on PHASE [for SELECTOR, ...] when EXPR then ACTION, ... [at most N per message|session] [then ...]`
#[derive(Clone, Debug, PartialEq)]
pub struct Guard {
    /// Its name.
    pub name: Name,
    /// `request`, `call`, `result`, `answer`, `memory`, or whatever stands there.
    pub phase: Name,
    /// For which calls.
    pub selectors: Vec<Selector>,
    /// When it acts.
    pub when: Expr,
    /// The steps, the first that is not used up acts.
    pub steps: Vec<GuardStep>,
}

/// One `then` of a guard.
#[derive(Clone, Debug, PartialEq)]
pub struct GuardStep {
    /// What is done.
    pub actions: Vec<Action>,
    /// `at most N per message|session`
    pub at_most: Option<(Literal, Name)>,
    /// Where.
    pub span: Span,
}

/// One action of a guard.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// Its word: `hide`, `append`, `attach`, `reply`, `hold`, `retry`, `replay`, `escalate`, `strip`, `record`.
    pub word: Name,
    /// What follows the word.
    pub argument: ActionArgument,
}

/// What follows an action's word.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionArgument {
    /// Nothing: `replay`, `record`, `escalate`.
    None,
    /// A message: `append`, `reply`, `hold`, `retry`.
    Message(Message),
    /// A selector: `hide`.
    Selector(Selector),
    /// A path: `attach`.
    Path(Path),
    /// A pattern: `strip`.
    Pattern(Pattern),
}

/// `budget WHAT N per SCOPE`
#[derive(Clone, Debug, PartialEq)]
pub struct Budget {
    /// `rounds`, `calls`, `cost`, `asks`, `revisions`, or whatever stands there.
    pub what: Name,
    /// How many, or how much.
    pub limit: Literal,
    /// `message`, `slot`.
    pub per: Name,
}

/// `only SLOT from SOURCE, ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Only {
    /// The slot, or `effect.FIELD`.
    pub slot: DottedName,
    /// Its only sources.
    pub sources: Vec<Source>,
}

/// `effect NAME { field: slot-or-literal, ... }`
#[derive(Clone, Debug, PartialEq)]
pub struct Produces {
    /// Which effect.
    pub effect: DottedName,
    /// Its fields: a slot's name or a literal.
    pub fields: Vec<(Name, ValueOrName)>,
}

/// `group NAME { a, b, c } from ...`
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: Name,
    /// Its slots.
    pub slots: Vec<Name>,
    /// What bears the row out.
    pub sources: Vec<Source>,
}

/// `result { }`
#[derive(Clone, Debug, PartialEq)]
pub struct ResultBlock {
    /// The clauses in order.
    pub clauses: Vec<ResultClause>,
}

/// One clause of a result block.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultClause {
    /// Its doc comment.
    pub doc: Option<String>,
    /// What it says.
    pub kind: ResultClauseKind,
    /// Where.
    pub span: Span,
}

/// The clauses of a result block.
#[derive(Clone, Debug, PartialEq)]
pub enum ResultClauseKind {
    /// `KIND when EXPR [retriable] [keep PATH] [because "..."]`
    Kind {
        /// `timeout`, `exception`, `upstream_error`, `partial`, `not_found`, or whatever stands there.
        kind: Name,
        /// When.
        when: Expr,
        /// `retriable`
        retriable: bool,
        /// `keep PATH`
        keep: Option<Path>,
        /// `because "..."`
        because: Option<Message>,
    },
    /// `parts PATH ok when EXPR`
    Parts {
        /// The list of sub-results.
        path: Path,
        /// When one of them (`it`) is ok.
        ok_when: Expr,
    },
    /// `data PATH [: TYPE] [verbatim]`
    Data {
        /// The payload.
        path: Path,
        /// Its type.
        ty: Option<Type>,
        /// `verbatim`
        verbatim: bool,
    },
    /// `scope "..."`
    Scope(Message),
}

/// `on failure halt|retry N|continue`
#[derive(Clone, Debug, PartialEq)]
pub struct OnFailure {
    /// `halt`, `retry`, `continue`, or whatever stands there.
    pub word: Name,
    /// How often, after `retry`.
    pub times: Option<Literal>,
}

/// `after timeout verify by TOOL { argument: slot }`
#[derive(Clone, Debug, PartialEq)]
pub struct AfterTimeout {
    /// The tool that verifies.
    pub tool: DottedName,
    /// Its arguments.
    pub arguments: Vec<(Name, ValueOrName)>,
}

/// `order(order_id)`, in `changes`.
#[derive(Clone, Debug, PartialEq)]
pub struct LookupCall {
    /// The lookup.
    pub lookup: DottedName,
    /// Its arguments; none where no brackets stand.
    pub arguments: Option<Vec<Expr>>,
    /// Where.
    pub span: Span,
}

/// A path: a head and steps. The head is a name, or a call of a lookup or a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The first name. (`effect`, `tool` and `it` are heads too.)
    pub head: Name,
    /// `NAME(...)`, directly after the head.
    pub arguments: Option<Vec<Argument>>,
    /// `{ page: * }` after a lookup's call: arguments that are left free.
    pub free: Vec<Name>,
    /// What follows.
    pub steps: Vec<Step>,
    /// Where.
    pub span: Span,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `*`: every observation.
    Any(Span),
    /// An expression.
    Expr(Expr),
    /// A pattern (`find`'s first).
    Pattern(Pattern),
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What kind.
    pub kind: StepKind,
    /// Where.
    pub span: Span,
}

/// The kinds of steps.
#[derive(Clone, Debug, PartialEq)]
pub enum StepKind {
    /// `.name`
    Field(Name),
    /// `.name(...)`: a lookup of a provider, called by its full name (`bank.account(id)`).
    Call(Name, Vec<Argument>, Vec<Name>),
    /// `[n]`
    Index(Literal),
    /// `[EXPR]`, a key or an index that is looked up
    Key(Box<Expr>),
    /// `[*]`
    All,
    /// `[where EXPR]`
    Where(Box<Expr>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What kind.
    pub kind: ExprKind,
    /// Where.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// A literal. `now` and `today` are paths; `true`, `false` and `null` are literals.
    Literal(Value),
    /// A path or a call.
    Path(Path),
    /// `not E`
    Not(Box<Expr>),
    /// `A and B`, `A or B`
    Logic(LogicOp, Box<Expr>, Box<Expr>),
    /// `A == B` and its like, `subset of`, `contains`, `starts with`, `ends with`
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `A in B`, `A not in B`: B is a path (a whitelist or a list)
    In {
        /// `not in`
        negated: bool,
        /// A
        item: Box<Expr>,
        /// B
        set: Box<Expr>,
    },
    /// `A in ("a", "b")`
    InList {
        /// `not in`
        negated: bool,
        /// A
        item: Box<Expr>,
        /// The literals.
        values: Vec<Literal>,
    },
    /// `A matches PATTERN`
    Matches(Box<Expr>, Pattern),
    /// `A is known`, `A is not null`
    Is {
        /// A
        of: Box<Expr>,
        /// `is not`
        negated: bool,
        /// `known`, `null`, `empty`, `failed`, `said`, or whatever stands there.
        what: Name,
    },
    /// `A + B`
    Arithmetic(ArithmeticOp, Box<Expr>, Box<Expr>),
    /// `if A then B else C`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `any(x in P where C: E)` and its like
    Quantifier(Quantifier),
}

/// `and`, `or`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicOp {
    /// `and`
    And,
    /// `or`
    Or,
}

/// The comparisons with two operands of which the right one is an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareOp {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `subset of`
    SubsetOf,
    /// `contains`
    Contains,
    /// `starts with`
    StartsWith,
    /// `ends with`
    EndsWith,
}

impl CompareOp {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            CompareOp::Equal => "==",
            CompareOp::NotEqual => "!=",
            CompareOp::Less => "<",
            CompareOp::LessEqual => "<=",
            CompareOp::Greater => ">",
            CompareOp::GreaterEqual => ">=",
            CompareOp::SubsetOf => "subset of",
            CompareOp::Contains => "contains",
            CompareOp::StartsWith => "starts with",
            CompareOp::EndsWith => "ends with",
        }
    }
}

/// `+ - * /`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticOp {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
}

impl ArithmeticOp {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            ArithmeticOp::Add => "+",
            ArithmeticOp::Subtract => "-",
            ArithmeticOp::Multiply => "*",
            ArithmeticOp::Divide => "/",
        }
    }
}

/// `any(x in P where C: E)`, `all(a, b in P, Q: E)`, `sum(x in P: E)`, `count(x in P where C)`
#[derive(Clone, Debug, PartialEq)]
pub struct Quantifier {
    /// Which.
    pub kind: QuantifierKind,
    /// The variables.
    pub variables: Vec<Name>,
    /// A list each.
    pub lists: Vec<Expr>,
    /// `where C`
    pub filter: Option<Box<Expr>>,
    /// `: E`; none in `count`.
    pub body: Option<Box<Expr>>,
}

/// The quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuantifierKind {
    /// At least one.
    Any,
    /// Every one.
    All,
    /// The sum over them.
    Sum,
    /// How many.
    Count,
}

impl QuantifierKind {
    /// As written.
    pub fn as_str(self) -> &'static str {
        match self {
            QuantifierKind::Any => "any",
            QuantifierKind::All => "all",
            QuantifierKind::Sum => "sum",
            QuantifierKind::Count => "count",
        }
    }
}
