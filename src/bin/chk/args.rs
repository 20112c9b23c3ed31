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

A `chk.toml` in the folder of a policy, or above it, sets the same for all that lie there:
  deny = [\"warnings\"]
  [allow]
  source-order = \"the hand-book names the words first\"
`# chk-allow: CODE reason` in a policy holds for what stands below it.

Exit codes: 0 nothing is wrong (warnings alone are nothing), 1 errors or what --deny adds, or what --fix --diff would
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

    /// Run the test files beside policies
    #[command(after_help = "\
Examples:
  chk test policies
  chk test policies/bank.test.yaml --filter approval
  chk test policies --format json

Exit codes: 0 every case holds, 1 a case does not hold or there is none,
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
The last verdict of the record, or the line that --seq names. Each value leads back to the words, the setting, the
answer or the measurement that bore it out. What changes the decision is the smallest set: all of it, and none of it can
be left out.

Examples:
  chk why record.jsonl
  chk why record.jsonl --seq 12 --format json

Exit codes: 0 it was told, 2 the file cannot be read, or there is no such verdict.")]
    Why(WhyArgs),

    /// Judge what happened in transcripts as if a policy had been there
    #[command(after_help = "\
Examples:
  chk replay policies/bank.chk traces.jsonl
  chk replay policies/bank.chk traces.jsonl --against policies/old.chk --format json
  chk replay policies/bank.chk runs.jsonl --runs task_id --html report.html

Exit codes: 0 everything was read, 2 a policy does not load, or a transcript, or a part of one, cannot be read;
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
pub(crate) struct RecordArgs {
    #[command(subcommand)]
    pub(crate) command: RecordCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// Say whether a record is as it was written
    #[command(after_help = "\
A changed, dropped, inserted or reordered line breaks the chain. That the last lines were cut off, or that all
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

    #[command(flatten)]
    pub(crate) root: Root,

    #[command(flatten)]
    pub(crate) format: FormatArgs,
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
