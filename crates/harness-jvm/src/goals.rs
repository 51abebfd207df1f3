//! Which goals of a unit a run covers, and how far it stays from the others: an observer of the machine.
//!
//! Goals are those of the classes under test ([`trine_frontend_jvm::cover`]); a goal is covered when one of its probes is
//! passed. Besides goals, ways through decisions may be asked for (MC/DC): they are numbered behind the goals. Distances are approach level and normalized branch distance ([`UnitFitness`]), over all methods of the unit in
//! one pass, those of branches on answers of the class library by [`LibraryQuestions`].

use crate::evaluations::{Evaluations, WantedVector, columns_of, left_by};
use crate::questions::LibraryQuestions;
use std::sync::Arc;
use trine_frontend_jvm::cover::{Goal, ProbeSet, UnitCover};
use trine_ir::{FuncId, Program, RegionId};
use trine_jdk::ProbeRecorder;
use trine_jdk::vm::Vm;
use trine_machine::{Activation, BranchEvent, Concrete, Observer, StateView};
use trine_search::{UnitFitness, UnitGoal, UnitStep};

/// Observes runs for the goals of a unit.
#[derive(Clone, Debug)]
pub struct GoalObserver {
    goals: Arc<[Goal]>,
    recorder: ProbeRecorder,
    fitness: UnitFitness<LibraryQuestions>,
    wanted: Arc<[WantedVector]>,
    /// Where ways through decisions are asked for.
    evaluations: Option<Evaluations>,
    /// Whether distances are measured: a replay asks for coverage only.
    measures: bool,
}

impl GoalObserver {
    /// An observer of runs of the program of `vm` for `goals` of `unit`.
    #[must_use]
    pub fn new(vm: &mut Vm, unit: &Arc<UnitCover>, goals: Arc<[Goal]>) -> Self {
        Self::with_vectors(vm, unit, goals, Arc::from([]))
    }

    /// The same, with ways through decisions as more goals, numbered behind the others.
    #[must_use]
    pub fn with_vectors(
        vm: &mut Vm,
        unit: &Arc<UnitCover>,
        goals: Arc<[Goal]>,
        wanted: Arc<[WantedVector]>,
    ) -> Self {
        let program: Arc<Program> = Arc::clone(&vm.program);
        let of_goal = |goal: &Goal| {
            let (function, regions) = unit.regions(goal);
            UnitGoal {
                function,
                regions: regions.into_iter().map(RegionId).collect(),
                path: Vec::new(),
                edges: Vec::new(),
            }
        };
        let of_vector = |wanted: &WantedVector| way(unit, wanted);
        let places: Arc<[UnitGoal]> = goals.iter().map(of_goal).chain(wanted.iter().map(of_vector)).collect();
        let functions: Vec<String> = unit.functions().collect();
        let functions = functions.iter().map(String::as_str);
        let fitness = UnitFitness::new(Arc::clone(&program), places, functions, LibraryQuestions::new(vm));
        let evaluations =
            (!wanted.is_empty()).then(|| Evaluations::new(Arc::clone(&program), Arc::clone(unit)));
        let recorder = ProbeRecorder::new(program, Arc::clone(unit));
        Self { recorder, goals, fitness, wanted, evaluations, measures: true }
    }

    /// Whether distances are measured from the next run on.
    pub fn measure(&mut self, measures: bool) {
        self.measures = measures;
    }

    /// Forgets the last run. To be called before each whose own coverage is asked for.
    pub fn clear(&mut self) {
        self.recorder.clear();
        self.fitness.clear();
        if let Some(evaluations) = &mut self.evaluations {
            evaluations.clear();
        }
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

    /// The goals covered since it was cleared, by position, in order; behind them the ways through decisions.
    pub fn covered(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.goals.len() + self.wanted.len()).filter(|&at| self.is_covered(at))
    }

    /// Whether the goal, or way through a decision, at this position was covered since it was cleared.
    #[must_use]
    pub fn is_covered(&self, at: usize) -> bool {
        match (self.goals.get(at), &self.evaluations) {
            (Some(goal), _) => goal.is_covered(&self.recorder.passed),
            (None, Some(evaluations)) => self
                .wanted
                .get(at - self.goals.len())
                .is_some_and(|wanted| evaluations.of(wanted.decision).binary_search(&wanted.vector).is_ok()),
            (None, None) => false,
        }
    }

    /// How far the run stayed from the goal at this position: 0 exactly when it was covered, infinite when no way to its method is
    /// known from what was entered.
    pub fn distance(&mut self, goal: usize) -> f64 {
        self.fitness.distance(goal)
    }

    /// Whether the run went the right way at the last branch on the way to the goal at this position that it came to, and ended before the
    /// next one, or before the goal.
    pub fn was_cut_off(&mut self, goal: usize) -> bool {
        goal < self.goals.len() && self.fitness.was_cut_off(goal)
    }

    /// The distance, at most, of runs that come to the branch of the goal at this position and leave it by another way: more than 1 where its
    /// probe stands behind further branches. `None` before its method ran.
    pub fn reach(&mut self, goal: usize) -> Option<f64> {
        match self.goals.get(goal).map(|goal| (goal.branch, goal.position)) {
            // Columns are one more than positions.
            Some((Some(_), position)) => self.fitness.reach(goal, position + 1),
            _ => Some(1.0),
        }
    }
}

/// The conditions that an evaluation goes through, as a goal in the function of its decision.
fn way(unit: &UnitCover, wanted: &WantedVector) -> UnitGoal {
    let none = UnitGoal { function: String::new(), regions: Vec::new(), path: Vec::new(), edges: Vec::new() };
    let Some(((class, method), decision)) = unit.decisions().nth(wanted.decision as usize) else {
        return none;
    };
    let class = &unit.classes[class];
    let mut path = Vec::new();
    let mut next = Some(0u16);
    while let Some(position) = next {
        let Some(condition) = decision.conditions.get(usize::from(position)) else { return none };
        let value = wanted.vector.values >> position & 1 != 0;
        path.push(UnitStep { columns: columns_of(condition).collect(), outcome: left_by(condition, value) });
        next = decision.shape.next[usize::from(position)][usize::from(!value)];
    }
    let function = class.methods[method].function(&class.name);
    UnitGoal { function, regions: Vec::new(), path, edges: Vec::new() }
}

impl Observer<Concrete> for GoalObserver {
    const REGIONS: bool = true;
    const STATE: bool = true;

    #[inline]
    fn branch(&mut self, event: &BranchEvent<()>) {
        if let Some(evaluations) = &mut self.evaluations {
            evaluations.branch(event.function, event.activation.number, event.site, event.outcome);
        }
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
