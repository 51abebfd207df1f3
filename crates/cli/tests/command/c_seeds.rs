//! `trine c --seeds`: what the tests of an earlier suite cover is known, by name, and only tests that add to it are written; when the
//! code has changed, too.

use crate::support::TestFolder;
use crate::support::java::text;
use serde_json::Value;
use std::process::Output;

/// A key that search does not find, and a structure that the test makes.
const LOCK: &str = "struct lock { unsigned key; int level; };
static int clamp(int level) { return level > 9 ? 9 : level < 0 ? 0 : level; }
int lock_open(const struct lock *lock) {
    if (lock->key * 2654435761u == 1640531527u) {
        return clamp(lock->level);
    }
    return -1;
}
";

/// The same with other numbers of types and functions, a new branch behind the key, and a new function.
const CHANGED: &str = "struct note { char text[8]; double when[3]; };
static int is_late(const struct note *note) { return note->when[0] > 5.0; }
int note_state(const struct note *note) { return is_late(note) ? 1 : 0; }
struct lock { long made; struct note *first; unsigned key; int level; };
static int clamp(int level) { return level > 9 ? 9 : level < 0 ? 0 : level; }
int lock_open(const struct lock *lock) {
    if (lock->key * 2654435761u == 1640531527u) {
        if (lock->level == 77) {
            return 78;
        }
        return clamp(lock->level);
    }
    return -1;
}
";

/// A stack that its own functions make, in states that only calls lead to.
const STACK: &str = "#include <stdlib.h>
struct stack { int *items; int used; int room; };
struct stack *stack_new(void) { return calloc(1, sizeof(struct stack)); }
void stack_free(struct stack *s) { if (s) { free(s->items); free(s); } }
int stack_push(struct stack *s, int item) {
    if (s->used == s->room) {
        int room = s->room ? s->room * 2 : 2;
        int *items = realloc(s->items, room * sizeof *items);
        if (!items) return -1;
        s->items = items;
        s->room = room;
    }
    s->items[s->used++] = item;
    return s->used;
}
int stack_sum(const struct stack *s) {
    int sum = 0;
    for (int i = 0; i < s->used; i++) sum += s->items[i];
    return s->used > 2 && sum == 60 ? 1 : 0;
}
";

/// The summary of a run, which must end well.
fn run(place: &TestFolder, more: &[&str]) -> String {
    let mut all = vec!["c", "--jobs", "1"];
    all.extend(more);
    let output = place.run(&all);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 2)), "{code:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// A run ended with this code, and said these words.
fn ended_with(output: &Output, code: i32, words: &str) {
    let said = format!("{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{said}");
    assert!(said.contains(words), "{said}");
}

/// The unit of a function.
fn by_function<'a>(run: &'a Value, function: &str) -> &'a Value {
    let units = run["units"].as_array().expect("units");
    units.iter().find(|unit| unit["function"] == function).expect("the function is a unit")
}

/// Sum over the units.
fn sum(run: &Value, of: impl Fn(&Value) -> u64) -> u64 {
    run["units"].as_array().expect("units").iter().map(of).sum()
}

fn covered(unit: &Value) -> u64 {
    unit["goals"]["covered"].as_u64().expect("a number")
}

#[test]
fn a_suite_makes_up_for_itself() {
    let place = TestFolder::new("c_seeds_same", &[("lock.c", LOCK.as_bytes())]);
    run(&place, &["lock.c", "--out", "first", "--budget", "2000evals"]);
    let first = place.json("first/run.json");
    assert!(sum(&first, |unit| unit["tests"].as_u64().expect("tests")) > 4, "{first}");
    let summary = run(&place, &["lock.c", "--seeds", "first", "--out", "second", "--budget", "1evals"]);
    assert!(summary.contains("none was written"), "{summary}");
    let second = place.json("second/run.json");
    assert_eq!(sum(&second, covered), sum(&first, covered), "{summary}");
    assert_eq!(sum(&second, |unit| unit["tests"].as_u64().expect("tests")), 0, "{summary}");
    let passed = |unit: &Value| unit["own_tests"]["passed"].as_u64().unwrap_or_default();
    assert_eq!(sum(&second, passed), sum(&first, |unit| unit["tests"].as_u64().expect("tests")));
    // Each goal names the test that covers it.
    let names: Vec<String> = place.json("first/suite.json")["tests"]
        .as_array()
        .expect("tests")
        .iter()
        .map(|test| test["name"].as_str().expect("a name").to_owned())
        .collect();
    let goals = place.json("second/goals.json");
    let goals =
        goals.as_array().expect("units").iter().flat_map(|unit| unit["goals"].as_array().expect("goals"));
    let mut named = 0;
    for goal in goals.filter(|goal| goal["status"]["status"] == "covered") {
        let tests = goal["status"]["tests"].as_array().expect("what is covered has tests");
        assert!(!tests.is_empty(), "{goal}");
        for test in tests {
            assert!(names.iter().any(|name| test == name), "{goal}");
            named += 1;
        }
    }
    assert!(named as u64 >= sum(&second, covered), "{named}");
    ended_with(&place.run(&["replay", "second"]), 0, "covered by the tests that --seeds named");
}

