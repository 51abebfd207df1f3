//! Where the basic blocks of a method's code begin.

use crate::class::{Code, Instruction};

/// A stretch of instructions that is entered at its start only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Index of its first instruction.
    pub start: usize,
    /// Index behind its last one.
    pub end: usize,
    /// Indices of the stretches that control may go to at its end, in the order of the instruction's targets, the next
    /// one last where control may fall through.
    pub successors: Vec<usize>,
    /// Positions in [`Code::handlers`] of those that guard all of it, in order.
    pub handlers: Vec<usize>,
}

/// The stretches of `code`, in order; the first one begins at its first instruction.
#[must_use]
pub fn stretches(code: &Code) -> Vec<Stretch> {
    let instructions = &code.instructions;
    let index = |position: u32| code.index_of(position).unwrap_or(instructions.len());
    let mut starts = vec![0];
    for (at, (_, instruction)) in instructions.iter().enumerate() {
        let targets = instruction.targets().map(index);
        let before = starts.len();
        starts.extend(targets);
        if starts.len() > before || instruction.ends_block() {
            starts.push(at + 1);
        }
    }
    starts.extend(
        code.handlers.iter().flat_map(|handler| [handler.start, handler.end, handler.target]).map(index),
    );
    starts.sort_unstable();
    starts.dedup();
    starts.retain(|&start| start < instructions.len());

    let containing = |at: usize| starts.partition_point(|&start| start <= at) - 1;
    let mut stretches = Vec::with_capacity(starts.len());
    for (number, &start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(instructions.len());
        let (_, last) = &instructions[end - 1];
        let mut successors: Vec<usize> =
            last.targets().map(|position| containing(index(position).min(instructions.len() - 1))).collect();
        let falls_through = !last.ends_block() || matches!(last, Instruction::JumpToSubroutine(_));
        if falls_through && end < instructions.len() {
            successors.push(number + 1);
        }
        let position = instructions[start].0;
        let guards = |at: &usize| {
            let handler = &code.handlers[*at];
            handler.start <= position && position < handler.end
        };
        let handlers = (0..code.handlers.len()).filter(guards).collect();
        stretches.push(Stretch { start, end, successors, handlers });
    }
    stretches
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::class::{BranchTest, Handler, IntTest, Kind};

    #[test]
    fn jumps_targets_and_guarded_ranges_begin_stretches() {
        let code = Code {
            max_locals: 1,
            max_stack: 1,
            instructions: vec![
                (0, Instruction::Load(Kind::Int, 0)),
                (1, Instruction::Branch(BranchTest::Zero(IntTest::Equal), 6)),
                (4, Instruction::Increment(0, 1)),
                (6, Instruction::Return(None)),
                (7, Instruction::Throw),
            ],
            handlers: vec![Handler { start: 4, end: 6, target: 7, catches: None }],
            ..Code::default()
        };
        let found = stretches(&code);
        let bounds: Vec<_> = found.iter().map(|stretch| (stretch.start, stretch.end)).collect();
        assert_eq!(bounds, [(0, 2), (2, 3), (3, 4), (4, 5)]);
        assert_eq!(found[0].successors, [2, 1]);
        assert_eq!(found[1].successors, [2]);
        assert_eq!(found[1].handlers, [0]);
        assert!(found[2].successors.is_empty() && found[2].handlers.is_empty());
    }
}
