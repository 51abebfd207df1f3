//! Bounded unrolling: the condition under which a program takes each branch, over all of its paths at once.
//!
//! ```text
//! for (int i = 0; i < 3; i++)          round 1, reached if true:    credit1 = ite(coin1 == 5, 5, 0)
//!     if (input() == 5) credit += 5;   round 2, reached if true:    credit2 = ite(coin2 == 5, credit1 + 5, credit1)
//! if (credit == 12)                    ...
//!     here();                          reached if credit3 == 12     unsatisfiable: infeasible
//! ```
//!
//! Loops are unrolled and calls inlined until the solver says that no run goes on in them; where paths meet, their states
//! become one, whose registers and memory are choices between theirs. So the number of paths does not matter, only the
//! length of the longest. What is not followed (a result that has no term, memory behind an unknown pointer) is a free
//! variable, which only adds runs: what is unsatisfiable then is infeasible.
//!
//! This is bounded model checking of programs with unwinding assertions (Clarke, Kroening, Lerda, "A tool for checking
//! ANSI-C programs", 2004, section 2), by forward execution with merged states in place of a translation to single
//! assignments as a whole: constants fold on the way, so loops that count unroll without a query.
//!
//! Not handled, and then nothing is proved: programs that go on for ever, calls of unknown functions, irreducible graphs,
//! exceptions, `setjmp`, atomic accesses, variable arguments, pointers of four bytes.
//! Cost: bounded by the constants below; a query for each round of a loop that no constant ends.

mod accesses;
mod memory;
mod pointer;
mod shape;
#[cfg(test)]
mod tests;
mod world;

use crate::roots::writes_memory;
use crate::state::computed;
use memory::{Initial, MAX_BYTES, Memory, Object, ObjectId};
use pointer::{Place, function_address, places};
use rustc_hash::FxHashMap;
use shape::{Position, Shape};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Instant;
use trine_base::index::TypedIndex;
use trine_coverage::target::Target;
use trine_coverage::{CoverageStructure, Members, Trace};
use trine_expr::{Assignment, Term, TermPool};
use trine_ir::program::RelocationTarget;
use trine_ir::{
    Block, Constant, Edge, FuncId, Function, GlobalId, Inst, IntPredicate, Intrinsic, Op, Program, SiteId,
    Terminator, Type, Value, ValueKind,
};
use trine_lift as lift;
use trine_record::{Argument, GoalId, GoalKind, Proof};
use trine_solver::query::{Answer, Unknown};
use trine_solver::{Limits, Portfolio, Solver, Statistics};
use world::{World, merge_reach};

/// Blocks executed, at most: each round of a loop counts its blocks again.
const MAX_BLOCKS: usize = 20_000;
/// Terms, at most.
const MAX_TERMS: usize = 400_000;
/// Objects, at most.
const MAX_OBJECTS: usize = 100_000;
/// Queries, at most.
const MAX_QUERIES: u64 = 2_000;
/// Work of the solver on one query, and on all, at most.
const MAX_QUERY_EFFORT: u64 = 100_000_000;
const MAX_EFFORT: u64 = 150_000_000;
/// Calls in each other, at most.
const MAX_DEPTH: usize = 64;

/// What a call of a function without a body does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum External {
    /// It gives any value, and changes nothing.
    Input,
    /// The run ends where its first argument is zero.
    Assumption,
    /// Nobody knows, unless it is a function of the C library.
    Unknown,
}

/// Why a program is not unrolled to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    /// A bound was hit.
    TooLarge,
    /// Time is over.
    Late,
    /// Something that is not followed.
    Unsupported(&'static str),
}

/// Whether a run covers a goal.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// None does.
    Infeasible(Proof),
    /// That with these inputs should: whom the program asks, and what it gives, in the order of the run. Where something was
    /// not followed it may not.
    Inputs(Vec<(FuncId, u128)>),
    /// Nobody knows.
    Unknown,
}

type Result<T> = std::result::Result<T, Unfinished>;

