//! Runs sequences for the search: which goals they cover, and how far they stay from the others.

mod again;
mod alternates;
mod elsewhere;
mod entrances;
mod flakiness;
mod looks;
mod moments;
mod suspects;
mod warmth;

pub(super) use again::PATIENCE;
pub(super) use flakiness::Flakiness;

use super::doubts::Doubts;
use super::findings::faults::Faults;
use super::leaning::Leaning;
use super::pairs::Pairs;
use super::thrown::Exceptions;
use super::tries::Tries;
use again::Patience;
use alternates::Alternates;
use looks::{LOOKS, Window};
use moments::Moments;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use suspects::Suspects;
use trine_dse_jvm::{HeapConditions, LeafSolver, Seen, Solutions, Statistics};
use trine_frontend_jvm::cover::{ClassCover, Goal, ProbeSet, UnitCover};
use trine_harness_jvm::{Calls, ComparisonObserver, GoalObserver, Replay, Run, Stage, WantedVector};
use trine_ir::Program;
use trine_machine::{Both, Concrete, Observer};
use trine_record::ModelRecord;
use trine_sequences::{
    BY_CHANCE, Elsewhere, Entrances, Evaluation, GoalId, HiddenId, Hints, Request, Runner, Solved,
};
use trine_testcase::objects::{
    ClassApi, Compared, Constants, Ended, MemberId, MemberKind, ObjectTest, Sequence,
};
use warmth::Warmth;

/// A machine with what is to be covered in it.
pub struct UnitRunner {
    /// The machine.
    pub stage: Stage,
    /// The goals; their positions are their ids.
    pub goals: Arc<[Goal]>,
    /// What the goals are made of.
    cover: Arc<UnitCover>,
    observer: GoalObserver,
    comparisons: ComparisonObserver,
    /// By goal: the member in whose body it stands.
    members: Vec<Option<MemberId>>,
    /// By class and method of the unit: how tests come to it.
    entrances: Vec<Vec<Entrances>>,
    /// Solves for values of leaves, where the strategy asks for that.
    solver: Option<LeafSolver>,
    /// Asks which objects decide branches, where the strategy asks for that.
    heap: Option<HeapConditions>,
    /// Edges that runs took.
    seen: Seen,
    /// Sequences that models gave, with the edges that their runs are to take.
    expected: Vec<(Sequence, u32)>,
    /// Of these: how many were run, and how many took another way.
    pub models: ModelRecord,
    /// Ways through decisions, where independence is asked for.
    pub pairs: Pairs,
    /// Exceptions that runs showed, where they are goals.
    pub exceptions: Option<Exceptions>,
    /// The exception that the last run showed.
    shown: Option<GoalId>,
    /// Goals that the user's own tests cover: no test is kept for them.
    pub own: BTreeSet<GoalId>,
    /// Runs so far.
    pub runs: u64,
    /// Runs of the search so far, for who watches it.
    pub searched: Arc<AtomicU64>,
    /// Faults that the search came to.
    pub faults: Faults,
    /// Instructions of them.
    pub instructions: u64,
    /// Those of round trips through bytes.
    of_round_trips: u64,
    /// Runs of the search that came near goals.
    pub tries: Tries,
    /// Goals in doubt, where there are any: runs that cover them are looked at in another world.
    pub flakiness: Option<Flakiness>,
    /// Tests that do not go the same way in all worlds, and stay.
    pub doubts: Doubts,
    /// Tests that cover some goals only where no other test comes to them first.
    pub leaning: Leaning,
    /// Instructions of looks at what the search keeps.
    looked: u64,
    /// How often that was done.
    looks: usize,
    /// Static fields that sequences used when they were looked at.
    suspects: Suspects,
    /// Sequences of the search that covered each goal.
    pub alternates: Alternates,
    /// Runs that were given more instructions than others.
    patience: Patience,
    /// Instructions that a run may take.
    steps: u64,
    /// The same when the search began.
    search_steps: u64,
    /// Those that a run of the search may take now.
    limit: u64,
    /// The class under test.
    class: String,
    /// Its nested classes, whose initialisers are covered by runs that need them.
    nested: BTreeSet<String>,
    /// Whether classes of the class library that are initialised in advance mislead the runs.
    is_misled: bool,
    /// Those of them that have code in their initialisers.
    awaited: BTreeSet<String>,
    /// What the machine was made warm by.
    warmth: Warmth,
    /// Probes that were passed when classes were initialised in advance.
    initialising: ProbeSet,
    /// Whether these are still to be counted for the first replay that uses the class.
    is_owed: bool,
    window: Window,
    /// When classes and limits are chosen by what runs did.
    choices: Moments,
    /// Whether what runs show is kept apart ([`Runner::set_apart`]).
    is_apart: bool,
    /// Such runs so far, and their instructions.
    apart: (u64, u64),
    /// What measures the others, and is patient with them: both depend on what ran before.
    aside: Option<(GoalObserver, Patience)>,
}

