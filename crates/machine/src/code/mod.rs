//! Pre-decoded code: all functions of a machine in one flat array of operations, with the
//! tables that operations refer to. A function is decoded on its first call.

mod absolute;
mod classes;
mod coalesce;
pub(crate) mod decode;
mod fuse;
mod instructions;
mod map;
mod moves;
pub(crate) mod op;
mod tail;
mod terminators;

pub(crate) use classes::ClassCode;
pub use map::{EdgeMap, EdgeOrigin};

use op::{BranchRecord, Op, Register, ReturnRecord, Slot, SlowOp, SwitchRecord};
use std::collections::BTreeMap;
use std::sync::Arc;
use trine_base::Span;
use trine_ir::{ClassId, FuncId, Param, Program, RegionId, Signature, Type};

/// The operation that ends the run, for functions that must not return.
pub(crate) const MUST_NOT_RETURN: u32 = 0;

/// No position in the code.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// What is known about calling a function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Its first operation, or `NOWHERE` when it is not decoded or has no body.
    pub pc: u32,
    pub frame_size: u32,
    /// Slots before this are parameters and registers; constants follow.
    pub constant_slot: u32,
    pub constants: (u32, u32),
    /// The same as `pc` if arguments take no more than moves; else (copies of objects, a variadic area) `NOWHERE`.
    pub plain_pc: u32,
}

/// Of a function that is not decoded.
const ABSENT: Entry =
    Entry { pc: NOWHERE, frame_size: 0, constant_slot: 0, constants: (0, 0), plain_pc: NOWHERE };

/// Whom a call calls.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Direct(FuncId),
    Indirect(Slot, Arc<Signature>),
    Virtual,
    Interface(ClassId, u32),
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub target: Target,
    pub args: Box<[Register]>,
    /// The slots of `args`, two for a wide one.
    pub slots: Box<[Slot]>,
    pub results: Box<[Register]>,
    pub result_slots: Box<[Slot]>,
    /// The first of `result_slots`, or `NOWHERE`.
    pub first_result: u32,
    /// The caller's frame size.
    pub frame_size: u32,
    /// Whether the arguments fit a direct callee.
    pub fits: bool,
    /// Where the handler in the calling function is entered.
    pub unwind: u32,
}

/// Where an exception goes that is raised by the operations of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandlerRange {
    pub start: u32,
    pub end: u32,
    /// Where the handler is entered: the moves of the unwind edge, then a jump.
    pub entry: u32,
}

/// The code of a machine.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub program: Arc<Program>,
    pub ops: Vec<Op>,
    /// Where each operation stands in the source.
    pub spans: Vec<Option<Span>>,
    /// For the first operation of a block: the number of its list of regions plus one.
    pub regions_at: Vec<u32>,
    pub regions: Vec<(FuncId, Box<[RegionId]>)>,
    pub branches: Vec<BranchRecord>,
    pub switches: Vec<SwitchRecord>,
    pub returns: Vec<ReturnRecord>,
    pub calls: Vec<CallSite>,
    pub slow: Vec<SlowOp>,
    /// Blocks with a handler, by position.
    pub handlers: Vec<HandlerRange>,
    pub constants: Vec<u64>,
    pub entries: Vec<Entry>,
    pub edges: EdgeMap,
    /// Per function: the slot of each value, or `NOWHERE`; empty until it is decoded.
    pub slots: Vec<Box<[u32]>>,
    /// Addresses of the program's globals.
    pub globals: Vec<u64>,
    pub classes: Vec<ClassCode>,
    /// Number of interface calls, each of which remembers what it called.
    pub caches: u32,

    /// Positions of loads and stores that may reach hardware.
    pub hardware: BTreeMap<u32, HardwareAccess>,
}

/// Why a load or store may access memory at an absolute address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HardwareAccess {
    /// It is volatile.
    Volatile,
    /// It is not, but its address is a number of the code's.
    Plain,
}

impl Code {
    pub fn new(program: Arc<Program>, globals: Vec<u64>) -> Self {
        let mut code = Self {
            // Where a function returns to that must not return.
            ops: vec![Op::Unreachable],
            spans: vec![None],
            regions_at: vec![0],
            regions: Vec::new(),
            branches: Vec::new(),
            switches: Vec::new(),
            returns: Vec::new(),
            calls: Vec::new(),
            slow: Vec::new(),
            handlers: Vec::new(),
            constants: Vec::new(),
            entries: vec![ABSENT; program.callables.len()],
            edges: EdgeMap::new(program.callables.len()),
            slots: vec![Box::default(); program.callables.len()],
            classes: Vec::new(),
            caches: 0,
            globals,
            hardware: BTreeMap::new(),
            program,
        };
        code.follow_growth();
        code
    }
}

impl Code {
    /// Where the handler of the operation at `pc` is entered, or `NOWHERE`.
    pub fn handler_at(&self, pc: u32) -> u32 {
        let behind = self.handlers.partition_point(|range| range.start <= pc);
        let range = behind.checked_sub(1).map(|at| self.handlers[at]);
        range.filter(|range| pc < range.end).map_or(NOWHERE, |range| range.entry)
    }
}

/// Whether a call with arguments of these types may enter a function of this signature.
///
/// Calls of functions without prototype are variadic in their own type; what counts is that
/// every parameter gets a register of its kind and the results are those expected.
pub(crate) fn fits(callee: &Signature, args: impl ExactSizeIterator<Item = Type>, results: &[Type]) -> bool {
    let enough = args.len() == callee.params.len() || callee.variadic && args.len() > callee.params.len();
    enough
        && callee.params.iter().zip(args).all(|(param, arg)| same_kind(param.ty, arg))
        && (results.is_empty()
            || results.len() == callee.returns.len()
                && results.iter().zip(&callee.returns).all(|(a, b)| same_kind(*a, *b)))
}

fn same_kind(a: Type, b: Type) -> bool {
    a == b || matches!((a, b), (Type::Ptr, Type::Int(64)) | (Type::Int(64), Type::Ptr))
}

/// Whether arguments are plain moves into the callee's first slots.
pub(crate) fn is_plain(signature: &Signature) -> bool {
    !signature.variadic && signature.params.iter().all(|param: &Param| param.by_val.is_none())
}
