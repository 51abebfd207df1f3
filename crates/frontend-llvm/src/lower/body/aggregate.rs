//! Aggregates and vectors as lanes: taking apart and putting together needs no instruction where positions are known.

use super::{Lowerer, Lowering};
use crate::ll::{self, Operand};
use crate::lower::types;
use trine_ir::{Constant, IntPredicate, Value};

impl Lowerer<'_> {
    pub(super) fn extract_value(&mut self, aggregate: &Operand, indices: &[u32]) -> Lowering<Vec<Value>> {
        let lanes = self.operand(aggregate)?;
        let (first, count) = self.place(types::lane_range(self.module, aggregate.ty, indices))?;
        match lanes.get(first..first + count) {
            Some(part) => Ok(part.to_vec()),
            None => self.unsupported("damaged IR: path beyond an aggregate"),
        }
    }

    pub(super) fn insert_value(
        &mut self,
        aggregate: &Operand,
        element: &Operand,
        indices: &[u32],
    ) -> Lowering<Vec<Value>> {
        let (mut lanes, part) = (self.operand(aggregate)?, self.operand(element)?);
        let (first, count) = self.place(types::lane_range(self.module, aggregate.ty, indices))?;
        match lanes.get_mut(first..first + count) {
            Some(slot) if slot.len() == part.len() => {
                slot.copy_from_slice(&part);
                Ok(lanes)
            }
            _ => self.unsupported("damaged IR: path beyond an aggregate"),
        }
    }

    pub(super) fn extract_element(&mut self, vector: &Operand, index: &Operand) -> Lowering<Vec<Value>> {
        let (lanes, index) = (self.operand(vector)?, self.scalar(index)?);
        if let Some(bits) = self.function.constant_bits(index) {
            let lane = usize::try_from(bits).ok().and_then(|i| lanes.get(i).copied());
            return match lane {
                Some(lane) => Ok(vec![lane]),
                None => self.undef_like(&lanes),
            };
        }
        let Some((&first, rest)) = lanes.split_first() else { return self.undef_like(&lanes) };
        let mut result = first;
        for (i, lane) in rest.iter().enumerate() {
            let here = self.is_index(index, i + 1);
            result = self.select_value(here, *lane, result);
        }
        Ok(vec![result])
    }

    pub(super) fn insert_element(
        &mut self,
        vector: &Operand,
        element: &Operand,
        index: &Operand,
    ) -> Lowering<Vec<Value>> {
        let (mut lanes, element) = (self.operand(vector)?, self.scalar(element)?);
        let index = self.scalar(index)?;
        if let Some(bits) = self.function.constant_bits(index) {
            if let Some(lane) = usize::try_from(bits).ok().and_then(|i| lanes.get_mut(i)) {
                *lane = element;
            }
            return Ok(lanes);
        }
        for (i, lane) in lanes.iter_mut().enumerate() {
            let here = self.is_index(index, i);
            *lane = self.select_value(here, element, *lane);
        }
        Ok(lanes)
    }

    fn is_index(&mut self, index: Value, lane: usize) -> Value {
        let number = self.bits(self.function.type_of(index), lane as u128);
        self.compare(IntPredicate::Eq, index, number)
    }

    fn undef_like(&mut self, lanes: &[Value]) -> Lowering<Vec<Value>> {
        match lanes.first() {
            Some(lane) => {
                let ty = self.function.type_of(*lane);
                Ok(vec![self.constant(ty, Constant::Undef)])
            }
            None => self.unsupported("damaged IR: element of an empty vector"),
        }
    }

    pub(super) fn shuffle(&mut self, lhs: &Operand, rhs: &Operand, mask: &Operand) -> Lowering<Vec<Value>> {
        let mut lanes = self.operand(lhs)?;
        lanes.extend(self.operand(rhs)?);
        let ll::Value::Constant(_) = &mask.value else {
            return self.unsupported("shuffle with a variable mask");
        };
        let mask = self.operand(mask)?;
        let mut result = Vec::new();
        for position in mask {
            let bits = self.function.constant_bits(position).and_then(|bits| usize::try_from(bits).ok());
            match bits.and_then(|i| lanes.get(i).copied()) {
                Some(lane) => result.push(lane),
                None => result.extend(self.undef_like(&lanes)?),
            }
        }
        Ok(result)
    }
}
