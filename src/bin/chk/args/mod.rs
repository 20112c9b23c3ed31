//! The command line.

mod author;
mod host;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

pub(crate) use author::*;
pub(crate) use host::*;

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

    /// Tell what a code means and how it is mended, or what a word of the language is
    #[command(after_help = "\
Examples:
  chk explain source-order
  chk explain soonest
  chk explain once per
  chk explain
  chk explain draft-not-shown --format json | jq -r .page

Exit codes: 0 it was told, 2 there is no such code and no such word.")]
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
