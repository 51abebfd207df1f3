//! Inline assembly that C code uses without leaving C: barriers for the optimizer, hints, interrupt masks, byte swaps,
//! moves, clocks of the processor.
//!
//! | text | becomes |
//! |---|---|
//! | instructions that change no value a C program can see (`nop`, fences, `cpsid i`, `cli`) | nothing; each output is the input tied to it |
//! | `bswap`, `rev`, a 16-bit rotation by 8 | the machine's byte swap |
//! | `mov` between an operand or a number and the output | that value |
//! | `div` of 128 bits by 64 | the machine's division |
//! | `rdtsc` and its like: values of the processor that no test can set | memory that nobody wrote, read as `volatile`: no test relies on it, and no proof |
//!
//! Everything else is not supported: a text we do not know may do anything.
//!
//! Source: LangRef, "Inline Assembler Expressions"; Intel's manual, volume 2; Arm's manual, A7. Not handled: several
//! instructions with an effect in one text. Cost: linear in the text.

use super::{Lowerer, Lowering};
use crate::ll::{Call, InlineAsm};
use trine_ir::{BinaryOp, Intrinsic, Op, Type, Value};

/// Instructions of x86-64 and Arm without an effect on values: hints, fences, interrupt masks.
const WITHOUT_EFFECT: [&str; 20] = [
    "nop", "pause", "rep nop", "rep", "mfence", "lfence", "sfence", "yield", "dmb", "dsb", "isb", "wfi",
    "wfe", "sev", "cpsid", "cpsie", "cli", "sti", "hlt", "endbr64",
];
/// A write of nothing to the stack under a lock: the fence of older processors.
const LOCKED_FENCES: [&str; 4] = ["lock", "addl $$0,0(%rsp)", "addl $$0, 0(%rsp)", "lock addl $$0,0(%rsp)"];
const BYTE_SWAPS: [&str; 9] = [
    "bswap $0",
    "bswapl $0",
    "bswapq $0",
    "bswap ${0:k}",
    "bswap ${0:q}",
    "rev $0, $0",
    "rorw $$8, ${0:w}",
    "rolw $$8, ${0:w}",
    "xchgb ${0:b}, ${0:h}",
];
const MOVES: [&str; 6] = ["mov", "movb", "movw", "movl", "movq", "movabsq"];
/// Instructions that read what the processor counts or holds.
const PROCESSOR_VALUES: [&str; 5] = ["rdtsc", "rdtscp", "rdrand", "cpuid", "mrs"];
/// How code that keeps `rbx` for itself asks for features of the processor.
const CPUID_KEEPING_RBX: [&str; 3] = ["mov ${0:q}, rbx", "cpuid", "xchg ${0:q}, rbx"];
/// The division of 128 bits by 64, and the constraints it comes with.
const WIDE_DIVISION: (&str, &str) = ("div ${2:q}", "=&{dx},=&{ax},r,0,1");

/// What a text does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Meaning {
    Nothing,
    ByteSwap,
    /// The output is this operand.
    Move(usize),
    /// The output is this number.
    Number(u128),
    /// The outputs are values of the processor.
    ProcessorValue,
    /// Remainder and quotient of 128 bits, the upper half first, by 64 bits.
    WideDivision,
    Unknown,
}

