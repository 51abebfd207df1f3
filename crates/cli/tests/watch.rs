//! `--watch`: a saved file is run again, with all that it did not change taken over, and broken code ends nothing.

mod support;

use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::TestFolder;
use support::java::compile;

/// Longest wait for one run: machines that test are busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// A command that watches, ended with the test.
struct Watching(Child);

impl Watching {
    fn start(command: &mut Command) -> Self {
        Self(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the command starts"))
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until the run in `out` has ended and its record is as `is` says.
fn wait_for(place: &TestFolder, out: &str, what: &str, is: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let text = fs::read_to_string(place.0.join(out).join("run.json")).unwrap_or_default();
        if let Ok(record) = serde_json::from_str::<Value>(&text)
            && record.get("unfinished").is_none()
            && is(&record)
        {
            return record;
        }
        assert!(begun.elapsed() < PATIENCE, "{what}: {text}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn units(record: &Value) -> Vec<&str> {
    let units = record["units"].as_array().expect("a record has units");
    units.iter().filter_map(|unit| unit["function"].as_str()).collect()
}

const BEFORE: &str =
    "int small(int x) { return x > 3; }\nint other(int y) { if (y == 7) return 1; return 0; }\n";

#[test]
fn a_saved_file_of_c_is_run_again_and_what_it_did_not_change_is_taken_over() {
    let place = TestFolder::new("watch_c", &[("a.c", BEFORE.as_bytes())]);
    let mut command =
        place.command(&["c", "a.c", "--watch", "--no-native", "--budget", "300evals", "--out", "out"]);
    let _watching = Watching::start(command.env("TMPDIR", &place.0));
    let first = wait_for(&place, "out", "the first run", |record| units(record).len() == 2);
    assert_eq!(first["taken_over"], 0);
    place.write("a.c", "int small(int x) { return x > 3 &&");
    // Broken code is said; the command waits for better.
    std::thread::sleep(Duration::from_millis(1500));
    place.write("a.c", &format!("{BEFORE}int third(int z) {{ if (z < 0) return 1; return 2; }}\n"));
    let second = wait_for(&place, "out", "the second run", |record| units(record).len() == 3);
    assert_eq!(second["taken_over"], 2, "{second}");
}

#[test]
fn a_class_that_is_compiled_again_is_run_again() {
    let place = TestFolder::new("watch_java", &[]);
    let class = |name: &str, limit: u32| {
        format!(
            "package p;\npublic class {name} {{ public int f(int x) {{ return x > {limit} ? 1 : 2; }} }}\n"
        )
    };
    compile(&place, &[("p/A.java", &class("A", 3)), ("p/B.java", &class("B", 4))], &[]);
    let mut command = place.command(&[
        "java",
        "-cp",
        "classes",
        "--only",
        "p.*",
        "--watch",
        "--no-native",
        "--budget",
        "200evals",
        "--out",
        "out",
    ]);
    let _watching = Watching::start(command.env("TMPDIR", &place.0));
    let first = wait_for(&place, "out", "the first run", |record| units(record).len() == 2);
    assert_eq!(first["taken_over"], 0);
    compile(&place, &[("p/B.java", &class("B", 50))], &[]);
    let again =
        wait_for(&place, "out", "the run of the class that changed", |record| record["taken_over"] == 1);
    assert_eq!(units(&again).len(), 2);
}
