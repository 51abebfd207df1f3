//! Outputs of stubs: objects that an external without a body writes to where a parameter points.
//!
//! ```text
//! {("read_config", 1): 1 call, 1 element}   -> read_config_out = fresh{ port = leaf0, ... }
//!                                              stub read_config writes read_config_out to parameter 1
//! ```

use super::Shape;
use super::builder::Builder;
use super::fill::Target;
use super::kinds::{byte_type, is_text};
use crate::shapes::ShapeFactory;
use trine_harness::OutputWanted;
use trine_inputs::ShapeEntry;
use trine_testcase::test_case::{Place, PlaceStep, Statement};
use trine_testcase::types::{TypeId, TypeKind};

/// Levels of pointers below an output that are null by default: an output is what a pointer points to.
const DEPTH: u32 = 1;

impl Builder<'_> {
    /// What `calls` calls of the external `name` write to where its parameter points.
    pub(super) fn stub_outputs(&mut self, name: &str, parameter: u32, calls: u32, elements: u32) {
        let Some(callable) = self.api.callable_named(name) else { return };
        let Some(param) = self.api.callables[callable].params.get(parameter as usize) else { return };
        let Some(element) = self.output_type(param.ty) else { return };
        let param = match param.name.as_str() {
            "" => format!("argument_{parameter}"),
            name => name.to_owned(),
        };
        for call in 1..=calls.min(self.limits.stub_returns) {
            let path = format!("{name}().{param}#{call}");
            let variable = self.output(element, elements, &path);
            self.statements.push(Statement::StubWrite { callable, parameter, value: variable });
        }
    }

    fn output(&mut self, element: TypeId, elements: u32, path: &str) -> trine_testcase::Variable {
        let is_text = is_text(self.api, element);
        let is_array = elements > 1 || is_text;
        let variable = self.object(element, is_array.then_some(elements), path);
        let place = Place::variable(variable);
        if !is_array {
            self.fill(element, Target::of(place, path.to_owned(), DEPTH));
            return variable;
        }
        // The last character of a text stays NUL.
        let free = if is_text && elements > 1 { elements - 1 } else { elements };
        for index in 0..free {
            let place = place.step(PlaceStep::Index(index));
            let mut target = Target::of(place, format!("{path}[{index}]"), DEPTH);
            target.offset_bytes = u64::from(index) * self.api.types.size_bytes(element);
            self.fill(element, target);
        }
        variable
    }

    fn output_type(&self, ty: TypeId) -> Option<TypeId> {
        let TypeKind::Pointer(pointee) = self.api.types.kind(ty) else { return None };
        match self.api.types.kind(*pointee) {
            TypeKind::Void => byte_type(self.api),
            _ => Some(*pointee),
        }
    }
}

impl ShapeFactory<'_> {
    /// The shape of `entry` with a value for this output of the external `name`.
    #[must_use]
    pub fn with_output(&self, entry: &ShapeEntry, name: &str, wanted: &OutputWanted) -> Option<Shape> {
        let key = (name.to_owned(), wanted.parameter);
        let known = entry.shape.stub_writes.get(&key);
        let calls = (wanted.call + 1).min(self.limits.stub_returns);
        // An output that is smaller in one call is so in all.
        let elements = known.map_or(wanted.elements, |&(_, elements)| elements.min(wanted.elements));
        if known.is_some_and(|&(known, _)| known >= calls) {
            return None;
        }
        let mut shape = entry.shape.clone();
        shape.stub_writes.insert(key, (calls, elements));
        Some(shape)
    }
}
