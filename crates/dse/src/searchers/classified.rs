//! Path selection by a classifier that learns which path conditions are feasible.
//!
//! ```text
//! candidates --vote--> feasible 3:0   feasible 2:1   infeasible 2:1   infeasible 3:0
//!                          50 %           30 %            15 %             5 %           then in the set by similarity
//! ```
//!
//! Source: Modonato (2020), sections 4.4 and 4.5: a set is drawn first; where it is empty, the next one that is not; inside a set a candidate
//! is drawn in proportion to the mean similarity of its neighbours. Candidates that were classified are classified again when the
//! training set has grown by a threshold, which the text does not name ([`THRESHOLD`]). Not in the text: while fewer than three attempts are
//! known, all candidates are alike; behind the last set comes the first; where no candidate of a set has a similarity, all are alike.
//!
//! Two ways to learn. In the paper's an attempt that gives no test is infeasible, whatever the reason, because an evolutionary search proves
//! nothing. Ours has a solver: a refutation is a proof and counts, an attempt that ran out of work, or whose input went another way, says
//! nothing.
//!
//! With invariants, ours as well: candidates that contradict what likely holds where paths begin are a set of their own, behind the others,
//! whatever their neighbours say, until that is given up ([`Report::doubtful`]).
//!
//! Cost of a choice: linear in the candidates; a comparison of each with each example, once.

use super::{Guide, Report, Searcher, is_open};
use crate::classifier::slicing::SlicedPrefix;
use crate::classifier::{Classifier, Clauses, Fingerprint, Label, NEIGHBOURS};
use crate::classifier::{Neighbours, Vote};
use crate::tree::{ExecutionTree, NodeId, NodeState};
use rustc_hash::FxHashMap;
use trine_base::Stream;

/// Examples by which the training set grows before candidates are classified again.
const THRESHOLD: usize = 10;

/// Shares of the four sets in percent: feasible by three votes, by two; infeasible by two votes, by three.
const SHARES: [u64; 4] = [50, 30, 15, 5];

/// Share of what contradicts likely invariants in percent, as long as there is anything else.
const DOUBTFUL_SHARE: u64 = 5;

/// What counts as infeasible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Any attempt without a test, as in the paper.
    Failures,
    /// Refutations.
    Proofs,
}

/// A candidate that waits.
#[derive(Clone, Debug)]
struct Waiting {
    candidate: NodeId,
    neighbours: Neighbours,
    /// When it was last classified.
    vote: Option<Vote>,
    is_new: bool,
    /// Whether it contradicts what likely holds.
    is_doubtful: bool,
}

/// Path selection by similarity to earlier path conditions.
#[derive(Clone, Debug)]
pub struct ClassifiedPaths {
    stream: Stream,
    evidence: Evidence,
    uses_invariants: bool,
    clauses: Clauses,
    classifier: Classifier,
    /// Of all candidates without a known end.
    fingerprints: FxHashMap<NodeId, Fingerprint>,
    waiting: Vec<Waiting>,
    /// Chosen, and not known to have ended.
    attempted: Vec<NodeId>,
    /// Size of the training set when all were classified last.
    classified_at: usize,
}

impl ClassifiedPaths {
    /// A selection that draws with this randomness and learns from this.
    #[must_use]
    pub fn new(stream: Stream, evidence: Evidence) -> Self {
        Self {
            stream,
            evidence,
            uses_invariants: false,
            clauses: Clauses::default(),
            classifier: Classifier::default(),
            fingerprints: FxHashMap::default(),
            waiting: Vec::new(),
            attempted: Vec::new(),
            classified_at: 0,
        }
    }

    /// The same, and what contradicts likely invariants comes behind the four sets.
    #[must_use]
    pub fn with_invariants(self) -> Self {
        Self { uses_invariants: true, ..self }
    }

