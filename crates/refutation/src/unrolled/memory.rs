//! What the objects of a program hold on all paths to one place, byte by byte.
//!
//! Every object has an address that is a constant, so that pointers are terms like all others, and which object one points
//! into is read off its term:
//!
//! ```text
//!  63      48 47                28 27           0
//! +----------+--------------------+--------------+
//! | 0x7ead   | number             | BIAS + byte  |
//! +----------+--------------------+--------------+
//! ```
//!
//! Objects live on to the end: what points to one that is gone is not followed in runs without undefined behavior.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use trine_expr::{Term, TermPool};

const MARK: u64 = 0x7ead;
const NUMBER_SHIFT: u32 = 28;
/// Where byte 0 of an object is, so that pointers before it keep its number.
const BIAS: u64 = 1 << (NUMBER_SHIFT - 1);
/// Larger objects are not looked into.
pub(super) const MAX_BYTES: u64 = 1 << 16;

/// An object, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ObjectId(pub u32);

/// What is known of an object for ever.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// Bytes.
    pub size: u64,
    /// What it holds at the start. `None`: anything.
    pub initial: Option<Rc<Initial>>,
    /// Nobody writes it.
    pub constant: bool,
}

/// What an object holds at the start.
#[derive(Debug)]
pub(super) struct Initial {
    /// Its bytes, none where it holds an address.
    pub bytes: Vec<Option<u8>>,
    /// By the first byte: addresses that are known.
    pub addresses: BTreeMap<u32, u64>,
}

/// What an object holds.
#[derive(Clone, Debug, Default)]
struct Content {
    /// By the first byte; they do not overlap.
    cells: BTreeMap<u32, Cell>,
    /// What no cell says may be anything.
    forgotten: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    /// Its width is a multiple of 8.
    term: Term,
    /// Whether it is read whole as a pointer, or not at all: addresses are no numbers.
    is_pointer: bool,
}

/// What all objects hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    contents: BTreeMap<u32, Rc<Content>>,
    /// Objects that are not listed hold anything, unless they are constant.
    forgotten: bool,
}

/// The address of the first byte of an object.
pub(super) fn address(object: ObjectId) -> u64 {
    MARK << 48 | u64::from(object.0) << NUMBER_SHIFT | BIAS
}

/// The object and byte that a constant address means.
pub(super) fn of_address(address: u64) -> Option<(ObjectId, i64)> {
    let number = (address >> NUMBER_SHIFT) as u32 & ((1 << (48 - NUMBER_SHIFT)) - 1);
    let byte = (address & ((1 << NUMBER_SHIFT) - 1)) as i64 - BIAS as i64;
    (address >> 48 == MARK).then_some((ObjectId(number), byte))
}

impl Cell {
    fn bytes(self, pool: &TermPool) -> u32 {
        pool.width(self.term) / 8
    }
}

impl Content {
    /// The bytes from `at` on, `count` of them, as one term.
    fn load(
        &mut self,
        pool: &mut TermPool,
        object: &Object,
        (at, count): (u32, u32),
        is_pointer: bool,
    ) -> Term {
        if let Some(&cell) = self.cells.get(&at)
            && cell.bytes(pool) == count
        {
            return match cell.is_pointer == is_pointer || pool.as_constant(cell.term) == Some(0) {
                true => cell.term,
                false => pool.variable("address", count * 8),
            };
        }
        let is_free = self.overlapping(pool, at, count).is_empty();
        let initial = object.initial.as_ref().filter(|_| !self.forgotten);
        if is_free
            && let Some(&address) = initial.and_then(|initial| initial.addresses.get(&at))
            && is_pointer
            && count == 8
        {
            return pool.constant(u128::from(address), 64);
        }
        if is_free && initial.is_none() {
            let term = pool.variable("any", count * 8);
            self.cells.insert(at, Cell { term, is_pointer });
            return term;
        }
        let bytes: Vec<Term> = (at..at + count).map(|at| self.byte(pool, object, at)).collect();
        bytes.into_iter().reduce(|low, high| pool.concat(high, low)).expect("at least one byte")
    }

    /// The byte at `at`.
    fn byte(&mut self, pool: &mut TermPool, object: &Object, at: u32) -> Term {
        if let Some((&from, &cell)) = self.cells.range(..=at).next_back()
            && at < from + cell.bytes(pool)
        {
            return match cell.is_pointer && pool.as_constant(cell.term) != Some(0) {
                true => pool.variable("address", 8),
                false => pool.extract(cell.term, (at - from) * 8, 8),
            };
        }
        let initial = object.initial.as_ref().filter(|_| !self.forgotten);
        match initial.and_then(|initial| initial.bytes.get(at as usize).copied().flatten()) {
            Some(byte) => pool.constant(u128::from(byte), 8),
            None => {
                let term = pool.variable("any", 8);
                self.cells.insert(at, Cell { term, is_pointer: false });
                term
            }
        }
    }

    fn overlapping(&self, pool: &TermPool, at: u32, count: u32) -> Vec<u32> {
        let before = self.cells.range(..at).next_back();
        let before = before.filter(|&(&from, cell)| from + cell.bytes(pool) > at);
        let inside = self.cells.range(at..at + count);
        before.into_iter().chain(inside).map(|(&from, _)| from).collect()
    }

    fn store(&mut self, pool: &mut TermPool, object: &Object, at: u32, cell: Cell) {
        let count = cell.bytes(pool);
        for from in self.overlapping(pool, at, count) {
            let end = from + self.cells[&from].bytes(pool);
            let kept: Vec<(u32, Term)> = (from..end)
                .filter(|byte| !(at..at + count).contains(byte))
                .map(|byte| (byte, self.byte(pool, object, byte)))
                .collect();
            self.cells.remove(&from);
            let byte_cell = |(byte, term)| (byte, Cell { term, is_pointer: false });
            self.cells.extend(kept.into_iter().map(byte_cell));
        }
        self.cells.insert(at, cell);
    }
}

