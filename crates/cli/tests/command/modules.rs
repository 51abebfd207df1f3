//! `trine c --module`: what is refused, that workers do not matter, that a run is taken up again, and that tests leave
//! nothing behind and write no field of the module's objects.

use crate::support::{TRINE, TestFolder, clangs, finish_within, fresh_folder, workspace};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use trine_filetests::{Case, cases_folder};

const LIMIT: Duration = Duration::from_secs(300);

const STACK: &str = "\
#include <stdlib.h>
struct stack { int count; int values[4]; };
struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
int stack_push(struct stack *s, int v) { if (s->count == 4) return -1; s->values[s->count++] = v; return s->count; }
void stack_free(struct stack *s) { free(s); }
";

fn place(name: &str, files: &[(&str, &[u8])]) -> TestFolder {
    TestFolder::new(&format!("modules/{name}"), files)
}

fn says(output: &std::process::Output, parts: &[&str]) {
    let said = String::from_utf8_lossy(&output.stderr);
    for part in parts {
        assert!(said.contains(part), "`{part}` is missing in:\n{said}");
    }
}

#[test]
fn a_module_without_public_functions_is_refused_with_the_next_step() {
    let place =
        place("no_public", &[("own.c", b"static int f(int a) { return a > 1; }\nint (*used)(int) = f;\n")]);
    let output = place.run(&["c", "--module", "own.c"]);
    assert_eq!(output.status.code(), Some(1));
    says(
        &output,
        &["own.c has no public function", "= note: no test was written", "= help: leave --module out"],
    );
}

#[test]
fn a_header_that_names_none_of_its_functions_is_refused() {
    let files: &[(&str, &[u8])] = &[("stack.c", STACK.as_bytes()), ("other.h", b"int queue_put(int v);\n")];
    let place = place("other_header", files);
    let output = place.run(&["c", "--api", "other.h", "stack.c"]);
    assert_eq!(output.status.code(), Some(1));
    says(&output, &["the header names no function that stack.c defines", "= help: name the header"]);
    let output = place.run(&["c", "--api", "none.h", "stack.c"]);
    assert_eq!(output.status.code(), Some(1));
    says(&output, &["cannot read none.h", "= note: nothing was run"]);
}

#[test]
fn handles_that_nobody_makes_are_named() {
    let text =
        "struct hidden; int peek(struct hidden *h);\nint ask(struct hidden *h) { return h ? peek(h) : 0; }\n";
    let place = place("nobody_makes", &[("ask.c", text.as_bytes())]);
    let output = place.run(&["c", "--module", "ask.c", "--budget", "200evals", "--no-native"]);
    says(&output, &["no public function makes a `struct hidden`", "link", "--api"]);
}

