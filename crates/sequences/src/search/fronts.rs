//! Preference sorting, non-dominated sorting, and subvector dominance.
//!
//! Source: Panichella, Kifetew and Tonella, TSE 2018, 3.2: the first front holds, for each target, the sequence that is nearest to it, the
//! shorter of two that are equally near; the rest is sorted by dominance (Deb et al., NSGA-II, 2002), and inside of a front by
//! subvector dominance (Köppen and Yoshida, 2007). Deviation: a target that no sequence has come near prefers none.

use super::Individual;

/// Positions in `population`, front by front, until the fronts hold `enough`.
#[must_use]
pub fn rank(population: &[Individual], targets: &[usize], enough: usize) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..population.len()).collect();
    let mut fronts = Vec::new();
    let preferred = preferred(population, targets);
    left.retain(|at| !preferred.contains(at));
    let mut ranked = preferred.len();
    fronts.push(preferred);
    while ranked < enough && !left.is_empty() {
        let front = non_dominated(population, &left, targets);
        left.retain(|at| !front.contains(at));
        ranked += front.len();
        fronts.push(front);
    }
    fronts
}

/// For each target the sequence that is nearest to it.
fn preferred(population: &[Individual], targets: &[usize]) -> Vec<usize> {
    let mut front = Vec::new();
    for &target in targets {
        let nearer = |&a: &usize, &b: &usize| {
            let (a, b) = (&population[a], &population[b]);
            a.distances[target].total_cmp(&b.distances[target]).then(a.length().cmp(&b.length()))
        };
        let best = (0..population.len()).min_by(nearer);
        if let Some(best) = best.filter(|&best| population[best].distances[target].is_finite())
            && !front.contains(&best)
        {
            front.push(best);
        }
    }
    front
}

fn non_dominated(population: &[Individual], among: &[usize], targets: &[usize]) -> Vec<usize> {
    let dominated =
        |at: usize| among.iter().any(|&other| dominates(&population[other], &population[at], targets));
    among.iter().copied().filter(|&at| !dominated(at)).collect()
}

/// Whether `a` is as near to every target as `b`, and nearer to one.
#[must_use]
pub fn dominates(a: &Individual, b: &Individual, targets: &[usize]) -> bool {
    let mut nearer = false;
    for &target in targets {
        let (a, b) = (a.distances[target], b.distances[target]);
        if a > b {
            return false;
        }
        nearer |= a < b;
    }
    nearer
}

/// For each of `front`, in how many targets another one of it is nearer, at most: less is better.
#[must_use]
pub fn subvector_dominance(population: &[Individual], front: &[usize], targets: &[usize]) -> Vec<usize> {
    let worse = |a: usize, b: usize| {
        let (a, b) = (&population[a], &population[b]);
        targets.iter().filter(|&&target| b.distances[target] < a.distances[target]).count()
    };
    let most = |&a: &usize| front.iter().map(|&b| worse(a, b)).max().unwrap_or(0);
    front.iter().map(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use trine_testcase::objects::{Sequence, Steps};

    fn at(distances: &[f64]) -> Individual {
        let sequence = Sequence { steps: Arc::new(Steps::default()), leaves: Vec::new() };
        Individual { sequence, threw: None, distances: distances.to_vec() }
    }

    #[test]
    fn the_nearest_to_each_target_comes_first_then_who_is_not_dominated() {
        let population = [
            at(&[0.5, 0.5]),
            at(&[0.1, 3.0]),
            at(&[3.0, 0.1]),
            at(&[0.6, 0.5]),
            at(&[f64::INFINITY, f64::INFINITY]),
        ];
        let fronts = rank(&population, &[0, 1], 10);
        assert_eq!(fronts, [vec![1, 2], vec![0], vec![3], vec![4]]);
        assert_eq!(rank(&population, &[0, 1], 2).len(), 1);
        assert_eq!(subvector_dominance(&population, &[0, 1, 2], &[0, 1]), [1, 1, 1]);
    }
}
