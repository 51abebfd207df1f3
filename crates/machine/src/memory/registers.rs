//! Hardware registers: memory at absolute addresses, which no object of the program occupies.
//!
//! ```text
//!  63                 32 31             12 11          0
//! +---------------------+-----------------+-------------+
//! | 0                   | page, not 0     | byte        |   a register, or memory at a fixed address
//! +---------------------+-----------------+-------------+
//! ```
//!
//! Objects have a slot in the upper half of their addresses ([`super::object`]), so an absolute address below
//! 4 GiB is none of theirs; the first page stays what null pointers point to. Who may read and write there is
//! the step function's business: volatile accesses, and accesses whose address the code itself makes of a number.
//!
//! A register is a byte range that hardware may change before each read. The test says what hardware puts there
//! before the first, the second, … volatile read of an address ([`Registers::put_before_read`]); reads beyond these find what
//! is held: what was written or put there last, zero at first. Volatile writes are logged in their order. Plain
//! accesses see memory whose content at the start is the test's ([`Registers::hold`]).
//!
//! Not handled: addresses of 4 GiB and more; accesses across the end of a page.
//! Cost: two lookups in small maps for each access; a reset drops what the run touched.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// Bytes of a page.
const PAGE_BYTES: u64 = 4096;
/// Volatile writes of a run that are logged one by one; the others are counted.
pub const MAX_WRITES: usize = 256;

/// Addresses of objects whose volatile reads are counted.
const MAX_OBJECT_READS: usize = 256;

/// A volatile write to a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterWrite {
    /// The address.
    pub address: u64,
    /// Number of bytes, 1 to 16.
    pub bytes: u32,
    /// What was written, zero-extended.
    pub value: u128,
}

/// How a run read an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RegisterReads {
    /// Bytes of the first volatile read, 0 if there was none.
    pub bytes: u32,
    /// Number of volatile reads.
    pub count: u32,
    /// Bytes of the first plain read of what was not written before; 0 if there was none.
    pub plain_bytes: u32,
}

/// What a read found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RegisterRead {
    /// The bytes, zero-extended.
    pub value: u128,
    /// For a volatile read: how many came before at this address.
    pub number: u32,
    /// Bytes that hardware put there before this read, if the test says so.
    pub put_bytes: Option<u32>,
}

/// The registers of a machine.
#[derive(Clone, Debug, Default)]
pub struct Registers {
    pages: BTreeMap<u64, Box<[u8; PAGE_BYTES as usize]>>,
    /// By address: what hardware puts there before each read, with the number of bytes.
    values: BTreeMap<u64, Vec<(u32, u128)>>,
    reads: BTreeMap<u64, RegisterReads>,
    writes: Vec<RegisterWrite>,
    written: u64,
    /// Addresses of what the test lets memory hold.
    held: BTreeSet<u64>,
    /// Bytes that plain accesses wrote, by address.
    plain_writes: BTreeMap<u64, u32>,
    /// What changes in volatile objects.
    changes: Vec<Change>,
    /// Volatile reads of objects: how many, and of how many bytes the first, by address.
    object_reads: BTreeMap<u64, (u32, u32)>,
    /// Those that accesses clear, in the order of addresses.
    cleared: Arc<[ClearedRegisters]>,
}

/// What hardware, a handler or another thread changes in a volatile object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Address of the first bit: eight times that of its byte, and the number of the bit in it.
    pub bit_address: u128,
    /// Number of bits, 1 to 128.
    pub bits: u32,
    /// The volatile read, from 0, that is the first to find it.
    pub read: u32,
    /// The value.
    pub value: u128,
}

/// Registers that an access changes besides reading or writing them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClearedRegisters {
    /// Their addresses.
    pub addresses: Range<u64>,
    /// Whether reading leaves zero; else, writing a one does.
    pub by_reading: bool,
}

