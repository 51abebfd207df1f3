//! A path that a run is made to follow, whatever its values say.
//!
//! ```text
//! script   site0=1  site2=0        run   site0=1  site2=0  site3=1  …
//!          ---- followed ----            -- the script --  as its values say
//! ```
//!
//! King ("Symbolic execution and program testing", 1976) executes a program on terms alone, and at a branch the
//! executor chooses. Here the machine runs on values *and* terms; [`Script::outcome`] chooses at branches whose condition has a
//! term, so that the terms collected are those of the path chosen. Where the values do not satisfy the path, only
//! the terms mean anything: such a run covers nothing and finds no faults.
//!
//! **Loops.** A branch may be left as the values say [`Script::max_visits`] times in one call of its function; later it is
//! left by the way that was taken least, which is the way out of a loop. So every run ends.
//!
//! Cost: one look into a hash table for each branch with a term.

use crate::concolic::shadow::Shadow;
use rustc_hash::FxHashMap;
use trine_ir::{FuncId, SiteId};
use trine_machine::domain::BranchPoint;

/// A way taken at a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Decision {
    /// The function.
    pub function: FuncId,
    /// The site.
    pub site: SiteId,
    /// The outcome.
    pub outcome: u32,
}

/// What a run decided at a branch with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The way.
    pub decision: Decision,
    /// How often the same call had decided at the site before.
    pub visit: u32,
}

/// The decisions that a run is to take, and those it took.
#[derive(Clone, Debug, Default)]
pub struct Script {
    wanted: Vec<Decision>,
    next: usize,
    max_visits: u32,
    taken: Vec<Taken>,
    /// By call and site: how often each of the first two ways was taken.
    visits: FxHashMap<(u64, SiteId), [u32; 2]>,
    led: bool,
}

impl Script {
    /// A script of these decisions; beyond them, sites are left as values say `max_visits` times per call.
    #[must_use]
    pub fn new(wanted: Vec<Decision>, max_visits: u32) -> Self {
        Self { wanted, max_visits, ..Self::default() }
    }

    /// What the run decided, in order.
    #[must_use]
    pub fn taken(&self) -> &[Taken] {
        &self.taken
    }

    /// Whether all decisions wanted were taken.
    #[must_use]
    pub fn is_followed(&self) -> bool {
        self.next == self.wanted.len()
    }

    /// Whether a branch was left by another way than its values said.
    #[must_use]
    pub fn led(&self) -> bool {
        self.led
    }

    /// The way to take at a branch with a term; `is_open` says that the term leaves more than one.
    pub(crate) fn outcome(&mut self, at: &BranchPoint<Shadow>, is_open: bool) -> u32 {
        let visits = self.visits.entry((at.activation.number, at.site)).or_default();
        let visit = visits.iter().sum::<u32>();
        let mut outcome = at.outcome;
        if is_open
            && let Some(wanted) = self.wanted.get(self.next)
            && (wanted.function, wanted.site) == (at.function, at.site)
        {
            outcome = wanted.outcome;
            self.next += 1;
        } else if is_open && visit >= self.max_visits && at.outcome < 2 {
            outcome = u32::from(visits[0] > visits[1]);
        }
        self.led |= outcome != at.outcome;
        visits[outcome.min(1) as usize] += 1;
        let decision = Decision { function: at.function, site: at.site, outcome };
        self.taken.push(Taken { decision, visit });
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_machine::Activation;

    fn at(site: u32, outcome: u32) -> BranchPoint<Shadow> {
        let activation = Activation { number: 0, depth: 0 };
        BranchPoint { function: FuncId(0), site: SiteId(site), activation, outcome, shadow: Shadow::NONE }
    }

    #[test]
    fn a_script_leads_first_and_then_follows_the_values() {
        let wanted = Decision { function: FuncId(0), site: SiteId(3), outcome: 1 };
        let mut script = Script::new(vec![wanted], 8);
        assert_eq!(script.outcome(&at(3, 0), true), 1);
        assert!(script.is_followed() && script.led());
        assert_eq!(script.outcome(&at(4, 0), true), 0);
    }

    #[test]
    fn a_loop_is_left_after_its_rounds() {
        let mut script = Script::new(Vec::new(), 2);
        let edges: Vec<u32> = (0..3).map(|_| script.outcome(&at(0, 0), true)).collect();
        assert_eq!(edges, [0, 0, 1]);
        assert_eq!(script.taken()[2].visit, 2);
    }
}
