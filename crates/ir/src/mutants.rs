//! Mutants of functions, made in the IR: small faults that a suite should notice.
//!
//! | operator | what becomes of it |
//! |---|---|
//! | relational | `<` becomes `<=` and `>=`, `==` becomes `!=`: the boundary, and the negated condition |
//! | negation | a branch that no comparison decides goes the other way |
//! | arithmetic | `+` and `-`, `*` and `+`, `/` and `*`, `%` and `*`, shifts, `&` and `\|` change places |
//! | constant | one more: an operand, and where [`Selection::as_written`] what is stored, passed on, or a `case` |
//! | call | a call whose result nobody reads is left out |
//! | store | memory keeps what it held |
//! | return | 0 or false; where that was it, 1 or true |
//!
//! Source: the operators of PIT (Coles et al., *PIT: A Practical Mutation Testing Tool for Java*, ISSTA 2016), in the terms of the IR.
//! A mutant has the branches of the function that it is made from, so that both are observed alike.

use crate::instruction::Inst;
use crate::{
    BinaryOp, Block, Callee, Constant, FloatPredicate, FuncId, Function, IntPredicate, Intrinsic, Op,
    Program, Terminator, Type, Value,
};
use std::collections::BTreeSet;
use trine_base::{Span, Stream};

/// What a mutant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// A comparison of integers becomes this one.
    Relational(IntPredicate),
    /// A comparison of floating-point numbers becomes this one.
    FloatRelational(FloatPredicate),
    /// An operation becomes this one.
    Arithmetic(BinaryOp),
    /// The operand at this position, a constant, is one more.
    Constant(usize),
    /// The argument at the second position of the edge at the first, a constant, is one more.
    Passed(usize, usize),
    /// The value of the case at this position is one more.
    Case(usize),
    /// The branch goes the other way.
    Negation,
    /// A call or a store is left out.
    Deletion,
    /// What is returned is a constant.
    Return,
}

impl Operator {
    /// What it does, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        match self {
            Self::Relational(Eq) => "the comparison becomes ==",
            Self::Relational(Ne) => "the comparison becomes !=",
            Self::Relational(Slt | Ult) => "the comparison becomes <",
            Self::Relational(Sle | Ule) => "the comparison becomes <=",
            Self::Relational(Sgt | Ugt) => "the comparison becomes >",
            Self::Relational(Sge | Uge) => "the comparison becomes >=",
            Self::FloatRelational(_) => "the comparison of floating-point numbers becomes another one",
            Self::Arithmetic(BinaryOp::Add) => "the operation becomes +",
            Self::Arithmetic(BinaryOp::Sub) => "the operation becomes -",
            Self::Arithmetic(BinaryOp::Mul) => "the operation becomes *",
            Self::Arithmetic(_) => "the operation becomes another one",
            Self::Constant(_) | Self::Passed(..) | Self::Case(_) => "a constant is one more",
            Self::Negation => "the condition is negated",
            Self::Deletion => "the call or store is left out",
            Self::Return => "another value is returned",
        }
    }
}

/// A place in a function where an operator applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: Block,
    /// Position in the block; behind the last one is what ends it.
    inst: usize,
    /// What is changed.
    pub operator: Operator,
    /// The line of the source.
    pub line: u32,
    /// Where on the line, and of which file.
    pub span: Span,
}

/// Which mutants are made.
#[derive(Clone, Copy)]
pub struct Selection<'a> {
    /// Whether faults are made in the function of this name.
    pub is_meant: &'a dyn Fn(&str) -> bool,
    /// Whether a mutant of the function of this name is on a line that the suite covers: others cannot be told from the original by it.
    pub is_covered: &'a dyn Fn(&str, &Mutant) -> bool,
    /// Whether a call stands in the source as a statement, which can be left out there.
    pub is_statement: &'a dyn Fn(&Program, &Callee) -> bool,
    /// Whether comparisons of addresses, unsigned ones, and constants that are only moved stand in the source as they are. They do not
    /// where compilers make them of checks of their own.
    pub as_written: bool,
}

