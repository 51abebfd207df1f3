//! Another solver as the last layer, and the log of queries: what is believed, and what is written.

use std::sync::{Arc, Mutex};
use std::time::Duration;
use trine_expr::{Assignment, BinaryOp, Term, TermPool};
use trine_solver::{Answer, Limits, Portfolio, QueryLog, SmtSolver, Solver, Unknown};

/// A solver that always prints the same.
#[derive(Debug)]
struct Parrot(&'static str);

impl SmtSolver for Parrot {
    fn name(&self) -> &str {
        "parrot"
    }

    fn ask(&self, _: &str, _: Duration) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

/// `x * x = 1522756` on 32 bits: 1234 is a root.
fn square(pool: &mut TermPool) -> Term {
    let x = pool.variable("x", 32);
    let square = pool.binary(BinaryOp::Mul, x, x);
    let number = pool.constant(1_522_756, 32);
    pool.equal(square, number)
}

/// The answer when all our own means are left out.
fn answer_of(parrot: &'static str) -> (Answer, u64) {
    let without = ["equalities", "bounds", "enumeration", "local", "bitblast"].map(str::to_owned).to_vec();
    let portfolio = Portfolio { without, smt: Some(Arc::new(Parrot(parrot))), log: None };
    let mut solver = Solver::new(&portfolio);
    let mut pool = TermPool::new();
    let query = square(&mut pool);
    let answer = solver.solve(&mut pool, &[query], &Assignment::new(), &Limits::default());
    (answer, solver.statistics().layers["smt"].unsatisfiable)
}

#[test]
fn a_model_of_the_other_solver_counts_when_it_evaluates_to_true() {
    let (answer, _) = answer_of("sat\n((x0 #x000004d2))\n");
    assert!(matches!(answer, Answer::Satisfiable(_)), "{answer:?}");
    let (answer, _) = answer_of("sat\n((x0 #x000004d3))\n");
    assert_eq!(answer, Answer::Unknown(Unknown::OtherSolver));
}

#[test]
fn a_refutation_of_the_other_solver_is_counted_as_its_own() {
    assert_eq!(answer_of("unsat\n"), (Answer::Unsatisfiable, 1));
    assert_eq!(answer_of("unknown\n"), (Answer::Unknown(Unknown::OtherSolver), 0));
    assert_eq!(answer_of("(error \"unsat\")\n"), (Answer::Unknown(Unknown::OtherSolver), 0));
}

/// Keeps what is logged.
#[derive(Debug, Default)]
struct Pages(Mutex<Vec<(String, String)>>);

impl QueryLog for Pages {
    fn keep(&self, name: &str, script: &str) {
        self.0.lock().expect("one thread").push((name.to_owned(), script.to_owned()));
    }
}

#[test]
fn a_query_to_the_circuits_is_logged_with_our_answer_under_a_name_of_its_own() {
    let logged = || {
        let pages = Arc::new(Pages::default());
        let log: Arc<dyn QueryLog> = pages.clone();
        let without = vec!["local".to_owned()];
        let mut solver = Solver::new(&Portfolio { without, smt: None, log: Some(log) });
        let mut pool = TermPool::new();
        let query = square(&mut pool);
        let answer = solver.solve(&mut pool, &[query], &Assignment::new(), &Limits::default());
        assert!(matches!(answer, Answer::Satisfiable(_)));
        pages.0.lock().expect("one thread").clone()
    };
    let pages = logged();
    let [(name, script), (of_query, _)] = pages.as_slice() else { panic!("one question: {pages:?}") };
    assert!(name.starts_with("circuit-sat-") && name.ends_with(".smt2"), "{name}");
    assert!(of_query.starts_with("question-sat-"), "{of_query}");
    assert!(script.contains("(set-info :status sat)") && script.contains("; model x0 "), "{script}");
    assert!(script.contains("(bvmul t0 t0)"), "{script}");
    assert_eq!(logged(), pages, "equal runs write equal files");
}
