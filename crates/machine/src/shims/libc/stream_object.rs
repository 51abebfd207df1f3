//! A `FILE` in memory: 216 bytes, as in glibc, that hold a mark and a descriptor; modes of opening.

use super::files::Mode;
use super::{ShimContext, ShimResult, word};
use crate::fault::Stop;
use crate::memory::Memory;

pub(super) const STREAM_BYTES: usize = 216;
/// glibc's mark of a stream, at the start of it.
const MARK: u32 = 0xFBAD_0000;
/// Where a stream holds its descriptor.
const DESCRIPTOR_AT: usize = 112;

/// The content of a new `FILE`.
pub(super) fn stream_object(descriptor: u32) -> [u8; STREAM_BYTES] {
    let mut object = [0; STREAM_BYTES];
    object[..4].copy_from_slice(&MARK.to_le_bytes());
    object[DESCRIPTOR_AT..DESCRIPTOR_AT + 4].copy_from_slice(&descriptor.to_le_bytes());
    object
}

/// The descriptor of the stream that argument `index` points to.
pub(super) fn descriptor_at(context: &ShimContext<'_>, index: usize) -> Result<i32, Stop> {
    let stream = context.word(index);
    let mark = context.read(stream, 4)? as u32;
    if mark != MARK {
        return Err(Stop::Unsupported("a stream that no function of the library opened".to_owned()));
    }
    Ok(context.read(stream + DESCRIPTOR_AT as u64, 4)? as i32)
}

/// Whether a `FILE` lies at `address`.
#[must_use]
pub fn is_stream(memory: &Memory, address: u64) -> bool {
    memory.read_bytes(address, STREAM_BYTES as u64).is_ok_and(|bytes| bytes[..4] == MARK.to_le_bytes())
}

/// The mode that `fopen` knows by a string like "rb+".
pub(super) fn mode(text: &[u8]) -> Option<Mode> {
    let update = text.contains(&b'+');
    let exclusive = text.contains(&b'x');
    let first = text.first()?;
    let (read, write) = (*first == b'r' || update, *first != b'r' || update);
    let mode = Mode { read, write, exclusive, ..Mode::default() };
    match first {
        b'r' => Some(mode),
        b'w' => Some(Mode { create: true, truncate: true, ..mode }),
        b'a' => Some(Mode { create: true, append: true, ..mode }),
        _ => None,
    }
}

pub(super) fn new_stream(context: &mut ShimContext<'_>, descriptor: i32) -> ShimResult {
    let stream = context.scratch(STREAM_BYTES as u64)?;
    context.write_bytes(stream, &stream_object(descriptor as u32))?;
    word(stream)
}
