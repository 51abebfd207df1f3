//! Emitted code compiles with gcc and clang without warnings, and its tests pass.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{SOURCE, Shapes, Test, at, char8, int, stubs, to};
use trine_emit::c::{Emitted, Framework, LinkedSource, Options, TestedFile, emit_crashes, emit_tests};
use trine_record::TestRecord;
use trine_testcase::PlaceStep::{Field, Index};
use trine_testcase::{
    Argument, Bytes, FloatFormat, LeafKind, Observed, ObservedValue, Place, PlaceRoot, PointerValue,
    Statement,
};

fn light() -> LeafKind {
    LeafKind::Enum { bits: 32, signed: false, values: vec![0, 5] }
}

fn scalars(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    let mut test = Test::new(shapes, "classify_takes_b", "classify: a > 0 and b > 0 are true");
    let args = vec![
        test.arg(int(32), 3),
        test.arg(int(64), 5_000_000_000),
        test.arg(LeafKind::Int { bits: 32, signed: false }, 0xdead_beef),
    ];
    test.call("classify", args);
    test.result(int(32), 705_032_704);
    tests.push(test.done());

    let mut test = Test::new(shapes, "is_even_of_a_multiple_of_two", "is_even: 4 is even");
    let args = vec![test.arg(int(32), 4)];
    test.call("is_even", args);
    test.result(LeafKind::Bool, 1);
    tests.push(test.done());

    let mut test = Test::new(shapes, "half_of_odd_numbers", "half: floats of all formats");
    let f = test.bits(LeafKind::Float(FloatFormat::F32), u128::from(0.5f32.to_bits()));
    let d = test.bits(LeafKind::Float(FloatFormat::F64), u128::from(0.1f64.to_bits()));
    let l = test.bits(LeafKind::Float(FloatFormat::F80), 0xc000 << 64 | 0xa << 60);
    test.call("half", [f, d, l].map(Argument::Leaf).to_vec());
    let bits = u128::from((0.5f64 + 0.1 - 2.5).to_bits());
    let value = ObservedValue::Leaf(LeafKind::Float(FloatFormat::F64), bits);
    test.observe(Observed::Result(vec![]), value);
    tests.push(test.done());

    let mut test = Test::new(shapes, "wide_carries", "wide: a carry into the upper half");
    let leaf = test.bits(LeafKind::Int { bits: 128, signed: false }, u128::from(u64::MAX));
    test.call("wide", vec![Argument::Leaf(leaf)]);
    test.result(int(128), 1 << 64);
    tests.push(test.done());
    tests
}

