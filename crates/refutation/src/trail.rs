//! What came one after the other on a way. Ways that part share what came before: thousands of them may stand open, each with thousands of
//! conditions.

use rustc_hash::FxHashSet;
use std::rc::Rc;
use trine_expr::Term;
use trine_ir::SiteId;

/// Something that a passed operation tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fact {
    /// The line of the operation.
    pub line: Option<u32>,
    /// What holds behind it, in words.
    pub words: &'static str,
}

/// Something that holds on a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The condition; none where it holds anyway.
    pub term: Option<Term>,
    /// Where it comes from.
    pub source: Source,
}

/// Why something holds on a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The outcome of a site.
    Branch(SiteId, u32),
    /// An edge of no site.
    Edge,
    /// An operation did nothing undefined.
    Fact(Fact),
}

impl Known {
    /// Whether an operation tells it.
    pub fn is_fact(&self) -> bool {
        matches!(self.source, Source::Fact(_))
    }
}

/// A list that grows at its end, and whose copies share their beginning. Cost of a copy: nothing that grows with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    last: Option<Rc<Link>>,
}

#[derive(Debug)]
struct Link {
    known: Known,
    before: Option<Rc<Link>>,
}

impl Trail {
    pub fn push(&mut self, known: Known) {
        let before = self.last.take();
        self.last = Some(Rc::new(Link { known, before }));
    }

    /// What it holds, in order; of an operation only what did not hold before. To look for that with each operation would take as long as the
    /// way is.
    pub fn in_order(&self) -> Vec<Known> {
        let links = std::iter::successors(self.last.as_deref(), |link| link.before.as_deref());
        let mut all: Vec<Known> = links.map(|link| link.known).collect();
        all.reverse();
        let mut terms = FxHashSet::default();
        all.retain(|known| {
            let is_new = known.term.is_none_or(|term| terms.insert(term));
            is_new || !known.is_fact()
        });
        all
    }
}

impl Drop for Trail {
    /// One after the other: a long list would be too deep for a recursion.
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(mut link) = next.and_then(Rc::into_inner) {
            next = link.before.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(number: u32) -> Known {
        Known { term: Some(Term(number)), source: Source::Edge }
    }

    fn numbers(trail: &Trail) -> Vec<u32> {
        trail.in_order().iter().filter_map(|known| Some(known.term?.0)).collect()
    }

    #[test]
    fn copies_share_what_came_before_and_nothing_else() {
        let mut one = Trail::default();
        (1..=2).for_each(|number| one.push(known(number)));
        let mut other = one.clone();
        one.push(known(3));
        other.push(known(4));
        assert_eq!([numbers(&one), numbers(&other)], [[1, 2, 3], [1, 2, 4]]);
        drop(one);
        assert_eq!(numbers(&other), [1, 2, 4]);
    }

    #[test]
    fn a_long_one_is_dropped_without_a_deep_stack() {
        let mut long = Trail::default();
        (0..1_000_000).for_each(|number| long.push(known(number)));
        assert_eq!(long.in_order().last().and_then(|known| known.term), Some(Term(999_999)));
    }

    #[test]
    fn what_an_operation_tells_again_is_left_out_and_a_condition_is_not() {
        let mut trail = Trail::default();
        let fact = |number| Known {
            term: Some(Term(number)),
            source: Source::Fact(Fact { line: None, words: "the divisor is not zero" }),
        };
        [known(1), fact(1), fact(2), fact(2), known(2)].into_iter().for_each(|known| trail.push(known));
        assert_eq!(numbers(&trail), [1, 2, 2]);
    }
}
