//! What the tests of the command share: the command itself, the clangs at hand, and runs with an end.
#![allow(dead_code, reason = "each test uses a part")]

pub mod java;

use std::ffi::OsStr;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The command under test.
pub const TRINE: &str = env!("CARGO_BIN_EXE_trine");

/// The root of the project.
pub fn workspace() -> PathBuf {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    crate_folder.ancestors().nth(2).unwrap_or(crate_folder).to_owned()
}

/// A fresh folder for the test `name`.
pub fn fresh_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // There may be nothing to remove.
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    folder
}

/// The C files of `examples/`, in order.
pub fn examples() -> Vec<PathBuf> {
    let mut examples: Vec<_> = std::fs::read_dir(workspace().join("examples"))
        .expect("the project has examples")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    examples.sort();
    examples
}

/// A fresh folder, and the command in it.
pub struct TestFolder(pub PathBuf);

impl TestFolder {
    /// How long the command may take.
    const LIMIT: Duration = Duration::from_secs(120);

    /// The folder `name` below that of the tests, with `files`.
    pub fn new(name: &str, files: &[(&str, &[u8])]) -> Self {
        let place = Self(fresh_folder(name));
        for (path, content) in files {
            place.write(path, content);
        }
        place
    }

    /// Writes a file, and makes the folders it is in.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.0.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(&self.0)).expect("a fresh folder can be written");
        std::fs::write(path, content).expect("a fresh folder can be written");
    }

    /// The command, not started.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(TRINE);
        command.args(arguments).current_dir(&self.0);
        command
    }

    /// Runs the command to its end.
    pub fn run(&self, arguments: &[&str]) -> Output {
        finish_within(&mut self.command(arguments), Self::LIMIT).expect("the command ends")
    }

    /// A record that a run wrote.
    pub fn json(&self, path: &str) -> serde_json::Value {
        let text = std::fs::read_to_string(self.0.join(path)).expect("the run wrote its records");
        serde_json::from_str(&text).expect("records are JSON")
    }
}

/// The clangs to test with, by major version, the recommended one first: `TRINE_CLANG` alone, or those installed.
pub fn clangs() -> Vec<(u32, PathBuf)> {
    if let Some(path) = std::env::var_os("TRINE_CLANG") {
        return vec![(major_of(&path), PathBuf::from(path))];
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let find = |major: u32| {
        let mut places = std::env::split_paths(&path).map(|folder| folder.join(format!("clang-{major}")));
        places.find(|place| place.is_file()).map(|place| (major, place))
    };
    let clangs: Vec<_> = [22, 19].into_iter().filter_map(find).collect();
    assert!(!clangs.is_empty(), "neither clang-22 nor clang-19 is installed: run scripts/setup.sh");
    clangs
}

/// The major version of the clang at `path`.
fn major_of(path: &OsStr) -> u32 {
    let output = Command::new(path).arg("--version").output().expect("TRINE_CLANG names a compiler");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let digits = said.split_once("version ").and_then(|(_, rest)| rest.split_once('.'));
    digits.and_then(|(major, _)| major.parse().ok()).unwrap_or_else(|| panic!("no version of clang: {said}"))
}

/// Runs `command` to its end; `None` when it has none within `limit`.
pub fn finish_within(command: &mut Command, limit: Duration) -> Option<Output> {
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    wait_within(child.expect("the command starts"), limit)
}

/// Waits for `child`; kills it, and gives `None`, when it does not end within `limit`.
pub fn wait_within(mut child: Child, limit: Duration) -> Option<Output> {
    let (stdout, stderr) = (drain(child.stdout.take()), drain(child.stderr.take()));
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            let text = |reader: Option<std::thread::JoinHandle<Vec<u8>>>| {
                reader.map(|reader| reader.join().unwrap_or_default()).unwrap_or_default()
            };
            return Some(Output { status, stdout: text(stdout), stderr: text(stderr) });
        }
        if started.elapsed() > limit {
            // It may have ended in between.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn drain<R: Read + Send + 'static>(pipe: Option<R>) -> Option<std::thread::JoinHandle<Vec<u8>>> {
    let mut pipe = pipe?;
    Some(std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read up to an error counts.
        let _ = pipe.read_to_end(&mut bytes);
        bytes
    }))
}

/// What `work` makes of every item, in their order; done on all cores.
pub fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let position = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(position) else { break };
                    let result = work(item);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((position, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(position, _)| *position);
    results.into_iter().map(|(_, result)| result).collect()
}
