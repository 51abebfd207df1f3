//! What the runs of a unit prove when they are all there are: all inputs, or one for each path.
//!
//! A goal that none of them reaches is infeasible, unless something of it is open:
//!
//! * a run depends on what C leaves open ([`trine_harness::openness`]): then nothing is proved at all;
//! * a run ended at a limit of the machine, or in memory that the machine does not have: what the control-flow graph
//!   reaches from where its calls stood is unknown;
//! * a whole program used up its inputs, or ended in any of these ways: then nothing is proved either;
//! * runs ended in undefined behavior: what lies behind is unknown, unless another run passed the place, so that the
//!   fault is one that inputs decide. (Their opposites were tried: that is for the caller to see to.)
//!
//! ```text
//! f:  block1 --site0--> block2: t = *(int *)0x4000        every run stands in block2 when it ends,
//!                       branch t > x, site1               none left site1: both of its outcomes are unknown
//! ```
//!
//! Cost: one run in a tracking domain for each run that has to be looked at.

use crate::context::evaluator::Evaluator;
use crate::schedule::clock::Phase;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::index::TypedIndex;
use trine_coverage::observer::TraceObserver;
use trine_coverage::target::{PathStep, Target};
use trine_coverage::{CoverageStructure, Trace, TraceRecorder};
use trine_harness::{Ending, OpenBranches, OpenChoices, is_undefined_behavior};
use trine_inputs::{ShapeEntry, Shapes};
use trine_ir::analysis::Cfg;
use trine_ir::{Block, FuncId, Function, SiteId, Terminator};
use trine_judge::faults::kind_name;
use trine_machine::{Activation, Both, BranchEvent, Concrete, Domain, FaultKind, Observer};
use trine_record::{Argument, Assumption, GoalId, Proof};

/// Runs that end at a limit, beyond which no more are made: each takes as long as thousands that end.
pub(crate) const MAX_LIMITED: u64 = 64;

/// The runs of a proof.
pub(crate) struct AllRuns<'e> {
    /// Of this shape.
    pub entry: &'e ShapeEntry,
    /// What the proof says of them.
    pub argument: Argument,
    /// Whether each speaks for all inputs that follow its path.
    pub for_all_inputs: bool,
    /// Whether they may depend on what C leaves open.
    pub may_depend_on_layout: bool,
    /// What runs that need no further look did.
    pub reached: Trace,
    /// Whether these are all runs there are; with others, only reasons come of them.
    pub is_complete: bool,
}

/// A proof for the goals that no run reached, but for those behind a place that no run passed.
#[derive(Debug)]
pub(crate) struct RunProof {
    proof: Proof,
    /// What all runs did.
    pub reached: Trace,
    /// Blocks of the function that runs might have gone on to, each with how they ended.
    behind: BTreeMap<Block, String>,
    is_complete: bool,
}

impl AllRuns<'_> {
    /// Looks at the runs with each of `leaves`; the proof, unless one depends on more than its inputs or time is over.
    pub(crate) fn proof(
        self,
        evaluator: &mut Evaluator<'_>,
        leaves: impl Iterator<Item = Vec<u128>>,
    ) -> Option<RunProof> {
        let Self { entry, argument, for_all_inputs, may_depend_on_layout, mut reached, is_complete } = self;
        let structure = evaluator.structure;
        let function = entry.plan.function;
        let mut choices = OpenChoices::new(for_all_inputs);
        let recorder = TraceRecorder::new(structure.layout().clone());
        let mut trace = TraceObserver::over(evaluator.members.clone(), recorder);
        let mut stops = Stops::default();
        let targets = targets(structure.function());
        let mut proof = Proof::new(argument);
        let mut limited = 0;
        for leaves in leaves {
            if evaluator.clock.interrupted() || evaluator.clock.is_over(Phase::Proof) {
                return None;
            }
            trace.recorder.clear();
            let mut standing = Standing::new(function, &targets);
            let mut open = OpenBranches::default();
            let mut both = Both(&mut standing, &mut open);
            let mut observer = Both(&mut trace, &mut both);
            let leaves = entry.allowed(&leaves);
            let result =
                evaluator.harness.run_for_openness(&entry.plan, &leaves, &mut choices, &mut observer);
            evaluator.clock.executed();
            if evaluator.harness.stream().ran_out() {
                return None;
            }
            if may_depend_on_layout && (choices.depends() || open.any) {
                return None;
            }
            reached.merge(&trace.recorder.trace);
            let Some((how, is_settled)) = other_ending(&result.ending) else { continue };
            if evaluator.every_ending_counts {
                // Where the calls of several functions stood is not followed.
                return None;
            }
            limited += u64::from(is_limit(&result.ending));
            if limited > 2 * MAX_LIMITED {
                return None;
            }
            *proof.other_endings.entry(how.clone()).or_default() += 1;
            stops.add(standing.blocks(), &how, is_settled);
        }
        if matches!(proof.argument, Argument::ExhaustedPaths { .. })
            && !entry.ranges.iter().all(Option::is_none)
        {
            proof.scope.push(Assumption::Preconditions);
        }
        let behind = stops.behind(structure, &reached);
        Some(RunProof { proof, reached, behind, is_complete })
    }
}