/// Instructions that a run with a round trip through bytes may take at least: the class library reflects on each class once, which takes
/// most of them until the machine is warm.
const ROUND_TRIP_STEPS: u64 = 3_000_000;

/// Such runs have this room while they take no more than one of so many instructions, beside those of some.
const ROUND_TRIP_SHARE: u64 = 8;
const ROUND_TRIPS_FREE: u64 = 3;

/// Instructions of a symbolic run: beyond these, terms cost more than they tell.
const SYMBOLIC_STEPS: u64 = 400_000;

/// Instructions that each symbolic run may take, however little is granted: most tests end within these.
const MIN_SYMBOLIC_STEPS: u64 = 40_000;

/// What a symbolic run costs, in runs: what it does once, its instructions, and the work of the solver, some
/// eighty microseconds each (an evaluation takes 30 to 200).
const RUN_EVALS: u64 = 5;

/// What a run costs that follows references: about as much as an evaluation, and more where it is long.
const HEAP_RUN_EVALS: u64 = 1;
const HEAP_STEPS_PER_EVALUATION: u64 = 20_000;
const STEPS_PER_EVALUATION: u64 = 1_000;
const EFFORT_PER_EVALUATION: u64 = 8_000;

impl UnitRunner {
    /// Measures `goals` of `cover` in `stage`; exceptions are goals, too, where they are asked for.
    pub fn new(
        mut stage: Stage,
        cover: &Arc<UnitCover>,
        goals: Vec<Goal>,
        exceptions: bool,
        steps: u64,
    ) -> Self {
        stage.limit_steps(steps);
        let goals: Arc<[Goal]> = goals.into();
        let pairs = Pairs::new(cover, &goals);
        let wanted = Arc::clone(pairs.wanted());
        let observer = GoalObserver::with_vectors(stage.parts().1, cover, Arc::clone(&goals), wanted);
        let comparisons = ComparisonObserver::new(stage.parts().1, cover);
        let members = goals.iter().map(|goal| member(stage.api(), cover, goal)).collect();
        let api = Arc::clone(stage.api());
        let entrances = entrances::entrances(&mut stage.parts().1.hierarchy(), &api, cover);
        let hidden = entrances.iter().flatten().flat_map(|entrances| &entrances.answered);
        let hidden: BTreeSet<HiddenId> = hidden.map(|&(class, _)| class).collect();
        stage.watch(hidden.into_iter().map(|HiddenId(at)| (cover.classes[at as usize].name.clone(), at)));
        let exceptions = exceptions.then(|| Exceptions::new(pairs.end()));
        let mut names = cover.classes.iter().map(|class| class.name.clone());
        let class = names.next().unwrap_or_default();
        let (nested, initialising) = (names.collect(), ProbeSet::default());
        let has_initialiser =
            |class: &&ClassCover| class.methods.iter().any(|method| method.name == "<clinit>");
        let awaited = cover.classes.iter().filter(has_initialiser).map(|class| class.name.clone()).collect();
        let window = Window::default();
        let cover = Arc::clone(cover);
        let mut runner = Self {
            stage,
            goals,
            cover,
            observer,
            comparisons,
            members,
            entrances,
            solver: None,
            heap: None,
            seen: Seen::default(),
            expected: Vec::new(),
            models: ModelRecord::default(),
            pairs,
            exceptions,
            shown: None,
            own: BTreeSet::new(),
            runs: 0,
            searched: Arc::default(),
            faults: Faults::default(),
            tries: Tries::default(),
            flakiness: None,
            doubts: Doubts::default(),
            leaning: Leaning::default(),
            looked: 0,
            looks: 0,
            suspects: Suspects::default(),
            alternates: Alternates::default(),
            patience: Patience::default(),
            steps,
            search_steps: steps,
            limit: steps,
            instructions: 0,
            of_round_trips: 0,
            class,
            nested,
            is_misled: false,
            awaited,
            warmth: Warmth::default(),
            initialising,
            is_owed: false,
            window,
            choices: Moments::new(LOOKS),
            is_apart: false,
            apart: (0, 0),
            aside: None,
        };
        runner.settle(&BTreeMap::new());
        runner
    }

