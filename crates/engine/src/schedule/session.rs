//! The search of one unit: explore shapes and values, then go goal by goal.
//!
//! ```text
//! explore:  defaults, random and mined values on the base shape; it grows as runs ask   (crate::techniques::variation)
//! paths:    those of the base shape as long as they pay (hybrid), before shapes take their part of the budget
//! follow:   shapes that archived tests speak for: structures unfold, pointers become one          (trine_inputs_c::hints)
//! repeat:   several calls, of functions that remember something
//! vary:     one pointer at a time made null, longer, another function; texts with room for a line
//! pursue:   slices of paths (hybrid) and of attempts at the open goals, by what lately paid       (crate::techniques::pursuit)
//! refute:   proofs for goals that nothing has reached
//! provoke:  bounds and null pointers, for faults that no goal leads to
//! ```
//!
//! Each technique starts from what the other found: alternating variables from the archive, explorations from the paths
//! of the tests that were archived since they were left.
//!
//! Algorithms count evaluations, never seconds, so that a budget in evaluations gives the same
//! suite on every machine. Parts of a budget of time are counted alike ([`crate::schedule::clock::Allowance`]).

use crate::context::evaluator::Evaluator;
use crate::options::{Algorithm, PathOptions, Strategy};
use crate::schedule::clock::{Allowance, Phase};
use crate::schedule::rotation::Rotation;
use crate::schedule::shares::Shares;
use crate::techniques::pathwise::{PathwiseOptions, PathwiseOutcome};
use crate::techniques::symbolic::{Exploration, Merged, PathProof};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::GoalState;
use trine_inputs_c::shape::Shape;
use trine_inputs_c::shape::pairs::Unit;
use trine_inputs_c::shapes::{ShapeEntry, ShapeFactory};
use trine_record::{GoalId, PathCounts};
use trine_refutation::{Faults, Refuter};
use trine_search::{ConstantPool, Fitness, FitnessKind, LineSearch, Portfolio, RandomValues};

/// Of the budget, the slices that proofs of single goals get before the search goes on.
const REFUTATION_SLICES: u64 = 2;

/// The search of one unit.
pub struct Session<'s, 'a> {
    /// Runs test cases and keeps what is new.
    pub evaluator: &'s mut Evaluator<'a>,
    /// Builds shapes.
    pub factory: &'s ShapeFactory<'a>,
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
    /// Tests whose hints were followed: of those that are not archived ([`Evaluator::telling`]), of those that are, of
    /// those that got further in a callee ([`Evaluator::further`]).
    pub(crate) followed: [usize; 3],
    /// Archived tests whose allocations were made to fail.
    pub(crate) failed: usize,
    /// Leaves found to be lengths, as in [`Shape::lengths`].
    pub(crate) lengths: BTreeMap<String, (String, Unit)>,
    /// How many of the pointers whose objects the code frees the shapes in play know.
    pub(crate) heap_keys: usize,
    /// Experiments made to find lengths, by path of the object.
    pub(crate) experiments: BTreeMap<String, u32>,
    /// How paths are explored.
    pub paths: PathOptions,
    /// Which paths are covered, where the technique goes path by path.
    pub pathwise: PathwiseOptions,
    /// What became of these.
    pub pathwise_outcome: Option<PathwiseOutcome>,
    /// What the search minimises.
    pub fitness: FitnessKind,
    /// Whose turn it is, by goal.
    pub(crate) portfolios: BTreeMap<GoalId, Portfolio>,
    /// Paths seen so far, shape by shape.
    pub(crate) explorations: Vec<Exploration<'a>>,
    /// Paths of the program with its short branches converted.
    pub(crate) merged: Merged<'a>,
    /// Whose turn it is of their shapes.
    pub(crate) rotation: Rotation,
    /// Whose turn it is, paths' or values'.
    pub(crate) shares: Shares,
    /// What path exploration did.
    pub path_counts: PathCounts,
    /// What the solver is made of.
    pub portfolio: trine_solver::Portfolio,
    /// What the solvers of explorations did that are no more.
    pub(crate) left_behind: trine_solver::Statistics,
    /// The proof, if all paths were seen.
    pub proved_by_paths: Option<PathProof>,
    /// What the solver did for proofs of single goals.
    pub refutations: trine_solver::Statistics,
    /// What the machine takes for a fault beyond what it always does.
    pub(crate) faults: Faults,
    refuting: Refuting,
}

/// How far the proofs of single goals are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refuting {
    Before,
    /// The time for it was over.
    Cut,
    Done,
}

/// Where an attempt stands.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The shape.
    pub entry: Arc<ShapeEntry>,
    /// The values.
    pub leaves: Vec<u128>,
    /// How near that is to what is aimed at.
    pub fitness: Fitness,
}

