//! Few input bits: all their values, by evaluation. Exact both ways, and faster than a circuit.

use crate::query::{Answer, Chain, Layer, Limits, Query};
use trine_expr::{Tape, TermPool};

/// Input bits up to which all values are tried.
const BITS: u32 = 8;

/// Tries all values of few bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Enumeration;

impl Layer for Enumeration {
    fn name(&self) -> &'static str {
        "enumeration"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let variables = pool.variables_of(&query.constraints);
        let widths: Vec<u32> = variables.iter().map(|&variable| pool.variables()[variable].width).collect();
        let bits: u32 = widths.iter().sum();
        if bits > BITS {
            return rest.solve(pool, query, limits);
        }
        let mut tape = Tape::new(pool, &query.constraints);
        let mut model = query.hint.clone();
        rest.charge((tape.terms().len() as u64) << bits);
        for number in 0..1u128 << bits {
            let mut left = number;
            for (&variable, &width) in variables.iter().zip(&widths) {
                model.set(variable, left & ((1 << width) - 1));
                left >>= width;
            }
            if tape.evaluate(&model).iter().all(|&value| value == 1) {
                return Answer::Satisfiable(model);
            }
        }
        Answer::Unsatisfiable
    }
}