impl Lowerer<'_> {
    pub(super) fn inline_asm(&mut self, asm: &InlineAsm, call: &Call) -> Lowering<Vec<Value>> {
        // What it may write is not told: nothing is known of memory behind it.
        if asm.constraints.split(',').any(|part| part == "~{memory}") {
            self.barrier();
        }
        match meaning(&asm.code) {
            Meaning::Nothing => self.tied_outputs(asm, call),
            Meaning::ByteSwap => {
                let [value] = self.tied_outputs(asm, call)?[..] else {
                    return self.unsupported("inline assembly");
                };
                let ty = self.function.type_of(value);
                Ok(vec![self.emit_value(Op::Intrinsic(Intrinsic::ByteSwap, vec![value]), ty)])
            }
            Meaning::Move(operand) => {
                let outputs = constraints(asm).filter(|part| part.starts_with('=')).count();
                let only = outputs == 1 && !asm.constraints.starts_with("=*");
                match call.args.get(operand.wrapping_sub(1)).filter(|_| only) {
                    Some(argument) => self.operand(&argument.operand),
                    None => self.unsupported("inline assembly"),
                }
            }
            Meaning::Number(bits) => {
                let types = self.output_types(call)?;
                let [ty] = types[..] else { return self.unsupported("inline assembly") };
                Ok(vec![self.function.new_constant(ty, trine_ir::Constant::Bits(bits))])
            }
            Meaning::ProcessorValue => {
                let types = self.output_types(call)?;
                Ok(types.into_iter().map(|ty| self.unset(ty)).collect())
            }
            Meaning::WideDivision if asm.constraints.starts_with(WIDE_DIVISION.1) => self.wide_division(call),
            Meaning::WideDivision | Meaning::Unknown => self.unsupported("inline assembly"),
        }
    }

    /// `div`: the operands are the divisor and the two halves of the dividend, the upper one first.
    fn wide_division(&mut self, call: &Call) -> Lowering<Vec<Value>> {
        let mut operands = Vec::new();
        for argument in &call.args {
            let value = self.scalar(&argument.operand)?;
            operands.push(self.resize(value, Type::Int(128)));
        }
        let [divisor, upper, lower] = operands[..] else { return self.unsupported("inline assembly") };
        let by = self.bits(Type::Int(128), 64);
        let upper = self.arith(BinaryOp::Shl, upper, by);
        let dividend = self.arith(BinaryOp::Or, upper, lower);
        let results = [BinaryOp::URem, BinaryOp::UDiv].map(|op| self.arith(op, dividend, divisor));
        Ok(results.map(|result| self.resize(result, Type::Int(64))).to_vec())
    }

    /// The types of the outputs.
    fn output_types(&mut self, call: &Call) -> Lowering<Vec<Type>> {
        Ok(self.lanes(call.result)?.into_iter().map(|lane| lane.ty).collect())
    }

    /// A value that nothing sets, another one at each look.
    fn unset(&mut self, ty: Type) -> Value {
        let size_bytes = u64::from(ty.store_size_bytes());
        let slot = Op::StackAlloc { size_bytes, count: None, align_bytes: 16 };
        let ptr = self.emit_value(slot, Type::Ptr);
        self.emit_value(Op::Load { ptr, volatile: true }, ty)
    }

    /// For each output, the input tied to it.
    fn tied_outputs(&mut self, asm: &InlineAsm, call: &Call) -> Lowering<Vec<Value>> {
        let constraints: Vec<&str> = constraints(asm).collect();
        let outputs =
            constraints.iter().filter(|part| part.starts_with('=') && !part.starts_with("=*")).count();
        let indirect = constraints.iter().filter(|part| part.starts_with("=*")).count();
        let inputs = constraints.iter().filter(|part| !part.starts_with('='));
        let mut results = vec![None; outputs];
        for (constraint, argument) in inputs.zip(call.args.iter().skip(indirect)) {
            let tied = constraint.parse::<usize>().ok();
            if let Some(slot) = tied.and_then(|output| results.get_mut(output)) {
                *slot = Some(self.operand(&argument.operand)?);
            }
        }
        match results.into_iter().collect::<Option<Vec<_>>>() {
            Some(lanes) => Ok(lanes.into_iter().flatten().collect()),
            None => self.unsupported("inline assembly with an output that nothing sets"),
        }
    }
}

/// The constraints of operands, outputs first.
fn constraints(asm: &InlineAsm) -> impl Iterator<Item = &str> {
    asm.constraints.split(',').filter(|part| !part.starts_with('~'))
}

