//! `stdio.h`, formatted output: `printf` and its family, and their fortified forms.
//!
//! The format is carried out whole before anything is written: a bad argument leaves no output
//! behind, where a native run may.

use super::block::check_room;
use super::format::{Arguments, Formatted, format};
use super::stream_object::descriptor_at;
use super::{Shim, ShimContext, ShimResult, int, shim};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("printf", |context| to_descriptor(context, 1, 0, Passed::Directly)),
    shim("vprintf", |context| to_descriptor(context, 1, 0, Passed::InList)),
    shim("__printf_chk", |context| to_descriptor(context, 1, 1, Passed::Directly)),
    shim("__vprintf_chk", |context| to_descriptor(context, 1, 1, Passed::InList)),
    shim("fprintf", |context| to_stream(context, 1, Passed::Directly)),
    shim("vfprintf", |context| to_stream(context, 1, Passed::InList)),
    shim("__fprintf_chk", |context| to_stream(context, 2, Passed::Directly)),
    shim("__vfprintf_chk", |context| to_stream(context, 2, Passed::InList)),
    shim("dprintf", |context| to_descriptor(context, context.int(0), 1, Passed::Directly)),
    shim("vdprintf", |context| to_descriptor(context, context.int(0), 1, Passed::InList)),
    shim("sprintf", |context| to_buffer(context, u64::MAX, 1, Passed::Directly)),
    shim("vsprintf", |context| to_buffer(context, u64::MAX, 1, Passed::InList)),
    shim("__sprintf_chk", |context| to_checked_buffer(context, Passed::Directly)),
    shim("__vsprintf_chk", |context| to_checked_buffer(context, Passed::InList)),
    shim("snprintf", |context| to_buffer(context, context.word(1), 2, Passed::Directly)),
    shim("vsnprintf", |context| to_buffer(context, context.word(1), 2, Passed::InList)),
    shim("__snprintf_chk", |context| to_bounded_checked_buffer(context, Passed::Directly)),
    shim("__vsnprintf_chk", |context| to_bounded_checked_buffer(context, Passed::InList)),
    shim("asprintf", |context| to_new_string(context, 1, Passed::Directly)),
    shim("vasprintf", |context| to_new_string(context, 1, Passed::InList)),
    shim("__asprintf_chk", |context| to_new_string(context, 2, Passed::Directly)),
    shim("__vasprintf_chk", |context| to_new_string(context, 2, Passed::InList)),
];

/// How the arguments behind the format come.
#[derive(Clone, Copy, Debug)]
enum Passed {
    Directly,
    /// In a `va_list`.
    InList,
}

/// The text of the format at argument `position`.
fn formatted(context: &mut ShimContext<'_>, position: usize, passed: Passed) -> Result<Formatted, Stop> {
    let arguments = match passed {
        Passed::Directly => Arguments::Given(position + 1),
        Passed::InList => Arguments::List(context.word(position + 1)),
    };
    format(context, context.word(position), arguments)
}

/// The number of characters, or -1 with `errno` set.
fn outcome(context: &mut ShimContext<'_>, result: Result<usize, i32>) -> ShimResult {
    match result {
        Ok(count) => int(count as i32),
        Err(number) => {
            context.set_errno(number)?;
            int(-1)
        }
    }
}

fn to_descriptor(
    context: &mut ShimContext<'_>,
    descriptor: i32,
    position: usize,
    passed: Passed,
) -> ShimResult {
    let text = formatted(context, position, passed)?;
    let written = text.and_then(|text| context.state().write_to(descriptor, &text).map(|()| text.len()));
    outcome(context, written)
}

fn to_stream(context: &mut ShimContext<'_>, position: usize, passed: Passed) -> ShimResult {
    let descriptor = descriptor_at(context, 0)?;
    to_descriptor(context, descriptor, position, passed)
}

/// Writes at most `room` bytes, the end included, to the buffer of the first argument.
fn to_buffer(context: &mut ShimContext<'_>, room: u64, position: usize, passed: Passed) -> ShimResult {
    let text = formatted(context, position, passed)?;
    let mut text = match text {
        Ok(text) => text,
        Err(number) => return outcome(context, Err(number)),
    };
    let count = text.len();
    if room != 0 {
        text.truncate(usize::try_from(room - 1).unwrap_or(usize::MAX));
        text.push(0);
        context.write_bytes(context.word(0), &text)?;
    }
    int(count as i32)
}

/// `int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...)`
fn to_checked_buffer(context: &mut ShimContext<'_>, passed: Passed) -> ShimResult {
    let text = formatted(context, 3, passed)?;
    let needed = text.as_ref().map_or(0, |text| text.len() as u64 + 1);
    check_room(needed, context.word(2))?;
    if let Ok(text) = &text {
        let text = [text.as_slice(), b"\0"].concat();
        context.write_bytes(context.word(0), &text)?;
    }
    outcome(context, text.map(|text| text.len()))
}

/// `int __snprintf_chk(char *to, size_t room, int flag, size_t size, const char *format, ...)`
fn to_bounded_checked_buffer(context: &mut ShimContext<'_>, passed: Passed) -> ShimResult {
    check_room(context.word(1), context.word(3))?;
    to_buffer(context, context.word(1), 4, passed)
}

/// `int asprintf(char **result, const char *format, ...)`
fn to_new_string(context: &mut ShimContext<'_>, position: usize, passed: Passed) -> ShimResult {
    let text = formatted(context, position, passed)?;
    if let Ok(text) = &text {
        let text = [text.as_slice(), b"\0"].concat();
        let address = context.allocate(text.len() as u64)?;
        context.write_bytes(address, &text)?;
        context.write(context.word(0), 8, u128::from(address))?;
    }
    outcome(context, text.map(|text| text.len()))
}
