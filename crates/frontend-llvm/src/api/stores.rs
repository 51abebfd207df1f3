//! What the functions of a unit store in members of structures and in variables.
//!
//! ```text
//! s->mode = 2;             a constant
//! s->bits = n & 31;        at most 31
//! s->used += 8;            itself and something small: kept in order
//! s->limit = limit;        what a caller passes, never compared: anything
//! ```
//!
//! A value is followed through the local variables of its function to constants, masks, remainders, single bytes, other members
//! and variables that a comparison looks at. Whatever else it comes from may be anything, and so may a member whose
//! address goes elsewhere.
//!
//! A pointer to structures whose address goes to a function of another file is set there, and so are the structures: as
//! long as the unit stores nothing in them, all that is known is that other file's.
//!
//! Not handled: bit-fields, elements of arrays, whole structures that are copied, stores of other units.
//! Cost: reads each body of the unit once.

use super::casts::structure;
use super::types::Types;
use crate::ll::{
    BinaryOp, Body, Callee, CastOp, Constant, GetElementPtr, LocalId, Module, Op, Operand, Symbol, Type,
    Value,
};
use crate::lower::linked::{Linked, Target};
use crate::lower::types::field_offset;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use trine_testcase::{Stored, Stores, TypeId, TypeKind};

/// Values followed from one store.
const MAX_FOLLOWED: usize = 400;

/// Where a value lies for longer than a call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    Member(TypeId, u64),
    Variable(String),
}

/// What may be stored; nothing is known where it comes from elsewhere.
#[derive(Clone, Debug, Default)]
struct Values {
    constants: BTreeSet<u128>,
    most: Option<u128>,
    /// Values that the code computes from what it keeps or compares.
    is_computed: bool,
}

impl Values {
    fn computed() -> Self {
        Self { is_computed: true, ..Self::default() }
    }

    fn up_to(most: u128) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    fn or(mut self, other: Self) -> Self {
        self.constants.extend(other.constants);
        self.most = self.most.max(other.most);
        self.is_computed |= other.is_computed;
        self
    }
}

/// The stores of the units `of` of `linked`.
pub(super) fn stores<'m>(
    types: &mut Types<'m>,
    linked: &'m Linked,
    of: impl Iterator<Item = usize>,
) -> Stores {
    let mut found: BTreeMap<Kept, Option<Values>> = BTreeMap::new();
    let mut made_elsewhere = BTreeSet::new();
    for unit in of {
        let module = &linked.units[unit].module;
        for (id, function) in module.function_ids() {
            if function.is_definition
                && let Ok(Some(body)) = module.body(id)
            {
                Reader::new(types, linked, unit, module, &body).read(&mut found, &mut made_elsewhere);
            }
        }
    }
    let mut stores = Stores::default();
    for record in made_elsewhere {
        let TypeKind::Record { fields, .. } = &types.table.types[record].kind else { continue };
        let members: Vec<_> = fields.iter().map(|field| (record, field.offset_bits)).collect();
        if members.iter().all(|&(record, offset)| !found.contains_key(&Kept::Member(record, offset))) {
            let stored = Stored { is_kept: true, ..Stored::default() };
            stores.members.extend(members.into_iter().map(|member| (member, stored.clone())));
        }
    }
    for (kept, values) in found {
        let Values { constants, most, is_computed } = match values {
            Some(values) => values,
            None => continue,
        };
        let is_kept = is_computed || most.is_some() || constants.len() > 1;
        let stored = Stored { is_kept, constants, most };
        match kept {
            Kept::Member(record, offset) => drop(stores.members.insert((record, offset), stored)),
            Kept::Variable(symbol) => drop(stores.variables.insert(symbol, stored)),
        }
    }
    stores
}

struct Reader<'t, 'm, 'b> {
    types: &'t mut Types<'m>,
    linked: &'m Linked,
    unit: usize,
    module: &'m Module,
    body: &'b Body,
    made: HashMap<LocalId, &'b Op>,
    /// By local variable: what is stored in it.
    assigned: HashMap<LocalId, Vec<&'b Operand>>,
    /// Local variables that a comparison looks at.
    compared: HashSet<LocalId>,
}

