//! Inline assembly that C code uses without leaving C: barriers for the optimizer, hints, byte swaps.
//!
//! Instructions that change no value a C program can see are dropped; each output then is the input tied to it.
//! A byte swap of a tied operand is the machine's own. Everything else is not supported: a text we do not
//! know may do anything.
//!
//! Source: LangRef, "Inline Assembler Expressions"; Intel's manual, volume 2. Cost: linear in the text.

use super::{Lowerer, Lowering};
use crate::ll::{Call, InlineAsm};
use trine_ir::{Intrinsic, Op, Value};

/// Instructions of x86-64 and AArch64 without an effect on values: hints and fences.
const WITHOUT_EFFECT: [&str; 10] =
    ["nop", "pause", "rep nop", "rep", "mfence", "lfence", "sfence", "yield", "dmb ish", "dsb sy"];
const BYTE_SWAPS: [&str; 6] =
    ["bswap $0", "bswapl $0", "bswapq $0", "bswap ${0:k}", "bswap ${0:q}", "rev $0, $0"];

impl Lowerer<'_> {
    pub(super) fn inline_asm(&mut self, asm: &InlineAsm, call: &Call) -> Lowering<Vec<Value>> {
        let swaps = match instructions(&asm.code)[..] {
            [] => false,
            [ref only] if BYTE_SWAPS.contains(&only.as_str()) => true,
            _ => return self.unsupported("inline assembly"),
        };
        let passed = self.tied_outputs(asm, call)?;
        if asm.constraints.split(',').any(|part| part == "~{memory}") {
            self.barrier();
        }
        match (swaps, &passed[..]) {
            (false, _) => Ok(passed),
            (true, &[value]) => {
                let ty = self.function.type_of(value);
                Ok(vec![self.emit_value(Op::Intrinsic(Intrinsic::ByteSwap, vec![value]), ty)])
            }
            _ => self.unsupported("inline assembly"),
        }
    }

    /// For each output, the input tied to it.
    fn tied_outputs(&mut self, asm: &InlineAsm, call: &Call) -> Lowering<Vec<Value>> {
        let constraints: Vec<&str> =
            asm.constraints.split(',').filter(|part| !part.starts_with('~')).collect();
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

/// The instructions of a text that have an effect, with single blanks.
fn instructions(code: &str) -> Vec<String> {
    let lines = code.split(['\n', ';']).map(|line| line.split('#').next().unwrap_or(""));
    let words = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|line| !line.is_empty() && !WITHOUT_EFFECT.contains(&line.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::instructions;

    #[test]
    fn barriers_hints_and_comments_have_no_effect() {
        assert!(instructions("").is_empty());
        assert!(instructions("rep; nop\n\tmfence # all stores").is_empty());
        assert_eq!(instructions("\tbswap  $0\n"), ["bswap $0"]);
        assert_eq!(instructions("nop; cpuid"), ["cpuid"]);
    }
}
