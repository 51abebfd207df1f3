//! What constructors leave behind: a program whose variables begin with what they hold when `main` begins.
//!
//! Functions with `__attribute__((constructor))` run before `main`, natively before the first test. Here they run once,
//! and what they wrote becomes the initial content of the variables, so that all that reads initial content (runs,
//! shapes of inputs, proofs) begins there, too. A word that holds an address becomes a relocation.
//!
//! Not handled, and refused with the reason: a constructor that calls a function without a body or a model, or one
//! whose answer is an input of the test; one that faults; one after which a variable points to a block. Output of
//! constructors is forgotten. Addresses in words that are not aligned are not recognized.
//! Cost: the runs, and a comparison of all variables.

use crate::config::Config;
use crate::domain::Concrete;
use crate::fault::TerminationReason;
use crate::machine::{Machine, NoStubs};
use crate::memory::{Memory, function_at};
use crate::observer::Ignore;
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_base::index::TypedIndex;
use trine_ir::{FuncId, Global, GlobalId, Program, Relocation, RelocationTarget};

/// Bytes of a word that may hold an address.
const WORD: u64 = 8;

/// `program` after its `constructors` have run, in this order. Library functions in `inputs` answer by the test.
///
/// # Errors
/// Why that cannot be: a sentence about a constructor.
pub fn constructed(program: &Program, constructors: &[FuncId], inputs: &[&str]) -> Result<Program, String> {
    if program.target.pointer_bytes != WORD as u32 {
        return Err("constructors are run for 64-bit targets only".to_owned());
    }
    let config = Config::default();
    let opened = Arc::new(program.reopened());
    let mut machine = Machine::new(Arc::clone(&opened), config)
        .map_err(|error| format!("memory of constructors: {error}"))?;
    machine.answer_by_stub(inputs);
    let ids: Vec<GlobalId> = program.globals.indices().collect();
    let before: Vec<Vec<u8>> = ids.iter().map(|&id| content(&machine, program, id)).collect();
    for &constructor in constructors {
        let outcome = machine.run(constructor, &[], &mut Concrete, &mut Ignore, &mut NoStubs);
        let name = &program.callables[constructor].name;
        match outcome.reason {
            TerminationReason::Returned => {}
            TerminationReason::Unsupported(what) => return Err(format!("`{name}`: {}", what.what)),
            TerminationReason::Fault(fault) => return Err(format!("`{name}` fails: {}", fault.kind)),
            TerminationReason::StepLimit => return Err(format!("`{name}` does not end within its steps")),
            _ => return Err(format!("`{name}` does not return")),
        }
    }
    let places: BTreeMap<u64, GlobalId> = ids.iter().map(|&id| (machine.global_address(id), id)).collect();
    let mut globals = (*program.globals).clone();
    for (&id, before) in ids.iter().zip(&before) {
        let after = content(&machine, program, id);
        if after != *before {
            let (memory, functions) = (machine.memory(), program.callables.len());
            let changes = Changes { before, after: &after, memory, places: &places, functions };
            changes.apply(&mut globals[id])?;
        }
    }
    Ok(program.with_globals(globals))
}

fn content(machine: &Machine, program: &Program, id: GlobalId) -> Vec<u8> {
    let size = program.globals[id].size_bytes;
    machine.memory().read_bytes(machine.global_address(id), size).map(<[u8]>::to_vec).unwrap_or_default()
}

/// What became of one variable.
struct Changes<'a> {
    before: &'a [u8],
    after: &'a [u8],
    memory: &'a Memory,
    /// Variables by the address of their first byte.
    places: &'a BTreeMap<u64, GlobalId>,
    /// How many functions there are: a number may look like the address of another.
    functions: usize,
}

impl Changes<'_> {
    /// Gives `global` the content that it has now.
    fn apply(&self, global: &mut Global) -> Result<(), String> {
        global.bytes.resize(self.after.len(), 0);
        for start in (0..self.after.len()).step_by(WORD as usize) {
            let word = start..(start + WORD as usize).min(self.after.len());
            if self.before[word.clone()] == self.after[word.clone()] {
                continue;
            }
            global.relocations.retain(|relocation| !word.contains(&(relocation.offset as usize)));
            match self.address(word.start, &global.name)? {
                Some(target) => {
                    global.bytes[word.clone()].fill(0);
                    global.relocations.push(Relocation { offset: word.start as u64, target });
                }
                None => global.bytes[word.clone()].copy_from_slice(&self.after[word]),
            }
        }
        global.relocations.sort_by_key(|relocation| relocation.offset);
        Ok(())
    }

    /// What the word at `start` points to, if it holds an address.
    fn address(&self, start: usize, name: &str) -> Result<Option<RelocationTarget>, String> {
        let Some(bytes) = self.after.get(start..start + WORD as usize) else { return Ok(None) };
        let value = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        if let Some(function) = function_at(value).filter(|function| function.position() < self.functions) {
            return Ok(Some(RelocationTarget::Function(function)));
        }
        if self.memory.resolve(value).is_none() {
            return Ok(None);
        }
        let holder = self.places.range(..=value).next_back().and_then(|(&base, &id)| {
            let is_in = self.memory.resolve(base)?.0 == self.memory.resolve(value)?.0;
            is_in.then_some(RelocationTarget::Global(id, (value - base) as i64))
        });
        match holder {
            Some(target) => Ok(Some(target)),
            None => Err(format!("they leave a pointer to a block of memory in `{name}`")),
        }
    }
}
