//! The seeds of a campaign: increasing, and as many as are needed for the wanted number of usable programs.

/// Seeds still to hand out.
#[derive(Debug)]
pub struct Schedule {
    next_seed: u64,
    open: usize,
}

impl Schedule {
    /// `programs` programs, from `first_seed` on.
    pub fn new(first_seed: u64, programs: usize) -> Self {
        Self { next_seed: first_seed, open: programs }
    }

    /// The next seed, unless enough were handed out.
    pub fn take(&mut self) -> Option<u64> {
        self.open = self.open.checked_sub(1)?;
        self.next_seed += 1;
        Some(self.next_seed - 1)
    }

    /// A program was of no use: one more is wanted.
    pub fn replace(&mut self) {
        self.open += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn useless_programs_are_replaced_by_the_seeds_that_follow() {
        let mut schedule = Schedule::new(5, 2);
        assert_eq!((schedule.take(), schedule.take(), schedule.take()), (Some(5), Some(6), None));
        schedule.replace();
        assert_eq!((schedule.take(), schedule.take()), (Some(7), None));
    }
}
