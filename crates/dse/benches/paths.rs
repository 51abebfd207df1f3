//! Paths per second: all 65,536 paths of sixteen independent `if (c[i] == k) n++` on the bytes of an input.
//!
//! The price of a path is everything that exploration does for it: the searcher's choice, the query to the solver,
//! the model's check, the run in the concolic domain and the growth of the tree. Queries are cheap here, so what is
//! measured is what the loop itself costs. KLEE 3.3 forks 15,000 such paths a second.
//!
//! Searchers that rank or draw anew among all candidates after a run (`klee`, `fitnex`, learning) are left out: of tens of
//! thousands of candidates that is all that would be measured.
//!
//! `cargo bench -p trine-dse` prints the figures ("elem" are paths). They are wall-clock times: on a machine that is
//! busy with other work they tell little.

#![allow(missing_docs)] // what the macros of criterion generate has none

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write as _;
use std::sync::Arc;
use trine_base::Stream;
use trine_dse::searchers::{NoGuide, by_name};
use trine_dse::{
    Binding, Concolic, Explorer, Likely, PathObserver, ProgramUnderTest, Progress, Run, Settings,
};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, GlobalId, Program};
use trine_machine::{Config, Machine, NoStubs, TerminationReason};
use trine_solver::Solver;

const BRANCHES: u32 = 16;
const PATHS: u64 = 1 << BRANCHES;
const FUNCTION: FuncId = FuncId(0);
const SEARCHERS: [&str; 6] = ["dfs", "bfs", "generational", "random-path", "cfg", "pps"];

/// As clang writes it: load, sign extension, comparison, branch.
fn text() -> String {
    let mut text = String::from(
        "program\nglobal0: \"c\" size 16 align 16\nfn0: \"f\"() -> (i32) defined\nbody fn0 = function \"f\"() -> (i32) {\n",
    );
    for site in 0..BRANCHES {
        let _ = writeln!(text, "    site{site}: branch");
    }
    let mut value = 0;
    let mut counter = String::from("0:i32");
    for byte in 0..BRANCHES {
        let _ = match byte {
            0 => writeln!(text, "block0:"),
            _ => writeln!(text, "block{byte}({counter}: i32):"),
        };
        let (loaded, wide, equal, more) = (value, value + 1, value + 2, value + 3);
        let _ = writeln!(
            text,
            "    v{loaded}: i8 = load @global0+{byte}\n    v{wide}: i32 = sext v{loaded}\n    v{equal}: i1 = icmp.eq v{wide}, 107:i32\n    \
             v{more}: i32 = add {counter}, 1:i32\n    branch v{equal}, block{next}(v{more}), block{next}({counter}), site{byte}",
            next = byte + 1,
        );
        counter = format!("v{}", value + 4);
        value += 5;
    }
    let _ = writeln!(text, "block{BRANCHES}({counter}: i32):\n    return {counter}\n}}");
    text
}

/// The function, run in the concolic domain.
struct Bytes {
    program: Arc<Program>,
    machine: Machine,
    domain: Concolic,
    observer: PathObserver,
    inputs: Vec<Term>,
    address: u64,
    /// Paths by what they returned: how many bytes were equal.
    returned: [u64; BRANCHES as usize + 1],
}

impl Bytes {
    fn new(program: &Arc<Program>) -> Self {
        let machine = Machine::new(Arc::clone(program), Config::default()).expect("the globals fit");
        let mut domain = Concolic::new();
        Self {
            program: Arc::clone(program),
            inputs: (0..BRANCHES).map(|at| domain.pool.variable(format!("c[{at}]"), 8)).collect(),
            observer: PathObserver::new(&domain),
            address: machine.global_address(GlobalId(0)),
            returned: [0; BRANCHES as usize + 1],
            machine,
            domain,
        }
    }
}

impl ProgramUnderTest for Bytes {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.domain.pool
    }

    fn run(&mut self, inputs: &Assignment) -> Run {
        self.machine.reset();
        self.observer.clear();
        let mut bindings = Vec::with_capacity(self.inputs.len());
        for (address, &term) in (self.address..).zip(&self.inputs) {
            let value = self.domain.pool.evaluate(term, inputs);
            self.machine.memory_mut().write_uint(address, 1, value).expect("the global is there");
            bindings.push(Binding::Memory { address, term });
        }
        self.domain.bind(bindings);
        let outcome = self.machine.run(FUNCTION, &[], &mut self.domain, &mut self.observer, &mut NoStubs);
        assert_eq!(outcome.reason, TerminationReason::Returned);
        let equal = outcome.returns.first().expect("a number");
        self.returned[equal as usize] += 1;
        let path = self.observer.path(&mut self.domain, &self.program);
        Run { path, covered: 0, faulted: false, misses: Vec::new(), likely: Likely::default() }
    }
}

/// Explores to the end, and checks that each path was taken exactly once.
fn explore(program: &Arc<Program>, strategy: &str) {
    let mut bytes = Bytes::new(program);
    let searcher = by_name(strategy, &Stream::new(1, "searcher")).expect("a strategy");
    let mut explorer =
        Explorer::new(&mut bytes.domain.pool, Solver::default(), searcher, Settings::default());
    explorer.start(&mut bytes, program, &Assignment::new());
    while explorer.step(&mut bytes, program, &NoGuide) != Progress::Finished {}
    let mut choose = 1;
    for (equal, &paths) in (0..).zip(&bytes.returned) {
        assert_eq!(paths, choose, "paths with {equal} bytes equal");
        choose = choose * (u64::from(BRANCHES) - equal) / (equal + 1);
    }
    assert_eq!(explorer.counts.iterations, PATHS);
    assert!(explorer.tree.is_exhausted());
}

fn sixteen_branches(criterion: &mut Criterion) {
    let program = Arc::new(parse_program(&text()).expect("the program is well-formed"));
    let mut group = criterion.benchmark_group("paths of 16 independent one-byte branches");
    group.throughput(Throughput::Elements(PATHS)).sample_size(10);
    for strategy in SEARCHERS {
        group.bench_function(strategy, |bencher| bencher.iter(|| explore(&program, strategy)));
    }
    group.finish();
}

criterion_group!(benches, sixteen_branches);
criterion_main!(benches);
