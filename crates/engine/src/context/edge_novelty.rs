//! Whether a run took a control-flow edge, in any function, that no earlier run took.
//!
//! Coverage counts only the function under test, but what keeps a run from its goals is often a callee: a check that says
//! whether a handle is valid. The archive does not know the runs that get a step further in a callee; the evaluator keeps
//! them apart, because what they compared suggests the next shapes ([`crate::techniques::directed`]).
//!
//! Cost: one bit test for each branch of runs that are not aimed at a goal.

use trine_machine::{BranchEvent, Domain, Observer};

/// The ways gone so far.
#[derive(Debug, Default)]
pub struct EdgeNovelty {
    /// One bit for each edge of the machine.
    seen: Vec<u64>,
    is_new: bool,
}

impl EdgeNovelty {
    /// Whether a way was new since this was asked last.
    pub fn take(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }
}

impl<D: Domain> Observer<D> for EdgeNovelty {
    #[inline(always)]
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        let (word, bit) = (event.edge as usize / 64, 1 << (event.edge % 64));
        if word >= self.seen.len() {
            self.seen.resize(word + 1, 0);
        }
        if self.seen[word] & bit == 0 {
            self.seen[word] |= bit;
            self.is_new = true;
        }
    }
}
