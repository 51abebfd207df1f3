//! Calls on the way: small helpers that only compute are followed into.
//!
//! ```text
//! int max(int a, int b) { return a > b ? a : b; }      if (max(x, y) == 7) …
//! the result is the term  ite(x > y, x, y)
//! ```
//!
//! The ways through a helper become one term, a choice by its conditions, so that a call multiplies no
//! alternatives. A loop is followed as long as its conditions are known. Helpers that write memory, call
//! what is not known or take too long have a destroyed result.
//!
//! Functions of the C library: those on doubles that terms know, `abs` and the classes of characters.

use super::model::Structure;
use super::terms::Terms;
use super::write_log::WriteLog;
use trine_base::index::TypedIndex;
use trine_expr::{BinaryOp, CompareOp, Format, MathFunction, Term, UnaryOp};
use trine_ir::{Block, Edge, FuncId, Function, Inst, Intrinsic, Op, Program, Terminator, Type};

/// Blocks executed in the body of one helper, its own helpers included.
const MAX_BLOCKS: u32 = 48;
/// Helpers of helpers.
const MAX_DEPTH: u32 = 3;

/// What a call did.
pub(super) struct Called {
    pub results: Vec<Option<Term>>,
    pub writes: bool,
}

/// Follows the call of `callee` with these arguments; `results` is how many there are.
pub(super) fn call(
    structure: &Structure,
    terms: &mut Terms,
    callee: FuncId,
    args: &[Option<Term>],
    results: usize,
    memory: &WriteLog,
) -> Called {
    let unknown = |writes| Called { results: vec![None; results], writes };
    let Some(program) = &structure.program else { return unknown(true) };
    let Some(callable) = program.callables.get(callee) else { return unknown(true) };
    if !callable.defined {
        let Some(result) = library(terms, &callable.name, args) else {
            return unknown(!only_reads(&callable.name));
        };
        return Called { results: vec![result; results.min(1)], writes: false };
    }
    if !computes_only(program, callee, MAX_DEPTH) {
        return unknown(true);
    }
    let mut inliner = Inliner { program, terms, memory, blocks: MAX_BLOCKS };
    let found = inliner.function(callee, args, MAX_DEPTH).filter(|found| found.len() == results);
    found.map_or_else(|| unknown(false), |results| Called { results, writes: false })
}

/// Whether neither `function` nor what it calls writes memory or calls anything unknown.
fn computes_only(program: &Program, function: FuncId, depth: u32) -> bool {
    let Ok(body) = program.body(function) else { return false };
    let inst = |inst: &Inst| match &inst.op {
        Op::Store { .. } | Op::StackAlloc { .. } | Op::AtomicUpdate { .. } | Op::CompareExchange { .. } => {
            false
        }
        Op::Call { callee: trine_ir::Callee::Direct(callee), .. } => {
            let callable = program.callables.get(*callee);
            depth > 0
                && callable.is_some_and(|callable| match callable.defined {
                    true => computes_only(program, *callee, depth - 1),
                    false => only_reads(&callable.name),
                })
        }
        Op::Call { .. } => false,
        Op::Object(op, _) => op.is_pure(),
        Op::Intrinsic(intrinsic, _) => is_value(*intrinsic),
        _ => true,
    };
    body.blocks.iter().all(|block| block.insts.iter().all(inst))
}

/// Whether an intrinsic leaves memory alone.
pub(super) fn is_value(intrinsic: Intrinsic) -> bool {
    use Intrinsic as I;
    !matches!(
        intrinsic,
        I::MemCopy
            | I::MemMove
            | I::MemSet
            | I::VaStart
            | I::VaEnd
            | I::VaCopy
            | I::StackSave
            | I::StackRestore
            | I::Barrier
    )
}

struct Inliner<'w> {
    program: &'w Program,
    terms: &'w mut Terms,
    memory: &'w WriteLog,
    blocks: u32,
}

/// Per value of a helper.
type Values = Vec<Option<Term>>;

