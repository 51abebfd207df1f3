//! When the machine of a search is looked after: behind certain numbers of runs, and before where runs take long.

/// Instructions of runs behind which it is looked after before the next number of runs; twice as many each time.
const COSTLY_INSTRUCTIONS: u64 = 60_000_000;

/// Moments at which something is done that pays only now and then.
pub(super) struct Moments {
    /// Numbers of runs behind which it is done.
    after: &'static [u64],
    /// How many of these are over.
    over: usize,
    /// The instructions of all runs when it was last done.
    done_at: u64,
    /// The instructions since then behind which it is done before its time.
    patience: u64,
}

impl Moments {
    /// Behind these numbers of runs.
    pub const fn new(after: &'static [u64]) -> Self {
        Self { after, over: 0, done_at: 0, patience: COSTLY_INSTRUCTIONS }
    }

    /// Whether one is now, where all `runs` took so many `instructions`.
    pub fn is_now(&mut self, runs: u64, instructions: u64) -> bool {
        let Some(&after) = self.after.get(self.over) else { return false };
        if runs >= after {
            self.over += 1;
        } else if instructions.saturating_sub(self.done_at) >= self.patience {
            self.patience = self.patience.saturating_mul(2);
        } else {
            return false;
        }
        self.done_at = instructions;
        true
    }

    /// Whether none is to come.
    pub const fn are_over(&self) -> bool {
        self.over >= self.after.len()
    }

    /// None is to come any more.
    pub const fn end(&mut self) {
        self.over = self.after.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_come_by_runs_and_before_where_runs_take_long() {
        let mut cheap = Moments::new(&[8, 24]);
        let at: Vec<u64> = (0..100).filter(|&runs| cheap.is_now(runs, runs * 1_000)).collect();
        assert_eq!(at, [8, 24]);
        assert!(cheap.are_over());
        let mut dear = Moments::new(&[8, 24]);
        let at: Vec<u64> = (0..100).filter(|&runs| dear.is_now(runs, runs * 20_000_000)).collect();
        assert_eq!(at, [3, 8, 14, 24], "60 million instructions, eight runs, 120 million, 24 runs");
    }
}
