//! `stdio.h`, characters, lines and blocks on streams.
//!
//! Functions with `_unlocked` in their names are the same as those without: there is one thread.

use super::files::EINVAL;
use super::stream_object::descriptor_at;
use super::{Shim, ShimContext, ShimResult, int, misuse, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("putchar", put_output),
    shim("putchar_unlocked", put_output),
    shim("putc", put),
    shim("putc_unlocked", put),
    shim("fputc", put),
    shim("fputc_unlocked", put),
    shim("_IO_putc", put),
    shim("puts", put_line),
    shim("fputs", put_string),
    shim("fputs_unlocked", put_string),
    shim("fwrite", write_block),
    shim("fwrite_unlocked", write_block),
    shim("getchar", |context| get_from(context, 0)),
    shim("getchar_unlocked", |context| get_from(context, 0)),
    shim("getc", get),
    shim("getc_unlocked", get),
    shim("fgetc", get),
    shim("fgetc_unlocked", get),
    shim("_IO_getc", get),
    shim("ungetc", give_back),
    shim("fgets", get_line),
    shim("fgets_unlocked", get_line),
    shim("__fgets_chk", get_line_checked),
    shim("gets", get_unbounded_line),
    shim("fread", read_block),
    shim("fread_unlocked", read_block),
    shim("__fread_chk", read_block_checked),
    shim("getline", |context| get_delimited(context, b'\n', 2)),
    shim("getdelim", |context| get_delimited(context, context.int(2) as u8, 3)),
    shim("__getdelim", |context| get_delimited(context, context.int(2) as u8, 3)),
];

const EOF: i32 = -1;

/// Writes to a descriptor; `failed` with `errno` set, or `succeeded`.
fn write(context: &mut ShimContext<'_>, descriptor: i32, bytes: &[u8], succeeded: i32) -> ShimResult {
    match context.state().write_to(descriptor, bytes) {
        Ok(()) => int(succeeded),
        Err(number) => {
            context.set_errno(number)?;
            int(EOF)
        }
    }
}

/// `int putchar(int character)`
fn put_output(context: &mut ShimContext<'_>) -> ShimResult {
    let byte = context.int(0) as u8;
    write(context, 1, &[byte], i32::from(byte))
}

/// `int fputc(int character, FILE *stream)`
fn put(context: &mut ShimContext<'_>) -> ShimResult {
    let (byte, descriptor) = (context.int(0) as u8, descriptor_at(context, 1)?);
    write(context, descriptor, &[byte], i32::from(byte))
}

/// `int puts(const char *text)`: glibc gives the number of characters, the new line included.
fn put_line(context: &mut ShimContext<'_>) -> ShimResult {
    let mut line = context.c_string(context.word(0))?;
    line.push(b'\n');
    write(context, 1, &line, line.len() as i32)
}

/// `int fputs(const char *text, FILE *stream)`: glibc gives 1.
fn put_string(context: &mut ShimContext<'_>) -> ShimResult {
    let text = context.c_string(context.word(0))?;
    let descriptor = descriptor_at(context, 1)?;
    write(context, descriptor, &text, 1)
}

/// The bytes that `count` elements take.
fn total(context: &ShimContext<'_>, size: usize, count: usize) -> u64 {
    context.word(size).saturating_mul(context.word(count))
}

/// `size_t fwrite(const void *from, size_t size, size_t count, FILE *stream)`
fn write_block(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = descriptor_at(context, 3)?;
    let bytes = context.bytes(context.word(0), total(context, 1, 2))?.to_vec();
    if bytes.is_empty() {
        return word(0);
    }
    match context.state().write_to(descriptor, &bytes) {
        Ok(()) => word(context.word(2)),
        Err(number) => {
            context.set_errno(number)?;
            word(0)
        }
    }
}

/// The next byte of a descriptor; `None` at the end or after an error, which is noted.
fn next(context: &mut ShimContext<'_>, descriptor: i32) -> Result<Option<u8>, Stop> {
    match context.state().next_byte(descriptor) {
        Ok(byte) => Ok(byte),
        Err(number) => {
            if let Some(file) = context.state().library.files.get(descriptor) {
                file.error = true;
            }
            context.set_errno(number)?;
            Ok(None)
        }
    }
}

fn get_from(context: &mut ShimContext<'_>, descriptor: i32) -> ShimResult {
    int(next(context, descriptor)?.map_or(EOF, i32::from))
}

/// `int fgetc(FILE *stream)`
fn get(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = descriptor_at(context, 0)?;
    get_from(context, descriptor)
}

