//! Flags set by control flow: which edges assign the value that a branch wants.
//!
//! ```text
//! block0: branch (x == 5), block1, block2(0)      site0      int flag = 0;
//! block1: jump block2(1)                                     if (x == 5) flag = 1;
//! block2(flag): branch (flag != 0), …             site1      if (flag) …
//! ```
//!
//! `flag` is a block parameter that receives constants, so no distance is carried with it. But
//! the constants decide site1: outcome 0 is wanted, so the edge block1 → block2 has to be taken,
//! and its own fitness (here: site0 outcome 0) has the gradient that site1 lacks. This is what
//! Baresel and Sthamer (2003) did by transforming the program; on SSA form it is a walk
//! backwards over block parameters.
//!
//! The walk goes through logic and conversions with constant operands (`!flag`, `state == 3`) and
//! from parameter to parameter, loop-carried ones included. An incoming boolean that is
//! computed (`ok = a && f(b)`) counts as an assignment that is not certain: the edge leads to the
//! right value perhaps, one level away. A parameter that is changed by arithmetic on itself is a
//! counter, not a flag: comparing it has a gradient already, and nothing is expanded.
//!
//! Flags that a called function returns by control flow are the matter of [`super::helpers`].
//!
//! Not handled: flags in memory that are set by control flow.

use crate::distance::int;
use crate::distance::switch::SwitchCases;
use trine_base::index::TypedIndex;
use trine_ir::objects::ObjectOp;
use trine_ir::{
    BinaryOp, Block, Callee, CastOp, Constant, FuncId, Function, Inst, Op, Terminator, Type, Value,
};
use trine_testcase::leaf::mask;

/// An edge that gives a flag its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Where the edge starts.
    pub block: Block,
    /// Its position in the terminator.
    pub edge: u32,
    /// The value is the wanted one for certain.
    pub certain: bool,
}

/// How each value of a function is defined.
#[derive(Clone, Debug)]
pub struct Definitions {
    of_value: Vec<Definition>,
    /// Per block: incoming edges.
    incoming: Vec<Vec<(Block, u32)>>,
}

#[derive(Clone, Copy, Debug)]
enum Definition {
    Unknown,
    Parameter { block: Block, position: u32 },
    Instruction { block: Block, position: u32 },
}

/// A value of a flag on its way to the branch: a step applied to it.
#[derive(Clone, Copy, Debug)]
struct Step<'f> {
    op: &'f Op,
    operand: Value,
    result: Value,
}

/// A call whose result decides a branch; `C` says what is called.
pub(super) struct Decider<'f, C = FuncId> {
    pub callee: C,
    function: &'f Function,
    steps: Vec<Step<'f>>,
    /// What the call returned.
    result: Value,
}

/// How a function comes to return a flag that is wanted.
#[derive(Debug)]
pub(super) struct Returned {
    /// The edges, or returns, that give it.
    pub assignments: Vec<Assignment>,
    /// Where what another call returned may be it.
    pub passed_on: Vec<PassedOn>,
}

/// Where a function returns what another call returned.
#[derive(Debug)]
pub(super) struct PassedOn {
    /// Where the edge starts, or the returning block.
    pub block: Block,
    /// The edge's position in the terminator.
    pub edge: u32,
    /// The other call.
    pub callee: Callee,
    /// Whether it has to return zero.
    pub wants_zero: bool,
}

impl<C> Decider<'_, C> {
    /// The outcome of the branch when the call returns anything but zero; `None` where that depends.
    pub(super) fn outcome_of_other(&self) -> Option<u32> {
        let others = others(self.function.type_of(self.result));
        let outcome = self.outcome(others[0])?;
        (self.outcome(others[1])? == outcome).then_some(outcome)
    }

    /// The outcome of the branch when the call returns `bits`.
    pub(super) fn outcome(&self, bits: u128) -> Option<u32> {
        apply(self.function, &self.steps, bits).map(|bits| u32::from(bits & 1 == 0))
    }
}

/// Stands for every address but null.
const SOME_ADDRESS: u128 = 1 << 32;

/// The most block parameters one flag is followed through.
const MAX_PARAMETERS: usize = 64;

