//! Predicts whether a path condition is feasible, from those that were solved or refuted before.
//!
//! ```text
//! prefix and negated clause --slicing--> clauses that matter --fingerprint--> 64 x 16 bits
//!                                                                              |  three nearest by Jaccard's index
//!                          solved or refuted: another example  <--attempt--  vote: feasible or not, three to none or two to one
//! ```
//!
//! Source: Modonato, "Combining Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to Automatically Generate Test Cases
//! for Classes" (2020), sections 4.1 ([`slicing`]), 4.2 ([`fingerprint`]) and 4.3 ([`Classifier`]).
//!
//! Cost: a path condition is compared with each example once, sixteen words each time, however often it is classified again.

pub mod fingerprint;
pub mod slicing;

pub use fingerprint::Fingerprint;
pub use slicing::{Clauses, SlicedPrefix};

/// Neighbours that vote: K of the paper.
pub const NEIGHBOURS: usize = 3;

/// What became of a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// 1 of the paper: an input was found.
    Feasible,
    /// 0 of the paper: none was.
    Infeasible,
}

/// What the nearest examples say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vote {
    /// The label of most.
    pub label: Label,
    /// How many have it: all, or one less.
    pub votes: usize,
    /// The mean similarity of the neighbours, from 0 to 1.
    pub similarity: f64,
}

/// The examples nearest to one path condition, among those that it was compared with so far.
#[derive(Clone, Debug, Default)]
pub struct Neighbours {
    /// Similarity and label, the nearest first; of equals the older one.
    nearest: Vec<(f64, Label)>,
    /// How many examples it was compared with.
    compared: usize,
}

impl Neighbours {
    /// The vote; `None` while there are fewer than [`NEIGHBOURS`] examples.
    #[must_use]
    pub fn vote(&self) -> Option<Vote> {
        if self.nearest.len() < NEIGHBOURS {
            return None;
        }
        let feasible = self.nearest.iter().filter(|(_, label)| *label == Label::Feasible).count();
        let infeasible = self.nearest.len() - feasible;
        // Three neighbours and two labels: one has the majority.
        let (label, votes) = match feasible > infeasible {
            true => (Label::Feasible, feasible),
            false => (Label::Infeasible, infeasible),
        };
        let sum: f64 = self.nearest.iter().map(|(similarity, _)| similarity).sum();
        Some(Vote { label, votes, similarity: sum / self.nearest.len() as f64 })
    }
}

/// The training set: fingerprints of path conditions that were tried, with what became of them.
#[derive(Clone, Debug, Default)]
pub struct Classifier {
    examples: Vec<(Fingerprint, Label)>,
}

impl Classifier {
    /// A path condition was tried.
    pub fn learn(&mut self, fingerprint: Fingerprint, label: Label) {
        self.examples.push((fingerprint, label));
    }

    /// How many examples there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether nothing was tried yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// Compares a path condition with the examples that it was not compared with yet.
    pub fn compare(&self, fingerprint: &Fingerprint, neighbours: &mut Neighbours) {
        for (example, label) in &self.examples[neighbours.compared..] {
            let similarity = fingerprint.similarity(example);
            let place = neighbours.nearest.partition_point(|(nearer, _)| *nearer >= similarity);
            if place < NEIGHBOURS {
                neighbours.nearest.insert(place, (similarity, *label));
                neighbours.nearest.truncate(NEIGHBOURS);
            }
        }
        neighbours.compared = self.examples.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path condition of these clauses, all of one shape.
    fn of(clauses: &[u64]) -> Fingerprint {
        let mut all = Fingerprint::default();
        clauses.iter().for_each(|&clause| all.insert(7, clause));
        all
    }

    fn vote(examples: &[(&[u64], Label)], asked: &[u64]) -> Option<Vote> {
        let mut classifier = Classifier::default();
        examples.iter().for_each(|(clauses, label)| classifier.learn(of(clauses), *label));
        let mut neighbours = Neighbours::default();
        classifier.compare(&of(asked), &mut neighbours);
        neighbours.vote()
    }

    #[test]
    fn the_majority_of_the_three_nearest_is_the_label() {
        use Label::{Feasible, Infeasible};
        // The published implementation gives the label of the minority.
        for (labels, label, votes) in [
            ([Feasible, Feasible, Feasible], Feasible, 3),
            ([Feasible, Infeasible, Feasible], Feasible, 2),
            ([Infeasible, Feasible, Infeasible], Infeasible, 2),
            ([Infeasible, Infeasible, Infeasible], Infeasible, 3),
        ] {
            let near: [&[u64]; 3] = [&[1, 2], &[1, 3], &[1, 4]];
            let examples: Vec<_> = near.into_iter().zip(labels).collect();
            let vote = vote(&examples, &[1]).unwrap();
            assert_eq!((vote.label, vote.votes), (label, votes), "{labels:?}");
        }
    }

    #[test]
    fn farther_examples_have_no_vote() {
        use Label::{Feasible, Infeasible};
        let far: Vec<u64> = (100..140).collect();
        let examples: [(&[u64], Label); 6] = [
            (&far, Infeasible),
            (&[1, 2], Feasible),
            (&far, Infeasible),
            (&[1, 3], Feasible),
            (&far, Infeasible),
            (&[1, 4], Feasible),
        ];
        let vote = vote(&examples, &[1]).unwrap();
        assert_eq!((vote.label, vote.votes), (Feasible, 3));
        assert!(vote.similarity > 0.3);
    }

    #[test]
    fn nobody_votes_on_fewer_than_three_examples() {
        assert_eq!(vote(&[(&[1], Label::Feasible), (&[2], Label::Feasible)], &[1]), None);
    }

    #[test]
    fn examples_that_come_later_change_the_vote_as_if_all_were_compared_anew() {
        let mut classifier = Classifier::default();
        let asked = of(&[1, 2, 3]);
        let mut grown = Neighbours::default();
        for step in 0..40u64 {
            let label = if step % 3 == 0 { Label::Feasible } else { Label::Infeasible };
            classifier.learn(of(&[step % 5, step % 7]), label);
            classifier.compare(&asked, &mut grown);
            let mut anew = Neighbours::default();
            classifier.compare(&asked, &mut anew);
            assert_eq!(grown.vote(), anew.vote());
        }
    }
}
