//! Circuits and a SAT solver: complete for everything but the mathematical library.
//!
//! Queries along one path share most constraints, so the circuit of the last query is kept and
//! constraints are assumed, not asserted. Queries that have little in common get a new circuit: a solver
//! full of what others asked is slower than an empty one.

use crate::circuit::{Blaster, Growth, NoCircuit};
use crate::query::{Answer, Chain, Layer, Limits, Query, Unknown};
use crate::sat::{Literal, SatAnswer, SatLimits, default_solver};
use rustc_hash::FxHashSet;
use trine_expr::{Node, Term, TermPool};

/// A circuit with more gates than this is not kept for the next query.
const GATES_KEPT: usize = 200_000;

/// Effort of a gate, of a step of the SAT solver, and of a step for each gate whose clauses it may look at.
const GATE_EFFORT: u64 = 100;
const STEP_EFFORT: u64 = 200;

/// Solves by circuits.
#[derive(Default)]
pub struct BitBlasting {
    blaster: Option<Blaster>,
    /// Constraints that the circuit was built for.
    known: FxHashSet<Term>,
}

impl Layer for BitBlasting {
    fn name(&self) -> &'static str {
        "bitblast"
    }

    fn solve(&mut self, pool: &mut TermPool, query: &Query, limits: &Limits, rest: &mut Chain<'_>) -> Answer {
        let shared = query.constraints.iter().filter(|constraint| self.known.contains(constraint)).count();
        let related = shared * 2 >= query.constraints.len() && shared > 0;
        let kept = self.blaster.take().filter(|_| related);
        if kept.is_none() {
            self.known.clear();
        }
        let mut blaster = kept.unwrap_or_else(|| Blaster::new(default_solver()));
        let before = blaster.gates().len();
        let affordable = usize::try_from(rest.left() / GATE_EFFORT).unwrap_or(usize::MAX);
        let gates = limits.gates.min(before.saturating_add(affordable));
        blaster.bound(Growth { gates: Some(gates), deadline: limits.deadline });
        let literals = self.literals(&mut blaster, pool, &query.constraints);
        rest.charge((blaster.gates().len() - before) as u64 * GATE_EFFORT);
        let literals = match literals {
            Ok(literals) => literals,
            Err(missing) => {
                return match rest.solve(pool, query, limits) {
                    Answer::Unknown(Unknown::NoLayer) => Answer::Unknown(reason(missing)),
                    answer => answer,
                };
            }
        };
        let step = STEP_EFFORT + blaster.gates().len() as u64;
        let sat_limits = SatLimits {
            conflicts: Some(limits.conflicts),
            steps: Some(rest.left() / step + 1),
            deadline: limits.deadline,
        };
        let answer = blaster.gates().solver().solve(&literals, sat_limits);
        rest.charge(blaster.gates().solver().steps() * step);
        let answer = match answer {
            SatAnswer::Satisfiable => self.checked(&blaster, pool, query),
            SatAnswer::Unsatisfiable => Answer::Unsatisfiable,
            SatAnswer::ConflictLimit => Answer::Unknown(Unknown::ConflictLimit),
            SatAnswer::StepLimit => Answer::Unknown(Unknown::EffortLimit),
            SatAnswer::TimedOut => Answer::Unknown(Unknown::TimedOut),
        };
        if blaster.gates().len() <= GATES_KEPT {
            self.blaster = Some(blaster);
        }
        match answer {
            Answer::Unknown(reason) => match rest.solve(pool, query, limits) {
                Answer::Unknown(_) => Answer::Unknown(reason),
                answer => answer,
            },
            answer => answer,
        }
    }
}

fn reason(missing: NoCircuit) -> Unknown {
    match missing {
        NoCircuit::Function(function) => Unknown::NotExpressible(function),
        NoCircuit::TooLarge => Unknown::CircuitTooLarge,
        NoCircuit::TimedOut => Unknown::TimedOut,
    }
}

impl BitBlasting {
    fn literals(
        &mut self,
        blaster: &mut Blaster,
        pool: &TermPool,
        constraints: &[Term],
    ) -> Result<Vec<Literal>, NoCircuit> {
        let mut literals = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            literals.push(blaster.literal(pool, constraint)?);
            self.known.insert(constraint);
        }
        Ok(literals)
    }

    /// The model, if no NaN came out another way than on the processor.
    fn checked(&self, blaster: &Blaster, pool: &TermPool, query: &Query) -> Answer {
        let model = self.model(blaster, pool, query);
        let is_float = |term: &Term| {
            matches!(
                pool.node(*term),
                Node::FloatUnary(..) | Node::FloatBinary(..) | Node::FloatFma(..) | Node::FloatConvert(..)
            )
        };
        if !query.holds(pool, &model) && pool.graph(&query.constraints).iter().any(is_float) {
            return Answer::Unknown(Unknown::OtherNan);
        }
        Answer::Satisfiable(model)
    }

    /// The model for the query's variables; others keep the hint's values.
    fn model(&self, blaster: &Blaster, pool: &TermPool, query: &Query) -> trine_expr::Assignment {
        let mut model = query.hint.clone();
        for variable in pool.variables_of(&query.constraints) {
            model.set(variable, blaster.value(pool, variable).unwrap_or(0));
        }
        model
    }
}
