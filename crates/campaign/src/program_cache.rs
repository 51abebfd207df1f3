//! Programs at work: opened when a unit of theirs is worked on, so that their bodies are freed when all are done.
//!
//! ```text
//!  worker 1 ──holds──► opened program of a.c, b.c ◄──holds── worker 2        c.c: closed, its bodies are gone
//!                             │ too many bodies: the next unit gets a fresh one, the units at work keep this one
//!                             └ tables, shared with the loaded program
//! ```
//!
//! A body takes some hundred bytes for each of its values, and a run reads those of every function. What stays of a
//! finished unit are its tests. Who goes through units one after the other keeps what it got until it has the next, so
//! that units of one program share their bodies. An equal body is lowered wherever a program is opened anew: when that
//! happens changes times, never results.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use trine_engine::WorkerMemory;
use trine_ir::Program;

/// Bytes that a value of a body takes, with the instruction that defines it and its places in the source.
const VALUE_BYTES: usize = 400;

/// The programs that somebody works on.
#[derive(Debug)]
pub struct ProgramCache {
    /// Values that the bodies of a program may have before it is opened anew.
    max_values: usize,
    /// The loaded program, and what was opened of it last.
    opened: Mutex<Vec<(Arc<Program>, Weak<Program>)>>,
}

impl ProgramCache {
    /// None yet; `workers` share the bodies of a program, each with its part of `memory`.
    #[must_use]
    pub fn new(memory: WorkerMemory, workers: usize) -> Self {
        let bytes = memory.body_bytes().saturating_mul(workers);
        Self { max_values: bytes / VALUE_BYTES, opened: Mutex::default() }
    }

    /// `program` for a unit of it: shared with others who work on it now, as long as its bodies are not too many.
    #[must_use]
    pub fn open(&self, program: &Arc<Program>) -> Arc<Program> {
        // The table is whole before and after every line here.
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = opened.iter().find(|(loaded, _)| Arc::ptr_eq(loaded, program));
        if let Some(shared) = shared.and_then(|(_, shared)| shared.upgrade())
            && shared.lowered_values() <= self.max_values
        {
            return shared;
        }
        let fresh = Arc::new(program.reopened());
        opened.retain(|(loaded, shared)| shared.strong_count() > 0 && !Arc::ptr_eq(loaded, program));
        opened.push((Arc::clone(program), Arc::downgrade(&fresh)));
        fresh
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "program\nfn0: \"f\"(i32) -> (i32) defined\n\nbody fn0 = function \"f\"(i32) -> (i32) {\n\
        block0(v0: i32):\n    return v0\n}\n";

    fn program() -> Arc<Program> {
        Arc::new(trine_ir::text::parse_program(TEXT).expect("a program"))
    }

    fn lower(program: &Program) {
        let f = program.function_named("f").expect("its name");
        program.body(f).expect("its body");
    }

    #[test]
    fn units_share_a_program_while_one_of_them_is_at_work_and_no_longer() {
        let (program, other) = (program(), program());
        let program_cache = ProgramCache::new(WorkerMemory::default(), 1);
        let first = program_cache.open(&program);
        lower(&first);
        let elsewhere = program_cache.open(&other);
        assert!(!Arc::ptr_eq(&first, &elsewhere));
        let second = program_cache.open(&program);
        assert!(Arc::ptr_eq(&first, &second));
        drop((first, second));
        assert_eq!(program_cache.open(&program).lowered_values(), 0);
        assert_eq!(program.lowered_values(), 0, "the loaded program stays without bodies");
    }

    #[test]
    fn a_program_with_too_many_bodies_is_opened_anew() {
        let program = program();
        let program_cache = ProgramCache { max_values: 0, opened: Mutex::default() };
        let first = program_cache.open(&program);
        assert!(Arc::ptr_eq(&first, &program_cache.open(&program)), "no body yet");
        lower(&first);
        assert!(!Arc::ptr_eq(&first, &program_cache.open(&program)));
    }
}
