//! `stdio.h`, streams: opening and closing, characters, lines and blocks.
//!
//! A `FILE` is an object of 216 bytes, as in glibc, that holds a mark and a descriptor of
//! [`super::files`]. `fclose` frees it, so using a closed stream is a use after free. A `FILE`
//! that no function of the library made is not supported.
//!
//! No stream is buffered; `setvbuf` and `fflush` succeed and do nothing. Streams over memory are in
//! [`super::memory_streams`].

use super::files::EINVAL;
use super::memory_streams;
use super::stream_object::{descriptor_at, mode, new_stream};
use super::{Shim, ShimContext, ShimResult, ShimState, int, nothing, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("fopen", open),
    shim("fopen64", open),
    shim("tmpfile", open_nameless),
    shim("tmpfile64", open_nameless),
    shim("fclose", close),
    shim("fflush", flush),
    shim("fflush_unlocked", flush),
    shim("fileno", |context| int(descriptor_at(context, 0)?)),
    shim("feof", at_end),
    shim("feof_unlocked", at_end),
    shim("ferror", has_failed),
    shim("ferror_unlocked", has_failed),
    shim("clearerr", clear_errors),
    shim("setvbuf", |_| int(0)),
    shim("setbuf", |_| nothing()),
    shim("setlinebuf", |_| nothing()),
    shim("flockfile", |_| nothing()),
    shim("funlockfile", |_| nothing()),
    shim("fseek", seek),
    shim("fseeko", seek),
    shim("fseeko64", seek),
    shim("ftell", tell),
    shim("ftello", tell),
    shim("ftello64", tell),
    shim("rewind", rewind),
    shim("fgetpos", get_position),
    shim("fsetpos", set_position),
    shim("remove", remove),
    shim("unlink", remove),
    shim("rename", rename),
];

/// `FILE *fopen(const char *name, const char *mode)`
fn open(context: &mut ShimContext<'_>) -> ShimResult {
    let name = context.c_string(context.word(0))?;
    let mode = mode(context.string(context.word(1))?);
    let opened = mode.ok_or(EINVAL).and_then(|mode| context.state().open(&name, mode, 0));
    match opened {
        Ok(descriptor) => new_stream(context, descriptor),
        Err(number) => {
            context.set_errno(number)?;
            word(0)
        }
    }
}

/// `FILE *tmpfile(void)`
fn open_nameless(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = context.state().library.files.open_nameless();
    new_stream(context, descriptor)
}

/// 0, or `failed` with `errno` set.
pub(super) fn done<T>(context: &mut ShimContext<'_>, result: Result<T, i32>, failed: i32) -> ShimResult {
    match result {
        Ok(_) => int(0),
        Err(number) => {
            context.set_errno(number)?;
            int(failed)
        }
    }
}

/// `int fflush(FILE *stream)`: only streams over memory keep anything back.
fn flush(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptors = match context.word(0) {
        0 => context.state().library.memory_streams.descriptors(),
        _ => vec![descriptor_at(context, 0)?],
    };
    for descriptor in descriptors {
        memory_streams::flush(context, descriptor)?;
    }
    int(0)
}

/// `int fclose(FILE *stream)`
fn close(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = descriptor_at(context, 0)?;
    memory_streams::close(context, descriptor)?;
    let closed = context.state().library.files.close(descriptor);
    if descriptor > 2 {
        context.free(context.word(0))?;
    }
    done(context, closed, -1)
}

/// A look at the open file behind the stream of the first argument.
fn look(
    context: &mut ShimContext<'_>,
    at: impl Fn(&mut super::files::OpenFile) -> bool,
) -> Result<bool, Stop> {
    let descriptor = descriptor_at(context, 0)?;
    Ok(context.state().library.files.get(descriptor).is_some_and(at))
}

/// `int feof(FILE *stream)`
fn at_end(context: &mut ShimContext<'_>) -> ShimResult {
    int(i32::from(look(context, |file| file.end)?))
}

/// `int ferror(FILE *stream)`
fn has_failed(context: &mut ShimContext<'_>) -> ShimResult {
    int(i32::from(look(context, |file| file.error)?))
}

/// `void clearerr(FILE *stream)`
fn clear_errors(context: &mut ShimContext<'_>) -> ShimResult {
    look(context, |file| {
        (file.end, file.error) = (false, false);
        true
    })?;
    nothing()
}

fn seek_to(context: &mut ShimContext<'_>, offset: i64, whence: i32) -> Result<Result<usize, i32>, Stop> {
    let descriptor = descriptor_at(context, 0)?;
    Ok(context.state().seek(descriptor, offset, whence))
}

/// `int fseek(FILE *stream, long offset, int whence)`
fn seek(context: &mut ShimContext<'_>) -> ShimResult {
    let result = seek_to(context, context.word(1) as i64, context.int(2))?;
    done(context, result, -1)
}

/// Where a stream is; the descriptor's state stays.
fn position(state: &mut ShimState, descriptor: i32) -> Result<usize, i32> {
    let kept = state.library.files.get(descriptor).cloned();
    let position = state.seek(descriptor, 0, 1);
    if let (Some(file), Some(kept)) = (state.library.files.get(descriptor), kept) {
        *file = kept;
    }
    position
}

/// `long ftell(FILE *stream)`
fn tell(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = descriptor_at(context, 0)?;
    match position(context.state(), descriptor) {
        Ok(position) => word(position as u64),
        Err(number) => {
            context.set_errno(number)?;
            word(u64::MAX)
        }
    }
}

/// `void rewind(FILE *stream)`
fn rewind(context: &mut ShimContext<'_>) -> ShimResult {
    let _ = seek_to(context, 0, 0)?;
    clear_errors(context)
}

/// `int fgetpos(FILE *stream, fpos_t *position)`
fn get_position(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = descriptor_at(context, 0)?;
    let position = position(context.state(), descriptor);
    if let Ok(position) = position {
        context.write(context.word(1), 16, position as u128)?;
    }
    done(context, position, -1)
}

/// `int fsetpos(FILE *stream, const fpos_t *position)`
fn set_position(context: &mut ShimContext<'_>) -> ShimResult {
    let offset = context.read(context.word(1), 8)? as i64;
    let result = seek_to(context, offset, 0)?;
    done(context, result, -1)
}

/// `int remove(const char *name)`
fn remove(context: &mut ShimContext<'_>) -> ShimResult {
    let name = context.c_string(context.word(0))?;
    let named = context.state().introduce(&name);
    let result = named.and_then(|()| context.state().library.files.remove(&name));
    done(context, result, -1)
}

/// `int rename(const char *from, const char *to)`
fn rename(context: &mut ShimContext<'_>) -> ShimResult {
    let (from, to) = (context.c_string(context.word(0))?, context.c_string(context.word(1))?);
    let named = context.state().introduce(&from).and_then(|()| context.state().introduce(&to));
    let result = named.and_then(|()| context.state().library.files.rename(&from, &to));
    done(context, result, -1)
}
