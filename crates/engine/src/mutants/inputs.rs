//! Changed values of a test, for one that tells a mutant from the original: simplest and most promising first, then at random without end.
//!
//! * *Sides of a comparison that meet*: `<` differs from `<=` only where both sides are equal, so what lies between them is added to a
//!   value of the test, or taken from it; of conditions that are linear in a value one step is enough.
//! * *Values that differ from each other and from zero*: an index, a factor or an assignment of zero shows then.
//! * *One value at a time*: small ones, its neighbours, constants of the code.

use crate::policy::MUTANTS;
use std::collections::VecDeque;
use trine_base::Stream;
use trine_inputs::ShapeEntry;
use trine_ir::{FuncId, Function, SiteId, Type};
use trine_machine::{BranchEvent, Domain, Observer, Predicate};
use trine_testcase::leaf::LeafKind;

/// Comparisons of one run that are looked at.
const MAX_COMPARED: usize = 6;
/// Constants that a value is replaced by, one by one.
const MAX_CONSTANTS: usize = 12;
/// Numbers of the code that are known.
const MAX_NUMBERS: usize = 64;

/// Changed values of one test.
pub(crate) struct Changes<'x> {
    entry: &'x ShapeEntry,
    leaves: &'x [u128],
    constants: &'x [i128],
    stream: &'x mut Stream,
    listed: VecDeque<Vec<u128>>,
    left: u32,
}

impl<'x> Changes<'x> {
    /// Those of `leaves`, of which `compared` are the sides of the comparison that a mutant changes.
    pub fn new(
        entry: &'x ShapeEntry,
        leaves: &'x [u128],
        constants: &'x [i128],
        compared: &[(i128, i128)],
        stream: &'x mut Stream,
    ) -> Self {
        let mut changes = Self { entry, leaves, constants, stream, listed: VecDeque::new(), left: u32::MAX };
        if leaves.is_empty() {
            changes.left = 0;
            return changes;
        }
        changes.meet(compared);
        changes.fill();
        changes.one_by_one();
        changes
    }

    /// The positions of values that may be changed one by one, spread over the test.
    fn positions(&self) -> impl Iterator<Item = usize> + use<> {
        let step = self.leaves.len().div_ceil(MUTANTS.single_values).max(1);
        (0..self.leaves.len()).step_by(step)
    }

    fn with(&self, at: usize, bits: u128) -> Vec<u128> {
        let mut leaves = self.leaves.to_vec();
        leaves[at] = bits;
        leaves
    }

    fn meet(&mut self, compared: &[(i128, i128)]) {
        for &(a, b) in compared {
            for at in self.positions() {
                let kind = &self.entry.kinds[at];
                if kind.is_float() || *kind == LeafKind::Bool {
                    continue;
                }
                let now = kind.to_int(self.leaves[at]);
                let between = b.wrapping_sub(a);
                for value in [now.wrapping_add(between), now.wrapping_sub(between), a, b] {
                    if kind.to_int(kind.from_int(value)) == value {
                        self.listed.push_back(self.with(at, kind.from_int(value)));
                    }
                }
            }
        }
    }

    /// All values at once: each another small number, each the same.
    fn fill(&mut self) {
        let fills: [fn(usize) -> i128; 4] = [|at| at as i128 + 2, |_| 1, |at| 3 * at as i128 + 7, |_| -2];
        for (round, fill) in fills.into_iter().enumerate() {
            // What is zero first: pointers' lengths and flags that led here stay as they are.
            for only_zeros in [true, false] {
                let value = |(at, (&now, kind)): (usize, (&u128, &LeafKind))| {
                    if only_zeros && now != 0 { now } else { of_number(kind, fill(at), round) }
                };
                let leaves = self.leaves.iter().zip(&self.entry.kinds).enumerate().map(value).collect();
                self.listed.push_back(leaves);
            }
        }
    }

