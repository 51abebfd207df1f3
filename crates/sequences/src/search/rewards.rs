//! What techniques covered for the evaluations that they took: what is long ago counts less.
//!
//! ```text
//! rate of a technique = (goals it covered + granted goals) / (evaluations it took + granted evaluations)
//! ```

/// What counts of goals and evaluations after each generation.
const MEMORY: f64 = 0.8;

/// Goals covered and evaluations taken by each of `N` techniques.
#[derive(Debug)]
pub(super) struct Rewards<const N: usize> {
    goals: [f64; N],
    evaluations: [f64; N],
    /// Goals that are granted to each, and evaluations, before its own count.
    granted: ([f64; N], f64),
    /// Goals and evaluations that are counted already.
    counted: (usize, u64),
}

impl<const N: usize> Rewards<N> {
    /// Nothing was done yet.
    pub fn new(granted: ([f64; N], f64)) -> Self {
        Self { goals: [0.0; N], evaluations: [0.0; N], granted, counted: (0, 0) }
    }

    /// Counts what was done since the last call for the technique at position `of`; `goals` and `evaluations` are those of the whole search.
    pub fn count(&mut self, of: usize, goals: usize, evaluations: u64) {
        self.goals[of] += goals.saturating_sub(self.counted.0) as f64;
        self.evaluations[of] += evaluations.saturating_sub(self.counted.1) as f64;
        self.pass_over(goals, evaluations);
    }

    /// What was done since the last call counts for none of them.
    pub fn pass_over(&mut self, goals: usize, evaluations: u64) {
        self.counted = (goals, evaluations);
    }

    /// A generation has ended: what was before it counts less.
    pub fn age(&mut self) {
        self.goals.iter_mut().chain(&mut self.evaluations).for_each(|value| *value *= MEMORY);
    }

    /// Goals for an evaluation.
    pub fn rate(&self, of: usize) -> f64 {
        (self.goals[of] + self.granted.0[of]) / (self.evaluations[of] + self.granted.1)
    }

    /// The evaluations that a technique may still take where `share` of all is its part; negative where it took more.
    pub fn credit(&self, of: usize, share: f64) -> f64 {
        share * self.evaluations.iter().sum::<f64>() - self.evaluations[of]
    }
}
