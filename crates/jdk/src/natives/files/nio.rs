//! Natives of `java.nio`: calls of the system by path, and channels of files.
//!
//! Paths are addresses of texts that end with a zero. Some calls throw in one release and give a number in another.

use super::super::Table;
use super::{DESCRIPTOR, close, files, now, read, write};
use crate::env::{Answer, Env, boolean, int, int_at, long, long_at, reference, reference_at, void};
use crate::files::{Access, EACCES, ErrorNumber, Files, Kind, Node, text};
use trine_machine::Stop;

const EXCEPTION: &str = "sun/nio/fs/UnixException";
const ATTRIBUTES: &str = "sun/nio/fs/UnixFileAttributes";
/// The user that all files belong to.
const USER: u64 = 1000;

macro_rules! dispatcher {
    ($name:literal) => {
        concat!("sun/nio/fs/UnixNativeDispatcher.", $name)
    };
}

pub const TABLE: Table = &[
    (dispatcher!("init"), |_, _| int(0)),
    (dispatcher!("getcwd"), |env, _| reference(env.new_bytes(b"/data")?)),
    (dispatcher!("strerror"), |env, args| {
        let told = text(int_at(args, 0));
        reference(env.new_bytes(told.as_bytes())?)
    }),
    (dispatcher!("stat0"), |env, args| {
        let done = stat(env, args)?;
        if env.vm.release > 17 { int(done.err().unwrap_or(0)) } else { finish(env, done) }
    }),
    (dispatcher!("lstat0"), |env, args| {
        let done = stat(env, args)?;
        finish(env, done)
    }),
    (dispatcher!("stat1"), |env, args| {
        let path = path(env, args, 0)?;
        int(files(env).stat(&path).map_or(0, |(_, node)| mode(node) as i32))
    }),
    (dispatcher!("fstat"), stat_open),
    (dispatcher!("fstat0"), stat_open),
    (dispatcher!("exists0"), |env, args| {
        let path = path(env, args, 0)?;
        boolean(files(env).stat(&path).is_ok())
    }),
    (dispatcher!("access0"), |env, args| {
        let path = path(env, args, 0)?;
        let wanted = (int_at(args, 1) as u32 & 7) << 6;
        let done = files(env)
            .stat(&path)
            .and_then(|(_, node)| if node.mode & wanted == wanted { Ok(()) } else { Err(EACCES) });
        if env.vm.release > 17 { int(done.err().unwrap_or(0)) } else { finish(env, done) }
    }),
    (dispatcher!("open0"), open),
    (dispatcher!("close0"), |env, args| {
        files(env).close(int_at(args, 0));
        void()
    }),
    (dispatcher!("unlink0"), |env, args| {
        let path = path(env, args, 0)?;
        let done = files(env).delete(&path, Some(false));
        finish(env, done)
    }),
    (dispatcher!("rmdir0"), |env, args| {
        let path = path(env, args, 0)?;
        let done = files(env).delete(&path, Some(true));
        finish(env, done)
    }),
    (dispatcher!("mkdir0"), |env, args| {
        let (path, now) = (path(env, args, 0)?, now(env));
        let done = files(env).make_folder(&path, now);
        finish(env, done)
    }),
    (dispatcher!("rename0"), |env, args| {
        let (from, to) = (path(env, args, 0)?, path(env, args, 1)?);
        let done = files(env).rename(&from, &to);
        finish(env, done)
    }),
    (dispatcher!("realpath0"), |env, args| {
        let path = path(env, args, 0)?;
        match files(env).stat(&path).map(|_| ()) {
            Ok(()) => reference(env.new_bytes(Files::absolute(&path).as_bytes())?),
            Err(error) => Err(failed(env, error)?),
        }
    }),
    (dispatcher!("chmod0"), |env, args| {
        let path = path(env, args, 0)?;
        let done = files(env).stat(&path).map(|(_, node)| node.mode = int_at(args, 1) as u32 & 0o777);
        finish(env, done)
    }),
    (dispatcher!("fchmod"), |_, _| void()),
    (dispatcher!("fchmod0"), |_, _| void()),
    (dispatcher!("utimes0"), |env, args| {
        let path = path(env, args, 0)?;
        // Microseconds.
        let done = files(env).stat(&path).map(|(_, node)| node.modified = long_at(args, 2) / 1000);
        finish(env, done)
    }),
    (dispatcher!("lutimes0"), |_, _| void()),
    (dispatcher!("utimensat0"), |env, args| {
        let path = path(env, args, 1)?;
        // Nanoseconds.
        let done = files(env).stat(&path).map(|(_, node)| node.modified = long_at(args, 3) / 1_000_000);
        finish(env, done)
    }),
    (dispatcher!("futimes"), |env, args| set_time(env, args, 1000)),
    (dispatcher!("futimens"), |env, args| set_time(env, args, 1_000_000)),
    (dispatcher!("futimens0"), |env, args| set_time(env, args, 1_000_000)),
    (dispatcher!("opendir0"), |env, args| {
        let path = path(env, args, 0)?;
        match files(env).list(&path) {
            Ok(names) => {
                env.vm.state.folders.push(names.into_iter().collect());
                long(env.vm.state.folders.len() as i64)
            }
            Err(error) => Err(failed(env, error)?),
        }
    }),
    (dispatcher!("readdir"), next_name),
    (dispatcher!("readdir0"), next_name),
    (dispatcher!("closedir"), |_, _| void()),
    (dispatcher!("getpwuid"), |env, _| reference(env.new_bytes(b"user")?)),
    (dispatcher!("getgrgid"), |env, _| reference(env.new_bytes(b"user")?)),
    (dispatcher!("fgetxattr0"), |env, _| Err(failed(env, 95)?)),
    (dispatcher!("flistxattr"), |_, _| int(0)),
    ("sun/nio/fs/LinuxNativeDispatcher.init", |_, _| void()),
    ("sun/nio/fs/LinuxNativeDispatcher.posix_fadvise", |_, _| int(0)),
    ("sun/nio/fs/LinuxNativeDispatcher.directCopy0", |env, args| {
        copy(env, args)?;
        int(0)
    }),
    ("sun/nio/fs/UnixCopyFile.transfer", copy),
    (dispatcher!("statvfs0"), |env, args| {
        const STORE: &str = "sun/nio/fs/UnixFileStoreAttributes";
        for name in ["f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail"] {
            if env.vm.has_field(STORE, name) {
                env.set(reference_at(args, 1), STORE, name, 4096)?;
            }
        }
        void()
    }),
    ("sun/nio/ch/IOUtil.iovMax", |_, _| int(16)),
    ("sun/nio/ch/IOUtil.writevMax", |_, _| long(1 << 30)),
    ("sun/nio/ch/IOUtil.fdLimit", |_, _| int(1024)),
    ("sun/nio/ch/IOUtil.fdVal", |env, args| int(env.get_int(reference_at(args, 0), DESCRIPTOR, "fd")?)),
    ("sun/nio/ch/IOUtil.setfdVal", |env, args| {
        env.set_small(reference_at(args, 0), DESCRIPTOR, "fd", 4, int_at(args, 1) as u32 as u64)?;
        void()
    }),
    ("sun/nio/ch/NativeThread.init", |_, _| void()),
    ("sun/nio/ch/NativeThread.current", |_, _| long(0)),
    ("sun/nio/ch/NativeThread.current0", |_, _| long(0)),
    ("sun/nio/ch/NativeThread.signal", |_, _| void()),
    ("sun/nio/ch/NativeThread.supportPendingSignals0", |_, _| boolean(false)),
    ("sun/nio/ch/FileDispatcherImpl.init", |_, _| void()),
    ("sun/nio/ch/FileDispatcherImpl.init0", |_, _| void()),
    ("sun/nio/ch/UnixDispatcher.init", |_, _| void()),
    ("sun/nio/ch/FileDispatcherImpl.canTransferToFromOverlappedMap0", |_, _| boolean(false)),
    ("sun/nio/ch/FileDispatcherImpl.transferTo0", |_, _| long(-4)),
    ("sun/nio/ch/FileDispatcherImpl.transferFrom0", |_, _| long(-4)),
    // The size of pages; and "not supported", so that copies go through buffers.
    ("sun/nio/ch/FileChannelImpl.initIDs", |_, _| long(4096)),
    ("sun/nio/ch/FileChannelImpl.maxDirectTransferSize0", |_, _| int(i32::MAX)),
    ("sun/nio/ch/FileChannelImpl.transferTo0", |_, _| long(-4)),
    ("sun/nio/ch/UnixFileDispatcherImpl.allocationGranularity0", |_, _| long(4096)),
    ("sun/nio/ch/FileDispatcherImpl.close0", |env, args| close(env, reference_at(args, 0))),
    ("sun/nio/ch/UnixDispatcher.close0", |env, args| close(env, reference_at(args, 0))),
    ("sun/nio/ch/FileDispatcherImpl.preClose0", |_, _| void()),
    ("sun/nio/ch/UnixDispatcher.preClose0", |_, _| void()),
    ("sun/nio/ch/FileDispatcherImpl.closeIntFD", close_number),
    ("sun/nio/ch/UnixFileDispatcherImpl.closeIntFD", close_number),
    ("sun/nio/ch/FileDispatcherImpl.read0", |env, args| read_into(env, args, None)),
    ("sun/nio/ch/UnixFileDispatcherImpl.read0", |env, args| read_into(env, args, None)),
    ("sun/nio/ch/FileDispatcherImpl.pread0", |env, args| read_into(env, args, Some(long_at(args, 3)))),
    ("sun/nio/ch/UnixFileDispatcherImpl.pread0", |env, args| read_into(env, args, Some(long_at(args, 3)))),
    ("sun/nio/ch/FileDispatcherImpl.write0", |env, args| write_from(env, args, None)),
    ("sun/nio/ch/UnixFileDispatcherImpl.write0", |env, args| write_from(env, args, None)),
    ("sun/nio/ch/FileDispatcherImpl.pwrite0", |env, args| write_from(env, args, Some(long_at(args, 3)))),
    ("sun/nio/ch/UnixFileDispatcherImpl.pwrite0", |env, args| write_from(env, args, Some(long_at(args, 3)))),
    ("sun/nio/ch/FileDispatcherImpl.readv0", |env, args| vectored(env, args, true)),
    ("sun/nio/ch/UnixFileDispatcherImpl.readv0", |env, args| vectored(env, args, true)),
    ("sun/nio/ch/FileDispatcherImpl.writev0", |env, args| vectored(env, args, false)),
    ("sun/nio/ch/UnixFileDispatcherImpl.writev0", |env, args| vectored(env, args, false)),
    ("sun/nio/ch/FileDispatcherImpl.force0", |_, _| int(0)),
    ("sun/nio/ch/UnixFileDispatcherImpl.force0", |_, _| int(0)),
    ("sun/nio/ch/FileDispatcherImpl.seek0", seek),
    ("sun/nio/ch/UnixFileDispatcherImpl.seek0", seek),
    ("sun/nio/ch/FileDispatcherImpl.size0", size),
    ("sun/nio/ch/UnixFileDispatcherImpl.size0", size),
    ("sun/nio/ch/FileDispatcherImpl.truncate0", truncate),
    ("sun/nio/ch/UnixFileDispatcherImpl.truncate0", truncate),
    ("sun/nio/ch/UnixFileDispatcherImpl.available0", |env, args| {
        let number = number(env, args)?;
        let left = files(env).position(number).and_then(|at| {
            let (_, node) = files(env).node(number)?;
            Ok(node.bytes.len().saturating_sub(at))
        });
        int(left.map_or(0, |left| i32::try_from(left).unwrap_or(i32::MAX)))
    }),
    ("sun/nio/ch/UnixFileDispatcherImpl.isOther0", |env, args| {
        let number = number(env, args)?;
        let is_other = |node: &Node| !matches!(node.kind, Kind::File | Kind::Folder);
        boolean(files(env).node(number).is_ok_and(|(_, node)| is_other(node)))
    }),
    // Locks: nobody else is there.
    ("sun/nio/ch/FileDispatcherImpl.lock0", |_, _| int(0)),
    ("sun/nio/ch/UnixFileDispatcherImpl.lock0", |_, _| int(0)),
    ("sun/nio/ch/FileDispatcherImpl.release0", |_, _| void()),
    ("sun/nio/ch/UnixFileDispatcherImpl.release0", |_, _| void()),
];