    /// Fingerprints of the new candidates beside a path.
    fn take_fingerprints(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        let (Some(pool), Some(path)) = (report.pool, report.path) else { return };
        let mut prefix = SlicedPrefix::default();
        let mut added = report.added.iter().copied().peekable();
        for above in std::iter::once(ExecutionTree::ROOT).chain(path.iter().copied()) {
            if tree.node(above).parent.is_some() {
                prefix.add(&mut self.clauses, pool, tree.node(above).constraint);
            }
            while let Some(candidate) = added.next_if(|&id| tree.node(id).parent == Some(above)) {
                let slice = prefix.slice(&mut self.clauses, pool, tree.node(candidate).constraint);
                self.fingerprints.insert(candidate, slice);
            }
        }
    }

    /// What became of the attempts.
    fn learn(&mut self, tree: &ExecutionTree) {
        for attempted in std::mem::take(&mut self.attempted) {
            let label = match (tree.node(attempted).state, self.evidence) {
                // Not tried, or given back to be tried later.
                (NodeState::Candidate, _) => continue,
                (NodeState::Visited, _) => Some(Label::Feasible),
                (NodeState::Unsatisfiable, _) => Some(Label::Infeasible),
                (NodeState::Unknown | NodeState::Diverged, Evidence::Failures) => Some(Label::Infeasible),
                (NodeState::Unknown | NodeState::Diverged, Evidence::Proofs) => None,
                (NodeState::Skipped, _) => None,
            };
            let fingerprint = self.fingerprints.remove(&attempted);
            if let (Some(label), Some(fingerprint)) = (label, fingerprint) {
                self.classifier.learn(fingerprint, label);
            }
        }
    }

    /// Classifies what is new, and all where the training set has grown enough.
    fn classify(&mut self) {
        let examples = self.classifier.len();
        let is_time = examples >= self.classified_at + THRESHOLD
            // The first votes are for all that came before there were any.
            || self.classified_at < NEIGHBOURS && examples >= NEIGHBOURS;
        for waiting in &mut self.waiting {
            if (waiting.is_new || is_time)
                && let Some(fingerprint) = self.fingerprints.get(&waiting.candidate)
            {
                self.classifier.compare(fingerprint, &mut waiting.neighbours);
                waiting.vote = waiting.neighbours.vote();
                waiting.is_new = false;
            }
        }
        if is_time {
            self.classified_at = examples;
        }
    }

    /// The position of the next candidate among those that wait.
    fn draw(&mut self) -> Option<usize> {
        let mut sets: [Vec<(usize, f64)>; 4] = Default::default();
        let mut doubtful = Vec::new();
        for (at, waiting) in self.waiting.iter().enumerate() {
            let similarity = waiting.vote.map_or(1.0, |vote| vote.similarity);
            match waiting.is_doubtful {
                true => doubtful.push(at),
                false => sets[set(waiting.vote)].push((at, similarity)),
            }
        }
        if !doubtful.is_empty()
            && (doubtful.len() == self.waiting.len() || self.stream.below(100) < DOUBTFUL_SHARE)
        {
            return Some(doubtful[(self.stream.unit() * doubtful.len() as f64) as usize]);
        }
        let mut percent = self.stream.below(100);
        let mut drawn = 0;
        while percent >= SHARES[drawn] {
            percent -= SHARES[drawn];
            drawn += 1;
        }
        let set =
            (0..sets.len()).map(|next| &sets[(drawn + next) % sets.len()]).find(|set| !set.is_empty())?;
        let sum: f64 = set.iter().map(|(_, similarity)| similarity).sum();
        let mut place = self.stream.unit() * sum;
        if sum <= 0.0 {
            return Some(set[(self.stream.unit() * set.len() as f64) as usize].0);
        }
        for &(at, similarity) in set {
            place -= similarity;
            if place < 0.0 {
                return Some(at);
            }
        }
        set.last().map(|&(at, _)| at)
    }
}

