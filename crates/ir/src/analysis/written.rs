//! Which globals the code of a call graph may write: the others are tables to it, declared constant or not.
//!
//! ```text
//! p = messages;                       p may point into `messages`,
//! while (p->code != -1) p++;          and so may what is computed from it and what blocks hand on;
//! return p->meaning;                  it is loaded through alone: `messages` is not written
//! ```
//!
//! Where an address goes into a call, memory, a result or an integer, its global counts as written. So do globals whose
//! address lies in another one. Unlike [`super::global_use`], which says what a test has to provide, this follows
//! addresses from block to block.
//!
//! Cost: some passes over each body, as many as addresses are handed on in a row.

use super::call_graph::CallGraph;
use crate::function::Function;
use crate::ids::{GlobalId, Value};
use crate::instruction::{Intrinsic, Op, Terminator};
use crate::program::{Program, RelocationTarget};
use crate::types::Constant;
use std::collections::BTreeSet;
use trine_base::index::TypedIndex;

/// The globals that a function of `graph` may write.
#[must_use]
pub fn written_globals(program: &Program, graph: &CallGraph) -> BTreeSet<GlobalId> {
    let mut written = BTreeSet::new();
    for &function in graph.components().iter().flatten() {
        if let (true, Ok(body)) = (program.callables[function].defined, program.body(function)) {
            add_body(body, &mut written);
        }
    }
    for global in program.globals.iter() {
        written.extend(global.relocations.iter().filter_map(|relocation| match relocation.target {
            RelocationTarget::Global(target, _) => Some(target),
            _ => None,
        }));
    }
    written
}

fn add_body(body: &Function, written: &mut BTreeSet<GlobalId>) {
    let pointees = Pointees::new(body);
    let mut write = |value: Value| written.extend(pointees.of(value));
    for data in &body.blocks {
        for inst in &data.insts {
            match &inst.op {
                Op::Load { .. } | Op::PtrAdd { .. } | Op::Select { .. } | Op::IntCompare(..) => {}
                Op::Intrinsic(Intrinsic::MemSet | Intrinsic::MemCopy | Intrinsic::MemMove, args) => {
                    args.first().copied().into_iter().for_each(&mut write);
                }
                op => op.for_each_operand(&mut write),
            }
        }
        if let Terminator::Return(values) | Terminator::Throw(values) = &data.terminator {
            values.iter().copied().for_each(&mut write);
        }
    }
}

/// Per value, the globals that it may be an address in.
struct Pointees(Vec<BTreeSet<GlobalId>>);

impl Pointees {
    fn new(body: &Function) -> Self {
        let constant = |value| match body.constant(value) {
            Some(Constant::Global(global, _)) => BTreeSet::from([global]),
            _ => BTreeSet::new(),
        };
        let mut pointees = Self(body.values.indices().map(constant).collect());
        while pointees.hand_on(body) {}
        pointees
    }

    fn of(&self, value: Value) -> &BTreeSet<GlobalId> {
        &self.0[value.position()]
    }

    /// Adds to each value what those have that it comes from; whether anything was new.
    fn hand_on(&mut self, body: &Function) -> bool {
        let mut is_new = false;
        for data in &body.blocks {
            for inst in &data.insts {
                let [result] = inst.results[..] else { continue };
                match inst.op {
                    Op::PtrAdd { base, .. } => is_new |= self.add(base, result),
                    Op::Select { then, otherwise, .. } => {
                        is_new |= self.add(then, result);
                        is_new |= self.add(otherwise, result);
                    }
                    _ => {}
                }
            }
            for edge in data.all_edges() {
                for (&from, &to) in edge.args.iter().zip(&body.blocks[edge.block].params) {
                    is_new |= self.add(from, to);
                }
            }
        }
        is_new
    }

    fn add(&mut self, from: Value, to: Value) -> bool {
        let before = self.of(to).len();
        let some = self.of(from).clone();
        self.0[to.position()].extend(some);
        self.of(to).len() > before
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::FuncId;
    use crate::text::parse_program;

    #[test]
    fn what_is_only_walked_through_is_not_written() {
        let text = "program\nglobal0: \"walked\" size 8 align 4\nglobal1: \"handed_on\" size 4 align 4\n\
            global2: \"given\" size 4 align 4\nglobal3: \"chosen\" size 4 align 4\n\
            fn0: \"f\"(i32) -> (i32) defined external\nfn1: \"take\"(ptr) -> ()\n\nbody fn0 = \
            function \"f\"(i32) -> (i32) {\nsite0: branch\nblock0(v0: i32):\n  call fn1(@global2)\n  \
            v1: i1 = icmp.eq v0, 3:i32\n  v2: ptr = select v1, @global3, @global1\n  store v0 -> v2\n  \
            jump block1(@global0)\nblock1(v3: ptr):\n  v4: i32 = load v3\n  v5: i1 = icmp.eq v4, v0\n  \
            v6: ptr = ptradd v3 + 4\n  branch v5, block2, block1(v6), site0\nblock2:\n  return v4\n}\n";
        let program = parse_program(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let graph = CallGraph::new(&program, &[FuncId(0)]);
        let written: Vec<u32> = written_globals(&program, &graph).iter().map(|global| global.0).collect();
        assert_eq!(written, [1, 2, 3]);
    }
}
