//! What all techniques share: the evaluator, the shapes in play, what is known of them, and the settings of the search.
//!
//! State that one technique alone needs stands with that technique ([`crate::techniques`]).

use crate::context::evaluator::Evaluator;
use crate::options::PathwiseOptions;
use crate::options::{Algorithm, PathOptions, Strategy};
use crate::policy::SCHEDULE;
use crate::schedule::clock::Mark;
use crate::schedule::price::{QUERY_COST, TURN_STEPS};
use crate::schedule::scheduler::Reward;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::GoalState;
use trine_inputs::Shape;
use trine_inputs::pairs::LengthUnit;
use trine_inputs::{ShapeEntry, Shapes};
use trine_record::{GoalId, PathCounts};
use trine_refutation::Faults;
use trine_search::{ConstantPool, Fitness, FitnessKind, LineSearch, RandomValues};

/// What the techniques of one unit work on.
pub struct SearchContext<'s, 'a> {
    /// Runs test cases and keeps what is new.
    pub evaluator: &'s mut Evaluator<'a>,
    /// Builds shapes.
    pub factory: &'s (dyn Shapes + 's),
    /// Names of externals by function, for stubs.
    pub stub_name: &'s dyn Fn(trine_ir::FuncId) -> Option<String>,
    /// Technique.
    pub strategy: Strategy,
    /// What varies the values of a shape towards a goal.
    pub algorithm: Algorithm,
    /// Alternating variables: how they search along one.
    pub line_search: LineSearch,
    /// Randomness of this unit.
    pub stream: Stream,
    /// Whether the function remembers something between calls that no test can set.
    pub remembers: bool,
    /// Values worth trying.
    pub(crate) values: RandomValues,
    /// Shapes in play; the first is the base.
    pub entries: Vec<Arc<ShapeEntry>>,
    pub(crate) known_shapes: BTreeSet<Shape>,
    /// Leaves found to be lengths, as in [`Shape::lengths`].
    pub(crate) lengths: BTreeMap<String, (String, LengthUnit)>,
    /// How many of the pointers whose objects the code frees the shapes in play know.
    pub(crate) heap_keys: usize,
    /// Experiments made to find lengths, by path of the object.
    pub(crate) experiments: BTreeMap<String, u32>,
    /// How paths are explored.
    pub paths: PathOptions,
    /// Which paths are covered, where the technique goes path by path.
    pub pathwise: PathwiseOptions,
    /// What the search minimises.
    pub fitness: FitnessKind,
    /// What path exploration did.
    pub path_counts: PathCounts,
    /// What the solver is made of.
    pub portfolio: trine_solver::Portfolio,
    /// What the machine takes for a fault beyond what it always does.
    pub(crate) faults: Faults,
}

/// Where an attempt stands.
#[derive(Clone, Debug)]
pub struct SearchPoint {
    /// The shape.
    pub entry: Arc<ShapeEntry>,
    /// The values.
    pub leaves: Vec<u128>,
    /// How near that is to what is aimed at.
    pub fitness: Fitness,
}

impl<'s, 'a> SearchContext<'s, 'a> {
    /// A context whose shapes start from `base`.
    #[must_use]
    pub fn new(
        evaluator: &'s mut Evaluator<'a>,
        factory: &'s (dyn Shapes + 's),
        stub_name: &'s dyn Fn(trine_ir::FuncId) -> Option<String>,
        strategy: Strategy,
        stream: Stream,
        constants: ConstantPool,
        base: ShapeEntry,
    ) -> Self {
        let known_shapes = BTreeSet::from([base.shape.clone()]);
        let values = RandomValues::new(Arc::new(constants));
        Self {
            evaluator,
            factory,
            stub_name,
            strategy,
            algorithm: Algorithm::default(),
            line_search: LineSearch::default(),
            stream,
            remembers: false,
            values,
            entries: vec![Arc::new(base)],
            known_shapes,
            lengths: BTreeMap::new(),
            heap_keys: 0,
            experiments: BTreeMap::new(),
            paths: PathOptions::default(),
            pathwise: PathwiseOptions::default(),
            fitness: crate::Options::default().fitness,
            path_counts: PathCounts::default(),
            portfolio: trine_solver::Portfolio::default(),
            faults: Faults::default(),
        }
    }

    /// Whether paths are explored in turn with values.
    pub(crate) fn explores_paths(&self) -> bool {
        self.strategy == Strategy::Hybrid
    }

    /// Whether there are no other shapes to try: a whole program that is given numbers.
    pub(crate) fn has_one_shape(&self) -> bool {
        self.evaluator.every_ending_counts && self.entries.iter().all(|entry| entry.slots.is_empty())
    }

    /// Whether nothing is left to do, or nothing to do it with.
    pub(crate) fn done(&mut self) -> bool {
        self.evaluator.clock.exhausted() || self.open_goals().is_empty()
    }

    /// Whether the runs that the options allow were made.
    pub(crate) fn is_out_of_iterations(&self) -> bool {
        self.paths.iterations.is_some_and(|most| self.path_counts.iterations >= most)
    }

    pub(crate) fn open_goals(&self) -> Vec<GoalId> {
        let goals = &self.evaluator.structure.goals;
        let open =
            |&goal: &GoalId| self.evaluator.archive.is_open(goal) && goals[goal].state == GoalState::Open;
        goals.indices().filter(open).collect()
    }

    /// What a technique gets before it is asked again who is next.
    pub(crate) fn slice(&self) -> u64 {
        (self.evaluator.clock.total() / SCHEDULE.slices).max(TURN_STEPS * QUERY_COST)
    }

    /// What was covered so far, and the moment.
    pub(crate) fn standing(&self) -> (u64, Mark) {
        (self.evaluator.archive.covered_count() as u64, self.evaluator.clock.mark())
    }

    /// What came of the time since then.
    pub(crate) fn reward_since(&self, (goals, mark): (u64, Mark)) -> Reward {
        let covered = self.evaluator.archive.covered_count() as u64;
        Reward { goals: covered - goals, evaluations: self.evaluator.clock.since(mark) }
    }
}
