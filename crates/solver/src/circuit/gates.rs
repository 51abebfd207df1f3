//! Gates over literals, each made once.
//!
//! Conjunction, exclusive or and choice are the three kinds; all else is made of them and of
//! negation, which is free. Each gate is looked up before it is made, after its operands were
//! brought in order, and clauses for both directions are added at once (Tseitin, 1968).

use crate::sat::{Literal, SatSolver};
use rustc_hash::FxHashMap;

/// A gate's kind and operands, in canonical order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Gate {
    And(Literal, Literal),
    Xor(Literal, Literal),
    Choose(Literal, Literal, Literal),
    /// Two of three.
    Majority(Literal, Literal, Literal),
}

/// A circuit that grows, and the clauses of it.
pub struct Gates {
    solver: Box<dyn SatSolver>,
    known: FxHashMap<Gate, Literal>,
    /// Gates with their outputs, operands before users.
    order: Vec<(Gate, Literal)>,
    /// Clauses besides those of gates.
    defining_constraints: Vec<Box<[Literal]>>,
    literals: u32,
    /// Gates, beyond which no more are made.
    most: usize,
}

impl Gates {
    /// An empty circuit, whose clauses go to `solver`, which has none yet.
    #[must_use]
    pub fn new(mut solver: Box<dyn SatSolver>) -> Self {
        let top = solver.new_literal();
        debug_assert_eq!(top, Literal::TRUE, "the first variable is the constant");
        solver.add_clause(&[Literal::TRUE]);
        Self {
            solver,
            known: FxHashMap::default(),
            order: Vec::new(),
            defining_constraints: Vec::new(),
            literals: 1,
            most: usize::MAX,
        }
    }

    /// Makes no gate any more once there are more than `most`: what is built then computes nothing, and the circuit is of no use.
    pub fn bound(&mut self, most: usize) {
        self.most = most;
    }

    /// What the gates compute for 64 inputs at once: bit `n` of each word belongs to run `n`. `input` gives
    /// the values of free inputs by their literal; whether these meet the demands is for
    /// [`Simulation::met`] to say.
    #[must_use]
    pub fn simulate(&self, input: impl Fn(Literal) -> u64) -> Simulation {
        let mut values = vec![0; self.literals as usize];
        values[0] = u64::MAX;
        let mut next = 1;
        for &(gate, out) in &self.order {
            while next < out.variable() {
                values[next as usize] = input(Literal::positive(next));
                next += 1;
            }
            next = out.variable() + 1;
            let of = |literal: Literal| value_of(&values, literal);
            values[out.variable() as usize] = match gate {
                Gate::And(a, b) => of(a) & of(b),
                Gate::Xor(a, b) => of(a) ^ of(b),
                Gate::Choose(c, a, b) => of(c) & of(a) | !of(c) & of(b),
                Gate::Majority(a, b, c) => of(a) & of(b) | of(a) & of(c) | of(b) & of(c),
            };
        }
        for variable in next..self.literals {
            values[variable as usize] = input(Literal::positive(variable));
        }
        let any = |clause: &[Literal]| clause.iter().fold(0, |any, &one| any | value_of(&values, one));
        let met = self.defining_constraints.iter().fold(u64::MAX, |met, clause| met & any(clause));
        Simulation { values, met }
    }

    /// The solver with the clauses so far.
    pub fn solver(&mut self) -> &mut dyn SatSolver {
        &mut *self.solver
    }

    /// The value of `literal` in the model found last.
    #[must_use]
    pub fn value(&self, literal: Literal) -> bool {
        match literal {
            Literal::TRUE => true,
            Literal::FALSE => false,
            _ => self.solver.value(literal),
        }
    }

    /// Number of gates.
    #[must_use]
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there is no gate.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// A free input.
    pub fn input(&mut self) -> Literal {
        self.literals += 1;
        self.solver.new_literal()
    }

    /// Demands that one of `clause` holds, in every model: what ties inputs of our own (a quotient) to others.
    pub fn require(&mut self, clause: &[Literal]) {
        self.solver.add_clause(clause);
        self.defining_constraints.push(clause.into());
    }

