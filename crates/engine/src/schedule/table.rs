//! The table of techniques that work at fixed places of a search, with what each may spend.
//!
//! A technique is one row: its type, its part of what is left of the budget, and where its turns are. The two techniques
//! that share the main part of the budget, paths and goals, take turns by what they are paid
//! ([`crate::schedule::unit_search`]).

use crate::context::search::SearchContext;
use crate::schedule::clock::{Allowance, Clock};
use crate::techniques::Technique;
use crate::techniques::allocation_failures::AllocationFailures;
use crate::techniques::checks::{Assertions, Assumptions};
use crate::techniques::directed::Hints;
use crate::techniques::long_strings::LongTexts;
use crate::techniques::mutation::Mutation;
use crate::techniques::streams::Streams;
use crate::techniques::variation::{Bounds, RepeatedCalls, Variants};

/// A part of the search in which rows have turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Other shapes than the base, before goals are pursued.
    Shapes,
    /// After a slice of paths.
    AfterPaths,
    /// Before a round of attempts at the open goals.
    Round,
    /// When the search is over: faults that no goal leads to.
    End,
}

/// What a row may spend.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// One part in so many of what is left.
    OneIn(u64),
    /// As much as an attempt of the round.
    Attempt,
    /// What is left: it ends by itself.
    Rest,
}

/// When a row has its turn.
#[derive(Clone, Copy, Debug)]
enum When {
    Always,
    /// As long as something is left to do.
    Undone,
    /// Before each round but the first.
    LaterRounds,
    /// Where paths are not explored in turn with values.
    WithoutPaths,
    /// Where the unit is a whole program.
    WholePrograms,
}

/// A turn: its phase, its place among the turns of the phase, and when it is taken.
type Turn = (Phase, u8, When);

struct Row<'a> {
    technique: Box<dyn Technique<'a> + 'a>,
    part: Part,
    turns: &'static [Turn],
}

/// The rows, with the state of their techniques.
pub(crate) struct Table<'a> {
    rows: Vec<Row<'a>>,
}

/// The round of attempts that is about to begin.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RoundAhead {
    /// Rounds before it.
    pub number: usize,
    /// Evaluations of one attempt.
    pub attempt_evals: u64,
}

impl Default for Table<'_> {
    fn default() -> Self {
        use Phase::{AfterPaths, End, Round, Shapes};
        use When::{Always, LaterRounds, Undone, WholePrograms, WithoutPaths};
        Self {
            rows: vec![
                row(Assumptions, Part::OneIn(4), &[(Shapes, 1, Always)]),
                row(
                    Hints::default(),
                    Part::OneIn(4),
                    &[
                        (Shapes, 2, Always),
                        (Shapes, 6, Always),
                        (AfterPaths, 1, Always),
                        (Round, 4, WithoutPaths),
                    ],
                ),
                row(RepeatedCalls, Part::Rest, &[(Shapes, 3, Always)]),
                row(Variants, Part::OneIn(8), &[(Shapes, 4, Always)]),
                row(LongTexts, Part::Rest, &[(Shapes, 5, Always)]),
                row(Assertions, Part::Rest, &[(Shapes, 7, Always)]),
                row(
                    AllocationFailures::default(),
                    Part::OneIn(4),
                    &[(Shapes, 8, Undone), (Round, 2, LaterRounds), (End, 1, Always)],
                ),
                row(Streams, Part::Attempt, &[(Round, 1, WholePrograms)]),
                row(Mutation, Part::OneIn(48), &[(Round, 3, LaterRounds)]),
                row(Bounds, Part::Rest, &[(End, 2, Always)]),
            ],
        }
    }
}

fn row<'a>(technique: impl Technique<'a> + 'a, part: Part, turns: &'static [Turn]) -> Row<'a> {
    Row { technique: Box::new(technique), part, turns }
}

impl<'a> Table<'a> {
    /// The turns of `phase`, in their order.
    pub(crate) fn run(&mut self, phase: Phase, context: &mut SearchContext<'_, 'a>, round: RoundAhead) {
        let mut turns: Vec<(u8, usize, When)> = Vec::new();
        for (at, row) in self.rows.iter().enumerate() {
            let own = row.turns.iter().filter(|turn| turn.0 == phase);
            turns.extend(own.map(|&(_, place, when)| (place, at, when)));
        }
        turns.sort_by_key(|turn| turn.0);
        for (_, at, when) in turns {
            if when.holds(context, round) {
                let row = &mut self.rows[at];
                let allowance = row.part.of(&context.evaluator.clock, round);
                row.technique.step(context, &allowance);
            }
        }
    }
}

impl Part {
    fn of(self, clock: &Clock<'_>, round: RoundAhead) -> Allowance {
        match self {
            Self::OneIn(parts) => clock.share(parts),
            Self::Attempt => clock.allow(round.attempt_evals),
            Self::Rest => clock.share(1),
        }
    }
}

impl When {
    fn holds(self, context: &mut SearchContext<'_, '_>, round: RoundAhead) -> bool {
        match self {
            Self::Always => true,
            Self::Undone => !context.done(),
            Self::LaterRounds => round.number > 0,
            Self::WithoutPaths => !context.explores_paths(),
            Self::WholePrograms => context.evaluator.every_ending_counts,
        }
    }
}
