//! Runs over Java classes are killed, interrupted, resumed, and compared byte for byte with one that was never interrupted.

mod support;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::TestFolder;
use support::java::{compile, ended_with, text};
use trine_base::Stream;

/// Classes of one run.
const CLASSES: usize = 6;

/// A folder with classes of a few branches each, one of which uses another.
fn place(name: &str) -> TestFolder {
    let place = TestFolder::new(name, &[]);
    let mut sources = Vec::new();
    for number in 0..CLASSES {
        let mut text = format!("package p;\npublic class C{number} {{\n  private int sum;\n");
        let _ = writeln!(text, "  public boolean add(int a, String b) {{");
        let _ =
            writeln!(text, "    if (a > {number} && b.length() == {number}) {{ sum += a; return true; }}");
        // What cannot be reached keeps a run at work for as long as its budget lasts.
        let _ = writeln!(text, "    if (a > 3 && a < 2) return true;");
        let _ =
            writeln!(text, "    if (sum > 10) throw new IllegalStateException(b);\n    return false;\n  }}");
        let _ = writeln!(
            text,
            "  public int sum() {{ return {}sum; }}\n}}",
            if number == 5 { "new C4().sum() + " } else { "" }
        );
        sources.push((format!("p/C{number}.java"), text));
    }
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    compile(&place, &sources, &["-sourcepath", "src"]);
    place
}

/// A run over all classes into `out`.
fn command(place: &TestFolder, out: &str, options: &[&str]) -> Command {
    let mut command = place
        .command(&["java", "-cp", "classes", "--only", "p.*", "--seed", "3", "--jobs", "2", "--out", out]);
    command.args(options).env("TMPDIR", &place.0);
    command
}

/// Everything a run claims, by file; `run.json` without times and the folder's name.
fn results(place: &TestFolder, out: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let folder = place.0.join(out);
    for name in ["suite.json", "goals.json", "lcov.info", "jacoco.xml"] {
        files.insert(name.to_owned(), fs::read_to_string(folder.join(name)).expect("the run wrote it"));
    }
    for entry in fs::read_dir(folder.join("tests/p")).into_iter().flatten().flatten() {
        let content = fs::read_to_string(entry.path()).expect("the run wrote it");
        files.insert(entry.file_name().display().to_string(), content);
    }
    let mut run = place.json(&format!("{out}/run.json"));
    for name in ["replay", "taken_over", "date"] {
        run[name].take();
    }
    for unit in run["units"].as_array_mut().into_iter().flatten() {
        unit["milliseconds"].take();
        for progress in unit["progress"].as_array_mut().into_iter().flatten() {
            // Evaluations, milliseconds, goals.
            progress[1].take();
        }
        for technique in unit["techniques"].as_array_mut().into_iter().flatten() {
            technique["milliseconds"].take();
        }
        unit["solver_times"].take();
    }
    files.insert("run.json".to_owned(), run.to_string());
    files
}

fn require_same(found: &BTreeMap<String, String>, expected: &BTreeMap<String, String>, what: &str) {
    assert!(found.keys().eq(expected.keys()), "{what}: {:?}", found.keys());
    for (name, text) in expected {
        assert!(found[name] == *text, "{what}: {name} differs");
    }
}

#[test]
fn a_killed_run_over_classes_resumes_to_the_same_files() {
    let place = place("java_killed");
    let native = ["--budget", "1500evals"];
    let start = Instant::now();
    let whole = command(&place, "whole", &native).output().expect("it runs");
    let time = start.elapsed();
    ended_with(&whole, 0);
    let expected = results(&place, "whole");
    assert!(expected.contains_key("C0Test.java"), "{:?}", expected.keys());
    let mut stream = Stream::new(1, "moments of killing");
    let mut taken = 0;
    // Two rounds, and more where the machine was so busy that none had finished a class.
    for round in 0..6 {
        if round >= 2 && taken > 0 {
            break;
        }
        let out = format!("killed{round}");
        let mut child = command(&place, &out, &native)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let (first, all) = (time.as_millis() as u64 / 3, time.as_millis() as u64);
        std::thread::sleep(Duration::from_millis(first + stream.below(all - first)));
        // SIGKILL; it may have ended in between.
        let _ = child.kill();
        child.wait().expect("a killed child ends");
        let report = place.run(&["report", &out]);
        ended_with(&report, 0);
        let resumed = command(&place, &out, &native).output().expect("it runs");
        ended_with(&resumed, 0);
        let said = text(&resumed.stderr);
        taken += usize::from(said.contains("classes: results taken over"));
        require_same(&results(&place, &out), &expected, &format!("round {round}"));
    }
    assert!(taken > 0, "no round had anything to take over");
    // Once more, when all is done: nothing is run again.
    let again = command(&place, "whole", &native).output().expect("it runs");
    ended_with(&again, 0);
    assert!(text(&again.stderr).contains("6 of 6 classes: results taken over"), "{}", text(&again.stderr));
    require_same(&results(&place, "whole"), &expected, "all taken over");
    // Another C4 is tested again, and so is C5, which uses it.
    let path = place.0.join("src/p/C4.java");
    let changed = fs::read_to_string(&path).expect("it was written").replace("sum > 10", "sum > 11");
    compile(&place, &[("p/C4.java", &changed)], &["-sourcepath", "src"]);
    let after = command(&place, "whole", &native).output().expect("it runs");
    assert!(text(&after.stderr).contains("4 of 6 classes: results taken over"), "{}", text(&after.stderr));
}

#[test]
fn an_interrupted_run_over_classes_leaves_a_complete_folder() {
    let place = place("java_interrupted");
    let options = ["--no-native", "--budget", "30s"];
    let child = command(&place, "out", &options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let out = place.0.join("out/run.json");
    let start = Instant::now();
    while !out.exists() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = support::wait_within(child, Duration::from_secs(30)).expect("it ends when it is asked to");
    ended_with(&output, 130);
    assert!(text(&output.stderr).contains("writing what was found"), "{}", text(&output.stderr));
    let run = place.json("out/run.json");
    assert!(run.get("unfinished").is_none(), "the folder is complete");
    let units = run["units"].as_array().expect("it has units");
    assert_eq!(units.len(), CLASSES);
    assert!(units.iter().any(|unit| unit["tests"] != 0), "what was found is written: {units:?}");
    assert!(place.0.join("out/tests/p").is_dir());
    // The interrupted classes are no finished ones.
    let journal = fs::read_to_string(place.0.join("out/journal")).expect("it was written");
    assert_eq!(journal.lines().count(), 1, "nothing that was cut short is taken over");
}
