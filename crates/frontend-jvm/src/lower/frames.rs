//! What stands on the operand stack and in the local variables where each stretch of code begins.
//!
//! Two passes over the stretches. Forwards: the kinds of values, as the verifier of the JVM infers them (JVMS 4.10.2),
//! though of references only that they are references; a variable that holds different kinds by different ways holds
//! nothing that code may use. Backwards: which variables are read before they are written; only these become block
//! parameters. Handlers are successors of every instruction that they guard.

use super::blocks::Stretch;
use crate::class::{
    ArrayKind, BadCode, Code, Comparison, Constant, FieldAccess, FieldType, Instruction, InvokeKind, Kind,
    StackOp,
};
use crate::class::{BaseType, BranchTest};

/// Kinds of values where a stretch begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The operand stack, bottom first; a `long` or `double` is one entry.
    pub stack: Vec<Kind>,
    /// The variables by word; the second word of a `long` or `double`, and what may not be used, is `None`.
    pub locals: Vec<Option<Kind>>,
}

/// The frames at the start of each stretch, and which variables are live there.
#[derive(Debug)]
pub struct Frames {
    /// `None` for stretches that control never comes to.
    pub frames: Vec<Option<Frame>>,
    /// By stretch and word.
    pub live: Vec<Vec<bool>>,
}

/// The kind of values of the type `ty`.
#[must_use]
pub fn kind_of(ty: &FieldType) -> Kind {
    match ty {
        FieldType::Base(BaseType::Long) => Kind::Long,
        FieldType::Base(BaseType::Float) => Kind::Float,
        FieldType::Base(BaseType::Double) => Kind::Double,
        FieldType::Base(_) => Kind::Int,
        FieldType::Class(_) | FieldType::Array(_) => Kind::Reference,
    }
}

impl Frame {
    /// The frame at the start of a method with these parameters, the receiver included.
    #[must_use]
    pub fn at_entry(parameters: &[Kind], max_locals: u16) -> Self {
        let mut locals = Vec::with_capacity(usize::from(max_locals));
        for &kind in parameters {
            locals.push(Some(kind));
            if is_wide(kind) {
                locals.push(None);
            }
        }
        locals.resize(usize::from(max_locals).max(locals.len()), None);
        Self { stack: Vec::new(), locals }
    }

    fn pop(&mut self) -> Result<Kind, BadCode> {
        self.stack.pop().ok_or_else(|| BadCode("the operand stack is empty".to_owned()))
    }

    /// Takes a value of `kind` from the top.
    fn take(&mut self, kind: Kind) -> Result<(), BadCode> {
        match self.pop()? {
            found if found == kind => Ok(()),
            found => Err(BadCode(format!("{found:?} on the operand stack where {kind:?} is needed"))),
        }
    }

    /// Takes values of these kinds, the last one from the top.
    fn take_all(&mut self, kinds: impl DoubleEndedIterator<Item = Kind>) -> Result<(), BadCode> {
        kinds.rev().try_for_each(|kind| self.take(kind))
    }

    /// Stores a value of `kind` in the variable `slot`.
    fn store(&mut self, slot: u16, kind: Kind) {
        let slot = usize::from(slot);
        // A write over one half of a pair ends the pair.
        if let Some(before) = slot.checked_sub(1)
            && self.locals[before].is_some_and(is_wide)
        {
            self.locals[before] = None;
        }
        self.locals[slot] = Some(kind);
        if is_wide(kind) {
            self.locals[slot + 1] = None;
        }
    }

