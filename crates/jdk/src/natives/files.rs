//! Files: standard streams, which are kept in memory, and the files of the JDK, which can be read. There are no others.

use super::Table;
use crate::env::{Answer, Env, boolean, int, int_at, long, null, reference, reference_at, void};
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_machine::Stop;

const DESCRIPTOR: &str = "java/io/FileDescriptor";

pub const TABLE: Table = &[
    ("java/io/FileDescriptor.getHandle", |_, _| long(-1)),
    ("java/io/FileDescriptor.getAppend", |_, _| boolean(false)),
    ("java/io/FileDescriptor.close0", |_, _| void()),
    ("java/io/FileCleanable.cleanupClose0", |_, _| void()),
    ("java/io/FileOutputStream.writeBytes", write_bytes),
    ("java/io/FileOutputStream.write", |env, args| {
        let number = descriptor(env, reference_at(args, 0), "java/io/FileOutputStream")?;
        write(env, number, &[int_at(args, 1) as u8])
    }),
    ("java/io/FileInputStream.readBytes", read_bytes),
    ("java/io/FileInputStream.read0", |env, args| {
        let number = descriptor(env, reference_at(args, 0), "java/io/FileInputStream")?;
        let bytes = read(env, number, 1)?;
        int(bytes.first().map_or(-1, |&byte| i32::from(byte)))
    }),
    ("java/io/FileInputStream.available0", |env, args| {
        let number = descriptor(env, reference_at(args, 0), "java/io/FileInputStream")?;
        int(env.vm.state.streams.file(number).map_or(0, |file| (file.bytes.len() - file.read) as i32))
    }),
    ("java/io/FileInputStream.isRegularFile0", |_, _| boolean(false)),
    ("java/io/FileInputStream.open0", open),
    ("java/io/FileInputStream.length0", |env, args| {
        let number = descriptor(env, reference_at(args, 0), "java/io/FileInputStream")?;
        long(env.vm.state.streams.file(number).map_or(0, |file| file.bytes.len() as i64))
    }),
    ("java/io/FileInputStream.position0", |env, args| {
        let number = descriptor(env, reference_at(args, 0), "java/io/FileInputStream")?;
        long(env.vm.state.streams.file(number).map_or(0, |file| file.read as i64))
    }),
    ("java/io/RandomAccessFile.open0", no_file),
    ("java/io/FileOutputStream.open0", no_file),
    ("java/io/UnixFileSystem.getBooleanAttributes0", attributes),
    ("sun/nio/fs/UnixNativeDispatcher.init", |_, _| int(0)),
    ("sun/nio/fs/UnixNativeDispatcher.getcwd", |env, _| reference(env.new_bytes(b"/work")?)),
    // No such file.
    ("sun/nio/fs/UnixNativeDispatcher.stat0", |_, _| int(2)),
    ("sun/nio/fs/UnixNativeDispatcher.access0", |_, _| int(2)),
    ("java/io/UnixFileSystem.canonicalize0", |_, args| reference(reference_at(args, 1))),
    ("java/io/UnixFileSystem.checkAccess", |_, _| boolean(false)),
    ("java/io/UnixFileSystem.checkAccess0", |_, _| boolean(false)),
    ("java/io/UnixFileSystem.getLength", |_, _| long(0)),
    ("java/io/UnixFileSystem.getLength0", |_, _| long(0)),
    ("java/io/Console.istty", |_, _| boolean(false)),
    ("java/io/Console.ttyStatus", |_, _| int(0)),
    ("java/io/Console.encoding", |_, _| reference(0)),
];

/// The number of the file that a stream is of.
fn descriptor(env: &mut Env<'_, '_>, stream: u64, class: &str) -> Result<i32, Stop> {
    let descriptor = env.get(stream, class, "fd")?;
    env.get_int(descriptor, DESCRIPTOR, "fd")
}

