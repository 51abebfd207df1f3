//! Runs call sequences of a module in the machine: which goals they cover, and how far they stay from the others.

use super::api::ModuleApi;
use super::lower::{Lowered, StringPlacement, lower};
use super::pairs::{Wanted, Ways};
use super::state::{Faults, Leaves, Member};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use trine_coverage::{Target, Trace};
use trine_engine::Options;
use trine_harness::{Ending, Harness, Plan, Root, RunResult};
use trine_ir::{FuncId, Function, Program, RegionId};
use trine_judge::layout_independence::{LayoutChecker, LayoutDependence};
use trine_judge::replay::Traces;
use trine_machine::{Both, BranchEvent, Concrete, Config, Observer, Predicate};
use trine_record::GoalKind;
use trine_search::{Distances, UnitFitness, UnitGoal};
use trine_sequences::{Evaluation, GoalId, Request, Runner, Solved};
use trine_testcase::api::ApiModel;
use trine_testcase::objects::{Compared, Ended, MemberId, Sequence, StepId};

/// Ways that are solved for in one symbolic run.
const MAX_SOLUTIONS: usize = 6;

/// Bytes of an object that count as its state.
const STATE_BYTES: u64 = 512;

/// Runs sequences over one module.
pub struct ModuleRunner<'a> {
    /// What tests may call.
    pub module: &'a ModuleApi,
    /// The API model of C.
    pub api: &'a ApiModel,
    /// The program.
    pub program: &'a Arc<Program>,
    /// Functions with goals.
    pub members: Vec<Member>,
    /// By goal: the function's position, and its goal there.
    pub goals: Vec<(usize, trine_record::GoalId)>,
    /// The machine of the search.
    pub harness: Harness<'a>,
    /// The machine that observes finished tests.
    pub judge: Harness<'a>,
    /// Looks for what a test depends on beyond its inputs.
    pub checker: LayoutChecker<'a>,
    /// What the last run did, by function.
    pub traces: Traces,
    fitness: UnitFitness<()>,
    domain: Distances,
    /// Goals that a run covered which depends on nothing but its inputs.
    held: BTreeSet<GoalId>,
    /// Global variables that the program may change.
    globals: Vec<(u64, u64)>,
    /// Objects of the module that the last run had in variables of the test: address and size.
    objects: Vec<(u64, u64)>,
    /// Ways through decisions whose conditions are to be shown independent.
    pub shown: Ways,
    /// Solves for leaves, where that was asked for.
    leaves: Option<Box<Leaves>>,
    /// By function: what all runs of the search did, those that are no tests too.
    pub reached: Vec<Trace>,
    /// Runs so far.
    pub runs: u64,
    /// Faults that runs met.
    pub faults: Faults,
    /// How runs ended that are no tests, each with how often.
    pub stopped: BTreeMap<String, u64>,
}

impl<'a> ModuleRunner<'a> {
    /// Measures the goals of `members`, those for which `wanted` holds.
    ///
    /// # Errors
    /// When the machine cannot be set up.
    pub fn new(
        module: &'a ModuleApi,
        api: &'a ApiModel,
        program: &'a Arc<Program>,
        members: Vec<Member>,
        options: &Options,
        wanted: impl Fn(usize, trine_record::GoalId) -> bool,
    ) -> Result<Self, String> {
        // What compilers take for what cannot be ends a call, so that the sequence before it is kept: a test may not rely on it.
        let config = Config { signed_overflow_faults: true, ..options.machine() };
        let harness = Harness::new(program, api, config.clone()).map_err(|error| error.to_string())?;
        let mut judge = Harness::new(program, api, config.clone()).map_err(|error| error.to_string())?;
        judge.observe_every_call();
        let mut checker =
            LayoutChecker::new(program, api, &config, true).map_err(|error| error.to_string())?;
        checker.observe_every_call();
        let functions: Vec<(FuncId, Arc<Function>)> =
            members.iter().map(|member| (member.function, Arc::clone(member.structure.function()))).collect();
        let all = members.iter().enumerate().flat_map(|(at, member)| {
            member.structure.goals.indices().map(move |goal| (at, goal)).collect::<Vec<_>>()
        });
        let goals: Vec<_> = all.filter(|&(at, goal)| wanted(at, goal)).collect();
        let places: Arc<[UnitGoal]> =
            goals.iter().map(|&(at, goal)| place(program, &members[at], goal)).collect();
        let names = functions.iter().map(|(id, _)| program.callables[*id].name.as_str());
        let fitness = UnitFitness::new(Arc::clone(program), places, names, ());
        let traces = Traces::new(&functions);
        let mut runner = Self {
            module,
            api,
            program,
            members,
            goals,
            harness,
            judge,
            checker,
            traces,
            fitness,
            domain: Distances::new(),
            held: BTreeSet::new(),
            globals: Vec::new(),
            objects: Vec::new(),
            shown: Ways::default(),
            leaves: None,
            reached: Vec::new(),
            runs: 0,
            faults: Faults::default(),
            stopped: BTreeMap::new(),
        };
        runner.globals = runner.changing_globals();
        runner.reached = runner.members.iter().map(|member| member.structure.new_trace()).collect();
        runner.shown = Ways::of(&runner.members, &runner.goals);
        Ok(runner)
    }

