//! Random functions, and a tiny evaluator (integers and stack slots only) as the reference
//! for passes.
#![allow(dead_code)] // each test file uses a part

use std::collections::BTreeSet;
use trine_base::index::TypedIndex;
use trine_base::{FileId, Span, Stream};
use trine_ir::analysis::{Cfg, DominatorTree};
use trine_ir::{
    BinaryOp, Block, BlockData, Callee, CastOp, Condition, ConditionKind, Constant, Edge, FuncId, Function,
    Inst, IntPredicate, Op, Outcome, Region, RegionId, Site, SiteId, SiteKind, Terminator, Type, Value,
};

pub const I32: Type = Type::Int(32);

/// What a run shows to the outside. Regions between two events are a set.
#[derive(Debug, PartialEq, Eq, Clone)]
pub enum Event {
    Call(Vec<u128>),
    Site(SiteId, u32),
    Return(Vec<u128>),
    Stuck,
}

/// Runs `function` on `args` for at most `steps` blocks. Returns the events, each with the
/// regions entered before it, and whether the run ended. Sites count when `watched`.
pub fn run(
    function: &Function,
    args: &[u128],
    steps: usize,
    watched: &BTreeSet<SiteId>,
) -> (Vec<(BTreeSet<RegionId>, Event)>, bool) {
    let mut values = vec![0u128; function.values.len()];
    for (value, data) in function.values.iter_enumerated() {
        if let trine_ir::ValueKind::Constant(Constant::Bits(bits)) = data.kind {
            values[value.position()] = bits;
        }
    }
    let mut memory: Vec<u128> = vec![0];
    let (mut events, mut regions) = (Vec::new(), BTreeSet::new());
    let mut block = Function::ENTRY;
    for (&param, &arg) in function.blocks[block].params.iter().zip(args) {
        values[param.position()] = arg;
    }
    for _ in 0..steps {
        let data = &function.blocks[block];
        regions.extend(&data.regions);
        for inst in &data.insts {
            if let Op::Call { args, .. } = &inst.op {
                let args = args.iter().map(|arg| values[arg.position()]).collect();
                events.push((std::mem::take(&mut regions), Event::Call(args)));
            } else {
                step(function, inst, &mut values, &mut memory);
            }
        }
        let (edge, outcome) = match &data.terminator {
            Terminator::Jump(edge) => (edge, 0),
            Terminator::Branch { cond, then, otherwise, .. } => {
                if values[cond.position()] & 1 == 1 {
                    (then, 0)
                } else {
                    (otherwise, 1)
                }
            }
            Terminator::Switch { value, cases, edges, default, .. } => {
                let case = cases.iter().find(|(case, _)| *case == values[value.position()]);
                let edge = case.map_or(*default, |case| case.1);
                (&edges[edge as usize], edge)
            }
            Terminator::Return(results) => {
                let results = results.iter().map(|value| values[value.position()]).collect();
                events.push((regions, Event::Return(results)));
                return (events, true);
            }
            _ => {
                events.push((regions, Event::Stuck));
                return (events, true);
            }
        };
        if let Some(site) = data.terminator.site().filter(|site| watched.contains(site)) {
            events.push((std::mem::take(&mut regions), Event::Site(site, outcome)));
        }
        let args: Vec<u128> = edge.args.iter().map(|arg| values[arg.position()]).collect();
        for (param, arg) in function.blocks[edge.block].params.iter().zip(args) {
            values[param.position()] = arg;
        }
        block = edge.block;
    }
    (events, false)
}

fn step(function: &Function, inst: &Inst, values: &mut [u128], memory: &mut Vec<u128>) {
    let get = |value: &Value| values[value.position()];
    let width = |value: &Value| function.type_of(*value).bits();
    let result = match &inst.op {
        Op::Binary { op, a, b, .. } => match op {
            BinaryOp::Add => get(a).wrapping_add(get(b)),
            BinaryOp::Sub => get(a).wrapping_sub(get(b)),
            BinaryOp::Xor => get(a) ^ get(b),
            other => panic!("the evaluator does not know {other:?}"),
        },
        Op::IntCompare(IntPredicate::Eq, a, b) => u128::from(get(a) == get(b)),
        Op::IntCompare(IntPredicate::Ne, a, b) => u128::from(get(a) != get(b)),
        Op::IntCompare(IntPredicate::Ult, a, b) => u128::from(get(a) < get(b)),
        Op::Cast(CastOp::ZExt | CastOp::Trunc | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::Bitcast, a) => {
            get(a)
        }
        Op::Select { cond, then, otherwise } => get(if get(cond) & 1 == 1 { then } else { otherwise }),
        Op::StackAlloc { .. } => {
            memory.push(0);
            memory.len() as u128 - 1
        }
        Op::Load { ptr, .. } => memory[get(ptr) as usize],
        Op::Store { ptr, value, .. } => {
            memory[get(ptr) as usize] = get(value);
            return;
        }
        other => panic!("the evaluator does not know {other:?}"),
    };
    let target = inst.results[0];
    values[target.position()] = result & (u128::MAX >> (128 - width(&target)));
}

