//! Words that open something elsewhere and nothing here.

use super::super::token::TokenKind;
use super::{Slip, Spot};

const REQUIRE: &str = "`require NAME: CONDITION else hold \"...\"`";
const FORBID: &str = "`forbid NAME when CONDITION because \"...\"`";

impl Spot<'_> {
    /// A word at the head of a line that would open an item elsewhere.
    pub(super) fn foreign_item(&self) -> Option<Slip> {
        let at = self.at;
        if !self.is_first(at) && !matches!(self.back(1), "{" | "}") {
            return None;
        }
        let word = self.text_of(at);
        if word == "-" && self.token(at + 1).kind == TokenKind::Word {
            return Some(self.left_out(at, at + 1, "leave out `-`"));
        }
        if self.token(at).kind != TokenKind::Word || self.ahead(1) == "." {
            return None;
        }
        let help = match word.to_lowercase().as_str() {
            "allow" | "permit" | "grant" | "accept" | "authorize" => format!(
                "there is no `{word}`: a call runs where nothing is missing and nothing is broken; write what has to hold, {REQUIRE}"
            ),
            "deny" | "block" | "reject" | "disallow" | "refuse" | "prohibit" | "violation" => format!("write {FORBID}"),
            "if" | "when" | "unless" | "else" | "elif" | "switch" | "case" | "match" => {
                format!("a condition stands in a rule: {REQUIRE} or {FORBID}")
            }
            "assert" | "ensure" | "check" | "must" | "rule" | "rules" | "constraint" | "validate" | "invariant" => {
                format!("write {REQUIRE}")
            }
            "approve" | "approval" | "approvals" => "write `confirm NAME when CONDITION ask \"...\"`".to_owned(),
            "warn" | "inform" | "notify" => "write `notice NAME when CONDITION show \"...\"`".to_owned(),
            "import" | "include" | "from" => "another file is read by `use \"PATH\"`".to_owned(),
            "package" | "module" | "namespace" => "leave it out: a file has no name".to_owned(),
            "var" | "const" | "define" | "set" => "a value with a name is `let NAME = VALUE`".to_owned(),
            "def" | "func" | "function" | "fn" => {
                "a value with a name is `let NAME = VALUE`; it stands where it is read, and takes no arguments"
                    .to_owned()
            }
            "effects" => "write `effect NAME { field: slot }` for each of them".to_owned(),
            "param" | "parameter" | "arg" | "argument" | "input" | "field" | "property" | "parameters" | "args"
            | "arguments" | "inputs" | "properties" => "an argument is `slot NAME: TYPE`".to_owned(),
            "default" if matches!(self.ahead(1), "allow" | "deny") => {
                "leave it out: a call runs where nothing is missing and nothing is broken, and is held otherwise"
                    .to_owned()
            }
            "default" => "a `default` stands in its slot: `slot NAME: TYPE default VALUE`".to_owned(),
            "description" | "desc" | "doc" | "title" | "summary" => {
                "say it in a doc comment above: `## ...`".to_owned()
            }
            "return" | "then" | "raise" | "throw" => {
                format!("nothing is returned; a rule says what is told: {REQUIRE}")
            }
            "type" | "class" | "struct" | "interface" | "enum" => {
                "a type stands in its slot: `slot NAME: TYPE`".to_owned()
            }
            "tools" | "functions" | "actions" | "action" | "operation" => "write `tool NAME { ... }`".to_owned(),
            "server" | "service" | "connector" | "policy" => {
                "write `provider NAME { ... }`, and the tools in it".to_owned()
            }
            _ => return None,
        };
        Some(Slip::told(help))
    }
}
