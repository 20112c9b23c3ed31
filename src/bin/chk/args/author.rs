//! What the commands of an author take: `check`, `explain`, `fmt`, `test`, `graph`, `docs`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FormatArgs, Root};

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
    /// A code, or a word of the language or of a verdict; without one, all of them are listed
    #[arg(value_name = "CODE|WORD")]
    pub(crate) word: Vec<String>,

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
