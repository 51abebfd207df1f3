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
use crate::draft::{Draft, for_each_step, step_id};
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
            let made = making(sequence, step, cluster);
            let known = self.by_class.entry(class.name.clone()).or_default();
            let is_shorter = known.get(&size).is_none_or(|known| made.length() < known.length());
            if made.length() > MAX_LENGTH || !is_shorter {
                continue;
            }
            known.insert(size, made);
            if known.len() > MAX_SIZES {
                // The longest is the hardest to build on.
                let longest = known.iter().max_by_key(|(_, known)| known.length()).map(|(&size, _)| size);
                longest.and_then(|size| known.remove(&size));
            }
            cluster.grown.insert(class.name, known.values().cloned().collect());
        }
    }
}

/// The steps of a sequence that make what the step `object` gives and change it.
fn making(sequence: &Sequence, object: StepId, cluster: &Cluster<'_>) -> Structure {
    let mut draft = Draft::new(sequence);
    let changes = |action: &Action| match action {
        Action::Call { method, receiver: Some(Operand::Step(of)), .. } => {
            *of == object && cluster.effect(*method) >= CHANGES
        }
        _ => false,
    };
    let mut keep: Vec<bool> = draft.steps.iter().map(|step| changes(&step.action)).collect();
    keep[object.0 as usize] = true;
    for at in (0..keep.len()).rev() {
        if keep[at] {
            for_each_step(&mut draft.steps[at].action, |used| keep[used.0 as usize] = true);
        }
    }
    let before = keep[..object.0 as usize].iter().filter(|&&kept| kept).count();
    draft.retain(&keep);
    Structure { sequence: Rc::new(draft.finish()), object: step_id(before) }
}
