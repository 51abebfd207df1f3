//! Runs of sequences whose leaves are variables, and the paths that they take.

use crate::inputs::Bound;
use crate::strings::hash_of;
use crate::summaries::{Layout, Summaries};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use trine_dse::{Concolic, PathCondition, UnitPath};
use trine_harness_jvm::{Run, Stage};
use trine_ir::Program;
use trine_jdk::vm::Vm;
use trine_testcase::objects::{Constants, Sequence};

/// Strings of the code that hash codes are compared with.
const MAX_CONSTANTS: usize = 48;

/// The domain and the observer of symbolic runs.
pub(crate) struct SymbolicRuns {
    /// What gives values their terms.
    pub domain: Concolic,
    /// What records the path.
    pub observer: UnitPath,
    /// The program that runs.
    pub program: Arc<Program>,
    names: Arc<FxHashSet<String>>,
    layout: Option<Layout>,
    constants: Arc<[Vec<u8>]>,
}

impl SymbolicRuns {
    /// For tests of the functions with these names. `constants` are those of the code under test.
    pub fn new(vm: &mut Vm, functions: impl IntoIterator<Item = String>, constants: &Constants) -> Self {
        let program = Arc::clone(&vm.program);
        let names: Arc<FxHashSet<String>> = Arc::new(functions.into_iter().collect());
        let domain = Concolic::new();
        let observer = UnitPath::new(&domain, &program, &names);
        let constants = hashed(constants);
        Self { domain, observer, layout: layout(vm), program, names, constants: constants.into() }
    }

    /// Runs `sequence`, to which `bound` belongs, from a reset.
    pub fn run(&mut self, stage: &mut Stage, sequence: &Sequence, bound: &Bound) -> Run {
        self.domain.bind(bound.bindings.clone());
        self.domain.values = bound.values.clone();
        self.domain.summaries = self.layout.map(|layout| {
            let summaries = Summaries {
                program: Arc::clone(&self.program),
                layout,
                texts: bound.texts.clone(),
                constants: Arc::clone(&self.constants),
                kinds: Vec::new(),
            };
            Box::new(summaries) as Box<dyn trine_dse::CallSummaries>
        });
        self.observer.clear();
        stage.reset_settled();
        without_cache(stage);
        stage.run_in(sequence, &mut self.domain, &mut self.observer)
    }

    /// The path of the last run, and for each step how many branches with terms came before it.
    pub fn path(&mut self) -> (PathCondition, Vec<u32>) {
        self.observer.path.path_with_positions(&mut self.domain, &self.program)
    }

    /// Forgets all terms.
    pub fn forget(&mut self) {
        self.domain = Concolic::new();
        self.observer = UnitPath::new(&self.domain, &self.program, &self.names);
    }
}

/// Strings of the code, [`MAX_CONSTANTS`] at most: first those whose hash code is a number of the code, as where it switches by strings.
fn hashed(constants: &Constants) -> Vec<Vec<u8>> {
    let latin = |units: &Vec<u16>| units.iter().map(|&unit| u8::try_from(unit).ok()).collect();
    let mut strings: Vec<Vec<u8>> = constants.strings.iter().filter_map(latin).collect();
    let is_key = |string: &Vec<u8>| constants.integers.contains(&i64::from(hash_of(string) as i32));
    strings.sort_by_cached_key(|string| !is_key(string));
    strings.truncate(MAX_CONSTANTS);
    strings
}

/// Lets every `int` be wrapped in an object of its own: a shared one of the library's cache stands for one value.
fn without_cache(stage: &mut Stage) {
    const CACHE: &str = "java/lang/Integer$IntegerCache";
    // A JDK without that field wraps in its own way.
    let _ = stage.in_env(|env| match env.needs_initialising(CACHE)? {
        true => Ok(()),
        false => env.set_static(CACHE, "high", 4, u64::from(-129_i32 as u32)),
    });
}

/// Where strings have their characters; `None` for a JDK whose strings have others.
fn layout(vm: &mut Vm) -> Option<Layout> {
    let value = vm.offset("java/lang/String", "value").ok()?;
    let coder = vm.offset("java/lang/String", "coder").ok()?;
    let class = u64::from(vm.program.class_named("java/lang/String")?.0);
    Some(Layout { value, coder, class })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_that_the_code_switches_by_come_first() {
        let mut constants = Constants::default();
        for number in 0..2 * MAX_CONSTANTS {
            constants.strings.push(format!("other{number}").encode_utf16().collect());
        }
        for key in ["alpha", "omega"] {
            constants.strings.push(key.encode_utf16().collect());
            constants.integers.push(i64::from(hash_of(key.as_bytes()) as i32));
        }
        let hashed = hashed(&constants);
        assert_eq!(hashed.len(), MAX_CONSTANTS);
        assert_eq!(hashed[..3], [b"alpha".to_vec(), b"omega".to_vec(), b"other0".to_vec()]);
    }
}