impl Definitions {
    /// The definitions in `function`.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let mut of_value = vec![Definition::Unknown; function.values.len()];
        let mut incoming = vec![Vec::new(); function.blocks.len()];
        for (block, data) in function.blocks.iter_enumerated() {
            for (position, param) in data.params.iter().enumerate() {
                of_value[param.position()] = Definition::Parameter { block, position: position as u32 };
            }
            for (position, inst) in data.insts.iter().enumerate() {
                for result in &inst.results {
                    let position = position as u32;
                    of_value[result.position()] = Definition::Instruction { block, position };
                }
            }
            for (position, edge) in data.terminator.edges().enumerate() {
                incoming[edge.block.position()].push((block, position as u32));
            }
        }
        Self { of_value, incoming }
    }

    /// The edges that give the flag deciding `block`'s terminator a value that leads to `outcome`;
    /// `None` when it is not decided by a flag, or no edge does.
    #[must_use]
    pub fn assignments(&self, function: &Function, block: Block, outcome: u32) -> Option<Vec<Assignment>> {
        let (value, decide): (Value, Box<dyn Fn(u128) -> u32>) = match &function.blocks[block].terminator {
            Terminator::Branch { cond, .. } => (*cond, Box::new(|bits| u32::from(bits & 1 == 0))),
            Terminator::Switch { value, cases, default, .. } => {
                let cases = SwitchCases::new(function.type_of(*value).bits(), cases, *default);
                (*value, Box::new(move |bits| cases.outcome(bits)))
            }
            _ => return None,
        };
        let mut walk = Walk::new(self, function);
        let is_flag = walk.value(value, &|bits| decide(bits) == outcome, None);
        walk.found.sort_by_key(|found| (found.block, found.edge));
        (is_flag && !walk.found.is_empty()).then_some(walk.found)
    }

    /// Whether every value that `function` returns first is a flag: a constant, a boolean, or one of
    /// them depending on the way taken.
    pub(super) fn returns_flag(&self, function: &Function) -> bool {
        let mut returned = function.blocks.iter().filter_map(|block| match &block.terminator {
            Terminator::Return(values) => Some(values.first().copied()),
            _ => None,
        });
        let mut walk = Walk::new(self, function);
        returned.all(|value| {
            let from = Some((Function::ENTRY, 0));
            value.is_some_and(|value| walk.value(value, &|_| true, from))
        })
    }

    /// The edges, or returns, that make `function` return first a flag that is `wanted`.
    pub(super) fn returning(&self, function: &Function, wanted: &dyn Fn(u128) -> bool) -> Vec<Assignment> {
        let mut walk = Walk::new(self, function);
        for (block, data) in function.blocks.iter_enumerated() {
            if let Terminator::Return(values) = &data.terminator
                && let Some(&value) = values.first()
            {
                walk.value(value, wanted, Some((block, 0)));
            }
        }
        walk.found.sort_by_key(|found| (found.block, found.edge));
        walk.found
    }

    /// How `function` comes to return a flag that is `wanted`, where references count as flags, and what other calls
    /// returned is one; `None` where it returns other numbers, or nothing.
    pub(super) fn returned(&self, function: &Function, wanted: &dyn Fn(u128) -> bool) -> Option<Returned> {
        let mut walk = Walk { passed_on: Some(Vec::new()), ..Walk::new(self, function) };
        let mut returns = false;
        for (block, data) in function.blocks.iter_enumerated() {
            if let Terminator::Return(values) = &data.terminator {
                let &value = values.first()?;
                returns = true;
                if !walk.value(value, wanted, Some((block, 0))) {
                    return None;
                }
            }
        }
        walk.found.sort_by_key(|found| (found.block, found.edge));
        let passed_on = walk.passed_on.take().unwrap_or_default();
        returns.then_some(Returned { assignments: walk.found, passed_on })
    }

    /// The call whose result decides which of two ways `block` is left by, if one does.
    pub(super) fn decider<'f>(&self, function: &'f Function, block: Block) -> Option<Decider<'f>> {
        let direct = |callee: &Callee| match callee {
            Callee::Direct(function) => Some(*function),
            _ => None,
        };
        self.deciding_call(function, block, direct).map(|(decider, _)| decider)
    }

    /// The same with the arguments of the call, whose callee `resolve` knows.
    pub(super) fn deciding_call<'f, C>(
        &self,
        function: &'f Function,
        block: Block,
        resolve: impl Fn(&Callee) -> Option<C>,
    ) -> Option<(Decider<'f, C>, &'f [Value])> {
        let Terminator::Branch { cond, .. } = &function.blocks[block].terminator else { return None };
        let (root, steps) = self.root(function, *cond);
        let Definition::Instruction { block, position } = self.of_value[root.position()] else { return None };
        match &function.blocks[block].insts[position as usize] {
            Inst { op: Op::Call { callee, args }, results, .. } if results.first() == Some(&root) => {
                Some((Decider { callee: resolve(callee)?, function, steps, result: root }, args))
            }
            _ => None,
        }
    }

    /// Walks back from `value` over steps with one variable operand: the root and the steps in the
    /// order they apply.
    fn root<'f>(&self, function: &'f Function, value: Value) -> (Value, Vec<Step<'f>>) {
        let (mut root, mut steps) = (value, Vec::new());
        while let Definition::Instruction { block, position } = self.of_value[root.position()] {
            let op = &function.blocks[block].insts[position as usize].op;
            let Some(operand) = variable_operand(function, op) else { break };
            steps.push(Step { op, operand, result: root });
            root = operand;
        }
        steps.reverse();
        (root, steps)
    }
}

