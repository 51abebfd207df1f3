//! Programs explored path by path: every way that inputs can take is taken, the others are refuted.

mod common;

use common::Function;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::Stream;
use trine_dse::searchers::{Guide, NAMES, NoGuide, by_name};
use trine_dse::{BranchOutcome, ExecutionTree, Explorer, NodeId, NodeState, Progress, Settings};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::SiteId;
use trine_solver::Solver;

/// Explores to the end with a strategy.
fn explore(text: &str, strategy: &str) -> (Function, Explorer) {
    let mut function = Function::new(text);
    let searcher = by_name(strategy, &Stream::new(1, "searcher")).expect("a strategy");
    let mut explorer =
        Explorer::new(&mut function.domain.pool, Solver::default(), searcher, Settings::default());
    let program = Arc::clone(&function.program);
    explorer.start(&mut function, &program, &Assignment::new());
    for _ in 0..2000 {
        match explorer.step(&mut function, &program, &NoGuide) {
            Progress::Ran { arrived, .. } => assert!(arrived, "the model takes the way it was made for"),
            Progress::Finished => return (function, explorer),
            _ => {}
        }
    }
    panic!("{strategy} does not come to an end");
}

/// `(a > 10) + 2 * (a * 3 == 21) + 4 * (b == a + 1)`, by branches.
const THREE_BRANCHES: &str = r#"program
fn0: "f"(i32, i32) -> (i32) defined
body fn0 = function "f"(i32, i32) -> (i32) {
    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.sgt v0, 10:i32
    branch v2, block1(1:i32), block1(0:i32), site0
block1(v3: i32):
    v4: i32 = mul v0, 3:i32
    v5: i1 = icmp.eq v4, 21:i32
    v6: i32 = add v3, 2:i32
    branch v5, block2(v6), block2(v3), site1
block2(v7: i32):
    v8: i32 = add v0, 1:i32
    v9: i1 = icmp.eq v1, v8
    v10: i32 = add v7, 4:i32
    branch v9, block3(v10), block3(v7), site2
block3(v11: i32):
    return v11
}
"#;

#[test]
fn every_strategy_finds_all_paths_and_refutes_the_rest() {
    for strategy in NAMES {
        let (function, explorer) = explore(THREE_BRANCHES, strategy);
        // a > 10 and a * 3 == 21 exclude each other, unless the product wraps: it does not for an odd factor.
        assert_eq!(function.returned, BTreeSet::from([0, 1, 2, 4, 5, 6]), "{strategy}");
        assert_eq!(function.runs, 6, "{strategy}: one run a path");
        assert_eq!(explorer.tree.count(NodeState::Unsatisfiable), 1, "{strategy}");
        assert!(explorer.tree.is_exhausted(), "{strategy}");
    }
}

#[test]
fn switches_are_explored_by_case_and_default() {
    let text = r#"program
fn0: "f"(i32) -> (i32) defined
body fn0 = function "f"(i32) -> (i32) {
    site0: switch 3
block0(v0: i32):
    v1: i32 = xor v0, 1234567:i32
    switch v1 [5: 0, 6: 0, 900: 1] default 2 [block1(10:i32), block1(20:i32), block1(30:i32)], site0
block1(v2: i32):
    return v2
}
"#;
    let (function, explorer) = explore(text, "dfs");
    assert_eq!(function.returned, BTreeSet::from([10, 20, 30]));
    assert!(explorer.tree.is_exhausted());
}

#[test]
fn memory_keeps_terms_byte_by_byte() {
    // Stores the argument, reads its bytes back in another order, and compares.
    let text = r#"program
fn0: "f"(i32) -> (i32) defined
body fn0 = function "f"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: ptr = stackalloc 4 align 4
    store v0 -> v1
    v2: ptr = ptradd v1 + 2
    v3: i16 = load v2
    v4: i8 = load v1
    v5: i32 = zext v3
    v6: i32 = zext v4
    v7: i32 = mul v5, v6
    v8: i1 = icmp.eq v7, 8675309:i32
    branch v8, block1(1:i32), block1(0:i32), site0
block1(v9: i32):
    return v9
}
"#;
    // 8,675,309 is prime: no two smaller factors.
    let (function, explorer) = explore(text, "dfs");
    assert_eq!(function.returned, BTreeSet::from([0]));
    assert!(explorer.tree.is_exhausted(), "the other side is refuted");
    let (function, _) = explore(&text.replace("8675309", "8675220"), "dfs");
    assert_eq!(function.returned, BTreeSet::from([0, 1]));
}