/// Sites that conditions refer to.
pub fn watched(function: &Function) -> BTreeSet<SiteId> {
    let mut sites = BTreeSet::new();
    for condition in &function.coverage.conditions {
        for outcome in &condition.outcomes {
            if let Outcome::Taken(pairs) = outcome {
                sites.extend(pairs.runs().iter().map(|run| run.0));
            }
        }
    }
    sites
}

/// How random functions look.
#[derive(Clone, Copy)]
pub struct Shape {
    pub blocks: usize,
    pub slots: usize,
    /// Edges lead at most this far in block numbers.
    pub reach: usize,
}

/// A random control-flow graph, reducible or not, without content.
pub fn random_graph(stream: &mut Stream, shape: Shape) -> Function {
    let mut function = Function { name: "random".to_owned(), ..Function::default() };
    for _ in 0..shape.blocks {
        function.blocks.push(BlockData::new());
    }
    let cond = function.new_constant(Type::BOOL, Constant::Bits(1));
    for block in 0..shape.blocks {
        let target = |stream: &mut Stream| {
            let low = if stream.chance(0.25) { block.saturating_sub(shape.reach).max(1) } else { block + 1 };
            let high = (block + shape.reach + 1).min(shape.blocks).max(low + 1);
            Edge::to(Block::from_position((low + stream.position(high - low)).min(shape.blocks - 1)))
        };
        function.blocks[Block::from_position(block)].terminator = match stream.below(10) {
            _ if block + 1 == shape.blocks => Terminator::Return(Vec::new()),
            0 => Terminator::Return(Vec::new()),
            1..4 => Terminator::Jump(target(stream)),
            4 => {
                let edges: Vec<Edge> = (0..3).map(|_| target(stream)).collect();
                let site = function.sites.push(Site { kind: SiteKind::Switch { outcomes: 3 }, span: None });
                Terminator::Switch { value: cond, cases: vec![(0, 0), (7, 2)], edges, default: 1, site }
            }
            _ => {
                let site = function.sites.push(Site { kind: SiteKind::Branch, span: None });
                let (then, otherwise) = (target(stream), target(stream));
                Terminator::Branch { cond, then, otherwise, site }
            }
        };
    }
    function
}

/// A random function of two integers with slots, block parameters, regions, calls, and
/// conditions that refer to some of its sites.
pub fn random_function(stream: &mut Stream, shape: Shape) -> Function {
    let graph = random_graph(stream, shape);
    fill(stream, graph, shape.slots)
}

/// As [`random_function`], but no block returns early, so that most are reachable.
pub fn long_function(stream: &mut Stream, shape: Shape) -> Function {
    let mut graph = random_graph(stream, shape);
    for block in graph.blocks.indices().take(shape.blocks - 1) {
        let next = Edge::to(Block(block.0 + 1));
        match &mut graph.blocks[block].terminator {
            Terminator::Branch { otherwise, .. } => *otherwise = next,
            Terminator::Switch { edges, .. } => edges[0] = next,
            terminator => *terminator = Terminator::Jump(next),
        }
    }
    fill(stream, graph, shape.slots)
}

fn fill(stream: &mut Stream, mut function: Function, slots: usize) -> Function {
    function.signature.params = vec![I32.into(), I32.into()];
    function.signature.returns = vec![I32];
    // Only reachable blocks are filled.
    trine_ir::passes::clean::remove_unreachable(&mut function);
    let mut filler =
        Filler { available: vec![Vec::new(); function.blocks.len()], slots: Vec::new(), function };
    filler.entry(slots);
    let cfg = Cfg::new(&filler.function);
    let tree = DominatorTree::new(&cfg);
    filler.params(stream);
    for block in tree.preorder() {
        let inherited =
            tree.immediate_dominator(block).map(|above| filler.available[above.position()].clone());
        let own = std::mem::take(&mut filler.available[block.position()]);
        // The nearest definitions are enough, and keep large functions cheap to make.
        let inherited = inherited.unwrap_or_default();
        let near = inherited.len().saturating_sub(64);
        filler.available[block.position()] = inherited[near..].iter().copied().chain(own).collect();
        filler.fill(stream, block);
    }
    filler.conditions(stream);
    filler.function
}

struct Filler {
    function: Function,
    /// Values that may be used at the end of each block.
    available: Vec<Vec<Value>>,
    slots: Vec<Value>,
}

impl Filler {
    fn entry(&mut self, slots: usize) {
        for _ in 0..2 {
            let param = self.function.new_value(I32);
            self.function.blocks[Function::ENTRY].params.push(param);
            self.available[0].push(param);
        }
        for _ in 0..slots {
            let slot = self.function.new_value(Type::Ptr);
            let op = Op::StackAlloc { size_bytes: 4, count: None, align_bytes: 4 };
            self.function.blocks[Function::ENTRY].insts.push(Inst { results: vec![slot], op, span: None });
            self.slots.push(slot);
        }
    }

