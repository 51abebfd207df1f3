//! `wchar.h`: wide characters in and out of streams, in the C locale: one byte each.
//!
//! Not handled: `fwide` and the orientation of a stream (wide and narrow calls mix), formatted wide input.

use super::format::{Arguments, format_text};
use super::stream_object::descriptor_at;
use super::wide::{EILSEQ, SIZE, at, length, narrow_format};
use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::{Returns, Stop};

pub(super) const SHIMS: &[Shim] = &[
    shim("fputwc", |context| put(context, descriptor_at(context, 1)?)),
    shim("putwc", |context| put(context, descriptor_at(context, 1)?)),
    shim("putwchar", |context| put(context, 1)),
    shim("fputws", put_text),
    shim("fgetwc", |context| get(context, descriptor_at(context, 0)?)),
    shim("getwc", |context| get(context, descriptor_at(context, 0)?)),
    shim("getwchar", |context| get(context, 0)),
    shim("fgetws", get_text),
    shim("ungetwc", give_back),
    shim("wprintf", |context| print(context, 1, 0, Arguments::Given(1))),
    shim("vwprintf", |context| print(context, 1, 0, Arguments::List(context.word(1)))),
    shim("fwprintf", |context| print(context, descriptor_at(context, 0)?, 1, Arguments::Given(2))),
    shim("vfwprintf", |context| {
        print(context, descriptor_at(context, 0)?, 1, Arguments::List(context.word(2)))
    }),
];

/// `WEOF`, a `wint_t`.
fn end_of_file() -> ShimResult {
    Ok(Returns::one(u128::from(u32::MAX)))
}

fn failed(context: &mut ShimContext<'_>, number: i32) -> ShimResult {
    context.set_errno(number)?;
    end_of_file()
}

/// `wint_t fputwc(wchar_t character, FILE *stream)`
fn put(context: &mut ShimContext<'_>, descriptor: i32) -> ShimResult {
    let character = context.int(0);
    match u8::try_from(character).ok().filter(u8::is_ascii) {
        None => failed(context, EILSEQ),
        Some(byte) => match context.state().write_to(descriptor, &[byte]) {
            Ok(()) => int(character),
            Err(number) => failed(context, number),
        },
    }
}

/// `int fputws(const wchar_t *text, FILE *stream)`
fn put_text(context: &mut ShimContext<'_>) -> ShimResult {
    let (text, descriptor) = (context.word(0), descriptor_at(context, 1)?);
    let mut bytes = Vec::new();
    for index in 0..length(context, text, u64::MAX)? {
        match u8::try_from(at(context, text, index)?).ok().filter(u8::is_ascii) {
            Some(byte) => bytes.push(byte),
            None => return failed(context, EILSEQ),
        }
    }
    match context.state().write_to(descriptor, &bytes) {
        Ok(()) => int(1),
        Err(number) => failed(context, number),
    }
}

/// The next character; `None` at the end or when it is none, with `errno` set.
fn next(context: &mut ShimContext<'_>, descriptor: i32) -> Result<Option<u8>, Stop> {
    let number = match context.state().next_byte(descriptor) {
        Ok(Some(byte)) if byte > 127 => EILSEQ,
        Ok(byte) => return Ok(byte),
        Err(number) => number,
    };
    context.set_errno(number)?;
    Ok(None)
}

/// `wint_t fgetwc(FILE *stream)`
fn get(context: &mut ShimContext<'_>, descriptor: i32) -> ShimResult {
    match next(context, descriptor)? {
        Some(byte) => int(i32::from(byte)),
        None => end_of_file(),
    }
}

/// `wchar_t *fgetws(wchar_t *to, int room, FILE *stream)`
fn get_text(context: &mut ShimContext<'_>) -> ShimResult {
    let (to, room, descriptor) = (context.word(0), context.int(1), descriptor_at(context, 2)?);
    let mut count = 0;
    while i64::from(count) < i64::from(room) - 1 {
        let Some(byte) = next(context, descriptor)? else { break };
        context.write(to.wrapping_add(count as u64 * SIZE), SIZE as u32, u128::from(byte))?;
        count += 1;
        if byte == b'\n' {
            break;
        }
    }
    if count == 0 {
        return word(0);
    }
    context.write(to.wrapping_add(count as u64 * SIZE), SIZE as u32, 0)?;
    word(to)
}

/// `wint_t ungetwc(wint_t character, FILE *stream)`
fn give_back(context: &mut ShimContext<'_>) -> ShimResult {
    let (character, descriptor) = (context.int(0), descriptor_at(context, 1)?);
    let Some(byte) = u8::try_from(character).ok().filter(u8::is_ascii) else { return end_of_file() };
    match context.state().library.files.get(descriptor) {
        Some(file) => {
            file.pushed_back.push(byte);
            file.end = false;
            int(character)
        }
        None => end_of_file(),
    }
}

/// `int fwprintf(FILE *stream, const wchar_t *format, ...)`
fn print(
    context: &mut ShimContext<'_>,
    descriptor: i32,
    position: usize,
    arguments: Arguments,
) -> ShimResult {
    let format = narrow_format(context, context.word(position))?;
    let text = format_text(context, format, arguments)?;
    let written = text.and_then(|text| context.state().write_to(descriptor, &text).map(|()| text.len()));
    match written {
        Ok(count) => int(count as i32),
        Err(number) => failed(context, number),
    }
}
