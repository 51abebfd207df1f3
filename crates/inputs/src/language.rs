//! What a language decides of the search of one unit: its inputs, and how a run of it may end.
//!
//! | decided | asked by |
//! |---|---|
//! | which objects a test makes, and the skeleton of a shape | every technique ([`Shapes::entry`]) |
//! | which shapes a run suggests, and which differ in one choice | directed search, variation ([`Shapes::proposals`], [`Shapes::variants`]) |
//! | what stubs return and write | whoever changes shapes because a run asked ([`Shapes::answered`], [`Shapes::with_output`]) |
//! | where texts, command lines, lengths lie among the values | the techniques of these names |
//! | what callers guarantee | the unit's record ([`Language::preconditions`]) |
//! | which endings count, and whom faults of library functions blame | the evaluator ([`Language::counts`], [`Language::jumps`]) |
//!
//! How tests are written down and judged natively is decided above, by the campaign's half of the seam (`campaign/src/language.rs`).
//! To add a language: implement both traits, and hand the first to the units of its campaign. What a language does not have (pointers,
//! stubs, texts) it leaves out: `engine/tests/language.rs` has one whose tests pass numbers and nothing else.

use crate::entry::ShapeEntry;
use crate::shape::{Shape, ShapeLimits};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use trine_harness::{ArgumentRead, Comparison, Ending, Harness, OutputWanted, PlanError, SourceTaint};
use trine_ir::analysis::CallGraph;
use trine_ir::{FuncId, GlobalId, Program};
use trine_testcase::api::{ApiModel, CallableId};
use trine_testcase::types::TypeId;

/// Where a unit stands: what its inputs are made for.
#[derive(Clone, Copy, Debug)]
pub struct UnitSite<'a, 'g> {
    /// The program.
    pub program: &'a Arc<Program>,
    /// Its API model.
    pub api: &'a ApiModel,
    /// The callable under test.
    pub callable: CallableId,
    /// Its function.
    pub function: FuncId,
    /// What it calls.
    pub graph: &'g CallGraph,
    /// Globals that it, or what it calls, reads.
    pub reads: &'g BTreeSet<GlobalId>,
    /// The function is the entry of a program that takes nothing but answers of stubs, within these limits; `None` for a
    /// function alone.
    pub whole_program: Option<ShapeLimits>,
}

/// What a language decides of one unit: what its callers guarantee is part of it.
pub trait Language: Debug + Sync {
    /// The shapes that tests of the unit at `site` can have.
    fn shapes<'a>(&'a self, site: &UnitSite<'a, '_>) -> Box<dyn Shapes + 'a>;

    /// What callers of the unit guarantee, in sentences; none where that is nothing.
    fn preconditions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether a run of a function alone that ended so counts as one that a test may make.
    fn counts(&self, ending: &Ending) -> bool;

    /// The shape whose variable arguments have the types that a run of `entry` read them as; `None` where they do.
    fn with_arguments_as_read(&self, _entry: &ShapeEntry, _read: &[ArgumentRead]) -> Option<Shape> {
        None
    }

    /// Whether the library function of this name continues where another call said before.
    fn jumps(&self, _name: &str) -> bool {
        false
    }

    /// Whether the library function of this name takes a format, and its arguments as a list that somebody else made.
    fn takes_argument_list_of_format(&self, _name: &str) -> bool {
        false
    }
}

/// The last traced run of an entry: what it compared, and whether it ended in a fault.
pub struct TracedRun<'r, 'a> {
    /// The machine it ran in.
    pub harness: &'r Harness<'a>,
    /// Where the pointers that it compared come from.
    pub origins: &'r SourceTaint,
    /// Whether it ended in a fault.
    pub faulted: bool,
    /// Tells comparisons whose other outcome nothing has shown yet.
    pub matters: &'r dyn Fn(&Comparison) -> bool,
}

/// The shapes that tests of one unit can have.
pub trait Shapes {
    /// Builds and compiles `shape`.
    ///
    /// # Errors
    /// When the callable cannot be called by this version.
    fn entry(&self, shape: Shape) -> Result<ShapeEntry, PlanError>;

    /// A pointer of `entry` that is null although callers guarantee that it never is: nothing of its type can be made.
    fn impossible_pointer<'e>(&self, _entry: &'e ShapeEntry) -> Option<&'e str> {
        None
    }

    /// Shapes that `run`, the last traced one of `entry`, suggests, best first.
    fn proposals(&self, _entry: &ShapeEntry, _run: &TracedRun<'_, '_>) -> Vec<Shape> {
        Vec::new()
    }

    /// Shapes that differ from that of `entry` in one choice.
    fn variants(&self, _entry: &ShapeEntry) -> Vec<Shape> {
        Vec::new()
    }

    /// Shapes of `entry` in which a pointer points to the object of an earlier one of its type.
    fn aliases(&self, _entry: &ShapeEntry) -> Vec<Shape> {
        Vec::new()
    }

    /// Shapes in which two inputs that are both freed are one object.
    fn shared_inputs(&self, _entry: &ShapeEntry) -> Vec<Shape> {
        Vec::new()
    }

    /// The shape of `entry` with at least `calls` return values for the stub named `name`; `None` when it may have no more.
    fn answered(&self, _entry: &ShapeEntry, _name: &str, _calls: u32) -> Option<Shape> {
        None
    }

    /// The shape of `entry` with a value for this output of the external `name`; `None` when it has one.
    fn with_output(&self, _entry: &ShapeEntry, _name: &str, _wanted: &OutputWanted) -> Option<Shape> {
        None
    }

    /// The shape of `entry` with room for a line in each text whose length nothing says; `None` when there is none.
    fn with_long_strings(&self, _entry: &ShapeEntry) -> Option<Shape> {
        None
    }

    /// The leaves of each text on the command line behind the name of the program.
    fn command_line(&self, _entry: &ShapeEntry) -> Vec<Range<usize>> {
        Vec::new()
    }

    /// The integers of `entry` that may say how long the object at `path` is, likeliest first.
    fn lengths_of(&self, _entry: &ShapeEntry, _path: &str) -> Vec<usize> {
        Vec::new()
    }

    /// Whether objects of this type are the characters of a text.
    fn is_text(&self, _ty: TypeId) -> bool {
        false
    }

    /// Whether a pointer to `a` may stand where a pointer to `b` is wanted.
    fn is_compatible(&self, a: TypeId, b: TypeId) -> bool {
        a == b
    }

    /// Whether tests set this global.
    fn sets(&self, _global: GlobalId) -> bool {
        false
    }

    /// Whether tests set any global.
    fn sets_globals(&self) -> bool {
        false
    }

    /// Whether the unit, or what it calls, asks for memory that may not be had.
    fn allocates(&self) -> bool {
        false
    }
}
