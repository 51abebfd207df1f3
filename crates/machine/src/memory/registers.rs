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

/// Bytes of a page.
const PAGE_BYTES: u64 = 4096;
/// Volatile writes of a run that are logged one by one; the others are counted.
pub const MOST_WRITES: usize = 256;

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
        if !(self.pages.is_empty() && self.values.is_empty() && self.reads.is_empty()) {
            *self = Self::default();
        }
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

    /// How each address was read, in the order of addresses.
    pub fn reads(&self) -> impl Iterator<Item = (u64, RegisterReads)> + '_ {
        self.reads.iter().map(|(&address, &reads)| (address, reads))
    }

    /// The volatile writes in order, up to [`MOST_WRITES`] of them.
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
        RegisterRead { value: self.content(address, bytes), number, put_bytes: put.map(|(bytes, _)| bytes) }
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
        self.write(address, bytes, value);
        self.written += 1;
        if self.writes.len() < MOST_WRITES {
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