fn pointers(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    let mut test = Test::new(shapes, "sum_of_a_list", "sum: a list of two");
    let first = test.object(shapes.point, Some(1), "p");
    let second = test.object(shapes.point, Some(1), "p_next");
    test.set(at(first, &[Index(0), Field(0)]), int(32), 3);
    let next = PointerValue::To(at(second, &[Index(0)]));
    test.point_to(at(first, &[Index(0), Field(1)]), next);
    test.set(at(second, &[Index(0), Field(0)]), int(32), 4);
    test.point_to(at(second, &[Index(0), Field(1)]), PointerValue::Null);
    test.call("sum", vec![to(first, &[Index(0)])]);
    test.result(int(32), 7);
    tests.push(test.done());

    let mut test = Test::new(shapes, "sum_of_a_ring", "sum: a list without end");
    let first = test.object(shapes.point, None, "p");
    let second = test.object(shapes.point, None, "p_next");
    test.set(at(first, &[Field(0)]), int(32), 60);
    test.point_to(at(first, &[Field(1)]), PointerValue::To(at(second, &[])));
    test.point_to(at(second, &[Field(1)]), PointerValue::To(at(first, &[])));
    test.call("sum", vec![to(first, &[])]);
    test.result(int(32), 120);
    tests.push(test.done());

    let mut test = Test::new(shapes, "sum_of_null", "sum: no list");
    test.call("sum", vec![Argument::Pointer(PointerValue::Null)]);
    test.result(int(32), 0);
    tests.push(test.done());

    let mut test = Test::new(shapes, "shift_by_one", "shift: a struct by value");
    let p = test.object(shapes.point, None, "p");
    test.set(at(p, &[Field(0)]), int(32), 1);
    let by = test.arg(int(32), 1);
    test.call("shift", vec![Argument::Object(p), by]);
    test.observe(Observed::Result(vec![Field(0)]), ObservedValue::Leaf(int(32), 2));
    test.observe(Observed::Result(vec![Field(1)]), ObservedValue::Null);
    tests.push(test.done());

    let mut test = Test::new(shapes, "set_writes_both", "set: an out-parameter and a record");
    let out = test.object(shapes.int, Some(1), "out");
    let cell = test.object(shapes.cell, Some(1), "c");
    test.set(at(cell, &[Index(0), Field(0)]), LeafKind::Char { bits: 8, signed: false }, 65);
    test.set(at(cell, &[Index(0), Field(1), Field(0)]), int(32), 1);
    test.set(at(cell, &[Index(0), Field(2), Field(1)]), int(16), -9);
    test.call("set", vec![to(out, &[Index(0)]), to(cell, &[Index(0)])]);
    test.place(at(out, &[Index(0)]), int(32), -9);
    test.place(at(cell, &[Index(0), Field(1), Field(0)]), int(32), 7);
    test.place(at(cell, &[Index(0), Field(3)]), LeafKind::Int { bits: 3, signed: false }, 5);
    tests.push(test.done());

    let mut test = Test::new(shapes, "apply_a_function", "apply: a function of the unit");
    let a = test.arg(int(32), 1);
    let function = PointerValue::Function(shapes.callable("classify"));
    test.call("apply", vec![Argument::Pointer(function), a]);
    test.result(int(32), 2);
    tests.push(test.done());

    let mut test = Test::new(shapes, "matrix_of_rows", "matrix: a pointer to arrays");
    let m = test.object(shapes.array3, Some(2), "m");
    test.set(at(m, &[Index(1), Index(2)]), int(32), 8);
    test.call("matrix", vec![to(m, &[Index(0)])]);
    test.result(int(32), 8);
    tests.push(test.done());
    tests
}

fn buffers(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    let mut test = Test::new(shapes, "upper_of_a_word", "upper: letters change");
    let s = test.object(shapes.character, Some(8), "s");
    test.text(s, "ab\"c");
    test.call("upper", vec![to(s, &[Index(0)])]);
    for (index, c) in [(0, 'A'), (1, 'B'), (3, 'C')] {
        test.place(at(s, &[Index(index)]), char8(), c as i128);
    }
    tests.push(test.done());

    let mut test = Test::new(shapes, "upper_of_null", "upper: no string");
    test.call("upper", vec![Argument::Pointer(PointerValue::Null)]);
    tests.push(test.done());

    let mut test = Test::new(shapes, "fill_seven", "fill: squares");
    let v = test.object(shapes.int, Some(8), "v");
    let n = test.arg(int(32), 7);
    test.call("fill", vec![to(v, &[Index(0)]), n]);
    let squares = (0..8i32).map(|index| if index < 7 { index * index } else { 0 });
    let bytes = Bytes(squares.flat_map(i32::to_le_bytes).collect());
    test.observe(Observed::Place(Place::variable(v)), ObservedValue::Bytes(bytes));
    tests.push(test.done());

    let mut test = Test::new(shapes, "name_of_zero", "name_of: a literal");
    let args = vec![test.arg(int(32), 0)];
    test.call("name_of", args);
    test.observe(Observed::Result(vec![]), ObservedValue::Text(b"zero".to_vec()));
    tests.push(test.done());

    let mut test = Test::new(shapes, "skip_two", "skip: into the argument");
    let s = test.object(shapes.character, Some(4), "s");
    test.text(s, "xyz");
    test.call("skip", vec![to(s, &[Index(0)])]);
    test.observe(Observed::Result(vec![]), ObservedValue::PointsTo(at(s, &[Index(2)])));
    tests.push(test.done());
    tests
}

