//! What an analysis is told of code that nobody outside can change: its functions, its fields, and who reads and writes these.

use crate::values::Abstract;
use std::collections::BTreeMap;
use trine_base::Span;
use trine_ir::{Callee, FuncId, Function, Op, Program, Type};

/// The code of a few classes that alone writes their fields and alone calls some of their methods.
#[derive(Clone, Debug, Default)]
pub struct Nest {
    /// All its functions that have bodies.
    pub functions: Vec<Member>,
    /// The fields that nobody else writes.
    pub fields: Vec<ClosedField>,
    /// How names of functions begin that have no body and give an object each time.
    pub makers: &'static [&'static str],
    /// How names of functions begin that have no body and never come back.
    pub throwers: &'static [&'static str],
    /// How names of functions begin that stand for an instruction of which it is not known what it does.
    pub unsupported: &'static [&'static str],
}

/// A function of a nest.
#[derive(Clone, Debug)]
pub struct Member {
    /// Which.
    pub function: FuncId,
    /// Whether only functions of the nest call it, by calls that name it or that are listed in [`Member::targets`].
    pub is_closed: bool,
    /// Whether its first parameter is an object for certain.
    pub has_receiver: bool,
    /// Of a constructor: the class of the object that it makes.
    pub makes: Option<u32>,
    /// The closed fields that it accesses, by the column of the access.
    pub accesses: BTreeMap<u32, u32>,
    /// The functions that a call by a table may reach, where these are known, by the column of the call.
    pub targets: BTreeMap<u32, Vec<FuncId>>,
    /// What its parameters can hold because of their types, where registers are wider than these.
    pub params: Vec<Option<(i64, i64)>>,
}

/// A field that only functions of the nest write.
#[derive(Clone, Debug)]
pub struct ClosedField {
    /// Its name, for proofs.
    pub name: String,
    /// The class that declares it, for those of objects; as in [`Member::makes`].
    pub owner: Option<u32>,
    /// The type in memory.
    pub ty: Type,
    /// Whether objects come into being that no constructor made, with nothing written to the field.
    pub may_be_unwritten: bool,
}

impl Nest {
    /// Whether every instruction of a body stands for what the code does.
    #[must_use]
    pub fn is_whole(&self, program: &Program, body: &Function) -> bool {
        let calls = body.blocks.iter().flat_map(|data| &data.insts).filter_map(|inst| match &inst.op {
            Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
            _ => None,
        });
        { calls }.all(|callee| {
            let name = &program.callables[callee].name;
            !self.unsupported.iter().any(|begins| name.starts_with(begins))
        })
    }
}

/// The column of a place: in Java one more than the position of the instruction in bytes.
pub(crate) fn column(at: Option<Span>) -> Option<u32> {
    at.map(|span| span.start.column)
}

impl Member {
    /// What its parameters hold at least when it is called from elsewhere.
    pub(crate) fn open_params(&self, types: &[Type]) -> Vec<Abstract> {
        let all = types.iter().enumerate().map(|(position, &ty)| {
            let any = Abstract::any(ty);
            if position == 0 && self.has_receiver {
                return any.meet(&Abstract::OBJECT);
            }
            let Some(&Some((low, high))) = self.params.get(position) else { return any };
            any.meet(&Abstract::range(low, high))
        });
        all.collect()
    }
}
