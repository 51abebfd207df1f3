//! Temporary folders that killed runs left behind.
//!
//! A [`TemporaryFolder`](crate::TemporaryFolder) goes with its value, but not when its process is killed. A folder
//! is taken for left behind when all of this holds: it is named as ours are (`trine-PROCESS-NUMBER`), it is a
//! folder of this user that nobody else may enter, no process of that number lives, and nothing was made in it for
//! an hour. The last because process numbers of another container mean nothing here.
//!
//! Cost: one look at each entry of the system's temporary folder.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// How long nothing was made in a folder that is taken for left behind.
const AGE: Duration = Duration::from_secs(3600);

/// Removes what killed runs left in the system's temporary folder; what cannot be removed stays.
pub fn remove_stale_folders() {
    if let Ok(root) = std::env::temp_dir().canonicalize() {
        remove_below(&root);
    }
}

/// Removes the temporary folders of this process, before it ends without dropping its values.
pub fn remove_own_folders() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_own = name.to_str().and_then(process_of) == i32::try_from(std::process::id()).ok();
        if is_own && entry.metadata().is_ok_and(|data| is_ours(&data)) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn remove_below(root: &Path) {
    let Ok(entries) = std::fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(process) = name.to_str().and_then(process_of) else { continue };
        // The metadata of the entry itself: a link is no folder.
        let is_ours = entry.metadata().is_ok_and(|data| is_ours(&data) && is_old(&data));
        if is_ours && !lives(process) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The process that a folder of this name was made by.
fn process_of(name: &str) -> Option<i32> {
    let (process, number) = name.strip_prefix("trine-")?.split_once('-')?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(process) || !is_number(number) {
        return None;
    }
    process.parse().ok().filter(|&process| process > 0)
}

fn is_ours(data: &Metadata) -> bool {
    // SAFETY: asks for a number.
    let user = unsafe { libc::geteuid() };
    data.is_dir() && data.uid() == user && data.mode() & 0o777 == 0o700
}

fn is_old(data: &Metadata) -> bool {
    data.modified().is_ok_and(|time| time.elapsed().is_ok_and(|age| age > AGE))
}

/// Whether there is such a process, of whomever.
fn lives(process: i32) -> bool {
    // SAFETY: signal 0 is not delivered.
    let found = unsafe { libc::kill(process, 0) } == 0;
    found || std::io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFolder;
    use std::fs::{DirBuilder, File};
    use std::os::unix::fs::DirBuilderExt;
    use std::time::SystemTime;

    #[test]
    fn only_old_folders_of_dead_processes_that_are_named_like_ours_go() {
        let root = TemporaryFolder::new().unwrap();
        let mut dead = std::process::Command::new("true").spawn().unwrap();
        dead.wait().unwrap();
        let (dead, alive) = (dead.id(), std::process::id());
        let long_ago = SystemTime::now() - 2 * AGE;
        let make = |name: &str, mode: u32, time: SystemTime| {
            let path = root.path().join(name);
            DirBuilder::new().mode(mode).create(&path).unwrap();
            File::open(&path).unwrap().set_modified(time).unwrap();
            path
        };
        let stale = make(&format!("trine-{dead}-0"), 0o700, long_ago);
        let kept = [
            make(&format!("trine-{dead}-1"), 0o700, SystemTime::now()),
            make(&format!("trine-{dead}-2"), 0o755, long_ago),
            make(&format!("trine-{alive}-0"), 0o700, long_ago),
            make(&format!("trine-{dead}-x"), 0o700, long_ago),
            make(&format!("other-{dead}-0"), 0o700, long_ago),
            make("trine-0-0", 0o700, long_ago),
        ];
        std::os::unix::fs::symlink(&kept[0], root.path().join(format!("trine-{dead}-9"))).unwrap();
        remove_below(root.path());
        assert!(!stale.exists());
        for path in kept {
            assert!(path.exists(), "{}", path.display());
        }
    }
}
