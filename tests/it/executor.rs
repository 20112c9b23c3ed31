//! The example executor: what redeems runs, and nothing else.

use std::process::Command;

#[test]
fn the_executor_runs_what_redeems_and_nothing_else() {
    let mut command = Command::new(env!("CARGO"));
    command.args(["run", "--quiet", "--example", "executor"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = command.output().unwrap();
    let (said, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{errors}");
    let expected = "\
the call:          bank.pay ran: paid 5 with a PIN of 6 letters
once more:         refused, replayed
another amount:    refused, mismatched
another's key:     refused, forged
without a permit:  refused, malformed
the record:        7 lines, intact
";
    assert_eq!(said, expected);
}