    /// Both.
    pub fn and(&mut self, a: Literal, b: Literal) -> Literal {
        match (a, b) {
            _ if a == b => return a,
            _ if a == !b => return Literal::FALSE,
            (Literal::TRUE, other) | (other, Literal::TRUE) => return other,
            (Literal::FALSE, _) | (_, Literal::FALSE) => return Literal::FALSE,
            _ => {}
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        self.gate(Gate::And(a, b), |solver, out| {
            solver.add_clause(&[!out, a]);
            solver.add_clause(&[!out, b]);
            solver.add_clause(&[out, !a, !b]);
        })
    }

    /// Either.
    pub fn or(&mut self, a: Literal, b: Literal) -> Literal {
        !self.and(!a, !b)
    }

    /// Exactly one.
    pub fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        match (a, b) {
            _ if a == b => return Literal::FALSE,
            _ if a == !b => return Literal::TRUE,
            (Literal::FALSE, other) | (other, Literal::FALSE) => return other,
            (Literal::TRUE, other) | (other, Literal::TRUE) => return !other,
            _ => {}
        }
        // Negations move to the output.
        let flip = a.is_negative() != b.is_negative();
        let (a, b) = (if a.is_negative() { !a } else { a }, if b.is_negative() { !b } else { b });
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let out = self.gate(Gate::Xor(a, b), |solver, out| {
            solver.add_clause(&[!out, a, b]);
            solver.add_clause(&[!out, !a, !b]);
            solver.add_clause(&[out, !a, b]);
            solver.add_clause(&[out, a, !b]);
        });
        if flip { !out } else { out }
    }

    /// Both or none.
    pub fn equal(&mut self, a: Literal, b: Literal) -> Literal {
        !self.xor(a, b)
    }

    /// `if condition then a else b`.
    pub fn choose(&mut self, condition: Literal, a: Literal, b: Literal) -> Literal {
        match (condition, a, b) {
            (Literal::TRUE, _, _) => return a,
            (Literal::FALSE, _, _) => return b,
            _ if a == b => return a,
            _ if a == !b => return self.equal(condition, a),
            _ if a == Literal::TRUE || a == condition => return self.or(condition, b),
            _ if a == Literal::FALSE || a == !condition => return self.and(!condition, b),
            _ if b == Literal::TRUE || b == !condition => return self.or(!condition, a),
            _ if b == Literal::FALSE || b == condition => return self.and(condition, a),
            _ => {}
        }
        let (condition, a, b) = if condition.is_negative() { (!condition, b, a) } else { (condition, a, b) };
        let flip = a.is_negative();
        let (a, b) = if flip { (!a, !b) } else { (a, b) };
        let out = self.gate(Gate::Choose(condition, a, b), |solver, out| {
            solver.add_clause(&[!condition, !a, out]);
            solver.add_clause(&[!condition, a, !out]);
            solver.add_clause(&[condition, !b, out]);
            solver.add_clause(&[condition, b, !out]);
            // Follow from the others, and help propagation.
            solver.add_clause(&[!a, !b, out]);
            solver.add_clause(&[a, b, !out]);
        });
        if flip { !out } else { out }
    }