impl<'t, 'm, 'b> Reader<'t, 'm, 'b> {
    fn new(
        types: &'t mut Types<'m>,
        linked: &'m Linked,
        unit: usize,
        module: &'m Module,
        body: &'b Body,
    ) -> Self {
        let (made, assigned, compared) = (HashMap::new(), HashMap::new(), HashSet::new());
        let mut reader = Self { types, linked, unit, module, body, made, assigned, compared };
        let instructions = || body.blocks.iter().flat_map(|block| &block.instructions);
        for instruction in instructions() {
            if let Some(result) = instruction.result {
                reader.made.insert(result, &instruction.op);
            }
            if let Op::Store(store) = &instruction.op
                && let Some(place) = local(&store.pointer.value)
            {
                reader.assigned.entry(place).or_default().push(&store.value);
            }
        }
        for instruction in instructions() {
            if let Op::ICmp { lhs, rhs, .. } = &instruction.op {
                for side in [&lhs.value, rhs] {
                    let variable = reader.variable_behind(side);
                    reader.compared.extend(variable);
                }
            }
        }
        reader
    }

    fn read(mut self, found: &mut BTreeMap<Kept, Option<Values>>, made_elsewhere: &mut BTreeSet<TypeId>) {
        let body = self.body;
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            match &instruction.op {
                Op::Store(store) => {
                    if let Some(kept) = self.kept(&store.pointer.value) {
                        let mut followed = HashSet::new();
                        let values = self.values(&store.value, &mut followed);
                        let all = found.entry(kept).or_insert_with(|| Some(Values::default()));
                        *all = all.take().zip(values).map(|(all, more)| all.or(more));
                    }
                    // An address that is kept somewhere may be written through.
                    if let Some(kept) = self.kept(&store.value.value) {
                        found.insert(kept, None);
                    }
                }
                Op::Call(call) => {
                    for argument in &call.args {
                        if let Some(kept) = self.kept(&argument.operand.value) {
                            if self.is_of_another_file(&call.callee) {
                                made_elsewhere.extend(self.structures_behind(&kept));
                            }
                            found.insert(kept, None);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// The member or variable whose address `value` is.
    fn kept(&mut self, value: &Value) -> Option<Kept> {
        match value {
            Value::Constant(Constant::Symbol(symbol @ Symbol::Global(_))) => {
                match self.linked.units[self.unit].target(*symbol) {
                    Target::Global(id, 0) => Some(Kept::Variable(self.linked.globals[id].name.clone())),
                    _ => None,
                }
            }
            Value::Local(at) => match self.made.get(at)? {
                Op::GetElementPtr(gep) => self.member(gep),
                _ => None,
            },
            _ => None,
        }
    }

    fn is_of_another_file(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Value(Value::Constant(Constant::Symbol(Symbol::Function(id)))) => {
                let function = self.module.function(*id);
                !function.is_definition && !function.name.starts_with("llvm.")
            }
            _ => false,
        }
    }

    /// The structure that the pointer in a member points to.
    fn structures_behind(&self, kept: &Kept) -> Option<TypeId> {
        let Kept::Member(record, offset) = kept else { return None };
        let table = &self.types.table;
        let TypeKind::Record { fields, .. } = &table.types[*record].kind else { return None };
        let field = fields.iter().find(|field| field.offset_bits == *offset)?;
        let TypeKind::Pointer(target) = table.kind(field.ty) else { return None };
        let target = table.resolve(*target);
        matches!(table.kind(target), TypeKind::Record { complete: true, .. }).then_some(target)
    }

    fn member(&mut self, gep: &GetElementPtr) -> Option<Kept> {
        let constant = |operand: &Operand| match operand.value {
            Value::Constant(Constant::Int(number)) => u64::try_from(number).ok(),
            _ => None,
        };
        let [_, number] = gep.indices.as_slice() else { return None };
        let number = constant(number)?;
        let record = structure(self.types, self.unit, self.module, gep.source)?;
        let record = self.types.table.resolve(record);
        let offset = 8 * field_offset(self.module, gep.source, number).ok()?;
        let TypeKind::Record { fields, .. } = &self.types.table.types[record].kind else { return None };
        let is_it = fields.iter().any(|field| field.offset_bits == offset && field.bit_width.is_none());
        is_it.then_some(Kept::Member(record, offset))
    }

    /// The local variable that `value` was read from, whatever its width became since.
    fn variable_behind(&self, value: &Value) -> Option<LocalId> {
        let mut at = local(value)?;
        loop {
            match self.made.get(&at)? {
                Op::Cast { operand, .. } => at = local(&operand.value)?,
                Op::Load(load) => {
                    let place = local(&load.pointer.value)?;
                    return matches!(self.made.get(&place), Some(Op::Alloca { .. })).then_some(place);
                }
                _ => return None,
            }
        }
    }

    /// What `operand` may be; `None` for anything.
    fn values(&self, operand: &Operand, followed: &mut HashSet<LocalId>) -> Option<Values> {
        let at = match &operand.value {
            Value::Constant(Constant::Int(number)) => {
                return Some(Values { constants: BTreeSet::from([*number]), ..Values::default() });
            }
            Value::Constant(Constant::Zero | Constant::Null) => {
                return Some(Values { constants: BTreeSet::from([0]), ..Values::default() });
            }
            Value::Constant(_) => return Some(Values::computed()),
            value => local(value)?,
        };
        if !followed.insert(at) {
            return Some(Values::default());
        }
        if followed.len() > MAX_FOLLOWED {
            return None;
        }
        match self.made.get(&at)? {
            Op::ICmp { .. } | Op::FCmp { .. } => Some(Values::up_to(1)),
            Op::Cast { op, operand, .. } => match self.width(operand) {
                Some(width @ (1 | 8)) if *op == CastOp::ZExt => Some(Values::up_to((1 << width) - 1)),
                _ => self.values(operand, followed),
            },
            Op::Binary { op, lhs, rhs, .. } => {
                let constant = match rhs {
                    Value::Constant(Constant::Int(number)) => Some(*number),
                    _ => None,
                };
                let width = self.width(lhs).unwrap_or(64).min(127);
                match (op, constant) {
                    (BinaryOp::And, Some(mask)) if mask >> (width - 1) == 0 => Some(Values::up_to(mask)),
                    (BinaryOp::URem, Some(divisor)) if divisor > 0 => Some(Values::up_to(divisor - 1)),
                    _ => {
                        let rhs = Operand { ty: lhs.ty, value: rhs.clone() };
                        let (lhs, rhs) = (self.values(lhs, followed), self.values(&rhs, followed));
                        let is_step = matches!(op, BinaryOp::Add | BinaryOp::Sub);
                        let is_kept =
                            |side: &Option<Values>| side.as_ref().is_some_and(|values| values.is_computed);
                        // What is kept, a step further, whatever the step.
                        let is_known = lhs.is_some() && rhs.is_some();
                        (is_known || is_step && (is_kept(&lhs) || is_kept(&rhs))).then(Values::computed)
                    }
                }
            }
            Op::Select { on_true, on_false, .. } => {
                Some(self.values(on_true, followed)?.or(self.values(on_false, followed)?))
            }
            Op::Phi { ty, incoming } => incoming.iter().try_fold(Values::default(), |all, (value, _)| {
                Some(all.or(self.values(&Operand { ty: *ty, value: value.clone() }, followed)?))
            }),
            Op::Load(load) => {
                if matches!(self.module.ty(load.ty), Type::Int(8)) {
                    return Some(Values::up_to(0xff));
                }
                match &load.pointer.value {
                    // What is kept elsewhere.
                    Value::Constant(Constant::Symbol(_)) => Some(Values::computed()),
                    value => match (local(value)?, self.made.get(&local(value)?)?) {
                        (variable, Op::Alloca { .. }) if self.compared.contains(&variable) => {
                            Some(Values::computed())
                        }
                        (variable, Op::Alloca { .. }) => {
                            let assigned = self.assigned.get(&variable).map_or(&[][..], Vec::as_slice);
                            assigned.iter().try_fold(Values::default(), |all, value| {
                                Some(all.or(self.values(value, followed)?))
                            })
                        }
                        (_, Op::GetElementPtr(gep)) if gep.indices.len() == 2 => {
                            let is_structure = matches!(self.module.ty(gep.source), Type::Named(_));
                            is_structure.then(Values::computed)
                        }
                        _ => None,
                    },
                }
            }
            _ => None,
        }
    }

    fn width(&self, operand: &Operand) -> Option<u32> {
        match self.module.ty(operand.ty) {
            Type::Int(width) => Some(*width),
            _ => None,
        }
    }
}

fn local(value: &Value) -> Option<LocalId> {
    match value {
        Value::Local(local) => Some(*local),
        _ => None,
    }
}
