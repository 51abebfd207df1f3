//! The domain of the machine: each operation makes the term of its result, and notes what it relied on.

use super::{Binding, Concolic, Image, ImplicitKind, NOTHING, Shadow};
use trine_ir::{FuncId, Intrinsic, Type};
use trine_machine::domain::{
    Binary, BranchPoint, BytesCompared, Cast, Domain, FloatCompare, IntCompare, MemoryAccess, Operand,
    PtrAdd, Select,
};
use trine_machine::{Effect, Memory};

impl Domain for Concolic {
    type Shadow = Shadow;
    const TRACKS: bool = true;

    fn begin(&mut self) {
        self.begun += 1;
    }

    fn argument(&mut self, index: usize, ty: Type, _bits: u128) -> Shadow {
        let current = self.begun.saturating_sub(1);
        let bound = self.bindings.iter().find_map(|binding| match binding {
            Binding::Argument { call, index: at, term } if *call == current && *at == index => Some(*term),
            _ => None,
        });
        if let Some(term) = bound {
            return term.into();
        }
        let loaded = self.from_memory.iter().find(|(call, at, _)| *call == current && *at == index);
        let loaded = loaded.map(|&(_, _, term)| term);
        loaded.map(|term| self.pool.resize(term, ty.bits())).into()
    }

    #[inline]
    fn decide(&mut self, at: &BranchPoint<Shadow>) -> u32 {
        let (Some(script), Some(term)) = (&mut self.script, at.shadow.term()) else { return at.outcome };
        script.outcome(at, self.pool.as_constant(term).is_none())
    }

    fn binary(&mut self, event: &Binary<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        if event.a.shadow == Shadow::NONE && event.b.shadow == Shadow::NONE {
            return Shadow::NONE;
        }
        if self.is_full() {
            return Shadow::NONE;
        }
        let width = event.ty.bits();
        let (a, b) = (self.lifted(event.a, width), self.lifted(event.b, width));
        self.rely_on_definedness(event.op, a, b);
        if event.overflow_faults {
            self.rely_on_fitting(event.op, a, b);
        }
        let term = trine_lift::binary(&mut self.pool, event.op, event.ty, a, b);
        self.known(term)
    }

    fn int_compare(&mut self, event: &IntCompare<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        if event.a.shadow == Shadow::NONE && event.b.shadow == Shadow::NONE {
            return Shadow::NONE;
        }
        let (a, b) = (self.lifted(event.a, event.width), self.lifted(event.b, event.width));
        trine_lift::int_compare(&mut self.pool, event.predicate, a, b).into()
    }

    fn float_compare(&mut self, event: &FloatCompare<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let known = event.a.shadow != Shadow::NONE || event.b.shadow != Shadow::NONE;
        let Some(format) = trine_lift::format_of(event.ty).filter(|_| known) else {
            self.imprecise |= known;
            return Shadow::NONE;
        };
        let (a, b) = (self.lifted(event.a, format.bits()), self.lifted(event.b, format.bits()));
        trine_lift::float_compare(&mut self.pool, event.predicate, format, a, b).into()
    }

    fn cast(&mut self, event: &Cast<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let Some(term) = event.value.shadow.term() else { return Shadow::NONE };
        if let Some(term) = self.cast_image(event, term) {
            return term.into();
        }
        let term = trine_lift::cast(&mut self.pool, event.op, event.from, event.to, term);
        self.known(term)
    }

    fn select(&mut self, event: &Select<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let Some(condition) = event.cond.shadow.term() else {
            return if event.cond.bits != 0 { event.then.shadow } else { event.otherwise.shadow };
        };
        // Widths are not told but by an arm with a term. Without one, a term of the wrong width would not fit later
        // operations (`isinf` selects among numbers 0 and 1 of 32 bits): rely on the condition instead.
        let arms = [event.then, event.otherwise];
        let known = arms.iter().find_map(|arm| arm.shadow.term()).map(|term| self.pool.width(term));
        let Some(width) = known else {
            self.rely_on_value(event.cond);
            return Shadow::NONE;
        };
        let [then, otherwise] = arms.map(|arm| self.lifted(arm, width));
        self.pool.ite(condition, then, otherwise).into()
    }