    /// Values of leaves are solved for from now on.
    pub fn solve_leaves(&mut self) {
        self.leaves = Some(Box::new(Leaves::new(self.program, &self.members)));
    }

    fn changing_globals(&self) -> Vec<(u64, u64)> {
        let globals = self.program.globals.iter_enumerated();
        let changing = globals.filter(|(_, global)| !global.constant && global.size_bytes > 0);
        changing.map(|(id, global)| (self.harness.address_of_global(id), global.size_bytes)).collect()
    }

    /// Runs a sequence; `None` when it calls nothing.
    fn run_lowered(&mut self, lowered: &Lowered, plan: &Plan) -> RunResult {
        self.runs += 1;
        self.traces.clear();
        self.fitness.clear();
        let own = plan.objects.iter().enumerate().filter_map(|(at, object)| {
            let is_own = object.variable.is_some_and(|variable| lowered.handles.contains(&variable));
            is_own.then_some((at, object.size_bytes))
        });
        let objects = &mut self.objects;
        objects.clear();
        let mut observer = Both(&mut self.traces, &mut self.fitness);
        let (leaves, domain) = (&lowered.test.leaves, &mut self.domain);
        let bind = |_: &mut Distances, root: &dyn Fn(Root) -> u64| {
            objects.extend(own.map(|(at, bytes)| (root(Root::Object(at)), bytes)));
        };
        let result = match &mut self.leaves {
            Some(solving) => {
                solving.seen.begin();
                let mut observer = Both(&mut observer, &mut solving.seen);
                self.harness.run_bound(plan, leaves, domain, &mut observer, bind)
            }
            None => self.harness.run_bound(plan, leaves, domain, &mut observer, bind),
        };
        for (member, reached) in self.members.iter().zip(&mut self.reached) {
            if let Some(trace) = self.traces.of(member.function) {
                reached.merge(trace);
            }
        }
        result
    }

    /// Keeps the ways through decisions that the last run, of `sequence`, was the first to show, and adds the goals to `covered`
    /// whose pairs are complete by them.
    fn complete_pairs(&mut self, sequence: &Sequence, covered: &mut Vec<GoalId>) {
        if self.shown.note(sequence, &self.members, &self.traces) {
            let pairs = self.shown.complete(&self.members, &self.goals);
            covered.extend(pairs);
            covered.sort_unstable();
            covered.dedup();
        }
    }

    /// The goals that the last run covered, in order.
    pub fn covered(&self) -> Vec<GoalId> {
        let is_covered = |&(at, goal): &(usize, trine_record::GoalId)| {
            let member = &self.members[at];
            self.traces.of(member.function).is_some_and(|trace| member.structure.is_covered(goal, trace))
        };
        let goals = self.goals.iter().enumerate().filter(|(_, goal)| is_covered(goal));
        goals.map(|(at, _)| GoalId(at as u32)).collect()
    }

    /// Whether `sequence` alone shows what is wanted and ends as a test may.
    pub fn still_shows(&mut self, sequence: &Sequence, wanted: Wanted) -> bool {
        let lowered = lower(self.api, self.module, sequence, &[], StringPlacement::Aligned);
        let Ok(plan) = Plan::new(&lowered.test.skeleton, self.api, self.program) else { return false };
        let result = self.run_lowered(&lowered, &plan);
        let ends_well = match result.ending {
            Ending::Returned => true,
            Ending::Exited(_) | Ending::Aborted => self.harness.calls_returned() + 1 == plan.calls.len(),
            _ => false,
        };
        ends_well && self.shows(wanted)
    }