struct Walk<'f> {
    definitions: &'f Definitions,
    function: &'f Function,
    seen: Vec<Value>,
    found: Vec<Assignment>,
    /// Where what calls returned is handed on, if that is asked for.
    passed_on: Option<Vec<PassedOn>>,
    /// Constants that were met.
    constants: u32,
}

impl<'f> Walk<'f> {
    fn new(definitions: &'f Definitions, function: &'f Function) -> Self {
        Self { definitions, function, seen: Vec::new(), found: Vec::new(), passed_on: None, constants: 0 }
    }

    /// Collects the assignments that give `value` bits that are `wanted`; `via` is the edge that
    /// hands it on. Whether `value` is a flag.
    fn value(&mut self, value: Value, wanted: &dyn Fn(u128) -> bool, via: Option<(Block, u32)>) -> bool {
        if let Some(bits) = constant_bits(self.function, value) {
            // A branch on a constant is no flag; an incoming constant is what we look for.
            let Some(edge) = via else { return false };
            self.constants += 1;
            if wanted(bits) {
                self.push(edge, true);
            }
            return true;
        }
        let (root, steps) = self.definitions.root(self.function, value);
        let Definition::Parameter { block, position } = self.definitions.of_value[root.position()] else {
            return self.computed(value, wanted, via);
        };
        if self.seen.contains(&root) {
            // Handed on as it is: nothing new. Changed on the way: a counter.
            return steps.is_empty();
        }
        if block == Function::ENTRY || self.seen.len() >= MAX_PARAMETERS {
            return self.computed(value, wanted, via);
        }
        self.seen.push(root);
        let function = self.function;
        let wanted = |bits: u128| apply(function, &steps, bits).is_some_and(wanted);
        match via {
            Some(edge) if self.passed_on.is_some() && function.type_of(value) == Type::Ptr => {
                self.reference(block, position, &wanted, edge)
            }
            _ => self.parameter(block, position, &wanted),
        }
    }

    /// A reference that a parameter receives, and that `edge` hands on. Where nothing that it receives is a constant, what counts is that it
    /// is handed on here: `return node` in a loop over nodes.
    fn reference(
        &mut self,
        block: Block,
        position: u32,
        wanted: &dyn Fn(u128) -> bool,
        edge: (Block, u32),
    ) -> bool {
        let outer_found = std::mem::take(&mut self.found);
        let outer_passed = self.passed_on.replace(Vec::new()).unwrap_or_default();
        let outer_constants = std::mem::take(&mut self.constants);
        let is_flag = self.parameter(block, position, wanted);
        let (mut found, mut passed_on) = (outer_found, outer_passed);
        if self.constants > 0 || self.found.is_empty() {
            found.append(&mut self.found);
            passed_on.append(self.passed_on.get_or_insert_default());
        }
        let is_computed = self.constants == 0 && !self.found.is_empty();
        (self.found, self.passed_on) = (found, Some(passed_on));
        self.constants += outer_constants;
        if is_computed {
            self.computed_reference(wanted, edge);
        }
        is_flag
    }

    /// A reference that `edge` hands on, and of which nothing is known: it is some object rather than null.
    fn computed_reference(&mut self, wanted: &dyn Fn(u128) -> bool, edge: (Block, u32)) {
        self.push(edge, wanted(SOME_ADDRESS));
    }

    /// Follows the parameter at `position` of `block` to all its incoming values.
    fn parameter(&mut self, block: Block, position: u32, wanted: &dyn Fn(u128) -> bool) -> bool {
        self.definitions.incoming[block.position()].iter().all(|&(from, edge)| {
            let args = &self.function.blocks[from].terminator.edges().nth(edge as usize).map(|e| &e.args);
            let arg = args.and_then(|args| args.get(position as usize));
            arg.is_some_and(|&arg| self.value(arg, wanted, Some((from, edge))))
        })
    }

    /// A value that is no constant: fine if it is a boolean, which may carry its distance.
    fn computed(&mut self, value: Value, wanted: &dyn Fn(u128) -> bool, via: Option<(Block, u32)>) -> bool {
        let Some(edge) = via else { return false };
        if self.passed_on.is_some() && self.is_handed_on(value, wanted, edge) {
            return true;
        }
        let is_boolean = self.is_boolean(value);
        if is_boolean {
            self.push(edge, false);
        }
        is_boolean
    }