impl std::fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selection").field("as_written", &self.as_written).finish_non_exhaustive()
    }
}

/// At most `most` of the mutants of `program` that are in `selection`, drawn with `rng`; in the order of the code.
pub fn mutants(program: &Program, selection: &Selection<'_>, most: usize, rng: &mut Stream) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (function, callable) in program.callables.iter_enumerated() {
        if !(selection.is_meant)(&callable.name) {
            continue;
        }
        let Ok(body) = program.body(function) else { continue };
        let is_covered = |mutant: &Mutant| (selection.is_covered)(&callable.name, mutant);
        found.extend(places((program, function), body, selection).into_iter().filter(is_covered));
    }
    while found.len() > most {
        let gone = rng.position(found.len());
        found.remove(gone);
    }
    found
}

fn places(
    (program, function): (&Program, FuncId),
    body: &Function,
    selection: &Selection<'_>,
) -> Vec<Mutant> {
    let read = values_read(body);
    let mut found = Vec::new();
    for (block, data) in body.blocks.iter_enumerated() {
        for (inst, instruction) in data.insts.iter().enumerate() {
            let Some(span) = instruction.span else { continue };
            let is_read = instruction.results.iter().any(|result| read.contains(result));
            let add = |operator| {
                found.push(Mutant { function, block, inst, operator, line: span.start.line, span })
            };
            of_instruction(program, (body, instruction, is_read), selection, add);
        }
        let Some(span) = data.terminator_span else { continue };
        let inst = data.insts.len();
        let add =
            |operator| found.push(Mutant { function, block, inst, operator, line: span.start.line, span });
        of_terminator(body, block, selection, add);
    }
    found
}

/// Values that anything reads.
fn values_read(body: &Function) -> BTreeSet<Value> {
    let mut read = BTreeSet::new();
    for data in &body.blocks {
        let mut visit = |value| _ = read.insert(value);
        data.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut visit));
        data.terminator.for_each_operand(&mut visit);
        data.unwind.iter().flat_map(|edge| &edge.args).for_each(|&value| visit(value));
    }
    read
}

fn of_instruction(
    program: &Program,
    (body, instruction, is_read): (&Function, &Inst, bool),
    selection: &Selection<'_>,
    mut add: impl FnMut(Operator),
) {
    let as_written = selection.as_written;
    let add_constants = |add: &mut dyn FnMut(Operator)| {
        constants(body, &operands(&instruction.op)).into_iter().for_each(|at| add(Operator::Constant(at)));
    };
    match &instruction.op {
        // A bit that is turned over is a negated condition, which another mutant stands for.
        Op::Binary { a, .. } if body.type_of(*a).bits() == 1 => {}
        Op::IntCompare(predicate, a, _) if as_written || body.type_of(*a) != Type::Ptr => {
            let others = others(*predicate, as_written);
            others.iter().for_each(|&other| add(Operator::Relational(other)));
            if !others.is_empty() {
                add_constants(&mut add);
            }
        }
        Op::FloatCompare(predicate, ..) => {
            float_others(*predicate).iter().for_each(|&other| add(Operator::FloatRelational(other)));
        }
        Op::Binary { op, .. } => {
            other_operation(*op).into_iter().for_each(|other| add(Operator::Arithmetic(other)));
            add_constants(&mut add);
        }
        Op::Call { callee, .. } => {
            if !is_read && (selection.is_statement)(program, callee) {
                add(Operator::Deletion);
            }
            if as_written {
                add_constants(&mut add);
            }
        }
        Op::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet, _) if as_written => {
            add(Operator::Deletion)
        }
        Op::Store { .. } => {
            add(Operator::Deletion);
            if as_written {
                add_constants(&mut add);
            }
        }
        _ => {}
    }
}

