//! What holds in the source file of a class whatever tests do: invariants of its private fields, parameters and results, for proofs.
//!
//! The front end says what is closed ([`trine_frontend_jvm::nest`]), [`trine_invariants`] what follows for the code; here the two meet, in
//! the numbers of a program.

use std::collections::BTreeMap;
use trine_frontend_jvm::hierarchy::Hierarchy;
use trine_frontend_jvm::lower::declare;
use trine_frontend_jvm::nest as files;
use trine_invariants::{ClosedField, Invariants, Member, Nest};
use trine_ir::{FuncId, Function, Program};
use trine_refutation::Surroundings;

/// Functions without a body that give an object: constants.
const MAKERS: [&str; 2] = ["trine.java.string:", "trine.java.class:"];
/// Functions without a body that throw.
const THROWERS: [&str; 1] = ["trine.java.linkage:"];
/// What stands for an instruction that is not supported ends runs here, and only here.
const UNSUPPORTED: [&str; 1] = ["trine.java.unsupported:"];

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
        unsupported: &UNSUPPORTED,
    })
}

/// Whether every instruction of a body stands for what the code does: none was left out because it is not supported.
pub(super) fn is_whole(program: &Program, body: &Function) -> bool {
    Nest { unsupported: &UNSUPPORTED, ..Nest::default() }.is_whole(program, body)
}

/// What is known of `function` by the code around it.
pub(super) fn surroundings(invariants: &mut Invariants<'_>, function: FuncId) -> Option<Surroundings> {
    let facts = invariants.of(function)?;
    let fields: BTreeMap<u32, String> = invariants.names(function);
    Some(Surroundings { facts, fields })
}
