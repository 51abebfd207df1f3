//! `stdio.h`: streams over memory, over descriptors, and streams opened anew.
//!
//! ```text
//! open_memstream: descriptor 5 -> content of a file without a name; at fflush and fclose
//!                 *buffer = a heap object with a copy and a zero, *size = its length
//! fmemopen:       content = a copy of the caller's bytes; what was written goes back at fflush and fclose
//! ```
//!
//! Source: POSIX.1-2017, `open_memstream`, `fmemopen`. Deviations: writes beyond the end of an `fmemopen`
//! buffer are cut when they go back, where a native run reports them.

use super::files::{EBADF, EINVAL};
use super::stream_object::{STREAM_BYTES, descriptor_at, mode, new_stream, stream_object};
use super::{Shim, ShimContext, ShimResult, shim, word};
use crate::fault::Stop;
use std::collections::BTreeMap;

pub(super) const SHIMS: &[Shim] = &[
    shim("open_memstream", open_growing),
    shim("fmemopen", open_buffer),
    shim("fdopen", open_descriptor),
    shim("freopen", open_anew),
    shim("freopen64", open_anew),
];

/// What lies behind a stream over memory.
#[derive(Clone, Copy, Debug)]
enum Behind {
    /// Where the program wants the buffer and its size; the buffer it has.
    Growing { buffer_at: u64, size_at: u64, buffer: u64 },
    /// The caller's buffer.
    Buffer { place: u64, size: u64 },
}

/// The streams over memory, by descriptor.
#[derive(Debug, Default)]
pub(super) struct MemoryStreams(BTreeMap<i32, Behind>);

impl MemoryStreams {
    /// The descriptors of all streams over memory.
    pub(super) fn descriptors(&self) -> Vec<i32> {
        self.0.keys().copied().collect()
    }
}

/// `FILE *open_memstream(char **buffer, size_t *size)`
fn open_growing(context: &mut ShimContext<'_>) -> ShimResult {
    let (buffer_at, size_at) = (context.word(0), context.word(1));
    let descriptor = context.state().library.files.open_nameless();
    let behind = Behind::Growing { buffer_at, size_at, buffer: 0 };
    context.state().library.memory_streams.0.insert(descriptor, behind);
    flush(context, descriptor)?;
    new_stream(context, descriptor)
}

/// `FILE *fmemopen(void *buffer, size_t size, const char *mode)`
fn open_buffer(context: &mut ShimContext<'_>) -> ShimResult {
    let (place, size) = (context.word(0), context.word(1));
    let text = context.c_string(context.word(2))?;
    let Some(mode) = mode(&text) else {
        context.set_errno(EINVAL)?;
        return word(0);
    };
    let mut content = Vec::new();
    if place != 0 && !mode.truncate {
        content = context.bytes(place, size)?.to_vec();
        if mode.append {
            content.truncate(content.iter().position(|&byte| byte == 0).unwrap_or(content.len()));
        }
    }
    let descriptor = context.state().library.files.open_with(content, mode);
    if place != 0 && mode.write {
        if mode.truncate && size != 0 {
            context.write(place, 1, 0)?;
        }
        context.state().library.memory_streams.0.insert(descriptor, Behind::Buffer { place, size });
    }
    new_stream(context, descriptor)
}

/// Brings what was written to `descriptor` to the program's memory, if it is a stream over memory.
pub(super) fn flush(context: &mut ShimContext<'_>, descriptor: i32) -> Result<(), Stop> {
    let Some(&behind) = context.state().library.memory_streams.0.get(&descriptor) else { return Ok(()) };
    let Some((content, position)) = context.state().library.files.content(descriptor) else { return Ok(()) };
    match behind {
        Behind::Growing { buffer_at, size_at, buffer } => {
            if buffer != 0 {
                context.free(buffer)?;
            }
            let place = context.allocate(content.len() as u64 + 1)?;
            context.write_bytes(place, &content)?;
            // What the heap gives was never written: the zero after the text is written too.
            context.write(place + content.len() as u64, 1, 0)?;
            context.write(buffer_at, 8, u128::from(place))?;
            context.write(size_at, 8, position.min(content.len()) as u128)?;
            let behind = Behind::Growing { buffer_at, size_at, buffer: place };
            context.state().library.memory_streams.0.insert(descriptor, behind);
        }
        Behind::Buffer { place, size } => {
            let length = content.len().min(size as usize);
            context.write_bytes(place, &content[..length])?;
            if (length as u64) < size {
                context.write(place + length as u64, 1, 0)?;
            }
        }
    }
    Ok(())
}

/// Flushes and forgets a stream over memory; its descriptor is closed next.
pub(super) fn close(context: &mut ShimContext<'_>, descriptor: i32) -> Result<(), Stop> {
    flush(context, descriptor)?;
    context.state().library.memory_streams.0.remove(&descriptor);
    Ok(())
}

/// `FILE *fdopen(int descriptor, const char *mode)`
fn open_descriptor(context: &mut ShimContext<'_>) -> ShimResult {
    let (descriptor, known) = (context.int(0), mode(context.string(context.word(1))?));
    let number = match known {
        None => EINVAL,
        Some(_) if context.state().library.files.get(descriptor).is_none() => EBADF,
        Some(_) => return new_stream(context, descriptor),
    };
    context.set_errno(number)?;
    word(0)
}

/// `FILE *freopen(const char *name, const char *mode, FILE *stream)`
fn open_anew(context: &mut ShimContext<'_>) -> ShimResult {
    let stream = context.word(2);
    let descriptor = descriptor_at(context, 2)?;
    let known = mode(context.string(context.word(1))?);
    if context.word(0) == 0 {
        return Err(Stop::Unsupported("freopen that only changes the mode".into()));
    }
    let name = context.c_string(context.word(0))?;
    close(context, descriptor)?;
    let state = context.state();
    // The stream is closed even when nothing can be opened.
    let _ = state.library.files.close(descriptor);
    let opened = known.ok_or(EINVAL).and_then(|mode| state.open(&name, mode, 0));
    match opened.map(|opened| state.library.files.move_to(opened, descriptor)) {
        Ok(descriptor) => {
            context.write_bytes(stream, &stream_object(descriptor as u32)[..STREAM_BYTES])?;
            word(stream)
        }
        Err(number) => {
            context.set_errno(number)?;
            word(0)
        }
    }
}