fn state(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    for number in 0..2 {
        let mut test = Test::new(shapes, &format!("step_{number}"), "step: the light changes");
        let leaf = test.leaf(light(), 5);
        let current = Place { root: PlaceRoot::Global(shapes.global("current")), steps: vec![] };
        test.push(Statement::SetLeaf { place: current.clone(), leaf });
        let args = vec![test.arg(light(), 0)];
        test.call("step", args);
        test.result(light(), 5);
        test.place(current, light(), 0);
        let table = Place { root: PlaceRoot::Global(shapes.global("table")), steps: vec![Index(1)] };
        test.place(table, int(32), 3);
        tests.push(test.done());
    }

    let mut test = Test::new(shapes, "poll_twice", "poll: two readings and a threshold");
    let leaf = test.leaf(int(32), 100);
    let threshold = Place { root: PlaceRoot::Global(shapes.global("threshold")), steps: vec![] };
    test.push(Statement::SetLeaf { place: threshold, leaf });
    for value in [7, -2] {
        let value = test.arg(int(32), value);
        test.stub("read_sensor", value);
    }
    let args = vec![test.arg(int(32), 1)];
    test.call("poll", args);
    test.result(int(32), 105);
    let count = ObservedValue::Leaf(LeafKind::Int { bits: 32, signed: false }, 2);
    test.observe(Observed::StubCalls(shapes.callable("read_sensor")), count);
    tests.push(test.done());

    let mut test = Test::new(shapes, "lookup_found", "lookup: the stub returns an object");
    let point = test.object(shapes.point, Some(1), "found");
    test.set(at(point, &[Index(0), Field(0)]), int(32), 9);
    test.stub("find_point", to(point, &[Index(0)]));
    test.call("lookup", vec![Argument::Pointer(PointerValue::Null)]);
    test.result(int(32), 9);
    tests.push(test.done());

    let mut test = Test::new(shapes, "scaled_by_a_stub", "scaled: the stub returns a record");
    let point = test.object(shapes.point, None, "made");
    test.set(at(point, &[Field(0)]), int(32), 12);
    test.stub("make_point", Argument::Object(point));
    let d = test.bits(LeafKind::Float(FloatFormat::F64), u128::from(1.5f64.to_bits()));
    test.call("scaled", vec![Argument::Leaf(d)]);
    test.result(int(32), 12);
    tests.push(test.done());

    let mut test = Test::new(shapes, "peek_at_bytes", "peek: a pointer of another file");
    let bytes = test.object(shapes.character, Some(4), "bytes");
    for (index, value) in [1, 2].into_iter().enumerate() {
        test.set(at(bytes, &[Index(index as u32)]), char8(), value);
    }
    let cursor = Place { root: PlaceRoot::Global(shapes.global("cursor")), steps: vec![] };
    test.point_to(cursor, PointerValue::To(at(bytes, &[Index(0)])));
    test.call("peek", vec![]);
    test.result(int(32), 0x201);
    tests.push(test.done());

    let mut test = Test::new(shapes, "slurp_stubbed", "slurp: a stub that the runner needs itself");
    let value = test.arg(int(64), 3);
    test.stub("read", value);
    let args = vec![test.arg(int(32), 0)];
    test.call("slurp", args);
    test.result(int(64), 3);
    tests.push(test.done());
    tests
}

fn endings(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    let mut test = Test::new(shapes, "leave_with_2", "leave: the program ends");
    let args = vec![test.arg(int(32), 2)];
    test.call("leave", args);
    test.ending("exits with status 2");
    tests.push(test.done());
    tests
}