    /// Notes what a call returned, or a reference; whether it is one.
    fn is_handed_on(&mut self, value: Value, wanted: &dyn Fn(u128) -> bool, edge: (Block, u32)) -> bool {
        let function = self.function;
        let (root, steps) = self.definitions.root(function, value);
        let is_wanted = |bits: u128| apply(function, &steps, bits).is_some_and(wanted);
        let op = match self.definitions.of_value[root.position()] {
            Definition::Instruction { block, position } => {
                Some(&function.blocks[block].insts[position as usize].op)
            }
            _ => None,
        };
        match op {
            Some(Op::Call { callee, .. }) => {
                let others = others(function.type_of(root)).map(is_wanted);
                let zero = is_wanted(0);
                if others == [!zero; 2] {
                    let (block, edge) = edge;
                    let passed_on = PassedOn { block, edge, callee: callee.clone(), wants_zero: zero };
                    self.passed_on.get_or_insert_default().push(passed_on);
                }
                true
            }
            Some(Op::Object(ObjectOp::New(_) | ObjectOp::NewArray(_), _)) if steps.is_empty() => {
                if wanted(SOME_ADDRESS) {
                    self.push(edge, true);
                }
                true
            }
            _ if function.type_of(value) == Type::Ptr => {
                self.computed_reference(wanted, edge);
                true
            }
            _ => false,
        }
    }

    fn is_boolean(&self, value: Value) -> bool {
        if self.function.type_of(value) == Type::BOOL {
            return true;
        }
        let Definition::Instruction { block, position } = self.definitions.of_value[value.position()] else {
            return false;
        };
        match &self.function.blocks[block].insts[position as usize].op {
            Op::Cast(CastOp::ZExt | CastOp::SExt | CastOp::Trunc, operand) => self.is_boolean(*operand),
            _ => false,
        }
    }

    fn push(&mut self, (block, edge): (Block, u32), certain: bool) {
        self.found.push(Assignment { block, edge, certain });
    }
}

/// The bits of a constant. Addresses count as some number that is not null.
fn constant_bits(function: &Function, value: Value) -> Option<u128> {
    match function.constant(value)? {
        Constant::Bits(bits) => Some(bits),
        Constant::Undef => Some(0),
        Constant::Global(..) | Constant::Function(_) | Constant::BlockAddress(..) => Some(SOME_ADDRESS),
    }
}

/// Values of a type that are not zero: the least and the greatest, or some address.
fn others(ty: Type) -> [u128; 2] {
    match ty {
        Type::Ptr => [SOME_ADDRESS; 2],
        ty => [1, mask(ty.bits())],
    }
}

/// The operand that is no constant, of an operation [`apply`] can compute.
fn variable_operand(function: &Function, op: &Op) -> Option<Value> {
    use BinaryOp::{Add, And, Or, Sub, Xor};
    match op {
        Op::IntCompare(_, a, b) | Op::Binary { op: Add | And | Or | Sub | Xor, a, b, .. } => {
            match (function.constant(*a), function.constant(*b)) {
                (None, Some(_)) => Some(*a),
                (Some(_), None) => Some(*b),
                _ => None,
            }
        }
        Op::Cast(CastOp::ZExt | CastOp::SExt | CastOp::Trunc, a) => Some(*a),
        _ => None,
    }
}

/// What `bits` of the root become after `steps`.
fn apply(function: &Function, steps: &[Step], bits: u128) -> Option<u128> {
    steps.iter().try_fold(bits, |bits, step| {
        let value =
            |value: Value| if value == step.operand { Some(bits) } else { constant_bits(function, value) };
        let width = function.type_of(step.result).bits();
        let result = match *step.op {
            Op::IntCompare(predicate, a, b) => {
                let width = function.type_of(step.operand).bits();
                u128::from(int::holds(predicate, width, value(a)?, value(b)?))
            }
            Op::Binary { op, a, b, .. } => binary(op, value(a)?, value(b)?)?,
            Op::Cast(CastOp::SExt, a) => {
                let from = function.type_of(a).bits();
                let shift = 128 - from;
                ((bits << shift) as i128 >> shift) as u128
            }
            Op::Cast(..) => bits,
            _ => return None,
        };
        Some(result & mask(width))
    })
}

fn binary(op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    match op {
        BinaryOp::Add => Some(a.wrapping_add(b)),
        BinaryOp::Sub => Some(a.wrapping_sub(b)),
        BinaryOp::And => Some(a & b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Xor => Some(a ^ b),
        _ => None,
    }
}
