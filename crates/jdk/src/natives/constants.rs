//! Functions that lowered code asks for objects and errors; see `trine_frontend_jvm::lower::runtime` for their names.

use crate::env::{Answer, Env, reference, reference_at, void};
use trine_frontend_jvm::lower::runtime::{PREFIX, unescaped};
use trine_ir::Type;
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
            let told = told(env, reference_at(args, 0))?;
            // A class that failed once fails with what it failed with first.
            env.vm.state.failed.entry(argument.to_owned()).or_insert(told);
            void()
        }
        "end_thread" => env.end_thread(),
        "join_all" => super::threads::join_all(env),
        "out_of_memory" => reference(env.vm.state.out_of_memory),
        _ => Err(Stop::Unsupported(format!("`{name}`"))),
    }
}

/// What later uses of a class say about the exception that its initialiser ended with.
fn told(env: &mut Env<'_, '_>, thrown: u64) -> Result<String, Stop> {
    let mut text = format!("Exception {}", env.class_name(thrown)?.replace('/', "."));
    let message = env.get(thrown, "java/lang/Throwable", "detailMessage")?;
    if message != 0 {
        text.push_str(": ");
        text.push_str(&env.text(message)?);
    }
    let thread = env.vm.state.threads.current;
    let name = env.get(thread, "java/lang/Thread", "name")?;
    let name = if name == 0 { String::new() } else { env.text(name)? };
    Ok(format!("{text} [in thread \"{name}\"]"))
}

/// Before the initialiser of a class: its constants are written, and a class that failed before stays unusable.
fn begin(env: &mut Env<'_, '_>, class: &str) -> Answer {
    if let Some(told) = env.vm.state.failed.get(class).cloned() {
        let id = env.class_id(class)?;
        env.memory().forget_class(id.0);
        let message = env.new_string(&format!("Could not initialize class {}", class.replace('/', ".")))?;
        let cause = env.new_string(&told)?;
        let function = env.made("unusable", &[Type::Ptr, Type::Ptr], None);
        return env.enter(function, &[message, cause]);
    }
    env.write_constants(class)?;
    void()
}