/// A program, unrolled to its end.
pub struct Unrolled {
    pool: TermPool,
    solver: Solver,
    limits: Limits,
    members: Members,
    /// Under which conditions each branch is taken, by site and outcome.
    edges: BTreeMap<(SiteId, u32), Vec<Term>>,
    /// In the order in which a run asks for them: whom, what it gives, and under which condition it is asked.
    inputs: Vec<(FuncId, Term, Term)>,
    /// Under which conditions each block is entered.
    entered: BTreeMap<Block, Vec<Term>>,
    blocks: usize,
    rounds: u32,
    rests_on_passed: bool,
    /// Queries put to the solver.
    pub queries: u64,
}

impl Unrolled {
    /// Unrolls `program` from a call of `entry`; `external` says what functions without a body do. Branches and blocks have the
    /// numbers that `members` gives them.
    ///
    /// # Errors
    /// Why that has no end.
    pub fn new(
        program: &Program,
        (entry, members): (FuncId, &Members),
        external: &dyn Fn(FuncId) -> External,
        portfolio: &Portfolio,
        deadline: Option<Instant>,
    ) -> Result<Self> {
        if program.target.pointer_bytes != 8 {
            return Err(Unfinished::Unsupported("pointers of four bytes"));
        }
        let solver = Solver::new(&Portfolio { smt: None, ..portfolio.clone() });
        let limits = Limits {
            conflicts: 300_000,
            gates: 1_000_000,
            evaluations: 0,
            effort: MAX_QUERY_EFFORT,
            deadline,
        };
        let unrolled = Self {
            pool: TermPool::default(),
            solver,
            limits,
            members: members.clone(),
            edges: BTreeMap::new(),
            inputs: Vec::new(),
            entered: BTreeMap::new(),
            blocks: 0,
            rounds: 0,
            rests_on_passed: false,
            queries: 0,
        };
        let mut unroller = Unroller {
            program,
            external,
            unrolled,
            shapes: FxHashMap::default(),
            objects: Vec::new(),
            globals: FxHashMap::default(),
            stack: Vec::new(),
            expected: Default::default(),
        };
        let params = &program.callables[entry].signature.params;
        let args = params.iter().map(|param| unroller.fresh(param.ty)).collect();
        unroller.call(entry, args, (Vec::new(), Memory::default()))?;
        Ok(unroller.unrolled)
    }

    /// Whether a run covers `goal` of `structure`.
    pub fn verdict(&mut self, structure: &CoverageStructure, goal: GoalId, seen: &Trace) -> Verdict {
        let targets = structure.targets(goal, seen);
        let is_nowhere = |target: &Target| match target {
            Target::Edges(edges) => edges.is_empty(),
            Target::Blocks(blocks) => blocks.is_empty(),
            Target::Path(steps) => steps.iter().any(|step| step.edges.is_empty()),
        };
        // Nobody says where it went.
        if targets.is_empty() || targets.iter().any(is_nowhere) {
            return Verdict::Unknown;
        }
        for target in &targets {
            match self.may_reach(target) {
                Answer::Unsatisfiable => {}
                Answer::Satisfiable(model) => return Verdict::Inputs(self.inputs_of(&model)),
                Answer::Unknown(_) => return Verdict::Unknown,
            }
        }
        // The targets of other goals are vectors that would help, not all there are.
        if !matches!(structure.goals[goal].kind, GoalKind::Statement { .. } | GoalKind::Condition { .. }) {
            return Verdict::Unknown;
        }
        Verdict::Infeasible(Proof::new(Argument::Unrolling {
            blocks: self.blocks as u64,
            rounds: self.rounds,
            by_passed_operations: self.rests_on_passed,
        }))
    }

    /// Whether a run gets to `target`; of an evaluation in several steps, whether there are runs that make each of them. The
    /// model is of a run that makes the last.
    fn may_reach(&mut self, target: &Target) -> Answer {
        match target {
            Target::Edges(edges) => self.may_take(edges),
            Target::Blocks(blocks) => {
                let entered: Vec<Term> =
                    blocks.iter().filter_map(|block| self.entered.get(block)).flatten().copied().collect();
                self.may_one_hold(&entered)
            }
            Target::Path(steps) => {
                let mut last = Answer::Unsatisfiable;
                for step in steps {
                    last = self.may_take(&step.edges);
                    if last == Answer::Unsatisfiable {
                        break;
                    }
                }
                last
            }
        }
    }

