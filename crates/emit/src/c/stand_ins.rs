//! Stand-ins for callbacks, in the test file itself: they need the unit's types.
//!
//! ```text
//! static int visit_stub_returns[2];
//! static unsigned visit_stub_calls;
//!
//! static int visit_stub(int argument_0, void *argument_1)
//! {
//!     (void)argument_0;
//!     …
//!     return visit_stub_calls++ < 2 ? visit_stub_returns[visit_stub_calls - 1] : 0;
//! }
//! ```

use crate::c::TestedFile;
use crate::c::call_order;
use crate::c::declarator::Declarators;
use crate::c::given::{Given, given, keeps, kept_arguments};
use crate::c::outputs::{self, Output};
use crate::c::stubs::{calls_name, queue_length, returns_name};
use std::fmt::Write as _;
use trine_record::TestRecord;
use trine_testcase::{Argument, CallableId, Linkage, PointerValue, Statement, TypeKind};

/// The stand-ins that `tests` use, in order.
pub(crate) fn used(unit: &TestedFile<'_>, tests: &[&TestRecord]) -> Vec<CallableId> {
    let names = |statement: &Statement, id: CallableId| {
        let is = |value: &PointerValue| *value == PointerValue::Function(id);
        match statement {
            Statement::SetPointer { value, .. } => is(value),
            Statement::StubReturn { callable, value } => {
                *callable == id || matches!(value, Argument::Pointer(value) if is(value))
            }
            Statement::Call { args, .. } => {
                args.iter().any(|arg| matches!(arg, Argument::Pointer(value) if is(value)))
            }
            _ => false,
        }
    };
    let all = unit.api.callables.iter_enumerated().filter(|(_, c)| c.linkage == Linkage::StandIn);
    all.map(|(id, _)| id)
        .filter(|&id| tests.iter().any(|test| test.statements.iter().any(|one| names(one, id))))
        .collect()
}

/// The definitions of the stand-ins that `tests` use.
///
/// They write themselves into the log of calls if one of `all` tests looks at it.
pub(crate) fn definitions(unit: &TestedFile<'_>, tests: &[&TestRecord], all: &[&TestRecord]) -> String {
    let mut text = String::new();
    for id in used(unit, tests) {
        let logged = &call_order::entry(&unit.api.callables[id].name, all);
        text.push_str(&kept_arguments(unit, id, tests, "static "));
        define(
            unit,
            id,
            queue_length(id, tests),
            (&outputs::outputs(id, tests), &given(unit.api, id, tests), logged),
            &mut text,
        );
    }
    text
}

fn define(
    unit: &TestedFile<'_>,
    id: CallableId,
    length: usize,
    (outputs, kept, logged): (&[Output], &[Given], &str),
    text: &mut String,
) {
    let callable = &unit.api.callables[id];
    let write = Declarators::new(unit.api);
    let names: Vec<String> = (0..callable.params.len()).map(|index| format!("argument_{index}")).collect();
    let params: Vec<String> = callable
        .params
        .iter()
        .zip(&names)
        .map(|(param, name)| write.declare_writable(param.ty, name))
        .collect();
    let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
    let (queue, calls) = (returns_name(&callable.name), calls_name(&callable.name));
    let is_void = matches!(unit.api.types.kind(callable.returns), TypeKind::Void);
    if !is_void {
        let declared = write.declare_writable(callable.returns, &format!("{queue}[{length}]"));
        let _ = writeln!(text, "static {declared};");
    }
    text.push_str(&outputs::arrays(callable, outputs, "static "));
    let head = write.declare_writable(callable.returns, &format!("{}({params})", callable.name));
    let _ = write!(text, "static unsigned {calls};\n\nstatic {head}\n{{\n");
    for name in &names {
        let _ = writeln!(text, "    (void){name};");
    }
    text.push_str(logged);
    text.push_str(&outputs::copies(callable, outputs, &names));
    text.push_str(&keeps(callable, kept, &names));
    let _ = match is_void {
        true => write!(text, "    {calls}++;\n}}\n\n"),
        false => {
            write!(text, "    return {calls}++ < {length} ? {queue}[{calls} - 1] : 0;\n}}\n\n")
        }
    };
}