/// A thrown exception of the system calls.
fn failed(env: &mut Env<'_, '_>, error: ErrorNumber) -> Result<Stop, Stop> {
    let thrown = env.new_object(EXCEPTION)?;
    env.set_small(thrown, EXCEPTION, "errno", 4, error as u64)?;
    let function = env.made("throw_object", &[trine_ir::Type::Ptr], None);
    Ok(Stop::Enter { function, args: vec![u128::from(thrown)] })
}

fn finish<T>(env: &mut Env<'_, '_>, done: Result<T, ErrorNumber>) -> Answer {
    match done {
        Ok(_) => void(),
        Err(error) => Err(failed(env, error)?),
    }
}

/// The text at the address that is the argument at `position`.
fn path(env: &mut Env<'_, '_>, args: &[u128], position: usize) -> Result<String, Stop> {
    let address = reference_at(args, position);
    let mut bytes = Vec::new();
    loop {
        let byte = env.read(address, bytes.len() as u64, 1)? as u8;
        if byte == 0 || bytes.len() > 4096 {
            return Ok(String::from_utf8_lossy(&bytes).into_owned());
        }
        bytes.push(byte);
    }
}

/// Kind and permissions, as the system tells them.
fn mode(node: &Node) -> u32 {
    let kind = match node.kind {
        Kind::File => 0o100_000,
        Kind::Folder => 0o040_000,
        Kind::Random | Kind::Nothing => 0o020_000,
    };
    kind | node.mode
}