/// `(stream, array, start, count, append)`.
fn write_bytes(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let array = reference_at(args, 1);
    if array == 0 {
        return Err(null());
    }
    let bytes = bytes_of(env, array, int_at(args, 2), int_at(args, 3))?;
    let number = descriptor(env, reference_at(args, 0), "java/io/FileOutputStream")?;
    write(env, number, &bytes)
}

fn bytes_of(env: &mut Env<'_, '_>, array: u64, start: i32, count: i32) -> Result<Vec<u8>, Stop> {
    match env.bytes(array, start, count) {
        Err(Stop::Fault(trine_machine::FaultKind::ArrayIndex { .. })) => {
            Err(env.throw_with("java/lang/IndexOutOfBoundsException", 0))
        }
        other => other,
    }
}

fn write(env: &mut Env<'_, '_>, number: i32, bytes: &[u8]) -> Answer {
    let streams = &mut env.vm.state.streams;
    match number {
        1 => streams.out.extend_from_slice(bytes),
        2 => streams.err.extend_from_slice(bytes),
        _ => return Err(env.throw("java/io/IOException", "Stream Closed")),
    }
    // What a program prints is memory, too.
    if streams.out.len() + streams.err.len() > MAX_OUTPUT {
        return Err(Stop::MemoryLimit);
    }
    void()
}

/// Bytes that a program may print.
const MAX_OUTPUT: usize = 256 << 20;

fn read(env: &mut Env<'_, '_>, number: i32, count: usize) -> Result<Vec<u8>, Stop> {
    let Some(file) = env.vm.state.streams.file(number) else {
        return Err(env.throw("java/io/IOException", "Stream Closed"));
    };
    let end = file.bytes.len().min(file.read.saturating_add(count));
    let bytes = file.bytes[file.read..end].to_vec();
    file.read = end;
    Ok(bytes)
}

/// `(stream, array, start, count)`: how many bytes, or -1 at the end.
fn read_bytes(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (array, start, count) = (reference_at(args, 1), int_at(args, 2), int_at(args, 3));
    if array == 0 {
        return Err(null());
    }
    bytes_of(env, array, start, count)?;
    if count == 0 {
        return int(0);
    }
    let number = descriptor(env, reference_at(args, 0), "java/io/FileInputStream")?;
    let bytes = read(env, number, count as usize)?;
    if bytes.is_empty() {
        return int(-1);
    }
    env.memory().write_bytes(array + ELEMENTS_OFFSET + start as u64, &bytes)?;
    int(bytes.len() as i32)
}

/// Whether `name` is a path inside of the JDK, whose files can be read.
fn is_of_jdk(env: &Env<'_, '_>, name: &str) -> bool {
    name.strip_prefix(&env.vm.home).is_some_and(|rest| rest.starts_with('/') && !rest.contains(".."))
}

/// `(file system, file)`: whether it is there (1), a plain file (2), a folder (4).
fn attributes(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = env.get(reference_at(args, 1), "java/io/File", "path")?;
    let name = env.text(path)?;
    if !is_of_jdk(env, &name) {
        return int(0);
    }
    int(match std::fs::metadata(&name) {
        Ok(found) if found.is_dir() => 5,
        Ok(_) => 3,
        Err(_) => 0,
    })
}

/// `(stream, name)`: opens a file of the JDK.
fn open(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.text(reference_at(args, 1))?;
    let bytes = if is_of_jdk(env, &name) { std::fs::read(&name).ok() } else { None };
    let Some(bytes) = bytes else { return no_file(env, args) };
    let number = env.vm.state.streams.open(bytes);
    let descriptor = env.get(reference_at(args, 0), "java/io/FileInputStream", "fd")?;
    env.set_small(descriptor, DESCRIPTOR, "fd", 4, number as u64)?;
    void()
}

/// `(stream, name, …)`: no file is there.
fn no_file(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.text(reference_at(args, 1))?;
    let message = format!("{name} (No such file or directory)");
    Err(env.throw("java/io/FileNotFoundException", &message))
}
