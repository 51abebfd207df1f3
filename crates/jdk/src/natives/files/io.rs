//! Natives of `java.io`: streams, `RandomAccessFile`, `File`.

use super::super::Table;
use super::{DESCRIPTOR, close, files, now, read, write};
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, null, reference, reference_at, void};
use crate::files::{Access, EISDIR, ErrorNumber, Files, Kind, text};
use trine_ir::objects::ELEMENTS_OFFSET;
use trine_machine::Stop;

const INPUT: &str = "java/io/FileInputStream";
const OUTPUT: &str = "java/io/FileOutputStream";
const RANDOM: &str = "java/io/RandomAccessFile";

pub const TABLE: Table = &[
    ("java/io/FileDescriptor.getHandle", |_, _| long(-1)),
    ("java/io/FileDescriptor.getAppend", |_, _| boolean(false)),
    ("java/io/FileDescriptor.close0", |env, args| close(env, reference_at(args, 0))),
    ("java/io/FileDescriptor.sync", |_, _| void()),
    ("java/io/FileDescriptor.sync0", |_, _| void()),
    ("java/io/FileCleanable.cleanupClose0", |env, args| {
        files(env).close(int_at(args, 0));
        void()
    }),
    ("java/io/FileOutputStream.open0", |env, args| {
        let append = int_at(args, 2) != 0;
        let access = Access { write: true, create: true, truncate: !append, append, ..Access::default() };
        open(env, args, OUTPUT, access)
    }),
    ("java/io/FileOutputStream.writeBytes", |env, args| write_bytes(env, args, OUTPUT)),
    ("java/io/FileOutputStream.write", |env, args| {
        let bytes = [int_at(args, 1) as u8];
        write_to(env, args, OUTPUT, &bytes)
    }),
    ("java/io/FileInputStream.open0", |env, args| {
        open(env, args, INPUT, Access { read: true, ..Access::default() })
    }),
    ("java/io/FileInputStream.readBytes", |env, args| read_bytes(env, args, INPUT)),
    ("java/io/FileInputStream.read0", |env, args| read_byte(env, args, INPUT)),
    ("java/io/FileInputStream.available0", |env, args| {
        let number = number(env, args, INPUT)?;
        if number == 0 {
            let input = &env.vm.state.streams.input;
            return int((input.bytes.len() - input.read) as i32);
        }
        let done = files(env).position(number).and_then(|at| {
            let (_, node) = files(env).node(number)?;
            Ok(node.bytes.len().saturating_sub(at))
        });
        int(done.map_or(0, |count| i32::try_from(count).unwrap_or(i32::MAX)))
    }),
    ("java/io/FileInputStream.skip0", |env, args| {
        let number = number(env, args, INPUT)?;
        let done = files(env).position(number).and_then(|at| {
            let to = (at as i64).saturating_add(long_at(args, 1));
            if to < 0 {
                return Err(22);
            }
            files(env).seek(number, to as usize)
        });
        done.map_or_else(|error| Err(failed(env, error)), |()| long(long_at(args, 1)))
    }),
    ("java/io/FileInputStream.isRegularFile0", |env, args| {
        let number = env.get_int(reference_at(args, 1), DESCRIPTOR, "fd")?;
        boolean(files(env).node(number).is_ok_and(|(_, node)| node.kind == Kind::File))
    }),
    ("java/io/FileInputStream.length0", |env, args| length(env, args, INPUT)),
    ("java/io/FileInputStream.position0", |env, args| position(env, args, INPUT)),
    ("java/io/RandomAccessFile.open0", |env, args| {
        // The mode: 1 reads, 2 reads and writes.
        let writes = int_at(args, 2) & 2 != 0;
        open(env, args, RANDOM, Access { read: true, write: writes, create: writes, ..Access::default() })
    }),
    ("java/io/RandomAccessFile.read0", |env, args| read_byte(env, args, RANDOM)),
    ("java/io/RandomAccessFile.readBytes", |env, args| read_bytes(env, args, RANDOM)),
    ("java/io/RandomAccessFile.readBytes0", |env, args| read_bytes(env, args, RANDOM)),
    ("java/io/RandomAccessFile.write0", |env, args| {
        let bytes = [int_at(args, 1) as u8];
        write_to(env, args, RANDOM, &bytes)
    }),
    ("java/io/RandomAccessFile.writeBytes", |env, args| write_bytes(env, args, RANDOM)),
    ("java/io/RandomAccessFile.writeBytes0", |env, args| write_bytes(env, args, RANDOM)),
    ("java/io/RandomAccessFile.getFilePointer", |env, args| position(env, args, RANDOM)),
    ("java/io/RandomAccessFile.seek0", |env, args| {
        let number = number(env, args, RANDOM)?;
        let to = usize::try_from(long_at(args, 1)).unwrap_or(0);
        let done = files(env).seek(number, to);
        done.map_or_else(|error| Err(failed(env, error)), |()| void())
    }),
    ("java/io/RandomAccessFile.length", |env, args| length(env, args, RANDOM)),
    ("java/io/RandomAccessFile.length0", |env, args| length(env, args, RANDOM)),
    ("java/io/RandomAccessFile.setLength", set_length),
    ("java/io/RandomAccessFile.setLength0", set_length),
    ("java/io/UnixFileSystem.getBooleanAttributes0", attributes),
    ("java/io/UnixFileSystem.canonicalize0", |env, args| {
        let path = env.text(reference_at(args, 1))?;
        reference(env.new_string(&Files::absolute(&path))?)
    }),
    ("java/io/UnixFileSystem.checkAccess", check_access),
    ("java/io/UnixFileSystem.checkAccess0", check_access),
    ("java/io/UnixFileSystem.getLength", file_length),
    ("java/io/UnixFileSystem.getLength0", file_length),
    ("java/io/UnixFileSystem.getLastModifiedTime", last_modified),
    ("java/io/UnixFileSystem.getLastModifiedTime0", last_modified),
    ("java/io/UnixFileSystem.setLastModifiedTime", set_last_modified),
    ("java/io/UnixFileSystem.setLastModifiedTime0", set_last_modified),
    ("java/io/UnixFileSystem.setReadOnly", |env, args| change_mode(env, args, 0o222, false)),
    ("java/io/UnixFileSystem.setReadOnly0", |env, args| change_mode(env, args, 0o222, false)),
    ("java/io/UnixFileSystem.setPermission", set_permission),
    ("java/io/UnixFileSystem.setPermission0", set_permission),
    ("java/io/UnixFileSystem.createFileExclusively", create),
    ("java/io/UnixFileSystem.createFileExclusively0", create),
    ("java/io/UnixFileSystem.createDirectory", make_folder),
    ("java/io/UnixFileSystem.createDirectory0", make_folder),
    ("java/io/UnixFileSystem.delete0", |env, args| {
        let path = path(env, args, 1)?;
        boolean(files(env).delete(&path, None).is_ok())
    }),
    ("java/io/UnixFileSystem.rename0", |env, args| {
        let (from, to) = (path(env, args, 1)?, path(env, args, 2)?);
        boolean(files(env).rename(&from, &to).is_ok())
    }),
    ("java/io/UnixFileSystem.list", list),
    ("java/io/UnixFileSystem.list0", list),
    ("java/io/UnixFileSystem.getSpace", |_, _| long(1 << 30)),
    ("java/io/UnixFileSystem.getSpace0", |_, _| long(1 << 30)),
    ("java/io/UnixFileSystem.getNameMax0", |_, _| long(255)),
    ("java/io/Console.istty", |_, _| boolean(false)),
    ("java/io/Console.ttyStatus", |_, _| int(0)),
    ("java/io/Console.encoding", |_, _| reference(0)),
];

