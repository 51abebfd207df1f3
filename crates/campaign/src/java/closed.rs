//! What holds in the source file of a class whatever tests do: invariants of its private fields, parameters and results, for proofs.
//!
//! The front end says what is closed ([`trine_frontend_jvm::nest`]), [`trine_invariants`] what follows for the code; here the two meet, in
//! the numbers of a program.

use std::collections::BTreeMap;
use trine_frontend_jvm::hierarchy::Hierarchy;
use trine_frontend_jvm::lower::{declare, runtime};
use trine_frontend_jvm::nest as files;
use trine_invariants::{ClosedField, Invariants, Member, Nest};
use trine_ir::{Callee, FuncId, Function, Op, Program};
use trine_refutation::Surroundings;

/// Functions without a body that give an object: constants.
const MAKERS: [&str; 2] = ["trine.java.string:", "trine.java.class:"];
/// Functions without a body that throw.
const THROWERS: [&str; 1] = ["trine.java.linkage:"];

/// The nest of `class`, in numbers of `program`; `None` where it is not known what its code does.
#[must_use]
pub fn nest(program: &Program, hierarchy: &mut Hierarchy, class: &str) -> Option<Nest> {
    let of_files = files::nest(hierarchy, class)?;
    let function = |method| declare::function(hierarchy, program, method);
    let member = |method: &files::NestMethod| Member {
        function: function(method.method),
        is_closed: method.is_closed,
        has_receiver: method.has_receiver,
        makes: method.makes,
        accesses: method.accesses.clone(),
        targets: { method.targets.iter() }
            .map(|(&column, targets)| (column, targets.iter().copied().map(function).collect()))
            .collect(),
        params: method.params.clone(),
    };
    let field = |field: &files::NestField| ClosedField {
        name: field.name.clone(),
        owner: field.owner,
        ty: field.ty,
        may_be_unwritten: field.may_be_unwritten,
    };
    Some(Nest {
        functions: of_files.methods.iter().map(member).collect(),
        fields: of_files.fields.iter().map(field).collect(),
        makers: &MAKERS,
        throwers: &THROWERS,
    })
}

/// What holds in `nest`; `None` where some of its code cannot be lowered, or it takes too long.
#[must_use]
pub fn invariants<'n>(program: &'n Program, nest: &'n Nest) -> Option<Invariants<'n>> {
    let is_whole = |member: &Member| program.body(member.function).is_ok_and(|body| is_whole(program, body));
    nest.functions.iter().all(is_whole).then(|| Invariants::new(program, nest)).flatten()
}

/// Whether every instruction of a body stands for what the code does: none was left out because it is not supported.
pub(super) fn is_whole(program: &Program, body: &Function) -> bool {
    let unsupported = format!("{}unsupported:", runtime::PREFIX);
    let calls = body.blocks.iter().flat_map(|data| &data.insts).filter_map(|inst| match &inst.op {
        Op::Call { callee: Callee::Direct(callee), .. } => Some(*callee),
        _ => None,
    });
    { calls }.all(|callee: FuncId| !program.callables[callee].name.starts_with(&unsupported))
}

/// What is known of `function` by the code around it.
pub(super) fn surroundings(invariants: &mut Invariants<'_>, function: FuncId) -> Option<Surroundings> {
    let facts = invariants.of(function)?;
    let fields: BTreeMap<u32, String> = invariants.names(function);
    Some(Surroundings { facts, fields })
}