    /// Joins `other` in; whether that changed anything.
    pub(super) fn join(&mut self, other: &Self) -> Result<bool, BadCode> {
        if self.stack != other.stack {
            return Err(BadCode("two ways meet with different operand stacks".to_owned()));
        }
        let mut changed = false;
        for (here, there) in self.locals.iter_mut().zip(&other.locals) {
            if here.is_some() && here != there {
                *here = None;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Goes on over one instruction.
    pub fn step(&mut self, instruction: &Instruction) -> Result<(), BadCode> {
        use Instruction as I;
        match instruction {
            I::Nop | I::Goto(_) => {}
            I::Constant(constant) => self.stack.push(kind_of_constant(constant)),
            I::Load(kind, slot) => {
                if self.locals[usize::from(*slot)] != Some(*kind) {
                    return Err(BadCode(format!("variable {slot} does not hold what is read")));
                }
                self.stack.push(*kind);
            }
            I::Store(kind, slot) => {
                if self.pop()? != *kind {
                    return Err(BadCode(format!("variable {slot} is written with another kind of value")));
                }
                self.store(*slot, *kind);
            }
            I::Increment(slot, _) => {
                if self.locals[usize::from(*slot)] != Some(Kind::Int) {
                    return Err(BadCode(format!("variable {slot} is no int")));
                }
            }
            I::ArrayLoad(kind) => {
                self.take_all([Kind::Reference, Kind::Int].into_iter())?;
                self.stack.push(element_kind(*kind));
            }
            I::ArrayStore(kind) => {
                self.take_all([Kind::Reference, Kind::Int, element_kind(*kind)].into_iter())?;
            }
            I::Stack(op) => self.rearrange(*op)?,
            I::Arithmetic(_, kind) => {
                self.take_all([*kind; 2].into_iter())?;
                self.stack.push(*kind);
            }
            I::Shift(_, kind) => {
                self.take_all([*kind, Kind::Int].into_iter())?;
                self.stack.push(*kind);
            }
            I::Negate(kind) => self.replace(*kind, *kind)?,
            I::Convert(from, to) => self.replace(*from, *to)?,
            I::Narrow(_) => self.replace(Kind::Int, Kind::Int)?,
            I::ArrayLength | I::InstanceOf(_) => self.replace(Kind::Reference, Kind::Int)?,
            I::Compare(comparison) => {
                self.take_all([compared(*comparison); 2].into_iter())?;
                self.stack.push(Kind::Int);
            }
            I::Branch(BranchTest::Zero(_), _) | I::Switch { .. } => self.take(Kind::Int)?,
            I::Branch(BranchTest::Null(_), _) | I::Throw | I::MonitorEnter | I::MonitorExit => {
                self.take(Kind::Reference)?;
            }
            I::Return(Some(kind)) => self.take(*kind)?,
            I::Branch(BranchTest::Ints(_), _) => self.take_all([Kind::Int; 2].into_iter())?,
            I::Branch(BranchTest::Same(_), _) => self.take_all([Kind::Reference; 2].into_iter())?,
            I::Return(None) => {}
            I::Field { access, ty, .. } => self.access(*access, kind_of(ty))?,
            I::Invoke { kind, ty, .. } => {
                self.take_all(ty.parameters.iter().map(kind_of))?;
                if *kind != InvokeKind::Static {
                    self.take(Kind::Reference)?;
                }
                self.stack.extend(ty.result.as_ref().map(kind_of));
            }
            I::InvokeDynamic { ty, .. } => {
                self.take_all(ty.parameters.iter().map(kind_of))?;
                self.stack.extend(ty.result.as_ref().map(kind_of));
            }
            I::New(_) => self.stack.push(Kind::Reference),
            I::NewArray(_) => self.replace(Kind::Int, Kind::Reference)?,
            I::NewMultiArray(_, dimensions) => {
                (0..*dimensions).try_for_each(|_| self.take(Kind::Int))?;
                self.stack.push(Kind::Reference);
            }
            I::CheckCast(_) => self.replace(Kind::Reference, Kind::Reference)?,
            I::JumpToSubroutine(_) | I::ReturnFromSubroutine(_) => {
                return Err(BadCode("subroutines (jsr, ret) are not supported".to_owned()));
            }
        }
        Ok(())
    }

    fn access(&mut self, access: FieldAccess, kind: Kind) -> Result<(), BadCode> {
        match access {
            FieldAccess::GetStatic => self.stack.push(kind),
            FieldAccess::PutStatic => self.take(kind)?,
            FieldAccess::GetField => self.replace(Kind::Reference, kind)?,
            FieldAccess::PutField => self.take_all([Kind::Reference, kind].into_iter())?,
        }
        Ok(())
    }

    /// Takes a value of one kind and puts one of another there.
    fn replace(&mut self, from: Kind, to: Kind) -> Result<(), BadCode> {
        self.take(from)?;
        self.stack.push(to);
        Ok(())
    }

    fn rearrange(&mut self, op: StackOp) -> Result<(), BadCode> {
        let from = arrangement(op, &self.stack)?;
        let base = self.stack.len() - from.taken;
        let taken: Vec<Kind> = self.stack.drain(base..).collect();
        self.stack.extend(from.order.iter().map(|&at| taken[at]));
        Ok(())
    }
}

/// How a stack operation rearranges entries: it takes some, and puts them back in an order, some twice.
#[derive(Debug, PartialEq, Eq)]
pub struct Arrangement {
    /// Entries taken from the top.
    pub taken: usize,
    /// Positions among those taken, the lowest being 0, in the order in which they are put back.
    pub order: Vec<usize>,
}

/// What `op` does with `stack`, where a `long` or `double` is one entry and counts as two words.
pub fn arrangement(op: StackOp, stack: &[Kind]) -> Result<Arrangement, BadCode> {
    // Entries that make up `words` words below the top `above` entries.
    let entries = |above: usize, words: usize| -> Result<usize, BadCode> {
        let mut rest = words;
        let mut count = 0;
        while rest > 0 {
            let at = stack.len().checked_sub(above + count + 1);
            let kind =
                at.map(|at| stack[at]).ok_or_else(|| BadCode("the operand stack is empty".to_owned()))?;
            rest = rest
                .checked_sub(if is_wide(kind) { 2 } else { 1 })
                .ok_or_else(|| BadCode("half of a long or double is moved".to_owned()))?;
            count += 1;
        }
        Ok(count)
    };
    let (top, below) = match op {
        StackOp::Pop | StackOp::Dup => (entries(0, 1)?, 0),
        StackOp::Pop2 | StackOp::Dup2 => (entries(0, 2)?, 0),
        StackOp::DupX1 | StackOp::Swap => (entries(0, 1)?, entries(1, 1)?),
        StackOp::DupX2 => (entries(0, 1)?, entries(1, 2)?),
        StackOp::Dup2X1 => {
            let top = entries(0, 2)?;
            (top, entries(top, 1)?)
        }
        StackOp::Dup2X2 => {
            let top = entries(0, 2)?;
            (top, entries(top, 2)?)
        }
    };
    let taken = top + below;
    let (low, high) = (0..below, below..taken);
    let order = match op {
        StackOp::Pop | StackOp::Pop2 => Vec::new(),
        StackOp::Swap => high.chain(low).collect(),
        _ => high.clone().chain(low).chain(high).collect(),
    };
    Ok(Arrangement { taken, order })
}

/// The kind of the numbers that a comparison takes.
fn compared(comparison: Comparison) -> Kind {
    match comparison {
        Comparison::Long => Kind::Long,
        Comparison::FloatLess | Comparison::FloatGreater => Kind::Float,
        Comparison::DoubleLess | Comparison::DoubleGreater => Kind::Double,
    }
}

fn is_wide(kind: Kind) -> bool {
    matches!(kind, Kind::Long | Kind::Double)
}

fn kind_of_constant(constant: &Constant) -> Kind {
    match constant {
        Constant::Int(_) => Kind::Int,
        Constant::Long(_) => Kind::Long,
        Constant::Float(_) => Kind::Float,
        Constant::Double(_) => Kind::Double,
        Constant::Dynamic { ty, .. } => kind_of(ty),
        _ => Kind::Reference,
    }
}

/// The kind of the elements of an array, as the stack holds them.
#[must_use]
pub fn element_kind(kind: ArrayKind) -> Kind {
    match kind {
        ArrayKind::Byte | ArrayKind::Char | ArrayKind::Short | ArrayKind::Int => Kind::Int,
        ArrayKind::Long => Kind::Long,
        ArrayKind::Float => Kind::Float,
        ArrayKind::Double => Kind::Double,
        ArrayKind::Reference => Kind::Reference,
    }
}

impl Frames {
    /// The frames of `code`, entered with `entry`.
    ///
    /// # Errors
    /// For code that a verifier refuses: kinds that do not fit, an empty stack, stacks of different heights.
    pub fn new(code: &Code, stretches: &[Stretch], entry: Frame) -> Result<Self, BadCode> {
        let frames = forwards(code, stretches, entry)?;
        let live = backwards(code, stretches, &frames);
        Ok(Self { frames, live })
    }

    /// The variables that are handed over to the stretch `stretch`, by word, with their kinds.
    pub fn live_locals(&self, stretch: usize) -> impl Iterator<Item = (usize, Kind)> {
        let locals = self.frames[stretch].as_ref().map_or(&[][..], |frame| &frame.locals);
        let live = &self.live[stretch];
        locals
            .iter()
            .enumerate()
            .filter(|&(slot, _)| live[slot])
            .filter_map(|(slot, kind)| Some((slot, (*kind)?)))
    }
}

/// Index of the stretch that begins where the handler does.
#[must_use]
pub fn handler_stretch(code: &Code, stretches: &[Stretch], handler: usize) -> usize {
    let index = code.index_of(code.handlers[handler].target).unwrap_or(0);
    stretches.partition_point(|stretch| stretch.start <= index) - 1
}

fn forwards(code: &Code, stretches: &[Stretch], entry: Frame) -> Result<Vec<Option<Frame>>, BadCode> {
    let mut frames: Vec<Option<Frame>> = vec![None; stretches.len()];
    frames[0] = Some(entry);
    let mut work = vec![0];
    let into = |frames: &mut Vec<Option<Frame>>, target: usize, frame: &Frame| {
        let changed = match &mut frames[target] {
            Some(known) => known.join(frame)?,
            unknown => {
                *unknown = Some(frame.clone());
                true
            }
        };
        Ok::<bool, BadCode>(changed)
    };
    while let Some(number) = work.pop() {
        let stretch = &stretches[number];
        let Some(mut frame) = frames[number].clone() else { continue };
        for (_, instruction) in &code.instructions[stretch.start..stretch.end] {
            // An exception leaves the variables as they are before the instruction, and only itself on the stack.
            for &handler in &stretch.handlers {
                let raised = Frame { stack: vec![Kind::Reference], locals: frame.locals.clone() };
                let target = handler_stretch(code, stretches, handler);
                if into(&mut frames, target, &raised)? {
                    work.push(target);
                }
            }
            frame.step(instruction)?;
        }
        for &target in &stretch.successors {
            if into(&mut frames, target, &frame)? {
                work.push(target);
            }
        }
    }
    Ok(frames)
}

fn backwards(code: &Code, stretches: &[Stretch], frames: &[Option<Frame>]) -> Vec<Vec<bool>> {
    let words = frames[0].as_ref().map_or(0, |frame| frame.locals.len());
    let mut live = vec![vec![false; words]; stretches.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (number, stretch) in stretches.iter().enumerate().rev() {
            if frames[number].is_none() {
                continue;
            }
            let mut now = vec![false; words];
            for &target in &stretch.successors {
                now.iter_mut().zip(&live[target]).for_each(|(now, live)| *now |= live);
            }
            for (_, instruction) in code.instructions[stretch.start..stretch.end].iter().rev() {
                match instruction {
                    Instruction::Store(_, slot) => now[usize::from(*slot)] = false,
                    Instruction::Load(_, slot) | Instruction::Increment(slot, _) => {
                        now[usize::from(*slot)] = true
                    }
                    _ => {}
                }
                for &handler in &stretch.handlers {
                    let target = handler_stretch(code, stretches, handler);
                    now.iter_mut().zip(&live[target]).for_each(|(now, live)| *now |= live);
                }
            }
            if now != live[number] {
                live[number] = now;
                changed = true;
            }
        }
    }
    live
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stack_operations_count_words_and_move_entries() {
        use Kind::{Int, Long};
        let order = |op, stack: &[Kind]| arrangement(op, stack).map(|found| (found.taken, found.order));
        assert_eq!(order(StackOp::Dup2, &[Int, Long]), Ok((1, vec![0, 0])));
        assert_eq!(order(StackOp::Dup2, &[Int, Int]), Ok((2, vec![0, 1, 0, 1])));
        assert_eq!(order(StackOp::DupX2, &[Int, Int, Int]), Ok((3, vec![2, 0, 1, 2])));
        assert_eq!(order(StackOp::DupX2, &[Long, Int]), Ok((2, vec![1, 0, 1])));
        assert_eq!(order(StackOp::Dup2X1, &[Int, Long]), Ok((2, vec![1, 0, 1])));
        assert_eq!(order(StackOp::Swap, &[Int, Int]), Ok((2, vec![1, 0])));
        assert_eq!(order(StackOp::Pop2, &[Long]), Ok((1, vec![])));
        assert!(order(StackOp::Dup, &[Long]).is_err());
        assert!(order(StackOp::Pop, &[]).is_err());
    }

    #[test]
    fn a_write_over_half_of_a_pair_ends_the_pair() {
        let mut frame = Frame::at_entry(&[Kind::Long], 3);
        frame.store(1, Kind::Int);
        assert_eq!(frame.locals, [None, Some(Kind::Int), None]);
    }
}
