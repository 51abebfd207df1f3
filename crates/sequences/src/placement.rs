//! Steps stand where they are needed: what one later step alone uses is made right before it, in the order in which that step evaluates.
//!
//! ```text
//! s0 = Range.lessThan(0)            s0 = TreeRangeMap.create()
//! s1 = TreeRangeMap.create()   →    s1 = Range.lessThan(0)
//! s2 = s1.put(s0, 0)                s2 = s0.put(s1, 0)            which reads: treeRangeMap.put(Range.lessThan(0), 0);
//! ```

use crate::draft::{Draft, step_id};
use trine_testcase::objects::{Action, Operand, Sequence};

/// The sequence with steps moved behind others, wherever `holds` of what comes of it.
pub fn placed(sequence: &Sequence, holds: &mut dyn FnMut(&Sequence) -> bool) -> Sequence {
    let mut best = sequence.clone();
    // Moving what a step uses to right before it leaves its own position, and those behind it, as they are.
    for user in (1..best.steps.steps.len()).rev() {
        let draft = Draft::new(&best);
        let moved = only_used_by(&draft, user);
        let first = user - moved.len();
        if moved.iter().copied().eq(first..user) {
            continue;
        }
        let others = (0..user).filter(|at| !moved.contains(at));
        let order: Vec<usize> = others.chain(moved.iter().copied()).chain(user..draft.steps.len()).collect();
        let candidate = draft.reordered(&order).finish();
        if holds(&candidate) {
            best = candidate;
        }
    }
    best
}

/// New objects and results that the step at `user` uses, and nothing else does, as arguments, in the order of evaluation.
fn only_used_by(draft: &Draft, user: usize) -> Vec<usize> {
    let action = &draft.steps[user].action;
    let arguments = match action {
        Action::New { args, .. } | Action::Call { args, .. } => args.as_slice(),
        Action::Array { elements } => elements,
        _ => &[],
    };
    let made = |operand: &Operand| match operand {
        Operand::Step(step) => Some(step.0 as usize),
        _ => None,
    };
    let is_movable = |at: &usize| {
        let is_value = matches!(
            draft.steps[*at].action,
            Action::New { .. } | Action::Call { .. } | Action::Array { .. } | Action::Mock { .. }
        );
        let uses = action.operands().into_iter().filter(|operand| made(operand) == Some(*at)).count();
        is_value && uses == 1 && draft.users(step_id(*at)).count() == 1
    };
    arguments.iter().filter_map(made).filter(is_movable).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use trine_testcase::objects::{MemberId, Primitive, TypeUse};

    fn call(draft: &mut Draft, method: u32, receiver: Option<u32>, args: &[u32]) {
        let step = |at: &u32| Operand::Step(step_id(*at as usize));
        let args: Vec<Operand> = args.iter().map(step).collect();
        let action = Action::Call { method: MemberId(method), receiver: receiver.as_ref().map(step), args };
        draft.push(action, Some(TypeUse::Primitive(Primitive::Int)));
    }

    /// The methods that are called, in their order.
    fn methods(sequence: &Sequence) -> Vec<u32> {
        sequence.steps.steps.iter().filter_map(|step| step.action.member()).map(|member| member.0).collect()
    }

    #[test]
    fn arguments_are_made_right_before_the_call_in_the_order_of_evaluation() {
        let mut draft = Draft::default();
        call(&mut draft, 10, None, &[]);
        call(&mut draft, 11, None, &[0]);
        call(&mut draft, 12, None, &[]);
        call(&mut draft, 13, None, &[]);
        // s3.m14(s2, s1): s0 is part of s1.
        call(&mut draft, 14, Some(3), &[2, 1]);
        let sequence = draft.finish();
        let placed_all = placed(&sequence, &mut |_| true);
        assert_eq!(methods(&placed_all), [13, 12, 10, 11, 14]);
        let last = &placed_all.steps.steps[step_id(4)].action;
        let used: Vec<&Operand> = last.operands();
        assert_eq!(used, [0, 1, 3].map(|at| Operand::Step(step_id(at))).iter().collect::<Vec<_>>());
        assert_eq!(placed(&sequence, &mut |_| false), sequence, "nothing is moved that changes what holds");
    }

    #[test]
    fn what_is_used_twice_stays_where_it_is() {
        let mut draft = Draft::default();
        call(&mut draft, 10, None, &[]);
        call(&mut draft, 11, None, &[]);
        call(&mut draft, 12, Some(1), &[0]);
        call(&mut draft, 13, Some(1), &[0]);
        let sequence = draft.finish();
        assert_eq!(placed(&sequence, &mut |_| panic!("there is nothing to try")), sequence);
    }
}