fn failed(env: &mut Env<'_, '_>, error: ErrorNumber) -> Stop {
    let message = if error == crate::files::EBADF { "Stream Closed" } else { text(error) };
    env.throw("java/io/IOException", message)
}

/// The number of the file that a stream is of.
fn number(env: &mut Env<'_, '_>, args: &[u128], class: &str) -> Result<i32, Stop> {
    let descriptor = env.get(reference_at(args, 0), class, "fd")?;
    env.get_int(descriptor, DESCRIPTOR, "fd")
}

/// `(stream, name, …)`.
fn open(env: &mut Env<'_, '_>, args: &[u128], class: &str, access: Access) -> Answer {
    let name = env.text(reference_at(args, 1))?;
    let now = now(env);
    let opened = files(env).open(&name, access, now).and_then(|number| {
        let is_folder = files(env).node(number).is_ok_and(|(_, node)| node.kind == Kind::Folder);
        if is_folder { Err(EISDIR) } else { Ok(number) }
    });
    match opened {
        Ok(number) => {
            let descriptor = env.get(reference_at(args, 0), class, "fd")?;
            env.set_small(descriptor, DESCRIPTOR, "fd", 4, number as u64)?;
            void()
        }
        Err(error) => {
            let message = format!("{name} ({})", text(error));
            Err(env.throw("java/io/FileNotFoundException", &message))
        }
    }
}

fn bytes_of(env: &mut Env<'_, '_>, array: u64, start: i32, count: i32) -> Result<Vec<u8>, Stop> {
    if array == 0 {
        return Err(null());
    }
    match env.bytes(array, start, count) {
        Err(Stop::Fault(trine_machine::FaultKind::ArrayIndex { .. })) => {
            Err(env.throw_with("java/lang/IndexOutOfBoundsException", 0))
        }
        other => other,
    }
}

fn write_to(env: &mut Env<'_, '_>, args: &[u128], class: &str, bytes: &[u8]) -> Answer {
    let number = number(env, args, class)?;
    write(env, number, None, bytes)?.map_or_else(|error| Err(failed(env, error)), |()| void())
}

/// `(stream, array, start, count, …)`.
fn write_bytes(env: &mut Env<'_, '_>, args: &[u128], class: &str) -> Answer {
    let bytes = bytes_of(env, reference_at(args, 1), int_at(args, 2), int_at(args, 3))?;
    write_to(env, args, class, &bytes)
}

