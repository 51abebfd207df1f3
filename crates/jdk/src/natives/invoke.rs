//! Calls by method handles: what `invokeBasic` and `linkTo…` go on with.
//!
//! `invokeBasic` goes to the method that the form of the handle names as its entry, with the same arguments. `linkTo…` goes
//! to the member that its last argument names, chosen by the receiver where the name says so. Registers of arguments are
//! those of the basic types that `java.lang.invoke` calls with, so nothing is converted.

use super::Table;
use super::handles::{self, NAME};
use crate::env::{Answer, Env, null};
use trine_frontend_jvm::class::flags;
use trine_frontend_jvm::lower::declare;
use trine_ir::{ClassId, FuncId};
use trine_machine::Stop;

pub const TABLE: Table = &[
    ("trine.java.handle:invokeBasic", basic),
    ("trine.java.handle:linkToStatic", |env, args| linked(env, args, false)),
    ("trine.java.handle:linkToSpecial", |env, args| linked(env, args, false)),
    ("trine.java.handle:linkToVirtual", |env, args| linked(env, args, true)),
    ("trine.java.handle:linkToInterface", |env, args| linked(env, args, true)),
];

/// Which function the call of a member runs.
#[derive(Clone, Copy, Debug)]
pub enum Selection {
    /// This one.
    Direct(FuncId),
    /// The one in this slot of the receiver's class.
    Slot(u32),
    /// The one at this position of what the receiver's class has for an interface.
    Interface(ClassId, u32),
}

/// `(handle, arguments)`.
fn basic(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let handle = args.first().map_or(0, |&bits| bits as u64);
    if handle == 0 {
        return Err(null());
    }
    let form = env.get(handle, "java/lang/invoke/MethodHandle", "form")?;
    let entry = env.get(form, "java/lang/invoke/LambdaForm", "vmentry")?;
    if entry == 0 {
        return Err(Stop::Unsupported("a method handle whose form has no entry".to_owned()));
    }
    match selection(env, entry)? {
        Selection::Direct(function) => Err(Stop::Enter { function, args: args.to_vec() }),
        _ => Err(Stop::Unsupported("a form of a method handle that is no static method".to_owned())),
    }
}

/// `(arguments, member)`.
fn linked(env: &mut Env<'_, '_>, args: &[u128], by_receiver: bool) -> Answer {
    let Some((&member, passed)) = args.split_last() else { return Err(null()) };
    let member = member as u64;
    let selected = selection(env, member)?;
    let receiver = passed.first().map_or(0, |&bits| bits as u64);
    let function = match selected {
        Selection::Direct(function) if by_receiver && receiver == 0 => {
            let _ = function;
            return Err(null());
        }
        Selection::Direct(function) => Some(function),
        Selection::Slot(slot) => {
            let class = env.class_of(receiver)?;
            env.vm.program.classes[class].vtable.get(slot as usize).copied().flatten()
        }
        Selection::Interface(interface, position) => {
            let class = env.class_of(receiver)?;
            let tables = &env.vm.program.classes[class].itables;
            let Some((_, methods)) = tables.iter().find(|(id, _)| *id == interface) else {
                let told = told(env, receiver, interface)?;
                return Err(env.throw("java/lang/IncompatibleClassChangeError", &told));
            };
            methods.get(position as usize).copied().flatten()
        }
    };
    match function {
        Some(function) => Err(Stop::Enter { function, args: passed.to_vec() }),
        None => Err(env.throw_with("java/lang/AbstractMethodError", 0)),
    }
}

fn told(env: &mut Env<'_, '_>, receiver: u64, interface: ClassId) -> Result<String, Stop> {
    let class = env.class_name(receiver)?.replace('/', ".");
    let interface = env.vm.program.classes[interface].name.replace('/', ".");
    Ok(format!("Class {class} does not implement the requested interface {interface}"))
}

/// Which function the call of the member that a `MemberName` means runs; kept by the name.
fn selection(env: &mut Env<'_, '_>, member: u64) -> Result<Selection, Stop> {
    if let Some(&known) = env.vm.state.members.get(&member) {
        return Ok(known);
    }
    let kind = env.get_int(member, NAME, "flags")? as u32 >> handles::KIND_SHIFT & 0xf;
    let (class, name, descriptor) = handles::method_named(env, member)?;
    let loaded = env.load(&class)?;
    let selected = {
        let hierarchy = env.vm.hierarchy();
        let method = hierarchy.resolve_method(loaded, &name, &descriptor);
        method.map(|method| {
            let declared = hierarchy.method(method);
            let is_direct = matches!(kind, handles::INVOKE_STATIC..=handles::NEW_INVOKE_SPECIAL)
                || declared.is(flags::PRIVATE)
                || declared.is(flags::FINAL);
            if is_direct {
                return Some(Selection::Direct(declare::function(&hierarchy, &env.vm.program, method)));
            }
            if hierarchy.class(method.class).is_interface() {
                let position = hierarchy.interface_methods(method.class).position(|other| other == method)?;
                let interface = declare::class(&hierarchy, &env.vm.program, method.class);
                return Some(Selection::Interface(interface, position as u32));
            }
            let owner = if hierarchy.class(loaded).is_interface() { method.class } else { loaded };
            let slot = hierarchy.class(owner).dispatch.slot(&name, &descriptor)?;
            Some(Selection::Slot(slot as u32))
        })
    };
    let selected = selected.map_err(|error| env.linkage(&error))?;
    let selected = selected
        .ok_or_else(|| Stop::Unsupported(format!("a method handle of `{class}.{name}{descriptor}`")))?;
    env.vm.state.members.insert(member, selected);
    Ok(selected)
}
