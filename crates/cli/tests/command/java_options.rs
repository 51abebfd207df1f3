//! Options of `trine java`: which classes, which release, which JDK, which exit code.

use crate::support::TestFolder;
use crate::support::java::{compile, compile_with, ended_with, jdk_of, text};
use std::fs;

const SIGN: &str = "package p;\npublic class Sign {\n  public static int of(int a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }\n}\n";
const LISTS: &str = "package p;\nimport java.util.List;\npublic class Lists {\n  public static int first(List<Integer> a) { return a.isEmpty() ? -1 : a.get(0); }\n}\n";

fn refused(place: &TestFolder, arguments: &[&str], parts: &[&str]) {
    let output = place.run(arguments);
    let said = text(&output.stderr);
    ended_with(&output, 1);
    for part in parts.iter().chain(&["error: ", "\n  = note: ", "\n  = help: "]) {
        assert!(said.contains(part), "`{part}` is missing in:\n{said}");
    }
    assert!(!place.0.join("trine-out").exists(), "no folder is made for nothing");
}

#[test]
fn the_release_of_tests_is_that_of_the_classes() {
    let place = TestFolder::new("java_release", &[]);
    compile(&place, &[("p/Lists.java", LISTS)], &["--release", "8"]);
    let run = |options: &[&str]| {
        let mut arguments = vec!["java", "-cp", "classes", "p.Lists", "--budget", "500evals", "--out", "out"];
        arguments.extend(options);
        let output = place.run(&arguments);
        ended_with(&output, 0);
        fs::read_to_string(place.0.join("out/tests/p/ListsTest.java")).expect("tests were written")
    };
    let (by_default, as_8, as_17) = (run(&[]), run(&["--release", "8"]), run(&["--release", "17"]));
    assert_eq!(by_default, as_8, "classes of Java 8 have tests for Java 8");
    assert!(!by_default.contains("List.of("), "{by_default}");
    assert_ne!(by_default, as_17, "{as_17}");
    for release in ["7", "99"] {
        let _ = fs::remove_dir_all(place.0.join("trine-out"));
        refused(
            &place,
            &["java", "-cp", "classes", "p.Lists", "--release", release],
            &["--release", "from 8 to"],
        );
    }
}

#[test]
fn patterns_choose_classes_and_must_stand_for_something() {
    let place = TestFolder::new("java_patterns", &[]);
    let other = SIGN.replace("Sign", "Other").replace("package p", "package q");
    compile(&place, &[("p/Sign.java", SIGN), ("p/Lists.java", LISTS), ("q/Other.java", &other)], &[]);
    let units = |arguments: &[&str]| {
        let mut all = vec!["java", "-cp", "classes", "--no-native", "--budget", "200evals", "--out", "out"];
        all.extend(arguments);
        ended_with(&place.run(&all), 0);
        let run = place.json("out/run.json");
        let units = run["units"].as_array().expect("units").iter();
        units.map(|unit| unit["function"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(units(&["--only", "p.*"]), ["p.Lists", "p.Sign"]);
    assert_eq!(units(&["--only", "*", "--exclude", "p.L*"]), ["p.Sign", "q.Other"]);
    assert_eq!(units(&["p.Sign", "q.Other", "--exclude", "q.*"]), ["p.Sign"]);
    let java = ["java", "-cp", "classes"];
    let with = |rest: &[&'static str]| [&java[..], rest].concat();
    refused(&place, &with(&[]), &["no class is named", "--only"]);
    refused(&place, &with(&["--only", "r.*"]), &["no class of the class path matches `r.*`"]);
    refused(&place, &with(&["p.Sign", "--exclude", "r.*"]), &["no class of the class path matches `r.*`"]);
    refused(&place, &with(&["p.Sing"]), &["`p.Sing`", "did you mean `p.Sign`?"]);
    refused(&place, &with(&["p.Sign", "--exclude", "p.Sing"]), &["did you mean `p.Sign`?"]);
    refused(&place, &with(&["p.Sign", "--exclude", "p.*"]), &["every class is left out by --exclude"]);
    refused(
        &place,
        &with(&["p.Sign", "--fail-on", "none"]),
        &["--fail-on", "findings, preconditions, never"],
    );
}

#[test]
fn the_summary_as_json_is_the_record() {
    let place = TestFolder::new("java_json", &[]);
    compile(&place, &[("p/Sign.java", SIGN)], &[]);
    let output =
        place.run(&["java", "-cp", "classes", "p.Sign", "--no-native", "--format", "json", "--out", "out"]);
    ended_with(&output, 0);
    let printed: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    assert_eq!(printed, place.json("out/run.json"));
    assert_eq!(printed["units"][0]["goals"]["covered"], printed["units"][0]["goals"]["total"]);
}

#[test]
fn classes_of_java_25_are_tested_with_its_jdk() {
    let Some(jdk) = jdk_of(25) else {
        eprintln!("skipped: no JDK 25 is installed");
        return;
    };
    let place = TestFolder::new("java_25", &[]);
    let source = "package p;\npublic class Shape {\n  sealed interface S permits Dot, Box {}\n  record Dot() implements S {}\n  record Box(int a) implements S {}\n  public static int area(S s) { return switch (s) { case Dot d -> 0; case Box(int a) when a > 9 -> 9; case Box(int a) -> a * a; }; }\n}\n";
    compile_with(&jdk, &place, &[("p/Shape.java", source)], &[]);
    let home = jdk.home.display().to_string();
    let output = place.run(&[
        "java",
        "-cp",
        "classes",
        "p.Shape",
        "--jdk",
        &home,
        "--budget",
        "2000evals",
        "--out",
        "out",
    ]);
    ended_with(&output, 0);
    let run = place.json("out/run.json");
    assert!(run["compiler"].as_str().is_some_and(|jdk| jdk.starts_with("JDK 25")), "{}", run["compiler"]);
    assert_eq!(run["native"]["passed"], run["native"]["tests"]);
    assert_ne!(run["native"]["tests"], 0);
    assert_eq!(run["native"]["disagreements"].as_array().map(Vec::len), Some(0), "{run}");
}

#[test]
fn methods_are_shown_as_intermediate_representation_and_as_graphs() {
    let place = TestFolder::new("java_dump", &[]);
    compile(&place, &[("p/Sign.java", SIGN)], &[]);
    let shown = |what: &str, method: &str| {
        let output = place.run(&["java", "dump", what, method, "-cp", "classes"]);
        ended_with(&output, 0);
        text(&output.stdout)
    };
    let ir = shown("ir", "p.Sign#of");
    assert!(ir.contains("p/Sign.of(I)I") && ir.contains("icmp"), "{ir}");
    assert!(!ir.contains("<init>"), "{ir}");
    assert!(shown("ir", "p.Sign").contains("<init>"));
    assert!(shown("cfg", "p.Sign#of").starts_with("digraph \"p/Sign.of(I)I\""));
    refused(&place, &["java", "dump", "ir", "p.Sign#no", "-cp", "classes"], &["`p.Sign#no` has no code"]);
    refused(&place, &["java", "dump", "ir", "p.Nope", "-cp", "classes"], &["class `p/Nope` is not on"]);
}
