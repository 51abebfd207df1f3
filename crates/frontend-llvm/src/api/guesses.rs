//! Types of functions that a unit only declares, guessed from its calls of them.
//!
//! Clang describes defined functions only; of the others the text has `declare i32 @read_config(ptr, ptr)`.
//! What a call passes was taken from somewhere whose type the source states:
//!
//! ```text
//! struct config c;                 %c = alloca; #dbg_declare(%c, struct config)
//! read_config(path, &c);           call @read_config(%path, %c)             (const char *, struct config *)
//! struct device *d = find(3);      %r = call @find; store %r, %d            returns struct device *
//! ```
//!
//! Only pointers are guessed, and only where all calls of a unit that say something say the same: a
//! guess changes what a stub's pointer points to, never how it travels.
//!
//! Deviation: a pointer to the first element of an array and one to a single object look the same.
//! Not handled: pointers out of phis and selects, calls from other units.
//! Cost: reads each body of the unit once.

use super::types::Types;
use crate::ll::{
    Body, Call, Callee, Constant, DebugRecordKind, FuncId, GetElementPtr, LocalId, Meta, Module, Op, Operand,
    Symbol, TerminatorKind, Value,
};
use crate::lower::types as ll_types;
use std::collections::HashMap;
use trine_testcase::{TypeId, TypeKind};

/// What the calls of a function say about it: pointer types, `None` where they say nothing or disagree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guess {
    /// By LLVM parameter.
    params: HashMap<usize, Option<TypeId>>,
    result: Option<Option<TypeId>>,
}

impl Guess {
    /// The type of LLVM parameter `position`.
    pub(crate) fn param(&self, position: usize) -> Option<TypeId> {
        self.params.get(&position).copied().flatten()
    }

    /// The type of the result.
    pub(crate) fn result(&self) -> Option<TypeId> {
        self.result.flatten()
    }
}

/// Guesses for the functions that `module`, which is unit `unit`, declares, by their ids there.
pub(crate) fn guesses(types: &mut Types<'_>, unit: usize, module: &Module) -> HashMap<FuncId, Guess> {
    let mut found = HashMap::new();
    for (id, function) in module.function_ids() {
        if !function.is_definition || function.dbg.is_none() {
            continue;
        }
        let Ok(Some(body)) = module.body(id) else { continue };
        let mut reader = Reader::new(types, unit, module, &body);
        reader.calls(id, &mut found);
    }
    found
}

/// What is known of a value.
#[derive(Clone, Copy, Debug)]
enum Seen {
    /// It has this type.
    Is(TypeId),
    /// It points to something of this type.
    To(TypeId),
}

struct Reader<'r, 'm> {
    types: &'r mut Types<'m>,
    unit: usize,
    module: &'r Module,
    body: &'r Body,
    definitions: HashMap<LocalId, &'r Op>,
    /// Types of variables, by the local that holds their address.
    variables: HashMap<LocalId, TypeId>,
}