fn meaning(code: &str) -> Meaning {
    let instructions = instructions(code);
    if instructions.iter().eq(CPUID_KEEPING_RBX) {
        return Meaning::ProcessorValue;
    }
    if instructions.iter().eq([WIDE_DIVISION.0]) {
        return Meaning::WideDivision;
    }
    let [only] = &instructions[..] else {
        return if instructions.is_empty() { Meaning::Nothing } else { Meaning::Unknown };
    };
    if BYTE_SWAPS.contains(&only.as_str()) {
        return Meaning::ByteSwap;
    }
    let (name, operands) = only.split_once(' ').unwrap_or((only, ""));
    if PROCESSOR_VALUES.contains(&name) {
        return Meaning::ProcessorValue;
    }
    match operands.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        // The output stands behind on x86-64 and in front on Arm.
        [from, "$0"] | ["$0", from] if MOVES.contains(&name) => moved(from),
        _ => Meaning::Unknown,
    }
}

/// What a move from this operand gives.
fn moved(from: &str) -> Meaning {
    if let Some(number) = from.strip_prefix("$$").or_else(|| from.strip_prefix('#')) {
        return number.parse().map_or(Meaning::Unknown, Meaning::Number);
    }
    match from.strip_prefix('$').and_then(|operand| operand.parse().ok()) {
        Some(operand) if operand > 0 => Meaning::Move(operand),
        _ => Meaning::Unknown,
    }
}

/// The line up to a comment, which is told from a number of Arm's (`#7`) by the blank behind it.
fn without_comment(line: &str) -> &str {
    let begins = |at: &(usize, &str)| line[at.0 + 1..].chars().next().is_none_or(char::is_whitespace);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

/// The text without comments between `/*` and `*/`; one that does not end goes to the end of the text.
fn without_block_comments(code: &str) -> String {
    let mut parts = code.split("/*");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push(' ');
        text.push_str(part.split_once("*/").map_or("", |(_, behind)| behind));
    }
    text
}

/// The instructions of a text that have an effect, with single blanks.
fn instructions(code: &str) -> Vec<String> {
    let code = without_block_comments(code);
    let lines = code.split(['\n', ';']).map(without_comment);
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let has_no_effect = |line: &str| {
        let name = line.split(' ').next().unwrap_or("");
        // Barriers and masks say what they are for: `dmb ish`, `cpsid i`.
        let is_barrier = WITHOUT_EFFECT.contains(&name) && !line.contains('$') && name != "rep";
        is_barrier || WITHOUT_EFFECT.contains(&line) || LOCKED_FENCES.contains(&line)
    };
    let has_effect = |line: &String| !line.is_empty() && !has_no_effect(line);
    words.filter(has_effect).collect()
}

#[cfg(test)]
mod tests {
    use super::{Meaning, instructions, meaning};

    #[test]
    fn barriers_hints_and_comments_have_no_effect() {
        assert!(instructions("").is_empty());
        assert!(instructions("rep; nop\n\tmfence # all stores").is_empty());
        assert!(instructions("/*${0:q}*/").is_empty());
        assert_eq!(instructions("/* swap */ bswap $0 /* without an end"), ["bswap $0"]);
        assert!(instructions("cpsid i\n dmb ish; isb").is_empty());
        assert!(instructions("lock; addl $$0,0(%rsp)").is_empty());
        assert_eq!(instructions("\tbswap  $0\n"), ["bswap $0"]);
        assert_eq!(instructions("nop; cpuid"), ["cpuid"]);
        assert_eq!(instructions("rep stosb"), ["rep stosb"]);
    }

    #[test]
    fn moves_are_told_by_their_operands() {
        assert_eq!(meaning("movl $1, $0"), Meaning::Move(1));
        assert_eq!(meaning("mov $0, $1"), Meaning::Move(1));
        assert_eq!(meaning("mov $$5, $0"), Meaning::Number(5));
        assert_eq!(meaning("mov $0, #7"), Meaning::Number(7));
        assert_eq!(meaning("mov %rsp, $0"), Meaning::Unknown);
        assert_eq!(meaning("movl ($1), $0"), Meaning::Unknown);
        assert_eq!(meaning("rdtsc"), Meaning::ProcessorValue);
        assert_eq!(meaning("mov ${0:q}, rbx\ncpuid\nxchg ${0:q}, rbx"), Meaning::ProcessorValue);
        assert_eq!(meaning("mrs $0, primask"), Meaning::ProcessorValue);
        assert_eq!(meaning("addl $1, $0"), Meaning::Unknown);
    }
}
