//! The neighbours of a sequence that are worth a run each: its values replaced by what they were compared with, its objects by
//! null and by others of their type, its numbers and characters by the usual suspects.
//!
//! Sources: replacement by comparisons is input-to-state correspondence (Aschermann et al., *Redqueen*, NDSS 2019); local search on
//! references (null, other values) as in Fraser, Arcuri and McMinn, *A Memetic Algorithm for Whole Test Suite Generation*, JSS 2015,
//! section 4.3. All neighbours differ from the sequence in one place.

use crate::cluster::Cluster;
use crate::draft::{Draft, for_each_step, step_id};
use crate::leaves::{float_bits, float_value};
use crate::operators::Operators;
use crate::pattern::sample;
use crate::solve::{CLASS, STRING, formals, operand_type, plain};
use trine_testcase::objects::{
    Action, Compared, MemberId, Operand, Parsed, Primitive, Sequence, StepId, TypeUse,
};
use trine_testcase::{LeafId, LeafKind};

/// Replacements by comparisons at most.
const MAX_REPLACEMENTS: usize = 120;
/// Strings are not made longer than this to have a length that was compared.
const MAX_TEXT: usize = 64;
/// Arrays likewise, of elements that are written one by one.
const MAX_ELEMENTS: i64 = 24;
/// Arrays that are zero behind their first elements likewise.
const MAX_COPIED: i64 = 1 << 16;
/// Constants that are tried for one operand.
const MAX_CONSTANTS: usize = 8;

/// What integers are read from.
const INTEGERS: [&str; 8] = ["0", "1", "-1", "+7", "12", "0x1F", "2147483648", "99999999999999999999"];
/// What decimal numbers are read from.
const DECIMALS: [&str; 8] =
    ["0", "1.5", "-2.25", "1e3", "1E-400", "1.7976931348623157E309", "0.1f", "12345678.123456789"];

/// A place in a sequence that holds a value of its own.
#[derive(Clone, Copy, Debug)]
enum Place {
    Leaf(LeafId),
    /// The string that is the n-th operand of a step.
    Text(usize, usize),
    /// The elements of an array.
    Array(usize),
}

fn places(sequence: &Sequence) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, step) in sequence.steps.steps.iter().enumerate().rev() {
        for (operand, used) in step.action.operands().into_iter().enumerate() {
            match used {
                Operand::Leaf(leaf) | Operand::Boxed(_, leaf) => places.push(Place::Leaf(*leaf)),
                Operand::Text(_) => places.push(Place::Text(at, operand)),
                _ => {}
            }
        }
        if matches!(step.action, Action::Array { .. }) {
            places.push(Place::Array(at));
        }
    }
    places
}

