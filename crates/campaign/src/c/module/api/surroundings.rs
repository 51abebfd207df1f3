//! What a test gives a module besides arguments, and what bodies of functions say of theirs.

use super::Recipe;
use super::kinds::{Kind, int};
use super::members::Builder;
use std::collections::BTreeSet;
use trine_ir::{BinaryOp, CastOp, Function, Op, Value};
use trine_testcase::api::{CallableId, Linkage};
use trine_testcase::objects::{MemberKind, ParameterType, TypeUse};

/// Functions of the C library that allocate.
const ALLOCATORS: [&str; 7] =
    ["malloc", "calloc", "realloc", "strdup", "strndup", "reallocarray", "aligned_alloc"];

impl Builder<'_> {
    /// Lets tests decide what the module asks of its surroundings: memory, and functions that the test stands in for.
    pub(super) fn surroundings(&mut self) {
        if self.module.functions.is_empty() {
            return;
        }
        let own = self.own;
        let allocates = ALLOCATORS.iter().any(|name| self.program.function_named(name).is_some());
        if allocates {
            let number = ParameterType { name: Some("number".to_owned()), ty: int() };
            self.add(
                own,
                "allocation fails",
                MemberKind::Method,
                true,
                vec![number],
                None,
                Recipe::FailAllocation,
            );
        }
        if self.masks_addresses() {
            let number = ParameterType { name: Some("bytes".to_owned()), ty: int() };
            let (name, placed) = ("texts lie further", Recipe::Placement);
            self.add(own, name, MemberKind::Method, true, vec![number], None, placed);
        }
        let answers = |(id, callable): (CallableId, &trine_testcase::Callable)| {
            let is_stub = match callable.linkage {
                Linkage::StandIn => true,
                Linkage::Undefined => {
                    !callable.symbol.starts_with("llvm.")
                        && (trine_machine::shims::lookup(&callable.symbol).is_none()
                            || self.api.stubs.contains_key(&id)
                            || trine_c_library::CONTROLLED.contains(&callable.symbol.as_str()))
                }
                _ => false,
            };
            match self.kind(callable.returns) {
                Kind::Number(primitive)
                    if is_stub && self.program.function_named(&callable.symbol).is_some() =>
                {
                    Some((id, primitive))
                }
                _ => None,
            }
        };
        let answering: Vec<_> = self.api.callables.iter_enumerated().filter_map(answers).collect();
        for (id, primitive) in answering {
            let name = format!("{} answers", self.api.callables[id].name);
            let number = ParameterType { name: Some("answer".to_owned()), ty: TypeUse::Primitive(primitive) };
            self.add(own, &name, MemberKind::Method, true, vec![number], None, Recipe::Answer(id));
        }
    }

    /// Whether a function of the program looks at the last bits of an address, as code does that reads whole words where it may.
    fn masks_addresses(&self) -> bool {
        let symbols = self.api.callables.iter().map(|callable| callable.symbol.as_str());
        let mut functions = symbols.filter_map(|symbol| self.program.function_named(symbol));
        functions.any(|function| self.program.body(function).is_ok_and(|body| masks_address(body)))
    }

    /// Whether the body compares the parameter at `position` with the null pointer: then it may be one.
    pub(super) fn is_compared_with_null(&self, id: CallableId, position: usize) -> bool {
        let callable = &self.api.callables[id];
        let Some(trine_testcase::Passing::Direct(register)) = callable.abi.params.get(position) else {
            return false;
        };
        let Some(function) = self.program.function_named(&callable.symbol) else { return false };
        let Ok(body) = self.program.body(function) else { return false };
        let Some(&parameter) =
            body.blocks.iter().next().and_then(|entry| entry.params.get(*register as usize))
        else {
            return false;
        };
        let is_null = |value: trine_ir::Value| body.constant_bits(value) == Some(0);
        let insts = body.blocks.iter().flat_map(|block| &block.insts);
        let mut comparisons = insts.filter_map(|inst| match inst.op {
            Op::IntCompare(_, a, b) => Some((a, b)),
            _ => None,
        });
        comparisons.any(|(a, b)| a == parameter && is_null(b) || b == parameter && is_null(a))
    }
}

/// The last bits of an address, as a number: those of the largest alignment that `malloc` promises.
const LAST_BITS: u128 = 15;

fn masks_address(body: &Function) -> bool {
    let insts = || body.blocks.iter().flat_map(|block| &block.insts);
    let addresses: BTreeSet<Value> = insts()
        .filter(|inst| matches!(inst.op, Op::Cast(CastOp::PtrToInt, _)))
        .flat_map(|inst| inst.results.iter().copied())
        .collect();
    let is_mask = |value: Value| body.constant_bits(value).is_some_and(|bits| bits <= LAST_BITS);
    !addresses.is_empty()
        && insts().any(|inst| match inst.op {
            Op::Binary { op: BinaryOp::And | BinaryOp::URem, a, b, .. } => {
                addresses.contains(&a) && is_mask(b) || addresses.contains(&b) && is_mask(a)
            }
            _ => false,
        })
}
