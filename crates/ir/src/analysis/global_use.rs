//! Which globals a function may read and write, itself or through what it calls: those that
//! it reads are inputs of a test.
//!
//! A load or store whose address is a global, plus constant or computed offsets, reads or
//! writes that global. A global whose address goes anywhere else (into a call, a variable,
//! memory) counts as both, and so do globals that a referred global's initialiser points to.
//! Over-approximates where it errs, but for addresses that come back from code without a body.
//!
//! Cost: linear in the bodies of the call graph, plus one set union per call edge.

use super::call_graph::CallGraph;
use crate::function::Function;
use crate::ids::Value;
use crate::ids::{FuncId, GlobalId};
use crate::instruction::{Intrinsic, Op};
use crate::program::{Program, RelocationTarget};
use crate::types::Constant;
use std::collections::{BTreeMap, BTreeSet};
use trine_base::index::TypedIndex;

/// Globals that a function may read and write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// May be read.
    pub reads: BTreeSet<GlobalId>,
    /// May be written.
    pub writes: BTreeSet<GlobalId>,
}

/// For each function of a call graph the globals that it and its callees may touch.
#[derive(Clone, Debug, Default)]
pub struct GlobalUse {
    access: BTreeMap<FuncId, Access>,
    none: Access,
}

impl GlobalUse {
    /// Globals touched by the functions of `graph`, transitively.
    #[must_use]
    pub fn new(program: &Program, graph: &CallGraph) -> Self {
        let mut all = Self::default();
        for component in graph.components() {
            let mut together = Access::default();
            for &function in component {
                if let (true, Ok(body)) = (program.callables[function].defined, program.body(function)) {
                    together.extend(&Access::of_body(program, body));
                }
                for callee in graph.callees(function) {
                    if let Some(known) = all.access.get(&callee) {
                        together.extend(known);
                    }
                }
            }
            all.access.extend(component.iter().map(|&function| (function, together.clone())));
        }
        all
    }

    /// What `function` and its callees may touch; nothing when it is not in the call graph.
    #[must_use]
    pub fn of(&self, function: FuncId) -> &Access {
        self.access.get(&function).unwrap_or(&self.none)
    }
}

impl Access {
    /// What `body` itself may touch, calls aside.
    #[must_use]
    pub fn of_body(program: &Program, body: &Function) -> Self {
        let mut access = Self::default();
        let mut pointed = BTreeSet::new();
        let roots = roots(body);
        let root = |value: Value| roots[value.position()];
        for data in &body.blocks {
            for inst in &data.insts {
                access.add_inst(&inst.op, root, &mut pointed);
            }
            data.for_each_leaving_operand(|value| access.add_escaping(root(value), &mut pointed));
        }
        access.follow(program, pointed);
        access
    }

    fn extend(&mut self, other: &Self) {
        self.reads.extend(&other.reads);
        self.writes.extend(&other.writes);
    }

    fn add_inst(
        &mut self,
        op: &Op,
        root: impl Fn(Value) -> Option<GlobalId>,
        pointed: &mut BTreeSet<GlobalId>,
    ) {
        match op {
            Op::Load { ptr, .. } => {
                self.reads.extend(root(*ptr));
                pointed.extend(root(*ptr));
            }
            Op::Store { ptr, value, .. } => {
                self.writes.extend(root(*ptr));
                self.add_escaping(root(*value), pointed);
            }
            // The address goes on; its uses count.
            Op::PtrAdd { .. } => {}
            Op::IntCompare(..) => {}
            Op::Intrinsic(Intrinsic::MemSet, args) => self.writes.extend(args.first().and_then(|&v| root(v))),
            Op::Intrinsic(Intrinsic::MemCopy | Intrinsic::MemMove, args) if args.len() > 1 => {
                self.writes.extend(root(args[0]));
                self.reads.extend(root(args[1]));
                pointed.extend(root(args[1]));
            }
            op => op.for_each_operand(|value| self.add_escaping(root(value), pointed)),
        }
    }

    fn add_escaping(&mut self, global: Option<GlobalId>, pointed: &mut BTreeSet<GlobalId>) {
        self.reads.extend(global);
        self.writes.extend(global);
        pointed.extend(global);
    }

    /// Adds the globals that the initialisers of `pointed` lead to.
    fn follow(&mut self, program: &Program, pointed: BTreeSet<GlobalId>) {
        let mut seen = pointed.clone();
        let mut work: Vec<_> = pointed.into_iter().collect();
        while let Some(global) = work.pop() {
            let relocations = program.globals.get(global).map_or(&[][..], |data| &data.relocations);
            for relocation in relocations {
                if let RelocationTarget::Global(target, _) = relocation.target {
                    self.reads.insert(target);
                    self.writes.insert(target);
                    if seen.insert(target) {
                        work.push(target);
                    }
                }
            }
        }
    }
}

/// For each value the global whose address it is, offsets aside.
fn roots(body: &Function) -> Vec<Option<GlobalId>> {
    let constant = |value| match body.constant(value) {
        Some(Constant::Global(global, _)) => Some(global),
        _ => None,
    };
    let mut roots: Vec<Option<GlobalId>> = body.values.indices().map(constant).collect();
    // Definitions come before uses along dominator-tree paths; block order is no such order
    // in general, so a few rounds are needed until address chains are traced.
    let mut changed = true;
    while changed {
        changed = false;
        for inst in body.blocks.iter().flat_map(|data| &data.insts) {
            if let (Op::PtrAdd { base, .. }, [result]) = (&inst.op, &inst.results[..]) {
                let root = roots[base.position()];
                changed |= std::mem::replace(&mut roots[result.position()], root) != root;
            }
        }
    }
    roots
}
