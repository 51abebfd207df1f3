//! Hardware registers of tests in C: what they give, and what the code wrote to them.
//!
//! ```c
//! trine_watch_registers();
//! trine_register_gives(0x40004400, 4, 0x00);           // the first read of the status: not ready
//! trine_register_gives(0x40004400, 4, 0x80);           // the second: ready
//!
//! TRINE_CHECK_INT(uart_send('x'), 0);
//! TRINE_CHECK(trine_register_written(0, 0x40004404, 4, 0x78));
//! ```
//!
//! The support code maps the pages at their addresses and watches each access. Not handled, and left to the replay in
//! our machine: addresses that a process may not map, pages that are used as registers and as plain memory, and values of
//! more than 8 bytes.

use crate::c::scope::{Scope, Unwritable};
use std::collections::BTreeSet;
use trine_record::TestRecord;
use trine_testcase::{
    ClearedBy, NamedRegisters, Observed, ObservedValue, Place, PlaceStep, RegisterMap, RegisterValue,
    Statement, TypeKind,
};

/// The end of what is said of tests that no process can run.
pub const MACHINE_ONLY: &str = "replayed by Trine's machine only";

/// The support code, which stands at the end of that of the environment.
pub(crate) const SOURCE: &str = include_str!("harness/trine_registers.c");
/// Its declarations.
pub(crate) const HEADER: &str = include_str!("harness/trine_registers.h");

/// Addresses below this one cannot be mapped: `vm.mmap_min_addr` of Linux.
const LOWEST_MAPPED: u64 = 0x1_0000;
const PAGE_BYTES: u64 = 4096;
const MAX_BYTES: u32 = 8;

/// An address that a test speaks of.
struct Access {
    address: u64,
    bytes: u32,
    /// Whether it is plain memory.
    is_plain: bool,
}

fn accesses(record: &TestRecord) -> Vec<Access> {
    let given = record.statements.iter().filter_map(|statement| match *statement {
        Statement::Register(RegisterValue { address, bytes, held, .. }) => {
            Some(Access { address, bytes, is_plain: held })
        }
        _ => None,
    });
    let seen = record.observations.iter().filter_map(|observation| match observation.place {
        Observed::RegisterWrite { address, bytes, .. } => Some(Access { address, bytes, is_plain: false }),
        Observed::FixedMemory { address, bytes } => Some(Access { address, bytes, is_plain: true }),
        _ => None,
    });
    given.chain(seen).collect()
}

/// Whether the code of `record` reads or writes registers.
#[must_use]
pub(crate) fn is_used(record: &TestRecord) -> bool {
    let counts = |seen: &trine_testcase::Observation| seen.place == Observed::RegisterWrites;
    let changes = record.statements.iter().any(is_change);
    changes || record.observations.iter().any(counts) || !accesses(record).is_empty()
}

/// Whether `statement` lets a volatile object change.
pub(crate) fn is_change(statement: &Statement) -> bool {
    matches!(statement, Statement::Volatile { .. })
}

/// Whether `place` is a bit-field.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn is_bit_field(scope: &Scope<'_>, place: &Place) -> Result<bool, Unwritable> {
    let Some((PlaceStep::Field(last), outer)) = place.steps.split_last() else { return Ok(false) };
    let record = scope.place(&Place { root: place.root, steps: outer.to_vec() })?;
    Ok(match scope.types().kind(record.ty) {
        TypeKind::Record { fields, .. } => {
            fields.get(*last as usize).is_some_and(|field| field.bit_width.is_some())
        }
        _ => false,
    })
}

/// What stands at the start of a test.
///
/// # Errors
/// When a process cannot give the test what it needs.
pub(crate) fn watch(map: &RegisterMap, record: &TestRecord) -> Result<Vec<String>, Unwritable> {
    if !is_used(record) {
        return Ok(Vec::new());
    }
    let all = accesses(record);
    let page = |access: &Access| access.address / PAGE_BYTES;
    let plain: BTreeSet<u64> = all.iter().filter(|access| access.is_plain).map(page).collect();
    for access in &all {
        let address = access.address;
        if address < LOWEST_MAPPED {
            let why = "is below what a process may map";
            return Err(Unwritable(format!("the register at {address:#x} {why}; {MACHINE_ONLY}")));
        }
        if access.bytes > MAX_BYTES {
            let why = format!("has more than {MAX_BYTES} bytes");
            return Err(Unwritable(format!("the register at {address:#x} {why}; {MACHINE_ONLY}")));
        }
        if !access.is_plain && plain.contains(&page(access)) {
            let why = "shares its page with plain memory";
            return Err(Unwritable(format!("the register at {address:#x} {why}; {MACHINE_ONLY}")));
        }
    }
    let plain = plain.into_iter().map(|page| format!("trine_memory_at({:#x});", page * PAGE_BYTES));
    let used = |entry: &&NamedRegisters| {
        all.iter().any(|access| (entry.address..entry.end()).contains(&access.address))
    };
    let clearing = map.entries().iter().filter(used).filter_map(|entry| {
        let function = match entry.cleared_by {
            ClearedBy::Nothing => return None,
            ClearedBy::Reading => "trine_cleared_by_reading",
            ClearedBy::WritingOnes => "trine_cleared_by_writing_ones",
        };
        Some(format!("{function}({}, {});", shown(map, entry.address), entry.bytes))
    });
    Ok(std::iter::once("trine_watch_registers();".to_owned()).chain(plain).chain(clearing).collect())
}

/// The line that gives a register its value.
pub(crate) fn give(map: &RegisterMap, record: &TestRecord, given: &RegisterValue) -> String {
    let RegisterValue { address, bytes, value, held } = *given;
    let bits = record.leaves.get(value.0 as usize).copied().unwrap_or(0);
    let function = if held { "trine_memory_holds" } else { "trine_register_gives" };
    format!("{function}({}, {bytes}, {});", shown(map, address), number(bits, bytes))
}

/// The condition that a check of `seen`, with `value`, asks for; `None` for other observations.
pub(crate) fn condition(map: &RegisterMap, seen: &Observed, value: &ObservedValue) -> Option<String> {
    let ObservedValue::Leaf(_, bits) = value else { return None };
    match *seen {
        Observed::RegisterWrite { position, address, bytes } => {
            let value = number(*bits, bytes);
            Some(format!("trine_register_written({position}, {}, {bytes}, {value})", shown(map, address)))
        }
        Observed::FixedMemory { address, bytes } => {
            Some(format!("trine_memory_is({}, {bytes}, {})", shown(map, address), number(*bits, bytes)))
        }
        _ => None,
    }
}

/// An address, with its name where the map has one.
fn shown(map: &RegisterMap, address: u64) -> String {
    match map.name(address) {
        Some(name) => format!("{address:#010x} /* {name} */"),
        None => format!("{address:#010x}"),
    }
}

pub(crate) fn number(bits: u128, bytes: u32) -> String {
    let suffix = if bytes > 4 { "ull" } else { "" };
    match bits {
        0..=9 => format!("{bits}{suffix}"),
        _ => format!("{bits:#x}{suffix}"),
    }
}