impl Inliner<'_> {
    fn function(&mut self, callee: FuncId, args: &[Option<Term>], depth: u32) -> Option<Values> {
        let body = self.program.body(callee).ok()?.clone();
        let mut values: Values = vec![None; body.values.len()];
        for (param, arg) in body.blocks[Function::ENTRY].params.iter().zip(args) {
            values[param.position()] = *arg;
        }
        self.block(&body, Function::ENTRY, values, depth)
    }

    /// What the function returns from here.
    fn block(&mut self, body: &Function, block: Block, mut values: Values, depth: u32) -> Option<Values> {
        self.blocks = self.blocks.checked_sub(1)?;
        let data = &body.blocks[block];
        for inst in &data.insts {
            let mut operands = Vec::new();
            inst.op.for_each_operand(|operand| operands.push(self.value(body, &values, operand)));
            let results = match &inst.op {
                Op::Call { callee: trine_ir::Callee::Direct(callee), .. } => {
                    self.nested(*callee, &operands, inst.results.len(), depth)
                }
                _ => self.terms.results(body, inst, &operands, self.memory),
            };
            for (result, term) in inst.results.iter().zip(results) {
                values[result.position()] = term;
            }
        }
        match &data.terminator {
            Terminator::Return(returned) => {
                Some(returned.iter().map(|&value| self.value(body, &values, value)).collect())
            }
            Terminator::Jump(edge) => self.edge(body, edge, values, depth),
            Terminator::Branch { cond, then, otherwise, .. } => {
                let cond = self.value(body, &values, *cond)?;
                match self.terms.pool.as_constant(cond) {
                    Some(0) => self.edge(body, otherwise, values, depth),
                    Some(_) => self.edge(body, then, values, depth),
                    None => {
                        let yes = self.edge(body, then, values.clone(), depth)?;
                        let no = self.edge(body, otherwise, values, depth)?;
                        Some(self.choice(cond, &yes, &no))
                    }
                }
            }
            Terminator::Switch { value, cases, edges, default, .. } => {
                let value = self.value(body, &values, *value)?;
                let mut result = self.edge(body, edges.get(*default as usize)?, values.clone(), depth)?;
                for &(case, edge) in cases {
                    let case = self.terms.pool.constant(case, self.terms.pool.width(value));
                    let cond = self.terms.pool.equal(value, case);
                    let yes = self.edge(body, edges.get(edge as usize)?, values.clone(), depth)?;
                    result = self.choice(cond, &yes, &result);
                }
                Some(result)
            }
            _ => None,
        }
    }

    fn edge(&mut self, body: &Function, edge: &Edge, mut values: Values, depth: u32) -> Option<Values> {
        let args: Values = edge.args.iter().map(|&arg| self.value(body, &values, arg)).collect();
        for (param, arg) in body.blocks[edge.block].params.iter().zip(args) {
            values[param.position()] = arg;
        }
        self.block(body, edge.block, values, depth)
    }

    fn choice(&mut self, cond: Term, yes: &[Option<Term>], no: &[Option<Term>]) -> Values {
        let choose = |(a, b): (&Option<Term>, &Option<Term>)| Some(self.terms.pool.ite(cond, (*a)?, (*b)?));
        yes.iter().zip(no).map(choose).collect()
    }

    fn value(&mut self, body: &Function, values: &Values, value: trine_ir::Value) -> Option<Term> {
        match body.constant(value) {
            Some(constant) => self.terms.constant(constant, body.type_of(value)),
            None => values[value.position()],
        }
    }

    fn nested(&mut self, callee: FuncId, args: &[Option<Term>], results: usize, depth: u32) -> Values {
        let Some(callable) = self.program.callables.get(callee) else { return vec![None; results] };
        let found = match callable.defined {
            true if depth > 0 => self.function(callee, args, depth - 1),
            true => None,
            false => library(self.terms, &callable.name, args).map(|result| vec![result; results.min(1)]),
        };
        found.filter(|found| found.len() == results).unwrap_or_else(|| vec![None; results])
    }
}

/// Functions of the library that write nothing the program can see, besides those of [`library`].
fn only_reads(name: &str) -> bool {
    trine_c_library::has_no_effect(name) || MathFunction::named(name).is_some()
}

/// The result of a function of the C library, in the C locale; `None` when it is not known here.
fn library(terms: &mut Terms, name: &str, args: &[Option<Term>]) -> Option<Option<Term>> {
    if let Some(function) = MathFunction::named(name) {
        let (a, b) = (args.first().copied().flatten(), args.last().copied().flatten());
        let is_double = |term: Term| terms.pool.width(term) == 64;
        let both = a.zip(b).filter(|&(a, b)| is_double(a) && is_double(b));
        return Some(both.map(|(a, b)| terms.pool.math(function, Format::F64, a, b)));
    }
    if name != "abs" && !trine_c_library::classifies_characters(name) {
        return None;
    }
    let Some(c) = args.first().copied().flatten().filter(|&c| terms.pool.width(c) == 32) else {
        return Some(None);
    };
    let ranges: &[(u8, u8)] = match name {
        "abs" => return Some(trine_lift::intrinsic(&mut terms.pool, Intrinsic::Abs, Type::Int(32), &[c])),
        "isdigit" => &[(b'0', b'9')],
        "isupper" | "tolower" => &[(b'A', b'Z')],
        "islower" | "toupper" => &[(b'a', b'z')],
        "isalpha" => &[(b'A', b'Z'), (b'a', b'z')],
        "isalnum" => &[(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')],
        "isspace" => &[(b' ', b' '), (b'\t', b'\r')],
        "isxdigit" => &[(b'0', b'9'), (b'A', b'F'), (b'a', b'f')],
        _ => &[(b' ', b'~')],
    };
    let mut inside = terms.pool.boolean(false);
    for &(low, high) in ranges {
        let one = within(terms, c, low, high);
        inside = terms.pool.or(inside, one);
    }
    Some(Some(match name {
        "tolower" | "toupper" => {
            let bit = terms.pool.constant(0x20, 32);
            let other = terms.pool.binary(BinaryOp::Xor, c, bit);
            terms.pool.ite(inside, other, c)
        }
        _ => terms.pool.zero_extend(inside, 32),
    }))
}

fn within(terms: &mut Terms, c: Term, low: u8, high: u8) -> Term {
    let pool = &mut terms.pool;
    let (low, high) = (pool.constant(low.into(), 32), pool.constant(high.into(), 32));
    let (below, above) = (pool.compare(CompareOp::Slt, c, low), pool.compare(CompareOp::Slt, high, c));
    let outside = pool.or(below, above);
    pool.unary(UnaryOp::Not, outside)
}
