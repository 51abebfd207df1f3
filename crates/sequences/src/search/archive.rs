//! The archive: for each goal the best sequence that covers it.
//!
//! Source: Panichella, Kifetew and Tonella, *Automated Test Case Generation as a Many-Objective Optimisation Problem with Dynamic
//! Selection of the Targets*, TSE 2018: of two tests that cover a goal the shorter one is kept. Deviation: one that ends by an
//! exception counts as longer, since it says less.

use super::GoalNode;
use super::symbolic::digest;
use crate::evaluation::{Evaluation, GoalId};
use rustc_hash::FxHashMap;
use trine_testcase::objects::{Ended, Sequence};

/// The best sequence for a goal.
#[derive(Clone, Debug)]
struct Best {
    length: usize,
    ended_early: bool,
    sequence: Sequence,
}

/// The best sequences so far.
#[derive(Debug)]
pub struct Archive {
    goals: Vec<GoalId>,
    position: FxHashMap<GoalId, usize>,
    best: Vec<Option<Best>>,
    /// Goals whose best sequence covers them by chance only, by position: they are open.
    doubted: Vec<bool>,
    /// Goals that need not be covered any more, by position.
    settled: Vec<bool>,
    open: usize,
}

impl Archive {
    /// Nothing is covered yet.
    #[must_use]
    pub fn new(goals: &[GoalNode]) -> Self {
        let position = goals.iter().enumerate().map(|(at, goal)| (goal.id, at)).collect();
        let goals: Vec<GoalId> = goals.iter().map(|goal| goal.id).collect();
        let (best, settled) = (vec![None; goals.len()], vec![false; goals.len()]);
        Self { position, best, doubted: settled.clone(), settled, open: goals.len(), goals }
    }

    /// The position of a goal in the list it was made of.
    #[must_use]
    pub fn position(&self, goal: GoalId) -> Option<usize> {
        self.position.get(&goal).copied()
    }

    /// Whether a goal, by its position, is covered, or need not be any more.
    #[must_use]
    pub fn is_covered(&self, position: usize) -> bool {
        self.holding(position).is_some() || self.settled[position]
    }

    /// The best sequence for a goal, unless it is in doubt.
    fn holding(&self, position: usize) -> Option<&Best> {
        self.best[position].as_ref().filter(|_| !self.doubted[position])
    }

    /// The best sequence for this goal covers it by chance: it is open again, and whatever covers it next is better.
    pub fn doubt(&mut self, goal: GoalId) {
        if let Some(at) = self.position(goal)
            && self.is_covered(at)
        {
            self.doubted[at] = true;
            self.open += usize::from(!self.settled[at]);
        }
    }

    /// Keeps this sequence for a goal that is covered, whatever its length.
    pub fn replace(&mut self, goal: GoalId, sequence: &Sequence) {
        if let Some(at) = self.position(goal)
            && let Some(best) = self.best[at].as_mut()
        {
            best.length = cost(sequence, best.ended_early);
            best.sequence = sequence.clone();
        }
    }

    /// The goal need not be covered any more.
    pub fn settle(&mut self, goal: GoalId) {
        if let Some(at) = self.position(goal)
            && !self.is_covered(at)
        {
            self.settled[at] = true;
            self.open -= 1;
        }
    }

