//! Splits blocks with a handler around stores to slots that are about to become registers, so that in each block that
//! can raise a slot holds one value from its start to its end.
//!
//! ```text
//! block1 unwind block9:              block1 unwind block9:
//!     call fn0()                         call fn0(); jump block4
//!     store 1 -> v1            ==>   block4:
//!     call fn1()                         store 1 -> v1; jump block5
//!     jump block2                    block5 unwind block9:
//!                                        call fn1(); jump block2
//! ```
//!
//! What turns out not to be needed is merged again by [`clean`](super::clean).

use crate::function::{BlockData, Function};
use crate::ids::Block;
use crate::instruction::Edge;
use crate::instruction::{Inst, Op, Terminator};
use trine_base::index::TypedIndex;

/// In the slots of addresses: none.
pub(super) const NO_SLOT: u32 = u32::MAX;

/// Splits the blocks of `function`; `slot_of` has the slot of each address, or [`NO_SLOT`].
pub(super) fn split(function: &mut Function, slot_of: &[u32]) {
    let is_slot =
        |address: crate::ids::Value| slot_of.get(address.position()).is_some_and(|&slot| slot != NO_SLOT);
    for block in function.blocks.indices() {
        if function.blocks[block].unwind.is_some() {
            split_block(function, block, |inst| match &inst.op {
                Op::Load { ptr, .. } if is_slot(*ptr) => Effect::Nothing,
                Op::Store { ptr, .. } if is_slot(*ptr) => Effect::Writes,
                Op::StackAlloc { .. } if is_slot(inst.results[0]) => Effect::Writes,
                op if op.can_raise() => Effect::Raises,
                _ => Effect::Nothing,
            });
        }
    }
}

/// What an instruction does that matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Nothing,
    Writes,
    Raises,
}

/// A stretch of a block that writes slots, or raises, but not both.
#[derive(Default)]
struct Stretch {
    insts: Vec<Inst>,
    writes: bool,
    raises: bool,
}

fn split_block(function: &mut Function, block: Block, effect: impl Fn(&Inst) -> Effect) {
    let mut stretches = vec![Stretch::default()];
    for inst in std::mem::take(&mut function.blocks[block].insts) {
        extend(&mut stretches, effect(&inst)).insts.push(inst);
    }
    if matches!(function.blocks[block].terminator, Terminator::Throw(_)) {
        extend(&mut stretches, Effect::Raises);
    }
    let unwind = function.blocks[block].unwind.take();
    let terminator = std::mem::replace(&mut function.blocks[block].terminator, Terminator::Unreachable);
    let span = function.blocks[block].terminator_span;
    let mut current = block;
    for (position, stretch) in stretches.into_iter().enumerate() {
        if position > 0 {
            let next = function.blocks.push(BlockData { terminator_span: span, ..BlockData::new() });
            function.blocks[current].terminator = Terminator::Jump(Edge::to(next));
            current = next;
        }
        let data = &mut function.blocks[current];
        data.unwind = unwind.clone().filter(|_| stretch.raises);
        data.insts = stretch.insts;
    }
    function.blocks[current].terminator = terminator;
}

/// The stretch that what comes next belongs to.
fn extend(stretches: &mut Vec<Stretch>, effect: Effect) -> &mut Stretch {
    let last = stretches.last_mut().expect("there is always one");
    let conflict = effect == Effect::Writes && last.raises || effect == Effect::Raises && last.writes;
    if conflict {
        stretches.push(Stretch::default());
    }
    let last = stretches.last_mut().expect("there is always one");
    last.writes |= effect == Effect::Writes;
    last.raises |= effect == Effect::Raises;
    last
}