impl<'s, 'a> Session<'s, 'a> {
    /// A session that starts from `base`.
    #[must_use]
    pub fn new(
        evaluator: &'s mut Evaluator<'a>,
        factory: &'s ShapeFactory<'a>,
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
            followed: [0; 3],
            lengths: BTreeMap::new(),
            heap_keys: 0,
            experiments: BTreeMap::new(),
            failed: 0,
            paths: PathOptions::default(),
            pathwise: PathwiseOptions::default(),
            pathwise_outcome: None,
            fitness: crate::Options::default().fitness,
            portfolios: BTreeMap::new(),
            explorations: Vec::new(),
            merged: Merged::default(),
            rotation: Rotation::default(),
            shares: Shares::default(),
            path_counts: PathCounts::default(),
            portfolio: trine_solver::Portfolio::default(),
            left_behind: trine_solver::Statistics::default(),
            proved_by_paths: None,
            refutations: trine_solver::Statistics::default(),
            faults: Faults::default(),
            refuting: Refuting::Before,
        }
    }

    /// Searches until every goal is covered or the budget is used.
    pub fn run(&mut self) {
        match self.strategy {
            Strategy::Dse => {
                // Paths first: what they do not lead to, other shapes may.
                self.begin_with_one();
                self.explore_all_paths();
                self.retype_arguments();
                if !self.is_out_of_iterations() {
                    self.try_shapes();
                    self.explore_all_paths();
                }
            }
            Strategy::Paths => {
                self.begin_with_one();
                self.try_shapes();
                self.follow_paths();
            }
            strategy => {
                self.explore();
                if self.explores_paths() {
                    // What the solver finds in a moment, shapes need not look for.
                    self.look_at_paths();
                }
                self.try_shapes();
                match strategy {
                    Strategy::Random => self.random_forever(),
                    _ => self.pursue(),
                }
            }
        }
        self.refute_the_rest();
        // A unit with so many runs and no more is left as these leave it.
        if self.is_out_of_iterations() || self.evaluator.archive.only_kept {
            return;
        }
        if self.paths.hunts_faults {
            self.hunt_faults();
        }
        self.provoke();
    }

    /// Whether paths are explored in turn with values. Programs that read commands for ever have paths too long for this.
    pub(crate) fn explores_paths(&self) -> bool {
        self.strategy == Strategy::Hybrid && !self.evaluator.every_ending_counts
    }

    /// Other shapes than the base, and values in them.
    fn try_shapes(&mut self) {
        self.satisfy();
        self.follow_hints();
        self.repeat_calls();
        self.vary();
        self.lengthen_texts();
        self.follow_hints();
        self.violate();
        if !self.done() {
            self.fail_allocations();
        }
    }

    /// Random values where paths start from; the shape grows as the run asks.
    fn begin_with_one(&mut self) {
        let leaves = self.random_leaves(0);
        self.step(0, &leaves);
    }

    /// Whether nothing is left to do, or nothing to do it with.
    pub(crate) fn done(&mut self) -> bool {
        self.evaluator.clock.exhausted() || self.open_goals().is_empty()
    }

    /// Looks for proofs that goals which are still open are infeasible: once, for some slices of the budget, and for what
    /// was left out then when the search is over.
    pub(crate) fn refute(&mut self) {
        let proves = matches!(self.strategy, Strategy::Hybrid | Strategy::Dse | Strategy::Paths);
        // Runs are counted and compared, or the unit is a whole program.
        let is_studied = self.paths.iterations.is_some() || self.evaluator.every_ending_counts;
        if !proves || is_studied || self.refuting != Refuting::Before {
            return;
        }
        let allowance = self.evaluator.clock.allow(REFUTATION_SLICES * self.slice());
        self.refuting = match self.refute_open_goals(Some(&allowance)) {
            true => Refuting::Done,
            false => Refuting::Cut,
        };
    }

    /// The end of [`Session::refute`].
    fn refute_the_rest(&mut self) {
        self.refute();
        if std::mem::replace(&mut self.refuting, Refuting::Done) == Refuting::Cut {
            self.refute_open_goals(None);
        }
    }

    /// Whether all that are open were looked at.
    fn refute_open_goals(&mut self, allowance: Option<&Allowance>) -> bool {
        let open = self.open_goals();
        let evaluator = &mut *self.evaluator;
        let deadline = match allowance {
            Some(allowance) => evaluator.clock.deadline_of(allowance),
            None => evaluator.clock.deadline(),
        };
        let program = Arc::clone(evaluator.harness.program());
        let refuter = Refuter::new(evaluator.structure, &program, &self.portfolio, self.faults, deadline);
        let Some(mut refuter) = refuter else { return true };
        let mut is_cut = false;
        for goal in open {
            if evaluator.clock.interrupted()
                || evaluator.clock.is_over(Phase::Proof)
                || allowance.is_some_and(|allowance| evaluator.clock.has_used(allowance))
            {
                is_cut = true;
                break;
            }
            let before = refuter.questions;
            if let Some(proof) = refuter.proof(goal, &evaluator.archive.seen) {
                evaluator.archive.refuted.insert(goal, proof);
            }
            evaluator.clock.evaluations += refuter.questions - before;
        }
        self.refutations.add(refuter.statistics());
        !is_cut
    }

    pub(crate) fn open_goals(&self) -> Vec<GoalId> {
        let goals = &self.evaluator.structure.goals;
        let open =
            |&goal: &GoalId| self.evaluator.archive.is_open(goal) && goals[goal].state == GoalState::Open;
        goals.indices().filter(open).collect()
    }
}