fn corners(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    let mut test = Test::new(shapes, "two_calls", "sum: objects of two calls, one changed in between");
    let p = test.object(shapes.point, Some(1), "table");
    test.set(at(p, &[Index(0), Field(0)]), int(32), 1);
    test.call("sum", vec![to(p, &[Index(0)])]);
    test.set(at(p, &[Index(0), Field(0)]), int(32), i128::from(i32::MIN));
    test.call("sum", vec![to(p, &[Index(0)])]);
    test.result(int(32), i128::from(i32::MIN));
    tests.push(test.done());

    let mut test = Test::new(shapes, "union_members", "set: both members of a union */ set");
    let cell = test.object(shapes.cell, None, "int");
    test.set(at(cell, &[Field(1), Field(0)]), int(32), 1);
    let d = test.bits(LeafKind::Float(FloatFormat::F64), 1 << 63);
    let place = at(cell, &[Field(1), Field(1)]);
    test.push(Statement::SetLeaf { place: place.clone(), leaf: d });
    test.call("set", vec![Argument::Pointer(PointerValue::Null), to(cell, &[])]);
    let bits = 0x8000_0000_0000_0007;
    test.observe(Observed::Place(place), ObservedValue::Leaf(LeafKind::Float(FloatFormat::F64), bits));
    tests.push(test.done());

    let mut test = Test::new(shapes, "sparse_and_large", "fill: a large array");
    let v = test.object(shapes.int, Some(1 << 20), "v");
    test.set(at(v, &[Index(900_000)]), int(32), 5);
    let n = test.arg(int(32), 2);
    test.object(shapes.int, None, "unused");
    test.call("fill", vec![to(v, &[Index(0)]), n]);
    test.place(at(v, &[Index(1)]), int(32), 1);
    tests.push(test.done());

    let mut test = Test::new(shapes, "same name?", "is_even: names are made valid");
    let args = vec![test.arg(int(32), 3)];
    test.call("is_even", args);
    test.result(LeafKind::Bool, 0);
    let twin = test.done();
    tests.push(twin.clone());
    tests.push(twin);
    tests
}

/// Tests that only pass when each starts with the unit's variables as they were.
fn isolated(shapes: &Shapes) -> Vec<TestRecord> {
    let mut tests = Vec::new();
    for name in ["main_counts", "main_counts_again"] {
        let mut test = Test::new(shapes, name, "main: a static variable of a function");
        test.call("main", vec![]);
        test.result(int(32), 1);
        tests.push(test.done());
    }
    tests
}

