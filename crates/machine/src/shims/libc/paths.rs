//! `libgen.h`, `sys/stat.h`, `stdlib.h`: names of files, what is known of them, temporary ones.
//!
//! The files are those of [`super::files`]: what the test provides. `stat` tells kind, permissions and
//! size. What depends on the directory that a test runs in (`getcwd`, `realpath`, `mkdir`, `opendir`) is left to
//! stubs, whose results the tests choose.
//!
//! Source: POSIX.1-2017. Not handled: links, owners, times, `fstatat` and its like.

use super::files::{EACCES, EINVAL, ENOENT, Mode};
use super::unistd::FIRST_DESCRIPTOR;
use super::{Shim, ShimContext, ShimResult, int, shim, word};
use crate::fault::Stop;

pub(super) const SHIMS: &[Shim] = &[
    shim("basename", gnu_base_name),
    shim("__xpg_basename", base_name),
    shim("dirname", directory_name),
    shim("stat", stat),
    shim("stat64", stat),
    shim("lstat", stat),
    shim("lstat64", stat),
    shim("fstat", stat_open),
    shim("fstat64", stat_open),
    shim("mkstemp", |context| make_temporary(context, 0)),
    shim("mkostemp", |context| make_temporary(context, 0)),
    shim("mkstemps", |context| make_temporary(context, context.int(1))),
];

/// Bytes of a `struct stat` on x86-64, and the places of its fields.
const STAT_BYTES: u64 = 144;
const MODE_AT: u64 = 24;
const SIZE_AT: u64 = 48;
const BLOCK_SIZE_AT: u64 = 56;
const LINKS_AT: u64 = 16;
const REGULAR: u128 = 0o100_644;
const TERMINAL: u128 = 0o020_620;

/// GNU's `char *basename(const char *path)`: behind the last slash.
fn gnu_base_name(context: &mut ShimContext<'_>) -> ShimResult {
    let path = context.string(context.word(0))?;
    let start = path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    word(context.word(0) + start as u64)
}

/// The path without slashes at its end; a path of slashes alone keeps one.
fn without_slashes(path: &[u8]) -> &[u8] {
    let end = path.iter().rposition(|&byte| byte != b'/').map_or(path.len().min(1), |last| last + 1);
    &path[..end]
}

/// POSIX's `char *basename(char *path)`, which may cut slashes off the end of its argument.
fn base_name(context: &mut ShimContext<'_>) -> ShimResult {
    let place = context.word(0);
    let path = if place == 0 { Vec::new() } else { context.c_string(place)? };
    if path.is_empty() {
        return word(context.constant_object(b".\0")?);
    }
    let kept = without_slashes(&path);
    let start = kept.iter().rposition(|&byte| byte == b'/').filter(|_| kept != b"/");
    if kept.len() < path.len() && kept != b"/" {
        context.write(place + kept.len() as u64, 1, 0)?;
    }
    if kept == b"/" {
        return word(place + path.len() as u64 - 1);
    }
    word(place + start.map_or(0, |slash| slash + 1) as u64)
}

/// `char *dirname(char *path)`, which cuts the last part off its argument.
fn directory_name(context: &mut ShimContext<'_>) -> ShimResult {
    let place = context.word(0);
    let path = if place == 0 { Vec::new() } else { context.c_string(place)? };
    if path == b"//" {
        return word(place);
    }
    let Some(slash) = without_slashes(&path).iter().rposition(|&byte| byte == b'/') else {
        return word(context.constant_object(b".\0")?);
    };
    let kept = without_slashes(&path[..slash.max(1)]);
    // Two slashes alone at the start stay two: POSIX lets them have a meaning of their own.
    let both = slash == 1 && path.starts_with(b"//");
    let length = if both { 2 } else { kept.len() };
    context.write(place + length as u64, 1, 0)?;
    word(place)
}

fn write_stat(context: &mut ShimContext<'_>, place: u64, mode: u128, size: u64) -> Result<(), Stop> {
    context.fill(place, 0, STAT_BYTES)?;
    context.write(place + LINKS_AT, 8, 1)?;
    context.write(place + MODE_AT, 4, mode)?;
    context.write(place + SIZE_AT, 8, u128::from(size))?;
    context.write(place + BLOCK_SIZE_AT, 8, 4096)
}

/// `int stat(const char *name, struct stat *to)`
fn stat(context: &mut ShimContext<'_>) -> ShimResult {
    let name = context.c_string(context.word(0))?;
    let named = context.state().introduce(&name);
    let size = context.state().library.files.size_of_name(&name);
    match named.and(size.ok_or(ENOENT)) {
        Ok(size) => {
            write_stat(context, context.word(1), REGULAR, size as u64)?;
            int(0)
        }
        Err(number) => {
            context.set_errno(number)?;
            int(-1)
        }
    }
}

/// `int fstat(int descriptor, struct stat *to)`
fn stat_open(context: &mut ShimContext<'_>) -> ShimResult {
    let descriptor = context.int(0);
    match context.state().library.files.size_of_open(descriptor) {
        Ok(size) => {
            let mode = if size.is_some() { REGULAR } else { TERMINAL };
            write_stat(context, context.word(1), mode, size.unwrap_or(0) as u64)?;
            int(0)
        }
        Err(number) => {
            context.set_errno(number)?;
            int(-1)
        }
    }
}

/// `int mkstemp(char *template)`: the six `X` before `suffix` characters become a number.
fn make_temporary(context: &mut ShimContext<'_>, suffix: i32) -> ShimResult {
    let template = context.c_string(context.word(0))?;
    let end = usize::try_from(suffix).ok().and_then(|suffix| template.len().checked_sub(suffix));
    let Some(start) = end.and_then(|end| end.checked_sub(6)).filter(|&at| template[at..at + 6] == *b"XXXXXX")
    else {
        context.set_errno(EINVAL)?;
        return int(-1);
    };
    let mode = Mode { read: true, write: true, create: true, exclusive: true, ..Mode::default() };
    for number in 0..1_000_000 {
        let digits = format!("{number:06}");
        let name = [&template[..start], digits.as_bytes(), &template[start + 6..]].concat();
        if let Ok(descriptor) = context.state().library.files.open(&name, mode, FIRST_DESCRIPTOR) {
            context.state().take_name(&name);
            context.write_bytes(context.word(0) + start as u64, digits.as_bytes())?;
            return int(descriptor);
        }
    }
    context.set_errno(EACCES)?;
    int(-1)
}
