//! Running the program: in the folder of its cases, with nothing of the environment of whoever runs the tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// One run of `chk`.
pub(crate) struct Chk {
    command: Command,
    stdin: Vec<u8>,
}

/// What came of it.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) fn chk(arguments: &[&str]) -> Chk {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chk"));
    command.args(arguments).env_clear().current_dir(cases());
    Chk { command, stdin: Vec::new() }
}

/// The folder that runs start in.
pub(crate) fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cli")
}

/// A new folder with these files. It stays when the test is over, for whoever looks into a failure.
pub(crate) fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    for (path, text) in files {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

impl Chk {
    pub(crate) fn env(mut self, name: &str, value: &str) -> Chk {
        self.command.env(name, value);
        self
    }

    /// Starts in this folder.
    pub(crate) fn within(mut self, folder: &Path) -> Chk {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn stdin(mut self, input: impl Into<Vec<u8>>) -> Chk {
        self.stdin = input.into();
        self
    }

    pub(crate) fn run(mut self) -> Ran {
        let pipes = (Stdio::piped(), Stdio::piped(), Stdio::piped());
        let mut child = self.command.stdin(pipes.0).stdout(pipes.1).stderr(pipes.2).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = self.stdin;
        // A program that ends without reading its input breaks this pipe, which is no fault.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        Ran {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Ran {
    /// The whole run as a text, for a snapshot.
    pub(crate) fn shown(&self) -> String {
        format!("exit: {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.shown()))
    }
}
