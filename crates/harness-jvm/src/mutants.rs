//! Mutants of the classes under test, made in the IR: small faults that a suite should notice.
//!
//! | operator | what becomes of it |
//! |---|---|
//! | relational | `<` becomes `<=` and `>=`, `==` becomes `!=`: the boundary, and the negated condition |
//! | arithmetic | `+` and `-`, `*` and `+`, `/` and `*`, `%` and `*`, shifts, `&` and `\|` change places |
//! | constant | one more |
//! | call | a call without result is left out |
//! | store | a field keeps what it held |
//! | return | 0 or false; where that was it, 1 or true |
//!
//! Source: the operators of PIT (Coles et al., *PIT: A Practical Mutation Testing Tool for Java*, ISSTA 2016), in the terms of the IR.
//! Comparisons of references and unsigned ones are left alone: compilers make them of checks that stand in no source. Only lines
//! that the suite covers are mutated: others cannot be told from the original by it.

use std::sync::Arc;
use trine_base::Stream;
use trine_ir::{
    BinaryOp, Block, Callee, Constant, FloatPredicate, FuncId, Function, IntPredicate, Op, Program,
    Terminator, Type, Value,
};

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
            Self::Constant(_) => "a constant is one more",
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
    block: Block,
    /// Position in the block; behind the last one is what ends it.
    inst: usize,
    /// What is changed.
    pub operator: Operator,
    /// The line of the source.
    pub line: u32,
}

/// At most `most` mutants of the functions that `is_meant` names, on lines that it says yes to, drawn with `rng`; in the order of the
/// code.
pub fn mutants(
    program: &Program,
    is_meant: &dyn Fn(&str) -> bool,
    is_covered: &dyn Fn(&str, u32) -> bool,
    most: usize,
    rng: &mut Stream,
) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (function, callable) in program.callables.iter_enumerated() {
        if !is_meant(&callable.name) {
            continue;
        }
        let Ok(body) = program.body(function) else { continue };
        let on_line = |mutant: &Mutant| is_covered(&callable.name, mutant.line);
        found.extend(places(program, function, body).into_iter().filter(on_line));
    }
    while found.len() > most {
        let gone = rng.position(found.len());
        found.remove(gone);
    }
    found
}

fn places(program: &Program, function: FuncId, body: &Arc<Function>) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (block, data) in body.blocks.iter_enumerated() {
        for (inst, instruction) in data.insts.iter().enumerate() {
            let Some(span) = instruction.span else { continue };
            let mut add = |operator| {
                found.push(Mutant { function, block, inst, operator, line: span.start.line });
            };
            match &instruction.op {
                Op::IntCompare(predicate, a, b) if body.type_of(*a) != Type::Ptr => {
                    others(*predicate).iter().for_each(|&other| add(Operator::Relational(other)));
                    if !others(*predicate).is_empty() {
                        constants(body, &[*a, *b]).for_each(|at| add(Operator::Constant(at)));
                    }
                }
                Op::FloatCompare(predicate, ..) => {
                    float_others(*predicate).iter().for_each(|&other| add(Operator::FloatRelational(other)));
                }
                Op::Binary { op, a, b, .. } => {
                    other_operation(*op).into_iter().for_each(|other| add(Operator::Arithmetic(other)));
                    constants(body, &[*a, *b]).for_each(|at| add(Operator::Constant(at)));
                }
                Op::Call { callee, .. } if instruction.results.is_empty() && is_method(program, callee) => {
                    add(Operator::Deletion);
                }
                Op::Store { .. } => add(Operator::Deletion),
                _ => {}
            }
        }
        let ends_at = data.terminator_span.map(|span| span.start.line);
        if let (Terminator::Return(values), Some(line)) = (&data.terminator, ends_at)
            && let [value] = values[..]
            && matches!(body.type_of(value), Type::Int(_))
        {
            let inst = data.insts.len();
            found.push(Mutant { function, block, inst, operator: Operator::Return, line });
        }
    }
    found
}

/// Whether a call is one of a method that a source can call and leave out.
fn is_method(program: &Program, callee: &Callee) -> bool {
    match callee {
        Callee::Virtual { .. } | Callee::Interface { .. } => true,
        Callee::Direct(function) => {
            let name = &program.callables[*function].name;
            name.contains('.') && name.ends_with(")V") && !name.contains(".<") && !name.starts_with("trine")
        }
        Callee::Indirect(..) => false,
    }
}

/// The boundary moved, and the negation.
fn others(predicate: IntPredicate) -> &'static [IntPredicate] {
    match predicate {
        IntPredicate::Eq => &[IntPredicate::Ne],
        IntPredicate::Ne => &[IntPredicate::Eq],
        IntPredicate::Slt => &[IntPredicate::Sle, IntPredicate::Sge],
        IntPredicate::Sle => &[IntPredicate::Slt, IntPredicate::Sgt],
        IntPredicate::Sgt => &[IntPredicate::Sge, IntPredicate::Sle],
        IntPredicate::Sge => &[IntPredicate::Sgt, IntPredicate::Slt],
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
        BinaryOp::And => BinaryOp::Or,
        BinaryOp::Or | BinaryOp::Xor => BinaryOp::And,
        BinaryOp::ShlMask => BinaryOp::AShrMask,
        BinaryOp::AShrMask | BinaryOp::LShrMask => BinaryOp::ShlMask,
        BinaryOp::FAdd => BinaryOp::FSub,
        BinaryOp::FSub | BinaryOp::FMul => BinaryOp::FAdd,
        BinaryOp::FDiv => BinaryOp::FMul,
        _ => return None,
    })
}

/// Positions of the operands that are constant integers.
fn constants<'f>(body: &'f Function, operands: &'f [Value]) -> impl Iterator<Item = usize> + 'f {
    let is_constant = |&(_, &value): &(usize, &Value)| {
        matches!(body.type_of(value), Type::Int(_)) && body.constant_bits(value).is_some()
    };
    let constants: Vec<usize> = operands.iter().enumerate().filter(is_constant).map(|(at, _)| at).collect();
    constants.into_iter()
}

impl Mutant {
    /// The function's body with the fault in it.
    #[must_use]
    pub fn body(&self, program: &Program) -> Option<Function> {
        let mut body = Function::clone(program.body(self.function).ok()?);
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
            Operator::Constant(at) => {
                let (a, b) = match &body.blocks[self.block].insts[self.inst].op {
                    Op::IntCompare(_, a, b) | Op::Binary { a, b, .. } => (*a, *b),
                    _ => return None,
                };
                let old = if at == 0 { a } else { b };
                let ty = body.type_of(old);
                let mask = if ty.bits() >= 128 { u128::MAX } else { (1 << ty.bits()) - 1 };
                let bits = body.constant_bits(old)?.wrapping_add(1) & mask;
                let new = body.new_constant(ty, Constant::Bits(bits));
                if let Op::IntCompare(_, a, b) | Op::Binary { a, b, .. } =
                    &mut body.blocks[self.block].insts[self.inst].op
                {
                    *(if at == 0 { a } else { b }) = new;
                }
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
        Some(body)
    }
}
