//! The environment's part of a shape: how much there is to read, which files exist, which
//! allocation fails, what clocks show, what hardware registers give.
//!
//! Inputs grow as runs read them to the end, files come up as runs name paths:
//!
//! ```text
//! {}                 getchar() met the end             -> input: 16 characters, at first all NUL
//! {}                 fopen("a") asked for a path       -> files: [exists, 16 characters]
//! files: [exists]    each of the other answers         -> [missing], [denied], [full]
//! {}                 the code allocates                -> allocations_fail, a leaf says which
//! {}                 the code looked at a clock        -> clock: leaves say start and step
//! {}                 a register was read 5 times       -> registers: a value for the first read, then for 2, 4, 5
//! ```
//!
//! Contents are strings that end at their first NUL, so that edits of a text change its length; the
//! variant `exact` reads them as blocks, for code that reads records with NULs in them.

use crate::shape::{EnvironmentShape, FileShape, PointerShape, RegisterShape, Shape};
use crate::slot::Slot;
use std::collections::BTreeMap;
use trine_harness::UnmetRequests;
use trine_machine::memory::RegisterReads;
use trine_testcase::LeafId;

/// Characters of an input when it is first read.
pub const FIRST_CHARACTERS: u32 = 16;
/// Characters up to which an input that is read to its end grows by itself.
const MAX_CHARACTERS: u32 = 64;
/// Longest block that an input grows to at once, because one call asked for it.
const LONGEST_BLOCK: u32 = 512;
/// Files whose presence and content a test chooses.
const MAX_FILES: usize = 4;

/// Reads of one register that have a value of their own.
const MAX_READS: u32 = 16;
/// Registers of a test that have values.
const MAX_REGISTERS: usize = 64;

/// Lengths to which blocks are cut.
const LENGTHS: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 20, 24, 32, 48];

/// The length of an input of `now` leaves that was asked for `asked` bytes.
fn grown_length(now: u32, asked: usize, exact: bool) -> Option<u32> {
    let asked = u32::try_from(asked).unwrap_or(u32::MAX);
    let wanted = match asked.saturating_sub(now) {
        0 => return None,
        1 if exact && now > 0 => return None,
        2.. if asked <= LONGEST_BLOCK => asked,
        _ => now.saturating_mul(2).clamp(FIRST_CHARACTERS, MAX_CHARACTERS),
    };
    let wanted = if now == 0 { wanted.max(FIRST_CHARACTERS) } else { wanted };
    (wanted > now).then_some(wanted)
}

/// Gives the register at `address` more values if it may have more than it has; whether it got them.
fn serve_register(registers: &mut BTreeMap<u64, RegisterShape>, address: u64, asked: &RegisterReads) -> bool {
    if !registers.contains_key(&address) && registers.len() >= MAX_REGISTERS {
        return false;
    }
    let register = registers.entry(address).or_default();
    let before = *register;
    if register.reads == 0 {
        register.bytes = asked.bytes;
    }
    if asked.count > register.reads {
        register.reads = asked.count.min(register.reads * 2).max(register.reads + 1).min(MAX_READS);
    }
    if register.plain_bytes == 0 {
        register.plain_bytes = asked.plain_bytes;
    }
    *register != before
}

/// Gives the volatile object at `path` more values, if `after` reads came after its first and it may have more; whether it got them.
fn serve_volatile(volatile: &mut BTreeMap<String, u32>, path: Option<&str>, after: u32) -> bool {
    let Some(path) = path else { return false };
    let now = volatile.get(path).copied().unwrap_or(0);
    let wanted = after.min(now * 2).max(now + 1).min(MAX_READS - 1);
    if after <= now || wanted <= now || now == 0 && volatile.len() >= MAX_REGISTERS {
        return false;
    }
    volatile.insert(path.to_owned(), wanted);
    true
}

/// `shape` with more of what a run of it wished for; `None` when it has all it may have. `slot_of_stream` gives the
/// pointer that a stream of the plan was made for, `path_of` the access path that a leaf is named after.
pub fn served<'s>(
    shape: &Shape,
    unmet_requests: &UnmetRequests,
    slot_of_stream: impl Fn(usize) -> Option<&'s Slot>,
    path_of: impl Fn(LeafId) -> Option<&'s str>,
) -> Option<Shape> {
    // After almost every run, and the search asks after each.
    if !unmet_requests.ask_for_more() {
        return None;
    }
    let mut shape = shape.clone();
    let exact = shape.environment.exact;
    let mut changed = false;
    if let Some(asked) = unmet_requests.input
        && let Some(length) = grown_length(shape.environment.input.unwrap_or(0), asked, exact)
    {
        shape.environment.input = Some(length);
        changed = true;
    }
    for &(at, asked) in &unmet_requests.files {
        if let Some(FileShape::Exists(now)) = shape.environment.files.get_mut(at)
            && let Some(length) = grown_length(*now, asked, exact)
        {
            *now = length;
            changed = true;
        }
    }
    for &(at, asked) in &unmet_requests.streams {
        if let Some(slot) = slot_of_stream(at)
            && let PointerShape::Fresh(now) = slot.chosen.clone()
            && let Some(length) = grown_length(now, asked, exact)
        {
            shape.pointers.insert(slot.path.clone(), PointerShape::Fresh(length));
            changed = true;
        }
    }
    while shape.environment.files.len() < unmet_requests.paths_named.min(MAX_FILES) {
        shape.environment.files.push(FileShape::Exists(FIRST_CHARACTERS));
        changed = true;
    }
    if unmet_requests.clock && !shape.environment.clock {
        shape.environment.clock = true;
        changed = true;
    }
    for (address, asked) in &unmet_requests.registers {
        changed |= serve_register(&mut shape.environment.registers, *address, asked);
    }
    for &(leaf, after) in &unmet_requests.volatile {
        changed |= serve_volatile(&mut shape.environment.volatile, path_of(leaf), after);
    }
    changed.then_some(shape)
}