impl Operators<'_, '_, '_> {
    /// The sequence with one value replaced by what it was compared with.
    pub fn replacements(&mut self, sequence: &Sequence, compared: &[Compared]) -> Vec<Sequence> {
        let mut found = Vec::new();
        let places = places(sequence);
        for one in compared {
            for &place in &places {
                match one {
                    Compared::Strings(a, b) => {
                        replace_text(sequence, place, a, b, &mut found);
                        replace_text(sequence, place, b, a, &mut found);
                    }
                    Compared::Integers(a, b) => {
                        for (one, other) in [(*a, *b), (*b, *a)] {
                            replace_integer(sequence, place, one, other, &mut found);
                            replace_length(self.cluster, sequence, place, (one, other), &mut found);
                        }
                    }
                    Compared::Floats(a, b) => {
                        replace_float(sequence, place, *a, *b, &mut found);
                        replace_float(sequence, place, *b, *a, &mut found);
                    }
                    Compared::Pattern(text, pattern) => {
                        for _ in 0..3 {
                            if let Some(sample) = sample(pattern, self.rng) {
                                replace_text(sequence, place, text, &sample, &mut found);
                            }
                        }
                    }
                    Compared::Parsed(text, parsed) => {
                        let samples = if *parsed == Parsed::Integer { &INTEGERS } else { &DECIMALS };
                        for sample in samples {
                            let sample: Vec<u16> = sample.encode_utf16().collect();
                            replace_text(sequence, place, text, &sample, &mut found);
                        }
                    }
                }
                if found.len() >= MAX_REPLACEMENTS {
                    return found;
                }
            }
        }
        found
    }

    /// The sequence with one operand replaced by another value of its type.
    pub fn variants(&mut self, sequence: &Sequence) -> Vec<Sequence> {
        let mut found = Vec::new();
        for at in (0..sequence.steps.steps.len()).rev() {
            let draft = Draft::new(sequence);
            let step = &draft.steps[at];
            let Some(formals) = formals(&self.cluster.types, &draft, &step.action, step.ty.as_ref()) else {
                continue;
            };
            let operands: Vec<Operand> = step.action.operands().into_iter().cloned().collect();
            let receiver = crate::operators::has_receiver(&step.action);
            for (position, (operand, formal)) in operands.iter().zip(formals).enumerate() {
                let Some(formal) = formal else { continue };
                let is_receiver = receiver && position == 0;
                match operand {
                    Operand::Leaf(leaf) => usual_values(sequence, *leaf, &mut found),
                    Operand::Boxed(_, leaf) => {
                        usual_values(sequence, *leaf, &mut found);
                        self.other_objects(&draft, at, position, &formal, is_receiver, &mut found);
                    }
                    Operand::Text(leaves) => {
                        usual_texts(sequence, at, position, leaves, &mut found);
                        self.other_objects(&draft, at, position, &formal, is_receiver, &mut found);
                    }
                    _ if !matches!(formal, TypeUse::Primitive(_)) => {
                        self.other_objects(&draft, at, position, &formal, is_receiver, &mut found);
                    }
                    _ => {}
                }
            }
            other_lengths(sequence, at, &mut found);
        }
        found
    }

    /// The sequence with one more call on an object that its last step uses, directly or not: other states.
    pub fn other_states(&mut self, sequence: &Sequence, most: usize) -> Vec<Sequence> {
        let count = sequence.steps.steps.len();
        let mut used = vec![false; count];
        for at in (0..count).rev() {
            if at + 1 == count || used[at] {
                for operand in sequence.steps.steps[step_id(at)].action.operands() {
                    if let Operand::Step(id) = operand {
                        used[id.0 as usize] = true;
                    }
                }
            }
        }
        let cluster = self.cluster;
        let mut calls = Vec::new();
        for at in (0..count).filter(|&at| used[at]) {
            let Some(TypeUse::Class(class)) = &sequence.steps.steps[step_id(at)].ty else { continue };
            calls.extend(cluster.methods(&class.name).iter().map(|&method| (at, method)));
        }
        let mut found = Vec::new();
        let mut effects: Vec<f64> = calls.iter().map(|&(_, method)| cluster.effect(method)).collect();
        for _ in 0..calls.len().min(most) {
            let drawn = self.maker().drawn(&effects);
            effects.swap_remove(drawn);
            let (at, method) = calls.swap_remove(drawn);
            let mut draft = Draft::new(sequence);
            if self.insert_call(&mut draft, count - 1, at, method) {
                found.push(draft.finish());
            }
        }
        found
    }

    /// Null, values that are there already, constants, class objects, a new object.
    fn other_objects(
        &mut self,
        draft: &Draft,
        at: usize,
        position: usize,
        formal: &TypeUse,
        is_receiver: bool,
        found: &mut Vec<Sequence>,
    ) {
        let types = &self.cluster.types;
        let mut others = Vec::new();
        if !is_receiver {
            others.push(Operand::Null);
        }
        let earlier = (0..at)
            .rev()
            .filter(|&other| draft.steps[other].ty.as_ref().is_some_and(|ty| types.is_subtype(ty, formal)));
        others.extend(earlier.take(3).map(|other| Operand::Step(step_id(other))));
        if let TypeUse::Class(class) = formal {
            others.extend(self.cluster.constants_of(&class.name, formal).into_iter().take(MAX_CONSTANTS));
            if class.name == CLASS {
                others.extend(self.maker().class_objects(formal).into_iter().take(2 * MAX_CONSTANTS));
            }
        }
        for other in others {
            self.with_operand(draft.clone(), at, position, other, found);
        }
        if !is_receiver && types.is_subtype(&plain(STRING), formal) {
            let mut changed = draft.clone();
            let text = changed.text("", &[]);
            self.with_operand(changed, at, position, text, found);
        }
        for _ in 0..2 {
            let mut changed = draft.clone();
            let before = changed.steps.len();
            let mut maker = self.maker();
            let made = changed.insert_at(at, |draft| maker.fresh(draft, formal, "", 1));
            let moved = at + changed.steps.len() - before;
            if made != Operand::Null {
                self.with_operand(changed, moved, position, made, found);
            }
        }
    }

    /// Adds the draft with another operand in one place, where that holds.
    pub(crate) fn with_operand(
        &mut self,
        mut draft: Draft,
        at: usize,
        position: usize,
        operand: Operand,
        found: &mut Vec<Sequence>,
    ) {
        let mut action = draft.steps[at].action.clone();
        match action.operands_mut().into_iter().nth(position) {
            Some(place) if *place != operand => *place = operand,
            _ => return,
        }
        if operand_type(&self.cluster.types, &draft, action.operands()[position]).is_none()
            && *action.operands()[position] != Operand::Null
        {
            return;
        }
        if self.set_if_good(&mut draft, at, action) {
            found.push(draft.finish());
        }
    }
}

