//! Calls on values that a sequence has: on objects under test any, on others those that change them.
//!
//! Source: Fraser and Arcuri, TSE 2013, 4.2 (calls on values that are used already). Deviations: what changes nothing is no other state for the
//! code under test, so a method of another object is drawn by how likely its calls change something, as far as runs showed
//! ([`Cluster::effect`](crate::cluster::Cluster::effect)); and several such calls may be inserted at once, since some states take several changes, none of which shows
//! before the last (a graph with an edge: two vertices, and the edge between them).

use crate::draft::{Draft, step_id};
use crate::operators::Operators;
use trine_testcase::objects::{MemberId, TypeUse};

/// A call is on an object under test with this probability, where the sequence has others, too.
const SUBJECT: f64 = 0.6;

/// A field is assigned with this probability, in place of a call.
const ASSIGNED: f64 = 0.1;

/// Of calls on another object several are inserted with this probability: one, and so many more at most.
const SEVERAL: f64 = 0.3;
const MAX_FURTHER: u64 = 4;

/// The position of a step that gives an object, and the name of the object's class.
type Object = (usize, String);

/// The position of a step that gives an object, and a member that may be used on it.
type Use = (usize, MemberId);

impl Operators<'_, '_, '_> {
    /// Inserts a call on a value that the sequence has, somewhere between where it is made and the end.
    pub(crate) fn insert_on_used(&mut self, draft: &mut Draft, end: usize) {
        let cluster = self.cluster;
        let (subjects, others) = self.objects(draft, end);
        let is_of_other = subjects.is_empty() || !others.is_empty() && !self.rng.chance(SUBJECT);
        let objects = if is_of_other { others } else { subjects };
        if self.rng.chance(ASSIGNED)
            && let Some((at, field)) = self.maker().pick(&uses(&objects, |class| cluster.fields(class)))
        {
            let place = self.place_behind(draft, at, end);
            return self.insert_assignment(draft, place, step_id(at), field);
        }
        let methods = uses(&objects, |class| cluster.methods(class));
        if methods.is_empty() {
            return;
        }
        if !is_of_other {
            let (at, method) = methods[self.rng.position(methods.len())];
            let place = self.place_behind(draft, at, end);
            self.insert_call(draft, place, at, method);
            return;
        }
        let weights: Vec<f64> = methods.iter().map(|&(_, method)| cluster.effect(method).powi(2)).collect();
        let (at, method) = methods[self.maker().drawn(&weights)];
        let place = self.place_behind(draft, at, end);
        let further = if self.rng.chance(SEVERAL) { 1 + self.rng.below(MAX_FURTHER) } else { 0 };
        let own = methods.iter().zip(weights).filter(|((of, _), _)| *of == at);
        let (own, weights): (Vec<MemberId>, Vec<f64>) =
            own.map(|(&(_, method), weight)| (method, weight)).unzip();
        let further: Vec<MemberId> = (0..further).map(|_| own[self.maker().drawn(&weights)]).collect();
        let behind = draft.steps.len() - place;
        for method in [method].into_iter().chain(further) {
            if draft.steps.len() < self.max_steps {
                let place = draft.steps.len() - behind;
                self.insert_call(draft, place, at, method);
            }
        }
    }

    /// The steps before `end` that give objects: those under test, and others.
    fn objects(&self, draft: &Draft, end: usize) -> (Vec<Object>, Vec<Object>) {
        let types = &self.cluster.types;
        let class_of = |at: usize| match &draft.steps[at].ty {
            Some(TypeUse::Class(class)) => Some((at, class.name.clone())),
            _ => None,
        };
        let is_under_test = |class: &str| types.id(class).is_some_and(|id| self.cluster.is_subject(id));
        (0..end).filter_map(class_of).partition(|(_, class)| is_under_test(class))
    }

    /// A place for a call on what the step at `at` gives: the end, its last use, or any.
    fn place_behind(&mut self, draft: &Draft, at: usize, end: usize) -> usize {
        let last_use = draft.users(step_id(at)).last().unwrap_or(end).min(end);
        let place = match self.rng.below(3) {
            0 => end,
            1 => last_use,
            _ => at + 1 + self.rng.position(end - at),
        };
        place.clamp(at + 1, end)
    }
}

/// Each member that `of` names for the class of an object, with that object.
fn uses<'m>(objects: &[Object], of: impl Fn(&str) -> &'m [MemberId]) -> Vec<Use> {
    objects.iter().flat_map(|(at, class)| of(class).iter().map(|&member| (*at, member))).collect()
}
