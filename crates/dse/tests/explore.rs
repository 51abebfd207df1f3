//! Programs explored path by path: every way that inputs can take is taken, the others are refuted.

use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::Stream;
use trine_dse::searchers::{Guide, NAMES, NoGuide, by_name};
use trine_dse::{
    Binding, BranchOutcome, Concolic, ExecutionTree, Explorer, NodeId, NodeState, PathCondition,
    PathObserver, ProgramUnderTest, Progress, Run, Settings,
};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program, SiteId};
use trine_machine::{Config, Machine, NoStubs, TerminationReason};
use trine_solver::Solver;

/// A function of numbers.
struct Function {
    program: Arc<Program>,
    machine: Machine,
    domain: Concolic,
    observer: PathObserver,
    function: FuncId,
    inputs: Vec<Term>,
    returned: BTreeSet<u128>,
    runs: usize,
}

impl Function {
    fn new(text: &str) -> Self {
        let program = Arc::new(parse_program(text).unwrap_or_else(|error| panic!("{error:?}\n{text}")));
        let function = program.function_named("f").expect("a function f");
        let mut domain = Concolic::new();
        let params = &program.callables[function].signature.params;
        let name = |at: usize| format!("arg{at}");
        let inputs: Vec<_> = params
            .iter()
            .enumerate()
            .map(|(at, param)| domain.pool.variable(name(at), param.ty.bits()))
            .collect();
        Self {
            machine: Machine::new(Arc::clone(&program), Config::default()).expect("the globals fit"),
            observer: PathObserver::new(&domain),
            program,
            domain,
            function,
            inputs,
            returned: BTreeSet::new(),
            runs: 0,
        }
    }
}

impl ProgramUnderTest for Function {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        let args: Vec<u128> =
            self.inputs.iter().map(|&term| self.domain.pool.evaluate(term, inputs)).collect();
        self.machine.reset();
        self.observer.clear();
        let argument = |(index, &term)| Binding::Argument { call: 0, index, term };
        self.domain.bind(self.inputs.iter().enumerate().map(argument).collect());
        let outcome =
            self.machine.run(self.function, &args, &mut self.domain, &mut self.observer, &mut NoStubs);
        if outcome.reason == TerminationReason::Returned {
            self.returned.extend(outcome.returns.first());
        }
        self.runs += 1;
        if let TerminationReason::Fault(fault) = &outcome.reason {
            self.domain.ended_in(&fault.kind);
        }
        let path: PathCondition = self.observer.path(&mut self.domain, &self.program);
        for step in &path.steps {
            let value = self.domain.pool.evaluate(step.constraint, inputs);
            assert_eq!(value, 1, "{:?}: {}", step.kind, self.domain.pool.show(step.constraint));
        }
        let faulted = matches!(outcome.reason, TerminationReason::Fault(_));
        Run { path, covered: 0, faulted, misses: Vec::new() }
    }
}

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
