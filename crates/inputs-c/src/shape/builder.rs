//! Builds the skeleton of a shape: globals, stubs, then the calls with their arguments.
//!
//! Objects are made depth first, so that an alias only ever points to what stands before it.

use super::fill::Target;
use super::kinds::{byte_type, functions_of, is_text, natural_shape, slot_kind};
use super::variable_arguments::VARIADIC;
use super::{Callbacks, EARLIER, NamedPlace, PointerShape, Shape, ShapeLimits, Slot, SlotKind};
use std::collections::BTreeMap;
use trine_harness::Source;
use trine_ir::Relocation;
use trine_testcase::api::{ApiModel, CallableId, GlobalVariableId};
use trine_testcase::leaf::{Leaf, LeafId, LeafKind};
use trine_testcase::test_case::{Argument, Place, PlaceStep, PointerValue, Skeleton, Statement, Variable};
use trine_testcase::types::{TypeId, TypeKind};

/// Elements of `argv` by default: the program's name, an argument, the null pointer.
const ARGUMENTS_OF_MAIN: u32 = 3;

/// A skeleton with what the engine needs to change its shape.
#[derive(Clone, Debug)]
pub struct Built {
    /// The statements.
    pub skeleton: Skeleton,
    /// Choice points met on the way, in order.
    pub slots: Vec<Slot>,
    /// Per leaf: the bits it starts from (zero, or the initial value of a global).
    pub defaults: Vec<u128>,
    /// The slot that says how long the object of a variable is, and the bytes before what it counts.
    pub extents: BTreeMap<Variable, (usize, u64)>,
    /// The path of the pointer that the object of a variable was made for.
    pub made_for: BTreeMap<Variable, String>,
    /// Parts of objects and globals, by path.
    pub places: Vec<NamedPlace>,
    /// Leaves that take one value only: the number of arguments of `main`.
    pub fixed: Vec<(LeafId, u128)>,
    /// Statements that set a global to the null pointer that it holds anyway.
    pub idle: Vec<usize>,
    /// Pointers in structures of which only the code says what they point to, by path.
    pub guessed: Vec<String>,
}

/// A global that is an input.
#[derive(Clone, Copy, Debug)]
pub struct GlobalInput<'a> {
    /// Which.
    pub variable: GlobalVariableId,
    /// Its initial content; empty for all zero.
    pub bytes: &'a [u8],
    /// Addresses inside the initial content.
    pub relocations: &'a [Relocation],
}

/// Builds the skeleton that calls `callable` with inputs of `shape`, over the globals `globals`
/// that it reads, and the externals that it may call.
#[must_use]
pub fn build(
    api: &ApiModel,
    callbacks: &Callbacks<'_>,
    callable: CallableId,
    globals: &[GlobalInput<'_>],
    shape: &Shape,
    limits: ShapeLimits,
) -> Built {
    let mut builder = Builder {
        api,
        callbacks,
        shape,
        limits,
        statements: Vec::new(),
        leaves: Vec::new(),
        pointed: BTreeMap::new(),
        enclosing: Vec::new(),
        ahead: Vec::new(),
        built: Built {
            skeleton: Skeleton::default(),
            slots: Vec::new(),
            defaults: Vec::new(),
            extents: BTreeMap::new(),
            made_for: BTreeMap::new(),
            places: Vec::new(),
            fixed: Vec::new(),
            idle: Vec::new(),
            guessed: Vec::new(),
        },
    };
    for global in globals {
        builder.global(global);
    }
    for (name, &count) in &shape.stub_returns {
        builder.stub(name, count);
    }
    for ((name, parameter), &(calls, elements)) in &shape.stub_writes {
        builder.stub_outputs(name, *parameter, calls, elements);
    }
    builder.environment();
    for call in 0..shape.earlier_calls {
        builder.call(callable, &format!("{EARLIER}{}", call + 1));
    }
    builder.call(callable, "");
    let mut built = builder.built;
    built.skeleton =
        Skeleton { statements: builder.statements, leaves: builder.leaves.into_iter().collect() };
    built
}

pub(super) struct Builder<'a> {
    pub(super) api: &'a ApiModel,
    pub(super) callbacks: &'a Callbacks<'a>,
    pub(super) shape: &'a Shape,
    pub(super) limits: ShapeLimits,
    pub(super) statements: Vec<Statement>,
    pub(super) leaves: Vec<Leaf>,
    /// By path of a pointer: where it points, and the number of elements there.
    pointed: BTreeMap<String, (PointerValue, u32)>,
    /// Structures that are being filled, outermost first.
    pub(super) enclosing: Vec<TypeId>,
    /// Pointers to the end of an object that a later pointer has: their slots, and where they lie.
    pub(super) ahead: Vec<(usize, Place)>,
    pub(super) built: Built,
}