    /// Values of leaves are solved for from now on, in tests of the code of `cover`.
    pub fn solve_leaves(&mut self, cover: &UnitCover, constants: &Constants) {
        let vm = self.stage.parts().1;
        let wanted = Arc::clone(self.pairs.wanted());
        let observer = GoalObserver::with_vectors(vm, &self.cover, Arc::clone(&self.goals), wanted);
        self.aside = Some((observer, Patience::default()));
        self.solver = Some(LeafSolver::new(vm, cover.functions(), constants));
        self.heap = Some(HeapConditions::new(vm, cover.functions()));
    }

    /// What solving took, where it was asked for.
    pub fn solving(&self) -> Option<Statistics> {
        self.solver.as_ref().map(|solver| solver.statistics)
    }

    /// Whether the run of a model's sequence took the edge that it was made for.
    fn check_model(&mut self, sequence: &Sequence) {
        let Some(at) = self.expected.iter().position(|(expected, _)| expected == sequence) else { return };
        let (_, edge) = self.expected.swap_remove(at);
        self.models.run += 1;
        self.models.diverged += u64::from(!self.seen.was_taken(edge));
    }

    /// Between runs: what a run did is read until the next one begins.
    fn look_after_machine(&mut self) {
        let (runs, instructions) = (self.runs - self.apart.0, self.own_instructions());
        if self.choices.is_now(runs, instructions) {
            self.choose();
        }
        if !self.is_misled && self.warmth.moments.is_now(runs, instructions) {
            // What makes a machine warm takes long before it is.
            self.with_patience(PATIENCE, |runner| runner.warmth.warm(&mut runner.stage, &runner.awaited));
        }
    }

    /// Instructions of the runs that are not kept apart.
    fn own_instructions(&self) -> u64 {
        self.instructions - self.apart.1
    }

    fn run_measured(&mut self, sequence: &Sequence, measures: bool) -> Run {
        if !self.is_apart {
            self.look_after_machine();
        }
        self.runs += 1;
        self.observer.clear();
        self.observer.measure(measures);
        self.stage.reset_settled();
        let is_roomy = self.is_round_trip(sequence)
            && self.of_round_trips
                <= self.own_instructions() / ROUND_TRIP_SHARE + ROUND_TRIPS_FREE * ROUND_TRIP_STEPS;
        let run = match is_roomy {
            true => self.with_room(|runner| runner.run_seen(sequence)),
            false => self.run_seen(sequence),
        };
        self.instructions += run.steps;
        match self.is_apart {
            true => self.apart = (self.apart.0 + 1, self.apart.1 + run.steps),
            false => self.of_round_trips += if is_roomy { run.steps } else { 0 },
        }
        self.check_model(sequence);
        self.observer.measure(true);
        if uses_subject(self.stage.api(), sequence) {
            self.observer.pass(&self.initialising);
        }
        if !self.is_apart && !self.choices.are_over() {
            self.look(sequence, &run);
        }
        if !self.is_apart && !self.warmth.moments.are_over() {
            self.warmth.note(sequence, &run);
        }
        self.ended(sequence, &run.ended);
        run
    }