#[test]
fn a_table_is_searched_by_its_index() {
    let text = r#"program
global0: "table" size 8 align 1 constant = "0b16212c37424d58"
fn0: "f"(i64) -> (i32) defined
body fn0 = function "f"(i64) -> (i32) {
    site0: branch
    site1: branch
block0(v0: i64):
    v1: i1 = icmp.ult v0, 8:i64
    branch v1, block1, block2(2:i32), site0
block1:
    v2: ptr = ptradd @global0+0 + v0 * 1 + 0
    v3: i8 = load v2
    v4: i1 = icmp.eq v3, 66:i8
    branch v4, block2(1:i32), block2(0:i32), site1
block2(v5: i32):
    return v5
}
"#;
    let (function, explorer) = explore(text, "bfs");
    assert_eq!(function.returned, BTreeSet::from([0, 1, 2]));
    assert!(explorer.tree.is_exhausted());
}

/// Nothing is worth reaching but the first way of the first site.
struct FirstOutcome;

impl Guide for FirstOutcome {
    fn distance(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        self.conditions_to_coverage(tree, id)
    }

    fn potential_contribution(&self, _tree: &ExecutionTree, _id: NodeId, _levels: u32) -> u32 {
        0
    }

    fn conditions_to_coverage(&self, tree: &ExecutionTree, id: NodeId) -> Option<u32> {
        tree.node(id).edge.is_some_and(|edge| self.is_target(edge)).then_some(0)
    }

    fn is_target(&self, edge: BranchOutcome) -> bool {
        (edge.site, edge.outcome) == (SiteId(0), 0)
    }

    fn version(&self) -> u64 {
        0
    }
}

#[test]
fn what_lies_below_a_way_that_only_faults_took_is_not_filtered() {
    let text = r#"program
fn0: "f"(i32, i32) -> (i32) defined
body fn0 = function "f"(i32, i32) -> (i32) {
    site0: branch
    site1: branch
    site2: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.sgt v0, 10:i32
    branch v2, block1, block4, site0
block1:
    v3: i1 = icmp.eq v1, 7:i32
    branch v3, block2, block3, site1
block2:
    return 1:i32
block3:
    v4: i32 = udiv 1:i32, 0:i32
    return v4
block4:
    v5: i1 = icmp.eq v1, 8:i32
    branch v5, block2, block2, site2
}
"#;
    let mut function = Function::new(text);
    let searcher = by_name("dfs", &Stream::new(1, "searcher")).expect("a strategy");
    let mut explorer =
        Explorer::new(&mut function.domain.pool, Solver::default(), searcher, Settings::default());
    let program = Arc::clone(&function.program);
    explorer.start(&mut function, &program, &Assignment::new());
    while explorer.step(&mut function, &program, &FirstOutcome) != Progress::Finished {}
    // The start, the first way with a fault, and the way beside the fault; `b == 8` leads nowhere.
    assert_eq!(function.runs, 3);
    assert_eq!(explorer.counts.filtered, 1);
}

/// `(i32) -> (i32)` with these blocks behind its entry.
fn of_one(sites: u32, body: &str) -> String {
    let sites: String = (0..sites).map(|site| format!("    site{site}: branch\n")).collect();
    format!(
        "program\nfn0: \"f\"(i32) -> (i32) defined\nbody fn0 = function \"f\"(i32) -> (i32) {{\n{sites}block0(v0: i32):\n{body}\n}}\n"
    )
}

#[test]
fn values_that_are_cut_and_extended_keep_their_terms() {
    // The low byte, read with its sign, is -7: the high bytes do not matter.
    let text = of_one(
        1,
        "    v1: i8 = trunc v0
    v2: i32 = sext v1
    v3: i1 = icmp.eq v2, -7:i32
    branch v3, block1(1:i32), block1(0:i32), site0
block1(v4: i32):
    return v4",
    );
    let (function, explorer) = explore(&text, "dfs");
    assert_eq!(function.returned, BTreeSet::from([0, 1]));
    assert!(explorer.tree.is_exhausted());
}

#[test]
fn a_value_that_was_selected_is_known_by_what_selected_it() {
    let text = of_one(
        1,
        "    v1: i1 = icmp.slt v0, 0:i32
    v2: i32 = sub 0:i32, v0
    v3: i32 = select v1, v2, v0
    v4: i1 = icmp.eq v3, 77:i32
    branch v4, block1(v0), block1(0:i32), site0
block1(v5: i32):
    return v5",
    );
    let (function, explorer) = explore(&text, "dfs");
    // One of the two numbers whose magnitude is 77.
    let found: Vec<i32> =
        function.returned.iter().map(|&bits| bits as i32).filter(|value| *value != 0).collect();
    assert!(found == [77] || found == [-77], "{found:?}");
    assert!(explorer.tree.is_exhausted());
}

