//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Checklists that decide whether a language model's tool call may run.
#[derive(Debug, Parser)]
#[command(name = "chk", version, max_term_width = 100, arg_required_else_help = true, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// When to write in colour; colours never carry a meaning alone
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    pub(crate) color: Colour,
}

const EXIT_CODES: &str = "\
Exit codes: 0 as hoped, 1 the answer is no, 2 there is no answer (see the help of each command).

NO_COLOR=1 writes without colours; NO_GRAPHICS=1 describes source excerpts in words, for screen readers.";

const EVAL_USAGE: &str = "chk eval [OPTIONS] <POLICY> --context <FILE>
       chk eval [OPTIONS] <POLICY> --stream";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find what is wrong with policies
    #[command(after_help = "\
Examples:
  chk check policies/bank.chk
  chk check policies --deny warnings --allow unused-definition
  chk check policies --fix --diff
  chk check policies --format json | jq '.diagnostics[].code'
  chk check policies --watch

A `chk.toml` in the folder of a policy, or above it, sets the same for all that lie there:
  deny = [\"warnings\"]
  [allow]
  source-order = \"the hand-book names the words first\"
`# chk-allow: CODE reason` in a policy holds for what stands below it.

Exit codes: 0 nothing is wrong (warnings alone are nothing), 1 errors or what --deny adds, or what --fix --diff would \
change, 2 a file cannot be read, is not UTF-8 or is over a limit.")]
    Check(CheckArgs),

    /// Tell what a code means, why it matters and how it is mended
    #[command(after_help = "\
Examples:
  chk explain source-order
  chk explain
  chk explain draft-not-shown --format json | jq -r .page

Exit codes: 0 it was told, 2 there is no such code.")]
    Explain(ExplainArgs),

    /// Judge a snapshot under a policy
    #[command(override_usage = EVAL_USAGE, after_help = "\
Examples:
  chk eval policies/bank.chk --context snapshot.yaml
  chk eval policies/bank.chk --context - --format json < snapshot.json
  host | chk eval policies/bank.chk --stream | host
  host | chk eval policies/bank.chk --stream --record record.jsonl | host

Exit codes: 0 the decision is `execute` or `pass`, 1 any other decision, 2 no verdict could be made.
With --stream, 0 when every line got a verdict, 2 when one did not; the decisions stand in the verdicts.
With --shadow, 0 whatever the decision.")]
    Eval(EvalArgs),

    /// Write policies in their canonical form
    #[command(after_help = "\
What a policy says, its words and its comments stay; line ends, indentation, empty lines and the order of a slot's clauses \
are set. A formatted text that would not say the same is never written.

Examples:
  chk fmt policies
  chk fmt --check policies
  chk fmt --diff policies/bank.chk
  chk fmt - < bank.chk

Exit codes: 0 everything is in its canonical form now; with --check or --diff, it was before, \
1 with --check or --diff, a file would change, 2 a file cannot be read, has mistakes or cannot be written.")]
    Fmt(FmtArgs),

    /// Run the test files beside policies
    #[command(after_help = "\
Examples:
  chk test policies
  chk test policies/bank.test.yaml --filter approval
  chk test policies --coverage --threshold 100
  chk test policies --coverage-format lcov --coverage-out lcov.info
  chk test policies --format junit > junit.xml
  chk test policies --watch

Exit codes: 0 every case holds, 1 a case does not hold, there is none, or the coverage is below --threshold, \
2 a policy does not load or a test file is malformed.")]
    Test(TestArgs),

    /// Look into a record of verdicts
    #[command(
        arg_required_else_help = true,
        after_help = "\
Examples:
  chk record verify record.jsonl
  chk record show record.jsonl --seq 12

Exit codes: 0 as hoped, 1 the record is broken or has no such line, 2 it cannot be read."
    )]
    Record(RecordArgs),

    /// Tell where each value of a recorded verdict came from, and what would have changed the decision
    #[command(after_help = "\
The last verdict of the record, or the line that --seq names. Each value leads back to the words, the setting, the \
answer or the measurement that bore it out. Of what did not run it says what has to be another first: all of it, and \
while any of it is left out nothing runs.

Examples:
  chk why record.jsonl
  chk why record.jsonl --seq 12 --format json

Exit codes: 0 it was told, 2 the file cannot be read, or there is no such verdict.")]
    Why(WhyArgs),

    /// Show what hangs together: slots, sources, lookups, conditions and approvals
    #[command(after_help = "\
Without a tool, all tools: what each looks up and changes; more than 60 are shown by provider. --what-if takes a source \
(`user_answer`, `instruction`, `preset`, `measured`, `prior_state`), a setting (`preset(limits.daily)`) or a lookup \
(`payees`, `bank.payees`), and marks what follows if the policy listed it nowhere.

