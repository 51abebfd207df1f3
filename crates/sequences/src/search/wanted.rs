//! What calls that are inserted are for: members behind which goals are open, changes of objects, and round trips where these come to some.
//!
//! ```text
//! open goals ──entrances──> members that call the method                            wanted
//!                      \──> members that an object of a hidden class answers by it   answered, with the sequences that gave one
//! ```

use super::Search;
use crate::cluster::{Answered, Generator};

impl Search<'_, '_> {
    /// Members behind which targets are open are called more often from now on.
    pub(super) fn update_wanted(&mut self) {
        let (mut wanted, mut answering) = (Vec::new(), Vec::new());
        for target in self.targets() {
            let (goal, runner) = (self.goals[target].id, &*self.runner);
            let Some(entrances) = runner.entrances(goal) else {
                runner.member(goal).into_iter().for_each(|member| add(&mut wanted, member));
                continue;
            };
            entrances.members.iter().for_each(|&member| add(&mut wanted, member));
            entrances.answered.iter().for_each(|way| add(&mut answering, way));
        }
        let (mut answered, mut unseen) = (Vec::new(), Vec::new());
        for (class, members) in answering {
            match self.hidden.answering(*class, members) {
                Some(way) => answered.push(way),
                None => members.iter().for_each(|&member| add(&mut unseen, member)),
            }
        }
        let api = self.cluster.api();
        wanted.retain(|member| self.cluster.subjects.contains(member));
        // Where no run gave such an object, it may have been registered in a static field.
        unseen.retain(|&member| {
            let of = &api.classes[api.members[member].class].name;
            self.cluster.generators(of).iter().any(|generator| matches!(generator, Generator::Get(_)))
        });
        if !unseen.is_empty() {
            answered.push(Answered { sequences: Vec::new(), members: unseen });
        }
        (self.cluster.answered, self.cluster.wanted) = (answered, wanted);
        self.cluster.effects = self.runner.effects().into_iter().collect();
        self.update_round_trips();
    }

    /// How often calls that are inserted are round trips from now on.
    pub(super) fn update_round_trips(&mut self) {
        let Some(by) = &self.cluster.api().serialization else { return };
        self.round_trips.begin(self.evaluations, self.evaluations - self.last_news);
        let is_hook = |target: usize| {
            let member = self.runner.member(self.goals[target].id);
            member.is_some_and(|member| by.hooks.contains(&member))
        };
        let chance = if self.targets().into_iter().any(is_hook) { self.round_trips.chance() } else { 0.0 };
        self.cluster.round_trips = chance;
    }
}

/// Adds what is not there.
fn add<T: PartialEq>(to: &mut Vec<T>, one: T) {
    if !to.contains(&one) {
        to.push(one);
    }
}
