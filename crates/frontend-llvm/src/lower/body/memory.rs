//! Memory: stack slots, loads, stores, address computation.

use super::{Lowerer, Lowering};
use crate::ll::{self, GetElementPtr, LocalId, Operand, TypeId};
use crate::lower::constant::signed;
use crate::lower::types::{self, Lane, Step};
use trine_ir::{Constant, Intrinsic, Op, Type, Value};

impl Lowerer<'_> {
    pub(super) fn alloca(
        &mut self,
        result: Option<LocalId>,
        ty: TypeId,
        count: Option<&Operand>,
        align: Option<u32>,
    ) -> Lowering<Vec<Value>> {
        if let Some(result) = result {
            self.note_slot(result);
        }
        let mut size_bytes = self.place(types::size_bytes(self.module, ty))?;
        let align_bytes = align.unwrap_or_else(|| types::align_bytes(self.module, ty));
        let mut elements = None;
        if let Some(count) = count {
            let count = self.scalar(count)?;
            match self.function.constant_bits(count) {
                Some(bits) => {
                    let total = u64::try_from(bits).ok().and_then(|count| size_bytes.checked_mul(count));
                    size_bytes = total.ok_or_else(|| self.error("stack slot beyond the address space"))?;
                }
                None => elements = Some(count),
            }
        }
        let op = Op::StackAlloc { size_bytes, count: elements, align_bytes };
        Ok(vec![self.emit_value(op, Type::Ptr)])
    }

    pub(super) fn load(&mut self, load: &ll::Load) -> Lowering<Vec<Value>> {
        if let Some(word) = self.word_of_bits(load.ty)? {
            let types: Vec<Type> = self.lanes(load.ty)?.iter().map(|lane| lane.ty).collect();
            let ptr = self.scalar(&load.pointer)?;
            let value = self.read_at(ptr, 0, word, load.volatile);
            return self.bitcast(vec![value], &types);
        }
        let lanes = self.memory_lanes(load.ty)?;
        if self.is_dropped_slot(&load.pointer) {
            return Ok(lanes.iter().map(|lane| self.constant(lane.ty, Constant::Undef)).collect());
        }
        let ptr = self.scalar(&load.pointer)?;
        let volatile = load.volatile || load.atomic.is_some();
        Ok(lanes.into_iter().map(|lane| self.read_at(ptr, lane.offset, lane.ty, volatile)).collect())
    }

    /// Memory may be changed here from elsewhere.
    pub(super) fn barrier(&mut self) {
        self.emit(Op::Intrinsic(Intrinsic::Barrier, Vec::new()));
    }

    /// Reads `ty` at `ptr + offset`.
    pub(super) fn load_at(&mut self, ptr: Value, offset: u64, ty: Type) -> Value {
        self.read_at(ptr, offset, ty, false)
    }

    fn read_at(&mut self, ptr: Value, offset: u64, ty: Type, volatile: bool) -> Value {
        let ptr = self.offset(ptr, offset as i64);
        self.emit_value(Op::Load { ptr, volatile }, ty)
    }

    pub(super) fn store(&mut self, store: &ll::Store) -> Lowering<()> {
        if self.is_dropped_slot(&store.pointer) {
            return Ok(());
        }
        if let Some(word) = self.word_of_bits(store.value.ty)? {
            let (bits, ptr) = (self.operand(&store.value)?, self.scalar(&store.pointer)?);
            for value in self.bitcast(bits, &[word])? {
                self.emit(Op::Store { ptr, value, volatile: store.volatile });
            }
            return Ok(());
        }
        let lanes = self.memory_lanes(store.value.ty)?;
        let (values, ptr) = (self.operand(&store.value)?, self.scalar(&store.pointer)?);
        for (lane, value) in lanes.into_iter().zip(values) {
            let ptr = self.offset(ptr, lane.offset as i64);
            self.emit(Op::Store { ptr, value, volatile: store.volatile });
        }
        Ok(())
    }

    /// The integer that stands in memory for a vector whose lanes fill no bytes (`<16 x i1>`).
    fn word_of_bits(&mut self, ty: TypeId) -> Lowering<Option<Type>> {
        if !matches!(types::resolved(self.module, ty), ll::Type::Vector { .. }) {
            return Ok(None);
        }
        let lanes = self.lanes(ty)?;
        let bits: u32 = lanes.iter().map(|lane| lane.ty.bits()).sum();
        let is_word = lanes.iter().any(|lane| lane.packed) && bits.is_multiple_of(8) && bits <= 128;
        Ok(is_word.then_some(Type::Int(bits as u8)))
    }

    /// The lanes of a type, each with an address of its own.
    fn memory_lanes(&mut self, ty: TypeId) -> Lowering<Vec<Lane>> {
        let lanes = self.lanes(ty)?;
        if lanes.iter().any(|lane| lane.packed) {
            return self.unsupported("vector of bits in memory");
        }
        Ok(lanes)
    }

    pub(super) fn get_element_ptr(&mut self, gep: &GetElementPtr) -> Lowering<Vec<Value>> {
        let bases = self.operand(&gep.base)?;
        let mut indices = Vec::new();
        for index in &gep.indices {
            indices.push(self.operand(index)?);
        }
        let lanes = indices.iter().map(Vec::len).chain([bases.len()]).max().unwrap_or(1);
        (0..lanes)
            .map(|lane| {
                let pick =
                    |values: &Vec<Value>| values.get(if values.len() == 1 { 0 } else { lane }).copied();
                let (base, path) = (pick(&bases), indices.iter().map(pick).collect::<Option<Vec<Value>>>());
                let (base, path) =
                    base.zip(path).ok_or_else(|| self.error("damaged IR: address of unequal vectors"))?;
                self.walk(gep.source, base, &path)
            })
            .collect()
    }

    /// Follows a path of indices: constant parts gather in one offset, each variable index is one instruction.
    fn walk(&mut self, source: TypeId, base: Value, path: &[Value]) -> Lowering<Value> {
        let (mut offset, mut at) = (0i64, source);
        let mut variable = Vec::new();
        for (position, index) in path.iter().enumerate() {
            let width = self.function.type_of(*index).bits();
            let known = self.function.constant_bits(*index).map(|bits| signed(bits, width) as i64);
            let step = match position {
                0 => Ok(Step::Element(self.place(types::size_bytes(self.module, at))?, at)),
                _ => types::step(self.module, at, known.map(|index| index as u64)),
            };
            match (self.place(step)?, known) {
                (Step::Field(by, inner), _) => (offset, at) = (offset.wrapping_add(by as i64), inner),
                (Step::Element(size, inner), Some(index)) => {
                    (offset, at) = (offset.wrapping_add(index.wrapping_mul(size as i64)), inner);
                }
                (Step::Element(size, inner), None) => {
                    variable.push((*index, size as i64));
                    at = inner;
                }
            }
        }
        Ok(self.address(base, &variable, offset))
    }

    fn address(&mut self, base: Value, variable: &[(Value, i64)], offset: i64) -> Value {
        let Some(((last, scale), before)) = variable.split_last() else { return self.offset(base, offset) };
        let mut address = base;
        for (index, scale) in before {
            address = self.indexed(address, *index, *scale, 0);
        }
        self.indexed(address, *last, *scale, offset)
    }

    fn indexed(&mut self, base: Value, index: Value, scale: i64, offset: i64) -> Value {
        let wide = self.function.type_of(index).bits() > 64;
        let index = if wide { self.resize(index, Type::Int(64)) } else { index };
        self.emit_value(Op::PtrAdd { base, index: Some(index), scale, offset }, Type::Ptr)
    }
}