    fn ptr_add(&mut self, event: &PtrAdd<Shadow>) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let index_known = event.index.is_some_and(|(index, _)| index.shadow != Shadow::NONE);
        if event.base.shadow == Shadow::NONE && !index_known {
            return Shadow::NONE;
        }
        self.address_of(event).into()
    }

    #[inline]
    fn relies_on(&mut self, operands: &[Operand<Shadow>]) {
        for (at, relied_on) in self.relied_on.iter_mut().enumerate() {
            *relied_on = operands.get(at).copied().unwrap_or(NOTHING);
        }
        self.is_explained = operands.iter().all(|operand| operand.shadow == Shadow::NONE);
    }

    #[inline]
    fn reading(&mut self, address: Operand<Shadow>, size_bytes: u32, memory: &Memory) {
        if address.shadow != Shadow::NONE && !self.is_over() {
            self.rely_on_object(address, u64::from(size_bytes), memory);
        }
    }

    fn register_read(&mut self, address: u64, read: u32, put_bytes: Option<u32>) {
        let bound = self.bindings.iter().find_map(|binding| match binding {
            Binding::Register { address: at, read: number, term } if (*at, *number) == (address, read) => {
                Some(*term)
            }
            _ => None,
        });
        match (bound, put_bytes) {
            (Some(term), Some(bytes)) => {
                let term = self.pool.resize(term, bytes * 8);
                self.memory.store(address, term, bytes);
            }
            // Hardware may give another value than the one that this run found.
            _ => self.imprecise = true,
        }
    }

    fn load(&mut self, event: &MemoryAccess<Shadow>, memory: &Memory) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        let bytes = event.bytes;
        if event.ty == Type::Ptr && bytes == 4 {
            return self.load_image(event, memory);
        }
        // Bytes of an address as a number: which, the layout says.
        self.imprecise |= self.memory.image(event.address.bits as u64, bytes) != Image::None;
        let loaded = match event.address.shadow.term() {
            Some(address) => self.load_indexed(address, event, memory),
            None => self.memory.load(&mut self.pool, event.address.bits as u64, bytes, event.value.bits),
        };
        loaded.map(|term| self.pool.resize(term, event.ty.bits())).into()
    }

    fn storing(&mut self, address: Operand<Shadow>, size_bytes: u32, memory: &Memory) {
        if self.is_over() {
            return;
        }
        if address.shadow != Shadow::NONE {
            self.rely_on_object(address, u64::from(size_bytes), memory);
        }
        self.place =
            address.shadow.term().and_then(|term| self.place(term, address.bits as u64, size_bytes, memory));
    }

    fn store(&mut self, event: &MemoryAccess<Shadow>) {
        if self.is_over() {
            return;
        }
        let bytes = event.bytes;
        let address = event.address.bits as u64;
        if event.ty == Type::Ptr && bytes == 4 {
            self.place = None;
            return self.store_image(event);
        }
        if let Some(place) = self.place.take() {
            let value = self.lifted(event.value, event.ty.bits());
            let value = self.pool.resize(value, bytes * 8);
            return self.store_indexed(&place, value, bytes);
        }
        if event.address.shadow != Shadow::NONE {
            self.rely_on_value(event.address);
        }
        match event.value.shadow.term() {
            Some(term) => {
                let term = self.pool.resize(term, bytes * 8);
                self.memory.store(address, term, bytes);
            }
            None => self.memory.concretize(address, u64::from(bytes)),
        }
    }

    fn relies_on_check(&mut self, check: Shadow, holds: bool) {
        if let Some(term) = check.term().filter(|_| !self.is_over()) {
            let constraint = if holds { term } else { self.pool.not(term) };
            self.rely_on(ImplicitKind::Bounds, constraint);
        }
    }

    fn copied(&mut self, to: u64, from: u64, length: u64) {
        self.memory.copy(to, from, length);
    }

    fn overwritten(&mut self, address: u64, length: u64) {
        self.memory.concretize(address, length);
    }

    fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        ty: Type,
        operands: &[Operand<Shadow>],
        _result: u128,
    ) -> Shadow {
        if self.is_over() || operands.iter().all(|operand| operand.shadow == Shadow::NONE) {
            return Shadow::NONE;
        }
        let mut terms = Vec::with_capacity(operands.len());
        for &operand in operands {
            terms.push(self.lifted(operand, ty.bits()));
        }
        if let (Intrinsic::LeadingZerosOfNonzero | Intrinsic::TrailingZerosOfNonzero, &[counted]) =
            (intrinsic, &terms[..])
        {
            self.rely_on_nonzero(counted);
        }
        let fits = terms.iter().all(|&term| self.pool.width(term) == ty.bits());
        let term = fits.then(|| trine_lift::intrinsic(&mut self.pool, intrinsic, ty, &terms)).flatten();
        self.known(term)
    }

    fn overflow(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Operand<Shadow>],
        ty: Type,
        _overflow: bool,
    ) -> Shadow {
        let &[a, b] = operands else { return Shadow::NONE };
        if self.is_over() || a.shadow == Shadow::NONE && b.shadow == Shadow::NONE {
            return Shadow::NONE;
        }
        let [a, b] = [a, b].map(|operand| self.lifted(operand, ty.bits()));
        let term = trine_lift::overflow(&mut self.pool, intrinsic, a, b);
        self.known(term)
    }

    fn block(&mut self, intrinsic: Intrinsic, operands: [Operand<Shadow>; 3]) {
        if self.is_over() {
            return;
        }
        let [to, second, length] = operands;
        self.rely_on_value(to);
        self.rely_on_value(length);
        match intrinsic {
            Intrinsic::MemCopy | Intrinsic::MemMove => self.rely_on_value(second),
            _ => self.fill(to.bits as u64, second, length.bits as u64),
        }
    }

    fn shim_called(&mut self, name: &'static str, operands: &[Operand<Shadow>], memory: &Memory) {
        // What memory it reads is not known here.
        self.is_explained = false;
        self.copying = if self.is_over() { None } else { self.copy_begins(name, operands, memory) };
    }

    fn shim(
        &mut self,
        name: &'static str,
        operands: &[Operand<Shadow>],
        result: u128,
        memory: &Memory,
    ) -> Shadow {
        if self.is_over() {
            return Shadow::NONE;
        }
        if let Some(copy) = self.copying.take() {
            self.copy_ended(&copy, memory);
        }
        self.shim_result(name, operands, result, memory).into()
    }

    fn bytes_compared(&mut self, event: &BytesCompared<'_>, memory: &Memory) -> Option<Shadow> {
        Some(self.comparison(event, memory).into())
    }

    fn native(&mut self, operands: &[Operand<Shadow>], effects: &[Effect], memory: &Memory) {
        self.follow(operands, effects, memory);
    }

    fn entered(&mut self, index: usize, ty: Type, _bits: u128) -> Shadow {
        self.given(index, ty).into()
    }

    fn calls(&mut self, function: FuncId, depth: u32, args: &[u64], shadows: &[Shadow], memory: &Memory) {
        self.begins_call(function, depth, args, shadows, memory);
    }

    fn leaves(&mut self, depth: u32) {
        self.ends_call(depth);
    }

    fn gives(&mut self, shadow: Shadow) -> Shadow {
        self.result_of_call(shadow)
    }

    fn stub(&mut self, function: FuncId, index: usize, ty: Type, _result: u128) -> Shadow {
        if let Some(term) = self.given(index, ty) {
            return term.into();
        }
        if index > 0 {
            return Shadow::NONE;
        }
        let call = match self.stub_calls.iter_mut().find(|(known, _)| *known == function) {
            Some((_, calls)) => {
                *calls += 1;
                *calls - 1
            }
            None => {
                self.stub_calls.push((function, 1));
                0
            }
        };
        let bound = self.bindings.iter().find_map(|binding| match binding {
            Binding::Stub { function: f, call: c, term } if *f == function && *c == call => Some(*term),
            _ => None,
        });
        bound.into()
    }

    fn take_registers(&mut self) -> Vec<Shadow> {
        std::mem::take(&mut self.registers)
    }

    fn keep_registers(&mut self, registers: Vec<Shadow>) {
        self.registers = registers;
    }
}
