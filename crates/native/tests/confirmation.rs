//! Small suites, compiled and run with the real tools of every clang that is installed.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};
use trine_native::clang::{
    BuiltSuite, Confirmation, Executable, Limits, NativeSuite, SharedObjects, SourceFile, TestVerdict,
    Toolchain,
};

/// The runner that emitted tests use, as a file: this crate knows no other.
const HEADER: &str = include_str!("../../emit/src/c/harness/trine_test.h");
const RUNNER: &str = include_str!("../../emit/src/c/harness/trine_test.c");

const UNIT: &str = "#include <stdlib.h>
static int f(int a, int b, int c) { if (a && (b || c)) return 1; return 0; }
int g(int a) { if (a == 3) abort(); if (a == 4) for (;;) ; if (a == 5) exit(7); if (a == 6) return *(volatile int *)0; return a; }
";

const TESTS: &str = "#include \"../src/unit.c\"
#include \"trine_test.h\"
static void t1(void) { TRINE_CHECK_INT(f(1, 1, 0), 1); }
static void t2(void) { TRINE_CHECK_INT(f(0, 0, 0), 0); }
static void t3(void) { TRINE_CHECK_INT(f(1, 0, 0), 5); }
static void t4(void) { g(3); }
static void t5(void) { g(4); }
static void t6(void) { TRINE_CHECK_EXITS(7, g(5)); }
static void t7(void) { g(6); }
static void t8(void) { g(5); }
static const struct trine_test tests[] = {
    {\"t1\", t1}, {\"t2\", t2}, {\"t3\", t3}, {\"t4\", t4}, {\"t5\", t5}, {\"t6\", t6}, {\"t7\", t7}, {\"t8\", t8},
};
int main(int argc, char **argv) { return TRINE_RUN(tests, argc, argv); }
";

fn toolchains() -> Vec<Toolchain> {
    ["clang-22", "clang-19"].iter().filter_map(|name| Toolchain::at(Path::new(name)).ok()).collect()
}

fn source(path: &str, measured: bool) -> SourceFile {
    SourceFile { path: path.into(), measured, ..SourceFile::default() }
}

/// The unit lives outside of the suite's folder, as a user's does.
struct UserFolder(std::path::PathBuf);

impl UserFolder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("trine-native-test-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("unit.c"), UNIT).unwrap();
        Self(path.canonicalize().unwrap())
    }
}

impl Drop for UserFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn suite(user: &UserFolder, text: &str, tests: &[&str]) -> NativeSuite {
    let unit = user.0.join("unit.c").display().to_string();
    let files = [
        ("tests/test_unit.c", text.replace("../src/unit.c", &unit)),
        ("tests/trine_test.h", HEADER.to_owned()),
        ("tests/trine_test.c", RUNNER.to_owned()),
    ];
    let files: BTreeMap<String, String> =
        files.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
    let program = Executable {
        name: "test_unit".into(),
        sources: vec![source("tests/test_unit.c", true), source("tests/trine_test.c", false)],
        tests: tests.iter().map(|&test| test.to_owned()).collect(),
    };
    NativeSuite { files, programs: vec![program], link_flags: vec![], ..NativeSuite::default() }
}

#[test]
fn tests_are_judged_and_what_they_cover_is_measured_also_when_they_die() {
    let user = UserFolder::new("judged");
    let names = ["t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"];
    let suite = suite(&user, TESTS, &names);
    let limits = Limits { test: Duration::from_secs(1), ..Limits::default() };
    for toolchain in toolchains() {
        let seen = Confirmation::run(&toolchain, &suite, limits).unwrap();
        let verdicts: Vec<TestVerdict> = seen.tests.iter().map(|test| test.verdict).collect();
        use TestVerdict::{Crashed, Failed, Passed, TimedOut};
        assert_eq!(
            verdicts,
            [Passed, Passed, Failed, Crashed, TimedOut, Passed, Crashed, Failed],
            "{seen:?}"
        );
        assert!(seen.tests[2].output.contains("expected 5 (5), got 0"), "{:?}", seen.tests[2]);
        let names: Vec<&str> = seen.functions.iter().map(|function| function.name.as_str()).collect();
        assert_eq!(names, ["f", "g"]);
        let f = &seen.functions[0];
        assert_eq!(f.file, user.0.join("unit.c").display().to_string());
        let counts: Vec<(bool, bool)> = f.branches.iter().map(|b| (b.taken > 0, b.not_taken > 0)).collect();
        assert_eq!(counts, [(true, true), (true, true), (false, true)]);
        assert_eq!(f.mcdc[0].covered, [true, true, false], "{}", toolchain.version);
        // Each way out of `g` was counted: abort, a loop without end, exit, a segmentation fault.
        assert!(seen.functions[1].branches.iter().all(|branch| branch.taken > 0), "{seen:?}");
    }
}