fn all(shapes: &Shapes) -> Vec<TestRecord> {
    let groups = [scalars, pointers, buffers, state, endings, corners];
    groups.iter().flat_map(|group| group(shapes)).collect()
}

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, emitted: &Emitted) -> Self {
        let path = std::env::temp_dir().join(format!("trine-emit-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        for (file, text) in &emitted.files {
            let file = path.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        fs::write(path.join("shapes.c"), SOURCE).unwrap();
        Self(path)
    }

    fn run(&self, folder: &str, program: &str, args: &[&str]) -> (bool, String) {
        let output = Command::new(program).args(args).current_dir(self.0.join(folder)).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        (output.status.success(), text.into_owned())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if std::env::var_os("TRINE_KEEP").is_none() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

fn unit<'a>(shapes: &'a Shapes, tests: &'a [TestRecord], ids: &'a Ids) -> TestedFile<'a> {
    TestedFile {
        api: &shapes.api,
        name: "shapes",
        path: "shapes.c",
        include: "../shapes.c",
        defines_main: true,
        tests,
        crashes: &[],
        stubs: &ids.stubs,
        trapping: &[],
        extern_variables: &ids.externs,
        mutable_globals: &ids.mutable,
        linked: &[],
        undeclared: &[],
        flags: &[],
        directory: "",
    }
}

struct Ids {
    stubs: Vec<trine_testcase::CallableId>,
    externs: Vec<trine_testcase::GlobalVariableId>,
    mutable: Vec<trine_testcase::GlobalVariableId>,
}

fn ids(shapes: &Shapes) -> Ids {
    Ids {
        stubs: stubs(&shapes.api),
        externs: ["threshold", "cursor"].map(|name| shapes.global(name)).to_vec(),
        mutable: ["current", "table", "threshold", "cursor"].map(|name| shapes.global(name)).to_vec(),
    }
}

#[test]
fn emitted_tests_compile_without_warnings_and_pass() {
    let shapes = Shapes::new();
    let tests: Vec<_> = all(&shapes).into_iter().chain(isolated(&shapes)).collect();
    let ids = ids(&shapes);
    let emitted = emit_tests(&[unit(&shapes, &tests, &ids)], &Options::default());
    assert_eq!(emitted.units[0].skipped, []);
    let scratch = Scratch::new("plain", &emitted);
    for compiler in ["gcc", "clang-22"] {
        let (ok, text) = scratch.run(
            "tests",
            "make",
            &[&format!("CC={compiler}"), "CFLAGS=-g -Wall -Wextra -Werror", "check"],
        );
        assert!(ok, "{compiler}: {text}");
        assert_eq!(text.matches("\nok ").count(), tests.len(), "{text}");
        scratch.run("tests", "make", &["clean"]);
    }
}

#[test]
fn a_failing_or_crashing_test_is_told_from_the_others() {
    let shapes = Shapes::new();
    let mut tests = scalars(&shapes);
    tests[0].observations[0].value = ObservedValue::Leaf(int(32), 1);
    let mut crash = Test::new(&shapes, "set_of_null", "set: no cell");
    crash.call("set", vec![Argument::Pointer(PointerValue::Null), Argument::Pointer(PointerValue::Null)]);
    tests.push(crash.done());
    let mut leave = Test::new(&shapes, "leave_unexpectedly", "leave: exits");
    let args = vec![leave.arg(int(32), 0)];
    leave.call("leave", args);
    tests.push(leave.done());
    let ids = ids(&shapes);
    let emitted = emit_tests(&[unit(&shapes, &tests, &ids)], &Options::default());
    let scratch = Scratch::new("failing", &emitted);
    let (ok, text) = scratch.run("tests", "make", &["check"]);
    assert!(!ok);
    assert!(text.contains("expected 1 (1), got 705032704\nnot ok 1 - classify_takes_b\nok 2"), "{text}");
    assert!(text.contains("set_of_null: ended by signal 11"), "{text}");
    assert!(text.contains("leave_unexpectedly: ended by exit status 0\nnot ok 6"), "{text}");
    let (ok, text) = scratch.run("tests", "./test_shapes", &["wide_carries"]);
    assert!(ok);
    assert_eq!(text, "1..1\nok 1 - wide_carries\n");
}

#[test]
fn a_test_that_c_cannot_express_is_left_out_with_the_reason() {
    let mut shapes = Shapes::new();
    let classify = shapes.callable("classify");
    shapes.api.callables[classify].unit = "other.c".into();
    let tests = scalars(&shapes);
    let ids = ids(&shapes);
    let emitted = emit_tests(&[unit(&shapes, &tests, &ids)], &Options::default());
    let skipped = &emitted.units[0].skipped;
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0].reason, "`classify` is static in `other.c`, another file");
    assert_eq!(emitted.units[0].tests.len(), tests.len() - 1);
}

#[test]
fn a_linked_file_with_a_main_of_its_own_is_built_too() {
    let shapes = Shapes::new();
    let tests = scalars(&shapes);
    let ids = ids(&shapes);
    let directory = std::env::temp_dir().join(format!("trine-emit-linked-{}", std::process::id()));
    fs::create_dir_all(directory.join("with space")).unwrap();
    fs::write(directory.join("with space/limit.h"), "#define LIMIT 3\n").unwrap();
    let source = directory.join("other.c");
    fs::write(&source, "#include <limit.h>\nint limit = LIMIT; int main(void) { return 0; }\n").unwrap();
    let flags = ["-Iwith space".to_owned()];
    let (path, folder) = (source.display().to_string(), directory.display().to_string());
    let renames = [("main".to_owned(), "trine_main_of_other".to_owned())];
    let used = std::collections::BTreeSet::new();
    let linked = [LinkedSource {
        path: &path,
        name: "other",
        renames: &renames,
        used: &used,
        flags: &flags,
        directory: &folder,
    }];
    let unit = TestedFile { linked: &linked, ..unit(&shapes, &tests, &ids) };
    let scratch = Scratch::new("linked", &emit_tests(&[unit], &Options::default()));
    let (ok, text) = scratch.run("tests", "make", &["check"]);
    fs::remove_dir_all(&directory).unwrap();
    assert!(ok, "{text}");
}

