//! `java.util.zip`: checksums, and compression by a library. What is compressed may have other bytes than zlib's.

use super::Table;
use crate::env::{Answer, Env, int, int_at, long, long_at, reference_at, void};
use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};
use std::sync::{Arc, Mutex, PoisonError};
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_machine::Stop;

/// What compresses or decompresses; numbers that programs hold count them from 1.
#[derive(Clone, Default)]
pub struct Zips(Vec<Arc<Mutex<Zip>>>);

/// A stream, with the checksum of what it gave or took.
struct Zip {
    work: Work,
    adler: u32,
    plain: bool,
    level: u32,
}

enum Work {
    Inflate(Decompress),
    Deflate(Compress),
}

pub const TABLE: Table = &[
    ("java/util/zip/CRC32.update", |_, args| {
        int(crc(int_at(args, 0) as u32, &[int_at(args, 1) as u8]) as i32)
    }),
    ("java/util/zip/CRC32.updateBytes0", |env, args| checked(env, args, false, crc)),
    ("java/util/zip/CRC32.updateByteBuffer0", |env, args| checked(env, args, true, crc)),
    ("java/util/zip/Adler32.update", |_, args| {
        int(adler(int_at(args, 0) as u32, &[int_at(args, 1) as u8]) as i32)
    }),
    ("java/util/zip/Adler32.updateBytes", |env, args| checked(env, args, false, adler)),
    ("java/util/zip/Adler32.updateByteBuffer", |env, args| checked(env, args, true, adler)),
    ("java/util/zip/Inflater.init", |env, args| {
        let plain = int_at(args, 0) != 0;
        new(env, Work::Inflate(Decompress::new(!plain)), plain, 0)
    }),
    ("java/util/zip/Deflater.init", |env, args| {
        let level = u32::try_from(int_at(args, 0)).unwrap_or(6).min(9);
        let plain = int_at(args, 2) != 0;
        new(env, Work::Deflate(Compress::new(Compression::new(level), !plain)), plain, level)
    }),
    ("java/util/zip/Inflater.inflateBytesBytes", |env, args| run(env, args, (true, true))),
    ("java/util/zip/Inflater.inflateBytesBuffer", |env, args| run(env, args, (true, false))),
    ("java/util/zip/Inflater.inflateBufferBytes", |env, args| run(env, args, (false, true))),
    ("java/util/zip/Inflater.inflateBufferBuffer", |env, args| run(env, args, (false, false))),
    ("java/util/zip/Deflater.deflateBytesBytes", |env, args| run(env, args, (true, true))),
    ("java/util/zip/Deflater.deflateBytesBuffer", |env, args| run(env, args, (true, false))),
    ("java/util/zip/Deflater.deflateBufferBytes", |env, args| run(env, args, (false, true))),
    ("java/util/zip/Deflater.deflateBufferBuffer", |env, args| run(env, args, (false, false))),
    ("java/util/zip/Inflater.getAdler", get_adler),
    ("java/util/zip/Deflater.getAdler", get_adler),
    ("java/util/zip/Inflater.reset", reset),
    ("java/util/zip/Deflater.reset", reset),
    ("java/util/zip/Inflater.end", |_, _| void()),
    ("java/util/zip/Deflater.end", |_, _| void()),
];

/// CRC-32 of what had the sum `sum` and `bytes` behind it (polynomial 0xEDB88320, reflected).
fn crc(sum: u32, bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!sum, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ if sum & 1 != 0 { 0xedb8_8320 } else { 0 })
    })
}

