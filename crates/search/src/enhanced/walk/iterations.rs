//! Loops: `A* = 1 + A + … + A^k D[A]`. A round is counted when the head of the loop is reached from inside; before the
//! last, all that the loop defines or writes is destroyed.

use super::Walk;
use crate::enhanced::state::State;
use trine_ir::analysis::LoopId;
use trine_ir::{Block, Op, Value};

impl Walk<'_> {
    /// Counts an arrival at the head of a loop; whether another round is followed.
    pub(super) fn count_iteration(&mut self, state: &mut State, from: Block, to: Block) -> bool {
        let structure = self.structure;
        let Some(id) = structure.loops.innermost(to).filter(|&id| structure.loops.loops()[id].header == to)
        else {
            return !structure.loops.irreducible_edges().contains(&(from, to));
        };
        let iterations = self.settings.iterations as i32;
        if !structure.loops.contains(id, from) {
            state.arrivals.retain(|arrival| arrival.0 != id);
            state.arrivals.push((id, 0));
            return true;
        }
        let arrivals = match state.arrivals.iter_mut().find(|arrival| arrival.0 == id) {
            Some(arrival) => {
                arrival.1 += 1;
                arrival.1
            }
            None => iterations,
        };
        if arrivals == iterations {
            self.destroy(state, id);
        }
        arrivals <= iterations
    }

    /// `D[A]`: all that the loop defines or writes is unknown.
    fn destroy(&mut self, state: &mut State, id: LoopId) {
        let structure = self.structure;
        for (block, data) in structure.function.blocks.iter_enumerated() {
            if !structure.loops.contains(id, block) {
                continue;
            }
            data.params.iter().for_each(|&param| self.bind(state, param, None));
            for inst in &data.insts {
                inst.results.iter().for_each(|&result| self.bind(state, result, None));
            }
        }
        for &(block, ptr, _) in structure.stores.iter().filter(|store| structure.loops.contains(id, store.0))
        {
            let base = self.base_outside(id, ptr);
            debug_assert!(structure.loops.contains(id, block));
            let base = base.and_then(|base| self.value(state, base));
            state.memory = state.memory.region_destroyed(base);
        }
    }

    /// What the address `ptr` is made from outside of the loop.
    fn base_outside(&self, id: LoopId, mut ptr: Value) -> Option<Value> {
        loop {
            match self.structure.definition(ptr) {
                Some((block, _)) if self.structure.loops.contains(id, block) => {
                    match self.structure.op(ptr) {
                        Some(Op::PtrAdd { base, .. }) => ptr = *base,
                        _ => return None,
                    }
                }
                _ => return Some(ptr),
            }
        }
    }
}
