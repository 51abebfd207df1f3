//! Which out-edges of a block together are taken exactly as often as a count says.
//!
//! A combination of arc flows is zero in all executions exactly when it is a difference of potentials: numbers at the
//! nodes such that each arc's coefficient is the number at its head less that at its tail. Of the count less the edges in
//! question, all coefficients are known but those of the block's own edges; and without these edges the network still hangs
//! together, because from the head of each a way leads to the exit or back to the block. So the other arcs fix the
//! potentials, and the potentials say of each edge whether it takes part: the answer is the only one there is, and exact.
//!
//! Source: duality of cycle and cut space (e.g. R. Diestel, "Graph Theory", 1.9).
//! Cost: linear in the graph.

use super::edges::Edges;
use super::network::Arc;
use super::{Block, FlowAlgebra};

/// A number that a node has been given.
type Potential = Option<i64>;

impl FlowAlgebra {
    /// The out-edges of `block` that together are taken as often as `form`, a sum of `(counter, coefficient)`, says.
    pub(super) fn subset(&self, block: Block, form: &[(u32, i64)]) -> Option<Edges> {
        if !self.may_take(self.network.arcs.len()) {
            return None;
        }
        let coefficient = self.coefficients(form);
        let is_own = |arc: Arc| self.network.arcs[arc].0 == block;
        let potential = self.potentials(block, &coefficient, is_own)?;
        let mut chosen = Vec::new();
        for edge in self.out_edges[block].iter() {
            let arc = self.network.arc_of_edge[edge]?;
            let (from, to) = self.network.arcs[arc];
            match coefficient[arc].checked_sub(potential[to]?.checked_sub(potential[from]?)?)? {
                0 => {}
                1 => chosen.push(edge),
                _ => return None,
            }
        }
        Some(Edges::from_iter(chosen))
    }

    /// How often `form` counts each arc.
    fn coefficients(&self, form: &[(u32, i64)]) -> Vec<i64> {
        let mut coefficient = vec![0i64; self.network.arcs.len()];
        for (counter, by) in form {
            for block in self.increments.get(counter).into_iter().flatten() {
                for arc in &self.network.out_arcs[*block] {
                    coefficient[*arc] = coefficient[*arc].wrapping_add(*by);
                }
            }
        }
        coefficient
    }

    /// Potentials of the nodes that explain the coefficients of all arcs but the excepted ones; `None` when there are none.
    fn potentials(
        &self,
        from: Block,
        coefficient: &[i64],
        is_excepted: impl Fn(Arc) -> bool,
    ) -> Option<Vec<Potential>> {
        let nodes = self.network.link.len();
        let mut arcs_at = vec![Vec::new(); nodes];
        for (arc, (tail, head)) in self.network.arcs.iter().enumerate().filter(|(arc, _)| !is_excepted(*arc))
        {
            arcs_at[*tail].push((*head, coefficient[arc]));
            arcs_at[*head].push((*tail, coefficient[arc].wrapping_neg()));
        }
        let mut potential: Vec<Potential> = vec![None; nodes];
        potential[from] = Some(0);
        let mut open = vec![from];
        while let Some(node) = open.pop() {
            for (other, step) in &arcs_at[node] {
                let expected = potential[node]?.checked_add(*step)?;
                match potential[*other] {
                    Some(known) if known != expected => return None,
                    Some(_) => {}
                    None => {
                        potential[*other] = Some(expected);
                        open.push(*other);
                    }
                }
            }
        }
        Some(potential)
    }
}
