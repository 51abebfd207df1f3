//! Which goals of a unit a run covers, and how far it stays from the others: an observer of the machine.
//!
//! Goals are those of the classes under test ([`trine_frontend_jvm::cover`]); a goal is covered when one of its probes is
//! passed. Distances are approach level and normalized branch distance ([`UnitFitness`]), over all methods of the unit in
//! one pass, the branches of strings by [`Strings`].

use crate::strings::Strings;
use std::sync::Arc;
use trine_frontend_jvm::cover::{Goal, ProbeSet, UnitCover};
use trine_ir::{FuncId, Program, RegionId};
use trine_jdk::ProbeRecorder;
use trine_jdk::vm::Vm;
use trine_machine::{Activation, BranchEvent, Concrete, Observer, StateView};
use trine_search::{UnitFitness, UnitGoal};

/// Observes runs for the goals of a unit.
#[derive(Clone, Debug)]
pub struct GoalObserver {
    goals: Arc<[Goal]>,
    recorder: ProbeRecorder,
    fitness: UnitFitness<Strings>,
    /// Whether distances are measured: a replay asks for coverage only.
    measures: bool,
}

impl GoalObserver {
    /// An observer of runs of the program of `vm` for `goals` of `unit`.
    #[must_use]
    pub fn new(vm: &mut Vm, unit: &Arc<UnitCover>, goals: Arc<[Goal]>) -> Self {
        let program: Arc<Program> = Arc::clone(&vm.program);
        let places: Arc<[UnitGoal]> = goals
            .iter()
            .map(|goal| {
                let (function, regions) = unit.regions(goal);
                UnitGoal { function, regions: regions.into_iter().map(RegionId).collect() }
            })
            .collect();
        let functions: Vec<String> = unit.functions().collect();
        let functions = functions.iter().map(String::as_str);
        let fitness = UnitFitness::new(Arc::clone(&program), places, functions, Strings::new(vm));
        Self { recorder: ProbeRecorder::new(program, Arc::clone(unit)), goals, fitness, measures: true }
    }

    /// Whether distances are measured from the next run on.
    pub fn measure(&mut self, measures: bool) {
        self.measures = measures;
    }

    /// Forgets the last run. To be called before each whose own coverage is asked for.
    pub fn clear(&mut self) {
        self.recorder.clear();
        self.fitness.clear();
    }

    /// The goals.
    #[must_use]
    pub fn goals(&self) -> &Arc<[Goal]> {
        &self.goals
    }

    /// The probes passed since it was cleared.
    #[must_use]
    pub fn passed(&self) -> &ProbeSet {
        &self.recorder.passed
    }

    /// Counts `probes` as passed, too: what was done before the run for it.
    pub fn pass(&mut self, probes: &ProbeSet) {
        self.recorder.passed.union(probes);
    }

    /// The goals covered since it was cleared, by position, in order.
    pub fn covered(&self) -> impl Iterator<Item = usize> + '_ {
        let is_covered = |(at, goal): (usize, &Goal)| goal.is_covered(&self.recorder.passed).then_some(at);
        self.goals.iter().enumerate().filter_map(is_covered)
    }

    /// How far the run stayed from the goal at this position: 0 exactly when it was covered, infinite when no way to its method is
    /// known from what was entered.
    pub fn distance(&mut self, goal: usize) -> f64 {
        self.fitness.distance(goal)
    }
}

impl Observer<Concrete> for GoalObserver {
    const REGIONS: bool = true;
    const STATE: bool = true;

    #[inline]
    fn branch(&mut self, event: &BranchEvent<()>) {
        if self.measures {
            Observer::<Concrete>::branch(&mut self.fitness, event);
        }
    }

    #[inline]
    fn at_branch(&mut self, event: &BranchEvent<()>, state_view: &StateView<'_>) {
        if self.measures {
            Observer::<Concrete>::at_branch(&mut self.fitness, event, state_view);
        }
    }

    #[inline]
    fn regions(&mut self, function: FuncId, regions: &[RegionId], activation: Activation) {
        Observer::<Concrete>::regions(&mut self.recorder, function, regions, activation);
        if self.measures {
            Observer::<Concrete>::regions(&mut self.fitness, function, regions, activation);
        }
    }

    #[inline]
    fn call(&mut self, function: FuncId, activation: Activation) {
        if self.measures {
            Observer::<Concrete>::call(&mut self.fitness, function, activation);
        }
    }

    #[inline]
    fn returned(&mut self, function: FuncId, activation: Activation) {
        if self.measures {
            Observer::<Concrete>::returned(&mut self.fitness, function, activation);
        }
    }
}