/// How a run ended that did not end normally, and whether C itself says nothing of what comes after.
fn other_ending(ending: &Ending) -> Option<(String, bool)> {
    match ending {
        Ending::Returned | Ending::Exited(_) | Ending::Aborted => None,
        Ending::Fault(fault) => {
            let line = fault.location().and_then(|location| location.span).map(|span| span.start.line);
            let kind = kind_name(&fault.kind).replace('-', " ");
            let how = match line {
                Some(line) => format!("{kind} at line {line}"),
                None => kind,
            };
            Some((how, is_undefined_behavior(&fault.kind)))
        }
        Ending::Limit(limit) => Some(((*limit).to_owned(), false)),
        Ending::Discarded => Some(("an assumption that does not hold".to_owned(), true)),
        Ending::Unsupported(what) => Some((what.clone(), false)),
    }
}

impl RunProof {
    /// Why `goal`, which no run covers, is infeasible, or why that is unknown; none when the runs say neither.
    pub(crate) fn of(&self, places: &Places<'_>, goal: GoalId) -> Option<Result<Proof, String>> {
        match places.stopped_before(&self.behind, goal) {
            Some(reason) => Some(Err(reason)),
            None => self.is_complete.then(|| Ok(self.proof.clone())),
        }
    }
}

/// The blocks that crashing runs might have gone on to, and no run passed the place of the crash.
pub(crate) fn behind_crashes(evaluator: &mut Evaluator<'_>, factory: &dyn Shapes) -> BTreeMap<Block, String> {
    let structure = evaluator.structure;
    let targets = targets(structure.function());
    let mut stops = Stops::default();
    for crash in &evaluator.crashes {
        let Ok(entry) = factory.entry(crash.shape.clone()) else { continue };
        let mut standing = Standing::new(entry.plan.function, &targets);
        let leaves = entry.adopt(&crash.test);
        let leaves = entry.allowed(&leaves);
        let result = evaluator.harness.run(&entry.plan, &leaves, &mut Concrete, &mut standing);
        evaluator.clock.executed();
        if let Some((how, _)) = other_ending(&result.ending) {
            stops.add(standing.blocks(), &how, true);
        }
    }
    stops.behind(structure, &evaluator.reached())
}

/// Whether a run ended at a limit of the machine, its depth of calls included.
pub(crate) fn is_limit(ending: &Ending) -> bool {
    match ending {
        Ending::Limit(_) => true,
        Ending::Fault(fault) => fault.kind == FaultKind::StackOverflow,
        _ => false,
    }
}

/// Where the calls of the function stood when runs ended.
#[derive(Debug, Default)]
struct Stops {
    /// How the runs ended, and whether all of these endings are settled.
    at: BTreeMap<Block, (BTreeSet<String>, bool)>,
}

impl Stops {
    fn add(&mut self, blocks: impl Iterator<Item = Block>, how: &str, is_settled: bool) {
        for block in blocks {
            let (endings, all_settled) = self.at.entry(block).or_insert_with(|| (BTreeSet::new(), true));
            if endings.len() < 4 {
                endings.insert(how.to_owned());
            }
            *all_settled &= is_settled;
        }
    }

    /// The blocks that runs might have gone on to.
    fn behind(&self, structure: &CoverageStructure, reached: &Trace) -> BTreeMap<Block, String> {
        let function = structure.function();
        let cfg = Cfg::new(function);
        let mut behind = BTreeMap::new();
        for (&block, (endings, all_settled)) in &self.at {
            if *all_settled && was_passed(structure, function, block, reached) {
                continue;
            }
            let how = endings.iter().cloned().collect::<Vec<_>>().join(", ");
            let mut open = vec![block];
            while let Some(at) = open.pop() {
                if behind.contains_key(&at) {
                    continue;
                }
                behind.insert(at, how.clone());
                open.extend(cfg.successors(at));
            }
        }
        behind
    }
}

/// Whether a run left the first site behind the start of `block`.
fn was_passed(structure: &CoverageStructure, function: &Function, block: Block, reached: &Trace) -> bool {
    let (mut at, mut left) = (block, function.blocks.len());
    loop {
        let terminator = &function.blocks[at].terminator;
        if let Some(site) = terminator.site() {
            let mut outcomes = 0..function.sites[site].kind.outcomes();
            return outcomes.any(|outcome| reached.edges.contains(structure.layout().edge(site, outcome)));
        }
        match terminator {
            Terminator::Jump(edge) if left > 0 => (at, left) = (edge.block, left - 1),
            _ => return false,
        }
    }
}