fn of_terminator(body: &Function, block: Block, selection: &Selection<'_>, mut add: impl FnMut(Operator)) {
    let data = &body.blocks[block];
    if let Terminator::Return(values) = &data.terminator
        && let [value] = values[..]
        && matches!(body.type_of(value), Type::Int(_))
    {
        add(Operator::Return);
    }
    if !selection.as_written {
        return;
    }
    match &data.terminator {
        Terminator::Branch { cond, .. } => {
            let decides = |inst: &Inst| {
                let compares =
                    matches!(inst.op, Op::IntCompare(..) | Op::FloatCompare(..) | Op::Binary { .. });
                compares && inst.results.contains(cond)
            };
            if body.constant(*cond).is_none()
                && !body.blocks.iter().any(|data| data.insts.iter().any(decides))
            {
                add(Operator::Negation);
            }
        }
        Terminator::Switch { cases, .. } => {
            let is_free = |at: &usize| {
                let next = cases[*at].0.wrapping_add(1);
                cases.iter().all(|(value, _)| *value != next)
            };
            (0..cases.len()).filter(is_free).for_each(|at| add(Operator::Case(at)));
        }
        _ => {}
    }
    for (edge, to) in data.terminator.edges().enumerate() {
        let wide = constants(body, &to.args).into_iter().filter(|&at| body.type_of(to.args[at]).bits() > 1);
        wide.for_each(|at| add(Operator::Passed(edge, at)));
    }
}

/// The boundary moved, and the negation.
fn others(predicate: IntPredicate, unsigned: bool) -> &'static [IntPredicate] {
    match predicate {
        IntPredicate::Eq => &[IntPredicate::Ne],
        IntPredicate::Ne => &[IntPredicate::Eq],
        IntPredicate::Slt => &[IntPredicate::Sle, IntPredicate::Sge],
        IntPredicate::Sle => &[IntPredicate::Slt, IntPredicate::Sgt],
        IntPredicate::Sgt => &[IntPredicate::Sge, IntPredicate::Sle],
        IntPredicate::Sge => &[IntPredicate::Sgt, IntPredicate::Slt],
        IntPredicate::Ult if unsigned => &[IntPredicate::Ule, IntPredicate::Uge],
        IntPredicate::Ule if unsigned => &[IntPredicate::Ult, IntPredicate::Ugt],
        IntPredicate::Ugt if unsigned => &[IntPredicate::Uge, IntPredicate::Ule],
        IntPredicate::Uge if unsigned => &[IntPredicate::Ugt, IntPredicate::Ult],
        _ => &[],
    }
}

fn float_others(predicate: FloatPredicate) -> &'static [FloatPredicate] {
    match predicate {
        FloatPredicate::Oeq => &[FloatPredicate::Une],
        FloatPredicate::Une => &[FloatPredicate::Oeq],
        FloatPredicate::Olt => &[FloatPredicate::Ole, FloatPredicate::Uge],
        FloatPredicate::Ole => &[FloatPredicate::Olt, FloatPredicate::Ugt],
        FloatPredicate::Ogt => &[FloatPredicate::Oge, FloatPredicate::Ule],
        FloatPredicate::Oge => &[FloatPredicate::Ogt, FloatPredicate::Ult],
        _ => &[],
    }
}

fn other_operation(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Add => BinaryOp::Sub,
        BinaryOp::Sub | BinaryOp::Mul => BinaryOp::Add,
        BinaryOp::SDivWrap | BinaryOp::SRemWrap => BinaryOp::Mul,
        BinaryOp::SDiv | BinaryOp::UDiv | BinaryOp::SRem | BinaryOp::URem => BinaryOp::Mul,
        BinaryOp::And => BinaryOp::Or,
        BinaryOp::Or | BinaryOp::Xor => BinaryOp::And,
        BinaryOp::ShlMask => BinaryOp::AShrMask,
        BinaryOp::AShrMask | BinaryOp::LShrMask => BinaryOp::ShlMask,
        BinaryOp::Shl => BinaryOp::LShr,
        BinaryOp::AShr | BinaryOp::LShr => BinaryOp::Shl,
        BinaryOp::FAdd => BinaryOp::FSub,
        BinaryOp::FSub | BinaryOp::FMul => BinaryOp::FAdd,
        BinaryOp::FDiv => BinaryOp::FMul,
        _ => return None,
    })
}

