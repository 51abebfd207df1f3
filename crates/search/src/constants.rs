//! Constants mined from the code under test: values its branches are about.
//!
//! From the function and those it calls directly: operands of comparisons and switch cases, each
//! with its two neighbours; floating-point constants; string literals that are passed to calls, and
//! strings that these ask for ([`crate::samples`]). In
//! the order of the code, without repetitions, so that the same program gives the same pool.

use crate::samples::{ArgumentFormat, format_of_argument, literal_at, of_format};
use trine_ir::{Callee, Constant, FuncId, Function, GlobalId, Inst, Op, Program, Terminator, Type, Value};
use trine_testcase::{FloatFormat, LeafKind};

/// Constants of a function under test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConstantPool {
    integers: Vec<i128>,
    floats: Vec<f64>,
    strings: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    formats: Vec<Vec<u8>>,
}

/// A pool stops growing here: beyond, each constant is drawn too rarely to matter.
const MAX_CONSTANTS: usize = 512;

/// Samples of all formats together.
pub const MAX_SAMPLES: usize = 64;

/// Longer literals are messages rather than keywords.
const LONGEST_TEXT: usize = 64;

impl ConstantPool {
    /// The constants of `function` and of the functions it calls directly.
    #[must_use]
    pub fn mine(program: &Program, function: FuncId) -> Self {
        let mut pool = Self::default();
        let Ok(body) = program.body(function) else { return pool };
        pool.add_function(program, body);
        let mut seen = vec![function];
        for callee in direct_callees(body) {
            if seen.contains(&callee) || !program.callables[callee].defined {
                continue;
            }
            seen.push(callee);
            if let Ok(body) = program.body(callee) {
                pool.add_function(program, body);
            }
        }
        pool
    }

    /// The constants of `functions`.
    #[must_use]
    pub fn of_all(program: &Program, functions: &[FuncId]) -> Self {
        let mut pool = Self::default();
        for body in functions.iter().filter_map(|&function| program.body(function).ok()) {
            pool.add_function(program, body);
        }
        pool
    }

    /// Integers, as signed numbers of their width and, where that differs, unsigned ones.
    #[must_use]
    pub fn integers(&self) -> &[i128] {
        &self.integers
    }

    /// Floating-point numbers.
    #[must_use]
    pub fn floats(&self) -> &[f64] {
        &self.floats
    }

    /// String literals, without their NUL.
    #[must_use]
    pub fn strings(&self) -> &[Vec<u8>] {
        &self.strings
    }

    /// Words for command lines: options that the code knows, and one that is none; empty where it looks for none.
    #[must_use]
    pub fn words(&self) -> &[Vec<u8>] {
        &self.words
    }

    /// Strings that the formats of the code take to their end, at most [`MAX_SAMPLES`].
    #[must_use]
    pub fn samples(&self) -> Vec<Vec<u8>> {
        let mut samples: Vec<Vec<u8>> = Vec::new();
        for format in &self.formats {
            // Where the code takes a value apart, keywords stand in front of it.
            let has_word = format.windows(2).any(|pair| pair == b"%s") || format.contains(&b'[');
            let literals = if has_word { &self.strings[..] } else { &[] };
            for text in of_format(format, literals) {
                push_new(&mut samples, text, |a, b| a == b);
            }
        }
        samples.truncate(MAX_SAMPLES);
        samples
    }

    /// Adds an integer of `width` bits and its neighbours.
    pub fn add_integer(&mut self, width: u32, bits: u128) {
        let readings = [true, false].map(|signed| LeafKind::Int { bits: width, signed }.to_int(bits));
        for value in readings {
            for near in [value, value.wrapping_add(1), value.wrapping_sub(1)] {
                push_new(&mut self.integers, near, |a, b| a == b);
            }
        }
    }

    /// Adds a floating-point number.
    pub fn add_float(&mut self, value: f64) {
        push_new(&mut self.floats, value, |a, b| a.to_bits() == b.to_bits());
    }

