//! What each technique spent and covered, and what was tried for each goal: for the records.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use trine_base::AtWork;
use trine_record::{GoalId, TechniqueRecord, TriedRecord};
use trine_search::Fitness;

/// Where a unit stands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standing {
    /// Evaluations.
    pub evaluations: u64,
    /// Time since its beginning.
    pub elapsed: Duration,
    /// Goals covered.
    pub goals: u64,
}

/// What was tried for one goal.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    attempts: u64,
    evaluations: u64,
    nearest: Option<Fitness>,
    proof_queries: Option<u64>,
}

/// Keeps account of techniques; one is at work at a time.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    /// Where the technique at work is told.
    told: Option<Arc<AtWork>>,
    at_work: &'static str,
    since: Standing,
    /// By technique, in the order of their first turns: what it did, and its time.
    techniques: Vec<(&'static str, TechniqueRecord, Duration)>,
    tried: BTreeMap<GoalId, Tried>,
}

impl Effort {
    /// An account whose technique at work is told to `at_work` too.
    #[must_use]
    pub fn telling(at_work: Option<Arc<AtWork>>) -> Self {
        Self { told: at_work, ..Self::default() }
    }

    fn tell(&self) {
        if let Some(told) = &self.told {
            told.set(self.at_work);
        }
    }

    /// From now on, `technique` is at work; gives the one that was before.
    pub fn turn(&mut self, technique: &'static str, now: Standing) -> &'static str {
        self.close(now);
        let before = std::mem::replace(&mut self.at_work, technique);
        self.tell();
        self.record(technique);
        before
    }

    /// The technique `before` goes on after an interruption.
    pub fn resume(&mut self, before: &'static str, now: Standing) {
        self.close(now);
        self.at_work = before;
        self.tell();
    }

    /// A turn of a technique begins that is counted as one.
    pub fn count_turn(&mut self) {
        let at_work = self.at_work;
        self.record(at_work).0.turns += 1;
    }

    /// A goal was covered: the entry of the progress at this position is due to what is at work.
    pub fn progressed(&mut self, position: usize) {
        let at_work = self.at_work;
        self.record(at_work).0.progress.push(u32::try_from(position).unwrap_or(u32::MAX));
    }

    /// An attempt at `goal` is over.
    pub fn attempted(&mut self, goal: GoalId, evaluations: u64, nearest: Fitness) {
        let tried = self.tried.entry(goal).or_default();
        tried.attempts += 1;
        tried.evaluations += evaluations;
        tried.nearest = Some(tried.nearest.map_or(nearest, |known| known.min(nearest)));
    }

    /// A proof for `goal` was looked for, and not found.
    pub fn not_refuted(&mut self, goal: GoalId, queries: u64) {
        let tried = self.tried.entry(goal).or_default();
        tried.proof_queries = Some(tried.proof_queries.unwrap_or(0) + queries);
    }

    /// What techniques did up to now.
    pub fn techniques(&mut self, now: Standing) -> Vec<TechniqueRecord> {
        self.close(now);
        let did = self.techniques.iter().filter(|(name, record, _)| {
            !name.is_empty() && (record.evaluations > 0 || record.goals > 0 || record.turns > 0)
        });
        did.map(|(_, record, time)| TechniqueRecord {
            milliseconds: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            ..record.clone()
        })
        .collect()
    }

    /// What was tried for those goals for which `is_open` holds.
    pub fn tried(&self, is_open: impl Fn(GoalId) -> bool) -> Vec<TriedRecord> {
        let open = self.tried.iter().filter(|(goal, _)| is_open(**goal));
        open.map(|(&goal, tried)| TriedRecord {
            goal,
            attempts: tried.attempts,
            evaluations: tried.evaluations,
            nearest: tried
                .nearest
                .filter(|nearest| nearest.approach_level != u32::MAX)
                .map(|nearest| (nearest.approach_level, nearest.branch_distance.to_string())),
            proof_queries: tried.proof_queries,
        })
        .collect()
    }

    /// Credits what was done since the last change to what is at work.
    fn close(&mut self, now: Standing) {
        let (at_work, since) = (self.at_work, self.since);
        let (record, time) = self.record(at_work);
        record.evaluations += now.evaluations.saturating_sub(since.evaluations);
        record.goals += now.goals.saturating_sub(since.goals);
        *time += now.elapsed.saturating_sub(since.elapsed);
        self.since = now;
    }

    fn record(&mut self, name: &'static str) -> (&mut TechniqueRecord, &mut Duration) {
        let at = self.techniques.iter().position(|(known, ..)| *known == name).unwrap_or_else(|| {
            let record = TechniqueRecord { name: name.to_owned(), ..TechniqueRecord::default() };
            self.techniques.push((name, record, Duration::ZERO));
            self.techniques.len() - 1
        });
        let (_, record, time) = &mut self.techniques[at];
        (record, time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(evaluations: u64, goals: u64) -> Standing {
        Standing { evaluations, elapsed: Duration::from_millis(evaluations), goals }
    }

    #[test]
    fn what_is_spent_and_covered_belongs_to_the_technique_at_work() {
        let mut effort = Effort::default();
        effort.turn("paths", at(0, 0));
        effort.count_turn();
        let before = effort.turn("hints", at(10, 2));
        effort.progressed(1);
        effort.resume(before, at(15, 3));
        let all = effort.techniques(at(40, 3));
        let figures: Vec<_> = all
            .iter()
            .map(|of| {
                (of.name.as_str(), of.turns, of.evaluations, of.milliseconds, of.goals, of.progress.len())
            })
            .collect();
        assert_eq!(figures, [("paths", 1, 35, 35, 2, 0), ("hints", 0, 5, 5, 1, 1)]);
    }

    #[test]
    fn attempts_add_up_and_the_nearest_is_kept() {
        let mut effort = Effort::default();
        let near = |distance| Fitness { approach_level: 1, branch_distance: distance };
        effort.attempted(GoalId(4), 10, near(8.0));
        effort.attempted(GoalId(4), 20, near(9.5));
        effort.not_refuted(GoalId(4), 3);
        effort.attempted(GoalId(5), 1, near(0.5));
        let tried = effort.tried(|goal| goal == GoalId(4));
        assert_eq!(tried.len(), 1);
        assert_eq!((tried[0].attempts, tried[0].evaluations, tried[0].proof_queries), (2, 30, Some(3)));
        assert_eq!(tried[0].nearest, Some((1, "8".to_owned())));
    }
}