#[test]
fn the_way_past_a_fault_is_found_when_the_first_run_ends_in_it() {
    // The first input is 0.
    let text = of_one(
        1,
        "    v1: i32 = udiv 1000:i32, v0
    v2: i1 = icmp.eq v1, 37:i32
    branch v2, block1(1:i32), block1(0:i32), site0
block1(v3: i32):
    return v3",
    );
    let (function, explorer) = explore(&text, "dfs");
    assert_eq!(function.returned, BTreeSet::from([0, 1]));
    assert!(explorer.tree.is_exhausted(), "one fault, two ways past it");
}

#[test]
fn a_loop_is_unfolded_once_for_each_number_of_its_rounds() {
    // Rounds of a loop over the two lowest bits.
    let text = of_one(
        1,
        "    v1: i32 = and v0, 3:i32
    jump block1(0:i32)
block1(v2: i32):
    v3: i1 = icmp.ult v2, v1
    branch v3, block2, block3, site0
block2:
    v4: i32 = add v2, 1:i32
    jump block1(v4)
block3:
    return v2",
    );
    for strategy in NAMES {
        let (function, explorer) = explore(&text, strategy);
        assert_eq!(function.returned, BTreeSet::from([0, 1, 2, 3]), "{strategy}");
        assert_eq!(function.runs, 4, "{strategy}");
        assert!(explorer.tree.is_exhausted(), "{strategy}: a fourth round is refuted");
    }
}

#[test]
fn a_branch_in_a_function_called_twice_is_another_one_in_each_call() {
    let text = r#"program
fn0: "f"(i32, i32) -> (i32) defined
fn1: "is_seven"(i32) -> (i32) defined
body fn0 = function "f"(i32, i32) -> (i32) {
block0(v0: i32, v1: i32):
    v2: i32 = call fn1(v0)
    v3: i32 = call fn1(v1)
    v4: i32 = mul v3, 2:i32
    v5: i32 = add v2, v4
    return v5
}
body fn1 = function "is_seven"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: i1 = icmp.eq v0, 7:i32
    branch v1, block1(1:i32), block1(0:i32), site0
block1(v2: i32):
    return v2
}
"#;
    let (function, explorer) = explore(text, "bfs");
    assert_eq!(function.returned, BTreeSet::from([0, 1, 2, 3]));
    assert!(explorer.tree.is_exhausted());
}

#[test]
fn bytes_that_the_library_compares_are_solved_for() {
    let text = r#"program
global0: "word" size 4 align 1 constant = "74657374"
fn0: "f"(i32) -> (i32) defined
fn1: "memcmp"(ptr, ptr, i64) -> (i32) external
body fn0 = function "f"(i32) -> (i32) {
    site0: branch
block0(v0: i32):
    v1: ptr = stackalloc 4 align 4
    store v0 -> v1
    v2: i32 = call fn1(v1, @global0, 4:i64)
    v3: i1 = icmp.eq v2, 0:i32
    branch v3, block1(v0), block1(1:i32), site0
block1(v4: i32):
    return v4
}
"#;
    let (function, _) = explore(text, "dfs");
    let wanted = u128::from(u32::from_le_bytes(*b"test"));
    assert!(function.returned.contains(&wanted), "{:?}", function.returned);
}

/// Explores `(a > 10) …` with an assumption about its first input, made of it by `assume`.
fn explore_under(assume: impl Fn(&mut TermPool, Term) -> Term) -> (Function, Explorer) {
    let mut function = Function::new(THREE_BRANCHES);
    let searcher = by_name("dfs", &Stream::new(1, "searcher")).expect("a strategy");
    let mut explorer =
        Explorer::new(&mut function.domain.pool, Solver::default(), searcher, Settings::default());
    let input = function.inputs[0];
    explorer.assume(vec![assume(&mut function.domain.pool, input)]);
    let program = Arc::clone(&function.program);
    explorer.start(&mut function, &program, &Assignment::new());
    while explorer.step(&mut function, &program, &NoGuide) != Progress::Finished {}
    (function, explorer)
}

#[test]
fn no_inputs_are_looked_for_outside_of_what_is_assumed() {
    let is_zero = |pool: &mut TermPool, input: Term| {
        let zero = pool.constant(0, 32);
        pool.equal(input, zero)
    };
    let (function, explorer) = explore_under(is_zero);
    assert_eq!(function.returned, BTreeSet::from([0, 4]), "only the second input is free");
    assert_eq!(explorer.tree.count(NodeState::Unsatisfiable), 2, "`a > 10` and `a * 3 == 21`");
}

