//! Variables for the leaves of a sequence, and values of variables as leaves.
//!
//! A leaf's variable is known by its number and width, so that runs of different sequences have equal terms where they compute
//! alike. A string has one more variable for its length, and characters in reserve: a model may make it longer or shorter.

use rustc_hash::FxHashMap;
use trine_dse::Binding;
use trine_expr::{Assignment, CompareOp, Node, Term, TermPool};
use trine_sequences::draft::Draft;
use trine_testcase::LeafId;
use trine_testcase::objects::{Operand, Sequence};

/// Characters that a string may have more than now.
const RESERVE: usize = 16;

/// Strings do not grow beyond this.
const MAX_TEXT: usize = 48;

/// What a character in reserve is, where a model says nothing.
const FILLER: u8 = b'a';

/// The terms of a string of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTerms {
    /// How many characters it has: 32 bits.
    pub length: Term,
    /// Its characters, of 8 bits each, and those in reserve.
    pub units: Vec<Term>,
}

/// Variables of all sequences.
#[derive(Clone, Debug, Default)]
pub struct Inputs {
    leaves: FxHashMap<(u32, u32), Term>,
    lengths: FxHashMap<u32, Term>,
    reserves: FxHashMap<(u32, u32), Term>,
}

/// Where a string stands in a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Text {
    step: usize,
    operand: usize,
    leaves: Vec<LeafId>,
    /// Whether its characters have one byte each.
    is_latin: bool,
}

/// A sequence with its variables.
#[derive(Clone, Debug)]
pub struct Bound {
    /// What the domain is told.
    pub bindings: Vec<Binding>,
    /// The strings whose length is a variable, by number.
    pub texts: FxHashMap<u32, TextTerms>,
    /// Hold for all inputs.
    pub assumptions: Vec<Term>,
    /// The values of this sequence.
    pub values: Assignment,
    leaves: Vec<Term>,
    places: Vec<Text>,
}

impl Inputs {
    /// The variables of `sequence`.
    pub fn bind(&mut self, pool: &mut TermPool, sequence: &Sequence) -> Bound {
        let places = texts(sequence);
        let mut widths: Vec<u32> = sequence.steps.leaves.iter().map(|leaf| leaf.kind.bits()).collect();
        for leaf in places.iter().filter(|text| text.is_latin).flat_map(|text| &text.leaves) {
            widths[leaf.0 as usize] = 8;
        }
        let mut bound = Bound {
            bindings: Vec::new(),
            texts: FxHashMap::default(),
            assumptions: Vec::new(),
            values: Assignment::new(),
            leaves: Vec::with_capacity(widths.len()),
            places,
        };
        for ((number, width), &bits) in (0..).zip(widths).zip(&sequence.leaves) {
            let make = || pool.variable(format!("leaf{number}:{width}"), width);
            let term = *self.leaves.entry((number, width)).or_insert_with(make);
            bound.bindings.push(Binding::Input { number, term });
            set(pool, &mut bound.values, term, bits);
            bound.leaves.push(term);
        }
        for number in 0..bound.places.len() {
            if bound.places[number].is_latin {
                self.bind_length(pool, number as u32, &mut bound);
            }
        }
        bound
    }

    fn bind_length(&mut self, pool: &mut TermPool, number: u32, bound: &mut Bound) {
        let text = &bound.places[number as usize];
        let count = text.leaves.len();
        let length =
            *self.lengths.entry(number).or_insert_with(|| pool.variable(format!("length{number}"), 32));
        let mut units: Vec<Term> = text.leaves.iter().map(|leaf| bound.leaves[leaf.0 as usize]).collect();
        let room = MAX_TEXT.saturating_sub(count).min(RESERVE) as u32;
        for at in 0..room {
            let make = || pool.variable(format!("reserve{number}:{at}"), 8);
            let term = *self.reserves.entry((number, at)).or_insert_with(make);
            set(pool, &mut bound.values, term, u128::from(FILLER));
            units.push(term);
        }
        set(pool, &mut bound.values, length, count as u128);
        let most = pool.constant(units.len() as u128 + 1, 32);
        bound.assumptions.push(pool.compare(CompareOp::Ult, length, most));
        bound.bindings.push(Binding::Length { number, term: length });
        bound.texts.insert(number, TextTerms { length, units });
    }
}

