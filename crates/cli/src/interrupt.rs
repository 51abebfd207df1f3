//! What Ctrl-C and SIGTERM do: by the stage that the run is in, and never with half a folder left behind.
//!
//! | stage | the first time | exit code |
//! |---|---|---|
//! | loading: compiling, reading, matching coverage | ends at once; no result was there to write | 130 |
//! | searching, and writing what was found | the search ends, what it found is written whole | 130 |
//! | watching for changed files | ends at once; the last run is written whole | 130 |
//! | the native run | ends at once; the suite was written whole, only the verdict is missing | 130 |
//!
//! A second signal ends the process at once in every stage. Files are replaced by rename, so each is old or new.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Exit code of an interrupted run, as shells have it: 128 and the number of SIGINT.
pub const INTERRUPTED: u8 = 130;

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing was found yet.
    Loading = 0,
    /// Searching, or writing what was found.
    Searching = 1,
    /// All is written but the verdict of the native run.
    Native = 2,
    /// A run has ended, and the next one waits for a file that changes.
    Watching = 3,
}

/// Whether the user asked to stop.
#[derive(Clone, Debug)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    stage: Arc<AtomicU8>,
}

impl Interrupt {
    /// Listens from now on; the run is loading.
    #[must_use]
    pub fn listen() -> Self {
        let interrupt = Self {
            stop: Arc::new(AtomicBool::new(false)),
            stage: Arc::new(AtomicU8::new(Stage::Loading as u8)),
        };
        let heard = interrupt.clone();
        // Without a handler Ctrl-C ends the process; what was written so far is whole all the same.
        let _ = ctrlc::set_handler(move || heard.signaled());
        interrupt
    }

    /// The run comes to another stage.
    pub fn enter(&self, stage: Stage) {
        self.stage.store(stage as u8, Ordering::SeqCst);
    }

    /// The flag that a signal sets.
    #[must_use]
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether there was a signal.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn signaled(&self) {
        let is_second = self.stop.swap(true, Ordering::SeqCst);
        let stage = self.stage.load(Ordering::SeqCst);
        let said = match stage {
            _ if is_second => "",
            stage if stage == Stage::Searching as u8 => {
                eprintln!("interrupted: writing what was found (press Ctrl-C again to stop at once)");
                return;
            }
            stage if stage == Stage::Watching as u8 => "",
            stage if stage == Stage::Loading as u8 => {
                "interrupted while the files were read: nothing was searched, and no result was written"
            }
            _ => "interrupted in the native run: the suite is written, and was not confirmed",
        };
        if !said.is_empty() {
            eprintln!("{said}");
        }
        trine_native::remove_own_folders();
        std::process::exit(INTERRUPTED.into());
    }
}