    fn params(&mut self, stream: &mut Stream) {
        for block in self.function.blocks.indices().skip(1) {
            for _ in 0..stream.below(3) {
                let ty = if stream.chance(0.7) { Type::BOOL } else { I32 };
                let param = self.function.new_value(ty);
                self.function.blocks[block].params.push(param);
                self.available[block.position()].push(param);
            }
        }
    }

    /// A value of type `ty`: one of the latest available ones, or a constant.
    fn pick(&mut self, stream: &mut Stream, block: Block, ty: Type) -> Value {
        let fitting: Vec<Value> = (self.available[block.position()].iter().rev().copied())
            .filter(|&value| self.function.type_of(value) == ty)
            .take(4)
            .collect();
        if fitting.is_empty() || stream.chance(0.25) {
            return self.function.new_constant(ty, Constant::Bits(stream.below(2).into()));
        }
        fitting[stream.position(fitting.len())]
    }

    fn push(&mut self, block: Block, ty: Type, op: Op) {
        let result = self.function.new_value(ty);
        self.function.blocks[block].insts.push(Inst { results: vec![result], op, span: None });
        self.available[block.position()].push(result);
    }

    fn fill(&mut self, stream: &mut Stream, block: Block) {
        if stream.chance(0.4) {
            let span = Span::new(FileId(0), (1, 1), (1, 2));
            let region = self.function.coverage.regions.push(Region { span, dead: false });
            self.function.blocks[block].regions.push(region);
        }
        for _ in 0..stream.below(4) {
            self.inst(stream, block);
        }
        let mut terminator =
            std::mem::replace(&mut self.function.blocks[block].terminator, Terminator::Unreachable);
        match &mut terminator {
            Terminator::Branch { cond, .. } => *cond = self.pick(stream, block, Type::BOOL),
            Terminator::Switch { value, .. } => *value = self.pick(stream, block, I32),
            Terminator::Return(values) => values.push(self.pick(stream, block, I32)),
            _ => {}
        }
        for edge in terminator.edges_mut() {
            for param in self.function.blocks[edge.block].params.clone() {
                let ty = self.function.type_of(param);
                edge.args.push(self.pick(stream, block, ty));
            }
        }
        self.function.blocks[block].terminator = terminator;
    }

    fn inst(&mut self, stream: &mut Stream, block: Block) {
        let slot = (!self.slots.is_empty()).then(|| self.slots[stream.position(self.slots.len().max(1))]);
        match (stream.below(9), slot) {
            (0 | 1, Some(ptr)) => self.push(block, I32, Op::Load { ptr, volatile: false }),
            (2 | 3, Some(ptr)) => {
                let value = self.pick(stream, block, I32);
                let op = Op::Store { ptr, value, volatile: false };
                self.function.blocks[block].insts.push(Inst { results: Vec::new(), op, span: None });
            }
            (4, _) => {
                let a = self.pick(stream, block, Type::BOOL);
                let b = self.function.new_constant(Type::BOOL, Constant::Bits(1));
                let op = Op::Binary { op: BinaryOp::Xor, no_signed_wrap: false, a, b };
                self.push(block, Type::BOOL, op);
            }
            (5, _) => {
                let a = self.pick(stream, block, Type::BOOL);
                self.push(block, I32, Op::Cast(CastOp::ZExt, a));
            }
            (6, _) => {
                let a = self.pick(stream, block, I32);
                let b = self.function.new_constant(I32, Constant::Bits(0));
                self.push(block, Type::BOOL, Op::IntCompare(IntPredicate::Ne, a, b));
            }
            (7, _) => {
                let (a, b) = (self.pick(stream, block, I32), self.pick(stream, block, I32));
                self.push(block, I32, Op::Binary { op: BinaryOp::Add, no_signed_wrap: false, a, b });
            }
            _ if stream.chance(0.3) => {
                let args = vec![self.pick(stream, block, I32)];
                let op = Op::Call { callee: Callee::Direct(FuncId(0)), args };
                self.function.blocks[block].insts.push(Inst { results: Vec::new(), op, span: None });
            }
            _ => {
                let (a, b) = (self.pick(stream, block, I32), self.pick(stream, block, I32));
                self.push(block, Type::BOOL, Op::IntCompare(IntPredicate::Ult, a, b));
            }
        }
    }

    /// Lets conditions refer to some of the two-way sites.
    fn conditions(&mut self, stream: &mut Stream) {
        for (site, data) in self.function.sites.iter_enumerated() {
            if data.kind == SiteKind::Branch && stream.chance(0.3) {
                self.function.coverage.conditions.push(Condition {
                    span: Span::new(FileId(0), (1, 1), (1, 2)),
                    expansion: None,
                    kind: ConditionKind::Boolean,
                    outcomes: [0, 1].map(|outcome| Outcome::Taken([(site, outcome)].into_iter().collect())),
                    decision: None,
                });
            }
        }
    }
}