    fn may_take(&mut self, edges: &[(SiteId, u32)]) -> Answer {
        let taken: Vec<Term> =
            edges.iter().filter_map(|edge| self.edges.get(edge)).flatten().copied().collect();
        self.may_one_hold(&taken)
    }

    fn may_one_hold(&mut self, conditions: &[Term]) -> Answer {
        let mut one = self.pool.boolean(false);
        for &condition in conditions {
            one = self.pool.or(one, condition);
        }
        self.solve(&[one])
    }

    /// What the run of `model` is given, in its order.
    fn inputs_of(&self, model: &Assignment) -> Vec<(FuncId, u128)> {
        let is_asked =
            |&&(_, _, condition): &&(FuncId, Term, Term)| self.pool.evaluate(condition, model) != 0;
        let value =
            |&(function, input, _): &(FuncId, Term, Term)| (function, self.pool.evaluate(input, model));
        self.inputs.iter().filter(is_asked).map(value).collect()
    }

    /// What the solver did.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        self.solver.statistics()
    }

    /// Whether all of `conditions` can hold.
    fn solve(&mut self, conditions: &[Term]) -> Answer {
        if conditions.iter().any(|&condition| self.pool.is_false(condition)) {
            return Answer::Unsatisfiable;
        }
        if conditions.iter().all(|&condition| self.pool.is_true(condition)) {
            return Answer::Satisfiable(Assignment::default());
        }
        if self.solver.statistics().effort > MAX_EFFORT {
            return Answer::Unknown(Unknown::EffortLimit);
        }
        self.queries += 1;
        self.solver.solve(&mut self.pool, conditions, &Assignment::default(), &self.limits)
    }
}

/// What returns from a call: condition, memory and results.
struct Returned {
    reach: Vec<Term>,
    memory: Memory,
    results: Vec<Term>,
}

struct Unroller<'p> {
    program: &'p Program,
    external: &'p dyn Fn(FuncId) -> External,
    unrolled: Unrolled,
    shapes: FxHashMap<FuncId, Rc<Shape>>,
    objects: Vec<Object>,
    globals: FxHashMap<GlobalId, ObjectId>,
    /// The functions that are being executed.
    stack: Vec<FuncId>,
    /// Types of the arguments and results of the call that is about to be executed.
    expected: (Vec<Type>, Vec<Type>),
}

