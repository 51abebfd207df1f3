//! Flags that a called function returns by control flow.
//!
//! ```text
//! int is_digit(int c) { return c >= '0' && c <= '9'; }         if (is_digit(c)) …
//! ```
//!
//! For c = 'a' the helper returns what `c <= '9'` computed, and the result carries its distance.
//! For c = ' ' it returns a constant 0, because `c >= '0'` was false: the distance is in the helper's
//! branch, not in its result. So the observer remembers, for each helper, how far the last branch of
//! its last activation was from going the other way, and a branch on the result that has no
//! distance of its own takes this one.
//!
//! The last branch is the deciding one for helpers written as conditions or early returns; for
//! helpers that loop it is a guess, which costs nothing where nothing was known. Only helpers
//! that return flags are followed (a number has a distance of its own), one call deep.

use super::flags::Definitions;
use super::records::{CarriesDistance, flip_distance};
use trine_ir::{Block, FuncId, Function, Program};
use trine_machine::{Activation, BranchEvent};

/// The helpers of a function, and the sites that they decide.
#[derive(Clone, Debug, Default)]
pub(super) struct Helpers {
    functions: Vec<FuncId>,
    /// Per site: the position of the helper that decides it.
    of_site: Vec<Option<u32>>,
}

/// What the helpers did in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Answers {
    /// Per helper: the activation of its last branch, and that branch's distance.
    last_branch: Vec<Option<(u64, f64)>>,
    /// Per helper: the distance of its last answer.
    answers: Vec<Option<f64>>,
}

impl Helpers {
    /// Helpers of `function`, which has no site to decide.
    pub(super) fn none(function: &Function) -> Self {
        Self { functions: Vec::new(), of_site: vec![None; function.sites.len()] }
    }

    /// Functions of `program` that decide sites of `function` and return flags.
    pub(super) fn new(program: &Program, function: &Function, definitions: &Definitions) -> Self {
        let mut helpers = Self::none(function);
        for (block, data) in function.blocks.iter_enumerated() {
            if let Some(site) = data.terminator.site() {
                let helper = Self::candidate(program, function, definitions, block);
                helpers.of_site[site.0 as usize] = helper.map(|helper| helpers.position(helper));
            }
        }
        helpers
    }

    fn candidate(
        program: &Program,
        function: &Function,
        definitions: &Definitions,
        block: Block,
    ) -> Option<FuncId> {
        let callee = definitions.decided_by(function, block)?;
        let callable = program.callables.get(callee)?;
        if !callable.defined || callable.name == function.name {
            return None;
        }
        let body = program.body(callee).ok()?;
        Definitions::new(body).returns_flag(body).then_some(callee)
    }

    fn position(&mut self, helper: FuncId) -> u32 {
        let known = self.functions.iter().position(|&function| function == helper);
        known.unwrap_or_else(|| {
            self.functions.push(helper);
            self.functions.len() - 1
        }) as u32
    }

    /// The position of `function` among the helpers.
    #[inline]
    fn find(&self, function: FuncId) -> Option<usize> {
        self.functions.iter().position(|&helper| helper == function)
    }
}

impl Answers {
    pub(super) fn new(helpers: &Helpers) -> Self {
        let count = helpers.functions.len();
        Self { last_branch: vec![None; count], answers: vec![None; count] }
    }

    pub(super) fn clear(&mut self) {
        self.last_branch.fill(None);
        self.answers.fill(None);
    }

    /// A function other than the one under test branched.
    #[inline]
    pub(super) fn branch<S: CarriesDistance>(&mut self, helpers: &Helpers, event: &BranchEvent<S>) {
        if let Some(helper) = helpers.find(event.function) {
            let (distance, _) = flip_distance(&event.predicate, false);
            self.last_branch[helper] = Some((event.activation.number, distance));
        }
    }

    /// A function returned.
    #[inline]
    pub(super) fn returned(&mut self, helpers: &Helpers, function: FuncId, activation: Activation) {
        if let Some(helper) = helpers.find(function) {
            let own = self.last_branch[helper].filter(|branch| branch.0 == activation.number);
            self.answers[helper] = own.map(|branch| branch.1);
        }
    }

    /// The distance of the answer that decides `site`.
    #[inline]
    pub(super) fn of_site(&self, helpers: &Helpers, site: trine_ir::SiteId) -> Option<f64> {
        self.answers[helpers.of_site[site.0 as usize]? as usize]
    }
}