    /// Whether the last run shows what is wanted.
    pub fn shows(&self, wanted: Wanted) -> bool {
        let trace = |at: usize| self.traces.of(self.members[at].function);
        match wanted {
            Wanted::Goal(goal) => {
                let (at, of) = self.goals[goal.0 as usize];
                trace(at).is_some_and(|trace| self.members[at].structure.is_covered(of, trace))
            }
            Wanted::Half(way) => trace(way.member).is_some_and(|trace| way.is_in(trace)),
        }
    }

    /// How the run of `lowered` ended, in terms of its steps.
    fn ended(&mut self, sequence: &Sequence, lowered: &Lowered, result: &RunResult) -> Ended {
        let at = self.harness.calls_returned();
        let step = lowered.steps.get(at).copied().flatten().unwrap_or(StepId(0));
        let unsupported = |what: String| Ended::Unsupported { step, what };
        let exits = || Ended::Threw {
            step,
            class: "exit".to_owned(),
            named: String::new(),
            thrown_in: String::new(),
        };
        match &result.ending {
            Ending::Returned => Ended::Returned,
            Ending::Exited(_) | Ending::Aborted => exits(),
            // A call before the last one that ends the process.
            Ending::Discarded => exits(),
            Ending::Limit(what) => Ended::Limit { step, what: (*what).to_owned() },
            Ending::Unsupported(what) => unsupported(what.clone()),
            Ending::Fault(fault) => {
                self.faults.note(fault, sequence);
                let kind = trine_judge::faults::kind_name(&fault.kind);
                let function =
                    lowered.callables.get(at).map_or("", |&id| self.api.callables[id].name.as_str());
                *self.stopped.entry(format!("{kind} in {function}")).or_default() += 1;
                unsupported(kind.to_owned())
            }
        }
    }

    /// A digest of what the last run left in globals and behind what its calls returned; addresses count as such only.
    fn state(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let memory = self.harness.memory();
        let mut look = |address: u64, bytes: u64| {
            let Ok(bytes) = memory.read_bytes(address, bytes.min(STATE_BYTES)) else { return };
            for word in bytes.chunks(8) {
                let mut image = [0; 8];
                image[..word.len()].copy_from_slice(word);
                let value = u64::from_le_bytes(image);
                let is_address = value > 4096 && memory.resolve(memory.pointer_of(value)).is_some();
                (if is_address { 1 } else { value }).hash(&mut hasher);
            }
        };
        self.globals.iter().chain(&self.objects).for_each(|&(address, bytes)| look(address, bytes));
        for &result in self.harness.results() {
            let Ok(address) = u64::try_from(result) else { continue };
            if let Some((object, 0)) = memory.resolve(address)
                && let Some((bytes, _)) = memory.object(object)
            {
                look(address, bytes);
            }
        }
        hasher.finish()
    }

    /// Takes goals out of `covered` that this run covers for the first time, if it depends on more than its inputs.
    fn hold(&mut self, lowered: &Lowered, plan: &Plan, covered: &mut Vec<GoalId>) {
        if covered.iter().all(|goal| self.held.contains(goal)) {
            return;
        }
        let (leaves, runs) = (&lowered.test.leaves, self.runs);
        match self.checker.dependence(&mut self.harness, plan, leaves, runs, None) {
            None => self.held.extend(covered.iter().copied()),
            Some(dependence) => {
                let what = match dependence {
                    LayoutDependence::Addresses => "a test depends on where objects lie",
                    LayoutDependence::UnsetBranch(_) | LayoutDependence::UnsetPath => {
                        "a test depends on memory that nobody set"
                    }
                    LayoutDependence::NullPointer => "a test calculates with a null pointer",
                    LayoutDependence::BeyondMemory => "a test calculates with a pointer that left the memory",
                };
                *self.stopped.entry(what.to_owned()).or_default() += 1;
                covered.retain(|goal| self.held.contains(goal));
            }
        }
    }
}