/// The set of a candidate, by its vote.
fn set(vote: Option<Vote>) -> usize {
    match vote {
        None => 0,
        Some(Vote { label: Label::Feasible, votes, .. }) => usize::from(votes < NEIGHBOURS),
        Some(Vote { label: Label::Infeasible, votes, .. }) => 2 + usize::from(votes == NEIGHBOURS),
    }
}

impl Searcher for ClassifiedPaths {
    fn update(&mut self, tree: &ExecutionTree, report: &Report<'_>) {
        self.learn(tree);
        self.take_fingerprints(tree, report);
        let new = |&candidate: &NodeId| Waiting {
            candidate,
            neighbours: Neighbours::default(),
            vote: None,
            is_new: true,
            is_doubtful: false,
        };
        self.waiting.extend(report.added.iter().map(new));
        if let Some(doubtful) = report.doubtful.filter(|_| self.uses_invariants) {
            for waiting in &mut self.waiting {
                waiting.is_doubtful = doubtful.contains(&waiting.candidate);
            }
        }
    }

    fn select(&mut self, tree: &ExecutionTree, _guide: &dyn Guide) -> Option<NodeId> {
        self.learn(tree);
        let fingerprints = &mut self.fingerprints;
        self.waiting.retain(|waiting| {
            let is_open = is_open(tree, waiting.candidate);
            if !is_open {
                fingerprints.remove(&waiting.candidate);
            }
            is_open
        });
        self.classify();
        let at = self.draw()?;
        let chosen = self.waiting.swap_remove(at).candidate;
        self.attempted.push(chosen);
        Some(chosen)
    }

    fn is_empty(&self, tree: &ExecutionTree) -> bool {
        !self.waiting.iter().any(|waiting| is_open(tree, waiting.candidate))
    }

    fn uses_doubts(&self) -> bool {
        self.uses_invariants
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn votes_choose_the_set() {
        let vote = |label, votes| Some(Vote { label, votes, similarity: 0.5 });
        assert_eq!(set(vote(Label::Feasible, 3)), 0);
        assert_eq!(set(vote(Label::Feasible, 2)), 1);
        assert_eq!(set(vote(Label::Infeasible, 2)), 2);
        assert_eq!(set(vote(Label::Infeasible, 3)), 3);
    }

    #[test]
    fn sets_are_drawn_by_their_shares_and_candidates_by_similarity() {
        let mut search = ClassifiedPaths::new(Stream::new(1, "test"), Evidence::Proofs);
        let votes = [
            (Label::Feasible, 3, 0.9),
            (Label::Feasible, 3, 0.1),
            (Label::Feasible, 2, 0.5),
            (Label::Infeasible, 2, 0.5),
            (Label::Infeasible, 3, 0.5),
        ];
        search.waiting = (1..)
            .zip(votes)
            .map(|(id, (label, votes, similarity))| Waiting {
                candidate: NodeId(id),
                neighbours: Neighbours::default(),
                vote: Some(Vote { label, votes, similarity }),
                is_new: false,
                is_doubtful: false,
            })
            .collect();
        let mut counts = [0i32; 5];
        (0..10_000).for_each(|_| counts[search.draw().unwrap()] += 1);
        for (count, expected) in counts.into_iter().zip([4500, 500, 3000, 1500, 500]) {
            assert!((count - expected).abs() < 300, "{counts:?}");
        }
        // An empty set gives its turn to the next one.
        search.waiting.retain(|waiting| waiting.candidate != NodeId(3));
        let mut counts = [0i32; 4];
        (0..10_000).for_each(|_| counts[search.draw().unwrap()] += 1);
        assert!((counts[2] - 4500).abs() < 300, "{counts:?}");
        // What is doubtful comes last, whatever its neighbours say.
        search.waiting[0].is_doubtful = true;
        let mut counts = [0i32; 4];
        (0..10_000).for_each(|_| counts[search.draw().unwrap()] += 1);
        assert!((counts[0] - 500).abs() < 200, "{counts:?}");
    }
}
