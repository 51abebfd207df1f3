//! Running a program that is not trusted: with limits of time, memory and file size, in a session
//! of its own, without input, without environment, without core dumps.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Most bytes that one file written by the program may have, its output included.
const FILE_SIZE_BYTES: u64 = 64 << 20;
/// Most bytes of its output that are kept.
const OUTPUT_BYTES: usize = 1 << 20;

/// How a limited run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with this status.
    Exited(i32),
    /// By this signal.
    Signaled(i32),
    /// It was stopped when its time was over.
    TimedOut,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended.
    pub ending: Ending,
    /// Beginning of what it wrote to standard output.
    pub stdout: String,
    /// Beginning of what it wrote to standard error.
    pub stderr: String,
}

/// Runs `command` in the folder `cwd`, where its output is kept as `stdout` and `stderr`.
///
/// # Errors
/// When it cannot be started.
pub fn run_limited(
    mut command: Command,
    cwd: &Path,
    time: Duration,
    memory_bytes: u64,
) -> io::Result<Finished> {
    let (out, err) = (cwd.join("stdout"), cwd.join("stderr"));
    command.current_dir(cwd).stdin(Stdio::null()).stdout(File::create(&out)?).stderr(File::create(&err)?);
    // SAFETY: `confine` only makes system calls that are safe between fork and exec.
    unsafe { command.pre_exec(move || confine(memory_bytes)) };
    let mut child = command.spawn()?;
    let ending = wait(&mut child, time);
    // What the program left running goes with it.
    // SAFETY: a plain system call; the group is the session that `confine` made.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
    let ending = match ending? {
        Some(ending) => ending,
        None => {
            child.wait()?;
            Ending::TimedOut
        }
    };
    Ok(Finished { ending, stdout: beginning(&out)?, stderr: beginning(&err)? })
}

pub(crate) fn confine(memory_bytes: u64) -> io::Result<()> {
    limit(libc::RLIMIT_CORE, 0)?;
    limit(libc::RLIMIT_FSIZE, FILE_SIZE_BYTES)?;
    limit(libc::RLIMIT_AS, memory_bytes)?;
    // SAFETY: plain system calls without pointers.
    unsafe {
        libc::setsid();
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
    }
    Ok(())
}

fn limit(resource: libc::__rlimit_resource_t, value: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: `limit` outlives the call.
    match unsafe { libc::setrlimit(resource, &raw const limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// How `child` ended, or `None` when `time` passed first.
fn wait(child: &mut Child, time: Duration) -> io::Result<Option<Ending>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            let ending = match status.code() {
                Some(code) => Ending::Exited(code),
                None => Ending::Signaled(status.signal().unwrap_or(0)),
            };
            return Ok(Some(ending));
        }
        if start.elapsed() >= time {
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(2));
    }
}

fn beginning(path: &Path) -> io::Result<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    File::open(path)?.take(OUTPUT_BYTES as u64).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFolder;

    fn shell(script: &str, time: Duration) -> Finished {
        let folder = TemporaryFolder::new().unwrap();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]);
        run_limited(command, folder.path(), time, 1 << 30).unwrap()
    }

    #[test]
    fn endings_are_told_apart() {
        let second = Duration::from_secs(5);
        let run = shell("echo out; echo err >&2; cat; exit 3", second);
        assert_eq!(
            (run.ending, run.stdout.as_str(), run.stderr.as_str()),
            (Ending::Exited(3), "out\n", "err\n")
        );
        assert_eq!(shell("kill -SEGV $$", second).ending, Ending::Signaled(libc::SIGSEGV));
        let start = Instant::now();
        assert_eq!(shell("sleep 30 & sleep 30", Duration::from_millis(100)).ending, Ending::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(5));
    }
}
