//! What running a sequence tells the search.

use trine_base::typed_index;
use trine_testcase::objects::{Compared, Ended, MemberId, Operand, Sequence, StepId};

typed_index! {
    /// A goal of the class under test.
    pub struct GoalId = "goal"
}

typed_index! {
    /// A class under test, or nested in one, that tests cannot name.
    pub struct HiddenId = "hidden"
}

/// How a test comes to a method under test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrances {
    /// The member that it is, else the nearest ones that call it.
    pub members: Vec<MemberId>,
    /// Members that objects of hidden classes answer by it, or by what calls it.
    pub answered: Vec<(HiddenId, Vec<MemberId>)>,
}

/// What a run of a sequence told.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// How it ended.
    pub ended: Ended,
    /// Goals that the run covered, in order.
    pub covered: Vec<GoalId>,
    /// How far the run stayed from each goal that was asked for: approach level plus normalised branch distance; 0 exactly when it was
    /// covered, infinite when not even the method was entered.
    pub distances: Vec<f64>,
    /// The steps that gave objects of hidden classes, with these.
    pub hidden: Vec<(StepId, HiddenId)>,
    /// The steps that gave objects of other classes which calls then changed, and how many objects could be reached from each in the end.
    pub sizes: Vec<(StepId, usize)>,
    /// A digest of the state of the objects of the class under test that it left: equal states, equal digests.
    pub state: u64,
    /// Instructions executed.
    pub steps: u64,
    /// Runs that it took: one, and those in which it was looked at once more.
    pub runs: u64,
}

/// Sequences with the steps of another and other values, that a path condition gave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Solved {
    /// The sequences, the most promising first.
    pub sequences: Vec<Sequence>,
    /// Whether all ways were asked for that no run took.
    pub has_tried_open: bool,
    /// Whether no other way is left to ask for.
    pub is_exhausted: bool,
    /// What it took, in runs of sequences.
    pub cost_evals: u64,
}

/// What is asked of one symbolic run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Sequences at most.
    pub max_solutions: usize,
    /// Work of the solver, in runs of sequences, after which no other query is begun.
    pub effort_evals: u64,
    /// Whether branches that were left by both edges stay as they are.
    pub half_covered_only: bool,
}

/// A change of a sequence that may make a branch go a way that no run has gone, as far as objects decide it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The way, by its number in the machine ([`Runner::is_taken`]).
    pub edge: u32,
    /// The change.
    pub change: Change,
}

/// What is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The operand at a position of a step, the receiver included.
    Operand {
        /// The step.
        step: StepId,
        /// The position among its operands.
        position: usize,
        /// What is wanted in its place.
        wanted: Wanted,
    },
    /// One call more, of a member that wrote what was read.
    Call {
        /// The step that read it.
        before: StepId,
        /// Steps that gave the objects it may be called on.
        receivers: Vec<StepId>,
        /// The members.
        members: Vec<MemberId>,
    },
}

/// What is wanted in the place of an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Null.
    Null,
    /// Another object.
    Other,
    /// The object that another operand is.
    Same(Operand),
    /// An instance of the class with this name, as class files have it.
    Instance(String),
}

/// What objects decided in the run of a sequence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hints {
    /// Changes for other ways, the most promising first.
    pub hints: Vec<Hint>,
    /// What it took, in runs of sequences.
    pub cost_evals: u64,
}

/// How far a run stays from a goal that it covers by chance only ([`Runner::look_elsewhere`]): it came to the branch.
pub const BY_CHANCE: f64 = 0.5;

/// What runs in another world told of sequences that covered goals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elsewhere {
    /// Goals that other sequences than the given ones cover in both worlds.
    pub replaced: Vec<(GoalId, Sequence)>,
    /// Goals that no sequence is known to cover in both. Runs that come to them count from now on only where they do so in both.
    pub doubted: Vec<GoalId>,
    /// Static fields that sequences which do not hold have in common: their values differ from world to world.
    pub avoided: Vec<MemberId>,
    /// Runs that it took.
    pub runs: u64,
}

/// Runs sequences, each from the state that the class library has after its start.
pub trait Runner {
    /// Runs `sequence`, and measures how far it stayed from `open` goals, in their order.
    fn run(&mut self, sequence: &Sequence, open: &[GoalId]) -> Evaluation;

    /// Runs `sequence` once more, and tells what it compared, each comparison once, in the order of the run.
    fn compared(&mut self, _sequence: &Sequence) -> Vec<Compared> {
        Vec::new()
    }

    /// The member that a test calls to come to the goal, where it stands in the body of one.
    fn member(&self, _goal: GoalId) -> Option<MemberId> {
        None
    }

    /// How a test comes to the goal, where that is known.
    fn entrances(&self, _goal: GoalId) -> Option<&Entrances> {
        None
    }

    /// Solves for other ways that `sequence` could take by other values of its leaves; `None` when this runner cannot.
    fn solve(&mut self, _sequence: &Sequence, _request: &Request) -> Option<Solved> {
        None
    }

    /// Tells which objects of `sequence` decided branches that no run has left by another way, and what to change; `None` when this runner
    /// cannot.
    fn hints(&mut self, _sequence: &Sequence) -> Option<Hints> {
        None
    }

    /// The distance, at most, of runs that come to the branch of a goal and leave it by another way; `None` as long as that is not known.
    fn reach(&mut self, _goal: GoalId) -> Option<f64> {
        Some(1.0)
    }

    /// Whether a run has taken the way with this number.
    fn is_taken(&self, _edge: u32) -> bool {
        false
    }

    /// How many ways out of branches runs have taken, in all code that they came to; 0 where nobody asks for other ways.
    fn ways_taken(&self) -> usize {
        0
    }

    /// How likely calls of methods change the objects that they are given, of those that runs called.
    fn effects(&self) -> Vec<(MemberId, f64)> {
        Vec::new()
    }

    /// Looks at sequences, the longest first, and the goals that each is kept for, in another world: with other hash codes, times and orders of
    /// sets. Nothing is told of those that were looked at before.
    fn look_elsewhere(&mut self, _kept: &[(Sequence, Vec<GoalId>)]) -> Elsewhere {
        Elsewhere::default()
    }

    /// Whether from now on nothing that this runner tells later of other runs, or chooses for them, is to depend on what runs show: they are
    /// for goals alone.
    fn set_apart(&mut self, _is_apart: bool) {}

    /// Goals that need not be searched for any more, since earlier runs made them needless; each is named once.
    fn settled(&mut self) -> Vec<GoalId> {
        Vec::new()
    }
}
