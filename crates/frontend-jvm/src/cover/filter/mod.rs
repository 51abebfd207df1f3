//! What a compiler wrote and the programmer did not: left out of the counters, or counted once.
//!
//! The rules are those of JaCoCo 0.8.14 for code that `javac` makes; numbers must agree with its report.
//!
//! ```text
//! whole.rs       methods that are left out as a whole: bridges, synthetic ones, of enums and records, generated
//! resources.rs   closing the resources of a try
//! finally.rs     copies of a finally block, counted as one
//! switches.rs    switches over strings, defaults of exhaustive switches
//! small.rs       leaving a monitor, assertions, patterns of records
//! ```
//!
//! Not done: what is made by the compilers of Kotlin, Scala, Groovy and AspectJ.

mod finally;
mod pattern;
mod resources;
mod small;
mod switches;
mod whole;

use super::nodes::Nodes;
use crate::class::{ClassFile, Method};
use std::collections::BTreeMap;

/// The method whose code is filtered.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its class.
    pub class: &'a ClassFile,
    /// Itself.
    pub method: &'a Method,
    /// Types of the annotations of its class.
    pub class_annotations: &'a [String],
    /// Types of its own annotations.
    pub annotations: &'a [String],
}

/// A way out of an instruction: its index and the number of the way.
pub type WayOf = (usize, u32);

/// What the filters leave of a method.
#[derive(Clone, Debug)]
pub struct Filtered {
    /// By instruction: whether it is left out.
    pub ignored: Vec<bool>,
    /// By instruction: another one that it is counted as, or itself.
    merged: Vec<usize>,
    /// The branches of instructions that have others than their ways: each is covered when one of its ways is.
    pub replaced: BTreeMap<usize, Vec<Vec<WayOf>>>,
}

impl Filtered {
    /// What all filters leave of the code of `subject`.
    #[must_use]
    pub fn new(subject: Subject<'_>, nodes: &Nodes<'_>) -> Self {
        let count = nodes.code.instructions.len();
        let mut filtered =
            Self { ignored: vec![false; count], merged: (0..count).collect(), replaced: BTreeMap::new() };
        if whole::is_left_out(subject, nodes) {
            filtered.ignored.fill(true);
            return filtered;
        }
        small::monitor_exits(nodes, &mut filtered);
        resources::closing(nodes, &mut filtered);
        finally::copies(nodes, &mut filtered);
        small::assertions(subject, nodes, &mut filtered);
        switches::over_strings(nodes, &mut filtered);
        switches::exhaustive(nodes, &mut filtered);
        small::record_patterns(nodes, &mut filtered);
        filtered
    }

    /// Leaves out the instructions `first` to `last`, both included.
    fn ignore(&mut self, first: usize, last: usize) {
        if let Some(ignored) = self.ignored.get_mut(first..=last) {
            ignored.fill(true);
        }
    }

    /// Counts `copy` as `original`.
    fn merge(&mut self, original: usize, copy: usize) {
        let (original, copy) = (self.representative(original), self.representative(copy));
        if original != copy {
            self.merged[copy] = original;
        }
    }

    /// The instruction that `instruction` is counted as.
    #[must_use]
    pub fn representative(&self, mut instruction: usize) -> usize {
        while self.merged[instruction] != instruction {
            instruction = self.merged[instruction];
        }
        instruction
    }
}