fn units_of(sequence: &Sequence, step: usize, operand: usize) -> Option<Vec<u16>> {
    let step = sequence.steps.steps.get(StepId(step as u32))?;
    match step.action.operands().into_iter().nth(operand)? {
        Operand::Text(leaves) => Some(sequence.text(leaves)),
        _ => None,
    }
}

/// The sequence with this string as an operand.
#[must_use]
pub fn with_text(sequence: &Sequence, step: usize, operand: usize, units: &[u16]) -> Option<Sequence> {
    let mut draft = Draft::new(sequence);
    let text = draft.text("", units);
    match draft.steps.get_mut(step)?.action.operands_mut().into_iter().nth(operand)? {
        place @ Operand::Text(_) => *place = text,
        _ => return None,
    }
    Some(draft.finish())
}

fn with_value(sequence: &Sequence, leaf: LeafId, value: u128) -> Option<Sequence> {
    let mut changed = sequence.clone();
    let place = changed.leaves.get_mut(leaf.0 as usize)?;
    if *place == value {
        return None;
    }
    *place = value;
    Some(changed)
}

/// Where the string is `one`, or has it as a part, it becomes `other`.
fn replace_text(sequence: &Sequence, place: Place, one: &[u16], other: &[u16], found: &mut Vec<Sequence>) {
    let Place::Text(step, operand) = place else { return };
    let Some(units) = units_of(sequence, step, operand) else { return };
    if one == other || units == other {
        return;
    }
    let folded = |units: &[u16]| -> Vec<u16> {
        units
            .iter()
            .map(|&unit| u8::try_from(unit).map_or(unit, |byte| u16::from(byte.to_ascii_lowercase())))
            .collect()
    };
    let mut changed = None;
    if units == one || (!one.is_empty() && folded(&units) == folded(one)) {
        changed = Some(other.to_vec());
    } else if !one.is_empty()
        && let Some(at) = units.windows(one.len()).position(|part| part == one)
    {
        changed = Some([&units[..at], other, &units[at + one.len()..]].concat());
    }
    // A part that is looked for in the string: at its start, at its end.
    if units == one && other.len() < MAX_TEXT {
        for joined in [[other, &units[..]].concat(), [&units[..], other].concat()] {
            found.extend(with_text(sequence, step, operand, &joined));
        }
    }
    found.extend(changed.and_then(|changed| with_text(sequence, step, operand, &changed)));
}