fn read_byte(env: &mut Env<'_, '_>, args: &[u128], class: &str) -> Answer {
    let number = number(env, args, class)?;
    match read(env, number, None, 1) {
        Ok(bytes) => int(bytes.first().map_or(-1, |&byte| i32::from(byte))),
        Err(error) => Err(failed(env, error)),
    }
}

/// `(stream, array, start, count)`: how many bytes, or -1 at the end.
fn read_bytes(env: &mut Env<'_, '_>, args: &[u128], class: &str) -> Answer {
    let (array, start, count) = (reference_at(args, 1), int_at(args, 2), int_at(args, 3));
    bytes_of(env, array, start, count)?;
    if count == 0 {
        return int(0);
    }
    let number = number(env, args, class)?;
    match read(env, number, None, count as usize) {
        Ok(bytes) if bytes.is_empty() => int(-1),
        Ok(bytes) => {
            env.memory().write_bytes(array + ELEMENTS_OFFSET + start as u64, &bytes)?;
            int(bytes.len() as i32)
        }
        Err(error) => Err(failed(env, error)),
    }
}

fn length(env: &mut Env<'_, '_>, args: &[u128], class: &str) -> Answer {
    let number = number(env, args, class)?;
    let length = files(env).node(number).map(|(_, node)| node.bytes.len());
    length.map_or_else(|error| Err(failed(env, error)), |length| long(length as i64))
}

fn position(env: &mut Env<'_, '_>, args: &[u128], class: &str) -> Answer {
    let number = number(env, args, class)?;
    let position = files(env).position(number);
    position.map_or_else(|error| Err(failed(env, error)), |position| long(position as i64))
}

fn set_length(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let number = number(env, args, RANDOM)?;
    let (length, now) = (usize::try_from(long_at(args, 1)).unwrap_or(0), now(env));
    let done = files(env).set_length(number, length, now);
    done.map_or_else(|error| Err(failed(env, error)), |()| void())
}

/// The path in the `java.io.File` at `position`.
fn path(env: &mut Env<'_, '_>, args: &[u128], position: usize) -> Result<String, Stop> {
    let path = env.get(reference_at(args, position), "java/io/File", "path")?;
    env.text(path)
}

/// `(file system, file)`: whether it is there (1), a plain file (2), a folder (4).
fn attributes(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = path(env, args, 1)?;
    int(match files(env).stat(&path) {
        Ok((_, node)) => match node.kind {
            Kind::Folder => 5,
            Kind::File => 3,
            _ => 1,
        },
        Err(_) => 0,
    })
}

/// `(file system, file, access)`: 1 executes, 2 writes, 4 reads.
fn check_access(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = path(env, args, 1)?;
    let wanted = (int_at(args, 2) as u32 & 7) << 6;
    boolean(files(env).stat(&path).is_ok_and(|(_, node)| node.mode & wanted == wanted))
}

fn file_length(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = path(env, args, 1)?;
    long(files(env).stat(&path).map_or(0, |(_, node)| node.bytes.len() as i64))
}

fn last_modified(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = path(env, args, 1)?;
    long(files(env).stat(&path).map_or(0, |(_, node)| node.modified))
}

fn set_last_modified(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = path(env, args, 1)?;
    boolean(files(env).stat(&path).map(|(_, node)| node.modified = long_at(args, 2)).is_ok())
}

fn change_mode(env: &mut Env<'_, '_>, args: &[u128], bits: u32, on: bool) -> Answer {
    let path = path(env, args, 1)?;
    let changed = files(env).stat(&path).map(|(_, node)| {
        node.mode = if on { node.mode | bits } else { node.mode & !bits };
    });
    boolean(changed.is_ok())
}

/// `(file system, file, access, whether it is allowed, whether to its owner only)`.
fn set_permission(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let access = int_at(args, 2) as u32 & 7;
    let bits = if int_at(args, 4) != 0 { access << 6 } else { access << 6 | access << 3 | access };
    change_mode(env, args, bits, int_at(args, 3) != 0)
}

/// `(file system, name)`.
fn create(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let name = env.text(reference_at(args, 1))?;
    let access = Access { write: true, create: true, exclusive: true, ..Access::default() };
    let now = now(env);
    match files(env).open(&name, access, now) {
        Ok(number) => {
            files(env).close(number);
            boolean(true)
        }
        Err(crate::files::EEXIST) => boolean(false),
        Err(error) => Err(env.throw("java/io/IOException", text(error))),
    }
}

fn make_folder(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (path, now) = (path(env, args, 1)?, now(env));
    boolean(files(env).make_folder(&path, now).is_ok())
}

fn list(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let path = path(env, args, 1)?;
    let Ok(names) = files(env).list(&path) else { return reference(0) };
    let names: Vec<u64> = names.iter().map(|name| env.new_string(name)).collect::<Result<_, _>>()?;
    reference(env.new_references("[Ljava/lang/String;", &names)?)
}