    /// Adds a string literal.
    pub fn add_text(&mut self, text: &[u8]) {
        if !text.is_empty() && text.len() <= LONGEST_TEXT {
            push_new(&mut self.strings, text.to_vec(), |a, b| a == b);
        }
    }

    fn add_function(&mut self, program: &Program, function: &Function) {
        for block in &function.blocks {
            block.insts.iter().for_each(|inst| self.add_instruction(program, function, inst));
            if let Terminator::Switch { value, cases, .. } = &block.terminator {
                let width = function.type_of(*value).bits();
                cases.iter().for_each(|case| self.add_integer(width, case.0));
            }
        }
    }

    fn add_instruction(&mut self, program: &Program, function: &Function, inst: &Inst) {
        match &inst.op {
            Op::IntCompare(_, a, b) => [*a, *b].iter().for_each(|&value| self.add_value(function, value)),
            Op::FloatCompare(_, a, b) | Op::Binary { a, b, .. } if function.type_of(*a).is_float() => {
                [*a, *b].iter().for_each(|&value| self.add_value(function, value));
            }
            Op::Call { callee, args, .. } => {
                let argument_format = match callee {
                    Callee::Direct(callee) => {
                        format_of_argument(program, function, &program.callables[*callee].name, args)
                    }
                    Callee::Indirect(..) | Callee::Virtual { .. } | Callee::Interface { .. } => None,
                };
                match argument_format {
                    Some(ArgumentFormat::Format(format)) => {
                        push_new(&mut self.formats, format, |a, b| a == b)
                    }
                    Some(ArgumentFormat::Words(words)) => {
                        words.into_iter().for_each(|word| push_new(&mut self.words, word, |a, b| a == b));
                    }
                    None => {}
                }
                for &arg in args {
                    if let Some(Constant::Global(global, offset)) = function.constant(arg) {
                        self.add_literal(program, global, offset);
                    }
                }
            }
            _ => {}
        }
    }

    fn add_value(&mut self, function: &Function, value: Value) {
        let Some(bits) = function.constant_bits(value) else { return };
        match function.type_of(value) {
            Type::Int(width) if width > 1 => self.add_integer(width.into(), bits),
            Type::F32 => self.add_float(FloatFormat::F32.to_f64(bits)),
            Type::F64 => self.add_float(FloatFormat::F64.to_f64(bits)),
            Type::F80 => self.add_float(FloatFormat::F80.to_f64(bits)),
            _ => {}
        }
    }

    fn add_literal(&mut self, program: &Program, global: GlobalId, offset: i64) {
        let text = literal_at(program, global, offset);
        let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        if let Some(text) = text.filter(|text| text.iter().all(is_text)) {
            self.add_text(text);
        }
    }
}

fn push_new<T>(list: &mut Vec<T>, item: T, same: impl Fn(&T, &T) -> bool) {
    if list.len() < MAX_CONSTANTS && !list.iter().any(|known| same(known, &item)) {
        list.push(item);
    }
}

/// Functions that `function` calls by name, in the order of the code.
fn direct_callees(function: &Function) -> impl Iterator<Item = FuncId> + '_ {
    let insts = function.blocks.iter().flat_map(|block| &block.insts);
    insts.filter_map(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_come_with_their_neighbours_and_in_both_readings() {
        let mut pool = ConstantPool::default();
        pool.add_integer(8, 0xff);
        assert_eq!(pool.integers(), [-1, 0, -2, 255, 256, 254]);
        pool.add_integer(8, 0xff);
        assert_eq!(pool.integers().len(), 6);
    }

    #[test]
    fn floats_are_told_apart_by_their_bits() {
        let mut pool = ConstantPool::default();
        [0.0, -0.0, 0.0].into_iter().for_each(|value| pool.add_float(value));
        assert_eq!(pool.floats().len(), 2);
    }
}
