//! Objects of classes that tests cannot name, and the sequences that gave them: so that what such classes answer is called on purpose.
//!
//! ```text
//! private class View extends AbstractSet<E>     s0 = new Sorted()   s1 = s0.tailView("a")   gives a `View`
//!   contains(Object): goals are open            … s2 = s1.contains("b")                     is inserted with it
//! ```
//!
//! The type of what gives such an object is an interface of the class library more often than not, and hundreds of members take or give
//! some of those: the chance that one is called on just this object is small, and nothing on the way says that it would be worth it.

use crate::cluster::Answered;
use crate::evaluation::{Evaluation, HiddenId};
use std::collections::VecDeque;
use std::rc::Rc;
use trine_testcase::objects::{MemberId, Sequence};

/// Sequences that are kept for a class: the last ones.
const MAX_SEQUENCES: usize = 8;

/// Steps of a sequence that is kept, at most: it becomes part of others.
const MAX_LENGTH: usize = 15;

/// By class: sequences whose last step gave one.
#[derive(Debug, Default)]
pub(super) struct Hidden {
    by_class: Vec<VecDeque<Rc<Sequence>>>,
}

impl Hidden {
    /// What is to be inserted so that an object of `class` answers one of `members`; `None` where no run has given one.
    pub fn answering(&self, class: HiddenId, members: &[MemberId]) -> Option<Answered> {
        let known = self.by_class.get(class.0 as usize).filter(|known| !known.is_empty())?;
        Some(Answered { sequences: known.iter().cloned().collect(), members: members.to_vec() })
    }

    /// Takes note of what a run gave, where it is new.
    pub fn note(&mut self, sequence: &Sequence, evaluation: &Evaluation, is_new_state: bool) {
        for &(step, class) in &evaluation.hidden {
            let (at, length) = (class.0 as usize, step.0 as usize + 1);
            if self.by_class.len() <= at {
                self.by_class.resize_with(at + 1, VecDeque::new);
            }
            let known = &mut self.by_class[at];
            if length > MAX_LENGTH || known.len() >= MAX_SEQUENCES && !is_new_state {
                continue;
            }
            let sequence = Rc::new(super::cut(sequence.clone(), length));
            if known.contains(&sequence) {
                continue;
            }
            if known.len() >= MAX_SEQUENCES {
                known.pop_front();
            }
            known.push_back(sequence);
        }
    }
}
