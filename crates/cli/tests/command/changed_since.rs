//! `--changed-since`: of a git repository only the functions that do something else than in a revision.

use crate::support::{TRINE, finish_within, fresh_folder};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

const HEADER: &str = "#define LIMIT 5\nint helper(int a);\n";
const HELPER: &str = "#include \"unit.h\"\nint helper(int a) { return a > LIMIT ? 1 : 0; }\n";
const UNIT: &str = "\
#include <stdio.h>
#include \"unit.h\"
static const int table[3] = { 1, 2, 3 };
static int inner(int a) { return a > 3 ? 2 : 1; }
int outer(int a) { if (inner(a) == 2) return 1; return 0; }
int apart(int a) { if (a == 9) return 1; return 0; }
int looks(unsigned a) { return a < 3 ? table[a] : 0; }
int limited(int a) { return a > LIMIT; }
int calls(int a) { if (helper(a)) return 7; return 8; }
int says(int a) { if (a) puts(\"yes\"); return a; }
";

/// A git repository with a project of two files in `src` and a header in `include`.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        let repository = Self(fresh_folder(&format!("changed_since/{name}")));
        repository.git(&["init", "--quiet"]);
        for (path, text) in [("include/unit.h", HEADER), ("src/helper.c", HELPER), ("src/unit.c", UNIT)] {
            repository.write(path, text);
        }
        repository.git(&["add", "."]);
        repository.git(&["commit", "--quiet", "-m", "first"]);
        repository
    }

    fn git(&self, arguments: &[&str]) {
        let mut command = Command::new("git");
        command.args(["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]);
        let output = command.args(arguments).current_dir(&self.0).output().expect("git runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder")).expect("the folder can be made");
        fs::write(path, text).expect("a fresh folder can be written");
    }

    fn change(&self, path: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.0.join(path)).expect("the file exists");
        assert!(text.contains(from), "{from}");
        self.write(path, &text.replace(from, to));
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(TRINE);
        let files = ["c", "src/unit.c", "src/helper.c", "--budget", "200evals", "--no-native", "--fresh"];
        command.args(files).args(arguments).args(["--", "-Iinclude"]).current_dir(&self.0);
        finish_within(&mut command, LIMIT).expect("the command ends")
    }

    /// The functions that are tested, and what was said.
    fn changed(&self, revision: &str) -> (Vec<String>, String) {
        // What an earlier question left is no answer to this one.
        let _ = fs::remove_dir_all(self.0.join("trine-out"));
        let output = self.run(&["--changed-since", revision]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
        let Ok(text) = fs::read_to_string(self.0.join("trine-out/run.json")) else {
            return (Vec::new(), said);
        };
        let run: serde_json::Value = serde_json::from_str(&text).expect("records are JSON");
        let units = run["units"].as_array().expect("a list");
        let name = |unit: &serde_json::Value| unit["function"].as_str().unwrap_or_default().to_owned();
        (units.iter().map(name).collect(), said)
    }
}

#[test]
fn what_does_the_same_has_not_changed() {
    let repository = Repository::new("same");
    let (none, said) = repository.changed("HEAD");
    assert_eq!(none, [""; 0], "{said}");
    assert!(said.contains("0 of 8 functions changed since HEAD"), "{said}");
    repository.change("src/unit.c", "int apart", "/* a comment,\n   new lines */\nint apart");
    repository.change("src/unit.c", "a == 9", "(9 == a)");
    repository.change("src/unit.c", "9 == a", "a == 9");
    assert_eq!(repository.changed("HEAD").0, [""; 0]);
}

#[test]
fn a_changed_function_takes_its_callers_along() {
    let repository = Repository::new("callers");
    repository.change("src/unit.c", "a > 3 ? 2", "a > 4 ? 2");
    assert_eq!(repository.changed("HEAD").0, ["inner", "outer"]);
    repository.git(&["commit", "--quiet", "-a", "-m", "second"]);
    assert_eq!(repository.changed("HEAD").0, [""; 0]);
    assert_eq!(repository.changed("HEAD~1").0, ["inner", "outer"]);
    repository.change("src/helper.c", "? 1 : 0", "? 2 : 0");
    assert_eq!(repository.changed("HEAD").0, ["calls", "helper"]);
}

#[test]
fn headers_constants_and_texts_count() {
    let repository = Repository::new("headers");
    repository.change("include/unit.h", "LIMIT 5", "LIMIT 6");
    assert_eq!(repository.changed("HEAD").0, ["limited", "calls", "helper"]);
    repository.git(&["commit", "--quiet", "-a", "-m", "second"]);
    repository.change("src/unit.c", "{ 1, 2, 3 }", "{ 1, 2, 4 }");
    assert_eq!(repository.changed("HEAD").0, ["looks"]);
    repository.git(&["commit", "--quiet", "-a", "-m", "third"]);
    repository.change("src/unit.c", "\"yes\"", "\"no\"");
    assert_eq!(repository.changed("HEAD").0, ["says"]);
}

#[test]
fn what_was_not_there_or_did_not_compile_has_changed() {
    let repository = Repository::new("new");
    repository.change("src/unit.c", "int apart", "int added(int a) { return a; }\nint apart");
    assert_eq!(repository.changed("HEAD").0, ["added"]);
    repository.git(&["rm", "--quiet", "--cached", "src/helper.c"]);
    repository.git(&["commit", "--quiet", "-a", "-m", "without the helper"]);
    let (changed, said) = repository.changed("HEAD");
    assert_eq!(changed, ["calls", "helper"], "{said}");
    repository.change("src/unit.c", "int outer", "int outer(");
    repository.git(&["add", "."]);
    repository.git(&["commit", "--quiet", "-m", "broken"]);
    repository.change("src/unit.c", "int outer(", "int outer");
    let (changed, said) = repository.changed("HEAD");
    assert!(said.contains("does not compile as of HEAD, so all functions count as changed"), "{said}");
    assert!(changed.contains(&"apart".to_owned()), "{changed:?}");
}

#[test]
fn what_names_no_revision_is_refused() {
    let repository = Repository::new("wrong");
    let outside = fresh_folder("changed_since_outside");
    fs::write(outside.join("a.c"), "int f(int a) { return a; }\n").expect("it can be written");
    let refused = |output: &Output, parts: &[&str]| {
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        for part in parts.iter().chain(&["error: --changed-since: ", "= note: nothing was run", "= help: "]) {
            assert!(said.contains(part), "`{part}` is missing in:\n{said}");
        }
    };
    for wrong in ["HEAD~9", "no-such-branch", "a b"] {
        let parts = [format!("`{wrong}` is no revision"), "git log --oneline".to_owned()];
        refused(&repository.run(&["--changed-since", wrong]), &[&parts[0], &parts[1]]);
    }
    let mut command = Command::new(TRINE);
    command.args(["c", "a.c", "--changed-since", "HEAD"]).current_dir(&outside);
    command.env("GIT_CEILING_DIRECTORIES", outside.parent().expect("it has one"));
    refused(&finish_within(&mut command, LIMIT).expect("it ends"), &["is in no git repository"]);
    let (_, clang) = crate::support::clangs().swap_remove(0);
    let mut command = Command::new(TRINE);
    command.args(["c", "a.c", "--changed-since", "HEAD"]).current_dir(&outside);
    command.env("TRINE_CLANG", clang).env("PATH", &outside);
    refused(&finish_within(&mut command, LIMIT).expect("it ends"), &["git cannot be run", "install git"]);
}