/// Where the value is `one`, it becomes `other`, or one of its neighbours.
fn replace_integer(sequence: &Sequence, place: Place, one: i64, other: i64, found: &mut Vec<Sequence>) {
    match place {
        Place::Leaf(leaf) => {
            let kind = &sequence.steps.leaves[leaf].kind;
            if matches!(kind, LeafKind::Bool | LeafKind::Float(_))
                || kind.to_int(sequence.leaf(leaf)) != i128::from(one)
            {
                return;
            }
            let (least, most) = kind.int_range();
            for near in [0, 1, -1] {
                let value = (i128::from(other) + near).clamp(least, most);
                found.extend(with_value(sequence, leaf, kind.from_int(value)));
            }
        }
        Place::Text(step, operand) => {
            let Some(units) = units_of(sequence, step, operand) else { return };
            replace_in_text(sequence, (step, operand), &units, one, other, found);
        }
        Place::Array(_) => {}
    }
}

/// Where the array is `one` element long, it becomes `other` long, or one longer.
fn replace_length(
    cluster: &Cluster<'_>,
    sequence: &Sequence,
    place: Place,
    (one, other): (i64, i64),
    found: &mut Vec<Sequence>,
) {
    let Place::Array(step) = place else { return };
    let Action::Array { elements } = &sequence.steps.steps[StepId(step as u32)].action else { return };
    if elements.len() as i64 != one {
        return;
    }
    let near = [other, other.saturating_add(1)];
    if (0..=MAX_ELEMENTS).contains(&other) {
        found.extend(near.iter().filter_map(|&length| with_length(sequence, step, length as usize)));
    } else if (0..MAX_COPIED).contains(&other) {
        found.extend(near.iter().filter_map(|&length| copied_to(cluster, sequence, step, length)));
    }
}

/// The integer was a character of the string, its length, or the number that it says.
fn replace_in_text(
    sequence: &Sequence,
    (step, operand): (usize, usize),
    units: &[u16],
    one: i64,
    other: i64,
    found: &mut Vec<Sequence>,
) {
    if let (Ok(unit), Ok(wanted)) = (u16::try_from(one), u16::try_from(other))
        && one != other
    {
        let same = |&(_, &known): &(usize, &u16)| known == unit;
        let places: Vec<usize> = units.iter().enumerate().filter(same).map(|(at, _)| at).collect();
        let last = places.last().copied().filter(|_| places.len() > 1);
        for at in places.first().copied().into_iter().chain(last) {
            let mut changed = units.to_vec();
            changed[at] = wanted;
            found.extend(with_text(sequence, step, operand, &changed));
        }
    }
    if units.len() as i64 == one {
        for length in [other, other.saturating_add(1), other.saturating_sub(1)] {
            if (0..=MAX_TEXT as i64).contains(&length) && length != one {
                let filler = units.last().copied().unwrap_or(u16::from(b'a'));
                let mut changed = units.to_vec();
                changed.resize(length as usize, filler);
                found.extend(with_text(sequence, step, operand, &changed));
            }
        }
    }
    if units.len() < 24
        && String::from_utf16(units).ok().and_then(|text| text.parse::<i64>().ok()) == Some(one)
    {
        for near in [0, 1, -1] {
            let text: Vec<u16> = other.wrapping_add(near).to_string().encode_utf16().collect();
            found.extend(with_text(sequence, step, operand, &text));
        }
    }
}

fn replace_float(sequence: &Sequence, place: Place, one: u64, other: u64, found: &mut Vec<Sequence>) {
    let (one, other) = (f64::from_bits(one), f64::from_bits(other));
    match place {
        Place::Leaf(leaf) => {
            let kind = &sequence.steps.leaves[leaf].kind;
            let bits = sequence.leaf(leaf);
            match kind {
                LeafKind::Float(format) if float_value(bits, *format) == one => {
                    for near in [other, other + 1.0, other - 1.0] {
                        found.extend(with_value(sequence, leaf, float_bits(near, *format)));
                    }
                }
                LeafKind::Bool | LeafKind::Float(_) => {}
                _ if kind.to_int(bits) as f64 == one => {
                    let (least, most) = kind.int_range();
                    for near in [0, 1, -1] {
                        let value = (other as i128 + near).clamp(least, most);
                        found.extend(with_value(sequence, leaf, kind.from_int(value)));
                    }
                }
                _ => {}
            }
        }
        Place::Text(step, operand) => {
            let Some(units) = units_of(sequence, step, operand) else { return };
            if units.len() < 32
                && String::from_utf16(&units).ok().and_then(|text| text.parse::<f64>().ok()) == Some(one)
            {
                let text: Vec<u16> = format!("{other}").encode_utf16().collect();
                found.extend(with_text(sequence, step, operand, &text));
            }
        }
        Place::Array(_) => {}
    }
}

