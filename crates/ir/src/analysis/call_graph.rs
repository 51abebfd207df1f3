//! Who may call whom, from the functions of interest on: bodies are lowered as they are reached.
//!
//! A direct call has one callee. An indirect call may reach every function of the same
//! parameter and result types whose address is taken in a body reached so far, or in the
//! initialiser of a global that such a body refers to (globals that these point to included).
//! Functions without a body are leaves. A virtual or interface call may reach the methods of all classes known when
//! its body is reached (class hierarchy analysis). What can fault may call the functions that raise faults as exceptions.
//!
//! Not seen: calls by code outside the program through pointers handed to it, calls through a
//! pointer of another type, addresses made of integers.
//!
//! Cost: linear in the bodies reached, plus indirect signatures times address-taken functions.

use crate::function::{BlockData, Function};
use crate::ids::{FuncId, GlobalId};
use crate::instruction::{Callee, Op};
use crate::objects::{Classes, ObjectOp};
use crate::program::{Program, RelocationTarget};
use crate::types::{Constant, Signature, Type};
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use trine_base::index::TypedIndex;

/// The part of a program's call graph that some roots reach.
#[derive(Clone, Debug, Default)]
pub struct CallGraph {
    callees: BTreeMap<FuncId, BTreeSet<FuncId>>,
    address_taken: BTreeSet<FuncId>,
    missing: BTreeSet<FuncId>,
    components: Vec<Vec<FuncId>>,
}

impl CallGraph {
    /// The call graph below `roots`.
    #[must_use]
    pub fn new(program: &Program, roots: &[FuncId]) -> Self {
        let mut builder = Builder::new(program);
        roots.iter().for_each(|&root| builder.reach(root));
        builder.run();
        let mut graph = builder.graph;
        graph.components = graph.strongly_connected();
        graph
    }

    /// Functions reached, roots included, by number.
    pub fn functions(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.callees.keys().copied()
    }

    /// Whom `function` may call, directly or through a pointer; empty when it was not reached.
    pub fn callees(&self, function: FuncId) -> impl Iterator<Item = FuncId> + '_ {
        self.callees.get(&function).into_iter().flatten().copied()
    }

    /// `function` and all it may call, transitively, by number.
    #[must_use]
    pub fn reachable_from(&self, function: FuncId) -> BTreeSet<FuncId> {
        let mut reached = BTreeSet::from([function]);
        let mut work = vec![function];
        while let Some(caller) = work.pop() {
            work.extend(self.callees(caller).filter(|&callee| reached.insert(callee)));
        }
        reached
    }

    /// Sets of functions that may call each other, callees before callers.
    #[must_use]
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// Whether `function` may call itself, directly or not.
    #[must_use]
    pub fn is_recursive(&self, function: FuncId) -> bool {
        let together = self.components.iter().find(|component| component.contains(&function));
        together.is_some_and(|component| component.len() > 1)
            || self.callees(function).any(|callee| callee == function)
    }

    /// Functions whose address is taken in what was reached.
    pub fn address_taken(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.address_taken.iter().copied()
    }

    /// Functions reached that have no usable body.
    pub fn missing_bodies(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.missing.iter().copied()
    }

    fn strongly_connected(&self) -> Vec<Vec<FuncId>> {
        let functions: Vec<FuncId> = self.functions().collect();
        let place = |function: &FuncId| {
            NodeIndex::new(functions.binary_search(function).expect("callees are reached functions"))
        };
        let mut graph = DiGraph::<FuncId, ()>::new();
        for &function in &functions {
            graph.add_node(function);
        }
        for (caller, callees) in &self.callees {
            for callee in callees {
                graph.add_edge(place(caller), place(callee), ());
            }
        }
        let mut components = petgraph::algo::kosaraju_scc(&graph);
        // Petgraph lists components in an order where callees come first.
        components.iter_mut().for_each(|component| component.sort_unstable());
        components
            .into_iter()
            .map(|component| component.into_iter().map(|node| graph[node]).collect())
            .collect()
    }
}

/// Types of a function, without how arguments are passed.
type Shape = (Vec<Type>, Vec<Type>, bool);

fn shape(signature: &Signature) -> Shape {
    let params = signature.params.iter().map(|param| param.ty).collect();
    (params, signature.returns.clone(), signature.variadic)
}