impl Unroller<'_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.unrolled.pool
    }

    fn fresh(&mut self, ty: Type) -> Term {
        self.pool().variable("any", ty.bits())
    }

    fn shape(&mut self, function: FuncId) -> Result<Rc<Shape>> {
        if let Some(known) = self.shapes.get(&function) {
            return Ok(Rc::clone(known));
        }
        let body = self.program.body(function).map_err(|_| Unfinished::Unsupported("a body"))?;
        let shape = Rc::new(Shape::new(body).ok_or(Unfinished::Unsupported("control flow"))?);
        self.shapes.insert(function, Rc::clone(&shape));
        Ok(shape)
    }

    /// Executes `callee` on all paths; `None` when it never returns.
    fn call(
        &mut self,
        callee: FuncId,
        args: Vec<Term>,
        (reach, memory): (Vec<Term>, Memory),
    ) -> Result<Option<Returned>> {
        if self.stack.len() >= MAX_DEPTH {
            return Err(Unfinished::TooLarge);
        }
        let shape = self.shape(callee)?;
        let function = Rc::clone(&shape);
        let function = function.function();
        let mut world = World { reach, registers: Vec::new(), memory };
        let params = &function.blocks[Function::ENTRY].params;
        if params.len() != args.len() {
            return Err(Unfinished::Unsupported("variable arguments"));
        }
        params.iter().zip(args).for_each(|(&param, arg)| world.set(param, arg));
        self.stack.push(callee);
        let mut open = BTreeMap::from([(shape.entry(), world)]);
        let mut returned: Option<Returned> = None;
        while let Some((position, world)) = open.pop_first() {
            self.unrolled.blocks += 1;
            let Unrolled { pool, queries, solver, blocks, .. } = &self.unrolled;
            let is_costly = *queries > MAX_QUERIES
                || solver.statistics().effort > MAX_EFFORT
                || self.objects.len() > MAX_OBJECTS;
            if *blocks > MAX_BLOCKS || pool.len() > MAX_TERMS || is_costly {
                return Err(Unfinished::TooLarge);
            }
            if self.unrolled.limits.is_late() {
                return Err(Unfinished::Late);
            }
            let block = position.block();
            if let Some(block) = self.unrolled.members.block(callee, block) {
                let reached = self.pool().conjunction(&world.reach);
                self.unrolled.entered.entry(block).or_default().push(reached);
            }
            let Some(world) = self.execute_block(function, &function.blocks[block].insts, world)? else {
                continue;
            };
            match &function.blocks[block].terminator {
                Terminator::Return(values) => {
                    let results = values.iter().map(|&value| self.value(function, &world, value)).collect();
                    let this = Returned { reach: world.reach, memory: world.memory, results };
                    returned = Some(match returned {
                        None => this,
                        Some(before) => self.merge_returned(before, this),
                    });
                }
                Terminator::Unreachable | Terminator::Trap => {}
                Terminator::Throw(_) | Terminator::IndirectJump { .. } => {
                    return Err(Unfinished::Unsupported("a computed jump or a throw"));
                }
                terminator => {
                    let site = terminator.site();
                    for (outcome, (edge, condition)) in
                        self.edges(function, &world, terminator).into_iter().enumerate()
                    {
                        let Some(next) = self.taken(function, &world, edge, condition) else { continue };
                        if let Some(site) = site.and_then(|site| self.unrolled.members.site(callee, site)) {
                            let reached = self.pool().conjunction(&next.reach);
                            self.unrolled.edges.entry((site, outcome as u32)).or_default().push(reached);
                        }
                        let (to, rounds) = shape.follow(&position, edge.block);
                        // Another round, if there is a run that makes it.
                        if rounds > 0 && !next.reach.is_empty() && !self.is_reached(&next) {
                            continue;
                        }
                        self.unrolled.rounds = self.unrolled.rounds.max(rounds);
                        self.add(&mut open, to, next);
                    }
                }
            }
        }
        self.stack.pop();
        Ok(returned)
    }

    /// Whether a run may get there.
    fn is_reached(&mut self, world: &World) -> bool {
        self.unrolled.solve(&world.reach) != Answer::Unsatisfiable
    }

    fn add(&mut self, open: &mut BTreeMap<Position, World>, to: Position, world: World) {
        match open.get_mut(&to) {
            None => _ = open.insert(to, world),
            Some(before) => {
                let objects = &self.objects;
                before.merge(&mut self.unrolled.pool, world, |object| objects[object.0 as usize].clone());
            }
        }
    }

    fn merge_returned(&mut self, mut before: Returned, other: Returned) -> Returned {
        let pool = &mut self.unrolled.pool;
        let guard = merge_reach(pool, &mut before.reach, other.reach);
        for (mine, other) in before.results.iter_mut().zip(other.results) {
            *mine = pool.ite(guard, *mine, other);
        }
        let objects = &self.objects;
        before.memory.merge(pool, guard, other.memory, |object| objects[object.0 as usize].clone());
        before
    }

    /// The edges that leave a block, with the conditions under which they are taken.
    fn edges<'t>(
        &mut self,
        function: &Function,
        world: &World,
        terminator: &'t Terminator,
    ) -> Vec<(&'t Edge, Option<Term>)> {
        let decides = crate::walk::decided_by(terminator).map(|value| self.value(function, world, value));
        crate::walk::conditions(self.pool(), decides, terminator)
    }

    /// The state after an edge; `None` when no run takes it.
    fn taken(
        &mut self,
        function: &Function,
        world: &World,
        edge: &Edge,
        condition: Option<Term>,
    ) -> Option<World> {
        let mut next = world.clone();
        if let Some(condition) = condition
            && !next.require(&self.unrolled.pool, condition)
        {
            return None;
        }
        let values: Vec<Term> = edge.args.iter().map(|&value| self.value(function, world, value)).collect();
        let params = &function.blocks[edge.block].params;
        params.iter().zip(values).for_each(|(&param, value)| next.set(param, value));
        Some(next)
    }

    /// The state behind `insts`; `None` when no run gets there.
    fn execute_block(
        &mut self,
        function: &Function,
        insts: &[Inst],
        mut world: World,
    ) -> Result<Option<World>> {
        for inst in insts {
            let Some(results) = self.execute(function, inst, &mut world)? else { return Ok(None) };
            let mut results = results.into_iter().chain(std::iter::repeat(None));
            for &result in &inst.results {
                let known = results.next().flatten();
                let term = known.unwrap_or_else(|| self.fresh(function.type_of(result)));
                world.set(result, term);
            }
        }
        Ok(Some(world))
    }

    /// Executes `inst`; its results, as far as they are known, or `None` when it does not return.
    fn execute(
        &mut self,
        function: &Function,
        inst: &Inst,
        world: &mut World,
    ) -> Result<Option<Vec<Option<Term>>>> {
        let mut operands = Vec::new();
        inst.op.for_each_operand(|value| operands.push(value));
        let operands: Vec<Term> =
            operands.into_iter().map(|value| self.value(function, world, value)).collect();
        let ty = inst.results.first().map(|&result| function.type_of(result));
        let first = match (&inst.op, ty) {
            (Op::Load { volatile: true, .. } | Op::AtomicUpdate { .. } | Op::CompareExchange { .. }, _) => {
                return Err(Unfinished::Unsupported("a volatile or atomic access"));
            }
            (Op::Object(..), _) => return Err(Unfinished::Unsupported("an operation on objects")),
            (Op::Load { .. }, Some(ty)) => self.load(world, operands[0], ty),
            (Op::Store { ptr: _, value, .. }, _) => {
                let is_pointer = function.type_of(*value) == Type::Ptr;
                self.store(world, operands[0], (operands[1], is_pointer));
                None
            }
            (Op::StackAlloc { size_bytes, count, .. }, _) => {
                let count = count.map_or(Some(1), |_| self.unrolled.pool.as_constant(operands[0]));
                let size = count.and_then(|count| size_bytes.checked_mul(u64::try_from(count).ok()?));
                size.filter(|&size| size <= MAX_BYTES).map(|size| self.allocate(world, size))
            }
            (Op::Call { callee, args }, _) => {
                let types = |values: &[Value]| values.iter().map(|&value| function.type_of(value)).collect();
                self.expected = (types(args), types(&inst.results));
                let (target, args) = operands.split_at(operands.len() - args.len());
                return self.execute_call(callee, target.first().copied(), args, world);
            }
            (
                Op::Intrinsic(intrinsic @ (Intrinsic::MemCopy | Intrinsic::MemMove | Intrinsic::MemSet), _),
                _,
            ) => {
                self.execute_block_operation(world, *intrinsic, &operands);
                None
            }
            // Local variables live on: no run uses them again.
            (Op::Intrinsic(Intrinsic::StackRestore, _), _) => None,
            (Op::Intrinsic(Intrinsic::Barrier, _), _) => {
                self.forget_all(world);
                None
            }
            (Op::Intrinsic(intrinsic, _), _) if writes_memory(*intrinsic) => {
                return Err(Unfinished::Unsupported("variable arguments or a landing pad"));
            }
            (Op::Intrinsic(intrinsic, _), Some(ty)) => {
                // Which zero is the larger of a positive and a negative one is open.
                let is_open = matches!(intrinsic, Intrinsic::FMin | Intrinsic::FMax);
                let first = match is_open {
                    true => None,
                    false => lift::intrinsic(self.pool(), *intrinsic, ty, &operands),
                };
                if let (2, &[a, b]) = (inst.results.len(), &operands[..]) {
                    return Ok(Some(vec![first, lift::overflow(self.pool(), *intrinsic, a, b)]));
                }
                first
            }
            (Op::IntCompare(predicate, a, _), _) if function.type_of(*a) == Type::Ptr => {
                self.compare_pointers(*predicate, operands[0], operands[1])
            }
            // Addresses are no numbers, but for null.
            (Op::Cast(_, a), Some(ty)) if function.type_of(*a) == Type::Ptr && ty != Type::Ptr => {
                let is_null = self.unrolled.pool.as_constant(operands[0]) == Some(0);
                is_null.then(|| self.pool().constant(0, ty.bits()))
            }
            (op, Some(ty)) => computed(self.pool(), function, op, ty, &operands),
            _ => None,
        };
        Ok(Some(vec![first]))
    }

    /// The value of a register or constant.
    fn value(&mut self, function: &Function, world: &World, value: Value) -> Term {
        if let Some(&Some(known)) = world.registers.get(value.position()) {
            return known;
        }
        let data = &function.values[value];
        match data.kind {
            ValueKind::Constant(Constant::Bits(bits)) => self.pool().constant(bits, data.ty.bits()),
            ValueKind::Constant(Constant::Global(global, offset)) => match self.global(global) {
                Some(object) => {
                    let address = memory::address(object).wrapping_add(offset as u64);
                    self.pool().constant(u128::from(address), 64)
                }
                None => self.fresh(data.ty),
            },
            ValueKind::Constant(Constant::Function(id)) if !self.program.callables[id].weak => {
                self.pool().constant(u128::from(function_address(id)), 64)
            }
            _ => self.fresh(data.ty),
        }
    }

    /// The object that a variable of the program is; `None` when others define it.
    fn global(&mut self, id: GlobalId) -> Option<ObjectId> {
        if let Some(&known) = self.globals.get(&id) {
            return Some(known);
        }
        let global = &self.program.globals[id];
        if global.undefined || global.weak || global.size_bytes > MAX_BYTES {
            return None;
        }
        let object = ObjectId(self.objects.len() as u32);
        self.globals.insert(id, object);
        let size = global.size_bytes;
        self.objects.push(Object { size, initial: None, constant: global.constant });
        let byte = |at: u64| Some(global.bytes.get(at as usize).copied().unwrap_or(0));
        let mut bytes: Vec<Option<u8>> = (0..size).map(byte).collect();
        let mut addresses = BTreeMap::new();
        for relocation in &global.relocations {
            let range = relocation.offset as usize..(relocation.offset as usize + 8).min(bytes.len());
            bytes[range].fill(None);
            let address = match relocation.target {
                RelocationTarget::Global(to, offset) => {
                    self.global(to).map(|object| memory::address(object).wrapping_add(offset as u64))
                }
                RelocationTarget::Function(to) if !self.program.callables[to].weak => {
                    Some(function_address(to))
                }
                RelocationTarget::Function(_) | RelocationTarget::Block(..) => None,
            };
            addresses.extend(address.map(|address| (relocation.offset as u32, address)));
        }
        self.objects[object.0 as usize].initial = Some(Rc::new(Initial { bytes, addresses }));
        Some(object)
    }

    /// The address of a new object of `size` bytes.
    fn allocate(&mut self, world: &mut World, size: u64) -> Term {
        let object = ObjectId(self.objects.len() as u32);
        self.objects.push(Object { size, initial: None, constant: false });
        world.memory.begin(object);
        self.pool().constant(u128::from(memory::address(object)), 64)
    }

    /// What is known of comparing two pointers.
    fn compare_pointers(&mut self, predicate: IntPredicate, a: Term, b: Term) -> Option<Term> {
        let pool = &mut self.unrolled.pool;
        let (of_a, of_b) = (places(pool, a)?, places(pool, b)?);
        let is_equality = matches!(predicate, IntPredicate::Eq | IntPredicate::Ne);
        let objects = &self.objects;
        let inside = |place: &Place| match *place {
            Place::Object(object, byte, None) => (0..objects[object.0 as usize].size as i64).contains(&byte),
            Place::Object(..) => false,
            Place::Function(_) | Place::Null => true,
        };
        let all_inside = of_a.iter().chain(&of_b).all(|(_, place)| inside(place));
        let same_object =
            |a: &Place, b: &Place| matches!((a, b), (Place::Object(a, ..), Place::Object(b, ..)) if a == b);
        let all_same = of_a.iter().all(|(_, a)| of_b.iter().all(|(_, b)| same_object(a, b)));
        let with_null =
            [&of_a, &of_b].iter().any(|of| of.iter().all(|(_, place)| matches!(place, Place::Null)));
        let is_known = all_same || is_equality && (all_inside || with_null);
        is_known.then(|| lift::int_compare(pool, predicate, a, b))
    }
}
