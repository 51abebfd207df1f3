//! Evaluates the enhanced fitness in the course of a run.
//!
//! ```text
//! branch of a node the target depends on
//!   goes away from the target    evaluate the node's formula; the least of the run counts
//!   goes towards it              wait: the next such node says more (but see [`super::flags`])
//! ```
//!
//! Where we deviate: (1) the distance of the node's own branch is the one observed, which carries flags and
//! strings (see [`crate::distances`]); (2) a run that goes towards the target and ends before the next node
//! (a fault, `exit`) is as far as all conditions that follow are many; (3) evaluations in one run are
//! bounded by its branches, [`CREDIT`] conditions each, so that a loop of a thousand rounds does not cost a
//! thousand formulas; those skipped are counted.
//!
//! The fitness is `(approximation level, path distance)` in the fields of [`Fitness`]. A run that met no
//! node whose formula is known has the standard fitness, above all others.

use super::EnhancedFitness;
use super::tape::Registers;
use crate::fitness::Fitness;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::SiteId;
use trine_machine::StateView;

/// Conditions that may be looked at per branch of a run.
pub const CREDIT: u32 = 24;
/// Conditions that may be looked at in any run.
const FIRST_CREDIT: u32 = 2_000;

/// One target and what a run has shown of it.
#[derive(Clone, Debug)]
pub struct Observation {
    target: Arc<EnhancedFitness>,
    /// Per block: the registers of its formula.
    registers: Vec<Registers>,
    best: Option<Fitness>,
    /// Conditions that follow the node left last, when it was left towards the target.
    pending: Option<u32>,
    credit: u32,
    skipped: u64,
}

impl Observation {
    /// Nothing observed yet of `target`.
    #[must_use]
    pub fn new(target: Arc<EnhancedFitness>) -> Self {
        let registers = |formula: &Option<super::Formula>| {
            formula.as_ref().map_or_else(Registers::default, |formula| formula.registers())
        };
        let registers = target.formulas.iter().map(registers).collect();
        Self { target, registers, best: None, pending: None, credit: FIRST_CREDIT, skipped: 0 }
    }

    /// Forgets the last run.
    pub fn clear(&mut self) {
        self.best = None;
        self.pending = None;
        self.credit = FIRST_CREDIT;
    }

    /// Evaluations left out so far because their run had no credit left.
    #[must_use]
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// A branch of `site` went by `outcome`; `distance_to` gives its distance from each outcome.
    #[inline]
    pub fn branch(
        &mut self,
        site: SiteId,
        outcome: u32,
        state_view: &StateView<'_>,
        distance_to: impl Fn(u32) -> f64,
    ) {
        self.credit = self.credit.saturating_add(CREDIT);
        if self.target.sites.contains(&site) {
            self.pending = None;
            self.node(site, outcome, state_view, distance_to, false);
        } else if self.target.deciding.contains(&site) {
            self.node(site, outcome, state_view, distance_to, true);
        }
    }

    fn node(
        &mut self,
        site: SiteId,
        outcome: u32,
        state_view: &StateView<'_>,
        distance_to: impl Fn(u32) -> f64,
        decides: bool,
    ) {
        let block = state_view.block().position();
        let Some(Some(formula)) = self.target.formulas.get(block) else { return };
        let towards = self.target.towards.contains(&(site, outcome));
        if towards {
            self.pending = formula.remaining(outcome);
        }
        // Flags are decided before the run gets to the node that tests them.
        let early = self.target.flagged && self.best.is_none_or(|best| best.approach_level > 0);
        if (towards || decides) && !early {
            return;
        }
        if self.credit == 0 {
            self.skipped += 1;
            return;
        }
        let best = self.best.unwrap_or(Fitness { approach_level: u32::MAX, branch_distance: f64::MAX });
        let (fitness, looked_at) =
            formula.evaluate(&mut self.registers[block], state_view, best, distance_to);
        self.best = Some(fitness);
        self.credit = self.credit.saturating_sub(looked_at);
    }

    /// The fitness of the run, whose standard fitness is `standard`.
    #[must_use]
    pub fn fitness(&self, standard: Fitness) -> Fitness {
        if standard.is_covered() {
            return standard;
        }
        let waiting = self.pending.map(|level| Fitness { approach_level: level, branch_distance: 0.0 });
        let observed = self.best.into_iter().chain(waiting).min();
        observed.unwrap_or_else(|| standard.beyond(self.target.ceiling)).not_covered()
    }
}
