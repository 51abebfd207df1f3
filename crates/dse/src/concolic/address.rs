//! Addresses that depend on inputs.
//!
//! The object that the address points into in this run is relied on; the others that it may point into, and none at all, are
//! what else there is. Inside
//! of it a store is a choice for each element, between what was there and the new value, and a load gives a table of its elements, selected by the offset (Cadar et al., "EXE", CCS 2006, section
//! 5, without arrays of the solver: the table is a tree of choices).

use super::{Concolic, ImplicitKind};
use crate::concolic::Shadow;
use std::collections::BTreeSet;
use trine_expr::{BinaryOp, CompareOp, Node, Term};
use trine_machine::domain::{MemoryAccess, Operand, PtrAdd};
use trine_machine::{Memory, ObjectId};

/// Objects with more elements are read at the concrete address.
const ELEMENTS: u64 = 1024;
/// Objects with more elements are written at the concrete address.
const ELEMENTS_WRITTEN: u64 = 32;
/// Objects that one address may point into, and nodes of its term that are looked at for them.
const MAX_OBJECTS: usize = 64;
const MAX_NODES: usize = 4096;

impl Concolic {
    /// `base + index * scale + offset`.
    pub(super) fn address_of(&mut self, event: &PtrAdd<Shadow>) -> Term {
        let mut address = self.lifted(event.base, 64);
        if let Some((index, width)) = event.index {
            let index = self.lifted(index, width);
            let wide =
                if width < 64 { self.pool.sign_extend(index, 64) } else { self.pool.extract(index, 0, 64) };
            let scale = self.pool.constant(i128::from(event.scale) as u128, 64);
            let distance = self.pool.binary(BinaryOp::Mul, wide, scale);
            address = self.pool.binary(BinaryOp::Add, address, distance);
        }
        let offset = self.pool.constant(i128::from(event.offset) as u128, 64);
        self.pool.binary(BinaryOp::Add, address, offset)
    }

    /// Relies on the object that `bytes` bytes at `address` lie in, or on their lying in none: exactly one of these
    /// holds. Where the objects that the address may point into are not known, the run is imprecise.
    pub(super) fn rely_on_object(&mut self, address: Operand<Shadow>, bytes: u64, memory: &Memory) {
        let Some(term) = address.shadow.term() else { return };
        let here = object_at(address.bits as u64, bytes, memory);
        let mut objects = BTreeSet::new();
        let known = self.pointees(term, memory, MAX_NODES, &mut objects).is_some();
        if !known || objects.len() > MAX_OBJECTS || here.is_some_and(|here| !objects.contains(&here)) {
            (self.imprecise, self.is_explained) = (true, false);
            return match here {
                Some(here) => {
                    let inside = self.inside(term, here, bytes, memory);
                    self.rely_on(ImplicitKind::Bounds, inside);
                }
                None => self.rely_on_value(address),
            };
        }
        let (mut outcomes, mut holding) = (Vec::new(), None);
        let mut outside = self.pool.boolean(true);
        for object in objects {
            let inside = self.inside(term, object, bytes, memory);
            let not = self.pool.not(inside);
            outside = self.pool.and(outside, not);
            match here == Some(object) {
                true => holding = Some(inside),
                false => outcomes.push(inside),
            }
        }
        let constraint = match holding {
            Some(inside) => {
                outcomes.push(outside);
                inside
            }
            None => outside,
        };
        self.rely_on_one_of(ImplicitKind::Bounds, constraint, outcomes);
        self.is_explained = true;
    }

    /// One bit: `bytes` bytes at `address` lie in `object`.
    fn inside(&mut self, address: Term, object: ObjectId, bytes: u64, memory: &Memory) -> Term {
        let size = memory.object(object).map_or(0, |(size, _)| size);
        let base = self.pool.constant(u128::from(object.address()), 64);
        let offset = self.pool.binary(BinaryOp::Sub, address, base);
        let limit = (size + 1).saturating_sub(bytes);
        let limit = self.pool.constant(u128::from(limit), 64);
        self.pool.compare(CompareOp::Ult, offset, limit)
    }

    /// Adds the objects that an address may be derived from; `None` when it is not made of addresses of objects, their
    /// sums with numbers, and choices among these. `left` bounds the work.
    fn pointees(
        &self,
        address: Term,
        memory: &Memory,
        left: usize,
        objects: &mut BTreeSet<ObjectId>,
    ) -> Option<usize> {
        let left = left.checked_sub(1)?;
        match self.pool.node(address) {
            Node::Constant(bits) => {
                let near = nearest_object(bits as u64);
                if memory.object(near).is_some() {
                    objects.insert(near);
                    return Some(left);
                }
                // Null, and what is reckoned from it, is no address of anything.
                (bits == 0).then_some(left)
            }
            Node::Binary(BinaryOp::Add, a, b) => {
                let mut of_a = BTreeSet::new();
                let after = self.pointees(a, memory, left, &mut of_a).filter(|_| !of_a.is_empty());
                let mut of_b = BTreeSet::new();
                let left = after.unwrap_or(left / 2);
                let behind = self.pointees(b, memory, left, &mut of_b).filter(|_| !of_b.is_empty());
                objects.extend(of_a.into_iter().chain(of_b));
                behind.or(after)
            }
            Node::Binary(BinaryOp::Sub, a, _) => {
                let mut of_a = BTreeSet::new();
                let left = self.pointees(a, memory, left, &mut of_a).filter(|_| !of_a.is_empty());
                objects.extend(of_a);
                left
            }
            Node::Ite(_, a, b) => {
                let left = self.pointees(a, memory, left, objects)?;
                self.pointees(b, memory, left, objects)
            }
            Node::Lookup(_, table) => {
                let mut left = left;
                for &element in self.pool.table(table) {
                    left = self.pointees(element, memory, left, objects)?;
                }
                Some(left)
            }
            _ => None,
        }
    }