/// The array shorter, or longer by copies of its last element; null where it has none.
fn with_length(sequence: &Sequence, step: usize, length: usize) -> Option<Sequence> {
    let mut draft = Draft::new(sequence);
    let is_assigned = draft
        .steps
        .iter()
        .any(|other| matches!(other.action, Action::SetElement { array, .. } if array == step_id(step)));
    let Action::Array { mut elements } = draft.steps[step].action.clone() else { return None };
    if elements.len() == length || (is_assigned && length < elements.len()) {
        return None;
    }
    elements.truncate(length);
    while elements.len() < length {
        let copy = match elements.last() {
            Some(Operand::Leaf(leaf)) => Operand::Leaf(copied(&mut draft, *leaf)),
            Some(Operand::Boxed(primitive, leaf)) => Operand::Boxed(*primitive, copied(&mut draft, *leaf)),
            Some(Operand::Text(leaves)) => {
                let units = draft.units(leaves);
                draft.text("", &units)
            }
            Some(other) => other.clone(),
            None => match &draft.steps[step].ty {
                Some(TypeUse::Array(element)) => match &**element {
                    TypeUse::Primitive(primitive) => Operand::Leaf(draft.leaf(primitive.leaf_kind(), "", 0)),
                    _ => Operand::Null,
                },
                _ => return None,
            },
        };
        elements.push(copy);
    }
    draft.steps[step].action = Action::Array { elements };
    Some(draft.finish())
}

/// The array copied to that length, with zeros behind its elements, where the model has a member for that.
fn copied_to(cluster: &Cluster<'_>, sequence: &Sequence, array: usize, length: i64) -> Option<Sequence> {
    let mut draft = Draft::new(sequence);
    let ty = draft.steps[array].ty.clone()?;
    let makes = |&maker: &MemberId| {
        let maker = cluster.member(maker);
        maker.parameters.len() > 1 && maker.result.as_ref() == Some(&ty)
    };
    let method = cluster.array_makers.iter().copied().find(makes)?;
    let users: Vec<usize> = draft.users(step_id(array)).collect();
    let count = draft.leaf(Primitive::Int.leaf_kind(), "count", length as u128);
    let args = vec![Operand::Step(step_id(array)), Operand::Leaf(count)];
    let call = Action::Call { method, receiver: None, args };
    let copy = draft.insert_at(array + 1, |draft| draft.push(call, Some(ty)));
    for user in users {
        for_each_step(&mut draft.steps[user + 1].action, |used| {
            if *used == step_id(array) {
                *used = copy;
            }
        });
    }
    Some(draft.finish())
}

fn copied(draft: &mut Draft, leaf: LeafId) -> LeafId {
    let (described, value) = draft.described(leaf);
    let (kind, name) = (described.kind.clone(), described.name.clone());
    draft.leaf(kind, &name, value)
}

/// Arrays empty, and of one more element.
fn other_lengths(sequence: &Sequence, step: usize, found: &mut Vec<Sequence>) {
    if let Action::Array { elements } = &sequence.steps.steps[StepId(step as u32)].action {
        found.extend(with_length(sequence, step, 0));
        found.extend(with_length(sequence, step, elements.len() + 1));
    }
}

/// Values of a number, a character or a truth that programs tell from others.
fn usual_values(sequence: &Sequence, leaf: LeafId, found: &mut Vec<Sequence>) {
    let kind = &sequence.steps.leaves[leaf].kind;
    let bits = sequence.leaf(leaf);
    let values: Vec<u128> = match kind {
        LeafKind::Bool => vec![bits ^ 1],
        LeafKind::Float(format) => {
            let value = float_value(bits, *format);
            [0.0, 1.0, -1.0, -value, f64::NAN, f64::INFINITY].map(|value| float_bits(value, *format)).to_vec()
        }
        LeafKind::Char { .. } => "a0A -".encode_utf16().map(u128::from).collect(),
        _ => {
            let (least, most) = kind.int_range();
            [0, 1, -1, least, most].map(|value| kind.from_int(value)).to_vec()
        }
    };
    found.extend(values.into_iter().filter_map(|value| with_value(sequence, leaf, value)));
}

