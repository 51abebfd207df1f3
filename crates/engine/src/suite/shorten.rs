//! Shorter inputs: characters of what the code reads are left out while the test does what it is
//! kept for.
//!
//! Blocks of half the text first, then of a quarter, down to single characters; what follows a
//! block moves up (the reduction of Zeller and Hildebrandt 2002, without its complements).
//! At most about twice as many executions as characters.

use crate::context::archive::Candidate;
use crate::suite::keeps::Keeps;
use trine_inputs::ShapeEntry;
use trine_testcase::Content;

/// Leaves out what `best` does not need of the strings that the code reads.
pub fn shorten_contents(goal: &mut dyn Keeps, entry: &ShapeEntry, best: &mut Candidate, limit: u64) {
    let strings: Vec<Content> = best.test.contents().filter(|content| content.is_text).collect();
    for text in strings {
        let mut size = text.bytes(&best.test.leaves).len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < text.bytes(&best.test.leaves).len() {
                if goal.is_over(limit) {
                    return;
                }
                let leaves = without(&best.test.leaves, text, at, size);
                match goal.keeps(entry, &leaves) {
                    Some(found) => *best = found,
                    None => at += size,
                }
            }
            size /= 2;
        }
    }
}

/// `leaves` with `size` characters of `text` left out from `at` on.
fn without(leaves: &[u128], text: Content, at: usize, size: usize) -> Vec<u128> {
    let mut changed = leaves.to_vec();
    let run = &mut changed[text.leaves()];
    let size = size.min(run.len() - at);
    run[at..].rotate_left(size);
    let kept = run.len() - size;
    run[kept..].fill(0);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::LeafId;

    #[test]
    fn what_follows_moves_up() {
        let text = Content { first: LeafId(1), length: 4, is_text: true };
        assert_eq!(without(&[9, 1, 2, 3, 4, 9], text, 1, 2), [9, 1, 4, 0, 0, 9]);
        assert_eq!(without(&[9, 1, 2, 3, 4, 9], text, 3, 2), [9, 1, 2, 3, 0, 9]);
    }
}