    /// Runs a sequence, seen by all who measure.
    fn run_seen(&mut self, sequence: &Sequence) -> Run {
        match self.solver {
            Some(_) => {
                self.seen.begin();
                let observer = &mut Both(&mut self.observer, &mut self.seen);
                match self.is_apart {
                    true => self.stage.run(sequence, observer),
                    false => self.stage.run_looking(sequence, observer),
                }
            }
            None => self.stage.run_looking(sequence, &mut self.observer),
        }
    }

    /// Does `work` with room for round trips in each run, where tests make some.
    fn with_room<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let limit = self.stage.step_limit().filter(|_| self.stage.api().serialization.is_some());
        if let Some(limit) = limit {
            self.stage.limit_steps(limit.max(ROUND_TRIP_STEPS));
        }
        let done = work(self);
        if let Some(limit) = limit {
            self.stage.limit_steps(limit);
        }
        done
    }

    /// Whether a sequence writes objects to bytes and reads them back.
    pub fn is_round_trip(&self, sequence: &Sequence) -> bool {
        self.stage.api().serialization.as_ref().is_some_and(|by| by.is_used_by(sequence))
    }

    /// The goals that a run of `sequence` covers, told to nobody else: when all else is done.
    pub fn covered_by(&mut self, sequence: &Sequence) -> Vec<GoalId> {
        self.run_measured(sequence, false);
        self.covered()
    }

    /// Goes to where replays of finished tests begin.
    pub fn begin_replays(&mut self) {
        self.stage.reset();
        self.is_owed = self.stage.begins_initialised();
    }

    /// Replays a finished test in the state that those before it left, and measures what it covers; `beside` sees it, too.
    pub fn replay<O: Observer<Concrete>>(&mut self, test: &ObjectTest, beside: &mut O) -> Replay {
        self.observer.clear();
        self.observer.measure(false);
        let replay = self.stage.replay(test, &mut Both(&mut self.observer, beside));
        self.observer.measure(true);
        if self.is_owed && uses_subject(self.stage.api(), &test.sequence) {
            self.is_owed = false;
            self.observer.pass(&self.initialising);
        }
        replay
    }

    /// Probes that the last run passed.
    pub fn passed(&self) -> &ProbeSet {
        self.observer.passed()
    }

    /// Takes note of how a run ended: an exception may be a goal.
    pub fn ended(&mut self, sequence: &Sequence, ended: &Ended) {
        self.shown = self.exceptions.as_ref().and_then(|exceptions| exceptions.shown(sequence, ended));
    }

    /// Runs `sequence` alone, from a reset; what it covers is known then, no distance.
    pub fn run_alone(&mut self, sequence: &Sequence) -> Run {
        self.run_measured(sequence, false)
    }

    /// Goals that the last run covered, in order; of ways through decisions those that tests must show.
    pub fn covered(&self) -> Vec<GoalId> {
        let covered = self.observer.covered().map(|at| GoalId(at as u32)).chain(self.shown);
        covered.filter(|&goal| self.pairs.keeps(goal)).collect()
    }

    /// The ways through decisions that were gone since the observer was cleared, those that no test must show included.
    pub fn shown_ways(&self) -> Vec<WantedVector> {
        let ways = self.pairs.wanted().iter().enumerate();
        let is_shown = |at: usize| self.observer.is_covered(self.pairs.goal(at).0 as usize);
        ways.filter(|&(at, _)| is_shown(at)).map(|(_, way)| *way).collect()
    }

    /// Whether the last run covered `goal`.
    fn is_covered(&self, goal: GoalId) -> bool {
        self.shown == Some(goal) || self.observer.is_covered(goal.0 as usize)
    }

    /// All goals that are reported, with their ids: those of the structure, and exceptions.
    pub fn reported(&self) -> Vec<(GoalId, Goal)> {
        let of_structure = (0u32..).map(GoalId).zip(self.goals.iter().cloned());
        let exceptions = self.exceptions.iter().flat_map(|exceptions| exceptions.found());
        of_structure.chain(exceptions.map(|(id, goal, _)| (id, goal.clone()))).collect()
    }

    /// The probes of static initialisers.
    pub fn initialisers(&self) -> ProbeSet {
        let methods = self.cover.classes.iter().flat_map(|class| &class.methods);
        let mut probes = ProbeSet::default();
        for method in methods.filter(|method| method.name == "<clinit>") {
            (method.first_probe..method.first_probe + method.probes)
                .for_each(|probe| _ = probes.insert(probe));
        }
        probes
    }

    /// Whether `sequence` alone covers all of `wanted`, and ends as a test may.
    pub fn covers(&mut self, sequence: &Sequence, wanted: &[GoalId]) -> bool {
        self.run_covering(sequence, wanted).is_some()
    }

    /// The same, in another world as well where one of the goals is in doubt.
    pub fn still_covers(&mut self, sequence: &Sequence, wanted: &[GoalId]) -> bool {
        let in_doubt = wanted.iter().any(|&goal| self.is_in_doubt(goal));
        let run = self.run_covering(sequence, wanted);
        run.is_some_and(|run| !in_doubt || self.still_holds_elsewhere(sequence, &run, wanted))
    }

    /// The run of `sequence` alone, if it covers all of `wanted` and ends as a test may.
    fn run_covering(&mut self, sequence: &Sequence, wanted: &[GoalId]) -> Option<Run> {
        let run = self.run_alone(sequence);
        let covers = ends_as_test(&run.ended, sequence) && wanted.iter().all(|&goal| self.is_covered(goal));
        covers.then_some(run)
    }

    /// Whether runs that cover the goal are looked at in another world.
    pub fn is_in_doubt(&self, goal: GoalId) -> bool {
        self.flakiness.as_ref().is_some_and(|flakiness| flakiness.concerns(goal))
    }

    /// Does `work` with so many times the instructions for each run.
    pub fn with_patience<T>(&mut self, times: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        self.stage.limit_steps(self.steps.saturating_mul(times));
        let done = work(self);
        self.stage.limit_steps(self.limit);
        done
    }

    /// Does `work` with this many instructions for each run, where usually more are allowed.
    pub fn with_steps<T>(&mut self, steps: u64, work: impl FnOnce(&mut Self) -> T) -> T {
        self.stage.limit_steps(steps.min(self.steps));
        let done = work(self);
        self.stage.limit_steps(self.limit);
        done
    }

    /// Does `work` with the instructions for each run that the search has at its begin, where tests are finished with more.
    pub fn as_in_search<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let (steps, limit) = (self.steps, self.limit);
        (self.steps, self.limit) = (self.search_steps, self.search_steps);
        self.stage.limit_steps(self.limit);
        let done = work(self);
        (self.steps, self.limit) = (steps, limit);
        self.stage.limit_steps(self.limit);
        done
    }

    /// From now on runs may take so many times the instructions: tests are finished where nothing is initialised in advance, and no table of
    /// the class library is filled.
    pub fn be_patient(&mut self, times: u64) {
        self.steps = self.steps.saturating_mul(times);
        self.limit = self.steps;
        // What is chosen by looks at runs is chosen for a search.
        self.choices.end();
        self.stage.limit_steps(self.limit);
    }

    /// How far the last run stayed from each of the goals.
    fn distances(&mut self, goals: &[GoalId]) -> Vec<f64> {
        goals.iter().map(|goal| self.observer.distance(goal.0 as usize)).collect()
    }

    /// The program of the machine.
    pub fn program(&mut self) -> Arc<Program> {
        Arc::clone(&self.stage.parts().1.program)
    }
}