/// The string empty, blank, doubled, in upper case, behind a blank.
fn usual_texts(
    sequence: &Sequence,
    step: usize,
    operand: usize,
    leaves: &[LeafId],
    found: &mut Vec<Sequence>,
) {
    let units = sequence.text(leaves);
    let upper = |&unit: &u16| u8::try_from(unit).map_or(unit, |byte| u16::from(byte.to_ascii_uppercase()));
    let blank = u16::from(b' ');
    let texts: [Vec<u16>; 5] = [
        Vec::new(),
        vec![blank],
        [&units[..], &units[..]].concat(),
        units.iter().map(upper).collect(),
        [&[blank], &units[..]].concat(),
    ];
    for text in texts {
        if text != units && text.len() <= 2 * MAX_TEXT {
            found.extend(with_text(sequence, step, operand, &text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trine_testcase::objects::{
        ClassApi, ClassType, Constants, Member, MemberId, MemberKind, ParameterType, Step, Steps,
    };

    #[test]
    fn numbers_at_the_ends_of_their_range_have_neighbours_too() {
        let mut draft = Draft::default();
        let text = draft.text("", &[u16::from(b'a')]);
        draft.push(Action::Call { method: MemberId(0), receiver: None, args: vec![text] }, None);
        let sequence = draft.finish();
        let mut found = Vec::new();
        for (one, other) in [(1, i64::MAX), (1, i64::MIN), (97, i64::MAX)] {
            replace_integer(&sequence, Place::Text(0, 0), one, other, &mut found);
        }
        assert!(found.is_empty(), "{found:?}");
        replace_integer(&sequence, Place::Text(0, 0), 1, 3, &mut found);
        let lengths: Vec<usize> = found.iter().map(|sequence| sequence.leaves.len()).collect();
        assert_eq!(lengths, [3, 4, 2]);
        let step = Step { action: Action::Array { elements: Vec::new() }, ty: None };
        let steps = Steps { steps: [step].into_iter().collect(), ..Steps::default() };
        let array = Sequence { steps: Arc::new(steps), leaves: Vec::new() };
        let api = ClassApi::default();
        let cluster = Cluster::new(&api, &Constants::default());
        replace_length(&cluster, &array, Place::Array(0), (0, i64::MAX), &mut found);
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn an_array_is_copied_to_a_length_that_was_compared() {
        let ints = TypeUse::Array(Box::new(TypeUse::Primitive(Primitive::Int)));
        let mut api = ClassApi::default();
        let arrays = api.classes.push(ClassType::named("java/util/Arrays"));
        let taken = [ints.clone(), TypeUse::Primitive(Primitive::Int)];
        let parameters = taken.into_iter().map(|ty| ParameterType { name: None, ty }).collect();
        let copy = Member::named(MemberKind::Method, "copyOf", "([II)[I");
        let copy = api
            .add_member(arrays, Member { parameters, is_static: true, result: Some(ints.clone()), ..copy });
        let cluster = Cluster::new(&api, &Constants::default());
        let mut draft = Draft::default();
        let array = draft.push(Action::Array { elements: Vec::new() }, Some(ints));
        let args = vec![Operand::Step(array)];
        draft.push(Action::Call { method: copy, receiver: None, args }, None);
        let mut found = Vec::new();
        replace_length(&cluster, &draft.finish(), Place::Array(0), (0, 512), &mut found);
        for (sequence, length) in found.iter().zip([512, 513]) {
            let steps: Vec<&Action> = sequence.steps.steps.iter().map(|step| &step.action).collect();
            let used = |at: usize| steps[at].operands()[0].clone();
            assert!(matches!(steps[1], Action::Call { method, .. } if *method == copy));
            assert_eq!((used(1), used(2)), (Operand::Step(step_id(0)), Operand::Step(step_id(1))));
            assert_eq!(sequence.leaves, [length]);
        }
        assert_eq!(found.len(), 2);
    }
}