/// `(path, attributes)`.
fn stat(env: &mut Env<'_, '_>, args: &[u128]) -> Result<Result<(), ErrorNumber>, Stop> {
    let path = path(env, args, 0)?;
    let found = files(env).stat(&path).map(|(number, node)| (number, node.clone()));
    Ok(match found {
        Ok((number, node)) => {
            write_attributes(env, reference_at(args, 1), number, &node)?;
            Ok(())
        }
        Err(error) => Err(error),
    })
}

fn stat_open(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let found = files(env).node(int_at(args, 0)).map(|(number, node)| (number, node.clone()));
    if let Ok((number, node)) = &found {
        write_attributes(env, reference_at(args, 1), *number, node)?;
    }
    finish(env, found)
}

fn write_attributes(env: &mut Env<'_, '_>, object: u64, number: usize, node: &Node) -> Result<(), Stop> {
    let (seconds, rest) = (node.modified.div_euclid(1000), node.modified.rem_euclid(1000) * 1_000_000);
    for (name, value) in
        [("st_mode", u64::from(mode(node))), ("st_nlink", 1), ("st_uid", USER), ("st_gid", USER)]
    {
        env.set_small(object, ATTRIBUTES, name, 4, value)?;
    }
    env.set(object, ATTRIBUTES, "st_ino", number as u64 + 1)?;
    env.set(object, ATTRIBUTES, "st_dev", 1)?;
    env.set(object, ATTRIBUTES, "st_size", node.bytes.len() as u64)?;
    for kind in ["atime", "mtime", "ctime", "birthtime"] {
        for (unit, value) in [("sec", seconds), ("nsec", rest)] {
            let name = format!("st_{kind}_{unit}");
            if env.vm.has_field(ATTRIBUTES, &name) {
                env.set(object, ATTRIBUTES, &name, value as u64)?;
            }
        }
    }
    Ok(())
}

