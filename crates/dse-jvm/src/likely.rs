//! Likely invariants: what the numbers of objects kept to whenever a run came to the entry or the exit of a public method.
//!
//! ```text
//! new Account(l0, l1)  ─┐   balance >= 0             seven values, none below 0
//! withdraw(l2)         ─┴─> count <= lines.length    seven pairs
//!                             │ of the object with which the next path begins, as terms
//!                             v
//!                           candidates that contradict them are doubtful: a prior for whoever chooses paths
//! ```
//!
//! Paths that begin in the method under test ([`Scope::LastCall`](crate::Scope)) do not know what the calls before require. Nothing here is
//! proved: an invariant is what no run has broken so far, and it is given up when one does.
//!
//! Source: Ernst et al., "The Daikon system for dynamic detection of likely invariants" (Science of Computer Programming, 2007): an
//! invariant is justified once the chance that it holds by accident is below 1 %, which takes seven values that a coin would have put on
//! either side. Deviations: all objects of a class are one place, and so are all elements of an array; a number that a call leaves
//! as it is counts at its entry and at its exit; lower bounds are 0 and 1 alone, and relations those of a number and the length of an array beside it, because guards of constructors ask for these.
//!
//! Not handled: floating-point numbers; references that are never null, since references are no variables here.

use rustc_hash::FxHashMap;
use trine_dse::Concolic;
use trine_expr::{CompareOp, Term, TermPool};
use trine_harness_jvm::{Run, Stage};
use trine_ir::objects::{ELEMENTS_OFFSET, LENGTH_OFFSET};
use trine_ir::{ClassId, ClassKind, Type};
use trine_jdk::env::Env;
use trine_machine::Stop;
use trine_testcase::objects::{Action, Operand, Sequence, StepId};

/// Values of which an invariant must hold: by accident it holds of so many in one of 128 cases.
const JUSTIFYING_VALUES: u32 = 7;

/// Objects and numbers of one state that are looked at.
const MAX_OBJECTS: usize = 64;
const MAX_NUMBERS: usize = 512;

/// Which numbers of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// The field at this offset.
    Field(ClassId, u64),
    /// The elements of the array in the field at this offset.
    Elements(ClassId, u64),
}

/// Two numbers of which the first may never be above the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Relation {
    /// Zero, and a number.
    AtLeastZero(Place),
    /// A number, and the length of the array in the field at this offset of the same object.
    AtMostLength(Place, u64),
}

/// A number that an object holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    value: i64,
    /// Its term.
    term: Term,
}

/// A relation in one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Instance {
    relation: Relation,
    held: Held,
    /// Zero, or the length.
    bound: i64,
}

impl Instance {
    /// How far the first number is below the second.
    fn room(&self) -> i64 {
        match self.relation {
            Relation::AtLeastZero(_) => self.held.value,
            Relation::AtMostLength(..) => self.bound.saturating_sub(self.held.value),
        }
    }
}

/// What an object holds, with what can be reached from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    instances: Vec<Instance>,
}

/// How tight the instances of a relation were.
#[derive(Clone, Copy, Debug)]
struct Tightness {
    count: u32,
    /// The least room of all.
    least: i64,
}

/// What holds of all instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kept {
    /// Nothing that is justified.
    Nothing,
    /// The first number is at most the second.
    AtMost,
    /// It is below the second.
    Below,
}

impl Tightness {
    fn kept(self) -> Kept {
        match self.least.signum() {
            _ if self.count < JUSTIFYING_VALUES => Kept::Nothing,
            1 => Kept::Below,
            0 => Kept::AtMost,
            _ => Kept::Nothing,
        }
    }
}

/// What was seen so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct LikelyInvariants {
    relations: FxHashMap<Relation, Tightness>,
}

impl LikelyInvariants {
    /// A public method begins or ends with this. Whether an invariant is given up, or held less tightly.
    pub fn learn(&mut self, state: &State) -> bool {
        let mut is_weaker = false;
        for instance in &state.instances {
            let seen =
                self.relations.entry(instance.relation).or_insert(Tightness { count: 0, least: i64::MAX });
            let before = seen.kept();
            *seen = Tightness { count: seen.count + 1, least: seen.least.min(instance.room()) };
            is_weaker |= seen.kept() < before;
        }
        is_weaker
    }