#[test]
fn cmake_builds_and_runs_the_tests() {
    let shapes = Shapes::new();
    let tests = all(&shapes);
    let ids = ids(&shapes);
    let flags = ["-DNAME=\"a b\"".to_owned(), "-std=gnu99".to_owned()];
    let unit = TestedFile { flags: &flags, ..unit(&shapes, &tests, &ids) };
    let scratch = Scratch::new("cmake", &emit_tests(&[unit], &Options::default()));
    let (ok, text) = scratch.run("tests", "cmake", &["-B", "build"]);
    assert!(ok, "{text}");
    let (ok, text) = scratch.run("tests", "cmake", &["--build", "build"]);
    assert!(ok, "{text}");
    let (ok, text) = scratch.run("tests", "ctest", &["--test-dir", "build"]);
    assert!(ok, "{text}");
}

/// Headers with the names that our files use of each framework, so that what we emit is compiled
/// and run even where the frameworks are not installed.
const UNITY: &str = r#"
#include <stdio.h>
#include <string.h>
typedef void (*UnityTestFunction)(void);
static int unity_failures, unity_passed;
void setUp(void);
static void unity_check(int ok, int line) { if (!ok) { printf("%d: failed\n", line); unity_failures++; } }
static void UnityDefaultTestRun(UnityTestFunction f, const char *name, const int line)
{ (void)name; (void)line; setUp(); f(); unity_passed++; }
#define UNITY_BEGIN() 0
#define UNITY_END() (printf("%d run\n", unity_passed), unity_failures)
#define TEST_ASSERT_TRUE(c) unity_check(!!(c), __LINE__)
#define TEST_ASSERT_FALSE(c) unity_check(!(c), __LINE__)
#define TEST_ASSERT_EQUAL_INT64(e, a) unity_check((long long)(e) == (long long)(a), __LINE__)
#define TEST_ASSERT_EQUAL_UINT64(e, a) unity_check((unsigned long long)(e) == (unsigned long long)(a), __LINE__)
#define TEST_ASSERT_EQUAL_STRING(e, a) unity_check(strcmp(e, a) == 0, __LINE__)
#define TEST_ASSERT_NULL(a) unity_check((a) == NULL, __LINE__)
#define TEST_ASSERT_NOT_NULL(a) unity_check((a) != NULL, __LINE__)
#define TEST_ASSERT_EQUAL_PTR(e, a) unity_check((void *)(e) == (void *)(a), __LINE__)
#define TEST_ASSERT_EQUAL_MEMORY(e, a, n) unity_check(memcmp(e, a, n) == 0, __LINE__)
"#;

const CMOCKA: &str = r#"
#include <stdio.h>
#include <string.h>
struct CMUnitTest { const char *name; void (*run)(void **); int (*setup)(void **); };
static const char *cm_filter; static int cm_failures, cm_passed;
static void cm_check(int ok, int line) { if (!ok) { printf("%d: failed\n", line); cm_failures++; } }
static void cmocka_set_test_filter(const char *f) { cm_filter = f; }
static int cm_run(const struct CMUnitTest *t, size_t n)
{ size_t i; for (i = 0; i < n; i++) { t[i].setup(NULL); t[i].run(NULL); cm_passed++; }
  printf("%d run\n", cm_passed); return cm_failures; }
