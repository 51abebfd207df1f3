//! Toward less traveled paths: the candidate whose last few edges were taken together least often.
//!
//! Subpath-guided search. The frequency of a subpath, a sequence of [`LENGTH`] consecutive edges, is how often runs took it; chosen is a
//! candidate whose own subpath, the edge that it would take and those before it, has the least frequency. Loops and much used helpers make the same
//! subpaths again and again and fall behind; what was never taken in this order comes first. Ties are broken at random.
//!
//! Source: Li, Su, Wang, Li, "Steering symbolic execution to less traveled paths" (OOPSLA 2013), Algorithm 1, where the length is a
//! parameter between 1 and 8. Deviation: states of a symbolic executor fork and share their past, concolic runs repeat it: so an
//! edge counts once for each node of the execution tree, not once for each run through it.
//!
//! Cost of a choice: one look-up for each candidate; of a run: one for each node that it was the first to take.

use super::{Guide, Report, Searcher, is_open};
use crate::tree::{BranchOutcome, ExecutionTree, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use trine_base::Stream;

/// Edges of a subpath.
const LENGTH: usize = 4;

/// Subpath-guided search.
#[derive(Clone, Debug)]
pub struct LessTraveled {
    stream: Stream,
    candidates: Vec<NodeId>,
    /// How often each subpath was taken; looked up only, never iterated over.
    frequencies: FxHashMap<Vec<BranchOutcome>, u32>,
    /// Nodes whose subpaths were counted.
    counted: FxHashSet<NodeId>,
}

impl LessTraveled {
    /// A search that breaks ties with this randomness.
    #[must_use]
    pub fn new(stream: Stream) -> Self {
        let (frequencies, counted) = (FxHashMap::default(), FxHashSet::default());
        Self { stream, candidates: Vec::new(), frequencies, counted }
    }
}

impl Searcher for LessTraveled {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        for &id in report.path.unwrap_or_default() {
            if tree.node(id).edge.is_some() && self.counted.insert(id) {
                *self.frequencies.entry(subpath(tree, id)).or_default() += 1;
            }
        }
        self.candidates.extend_from_slice(report.added);
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        self.candidates.retain(|&id| is_open(tree, id));
        let frequency = |&id: &NodeId| self.frequencies.get(&subpath(tree, id)).copied().unwrap_or(0);
        let frequencies: Vec<u32> = self.candidates.iter().map(frequency).collect();
        let least = *frequencies.iter().min()?;
        let ties: Vec<usize> = (0..frequencies.len()).filter(|&at| frequencies[at] == least).collect();
        Some(self.candidates.swap_remove(ties[self.stream.position(ties.len())]))
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.candidates.iter().any(|&id| is_open(tree, id))
    }
}

/// The last edges down to `id`, its own first.
fn subpath(tree: &ExecutionTree, id: NodeId) -> Vec<BranchOutcome> {
    let above = |&id: &NodeId| tree.node(id).parent;
    let nodes = std::iter::successors(Some(id), above);
    nodes.filter_map(|id| tree.node(id).edge).take(LENGTH).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::{PathCondition, Step, StepKind};
    use crate::searchers::NoGuide;
    use trine_expr::TermPool;
    use trine_ir::text::parse_program;
    use trine_ir::{FuncId, SiteId};

    /// The step that leaves `site` by an outcome; the condition belongs to the round.
    fn step(pool: &mut TermPool, round: usize, site: u32, outcome: u32) -> Step {
        let name = format!("b{round}");
        let known = pool.variables().iter().position(|variable| variable.name == name);
        let condition = match known {
            Some(at) => pool.term_of(trine_expr::VariableId(at as u32)),
            None => pool.variable(name, 1),
        };
        let constraint = if outcome == 0 { condition } else { pool.not(condition) };
        let kind = StepKind::Branch { function: FuncId(0), site: SiteId(site), outcome };
        Step { kind, constraint, switched: None, others: Vec::new(), context: None }
    }

    #[test]
    fn ways_out_of_a_loop_like_one_that_was_taken_come_after_what_was_never_taken_so() {
        // A loop that ran nine times, and behind it a branch; then a run that left the loop in its fifth round.
        let mut pool = TermPool::new();
        let program = parse_program("program\n").expect("a program");
        let mut tree = ExecutionTree::new(&mut pool);
        let mut search = LessTraveled::new(Stream::new(1, "test"));
        let mut steps: Vec<Step> = (0..9).map(|round| step(&mut pool, round, 0, 0)).collect();
        steps.push(step(&mut pool, 9, 7, 0));
        let whole = tree.add(&mut pool, &program, &PathCondition { steps: steps.clone(), cut: false });
        steps.truncate(4);
        steps.push(step(&mut pool, 4, 0, 1));
        let early = tree.add(&mut pool, &program, &PathCondition { steps, cut: false });
        for added in [&whole, &early, &early] {
            let report = Report { path: Some(&added.path), added: &added.candidates, ..Report::default() };
            search.update(&tree, &report);
        }
        assert_eq!(
            search.frequencies[&subpath(&tree, whole.path[6])],
            6,
            "rounds four to nine end in the same four edges"
        );
        assert_eq!(search.frequencies[&subpath(&tree, early.path[4])], 1, "the same run again counts once");
        // Nobody left the loop in its first three rounds, or went the other way behind it.
        let mut first: Vec<NodeId> = (0..4).filter_map(|_| search.select(&tree, &NoGuide)).collect();
        first.sort_unstable();
        let mut expected =
            vec![whole.candidates[0], whole.candidates[1], whole.candidates[2], whole.candidates[9]];
        expected.sort_unstable();
        assert_eq!(first, expected);
        let rest = std::iter::from_fn(|| search.select(&tree, &NoGuide)).count();
        assert_eq!(rest, 5, "the other rounds, without the one that was taken");
    }
}
