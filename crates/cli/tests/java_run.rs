//! `trine java run`: exit codes are those of the program, and what goes wrong is said word for word.

mod support;

use std::fs;
use std::process::Output;
use support::TestFolder;
use support::java::{compile, compile_with, ended_with, jdk_of, text};

const BASE: &str = "package p;\npublic class Base { public int base() { return 1; } }\n";
const USER: &str = "package p;\npublic class User extends Base { public static void main(String[] args) { System.out.println(new User().base()); } }\n";
const MAIN: &str = r#"package p;
public class Main {
  public static void main(String[] args) throws Exception {
    System.out.println("begins");
    switch (args.length == 0 ? "" : args[0]) {
      case "process": new ProcessBuilder("true").start(); break;
      case "loop": for (;;) { }
      case "throw": throw new IllegalStateException("on purpose");
      case "exit": System.exit(7);
      default: System.out.println("ends");
    }
  }
}
"#;

fn place(name: &str) -> TestFolder {
    let place = TestFolder::new(&format!("java_run/{name}"), &[]);
    compile(&place, &[("p/Base.java", BASE), ("p/User.java", USER), ("p/Main.java", MAIN)], &[]);
    place
}

fn run(place: &TestFolder, arguments: &[&str]) -> Output {
    let mut all = vec!["java", "run"];
    all.extend(arguments);
    place.run(&all)
}

#[track_caller]
fn says(output: &Output, code: i32, out: &str, err: &str) {
    assert_eq!(text(&output.stderr).trim(), err.trim());
    assert_eq!(text(&output.stdout), out);
    ended_with(output, code);
}

#[test]
fn the_exit_code_is_that_of_the_program() {
    let place = place("code");
    says(&run(&place, &["-cp", "classes", "p.Main", "one", "two"]), 0, "begins\nends\n", "");
    says(&run(&place, &["-cp", "classes", "p.Main", "exit"]), 7, "begins\n", "");
    says(
        &run(&place, &["-cp", "classes", "p.Main", "throw"]),
        1,
        "begins\n",
        "Exception in thread \"main\" java.lang.IllegalStateException: on purpose\n\tat p.Main.main(Main.java:8)",
    );
}

#[test]
fn what_is_not_supported_and_limits_are_told_behind_what_was_printed() {
    let place = place("limits");
    says(
        &run(&place, &["-cp", "classes", "--steps", "3000000", "p.Main", "loop"]),
        1,
        "begins\n",
        "error: `p.Main` reached the limit of steps
  = note: what the program printed before is above; it was not run further
  = help: give it less to do, or more instructions with --steps",
    );
    let output = run(&place, &["-cp", "classes", "p.Main", "process"]);
    let said = text(&output.stderr);
    assert!(said.starts_with("error: not supported: native method `java/lang/ProcessImpl."), "{said}");
    assert!(said.contains("in p/Main.main([Ljava/lang/String;)V, line 6"), "{said}");
    assert!(
        said.contains("  = help: run it with `java`; what is supported is listed in docs/java.md"),
        "{said}"
    );
    assert_eq!(text(&output.stdout), "begins\n");
    ended_with(&output, 1);
}

#[test]
fn classes_that_are_not_there_are_told() {
    let place = place("missing");
    let help = "  = help: check the name with its package, and the class path (-cp)";
    says(
        &run(&place, &["-cp", "classes", "p.Nope"]),
        1,
        "",
        &format!(
            "error: class `p.Nope` is not on the class path `classes`\n  = note: nothing was run\n{help}"
        ),
    );
    fs::remove_file(place.0.join("classes/p/Base.class")).expect("it was compiled");
    says(
        &run(&place, &["-cp", "classes", "p.User"]),
        1,
        "",
        &format!(
            "error: class `p.Base` is not on the class path `classes`\n  = note: `p.User` cannot be loaded without it; nothing was run\n{help}"
        ),
    );
    says(
        &run(&place, &["-cp", "nowhere", "p.Main"]),
        1,
        "",
        "error: `nowhere` cannot be read: No such file or directory (os error 2)
  = note: nothing was run
  = help: check the path, and that you may read it",
    );
}

#[test]
fn damaged_classes_and_jars_are_told() {
    let place = place("damaged");
    let file = place.0.join("classes/p/Main.class");
    let whole = fs::read(&file).expect("it was compiled");
    let help = "  = note: nothing was run\n  = help: compile or fetch the class again, for Java 25 at most";
    let mut newer = whole.clone();
    newer[6..8].copy_from_slice(&[0, 99]);
    fs::write(&file, newer).expect("it can be written");
    says(
        &run(&place, &["-cp", "classes", "p.Main"]),
        1,
        "",
        &format!(
            "error: class `p/Main` from `classes`: its version is 99.0: class files up to version 69.0 are read\n{help}"
        ),
    );
    fs::write(&file, &whole[..60]).expect("it can be written");
    says(
        &run(&place, &["-cp", "classes", "p.Main"]),
        1,
        "",
        &format!(
            "error: class `p/Main` from `classes`: unexpected end of input at 60 in constant pool\n{help}"
        ),
    );
    place.write("bad.jar", "no archive");
    says(
        &run(&place, &["-cp", "bad.jar", "p.Main"]),
        1,
        "",
        "error: `bad.jar` is damaged: invalid Zip archive: Could not find EOCD
  = note: nothing was run
  = help: build or fetch the archive again",
    );
    says(
        &run(&place, &["-cp", "classes", "--jdk", "classes", "p.Main"]),
        1,
        "",
        "error: `classes` is no JDK: it has no file `lib/modules`
  = note: nothing was run
  = help: name a JDK 11 or later (a folder with `lib/modules`), for instance by JAVA_HOME",
    );
}

#[test]
fn main_is_what_the_release_says() {
    let plain = "package p;\npublic class Plain { void main() { System.out.println(\"plain\"); } }\n";
    let none = "  = note: nothing was run\n  = help: name a class with such a method";
    if let Some(older) = jdk_of(17) {
        let place = TestFolder::new("java_run/main17", &[]);
        compile_with(&older, &place, &[("p/Plain.java", plain)], &[]);
        says(
            &run(&place, &["-cp", "classes", "--jdk", &older.home.display().to_string(), "p.Plain"]),
            1,
            "",
            &format!("error: class `p.Plain` has no method `public static void main(String[])`\n{none}"),
        );
    }
    if let Some(newer) = jdk_of(25) {
        let place = TestFolder::new("java_run/main25", &[]);
        let hidden = "package p;\npublic class Hidden { private Hidden() { } void main() { } }\n";
        compile_with(&newer, &place, &[("p/Plain.java", plain), ("p/Hidden.java", hidden)], &[]);
        let home = newer.home.display().to_string();
        says(&run(&place, &["-cp", "classes", "--jdk", &home, "p.Plain"]), 0, "plain\n", "");
        says(
            &run(&place, &["-cp", "classes", "--jdk", &home, "p.Hidden"]),
            1,
            "",
            &format!(
                "error: class `p.Hidden` has no `main` that can be run: it must not be private, and one that is not static needs a constructor without parameters that is not private\n{none}"
            ),
        );
    }
}