/// Adler-32 (RFC 1950) of what had the sum `sum` and `bytes` behind it.
fn adler(sum: u32, bytes: &[u8]) -> u32 {
    let (a, b) = bytes.iter().fold((sum & 0xffff, sum >> 16), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    b << 16 | a
}

/// `(sum, array or address, first, count)`.
fn checked(env: &mut Env<'_, '_>, args: &[u128], is_address: bool, sum: fn(u32, &[u8]) -> u32) -> Answer {
    let (first, count) = (int_at(args, 2), int_at(args, 3));
    let bytes = match is_address {
        true => {
            let address = reference_at(args, 1).wrapping_add(first as u64);
            env.memory().read_bytes(address, count.max(0) as u64)?.to_vec()
        }
        false => env.bytes(reference_at(args, 1), first, count)?,
    };
    int(sum(int_at(args, 0) as u32, &bytes) as i32)
}

fn new(env: &mut Env<'_, '_>, work: Work, plain: bool, level: u32) -> Answer {
    let zips = &mut env.vm.state.zips.0;
    zips.push(Arc::new(Mutex::new(Zip { work, adler: 1, plain, level })));
    long(zips.len() as i64)
}

fn zip(env: &mut Env<'_, '_>, number: i64) -> Result<Arc<Mutex<Zip>>, Stop> {
    let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
    let found = env.vm.state.zips.0.get(at).cloned();
    found.ok_or_else(|| Stop::Unsupported("a stream of `java.util.zip` that nobody made".to_owned()))
}

fn get_adler(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let zip = zip(env, long_at(args, 0))?;
    let adler = zip.lock().unwrap_or_else(PoisonError::into_inner).adler;
    int(adler as i32)
}

fn reset(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let zip = zip(env, long_at(args, 0))?;
    let mut zip = zip.lock().unwrap_or_else(PoisonError::into_inner);
    let plain = zip.plain;
    match &mut zip.work {
        Work::Inflate(inflate) => inflate.reset(!plain),
        Work::Deflate(deflate) => deflate.reset(),
    }
    zip.adler = 1;
    void()
}

/// `(stream object, its number, input, …, output, …, how, parameters)`: an array has first and count behind it, an
/// address its count. The result packs what was used, what was given, and whether it is at its end.
fn run(env: &mut Env<'_, '_>, args: &[u128], (array_in, array_out): (bool, bool)) -> Answer {
    let place = |at: usize, is_array: bool| match is_array {
        true => {
            let start = reference_at(args, at) + ELEMENTS_OFFSET + int_at(args, at + 1) as u64;
            (start, int_at(args, at + 2).max(0) as u64, at + 3)
        }
        false => (reference_at(args, at), int_at(args, at + 1).max(0) as u64, at + 2),
    };
    let (from, available, next) = place(2, array_in);
    let (to, room, next) = place(next, array_out);
    let input = if available == 0 { Vec::new() } else { env.memory().read_bytes(from, available)?.to_vec() };
    let zip = zip(env, long_at(args, 1))?;
    let mut zip = zip.lock().unwrap_or_else(PoisonError::into_inner);
    let mut output = vec![0; room as usize];
    let is_inflate = matches!(zip.work, Work::Inflate(_));
    let (flush, params) = (int_at(args, next), int_at(args, next + 1));
    if !is_inflate && params & 1 != 0 {
        let level = u32::try_from(params >> 3).unwrap_or(6).min(9);
        if level != zip.level {
            let plain = zip.plain;
            zip.level = level;
            zip.work = Work::Deflate(Compress::new(Compression::new(level), !plain));
        }
    }
    let (used, given, status) = match &mut zip.work {
        Work::Inflate(inflate) => {
            let before = (inflate.total_in(), inflate.total_out());
            let status = inflate.decompress(&input, &mut output, FlushDecompress::None);
            let after = (inflate.total_in() - before.0, inflate.total_out() - before.1);
            (
                after.0,
                after.1,
                status.map_err(|error| (error.needs_dictionary().is_some(), error.to_string())),
            )
        }
        Work::Deflate(deflate) => {
            let flush = match flush {
                2 => FlushCompress::Sync,
                3 => FlushCompress::Full,
                4 => FlushCompress::Finish,
                _ => FlushCompress::None,
            };
            let before = (deflate.total_in(), deflate.total_out());
            let status = deflate.compress(&input, &mut output, flush);
            let after = (deflate.total_in() - before.0, deflate.total_out() - before.1);
            (after.0, after.1, status.map_err(|error| (false, error.to_string())))
        }
    };
    let taken: &[u8] = if is_inflate { &output[..given as usize] } else { &input[..used as usize] };
    zip.adler = adler(zip.adler, taken);
    drop(zip);
    if given > 0 {
        env.memory().write_bytes(to, &output[..given as usize])?;
    }
    let flag = match status {
        Ok(Status::StreamEnd) => 1 << 62,
        Ok(_) => 0,
        Err((true, _)) => i64::MIN,
        Err((false, _)) if is_inflate => {
            let stream = reference_at(args, 0);
            for (name, count) in [("inputConsumed", used), ("outputConsumed", given)] {
                if env.vm.has_field("java/util/zip/Inflater", name) {
                    env.set_small(stream, "java/util/zip/Inflater", name, 4, count)?;
                }
            }
            return Err(env.throw("java/util/zip/DataFormatException", "invalid stream of compressed data"));
        }
        Err(_) => 0,
    };
    long(used as i64 | (given as i64) << 31 | flag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_their_definitions() {
        assert_eq!(crc(0, b"123456789"), 0xcbf4_3926);
        assert_eq!(adler(1, b"Wikipedia"), 0x11e6_0398);
        assert_eq!(crc(crc(0, b"1234"), b"56789"), 0xcbf4_3926);
    }
}
