//! Functions that write strings: `strcpy`, `strncpy`, `strcat`, `strncat`, `stpcpy` and their kin.
//!
//! How far such a function writes depends on where its strings end, which inputs may decide. Each byte of the
//! destination is therefore a choice between what was there and what is copied there:
//!
//! ```text
//! strcpy(to, from)    to[2] = if from[0] = 0 or from[1] = 0 then what was there else from[2]
//! ```
//!
//! The bytes are read before the function runs, and written when it has run. Where a longer string would leave the
//! destination, that run is a fault, and nothing is said about it.

use crate::concolic::{Concolic, Shadow};
use trine_expr::Term;
use trine_machine::Memory;
use trine_machine::domain::Operand;

/// Bytes of a string that are looked at.
const MOST: usize = 64;

/// What a function of strings found.
#[derive(Clone, Debug)]
pub(in crate::concolic) struct Copy {
    to: u64,
    /// Bytes at the destination and after, to the end of its object.
    before: Vec<Term>,
    /// Bytes of the source, up to a concrete NUL, the function's limit, or the end of its object.
    from: Vec<Term>,
    appends: bool,
    /// `strncpy`: as many bytes are written, zeros behind the NUL.
    fills: Option<usize>,
    /// `strncat`: at most so many characters, and a NUL behind them.
    limit: Option<usize>,
}

impl Concolic {
    /// Looks at the strings that the function `name` is about to work on.
    pub(in crate::concolic) fn copy_begins(
        &mut self,
        name: &str,
        operands: &[Operand<Shadow>],
        memory: &Memory,
    ) -> Option<Copy> {
        let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("_chk")).unwrap_or(name);
        let (appends, is_limited) = match name {
            "strcpy" | "stpcpy" => (false, false),
            "strncpy" | "stpncpy" => (false, true),
            "strcat" => (true, false),
            "strncat" => (true, true),
            _ => return None,
        };
        if self.memory.is_empty() {
            return None;
        }
        let &[to, from, ..] = operands else { return None };
        for &pointer in &[to, from] {
            self.rely_on_value(pointer);
        }
        let mut limit = None;
        if is_limited {
            let &count = operands.get(2)?;
            self.rely_on_value(count);
            limit = Some(usize::try_from(count.bits).unwrap_or(usize::MAX));
        }
        let most = limit.unwrap_or(MOST).min(MOST);
        let from = self.bytes_at(from.bits as u64, most, true, memory);
        let before = self.bytes_at(to.bits as u64, MOST, false, memory);
        // What lies beyond is not seen.
        let is_cut = from.len() == MOST || appends && before.len() == MOST;
        let is_known = |byte: &Term| self.pool.as_constant(*byte).is_none();
        if !(from.iter().any(is_known) || appends && before.iter().any(is_known)) {
            return None;
        }
        self.imprecise |= is_cut;
        let fills = limit.filter(|_| !appends);
        Some(Copy { to: to.bits as u64, before, from, appends, fills, limit: limit.filter(|_| appends) })
    }

    fn bytes_at(&mut self, address: u64, most: usize, stops_at_nul: bool, memory: &Memory) -> Vec<Term> {
        let mut bytes = Vec::new();
        while bytes.len() < most {
            let Some(byte) = self.byte_at(address.wrapping_add(bytes.len() as u64), memory) else { break };
            bytes.push(byte);
            if stops_at_nul && self.pool.as_constant(byte) == Some(0) {
                break;
            }
        }
        bytes
    }

    /// Writes what the function left, as terms.
    pub(in crate::concolic) fn copy_ended(&mut self, copy: &Copy, memory: &Memory) {
        let Copy { to, before, from, .. } = copy;
        let nul = self.pool.constant(0, 8);
        // Per byte of the source: what is written there, and whether anything is.
        let mut written = Vec::with_capacity(from.len() + 1);
        let mut alive = self.pool.boolean(true);
        for &byte in from {
            written.push((alive, byte));
            let ends = self.pool.equal(byte, nul);
            let goes_on = self.pool.not(ends);
            alive = self.pool.and(alive, goes_on);
        }
        if let Some(size) = copy.fills {
            let yes = self.pool.boolean(true);
            written.iter_mut().for_each(|(alive, byte)| {
                *byte = self.pool.ite(*alive, *byte, nul);
                *alive = yes;
            });
            written.resize(size.min(MOST), (yes, nul));
        }
        if copy.limit.is_some_and(|limit| limit == from.len()) {
            written.push((alive, nul));
        }
        let places = if copy.appends { self.ends(before) } else { vec![(0, self.pool.boolean(true))] };
        let mut after = before.clone();
        for (place, is_here) in places {
            for (at, &(alive, byte)) in written.iter().enumerate() {
                let Some(&old) = after.get(place + at) else { break };
                let applies = self.pool.and(is_here, alive);
                after[place + at] = self.pool.ite(applies, byte, old);
            }
        }
        for (at, (&byte, &old)) in after.iter().zip(before).enumerate() {
            let address = to.wrapping_add(at as u64);
            let concrete = memory.read_uint(address, 1).ok();
            if self.pool.as_constant(byte).is_some() && self.pool.as_constant(byte) == concrete {
                self.memory.concretize(address, 1);
            } else if byte != old || self.pool.as_constant(byte).is_none() {
                self.memory.store(address, byte, 1);
            }
        }
    }

    /// Where a string of these bytes may end, each with the bit that says so.
    fn ends(&mut self, bytes: &[Term]) -> Vec<(usize, Term)> {
        let nul = self.pool.constant(0, 8);
        let mut alive = self.pool.boolean(true);
        let mut ends = Vec::new();
        for (at, &byte) in bytes.iter().enumerate() {
            let is_nul = self.pool.equal(byte, nul);
            let ends_here = self.pool.and(alive, is_nul);
            if !self.pool.is_false(ends_here) {
                ends.push((at, ends_here));
            }
            let goes_on = self.pool.not(is_nul);
            alive = self.pool.and(alive, goes_on);
            if self.pool.is_false(alive) {
                break;
            }
        }
        ends
    }
}