/// `(path, flags, mode)`.
fn open(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (path, flags, now) = (path(env, args, 0)?, int_at(args, 1), now(env));
    let access = Access {
        read: flags & 3 != 1,
        write: flags & 3 != 0,
        create: flags & 0x40 != 0,
        exclusive: flags & 0x80 != 0,
        truncate: flags & 0x200 != 0,
        append: flags & 0x400 != 0,
    };
    match files(env).open(&path, access, now) {
        Ok(number) => int(number),
        Err(error) => Err(failed(env, error)?),
    }
}

/// `(open file, time of access, time of change)`, in parts of so many to a millisecond.
fn set_time(env: &mut Env<'_, '_>, args: &[u128], parts: i64) -> Answer {
    let done = files(env).node(int_at(args, 0)).map(|(_, node)| node.modified = long_at(args, 2) / parts);
    finish(env, done)
}

/// `(open file to write, open file to read, …)`: writes all that is left to read.
fn copy(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let bytes = read(env, int_at(args, 1), None, usize::MAX);
    let done = match bytes {
        Ok(bytes) => write(env, int_at(args, 0), None, &bytes)?,
        Err(error) => Err(error),
    };
    finish(env, done)
}

/// `(folder)`: the next name in it, or null.
fn next_name(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let number = usize::try_from(long_at(args, 0) - 1).unwrap_or(usize::MAX);
    match env.vm.state.folders.get_mut(number).and_then(std::collections::VecDeque::pop_front) {
        Some(name) => reference(env.new_bytes(name.as_bytes())?),
        None => reference(0),
    }
}