impl<'r, 'm> Reader<'r, 'm> {
    fn new(types: &'r mut Types<'m>, unit: usize, module: &'r Module, body: &'r Body) -> Self {
        let mut reader =
            Self { types, unit, module, body, definitions: HashMap::new(), variables: HashMap::new() };
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            if let Some(result) = instruction.result {
                reader.definitions.insert(result, &instruction.op);
            }
            if let Op::Debug(record) = &instruction.op
                && record.kind == DebugRecordKind::Declare
                && let [Meta::Value(place), Meta::Id(variable), ..] = record.operands.as_slice()
                && let Value::Local(local) = place.value
                && let Ok(node) = module.metadata(*variable)
            {
                let ty = reader.types.of(unit, module, node.node("type"));
                reader.variables.insert(local, ty);
            }
        }
        reader
    }

    /// Notes what the calls in the body of `function` say.
    fn calls(&mut self, function: FuncId, found: &mut HashMap<FuncId, Guess>) {
        let body = self.body;
        let mut results = HashMap::new();
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.op {
                Op::Call(call) => {
                    let Some(callee) = self.declared(call) else { continue };
                    self.arguments(call, found.entry(callee).or_default());
                    results.extend(instruction.result.map(|result| (result, callee)));
                }
                Op::Store(store) => {
                    if let Value::Local(stored) = store.value.value
                        && let Some(callee) = results.get(&stored)
                        && let Some(ty) = self.pointee(&store.pointer)
                    {
                        self.result(ty, found.entry(*callee).or_default());
                    }
                }
                _ => {}
            }
        }
        for block in &body.blocks {
            if let TerminatorKind::Ret(Some(Operand { value: Value::Local(returned), .. })) =
                &block.terminator.kind
                && let Some(callee) = results.get(returned)
                && let Some(ty) = self.returned_by(function)
            {
                self.result(ty, found.entry(*callee).or_default());
            }
        }
    }

    /// The function that `call` calls, if the unit only declares it.
    fn declared(&self, call: &Call) -> Option<FuncId> {
        let Callee::Value(Value::Constant(Constant::Symbol(Symbol::Function(id)))) = &call.callee else {
            return None;
        };
        let function = self.module.function(*id);
        (!function.is_definition && function.dbg.is_none() && !function.name.starts_with("llvm."))
            .then_some(*id)
    }

    fn arguments(&mut self, call: &Call, guess: &mut Guess) {
        for (position, argument) in call.args.iter().enumerate() {
            if let Some(seen) = self.seen(&argument.operand.value)
                && let Some(ty) = self.as_pointer(seen)
            {
                let known = guess.params.entry(position).or_insert(Some(ty));
                *known = self.common(*known, ty);
            }
        }
    }

    fn result(&mut self, ty: TypeId, guess: &mut Guess) {
        if let Some(ty) = self.as_pointer(Seen::Is(ty)) {
            let known = guess.result.unwrap_or(Some(ty));
            guess.result = Some(self.common(known, ty));
        }
    }

    /// The type on which `known` and `other` agree; of a pointer to constants and one to variables, the former.
    fn common(&self, known: Option<TypeId>, other: TypeId) -> Option<TypeId> {
        let known = known?;
        let (a, b) = (self.target(known)?, self.target(other)?);
        let table = &self.types.table;
        let alike = table.resolve(a) == table.resolve(b);
        alike.then_some(if table.is_const(b) { other } else { known })
    }

    /// The pointer type of `seen`, if it points to something that has a type.
    fn as_pointer(&mut self, seen: Seen) -> Option<TypeId> {
        let ty = match seen {
            Seen::Is(ty) => ty,
            Seen::To(ty) => {
                let name = format!("pointer to {ty}");
                let bytes = self.types.table.pointer_bytes();
                self.types.shared(&name, TypeKind::Pointer(ty), bytes)
            }
        };
        let target = self.target(ty)?;
        let is_typed = !matches!(self.types.table.kind(target), TypeKind::Void | TypeKind::Unsupported(_));
        is_typed.then_some(ty)
    }

    fn target(&self, pointer: TypeId) -> Option<TypeId> {
        match self.types.table.kind(pointer) {
            TypeKind::Pointer(target) => Some(*target),
            _ => None,
        }
    }

    /// What is known of `value`.
    fn seen(&mut self, value: &Value) -> Option<Seen> {
        match value {
            Value::Local(local) => {
                if let Some(ty) = self.variables.get(local) {
                    return Some(Seen::To(*ty));
                }
                match *self.definitions.get(local)? {
                    Op::Load(load) => self.pointee(&load.pointer).map(Seen::Is),
                    Op::GetElementPtr(gep) => self.part(gep).map(Seen::To),
                    Op::Call(call) => match &call.callee {
                        Callee::Value(Value::Constant(Constant::Symbol(Symbol::Function(id)))) => {
                            self.returned_by(*id).map(Seen::Is)
                        }
                        _ => None,
                    },
                    _ => None,
                }
            }
            Value::Constant(Constant::Symbol(Symbol::Global(id))) => {
                let global = self.module.global(*id);
                let node = global.dbg.iter().find_map(|dbg| super::globals::described(self.module, *dbg))?;
                Some(Seen::To(self.types.of(self.unit, self.module, node.node("type"))))
            }
            _ => None,
        }
    }

    /// The type of what `pointer` points to.
    fn pointee(&mut self, pointer: &Operand) -> Option<TypeId> {
        match self.seen(&pointer.value)? {
            Seen::To(ty) => Some(ty),
            Seen::Is(ty) => self.target(ty),
        }
    }

    /// The type of the part that `gep` names.
    fn part(&mut self, gep: &GetElementPtr) -> Option<TypeId> {
        let mut ty = self.pointee(&gep.base)?;
        let size = ll_types::size_bytes(self.module, gep.source).ok()?;
        if size != self.types.table.size_bytes(ty) {
            // Arithmetic on bytes.
            return None;
        }
        let mut walked = gep.source;
        for index in gep.indices.iter().skip(1) {
            let table = &self.types.table;
            let position = match index.value {
                Value::Constant(Constant::Int(position)) => u64::try_from(position).ok(),
                _ => None,
            };
            (ty, walked) = match (table.kind(ty), position) {
                (TypeKind::Array { element, .. }, _) => {
                    (*element, self.module.layout().field_type(walked, 0)?)
                }
                (TypeKind::Record { fields, .. }, Some(position)) => {
                    let offset = 8 * ll_types::field_offset(self.module, walked, position).ok()?;
                    let mut here = fields.iter().filter(|field| field.offset_bits == offset);
                    (here.next()?.ty, self.module.layout().field_type(walked, position)?)
                }
                _ => return None,
            };
        }
        Some(ty)
    }

    /// The result type of a function that the unit defines.
    fn returned_by(&mut self, function: FuncId) -> Option<TypeId> {
        let node = self.module.metadata(self.module.function(function).dbg?).ok()?;
        let ty = self.types.of(self.unit, self.module, Some(node.node("type")?));
        match &self.types.table.types[ty].kind {
            TypeKind::Function { returns, .. } => Some(*returns),
            _ => None,
        }
    }
}