Examples:
  chk graph policies/bank.chk
  chk graph policies/bank.chk transfer --format svg > transfer.svg
  chk graph policies/bank.chk transfer --what-if payees

Exit codes: 0 it was shown, 2 the policy does not load, or nothing is called like that.")]
    Graph(GraphArgs),

    /// Write the policy as a page that a person reads and signs: every tool, in plain sentences
    #[command(after_help = "\
Examples:
  chk docs policies/bank.chk > bank.md
  chk docs policies/bank.chk --format html > bank.html

Exit codes: 0 it was written, 2 the policy does not load.")]
    Docs(DocsArgs),

    /// Judge what happened in transcripts as if a policy had been there
    #[command(after_help = "\
Examples:
  chk replay policies/bank.chk traces.jsonl
  chk replay policies/bank.chk traces.jsonl --against policies/old.chk --format json
  chk replay policies/bank.chk runs.jsonl --runs task_id --html report.html

Exit codes: 0 everything was read, 2 a policy does not load, or a transcript, or a part of one, cannot be read; \
the figures of the others are written all the same.")]
    Replay(ReplayArgs),
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    /// The record
    pub(crate) file: PathBuf,

    /// The verdict in the line with this number, from 1 [default: the last one]
    #[arg(long, value_name = "N")]
    pub(crate) seq: Option<u64>,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GraphArgs {
    /// The policy
    pub(crate) policy: PathBuf,

    /// One tool's checklist [default: all tools]
    pub(crate) tool: Option<String>,

    /// Mark what follows if this source, setting or lookup were not there
    #[arg(long, value_name = "SOURCE|LOOKUP")]
    pub(crate) what_if: Option<String>,

    /// How it is shown
    #[arg(long, value_enum, default_value_t = Drawing::Human, value_name = "FORMAT")]
    pub(crate) format: Drawing,

    #[command(flatten)]
    pub(crate) root: Root,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    /// Text for people
    Human,
    /// One JSON document
    Json,
    /// For Graphviz
    Dot,
    /// For Mermaid, as Markdown pages show it
    Mermaid,
    /// A picture that needs nothing else to be seen
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct DocsArgs {
    /// The policy
    pub(crate) policy: PathBuf,

    /// How it is written
    #[arg(long, value_enum, default_value_t = Written::Markdown, value_name = "FORMAT")]
    pub(crate) format: Written,

    #[command(flatten)]
    pub(crate) root: Root,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Written {
    /// Markdown
    Markdown,
    /// A page that needs nothing else to be seen
    Html,
    /// One JSON document
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct RecordArgs {
    #[command(subcommand)]
    pub(crate) command: RecordCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Say whether a record is as it was written
    #[command(after_help = "\
A changed, dropped, inserted or reordered line breaks the chain. That the last lines were cut off, or that all \
was written anew, shows beside a digest that was noted elsewhere: --head.

Examples:
  chk record verify record.jsonl
  chk record verify record.jsonl --head sha256:0f3a... --format json

Exit codes: 0 every line is as it was written, 1 one is not, 2 the file cannot be read.")]
    Verify(VerifyArgs),

    /// List a record, a line for each line, or show one of them as a whole
    #[command(after_help = "\
Examples:
  chk record show record.jsonl
  chk record show record.jsonl --seq 12

Exit codes: 0 it was shown, 1 there is no such line, or one is none, 2 the file cannot be read.")]
    Show(ShowArgs),
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The record
    pub(crate) file: PathBuf,

    /// A digest that was the record's head once: it has to be the digest of one of its lines
    #[arg(long, value_name = "DIGEST")]
    pub(crate) head: Option<String>,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArgs {
    /// The record
    pub(crate) file: PathBuf,

    /// Show the line with this number, from 1, as a whole
    #[arg(long, value_name = "N")]
    pub(crate) seq: Option<u64>,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Policy files, or folders: every `.chk` below them
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) root: Root,

    /// Also end with 1 on warnings, or on findings of this code (may be repeated)
    #[arg(long, value_name = "warnings|CODE")]
    pub(crate) deny: Vec<String>,

    /// Pass over findings of this code (may be repeated); errors cannot be passed over
    #[arg(long, value_name = "CODE")]
    pub(crate) allow: Vec<String>,

    /// Mend the findings whose repair is certain; what would change a verdict of the policy's own tests is left alone
    #[arg(long)]
    pub(crate) fix: bool,

    /// Show what `--fix` would write, and write nothing
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,

    /// Check again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with = "fix")]
    pub(crate) watch: bool,

    /// For people, or for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CheckFormat::Human)]
    pub(crate) format: CheckFormat,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Text for people
    Human,
    /// One JSON document
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of a workflow on GitHub
    Github,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// The code; without one, all of them are listed
    pub(crate) code: Option<String>,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Policy files, or folders: every `.chk` below them; `-` is standard input, and goes to standard output
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Write nothing, and name the files that would change
    #[arg(long)]
    pub(crate) check: bool,

    /// Write nothing, and show what would change
    #[arg(long)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// The policy
    pub(crate) policy: PathBuf,

    /// The snapshot, YAML or JSON; `-` is standard input
    #[arg(long, value_name = "FILE", required_unless_present = "stream", conflicts_with = "stream")]
    pub(crate) context: Option<PathBuf>,

    /// Read JSON snapshots from standard input, one a line, and write a verdict for each
    ///
    /// Verdicts are JSON, one a line, in the order of the snapshots. A line that is no snapshot gives
    /// `{"error": {"diagnostics": [...]}}` in its place. Blank lines are passed over.
    #[arg(long)]
    pub(crate) stream: bool,

    /// Append each verdict to this record, with what it was made from; made where it is not there
    ///
    /// A verdict that cannot be recorded is not given. `chk record` looks into the file.
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Record verdicts as what they would have been, and end with 0 whatever they are
    #[arg(long, requires = "record")]
    pub(crate) shadow: bool,

    #[command(flatten)]
    pub(crate) root: Root,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// Test files, or folders: every `.test.yaml` below them
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// Run only the cases whose name contains this
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,

    /// Run again whenever a policy or a test file changes, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,

    #[command(flatten)]
    pub(crate) coverage: CoverageArgs,

    #[command(flatten)]
    pub(crate) root: Root,

    /// For people, or for programs [default: human]
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<TestFormat>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverageArgs {
    /// Also tell what of the policies no case shows; the other flags of coverage imply it
    #[arg(long = "coverage")]
    pub(crate) asked: bool,

    /// How it is told [default: table]
    #[arg(id = "coverage_format", long = "coverage-format", value_enum, value_name = "FORMAT")]
    pub(crate) format: Option<CoverageFormat>,

    /// Write it to this file; else it goes to standard output, and what came of the cases to standard error
    #[arg(id = "coverage_out", long = "coverage-out", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// End with 1 where less of the conditions was seen, or of another kind, as `slots=80` (may be repeated)
    #[arg(long, value_name = "PERCENT|KIND=PERCENT")]
    pub(crate) threshold: Vec<String>,
}

impl CoverageArgs {
    /// Whether coverage is to be measured.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked || self.format.is_some() || self.out.is_some() || !self.threshold.is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverageFormat {
    /// For people: what is missing
    Table,
    /// One JSON document
    Json,
    /// For editors and services that read LCOV
    Lcov,
    /// A page with the policies' lines
    Html,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TestFormat {
    /// Text for people
    Human,
    /// One JSON document
    Json,
    /// XML as JUnit writes it
    Junit,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// The policy
    pub(crate) policy: PathBuf,

    /// Transcripts, or folders: every `.jsonl` below them; `-` is standard input
    #[arg(required = true, value_name = "TRACE")]
    pub(crate) traces: Vec<PathBuf>,

    /// How they are written [default: recognised]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) from: Option<From>,

    /// An older policy: list what would change, call by call
    #[arg(long, value_name = "POLICY")]
    pub(crate) against: Option<PathBuf>,

    /// Conversations are runs of the case that this field names; what stands behind a `#` tells the runs apart
    #[arg(long, value_name = "FIELD")]
    pub(crate) runs: Option<String>,

    /// A snapshot with which every conversation begins: user, zone, time, settings, records, observations
    #[arg(long, value_name = "FILE")]
    pub(crate) start: Option<PathBuf>,

    /// User messages that begin with this were written by a program, not by the person (may be repeated)
    #[arg(long, value_name = "TEXT")]
    pub(crate) machine: Vec<String>,

    /// Also write a report with plots to this file; it needs nothing else to be seen
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) root: Root,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Messages with `tool_calls`
    Openai,
    /// Messages with blocks: `tool_use`, `tool_result`
    Anthropic,
    /// JSON-RPC of the Model Context Protocol
    Mcp,
    /// The record that `chk` itself keeps
    Record,
}

#[derive(Debug, Args)]
pub(crate) struct Root {
    /// The folder that `use` never leaves [default: the folder of the policy]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) root: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct FormatArgs {
    /// For people, or for programs [default: human]
    #[arg(long = "format", value_enum, value_name = "FORMAT")]
    pub(crate) chosen: Option<Format>,
}

impl FormatArgs {
    pub(crate) fn is_json(&self) -> bool {
        self.chosen == Some(Format::Json)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Human,
    /// One JSON document
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