    /// What likely holds of the numbers of a state.
    pub fn conditions(&self, state: &State, pool: &mut TermPool) -> Vec<Term> {
        let mut conditions = Vec::new();
        for Instance { relation, held, bound } in &state.instances {
            let kept = self.relations.get(relation).map_or(Kept::Nothing, |seen| seen.kept());
            let bound = pool.constant(*bound as u64 as u128, pool.width(held.term));
            let (low, high) = match relation {
                Relation::AtLeastZero(_) => (bound, held.term),
                Relation::AtMostLength(..) => (held.term, bound),
            };
            conditions.extend(condition(pool, kept, low, high).filter(|&of| pool.as_constant(of).is_none()));
        }
        conditions.sort_unstable();
        conditions.dedup();
        conditions
    }
}

fn condition(pool: &mut TermPool, kept: Kept, low: Term, high: Term) -> Option<Term> {
    match kept {
        Kept::Nothing => None,
        Kept::Below => Some(pool.compare(CompareOp::Slt, low, high)),
        Kept::AtMost => {
            let is_above = pool.compare(CompareOp::Slt, high, low);
            Some(pool.not(is_above))
        }
    }
}

/// The object whose method the last step of a sequence calls.
pub(crate) fn receiver(sequence: &Sequence) -> Option<StepId> {
    match sequence.steps.steps.iter().next_back()?.action {
        Action::Call { receiver: Some(Operand::Step(step)), .. } => Some(step),
        _ => None,
    }
}

/// What the object that a step of the last run gave holds now; nothing where it gave none.
pub(crate) fn state(stage: &mut Stage, domain: &mut Concolic, run: &Run, object: StepId) -> State {
    let Some(&address) = run.values.get(object.0 as usize).filter(|&&address| address != 0) else {
        return State::default();
    };
    stage.in_env(|env| read(env, domain, address)).unwrap_or_default()
}

fn read(env: &mut Env<'_, '_>, domain: &mut Concolic, root: u64) -> Result<State, Stop> {
    let mut state = State::default();
    let (mut known, mut at) = (vec![root], 0);
    while let Some(&object) = known.get(at).filter(|_| state.instances.len() < MAX_NUMBERS) {
        at += 1;
        let fields = fields(env, object)?;
        let mut numbers = Vec::new();
        let mut arrays = Vec::new();
        for &(class, offset, ty) in &fields {
            if ty.is_int() {
                let place = Place::Field(class, offset);
                numbers.push((place, held(env, domain, object + offset, ty.store_size_bytes())?));
            } else if ty == Type::Ptr {
                let other = env.read(object, offset, 8)?;
                match if other == 0 { None } else { elements(env, other)? } {
                    Some((element, length)) => arrays.push((class, offset, other, element, length)),
                    None if other != 0 && known.len() < MAX_OBJECTS && !known.contains(&other) => {
                        known.push(other);
                    }
                    None => {}
                }
            }
        }
        for &(place, held) in &numbers {
            state.instances.push(Instance { relation: Relation::AtLeastZero(place), held, bound: 0 });
            for &(_, field, _, _, length) in &arrays {
                let relation = Relation::AtMostLength(place, field);
                state.instances.push(Instance { relation, held, bound: length });
            }
        }
        for &(class, field, array, element, length) in arrays.iter().filter(|array| array.3.is_int()) {
            let bytes = element.store_size_bytes();
            let room = MAX_NUMBERS.saturating_sub(state.instances.len()) as i64;
            for index in 0..length.min(room) as u64 {
                let held = held(env, domain, array + ELEMENTS_OFFSET + index * u64::from(bytes), bytes)?;
                let relation = Relation::AtLeastZero(Place::Elements(class, field));
                state.instances.push(Instance { relation, held, bound: 0 });
            }
        }
    }
    Ok(state)
}