/// Where the goals of a structure are reached or missed.
pub(crate) struct Places<'s> {
    structure: &'s CoverageStructure,
    of_site: BTreeMap<SiteId, Block>,
    nothing: Trace,
}

impl<'s> Places<'s> {
    pub(crate) fn new(structure: &'s CoverageStructure) -> Self {
        let blocks = structure.function().blocks.iter_enumerated();
        let of_site = blocks.filter_map(|(block, data)| Some((data.terminator.site()?, block))).collect();
        Self { structure, of_site, nothing: structure.new_trace() }
    }

    /// The blocks where a goal is reached or missed.
    pub(crate) fn of(&self, goal: GoalId) -> BTreeSet<Block> {
        let of_steps = |steps: &[PathStep]| -> Vec<Block> {
            let sites = steps.iter().flat_map(|step| &step.edges).map(|(site, _)| site);
            sites.filter_map(|site| self.of_site.get(site).copied()).collect()
        };
        let mut places = BTreeSet::new();
        for target in self.structure.targets(goal, &self.nothing) {
            match target {
                Target::Edges(edges) => {
                    places.extend(edges.iter().filter_map(|(site, _)| self.of_site.get(site).copied()));
                }
                Target::Blocks(blocks) => places.extend(blocks),
                Target::Path(steps) => places.extend(of_steps(&steps)),
            }
        }
        places
    }

    /// The reason why `goal` is unknown, if it lies in one of the blocks that no run went on to.
    pub(crate) fn stopped_before(&self, behind: &BTreeMap<Block, String>, goal: GoalId) -> Option<String> {
        if behind.is_empty() {
            return None;
        }
        let how = self.of(goal).iter().find_map(|block| behind.get(block))?;
        Some(format!("not reached: runs that come near it end before ({how})"))
    }
}

/// Per site: where its outcomes lead.
fn targets(function: &Function) -> Vec<Vec<Block>> {
    let mut targets = vec![Vec::new(); function.sites.len()];
    for data in &function.blocks {
        if let Some(site) = data.terminator.site() {
            targets[site.position()] = data.terminator.edges().map(|edge| edge.block).collect();
        }
    }
    targets
}

/// Where each call of one function stands: behind the last branch that it took.
struct Standing<'s> {
    function: FuncId,
    /// Per site: where its outcomes lead.
    targets: &'s [Vec<Block>],
    /// Calls under way, by depth.
    calls: Vec<(u32, Block)>,
}

impl<'s> Standing<'s> {
    fn new(function: FuncId, targets: &'s [Vec<Block>]) -> Self {
        Self { function, targets, calls: Vec::new() }
    }

    fn blocks(&self) -> impl Iterator<Item = Block> {
        self.calls.iter().map(|&(_, block)| block)
    }

    fn leave(&mut self, depth: u32) {
        while self.calls.last().is_some_and(|&(at, _)| at >= depth) {
            self.calls.pop();
        }
    }
}

impl<D: Domain> Observer<D> for Standing<'_> {
    fn call(&mut self, function: FuncId, activation: Activation) {
        self.leave(activation.depth);
        if function == self.function {
            self.calls.push((activation.depth, Function::ENTRY));
        }
    }

    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if event.function != self.function {
            return;
        }
        self.leave(event.activation.depth + 1);
        let target = self.targets.get(event.site.position()).and_then(|to| to.get(event.outcome as usize));
        if let (Some((_, block)), Some(&target)) = (self.calls.last_mut(), target) {
            *block = target;
        }
    }

    fn returned(&mut self, _: FuncId, activation: Activation) {
        self.leave(activation.depth);
    }
}

/// Whether a run whose edges are in `reached` came to a block: it is entered by way of one of these edges, or from the
/// function's start, with no branch in between.
pub(crate) fn was_entered(structure: &CoverageStructure, cfg: &Cfg, block: Block, reached: &Trace) -> bool {
    let function = structure.function();
    let mut seen = vec![false; cfg.len()];
    let mut open = vec![block];
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut seen[at.position()], true) {
            continue;
        }
        if at == Function::ENTRY && !reached.is_empty() {
            return true;
        }
        for before in cfg.predecessors(at) {
            let terminator = &function.blocks[before].terminator;
            match terminator.site() {
                Some(site) => {
                    let edges = (0..).zip(terminator.edges());
                    let mut here = edges.filter(|(_, edge)| edge.block == at);
                    let layout = structure.layout();
                    if here.any(|(outcome, _)| reached.edges.contains(layout.edge(site, outcome))) {
                        return true;
                    }
                }
                None => open.push(before),
            }
        }
    }
    false
}
