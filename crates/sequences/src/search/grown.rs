//! Objects that are handed to the code under test, as large as calls have made them so far, and the calls that did: so that structures grow
//! from what is there rather than from nothing each time.
//!
//! ```text
//! 9 objects   g = new Graph()
//! 14          g = new Graph()   g.addVertex("a")
//! 19          …                 g.addVertex("b")
//! 27          …                                    g.addEdge("a", "b")     a parameter `Graph` is one of these
//! ```
//!
//! Nothing of the code under test has to show on the way: an algorithm on graphs may do the same with no vertex, one, and two.
//!
//! Source: components that grow by what runs showed, Pacheco, Lahiri, Ernst and Ball, *Feedback-Directed Random Test Generation*, ICSE 2007.
//! Deviation: the number of objects that can be reached tells states apart, so that there are few.

use crate::cluster::{Cluster, Structure};
use crate::draft::{Draft, step_id};
use crate::evaluation::Evaluation;
use std::collections::BTreeMap;
use std::rc::Rc;
use trine_testcase::objects::{Action, Operand, Sequence, StepId, TypeUse};

/// Sizes that are kept for a class.
const MAX_SIZES: usize = 16;

/// Steps of a sequence that is kept, at most: it becomes part of others.
const MAX_LENGTH: usize = 16;

/// A call changes what it is given if it does so with this probability.
const CHANGES: f64 = 0.3;

/// By the name of a class: for each size that its objects had the shortest sequence that makes one.
#[derive(Debug, Default)]
pub(super) struct Grown {
    by_class: BTreeMap<String, BTreeMap<usize, Structure>>,
}

impl Grown {
    /// Takes note of how large objects were in the end of a run, and lets values be made like those.
    pub fn note(&mut self, sequence: &Sequence, evaluation: &Evaluation, cluster: &mut Cluster<'_>) {
        for &(step, size) in &evaluation.sizes {
            let Some(TypeUse::Class(class)) = sequence.steps.steps.get(step).and_then(|step| step.ty.clone())
            else {
                continue;
            };
            let made_by = making(sequence, step, cluster);
            let length = made_by.iter().filter(|&&is_part| is_part).count();
            let known = self.by_class.entry(class.name.clone()).or_default();
            let is_shorter = known.get(&size).is_none_or(|known| length < known.length());
            if length > MAX_LENGTH || !is_shorter {
                continue;
            }
            known.insert(size, structure(sequence, step, &made_by));
            if known.len() > MAX_SIZES {
                // The longest is the hardest to build on.
                let longest = known.iter().max_by_key(|(_, known)| known.length()).map(|(&size, _)| size);
                longest.and_then(|size| known.remove(&size));
            }
            cluster.grown.insert(class.name, known.values().cloned().collect());
        }
    }
}

/// By step, whether it makes what the step `object` gives, or changes it.
fn making(sequence: &Sequence, object: StepId, cluster: &Cluster<'_>) -> Vec<bool> {
    let changes = |action: &Action| match action {
        Action::Call { method, receiver: Some(Operand::Step(of)), .. } => {
            *of == object && cluster.effect(*method) >= CHANGES
        }
        _ => false,
    };
    let steps = sequence.steps.steps.as_slice();
    let mut parts: Vec<bool> = steps.iter().map(|step| changes(&step.action)).collect();
    parts[object.0 as usize] = true;
    for at in (0..parts.len()).rev() {
        if parts[at] {
            for operand in steps[at].action.operands() {
                if let Operand::Step(used) = operand {
                    parts[used.0 as usize] = true;
                }
            }
        }
    }
    parts
}

/// These steps of a sequence, of which `object` gives the object.
fn structure(sequence: &Sequence, object: StepId, parts: &[bool]) -> Structure {
    let mut draft = Draft::new(sequence);
    draft.retain(parts);
    let before = parts[..object.0 as usize].iter().filter(|&&is_part| is_part).count();
    Structure { sequence: Rc::new(draft.finish()), object: step_id(before) }
}
