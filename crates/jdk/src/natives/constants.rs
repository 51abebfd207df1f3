//! Functions that lowered code asks for objects and errors; see `trine_frontend_jvm::lower::runtime` for their names.

use crate::env::{Answer, Env, reference, void};
use trine_frontend_jvm::lower::runtime::{PREFIX, unescaped};
use trine_machine::Stop;

/// Whether the function `name` gives the same object each time.
pub fn is_constant(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with("string:") || rest.starts_with("class:"))
}

/// The object that the function `name` gives.
pub fn make(env: &mut Env<'_, '_>, name: &str) -> Result<u64, Stop> {
    let rest = name.strip_prefix(PREFIX).unwrap_or(name);
    match rest.split_once(':') {
        Some(("string", text)) => env.intern(&unescaped(text)),
        Some(("class", descriptor)) => env.mirror(descriptor),
        _ => Err(Stop::Unsupported(format!("`{name}`"))),
    }
}

/// What the function `name` does that gives no constant.
pub fn perform(env: &mut Env<'_, '_>, name: &str, args: &[u128]) -> Answer {
    let Some(rest) = name.strip_prefix(PREFIX) else {
        return Err(Stop::Unsupported(format!("native method `{name}`")));
    };
    let (kind, argument) = rest.split_once(':').unwrap_or((rest, ""));
    match kind {
        "unsupported" => Err(Stop::Unsupported(argument.to_owned())),
        "linkage" => {
            let (class, message) = argument.split_once(':').unwrap_or((argument, ""));
            Err(env.throw(class, message))
        }
        "message" => super::throwable::message(env, argument, args),
        "begin" => begin(env, argument),
        "failed" => {
            let id = env.class_id(argument)?;
            env.memory().forget_class(id.0);
            env.vm.state.failed.insert(argument.to_owned());
            void()
        }
        "end_thread" => env.end_thread(),
        "join_all" => super::threads::join_all(env),
        "out_of_memory" => reference(env.vm.state.out_of_memory),
        _ => Err(Stop::Unsupported(format!("`{name}`"))),
    }
}

/// Before the initialiser of a class: its constants are written, and a class that failed before stays unusable.
fn begin(env: &mut Env<'_, '_>, class: &str) -> Answer {
    if env.vm.state.failed.contains(class) {
        let id = env.class_id(class)?;
        env.memory().forget_class(id.0);
        let message = format!("Could not initialize class {}", class.replace('/', "."));
        return Err(env.throw("java/lang/NoClassDefFoundError", &message));
    }
    env.write_constants(class)?;
    void()
}