/// Whether `length` bytes at `address` may be registers.
#[must_use]
pub fn is_register(address: u64, length: u32) -> bool {
    let end = address.saturating_add(u64::from(length.max(1)) - 1);
    address >= PAGE_BYTES && end <= u64::from(u32::MAX) && address / PAGE_BYTES == end / PAGE_BYTES
}

impl Registers {
    /// Forgets the last run and the values for it.
    pub(crate) fn clear(&mut self) {
        // A read alone leaves no page.
        let is_clear = self.pages.is_empty() && self.values.is_empty() && self.reads.is_empty();
        if !(is_clear && self.object_reads.is_empty() && self.changes.is_empty()) {
            *self = self.fresh();
        }
    }

    /// These registers, as before the first run.
    pub(crate) fn fresh(&self) -> Self {
        Self { cleared: Arc::clone(&self.cleared), ..Self::default() }
    }

    /// Lets these registers be cleared, in this run and later ones: in the order of addresses, none overlapping.
    pub fn let_clear(&mut self, cleared: Arc<[ClearedRegisters]>) {
        self.cleared = cleared;
    }

    /// What clears the register at `address`.
    fn cleared_by(&self, address: u64) -> Option<&ClearedRegisters> {
        let at = self.cleared.partition_point(|cleared| cleared.addresses.end <= address);
        self.cleared.get(at).filter(|cleared| cleared.addresses.contains(&address))
    }

    /// Whether a volatile read of `address` leaves zero there.
    #[must_use]
    pub fn is_cleared_by_reading(&self, address: u64) -> bool {
        self.cleared_by(address).is_some_and(|cleared| cleared.by_reading)
    }

    /// Whether a volatile write to `address` clears the ones that it writes.
    #[must_use]
    pub fn is_cleared_by_writing(&self, address: u64) -> bool {
        self.cleared_by(address).is_some_and(|cleared| !cleared.by_reading)
    }

    /// Lets hardware put the low `bytes` bytes of `value` at `address` before the next read that no call of this
    /// function speaks of yet.
    pub fn put_before_read(&mut self, address: u64, bytes: u32, value: u128) {
        self.values.entry(address).or_default().push((bytes, value));
    }

    /// Lets the `bytes` bytes at `address` hold `value` from the start.
    pub fn hold(&mut self, address: u64, bytes: u32, value: u128) {
        self.held.insert(address);
        self.write(address, bytes, value);
    }