    /// Two of three: the carry of an adder.
    pub fn majority(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        let mut three = [a, b, c];
        three.sort_unstable();
        let [a, b, c] = three;
        match () {
            () if a == b || b == c => return b,
            () if a == !b => return c,
            () if b == !c => return a,
            // Constants have the smallest numbers.
            () if a == Literal::TRUE => return self.or(b, c),
            () if a == Literal::FALSE => return self.and(b, c),
            () => {}
        }
        self.gate(Gate::Majority(a, b, c), |solver, out| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                solver.add_clause(&[!x, !y, out]);
                solver.add_clause(&[x, y, !out]);
            }
        })
    }

    /// All of them.
    pub fn all(&mut self, literals: &[Literal]) -> Literal {
        let mut all = Literal::TRUE;
        for &literal in literals {
            all = self.and(all, literal);
        }
        all
    }

    /// At least one of them.
    pub fn any(&mut self, literals: &[Literal]) -> Literal {
        let mut any = Literal::FALSE;
        for &literal in literals {
            any = self.or(any, literal);
        }
        any
    }

    fn gate(&mut self, gate: Gate, define: impl FnOnce(&mut dyn SatSolver, Literal)) -> Literal {
        if let Some(&out) = self.known.get(&gate) {
            return out;
        }
        if self.known.len() > self.most {
            return Literal::FALSE;
        }
        let out = self.input();
        define(&mut *self.solver, out);
        self.known.insert(gate, out);
        self.order.push((gate, out));
        out
    }
}

/// Values of all literals in 64 runs.
#[derive(Clone, Debug)]
pub struct Simulation {
    values: Vec<u64>,
    met: u64,
}

impl Simulation {
    /// The values of `literal`, one bit per run.
    #[must_use]
    pub fn value(&self, literal: Literal) -> u64 {
        value_of(&self.values, literal)
    }

    /// The runs whose inputs meet all demands, one bit per run.
    #[must_use]
    pub fn met(&self) -> u64 {
        self.met
    }
}

fn value_of(values: &[u64], literal: Literal) -> u64 {
    let value = values[literal.variable() as usize];
    if literal.is_negative() { !value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::{PureRust, SatAnswer, SatLimits};

    /// What a gate computes, given the values of literals.
    type Truth = Box<dyn Fn(&dyn Fn(Literal) -> bool) -> bool>;

    /// Every gate over three inputs, constants and repetitions: the clauses admit what the gate computes and
    /// nothing else.
    #[test]
    fn the_clauses_of_every_gate_say_what_it_computes() {
        let mut gates = Gates::new(Box::new(PureRust::new()));
        let inputs = [gates.input(), gates.input(), gates.input()];
        let mut operands = vec![Literal::TRUE, Literal::FALSE];
        operands.extend(inputs.iter().flat_map(|&input| [input, !input]));
        let mut outputs: Vec<(Literal, Truth)> = Vec::new();
        for &a in &operands {
            for &b in &operands {
                outputs.push((gates.and(a, b), Box::new(move |of| of(a) && of(b))));
                outputs.push((gates.or(a, b), Box::new(move |of| of(a) || of(b))));
                outputs.push((gates.xor(a, b), Box::new(move |of| of(a) != of(b))));
                for &c in &operands {
                    let chosen = gates.choose(a, b, c);
                    outputs.push((chosen, Box::new(move |of| if of(a) { of(b) } else { of(c) })));
                    let majority = gates.majority(a, b, c);
                    let count =
                        move |of: &dyn Fn(Literal) -> bool| [a, b, c].iter().filter(|&&x| of(x)).count() >= 2;
                    outputs.push((majority, Box::new(count)));
                }
            }
        }
        for bits in 0..8u32 {
            let value =
                |literal: Literal| match inputs.iter().position(|i| i.variable() == literal.variable()) {
                    Some(at) => (bits >> at & 1 == 1) != literal.is_negative(),
                    None => literal == Literal::TRUE,
                };
            let simulation = gates.simulate(|input| if value(input) { u64::MAX } else { 0 });
            let assumed: Vec<_> =
                inputs.iter().map(|&input| if value(input) { input } else { !input }).collect();
            for (output, expected) in &outputs {
                let expected = expected(&value);
                assert_eq!(simulation.value(*output) == u64::MAX, expected, "simulated");
                for wanted in [true, false] {
                    let mut assumptions = assumed.clone();
                    assumptions.push(if wanted { *output } else { !*output });
                    let answer = gates.solver().solve(&assumptions, SatLimits::default());
                    let admitted = answer == SatAnswer::Satisfiable;
                    assert_eq!(admitted, wanted == expected, "inputs {bits:03b}, output {wanted}");
                }
            }
        }
    }
}
