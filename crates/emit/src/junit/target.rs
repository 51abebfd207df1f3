//! Whether the place where a value is used says which type arguments it has, so that no variable has to.
//!
//! ```text
//! Range<Integer> range = Range.lessThan(0);
//! map.put(range, "low");                         map.put(Range.lessThan(0), "low");    // put takes a Range<Integer>
//! ```
//!
//! A compiler infers the type arguments of `Range.lessThan(0)` and `new ArrayList<>()` from the parameter that they are passed for (JLS 18.5.2), where
//! that has the very type, and no other method of the name could be meant.

use super::hierarchy::{is_exact, member_type};
use super::overload::has_namesake;
use trine_testcase::objects::{Action, ClassApi, MemberKind, Operand, StepId, Steps, TypeUse};

/// Whether the step `user` takes what `used` gives for a parameter of its very type.
#[must_use]
pub fn tells_type(api: &ClassApi, steps: &Steps, user: StepId, used: StepId) -> bool {
    let (member, receiver, args) = match &steps.steps[user].action {
        Action::New { constructor, outer: None, args } => (*constructor, None, args),
        Action::Call { method, receiver, args } => (*method, receiver.as_ref(), args),
        _ => return false,
    };
    let declared = &api.members[member];
    let class = &api.classes[declared.class];
    let is_new = declared.kind == MemberKind::Constructor;
    if !declared.type_parameters.is_empty()
        || declared.is_raw
        || declared.has_rivals
        || (is_new && !class.type_parameters.is_empty())
    {
        return false;
    }
    let Some(position) = args.iter().position(|arg| *arg == Operand::Step(used)) else { return false };
    if declared.is_varargs && position + 1 == args.len() {
        return false;
    }
    let object = match receiver {
        Some(Operand::Step(object)) => steps.steps[*object].ty.as_ref(),
        Some(_) => return false,
        None => None,
    };
    let on = match object {
        Some(TypeUse::Class(of)) => api.class_named(&of.name).unwrap_or(declared.class),
        _ => declared.class,
    };
    // Where a variable is left of it, or a wildcard, it is not exact.
    let wanted = member_type(api, declared, object, &declared.parameters[position].ty);
    is_exact(&wanted)
        && steps.steps[used].ty.as_ref() == Some(&wanted)
        && !has_namesake(api, member, on, args.len())
}
