//! A unit with goals, searched.

use std::sync::atomic::AtomicBool;
use trine_base::Budget;
use trine_engine::{Options, Sources, Strategy, UnitContext, UnitOutcome};
use trine_fixtures::Unit;
use trine_inputs_c::Preconditions;
use trine_record::{GoalKind, GoalStatus};

/// Strategies that search a unit whole.
pub const STRATEGIES: [Strategy; 2] = [Strategy::Search, Strategy::Hybrid];

/// A unit whose function under test is called `f`, and how it is searched.
pub struct Searched {
    pub unit: Unit,
    pub options: Options,
    pub preconditions: Preconditions,
    sources: Sources,
}

impl Searched {
    /// The unit of these texts, whose branches are goals.
    pub fn new(declarations: &str, program: &str) -> Self {
        Self {
            unit: Unit::new(declarations, program).with_goals(),
            options: Options { budget: Budget::Evaluations(4_000), ..Options::default() },
            preconditions: Preconditions::default(),
            sources: Sources::default(),
        }
    }

    /// A unit of `f` alone.
    pub fn function(declarations: &str, signature: &str, body: &str) -> Self {
        let program = format!(
            "program\nfn0: \"f\"{signature} defined external\nbody fn0 = function \"f\"{signature} {{\n{body}\n}}\n"
        );
        Self::new(declarations, &program)
    }

    /// Under another strategy.
    pub fn by(mut self, strategy: Strategy) -> Self {
        self.options.strategy = strategy;
        self
    }

    pub fn context(&self) -> UnitContext<'_> {
        UnitContext {
            program: &self.unit.program,
            api: &self.unit.api,
            sources: &self.sources,
            callable: self.unit.callable("f"),
            options: &self.options,
            language: &self.preconditions,
            scope: None,
            at_work: None,
            own_tests: None,
        }
    }

    pub fn run(&self) -> UnitOutcome {
        self.context().run(&AtomicBool::new(false))
    }
}

/// What became of the outcome of a site.
pub fn status(outcome: &UnitOutcome, site: u32, taken: bool) -> &GoalStatus {
    let is_it = |goal: &&trine_record::GoalRecord| {
        let of_side = matches!(goal.goal, GoalKind::Condition { outcome, .. } if outcome == taken);
        // Conditions are numbered by line, which is the site's number plus one.
        of_side && goal.span.start.0 == site + 1
    };
    &outcome
        .goals
        .iter()
        .find(is_it)
        .unwrap_or_else(|| panic!("no goal {site} {taken}: {:?}", outcome.goals))
        .status
}

pub fn is_covered(outcome: &UnitOutcome, site: u32, taken: bool) -> bool {
    matches!(status(outcome, site, taken), GoalStatus::Covered { .. })
}

pub fn is_infeasible(outcome: &UnitOutcome, site: u32, taken: bool) -> bool {
    matches!(status(outcome, site, taken), GoalStatus::Infeasible(_))
}

/// Why nothing is known of a goal.
pub fn reason(outcome: &UnitOutcome, site: u32, taken: bool) -> &str {
    match status(outcome, site, taken) {
        GoalStatus::Unknown { reason } => reason,
        other => panic!("{other:?}"),
    }
}

/// Covered goals, and all.
pub fn covered(outcome: &UnitOutcome) -> (usize, usize) {
    let count = outcome.goals.iter().filter(|goal| matches!(goal.status, GoalStatus::Covered { .. })).count();
    (count, outcome.goals.len())
}

/// What identifies a result: everything but times.
pub fn bytes(outcome: &UnitOutcome) -> String {
    format!("{:?}{:?}{:?}{:?}", outcome.goals, outcome.tests, outcome.crashes, outcome.record.evaluations)
}