#[test]
fn what_is_asked_for_together_with_a_condition_is_not_refuted_alone() {
    let mut function = Function::new(THREE_BRANCHES);
    let searcher = by_name("dfs", &Stream::new(1, "searcher")).expect("a strategy");
    let mut explorer =
        Explorer::new(&mut function.domain.pool, Solver::default(), searcher, Settings::default());
    let program = Arc::clone(&function.program);
    explorer.start(&mut function, &program, &Assignment::new());
    let large = explorer
        .tree
        .ids()
        .find(|&id| explorer.tree.node(id).state == NodeState::Candidate)
        .expect("`a > 10` was not taken");
    let (input, pool) = (function.inputs[0], &mut function.domain.pool);
    let seven = pool.constant(7, 32);
    let is_seven = pool.equal(input, seven);
    assert_eq!(explorer.ask(&mut function, &program, large, &[is_seven]), Progress::Unsatisfiable);
    assert_eq!(explorer.tree.node(large).state, NodeState::Candidate, "7 is not greater than 10; others are");
    let asked = explorer.ask(&mut function, &program, large, &[]);
    assert_eq!(asked, Progress::Ran { covered: 0, arrived: true });
    assert_eq!(explorer.ask(&mut function, &program, large, &[]), Progress::Skipped, "it is none any more");
}

#[test]
fn without_filtering_candidates_that_lead_nowhere_are_asked_about_too() {
    struct Nowhere;
    impl Guide for Nowhere {
        fn distance(&self, _: &ExecutionTree, _: NodeId) -> Option<u32> {
            None
        }
        fn potential_contribution(&self, _: &ExecutionTree, _: NodeId, _: u32) -> u32 {
            0
        }
        fn conditions_to_coverage(&self, _: &ExecutionTree, _: NodeId) -> Option<u32> {
            None
        }
        fn is_target(&self, _: BranchOutcome) -> bool {
            false
        }
        fn version(&self) -> u64 {
            0
        }
    }
    for (filters, runs, filtered) in [(true, 1, 3), (false, 6, 0)] {
        let mut function = Function::new(THREE_BRANCHES);
        let searcher = by_name("bfs", &Stream::new(1, "searcher")).expect("a strategy");
        let settings = Settings { filters, ..Settings::default() };
        let mut explorer = Explorer::new(&mut function.domain.pool, Solver::default(), searcher, settings);
        let program = Arc::clone(&function.program);
        explorer.start(&mut function, &program, &Assignment::new());
        while explorer.step(&mut function, &program, &Nowhere) != Progress::Finished {}
        assert_eq!((function.runs, explorer.counts.filtered), (runs, filtered));
        assert_eq!(explorer.tree.is_exhausted(), !filters, "what was left out was never refuted");
    }
}

#[test]
fn a_query_that_was_given_up_in_haste_is_asked_again() {
    // A polynomial that only the SAT solver finds a root of.
    let text = of_one(
        1,
        "    v1: i32 = mul v0, v0
    v2: i32 = mul v1, v0
    v3: i32 = add v2, v0
    v4: i1 = icmp.eq v3, 1522758:i32
    branch v4, block1(1:i32), block1(0:i32), site0
block1(v5: i32):
    return v5",
    );
    for postpones in [false, true] {
        let mut function = Function::new(&text);
        let program = Arc::clone(&function.program);
        let searcher = by_name("dfs", &Stream::new(1, "searcher")).expect("a strategy");
        let mut explorer =
            Explorer::new(&mut function.domain.pool, Solver::default(), searcher, Settings::default());
        explorer.start(&mut function, &program, &Assignment::new());
        explorer.limit_queries(100, None);
        explorer.postpone(postpones);
        assert_eq!(explorer.step(&mut function, &program, &NoGuide), Progress::Unknown);
        assert_eq!(explorer.step(&mut function, &program, &NoGuide), Progress::Finished, "not in haste");
        assert_eq!(explorer.has_postponed(), postpones);
        assert!(!explorer.tree.is_exhausted(), "nothing is proved by giving up");

        explorer.limit_queries(u64::MAX, None);
        explorer.postpone(false);
        let answered = explorer.step(&mut function, &program, &NoGuide);
        let is_answered = matches!(answered, Progress::Ran { .. } | Progress::Unsatisfiable);
        assert_eq!(is_answered, postpones, "{answered:?}");
        assert!(!explorer.has_postponed() && explorer.tree.is_exhausted() == postpones);
        assert_eq!((explorer.counts.queries, explorer.counts.unknown), (1 + u64::from(postpones), 1));
    }
}
