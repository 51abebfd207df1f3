//! What finds tests: each technique in a file or folder of its own.
//!
//! | technique | what it varies |
//! |---|---|
//! | [`variation`] | random and usual values; pointers one at a time; several calls; bounds |
//! | [`directed`] | shapes that runs ask for |
//! | [`mutation`] | shapes of archived tests, at random |
//! | [`pursuit`] | values, goal by goal: alternating variables or a genetic algorithm |
//! | [`symbolic`] | paths: dynamic symbolic execution |
//! | [`pathwise`] | paths, enumerated and numbered |
//! | [`checks`] | values towards assumptions and assertions |
//! | [`allocation_failures`] | which allocation fails |
//! | [`streams`] | the stream of inputs of a whole program |
//! | [`long_texts`], [`command_lines`] | strings and the words of a command line |
//! | [`refutation`] | nothing: it proves goals infeasible |
//!
//! To add one: a file with a type that is a [`Technique`] and holds what it alone needs, and a row in
//! [`crate::schedule::table`].

use crate::context::search::SearchContext;
use crate::schedule::clock::Allowance;
use crate::schedule::scheduler::Reward;

pub(crate) mod allocation_failures;
pub(crate) mod checks;
pub(crate) mod command_lines;
pub mod directed;
pub(crate) mod goal_search;
pub(crate) mod long_strings;
pub(crate) mod mutation;
pub mod pathwise;
pub(crate) mod refutation;
pub mod streams;
pub mod symbolic;
pub(crate) mod variable_arguments;
pub(crate) mod variation;

/// A way to find tests, or proofs, with the state that it alone needs.
pub(crate) trait Technique<'a> {
    /// Its name in records.
    fn name(&self) -> &'static str;

    /// Works within `allowance`.
    fn work(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance);

    /// Works within `allowance`; what was covered and spent meanwhile.
    fn step(&mut self, context: &mut SearchContext<'_, 'a>, allowance: &Allowance) -> Reward {
        let start = context.standing();
        let before = context.evaluator.turn_of(self.name());
        self.work(context, allowance);
        context.evaluator.back_to(before);
        context.reward_since(start)
    }
}