#[test]
fn when_the_code_has_changed_what_is_new_gets_tests() {
    let place = TestFolder::new("c_seeds_changed", &[("lock.c", LOCK.as_bytes())]);
    run(&place, &["lock.c", "--out", "first", "--budget", "2000evals"]);
    let tests = sum(&place.json("first/run.json"), |unit| unit["tests"].as_u64().expect("tests"));
    place.write("lock.c", CHANGED);
    // Search alone does not find the key: it goes on from the test that has it.
    let search = ["--strategy", "search", "--budget", "2000evals"];
    run(&place, &[&["lock.c", "--out", "alone"], &search[..]].concat());
    run(&place, &[&["lock.c", "--out", "seeded", "--seeds", "first/suite.json"], &search[..]].concat());
    let (alone, seeded) = (place.json("alone/run.json"), place.json("seeded/run.json"));
    let open = |run: &Value| by_function(run, "lock_open")["goals"]["unknown"].as_u64().expect("a number");
    assert!(open(&alone) > 0, "the key is found without the tests: {alone}");
    assert_eq!(open(&seeded), 0, "{seeded}");
    let own = |unit: &Value| unit["own_tests"]["passed"].as_u64().unwrap_or_default();
    assert_eq!(sum(&seeded, own), tests, "{seeded}");
    assert_eq!(by_function(&seeded, "clamp")["tests"], 0, "nothing of it has changed: {seeded}");
    assert_eq!(by_function(&seeded, "lock_open")["tests"], 1, "the branch behind the key: {seeded}");
    assert!(by_function(&seeded, "note_state")["tests"].as_u64() > Some(0), "{seeded}");
    assert_eq!(seeded["native"]["tests"], seeded["native"]["passed"], "{}", seeded["native"]);
}

#[test]
fn a_test_that_does_not_hold_any_more_counts_for_nothing() {
    let place = TestFolder::new("c_seeds_broken", &[("lock.c", LOCK.as_bytes())]);
    run(&place, &["lock.c", "--out", "first", "--budget", "2000evals"]);
    place.write("lock.c", LOCK.replace("return -1;", "return -2;"));
    run(&place, &["lock.c", "--seeds", "first", "--out", "second", "--budget", "2000evals"]);
    let second = place.json("second/run.json");
    let unit = by_function(&second, "lock_open");
    let not_counted = unit["own_tests"]["not_counted"].as_array().expect("some do not count");
    assert_eq!(not_counted.len(), 1, "{unit}");
    assert_eq!(not_counted[0]["reason"], "what it checks is not so any more");
    assert_eq!(unit["tests"], 1, "the branch needs a test again: {unit}");
    assert_eq!(unit["goals"]["unknown"], 0, "{unit}");
    place.write("lock.c", LOCK.replace("lock->level", "lock->grade").replace("int level; }", "int grade; }"));
    run(&place, &["lock.c", "--seeds", "first", "--out", "third", "--budget", "2000evals"]);
    let third = place.json("third/run.json");
    let not_counted = &by_function(&third, "lock_open")["own_tests"]["not_counted"];
    assert_eq!(not_counted[0]["reason"], "nothing is named `lock->level` any more", "{not_counted}");
}

#[test]
fn sequences_of_calls_are_read_again() {
    let place = TestFolder::new("c_seeds_calls", &[("stack.c", STACK.as_bytes())]);
    run(&place, &["stack.c", "--module", "--out", "first", "--budget", "3000evals"]);
    let first = place.json("first/run.json");
    // Other numbers of types and functions, another member.
    let changed = STACK.replace("struct stack { int", "struct other { float f; };\nstatic float half(struct other o) { return o.f / 2; }\nfloat quarter(float f) { struct other o = { f / 2 }; return half(o); }\nstruct stack { char *name; int");
    place.write("stack.c", changed);
    run(&place, &["stack.c", "--module", "--seeds", "first", "--out", "second", "--budget", "10evals"]);
    let second = place.json("second/run.json");
    let own = |unit: &Value| unit["own_tests"]["passed"].as_u64().unwrap_or_default();
    let tests = sum(&first, |unit| unit["tests"].as_u64().expect("tests"));
    assert_eq!(sum(&second, own), tests, "{second}");
    assert!(sum(&second, covered) >= sum(&first, covered), "{second}");
    for function in ["stack_push", "stack_sum", "stack_free"] {
        assert_eq!(by_function(&second, function)["tests"], 0, "{second}");
    }
}

#[test]
fn what_is_no_suite_is_refused() {
    let place =
        TestFolder::new("c_seeds_bad", &[("lock.c", LOCK.as_bytes()), ("bad.json", b"{\"tests\": 3}")]);
    let refused = |more: &[&str], words: &str| {
        let output = place.run(&[&["c", "lock.c", "--quiet"], more].concat());
        ended_with(&output, 1, words);
    };
    refused(&["--seeds", "nowhere"], "cannot read nowhere");
    refused(&["--seeds", "bad.json"], "bad.json is no suite");
    run(&place, &["lock.c", "--out", "mine", "--budget", "50evals", "--no-native"]);
    refused(&["--seeds", "mine", "--out", "mine"], "is what this run would write over");
    place.write("other.c", "int twice(int a) { return a > 4 ? a : a * 2; }\n");
    let output = place.run(&[
        "c",
        "other.c",
        "--seeds",
        "mine",
        "--out",
        "other",
        "--budget",
        "50evals",
        "--no-native",
    ]);
    ended_with(&output, 0, "are about functions that these files do not have, such as `");
}
