//! Whether constructors write a field before anybody else can look at the object.
//!
//! ```text
//! Account(String owner) {            the object is known to nobody yet
//!     this.owner = check(owner);     written
//!     register(this);                known to others from here on
//! }
//! ```
//!
//! A constructor that hands on its object, reads the field, or returns before the field is written leaves it as memory was: null or
//! zero. One that throws before leaves no object. Objects are followed through registers and block parameters only.

use crate::nest::{ClosedField, Member, Nest, column};
use std::collections::{BTreeMap, BTreeSet};
use trine_ir::analysis::Cfg;
use trine_ir::objects::ObjectOp;
use trine_ir::{Block, Callee, FuncId, Function, Op, Program, Terminator, Value};

/// Constructors of superclasses that are looked into, one below the other.
const MAX_DEPTH: usize = 8;

/// The fields of objects, by number, that somebody may see before they are written.
pub(crate) fn seen_unwritten(program: &Program, nest: &Nest) -> BTreeSet<u32> {
    let mut unwritten = BTreeSet::new();
    for member in &nest.functions {
        let Some(class) = member.makes else { continue };
        let of_class = |(_, field): &(u32, &ClosedField)| field.owner == Some(class);
        let fields: BTreeSet<u32> =
            (0..).zip(&nest.fields).filter(of_class).map(|(number, _)| number).collect();
        let function = program.body(member.function).ok();
        match function.and_then(|function| Some((function, Object::first_of(function)?))) {
            Some((function, object)) => {
                unwritten.extend(
                    Constructor { program, nest, member, class, fields, function, object }.unwritten(),
                );
            }
            None => unwritten.extend(fields),
        }
    }
    unwritten
}

/// A constructor of a class of the nest.
struct Constructor<'a> {
    program: &'a Program,
    nest: &'a Nest,
    member: &'a Member,
    class: u32,
    /// The fields of its class.
    fields: BTreeSet<u32>,
    function: &'a Function,
    object: Object,
}

/// The registers that hold one object in a function.
struct Object {
    /// Those that may.
    these: BTreeSet<Value>,
    /// Those that hold nothing else.
    exactly: BTreeSet<Value>,
    /// Addresses of its fields.
    addresses: BTreeSet<Value>,
    /// Those of them that are of no other object.
    exact_addresses: BTreeSet<Value>,
}

impl Object {
    /// The object that the first parameter is.
    fn first_of(function: &Function) -> Option<Self> {
        let &this = function.blocks[Function::ENTRY].params.first()?;
        let given = given(function);
        let mut these = BTreeSet::from([this]);
        loop {
            let before = these.len();
            let more: Vec<Value> =
                given.iter().filter(|(_, from)| these.contains(from)).map(|of| of.0).collect();
            these.extend(more);
            if these.len() == before {
                break;
            }
        }
        let mut exactly = these.clone();
        loop {
            let before = exactly.len();
            let others: Vec<Value> =
                given.iter().filter(|(_, from)| !exactly.contains(from)).map(|of| of.0).collect();
            others.iter().filter(|&&other| other != this).for_each(|other| {
                exactly.remove(other);
            });
            if exactly.len() == before {
                break;
            }
        }
        let addresses_in = |of: &BTreeSet<Value>| {
            let insts = function.blocks.iter().flat_map(|data| &data.insts);
            let in_object = insts
                .filter(|inst| matches!(&inst.op, Op::PtrAdd { base, index: None, .. } if of.contains(base)));
            in_object.flat_map(|inst| inst.results.iter().copied()).collect()
        };
        let (addresses, exact_addresses) = (addresses_in(&these), addresses_in(&exactly));
        Some(Self { these, exactly, addresses, exact_addresses })
    }

    fn is_used_by(&self, op: &Op) -> bool {
        let mut is_used = false;
        op.for_each_operand(|value| {
            is_used |= self.these.contains(&value) || self.addresses.contains(&value)
        });
        is_used
    }

    /// Whether an operation does no more with it than take the address of a field, compare it, or use it as the receiver of a call
    /// that names what is called.
    fn is_kept_by(&self, op: &Op) -> bool {
        match op {
            Op::PtrAdd { index: None, .. } | Op::IntCompare(..) | Op::Load { .. } => true,
            Op::Object(ObjectOp::NullCheck | ObjectOp::TypeTest(_), _) => true,
            Op::Store { value, .. } => !self.these.contains(value) && !self.addresses.contains(value),
            op => !self.is_used_by(op),
        }
    }

    /// The function that is called with it as the receiver and nothing else.
    fn called(&self, op: &Op) -> Option<(FuncId, bool)> {
        match op {
            Op::Call { callee: Callee::Direct(callee), args } => {
                let (first, others) = args.split_first()?;
                let is_receiver =
                    self.these.contains(first) && !others.iter().any(|value| self.these.contains(value));
                is_receiver.then(|| (*callee, self.exactly.contains(first)))
            }
            _ => None,
        }
    }