/// The fields of an object of a class that the class path has: the class that declares each, its offset and type.
fn fields(env: &mut Env<'_, '_>, object: u64) -> Result<Vec<(ClassId, u64, Type)>, Stop> {
    let mut fields = Vec::new();
    let mut next = Some(env.class_of(object)?);
    while let Some(class) = next {
        let name = env.vm.program.classes[class].name.clone();
        if env.is_of_class_path(&name)? {
            let declared = &env.vm.program.classes[class].fields;
            fields.extend(declared.iter().map(|field| (class, u64::from(field.offset), field.ty)));
        }
        next = env.vm.program.classes[class].superclass;
    }
    Ok(fields)
}

/// The type of the elements, and how many there are, where an object is an array.
fn elements(env: &Env<'_, '_>, object: u64) -> Result<Option<(Type, i64)>, Stop> {
    match env.vm.program.classes[env.class_of(object)?].kind {
        ClassKind::Array { element, .. } => Ok(Some((element, env.read(object, LENGTH_OFFSET, 4)? as i64))),
        _ => Ok(None),
    }
}

fn held(env: &mut Env<'_, '_>, domain: &mut Concolic, address: u64, bytes: u32) -> Result<Held, Stop> {
    let unused = 64 - 8 * bytes.min(8);
    let value = (env.read(address, 0, bytes)? << unused) as i64 >> unused;
    let term = domain.term_at(address, bytes, env.memory());
    let term = term.unwrap_or_else(|| domain.pool.constant(value as u64 as u128, bytes * 8));
    Ok(Held { value, term })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIELD: Relation = Relation::AtLeastZero(Place::Field(ClassId(1), 16));

    fn state(pool: &mut TermPool, relation: Relation, values: &[i64], bound: i64) -> State {
        let term = pool.variable("number".to_owned(), 32);
        let instance = |&value: &i64| Instance { relation, held: Held { value, term }, bound };
        State { instances: values.iter().map(instance).collect() }
    }

    fn kept(seen: &LikelyInvariants, relation: Relation) -> Kept {
        seen.relations[&relation].kept()
    }

    #[test]
    fn what_holds_of_seven_values_is_likely_until_one_breaks_it() {
        let (mut seen, mut pool) = (LikelyInvariants::default(), TermPool::default());
        let mut learn = |values: &[i64]| {
            let is_weaker = seen.learn(&state(&mut pool, FIELD, values, 0));
            (is_weaker, kept(&seen, FIELD))
        };
        assert_eq!(learn(&[3, 1, 4, 1, 5, 9]), (false, Kept::Nothing));
        assert_eq!(learn(&[2]), (false, Kept::Below));
        assert_eq!(learn(&[0]), (true, Kept::AtMost));
        assert_eq!(learn(&[6]), (false, Kept::AtMost));
        assert_eq!(learn(&[-1]), (true, Kept::Nothing));
    }

    #[test]
    fn a_count_stays_within_the_length_of_the_array_beside_it() {
        let relation = Relation::AtMostLength(Place::Field(ClassId(1), 16), 24);
        let (mut seen, mut pool) = (LikelyInvariants::default(), TermPool::default());
        seen.learn(&state(&mut pool, relation, &[0, 1, 2, 3, 4, 7, 8], 8));
        assert_eq!(kept(&seen, relation), Kept::AtMost);
        assert!(seen.learn(&state(&mut pool, relation, &[9], 8)));
    }

    #[test]
    fn conditions_are_those_of_numbers_that_depend_on_inputs() {
        let (mut seen, mut pool) = (LikelyInvariants::default(), TermPool::default());
        let mut seven = state(&mut pool, FIELD, &[1, 2, 3, 4, 5, 6, 7], 0);
        seen.learn(&seven);
        let zero = pool.constant(0, 32);
        let positive = pool.compare(CompareOp::Slt, zero, seven.instances[0].held.term);
        assert_eq!(seen.conditions(&seven, &mut pool), [positive]);
        seven.instances.iter_mut().for_each(|instance| instance.held.term = zero);
        assert_eq!(seen.conditions(&seven, &mut pool), []);
    }
}
