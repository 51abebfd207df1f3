//! Round trips: an object is written to bytes and read back, which calls code of its class that nothing else calls.
//!
//! ```text
//! s1 = new ByteArrayOutputStream()      s2 = new ObjectOutputStream(s1)     s2.writeObject(s0)
//! s4 = s1.toByteArray()
//! s5 = new ByteArrayInputStream(s4)     s6 = new ObjectInputStream(s5)      s7 = s6.readObject()
//! ```
//!
//! Single calls drawn at random come to this next to never, so the calls are inserted as one, while goals in such code are open.

use crate::draft::{Draft, step_id};
use crate::operators::Operators;
use crate::solve::plain;
use trine_testcase::objects::types::OBJECT;
use trine_testcase::objects::{Action, MemberId, Operand, Serialization, TypeUse};

/// An object of a class under test is taken with this probability, where there is one, else any that can be written.
const UNDER_TEST: f64 = 0.8;

/// Runs that are granted before their own count, one of which covers something.
const GRANTED_RUNS: f64 = 50.0;

/// Smallest and largest probability of a round trip where a call could be inserted.
const CHANCES: (f64, f64) = (0.003, 0.06);

/// Round trips begin when so many evaluations in a row covered nothing, or behind so many in all: before, others cover more for less.
const VAIN_EVALS: u64 = 300;
const MAX_EVALS: u64 = 6_000;

/// What runs with round trips covered so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RoundTrips {
    has_begun: bool,
    runs: f64,
    covering: f64,
}

impl RoundTrips {
    /// There was another run with one; whether it covered a goal that no run had covered.
    pub(crate) fn note(&mut self, has_covered: bool) {
        self.runs += 1.0;
        self.covering += f64::from(u8::from(has_covered));
    }

    /// Lets them begin, if it is time: `vain` of the `evaluations` covered nothing since one did.
    pub(crate) fn begin(&mut self, evaluations: u64, vain: u64) {
        self.has_begun |= vain >= VAIN_EVALS || evaluations >= MAX_EVALS;
    }

    /// With which probability the next call that is inserted is a round trip: as often as they cover something. They take longer than other
    /// calls, and of most classes little code waits for them.
    pub(crate) fn chance(&self) -> f64 {
        if !self.has_begun {
            return 0.0;
        }
        ((self.covering + 1.0) / (self.runs + GRANTED_RUNS)).clamp(CHANCES.0, CHANCES.1)
    }
}

impl Operators<'_, '_, '_> {
    /// Appends a round trip, before the step at `end`, of an object that is there by then; whether there is one.
    pub(crate) fn insert_round_trip(&mut self, draft: &mut Draft, end: usize) -> bool {
        let Some(by) = &self.cluster.api().serialization else { return false };
        let Some(object) = self.written(draft, end, by) else { return false };
        draft.insert_at(end, |draft| self.round_trip(draft, by, object));
        true
    }

    /// An object to write.
    fn written(&mut self, draft: &Draft, end: usize, by: &Serialization) -> Option<Operand> {
        let cluster = self.cluster;
        let types = &cluster.types;
        let wanted = plain(&cluster.api().classes[by.serializable].name);
        let of_steps = (0..end).filter_map(|at| {
            let step = &draft.steps[at];
            let ty = step.ty.as_ref()?;
            let is_of_subject = match ty {
                TypeUse::Class(class) => types.id(&class.name).is_some_and(|class| cluster.is_subject(class)),
                _ => false,
            };
            // What a method under test gives may be an object of its class, whatever type it declares.
            let is_made_by_subject = || {
                let member = step.action.member().map(|member| &cluster.api().members[member]);
                member.is_some_and(|member| member.is_static && cluster.is_subject(member.class))
            };
            let is_object = matches!(ty, TypeUse::Class(_));
            let is_under_test = is_of_subject || is_object && is_made_by_subject();
            let can_be = is_under_test || types.is_subtype(ty, &wanted);
            can_be.then(|| (is_under_test, Operand::Step(step_id(at))))
        });
        let subjects = cluster.api().subjects.iter().map(|&id| &cluster.api().classes[id]);
        let constants = subjects.flat_map(|class| cluster.constants_of(&class.name, &plain(&class.name)));
        let all: Vec<(bool, Operand)> = of_steps.chain(constants.map(|constant| (true, constant))).collect();
        let under_test: Vec<Operand> = all
            .iter()
            .filter(|(is_under_test, _)| *is_under_test)
            .map(|(_, object)| object.clone())
            .collect();
        match !under_test.is_empty() && self.rng.chance(UNDER_TEST) {
            true => self.maker().pick(&under_test),
            false => self.maker().pick(&all).map(|(_, object)| object),
        }
    }

    fn round_trip(&self, draft: &mut Draft, by: &Serialization, object: Operand) {
        let api = self.cluster.api();
        let new = |draft: &mut Draft, constructor: MemberId, args: Vec<Operand>| {
            let ty = plain(&api.classes[api.members[constructor].class].name);
            Operand::Step(draft.push(Action::New { constructor, outer: None, args }, Some(ty)))
        };
        let call = |draft: &mut Draft, method: MemberId, receiver: Operand, args: Vec<Operand>| {
            let ty = api.members[method].result.clone();
            Operand::Step(draft.push(Action::Call { method, receiver: Some(receiver), args }, ty))
        };
        let sink = new(draft, by.sink, Vec::new());
        let output = new(draft, by.output, vec![sink.clone()]);
        call(draft, by.write, output, vec![object]);
        let content = call(draft, by.content, sink, Vec::new());
        let source = new(draft, by.source, vec![content]);
        let input = new(draft, by.input, vec![source]);
        debug_assert!(api.members[by.read].result.as_ref().is_some_and(|ty| *ty == plain(OBJECT)));
        call(draft, by.read, input, Vec::new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_are_made_as_often_as_they_cover_something() {
        let mut trips = RoundTrips::default();
        trips.begin(400, VAIN_EVALS - 1);
        assert_eq!(trips.chance(), 0.0, "others cover goals");
        trips.begin(401, VAIN_EVALS);
        let first = trips.chance();
        assert_eq!(first, 1.0 / GRANTED_RUNS);
        trips.begin(402, 0);
        assert_eq!(trips.chance(), first, "what has begun goes on");
        (0..10).for_each(|_| trips.note(true));
        assert_eq!(trips.chance(), CHANCES.1);
        (0..10_000).for_each(|_| trips.note(false));
        assert_eq!(trips.chance(), CHANCES.0);
        let mut late = RoundTrips::default();
        late.begin(MAX_EVALS, 0);
        assert_eq!(late.chance(), first);
    }
}
