//! Makes a sequence short and simple while a predicate holds: what a reader of the test does not need goes.
//!
//! Steps are removed from the back (a step with all that use it, or with its users given another object of the type, null or nothing),
//! mocks lose answers, strings and arrays shrink by halves and then by single elements, numbers go to 0, 1, or by bisection towards 0.
//! Repeated until nothing changes. Delta debugging (Zeller and Hildebrandt, TSE 2002) with the granularity of a step; of the order of n²
//! runs for n steps, which are few.

use crate::check::check;
use crate::draft::{Draft, for_each_step, step_id};
use crate::leaves::{float_bits, float_value};
use trine_testcase::objects::{Action, ClassApi, MemberId, Operand, Sequence};
use trine_testcase::{LeafId, LeafKind};

/// A sequence of which `holds` is true, no longer than `sequence`, of which it must be true.
///
/// `holds` runs a candidate and says whether the goals in question are still covered; it is asked at most `max_runs` times.
pub fn minimize(
    api: &ClassApi,
    sequence: &Sequence,
    max_runs: usize,
    holds: &mut dyn FnMut(&Sequence) -> bool,
) -> Sequence {
    let mut shrinking = Shrinking { api, best: sequence.clone(), runs: max_runs, holds };
    loop {
        let before = shrinking.best.clone();
        shrinking.steps();
        shrinking.answers();
        shrinking.operands();
        shrinking.leaves();
        if shrinking.best == before || shrinking.runs == 0 {
            return shrinking.best;
        }
    }
}

/// Cuts `sequence`, of which `holds` is true, in a dozen runs at most: to its shortest beginning that holds, then to the steps that its
/// last step is made of, with those that use them where it takes these. Rough, and cheap: [`minimize`] does the rest.
pub fn cut_to_need(
    api: &ClassApi,
    sequence: &Sequence,
    holds: &mut dyn FnMut(&Sequence) -> bool,
) -> Sequence {
    let mut best = sequence.clone();
    // What a beginning covers, every longer one does.
    let (mut least, mut most) = (1, best.steps.steps.len());
    while least < most {
        let middle = least + (most - least) / 2;
        let mut draft = Draft::new(&best);
        draft.steps.truncate(middle);
        let candidate = draft.finish();
        match check(api, &candidate).is_ok() && holds(&candidate) {
            true => (best, most) = (candidate, middle),
            false => least = middle + 1,
        }
    }
    for with_users in [false, true] {
        let mut draft = Draft::new(&best);
        let needed = needed(&draft, with_users);
        draft.retain(&needed);
        let candidate = draft.finish();
        if candidate != best && check(api, &candidate).is_ok() && holds(&candidate) {
            return candidate;
        }
    }
    best
}

/// By step: whether the last one is made of it, directly or not; `with_users`, whether it uses such a step, or such a one is made of it.
fn needed(draft: &Draft, with_users: bool) -> Vec<bool> {
    let uses = |at: usize| {
        let mut used = Vec::new();
        let mut action = draft.steps[at].action.clone();
        for_each_step(&mut action, |id| used.push(id.0 as usize));
        used
    };
    let mut needed = vec![false; draft.steps.len()];
    let mut open: Vec<usize> = draft.steps.len().checked_sub(1).into_iter().collect();
    while let Some(at) = open.pop() {
        if std::mem::replace(&mut needed[at], true) {
            continue;
        }
        open.extend(uses(at));
        if with_users {
            open.extend(draft.users(step_id(at)).filter(|&user| !needed[user]));
        }
    }
    needed
}

struct Shrinking<'a> {
    api: &'a ClassApi,
    best: Sequence,
    runs: usize,
    holds: &'a mut dyn FnMut(&Sequence) -> bool,
}

