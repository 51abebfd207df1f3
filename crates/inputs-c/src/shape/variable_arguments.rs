//! A `va_list` and the arguments behind it; those of a function with a `...` of its own are such an array, too.
//!
//! ```text
//! ap  ->  { 48, 176, overflow, null }        both areas of saved registers are used up
//!                       |
//!                       +-> { arg0, arg1, … }   unions, 8 bytes each
//! ```
//!
//! There are none at first; a run that reads one more asks for it, as with any object that is read past its end.
//! What type each has, runs say too ([`crate::argument_types`]).

use super::builder::Builder;
use super::fill::Target;
use super::{PointerShape, Slot, SlotKind};
use trine_testcase::test_case::{Place, PlaceStep, PointerValue, Statement};
use trine_testcase::types::TypeId;

/// The path of the variable arguments that a function takes itself.
pub(super) const VARIADIC: &str = "variadic";
/// Variable arguments of one call, at most.
const MAX_ARGUMENTS: u32 = 32;
/// Position in the record of the pointer to the next argument in memory.
const OVERFLOW_AREA: u32 = 2;

impl Builder<'_> {
    /// A `va_list`, whose record has type `record`, for the parameter `name`.
    pub(super) fn argument_list(&mut self, record: TypeId, name: &str) -> PointerValue {
        let Some(argument) = self.api.types.variable_argument() else { return PointerValue::Null };
        let first = self.variable_arguments(argument, name);
        let list = Place::variable(self.object(record, None, name));
        self.statements.push(Statement::SetPointer {
            place: list.step(PlaceStep::Field(OVERFLOW_AREA)),
            value: PointerValue::To(first),
        });
        PointerValue::To(list)
    }

    /// An array of variable arguments of type `argument`; gives the place of the first.
    pub(super) fn variable_arguments(&mut self, argument: TypeId, name: &str) -> Place {
        let natural = PointerShape::Fresh(0);
        let chosen = self.shape.pointers.get(name).cloned().unwrap_or_else(|| natural.clone());
        let count = if let PointerShape::Fresh(count) = chosen { count.min(MAX_ARGUMENTS) } else { 0 };
        let slot = self.built.slots.len();
        self.built.slots.push(Slot {
            path: name.to_owned(),
            kind: SlotKind::Arguments { most: MAX_ARGUMENTS },
            chosen: PointerShape::Fresh(count),
            natural,
            pointee: argument,
            source: None,
        });
        let area = self.object(argument, Some(count), name);
        self.built.extents.insert(area, (slot, 0));
        let area = Place::variable(area);
        for index in 0..count {
            let place = area.step(PlaceStep::Index(index));
            self.fill(argument, Target::of(place, format!("{name}[{index}]"), 1));
        }
        area.step(PlaceStep::Index(0))
    }
}
