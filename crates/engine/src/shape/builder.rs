//! Builds the skeleton of a shape.

use super::{PointerShape, Shape, ShapeLimits};
use trine_testcase::api::{ApiModel, CallableId, GlobalVariableId, Linkage};
use trine_testcase::leaf::{Leaf, LeafId, LeafKind};
use trine_testcase::test_case::{
    Argument, Place, PlaceRoot, PlaceStep, PointerValue, Skeleton, Statement, Variable,
};
use trine_testcase::types::{RecordKind, TypeId, TypeKind};

/// A skeleton with what the engine needs to change its shape.
#[derive(Clone, Debug)]
pub struct Built {
    /// The statements.
    pub skeleton: Skeleton,
    /// Pointers met on the way, in order.
    pub slots: Vec<Slot>,
    /// Per leaf: the bits it starts from (zero, or the initial value of a global).
    pub defaults: Vec<u128>,
    /// Per variable-defining statement: the slot whose object it is.
    pub slot_of_variable: Vec<(Variable, usize)>,
}

/// A pointer that a shape chooses for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Access path.
    pub path: String,
    /// What may be chosen.
    pub kind: SlotKind,
    /// What was chosen.
    pub chosen: PointerShape,
}

/// What a pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// Objects of this size per element.
    Object {
        /// Bytes.
        element_bytes: u64,
        /// Most elements.
        most: u32,
    },
    /// Functions; this many fit.
    Function {
        /// How many.
        candidates: u32,
    },
    /// Nothing: the pointee's type is incomplete.
    Opaque,
}

/// The initial bytes of a global, if it has a usable name: `(variable, bytes)`.
pub type GlobalInput<'a> = (GlobalVariableId, &'a [u8]);

/// Builds the skeleton that calls `callable` with inputs of `shape`, over the globals `globals`
/// that it reads, and the externals `stubs` that it may call.
#[must_use]
pub fn build(
    api: &ApiModel,
    callable: CallableId,
    globals: &[GlobalInput<'_>],
    shape: &Shape,
    limits: ShapeLimits,
) -> Built {
    let mut builder = Builder {
        api,
        shape,
        limits,
        statements: Vec::new(),
        leaves: Vec::new(),
        defaults: Vec::new(),
        slots: Vec::new(),
        slot_of_variable: Vec::new(),
    };
    for &(global, bytes) in globals {
        builder.global(global, bytes);
    }
    for (name, &count) in &shape.stub_returns {
        builder.stub(name, count);
    }
    builder.call(callable);
    let skeleton = Skeleton { statements: builder.statements, leaves: builder.leaves.into_iter().collect() };
    Built {
        skeleton,
        slots: builder.slots,
        defaults: builder.defaults,
        slot_of_variable: builder.slot_of_variable,
    }
}

struct Builder<'a> {
    api: &'a ApiModel,
    shape: &'a Shape,
    limits: ShapeLimits,
    statements: Vec<Statement>,
    leaves: Vec<Leaf>,
    defaults: Vec<u128>,
    slots: Vec<Slot>,
    slot_of_variable: Vec<(Variable, usize)>,
}

/// Where a value goes while an object is filled: its place, its C path, its initial bytes.
struct Target<'b> {
    place: Place,
    path: String,
    depth: u32,
    initial: Option<(&'b [u8], u64)>,
}

