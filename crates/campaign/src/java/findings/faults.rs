//! Faults that the runs of a search came to: what happened and where, each with the shortest sequence that shows it.

use std::collections::BTreeMap;
use trine_harness_jvm::{Frame, Run, Stage};
use trine_testcase::objects::{Ended, Sequence, StepId};

/// Faults that are kept for one class, at most.
const MAX_FAULTS: usize = 40;

/// Exceptions that a machine or a library raises where something is wrong, and what a finding of them is called. Others are how
/// methods refuse to do something.
const KINDS: [(&str, &str); 12] = [
    ("java/lang/NullPointerException", "null-pointer"),
    ("java/lang/ArrayIndexOutOfBoundsException", "array-index-out-of-bounds"),
    ("java/lang/StringIndexOutOfBoundsException", "string-index-out-of-bounds"),
    ("java/lang/IndexOutOfBoundsException", "index-out-of-bounds"),
    ("java/lang/ArithmeticException", "arithmetic"),
    ("java/lang/ClassCastException", "class-cast"),
    ("java/lang/NegativeArraySizeException", "negative-array-size"),
    ("java/lang/ArrayStoreException", "array-store"),
    ("java/lang/NumberFormatException", "number-format"),
    ("java/util/EmptyStackException", "empty-stack"),
    ("java/util/InputMismatchException", "input-mismatch"),
    ("java/lang/AssertionError", "assertion"),
];

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::java) enum Happened {
    /// An exception of this class left a call.
    Threw(String),
    /// A call did not end within the limit of instructions.
    Endless,
    /// Calls nested without an end.
    Overflow,
}

impl Happened {
    /// The kind of a finding.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Threw(class) => {
                KINDS.iter().find(|(known, _)| known == class).map_or("exception", |(_, kind)| kind)
            }
            Self::Endless => "endless-loop",
            Self::Overflow => "stack-overflow",
        }
    }
}

/// A fault: the same for all sequences that show it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::java) struct Fault {
    /// Where: the innermost call of the class path; of an endless call, the one that the test makes, at line 0.
    pub place: Frame,
    /// What.
    pub happened: Happened,
    /// Whether a method of the JDK raised it, which the place called.
    pub in_library: bool,
}

impl Fault {
    /// The fault that `run` of `sequence` came to; `stage` has just done it.
    pub fn of(stage: &mut Stage, run: &Run, sequence: &Sequence) -> Option<Self> {
        match &run.ended {
            Ended::Threw { class, .. } if KINDS.iter().any(|(known, _)| known == class) => {
                let frames = stage.trace(false)?;
                let place = frames.last().filter(|frame| frame.is_own)?.clone();
                let in_library = frames.len() > 1;
                Some(Self { place, happened: Happened::Threw(class.clone()), in_library })
            }
            Ended::Limit { step, what } => {
                let happened = match what.as_str() {
                    "the limit of steps" => Happened::Endless,
                    "the limit of nested calls" => Happened::Overflow,
                    _ => return None,
                };
                Some(Self { place: called(stage, sequence, *step)?, happened, in_library: false })
            }
            _ => None,
        }
    }
}

/// The method that a step calls.
fn called(stage: &Stage, sequence: &Sequence, step: StepId) -> Option<Frame> {
    let api = stage.api();
    let member = &api.members[sequence.steps.steps.get(step)?.action.member()?];
    let class = &api.classes[member.class];
    // Only what stands on the class path is anybody's own here.
    let is_own = api.subjects.contains(&member.class);
    let method = format!("{}.{}{}", class.name, member.name, member.descriptor);
    is_own.then_some(Frame { method, line: 0, position: 0, is_own })
}

/// The faults of a unit so far.
#[derive(Clone, Debug, Default)]
pub(in crate::java) struct Faults {
    found: BTreeMap<Fault, Sequence>,
}

impl Faults {
    /// Looks at a run.
    pub fn note(&mut self, stage: &mut Stage, run: &Run, sequence: &Sequence) {
        let Some(fault) = Fault::of(stage, run, sequence) else { return };
        let is_full = self.found.len() >= MAX_FAULTS;
        match self.found.get_mut(&fault) {
            Some(known) if sequence.steps.steps.len() < known.steps.steps.len() => *known = sequence.clone(),
            None if !is_full => _ = self.found.insert(fault, sequence.clone()),
            _ => {}
        }
    }

    /// All of them, in the order of their places.
    pub fn take(&mut self) -> Vec<(Fault, Sequence)> {
        std::mem::take(&mut self.found).into_iter().collect()
    }
}
