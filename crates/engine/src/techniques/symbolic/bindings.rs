//! The leaves of a shape as variables, and where they go in a run.

use super::bit_fields::{self, Field};
use std::collections::BTreeMap;
use trine_dse::{Binding, Concolic};
use trine_expr::{Assignment, CompareOp, FloatCompareOp, Format, Term, TermPool, VariableId};
use trine_harness::plan::{Register, Scalar, StubValue};
use trine_harness::{Plan, Root};
use trine_inputs::ShapeEntry;
use trine_testcase::{FloatFormat, LeafKind, LeafRange};

/// Variables of leaves.
#[derive(Clone, Debug)]
pub struct Inputs {
    /// Per leaf; x87 floats have none.
    variables: Vec<Option<(VariableId, Term)>>,
    complete: bool,
}

impl Inputs {
    /// One variable for each leaf of `entry`.
    #[must_use]
    pub fn new(pool: &mut TermPool, entry: &ShapeEntry) -> Self {
        let mut variables = Vec::with_capacity(entry.kinds.len());
        for (leaf, kind) in entry.skeleton.leaves.iter().zip(&entry.kinds) {
            variables.push((*kind != LeafKind::Float(FloatFormat::F80)).then(|| {
                let term = pool.variable(leaf.name.clone(), kind.bits());
                (pool.variables_of(&[term])[0], term)
            }));
        }
        let complete = variables.iter().all(Option::is_some);
        Self { variables, complete }
    }

    /// These variables, by leaf.
    pub(super) fn of_terms(variables: Vec<Option<(VariableId, Term)>>) -> Self {
        let complete = variables.iter().all(Option::is_some);
        Self { variables, complete }
    }

    /// Whether every leaf is a variable wherever it goes.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The position of the leaf that `variable` stands for.
    #[must_use]
    pub fn leaf_of(&self, variable: VariableId) -> Option<usize> {
        self.variables.iter().position(|known| known.is_some_and(|(id, _)| id == variable))
    }

    /// Values of the variables.
    #[must_use]
    pub fn assignment(&self, leaves: &[u128]) -> Assignment {
        let mut assignment = Assignment::new();
        for (variable, &bits) in self.variables.iter().zip(leaves) {
            if let Some((id, _)) = variable {
                assignment.set(*id, bits);
            }
        }
        assignment
    }

    /// Values of the leaves; those without a variable keep their defaults.
    #[must_use]
    pub fn leaves(&self, assignment: &Assignment, entry: &ShapeEntry) -> Vec<u128> {
        self.with_defaults(assignment, &entry.defaults)
    }

    /// Values of the leaves; those without a variable keep these `defaults`.
    pub(super) fn with_defaults(&self, assignment: &Assignment, defaults: &[u128]) -> Vec<u128> {
        let values = self.variables.iter().zip(defaults);
        values.map(|(variable, &default)| variable.map_or(default, |(id, _)| assignment.get(id))).collect()
    }

    /// What the preconditions say of the variables.
    #[must_use]
    pub fn ranges(&self, pool: &mut TermPool, entry: &ShapeEntry) -> Vec<Term> {
        let mut terms = Vec::new();
        for ((variable, kind), range) in self.variables.iter().zip(&entry.kinds).zip(&entry.ranges) {
            let (Some((_, term)), Some(range)) = (variable, range) else { continue };
            terms.extend(in_range(pool, *term, kind, *range));
        }
        terms
    }

