//! Whether the place where a value is used says which type arguments it has, so that no variable has to.
//!
//! ```text
//! Range<Integer> range = Range.lessThan(0);
//! map.put(range, "low");                         map.put(Range.lessThan(0), "low");    // put takes a Range<Integer>
//! ```
//!
//! A compiler infers the type arguments of `Range.lessThan(0)` and `new ArrayList<>()` from the parameter that they are passed for (JLS 18.5.2), where
//! that has the very type, and no other method of the name could be meant.

use super::hierarchy::is_exact;
use super::overload::has_namesake;
use trine_testcase::objects::{
    Action, Bindings, ClassApi, MemberKind, Operand, StepId, Steps, TypeUse, Types,
};

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
    let types = Types::new(api);
    let mut on = declared.class;
    let bindings = match receiver {
        Some(Operand::Step(object)) => {
            let Some(TypeUse::Class(of)) = &steps.steps[*object].ty else { return false };
            on = types.id(&of.name).unwrap_or(on);
            match types.as_super(of, &class.name) {
                Some(seen) => types.bindings(&seen),
                None => return false,
            }
        }
        Some(_) => return false,
        None => Bindings::new(),
    };
    let given = &steps.steps[used].ty;
    let wanted = types.accepts(&declared.parameters[position].ty, &bindings);
    wanted.as_ref().is_some_and(is_exact) && wanted == *given && !has_namesake(api, member, on, args.len())
}
