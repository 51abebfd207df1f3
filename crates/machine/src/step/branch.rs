//! Branches and switches: how control leaves a block within a function.

use super::session::RunContext;
use crate::code::Code;
use crate::code::op::{BranchRecord, FloatTest, IntTest, Slot};
use crate::domain::{BranchPoint, Domain, Operand};
use crate::fault::{FaultKind, Stop};
use crate::observer::{BranchEvent, Observer, Predicate};
use crate::state_view::{StateView, StepView};

impl<D: Domain, O: Observer<D>> RunContext<'_, D, O> {
    /// The way that control takes: `outcome` by its values.
    #[inline(always)]
    fn outcome_taken(&mut self, record: &BranchRecord, outcome: u32, shadow: D::Shadow) -> u32 {
        if !D::TRACKS {
            return outcome;
        }
        let BranchRecord { function, site, .. } = *record;
        self.domain.decide(&BranchPoint { function, site, activation: self.activation, outcome, shadow })
    }

    /// Reports the way taken.
    #[inline(always)]
    fn went(
        &mut self,
        at: StepView<'_>,
        record: &BranchRecord,
        outcome: u32,
        predicate: Predicate<D::Shadow>,
    ) {
        if O::REGIONS && record.arrive != 0 {
            let (function, regions) = &at.code.regions[record.arrive as usize - 1];
            self.observer.regions(*function, regions, self.activation);
        }
        let event = BranchEvent {
            function: record.function,
            site: record.site,
            outcome,
            edge: record.first_edge + outcome,
            activation: self.activation,
            predicate,
        };
        self.observer.branch(&event);
        if O::STATE {
            let state_view = StateView { step_view: at, function: record.function, block: record.block };
            self.observer.at_branch(&event, &state_view);
        }
    }

    /// Branches on a register of one bit; gives the weight of the block that is left and the position to go on at.
    #[inline(always)]
    pub fn on_flag(&mut self, at: StepView<'_>, branch: u64, cond: Slot) -> Result<(u32, u32), Stop> {
        let record = &at.code.branches[branch as usize];
        let value = at.frame[cond as usize] & 1 != 0;
        let shadow = self.shadow(cond);
        let outcome = self.outcome_taken(record, u32::from(!value), shadow);
        self.went(at, record, outcome, Predicate::Flag { value, shadow });
        Ok((record.weight, record.targets[outcome as usize & 1]))
    }

    /// Branches on an integer comparison.
    #[inline(always)]
    pub fn on_int(
        &mut self,
        at: StepView<'_>,
        branch: u32,
        test: IntTest,
        a: Slot,
        b: Slot,
    ) -> Result<(u32, u32), Stop> {
        let operands = [self.operand(at.frame, a), self.operand(at.frame, b)];
        Ok(self.on_comparison(at, branch, test, operands))
    }

    /// Branches on a comparison with an immediate.
    #[inline(always)]
    pub fn on_immediate(
        &mut self,
        at: StepView<'_>,
        branch: u32,
        test: IntTest,
        a: Slot,
        immediate: u32,
    ) -> Result<(u32, u32), Stop> {
        let operands = [self.operand(at.frame, a), Self::immediate(u64::from(immediate))];
        Ok(self.on_comparison(at, branch, test, operands))
    }

    #[inline(always)]
    fn on_comparison(
        &mut self,
        at: StepView<'_>,
        branch: u32,
        test: IntTest,
        [a, b]: [Operand<D::Shadow>; 2],
    ) -> (u32, u32) {
        let record = &at.code.branches[branch as usize];
        let (outcome, shadow) = self.int_test(test, a, b);
        let outcome = self.outcome_taken(record, outcome, shadow);
        let predicate = Predicate::IntCompare {
            predicate: test.predicate(),
            width: u32::from(test.width),
            a: a.bits,
            b: b.bits,
            shadows: [a.shadow, b.shadow],
            shadow,
        };
        self.went(at, record, outcome, predicate);
        (record.weight, record.targets[outcome as usize & 1])
    }

    /// Branches on a comparison of floats.
    #[inline(always)]
    pub fn on_float(
        &mut self,
        at: StepView<'_>,
        branch: u32,
        test: FloatTest,
        a: Slot,
        b: Slot,
    ) -> Result<(u32, u32), Stop> {
        let record = &at.code.branches[branch as usize];
        let (a, b) = (self.operand(at.frame, a), self.operand(at.frame, b));
        let (result, shadow) = self.float_test(test, a, b);
        let outcome = self.outcome_taken(record, u32::from(!result), shadow);
        let predicate = Predicate::FloatCompare {
            predicate: test.predicate,
            a: test.value(a.bits as u64),
            b: test.value(b.bits as u64),
            shadows: [a.shadow, b.shadow],
            shadow,
        };
        self.went(at, record, outcome, predicate);
        Ok((record.weight, record.targets[outcome as usize & 1]))
    }

    /// Goes where a switch leads.
    #[inline(always)]
    pub fn switch(
        &mut self,
        at: StepView<'_>,
        switch: u64,
        slot: Slot,
        width: u8,
    ) -> Result<(u32, u32), Stop> {
        self.select_target(at, switch, slot, width).ok_or(Stop::Fault(FaultKind::Unreachable))
    }

    /// Goes where a computed jump leads.
    #[inline(always)]
    pub fn indirect_jump(&mut self, at: StepView<'_>, switch: u64, slot: Slot) -> Result<(u32, u32), Stop> {
        let address = at.frame[slot as usize];
        self.select_target(at, switch, slot, 64).ok_or(Stop::Fault(FaultKind::InvalidJump { address }))
    }

    #[inline(always)]
    fn select_target(&mut self, at: StepView<'_>, switch: u64, slot: Slot, width: u8) -> Option<(u32, u32)> {
        let record = &at.code.switches[switch as usize];
        let low = at.frame[slot as usize];
        let high = if record.wide { at.frame[slot as usize + 1] } else { 0 };
        let outcome = self.outcome_taken(&record.branch, record.lookup.outcome(low, high), self.shadow(slot));
        let target = *record.targets.get(outcome as usize)?;
        let value = u128::from(high) << 64 | u128::from(low);
        let shadow = self.shadow(slot);
        self.went(at, &record.branch, outcome, Predicate::Switch { value, width: u32::from(width), shadow });
        Some((record.branch.weight, target))
    }

    /// Reports the regions of the block that starts at `pc`.
    #[inline(always)]
    pub fn arrive(&mut self, code: &Code, pc: u32) {
        if O::REGIONS
            && let Some(&list) = code.regions_at.get(pc as usize)
            && list != 0
        {
            let (function, regions) = &code.regions[list as usize - 1];
            self.observer.regions(*function, regions, self.activation);
        }
    }
}