impl Runner for ModuleRunner<'_> {
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation {
        let lowered = lower(self.api, self.module, sequence, &[], StringPlacement::Aligned);
        let nothing = |ended: Ended| Evaluation {
            ended,
            covered: Vec::new(),
            distances: vec![f64::INFINITY; open.len()],
            hidden: Vec::new(),
            sizes: Vec::new(),
            state: 0,
            steps: 0,
            runs: 1,
        };
        if lowered.steps.is_empty() {
            return nothing(Ended::Returned);
        }
        let plan = match Plan::new(&lowered.test.skeleton, self.api, self.program) {
            Ok(plan) => plan,
            Err(error) => return nothing(Ended::Unsupported { step: StepId(0), what: error.to_string() }),
        };
        let result = self.run_lowered(&lowered, &plan);
        let ended = self.ended(sequence, &lowered, &result);
        if !matches!(ended, Ended::Returned | Ended::Threw { .. }) {
            return nothing(ended);
        }
        let state = self.state();
        let distances = open.iter().map(|goal| self.fitness.distance(goal.0 as usize)).collect();
        let mut covered = self.covered();
        if ended == Ended::Returned {
            self.hold(&lowered, &plan, &mut covered);
            self.complete_pairs(sequence, &mut covered);
        }
        Evaluation {
            ended,
            covered,
            distances,
            hidden: Vec::new(),
            sizes: Vec::new(),
            state,
            steps: result.steps,
            runs: 1,
        }
    }

    fn compared(&mut self, sequence: &Sequence) -> Vec<Compared> {
        let lowered = lower(self.api, self.module, sequence, &[], StringPlacement::Aligned);
        let Ok(plan) = Plan::new(&lowered.test.skeleton, self.api, self.program) else { return Vec::new() };
        self.runs += 1;
        let mut comparisons = Comparisons::default();
        self.harness.run(&plan, &lowered.test.leaves, &mut Concrete, &mut comparisons);
        comparisons.seen
    }

    fn solve(&mut self, sequence: &Sequence, request: &Request) -> Option<Solved> {
        let most = request.max_solutions.min(MAX_SOLUTIONS);
        let mut leaves = self.leaves.take()?;
        let lowered = lower(self.api, self.module, sequence, &[], StringPlacement::Aligned);
        let solved = match Plan::new(&lowered.test.skeleton, self.api, self.program) {
            Ok(plan) if !lowered.steps.is_empty() => leaves.solve(self, sequence, (&lowered, &plan), most),
            _ => Solved::default(),
        };
        self.leaves = Some(leaves);
        Some(solved)
    }

    fn member(&self, goal: GoalId) -> Option<MemberId> {
        let (at, _) = self.goals.get(goal.0 as usize)?;
        self.members[*at].member
    }
}

/// Numbers that branches compared, each pair once.
#[derive(Debug, Default)]
struct Comparisons {
    seen: Vec<Compared>,
}

/// Pairs of one run that are looked at.
const MAX_COMPARED: usize = 256;
/// Numbers beyond these are addresses more often than not.
const LARGEST: u64 = 1 << 40;

impl Observer<Concrete> for Comparisons {
    fn branch(&mut self, event: &BranchEvent<()>) {
        let Predicate::IntCompare { width, a, b, .. } = event.predicate else { return };
        let signed = |bits: u128| {
            let shift = 128 - width.clamp(1, 128);
            i64::try_from((bits << shift) as i128 >> shift)
                .ok()
                .filter(|value| value.unsigned_abs() < LARGEST)
        };
        if let (Some(a), Some(b)) = (signed(a), signed(b)) {
            let compared = Compared::Integers(a, b);
            if a != b && self.seen.len() < MAX_COMPARED && !self.seen.contains(&compared) {
                self.seen.push(compared);
            }
        }
    }
}

/// Where the goal of `member` is.
fn place(program: &Program, member: &Member, goal: trine_record::GoalId) -> UnitGoal {
    let structure = &member.structure;
    let mut place = UnitGoal {
        function: program.callables[member.function].name.clone(),
        regions: Vec::new(),
        path: Vec::new(),
        edges: Vec::new(),
    };
    if let GoalKind::Statement { region } = structure.goals[goal].kind {
        place.regions.push(RegionId(region));
        return place;
    }
    for target in structure.targets(goal, &structure.new_trace()) {
        match target {
            Target::Edges(edges) => place.edges.extend(edges),
            // Of a way through a decision its last condition: what lies before it is on the way there.
            Target::Path(steps) => {
                place.edges.extend(steps.last().into_iter().flat_map(|step| step.edges.clone()))
            }
            Target::Blocks(_) => {}
        }
    }
    place
}
