//! JaCoCo has the last word on coverage: where it counts otherwise, the run says so and ends with 70. And what a run writes does not
//! depend on how many workers there are, findings included.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, jdk, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

/// Code with branches, and with something to find.
fn source(name: &str) -> String {
    format!(
        "package p;\npublic class {name} {{\n  private int[] data;\n  public int size() {{ return data.length; }}\n  \
         public String grade(int points) {{\n    if (points > 90) {{ return \"A\"; }}\n    return points > 50 ? \"B\" : \"C\";\n  }}\n  \
         public int share(int whole, int parts) {{ return whole / parts; }}\n}}\n"
    )
}

fn place(name: &str, classes: &[&str]) -> TestFolder {
    let place = TestFolder::new(name, &[]);
    let sources: Vec<(String, String)> =
        classes.iter().map(|class| (format!("p/{class}.java"), source(class))).collect();
    let sources: Vec<(&str, &str)> =
        sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    compile(&place, &sources, &[]);
    place
}

/// A JDK like `home` whose agent of JaCoCo is told to count nothing.
fn blind_jdk(home: &Path, into: &Path) {
    fs::create_dir_all(into.join("bin")).unwrap();
    for entry in fs::read_dir(home).unwrap().map(Result::unwrap) {
        if entry.file_name() != "bin" {
            symlink(entry.path(), into.join(entry.file_name())).unwrap();
        }
    }
    symlink(home.join("bin/javac"), into.join("bin/javac")).unwrap();
    let script = format!(
        "#!/bin/bash\nwords=()\nfor word in \"$@\"; do\n  case $word in -javaagent:*) word=$word,excludes=*;; esac\n  \
         words+=(\"$word\")\ndone\nexec {} \"${{words[@]}}\"\n",
        home.join("bin/java").display()
    );
    fs::write(into.join("bin/java"), script).unwrap();
    fs::set_permissions(into.join("bin/java"), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn counters_that_are_not_jacocos_end_the_run_with_70() {
    let place = place("blind", &["Marks"]);
    blind_jdk(&jdk().home, &place.0.join("jdk"));
    let mut command = place.command(&["java", "-cp", "classes", "p.Marks", "--budget", "300evals"]);
    let output = command.args(["--jdk", "jdk", "--out", "out", "--fail-on", "never"]).output().unwrap();
    ended_with(&output, 70);
    let said = text(&output.stderr);
    assert!(said.contains("`p/Marks`: BRANCH 4 of 4 by our judge, 0 of 4 by JaCoCo"), "{said}");
    assert!(said.contains("a bug of Trine"), "{said}");
    let run = place.json("out/run.json");
    assert_eq!(run["native"]["disagreements"].as_array().map(Vec::len), Some(3), "{run:#}");
    assert!(place.0.join("out/tests/p/MarksTest.java").is_file(), "the tests are kept");
}

/// All files of a folder, but what is said of time and place.
fn written(place: &TestFolder, out: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut open = vec![place.0.join(out)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            let name = path.strip_prefix(place.0.join(out)).unwrap().display().to_string();
            let is_kept = ["tests", "crashes"].iter().any(|kept| name.starts_with(kept))
                || ["goals.json", "suite.json", "jacoco.xml"].contains(&name.as_str());
            if path.is_dir() {
                open.push(path);
            } else if is_kept {
                files.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    let findings = &place.json(&format!("{out}/run.json"))["findings"];
    files.insert("findings".to_owned(), format!("{findings:#}"));
    files
}

#[test]
fn workers_do_not_change_a_byte_of_tests_goals_and_findings() {
    let place = place("workers", &["A", "B", "C", "D", "E"]);
    let mut all = Vec::new();
    for jobs in ["1", "2", "4"] {
        let mut command = place.command(&["java", "-cp", "classes", "--only", "p.*", "--budget", "400evals"]);
        let output = command.args(["--jobs", jobs, "--out", jobs, "--fail-on", "never"]).output().unwrap();
        ended_with(&output, 0);
        all.push(written(&place, jobs));
    }
    let [one, two, four] = &all[..] else { panic!("three runs") };
    assert!(one.len() > 10, "tests, reproducers and records: {:?}", one.keys());
    let findings = &one["findings"];
    assert!(findings.matches("\"kind\"").count() >= 5, "{findings}");
    for (name, text) in one {
        assert_eq!(Some(text), two.get(name), "{name} by two workers");
        assert_eq!(Some(text), four.get(name), "{name} by four workers");
    }
    assert_eq!((one.len(), one.len()), (two.len(), four.len()));
}

#[test]
fn classes_of_the_jdk_have_tests_in_a_package_that_they_may_be_in() {
    let place = TestFolder::new("of_jdk", &[]);
    let classes = ["java.util.StringTokenizer", "java.util.ArrayList"];
    let output = place.command(&["java", classes[0], classes[1], "--budget", "1500evals"]).output().unwrap();
    ended_with(&output, 0);
    let said = text(&output.stdout);
    assert_eq!(said.matches("JaCoCo does not count classes of the JDK").count(), 1, "{said}");
    let tests =
        fs::read_to_string(place.0.join("trine-out/tests/test/java/util/ArrayListTest.java")).unwrap();
    assert!(tests.starts_with("package test.java.util;\n"), "{tests}");
    // The machine uses lists before it counts: their methods report all the same.
    let goals: Vec<Value> = serde_json::from_value(place.json("trine-out/goals.json")).unwrap();
    let of_lists = goals.iter().find(|of| of["function"] == classes[1]).unwrap()["goals"].as_array().unwrap();
    let constructor = of_lists.iter().find(|goal| goal["kind"] == "statement").unwrap();
    assert_eq!(constructor["status"]["status"], "covered", "{constructor}");
    let units = place.json("trine-out/run.json")["units"].clone();
    for (at, least) in [(0, 65), (1, 140)] {
        let covered = &units[at]["goals"]["covered"];
        assert!(covered.as_u64().unwrap() >= least, "{}: {covered}", units[at]["function"]);
    }
}

#[test]
fn classes_of_the_jdk_that_no_test_may_name_are_told() {
    let place = TestFolder::new("within_jdk", &[]);
    for (class, told) in [
        ("jdk.internal.misc.Unsafe", "it is of the JDK, and not in a package below `java`"),
        ("java.util.ArrayLst", "did you mean `java.util.ArrayList`?"),
    ] {
        let output = place.command(&["java", class, "--budget", "10evals"]).output().unwrap();
        let said = text(&output.stderr);
        assert!(said.contains(told), "{said}");
    }
}
