//! A run over a folder that an earlier run left: what still holds is taken over, the rest is done again,
//! and the result is that of a run that was never interrupted.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::TestFolder;

const LIMIT: Duration = Duration::from_secs(120);

const UNIT: &str = "\
static int twice(int a) { return a > 9 ? 18 : a * 2; }
int leaf(int a) { if (a == 7) return 1; return 0; }
int caller(int a) { if (twice(a) == 6) return 1; return 0; }
int other(int a) { if (a > 5) return 1; return 0; }
";

/// A folder with a unit, and the command in it.
fn place(name: &str) -> TestFolder {
    TestFolder::new(&format!("resume/{name}"), &[("unit.c", UNIT.as_bytes())])
}

/// A run over the unit: the functions that were searched, as they end, and what was said.
fn searched(place: &TestFolder, more: &[&str]) -> (Vec<String>, String) {
    let arguments = ["c", "unit.c", "--out", "out", "--no-native", "--budget", "500evals", "--jobs", "1"];
    let output = place.run(&[&arguments[..], more].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(matches!(output.status.code(), Some(0 | 2)), "{said}");
    (functions_of(&said), said)
}

fn journal(place: &TestFolder) -> PathBuf {
    place.0.join("out/journal")
}

/// `f` of `[1/2] f: 3/3 goals covered …`.
fn functions_of(said: &str) -> Vec<String> {
    let lines = said.lines().filter(|line| line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once("] ")?.1.split_once(": ")?.0.to_owned())).collect()
}

/// What a run claims, by file; `run.json` without times and without what it took over.
fn results(out: &Path) -> BTreeMap<String, String> {
    let read = |path: &Path| fs::read_to_string(path).expect("the run wrote it");
    let mut files = BTreeMap::new();
    for name in ["suite.json", "goals.json", "lcov.info"] {
        files.insert(name.to_owned(), read(&out.join(name)));
    }
    for folder in ["tests", "crashes"] {
        for entry in fs::read_dir(out.join(folder)).into_iter().flatten().flatten() {
            files.insert(format!("{folder}/{}", entry.file_name().display()), read(&entry.path()));
        }
    }
    let mut run: serde_json::Value = serde_json::from_str(&read(&out.join("run.json"))).expect("JSON");
    run["taken_over"].take();
    run["date"].take();
    for unit in run["units"].as_array_mut().into_iter().flatten() {
        unit["milliseconds"].take();
        for technique in unit["techniques"].as_array_mut().into_iter().flatten() {
            technique["milliseconds"].take();
        }
        unit["solver_times"].take();
        unit["progress"].take();
    }
    files.insert("run.json".to_owned(), run.to_string());
    files
}

#[test]
fn a_run_that_is_repeated_takes_everything_over_and_writes_the_same_bytes() {
    let place = place("repeated");
    let (first, said) = searched(&place, &[]);
    assert_eq!(first, ["twice", "leaf", "caller", "other"]);
    assert!(!said.contains("taken over"), "{said}");
    let before = results(&place.0.join("out"));
    place.write("out/tests/left_over.c", "int x;\n");
    let (second, said) = searched(&place, &[]);
    assert_eq!(second, [""; 0]);
    assert!(said.contains("4 of 4 functions: results taken over from the earlier run"), "{said}");
    assert_eq!(results(&place.0.join("out")), before);
    let (third, said) = searched(&place, &["--fresh"]);
    assert_eq!(third, first);
    assert!(!said.contains("taken over"), "{said}");
}

#[test]
fn only_a_changed_function_and_its_callers_are_done_again() {
    let place = place("changed");
    searched(&place, &[]);
    place.write("unit.c", UNIT.replace("18 : a * 2", "18 : a + a"));
    let (done, said) = searched(&place, &[]);
    assert_eq!(done, ["twice", "caller"]);
    assert!(said.contains("2 of 4 functions: results taken over"), "{said}");
    place.write("unit.c", UNIT.replace("18 : a * 2", "18 : a + a").replace("a > 5", "a > 4"));
    assert_eq!(searched(&place, &[]).0, ["other"]);
    let resumed = results(&place.0.join("out"));
    searched(&place, &["--fresh"]);
    assert_eq!(results(&place.0.join("out")).get("suite.json"), resumed.get("suite.json"));
}

#[test]
fn a_comment_that_moves_no_goal_changes_nothing_and_one_that_does_is_noticed() {
    let place = place("moved");
    searched(&place, &[]);
    place.write("unit.c", format!("{UNIT}/* at the end */\n"));
    assert_eq!(searched(&place, &[]).0, [""; 0]);
    place.write("unit.c", format!("/* at the start */\n{UNIT}"));
    assert_eq!(searched(&place, &[]).0.len(), 4);
}

#[test]
fn other_options_are_another_run() {
    let place = place("options");
    searched(&place, &[]);
    for option in
        [&["--seed", "2"][..], &["--criterion", "mcdc"], &["--steps", "5000"], &["--signed-overflow"]]
    {
        assert_eq!(searched(&place, option).0.len(), 4, "{option:?}");
        assert_eq!(searched(&place, option).0, [""; 0], "{option:?}");
    }
}

