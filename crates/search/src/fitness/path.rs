//! Follows one way through a decision, evaluation by evaluation: the target of MC/DC.
//!
//! ```text
//! want a=T b=F c=T of  a && (b || c)      steps 0, 1, 2
//! evaluation  a=T b=T                     left at step 1: level 1 (one step after it),
//!                                         distance of b from being false
//! ```
//!
//! An edge-by-edge fitness would be content with a=T in one evaluation and b=F in another. Here
//! progress belongs to one evaluation: a new one starts with step 0, and what counts is the best
//! evaluation of the run. Evaluations are told apart by activation, because a condition may
//! call the function again.

use super::Fitness;
use super::records::SiteTable;
use trine_coverage::PathStep;
use trine_ir::SiteId;

/// The steps of a path, by edge.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    /// Per slot: the step it decides, and whether the right way.
    roles: Vec<Option<(u32, bool)>>,
    len: u32,
}

/// The progress of one run along a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Follower {
    /// Evaluations under way: activation and next step.
    open: Vec<(u64, u32)>,
    best: Option<Fitness>,
}

impl Steps {
    pub(super) fn new(steps: &[PathStep], sites: &SiteTable) -> Self {
        let mut roles = vec![None; sites.slots()];
        for (position, step) in steps.iter().enumerate() {
            let mut assign = |edges: &[(SiteId, u32)], right: bool| {
                for &(site, outcome) in edges {
                    roles[sites.slot(site, outcome)].get_or_insert((position as u32, right));
                }
            };
            assign(&step.edges, true);
            assign(&step.misses, false);
        }
        Self { roles, len: steps.len() as u32 }
    }

    /// Number of steps.
    pub(super) fn len(&self) -> u32 {
        self.len
    }
}

impl Follower {
    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.best = None;
    }

    /// The best evaluation, if the decision was evaluated.
    pub(super) fn best(&self) -> Option<Fitness> {
        self.best
    }

    /// Control took the edge `slot`, `distance` away from the other one.
    #[inline]
    pub(super) fn branch(&mut self, steps: &Steps, activation: u64, slot: usize, distance: f64) {
        if let Some((step, right)) = steps.roles[slot] {
            self.step(steps, activation, step, right, distance);
        }
    }

    fn step(&mut self, steps: &Steps, activation: u64, step: u32, right: bool, distance: f64) {
        let at = self.open.iter().rposition(|open| open.0 == activation);
        let expected = at.map(|at| self.open.swap_remove(at).1);
        if step != 0 && expected != Some(step) {
            return;
        }
        let after = steps.len - 1 - step;
        if !right {
            self.improve(Fitness { approach_level: after, branch_distance: distance });
        } else if after == 0 {
            self.improve(Fitness::COVERED);
        } else {
            // Until the next step is seen: it will be, unless a fault comes first.
            self.improve(Fitness { approach_level: after, branch_distance: 0.0 });
            self.open.push((activation, step + 1));
        }
    }

    fn improve(&mut self, fitness: Fitness) {
        self.best = Some(self.best.map_or(fitness, |best| best.min(fitness)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slots 2i and 2i + 1 are the right and wrong way of step i.
    fn steps(len: u32) -> Steps {
        let roles = (0..len).flat_map(|step| [Some((step, true)), Some((step, false))]).collect();
        Steps { roles, len }
    }

    fn follow(events: &[(u64, usize, f64)]) -> Option<Fitness> {
        let (steps, mut follower) = (steps(3), Follower::default());
        events.iter().for_each(|&(activation, slot, d)| follower.branch(&steps, activation, slot, d));
        follower.best()
    }

    #[test]
    fn all_steps_in_one_evaluation_cover_the_path() {
        assert_eq!(follow(&[(0, 0, 1.0), (0, 2, 1.0), (0, 4, 1.0)]), Some(Fitness::COVERED));
    }

    #[test]
    fn steps_of_different_evaluations_do_not_add_up() {
        let events = [(0, 0, 1.0), (0, 3, 7.0), (0, 1, 5.0), (0, 2, 1.0), (0, 4, 1.0)];
        assert_eq!(follow(&events), Some(Fitness { approach_level: 1, branch_distance: 7.0 }));
    }

    #[test]
    fn the_best_evaluation_counts() {
        let events = [(0, 1, 2.0), (0, 0, 1.0), (0, 3, 9.0), (0, 0, 1.0), (0, 3, 4.0)];
        assert_eq!(follow(&events), Some(Fitness { approach_level: 1, branch_distance: 4.0 }));
    }

    #[test]
    fn activations_do_not_mix() {
        let nested = [(0, 0, 1.0), (1, 0, 1.0), (1, 3, 6.0), (0, 2, 1.0), (0, 5, 3.0)];
        assert_eq!(follow(&nested), Some(Fitness { approach_level: 0, branch_distance: 3.0 }));
    }

    #[test]
    fn a_decision_that_never_ran_has_no_best_evaluation() {
        assert_eq!(follow(&[]), None);
    }
}
