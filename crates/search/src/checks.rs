//! How far a run was from passing its assumptions, and from violating its assertions.
//!
//! An assumption that fails ends the run, and the run counts for nothing. So a run that an assumption ended is
//! farther from any goal than every run that passed: the search aims at passing first. Among such runs the one that
//! passed more assumptions is nearer; then the branch distance of the failed one decides, which its argument carries.
//!
//! The distance at which an assertion still holds is kept per assertion: it is what a search for a violation
//! minimises. Assertions are told apart by the address of their text.

use crate::distance::K;
use crate::fitness::Fitness;
use crate::shadow::Shadow;
use trine_machine::domain::Operand;

/// Functions whose first argument must hold, or the test is thrown away.
const ASSUMPTIONS: [&str; 3] = ["__trine_assume", "__VERIFIER_assume", "klee_assume"];
/// The function whose first argument must hold, or the code is at fault.
const ASSERTION: &str = "__trine_assert";
/// The level of a run that failed its first assumption: beyond every approach level.
const FIRST_ASSUMPTION_LEVEL: u32 = 1 << 30;

/// The assumptions and assertions of one run.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    passed: u32,
    missed: f64,
    /// By address of the text: the least distance to a violation.
    assertions: Vec<(u64, f64)>,
}

/// Whether the library function `name` ends runs for which its argument does not hold.
#[must_use]
pub fn is_assumption(name: &str) -> bool {
    ASSUMPTIONS.contains(&name)
}

impl Checks {
    pub(crate) fn clear(&mut self) {
        self.passed = 0;
        self.missed = K;
        self.assertions.clear();
    }

    /// The library function `name` is called.
    pub(crate) fn called(&mut self, name: &str, operands: &[Operand<Shadow>]) {
        let Some(condition) = operands.first() else { return };
        let distance = condition.shadow.flip_distance().unwrap_or(K);
        let holds = condition.bits as u32 != 0;
        if is_assumption(name) {
            if holds { self.passed += 1 } else { self.missed = distance }
        } else if name == ASSERTION && holds {
            let text = operands.get(1).map_or(0, |text| text.bits as u64);
            match self.assertions.iter_mut().find(|known| known.0 == text) {
                Some(known) => known.1 = known.1.min(distance),
                None => self.assertions.push((text, distance)),
            }
        }
    }

    /// The fitness of a run that an assumption ended: worse than that of every other run.
    #[must_use]
    pub fn of_discarded(&self) -> Fitness {
        let level = FIRST_ASSUMPTION_LEVEL.saturating_sub(self.passed);
        Fitness { approach_level: level.max(FIRST_ASSUMPTION_LEVEL / 2), branch_distance: self.missed }
    }

    /// Assertions that were evaluated and held: the address of the text, and the least distance to a violation,
    /// which is > 0.
    #[must_use]
    pub fn assertions(&self) -> &[(u64, f64)] {
        &self.assertions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn condition(holds: bool, distance: f64) -> Operand<Shadow> {
        Operand { bits: u128::from(holds), shadow: Shadow::new(holds, distance) }
    }

    #[test]
    fn runs_that_pass_more_assumptions_are_nearer_and_then_the_distance_decides() {
        let run = |steps: &[(bool, f64)]| {
            let mut checks = Checks::default();
            checks.clear();
            steps.iter().for_each(|&(holds, d)| checks.called("__trine_assume", &[condition(holds, d)]));
            checks.of_discarded()
        };
        let (far, near) = (run(&[(false, 9.0)]), run(&[(false, 2.0)]));
        let second = run(&[(true, 1.0), (false, 100.0)]);
        assert!(second < near && near < far);
        assert!(Fitness { approach_level: 1000, branch_distance: f64::MAX } < second);
    }

    #[test]
    fn the_nearest_miss_of_every_assertion_is_kept() {
        let mut checks = Checks::default();
        for (text, distance) in [(7u64, 5.0), (9, 1.0), (7, 3.0), (7, 4.0)] {
            let text = Operand { bits: u128::from(text), shadow: Shadow::NONE };
            checks.called("__trine_assert", &[condition(true, distance), text]);
        }
        assert_eq!(checks.assertions(), [(7, 3.0), (9, 1.0)]);
    }
}