    /// What gives the variables to a domain before a run of `entry`.
    pub fn binder<'b>(
        &'b self,
        entry: &'b ShapeEntry,
    ) -> impl FnOnce(&mut Concolic, &dyn Fn(Root) -> u64) + 'b {
        move |domain, address| {
            let bindings = self.bindings(&mut domain.pool, &entry.plan, address);
            domain.bind(bindings);
        }
    }

    /// Where the variables go, given where the roots of the plan lie.
    pub(super) fn bindings(
        &self,
        pool: &mut TermPool,
        plan: &Plan,
        address: &dyn Fn(Root) -> u64,
    ) -> Vec<Binding> {
        let mut bindings = Vec::new();
        let mut fields = Vec::new();
        for write in &plan.writes {
            let is_whole = is_whole_bytes(write.offset_bits, write.width_bits);
            let Some(term) = self.term(pool, &write.value, write.width_bits, is_whole) else { continue };
            let term = pool.resize(term, write.width_bits);
            if is_whole {
                bindings.push(Binding::Memory { address: address(write.root) + write.offset_bits / 8, term });
            } else {
                fields.push(Field { bit_address: address(write.root) * 8 + write.offset_bits, term });
            }
        }
        bindings.extend(bit_fields::bytes(pool, &fields));
        for (call, planned) in plan.calls.iter().enumerate() {
            for (index, register) in planned.registers.iter().enumerate() {
                match register {
                    Register::Scalar(scalar) => {
                        let term = self.of(scalar);
                        bindings.extend(term.map(|term| Binding::Argument { call, index, term }));
                    }
                    Register::Load { object, offset_bytes, size_bytes } => {
                        let address = address(Root::Object(*object)) + u64::from(*offset_bytes);
                        bindings.push(Binding::Bytes { call, index, address, bytes: *size_bytes });
                    }
                }
            }
        }
        for (&function, values) in &plan.stubs {
            for (call, value) in values.iter().enumerate() {
                if let StubValue::Scalar(scalar, _) = value
                    && let Some(term) = self.of(scalar)
                {
                    bindings.push(Binding::Stub { function, call: call as u32, term });
                }
            }
        }
        bindings.extend(self.registers(plan));
        for change in &plan.changes {
            let term = self.of(&Scalar::Leaf(change.value));
            let address = address(change.root) + change.offset_bits / 8;
            if is_whole_bytes(change.offset_bits, change.width_bits) {
                bindings.extend(term.map(|term| Binding::Register { address, read: change.read, term }));
            }
        }
        bindings
    }

    /// What hardware registers give.
    fn registers(&self, plan: &Plan) -> Vec<Binding> {
        let mut read_before = BTreeMap::<u64, u32>::new();
        let mut bindings = Vec::new();
        for value in &plan.environment.registers {
            let address = value.address;
            let term = self.of(&Scalar::Leaf(value.value));
            if value.held {
                bindings.extend(term.map(|term| Binding::Memory { address, term }));
                continue;
            }
            let number = read_before.entry(address).or_default();
            bindings.extend(term.map(|term| Binding::Register { address, read: *number, term }));
            *number += 1;
        }
        bindings
    }

    /// The term of what is written: a variable, or fixed bits that share their bytes with one.
    fn term(&self, pool: &mut TermPool, scalar: &Scalar, width: u32, is_whole: bool) -> Option<Term> {
        match scalar {
            Scalar::Bits(bits) if !is_whole => Some(pool.constant(*bits, width)),
            _ => self.of(scalar),
        }
    }

    fn of(&self, scalar: &Scalar) -> Option<Term> {
        match scalar {
            Scalar::Leaf(leaf) => self.variables.get(leaf.0 as usize)?.map(|(_, term)| term),
            _ => None,
        }
    }
}

/// Bit-fields share their bytes with others.
fn is_whole_bytes(offset_bits: u64, width_bits: u32) -> bool {
    offset_bits.is_multiple_of(8) && width_bits.is_multiple_of(8)
}

fn in_range(pool: &mut TermPool, term: Term, kind: &LeafKind, range: LeafRange) -> Vec<Term> {
    match range {
        LeafRange::Int { low, high } => {
            let op = if kind.is_signed() { CompareOp::Slt } else { CompareOp::Ult };
            let [low, high] = [low, high].map(|bound| pool.constant(kind.from_int(bound), kind.bits()));
            let (below, above) = (pool.compare(op, term, low), pool.compare(op, high, term));
            vec![pool.not(below), pool.not(above)]
        }
        LeafRange::Float { low, high } => {
            let format = match kind {
                LeafKind::Float(FloatFormat::F32) => Format::F32,
                _ => Format::F64,
            };
            let [low, high] = [low, high]
                .map(|bound| pool.constant(trine_expr::float::from_f64(format, bound), format.bits()));
            vec![
                pool.float_compare(FloatCompareOp::Le, format, low, term),
                pool.float_compare(FloatCompareOp::Le, format, term, high),
            ]
        }
    }
}
