//! Blocks that a call left to the test: which of them the test frees, and by which expression it names them.
//!
//! ```text
//! result ──► [ node | next ]──► [ node | next ]──► null        freed: result->next, then result
//! list.head ─► [ next ]──► [ next ] ◄── list.tail              freed: list.head->next, then list.head
//! ```
//!
//! From each pointer that the test looks at, blocks are followed as the types say. A block is the test's to free when
//! all that points to it are other such blocks and objects of the test, which end with it: what a variable of the
//! program or a block out of sight still points to may be needed by the next test.
//!
//! Not handled: blocks behind `void *`, behind pointers into the middle of a block, and behind structures that are
//! returned by value; more than [`MAX_BLOCKS`] behind one pointer. These are left behind.
//!
//! Cost: a pass over all memory for each pointer to a block of the call.

use super::Harness;
use crate::layout::locate;
use crate::observe::parts;
use crate::plan::Plan;
use std::collections::BTreeSet;
use trine_machine::shims::is_stream;
use trine_machine::{ObjectId, Returns};
use trine_testcase::test_case::{Observation, Observed, ObservedValue, Place, PlaceRoot};
use trine_testcase::types::{TypeId, TypeKind};

/// Blocks that are followed from one pointer.
const MAX_BLOCKS: usize = 32;
/// Elements of one block that are looked at.
const MAX_ELEMENTS: u64 = 32;

/// A block of the call.
struct Block {
    address: u64,
    /// The pointer to it.
    place: Observed,
    /// The type of that pointer.
    ty: TypeId,
}

impl Harness<'_> {
    /// The blocks of the call behind the pointers in `out` that the test frees, in an order in which it can.
    pub(super) fn observe_own_blocks(&self, plan: &Plan, returns: &Returns, out: &mut Vec<Observation>) {
        let mut taken = BTreeSet::new();
        let mut own = Vec::new();
        for seen in out.iter().filter(|seen| may_be_block(&seen.value)) {
            let Some((address, ty)) = self.pointer_seen(plan, returns, &seen.place) else { continue };
            if !self.is_own_block(address) || taken.contains(&address) {
                continue;
            }
            let blocks = self.blocks_behind(Block { address, place: seen.place.clone(), ty }, &taken);
            let blocks = self.unshared(blocks);
            taken.extend(blocks.iter().map(|block| block.address));
            // What a block points to is named by way of it.
            own.extend(blocks.into_iter().rev().map(|block| block.place));
        }
        out.extend(own.into_iter().map(|place| Observation { place, value: ObservedValue::Allocated }));
    }

    /// The pointer at `place`, and its type.
    pub(super) fn pointer_seen(
        &self,
        plan: &Plan,
        returns: &Returns,
        place: &Observed,
    ) -> Option<(u64, TypeId)> {
        match place {
            Observed::Result(steps) if steps.is_empty() => {
                let ty = self.api.callables[plan.callable].returns;
                let is_pointer = matches!(self.api.types.kind(ty), TypeKind::Pointer(_));
                returns.first().filter(|_| is_pointer).map(|bits| (bits as u64, ty))
            }
            Observed::Place(place) => self.pointer_at(plan, place),
            _ => None,
        }
    }

    /// The pointer in an object of the test.
    fn pointer_at(&self, plan: &Plan, place: &Place) -> Option<(u64, TypeId)> {
        let PlaceRoot::Variable(variable) = place.root else { return None };
        let object = plan.objects.iter().position(|object| object.variable == Some(variable))?;
        let planned = &plan.objects[object];
        let location = locate(self.api, planned.ty, planned.count.is_some(), &place.steps)?;
        let TypeKind::Pointer(_) = self.api.types.kind(location.ty) else { return None };
        let address = self.addresses[object] + location.offset_bytes();
        Some((self.machine.memory().read_pointer(address).ok()?, location.ty))
    }

    /// Whether the run allocated the block at `address`, and the library has no part in it.
    fn is_own_block(&self, address: u64) -> bool {
        let memory = self.machine.memory();
        memory.is_heap_block(address) && !is_stream(memory, address)
    }

    /// `first` and the blocks that it leads to, each after one that points to it; without those `taken`.
    fn blocks_behind(&self, first: Block, taken: &BTreeSet<u64>) -> Vec<Block> {
        let mut found = vec![first];
        let mut at = 0;
        while at < found.len() && found.len() < MAX_BLOCKS {
            for block in self.pointers_in(&found[at]) {
                let is_known = |address| found.iter().any(|known| known.address == address);
                if found.len() < MAX_BLOCKS && !taken.contains(&block.address) && !is_known(block.address) {
                    found.push(block);
                }
            }
            at += 1;
        }
        found
    }

    /// The blocks of the call that pointers in `block` point to.
    fn pointers_in(&self, block: &Block) -> Vec<Block> {
        let types = &self.api.types;
        let TypeKind::Pointer(element) = *types.kind(block.ty) else { return Vec::new() };
        let (ends_open, may_hold_pointers) = match types.kind(element) {
            TypeKind::Record { fields, .. } => {
                let last = fields.last().map(|field| types.kind(field.ty));
                (matches!(last, Some(TypeKind::Array { length: None, .. })), true)
            }
            kind => (false, matches!(kind, TypeKind::Pointer(_) | TypeKind::Array { .. })),
        };
        let size = types.size_bytes(element);
        let object = self.machine.memory().object(ObjectId::of(block.address));
        let Some((bytes, _)) = object.filter(|(bytes, _)| may_hold_pointers && size > 0 && *bytes >= size)
        else {
            return Vec::new();
        };
        let count = if ends_open { 1 } else { (bytes / size).min(MAX_ELEMENTS) };
        let parts = parts(self.api, element, Some(count as u32));
        let pointers = parts.into_iter().filter(|part| part.kind.is_none());
        pointers
            .filter_map(|part| {
                let at = block.address + part.location.offset_bytes();
                let address = self.machine.memory().read_pointer(at).ok()?;
                let place = Observed::Behind(Box::new(block.place.clone()), part.steps);
                let found = Block { address, place, ty: part.location.ty };
                self.is_own_block(address).then_some(found)
            })
            .collect()
    }

    /// Those of `blocks` that nothing but others of them and objects of the test point to.
    fn unshared(&self, mut blocks: Vec<Block>) -> Vec<Block> {
        let addresses = blocks.iter().map(|block| block.address).collect();
        let holders = self.machine.memory().holders(&addresses);
        loop {
            let inside: BTreeSet<ObjectId> = blocks.iter().map(|block| ObjectId::of(block.address)).collect();
            let ends_with_test =
                |holder: &ObjectId| inside.contains(holder) || self.object_position(*holder).is_some();
            let before = blocks.len();
            blocks.retain(|block| {
                holders.get(&block.address).is_none_or(|holders| holders.iter().all(ends_with_test))
            });
            if blocks.len() == before {
                return blocks;
            }
        }
    }
}

/// Whether a pointer seen as `value` may point to a block of the call.
fn may_be_block(value: &ObservedValue) -> bool {
    matches!(value, ObservedValue::NotNull | ObservedValue::Text(_))
}