impl Memory {
    fn content(&mut self, object: ObjectId, known: &Object) -> &mut Content {
        let forgotten = self.forgotten && !known.constant;
        let content = self
            .contents
            .entry(object.0)
            .or_insert_with(|| Rc::new(Content { cells: BTreeMap::new(), forgotten }));
        Rc::make_mut(content)
    }

    /// `count` bytes of an object from `at` on.
    pub fn load(
        &mut self,
        pool: &mut TermPool,
        (object, known): (ObjectId, &Object),
        range: (u32, u32),
        is_pointer: bool,
    ) -> Term {
        self.content(object, known).load(pool, known, range, is_pointer)
    }

    /// `term`, whose width is a multiple of 8, is written to an object from `at` on.
    pub fn store(
        &mut self,
        pool: &mut TermPool,
        (object, known): (ObjectId, &Object),
        at: u32,
        (term, is_pointer): (Term, bool),
    ) {
        self.content(object, known).store(pool, known, at, Cell { term, is_pointer });
    }

    /// Copies bytes: of which object and range, and to where in which.
    pub fn copy(
        &mut self,
        pool: &mut TermPool,
        (from, source, (first, count)): (ObjectId, &Object, (u32, u32)),
        (to, target, at): (ObjectId, &Object, u32),
    ) {
        let content = self.content(from, source);
        let inside = |&(&start, cell): &(&u32, &Cell)| start + cell.bytes(pool) <= first + count;
        let whole: Vec<(u32, Cell)> =
            content.cells.range(first..first + count).filter(inside).map(|(&at, &cell)| (at, cell)).collect();
        let covered: BTreeSet<u32> =
            whole.iter().flat_map(|&(start, cell)| start..start + cell.bytes(pool)).collect();
        let mut copied = whole;
        for byte in (first..first + count).filter(|byte| !covered.contains(byte)) {
            let address = source.initial.as_ref().and_then(|initial| initial.addresses.get(&byte).copied());
            let is_whole = address.is_some() && byte + 8 <= first + count;
            let length = if is_whole { 8 } else { 1 };
            if copied.iter().any(|&(start, cell)| (start..start + cell.bytes(pool)).contains(&byte)) {
                continue;
            }
            let term = content.load(pool, source, (byte, length), is_whole);
            copied.push((byte, Cell { term, is_pointer: is_whole }));
        }
        let content = self.content(to, target);
        for (start, cell) in copied {
            content.store(pool, target, start - first + at, cell);
        }
    }

    /// A new object holds anything.
    pub fn begin(&mut self, object: ObjectId) {
        self.contents.insert(object.0, Rc::new(Content { cells: BTreeMap::new(), forgotten: true }));
    }

    /// Something was written somewhere in an object.
    pub fn forget(&mut self, object: ObjectId) {
        self.begin(object);
    }

    /// Something was written somewhere.
    pub fn forget_all(&mut self, is_constant: impl Fn(ObjectId) -> bool) {
        self.contents.retain(|&number, _| is_constant(ObjectId(number)));
        self.forgotten = true;
    }

    /// What both hold: what `self` does where `guard` holds, what `other` does elsewhere.
    pub fn merge(
        &mut self,
        pool: &mut TermPool,
        guard: Term,
        mut other: Self,
        known: impl Fn(ObjectId) -> Object,
    ) {
        let numbers: Vec<u32> = {
            let mut all: Vec<u32> = self.contents.keys().chain(other.contents.keys()).copied().collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        for number in numbers {
            if let (Some(mine), Some(others)) = (self.contents.get(&number), other.contents.get(&number))
                && Rc::ptr_eq(mine, others)
            {
                continue;
            }
            let (object, known) = (ObjectId(number), known(ObjectId(number)));
            let mine = self.content(object, &known);
            mine.merge(pool, guard, other.content(object, &known), &known);
        }
        self.forgotten |= other.forgotten;
    }
}

impl Content {
    fn merge(&mut self, pool: &mut TermPool, guard: Term, other: &mut Self, known: &Object) {
        let mut whole = BTreeMap::new();
        let mut bytes = BTreeSet::new();
        for (mine, others) in [(&*self, &*other), (&*other, &*self)] {
            for (&at, &cell) in &mine.cells {
                let count = cell.bytes(pool);
                let overlapping = others.overlapping(pool, at, count);
                let is_same = |from: u32| from == at && others.cells[&from].bytes(pool) == count;
                if overlapping.iter().all(|&from| is_same(from)) {
                    let is_pointer = others.cells.get(&at).is_some_and(|cell| cell.is_pointer);
                    whole.insert(at, (count, is_pointer || cell.is_pointer));
                } else {
                    // Cut differently: byte by byte.
                    bytes.extend(at..at + count);
                }
            }
        }
        let mut merged = BTreeMap::new();
        for (at, (count, is_pointer)) in whole {
            let a = self.load(pool, known, (at, count), is_pointer);
            let b = other.load(pool, known, (at, count), is_pointer);
            merged.insert(at, Cell { term: pool.ite(guard, a, b), is_pointer });
        }
        for at in bytes {
            let (a, b) = (self.byte(pool, known, at), other.byte(pool, known, at));
            merged.insert(at, Cell { term: pool.ite(guard, a, b), is_pointer: false });
        }
        self.forgotten |= other.forgotten;
        self.cells = merged;
    }
}
