//! Tests that the user has already: what the search of a function begins with, and the goals that need no other test.
//!
//! They are made again of the records of an earlier suite ([`crate::UnitContext::remade`]) and run by the campaign, which tells each
//! function what those that hold do in it.

use crate::context::search::SearchContext;
use std::sync::Arc;
use trine_coverage::{CoverageStructure, Trace};
use trine_inputs::Shape;
use trine_record::OwnTestsRecord;
use trine_testcase::TestCase;

/// What tests of the user's are to one function.
#[derive(Clone, Debug, Default)]
pub struct OwnTests {
    /// Those about the function, whether they hold or not: what their inputs are made of.
    pub seeds: Vec<(Shape, TestCase)>,
    /// Those that hold and come to the function, by name, with what they do in it.
    pub reaching: Vec<(String, Trace)>,
    /// How many are about the function, and which of them do not count; their goals are counted when the unit is finished.
    pub record: OwnTestsRecord,
}

impl OwnTests {
    /// What all of them do together.
    #[must_use]
    pub fn union(&self, structure: &CoverageStructure) -> Trace {
        let mut union = structure.new_trace();
        self.reaching.iter().for_each(|(_, trace)| _ = union.merge(trace));
        union
    }

    /// The record, with the number of goals of `structure` that they cover.
    pub(crate) fn counted(&self, structure: &CoverageStructure) -> OwnTestsRecord {
        let goals = structure.covered(&self.union(structure)).count();
        OwnTestsRecord { goals, ..self.record.clone() }
    }
}

/// Begins the search of `context` with the inputs of the tests that the user has, and takes for covered what those cover that hold.
pub(crate) fn begin(context: &mut SearchContext<'_, '_>, own: &OwnTests) {
    let before = context.evaluator.turn_of("your own tests");
    for (shape, test) in &own.seeds {
        context.lengths.extend(shape.lengths.clone());
        context.evaluator.heap.extend(shape.heap.iter().cloned());
        let Ok(entry) = context.factory.entry(shape.clone()) else { continue };
        let entry = Arc::new(entry);
        context.evaluator.evaluate(&entry, &entry.adopt(test), false);
        context.keep_entry(&entry);
    }
    let structure = context.evaluator.structure;
    context.evaluator.archive.give(structure, &own.union(structure));
    context.evaluator.back_to(before);
}
