//! C behind the language seam of the search: a function's preconditions make the shapes of its tests.
//!
//! Inputs are the parameters, the globals that the function reads and a test can name, answers of stubs, and the environment of
//! the process. Nothing but the rules of the seam stands here; the work is done in the modules of these names.

use crate::preconditions::Preconditions;
use crate::shape::kinds::{compatible, is_text};
use crate::shape::{Callbacks, GlobalInput, Shape, ShapeLimits};
use crate::shapes::ShapeFactory;
use crate::{argument_types, hints, lengths, words};
use std::collections::BTreeSet;
use std::ops::Range;
use trine_harness::{ArgumentRead, Ending, OutputWanted, PlanError};
use trine_inputs::{Language, ShapeEntry, Shapes, TracedRun, UnitSite};
use trine_ir::{GlobalId, Program};
use trine_testcase::api::ApiModel;
use trine_testcase::types::TypeId;

impl Language for Preconditions {
    fn shapes<'a>(&'a self, site: &UnitSite<'a, '_>) -> Box<dyn Shapes + 'a> {
        let UnitSite { program, api, callable, function, graph, reads, whole_program } = *site;
        let mut missing = graph.missing_bodies().map(|id| program.callables[id].name.as_str());
        Box::new(ShapeFactory {
            program,
            api,
            callable,
            callbacks: Callbacks::new(program, api, function),
            globals: if whole_program.is_none() { input_globals(program, api, reads) } else { Vec::new() },
            limits: whole_program.unwrap_or_else(ShapeLimits::default),
            preconditions: self,
            // A benchmark program takes nothing but its inputs: there is no saying that `malloc` fails.
            allocates: whole_program.is_none()
                && missing.any(|name| trine_machine::shims::ALLOCATING.contains(&name)),
        })
    }

    fn preconditions(&self) -> Vec<String> {
        self.sentences()
    }

    fn counts(&self, ending: &Ending) -> bool {
        match ending {
            Ending::Returned | Ending::Exited(_) | Ending::Aborted => true,
            Ending::Fault(_) | Ending::Discarded | Ending::Limit(_) | Ending::Unsupported(_) => false,
        }
    }

    fn with_arguments_as_read(&self, entry: &ShapeEntry, read: &[ArgumentRead]) -> Option<Shape> {
        argument_types::as_read(entry, read)
    }

    fn jumps(&self, name: &str) -> bool {
        trine_c_library::jumps(name)
    }

    fn takes_argument_list_of_format(&self, name: &str) -> bool {
        trine_c_library::takes_argument_list_of_format(name)
    }
}

/// Globals that the function or its callees read and that a test can set.
fn input_globals<'a>(
    program: &'a Program,
    api: &'a ApiModel,
    read: &BTreeSet<GlobalId>,
) -> Vec<GlobalInput<'a>> {
    let mut inputs = Vec::new();
    for (id, variable) in api.globals.iter_enumerated() {
        let Some(global) = program.global_named(&variable.symbol) else { continue };
        let data = &program.globals[global];
        if data.undefined && trine_c_library::LIBRARY_VARIABLES.contains(&variable.symbol.as_str()) {
            continue;
        }
        if read.contains(&global) && !data.constant && !api.types.is_const(variable.ty) {
            let (bytes, relocations) = (data.bytes.as_slice(), data.relocations.as_slice());
            inputs.push(GlobalInput { variable: id, bytes, relocations });
        }
    }
    inputs
}

impl Shapes for ShapeFactory<'_> {
    fn entry(&self, shape: Shape) -> Result<ShapeEntry, PlanError> {
        ShapeFactory::entry(self, shape)
    }

    fn impossible_pointer<'e>(&self, entry: &'e ShapeEntry) -> Option<&'e str> {
        ShapeFactory::impossible_pointer(self, entry)
    }

    fn proposals(&self, entry: &ShapeEntry, run: &TracedRun<'_, '_>) -> Vec<Shape> {
        hints::proposals(self, entry, run)
    }

    fn variants(&self, entry: &ShapeEntry) -> Vec<Shape> {
        ShapeFactory::variants(self, entry)
    }

    fn aliases(&self, entry: &ShapeEntry) -> Vec<Shape> {
        ShapeFactory::aliases(self, entry)
    }

    fn shared_inputs(&self, entry: &ShapeEntry) -> Vec<Shape> {
        ShapeFactory::shared_inputs(self, entry)
    }

    fn answered(&self, entry: &ShapeEntry, name: &str, calls: u32) -> Option<Shape> {
        ShapeFactory::answered(self, entry, name, calls)
    }

    fn with_output(&self, entry: &ShapeEntry, name: &str, wanted: &OutputWanted) -> Option<Shape> {
        ShapeFactory::with_output(self, entry, name, wanted)
    }

    fn with_long_strings(&self, entry: &ShapeEntry) -> Option<Shape> {
        ShapeFactory::with_long_strings(self, entry)
    }

    fn command_line(&self, entry: &ShapeEntry) -> Vec<Range<usize>> {
        words::arguments(entry)
    }

    fn lengths_of(&self, entry: &ShapeEntry, path: &str) -> Vec<usize> {
        lengths::integers(entry, path)
    }

    fn is_text(&self, ty: TypeId) -> bool {
        is_text(self.api, ty)
    }

    fn is_compatible(&self, a: TypeId, b: TypeId) -> bool {
        compatible(self.api, a, b)
    }

    fn sets(&self, global: GlobalId) -> bool {
        let symbol = &self.program.globals[global].name;
        self.globals.iter().any(|input| self.api.globals[input.variable].symbol == *symbol)
    }

    fn sets_globals(&self) -> bool {
        !self.globals.is_empty()
    }

    fn allocates(&self) -> bool {
        self.allocates
    }
}