    fn one_by_one(&mut self) {
        let constants: Vec<i128> = self.constants.iter().copied().take(MAX_CONSTANTS).collect();
        for at in self.positions() {
            let kind = &self.entry.kinds[at];
            let now = self.leaves[at];
            let mut values: Vec<u128> = match kind {
                LeafKind::Float(format) => {
                    let number = format.to_f64(now);
                    [1.0, -1.0, 2.5, number + 1.0, number * 2.0].map(|value| format.from_f64(value)).to_vec()
                }
                LeafKind::Enum { values, .. } => values.iter().map(|&value| kind.from_int(value)).collect(),
                _ => {
                    let number = kind.to_int(now);
                    let near = [number.wrapping_add(1), number.wrapping_sub(1), 1, 2, 3, 0, -1, 7, 100];
                    near.into_iter()
                        .chain(constants.iter().copied())
                        .map(|value| kind.from_int(value))
                        .collect()
                }
            };
            let mut seen = Vec::new();
            values.retain(|&value| {
                value != now && !seen.contains(&value) && {
                    seen.push(value);
                    true
                }
            });
            for value in values {
                let leaves = self.with(at, value);
                self.listed.push_back(leaves);
            }
        }
    }

    fn at_random(&mut self) -> Vec<u128> {
        let mut leaves = self.leaves.to_vec();
        let changed = 1 + self.stream.below(3);
        for _ in 0..changed {
            let at = self.stream.position(leaves.len());
            let kind = &self.entry.kinds[at];
            leaves[at] = match self.stream.below(5) {
                // Equal values meet in comparisons.
                0 => leaves[self.stream.position(leaves.len())],
                1 if !self.constants.is_empty() && !kind.is_float() => {
                    kind.from_int(self.constants[self.stream.position(self.constants.len())])
                }
                2 if !kind.is_float() => {
                    kind.from_int(kind.to_int(leaves[at]).wrapping_add(self.stream.below(9) as i128 - 4))
                }
                _ => of_number(kind, self.stream.below(256) as i128 - 16, 0),
            };
        }
        leaves
    }
}

impl Iterator for Changes<'_> {
    type Item = Vec<u128>;

    fn next(&mut self) -> Option<Vec<u128>> {
        if let Some(leaves) = self.listed.pop_front() {
            return Some(leaves);
        }
        self.left = self.left.checked_sub(1)?;
        Some(self.at_random())
    }
}

/// A value of `kind` that stands for `number`: letters of characters.
fn of_number(kind: &LeafKind, number: i128, round: usize) -> u128 {
    match kind {
        LeafKind::Char { .. } => u128::from(b'a') + (number.unsigned_abs() + round as u128) % 26,
        LeafKind::Float(format) => format.from_f64(number as f64 + 0.5),
        LeafKind::Enum { values, .. } if !values.is_empty() => {
            kind.from_int(values[(number.unsigned_abs() % values.len() as u128) as usize])
        }
        _ => kind.from_int(number),
    }
}

/// The numbers in the code of `function`, in its order: a factor or a divisor tells as much as what is compared with.
pub(crate) fn numbers(function: &Function) -> Vec<i128> {
    let mut numbers = Vec::new();
    for data in &function.blocks {
        for inst in &data.insts {
            inst.op.for_each_operand(|value| {
                let (Type::Int(bits), Some(number)) =
                    (function.type_of(value), function.constant_bits(value))
                else {
                    return;
                };
                let number = LeafKind::Int { bits: bits.into(), signed: true }.to_int(number);
                if !(-1..=1).contains(&number) && !numbers.contains(&number) && numbers.len() < MAX_NUMBERS {
                    numbers.push(number);
                }
            });
        }
    }
    numbers
}

/// Both sides of the comparisons that decide one branch, as signed numbers.
pub(crate) struct Compared {
    pub function: FuncId,
    pub site: SiteId,
    pub sides: Vec<(i128, i128)>,
}

impl<D: Domain> Observer<D> for Compared {
    fn branch(&mut self, event: &BranchEvent<D::Shadow>) {
        if event.function != self.function || event.site != self.site || self.sides.len() >= MAX_COMPARED {
            return;
        }
        if let Predicate::IntCompare { width, a, b, .. } = event.predicate {
            let kind = LeafKind::Int { bits: width, signed: true };
            let sides = (kind.to_int(a), kind.to_int(b));
            if !self.sides.contains(&sides) {
                self.sides.push(sides);
            }
        }
    }
}
