//! The portfolio: layers in order, cheap ones first.

use crate::layers::{
    BitBlasting, Bounds, Cache, Enumeration, Equalities, EquationBalancing, Factoring, LocalSearch, Logging,
    MeetInTheMiddle, Slicing, Smt,
};
use crate::portfolio::Portfolio;
use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use crate::statistics::Statistics;
use std::sync::Arc;
use std::time::Instant;
use trine_expr::{Assignment, Term, TermPool};

/// Answers queries about the terms of one pool.
pub struct Solver {
    layers: Vec<Box<dyn Layer>>,
    statistics: Statistics,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new(&Portfolio::default())
    }
}

impl Solver {
    /// The solver of `portfolio`.
    #[must_use]
    pub fn new(portfolio: &Portfolio) -> Self {
        let mut all: Vec<Box<dyn Layer>> = vec![
            Box::new(Slicing::default()),
            Box::new(Cache::default()),
            Box::new(Equalities),
            Box::new(Factoring),
            Box::new(Bounds),
            Box::new(Enumeration),
            Box::new(LocalSearch),
            Box::new(EquationBalancing),
            Box::new(MeetInTheMiddle),
        ];
        if let Some(log) = &portfolio.log {
            all.insert(2, Box::new(Logging::of_queries(Arc::clone(log))));
            all.push(Box::new(Logging::of_circuits(Arc::clone(log))));
        }
        all.push(Box::new(BitBlasting::default()));
        if let Some(smt) = &portfolio.smt {
            all.push(Box::new(Smt::new(Arc::clone(smt))));
        }
        let layers =
            all.into_iter().filter(|layer| !portfolio.without.iter().any(|name| name == layer.name()));
        Self { layers: layers.collect(), statistics: Statistics::default() }
    }

    /// Adds a layer below all others.
    pub fn push(&mut self, layer: Box<dyn Layer>) {
        self.layers.push(layer);
    }

    /// What the layers did so far.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Whether all of `constraints` can hold. Every model is checked by evaluation before it is given out.
    pub fn solve(
        &mut self,
        pool: &mut TermPool,
        constraints: &[Term],
        hint: &Assignment,
        limits: &Limits,
    ) -> Answer {
        let start = Instant::now();
        let query = Query { constraints: constraints.to_vec(), hint: hint.clone() };
        let mut left = limits.effort;
        let mut chain = Chain { layers: &mut self.layers, statistics: &mut self.statistics, left: &mut left };
        let mut answer = chain.solve(pool, &query, limits);
        if let Answer::Satisfiable(model) = &answer
            && !query.holds(pool, model)
        {
            debug_assert!(false, "a model must satisfy its constraints");
            self.statistics.wrong_models += 1;
            answer = Answer::Unknown(Unknown::WrongModel);
        }
        self.statistics.count(&answer, start.elapsed());
        answer
    }
}