fn operands(op: &Op) -> Vec<Value> {
    let mut operands = Vec::new();
    op.for_each_operand(|value| operands.push(value));
    operands
}

/// Positions of those of `values` that are constant integers.
fn constants(body: &Function, values: &[Value]) -> Vec<usize> {
    let is_constant = |&(_, &value): &(usize, &Value)| {
        matches!(body.type_of(value), Type::Int(_)) && body.constant_bits(value).is_some()
    };
    values.iter().enumerate().filter(is_constant).map(|(at, _)| at).collect()
}

impl Mutant {
    /// The function's body with the fault in it.
    #[must_use]
    pub fn body(&self, program: &Program) -> Option<Function> {
        let mut body = Function::clone(program.body(self.function).ok()?);
        self.change(&mut body)?;
        Some(body)
    }

    fn change(&self, body: &mut Function) -> Option<()> {
        match self.operator {
            Operator::Deletion => {
                body.blocks[self.block].insts.remove(self.inst);
            }
            Operator::Return => {
                let Terminator::Return(values) = &body.blocks[self.block].terminator else { return None };
                let value = *values.first()?;
                let bits = u128::from(body.constant_bits(value) == Some(0));
                let constant = body.new_constant(body.type_of(value), Constant::Bits(bits));
                body.blocks[self.block].terminator = Terminator::Return(vec![constant]);
            }
            Operator::Negation => {
                let terminator = &mut body.blocks[self.block].terminator;
                let Terminator::Branch { then, otherwise, .. } = terminator else { return None };
                std::mem::swap(then, otherwise);
            }
            Operator::Case(at) => {
                let Terminator::Switch { value, cases, .. } = &body.blocks[self.block].terminator else {
                    return None;
                };
                let next = cases.get(at)?.0.wrapping_add(1) & mask(body.type_of(*value));
                if cases.iter().any(|(case, _)| *case == next) {
                    return None;
                }
                let Terminator::Switch { cases, .. } = &mut body.blocks[self.block].terminator else {
                    return None;
                };
                cases[at].0 = next;
            }
            Operator::Passed(edge, at) => {
                let old = *body.blocks[self.block].terminator.edges().nth(edge)?.args.get(at)?;
                let new = one_more(body, old)?;
                body.blocks[self.block].terminator.edges_mut().nth(edge)?.args[at] = new;
            }
            Operator::Constant(at) => {
                let old = *operands(&body.blocks[self.block].insts[self.inst].op).get(at)?;
                let new = one_more(body, old)?;
                let mut position = 0;
                body.blocks[self.block].insts[self.inst].op.for_each_operand_mut(|value| {
                    if position == at {
                        *value = new;
                    }
                    position += 1;
                });
            }
            operator => match (&mut body.blocks[self.block].insts[self.inst].op, operator) {
                (Op::IntCompare(predicate, ..), Operator::Relational(other)) => *predicate = other,
                (Op::FloatCompare(predicate, ..), Operator::FloatRelational(other)) => *predicate = other,
                (Op::Binary { op, no_signed_wrap, .. }, Operator::Arithmetic(other)) => {
                    (*op, *no_signed_wrap) = (other, false);
                }
                _ => return None,
            },
        }
        Some(())
    }
}

/// A constant that is one more than `old`, a constant number.
fn one_more(body: &mut Function, old: Value) -> Option<Value> {
    let ty = body.type_of(old);
    let bits = body.constant_bits(old)?.wrapping_add(1) & mask(ty);
    Some(body.new_constant(ty, Constant::Bits(bits)))
}

fn mask(ty: Type) -> u128 {
    if ty.bits() >= 128 { u128::MAX } else { (1 << ty.bits()) - 1 }
}
