//! The executor in another process: it has a public key and the record, and no policy. `cargo run --example executor`.
//!
//! The first process judges a payment and makes a permit of the recorded verdict. The second one, which is this same program started with the
//! word `executor`, takes a line for each call: the tool, the arguments and the permit. Only what redeems runs.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use chk::record::{Record, Redeemer, Signer, Verifier, verify_file};
use chk::snapshot::CallResult;
use chk::value::{DateTime, Duration, Map, Value};
use chk::verdict::{Layout, write_json};
use chk::{Policy, Snapshot};

type Failure = Box<dyn Error>;

const POLICY: &str = r#"
language 1
provider bank {
  tool pay {
    irreversible
    slot amount: decimal where it > 0 from user_answer, instruction
    slot pin: text secret from user_answer
  }
}
"#;

const CALL: &str = r#"
chk: 1
user: ann
call: { tool: bank.pay, arguments: { amount: 5 } }
instruction: [{ text: "pay 5 to the baker", trust: user }]
answers: { pin: Zq81xx }
"#;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [_, "executor", record, key] => executor(Path::new(record), key),
        _ => decider(),
    }
}

/// Judges, records, makes permits, and asks the executor to run them.
fn decider() -> Result<(), Failure> {
    let folder = std::env::temp_dir().join(format!("chk-executor-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("record.jsonl");
    // 32 bytes of the system's randomness in a real one, kept where this process alone reads them.
    let signer = Signer::ed25519(&[42; 32]);
    let public = signer.public().ok_or("no public half")?;
    let mut executor = Executor::start(&path, &public)?;

    let policy = Policy::from_text("bank.chk", POLICY)?;
    let recorded = Record::open(&path)?.verdict(&policy, &Snapshot::from_yaml(CALL)?, now()?)?;
    let minute = Duration::parse("60s").ok_or("no duration")?;
    let permit = recorded.permit(&signer, minute)?.to_text();
    let arguments = recorded.verdict().call().and_then(|call| call.arguments.clone()).ok_or("no arguments")?;

    println!("the call:          {}", executor.ask(&arguments, &permit)?);
    println!("once more:         {}", executor.ask(&arguments, &permit)?);
    let mut more = arguments.clone();
    more.insert("amount".into(), Value::from(500_i64));
    println!("another amount:    {}", executor.ask(&more, &permit)?);
    let forged = recorded.permit(&Signer::ed25519(&[43; 32]), minute)?.to_text();
    println!("another's key:     {}", executor.ask(&arguments, &forged)?);
    println!("without a permit:  {}", executor.ask(&arguments, "please")?);
    drop(executor);

    let found = verify_file(&path, Some(recorded.line()))?;
    println!("the record:        {} lines, {}", found.head.lines, if found.is_intact() { "intact" } else { "broken" });
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// Takes calls from standard input, and runs those that have a permit.
fn executor(record: &Path, key: &str) -> Result<(), Failure> {
    let bytes: Vec<u8> = key.split(',').map(str::parse).collect::<Result<_, _>>()?;
    let key: [u8; 32] = bytes.try_into().map_err(|_| "a key has 32 bytes")?;
    let redeemer = Redeemer::new(Verifier::ed25519(&key)?, Record::open(record)?);
    for line in std::io::stdin().lock().lines() {
        let asked = chk::snapshot::read(&line?)?.to_value();
        let text = |name: &str| asked.field(name).and_then(Value::as_text).unwrap_or_default();
        let arguments = asked.field("arguments").and_then(Value::as_map).cloned().unwrap_or_default();
        let said = match redeemer.redeem(text("permit"), text("tool"), &arguments, now()?) {
            Err(refusal) => format!("refused, {}", refusal.reason),
            Ok(execution) => {
                let returned = execution.run(tool);
                let done = returned.result().text.as_deref().unwrap_or_default().to_owned();
                let envelope = [("ok", Value::from(true)), ("data", Value::from(done.as_str()))];
                returned.enveloped(Value::map(envelope), now()?)?;
                done
            }
        };
        println!("{said}");
    }
    Ok(())
}

/// The tool itself. It gets the PIN, which no verdict and no record shows.
fn tool(tool: &str, arguments: &Map) -> CallResult {
    let pin = arguments.get("pin").and_then(Value::as_text).unwrap_or_default();
    let amount = arguments.get("amount").map(ToString::to_string).unwrap_or_default();
    let text = format!("{tool} ran: paid {amount} with a PIN of {} letters", pin.chars().count());
    CallResult { text: Some(text.into()), ..CallResult::default() }
}

/// The other process, as this one sees it.
struct Executor {
    child: std::process::Child,
    ask: Option<std::process::ChildStdin>,
    answers: BufReader<std::process::ChildStdout>,
}

impl Executor {
    fn start(record: &Path, key: &[u8; 32]) -> Result<Executor, Failure> {
        let key: Vec<String> = key.iter().map(u8::to_string).collect();
        let program: PathBuf = std::env::current_exe()?;
        let mut command = Command::new(program);
        command.arg("executor").arg(record).arg(key.join(",")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let ask = child.stdin.take();
        let answers = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Executor { child, ask, answers })
    }

    fn ask(&mut self, arguments: &Map, permit: &str) -> Result<String, Failure> {
        let line = Value::map([
            ("tool", Value::from("bank.pay")),
            ("arguments", Value::Map(std::sync::Arc::new(arguments.clone()))),
            ("permit", permit.into()),
        ]);
        writeln!(self.ask.as_mut().ok_or("no input")?, "{}", write_json(&line, Layout::Line))?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        Ok(answer.trim_end().to_owned())
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        self.ask = None;
        let _ = self.child.wait();
    }
}

/// The clock is the host's: the library asks none.
fn now() -> Result<DateTime, Failure> {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
    let epoch = DateTime::parse("1970-01-01T00:00:00Z").ok_or("no time")?;
    let since = Duration::from_nanos(i128::from(seconds) * 1_000_000_000);
    Ok(epoch.plus(since).ok_or("no time")?)
}