    /// Whether nothing is left to search for.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// How many goals are covered, or need not be any more.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.goals.len() - self.open
    }

    /// Goals that nothing covers yet.
    #[must_use]
    pub fn open(&self) -> Vec<GoalId> {
        let open = self.goals.iter().enumerate().filter(|&(at, _)| !self.is_covered(at));
        open.map(|(_, goal)| *goal).collect()
    }

    /// Whether a run covers a goal that no earlier one does.
    #[must_use]
    pub fn covers_first(&self, evaluation: &Evaluation) -> bool {
        let is_new = |at: usize| !self.is_covered(at);
        evaluation.covered.iter().any(|&goal| self.position(goal).is_some_and(is_new))
    }

    /// Takes note of a run; whether it covered a goal for the first time. A run that reached a limit is no test.
    pub fn update(
        &mut self,
        sequence: &Sequence,
        evaluation: &Evaluation,
        covered: &mut dyn FnMut(GoalId, &Sequence),
    ) -> bool {
        if matches!(evaluation.ended, Ended::Limit { .. } | Ended::Unsupported { .. }) {
            return false;
        }
        let ended_early = evaluation.ended != Ended::Returned;
        let length = cost(sequence, ended_early);
        let mut first = false;
        for goal in &evaluation.covered {
            let Some(&at) = self.position.get(goal) else { continue };
            let known = self.holding(at).map(|best| best.length);
            if known.is_none_or(|known| length < known) {
                first |= known.is_none();
                self.open -= usize::from(!self.is_covered(at));
                self.best[at] = Some(Best { length, ended_early, sequence: sequence.clone() });
                self.doubted[at] = false;
                covered(*goal, sequence);
            }
        }
        first
    }

    /// Keeps what another archive of the same goals has for goals that this one has nothing for, or nothing as good.
    pub fn merge(&mut self, other: Self) {
        for (at, best) in other.best.into_iter().enumerate() {
            let Some(best) = best.filter(|_| !other.doubted[at]) else { continue };
            if self.holding(at).is_none_or(|known| best.length < known.length) {
                self.open -= usize::from(!self.is_covered(at));
                self.best[at] = Some(best);
                self.doubted[at] = false;
            }
        }
    }

    /// The best sequence for a goal, by its position.
    #[must_use]
    pub fn best(&self, position: usize) -> Option<&Sequence> {
        self.best[position].as_ref().map(|best| &best.sequence)
    }

    /// The sequences that cover goals for whose positions `counts` holds, and ran to their end.
    #[must_use]
    pub fn kept(&self, counts: impl Fn(usize) -> bool) -> Vec<&Sequence> {
        let of_goals = (0..self.best.len()).filter(|&at| counts(at)).filter_map(|at| self.holding(at));
        of_goals.filter(|best| !best.ended_early).map(|best| &best.sequence).collect()
    }

    /// The sequences that are kept, the longest first, and the goals that each is kept for.
    #[must_use]
    pub fn by_sequence(&self) -> Vec<(Sequence, Vec<GoalId>)> {
        let mut known: FxHashMap<u64, usize> = FxHashMap::default();
        let mut kept: Vec<(Sequence, Vec<GoalId>)> = Vec::new();
        for (at, &goal) in self.goals.iter().enumerate() {
            let Some(best) = self.holding(at) else { continue };
            let place = *known.entry(digest(&best.sequence)).or_insert_with(|| {
                kept.push((best.sequence.clone(), Vec::new()));
                kept.len() - 1
            });
            kept[place].1.push(goal);
        }
        kept.sort_by_key(|(sequence, _)| std::cmp::Reverse(sequence.steps.steps.len()));
        kept
    }

    /// All goals that were covered, be it by chance, with their sequences.
    #[must_use]
    pub fn found(self) -> Vec<(GoalId, Sequence)> {
        let found = self.goals.into_iter().zip(self.best);
        found.filter_map(|(goal, best)| Some((goal, best?.sequence))).collect()
    }
}

/// What a sequence costs who reads it: steps, leaves, an early end.
fn cost(sequence: &Sequence, ended_early: bool) -> usize {
    2 * sequence.steps.steps.len() + sequence.leaves.len() / 8 + 3 * usize::from(ended_early)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: u32) -> GoalNode {
        GoalNode { id: GoalId(id), children: Vec::new(), is_root: true, waits: false }
    }

    fn of_length(leaves: usize) -> Sequence {
        Sequence { steps: std::sync::Arc::default(), leaves: vec![0; leaves] }
    }

    fn covers(archive: &mut Archive, sequence: &Sequence, goals: &[u32]) -> bool {
        let evaluation = Evaluation {
            ended: Ended::Returned,
            covered: goals.iter().copied().map(GoalId).collect(),
            distances: Vec::new(),
            hidden: Vec::new(),
            sizes: Vec::new(),
            state: 0,
            steps: 0,
            runs: 1,
        };
        archive.update(sequence, &evaluation, &mut |_, _| {})
    }

    #[test]
    fn a_goal_in_doubt_is_open_until_something_covers_it_again_and_is_told_either_way() {
        let mut archive = Archive::new(&[node(0), node(1)]);
        let (short, long) = (of_length(8), of_length(80));
        assert!(covers(&mut archive, &short, &[0, 1]) && archive.is_complete());
        assert_eq!(archive.by_sequence(), [(short.clone(), vec![GoalId(0), GoalId(1)])]);
        archive.doubt(GoalId(0));
        archive.doubt(GoalId(0));
        assert_eq!((archive.open(), archive.covered()), (vec![GoalId(0)], 1));
        assert_eq!(archive.kept(|at| at == 0), Vec::<&Sequence>::new());
        assert_eq!(archive.by_sequence(), [(short.clone(), vec![GoalId(1)])]);
        assert_eq!(archive.best(0), Some(&short));
        // The longer one is better than one that covers it by chance, and no better for the other goal.
        assert!(covers(&mut archive, &long, &[0, 1]) && archive.is_complete());
        archive.replace(GoalId(1), &long);
        assert_eq!(archive.found(), [(GoalId(0), long.clone()), (GoalId(1), long)]);
    }
}
