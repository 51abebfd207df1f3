//! `unistd.h` and `fcntl.h`: descriptors and identities; `locale.h`.
//!
//! Identities are fixed numbers, nothing is a terminal, and there is one locale, "C".

use super::files::{EINVAL, ENOENT, Mode};
use super::streams::done;
use super::{Shim, ShimContext, ShimResult, int, shim, word};

pub(super) const SHIMS: &[Shim] = &[
    shim("read", read),
    shim("write", write),
    shim("writev", write_pieces),
    shim("open", open),
    shim("open64", open),
    shim("creat", create),
    shim("close", close),
    shim("lseek", seek),
    shim("lseek64", seek),
    shim("access", access),
    shim("fsync", |_| int(0)),
    shim("isatty", is_terminal),
    shim("getpid", |_| int(1000)),
    shim("getppid", |_| int(1)),
    shim("getuid", |_| int(1000)),
    shim("geteuid", |_| int(1000)),
    shim("getgid", |_| int(1000)),
    shim("getegid", |_| int(1000)),
    shim("getpagesize", |_| int(4096)),
    shim("setlocale", set_locale),
    shim("localeconv", locale_conventions),
];

/// Descriptors that `open` gives start here, in the machine and in emitted tests: in a native
/// process some lower ones are always taken.
pub(super) const FIRST_DESCRIPTOR: usize = 100;
const ENOTTY: i32 = 25;
const EFAULT: i32 = 14;
/// `IOV_MAX`.
const MAX_PIECES: i32 = 1024;

/// A count, or -1 with `errno` set.
fn counted(context: &mut ShimContext<'_>, result: Result<usize, i32>) -> ShimResult {
    match result {
        Ok(count) => word(count as u64),
        Err(number) => {
            context.set_errno(number)?;
            word(u64::MAX)
        }
    }
}

/// Room for that many bytes behind an object on the stack may lie beyond the end of the address space, by where the stack
/// begins: the system refuses to read to there, however few bytes there are. A moved layout does so, too.
const FAR_BYTES: u64 = 1 << 24;

/// `ssize_t read(int descriptor, void *to, size_t count)`
fn read(context: &mut ShimContext<'_>) -> ShimResult {
    let (descriptor, wanted) = (context.int(0), context.word(2));
    let is_moved = context.machine.config.layout.moved;
    if is_moved && wanted >= FAR_BYTES && context.bytes(context.word(1), wanted).is_err() {
        return counted(context, Err(EFAULT));
    }
    let bytes = context.state().readable(descriptor);
    let count = match bytes {
        Ok(mut bytes) => {
            let wanted = usize::try_from(wanted).unwrap_or(usize::MAX);
            bytes.truncate(wanted);
            context.write_bytes(context.word(1), &bytes)?;
            context.state().consume(descriptor, bytes.len());
            if bytes.len() < wanted {
                context.state().fell_short(descriptor, wanted - bytes.len());
            }
            Ok(bytes.len())
        }
        Err(number) => Err(number),
    };
    counted(context, count)
}

/// `ssize_t write(int descriptor, const void *from, size_t count)`
fn write(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = context.int(0);
    let bytes = context.bytes(context.word(1), context.word(2))?.to_vec();
    let written = context.state().write_to(descriptor, &bytes).map(|()| bytes.len());
    counted(context, written)
}

/// `ssize_t writev(int descriptor, const struct iovec *pieces, int count)`
fn write_pieces(context: &mut ShimContext<'_>) -> ShimResult {
    let (descriptor, pieces, count) = (context.int(0), context.word(1), context.int(2));
    if !(0..=MAX_PIECES).contains(&count) {
        return counted(context, Err(EINVAL));
    }
    let mut bytes = Vec::new();
    for piece in (0..count as u64).map(|index| pieces.wrapping_add(16 * index)) {
        let (from, length) = (context.read(piece, 8)? as u64, context.read(piece.wrapping_add(8), 8)? as u64);
        bytes.extend_from_slice(context.bytes(from, length)?);
    }
    let written = context.state().write_to(descriptor, &bytes).map(|()| bytes.len());
    counted(context, written)
}

/// `int open(const char *name, int flags, ...)`
fn open(context: &mut ShimContext<'_>) -> ShimResult {
    let flags = context.int(1);
    let has = |bit: i32| flags & bit != 0;
    let mode = Mode {
        read: matches!(flags & 3, 0 | 2),
        write: matches!(flags & 3, 1 | 2),
        append: has(0o2000),
        create: has(0o100),
        truncate: has(0o1000),
        exclusive: has(0o200),
    };
    open_as(context, mode)
}

/// `int creat(const char *name, mode_t permissions)`
fn create(context: &mut ShimContext<'_>) -> ShimResult {
    open_as(context, Mode { write: true, create: true, truncate: true, ..Mode::default() })
}

fn open_as(context: &mut ShimContext<'_>, mode: Mode) -> ShimResult {
    let name = context.c_string(context.word(0))?;
    match context.state().open(&name, mode, FIRST_DESCRIPTOR) {
        Ok(descriptor) => int(descriptor),
        Err(number) => {
            context.set_errno(number)?;
            int(-1)
        }
    }
}

/// `int close(int descriptor)`
fn close(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = context.int(0);
    let closed = context.state().library.files.close(descriptor);
    done(context, closed, -1)
}

/// `off_t lseek(int descriptor, off_t offset, int whence)`
fn seek(context: &mut ShimContext<'_>) -> ShimResult {
    let (descriptor, offset, whence) = (context.int(0), context.word(1) as i64, context.int(2));
    let position = context.state().seek(descriptor, offset, whence);
    counted(context, position)
}

/// `int access(const char *name, int mode)`
fn access(context: &mut ShimContext<'_>) -> ShimResult {
    let name = context.c_string(context.word(0))?;
    let named = context.state().introduce(&name);
    let exists = context.state().library.files.exists(&name);
    let found = named.and(if exists { Ok(()) } else { Err(ENOENT) });
    done(context, found, -1)
}

/// `int isatty(int descriptor)`
fn is_terminal(context: &mut ShimContext<'_>) -> ShimResult {
    context.set_errno(ENOTTY)?;
    int(0)
}

/// `char *setlocale(int category, const char *name)`
fn set_locale(context: &mut ShimContext<'_>) -> ShimResult {
    let name = context.word(1);
    if name != 0 && !matches!(context.string(name)?, b"" | b"C" | b"POSIX") {
        return word(0);
    }
    word(context.constant_object(b"C\0")?)
}

/// `struct lconv *localeconv(void)`: 10 strings, then 14 numbers that say "not available".
fn locale_conventions(context: &mut ShimContext<'_>) -> ShimResult {
    let (point, empty) = (context.constant_object(b".\0")?, context.constant_object(b"\0")?);
    let mut object = point.to_le_bytes().to_vec();
    (0..9).for_each(|_| object.extend(empty.to_le_bytes()));
    object.extend([0x7F; 14]);
    object.resize(96, 0);
    word(context.static_object(&object)?)
}
