//! What the commands around a running host take: `eval`, `record`, `why`, `replay`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{FormatArgs, Root};

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
