//! The engine with a language that is not C: its tests pass numbers and nothing else.
//!
//! What the seam asks of a language is small: how a skeleton is made, and which endings count. Nothing here is of C but the API model
//! of the fixture, which any front end supplies.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use trine_base::Budget;
use trine_engine::{Options, Sources, Strategy, UnitContext, UnitOutcome};
use trine_fixtures::Unit;
use trine_harness::{Ending, Plan, PlanError};
use trine_inputs::{Language, Shape, ShapeEntry, Shapes, UnitSite};
use trine_ir::Program;
use trine_record::{GoalStatus, UnitStatus};
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::leaf::{Leaf, LeafId};
use trine_testcase::test_case::{Argument, Skeleton, Statement};

/// A language of functions of numbers.
#[derive(Debug)]
struct Numbers {
    /// Whether a test may make runs that end.
    runs_count: bool,
}

impl Language for Numbers {
    fn shapes<'a>(&'a self, site: &UnitSite<'a, '_>) -> Box<dyn Shapes + 'a> {
        Box::new(NumberShapes { program: site.program, api: site.api, callable: site.callable })
    }

    fn counts(&self, ending: &Ending) -> bool {
        self.runs_count && *ending == Ending::Returned
    }
}

/// The one shape there is: a call with a number for each parameter.
struct NumberShapes<'a> {
    program: &'a Arc<Program>,
    api: &'a ApiModel,
    callable: CallableId,
}

impl Shapes for NumberShapes<'_> {
    fn entry(&self, _: Shape) -> Result<ShapeEntry, PlanError> {
        let params = self.api.callables[self.callable].params.iter();
        let kind = |ty| self.api.types.leaf_kind(ty, None).expect("every parameter is a number");
        let leaves: Vec<Leaf> =
            params.map(|param| Leaf { kind: kind(param.ty), name: param.name.clone() }).collect();
        let args = (0..leaves.len() as u32).map(|at| Argument::Leaf(LeafId(at))).collect();
        let call = Statement::Call { callable: self.callable, args };
        let skeleton = Skeleton { statements: vec![call], leaves: leaves.into_iter().collect() };
        let plan = Plan::new(&skeleton, self.api, self.program)?;
        Ok(ShapeEntry::without_choices(skeleton, plan))
    }
}

/// `a * 3 == 21` and then `b == a + 1`, searched by `strategy` with this language.
fn searched(language: &Numbers, strategy: Strategy) -> UnitOutcome {
    let body = "    site0: branch
    site1: branch
block0(v0: i32, v1: i32):
    v2: i32 = mul v0, 3:i32
    v3: i1 = icmp.eq v2, 21:i32
    branch v3, block1, block3, site0
block1:
    v4: i32 = add v0, 1:i32
    v5: i1 = icmp.eq v1, v4
    branch v5, block2, block3, site1
block2:
    return 1:i32
block3:
    return 0:i32";
    let unit = Unit::function("int f(int a, int b)", "(i32, i32) -> (i32)", body).with_goals();
    let options = Options { strategy, budget: Budget::Evaluations(4_000), ..Options::default() };
    let sources = Sources::default();
    let context = UnitContext {
        program: &unit.program,
        api: &unit.api,
        sources: &sources,
        callable: unit.callable("f"),
        options: &options,
        language,
        scope: None,
        at_work: None,
        own_tests: None,
    };
    context.run(&AtomicBool::new(false))
}

#[test]
fn a_language_of_numbers_is_searched_like_any_other() {
    for strategy in [Strategy::Search, Strategy::Hybrid, Strategy::Dse] {
        let outcome = searched(&Numbers { runs_count: true }, strategy);
        assert_eq!(outcome.record.status, UnitStatus::Done);
        let is_covered = |goal: &trine_record::GoalRecord| matches!(goal.status, GoalStatus::Covered { .. });
        assert!(outcome.goals.iter().all(is_covered), "{}: {:?}", strategy.name(), outcome.goals);
        assert_eq!(outcome.goals.len(), 4);
    }
}

#[test]
fn the_language_says_which_endings_count() {
    let outcome = searched(&Numbers { runs_count: false }, Strategy::Search);
    assert!(outcome.tests.is_empty(), "a run that does not count is no test");
    assert_eq!(outcome.record.goals.covered, 0);
}

#[test]
fn the_same_seed_gives_the_same_suite_in_any_language() {
    let suites = [(); 2].map(|()| searched(&Numbers { runs_count: true }, Strategy::Hybrid));
    let [one, other] = suites.map(|outcome| format!("{:?}{:?}", outcome.tests, outcome.goals));
    assert_eq!(one, other);
}
