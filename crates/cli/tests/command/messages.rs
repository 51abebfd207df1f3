//! What the command says when something goes wrong, word for word: a golden file for each failure, of C and of Java.
//!
//! `TRINE_UPDATE=1 cargo test -p trine-cli --test command messages` writes them anew; the difference is to be read by a person. Folders of the
//! test stand as `<folder>` in them.

use crate::support::TestFolder;
use crate::support::java::compile;
use std::path::PathBuf;

const GOOD: &str = "int sign(int a)\n{\n    if (a < 0)\n        return -1;\n    return a > 0;\n}\n";
const SIGN: &str =
    "package p;\npublic class Sign { public static int of(int a) { return a < 0 ? -1 : 1; } }\n";

/// A failure: its name, files of the folder beside those that all have, the arguments, and the exit code.
type Failure = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str], i32);

const FAILURES: [Failure; 18] = [
    ("c_file_is_missing", &[], &["c", "none.c"], 1),
    ("c_file_is_a_folder", &[], &["c", "classes"], 1),
    ("c_does_not_compile", &[("broken.c", "int f(int a) { return b; }\n")], &["c", "broken.c", "--quiet"], 1),
    ("c_has_no_functions", &[("empty.c", "int only_data = 3;\n")], &["c", "empty.c"], 1),
    ("c_function_is_misspelled", &[], &["c", "good.c", "--function", "sing"], 1),
    ("c_criterion_is_unknown", &[], &["c", "good.c", "--criterion", "branches"], 1),
    ("c_budget_is_malformed", &[], &["c", "good.c", "--budget", "soon"], 1),
    ("c_setting_is_unknown", &[("trine.toml", "[limits]\nstepz = 3\n")], &["c", "good.c"], 1),
    ("c_output_is_a_file", &[("taken", "")], &["c", "good.c", "--out", "taken"], 1),
    ("c_revision_without_repository", &[], &["c", "good.c", "--changed-since", "HEAD~1"], 1),
    ("explain_without_a_run", &[], &["explain", "--out", "nowhere"], 1),
    ("check_of_no_percentage", &[("run.json", "{")], &["check", ".", "--at-least", "200"], 1),
    ("java_class_is_missing", &[], &["java", "-cp", "classes", "p.Sing"], 1),
    ("java_class_path_is_missing", &[], &["java", "-cp", "nowhere", "p.Sign"], 1),
    (
        "java_class_is_damaged",
        &[("classes/p/Cut.class", "no class")],
        &["java", "-cp", "classes", "--quiet", "p.Cut"],
        1,
    ),
    ("java_jdk_is_missing", &[], &["java", "-cp", "classes", "--jdk", "nowhere", "p.Sign"], 1),
    ("java_algorithm_is_unknown", &[], &["java", "-cp", "classes", "--algorithm", "best", "p.Sign"], 1),
    ("java_method_is_missing", &[], &["java", "-cp", "classes", "p.Sign#off"], 1),
];

#[test]
fn failures_are_told_word_for_word() {
    let goldens = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/messages");
    let mut wrong = Vec::new();
    for (name, files, arguments, code) in FAILURES {
        let files: Vec<(&str, &[u8])> = files.iter().map(|(path, text)| (*path, text.as_bytes())).collect();
        let place = TestFolder::new(&format!("messages/{name}"), &files);
        place.write("good.c", GOOD);
        std::fs::create_dir_all(place.0.join("classes")).expect("a fresh folder can be written");
        if arguments[0] == "java" {
            compile(&place, &[("p/Sign.java", SIGN)], &[]);
        }
        // Where the folder of the test lies in a repository must not matter.
        let mut command = place.command(arguments);
        command.env("GIT_CEILING_DIRECTORIES", place.0.parent().expect("it lies in a folder"));
        let output = crate::support::finish_within(&mut command, std::time::Duration::from_secs(120))
            .expect("it ends");
        let said =
            String::from_utf8_lossy(&output.stderr).replace(&place.0.display().to_string(), "<folder>");
        let path = goldens.join(format!("{name}.txt"));
        if std::env::var_os("TRINE_UPDATE").is_some() {
            std::fs::create_dir_all(&goldens).expect("the goldens can be written");
            std::fs::write(&path, &said).expect("the goldens can be written");
        }
        let golden = std::fs::read_to_string(&path).unwrap_or_default();
        if said != golden || output.status.code() != Some(code) {
            wrong.push(format!("{name}: {:?}\n{said}--- expected {code}\n{golden}", output.status.code()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_golden_says_what_the_consequence_and_what_next() {
    let goldens = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/messages");
    for (name, ..) in FAILURES {
        let text = std::fs::read_to_string(goldens.join(format!("{name}.txt"))).expect("there is a golden");
        assert!(text.starts_with("error: "), "{name}: {text}");
        for label in ["\n  = note: ", "\n  = help: "] {
            assert!(text.contains(label), "{name} has no {label:?}: {text}");
        }
    }
}