impl Builder<'_> {
    fn call(&mut self, callable: CallableId, suffix: &str) {
        let signature = &self.api.callables[callable];
        let is_main = signature.name == "main" && self.is_argument_vector(callable);
        let first_slot = self.built.slots.len();
        let mut args = Vec::with_capacity(signature.params.len());
        for (position, parameter) in signature.params.iter().enumerate() {
            let name = match parameter.name.as_str() {
                "" => format!("arg{position}{suffix}"),
                name => format!("{name}{suffix}"),
            };
            let slot = self.built.slots.len();
            let argument = match (position, parameter.points_to) {
                (1, _) if is_main => self.argument_vector(parameter.ty, &name, &args),
                (_, Some(pointee)) => Argument::Pointer(self.pointer(pointee, &name, 0, None).0),
                _ => self.argument(parameter.ty, &name),
            };
            args.push(argument);
            if matches!(args.last(), Some(Argument::Pointer(_)))
                && let Some(slot) = self.built.slots.get_mut(slot)
            {
                // The statement is known at the end.
                slot.source = Some(Source::Pointer { statement: u32::MAX, argument: position as u32 });
            }
        }
        if signature.variadic
            && let Some(argument) = self.api.types.variable_argument()
        {
            let first = self.variable_arguments(argument, &format!("{VARIADIC}{suffix}"));
            args.push(Argument::Pointer(PointerValue::To(first)));
        }
        self.set_pointers_ahead();
        let call = self.statements.len() as u32;
        for slot in &mut self.built.slots[first_slot..] {
            if let Some(Source::Pointer { statement, .. }) = &mut slot.source
                && *statement == u32::MAX
            {
                *statement = call;
            }
        }
        self.statements.push(Statement::Call { callable, args });
    }

    /// Whether the first two parameters are those of `main(int argc, char **argv)`.
    fn is_argument_vector(&self, callable: CallableId) -> bool {
        let types = &self.api.types;
        let pointee = |ty| match types.kind(ty) {
            TypeKind::Pointer(pointee) => Some(*pointee),
            _ => None,
        };
        let [count, strings, ..] = self.api.callables[callable].params.as_slice() else { return false };
        matches!(types.kind(count.ty), TypeKind::Int { .. })
            && pointee(strings.ty).and_then(pointee).is_some_and(|ty| is_text(self.api, ty))
    }

    /// The strings of a command line: the program's name, arguments, a null pointer. The first
    /// argument of the call is their number.
    fn argument_vector(&mut self, ty: TypeId, name: &str, args: &[Argument]) -> Argument {
        let TypeKind::Pointer(element) = *self.api.types.kind(ty) else { return Argument::Zero(ty) };
        let kind = SlotKind::Strings;
        let default = PointerShape::Fresh(ARGUMENTS_OF_MAIN);
        let chosen = self.shape.pointers.get(name).cloned().unwrap_or_else(|| default.clone());
        let count =
            if let PointerShape::Fresh(count) = chosen { count.clamp(2, 32) } else { ARGUMENTS_OF_MAIN };
        self.built.slots.push(Slot {
            path: name.to_owned(),
            kind,
            chosen: PointerShape::Fresh(count),
            natural: default,
            pointee: element,
            source: None,
        });
        if let Some(Argument::Leaf(leaf)) = args.first() {
            self.built.fixed.push((*leaf, u128::from(count - 1)));
            self.built.defaults[leaf.0 as usize] = u128::from(count - 1);
        }
        let variable = self.object(element, Some(count), name);
        let place = Place::variable(variable);
        for index in 0..count - 1 {
            let bytes: &[u8] = if index == 0 { b"program" } else { b"" };
            let mut target = Target::of(place.step(PlaceStep::Index(index)), format!("{name}[{index}]"), 1);
            target.text = Some(bytes);
            target.offset_bytes = 8 * u64::from(index);
            self.fill(element, target);
        }
        Argument::Pointer(PointerValue::To(place.step(PlaceStep::Index(0))))
    }

    fn argument(&mut self, ty: TypeId, name: &str) -> Argument {
        if let Some(kind) = self.api.types.leaf_kind(ty, None) {
            return Argument::Leaf(self.leaf(kind, name.to_owned(), 0));
        }
        match self.api.types.kind(ty).clone() {
            TypeKind::Pointer(record) if self.api.types.is_argument_list(ty) => {
                Argument::Pointer(self.argument_list(record, name))
            }
            TypeKind::Pointer(pointee) => Argument::Pointer(self.pointer(pointee, name, 0, None).0),
            TypeKind::Record { .. } | TypeKind::Complex { .. } => {
                let variable = self.object(ty, None, name);
                self.fill(ty, Target::of(Place::variable(variable), name.to_owned(), 0));
                Argument::Object(variable)
            }
            _ => Argument::Zero(ty),
        }
    }

    pub(super) fn object(&mut self, ty: TypeId, count: Option<u32>, name: &str) -> Variable {
        let variable = Variable(self.statements.len() as u32);
        let name = identifier(name);
        self.statements.push(Statement::Object { ty, count, heap: false, name });
        variable
    }

    /// An object for the pointer at `path`: on the heap, if the code frees what such pointers point to.
    fn object_behind(&mut self, ty: TypeId, count: Option<u32>, path: &str) -> Variable {
        let variable = self.object(ty, count, path);
        if let Some(Statement::Object { heap, .. }) = self.statements.last_mut() {
            *heap = self.shape.is_on_heap(path);
        }
        self.built.made_for.insert(variable, path.to_owned());
        variable
    }

    pub(super) fn leaf(&mut self, kind: LeafKind, name: String, default: u128) -> LeafId {
        let leaf = LeafId(self.leaves.len() as u32);
        self.leaves.push(Leaf { kind, name });
        self.built.defaults.push(default);
        leaf
    }

    /// The value of the pointer at `path`, and its slot. `text` is what it points to by default.
    pub(super) fn pointer(
        &mut self,
        pointee: TypeId,
        path: &str,
        depth: u32,
        text: Option<&[u8]>,
    ) -> (PointerValue, usize) {
        let kind = slot_kind(self.api, self.callbacks, self.limits, pointee);
        let natural = natural_shape(self.api, pointee, kind);
        // Lists and trees start as a single node.
        let is_recursive = self.enclosing.contains(&self.api.types.resolve(pointee));
        let is_deep = (is_recursive || depth >= self.limits.depth) && matches!(kind, SlotKind::Object { .. });
        let default = if is_deep { PointerShape::Null } else { natural.clone() };
        let chosen = self.shape.pointers.get(path).cloned().unwrap_or(default);
        let slot = self.built.slots.len();
        let path_of_slot = path.to_owned();
        self.built.slots.push(Slot {
            path: path_of_slot,
            kind,
            chosen: chosen.clone(),
            natural,
            pointee,
            source: None,
        });
        let value = match (&chosen, kind) {
            (PointerShape::Function(choice), SlotKind::Function { .. }) => {
                functions_of(self.api, self.callbacks, pointee)
                    .nth(*choice as usize)
                    .map_or(PointerValue::Null, PointerValue::Function)
            }
            (PointerShape::Fresh(length), SlotKind::Stream) => self.stream(*length, path, slot),
            (PointerShape::Fresh(count), SlotKind::Object { most, .. }) => {
                self.pointee(pointee, (*count).min(most), (path, depth), slot, text)
            }
            (_, SlotKind::Object { .. }) => self.alias(&chosen),
            _ => PointerValue::Null,
        };
        (value, slot)
    }

    /// Whether the pointer of `slot` is the end of an object that is not there yet.
    pub(super) fn points_ahead(&self, slot: usize) -> bool {
        matches!(&self.built.slots[slot].chosen, PointerShape::End(path) if !self.pointed.contains_key(&**path))
    }

    /// Sets the pointers that waited for their objects.
    fn set_pointers_ahead(&mut self) {
        for (slot, place) in std::mem::take(&mut self.ahead) {
            let value = self.alias(&self.built.slots[slot].chosen);
            let statement = self.statements.len() as u32;
            self.built.slots[slot].source = Some(Source::Pointer { statement, argument: 0 });
            self.statements.push(Statement::SetPointer { place, value });
        }
    }

    /// What an alias points to; null where its target is gone.
    fn alias(&self, chosen: &PointerShape) -> PointerValue {
        let found = match chosen {
            PointerShape::Same(path) => self.pointed.get(&**path).map(|(value, _)| value.clone()),
            PointerShape::End(path) => self.pointed.get(&**path).and_then(|(value, count)| match value {
                PointerValue::To(place) => Some(PointerValue::To(end_of(place, *count))),
                _ => None,
            }),
            PointerShape::Place(path) => {
                let named = self.built.places.iter().find(|place| *place.path == **path);
                named.map(|named| PointerValue::To(named.place.clone()))
            }
            _ => None,
        };
        found.unwrap_or(PointerValue::Null)
    }

    fn pointee(
        &mut self,
        pointee: TypeId,
        count: u32,
        (path, depth): (&str, u32),
        slot: usize,
        text: Option<&[u8]>,
    ) -> PointerValue {
        let element = match self.api.types.kind(pointee) {
            TypeKind::Void | TypeKind::Record { complete: false, .. } => match byte_type(self.api) {
                Some(byte) => byte,
                None => return PointerValue::Null,
            },
            _ => pointee,
        };
        let has_end = self.shape.pointers.values().any(|other| *other == PointerShape::End(path.into()));
        let is_text = is_text(self.api, pointee);
        if count == 1 && !is_text && !has_end {
            let variable = self.object_behind(element, None, path);
            self.built.extents.insert(variable, (slot, 0));
            let place = Place::variable(variable);
            self.pointed.insert(path.to_owned(), (PointerValue::To(place.clone()), 1));
            let is_record = matches!(self.api.types.kind(element), TypeKind::Record { .. });
            let inner = if is_record { format!("{path}->") } else { format!("*{path}") };
            let mut target = Target::of(place.clone(), inner, depth + 1);
            target.is_extensible = true;
            self.fill(element, target);
            return PointerValue::To(place);
        }
        let variable = self.object_behind(element, Some(count), path);
        self.built.extents.insert(variable, (slot, 0));
        let place = Place::variable(variable);
        let first = PointerValue::To(place.step(PlaceStep::Index(0)));
        self.pointed.insert(path.to_owned(), (first.clone(), count));
        // The last character of a text stays NUL, unless something says where it ends.
        let free = if is_text && !has_end { count.saturating_sub(1) } else { count };
        let size = self.api.types.size_bytes(element);
        for index in 0..free.min(self.limits.leaves as u32) {
            let mut target =
                Target::of(place.step(PlaceStep::Index(index)), format!("{path}[{index}]"), depth + 1);
            target.initial = text.map(|text| (text, u64::from(index) * size));
            target.offset_bytes = u64::from(index) * size;
            target.is_last = count > 1 && index + 1 == count;
            self.fill(element, target);
        }
        first
    }

    fn global(&mut self, global: &GlobalInput<'_>) {
        let variable = &self.api.globals[global.variable];
        let place =
            Place { root: trine_testcase::test_case::PlaceRoot::Global(global.variable), steps: Vec::new() };
        let mut target = Target::of(place, variable.name.clone(), 0);
        target.initial = Some((global.bytes, 0));
        target.relocations = Some(global.relocations);
        self.fill(variable.ty, target);
    }

    fn stub(&mut self, name: &str, count: u32) {
        let Some(callable) = self.api.callable_named(name) else { return };
        let returns = self.api.callables[callable].returns;
        for call in 0..count.min(self.limits.stub_returns) {
            let slot = self.built.slots.len();
            let value = self.argument(returns, &format!("{name}()#{}", call + 1));
            if let (Argument::Pointer(_), Some(slot)) = (&value, self.built.slots.get_mut(slot)) {
                let statement = self.statements.len() as u32;
                slot.source = Some(Source::Pointer { statement, argument: 0 });
            }
            self.statements.push(Statement::StubReturn { callable, value });
        }
    }
}

/// One past the last of `count` elements of which `first` is the first.
fn end_of(first: &Place, count: u32) -> Place {
    let mut place = first.clone();
    if let Some(PlaceStep::Index(index)) = place.steps.last_mut() {
        *index += count;
    }
    place
}

/// A C identifier from an access path: `p->next` gives `p_next`. Inputs of earlier calls are named
/// as those of the last one.
pub(super) fn identifier(path: &str) -> String {
    let mut name = String::new();
    let mut is_number = false;
    for c in path.chars() {
        is_number = c == EARLIER || is_number && c.is_ascii_digit();
        match c {
            _ if is_number => {}
            c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
            _ if name.is_empty() || name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    name.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_paths_become_identifiers() {
        assert_eq!(identifier("p->next"), "p_next");
        assert_eq!(identifier("*argv[1]"), "argv_1");
        assert_eq!(identifier("read()#2"), "read_2");
        assert_eq!(identifier("list@12->next"), "list_next");
    }
}
