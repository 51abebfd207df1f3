//! Flags that a called function returns by control flow.
//!
//! ```text
//! int has_key(const int *a, int n) {                      if (has_key(a, n)) …
//!   for (int i = 0; i < n; i++) if (a[i] == 7) return 1;
//!   return 0; }
//! ```
//!
//! The helper returns a constant 0, which has no distance; how far it was from returning 1 is known inside: the
//! nearest that any round came to `a[i] == 7`. So the observer keeps the nearest misses of the last activation of
//! each helper, and a branch on its answer that has no distance of its own takes the helper's fitness for returning
//! what the branch wants: the way to a return, or to the assignment of what is returned, as for flags of the function
//! itself ([`super::flags`], [`super::chain`]). A flag that loops undo (`ok = 0`) is as far as all that undid it.
//!
//! As one number: the distance where only that is missing; else far above all distances, level by level, by the
//! logarithm of the distance.
//!
//! Only helpers that return flags are followed (a number has a distance of its own), one call deep.
//!
//! Cost: that of the standard fitness, for the branches of helpers too.

use super::chain::Chain;
use super::flags::Definitions;
use super::records::{CarriesDistance, Records};
use super::{Fitness, FitnessModel};
use crate::distance::K;
use trine_ir::{Block, FuncId, Function, Program, SiteId};
use trine_machine::{Activation, BranchEvent};

/// The helpers of a function, and the sites that they decide.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    functions: Vec<FuncId>,
    /// Per helper.
    models: Vec<FitnessModel>,
    /// Per site.
    of_site: Vec<Option<Decided>>,
}

/// How a helper decides a site.
#[derive(Clone, Debug)]
struct Decided {
    helper: u32,
    /// By outcome of the site: how the helper comes to answer so.
    paths: [AnswerPath; 2],
}

/// How a helper comes to answer in one way.
#[derive(Clone, Debug)]
struct AnswerPath {
    chain: Chain,
    /// Slots of the ways to where it sets its answer wrongly.
    undoing: Vec<usize>,
}

/// What the helpers did in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// Per helper.
    of_helper: Vec<Activated>,
}

/// The last activation of a helper that branched.
#[derive(Clone, Debug)]
struct Activated {
    number: Option<u64>,
    records: Records,
    /// Whether it was the last one to return.
    answered: bool,
}

/// Above all distances.
const LEVEL: f64 = (1u128 << 66) as f64;
/// Above the logarithms of all distances, in base 2.
const MAX_BITS: f64 = 1024.0;

impl Helpers {
    /// Helpers of `function`, which has no site to decide.
    pub(super) fn none(function: &Function) -> Self {
        Self { functions: Vec::new(), models: Vec::new(), of_site: vec![None; function.sites.len()] }
    }

    /// Functions of `program` that decide sites of `function` and return flags.
    pub(super) fn new(program: &Program, function: &Function, definitions: &Definitions) -> Self {
        let mut helpers = Self::none(function);
        for (block, data) in function.blocks.iter_enumerated() {
            if let Some(site) = data.terminator.site() {
                helpers.of_site[site.0 as usize] = helpers.decided(program, function, definitions, block);
            }
        }
        helpers
    }

    fn decided(
        &mut self,
        program: &Program,
        function: &Function,
        definitions: &Definitions,
        block: Block,
    ) -> Option<Decided> {
        let decider = definitions.decider(function, block)?;
        let callable = program.callables.get(decider.callee)?;
        if !callable.defined || callable.name == function.name {
            return None;
        }
        let body = program.body(decider.callee).ok()?;
        if !Definitions::new(body).returns_flag(body) {
            return None;
        }
        let known = self.find(decider.callee);
        let helper = known.unwrap_or_else(|| {
            self.functions.push(decider.callee);
            self.models.push(FitnessModel::new(body.clone()));
            self.functions.len() - 1
        });
        let model = &self.models[helper];
        let paths = [0, 1].map(|outcome| {
            let (chain, undoing) = model.way_to_return(&|bits| decider.outcome(bits) == Some(outcome));
            AnswerPath { chain, undoing }
        });
        Some(Decided { helper: helper as u32, paths })
    }

    /// The functions.
    pub(super) fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.functions.iter().copied()
    }

    /// The position of `function` among the helpers.
    #[inline]
    fn find(&self, function: FuncId) -> Option<usize> {
        self.functions.iter().position(|&helper| helper == function)
    }
}

impl AnswerPath {
    /// How far an activation was from it.
    fn distance(&self, model: &FitnessModel, records: &Records) -> f64 {
        let set = self.chain.fitness(&model.sites, records);
        if set.is_covered() || self.chain.links.is_empty() {
            // It was set so, and undone since.
            return K + self.undoing.iter().map(|&slot| records.kept(slot)).sum::<f64>();
        }
        as_distance(set)
    }
}

/// A fitness as one number, in the same order.
fn as_distance(fitness: Fitness) -> f64 {
    match fitness.approach_level {
        0 => fitness.branch_distance,
        level => {
            LEVEL * (f64::from(level) + fitness.branch_distance.ln_1p() / std::f64::consts::LN_2 / MAX_BITS)
        }
    }
}

impl Answers {
    pub(super) fn new(helpers: &Helpers) -> Self {
        let activated = |model: &FitnessModel| Activated {
            number: None,
            records: Records::new(&model.sites),
            answered: false,
        };
        Self { of_helper: helpers.models.iter().map(activated).collect() }
    }

    pub(super) fn clear(&mut self) {
        self.of_helper.iter_mut().for_each(|known| (known.number, known.answered) = (None, false));
    }

    /// Some function branched.
    #[inline]
    pub(super) fn branch<S: CarriesDistance>(&mut self, helpers: &Helpers, event: &BranchEvent<S>) {
        let Some(helper) = helpers.find(event.function) else { return };
        let (known, sites) = (&mut self.of_helper[helper], &helpers.models[helper].sites);
        if known.number != Some(event.activation.number) {
            (known.number, known.answered) = (Some(event.activation.number), false);
            known.records.clear(sites);
        }
        known.records.branch(sites, event.site, event.outcome, &event.predicate, None);
    }

    /// A function returned.
    #[inline]
    pub(super) fn returned(&mut self, helpers: &Helpers, function: FuncId, activation: Activation) {
        if let Some(helper) = helpers.find(function) {
            let known = &mut self.of_helper[helper];
            known.answered = known.number == Some(activation.number);
        }
    }

    /// How far the helper that decides `site`, which went by `outcome`, was from the other answer.
    #[inline]
    pub(super) fn of_site(&self, helpers: &Helpers, site: SiteId, outcome: u32) -> Option<f64> {
        let decided = helpers.of_site[site.0 as usize].as_ref()?;
        let known = &self.of_helper[decided.helper as usize];
        let path = &decided.paths[1 - (outcome & 1) as usize];
        known.answered.then(|| path.distance(&helpers.models[decided.helper as usize], &known.records))
    }
}