#[test]
fn results_of_functions_left_out_are_kept_for_later() {
    let place = place("left_out");
    searched(&place, &[]);
    assert_eq!(searched(&place, &["--function", "leaf"]).0, [""; 0]);
    assert_eq!(searched(&place, &[]).0, [""; 0]);
}

#[test]
fn a_broken_journal_costs_what_stands_behind_the_break() {
    let place = place("broken");
    searched(&place, &[]);
    let before = results(&place.0.join("out"));
    let whole = fs::read_to_string(journal(&place)).expect("the run wrote it");
    let lines: Vec<&str> = whole.split_inclusive('\n').collect();
    assert_eq!(lines.len(), 5, "a head and four units");
    let cut = format!("{}{}", lines[..3].concat(), &lines[3][..lines[3].len() / 2]);
    fs::write(journal(&place), cut).expect("the folder can be written");
    assert_eq!(searched(&place, &[]).0, ["caller", "other"]);
    assert_eq!(results(&place.0.join("out")), before);
    let changed = whole.replacen("\"tests\":", "\"tasks\":", 1);
    fs::write(journal(&place), changed).expect("the folder can be written");
    assert_eq!(searched(&place, &[]).0.len(), 4);
    fs::write(journal(&place), b"\x7fELF\0\xff\n").expect("the folder can be written");
    assert_eq!(searched(&place, &[]).0.len(), 4);
    assert_eq!(results(&place.0.join("out")), before);
}

/// A unit whose second function keeps a run busy.
fn slow_unit() -> String {
    format!(
        "{UNIT}int hard(unsigned a, unsigned b)\n{{\n    if (a * a + 3u == b * b * 7u + 1u && (a ^ b) == 0x13371337u)\n\
         \x20       return 1;\n    return 0;\n}}\n"
    )
}

/// Starts a run, and kills it when the journal has `lines` lines; the command line without `trine`.
fn killed_run(place: &TestFolder, budget: &str, lines: usize) {
    let arguments = ["c", "unit.c", "--out", "out", "--no-native", "--budget", budget, "--jobs", "1"];
    let mut command = place.command(&arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let started = Instant::now();
    let count = || fs::read_to_string(journal(place)).map_or(0, |text| text.matches('\n').count());
    while count() < lines && started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().expect("the run is still at work");
    child.wait().expect("a killed child ends");
    assert!(count() >= lines, "the run did not get that far");
}

#[test]
fn a_killed_run_leaves_a_readable_folder_and_goes_on_where_it_stopped() {
    let place = place("killed");
    place.write("unit.c", slow_unit());
    killed_run(&place, "100000000evals", 5);
    let report = place.run(&["report", "out"]);
    assert_eq!(report.status.code(), Some(0), "{}", String::from_utf8_lossy(&report.stderr));
    let said = String::from_utf8_lossy(&report.stdout).into_owned();
    assert!(said.contains("the run was stopped: 4 of 5 functions are done"), "{said}");
    assert!(said.contains("it goes on with `trine c unit.c --out out"), "{said}");
    let replay = place.run(&["replay", "out"]);
    assert_eq!(replay.status.code(), Some(0), "{}", String::from_utf8_lossy(&replay.stderr));
    let said = String::from_utf8_lossy(&replay.stdout).into_owned();
    assert!(said.contains("8 of 12 goals covered by the replayed suite"), "{said}");
    // The same options, so that what was found counts; the hard function alone is left out.
    let arguments =
        ["c", "unit.c", "--out", "out", "--no-native", "--budget", "100000000evals", "--jobs", "1"];
    let rest = place.run(&[&arguments[..], &["--exclude", "hard"]].concat());
    let said = String::from_utf8_lossy(&rest.stderr).into_owned();
    assert!(said.contains("4 of 4 functions: results taken over"), "{said}");
    let resumed = results(&place.0.join("out"));
    let whole = place.run(&[&arguments[..], &["--exclude", "hard", "--fresh"]].concat());
    assert!(whole.status.success());
    let uninterrupted = results(&place.0.join("out"));
    for name in ["suite.json", "goals.json", "tests/test_unit.c", "lcov.info"] {
        assert_eq!(resumed.get(name), uninterrupted.get(name), "{name}");
    }
}

#[test]
fn a_folder_in_use_is_refused_and_one_of_a_dead_run_is_not() {
    let place = place("in_use");
    place.write("unit.c", slow_unit());
    // The solver would be done too soon.
    let arguments =
        ["c", "unit.c", "--out", "out", "--no-native", "--budget", "100000000evals", "--strategy", "search"];
    let mut command = place.command(&arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let started = Instant::now();
    while !place.0.join("out/run.json").is_file() && started.elapsed() < LIMIT {
        std::thread::sleep(Duration::from_millis(10));
    }
    for refused in [place.run(&arguments), place.run(&["report", "out"])] {
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{said}");
        let in_use = format!("out is in use by another run (process {})", child.id());
        for part in [in_use.as_str(), "= note: nothing was run", "= help: wait for its end"] {
            assert!(said.contains(part), "`{part}` is missing in:\n{said}");
        }
    }
    child.kill().expect("the run is still at work");
    child.wait().expect("a killed child ends");
    assert_eq!(place.run(&["report", "out"]).status.code(), Some(0));
    assert!(place.0.join("out/.lock").is_file(), "the file stays, the lock does not");
}