fn close_number(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    files(env).close(int_at(args, 0));
    void()
}

fn number(env: &mut Env<'_, '_>, args: &[u128]) -> Result<i32, Stop> {
    env.get_int(reference_at(args, 0), DESCRIPTOR, "fd")
}

fn io_failed(env: &mut Env<'_, '_>, error: ErrorNumber) -> Stop {
    env.throw("java/io/IOException", text(error))
}

fn position(at: Option<i64>) -> Option<usize> {
    at.map(|at| usize::try_from(at).unwrap_or(0))
}

/// `(file, address, count, …)`: how many bytes, or -1 at the end.
fn read_into(env: &mut Env<'_, '_>, args: &[u128], at: Option<i64>) -> Answer {
    let (number, count) = (number(env, args)?, int_at(args, 2).max(0) as usize);
    match read(env, number, position(at), count) {
        Ok(bytes) if bytes.is_empty() && count > 0 => int(-1),
        Ok(bytes) => {
            env.memory().write_bytes(reference_at(args, 1), &bytes)?;
            int(bytes.len() as i32)
        }
        Err(error) => Err(io_failed(env, error)),
    }
}

fn write_from(env: &mut Env<'_, '_>, args: &[u128], at: Option<i64>) -> Answer {
    let (number, count) = (number(env, args)?, int_at(args, 2).max(0));
    let bytes = env.memory().read_bytes(reference_at(args, 1), count as u64)?.to_vec();
    match write(env, number, position(at), &bytes)? {
        Ok(()) => int(count),
        Err(error) => Err(io_failed(env, error)),
    }
}

/// `(file, address of pairs of address and length, count)`.
fn vectored(env: &mut Env<'_, '_>, args: &[u128], reads: bool) -> Answer {
    let (number, pairs) = (number(env, args)?, reference_at(args, 1));
    let mut total = 0;
    for pair in 0..int_at(args, 2).max(0) as u64 {
        let (address, length) = (env.read(pairs, 16 * pair, 8)?, env.read(pairs, 16 * pair + 8, 8)?);
        let done = match reads {
            true => match read(env, number, None, length as usize) {
                Ok(bytes) => {
                    env.memory().write_bytes(address, &bytes)?;
                    Ok(bytes.len() as u64)
                }
                Err(error) => Err(error),
            },
            false => {
                let bytes = env.memory().read_bytes(address, length)?.to_vec();
                write(env, number, None, &bytes)?.map(|()| length)
            }
        };
        match done {
            Ok(count) => {
                total += count;
                if count < length {
                    break;
                }
            }
            Err(error) => return Err(io_failed(env, error)),
        }
    }
    long(if reads && total == 0 { -1 } else { total as i64 })
}

/// `(file, position, or a negative number)`: where it stands then.
fn seek(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let number = number(env, args)?;
    let done = match usize::try_from(long_at(args, 1)) {
        Ok(to) => files(env).seek(number, to).map(|()| to),
        Err(_) => files(env).position(number),
    };
    done.map_or_else(|error| Err(io_failed(env, error)), |at| long(at as i64))
}

fn size(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let number = number(env, args)?;
    let length = files(env).node(number).map(|(_, node)| node.bytes.len());
    length.map_or_else(|error| Err(io_failed(env, error)), |length| long(length as i64))
}

fn truncate(env: &mut Env<'_, '_>, args: &[u128]) -> Answer {
    let (number, now) = (number(env, args)?, now(env));
    let length = usize::try_from(long_at(args, 1)).unwrap_or(0);
    let done = files(env).set_length(number, length, now);
    done.map_or_else(|error| Err(io_failed(env, error)), |()| int(0))
}
