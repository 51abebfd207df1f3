//! Branches searched through a runner of the test's own, which sees every run.

use std::sync::Arc;
use trine_coverage::Target;
use trine_engine::{Algorithm, BranchSettings, FitnessFunctions, FitnessKind, LeafRunner, Variables};
use trine_ir::text::parse_program;
use trine_ir::{FuncId, Program, SiteId};
use trine_machine::{Config, Domain, Machine, NoStubs};
use trine_record::GoalId;
use trine_search::{CarriesDistance, FitnessObserver};
use trine_testcase::{LeafKind, LeafRange};

/// The first argument is 5, then the second one is greater than 1,000.
const NESTED: &str = r#"program
fn0: "nested"(i32, i32) -> (i32) defined external
body fn0 = function "nested"(i32, i32) -> (i32) {
    site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i1 = icmp.eq v0, 5:i32
    branch v2, block1, block2(0:i32), site0
block1:
    v3: i1 = icmp.sgt v1, 1000:i32
    branch v3, block2(1:i32), block2(0:i32), site1
block2(v4: i32):
    return v4
}
"#;

const FUNCTION: FuncId = FuncId(0);
const INT: LeafKind = LeafKind::Int { bits: 32, signed: true };

/// Runs the function in a machine, and remembers with what.
struct RecordedRuns {
    machine: Machine,
    runs: Vec<[i32; 2]>,
}

impl LeafRunner for RecordedRuns {
    fn run<D: Domain>(&mut self, leaves: &[u128], domain: &mut D, observer: &mut FitnessObserver)
    where
        D::Shadow: CarriesDistance,
    {
        self.runs.push([leaves[0] as u32 as i32, leaves[1] as u32 as i32]);
        self.machine.reset();
        self.machine.run(FUNCTION, leaves, domain, observer, &mut NoStubs);
    }
}

/// Searches for the inner condition that holds, the second argument being one of `range`, by every algorithm and fitness.
fn searches(range: Option<LeafRange>, check: impl Fn(bool, u64, &[[i32; 2]])) {
    let program: Arc<Program> = Arc::new(parse_program(NESTED).unwrap_or_else(|error| panic!("{error}")));
    let body = Arc::clone(program.body(FUNCTION).expect("it has a body"));
    let target = Target::Edges(vec![(SiteId(1), 0)]);
    let variables = Variables { kinds: &[INT, INT], ranges: &[None, range] };
    for algorithm in [Algorithm::Avm, Algorithm::Ga] {
        for (_, fitness) in FitnessKind::NAMES {
            for flags in [false, true] {
                let machine = Machine::new(Arc::clone(&program), Config::default()).expect("it fits");
                let mut recorded = RecordedRuns { machine, runs: Vec::new() };
                let settings = BranchSettings {
                    algorithm,
                    fitness,
                    flags,
                    budget_evals: 5_000,
                    ..BranchSettings::default()
                };
                let mut functions = FitnessFunctions::new(&program, FUNCTION, &body);
                let attempt = functions.search((GoalId(0), &target), &settings, variables, &mut recorded);
                check(attempt.is_success(), attempt.evaluations, &recorded.runs);
            }
        }
    }
}

#[test]
fn an_evaluation_is_one_run_and_the_last_one_covers() {
    searches(None, |is_success, evaluations, runs| {
        assert_eq!(evaluations, runs.len() as u64);
        let covers = |run: &[i32; 2]| run[0] == 5 && run[1] > 1000;
        assert_eq!(runs.iter().position(covers), is_success.then(|| runs.len() - 1));
    });
}

#[test]
fn values_keep_to_their_ranges_and_a_branch_beyond_them_takes_the_whole_budget() {
    let range = LeafRange::Int { low: 0, high: 10 };
    searches(Some(range), |is_success, evaluations, runs| {
        assert!(!is_success && runs.iter().all(|run| (0..=10).contains(&run[1])));
        assert_eq!((evaluations, runs.len()), (5_000, 5_000));
    });
}