/// `int ungetc(int character, FILE *stream)`
fn give_back(context: &mut ShimContext<'_>) -> ShimResult {
    let (character, descriptor) = (context.int(0), descriptor_at(context, 1)?);
    let file = context.state().library.files.get(descriptor);
    let Some(file) = file.filter(|_| character != EOF) else { return int(EOF) };
    file.pushed_back.push(character as u8);
    file.end = false;
    int(i32::from(character as u8))
}

/// The bytes up to and with `delimiter`, at most `limit`.
fn line(
    context: &mut ShimContext<'_>,
    descriptor: i32,
    delimiter: u8,
    limit: usize,
) -> Result<Vec<u8>, Stop> {
    let mut line = Vec::new();
    while line.len() < limit {
        let Some(byte) = next(context, descriptor)? else { break };
        line.push(byte);
        if byte == delimiter {
            break;
        }
    }
    Ok(line)
}

/// `char *fgets(char *to, int size, FILE *stream)`
fn get_line(context: &mut ShimContext<'_>) -> ShimResult {
    get_bounded_line(context, context.int(1), 2)
}

/// `char *__fgets_chk(char *to, size_t room, int size, FILE *stream)`
fn get_line_checked(context: &mut ShimContext<'_>) -> ShimResult {
    super::block::check_room(context.int(2).max(0) as u64, context.word(1))?;
    get_bounded_line(context, context.int(2), 3)
}

fn get_bounded_line(context: &mut ShimContext<'_>, size: i32, stream: usize) -> ShimResult {
    let descriptor = descriptor_at(context, stream)?;
    let Ok(room) = usize::try_from(i64::from(size) - 1) else { return word(0) };
    let mut text = line(context, descriptor, b'\n', room)?;
    if text.is_empty() && room > 0 {
        return word(0);
    }
    text.push(0);
    context.write_bytes(context.word(0), &text)?;
    word(context.word(0))
}

/// `char *gets(char *to)`: the line without its end.
fn get_unbounded_line(context: &mut ShimContext<'_>) -> ShimResult {
    let mut text = line(context, 0, b'\n', usize::MAX)?;
    if text.is_empty() {
        return word(0);
    }
    if text.last() == Some(&b'\n') {
        text.pop();
    }
    text.push(0);
    context.write_bytes(context.word(0), &text)?;
    word(context.word(0))
}

/// `size_t fread(void *to, size_t size, size_t count, FILE *stream)`
fn read_block(context: &mut ShimContext<'_>) -> ShimResult {
    read_elements(context, 1)
}

/// `size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream)`
fn read_block_checked(context: &mut ShimContext<'_>) -> ShimResult {
    super::block::check_room(total(context, 2, 3), context.word(1))?;
    read_elements(context, 2)
}

fn read_elements(context: &mut ShimContext<'_>, size_at: usize) -> ShimResult {
    let (size, wanted) = (context.word(size_at), total(context, size_at, size_at + 1));
    let descriptor = descriptor_at(context, size_at + 2)?;
    if wanted == 0 {
        return word(0);
    }
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < wanted {
        let Some(byte) = next(context, descriptor)? else {
            let missing = usize::try_from(wanted).unwrap_or(usize::MAX).saturating_sub(bytes.len());
            context.state().fell_short(descriptor, missing);
            break;
        };
        bytes.push(byte);
    }
    context.write_bytes(context.word(0), &bytes)?;
    word(bytes.len() as u64 / size)
}

/// `ssize_t getdelim(char **line, size_t *room, int delimiter, FILE *stream)`
fn get_delimited(context: &mut ShimContext<'_>, delimiter: u8, stream: usize) -> ShimResult {
    let (line_at, room_at) = (context.word(0), context.word(1));
    let descriptor = descriptor_at(context, stream)?;
    if line_at == 0 || room_at == 0 {
        context.set_errno(EINVAL)?;
        return word(u64::MAX);
    }
    let mut text = line(context, descriptor, delimiter, usize::MAX)?;
    let (old, room) = (context.read(line_at, 8)? as u64, context.read(room_at, 8)? as u64);
    let first = old == 0 || room == 0;
    if text.is_empty() && !first {
        return word(u64::MAX);
    }
    text.push(0);
    let needed = text.len() as u64;
    // glibc starts with 120 bytes and at least doubles.
    let start = if first { 120 } else { room };
    let new_room = if needed > start { needed.max(2 * start) } else { start };
    if first || new_room != room {
        let new = context.allocate(new_room)?;
        if new == 0 {
            return Err(misuse("getline: a line that memory does not hold"));
        }
        context.free(old)?;
        context.write(line_at, 8, u128::from(new))?;
        context.write(room_at, 8, u128::from(new_room))?;
    }
    if needed == 1 {
        return word(u64::MAX);
    }
    let to = context.read(line_at, 8)? as u64;
    context.write_bytes(to, &text)?;
    word(needed - 1)
}
