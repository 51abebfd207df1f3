//! Whether a run went a way, in any function, that none went before.
//!
//! What counts is the function under test, but what stands in its way is often a callee: a check that says whether a handle
//! is one. Of the runs that get a step further in there the archive knows nothing; they are kept apart, as the shapes
//! that they speak for are the next step ([`crate::techniques::directed`]).
//!
//! Cost: a look at one bit for each branch of runs that are not aimed at a goal.

use trine_machine::{BranchEvent, Domain, Observer};

/// The ways gone so far.
#[derive(Debug, Default)]
pub struct News {
    /// One bit for each edge of the machine.
    seen: Vec<u64>,
    is_new: bool,
}

impl News {
    /// Whether a way was new since this was asked last.
    pub fn take(&mut self) -> bool {
        std::mem::take(&mut self.is_new)
    }
}

impl<D: Domain> Observer<D> for News {
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
