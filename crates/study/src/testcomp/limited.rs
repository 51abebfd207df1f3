//! The command of a task, stopped when it does not end by itself: one task that hangs must not take the campaign.
//!
//! Only the command itself is killed; what it runs natively dies with it. Cost: a look every 20 ms.

use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What may follow the search of a task: compilation and the native replay of its suite.
const MARGIN: Duration = Duration::from_secs(120);
/// For a budget of evaluations, which says nothing about time.
const WITHOUT_TIME: Duration = Duration::from_secs(900);
const PAUSE: Duration = Duration::from_millis(20);

/// How a command ended.
#[derive(Debug, PartialEq, Eq)]
pub struct Ended {
    /// Its exit code; none when a signal ended it.
    pub code: Option<i32>,
    /// Whether it was stopped at its limit.
    pub stopped: bool,
    /// What it wrote to standard error.
    pub stderr: String,
}

/// The time that a task may take whose search has `seconds`: twice that, and what may follow.
pub fn limit(seconds: Option<u64>) -> Duration {
    seconds
        .map_or(WITHOUT_TIME, |seconds| Duration::from_secs(seconds.saturating_mul(2)).saturating_add(MARGIN))
}

/// Runs `command` for at most `limit`; what it writes to standard error is kept in the file `log`.
///
/// # Errors
/// When it cannot be started, or `log` cannot be written.
pub fn run(command: &mut Command, log: &Path, limit: Duration) -> io::Result<Ended> {
    let start = Instant::now();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(log)?);
    let mut child = command.spawn()?;
    let mut stopped = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() >= limit {
            child.kill()?;
            stopped = true;
            break child.wait()?;
        }
        std::thread::sleep(PAUSE);
    };
    let stderr = String::from_utf8_lossy(&std::fs::read(log)?).trim().to_owned();
    Ok(Ended { code: status.code(), stopped, stderr })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Ended {
        let name = format!("trine-limited-{}-{}", std::process::id(), limit.as_millis());
        let log = std::env::temp_dir().join(name);
        let ended = run(Command::new("/bin/sh").args(["-c", script]), &log, limit).unwrap();
        std::fs::remove_file(log).unwrap();
        ended
    }

    #[test]
    fn a_command_that_hangs_is_stopped_and_one_that_ends_is_not() {
        let start = Instant::now();
        let hangs = shell("echo said >&2; exec sleep 60", Duration::from_millis(300));
        assert_eq!(hangs, Ended { code: None, stopped: true, stderr: "said".to_owned() });
        assert!(start.elapsed() < Duration::from_secs(30));
        let ends = shell("echo why >&2; exit 3", Duration::from_secs(30));
        assert_eq!(ends, Ended { code: Some(3), stopped: false, stderr: "why".to_owned() });
    }

    #[test]
    fn a_task_has_its_budget_and_what_follows_it() {
        assert_eq!(limit(Some(2)), Duration::from_secs(124));
        assert!(limit(None) > limit(Some(60)));
    }
}
