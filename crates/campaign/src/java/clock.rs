//! What becomes of the budget of a class: parts of its time, one behind the other.

use super::Settings;
use std::time::{Duration, Instant};
use trine_base::Budget;

/// What becomes of a budget of time, as parts of it that follow one another: the boot and the search, making tests short, running
/// mutants. What comes behind (the native run, findings, proofs) has its usual time taken off before.
pub(super) const SEARCH_UNTIL: f64 = 0.68;
pub(super) const SHORT_UNTIL: f64 = 0.92;

/// Goals whose tests do not hold may be searched for once more until then.
pub(super) const LOST_UNTIL: f64 = 0.85;

/// The part of a budget of time that what comes behind has at most.
const BEHIND_SHARE: f64 = 0.4;

/// The part of a budget of time that the boot has at most, the static initialiser of the class included: where these take longer, the
/// search goes on behind them.
const BOOT_SHARE: f64 = 0.25;

/// A budget of time at work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub begun: Instant,
    /// Time for all that does not come behind; `None` where evaluations are counted.
    time: Option<Duration>,
}

/// What comes behind the parts of a budget of time took for the classes before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Behind {
    classes: u32,
    time: Duration,
}

impl Behind {
    pub fn add(&mut self, time: Duration) {
        self.classes += 1;
        self.time += time;
    }

    /// The mean; none before the first class.
    fn usual(self) -> Duration {
        self.time.checked_div(self.classes).unwrap_or_default()
    }
}

impl Clock {
    /// Begins now.
    pub fn start(settings: &Settings, behind: Behind) -> Self {
        let time = match settings.budget {
            Budget::Evaluations(_) => None,
            Budget::Time(time) => Some(time - behind.usual().min(time.mul_f64(BEHIND_SHARE))),
        };
        Self { begun: Instant::now(), time }
    }

    /// The clock behind the boot.
    pub fn booted(self) -> Self {
        let counted = self.time.map(|time| self.begun.elapsed().min(time.mul_f64(BOOT_SHARE)));
        Self {
            begun: counted.and_then(|counted| Instant::now().checked_sub(counted)).unwrap_or(self.begun),
            ..self
        }
    }

    /// When this part of the budget is used up.
    pub fn until(self, share: f64) -> Option<Instant> {
        self.time.map(|time| self.begun + time.mul_f64(share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boot_that_takes_long_leaves_most_of_the_budget() {
        let long = Duration::from_secs(100);
        let begun = Instant::now().checked_sub(long).expect("the machine has been up for longer");
        let clock = Clock { begun, time: Some(Duration::from_secs(60)) }.booted();
        let left = clock.until(1.0).expect("a budget of time").saturating_duration_since(Instant::now());
        assert!(left > Duration::from_secs(30), "{left:?} of 60 s are left");
        let clock = Clock { begun, time: None }.booted();
        assert!(clock.until(1.0).is_none());
    }
}
