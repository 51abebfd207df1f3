//! Suites for JUnit 4 and TestNG are judged by these themselves, and by the project's own version of them.

use crate::support::TestFolder;
use crate::support::java::{compile, ended_with, text};
use std::fs;

const STACK: &str = "package p;\npublic class Stack {\n  private final double[] items = new double[4];\n  private int size;\n  public void push(double item) { if (size == 4) throw new IllegalStateException(\"full\"); items[size++] = item; }\n  public double top() { return size == 0 ? Double.NaN : items[size - 1]; }\n  public int size() { return size; }\n}\n";

#[test]
fn suites_of_junit_4_and_testng_are_run_by_these() {
    let place = TestFolder::new("java_frameworks", &[]);
    compile(&place, &[("p/Stack.java", STACK)], &[]);
    for (framework, annotation) in
        [("junit4", "import org.junit.Test;"), ("testng", "import org.testng.annotations.Test;")]
    {
        let output = place.run(&[
            "java",
            "-cp",
            "classes",
            "p.Stack",
            "--framework",
            framework,
            "--budget",
            "2000evals",
            "--out",
            framework,
        ]);
        ended_with(&output, 0);
        assert!(!text(&output.stderr).contains("warning"), "{}", text(&output.stderr));
        let run = place.json(&format!("{framework}/run.json"));
        assert_eq!(run["native"]["passed"], run["native"]["tests"], "{}", run["native"]);
        assert_ne!(run["native"]["tests"], 0);
        let test = fs::read_to_string(place.0.join(framework).join("tests/p/StackTest.java"))
            .expect("tests were written");
        assert!(test.contains(annotation), "{test}");
    }
    // Where the framework is not there, that is said and the rest holds.
    let home = place.0.join("home");
    let repository = home.join(".m2/repository/org");
    fs::create_dir_all(&repository).expect("a fresh folder can be written");
    let own = std::env::var_os("HOME").map(std::path::PathBuf::from).expect("there is a home");
    for group in ["junit", "jacoco"] {
        std::os::unix::fs::symlink(own.join(".m2/repository/org").join(group), repository.join(group))
            .expect("a link");
    }
    let mut command = place.command(&[
        "java",
        "-cp",
        "classes",
        "p.Stack",
        "--framework",
        "testng",
        "--budget",
        "500evals",
        "--out",
        "without",
    ]);
    let output = command.env("HOME", &home).output().expect("it runs");
    ended_with(&output, 0);
    let said = text(&output.stderr);
    assert!(said.contains("run by JUnit 5 only, and not by testng: `org.testng:testng:7.5.1` is not in the local Maven repository"), "{said}");
}