    /// What is read at `address`, wherever in its object that is.
    pub(super) fn load_indexed(
        &mut self,
        address: Term,
        event: &MemoryAccess<Shadow>,
        memory: &Memory,
    ) -> Option<Term> {
        let bytes = u64::from(event.bytes);
        let here = event.address.bits as u64;
        let Some(table) = self.table(address, here, bytes, ELEMENTS, memory) else {
            self.rely_on_value(event.address);
            return self.memory.load(&mut self.pool, here, bytes as u32, event.value.bits);
        };
        let Table { index, elements, .. } = table;
        Some(self.pool.lookup(index, &elements))
    }

    /// Where a store to `address` may go; `None` when that is not to be said element by element.
    pub(super) fn place(
        &mut self,
        address: Term,
        here: u64,
        size_bytes: u32,
        memory: &Memory,
    ) -> Option<StoreTarget> {
        let table = self.table(address, here, u64::from(size_bytes), ELEMENTS_WRITTEN, memory)?;
        // Elements that overlap would have to be put together byte by byte.
        (table.step == u64::from(size_bytes)).then_some(StoreTarget(table))
    }

    /// Writes `value` to the element that is meant; the others keep theirs.
    pub(super) fn store_indexed(&mut self, StoreTarget(table): &StoreTarget, value: Term, size_bytes: u32) {
        let Table { index, elements, base, step } = table;
        let width = self.pool.width(*index);
        for (at, &old) in elements.iter().enumerate() {
            let position = self.pool.constant(at as u128, width);
            let is_meant = self.pool.equal(*index, position);
            let new = self.pool.ite(is_meant, value, old);
            self.memory.store(base + at as u64 * step, new, size_bytes);
        }
    }

    /// The elements that `address` may select, or `None` when there are too many.
    fn table(&mut self, address: Term, here: u64, bytes: u64, most: u64, memory: &Memory) -> Option<Table> {
        let (object, _) = memory.resolve(here)?;
        let (size, _) = memory.object(object)?;
        let base = object.address();
        let base_term = self.pool.constant(u128::from(base), 64);
        let offset = self.pool.binary(BinaryOp::Sub, address, base_term);
        let shift = self.known_zeros(offset).min(bytes.trailing_zeros());
        let step = 1u64 << shift;
        let count = size.checked_sub(bytes)? / step + 1;
        if count > most {
            return None;
        }
        let mut elements = Vec::with_capacity(count as usize);
        for at in 0..count {
            let place = base + at * step;
            let value = memory.read_uint(place, bytes as u32).ok()?;
            let element = self.memory.load(&mut self.pool, place, bytes as u32, value);
            elements.push(element.unwrap_or_else(|| self.pool.constant(value, bytes as u32 * 8)));
        }
        let index = self.pool.extract(offset, shift, 64 - shift);
        Some(Table { index, elements, base, step })
    }

    /// Low bits of `term` that are zero whatever the inputs.
    fn known_zeros(&self, term: Term) -> u32 {
        match self.pool.node(term) {
            Node::Constant(bits) => bits.trailing_zeros(),
            Node::Concat(_, low) => match self.pool.as_constant(low) {
                Some(bits) => bits.trailing_zeros().min(self.pool.width(low)),
                None => 0,
            },
            Node::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => self.known_zeros(a).min(self.known_zeros(b)),
            Node::Binary(BinaryOp::Mul, a, b) => self.known_zeros(a) + self.known_zeros(b),
            Node::ZeroExtend(a) | Node::SignExtend(a) => self.known_zeros(a),
            _ => 0,
        }
    }
}

/// The elements of an object, and which of them is meant.
#[derive(Debug)]
struct Table {
    index: Term,
    elements: Vec<Term>,
    /// Address of the first.
    base: u64,
    /// Bytes from one to the next.
    step: u64,
}

/// Where a store may go.
#[derive(Debug)]
pub(super) struct StoreTarget(Table);

/// The object that the whole of `bytes` bytes at `address` lies in.
fn object_at(address: u64, bytes: u64, memory: &Memory) -> Option<ObjectId> {
    let (object, offset) = memory.resolve(address)?;
    let (size, _) = memory.object(object)?;
    (offset + bytes <= size).then_some(object)
}

/// The object that an address points into, or shortly before or behind.
fn nearest_object(address: u64) -> ObjectId {
    let before = u32::from((address as u32 as i32) < 0);
    ObjectId(((address >> 32) as u32).wrapping_add(before))
}
