//! The register map: names of hardware registers, and what reading or writing does to them beyond holding a value.
//!
//! ```text
//! 0x40004400..0x40004404  UART_SR   cleared by reading       (an error flag)
//! 0x40004404..0x40004408  UART_DR
//! 0x40010C00..0x40011000  EXTI      cleared by writing ones  (pending interrupts)
//! ```
//!
//! An address inside of a longer range is named by its distance from the start: `EXTI+0x14`.

use serde::{Deserialize, Serialize};

/// What an access does to a register besides reading or writing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClearedBy {
    /// Nothing: it holds what was written.
    #[default]
    Nothing,
    /// A read leaves zero.
    Reading,
    /// Each one that is written leaves a zero, and zeros leave what is there.
    WritingOnes,
}

/// Registers that lie side by side and behave alike.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedRegisters {
    /// Their name.
    pub name: String,
    /// Address of the first byte.
    pub address: u64,
    /// Number of bytes, not 0.
    pub bytes: u64,
    /// What clears them.
    #[serde(default)]
    pub cleared_by: ClearedBy,
}

/// All of them, in the order of addresses; no two overlap.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RegisterMap {
    entries: Vec<NamedRegisters>,
}

impl NamedRegisters {
    /// The address behind the last byte.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.address.saturating_add(self.bytes)
    }
}

impl RegisterMap {
    /// Adds `registers`.
    ///
    /// # Errors
    /// Gives the entry that they overlap with; then nothing is added.
    pub fn add(&mut self, registers: NamedRegisters) -> Result<(), NamedRegisters> {
        let at = self.entries.partition_point(|entry| entry.end() <= registers.address);
        if let Some(next) = self.entries.get(at).filter(|next| next.address < registers.end()) {
            return Err(next.clone());
        }
        self.entries.insert(at, registers);
        Ok(())
    }

    /// The entries in the order of addresses.
    #[must_use]
    pub fn entries(&self) -> &[NamedRegisters] {
        &self.entries
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entry that `address` lies in.
    #[must_use]
    pub fn at(&self, address: u64) -> Option<&NamedRegisters> {
        let at = self.entries.partition_point(|entry| entry.end() <= address);
        self.entries.get(at).filter(|entry| entry.address <= address)
    }

    /// The name of `address`, if the map has one: `UART_SR`, or `EXTI+0x14`.
    #[must_use]
    pub fn name(&self, address: u64) -> Option<String> {
        let entry = self.at(address)?;
        Some(match address - entry.address {
            0 => entry.name.clone(),
            distance => format!("{}+{distance:#x}", entry.name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registers(name: &str, address: u64, bytes: u64) -> NamedRegisters {
        NamedRegisters { name: name.to_owned(), address, bytes, cleared_by: ClearedBy::Nothing }
    }

    #[test]
    fn addresses_are_named_and_overlaps_are_refused() {
        let mut map = RegisterMap::default();
        assert_eq!(map.add(registers("EXTI", 0x4001_0C00, 0x400)), Ok(()));
        assert_eq!(map.add(registers("UART_SR", 0x4000_4400, 4)), Ok(()));
        assert_eq!(map.add(registers("UART_DR", 0x4000_4404, 4)), Ok(()));
        let overlapping = map.add(registers("AGAIN", 0x4000_43FF, 2)).unwrap_err();
        assert_eq!(overlapping.name, "UART_SR");
        assert_eq!(map.add(registers("INSIDE", 0x4001_0C10, 4)).unwrap_err().name, "EXTI");
        assert_eq!(map.name(0x4000_4404).as_deref(), Some("UART_DR"));
        assert_eq!(map.name(0x4001_0C14).as_deref(), Some("EXTI+0x14"));
        assert_eq!((map.name(0x4001_1000), map.name(0)), (None, None));
        assert_eq!(map.entries().len(), 3);
    }
}