    fn leaves_by(&self, terminator: &Terminator) -> bool {
        match terminator {
            Terminator::Return(values) | Terminator::Throw(values) => {
                values.iter().any(|value| self.these.contains(value))
            }
            _ => false,
        }
    }
}

/// The registers that are given another one's value by an edge or a choice, each with that one.
fn given(function: &Function) -> Vec<(Value, Value)> {
    let mut given = Vec::new();
    for data in &function.blocks {
        for edge in data.terminator.edges() {
            let params = &function.blocks[edge.block].params;
            given.extend(params.iter().copied().zip(edge.args.iter().copied()));
        }
        if let Some(edge) = &data.unwind {
            let (thrown, passed) = function.handler_params(edge);
            given.extend(passed.iter().copied().zip(edge.args.iter().copied()));
            given.extend(thrown.iter().map(|&value| (value, value)));
        }
        for inst in &data.insts {
            if let (Op::Select { then, otherwise, .. }, &[result]) = (&inst.op, &inst.results[..]) {
                given.extend([(result, *then), (result, *otherwise)]);
            }
        }
    }
    given
}

impl Constructor<'_> {
    /// The fields that somebody may see before they are written.
    fn unwritten(&self) -> BTreeSet<u32> {
        let cfg = Cfg::new(self.function);
        // For each block, the fields that are written whenever it is entered.
        let mut written: BTreeMap<Block, BTreeSet<u32>> =
            BTreeMap::from([(Function::ENTRY, BTreeSet::new())]);
        let mut seen = BTreeSet::new();
        let mut waiting = BTreeSet::from([Function::ENTRY]);
        while let Some(block) = waiting.pop_first() {
            let before = written[&block].clone();
            let after = self.block(block, before.clone(), &mut seen);
            let handler = self.function.blocks[block].handler();
            for next in cfg.successors(block) {
                // An exception may come before the first write of a block.
                let known = if handler == Some(next) { &before } else { &after };
                let joined: BTreeSet<u32> = match written.get(&next) {
                    Some(others) => others.intersection(known).copied().collect(),
                    None => known.clone(),
                };
                if written.get(&next) != Some(&joined) {
                    written.insert(next, joined);
                    waiting.insert(next);
                }
            }
        }
        seen
    }

    /// Goes through a block that is entered with `written`; notes in `seen` what may be seen unwritten.
    fn block(&self, block: Block, mut written: BTreeSet<u32>, seen: &mut BTreeSet<u32>) -> BTreeSet<u32> {
        let data = &self.function.blocks[block];
        for inst in &data.insts {
            let field = column(inst.span).and_then(|at| self.member.accesses.get(&at)).copied();
            let field = field.filter(|field| self.fields.contains(field));
            if let Some((callee, is_exact)) = self.object.called(&inst.op) {
                let makes = self.nest.functions.iter().find(|member| member.function == callee);
                if is_exact && makes.is_some_and(|member| member.makes == Some(self.class)) {
                    // The other constructor does it.
                    written.extend(&self.fields);
                } else if !self.keeps_to_itself(callee, MAX_DEPTH) {
                    seen.extend(self.fields.difference(&written));
                }
                continue;
            }
            match &inst.op {
                Op::Store { ptr, value, .. }
                    if self.object.exact_addresses.contains(ptr) && !self.object.these.contains(value) =>
                {
                    written.extend(field);
                }
                Op::Load { ptr, .. } if self.object.addresses.contains(ptr) => {
                    seen.extend(field.filter(|field| !written.contains(field)));
                }
                op if self.object.is_kept_by(op) => {}
                _ => seen.extend(self.fields.difference(&written)),
            }
        }
        if matches!(data.terminator, Terminator::Return(_)) || self.object.leaves_by(&data.terminator) {
            seen.extend(self.fields.difference(&written));
        }
        written
    }

    /// Whether a function, called with an object as its first argument, does no more with it than access fields other than those in
    /// question.
    fn keeps_to_itself(&self, callee: FuncId, depth: usize) -> bool {
        let member = self.nest.functions.iter().find(|member| member.function == callee);
        if member.is_some_and(|member| member.accesses.values().any(|field| self.fields.contains(field))) {
            return false;
        }
        let (Some(depth), Ok(function)) = (depth.checked_sub(1), self.program.body(callee)) else {
            return false;
        };
        let Some(object) = Object::first_of(function) else { return false };
        function.blocks.iter().all(|data| {
            let keeps = data.insts.iter().all(|inst| match object.called(&inst.op) {
                Some((callee, _)) => self.keeps_to_itself(callee, depth),
                None => object.is_kept_by(&inst.op),
            });
            keeps && !object.leaves_by(&data.terminator)
        })
    }
}
