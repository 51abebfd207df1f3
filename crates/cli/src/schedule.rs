//! When the records are written anew while a run is at work.
//!
//! The files are those of all units, so that writing them after each unit would cost the square of
//! their number. The pause after a write is a multiple of the time it took: writing costs a bounded
//! share of the run, whatever its size. Nothing depends on these writes, for the journal has every result
//! at once; they are for people who look into the folder meanwhile.

use std::time::{Duration, Instant};

/// Shortest pause between two writes.
const SHORTEST: Duration = Duration::from_secs(1);
/// The pause is at least this many times as long as the write before it.
const PAUSE: u32 = 30;

/// The time of the next write.
pub struct Schedule {
    next: Instant,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { next: Instant::now() + SHORTEST }
    }
}

impl Schedule {
    /// Whether it is time to write.
    #[must_use]
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Does `write`, and puts the next one off by what it took.
    pub fn time<T>(&mut self, write: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = write();
        self.next = Instant::now() + SHORTEST.max(start.elapsed() * PAUSE);
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_write_puts_the_next_one_off() {
        let mut schedule = Schedule { next: Instant::now() };
        assert!(schedule.is_due());
        schedule.time(|| std::thread::sleep(Duration::from_millis(50)));
        assert!(!schedule.is_due());
        assert!(schedule.next >= Instant::now() + Duration::from_millis(1200));
    }
}
