//! The register map of `trine.toml`.
//!
//! ```toml
//! [register.UART_SR]
//! address = 0x4000_4400
//! cleared-by = "reading"           # a read leaves zero
//!
//! [register.EXTI]
//! address = 0x4001_0C00
//! bytes = 0x400                    # a range of registers: EXTI+0x14 is one of them; 4 bytes where nothing is said
//! cleared-by = "writing-ones"      # each one that is written leaves a zero
//! ```
//!
//! Every mistake names the file, the line and the next step.

use super::preconditions::Text;
use crate::failure::Failure;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;
use trine_testcase::{ClearedBy, NamedRegisters, RegisterMap};

/// Bytes of a register where the file does not say.
const DEFAULT_BYTES: u64 = 4;
/// Addresses of registers: the first page is what null pointers point to.
const ADDRESSES: std::ops::Range<u64> = 4096..1 << 32;

/// `[register.NAME]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RegisterTable {
    address: Spanned<u64>,
    bytes: Option<Spanned<u64>>,
    cleared_by: Option<Text>,
}

/// The map that `tables` of the file `path` with this `text` state.
///
/// # Errors
/// For the first address, size or word that is wrong, and for ranges that overlap.
pub fn map(path: &str, text: &str, tables: &BTreeMap<Text, RegisterTable>) -> Result<RegisterMap, Failure> {
    let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
    let wrong = |at: usize, what: String, help: String| {
        Err(Failure::input(format!("{path}:{}: {what}", line(at)), "nothing was run", help))
    };
    let mut map = RegisterMap::default();
    // In the order of the file, so that of two that overlap the second is the mistake.
    let mut tables: Vec<(&Text, &RegisterTable)> = tables.iter().collect();
    tables.sort_by_key(|(name, _)| name.span().start);
    for &(name, table) in &tables {
        let shown = name.get_ref();
        let is_name = shown.chars().all(|c| c.is_ascii_alphanumeric() || "_.->[]".contains(c));
        if !is_name || shown.is_empty() {
            let what = format!("`{shown}` is no name of a register");
            let help = "write letters, digits and `_`, as in [register.UART_SR]".to_owned();
            return wrong(name.span().start, what, help);
        }
        let address = *table.address.get_ref();
        let (bytes, at) = match &table.bytes {
            Some(bytes) => (*bytes.get_ref(), bytes.span().start),
            None => (DEFAULT_BYTES, table.address.span().start),
        };
        if !ADDRESSES.contains(&address) || bytes == 0 || address.saturating_add(bytes) > ADDRESSES.end {
            let what = format!("`{shown}`: {bytes} bytes at {address:#x} are no registers");
            let help = "registers have at least one byte, and addresses from 0x1000 up to 4 GiB".to_owned();
            return wrong(at, what, help);
        }
        let cleared_by = match &table.cleared_by {
            None => ClearedBy::Nothing,
            Some(word) => match word.get_ref().as_str() {
                "reading" => ClearedBy::Reading,
                "writing-ones" => ClearedBy::WritingOnes,
                other => {
                    let what = format!("`{shown}`: cleared-by = \"{other}\" is not known");
                    let help = "write \"reading\" or \"writing-ones\", or leave the line out".to_owned();
                    return wrong(word.span().start, what, help);
                }
            },
        };
        let registers = NamedRegisters { name: shown.clone(), address, bytes, cleared_by };
        if let Err(other) = map.add(registers) {
            let first = tables.iter().find(|(known, _)| *known.get_ref() == other.name);
            let first = first.map_or(0, |(known, _)| line(known.span().start));
            let what = format!(
                "`{shown}`, {bytes} bytes at {address:#x}, overlaps `{}` of line {first}, {} bytes at {:#x}",
                other.name, other.bytes, other.address
            );
            let help = "let each address belong to one register: change `address` or `bytes`".to_owned();
            return wrong(table.address.span().start, what, help);
        }
    }
    Ok(map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        register: BTreeMap<Text, RegisterTable>,
    }

    fn read(text: &str) -> Result<RegisterMap, Failure> {
        let file: File = toml::from_str(text).unwrap();
        map("trine.toml", text, &file.register)
    }

    #[test]
    fn a_map_is_read_and_mistakes_name_their_line() {
        let first = "[register.SR]\naddress = 0x4000_4400\ncleared-by = \"reading\"\n";
        let map = read(first).unwrap();
        assert_eq!(map.name(0x4000_4400).as_deref(), Some("SR"));
        assert_eq!(map.entries()[0].cleared_by, ClearedBy::Reading);
        let says = |more: &str| format!("{:?}", read(&format!("{first}{more}")).unwrap_err());
        let overlap = says("[register.AGAIN]\naddress = 0x4000_4402\n");
        assert!(overlap.contains("trine.toml:5: `AGAIN`"), "{overlap}");
        assert!(overlap.contains("overlaps `SR` of line 1"), "{overlap}");
        assert!(says("[register.A]\naddress = 12\n").contains("trine.toml:5: `A`"));
        assert!(says("[register.A]\naddress = 0x50000000\nbytes = 0\n").contains("trine.toml:6: `A`"));
        let word = says("[register.A]\naddress = 0x50000000\ncleared-by = \"reset\"\n");
        assert!(word.contains("trine.toml:6: `A`: cleared-by = \\\"reset\\\" is not known"), "{word}");
    }
}
