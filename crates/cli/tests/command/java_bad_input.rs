//! What goes wrong on the side of a Java user: each message says what, where, the consequence and the next step, word for word.

use crate::support::java::{compile, compile_with, ended_with, jdk, jdk_of, text};
use crate::support::{TestFolder, finish_within};
use std::fs;
use std::process::Output;
use std::time::Duration;

const SIGN: &str = "package p;\npublic class Sign {\n  public static int of(int a) { return a < 0 ? -1 : a > 0 ? 1 : 0; }\n}\n";

/// A folder with the class `p.Sign` in `classes`.
fn place(name: &str) -> TestFolder {
    let place = TestFolder::new(&format!("java_bad_input/{name}"), &[]);
    compile(&place, &[("p/Sign.java", SIGN)], &[]);
    place
}

fn run(place: &TestFolder, arguments: &[&str]) -> Output {
    let mut all = vec!["java", "-cp", "classes", "--budget", "300evals", "--out", "out", "--no-native"];
    all.extend(arguments);
    place.run(&all)
}

/// The errors and warnings on standard error, each with its notes.
fn messages(output: &Output) -> String {
    let said = text(&output.stderr);
    let lines = said
        .lines()
        .filter(|line| ["error", "warning", "note", "  = "].iter().any(|start| line.starts_with(start)));
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn says(output: &Output, code: i32, expected: &str) {
    assert_eq!(messages(output), expected.trim(), "all: {}", text(&output.stderr));
    ended_with(output, code);
}

#[test]
fn classes_that_no_test_can_call_are_told_and_the_others_go_on() {
    let place = place("no_call");
    compile(
        &place,
        &[
            (
                "p/Hidden.java",
                "package p;\npublic class Hidden { private Hidden() { } private static int of(int a) { return a > 1 ? a : 0; } }\n",
            ),
            ("p/Shape.java", "package p;\npublic interface Shape { int area(int a); }\n"),
            ("p/Mark.java", "package p;\npublic @interface Mark { int value() default 1; }\n"),
        ],
        &[],
    );
    says(
        &run(&place, &["--only", "p.*"]),
        0,
        "
error: no test can call `p.Hidden`: it has no constructor, method or field that is not private; its goals are left out
  = note: `p.Hidden` has no tests; other classes go on
  = help: name the class that uses it: its code is covered through the calls of that class
error: `p.Mark` has no code to test: it is an annotation, and no method has a body
  = note: `p.Mark` has no tests; other classes go on
  = help: name a class that implements it
error: `p.Shape` has no code to test: it is an interface, and no method has a body
  = note: `p.Shape` has no tests; other classes go on
  = help: name a class that implements it",
    );
    assert!(place.0.join("out/tests/p/SignTest.java").is_file(), "the others went on");
    assert_eq!(run(&place, &["p.Shape"]).status.code(), Some(1), "nothing could be tested");
}

#[test]
fn goals_of_a_class_without_a_constructor_for_its_package_say_so() {
    let place = place("no_object");
    let source = "package p;\npublic class Closed {\n  int x;\n  private Closed() { }\n  \
        int sign() { return x > 0 ? 1 : 0; }\n}\n";
    compile(&place, &[("p/Closed.java", source)], &[]);
    ended_with(&run(&place, &["p.Closed"]), 0);
    let goals = place.json("out/goals.json");
    let reason = &goals[0]["goals"][0]["status"]["reason"];
    let expected = "nothing gives a test an object of the class: it has no constructor, factory or static method for its package";
    assert_eq!(reason, expected, "{goals:#}");
    let explained = text(&place.run(&["explain", "--out", "out"]).stdout);
    assert!(explained.contains("give the class a constructor or a factory"), "{explained}");
}

#[test]
fn names_that_a_tool_made_are_tested_like_any_other() {
    let place = place("obfuscated");
    let source = "package a;\npublic class a {\n  public int a(int a) { return a > 7 ? 1 : 0; }\n  public int a(String b) { return b == null ? 2 : 3; }\n  public int $$(int _x1) { return _x1 == 3 ? 1 : 0; }\n}\n";
    compile(&place, &[("a/a.java", source)], &[]);
    let output = place.run(&["java", "-cp", "classes", "a.a", "--budget", "2000evals", "--out", "out"]);
    ended_with(&output, 0);
    let run = place.json("out/run.json");
    assert_eq!(run["native"]["passed"], run["native"]["tests"]);
    assert_eq!(run["units"][0]["goals"]["unknown"], 0, "{}", run["units"][0]);
}

#[test]
fn a_missing_dependency_costs_the_others_nothing() {
    let place = place("missing_dependency");
    compile(
        &place,
        &[
            (
                "q/Base.java",
                "package q;\npublic class Base { public int base(int a) { return a > 3 ? 1 : 2; } }\n",
            ),
            (
                "q/Other.java",
                "package q;\npublic class Other { public static int of(int a) { return a > 3 ? 1 : 2; } }\n",
            ),
            (
                "p/Caller.java",
                "package p;\npublic class Caller { public int of(int a) { return a > 1 ? q.Other.of(a) : 0; } }\n",
            ),
            (
                "p/User.java",
                "package p;\npublic class User extends q.Base { public int of(int a) { return a > 1 ? base(a) : 0; } }\n",
            ),
        ],
        &[],
    );
    fs::remove_file(place.0.join("classes/q/Other.class")).expect("it was compiled");
    fs::remove_file(place.0.join("classes/q/Base.class")).expect("it was compiled");
    says(
        &run(&place, &["--only", "p.*"]),
        0,
        "
warning: `p.Caller`: not on the class path: `q.Other`; code that needs them is not covered: add what has them with -cp
error: class `p.User` needs `q.Base`, which is not on the class path
  = note: `p.User` has no tests; other classes go on
  = help: add the folder or jar that has it to the class path (-cp)",
    );
    assert!(place.0.join("out/tests/p/SignTest.java").is_file(), "the others went on");
}

#[test]
fn classes_newer_than_the_jdk_are_told() {
    let Some(newer) = jdk_of(25) else { return };
    let Some(older) = jdk_of(17) else { return };
    let place = TestFolder::new("java_bad_input/newer", &[]);
    compile_with(&newer, &place, &[("p/Sign.java", SIGN)], &[]);
    let output = run(&place, &["p.Sign", "--jdk", &older.home.display().to_string()]);
    says(
        &output,
        1,
        "
error: class `p.Sign` from `classes` is compiled for Java 25, and the JDK is of release 17
  = note: `p.Sign` has no tests; other classes go on
  = help: name a newer JDK with --jdk, or compile the class for Java 17 (javac --release 17)",
    );
}

#[test]
fn sources_that_do_not_match_are_told() {
    let place = place("sources");
    place.write("src/p/Sign.java", "package p;\n");
    says(
        &run(&place, &["p.Sign"]),
        0,
        "warning: `p.Sign`: `src/p/Sign.java` ends at line 1, and the class has code of line 3; lines in the report are wrong: compile the class again, or name the right sources",
    );
    std::thread::sleep(Duration::from_millis(20));
    place.write("src/p/Sign.java", SIGN);
    says(
        &run(&place, &["p.Sign"]),
        0,
        "warning: `p.Sign`: `src/p/Sign.java` was changed after the class was compiled; lines in the report are wrong: compile the class again, or name the right sources",
    );
}

#[test]
fn a_class_that_is_not_there_brings_the_nearest_name() {
    let place = place("unknown");
    says(
        &run(&place, &["p.Sgn"]),
        1,
        "
error: class `p.Sgn` is not on the class path
  = note: nothing was tested
  = help: did you mean `p.Sign`?",
    );
    says(
        &run(&place, &["p.Sign#off"]),
        1,
        "
error: class `p.Sign` has no method `off`
  = note: nothing was tested
  = help: did you mean `p.Sign#of`?",
    );
}

#[test]
fn damaged_files_are_named() {
    let place = place("damaged");
    place.write("bad.jar", "no archive");
    let output = place.run(&["java", "-cp", "bad.jar", "p.Sign"]);
    let said = messages(&output);
    ended_with(&output, 1);
    assert!(said.starts_with("error: `bad.jar` is damaged: "), "{said}");
    assert!(
        said.ends_with("= note: nothing was tested\n  = help: build or fetch the archive again"),
        "{said}"
    );
    place.write(
        "classes/p/Cut.class",
        &fs::read(place.0.join("classes/p/Sign.class")).expect("compiled")[..40],
    );
    let output = run(&place, &["--only", "p.*"]);
    let said = messages(&output);
    ended_with(&output, 0);
    assert!(said.contains("`p.Cut` has no tests; other classes go on"), "{said}");
    assert!(said.contains("  = help: compile the class again, for Java 25 at most"), "{said}");
    assert!(place.0.join("out/tests/p/SignTest.java").is_file(), "the others went on");
}

#[test]
fn a_missing_jdk_and_one_without_a_compiler_are_told() {
    let place = place("jdk");
    let mut command = place.command(&["java", "-cp", "classes", "p.Sign"]);
    command.env_remove("JAVA_HOME").env("PATH", "");
    let output = finish_within(&mut command, Duration::from_secs(60)).expect("it ends");
    says(
        &output,
        1,
        "
error: no JDK is found: neither --jdk nor JAVA_HOME is given, and there is no `java` in the PATH
  = note: nothing was tested
  = help: install a JDK 11 or later, or name its folder with --jdk",
    );
    let output = run(&place, &["p.Sign", "--jdk", "classes"]);
    says(
        &output,
        1,
        "
error: `classes` is no JDK: it has no file `lib/modules`
  = note: nothing was tested
  = help: name a JDK 11 or later (a folder with `lib/modules`), for instance by JAVA_HOME",
    );
    // A runtime without a compiler: tests are written, and not confirmed.
    let home = jdk().home;
    let jre = place.0.join("jre");
    fs::create_dir_all(jre.join("bin")).expect("a fresh folder can be written");
    for entry in ["lib", "release", "conf"] {
        std::os::unix::fs::symlink(home.join(entry), jre.join(entry)).expect("a link can be made");
    }
    std::os::unix::fs::symlink(home.join("bin/java"), jre.join("bin/java")).expect("a link can be made");
    let output = place
        .run(&["java", "-cp", "classes", "p.Sign", "--jdk", "jre", "--budget", "300evals", "--out", "out"]);
    let said = messages(&output);
    ended_with(&output, 0);
    assert!(
        said.contains(
            "warning: `p.Sign`: the tests were not run natively: `jre` is no JDK: it has no `bin/javac`"
        ),
        "{said}"
    );
    assert!(said.contains("name a folder that has `release`, `bin/java` and `bin/javac`"), "{said}");
    assert!(place.0.join("out/tests/p/SignTest.java").is_file());
}