    /// Lets a volatile object change before one of its reads.
    pub fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Volatile reads of objects: address, bytes and number.
    pub fn object_reads(&self) -> impl Iterator<Item = (u64, u32, u32)> + '_ {
        self.object_reads.iter().map(|(&address, &(count, bytes))| (address, bytes, count))
    }

    /// Notes a volatile read of an object, which holds `value` there: how many came before at this address, and what it holds now, if
    /// the test lets it change; with it, whether all of that is one value of the test.
    pub(crate) fn read_object(
        &mut self,
        address: u64,
        bytes: u32,
        value: u128,
    ) -> (u32, Option<(u128, bool)>) {
        let is_known = self.object_reads.contains_key(&address);
        if !is_known && self.object_reads.len() >= MAX_OBJECT_READS {
            return (0, None);
        }
        let (count, _) = self.object_reads.entry(address).or_insert((0, bytes));
        let number = *count;
        *count = number.saturating_add(1);
        let (start, width) = (u128::from(address) * 8, bytes * 8);
        let end = start + u128::from(width);
        let inside = |change: &&Change| {
            let is_there = change.bit_address >= start && change.bit_address + u128::from(change.bits) <= end;
            change.read == number && is_there
        };
        let mut changed = None;
        for change in self.changes.iter().filter(inside) {
            let at = (change.bit_address - start) as u32;
            let mask = u128::MAX >> (128 - change.bits.clamp(1, 128)) << at;
            let (now, _) = changed.unwrap_or((value, false));
            let is_whole = at == 0 && change.bits == width;
            changed = Some((now & !mask | change.value << at & mask, is_whole));
        }
        (number, changed)
    }

    /// How each address was read, in the order of addresses.
    pub fn reads(&self) -> impl Iterator<Item = (u64, RegisterReads)> + '_ {
        self.reads.iter().map(|(&address, &reads)| (address, reads))
    }

    /// The volatile writes in order, up to [`MAX_WRITES`] of them.
    #[must_use]
    pub fn writes(&self) -> &[RegisterWrite] {
        &self.writes
    }

    /// Number of volatile writes.
    #[must_use]
    pub fn written(&self) -> u64 {
        self.written
    }

    /// What plain accesses wrote: addresses with their bytes, and what is held there now.
    pub fn plain_writes(&self) -> impl Iterator<Item = RegisterWrite> + '_ {
        self.plain_writes.iter().map(|(&address, &bytes)| RegisterWrite {
            address,
            bytes,
            value: self.content(address, bytes),
        })
    }

    /// A volatile read.
    pub(crate) fn read_volatile(&mut self, address: u64, bytes: u32) -> RegisterRead {
        let reads = self.reads.entry(address).or_default();
        let number = reads.count;
        reads.count = number.saturating_add(1);
        if reads.bytes == 0 {
            reads.bytes = bytes;
        }
        let put = self.values.get(&address).and_then(|values| values.get(number as usize)).copied();
        if let Some((bytes, value)) = put {
            self.write(address, bytes, value);
        }
        let value = self.content(address, bytes);
        if self.is_cleared_by_reading(address) {
            self.write(address, bytes, 0);
        }
        RegisterRead { value, number, put_bytes: put.map(|(bytes, _)| bytes) }
    }

    /// A plain read, and whether anybody said what is there.
    pub(crate) fn read_plain(&mut self, address: u64, bytes: u32) -> (u128, bool) {
        let is_written = self.plain_writes.contains_key(&address);
        if !is_written {
            let reads = self.reads.entry(address).or_default();
            if reads.plain_bytes == 0 {
                reads.plain_bytes = bytes;
            }
        }
        (self.content(address, bytes), is_written || self.held.contains(&address))
    }

    /// A volatile write.
    pub(crate) fn write_volatile(&mut self, address: u64, bytes: u32, value: u128) {
        let kept = match self.is_cleared_by_writing(address) {
            true => self.content(address, bytes) & !value,
            false => value,
        };
        self.write(address, bytes, kept);
        self.written += 1;
        if self.writes.len() < MAX_WRITES {
            self.writes.push(RegisterWrite { address, bytes, value });
        }
    }

    /// A plain write.
    pub(crate) fn write_plain(&mut self, address: u64, bytes: u32, value: u128) {
        self.write(address, bytes, value);
        let known = self.plain_writes.entry(address).or_default();
        *known = bytes.max(*known);
    }

    fn content(&self, address: u64, bytes: u32) -> u128 {
        let mut buffer = [0; 16];
        if let Some(page) = self.pages.get(&(address / PAGE_BYTES)) {
            let start = (address % PAGE_BYTES) as usize;
            let held = page.iter().skip(start).take(bytes.min(16) as usize);
            buffer.iter_mut().zip(held).for_each(|(to, from)| *to = *from);
        }
        u128::from_le_bytes(buffer)
    }

    fn write(&mut self, address: u64, bytes: u32, value: u128) {
        let page =
            self.pages.entry(address / PAGE_BYTES).or_insert_with(|| Box::new([0; PAGE_BYTES as usize]));
        let start = (address % PAGE_BYTES) as usize;
        let place = page.iter_mut().skip(start).take(bytes.min(16) as usize);
        place.zip(value.to_le_bytes()).for_each(|(to, from)| *to = from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hardware_changes_what_is_held_before_a_read_and_not_in_between() {
        let mut registers = Registers::default();
        registers.put_before_read(0x4000_0000, 4, 0x80);
        registers.write_volatile(0x4000_0000, 4, 7);
        let read = |registers: &mut Registers| registers.read_volatile(0x4000_0000, 4);
        assert_eq!(read(&mut registers), RegisterRead { value: 0x80, number: 0, put_bytes: Some(4) });
        assert_eq!(read(&mut registers), RegisterRead { value: 0x80, number: 1, put_bytes: None });
        registers.write_volatile(0x4000_0001, 1, 0x12);
        assert_eq!(read(&mut registers).value, 0x1280);
        assert_eq!(registers.written(), 2);
        assert_eq!(registers.writes()[1], RegisterWrite { address: 0x4000_0001, bytes: 1, value: 0x12 });
        registers.clear();
        assert_eq!(read(&mut registers).value, 0);
        registers.clear();
        assert_eq!(read(&mut registers).number, 0);
    }

    #[test]
    fn volatile_objects_change_before_the_reads_that_are_named() {
        let mut registers = Registers::default();
        let change = |bit_address, bits, read, value| Change { bit_address, bits, read, value };
        registers.change(change(8 * 0x100, 32, 1, 7));
        registers.change(change(8 * 0x200 + 4, 3, 0, 0b101));
        assert_eq!(registers.read_object(0x100, 4, 1), (0, None));
        assert_eq!(registers.read_object(0x100, 4, 1), (1, Some((7, true))));
        assert_eq!(registers.read_object(0x200, 1, 0xFF), (0, Some((0xDF, false))));
        assert_eq!(registers.object_reads().collect::<Vec<_>>(), [(0x100, 4, 2), (0x200, 1, 1)]);
        registers.clear();
        assert_eq!(registers.read_object(0x100, 4, 1), (0, None));
        assert_eq!(registers.read_object(0x100, 4, 1), (1, None));
    }

    #[test]
    fn accesses_clear_what_the_map_says() {
        let mut registers = Registers::default();
        let cleared = |addresses, by_reading| ClearedRegisters { addresses, by_reading };
        registers.let_clear(
            [cleared(0x4000_0000..0x4000_0004, true), cleared(0x4000_0010..0x4000_0020, false)].into(),
        );
        registers.put_before_read(0x4000_0000, 4, 0x80);
        registers.put_before_read(0x4000_0014, 4, 0b1101);
        for _ in 0..2 {
            registers.clear();
            registers.put_before_read(0x4000_0000, 4, 0x80);
            registers.put_before_read(0x4000_0014, 4, 0b1101);
            let read = |registers: &mut Registers, address| registers.read_volatile(address, 4).value;
            assert_eq!((read(&mut registers, 0x4000_0000), read(&mut registers, 0x4000_0000)), (0x80, 0));
            assert_eq!(read(&mut registers, 0x4000_0014), 0b1101);
            registers.write_volatile(0x4000_0014, 4, 0b0101);
            assert_eq!(read(&mut registers, 0x4000_0014), 0b1000);
            assert_eq!(registers.writes()[0].value, 0b0101);
        }
    }

    #[test]
    fn null_pages_objects_and_accesses_across_pages_are_no_registers() {
        assert!(!is_register(0, 4) && !is_register(4095, 4));
        assert!(is_register(4096, 4) && is_register(0xFFFF_FFFC, 4));
        assert!(!is_register(0xFFFF_FFFD, 4) && !is_register(1 << 32, 1) && !is_register(0x4000_0FFE, 4));
    }

    #[test]
    fn plain_reads_tell_what_they_found_unwritten() {
        let mut registers = Registers::default();
        registers.write_plain(0x2000_0000, 4, 5);
        assert_eq!(registers.read_plain(0x2000_0000, 4), (5, true));
        assert_eq!(registers.read_plain(0x2000_0004, 2), (0, false));
        let reads: Vec<_> = registers.reads().collect();
        assert_eq!(reads, [(0x2000_0004, RegisterReads { plain_bytes: 2, ..RegisterReads::default() })]);
        assert_eq!(registers.plain_writes().map(|write| write.value).collect::<Vec<_>>(), [5]);
    }
}
