//! Instructions on memory.

use crate::ast::{AtomicOrdering, AtomicRmw, AtomicRmwOp, CmpXchg, Load, Op, Store};
use crate::error::Reading;
use crate::lexer::Kind;

use super::Reader;
use super::instruction::Read;

impl<'m> Reader<'m> {
    pub(super) fn alloca(&mut self) -> Reading<Read> {
        self.advance();
        let mut inalloca = false;
        while self.kind() == Kind::Word && !self.at_type() {
            inalloca |= self.word() == "inalloca";
            self.advance();
        }
        let ty = self.ty()?;
        let mut count = None;
        let mut after_comma = self.eat_punct(b',');
        if after_comma && self.at_type() {
            count = Some(self.operand()?);
            after_comma = false;
        }
        let options = self.options(after_comma)?;
        Ok((Op::Alloca { ty, count, align: options.align, inalloca }, options.dbg))
    }

    /// `atomic` and `volatile`, in any order.
    fn access_flags(&mut self) -> (bool, bool) {
        let (mut atomic, mut volatile) = (false, false);
        loop {
            match self.word() {
                "atomic" => atomic = true,
                "volatile" => volatile = true,
                _ => return (atomic, volatile),
            }
            self.advance();
        }
    }

    /// `syncscope("…")`, skipped, and an ordering.
    fn ordering(&mut self) -> Reading<AtomicOrdering> {
        if self.eat_word("syncscope") {
            self.skip_group()?;
        }
        match AtomicOrdering::from_keyword(self.word()) {
            Some(ordering) => {
                self.advance();
                Ok(ordering)
            }
            None => self.expected("a memory ordering"),
        }
    }

    fn optional_ordering(&mut self, atomic: bool) -> Reading<Option<AtomicOrdering>> {
        if atomic { self.ordering().map(Some) } else { Ok(None) }
    }

    pub(super) fn load(&mut self) -> Reading<Read> {
        self.advance();
        let (is_atomic, volatile) = self.access_flags();
        let ty = self.ty()?;
        self.expect_punct(b',')?;
        let pointer = self.operand()?;
        let atomic = self.optional_ordering(is_atomic)?;
        let options = self.options(false)?;
        Ok((Op::Load(Box::new(Load { ty, pointer, volatile, atomic, align: options.align })), options.dbg))
    }

    pub(super) fn store(&mut self) -> Reading<Read> {
        self.advance();
        let (is_atomic, volatile) = self.access_flags();
        let value = self.operand()?;
        self.expect_punct(b',')?;
        let pointer = self.operand()?;
        let atomic = self.optional_ordering(is_atomic)?;
        let options = self.options(false)?;
        Ok((
            Op::Store(Box::new(Store { value, pointer, volatile, atomic, align: options.align })),
            options.dbg,
        ))
    }

    pub(super) fn fence(&mut self) -> Reading<Read> {
        self.advance();
        let ordering = self.ordering()?;
        self.with_options(Op::Fence { ordering })
    }

    pub(super) fn cmpxchg(&mut self) -> Reading<Read> {
        self.advance();
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let pointer = self.operand()?;
        self.expect_punct(b',')?;
        let expected = self.operand()?;
        self.expect_punct(b',')?;
        let new = self.operand()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        self.with_options(Op::CmpXchg(Box::new(CmpXchg {
            pointer,
            expected,
            new,
            success,
            failure,
            weak,
            volatile,
        })))
    }

    pub(super) fn atomic_rmw(&mut self) -> Reading<Read> {
        self.advance();
        let volatile = self.eat_word("volatile");
        let Some(op) = AtomicRmwOp::from_keyword(self.word()) else {
            return self.expected("an operation of atomicrmw");
        };
        self.advance();
        let pointer = self.operand()?;
        self.expect_punct(b',')?;
        let value = self.operand()?;
        let ordering = self.ordering()?;
        self.with_options(Op::AtomicRmw(Box::new(AtomicRmw { op, pointer, value, ordering, volatile })))
    }
}
