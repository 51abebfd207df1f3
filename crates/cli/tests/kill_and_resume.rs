//! Runs are killed at random moments, read, resumed, and compared byte for byte with one that was never
//! interrupted.
//!
//! `TRINE_KILL_ROUNDS` says how many times (`scripts/kill-and-resume.sh`: 20), every fourth with native
//! confirmation; moments are drawn from a stream of the seed `TRINE_KILL_SEED`.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{TRINE, examples, finish_within, fresh_folder, workspace};
use trine_base::Stream;

const LIMIT: Duration = Duration::from_secs(300);

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A run over all examples into `out`.
fn run(folder: &Path, out: &Path, native: bool) -> Command {
    let mut command = Command::new(TRINE);
    command
        .arg("c")
        .args(examples())
        .args(["--seed", "3", "--budget", "3000evals", "--jobs", "2", "--out"])
        .arg(out);
    if !native {
        command.arg("--no-native");
    }
    // What a killed run leaves in the folder for temporary files goes with the test's own.
    command.env("TMPDIR", folder).current_dir(workspace());
    command
}

/// Everything a run claims, by file; `run.json` without times and the folder's name.
fn results(out: &Path) -> BTreeMap<String, String> {
    let read = |path: PathBuf| fs::read_to_string(path).expect("the run wrote it");
    let mut files = BTreeMap::new();
    for name in ["suite.json", "goals.json", "lcov.info"] {
        files.insert(name.to_owned(), read(out.join(name)));
    }
    for folder in ["tests", "crashes"] {
        for entry in fs::read_dir(out.join(folder)).into_iter().flatten().flatten() {
            files.insert(format!("{folder}/{}", entry.file_name().display()), read(entry.path()));
        }
    }
    let mut run: serde_json::Value = serde_json::from_str(&read(out.join("run.json"))).expect("JSON");
    for name in ["replay", "taken_over", "date"] {
        run[name].take();
    }
    for unit in run["units"].as_array_mut().into_iter().flatten() {
        unit["milliseconds"].take();
        for technique in unit["techniques"].as_array_mut().into_iter().flatten() {
            technique["milliseconds"].take();
        }
        unit["solver_times"].take();
        for step in unit["progress"].as_array_mut().into_iter().flatten() {
            step[1].take();
        }
    }
    files.insert("run.json".to_owned(), run.to_string());
    files
}

/// Starts a run and kills it after `pause`; whether it was still at work.
fn kill_after(mut command: Command, pause: Duration) -> bool {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    std::thread::sleep(pause);
    let was_at_work = child.try_wait().expect("a child can be waited for").is_none();
    // SIGKILL; it may have ended in between.
    let _ = child.kill();
    child.wait().expect("a killed child ends");
    was_at_work
}

/// Requires that every record in `out` is whole and that the folder can be read; what `trine report` says.
fn require_readable(out: &Path) -> String {
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let text = fs::read_to_string(&path).expect("records are text");
            let value: Result<serde_json::Value, _> = serde_json::from_str(&text);
            assert!(value.is_ok(), "{} is not whole", path.display());
        }
    }
    if !out.exists() {
        return "nothing was written yet".to_owned();
    }
    let read = |verb: &str| {
        finish_within(Command::new(TRINE).arg(verb).arg(out).current_dir(workspace()), LIMIT)
            .expect("it ends")
    };
    let (report, replay) = (read("report"), read("replay"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if !out.join("run.json").exists() {
        let said = text(&report.stderr);
        assert_eq!((report.status.code(), replay.status.code()), (Some(1), Some(1)));
        assert!(said.contains("= help: "), "{said}");
        return "stopped before its first record".to_owned();
    }
    for output in [&report, &replay] {
        assert_eq!(output.status.code(), Some(0), "{}{}", text(&output.stdout), text(&output.stderr));
    }
    text(&replay.stdout)
        .lines()
        .filter(|line| !line.trim_start().starts_with("= help"))
        .collect::<Vec<_>>()
        .join("; ")
}

/// A run that is not interrupted: its time, exit code and results.
fn uninterrupted(folder: &Path, native: bool) -> (Duration, Option<i32>, BTreeMap<String, String>) {
    let out = folder.join(format!("uninterrupted_{native}"));
    let start = Instant::now();
    let output = finish_within(&mut run(folder, &out, native), LIMIT).expect("the run ends");
    let time = start.elapsed();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", String::from_utf8_lossy(&output.stderr));
    let results = results(&out);
    assert!(results.keys().any(|name| name.starts_with("tests/test_")), "tests were written");
    (time, output.status.code(), results)
}

#[test]
fn a_run_killed_at_any_moment_is_readable_and_resumes_to_the_same_suite() {
    let folder = fresh_folder("kill_and_resume");
    let mut stream = Stream::new(number("TRINE_KILL_SEED", 1), "moments of killing");
    let rounds = number("TRINE_KILL_ROUNDS", 3);
    let mut references = BTreeMap::new();
    let (mut at_work, mut too_late) = (0, 0);
    for round in 1..=rounds {
        let native = round % 4 == 0;
        let (time, code, expected) =
            references.entry(native).or_insert_with(|| uninterrupted(&folder, native));
        let out = folder.join(format!("round_{round}"));
        // Every other round is killed twice: what is resumed may be killed, too.
        for kill in 0..1 + round % 2 {
            // The first quarter of a run is compiling: little to lose there, so the first kill comes later.
            let (first, all) = (time.as_millis() as u64 / 4 * (1 - kill), time.as_millis() as u64);
            // The run that was timed may have been the slow one: a kill that came too late makes the next ones earlier.
            let pause = Duration::from_millis((first + stream.below(all - first)) >> too_late);
            match kill_after(run(&folder, &out, native), pause) {
                true => at_work += 1,
                false => too_late += 1,
            }
            println!("round {round}, kill {}: after {pause:?}: {}", kill + 1, require_readable(&out));
        }
        let resumed = finish_within(&mut run(&folder, &out, native), LIMIT).expect("the run ends");
        let said = String::from_utf8_lossy(&resumed.stderr).into_owned();
        assert_eq!(resumed.status.code(), *code, "{said}");
        let found = results(&out);
        assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
        for (name, text) in expected.iter() {
            assert!(found[name] == *text, "round {round}: {name} differs: see {}", folder.display());
        }
        let note = said.lines().find(|line| line.contains("taken over")).unwrap_or("nothing taken over");
        println!("round {round}: {note}; the same {} files", found.len());
    }
    println!("{rounds} of {rounds} rounds resumed to the same files; {at_work} kills hit a run at work");
    assert!(at_work > 0, "no run was hit at work");
}
