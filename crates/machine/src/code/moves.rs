//! Parallel moves made sequential: the arguments of an edge are assigned at once.
//!
//! A move whose target no other move still reads goes first; when only cycles are left, one
//! source is saved in the scratch slot. (Boissinot et al. 2009, algorithm 1, in small.)

use super::op::Slot;

/// An order of `(dst, src)` moves with the effect of performing all at once. Targets are
/// distinct; `scratch` is none of them.
pub(crate) fn sequentialize(moves: &[(Slot, Slot)], scratch: Slot) -> Vec<(Slot, Slot)> {
    let mut pending: Vec<_> = moves.iter().copied().filter(|(dst, src)| dst != src).collect();
    let mut ordered = Vec::with_capacity(pending.len() + 1);
    while !pending.is_empty() {
        let free = pending.iter().position(|&(dst, _)| pending.iter().all(|&(_, src)| src != dst));
        match free {
            Some(position) => ordered.push(pending.swap_remove(position)),
            None => {
                // Every target is still read: break a cycle by reading one from the scratch slot.
                let saved = pending[0].0;
                ordered.push((scratch, saved));
                pending.iter_mut().filter(|(_, src)| *src == saved).for_each(|(_, src)| *src = scratch);
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[(Slot, Slot)]) {
        let mut sequential: Vec<u32> = (0..10).collect();
        for (dst, src) in sequentialize(moves, 9) {
            sequential[dst as usize] = sequential[src as usize];
        }
        let mut parallel: Vec<u32> = (0..10).collect();
        for &(dst, src) in moves {
            parallel[dst as usize] = u32::from(src);
        }
        assert_eq!(sequential[..9], parallel[..9], "{moves:?}");
    }

    #[test]
    fn every_assignment_of_four_slots_is_performed_as_if_at_once() {
        for code in 0..4u16.pow(4) {
            let moves: Vec<_> = (0..4).map(|dst| (dst, code / 4u16.pow(u32::from(dst)) % 4)).collect();
            check(&moves);
        }
    }

    #[test]
    fn two_separate_cycles_share_the_scratch_slot() {
        check(&[(0, 1), (1, 0), (2, 3), (3, 2)]);
    }
}
