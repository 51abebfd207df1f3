//! What a query to the solver costs, in evaluations.

/// Evaluations that a query to the solver counts as at least.
pub(crate) const QUERY_EVALS: u64 = 10;
/// What a query and the run that answers it count as.
pub(crate) const QUERY_COST: u64 = QUERY_EVALS + 1;
/// Candidates of one shape in a turn.
pub(crate) const TURN_STEPS: u64 = 64;
/// Work of the solver, in the unit of [`trine_solver::Statistics::effort`], that counts as one evaluation: fifty
/// microseconds, as runs of real code take. Half of all queries take less than the ten evaluations that are their least
/// price.
pub(crate) const EFFORT_PER_EVALUATION: u64 = 5_000;

/// Evaluations that a query counts as which took the solver so much work; the run that answers it apart.
pub(crate) fn price(effort: u64) -> u64 {
    QUERY_EVALS.max(effort / EFFORT_PER_EVALUATION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_easy_query_has_the_least_price_and_a_hard_one_that_of_its_work() {
        assert_eq!(price(0), QUERY_EVALS);
        assert_eq!(price(QUERY_EVALS * EFFORT_PER_EVALUATION), QUERY_EVALS);
        // A second of the solver.
        assert_eq!(price(100_000_000), 20_000);
    }
}
