//! What the techniques find: values, shapes, answers, failures.

use super::support::{STRATEGIES, Searched, covered, is_covered};
use trine_engine::{Algorithm, Strategy};
use trine_inputs_c::preconditions::{AccessPath, Nullness, Preconditions};
use trine_record::{Finding, FindingClass};
use trine_testcase::LeafRange;
use trine_testcase::test_case::Statement;

/// Both outcomes of the only branch are covered by every strategy that searches a unit whole.
fn both(declarations: &str, program: &str) {
    for strategy in STRATEGIES {
        let outcome = Searched::new(declarations, program).by(strategy).run();
        assert_eq!(covered(&outcome), (2, 2), "{}: {:?}", strategy.name(), outcome.goals);
        // A null pointer that nothing looks at is the callers' business.
        let blames_code = |finding: &Finding| finding.class == FindingClass::Code;
        assert!(!outcome.findings.iter().any(blames_code), "{}: {:?}", strategy.name(), outcome.findings);
    }
}

/// A program of `f` and these externals, whose branch at `v9` returns 1 or 0.
fn program(signature: &str, externals: &str, entry: &str) -> String {
    format!(
        "program\nfn0: \"f\"{signature} defined external\n{externals}body fn0 = function \"f\"{signature} {{\n    site0: branch\n{entry}\n    branch v9, block1, block2, site0\nblock1:\n    return 1:i32\nblock2:\n    return 0:i32\n}}\n"
    )
}

#[test]
fn one_value_in_four_billion_is_found_by_its_distance() {
    // No constant of the code helps: it is compared after arithmetic.
    let entry = "block0(v0: i32):\n    v1: i32 = mul v0, 3:i32\n    v2: i32 = sub v1, 17:i32\n    v9: i1 = icmp.eq v2, 1000000:i32";
    both("int f(int a)", &program("(i32) -> (i32)", "", entry));
}

#[test]
fn both_algorithms_climb_to_the_same_goal() {
    let entry = "block0(v0: i32, v1: i32):\n    v2: i32 = add v0, v1\n    v9: i1 = icmp.sgt v2, 123456:i32";
    let text = program("(i32, i32) -> (i32)", "", entry);
    for algorithm in [Algorithm::Avm, Algorithm::Ga] {
        let mut searched = Searched::new("int f(int a, int b)", &text).by(Strategy::Search);
        searched.options.algorithm = algorithm;
        assert_eq!(covered(&searched.run()), (2, 2), "{algorithm:?}");
    }
}

#[test]
fn an_array_grows_to_what_the_code_reads() {
    let entry = "block0(v0: ptr):\n    v1: ptr = ptradd v0 + 36\n    v2: i32 = load v1\n    v9: i1 = icmp.eq v2, 42:i32";
    both("int f(int* p)", &program("(ptr) -> (i32)", "", entry));
}

#[test]
fn a_pointer_is_null_and_is_not() {
    let entry = "block0(v0: ptr):\n    v9: i1 = icmp.eq v0, null";
    both("int f(int* p)", &program("(ptr) -> (i32)", "", entry));
}

#[test]
fn a_list_unfolds_as_far_as_the_code_walks() {
    let text = "program
fn0: \"f\"(ptr) -> (i32) defined external
body fn0 = function \"f\"(ptr) -> (i32) {
    site0: branch
    site1: branch
    site2: branch
block0(v0: ptr):
    v1: i1 = icmp.eq v0, null
    branch v1, block4, block1, site0
block1:
    v2: ptr = ptradd v0 + 8
    v3: ptr = load v2
    v4: i1 = icmp.eq v3, null
    branch v4, block4, block2, site1
block2:
    v5: i32 = load v3
    v6: i1 = icmp.eq v5, 77:i32
    branch v6, block3, block4, site2
block3:
    return 1:i32
block4:
    return 0:i32
}
";
    for strategy in STRATEGIES {
        let outcome =
            Searched::new("struct node { int value; node* next; }\nint f(node* p)", text).by(strategy).run();
        assert_eq!(covered(&outcome), (6, 6), "{}: {:?}", strategy.name(), outcome.goals);
    }
}

#[test]
fn two_pointers_become_one_where_the_code_compares_them() {
    let entry = "block0(v0: ptr, v1: ptr):\n    v9: i1 = icmp.eq v0, v1";
    both("struct node { int value; }\nint f(node* a, node* b)", &program("(ptr, ptr) -> (i32)", "", entry));
}

#[test]
fn a_stub_answers_what_the_code_waits_for() {
    let entry = "block0:\n    v0: i32 = call fn1()\n    v1: i32 = call fn1()\n    v2: i32 = sub v1, v0\n    v9: i1 = icmp.eq v2, 1234:i32";
    let text = program("() -> (i32)", "fn1: \"get\"() -> (i32) external\n", entry);
    both("int f(void)\nstub int get(void)", &text);
}

#[test]
fn a_stub_writes_what_the_code_waits_for() {
    let entry = "block0:\n    v0: ptr = stackalloc 4 align 4\n    store 0:i32 -> v0\n    call fn1(v0)\n    v1: i32 = load v0\n    v9: i1 = icmp.sgt v1, 1234:i32";
    let text = program("() -> (i32)", "fn1: \"get\"(ptr) -> () external\n", entry);
    both("int f(void)\nstub void get(int* out)", &text);
}

#[test]
fn an_allocation_fails_where_the_code_asks_whether_it_did() {
    let entry = "block0:\n    v0: ptr = call fn1(8:i64)\n    call fn2(v0)\n    v9: i1 = icmp.eq v0, null";
    let externals = "fn1: \"malloc\"(i64) -> (ptr) external\nfn2: \"free\"(ptr) -> () external\n";
    both("int f(void)", &program("() -> (i32)", externals, entry));
}

