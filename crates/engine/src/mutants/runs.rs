//! Test cases run against the mutants of one function, each decoded once and put in the place of the original for a run.

use super::noticed::{Noticed, compare};
use crate::executed::executed;
use crate::policy::MUTANTS;
use std::collections::BTreeSet;
use std::sync::Arc;
use trine_base::Stream;
use trine_coverage::observer::TraceObserver;
use trine_coverage::{CoverageStructure, Members, Trace, TraceRecorder};
use trine_harness::{Ending, Harness, Plan};
use trine_ir::mutants::{Mutant, Selection, mutants};
use trine_ir::{Block, Callee, FuncId};
use trine_machine::Ignore;
use trine_machine::Substituted;
use trine_testcase::test_case::Observation;

/// The mutants of a function, and a machine that runs them.
pub(crate) struct MutantRuns<'a> {
    harness: Harness<'a>,
    structure: &'a CoverageStructure,
    observer: TraceObserver,
    steps: u64,
    mutants: Vec<Prepared>,
    /// Runs so far.
    pub runs: u64,
}

struct Prepared {
    mutant: Mutant,
    code: Substituted,
}

/// What a run without a fault showed.
#[derive(Clone, Debug)]
pub(crate) struct Usual {
    /// How it ended.
    pub ending: Ending,
    /// What was seen after it.
    pub observations: Vec<Observation>,
    /// What it did.
    pub trace: Trace,
    /// The blocks that it came to.
    pub blocks: BTreeSet<Block>,
    steps: u64,
}

impl<'a> MutantRuns<'a> {
    /// At most `most` mutants of `function`, drawn with `stream`, to be run by `harness` with up to `steps` instructions.
    pub fn new(
        mut harness: Harness<'a>,
        (function, structure): (FuncId, &'a CoverageStructure),
        (most, steps): (usize, u64),
        stream: &mut Stream,
    ) -> Self {
        let program = Arc::clone(harness.program());
        let name = &program.callables[function].name;
        // What the source does not name is called by the compiler.
        let named: BTreeSet<&str> =
            harness.api().callables.iter().map(|callable| callable.symbol.as_str()).collect();
        let file = structure.function().span.map(|span| span.file);
        let selection = Selection {
            is_meant: &|other| other == name,
            is_covered: &|_, mutant| mutant.line > 0 && file.is_none_or(|file| mutant.span.file == file),
            is_statement: &|program, callee| match callee {
                Callee::Direct(function) => named.contains(program.callables[*function].name.as_str()),
                _ => true,
            },
            as_written: true,
        };
        let size: usize = structure.function().blocks.iter().map(|block| block.insts.len() + 1).sum();
        let most = most.min(MUTANTS.max_instructions / size.max(1));
        let mut prepared = Vec::new();
        for mutant in mutants(&program, &selection, most, stream) {
            let Some(body) = mutant.body(&program) else { continue };
            let Ok(mut code) = harness.substitute(function, &body) else { continue };
            // What runs now is the mutant: the original comes back, and `code` is the mutant's.
            harness.exchange(&mut code);
            prepared.push(Prepared { mutant, code });
        }
        let recorder = TraceRecorder::new(structure.layout().clone());
        let observer = TraceObserver::over(Members::one(function), recorder);
        Self { harness, structure, observer, steps, mutants: prepared, runs: 0 }
    }

    /// Number of mutants.
    pub fn len(&self) -> usize {
        self.mutants.len()
    }

    /// The mutant at a position.
    pub fn mutant(&self, at: usize) -> &Mutant {
        &self.mutants[at].mutant
    }

    /// Whether a run that came to `blocks` executed what the mutant at `at` changes.
    pub fn is_reached(&self, at: usize, usual: &Usual) -> bool {
        usual.blocks.contains(&self.mutants[at].mutant.block)
    }

    /// Runs the test case without a fault.
    pub fn usual(&mut self, plan: &Plan, leaves: &[u128]) -> Usual {
        self.runs += 1;
        self.observer.recorder.clear();
        self.harness.set_step_limit(self.steps);
        let (result, observations) = self.harness.run_and_observe(plan, leaves, &mut self.observer);
        let trace = self.observer.recorder.trace.clone();
        let blocks = executed(self.structure.function(), self.structure.layout(), &trace);
        Usual { ending: result.ending, observations, trace, blocks, steps: result.steps }
    }

    /// How the test case whose run without a fault is `usual` notices the mutant at `at`.
    pub fn noticed(&mut self, at: usize, plan: &Plan, leaves: &[u128], usual: &Usual) -> Noticed {
        self.noticed_by(at, plan, leaves, (usual, &usual.observations))
    }

    /// The same for a test that checks `observations`.
    pub fn noticed_by(
        &mut self,
        at: usize,
        plan: &Plan,
        leaves: &[u128],
        (usual, observations): (&Usual, &[Observation]),
    ) -> Noticed {
        self.runs += 1;
        let more = usual.steps.saturating_mul(MUTANTS.steps_multiple).saturating_add(MUTANTS.min_steps);
        self.harness.set_step_limit(more.min(self.steps));
        self.harness.exchange(&mut self.mutants[at].code);
        let (result, others) = self.harness.run_and_observe(plan, leaves, &mut Ignore);
        self.harness.exchange(&mut self.mutants[at].code);
        compare((&usual.ending, observations), (&result.ending, &others))
    }

    /// Where the branch is decided that the mutant at `at` changes the comparison of: both sides of it, each time the test came there.
    pub fn compared(&mut self, at: usize, plan: &Plan, leaves: &[u128]) -> Vec<(i128, i128)> {
        let Mutant { function, block, .. } = self.mutants[at].mutant;
        let Some(site) = self.structure.function().blocks[block].terminator.site() else { return Vec::new() };
        let mut compared = super::inputs::Compared { function, site, sides: Vec::new() };
        self.runs += 1;
        self.harness.set_step_limit(self.steps);
        self.harness.run(plan, leaves, &mut trine_machine::Concrete, &mut compared);
        compared.sides
    }
}