#[test]
fn a_program_that_does_not_compile_costs_only_its_own_tests() {
    let user = UserFolder::new("broken");
    let mut suite = suite(&user, TESTS, &["t1"]);
    suite.files.insert("bad.c".into(), "int main(void) { return x; }".into());
    suite.programs.push(Executable {
        name: "bad".into(),
        sources: vec![source("bad.c", true)],
        tests: vec!["b".into()],
    });
    let toolchain = Toolchain::find().unwrap();
    let seen = Confirmation::run(&toolchain, &suite, Limits::default()).unwrap();
    assert_eq!(seen.broken.len(), 1);
    assert!(seen.broken[0].1.contains("undeclared identifier 'x'"));
    assert_eq!(seen.tests[1].verdict, TestVerdict::NotRun);
    assert_eq!(seen.tests[0].verdict, TestVerdict::Passed);
}

#[test]
fn a_runner_that_dies_is_started_again_for_each_test() {
    let user = UserFolder::new("dies");
    let text =
        "#include <stdio.h>\n#include <string.h>\n#include <stdlib.h>\nint main(int argc, char **argv) {
        if (argc < 2) { puts(\"ok 1 - a\"); fflush(stdout); abort(); }
        if (strcmp(argv[1], \"b\") == 0) { puts(\"ok 1 - b\"); return 0; }
        abort(); }";
    let mut suite = suite(&user, TESTS, &["a", "b", "c"]);
    suite.files.insert("tests/test_unit.c".into(), text.into());
    suite.programs[0].sources.pop();
    let seen = Confirmation::run(&Toolchain::find().unwrap(), &suite, Limits::default()).unwrap();
    let verdicts: Vec<TestVerdict> = seen.tests.iter().map(|test| test.verdict).collect();
    assert_eq!(verdicts, [TestVerdict::Passed, TestVerdict::Passed, TestVerdict::Crashed]);
}

#[test]
fn fifty_tests_take_about_a_second() {
    let user = UserFolder::new("fifty");
    let names: Vec<String> = (0..50).map(|number| format!("n{number}")).collect();
    let mut text = String::from("#include \"../src/unit.c\"\n#include \"trine_test.h\"\n");
    let mut table = String::new();
    for name in &names {
        text += &format!("static void {name}(void) {{ TRINE_CHECK_INT(f(1, 0, 1), 1); }}\n");
        table += &format!("{{\"{name}\", {name}}}, ");
    }
    text += &format!("static const struct trine_test tests[] = {{ {table} }};\n");
    text += "int main(int argc, char **argv) { return TRINE_RUN(tests, argc, argv); }\n";
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let suite = suite(&user, &text, &names);
    let toolchain = Toolchain::find().unwrap();
    toolchain.check_profile_runtime().unwrap();
    let start = Instant::now();
    let seen = Confirmation::run(&toolchain, &suite, Limits::default()).unwrap();
    assert!(seen.tests.iter().all(|test| test.verdict == TestVerdict::Passed));
    println!("fifty tests: {} ms", seen.milliseconds);
    // Generous: other work may share the machine.
    assert!(start.elapsed() < Duration::from_secs(10));
}

const UNSTEADY: &str = "#include \"../src/unit.c\"
#include \"trine_test.h\"
static void t1(void) { TRINE_CHECK_INT(f(1, 1, 0), 1); }
static void t2(void) { int x; unsigned long n = ((unsigned long)&x >> 4) & 0xffff; while (n--) f(0, 0, 0); }
static void t3(void) { TRINE_CHECK_INT(f(1, 1, 0), 2); }
static const struct trine_test tests[] = { {\"t1\", t1}, {\"t2\", t2}, {\"t3\", t3} };
int main(int argc, char **argv) { return TRINE_RUN(tests, argc, argv); }
";

#[test]
fn a_test_that_counts_otherwise_in_another_run_is_unsteady() {
    let user = UserFolder::new("unsteady");
    let mut suite = suite(&user, UNSTEADY, &["t1", "t2", "t3"]);
    // What the test's own file counts is looked at here, for want of a unit that depends on addresses.
    suite.programs[0].sources[0].measured = true;
    let shared = SharedObjects::new().unwrap();
    for toolchain in toolchains() {
        let mut built = BuiltSuite::new(&toolchain, suite.clone(), &shared, Limits::default()).unwrap();
        let unsteady = built.unsteady_tests().unwrap();
        assert_eq!(unsteady, ["t2"], "{}", toolchain.version);
        // What was built runs on without it, and what it counted is gone.
        built.take_out(|name| name == "t2");
        let seen = built.confirm().unwrap();
        let names: Vec<&str> = seen.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["t1", "t3"], "{}", toolchain.version);
        assert_eq!(seen.functions[0].count, 2, "{}: once by each", toolchain.version);
    }
}

#[test]
fn undefined_behaviour_ends_a_test_where_that_is_asked_for() {
    let user = UserFolder::new("undefined");
    let text = "#include \"trine_test.h\"
int around(int a) { return a + 1; }
static void t1(void) { TRINE_CHECK_INT(around(1), 2); }
static void t2(void) { around(0x7fffffff); }
static const struct trine_test tests[] = { {\"t1\", t1}, {\"t2\", t2} };
int main(int argc, char **argv) { return TRINE_RUN(tests, argc, argv); }
";
    let mut suite = suite(&user, text, &["t1", "t2"]);
    for (stops, expected) in [(false, TestVerdict::Passed), (true, TestVerdict::Crashed)] {
        suite.programs[0].sources[0].stops_at_undefined = stops;
        for toolchain in toolchains() {
            let seen = Confirmation::run(&toolchain, &suite, Limits::default()).unwrap();
            let verdicts: Vec<TestVerdict> = seen.tests.iter().map(|test| test.verdict).collect();
            assert_eq!(verdicts, [TestVerdict::Passed, expected], "{}", toolchain.version);
        }
    }
}

#[test]
fn an_unaligned_word_ends_a_test_where_that_is_asked_for() {
    let user = UserFolder::new("unaligned");
    let text = "#include \"trine_test.h\"
int word_at(const char *text, int at) { return *(const int *)(text + at); }
static _Alignas(8) const char words[12] = { 1 };
static void t1(void) { TRINE_CHECK_INT(word_at(words, 0), 1); }
static void t2(void) { TRINE_CHECK_INT(word_at(words, 2), 0); }
static const struct trine_test tests[] = { {\"t1\", t1}, {\"t2\", t2} };
int main(int argc, char **argv) { return TRINE_RUN(tests, argc, argv); }
";
    let mut suite = suite(&user, text, &["t1", "t2"]);
    suite.programs[0].sources[0].stops_at_undefined = true;
    for (stops, expected) in [(false, TestVerdict::Passed), (true, TestVerdict::Crashed)] {
        suite.programs[0].sources[0].stops_at_unaligned = stops;
        for toolchain in toolchains() {
            let seen = Confirmation::run(&toolchain, &suite, Limits::default()).unwrap();
            let verdicts: Vec<TestVerdict> = seen.tests.iter().map(|test| test.verdict).collect();
            assert_eq!(verdicts, [TestVerdict::Passed, expected], "{}", toolchain.version);
        }
    }
}