#[test]
fn what_a_function_remembers_is_reached_by_calling_it_again() {
    // A static local that no test can set: the third call is another one.
    let text = "program
global0: \"f.calls\" size 4 align 4
fn0: \"f\"() -> (i32) defined external
body fn0 = function \"f\"() -> (i32) {
    site0: branch
block0:
    v0: i32 = load @global0
    v1: i32 = add v0, 1:i32
    store v1 -> @global0
    v9: i1 = icmp.eq v1, 3:i32
    branch v9, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32
}
";
    both("int f(void)", text);
}

#[test]
fn a_global_that_a_test_can_name_is_an_input() {
    let text = "program
global0: \"mode\" size 4 align 4
fn0: \"f\"() -> (i32) defined external
body fn0 = function \"f\"() -> (i32) {
    site0: branch
block0:
    v0: i32 = load @global0
    v9: i1 = icmp.eq v0, 31337:i32
    branch v9, block1, block2, site0
block1:
    return 1:i32
block2:
    return 0:i32
}
";
    both("global int mode\nint f(void)", text);
}

#[test]
fn what_the_code_frees_is_put_on_the_heap() {
    let entry = "block0(v0: ptr, v1: i32):\n    call fn1(v0)\n    v9: i1 = icmp.sgt v1, 5:i32";
    let text = program("(ptr, i32) -> (i32)", "fn1: \"free\"(ptr) -> () external\n", entry);
    for strategy in STRATEGIES {
        let outcome = Searched::new("int f(int* p, int n)", &text).by(strategy).run();
        assert_eq!(covered(&outcome), (2, 2), "{}", strategy.name());
        assert!(outcome.crashes.is_empty(), "freeing an input is no finding: {:?}", outcome.findings);
        let on_heap = |statement: &Statement| matches!(statement, Statement::Object { heap: true, .. });
        let objects = outcome.tests.iter().flat_map(|test| &test.statements);
        assert!(objects.clone().any(on_heap));
    }
}

#[test]
fn a_length_is_found_by_experiment_and_no_test_lies_about_it() {
    // The sum of `n` numbers: reading behind the array is the test's fault, not the code's.
    let text = "program
fn0: \"f\"(ptr, i32) -> (i32) defined external
body fn0 = function \"f\"(ptr, i32) -> (i32) {
    site0: branch
    site1: branch
block0(v0: ptr, v1: i32):
    jump block1(0:i32, 0:i32)
block1(v2: i32, v3: i32):
    v4: i1 = icmp.slt v2, v1
    branch v4, block2, block3, site0
block2:
    v10: i64 = sext v2
    v5: ptr = ptradd v0 + v10 * 4 + 0
    v6: i32 = load v5
    v7: i32 = add v3, v6
    v8: i32 = add v2, 1:i32
    jump block1(v8, v7)
block3:
    v9: i1 = icmp.eq v3, 1000:i32
    branch v9, block4, block5, site1
block4:
    return 1:i32
block5:
    return 0:i32
}
";
    for strategy in STRATEGIES {
        let outcome = Searched::new("int f(int* values, int n)", text).by(strategy).run();
        assert_eq!(covered(&outcome), (4, 4), "{}: {:?}", strategy.name(), outcome.goals);
        let own: Vec<_> =
            outcome.findings.iter().filter(|one| one.class == trine_record::FindingClass::Code).collect();
        assert!(own.is_empty(), "{}: {own:?}", strategy.name());
    }
}

#[test]
fn nothing_leaves_the_preconditions() {
    let entry = "block0(v0: i32):\n    v9: i1 = icmp.sgt v0, 10:i32";
    for strategy in STRATEGIES {
        let mut searched = Searched::new("int f(int a)", &program("(i32) -> (i32)", "", entry)).by(strategy);
        let range = LeafRange::Int { low: -5, high: 5 };
        searched.preconditions.add_range(AccessPath::parse("a").unwrap(), range).unwrap();
        let outcome = searched.run();
        assert!(!is_covered(&outcome, 0, true) && is_covered(&outcome, 0, false), "{}", strategy.name());
        for test in &outcome.tests {
            let value = test.leaves[0] as u32 as i32;
            assert!((-5..=5).contains(&value), "{value}");
        }
    }
}

#[test]
fn a_pointer_that_is_never_null_is_not_passed_as_null() {
    let entry = "block0(v0: ptr):\n    v9: i1 = icmp.eq v0, null";
    let mut preconditions = Preconditions::default();
    preconditions.add_pointer(AccessPath::parse("p").unwrap(), Nullness::NonNull).unwrap();
    for strategy in STRATEGIES {
        let mut searched = Searched::new("int f(int* p)", &program("(ptr) -> (i32)", "", entry)).by(strategy);
        searched.preconditions = preconditions.clone();
        let outcome = searched.run();
        assert!(!is_covered(&outcome, 0, true), "{}", strategy.name());
        assert!(is_covered(&outcome, 0, false), "{}", strategy.name());
    }
}

#[test]
fn a_text_has_room_for_a_word() {
    // The twelfth character is asked for.
    let entry = "block0(v0: ptr):\n    v1: i64 = call fn1(v0)\n    v9: i1 = icmp.ugt v1, 12:i64";
    let text = program("(ptr) -> (i32)", "fn1: \"strlen\"(ptr) -> (i64) external\n", entry);
    both("int f(const char* s)", &text);
}