impl Builder<'_> {
    fn call(&mut self, callable: CallableId) {
        let signature = &self.api.callables[callable];
        let mut args = Vec::with_capacity(signature.params.len());
        for (position, parameter) in signature.params.iter().enumerate() {
            let name = match parameter.name.as_str() {
                "" => format!("arg{position}"),
                name => name.to_owned(),
            };
            args.push(self.argument(parameter.ty, &name));
        }
        self.statements.push(Statement::Call { callable, args });
    }

    fn argument(&mut self, ty: TypeId, name: &str) -> Argument {
        if let Some(kind) = self.leaf_kind(ty, None) {
            return Argument::Leaf(self.leaf(kind, name.to_owned(), 0));
        }
        match self.api.types.kind(ty).clone() {
            TypeKind::Pointer(pointee) => Argument::Pointer(self.pointer(pointee, name, 0)),
            TypeKind::Record { .. } | TypeKind::Complex { .. } => {
                let variable = self.object(ty, None, name);
                self.fill(
                    ty,
                    Target {
                        place: Place::variable(variable),
                        path: name.to_owned(),
                        depth: 0,
                        initial: None,
                    },
                );
                Argument::Object(variable)
            }
            _ => Argument::Zero(ty),
        }
    }

    fn object(&mut self, ty: TypeId, count: Option<u32>, name: &str) -> Variable {
        let variable = Variable(self.statements.len() as u32);
        let name = identifier(name);
        self.statements.push(Statement::Object { ty, count, name });
        variable
    }

    fn leaf(&mut self, kind: LeafKind, name: String, default: u128) -> LeafId {
        let leaf = LeafId(self.leaves.len() as u32);
        self.leaves.push(Leaf { kind, name });
        self.defaults.push(default);
        leaf
    }

    fn pointer(&mut self, pointee: TypeId, path: &str, depth: u32) -> PointerValue {
        let kind = self.slot_kind(pointee);
        let chosen = self
            .shape
            .pointers
            .get(path)
            .copied()
            .unwrap_or_else(|| self.default_shape(pointee, kind, depth));
        let slot = self.slots.len();
        self.slots.push(Slot { path: path.to_owned(), kind, chosen });
        match (chosen, kind) {
            (PointerShape::Function(choice), SlotKind::Function { .. }) => self.function(pointee, choice),
            (PointerShape::Fresh(count), SlotKind::Object { most, .. }) => {
                self.pointee(pointee, count.min(most), path, depth, slot)
            }
            _ => PointerValue::Null,
        }
    }

    fn slot_kind(&self, pointee: TypeId) -> SlotKind {
        match self.api.types.kind(pointee) {
            TypeKind::Function { .. } => {
                SlotKind::Function { candidates: self.functions_of(pointee).count() as u32 }
            }
            // What an incomplete type hides is reached through casts: plain memory serves it.
            TypeKind::Void | TypeKind::Record { complete: false, .. } => {
                SlotKind::Object { element_bytes: 1, most: self.limits.memory_bytes }
            }
            TypeKind::Unsupported(_) => SlotKind::Opaque,
            _ => SlotKind::Object {
                element_bytes: self.api.types.size_bytes(pointee).max(1),
                most: self.limits.elements,
            },
        }
    }

    /// Defaults: strings of 7 characters, untyped memory of 16 bytes, single objects else; null
    /// below the depth limit.
    fn default_shape(&self, pointee: TypeId, kind: SlotKind, depth: u32) -> PointerShape {
        match kind {
            SlotKind::Function { candidates: 1.. } => PointerShape::Function(0),
            SlotKind::Function { .. } | SlotKind::Opaque => PointerShape::Null,
            SlotKind::Object { .. } if depth >= self.limits.depth => PointerShape::Null,
            SlotKind::Object { .. } => match self.api.types.kind(pointee) {
                TypeKind::Void | TypeKind::Record { complete: false, .. } => PointerShape::Fresh(16),
                TypeKind::Char { .. } => PointerShape::Fresh(8),
                _ => PointerShape::Fresh(1),
            },
        }
    }

    fn functions_of(&self, ty: TypeId) -> impl Iterator<Item = CallableId> + '_ {
        let wanted = match self.api.types.kind(ty) {
            TypeKind::Function { returns, params, variadic } => Some((*returns, params.clone(), *variadic)),
            _ => None,
        };
        self.api.callables.iter_enumerated().filter_map(move |(id, callable)| {
            let (returns, params, variadic) = wanted.as_ref()?;
            let fits = callable.linkage != Linkage::Undefined
                && callable.variadic == *variadic
                && callable.params.len() == params.len()
                && self.same(callable.returns, *returns)
                && callable.params.iter().zip(params).all(|(mine, &theirs)| self.same(mine.ty, theirs));
            fits.then_some(id)
        })
    }

    fn same(&self, a: TypeId, b: TypeId) -> bool {
        self.api.types.resolve(a) == self.api.types.resolve(b)
    }

    fn function(&self, ty: TypeId, choice: u32) -> PointerValue {
        self.functions_of(ty).nth(choice as usize).map_or(PointerValue::Null, PointerValue::Function)
    }

    fn pointee(&mut self, pointee: TypeId, count: u32, path: &str, depth: u32, slot: usize) -> PointerValue {
        let types = &self.api.types;
        let element = match types.kind(pointee) {
            TypeKind::Void | TypeKind::Record { complete: false, .. } => match self.byte_type() {
                Some(byte) => byte,
                None => return PointerValue::Null,
            },
            _ => pointee,
        };
        let is_text = matches!(types.kind(pointee), TypeKind::Char { .. })
            && types.size_bytes(pointee) == 1
            && self.is_plain_char(pointee);
        let single = count == 1 && !is_text;
        let variable = self.object(element, (!single).then_some(count), path);
        self.slot_of_variable.push((variable, slot));
        let place = Place::variable(variable);
        if single {
            let path = if self.is_record(element) { path.to_owned() + "->" } else { format!("*{path}") };
            self.fill(element, Target { place: place.clone(), path, depth: depth + 1, initial: None });
            return PointerValue::To(place);
        }
        // The last character of a text stays NUL.
        let free = if is_text { count.saturating_sub(1) } else { count };
        for index in 0..free.min(self.limits.leaves as u32) {
            let target = Target {
                place: place.step(PlaceStep::Index(index)),
                path: format!("{path}[{index}]"),
                depth: depth + 1,
                initial: None,
            };
            self.fill(element, target);
        }
        PointerValue::To(place.step(PlaceStep::Index(0)))
    }

    fn is_plain_char(&self, ty: TypeId) -> bool {
        matches!(self.api.types.kind(ty), TypeKind::Char { name, .. } if name == "char")
    }

    fn is_record(&self, ty: TypeId) -> bool {
        matches!(self.api.types.kind(ty), TypeKind::Record { .. })
    }

    /// The type of memory behind `void *`.
    fn byte_type(&self) -> Option<TypeId> {
        let types = &self.api.types;
        let is_byte = |&ty: &TypeId| {
            matches!(types.types[ty].kind, TypeKind::Char { signed: false, .. })
                && types.types[ty].size_bytes == 1
        };
        types.types.indices().find(is_byte)
    }

    /// Gives every part of the object at `target` a leaf or a pointer.
    fn fill(&mut self, ty: TypeId, target: Target<'_>) {
        if self.leaves.len() >= self.limits.leaves {
            return;
        }
        if let Some(kind) = self.leaf_kind(ty, None) {
            let size = self.api.types.size_bytes(ty);
            return self.set_leaf(kind, size, target);
        }
        match self.api.types.kind(ty).clone() {
            TypeKind::Pointer(pointee) => self.set_pointer(pointee, &target),
            TypeKind::Array { element, length: Some(length) } => {
                let size = self.api.types.size_bytes(element);
                for index in 0..length.min(u64::from(self.limits.elements)) as u32 {
                    self.fill(
                        element,
                        target.part(PlaceStep::Index(index), &format!("[{index}]"), u64::from(index) * size),
                    );
                }
            }
            TypeKind::Record { kind, fields, complete: true, .. } => self.fill_record(kind, &fields, &target),
            _ => {}
        }
    }

    fn fill_record(
        &mut self,
        kind: RecordKind,
        fields: &[trine_testcase::types::Field],
        target: &Target<'_>,
    ) {
        // Of a union, the first of its largest members.
        let largest = fields.iter().map(|field| self.api.types.size_bytes(field.ty)).max().unwrap_or(0);
        for (position, field) in fields.iter().enumerate() {
            let step = PlaceStep::Field(position as u32);
            let name = field.name.clone().unwrap_or_default();
            let separator = if target.path.ends_with("->") || name.is_empty() { "" } else { "." };
            let part = target.part(step, &format!("{separator}{name}"), field.offset_bits / 8);
            match field.bit_width {
                // Unnamed bit-fields are padding.
                Some(_) if field.name.is_none() => {}
                Some(width) => {
                    if let Some(leaf_kind) = self.leaf_kind(field.ty, Some(width)) {
                        let default = target.initial.map_or(0, |(bytes, offset)| {
                            read_bits(bytes, offset * 8 + field.offset_bits, width)
                        });
                        let leaf = self.leaf(leaf_kind, part.path.clone(), default);
                        self.statements.push(Statement::SetLeaf { place: part.place, leaf });
                    }
                }
                None if kind == RecordKind::Union && self.api.types.size_bytes(field.ty) < largest => {
                    continue;
                }
                None => self.fill(field.ty, part),
            }
            if kind == RecordKind::Union {
                break;
            }
        }
    }

    fn set_leaf(&mut self, kind: LeafKind, size_bytes: u64, target: Target<'_>) {
        let default = target.initial.map_or(0, |(bytes, offset)| {
            read_bits(bytes, offset * 8, (size_bytes * 8).min(u64::from(kind.bits().max(8))) as u32)
        });
        let leaf = self.leaf(kind, target.path, default);
        self.statements.push(Statement::SetLeaf { place: target.place, leaf });
    }

    fn set_pointer(&mut self, pointee: TypeId, target: &Target<'_>) {
        // A global pointer keeps its initial value unless a shape chooses for it.
        let is_initialised = target.initial.is_some();
        if is_initialised && !self.shape.pointers.contains_key(&target.path) {
            let kind = self.slot_kind(pointee);
            self.slots.push(Slot { path: target.path.clone(), kind, chosen: PointerShape::Null });
            return;
        }
        let value = self.pointer(pointee, &target.path, target.depth);
        self.statements.push(Statement::SetPointer { place: target.place.clone(), value });
    }

    fn global(&mut self, global: GlobalVariableId, bytes: &[u8]) {
        let variable = &self.api.globals[global];
        let target = Target {
            place: Place { root: PlaceRoot::Global(global), steps: Vec::new() },
            path: variable.name.clone(),
            depth: 0,
            initial: Some((bytes, 0)),
        };
        self.fill(variable.ty, target);
    }

    fn stub(&mut self, name: &str, count: u32) {
        let Some(callable) = self.api.callable_named(name) else { return };
        let returns = self.api.callables[callable].returns;
        for call in 0..count.min(self.limits.stub_returns) {
            let value = self.argument(returns, &format!("{name}()#{}", call + 1));
            self.statements.push(Statement::StubReturn { callable, value });
        }
    }

    fn leaf_kind(&self, ty: TypeId, bit_width: Option<u32>) -> Option<LeafKind> {
        let types = &self.api.types;
        let bits = bit_width.unwrap_or((types.size_bytes(ty) * 8) as u32);
        Some(match types.kind(ty) {
            TypeKind::Bool => LeafKind::Bool,
            TypeKind::Char { signed, .. } => LeafKind::Char { bits, signed: *signed },
            TypeKind::Int { signed, .. } => LeafKind::Int { bits, signed: *signed },
            TypeKind::Enum { signed, enumerators, .. } => LeafKind::Enum {
                bits,
                signed: *signed,
                values: enumerators.iter().map(|enumerator| enumerator.value).collect(),
            },
            TypeKind::Float { format, .. } => LeafKind::Float(*format),
            _ => return None,
        })
    }
}

impl<'b> Target<'b> {
    fn part(&self, step: PlaceStep, suffix: &str, offset: u64) -> Target<'b> {
        Target {
            place: self.place.step(step),
            path: format!("{}{suffix}", self.path),
            depth: self.depth,
            initial: self.initial.map(|(bytes, start)| (bytes, start + offset)),
        }
    }
}

/// `width` bits of `bytes` from bit `start`; bytes beyond the end are zero.
fn read_bits(bytes: &[u8], start: u64, width: u32) -> u128 {
    (0..u64::from(width)).fold(0, |bits, i| {
        let at = start + i;
        let byte = bytes.get((at / 8) as usize).copied().unwrap_or(0);
        bits | u128::from(byte >> (at % 8) & 1) << i
    })
}

/// A C identifier from an access path: `p->next` gives `p_next`.
fn identifier(path: &str) -> String {
    let mut name = String::new();
    for c in path.chars() {
        match c {
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
    }

    #[test]
    fn bits_are_read_across_bytes() {
        assert_eq!(read_bits(&[0b1010_0000, 0b1], 5, 4), 0b1101);
        assert_eq!(read_bits(&[], 3, 8), 0);
    }
}