impl Runner for UnitRunner {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let before = self.runs;
        let run = self.run_measured(sequence, true);
        let run = self.run_patiently(sequence, run, open);
        self.faults.note(&mut self.stage, &run, sequence);
        if let Some(exceptions) = &mut self.exceptions {
            let api = Arc::clone(self.stage.api());
            exceptions.learn(&self.cover, &api, sequence, &run.ended);
        }
        let mut covered = self.covered();
        let mut distances = self.distances(open);
        let api = Arc::clone(self.stage.api());
        if !self.is_apart {
            let near = open.iter().copied().zip(distances.iter().copied());
            self.tries.note(&api, (sequence, &run.ended), near);
        }
        let classes = self.stage.classes(sequence, &run);
        let state = self.stage.state(&classes, &run);
        let sizes = self.stage.sizes(sequence, &run);
        if !matches!(run.ended, Ended::Limit { .. } | Ended::Unsupported { .. }) {
            let flaky = self.flaky(sequence, &run, (&covered, open));
            covered.retain(|goal| !flaky.contains(goal));
            for (_, distance) in open.iter().zip(&mut distances).filter(|(goal, _)| flaky.contains(goal)) {
                *distance = BY_CHANCE;
            }
            self.pairs.learn(&covered);
            if !self.is_apart {
                self.alternates.note(sequence, &covered);
            }
        }
        self.searched.store(self.runs, Ordering::Relaxed);
        let runs = self.runs - before;
        let hidden = self.stage.watched(sequence, &run);
        let hidden = hidden.into_iter().map(|(step, class)| (step, HiddenId(class))).collect();
        Evaluation { ended: run.ended, covered, distances, hidden, sizes, state, steps: run.steps, runs }
    }

    fn compared(&mut self, sequence: &Sequence) -> Vec<Compared> {
        self.runs += 1;
        self.stage.reset_settled();
        self.stage.run(sequence, &mut self.comparisons);
        self.comparisons.take()
    }

    fn look_elsewhere(&mut self, kept: &[(Sequence, Vec<GoalId>)]) -> Elsewhere {
        self.looked_at_elsewhere(kept)
    }

    fn member(&self, goal: GoalId) -> Option<MemberId> {
        self.members.get(goal.0 as usize).copied().flatten()
    }

    fn entrances(&self, goal: GoalId) -> Option<&Entrances> {
        let goal = self.goals.get(goal.0 as usize)?;
        let known = self.entrances.get(goal.class)?.get(goal.method);
        known.filter(|known| **known != Entrances::default())
    }

    fn solve(&mut self, sequence: &Sequence, request: &Request) -> Option<Solved> {
        let solver = self.solver.as_mut()?;
        let heap_before = self.heap.as_ref().map_or(0, |heap| heap.steps);
        let expanded = self.heap.as_mut().and_then(|heap| heap.expanded(&mut self.stage, sequence));
        let heap_steps = self.heap.as_ref().map_or(0, |heap| heap.steps) - heap_before;
        let before = solver.statistics;
        let wanted = trine_dse_jvm::Request {
            max_solutions: request.max_solutions,
            effort: request.effort_evals.saturating_mul(EFFORT_PER_EVALUATION),
            half_covered_only: request.half_covered_only,
        };
        // A run that takes all that is granted leaves nothing for the solver; what it showed until then can be solved.
        let granted = request.effort_evals.saturating_mul(STEPS_PER_EVALUATION).max(MIN_SYMBOLIC_STEPS);
        self.stage.limit_steps(self.steps.min(SYMBOLIC_STEPS).min(granted));
        let Solutions { solutions, has_tried_open, is_exhausted } =
            solver.solve(&mut self.stage, expanded.as_ref().unwrap_or(sequence), &self.seen, &wanted);
        self.stage.limit_steps(self.limit);
        let (steps, effort) =
            (solver.statistics.steps - before.steps, solver.statistics.effort - before.effort);
        let cost_evals = RUN_EVALS
            + steps / STEPS_PER_EVALUATION
            + effort / EFFORT_PER_EVALUATION
            + heap_steps / HEAP_STEPS_PER_EVALUATION;
        self.expected.clear();
        let mut sequences = Vec::new();
        for solution in solutions {
            let sequence = match expanded {
                Some(_) => HeapConditions::contracted(&solution.sequence),
                None => solution.sequence,
            };
            self.expected.extend(solution.edge.map(|edge| (sequence.clone(), edge)));
            sequences.push(sequence);
        }
        Some(Solved { sequences, has_tried_open, is_exhausted, cost_evals })
    }

    fn hints(&mut self, sequence: &Sequence) -> Option<Hints> {
        let heap = self.heap.as_mut()?;
        let before = heap.steps;
        let hints = heap.hints(&mut self.stage, sequence, &self.seen);
        let cost_evals = HEAP_RUN_EVALS + (heap.steps - before) / HEAP_STEPS_PER_EVALUATION;
        Some(Hints { hints, cost_evals })
    }

    fn reach(&mut self, goal: GoalId) -> Option<f64> {
        self.observer.reach(goal.0 as usize)
    }

    fn is_taken(&self, edge: u32) -> bool {
        self.seen.is_seen(edge)
    }

    fn ways_taken(&self) -> usize {
        self.seen.taken()
    }

    fn effects(&self) -> Vec<(MemberId, f64)> {
        // Laplace's rule of succession.
        let chance = |calls: Calls| f64::from(calls.changing + 1) / f64::from(calls.all + 2);
        self.stage.calls().map(|(method, calls)| (method, chance(calls))).collect()
    }

    fn set_apart(&mut self, is_apart: bool) {
        if let Some((observer, patience)) = self.aside.as_mut().filter(|_| self.is_apart != is_apart) {
            std::mem::swap(&mut self.observer, observer);
            std::mem::swap(&mut self.patience, patience);
            self.is_apart = is_apart;
        }
    }

    fn settled(&mut self) -> Vec<GoalId> {
        self.pairs.settled()
    }
}

