//! Files: standard streams and the tree of `crate::files`, for `java.io` and `java.nio`, and selectors.

mod io;
mod nio;
mod selectors;

use super::Table;
use crate::env::{Answer, Env, void};
use crate::files::{EBADF, ErrorNumber, Files};
use trine_machine::Stop;

pub const IO: Table = io::TABLE;
pub const NIO: Table = nio::TABLE;
pub const SELECTORS: Table = selectors::TABLE;

pub use selectors::Selectors;

const DESCRIPTOR: &str = "java/io/FileDescriptor";

/// Bytes that a program may print.
const MAX_OUTPUT: usize = 256 << 20;

fn files<'e>(env: &'e mut Env<'_, '_>) -> &'e mut Files {
    &mut env.vm.state.files
}

/// The time that files are written at, in milliseconds.
fn now(env: &Env<'_, '_>) -> i64 {
    super::system::START_MILLIS + env.vm.state.nanoseconds / 1_000_000
}

/// Up to `count` bytes of a file or of standard input.
fn read(
    env: &mut Env<'_, '_>,
    number: i32,
    position: Option<usize>,
    count: usize,
) -> Result<Vec<u8>, ErrorNumber> {
    if number != 0 {
        return files(env).read(number, position, count);
    }
    let input = &mut env.vm.state.streams.input;
    let end = input.bytes.len().min(input.read.saturating_add(count));
    let bytes = input.bytes[input.read..end].to_vec();
    input.read = end;
    Ok(bytes)
}

/// Writes to a file or to a standard stream; the outer error ends the run.
fn write(
    env: &mut Env<'_, '_>,
    number: i32,
    position: Option<usize>,
    bytes: &[u8],
) -> Result<Result<(), ErrorNumber>, Stop> {
    let now = now(env);
    let streams = &mut env.vm.state.streams;
    match number {
        0 => return Ok(Err(EBADF)),
        1 => streams.out.extend_from_slice(bytes),
        2 => streams.err.extend_from_slice(bytes),
        _ => return Ok(files(env).write(number, position, bytes, now)),
    }
    // What a program prints is memory, too.
    if streams.out.len() + streams.err.len() > MAX_OUTPUT {
        return Err(Stop::MemoryLimit);
    }
    Ok(Ok(()))
}

/// Closes what a `java.io.FileDescriptor` stands for.
fn close(env: &mut Env<'_, '_>, descriptor: u64) -> Answer {
    let number = env.get_int(descriptor, DESCRIPTOR, "fd")?;
    files(env).close(number);
    if number > 2 {
        env.set_small(descriptor, DESCRIPTOR, "fd", 4, u64::from(u32::MAX))?;
    }
    void()
}