/// The files of a run over `case` that do not name the time.
fn run(case: &Path, out: &Path, jobs: &str, more: &[&str]) -> BTreeMap<String, String> {
    let mut command = Command::new(TRINE);
    command.args([
        "c",
        "--module",
        "--quiet",
        "--no-native",
        "--budget",
        "1500evals",
        "--jobs",
        jobs,
        "--out",
    ]);
    command.arg(out).args(more).arg(case);
    let output = finish_within(command.current_dir(workspace()), LIMIT).expect("the run ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let mut files = BTreeMap::new();
    for name in ["suite.json", "goals.json"] {
        files.insert(name.to_owned(), fs::read_to_string(out.join(name)).expect("the run wrote it"));
    }
    for entry in fs::read_dir(out.join("tests")).into_iter().flatten().flatten() {
        let text = fs::read_to_string(entry.path()).expect("emitted files are text");
        files.insert(entry.file_name().display().to_string(), text);
    }
    files
}

#[test]
fn workers_and_an_earlier_run_change_nothing() {
    let case = cases_folder().join("c/modules/queue_of_the_caller_wraps_around.c");
    let out = fresh_folder("modules/workers");
    let one = run(&case, &out.join("one"), "1", &[]);
    assert_eq!(one, run(&case, &out.join("two"), "2", &[]));
    assert_eq!(one, run(&case, &out.join("one"), "1", &[]), "taken over");
}

#[test]
fn tests_write_no_field_and_leave_nothing_behind() {
    let (_, clang) = clangs().swap_remove(0);
    let cases = Case::read_all(&cases_folder().join("c/modules")).unwrap_or_else(|error| panic!("{error}"));
    assert!(cases.len() >= 8);
    for case in &cases {
        let out = fresh_folder(&format!("modules/leaks/{}", case.name));
        let files = run(&case.path, &out, "2", &[]);
        let stem = case.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = &files[&format!("test_{stem}.c")];
        let pokes =
            |line: &&str| line.contains("->") && line.contains(" = ") && !line.trim_start().starts_with("/*");
        assert_eq!(text.lines().find(pokes), None, "{}", case.name);
        let tests = out.join("tests");
        let mut make = Command::new("make");
        make.arg(format!("CC={}", clang.display()))
            .args(["CFLAGS=-g -w -fsanitize=address", "LDFLAGS=-fsanitize=address"]);
        let built = finish_within(make.current_dir(&tests), LIMIT).expect("make ends");
        assert!(built.status.success(), "{}: {}", case.name, String::from_utf8_lossy(&built.stderr));
        let program = tests.join(format!("test_{stem}"));
        let listed = finish_within(Command::new(&program).arg("--list"), LIMIT).expect("a list ends");
        for test in String::from_utf8_lossy(&listed.stdout).lines() {
            let mut one = Command::new(&program);
            one.args(["--no-fork", test]).env("ASAN_OPTIONS", "detect_leaks=1:allocator_may_return_null=1");
            let ended = finish_within(one.current_dir(&tests), LIMIT).expect("the test ends");
            let said = String::from_utf8_lossy(&ended.stderr);
            assert!(ended.status.success(), "{}: {test}: {said}", case.name);
        }
    }
}

/// A file that works on machines, each of which knows its own address, and the file that makes them, which the first one does not use.
const MACHINES: [(&str, &[u8]); 3] = [
    (
        "machine.h",
        b"#include <stdint.h>\nstruct machine { uintptr_t check; int *cells; int count; };\n\
          int machine_step(struct machine *m, int code);\n",
    ),
    (
        "step.c",
        b"#include \"machine.h\"\nint machine_count(const struct machine *m)\n{\n    return m->count;\n}\n\
          int machine_step(struct machine *m, int code)\n{\n\
          \x20   if (m->check != ((uintptr_t)m ^ 0x5ca1ab1eu))\n        return -1;\n\
          \x20   if (code < 0 || code >= m->count)\n        return -2;\n    return ++m->cells[code] > 1 ? 1 : 0;\n}\n",
    ),
    (
        "make.c",
        b"#include <stdlib.h>\n#include \"machine.h\"\nstruct machine *machine_new(void)\n{\n\
          \x20   struct machine *m = malloc(sizeof *m);\n    if (!m)\n        return NULL;\n\
          \x20   m->check = (uintptr_t)m ^ 0x5ca1ab1eu;\n    m->cells = calloc(4, sizeof(int));\n    m->count = m->cells ? 4 : 0;\n    return m;\n}\n\
          void machine_free(struct machine *m)\n{\n    free(m->cells);\n    free(m);\n}\n",
    ),
];

#[test]
fn objects_come_from_files_that_the_one_under_test_does_not_use() {
    let place = place("made_elsewhere", &MACHINES);
    let open = |arguments: &[&str], out: &str| {
        let arguments =
            [&["c", "--only", "step.c", "--budget", "3000evals", "--out", out], arguments].concat();
        let output = place.run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        let goals = &place.json(&format!("{out}/run.json"))["units"][1]["goals"];
        goals["total"].as_u64().zip(goals["covered"].as_u64()).map(|(total, covered)| total - covered)
    };
    assert_eq!(open(&["step.c", "make.c"], "both"), Some(0), "all goals are covered");
    assert!(open(&["step.c"], "alone") > Some(0), "no structure of a test knows its own address");
    let tests = fs::read_to_string(place.0.join("both/tests/test_step.c")).expect("the run wrote its tests");
    for declared in
        ["extern struct machine *(machine_new)(void);", "extern void (machine_free)(struct machine *m);"]
    {
        assert!(tests.contains(declared), "`{declared}` is missing in:\n{tests}");
    }
}