/// The member of the API model in whose body a goal stands.
fn member(api: &ClassApi, cover: &UnitCover, goal: &Goal) -> Option<MemberId> {
    let class = &cover.classes[goal.class];
    let method = &class.methods[goal.method];
    let is_it = |&(_, member): &(MemberId, &trine_testcase::objects::Member)| {
        matches!(member.kind, MemberKind::Constructor | MemberKind::Method)
            && member.name == method.name
            && member.descriptor == method.descriptor
            && api.classes[member.class].name == class.name
    };
    api.members.iter_enumerated().find(is_it).map(|(id, _)| id)
}

/// Whether a run of `sequence` initialises the class under test, as far as can be seen.
fn uses_subject(api: &ClassApi, sequence: &Sequence) -> bool {
    let mut members = sequence.steps.steps.iter().filter_map(|step| step.action.member());
    members.any(|member| api.subjects.contains(&api.members[member].class))
}

/// Whether a test may end so: all steps returned, or the last one threw what a test may wait for.
pub(super) fn ends_as_test(ended: &Ended, sequence: &Sequence) -> bool {
    match ended {
        Ended::Returned => true,
        Ended::Threw { step, .. } => step.0 as usize + 1 == sequence.steps.steps.len(),
        Ended::Limit { .. } | Ended::Unsupported { .. } => false,
    }
}