impl Shrinking<'_> {
    /// Takes a candidate if it is a sequence, differs, and holds.
    fn accept(&mut self, draft: Draft) -> bool {
        let candidate = draft.finish();
        if self.runs == 0 || candidate == self.best || check(self.api, &candidate).is_err() {
            return false;
        }
        self.runs -= 1;
        let good = (self.holds)(&candidate);
        if good {
            self.best = candidate;
        }
        good
    }

    fn steps(&mut self) {
        let mut at = self.best.steps.steps.len();
        while at > 0 {
            at = at.min(self.best.steps.steps.len());
            if at == 0 {
                return;
            }
            at -= 1;
            let mut draft = Draft::new(&self.best);
            draft.remove_with_users(at);
            if self.accept(draft) {
                continue;
            }
            // Its users may do without it.
            let users: Vec<usize> = Draft::new(&self.best).users(step_id(at)).collect();
            if !users.is_empty() && !self.by_another(at, &users) {
                self.without(at, &users);
            }
        }
    }

    /// Removes a step whose users use an earlier one of the same type instead: one object where two were made.
    fn by_another(&mut self, at: usize, users: &[usize]) -> bool {
        let draft = Draft::new(&self.best);
        let same = |&other: &usize| draft.steps[other].ty == draft.steps[at].ty;
        let others: Vec<usize> = (0..at).filter(same).collect();
        others.into_iter().any(|other| {
            let mut draft = Draft::new(&self.best);
            for &user in users {
                for_each_step(&mut draft.steps[user].action, |id| {
                    if *id == step_id(at) {
                        *id = step_id(other);
                    }
                });
            }
            draft.remove_with_users(at);
            self.accept(draft)
        })
    }

    /// Removes a step whose users get null, or its element left out where they are arrays. Of arguments of variable number none are left,
    /// rather than null.
    fn without(&mut self, at: usize, users: &[usize]) {
        let mut draft = Draft::new(&self.best);
        if let Action::Array { elements } = &draft.steps[at].action
            && users.iter().all(|&user| self.is_variable_arity(&draft.steps[user].action, at))
        {
            if !elements.is_empty() {
                draft.steps[at].action = Action::Array { elements: Vec::new() };
                self.accept(draft);
            }
            return;
        }
        for &user in users {
            let gone = Operand::Step(step_id(at));
            if let Action::Array { elements } = &mut draft.steps[user].action {
                elements.retain(|element| *element != gone);
                continue;
            }
            for operand in draft.steps[user].action.operands_mut() {
                if *operand == gone {
                    *operand = Operand::Null;
                }
            }
        }
        draft.remove_with_users(at);
        self.accept(draft);
    }

    /// Whether the step `at` is what a call takes as its arguments of variable number, and nothing else of it.
    fn is_variable_arity(&self, action: &Action, at: usize) -> bool {
        let (Action::New { constructor: member, args, .. } | Action::Call { method: member, args, .. }) =
            action
        else {
            return false;
        };
        let is_it = |operand: &&Operand| **operand == Operand::Step(step_id(at));
        self.api.members[*member].is_varargs
            && args.last().as_ref().is_some_and(is_it)
            && action.operands().iter().filter(|operand| is_it(operand)).count() == 1
    }

    /// Takes answers from mocks: all of an object at once, those of one method, then all but a method's first.
    fn answers(&mut self) {
        let all = 0..self.best.steps.steps.len();
        for at in all.rev() {
            let Action::Mock { answers, .. } = &self.best.steps.steps[step_id(at)].action else { continue };
            let methods = answers.len();
            if methods == 0 || self.answer_less(at, Vec::clear) {
                continue;
            }
            for position in (0..methods).rev() {
                if methods == 1 || !self.answer_less(at, |answers| _ = answers.remove(position)) {
                    self.answer_less(at, |answers| answers[position].1.truncate(1));
                }
            }
        }
    }

    fn answer_less(&mut self, at: usize, change: impl FnOnce(&mut Vec<(MemberId, Vec<Operand>)>)) -> bool {
        let mut draft = Draft::new(&self.best);
        if let Action::Mock { answers, .. } = &mut draft.steps[at].action {
            change(answers);
        }
        self.accept(draft)
    }

    /// Shortens strings and arrays.
    fn operands(&mut self) {
        for at in 0..self.best.steps.steps.len() {
            let count = self.best.steps.steps[step_id(at)].action.operands().len();
            for position in 0..count {
                self.shorten_text(at, position);
            }
            self.shorten_array(at);
        }
    }

    fn shorten_text(&mut self, at: usize, position: usize) {
        let mut from = 0;
        let mut length = usize::MAX;
        while length > 0 {
            let mut draft = Draft::new(&self.best);
            let mut operands = draft.steps[at].action.operands_mut();
            let Some(Operand::Text(leaves)) = operands.get_mut(position) else { return };
            length = length.min(leaves.len());
            if from >= leaves.len() {
                (from, length) = (0, length / 2);
                continue;
            }
            let to = (from + length).min(leaves.len());
            leaves.drain(from..to);
            if !self.accept(draft) {
                from += length;
            }
        }
    }

    fn shorten_array(&mut self, at: usize) {
        let mut from = match &self.best.steps.steps[step_id(at)].action {
            Action::Array { elements } => elements.len(),
            _ => return,
        };
        while from > 0 {
            from -= 1;
            let mut draft = Draft::new(&self.best);
            if let Action::Array { elements } = &mut draft.steps[at].action
                && from < elements.len()
            {
                elements.remove(from);
                self.accept(draft);
            }
        }
    }

    fn leaves(&mut self) {
        // A candidate may have fewer leaves than the one before.
        for at in 0.. {
            if at >= self.best.leaves.len() {
                return;
            }
            let leaf = LeafId(at as u32);
            let kind = self.best.steps.leaves[leaf].kind.clone();
            match &kind {
                LeafKind::Bool => _ = self.try_value(leaf, 0),
                LeafKind::Char { .. } => self.simplify_char(leaf),
                LeafKind::Float(format) => {
                    let value = float_value(self.best.leaf(leaf), *format);
                    for simple in [0.0, 1.0, -1.0, value.trunc(), (value * 10.0).round() / 10.0] {
                        if simple.to_bits() == value.to_bits()
                            || self.try_value(leaf, float_bits(simple, *format))
                        {
                            break;
                        }
                    }
                }
                _ => self.simplify_int(leaf, &kind),
            }
        }
    }

    fn try_value(&mut self, leaf: LeafId, value: u128) -> bool {
        let mut draft = Draft::new(&self.best);
        *draft.value(leaf) = value;
        self.accept(draft)
    }

    /// Letters that can be printed are simpler than what must be escaped.
    fn simplify_char(&mut self, leaf: LeafId) {
        let value = self.best.leaf(leaf);
        let rank = |value: u128| match value as u8 {
            b'a' if value < 128 => 0,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' if value < 128 => 1,
            b' '..=b'~' if value < 128 => 2,
            _ => 3,
        };
        for simple in [b'a', b'0', b' '] {
            let simple = u128::from(simple);
            if rank(simple) >= rank(value) || self.try_value(leaf, simple) {
                return;
            }
        }
    }

    /// Towards 0, by 0, 1, -1, then bisection.
    fn simplify_int(&mut self, leaf: LeafId, kind: &LeafKind) {
        let value = kind.to_int(self.best.leaf(leaf));
        for simple in [0, 1, -1] {
            if value == simple || self.try_value(leaf, kind.from_int(simple)) {
                return;
            }
        }
        let (mut fails, mut works) = (0i128, value);
        while (works - fails).abs() > 1 {
            let middle = fails + (works - fails) / 2;
            match self.try_value(leaf, kind.from_int(middle)) {
                true => works = middle,
                false => fails = middle,
            }
        }
    }
}