impl Bound {
    /// Conditions under which all strings keep their lengths.
    pub fn fixed_lengths(&self, pool: &mut TermPool) -> Vec<Term> {
        let mut conditions = self.assumptions.clone();
        for (number, place) in (0..).zip(&self.places) {
            if let Some(text) = self.texts.get(&number) {
                let count = pool.constant(place.leaves.len() as u128, 32);
                conditions.push(pool.equal(text.length, count));
            }
        }
        conditions
    }

    /// The leaves of `sequence`, for which this was made, that are characters of its strings.
    #[must_use]
    pub fn characters(&self, sequence: &Sequence) -> Vec<LeafId> {
        texts(sequence).into_iter().flat_map(|text| text.leaves).collect()
    }

    /// The values of variables that the leaves of `sequence`, which has the steps of the one that this was made for, stand for.
    #[must_use]
    pub fn values_of(&self, pool: &TermPool, sequence: &Sequence) -> Assignment {
        let mut values = self.values.clone();
        self.leaves
            .iter()
            .zip(&sequence.leaves)
            .for_each(|(&term, &bits)| set(pool, &mut values, term, bits));
        values
    }

    /// `sequence`, for which this was made, with the values of `model`.
    #[must_use]
    pub fn sequence(&self, pool: &TermPool, sequence: &Sequence, model: &Assignment) -> Sequence {
        let mut draft = Draft::new(sequence);
        for (number, &term) in self.leaves.iter().enumerate() {
            *draft.value(LeafId(number as u32)) = value(pool, model, term);
        }
        for (number, place) in (0..).zip(&self.places) {
            let Some(text) = self.texts.get(&number) else { continue };
            let length = value(pool, model, text.length) as usize;
            if length == place.leaves.len() {
                continue;
            }
            let units: Vec<u16> =
                text.units.iter().take(length).map(|&unit| value(pool, model, unit) as u16).collect();
            let changed = draft.text("", &units);
            let step = &mut draft.steps[place.step];
            if let Some(operand) = step.action.operands_mut().into_iter().nth(place.operand) {
                *operand = changed;
            }
        }
        draft.finish()
    }
}

impl Bound {
    /// `sequence` with one character more in the string that `condition` depends on, a copy of its last one: for conditions that no string
    /// of the present length satisfies, where the code made its own string of it.
    #[must_use]
    pub fn stretched(&self, pool: &TermPool, sequence: &Sequence, condition: Term) -> Option<Sequence> {
        let variables = pool.variables_of(&[condition]);
        let depends = |term: &Term| matches!(pool.node(*term), Node::Variable(id) if variables.contains(&id));
        let place = (0..).zip(&self.places).find_map(|(number, place)| {
            let text = self.texts.get(&number)?;
            let room = place.leaves.len() < text.units.len();
            (room && text.units.iter().chain([&text.length]).any(depends)).then_some(place)
        })?;
        let mut units = sequence.text(&place.leaves);
        units.push(units.last().copied().unwrap_or(u16::from(b'0')));
        let mut draft = Draft::new(sequence);
        let changed = draft.text("", &units);
        *draft.steps[place.step].action.operands_mut().into_iter().nth(place.operand)? = changed;
        Some(draft.finish())
    }
}

/// The strings of a sequence, in the order in which a run reads them.
fn texts(sequence: &Sequence) -> Vec<Text> {
    let mut texts = Vec::new();
    for (step, action) in sequence.steps.steps.iter().map(|step| &step.action).enumerate() {
        for (operand, used) in action.operands().into_iter().enumerate() {
            if let Operand::Text(leaves) = used {
                let is_latin = sequence.text(leaves).iter().all(|&unit| unit < 256);
                texts.push(Text { step, operand, leaves: leaves.clone(), is_latin });
            }
        }
    }
    texts
}

fn set(pool: &TermPool, values: &mut Assignment, variable: Term, bits: u128) {
    if let Node::Variable(id) = pool.node(variable) {
        values.set(id, bits);
    }
}

fn value(pool: &TermPool, values: &Assignment, variable: Term) -> u128 {
    match pool.node(variable) {
        Node::Variable(id) => values.get(id),
        _ => 0,
    }
}