#define cmocka_unit_test_setup(f, s) { #f, f, s }
#define cmocka_run_group_tests(t, a, b) cm_run(t, sizeof(t) / sizeof(t[0]))
#define skip() cm_check(0, __LINE__)
#define assert_true(c) cm_check(!!(c), __LINE__)
#define assert_false(c) cm_check(!(c), __LINE__)
#define assert_int_equal(a, e) cm_check((unsigned long long)(a) == (unsigned long long)(e), __LINE__)
#define assert_string_equal(a, e) cm_check(strcmp(a, e) == 0, __LINE__)
#define assert_null(a) cm_check((a) == NULL, __LINE__)
#define assert_non_null(a) cm_check((a) != NULL, __LINE__)
#define assert_ptr_equal(a, e) cm_check((void *)(a) == (void *)(e), __LINE__)
#define assert_memory_equal(a, e, n) cm_check(memcmp(a, e, n) == 0, __LINE__)
"#;

#[test]
fn tests_for_other_frameworks_start_with_restored_globals() {
    let shapes = Shapes::new();
    let tests = all(&shapes);
    let ids = ids(&shapes);
    for (framework, header, text) in
        [(Framework::Unity, "unity.h", UNITY), (Framework::Cmocka, "cmocka.h", CMOCKA)]
    {
        let options = Options { framework, ..Options::default() };
        let mut emitted = emit_tests(&[unit(&shapes, &tests, &ids)], &options);
        emitted.files.insert(format!("tests/{header}"), text.to_owned());
        let scratch = Scratch::new(framework.name(), &emitted);
        let sources = ["test_shapes.c", "stubs_shapes.c"];
        let flags = ["-I.", "-g", "-w", "-fno-builtin", "-o", "t"];
        let (ok, text) = scratch.run("tests", "gcc", &[&flags[..], &sources[..]].concat());
        assert!(ok, "{text}");
        let (ok, text) = scratch.run("tests", "./t", &[]);
        assert!(ok, "{framework}: {text}");
        assert_eq!(text, format!("{} run\n", tests.len()));
    }
}

#[test]
fn a_crash_reproducer_crashes() {
    let shapes = Shapes::new();
    let mut crash = Test::new(&shapes, "set_of_null", "set: no cell");
    crash.call("set", vec![Argument::Pointer(PointerValue::Null), Argument::Pointer(PointerValue::Null)]);
    let crashes = [crash.done()];
    let ids = ids(&shapes);
    let unit = TestedFile { crashes: &crashes, ..unit(&shapes, &[], &ids) };
    let emitted = emit_crashes(&[unit], &[], &Options::default());
    let scratch = Scratch::new("crash", &emitted);
    let text = fs::read_to_string(scratch.0.join("crashes/set_of_null.c")).unwrap();
    let command = text.lines().find_map(|line| line.strip_prefix(" *   cc ")).unwrap();
    let command = format!("clang-22 {}", command.split(" && ").next().unwrap());
    let (ok, output) = scratch.run("crashes", "sh", &["-c", &command]);
    assert!(ok, "{output}\n{text}");
    let (ok, output) = scratch.run("crashes", "./set_of_null", &[]);
    assert!(!ok);
    assert!(output.contains("null pointer"), "{output}");
}

#[test]
fn the_test_file_reads_as_expected() {
    let shapes = Shapes::new();
    let tests: Vec<_> = all(&shapes).into_iter().chain(isolated(&shapes)).collect();
    let ids = ids(&shapes);
    let emitted = emit_tests(&[unit(&shapes, &tests, &ids)], &Options::default());
    for file in ["test_shapes.c", "stubs_shapes.c"] {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
        let text = &emitted.files[&format!("tests/{file}")];
        if std::env::var_os("TRINE_UPDATE").is_some() {
            fs::create_dir_all(golden.parent().unwrap()).unwrap();
            fs::write(&golden, text).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(*text, expected, "update with TRINE_UPDATE=1");
    }
}
