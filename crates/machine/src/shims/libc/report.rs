//! `errno.h`, `assert.h` and messages about errors: `strerror`, `perror`, `__assert_fail`.

use super::error_messages::TEXTS;
use super::{Shim, ShimContext, ShimResult, misuse, nothing, shim, word};
use crate::fault::{FaultKind, Stop};

pub(super) const SHIMS: &[Shim] = &[
    shim("__errno_location", |context| word(context.errno_address()?)),
    shim("strerror", error_text),
    shim("strerror_r", error_text),
    shim("perror", print_error),
    shim("__assert_fail", assertion_failed),
    shim("__assert", assertion_failed),
    shim("__assert_perror_fail", assertion_failed_with_error),
    shim("__stack_chk_fail", |_| Err(misuse("stack smashing detected"))),
    shim("__chk_fail", |_| Err(misuse("buffer overflow detected"))),
    shim("__fortify_fail", |_| Err(misuse("buffer overflow detected"))),
];

/// The text of an error number.
pub(super) fn text_of(number: i32) -> String {
    let known = usize::try_from(number).ok().and_then(|index| TEXTS.get(index));
    known.map_or_else(|| format!("Unknown error {number}"), |text| (*text).to_owned())
}

/// `char *strerror(int number)`; also GNU's `strerror_r`, which may ignore its buffer.
fn error_text(context: &mut ShimContext<'_>) -> ShimResult {
    let mut text = text_of(context.int(0)).into_bytes();
    text.push(0);
    word(context.static_object(&text)?)
}

/// The error number now.
pub(super) fn errno(context: &mut ShimContext<'_>) -> Result<i32, Stop> {
    let address = context.errno_address()?;
    Ok(context.read(address, 4)? as i32)
}

/// `void perror(const char *prefix)`
fn print_error(context: &mut ShimContext<'_>) -> ShimResult {
    let mut line = Vec::new();
    if context.word(0) != 0 && !context.string(context.word(0))?.is_empty() {
        line.extend(context.string(context.word(0))?);
        line.extend(b": ");
    }
    line.extend(text_of(errno(context)?).into_bytes());
    line.push(b'\n');
    // A closed descriptor takes nothing.
    let _ = context.state().write_to(2, &line);
    nothing()
}

/// `void __assert_fail(const char *expression, const char *file, unsigned line, ...)`
fn assertion_failed(context: &mut ShimContext<'_>) -> ShimResult {
    let message = String::from_utf8_lossy(context.string(context.word(0))?).into_owned();
    Err(FaultKind::AssertionFailed { message }.into())
}

/// `void __assert_perror_fail(int number, const char *file, unsigned line, ...)`
fn assertion_failed_with_error(context: &mut ShimContext<'_>) -> ShimResult {
    Err(FaultKind::AssertionFailed { message: text_of(context.int(0)) }.into())
}