/// Whether a run of `shape` that wished for this read registers that may have more values.
#[must_use]
pub fn serves_registers<'s>(
    shape: &Shape,
    unmet_requests: &UnmetRequests,
    path_of: impl Fn(LeafId) -> Option<&'s str>,
) -> bool {
    let mut registers = shape.environment.registers.clone();
    let mut volatile = shape.environment.volatile.clone();
    unmet_requests.registers.iter().any(|(address, asked)| serve_register(&mut registers, *address, asked))
        || unmet_requests
            .volatile
            .iter()
            .any(|&(leaf, after)| serve_volatile(&mut volatile, path_of(leaf), after))
}

/// Shapes that differ from `base` in one choice of its environment, but for failing allocations; `reads` says whether
/// its skeleton has contents to read.
#[must_use]
pub fn variants(base: &Shape, reads: bool) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let environment = &base.environment;
    if !environment.exact && reads {
        let mut shape = base.clone();
        shape.environment.exact = true;
        shapes.push(shape);
    }
    for (at, file) in environment.files.iter().enumerate() {
        let answers =
            [FileShape::Missing, FileShape::Denied, FileShape::Full, FileShape::Exists(FIRST_CHARACTERS)];
        let same = |a: FileShape, b: FileShape| std::mem::discriminant(&a) == std::mem::discriminant(&b);
        for answer in answers.into_iter().filter(|&answer| !same(answer, *file)) {
            let mut shape = base.clone();
            shape.environment.files[at] = answer;
            shapes.push(shape);
        }
    }
    shapes
}

/// `shape` with a leaf that says which allocation fails.
#[must_use]
pub fn failing(shape: &Shape) -> Shape {
    let mut shape = shape.clone();
    shape.environment.allocations_fail = true;
    shape
}

/// Shapes with an environment that a reader understands sooner, simplest first.
#[must_use]
pub fn simpler(shape: &Shape) -> Vec<Shape> {
    let mut environments = Vec::new();
    let now = &shape.environment;
    let mut offer = |change: &dyn Fn(&mut EnvironmentShape)| {
        let mut environment = now.clone();
        change(&mut environment);
        if environment != *now {
            environments.push(environment);
        }
    };
    offer(&|e| e.allocations_fail = false);
    offer(&|e| e.clock = false);
    offer(&|e| e.files.truncate(e.files.len().saturating_sub(1)));
    offer(&|e| e.input = None);
    offer(&|e| e.exact = false);
    for at in 0..now.files.len() {
        offer(&|e| e.files[at] = FileShape::Missing);
    }
    for (address, register) in &now.registers {
        for reads in 0..register.reads {
            offer(&|e| {
                e.registers.insert(*address, RegisterShape { reads, ..*register });
            });
        }
        offer(&|e| {
            e.registers.insert(*address, RegisterShape { plain_bytes: 0, ..*register });
        });
    }
    for (path, &values) in &now.volatile {
        for fewer in 0..values {
            offer(&|e| {
                match fewer {
                    0 => e.volatile.remove(path),
                    _ => e.volatile.insert(path.clone(), fewer),
                };
            });
        }
    }
    if now.exact {
        for length in LENGTHS {
            offer(&|e| e.input = e.input.map(|now| now.min(length)));
            for at in 0..now.files.len() {
                offer(&|e| {
                    if let FileShape::Exists(now) = &mut e.files[at] {
                        *now = (*now).min(length);
                    }
                });
            }
        }
    }
    environments.into_iter().map(|environment| Shape { environment, ..shape.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_grow_by_doubling_or_to_the_block_that_was_asked_for() {
        assert_eq!(grown_length(0, 1, false), Some(16));
        assert_eq!(grown_length(16, 17, false), Some(32));
        assert_eq!(grown_length(64, 65, false), None);
        assert_eq!(grown_length(16, 40, false), Some(40));
        assert_eq!(grown_length(0, 4096, false), Some(16));
        assert_eq!(grown_length(16, 17, true), None);
        assert_eq!(grown_length(16, 24, true), Some(24));
        assert_eq!(grown_length(24, 24, true), None);
    }

    #[test]
    fn a_simpler_environment_gives_up_one_thing() {
        let environment = EnvironmentShape {
            input: Some(4),
            files: vec![FileShape::Exists(2)],
            exact: false,
            allocations_fail: true,
            ..EnvironmentShape::default()
        };
        let shape = Shape { environment, ..Shape::default() };
        let simpler = simpler(&shape);
        assert!(!simpler[0].environment.allocations_fail);
        assert!(simpler.iter().any(|shape| shape.environment.files == [FileShape::Missing]));
        assert!(simpler.iter().all(|other| *other != shape));
    }
}
