//! `stdlib.h`, ending the program and its environment; `signal.h`.
//!
//! The environment is empty at the start of a test. Signals are never delivered; `raise` of
//! SIGABRT is `abort`, other signals are not supported.

use super::{Shim, ShimContext, ShimResult, int, nothing, shim, word};
use crate::fault::{FaultKind, Stop};
use trine_ir::Type;

pub(super) const SHIMS: &[Shim] = &[
    shim("abort", |_| Err(FaultKind::Abort.into())),
    shim("exit", exit),
    shim("_exit", exit_at_once),
    shim("_Exit", exit_at_once),
    shim("quick_exit", exit_at_once),
    shim("atexit", at_exit),
    shim("__cxa_atexit", at_exit_with_argument),
    shim("__cxa_finalize", |_| nothing()),
    shim("getenv", get_variable),
    shim("secure_getenv", get_variable),
    shim("setenv", set_variable),
    shim("putenv", put_variable),
    shim("unsetenv", unset_variable),
    shim("clearenv", clear_variables),
    shim("system", |_| unsupported("system")),
    shim("popen", |_| unsupported("popen")),
    shim("fork", |_| unsupported("fork")),
];

const EINVAL: i32 = 22;

fn unsupported(name: &str) -> ShimResult {
    Err(Stop::Unsupported(format!("call of `{name}`")))
}

/// `void exit(int code)`
fn exit(context: &mut ShimContext<'_>) -> ShimResult {
    while let Some((handler, argument)) = context.state().at_exit.pop() {
        let argument = argument.map(|bits| (Type::Ptr, u128::from(bits)));
        context.call_back(handler, argument.as_slice())?;
    }
    exit_at_once(context)
}

/// `void _exit(int code)`
fn exit_at_once(context: &mut ShimContext<'_>) -> ShimResult {
    Err(Stop::Exited(context.int(0)))
}

/// `int atexit(void (*handler)(void))`
fn at_exit(context: &mut ShimContext<'_>) -> ShimResult {
    let handler = context.word(0);
    context.state().at_exit.push((handler, None));
    int(0)
}

/// `int __cxa_atexit(void (*handler)(void *), void *argument, void *library)`
fn at_exit_with_argument(context: &mut ShimContext<'_>) -> ShimResult {
    let registration = (context.word(0), Some(context.word(1)));
    context.state().at_exit.push(registration);
    int(0)
}

/// `char *getenv(const char *name)`
fn get_variable(context: &mut ShimContext<'_>) -> ShimResult {
    let name = context.c_string(context.word(0))?;
    word(context.state().library.environment.get(&name).copied().unwrap_or(0))
}

/// The name at `address`; `None` where it is no name of a variable.
fn variable_name(context: &ShimContext<'_>, address: u64) -> Result<Option<Vec<u8>>, Stop> {
    if address == 0 {
        return Ok(None);
    }
    let name = context.c_string(address)?;
    Ok((!name.is_empty() && !name.contains(&b'=')).then_some(name))
}

/// `int setenv(const char *name, const char *value, int overwrite)`
fn set_variable(context: &mut ShimContext<'_>) -> ShimResult {
    let Some(name) = variable_name(context, context.word(0))? else {
        context.set_errno(EINVAL)?;
        return int(-1);
    };
    if context.int(2) == 0 && context.state().library.environment.contains_key(&name) {
        return int(0);
    }
    let mut value = context.c_string(context.word(1))?;
    value.push(0);
    let address = context.static_object(&value)?;
    context.state().library.environment.insert(name, address);
    int(0)
}

/// `int putenv(char *text)`: `name=value`, whose place becomes part of the environment, or a name to remove.
fn put_variable(context: &mut ShimContext<'_>) -> ShimResult {
    let place = context.word(0);
    let text = context.c_string(place)?;
    match text.iter().position(|&byte| byte == b'=') {
        Some(end) => {
            let value = place + end as u64 + 1;
            context.state().library.environment.insert(text[..end].to_vec(), value);
        }
        None => {
            context.state().library.environment.remove(&text);
        }
    }
    int(0)
}

/// `int unsetenv(const char *name)`
fn unset_variable(context: &mut ShimContext<'_>) -> ShimResult {
    let Some(name) = variable_name(context, context.word(0))? else {
        context.set_errno(EINVAL)?;
        return int(-1);
    };
    context.state().library.environment.remove(&name);
    int(0)
}

/// `int clearenv(void)`
fn clear_variables(context: &mut ShimContext<'_>) -> ShimResult {
    context.state().library.environment.clear();
    int(0)
}