struct Builder<'p> {
    program: &'p Program,
    graph: CallGraph,
    work: VecDeque<FuncId>,
    indirect: BTreeMap<Shape, BTreeSet<FuncId>>,
    candidates: BTreeMap<Shape, BTreeSet<FuncId>>,
    globals: BTreeSet<GlobalId>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            graph: CallGraph::default(),
            work: VecDeque::new(),
            indirect: BTreeMap::new(),
            candidates: BTreeMap::new(),
            globals: BTreeSet::new(),
        }
    }

    fn reach(&mut self, function: FuncId) {
        let known = function.position() < self.program.callables.len();
        if known && !self.graph.callees.contains_key(&function) {
            self.graph.callees.insert(function, BTreeSet::new());
            self.work.push_back(function);
        }
    }

    fn call(&mut self, caller: FuncId, callee: FuncId) {
        self.reach(callee);
        if self.graph.callees.contains_key(&callee) {
            self.graph.callees.entry(caller).or_default().insert(callee);
        }
    }

    fn run(&mut self) {
        while let Some(function) = self.work.pop_front() {
            let body = self.program.callables[function].defined.then(|| self.program.body(function));
            match body {
                Some(Ok(body)) => self.scan(function, body),
                _ => {
                    self.graph.missing.insert(function);
                }
            }
        }
    }

    fn scan(&mut self, caller: FuncId, body: &Function) {
        // Which faults are possible is not asked: any of them may be raised.
        if !self.program.raisers.is_empty() && body.blocks.iter().any(BlockData::can_raise) {
            let raisers = std::sync::Arc::clone(&self.program.raisers);
            raisers.iter().for_each(|raiser| self.call(caller, raiser.function));
        }
        for inst in body.blocks.iter().flat_map(|data| &data.insts) {
            match &inst.op {
                Op::Call { callee: Callee::Direct(callee), .. } => self.call(caller, *callee),
                Op::Object(ObjectOp::EnsureInit(class), _) => {
                    for class in self.program.supertypes(*class) {
                        let initialiser = self.program.classes.get(class).and_then(|class| class.initialiser);
                        initialiser.into_iter().for_each(|callee| self.call(caller, callee));
                    }
                }
                Op::Call { callee: Callee::Virtual { class, slot: method, .. }, .. }
                | Op::Call { callee: Callee::Interface { interface: class, method, .. }, .. } => {
                    for callee in self.program.overriders(*class, *method) {
                        self.call(caller, callee);
                    }
                }
                Op::Call { callee: Callee::Indirect(target, signature), .. } => {
                    match body.constant(*target) {
                        Some(Constant::Function(callee)) => self.call(caller, callee),
                        _ => self.call_indirect(caller, shape(signature)),
                    }
                }
                _ => {}
            }
        }
        for constant in used_constants(body) {
            match constant {
                Constant::Function(function) => self.take_address(function),
                Constant::Global(global, _) => self.refer_to(global),
                Constant::Bits(_) | Constant::BlockAddress(..) | Constant::Undef => {}
            }
        }
    }

    fn call_indirect(&mut self, caller: FuncId, shape: Shape) {
        let known = self.candidates.get(&shape).into_iter().flatten().copied().collect::<Vec<_>>();
        self.indirect.entry(shape).or_default().insert(caller);
        known.into_iter().for_each(|callee| self.call(caller, callee));
    }

    fn take_address(&mut self, function: FuncId) {
        let Some(callable) = self.program.callables.get(function) else { return };
        if self.graph.address_taken.insert(function) {
            let shape = shape(&callable.signature);
            let callers = self.indirect.get(&shape).into_iter().flatten().copied().collect::<Vec<_>>();
            self.candidates.entry(shape).or_default().insert(function);
            callers.into_iter().for_each(|caller| self.call(caller, function));
        }
    }

    fn refer_to(&mut self, global: GlobalId) {
        let mut work = vec![global];
        while let Some(global) = work.pop() {
            let Some(data) = self.program.globals.get(global) else { continue };
            if !self.globals.insert(global) {
                continue;
            }
            for relocation in &data.relocations {
                match relocation.target {
                    RelocationTarget::Function(function) => self.take_address(function),
                    RelocationTarget::Global(target, _) => work.push(target),
                    RelocationTarget::Block(..) => {}
                }
            }
        }
    }
}

/// Constants that stand as operands in `body`; repeated ones repeat.
pub(super) fn used_constants(body: &Function) -> Vec<Constant> {
    let mut constants = Vec::new();
    for data in &body.blocks {
        let mut visit = |value| constants.extend(body.constant(value));
        data.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut visit));
        data.for_each_leaving_operand(visit);
    }
    constants
}
